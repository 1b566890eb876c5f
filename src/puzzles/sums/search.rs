//! The techniques, which all decide for one cell after another whether to take or to skip it. Search traces, tasks and filtering are
//! here, too.

use std::ops::{ControlFlow, Range};

use super::{
    Sums,
    model::{Problem, Summary},
};
use base::{
    puzzle::Tasks,
    search::{Event, Observer, Remaining, StepCounter, Tally, Task, TraceStep},
};

/// Tries every set of cells.
pub fn plain(problem: &Problem, observer: &mut dyn Observer<Vec<usize>>) -> ControlFlow<()> {
    search(problem, u32::MAX, &mut Solutions(observer))
}

/// Tries only sets whose sum doesn't exceed the target.
pub fn bounded(problem: &Problem, observer: &mut dyn Observer<Vec<usize>>) -> ControlFlow<()> {
    search(problem, problem.target, &mut Solutions(observer))
}

/// Records the plain search step by step.
pub fn trace_plain(
    problem: &Problem,
    range: Range<u64>,
    observer: &mut dyn Observer<TraceStep<Vec<usize>, usize>>,
) -> ControlFlow<(), u64> {
    let mut trace = Trace { problem, counter: StepCounter::new(range), observer };
    search(problem, u32::MAX, &mut trace)?;
    ControlFlow::Continue(trace.counter.steps())
}

/// Never finds anything and never ends. Tests stop it.
pub fn endless(_problem: &Problem, observer: &mut dyn Observer<Vec<usize>>) -> ControlFlow<()> {
    loop {
        observer.progress(0.5, &Tally::default())?;
    }
}

/// Finds one solution and then panics. Tests check that the window survives.
pub fn crashing(_problem: &Problem, observer: &mut dyn Observer<Vec<usize>>) -> ControlFlow<()> {
    observer.found(vec![0])?;
    panic!("crashed on purpose")
}

/// Follows a search. The search is generic over it, so a trace records the real search, and a search without a trace pays nothing.
trait Listener {
    /// Called for every step with the cells taken and their sum.
    fn step(&mut self, event: Event, taken: &[usize], sum: u32, tally: &Tally) -> ControlFlow<()>;

    /// Called at every node; `Break` stops the search.
    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()>;
}

/// Reports solutions and ignores all other steps.
struct Solutions<'a>(&'a mut dyn Observer<Vec<usize>>);

impl Listener for Solutions<'_> {
    fn step(&mut self, event: Event, taken: &[usize], _sum: u32, _tally: &Tally) -> ControlFlow<()> {
        if event == Event::Found { self.0.found(taken.to_vec()) } else { ControlFlow::Continue(()) }
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.0.progress(done, tally)
    }
}

/// Reports the steps whose numbers are in the range.
struct Trace<'a> {
    problem: &'a Problem,
    counter: StepCounter,
    observer: &'a mut dyn Observer<TraceStep<Vec<usize>, usize>>,
}

impl Listener for Trace<'_> {
    fn step(&mut self, event: Event, taken: &[usize], sum: u32, tally: &Tally) -> ControlFlow<()> {
        if !self.counter.count() {
            return ControlFlow::Continue(());
        }
        let digits: Vec<String> = taken.iter().map(|&cell| self.problem.digits[cell].to_string()).collect();
        let remark = match event {
            Event::Place => format!("takes a cell: {sum} so far"),
            Event::Remove => format!("skips the cell: {sum} so far"),
            Event::Found => format!("{} make {sum}", digits.join(" + ")),
            Event::DeadEnd => format!("together they make {sum}, not {}", self.problem.target),
        };
        let (partial, spots) = (taken.to_vec(), taken.to_vec());
        self.observer.found(TraceStep { event, partial, remark, spots, explored: tally.explored, kept: tally.kept })
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}

/// Searches all sets of cells whose sum doesn't exceed the bound.
fn search<L: Listener>(problem: &Problem, bound: u32, listener: &mut L) -> ControlFlow<()> {
    let mut search = Search { problem, bound, taken: Vec::new(), tally: Tally::default(), listener };
    search.decide(0, 0)?;
    search.listener.progress(1.0, &search.tally)
}

struct Search<'a, L> {
    problem: &'a Problem,
    bound: u32,
    taken: Vec<usize>,
    tally: Tally,
    listener: &'a mut L,
}

impl<L: Listener> Search<'_, L> {
    /// Takes or skips this cell and all later ones.
    fn decide(&mut self, cell: usize, sum: u32) -> ControlFlow<()> {
        self.tally.explored += 1;
        self.listener.progress(0.0, &self.tally)?;
        if self.bound < sum {
            return self.step(Event::DeadEnd, sum);
        }
        self.tally.kept += 1;
        let Some(digit) = self.problem.digits.get(cell) else {
            return self.step(if sum == self.problem.target { Event::Found } else { Event::DeadEnd }, sum);
        };
        self.taken.push(cell);
        self.step(Event::Place, sum + digit)?;
        self.decide(cell + 1, sum + digit)?;
        self.taken.pop();
        self.step(Event::Remove, sum)?;
        self.decide(cell + 1, sum)
    }

    fn step(&mut self, event: Event, sum: u32) -> ControlFlow<()> {
        self.listener.step(event, &self.taken, sum, &self.tally)
    }
}

/// Whether every solution of the second problem plainly solves the first one, too.
pub fn only_rules_out(before: &Problem, after: &Problem) -> bool {
    // A digit above the target is part of no solution.
    let is_ruled_out = |digit: u32| after.target < digit;
    let mut digits = before.digits.iter().zip(&after.digits);
    let is_stricter = digits.all(|(before, &after)| *before == after || is_ruled_out(after));
    let alike = before.target == after.target && before.digits.len() == after.digits.len();
    alike && is_stricter && before.digits != after.digits
}

