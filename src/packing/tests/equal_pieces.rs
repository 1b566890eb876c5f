//! Sets with equal pieces: exchanging these makes no other solution.

use std::{collections::BTreeSet, ops::ControlFlow};

use glam::IVec3;
use proptest::prelude::*;

use super::{
    insight,
    judge::{Cells, Filling, filling, fillings},
    problem,
    ranges::techniques_agree,
    run,
};
use base::{
    puzzle::Puzzle,
    search::{Found, Hint},
    testing,
};
use packing::{
    edit::filter::Filter,
    model::{
        geometry::Extent,
        pieces::Set,
        state::{CustomShape, Grid, State},
    },
};
use soma::{Cubes, Soma};

/// The cells of each piece, without its name.
pub(super) type Arrangement = BTreeSet<Cells>;

pub(super) fn arrangement(filling: &Filling) -> Arrangement {
    filling.iter().map(|(_, cells)| cells.clone()).collect()
}

/// Shapes of one to four cubes. Two of them are mirror images of each other.
const SHAPES: [&[&[&str]]; 7] = [
    &[&["x"]],
    &[&["xx"]],
    &[&["xxx"]],
    &[&["xx", "x."]],
    &[&["x.", "x."], &["xx", ".."]],
    &[&[".x", ".x"], &["xx", ".."]],
    &[&["xx", "xx"]],
];

pub(super) fn set_of(shapes: &[usize], [x, y, z]: [usize; 3]) -> State {
    let names = &"123456789"[..shapes.len()];
    let shape = |(name, &number): (char, &usize)| {
        let layers = SHAPES[number].iter().map(|layer| layer.iter().map(|row| (*row).to_owned()).collect()).collect();
        CustomShape::new(name, layers)
    };
    let shapes = names.chars().zip(shapes).map(shape).collect();
    State { set: Set::Custom, pieces: names.to_owned(), shapes, ..State::default() }.with_grid(&Grid::filled(Extent::new(x, y, z)))
}

/// A set with equal pieces that usually has a solution, sometimes with spare pieces and sometimes with pinned ones.
pub(super) fn sets() -> impl Strategy<Value = State> {
    let sides = prop::sample::select(vec![[2, 2, 1], [3, 2, 1], [2, 2, 2], [3, 3, 1], [4, 2, 1], [5, 2, 1], [3, 2, 2]]);
    let shapes = prop::collection::vec((0..SHAPES.len(), 1_usize..=3), 1..=3);
    (sides, shapes, any::<prop::sample::Index>(), 0_u8..16).prop_map(|(sides, shapes, which, pins)| {
        let mut shapes: Vec<usize> = shapes.into_iter().flat_map(|(shape, count)| vec![shape; count]).collect();
        shapes.truncate(5);
        let state = set_of(&shapes, sides);
        let solutions: Vec<Filling> = fillings(&state).into_iter().collect();
        if solutions.is_empty() || pins >= 8 {
            return state;
        }
        let mut grid = state.grid();
        for (name, cells) in which.get(&solutions) {
            let place = name.to_digit(10).expect("a digit");
            if pins >> (place % 3) & 1 == 1 {
                cells.iter().for_each(|&cell| grid.set(IVec3::from_array(cell), *name));
            }
        }
        state.with_grid(&grid)
    })
}

/// Sets of mostly equal pieces, counted by another program.
#[test]
fn many_equal_pieces_count_once() {
    for (shapes, sides, raw) in [
        (&[1, 1][..], [2, 2, 1], 2),
        (&[0, 0, 0, 0], [2, 2, 1], 1),
        (&[1; 4], [4, 2, 1], 5),
        (&[1; 4], [2, 2, 2], 9),
        (&[3, 3], [3, 2, 1], 2),
        (&[3, 3, 1], [2, 2, 2], 36),
        (&[4, 5], [2, 2, 2], 0),
        (&[4, 4], [2, 2, 2], 6),
    ] {
        let state = set_of(shapes, sides);
        assert_eq!(insight(&problem(&state)).counted.raw, raw, "{shapes:?} in {sides:?}");
        techniques_agree::<Cubes>(&state).unwrap_or_else(|wrong| panic!("{shapes:?} in {sides:?}: {wrong}"));
    }
}

/// It makes no difference which of several equal pieces is pinned, and the remaining ones can go wherever their shape fits.
#[test]
fn any_of_several_equal_pieces_can_be_pinned() {
    let state = set_of(&[1, 1, 1, 0, 0], [4, 2, 1]);
    let cells = [IVec3::ZERO, IVec3::X];
    let before = insight(&problem(&state)).kept.expect("all solutions are counted");
    let mut counts = BTreeSet::from([before.solutions_with('1', &cells)]);
    for name in ['1', '2', '3'] {
        let mut grid = state.grid();
        cells.iter().for_each(|&cell| grid.set(cell, name));
        let problem = problem(&state.with_grid(&grid));
        let solutions = run(&problem, "row-list").items;
        assert!(solutions.iter().all(|solution| solution.grid().cells_of(name) == cells));
        counts.extend([before.solutions_with(name, &cells), solutions.len() as u64, insight(&problem).counted.raw]);
    }
    assert_eq!(counts.len(), 1, "{counts:?}");
}

#[test]
fn a_filter_accepts_any_piece_of_the_required_shape() {
    let state = set_of(&[1, 1, 1], [3, 2, 1]);
    let mut grid = Grid::filled(Extent::new(3, 2, 1));
    grid.set(IVec3::ZERO, '#');
    grid.set(IVec3::new(2, 1, 0), '#');
    let corners = state.with_grid(&grid);
    for (state, cells) in [(state, [IVec3::new(2, 0, 0), IVec3::new(2, 1, 0)]), (corners, [IVec3::new(1, 0, 0), IVec3::new(2, 0, 0)])] {
        let solutions = run(&problem(&state), "first-cell").items;
        let expected = solutions
            .iter()
            .filter(|solution| arrangement(&filling(&solution.grid())).contains(&cells.map(|cell| cell.to_array()).into()))
            .count();
        assert!(expected > 0);
        for name in ['1', '2', '3'] {
            let mut filter = Filter::default();
            filter.toggle(name, cells.to_vec());
            assert_eq!(solutions.iter().filter(|solution| filter.accepts(solution)).count(), expected, "{name} in {state:?}");
        }
    }
}

#[test]
fn hints_mention_equal_pieces_once() {
    let mut found = Found::default();
    let hints = Soma::EXTRAS.hints.expect("there are hints");
    assert_eq!(hints(&problem(&set_of(&[1, 1, 1], [3, 2, 1])), None, &mut found), ControlFlow::Continue(()));
    let messages: Vec<&str> =
        found.items.iter().map(|hint| if let Hint::Advice { message, .. } = hint { message.as_str() } else { "" }).collect();
    assert!(messages[1].contains('2') && !messages[1].contains('6'), "{messages:?}");
    assert!(messages[2].contains("piece 1 here"), "{messages:?}");
}

/// A search that was paused by a version that counted exchanges must not be resumed.
#[test]
fn searches_with_equal_pieces_differ_from_earlier_versions() {
    let tasks = testing::technique::<Soma>("row-list").tasks.expect("the row list has tasks");
    let of = |shapes: &[usize]| (tasks.identify)(&problem(&set_of(shapes, [2, 2, 1])));
    assert!(of(&[1, 1]).starts_with("4 cells, 2 pieces, equal ones counted once, "), "{}", of(&[1, 1]));
    assert!(of(&[0, 2]).starts_with("4 cells, 2 pieces, ") && !of(&[0, 2]).contains("equal"), "{}", of(&[0, 2]));
}
