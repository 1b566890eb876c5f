//! Positions whose solutions were counted by other programs, and the contest's own output.

use serde::Deserialize;

use super::{count, empty, prepared, preset, search, summary, texts};
use crate::{Meteor, play::contest};
use base::{
    puzzle::{Figure, Published, Puzzle},
    search::Found,
    testing,
};
use packing::model::{
    lattice::HEXAGONS,
    pieces::Set,
    solution::{Extremes, Solution},
    state::State,
};

#[derive(Deserialize)]
struct Cases {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    blocked: Vec<usize>,
    pins: Vec<Pin>,
    pieces: Vec<usize>,
    solutions: usize,
    smallest: Option<String>,
    largest: Option<String>,
    by_unused_piece: Option<std::collections::BTreeMap<usize, usize>>,
    reference: Reference,
}

#[derive(Deserialize)]
struct Pin {
    piece: usize,
    cells: Vec<usize>,
}

#[derive(Deserialize)]
struct Reference {
    plain_dfs_nodes: u64,
    frontier_boards: u64,
}

fn cases() -> Vec<Case> {
    serde_json::from_str::<Cases>(include_str!("../../../../tests/cases/meteor.json")).unwrap().cases
}

fn digit(piece: usize) -> char {
    char::from(b'0' + piece as u8)
}

impl Case {
    fn state(&self) -> State {
        let mut grid = empty().grid();
        self.blocked.iter().for_each(|&cell| grid.marks[cell] = '#');
        for pin in &self.pins {
            pin.cells.iter().for_each(|&cell| grid.marks[cell] = digit(pin.piece));
        }
        let pieces = self.pieces.iter().map(|&piece| digit(piece)).collect();
        State { pieces, ..empty().with_grid(&grid) }
    }

    #[track_caller]
    fn agrees(&self, found: &Found<Solution>) {
        let summary = summary(found);
        let text = |choose: fn(&Extremes) -> &String| summary.extremes.as_deref().map(|extremes| choose(extremes).replace('#', "."));
        assert_eq!(summary.raw as usize, self.solutions, "{}", self.name);
        assert_eq!(text(|extremes| &extremes.smallest), self.smallest, "{}", self.name);
        assert_eq!(text(|extremes| &extremes.largest), self.largest, "{}", self.name);
    }
}

#[test]
fn plain_visits_the_known_number_of_nodes() {
    for case in cases() {
        let found = search(&case.state(), "plain");
        case.agrees(&found);
        assert_eq!(found.tally.explored, case.reference.plain_dfs_nodes, "{}", case.name);
    }
}

#[test]
fn the_frontier_graph_has_the_known_number_of_boards() {
    for case in cases() {
        let found = search(&case.state(), "frontier");
        case.agrees(&found);
        assert_eq!(found.tally.kept, case.reference.frontier_boards, "{}", case.name);
    }
}

#[test]
fn the_other_techniques_find_the_same_solutions() {
    for case in cases() {
        for technique in ["row-list", "position", "regions", "half-turn-piece", "half-turn-set", "edge-islands"] {
            case.agrees(&search(&case.state(), technique));
        }
    }
}

#[test]
fn solutions_are_counted_by_their_unused_piece() {
    for case in cases() {
        let solutions = texts(&case.state(), "frontier");
        for (&unused, &count) in case.by_unused_piece.iter().flatten() {
            let without = |solution: &&String| !solution.contains(digit(unused));
            assert_eq!(solutions.iter().filter(without).count(), count, "{} without piece {unused}", case.name);
        }
    }
}

/// The work of each technique on the empty board.
///
/// The count of `plain` is the article's. Why the next three differ is explained and tested in `search/article.rs`.
#[test]
fn each_technique_visits_the_known_number_of_nodes() {
    let visited = |technique| search(&empty(), technique).tally.explored;
    assert_eq!(visited("plain"), 3_096_168);
    assert_eq!(visited("edge-islands"), 1_802_690);
    assert_eq!(visited("half-turn-set"), 1_481_630);
    assert_eq!(visited("half-turn-piece"), 1_115_344);
    assert_eq!(visited("regions"), 556_632);
    assert_eq!(visited("position"), 209_535);
    assert_eq!(visited("frontier"), 43_747);
}

/// The article's figures are only for the contest's position.
#[test]
fn plain_has_the_figure_of_the_article() {
    let published = |state: &State, key| testing::technique::<Meteor>(key).published(&prepared(state));
    let explored = search(&empty(), "plain").tally.explored;
    assert_eq!(published(&empty(), "plain"), [Published { figure: Figure::Explored(explored), remark: "" }]);
    assert_eq!(published(&empty(), "frontier"), []);
    assert_eq!(published(&preset("blocked-corners"), "plain"), []);
}

#[test]
fn stages_add_up_to_the_tally() {
    for technique in Meteor::techniques().iter().map(|technique| technique.key).filter(|&key| key != "row-list") {
        let tally = search(&empty(), technique).tally;
        assert_eq!(tally.stages.len(), 11, "{technique}: a stage for each number of pieces placed");
        assert_eq!(tally.stages.iter().map(|stage| stage.explored).sum::<u64>(), tally.explored, "{technique}");
        assert_eq!(tally.stages.iter().map(|stage| stage.kept).sum::<u64>(), tally.kept, "{technique}");
    }
}

#[test]
fn presets_have_the_known_numbers_of_solutions() {
    let known = [
        ("contest", 2098),
        ("one-pin", 321),
        ("two-pins", 53),
        ("unique", 1),
        ("blocked-corners", 1050),
        ("eight-pieces", 2740),
        ("dead-end", 0),
    ];
    for (key, solutions) in known {
        assert_eq!(count(&preset(key), "frontier"), solutions, "{key}");
    }
    let found = search(&empty(), "frontier");
    assert_eq!(found.items.len(), 2098, "half turns of solutions are listed as well");
    assert_eq!((summary(&found).rotations, summary(&found).classes), (Some(1049), Some(1049)));
}

#[test]
fn sets_of_polyhexes_have_the_known_numbers() {
    let set = |set: Set| State::of_set(&HEXAGONS, set);
    let pieces = [Set::Trihexes, Set::Tetrahexes, Set::Pentahexes].map(|key| set(key).pieces.len());
    assert_eq!(pieces, [3, 7, 22]);
    let counted = summary(&search(&set(Set::Tetrahexes), "row-list"));
    assert_eq!((counted.raw, counted.rotations, counted.classes), (36, Some(18), Some(18)), "as another program counts");
    assert_eq!(count(&set(Set::Trihexes), "plain"), 2);
}

#[test]
fn the_contest_output_is_exact() {
    let output = contest::output(&summary(&search(&empty(), "frontier")));
    assert_eq!(output, include_str!("../../../../tests/cases/meteor-2098.txt"));
}
