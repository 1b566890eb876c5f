//! Opponents of several strengths. They choose a turn of a position; who asks them, and for how long, is not told here.

mod beam;
mod deep;
mod evaluation;

use std::ops::ControlFlow;

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use serde::Serialize;

use super::{graph::TurnGraph, once, state::Problem, turn::Turn};
use crate::search::{Observer, Tally};
use evaluation::{Candidate, Ties, promising};

/// How strong an opponent is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Any turn is as likely as any other.
    Random,
    /// Looks at the position after its turn.
    OnePly,
    /// Looks at the enemy's best answers to its most promising turns.
    TwoPly,
    /// Looks ahead further and further until it is stopped.
    Deep,
}

/// What an opponent expects.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// The turns that it expects, its own first.
    pub turns: Vec<Turn>,
    /// What it comes to for the player who chooses: accessible cells ahead of the enemy, or [`WIN`] and more.
    pub score: i32,
    /// How many turns it looked ahead.
    pub depth: u8,
}

/// Scores from here on are sure wins, the greater the sooner; their opposites are sure losses.
pub const WIN: i32 = 1_000_000;

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Self; 4] = [Self::Random, Self::OnePly, Self::TwoPly, Self::Deep];

    /// The name on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::OnePly => "one-ply",
            Self::TwoPly => "two-ply",
            Self::Deep => "deep",
        }
    }

    /// The name that people read, in lower case.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::OnePly => "one turn ahead",
            Self::TwoPly => "two turns ahead",
            Self::Deep => "as far as it can see",
        }
    }

    /// The level with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.key() == key)
    }
}

/// The turn that the level chooses; none if there is no turn.
///
/// The observer hears of better and better lines; when it stops the search, the best turn so far is chosen, and every
/// level finds a first one even then. [`Level::Deep`] ends by itself only when it has seen the end of the game. The same
/// seed gives the same turn as long as the search may go equally far. The tally
/// explores turns and keeps positions that were looked into.
pub fn choose(level: Level, problem: &Problem, seed: u64, observer: &mut dyn Observer<Line>) -> Option<Turn> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut watch = Watch { observer, tally: Tally::default(), done: 0.0 };
    match level {
        Level::Random => any_turn(problem, &mut random, &mut watch),
        Level::OnePly => one_ply(problem, &mut random, &mut watch),
        Level::TwoPly => beam::choose(problem, &mut random, &mut watch),
        Level::Deep => deep::choose(problem, &mut random, &mut watch),
    }
}

fn one_ply(problem: &Problem, random: &mut ChaCha8Rng, watch: &mut Watch<'_>) -> Option<Turn> {
    let (best, _ended) = promising(problem, 1, Ties::Random(random), watch);
    let &Candidate { turn, score, .. } = best.first()?;
    // The turn is chosen already; the observer can only learn of it.
    let _told = watch.tell(Line { turns: vec![turn], score, depth: 1 });
    Some(turn)
}

/// Each turn with the same chance: the `i`th replaces the one before with the chance 1 to `i`.
fn any_turn(problem: &Problem, random: &mut ChaCha8Rng, watch: &mut Watch<'_>) -> Option<Turn> {
    let graph = TurnGraph::new(&problem.position, problem.mover, problem.moves);
    let mut chosen = None;
    let mut turns = 0;
    let _ended = once::each_turn(&graph, problem.moves, &mut |turn| {
        turns += 1;
        if below(random, turns) == 0 {
            chosen = Some(turn);
        }
        watch.count(1)
    });
    chosen
}

/// A random number below the limit, which is far below 2^64.
pub(super) fn below(random: &mut ChaCha8Rng, limit: u64) -> u64 {
    (u128::from(random.next_u64()) * u128::from(limit) >> 64) as u64
}

/// An observer and what it is to be told.
struct Watch<'a> {
    observer: &'a mut dyn Observer<Line>,
    tally: Tally,
    done: f32,
}

impl Watch<'_> {
    /// Counts turns that were made.
    fn count(&mut self, made: u64) -> ControlFlow<()> {
        self.tally.explored += made;
        self.observer.progress(self.done, &self.tally)
    }

    /// Counts a position that was looked into.
    fn enter(&mut self) {
        self.tally.kept += 1;
    }

    fn tell(&mut self, line: Line) -> ControlFlow<()> {
        self.observer.found(line)
    }

    /// Raises the share of the work that is done.
    fn reach(&mut self, done: f32) -> ControlFlow<()> {
        self.done = self.done.max(done.min(1.0));
        self.observer.progress(self.done, &self.tally)
    }
}
