//! Scores a turn roughly by the position right after it, and keeps the best of millions of turns.
//!
//! A turn's moves on empty cells don't change which cells the enemy can reach, since these cells are still targets of the enemy; only kills
//! do. The mover's own mobility follows from the graph of the turn. So a turn is scored by a few operations on sets, without making it.

use crate::model::{
    cells::{CELL_COUNT, CellSet, OnBoard},
    position::{Player, Position},
    state::Problem,
};

/// One accessible cell less for the enemy is worth as much as this many more for the mover, who doesn't know yet which cells the enemy will
/// take away.
const ENEMY_MOBILITY_WEIGHT: i32 = 3;

/// The score of a turn from the numbers of cells that are accessible after it: to the mover, and to the enemy. None if the enemy has lost.
#[inline]
pub fn rough_score(own: usize, enemy: Option<u32>) -> Option<i32> {
    enemy.map(|enemy| own as i32 - ENEMY_MOBILITY_WEIGHT * enemy as i32)
}

/// Finds how many cells are accessible to the enemy after some of its viruses are killed; none if it can't make a whole turn then, and has
/// lost.
pub struct EnemyMobility {
    live: CellSet,
    /// The cell for its first virus, if it has had none.
    first: CellSet,
    connectors: CellSet,
    targets: CellSet,
    moves: u32,
    without_kills: Option<u32>,
    /// The mobility after a single kill, by its cell, once it was computed.
    after_one_kill: [Option<Option<u32>>; CELL_COUNT],
}

impl EnemyMobility {
    /// For turns of this position.
    pub fn new(problem: &Problem) -> Self {
        let (position, enemy): (&Position, Player) = (&problem.position, problem.mover.other());
        let mut mobility = Self {
            live: position.live(enemy),
            first: position.first_cell(enemy),
            connectors: position.connectors(enemy),
            targets: position.targets(enemy),
            moves: u32::from(problem.rules.moves),
            without_kills: None,
            after_one_kill: [None; CELL_COUNT],
        };
        mobility.without_kills = mobility.compute(CellSet::NONE);
        mobility
    }

    /// The mobility after these kills.
    pub fn after(&mut self, kills: CellSet) -> Option<u32> {
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
        let accessible = ((live.flooded(self.connectors).grown() | self.first) & self.targets).len() as u32;
        // All accessible cells are reachable, so this many suffice.
        if self.moves <= accessible {
            return Some(accessible);
        }
        let reachable = (live | self.first).flooded(self.targets | self.connectors) & self.targets;
        (self.moves <= reachable.len() as u32).then_some(accessible)
    }
}

/// A turn with its score.
pub trait Scored {
    /// What orders turns: lower is better. No two turns may have the same key, so that it makes no difference in which order they are
    /// offered.
    type Key: Ord;

    /// Its score.
    fn score(&self) -> i32;

    /// Its key, which begins with the score.
    fn sort_key(&self) -> Self::Key;
}

/// The best of many turns, of which there can be millions.
pub struct Best<T> {
    width: usize,
    kept: Vec<T>,
    /// Turns with a lower score are not among the best.
    lower_bound: i32,
}

impl<T: Scored> Best<T> {
    /// Keeps this many.
    pub fn new(width: usize) -> Self {
        Self { width, kept: Vec::with_capacity(256), lower_bound: i32::MIN }
    }

    /// Keeps the turn if it is one of the best so far.
    #[inline]
    pub fn offer(&mut self, turn: T) {
        if turn.score() < self.lower_bound {
            return;
        }
        self.kept.push(turn);
        if self.kept.len() >= 2 * self.width + 64 {
            self.prune();
        }
    }

    fn prune(&mut self) {
        if self.width < self.kept.len() {
            let (_, worst, _) = self.kept.select_nth_unstable_by_key(self.width - 1, T::sort_key);
            self.lower_bound = worst.score();
            self.kept.truncate(self.width);
        }
    }

    /// Returns the best turns, in any order.
    pub fn finish(mut self) -> Vec<T> {
        self.prune();
        self.kept
    }
}
