//! Scores: an estimate, a probable end, or a proved end with its length.

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

/// The score of a draw. An estimate can have the same, since it says that both players are as likely to win.
pub const DRAW: i32 = 0;

/// A proved outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The mover wins after this many turns of both players at the latest, whatever the enemy does, passes included. The winner makes the
    /// last one.
    Win(u8),
    /// The mover loses, in the same way.
    Loss(u8),
    /// Neither player can force a win, since they can pass.
    Draw,
}

impl Outcome {
    /// The win or loss that a score proves for the mover; none without a proof. A draw has no score of its own.
    pub fn proved_by(score: i32) -> Option<Self> {
        let turns = || u8::try_from(win_in(0) - score.saturating_abs()).unwrap_or_default();
        match score {
            WIN.. => Some(Self::Win(turns())),
            _ if score <= -WIN => Some(Self::Loss(turns())),
            _ => None,
        }
    }

    /// Whether the mover wins.
    pub const fn is_win(self) -> bool {
        matches!(self, Self::Win(_))
    }

    /// The score that it gives the mover.
    pub const fn score(self) -> i32 {
        match self {
            Self::Win(turns) => win_in(turns),
            Self::Loss(turns) => -win_in(turns),
            Self::Draw => DRAW,
        }
    }

    /// The enemy's outcome after the mover's best turn.
    pub const fn after_turn(self) -> Self {
        match self {
            Self::Win(turns) => Self::Loss(turns.saturating_sub(1)),
            Self::Loss(turns) => Self::Win(turns.saturating_sub(1)),
            Self::Draw => Self::Draw,
        }
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
