//! The patterns of one row, for the searches that go row by row.

use crate::model::{
    problem::Problem,
    rules::{Board, SIDE, Value},
};

/// The values of one row, from the left.
pub type Pattern = [Value; SIDE];

/// Returns all patterns that match the clue and the face-up tiles of this row.
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

/// Returns the board with this row filled.
pub fn with_row(board: Board, row: usize, pattern: &Pattern) -> Board {
    pattern.iter().enumerate().fold(board, |board, (column, &value)| board.with(SIDE * row + column, value))
}

/// Returns, as a set of bits, the values that a tile of a column may have if the tiles from this one down must have this many Voltorbs and
/// this excess. `below` is the number of tiles below this one.
///
/// The tiles below are checked only for capacity: each that isn't a Voltorb has an excess of at most 2. Their rows aren't considered.
pub fn allowed_values(voltorbs: u8, excess: u8, below: u8) -> u8 {
    let fits = |value: &Value| {
        let voltorbs = voltorbs.checked_sub(u8::from(*value == Value::Voltorb));
        let excess = excess.checked_sub(value.excess());
        matches!((voltorbs, excess), (Some(voltorbs), Some(excess)) if voltorbs <= below && excess <= 2 * (below - voltorbs))
    };
    Value::ALL.into_iter().filter(fits).fold(0, |set, value| set | 1 << value as u8)
}

/// The results of [`allowed_values`] for tiles with the same number of tiles below, as a table.
#[derive(Clone, Copy, Debug)]
pub struct AllowedTable([[u8; 16]; 8]);

impl AllowedTable {
    /// Creates the table for tiles with this many tiles below.
    pub fn new(below: u8) -> Self {
        Self(std::array::from_fn(|voltorbs| std::array::from_fn(|excess| allowed_values(voltorbs as u8, excess as u8, below))))
    }

    /// Returns the values allowed on a tile whose column still needs up to 5 Voltorbs and an excess of up to 10.
    pub const fn get(&self, voltorbs: u8, excess: u8) -> u8 {
        self.0[voltorbs as usize][excess as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_tiles_of_a_column_must_meet_its_needs() {
        assert_eq!(allowed_values(1, 0, 0), 1 << 0);
        assert_eq!(allowed_values(0, 0, 0), 1 << 1);
        assert_eq!(allowed_values(0, 2, 0), 1 << 3);
        assert_eq!(allowed_values(0, 3, 0), 0);
        assert_eq!(allowed_values(1, 1, 0), 0);
        assert_eq!(allowed_values(1, 2, 1), 1 << 0 | 1 << 3, "a Voltorb and a 3, either way");
    }
}
