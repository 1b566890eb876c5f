//! The end of a play, when nothing more can be learned: betting on some tiles and flipping them in turn.
//!
//! Each tile is then a Voltorb or one particular value, so a bet is a set of tiles. The flips show the same on all boards on which the
//! round continues, and their order doesn't matter. To clear the board, a set wins on the boards where it has all multipliers and no
//! Voltorb. Two boards on which the same set wins have the same multipliers: a tile that is one on the first isn't a Voltorb on the second,
//! so it has the same value there. So the best bet is the [`heaviest`] set of boards with the same multipliers. For cards, if a win counts
//! as well, a bet either reaches its cards or wins before; nothing else is possible, since a round is won on all boards of a position or on
//! none.

use std::ops::ControlFlow;

use crate::{model::rules::Value, search::counting::WeightedBoard};

/// With fewer boards than this, sorting takes more time than it saves.
const MIN_BOARDS_TO_SORT: usize = 17;

/// Returns the heaviest set of boards with the same multipliers: its weight, and those multipliers, which are the tiles to flip.
pub fn heaviest(boards: &[WeightedBoard]) -> (f64, u64) {
    let heavier = |one: (f64, u64), other: (f64, u64)| if one.0 < other.0 { other } else { one };
    if boards.len() < MIN_BOARDS_TO_SORT {
        let weight = |multipliers| boards.iter().filter(|(board, _)| board.multipliers() == multipliers).map(|(_, weight)| weight).sum();
        return boards.iter().map(|(board, _)| (weight(board.multipliers()), board.multipliers())).fold((0.0, 0), heavier);
    }
    let mut bets: Vec<_> = boards.iter().map(|&(board, weight)| (board.multipliers(), weight)).collect();
    bets.sort_unstable_by_key(|&(multipliers, _)| multipliers);
    let equal = bets.chunk_by(|one, other| one.0 == other.0);
    equal.map(|equal| (equal.iter().map(|(_, weight)| weight).sum(), equal[0].0)).fold((0.0, 0), heavier)
}

/// A bet on tiles that are each a Voltorb or one particular value. `E` is the reason to stop the search for the best one.
pub struct Bet<'a, E> {
    /// The tiles to choose from, each with the factor it multiplies the result by.
    pub tiles: &'a [(usize, f64)],
    /// The exact number of tiles to flip; with `None`, any number.
    pub wanted: Option<usize>,
    /// Called before each board list is searched; may stop the search.
    pub visit: &'a mut dyn FnMut() -> ControlFlow<E>,
}

impl<E> Bet<'_, E> {
    /// Returns the payoff of the best bet times the weight of the boards on which it succeeds, or `least` if that isn't more.
    pub fn best(&mut self, boards: &[WeightedBoard], least: f64) -> ControlFlow<E, f64> {
        self.best_from(boards, 0, 1.0, self.wanted.unwrap_or(0), least)
    }

    /// Like [`Self::best`], with the tiles before `next` decided; the flipped ones among them give `factor`.
    fn best_from(&mut self, boards: &[WeightedBoard], next: usize, factor: f64, wanted: usize, least: f64) -> ControlFlow<E, f64> {
        (self.visit)()?;
        let stake = factor * boards.iter().map(|(_, weight)| weight).sum::<f64>();
        let remaining = &self.tiles[next..];
        if remaining.len() < wanted || stake * remaining.iter().map(|(_, gain)| gain).product::<f64>() <= least {
            return ControlFlow::Continue(least);
        }
        let mut best = if wanted == 0 { least.max(stake) } else { least };
        if wanted == 0 && self.wanted.is_some() {
            return ControlFlow::Continue(best);
        }
        for index in next..self.tiles.len() {
            let (tile, gain) = self.tiles[index];
            let kept: Vec<_> = boards.iter().copied().filter(|(board, _)| board.value(tile) != Value::Voltorb).collect();
            best = self.best_from(&kept, index + 1, factor * gain, wanted.saturating_sub(1), best)?;
            if kept.len() == boards.len() {
                // A tile without risk is part of some best bet.
                break;
            }
        }
        ControlFlow::Continue(best)
    }
}

/// Returns the chance to clear one of two boards. A tile that differs and is a Voltorb on neither distinguishes them without risk;
/// otherwise the player must bet on one of them, unless their multipliers are the same.
pub fn worth_of_two_boards(
    (one, first): WeightedBoard,
    (other, second): WeightedBoard,
    mut informative: impl Iterator<Item = usize>,
) -> f64 {
    let differ = |tile| {
        let (one, other) = (one.value(tile), other.value(tile));
        one != other && one != Value::Voltorb && other != Value::Voltorb
    };
    if one.multipliers() == other.multipliers() || informative.any(differ) { 1.0 } else { first.max(second) / (first + second) }
}
