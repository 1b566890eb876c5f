//! Tests the analysis of positions against the searches, and that hints are right.

use std::ops::ControlFlow;

use glam::IVec3;

use super::{insight, preset, problem, run};
use base::{
    puzzle::Puzzle,
    search::{Found, Hint, Tally},
};
use packing::{
    edit::{
        heat::HeatMap,
        input::placed_on,
        view::{Hand, View},
    },
    live::{insight::Census, placement_counts::PlacementCounter},
    model::{
        geometry::Extent,
        lattice::SQUARES,
        pieces::Set,
        solution::Summary,
        spot::Spot,
        state::{OUTSIDE, State},
    },
    search::row_list,
};
use soma::Soma;

#[test]
fn the_stored_cubes_match_the_searches() {
    for (key, raw) in [("cube", 11_520), ("cube-t-on-an-edge", 480), ("cube-t-and-l", 36), ("cube-dead-end", 0)] {
        let insight = insight(&problem(&preset(key)));
        assert_eq!((insight.counted.raw, insight.census, insight.solvable), (raw, Census::Complete, Some(raw > 0)), "{key}");
        let total = insight.kept.expect("all solutions are counted").total();
        let pieces = 7 - preset(key).grid().pinned().count() as u64;
        assert_eq!(total, raw * pieces, "{key}: every solution has one placement of each remaining piece");
    }
    let whole = insight(&problem(&State::default()));
    assert_eq!((whole.counted.rotations, whole.counted.classes), (Some(480), Some(240)));
    let t_on_an_edge = [0, 1, 2, 4].map(|place| State::default().grid().extent.cell(place));
    assert_eq!(whole.kept.expect("all solutions are counted").solutions_with('T', &t_on_an_edge), 480);
}

#[test]
fn every_solution_has_each_piece_in_one_orientation() {
    let state = preset("cube");
    let insight = insight(&problem(&state));
    for piece in state.set_pieces() {
        let counts = (0..piece.orientations().len()).map(|orientation| {
            let view = View { hand: Some(Hand::new(piece.name, orientation)), ..View::default() };
            HeatMap::new(&state, &state.grid(), &view, Some(&insight)).expect("all solutions are counted").anywhere()
        });
        let counts: Vec<u64> = counts.collect();
        assert_eq!(counts.iter().sum::<u64>(), 11_520, "{}", piece.name);
        let kept = insight.kept.as_ref().expect("all solutions are counted");
        assert_eq!(kept.by_orientation(piece.name, &piece.orientations()), counts, "{}", piece.name);
    }
}

#[test]
fn kept_counts_match_the_position_after_the_placement() {
    let state = preset("cube-t-and-l");
    let before = insight(&problem(&state)).kept.expect("all solutions are counted");
    let solutions = run(&problem(&state), "row-list").items;
    for solution in solutions.iter().step_by(7) {
        for name in solution.placed.chars() {
            let cells = solution.grid().cells_of(name);
            let mut grid = state.grid();
            cells.iter().for_each(|&cell| grid.set(cell, name));
            let after = insight(&problem(&state.with_grid(&grid)));
            assert_eq!(before.solutions_with(name, &cells), after.counted.raw, "{name} in {solution:?}");
        }
    }
}

#[test]
fn a_search_that_takes_too_long_gives_up() {
    let insight = insight(&problem(&State::default().with_set(Set::Bedlam)));
    assert_eq!((insight.census, insight.kept.is_none()), (Census::GivenUp, true));
    assert_ne!(insight.solvable, Some(false));
}

#[test]
fn nothing_is_searched_where_the_numbers_of_cells_rule_all_out() {
    // 27 cubes for 26 cells.
    let mut grid = preset("cube").grid();
    grid.paint(IVec3::ZERO, OUTSIDE);
    let mut found = Found::default();
    assert!(Soma::analyze(&problem(&preset("cube").with_grid(&grid)), &mut found).is_continue());
    let insight = found.items.last().expect("it says that there is none");
    assert_eq!((insight.census, insight.solvable, found.tally), (Census::Complete, Some(false), Tally::default()));
}

