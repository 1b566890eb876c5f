//! A simple way to play: always flip the safest useful tile. Its worth is quick to compute and a lower bound on that of the best play.

use std::ops::ControlFlow;

use super::{
    counting::WeightedBoard,
    optimal::{ROUNDING, choices::TileWeights, shape::tiles},
};
use crate::model::{objective::Goal, problem::Problem, rules::Value};

/// Returns the worth of always flipping the safest useful tile, and of stopping when that is better. For coins, it is a factor on the coins
/// already won. `boards` are all consistent boards, at least one; they are reordered. Calls `progress` for each flip considered with
/// the number of flips so far; it may stop the computation.
pub fn worth(
    problem: &Problem,
    goal: Goal,
    boards: &mut [WeightedBoard],
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> ControlFlow<(), f64> {
    let hidden = problem.face_down().fold(0, |hidden, tile| hidden | 1 << tile);
    let mut play = Play { goal, flips: 0, progress };
    let worth = play.worth(boards, hidden)?;
    ControlFlow::Continue(worth / weight(boards))
}

struct Play<'a> {
    goal: Goal,
    flips: u64,
    progress: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
}

impl Play<'_> {
    /// Returns the worth of the boards times their weight. All of them match the face-up tiles; `hidden` is the set of face-down tiles.
    fn worth(&mut self, boards: &mut [WeightedBoard], hidden: u32) -> ControlFlow<(), f64> {
        let weight = weight(boards);
        let is_won = boards[0].0.hidden_multipliers(hidden) == 0;
        let stopping = match self.goal {
            Goal::Cards { .. } if self.goal.cards_missing(hidden) == 0 => return ControlFlow::Continue(weight),
            Goal::Cards { or_win: false, .. } => 0.0,
            _ if is_won => return ControlFlow::Continue(weight),
            // With a single board left, every tile is known and the board gets cleared.
            Goal::Clear if boards.len() == 1 => return ControlFlow::Continue(weight),
            Goal::Clear | Goal::Cards { .. } => 0.0,
            Goal::Coins => weight,
        };
        let Some(tile) = safest(boards, hidden, !matches!(self.goal, Goal::Cards { .. })).filter(|_| !is_won) else {
            return ControlFlow::Continue(stopping);
        };
        self.flips += 1;
        (self.progress)(self.flips)?;
        boards.sort_unstable_by_key(|(board, _)| board.value(tile));
        let mut worth = 0.0;
        for same in boards.chunk_by_mut(|(one, _), (other, _)| one.value(tile) == other.value(tile)) {
            let shown = same[0].0.value(tile);
            if shown != Value::Voltorb {
                worth += self.goal.factor(shown) * self.worth(same, hidden & !(1 << tile))?;
            }
        }
        ControlFlow::Continue(worth.max(stopping))
    }
}

/// Returns the hidden tile least likely to be a Voltorb: with `useful_only` among those that may be a 2 or 3, otherwise among all that may
/// be anything but a Voltorb. Ties go to the tile most likely to be a 2 or 3, then to the first.
pub fn safest(boards: &[WeightedBoard], hidden: u32, useful_only: bool) -> Option<usize> {
    let odds = TileWeights::of(boards.iter().copied(), hidden);
    let first = if useful_only { Value::Two } else { Value::One };
    let is_candidate = |tile: usize| 0.0 < odds.weights[tile][first as usize..].iter().sum();
    let gain = |tile: usize| odds.weights[tile][Value::Two as usize..].iter().sum::<f64>();
    let is_better = |one: usize, other: usize| {
        // Equal weights may differ by rounding, since they are added up in different orders.
        let safer = odds.weights[other][0] - odds.weights[one][0];
        let gained = gain(one) - gain(other);
        let rounding = ROUNDING * odds.total;
        rounding < safer || -rounding <= safer && rounding < gained
    };
    let better = |best: Option<usize>, tile| if best.is_some_and(|best| !is_better(tile, best)) { best } else { Some(tile) };
    tiles(hidden).filter(|&tile| is_candidate(tile)).fold(None, better)
}

fn weight(boards: &[WeightedBoard]) -> f64 {
    boards.iter().map(|(_, weight)| weight).sum()
}
