//! The piece in hand: how it is held, and where it would be dropped.

use std::fmt;

use crate::puzzles::meteor::model::{
    geometry::{Axial, Cell, Cells},
    pieces::{Orientation, PIECE_CELLS, Piece, Placement},
    state::{Square, Squares, State},
};

/// A piece in hand. It is held by one of its cells, which stays under the pointer when the piece is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    /// The piece.
    pub piece: Piece,
    /// Its orientation.
    pub orientation: Orientation,
    /// The cell by which it is held, as an index into [`Piece::shape`].
    grip: usize,
    /// Where it was on the board when it was picked up.
    pub origin: Option<Cells>,
}

impl Hand {
    /// A piece from beside the board, held by its handle.
    pub fn new(piece: Piece, orientation: Orientation) -> Self {
        Self { piece, orientation, grip: nearest(piece.shape(orientation), Axial::default()), origin: None }
    }

    /// A piece picked up from the board by this cell, in its orientation there, so that it does not jump.
    pub fn picked_up(placed: Placement, by: Cell) -> Self {
        let Placement { piece, cells } = placed;
        let Some((orientation, middle)) = piece.pose(cells) else {
            return Self { origin: Some(cells), ..Self::new(piece, Orientation::default()) };
        };
        let grip = nearest(piece.shape(orientation), by.axial() - middle.axial());
        Self { piece, orientation, grip, origin: Some(cells) }
    }

    /// The points of its cells when it is held over this cell; some may be beside the board.
    pub fn points(&self, over: Cell) -> [Axial; PIECE_CELLS] {
        let shape = self.piece.shape(self.orientation);
        shape.map(|place| over.axial() + place - shape[self.grip])
    }

    /// The cells it covers when it is held over this cell, if it fits there.
    ///
    /// # Errors
    /// Why it doesn't fit. Its own cells on the board are not in its way.
    pub fn fit(&self, state: &State, over: Cell) -> Result<Cells, Obstacle> {
        if !state.pieces.contains(self.piece) {
            return Err(Obstacle::NotAllowed(self.piece));
        }
        let cells: Option<Cells> = self.points(over).into_iter().map(Axial::cell).collect();
        let cells = cells.ok_or(Obstacle::Edge(self.piece))?;
        match cells.iter().find_map(|cell| obstacle(&state.board, cell, self.piece)) {
            None => Ok(cells),
            Some(obstacle) => Err(obstacle),
        }
    }

    /// The placement that a drop on this cell would make.
    pub fn placement(&self, state: &State, over: Cell) -> Option<Placement> {
        self.fit(state, over).ok().map(|cells| Placement { piece: self.piece, cells })
    }
}

/// The index of the cell nearest to this point.
fn nearest(shape: [Axial; PIECE_CELLS], to: Axial) -> usize {
    (0..PIECE_CELLS).min_by_key(|&place| (shape[place] - to).length()).unwrap_or(0)
}

/// Why a piece doesn't fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// This piece isn't allowed.
    NotAllowed(Piece),
    /// This piece would be partly beside the board.
    Edge(Piece),
    /// A cell is blocked.
    Blocked,
    /// This other piece is there.
    Taken(Piece),
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Self::NotAllowed(piece) => format!("{piece} isn't allowed: turn it on under Allowed pieces"),
            Self::Edge(piece) => format!("{piece} would extend beyond the board"),
            Self::Blocked => "a blocked cell is in the way".to_owned(),
            Self::Taken(piece) => format!("{piece} is already here"),
        })
    }
}

/// Why the piece can't cover this cell.
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
    fn a_piece_does_not_move_when_it_is_picked_up() {
        for placed in Placement::all() {
            for by in placed.cells.iter() {
                let hand = Hand::picked_up(*placed, by);
                assert_eq!(hand.fit(&State::default(), by), Ok(placed.cells));
            }
        }
    }

    #[test]
    fn the_held_cell_stays_under_the_pointer() {
        for placed in Placement::all().iter().step_by(7) {
            for by in placed.cells.iter() {
                let hand = Hand::picked_up(*placed, by);
                for orientation in Orientation::all() {
                    assert!(Hand { orientation, ..hand }.points(by).contains(&by.axial()));
                }
            }
        }
    }
}
