//! The choices in a position, sorted by what each tile is good for.
//!
//! * A tile that can't be a Voltorb costs nothing to flip, so it is flipped before anything else.
//! * A tile that is a Voltorb or one particular value gives no information as long as the round continues, so it can wait until the end.
//!   Only bets use it; if its value is 1 and 1s don't count, it isn't flipped at all.
//!
//! Both rules are dominance arguments: for every play, some play of this kind is worth at least as much. Take any play and compare board by
//! board.
//!
//! **Flip safe tiles first.** Flip the tile at once, then follow the given play without this tile. That is possible, since this play has
//! seen everything that the given play sees. On each board it flips the same tiles and perhaps this safe one, so it loses on no more
//! boards. It clears the board where the given play does, it has at least as many cards, and its product is at least as large, since every
//! factor is at least 1. If the tile gives no information either, it is *turned* without a node of its own.
//!
//! **Flip uninformative tiles last.** Suppose the given play flips such a tile, a Voltorb or a particular value `c`. Leave it out, continue
//! as if it had shown `c`, and flip it where the given play would stop or have won. On boards with `c` there, the same tiles are flipped in
//! another order, with the same result. On boards with a Voltorb there, the given play has already lost, so nothing can be worse. Moving
//! the last such flip of a play to its end, then the one before, and so on, leaves a play that flips them only after all informative tiles.
//! From there on it learns nothing: it is a bet. If `c` is 1, the flip adds nothing but a card, so it is left out if cards don't count. To
//! clear the board, the player bets on all multipliers of a board at once, so these tiles don't need to be listed.
//!
//! An uninformative tile stays uninformative, since boards are only ruled out; once left out, it never has to be considered again.
//!
//! Both proofs assume that no flip ends the round too early by winning it. To clear the board, for coins, and where a win counts as much as
//! the cards, a win is the best possible end. Where only cards count, it isn't: see [`Goal::Cards`]. But if every board has at least as
//! many hidden multipliers as cards are missing, no round is won before it has the cards. Each flip lowers the number of missing cards by
//! one and the number of multipliers by at most one, so this remains true. `is_far_from_won` checks it. Where it doesn't hold, only tiles
//! that are certainly 1 are turned, which add a card and can't win, and every other tile that may be something other than a Voltorb is
//! tried.

use super::shape::{LineSums, tiles};
use crate::{
    model::{
        objective::Goal,
        rules::{Board, TILES, Value, gather},
    },
    search::counting::WeightedBoard,
};

/// What is known about the tiles, besides the consistent boards.
#[derive(Clone, Copy)]
pub struct Known {
    /// The set of face-down tiles.
    pub hidden: u32,
    /// The subset of these that may matter now or later.
    pub informative: u32,
    /// The points of the face-up tiles, two bits each. 0 for face-down tiles, since no Voltorb is face up.
    pub shown: u64,
    /// The excess of the face-up tiles in each line: their points beyond one each.
    pub found: LineSums,
}

impl Known {
    /// Returns what these tiles show; none of them is a Voltorb.
    pub fn of(tiles: &[Option<Value>; TILES]) -> Self {
        let all = (1 << TILES) - 1;
        let nothing = Self { hidden: all, informative: all, shown: 0, found: LineSums::default() };
        let flips = tiles.iter().enumerate().filter_map(|(tile, value)| Some((tile, (*value)?)));
        let known = flips.fold(nothing, |known, (tile, value)| known.with(tile, value));
        Self { informative: known.hidden, ..known }
    }

    /// Returns the knowledge after this tile was flipped and showed this value.
    #[must_use]
    pub const fn with(self, tile: usize, value: Value) -> Self {
        Self {
            hidden: self.hidden & !(1 << tile),
            shown: self.shown | (value as u64) << (2 * tile),
            found: self.found.with(tile, value.excess()),
            ..self
        }
    }
}

