//! Problems: positions in which one turn is to be found that reaches a goal. The search decides which turns do.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{
    cells::Cell,
    position::{Player, Site},
    record::{self, Snapshot},
    state::State,
    turn::MAX_MOVES,
};
use crate::{
    puzzle::{Flaw, Key},
    puzzles::virus_war::words::goals as words,
};

/// What the turn of a problem must do. The player whose turn it is in the position before the record is to make it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Goal {
    /// Kill at least this many viruses.
    Kill(u8),
    /// Leave the enemy no turn that stops the player from winning within this many turns of the player's own, this one included.
    Win(u8),
    /// Leave the enemy no turn that wins at once.
    Survive,
}

impl Goal {
    /// Why a turn of this player that reaches it is good, in a few words.
    pub fn why(self, mover: Player) -> String {
        match self {
            Self::Kill(kills) => words::why_kills(kills),
            Self::Win(turns) if turns <= 1 => words::why_wins_at_once(mover.other()),
            Self::Win(turns) => words::why_wins(mover, mover.other(), turns - 1),
            Self::Survive => words::why_survives(mover.other()),
        }
    }
}

/// What to do, in a few words.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Kill(kills) => f.write_str(&words::kill(kills)),
            Self::Win(turns) if turns <= 1 => f.write_str(words::WIN_AT_ONCE),
            Self::Win(turns) => f.write_str(&words::win(turns)),
            Self::Survive => f.write_str(words::SURVIVE),
        }
    }
}

/// The goal of a problem, and how far its turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aim {
    /// The goal.
    pub goal: Goal,
    /// How far its turn has come.
    pub stage: Stage,
}

/// How far the turn of a problem has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Moves of the turn are left; those made so far have killed this many viruses.
    Making(u8),
    /// The turn is complete and has killed this many viruses.
    Made(u8),
    /// Other moves follow the turn.
    Past,
}

/// The most turns in which a problem can ask for a win.
pub const MOST_TURNS: u8 = 3;

impl State {
    /// The goal of the problem and how far its turn has come; none without a goal.
    pub fn aim(&self) -> Option<Aim> {
        let goal = self.goal?;
        let is_unfinished = !record::unfinished_turn(self).is_empty();
        let stage = match self.record.as_slice() {
            [] => Stage::Making(0),
            [turn] if is_unfinished => Stage::Making(self.killed_on(turn)),
            [turn] => Stage::Made(self.killed_on(turn)),
            _ => Stage::Past,
        };
        Some(Aim { goal, stage })
    }

    /// The number of killed viruses on the cells of the turn: the player never moves on a killed virus, so the turn has killed them.
    fn killed_on(&self, turn: &str) -> u8 {
        let position = self.board.position();
        let is_killed = |cell: &Cell| matches!(position.site(*cell), Site::Killed(_));
        record::cells_of(turn).iter().filter(|cell| is_killed(cell)).count() as u8
    }

    /// The problem before its turn; the state itself without a goal.
    pub fn at_problem(&self) -> Self {
        match self.root().filter(|_| self.goal.is_some()) {
            Some(Snapshot { position, mover, moves }) => {
                let mut start = Self { board: (&position).into(), to_move: mover, moves_left: moves, ..self.clone() };
                start.clear_record();
                start
            }
            None => self.clone(),
        }
    }

    /// Checks the goal, if there is one, in a game that begins here.
    ///
    /// # Errors
    /// The flaw.
    pub(super) fn check_goal(&self, root: &Snapshot) -> Result<(), Flaw<Cell>> {
        let Some(goal) = self.goal else { return Ok(()) };
        let flaw = |message: String| Err(Flaw { message, spots: Vec::new(), path: vec![Key::Field("goal")] });
        let whole = self.rules.moves_in_turn(&root.position, root.mover);
        match goal {
            _ if self.rules.passing => flaw(words::NO_PASSING.to_owned()),
            _ if root.moves != whole => flaw(words::WITHIN_TURN.to_owned()),
            Goal::Kill(kills) if !(1..=MAX_MOVES as u8).contains(&kills) || whole < kills => flaw(words::not_kills(whole)),
            Goal::Win(turns) if !(1..=MOST_TURNS).contains(&turns) => flaw(words::not_turns(MOST_TURNS)),
            _ => Ok(()),
        }
    }
}
