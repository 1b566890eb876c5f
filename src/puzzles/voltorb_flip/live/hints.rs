//! Hints for a player who is stuck: first what single lines show, then the best flip with its reason, and at last all of its odds.

use std::ops::ControlFlow;

use crate::{
    model::{
        problem::{Problem, Spot},
        rules::{Line, TILES, Value, column_of, row_of, tile_name},
        state::{State, Tiles},
    },
    search::optimal::transposition_table::TranspositionTable,
    words::{VOLTORB, percent},
};
use base::{
    search::{Hint, Latest, Observer, Tally},
    text::listed,
};

use super::{
    advice::{Advice, advise, in_words},
    analysis,
    insight::{Insight, Kind, are_equal, is_useful},
};

/// Reports hints, from the vaguest to the most specific.
pub fn hints(problem: &Problem, known: Option<&Insight>, observer: &mut dyn Observer<Hint<Spot>>) -> ControlFlow<()> {
    report(problem, known, observer)?;
    observer.progress(1.0, &Tally::default())
}

fn report(problem: &Problem, known: Option<&Insight>, observer: &mut dyn Observer<Hint<Spot>>) -> ControlFlow<()> {
    observer.progress(0.0, &Tally::default())?;
    let insight = known.cloned().unwrap_or_else(|| analysis::odds(problem));
    match insight.kind {
        Kind::Ok | Kind::Won => {}
        Kind::Lost => return observer.found(Hint::dead_end("a Voltorb is face up, so the round is lost".to_owned())),
        Kind::Impossible | Kind::Contradiction | Kind::NoBoardAtLevel => return observer.found(Hint::dead_end(flaw(&insight))),
    }
    if insight.kind == Kind::Ok {
        observer.found(number_of_safe_tiles(problem, &insight))?;
        // Tiles to flip come before tiles to leave alone.
        for wanted in [LineHint::Safe, LineHint::NoGain] {
            for (line, tiles) in Line::all().filter_map(|line| Some((line, of_line(problem, &insight, line, wanted)?))) {
                observer.found(Hint::vague(wanted.in_words(&[line]), tiles.into_iter().map(Spot::Tile).collect()))?;
            }
        }
    }
    let insight =
        if known.is_some() { insight } else { analyzed(problem, &mut TranspositionTable::default(), observer)?.unwrap_or(insight) };
    let Some(advice) = advice(problem, &insight) else { return ControlFlow::Continue(()) };
    let tile = advice.tile;
    if let Some(tile) = tile {
        let row = Line::Row(row_of(tile));
        let article = if as_good_and_others(&insight, tile).0.is_empty() { "the" } else { "a" };
        observer.found(Hint::vague(format!("{article} best flip is in {row}"), tiles_of(problem, row).map(Spot::Tile).collect()))?;
    }
    observer.found(Hint::step(message(&advice), tile.map(Spot::Tile).into_iter().collect()))?;
    match tile.and_then(|tile| Some((tile, insight.chances(tile)?))) {
        Some((tile, chances)) => observer.found(Hint::step(odds(&insight, tile, chances), vec![Spot::Tile(tile)])),
        None => ControlFlow::Continue(()),
    }
}

/// Why no board matches.
pub(super) fn flaw(insight: &Insight) -> String {
    insight.flaws.first().map_or_else(|| "no board matches".to_owned(), |flaw| flaw.message.clone())
}

/// The advice for a position of which this is known.
pub(super) fn advice(problem: &Problem, insight: &Insight) -> Option<Advice> {
    advise(&State { tiles: Tiles(problem.tiles), ..State::default() }, insight)
}

/// The advice as a message. What its card has as its title begins it, as all messages do.
pub(super) fn message(Advice { headline, reason, .. }: &Advice) -> String {
    format!("{}{}: {}", headline[..1].to_lowercase(), &headline[1..], reason.trim_end_matches('.'))
}

pub(super) fn worth_of(insight: &Insight, tile: usize) -> Option<f64> {
    insight.values.and_then(|values| values.as_flattened()[tile])
}

/// Tiles with their worth.
type Worths = Vec<(usize, f64)>;

/// Returns the other tiles whose worth is known, with it: those that are worth as much as this one, and the rest.
fn as_good_and_others(insight: &Insight, tile: usize) -> (Worths, Worths) {
    let worth = worth_of(insight, tile);
    let others = (0..TILES).filter(|&other| other != tile).filter_map(|other| Some((other, worth_of(insight, other)?)));
    others.partition(|&(_, other)| worth.is_some_and(|worth| are_equal(other, worth)))
}

