//! Taking an assembly apart by hand: which moves are possible, and what files say about them.

use std::collections::HashSet;

use glam::{IVec3, Vec2};
use proptest::prelude::*;

use super::{cubes, preset, problem};
use base::{
    board::{Input, Reply},
    chance::Random,
    game::{End, Game},
};
use burr::Move;
use packing::{
    edit::{
        input,
        moving::{self, SIDES},
        view::View,
    },
    model::{
        parts::{Parts, Reach},
        saved::Saved,
        spot::Spot,
        state::State,
    },
    play::taking_apart::{KIND, resume, saved, start},
};
use soma::Cubes;

/// A cube that will be taken apart, and the view of the game.
fn started(solution: usize) -> (State, View) {
    let (mut state, mut view) = (State::default(), View::default());
    let (taken, round) = start(&state, Some(&cubes()[solution])).unwrap();
    moving::start(&mut state, &mut view, taken, round);
    (state, view)
}

/// How far pieces can move, cell by cell: none if they leave.
fn plain_reach(parts: &Parts, moved: &[usize], direction: IVec3) -> Option<i32> {
    let cells = |pieces: &mut dyn Iterator<Item = usize>, by: IVec3| -> HashSet<IVec3> {
        pieces.flat_map(|piece| parts.pieces[piece].iter().map(move |&cell| cell + parts.offsets[piece] + by)).collect()
    };
    let others = cells(&mut parts.present().iter().copied().filter(|piece| !moved.contains(piece)), IVec3::ZERO);
    (0..40).find(|distance| !cells(&mut moved.iter().copied(), (distance + 1) * direction).is_disjoint(&others))
}

proptest! {
    #[test]
    fn pieces_move_as_far_as_nothing_is_in_the_way(solution in 0..240_usize, seed: u64) {
        let (mut state, mut view) = started(solution);
        let mut random = Random::new(seed);
        for _ in 0..30 {
            let parts = Parts::of(&state).unwrap();
            if parts.present().is_empty() {
                break;
            }
            view.chosen = parts.present().iter().map(|&piece| parts.marks[piece]).filter(|_| random.below(4) == 0).collect();
            let (direction, _) = SIDES[random.below(6) as usize];
            let moved = moving::chosen(&view, &parts);
            if let Ok(reach) = parts.reach(&moved, direction) {
                let expected = plain_reach(&parts, &moved, direction);
                prop_assert_eq!(expected, if let Reach::Until(far, _) = reach { Some(i32::from(far)) } else { None });
                let before = state.clone();
                let reply = moving::step(&mut state, &mut view, direction);
                prop_assert_eq!(reply == Reply::Done, expected != Some(0));
                prop_assert_eq!(reply == Reply::Done, before != state);
            }
            // A file has the same position.
            let text = ron::to_string(&Saved::<Cubes>::from(state.clone())).unwrap();
            prop_assert_eq!(&*ron::from_str::<Saved<Cubes>>(&text).unwrap(), &state);
            prop_assert_eq!(Parts::check(&state.grid(), state.moves.as_ref().unwrap()), Ok(()));
        }
    }
}

#[test]
fn a_cube_is_apart_once_every_piece_has_left() {
    let (mut state, mut view) = started(7);
    let mut made = 0;
    while let Some(&first) = Parts::of(&state).unwrap().present().first() {
        assert_eq!(saved(&state, view.round.as_ref().unwrap()), Some(Game::new(KIND)));
        let parts = Parts::of(&state).unwrap();
        let all = || parts.present().iter().flat_map(|&piece| SIDES.map(|(direction, _)| (piece, direction)));
        let (piece, direction) = all().find(|&(piece, to)| parts.reach(&[piece], to) == Ok(Reach::Leave)).unwrap_or((first, IVec3::Z));
        view.chosen = vec![parts.marks[piece]];
        assert_eq!(moving::step(&mut state, &mut view, direction), Reply::Done);
        made += 1;
    }
    assert_eq!(made, 6);
    let over = saved(&state, view.round.as_ref().unwrap()).unwrap();
    assert_eq!((over.end, resume(&state, &over)), (Some(End::Solved), Ok(view.round.clone().unwrap())));
    // Another figure isn't part of the game, and has no moves.
    let other = state.without_pieces();
    assert_eq!((&other.moves, saved(&other, view.round.as_ref().unwrap())), (&None, None));
}

/// The drag continues after the piece has left, and its first cell is where it began.
#[test]
fn a_drag_moves_a_piece_out_and_does_not_turn_the_view() {
    let (mut state, mut view) = started(7);
    let parts = Parts::of(&state).unwrap();
    let lens = view.camera.lens(1.0);
    let all = || parts.present().iter().flat_map(|&piece| SIDES.map(|(direction, _)| (piece, direction)));
    let (piece, direction) = all().find(|&(piece, to)| parts.reach(&[piece], to) == Ok(Reach::Leave)).unwrap();
    let place = state.grid().marks.iter().position(|&mark| mark == parts.marks[piece]).unwrap() as u16;
    let pull = lens.project(direction.as_vec3());
    let pull = 12.0 * Vec2::new(pull.x, pull.y).normalize();
    let before = view.camera;
    for _ in 0..20 {
        let drag = Input::Drag { right: pull.x, down: pull.y };
        assert_eq!(input::act(&mut state, &mut view, Some(Spot::Face(place)), drag), Reply::Done);
    }
    assert_eq!(state.moves.as_ref().unwrap().len(), 1, "it leaves once");
    assert_eq!((view.camera, Parts::of(&state).unwrap().present().len()), (before, 6));
}

