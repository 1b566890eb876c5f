//! What is decided before a search: which placements are tried at all.

use std::sync::{Arc, OnceLock};

use super::{
    corners::{Corners, keep_balanced},
    hold::{Held, Lists},
};
use crate::puzzles::soma::model::{cells::Cells, layout::Layout, problem::Problem};

/// Which arguments are made before the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arguments {
    /// Symmetry.
    Symmetry,
    /// Symmetry, the corners and the checkerboard.
    Corners,
}

/// How a search begins: in one or more cases, each with its own placements, that share no solution.
#[derive(Debug)]
pub struct Opening<C> {
    /// The pieces that are held to one placement of each orbit.
    pub held: Held<C>,
    /// The cases.
    pub cases: Vec<Case<C>>,
}

/// What was decided of a problem, so that it is not decided again.
#[derive(Clone, Debug)]
pub struct Decided<C> {
    /// By the arguments; none if the pieces are too few.
    whole: [OnceLock<Option<Arc<Opening<C>>>>; 2],
    /// For all tasks of a search.
    of_tasks: OnceLock<OfTasks<C>>,
}

/// An opening for tasks that hold these pieces; none if they cannot be held.
#[derive(Clone, Debug)]
struct OfTasks<C> {
    arguments: Arguments,
    held: Vec<usize>,
    opening: Option<Arc<Opening<C>>>,
}

impl<C> Default for Decided<C> {
    fn default() -> Self {
        Self { whole: [OnceLock::new(), OnceLock::new()], of_tasks: OnceLock::new() }
    }
}

impl<C: Cells> Decided<C> {
    /// The opening of the whole search, made when it is first asked for; none if there are too few pieces.
    pub fn for_all(&self, problem: &Problem, layout: &Layout<C>, arguments: Arguments) -> Option<Arc<Opening<C>>> {
        let decide = || Opening::new(problem, layout, arguments, None).map(Arc::new);
        self.whole[arguments as usize].get_or_init(decide).clone()
    }

    /// The opening of a task, which holds these pieces; made once for all tasks of a search.
    pub fn for_tasks(&self, problem: &Problem, layout: &Layout<C>, arguments: Arguments, held: &[usize]) -> Option<Arc<Opening<C>>> {
        let decide = || Opening::new(problem, layout, arguments, Some(held)).map(Arc::new);
        let decided = self.of_tasks.get_or_init(|| OfTasks { arguments, held: held.to_vec(), opening: decide() });
        if decided.arguments == arguments && decided.held == held { decided.opening.clone() } else { decide() }
    }
}

/// One of the cases.
#[derive(Debug)]
pub struct Case<C> {
    /// The one piece that covers a corner less than it could, if the case is about that.
    pub short: Option<usize>,
    /// The placements of each piece.
    pub lists: Lists<C>,
}

impl<C: Cells> Opening<C> {
    /// Makes the arguments. The pieces that are held may be given; none if those cannot be held, or there are too few pieces.
    fn new(problem: &Problem, layout: &Layout<C>, arguments: Arguments, pieces: Option<&[usize]>) -> Option<Self> {
        let slack = layout.slack()?;
        let mut lists: Lists<C> = layout.pieces.iter().map(|piece| piece.masks.clone()).collect();
        // Pieces that may stay out may cover nothing at all: then neither corners nor colours tell anything.
        let corners = (arguments == Arguments::Corners && slack == 0).then(|| Corners::of(problem, &lists));
        if let Some(corners) = &corners {
            corners.keep_within_deficit(&mut lists);
            keep_balanced(problem, layout, &mut lists);
        }
        let held = match pieces {
            None => Held::choose(problem, slack, &mut lists),
            Some(pieces) => Held::these(problem, slack, &mut lists, pieces)?,
        };
        let cases = match &corners {
            None => vec![Case { short: None, lists }],
            Some(corners) => {
                corners.cases(lists, &problem.symmetries.equals).into_iter().map(|(short, lists)| Case { short, lists }).collect()
            }
        };
        let mut opening = Self { held, cases };
        if corners.is_some() {
            for case in &mut opening.cases {
                keep_balanced(problem, layout, &mut case.lists);
            }
        }
        Some(opening)
    }
}
