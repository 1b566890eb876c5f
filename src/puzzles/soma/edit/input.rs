//! What inputs do to the position and to the tab's own data.

use glam::IVec3;

use super::view::{Hand, View, fits};
use crate::{
    board::{Input, Reply},
    puzzles::soma::{
        model::{
            geometry::Isometry,
            spot::Spot,
            state::{FREE, Grid, OUTSIDE, State},
        },
        words,
    },
};

/// How far a pointer rotates the 3D view, in radians per point.
const DRAG_ROTATION: f32 = 0.01;
/// How far an arrow key rotates it, in radians.
const KEY_ROTATION: f32 = 15.0 * std::f32::consts::PI / 180.0;

/// Carries out an input.
pub fn act(state: &mut State, view: &mut View, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
    let grid = state.grid();
    let cell = spot.and_then(Spot::index).filter(|&index| index < grid.marks.len()).map(|index| grid.extent.cell(index));
    match (input, spot) {
        (Input::Drag { right, down }, Some(Spot::Turntable | Spot::Face(_))) => {
            rotate_view(view, right * DRAG_ROTATION, down * DRAG_ROTATION)
        }
        (Input::Arrow(right, down), Some(Spot::Turntable)) => {
            rotate_view(view, f32::from(right) * KEY_ROTATION, f32::from(down) * KEY_ROTATION)
        }
        (Input::Wheel(notches), Some(_)) => match &mut view.hand {
            Some(hand) => {
                *hand = hand.stepped(notches, state);
                Reply::Done
            }
            None => {
                view.zoom_by(-notches);
                Reply::Done
            }
        },
        (Input::Character(character), _) => {
            let before = view.hand.map(|hand| hand.piece);
            let reply = type_character(state, view, cell, character);
            let took = view.hand.is_some_and(|hand| before != Some(hand.piece));
            // After a piece was taken by its letter, the keyboard continues in the layers.
            let is_elsewhere = matches!(spot, None | Some(Spot::Turntable));
            if took && is_elsewhere { first_free(state).map_or(reply, Reply::Focus) } else { reply }
        }
        // Tab moves from the 3D view to the layers, and from there on.
        (Input::Tab { back: false }, Some(Spot::Turntable)) => first_free(state).map_or(Reply::Ignored, Reply::Focus),
        (Input::Tab { back: true }, Some(Spot::Cell(_))) => Reply::Focus(Spot::Turntable),
        (Input::Cancel, _) => view.hand.take().map_or(Reply::Ignored, |_| Reply::Done),
        // A click on the 3D view without a piece in hand only moves the focus there, so that arrow keys rotate it.
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

/// Returns the first free cell in the layers, or else the first cell.
fn first_free(state: &State) -> Option<Spot> {
    let marks = state.grid().marks;
    let place = marks.iter().position(|&mark| mark == FREE).or((!marks.is_empty()).then_some(0))?;
    Some(Spot::Cell(place as u16))
}

fn rotate_view(view: &mut View, right: f32, down: f32) -> Reply<Spot> {
    view.camera.rotate(right, down);
    Reply::Done
}

fn act_on_cell(state: &mut State, view: &mut View, grid: Grid, cell: IVec3, input: Input<Spot>) -> Reply<Spot> {
    match (input, grid.mark(cell).unwrap_or(OUTSIDE), view.hand) {
        (Input::Press, _, Some(hand)) => place_piece(state, view, grid, cell, hand),
        (Input::Press, OUTSIDE, None) => Reply::Refused(words::outside_figure(FREE)),
        (Input::Press, FREE, None) => Reply::Refused(words::TAKE_PIECE_FIRST.to_owned()),
        (Input::Press, piece, None) => pick_up(state, view, grid, piece),
        (Input::SecondaryPress | Input::Delete, _, Some(_)) => {
            view.hand = None;
            Reply::Done
        }
        (Input::SecondaryPress, FREE | OUTSIDE, None) => toggle(state, grid, cell),
        (Input::Delete, FREE | OUTSIDE, None) => Reply::Ignored,
        (Input::SecondaryPress | Input::Delete, piece, None) => remove(state, grid, piece),
        _ => Reply::Ignored,
    }
}

fn place_piece(state: &mut State, view: &mut View, mut grid: Grid, cell: IVec3, hand: Hand) -> Reply<Spot> {
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

fn pick_up(state: &mut State, view: &mut View, grid: Grid, name: char) -> Reply<Spot> {
    view.hand = hand_with(state, &grid, name);
    remove(state, grid, name)
}

fn remove(state: &mut State, mut grid: Grid, name: char) -> Reply<Spot> {
    grid.clear(name);
    *state = state.with_grid(&grid);
    Reply::Done
}

/// Moves the whole piece that covers `from`, so that the same part of it covers `to`.
fn move_piece(state: &mut State, grid: &Grid, from: IVec3, to: IVec3) -> Reply<Spot> {
    let Some(name) = grid.mark(from).filter(|_| grid.is_covered(from)) else { return Reply::Ignored };
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

/// Letters take pieces into the hand; other characters rotate the piece in hand or change the figure.
fn type_character(state: &mut State, view: &mut View, cell: Option<IVec3>, character: char) -> Reply<Spot> {
    let is_piece = |name: char| state.set_pieces().iter().any(|piece| piece.name == name);
    if is_piece(character) {
        return take(state, view, character);
    }
    // A lower-case letter that rotates a piece in hand takes the piece of that name if there is none.
    if let (Some(hand), Some(turns)) = (view.hand, quarter_turns_for(character)) {
        view.hand = Some(turns.into_iter().fold(hand, |hand, turn| hand.rotated(turn, state)));
        return Reply::Done;
    }
    let capital = character.to_ascii_uppercase();
    if is_piece(capital) {
        return take(state, view, capital);
    }
    let grid = state.grid();
    match (character, cell, cell.and_then(|cell| grid.mark(cell))) {
        (FREE, Some(cell), Some(OUTSIDE)) | (OUTSIDE, Some(cell), Some(OUTSIDE | FREE)) => toggle(state, grid, cell),
        (FREE, _, Some(name)) if name != FREE => remove(state, grid, name),
        (OUTSIDE, _, Some(name)) => Reply::Refused(words::remove_piece_first(name)),
        _ => Reply::Ignored,
    }
}

/// Returns the quarter turns that a character stands for, in order.
fn quarter_turns_for(character: char) -> Option<Vec<Isometry>> {
    let [x, y, z] = Isometry::QUARTER_TURNS;
    match character {
        'x' => Some(vec![x]),
        'y' => Some(vec![y]),
        'z' | 'r' => Some(vec![z]),
        'R' => Some(vec![z; 3]),
        _ => None,
    }
}

/// Takes a piece into the hand, or puts it away if it is in the hand already.
fn take(state: &State, view: &mut View, name: char) -> Reply<Spot> {
    if !state.pieces.contains(name) {
        return Reply::Refused(words::piece_not_available(name));
    }
    let is_held = view.hand.is_some_and(|hand| hand.piece == name);
    view.hand = if is_held { None } else { hand_with(state, &state.grid(), name) };
    Reply::Done
}

/// Returns a hand with the piece in its orientation on the board, or in its default one.
fn hand_with(state: &State, grid: &Grid, name: char) -> Option<Hand> {
    let piece = state.set_pieces().into_iter().find(|piece| piece.name == name)?;
    Some(Hand::picking_up(&piece, &grid.cells_of(name)))
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
    fn a_piece_is_taken_placed_and_picked_up_again() {
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
    fn impossible_placements_are_refused_with_the_reason() {
        let (mut state, mut view) = (State::default(), View::default());
        typed(&mut state, &mut view, "V");
        assert_eq!(
            act(&mut state, &mut view, Some(Spot::Cell(2)), Input::Press),
            Reply::Refused("piece V would extend beyond the figure".into())
        );
        assert_eq!(act(&mut state, &mut view, CORNER, Input::Press), Reply::Done);
        typed(&mut state, &mut view, "L");
        assert_eq!(act(&mut state, &mut view, CORNER, Input::Press), Reply::Refused("piece V is already here".into()));
        assert!(matches!(act(&mut state, &mut View::default(), Some(Spot::Cell(4)), Input::Press), Reply::Refused(_)));
    }

    #[test]
    fn four_quarter_turns_change_nothing() {
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
        assert_eq!(view.hand, start, "A has twelve orientations");
    }

    #[test]
    fn dragging_one_of_its_cells_moves_a_piece() {
        let (mut state, mut view) = (State::default(), View::default());
        typed(&mut state, &mut view, "V");
        act(&mut state, &mut view, CORNER, Input::Press);
        assert_eq!(act(&mut state, &mut view, Some(Spot::Cell(10)), Input::Drop { from: Spot::Cell(0) }), Reply::Done);
        assert_eq!(state.layers[1], [".VV", ".V.", "..."]);
    }

    #[test]
    fn the_figure_is_edited_cell_by_cell() {
        let (mut state, mut view) = (State::default(), View::default());
        assert_eq!(act(&mut state, &mut view, CORNER, Input::Character('#')), Reply::Done);
        assert_eq!(state.layers[0][0], "#..");
        assert_eq!(act(&mut state, &mut view, CORNER, Input::Character('.')), Reply::Done);
        assert_eq!(state, State::default());
        assert_eq!(act(&mut state, &mut view, CORNER, Input::SecondaryPress), Reply::Done);
        assert_eq!(state.layers[0][0], "#..");
    }

    #[test]
    fn dragging_rotates_the_view_and_not_the_position() {
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
        assert_eq!(act(&mut state, &mut view, Some(Spot::Face(3)), Input::Wheel(-2)), Reply::Done);
        assert!(1.3 < view.zoom && view.zoom < 1.4, "the wheel zooms the 3D view");
        assert_eq!(act(&mut state, &mut view, Some(Spot::Turntable), Input::Wheel(9)), Reply::Done);
        assert_eq!(view.zoom, 1.0, "the figure fits again");
        assert_eq!(state, State::default());
    }
}
