//! Solves positions near the end of a game: who wins, and in how many turns if the winner hurries and the loser delays.
//!
//! Plain search of all turns, within one turn more at a time. So the first number of turns within which a win or a loss is forced is the
//! exact one.
//!
//! Where the rules allow passing, a game that neither player can win is a draw. To pass never wins, unless the enemy can't make a turn, and
//! then any other turn wins as well: the enemy could pass, too. So passes only count as replies to a threat.

use std::{
    collections::HashMap,
    ops::ControlFlow::{self, Break, Continue},
};

use super::{Outcome, Ranking, Work, candidates::all_turns};
use crate::model::{
    cells::{CellSet, OnBoard},
    position::{Player, Position},
    state::{PASSES_TO_DRAW, Problem},
};
use base::search::Observer;

/// The most positions that are remembered, which take some 30 MB.
const MOST_POSITIONS: usize = 1 << 17;

/// A solver, with the positions that it has solved.
#[derive(Default)]
pub struct Endgame {
    known: HashMap<Key, Known>,
}

/// A position, the mover, the moves of the turn, and the passes right before it.
type Key = (Position, Player, u8, u8);

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

/// An upper bound for the number of turns until the end. A turn can be passed before each turn with moves, until the last passes end the
/// game.
pub fn max_turns_left(problem: &Problem) -> u8 {
    let with_moves = max_turns_with_moves(problem);
    let turns = if problem.rules.passing { 2 * with_moves + usize::from(PASSES_TO_DRAW) } else { with_moves };
    u8::try_from(turns).unwrap_or(u8::MAX)
}

/// An upper bound for the number of turns with moves until the end. Each move fills an empty cell or kills a live virus for good, so a cell
/// takes at most two moves.
pub fn max_turns_with_moves(problem: &Problem) -> usize {
    let moves: usize = [Player::O, Player::X].into_iter().map(|player| problem.position.targets(player).len()).sum();
    1 + moves.saturating_sub(usize::from(problem.moves)) / usize::from(problem.rules.moves.max(1))
}

impl Endgame {
    /// Solves the position, with the exact number of turns; none if the game can be too long for that.
    pub fn solve(&mut self, problem: &Problem, work: &mut Work<'_>) -> ControlFlow<(), Option<Outcome>> {
        let most = max_turns_left(problem);
        for turns in 0..most.saturating_add(1) {
            if turns % 2 == 1 && self.wins(problem, turns, work)? {
                return Continue(Some(Outcome::Win(turns)));
            }
            if turns % 2 == 0 && self.loses(problem, turns, work)? {
                return Continue(Some(Outcome::Loss(turns)));
            }
        }
        Continue((most < u8::MAX).then_some(Outcome::Draw))
    }

    /// The outcome as [`Self::solve`] finds it; none also if the observer stops it.
    pub fn outcome(&mut self, problem: &Problem, observer: &mut dyn Observer<Ranking>) -> Option<Outcome> {
        match self.solve(problem, &mut Work::new(observer)) {
            Continue(outcome) => outcome,
            Break(()) => None,
        }
    }

    /// The turns until the end of a position with this outcome, each as its cells. A pass has none.
    pub fn line(&mut self, problem: &Problem, outcome: Outcome, work: &mut Work<'_>) -> ControlFlow<(), Vec<CellSet>> {
        let mut line = Vec::new();
        let (mut problem, mut outcome) = (problem.clone(), outcome);
        while let Some(cells) = self.best_turn(&problem, outcome, work)? {
            line.push(cells);
            problem = problem.after_cells(cells);
            outcome = outcome.after_turn();
        }
        Continue(line)
    }

    /// The first turn that leads to the outcome; none if the game is over. The winner ends the game in time. The loser makes it last: a win
    /// that is two turns shorter isn't possible. For a draw, nobody has to make a move that isn't needed.
    fn best_turn(&mut self, problem: &Problem, outcome: Outcome, work: &mut Work<'_>) -> ControlFlow<(), Option<CellSet>> {
        if problem.is_over() {
            return Continue(None);
        }
        let pass = problem.may_pass().then_some(CellSet::NONE);
        let (first, last) = if outcome == Outcome::Draw { (pass, None) } else { (None, pass) };
        for cells in first.into_iter().chain(all_turns(problem, work)?).chain(last) {
            let after = problem.after_cells(cells);
            let is_best = match outcome {
                Outcome::Win(turns) => self.loses(&after, turns - 1, work)?,
                Outcome::Loss(turns) => turns < 3 || !self.wins(&after, turns - 3, work)?,
                Outcome::Draw => !self.wins(&after, max_turns_left(&after), work)?,
            };
            if is_best {
                return Continue(Some(cells));
            }
        }
        Continue(None)
    }

    /// Whether the mover can force a win within this many turns of both players.
    pub fn wins(&mut self, problem: &Problem, turns: u8, work: &mut Work<'_>) -> ControlFlow<(), bool> {
        let known = self.known(problem);
        if known.wins_within <= turns {
            return Continue(true);
        }
        if turns <= known.no_win_within || problem.is_over() || turns == 1 && survives_any_turn(problem) {
            return Continue(false);
        }
        if holds_out(problem, problem.mover.other()) {
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
        if problem.is_drawn() {
            return Continue(false);
        }
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
        if problem.may_pass() && (holds_out(problem, problem.mover) || !self.wins(&problem.after_cells(CellSet::NONE), turns - 1, work)?) {
            return Continue(false);
        }
        let mut loses = true;
        for cells in all_turns(problem, work)? {
            loses = self.wins(&problem.after_cells(cells), turns - 1, work)?;
            if !loses {
                break;
            }
        }
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
        (self.known.capacity() * size_of::<(Key, Known)>()) as u64
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

/// Whether the player surely never loses, if the rules allow passing and none of its turns has begun: it can pass for good.
///
/// What the enemy can reach never grows, since moves put no cell within its reach that wasn't. So live viruses that are out of reach stay
/// live. Neither do the player's targets become fewer while the player passes, since the enemy's moves only fill empty cells, with viruses
/// that can be killed. So if those live viruses have room for a whole turn, they always have.
pub fn holds_out(problem: &Problem, player: Player) -> bool {
    let Problem { position, rules, .. } = problem;
    if !rules.passing {
        return false;
    }
    let targets = position.targets(player);
    let safe = (position.live(player) - position.reachable(player.other())) | position.first_cell(player);
    let room = safe.flooded(targets | position.connectors(player)) & targets;
    usize::from(rules.moves) <= room.len()
}

fn key(problem: &Problem) -> Key {
    (problem.position, problem.mover, problem.moves, problem.passes)
}
