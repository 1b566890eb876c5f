//! What is known of a position without listing its solutions, and the lines in which it is told.

use serde::Serialize;

use super::kept::Kept;
use crate::{
    board::Fact,
    puzzles::soma::{
        model::solution::Summary,
        search::prepared::{Prepared, with_layout},
    },
    text::grouped,
};

/// What the analysis found out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Insight {
    /// The ways to place a single piece of those that are left, of equal pieces one.
    pub placements: u64,
    /// Cells of the figure that no pinned piece covers.
    pub free_cells: u32,
    /// Cells of the pieces that are left.
    pub piece_cells: u32,
    /// Whether there is a solution; none as long as that is not known.
    pub solvable: Option<bool>,
    /// The solutions counted so far.
    pub counted: Summary,
    /// Whether these are all.
    pub census: Census,
    /// How many solutions each placement keeps, if all are counted.
    #[serde(skip)]
    pub kept: Option<Kept>,
}

/// How far the counting came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Census {
    /// It goes on.
    Going,
    /// All are counted.
    Whole,
    /// There is too much to search; there may be more than were counted.
    GivenUp,
}

impl Insight {
    /// What can be said without a search.
    pub fn at_a_glance(prepared: &Prepared) -> Self {
        let problem = &prepared.problem;
        Self {
            placements: with_layout!(prepared, layout => {
                problem.symmetries.equals.firsts().map(|piece| layout.pieces[piece].masks.len() as u64).sum()
            }),
            free_cells: problem.cells.len() as u32,
            piece_cells: problem.pieces.iter().map(|piece| piece.cells.len() as u32).sum(),
            solvable: None,
            counted: Summary::default(),
            census: Census::Going,
            kept: None,
        }
    }

    /// The same with some solutions, of which there may be more.
    pub fn having_at_least(self, counted: Summary) -> Self {
        Self { solvable: Some(true), counted, ..self }
    }

    /// The same when it is given up to count the solutions.
    pub fn giving_up(self, counted: Summary) -> Self {
        Self { solvable: (counted.raw > 0).then_some(true), counted, census: Census::GivenUp, ..self }
    }

    /// The same with all solutions.
    pub fn counting(self, counted: Summary, kept: Kept) -> Self {
        Self { solvable: Some(counted.raw > 0), counted, census: Census::Whole, kept: Some(kept), ..self }
    }
}

/// All that is known, as lines to read.
pub fn facts(insight: Option<&Insight>, found: &Summary) -> Vec<Fact> {
    let mut facts = counts(insight, found);
    if let Some(insight) = insight {
        let hint = "Pieces may stay unused, but they must have enough cubes to fill the figure";
        facts.push(fact("Free cells", insight.free_cells.to_string(), hint));
        facts.push(fact("Cubes left", insight.piece_cells.to_string(), hint));
        facts.push(fact("Placements", grouped(insight.placements), "The ways to place one of the remaining pieces"));
    }
    facts
}

fn fact(label: &str, value: String, hint: &'static str) -> Fact {
    Fact { label: label.to_owned(), value, hint }
}

/// How many solutions there are, as the analysis counted them, or else as many as a search found.
fn counts(insight: Option<&Insight>, found: &Summary) -> Vec<Fact> {
    let counted = insight.filter(|insight| insight.census == Census::Whole).map(|insight| &insight.counted);
    match counted.or(Some(found).filter(|found| found.raw > 0)) {
        Some(Summary { raw: 0, .. }) => vec![fact("Solutions", "none".to_owned(), "There is no way to fill the figure")],
        Some(Summary { raw, rotations: Some(rotations), classes: Some(classes) }) => vec![
            fact("Up to rotation, mirror", grouped(*classes), "A solution, its mirror image and both, however they are turned, count once"),
            fact("Up to rotation", grouped(*rotations), "However a solution is turned, it counts once; its mirror image counts as another"),
            fact("All", grouped(*raw), "Each way in which the pieces can lie counts; exchanging equal pieces makes no other"),
        ],
        Some(Summary { raw, .. }) => {
            vec![fact("Solutions", grouped(*raw), "With pieces that lie fast, each way in which the others can lie counts")]
        }
        None => vec![fact("Solutions", not_counted(insight), "There may be too many to be counted after every edit; Solve counts them")],
    }
}

fn not_counted(insight: Option<&Insight>) -> String {
    match insight.map(|insight| (insight.census, insight.counted.raw)) {
        None | Some((Census::Going | Census::Whole, 0)) => "not known yet".to_owned(),
        Some((Census::GivenUp, 0)) => "none found at once".to_owned(),
        Some((Census::Going | Census::Whole, raw)) => format!("at least {}", grouped(raw)),
        Some((Census::GivenUp, raw)) => format!("{} and more", grouped(raw)),
    }
}
