//! Refines the worth of a position, from a quick lower bound to the best play.

use std::{cell::RefCell, ops::ControlFlow};

use crate::{
    model::{
        objective::Goal,
        problem::Problem,
        rules::{SIDE, TILES, Value},
    },
    search::{
        counting::weighted_boards,
        optimal::{BestPlay, Cancelled, WorthBounds, transposition_table::TranspositionTable},
        safest,
    },
};
use base::search::{Observer, Tally};

use super::insight::{Insight, TOLERANCE, are_equal, grid};

/// With more boards than this, even the first step would take too long. Boards dealt by the game stay far below.
const MAX_BOARDS: u64 = 400_000;

/// The parts of the progress for the best play and for its best first flips; the values of all other flips take the remainder.
const BEST_PLAY_SHARE: f64 = 0.5;
const BEST_FLIPS_SHARE: f64 = 0.05;

/// Finds bounds on the worth of the goal, then the worth, then the values of all flips, unless the transposition table fills up. Emits the
/// insight after each step.
pub fn refine(
    problem: &Problem,
    goal: Goal,
    mut insight: Insight,
    table: &mut TranspositionTable,
    observer: &mut dyn Observer<Insight>,
) -> ControlFlow<()> {
    if insight.dealable.unwrap_or(insight.boards) > MAX_BOARDS {
        return observer.progress(1.0, &Tally::default());
    }
    let mut boards = weighted_boards(problem, &mut || observer.progress(0.0, &Tally::default()))?;
    let simple = safest::worth(problem, goal, &mut boards, &mut |_| observer.progress(0.0, &Tally::default()))?;
    let unit = Unit::of(problem, goal);
    let [low, high] = insight.worth_bounds.unwrap_or([0.0, f64::MAX]);
    let low = low.max(unit.lower_bound(simple));
    insight.set_bounds(goal, low, high.max(low));
    observer.found(insight.clone())?;
    // The search reports progress and this file reports insights, both to the same observer.
    let observer = RefCell::new(observer);
    let mut progress = |done: f32, tally: &Tally| observer.borrow_mut().progress(done, tally);
    let threads = observer.borrow().threads();
    let mut emit = |insight: &Insight| observer.borrow_mut().found(insight.clone());
    let best_play = BestPlay::new(problem, goal, boards, table, &mut progress).on(&*threads);
    let mut refining = Refining { problem, goal, unit, insight, best_play, emit: &mut emit };
    if refining.play_best().is_break() {
        return ControlFlow::Break(());
    }
    // A full table leaves the bounds as they are.
    let tally = refining.best_play.into_tally();
    observer.borrow_mut().progress(1.0, &tally)
}

/// Converts the worth used by the search, which is a chance or a factor on the coins already won, into a chance or coins.
#[derive(Clone, Copy)]
struct Unit {
    factor: f64,
    /// No worth is above it: 1 for a chance. The search adds up the parts of a chance in the order of the flips, and their sum may be above
    /// that by rounding.
    most: f64,
    /// Whether no tile is face up. Then stopping wins nothing, while the search counts the empty product as 1.
    is_fresh: bool,
}

impl Unit {
    fn of(problem: &Problem, goal: Goal) -> Self {
        if goal != Goal::Coins {
            return Self { factor: 1.0, most: 1.0, is_fresh: false };
        }
        let coins = problem.coins();
        Self { factor: if coins == 0.0 { 1.0 } else { coins }, most: f64::INFINITY, is_fresh: coins == 0.0 }
    }

    /// Converts a worth.
    fn worth(self, worth: f64) -> f64 {
        (worth * self.factor).min(self.most)
    }

    /// Converts a lower bound.
    fn lower_bound(self, low: f64) -> f64 {
        if self.is_fresh && low <= 1.0 { 0.0 } else { self.worth(low) }
    }
}

struct Refining<'a> {
    problem: &'a Problem,
    goal: Goal,
    unit: Unit,
    insight: Insight,
    best_play: BestPlay<'a>,
    /// Receives the insight whenever more is known.
    emit: &'a mut dyn FnMut(&Insight) -> ControlFlow<()>,
}

