//! Positions whose solutions were counted by other programs, and the contest's own output.

use serde::Deserialize;

use super::search;
use crate::{
    kind::Kind,
    puzzle::{Figure, Published, Puzzle},
    puzzles::meteor::{
        Meteor,
        model::{
            geometry::Cell,
            pieces::{Piece, Placement},
            solution::{Solution, Summary, contest_output},
            state::{Square, State},
        },
    },
    search::Found,
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

fn cell(index: &usize) -> Cell {
    Cell::new(*index).unwrap()
}

fn piece(index: &usize) -> Piece {
    Piece::new(*index).unwrap()
}

impl Case {
    fn state(&self) -> State {
        let mut state = State { pieces: self.pieces.iter().map(piece).collect(), ..State::default() };
        state.board.fill(self.blocked.iter().map(cell).collect(), Square::Blocked);
        for pin in &self.pins {
            state.board.fill(pin.cells.iter().map(cell).collect(), Square::Pinned(piece(&pin.piece)));
        }
        state
    }

    #[track_caller]
    fn agrees(&self, found: &Found<Solution>) {
        let mut summary = Summary::default();
        found.items.iter().for_each(|solution| summary.add(solution));
        let text = |solution: Option<Solution>| solution.map(|solution| solution.text().replace('#', "."));
        assert_eq!(found.items.len(), self.solutions, "{}", self.name);
        assert_eq!(text(summary.smallest), self.smallest, "{}", self.name);
        assert_eq!(text(summary.largest), self.largest, "{}", self.name);
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
        for technique in ["position", "regions", "half-turn-piece", "half-turn-set", "edge-islands"] {
            case.agrees(&search(&case.state(), technique));
        }
    }
}

#[test]
fn solutions_are_counted_by_their_unused_piece() {
    for case in cases() {
        let solutions = search(&case.state(), "frontier").items;
        for (unused, &count) in case.by_unused_piece.iter().flatten() {
            let without = |solution: &&Solution| solution.cells(piece(unused)).is_empty();
            assert_eq!(solutions.iter().filter(without).count(), count, "{} without piece {unused}", case.name);
        }
    }
}

/// The work of each technique on the empty board.
///
/// The count of `plain` is the article's. Why the next three differ is explained and tested in `search/article.rs`.
#[test]
fn each_technique_visits_the_known_number_of_nodes() {
    let visited = |technique| search(&State::default(), technique).tally.explored;
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
    let published = |state: &State, key| Kind::<Meteor>::OF.technique(key).unwrap().published(&Meteor::check(state).unwrap());
    let explored = search(&State::default(), "plain").tally.explored;
    assert_eq!(published(&State::default(), "plain"), [Published { figure: Figure::Explored(explored), remark: "" }]);
    assert_eq!(published(&State::default(), "frontier"), []);
    let mut blocked = State::default();
    blocked.board[cell(&0)] = Square::Blocked;
    assert_eq!(published(&blocked, "plain"), []);
}

#[test]
fn stages_add_up_to_the_tally() {
    for technique in Meteor::techniques() {
        let technique = technique.key;
        let tally = search(&State::default(), technique).tally;
        assert_eq!(tally.stages.len(), 11, "{technique}: a stage for each number of pieces placed");
        assert_eq!(tally.stages.iter().map(|stage| stage.explored).sum::<u64>(), tally.explored, "{technique}");
        assert_eq!(tally.stages.iter().map(|stage| stage.kept).sum::<u64>(), tally.kept, "{technique}");
    }
}

#[test]
fn solutions_have_1600_distinct_placements() {
    let solutions = search(&State::default(), "frontier").items;
    let placements = solutions.iter().flat_map(|solution| Piece::all().map(|piece| Placement { piece, cells: solution.cells(piece) }));
    assert_eq!(placements.collect::<std::collections::HashSet<_>>().len(), 1600);
}

#[test]
fn the_contest_output_is_exact() {
    let solutions = search(&State::default(), "frontier").items;
    let mut summary = Summary::default();
    solutions.iter().for_each(|solution| summary.add(solution));
    assert_eq!(contest_output(solutions.len() as u64, &summary), include_str!("../../../../tests/cases/meteor-2098.txt"));
}
