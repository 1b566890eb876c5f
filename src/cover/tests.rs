//! Small random problems, compared with a search of every set of placements.

use std::{collections::BTreeSet, ops::ControlFlow};

use proptest::{collection::vec, prelude::*};

use super::*;
use base::bits::Bits;

/// Some of the placements of up to four pieces, which may be used once or several times and must sometimes be used, on up to seven cells,
/// some of which may stay empty.
pub(super) fn problems() -> impl Strategy<Value = Problem<u64>> {
    let pieces = vec((1..=3_usize, 1..=2_usize, prop::sample::select(vec![0, 0, 1, 2])), 1..=4);
    (1..=7_usize, pieces, prop::sample::select(vec![0_u64, 0, 0b100_0010, 0b11_1001, 0b111_1111])).prop_flat_map(
        |(cells, pieces, empty)| {
            let sizes: Vec<usize> = pieces.iter().map(|&(size, ..)| size).collect();
            let copies: Vec<Copies> = pieces.iter().map(|&(_, most, least)| Copies { least: least.min(most), most }).collect();
            let every = (0..sizes.len()).flat_map(|piece| {
                let of_piece = (0..1_u64 << cells).map(Bits::new).filter(|cells: &Bits<u64>| cells.len() == sizes[piece]);
                of_piece.map(|cells| Placement { piece, cells }).collect::<Vec<_>>()
            });
            let every: Vec<_> = every.collect();
            let all: Bits<u64> = (0..cells).collect();
            let optional = all & Bits::new(empty);
            let some = proptest::sample::subsequence(every.clone(), 0..=every.len().min(12));
            some.prop_map(move |placements| Problem {
                required: all - optional,
                optional,
                sizes: sizes.clone(),
                copies: copies.clone(),
                placements,
                apart: None,
            })
        },
    )
}

/// Shapes of up to four squares, each in all its orientations, as the number of squares to the right and down.
pub(super) const SHAPES: [&[(usize, usize)]; 6] = [
    &[(0, 0)],
    &[(0, 0), (1, 0)],
    &[(0, 0), (1, 0), (2, 0)],
    &[(0, 0), (1, 0), (0, 1)],
    &[(0, 0), (1, 0), (2, 0), (0, 1)],
    &[(0, 0), (1, 0), (2, 0), (1, 1)],
];

/// The board with this many rows, whose cells are numbered row by row, and pieces of these shapes. They may be turned over.
pub(super) fn drawn(rows: &[&str], shapes: &[(&[(usize, usize)], Copies)]) -> Problem<u64> {
    let mut numbers: Vec<((i32, i32), char)> = Vec::new();
    for (y, row) in (0..).zip(rows) {
        numbers.extend((0..).zip(row.chars()).filter(|&(_, mark)| mark != '#').map(|(x, mark)| ((x, y), mark)));
    }
    let of_mark = |wanted: char| (0..numbers.len()).filter(|&cell| numbers[cell].1 == wanted).collect();
    let turned = |(x, y): (i32, i32), turn: usize| {
        let (x, y) = if turn & 1 == 0 { (x, y) } else { (-x, y) };
        [(x, y), (-y, x), (-x, -y), (y, -x)][turn / 2]
    };
    let mut placements = BTreeSet::new();
    for (piece, (shape, _)) in shapes.iter().enumerate() {
        for turn in 0..8 {
            let shape: Vec<(i32, i32)> = shape.iter().map(|&(x, y)| turned((x as i32, y as i32), turn)).collect();
            for &((right, down), _) in &numbers {
                let shifted = shape.iter().map(|&(x, y)| (x - shape[0].0 + right, y - shape[0].1 + down));
                let cells: Option<Bits<u64>> = shifted.map(|cell| numbers.iter().position(|&(other, _)| other == cell)).collect();
                placements.extend(cells.map(|cells| (piece, cells)));
            }
        }
    }
    Problem {
        required: of_mark('.'),
        optional: of_mark('+'),
        sizes: shapes.iter().map(|(shape, _)| shape.len()).collect(),
        copies: shapes.iter().map(|&(_, copies)| copies).collect(),
        placements: placements.into_iter().map(|(piece, cells)| Placement { piece, cells }).collect(),
        apart: None,
    }
}

/// Boards of up to this many cells, some of which may stay empty, and pieces that may be used several times and must sometimes be used.
pub(super) fn boards(most_cells: usize) -> impl Strategy<Value = Problem<u64>> {
    let marks = vec(prop::sample::select(vec!['.', '.', '.', '.', '.', '+', '#']), 8..=most_cells);
    let pieces = vec((prop::sample::select(SHAPES.to_vec()), 0..=2_usize, 0..=4_usize), 1..=3);
    (1..=4_usize, marks, pieces).prop_map(|(width, marks, pieces)| {
        let rows: Vec<String> = marks.chunks(width).map(|row| row.iter().collect()).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let piece = |(shape, least, more)| (shape, Copies { least, most: least + more });
        drawn(&rows, &pieces.into_iter().map(piece).collect::<Vec<_>>())
    })
}

