//! The game on the position: its clock, whether it is saved, and its result.

use std::time::Duration;

use super::{Mode, Session};
use crate::{
    board::Board,
    game::{Clock, End, Game},
};

/// What a session knows about the game that is played.
#[derive(Default)]
pub(super) struct Played {
    /// The challenge, in puzzles without games of their own.
    challenge: Option<Game>,
    clock: Clock,
    /// The game when it was last looked at.
    seen: Option<Game>,
    /// Counts the changes of the game.
    pub revision: u64,
    /// Whether the result of the game is known to the statistics.
    is_counted: bool,
    /// The result that is not yet among the statistics.
    result: Option<Game>,
}

impl<B: Board> Session<B> {
    /// Returns the game that is played on the position, in progress or finished, with the time on its clock.
    pub fn game(&self) -> Option<Game> {
        let game = match &B::BOARD_EXTRAS.games {
            Some(games) => (games.saved)(self.document_state(), &self.view),
            None => self.played.challenge.clone(),
        };
        Some(Game { is_counted: self.played.is_counted, ..game?.at(&self.played.clock) })
    }

    /// Returns the clock of the game.
    pub fn clock(&self) -> &Clock {
        &self.played.clock
    }

    /// Pauses the clock, or lets it run again.
    pub fn pause_clock(&mut self, is_paused: bool) {
        self.played.clock.is_paused = is_paused && self.is_in_progress();
    }

    /// Continues this clock, for a document that continues the game of another one.
    pub fn continue_clock(&mut self, clock: &Clock) {
        self.played.clock = *clock;
        self.played.seen = self.game();
    }

    /// Whether the game stands still until the player resumes it, so that nothing of it may be shown.
    pub fn is_paused(&self) -> bool {
        self.played.clock.is_paused && self.is_in_progress()
    }

    fn is_in_progress(&self) -> bool {
        self.played.seen.as_ref().is_some_and(|game| game.end.is_none())
    }

    /// Advances the clock of the game, which runs while the game isn't over. Call it in each frame that shows the game.
    pub fn keep_time(&mut self, now: Duration) {
        let runs = self.is_in_progress();
        self.played.clock.tick(now, runs);
    }

    /// Plays this challenge on the position.
    pub fn play_challenge(&mut self, challenge: Game) {
        self.played = Played { clock: Clock::showing(challenge.elapsed_ms), is_counted: challenge.is_counted, ..Played::default() };
        self.played.challenge = Some(challenge);
        self.played.seen = self.game();
        self.mode = Mode::Play;
    }

    /// Changes the challenge that is played, if there is one: its hints, its mistakes, its end.
    pub fn change_challenge(&mut self, change: impl FnOnce(&mut Game)) {
        if let Some(challenge) = &mut self.played.challenge {
            change(challenge);
        }
        self.note_game();
    }

    /// Leaves the challenge that is played, finished or not.
    pub fn leave_challenge(&mut self) {
        self.played.challenge = None;
    }

    /// Returns the finished game whose result isn't among the statistics yet, only once.
    pub fn take_result(&mut self) -> Option<Game> {
        self.played.result.take()
    }

    /// Continues the game of a file, or leaves the game if the file has none.
    pub(super) fn resume_game(&mut self, game: Option<Game>) {
        self.about.saved_game.clone_from(&game);
        let Some(game) = game else { return self.leave_challenge() };
        match &B::BOARD_EXTRAS.games {
            Some(games) => {
                let state = self.document_state().clone();
                (games.resume)(&state, &mut self.view, &game);
                self.played = Played { clock: Clock::showing(game.elapsed_ms), is_counted: game.is_counted, ..Played::default() };
                self.played.seen = self.game();
            }
            None => self.play_challenge(game),
        }
    }

    /// Whether the game differs from the one in the file. A finished game that was never saved isn't worth a question.
    pub(super) fn has_unsaved_game(&self) -> bool {
        let has_begun = |game: &Game| game.has_begun();
        let now = self.game().filter(has_begun).filter(|game| game.end.is_none() || self.path().is_some());
        match (&now, self.about.saved_game.as_ref().filter(|game| has_begun(game))) {
            (Some(now), Some(saved)) => !now.is_as_far_as(saved),
            (None, None) => false,
            // A game that was left.
            (None, Some(_)) => self.path().is_some(),
            (Some(_), None) => true,
        }
    }

    /// Notices what has happened in the game since the last call: a new game starts the clock anew, and the end of a game is its result.
    pub(super) fn note_game(&mut self) {
        let now = self.game();
        let Played { seen, clock, is_counted, revision, result, .. } = &mut self.played;
        let is_same = match (&now, &*seen) {
            (Some(now), Some(seen)) => now.is_as_far_as(seen),
            (now, seen) => now.is_none() && seen.is_none(),
        };
        if is_same {
            return;
        }
        *revision += 1;
        if now.as_ref().is_some_and(|now| seen.as_ref().is_none_or(|seen| now.starts_after(seen))) {
            *clock = Clock::default();
            *is_counted = false;
        }
        let was_over = seen.as_ref().is_some_and(|seen| seen.end.is_some());
        if let Some(now) = now.as_ref().filter(|now| now.end.is_some() && !was_over && !*is_counted) {
            *is_counted = true;
            *result = Some(now.clone().at(clock));
        }
        *seen = now;
    }

    /// Ends the challenge that is played, if there is one and it isn't over.
    pub fn end_challenge(&mut self, end: End) {
        self.change_challenge(|challenge| challenge.end = challenge.end.or(Some(end)));
    }
}
