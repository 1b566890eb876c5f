//! Tests the searches against positions that other programs counted, and against the articles' numbers.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::{insight, preset, problem, run, summary};
use base::{
    puzzle::{Figure, Puzzle},
    search::Tally,
    testing,
};
use packing::{
    model::{
        geometry::Extent,
        pieces::Set,
        solution::{Solution, Summary},
        state::{CustomShape, Grid, State},
    },
    play::deal::deal,
};
use soma::Soma;

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
    placements: u64,
    solutions_raw: u64,
    classes_rotations: Option<u64>,
    classes_all: Option<u64>,
}

impl Case {
    fn state(&self) -> State {
        let [x, y, z] = self.sides;
        let extent = Extent::new(x, y, z);
        let mut grid = Grid::outside(extent);
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
    serde_json::from_str::<Cases>(include_str!("../../../tests/cases/soma.json")).expect("cases are readable").cases
}

fn marks(solutions: &[Solution]) -> BTreeSet<String> {
    solutions.iter().map(|solution| solution.marks.clone()).collect()
}

#[test]
fn known_cases_have_the_right_counts() {
    for case in cases() {
        let problem = problem(&case.state());
        for technique in Soma::techniques().iter().filter(|technique| !["unsorted", "strings"].contains(&technique.key)) {
            let found = run(&problem, technique.key).items;
            let counted = summary(&found);
            let name = format!("{} by {}", case.name, technique.key);
            assert_eq!(counted.raw, case.solutions_raw, "{name}");
            assert_eq!(marks(&found).len(), found.len(), "{name}: a solution was found twice");
            if case.pins.is_empty() {
                assert_eq!((counted.rotations, counted.classes), (case.classes_rotations, case.classes_all), "{name}");
            }
        }
        if case.pins.is_empty() {
            assert_eq!(insight(&problem).placements, case.placements, "{}", case.name);
        }
    }
}

#[test]
fn all_techniques_find_the_same_240() {
    let problem = problem(&State::default());
    let expected = marks(&run(&problem, "first-cell").items);
    assert_eq!(expected.len(), 240);
    // Text takes too long for a test of the whole cube.
    for technique in Soma::techniques().iter().filter(|technique| technique.key != "strings") {
        assert_eq!(marks(&run(&problem, technique.key).items), expected, "{}", technique.key);
    }
}

/// The work matches the articles to the last placement, stage by stage.
#[test]
fn the_articles_numbers_are_reproduced() {
    let problem = problem(&State::default());
    for (key, explored, kept) in [("sorted", 4_895_876, 49_816), ("unsorted", 196_839_232, 3_216_496)] {
        let technique = testing::technique::<Soma>(key);
        let found = run(&problem, key);
        let figures: Vec<Figure> = technique.published(&problem).iter().map(|published| published.figure).collect();
        let [Figure::Stages(stages), Figure::Explored(all), Figure::Kept(of_these), times @ ..] = &figures[..] else {
            panic!("{key}: {figures:?}")
        };
        assert_eq!(found.tally, Tally { explored: *all, kept: *of_these, stages: stages.to_vec(), ..Tally::default() }, "{key}");
        assert_eq!((found.tally.explored, found.tally.kept), (explored, kept), "{key}");
        assert!(!times.is_empty() && times.iter().all(|figure| matches!(figure, Figure::Time { .. })), "{key}: {times:?}");
        assert_eq!(summary(&found.items), Summary { raw: 11_520, rotations: Some(480), classes: Some(240), ..Summary::default() }, "{key}");
    }
}

#[test]
fn the_articles_numbers_apply_only_to_the_plain_cube() {
    let published = |state: &State| Soma::techniques().iter().map(|technique| technique.published(&problem(state)).len()).collect();
    let plain: Vec<usize> = published(&State::default());
    assert!(plain.iter().any(|&figures| 0 < figures));
    let smaller = State::default().with_grid(&Grid::filled(Extent::new(3, 3, 2)));
    let none: Vec<usize> = published(&smaller);
    assert_eq!(none, vec![0; Soma::techniques().len()]);
}

/// Tests positions with symmetries, with pinned pieces and without a solution.
#[test]
fn strings_explore_the_same_as_numbers() {
    let pinned = ["cube-t-and-l", "cube-dead-end", "cube-t-on-an-edge"].map(preset);
    let boxes = [[3, 3, 2], [4, 2, 2], [2, 2, 2]].map(|[x, y, z]| {
        let small = State { pieces: "VLTZP".to_owned(), ..State::default() };
        small.with_grid(&Grid::filled(Extent::new(x, y, z)))
    });
    for state in pinned.into_iter().chain(boxes) {
        let problem = problem(&state);
        let (strings, numbers) = (run(&problem, "strings"), run(&problem, "unsorted"));
        assert_eq!(strings.tally, numbers.tally, "{state:?}");
        assert_eq!(strings.items, numbers.items, "{state:?}");
        assert!(strings.tally.stages.iter().any(|stage| 0 < stage.kept), "{state:?}");
    }
}

/// All 19,186 solutions would take too long for a test; with five pieces of a solution pinned it is fast.
#[test]
fn all_techniques_agree_on_part_of_bedlams_cube() {
    let solution = [
        ["EEEI", "DEBI", "ACBB", "AAAB"],
        ["DIII", "DECH", "DCCH", "ALLB"],
        ["JJMM", "DJGG", "FJCH", "LLKH"],
        ["FGGM", "FFGM", "FJKH", "LKKK"],
    ];
    let layers = solution.map(|layer| layer.map(|row| row.replace(['A', 'B', 'C', 'E', 'H', 'I', 'K', 'L'], ".")).to_vec()).to_vec();
    let state = State { set: Set::Bedlam, pieces: "ABCDEFGHIJKLM".to_owned(), layers, ..State::default() };
    let problem = problem(&state);
    let expected = marks(&run(&problem, "first-cell").items);
    assert!(expected.contains(&solution.concat().concat()));
    for technique in ["row-list", "corners"] {
        assert_eq!(marks(&run(&problem, technique).items), expected, "{technique}");
    }
}

/// Tests figures whose cells do not fit in one word, or two, or four.
#[test]
fn large_boxes_are_filled_with_slabs() {
    for (sides, slabs, thickness, expected) in [([5, 5, 3], 3, 1, (1, 1, 1)), ([6, 6, 4], 4, 1, (1, 1, 1)), ([8, 8, 8], 2, 4, (3, 1, 1))] {
        let [x, y, z] = sides;
        let names = &"1234"[..slabs];
        let shape = |name: char| CustomShape::new(name, vec![vec![name.to_string().repeat(x); y]; thickness]);
        let state = State { set: Set::Custom, pieces: names.to_owned(), shapes: names.chars().map(shape).collect(), ..State::default() };
        let problem = problem(&state.with_grid(&Grid::filled(Extent::new(x, y, z))));
        for technique in Soma::techniques() {
            let counted = summary(&run(&problem, technique.key).items);
            let (raw, rotations, classes) = expected;
            let expected = Summary { raw, rotations: Some(rotations), classes: Some(classes), ..Summary::default() };
            assert_eq!(counted, expected, "{sides:?} by {}", technique.key);
        }
    }
}

#[test]
fn dealt_cubes_have_one_solution_and_never_change() {
    let dealt: Vec<State> = (0..4).map(|seed| deal(&State::default(), seed)).collect();
    for (seed, state) in dealt.iter().enumerate() {
        assert_eq!(run(&problem(state), "first-cell").items.len(), 1);
        assert_eq!(*state, deal(&State::default(), seed as u64));
        assert!(dealt[..seed].iter().all(|other| other != state));
    }
    assert_eq!(dealt[0].layers.concat().concat(), "VA.V..ZZ.PA.VAA.ZZPP.P.....");
}
