//! What to do next and why, in words, from what is known of a position.

use crate::text::{grouped, sentence};

use super::{
    insight::{Insight, Kind, is_useful},
    rules::{SIDE, Value, place_of},
    state::State,
    wording::percent,
};

/// Advice on the next flip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The tile to flip; none if there is nothing to advise.
    pub tile: Option<usize>,
    /// What to do, in a few words.
    pub headline: String,
    /// Why: a sentence, with its full stop.
    pub reason: String,
    /// How sure it is.
    pub certainty: Certainty,
}

/// How sure an advice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// It is proved.
    Exact,
    /// It is the best that is known so far; the best play may be another.
    SoFar,
}

/// The advice for this position; none while nothing is known of it.
pub fn advise(state: &State, insight: &Insight) -> Option<Advice> {
    let settled =
        |headline: &str, reason: String| Some(Advice { tile: None, headline: headline.to_owned(), reason, certainty: Certainty::Exact });
    match insight.kind {
        Kind::Won => settled("The board is clear", "Every 2 and 3 is face up; what is left is 1s and Voltorbs.".to_owned()),
        Kind::Lost => settled("The round is lost", "A Voltorb is face up.".to_owned()),
        Kind::Impossible | Kind::Contradiction | Kind::NoBoardAtLevel => {
            let flaw = insight.flaws.first()?;
            settled("Something is typed wrong", format!("{}.", sentence(&flaw.message)))
        }
        Kind::Ok => on_next_flip(state, insight),
    }
}

/// A tile that may be a 2 or a 3, with the chances of its values.
#[derive(Clone, Copy)]
struct Useful {
    tile: usize,
    chances: [f64; 4],
}

impl Useful {
    fn risk(&self) -> f64 {
        self.chances[Value::Voltorb as usize]
    }
}

fn on_next_flip(state: &State, insight: &Insight) -> Option<Advice> {
    let useful = useful_by_risk(state, insight);
    let safest = useful.first()?;
    if safest.risk() == 0.0 {
        return Some(safe(insight, &useful));
    }
    let best = useful.iter().find(|useful| insight.is_best(useful.tile));
    Some(match (best, insight.clear) {
        (Some(best), Some(clear)) if is_bet(&useful) => bet(best, clear),
        (Some(best), Some(clear)) => risk(insight, best, safest, clear),
        _ => so_far(insight, safest),
    })
}

/// The face-down tiles that may be a 2 or a 3, the least risky first.
fn useful_by_risk(state: &State, insight: &Insight) -> Vec<Useful> {
    let chances = |tile| insight.chances(tile).unwrap_or_default();
    let face_down = state.tiles.face_down().map(|tile| Useful { tile, chances: chances(tile) });
    let mut useful: Vec<_> = face_down.filter(|useful| is_useful(useful.chances)).collect();
    useful.sort_by(|one, other| one.risk().total_cmp(&other.risk()));
    useful
}

/// Nothing is lost by what is safe, and of what is safe that which may be most comes first.
fn safe(insight: &Insight, useful: &[Useful]) -> Advice {
    let all: Vec<_> = useful.iter().filter(|useful| useful.risk() == 0.0).collect();
    let expected = |useful: &Useful| 2.0 * useful.chances[2] + 3.0 * useful.chances[3];
    let first = all.iter().fold(all[0], |best, useful| if expected(best) < expected(useful) { useful } else { best });
    let boards = insight.dealable.unwrap_or(insight.boards);
    let none = match boards {
        1 => "the one board that is left has no Voltorb here".to_owned(),
        boards => format!("safe: 0 of {} boards has a Voltorb here", grouped(boards)),
    };
    let others = match all.len() {
        1 => String::new(),
        2 => "; one more tile is safe, too".to_owned(),
        count => format!("; {} more tiles are safe, too", count - 1),
    };
    Advice { tile: Some(first.tile), headline: flip(first), reason: format!("{}{others}.", sentence(&none)), certainty: Certainty::Exact }
}

/// Whether no tile tells anything more as long as the round goes on.
fn is_bet(useful: &[Useful]) -> bool {
    useful.iter().all(|useful| useful.chances[1..].iter().filter(|&&chance| 0.0 < chance).count() == 1)
}

fn bet(best: &Useful, clear: f64) -> Advice {
    let reason = format!(
        "Nothing more can be learnt without a Voltorb, so this is a bet: the likeliest 2s and 3s are right in {} of all cases.",
        percent(clear)
    );
    Advice { tile: Some(best.tile), headline: flip(best), reason, certainty: Certainty::Exact }
}

fn risk(insight: &Insight, best: &Useful, safest: &Useful, clear: f64) -> Advice {
    let risk = percent(best.risk());
    let value = |tile: usize| insight.values.and_then(|values| values[tile / SIDE][tile % SIDE]);
    let reason = if best.risk() <= safest.risk() {
        format!("{risk} Voltorb: the safest tile that may be a 2 or a 3, and the best: {} to clear.", percent(clear))
    } else {
        let other = match value(safest.tile) {
            Some(value) => {
                let (best, other) = told_apart(clear, value);
                format!("{best} to clear against {other} for the safest, {}, with {}", place_of(safest.tile), percent(safest.risk()))
            }
            None => {
                format!("{} to clear; the safest, {} with {}, leaves less", percent(clear), place_of(safest.tile), percent(safest.risk()))
            }
        };
        format!("{risk} Voltorb, but it splits the boards best: {other}.")
    };
    Advice { tile: Some(best.tile), headline: flip(best), reason, certainty: Certainty::Exact }
}

