//! The letters that choose cards in a game. A card has the key that lies at its place on the keyboard, so that nobody has to look for it.

use serde::{Deserialize, Serialize};

use super::layout::Grid;

/// How the letters lie on the keyboard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Keyboard {
    /// English.
    #[default]
    Qwerty,
    /// German.
    Qwertz,
    /// French.
    Azerty,
    /// Not by position: the letters from A on, row by row.
    Alphabet,
}

impl Keyboard {
    /// All keyboards, in the order of the menu.
    pub const ALL: [Self; 4] = [Self::Qwerty, Self::Qwertz, Self::Azerty, Self::Alphabet];

    /// The three rows of letters.
    const fn rows(self) -> [&'static [u8]; 3] {
        match self {
            Self::Qwerty => [b"QWERTYUIOP", b"ASDFGHJKL", b"ZXCVBNM"],
            Self::Qwertz => [b"QWERTZUIOP", b"ASDFGHJKL", b"YXCVBNM"],
            Self::Azerty => [b"AZERTYUIOP", b"QSDFGHJKLM", b"WXCVBN,"],
            Self::Alphabet => [b""; 3],
        }
    }

    /// Returns the key of the card at this position. On a table that is larger than the keyboard, the first 26 cards have the letters from
    /// A on.
    pub fn letter(self, grid: Grid, at: usize) -> Option<char> {
        let rows = self.rows();
        let fits = grid.rows <= rows.len() && rows[..grid.rows].iter().all(|row| grid.columns <= row.len());
        let key = if fits {
            let (row, column) = grid.place(at);
            rows.get(row)?.get(column).copied()
        } else {
            (b'A'..=b'Z').nth(at)
        };
        key.map(char::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_have_the_keys_at_their_places() {
        let cases = [
            (Keyboard::Qwerty, Grid::fitting(12), "QWERASDFZXCV"),
            (Keyboard::Qwertz, Grid::fitting(12), "QWERASDFYXCV"),
            (Keyboard::Azerty, Grid::fitting(12), "AZERQSDFWXCV"),
            (Keyboard::Alphabet, Grid::fitting(12), "ABCDEFGHIJKL"),
            (Keyboard::Qwerty, Grid::fitting(9), "QWEASDZXC"),
            (Keyboard::Qwerty, Grid::growing(12, 15), "QWERASDFZXCVTGB"),
            (Keyboard::Azerty, Grid::growing(12, 21), "AZERQSDFWXCVTGBYHNUJ,"),
        ];
        for (keyboard, grid, letters) in cases {
            let found: String = (0..letters.len()).filter_map(|at| keyboard.letter(grid, at)).collect();
            assert_eq!(found, letters, "{keyboard:?} {grid:?}");
        }
        let large = Grid::fitting(30);
        assert_eq!([0, 25, 26].map(|at| Keyboard::Qwerty.letter(large, at)), [Some('A'), Some('Z'), None]);
    }
}
