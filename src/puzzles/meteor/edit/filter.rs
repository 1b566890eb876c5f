//! The filter and the orders of the list: only solutions with certain pieces in certain places, or that cover certain cells, or only one of
//! two half-turn twins.

use serde::{Deserialize, Serialize};

use crate::{
    board::{By, Order},
    puzzles::meteor::{
        Meteor,
        model::{
            geometry::{Cell, Cells},
            pieces::{PIECE_CELLS, Piece, Placement},
            solution::Solution,
            state::{Square, State},
        },
    },
};

/// What a solution must have to be listed. Empty by default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// The solution must have all of these.
    pub fixed: Vec<Placement>,
    /// Pieces, in order, with the cells that they must cover, among others.
    pub covering: Vec<(Piece, Cells)>,
    /// Of two solutions that are half turns of each other and would both be listed, only the one that comes first as text is.
    pub hides_twins: bool,
    /// Only these two are listed: the smallest and the largest of all solutions as text.
    pub extremes: Option<[Solution; 2]>,
}

impl Filter {
    /// Fixes this placement, and no other of its piece; or releases it, if it was fixed.
    pub fn toggle(&mut self, placement: Placement) {
        let was_fixed = self.fixed.contains(&placement);
        self.fixed.retain(|other| other.piece != placement.piece);
        if !was_fixed {
            self.fixed.push(placement);
            self.fixed.sort_unstable();
        }
    }

    /// The cells that this piece must cover.
    pub fn cells_for(&self, piece: Piece) -> Cells {
        self.covering.iter().find(|(other, _)| *other == piece).map_or(Cells::NONE, |&(_, cells)| cells)
    }

    /// The piece that must cover this cell.
    pub fn piece_on(&self, cell: Cell) -> Option<Piece> {
        self.covering.iter().find(|(_, cells)| cells.contains(cell)).map(|&(piece, _)| piece)
    }

    /// Whether all solutions are listed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The filter as text.
    pub fn write(&self) -> String {
        let cells = |piece: Piece, cells: Cells| (piece.digit(), cells.iter().map(Cell::index).collect());
        let written = Written {
            fixed: self.fixed.iter().map(|placement| cells(placement.piece, placement.cells)).collect(),
            covering: self.covering.iter().map(|&(piece, covered)| cells(piece, covered)).collect(),
            hides_twins: self.hides_twins,
            only_extremes: self.extremes.is_some(),
        };
        ron::to_string(&written).unwrap_or_default()
    }

    /// Restores the filter from a text that [`Self::write`] returned, if it can be read.
    pub fn read(&mut self, text: &str) {
        let Ok(Written { fixed, covering, hides_twins, only_extremes }) = ron::from_str(text) else { return };
        let pieces = |written: Vec<(char, Vec<usize>)>| {
            let piece = |(digit, cells): (char, Vec<usize>)| {
                let cells = cells.into_iter().map(Cell::new).collect::<Option<Cells>>();
                Piece::from_digit(digit).zip(cells)
            };
            written.into_iter().filter_map(piece).collect::<Vec<_>>()
        };
        let fixed = pieces(fixed).into_iter().map(|(piece, cells)| Placement { piece, cells });
        // Which they are is known once the list is there.
        let extremes = only_extremes.then(|| [Solution::of_pins(&State::default().board); 2]);
        *self = Self { fixed: fixed.collect(), covering: pieces(covering), hides_twins, extremes };
    }

    /// Whether the solution is listed.
    pub fn passes(&self, state: &State, solution: &Solution) -> bool {
        let is_extreme = self.extremes.is_none_or(|extremes| extremes.contains(solution));
        let is_twin_listed = || has_smaller_twin(state, solution) && self.has_pieces(|cell| solution.piece(cell.half_turn()));
        is_extreme && self.has_pieces(|cell| solution.piece(cell)) && !(self.hides_twins && is_twin_listed())
    }

