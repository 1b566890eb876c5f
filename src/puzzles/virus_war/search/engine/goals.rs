//! Decides which turns reach the goal of a problem: by trying all turns of both players, each once, and never by a score.

use std::ops::ControlFlow::{self, Break, Continue};

use super::{Ranking, Work, candidates::all_turns, endgame::Endgame};
use crate::{
    model::{
        goal::{Aim, Goal, Stage},
        standing::End,
        state::Problem,
        turn::Turn,
    },
    search::{graph::TurnGraph, once},
    words::goals as words,
};
use base::search::{Observer, Tally};

/// How many turns are made between two reports of progress: far less than a millisecond's work.
const TURNS_PER_REPORT: u64 = 64;

/// Says whether to continue.
pub type Tick<'a> = &'a mut dyn FnMut() -> ControlFlow<()>;

/// Decides goals in the positions of one game, and remembers what it has proved.
#[derive(Default)]
pub struct Judge {
    endgame: Endgame,
}

/// Why a turn doesn't reach a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It kills only this many viruses.
    Kills(u8),
    /// The enemy has this turn, with which it isn't lost or wins.
    Reply {
        /// The enemy's turn.
        reply: Turn,
        /// Where the player would have to win with the next turn: the most promising one, and a turn that the enemy still has after it.
        attempt: Option<[Turn; 2]>,
    },
    /// Other moves follow it.
    Past,
}

impl Reason {
    /// Says why the turn that led to this position doesn't reach its goal: a sentence without the full stop.
    pub fn in_words(&self, after: &Problem) -> String {
        let (enemy, mover) = (after.mover, after.mover.other());
        match (self, after.aim.map(|aim| aim.goal)) {
            (Self::Kills(kills), Some(Goal::Kill(wanted))) => {
                format!("this turn kills {}; another one kills {wanted}", words::viruses(*kills))
            }
            (Self::Reply { reply, attempt }, Some(Goal::Win(turns))) if 1 < turns => {
                match (End::of(&after.after_cells(reply.set())), attempt) {
                    (Some(end), _) => words::enemy_wins(enemy, reply, end.reason),
                    (None, Some([next, answer])) => format!(
                        "{enemy} replies {reply}, and {mover} can't win with the next turn: after {next}, {enemy} still has {answer}"
                    ),
                    (None, None) if turns == 2 => format!("{enemy} replies {reply}, and {mover} can't win with the next turn"),
                    (None, None) => format!("{enemy} replies {reply}, and {mover} can't force a win in {} more turns", turns - 1),
                }
            }
            (Self::Reply { reply, .. }, Some(Goal::Survive)) => {
                let lost = End::of(&after.after_cells(reply.set())).map_or_else(String::new, |end| end.reason);
                words::enemy_wins(enemy, reply, lost)
            }
            (Self::Reply { reply, .. }, _) => format!("{enemy} still has a whole turn, such as {reply}"),
            (Self::Kills(_) | Self::Past, _) => "other moves follow the turn of the challenge: take them back".to_owned(),
        }
    }
}

impl Judge {
    /// Whether this turn of the position reaches the goal. `killed` is the number of viruses that earlier moves of the turn have killed.
    pub fn reaches(&mut self, problem: &Problem, goal: Goal, killed: u8, turn: &Turn, tick: Tick<'_>) -> ControlFlow<(), bool> {
        let mut ticking = Ticking(tick);
        self.decide(problem, goal, killed, turn, &mut Work::new(&mut ticking))
    }

    /// The turns that reach the goal, up to a number of them. None if that takes more turns than the budget allows.
    pub fn turns(&mut self, problem: &Problem, goal: Goal, most: usize, budget: u64, tick: Tick<'_>) -> ControlFlow<(), Option<Vec<Turn>>> {
        let killed = match problem.aim {
            Some(Aim { stage: Stage::Making(killed), .. }) => killed,
            _ => 0,
        };
        let mut ticking = Ticking(tick);
        let mut work = Work::new(&mut ticking);
        work.within(budget, |work| self.all(problem, goal, killed, most, work))
    }

