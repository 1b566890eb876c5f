//! The position that is edited, undone and saved, in files and as text. Nothing is checked here: a cell may hold anything.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use super::{
    geometry::{CELLS, COLUMNS, Cell, Cells, ROWS},
    pieces::{Piece, PieceSet},
};
use crate::{board::TextError, text::quoted};

/// A position: the board and the allowed pieces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The contents of all cells.
    pub board: Squares,
    /// The allowed pieces, including pinned ones.
    #[serde(with = "piece_digits")]
    pub pieces: PieceSet,
    /// The pinned pieces that are given by a challenge, so that they can't be moved.
    #[serde(default, with = "piece_digits", skip_serializing_if = "piece_digits::are_none")]
    pub given: PieceSet,
}

/// The contest's own position: the empty board with all pieces.
impl Default for State {
    fn default() -> Self {
        Self { board: Squares::default(), pieces: PieceSet::ALL, given: PieceSet::NONE }
    }
}

impl State {
    /// Returns the position with another board. Pieces that are no longer where they were given aren't given any more.
    pub fn with_board(&self, board: Squares) -> Self {
        let is_unmoved = |piece: &Piece| board.cells(Square::Pinned(*piece)) == self.board.cells(Square::Pinned(*piece));
        Self { board, given: self.given.iter().filter(is_unmoved).collect(), ..self.clone() }
    }

    /// Returns the position without the pieces that aren't given.
    pub fn without_pieces(&self) -> Self {
        let mut state = self.clone();
        state.remove_pieces();
        state
    }

    /// Returns the given piece on a cell.
    pub fn given_on(&self, cell: Cell) -> Option<Piece> {
        self.board[cell].piece().filter(|&piece| self.given.contains(piece))
    }

    /// Removes all pieces that aren't given.
    pub fn remove_pieces(&mut self) {
        for piece in (self.board.pinned() - self.given).iter() {
            self.board.fill(self.board.cells(Square::Pinned(piece)), Square::Free);
        }
    }
}

/// The contents of all cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Squares([Square; CELLS]);

/// The content of one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Square {
    /// The cell must be filled.
    #[default]
    Free,
    /// No piece can cover the cell.
    Blocked,
    /// The cell belongs to this piece, which stays where it is.
    Pinned(Piece),
}

impl Square {
    /// The content that this character stands for.
    pub fn from_symbol(symbol: char) -> Option<Self> {
        match symbol {
            '.' => Some(Self::Free),
            '#' => Some(Self::Blocked),
            digit => Piece::from_digit(digit).map(Self::Pinned),
        }
    }

    /// The character for this content.
    pub fn symbol(self) -> char {
        match self {
            Self::Free => '.',
            Self::Blocked => '#',
            Self::Pinned(piece) => piece.digit(),
        }
    }

    /// The pinned piece, if there is one.
    pub fn piece(self) -> Option<Piece> {
        match self {
            Self::Pinned(piece) => Some(piece),
            Self::Free | Self::Blocked => None,
        }
    }
}

impl Squares {
    /// The cells with this content.
    pub fn cells(&self, square: Square) -> Cells {
        Cell::all().filter(|&cell| self[cell] == square).collect()
    }

    /// Sets the content of all these cells.
    pub fn fill(&mut self, cells: Cells, square: Square) {
        for cell in cells.iter() {
            self[cell] = square;
        }
    }

    /// The pieces that are pinned to at least one cell.
    pub fn pinned(&self) -> PieceSet {
        Cell::all().filter_map(|cell| self[cell].piece()).collect()
    }

    /// The text form: ten rows of five characters.
    pub fn to_text(&self) -> String {
        let rows = self.0.chunks(COLUMNS).map(|row| row.iter().map(|square| square.symbol()).collect::<String>() + "\n");
        rows.collect()
    }

    /// Reads ten rows of five characters. Blanks and empty lines are ignored.
    ///
    /// # Errors
    /// The place of the error, and what is expected there.
    pub fn from_text(text: &str) -> Result<Self, TextError> {
        let mut squares = Vec::with_capacity(CELLS);
        let mut rows = 0;
        let mut end = 1;
        for (line, content) in (1..).zip(text.lines()).filter(|(_, content)| !content.trim().is_empty()) {
            let error = |column, message| TextError { line, column, message };
            if rows == ROWS {
                return Err(error(1, format!("expected the end: the board has only {ROWS} rows")));
            }
            let row = row_from_text(content).map_err(|(column, message)| error(column, message))?;
            squares.extend(row);
            rows += 1;
            end = line + 1;
        }
        let short = |_| TextError { line: end, column: 1, message: format!("expected {ROWS} rows, found {rows}") };
        squares.try_into().map(Self).map_err(short)
    }
}

/// Reads one row. An error has its column, counting from 1, and what is expected there.
fn row_from_text(text: &str) -> Result<[Square; COLUMNS], (usize, String)> {
    let mut squares = Vec::with_capacity(COLUMNS);
    for (column, symbol) in (1..).zip(text.chars()).filter(|(_, symbol)| !symbol.is_whitespace()) {
        if squares.len() == COLUMNS {
            return Err((column, format!("expected the end of the row: it has only {COLUMNS} cells")));
        }
        let unknown =
            || (column, format!("'{}' isn't a cell: use '.' for free, '#' for blocked, or the digit of a pinned piece", quoted(symbol)));
        squares.push(Square::from_symbol(symbol).ok_or_else(unknown)?);
    }
    squares.try_into().map_err(|short: Vec<_>| {
        let end = text.trim_end().chars().count() + 1;
        (end, format!("expected {COLUMNS} cells in this row, found {}", short.len()))
    })
}

