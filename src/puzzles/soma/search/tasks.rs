//! The row list's search in tasks, each of which is a path: so it can be shared out, stopped, saved and gone on with.

use std::{ops::ControlFlow, sync::Arc};

use super::{
    opening::{Arguments, Decided, Opening},
    path::{self, Path},
    prepared::{Prepared, with_layout},
    row_list::{Part, RowList},
    share::Share,
};
use crate::{
    puzzle::Tasks,
    puzzles::soma::{
        Soma,
        model::{
            cells::Cells,
            layout::Layout,
            problem::Problem,
            solution::{Solution, Summary},
        },
    },
    search::{Observer, Remaining, Tally, Task},
};

/// The tasks of the row list.
pub static ROW_LIST: Tasks<Soma> = Tasks {
    identify: |prepared| identify(&prepared.problem),
    split: |prepared, tasks, at_least, go_on| split(prepared, Arguments::Symmetry, tasks, at_least, go_on),
    run: |prepared, task, observer| run(prepared, Arguments::Symmetry, task, observer),
    to_counts: Summary::to_counts,
    from_counts: Summary::from_counts,
};

/// The tasks of the row list after the arguments about corners and colours.
pub static CORNERS: Tasks<Soma> = Tasks {
    split: |prepared, tasks, at_least, go_on| split(prepared, Arguments::Corners, tasks, at_least, go_on),
    run: |prepared, task, observer| run(prepared, Arguments::Corners, task, observer),
    ..ROW_LIST
};

/// The number of cells and of pieces, whether some are equal and counted once, and a digest of where they are and what they look like (64-bit FNV-1a).
fn identify(problem: &Problem) -> String {
    let mut text: String = problem.grid.layers().iter().map(|layer| format!("{}/", layer.join(" "))).collect();
    for piece in &problem.pieces {
        let cells: Vec<String> = piece.shape().iter().map(|cell| format!("{}{}{}", cell.x, cell.y, cell.z)).collect();
        text += &format!("{}{}/", piece.name, cells.join("."));
    }
    let digest = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    // Earlier versions counted every exchange of equal pieces, so their searches are other ones.
    let once = if problem.symmetries.equals.is_empty() { "" } else { ", equal ones counted once" };
    format!("{} cells, {} pieces{once}, {digest:016x}", problem.cells.len(), problem.pieces.len())
}

/// Cuts the tasks down to the first depth at which they are enough.
fn split(
    prepared: &Prepared,
    arguments: Arguments,
    tasks: Vec<Task>,
    at_least: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Remaining, String> {
    with_layout!(prepared, layout, decided => {
        let search = Search { problem: &prepared.problem, layout, decided, arguments };
        for task in &tasks {
            Start::of(search, task)?;
        }
        let whole = weight(&tasks);
        let mut cut = Remaining { tasks, tally: Tally::default() };
        for _depth in 0..prepared.problem.pieces.len() {
            if cut.tasks.len() >= at_least {
                break;
            }
            if deepen(search, &mut cut, go_on)?.is_break() {
                return Ok(cut);
            }
        }
        if at_least > 1 {
            lighten(search, &mut cut, go_on)?;
            scale(&mut cut.tasks, whole);
        }
        Ok(cut)
    })
}

/// Cuts each task by one more piece, as long as they are not too many.
fn deepen<C: Cells>(search: Search<'_, C>, cut: &mut Remaining, go_on: &mut dyn FnMut() -> bool) -> Result<ControlFlow<()>, String> {
    let mut waiting = std::mem::take(&mut cut.tasks).into_iter();
    let mut flow = ControlFlow::Continue(());
    while flow.is_continue()
        && cut.tasks.len() + waiting.len() < MANY_TASKS
        && let Some(task) = waiting.next()
    {
        let Done { flow: end, rest } = Start::of(search, &task)?.cut(search, go_on);
        cut.tally += &rest.tally;
        cut.tasks.extend(rest.tasks);
        flow = end;
    }
    cut.tasks.extend(waiting);
    Ok(flow)
}

/// No task is to be more than this of the work of all, or progress would jump when it turns out to be little.
const HEAVIEST_TASK: f64 = 0.01;
/// Tasks are not cut any more when they are so many.
const MANY_TASKS: usize = 4096;

fn weight(tasks: &[Task]) -> f64 {
    tasks.iter().map(|task| task.share).sum()
}

/// Makes all together as heavy as they were before they were cut: where nothing comes of a part, the others have its share.
fn scale(tasks: &mut [Task], whole: f64) {
    let factor = whole / weight(tasks);
    if factor.is_finite() {
        tasks.iter_mut().for_each(|task| task.share *= factor);
    }
}

/// Cuts the heaviest task, again and again, until each is light enough or can't be cut.
fn lighten<C: Cells>(search: Search<'_, C>, cut: &mut Remaining, go_on: &mut dyn FnMut() -> bool) -> Result<(), String> {
    let Remaining { tasks, tally } = cut;
    let mut whole: Vec<String> = Vec::new();
    while tasks.len() < MANY_TASKS && go_on() {
        let may_be_cut = (0..tasks.len()).filter(|&place| !whole.contains(&tasks[place].choices));
        let heaviest = may_be_cut.max_by(|&a, &b| tasks[a].share.total_cmp(&tasks[b].share));
        let Some(place) = heaviest.filter(|&place| tasks[place].share > HEAVIEST_TASK * weight(tasks)) else { break };
        let Done { flow, rest } = Start::of(search, &tasks[place])?.cut(search, go_on);
        if rest.tasks == tasks[place..=place] {
            whole.push(tasks[place].choices.clone());
        }
        *tally += &rest.tally;
        tasks.splice(place..=place, rest.tasks);
        if flow.is_break() {
            break;
        }
    }
    Ok(())
}

/// Does a task, or tells what is left of it.
fn run(prepared: &Prepared, arguments: Arguments, task: &Task, observer: &mut dyn Observer<Solution>) -> ControlFlow<Remaining> {
    with_layout!(prepared, layout, decided => {
        let search = Search { problem: &prepared.problem, layout, decided, arguments };
        // Those who run a task have asked `split` before whether it makes sense.
        let start = Start::of(search, task).unwrap_or_else(|wrong| panic!("{wrong}"));
        let Done { flow, rest } = start.run(search, None, observer);
        if flow.is_continue() && observer.progress(1.0, &rest.tally).is_continue() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(rest)
        }
    })
}

