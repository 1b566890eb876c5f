//! The cases of the corner argument share no solution and cover all of them. The expected solutions come from a second solver that knows
//! nothing of corners or of colouring the figure.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::{
    cubes,
    equal_pieces::{Arrangement, arrangement, set_of, sets},
    judge::{Filling, filling, fillings},
    problem,
    ranges::{parts_of_the_cube, small_boxes},
};
use packing::{
    model::{placements::PlacementTable, problem::Problem, state::State},
    search::{
        corners::{Corners, keep_balanced},
        representatives::Lists,
    },
};

/// Returns the cases of a problem before any piece is restricted; `None` if not every piece is used.
fn cases(problem: &Problem) -> Option<Vec<Lists<u64>>> {
    let table = PlacementTable::<u64>::new(problem);
    let mut lists: Lists<u64> = table.pieces.iter().map(|piece| piece.masks.clone()).collect();
    let corners = table.slack().filter(|&slack| slack == 0).map(|_| Corners::of(problem, &lists))?;
    corners.keep_within_deficit(&mut lists);
    keep_balanced(problem, &table, &mut lists);
    let cases = corners.cases(lists, &problem.symmetries.equal_pieces).into_iter().map(|(_, mut lists)| {
        keep_balanced(problem, &table, &mut lists);
        lists
    });
    Some(cases.collect())
}

/// Whether the case has every piece's placement in the solution.
fn admits(case: &Lists<u64>, problem: &Problem, solution: &Filling) -> bool {
    let mask_of = |name: char| {
        let cells = solution.iter().filter(|(other, _)| *other == name).flat_map(|(_, cells)| cells);
        cells.filter_map(|cell| problem.cells.iter().position(|other| other.to_array() == *cell)).collect()
    };
    problem.pieces.iter().zip(case).all(|(piece, list)| list.contains(&mask_of(piece.name)))
}

/// Returns the number of cases, if the argument applies.
fn check(state: &State) -> Result<Option<usize>, TestCaseError> {
    let prepared = problem(state);
    let problem = &prepared.problem;
    let Some(cases) = cases(problem) else { return Ok(None) };
    // The other solver distinguishes equal pieces, so it finds each solution with its pieces named in every way.
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
    fn each_solution_is_in_exactly_one_case(state in prop_oneof![parts_of_the_cube(), small_boxes(), sets()]) {
        check(&state)?;
    }
}

#[test]
fn each_solution_of_the_cube_is_in_exactly_one_case() {
    let prepared = problem(&State::default());
    let cases = cases(&prepared.problem).expect("every piece is used");
    assert_eq!(cases.len(), 7, "a deficit of 1 makes a case for each piece");
    for cube in cubes() {
        let filling = filling(&cube.grid());
        assert_eq!(cases.iter().filter(|case| admits(case, &prepared.problem, &filling)).count(), 1, "{cube:?}");
    }
}

/// With a deficit of 1, the first piece of each shape may fall short.
#[test]
fn each_solution_with_equal_pieces_is_in_exactly_one_case() {
    for (shapes, sides, expected) in [
        (&[1, 1, 1, 2][..], [3, 3, 1], 2),
        (&[1, 1, 1, 1, 0], [3, 3, 1], 2),
        (&[3, 1, 1, 0, 0], [3, 3, 1], 3),
        (&[6, 1, 0, 0, 0], [3, 3, 1], 3),
        // A deficit of 0, and a deficit of several.
        (&[6, 1, 1, 0], [3, 3, 1], 1),
        (&[1, 1, 1], [3, 2, 1], 1),
    ] {
        let state = set_of(shapes, sides);
        let count = check(&state).unwrap_or_else(|wrong| panic!("{shapes:?} in {sides:?}: {wrong}"));
        assert_eq!((count, fillings(&state).is_empty()), (Some(expected), false), "{shapes:?} in {sides:?}");
    }
}
