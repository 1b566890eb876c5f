//! The most promising turns of a position: all turns are scored roughly without making them, the best of these exactly.

use std::ops::ControlFlow::{self, Continue};

use super::{
    Work, evaluation,
    score::{DRAW, win_in},
};
use crate::{
    model::{cells::CellSet, state::Problem},
    search::{
        graph::TurnGraph,
        once::{self, PartialTurn},
        rough_score::{Best, EnemyMobility, Scored, rough_score},
    },
};

/// How many times as many turns are scored exactly as are kept.
const SPARE: usize = 4;

/// A turn as a set of cells, none of them for a pass, and its score for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The cells.
    pub cells: CellSet,
    /// The score.
    pub score: i32,
}

/// The most promising turns of a position.
#[derive(Clone, Debug)]
pub struct Candidates {
    /// The best first. At least one if there is a turn.
    pub turns: Vec<Candidate>,
    /// The number of all turns of the position.
    pub all: u64,
}

impl Candidates {
    /// Whether these are all turns of the position.
    pub fn is_complete(&self) -> bool {
        self.all == self.turns.len() as u64
    }
}

/// Finds the `width` most promising turns, and the pass beside them. [`SPARE`] times as many are scored exactly, since the rough score can
/// be wrong.
pub fn candidates(problem: &Problem, width: usize, work: &mut Work<'_>) -> ControlFlow<(), Candidates> {
    let mut best = Best::new(width * SPARE);
    let all = each_turn(problem, work, &mut |turn, _| {
        best.offer(turn);
        Continue(())
    })?;
    let mut turns = best.finish();
    for candidate in turns.iter_mut().filter(|candidate| candidate.score < win_in(1)) {
        candidate.score = evaluation::score(&problem.position.after(problem.mover, candidate.cells), problem.mover);
    }
    turns.sort_unstable_by_key(Candidate::sort_key);
    turns.truncate(width);
    let pass = pass(problem);
    if let Some(pass) = pass {
        let place = turns.partition_point(|turn| turn.sort_key() < pass.sort_key());
        turns.insert(place, pass);
    }
    // The table keeps many of these lists.
    turns.shrink_to_fit();
    Continue(Candidates { turns, all: all + u64::from(pass.is_some()) })
}

/// The pass, if the mover may pass. However it is scored, it is searched: it can be the only turn that doesn't lose.
fn pass(problem: &Problem) -> Option<Candidate> {
    let after = problem.may_pass().then(|| problem.after_cells(CellSet::NONE))?;
    let score = match () {
        () if after.is_drawn() => DRAW,
        () if after.is_lost() => win_in(1),
        () => evaluation::score(&after.position, problem.mover),
    };
    Some(Candidate { cells: CellSet::NONE, score })
}

/// The most turns of a position that are listed together, which take some 6 MB. With three moves in a turn, hardly any position has
/// more: 105 cells that are all accessible give 187,460.
const MOST_LISTED: usize = 200_000;

/// All turns of the position but the pass. Those that end the game come first, then the most promising ones. Gives up if there are too
/// many, which breaks the search though its observer doesn't.
pub fn all_turns(problem: &Problem, work: &mut Work<'_>) -> ControlFlow<(), impl Iterator<Item = CellSet> + use<>> {
    let mut turns = Vec::new();
    each_turn(problem, work, &mut |turn, work| {
        turns.push(turn);
        if turns.len() <= MOST_LISTED { Continue(()) } else { work.give_up() }
    })?;
    turns.sort_unstable_by_key(Candidate::sort_key);
    Continue(turns.into_iter().map(|candidate| candidate.cells))
}

/// Calls `visit` with each turn but the pass and its rough score, and returns the number of turns.
fn each_turn(
    problem: &Problem,
    work: &mut Work<'_>,
    visit: &mut impl FnMut(Candidate, &mut Work<'_>) -> ControlFlow<()>,
) -> ControlFlow<(), u64> {
    // The graph covers one move more than the turn has, since the turn's last cells open cells for the next turn.
    let graph = TurnGraph::new(&problem.position, problem.mover, problem.moves + 1);
    let mut enemy = EnemyMobility::new(problem);
    let mut all = 0;
    once::each_partial_turn(&graph, problem.moves.saturating_sub(1), &mut |PartialTurn { cells, open, .. }| {
        let opened = cells.into_iter().fold(graph.accessible, |opened, cell| opened | graph.joined(cell));
        let kills = cells & graph.enemy;
        let theirs = enemy.after(kills);
        for last in open {
            let turn = cells | last.into();
            let theirs = if graph.enemy.contains(last) { enemy.after(kills | last.into()) } else { theirs };
            let own = ((opened | graph.joined(last)) - turn).len();
            visit(Candidate { cells: turn, score: rough_score(own, theirs).unwrap_or(win_in(1)) }, work)?;
        }
        all += open.len() as u64;
        work.add_turns(open.len() as u64)
    })?;
    Continue(all)
}

impl Scored for Candidate {
    type Key = (i32, CellSet);

    fn score(&self) -> i32 {
        self.score
    }

    fn sort_key(&self) -> Self::Key {
        (-self.score, self.cells)
    }
}
