//! Numbered boards of a position, if the goal is to clear the board, with sets of them for each value of each tile. A later position of the
//! round is then a set of numbers, and what a flip leaves is an intersection. A table remembers the worths of sets.
//!
//! **Rivals.** Two boards are rivals if they have their multipliers in different places, and every tile that differs between them is a
//! Voltorb on one of them. No play clears both. It flips the same tiles on both until it comes to one that differs, and there it loses one
//! of them. If it never came to such a tile, the same tiles would be flipped on both boards and show the same. All multipliers of both
//! would be among them, so they would be in the same places.
//!
//! **An upper bound.** Of boards that are rivals of each other, a play clears at most one. So if the boards of a position are divided into
//! such groups, no play clears more than the weight of the heaviest board of each group. This is far closer to the worth than what the
//! safest tile allows: a sixth above it on average for 100 boards of level 8, where the safest tile allows more than three times the worth.
//! The same groups bound every flip: for each value of the tile, the heaviest board of each group that has this value counts.
//!
//! The groups are found greedily. Boards are numbered by weight, the heaviest first, so the first board of a group, and the first with a
//! certain value, is its heaviest.

use super::{board_set::BoardSet, choices::Known, shape::tiles};
use crate::{
    model::rules::{TILES, Value, gather},
    search::counting::WeightedBoard,
};

/// The values that a flip may show without losing.
pub const SHOWN: [Value; 3] = [Value::One, Value::Two, Value::Three];

/// For 1, 2 and 3 on each tile, a bound on the weight of the boards with this value that a play can clear.
pub type FlipBounds = [[f64; TILES]; 3];

/// What is known about the weight of the boards that the best play clears.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cleared {
    /// This weight.
    Exactly(f64),
    /// At most this weight.
    AtMost(f64),
}

impl Cleared {
    /// Returns the weight, or the bound on it.
    pub const fn upper(self) -> f64 {
        match self {
            Self::Exactly(weight) | Self::AtMost(weight) => weight,
        }
    }

    /// Multiplies by a factor.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        match self {
            Self::Exactly(weight) => Self::Exactly(weight * factor),
            Self::AtMost(weight) => Self::AtMost(weight * factor),
        }
    }

    /// Returns whether it is all that a search needs, if only values above this threshold matter.
    pub fn suffices_for(self, threshold: f64) -> bool {
        matches!(self, Self::Exactly(_)) || self.upper() <= threshold
    }
}

/// Numbered boards, at most 64 for each word.
pub struct Roster<const WORDS: usize> {
    /// The boards by number, the heaviest first.
    pub boards: Vec<WeightedBoard>,
    /// What is known of the tiles in the position of all boards.
    pub known: Known,
    /// For each value, the boards that have it on each informative tile.
    with_value: Box<[[BoardSet<WORDS>; 4]; TILES]>,
    /// For each board, its informative tiles with each value.
    values: Vec<[u32; 3]>,
    /// For each board, those of its rivals that have a higher number.
    rivals: Vec<BoardSet<WORDS>>,
    /// For each board, the number of its bet. Boards with multipliers in the same places have the same.
    bets: Vec<u32>,
    /// The boards by their multipliers, to number the bets.
    by_multipliers: Vec<(u64, u32)>,
    /// For each bet, 0 between two calls.
    bet_weights: Vec<f64>,
    table: Vec<Entry<WORDS>>,
    /// The number of this set of boards; entries of others are void.
    edition: u64,
}

#[derive(Clone, Copy)]
struct Entry<const WORDS: usize> {
    set: BoardSet<WORDS>,
    edition: u64,
    cleared: Cleared,
}

impl<const WORDS: usize> Default for Roster<WORDS> {
    fn default() -> Self {
        let nothing = Entry { set: BoardSet::EMPTY, edition: 0, cleared: Cleared::Exactly(0.0) };
        Self {
            boards: Vec::new(),
            known: Known::of(&[None; TILES]),
            with_value: Box::new([[BoardSet::EMPTY; 4]; TILES]),
            values: Vec::new(),
            rivals: Vec::new(),
            bets: Vec::new(),
            by_multipliers: Vec::new(),
            bet_weights: Vec::new(),
            table: vec![nothing; (4096 / WORDS).max(256)],
            edition: 0,
        }
    }
}

