//! The texts of Voltorb Flip that people read, grouped by where they appear. No logic beyond plurals and number formats.
//!
//! Messages are sentences without a capital and a full stop unless stated otherwise; the place that shows them adds both.

use std::fmt::Display;

use crate::text::{counted, grouped, listed, sentence};

/// The name of a row, numbered from 0: "row 1".
pub fn row(row: usize) -> String {
    format!("row {}", row + 1)
}

/// The name of a column, numbered from 0: "column 1".
pub fn column(column: usize) -> String {
    format!("column {}", column + 1)
}

/// The name of a tile, with its row and column numbered from 0: "row 2, column 4".
pub fn tile(in_row: usize, in_column: usize) -> String {
    format!("{}, {}", row(in_row), column(in_column))
}

/// The name of the Voltorb among the values.
pub const VOLTORB: &str = "Voltorb";

/// A number of points: "1 point", "5 points".
pub fn points(count: u8) -> String {
    counted(count.into(), "point")
}

/// A number of Voltorbs: "1 Voltorb", "2 Voltorbs".
pub fn voltorbs(count: u8) -> String {
    counted(count.into(), VOLTORB)
}

/// An average number of coins: "12 coins", "11.5 coins".
pub fn coins(average: f64) -> String {
    match average {
        1.0 => "1 coin".to_owned(),
        whole if whole.fract() == 0.0 => format!("{whole:.0} coins"),
        _ => format!("{average:.1} coins"),
    }
}

/// The tolerance for rounding errors in a chance of 1.
const ROUNDING: f64 = 1e-12;

/// A chance to about three digits: "33.6 %". Never "0 %" or "100 %" unless it is certain.
pub fn percent(chance: f64) -> String {
    let share = 100.0 * chance;
    match share {
        0.0 => "0 %".to_owned(),
        share if share < 0.01 => "under 0.01 %".to_owned(),
        share if share < 1.0 => format!("{share:.2} %"),
        share if share < 99.95 => format!("{share:.1} %"),
        share if chance < 1.0 - ROUNDING => format!("{:.2} %", (100.0 * share).floor() / 100.0),
        // Several mistakes can cost more than everything.
        share if 100.05 <= share => format!("{share:.1} %"),
        _ => "100 %".to_owned(),
    }
}

/// A chance in whole percent, short enough for a tile: "18%". Never "0%" or "100%" unless it is certain.
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

/// The range between two bounds.
pub fn range(low: impl Display, high: impl Display) -> String {
    format!("{low} to {high}")
}

/// The techniques: titles, ideas, and what their tallies count.
pub mod techniques {
    /// The article with most of the techniques.
    pub const ARTICLE: &str = "\"Voltorb Flip - Optimizations\", 2010";
    /// Techniques without an article.
    pub const OWN: &str = "Quincunx";

    /// The nodes of every backtracking.
    pub const TILES_AND_VALUES: &str = "tiles visited and values tried";
    /// The kept nodes of every backtracking.
    pub const VALUES_KEPT: &str = "values that pass the checks";
}

/// Search traces: remarks on their steps.
pub mod trace {
    use super::{Display, counted, points, voltorbs};

    /// How the next empty tile was found: by looking at this many tiles. Empty for all values but the first.
    fn after_looking_at(tiles: Option<usize>) -> String {
        tiles.map_or_else(String::new, |tiles| format!("looked at {} to find the next empty one; ", counted(tiles as u64, "tile")))
    }

    /// A line after a tile was filled: what it has of its clue, and how many tiles are empty.
    pub fn line(line: impl Display, (sum, of_sum): (u8, u8), (count, of_voltorbs): (u8, u8), empty: u8) -> String {
        let left = counted(empty.into(), "tile");
        format!("{line} has {sum} of {} and {count} of {}, {left} still empty", points(of_sum), voltorbs(of_voltorbs))
    }

    /// A value that no check rejects.
    pub fn filled(looked_at: Option<usize>, value: impl Display, tile: impl Display, row: &str, column: &str) -> String {
        format!("{}{value} at {tile}: {row}; {column}", after_looking_at(looked_at))
    }

    /// A value that a check rejects.
    pub fn rejected(looked_at: Option<usize>, value: impl Display, tile: impl Display, reason: &str) -> String {
        format!("{}{value} at {tile}: {reason}", after_looking_at(looked_at))
    }

    /// The check for too many points.
    pub fn too_many_points(line: impl Display, has: u8, clue: u8) -> String {
        format!("{line} reaches {}, but its clue is {clue}", points(has))
    }

    /// The check for too many Voltorbs.
    pub fn too_many_voltorbs(line: impl Display, has: u8, clue: u8) -> String {
        format!("{line} uses {}, but its clue is {clue}", voltorbs(has))
    }

