//! Facts about a position, and captions for boards and flips.

use super::{
    advice::coins,
    diagnosis,
    insight::{Insight, Kind, is_useful},
    wording::percent,
};
use crate::{
    board::{Caption, Fact},
    puzzles::voltorb_flip::model::{
        objective::Objective,
        rules::{Value, tile_name},
        solution::{Solution, Summary},
        state::State,
    },
    text::{grouped, listed},
};

const LEVELS: &str = "The levels that deal boards with so many Voltorbs and points in all. With none, a clue is mistyped, or it is no board of the \
                      game. Without a level every consistent board counts the same.";

/// Describes a listed board in a few words.
pub fn caption(solution: &Solution) -> Caption {
    let title = if solution.chance == 0.0 { "never dealt".to_owned() } else { percent(solution.chance) };
    Caption { title, detail: solution.multipliers() }
}

/// Describes the flip with this number, from 1. Empty for the last flip, which the board shows anyway.
pub fn flip_caption(state: &State, number: usize) -> String {
    let tile = state.flips.iter().nth(number.wrapping_sub(1)).filter(|_| number < state.flips.len());
    let flip = tile.and_then(|tile| Some((tile, state.tiles.0[tile]?)));
    flip.map_or_else(String::new, |(tile, value)| format!("flip {number}: {} shows a {value}", tile_name(tile)))
}

/// Returns the facts about the position.
pub fn facts(state: &State, insight: Option<&Insight>, summary: &Summary) -> Vec<Fact> {
    let Some(insight) = insight else { return Vec::new() };
    let mut facts = vec![fact("Consistent boards", grouped(insight.boards), "Boards that have these clues and show what is face up.")];
    if let (Some(dealable), Some(level)) = (insight.dealable, state.level) {
        let hint = "Of these, the boards that the game deals at this level. Odds count only them, each by how often it is dealt.";
        facts.push(fact(format!("Dealt at level {level}"), grouped(dealable), hint));
    }
    if state.level.is_none() {
        let levels = diagnosis::levels_with(&state.rows);
        let value = if levels.is_empty() { "none".to_owned() } else { listed(levels, "or") };
        facts.push(fact("Levels with these totals", value, LEVELS));
    }
    facts.extend(clear_fact(insight));
    facts.extend(worth_fact(insight));
    facts.extend(safe_fact(state, insight));
    if 0.0 < summary.heaviest {
        facts.push(fact("Likeliest board", percent(summary.heaviest), "The chance that the board is the heaviest of those listed."));
    }
    facts
}

fn fact(label: impl Into<String>, value: String, hint: &'static str) -> Fact {
    Fact { label: label.into(), value, hint }
}

fn clear_fact(insight: &Insight) -> Option<Fact> {
    let hint = "The chance to flip every 2 and 3 and no Voltorb, if you play as well as can be.";
    let clear = |value: String| fact("Chance to clear", value, hint);
    match (insight.kind, insight.clear, insight.bounds) {
        (Kind::Won, ..) => Some(clear("all 2s and 3s are found".to_owned())),
        (Kind::Lost, ..) => Some(clear("a Voltorb is face up".to_owned())),
        (Kind::Ok, Some(exact), _) => Some(clear(percent(exact))),
        // The search for another goal doesn't compute it.
        (Kind::Ok, None, _) if insight.objective != Objective::Clear => None,
        (Kind::Ok, None, [low, high]) => Some(clear(format!("{} to {}", percent(low), percent(high)))),
        _ => None,
    }
}

/// Returns the worth of the goal, if it isn't to clear the board.
fn worth_fact(insight: &Insight) -> Option<Fact> {
    let (label, hint) = match insight.objective {
        Objective::Clear => return None,
        Objective::KeepLevel => {
            ("Chance to keep the level", "The chance to win, or to flip as many cards as the level's number, and then to stop.")
        }
        Objective::EightCards => ("Chance of 8 cards", "The chance to flip eight cards and no Voltorb, and then to stop."),
        Objective::Coins => ("Coins on average", "The most that any play brings on average, if it may stop at any time."),
    };
    let told = |worth| if insight.objective.is_in_coins() { coins(worth) } else { percent(worth) };
    let value = match (insight.worth, insight.worth_bounds?) {
        (Some(worth), _) => told(worth),
        (None, [low, high]) => format!("{} to {}", told(low), told(high)),
    };
    (insight.kind == Kind::Ok).then(|| fact(label, value, hint))
}

fn safe_fact(state: &State, insight: &Insight) -> Option<Fact> {
    let is_safe = |tile| insight.chances(tile).is_some_and(|chances| chances[Value::Voltorb as usize] == 0.0 && is_useful(chances));
    let safe = state.tiles.face_down().filter(|&tile| is_safe(tile)).count();
    let hint = "Tiles that are certainly no Voltorb and may be a 2 or a 3.";
    (insight.kind == Kind::Ok && safe > 0).then(|| fact("Safe flips", safe.to_string(), hint))
}
