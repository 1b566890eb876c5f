//! Challenges of small rectangles, judged by a plain solver that knows nothing of the rater and the generator.

use std::{collections::BTreeSet, ops::ControlFlow};

use proptest::prelude::*;

use super::{Against, Figure, Solutions, Symmetry, Taken, effort::Effort, generator::is_unique, make, proof::prove, rater, rating, solve};
use crate::{Copies, Placement, Problem};
use base::{
    bits::Bits,
    challenge::{Grade, Step},
};

type Cells = Bits<u64>;

type Turn = fn(i32, i32) -> (i32, i32);

/// All ways to turn and flip a shape. The first is the identity.
const TURNS: [Turn; 8] =
    [|x, y| (x, y), |x, y| (-y, x), |x, y| (-x, -y), |x, y| (y, -x), |x, y| (-x, y), |x, y| (x, -y), |x, y| (y, x), |x, y| (-y, -x)];

/// A rectangle and the polyominoes that may fill it. Equal polyominoes are copies of one piece.
fn rectangle(width: i32, height: i32, shapes: &[(&[(i32, i32)], usize)]) -> Figure<u64> {
    let inside = |x: i32, y: i32| (0..width).contains(&x) && (0..height).contains(&y);
    let number = |x: i32, y: i32| inside(x, y).then_some((x + width * y) as usize);
    let mut placements = BTreeSet::new();
    for (piece, &(shape, _)) in shapes.iter().enumerate() {
        for turn in TURNS {
            for (right, down) in (-9..9).flat_map(|right| (-9..9).map(move |down| (right, down))) {
                let cells = shape.iter().map(|&(x, y)| turn(x, y)).map(|(x, y)| number(x + right, y + down));
                placements.extend(cells.collect::<Option<Vec<usize>>>().map(|cells| (piece, Bits::from_iter(cells))));
            }
        }
    }
    let cells = || (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let beside = |(x, y)| Bits::from_iter([(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().filter_map(|(dx, dy)| number(x + dx, y + dy)));
    let map = |turn: &Turn| {
        let corner = [(0, 0), (width - 1, height - 1)].map(|(x, y)| turn(x, y));
        let (left, top) = (corner[0].0.min(corner[1].0), corner[0].1.min(corner[1].1));
        let images = cells().map(|(x, y)| turn(x, y)).map(|(x, y)| Some(number(x - left, y - top)? as u16));
        Some(Symmetry { cells: images.collect::<Option<_>>()?, pieces: (0..shapes.len()).collect() })
    };
    let figure = Figure {
        problem: Problem {
            required: Bits::from_iter(0..(width * height) as usize),
            optional: Bits::NONE,
            sizes: shapes.iter().map(|(shape, _)| shape.len()).collect(),
            copies: shapes.iter().map(|&(_, copies)| Copies::up_to(copies)).collect(),
            placements: placements.into_iter().map(|(piece, cells)| Placement { piece, cells }).collect(),
            apart: None,
        },
        neighbours: cells().map(beside).collect(),
        symmetries: TURNS[1..].iter().filter_map(map).collect(),
    };
    match figure.sorted(&mut go_on) {
        ControlFlow::Continue(figure) => figure,
        ControlFlow::Break(()) => panic!("nothing stops it"),
    }
}

/// Some with symmetry and some without, with equal pieces, with pieces that stay out or must be used, and with cells that may stay empty.
fn figures() -> [Figure<u64>; FIGURES] {
    const DOMINO: &[(i32, i32)] = &[(0, 0), (1, 0)];
    const BAR: &[(i32, i32)] = &[(0, 0), (1, 0), (2, 0)];
    const CORNER: &[(i32, i32)] = &[(0, 0), (1, 0), (0, 1)];
    const L: &[(i32, i32)] = &[(0, 0), (1, 0), (2, 0), (0, 1)];
    const T: &[(i32, i32)] = &[(0, 0), (1, 0), (2, 0), (1, 1)];
    [
        rectangle(4, 4, &[(L, 1), (T, 1), (BAR, 1), (CORNER, 1), (DOMINO, 1)]),
        rectangle(4, 4, &[(L, 1), (CORNER, 2), (BAR, 1), (DOMINO, 3)]),
        rectangle(3, 5, &[(T, 1), (L, 1), (CORNER, 1), (BAR, 1), (DOMINO, 2)]),
        rectangle(4, 2, &[(L, 2)]),
        with_ranges(rectangle(4, 3, &[(T, 1), (L, 1), (CORNER, 2)]), 0b0110_0000_0001, &[(0, 1), (0, 1), (1, 2)]),
        with_ranges(rectangle(3, 4, &[(BAR, 2), (DOMINO, 3)]), 0b111_111_111_111, &[(2, 2), (2, 3)]),
    ]
}

const FIGURES: usize = 6;

/// The figure with cells that may stay empty, and with other least and most numbers of copies.
fn with_ranges(figure: Figure<u64>, optional: u64, copies: &[(usize, usize)]) -> Figure<u64> {
    let optional = Bits::new(optional);
    let copies = copies.iter().map(|&(least, most)| Copies { least, most }).collect();
    let symmetries = figure
        .symmetries
        .into_iter()
        .filter(|symmetry| optional.iter().map(|cell| usize::from(symmetry.cells[cell])).collect::<Cells>() == optional);
    let problem = Problem { required: figure.problem.required - optional, optional, copies, ..figure.problem };
    Figure { symmetries: symmetries.collect(), problem, ..figure }
}

fn go_on() -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn made(figure: &Figure<u64>, grade: Grade, seed: u64) -> Option<Vec<Placement<u64>>> {
    match make(figure, grade, seed, &mut go_on) {
        ControlFlow::Continue(made) => made,
        ControlFlow::Break(()) => panic!("nothing stops it"),
    }
}

fn steps(figure: &Figure<u64>, given: &[Placement<u64>]) -> Option<Vec<Taken<u64>>> {
    match rater::solve(figure, given, Step::DeeperTrying, &mut Effort::new(u64::MAX, &mut go_on)) {
        ControlFlow::Continue(steps) => steps,
        ControlFlow::Break(_) => panic!("nothing stops it"),
    }
}

fn grade(figure: &Figure<u64>, given: &[Placement<u64>]) -> Option<Grade> {
    steps(figure, given).map(|steps| rating(&steps).grade)
}

/// All solutions with these placements, as sorted lists of pairs of piece and cells.
fn plain_solutions(figure: &Figure<u64>, given: &[Placement<u64>]) -> BTreeSet<Vec<(Cells, usize)>> {
    let covered = given.iter().fold(Cells::NONE, |covered, placement| covered | placement.cells);
    let used = |piece: usize| given.iter().filter(|placement| placement.piece == piece).count();
    let mut all = BTreeSet::new();
    let uncovered = (figure.problem.required - covered).first();
    if uncovered.is_none() && figure.problem.copies.iter().enumerate().all(|(piece, copies)| used(piece) >= copies.least) {
        let mut solution: Vec<(Cells, usize)> = given.iter().map(|placement| (placement.cells, placement.piece)).collect();
        solution.sort_unstable();
        all.insert(solution);
    }
    for &option in &figure.problem.placements {
        let is_next = uncovered.is_none_or(|cell| option.cells.contains(cell));
        if is_next && !option.cells.meets(covered) && used(option.piece) < figure.problem.copies[option.piece].most {
            all.extend(plain_solutions(figure, &[given, &[option]].concat()));
        }
    }
    all
}

/// Whether there is a solution, and all others are images of it under symmetries that keep what is given.
fn is_plainly_unique(figure: &Figure<u64>, given: &[Placement<u64>]) -> bool {
    let solutions = plain_solutions(figure, given);
    let Some(first) = solutions.first() else { return false };
    let given: BTreeSet<_> = given.iter().map(|placement| (placement.cells, placement.piece)).collect();
    let image = |symmetry: &Symmetry, &(cells, piece): &(Cells, usize)| {
        let image = symmetry.image(Placement { piece, cells });
        (image.cells, image.piece)
    };
    let keeps_given = |symmetry: &&Symmetry| given.iter().map(|placed| image(symmetry, placed)).collect::<BTreeSet<_>>() == given;
    let images = figure.symmetries.iter().filter(keeps_given).map(|symmetry| {
        let mut solution: Vec<_> = first.iter().map(|placed| image(symmetry, placed)).collect();
        solution.sort_unstable();
        solution
    });
    images.chain([first.clone()]).collect::<BTreeSet<_>>() == solutions
}

/// A given piece without which the challenge would still have one solution and its grade.
fn removable(figure: &Figure<u64>, given: &[Placement<u64>], grade: Grade) -> Option<Placement<u64>> {
    let place = (0..given.len()).find(|&place| {
        let fewer = [&given[..place], &given[place + 1..]].concat();
        self::grade(figure, &fewer).is_some_and(|of_fewer| of_fewer <= grade) && is_plainly_unique(figure, &fewer)
    })?;
    Some(given[place])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn challenges_have_one_solution_and_their_grade(number in 0..FIGURES, grade in prop::sample::select(&Grade::ALL), seed: u64) {
        let figure = &figures()[number];
        let Some(given) = made(figure, grade, seed) else { return Ok(()) };
        prop_assert_eq!(&made(figure, grade, seed), &Some(given.clone()));
        prop_assert!(is_plainly_unique(figure, &given));
        prop_assert_eq!(self::grade(figure, &given), Some(grade));
        prop_assert_eq!(removable(figure, &given, grade), None);
        prop_assert_eq!(prove(figure, &given, &steps(figure, &given).unwrap()).err(), None);
    }

    #[test]
    fn uniqueness_agrees_with_a_plain_count(number in 0..FIGURES, kept in prop::collection::vec(any::<bool>(), 8), seed: u64) {
        let figure = &figures()[number];
        let Some(easy) = made(figure, Grade::Easy, seed) else { return Ok(()) };
        let given: Vec<_> = easy.into_iter().zip(kept).filter(|&(_, kept)| kept).map(|(placement, _)| placement).collect();
        let unique = is_unique(figure, &given, &mut Effort::new(u64::MAX, &mut go_on));
        prop_assert_eq!(unique, ControlFlow::Continue(is_plainly_unique(figure, &given)));
    }

    /// A position that is solved without deeper trying has one solution, so the generator needs no other proof.
    #[test]
    fn solving_by_steps_proves_uniqueness(number in 0..FIGURES, places in prop::collection::vec(any::<prop::sample::Index>(), 0..3)) {
        let figure = &figures()[number];
        let mut given: Vec<Placement<u64>> = Vec::new();
        for place in places {
            let next = *place.get(&figure.problem.placements);
            let used = given.iter().filter(|placement| placement.piece == next.piece).count();
            if used < figure.problem.copies[next.piece].most && given.iter().all(|placement| !placement.cells.meets(next.cells)) {
                given.push(next);
            }
        }
        for hardest in [Step::ForcedPiece, Step::Gap, Step::Trying] {
            if let ControlFlow::Continue(Some(steps)) = rater::solve(figure, &given, hardest, &mut Effort::new(u64::MAX, &mut go_on)) {
                prop_assert!(steps.iter().all(|taken| taken.step <= hardest));
                prop_assert!(is_plainly_unique(figure, &given));
            }
        }
    }
}

/// Two L fill a board of 4 x 2 cells in two ways, which are mirror images. So nothing has to be given, and each step has only one option up
/// to symmetry.
#[test]
fn images_count_as_one_solution() {
    let figure = &figures()[3];
    assert_eq!(plain_solutions(figure, &[]).len(), 2);
    let ControlFlow::Continue(Ok(steps)) = solve(figure, &mut go_on) else { panic!("not one solution") };
    assert_eq!(made(figure, rating(&steps).grade, 1), Some(Vec::new()));
}

/// Here a piece that has to stay at first can be removed after others, since the rest is symmetric then.
#[test]
fn no_given_piece_can_be_removed_after_others() {
    let figure = &figures()[1];
    let given = made(figure, Grade::Medium, 4_856_483_220_077_648_330).expect("the figure has medium challenges");
    assert_eq!(removable(figure, &given, Grade::Medium), None);
}

/// Two solutions that are images of each other share a piece here, though no symmetry keeps that piece in its place.
#[test]
fn reasons_hold_where_images_share_a_piece() {
    let figure = &figures()[2];
    let given = made(figure, Grade::Expert, 9_218_824_989_447_096_857).expect("the figure has expert challenges");
    prove(figure, &given, &steps(figure, &given).expect("it is solved")).expect("every reason holds");
}

#[test]
fn figures_without_a_solution_have_no_challenges() {
    let figure = rectangle(3, 3, &[(&[(0, 0), (1, 0)], 4)]);
    assert!(Grade::ALL.iter().all(|&grade| made(&figure, grade, 1).is_none()));
    assert_eq!(solve(&figure, &mut go_on), ControlFlow::Continue(Err(Solutions::None)));
    let several = rectangle(3, 2, &[(&[(0, 0), (1, 0)], 1), (&[(0, 0)], 4)]);
    assert_eq!(solve(&several, &mut go_on), ControlFlow::Continue(Err(Solutions::Several)));
}

#[test]
fn making_and_rating_stop_at_once() {
    for figure in figures() {
        for patience in [0, 1, 5] {
            let mut calls = 0;
            let mut keep_going = || {
                calls += 1;
                if calls > patience { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let made = make(&figure, Grade::Expert, 1, &mut keep_going);
            assert!(calls <= patience + 1 && made.is_break() == (calls > patience));
        }
    }
}

/// Each way to make a step false is found out.
#[test]
fn false_claims_are_found() {
    let figure = &figures()[0];
    let mut changed = [0; 5];
    for seed in 0..40 {
        for grade in Grade::ALL {
            let Some(given) = made(figure, grade, seed) else { continue };
            let steps = steps(figure, &given).unwrap();
            prove(figure, &given, &steps).unwrap();
            let mut is_refused = |kind: usize, steps: Vec<Taken<u64>>| {
                assert!(prove(figure, &given, &steps).is_err(), "{steps:?}");
                changed[kind] += 1;
            };
            is_refused(0, steps[1..].to_vec());
            for (number, taken) in steps.iter().enumerate() {
                let with = |taken: Taken<u64>| [&steps[..number], &[taken], &steps[number + 1..]].concat();
                let harder = if taken.step == Step::DeeperTrying { Step::Gap } else { Step::DeeperTrying };
                is_refused(1, with(Taken { step: harder, ..taken.clone() }));
                for other in 0..taken.others.len() {
                    let mut fewer = taken.clone();
                    let (option, against) = fewer.others.remove(other);
                    is_refused(2, with(fewer.clone()));
                    let (mut same, mut turned) = (taken.clone(), taken.clone());
                    same.others[other].1 = Against::Symmetry;
                    if against != Against::Symmetry {
                        is_refused(3, with(same));
                    }
                    (turned.placement, turned.others[other].0) = (option, taken.placement);
                    is_refused(4, with(turned));
                }
            }
        }
    }
    assert!(changed.iter().all(|&count| 20 < count), "{changed:?}");
}