    /// The check for missing points.
    pub fn sum_out_of_reach(line: impl Display, has: u8, clue: u8, empty: u8, missing_voltorbs: u8) -> String {
        let (left, threes) = (counted(empty.into(), "tile"), empty.saturating_sub(missing_voltorbs));
        let reserved = if missing_voltorbs == 0 { String::new() } else { format!(", less {}", voltorbs(missing_voltorbs)) };
        let most = has + 3 * threes;
        format!("{line} has {} and {left} still empty{reserved}, so it reaches at most {most} of its {clue}", points(has))
    }

    /// The check for missing Voltorbs.
    pub fn no_room_for_voltorbs(line: impl Display, missing: u8, empty: u8) -> String {
        format!("{line} still needs {}, but has {} left", voltorbs(missing), counted(empty.into(), "tile"))
    }

    /// Everything was tried with this value.
    pub fn emptied(value: impl Display, tile: impl Display) -> String {
        format!("back: all boards with the {value} at {tile} are done")
    }

    /// A board that will be filtered.
    pub fn listed(number: usize) -> String {
        format!("board {number} matches the clues")
    }

    /// A listed board that shows what was flipped.
    pub fn kept(number: usize, tile: impl Display, shown: impl Display) -> String {
        format!("board {number} has the {shown} at {tile}, so it stays")
    }

    /// A listed board that doesn't.
    pub fn removed(number: usize, tile: impl Display, value: impl Display, shown: impl Display, remaining: usize) -> String {
        let remaining = counted(remaining as u64, "board");
        format!(
            "board {number} has a {value} at {tile}, not the {shown} shown: swapped with the last one and removed; {remaining} in the list"
        )
    }
}

/// What is wrong with a position.
pub mod flaws {
    use super::{Display, counted, listed, points, voltorbs};

    /// A level outside 1 to 8.
    pub fn no_such_level(number: u8, least: u8, most: u8) -> String {
        format!("level {number} doesn't exist: levels are {least} to {most}")
    }

    /// A range of levels that is outside 1 to 8, or in the wrong order.
    pub fn no_such_levels(first: u8, last: u8, least: u8, most: u8) -> String {
        format!("there are no levels from {first} to {last}: choose two of {least} to {most}, the lower one first")
    }

    /// A sum that no line can have.
    pub fn too_many_points(line: impl Display, sum: u8, most: u8) -> String {
        format!("{line} has {sum} points, but five tiles have at most {most}")
    }

    /// More Voltorbs than tiles.
    pub fn too_many_voltorbs(line: impl Display, count: u8, tiles: usize) -> String {
        format!("{line} has {count} Voltorbs, but only {tiles} tiles")
    }

    /// The clues that weren't typed completely: how many lack both numbers, and what is missing of the first that lacks one.
    pub fn missing_clues(first: impl Display, blank: usize, begun: Option<String>, others_begun: usize) -> String {
        let Some(begun) = begun else {
            return if blank == 1 { format!("the clue for {first} is missing") } else { format!("{blank} clues are missing") };
        };
        let others: Vec<String> = [
            (others_begun > 0).then(|| format!("{} half entered", counted(others_begun as u64, "other clue"))),
            (blank > 0).then(|| format!("{} missing", counted(blank as u64, "clue"))),
        ]
        .into_iter()
        .flatten()
        .collect();
        if others.is_empty() { begun } else { format!("{begun} ({})", others.join(", ")) }
    }

    /// Names the clues, two or three, that aren't complete.
    pub fn missing_clues_of(lines: &[String]) -> String {
        format!("{} are incomplete: {}", counted(lines.len() as u64, "clue"), lines.join(", "))
    }

    /// What is missing of a clue without its points.
    pub fn points_of(line: impl Display) -> String {
        format!("{line} (no points)")
    }

    /// What is missing of a clue without its Voltorbs.
    pub fn voltorbs_of(line: impl Display) -> String {
        format!("{line} (no Voltorbs)")
    }

    /// A clue without its points.
    pub fn missing_points(line: impl Display) -> String {
        format!("the points of {line} are missing")
    }

    /// A clue without its Voltorbs.
    pub fn missing_voltorbs(line: impl Display) -> String {
        format!("the Voltorbs of {line} are missing")
    }

    /// A clue with too few points for its Voltorbs.
    pub fn too_few_points_with(line: impl Display, clue: impl Display, least: u8, voltorb_count: u8) -> String {
        format!("{line} can't be {clue}: {} it has at least {}", with_voltorbs(voltorb_count), points(least))
    }

    /// A clue with too many points for its Voltorbs.
    pub fn too_many_points_with(line: impl Display, clue: impl Display, most: u8, voltorb_count: u8) -> String {
        format!("{line} can't be {clue}: {} it has at most {}", with_voltorbs(voltorb_count), points(most))
    }

