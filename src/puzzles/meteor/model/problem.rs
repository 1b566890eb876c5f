//! A position that passed its check: its pins have the shapes of pieces, and its free cells must be filled.

use super::{
    geometry::{COLUMNS, Cell, Cells},
    pieces::{PIECE_CELLS, Piece, PieceSet, Placement},
    solution::Solution,
    state::{Square, State},
};
use crate::{
    puzzle::{Flaw, Key},
    text::counted,
};

/// The cells to fill, and the pieces for them. Only a search can say whether they fit.
#[derive(Clone, Debug)]
pub struct Problem {
    free: Cells,
    blocked: Cells,
    remaining: PieceSet,
    pins: Solution,
    given: PieceSet,
}

impl Problem {
    /// Checks the position and returns the problem it poses.
    ///
    /// # Errors
    /// One flaw for each pinned piece that is misshapen or not allowed, two if it is both; one for each given piece that isn't pinned; and
    /// one if all cells are blocked.
    pub fn new(state: &State) -> Result<Self, Vec<Flaw<Cell>>> {
        let mut flaws: Vec<_> = state.board.pinned().iter().flat_map(|piece| flaws_of(state, piece)).collect();
        flaws.extend(flaws_of_given(state));
        if state.board.cells(Square::Blocked) == Cells::ALL {
            flaws.push(flaw("the board has no cells; free at least one".to_owned(), Cells::NONE));
        }
        if !flaws.is_empty() {
            return Err(flaws);
        }
        let pinned = state.board.pinned();
        Ok(Self {
            free: state.board.cells(Square::Free),
            blocked: state.board.cells(Square::Blocked),
            remaining: state.pieces.iter().filter(|&piece| !pinned.contains(piece)).collect(),
            pins: Solution::of_pins(&state.board),
            given: state.given,
        })
    }

    /// The cells to fill.
    pub fn free(&self) -> Cells {
        self.free
    }

    /// The cells that pieces cannot cover.
    pub fn blocked(&self) -> Cells {
        self.blocked
    }

    /// Whether this is the contest's own position: the empty board with all pieces.
    pub fn is_contest(&self) -> bool {
        self.free == Cells::ALL && self.remaining == PieceSet::ALL
    }

    /// The pieces that may be used to fill the free cells.
    pub fn remaining(&self) -> PieceSet {
        self.remaining
    }

    /// The same problem without this pinned piece, which becomes a remaining one.
    #[must_use]
    pub fn without_pin(&self, pin: Placement) -> Self {
        let mut pins = self.pins;
        pin.cells.iter().for_each(|cell| pins.put(cell, Square::Free.symbol()));
        Self { free: self.free | pin.cells, remaining: self.remaining.with(pin.piece), pins, ..*self }
    }

    /// The pinned pieces.
    pub fn pinned(&self) -> impl Iterator<Item = Placement> {
        let placement = |piece| Placement { piece, cells: self.pins.cells(piece) };
        Piece::all().map(placement).filter(|placement| !placement.cells.is_empty())
    }

    /// The pinned pieces that no challenge gives, so that they can be removed.
    pub fn removable(&self) -> impl Iterator<Item = Placement> {
        self.pinned().filter(|pin| !self.given.contains(pin.piece))
    }

    /// The number of pieces that fill the free cells; `None` if the number of free cells rules out every solution.
    pub fn pieces_needed(&self) -> Option<usize> {
        (self.free.len().is_multiple_of(PIECE_CELLS) && self.free.len() / PIECE_CELLS <= self.remaining.len())
            .then_some(self.free.len() / PIECE_CELLS)
    }

    /// The placements of remaining pieces on free cells.
    pub fn placements(&self) -> impl Iterator<Item = Placement> {
        Placement::all().iter().copied().filter(|placement| self.admits(placement))
    }

    /// Whether the placement is of a remaining piece and covers only free cells.
    pub fn admits(&self, placement: &Placement) -> bool {
        self.remaining.contains(placement.piece) && self.free.covers(placement.cells)
    }

    /// Whether the free cells are symmetric under the half turn of the board. Then the half turn of a solution is a solution.
    pub fn is_symmetric(&self) -> bool {
        self.free.half_turn() == self.free
    }

    /// The pins together with these placements: a solution, or a part of one.
    pub fn solution(&self, placed: &[Placement]) -> Solution {
        placed.iter().fold(self.pins, |solution, &placement| solution.with(placement))
    }

    /// The half turn of a solution: the free cells are turned, pins stay where they are. The problem is symmetric.
    pub fn twin(&self, solution: &Solution) -> Solution {
        let mut twin = solution.half_turn();
        for cell in (!self.free).iter() {
            twin.put(cell, solution.symbol(cell));
        }
        twin
    }
}

