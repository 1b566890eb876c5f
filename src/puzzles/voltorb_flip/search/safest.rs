//! A simple way to play: always flip the safest tile that is good for something. What that is worth is easily worked out, and the
//! best play does not do worse.

use std::ops::ControlFlow;

use super::{
    counting::WeightedBoard,
    optimal::{
        ROUNDING,
        choices::{TileWeights, tiles},
    },
};
use crate::puzzles::voltorb_flip::model::{objective::Goal, problem::Problem, rules::Value};

/// What it is worth to flip always the safest useful tile, and to stop when stopping is better; in coins, how many times more it
/// makes of those that are won already. These boards are left, of which there must be one; their order is changed. `flipped` hears
/// after each flip that was thought about how many there were, and may stop it.
pub fn worth(
    problem: &Problem,
    goal: Goal,
    boards: &mut [WeightedBoard],
    flipped: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> ControlFlow<(), f64> {
    let hidden = problem.face_down().fold(0, |hidden, tile| hidden | 1 << tile);
    let mut play = Play { goal, flips: 0, flipped };
    let worth = play.worth(boards, hidden)?;
    ControlFlow::Continue(worth / weight(boards))
}

struct Play<'a> {
    goal: Goal,
    flips: u64,
    flipped: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
}

impl Play<'_> {
    /// What the boards are worth, times their weight. All of them have shown the same; `hidden` has a bit for each
    /// tile that is face down.
    fn worth(&mut self, boards: &mut [WeightedBoard], hidden: u32) -> ControlFlow<(), f64> {
        let weight = weight(boards);
        let is_won = boards[0].0.hidden_multipliers(hidden) == 0;
        let stopping = match self.goal {
            Goal::Cards { .. } if self.goal.cards_missing(hidden) == 0 => return ControlFlow::Continue(weight),
            Goal::Cards { or_win: false, .. } => 0.0,
            _ if is_won => return ControlFlow::Continue(weight),
            // A lone board is known, so it is cleared.
            Goal::Clear if boards.len() == 1 => return ControlFlow::Continue(weight),
            Goal::Clear | Goal::Cards { .. } => 0.0,
            Goal::Coins => weight,
        };
        let Some(tile) = safest(boards, hidden, !matches!(self.goal, Goal::Cards { .. })).filter(|_| !is_won) else {
            return ControlFlow::Continue(stopping);
        };
        self.flips += 1;
        (self.flipped)(self.flips)?;
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

/// The hidden tile that is least likely a Voltorb, of all that may be something else or of those that may be a 2 or a 3; of equally
/// safe ones the one that is most likely a 2 or a 3, and the first of these.
pub fn safest(boards: &[WeightedBoard], hidden: u32, is_multiplier: bool) -> Option<usize> {
    let odds = TileWeights::of(boards.iter().copied(), hidden);
    let first = if is_multiplier { Value::Two } else { Value::One };
    let good = |tile: usize| 0.0 < odds.weights[tile][first as usize..].iter().sum();
    let gain = |tile: usize| odds.weights[tile][Value::Two as usize..].iter().sum::<f64>();
    let is_better = |one: usize, other: usize| {
        // Equal weights are added up in different orders, so they are rounded otherwise.
        let safer = odds.weights[other][0] - odds.weights[one][0];
        let gained = gain(one) - gain(other);
        let rounding = ROUNDING * odds.total;
        rounding < safer || -rounding <= safer && rounding < gained
    };
    let better = |best: Option<usize>, tile| if best.is_some_and(|best| !is_better(tile, best)) { best } else { Some(tile) };
    tiles(hidden).filter(|&tile| good(tile)).fold(None, better)
}

fn weight(boards: &[WeightedBoard]) -> f64 {
    boards.iter().map(|(_, weight)| weight).sum()
}
