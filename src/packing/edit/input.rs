//! What inputs do to the position and to the tab's own data.

use glam::IVec3;

use super::{
    filter::Marking,
    moving,
    view::{Gesture, Hand, View, fits},
};
use crate::{
    model::{
        isometry::{Isometry, reading_order},
        lattice::Lattice,
        marks::PLAIN,
        parts::Parts,
        pieces::Piece,
        spot::Spot,
        state::{EMPTY, FREE, Grid, OUTSIDE, State},
    },
    words,
};
use base::board::{Input, Reply};

/// How far a pointer rotates the 3D view, in radians per point.
const DRAG_ROTATION: f32 = 0.01;
/// How far an arrow key rotates it, in radians.
const KEY_ROTATION: f32 = 15.0 * std::f32::consts::PI / 180.0;

/// Carries out an input.
pub fn act(state: &mut State, view: &mut View, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
    let grid = state.grid();
    let cell_of = |spot: Spot| spot.index().filter(|&index| index < grid.marks.len()).map(|index| grid.extent.cell(index));
    let cell = spot.and_then(cell_of);
    if let Some(parts) = Parts::of(state)
        && let Some(reply) = moving::act(state, view, &parts, spot, input)
    {
        return reply;
    }
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
                view.zoom_by(notches.saturating_neg());
                Reply::Done
            }
        },
        (Input::Character(character), _) => {
            let before = view.hand.map(|hand| hand.piece);
            let reply = type_character(state, view, cell, character);
            let took = view.hand.is_some_and(|hand| before != Some(hand.piece));
            // After a piece was taken by its letter, the keyboard continues in the layers.
            let is_elsewhere = !matches!(spot, Some(Spot::Cell(_)));
            if took && is_elsewhere { first_free(state).map_or(reply, Reply::Focus) } else { reply }
        }
        // Tab moves from the 3D view to the layers, and from there on.
        (Input::Tab { back: false }, Some(Spot::Turntable)) => first_free(state).map_or(Reply::Ignored, Reply::Focus),
        (Input::Tab { back: true }, Some(Spot::Cell(_))) => Reply::Focus(Spot::Turntable),
        (Input::Cancel, _) => cancel(state, view),
        (Input::Press | Input::SecondaryPress, Some(Spot::Cell(_) | Spot::Face(_))) if view.marking.is_on && view.hand.is_none() => {
            cell.map_or(Reply::Ignored, |cell| mark(view, &grid, cell))
        }
        // A click on the 3D view without a piece in hand only moves the focus there, so that arrow keys rotate it.
        (Input::Press, Some(Spot::Turntable)) => Reply::Focus(Spot::Turntable),
        (Input::Press, Some(Spot::Face(_))) if view.hand.is_none() && cell.is_some_and(|cell| grid.mark(cell) == Some(FREE)) => {
            Reply::Focus(Spot::Turntable)
        }
        (Input::Sweep { from: from @ Spot::Cell(_) }, _) => {
            // The figure is painted in the layers only.
            let to = cell.filter(|_| matches!(spot, Some(Spot::Cell(_))));
            cell_of(from).map_or(Reply::Ignored, |from| sweep(state, view, from, to))
        }
        (Input::Drop { from: from @ Spot::Cell(_) }, _) => cell_of(from).map_or(Reply::Ignored, |from| drop_at(state, view, from, cell)),
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

/// Marks the cell for the filter, or no longer.
fn mark(view: &mut View, grid: &Grid, cell: IVec3) -> Reply<Spot> {
    match grid.mark(cell) {
        None | Some(OUTSIDE) => Reply::Refused("this cell is outside the figure, so no piece covers it".to_owned()),
        Some(_) => {
            view.marking.toggle(cell);
            Reply::Done
        }
    }
}

