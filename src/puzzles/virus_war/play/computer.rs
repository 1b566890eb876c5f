//! The computer at the board: the sides that it plays by itself, when it considers a turn and when it makes it, and what it expects.
//!
//! Nothing here thinks or waits. The owner runs each [`Thinking`] that is returned, passes in what that finds, and says what time it is.

use std::{ops::ControlFlow, time::Duration};

use super::{
    battle::Battle,
    opponent::{
        self, Level, Line,
        limit::{Limit, Limited, stopwatch},
    },
};
use crate::{
    VirusWar,
    model::{
        position::Player,
        state::{Problem, State},
        tree::MOST_TURNS,
        turn::{MAX_MOVES, Turn},
    },
    search::engine::{Outcome, Prospect},
    words::{prospects, refusals::tree_is_full},
};
use base::{
    board::Board as _,
    search::{Observer, Tally},
    text::counted,
};

/// How long a level that needs a limit thinks about a turn by default, in seconds.
const DEFAULT_SECONDS: f32 = 3.0;

/// How many lines are kept.
const LINES: usize = 3;

/// The sides that the computer plays by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// It plays when asked.
    Neither,
    /// It plays this side.
    One(Player),
    /// It plays both.
    Both,
}

impl Sides {
    /// All of them, in the order of the menu.
    pub const ALL: [Self; 4] = [Self::Neither, Self::One(Player::O), Self::One(Player::X), Self::Both];

    /// Their name in the menu.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Neither => "When asked",
            Self::One(Player::O) => "O by itself",
            Self::One(Player::X) => "X by itself",
            Self::Both => "Both sides",
        }
    }

    /// Whether this player is one of them.
    pub fn include(self, player: Player) -> bool {
        match self {
            Self::Neither => false,
            Self::One(one) => one == player,
            Self::Both => true,
        }
    }
}

/// A document as the computer sees it.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    /// The position that is shown.
    pub shown: &'a State,
    /// The position of the document. While the user looks back, it is another one.
    pub now: &'a State,
    /// Whether a later position can be brought back.
    pub can_redo: bool,
}

/// A turn to be thought about.
#[derive(Clone, Debug)]
pub struct Thinking {
    level: Level,
    problem: Problem,
    time: Duration,
    seed: u64,
}

/// What thinking finds.
#[derive(Clone, Debug, PartialEq)]
pub enum Thought {
    /// A better line.
    BetterLine(Line),
    /// It has chosen a turn. Nothing follows.
    Chosen {
        /// The turn; none if there is no turn.
        turn: Option<Turn>,
        /// How long the thinking took.
        took: Duration,
        /// How many turns it has looked at.
        explored: u64,
    },
}

impl Thinking {
    /// Thinks. [`Thought::Chosen`] comes when everything was searched or the time is up.
    ///
    /// # Errors
    /// `Break`, if the observer stops it. Then no turn is chosen.
    pub fn run(&self, observer: &mut dyn Observer<Thought>) -> ControlFlow<()> {
        self.by_clock(&mut stopwatch(), observer)
    }

    fn by_clock(&self, clock: &mut dyn FnMut() -> Duration, observer: &mut dyn Observer<Thought>) -> ControlFlow<()> {
        let mut lines = Lines { observer, explored: 0 };
        let mut limited = Limited::new(Some(Limit::Time(self.time)), clock, &mut lines);
        let turn = opponent::choose(self.level, &self.problem, self.seed, &mut limited);
        if limited.was_stopped {
            // The caller stopped it and doesn't want a turn.
            return ControlFlow::Break(());
        }
        let explored = lines.explored;
        observer.found(Thought::Chosen { turn, took: clock(), explored })
    }
}

/// Passes lines on as thoughts, and remembers how many turns were looked at.
struct Lines<'a> {
    observer: &'a mut dyn Observer<Thought>,
    explored: u64,
}

impl Observer<Line> for Lines<'_> {
    fn found(&mut self, line: Line) -> ControlFlow<()> {
        self.observer.found(Thought::BetterLine(line))
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.explored = tally.explored;
        self.observer.progress(done, tally)
    }
}

/// The computer as a player.
pub struct Opponent {
    /// How strong it plays when it is asked.
    pub level: Level,
    /// How long it thinks about a turn, if its level needs a limit.
    pub seconds: f32,
    sides: Sides,
    is_thinking: bool,
    /// The turn that it has chosen, and when it makes it.
    waiting: Option<(Turn, Duration)>,
    /// When it made its last turn.
    made: Option<Duration>,
    /// The level that has found the lines.
    expecting: Level,
    /// The best line for the turn that it thinks about or made last, followed by earlier best lines.
    expected: Vec<Line>,
    /// How long it thought about the turn that it made last, and how many turns it looked at.
    work: Option<(Duration, u64)>,
    /// Why it couldn't think, or couldn't make its turn.
    failure: Option<String>,
    /// The game that is played.
    battle: Option<Battle>,
}