    fn with_voltorbs(count: u8) -> String {
        if count == 0 { "without Voltorbs".to_owned() } else { format!("with {}", voltorbs(count)) }
    }

    /// Points that differ between rows and columns.
    pub fn points_differ(rows: u8, columns: u8) -> String {
        format!("the rows add up to {}, the columns to {columns}", points(rows))
    }

    /// Voltorbs that differ between rows and columns.
    pub fn voltorbs_differ(rows: u8, columns: u8) -> String {
        format!("the rows add up to {}, the columns to {columns}", voltorbs(rows))
    }

    /// The totals of points that the level allows, after [`points_differ`]; `wrong` is "rows" or "columns".
    pub fn level_points(level: u8, allowed: &[u8], wrong: &str) -> String {
        format!("; level {level} has {} points in total, so check the {wrong}", listed(allowed, "or"))
    }

    /// The totals of Voltorbs that the level allows, after [`voltorbs_differ`]; `wrong` is "rows" or "columns".
    pub fn level_voltorbs(level: u8, allowed: &[u8], wrong: &str) -> String {
        format!("; level {level} has {} Voltorbs in total, so check the {wrong}", listed(allowed, "or"))
    }

    /// The only clue that would fit in the line that the message is about.
    pub fn did_you_mean(clue: impl Display) -> String {
        format!(" (did you mean {clue}?)")
    }

    /// The likeliest of several corrections, after which there are others.
    pub fn probably(corrections: &str, others: usize) -> String {
        let others = if others == 1 { "1 other clue".to_owned() } else { format!("{others} other clues") };
        format!(" (most likely {corrections}, but {others} could be wrong instead)")
    }

    /// One correction: "5/1 for row 1".
    pub fn correction(clue: impl Display, line: impl Display) -> String {
        format!("{clue} for {line}")
    }

    /// Crossing lines without a common value.
    pub fn no_value_at_crossing(row: impl Display, column: impl Display) -> String {
        format!("no value fits where {row} and {column} cross, so one of their clues is wrong")
    }

    /// A total of Voltorbs that the level doesn't deal.
    pub fn voltorbs_not_at_level(level: u8, allowed: &[u8], found: u8) -> String {
        format!("level {level} boards have {} Voltorbs in total, but the clues add up to {found}", listed(allowed, "or"))
    }

    /// A total of points that the level doesn't deal with these Voltorbs.
    pub fn points_not_at_level(level: u8, allowed: &[u8], voltorb_count: u8, found: u8) -> String {
        let allowed = listed(allowed, "or");
        format!("level {level} boards with {voltorb_count} Voltorbs have {allowed} points in total, but the clues add up to {found}")
    }

    /// Says that the levels in question, one, a range or all of them, deal none of something: `none` without a negation is `any`.
    fn deal_none(assumed: &[u8], none: impl Display, any: impl Display) -> String {
        match assumed {
            [only] => format!("level {only} deals {none}"),
            [first, .., last] if assumed.len() < 8 => format!("levels {first} to {last} deal {none}"),
            _ => format!("no level deals {any}"),
        }
    }

    /// Clues that these levels never deal.
    pub fn clues_not_at_levels(assumed: &[u8]) -> String {
        format!("boards match these clues, but {}", deal_none(assumed, "none of them", "any of them"))
    }

    /// Clues and flips that these levels never deal.
    pub fn position_not_at_levels(assumed: &[u8]) -> String {
        format!("boards match these clues and face-up tiles, but {}", deal_none(assumed, "none of them", "any of them"))
    }

    /// A flip that leaves no board of these levels.
    pub fn flip_not_at_levels(assumed: &[u8], value: impl Display, tile: impl Display) -> String {
        let board = format!("matching board with the {value} at {tile}");
        deal_none(assumed, format_args!("no {board}"), format_args!("a {board}"))
    }

    /// What to do if no level deals such boards, after one of the messages above.
    pub const CHECK_OR_COUNT_EQUALLY: &str = "; check the clues, or count all boards equally";

    /// The levels that deal what others don't, after one of the messages above.
    pub fn other_levels(levels: &[u8]) -> String {
        match levels {
            [] => format!("; no level deals such boards{CHECK_OR_COUNT_EQUALLY}"),
            [level] => format!("; level {level} deals such boards"),
            levels => format!("; levels {} deal such boards", listed(levels, "and")),
        }
    }

    /// A flip that contradicts the other flips.
    pub fn contradicting_flip(value: impl Display, tile: impl Display) -> String {
        format!("the {value} at {tile} contradicts the other face-up tiles")
    }

    /// A flip that contradicts the clue of its line.
    pub fn line_without_value(line: impl Display, sum: u8, voltorb_count: u8, value: impl Display) -> String {
        format!("{line} has {} and {}, so it can't contain a {value}", points(sum), voltorbs(voltorb_count))
    }

