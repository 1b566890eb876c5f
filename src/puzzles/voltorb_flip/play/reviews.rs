//! The rounds that ended in a document since it was opened: which of them is reviewed next, and what the reviews have found.
//!
//! The owner runs the reviews one by one, each as [`Reviews::begin_next`] says, and reports what they find.

use std::{ops::ControlFlow, sync::Arc};

use super::{
    game::Game,
    review::{self, Deal, Review},
    rounds::{self, MOST, Round},
    session::is_next_round,
};
use crate::model::{rules::TILES, state::State};
use base::search::Observer;

/// The most rounds whose reviews are kept: those of long rounds take much memory.
const REVIEWED: usize = 20;

/// The rounds, oldest first. All rounds of the tab are in its view.
#[derive(Default)]
pub struct Reviews {
    ended: Vec<Ended>,
    /// The round that is being reviewed.
    reviewing: Option<u64>,
}

/// A finished round with its last position.
pub struct Ended {
    /// The position at its end.
    pub state: State,
    /// Whether it is a round of a game, which undo doesn't continue.
    is_of_game: bool,
    /// What the game knows of its board.
    deal: Deal,
    /// The round in short.
    pub round: Round,
    /// Its review, or what is known of it so far.
    pub review: Option<Arc<Review>>,
    /// How far the review has come.
    pub stage: Stage,
    /// Why the last review failed, if it did.
    pub failure: Option<String>,
}

/// How far a review has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It waits or runs.
    Running,
    /// It is complete.
    Done,
    /// It was stopped, or it failed.
    Stopped,
}

/// A round to be reviewed.
pub struct Task {
    state: State,
    deal: Deal,
}

impl Task {
    /// Reviews it, and reports the growing review.
    ///
    /// # Errors
    /// `Break`, if the observer stops it.
    pub fn run(&self, observer: &mut dyn Observer<Review>) -> ControlFlow<()> {
        review::review(&self.state, &self.deal, observer)
    }
}

impl Ended {
    fn new(state: State, is_of_game: bool, deal: Deal, round: Round) -> Self {
        Self { state, is_of_game, deal, round, review: None, stage: Stage::Running, failure: None }
    }

    /// Takes in a review, or what is known of it so far. A review that began again replaces the last one once it has gone as far.
    fn take_in(&mut self, review: Review) {
        self.round.take_in(&review);
        let reach = |review: &Review| (review.perfect.end.is_some(), review.played.decisions.len() + review.perfect.decisions.len());
        if self.review.as_ref().is_none_or(|before| reach(before) <= reach(&review)) {
            self.review = Some(Arc::new(review));
        }
    }

    /// Lets the review wait for its turn.
    pub fn review_again(&mut self) {
        (self.stage, self.failure) = (Stage::Running, None);
    }
}

impl Reviews {
    /// Follows an edit outside of games: an empty board for the next round ends the round before, and undoing that continues it. `now`
    /// numbers a round that has ended: a number that is higher later on.
    pub fn edited(&mut self, before: &State, state: &State, rounds: &rounds::Shared, now: u64) {
        // The board of a game that was left has been counted.
        let is_counted = |ended: &Ended| ended.is_of_game && ended.state == *before;
        if is_next_round(before, state) {
            if !self.ended.last().is_some_and(is_counted) {
                self.add(*before, None, rounds, now);
            }
        } else if let Some(ended) = self.ended.pop_if(|ended| !ended.is_of_game && ended.state == *state) {
            self.halt(ended.round.id);
            rounds.remove(ended.round.id);
        }
    }

    /// Follows the end of a round of a game. Its first end counts, as in the statistics.
    pub fn game_ended(&mut self, game: &Game, state: &State, rounds: &rounds::Shared, now: u64) {
        if game.end.is_some() {
            self.add(*state, Some(game), rounds, now);
        }
    }

    /// Lets the round wait for another review that the document with this position and game was about when it was last open.
    pub fn reopen(&mut self, state: &State, game: Option<&Game>, rounds: &[Round]) {
        let Some(round) = rounds::of_document(rounds, state, game) else { return };
        let Some(last) = round.last else { return };
        let deal = last.game.map_or([None; TILES], |(seed, number)| Game::dealt(seed, number, last.state.level));
        self.push(Ended::new(last.state, last.game.is_some(), deal, round.clone()));
    }

    fn add(&mut self, state: State, game: Option<&Game>, rounds: &rounds::Shared, now: u64) {
        let round = Round::ended(rounds::next_id(&rounds.get(), now), &state, game);
        rounds.add(&round);
        self.push(Ended::new(state, game.is_some(), game.map_or([None; TILES], Game::deal), round));
    }

    fn push(&mut self, ended: Ended) {
        self.ended.push(ended);
        let too_many = self.ended.len().saturating_sub(MOST);
        self.ended.drain(..too_many);
        if let Some(last) = self.ended.len().checked_sub(REVIEWED + 1) {
            // If an undo makes it one of the latest again, it is reviewed again.
            self.ended[last].review = None;
            self.ended[last].review_again();
            self.halt(self.ended[last].round.id);
        }
    }

    /// Ends the review of this round, so that the next one begins.
    fn halt(&mut self, id: u64) {
        self.reviewing.take_if(|reviewing| *reviewing == id);
    }

    /// Returns the first round that waits for its review, unless one is being reviewed.
    pub fn begin_next(&mut self) -> Option<Task> {
        if self.reviewing.is_some() {
            return None;
        }
        let ended = self.latest().iter().find(|ended| ended.stage == Stage::Running)?;
        let (id, task) = (ended.round.id, Task { state: ended.state, deal: ended.deal });
        self.reviewing = Some(id);
        Some(task)
    }

    /// Whether a round is being reviewed. If none is, nothing that a review still finds is taken in.
    pub fn is_reviewing(&self) -> bool {
        self.reviewing.is_some()
    }

    fn reviewed(&mut self) -> Option<&mut Ended> {
        let id = self.reviewing?;
        self.latest_mut().iter_mut().find(|ended| ended.round.id == id)
    }

    /// Takes in what is known so far of the round that is being reviewed.
    pub fn take_in(&mut self, review: Review, rounds: &rounds::Shared) {
        if let Some(ended) = self.reviewed() {
            ended.take_in(review);
            rounds.review(&ended.round);
        }
    }

    /// Notes that the review has ended, and why if it failed.
    pub fn finish(&mut self, failure: Option<String>) {
        if let Some(ended) = self.reviewed() {
            let is_whole = failure.is_none() && ended.review.as_ref().is_some_and(|review| review.perfect.end.is_some());
            (ended.stage, ended.failure) = (if is_whole { Stage::Done } else { Stage::Stopped }, failure);
        }
        self.reviewing = None;
    }

    /// Ends all reviews. What they have found stays.
    pub fn stop(&mut self) {
        self.reviewing = None;
        self.ended.iter_mut().filter(|ended| ended.stage == Stage::Running).for_each(|ended| ended.stage = Stage::Stopped);
    }

    /// The rounds whose reviews are kept, oldest first.
    pub fn latest(&self) -> &[Ended] {
        &self.ended[self.ended.len().saturating_sub(REVIEWED)..]
    }

    /// The same, so that they can be reviewed again.
    pub fn latest_mut(&mut self) -> &mut [Ended] {
        let first = self.ended.len().saturating_sub(REVIEWED);
        &mut self.ended[first..]
    }
}

#[cfg(test)]
mod tests;
