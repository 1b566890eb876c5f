//! Editing: with a piece in hand, by dragging pieces onto the board and off it, and by painting blocked cells.

use super::{
    filter::Marking,
    hand::{Hand, Obstacle, obstacle},
    view::{Gesture, View},
};
use crate::{
    board::{Input, Reply},
    puzzles::meteor::{
        model::{
            geometry::{Cell, Cells},
            pieces::{Orientation, Piece, Placement},
            state::{Square, State},
        },
        words,
    },
};

/// Takes this piece in hand: from the board if it is there, or else in the orientation in which it was held last.
///
/// A given piece stays on the board: the reply says so.
pub fn take_in_hand(state: &mut State, view: &mut View, piece: Piece) -> Reply<Cell> {
    if state.given.contains(piece) {
        return Reply::Refused(words::is_given(piece));
    }
    view.marking.is_on = false;
    let cells = state.board.cells(Square::Pinned(piece));
    match piece.pose(cells) {
        Some((_, middle)) => pick_up(state, view, piece, middle),
        None => view.hand = Some(Hand::new(piece, view.orientations[piece.index()])),
    }
    Reply::Done
}

/// Puts the piece in hand back where it was on the board, if its cells are still free; otherwise beside the board.
pub fn put_back(state: &mut State, view: &mut View) {
    if let Some(Hand { piece, origin: Some(cells), .. }) = view.hand.take()
        && cells.iter().all(|cell| obstacle(&state.board, cell, piece).is_none())
    {
        pin(state, Placement { piece, cells });
    }
}

/// Changes the orientation of the piece in hand.
pub fn reorient_hand(view: &mut View, change: impl FnOnce(Orientation) -> Orientation) -> Reply<Cell> {
    let Some(hand) = &mut view.hand else { return Reply::Ignored };
    hand.orientation = change(hand.orientation);
    view.orientations[hand.piece.index()] = hand.orientation;
    Reply::Done
}

