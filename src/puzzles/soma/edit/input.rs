//! What inputs do to the position and to the tab's own data.

use glam::IVec3;

use super::view::{Hand, View, fits};
use crate::{
    board::{Input, Reply},
    puzzles::soma::model::{
        geometry::Turn,
        spot::Spot,
        state::{FREE, Grid, OUTSIDE, State},
    },
};

/// How far a pointer turns the solid view, in radians for each point.
const DRAG_TURN: f32 = 0.01;
/// How far an arrow key turns it.
const KEY_TURN: f32 = 15.0 * std::f32::consts::PI / 180.0;

/// Does what the input asks for.
pub fn act(state: &mut State, view: &mut View, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
    let grid = state.grid();
    let cell = spot.and_then(Spot::place).filter(|&place| place < grid.marks.len()).map(|place| grid.extent.cell(place));
    match (input, spot) {
        (Input::Drag { right, down }, Some(Spot::Turntable | Spot::Face(_))) => turn_view(view, right * DRAG_TURN, down * DRAG_TURN),
        (Input::Arrow(right, down), Some(Spot::Turntable)) => turn_view(view, f32::from(right) * KEY_TURN, f32::from(down) * KEY_TURN),
        (Input::Wheel(notches), Some(_)) => match &mut view.hand {
            Some(hand) => {
                *hand = hand.stepped(notches, state);
                Reply::Done
            }
            None => Reply::Ignored,
        },
        (Input::Character(character), _) => {
            let before = view.hand.map(|hand| hand.piece);
            let reply = type_character(state, view, cell, character);
            let took = view.hand.is_some_and(|hand| before != Some(hand.piece));
            // Whoever takes a piece by its letter goes on with it in the layers.
            let is_elsewhere = matches!(spot, None | Some(Spot::Turntable));
            if took && is_elsewhere { first_free(state).map_or(reply, Reply::Focus) } else { reply }
        }
        // Tab goes from the solid view to the layers, and then on.
        (Input::Tab { back: false }, Some(Spot::Turntable)) => first_free(state).map_or(Reply::Ignored, Reply::Focus),
        (Input::Tab { back: true }, Some(Spot::Cell(_))) => Reply::Focus(Spot::Turntable),
        (Input::Cancel, _) => view.hand.take().map_or(Reply::Ignored, |_| Reply::Done),
        // Who clicks the solid view without a piece wants to look at it from elsewhere.
        (Input::Press, Some(Spot::Turntable)) => Reply::Focus(Spot::Turntable),
        (Input::Press, Some(Spot::Face(_))) if view.hand.is_none() && cell.is_some_and(|cell| grid.mark(cell) == Some(FREE)) => {
            Reply::Focus(Spot::Turntable)
        }
        (Input::Drop { from: Spot::Cell(from) }, Some(Spot::Cell(_))) => {
            let from = grid.extent.cell(usize::from(from));
            cell.map_or(Reply::Ignored, |to| move_piece(state, &grid, from, to))
        }
        (input, _) => cell.map_or(Reply::Ignored, |cell| act_on_cell(state, view, grid, cell, input)),
    }
}

/// The first free cell in the layers, or else the first of all.
fn first_free(state: &State) -> Option<Spot> {
    let marks = state.grid().marks;
    let place = marks.iter().position(|&mark| mark == FREE).or((!marks.is_empty()).then_some(0))?;
    Some(Spot::Cell(place as u16))
}

fn turn_view(view: &mut View, right: f32, down: f32) -> Reply<Spot> {
    view.camera.turn(right, down);
    Reply::Done
}

fn act_on_cell(state: &mut State, view: &mut View, grid: Grid, cell: IVec3, input: Input<Spot>) -> Reply<Spot> {
    match (input, grid.mark(cell).unwrap_or(OUTSIDE), view.hand) {
        (Input::Press, _, Some(hand)) => put_down(state, view, grid, cell, hand),
        (Input::Press, OUTSIDE, None) => Reply::Refused(format!("this cell is outside the figure; type {FREE} to make it part of it")),
        (Input::Press, FREE, None) => Reply::Refused("take a piece first: type its letter".to_owned()),
        (Input::Press, piece, None) => lift(state, view, grid, piece),
        (Input::SecondPress | Input::Delete, _, Some(_)) => {
            view.hand = None;
            Reply::Done
        }
        (Input::SecondPress, FREE | OUTSIDE, None) => toggle(state, grid, cell),
        (Input::Delete, FREE | OUTSIDE, None) => Reply::Ignored,
        (Input::SecondPress | Input::Delete, piece, None) => take_away(state, grid, piece),
        _ => Reply::Ignored,
    }
}

