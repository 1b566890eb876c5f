//! Deals boards as the game does: picks a type of the level, places Voltorbs, 2s and 3s on tiles that are still 1, and starts over if too
//! many multipliers are free.

use crate::model::{
    prior::{BoardType, Freedom, Level, board_types},
    rules::{Board, Clues, TILES, Value},
    state::State,
};
use base::chance::Random;

/// Deals boards from a seed. A seed gives the same boards on every machine and in every version of the program.
#[derive(Clone, Debug)]
pub struct Dealer(Random);

impl Dealer {
    /// Creates a dealer with this seed.
    pub fn new(seed: u64) -> Self {
        Self::of_round(seed, 0)
    }

    /// Creates the dealer for one round out of all rounds with the same seed; their deals are independent.
    pub fn of_round(seed: u64, number: u64) -> Self {
        Self(Random::numbered(seed, number))
    }

    /// Picks a level, all with equal probability.
    pub fn level(&mut self) -> Level {
        let levels: Vec<_> = Level::all().collect();
        levels[self.below(levels.len())]
    }

    /// Deals a board as the game does at this level.
    pub fn board(&mut self, level: Level) -> Board {
        let types = board_types(level);
        let board_type = types[self.below(types.len())];
        loop {
            let board = self.throw(board_type);
            if Freedom::of(board, &Clues::of(board)).is_under(board_type.limits) {
                return board;
            }
        }
    }

    /// Places the tiles of this type at random, whether or not the board is accepted.
    fn throw(&mut self, board_type: BoardType) -> Board {
        let composition = board_type.composition;
        let mut board = Board::ONES;
        for (value, count) in [(Value::Voltorb, composition.voltorbs), (Value::Two, composition.twos), (Value::Three, composition.threes)] {
            for _ in 0..count {
                board = board.with(self.tile_of_one(board), value);
            }
        }
        board
    }

    /// Picks a tile that is still 1. There always is one, since no type covers the whole board.
    fn tile_of_one(&mut self, board: Board) -> usize {
        loop {
            let tile = self.below(TILES);
            if board.value(tile) == Value::One {
                return tile;
            }
        }
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0.below_exactly(limit as u32) as usize
    }
}

