//! Challenges, checked by the article's plain search, which shares nothing with the generator.

use proptest::prelude::*;

use super::{preset, search};
use crate::{
    challenge::{Grade, Rating},
    puzzle::Puzzle,
    puzzles::meteor::{
        model::{
            pieces::{Piece, PieceSet},
            state::{Square, State},
        },
        play::challenge::CHALLENGES,
    },
};

fn rating(state: &State) -> Option<Rating> {
    CHALLENGES.rating(&super::Meteor::check(state).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_challenge_has_one_solution_and_its_grade(seed: u64, grade in prop::sample::select(&Grade::ALL)) {
        let state = CHALLENGES.made(&State::default(), grade, seed).unwrap();
        prop_assert_eq!(state.given, state.board.pinned());
        prop_assert_eq!(rating(&state).map(|rating| rating.grade), Some(grade));
        let solutions = search(&state, "plain").items;
        prop_assert_eq!(solutions.len(), 1);
        let solved = State { board: solutions[0].after(10), ..state };
        prop_assert!((CHALLENGES.is_solved)(&super::Meteor::check(&solved).unwrap()));
    }
}

#[test]
fn the_figure_and_the_pieces_are_those_of_the_position() {
    for key in ["blocked-corners", "eight-pieces"] {
        let figure = preset(key);
        let state = CHALLENGES.made(&figure, Grade::Medium, 3).unwrap();
        assert_eq!(state.board.cells(Square::Blocked), figure.board.cells(Square::Blocked));
        assert!(state.pieces == figure.pieces && state.pieces.covers(state.given));
        assert_eq!(search(&state, "plain").items.len(), 1);
    }
}

#[test]
fn positions_without_exactly_one_solution_are_not_rated() {
    assert_eq!(rating(&State::default()), None, "2,098 solutions");
    assert_eq!(rating(&preset("dead-end")), None);
    assert!(rating(&preset("unique")).is_some());
}

#[test]
fn too_few_pieces_offer_no_grades() {
    let state = State { pieces: PieceSet::ALL.without(Piece::new(3).unwrap()), ..State::default() };
    assert!((CHALLENGES.grades)(&state).is_empty());
    assert_eq!(CHALLENGES.made(&state, Grade::Easy, 1), None);
}
