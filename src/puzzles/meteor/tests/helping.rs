//! What helps a user: watched searches, hints, names and filters of answers.

use std::collections::HashSet;

use super::{preset, search};
use crate::{
    board::{Board, By},
    puzzle::Puzzle,
    puzzles::meteor::{
        Meteor,
        edit::filter::Filter,
        model::{
            answer::{Answer, Summary},
            geometry::{Cell, Cells},
            pieces::{PIECE_CELLS, Piece, Placement},
            state::{Square, Squares, State},
        },
        search::packing::hole,
    },
    search::{Event, Found, Hint, Moment},
};

type Told = Moment<Answer, Cell>;

fn moments(state: &State, technique: &str) -> Vec<Told> {
    let problem = Meteor::check(state).unwrap();
    let watch = Meteor::technique(technique).unwrap().watch.unwrap();
    let mut found = Found::default();
    let count = watch(&problem, 0..u64::MAX, &mut found).continue_value().unwrap();
    assert_eq!(count, found.items.len() as u64);
    found.items
}

const WATCHED: [&str; 6] = ["frontier", "position", "regions", "half-turn-piece", "edge-islands", "plain"];

#[test]
fn a_watched_search_does_what_the_search_does() {
    for key in ["two-pins", "unique", "dead-end"] {
        let state = preset(key);
        for technique in WATCHED {
            let (moments, search) = (moments(&state, technique), search(&state, technique));
            let found: HashSet<String> =
                moments.iter().filter(|moment| moment.event == Event::Found).map(|moment| moment.partial.text()).collect();
            assert_eq!(found, search.items.iter().map(Answer::text).collect(), "{key} by {technique}");
            let last = moments.last().map_or((0, 0), |moment| (moment.explored, moment.kept));
            if technique != "frontier" {
                assert_eq!(last, (search.tally.explored, search.tally.kept), "{key} by {technique}");
            }
        }
    }
}

#[test]
fn one_of_two_twins_is_watched_for() {
    let state = State::default();
    let found = moments(&state, "position").into_iter().filter(|moment| moment.event == Event::Found).count();
    assert_eq!(2 * found, 2098);
}

#[test]
fn every_moment_follows_from_the_one_before() {
    let state = preset("two-pins");
    for technique in WATCHED {
        let mut board = state.board;
        for moment in moments(&state, technique) {
            let now = moment.partial.after(Meteor::steps(&moment.partial));
            let changed: Cells = Cell::all().filter(|&cell| now[cell] != board[cell]).collect();
            match moment.event {
                Event::Place | Event::TakeBack => {
                    assert_eq!(changed.iter().collect::<Vec<_>>(), moment.spots);
                    assert_eq!(changed.len(), PIECE_CELLS);
                    let piece = moment.remark.split_whitespace().nth(1).and_then(|digit| digit.chars().next());
                    let lies = if moment.event == Event::Place { now } else { board };
                    assert!(changed.iter().all(|cell| Some(lies[cell].symbol()) == piece), "{}", moment.remark);
                }
                Event::DeadEnd => check_dead_end(&now, &state, &moment, technique),
                Event::Found => assert!(now.cells(Square::Free).is_empty()),
            }
            board = now;
        }
        assert_eq!(board, state.board, "{technique} takes all back");
    }
}

/// The reason is so: the hole's size is no multiple of five, or nothing that may be tried fits the cell.
fn check_dead_end(board: &Squares, state: &State, moment: &Told, technique: &str) {
    let free = board.cells(Square::Free);
    let spots: Cells = moment.spots.iter().copied().collect();
    if moment.remark.contains("no piece that is left fits") {
        let left = state.pieces.iter().filter(|&piece| !board.pinned().contains(piece));
        let left: Vec<_> = left.collect();
        let fits = |placement: &&Placement| {
            left.contains(&placement.piece) && free.covers(placement.cells) && free.first() == placement.cells.first()
        };
        if matches!(technique, "plain" | "regions") {
            assert_eq!(Placement::all().iter().filter(fits).count(), 0);
        }
        assert_eq!(Some(spots), free.first().map(Cells::from));
    } else {
        assert!(moment.remark.contains(&spots.len().to_string()), "{}", moment.remark);
        assert_eq!(free.region(spots), spots);
        assert!(!spots.len().is_multiple_of(PIECE_CELLS));
        assert_eq!(hole(free.bits()), Some(spots.bits()));
    }
}

fn hints(state: &State) -> Vec<Hint<Cell>> {
    let mut found = Found::default();
    assert!(Meteor::hints().unwrap()(&Meteor::check(state).unwrap(), &mut found).is_continue());
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
fn captions_tell_answers_apart() {
    for key in ["contest", "two-pins", "blocked-corners", "eight-pieces"] {
        let answers = search(&preset(key), "frontier").items;
        let captions: HashSet<String> = answers.iter().map(|answer| Meteor::caption(answer).detail).collect();
        assert_eq!(captions.len(), answers.len(), "{key}");
        let orders = answers.iter().map(|answer| Meteor::caption(answer).title);
        assert!(orders.zip(&answers).all(|(order, answer)| order.matches(char::is_numeric).count() == answer.placed().len()));
    }
}

#[test]
fn smallest_and_largest_are_at_the_ends_of_the_orders() {
    let mut answers = search(&State::default(), "frontier").items;
    let mut summary = Summary::default();
    answers.iter().for_each(|answer| summary.add(answer));
    let [upwards, downwards] = Meteor::orders() else { panic!("two orders") };
    for (order, [first, last]) in [(upwards, [summary.smallest, summary.largest]), (downwards, [summary.largest, summary.smallest])] {
        let By::Comparing(compare) = order.by else { panic!("boards are compared") };
        answers.sort_by(compare);
        assert_eq!([answers.first(), answers.last()], [first.as_ref(), last.as_ref()], "{}", order.title);
    }
}

#[test]
fn the_filter_lists_what_is_wanted() {
    let state = State::default();
    let answers = search(&state, "frontier").items;
    let listed = |filter: &Filter| answers.iter().filter(|answer| filter.lists(&state, answer)).count();
    let mut filter = Filter::default();
    assert!(filter.is_open());
    assert_eq!(listed(&filter), 2098);
    filter.folds_twins = true;
    assert_eq!(listed(&filter), 1049);
    filter.folds_twins = false;
    let first = Placement {
        piece: answers[0].piece(Cell::new(0).unwrap()).unwrap(),
        cells: answers[0].cells(answers[0].piece(Cell::new(0).unwrap()).unwrap()),
    };
    filter.toggle(first);
    let plainly = answers.iter().filter(|answer| answer.cells(first.piece) == first.cells).count();
    assert_eq!(listed(&filter), plainly);
    filter.toggle(first);
    let mut summary = Summary::default();
    answers.iter().for_each(|answer| summary.add(answer));
    filter.ends = summary.smallest.zip(summary.largest).map(|(smallest, largest)| [smallest, largest]);
    assert_eq!(listed(&filter), 2);
}
