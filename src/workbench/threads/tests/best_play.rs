//! The best play of Voltorb Flip.

use super::*;
use voltorb_flip::{
    live::{analysis::analyze, insight::Insight},
    model::{
        objective::Objective,
        prior,
        problem::Problem,
        rules::{Clues, TILES},
    },
    play::deal::Dealer,
    search::optimal::transposition_table::TranspositionTable,
};

/// The fresh board of a deal.
fn fresh(level: prior::Level, number: u64, objective: Objective) -> Problem {
    let clues = Clues::of(Dealer::of_round(1, number).board(level));
    Problem { levels: Some(level.alone()), clues, tiles: [None; TILES], objective }
}

/// Some that take longer than a search waits before it asks for other threads.
fn long() -> impl Iterator<Item = Problem> {
    let deals = prior::Level::all().flat_map(|level| (0..10).map(move |number| (level, number)));
    let problems = deals.map(|(level, number)| fresh(level, number, Objective::ALL[(number % 4) as usize]));
    let boards = |problem: &Problem| voltorb_flip::live::analysis::odds(problem).dealable.unwrap_or(0);
    problems.filter(move |problem| match problem.objective {
        Objective::Clear => (300..2000).contains(&boards(problem)),
        _ => (30..250).contains(&boards(problem)),
    })
}

/// Keeps the last insight and the work, which never falls, as the progress doesn't.
#[derive(Default)]
struct Rising {
    insight: Option<Insight>,
    done: f32,
    tally: Tally,
}

impl Observer<Insight> for Rising {
    fn found(&mut self, insight: Insight) -> ControlFlow<()> {
        self.insight = Some(insight);
        Continue(())
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        let Self { done: before, tally: counted, .. } = self;
        assert!(
            *before <= done && counted.explored <= tally.explored && counted.kept <= tally.kept,
            "{before} {counted:?}: {done} {tally:?}"
        );
        (self.done, self.tally) = (done, tally.clone());
        Continue(())
    }
}

fn analyzed(problem: &Problem, count: usize) -> (Insight, Tally) {
    let mut found = Rising::default();
    let mut lending = Lending { observer: &mut found, threads: || threads(count) };
    assert!(analyze(problem, &mut TranspositionTable::default(), &mut lending).is_continue());
    (found.insight.expect("it finds something"), found.tally)
}

#[test]
fn the_best_play_is_the_same_on_any_number_of_threads() {
    let (mut shared, mut alone, mut together) = (0, 0, 0);
    for problem in long() {
        let (one, tally) = analyzed(&problem, 1);
        shared += usize::from(2000 < tally.explored);
        for count in [2, 3] {
            let (other, of_all) = analyzed(&problem, count);
            alone += tally.explored;
            together += of_all.explored;
            let close = |one: Option<f64>, other: Option<f64>| match (one, other) {
                (Some(one), Some(other)) => (one - other).abs() < 1e-11 * one.max(1.0),
                (one, other) => one == other,
            };
            assert!(close(one.worth, other.worth), "{problem:?}: {:?} and {:?}", one.worth, other.worth);
            assert_eq!(one.best, other.best, "{problem:?}");
            let values = |insight: &Insight| insight.values.map_or(vec![], |values| values.as_flattened().to_vec());
            let (values, others) = (values(&one), values(&other));
            assert!(values.len() == others.len() && values.iter().zip(others).all(|(&one, other)| close(one, other)), "{problem:?}");
        }
    }
    assert!(10 < shared, "{shared}");
    // The work of helpers is counted: without it, there would be far less. Some is done twice.
    assert!(alone * 9 / 10 < together, "{alone} alone, {together} together");
}

#[test]
fn the_best_play_stops_at_once_on_all_threads() {
    let problem = long().max_by_key(|problem| analyzed(problem, 1).1.explored).expect("there are some");
    let all = analyzed(&problem, 1).1.explored as u32;
    for part in 1..8 {
        for panics in [false, true] {
            let mut stopper = Stopper { calls_left: all / 200 * part, panics, was_stopped: false };
            let mut lending = Lending { observer: &mut stopper, threads: || threads(3) };
            let mut table = TranspositionTable::default();
            let ended = catch_unwind(AssertUnwindSafe(|| analyze(&problem, &mut table, &mut lending)));
            assert_eq!(ended.ok(), if panics { None } else { Some(Break(())) }, "part {part}");
        }
    }
}
