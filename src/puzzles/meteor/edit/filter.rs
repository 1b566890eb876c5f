//! Which solutions are listed, and in which orders: perhaps only those with certain pieces in certain places, and of half-turn
//! twins only one.

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
    },
};

/// What a solution must have to be listed. By default nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// The solution has all of these.
    pub wanted: Vec<Placement>,
    /// Of two solutions that are half turns of each other, only the one that comes first in the order of characters.
    pub folds_twins: bool,
    /// Only these two: the first and the last of all solutions in the order of characters.
    pub ends: Option<[Solution; 2]>,
}

impl Filter {
    /// Wants this placement, and no other of its piece; or no longer, if it was wanted.
    pub fn toggle(&mut self, placement: Placement) {
        let was_wanted = self.wanted.contains(&placement);
        self.wanted.retain(|other| other.piece != placement.piece);
        if !was_wanted {
            self.wanted.push(placement);
            self.wanted.sort_unstable();
        }
    }

    /// Whether everything is listed.
    pub fn is_open(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the solution is listed.
    pub fn lists(&self, state: &State, solution: &Solution) -> bool {
        let has = |placement: &Placement| placement.cells.iter().all(|cell| solution.piece(cell) == Some(placement.piece));
        let is_an_end = self.ends.is_none_or(|ends| ends.contains(solution));
        is_an_end && self.wanted.iter().all(has) && !(self.folds_twins && is_second_twin(state, solution))
    }
}

/// The board is read row by row as one long number, as the contest does to tell its smallest and largest.
pub static ORDERS: [Order<Meteor>; 2] = [
    Order { title: "smallest board first", by: By::<Meteor>::Comparing(Ord::cmp) },
    Order { title: "largest board first", by: By::<Meteor>::Comparing(|one, other| other.cmp(one)) },
];

/// Whether half a turn of the board takes the free cells to themselves, so that solutions come in pairs.
pub fn has_twins(state: &State) -> bool {
    let free = state.board.cells(Square::Free);
    free == free.half_turn()
}

/// Whether the solution's twin, where it has one, comes before it in the order of characters.
fn is_second_twin(state: &State, solution: &Solution) -> bool {
    let is_free = |cell: &Cell| state.board[*cell] == Square::Free;
    let own = Cell::all().filter(is_free).map(|cell| solution.symbol(cell));
    let twin = Cell::all().filter(is_free).map(|cell| solution.symbol(cell.half_turn()));
    has_twins(state) && twin.lt(own)
}