/// Handles an input.
pub fn act(state: &mut State, view: &mut View, spot: Option<Cell>, input: Input<Cell>) -> Reply<Cell> {
    match (input, spot) {
        (Input::Press, Some(cell)) => press(state, view, cell),
        (Input::SecondaryPress, Some(cell)) => second_press(state, view, cell),
        (Input::Character(symbol), _) => type_symbol(state, view, spot, symbol),
        (Input::Delete, _) => delete(state, view, spot),
        (Input::Cancel, _) => cancel(state, view),
        (Input::Wheel(notches), _) => reorient_hand(view, |orientation| orientation.turned(notches)),
        (Input::Sweep { from }, Some(cell)) => sweep(state, view, from, cell),
        (Input::Drop { from }, _) => drop_at(state, view, from, spot),
        (
            Input::Press
            | Input::SecondaryPress
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
    if view.marking.is_on {
        return mark(state, view, cell);
    }
    if let Some(reason) = why_fixed(state, cell).filter(|_| shown_piece(state, view, cell).is_none()) {
        return Reply::Refused(reason);
    }
    match (state.board[cell], shown_piece(state, view, cell)) {
        (Square::Pinned(piece), _) => pick_up(state, view, piece, cell),
        (Square::Free, Some(placement)) => pin(state, placement),
        (Square::Free, None) => state.board[cell] = Square::Blocked,
        (Square::Blocked, _) => state.board[cell] = Square::Free,
    }
    Reply::Done
}

/// Marks the cell for the filter, or no longer.
fn mark(state: &State, view: &mut View, cell: Cell) -> Reply<Cell> {
    if state.board[cell] == Square::Blocked {
        return Reply::Refused("no piece covers a blocked cell".to_owned());
    }
    match view.marking.toggle(cell) {
        Ok(()) => Reply::Done,
        Err(reason) => Reply::Refused(reason),
    }
}

fn mark_all(state: &State, view: &mut View, cells: [Cell; 2]) {
    for cell in cells {
        if !view.marking.cells.contains(cell) {
            mark(state, view, cell);
        }
    }
}

/// Why a challenge doesn't let this cell be changed without a piece in hand: it is covered by a given piece, or it belongs to the figure.
fn why_fixed(state: &State, cell: Cell) -> Option<String> {
    match state.board[cell].piece() {
        Some(piece) => state.given.contains(piece).then(|| words::is_given(piece)),
        None => (!state.given.is_empty()).then(|| "the cells of a challenge can't be changed: release the given pieces first".to_owned()),
    }
}

/// The shown solution's piece on this cell, if it can be pinned.
fn shown_piece(state: &State, view: &View, cell: Cell) -> Option<Placement> {
    let shown = view.shown?;
    let piece = shown[cell].piece()?;
    let cells = shown.cells(shown[cell]);
    let is_free = cells.iter().all(|cell| state.board[cell] == Square::Free);
    (is_free && state.pieces.contains(piece)).then_some(Placement { piece, cells })
}

/// The cells of the piece that a press on this cell picks up, or pins from the shown solution; none if it does something else.
pub fn taken_from(state: &State, view: &View, cell: Cell) -> Option<Cells> {
    if view.hand.is_some() || view.marking.is_on {
        return None;
    }
    let pinned = state.board[cell].piece().filter(|&piece| !state.given.contains(piece));
    let pinned = pinned.map(|piece| state.board.cells(Square::Pinned(piece)));
    pinned.or_else(|| shown_piece(state, view, cell).map(|placement| placement.cells))
}

/// Pins the piece in hand over this cell.
fn put_down(state: &mut State, view: &mut View, over: Cell) -> Reply<Cell> {
    let Some(hand) = view.hand else { return Reply::Ignored };
    match hand.fit(state, over) {
        Ok(cells) => {
            remove_piece(state, hand.piece);
            pin(state, Placement { piece: hand.piece, cells });
            view.hand = None;
            Reply::Done
        }
        Err(obstacle) => Reply::Refused(obstacle.to_string()),
    }
}

/// Returns the position with a piece on exactly these free cells; none if no allowed piece that isn't on the board has their shape.
pub fn placed_on(state: &State, cells: &[Cell]) -> Option<State> {
    let cells: Cells = cells.iter().copied().collect();
    let is_free = cells.iter().all(|cell| state.board[cell] == Square::Free);
    let is_unused = |piece: &Piece| state.pieces.contains(*piece) && state.board.cells(Square::Pinned(*piece)).is_empty();
    let piece = Piece::all().filter(is_unused).find(|piece| is_free && piece.pose(cells).is_some())?;
    let mut placed = state.clone();
    pin(&mut placed, Placement { piece, cells });
    Some(placed)
}

fn pin(state: &mut State, placement: Placement) {
    state.board.fill(placement.cells, Square::Pinned(placement.piece));
}

/// Picks up a pinned piece by this cell.
fn pick_up(state: &mut State, view: &mut View, piece: Piece, by: Cell) {
    let cells = state.board.cells(Square::Pinned(piece));
    let hand = Hand::picked_up(Placement { piece, cells }, by);
    view.orientations[piece.index()] = hand.orientation;
    view.hand = Some(hand);
    remove_piece(state, piece);
}

fn remove_piece(state: &mut State, piece: Piece) {
    let cells = state.board.cells(Square::Pinned(piece));
    state.board.fill(cells, Square::Free);
}

/// Filters the list by the piece in hand; without one, clears or blocks the cell.
fn second_press(state: &mut State, view: &mut View, cell: Cell) -> Reply<Cell> {
    match (view.hand, state.board[cell]) {
        (Some(_), _) => filter_here(state, view, cell),
        (None, _) if view.marking.is_on => mark(state, view, cell),
        (None, Square::Pinned(_) | Square::Blocked) => free_cell(state, cell),
        (None, Square::Free) => block(state, cell),
    }
}

/// Filters the list: only solutions that have the piece in hand over this cell or, without one, the shown solution's piece.
fn filter_here(state: &mut State, view: &mut View, cell: Cell) -> Reply<Cell> {
    let Some(hand) = view.hand else {
        let Some(placement) = shown_piece(state, view, cell) else { return Reply::Ignored };
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

/// Frees a cell, together with the whole piece on it.
fn free_cell(state: &mut State, cell: Cell) -> Reply<Cell> {
    if let Some(reason) = why_fixed(state, cell) {
        return Reply::Refused(reason);
    }
    if let Some(piece) = state.board[cell].piece() {
        remove_piece(state, piece);
    }
    set(state, cell, Square::Free)
}

fn set(state: &mut State, cell: Cell, square: Square) -> Reply<Cell> {
    state.board[cell] = square;
    Reply::Done
}

fn type_symbol(state: &mut State, view: &mut View, spot: Option<Cell>, symbol: char) -> Reply<Cell> {
    match (symbol, spot) {
        ('r', _) => reorient_hand(view, |orientation| orientation.turned(1)),
        ('R', _) => reorient_hand(view, |orientation| orientation.turned(-1)),
        ('f' | 'F', _) => reorient_hand(view, Orientation::mirrored),
        ('.', Some(cell)) => free_cell(state, cell),
        ('#', Some(cell)) => block(state, cell),
        ('l' | 'L', Some(cell)) => filter_here(state, view, cell),
        ('m' | 'M', Some(cell)) => mark(state, view, cell),
        _ => {
            let reply = Piece::from_digit(symbol).map_or(Reply::Ignored, |piece| take_or_put_back(state, view, piece));
            // After taking a piece by its digit, the keyboard continues on the board.
            let continues_on_board = reply == Reply::Done && view.hand.is_some() && spot.is_none();
            if continues_on_board { Cell::all().find(|&cell| state.board[cell] == Square::Free).map_or(reply, Reply::Focus) } else { reply }
        }
    }
}

fn block(state: &mut State, cell: Cell) -> Reply<Cell> {
    match (state.board[cell], why_fixed(state, cell)) {
        (_, Some(reason)) => Reply::Refused(reason),
        (Square::Pinned(piece), None) => Reply::Refused(Obstacle::Taken(piece).to_string()),
        (Square::Free | Square::Blocked, None) => set(state, cell, Square::Blocked),
    }
}

/// Takes the piece in hand, or puts it back if it is in hand already.
fn take_or_put_back(state: &mut State, view: &mut View, piece: Piece) -> Reply<Cell> {
    if !state.pieces.contains(piece) {
        return Reply::Refused(Obstacle::NotAllowed(piece).to_string());
    }
    let is_in_hand = view.hand.is_some_and(|hand| hand.piece == piece);
    put_back(state, view);
    if is_in_hand { Reply::Done } else { take_in_hand(state, view, piece) }
}

/// Removes the piece in hand for good; without one, frees the cell.
fn delete(state: &mut State, view: &mut View, spot: Option<Cell>) -> Reply<Cell> {
    end_carrying(view);
    match (view.hand.take(), spot) {
        (Some(_), _) => Reply::Done,
        (None, Some(cell)) if state.board[cell] != Square::Free => free_cell(state, cell),
        (None, _) => Reply::Ignored,
    }
}

/// Puts the piece in hand back; without one, marks no cells any longer.
fn cancel(state: &mut State, view: &mut View) -> Reply<Cell> {
    if view.hand.is_none() {
        let marking = std::mem::take(&mut view.marking);
        return if marking == Marking::default() { Reply::Ignored } else { Reply::Done };
    }
    end_carrying(view);
    put_back(state, view);
    Reply::Done
}

/// A piece that is no longer carried isn't placed when the pointer is released.
fn end_carrying(view: &mut View) {
    if view.gesture == Some(Gesture::Carry) {
        view.gesture = Some(Gesture::Done);
    }
}

/// Continues the gesture that started on one cell and has reached another.
fn sweep(state: &mut State, view: &mut View, from: Cell, to: Cell) -> Reply<Cell> {
    let gesture = view.gesture.unwrap_or_else(|| start_gesture(state, view, from));
    view.gesture = Some(gesture);
    match gesture {
        Gesture::Paint(square) => paint_unless_pinned(state, [from, to], square),
        Gesture::Mark => mark_all(state, view, [from, to]),
        Gesture::Carry | Gesture::Done => {}
    }
    Reply::Done
}

/// Starts a gesture on this cell: it carries the piece in hand or a pinned piece, pins the shown solution's piece, or paints the opposite
/// of anything else.
fn start_gesture(state: &mut State, view: &mut View, from: Cell) -> Gesture {
    match (view.hand, state.board[from], shown_piece(state, view, from)) {
        (Some(_), ..) => Gesture::Carry,
        (None, ..) if view.marking.is_on => Gesture::Mark,
        (None, _, None) if why_fixed(state, from).is_some() => Gesture::Done,
        (None, Square::Pinned(piece), _) => {
            pick_up(state, view, piece, from);
            Gesture::Carry
        }
        (None, Square::Free, Some(placement)) => {
            pin(state, placement);
            Gesture::Done
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

/// Ends a gesture over this cell, or beside the board.
fn drop_at(state: &mut State, view: &mut View, from: Cell, to: Option<Cell>) -> Reply<Cell> {
    match (view.gesture.take(), to) {
        (Some(Gesture::Carry), Some(cell)) => put_down_or_back(state, view, cell),
        (Some(Gesture::Carry), None) => {
            view.hand = None;
            Reply::Done
        }
        (Some(Gesture::Paint(_) | Gesture::Mark | Gesture::Done), _) => Reply::Done,
        // The pointer never left the cell: this was meant as a press.
        (None, Some(cell)) if cell == from => press(state, view, cell),
        (None, Some(cell)) if view.hand.is_some() => put_down(state, view, cell),
        // It left the board without entering another cell.
        (None, None) if state.board[from].piece().is_some() && view.hand.is_none() && !view.marking.is_on => free_cell(state, from),
        (None, _) => Reply::Ignored,
    }
}

/// Drops the carried piece; a piece from the board goes back where it was if it doesn't fit here.
fn put_down_or_back(state: &mut State, view: &mut View, cell: Cell) -> Reply<Cell> {
    let reply = put_down(state, view, cell);
    if view.hand.is_some_and(|hand| hand.origin.is_some()) {
        put_back(state, view);
    }
    reply
}

/// The cells the piece in hand came from, if they are still free.
pub fn origin(state: &State, view: &View) -> Option<Cells> {
    let cells = view.hand?.origin?;
    cells.iter().all(|cell| state.board[cell] == Square::Free).then_some(cells)
}
