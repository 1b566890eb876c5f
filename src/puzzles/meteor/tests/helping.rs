//! Hints, captions, orders and filters.

use std::collections::HashSet;

use super::{preset, search};
use crate::{
    board::{Board, By},
    puzzle::Puzzle,
    puzzles::meteor::{
        Meteor,
        edit::filter::{Filter, Marking},
        model::{
            geometry::{Cell, Cells},
            pieces::{Piece, Placement},
            solution::{Solution, Summary},
            state::{Square, Squares, State},
        },
    },
    search::{Found, Hint},
};

fn hints(state: &State) -> Vec<Hint<Cell>> {
    let mut found = Found::default();
    assert!(Meteor::EXTRAS.hints.unwrap()(&Meteor::check(state).unwrap(), None, &mut found).is_continue());
    found.items
}

fn message_of(hint: &Hint<Cell>) -> &str {
    match hint {
        Hint::Advice { message, .. } | Hint::DeadEnd { reason: message, .. } => message,
    }
}

#[test]
fn following_the_most_explicit_hint_solves_a_position() {
    for key in ["contest", "two-pins", "unique", "blocked-corners", "eight-pieces"] {
        let mut state = preset(key);
        while !state.board.cells(Square::Free).is_empty() {
            let hints = hints(&state);
            let Some(Hint::Advice { message, spots, .. }) = hints.last() else { panic!("{key}: {hints:?}") };
            assert_eq!(hints.len(), 3, "{key}: {hints:?}");
            let piece = message.split_whitespace().nth(2).and_then(|word| word.chars().next()).and_then(Piece::from_digit).unwrap();
            let cells: Cells = spots.iter().copied().collect();
            assert!(Meteor::check(&state).unwrap().admits(&Placement { piece, cells }), "{key}: {message}");
            let follow = Meteor::BOARD_EXTRAS.follow_hint.unwrap();
            let followed = follow(&state, spots);
            assert_eq!(follow(&state, &spots[1..]), None, "no piece covers these cells");
            state.board.fill(cells, Square::Pinned(piece));
            assert_eq!(followed.as_ref(), Some(&state));
            assert_eq!(follow(&state, spots), None, "the piece is on the board");
        }
        assert!(Meteor::check(&state).is_ok());
        assert_eq!(message_of(&hints(&state)[0]), "every cell is covered: this is a solution");
    }
}

#[test]
fn dead_ends_are_explained() {
    let reason = |first_rows: &str| {
        let board = Squares::from_text(&format!("{first_rows}\n{}", ".....\n".repeat(10 - first_rows.lines().count()))).unwrap();
        let hints = hints(&State { board, ..State::default() });
        assert!(matches!(hints[..], [Hint::DeadEnd { .. }]), "{hints:?}");
        message_of(&hints[0]).to_owned()
    };
    assert_eq!(reason("#...."), "49 free cells can't be filled: every piece has 5");
    assert_eq!(reason(".#...\n#....\n###.."), "there is a gap of 1 cell at row 1, column 1; every piece has 5");
    let dead_end = message_of(&hints(&preset("dead-end"))[0]).to_owned();
    assert!(dead_end.contains(". Remove piece "), "{dead_end}");
    let few = State { pieces: State::default().pieces.without(Piece::new(9).unwrap()), ..State::default() };
    assert_eq!(message_of(&hints(&few)[0]), "50 free cells are too many for 9 remaining pieces");
}

#[test]
fn a_dead_end_marks_the_smallest_hole_that_proves_it() {
    // 38 free cells in one region, and a hole of 2 in the lower right corner.
    let board = Squares::from_text("#####\n...##\n.....\n.....\n.....\n.....\n.....\n.....\n...##\n..#..").unwrap();
    let hints = hints(&State { board, ..State::default() });
    let [Hint::DeadEnd { reason, spots, .. }] = &hints[..] else { panic!("{hints:?}") };
    assert_eq!(reason, "there is a gap of 2 cells at row 10, column 4; every piece has 5");
    assert_eq!(spots, &[48, 49].map(|index| Cell::new(index).unwrap()));
}

