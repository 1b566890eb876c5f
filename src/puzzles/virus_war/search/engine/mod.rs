//! Finds the best turns of a position: an alpha-beta search of the most promising turns, deepened by one turn at a time.
//!
//! * A ply is a whole turn. All turns of a position are made once, as sets, and scored (`candidates`); only the best are searched.
//!   So at the horizon the score already includes the mover's best turn, with all its kills.
//! * The transposition table (`table`) keeps the candidates of a position with its score. A deeper search begins with the turns that the
//!   one before found best, and makes no turn again.
//! * Before the turns of a position are made, the ones that refuted its neighbours are tried (`killers`). Most positions at the horizon
//!   need no other turn.
//! * All turns but the first are searched with a null window, the later ones also a turn less deep. Those that turn out better are searched
//!   again in full (principal variation search, T. A. Marsland and M. Campbell, 1982).
//! * A win is proved by one turn after which all turns of the enemy lose, a loss by a refutation of every turn. While turns remain
//!   untried, a score is at most [`LIKELY`]. When the search sees the end of the game, the solver in `endgame` tries to prove it.
//! * With several threads, each takes turns of the root from one list (`round`) and searches below them on its own (`searcher`), but with
//!   the one table. A bound that a thread finds for the root holds for all. So a score is as good as one of a single thread, and a proof is
//!   one, though the turns that are tried below the root, and so estimates, depend on which thread is faster.

pub mod score;
pub mod evaluation;
pub mod known;
pub mod goals;
mod candidates;
mod endgame;
mod killers;
mod prospect;
mod round;
mod searcher;
mod table;
mod work;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow::{self, Break, Continue};

use self::{
    candidates::{Candidate, Candidates, candidates},
    endgame::{holds_out, max_turns_with_moves},
    killers::Killers,
    round::{Root, Round},
    score::{DRAW, LIKELY, WIN, before, win_in},
    searcher::Searcher,
    table::Table,
    work::{Helping, Work},
};
pub use self::{
    endgame::{Endgame, max_turns_left},
    prospect::Prospect,
    score::Outcome,
};
use crate::{
    model::{
        cells::CellSet,
        position::Player,
        state::{Problem, Rules},
        turn::Turn,
    },
    search::graph::TurnGraph,
};
use base::search::{Observer, OneThread, Threads};

/// How wide a search is.
#[derive(Clone, Copy, Debug)]
struct Width {
    /// How many turns are searched at the root.
    root: usize,
    /// How many turns are searched in all other positions.
    inner: usize,
    /// How many turns of a position are searched to the full depth at once; the others a turn less deep at first.
    unreduced: usize,
}

impl Default for Width {
    fn default() -> Self {
        Self { root: 80, inner: 12, unreduced: 3 }
    }
}

/// The solver is tried before the search sees an end if a game can't take more turns with moves than this.
const SHORT: usize = 8;
/// The solver may then make one turn for this many of the search.
const SHARE: u64 = 2;
/// The same where only a draw can be proved and the game may be long. A turn of the solver takes as long as ten of the search.
const SHARE_FOR_DRAWS: u64 = 64;
/// How many turns the solver may make when it is first tried.
const FIRST_BUDGET: u64 = 20_000;
/// Above every score.
const INFINITE: i32 = i32::MAX / 2;

/// Turns that are expected, with their score.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The turns, the mover's own first.
    pub turns: Vec<Turn>,
    /// The score for the mover: see [`score`] and, of other scores than ends, [`evaluation`].
    pub score: i32,
    /// How many turns ahead the search looked.
    pub depth: u8,
    /// Whether it is proved that the first turn leads to a draw.
    pub is_draw: bool,
}

impl Line {
    /// Turns that aren't proved to lead to a draw.
    pub fn new(turns: Vec<Turn>, score: i32, depth: u8) -> Self {
        Self { turns, score, depth, is_draw: false }
    }

    /// What the mover can expect of it.
    pub fn prospect(&self) -> Prospect {
        if self.is_draw { Prospect::Proved(Outcome::Draw) } else { Prospect::of(self.score) }
    }
}