impl Default for Squares {
    fn default() -> Self {
        Self([Square::Free; CELLS])
    }
}

impl Index<Cell> for Squares {
    type Output = Square;

    fn index(&self, cell: Cell) -> &Square {
        &self.0[cell.index()]
    }
}

impl IndexMut<Cell> for Squares {
    fn index_mut(&mut self, cell: Cell) -> &mut Square {
        &mut self.0[cell.index()]
    }
}

/// Writes ten rows with blanks, staggered like the cells.
impl Serialize for Squares {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.chunks(COLUMNS).zip(["", " "].into_iter().cycle()).map(|(row, indent)| {
            let symbols: Vec<String> = row.iter().map(|square| square.symbol().to_string()).collect();
            format!("{indent}{}", symbols.join(" "))
        }))
    }
}

impl<'de> Deserialize<'de> for Squares {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let rows = Vec::<String>::deserialize(deserializer)?;
        if rows.len() != ROWS {
            return Err(D::Error::custom(format!("expected {ROWS} rows on the board, found {}", rows.len())));
        }
        let mut squares = Self::default();
        for ((number, row), place) in (1..).zip(&rows).zip(squares.0.chunks_mut(COLUMNS)) {
            let wrong =
                |(column, message): (usize, String)| D::Error::custom(format!("row {number} of the board, character {column}: {message}"));
            place.copy_from_slice(&row_from_text(row).map_err(wrong)?);
        }
        Ok(squares)
    }
}

/// A set of pieces as a text of digits.
mod piece_digits {
    use super::{Deserialize, Deserializer, Error, Piece, PieceSet, Serializer, quoted};

    pub fn serialize<S: Serializer>(pieces: &PieceSet, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&pieces.iter().map(Piece::digit).collect::<String>())
    }

    pub fn are_none(pieces: &PieceSet) -> bool {
        pieces.is_empty()
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PieceSet, D::Error> {
        let mut pieces = PieceSet::NONE;
        for digit in String::deserialize(deserializer)?.chars().filter(|symbol| !symbol.is_whitespace()) {
            let piece = Piece::from_digit(digit)
                .ok_or_else(|| D::Error::custom(format!("'{}' isn't a piece: use digits from 0 to 9", quoted(digit))))?;
            if pieces.contains(piece) {
                return Err(D::Error::custom(format!("{piece} is listed twice: there is only one of each")));
            }
            pieces = pieces.with(piece);
        }
        Ok(pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS_IN_FILE: &str = r##"". . . . #"," . . 3 . ."##;

    fn file(rows: &str, pieces: &str) -> String {
        format!("(board:[{rows}],pieces:\"{pieces}\")")
    }

    #[track_caller]
    fn refused(rows: &str, pieces: &str, because: &str) {
        let error = ron::from_str::<State>(&file(rows, pieces)).unwrap_err().to_string();
        assert!(error.contains(because), "{error}");
    }

    #[test]
    fn files_are_read_back_as_written() {
        let rows = [ROWS_IN_FILE; 5].join("\",");
        let text = file(&format!("{rows}\""), "0359");
        let state: State = ron::from_str(&text).unwrap();
        assert_eq!(state.board.cells(Square::Blocked).len(), 5);
        assert_eq!(state.board.pinned().iter().map(Piece::digit).collect::<String>(), "3");
        assert_eq!(ron::to_string(&state).unwrap(), text);
    }

    #[test]
    fn errors_in_files_say_where() {
        let row = |text: &str| format!("\"{text}\"");
        let rows = |first: &str| [row(first), vec![row("....."); 9].join(",")].join(",");
        refused(&row("....."), "", "expected 10 rows on the board, found 1");
        refused(&rows(". . . ."), "", "row 1 of the board, character 8: expected 5 cells in this row, found 4");
        refused(&rows(". . . . . ."), "", "row 1 of the board, character 11: expected the end of the row: it has only 5 cells");
        refused(&rows(". x . . ."), "", "row 1 of the board, character 3: 'x' isn't a cell");
        refused(&rows("....."), "0120", "piece 0 is listed twice");
        refused(&rows("....."), "01a", "'a' isn't a piece");
    }

    #[test]
    fn text_is_read_back_as_written() {
        let text = "..#..\n.....\n".repeat(4) + "33333\n0....\n";
        assert_eq!(Squares::from_text(&text).unwrap().to_text(), text);
        let staggered = "\n . . # . .\n. . . . .\n".repeat(4) + "3 3 3 3 3\r\n 0....";
        assert_eq!(Squares::from_text(&staggered).unwrap().to_text(), text);
    }

    #[test]
    fn errors_in_text_say_where() {
        let place = |text: &str| Squares::from_text(text).map_err(|error| (error.line, error.column)).unwrap_err();
        assert_eq!(place(""), (1, 1));
        assert_eq!(place(".....\n.....\n"), (3, 1));
        assert_eq!(place(".....\n. . x . .\n"), (2, 5));
        assert_eq!(place(".....\n . . .\n"), (2, 7));
        assert_eq!(place("......"), (1, 6));
        assert_eq!(place(&".....\n".repeat(11)), (11, 1));
    }
}
