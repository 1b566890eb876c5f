//! The computer as an opponent: its level, the sides that it plays by itself, and the turns that it expects.

use std::time::{Duration, Instant};

use egui::{Button, ComboBox, DragValue, Ui, emath::Numeric};

use super::{
    thinking::{self, Thought},
    words::computer as words,
};
use crate::{
    board::Board,
    gui::{
        sections::Section,
        widgets::{in_room, muted},
    },
    puzzles::virus_war::{
        VirusWar,
        model::{
            position::Player,
            state::State,
            tree::MOST_TURNS,
            turn::{MAX_MOVES, Turn},
        },
        play::{
            battle::{Battle, Computer},
            opponent::{Level, Line},
        },
        search::engine::{Outcome, Prospect},
        words::refusals::tree_is_full,
    },
    text::{counted, duration, grouped, sentence},
    workbench::{
        history::Gesture,
        job::{Job, News, Wake},
        session::{Cause, Change, Event, Session},
    },
};

/// How long a level that needs a limit thinks about a turn by default, in seconds.
const DEFAULT_SECONDS: f32 = 3.0;

/// How many lines are shown.
const LINES: usize = 3;

/// The height of the room for what it has looked at and expects.
const EXPECTED: f32 = 64.0;

/// The computer as a player.
pub struct Opponent {
    wake: Wake,
    level: Level,
    sides: Sides,
    seconds: f32,
    thinking: Option<Job<Thought>>,
    /// The turn that it has chosen and makes at this time, in a game that is watched.
    waiting: Option<(Turn, Instant)>,
    /// When it made its last turn.
    made: Option<Instant>,
    /// The level that has found the lines.
    expecting: Level,
    /// The best line for the turn that it thinks about or made last, followed by earlier best lines.
    expected: Vec<Line>,
    /// How long it thought about the turn that it made last, and how many turns it looked at.
    work: Option<(Duration, u64)>,
    /// Why it couldn't think.
    failure: Option<String>,
    /// The game that is played.
    battle: Option<Battle>,
}