/// The best turns of a position, as far as the search has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// Lines that begin with different turns, the best first; at least one. Beside a proved draw, only those that are proved, too.
    pub lines: Vec<Line>,
    /// How many turns ahead all searched turns were searched.
    pub depth: u8,
    /// How many turns of the position are searched. The others were scored by the position right after them.
    pub searched: u64,
    /// The number of all turns of the position.
    pub turns: u64,
    /// Who wins, or that nobody does, if it is proved.
    pub outcome: Option<Outcome>,
}

/// A search with its tables, which later searches of the same game can use again.
#[derive(Default)]
pub struct Engine {
    table: Table,
    endgame: Endgame,
    killers: Killers,
    /// The rules for which the tables hold.
    rules: Rules,
    width: Width,
}

/// The turns of the root, in the order of their scores, and the number of all turns.
struct Roots {
    turns: Vec<Root>,
    all: u64,
    /// How many lines are wanted.
    lines: usize,
}

impl Engine {
    /// Ranks the turns of the position, looking further and further ahead, until the observer stops it or the outcome is proved. Reports
    /// each ranking that is better than the one before, with at most this many lines, at least 1; none if the game is over. The tally
    /// explores turns and keeps the positions whose turns were made.
    pub fn search(&mut self, problem: &Problem, lines: usize, observer: &mut dyn Observer<Ranking>) -> ControlFlow<()> {
        self.search_on(&OneThread, problem, lines, observer)
    }

    /// The same on these threads. What it looks at, and so what it finds, depends on their timing unless there is only one.
    pub fn search_on(
        &mut self,
        threads: &dyn Threads,
        problem: &Problem,
        lines: usize,
        observer: &mut dyn Observer<Ranking>,
    ) -> ControlFlow<()> {
        if self.rules != problem.rules {
            *self = Self { rules: problem.rules, width: self.width, ..Self::default() };
        }
        if problem.is_drawn() {
            return Continue(());
        }
        // Those of another position would make the result depend on what was searched before.
        self.killers = Killers::default();
        let mut work = Work::new(observer);
        let mut roots = self.roots(problem, lines, &mut work)?;
        if roots.turns.is_empty() {
            return Continue(());
        }
        self.report(problem, &roots, &roots.turns, 1, &mut work)?;
        let most = max_turns_left(problem);
        let is_short = max_turns_with_moves(problem) <= SHORT;
        // A draw has no score of its own that would show it.
        let may_be_drawn = [Player::O, Player::X].into_iter().any(|player| holds_out(problem, player));
        for depth in 2..=most.saturating_add(1) {
            self.search_roots(threads, problem, &mut roots, depth, &mut work)?;
            if Self::outcome(&roots, &roots.turns).is_some() {
                return Continue(());
            }
            let share = match () {
                () if is_short || LIKELY <= roots.turns[0].score.abs() => Some(SHARE),
                () if may_be_drawn => Some(SHARE_FOR_DRAWS),
                () => None,
            };
            let Some(share) = share else { continue };
            let budget = FIRST_BUDGET.max(work.tally.explored / share);
            if let Some(proved) = work.within(budget, |work| self.prove(problem, &mut roots, work))?.flatten() {
                return self.prove_others(problem, &roots, proved, &mut work);
            }
        }
        let proved = work.within(u64::MAX, |work| self.prove(problem, &mut roots, work))?.flatten();
        proved.map_or(Continue(()), |proved| self.prove_others(problem, &roots, proved, &mut work))
    }

    /// The score for its mover of a turn that leads to this position, when the search looks `depth` turns ahead, the turn itself included.
    /// It is as good as those in a [`Ranking`] of that depth.
    pub fn score_of_turn_to(&mut self, after: &Problem, depth: u8, observer: &mut dyn Observer<Ranking>) -> ControlFlow<(), i32> {
        if after.is_drawn() {
            return Continue(DRAW);
        }
        if after.is_lost() {
            return Continue(win_in(1));
        }
        let mut searcher = Searcher { table: &self.table, killers: &mut self.killers, width: self.width };
        searcher.value(after, depth.max(2) - 1, (-INFINITE, INFINITE), &mut Work::new(observer)).map_continue(before)
    }