/// Says everything about the advised tile, and compares it with the best of the tiles that are worth less.
fn odds(insight: &Insight, tile: usize, chances: [f64; 4]) -> String {
    let in_words = |worth| in_words(insight.objective, worth);
    let worth = worth_of(insight, tile);
    let (as_good, worse) = as_good_and_others(insight, tile);
    let next_best = worse
        .into_iter()
        .filter(|&(_, other)| worth.is_some_and(|worth| other < worth))
        .max_by(|(_, one), (_, other)| one.total_cmp(other));
    let with_flip = worth.map_or_else(String::new, |worth| format!(". With this flip {}", in_words(worth)));
    let (as_good, next) = match as_good.len() {
        0 => (String::new(), "the next best"),
        1 => (", and 1 other flip is as good".to_owned(), "the best of the rest"),
        count => (format!(", and {count} other flips are as good"), "the best of the rest"),
    };
    let next_best = next_best.map_or_else(String::new, |(tile, worth)| format!("; with {next}, {}, {}", tile_name(tile), in_words(worth)));
    let [voltorb, one, two, three] = chances.map(percent);
    format!("{}: {VOLTORB} {voltorb}, 1: {one}, 2: {two}, 3: {three}{with_flip}{as_good}{next_best}", tile_name(tile))
}

/// Says how many useful tiles are safe: 2s and 3s, or any cards if cards count.
fn number_of_safe_tiles(problem: &Problem, insight: &Insight) -> Hint<Spot> {
    let is_wanted = |chances: [f64; 4]| problem.objective.counts_cards() || is_useful(chances);
    let is_safe = |chances: [f64; 4]| is_wanted(chances) && chances[Value::Voltorb as usize] == 0.0;
    let safe = problem.face_down().filter(|&tile| insight.chances(tile).is_some_and(is_safe)).count();
    let which = if problem.objective.counts_cards() { "" } else { " that could be a 2 or 3" };
    let message = match safe {
        0 => format!("no tile{which} is safe, so the next flip is a risk"),
        1 => format!("1 tile{which} is safe"),
        count => format!("{count} tiles{which} are safe"),
    };
    Hint::vague(message, Vec::new())
}

/// A conclusion from one line alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineHint {
    /// No Voltorbs remain.
    Safe,
    /// Nothing but Voltorbs remains. A player who is stuck gains nothing by that, but an explanation crosses these tiles out.
    OnlyVoltorbs,
    /// No 2s and 3s remain.
    NoGain,
}

impl LineHint {
    /// What it says about these lines, of which there is at least one.
    pub(super) fn in_words(self, lines: &[Line]) -> String {
        let (have, their) = if lines.len() == 1 { ("has", "its") } else { ("have", "their") };
        let lines = listed(lines, "and");
        match self {
            Self::Safe => format!("{lines} {have} no Voltorbs left, so {their} tiles are safe"),
            Self::OnlyVoltorbs => format!("{lines} {have} only Voltorbs left"),
            Self::NoGain => format!("{lines} {have} only 1s and Voltorbs left, so there is nothing to gain"),
        }
    }
}

/// Returns the tiles that a conclusion of this kind is about, if the line's clue and its face-up tiles allow it.
pub(super) fn of_line(problem: &Problem, insight: &Insight, line: Line, wanted: LineHint) -> Option<Vec<usize>> {
    let clue = problem.clues.line(line);
    let shown = || tiles_on(line).filter_map(|tile| problem.tiles[tile]);
    let sum = clue.sum.checked_sub(shown().map(Value::points).sum())?;
    let voltorbs = clue.voltorbs.checked_sub(shown().filter(|&value| value == Value::Voltorb).count() as u8)?;
    let hidden: Vec<usize> = tiles_of(problem, line).collect();
    let others = (hidden.len() as u8).checked_sub(voltorbs)?;
    let counts_cards = problem.objective.counts_cards();
    let may_gain = hidden.iter().any(|&tile| insight.chances(tile).is_some_and(is_useful));
    let is_so = match wanted {
        LineHint::Safe => voltorbs == 0 && (others < sum && may_gain || counts_cards && 0 < others),
        LineHint::NoGain => 0 < others && sum == others && 0 < voltorbs && !counts_cards,
        LineHint::OnlyVoltorbs => 0 == others && 0 < voltorbs,
    };
    is_so.then_some(hidden)
}

/// Why a tile is safe, if its row or its column alone shows that.
pub fn why_safe(problem: &Problem, insight: &Insight, tile: usize) -> Option<String> {
    let shows = |line: &Line| of_line(problem, insight, *line, LineHint::Safe).is_some_and(|tiles| tiles.contains(&tile));
    Line::all().find(shows).map(|line| LineHint::Safe.in_words(&[line]))
}

fn tiles_on(line: Line) -> impl Iterator<Item = usize> {
    (0..TILES).filter(move |&tile| match line {
        Line::Row(row) => row_of(tile) == row,
        Line::Column(column) => column_of(tile) == column,
    })
}

/// The face-down tiles of the line.
fn tiles_of(problem: &Problem, line: Line) -> impl Iterator<Item = usize> {
    let tiles = problem.tiles;
    tiles_on(line).filter(move |&tile| tiles[tile].is_none())
}

