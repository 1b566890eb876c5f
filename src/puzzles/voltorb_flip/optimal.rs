//! The best play: the largest chance to flip every 2 and 3 and no Voltorb.
//!
//! A position is the set of boards that are still possible. Three things keep the search small:
//!
//! * A tile that is certainly no Voltorb costs nothing to flip, so if it tells anything it is flipped at once.
//! * A tile that is a Voltorb or one certain value tells nothing as long as the round goes on, so it can wait to the end,
//!   and is left alone if that value is 1. When only such tiles are left, one can but bet on a set of multipliers.
//! * What is worth remembering of a position is little: see [`Shape`].

use std::ops::{ControlFlow, Range};

use crate::search::{Observer, Tally};

use super::{
    counting::Weighed,
    hashing::QuickMap,
    insight::Insight,
    problem::Problem,
    rules::{TILES, Value},
    shape::Shape,
};

/// Differences under this are rounding.
pub const ROUNDING: f64 = 1e-12;

/// How many positions are remembered at most, by what is face up and by shape. Tables double as they grow, so these fill
/// tables of 2^23 and 2^22 places to the last: 142 and 138 MB, and 71 MB of an old table while the larger one grows. With
/// the boards themselves, a few hundred thousand of 16 bytes in a few copies, that stays under 512 MiB.
const MOST_SHOWN: usize = (1 << 23) / 8 * 7;
const MOST_SHAPES: usize = (1 << 22) / 8 * 7;

/// With fewer boards than these, the work costs more than it saves.
const WORTH_A_SHAPE: usize = 5;
const WORTH_JOINING: usize = 7;
const WORTH_SORTING: usize = 17;

/// Why a search did not come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Nobody wants to know any more.
    Cancelled,
    /// There was no room to remember more positions.
    Full,
}

/// The search for the best play from one position. What it remembers serves all questions about that position.
pub struct Optimum<'a> {
    problem: &'a Problem,
    /// A stack of board lists: below, the boards of the position; above, those of the flips that are thought about.
    boards: Vec<Weighed>,
    /// How many boards the position itself leaves open.
    open: usize,
    by_shown: QuickMap<u64, f64>,
    by_shape: QuickMap<Shape, f64>,
    tally: Tally,
    /// How far the questions are that are asked, from 0 to 1; told to the observer.
    pub done: f32,
    /// Hears of the work, and may stop it.
    observer: &'a mut dyn Observer<Insight>,
}

/// What is known of the tiles, besides the boards that are left.
#[derive(Clone, Copy)]
struct Known {
    /// A bit for each tile that is face down.
    hidden: u32,
    /// A bit for each of these that may tell something now or later.
    telling: u32,
    /// The points of the tiles that are face up, two bits each; 0 for those face down, since no Voltorb is face up.
    shown: u64,
}

impl Known {
    fn with(self, tile: usize, value: Value) -> Self {
        Self { hidden: self.hidden & !(1 << tile), shown: self.shown | (value as u64) << (2 * tile), ..self }
    }
}

impl<'a> Optimum<'a> {
    /// Prepares the search for a position with these boards, in which no Voltorb is face up.
    pub fn new(problem: &'a Problem, boards: Vec<Weighed>, observer: &'a mut dyn Observer<Insight>) -> Self {
        let (by_shown, by_shape) = (QuickMap::default(), QuickMap::default());
        Self { problem, open: boards.len(), boards, by_shown, by_shape, tally: Tally::default(), done: 0.0, observer }
    }

    /// Tells the observer what is known by now.
    pub fn tell(&mut self, insight: &Insight) -> ControlFlow<Stop> {
        self.observer.found(insight.clone()).map_break(|()| Stop::Cancelled)
    }

    /// Tells the observer that there is no more to come.
    pub fn finish(self) -> ControlFlow<()> {
        self.observer.progress(1.0, &self.tally)
    }

    fn known(&self) -> Known {
        let hidden = self.problem.face_down().fold(0, |hidden, tile| hidden | 1 << tile);
        let shown = self.problem.tiles.iter().enumerate();
        let shown = shown.fold(0, |shown, (tile, value)| shown | value.map_or(0, |value| value as u64) << (2 * tile));
        Known { hidden, telling: hidden, shown }
    }

    /// The chance to clear the board under the best play.
    pub fn clear(&mut self) -> ControlFlow<Stop, f64> {
        self.value(0..self.open, self.known())
    }

    /// The chance to clear the board if this tile is flipped next and play is best from there; less than `enough` may be
    /// told as soon as it is certain that `enough` is not reached.
    pub fn value_of(&mut self, tile: usize, enough: f64) -> ControlFlow<Stop, f64> {
        let odds = TileWeights::of(&self.boards[..self.open], 1 << tile);
        self.flip(0..self.open, self.known(), tile, &odds, enough)
    }