/// The sides that the computer plays by itself.
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
            Self::Neither => "When asked",
            Self::One(Player::O) => "O by itself",
            Self::One(Player::X) => "X by itself",
            Self::Both => "Both sides",
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
    /// An opponent that plays when asked.
    pub fn new(wake: Wake) -> Self {
        Self {
            wake,
            level: Level::TwoPly,
            sides: Sides::Neither,
            seconds: DEFAULT_SECONDS,
            thinking: None,
            waiting: None,
            made: None,
            expecting: Level::TwoPly,
            expected: Vec::new(),
            work: None,
            failure: None,
            battle: None,
        }
    }

    /// Whether it is thinking.
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some() || self.waiting.is_some()
    }

    /// Stops the thinking without making a turn.
    pub fn stop(&mut self) {
        (self.thinking, self.waiting) = (None, None);
    }

    /// Follows the document: in another position its thoughts are dropped, and it replies to the user's turn.
    pub fn note(&mut self, event: &Event<VirusWar>, session: &Session<VirusWar>) {
        let Event::Edited { cause, before } = event else { return };
        if *cause == Cause::Computer || before.is_same_game(session.state()) {
            return;
        }
        self.stop();
        self.forget();
        if self.should_reply(session, before, *cause) {
            self.begin(session.state());
        }
    }

    /// Takes in the game that is played, and returns the turn that it has chosen and makes.
    pub fn catch_up(&mut self, session: &Session<VirusWar>) -> Option<Change<VirusWar>> {
        if self.battle != session.view().battle {
            self.battle.clone_from(&session.view().battle);
            let computer = self.battle.as_ref().and_then(|battle| battle.computer);
            let is_watched = self.battle.as_ref().is_some_and(|battle| battle.rival.is_some());
            self.sides = match computer {
                None => Sides::Neither,
                Some(_) if is_watched => Sides::Both,
                Some(computer) => Sides::One(computer.side),
            };
            if let Some(computer) = computer {
                (self.level, self.seconds) = (computer.level, Duration::from_millis(computer.time_ms).as_secs_f32());
            }
            self.stop();
            self.forget();
            if self.is_to_move(session) {
                self.begin(session.state());
            }
        }
        if let Some(turn) = self.chosen() {
            self.stop();
            match turn {
                Some(turn) if self.sides == Sides::Both => self.waiting = Some((turn, self.due(session))),
                turn => return self.make(turn?, session),
            }
        }
        let (turn, _) = self.waiting.take_if(|(_, due)| *due <= Instant::now())?;
        self.make(turn, session)
    }

    /// When it may make its next turn, at a pace to watch: the timeline's, which is in moves.
    fn due(&self, session: &Session<VirusWar>) -> Instant {
        let now = Instant::now();
        let moves = f32::from(session.state().moves_left);
        self.made.map_or(now, |made| now.max(made + Duration::from_secs_f32(moves / session.player().speed)))
    }

    /// Drops its thoughts about another position.
    fn forget(&mut self) {
        self.expected.clear();
        (self.work, self.failure) = (None, None);
    }

    /// Whether one of its sides is to move because a turn was just played or a game was just started.
    ///
    /// It doesn't reply when the user undoes, redoes or steps through the game, since that only looks at earlier positions.
    fn should_reply(&self, session: &Session<VirusWar>, before: &State, cause: Cause) -> bool {
        if self.battle.is_some() {
            return self.is_to_move(session);
        }
        let now = session.document_state();
        let is_turn_over = before.to_move != now.to_move && was_played(before, now);
        cause == Cause::User && self.sides.include(now.to_move) && (is_turn_over || is_new_game(now))
    }

    /// Whether it is its turn in the game that is played. The user may have opened the file of one in which it is.
    fn is_to_move(&self, session: &Session<VirusWar>) -> bool {
        let now = session.document_state();
        let is_shown = now.is_same_game(session.state()) && now.is_at_end_of_line();
        self.battle.is_some() && self.sides.include(now.to_move) && is_shown && !session.can(&Change::Redo) && !now.problem().is_over()
    }

    fn begin(&mut self, state: &State) {
        self.stop();
        self.forget();
        let Ok(problem) = state.check() else { return };
        // The seed depends on the turn only, so the same game can be played again, but different turns still get different random choices.
        let seed = self.battle.as_ref().map_or(0, |battle| battle.seed).wrapping_add(state.record.len() as u64);
        if let Some(computer) = self.battle.as_ref().and_then(|battle| battle.computer_as(problem.mover)) {
            self.level = computer.level;
        }
        match thinking::begin(self.level, problem, Duration::from_secs_f32(self.seconds), seed, self.wake.clone()) {
            Ok(job) => (self.thinking, self.expecting) = (Some(job), self.level),
            Err(error) => self.failure = Some(error.to_string()),
        }
    }

    /// The turn that it has chosen since the last call, which is `Some(None)` if there is no turn to choose.
    fn chosen(&mut self) -> Option<Option<Turn>> {
        while let Some(news) = self.thinking.as_ref().and_then(Job::news) {
            match news {
                News::Found(thoughts) => {
                    for thought in thoughts {
                        match thought {
                            Thought::BetterLine(line) => self.add_line(line),
                            Thought::Chosen { turn, took, explored } => {
                                self.work = Some((took, explored));
                                return Some(turn);
                            }
                        }
                    }
                }
                News::Checkpoint(_) => {}
                News::Finished(_) | News::Stopped => self.stop(),
                News::Failed(message) => {
                    self.stop();
                    self.failure = Some(message);
                }
            }
        }
        None
    }

    fn add_line(&mut self, line: Line) {
        self.expected.retain(|other| other.turns.first() != line.turns.first());
        self.expected.insert(0, line);
        self.expected.truncate(LINES);
    }

    /// Returns the move of this turn, and thinks about the next one if that is its own, too.
    fn make(&mut self, turn: Turn, session: &Session<VirusWar>) -> Option<Change<VirusWar>> {
        let Some(next) = VirusWar::BOARD_EXTRAS.adopt(session.state(), &turn) else {
            // The turn follows the rules, so the game has no room for it.
            self.failure = Some(tree_is_full(MOST_TURNS));
            return None;
        };
        self.made = Some(Instant::now());
        if self.sides.include(next.to_move) {
            let (expected, work) = (std::mem::take(&mut self.expected), self.work.take());
            self.begin(&next);
            (self.expected, self.work) = (expected, work);
        }
        Some(Change::Position(next, Gesture::Ended))
    }

    /// Shows its controls and the lines that it expects.
    pub fn ui(&mut self, ui: &mut Ui, session: &Session<VirusWar>) {
        if session.view().battle.as_ref().is_some_and(|battle| battle.computer.is_none()) {
            return;
        }
        if let Some((_, due)) = self.waiting {
            ui.ctx().request_repaint_after(due.saturating_duration_since(Instant::now()));
        }
        Section::open("virus-war.computer", "Computer").show(ui, |ui| self.controls_ui(ui, session));
    }

    fn controls_ui(&mut self, ui: &mut Ui, session: &Session<VirusWar>) {
        if session.view().battle.is_none() {
            self.level_ui(ui);
            self.sides_ui(ui, session.state());
        }
        self.play_button_ui(ui, session);
        if let Some(failure) = &self.failure {
            muted(ui, &format!("The computer can't play: {failure}"));
        }
        in_room(ui, "expected", EXPECTED, |ui| {
            self.work_ui(ui);
            for line in &self.expected {
                line_ui(ui, line, self.expecting);
            }
        });
    }

    /// Shows how much it has looked at for the turn that it thinks about, or else for the one that it made last.
    fn work_ui(&self, ui: &mut Ui) {
        let now = self.thinking.as_ref().map(Job::progress).map(|progress| (progress.elapsed, progress.tally.explored));
        let Some((time, turns)) = now.or(self.work) else { return };
        muted(ui, &format!("Looked at {} in {}", counted(turns, "turn"), duration(time)));
    }

    fn level_ui(&mut self, ui: &mut Ui) {
        let level = &mut self.level;
        choice_ui(ui, words::LEVEL, sentence(level.title()), |ui| levels_ui(ui, level));
        if self.level.needs_limit() {
            ui.horizontal(|ui| {
                let label = ui.label(words::TIME_PER_TURN);
                ui.add(time_field(&mut self.seconds)).labelled_by(label.id);
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

    fn play_button_ui(&mut self, ui: &mut Ui, session: &Session<VirusWar>) {
        if self.is_thinking() {
            if ui.button("Stop the computer").on_hover_text("Stops without making a move (Esc)").clicked() {
                self.stop();
            }
            return;
        }
        let is_flawed = !session.flaws().is_empty();
        let is_over = session.state().problem().is_over();
        // In a game, it plays only its own turns.
        let is_users = self.battle.is_some() && !self.sides.include(session.state().to_move);
        let play = ui.add_enabled(!is_flawed && !is_over && !is_users, Button::new("Let the computer play"));
        let why_not = match (is_flawed, is_over) {
            (true, _) => "Fix the position first (see the status bar)",
            (false, true) => "The game is over",
            (false, false) => "It's your turn",
        };
        if play.on_hover_text("Makes the remaining moves of this turn").on_disabled_hover_text(why_not).clicked() {
            self.begin(session.state());
        }
    }
}

/// The choices of a drop-down box for the level.
pub fn levels_ui(ui: &mut Ui, level: &mut Level) {
    for other in Level::ALL {
        ui.selectable_value(level, other, sentence(other.title())).on_hover_text(format!(
            "Rating {}; random has 0, and 400 points more win ten of eleven games",
            grouped(u64::from(other.rating()))
        ));
    }
}

/// A field for the time per turn.
pub fn time_field<N: Numeric>(seconds: &mut N) -> DragValue<'_> {
    let (least, most) = Computer::TIMES_MS.into_inner();
    DragValue::new(seconds).range(least as f64 / 1e3..=most as f64 / 1e3).speed(0.1).suffix(" s")
}

/// A drop-down box, with its label on the left.
fn choice_ui(ui: &mut Ui, name: &str, chosen: String, choices: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        let label = ui.label(name);
        let shown = ComboBox::from_id_salt(name).width(ui.available_width()).selected_text(chosen).truncate().show_ui(ui, choices);
        shown.response.labelled_by(label.id);
    });
}

