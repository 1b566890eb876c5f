//! The results of a tab's games and its choices for playing, which all windows share: see [`tab_settings`].

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use serde::{Deserialize, Serialize};

use crate::{now::today, tab_settings};
use base::{
    challenge::{Grade, Step},
    date::Date,
    deck::Deck,
    game::Game,
    results::{self, GameResult, MOST},
};

/// What a tab remembers of its games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Record {
    /// Whether a placement without a solution is pointed out at once.
    pub shows_mistakes: bool,
    /// The grade of the next challenge.
    pub grade: Grade,
    /// The kind of step of the next exercise.
    pub step: Step,
    /// How often the results were erased, so that another window doesn't bring them back.
    resets: u64,
    /// The days whose puzzle was opened to be played.
    begun: BTreeSet<Date>,
    /// The results, oldest first. Another list has another address, by which it is known that what was counted in it is old.
    pub results: Arc<Vec<GameResult>>,
    /// The mistakes that come back.
    #[serde(skip_serializing_if = "Deck::is_empty")]
    pub deck: Deck,
}

/// How far the daily puzzle has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nobody has opened it.
    Untouched,
    /// It was opened and has no result yet.
    Begun,
    /// It was given up or lost.
    NotSolved,
    /// It was solved when it was first played.
    Solved,
}

impl Record {
    /// Adds the result of a game that has just ended.
    ///
    /// # Errors
    /// The day whose puzzle it was, if that has a result already: only its first game counts.
    pub fn add(&mut self, game: Game) -> Result<(), Date> {
        if let Some(day) = game.day.filter(|day| self.has_result(*day)) {
            return Err(day);
        }
        results::add(Arc::make_mut(&mut self.results), GameResult::new(today(), game));
        Ok(())
    }

    /// Adds those of these results that it doesn't have yet. Returns how many there were.
    pub fn add_missing(&mut self, results: &[GameResult]) -> usize {
        let new = without(results, &self.results);
        self.add_by_date(new)
    }

    /// Adds these results in the order of their dates. Returns how many there were, without further ones of the same day's puzzle.
    fn add_by_date(&mut self, new: Vec<GameResult>) -> usize {
        let results = Arc::make_mut(&mut self.results);
        let before = results.len();
        results.extend(new);
        results.sort_by_key(|result| result.on);
        results::keep_first_of_days(results);
        let added = results.len() - before;
        results.drain(..results.len().saturating_sub(MOST));
        added
    }

    /// Erases all results, and the mistakes that come back.
    pub fn reset(&mut self) {
        self.results = Arc::default();
        self.deck = Deck::default();
        self.begun.clear();
        self.resets += 1;
    }

    /// Notes that the puzzle of this day was opened.
    pub fn begin(&mut self, day: Date) {
        self.begun.insert(day);
    }

    /// Whether the puzzle of this day was played to its end. Playing it again doesn't count.
    pub fn has_result(&self, day: Date) -> bool {
        self.results.iter().any(|result| result.game.day == Some(day))
    }

    /// How far the puzzle of this day has come. `days` are the days of its results: [`results::days`].
    pub fn standing(&self, days: &BTreeMap<Date, bool>, day: Date) -> Standing {
        match days.get(&day) {
            Some(true) => Standing::Solved,
            Some(false) => Standing::NotSolved,
            None if self.begun.contains(&day) => Standing::Begun,
            None => Standing::Untouched,
        }
    }

    /// The text to remember from one start to the next; empty if there is nothing.
    pub fn remember(&self) -> String {
        tab_settings::write(self)
    }

    /// Merges the texts of two windows: a [`tab_settings::Merge`].
    ///
    /// # Errors
    /// Why a text can't be read.
    pub fn merge(base: &str, ours: &str, theirs: &str) -> Result<String, String> {
        let [base, ours, theirs]: [Self; 3] = [tab_settings::parse(base)?, tab_settings::parse(ours)?, tab_settings::parse(theirs)?];
        let shows_mistakes = if ours.shows_mistakes == base.shows_mistakes { theirs.shows_mistakes } else { ours.shows_mistakes };
        let grade = if ours.grade == base.grade { theirs.grade } else { ours.grade };
        let step = if ours.step == base.step { theirs.step } else { ours.step };
        // What one of them has erased is erased in both.
        let (kept, other) = if base.resets < ours.resets { (&ours, &theirs) } else { (&theirs, &ours) };
        let begun = kept.begun.iter().chain(other.begun.difference(&base.begun)).copied().collect();
        let deck = Deck::merged(&base.deck, &ours.deck, &theirs.deck);
        let mut merged =
            Self { shows_mistakes, grade, step, resets: ours.resets.max(theirs.resets), begun, results: kept.results.clone(), deck };
        // Results of a backup are anywhere in the list, so what is new isn't simply its end.
        merged.add_by_date(without(&other.results, &base.results));
        Ok(merged.remember())
    }
}

