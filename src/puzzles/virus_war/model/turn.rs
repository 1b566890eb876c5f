//! A turn as a solution, and what all turns together come to. Which turns there are is for the search to say.

use std::fmt;

use serde::{Serialize, Serializer};

use super::cells::{Cell, CellSet};

/// The most moves that a turn can have.
pub const MOST_MOVES: usize = 5;

/// A set of cells on which the mover can make the moves of one turn in some order.
///
/// Small and without a heap, since millions of them are told one by one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Beyond `moves`, the first cell is repeated.
    cells: [Cell; MOST_MOVES],
    moves: u8,
    /// How many of the moves kill.
    pub kills: u8,
    /// In how many orders the moves can be made.
    pub orders: u8,
}

/// How the three cells of a turn depend on one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// All three are accessible at once.
    AllAtOnce,
    /// Two are accessible at once; the third is opened by one of them, whichever it is, or by either.
    TwoAndOne,
    /// One is accessible at once and opens both others.
    OneOpensTwo,
    /// One is accessible at once and opens a second, and only that one opens the third.
    OneByOne,
}

impl Shape {
    /// All shapes, in the order of [`Summary::by_shape`].
    pub const ALL: [Self; 4] = [Self::AllAtOnce, Self::TwoAndOne, Self::OneOpensTwo, Self::OneByOne];

    /// The shape in a few words.
    pub const fn title(self) -> &'static str {
        match self {
            Self::AllAtOnce => "all at once",
            Self::TwoAndOne => "two, then one",
            Self::OneOpensTwo => "one opens two",
            Self::OneByOne => "one by one",
        }
    }

    /// What the shape is, and in how many orders its moves can be made.
    pub const fn hint(self) -> &'static str {
        match self {
            Self::AllAtOnce => "all three cells are accessible before the turn: six orders",
            Self::TwoAndOne => "two are accessible before the turn and open the third: four orders if both do, else three",
            Self::OneOpensTwo => "one is accessible before the turn and opens both others: two orders",
            Self::OneByOne => "each move opens the next: one order",
        }
    }
}

impl Turn {
    /// The turn with these moves, at least one and at most [`MOST_MOVES`], in a legal order.
    pub fn new<const N: usize>(order: [Cell; N], kills: u8, orders: u8) -> Self {
        const { assert!(0 < N && N <= MOST_MOVES) };
        let mut cells = [order[0]; MOST_MOVES];
        cells[..N].copy_from_slice(&order);
        Self { cells, moves: N as u8, kills, orders }
    }

    /// The turn with these moves, cut off after [`MOST_MOVES`]; none without moves.
    pub fn from_order(order: &[Cell], kills: u8, orders: u8) -> Option<Self> {
        let moves = order.len().min(MOST_MOVES);
        let mut cells = [*order.first()?; MOST_MOVES];
        cells[..moves].copy_from_slice(&order[..moves]);
        Some(Self { cells, moves: moves as u8, kills, orders })
    }

    /// The cells in the first of the legal orders, as cells are ordered.
    pub fn cells(&self) -> &[Cell] {
        &self.cells[..usize::from(self.moves)]
    }

    /// The cells without an order.
    pub fn set(&self) -> CellSet {
        self.cells().iter().copied().collect()
    }

    /// How the cells depend on one another, which the number of orders tells; only for turns of three moves.
    pub fn shape(&self) -> Option<Shape> {
        match (self.moves, self.orders) {
            (3, 6) => Some(Shape::AllAtOnce),
            (3, 3 | 4) => Some(Shape::TwoAndOne),
            (3, 2) => Some(Shape::OneOpensTwo),
            (3, 1) => Some(Shape::OneByOne),
            _ => None,
        }
    }

    /// The turn's place among all turns: that of its cells in the alphabet. Exact, since it is far below 2^53.
    pub fn rank(&self) -> f64 {
        let place = |rank: u64, index: usize| {
            let digit = self.cells().get(index).map_or(0, |cell| 1 + u64::from(cell.number()));
            rank * 128 + digit
        };
        (0..MOST_MOVES).fold(0, place) as f64
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, cell) in self.cells().iter().enumerate() {
            write!(f, "{}{cell}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({} kills, {} orders, {:?})", self.kills, self.orders, self.shape())
    }
}

impl Serialize for Turn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cells())
    }
}

/// What many turns come to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Sequences of moves: each turn in each of its legal orders.
    pub sequences: u64,
    /// Turns by their shape, as [`Shape::ALL`] has them; all 0 if turns do not have three moves.
    pub by_shape: [u64; 4],
    /// Turns by the number of their kills, from none to as many as a turn has moves.
    pub by_kills: Vec<u64>,
    /// Whether there is no turn, so that the mover has lost.
    pub loses: bool,
}

impl Default for Summary {
    fn default() -> Self {
        Self { sequences: 0, by_shape: [0; 4], by_kills: vec![0; 4], loses: true }
    }
}

impl Summary {
    /// Takes one more turn in.
    pub fn add(&mut self, turn: &Turn) {
        self.loses = false;
        self.sequences += u64::from(turn.orders);
        if let Some(shape) = turn.shape() {
            self.by_shape[shape as usize] += 1;
        }
        self.by_kills.resize(turn.cells().len() + 1, 0);
        self.by_kills[usize::from(turn.kills)] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(names: &str) -> Turn {
        let order: Vec<Cell> = names.split(' ').map(|name| name.parse().unwrap()).collect();
        Turn::from_order(&order, 0, 1).unwrap()
    }

    #[test]
    fn ranks_are_alphabetical() {
        let sorted = ["a1", "a1 a2", "a1 a2 b3", "a1 a3", "a2 a1", "a10 b1", "b1", "k11 a1 a1 a1 a1", "k11 k10 k9 k8 k7"];
        assert!(sorted.is_sorted_by(|a, b| turn(a).rank() < turn(b).rank()));
    }

    #[test]
    fn a_turn_is_written_as_its_cells() {
        assert_eq!(serde_json::to_string(&turn("e5 f6 g7")).unwrap(), r#"["e5","f6","g7"]"#);
    }
}