/// Returns a fresh round: the level and the clues of a board dealt as in the game.
pub fn deal(seed: u64) -> State {
    let mut dealer = Dealer::new(seed);
    let level = dealer.level();
    let clues = Clues::of(dealer.board(level));
    State { level: Some(level.number()), ..State::of(&clues) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{
        prior::{Composition, Prior},
        rules::total,
    };

    #[test]
    fn the_prior_accepts_every_deal() {
        let mut dealer = Dealer::new(1);
        for level in Level::all() {
            for _ in 0..50 {
                let board = dealer.board(level);
                let clues = Clues::of(board);
                let prior = Prior::new(&level.alone(), total(&clues.rows));
                assert!(0.0 < prior.weight_of(board, &clues), "{:?}", board.rows());
            }
        }
    }

    /// Returns how far chi-squared exceeds its expectation, in standard deviations (Wilson and Hilferty's approximation).
    fn excess(chi_squared: f64, freedom: f64) -> f64 {
        let spread = 2.0 / (9.0 * freedom);
        ((chi_squared / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
    }

    /// Rejecting boards changes how often rows and columns have no Voltorb; the expected frequencies follow exactly from the counts of
    /// accepted boards.
    #[test]
    fn voltorb_free_lines_are_as_frequent_as_counted() {
        const DEALS: u32 = 4000;
        let mut dealer = Dealer::new(3);
        for level in Level::all() {
            let mut seen = [[0_u32; 6]; 6];
            for _ in 0..DEALS {
                let clues = Clues::of(dealer.board(level));
                let free = |clues: [crate::model::rules::Clue; 5]| clues.iter().filter(|clue| clue.voltorbs == 0).count();
                seen[free(clues.rows)][free(clues.columns)] += 1;
            }
            let share = |rows, columns| {
                let types = board_types(level);
                types.map(|board_type| board_type.accepted_with(rows, columns) as f64 / board_type.accepted() as f64).iter().sum::<f64>()
                    / types.len() as f64
            };
            // Cells with few expected deals are merged.
            let (mut chi_squared, mut freedom, mut rare) = (0.0, -1.0, (0.0, 0.0));
            for (rows, columns) in (0..6).flat_map(|rows| (0..6).map(move |columns| (rows, columns))) {
                let (expected, seen) = (share(rows, columns) * f64::from(DEALS), f64::from(seen[rows][columns]));
                if expected < 10.0 {
                    rare = (rare.0 + expected, rare.1 + seen);
                } else {
                    chi_squared += (seen - expected).powi(2) / expected;
                    freedom += 1.0;
                }
            }
            if 1.0 < rare.0 {
                chi_squared += (rare.1 - rare.0).powi(2) / rare.0;
                freedom += 1.0;
            }
            assert!(freedom > 2.0 && excess(chi_squared, freedom) < 3.3, "level {}: {chi_squared} for {freedom}", level.number());
        }
    }

    /// All tiles are equivalent: exchanging rows or columns doesn't change the distribution.
    #[test]
    fn values_are_equally_frequent_on_every_tile() {
        const DEALS: u32 = 4000;
        let mut dealer = Dealer::new(4);
        for level in Level::all() {
            let mut seen = [[0_u32; TILES]; 4];
            for _ in 0..DEALS {
                for (tile, value) in dealer.board(level).values().enumerate() {
                    seen[value as usize][tile] += 1;
                }
            }
            for value in Value::ALL {
                let counts = seen[value as usize].map(f64::from);
                let mean = counts.iter().sum::<f64>() / TILES as f64;
                let tiles = TILES as f64;
                // Each count is binomial. They are correlated, because boards have nearly the same number of each value; the factor
                // corrects that.
                let variance = mean * (1.0 - mean / f64::from(DEALS)) * tiles / (tiles - 1.0);
                let chi_squared = counts.iter().map(|count| (count - mean).powi(2) / variance).sum();
                assert!(excess(chi_squared, tiles - 1.0) < 3.5, "level {}, {value}: {chi_squared}", level.number());
            }
        }
    }

    /// Files, games and published figures refer to seeds, so these values must never change.
    #[test]
    fn deals_of_a_seed_never_change() {
        let boards = Level::all().map(|level| Dealer::of_round(1, 2).board(level).rows().join(" "));
        let known = [
            "V1111 121V1 V13V1 3V21V 11111",
            "VV1V3 11111 1311V V1113 113VV",
            "V1131 1V3V3 V13V1 2VV1V 11111",
            "V1122 2V2V2 V1VV1 VVV1V 11313",
            "V2122 2V2V2 V1VV2 VVV1V 11212",
            "V3122 2V2V2 V1VV1 VVV1V 11313",
            "V22V2 2VVVV V2VV2 VVV2V 13212",
            "V3123 3V2V3 V1VV1 VVV1V 11313",
        ];
        assert_eq!(boards.collect::<Vec<_>>(), known);
        let mut dealer = Dealer::new(u64::MAX);
        let levels: Vec<u8> = (0..16).map(|_| dealer.level().number()).collect();
        assert_eq!(levels, [8, 2, 5, 2, 1, 7, 5, 4, 1, 1, 8, 4, 6, 1, 2, 1]);
        assert_eq!(dealer.board(Level::LOWEST).rows().join(" "), "1V13V 1V113 1VVV1 11211 12111");
    }

    /// Each composition has probability 1/5, recognized by its numbers of Voltorbs and multipliers.
    #[test]
    fn compositions_are_equally_frequent() {
        let mut dealer = Dealer::new(7);
        for level in Level::all() {
            let mut seen = [0_u32; 5];
            for _ in 0..2000 {
                let board = dealer.board(level);
                let composition = Composition::of(board);
                seen[board_types(level).iter().position(|board_type| board_type.composition == composition).unwrap()] += 1;
            }
            // The standard deviation of each count is about 18.
            assert!(seen.iter().all(|count| (310..=490).contains(count)), "level {}: {seen:?}", level.number());
        }
    }
}
