//! Solves positions near the end of a game: who wins, and in how many turns if the winner hurries and the loser delays.
//!
//! Plain search of all turns, within one turn more at a time. So the first number of turns within which a win or a loss is forced is the
//! exact one.

use std::{
    collections::HashMap,
    ops::ControlFlow::{self, Break, Continue},
};

use super::{Outcome, Ranking, Work, candidates::all_turns};
use crate::{
    puzzles::virus_war::model::{
        cells::CellSet,
        position::{Player, Position},
        state::Problem,
    },
    search::Observer,
};

/// The most positions that are remembered, which take some 30 MB.
const MOST_POSITIONS: usize = 1 << 17;

/// A solver, with the positions that it has solved.
#[derive(Default)]
pub struct Endgame {
    known: HashMap<(Position, Player, u8), Known>,
}

/// What is known of a position.
#[derive(Clone, Copy)]
struct Known {
    /// The mover wins within this many turns.
    wins_within: u8,
    /// The mover loses within this many turns.
    loses_within: u8,
    /// The mover can't force a win within this many turns.
    no_win_within: u8,
    /// The enemy can't force one within this many turns.
    no_loss_within: u8,
}

impl Default for Known {
    fn default() -> Self {
        Self { wins_within: u8::MAX, loses_within: u8::MAX, no_win_within: 0, no_loss_within: 0 }
    }
}

/// An upper bound for the number of turns until the end. Each move fills an empty cell or kills a live virus for good, so a cell takes at
/// most two moves. A game with passing need not end, so the bound is then as large as it can be.
pub fn max_turns_left(problem: &Problem) -> u8 {
    if problem.rules.passing {
        return u8::MAX;
    }
    let moves: usize = [Player::O, Player::X].into_iter().map(|player| problem.position.targets(player).len()).sum();
    let after_this_turn = moves.saturating_sub(usize::from(problem.moves)) / usize::from(problem.rules.moves.max(1));
    u8::try_from(1 + after_this_turn).unwrap_or(u8::MAX)
}

impl Endgame {
    /// Solves the position, with the exact number of turns; none if neither player can force the end, since they can pass.
    pub fn solve(&mut self, problem: &Problem, work: &mut Work<'_>) -> ControlFlow<(), Option<Outcome>> {
        for turns in 0..max_turns_left(problem).saturating_add(1) {
            let wins = turns % 2 == 1;
            if if wins { self.wins(problem, turns, work)? } else { self.loses(problem, turns, work)? } {
                return Continue(Some(Outcome { wins, turns }));
            }
        }
        Continue(None)
    }

    /// The outcome as [`Self::solve`] finds it; none also if the observer stops it.
    pub fn outcome(&mut self, problem: &Problem, observer: &mut dyn Observer<Ranking>) -> Option<Outcome> {
        match self.solve(problem, &mut Work::new(observer)) {
            Continue(outcome) => outcome,
            Break(()) => None,
        }
    }

    /// The turns until the end of a position with this outcome. It ends early at a pass.
    pub fn line(&mut self, problem: &Problem, outcome: Outcome, work: &mut Work<'_>) -> ControlFlow<(), Vec<CellSet>> {
        let mut line = Vec::new();
        let (mut problem, mut outcome) = (problem.clone(), outcome);
        while let Some(turns) = outcome.turns.checked_sub(1) {
            let mut next = None;
            for cells in all_turns(&problem, work)? {
                let after = problem.after_cells(cells);
                // The winner ends the game in time. The loser makes it last: a win that is two turns shorter isn't possible.
                if if outcome.wins { self.loses(&after, turns, work)? } else { turns < 2 || !self.wins(&after, turns - 2, work)? } {
                    next = Some((cells, after));
                    break;
                }
            }
            let Some((cells, after)) = next else { break };
            line.push(cells);
            problem = after;
            outcome = Outcome { wins: !outcome.wins, turns };
        }
        Continue(line)
    }

    /// Whether the mover can force a win within this many turns of both players.
    pub fn wins(&mut self, problem: &Problem, turns: u8, work: &mut Work<'_>) -> ControlFlow<(), bool> {
        let known = self.known(problem);
        if known.wins_within <= turns {
            return Continue(true);
        }
        if turns <= known.no_win_within || problem.is_lost() || turns == 1 && survives_any_turn(problem) {
            return Continue(false);
        }
        let mut wins = false;
        for cells in all_turns(problem, work)? {
            wins = self.loses(&problem.after_cells(cells), turns - 1, work)?;
            // The turns that end the game come first.
            if wins || turns == 1 {
                break;
            }
        }
        wins = wins || problem.may_pass() && self.loses(&problem.after_pass(), turns - 1, work)?;
        let known = self.known_mut(problem);
        if wins {
            known.wins_within = known.wins_within.min(turns);
        } else {
            known.no_win_within = known.no_win_within.max(turns);
        }
        Continue(wins)
    }

    /// Whether the enemy can force the mover to lose within this many turns of both players.
    pub fn loses(&mut self, problem: &Problem, turns: u8, work: &mut Work<'_>) -> ControlFlow<(), bool> {
        if problem.is_lost() {
            return Continue(true);
        }
        let known = self.known(problem);
        if known.loses_within <= turns {
            return Continue(true);
        }
        // The mover makes a turn, and the enemy another one.
        if turns < 2 || turns <= known.no_loss_within {
            return Continue(false);
        }
        let mut loses = true;
        for cells in all_turns(problem, work)? {
            loses = self.wins(&problem.after_cells(cells), turns - 1, work)?;
            if !loses {
                break;
            }
        }
        loses = loses && (!problem.may_pass() || self.wins(&problem.after_pass(), turns - 1, work)?);
        let known = self.known_mut(problem);
        if loses {
            known.loses_within = known.loses_within.min(turns);
        } else {
            known.no_loss_within = known.no_loss_within.max(turns);
        }
        Continue(loses)
    }

    fn known(&self, problem: &Problem) -> Known {
        self.known.get(&key(problem)).copied().unwrap_or_default()
    }

    fn known_mut(&mut self, problem: &Problem) -> &mut Known {
        if MOST_POSITIONS <= self.known.len() {
            self.known.clear();
        }
        self.known.entry(key(problem)).or_default()
    }

    /// The number of bytes it uses.
    pub fn bytes(&self) -> u64 {
        (self.known.capacity() * size_of::<((Position, Player, u8), Known)>()) as u64
    }
}

/// Whether the enemy surely has a turn after any turn of the mover. Moves on empty cells take no cell away from the enemy, and kills only
/// its live viruses. So a live virus next to a region with room for a whole turn would do, and there are more of them than moves.
pub fn survives_any_turn(problem: &Problem) -> bool {
    let Problem { position, mover, moves, rules, .. } = problem;
    let enemy = mover.other();
    let (live, targets) = (position.live(enemy), position.targets(enemy));
    let ground = targets | position.connectors(enemy);
    let mut unseen = ground & live.flooded(ground);
    let mut survivors = CellSet::NONE;
    while let Some(cell) = unseen.first() {
        let region = CellSet::from(cell).flooded(ground);
        unseen -= region;
        if usize::from(rules.moves) <= (region & targets).len() {
            survivors |= region.grown() & live;
        }
    }
    usize::from(*moves) < survivors.len()
}

fn key(problem: &Problem) -> (Position, Player, u8) {
    (problem.position, problem.mover, problem.moves)
}
