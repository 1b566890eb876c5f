//! What helps a user: hints, names and filters of solutions.

use std::collections::HashSet;

use super::{preset, search};
use crate::{
    board::{Board, By},
    puzzle::Puzzle,
    puzzles::meteor::{
        Meteor,
        edit::filter::Filter,
        model::{
            geometry::{Cell, Cells},
            pieces::{Piece, Placement},
            solution::Summary,
            state::{Square, Squares, State},
        },
    },
    search::{Found, Hint},
};

fn hints(state: &State) -> Vec<Hint<Cell>> {
    let mut found = Found::default();
    assert!(Meteor::EXTRAS.hints.unwrap()(&Meteor::check(state).unwrap(), &mut found).is_continue());
    found.items
}

fn words(hint: &Hint<Cell>) -> &str {
    match hint {
        Hint::Advice { message, .. } | Hint::Hopeless { reason: message } => message,
    }
}

#[test]
fn following_the_plainest_hint_solves_a_position() {
    for key in ["contest", "two-pins", "unique", "blocked-corners", "eight-pieces"] {
        let mut state = preset(key);
        while !state.board.cells(Square::Free).is_empty() {
            let hints = hints(&state);
            let Some(Hint::Advice { message, spots }) = hints.last() else { panic!("{key}: {hints:?}") };
            assert_eq!(hints.len(), 3, "{key}: {hints:?}");
            let piece = message.split_whitespace().nth(2).and_then(|word| word.chars().next()).and_then(Piece::from_digit).unwrap();
            let cells: Cells = spots.iter().copied().collect();
            assert!(Meteor::check(&state).unwrap().admits(&Placement { piece, cells }), "{key}: {message}");
            state.board.fill(cells, Square::Pinned(piece));
        }
        assert!(Meteor::check(&state).is_ok());
        assert_eq!(words(&hints(&state)[0]), "every cell is covered: this is a solution");
    }
}

#[test]
fn where_there_is_no_hope_the_reason_is_told() {
    let reason = |first_rows: &str| {
        let board = Squares::from_text(&format!("{first_rows}\n{}", ".....\n".repeat(10 - first_rows.lines().count()))).unwrap();
        let hints = hints(&State { board, ..State::default() });
        assert!(matches!(hints[..], [Hint::Hopeless { .. }]), "{hints:?}");
        words(&hints[0]).to_owned()
    };
    assert_eq!(reason("#...."), "there are 49 free cells, which is no multiple of 5");
    assert_eq!(reason(".#...\n#....\n###.."), "there is a hole of 1 cell that pieces of 5 cannot fill, at row 1, column 1");
    let dead_end = words(&hints(&preset("dead-end"))[0]).to_owned();
    assert!(dead_end.contains("It helps to take up piece"), "{dead_end}");
    let few = State { pieces: State::default().pieces.without(Piece::new(9).unwrap()), ..State::default() };
    assert_eq!(words(&hints(&few)[0]), "there are 50 free cells, more than the 9 pieces left can cover");
}

#[test]
fn captions_tell_solutions_apart() {
    for key in ["contest", "two-pins", "blocked-corners", "eight-pieces"] {
        let solutions = search(&preset(key), "frontier").items;
        let captions: HashSet<String> = solutions.iter().map(|solution| Meteor::caption(solution).detail).collect();
        assert_eq!(captions.len(), solutions.len(), "{key}");
        let orders = solutions.iter().map(|solution| Meteor::caption(solution).title);
        assert!(orders.zip(&solutions).all(|(order, solution)| order.matches(char::is_numeric).count() == solution.placed().len()));
    }
}

#[test]
fn smallest_and_largest_are_at_the_ends_of_the_orders() {
    let mut solutions = search(&State::default(), "frontier").items;
    let mut summary = Summary::default();
    solutions.iter().for_each(|solution| summary.add(solution));
    let [upwards, downwards] = Meteor::BOARD_EXTRAS.orders else { panic!("two orders") };
    for (order, [first, last]) in [(upwards, [summary.smallest, summary.largest]), (downwards, [summary.largest, summary.smallest])] {
        let By::Comparing(compare) = order.by else { panic!("boards are compared") };
        solutions.sort_by(compare);
        assert_eq!([solutions.first(), solutions.last()], [first.as_ref(), last.as_ref()], "{}", order.title);
    }
}

#[test]
fn the_filter_lists_what_is_wanted() {
    let state = State::default();
    let solutions = search(&state, "frontier").items;
    let listed = |filter: &Filter| solutions.iter().filter(|solution| filter.lists(&state, solution)).count();
    let mut filter = Filter::default();
    assert!(filter.is_open());
    assert_eq!(listed(&filter), 2098);
    filter.folds_twins = true;
    assert_eq!(listed(&filter), 1049);
    filter.folds_twins = false;
    let first = Placement {
        piece: solutions[0].piece(Cell::new(0).unwrap()).unwrap(),
        cells: solutions[0].cells(solutions[0].piece(Cell::new(0).unwrap()).unwrap()),
    };
    filter.toggle(first);
    let plainly = solutions.iter().filter(|solution| solution.cells(first.piece) == first.cells).count();
    assert_eq!(listed(&filter), plainly);
    filter.toggle(first);
    let mut summary = Summary::default();
    solutions.iter().for_each(|solution| summary.add(solution));
    filter.ends = summary.smallest.zip(summary.largest).map(|(smallest, largest)| [smallest, largest]);
    assert_eq!(listed(&filter), 2);
}
