//! The row list on the pieces of a problem. The search itself is [`cover::row_list`], where copies have no names.

use std::ops::ControlFlow;

use super::{
    exact_cover::apart,
    path,
    prepared::{Prepared, with_table},
    search_plan::{Arguments, SearchPlan},
};
use crate::model::{placements::PlacementTable, problem::Problem, solution::Solution};
use base::{
    bits::{Bits, Word},
    search::{Observer, Tally, Task},
};
use cover::{
    row_list::{Part, RowList},
    share::Share,
    steps::{Chosen, Listener},
};

/// Finds all solutions.
pub fn search(prepared: &Prepared, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    search_after(prepared, Arguments::Symmetry, observer)
}

/// Finds all solutions after applying these arguments.
pub fn search_after(prepared: &Prepared, arguments: Arguments, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    let problem = &prepared.problem;
    with_table!(prepared, table, plans => {
        let Some(plan) = plans.for_whole_search(problem, table, arguments) else {
            return observer.progress(1.0, &Tally::default());
        };
        let mut reporter = Reporter::new(problem, &plan, observer);
        let mut search = new(problem, table, Share::WHOLE, &mut reporter);
        search.run_all(&plan.cases)?;
        search.finish()
    })
}

/// A search that does this share of the whole work.
pub fn new<'a, W: Word>(problem: &Problem, table: &PlacementTable<W>, share: Share, listener: &'a mut dyn Listener<W>) -> RowList<'a, W> {
    RowList::new(table.required, table.optional, table.pieces.len(), share, listener).keeping(apart(problem))
}

/// Reports what a search finds to an observer: see [`Problem::emit`].
pub struct Reporter<'a, W: Word> {
    problem: &'a Problem,
    plan: &'a SearchPlan<W>,
    observer: &'a mut dyn Observer<Solution>,
    /// The last solution; kept to save memory.
    named: Vec<(u8, Bits<W>)>,
}

impl<'a, W: Word> Reporter<'a, W> {
    /// Reports the solutions of a search by this plan.
    pub fn new(problem: &'a Problem, plan: &'a SearchPlan<W>, observer: &'a mut dyn Observer<Solution>) -> Self {
        Self { problem, plan, observer, named: Vec::new() }
    }
}

impl<W: Word> Listener<W> for Reporter<'_, W> {
    fn found(&mut self, solution: &[Chosen<W>], _tally: &Tally) -> ControlFlow<()> {
        self.named.clear();
        self.named.extend(named(self.problem, solution));
        self.problem.emit(&self.named, self.plan.representatives.stabilizer(&self.named), self.observer)
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}

/// Returns the placements with the pieces that they are of: equal ones in the order in which they were placed.
pub fn named<W: Word>(problem: &Problem, chosen: &[Chosen<W>]) -> impl Iterator<Item = (u8, Bits<W>)> {
    chosen.iter().enumerate().map(|(place, &(piece, mask))| (name(problem, &chosen[..place], piece), mask))
}

/// Returns the piece that is placed after these placements: of equal ones, of which the first is given, the next.
#[inline]
pub fn name<W: Word>(problem: &Problem, earlier: &[Chosen<W>], first: u16) -> u8 {
    let equal_pieces = &problem.symmetries.equal_pieces;
    if equal_pieces.is_empty() {
        return first as u8;
    }
    let placed = earlier.iter().filter(|&&(piece, _)| piece == first).count();
    let piece = (0..placed).try_fold(usize::from(first), |piece, _| equal_pieces.next(piece));
    piece.unwrap_or_default() as u8
}

/// Writes a part of a search by this plan as a task.
pub fn task<W: Word>(problem: &Problem, plan: &SearchPlan<W>, part: &Part<W>) -> Task {
    let choices = path::write(problem, &plan.representatives.pieces, plan.short[part.case], named(problem, &part.path));
    Task { choices, share: part.weight }
}
