//! What is known of the chance to clear, from a quick guess that is certainly not too high to the best play.

use std::ops::ControlFlow;

use crate::search::{Observer, Tally};

use super::{
    counting::weighed_boards,
    insight::{Insight, grid},
    optimal::{Optimum, Stop},
    problem::Problem,
    rules::{SIDE, TILES, Value},
    safest,
};

/// With more boards than this the first step alone would take too long; no board of the game has nearly as many.
const MOST_BOARDS: u64 = 400_000;

/// Values that differ by less are equally good.
const EQUALLY_GOOD: f64 = 1e-9;

/// Finds the bounds of the chance to clear, then the chance itself, then the values of all flips, as long as there is room
/// to remember positions; tells the insight after each.
pub fn refine(problem: &Problem, mut insight: Insight, observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
    if insight.dealable.unwrap_or(insight.boards) > MOST_BOARDS {
        return observer.progress(1.0, &Tally::default());
    }
    let mut boards = weighed_boards(problem, &mut || observer.progress(0.0, &Tally::default()))?;
    insight.bounds[0] = safest::chance(problem, &mut boards, &mut |_| observer.progress(0.0, &Tally::default()))?;
    observer.found(insight.clone())?;
    let mut optimum = Optimum::new(problem, boards, observer);
    match play_best(problem, &mut insight, &mut optimum) {
        ControlFlow::Break(Stop::Cancelled) => ControlFlow::Break(()),
        // What is not known stays open.
        ControlFlow::Break(Stop::Full) | ControlFlow::Continue(()) => optimum.finish(),
    }
}

fn play_best(problem: &Problem, insight: &mut Insight, optimum: &mut Optimum<'_>) -> ControlFlow<Stop> {
    let clear = optimum.clear()?;
    insight.clear = Some(clear);
    insight.bounds = [clear, clear];
    insight.best = first_best(problem, insight, optimum, clear)?;
    optimum.tell(insight)?;
    let mut values = [None; TILES];
    for (number, tile) in problem.face_down().enumerate() {
        optimum.done = number as f32 / TILES as f32;
        values[tile] = Some(if is_riskless(insight, tile) { clear } else { optimum.value_of(tile, 0.0)? });
    }
    let is_best = |&tile: &usize| values[tile].is_some_and(|value| clear - EQUALLY_GOOD < value);
    insight.best = (0..TILES).filter(is_best).map(place).collect();
    insight.values = Some(grid(values));
    optimum.tell(insight)
}

/// Some of the best flips, found at little cost: the search for the chance to clear has looked at them already.
///
/// What is riskless loses nothing by being flipped, so it is among the best. Else they are among the tiles that tell
/// something; if a bet is better than all of these, none is named yet.
fn first_best(problem: &Problem, insight: &Insight, optimum: &mut Optimum<'_>, clear: f64) -> ControlFlow<Stop, Vec<[usize; 2]>> {
    let riskless: Vec<_> = problem.face_down().filter(|&tile| is_riskless(insight, tile)).collect();
    if !riskless.is_empty() {
        return ControlFlow::Continue(riskless.into_iter().map(place).collect());
    }
    let enough = clear - EQUALLY_GOOD;
    let mut best = Vec::new();
    for tile in problem.face_down().filter(|&tile| tells(insight, tile)) {
        if enough < optimum.value_of(tile, enough)? {
            best.push(place(tile));
        }
    }
    ControlFlow::Continue(best)
}

fn place(tile: usize) -> [usize; 2] {
    [tile / SIDE, tile % SIDE]
}

fn is_riskless(insight: &Insight, tile: usize) -> bool {
    insight.chances(tile).is_some_and(|chances| chances[Value::Voltorb as usize] == 0.0)
}

/// Whether the tile may show more than one value that is no Voltorb.
fn tells(insight: &Insight, tile: usize) -> bool {
    insight.chances(tile).is_some_and(|chances| chances[1..].iter().filter(|&&chance| 0.0 < chance).count() > 1)
}