impl<const WORDS: usize> Roster<WORDS> {
    /// Returns its memory in bytes.
    pub fn bytes(&self) -> u64 {
        let Self { boards, known: _, with_value, values, rivals, bets, by_multipliers, bet_weights, table, edition: _ } = self;
        let lists = size_of_val(&**with_value)
            + boards.capacity() * size_of::<WeightedBoard>()
            + values.capacity() * size_of::<[u32; 3]>()
            + rivals.capacity() * size_of::<BoardSet<WORDS>>()
            + bets.capacity() * size_of::<u32>()
            + by_multipliers.capacity() * size_of::<(u64, u32)>()
            + bet_weights.capacity() * size_of::<f64>()
            + table.capacity() * size_of::<Entry<WORDS>>();
        (size_of::<Self>() + lists) as u64
    }

    /// Numbers these boards, and finds their rivals.
    pub fn fill(&mut self, boards: &[WeightedBoard], known: Known) {
        self.known = known;
        self.edition += 1;
        self.boards.clear();
        self.boards.extend_from_slice(boards);
        self.boards.sort_unstable_by(|(_, one), (_, other)| other.total_cmp(one));
        let informative = known.informative & known.hidden;
        for tile in tiles(informative) {
            let mut sets = [BoardSet::EMPTY; 4];
            self.boards.iter().enumerate().for_each(|(number, (board, _))| sets[board.value(tile) as usize].insert(number));
            self.with_value[tile] = sets;
        }
        self.values.clear();
        self.values.extend(self.boards.iter().map(|(board, _)| SHOWN.map(|value| gather(board.pairs(value)) & informative)));
        self.number_bets();
        self.find_rivals(informative);
    }

    fn number_bets(&mut self) {
        self.by_multipliers.clear();
        self.by_multipliers.extend(self.boards.iter().zip(0..).map(|((board, _), number)| (board.multipliers(), number)));
        self.by_multipliers.sort_unstable();
        self.bets.clear();
        self.bets.resize(self.boards.len(), 0);
        self.bet_weights.clear();
        for alike in self.by_multipliers.chunk_by(|one, other| one.0 == other.0) {
            alike.iter().for_each(|&(_, number)| self.bets[number as usize] = self.bet_weights.len() as u32);
            self.bet_weights.push(0.0);
        }
    }

    /// A rival has, on each tile where a board has a number, the same number or a Voltorb, but other multipliers. Only informative tiles
    /// can have different numbers.
    fn find_rivals(&mut self, informative: u32) {
        let mut agreeing = [[BoardSet::<WORDS>::EMPTY; 3]; TILES];
        for tile in tiles(informative) {
            let [voltorb, one, two, three] = &self.with_value[tile];
            agreeing[tile] = [voltorb.or(one), voltorb.or(two), voltorb.or(three)];
        }
        let all = BoardSet::<WORDS>::first_of_all(self.boards.len());
        self.rivals.clear();
        for (number, values) in self.values.iter().enumerate() {
            // Only higher numbers are needed.
            let from = number / 64;
            let mut rivals = BoardSet::EMPTY;
            rivals.0[from..].copy_from_slice(&all.0[from..]);
            for (value, &tiles_with_it) in values.iter().enumerate() {
                for tile in tiles(tiles_with_it) {
                    let agreeing = &agreeing[tile][value];
                    (from..WORDS).for_each(|word| rivals.0[word] &= agreeing.0[word]);
                }
            }
            self.rivals.push(rivals);
        }
        for alike in self.by_multipliers.chunk_by(|one, other| one.0 == other.0) {
            for &(_, one) in alike {
                alike.iter().for_each(|&(_, other)| self.rivals[one as usize].remove(other as usize));
            }
        }
    }

    /// Returns the set of all boards.
    pub fn all(&self) -> BoardSet<WORDS> {
        BoardSet::first_of_all(self.boards.len())
    }

    /// Returns the boards that have this value on an informative tile.
    pub const fn with_value(&self, tile: usize, value: Value) -> &BoardSet<WORDS> {
        &self.with_value[tile][value as usize]
    }