    /// A flip that contradicts all clues together.
    pub fn board_without_value(value: impl Display, tile: impl Display) -> String {
        format!("no board with these clues has a {value} at {tile}")
    }
}

/// Advice: headlines, and reasons as whole sentences.
pub mod advice {
    use super::{Display, coins, grouped, listed, percent, sentence};

    /// The reason to set the level, with those that are possible; empty if nothing is known of the level.
    pub fn set_level_reason(possible: &[u8]) -> String {
        let possible = if possible.is_empty() { String::new() } else { format!(", which can be {}", listed(possible, "or")) };
        format!("The number of tiles that you need to keep the level depends on the level{possible}.")
    }

    /// A message as a reason.
    pub fn explained(message: &str) -> String {
        format!("{}.", sentence(message))
    }

    /// The tile to flip.
    pub fn flip(tile: impl Display) -> String {
        format!("Flip {tile}")
    }

    /// The reason to stop when the goal is reached and a flip could lose it, with the chance to keep it.
    pub fn stop_at_goal(chance: f64) -> String {
        format!("You have reached the goal. Another flip keeps it with a chance of at most {}.", percent(chance))
    }

    /// Stopping and this flip are equally good.
    pub fn stop_or_flip(tile: impl Display) -> String {
        format!("Stop, or flip {tile}")
    }

    /// Its reason, with the worth of both.
    pub fn stop_or_flip_reason(worth: impl Display) -> String {
        format!("Both are worth exactly the same: {worth}.")
    }

    /// After the reason for a flip: the other flips that are equally good.
    pub fn equally_good(others: &[String]) -> String {
        match others {
            [] => String::new(),
            [other] => format!(" {} is exactly as good.", sentence(other)),
            others => format!(" {} other flips are exactly as good.", others.len()),
        }
    }

    /// The boards that the odds count.
    pub struct CountedBoards {
        /// How many they are.
        pub count: u64,
        /// Whether these are all that match; otherwise the game never deals the others.
        pub are_all: bool,
    }

    /// The reason for a bet on one of two equally likely boards.
    pub fn even_bet(boards: &CountedBoards) -> String {
        let which = if boards.are_all { "two boards remain" } else { "two of the matching boards are ever dealt" };
        format!("A true 50:50: {which}, equally likely, and no flip that you survive shows which is right.")
    }

    /// The reason to stop with coins.
    pub fn stop_with_coins(won: f64, best_flip: f64) -> String {
        let best = if 0.0 < best_flip { format!("The best flip gives {}", coins(best_flip)) } else { "No flip gives more".to_owned() };
        format!("You have {}. {best} on average.", coins(won))
    }

    /// The reason for a safe flip on one of several boards, and how many other tiles that help are safe: those that may be a 2 or 3, unless
    /// cards count.
    pub fn safe(boards: &CountedBoards, others: usize, cards_count: bool) -> String {
        let safe = match (boards.count, boards.are_all) {
            (1, true) => "The only remaining board has no Voltorb here.".to_owned(),
            (1, false) => "The only matching board that is ever dealt has no Voltorb here.".to_owned(),
            (count, true) => format!("Safe: none of the {} boards has a Voltorb here.", grouped(count)),
            (count, false) => format!("Safe: none of the {} matching boards that are dealt has a Voltorb here.", grouped(count)),
        };
        let which = if cards_count { "" } else { " that could be a 2 or 3" };
        match others {
            0 => safe,
            1 => safe + &format!(" 1 other tile{which} is safe too."),
            others => safe + &format!(" {others} other tiles{which} are safe too."),
        }
    }

    /// The reason for a bet with this chance.
    pub fn bet(chance: f64) -> String {
        format!(
            "This is a bet: no flip that you survive tells you anything new. The likeliest arrangement of 2s and 3s is right {} of the time.",
            percent(chance)
        )
    }

    /// The reason for a flip that is the best and has the least risk of the tiles that help; `stopping` is the coins from stopping instead.
    /// Only tiles that may be a 2 or 3 help, unless cards count.
    pub fn safest_and_best(risk: f64, cards_count: bool, worth: impl Display, stopping: Option<f64>) -> String {
        let stopping = stopping.map_or_else(String::new, |won| format!(", compared with {} for stopping now", coins(won)));
        format!("{}, and the best flip: {worth}{stopping}.", least_risk(risk, cards_count))
    }

    /// That no tile that helps has less risk. Tiles that are never a 2 or 3 may have less.
    fn least_risk(risk: f64, cards_count: bool) -> String {
        let among = if cards_count { "of all tiles" } else { "for a possible 2 or 3" };
        format!("{} Voltorb, the least {among}", percent(risk))
    }

