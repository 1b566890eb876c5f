//! What there is to do in a position of the best play, sorted by what it is good for.
//!
//! * A tile that is certainly no Voltorb costs nothing to flip, so it is flipped before anything else.
//! * A tile that is a Voltorb or one certain value tells nothing as long as the round goes on, so it can wait to the end. Such a
//!   tile is only bet on, and left alone if that value is 1 and ones are good for nothing.
//!
//! Both are dominance: for every play there is one of this kind that is worth no less. Take any play and compare board by board.
//!
//! **Flip first what is no Voltorb.** Flip the tile at once, then do as the given play does, without this tile. Whatever the given play
//! sees, this one has seen, so it can. On each board it flips the same tiles and perhaps this one more, which is no Voltorb: it loses on no
//! more boards. It clears the board where the given play does; it has at least as many cards; and its product is at least as
//! large, since every factor is at least 1. If the tile tells nothing either, it is *turned_factor* without a node of its own.
//!
//! **Flip last what tells nothing.** Let the given play flip such a tile, a Voltorb or a certain value `c`, and go on. Instead, leave it out,
//! go on as if it had shown `c`, and flip it where the given play would stop or have won. On boards with `c` there the same tiles are
//! flipped in another order, with the same end. On boards with a Voltorb there the given play has lost already, and none can do worse.
//! Moving the last such flip of a play to its end, then the one before, and so on, leaves a play that flips them only when it has done with
//! the tiles that tell something. From there on it learns nothing: it is a bet. If `c` is 1, the flip adds nothing but a card, so where
//! cards don't count it is left out altogether. To clear the board one bets on all multipliers of a board at once, so the tiles need
//! not be named.
//!
//! A tile that tells nothing stays so, since boards only become fewer; what is left out once need never be looked at again.
//!
//! Both proofs take it that the round doesn't end too early, by a win that a flip brings about. To clear the board, for coins and where a
//! win is as good as the cards, a win is the best end there is. Where only cards count, it is not: see [`Goal::Cards`]. But as long as
//! every board has at least as many hidden multipliers as cards are missing, no round is won before it has the cards; and each flip makes
//! both fewer by one at most, the cards always, so that stays so. This is `is_far_from_won`. Where it doesn't hold, only tiles that are
//! certainly 1 are turned_factor, which add a card and can't win, and every other tile that may be no Voltorb is tried.

use super::shape::LineSums;
use crate::puzzles::voltorb_flip::{
    model::{
        objective::Goal,
        rules::{Board, TILES, Value, gather},
    },
    search::counting::WeightedBoard,
};

/// What is known of the tiles, besides the boards that are left.
#[derive(Clone, Copy)]
pub struct Known {
    /// A bit for each tile that is face down.
    pub hidden: u32,
    /// A bit for each of these that may matter now or later.
    pub informative: u32,
    /// The points of the tiles that are face up, two bits each; 0 for those face down, since no Voltorb is face up.
    pub shown: u64,
    /// The excess of these tiles in each line.
    pub found: LineSums,
}

impl Known {
    /// What these tiles tell, of which none is a Voltorb.
    pub fn of(tiles: &[Option<Value>; TILES]) -> Self {
        let all = (1 << TILES) - 1;
        let nothing = Self { hidden: all, informative: all, shown: 0, found: LineSums::default() };
        let flips = tiles.iter().enumerate().filter_map(|(tile, value)| Some((tile, (*value)?)));
        let known = flips.fold(nothing, |known, (tile, value)| known.with(tile, value));
        Self { informative: known.hidden, ..known }
    }

    /// The same after this tile was flipped and shows this value.
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

/// What there is to do.
pub struct Choices {
    /// A tile that costs nothing to flip and tells something.
    pub free: Option<usize>,
    /// Tiles that may be flipped at a risk.
    pub risky: u32,
    /// Tiles that are a Voltorb or one certain value that is good for something: what is bet on at the end.
    pub bets: u32,
    /// What tiles of a certain value bring, which were turned_factor on the way.
    pub turned_factor: f64,
}

impl Choices {
    /// Whether there is nothing left to learn.
    pub const fn is_only_a_bet(&self) -> bool {
        self.free.is_none() && self.risky == 0
    }

    /// The tiles that may be flipped now: the one that costs nothing, or else all that are a risk.
    pub fn flips(&self) -> u32 {
        self.free.map_or(self.risky, |tile| 1 << tile)
    }
}

/// Tiles in the order of what is lost if they are Voltorbs, the safest first.
pub struct TilesByRisk {
    tiles: [u8; TILES],
    count: usize,
}

impl TilesByRisk {
    /// The tiles of this set; of equals the first in number comes first.
    pub fn of(set: u32, payoffs: &TileWeights) -> Self {
        let mut order = Self { tiles: [0; TILES], count: 0 };
        tiles(set).for_each(|tile| order.insert(tile, payoffs));
        order
    }

    /// Puts the tile, which comes after all others in number, behind those that lose no more.
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

    /// How many tiles there are.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The tiles, the safest first.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.tiles[..self.count].iter().map(|&tile| tile.into())
    }
}

/// Which values are possible on which tile: for each value the tiles that have it on some board.
struct Possible([u32; 4]);

