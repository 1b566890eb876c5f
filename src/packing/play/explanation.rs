//! The explanation of a position with one solution: the rater's own steps, each with its reason.

use std::ops::ControlFlow;

use super::challenge::{self, Solved};
use crate::{
    model::{solution::Solution, spot::Spot},
    search::prepared::Prepared,
};
use base::search::{Event, Observer, Tally, TraceStep};
use cover::challenges::Solutions;

/// Reports the steps by which a person solves the position, which end in the solution that is shown, or why it can't be explained.
pub fn steps(prepared: &Prepared, shown: Option<&Solution>, observer: &mut dyn Observer<TraceStep<Solution, Spot>>) -> ControlFlow<()> {
    match challenge::solve(prepared, shown, observer)? {
        Ok(Solved { rating, .. }) if rating.explanation.is_empty() => observer.found(said(prepared, NOTHING_TO_PLACE))?,
        Ok(Solved { rating, marks }) => {
            let mut placed: Vec<(char, Vec<usize>)> = Vec::new();
            for (explained, mark) in rating.explanation.into_iter().zip(marks) {
                let remark = explained.in_words();
                let spots = explained.cells.iter().chain(&explained.forcing).map(|&cell| Spot::Cell(cell as u16)).collect();
                placed.push((mark, explained.cells));
                let partial = prepared.problem.partial(placed.iter().cloned());
                observer.found(TraceStep { event: Event::Place, partial, remark, spots, explored: 0, kept: 0 })?;
            }
        }
        Err(Solutions::None) => observer.found(said(prepared, NO_SOLUTION))?,
        Err(Solutions::One | Solutions::Several) => observer.found(said(prepared, SEVERAL_SOLUTIONS))?,
    }
    observer.progress(1.0, &Tally::default())
}

const NOTHING_TO_PLACE: &str = "every piece is placed already, so there is nothing to explain: remove some pieces first";
const NO_SOLUTION: &str = "the position has no solution; only a position with exactly one can be explained";
const SEVERAL_SOLUTIONS: &str =
    "the position has several solutions, so no placement can be shown to be the only one: place more pieces first";

/// The position with a sentence.
fn said(prepared: &Prepared, remark: &str) -> TraceStep<Solution, Spot> {
    let partial = prepared.problem.partial(std::iter::empty::<(char, [usize; 0])>());
    TraceStep { event: Event::DeadEnd, partial, remark: remark.to_owned(), spots: Vec::new(), explored: 0, kept: 0 }
}
