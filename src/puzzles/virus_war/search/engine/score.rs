//! Scores: an estimate, a probable end, or a proved end with its length.

/// Scores from here up are proved wins, scores from its negative down proved losses.
pub const WIN: i32 = 1_000_000;

/// A score from here up to [`WIN`] says that the mover probably wins: every reply that was tried loses, but not all were tried. Negative
/// scores say the same about a loss.
pub const LIKELY: i32 = WIN / 2;

/// The most turns that a score can count.
const MOST_TURNS: i32 = 1_000;

/// The score of a win after this many turns, the winner's last one included. Shorter wins have higher scores.
pub const fn win_in(turns: u16) -> i32 {
    WIN + MOST_TURNS - if (turns as i32) < MOST_TURNS { turns as i32 } else { MOST_TURNS }
}

/// The score of a position whose mover has lost and has no turn.
pub const LOST: i32 = -win_in(0);

/// The outcome that a score proves for the mover: whether it wins, and after how many turns at the latest; none without a proof.
pub const fn proved(score: i32) -> Option<(bool, u16)> {
    if score.saturating_abs() < WIN { None } else { Some((0 < score, (WIN + MOST_TURNS - score.saturating_abs()) as u16)) }
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
