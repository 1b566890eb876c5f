//! The analysis of a position: the odds at once, then ever tighter bounds on the worth of the goal.

use std::ops::ControlFlow;

use super::{
    diagnosis,
    insight::{Insight, Kind, grid, is_useful},
    refining, worth,
};
use crate::{
    model::{
        objective::Goal,
        prior::{Level, LevelChances},
        problem::Problem,
        rules::{TILES, Value},
    },
    search::{counting::Counting, optimal::transposition_table::TranspositionTable},
};
use base::search::{Observer, Tally};

/// Reports the odds, then refined insights until the best play is known. The table may come from the analysis of any other position.
pub fn analyze(problem: &Problem, table: &mut TranspositionTable, observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
    observer.progress(0.0, &Tally::default())?;
    let insight = odds(problem);
    observer.found(insight.clone())?;
    match insight.goal() {
        Some(goal) if insight.kind == Kind::Ok && insight.worth.is_none() => refining::refine(problem, goal, insight, table, observer),
        _ => observer.progress(1.0, &Tally::default()),
    }
}

/// Returns everything that follows from counting alone.
pub fn odds(problem: &Problem) -> Insight {
    let Some(fitting) = Counting::new(problem, None) else { return no_board(problem) };
    let boards = fitting.board_count();
    let (weighed, dealable) = match problem.prior() {
        None => (Some(fitting), None),
        Some(prior) => {
            let dealt = Counting::new(problem, Some(&prior));
            let dealable = dealt.as_ref().map_or(0, Counting::board_count);
            (dealt, Some(dealable))
        }
    };
    let Some(weighed) = weighed else {
        return Insight { boards, dealable, ..Insight::without_odds(problem, Kind::NoBoardAtLevel, diagnosis::never_dealt(problem)) };
    };
    let levels = problem.levels.map(|_| chances_of(weighed.level_weights));
    let chances = weighed.odds().chances();
    let kind = kind(problem, &chances);
    let bounds_for = |goal| match worth::settled(problem, goal, kind) {
        Some(worth) => (Some(worth), [worth, worth]),
        None => (None, [worth::if_stopping(problem, goal).unwrap_or(0.0), worth::upper_bound(problem, goal, &chances)]),
    };
    // The clues may leave only one level, although the player doesn't know it.
    let goal = problem.objective.goal(levels.as_ref().and_then(Level::only_possible));
    let (clear, bounds) = bounds_for(Goal::Clear);
    let (worth, worth_bounds) = goal.map(bounds_for).map_or((None, None), |(worth, bounds)| (worth, Some(bounds)));
    let stop = goal.filter(|_| kind == Kind::Ok).and_then(|goal| worth::if_stopping(problem, goal));
    let continuing = goal.filter(|_| kind == Kind::Ok).and_then(|goal| worth::of_next_flip(problem, goal, &chances));
    let tiles = Some(grid(chances));
    Insight {
        boards,
        dealable,
        levels,
        tiles,
        clear,
        bounds,
        worth,
        worth_bounds,
        stop,
        continuing,
        ..Insight::without_odds(problem, kind, Vec::new())
    }
}

/// Returns the probabilities of the levels, which are proportional to these weights.
fn chances_of(weights: LevelChances) -> LevelChances {
    let total: f64 = weights.iter().sum();
    weights.map(|weight| weight / total)
}

fn no_board(problem: &Problem) -> Insight {
    let dealable = problem.levels.map(|_| 0);
    if Counting::new(&problem.fresh(), None).is_some() {
        Insight { dealable, ..Insight::without_odds(problem, Kind::Contradiction, diagnosis::contradicting_flips(problem)) }
    } else {
        Insight { dealable, ..Insight::without_odds(problem, Kind::Impossible, diagnosis::impossible_clues(problem)) }
    }
}

fn kind(problem: &Problem, chances: &[[f64; 4]; TILES]) -> Kind {
    if problem.tiles.contains(&Some(Value::Voltorb)) {
        Kind::Lost
    } else if problem.face_down().any(|tile| is_useful(chances[tile])) {
        Kind::Ok
    } else {
        Kind::Won
    }
}