/// Exactly one copy.
pub(super) const ONCE: Copies = Copies { least: 1, most: 1 };

pub(super) const PENTOMINOES: [&[(usize, usize)]; 12] = [
    &[(1, 0), (2, 0), (0, 1), (1, 1), (1, 2)],
    &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)],
    &[(0, 0), (1, 0), (2, 0), (3, 0), (0, 1)],
    &[(0, 0), (1, 0), (1, 1), (2, 1), (3, 1)],
    &[(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)],
    &[(0, 0), (1, 0), (2, 0), (1, 1), (1, 2)],
    &[(0, 0), (2, 0), (0, 1), (1, 1), (2, 1)],
    &[(0, 0), (1, 0), (2, 0), (0, 1), (0, 2)],
    &[(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)],
    &[(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)],
    &[(0, 0), (1, 0), (2, 0), (3, 0), (1, 1)],
    &[(0, 0), (1, 0), (1, 1), (1, 2), (2, 2)],
];

/// Returns all solutions, each as a set of placements.
pub(super) fn expected(problem: &Problem<u64>) -> BTreeSet<BTreeSet<usize>> {
    let all = 0..1_usize << problem.placements.len();
    let sets = all.map(|bits| Bits::<u64>::new(bits as u64).iter().collect::<BTreeSet<usize>>());
    sets.filter(|set| is_solution(problem, set)).collect()
}

fn is_solution(problem: &Problem<u64>, set: &BTreeSet<usize>) -> bool {
    let placements = || set.iter().map(|&number| problem.placements[number]);
    let has_copies = |(piece, copies): (usize, &Copies)| {
        (copies.least..=copies.most).contains(&placements().filter(|placement| placement.piece == piece).count())
    };
    let cells: usize = placements().map(|placement| placement.cells.len()).sum();
    let covered = placements().fold(Bits::NONE, |all, placement| all | placement.cells);
    problem.copies.iter().enumerate().all(has_copies) && covered.covers(problem.required) && cells == covered.len()
}

/// Calls `found` with all solutions, by trying each placement that covers the first cell, and none if it may stay empty.
pub(super) fn plain(problem: &Problem<u64>, found: &mut dyn FnMut(&[usize])) {
    descend(problem, problem.cells(), &mut Vec::new(), found);
}

fn descend(problem: &Problem<u64>, free: Bits<u64>, chosen: &mut Vec<usize>, found: &mut dyn FnMut(&[usize])) {
    let Some(cell) = free.first() else {
        let used = |piece: usize| chosen.iter().filter(|&&placement| problem.placements[placement].piece == piece).count();
        if problem.copies.iter().enumerate().all(|(piece, copies)| (copies.least..=copies.most).contains(&used(piece))) {
            found(chosen);
        }
        return;
    };
    if problem.optional.contains(cell) {
        descend(problem, free.without(cell), chosen, found);
    }
    for (number, placement) in problem.placements.iter().enumerate() {
        if placement.cells.contains(cell) && free.covers(placement.cells) {
            chosen.push(number);
            descend(problem, free - placement.cells, chosen, found);
            chosen.pop();
        }
    }
}

/// A test for holes that finds none, for problems whose cells do not touch.
fn no_hole(_free: Bits<u64>) -> Option<Bits<u64>> {
    None
}

/// Advice that is never stopped.
fn advised(problem: &Problem<u64>, hole: &dyn Fn(Bits<u64>) -> Option<Bits<u64>>, known: Option<Known<'_>>) -> Advice<u64> {
    advise(problem, hole, known, &mut || ControlFlow::Continue(())).continue_value().unwrap()
}

/// Returns an item without options once this placement is made, by comparing it with all others.
fn without_options_after(problem: &Problem<u64>, placement: usize) -> Option<Item> {
    let made = problem.placements[placement];
    let others: Vec<&Placement<u64>> = problem.placements.iter().filter(|&&other| problem.is_compatible(made, other)).collect();
    let cells = (problem.required - made.cells).iter().map(Item::Cell);
    let needed = problem.needed();
    let is_wanted = |&piece: &usize| needed[piece] > usize::from(piece == made.piece);
    let pieces = (0..problem.sizes.len()).filter(is_wanted).map(Item::Piece);
    cells.chain(pieces).find(|&item| {
        !others.iter().any(|other| match item {
            Item::Cell(cell) => other.cells.contains(cell),
            Item::Piece(piece) => other.piece == piece,
        })
    })
}

