//! What is known of the chance to clear, from a quick guess that is certainly not too high to the best play.

use std::ops::ControlFlow;

use crate::search::{Observer, Tally};

use super::{
    counting::weighed_boards,
    insight::{Insight, grid},
    optimal::{Optimum, Stop},
    problem::Problem,
    rules::{SIDE, TILES},
    safest,
};

/// With more boards than this the first step alone would take too long; no board of the game has nearly as many.
const MOST_BOARDS: u64 = 400_000;

/// Values that differ by less are equally good.
const EQUALLY_GOOD: f64 = 1e-9;

/// Finds the bounds of the chance to clear, then the chance and the best flips, then the values of all flips, as long as there
/// is room to remember positions; tells the insight after each.
pub fn refine(problem: &Problem, mut insight: Insight, observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
    if insight.dealable.unwrap_or(insight.boards) > MOST_BOARDS {
        return observer.progress(1.0, &Tally::default());
    }
    let mut boards = weighed_boards(problem, &mut || observer.progress(0.0, &Tally::default()))?;
    insight.bounds[0] = safest::chance(problem, &mut boards, &mut |_| observer.progress(0.0, &Tally::default()))?;
    observer.found(insight.clone())?;
    let mut optimum = Optimum::new(problem, boards, observer);
    match find_best(problem, &mut insight, &mut optimum) {
        ControlFlow::Break(Stop::Cancelled) => ControlFlow::Break(()),
        // What is not known stays open.
        ControlFlow::Break(Stop::Full) | ControlFlow::Continue(()) => optimum.finish(),
    }
}

fn find_best(problem: &Problem, insight: &mut Insight, optimum: &mut Optimum<'_>) -> ControlFlow<Stop> {
    let clear = optimum.clear()?;
    insight.clear = Some(clear);
    insight.bounds = [clear, clear];
    let enough = clear - EQUALLY_GOOD;
    for tile in problem.face_down() {
        if optimum.value_of(tile, enough)? > enough {
            insight.best.push([tile / SIDE, tile % SIDE]);
        }
    }
    optimum.tell(insight)?;
    let mut values = [None; TILES];
    for (number, tile) in problem.face_down().enumerate() {
        optimum.done = number as f32 / TILES as f32;
        values[tile] = Some(optimum.value_of(tile, 0.0)?);
    }
    insight.values = Some(grid(values));
    optimum.tell(insight)
}
