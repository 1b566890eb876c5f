//! Learning from overlooked SETs: the tables on which they lay, on which any SET is a right answer.

use std::{collections::BTreeSet, ops::ControlFlow};

use super::{
    game::find_all,
    overlooked::{Overlooked, Stay},
    score::features_differ,
};
use crate::{
    Set,
    model::{
        spot::Spot,
        state::{State, Variant},
    },
};
use base::{
    puzzle::{Mistakes, Moment, Try, Verdict},
    search::{Observer, Tally},
    text::clock,
};

/// The most tables of a game: those of the SETs that lay longest.
const MOST: usize = 10;

/// Three cards are chosen.
pub const MISTAKES: Mistakes<Set> = Mistakes {
    task: &|_| "Choose the three cards of a SET.".to_owned(),
    presses: 3,
    prepare: &|_| (),
    pass: &|_| None,
    is_whole: &|state, tried| chosen(state, tried).is_some(),
    judge: &judge,
};

/// The tables of a game with SETs that weren't found, each once, in the order of how long these lay there.
pub fn moments(overlooked: &Overlooked, variant: Variant) -> Vec<Moment<State>> {
    let mut tables = BTreeSet::new();
    let new = overlooked.missed.iter().filter(|stay| tables.insert(stay.table.cards.clone()));
    let moment = |stay: &Stay| {
        let long = stay.time.map_or_else(String::new, |time| format!(", which lay there for {}", clock(time)));
        let title = format!("An overlooked SET: {}", features_differ(stay.differing));
        let state = State::new(stay.table.cards.clone(), variant);
        Moment { title, about: format!("You overlooked a SET{long}"), state, played: None }
    };
    new.take(MOST).map(moment).collect()
}

/// The positions of the chosen cards, rising.
fn chosen(state: &State, tried: &Try<Set>) -> Option<Vec<usize>> {
    let Try::Pressed(spots) = tried else { return None };
    let mut positions = spots.iter().map(position).collect::<Option<Vec<usize>>>()?;
    positions.sort_unstable();
    positions.dedup();
    (positions.len() == 3 && positions.iter().all(|&position| position < state.cards.len())).then_some(positions)
}

fn position(spot: &Spot) -> Option<usize> {
    match *spot {
        Spot::Card(position) => Some(position),
        _ => None,
    }
}

fn judge(state: &State, tried: Option<&Try<Set>>, observer: &mut dyn Observer<Verdict<Spot>>) -> ControlFlow<()> {
    let sets: Vec<Vec<usize>> =
        find_all(&state.cards, state.variant).iter().map(|set| set.positions().iter().map(|&position| position.into()).collect()).collect();
    let chosen = tried.and_then(|tried| chosen(state, tried));
    let is_good = chosen.as_ref().is_some_and(|chosen| sets.contains(chosen));
    let head = match (&chosen, is_good) {
        (Some(_), true) => "That is a SET.",
        (Some(_), false) => "That isn't a SET.",
        (None, _) => "The marked cards are a SET.",
    };
    let shown = chosen.filter(|_| is_good).or_else(|| sets.first().cloned()).unwrap_or_default();
    let number = match sets.len() {
        1 => "It is the only one on this table.".to_owned(),
        number => format!("This table has {number}."),
    };
    let best = shown.into_iter().map(Spot::Card).collect();
    observer.found(Verdict { is_good, words: format!("{head} {number}"), best, against: Vec::new() })?;
    observer.progress(1.0, &Tally::default())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::play::game::Game;
    use base::search::Found;

    fn judged(state: &State, positions: Option<&[usize]>) -> Verdict<Spot> {
        let tried = positions.map(|positions| Try::Pressed(positions.iter().copied().map(Spot::Card).collect()));
        let mut found = Found::default();
        assert!(judge(state, tried.as_ref(), &mut found).is_continue());
        found.items.pop().unwrap()
    }

    proptest! {
        #[test]
        fn each_table_has_its_overlooked_set_and_any_set_is_right(seed: u64, goal in 2..6_usize) {
            let mut game = Game::run(Variant::Set, Some(goal), seed);
            while !game.is_finished() {
                match find_all(&game.table, Variant::Set).last() {
                    Some(set) => {
                        let positions: Vec<usize> = set.positions().iter().map(|&position| position.into()).collect();
                        game.guess(&positions);
                    }
                    None => _ = game.claim_none_left(),
                }
            }
            let overlooked = Overlooked::of(&game, &[], None).unwrap();
            let moments = moments(&overlooked, Variant::Set);
            prop_assert!(moments.len() <= MOST && moments.is_empty() == overlooked.missed.is_empty());
            for Moment { state, .. } in moments {
                let stay = overlooked.missed.iter().find(|stay| stay.table.cards == state.cards).unwrap();
                prop_assert!(judged(&state, Some(&stay.positions())).is_good);
                for (one, two, three) in [(0, 1, 2), (2, 1, 0), (3, 7, 5)] {
                    let [a, b, c] = [one, two, three].map(|position| state.cards[position]);
                    prop_assert_eq!(judged(&state, Some(&[one, two, three])).is_good, a.third(b) == c);
                }
                let shown = judged(&state, None);
                let best: Vec<usize> = shown.best.iter().filter_map(position).collect();
                prop_assert!(!shown.is_good && judged(&state, Some(&best)).is_good);
            }
        }
    }
}
