//! Learning from the mistakes of a round: the positions before them, and how another choice there is judged.

use std::{ops::ControlFlow, sync::Arc};

use super::review::{Choice, Decision, Review};
use crate::{
    VoltorbFlip,
    live::{
        advice::{advise, in_words, short},
        analysis, hints,
        insight::is_useful,
    },
    model::{
        objective::Objective,
        problem::{Problem, Spot},
        rules::tile_name,
        state::{Memos, State},
    },
    search::optimal::transposition_table::TranspositionTable,
    words::percent,
};
use base::{
    puzzle::{Mistakes, Moment, Try, Verdict},
    search::{Latest, Observer, Tally},
    text::sentence,
};

/// Another choice is judged exactly, as in a review.
pub const MISTAKES: Mistakes<VoltorbFlip> = Mistakes {
    task: &|state| format!("{}: which tile do you flip?", sentence(&state.objective.to_string())),
    presses: 1,
    prepare: &|view| view.names_tiles = true,
    // Where only a cleared board counts, stopping is worth nothing.
    pass: &|state| (state.objective != Objective::Clear).then_some("Stop the round"),
    is_whole: &|state, tried| choice(state, tried).is_some(),
    judge: &judge,
};

/// A choice that costs less than this share is good enough: of the chance, or of the coins.
const GOOD_ENOUGH: f64 = 0.01;

/// Whether a choice costs enough to be tried again.
fn is_costly(objective: Objective, worth: f64, cost: f64) -> bool {
    let share = if objective.is_in_coins() { worth } else { 1.0 };
    GOOD_ENOUGH * share <= cost && 0.0 < cost
}

/// The moments of a round that cost something. Their positions have no notes, which may have been made later.
pub fn moments(review: &Review) -> Vec<Moment<State>> {
    let costly =
        review.mistakes().filter(|(_, mistake, cost)| mistake.worth.is_some_and(|worth| is_costly(review.objective, worth, *cost)));
    let moment = |(number, mistake, cost): (usize, &Decision, f64)| {
        let level = mistake.position.level.map_or_else(String::new, |level| format!("Level {level}, "));
        let cost = short(review.objective, cost);
        let about = match mistake.choice {
            Choice::Flip(tile) => format!("You flipped {}, which cost {cost}", tile_name(tile)),
            Choice::Stop => format!("You stopped, which cost {cost}"),
        };
        let state = State { memos: Memos::default(), ..mistake.position };
        Moment { title: sentence(&format!("{level}flip {number}")), about, state, played: None }
    };
    costly.map(moment).collect()
}

/// What is chosen by a try; none if that isn't possible.
fn choice(state: &State, tried: &Try<VoltorbFlip>) -> Option<Choice> {
    match tried {
        Try::Pressed(spots) => match spots[..] {
            [Spot::Tile(tile)] => state.tiles.0[tile].is_none().then_some(Choice::Flip(tile)),
            [] => Some(Choice::Stop),
            _ => None,
        },
        Try::Made(_) => None,
    }
}

fn judge(state: &State, tried: Option<&Try<VoltorbFlip>>, observer: &mut dyn Observer<Verdict<Spot>>) -> ControlFlow<()> {
    let mut latest = Latest::new(observer);
    if let Ok(problem) = Problem::check(state) {
        analysis::analyze(&problem, &mut TranspositionTable::default(), &mut latest)?;
    }
    if let Some(insight) = latest.found.take() {
        let choice = tried.and_then(|tried| choice(state, tried));
        // Without a try, only the best is wanted.
        let decision = Decision::new(state, &Arc::new(insight), choice.unwrap_or(Choice::Stop));
        observer.found(verdict(state.objective, &decision, choice))?;
    }
    observer.progress(1.0, &Tally::default())
}

fn verdict(objective: Objective, decision: &Decision, choice: Option<Choice>) -> Verdict<Spot> {
    let best = decision.best.and_then(Choice::tile);
    let named = match decision.best {
        Some(Choice::Flip(tile)) => tile_name(tile),
        Some(Choice::Stop) => "stopping".to_owned(),
        None => "not known exactly".to_owned(),
    };
    let why = why_best(decision).map(|why| format!(" {why}")).unwrap_or_default();
    // The reason may name it.
    let worth = decision.worth.map(|worth| in_words(objective, worth)).filter(|worth| !why.contains(worth));
    let worth = worth.map(|worth| format!(", {worth}")).unwrap_or_default();
    let is_good = choice.is_some()
        && match (decision.cost(), decision.worth) {
            (Some(cost), Some(worth)) => !is_costly(objective, worth, cost),
            (Some(cost), None) => cost == 0.0,
            _ => false,
        };
    let cost = match decision.cost().filter(|_| choice.is_some()) {
        Some(cost) if cost > 0.0 => format!("It costs {}. ", short(objective, cost)),
        Some(_) => "Nothing is better. ".to_owned(),
        None => String::new(),
    };
    // Where it is bad, what is best is still to be found.
    let words = match choice.filter(|_| !is_good) {
        Some(choice) => format!("{cost}{}", why_worse(objective, decision, choice)),
        None => format!("{cost}Best: {named}{worth}.{why}"),
    };
    Verdict { is_good, words, best: best.map(Spot::Tile).into_iter().collect(), against: Vec::new() }
}

