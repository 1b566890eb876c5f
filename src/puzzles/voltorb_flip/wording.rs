//! Numbers as people read them, and what is known of a position as lines to read.

use crate::{
    board::{Caption, Fact},
    text::{grouped, listed},
};

use super::{
    advice::coins,
    answer::{Answer, Summary},
    diagnosis,
    insight::{Insight, Kind, is_useful},
    objective::Objective,
    rules::{Value, place_of},
    state::State,
};

const LEVELS: &str = "The levels that deal boards with so many Voltorbs and points in all. With none, a clue is mistyped, or it is no board of the \
                      game. Without a level every consistent board counts the same.";

/// What is as near to certain is certain, and only rounded.
const ROUNDING: f64 = 1e-12;

/// A chance with its unit, to three figures or so: "33.6 %". Never "0 %" or "100 %" for what is not certain.
pub fn percent(chance: f64) -> String {
    let share = 100.0 * chance;
    match share {
        0.0 => "0 %".to_owned(),
        share if share < 0.01 => "under 0.01 %".to_owned(),
        share if share < 1.0 => format!("{share:.2} %"),
        share if share < 99.95 => format!("{share:.1} %"),
        share if chance < 1.0 - ROUNDING => format!("{:.2} %", (100.0 * share).floor() / 100.0),
        _ => "100 %".to_owned(),
    }
}

/// A chance in whole percent, short enough for a tile: "18%". Never "0%" or "100%" for what is not certain.
pub fn short_percent(chance: f64) -> String {
    let share = (100.0 * chance).round();
    if chance > 0.0 && share < 1.0 {
        "<1%".to_owned()
    } else if chance < 1.0 - ROUNDING && share > 99.0 {
        ">99%".to_owned()
    } else {
        format!("{share}%")
    }
}

/// So many points, in words.
pub fn points(count: u8) -> String {
    if count == 1 { "1 point".to_owned() } else { format!("{count} points") }
}

/// So many Voltorbs, in words.
pub fn voltorb_count(count: u8) -> String {
    if count == 1 { "1 Voltorb".to_owned() } else { format!("{count} Voltorbs") }
}

/// A board of the list in a few words.
pub fn caption(answer: &Answer) -> Caption {
    let title = if answer.chance == 0.0 { "never dealt".to_owned() } else { percent(answer.chance) };
    Caption { title, detail: answer.multipliers() }
}

/// What was flipped as number so and so, from 1; nothing for the last, which the board shows anyway.
pub fn flip_caption(state: &State, number: usize) -> String {
    let tile = state.flips.iter().nth(number.wrapping_sub(1)).filter(|_| number < state.flips.len());
    let flip = tile.and_then(|tile| Some((tile, state.tiles.0[tile]?)));
    flip.map_or_else(String::new, |(tile, value)| format!("flip {number}: {} shows a {value}", place_of(tile)))
}

/// What is known of the position.
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
        // The search for another objective does not look for it.
        (Kind::Ok, None, _) if insight.objective != Objective::Clear => None,
        (Kind::Ok, None, [low, high]) => Some(clear(format!("{} to {}", percent(low), percent(high)))),
        _ => None,
    }
}

/// What the objective comes to, if it is another than to clear the board.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_certain_reads_so() {
        let cases = [(0.0, "0 %", "0%"), (1e-9, "under 0.01 %", "<1%"), (0.0041, "0.41 %", "<1%"), (0.336, "33.6 %", "34%")];
        let high = [(0.996, "99.6 %", ">99%"), (0.999_99, "99.99 %", ">99%"), (1.0, "100 %", "100%")];
        let rounded = [(1.0 - 1e-15, "100 %", "100%")];
        for (chance, long, short) in cases.into_iter().chain(high).chain(rounded) {
            assert_eq!((percent(chance).as_str(), short_percent(chance).as_str()), (long, short));
        }
    }
}
