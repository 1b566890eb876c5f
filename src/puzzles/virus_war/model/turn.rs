//! A turn, which is what a search finds, and the summary of all turns.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

use super::{
    cells::{Cell, CellSet},
    notation,
};

/// The most moves that the rules allow in a turn.
pub const MAX_MOVES: usize = 5;

/// A set of cells on which the mover can make the moves of a turn in at least one order, or a pass.
///
/// Small and without heap data, since searches report millions of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Turn {
    /// The moves in a legal order, padded with the first one. A pass has none, and is padded with a1.
    cells: [Cell; MAX_MOVES],
    moves: u8,
    /// How many of the moves kill an enemy virus.
    pub kills: u8,
    /// The number of legal orders of the moves.
    pub orders: u8,
}

/// How the three moves of a turn depend on one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Shape {
    /// All three cells are accessible before the turn.
    AllAtOnce,
    /// Two cells are accessible before the turn; one or both of them open the third.
    TwoAndOne,
    /// One cell is accessible before the turn and opens both others.
    OneOpensTwo,
    /// One cell is accessible before the turn and opens the second, and only the second opens the third.
    OneByOne,
}

impl Shape {
    /// All shapes, in the order of [`Summary::by_shape`].
    pub const ALL: [Self; 4] = [Self::AllAtOnce, Self::TwoAndOne, Self::OneOpensTwo, Self::OneByOne];

    /// The shape in a few words, in lower case.
    pub const fn title(self) -> &'static str {
        match self {
            Self::AllAtOnce => "all at once",
            Self::TwoAndOne => "two, then one",
            Self::OneOpensTwo => "one opens two",
            Self::OneByOne => "one by one",
        }
    }

    /// What the shape means, and the number of orders: a sentence without the full stop.
    pub const fn hint(self) -> &'static str {
        match self {
            Self::AllAtOnce => "All three cells are accessible before the turn: six orders",
            Self::TwoAndOne => {
                "Two cells are accessible before the turn, and one or both of them open the third: three orders, or four if both do"
            }
            Self::OneOpensTwo => "One cell is accessible before the turn and opens both others: two orders",
            Self::OneByOne => "Each move opens the next: one order",
        }
    }
}

impl Turn {
    /// A turn that the mover passes.
    pub const PASS: Self = Self { cells: [Cell::A1; MAX_MOVES], moves: 0, kills: 0, orders: 1 };

    /// A turn with these moves, at least one and at most [`MAX_MOVES`], in a legal order.
    pub fn new<const N: usize>(order: [Cell; N], kills: u8, orders: u8) -> Self {
        const { assert!(0 < N && N <= MAX_MOVES) };
        let mut cells = [order[0]; MAX_MOVES];
        cells[..N].copy_from_slice(&order);
        Self { cells, moves: N as u8, kills, orders }
    }

    /// A turn with these moves in a legal order, cut off after [`MAX_MOVES`]; a pass if there are none.
    pub fn from_order(order: &[Cell], kills: u8, orders: u8) -> Self {
        let Some(&first) = order.first() else { return Self::PASS };
        let moves = order.len().min(MAX_MOVES);
        let mut cells = [first; MAX_MOVES];
        cells[..moves].copy_from_slice(&order[..moves]);
        Self { cells, moves: moves as u8, kills, orders }
    }

    /// Whether the mover passes.
    pub const fn is_pass(&self) -> bool {
        self.moves == 0
    }

    /// The cells in the first of the legal orders, comparing cells from the first move on; none for a pass.
    pub fn cells(&self) -> &[Cell] {
        &self.cells[..usize::from(self.moves)]
    }

    /// The cells as a set.
    pub fn set(&self) -> CellSet {
        self.cells().iter().copied().collect()
    }

    /// How the moves depend on one another, which follows from the number of orders; none unless there are three moves.
    pub fn shape(&self) -> Option<Shape> {
        match (self.moves, self.orders) {
            (3, 6) => Some(Shape::AllAtOnce),
            (3, 3 | 4) => Some(Shape::TwoAndOne),
            (3, 2) => Some(Shape::OneOpensTwo),
            (3, 1) => Some(Shape::OneByOne),
            _ => None,
        }
    }

    /// The key that sorts turns alphabetically by their cells. Exact, since it is far below 2^53.
    pub fn rank(&self) -> f64 {
        let place = |rank: u64, index: usize| {
            let digit = self.cells().get(index).map_or(0, |cell| 1 + u64::from(cell.number()));
            rank * 128 + digit
        };
        (0..MAX_MOVES).fold(0, place) as f64
    }
}

/// As the record has it: the cells with blanks between them, or "pass".
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&notation::moves(self.cells()))
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({} kills, {} orders, {:?})", self.kills, self.orders, self.shape())
    }
}

/// As the list of its cells, or of the word "pass".
impl Serialize for Turn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_pass() {
            return serializer.collect_seq([notation::PASS]);
        }
        serializer.collect_seq(self.cells())
    }
}

/// The summary of all turns of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// The number of sequences: the legal orders of all turns.
    pub sequences: u64,
    /// Turns by their shape, in the order of [`Shape::ALL`]; all 0 unless turns have three moves.
    pub by_shape: [u64; 4],
    /// Turns by their number of kills, from none to all moves.
    pub by_kills: Vec<u64>,
}

impl Default for Summary {
    fn default() -> Self {
        Self { sequences: 0, by_shape: [0; 4], by_kills: vec![0; 4] }
    }
}

impl Summary {
    /// Adds a turn.
    pub fn add(&mut self, turn: &Turn) {
        self.sequences += u64::from(turn.orders);
        if let Some(shape) = turn.shape() {
            self.by_shape[shape as usize] += 1;
        }
        // The list also has its length if a pass comes first.
        if !turn.is_pass() {
            self.by_kills.resize(turn.cells().len() + 1, 0);
        }
        self.by_kills[usize::from(turn.kills)] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(names: &str) -> Turn {
        let order: Vec<Cell> = names.split(' ').map(|name| name.parse().unwrap()).collect();
        Turn::from_order(&order, 0, 1)
    }

    #[test]
    fn ranks_are_alphabetical() {
        let sorted = ["a1", "a1 a2", "a1 a2 b3", "a1 a3", "a2 a1", "a10 b1", "b1", "k11 a1 a1 a1 a1", "k11 k10 k9 k8 k7"];
        assert!(sorted.is_sorted_by(|a, b| turn(a).rank() < turn(b).rank()));
        assert!(Turn::PASS.rank() < turn("a1").rank());
    }

    #[test]
    fn a_turn_is_written_as_its_cells() {
        assert_eq!(serde_json::to_string(&turn("e5 f6 g7")).unwrap(), r#"["e5","f6","g7"]"#);
        assert_eq!((serde_json::to_string(&Turn::PASS).unwrap(), Turn::PASS.to_string()), (r#"["pass"]"#.to_owned(), "pass".to_owned()));
    }
}
