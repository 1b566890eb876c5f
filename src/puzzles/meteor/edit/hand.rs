//! A piece in hand: how it is held, and where it would lie if it were let go.

use std::fmt;

use crate::puzzles::meteor::model::{
    geometry::{Axial, Cell, Cells},
    pieces::{Orientation, PIECE_CELLS, Piece, Placement},
    state::{Square, Squares, State},
};

/// A piece in hand. It is held by one of its cells, which stays under the pointer however the piece is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    /// The piece.
    pub piece: Piece,
    /// How it is turned and flipped.
    pub orientation: Orientation,
    /// By which of its cells it is held, in the order of [`Piece::shape`].
    grip: usize,
    /// Where it lay on the board when it was taken.
    pub from: Option<Cells>,
}

impl Hand {
    /// A piece that is held by its middle and comes from beside the board.
    pub fn new(piece: Piece, orientation: Orientation) -> Self {
        Self { piece, orientation, grip: nearest(piece.shape(orientation), Axial::default()), from: None }
    }

    /// A piece that is taken from where it lies by this cell of it; as it lies, so that it does not jump.
    pub fn lifting(lying: Placement, by: Cell) -> Self {
        let Placement { piece, cells } = lying;
        let Some((orientation, middle)) = piece.held(cells) else {
            return Self { from: Some(cells), ..Self::new(piece, Orientation::default()) };
        };
        let grip = nearest(piece.shape(orientation), by.axial() - middle.axial());
        Self { piece, orientation, grip, from: Some(cells) }
    }

    /// Where its cells are when it is held over this cell; some may be beside the board.
    pub fn places(&self, over: Cell) -> [Axial; PIECE_CELLS] {
        let shape = self.piece.shape(self.orientation);
        shape.map(|place| over.axial() + place - shape[self.grip])
    }

    /// What it covers when it is held over this cell, if it can lie there.
    ///
    /// # Errors
    /// Why it cannot. Where it lies now, it is not in its own way.
    pub fn fit(&self, state: &State, over: Cell) -> Result<Cells, Obstacle> {
        if !state.pieces.contains(self.piece) {
            return Err(Obstacle::Unused(self.piece));
        }
        let cells: Option<Cells> = self.places(over).into_iter().map(Axial::cell).collect();
        let cells = cells.ok_or(Obstacle::Edge(self.piece))?;
        match cells.iter().find_map(|cell| obstacle(&state.board, cell, self.piece)) {
            None => Ok(cells),
            Some(obstacle) => Err(obstacle),
        }
    }

    /// The piece where it would lie.
    pub fn placement(&self, state: &State, over: Cell) -> Option<Placement> {
        self.fit(state, over).ok().map(|cells| Placement { piece: self.piece, cells })
    }
}

/// Which of the places is nearest to this one.
fn nearest(shape: [Axial; PIECE_CELLS], to: Axial) -> usize {
    (0..PIECE_CELLS).min_by_key(|&place| (shape[place] - to).length()).unwrap_or(0)
}

/// Why a piece cannot lie somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// This piece is not among those that may be used.
    Unused(Piece),
    /// This piece would lie partly beside the board.
    Edge(Piece),
    /// A cell is no part of the board.
    Blocked,
    /// Another piece is there.
    Taken(Piece),
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unused(piece) => write!(f, "{piece} is not among the pieces that may be used"),
            Self::Edge(piece) => write!(f, "{piece} would leave the board"),
            Self::Blocked => write!(f, "a blocked cell is in the way"),
            Self::Taken(piece) => write!(f, "{piece} already lies there"),
        }
    }
}

/// What keeps the piece from this cell.
pub fn obstacle(board: &Squares, cell: Cell, piece: Piece) -> Option<Obstacle> {
    match board[cell] {
        Square::Blocked => Some(Obstacle::Blocked),
        Square::Pinned(other) if other != piece => Some(Obstacle::Taken(other)),
        Square::Free | Square::Pinned(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_that_is_taken_up_stays_where_it_is() {
        for lying in Placement::all() {
            for by in lying.cells.iter() {
                let hand = Hand::lifting(*lying, by);
                assert_eq!(hand.fit(&State::default(), by), Ok(lying.cells));
            }
        }
    }

    #[test]
    fn the_cell_by_which_a_piece_is_held_stays_under_the_pointer() {
        for lying in Placement::all().iter().step_by(7) {
            for by in lying.cells.iter() {
                let hand = Hand::lifting(*lying, by);
                for orientation in Orientation::all() {
                    assert!(Hand { orientation, ..hand }.places(by).contains(&by.axial()));
                }
            }
        }
    }
}