/// The choices in a position.
pub struct Choices {
    /// An informative tile without risk.
    pub free: Option<usize>,
    /// The tiles worth flipping at a risk.
    pub risky: u32,
    /// Tiles that are a Voltorb or one particular value that counts: the candidates for the bet at the end.
    pub bet_tiles: u32,
    /// The factor from tiles that were turned on the way because their value was certain.
    pub turned_factor: f64,
}

impl Choices {
    /// Returns whether nothing more can be learned.
    pub const fn is_only_a_bet(&self) -> bool {
        self.free.is_none() && self.risky == 0
    }

    /// Returns the tiles to consider now: the one without risk, or else all risky ones.
    pub fn flips(&self) -> u32 {
        self.free.map_or(self.risky, |tile| 1 << tile)
    }
}

/// Tiles ordered by the payoff that is lost if they are Voltorbs, the safest first.
pub struct TilesByRisk {
    tiles: [u8; TILES],
    count: usize,
}

impl TilesByRisk {
    /// Orders the tiles of this set; ties by tile number.
    pub fn of(set: u32, payoffs: &TileWeights) -> Self {
        let mut order = Self { tiles: [0; TILES], count: 0 };
        tiles(set).for_each(|tile| order.insert(tile, payoffs));
        order
    }

    /// Inserts the tile, which has the highest number so far, after those that lose no more.
    fn insert(&mut self, tile: usize, payoffs: &TileWeights) {
        let lost = |tile: usize| payoffs.weights[tile][Value::Voltorb as usize];
        let mut place = self.count;
        while place > 0 && lost(tile) < lost(self.tiles[place - 1].into()) {
            self.tiles[place] = self.tiles[place - 1];
            place -= 1;
        }
        self.tiles[place] = tile as u8;
        self.count += 1;
    }

    /// Returns the number of tiles.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The tiles, the safest first.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.tiles[..self.count].iter().map(|&tile| tile.into())
    }
}

/// For each value, the set of tiles that have it on some board.
struct Possible([u32; 4]);

impl Possible {
    fn of(boards: &[WeightedBoard]) -> Self {
        let add = |sets: [u64; 4], (board, _): &WeightedBoard| {
            let with_value = Value::ALL.map(|value| board.pairs(value));
            std::array::from_fn(|value| sets[value] | with_value[value])
        };
        Self(boards.iter().fold([0; 4], add).map(gather))
    }

    /// Returns the tiles that may be a Voltorb.
    const fn risky(&self) -> u32 {
        self.0[0]
    }

    /// Returns the tiles that have exactly one value if they aren't Voltorbs, and those with several.
    const fn one_or_several(&self) -> (u32, u32) {
        let [_, one, two, three] = self.0;
        let several = one & two | one & three | two & three;
        ((one | two | three) & !several, several)
    }

    /// Returns the smallest value other than Voltorb that a tile can have.
    fn value(&self, tile: usize) -> Value {
        let is_possible = |value: &Value| self.0[*value as usize] >> tile & 1 != 0;
        [Value::One, Value::Two].into_iter().find(is_possible).unwrap_or(Value::Three)
    }
}

/// Classifies the tiles by what they are good for, and turns those with a certain value other than Voltorb.
pub fn classify(goal: Goal, known: Known, boards: &[WeightedBoard]) -> (Known, Choices) {
    let possible = Possible::of(boards);
    let candidates = known.informative & known.hidden;
    let (one, several) = possible.one_or_several();
    let (one, several, risky) = (candidates & one, candidates & several, possible.risky());
    let ones = possible.0[Value::One as usize];
    if !is_far_from_won(goal, known.hidden, boards) {
        let certain = one & !risky & ones;
        let (known, turned_factor) = turn_certain(goal, known, certain, &possible);
        let risky = (one | several) & !certain;
        return (Known { informative: risky, ..known }, Choices { free: None, risky, bet_tiles: 0, turned_factor });
    }
    let (known, turned_factor) = turn_certain(goal, known, one & !risky, &possible);
    let bet_tiles = match goal {
        // If the goal is to clear the board, the player bets on whole boards.
        Goal::Clear => 0,
        Goal::Coins => one & risky & !ones,
        Goal::Cards { .. } => one & risky,
    };
    let choices = Choices { free: tiles(several & !risky).next(), risky: several & risky, bet_tiles, turned_factor };
    (Known { informative: several | bet_tiles, ..known }, choices)
}

