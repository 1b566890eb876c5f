//! A game, and how a level of the program chooses its turns in a limit of processor time.

use std::{
    fs,
    ops::ControlFlow::{self, Break, Continue},
    time::{Duration, Instant},
};

use quincunx::{
    puzzles::virus_war::{
        model::{
            position::{self, Position},
            state::{Problem, Rules},
            turn::Turn,
        },
        play::opponent::{Level, Line, choose, limit::Limit},
    },
    search::{Observer, Tally},
};

/// A game.
pub struct Game {
    /// The side of the board.
    pub side: u8,
    /// How many moves the first turn of each player has.
    pub first_moves: [u8; 2],
    /// The turns so far.
    pub turns: Vec<Turn>,
    /// The position after them.
    pub problem: Problem,
}

impl Game {
    /// A game whose first turns have these numbers of moves.
    pub fn new(side: u8, first_moves: [u8; 2]) -> Self {
        let rules = Rules::default();
        let problem = Problem::new(Position::start(side), position::Player::O, first_moves[0], rules);
        Self { side, first_moves, turns: Vec::new(), problem }
    }

    /// Makes a turn.
    pub fn play(&mut self, turn: Turn) {
        self.problem = self.problem.after(&turn);
        self.turns.push(turn);
        if let Some(&moves) = self.first_moves.get(self.turns.len()) {
            self.problem.moves = moves;
        }
    }
}

/// The turn that a level chooses and the processor time for it.
pub fn choose_by(level: Level, game: &Game, limit: Limit, seed: u64) -> (Option<Turn>, Duration) {
    let had = processor_time();
    let mut clock = Clock { limit: level.needs_limit().then_some(limit), began: Instant::now(), had };
    let turn = choose(level, &game.problem, seed, &mut clock);
    (turn, processor_time().saturating_sub(had))
}

/// Stops the search at its limit.
struct Clock {
    limit: Option<Limit>,
    began: Instant,
    had: Duration,
}

impl Observer<Line> for Clock {
    fn found(&mut self, _line: Line) -> ControlFlow<()> {
        Continue(())
    }

    fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
        let is_over = match self.limit {
            // Processor time is slow to read, and never more than the time that has passed.
            Some(Limit::Time(time)) => time <= self.began.elapsed() && time <= processor_time().saturating_sub(self.had),
            Some(Limit::Turns(turns)) => turns <= tally.explored,
            None => false,
        };
        if is_over { Break(()) } else { Continue(()) }
    }
}

/// The processor time of this thread.
fn processor_time() -> Duration {
    read_time("/proc/thread-self/schedstat")
}

/// The processor time in such a file.
pub fn read_time(path: &str) -> Duration {
    let times = fs::read_to_string(path).expect("only Linux says how long a thread has had the processor");
    Duration::from_nanos(times.split(' ').next().and_then(|time| time.parse().ok()).expect("the file begins with a number"))
}
