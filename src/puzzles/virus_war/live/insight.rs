//! The analysis of a position, without listing its turns.

use std::ops::ControlFlow::{self, Continue};

use serde::Serialize;

use crate::{
    model::{cells::Cell, position::Support, state::Problem},
    search::counts::{self, Counts},
};
use base::search::{Observer, Tally};

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Insight {
    /// The cells on which the next move can be made, and why.
    pub accessible: Vec<Access>,
    /// How many cells a move could be made on, sooner or later, if the turn never ended. There is a turn if and only if it has no more
    /// moves than this.
    pub reachable_cells: u32,
    /// The numbers of turns; none while they are being counted.
    pub counts: Option<Counts>,
    /// Sequences per turn, on average; none if there is no turn.
    pub ratio: Option<f64>,
    /// Whether the mover has lost, since there is no turn.
    pub loses: bool,
}

/// A cell on which the next move can be made.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Access {
    /// The cell.
    pub cell: Cell,
    /// What makes it accessible.
    pub by: Support,
}

/// Reports what is known. If counting takes long, everything else is reported first.
pub fn analyze(problem: &Problem, observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
    let Problem { position, mover, moves, .. } = problem;
    let access = |cell| Access { cell, by: position.support(*mover, cell) };
    let mut insight = Insight {
        accessible: position.accessible(*mover).into_iter().map(access).collect(),
        reachable_cells: position.reachable(*mover).len() as u32,
        counts: None,
        ratio: None,
        loses: problem.is_lost(),
    };
    if *moves > 3 {
        observer.found(insight.clone())?;
    }
    let mut tally = Tally::default();
    let counts = counts::of_position(problem, &mut || {
        tally.explored += 1;
        observer.progress(0.0, &tally)
    })?;
    insight.ratio = counts.ratio();
    insight.counts = Some(counts);
    observer.found(insight)?;
    observer.progress(1.0, &tally)?;
    Continue(())
}
