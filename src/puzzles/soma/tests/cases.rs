//! The searches against positions that other programs have counted, and against the article's figures.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::{problem, run, summary};
use crate::{
    puzzle::Puzzle,
    puzzles::soma::{Answer, Extent, Grid, Soma, State, Summary},
    search::Stage,
};

#[derive(Deserialize)]
struct Cases {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    #[serde(rename = "box")]
    sides: [usize; 3],
    cells: Vec<usize>,
    pins: BTreeMap<char, Vec<usize>>,
    placements: usize,
    solutions_raw: u64,
    classes_rotations: Option<u64>,
    classes_all: Option<u64>,
}

impl Case {
    fn state(&self) -> State {
        let [x, y, z] = self.sides;
        let extent = Extent::new(x, y, z);
        let mut grid = Grid { extent, marks: vec!['#'; extent.volume()] };
        for &cell in &self.cells {
            grid.marks[cell] = '.';
        }
        for (&name, cells) in &self.pins {
            for &cell in cells {
                grid.marks[cell] = name;
            }
        }
        State::default().with_grid(&grid)
    }
}

fn cases() -> Vec<Case> {
    serde_json::from_str::<Cases>(include_str!("../../../../tests/cases/soma.json")).expect("cases are readable").cases
}

fn marks(answers: &[Answer]) -> BTreeSet<String> {
    answers.iter().map(|answer| answer.marks.clone()).collect()
}

#[test]
fn counted_cases_are_counted_right() {
    for case in cases() {
        let problem = problem(&case.state());
        for technique in Soma::techniques().iter().filter(|technique| technique.key != "unsorted") {
            let found = run(&problem, technique.key).items;
            let counted = summary(&found);
            let name = format!("{} by {}", case.name, technique.key);
            assert_eq!(counted.raw, case.solutions_raw, "{name}");
            assert_eq!(marks(&found).len(), found.len(), "{name}: no answer comes twice");
            if case.pins.is_empty() {
                assert_eq!((counted.rotations, counted.classes), (case.classes_rotations, case.classes_all), "{name}");
            }
        }
        if case.pins.is_empty() {
            let placements: usize = problem.pieces.iter().map(|piece| piece.masks.len()).sum();
            assert_eq!(placements, case.placements, "{}", case.name);
        }
    }
}

#[test]
fn all_techniques_find_the_same_240() {
    let problem = problem(&State::default());
    let expected = marks(&run(&problem, "first-cell").items);
    assert_eq!(expected.len(), 240);
    for technique in Soma::techniques() {
        assert_eq!(marks(&run(&problem, technique.key).items), expected, "{}", technique.key);
    }
}

#[test]
fn sorted_explores_what_the_article_explores() {
    let found = run(&problem(&State::default()), "sorted");
    let stages = [(4, 4), (256, 130), (9360, 2334), (168_048, 16625), (1_596_000, 26403), (2_534_688, 4080), (587_520, 240)];
    assert_eq!(found.tally.stages, stages.map(|(explored, kept)| Stage { explored, kept }));
    assert_eq!((found.tally.explored, found.tally.kept), (4_895_876, 49_816));
    assert_eq!(summary(&found.items), Summary { raw: 11_520, rotations: Some(480), classes: Some(240) });
}

#[test]
fn unsorted_explores_what_the_article_explores() {
    let found = run(&problem(&State::default()), "unsorted");
    let stages =
        [(64, 64), (6144, 2544), (244_224, 38448), (5_536_512, 805_584), (58_002_048, 1_817_232), (130_840_704, 552_384), (2_209_536, 240)];
    assert_eq!(found.tally.stages, stages.map(|(explored, kept)| Stage { explored, kept }));
    assert_eq!((found.tally.explored, found.tally.kept), (196_839_232, 3_216_496));
    assert_eq!(found.items.len(), 240);
}
