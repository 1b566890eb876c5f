//! What can be said of an objective without a search: what is reached already, and what is out of reach.

use super::insight::{Kind, is_useful};
use crate::puzzles::voltorb_flip::model::{
    objective::Goal,
    problem::Problem,
    rules::{Line, SIDE, TILES, Value, total},
};

/// What the objective came to, if nothing can change it any more.
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

/// What is reached by who stops now, where there is any sense in stopping before the round is over.
pub fn if_stopping(problem: &Problem, goal: Goal) -> Option<f64> {
    match goal {
        Goal::Clear => None,
        Goal::Cards { wanted, .. } => Some(f64::from(u8::from(wanted <= problem.cards()))),
        Goal::Coins => Some(problem.coins()),
    }
}

/// What no play goes beyond on average, in a position that is not settled.
///
/// To clear the board a 2 or a 3 must be flipped. Before the first tile that may be one, a play can flip only tiles that show a 1 if the round
/// goes on: these tell nothing, so which useful tile comes first is settled beforehand, and the play wins at most when that is no
/// Voltorb. Where cards count, the same holds of the very first tile.
///
/// For coins, a play that flips a useful tile gains nothing where its first one is a Voltorb, and elsewhere at most the largest product. One
/// that flips none gets what was won before, since 1s multiply nothing. Only if no tile is face up, and nothing is won, do 1s bring
/// a coin, but the bound is above one coin then. Each line with excess has a 2 or a 3 on one of its five tiles, so one of these
/// is no Voltorb with a chance of 1/5 or more; an excess of 3 or more makes a product of 6 or more. With an excess of 1, its row and column
/// tell where the 2 is. With 2, they tell it, too, unless two rows and two columns have 1 each: then there are two ways to place two 2s, one
/// of which has a chance of 1/2 or more, and the product is 4.
pub fn upper_bound(problem: &Problem, goal: Goal, chances: &[[f64; 4]; TILES]) -> f64 {
    let counts = |tile: &usize| matches!(goal, Goal::Cards { .. }) || is_useful(chances[*tile]);
    let safe = problem.face_down().filter(counts).map(|tile| 1.0 - chances[tile][Value::Voltorb as usize]).fold(0.0, f64::max);
    match goal {
        Goal::Clear | Goal::Cards { .. } => safe,
        Goal::Coins => problem.coins().max(safe * max_product(problem)),
    }
}

/// The largest product that any board which fits the totals has.
fn max_product(problem: &Problem) -> f64 {
    let excess: u8 = (0..SIDE).filter_map(|row| problem.clues.line(Line::Row(row)).excess()).sum();
    let voltorbs = total(&problem.clues.rows).voltorbs;
    let product = |twos: u8, threes: u8| 2_f64.powi(i32::from(twos)) * 3_f64.powi(i32::from(threes));
    match problem.prior() {
        Some(prior) => prior.compositions(voltorbs, excess).map(|made| product(made.twos, made.threes)).fold(0.0, f64::max),
        None => {
            let splits = (0..=excess / 2).map(|threes| (excess - 2 * threes, threes));
            let fits = |&(twos, threes): &(u8, u8)| twos + threes + voltorbs <= TILES as u8;
            splits.filter(fits).map(|(twos, threes)| product(twos, threes)).fold(0.0, f64::max)
        }
    }
}