fn put_down(state: &mut State, view: &mut View, mut grid: Grid, cell: IVec3, hand: Hand) -> Reply<Spot> {
    let cells = hand.cells_at(cell, state);
    if let Err(reason) = fits(hand.piece, &cells, &grid) {
        return Reply::Refused(reason);
    }
    grid.clear(hand.piece);
    for cell in cells {
        grid.set(cell, hand.piece);
    }
    *state = state.with_grid(&grid);
    view.hand = None;
    Reply::Done
}

fn lift(state: &mut State, view: &mut View, grid: Grid, name: char) -> Reply<Spot> {
    view.hand = hand_with(state, &grid, name);
    take_away(state, grid, name)
}

fn take_away(state: &mut State, mut grid: Grid, name: char) -> Reply<Spot> {
    grid.clear(name);
    *state = state.with_grid(&grid);
    Reply::Done
}

/// Moves the whole piece that covers one cell, so that it covers the other in the same way.
fn move_piece(state: &mut State, grid: &Grid, from: IVec3, to: IVec3) -> Reply<Spot> {
    let Some(name) = grid.mark(from).filter(|_| grid.covered(from)) else { return Reply::Ignored };
    let cells: Vec<IVec3> = grid.cells_of(name).into_iter().map(|cell| cell + to - from).collect();
    if let Err(reason) = fits(name, &cells, grid) {
        return Reply::Refused(reason);
    }
    let mut grid = grid.clone();
    grid.clear(name);
    for cell in cells {
        grid.set(cell, name);
    }
    *state = state.with_grid(&grid);
    Reply::Done
}

fn toggle(state: &mut State, mut grid: Grid, cell: IVec3) -> Reply<Spot> {
    let mark = if grid.mark(cell) == Some(FREE) { OUTSIDE } else { FREE };
    grid.set(cell, mark);
    *state = state.with_grid(&grid);
    Reply::Done
}

/// Letters take pieces into the hand, other characters turn the piece in hand or change the figure.
fn type_character(state: &mut State, view: &mut View, cell: Option<IVec3>, character: char) -> Reply<Spot> {
    let is_piece = |name: char| state.set_pieces().iter().any(|piece| piece.name == name);
    if is_piece(character) {
        return take(state, view, character);
    }
    // A small letter that turns a piece in hand takes the piece of its name when there is none.
    if let (Some(hand), Some(turn)) = (view.hand, turn_for(character)) {
        view.hand = Some(turn.into_iter().fold(hand, |hand, turn| hand.turned(turn, state)));
        return Reply::Done;
    }
    let capital = character.to_ascii_uppercase();
    if is_piece(capital) {
        return take(state, view, capital);
    }
    let grid = state.grid();
    match (character, cell, cell.and_then(|cell| grid.mark(cell))) {
        (FREE, Some(cell), Some(OUTSIDE)) | (OUTSIDE, Some(cell), Some(OUTSIDE | FREE)) => toggle(state, grid, cell),
        (FREE, _, Some(name)) if name != FREE => take_away(state, grid, name),
        (OUTSIDE, _, Some(name)) => Reply::Refused(format!("the piece {name} lies here; take it away first")),
        _ => Reply::Ignored,
    }
}

/// The quarter turns that a character stands for, one after the other.
fn turn_for(character: char) -> Option<Vec<Turn>> {
    let [x, y, z] = Turn::QUARTERS;
    match character {
        'x' => Some(vec![x]),
        'y' => Some(vec![y]),
        'z' | 'r' => Some(vec![z]),
        'R' => Some(vec![z; 3]),
        _ => None,
    }
}

/// Takes a piece into the hand, or puts it away if it is there.
fn take(state: &State, view: &mut View, name: char) -> Reply<Spot> {
    if !state.pieces.contains(name) {
        return Reply::Refused(format!("the piece {name} is not among the pieces that may be used"));
    }
    let is_held = view.hand.is_some_and(|hand| hand.piece == name);
    view.hand = if is_held { None } else { hand_with(state, &state.grid(), name) };
    Reply::Done
}