/// Turns tiles whose value is certain, and returns the product of their factors.
fn turn_certain(goal: Goal, mut known: Known, certain: u32, possible: &Possible) -> (Known, f64) {
    let mut turned_factor = 1.0;
    for tile in tiles(certain) {
        let value = possible.value(tile);
        known = known.with(tile, value);
        turned_factor *= goal.factor(value);
    }
    (known, turned_factor)
}

/// Returns whether flipping a 2 or 3 can do no harm: winning is good, or enough multipliers are hidden on every board.
fn is_far_from_won(goal: Goal, hidden: u32, boards: &[WeightedBoard]) -> bool {
    let Goal::Cards { or_win: false, .. } = goal else { return true };
    let missing = u32::from(goal.cards_missing(hidden));
    boards.iter().all(|(board, _)| missing <= board.hidden_multipliers(hidden).count_ones())
}

/// The weight of each value on each tile.
pub struct TileWeights {
    /// For each tile in question, the weight of the boards with each value there.
    pub weights: [[f64; 4]; TILES],
    /// The weight of all boards.
    pub total: f64,
}

impl TileWeights {
    /// Adds up the weights for these tiles.
    pub fn of(boards: impl Iterator<Item = WeightedBoard>, candidates: u32) -> Self {
        let mut odds = Self { weights: [[0.0; 4]; TILES], total: 0.0 };
        for (board, weight) in boards {
            odds.total += weight;
            for tile in tiles(candidates) {
                odds.weights[tile][board.value(tile) as usize] += weight;
            }
        }
        odds
    }
}

/// The weights of the boards, and their payoffs.
pub struct Odds {
    /// The weight of each value on each tile.
    pub chances: TileWeights,
    /// The same with each weight multiplied by the board's coins; only if the goal is coins.
    coins: Option<TileWeights>,
}

impl Odds {
    /// Computes the odds of the tiles in question.
    pub fn of(goal: Goal, boards: &[WeightedBoard], hidden: u32, candidates: u32) -> Self {
        let coins = |&(board, weight): &WeightedBoard| (board, weight * coins(board, hidden));
        Self {
            chances: TileWeights::of(boards.iter().copied(), candidates),
            coins: (goal == Goal::Coins).then(|| TileWeights::of(boards.iter().map(coins), candidates)),
        }
    }

    /// Returns, for each value on each tile, the largest possible payoff on the boards with it there, times their weight.
    pub fn payoffs(&self) -> &TileWeights {
        self.coins.as_ref().unwrap_or(&self.chances)
    }

    /// Returns an upper bound on the average payoff if this tile is flipped next.
    pub fn upper_bound_of(&self, tile: usize) -> f64 {
        let payoffs = self.payoffs();
        (payoffs.total - payoffs.weights[tile][Value::Voltorb as usize]) / self.chances.total
    }
}

/// Returns the product of all tiles of this set that aren't Voltorbs.
pub fn coins(board: Board, hidden: u32) -> f64 {
    const PRODUCTS: [[f64; TILES + 1]; 2] = [powers(2.0), powers(3.0)];
    let multipliers = board.hidden_multipliers(hidden);
    let threes = (multipliers & board.bits() << 1).count_ones();
    PRODUCTS[0][(multipliers.count_ones() - threes) as usize] * PRODUCTS[1][threes as usize]
}

const fn powers(base: f64) -> [f64; TILES + 1] {
    let mut powers = [1.0; TILES + 1];
    let mut exponent = 1;
    while exponent <= TILES {
        powers[exponent] = powers[exponent - 1] * base;
        exponent += 1;
    }
    powers
}
