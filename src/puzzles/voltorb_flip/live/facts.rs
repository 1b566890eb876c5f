//! Facts about a position, and captions for boards and flips.

use super::insight::{Insight, Kind, is_useful};
use crate::{
    model::{
        objective::Objective,
        prior::Level,
        rules::{Value, tile_name},
        solution::{Solution, Summary},
        state::State,
    },
    words::{coins, percent},
};
use base::{
    board::{Caption, Fact},
    text::{counted, grouped},
};

/// Describes a listed board in a few words.
pub fn caption(solution: &Solution) -> Caption {
    let title = if solution.chance == 0.0 { "never dealt".to_owned() } else { percent(solution.chance) };
    Caption { title, detail: solution.multipliers() }
}

/// Explains the length of the list where it differs from the number of boards that the odds count.
pub fn about_list(found: u64, summary: &Summary, only_dealt: bool) -> String {
    match summary.never_dealt {
        0 => String::new(),
        never_dealt if only_dealt => hides_never_dealt(found, never_dealt),
        never_dealt => includes_never_dealt(found, never_dealt),
    }
}

/// Why the list has more boards than the odds count.
fn includes_never_dealt(all: u64, never_dealt: u64) -> String {
    let (boards, dealt) = (counted(all, "board"), all.saturating_sub(never_dealt));
    match (dealt, never_dealt) {
        (0, 1) => format!("{boards} matches. The game never deals it; the odds don't count it."),
        (0, _) => format!("{boards} match. The game deals none of them; the odds don't count them."),
        (_, 1) => format!("{boards} match. The game deals {} of them; the odds don't count the other one.", grouped(dealt)),
        (..) => format!("{boards} match. The game deals {} of them; the odds don't count the others.", grouped(dealt)),
    }
}

/// Why it has fewer boards than match.
fn hides_never_dealt(all: u64, never_dealt: u64) -> String {
    let boards = counted(all, "board");
    match never_dealt {
        1 if all == 1 => format!("{boards} matches; it's never dealt and hidden here. The odds don't count it."),
        1 => format!("{boards} match; 1 of them is never dealt and hidden here. The odds don't count it."),
        _ if all <= never_dealt => format!("{boards} match; all of them are never dealt and hidden here. The odds don't count them."),
        _ => format!("{boards} match; {} of them are never dealt and hidden here. The odds don't count these.", grouped(never_dealt)),
    }
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
    let mut facts =
        vec![fact("Matching boards", grouped(insight.boards), "Boards that match the clues and the face-up tiles. Solve lists them all.")];
    if let Some(dealable) = insight.dealable {
        let level = state.level.or_else(|| insight.level().map(Level::number));
        let label = level.map_or_else(|| "Dealt by the game".to_owned(), |level| format!("Dealt at level {level}"));
        let dealt = match dealable {
            0 => "0".to_owned(),
            all if all == insight.boards => format!("all {}", grouped(all)),
            some => format!("{} of {}", grouped(some), grouped(insight.boards)),
        };
        facts.push(fact(
            label,
            dealt,
            "The matching boards that the possible levels deal. The odds count only these, each by how often it is dealt.",
        ));
    }
    if state.level.is_none() {
        facts.extend(level_facts(insight));
    }
    facts.extend(clear_fact(insight));
    facts.extend(worth_fact(insight));
    facts.extend(stopping_facts(insight));
    facts.extend(safe_fact(state, insight));
    if 0.0 < summary.heaviest {
        facts.push(fact("Likeliest board", percent(summary.heaviest), "The chance of the likeliest board in the list."));
    }
    facts
}

fn fact(label: impl Into<String>, value: String, tooltip: &'static str) -> Fact {
    Fact { label: label.into(), value, tooltip }
}

