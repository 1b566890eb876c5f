//! What the best play remembers positions by: all that its value depends on, whatever the order of rows and columns.

use super::{
    prior::Freedom,
    problem::Problem,
    rules::{Board, SIDE, TILES, Value},
};

/// A position in which every free tile is face up, packed into one number.
///
/// Two positions of a level with the same shape have the same value: which boards are left, up to the order of rows and
/// columns, depends on the tiles that are face down and on what each line still needs; and their weights on the 2s and 3s that
/// are face up and on how free the multipliers lie. The latter is known only when all free tiles are face up; they soon
/// are, since a free tile is no Voltorb.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape(u128);

impl Shape {
    /// The shape when the tiles of this set are face down, and the others show these points, two bits each; none while
    /// a free tile is face down.
    pub fn of(problem: &Problem, hidden: u32, shown: u64) -> Option<Self> {
        if (0..TILES).any(|tile| hidden & 1 << tile != 0 && problem.clues.is_free_tile(tile)) {
            return None;
        }
        let shown = Shown(shown);
        let rows: [_; SIDE] = std::array::from_fn(|row| shown.needs(problem, Axis::Rows, row));
        let columns: [_; SIDE] = std::array::from_fn(|column| shown.needs(problem, Axis::Columns, column));
        let (row_order, column_order) = sorted_lines(hidden, &rows, &columns);
        let mut shape = 0_u128;
        for row in row_order {
            for column in column_order {
                shape = shape << 1 | u128::from(hidden >> (SIDE * row + column) & 1);
            }
        }
        for needs in row_order.map(|row| rows[row]).into_iter().chain(column_order.map(|column| columns[column])) {
            shape = shape << 7 | u128::from(needs);
        }
        let freedom = shown.freedom(problem);
        let shape = (shape << 5 | u128::from(shown.twos())) << 5 | u128::from(shown.threes());
        Some(Self((shape << 3 | u128::from(freedom.line)) << 5 | u128::from(freedom.total)))
    }
}

/// The points of the tiles that are face up, two bits each.
#[derive(Clone, Copy)]
struct Shown(u64);

#[derive(Clone, Copy)]
enum Axis {
    Rows,
    Columns,
}

impl Axis {
    const fn tile(self, line: usize, place: usize) -> usize {
        match self {
            Self::Rows => SIDE * line + place,
            Self::Columns => SIDE * place + line,
        }
    }
}

impl Shown {
    /// What this tile shows; a Voltorb stands for a tile that is face down.
    const fn value(self, tile: usize) -> Value {
        Value::ALL[(self.0 >> (2 * tile) & 3) as usize]
    }

    /// The Voltorbs and the excess that are hidden in a line, packed into 7 bits; all its Voltorbs are hidden.
    fn needs(self, problem: &Problem, axis: Axis, line: usize) -> u8 {
        let clue = match axis {
            Axis::Rows => problem.clues.rows[line],
            Axis::Columns => problem.clues.columns[line],
        };
        let found: u8 = (0..SIDE).map(|place| self.value(axis.tile(line, place)).excess()).sum();
        clue.voltorbs << 4 | clue.excess().unwrap_or(0).saturating_sub(found)
    }

    fn twos(self) -> u32 {
        (!self.0 & self.0 >> 1 & Board::ONES.bits()).count_ones()
    }

    fn threes(self) -> u32 {
        (self.0 & self.0 >> 1 & Board::ONES.bits()).count_ones()
    }

    /// How free the multipliers lie that are face up.
    fn freedom(self, problem: &Problem) -> Freedom {
        let board = (0..TILES).fold(Board::ONES, |board, tile| board.with(tile, self.value(tile)));
        Freedom::of(board, &problem.clues)
    }
}

/// Rows and columns in an order that does not depend on how they lay, as far as that is cheaply found: by what they need,
/// and then by the pattern of their hidden tiles in the order found so far.
fn sorted_lines(hidden: u32, rows: &[u8; SIDE], columns: &[u8; SIDE]) -> ([usize; SIDE], [usize; SIDE]) {
    let is_hidden = |row: usize, column: usize| hidden >> (SIDE * row + column) & 1;
    let mut row_order = [0, 1, 2, 3, 4];
    let mut column_order = [0, 1, 2, 3, 4];
    row_order.sort_unstable_by_key(|&row| (rows[row], (hidden >> (SIDE * row) & 0x1F).count_ones()));
    column_order.sort_unstable_by_key(|&column| (columns[column], (hidden >> column & 0x10_8421).count_ones()));
    for _ in 0..2 {
        let pattern = |column: usize| row_order.iter().fold(0, |bits, &row| bits << 1 | is_hidden(row, column));
        column_order.sort_unstable_by_key(|&column| (columns[column], pattern(column)));
        let pattern = |row: usize| column_order.iter().fold(0, |bits, &column| bits << 1 | is_hidden(row, column));
        row_order.sort_unstable_by_key(|&row| (rows[row], pattern(row)));
    }
    (row_order, column_order)
}
