//! What the searches find: the consistent boards, each with its probability.

use serde::{Serialize, Serializer};

use super::rules::{Board, TILES, Value};

/// A board consistent with the clues and the face-up tiles. Serialized as its five rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solution {
    /// The values of all tiles.
    pub board: Board,
    /// The probability of this board, by what is known of the level. 0 if no level in question can deal it.
    pub chance: f64,
    /// The set of tiles that have a value: all of them, except in a step of a search trace.
    pub filled: u32,
    /// In a step of an explanation, the set of tiles that were face down before it: its sentence is about the odds of that position.
    /// Otherwise empty.
    pub unseen: u32,
}

impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.board.rows())
    }
}

impl Solution {
    /// Creates a complete board with its probability.
    pub const fn new(board: Board, chance: f64) -> Self {
        Self { board, chance, filled: (1 << TILES) - 1, unseen: 0 }
    }

    /// Creates a board that a search has filled only in part.
    pub fn partial(tiles: &[Option<Value>; TILES]) -> Self {
        let mut partial = Self { board: Board::ONES, chance: 0.0, filled: 0, unseen: 0 };
        for (tile, value) in tiles.iter().enumerate().filter_map(|(tile, value)| Some((tile, (*value)?))) {
            partial.board = partial.board.with(tile, value);
            partial.filled |= 1 << tile;
        }
        partial
    }

    /// The same in a step of an explanation, before which these tiles were face up.
    #[must_use]
    pub fn after(self, face_up: &[Option<Value>; TILES]) -> Self {
        let unseen = (0..TILES).filter(|&tile| face_up[tile].is_none()).map(|tile| 1 << tile).sum();
        Self { unseen, ..self }
    }

    /// The values that were face up before the step of an explanation; none of another solution.
    pub fn before(&self) -> Option<[Option<Value>; TILES]> {
        let was_up = |tile: usize| self.value(tile).filter(|_| self.unseen >> tile & 1 == 0);
        (self.unseen != 0).then(|| std::array::from_fn(was_up))
    }

    /// Returns the value of this tile, if it has one.
    pub fn value(&self, tile: usize) -> Option<Value> {
        (self.filled >> tile & 1 != 0).then(|| self.board.value(tile))
    }

    /// Describes the multipliers: "3 twos, 4 threes".
    pub fn multipliers(&self) -> String {
        let (twos, threes) = (self.board.count(Value::Two), self.board.count(Value::Three));
        let (two, three) = (if twos == 1 { "two" } else { "twos" }, if threes == 1 { "three" } else { "threes" });
        format!("{twos} {two}, {threes} {three}")
    }
}

/// A summary of all boards listed so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// The probability that the board is one of them.
    pub listed: f64,
    /// The probability of the likeliest.
    pub heaviest: f64,
    /// The number of boards that no level in question can deal.
    pub never_dealt: u64,
}

impl Summary {
    /// Adds one more board.
    pub fn add(&mut self, solution: &Solution) {
        // The chances of all boards add up to 1, but each is rounded, and so is their sum.
        self.listed = (self.listed + solution.chance).min(1.0);
        self.heaviest = self.heaviest.max(solution.chance);
        self.never_dealt += u64::from(solution.chance == 0.0);
    }
}