    fn all(&mut self, problem: &Problem, goal: Goal, killed: u8, most: usize, work: &mut Work<'_>) -> ControlFlow<(), Vec<Turn>> {
        let mut found = Vec::new();
        let mut made = 0;
        let graph = TurnGraph::new(&problem.position, problem.mover, problem.moves);
        let ended = once::each_turn_of(problem, &graph, &mut |turn| {
            made += 1;
            if made % TURNS_PER_REPORT == 0 {
                work.add_turns(TURNS_PER_REPORT)?;
            }
            if self.decide(problem, goal, killed, &turn, work)? {
                found.push(turn);
            }
            if found.len() < most { Continue(()) } else { Break(()) }
        });
        if ended.is_break() && found.len() < most { Break(()) } else { Continue(found) }
    }

    fn decide(&mut self, problem: &Problem, goal: Goal, killed: u8, turn: &Turn, work: &mut Work<'_>) -> ControlFlow<(), bool> {
        let after = || problem.after(turn);
        match goal {
            Goal::Kill(kills) => Continue(kills <= killed + turn.kills),
            Goal::Win(turns) => self.endgame.loses(&after(), turns_after(turns), work),
            Goal::Survive => self.endgame.wins(&after(), 1, work).map_continue(|wins| !wins),
        }
    }

    /// Why the turn that led to this position misses its goal; none if it reaches the goal, or if there is no such turn.
    pub fn miss(&mut self, after: &Problem, tick: Tick<'_>) -> ControlFlow<(), Option<Reason>> {
        let Some(Aim { goal, stage }) = after.aim else { return Continue(None) };
        let killed = match stage {
            Stage::Making(_) => return Continue(None),
            Stage::Past => return Continue(Some(Reason::Past)),
            Stage::Made(killed) => killed,
        };
        let mut ticking = Ticking(tick);
        let work = &mut Work::new(&mut ticking);
        match goal {
            Goal::Kill(kills) => Continue((killed < kills).then_some(Reason::Kills(killed))),
            _ if after.is_lost() => Continue(None),
            Goal::Survive => self.reply(after, 0, work),
            Goal::Win(turns) => self.reply(after, turns_after(turns), work),
        }
    }

    /// Returns a turn of the enemy that refutes the goal: to survive, one that wins at once; to win, the first one after which the player
    /// can't win within these turns, less the enemy's.
    fn reply(&mut self, after: &Problem, turns: u8, work: &mut Work<'_>) -> ControlFlow<(), Option<Reason>> {
        let graph = TurnGraph::new(&after.position, after.mover, after.moves);
        for cells in all_turns(after, work)? {
            let next = after.after_cells(cells);
            let refutes = match after.aim.map(|aim| aim.goal) {
                Some(Goal::Survive) => next.is_lost(),
                _ => turns == 0 || !self.endgame.wins(&next, turns - 1, work)?,
            };
            if refutes {
                let attempt = if turns == 2 { Self::attempt(&next, work)? } else { None };
                return Continue(graph.turn(cells).map(|reply| Reason::Reply { reply, attempt }));
            }
        }
        Continue(None)
    }

    /// The most promising turn of a player who can't win with it, and the enemy's best turn after it. None if the player has no turn.
    fn attempt(problem: &Problem, work: &mut Work<'_>) -> ControlFlow<(), Option<[Turn; 2]>> {
        let first = |problem: &Problem, work: &mut Work<'_>| {
            let cells = all_turns(problem, work)?.next();
            Continue(cells.and_then(|cells| TurnGraph::new(&problem.position, problem.mover, problem.moves).turn(cells)))
        };
        let Some(next) = first(problem, work)? else { return Continue(None) };
        let answer = first(&problem.after_cells(next.set()), work)?;
        Continue(answer.map(|answer| [next, answer]))
    }
}

/// How many turns of both players follow the first one until the player has won within this many turns of its own.
fn turns_after(turns: u8) -> u8 {
    2 * (turns.max(1) - 1)
}

/// Asks whether to continue, and hears of no rankings.
struct Ticking<'a>(Tick<'a>);

impl Observer<Ranking> for Ticking<'_> {
    fn found(&mut self, _ranking: Ranking) -> ControlFlow<()> {
        Continue(())
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        (self.0)()
    }
}
