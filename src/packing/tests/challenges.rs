//! Challenges. That each has one solution and its grade is proven with its explanation.

use super::{made, preset, problem, run};
use base::{
    challenge::{Grade, Rating},
    puzzle::Puzzle,
};
use packing::{
    model::{
        pieces::Set,
        state::{CustomShape, Grid, State},
    },
    play::{challenge, symmetries::of_position},
};
use soma::Soma;

fn rating(state: &State) -> Option<Rating> {
    Soma::EXTRAS.challenges.expect("challenges").rating(&problem(state))
}

#[test]
fn challenges_give_their_pieces_and_are_solved_when_filled() {
    for grade in Grade::ALL {
        let state = made(&preset("sofa"), grade, 1).unwrap();
        let pinned: Vec<char> = state.grid().pinned().collect();
        assert!(!pinned.is_empty() && pinned.into_iter().all(|name| state.is_given(name)), "{state:?}");
        let solution = run(&problem(&state), "first-cell").items.swap_remove(0);
        let solved = [state.clone(), state.with_grid(&solution.grid())].map(|state| challenge::is_solved(&problem(&state)));
        assert_eq!(solved, [false, true], "{state:?}");
    }
}

#[test]
fn figures_that_lack_grades_are_known() {
    for (key, count) in [("cube", 4), ("square-wall", 0), ("w-wall", 0), ("castle", 2), ("dog", 3), ("swan", 3), ("bedlam", 4)] {
        assert_eq!((challenge::grades)(&preset(key)).len(), count, "{key}");
    }
    let too_few_pieces = State { pieces: "VLT".to_owned(), ..State::default() };
    assert!((challenge::grades)(&too_few_pieces).is_empty());
}

#[test]
fn pinned_pieces_break_symmetries() {
    let count = |state: &State| of_position(&problem(state).problem).len();
    assert_eq!(count(&State::default()), 47);
    assert_eq!(count(&preset("cube-t-on-an-edge")), 1, "a mirror");
    assert_eq!(count(&preset("cube-t-and-l")), 0);
}

/// Two equal pieces, one of them pinned on each side: the half turn exchanges them, and so do two mirrors.
#[test]
fn equal_pinned_pieces_can_change_places() {
    let rows = |rows: &[&str]| vec![rows.iter().map(ToString::to_string).collect()];
    let bar = |name: char| CustomShape::new(name, rows(&["XX"]));
    let shapes = vec![bar('A'), bar('B'), bar('C'), bar('D')];
    let state = State { set: Set::Custom, pieces: "ABCD".to_owned(), layers: rows(&["AA..BB"]), shapes, ..State::default() };
    assert!(!of_position(&problem(&state).problem).is_empty());
    assert!(rating(&state).is_some_and(|rating| rating.grade == Grade::Easy));
    let challenge = made(&state, Grade::Easy, 1).unwrap();
    assert_eq!(challenge.given, "", "there is only one way to fill it");
    let grid: Grid = challenge.grid();
    assert_eq!(grid.pinned().count(), 0);
}