    /// The reason for a flip that is better than one with less risk, whose worth may be unknown.
    pub fn better_than_safer(risk: f64, worth: impl Display, safer: impl Display, safer_risk: f64, safer_worth: Option<String>) -> String {
        let safer_worth = safer_worth.map_or_else(|| "gives less".to_owned(), |worth| format!("gives {worth}"));
        format!(
            "{} Voltorb, but the best flip: {worth}. {} is safer ({} Voltorb), but {safer_worth}.",
            percent(risk),
            sentence(&safer.to_string()),
            percent(safer_risk)
        )
    }

    /// The reason for the flip with the least risk while the best one isn't known, with the bounds on the worth of the best play.
    pub fn safest_so_far(risk: f64, cards_count: bool, bounds: impl Display) -> String {
        format!("{}. {}.", least_risk(risk, cards_count), sentence(&bounds.to_string()))
    }

    /// The known worth of the best play.
    pub fn best_play(worth: impl Display) -> String {
        format!("best play: {worth}")
    }

    /// Both bounds.
    pub fn at_least_and_at_most(low: impl Display, high: impl Display) -> String {
        format!("at least {low}, at most {high}")
    }

    /// The upper bound alone.
    pub fn at_most(high: impl Display) -> String {
        format!("at most {high}")
    }

    /// A chance to clear the board: "33.6 % to clear".
    pub fn to_clear(chance: f64) -> String {
        format!("{} to clear", percent(chance))
    }

    /// A chance to keep the level.
    pub fn to_keep_level(chance: f64) -> String {
        format!("{} to keep the level", percent(chance))
    }

    /// A chance to flip eight cards.
    pub fn for_eight_cards(chance: f64) -> String {
        format!("{} to flip 8 tiles", percent(chance))
    }
}

/// Hints for a player who is stuck.
pub mod hints {
    use super::{Display, VOLTORB, percent};

    /// How many tiles that may be a 2 or 3 are safe.
    pub fn safe_useful_tiles(count: usize) -> String {
        match count {
            0 => "no tile that could be a 2 or 3 is safe, so the next flip is a risk".to_owned(),
            1 => "1 tile that could be a 2 or 3 is safe".to_owned(),
            count => format!("{count} tiles that could be a 2 or 3 are safe"),
        }
    }

    /// How many tiles are safe, where every card counts.
    pub fn safe_tiles(count: usize) -> String {
        match count {
            0 => "no tile is safe, so the next flip is a risk".to_owned(),
            1 => "1 tile is safe".to_owned(),
            count => format!("{count} tiles are safe"),
        }
    }

    /// A line without Voltorbs.
    pub fn safe_line(line: impl Display) -> String {
        format!("{line} has no Voltorbs left, so its tiles are safe")
    }

    /// A line without 2s and 3s.
    pub fn line_without_gain(line: impl Display) -> String {
        format!("{line} has only 1s and Voltorbs left, so there is nothing to gain")
    }

    /// The row of the best flip.
    pub fn best_in(row: impl Display) -> String {
        format!("the best flip is in {row}")
    }

    /// The advice with its reason, in the words of the card.
    pub fn advice(headline: &str, reason: &str) -> String {
        format!("{headline}: {}", reason.trim_end_matches('.'))
    }

    /// The chances of the advised tile, what the round is worth if it is flipped, how many other flips are worth as much, and the best of
    /// the rest with its worth.
    pub fn odds(
        tile: impl Display,
        chances: [f64; 4],
        worth: Option<String>,
        as_good: usize,
        next_best: Option<(String, String)>,
    ) -> String {
        let [voltorb, one, two, three] = chances.map(percent);
        let worth = worth.map_or_else(String::new, |worth| format!(". With this flip {worth}"));
        let (as_good, next) = match as_good {
            0 => (String::new(), "the next best"),
            1 => (", and 1 other flip is as good".to_owned(), "the best of the rest"),
            count => (format!(", and {count} other flips are as good"), "the best of the rest"),
        };
        let next_best = next_best.map_or_else(String::new, |(tile, worth)| format!("; with {next}, {tile}, {worth}"));
        format!("{tile}: {VOLTORB} {voltorb}, 1: {one}, 2: {two}, 3: {three}{worth}{as_good}{next_best}")
    }
}

/// Facts beside the board: labels, values and explanations.
pub mod facts {
    use super::grouped;

    /// The number of boards that the level deals.
    pub fn dealt_at(level: u8) -> String {
        format!("Dealt at level {level}")
    }

    /// How many of the matching boards are dealt.
    pub fn dealt_of(dealt: u64, matching: u64) -> String {
        match dealt {
            0 => "0".to_owned(),
            all if all == matching => format!("all {}", grouped(matching)),
            some => format!("{} of {}", grouped(some), grouped(matching)),
        }
    }

