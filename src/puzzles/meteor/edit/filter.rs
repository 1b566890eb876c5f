//! The filter and the orders of the list: only solutions with certain pieces in certain places, or only one of two half-turn twins.

use crate::{
    board::{By, Order},
    puzzles::meteor::{
        Meteor,
        model::{
            geometry::Cell,
            pieces::Placement,
            solution::Solution,
            state::{Square, State},
        },
        words,
    },
};

/// What a solution must have to be listed. Empty by default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// The solution must have all of these.
    pub fixed: Vec<Placement>,
    /// Of two solutions that are half turns of each other, only the one that comes first as text is listed.
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

    /// Whether all solutions are listed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the solution is listed.
    pub fn passes(&self, state: &State, solution: &Solution) -> bool {
        let has = |placement: &Placement| placement.cells.iter().all(|cell| solution.piece(cell) == Some(placement.piece));
        let is_extreme = self.extremes.is_none_or(|extremes| extremes.contains(solution));
        is_extreme && self.fixed.iter().all(has) && !(self.hides_twins && has_smaller_twin(state, solution))
    }
}

/// Boards are compared row by row as numbers, as the contest does for its smallest and largest.
pub static ORDERS: [Order<Meteor>; 2] = [
    Order { title: words::SMALLEST_BOARD_FIRST, by: By::<Meteor>::Comparison(Ord::cmp) },
    Order { title: words::LARGEST_BOARD_FIRST, by: By::<Meteor>::Comparison(|one, other| other.cmp(one)) },
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
