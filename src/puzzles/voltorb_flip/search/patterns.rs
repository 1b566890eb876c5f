//! The ways to fill one row, for the searches that go row by row.

use crate::puzzles::voltorb_flip::model::{
    problem::Problem,
    rules::{Board, SIDE, Value},
};

/// The values of one row, from the left.
pub type Pattern = [Value; SIDE];

/// All patterns that fit the clue and the face-up tiles of this row.
pub fn patterns(problem: &Problem, row: usize) -> Vec<Pattern> {
    let (clue, shown) = (problem.clues.rows[row], &problem.tiles[SIDE * row..][..SIDE]);
    let fits = |pattern: &Pattern| {
        pattern.iter().map(|value| value.points()).sum::<u8>() == clue.sum
            && pattern.iter().filter(|&&value| value == Value::Voltorb).count() == usize::from(clue.voltorbs)
            && pattern.iter().zip(shown).all(|(&value, tile)| tile.is_none_or(|shown| shown == value))
    };
    let all = (0..1_usize << (2 * SIDE)).map(|code| std::array::from_fn(|column| Value::ALL[code >> (2 * column) & 3]));
    all.filter(fits).collect()
}

/// The board with this row filled.
pub fn with_row(board: Board, row: usize, pattern: &Pattern) -> Board {
    pattern.iter().enumerate().fold(board, |board, (column, &value)| board.with(SIDE * row + column, value))
}

/// The values that a tile of a column may have, as a set of bits, if the tiles of the column from this one down are to
/// hold so many Voltorbs and so much excess; `below` is how many tiles of it lie below this one.
///
/// A tile that is no Voltorb holds at most two points beyond one, and that is all that is asked of the tiles below: the
/// rows that they lie in are not looked at.
pub fn allowed_values(voltorbs: u8, excess: u8, below: u8) -> u8 {
    let fits = |value: &Value| {
        let voltorbs = voltorbs.checked_sub(u8::from(*value == Value::Voltorb));
        let excess = excess.checked_sub(value.excess());
        matches!((voltorbs, excess), (Some(voltorbs), Some(excess)) if voltorbs <= below && excess <= 2 * (below - voltorbs))
    };
    Value::ALL.into_iter().filter(fits).fold(0, |set, value| set | 1 << value as u8)
}

/// What [`allowed`] says for tiles with so many below them, looked up.
#[derive(Clone, Copy, Debug)]
pub struct AllowedTable([[u8; 16]; 8]);

impl AllowedTable {
    /// The table for tiles with so many below them.
    pub fn new(below: u8) -> Self {
        Self(std::array::from_fn(|voltorbs| std::array::from_fn(|excess| allowed_values(voltorbs as u8, excess as u8, below))))
    }

    /// The values allowed to a tile of a column that still needs up to 5 Voltorbs and an excess of up to 10.
    pub const fn get(&self, voltorbs: u8, excess: u8) -> u8 {
        self.0[voltorbs as usize][excess as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_tile_of_a_column_takes_what_is_left() {
        assert_eq!(allowed_values(1, 0, 0), 1 << 0);
        assert_eq!(allowed_values(0, 0, 0), 1 << 1);
        assert_eq!(allowed_values(0, 2, 0), 1 << 3);
        assert_eq!(allowed_values(0, 3, 0), 0);
        assert_eq!(allowed_values(1, 1, 0), 0);
        assert_eq!(allowed_values(1, 2, 1), 1 << 0 | 1 << 3, "a Voltorb and a 3, either way");
    }
}
