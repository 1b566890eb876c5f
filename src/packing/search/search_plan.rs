//! Search plans: which placements a search tries at all.

use std::sync::{Arc, OnceLock};

use super::{
    corners::{Corners, keep_balanced},
    representatives::{Lists, Representatives},
};
use crate::model::{placements::PlacementTable, problem::Problem};
use base::bits::Word;
use cover::{
    Copies,
    row_list::{Case, Supply},
};

/// The arguments that are applied before a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arguments {
    /// Symmetry.
    Symmetry,
    /// Symmetry, the corners and the checkerboard.
    Corners,
}

/// How a search starts: in one or more cases that share no solution, each with placements of its own.
#[derive(Debug)]
pub struct SearchPlan<W: Word> {
    /// The pieces that are restricted to representatives.
    pub representatives: Representatives<W>,
    /// The cases.
    pub cases: Vec<Case<W>>,
    /// For each case, the one piece that covers a corner fewer than it can, if the case is about that.
    pub short: Vec<Option<usize>>,
}

/// The search plans of a problem, so that each is made only once.
#[derive(Clone, Debug)]
pub struct SearchPlans<W: Word> {
    /// One plan for each set of arguments; `None` if there are too few pieces.
    whole: [OnceLock<Option<Arc<SearchPlan<W>>>>; 2],
    /// The plan for all tasks of a search.
    task_plan: OnceLock<TaskPlan<W>>,
}

/// A plan for tasks that restrict these pieces; `None` if they cannot be restricted.
#[derive(Clone, Debug)]
struct TaskPlan<W: Word> {
    arguments: Arguments,
    restricted: Vec<usize>,
    plan: Option<Arc<SearchPlan<W>>>,
}

impl<W: Word> Default for SearchPlans<W> {
    fn default() -> Self {
        Self { whole: [OnceLock::new(), OnceLock::new()], task_plan: OnceLock::new() }
    }
}

impl<W: Word> SearchPlans<W> {
    /// Returns the plan of the whole search, made on first use; `None` if there are too few pieces.
    pub fn for_whole_search(&self, problem: &Problem, table: &PlacementTable<W>, arguments: Arguments) -> Option<Arc<SearchPlan<W>>> {
        let make = || SearchPlan::new(problem, table, arguments, None).map(Arc::new);
        self.whole[arguments as usize].get_or_init(make).clone()
    }

    /// Returns the plan of a task that restricts these pieces; made once for all tasks of a search.
    pub fn for_tasks(
        &self,
        problem: &Problem,
        table: &PlacementTable<W>,
        arguments: Arguments,
        restricted: &[usize],
    ) -> Option<Arc<SearchPlan<W>>> {
        let make = || SearchPlan::new(problem, table, arguments, Some(restricted)).map(Arc::new);
        let task_plan = self.task_plan.get_or_init(|| TaskPlan { arguments, restricted: restricted.to_vec(), plan: make() });
        if task_plan.arguments == arguments && task_plan.restricted == restricted { task_plan.plan.clone() } else { make() }
    }
}

impl<W: Word> SearchPlan<W> {
    /// Applies the arguments. The pieces to restrict may be given; returns `None` if they cannot be restricted, or if there are too few
    /// pieces.
    fn new(problem: &Problem, table: &PlacementTable<W>, arguments: Arguments, pieces: Option<&[usize]>) -> Option<Self> {
        let slack = table.slack()?;
        let mut lists: Lists<W> = table.pieces.iter().map(|piece| piece.masks.clone()).collect();
        // Pieces that may stay out, and cells that may stay empty, may cover nothing at all, so neither argument holds then.
        let must_cover_all = slack == 0 && table.optional.is_empty();
        let corners = (arguments == Arguments::Corners && must_cover_all).then(|| Corners::of(problem, &lists));
        if let Some(corners) = &corners {
            corners.keep_within_deficit(&mut lists);
            keep_balanced(problem, table, &mut lists);
        }
        let representatives = match pieces {
            None => Representatives::choose(problem, slack, &mut lists),
            Some(pieces) => Representatives::of_pieces(problem, slack, &mut lists, pieces)?,
        };
        let mut cases = match &corners {
            None => vec![(None, lists)],
            Some(corners) => corners.cases(lists, &problem.symmetries.equal_pieces),
        };
        if corners.is_some() {
            for (_, lists) in &mut cases {
                keep_balanced(problem, table, lists);
            }
        }
        let short = cases.iter().map(|&(short, _)| short).collect();
        let cases = cases.into_iter().map(|(short, lists)| case_of(problem, short, lists)).collect();
        Some(Self { representatives, cases, short })
    }
}

/// Joins equal pieces to copies of one. The piece that falls short has other placements than its equals, so it stays alone.
fn case_of<W: Word>(problem: &Problem, short: Option<usize>, mut lists: Lists<W>) -> Case<W> {
    let equal_pieces = &problem.symmetries.equal_pieces;
    let mut case = Case::new();
    for first in equal_pieces.firsts() {
        let mut supply = |copies: Copies, piece: usize| {
            case.push(Supply { piece: first as u16, copies, masks: std::mem::take(&mut lists[piece]) });
        };
        let copies = problem.copies[first];
        if short == Some(first) {
            supply(Copies::up_to(1), first);
            if let Some(piece) = equal_pieces.next(first) {
                supply(copies.without_one(), piece);
            }
        } else {
            supply(copies, first);
        }
    }
    case
}