    /// Whether these are the required pieces.
    fn has_pieces(&self, on: impl Fn(Cell) -> Option<Piece>) -> bool {
        let covers = |piece: Piece, cells: Cells| cells.iter().all(|cell| on(cell) == Some(piece));
        self.fixed.iter().all(|placement| covers(placement.piece, placement.cells))
            && self.covering.iter().all(|&(piece, cells)| covers(piece, cells))
    }
}

/// A filter as text: pieces by their digits, cells by their numbers.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Written {
    fixed: Vec<(char, Vec<usize>)>,
    covering: Vec<(char, Vec<usize>)>,
    hides_twins: bool,
    only_extremes: bool,
}

/// The cells that the user marks for the filter, before choosing the piece that must cover them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Marking {
    /// Whether a click marks a cell.
    pub is_on: bool,
    /// The marked cells.
    pub cells: Cells,
}

impl Marking {
    /// Marks the cell, or no longer. Returns why it can't be marked.
    pub fn toggle(&mut self, cell: Cell) -> Result<(), String> {
        if self.cells.contains(cell) {
            self.cells = self.cells.without(cell);
            return Ok(());
        }
        if self.cells.len() == PIECE_CELLS {
            return Err(format!("no piece covers more than {PIECE_CELLS} cells"));
        }
        self.cells = self.cells.with(cell);
        Ok(())
    }

    /// Returns the piece that covers all marked cells in this solution, if one does.
    pub fn piece_in(&self, solution: &Solution) -> Option<Piece> {
        let piece = solution.piece(self.cells.first()?)?;
        self.cells.iter().all(|cell| solution.piece(cell) == Some(piece)).then_some(piece)
    }

    /// Requires that this piece covers the marked cells, and no others. If none are marked, it need no longer cover those that it must,
    /// and they are marked.
    pub fn choose(&mut self, piece: Piece, filter: &mut Filter) {
        let before = filter.cells_for(piece);
        filter.covering.retain(|(other, _)| *other != piece);
        if self.cells.is_empty() {
            *self = Self { is_on: true, cells: before };
        } else {
            filter.covering.push((piece, self.cells));
            filter.covering.sort_unstable();
            *self = Self::default();
        }
    }
}

/// Boards are compared row by row as numbers, as the contest does for its smallest and largest.
pub static ORDERS: [Order<Meteor>; 2] = [
    Order { key: "smallest", title: "smallest board first", by: By::<Meteor>::Comparison(&Ord::cmp) },
    Order { key: "largest", title: "largest board first", by: By::<Meteor>::Comparison(&|one, other| other.cmp(one)) },
];

/// Whether the free cells are symmetric under the half turn, so that solutions come in pairs.
pub fn has_twins(state: &State) -> bool {
    let free = state.board.cells(Square::Free);
    free == free.half_turn()
}

/// Whether the solution has a twin that comes before it as text.
fn has_smaller_twin(state: &State, solution: &Solution) -> bool {
    let is_free = |cell: &Cell| state.board[*cell] == Square::Free;
    let own = Cell::all().filter(is_free).map(|cell| solution.symbol(cell));
    let twin = Cell::all().filter(is_free).map(|cell| solution.symbol(cell.half_turn()));
    has_twins(state) && twin.lt(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_is_restored_from_its_text() {
        let placement = Placement::all()[7];
        let mut filter = Filter { hides_twins: true, ..Filter::default() };
        filter.toggle(placement);
        Marking { is_on: true, cells: Placement::all()[700].cells }.choose(Placement::all()[700].piece, &mut filter);
        let mut read = Filter::default();
        read.read(&filter.write());
        assert_eq!(read, filter);
        for foreign in ["", "(fixed:[('0',[50])])", "(fixed:[('x',[1])])"] {
            let mut read = Filter::default();
            read.read(foreign);
            assert!(read.is_empty(), "{foreign}");
        }
    }
}
