//! What was luck in a finished round, and what were mistakes.
//!
//! Before each flip, the position is worth what the best play gets on average. The chosen flip is worth as much or less: the difference is
//! the cost of a mistake. What the flip then shows makes the next position worth more or less than expected: luck. So the result of a round
//! is its par, what the best play gets on this deal, minus all mistakes, plus all luck.

use std::ops::ControlFlow;

use crate::{
    puzzles::voltorb_flip::{
        live::{
            analysis,
            insight::{Insight, Kind},
        },
        model::{objective::Objective, problem::Problem, rules::SIDE, state::State},
    },
    search::{Latest, Observer, Tally},
};

/// Costs below this share of the worth are rounding errors.
const TOLERANCE: f64 = 1e-9;

/// The review of a round. All worths are chances, or coins if these are the goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The goal of the round.
    pub objective: Objective,
    /// What the best play gets on this deal, on average.
    pub par: f64,
    /// The flips and decisions that were worth less than the best, in order.
    pub mistakes: Vec<Mistake>,
    /// The sum of all differences between what flips showed and what was expected.
    pub luck: f64,
    /// What the round got.
    pub result: f64,
}

/// A decision that was worth less than the best one.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// The number of the flip, from 1.
    pub number: usize,
    /// The tile that was flipped; `None` if the player stopped too early.
    pub tile: Option<usize>,
    /// How much less it was worth.
    pub cost: f64,
    /// One of the best tiles; `None` if stopping was best.
    pub better: Option<usize>,
}

impl Review {
    /// Returns what all mistakes cost together.
    pub fn cost(&self) -> f64 {
        self.mistakes.iter().map(|mistake| mistake.cost).sum()
    }
}

/// Reports the review of a finished round, or nothing if a worth in it isn't known exactly, such as on boards that no level deals.
///
/// # Errors
/// `Break` if the observer stops it.
pub fn review(state: &State, observer: &mut dyn Observer<Review>) -> ControlFlow<()> {
    let flips: Vec<_> = state.flips.iter().collect();
    let mut known = Vec::new();
    for number in 0..=flips.len() {
        let Ok(problem) = Problem::check(&state.rewound(number)) else { break };
        let mut latest = Latest::new(observer);
        analysis::analyze(&problem, &mut latest)?;
        let Some((insight, worth)) = latest.found.and_then(|insight: Insight| insight.worth.map(|worth| (insight, worth))) else { break };
        known.push((insight, worth));
    }
    if known.len() == flips.len() + 1 {
        observer.found(reviewed(state.objective, &flips, &known))?;
    }
    observer.progress(1.0, &Tally::default())
}

/// Returns the review of a round with these flips; `known` is what is known before each of them and at the end, with the worth.
fn reviewed(objective: Objective, flips: &[usize], known: &[(Insight, f64)]) -> Review {
    let (mut mistakes, mut luck) = (Vec::new(), 0.0);
    let best = |insight: &Insight| insight.best.first().map(|&[row, column]| SIDE * row + column);
    let mut judge = |number: usize, tile: Option<usize>, insight: &Insight, worth: f64, value: f64| {
        let cost = worth - value;
        if TOLERANCE * worth.max(1.0) < cost {
            mistakes.push(Mistake { number, tile, cost, better: best(insight) });
        }
    };
    for (index, (&tile, pair)) in flips.iter().zip(known.windows(2)).enumerate() {
        let ((insight, worth), (_, after)) = (&pair[0], &pair[1]);
        // Where nothing is left to decide, every flip is worth the same.
        let value = insight.values.and_then(|values| values.as_flattened()[tile]).unwrap_or(*worth);
        judge(index + 1, Some(tile), insight, *worth, value);
        luck += after - value;
    }
    let (last, worth) = &known[known.len() - 1];
    let result = if last.kind == Kind::Ok { last.stop.unwrap_or(0.0) } else { *worth };
    judge(flips.len() + 1, None, last, *worth, result);
    Review { objective, par: known[0].1, mistakes, luck, result }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        puzzles::voltorb_flip::{
            model::{
                prior::Level,
                rules::{Clues, TILES, Value},
            },
            play::deal::Dealer,
        },
        search::Found,
    };

    fn review_of(state: &State) -> Review {
        let mut found = Found::default();
        assert!(review(state, &mut found).is_continue());
        found.items.pop().unwrap()
    }

    /// Plays this many flips of a deal, chosen by a rule that gets the insight, and returns the last position.
    fn play(seed: u64, objective: Objective, flips: usize, choose: fn(&Insight, usize) -> Option<usize>) -> State {
        let level = Level::new(1 + (seed % 3) as u8).unwrap();
        let board = Dealer::new(seed).board(level);
        let Clues { rows, columns } = Clues::of(board);
        let mut state = State { level: Some(level.number()), rows, columns, objective, ..State::default() };
        for number in 0..flips {
            let mut found = Found::default();
            assert!(analysis::analyze(&Problem::check(&state).unwrap(), &mut found).is_continue());
            let insight = found.items.pop().unwrap();
            let Some(tile) = choose(&insight, number).filter(|_| insight.kind == Kind::Ok) else { break };
            state.turn(tile, Some(board.value(tile)));
            if board.value(tile) == Value::Voltorb {
                break;
            }
        }
        state
    }

    fn best(insight: &Insight, _: usize) -> Option<usize> {
        insight.best.first().map(|&[row, column]| SIDE * row + column)
    }

    #[test]
    fn par_minus_mistakes_plus_luck_is_the_result() {
        for seed in 0..12 {
            let objective = Objective::ALL[seed as usize % 4];
            let anywhere = |insight: &Insight, number: usize| {
                (0..TILES).map(|tile| (tile * 7 + number) % TILES).find(|&tile| insight.chances(tile).is_some())
            };
            let state = play(seed, objective, 6, anywhere);
            let review = review_of(&state);
            let sum = review.par - review.cost() + review.luck;
            assert!((sum - review.result).abs() < 1e-6 * review.par.max(1.0), "seed {seed}: {review:?}");
            assert!(review.mistakes.iter().all(|mistake| 0.0 < mistake.cost), "seed {seed}: {review:?}");
        }
    }

    #[test]
    fn the_best_play_makes_no_mistakes() {
        for seed in 0..6 {
            let review = review_of(&play(seed, Objective::Clear, TILES, best));
            assert_eq!((&review.mistakes[..], review.result == 0.0 || review.result == 1.0), (&[][..], true), "seed {seed}: {review:?}");
        }
    }
}
