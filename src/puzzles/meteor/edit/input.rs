//! How a position is edited: with a piece in hand, by dragging pieces over the board and away from it, by painting blocked cells.

use super::{
    hand::{Hand, Obstacle, obstacle},
    view::{Gesture, View},
};
use crate::{
    board::{Input, Reply},
    puzzles::meteor::model::{
        geometry::{Cell, Cells},
        pieces::{Orientation, Piece, Placement},
        state::{Square, State},
    },
};

/// Takes this piece in hand, as the last one was turned; from the board, if it lies there.
pub fn take(state: &mut State, view: &mut View, piece: Piece) {
    let cells = state.board.cells(Square::Pinned(piece));
    match piece.held(cells) {
        Some((_, middle)) => take_up(state, view, piece, middle),
        None => view.hand = Some(Hand::new(piece, view.orientation)),
    }
}

/// Puts the piece in hand back to where it lay on the board, if nothing else lies there now; else beside the board.
pub fn put_back(state: &mut State, view: &mut View) {
    if let Some(Hand { piece, from: Some(cells), .. }) = view.hand.take()
        && cells.iter().all(|cell| obstacle(&state.board, cell, piece).is_none())
    {
        lay(state, Placement { piece, cells });
    }
}

/// Changes how the piece in hand lies.
pub fn change_hand(view: &mut View, change: impl FnOnce(Orientation) -> Orientation) -> Reply<Cell> {
    let Some(hand) = &mut view.hand else { return Reply::Ignored };
    hand.orientation = change(hand.orientation);
    view.orientation = hand.orientation;
    Reply::Done
}

/// Does what the input asks for.
pub fn act(state: &mut State, view: &mut View, spot: Option<Cell>, input: Input<Cell>) -> Reply<Cell> {
    match (input, spot) {
        (Input::Press, Some(cell)) => press(state, view, cell),
        (Input::SecondPress, Some(cell)) => second_press(state, view, cell),
        (Input::Character(symbol), _) => type_symbol(state, view, spot, symbol),
        (Input::Delete, _) => delete(state, view, spot),
        (Input::Cancel, _) => cancel(state, view),
        (Input::Wheel(notches), _) => change_hand(view, |orientation| orientation.turned(notches)),
        (Input::Sweep { from }, Some(cell)) => sweep(state, view, from, cell),
        (Input::Drop { from }, _) => drop_at(state, view, from, spot),
        (
            Input::Press
            | Input::SecondPress
            | Input::Sweep { .. }
            | Input::Drag { .. }
            | Input::Arrow(..)
            | Input::Shifted(_)
            | Input::Tab { .. },
            _,
        ) => Reply::Ignored,
    }
}

fn press(state: &mut State, view: &mut View, cell: Cell) -> Reply<Cell> {
    if view.hand.is_some() {
        return put_down(state, view, cell);
    }
    match (state.board[cell], seen_piece(state, view, cell)) {
        (Square::Pinned(piece), _) => take_up(state, view, piece, cell),
        (Square::Free, Some(placement)) => lay(state, placement),
        (Square::Free, None) => state.board[cell] = Square::Blocked,
        (Square::Blocked, _) => state.board[cell] = Square::Free,
    }
    Reply::Done
}

/// The piece of the shown solution on this cell, if it could be pinned.
fn seen_piece(state: &State, view: &View, cell: Cell) -> Option<Placement> {
    let seen = view.seen?;
    let piece = seen[cell].piece()?;
    let cells = seen.cells(seen[cell]);
    let is_free = cells.iter().all(|cell| state.board[cell] == Square::Free);
    (is_free && state.pieces.contains(piece)).then_some(Placement { piece, cells })
}

/// Pins the piece in hand where it is held.
fn put_down(state: &mut State, view: &mut View, over: Cell) -> Reply<Cell> {
    let Some(hand) = view.hand else { return Reply::Ignored };
    match hand.fit(state, over) {
        Ok(cells) => {
            take_off(state, hand.piece);
            lay(state, Placement { piece: hand.piece, cells });
            view.hand = None;
            Reply::Done
        }
        Err(obstacle) => Reply::Refused(obstacle.to_string()),
    }
}

fn lay(state: &mut State, placement: Placement) {
    state.board.fill(placement.cells, Square::Pinned(placement.piece));
}

/// Takes a pinned piece into the hand by this cell.
fn take_up(state: &mut State, view: &mut View, piece: Piece, by: Cell) {
    let cells = state.board.cells(Square::Pinned(piece));
    let hand = Hand::lifting(Placement { piece, cells }, by);
    view.orientation = hand.orientation;
    view.hand = Some(hand);
    take_off(state, piece);
}

fn take_off(state: &mut State, piece: Piece) {
    let cells = state.board.cells(Square::Pinned(piece));
    state.board.fill(cells, Square::Free);
}

/// With a piece in hand only solutions are listed that have it here; without, the cell is cleared or blocked.
fn second_press(state: &mut State, view: &mut View, cell: Cell) -> Reply<Cell> {
    match (view.hand, state.board[cell]) {
        (Some(_), _) => want_here(state, view, cell),
        (None, Square::Pinned(_) | Square::Blocked) => free(state, cell),
        (None, Square::Free) => put(state, cell, Square::Blocked),
    }
}

