//! The goal of a round, and how it depends on the level. The search for the best play is in `search::optimal`.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{
    prior::Level,
    rules::{TILES, Value},
};

/// The goal that the player chose for the round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Objective {
    /// Flip every 2 and 3 and no Voltorb.
    #[default]
    Clear,
    /// Don't drop to a lower level: win, or flip as many cards as the level's number.
    KeepLevel,
    /// Flip at least eight cards without losing. Five such rounds in a row, the last at level 5 or higher, lead to level 8.
    EightCards,
    /// Get the most coins on average; the player may stop at any time.
    Coins,
}

impl Objective {
    /// All objectives, the default first.
    pub const ALL: [Self; 4] = [Self::Clear, Self::KeepLevel, Self::EightCards, Self::Coins];

    /// Returns the name used in JSON.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::KeepLevel => "keep_level",
            Self::EightCards => "eight_cards",
            Self::Coins => "coins",
        }
    }

    /// Returns what the objective requires in one round, or `None` if that depends on an unknown level.
    pub fn goal(self, level: Option<Level>) -> Option<Goal> {
        match self {
            Self::Clear => Some(Goal::Clear),
            // A level 8 round that isn't won leads to level 7 at best, no matter how many cards were flipped.
            Self::KeepLevel => level.map(|level| match level.number() {
                8 => Goal::Clear,
                number => Goal::Cards { wanted: number, or_win: true },
            }),
            Self::EightCards => Some(Goal::Cards { wanted: 8, or_win: false }),
            Self::Coins => Some(Goal::Coins),
        }
    }

    /// Returns whether every flipped card counts, 1s included.
    pub const fn counts_cards(self) -> bool {
        matches!(self, Self::KeepLevel | Self::EightCards)
    }

    /// Returns whether the worth is measured in coins; otherwise it is a probability.
    pub const fn is_in_coins(self) -> bool {
        matches!(self, Self::Coins)
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Clear => "clear the board",
            Self::KeepLevel => "keep the level",
            Self::EightCards => "flip at least 8 tiles",
            Self::Coins => "win the most coins",
        })
    }
}

/// What an objective requires in one round. A round ends with a Voltorb, with the last 2 or 3, or when the player stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Win the round.
    Clear,
    /// Flip this many cards before the round ends, then stop. A Voltorb isn't a card.
    Cards {
        /// The number of cards, including those that are already face up.
        wanted: u8,
        /// Whether winning with fewer cards also counts.
        or_win: bool,
    },
    /// Maximize the average product of the flipped values. A Voltorb makes it 0, and it is 0 before the first flip.
    Coins,
}

impl Goal {
    /// Returns the factor by which a flipped tile multiplies the result.
    pub const fn factor(self, value: Value) -> f64 {
        match self {
            Self::Coins => value.points() as f64,
            Self::Clear | Self::Cards { .. } => 1.0,
        }
    }

    /// Returns the number of cards still needed when exactly these tiles are face down and no Voltorb is face up; 0 if cards don't count.
    pub const fn cards_missing(self, hidden: u32) -> u8 {
        match self {
            Self::Cards { wanted, .. } => wanted.saturating_sub(TILES as u8 - hidden.count_ones() as u8),
            Self::Clear | Self::Coins => 0,
        }
    }
}