    /// The turns of the root, scored by the positions right after them.
    fn roots(&self, problem: &Problem, lines: usize, work: &mut Work<'_>) -> ControlFlow<(), Roots> {
        let Candidates { turns, all } = candidates(problem, self.width.root, work)?;
        let turns = turns.iter().map(|&Candidate { cells, score }| Root { cells, score, depth: 1 }).collect();
        Continue(Roots { turns, all, lines: lines.max(1) })
    }

    /// Searches the turns of the root this far, and sorts them by their scores.
    fn search_roots(
        &mut self,
        threads: &dyn Threads,
        problem: &Problem,
        roots: &mut Roots,
        depth: u8,
        work: &mut Work<'_>,
    ) -> ControlFlow<()> {
        let round = Round::new(&roots.turns, roots.lines, depth);
        let mut killers = std::mem::take(&mut self.killers);
        let (engine, at_first) = (&*self, killers.clone());
        let mut flow = Continue(());
        threads.beside(&|| engine.help(problem, &round, at_first.clone()), &mut || {
            flow = engine.lead(problem, roots, &round, &mut killers, work);
        });
        round.joint.add_to(&mut work.tally);
        let turns = round.turns();
        self.killers = killers;
        flow?;
        roots.turns = turns;
        self.report(problem, roots, &roots.turns, depth, work)
    }

