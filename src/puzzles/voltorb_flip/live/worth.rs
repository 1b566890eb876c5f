//! What is known of a goal without a search: whether it is already decided, and an upper bound.

use super::insight::{Kind, is_useful};
use crate::model::{
    objective::Goal,
    problem::Problem,
    rules::{Line, SIDE, TILES, Value, total},
};

/// Returns the worth of the goal if nothing can change it any more.
pub fn settled(problem: &Problem, goal: Goal, kind: Kind) -> Option<f64> {
    let is_won = kind == Kind::Won;
    let reached = |is_reached| Some(f64::from(u8::from(is_reached)));
    match (goal, kind) {
        (Goal::Clear, Kind::Won | Kind::Lost) => reached(is_won),
        (Goal::Cards { or_win: false, .. }, Kind::Lost) => reached(false),
        (Goal::Cards { wanted, or_win }, Kind::Won | Kind::Lost) => reached(wanted <= problem.cards() || is_won && or_win),
        (Goal::Cards { wanted, .. }, Kind::Ok) if wanted <= problem.cards() => reached(true),
        (Goal::Coins, Kind::Won | Kind::Lost) => Some(problem.coins()),
        _ => None,
    }
}

/// Returns the worth of stopping now, for goals where stopping before the round is over makes sense.
pub fn if_stopping(problem: &Problem, goal: Goal) -> Option<f64> {
    match goal {
        Goal::Clear => None,
        Goal::Cards { wanted, .. } => Some(f64::from(u8::from(wanted <= problem.cards()))),
        Goal::Coins => Some(problem.coins()),
    }
}

/// Returns the worth of the best flip when the goal is already reached, for goals where stopping makes sense.
///
/// The level depends only on the number of cards, so a Voltorb can't lower it any more. Eight cards don't count in a lost round.
pub fn of_next_flip(problem: &Problem, goal: Goal, chances: &[[f64; 4]; TILES]) -> Option<f64> {
    let safest = || problem.face_down().map(|tile| 1.0 - chances[tile][Value::Voltorb as usize]).fold(0.0, f64::max);
    match goal {
        Goal::Cards { wanted, or_win } if wanted <= problem.cards() => Some(if or_win { 1.0 } else { safest() }),
        Goal::Clear | Goal::Cards { .. } | Goal::Coins => None,
    }
}

/// Returns an upper bound on the average result of any play, in a position that isn't settled.
///
/// To clear the board, the player must flip a 2 or 3. Before the first tile that may be one, a play can flip only tiles that show a 1 if
/// the round continues. These give no information, so the first useful tile is fixed in advance, and the play wins at most if that tile
/// isn't a Voltorb. Where cards count, the same is true of the very first tile.
///
/// For coins, a play that flips a useful tile gains nothing where the first one is a Voltorb, and otherwise at most the largest product. A
/// play that flips none keeps the coins won so far, since 1s don't multiply them. Only on a fresh board do 1s win a coin, but then the
/// bound is above one coin, for these reasons. Each line with excess has a 2 or 3 among its five tiles, so one of them has a chance of at
/// least 1/5 of not being a Voltorb, and an excess of 3 or more makes a product of at least 6. With an excess of 1, its row and column show
/// where the 2 is. With an excess of 2, they do so too, unless two rows and two columns have 1 each: then there are two ways to place two
/// 2s, one of which has a chance of at least 1/2, and the product is 4.
pub fn upper_bound(problem: &Problem, goal: Goal, chances: &[[f64; 4]; TILES]) -> f64 {
    let counts = |tile: &usize| matches!(goal, Goal::Cards { .. }) || is_useful(chances[*tile]);
    let safe = problem.face_down().filter(counts).map(|tile| 1.0 - chances[tile][Value::Voltorb as usize]).fold(0.0, f64::max);
    match goal {
        Goal::Clear | Goal::Cards { .. } => safe,
        Goal::Coins => problem.coins().max(safe * max_product(problem)),
    }
}

/// Returns the largest product of any board with these totals.
fn max_product(problem: &Problem) -> f64 {
    let excess: u8 = (0..SIDE).filter_map(|row| problem.clues.line(Line::Row(row)).excess()).sum();
    let voltorbs = total(&problem.clues.rows).voltorbs;
    let product = |twos: u8, threes: u8| 2_f64.powi(i32::from(twos)) * 3_f64.powi(i32::from(threes));
    match problem.prior() {
        Some(prior) => prior.compositions().map(|composition| product(composition.twos, composition.threes)).fold(0.0, f64::max),
        None => {
            let splits = (0..=excess / 2).map(|threes| (excess - 2 * threes, threes));
            let fits = |&(twos, threes): &(u8, u8)| twos + threes + voltorbs <= TILES as u8;
            splits.filter(fits).map(|(twos, threes)| product(twos, threes)).fold(0.0, f64::max)
        }
    }
}