fn hints(state: &State) -> Vec<Hint<Spot>> {
    let mut found = Found::default();
    let hints = Soma::EXTRAS.hints.expect("there are hints");
    assert_eq!(hints(&problem(state), None, &mut found), ControlFlow::Continue(()));
    found.items
}

#[test]
fn hints_lead_to_a_solution() {
    let mut state = preset("cube-t-and-l");
    for _ in 0..5 {
        let hints = hints(&state);
        let Some(Hint::Advice { message, spots, .. }) = hints.last() else { panic!("{hints:?}") };
        let name = message.chars().nth(12).expect("place piece X here");
        assert!(message.starts_with("place piece ") && hints.len() == 3, "{hints:?}");
        let marks_one = |hint: &Hint<Spot>| match hint {
            Hint::Advice { message, spots, .. } => !message.contains("the marked cell") || spots.len() == 1,
            Hint::DeadEnd { .. } => false,
        };
        assert!(hints.iter().all(marks_one), "{hints:?}");
        let mut grid = state.grid();
        for spot in spots {
            let Spot::Cell(place) = spot else { panic!("{spot:?}") };
            grid.set(grid.extent.cell(usize::from(*place)), name);
        }
        let follow = placed_on;
        assert_eq!(follow(&state, &spots[..1]), None, "no piece has one cell");
        let followed = follow(&state, spots);
        state = state.with_grid(&grid);
        assert_eq!(followed.as_ref(), Some(&state));
        assert_eq!(insight(&problem(&state)).solvable, Some(true), "after {message}");
    }
    let done = hints(&state);
    assert!(matches!(&done[..], [Hint::Advice { message, .. }] if message.contains("every cell is covered")), "{done:?}");
}

#[test]
fn hints_name_the_pieces_that_prevent_a_solution() {
    let dead = hints(&preset("cube-dead-end"));
    let [Hint::DeadEnd { reason, .. }] = &dead[..] else { panic!("{dead:?}") };
    assert!(reason.ends_with(". Remove L (207 solutions remain) or V (21 solutions remain)"), "{reason}");
    let wall = hints(&preset("w-wall"));
    assert!(matches!(&wall[..], [Hint::DeadEnd { .. }]), "{wall:?}");
    let few = hints(&State { pieces: "VL".to_owned(), ..State::default() });
    assert!(
        matches!(&few[..], [Hint::DeadEnd { reason, .. }] if reason.contains("27 free cells, but the remaining pieces have only 7 cubes")),
        "{few:?}"
    );
    let mut closed = State::default().grid();
    for place in [1, 3, 9] {
        closed.set(closed.extent.cell(place), '#');
    }
    let gap = hints(&State::default().with_grid(&closed));
    let [Hint::DeadEnd { reason, spots, .. }] = &gap[..] else { panic!("{gap:?}") };
    // The number of all 24 cells would do, too, but doesn't show where.
    assert!(reason.contains("a gap of 1 cell") && spots == &[Spot::Cell(0)], "{gap:?}");
}

/// Listing has to be given up there, so the frontier graph counts.
#[test]
fn what_the_graph_counts_on_a_flat_board_is_what_listing_finds() {
    let state = State::of_set(&SQUARES, Set::Pentominoes).resized(Extent::on(&SQUARES, 12, 5, 1));
    let prepared = problem(&state);
    let insight = insight(&prepared);
    assert_eq!(
        (insight.census, insight.counted),
        (Census::Complete, Summary { raw: 4_040, rotations: None, classes: None, ..Summary::default() })
    );
    let mut found = Found::default();
    assert!(row_list::search(&prepared, &mut found).is_continue());
    let symmetries = &prepared.problem.symmetries;
    let mut listed = PlacementCounter::new(&prepared.problem);
    for solution in &found.items {
        symmetries.images(&prepared.problem.cover_of(solution)).iter().for_each(|image| listed.add(image));
    }
    assert_eq!((found.items.len(), insight.kept), (1_010, Some(listed.into_counts())));
}