/// These results without the known ones. The same game can be finished twice in the same time, so each known result stands for one.
fn without(results: &[GameResult], known: &[GameResult]) -> Vec<GameResult> {
    let key = |result: &GameResult| (result.on, result.game.seed, result.game.elapsed_ms);
    let mut left: BTreeMap<_, Vec<&GameResult>> = BTreeMap::new();
    for result in known {
        left.entry(key(result)).or_default().push(result);
    }
    let mut is_known = |result: &GameResult| {
        let Some(alike) = left.get_mut(&key(result)) else { return false };
        alike.iter().position(|other| *other == result).map(|at| alike.swap_remove(at)).is_some()
    };
    results.iter().filter(|result| !is_known(result)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::game::End;

    fn record(seeds: &[u64], resets: u64) -> Record {
        let result = |&seed: &u64| GameResult::new(Date::FIRST, Game { seed, end: Some(End::Solved), ..Game::new("run") });
        Record { resets, results: Arc::new(seeds.iter().map(result).collect()), ..Record::default() }
    }

    #[test]
    fn two_windows_lose_no_result() {
        let check = |base: &Record, ours: &Record, theirs: &Record, both: &Record| {
            assert_eq!(Record::merge(&base.remember(), &ours.remember(), &theirs.remember()), Ok(both.remember()));
        };
        let base = record(&[1], 0);
        check(&base, &record(&[1, 2], 0), &record(&[1, 3], 0), &record(&[1, 3, 2], 0));
        check(&base, &record(&[], 1), &record(&[1, 3], 0), &record(&[3], 1));
        check(&base, &record(&[1, 3], 0), &record(&[], 1), &record(&[3], 1));
        assert!(Record::merge("", "half a", "").is_err());
    }

    #[test]
    fn results_of_a_backup_are_stored_once() {
        let on = |day: &str| {
            let game = Game { seed: 7, end: Some(End::Solved), ..Game::new("run") };
            GameResult::new(day.parse().unwrap(), game)
        };
        let record = |days: &[&str]| Record { results: Arc::new(days.iter().map(|day| on(day)).collect()), ..Record::default() };
        let base = record(&["2026-05-01"]);
        let mut ours = base.clone();
        assert_eq!(ours.add_missing(&record(&["2026-03-01", "2026-05-01"]).results), 1);
        let theirs = record(&["2026-05-01", "2026-05-02"]);
        let merge = |ours: &Record, theirs: &Record| Record::merge(&base.remember(), &ours.remember(), &theirs.remember()).unwrap();
        assert_eq!(merge(&ours, &base), record(&["2026-03-01", "2026-05-01"]).remember());
        assert_eq!(merge(&ours, &theirs), record(&["2026-03-01", "2026-05-01", "2026-05-02"]).remember());
    }

    #[test]
    fn only_the_first_game_of_a_day_is_added() {
        let day = Date::FIRST;
        let daily = |end| Game { day: Some(day), end: Some(end), ..Game::new("run") };
        let mut record = Record::default();
        let standing = |record: &Record| record.standing(&results::days(&record.results), day);
        assert_eq!(standing(&record), Standing::Untouched);
        record.begin(day);
        assert_eq!(standing(&record), Standing::Begun);
        assert_eq!(record.add(daily(End::GivenUp)), Ok(()));
        assert_eq!(record.add(daily(End::Solved)), Err(day));
        assert_eq!(record.add(Game { day: None, ..daily(End::Solved) }), Ok(()));
        assert_eq!((record.results.len(), standing(&record)), (2, Standing::NotSolved));
        let merged = Record::merge("", &record.remember(), &Record::default().remember()).unwrap();
        assert_eq!(merged, record.remember());
        let mut other = Record::default();
        assert_eq!(other.add(daily(End::Solved)), Ok(()));
        assert_eq!(record.add_missing(&other.results), 0);
        let merged = Record::merge("", &other.remember(), &record.remember()).unwrap();
        let merged: Record = tab_settings::parse(&merged).unwrap();
        assert_eq!(merged.results.iter().filter(|result| result.game.day.is_some()).count(), 1);
    }

    #[test]
    fn restoring_twice_adds_nothing() {
        let mut kept = record(&[1, 2, 2], 0);
        assert_eq!(kept.add_missing(&record(&[2, 3, 2, 2], 0).results), 2);
        assert_eq!(kept.add_missing(&record(&[2, 3, 2, 2], 0).results), 0);
        assert_eq!(kept.results.len(), 5);
    }
}