impl Refining<'_> {
    fn play_best(&mut self) -> ControlFlow<Cancelled> {
        let worth = self.worth()?;
        let [low, high] = self.insight.worth_bounds.unwrap_or([0.0, f64::MAX]);
        let Some(exact) = worth.value() else {
            self.insight.set_bounds(self.goal, low.max(worth.lower), high.min(worth.upper));
            return self.emit();
        };
        debug_assert!(low <= exact * (1.0 + TOLERANCE), "{low} can be reached, but {exact} is the best");
        // They were added up in different orders, so the best play may seem to be worth a little less than one that is known.
        let exact = exact.max(low);
        self.insight.set_bounds(self.goal, exact, exact);
        // If stopping is as good, the worth of the best flip isn't known yet.
        self.insight.continuing = self.insight.stop.filter(|&stop| stop < exact && !are_equal(stop, exact)).map(|_| exact);
        self.insight.best = self.find_best(exact)?;
        self.emit()?;
        self.all_values(exact)
    }

    fn emit(&mut self) -> ControlFlow<Cancelled> {
        (self.emit)(&self.insight).map_break(|()| Cancelled)
    }

    /// Returns the worth of the best play, in units of the round.
    fn worth(&mut self) -> ControlFlow<Cancelled, WorthBounds> {
        let worth = self.best_play.worth(BEST_PLAY_SHARE)?;
        if !self.unit.is_fresh || 1.0 < worth.lower {
            return ControlFlow::Continue(WorthBounds { lower: self.unit.worth(worth.lower), upper: self.unit.worth(worth.upper) });
        }
        // Nothing is won before the first flip, so stopping isn't an option.
        let mut best = WorthBounds::exact(0.0);
        for tile in self.problem.face_down() {
            best = best.max(self.best_play.worth_of(tile, best.lower, 0.0)?);
        }
        ControlFlow::Continue(best)
    }

    /// Returns some of the best flips at little cost, since the search for the worth has already covered them.
    ///
    /// Tiles without risk are among the best, unless they might win too early. Otherwise the best are among the informative tiles. If a bet
    /// or stopping is better than all of these, none is returned yet.
    fn find_best(&mut self, exact: f64) -> ControlFlow<Cancelled, Vec<[usize; 2]>> {
        let riskless: Vec<_> = self.problem.face_down().filter(|&tile| self.is_riskless(tile)).collect();
        if !riskless.is_empty() && self.is_riskless_best() {
            return ControlFlow::Continue(riskless.into_iter().map(place).collect());
        }
        let tiles: Vec<_> = self.problem.face_down().filter(|&tile| self.is_informative(tile)).collect();
        let threshold = slightly_below(exact) / self.unit.factor;
        let worths = self.best_play.worths_of(&tiles, threshold, BEST_FLIPS_SHARE)?;
        let is_best = |worth: &WorthBounds| threshold < worth.lower;
        ControlFlow::Continue(tiles.into_iter().zip(worths).filter(|(_, worth)| is_best(worth)).map(|(tile, _)| place(tile)).collect())
    }

    /// Emits the values of all flips, if all can be computed.
    fn all_values(&mut self, exact: f64) -> ControlFlow<Cancelled> {
        let mut values = [None; TILES];
        let (riskless, tiles): (Vec<_>, Vec<_>) =
            self.problem.face_down().partition(|&tile| self.is_riskless(tile) && self.is_riskless_best());
        riskless.into_iter().for_each(|tile| values[tile] = Some(exact));
        let worths = self.best_play.worths_of(&tiles, f64::NEG_INFINITY, 1.0 - BEST_PLAY_SHARE - BEST_FLIPS_SHARE)?;
        for (tile, worth) in tiles.into_iter().zip(worths) {
            let Some(value) = worth.value() else { return ControlFlow::Continue(()) };
            values[tile] = Some(self.unit.worth(value));
        }
        let is_best = |&tile: &usize| values[tile].is_some_and(|value| are_equal(value, exact));
        self.insight.continuing = self.insight.stop.map(|_| values.iter().flatten().copied().fold(0.0, f64::max));
        self.insight.best = (0..TILES).filter(is_best).map(place).collect();
        self.insight.values = Some(grid(values));
        self.emit()
    }

    fn is_riskless(&self, tile: usize) -> bool {
        self.insight.chances(tile).is_some_and(|chances| chances[Value::Voltorb as usize] == 0.0)
    }

    /// Returns whether flipping a safe tile can do no harm.
    fn is_riskless_best(&self) -> bool {
        !matches!(self.goal, Goal::Cards { or_win: false, .. })
    }

    /// Returns whether the tile may show several values other than Voltorb.
    fn is_informative(&self, tile: usize) -> bool {
        self.insight.chances(tile).is_some_and(|chances| chances[1..].iter().filter(|&&chance| 0.0 < chance).count() > 1)
    }
}

/// Returns a value that is slightly lower, beyond rounding errors.
fn slightly_below(worth: f64) -> f64 {
    worth - TOLERANCE * worth.max(1.0)
}

fn place(tile: usize) -> [usize; 2] {
    [tile / SIDE, tile % SIDE]
}
