//! The rounds that a player has finished, dealt here or played elsewhere, as they are kept from one start to the next.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde::{Deserialize, Serialize};

use super::{
    game::{End, Game, coins_on, end_on},
    review::Review,
    session::is_next_round,
};
use crate::model::{
    entry::Entry,
    objective::Objective,
    prior::Level,
    rules::SIDE,
    state::{Earlier, State},
};

/// The most rounds that are kept; the oldest are dropped.
pub const MOST: usize = 500;

/// The most rounds that are kept with their last positions, so that they can be reviewed again.
const WITH_POSITIONS: usize = 20;

/// A finished round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// A number that no other round has, and that is higher for later rounds.
    pub id: u64,
    /// The level, if it was known or only one was possible.
    pub level: Option<u8>,
    /// How it ended.
    pub end: End,
    /// The coins that it won.
    pub coins: u32,
    /// The goal, which says what the review counts: chances or coins.
    #[serde(default)]
    pub objective: Objective,
    /// What was luck and what were mistakes; none until it was reviewed, or if its best play isn't known exactly.
    #[serde(default)]
    pub verdict: Option<Verdict>,
    /// Its end, of which the latest rounds can be reviewed again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Last>,
}

/// The end of a round.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Last {
    /// The position.
    pub state: State,
    /// The seed of its game and its number there; none if it was played elsewhere.
    #[serde(default)]
    pub game: Option<(u64, u64)>,
}

impl Last {
    /// Whether a document in this position, with this game, is about this round: its end is on the board, or its game or its session has
    /// continued from there. The board of a game that is on may be dealt a second time, and its review would help.
    fn is_of(&self, state: &State, game: Option<&Game>) -> bool {
        match (self.game, game) {
            (Some((seed, number)), Some(game)) => seed == game.seed && (number < game.round || number == game.round && game.end.is_some()),
            (Some(_), None) => self.state == *state,
            (None, Some(_)) => false,
            (None, None) => {
                let blank = State { rows: [Entry::BLANK; SIDE], columns: [Entry::BLANK; SIDE], ..state.fresh() };
                // Any board of its level would follow a session that has nothing yet.
                (*state == blank || state.earlier != Earlier::default()) && is_next_round(&self.state, &blank)
            }
        }
    }
}

/// A review in short.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    /// What the best play gets on this deal, on average.
    pub par: f64,
    /// The number of decisions that were worth less than the best.
    pub mistakes: u32,
    /// What these cost together.
    pub cost: f64,
    /// The rest of the difference between par and what the round got.
    pub luck: f64,
}

impl Round {
    /// Takes in what a review says. One that has only begun again leaves what is known.
    pub fn take_in(&mut self, review: &Review) {
        self.level = self.level.or(review.level.map(Level::number));
        self.verdict = Verdict::of(review).or(self.verdict);
    }

    /// The round that ended in this position. One that is played elsewhere ends as its clues say.
    pub fn ended(id: u64, state: &State, game: Option<&Game>) -> Self {
        let end = game.and_then(|game| game.end).unwrap_or_else(|| end_on(state));
        let coins = if end == End::Lost { 0 } else { coins_on(state) };
        let last = Last { state: *state, game: game.map(|game| (game.seed, game.round)) };
        Self { id, level: state.level, end, coins, objective: state.objective, verdict: None, last: Some(last) }
    }
}

impl Verdict {
    /// The short form of this review, or `None` if a worth in it isn't known.
    pub fn of(review: &Review) -> Option<Self> {
        review.played.end?;
        let mistakes = u32::try_from(review.mistakes().count()).unwrap_or(u32::MAX);
        Some(Self { par: review.par()?, mistakes, cost: review.cost()?, luck: review.luck()? })
    }
}

/// The rounds that were finished in a tab, oldest first. Its documents share them: a clone is the same list.
#[derive(Clone, Debug, Default)]
pub struct Shared(Arc<Mutex<Arc<Vec<Round>>>>);

impl Shared {
    /// The rounds as they are now.
    pub fn get(&self) -> Arc<Vec<Round>> {
        Arc::clone(&self.lock())
    }

    /// Replaces all of them.
    pub fn set(&self, rounds: Vec<Round>) {
        *self.lock() = Arc::new(rounds);
    }

    /// Adds this round.
    pub fn add(&self, round: &Round) {
        put(Arc::make_mut(&mut self.lock()), round);
    }

    /// Takes in the review of this round, unless the round was dropped or taken back.
    pub fn review(&self, round: &Round) {
        if let Some(other) = Arc::make_mut(&mut self.lock()).iter_mut().find(|other| other.id == round.id) {
            other.clone_from(round);
        }
    }

    /// Takes this round back.
    pub fn remove(&self, id: u64) {
        Arc::make_mut(&mut self.lock()).retain(|round| round.id != id);
    }

    fn lock(&self) -> MutexGuard<'_, Arc<Vec<Round>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PartialEq for Shared {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.get() == other.get()
    }
}

/// Returns the latest round that a document in this position, with this game, is about; of rounds played elsewhere, only the last one.
pub fn of_document<'a>(rounds: &'a [Round], state: &State, game: Option<&Game>) -> Option<&'a Round> {
    let is_last = |round: &Round| rounds.last().is_some_and(|last| last.id == round.id);
    let is_of = |round: &Round, last: &Last| last.is_of(state, game) && (last.game.is_some() || is_last(round));
    rounds.iter().rev().find(|round| round.last.is_some_and(|last| is_of(round, &last)))
}