fn act_on_cell(state: &mut State, view: &mut View, grid: Grid, cell: IVec3, input: Input<Spot>) -> Reply<Spot> {
    match (input, grid.mark(cell).unwrap_or(OUTSIDE), view.hand) {
        (Input::Press, _, Some(hand)) => place_piece(state, view, grid, cell, hand),
        (Input::Press, FREE, None) if pin_shown(state, view, cell) => Reply::Done,
        // As if it were dragged over this cell alone.
        (Input::Press, FREE | OUTSIDE, None) if state.lattice.is_flat => toggle(state, view, grid, cell),
        (Input::Press, OUTSIDE, None) => Reply::Refused(format!("this cell is outside the figure; type {FREE} to add it")),
        (Input::Press, FREE, None) => Reply::Refused("pick up a piece first: type its letter or digit".to_owned()),
        (Input::Press, _, None) => pick_up(state, view, cell),
        (Input::SecondaryPress | Input::Delete, _, Some(_)) => {
            view.hand = None;
            Reply::Done
        }
        (Input::SecondaryPress, FREE | OUTSIDE, None) => toggle(state, view, grid, cell),
        (Input::Delete, FREE | OUTSIDE, None) => Reply::Ignored,
        (Input::SecondaryPress | Input::Delete, piece, None) => remove(state, grid, piece),
        _ => Reply::Ignored,
    }
}

