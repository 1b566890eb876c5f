//! Killer turns: turns that refuted a position, and probably refute the ones beside it too. To try a few of them takes a hundredth of the
//! time in which all turns of a position are made and scored.

use crate::model::{cells::CellSet, position::Player, state::Problem};

/// How many killer turns are kept for each player and depth.
const KEPT: usize = 4;
/// Deeper searches are so few that their killer turns save nothing.
const DEPTHS: usize = 16;

/// The last killer turns of each player and depth, the latest first.
#[derive(Clone, Default)]
pub struct Killers([[[CellSet; KEPT]; DEPTHS]; 2]);

impl Killers {
    /// Adds a turn that refuted a position, searched this deep. A pass never becomes one: it is tried in every position.
    pub fn add(&mut self, mover: Player, depth: u8, cells: CellSet) {
        if cells.is_empty() {
            return;
        }
        let Some(kept) = self.0[usize::from(mover == Player::X)].get_mut(usize::from(depth)) else { return };
        let place = kept.iter().position(|&other| other == cells).unwrap_or(KEPT - 1);
        kept[place] = cells;
        kept[..=place].rotate_right(1);
    }

    /// The killer turns of this depth that are turns of the position.
    pub fn turns(&self, problem: &Problem, depth: u8) -> impl Iterator<Item = CellSet> + use<> {
        let kept = self.0[usize::from(problem.mover == Player::X)].get(usize::from(depth)).copied().unwrap_or_default();
        let problem = problem.clone();
        kept.into_iter().filter(move |&cells| is_turn(&problem, cells))
    }
}

/// Whether moves on all these cells are a turn of the position.
fn is_turn(problem: &Problem, cells: CellSet) -> bool {
    let mover = problem.mover;
    if cells.len() != usize::from(problem.moves) || !(cells - problem.position.targets(mover)).is_empty() {
        return false;
    }
    let (mut position, mut rest) = (problem.position, cells);
    while !rest.is_empty() {
        // All of these can be moved to in any order, and each move leaves the others accessible.
        let now = position.accessible(mover) & rest;
        if now.is_empty() {
            return false;
        }
        position = position.after(mover, now);
        rest -= now;
    }
    true
}
