//! Scores: an estimate, a probable end, or a proved end with its length.

use serde::Serialize;

/// Scores from here up are proved wins, scores from its negative down proved losses.
pub const WIN: i32 = 1_000_000;

/// A score from here up to [`WIN`] says that the mover probably wins: every reply that was tried loses, but not all were tried. Negative
/// scores say the same about a loss.
pub const LIKELY: i32 = WIN / 2;

/// The score of a win after this many turns, the winner's last one included. Shorter wins have higher scores.
pub const fn win_in(turns: u8) -> i32 {
    WIN + (u8::MAX - turns) as i32
}

/// The score of a position whose mover has lost and has no turn.
pub const LOST: i32 = -win_in(0);

/// A proved outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Whether the mover wins.
    pub wins: bool,
    /// After how many turns of both players the game ends at the latest, whatever the loser does, passes included. The winner makes the
    /// last one.
    pub turns: u8,
}

impl Outcome {
    /// The outcome that a score proves for the mover; none without a proof.
    pub fn proved_by(score: i32) -> Option<Self> {
        let turns = win_in(0) - score.saturating_abs();
        (WIN <= score.saturating_abs()).then(|| Self { wins: 0 < score, turns: u8::try_from(turns).unwrap_or_default() })
    }

    /// The score that it gives the mover.
    pub const fn score(self) -> i32 {
        if self.wins { win_in(self.turns) } else { -win_in(self.turns) }
    }
}

/// The score of a turn for its mover, from the score of the position after it for the enemy. An end is one turn farther away.
pub const fn before(after: i32) -> i32 {
    if after >= WIN {
        if after > WIN { 1 - after } else { -WIN }
    } else if after <= -WIN {
        if after < -WIN { -after - 1 } else { WIN }
    } else {
        -after
    }
}

/// The bound for the position after a turn that belongs to this bound for the turn: the inverse of [`before`].
pub const fn bound_after(bound: i32) -> i32 {
    if bound >= WIN {
        -bound.saturating_add(1)
    } else if bound <= -WIN {
        (-bound).saturating_add(1)
    } else {
        -bound
    }
}