/// Returns what is known at the end of the analysis.
pub(super) fn analyzed<T>(
    problem: &Problem,
    table: &mut TranspositionTable,
    observer: &mut dyn Observer<T>,
) -> ControlFlow<(), Option<Insight>> {
    let mut latest = Latest::new(observer);
    analysis::analyze(problem, table, &mut latest)?;
    ControlFlow::Continue(latest.found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        VoltorbFlip,
        edit::text,
        model::{assumption::Assumption, objective::Objective},
        tests::read,
    };
    use base::{
        puzzle::Puzzle,
        search::{Detail, Found},
        text::sentence,
    };

    fn hints_for(state: &State) -> Vec<Hint<Spot>> {
        let mut found = Found::default();
        assert!(hints(&Problem::check(state).unwrap(), None, &mut found).is_continue());
        found.items
    }

    fn messages(state: &State) -> Vec<String> {
        let message = |hint| match hint {
            Hint::Advice { message, .. } => message,
            Hint::DeadEnd { reason, .. } => format!("dead end: {reason}"),
        };
        hints_for(state).into_iter().map(message).collect()
    }

    fn preset(key: &str) -> State {
        read(VoltorbFlip::presets().iter().find(|preset| preset.key == key).unwrap()).state
    }

    #[test]
    fn hints_become_more_specific() {
        let state = preset("level-1");
        let messages = messages(&state);
        assert!(messages[0].ends_with("tiles that could be a 2 or 3 are safe"), "{messages:?}");
        assert!(messages.contains(&"row 2 has no Voltorbs left, so its tiles are safe".to_owned()), "{messages:?}");
        assert!(messages.iter().any(|message| message.starts_with("a best flip is in row")), "{messages:?}");
        let Some(Hint::Advice { spots, .. }) = hints_for(&state).pop() else { panic!("the last hint is advice") };
        assert!(matches!(spots[..], [Spot::Tile(_)]));
    }

    #[test]
    fn the_best_flip_is_one_of_several_where_others_are_as_good() {
        for (key, beginning, has_tie) in
            [("level-1", "a best flip is in row 4", true), ("level-8-hard", "the best flip is in row 1", false)]
        {
            let messages = messages(&preset(key));
            assert!(messages.iter().any(|message| message == beginning), "{messages:?}");
            assert_eq!(messages.last().unwrap().contains("as good"), has_tie, "{messages:?}");
        }
    }

    #[test]
    fn hints_end_with_all_that_the_card_says_and_the_odds() {
        for key in ["level-1", "level-4-middle"] {
            let state = preset(key);
            let mut found = Found::default();
            assert!(VoltorbFlip::analyze(&Problem::check(&state).unwrap(), &mut found).is_continue());
            let insight = found.items.pop().unwrap();
            let Advice { tile, headline, reason, .. } = advise(&state, &insight).unwrap();
            let messages = messages(&state);
            let [.., card, odds] = &messages[..] else { panic!("{messages:?}") };
            assert_eq!(format!("{}.", sentence(card)), format!("{headline}: {reason}"));
            let details: Vec<Detail> = hints_for(&state).iter().map(Hint::detail).collect();
            let is_expected = |(index, detail): (usize, &Detail)| (*detail == Detail::Step) == (messages.len() <= index + 2);
            assert!(details.iter().enumerate().all(is_expected), "{details:?}");
            let [voltorb, ..] = insight.chances(tile.unwrap()).unwrap().map(percent);
            assert!(odds.starts_with(&format!("{}: Voltorb {voltorb}, 1: ", tile_name(tile.unwrap()))), "{odds}");
            assert!(odds.contains(". With this flip "), "{odds}");
        }
    }

    #[test]
    fn lines_without_2s_and_3s_are_pointed_out() {
        let state =
            text::read("3/2 6/0 5/0 5/0 5/0\n5/0 5/0 6/0 4/1 4/1\n", &State { assume: Assumption::EqualBoards, ..State::default() })
                .unwrap();
        let messages = messages(&state);
        let expected = "row 1 has only 1s and Voltorbs left, so there is nothing to gain".to_owned();
        assert!(messages.contains(&expected), "{messages:?}");
    }

    #[test]
    fn lines_of_1s_are_useful_where_cards_count() {
        // Row 1 consists of safe 1s; row 2 has 1s and Voltorbs.
        let text = "5/0 3/2 5/1 5/2 7/1\n6/1 5/1 4/2 5/1 5/1\n";
        let of_objective = |objective| messages(&text::read(text, &State { objective, level: Some(1), ..State::default() }).unwrap());
        let (safe, no_gain) = ("row 1 has no Voltorbs left, so its tiles are safe", "row 2 has only 1s and Voltorbs left");
        for (objective, counts_cards) in [(Objective::Clear, false), (Objective::KeepLevel, true), (Objective::EightCards, true)] {
            let messages = of_objective(objective);
            assert_eq!(messages[0].starts_with("5 tiles are safe"), counts_cards, "{messages:?}");
            assert_eq!(messages.iter().any(|message| message == safe), counts_cards, "{messages:?}");
            assert_eq!(messages.iter().any(|message| message.starts_with(no_gain)), !counts_cards, "{messages:?}");
        }
    }

    #[test]
    fn hopeless_positions_are_explained() {
        let mut state = preset("level-1");
        state.turn(0, Some(Value::Voltorb));
        assert_eq!(messages(&state), ["dead end: a Voltorb is face up, so the round is lost"]);
        assert!(messages(&preset("impossible"))[0].starts_with("dead end: the rows add up to"));
    }
}