/// Reports those solutions of another problem that solve this one, too.
pub fn filter(problem: &Problem, solutions: &[Vec<usize>], observer: &mut dyn Observer<Vec<usize>>) -> ControlFlow<()> {
    for solution in solutions {
        if solution.iter().map(|&cell| problem.digits[cell]).sum::<u32>() == problem.target {
            observer.found(solution.clone())?;
        }
    }
    observer.progress(1.0, &Tally::default())
}

/// The plain search, cut into tasks.
pub static PLAIN: Tasks<Sums> = Tasks {
    identify: &|problem| format!("{:?} that make {}", problem.digits, problem.target), // Saved searches contain it, so it must not change.
    split: &split,
    run: &run_task,
    to_counts: &|summary| summary.fewest_cells.iter().map(|&fewest| ("fewest_cells".to_owned(), fewest as u64)).collect(),
    from_counts: &|counts| Some(Summary { fewest_cells: counts.get("fewest_cells").map(|&fewest| fewest as usize) }),
    to_text: &|cells| cells.iter().map(usize::to_string).collect::<Vec<_>>().join(" "),
    from_text: &|problem, text| {
        let cells: Vec<usize> = text.split(' ').map(|cell| cell.parse().ok()).collect::<Option<_>>()?;
        let sum: u32 = cells.iter().map(|&cell| problem.digits.get(cell).copied()).sum::<Option<_>>()?;
        (sum == problem.target && cells.is_sorted_by(|one, next| one < next)).then_some(cells)
    },
};

/// A task says what was decided for the first cells: `+` takes a cell, `-` skips it.
fn split(problem: &Problem, mut tasks: Vec<Task>, at_least: usize, may_continue: &mut dyn FnMut() -> bool) -> Result<Remaining, String> {
    let cells = problem.digits.len();
    let is_valid = |task: &Task| task.choices.len() <= cells && task.choices.chars().all(|choice| "+-".contains(choice));
    if let Some(wrong) = tasks.iter().find(|task| !is_valid(task)) {
        return Err(format!("{:?} isn't a choice of {cells} cells", wrong.choices));
    }
    let mut tally = Tally::default();
    while tasks.len() < at_least && tasks.iter().any(|task| task.choices.len() < cells) && may_continue() {
        let cut = tasks.iter().filter(|task| task.choices.len() < cells).count() as u64;
        tally += &Tally { explored: cut, kept: cut, ..Tally::default() };
        tasks = tasks.iter().flat_map(|task| if task.choices.len() < cells { halves(task) } else { vec![task.clone()] }).collect();
    }
    Ok(Remaining { tasks, tally })
}

/// The two tasks that take or skip the next cell.
fn halves(task: &Task) -> Vec<Task> {
    ['+', '-'].map(|choice| Task { choices: format!("{}{choice}", task.choices), share: task.share / 2.0 }).to_vec()
}

/// Searches like [`plain`], but keeps the nodes still to be visited on a stack, from which [`remaining`] makes tasks at any time.
fn run_task(problem: &Problem, task: &Task, observer: &mut dyn Observer<Vec<usize>>) -> ControlFlow<Remaining> {
    let (mut stack, mut tally) = (vec![task.clone()], Tally::default());
    while let Some(node) = stack.pop() {
        let share_remaining: f64 = stack.iter().chain([&node]).map(|task| task.share).sum();
        if observer.progress((1.0 - share_remaining / task.share) as f32, &tally).is_break() {
            stack.push(node);
            return ControlFlow::Break(remaining(stack, tally));
        }
        tally.explored += 1;
        tally.kept += 1;
        if node.choices.len() < problem.digits.len() {
            stack.extend(halves(&node).into_iter().rev());
            continue;
        }
        let taken: Vec<usize> = node.choices.chars().enumerate().filter(|&(_, choice)| choice == '+').map(|(cell, _)| cell).collect();
        let sum: u32 = taken.iter().map(|&cell| problem.digits[cell]).sum();
        if sum == problem.target && observer.found(taken).is_break() {
            return ControlFlow::Break(remaining(stack, tally));
        }
    }
    match observer.progress(1.0, &tally) {
        ControlFlow::Continue(()) => ControlFlow::Continue(()),
        ControlFlow::Break(()) => ControlFlow::Break(remaining(stack, tally)),
    }
}

/// The nodes still to be visited, in the order in which the search would have visited them.
fn remaining(stack: Vec<Task>, tally: Tally) -> Remaining {
    Remaining { tasks: stack.into_iter().rev().collect(), tally }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::search::Found;

    #[test]
    fn a_trace_records_the_search_itself() {
        let problem = Problem { digits: vec![3, 4, 0, 7], target: 7 };
        let (mut found, mut trace) = (Found::default(), Found::default());
        assert!(plain(&problem, &mut found).is_continue());
        let steps = trace_plain(&problem, 0..u64::MAX, &mut trace).continue_value();
        assert_eq!((steps, &trace.tally), (Some(trace.items.len() as u64), &found.tally));
        let count = |event| trace.items.iter().filter(|step| step.event == event).count() as u64;
        assert_eq!(count(Event::Place), count(Event::Remove));
        // Each node but the first follows a cell that is taken or skipped.
        assert_eq!(1 + count(Event::Place) + count(Event::Remove), found.tally.explored);
        let solutions = trace.items.iter().filter(|step| step.event == Event::Found).map(|step| step.partial.clone());
        assert_eq!(solutions.collect::<Vec<_>>(), found.items);
    }
}