fn line_ui(ui: &mut Ui, line: &Line, level: Level) {
    let turns: Vec<String> = line.turns.iter().map(Turn::to_string).collect();
    let expectation = expectation(line.prospect(), line.score, level);
    let text = format!("{expectation} ({} ahead):\n{}", counted(u64::from(line.depth), "turn"), turns.join(" / "));
    muted(ui, &text).on_hover_text(
        "The turns that the computer expects, its own first; earlier ideas are below. The score is its mobility minus the enemy's; the \
         expert gives its chance of winning instead, estimated from games of the program with itself. A win, a loss or a draw is stated \
         only if it's proved; \"probably\" means that only the most promising turns were tried",
    );
}

/// What the player who chose a line can expect of it. The levels differ in what other scores mean.
fn expectation(prospect: Prospect, score: i32, level: Level) -> String {
    match prospect {
        Prospect::Proved(Outcome::Win(_)) => "It wins".to_owned(),
        Prospect::Proved(Outcome::Loss(_)) => "It loses".to_owned(),
        Prospect::Proved(Outcome::Draw) => "It's a draw".to_owned(),
        Prospect::LikelyWin => "It probably wins".to_owned(),
        Prospect::LikelyLoss => "It probably loses".to_owned(),
        Prospect::Chance(_) if level.scores_mobility() => words::score(score),
        Prospect::Chance(chance) => words::chance(chance),
    }
}