proptest! {
    #[test]
    fn advice_with_counts_names_placements_of_solutions(problem in problems()) {
        let expected = expected(&problem);
        let has = |placement: usize| expected.iter().filter(move |solution| solution.contains(&placement)).count() as u64;
        let kept: Vec<u64> = (0..problem.placements.len()).map(has).collect();
        match advised(&problem, &no_hole, Some(Known { solutions: expected.len() as u64, kept: &kept })) {
            Advice::Done => prop_assert!(expected.contains(&BTreeSet::new())),
            Advice::DeadEnd(_) => prop_assert!(expected.is_empty()),
            Advice::Next(next) => {
                let placement = next.placement.unwrap();
                prop_assert!(problem.placements[placement].is_of(next.item));
                prop_assert!(kept[placement] > 0);
                prop_assert!(!next.is_forced() || kept[placement] == expected.len() as u64);
                prop_assert!(next.options.iter().all(|&(option, outcome)| outcome.is_open() == (kept[option] > 0)));
            }
        }
    }

    #[test]
    fn advice_finds_obvious_dead_ends_and_the_fewest_open_options(problem in problems()) {
        let is_open = |placement: usize| without_options_after(&problem, placement).is_none();
        let open = |item: Item| (0..).zip(&problem.placements).filter(|&(number, placement)| placement.is_of(item) && is_open(number)).count();
        let Advice::Next(next) = advised(&problem, &no_hole, None) else { return Ok(()) };
        for &(placement, outcome) in &next.options {
            let expected = without_options_after(&problem, placement).map_or(Outcome::Unknown, |item| Outcome::DeadEnd(Reason::NoOptions(item)));
            prop_assert_eq!(outcome, expected);
        }
        prop_assert_eq!(next.options.len(), problem.placements.iter().filter(|placement| placement.is_of(next.item)).count());
        prop_assert_eq!(Some(next.open().count()), problem.items().map(open).min());
    }

    #[test]
    fn advice_stops_at_each_call(problem in problems()) {
        let mut asked = 0;
        let whole = advise(&problem, &no_hole, None, &mut || {
            asked += 1;
            ControlFlow::Continue(())
        });
        if let ControlFlow::Continue(Advice::Next(next)) = whole {
            prop_assert!(asked > next.options.len(), "it is called before each of them");
        }
        for limit in 0..asked {
            let mut calls = 0;
            let end = advise(&problem, &no_hole, None, &mut || {
                calls += 1;
                if calls > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            prop_assert!(end.is_break());
            prop_assert_eq!(calls, limit + 1);
        }
    }

    #[test]
    fn advice_without_counts_makes_only_true_claims(problem in problems()) {
        let expected = expected(&problem);
        match advised(&problem, &no_hole, None) {
            Advice::Done => prop_assert!(expected.contains(&BTreeSet::new())),
            Advice::DeadEnd(_) => prop_assert!(expected.is_empty()),
            Advice::Next(next) => {
                prop_assert_eq!(next.placement.is_some(), next.is_forced());
                prop_assert!(next.placement.is_none_or(|placement| expected.iter().all(|solution| solution.contains(&placement))));
                let dead = next.options.iter().filter(|(_, outcome)| matches!(outcome, Outcome::DeadEnd(_))).map(|(option, _)| option);
                prop_assert!(dead.into_iter().all(|option| expected.iter().all(|solution| !solution.contains(option))));
            }
        }
    }
}

/// Two different dominoes, each of which may be used once.
fn two_dominoes(required: Bits<u64>, placements: Vec<Placement<u64>>) -> Problem<u64> {
    Problem { required, optional: Bits::NONE, sizes: vec![2, 2], copies: vec![Copies::up_to(1); 2], placements, apart: None }
}

#[test]
fn holes_are_obvious_dead_ends() {
    // Four cells in a row and two dominoes: one domino in the middle leaves two holes of one cell.
    let dominoes = (0..2).flat_map(|piece| [0b0011, 0b0110, 0b1100].map(|cells| Placement { piece, cells: Bits::new(cells) }));
    let problem = two_dominoes(Bits::new(0b1111), dominoes.collect());
    let hole = |free: Bits<u64>| {
        let ends = [(0, 1), (3, 2)].into_iter().filter(|&(end, beside)| free.contains(end) && !free.contains(beside));
        ends.map(|(end, _)| Bits::from(end)).next()
    };
    let advice = advised(&problem, &hole, None);
    assert!(matches!(&advice, Advice::Next(next) if next.options.len() == 2 && next.item == Item::Cell(0)), "{advice:?}");
    let cut = two_dominoes(Bits::new(0b1001), Vec::new());
    assert_eq!(advised(&cut, &hole, None), Advice::DeadEnd(Some(Reason::Gap(Bits::new(0b0001)))));
}