    /// What is known of the level.
    pub const LEVEL: &str = "Level";
    /// The only level that deals such boards.
    pub fn only_level(level: u8) -> String {
        format!("{level}, the only one possible")
    }

    /// One of several possible levels.
    pub fn level(level: u8) -> String {
        format!("Level {level}")
    }

    /// The worth of the best flip if stopping is worth the same.
    pub fn equal(worth: &str) -> String {
        format!("{worth}, exactly equal")
    }
}

/// The list of boards.
pub mod list {
    use super::{counted, grouped};

    /// Why the list has more boards than the odds count.
    pub fn includes_never_dealt(all: u64, never_dealt: u64) -> String {
        let (boards, dealt) = (counted(all, "board"), all.saturating_sub(never_dealt));
        match (dealt, never_dealt) {
            (0, 1) => format!("{boards} matches. The game never deals it; the odds don't count it."),
            (0, _) => format!("{boards} match. The game deals none of them; the odds don't count them."),
            (_, 1) => format!("{boards} match. The game deals {} of them; the odds don't count the other one.", grouped(dealt)),
            (..) => format!("{boards} match. The game deals {} of them; the odds don't count the others.", grouped(dealt)),
        }
    }

    /// Why it has fewer boards than match.
    pub fn hides_never_dealt(all: u64, never_dealt: u64) -> String {
        let boards = counted(all, "board");
        match never_dealt {
            1 if all == 1 => format!("{boards} matches; it's never dealt and hidden here. The odds don't count it."),
            1 => format!("{boards} match; 1 of them is never dealt and hidden here. The odds don't count it."),
            _ if all <= never_dealt => format!("{boards} match; all of them are never dealt and hidden here. The odds don't count them."),
            _ => format!("{boards} match; {} of them are never dealt and hidden here. The odds don't count these.", grouped(never_dealt)),
        }
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
}

/// Captions of boards and flips.
pub mod captions {
    use super::Display;

    /// The multipliers of a board: "1 two, 4 threes".
    pub fn multipliers(twos: u8, threes: u8) -> String {
        let two = if twos == 1 { "two" } else { "twos" };
        let three = if threes == 1 { "three" } else { "threes" };
        format!("{twos} {two}, {threes} {three}")
    }

    /// A flip by its number, from 1.
    pub fn flip(number: usize, tile: impl Display, value: impl Display) -> String {
        format!("flip {number}: {tile} shows a {value}")
    }
}

/// The picture of the board: its texts, and the labels that screen readers speak.
pub mod board {
    use super::{Display, VOLTORB, counted, percent, points, voltorbs};

    /// The level or a tile that isn't known.
    pub const UNKNOWN: &str = "?";
    /// On a tile that is certainly 1.
    pub const ALWAYS_ONE: &str = "always 1";

    /// The label of a flaw, after that of its spot.
    pub fn label_of_flaw(message: &str) -> String {
        format!(", error: {message}")
    }

    /// The label of a sum.
    pub fn label_of_sum(line: impl Display, sum: Option<u8>) -> String {
        format!("{line}, {}", sum.map_or_else(|| "points missing".to_owned(), points))
    }

    /// The label of a number of Voltorbs.
    pub fn label_of_voltorbs(line: impl Display, count: Option<u8>) -> String {
        format!("{line}, {}", count.map_or_else(|| "Voltorbs missing".to_owned(), voltorbs))
    }

    /// The label of a known level.
    pub fn label_of_level(level: u8) -> String {
        format!("level {level}")
    }

    /// The label of a level in this range.
    pub fn label_of_levels(first: u8, last: u8) -> String {
        format!("level unknown, from {first} to {last}")
    }

    /// After the label of an unknown level: the only one possible.
    pub fn label_of_only_level(level: u8) -> String {
        format!(", must be {level}")
    }

    /// The range of levels, short enough for a tile.
    pub fn levels(first: u8, last: u8) -> String {
        format!("{first}-{last}")
    }

    /// The label of a face-up tile.
    pub fn label_face_up(tile: impl Display, value: impl Display) -> String {
        format!("{tile}, face up, {value}")
    }

    /// The label of a face-down tile; the parts below follow.
    pub fn label_face_down(tile: impl Display) -> String {
        format!("{tile}, face down")
    }

    /// The chance of a Voltorb, given in short percent.
    pub fn label_risk(short_percent: &str) -> String {
        let spoken = short_percent.replace('%', " percent").replace('<', "under ").replace('>', "over ");
        format!(", {spoken} {VOLTORB}")
    }

    /// The actual value once the round is over.
    pub fn label_revealed(value: impl Display) -> String {
        format!(", was a {value}")
    }

    /// The value on a listed board.
    pub fn label_shown(value: impl Display) -> String {
        format!(", {value} on the board shown")
    }

    /// The notes on the tile.
    pub fn label_notes(marks: impl Display) -> String {
        format!(", noted {marks}")
    }