/// Whether moves of a single turn lead from one position to the other.
fn was_played(before: &State, now: &State) -> bool {
    let mut earlier = now.clone();
    (0..MAX_MOVES).any(|_| earlier.take_back().is_ok() && earlier.is_same_game(before))
}

fn is_new_game(state: &State) -> bool {
    state.is_same_game(&State::start_from(state.board.side(), state.rules, state.corner()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        puzzle::Puzzle,
        puzzles::virus_war::{
            model::{notation::Entry, state::Rules, tree::Tree},
            play::opponent::{LIKELY, WIN},
        },
        search::Found,
        workbench::file::Document,
    };

    #[test]
    fn a_turn_counts_as_played_even_if_the_duplicate_tool_has_changed() {
        let before = State::start(5, Rules::default());
        let mut now = State { triples: vec![[1, 2, 3]].into(), ..before.clone() };
        assert!(is_new_game(&now) && !was_played(&before, &now));
        assert_eq!(now.play("b2".parse().unwrap()), Ok(()));
        assert!(was_played(&before, &now) && !is_new_game(&now));
    }

    #[test]
    fn it_says_that_the_game_has_no_room_for_its_turn() {
        let mut state = State::start(5, Rules { passing: true, ..Rules::default() });
        let first = vec!["b2".parse().unwrap()];
        // All the variations are the same.
        let turns = std::iter::once(Entry::new(1, first)).chain((2..=MOST_TURNS).map(|_| Entry::new(2, Vec::new())));
        state.tree = Tree::of(turns.collect()).unwrap();
        let line = state.line().unwrap();
        let state = state.at(&line, 1, 0);
        assert_eq!(state.check().err(), None);
        let mut turns = Found::default();
        assert!((VirusWar::techniques()[0].search)(&state.check().unwrap(), &mut turns).is_continue());
        let session = Session::new(Document::untitled(state), None, Arc::new(|| ()));
        let mut opponent = Opponent::new(Arc::new(|| ()));
        assert!(opponent.make(turns.items[turns.items.len() - 1], &session).is_none());
        assert_eq!(opponent.failure, Some(tree_is_full(MOST_TURNS)));
    }

    #[test]
    fn only_proved_outcomes_are_stated_without_reservation() {
        let words = [WIN, WIN - 1, LIKELY, LIKELY - 1, 1 - LIKELY, -LIKELY, 1 - WIN, -WIN]
            .map(|score| expectation(Prospect::of(score), score, Level::Deep));
        let expected = [
            "It wins",
            "It probably wins",
            "It probably wins",
            "Score +499999",
            "Score -499999",
            "It probably loses",
            "It probably loses",
            "It loses",
        ];
        assert_eq!(words, expected);
        assert_eq!(
            [-100, 0, 100].map(|score| expectation(Prospect::of(score), score, Level::Expert)),
            ["27 % to win", "50 % to win", "73 % to win"]
        );
    }
}
