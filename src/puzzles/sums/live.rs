//! What is known without listing solutions: the total, facts and hints.

use std::ops::ControlFlow;

use serde::Serialize;

use super::{
    model::{Problem, Summary},
    search::plain,
};
use base::{
    board::Fact,
    puzzle::{Flaw, Key},
    search::{Event, Hint, Latest, Observer, Tally, TraceStep},
    text::counted,
};

/// What is known of a position at once.
#[derive(Clone, Serialize)]
pub struct Insight {
    /// The sum of all cells.
    pub total: u32,
    #[serde(skip)]
    /// What is wrong with the position, judging by the total.
    pub analysis_flaws: Vec<Flaw<usize>>,
}

/// Adds up all cells.
pub fn analyze(problem: &Problem, observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
    let total = problem.digits.iter().sum();
    let objection = || Flaw { message: format!("all cells together make only {total}"), spots: vec![], path: vec![Key::Field("target")] };
    let analysis_flaws = if total < problem.target { vec![objection()] } else { vec![] };
    observer.found(Insight { total, analysis_flaws })?;
    observer.progress(1.0, &Tally::default())
}

/// Says whether there is a solution, and then names the first cell of one.
pub fn hints(problem: &Problem, _known: Option<&Insight>, observer: &mut dyn Observer<Hint<usize>>) -> ControlFlow<()> {
    let mut latest = Latest::new(observer);
    plain(problem, &mut latest)?;
    let target = problem.target;
    let solution: Option<Vec<usize>> = latest.found;
    let Some(&first) = solution.as_ref().and_then(|solution| solution.first()) else {
        return observer.found(Hint::dead_end(format!("no cells make {target}")));
    };
    observer.found(Hint::vague(format!("some cells make {target}"), vec![]))?;
    observer.found(Hint::step("take the first".to_string(), vec![first]))
}

/// Adds up the cells of a solution one after another.
pub fn adding_up(problem: &Problem, solution: &[usize], observer: &mut dyn Observer<TraceStep<Vec<usize>, usize>>) -> ControlFlow<()> {
    let (partial, remark) = (solution.to_vec(), format!("adds up {}", counted(solution.len() as u64, "cell")));
    observer.found(TraceStep { event: Event::Found, partial, remark, spots: Vec::new(), explored: 0, kept: 0 })?;
    for count in 1..=solution.len() {
        let sum: u32 = solution[..count].iter().map(|&cell| problem.digits[cell]).sum();
        let (partial, remark) = (solution[..count].to_vec(), format!("that makes {sum}"));
        observer.found(TraceStep { event: Event::Place, partial, remark, spots: vec![solution[count - 1]], explored: 0, kept: 0 })?;
    }
    observer.progress(1.0, &Tally::default())
}

/// The lines of the status panel.
pub fn facts(rows: usize, insight: Option<&Insight>, summary: &Summary) -> Vec<Fact> {
    let fact = |label: &str, value: String| Fact { label: label.to_string(), value, tooltip: "" };
    let mut facts = vec![fact("Rows", rows.to_string())];
    facts.extend(insight.map(|insight| fact("Total of all cells", insight.total.to_string())));
    facts.extend(summary.fewest_cells.map(|fewest| fact("Fewest cells", fewest.to_string())));
    facts
}