    /// Searches turns of the round until none is left. Reports each turn that is better than all before, also if another thread found it.
    fn lead(&self, problem: &Problem, roots: &Roots, round: &Round<'_>, killers: &mut Killers, work: &mut Work<'_>) -> ControlFlow<()> {
        let helpers = round.ends_with_leader();
        let mut searcher = Searcher { table: &self.table, killers, width: self.width };
        let report = |work: &mut Work<'_>| match round.new_best() {
            Some(order) => self.report(problem, roots, &order, round.depth - 1, work),
            None => Continue(()),
        };
        // One of the threads may end the round for all.
        work.jointly(&round.joint, |work| {
            while let Some(claim) = round.claim() {
                let score = searcher.value_after(problem, claim.candidate, claim.index, round.depth, (claim.alpha, INFINITE), work)?;
                claim.finish(score);
                report(work)?;
            }
            while round.waits() {
                work.add_turns(0)?;
                report(work)?;
            }
            Continue(())
        })?;
        helpers.have_ended();
        Continue(())
    }

    /// Searches turns of the round on another thread than the leader's.
    fn help(&self, problem: &Problem, round: &Round<'_>, mut killers: Killers) {
        let mut helping = Helping::new(&round.joint);
        let mut work = Work::new(&mut helping);
        let mut searcher = Searcher { table: &self.table, killers: &mut killers, width: self.width };
        while let Some(claim) = round.claim() {
            match searcher.value_after(problem, claim.candidate, claim.index, round.depth, (claim.alpha, INFINITE), &mut work) {
                Continue(score) => claim.finish(score),
                Break(()) => break,
            }
        }
        let tally = work.tally;
        helping.report(&tally);
    }

    /// Solves the position, and returns the ranking that it reports; none if the outcome isn't proved.
    fn prove(&mut self, problem: &Problem, roots: &mut Roots, work: &mut Work<'_>) -> ControlFlow<(), Option<Ranking>> {
        let Some(outcome) = self.endgame.solve(problem, work)? else { return Continue(None) };
        let line = self.endgame.line(problem, outcome, work)?;
        let Some(&cells) = line.first() else { return Continue(None) };
        let (score, depth) = (outcome.score(), u8::try_from(line.len()).unwrap_or(u8::MAX));
        roots.turns.retain(|root| root.cells != cells);
        if !outcome.is_win() {
            // No other turn is better.
            roots.turns.iter_mut().for_each(|root| root.score = root.score.min(score));
        }
        roots.turns.insert(0, Root { cells, score, depth });
        let mut ranking = self.ranking(problem, roots, &roots.turns, depth);
        let is_draw = outcome == Outcome::Draw;
        if is_draw {
            // The others would have chances of winning, but none of them wins.
            ranking.lines.truncate(1);
        }
        let first = &mut ranking.lines[0];
        (first.turns, first.is_draw) = (turns(problem, line), is_draw);
        ranking.outcome = Some(outcome);
        work.report(ranking.clone())?;
        Continue(Some(ranking))
    }

    /// Adds other turns to a proved draw, those that are proved to be draws, too, or to lose, as far as some more work goes.
    fn prove_others(&mut self, problem: &Problem, roots: &Roots, mut ranking: Ranking, work: &mut Work<'_>) -> ControlFlow<()> {
        if ranking.outcome != Some(Outcome::Draw) {
            return Continue(());
        }
        let budget = FIRST_BUDGET.max(work.tally.explored / SHARE);
        let most = work.tally.explored.saturating_add(budget);
        for root in &roots.turns[1..] {
            let draws = ranking.lines.iter().filter(|line| line.is_draw).count();
            if draws == roots.lines || most <= work.tally.explored {
                break;
            }
            let line = work.within(budget / roots.lines as u64, |work| self.proved_line(problem, root, work))?;
            let Some(line) = line.flatten() else { continue };
            let place = ranking.lines.partition_point(|other| line.score <= other.score);
            ranking.lines.insert(place, line);
            ranking.lines.truncate(roots.lines);
            work.report(ranking.clone())?;
        }
        Continue(())
    }

    /// Solves the position after a turn that doesn't win; none if that isn't proved.
    fn proved_line(&mut self, problem: &Problem, root: &Root, work: &mut Work<'_>) -> ControlFlow<(), Option<Line>> {
        if root.score <= -WIN {
            return Continue(Some(self.line(problem, root)));
        }
        let after = problem.after_cells(root.cells);
        let Some(outcome) = self.endgame.solve(&after, work)? else { return Continue(None) };
        let mut line = vec![root.cells];
        line.extend(self.endgame.line(&after, outcome, work)?);
        let depth = u8::try_from(line.len()).unwrap_or(u8::MAX);
        let is_draw = outcome == Outcome::Draw;
        Continue(Some(Line { is_draw, ..Line::new(turns(problem, line), before(outcome.score()), depth) }))
    }

    fn report(&self, problem: &Problem, roots: &Roots, order: &[Root], depth: u8, work: &mut Work<'_>) -> ControlFlow<()> {
        work.tally.memory = self.table.bytes() + self.endgame.bytes();
        work.report(self.ranking(problem, roots, order, depth))
    }

    fn ranking(&self, problem: &Problem, roots: &Roots, order: &[Root], depth: u8) -> Ranking {
        Ranking {
            lines: order.iter().take(roots.lines).map(|root| self.line(problem, root)).collect(),
            depth,
            searched: order.len() as u64,
            turns: roots.all,
            outcome: Self::outcome(roots, order),
        }
    }

    /// The outcome that the scores prove. A loss is proved only if all turns lose.
    fn outcome(roots: &Roots, order: &[Root]) -> Option<Outcome> {
        let outcome = Outcome::proved_by(order[0].score)?;
        let is_complete = roots.all == order.len() as u64;
        let all_lose = || is_complete && order.iter().all(|root| root.score <= -WIN);
        (outcome.is_win() || all_lose()).then_some(outcome)
    }

    fn line(&self, problem: &Problem, root: &Root) -> Line {
        Line::new(self.expected(problem, root), root.score, root.depth)
    }

    /// The turn and the best replies to it that are in the table.
    fn expected(&self, problem: &Problem, root: &Root) -> Vec<Turn> {
        let mut line = vec![root.cells];
        let mut after = problem.after_cells(root.cells);
        while line.len() < usize::from(root.depth) && !after.is_drawn() {
            let best = self.table.read(&after, |entry| entry.candidates.turns.first().copied());
            let Some(Candidate { cells, .. }) = best.flatten() else { break };
            line.push(cells);
            after = after.after_cells(cells);
        }
        turns(problem, line)
    }
}

/// The turns with these cells, in legal orders.
fn turns(problem: &Problem, line: Vec<CellSet>) -> Vec<Turn> {
    let mut problem = problem.clone();
    let turn = |cells| {
        let turn = TurnGraph::new(&problem.position, problem.mover, problem.moves).turn(cells)?;
        problem = problem.after_cells(cells);
        Some(turn)
    };
    line.into_iter().map_while(turn).collect()
}
