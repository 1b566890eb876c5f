//! What inputs do while an assembly is taken apart by hand: they choose pieces and move them, as far as nothing is in the way.

use glam::{IVec3, Vec2};

use super::view::View;
use crate::{
    model::{
        parts::{MOST_MOVES, Parts, Reach},
        spot::Spot,
        state::State,
    },
    play::taking_apart::Round,
};
use base::{
    board::{Input, Reply},
    text::listed,
};
use burr::Move;

/// The directions with the words for them.
pub const SIDES: [(IVec3, &str); 6] =
    [(IVec3::NEG_X, "left"), (IVec3::X, "right"), (IVec3::NEG_Y, "back"), (IVec3::Y, "front"), (IVec3::Z, "up"), (IVec3::NEG_Z, "down")];

/// How far the pointer is dragged, in points, for a move by one cell.
const PULL: f32 = 28.0;

/// Starts this game in this position.
pub fn start(state: &mut State, view: &mut View, taken: State, round: Round) {
    *state = taken;
    *view = View { round: Some(round), started: view.started + 1, hand: None, chosen: Vec::new(), pull: Vec2::ZERO, ..view.clone() };
}

/// Carries out an input on a position that is being taken apart; none if it means what it always means.
pub fn act(state: &mut State, view: &mut View, parts: &Parts, spot: Option<Spot>, input: Input<Spot>) -> Option<Reply<Spot>> {
    let mark = spot.and_then(Spot::index).and_then(|place| state.grid().marks.get(place).copied());
    let mark = mark.filter(|mark| parts.marks.contains(mark));
    let piece = mark.filter(|&mark| parts.piece(mark).is_some());
    Some(match (input, spot) {
        (Input::Drag { right, down }, Some(Spot::Face(_))) if mark.is_some() => match piece {
            Some(piece) => pull(state, view, parts, piece, Vec2::new(right, down)),
            // It has just left: what remains of the drag must not turn the view.
            None => Reply::Done,
        },
        (Input::Press | Input::SecondaryPress, Some(Spot::Cell(_) | Spot::Face(_))) => match piece {
            Some(piece) => toggle(view, piece),
            None => Reply::Ignored,
        },
        (Input::Drop { from }, over) => {
            view.pull = Vec2::ZERO;
            // The pointer never left the cell: this was meant as a press.
            match piece.filter(|_| over == Some(from) && matches!(from, Spot::Cell(_))) {
                Some(piece) => toggle(view, piece),
                None => Reply::Done,
            }
        }
        (Input::Sweep { .. } | Input::Delete, _) => Reply::Ignored,
        (Input::Cancel, _) if view.chosen.is_empty() => Reply::Ignored,
        (Input::Cancel, _) => {
            view.chosen.clear();
            Reply::Done
        }
        (Input::Shifted(key), _) => match along(key).filter(|_| !chosen(view, parts).is_empty()) {
            Some(axis) => step(state, view, -axis),
            None => Reply::Ignored,
        },
        (Input::Character(character), _) => match along(character).filter(|_| !chosen(view, parts).is_empty()) {
            Some(axis) => step(state, view, axis),
            // Without a focused spot, Shift and a letter come as a capital.
            None => match along(character.to_ascii_lowercase()).filter(|_| !chosen(view, parts).is_empty()) {
                Some(axis) => step(state, view, -axis),
                None => named(state, view, parts, character),
            },
        },
        _ => return None,
    })
}

/// The axis that a key stands for.
fn along(key: char) -> Option<IVec3> {
    [('x', IVec3::X), ('y', IVec3::Y), ('z', IVec3::Z)].into_iter().find(|&(axis, _)| axis == key).map(|(_, axis)| axis)
}

/// The chosen pieces that are still together, by their numbers.
pub fn chosen(view: &View, parts: &Parts) -> Vec<usize> {
    let mut chosen: Vec<usize> = view.chosen.iter().filter_map(|&mark| parts.piece(mark)).collect();
    chosen.sort_unstable();
    chosen
}

