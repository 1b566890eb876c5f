//! How a position is edited: by a piece in hand, by painting blocked cells, by dragging pinned pieces.
//!
//! What fits where is decided here, for the edit itself and for the preview alike.

use std::fmt;

use super::{
    geometry::{Axial, Cell, Cells},
    pieces::{Orientation, Piece},
    state::{Square, Squares, State},
};
use crate::board::{Input, Reply};

/// What is in hand.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct View {
    /// The piece in hand.
    pub hand: Option<Piece>,
    /// How the piece in hand, or the next one, is turned and flipped.
    pub orientation: Orientation,
    /// What the pointer, held down, is doing.
    pub gesture: Option<Gesture>,
}

/// What the pointer does between being pressed and let go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gesture {
    /// It puts the same on every cell that it comes over.
    Paint {
        /// The cell where it began.
        from: Cell,
        /// What it puts there.
        square: Square,
    },
    /// It carries a pinned piece.
    Carry {
        /// The cell by which the piece is carried.
        from: Cell,
    },
}

/// A piece where it would lie if it were let go now.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// The piece.
    pub piece: Piece,
    /// Where its cells are; some may be beside the board.
    pub places: Vec<Axial>,
    /// The cells it would cover, or why it cannot lie there.
    pub fit: Result<Cells, Obstacle>,
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
            Self::Blocked => write!(f, "that cell is blocked"),
            Self::Taken(piece) => write!(f, "{piece} already lies there"),
        }
    }
}

impl Preview {
    /// The piece that is carried, or else the one in hand, as it would lie if let go over this cell.
    pub fn new(state: &State, view: &View, pointed: Cell) -> Option<Self> {
        match (view.gesture, view.hand) {
            (Some(Gesture::Carry { from }), _) => Self::of_carried(state, from, pointed),
            (_, Some(piece)) => Some(Self::of_hand(state, piece, view.orientation, pointed)),
            (_, None) => None,
        }
    }

    fn of_hand(state: &State, piece: Piece, orientation: Orientation, pointed: Cell) -> Self {
        Self::at(state, piece, piece.shape(orientation).map(|place| pointed.axial() + place).to_vec())
    }

    /// The pinned piece moved as far as from one cell to the other.
    fn of_carried(state: &State, from: Cell, to: Cell) -> Option<Self> {
        let piece = state.board[from].piece()?;
        let way = to.axial() - from.axial();
        Some(Self::at(state, piece, state.board.cells(Square::Pinned(piece)).iter().map(|cell| cell.axial() + way).collect()))
    }

    fn at(state: &State, piece: Piece, places: Vec<Axial>) -> Self {
        let fit = if state.pieces.contains(piece) { fit(&state.board, piece, &places) } else { Err(Obstacle::Unused(piece)) };
        Self { piece, places, fit }
    }
}

/// The cells at these places if the piece can lie there. Where it lies now, it is not in its own way.
fn fit(board: &Squares, piece: Piece, places: &[Axial]) -> Result<Cells, Obstacle> {
    let cells: Cells = places.iter().map(|place| place.cell()).collect::<Option<_>>().ok_or(Obstacle::Edge(piece))?;
    match cells.iter().find_map(|cell| obstacle(board[cell], piece)) {
        None => Ok(cells),
        Some(obstacle) => Err(obstacle),
    }
}

/// What keeps the piece from a cell where this lies.
pub fn obstacle(square: Square, piece: Piece) -> Option<Obstacle> {
    match square {
        Square::Blocked => Some(Obstacle::Blocked),
        Square::Pinned(other) if other != piece => Some(Obstacle::Taken(other)),
        Square::Free | Square::Pinned(_) => None,
    }
}

/// Does what the input asks for.
pub fn act(state: &mut State, view: &mut View, spot: Option<Cell>, input: Input<Cell>) -> Reply<Cell> {
    let gesture = view.gesture.take();
    match (input, spot) {
        (Input::Press, Some(cell)) => press(state, view, cell),
        (Input::SecondPress, Some(cell)) => clear_or_block(state, cell),
        (Input::Character(symbol), _) => type_symbol(state, view, spot, symbol),
        (Input::Delete, _) => delete(state, view, spot),
        (Input::Cancel, _) => view.hand.take().map_or(Reply::Ignored, |_| Reply::Done),
        (Input::Wheel(notches), _) => turn(view, notches),
        (Input::Sweep { from }, Some(cell)) => sweep(state, view, gesture, from, cell),
        (Input::Drop { from }, Some(cell)) => drop_at(state, view, from, cell),
        (Input::Drag { .. }, _) => {
            view.gesture = gesture;
            Reply::Ignored
        }
        (
            Input::Press
            | Input::SecondPress
            | Input::Sweep { .. }
            | Input::Drop { .. }
            | Input::Arrow(..)
            | Input::Shifted(_)
            | Input::Tab { .. },
            _,
        ) => Reply::Ignored,
    }
}

fn press(state: &mut State, view: &mut View, cell: Cell) -> Reply<Cell> {
    match (Preview::new(state, view, cell), state.board[cell]) {
        (Some(preview), _) => put_down(state, view, &preview),
        (None, Square::Pinned(piece)) => take_up(state, view, piece),
        (None, Square::Free) => put(state, cell, Square::Blocked),
        (None, Square::Blocked) => put(state, cell, Square::Free),
    }
}

