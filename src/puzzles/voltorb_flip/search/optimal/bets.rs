//! What is kept to do when nothing more can be learnt: to bet on some tiles and flip them one after another.
//!
//! Each tile is then a Voltorb or one certain value, so a bet is a set of tiles: what it sees is the same on all boards on which it goes on,
//! and the order changes nothing. To clear the board, a set wins where it has all multipliers and no Voltorb. Two boards on which the same
//! set wins have the same multipliers: a tile that is one on the first is no Voltorb on the second, so it has the same value there. So
//! the best bet is the [`heaviest`] set of boards with the same multipliers. For cards, where a win is as good, a bet that comes to its
//! cards and one that wins before are all there is, since a round is won on all boards of a position or on none.

use std::ops::ControlFlow;

use crate::puzzles::voltorb_flip::{model::rules::Value, search::counting::WeightedBoard};

/// With fewer boards than this, sorting costs more than it saves.
const MIN_BOARDS_TO_SORT: usize = 17;

/// The heaviest set of boards that have the same multipliers: its weight, and where these are. Who bets on them flips these tiles.
pub fn heaviest(boards: &[WeightedBoard]) -> (f64, u64) {
    let heavier = |one: (f64, u64), other: (f64, u64)| if one.0 < other.0 { other } else { one };
    if boards.len() < MIN_BOARDS_TO_SORT {
        let weight = |multipliers| boards.iter().filter(|(board, _)| board.multipliers() == multipliers).map(|(_, weight)| weight).sum();
        return boards.iter().map(|(board, _)| (weight(board.multipliers()), board.multipliers())).fold((0.0, 0), heavier);
    }
    let mut bets: Vec<_> = boards.iter().map(|&(board, weight)| (board.multipliers(), weight)).collect();
    bets.sort_unstable_by_key(|&(multipliers, _)| multipliers);
    let alike = bets.chunk_by(|one, other| one.0 == other.0);
    alike.map(|alike| (alike.iter().map(|(_, weight)| weight).sum(), alike[0].0)).fold((0.0, 0), heavier)
}

/// A bet on tiles each of which is a Voltorb or one certain value; `E` is why the search for it may be stopped.
pub struct Bet<'a, E> {
    /// The tiles that may be flipped, each with what it brings: a factor.
    pub tiles: &'a [(usize, f64)],
    /// How many of them are to be flipped; none: as many as one likes.
    pub wanted: Option<usize>,
    /// Asked before each board list that is looked at.
    pub visit: &'a mut dyn FnMut() -> ControlFlow<E>,
}

impl<E> Bet<'_, E> {
    /// What the best bet brings, times the weight of the boards on which it succeeds; `least` if it brings no more than that.
    pub fn best(&mut self, boards: &[WeightedBoard], least: f64) -> ControlFlow<E, f64> {
        self.best_from(boards, 0, 1.0, self.wanted.unwrap_or(0), least)
    }

    /// The same if the tiles before `next` are settled, and those of them that were flipped brought `factor`.
    fn best_from(&mut self, boards: &[WeightedBoard], next: usize, factor: f64, wanted: usize, least: f64) -> ControlFlow<E, f64> {
        (self.visit)()?;
        let stake = factor * boards.iter().map(|(_, weight)| weight).sum::<f64>();
        let remaining = &self.tiles[next..];
        if remaining.len() < wanted || stake * remaining.iter().map(|(_, brings)| brings).product::<f64>() <= least {
            return ControlFlow::Continue(least);
        }
        let mut best = if wanted == 0 { least.max(stake) } else { least };
        if wanted == 0 && self.wanted.is_some() {
            return ControlFlow::Continue(best);
        }
        for place in next..self.tiles.len() {
            let (tile, brings) = self.tiles[place];
            let kept: Vec<_> = boards.iter().copied().filter(|(board, _)| board.value(tile) != Value::Voltorb).collect();
            best = self.best_from(&kept, place + 1, factor * brings, wanted.saturating_sub(1), best)?;
            if kept.len() == boards.len() {
                // A tile that costs nothing belongs to some best bet.
                break;
            }
        }
        ControlFlow::Continue(best)
    }
}

/// Two boards are told apart at no risk by a tile that is no Voltorb on either; else one of them must be bet on, unless
/// their multipliers are the same.
pub fn worth_of_two_boards((one, first): WeightedBoard, (other, second): WeightedBoard, mut telling: impl Iterator<Item = usize>) -> f64 {
    let differ = |tile| {
        let (one, other) = (one.value(tile), other.value(tile));
        one != other && one != Value::Voltorb && other != Value::Voltorb
    };
    if one.multipliers() == other.multipliers() || telling.any(differ) { 1.0 } else { first.max(second) / (first + second) }
}