    /// Returns the weight of these boards.
    pub fn weight(&self, set: &BoardSet<WORDS>) -> f64 {
        set.iter().map(|number| self.boards[number].1).sum()
    }

    /// Returns the weight of the heaviest boards with the same multipliers.
    pub fn heaviest_bet(&mut self, set: &BoardSet<WORDS>) -> f64 {
        let mut heaviest = 0.0_f64;
        for number in set.iter() {
            let weight = &mut self.bet_weights[self.bets[number] as usize];
            *weight += self.boards[number].1;
            heaviest = heaviest.max(*weight);
        }
        set.iter().for_each(|number| self.bet_weights[self.bets[number] as usize] = 0.0);
        heaviest
    }

    /// Returns what is known of this set without a search: its worth, if it has one or two boards or was searched before, or a bound.
    pub fn known_worth(&self, set: &BoardSet<WORDS>) -> Cleared {
        let mut rest = *set;
        let weight = |number: usize| self.boards[number].1;
        match (rest.take_first(), rest.take_first()) {
            (None, _) => Cleared::Exactly(0.0),
            (Some(only), None) => Cleared::Exactly(weight(only)),
            // Two boards are rivals, or are bet on together, or differ on a tile on which they differ without risk.
            (Some(one), Some(other)) if rest.is_empty() => {
                let are_rivals = self.rivals[one].contains(other);
                Cleared::Exactly(if are_rivals { weight(one).max(weight(other)) } else { weight(one) + weight(other) })
            }
            _ => {
                let entry = &self.table[self.place(set)];
                let is_stored = entry.edition == self.edition && entry.set == *set;
                if is_stored { entry.cleared } else { Cleared::AtMost(self.bound(set)) }
            }
        }
    }

    /// Stores the worth of a set, in place of another one.
    pub fn store(&mut self, set: &BoardSet<WORDS>, cleared: Cleared) {
        let place = self.place(set);
        self.table[place] = Entry { set: *set, edition: self.edition, cleared };
    }

    fn place(&self, set: &BoardSet<WORDS>) -> usize {
        (set.hash() >> 40) as usize % self.table.len()
    }

    /// Returns an upper bound on the weight that a play can clear of these boards.
    pub fn bound(&self, set: &BoardSet<WORDS>) -> f64 {
        let mut bound = 0.0;
        self.divide(set, |number, is_heaviest| {
            if is_heaviest {
                bound += self.boards[number].1;
            }
        });
        bound
    }

    /// Adds such bounds for the boards with each value on each of these tiles.
    pub fn add_flip_bounds(&self, set: &BoardSet<WORDS>, informative: u32, bounds: &mut FlipBounds) {
        let mut seen = [0; 3];
        self.divide(set, |number, is_heaviest| {
            if is_heaviest {
                seen = [0; 3];
            }
            for ((&with_value, seen), bounds) in self.values[number].iter().zip(&mut seen).zip(&mut *bounds) {
                let first = with_value & informative & !*seen;
                *seen |= first;
                tiles(first).for_each(|tile| bounds[tile] += self.boards[number].1);
            }
        });
    }

    /// Divides the boards into groups of rivals. Calls `visit` for each board, group by group, with whether it is the first of its group.
    fn divide(&self, set: &BoardSet<WORDS>, mut visit: impl FnMut(usize, bool)) {
        let mut rest = *set;
        for word in 0..WORDS {
            while rest.0[word] != 0 {
                let heaviest = 64 * word + rest.0[word].trailing_zeros() as usize;
                rest.0[word] &= rest.0[word] - 1;
                visit(heaviest, true);
                // The boards left that are rivals of the whole group.
                let mut candidates = BoardSet::<WORDS>::EMPTY;
                let rivals = &self.rivals[heaviest];
                (word..WORDS).for_each(|place| candidates.0[place] = rest.0[place] & rivals.0[place]);
                for from in word..WORDS {
                    while candidates.0[from] != 0 {
                        let bit = candidates.0[from].trailing_zeros() as usize;
                        rest.0[from] &= !(1 << bit);
                        visit(64 * from + bit, false);
                        let rivals = &self.rivals[64 * from + bit];
                        (from..WORDS).for_each(|place| candidates.0[place] &= rivals.0[place]);
                    }
                }
            }
        }
    }
}
