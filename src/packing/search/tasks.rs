//! The row list's search in tasks. Each task is a path, so it can be distributed, stopped, saved and resumed.

use std::{ops::ControlFlow, sync::Arc};

use glam::IVec3;

use super::{
    path::{self, Path},
    prepared::{Prepared, with_table},
    row_list::{self, Reporter},
    search_plan::{Arguments, SearchPlan, SearchPlans},
};
use crate::{
    Family, Packing,
    model::{
        copies,
        pieces::Piece,
        placements::PlacementTable,
        problem::Problem,
        solution::{Solution, Summary},
        state::State,
    },
};
use base::{
    bits::Word,
    puzzle::Tasks,
    search::{Observer, Remaining, Tally, Task},
    text::quoted,
};
use cover::{row_list::Part, share::Share, steps::Chosen};

impl<F: Family> Packing<F> {
    /// The tasks of the row list.
    pub const ROW_LIST_TASKS: Tasks<Self> = Tasks {
        identify: &|prepared| identify(&prepared.problem),
        split: &|prepared, tasks, at_least, keep_going| split(prepared, Arguments::Symmetry, tasks, at_least, keep_going),
        run: &|prepared, task, observer| run(prepared, Arguments::Symmetry, task, observer),
        to_counts: &Summary::to_counts,
        from_counts: &Summary::from_counts,
        to_text: &Solution::to_text,
        from_text: &|prepared, text| prepared.problem.read_solution(text),
    };

    /// The tasks of the row list after the corner and checkerboard arguments.
    pub const CORNERS_TASKS: Tasks<Self> = Tasks {
        split: &|prepared, tasks, at_least, keep_going| split(prepared, Arguments::Corners, tasks, at_least, keep_going),
        run: &|prepared, task, observer| run(prepared, Arguments::Corners, task, observer),
        ..Self::ROW_LIST_TASKS
    };
}

/// Describes a problem: the number of cells and of pieces, whether equal pieces are counted once, and a digest of where and what they are
/// (64-bit FNV-1a).
fn identify(problem: &Problem) -> String {
    let (named, mut placed) = copies::named(&problem.state, &problem.grid);
    let mut text: String = named.layers().iter().map(|layer| format!("{}/", layer.join(" "))).collect();
    // Which copy is which makes no difference.
    placed.sort_unstable_by_key(|(name, cells)| (*name, cells.iter().map(IVec3::to_array).collect::<Vec<_>>()));
    for (name, cells) in placed {
        text += &format!("{name}{cells:?}/");
    }
    for piece in &problem.pieces {
        let cells: Vec<String> = piece.canonical_shape().iter().map(|cell| format!("{}{}{}", cell.x, cell.y, cell.z)).collect();
        text += &format!("{}{}/", piece.name, cells.join("."));
    }
    if problem.pieces.iter().any(|piece| !piece.colors.is_empty()) {
        let colors = problem.pieces.iter().map(Piece::canonical).map(|(_, colors)| colors);
        let State { color_pairs, apart, .. } = &problem.state;
        text += &format!("{:?}{color_pairs:?}{apart}{:?}/", problem.grid.colors, colors.collect::<Vec<_>>());
    }
    for (piece, copies) in problem.pieces.iter().zip(&problem.copies).filter(|(_, copies)| 0 < copies.least) {
        text += &format!("{}*{}/", piece.name, copies.least);
    }
    let digest = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    // Earlier versions counted every exchange of equal pieces, so their searches differ.
    let once = if problem.symmetries.equal_pieces.is_empty() { "" } else { ", equal ones counted once" };
    format!("{} cells, {} pieces{once}, {digest:016x}", problem.cells.len(), problem.pieces.len())
}

