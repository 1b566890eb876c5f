//! The computer at the board: how strong it is, which sides it plays by itself, what it expects.

use std::time::Duration;

use egui::{ComboBox, DragValue, Ui};

use super::thinking::{self, Thought};
use crate::{
    board::Board,
    gui::widgets::{muted, next_section},
    puzzles::virus_war::{
        VirusWar,
        model::{
            position::Player,
            state::State,
            turn::{MOST_MOVES, Turn},
        },
        play::opponent::{LIKELY, Level, Line, WIN},
    },
    text::{counted, duration, sentence},
    workbench::{
        history::Gesture,
        job::{Job, News, Wake},
        session::Session,
    },
};

/// How long [`Level::Deep`] thinks about a turn unless told otherwise, in seconds.
const USUAL_SECONDS: f32 = 3.0;

/// How many lines it shows.
const LINES: usize = 3;

/// The computer as a player.
pub struct Opponent {
    wake: Wake,
    level: Level,
    sides: Sides,
    seconds: f32,
    thinking: Option<Job<Thought>>,
    /// What it expects of the turn that it thinks about or made last: the best line first, then what it held for the best before.
    expected: Vec<Line>,
    /// How long it thought about the turn that it made last, and how many turns it looked at.
    thought: Option<(Duration, u64)>,
    /// Why it could not think.
    failure: Option<String>,
    /// The position that it saw last.
    seen: Option<State>,
    /// The game as it was then, of which the position may be an earlier moment.
    game: Option<State>,
}

/// The sides that the computer plays without being asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sides {
    Neither,
    One(Player),
    Both,
}

impl Sides {
    const ALL: [Self; 4] = [Self::Neither, Self::One(Player::O), Self::One(Player::X), Self::Both];

    const fn title(self) -> &'static str {
        match self {
            Self::Neither => "when asked",
            Self::One(Player::O) => "O by itself",
            Self::One(Player::X) => "X by itself",
            Self::Both => "both sides",
        }
    }

    fn include(self, player: Player) -> bool {
        match self {
            Self::Neither => false,
            Self::One(one) => one == player,
            Self::Both => true,
        }
    }
}

impl Opponent {
    /// Waits to be asked.
    pub fn new(wake: Wake) -> Self {
        Self {
            wake,
            level: Level::TwoPly,
            sides: Sides::Neither,
            seconds: USUAL_SECONDS,
            thinking: None,
            expected: Vec::new(),
            thought: None,
            failure: None,
            seen: None,
            game: None,
        }
    }

    /// Whether it thinks.
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Makes it stop thinking; no turn is made.
    pub fn stop(&mut self) {
        self.thinking = None;
    }

    /// Answers the user's turn, and makes the turn that it chose. What it thought of another position is dropped.
    pub fn catch_up(&mut self, session: &mut Session<VirusWar>) {
        if !self.seen.as_ref().is_some_and(|seen| seen.is_same_game(session.state())) {
            self.stop();
            self.forget();
            if self.is_asked_by_play(session) {
                self.begin(session.state());
            }
            self.note(session);
        }
        if let Some(turn) = self.chosen() {
            self.stop();
            self.make(turn, session);
        }
    }

    /// Forgets what it thought of another position.
    fn forget(&mut self) {
        self.expected.clear();
        (self.thought, self.failure) = (None, None);
    }

    /// Whether a side of its own is to move because a turn was played or a game was begun just now.
    ///
    /// Whoever undoes, redoes or steps through the game looks at it and does not want it to go on.
    fn is_asked_by_play(&self, session: &Session<VirusWar>) -> bool {
        let now = session.document_state();
        let (Some(before), Some(game)) = (&self.seen, &self.game) else { return false };
        let is_other_game = !game.is_same_game(now);
        let is_turn_over = before.to_move != now.to_move && was_played(before, now);
        self.sides.include(now.to_move) && is_other_game && !session.can_redo() && (is_turn_over || is_new_game(now))
    }

    fn note(&mut self, session: &Session<VirusWar>) {
        self.seen = Some(session.state().clone());
        self.game = Some(session.document_state().clone());
    }

    fn begin(&mut self, state: &State) {
        self.stop();
        self.forget();
        let Ok(problem) = state.check() else { return };
        // The same position is answered alike, so a game can be played again; chance still differs from turn to turn.
        let seed = state.record.len() as u64;
        match thinking::begin(self.level, problem, Duration::from_secs_f32(self.seconds), seed, self.wake.clone()) {
            Ok(job) => self.thinking = Some(job),
            Err(error) => self.failure = Some(error.to_string()),
        }
    }

    /// The turn that it decided on since the last time, or the none that there is.
    fn chosen(&mut self) -> Option<Option<Turn>> {
        while let Some(news) = self.thinking.as_ref().and_then(Job::news) {
            match news {
                News::Found(thoughts) => {
                    for thought in thoughts {
                        match thought {
                            Thought::Better(line) => self.expect(line),
                            Thought::Chosen { turn, took, explored } => {
                                self.thought = Some((took, explored));
                                return Some(turn);
                            }
                        }
                    }
                }
                News::Checkpoint(_) => {}
                News::Finished(_) | News::Stopped => self.stop(),
                News::Crashed(message) => {
                    self.stop();
                    self.failure = Some(message);
                }
            }
        }
        None
    }

    fn expect(&mut self, line: Line) {
        self.expected.retain(|other| other.turns.first() != line.turns.first());
        self.expected.insert(0, line);
        self.expected.truncate(LINES);
    }

