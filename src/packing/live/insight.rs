//! The analysis of a position as data, and as lines to read.

use serde::Serialize;

use super::{apart::Par, placement_counts::PlacementCounts};
use crate::{
    model::{lattice::Lattice, solution::Summary, spot::Spot},
    search::{
        frontier_graph::unsuited,
        prepared::{Prepared, with_table},
    },
};
use base::{
    board::Fact,
    puzzle::Flaw,
    text::{grouped, share},
};

/// The results of the analysis.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Insight {
    /// The number of ways to place a single remaining piece; equal pieces count once.
    pub placements: u64,
    /// The number of cells of the figure that no pinned piece covers.
    pub free_cells: u32,
    /// The number of cells of the remaining pieces.
    pub piece_cells: u32,
    /// Whether there is a solution; `None` as long as that is not known.
    pub solvable: Option<bool>,
    /// The solutions counted so far.
    pub counted: Summary,
    /// How far the count got.
    pub census: Census,
    /// The share of the search that was done when the count gave up, from 0 to 1.
    #[serde(skip)]
    pub searched: f32,
    /// How they are counted, and why so.
    pub method: &'static str,
    /// How many solutions each placement keeps, once all are counted.
    #[serde(skip)]
    pub kept: Option<PlacementCounts>,
    /// How the pieces come apart, if that is played.
    #[serde(skip)]
    pub par: Option<Par>,
    /// Why the remaining pieces can't fill the figure, if their cubes alone show it.
    #[serde(skip)]
    pub flaws: Vec<Flaw<Spot>>,
}

/// The progress of the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Census {
    /// Still running.
    #[serde(rename = "going")]
    Running,
    /// All solutions are counted.
    #[serde(rename = "whole")]
    Complete,
    /// There is too much to search; there may be more solutions than were counted.
    GivenUp,
}

impl Insight {
    /// Returns what is known without a search.
    pub fn without_search(prepared: &Prepared) -> Self {
        let problem = &prepared.problem;
        Self {
            placements: with_table!(prepared, table => {
                problem.symmetries.equal_pieces.firsts().map(|piece| table.pieces[piece].masks.len() as u64).sum()
            }),
            free_cells: problem.cells.len() as u32,
            piece_cells: problem.pieces.iter().map(|piece| piece.cells.len() as u32).sum(),
            solvable: None,
            counted: Summary::default(),
            census: Census::Running,
            searched: 0.0,
            method: unsuited(problem).filter(|_| problem.state.lattice.is_flat).unwrap_or("row list"),
            kept: None,
            par: None,
            flaws: problem.wrong_numbers().into_iter().collect(),
        }
    }

    /// Adds the solutions found so far; there may be more.
    pub fn with_at_least(self, counted: Summary) -> Self {
        Self { solvable: Some(true), counted, ..self }
    }

    /// Adds the solutions found when the count gives up after this share of the search.
    pub fn giving_up_at(self, counted: Summary, searched: f32) -> Self {
        Self { solvable: (counted.raw > 0).then_some(true), counted, census: Census::GivenUp, searched, ..self }
    }

    /// Adds all solutions, and what each placement keeps of them.
    pub fn with_all(self, counted: Summary, kept: PlacementCounts) -> Self {
        Self { solvable: Some(counted.raw > 0), counted, census: Census::Complete, kept: Some(kept), ..self }
    }
}

/// Returns everything that is known as lines to read.
pub fn facts(lattice: &Lattice, insight: Option<&Insight>, found: &Summary) -> Vec<Fact> {
    let mut facts = counts(insight, found);
    if let Some(Insight { searched, .. }) = insight.filter(|insight| insight.census == Census::GivenUp) {
        const RATIO: &str = "How much of the whole search the count did before it gave up: an estimate of how long Solve will take";
        facts.push(fact("Searched", share(*searched), RATIO));
    }
    if let Some(insight) = insight {
        const ENOUGH: &str = "Pieces may stay unused, but together they must have enough cells to fill the figure";
        facts.push(fact("Free cells", insight.free_cells.to_string(), ENOUGH));
        facts.push(fact(&format!("Remaining {}s", lattice.cell), insight.piece_cells.to_string(), ENOUGH));
        facts.push(fact("Counted by", insight.method.to_owned(), "How solutions are counted after every edit"));
        facts.push(fact("Options", grouped(insight.placements), "Ways to place one remaining piece on free cells"));
    }
    facts
}

fn fact(label: &str, value: String, tooltip: &'static str) -> Fact {
    Fact { label: label.to_owned(), value, tooltip }
}

/// The label of the number of solutions where it isn't counted in three ways.
const SOLUTIONS: &str = "Solutions";

/// Returns the number of solutions: as counted by the analysis, or else as found by a search.
fn counts(insight: Option<&Insight>, found: &Summary) -> Vec<Fact> {
    let counted = insight.filter(|insight| insight.census == Census::Complete).map(|insight| &insight.counted);
    match counted.or(Some(found).filter(|found| found.raw > 0)) {
        Some(Summary { raw: 0, .. }) => vec![fact(SOLUTIONS, "none".to_owned(), "The figure can't be filled")],
        // Without symmetry, three equal numbers would be a riddle.
        Some(Summary { raw, classes: Some(classes), .. }) if raw == classes => {
            vec![fact(SOLUTIONS, grouped(*raw), "No rotation or reflection of the figure makes another solution of these")]
        }
        Some(Summary { raw, rotations: Some(rotations), classes: Some(classes), .. }) => vec![
            fact("Up to symmetry", grouped(*classes), "Solutions that are rotations or mirror images of one another count once"),
            fact("Up to rotation", grouped(*rotations), "Rotations of a solution count once; its mirror image counts separately"),
            fact("All", grouped(*raw), "Counts every way to place the pieces; swapping equal pieces doesn't make another solution"),
        ],
        Some(Summary { raw, .. }) => {
            vec![fact(SOLUTIONS, grouped(*raw), "Counts every way to place the pieces; pinned pieces stay where they are")]
        }
        None => vec![fact(SOLUTIONS, not_counted(insight), "There may be too many to count after every edit; Solve counts them all")],
    }
}

fn not_counted(insight: Option<&Insight>) -> String {
    match insight.map(|insight| (insight.census, insight.counted.raw)) {
        Some((Census::GivenUp, 0)) => "none found quickly".to_owned(),
        None | Some((_, 0)) => "not counted yet".to_owned(),
        Some((_, raw)) => format!("at least {}", grouped(raw)),
    }
}