/// Splits the tasks down to the first depth at which there are enough of them.
fn split(
    prepared: &Prepared,
    arguments: Arguments,
    tasks: Vec<Task>,
    at_least: usize,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<Remaining, String> {
    with_table!(prepared, table, plans => {
        let search = Search { problem: &prepared.problem, table, plans, arguments };
        for task in &tasks {
            Start::of(search, task)?;
        }
        let whole = weight(&tasks);
        let mut cut = Remaining { tasks, tally: Tally::default() };
        for _depth in 0..prepared.problem.pieces.len() {
            if cut.tasks.len() >= at_least {
                break;
            }
            if deepen(search, &mut cut, keep_going)?.is_break() {
                return Ok(cut);
            }
        }
        if at_least > 1 {
            lighten(search, &mut cut, keep_going)?;
            scale(&mut cut.tasks, whole);
        }
        Ok(cut)
    })
}

/// Splits each task by one more piece, as long as there are not too many.
fn deepen<W: Word>(search: Search<'_, W>, cut: &mut Remaining, keep_going: &mut dyn FnMut() -> bool) -> Result<ControlFlow<()>, String> {
    let mut waiting = std::mem::take(&mut cut.tasks).into_iter();
    let mut flow = ControlFlow::Continue(());
    while flow.is_continue()
        && cut.tasks.len() + waiting.len() < MANY_TASKS
        && let Some(task) = waiting.next()
    {
        let Outcome { flow: end, remaining } = Start::of(search, &task)?.cut(search, keep_going);
        cut.tally += &remaining.tally;
        cut.tasks.extend(remaining.tasks);
        flow = end;
    }
    cut.tasks.extend(waiting);
    Ok(flow)
}

/// The largest share of all work that a task may have; otherwise progress would jump when a task turns out to be empty.
const HEAVIEST_TASK: f64 = 0.01;
/// Tasks are no longer split once there are this many.
const MANY_TASKS: usize = 4096;

fn weight(tasks: &[Task]) -> f64 {
    tasks.iter().map(|task| task.share).sum()
}

/// Scales the weights to their total before splitting: if a part is empty, the others take over its share.
fn scale(tasks: &mut [Task], whole: f64) {
    let factor = whole / weight(tasks);
    if factor.is_finite() {
        tasks.iter_mut().for_each(|task| task.share *= factor);
    }
}

/// Splits the heaviest task again and again until every task is light enough or cannot be split.
fn lighten<W: Word>(search: Search<'_, W>, cut: &mut Remaining, keep_going: &mut dyn FnMut() -> bool) -> Result<(), String> {
    let Remaining { tasks, tally } = cut;
    let mut indivisible: Vec<String> = Vec::new();
    while tasks.len() < MANY_TASKS && keep_going() {
        let may_be_cut = (0..tasks.len()).filter(|&place| !indivisible.contains(&tasks[place].choices));
        let heaviest = may_be_cut.max_by(|&a, &b| tasks[a].share.total_cmp(&tasks[b].share));
        let Some(place) = heaviest.filter(|&place| tasks[place].share > HEAVIEST_TASK * weight(tasks)) else { break };
        let Outcome { flow, remaining } = Start::of(search, &tasks[place])?.cut(search, keep_going);
        if remaining.tasks == tasks[place..=place] {
            indivisible.push(tasks[place].choices.clone());
        }
        *tally += &remaining.tally;
        tasks.splice(place..=place, remaining.tasks);
        if flow.is_break() {
            break;
        }
    }
    Ok(())
}

/// Runs a task, or returns what remains of it.
fn run(prepared: &Prepared, arguments: Arguments, task: &Task, observer: &mut dyn Observer<Solution>) -> ControlFlow<Remaining> {
    with_table!(prepared, table, plans => {
        let search = Search { problem: &prepared.problem, table, plans, arguments };
        // Callers have checked the task with `split` before they run it.
        let start = Start::of(search, task).unwrap_or_else(|wrong| panic!("{wrong}"));
        let Outcome { flow, remaining } = start.run(search, None, observer);
        if flow.is_continue() && observer.progress(1.0, &remaining.tally).is_continue() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(remaining)
        }
    })
}

/// The search that the tasks are parts of.
#[derive(Clone, Copy)]
struct Search<'a, W: Word> {
    problem: &'a Problem,
    table: &'a PlacementTable<W>,
    plans: &'a SearchPlans<W>,
    arguments: Arguments,
}

/// The node at which a task starts.
struct Start<W: Word> {
    /// `None` if the pieces are too few.
    plan: Option<Arc<SearchPlan<W>>>,
    /// The index of the case, and the choices made; `None` for the whole search.
    path: Option<(usize, Vec<Chosen<W>>)>,
    share: Share,
}

/// The outcome of a task: how its search ended, and the tasks that it emitted or left.
struct Outcome {
    flow: ControlFlow<()>,
    remaining: Remaining,
}

impl<W: Word> Start<W> {
    /// Reads the task, or says what is wrong with it.
    fn of(search: Search<'_, W>, task: &Task) -> Result<Self, String> {
        let Search { problem, table, plans, arguments } = search;
        let Path { restricted, short, choices } = path::read(problem, table, &task.choices)?;
        let share = Share { from: 0.0, size: task.share };
        let wrong = || format!("\"{}\" isn't part of a search of this position", quoted(&task.choices));
        let Some(restricted) = restricted else {
            let plan = plans.for_whole_search(problem, table, arguments);
            return if choices.is_empty() { Ok(Self { plan, path: None, share }) } else { Err(wrong()) };
        };
        let plan = plans.for_tasks(problem, table, arguments, &restricted).ok_or_else(wrong)?;
        let case = plan.short.iter().position(|&other| other == short).ok_or_else(wrong)?;
        let equal_pieces = &problem.symmetries.equal_pieces;
        let choices = choices.into_iter().map(|(piece, mask)| (equal_pieces.first(piece.into()) as u16, mask)).collect();
        Ok(Self { plan: Some(plan), path: Some((case, choices)), share })
    }

    /// Emits the tasks that have one more choice.
    fn cut(&self, search: Search<'_, W>, keep_going: &mut dyn FnMut() -> bool) -> Outcome {
        let depth = self.path.as_ref().map_or(0, |(_, choices)| choices.len());
        self.run(search, Some(depth + 1), &mut Quiet(keep_going))
    }

    /// Runs the task, or emits tasks where this many pieces are placed.
    fn run(&self, search: Search<'_, W>, emit_tasks_at: Option<usize>, observer: &mut dyn Observer<Solution>) -> Outcome {
        let Some(plan) = self.plan.as_deref() else {
            return Outcome { flow: ControlFlow::Continue(()), remaining: Remaining::default() };
        };
        let mut reporter = Reporter::new(search.problem, plan, observer);
        let mut row_list = row_list::new(search.problem, search.table, self.share, &mut reporter).emitting_at(emit_tasks_at);
        let flow = match &self.path {
            Some((case, choices)) => {
                row_list.run_parts(&plan.cases, vec![Part { case: *case, path: choices.clone(), weight: 1.0, is_closed: false }])
            }
            None => row_list.run_all(&plan.cases),
        };
        let tasks = row_list.emitted.iter().map(|part| row_list::task(search.problem, plan, part)).collect();
        Outcome { flow, remaining: Remaining { tasks, tally: row_list.tally } }
    }
}

/// Ignores solutions, and stops the search when the callback says so.
struct Quiet<'a>(&'a mut dyn FnMut() -> bool);

impl Observer<Solution> for Quiet<'_> {
    fn found(&mut self, _solution: Solution) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        if (self.0)() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