    /// The chance to clear a position by the best play.
    fn value(&mut self, boards: Range<usize>, known: Known) -> ControlFlow<Stop, f64> {
        match self.boards[boards.clone()] {
            [_] => return ControlFlow::Continue(1.0),
            [one, other] => return ControlFlow::Continue(value_of_two(one, other, known.telling)),
            _ => {}
        }
        self.visit()?;
        let odds = TileWeights::of(&self.boards[boards.clone()], known.telling);
        let (known, choice) = choose(known, &odds);
        if let Choice::Risk(Order { count: 0, .. }) = choice {
            return ControlFlow::Continue(best_bet(&self.boards[boards]) / odds.total);
        }
        let shape = (boards.len() >= WORTH_A_SHAPE).then(|| Shape::of(self.problem, known.hidden, known.shown)).flatten();
        if let Some(&value) = shape.and_then(|shape| self.by_shape.get(&shape)) {
            return ControlFlow::Continue(value);
        }
        let value = self.joined(boards, known, |search, boards| match &choice {
            Choice::Free(tile) => search.flip(boards, known, *tile, &odds, 0.0),
            Choice::Risk(order) => search.best_risk(boards, known, order, &odds),
        })?;
        if let Some(shape) = shape {
            self.remember_shape(shape, value)?;
        }
        ControlFlow::Continue(value)
    }

    /// The best of betting now and of flipping one of the tiles, the safest first: a tile whose risk alone makes it worse
    /// than what is reached ends the search.
    fn best_risk(&mut self, boards: Range<usize>, known: Known, order: &Order, odds: &TileWeights) -> ControlFlow<Stop, f64> {
        let mut best = best_bet(&self.boards[boards.clone()]) / odds.total;
        for &tile in &order.tiles[..order.count] {
            if 1.0 - odds.risk(tile) <= best + ROUNDING {
                break;
            }
            best = best.max(self.flip(boards.clone(), known, tile, odds, best)?);
        }
        ControlFlow::Continue(best)
    }

    /// The chance to clear the position if this tile is flipped next; less than `enough` may be told as soon as it is certain
    /// that `enough` is not reached.
    fn flip(&mut self, boards: Range<usize>, known: Known, tile: usize, odds: &TileWeights, enough: f64) -> ControlFlow<Stop, f64> {
        let mut value = 0.0;
        let mut rest = 1.0 - odds.risk(tile);
        for shown in [Value::One, Value::Two, Value::Three] {
            let chance = odds.weights[tile][shown as usize] / odds.total;
            if chance <= 0.0 {
                continue;
            }
            if value + rest <= enough + ROUNDING {
                // What is still open can't make up for it.
                return ControlFlow::Continue((value + rest).min(enough));
            }
            value += chance * self.after(boards.clone(), known.with(tile, shown), tile, shown)?;
            rest -= chance;
        }
        ControlFlow::Continue(value)
    }

    /// The chance to clear what is left of the boards when this tile shows this value.
    fn after(&mut self, boards: Range<usize>, known: Known, tile: usize, shown: Value) -> ControlFlow<Stop, f64> {
        if let Some(&value) = self.by_shown.get(&known.shown) {
            return ControlFlow::Continue(value);
        }
        let top = self.boards.len();
        for index in boards {
            let weighed = self.boards[index];
            if weighed.0.value(tile) == shown {
                self.boards.push(weighed);
            }
        }
        let left = self.boards.len() - top;
        let value = self.value(top..top + left, known)?;
        self.boards.truncate(top);
        if left > 2 {
            self.remember_shown(known.shown, value)?;
        }
        ControlFlow::Continue(value)
    }

    /// Goes on with the boards as far as they differ in what matters: boards alike on the telling tiles, and alike in where
    /// their multipliers are, are joined.
    fn joined<T>(
        &mut self,
        boards: Range<usize>,
        known: Known,
        go_on: impl FnOnce(&mut Self, Range<usize>) -> ControlFlow<Stop, T>,
    ) -> ControlFlow<Stop, T> {
        if boards.len() < WORTH_JOINING {
            return go_on(self, boards);
        }
        let top = self.boards.len();
        for index in boards {
            let (board, weight) = self.boards[index];
            self.boards.push((board.blurred(known.telling), weight));
        }
        let joined = join_equal(&mut self.boards[top..]);
        self.boards.truncate(top + joined);
        let result = go_on(self, top..top + joined)?;
        self.boards.truncate(top);
        ControlFlow::Continue(result)
    }

    fn visit(&mut self) -> ControlFlow<Stop> {
        self.tally.explored += 1;
        self.observer.progress(self.done, &self.tally).map_break(|()| Stop::Cancelled)
    }