/// What the tasks are parts of.
#[derive(Clone, Copy)]
struct Search<'a, C> {
    problem: &'a Problem,
    layout: &'a Layout<C>,
    decided: &'a Decided<C>,
    arguments: Arguments,
}

/// Where a task begins.
struct Start<C> {
    /// None if the pieces are too few.
    opening: Option<Arc<Opening<C>>>,
    /// The case and the choices that are made; none for the whole search.
    path: Option<(usize, Vec<(u8, C)>)>,
    share: Share,
}

/// What came of a task: how its search ended, and the tasks that it left or gave out.
struct Done {
    flow: ControlFlow<()>,
    rest: Remaining,
}

impl<C: Cells> Start<C> {
    /// Reads the task, or says what is wrong with it.
    fn of(search: Search<'_, C>, task: &Task) -> Result<Self, String> {
        let Search { problem, layout, decided, arguments } = search;
        let Path { held, short, choices } = path::read(problem, layout, &task.choices)?;
        let share = Share { from: 0.0, size: task.share };
        let wrong = || format!("\"{}\" begins as no search of this position does", task.choices);
        let Some(held) = held else {
            let opening = decided.for_all(problem, layout, arguments);
            return if choices.is_empty() { Ok(Self { opening, path: None, share }) } else { Err(wrong()) };
        };
        let opening = decided.for_tasks(problem, layout, arguments, &held).ok_or_else(wrong)?;
        let case = opening.cases.iter().position(|case| case.short == short).ok_or_else(wrong)?;
        Ok(Self { opening: Some(opening), path: Some((case, choices)), share })
    }

    /// Gives out the tasks that have one more choice.
    fn cut(&self, search: Search<'_, C>, go_on: &mut dyn FnMut() -> bool) -> Done {
        let depth = self.path.as_ref().map_or(0, |(_, choices)| choices.len());
        self.run(search, Some(depth + 1), &mut Quiet(go_on))
    }

    /// Does it, or gives out tasks where this many pieces are placed.
    fn run(&self, search: Search<'_, C>, give_out_at: Option<usize>, observer: &mut dyn Observer<Solution>) -> Done {
        let Some(Opening { held, cases }) = self.opening.as_deref() else {
            return Done { flow: ControlFlow::Continue(()), rest: Remaining::default() };
        };
        let mut search = RowList::new(search.problem, search.layout, held, self.share, observer).giving_out_at(give_out_at);
        let flow = match &self.path {
            Some((case, choices)) => {
                search.run_parts(cases, vec![Part { case: *case, path: choices.clone(), weight: 1.0, is_closed: false }])
            }
            None => search.run_all(cases),
        };
        Done { flow, rest: Remaining { tasks: search.tasks, tally: search.tally } }
    }
}

/// Hears nothing, but says when it is enough.
struct Quiet<'a>(&'a mut dyn FnMut() -> bool);

impl Observer<Solution> for Quiet<'_> {
    fn found(&mut self, _solution: Solution) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        if (self.0)() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

#[cfg(test)]
mod tests;