impl Default for Opponent {
    /// An opponent that plays when asked.
    fn default() -> Self {
        Self {
            level: Level::TwoPly,
            seconds: DEFAULT_SECONDS,
            sides: Sides::Neither,
            is_thinking: false,
            waiting: None,
            made: None,
            expecting: Level::TwoPly,
            expected: Vec::new(),
            work: None,
            failure: None,
            battle: None,
        }
    }
}

impl Opponent {
    /// Whether it thinks, or waits before it makes the turn that it has chosen.
    pub fn is_busy(&self) -> bool {
        self.is_thinking || self.waiting.is_some()
    }

    /// Whether it thinks. If it doesn't, nothing that it still finds is wanted.
    pub fn is_thinking(&self) -> bool {
        self.is_thinking
    }

    /// When it makes the turn that it has chosen.
    pub fn due(&self) -> Option<Duration> {
        self.waiting.map(|(_, due)| due)
    }

    /// The sides that it plays by itself.
    pub fn sides(&self) -> Sides {
        self.sides
    }

    /// The best line for the turn that it thinks about or made last, and earlier best lines.
    pub fn expected(&self) -> &[Line] {
        &self.expected
    }

    /// How long it thought about the turn that it made last, and how many turns it looked at.
    pub fn work(&self) -> Option<(Duration, u64)> {
        self.work
    }

    /// Why it couldn't play.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Stops the thinking without making a turn.
    pub fn stop(&mut self) {
        (self.is_thinking, self.waiting) = (false, None);
    }

    /// Follows a change of the position, except to one that the computer has made: its thoughts about another position are dropped, and it
    /// replies to a turn that the user has played.
    pub fn follow(&mut self, before: &State, by_user: bool, table: Table<'_>) -> Option<Thinking> {
        if before.is_same_game(table.shown) {
            return None;
        }
        self.stop();
        self.forget();
        self.should_reply(before, by_user, table).then(|| self.begin(table.shown)).flatten()
    }

    /// Begins its side of a game that was just started.
    pub fn begin_game(&mut self, battle: Option<&Battle>, table: Table<'_>) -> Option<Thinking> {
        self.take_side(battle);
        self.is_to_move(table).then(|| self.begin(table.shown)).flatten()
    }

    /// Takes in the game that is played. It may come from a file, or the user has returned to it: then nothing moves until it is asked.
    pub fn take_side(&mut self, battle: Option<&Battle>) {
        if self.battle.as_ref() == battle {
            return;
        }
        self.battle = battle.cloned();
        let computer = battle.and_then(|battle| battle.computer);
        let is_watched = battle.is_some_and(|battle| battle.rival.is_some());
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
    }

    /// Lets it play these sides by itself from now on.
    pub fn play_by_itself(&mut self, sides: Sides, state: &State) -> Option<Thinking> {
        self.sides = sides;
        self.stop();
        sides.include(state.to_move).then(|| self.begin(state)).flatten()
    }

    /// Lets it make the remaining moves of the turn.
    pub fn play(&mut self, state: &State) -> Option<Thinking> {
        self.begin(state)
    }