    fn remember_shown(&mut self, shown: u64, value: f64) -> ControlFlow<Stop> {
        if self.by_shown.len() == MOST_SHOWN {
            return ControlFlow::Break(Stop::Full);
        }
        self.by_shown.insert(shown, value);
        ControlFlow::Continue(())
    }

    fn remember_shape(&mut self, shape: Shape, value: f64) -> ControlFlow<Stop> {
        if self.by_shape.len() == MOST_SHAPES {
            return ControlFlow::Break(Stop::Full);
        }
        self.tally.kept += 1;
        self.by_shape.insert(shape, value);
        ControlFlow::Continue(())
    }
}

/// What there is to do in a position.
enum Choice {
    /// This tile is no Voltorb and tells something.
    Free(usize),
    /// One of these tiles may be flipped, or a bet made.
    Risk(Order),
}

/// Tiles in the order of their risk, the safest first.
struct Order {
    tiles: [usize; TILES],
    count: usize,
}

impl Order {
    /// Puts the tile, which comes after all others in number, behind those that are no riskier.
    fn insert(&mut self, tile: usize, odds: &TileWeights) {
        let mut place = self.count;
        while place > 0 && odds.weights[tile][0] < odds.weights[self.tiles[place - 1]][0] {
            self.tiles[place] = self.tiles[place - 1];
            place -= 1;
        }
        self.tiles[place] = tile;
        self.count += 1;
    }
}

/// Sorts the tiles by what they are good for. Tiles of a certain value other than Voltorb are turned on the way.
fn choose(mut known: Known, odds: &TileWeights) -> (Known, Choice) {
    let (mut telling, mut free) = (0, None);
    let mut order = Order { tiles: [0; TILES], count: 0 };
    for tile in tiles(known.telling & known.hidden) {
        let possible = |value: &Value| odds.weights[tile][*value as usize] > 0.0;
        let mut values = [Value::One, Value::Two, Value::Three].into_iter().filter(possible);
        match (values.next(), values.next(), possible(&Value::Voltorb)) {
            (Some(value), None, false) => known = known.with(tile, value),
            (Some(_), Some(_), is_risky) => {
                telling |= 1 << tile;
                if is_risky {
                    order.insert(tile, odds);
                } else {
                    free = free.or(Some(tile));
                }
            }
            _ => {}
        }
    }
    known.telling = telling;
    (known, free.map_or(Choice::Risk(order), Choice::Free))
}

/// How much weight has which value on which tile.
struct TileWeights {
    weights: [[f64; 4]; TILES],
    total: f64,
}

impl TileWeights {
    fn of(boards: &[Weighed], asked: u32) -> Self {
        let mut odds = Self { weights: [[0.0; 4]; TILES], total: 0.0 };
        for &(board, weight) in boards {
            odds.total += weight;
            for tile in tiles(asked) {
                odds.weights[tile][board.value(tile) as usize] += weight;
            }
        }
        odds
    }

    fn risk(&self, tile: usize) -> f64 {
        self.weights[tile][Value::Voltorb as usize] / self.total
    }
}

/// The tiles of a set, in rising order.
fn tiles(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let tile = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(tile)
    })
}

/// The weight of the boards that have the same multipliers as the most others: who bets on them flips these tiles.
fn best_bet(boards: &[Weighed]) -> f64 {
    if boards.len() < WORTH_SORTING {
        let bet = |multipliers| boards.iter().filter(|(board, _)| board.multipliers() == multipliers).map(|(_, weight)| weight).sum();
        return boards.iter().map(|(board, _)| bet(board.multipliers())).fold(0.0, f64::max);
    }
    let mut bets: Vec<_> = boards.iter().map(|&(board, weight)| (board.multipliers(), weight)).collect();
    bets.sort_unstable_by_key(|&(multipliers, _)| multipliers);
    bets.chunk_by(|one, other| one.0 == other.0).map(|same| same.iter().map(|(_, weight)| weight).sum()).fold(0.0, f64::max)
}

/// Two boards are told apart at no risk by a tile that is no Voltorb on either; else one of them must be bet on, unless
/// their multipliers are the same.
fn value_of_two((one, first): Weighed, (other, second): Weighed, telling: u32) -> f64 {
    let differ = |tile| {
        let (one, other) = (one.value(tile), other.value(tile));
        one != other && one != Value::Voltorb && other != Value::Voltorb
    };
    if one.multipliers() == other.multipliers() || tiles(telling).any(differ) { 1.0 } else { first.max(second) / (first + second) }
}

/// Joins boards that are equal, at the front of the list, and tells how many are left.
fn join_equal(boards: &mut [Weighed]) -> usize {
    boards.sort_unstable_by_key(|&(board, _)| board);
    let mut last = 0;
    for index in 1..boards.len() {
        if boards[index].0 == boards[last].0 {
            boards[last].1 += boards[index].1;
        } else {
            last += 1;
            boards[last] = boards[index];
        }
    }
    last + 1
}