/// All flaws of a pinned piece.
fn flaws_of(state: &State, piece: Piece) -> Vec<Flaw<Cell>> {
    let cells = state.board.cells(Square::Pinned(piece));
    let misshapen = shape_flaw(piece, cells);
    let not_allowed = (!state.pieces.contains(piece)).then(|| format!("{piece} is pinned but isn't an allowed piece"));
    misshapen.into_iter().chain(not_allowed).map(|message| flaw(message, cells)).collect()
}

/// Given pieces that are not on the board.
fn flaws_of_given(state: &State) -> impl Iterator<Item = Flaw<Cell>> {
    let pinned = state.board.pinned();
    let missing = state.given.iter().filter(move |&piece| !pinned.contains(piece));
    missing.map(|piece| Flaw {
        message: format!("{piece} is given but isn't on the board"),
        spots: Vec::new(),
        path: vec![Key::Field("given")],
    })
}

/// Describes what is wrong with the cells of a pinned piece.
fn shape_flaw(piece: Piece, cells: Cells) -> Option<String> {
    if cells.len() != PIECE_CELLS {
        return Some(format!("{piece} has {} on the board instead of {PIECE_CELLS}", counted(cells.len() as u64, "cell")));
    }
    (!Placement { piece, cells }.is_possible()).then(|| format!("these cells don't have the shape of {piece}"))
}

/// A flaw at the first of these cells, or of the whole board if there are none.
pub fn flaw(message: String, cells: Cells) -> Flaw<Cell> {
    let spots: Vec<Cell> = cells.iter().collect();
    let path = spots.first().map_or(vec![Key::Field("board")], |first| {
        vec![Key::Field("board"), Key::Index(first.row()), Key::Character(first.index() % COLUMNS)]
    });
    Flaw { message, spots, path }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::meteor::model::state::Squares;

    fn flaws(first_rows: &str, pieces: PieceSet) -> Vec<Flaw<Cell>> {
        let other_rows = ".....\n".repeat(10 - first_rows.lines().count());
        let board = Squares::from_text(&format!("{first_rows}\n{other_rows}")).unwrap();
        Problem::new(&State { board, pieces, ..State::default() }).err().unwrap_or_default()
    }

    #[test]
    fn pinned_pieces_must_have_their_shapes() {
        assert_eq!(flaws("0000.\n...0.", PieceSet::ALL), []);
        let bent = flaws("0000.\n..0..", PieceSet::ALL);
        assert_eq!(bent[0].message, "these cells don't have the shape of piece 0");
        assert_eq!(bent[0].spots, [0, 1, 2, 3, 7].map(|index| Cell::new(index).unwrap()));
        assert_eq!(flaws("0000.\n.....", PieceSet::ALL)[0].message, "piece 0 has 4 cells on the board instead of 5");
    }

    #[test]
    fn a_flaw_knows_its_place_in_a_file() {
        let lone = &flaws(".....\n...7.", PieceSet::ALL)[0];
        assert_eq!(lone.message, "piece 7 has 1 cell on the board instead of 5");
        assert_eq!(lone.path, [Key::Field("board"), Key::Index(1), Key::Character(3)]);
    }

    #[test]
    fn pinned_pieces_must_be_allowed() {
        let piece = Piece::new(0).unwrap();
        let not_allowed = flaws("0000.\n...0.", PieceSet::ALL.without(piece));
        assert_eq!(not_allowed[0].message, "piece 0 is pinned but isn't an allowed piece");
        assert_eq!(flaws("0000.\n...00", PieceSet::NONE).len(), 2, "all flaws are reported");
    }

    #[test]
    fn a_board_has_cells() {
        let board = |last: char| Squares::from_text(&("#####\n".repeat(9) + "####" + &last.to_string())).unwrap();
        let check = |last: char| Problem::new(&State { board: board(last), ..State::default() });
        let flaws = check('#').err().unwrap_or_default();
        assert_eq!((flaws[0].message.as_str(), flaws.len()), ("the board has no cells; free at least one", 1));
        assert_eq!(flaws[0].path, [Key::Field("board")]);
        assert!(check('.').is_ok());
    }

    #[test]
    fn given_pieces_must_be_pinned() {
        let flaws = Problem::new(&State { given: Piece::new(3).unwrap().into(), ..State::default() }).err().unwrap_or_default();
        assert_eq!(flaws[0].message, "piece 3 is given but isn't on the board");
        assert_eq!(flaws[0].path, [Key::Field("given")]);
    }
}