    /// Why it can't be asked to play now, if it can't.
    pub fn why_not(&self, state: &State, is_flawed: bool) -> Option<&'static str> {
        // In a game, it plays only its own turns.
        let is_users = self.battle.is_some() && !self.sides.include(state.to_move);
        match (is_flawed, state.problem().is_over(), is_users) {
            (true, ..) => Some("Fix the position first (see the status bar)"),
            (false, true, _) => Some("The game is over"),
            (false, false, true) => Some("It's your turn"),
            (false, false, false) => None,
        }
    }

    /// Takes in what its thinking has found. While a game is watched, it makes its turns at a pace of this many moves a second.
    pub fn take_in(&mut self, thought: Thought, state: &State, now: Duration, pace: f32) {
        if !self.is_thinking {
            return;
        }
        match thought {
            Thought::BetterLine(line) => {
                self.expected.retain(|other| other.turns.first() != line.turns.first());
                self.expected.insert(0, line);
                self.expected.truncate(LINES);
            }
            Thought::Chosen { turn, took, explored } => {
                self.work = Some((took, explored));
                self.is_thinking = false;
                let moves = f32::from(state.moves_left);
                let earliest = self.made.filter(|_| self.sides == Sides::Both).map(|made| made + Duration::from_secs_f32(moves / pace));
                self.waiting = turn.map(|turn| (turn, earliest.map_or(now, |earliest| earliest.max(now))));
            }
        }
    }

    /// Notes that its thinking has ended, and why if it failed.
    pub fn finish(&mut self, failure: Option<String>) {
        if std::mem::take(&mut self.is_thinking) {
            self.failure = failure;
        }
    }

    /// Makes the turn that it has chosen, if it is time. Returns the position after it, and the thinking about the next turn if that is its
    /// own, too.
    pub fn make_turn(&mut self, state: &State, now: Duration) -> Option<(State, Option<Thinking>)> {
        let (turn, _) = self.waiting.take_if(|(_, due)| *due <= now)?;
        self.make(turn, state, now)
    }

    fn make(&mut self, turn: Turn, state: &State, now: Duration) -> Option<(State, Option<Thinking>)> {
        let Some(next) = VirusWar::BOARD_EXTRAS.adopt(state, &turn) else {
            // The turn follows the rules, so the game has no room for it.
            self.failure = Some(tree_is_full(MOST_TURNS));
            return None;
        };
        self.made = Some(now);
        let thinking = self.sides.include(next.to_move).then(|| {
            let (expected, work) = (std::mem::take(&mut self.expected), self.work.take());
            let thinking = self.begin(&next);
            (self.expected, self.work) = (expected, work);
            thinking
        });
        Some((next, thinking.flatten()))
    }

    /// Drops its thoughts about another position.
    fn forget(&mut self) {
        self.expected.clear();
        (self.work, self.failure) = (None, None);
    }

    /// Whether one of its sides is to move because the user has just played a turn or set up a new game.
    ///
    /// It doesn't reply when the user undoes, redoes or steps through the game, since that only looks at earlier positions.
    fn should_reply(&self, before: &State, by_user: bool, table: Table<'_>) -> bool {
        if self.battle.is_some() {
            return by_user && self.is_to_move(table);
        }
        let now = table.now;
        let is_turn_over = before.to_move != now.to_move && was_played(before, now);
        by_user && self.sides.include(now.to_move) && (is_turn_over || is_new_game(now))
    }

    /// Whether it is its turn in the game that is played.
    fn is_to_move(&self, Table { shown, now, can_redo }: Table<'_>) -> bool {
        let is_shown = now.is_same_game(shown) && now.is_at_end_of_line();
        self.battle.is_some() && self.sides.include(now.to_move) && is_shown && !can_redo && !now.problem().is_over()
    }

    fn begin(&mut self, state: &State) -> Option<Thinking> {
        self.stop();
        self.forget();
        let problem = state.check().ok()?;
        // The seed depends on the turn only, so the same game can be played again, but different turns still get different random choices.
        let seed = self.battle.as_ref().map_or(0, |battle| battle.seed).wrapping_add(state.record.len() as u64);
        if let Some(computer) = self.battle.as_ref().and_then(|battle| battle.computer_as(problem.mover)) {
            self.level = computer.level;
        }
        (self.is_thinking, self.expecting) = (true, self.level);
        Some(Thinking { level: self.level, problem, time: Duration::from_secs_f32(self.seconds), seed })
    }

    /// A line that it expects, and what it expects of it.
    pub fn line_in_words(&self, line: &Line) -> String {
        let turns: Vec<String> = line.turns.iter().map(Turn::to_string).collect();
        let expectation = expectation(line.prospect(), line.score, self.expecting);
        format!("{expectation} ({} ahead):\n{}", counted(u64::from(line.depth), "turn"), turns.join(" / "))
    }
}

/// What the player who chose a line can expect of it. The levels differ in what other scores mean.
fn expectation(prospect: Prospect, score: i32, level: Level) -> String {
    match prospect {
        Prospect::Proved(Outcome::Win(_)) => "It wins".to_owned(),
        Prospect::Proved(Outcome::Loss(_)) => "It loses".to_owned(),
        Prospect::Proved(Outcome::Draw) => "It's a draw".to_owned(),
        Prospect::LikelyWin => "It probably wins".to_owned(),
        Prospect::LikelyLoss => "It probably loses".to_owned(),
        Prospect::Chance(_) if level.scores_mobility() => format!("Score {score:+}"),
        Prospect::Chance(chance) => format!("{} to win", prospects::chance(chance)),
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
mod tests;