#[test]
fn straight_on_is_one_move_and_straight_back_takes_it_back() {
    let bar: Vec<Vec<String>> = vec![vec!["AAA".into(), "B.A".into(), "AAA".into()]];
    let state = State { layers: bar, moves: Some(Vec::new()), ..State::default() };
    let mut state = State { set: packing::model::pieces::Set::Custom, ..state };
    let mut view = View { chosen: vec!['B'], ..View::default() };
    let roof = Parts::of(&state).unwrap().reach(&[1], IVec3::X);
    assert_eq!(roof, Ok(Reach::Until(1, 0)));
    let mut step = |direction: IVec3| {
        moving::step(&mut state, &mut view, direction);
        state.moves.clone().unwrap()
    };
    assert_eq!(step(IVec3::X), [Move { pieces: vec![1], direction: IVec3::X, distance: Some(1) }]);
    assert_eq!(step(IVec3::NEG_X).last().unwrap().distance, None, "nothing is in the way there");
}

#[test]
fn inputs_choose_pieces_and_move_them() {
    let (mut state, mut view) = started(0);
    assert!(matches!(moving::step(&mut state, &mut view, IVec3::X), Reply::Refused(reason) if reason.starts_with("choose a piece first")));
    let mut act = |input| (input::act(&mut state, &mut view, None, input), view.chosen.clone());
    assert_eq!(act(Input::Character('v')), (Reply::Done, vec!['V']));
    assert_eq!(act(Input::Character('l')), (Reply::Done, vec!['V', 'L']));
    assert_eq!(act(Input::Character('v')), (Reply::Done, vec!['L']));
    assert_eq!(act(Input::Cancel), (Reply::Done, vec![]));
    assert_eq!(act(Input::Cancel).0, Reply::Ignored);
    assert_eq!(act(Input::Delete).0, Reply::Ignored, "nothing is removed");
    for letter in "vltzabp".chars() {
        act(Input::Character(letter));
        act(Input::Cancel);
    }
    // All of them together can't be moved.
    view.chosen = "VLTZABP".chars().collect();
    assert!(matches!(moving::step(&mut state, &mut view, IVec3::X), Reply::Refused(reason) if reason.starts_with("these are all pieces")));
}

#[test]
fn games_that_contradict_the_position_are_refused() {
    let (state, _) = started(0);
    let flaw = |state: &State, game: Game| resume(state, &game).unwrap_err();
    let game = || Game::new(KIND);
    assert!(flaw(&state, Game::new("run")).message.starts_with("unknown game \"run\""));
    assert!(flaw(&State::default(), game()).message.contains("isn't being taken apart"));
    assert_eq!(flaw(&state, Game { end: Some(End::Solved), ..game() }).message, "some pieces of the position are still together");
    assert_eq!(flaw(&state, Game { end: Some(End::Lost), ..game() }).message, "this game can only end solved");
    assert_eq!(flaw(&state, Game { moves: vec!["A".to_owned()], ..game() }).field, "moves");
    assert_eq!(flaw(&state, Game { seed: 1, ..game() }).field, "seed");
    assert!(start(&preset("cube"), None).unwrap_err().starts_with("solve it first"));
    assert!(problem(&state).problem.cells.is_empty());
}

#[test]
fn moves_that_cannot_be_made_are_refused_with_their_number() {
    let (state, _) = started(0);
    let text = ron::to_string(&Saved::<Cubes>::from(state)).unwrap();
    let read = |moves: &str| {
        let text = text.replace("taken_apart:[]", &format!("taken_apart:{moves}"));
        ron::from_str::<Saved<Cubes>>(&text).map(|_| ()).map_err(|error| error.code.to_string())
    };
    assert_eq!(read("[]"), Ok(()));
    for (moves, reason) in [
        ("[(pieces:[(2,2,2)],to:Up)]", "isn't the lowest one of a piece"),
        ("[(pieces:[(9,9,9)],to:Up)]", "isn't the lowest one of a piece"),
        ("[(pieces:[],to:Up)]", "move 1 can't be made: its pieces aren't together"),
        ("[(pieces:[(0,0,0)],to:Up,cells:0)]", "move 1 can't be made"),
        ("[(pieces:[(0,0,0)],to:Up,cells:60000)]", "move 1 can't be made"),
        ("[(pieces:[(0,0,0),(0,0,0)],to:Up)]", "its pieces aren't together"),
    ] {
        let error = read(moves).unwrap_err();
        assert!(error.contains(reason), "{moves}: {error}");
    }
}