    fn make(&mut self, turn: Option<Turn>, session: &mut Session<VirusWar>) {
        let Some(next) = turn.and_then(|turn| VirusWar::BOARD_EXTRAS.adopt(session.state(), &turn)) else { return };
        session.edit(next.clone(), Gesture::Ended);
        if self.sides.include(next.to_move) {
            let (expected, thought) = (std::mem::take(&mut self.expected), self.thought.take());
            self.begin(&next);
            (self.expected, self.thought) = (expected, thought);
        }
        self.note(session);
    }

    /// Shows its controls and what it expects.
    pub fn ui(&mut self, ui: &mut Ui, session: &Session<VirusWar>) {
        next_section(ui, "Computer");
        self.level_ui(ui);
        self.sides_ui(ui, session.state());
        self.ask_ui(ui, session);
        if let Some(failure) = &self.failure {
            muted(ui, &format!("It could not think: {failure}"));
        }
        self.work_ui(ui);
        for line in &self.expected {
            line_ui(ui, line);
        }
    }

    /// How much it looked at, of the turn that it thinks about or else of the one that it made last.
    fn work_ui(&self, ui: &mut Ui) {
        let now = self.thinking.as_ref().map(Job::progress).map(|progress| (progress.elapsed, progress.tally.explored));
        let Some((time, turns)) = now.or(self.thought) else { return };
        muted(ui, &format!("{} looked at in {}", counted(turns, "turn"), duration(time)));
    }

    fn level_ui(&mut self, ui: &mut Ui) {
        let level = &mut self.level;
        choice_ui(ui, "Level", sentence(level.title()), |ui| {
            for other in Level::ALL {
                ui.selectable_value(level, other, sentence(other.title()));
            }
        });
        if self.level == Level::Deep {
            ui.horizontal(|ui| {
                let label = ui.label("Time for a turn");
                ui.add(DragValue::new(&mut self.seconds).range(0.1..=60.0).speed(0.1).suffix(" s")).labelled_by(label.id);
            });
        }
    }

    fn sides_ui(&mut self, ui: &mut Ui, state: &State) {
        let before = self.sides;
        let sides = &mut self.sides;
        choice_ui(ui, "Plays", before.title().to_owned(), |ui| {
            for other in Sides::ALL {
                ui.selectable_value(sides, other, other.title());
            }
        });
        if self.sides != before {
            self.stop();
            if self.sides.include(state.to_move) {
                self.begin(state);
            }
        }
    }

    fn ask_ui(&mut self, ui: &mut Ui, session: &Session<VirusWar>) {
        if self.is_thinking() {
            if ui.button("Stop the computer").on_hover_text("No turn is made (Esc)").clicked() {
                self.stop();
            }
            return;
        }
        let is_wrong = !session.flaws().is_empty();
        let is_over = session.state().problem().is_lost();
        let ask = ui.add_enabled(!is_wrong && !is_over, egui::Button::new("Let the computer play"));
        let why_not = if is_wrong { "The position has a mistake" } else { "The game is over" };
        if ask.on_hover_text("Makes the remaining moves of this turn").on_disabled_hover_text(why_not).clicked() {
            self.begin(session.state());
        }
    }
}

/// A box to choose from, with its name before it.
fn choice_ui(ui: &mut Ui, name: &str, chosen: String, choices: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        let label = ui.label(name);
        let shown = ComboBox::from_id_salt(name).width(ui.available_width()).selected_text(chosen).truncate().show_ui(ui, choices);
        shown.response.labelled_by(label.id);
    });
}

fn line_ui(ui: &mut Ui, line: &Line) {
    let turns: Vec<String> = line.turns.iter().map(Turn::to_string).collect();
    let ahead = counted(u64::from(line.depth), "turn");
    muted(ui, &format!("{}, seen {ahead} ahead:\n{}", expectation(line.score), turns.join(" / "))).on_hover_text(
        "The turns that the computer expects, its own first. The score is its mobility ahead of the enemy's. It says who wins only if \
         that is proved; if only the most promising turns were tried, it says what seems. Below the best line stand earlier ones",
    );
}

/// What the score means to whoever chose the line.
fn expectation(score: i32) -> String {
    match score {
        WIN.. => "It wins".to_owned(),
        LIKELY.. => "It seems to win".to_owned(),
        _ if score <= -WIN => "It loses".to_owned(),
        _ if score <= -LIKELY => "It seems to lose".to_owned(),
        _ => format!("Score {score:+}"),
    }
}

/// Whether moves lead from one position to the other within one turn.
fn was_played(before: &State, now: &State) -> bool {
    let mut earlier = now.clone();
    (0..MOST_MOVES).any(|_| earlier.take_back().is_ok() && earlier.is_same_game(before))
}

fn is_new_game(state: &State) -> bool {
    state.is_same_game(&State::start(state.board.side(), state.rules))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::virus_war::model::state::Rules;

    #[test]
    fn a_turn_is_known_as_played_whatever_the_duplicate_tool_has_listed_meanwhile() {
        let before = State::start(5, Rules::default());
        let mut now = State { triples: vec![[1, 2, 3]].into(), ..before.clone() };
        assert!(is_new_game(&now) && !was_played(&before, &now));
        assert_eq!(now.play("b2".parse().unwrap()), Ok(()));
        assert!(was_played(&before, &now) && !is_new_game(&now));
    }

    #[test]
    fn only_what_is_proved_is_said_without_a_doubt() {
        let words = [WIN, WIN - 1, LIKELY, LIKELY - 1, 1 - LIKELY, -LIKELY, 1 - WIN, -WIN].map(expectation);
        let expected = [
            "It wins",
            "It seems to win",
            "It seems to win",
            "Score +499999",
            "Score -499999",
            "It seems to lose",
            "It seems to lose",
            "It loses",
        ];
        assert_eq!(words, expected);
    }
}
