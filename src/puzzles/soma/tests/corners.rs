//! The cases of the corner argument share no solution and have all of them, as a second solver that knows neither corners nor colours finds
//! them.

use std::collections::BTreeMap;

use glam::IVec3;
use proptest::prelude::*;

use super::{
    cubes,
    equals::{Arrangement, arrangement, set_of, sets},
    judge::{Filling, fillings, small_boxes, torn_out_of_the_cube},
    problem,
};
use crate::puzzles::soma::{
    model::{cells::Cells, layout::Layout, problem::Problem, state::State},
    search::{
        corners::{Corners, keep_balanced},
        hold::Lists,
    },
};

/// The cases of a problem in which every piece is used, as a search has them before any piece is held; none of another problem.
fn cases(problem: &Problem) -> Option<Vec<Lists<u64>>> {
    let layout = Layout::<u64>::new(problem);
    let mut lists: Lists<u64> = layout.pieces.iter().map(|piece| piece.masks.clone()).collect();
    let corners = layout.slack().filter(|&slack| slack == 0).map(|_| Corners::of(problem, &lists))?;
    corners.keep_within_deficit(&mut lists);
    keep_balanced(problem, &layout, &mut lists);
    let cases = corners.cases(lists, &problem.symmetries.equals).into_iter().map(|(_, mut lists)| {
        keep_balanced(problem, &layout, &mut lists);
        lists
    });
    Some(cases.collect())
}

/// Whether every piece has its placement in the solution among those of the case.
fn admits(case: &Lists<u64>, problem: &Problem, solution: &Filling) -> bool {
    let mask_of = |name: char| {
        let covered = problem.cells.iter().enumerate().filter(|(_, cell)| solution.get(&cell.to_array()) == Some(&name));
        covered.fold(u64::EMPTY, |mask, (number, _)| mask.with(number))
    };
    problem.pieces.iter().zip(case).all(|(piece, list)| list.contains(&mask_of(piece.name)))
}

/// Returns how many cases there are, if the argument is made.
fn check(state: &State) -> Result<Option<usize>, TestCaseError> {
    let prepared = problem(state);
    let problem = &prepared.problem;
    let Some(cases) = cases(problem) else { return Ok(None) };
    // The other solver tells equal pieces apart, so it finds a solution with its pieces named in every way.
    let mut namings: BTreeMap<Arrangement, Vec<Filling>> = BTreeMap::new();
    for filling in fillings(state) {
        namings.entry(arrangement(&filling)).or_default().push(filling);
    }
    for (arrangement, namings) in &namings {
        let with_it = cases.iter().filter(|case| namings.iter().any(|naming| admits(case, problem, naming))).count();
        prop_assert_eq!(with_it, 1, "{:?} in {:?}", arrangement, state);
    }
    Ok(Some(cases.len()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn each_solution_is_in_exactly_one_case(state in prop_oneof![torn_out_of_the_cube(), small_boxes(), sets()]) {
        check(&state)?;
    }
}

#[test]
fn each_solution_of_the_cube_is_in_exactly_one_case() {
    let prepared = problem(&State::default());
    let cases = cases(&prepared.problem).expect("every piece is used");
    assert_eq!(cases.len(), 7, "with one corner too many there is a case for each piece");
    for cube in cubes() {
        let grid = cube.grid();
        let filling: Filling = grid.extent.cells().map(|cell: IVec3| cell.to_array()).zip(grid.marks.iter().copied()).collect();
        assert_eq!(cases.iter().filter(|case| admits(case, &prepared.problem, &filling)).count(), 1, "{cube:?}");
    }
}

/// With one corner too many, each shape may fall short by its first piece.
#[test]
fn each_solution_with_equal_pieces_is_in_exactly_one_case() {
    for (shapes, sides, expected) in [
        (&[1, 1, 1, 2][..], [3, 3, 1], 2),
        (&[1, 1, 1, 1, 0], [3, 3, 1], 2),
        (&[3, 1, 1, 0, 0], [3, 3, 1], 3),
        (&[6, 1, 0, 0, 0], [3, 3, 1], 3),
        // As many corners as there are, and several too many.
        (&[6, 1, 1, 0], [3, 3, 1], 1),
        (&[1, 1, 1], [3, 2, 1], 1),
    ] {
        let state = set_of(shapes, sides);
        let count = check(&state).unwrap_or_else(|wrong| panic!("{shapes:?} in {sides:?}: {wrong}"));
        assert_eq!((count, fillings(&state).is_empty()), (Some(expected), false), "{shapes:?} in {sides:?}");
    }
}