#[test]
fn no_hint_removes_a_given_piece() {
    let state = preset("dead-end");
    let removal = |state: &State| {
        let hints = hints(state);
        let [Hint::DeadEnd { reason, removes, .. }] = &hints[..] else { panic!("{hints:?}") };
        (reason.contains(". Remove piece "), removes.and_then(|cell| state.board[cell].piece()))
    };
    let (is_named, piece) = removal(&state);
    let piece = piece.expect("a piece can be removed");
    assert!(is_named);
    let (_, other) = removal(&State { given: piece.into(), ..state.clone() });
    assert_ne!(other, Some(piece));
    assert_eq!(removal(&State { given: state.board.pinned(), ..state }), (false, None));
}

#[test]
fn captions_are_unique() {
    for key in ["contest", "two-pins", "blocked-corners", "eight-pieces"] {
        let solutions = search(&preset(key), "frontier").items;
        let captions: HashSet<String> = solutions.iter().map(|solution| Meteor::caption(solution).detail).collect();
        assert_eq!(captions.len(), solutions.len(), "{key}");
        let orders = solutions.iter().map(|solution| Meteor::caption(solution).title);
        assert!(orders.zip(&solutions).all(|(order, solution)| order.matches(char::is_numeric).count() == solution.placed().len()));
    }
}

#[test]
fn orders_begin_with_the_smallest_or_the_largest() {
    let mut solutions = search(&State::default(), "frontier").items;
    let mut summary = Summary::default();
    solutions.iter().for_each(|solution| summary.add(solution));
    let [upwards, downwards] = Meteor::BOARD_EXTRAS.orders else { panic!("two orders") };
    for (order, [first, last]) in [(upwards, [summary.smallest, summary.largest]), (downwards, [summary.largest, summary.smallest])] {
        let By::Comparison(compare) = order.by else { panic!("boards are compared") };
        solutions.sort_by(compare);
        assert_eq!([solutions.first(), solutions.last()], [first.as_ref(), last.as_ref()], "{}", order.title);
    }
}

#[test]
fn the_filter_lists_matching_solutions() {
    let state = State::default();
    let solutions = search(&state, "frontier").items;
    let listed = |filter: &Filter| solutions.iter().filter(|solution| filter.passes(&state, solution)).count();
    let mut filter = Filter::default();
    assert!(filter.is_empty());
    assert_eq!(listed(&filter), 2098);
    filter.hides_twins = true;
    assert_eq!(listed(&filter), 1049);
    filter.hides_twins = false;
    let first = Placement {
        piece: solutions[0].piece(Cell::new(0).unwrap()).unwrap(),
        cells: solutions[0].cells(solutions[0].piece(Cell::new(0).unwrap()).unwrap()),
    };
    filter.toggle(first);
    let expected = solutions.iter().filter(|solution| solution.cells(first.piece) == first.cells).count();
    assert_eq!(listed(&filter), expected);
    filter.toggle(first);
    // Marked cells are covered by the chosen piece, and perhaps others.
    let (piece, corner) = (Piece::new(3).unwrap(), [0, 1].map(|index| Cell::new(index).unwrap()));
    let has = |solution: &Solution, cells: [Cell; 2]| cells.iter().all(|&cell| solution.piece(cell) == Some(piece));
    let mut marking = Marking::default();
    corner.iter().for_each(|&cell| marking.toggle(cell).unwrap());
    marking.choose(piece, &mut filter);
    let count = solutions.iter().filter(|solution| has(solution, corner)).count();
    assert!(0 < count && marking == Marking::default());
    assert_eq!((listed(&filter), filter.piece_on(corner[1])), (count, Some(piece)));
    // Only twins that would be listed are hidden.
    let both = solutions.iter().filter(|solution| has(solution, corner) && has(solution, corner.map(Cell::half_turn))).count();
    assert_eq!(both, 0, "one piece isn't in both corners");
    filter.hides_twins = true;
    assert_eq!(listed(&filter), count);
    filter.hides_twins = false;
    marking.choose(piece, &mut filter);
    assert!(filter.is_empty() && marking.is_on && marking.cells.len() == 2, "they are marked again");
    for cell in Cell::all().skip(2).take(3) {
        marking.toggle(cell).unwrap();
    }
    assert_eq!(marking.toggle(Cell::new(9).unwrap()), Err("no piece covers more than 5 cells".to_owned()));
    let mut summary = Summary::default();
    solutions.iter().for_each(|solution| summary.add(solution));
    filter.extremes = summary.smallest.zip(summary.largest).map(|(smallest, largest)| [smallest, largest]);
    assert_eq!(listed(&filter), 2);
}
