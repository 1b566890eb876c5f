//! The figures for the Soma pieces: what their notes and the help page say about their solutions and challenges is true.

use std::ops::ControlFlow;

use glam::IVec3;

use super::{made, preset, problem, run, summary};
use base::{
    challenge::Grade,
    puzzle::Puzzle,
    search::{Observer, Tally},
    text::{counted, grouped},
};
use packing::{
    Family,
    model::{
        pieces::Set,
        solution::Solution,
        state::{OUTSIDE, State},
    },
    play::challenge,
    search::row_list,
};
use polyominoes::Squares;
use soma::{Cubes, Soma};

const PAGE: &str = include_str!("../../../docs/puzzles/soma.md");

/// The title and the note of each figure but the cube, which has positions and a note of its own.
fn figures() -> impl Iterator<Item = (&'static str, &'static str, State)> {
    let field = |ron: &'static str, name: &str| ron.split_once(&format!("    {name}: \"")).expect(name).1.split_once('"').expect(name).0;
    let whole = Soma::presets().iter().filter(|figure| !figure.key.starts_with("cube"));
    let all = whole.map(move |figure| (field(figure.ron, "title"), field(figure.ron, "note"), preset(figure.key)));
    all.filter(|(_, _, state)| state.set == Set::Soma)
}

/// Whether all cells of the figure can be reached from one of them.
fn is_connected(state: &State) -> bool {
    let grid = state.grid();
    let mut apart: Vec<IVec3> = grid.extent.cells().zip(&grid.marks).filter(|&(_, &mark)| mark != OUTSIDE).map(|(cell, _)| cell).collect();
    let mut reached: Vec<IVec3> = apart.pop().into_iter().collect();
    while let Some(cell) = reached.pop() {
        reached.extend(apart.extract_if(.., |other| (*other - cell).abs().element_sum() == 1));
    }
    apart.is_empty()
}

#[test]
fn notes_and_the_page_give_the_numbers_of_solutions() {
    for (title, note, state) in figures() {
        let problem = problem(&state);
        assert!(problem.problem.cells.len() == 27 && is_connected(&state), "{title}");
        let found = run(&problem, "corners").items;
        let count = found.len() as u64;
        let up_to = if summary(&found).raw == count { "" } else { " up to rotation and reflection" };
        let expected = if count == 0 { "There is no solution".to_owned() } else { counted(count, "solution") + up_to };
        assert_eq!(note, expected, "{title}");
        let grades = match (challenge::grades)(&state) {
            [] => "none".to_owned(),
            grades if grades == Grade::ALL => "all".to_owned(),
            grades => grades.iter().map(|grade| grade.key()).collect::<Vec<_>>().join(", "),
        };
        let line = format!("| {title} | {} | {grades} |", grouped(count));
        assert!(PAGE.contains(&line), "docs/puzzles/soma.md has no line {line}");
    }
    assert_eq!(figures().count(), 43);
}

#[test]
fn every_grade_that_a_figure_offers_has_a_challenge() {
    for (title, _, state) in figures() {
        for &grade in (challenge::grades)(&state) {
            assert!(made(&state, grade, 1).is_some(), "{title}, {grade:?}");
        }
    }
}

/// Stops a search at its first solution.
#[derive(Default)]
struct First(Option<Solution>);

impl Observer<Solution> for First {
    fn found(&mut self, solution: Solution) -> ControlFlow<()> {
        self.0 = Some(solution);
        ControlFlow::Break(())
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

#[test]
fn the_pieces_of_every_set_fill_its_figure() {
    for (lattice, sets) in [(Squares::LATTICE, Squares::SETS), (Cubes::LATTICE, Cubes::SETS)] {
        for &set in sets.iter().filter(|&&set| set != Set::Custom) {
            let mut first = First::default();
            let _stopped = row_list::search(&problem(&State::of_set(lattice, set)), &mut first);
            assert!(first.0.is_some(), "{set:?}");
        }
    }
}