    /// Below the board: the chances of a tile.
    pub fn chances([voltorb, one, two, three]: [f64; 4]) -> String {
        let [voltorb, one, two, three] = [voltorb, one, two, three].map(percent);
        format!("{VOLTORB} {voltorb}   1: {one}   2: {two}   3: {three}")
    }

    /// Below the board: the worth of flipping a tile next, short enough for what a click does beside it.
    pub fn worth_if_flipped(tile: impl Display, worth: impl Display) -> String {
        format!("{tile} next: {worth}")
    }

    /// Below the board: a clue.
    pub fn clue(line: impl Display, sum: u8, voltorb_count: u8) -> String {
        format!("{line}: {}, {}", points(sum), voltorbs(voltorb_count))
    }

    /// Below the board: how to type a missing clue.
    pub fn type_clue(line: impl Display) -> String {
        format!("{line}: type points and Voltorbs, like 5 2")
    }

    /// Below the board: a clue without its Voltorbs.
    pub fn type_voltorbs(line: impl Display, sum: u8) -> String {
        format!("{line}: {}; now type the Voltorbs", points(sum))
    }

    /// Below the board: a clue without its points.
    pub fn type_points(line: impl Display, voltorb_count: u8) -> String {
        format!("{line}: {}; now type the points", voltorbs(voltorb_count))
    }

    /// Below the board: what remains of a clue.
    pub fn face_down(tiles: usize, sum: u8, voltorb_count: u8) -> String {
        format!("face down: {} with {} and {}", counted(tiles as u64, "tile"), points(sum), voltorbs(voltorb_count))
    }

    /// Below the board: a face-down tile while a listed board is shown.
    pub fn on_listed_board(tile: impl Display, value: impl Display) -> String {
        format!("{tile}: {value} on the listed board")
    }

    /// Below the board: a face-up tile.
    pub fn face_up(tile: impl Display, value: impl Display) -> String {
        format!("{tile}: {value}, face up")
    }

    /// Below the board: what a click makes of a tile, and what further clicks do, if that is of interest.
    pub fn click_enters(next: Option<impl Display>, again: &str) -> String {
        match next {
            Some(next) if !again.is_empty() => format!("click: {next}, again: {again}"),
            Some(next) => format!("click: {next}"),
            None => "click: face down".to_owned(),
        }
    }

    /// Below the board: what a click makes of the level.
    pub fn click_sets_level(next: Option<u8>) -> String {
        next.map_or_else(|| "click: level unknown".to_owned(), |next| format!("click: level {next}"))
    }
}

/// Why an input does nothing.
pub mod refusals {
    /// A sum that no line has.
    pub fn most_points(most: u8) -> String {
        format!("a line has at most {most} points")
    }

    /// More Voltorbs than a line has tiles.
    pub fn most_voltorbs(tiles: usize) -> String {
        format!("a line has only {tiles} tiles")
    }

    /// A level outside the range.
    pub fn levels(least: u8, most: u8) -> String {
        format!("levels are {least} to {most}")
    }
}

/// Errors in the text form and in save files.
pub mod reading {
    use super::{Display, tile};
    use crate::text::quoted;

    /// No line for the clues of the rows or columns.
    pub fn no_clues(lines: &str) -> String {
        format!("expected five clues for the {lines}, like 4/1 (points/Voltorbs)")
    }

    /// Too few clues in a line.
    pub fn too_few_clues(lines: &str, expected: usize, found: usize) -> String {
        format!("expected {expected} clues for the {lines}, found {found}")
    }

    /// Too many clues in a line.
    pub fn too_many_clues(lines: &str, expected: usize, clue: impl Display) -> String {
        format!("unexpected \"{clue}\": the {lines} have {expected} clues")
    }

    /// A second clue in a line, after lines with one each.
    pub fn one_clue_per_line(clue: impl Display) -> String {
        format!("unexpected \"{clue}\": the lines before have one clue each")
    }

    /// A word that isn't a clue.
    pub fn not_a_clue(word: &str) -> String {
        format!("\"{}\" isn't a clue: expected points/Voltorbs, like 4/1", quoted(word))
    }

    /// A word that isn't a level.
    pub fn not_a_level(word: &str, levels: std::ops::RangeInclusive<u8>) -> String {
        format!("\"{}\" isn't a level: expected {} to {}, or ?", quoted(word), levels.start(), levels.end())
    }

    /// A sum that no line has.
    pub fn too_many_points(sum: u8, most: u8) -> String {
        format!("{sum} points are too many: a line has at most {most}")
    }

    /// More Voltorbs than a line has tiles.
    pub fn too_many_voltorbs(count: u8, tiles: usize) -> String {
        format!("{count} Voltorbs are too many: a line has {tiles} tiles")
    }