/// Chooses a piece to be moved, or no longer.
pub fn toggle(view: &mut View, mark: char) -> Reply<Spot> {
    let before = view.chosen.len();
    view.chosen.retain(|&other| other != mark);
    if view.chosen.len() == before {
        view.chosen.push(mark);
    }
    Reply::Done
}

/// Chooses the piece with this name; of copies, the next one that isn't chosen.
fn named(state: &State, view: &mut View, parts: &Parts, name: char) -> Reply<Spot> {
    let names = [name, name.to_ascii_uppercase(), name.to_ascii_lowercase()];
    let marks = |name: char| parts.present().iter().map(|&piece| parts.marks[piece]).filter(move |&mark| state.name_of(mark) == name);
    let Some(name) = names.into_iter().find(|&name| marks(name).next().is_some()) else { return Reply::Ignored };
    let next = marks(name).find(|mark| !view.chosen.contains(mark));
    match next.or_else(|| marks(name).next()) {
        Some(mark) => toggle(view, mark),
        None => Reply::Ignored,
    }
}

/// Moves pieces as the pointer drags one of them: along the axis that looks most like the way of the pointer.
fn pull(state: &mut State, view: &mut View, parts: &Parts, piece: char, by: Vec2) -> Reply<Spot> {
    if !view.chosen.contains(&piece) {
        view.chosen = vec![piece];
    }
    debug_assert!(parts.piece(piece).is_some(), "it is on the board");
    view.pull += by;
    if view.pull.length() < PULL {
        return Reply::Done;
    }
    let lens = view.camera.lens(1.0);
    let way = |direction: IVec3| {
        let way = lens.project(direction.as_vec3());
        Vec2::new(way.x, way.y).normalize_or(Vec2::ZERO).dot(view.pull)
    };
    let direction = SIDES.into_iter().map(|(direction, _)| direction).max_by(|&one, &other| way(one).total_cmp(&way(other)));
    view.pull = Vec2::ZERO;
    direction.map_or(Reply::Ignored, |direction| step(state, view, direction))
}

/// Moves the chosen pieces by one cell, or out of the others if nothing is in the way there.
pub fn step(state: &mut State, view: &mut View, direction: IVec3) -> Reply<Spot> {
    let (Some(parts), Some(moves)) = (Parts::of(state), &mut state.moves) else { return Reply::Ignored };
    let pieces = chosen(view, &parts);
    if pieces.is_empty() {
        return Reply::Refused("choose a piece first: click it or type its letter or digit".to_owned());
    }
    let distance = match parts.reach(&pieces, direction) {
        Err(_) => return Reply::Refused("these are all pieces that are together; leave at least one of them where it is".to_owned()),
        Ok(Reach::Until(0, other)) => {
            let other = parts.marks[other];
            return Reply::Refused(format!("piece {} is in the way", state.name_of(other)));
        }
        Ok(Reach::Until(..)) => Some(1),
        Ok(Reach::Leave) => None,
    };
    if moves.len() == MOST_MOVES {
        return Reply::Refused(format!("at most {MOST_MOVES} moves can be made; undo some of them"));
    }
    // Straight on is the same move, and straight back takes it back.
    let last = moves.last_mut().filter(|last| last.pieces == pieces && distance.is_some());
    match last.and_then(|last| last.distance.as_mut().map(|cells| (last.direction, cells))) {
        Some((before, cells)) if before == direction => *cells += 1,
        Some((before, cells)) if before == -direction => {
            *cells -= 1;
            moves.pop_if(|last| last.distance == Some(0));
        }
        _ => moves.push(Move { pieces, direction, distance }),
    }
    if distance.is_none() {
        view.chosen.clear();
    }
    Reply::Done
}

/// What is chosen, in words.
pub fn chosen_in_words(state: &State, view: &View, parts: &Parts) -> String {
    match chosen(view, parts).as_slice() {
        [] => "Click a piece, or several, or type their letters.".to_owned(),
        pieces => format!("Drag {} along an axis.", listed(pieces.iter().map(|&piece| state.name_of(parts.marks[piece])), "and")),
    }
}
