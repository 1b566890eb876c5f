//! The most promising turns of a position: all turns are scored roughly without making them, the best of these exactly.
//!
//! A turn's moves on empty cells don't change which cells the enemy can reach; only kills do. The mover's own mobility follows from the
//! graph of the turn. So the rough score of a turn takes a few operations on sets.

use std::ops::ControlFlow::{self, Continue};

use super::{Work, evaluation, score::win_in};
use crate::puzzles::virus_war::{
    model::{
        cells::{CELL_COUNT, CellSet},
        position::{Player, Position},
        state::Problem,
    },
    search::{
        graph::TurnGraph,
        once::{self, PartialTurn},
    },
};

/// How many times as many turns are scored exactly as are kept.
const SPARE: usize = 4;

/// One accessible cell less for the enemy is worth as much as this many more for the mover, in the rough score.
const ENEMY_MOBILITY_WEIGHT: i32 = 3;

/// A turn as a set of cells, and its score for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The cells.
    pub cells: CellSet,
    /// The score.
    pub score: i32,
}

/// The most promising turns of a position.
#[derive(Clone, Debug)]
pub struct Candidates {
    /// The best first. At least one if there is a turn.
    pub turns: Vec<Candidate>,
    /// The number of all turns of the position.
    pub all: u64,
}

impl Candidates {
    /// Whether these are all turns of the position.
    pub fn is_complete(&self) -> bool {
        self.all == self.turns.len() as u64
    }
}

/// Finds the `width` most promising turns. [`SPARE`] times as many are scored exactly, since the rough score can be wrong.
pub fn candidates(problem: &Problem, width: usize, work: &mut Work<'_>) -> ControlFlow<(), Candidates> {
    let (mut turns, all) = by_rough_score(problem, width.saturating_mul(SPARE), work)?;
    for candidate in turns.iter_mut().filter(|candidate| candidate.score < win_in(1)) {
        candidate.score = evaluation::score(&problem.position.after(problem.mover, candidate.cells), problem.mover);
    }
    turns.sort_unstable_by_key(Candidate::sort_key);
    turns.truncate(width);
    // The table keeps many of these lists.
    turns.shrink_to_fit();
    Continue(Candidates { turns, all })
}

/// The most turns of a position that are listed together, which take some 6 MB.
const MOST_TURNS: u64 = 200_000;

/// All turns of the position. Those that end the game come first, then the most promising ones. Gives up if there are too many.
pub fn all_turns(problem: &Problem, work: &mut Work<'_>) -> ControlFlow<(), impl Iterator<Item = CellSet> + use<>> {
    let (mut turns, _) = by_rough_score(problem, usize::MAX, work)?;
    turns.sort_unstable_by_key(Candidate::sort_key);
    Continue(turns.into_iter().map(|candidate| candidate.cells))
}

/// The `width` best turns by the rough score, in any order, and the number of all turns.
fn by_rough_score(problem: &Problem, width: usize, work: &mut Work<'_>) -> ControlFlow<(), (Vec<Candidate>, u64)> {
    // The graph covers one move more than the turn has, since the turn's last cells open cells for the next turn.
    let graph = TurnGraph::new(&problem.position, problem.mover, problem.moves + 1);
    let mut enemy = EnemyMobility::new(problem);
    let mut best = Best::new(width);
    let mut all = 0;
    once::each_partial_turn(&graph, problem.moves.saturating_sub(1), &mut |PartialTurn { cells, open, .. }| {
        let opened = cells.into_iter().fold(graph.accessible, |opened, cell| opened | graph.joined(cell));
        let kills = cells & graph.enemy;
        let theirs = enemy.after(kills);
        for last in open {
            let turn = cells | last.into();
            let theirs = if graph.enemy.contains(last) { enemy.after(kills | last.into()) } else { theirs };
            let score = theirs
                .map_or(win_in(1), |theirs| ((opened | graph.joined(last)) - turn).len() as i32 - ENEMY_MOBILITY_WEIGHT * theirs as i32);
            best.offer(Candidate { cells: turn, score });
        }
        all += open.len() as u64;
        if width == usize::MAX && MOST_TURNS < all {
            return work.give_up();
        }
        work.add_turns(open.len() as u64)
    })?;
    Continue((best.finish(), all))
}

impl Candidate {
    /// Lower is better. No two turns have the same key, so the order in which turns are offered makes no difference.
    fn sort_key(&self) -> (i32, CellSet) {
        (-self.score, self.cells)
    }
}

/// The best of many candidates, of which there can be millions.
struct Best {
    width: usize,
    kept: Vec<Candidate>,
    /// Candidates with a lower score are not among the best.
    lower_bound: i32,
}

impl Best {
    fn new(width: usize) -> Self {
        Self { width, kept: Vec::with_capacity(256), lower_bound: i32::MIN }
    }

    #[inline]
    fn offer(&mut self, candidate: Candidate) {
        if candidate.score < self.lower_bound {
            return;
        }
        self.kept.push(candidate);
        if self.kept.len() >= self.width.saturating_mul(2).saturating_add(64) {
            self.prune();
        }
    }

    fn prune(&mut self) {
        if self.width < self.kept.len() {
            let (_, worst, _) = self.kept.select_nth_unstable_by_key(self.width - 1, Candidate::sort_key);
            self.lower_bound = worst.score;
            self.kept.truncate(self.width);
        }
    }

    fn finish(mut self) -> Vec<Candidate> {
        self.prune();
        self.kept
    }
}

/// Finds how many cells are accessible to the enemy after some of its viruses are killed; none if it has lost then.
struct EnemyMobility {
    live: CellSet,
    connectors: CellSet,
    targets: CellSet,
    moves: u32,
    without_kills: Option<u32>,
    /// The mobility after a single kill, by its cell, once it was computed.
    after_one_kill: [Option<Option<u32>>; CELL_COUNT],
}

impl EnemyMobility {
    fn new(problem: &Problem) -> Self {
        let (position, enemy): (&Position, Player) = (&problem.position, problem.mover.other());
        let mut mobility = Self {
            live: position.live(enemy),
            connectors: position.connectors(enemy),
            targets: position.targets(enemy),
            moves: u32::from(problem.rules.moves),
            without_kills: None,
            after_one_kill: [None; CELL_COUNT],
        };
        mobility.without_kills = mobility.compute(CellSet::NONE);
        mobility
    }

    fn after(&mut self, kills: CellSet) -> Option<u32> {
        let mut cells = kills.into_iter();
        match (cells.next(), cells.next()) {
            (None, _) => self.without_kills,
            (Some(only), None) => match self.after_one_kill[only.index()] {
                Some(mobility) => mobility,
                None => *self.after_one_kill[only.index()].insert(self.compute(kills)),
            },
            _ => self.compute(kills),
        }
    }

    fn compute(&self, kills: CellSet) -> Option<u32> {
        let live = self.live - kills;
        let accessible = (live.flooded(self.connectors).grown() & self.targets).len() as u32;
        // All accessible cells are reachable, so this many suffice.
        if self.moves <= accessible {
            return Some(accessible);
        }
        let reachable = live.flooded(self.targets | self.connectors) & self.targets;
        (self.moves <= reachable.len() as u32).then_some(accessible)
    }
}
