//! The goals of problems: positions in which someone looks for the turn that reaches a goal. The search decides which turns do.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::position::Player;
use crate::words::goals::viruses;
use base::text::counted;

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
    /// What it means for this player: a sentence without the full stop.
    pub fn meaning(self, mover: Player) -> String {
        let enemy = mover.other();
        match self {
            Self::Kill(_) => "only one turn kills as many".to_owned(),
            Self::Win(1) => format!("only one turn leaves {enemy} without a whole turn"),
            Self::Win(turns) => {
                let more = counted(u64::from(turns - 1), "more turn");
                format!("only one turn lets {mover} win within {more}, whatever {enemy} replies")
            }
            Self::Survive => format!("after every other turn, {enemy} wins at once"),
        }
    }

    /// Why a turn of this player that reaches it is good, in a few words.
    pub fn why(self, mover: Player) -> String {
        match self {
            Self::Kill(kills) => format!("it kills {}", viruses(kills)),
            Self::Win(turns) if turns <= 1 => format!("{} then has no whole turn and loses", mover.other()),
            Self::Win(turns) => {
                format!("{mover} then wins within {}, whatever {} replies", counted(u64::from(turns - 1), "more turn"), mover.other())
            }
            Self::Survive => format!("{} then has no turn that wins at once", mover.other()),
        }
    }
}

/// What to do, in a few words.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Kill(kills) => write!(f, "kill {}", viruses(kills)),
            Self::Win(turns) if turns <= 1 => f.write_str("win at once"),
            Self::Win(turns) => f.write_str(&format!("win in {turns} turns")),
            Self::Survive => f.write_str("don't lose at once"),
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

/// The most moves in a turn with which a search can decide who wins: positions have too many turns with more.
pub const MOST_MOVES: u8 = 3;