    /// Too few rows of tiles.
    pub fn too_few_rows(expected: usize, found: usize) -> String {
        format!("expected {expected} rows of tiles, found {found}")
    }

    /// Too few tiles in a row.
    pub fn too_few_tiles(expected: usize, found: usize) -> String {
        format!("expected {expected} tiles, found {found}")
    }

    /// A letter that isn't a tile.
    pub fn not_a_tile(letter: char) -> String {
        format!("'{letter}' isn't a tile: expected ?, V, 1, 2 or 3")
    }

    /// Too many tiles in a row.
    pub fn too_many_tiles(letter: char, expected: usize) -> String {
        format!("unexpected '{letter}': a row has {expected} tiles")
    }

    /// Text after the tiles.
    pub fn too_many_rows(expected: usize) -> String {
        format!("unexpected line: there are {expected} rows of tiles")
    }

    /// A save file with another number of rows.
    pub fn rows_of_tiles(expected: usize, found: usize) -> String {
        format!("expected {expected} rows of tiles, found {found}")
    }

    /// A save file with a row of another length; `row` counts from 0.
    pub fn length_of_row(row: usize, text: &str, expected: usize, found: usize) -> String {
        format!("row {} of the tiles, \"{}\", has {found} tiles; expected {expected}", row + 1, quoted(text))
    }

    /// A save file with an invalid tile.
    pub fn invalid_tile(in_row: usize, in_column: usize, letter: char) -> String {
        format!("the tile at {} is '{letter}'; expected ? (face down), V, 1, 2 or 3", tile(in_row, in_column))
    }

    /// A save file with another number of clues.
    pub fn number_of_clues(expected: usize, found: usize) -> String {
        format!("expected {expected} clues, found {found}")
    }

    /// A save file with a memo outside the board.
    pub fn memo_outside(row: usize, column: usize, most: usize) -> String {
        format!("the note at row {row}, column {column} is outside the board; rows and columns count from 0 to {most}")
    }

    /// A save file with an invalid mark.
    pub fn invalid_mark(marks: &str, letter: char) -> String {
        format!("the note \"{}\" contains '{letter}'; expected V, 1, 2 or 3", quoted(marks))
    }

    /// A save file with a flip outside the board.
    pub fn flip_outside(row: usize, column: usize, most: usize) -> String {
        format!("the flip ({row}, {column}) is outside the board; rows and columns count from 0 to {most}")
    }

    /// A save file with a tile flipped twice.
    pub fn flipped_twice(row: usize, column: usize) -> String {
        format!("the flip ({row}, {column}) is listed twice")
    }

    /// A save file with a flip of a face-down tile.
    pub fn flip_face_down(tile: impl Display) -> String {
        format!("{tile} is listed as flipped, but is face down")
    }
}

/// Boards read from pictures. These messages follow the name of a file.
pub mod picture {
    use crate::text::grouped;

    /// The file is too large.
    pub fn too_many_bytes(most: u64) -> String {
        format!("too large: a picture can have at most {} MiB", most >> 20)
    }

    /// The picture is too large.
    pub fn too_many_pixels(most: u64) -> String {
        format!("too large: a picture can have at most {} pixels", grouped(most))
    }

    /// The file isn't a picture, for this reason.
    pub fn not_a_picture(why: &str) -> String {
        format!("not a PNG, JPEG, WebP or GIF picture that can be read: {why}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_certain_chances_read_0_or_100_percent() {
        let cases = [(0.0, "0 %", "0%"), (1e-9, "under 0.01 %", "<1%"), (0.0041, "0.41 %", "<1%"), (0.336, "33.6 %", "34%")];
        let high = [(0.996, "99.6 %", ">99%"), (0.999_99, "99.99 %", ">99%"), (1.0, "100 %", "100%")];
        let rounded = [(1.0 - 1e-15, "100 %", "100%")];
        for (chance, long, short) in cases.into_iter().chain(high).chain(rounded) {
            assert_eq!((percent(chance).as_str(), short_percent(chance).as_str()), (long, short));
        }
        assert_eq!(percent(1.4), "140.0 %", "what several mistakes cost together");
    }
}

/// Why a game in a save file can't be continued.
pub mod saved {
    use std::ops::RangeInclusive;

    use crate::game::End;

    /// A number that no game has.
    pub fn outside(name: &str, number: u64, range: &RangeInclusive<u64>) -> String {
        format!("\"{name}\" is {number}; expected {} to {}", range.start(), range.end())
    }

    /// The tiles show how the round ended, but the file says otherwise.
    pub fn other_end(expected: Option<End>) -> String {
        match expected {
            Some(end) => format!("on these tiles the round has ended: expected `Some({end:?})`"),
            None => "on these tiles the round isn't over: expected `None` or `Some(Stopped)`".to_owned(),
        }
    }
}