/// Two chances that differ, written so that they are seen to.
fn told_apart(best: f64, other: f64) -> (String, String) {
    let (one, two) = (percent(best), percent(other));
    if one == two { (format!("{:.4} %", 100.0 * best), format!("{:.4} %", 100.0 * other)) } else { (one, two) }
}

fn so_far(insight: &Insight, safest: &Useful) -> Advice {
    let [low, high] = insight.bounds;
    let clear = match insight.clear {
        Some(clear) => format!("the best play clears {}", percent(clear)),
        None if 0.0 < low => {
            format!("always flipping the safest clears {}; the best play no less, and at most {}", percent(low), percent(high))
        }
        None => format!("no play clears more than {}", percent(high)),
    };
    let reason = format!("{} Voltorb: the safest tile that may be a 2 or a 3; {clear}.", percent(safest.risk()));
    Advice { tile: Some(safest.tile), headline: flip(safest), reason, certainty: Certainty::SoFar }
}

fn flip(useful: &Useful) -> String {
    format!("Flip {}", place_of(useful.tile))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        puzzle::Puzzle,
        puzzles::voltorb_flip::{
            VoltorbFlip, deal::Dealer, insight, play::Game, prior::Level, problem::Problem, rules::TILES, tests::read, text,
        },
        search::Found,
    };

    /// All that the analysis tells, one after the other.
    fn told(state: &State) -> Vec<Insight> {
        let mut found = Found::default();
        assert!(insight::analyze(&Problem::check(state).unwrap(), &mut found).is_continue());
        found.items
    }

    fn last(state: &State) -> Advice {
        advise(state, told(state).last().unwrap()).unwrap()
    }

    fn preset(key: &str) -> State {
        read(VoltorbFlip::presets().iter().find(|preset| preset.key == key).unwrap()).state
    }

    #[test]
    fn what_is_safe_comes_first_and_says_why() {
        let state = preset("level-1");
        let advice = last(&state);
        assert!(advice.reason.starts_with("Safe: 0 of 97 boards has a Voltorb here"), "{}", advice.reason);
        assert_eq!(advice.certainty, Certainty::Exact);
    }

    #[test]
    fn first_words_are_not_the_last() {
        let state = preset("level-5-fresh");
        let told = told(&state);
        let first = advise(&state, &told[0]).unwrap();
        assert_eq!(first.certainty, Certainty::SoFar);
        assert!(first.reason.contains("no play clears more than"), "{}", first.reason);
        let second = advise(&state, &told[1]).unwrap();
        assert!(second.reason.contains("always flipping the safest clears"), "{}", second.reason);
        assert_eq!(advise(&state, told.last().unwrap()).unwrap().certainty, Certainty::Exact);
    }

    #[test]
    fn what_is_over_or_wrong_is_said() {
        let mut state = preset("level-1");
        let mut with = |tile, shown| {
            state.turn(tile, shown);
            last(&state)
        };
        assert_eq!(with(0, Some(Value::Three)).headline, "Something is typed wrong");
        assert_eq!(with(0, Some(Value::Voltorb)).headline, "The round is lost");
        let known = text::read("5/0 5/0 5/0 5/0 6/0\n5/0 5/0 5/0 5/0 6/0\n", &State::default()).unwrap();
        assert!(last(&known).reason.starts_with("The one board that is left"), "{}", last(&known).reason);
        let mut won = known;
        won.turn(24, Some(Value::Two));
        assert_eq!(last(&won).headline, "The board is clear");
    }

    /// On many positions: the tile named is one of the best, and the reason fits what is known of it.
    #[test]
    fn advice_is_the_best_there_is() {
        let mut seen = [0; 4];
        for seed in 0..120 {
            let level = Level::new(1 + (seed % 4) as u8).unwrap();
            let board = Dealer::new(seed).board(level);
            let mut state = Game::new(level, seed).fresh();
            let clues = crate::puzzles::voltorb_flip::rules::Clues::of(board);
            (state.rows, state.columns) = (clues.rows, clues.columns);
            // Some tiles face up, none of them a Voltorb.
            for tile in (0..TILES).filter(|tile| (seed as usize + 3 * tile) % 5 < 3) {
                if board.value(tile) != Value::Voltorb {
                    state.turn(tile, Some(board.value(tile)));
                }
            }
            let insight = told(&state).pop().unwrap();
            let advice = advise(&state, &insight).unwrap();
            let Some(tile) = advice.tile else { continue };
            assert!(insight.is_best(tile), "seed {seed}: {advice:?}");
            let risk = insight.chances(tile).unwrap()[0];
            let kinds = ["Safe: 0 of", "Nothing more can be learnt", "it splits the boards best", "and the best"];
            let Some(kind) = kinds.iter().position(|words| advice.reason.contains(words)) else { continue };
            seen[kind] += 1;
            assert_eq!(kind == 0, risk == 0.0, "seed {seed}: {advice:?}");
        }
        assert!(seen.iter().all(|&count| 0 < count), "every kind of reason is met: {seen:?}");
    }

    #[test]
    fn chances_that_differ_read_so() {
        assert_eq!(told_apart(0.336, 0.331), ("33.6 %".to_owned(), "33.1 %".to_owned()));
        assert_eq!(told_apart(0.33601, 0.33599), ("33.6010 %".to_owned(), "33.5990 %".to_owned()));
    }
}
