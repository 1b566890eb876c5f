//! Whether a challenge can still be solved, and whether its position solves it: searched on a thread.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use crate::job::{Job, NoThread, Wake};
use base::{
    challenge::{Miss, Step},
    erased::{Erased, Kind, Problem, Spot, State},
    puzzle::{Flaw, Judge, Refute},
    search::{Observer, Tally, first},
};

/// The longest search for a solution that a challenge still has. After that it isn't known whether there is one.
const LONGEST_LOOK_AHEAD: Duration = Duration::from_secs(10);

/// Whether a challenge can still be solved, as far as it is known.
pub struct Outlook {
    /// The search that finds out.
    pub job: Option<Job<Verdict>>,
    /// Whether this search decides if the position solves the challenge, since it is filled.
    pub decides: bool,
    pub has_solution: Option<bool>,
    /// Why it can't be solved, if that shows without a search.
    pub dead_end: Option<Flaw<Spot>>,
    /// Why the position doesn't solve it, if that was searched.
    pub miss: Option<Miss<Spot>>,
    /// The position, if its dead end would count as a mistake: not if it was counted before, if it was one before the last edit, or at once
    /// after reading a file.
    pub mistake: Option<State>,
}

/// What a search has found out about the position of a challenge.
#[derive(Debug, PartialEq)]
pub enum Verdict {
    /// It still has a solution.
    HasSolution,
    /// It has none, with the reason if that shows without a search.
    DeadEnd(Option<Flaw<Spot>>),
    /// It is the solution, with the reason if it answers an exercise.
    Solves(Option<String>),
    /// It is filled, but not the solution.
    Misses(Miss<Spot>),
}

/// Searches a solution, on a thread.
pub fn look_ahead(kind: &'static Kind, problem: Problem, wake: Wake) -> Result<Job<Verdict>, NoThread> {
    let run = move |observer: &mut dyn Observer<Verdict>| find_first(kind, &problem, Instant::now() + LONGEST_LOOK_AHEAD, observer);
    Job::start(format!("{} look-ahead", kind.key), wake, run)
}

/// Searches why the filled position isn't the solution, on a thread.
pub fn prove(kind: &'static Kind, problem: Problem, refute: Refute<Erased>, wake: Wake) -> Result<Job<Verdict>, NoThread> {
    let run = move |observer: &mut dyn Observer<Verdict>| {
        let miss = first(|first| refute(&problem, first), |done, tally| observer.progress(done, tally))?;
        observer.found(miss.map_or(Verdict::Solves(None), Verdict::Misses))
    };
    Job::start(format!("{} look-ahead", kind.key), wake, run)
}

/// Searches whether a step of this kind proves what was placed in an exercise, on a thread.
pub fn judge(kind: &'static Kind, problem: Problem, (judge, step): (Judge<Erased>, Step), wake: Wake) -> Result<Job<Verdict>, NoThread> {
    let run = move |observer: &mut dyn Observer<Verdict>| {
        let verdict = first(|first| judge(&problem, step, first), |done, tally| observer.progress(done, tally))?;
        let verdict = verdict.map(|verdict| verdict.map_or_else(Verdict::Misses, |reason| Verdict::Solves(Some(reason))));
        verdict.map_or(ControlFlow::Continue(()), |verdict| observer.found(verdict))
    };
    Job::start(format!("{} look-ahead", kind.key), wake, run)
}

/// Reports whether the problem has a solution, and why not, or nothing if that isn't known by then.
pub fn find_first(kind: &Kind, problem: &Problem, until: Instant, observer: &mut dyn Observer<Verdict>) -> ControlFlow<()> {
    let progress = |done, tally: &Tally| if until <= Instant::now() { ControlFlow::Break(()) } else { observer.progress(done, tally) };
    match first(|first| (kind.techniques[0].search)(problem, first), progress) {
        ControlFlow::Continue(Some(_)) => observer.found(Verdict::HasSolution),
        ControlFlow::Continue(None) => observer.found(Verdict::DeadEnd(kind.extras.dead_end.and_then(|dead_end| dead_end(problem)))),
        ControlFlow::Break(()) => ControlFlow::Continue(()),
    }
}
