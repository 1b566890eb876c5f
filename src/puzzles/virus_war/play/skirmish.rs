//! Games in which problems are found. Their turns are chosen by rules of their own that never change, so that a seed gives the same problem
//! forever, however strong the opponents become.

use crate::model::{
    cells::{Cell, CellSet},
    position::{Player, Position},
    state::{Problem, Rules},
};
use base::chance::Random;

/// How many random turns are compared; the best is played.
const SAMPLES: usize = 8;

/// A cell less for the enemy to move to is worth as much as this many more for the mover.
const ENEMY_MOBILITY_WEIGHT: i32 = 3;

/// Plays a game from the usual start on a board of this side. Returns the position before each turn, first to last; the loser's last
/// position is not among them.
pub fn game(side: u8, random: &mut Random) -> Vec<Problem> {
    let mut positions = Vec::new();
    let mut now = Problem::new(Position::start(side), Player::O, Rules::default().opening, Rules::default());
    while !now.is_lost() {
        let cells = turn(&now, random);
        positions.push(now.clone());
        now = now.after_cells(cells);
    }
    positions
}

/// The best of some random turns, by the cells that are accessible to either side after it. The mover must have a turn.
fn turn(problem: &Problem, random: &mut Random) -> CellSet {
    let mover = problem.mover;
    let mut best: Option<(i32, CellSet)> = None;
    for _ in 0..SAMPLES {
        let cells = random_turn(problem, random);
        let after = problem.position.after(mover, cells);
        let mobility = |player| after.accessible(player).len() as i32;
        let score = mobility(mover) - ENEMY_MOBILITY_WEIGHT * mobility(mover.other());
        if best.is_none_or(|(highest, _)| highest < score) {
            best = Some((score, cells));
        }
    }
    best.map_or(CellSet::NONE, |(_, cells)| cells)
}

/// Moves on random accessible cells. Where there are kills, every other move is one.
fn random_turn(problem: &Problem, random: &mut Random) -> CellSet {
    let mut cells = CellSet::NONE;
    for _ in 0..problem.moves {
        let now = problem.position.after(problem.mover, cells);
        let accessible = now.accessible(problem.mover);
        let kills = accessible & now.live(problem.mover.other());
        let choice = if !kills.is_empty() && random.below(2) == 0 { kills } else { accessible };
        let chosen: Option<Cell> = choice.into_iter().nth(random.below(choice.len() as u64) as usize);
        cells |= chosen.map_or(CellSet::NONE, CellSet::from);
    }
    cells
}