fn place_piece(state: &mut State, view: &mut View, mut grid: Grid, cell: IVec3, hand: Hand) -> Reply<Spot> {
    if state.is_given(hand.piece) {
        return Reply::Refused(words::is_given(state.name_of(hand.piece)));
    }
    let cells = hand.cells_at(cell, state);
    if let Err(reason) = fits(state, hand.piece, &cells, &grid) {
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

/// Returns the position with a piece on exactly these free cells; none if no allowed piece that isn't in the figure has their shape.
pub fn placed_on(state: &State, spots: &[Spot]) -> Option<State> {
    let mut grid = state.grid();
    let mut cells: Vec<IVec3> = spots.iter().map(|spot| Some(grid.extent.cell(spot.index()?))).collect::<Option<_>>()?;
    cells.sort_unstable_by_key(reading_order);
    let is_free = cells.iter().all(|&cell| grid.mark(cell) == Some(FREE));
    let is_unused = |piece: &&Piece| state.allows(piece) && !grid.marks.contains(&piece.mark);
    let pieces = state.set_pieces();
    let is_placed = |piece: &&Piece| is_free && piece.has_shape_of(&cells) && fits(state, piece.mark, &cells, &grid).is_ok();
    let mark = pieces.iter().filter(is_unused).find(is_placed)?.mark;
    cells.iter().for_each(|&cell| grid.set(cell, mark));
    Some(state.with_grid(&grid))
}

/// Picks up the piece on this cell by it.
fn pick_up(state: &mut State, view: &mut View, by: IVec3) -> Reply<Spot> {
    let grid = state.grid();
    let Some(name) = grid.mark(by).filter(|_| grid.is_covered(by)) else { return Reply::Ignored };
    if state.is_given(name) {
        return Reply::Refused(words::is_given(state.name_of(name)));
    }
    view.hand = state.piece_marked(name).map(|piece| Hand::picked_up(&piece, &grid.cells_of(name), by));
    remove(state, grid, name)
}

/// Pins the shown solution's piece on this cell, if all its cells are free. Returns whether it did.
fn pin_shown(state: &mut State, view: &View, cell: IVec3) -> bool {
    let Some(shown) = &view.shown else { return false };
    let Some(name) = shown.mark(cell).filter(|_| shown.is_covered(cell)) else { return false };
    let (mut grid, cells) = (state.grid(), shown.cells_of(name));
    // Of copies, any that isn't on the board will do.
    let is_alike = |piece: &&Piece| piece.name == state.name_of(name) && !grid.marks.contains(&piece.mark);
    let pieces = state.set_pieces();
    let Some(piece) = pieces.iter().find(is_alike).filter(|_| cells.iter().all(|&cell| grid.mark(cell) == Some(FREE))) else {
        return false;
    };
    cells.into_iter().for_each(|cell| grid.set(cell, piece.mark));
    *state = state.with_grid(&grid);
    true
}

/// Puts the piece in hand back where it was on the board, if its cells are still free; otherwise beside the board.
pub fn put_back(state: &mut State, view: &mut View) {
    let Some(hand) = view.hand.take() else { return };
    let mut grid = state.grid();
    if let Some(cells) = hand.origin_cells(state)
        && fits(state, hand.piece, &cells, &grid).is_ok()
    {
        cells.into_iter().for_each(|cell| grid.set(cell, hand.piece));
        *state = state.with_grid(&grid);
    }
}

/// Puts the piece in hand back; without one, marks no cells any longer. A piece that is no longer carried isn't placed when the pointer is
/// released.
fn cancel(state: &mut State, view: &mut View) -> Reply<Spot> {
    if view.hand.is_none() {
        let marking = std::mem::take(&mut view.marking);
        return if marking == Marking::default() { Reply::Ignored } else { Reply::Done };
    }
    view.gesture = view.gesture.map(|_| Gesture::Done);
    put_back(state, view);
    Reply::Done
}

/// Continues the gesture that started on one cell and has reached another.
fn sweep(state: &mut State, view: &mut View, from: IVec3, to: Option<IVec3>) -> Reply<Spot> {
    let gesture = view.gesture.unwrap_or_else(|| start_gesture(state, view, from));
    view.gesture = Some(gesture);
    let mut grid = state.grid();
    let cells = std::iter::once(from).chain(to);
    match gesture {
        Gesture::Paint(mark) => cells.filter(|&cell| !state.grid().is_covered(cell)).for_each(|cell| grid.paint(cell, mark)),
        Gesture::Color(color) => {
            cells.filter(|&cell| state.grid().mark(cell) != Some(OUTSIDE)).for_each(|cell| grid.set_color(cell, color));
        }
        Gesture::Carry | Gesture::Mark | Gesture::Done => {}
    }
    if matches!(gesture, Gesture::Paint(_) | Gesture::Color(_)) {
        *state = state.with_grid(&grid);
    }
    if gesture == Gesture::Mark {
        for cell in std::iter::once(from).chain(to) {
            if !view.marking.cells.contains(&cell) {
                mark(view, &state.grid(), cell);
            }
        }
    }
    Reply::Done
}

/// Starts a gesture on this cell: it carries the piece in hand or the one that is there, pins the shown solution's piece, or paints the
/// opposite of what is there.
fn start_gesture(state: &mut State, view: &mut View, from: IVec3) -> Gesture {
    match (view.hand, state.grid().mark(from).unwrap_or(OUTSIDE)) {
        (Some(_), _) => Gesture::Carry,
        (None, _) if view.marking.is_on => Gesture::Mark,
        (None, FREE | OUTSIDE) if view.shown.is_some() => {
            pin_shown(state, view, from);
            Gesture::Done
        }
        (None, FREE | OUTSIDE) if !state.given.is_empty() => Gesture::Done,
        (None, FREE) if view.paints_color.is_some() => Gesture::Color(color_next(state, view, from)),
        (None, FREE | OUTSIDE) => Gesture::Paint(painted_next(state, view, from)),
        (None, _) => match pick_up(state, view, from) {
            Reply::Refused(_) => Gesture::Done,
            _ => Gesture::Carry,
        },
    }
}

/// Ends a gesture over this cell, or beside the layers: there, a carried piece leaves the board.
fn drop_at(state: &mut State, view: &mut View, from: IVec3, to: Option<IVec3>) -> Reply<Spot> {
    match (view.gesture.take(), to, view.hand) {
        (Some(Gesture::Carry), Some(to), Some(hand)) => {
            let reply = place_piece(state, view, state.grid(), to, hand);
            if view.hand.is_some_and(|hand| hand.origin.is_some()) {
                put_back(state, view);
            }
            reply
        }
        (Some(Gesture::Carry), ..) => {
            view.hand = None;
            Reply::Done
        }
        (Some(Gesture::Paint(_) | Gesture::Color(_) | Gesture::Mark | Gesture::Done), ..) => Reply::Done,
        // The pointer never left the cell: this was meant as a press.
        (None, Some(to), None) if to == from && view.marking.is_on => mark(view, &state.grid(), to),
        (None, Some(to), _) if to == from => act_on_cell(state, view, state.grid(), to, Input::Press),
        (None, ..) => Reply::Ignored,
    }
}

fn remove(state: &mut State, mut grid: Grid, name: char) -> Reply<Spot> {
    if state.is_given(name) {
        return Reply::Refused(words::is_given(state.name_of(name)));
    }
    grid.clear(name);
    *state = state.with_grid(&grid);
    Reply::Done
}

fn toggle(state: &mut State, view: &View, mut grid: Grid, cell: IVec3) -> Reply<Spot> {
    if view.paints_color.is_some() && grid.mark(cell) == Some(FREE) {
        grid.set_color(cell, color_next(state, view, cell));
        let mark = grid.painted(cell);
        return paint(state, grid, cell, mark);
    }
    let mark = painted_next(state, view, cell);
    paint(state, grid, cell, mark)
}

/// The colour that a click gives a cell of the figure, or none if it has it already.
fn color_next(state: &State, view: &View, cell: IVec3) -> char {
    view.paints_color.filter(|&color| state.grid().color(cell) != color).unwrap_or(PLAIN)
}

fn paint(state: &mut State, mut grid: Grid, cell: IVec3, mark: char) -> Reply<Spot> {
    if !state.given.is_empty() {
        return Reply::Refused(
            "the cells of a challenge stay as they are: place a piece there, or choose \"Release given pieces\" to change the figure"
                .to_owned(),
        );
    }
    grid.paint(cell, mark);
    *state = state.with_grid(&grid);
    Reply::Done
}

/// What a click makes of a cell that no piece covers.
fn painted_next(state: &State, view: &View, cell: IVec3) -> char {
    match (state.grid().painted(cell), view.paints_optional) {
        (FREE, true) | (OUTSIDE, true) => EMPTY,
        (EMPTY, true) | (OUTSIDE, false) => FREE,
        _ => OUTSIDE,
    }
}

/// Letters take pieces into the hand; other characters rotate the piece in hand or change the figure.
fn type_character(state: &mut State, view: &mut View, cell: Option<IVec3>, character: char) -> Reply<Spot> {
    let is_piece = |name: char| state.set_pieces().iter().any(|piece| piece.name == name);
    // A piece in hand is turned by small letters. With Shift, these pick up the piece of their name.
    if let (Some(hand), Some(turns)) =
        (view.hand, turns_for(state.lattice, character).filter(|_| character.is_lowercase() || !is_piece(character)))
    {
        view.hand = Some(turns.into_iter().fold(hand, |hand, turn| hand.rotated(turn, state)));
        return Reply::Done;
    }
    let names = [character, character.to_ascii_uppercase(), character.to_ascii_lowercase()];
    if let Some(name) = names.into_iter().find(|&name| is_piece(name)) {
        return take(state, view, name);
    }
    let grid = state.grid();
    match (character, cell, cell.and_then(|cell| grid.mark(cell))) {
        // Typed again, a mark is taken back.
        (FREE | EMPTY | OUTSIDE, Some(cell), Some(OUTSIDE | FREE)) => {
            let is_so = grid.painted(cell) == character;
            paint(state, grid, cell, if is_so { FREE } else { character })
        }
        (FREE, _, Some(name)) if name != FREE => remove(state, grid, name),
        (OUTSIDE, _, Some(name)) => Reply::Refused(format!("piece {} is here; remove it first", state.name_of(name))),
        ('m' | 'M', Some(cell), _) => mark(view, &grid, cell),
        _ => Reply::Ignored,
    }
}

/// Returns the turns that a character stands for, in order.
pub fn turns_for(lattice: &Lattice, character: char) -> Option<Vec<Isometry>> {
    let [x, y, z] = match lattice.turns {
        &[x, y, z] => [x, y, z],
        &[turn, ..] => {
            let turns = lattice.rotations().count();
            return match character {
                'r' => Some(vec![turn]),
                'R' => Some(vec![turn; turns - 1]),
                'f' | 'F' => Some(vec![lattice.mirror]),
                _ => None,
            };
        }
        [] => return None,
    };
    match character {
        'x' => Some(vec![x]),
        'y' => Some(vec![y]),
        'z' | 'r' => Some(vec![z]),
        'R' => Some(vec![z; 3]),
        _ => None,
    }
}

/// Takes a piece into the hand, or puts it back if it is in the hand already. Another piece in hand is put back.
/// Of several copies, it is one that isn't on the board, if there is one.
fn take(state: &mut State, view: &mut View, name: char) -> Reply<Spot> {
    if !state.pieces.contains(name) {
        return Reply::Refused(words::piece_not_available(name));
    }
    let is_held = view.hand.is_some_and(|hand| state.name_of(hand.piece) == name);
    let Some(copy) = next_copy(state, &state.set_pieces(), &state.grid(), name) else { return Reply::Refused(words::is_given(name)) };
    put_back(state, view);
    if !is_held {
        view.marking.is_on = false;
        // In its orientation on the board, or in its default one.
        view.hand = state.piece_marked(copy).map(|piece| Hand::like(&piece, &state.grid().cells_of(copy)));
    }
    Reply::Done
}

/// The mark of the copy of a piece to take next, of all pieces of the set: one that isn't on the board or, if all are, the last one that
/// isn't given.
pub fn next_copy(state: &State, set_pieces: &[Piece], grid: &Grid, name: char) -> Option<char> {
    let mut copies = set_pieces.iter().filter(|piece| piece.name == name).map(|piece| piece.mark);
    let beside = copies.clone().find(|mark| !grid.marks.contains(mark));
    beside.or_else(|| copies.rfind(|&mark| !state.is_given(mark)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{
        lattice::{HEXAGONS, SQUARES},
        pieces::Set,
        state::CustomShape,
    };
    use cover::Copies;

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
    fn given_pieces_stay_where_they_are() {
        let (mut state, mut view) = (State::default(), View::default());
        typed(&mut state, &mut view, "V");
        assert_eq!(act(&mut state, &mut view, CORNER, Input::Press), Reply::Done);
        state.given = "V".to_owned();
        let before = state.clone();
        for input in [Input::Press, Input::SecondaryPress, Input::Delete, Input::Character('.'), Input::Character('V')] {
            assert_eq!(act(&mut state, &mut view, CORNER, input), Reply::Refused("piece V is given".to_owned()));
        }
        for input in [Input::SecondaryPress, Input::Character('#')] {
            let reply = act(&mut state, &mut view, Some(Spot::Cell(8)), input);
            assert_eq!(reply, Reply::Refused("the cells of a challenge stay as they are: place a piece there, or choose \"Release given pieces\" to change the figure".to_owned()));
        }
        dragged(&mut state, &mut view, 0, &[1, 4], Some(4));
        dragged(&mut state, &mut view, 8, &[7], Some(7));
        assert_eq!((&state, view.hand), (&before, None));
        assert_eq!(state.without_pieces(), before);
        let moved = state.resized(crate::model::geometry::Extent::new(1, 3, 3));
        assert_eq!(moved.given, "", "it was cut off");
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
        act(&mut state, &mut view, CORNER, Input::Wheel(1));
        assert_eq!(act(&mut state, &mut view, CORNER, Input::Wheel(i32::MAX)), Reply::Done);
    }

    #[test]
    fn a_piece_turns_about_the_cell_by_which_it_is_held() {
        let mut state = State::of_set(&HEXAGONS, Set::Contest);
        let mut view = View::default();
        typed(&mut state, &mut view, "0");
        let place = |state: &State, row: i32, column: i32| state.grid().extent.index(HEXAGONS.cell(IVec3::new(column, row, 0)));
        let spot = |state: &State, row, column| place(state, row, column).map(|place| Spot::Cell(place as u16));
        let cell = spot(&state, 0, 0);
        act(&mut state, &mut view, cell, Input::Press);
        assert_eq!(state.layers[0][..2], ["0000.", "...0."]);
        let (held, to) = (spot(&state, 1, 3), spot(&state, 5, 1));
        act(&mut state, &mut view, held, Input::Press);
        typed(&mut state, &mut view, "fr");
        act(&mut state, &mut view, to, Input::Press);
        assert_eq!(state.grid().mark(HEXAGONS.cell(IVec3::new(1, 5, 0))), Some('0'), "{:?}", state.layers);
        let free = spot(&state, 0, 0);
        act(&mut state, &mut view, free, Input::Press);
        assert_eq!(state.layers[0][0], "#....", "a click paints a flat board");
        act(&mut state, &mut view, free, Input::Press);
        assert_eq!(state.layers[0][0], ".....");
    }

    /// Drags from one cell of the layers to others, and releases over the last one, or beside the board.
    fn dragged(state: &mut State, view: &mut View, from: u16, over: &[u16], to: Option<u16>) -> Reply<Spot> {
        for &cell in over {
            act(state, view, Some(Spot::Cell(cell)), Input::Sweep { from: Spot::Cell(from) });
        }
        act(state, view, to.map(Spot::Cell), Input::Drop { from: Spot::Cell(from) })
    }

    #[test]
    fn dragging_one_of_its_cells_moves_a_piece_or_removes_it() {
        let (mut state, mut view) = (State::default(), View::default());
        typed(&mut state, &mut view, "V");
        act(&mut state, &mut view, CORNER, Input::Press);
        assert_eq!(dragged(&mut state, &mut view, 3, &[13], Some(13)), Reply::Done);
        assert_eq!(state.layers[1], [".VV", ".V.", "..."], "the cell that was dragged is under the pointer");
        assert!(matches!(dragged(&mut state, &mut view, 13, &[17], Some(17)), Reply::Refused(_)));
        assert_eq!((&state.layers[1][1][..], view.hand), (".V.", None), "it returns to where it was");
        act(&mut state, &mut view, Some(Spot::Cell(13)), Input::Press);
        assert!(view.hand.is_some());
        act(&mut state, &mut view, None, Input::Cancel);
        assert_eq!((&state.layers[1][1][..], view.hand), (".V.", None), "Esc puts it back, too");
        assert_eq!(dragged(&mut state, &mut view, 13, &[16], None), Reply::Done);
        assert_eq!((state, view.hand), (State::default(), None));
    }

    #[test]
    fn dragging_from_a_cell_paints_the_figure() {
        let (mut state, mut view) = (State::default(), View::default());
        assert_eq!(dragged(&mut state, &mut view, 0, &[1, 2, 5], Some(5)), Reply::Done);
        assert_eq!(state.layers[0], ["###", "..#", "..."]);
        assert_eq!(dragged(&mut state, &mut view, 1, &[4, 5], Some(5)), Reply::Done);
        assert_eq!(state.layers[0], ["#.#", "...", "..."]);
        act(&mut state, &mut view, Some(Spot::Face(20)), Input::Sweep { from: Spot::Cell(8) });
        assert_eq!((&state.layers[0][2][..], &state.layers[2][0][..]), ("..#", "..."), "the 3D view isn't painted on");
    }

    #[test]
    fn a_click_pins_a_piece_of_the_shown_solution() {
        let solution = &crate::testing::cubes()[0];
        let (mut state, mut view) = (State::default(), View { shown: Some(solution.grid()), ..View::default() });
        assert_eq!(act(&mut state, &mut view, CORNER, Input::Press), Reply::Done);
        let pinned: Vec<char> = state.grid().pinned().collect();
        assert_eq!(pinned, [solution.grid().marks[0]]);
        assert_eq!(state.grid().cells_of(pinned[0]), solution.grid().cells_of(pinned[0]));
        assert_eq!(dragged(&mut state, &mut view, 26, &[25], Some(25)), Reply::Done, "a drag doesn't paint the figure then");
        assert_eq!(state.grid().pinned().count(), 2);
    }

    #[test]
    fn letters_of_axes_turn_a_piece_in_hand_and_pick_up_pieces() {
        let (mut state, mut view) = (State::default().with_set(Set::Pentominoes), View::default());
        let in_hand = |view: &View| view.hand.map(|hand| hand.piece);
        typed(&mut state, &mut view, "y");
        assert_eq!(in_hand(&view), Some('Y'));
        let before = view.hand;
        typed(&mut state, &mut view, "y");
        assert!(in_hand(&view) == Some('Y') && view.hand != before, "it is turned");
        for piece in ['X', 'Z', 'Y'] {
            typed(&mut state, &mut view, &piece.to_string());
            assert_eq!(in_hand(&view), Some(piece));
        }
        typed(&mut state, &mut view, "Y");
        assert_eq!(in_hand(&view), None, "it is put back");
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
    fn cells_that_may_stay_empty_are_typed_or_painted() {
        let (mut state, mut view) = (State::of_set(&SQUARES, Set::Pentominoes), View::default());
        for (typed, row) in [('+', "+........."), ('+', ".........."), ('+', "+........."), ('.', ".........."), ('+', "+.........")] {
            assert_eq!(act(&mut state, &mut view, CORNER, Input::Character(typed)), Reply::Done);
            assert_eq!(state.layers[0][0], row, "after {typed}");
        }
        view.paints_optional = true;
        assert_eq!(dragged(&mut state, &mut view, 1, &[2, 3], Some(3)), Reply::Done);
        assert_eq!(state.layers[0][0], "++++......");
        assert_eq!(act(&mut state, &mut view, CORNER, Input::Press), Reply::Done);
        assert_eq!(state.layers[0][0], ".+++......");
        view.paints_optional = false;
        // A piece may cover such a cell, and it is one again when the piece is gone.
        let before = state.clone();
        typed(&mut state, &mut view, "I");
        act(&mut state, &mut view, CORNER, Input::Press);
        assert_eq!((state.layers[0][0].as_str(), state.optional.len()), ("IIIII.....", 3));
        assert_eq!(act(&mut state, &mut view, CORNER, Input::Delete), Reply::Done);
        assert_eq!(state, before);
        assert_eq!(act(&mut state, &mut view, Some(Spot::Cell(3)), Input::Press), Reply::Done);
        assert_eq!(state.layers[0][0], ".++#......");
    }

    #[test]
    fn colours_are_painted_by_clicks_and_drags() {
        let mut state = State { layers: vec![vec!["...#".to_owned()]], ..State::empty(&SQUARES, Set::Custom) };
        let mut view = View { paints_color: Some('r'), ..View::default() };
        let (first, last) = (Spot::Cell(0), Spot::Cell(2));
        assert_eq!(act(&mut state, &mut view, Some(first), Input::Press), Reply::Done);
        assert_eq!(state.colors, [["r..."]]);
        act(&mut state, &mut view, Some(first), Input::Press);
        assert!(state.colors.is_empty(), "the same colour again takes it away");
        act(&mut state, &mut view, Some(last), Input::Sweep { from: first });
        act(&mut state, &mut view, Some(last), Input::Drop { from: first });
        assert_eq!((state.layers[0][0].as_str(), state.colors[0][0].as_str()), ("...#", "r.r."));
        view.paints_color = None;
        act(&mut state, &mut view, Some(first), Input::Press);
        assert_eq!((state.layers[0][0].as_str(), state.colors[0][0].as_str()), ("#..#", "..r."), "a cell outside has none");
        let shape = CustomShape::of(&SQUARES, 'I', &[IVec3::ZERO, IVec3::X]).painted(&SQUARES, IVec3::X, 'w');
        assert_eq!((shape.colors.clone(), shape.painted(&SQUARES, IVec3::X, 'w').colors), (vec![vec![".w".to_owned()]], Vec::new()));
        let longer = shape.toggled(&SQUARES, IVec3::new(2, 0, 0)).named(&SQUARES, 'J');
        assert_eq!((longer.layers, longer.colors), (vec![vec!["JJJ".to_owned()]], vec![vec![".w.".to_owned()]]));
    }

    #[test]
    fn copies_are_taken_one_after_another() {
        let copies = CustomShape { uses: Some(Copies { least: 0, most: 2 }), ..CustomShape::of(&SQUARES, 'I', &[IVec3::ZERO, IVec3::X]) };
        let empty = State { layers: vec![vec!["....".to_owned()]], ..State::empty(&SQUARES, Set::Custom) };
        let (mut state, mut view) = (empty.with_shape(copies), View::default());
        for place in [0, 2] {
            typed(&mut state, &mut view, "I");
            assert_eq!(act(&mut state, &mut view, Some(Spot::Cell(place)), Input::Press), Reply::Done);
        }
        assert_eq!(state.grid().pinned().count(), 2);
        assert!(state.layers[0][0].chars().all(|mark| state.name_of(mark) == 'I'));
        // The third one is the second again, which moves.
        typed(&mut state, &mut view, "I");
        assert_eq!(act(&mut state, &mut view, Some(Spot::Cell(1)), Input::Press), Reply::Refused("piece I is already here".to_owned()));
        act(&mut state, &mut view, None, Input::Cancel);
        let fewer = state.with_uses('I', Copies::up_to(1));
        assert_eq!(fewer.layers[0], ["II.."]);
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