/// Returns what is known of a level that the player doesn't know.
fn level_facts(insight: &Insight) -> Vec<Fact> {
    let Some(chances) = &insight.levels else {
        return match insight.kind {
            Kind::NoBoardAtLevel => {
                vec![fact(
                    "Level",
                    "none deals this".to_owned(),
                    "A clue or a tile is mistyped, the level is outside the range, or the board isn't from the game. For other boards, \
                     count all boards equally.",
                )]
            }
            _ if insight.counts_boards_equally() => vec![fact(
                "Weights",
                "equal".to_owned(),
                "All matching boards count equally. The game's levels don't deal boards like this.",
            )],
            _ => Vec::new(),
        };
    };
    if let Some(level) = insight.level() {
        return vec![fact(
            "Level",
            format!("{}, the only one possible", level.number()),
            "None of the other levels that you allow deals boards with these clues and face-up tiles, so the odds are for this level.",
        )];
    }
    let level_fact = |level: Level| {
        fact(
            format!("Level {}", level.number()),
            percent(chances[level.index()]),
            "How likely each level is, given the clues and the face-up tiles. The odds weigh each level's boards by this.",
        )
    };
    insight.possible_levels().map(level_fact).collect()
}

fn clear_fact(insight: &Insight) -> Option<Fact> {
    let clear = |value: String| fact("Chance to clear", value, "Your chance to flip every 2 and 3 and no Voltorb with the best play.");
    match (insight.kind, insight.clear, insight.bounds) {
        (Kind::Won, ..) => Some(clear("all 2s and 3s found".to_owned())),
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
        Objective::KeepLevel => (
            "Chance to keep the level",
            "Your chance, with the best play, to clear the board, or to flip as many tiles as the level's number and stop.",
        ),
        Objective::EightCards => ("Chance of 8 tiles", "Your chance, with the best play, to flip eight tiles and no Voltorb."),
        Objective::Coins => ("Average coins", "The average with the best play. You may stop at any time."),
    };
    let value = match (insight.worth, insight.worth_bounds?) {
        (Some(worth), _) => in_words(insight.objective, worth),
        (None, [low, high]) => format!("{} to {}", in_words(insight.objective, low), in_words(insight.objective, high)),
    };
    (insight.kind == Kind::Ok).then(|| fact(label, value, hint))
}

fn in_words(objective: Objective, worth: f64) -> String {
    if objective.is_in_coins() { coins(worth) } else { percent(worth) }
}

/// Compares stopping now with another flip.
fn stopping_facts(insight: &Insight) -> Vec<Fact> {
    let Some(stop) = insight.stop else { return Vec::new() };
    let mut facts =
        vec![fact("If you stop now", in_words(insight.objective, stop), "What the round is worth for your goal if you stop now.")];
    if let Some(continuing) = insight.continuing {
        let value = in_words(insight.objective, continuing);
        let value = if insight.is_stopping_equal() { format!("{value}, exactly equal") } else { value };
        facts.push(fact(
            "If you continue",
            value,
            "What the round is worth for your goal with the best flip now and the best play after it.",
        ));
    }
    facts
}

fn safe_fact(state: &State, insight: &Insight) -> Option<Fact> {
    let is_safe = |tile| insight.chances(tile).is_some_and(|chances| chances[Value::Voltorb as usize] == 0.0 && is_useful(chances));
    let safe = state.tiles.face_down().filter(|&tile| is_safe(tile)).count();
    (insight.kind == Kind::Ok && safe > 0)
        .then(|| fact("Safe flips", safe.to_string(), "Tiles that can't be a Voltorb and could be a 2 or 3."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_board_is_not_spoken_of_as_many() {
        let both = |all, never_dealt| [includes_never_dealt(all, never_dealt), hides_never_dealt(all, never_dealt)];
        assert_eq!(
            both(1, 1),
            [
                "1 board matches. The game never deals it; the odds don't count it.",
                "1 board matches; it's never dealt and hidden here. The odds don't count it."
            ]
        );
        assert_eq!(
            both(12, 12),
            [
                "12 boards match. The game deals none of them; the odds don't count them.",
                "12 boards match; all of them are never dealt and hidden here. The odds don't count them."
            ]
        );
        assert_eq!(
            both(1_234, 1),
            [
                "1,234 boards match. The game deals 1,233 of them; the odds don't count the other one.",
                "1,234 boards match; 1 of them is never dealt and hidden here. The odds don't count it."
            ]
        );
        assert_eq!(
            both(7, 6),
            [
                "7 boards match. The game deals 1 of them; the odds don't count the others.",
                "7 boards match; 6 of them are never dealt and hidden here. The odds don't count these."
            ]
        );
    }
}