impl Possible {
    fn of(boards: &[WeightedBoard]) -> Self {
        let add = |sets: [u64; 4], (board, _): &WeightedBoard| {
            let more = Value::ALL.map(|value| board.pairs(value));
            std::array::from_fn(|value| sets[value] | more[value])
        };
        Self(boards.iter().fold([0; 4], add).map(gather))
    }

    /// The tiles that may be a Voltorb.
    const fn risky(&self) -> u32 {
        self.0[0]
    }

    /// The tiles that have just one value if they are no Voltorb, and those that may have several.
    const fn one_or_several(&self) -> (u32, u32) {
        let [_, one, two, three] = self.0;
        let more = one & two | one & three | two & three;
        ((one | two | three) & !more, more)
    }

    /// The first value of a tile that is no Voltorb.
    fn value(&self, tile: usize) -> Value {
        let is_possible = |value: &Value| self.0[*value as usize] >> tile & 1 != 0;
        [Value::One, Value::Two].into_iter().find(is_possible).unwrap_or(Value::Three)
    }
}

/// Sorts the tiles by what they are good for. Tiles of a certain value other than Voltorb are turned_factor on the way.
pub fn classify(goal: Goal, known: Known, boards: &[WeightedBoard]) -> (Known, Choices) {
    let possible = Possible::of(boards);
    let wanted_tiles = known.informative & known.hidden;
    let (one, more) = possible.one_or_several();
    let (one, more, risky) = (wanted_tiles & one, wanted_tiles & more, possible.risky());
    let ones = possible.0[Value::One as usize];
    if !is_far_from_won(goal, known.hidden, boards) {
        let certain = one & !risky & ones;
        let (known, turned_factor) = turn_certain(goal, known, certain, &possible);
        let risky = (one | more) & !certain;
        return (Known { informative: risky, ..known }, Choices { free: None, risky, bets: 0, turned_factor });
    }
    let (known, turned_factor) = turn_certain(goal, known, one & !risky, &possible);
    let bets = match goal {
        // To clear the board one bets on whole boards.
        Goal::Clear => 0,
        Goal::Coins => one & risky & !ones,
        Goal::Cards { .. } => one & risky,
    };
    let choices = Choices { free: tiles(more & !risky).next(), risky: more & risky, bets, turned_factor };
    (Known { informative: more | bets, ..known }, choices)
}

/// Turns tiles of a certain value, and tells what they bring.
fn turn_certain(goal: Goal, mut known: Known, certain: u32, possible: &Possible) -> (Known, f64) {
    let mut turned_factor = 1.0;
    for tile in tiles(certain) {
        let value = possible.value(tile);
        known = known.with(tile, value);
        turned_factor *= goal.factor(value);
    }
    (known, turned_factor)
}

/// Whether it can do no harm to flip a 2 or a 3: winning is good, or there are more of them than cards are missing.
fn is_far_from_won(goal: Goal, hidden: u32, boards: &[WeightedBoard]) -> bool {
    let Goal::Cards { or_win: false, .. } = goal else { return true };
    let missing = u32::from(goal.cards_missing(hidden));
    boards.iter().all(|(board, _)| missing <= board.hidden_multipliers(hidden).count_ones())
}

/// How much weight has which value on which tile.
pub struct TileWeights {
    /// For each tile that was wanted_tiles for, the weight of the boards that have each value there.
    pub weights: [[f64; 4]; TILES],
    /// The weight of all boards.
    pub total: f64,
}

impl TileWeights {
    /// The weights of these tiles.
    pub fn of(boards: impl Iterator<Item = WeightedBoard>, wanted_tiles: u32) -> Self {
        let mut odds = Self { weights: [[0.0; 4]; TILES], total: 0.0 };
        for (board, weight) in boards {
            odds.total += weight;
            for tile in tiles(wanted_tiles) {
                odds.weights[tile][board.value(tile) as usize] += weight;
            }
        }
        odds
    }
}

/// The weights of the boards, and what they could bring.
pub struct Odds {
    /// How likely the values are.
    pub chances: TileWeights,
    /// The same, with each board counted as often as it has coins; only where coins are what one plays for.
    coins: Option<TileWeights>,
}

impl Odds {
    /// The odds of these tiles.
    pub fn of(goal: Goal, boards: &[WeightedBoard], hidden: u32, wanted_tiles: u32) -> Self {
        let coins = |&(board, weight): &WeightedBoard| (board, weight * coins(board, hidden));
        Self {
            chances: TileWeights::of(boards.iter().copied(), wanted_tiles),
            coins: (goal == Goal::Coins).then(|| TileWeights::of(boards.iter().map(coins), wanted_tiles)),
        }
    }

    /// What could be won at most on boards that have each value on a tile, times their weight.
    pub fn payoffs(&self) -> &TileWeights {
        self.coins.as_ref().unwrap_or(&self.chances)
    }

    /// What could be won at most on average if this tile is flipped next.
    pub fn upper_bound_of(&self, tile: usize) -> f64 {
        let payoffs = self.payoffs();
        (payoffs.total - payoffs.weights[tile][Value::Voltorb as usize]) / self.chances.total
    }
}

/// The product of all tiles of this set that are no Voltorb.
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

/// The tiles of a set, in rising order.
pub fn tiles(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let tile = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(tile)
    })
}