/// Why the best choice is the best: what makes its tile safe, or its chances beside those of others. A sentence with its full stop.
fn why_best(decision: &Decision) -> Option<String> {
    let (position, insight) = (&decision.position, &decision.insight);
    let advice = advise(position, insight);
    let Choice::Flip(tile) = decision.best? else { return advice.map(|advice| advice.reason) };
    let by_line = Problem::check(position).ok().and_then(|problem| hints::why_safe(&problem, insight, tile));
    let of_advice = || advice.filter(|advice| advice.tile == Some(tile)).map(|advice| advice.reason);
    let by_chance = || match insight.chances(tile)? {
        [0.0, ..] => Some("No board that is left has a Voltorb here.".to_owned()),
        [voltorb, ..] => Some(format!("{} Voltorb.", percent(voltorb))),
    };
    by_line.map(|why| format!("{}.", sentence(&why))).or_else(of_advice).or_else(by_chance)
}

/// Why a choice is worth less than the best, without a word about where that is: a sentence with its full stop.
fn why_worse(objective: Objective, decision: &Decision, choice: Choice) -> String {
    let insight = &decision.insight;
    let Choice::Flip(tile) = choice else {
        let of_best = decision.worth.map(|worth| format!("; the best flip gives {}", in_words(objective, worth))).unwrap_or_default();
        return format!("Stopping gives {}{of_best}.", short(objective, decision.value.unwrap_or_default()));
    };
    let chances = insight.chances(tile).unwrap_or_default();
    let [voltorb, ..] = chances;
    let is_vain = !objective.counts_cards() && !is_useful(chances);
    let vain = if is_vain { "It is never a 2 or 3: " } else { "" };
    let of_best = decision.best.map(|best| best.tile().and_then(|tile| insight.chances(tile)));
    let beside = match of_best {
        // To stop is best.
        Some(None) => ", which loses what you have".to_owned(),
        Some(Some([0.0, ..])) => "; the best flip is safe".to_owned(),
        Some(Some([other, ..])) if other < voltorb => format!("; the best flip only {}", percent(other)),
        Some(Some([other, ..])) => format!("; the best flip {}, but it gains more", percent(other)),
        None => String::new(),
    };
    format!("{vain}{} Voltorb{beside}.", percent(voltorb))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        model::{
            prior::Level,
            rules::{Clues, TILES},
        },
        play::{deal::Dealer, review},
    };
    use base::search::Found;

    fn judged(state: &State, tried: Option<Try<VoltorbFlip>>) -> Verdict<Spot> {
        let mut found = Found::default();
        assert!(judge(state, tried.as_ref(), &mut found).is_continue());
        found.items.pop().unwrap()
    }

    fn flip(tile: usize) -> Option<Try<VoltorbFlip>> {
        Some(Try::Pressed(vec![Spot::Tile(tile)]))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4))]
        #[test]
        fn each_moment_is_failed_by_what_was_played_and_solved_by_the_best(
            seed: u64,
            level in 1..=3_u8,
            objective in prop::sample::select(Objective::ALL.to_vec()),
            order in Just((0..TILES).collect::<Vec<_>>()).prop_shuffle(),
        ) {
            let board = Dealer::new(seed).board(Level::new(level).unwrap());
            let mut state = State { level: Some(level), objective, ..State::of(&Clues::of(board)) };
            for &tile in order.iter().take(6) {
                state.turn(tile, Some(board.value(tile)));
                if board.value(tile) == crate::model::rules::Value::Voltorb {
                    break;
                }
            }
            let deal = std::array::from_fn(|tile| Some(board.value(tile)));
            let mut found = Found::default();
            prop_assert!(review::review(&state, &deal, &mut found).is_continue());
            let review = found.items.pop().unwrap();
            let moments = moments(&review);
            let mistakes: Vec<_> = review.mistakes().map(|(_, mistake, _)| mistake).collect();
            prop_assert!(moments.len() <= mistakes.len());
            for moment in moments {
                let mistake = mistakes.iter().find(|mistake| mistake.position.flips == moment.state.flips).unwrap();
                // Nothing is on the board that wasn't flipped by then.
                let known = moment.state.flips.iter().count();
                prop_assert_eq!(moment.state.tiles.face_up().count(), known);
                prop_assert_eq!((moment.state.tiles, moment.state.memos), (state.rewound(known).tiles, Memos::default()));
                let played = match mistake.choice {
                    Choice::Flip(tile) => judged(&moment.state, flip(tile)),
                    Choice::Stop => judged(&moment.state, Some(Try::Pressed(Vec::new()))),
                };
                prop_assert!(!played.is_good, "{:?}", played);
                let shown = judged(&moment.state, None);
                prop_assert!(!shown.is_good && shown.words.starts_with("Best: "), "{:?}", shown);
                prop_assert_eq!(&shown.best, &played.best);
                let best = judged(&moment.state, Some(Try::Pressed(shown.best)));
                prop_assert!(best.is_good && best.words.starts_with("Nothing is better. "), "{:?}", best);
            }
        }
    }
}