/// Pins the piece where its preview is.
fn put_down(state: &mut State, view: &mut View, preview: &Preview) -> Reply<Cell> {
    match preview.fit {
        Ok(cells) => {
            take_off(state, preview.piece);
            state.board.fill(cells, Square::Pinned(preview.piece));
            view.hand = None;
            Reply::Done
        }
        Err(obstacle) => Reply::Refused(obstacle.to_string()),
    }
}

/// Takes a pinned piece into the hand as it lies.
fn take_up(state: &mut State, view: &mut View, piece: Piece) -> Reply<Cell> {
    if let Some((orientation, _)) = piece.held(state.board.cells(Square::Pinned(piece))) {
        view.orientation = orientation;
    }
    view.hand = Some(piece);
    take_off(state, piece);
    Reply::Done
}

fn take_off(state: &mut State, piece: Piece) {
    let cells = state.board.cells(Square::Pinned(piece));
    state.board.fill(cells, Square::Free);
}

fn clear_or_block(state: &mut State, cell: Cell) -> Reply<Cell> {
    match state.board[cell] {
        Square::Pinned(_) | Square::Blocked => free(state, cell),
        Square::Free => put(state, cell, Square::Blocked),
    }
}

/// Frees a cell; if a piece lies there, the whole piece goes.
fn free(state: &mut State, cell: Cell) -> Reply<Cell> {
    if let Some(piece) = state.board[cell].piece() {
        take_off(state, piece);
    }
    put(state, cell, Square::Free)
}

fn put(state: &mut State, cell: Cell, square: Square) -> Reply<Cell> {
    state.board[cell] = square;
    Reply::Done
}

fn type_symbol(state: &mut State, view: &mut View, spot: Option<Cell>, symbol: char) -> Reply<Cell> {
    match (symbol, spot) {
        ('r', _) => turn(view, 1),
        ('R', _) => turn(view, -1),
        ('f' | 'F', _) => flip(view),
        ('.', Some(cell)) => free(state, cell),
        ('#', Some(cell)) => block(state, cell),
        _ => Piece::from_digit(symbol).map_or(Reply::Ignored, |piece| take_in_hand(state, view, piece)),
    }
}

fn block(state: &mut State, cell: Cell) -> Reply<Cell> {
    match state.board[cell] {
        Square::Pinned(piece) => Reply::Refused(Obstacle::Taken(piece).to_string()),
        Square::Free | Square::Blocked => put(state, cell, Square::Blocked),
    }
}

/// Takes the piece in hand, or puts it away if it is there already.
fn take_in_hand(state: &State, view: &mut View, piece: Piece) -> Reply<Cell> {
    if !state.pieces.contains(piece) {
        return Reply::Refused(Obstacle::Unused(piece).to_string());
    }
    view.hand = (view.hand != Some(piece)).then_some(piece);
    Reply::Done
}

/// Turns the piece in hand by so many sixths, clockwise.
fn turn(view: &mut View, sixths: i32) -> Reply<Cell> {
    change_hand(view, |orientation| orientation.turned(sixths))
}

fn flip(view: &mut View) -> Reply<Cell> {
    change_hand(view, Orientation::mirrored)
}

fn change_hand(view: &mut View, change: impl FnOnce(Orientation) -> Orientation) -> Reply<Cell> {
    if view.hand.is_none() {
        return Reply::Ignored;
    }
    view.orientation = change(view.orientation);
    Reply::Done
}

/// Puts the piece in hand away, or else frees the cell.
fn delete(state: &mut State, view: &mut View, spot: Option<Cell>) -> Reply<Cell> {
    match (view.hand.take(), spot) {
        (Some(_), _) => Reply::Done,
        (None, Some(cell)) if state.board[cell] != Square::Free => free(state, cell),
        (None, _) => Reply::Ignored,
    }
}

/// Goes on with the gesture that began on one cell and has come to another.
fn sweep(state: &mut State, view: &mut View, gesture: Option<Gesture>, from: Cell, to: Cell) -> Reply<Cell> {
    if view.hand.is_some() {
        return Reply::Ignored;
    }
    match gesture.filter(|gesture| gesture.from() == from).unwrap_or_else(|| Gesture::begun(state, from)) {
        paint @ Gesture::Paint { square, .. } => {
            view.gesture = Some(paint);
            paint_unless_pinned(state, [from, to], square);
        }
        // Where it came from a piece is not carried: let go there it stays, and nobody hears of that.
        carry @ Gesture::Carry { .. } => view.gesture = (to != from).then_some(carry),
    }
    Reply::Done
}

fn paint_unless_pinned(state: &mut State, cells: [Cell; 2], square: Square) {
    for cell in cells {
        if state.board[cell].piece().is_none() {
            state.board[cell] = square;
        }
    }
}

impl Gesture {
    /// What begins on this cell: a pinned piece is carried, the opposite of anything else is painted.
    fn begun(state: &State, from: Cell) -> Self {
        match state.board[from] {
            Square::Pinned(_) => Self::Carry { from },
            Square::Free => Self::Paint { from, square: Square::Blocked },
            Square::Blocked => Self::Paint { from, square: Square::Free },
        }
    }

    fn from(self) -> Cell {
        match self {
            Self::Paint { from, .. } | Self::Carry { from } => from,
        }
    }
}

/// Lets a carried piece go.
fn drop_at(state: &mut State, view: &mut View, from: Cell, to: Cell) -> Reply<Cell> {
    if view.hand.is_some() {
        return Reply::Ignored;
    }
    match Preview::of_carried(state, from, to) {
        Some(preview) => put_down(state, view, &preview),
        None => Reply::Ignored,
    }
}