/// A hand with the piece as it lies on the board, or as it is listed.
fn hand_with(state: &State, grid: &Grid, name: char) -> Option<Hand> {
    let piece = state.set_pieces().into_iter().find(|piece| piece.name == name)?;
    Some(Hand::lifting(&piece, &grid.cells_of(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORNER: Option<Spot> = Some(Spot::Cell(0));

    fn typed(state: &mut State, view: &mut View, text: &str) {
        for character in text.chars() {
            let reply = act(state, view, None, Input::Character(character));
            assert!(matches!(reply, Reply::Done | Reply::Focus(Spot::Cell(_))), "{character}: {reply:?}");
        }
    }

    #[test]
    fn a_piece_is_taken_put_down_and_lifted_again() {
        let (mut state, mut view) = (State::default(), View::default());
        typed(&mut state, &mut view, "V");
        assert_eq!(act(&mut state, &mut view, CORNER, Input::Press), Reply::Done);
        assert_eq!(state.layers[0], ["VV.", "V..", "..."]);
        assert_eq!(view.hand, None);
        assert_eq!(act(&mut state, &mut view, Some(Spot::Face(1)), Input::Press), Reply::Done);
        assert_eq!(state, State::default());
        assert_eq!(view.hand.map(|hand| hand.piece), Some('V'));
    }

    #[test]
    fn what_does_not_fit_is_refused_with_the_reason() {
        let (mut state, mut view) = (State::default(), View::default());
        typed(&mut state, &mut view, "V");
        assert_eq!(
            act(&mut state, &mut view, Some(Spot::Cell(2)), Input::Press),
            Reply::Refused("the piece V would leave the figure".into())
        );
        assert_eq!(act(&mut state, &mut view, CORNER, Input::Press), Reply::Done);
        typed(&mut state, &mut view, "L");
        assert_eq!(act(&mut state, &mut view, CORNER, Input::Press), Reply::Refused("the piece V lies there already".into()));
        assert!(matches!(act(&mut state, &mut View::default(), Some(Spot::Cell(4)), Input::Press), Reply::Refused(_)));
    }

    #[test]
    fn turning_four_times_brings_a_piece_back() {
        let (mut state, mut view) = (State::default(), View::default());
        typed(&mut state, &mut view, "A");
        let start = view.hand;
        for turn in ["x", "y", "z", "r", "R"] {
            typed(&mut state, &mut view, turn);
            assert_ne!(view.hand, start, "{turn}");
            typed(&mut state, &mut view, &turn.repeat(3));
            assert_eq!(view.hand, start, "{turn}");
        }
        typed(&mut state, &mut view, "rR");
        assert_eq!(view.hand, start);
        assert_eq!(act(&mut state, &mut view, CORNER, Input::Wheel(12)), Reply::Done);
        assert_eq!(view.hand, start, "A lies in twelve ways");
    }

    #[test]
    fn a_piece_is_moved_by_dropping_one_of_its_cells() {
        let (mut state, mut view) = (State::default(), View::default());
        typed(&mut state, &mut view, "V");
        act(&mut state, &mut view, CORNER, Input::Press);
        assert_eq!(act(&mut state, &mut view, Some(Spot::Cell(10)), Input::Drop { from: Spot::Cell(0) }), Reply::Done);
        assert_eq!(state.layers[1], [".VV", ".V.", "..."]);
    }

    #[test]
    fn the_figure_is_changed_cell_by_cell() {
        let (mut state, mut view) = (State::default(), View::default());
        assert_eq!(act(&mut state, &mut view, CORNER, Input::Character('#')), Reply::Done);
        assert_eq!(state.layers[0][0], "#..");
        assert_eq!(act(&mut state, &mut view, CORNER, Input::Character('.')), Reply::Done);
        assert_eq!(state, State::default());
        assert_eq!(act(&mut state, &mut view, CORNER, Input::SecondPress), Reply::Done);
        assert_eq!(state.layers[0][0], "#..");
    }

    #[test]
    fn dragging_turns_the_view_and_not_the_position() {
        let (mut state, mut view) = (State::default(), View::default());
        for (spot, input) in [
            (Spot::Turntable, Input::Drag { right: 3.0, down: -2.0 }),
            (Spot::Face(3), Input::Drag { right: 3.0, down: -2.0 }),
            (Spot::Turntable, Input::Arrow(1, 0)),
        ] {
            let before = view.camera;
            assert_eq!(act(&mut state, &mut view, Some(spot), input), Reply::Done);
            assert_ne!(view.camera, before);
        }
        assert_eq!(act(&mut state, &mut view, CORNER, Input::Drag { right: 3.0, down: -2.0 }), Reply::Ignored);
        assert_eq!(act(&mut state, &mut view, Some(Spot::Turntable), Input::Wheel(1)), Reply::Ignored, "the board is zoomed");
        assert_eq!(state, State::default());
    }
}