/// Returns the number of the next round: `now`, unless the clock was set back since the last one.
pub fn next_id(rounds: &[Round], now: u64) -> u64 {
    rounds.iter().map(|round| round.id.saturating_add(1)).max().map_or(now, |next| next.max(now))
}

/// Adds this round, or puts it in the place of the same round before its review.
pub fn put(rounds: &mut Vec<Round>, round: &Round) {
    match rounds.iter_mut().find(|other| other.id == round.id) {
        Some(other) => other.clone_from(round),
        None => {
            rounds.push(round.clone());
            rounds.sort_by_key(|round| round.id);
            let surplus = rounds.len().saturating_sub(MOST);
            rounds.drain(..surplus);
            drop_positions(rounds);
        }
    }
}

/// Leaves only the latest rounds their positions.
fn drop_positions(rounds: &mut [Round]) {
    let older = rounds.len().saturating_sub(WITH_POSITIONS);
    rounds[..older].iter_mut().for_each(|round| round.last = None);
}

/// Merges the rounds of two windows, both of which started from `base`: what either has added stays, and what either has taken back goes.
pub fn merge(base: &[Round], ours: &[Round], theirs: &[Round]) -> Vec<Round> {
    let ids = |rounds: &[Round]| rounds.iter().map(|round| round.id).collect::<BTreeSet<_>>();
    let (of_base, of_ours, of_theirs) = (ids(base), ids(ours), ids(theirs));
    let is_gone = |id| of_base.contains(id) && !(of_ours.contains(id) && of_theirs.contains(id));
    // The newest are kept, so an old one that is missing was dropped.
    let mut all = BTreeMap::new();
    for round in theirs.iter().chain(ours).filter(|round| !is_gone(&round.id)) {
        let known = all.entry(round.id).or_insert(round);
        let detail = |round: &Round| (round.verdict.is_some(), round.level.is_some());
        if detail(known) < detail(round) {
            *known = round;
        }
    }
    let surplus = all.len().saturating_sub(MOST);
    let mut merged: Vec<_> = all.into_values().skip(surplus).cloned().collect();
    drop_positions(&mut merged);
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::review::Line;

    fn round(id: u64, par: Option<f64>) -> Round {
        let verdict = par.map(|par| Verdict { par, mistakes: 1, cost: 0.1, luck: 0.0 });
        Round { id, level: Some(3), end: End::Lost, coins: 0, objective: Objective::Clear, verdict, last: None }
    }

    #[test]
    fn two_windows_lose_no_round() {
        let (one, two, three) = (round(1, None), round(2, None), round(3, None));
        let base = [one.clone()];
        let both = merge(&base, &[one.clone(), three.clone()], &[one.clone(), two.clone()]);
        assert_eq!(both, [one.clone(), two.clone(), three.clone()]);
        assert_eq!(merge(&base, &[], &[one.clone(), two.clone()]), std::slice::from_ref(&two), "a round that was taken back goes");
        let reviewed = round(1, Some(0.5));
        assert_eq!(merge(&base, std::slice::from_ref(&reviewed), &[one.clone(), two.clone()]), [reviewed.clone(), two.clone()]);
        assert_eq!(merge(&base, &[one], std::slice::from_ref(&reviewed)), [reviewed]);
    }

    #[test]
    fn a_review_takes_the_place_of_its_round_and_the_newest_are_kept() {
        let mut rounds = Vec::new();
        for id in 0..=MOST as u64 {
            put(&mut rounds, &round(id, None));
        }
        assert_eq!((rounds.len(), rounds[0].id), (MOST, 1));
        put(&mut rounds, &round(7, Some(0.25)));
        assert_eq!((rounds.len(), rounds[6].verdict.map(|verdict| verdict.par)), (MOST, Some(0.25)));
    }

    #[test]
    fn a_round_is_later_than_all_before_whatever_the_clock_says() {
        assert_eq!(next_id(&[], 5), 5);
        assert_eq!(next_id(&[round(3, None), round(9, None)], 20), 20);
        assert_eq!(next_id(&[round(3, None), round(9, None)], 4), 10);
    }

    #[test]
    fn a_review_reaches_all_documents_but_brings_no_round_back() {
        let shown = Shared::default();
        let hidden = shown.clone();
        hidden.add(&round(1, None));
        hidden.review(&round(1, Some(0.5)));
        assert_eq!(*shown.get(), [round(1, Some(0.5))]);
        shown.remove(1);
        hidden.review(&round(1, Some(0.5)));
        assert_eq!(*hidden.get(), []);
    }

    #[test]
    fn a_review_that_begins_again_leaves_the_verdict() {
        let line = || Line { decisions: Vec::new(), end: None, result: None };
        let review = Review { objective: Objective::Clear, level: None, played: line(), perfect: line() };
        let mut known = round(1, Some(0.5));
        known.take_in(&review);
        assert_eq!(known, round(1, Some(0.5)));
    }

    #[test]
    fn rounds_are_read_back_as_written() {
        let rounds = vec![round(1, None), round(2, Some(0.336))];
        assert_eq!(ron::from_str::<Vec<Round>>(&ron::to_string(&rounds).unwrap()).unwrap(), rounds);
    }
}
