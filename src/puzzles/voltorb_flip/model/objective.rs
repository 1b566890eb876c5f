//! What a round is played for. The search for the best play is in `optimal`; what a level has to do with it is said here.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{
    prior::Level,
    rules::{TILES, Value},
};

/// What the player wants of the round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Objective {
    /// Flip every 2 and 3 and no Voltorb.
    #[default]
    Clear,
    /// Not to fall to a lower level: win, or flip as many cards as the level has in its name.
    KeepLevel,
    /// Flip at least eight cards and don't lose: five such rounds in a row, the last at level 5 or higher, lead to level 8.
    EightCards,
    /// As many coins as can be expected, when one may stop at any time.
    Coins,
}

impl Objective {
    /// All objectives, the usual one first.
    pub const ALL: [Self; 4] = [Self::Clear, Self::KeepLevel, Self::EightCards, Self::Coins];

    /// Its name in JSON.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::KeepLevel => "keep_level",
            Self::EightCards => "eight_cards",
            Self::Coins => "coins",
        }
    }

    /// What it comes to in one round; nothing where that depends on a level that is not known.
    pub fn goal(self, level: Option<Level>) -> Option<Goal> {
        match self {
            Self::Clear => Some(Goal::Clear),
            // From level 8 one falls to 7 at best, however many cards one flips.
            Self::KeepLevel => level.map(|level| match level.number() {
                8 => Goal::Clear,
                number => Goal::Cards { wanted: number, or_win: true },
            }),
            Self::EightCards => Some(Goal::Cards { wanted: 8, or_win: false }),
            Self::Coins => Some(Goal::Coins),
        }
    }

    /// Whether every card that is flipped may help, 1s too.
    pub const fn counts_cards(self) -> bool {
        matches!(self, Self::KeepLevel | Self::EightCards)
    }

    /// Whether it is measured in coins; else it is a chance.
    pub const fn is_in_coins(self) -> bool {
        matches!(self, Self::Coins)
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Clear => "clear the board",
            Self::KeepLevel => "keep the level",
            Self::EightCards => "flip at least 8 cards",
            Self::Coins => "most coins",
        })
    }
}

/// What is to be reached in a round, whatever it is good for. The round ends with a Voltorb, with the last 2 or 3, or when one stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The round is to be won.
    Clear,
    /// So many cards are to be flipped before the round ends; a Voltorb is no card. Who has them stops.
    Cards {
        /// How many, with those that are face up already.
        wanted: u8,
        /// Whether a round that is won with fewer cards is as good.
        or_win: bool,
    },
    /// The product of the flipped values is to be large on average; it is lost with a Voltorb. Before the first flip there is none.
    Coins,
}

impl Goal {
    /// What a flipped tile brings: a factor.
    pub const fn factor(self, value: Value) -> f64 {
        match self {
            Self::Coins => value.points() as f64,
            Self::Clear | Self::Cards { .. } => 1.0,
        }
    }

    /// How many cards are still missing when these tiles are face down and no Voltorb is face up; 0 if cards do not count.
    pub const fn cards_missing(self, hidden: u32) -> u8 {
        match self {
            Self::Cards { wanted, .. } => wanted.saturating_sub(TILES as u8 - hidden.count_ones() as u8),
            Self::Clear | Self::Coins => 0,
        }
    }
}
