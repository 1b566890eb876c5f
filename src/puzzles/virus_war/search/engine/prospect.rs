//! What a score means for the mover.

use std::fmt::{Display, Formatter, Result};

use super::{Outcome, evaluation::chance, score::LIKELY};
use crate::words::prospects as words;

/// The chance of winning that is left without a proof.
const MOST_LIKELY: f64 = 0.99;

/// What the mover can expect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Prospect {
    /// The outcome is proved.
    Proved(Outcome),
    /// Every reply that was tried loses, but not all were tried.
    LikelyWin,
    /// The same for the enemy.
    LikelyLoss,
    /// No end is in sight: the chance of winning, from 0 to 1.
    Chance(f64),
}

impl Prospect {
    /// The chance of winning, from 0 to 1. Only a proved win or loss is certain, and a draw is as good for one player as for the other.
    pub fn chance(self) -> f64 {
        match self {
            Self::Proved(Outcome::Win(_)) => 1.0,
            Self::Proved(Outcome::Loss(_)) => 0.0,
            Self::Proved(Outcome::Draw) => 0.5,
            Self::LikelyWin => MOST_LIKELY,
            Self::LikelyLoss => 1.0 - MOST_LIKELY,
            Self::Chance(chance) => chance.clamp(1.0 - MOST_LIKELY, MOST_LIKELY),
        }
    }

    /// What a score of the engine means.
    pub fn of(score: i32) -> Self {
        match Outcome::proved_by(score) {
            Some(outcome) => Self::Proved(outcome),
            None if LIKELY <= score => Self::LikelyWin,
            None if score <= -LIKELY => Self::LikelyLoss,
            None => Self::Chance(chance(score)),
        }
    }
}

/// In a few characters.
impl Display for Prospect {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match *self {
            Self::Proved(Outcome::Win(turns)) => f.write_str(&words::wins_in(turns)),
            Self::Proved(Outcome::Loss(turns)) => f.write_str(&words::loses_in(turns)),
            Self::Proved(Outcome::Draw) => f.write_str("draw"),
            Self::LikelyWin => f.write_str("wins?"),
            Self::LikelyLoss => f.write_str("loses?"),
            Self::Chance(chance) => f.write_str(&words::chance(chance)),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{
        super::score::{WIN, win_in},
        *,
    };

    proptest! {
        #[test]
        fn the_chance_of_any_score_is_from_0_to_1(score in prop_oneof![-2_000..=2_000, -WIN..=WIN]) {
            let prospect = Prospect::of(score);
            prop_assert!((0.0..=1.0).contains(&prospect.chance()));
            let Prospect::Chance(chance) = prospect else { return Ok(()) };
            prop_assert!((0.0..=1.0).contains(&chance), "{}", chance);
        }
    }

    #[test]
    fn only_proved_ends_are_stated_without_reservation() {
        let scores = [win_in(3), win_in(1), WIN - 1, LIKELY, LIKELY - 1, 100, 0, -1_000, -LIKELY, -win_in(2)];
        let expected = ["wins in 2 turns", "wins in 1 turn", "wins?", "wins?", "99 %", "73 %", "50 %", "1 %", "loses?", "loses in 1 turn"];
        assert_eq!(scores.map(|score| Prospect::of(score).to_string()), expected);
    }
}