/// From now on only solutions are listed that have the piece in hand where it is held, or that have the shown solution's piece.
fn want_here(state: &mut State, view: &mut View, cell: Cell) -> Reply<Cell> {
    let Some(hand) = view.hand else {
        let Some(placement) = seen_piece(state, view, cell) else { return Reply::Ignored };
        view.filter.toggle(placement);
        return Reply::Done;
    };
    match hand.fit(state, cell) {
        Ok(cells) => {
            view.filter.toggle(Placement { piece: hand.piece, cells });
            put_back(state, view);
            Reply::Done
        }
        Err(obstacle) => Reply::Refused(obstacle.to_string()),
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
        ('r', _) => change_hand(view, |orientation| orientation.turned(1)),
        ('R', _) => change_hand(view, |orientation| orientation.turned(-1)),
        ('f' | 'F', _) => change_hand(view, Orientation::mirrored),
        ('.', Some(cell)) => free(state, cell),
        ('#', Some(cell)) => block(state, cell),
        ('l' | 'L', Some(cell)) => want_here(state, view, cell),
        _ => {
            let reply = Piece::from_digit(symbol).map_or(Reply::Ignored, |piece| take_or_put_back(state, view, piece));
            // Whoever takes a piece by its digit goes on with it on the board.
            let goes_on = reply == Reply::Done && view.hand.is_some() && spot.is_none();
            if goes_on { Cell::all().find(|&cell| state.board[cell] == Square::Free).map_or(reply, Reply::Focus) } else { reply }
        }
    }
}

fn block(state: &mut State, cell: Cell) -> Reply<Cell> {
    match state.board[cell] {
        Square::Pinned(piece) => Reply::Refused(Obstacle::Taken(piece).to_string()),
        Square::Free | Square::Blocked => put(state, cell, Square::Blocked),
    }
}

/// Takes the piece in hand, or puts it back if it is there already.
fn take_or_put_back(state: &mut State, view: &mut View, piece: Piece) -> Reply<Cell> {
    if !state.pieces.contains(piece) {
        return Reply::Refused(Obstacle::Unused(piece).to_string());
    }
    let is_in_hand = view.hand.is_some_and(|hand| hand.piece == piece);
    put_back(state, view);
    if !is_in_hand {
        take(state, view, piece);
    }
    Reply::Done
}

/// Puts the piece in hand away for good, or else frees the cell.
fn delete(state: &mut State, view: &mut View, spot: Option<Cell>) -> Reply<Cell> {
    end_carrying(view);
    match (view.hand.take(), spot) {
        (Some(_), _) => Reply::Done,
        (None, Some(cell)) if state.board[cell] != Square::Free => free(state, cell),
        (None, _) => Reply::Ignored,
    }
}

/// Puts the piece in hand back.
fn cancel(state: &mut State, view: &mut View) -> Reply<Cell> {
    if view.hand.is_none() {
        return Reply::Ignored;
    }
    end_carrying(view);
    put_back(state, view);
    Reply::Done
}

/// What is carried no more is not put down when the pointer is let go.
fn end_carrying(view: &mut View) {
    if view.gesture == Some(Gesture::Carry) {
        view.gesture = Some(Gesture::Over);
    }
}

/// Goes on with the gesture that began on one cell and has come to another.
fn sweep(state: &mut State, view: &mut View, from: Cell, to: Cell) -> Reply<Cell> {
    let gesture = view.gesture.unwrap_or_else(|| begun(state, view, from));
    view.gesture = Some(gesture);
    match gesture {
        Gesture::Paint(square) => paint_unless_pinned(state, [from, to], square),
        Gesture::Carry | Gesture::Over => {}
    }
    Reply::Done
}

/// What begins on this cell: a piece in hand goes on, a pinned piece is carried, the piece of a solution is pinned, and the
/// opposite of anything else is painted.
fn begun(state: &mut State, view: &mut View, from: Cell) -> Gesture {
    match (view.hand, state.board[from], seen_piece(state, view, from)) {
        (Some(_), ..) => Gesture::Carry,
        (None, Square::Pinned(piece), _) => {
            take_up(state, view, piece, from);
            Gesture::Carry
        }
        (None, Square::Free, Some(placement)) => {
            lay(state, placement);
            Gesture::Over
        }
        (None, Square::Free, None) => Gesture::Paint(Square::Blocked),
        (None, Square::Blocked, _) => Gesture::Paint(Square::Free),
    }
}

fn paint_unless_pinned(state: &mut State, cells: [Cell; 2], square: Square) {
    for cell in cells {
        if state.board[cell].piece().is_none() {
            state.board[cell] = square;
        }
    }
}

/// The pointer is let go over this cell, or beside the board.
fn drop_at(state: &mut State, view: &mut View, from: Cell, to: Option<Cell>) -> Reply<Cell> {
    match (view.gesture.take(), to) {
        (Some(Gesture::Carry), Some(cell)) => put_down_or_back(state, view, cell),
        (Some(Gesture::Carry), None) => {
            view.hand = None;
            Reply::Done
        }
        (Some(Gesture::Paint(_) | Gesture::Over), _) => Reply::Done,
        // The pointer was moved so little that it came over no other cell: this was meant as a press.
        (None, Some(cell)) if cell == from => press(state, view, cell),
        (None, Some(cell)) if view.hand.is_some() => put_down(state, view, cell),
        // It left the board without coming over another cell.
        (None, None) if state.board[from].piece().is_some() && view.hand.is_none() => free(state, from),
        (None, _) => Reply::Ignored,
    }
}

/// Lets go what was carried; what came from the board goes back to where it lay if it cannot lie here.
fn put_down_or_back(state: &mut State, view: &mut View, cell: Cell) -> Reply<Cell> {
    let reply = put_down(state, view, cell);
    if view.hand.is_some_and(|hand| hand.from.is_some()) {
        put_back(state, view);
    }
    reply
}

/// The cells from which the piece in hand came, where they are to be marked.
pub fn origin(state: &State, view: &View) -> Option<Cells> {
    let cells = view.hand?.from?;
    cells.iter().all(|cell| state.board[cell] == Square::Free).then_some(cells)
}
