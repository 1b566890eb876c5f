//! The game on the position: its clock, its mistakes, whether it is saved, and its result.

use std::{ops::ControlFlow, time::Duration};

use super::{Gesture, Mode, Session};
use crate::{
    board::Board,
    game::{Clock, End, Game},
    search::{Observer, Tally},
    workbench::{
        job::{self, Job},
        words,
    },
};

/// What a session knows about the game that is played.
#[derive(Default)]
pub(super) struct Played {
    /// The challenge, in puzzles without games of their own.
    challenge: Option<Game>,
    clock: Clock,
    /// How many games the view had started when it was last looked at.
    started: u64,
    /// The game when it was last looked at; none while its position is left.
    seen: Option<Game>,
    /// Counts the changes of the game.
    pub revision: u64,
    /// Whether the statistics have the result of the game, whatever is undone after its end.
    is_counted: bool,
    /// The result that is not yet among the statistics.
    result: Option<Game>,
    /// Whether the challenge can still be solved from its position.
    outlook: Outlook,
}

/// Whether a challenge can still be solved, as far as it is known.
#[derive(Default)]
struct Outlook {
    /// The revision of the position that was looked at last.
    revision: Option<u64>,
    /// The search for a solution, which ends with the first one.
    job: Option<Job<()>>,
    has_solution: Option<bool>,
    /// Whether a dead end counts as a mistake. It doesn't if it was there before, or at once after reading a file.
    counts: bool,
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

    /// Returns the challenge that is played, in progress or finished.
    pub fn challenge(&self) -> Option<&Game> {
        self.played.challenge.as_ref()
    }

    /// Returns whether a challenge is played that can't be solved any more from this position, as far as it is known.
    pub fn is_at_dead_end(&self) -> bool {
        self.is_in_progress() && self.played.challenge.is_some() && self.played.outlook.has_solution == Some(false)
    }

    /// Returns the clock of the game.
    pub fn clock(&self) -> &Clock {
        &self.played.clock
    }

    /// Pauses the clock, or lets it run again.
    pub fn pause_clock(&mut self, is_paused: bool) {
        self.played.clock.is_paused = is_paused && self.is_in_progress();
    }

    /// Continues the clock of another document, whose game this one continues. The game counts only once.
    pub fn continue_clock(&mut self, other: &Self) {
        (self.played.clock, self.played.is_counted) = (other.played.clock, other.played.is_counted);
        self.played.started = self.games_started();
        self.played.seen = self.game();
    }

    /// Whether the game stands still until the player resumes it, so that nothing of it may be shown.
    pub fn is_paused(&self) -> bool {
        let is_hidden = self.mode == Mode::Play || self.played.challenge.is_none();
        self.played.clock.is_paused && self.is_in_progress() && is_hidden
    }

    /// Whether a game is played that isn't over.
    pub fn is_in_progress(&self) -> bool {
        self.played.seen.as_ref().is_some_and(|game| game.end.is_none())
    }

    /// Advances the clock of the game, which runs while the game isn't over. Call it in each frame that shows the game.
    pub fn keep_time(&mut self, now: Duration) {
        let runs = self.is_in_progress();
        self.played.clock.tick(now, runs);
    }

    /// Plays this challenge on the position.
    fn play_challenge(&mut self, challenge: Game) {
        self.begin(&challenge);
        self.played.challenge = Some(challenge);
        self.played.seen = self.game();
        self.mode = Mode::Play;
    }

    /// Begins this game, or continues it from its file. One that ended elsewhere has no result here.
    fn begin(&mut self, game: &Game) {
        let (clock, is_counted) = (Clock::showing(game.elapsed_ms), game.is_counted || game.end.is_some());
        self.played = Played { clock, is_counted, started: self.games_started(), ..Played::default() };
    }

    /// How many games were started in the view.
    fn games_started(&self) -> u64 {
        B::BOARD_EXTRAS.games.as_ref().map_or(0, |games| (games.started)(&self.view))
    }

    /// Asks for a hint. In a challenge, hints are counted.
    pub fn take_hint(&mut self) {
        if self.hint() {
            self.change_challenge(|challenge| challenge.hints += 1);
        }
    }

    /// Shows everything that is known. In a challenge, that counts as a hint, unless it was shown already.
    pub fn look_at_solution(&mut self) {
        if std::mem::replace(&mut self.mode, Mode::Solve) == Mode::Play {
            self.change_challenge(|challenge| challenge.hints += 1);
        }
    }

    /// Whether it is a challenge that was solved and never saved, so that nothing is lost with it.
    pub fn is_spent(&self) -> bool {
        let is_solved = self.played.challenge.as_ref().is_some_and(|challenge| challenge.end == Some(End::Solved));
        is_solved && self.mode == Mode::Play && self.path().is_none()
    }

    /// Gives up the challenge: its solution is searched, to be shown step by step from the given pieces.
    pub fn give_up(&mut self) {
        self.change_challenge(|challenge| challenge.end = Some(End::GivenUp));
        self.mode = Mode::Solve;
        if let Some(cleared) = B::BOARD_EXTRAS.cleared {
            self.edit(cleared(self.document_state()), Gesture::Ended);
        }
        self.search();
    }

    /// Changes the challenge that is played, unless it is over.
    fn change_challenge(&mut self, change: impl FnOnce(&mut Game)) {
        if let Some(challenge) = self.played.challenge.as_mut().filter(|challenge| challenge.end.is_none()) {
            change(challenge);
            self.note_game();
        }
    }

    /// Returns the finished game whose result isn't among the statistics yet, only once.
    pub fn take_result(&mut self) -> Option<Game> {
        self.played.result.take()
    }

    /// Continues the game of a file, or leaves the game if the file has none.
    pub(super) fn resume_game(&mut self, game: Option<Game>) {
        self.about.saved_game.clone_from(&game);
        let Some(game) = game else {
            self.played.challenge = None;
            return;
        };
        match &B::BOARD_EXTRAS.games {
            Some(games) => {
                let state = self.document_state().clone();
                (games.resume)(&state, &mut self.view, &game);
                self.begin(&game);
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

    /// Takes in whether the challenge is solved, or can still be solved, after each change of its position.
    pub(super) fn catch_up_game(&mut self) {
        self.follow_challenge();
        self.note_game();
    }

    fn follow_challenge(&mut self) {
        let (Some(challenges), Some(challenge)) = (&B::EXTRAS.challenges, &self.played.challenge) else { return };
        if challenge.end.is_some() {
            self.played.outlook = Outlook::default();
            return;
        }
        if self.played.outlook.revision != Some(self.revision) {
            if (challenges.is_solved)(self.state()) {
                return self.change_challenge(|challenge| challenge.end = Some(End::Solved));
            }
            self.look_ahead();
        }
        let Outlook { job, has_solution, .. } = &mut self.played.outlook;
        if job.is_none() {
            return;
        }
        let mut is_found = false;
        let failure = job::drain(job, |()| is_found = true);
        let is_complete = job.is_none() && failure.is_none();
        if let Some(message) = failure {
            self.notice = Some(words::analysis_failed(&message));
        }
        if is_found {
            *has_solution = Some(true);
        } else if is_complete {
            self.note_dead_end();
        }
    }

    /// Searches a solution from here, on a thread.
    fn look_ahead(&mut self) {
        let Outlook { revision, has_solution, .. } = &self.played.outlook;
        let counts = revision.is_some() && *has_solution != Some(false);
        self.played.outlook = Outlook { revision: Some(self.revision), counts, ..Outlook::default() };
        let Ok(problem) = B::check(self.state()) else { return self.note_dead_end() };
        let search = B::techniques()[0].search;
        let run = move |observer: &mut dyn Observer<()>| {
            let mut first = First { observer, is_found: false };
            let outcome = search(&problem, &mut first);
            // Stopping at the first solution is the end of this search.
            if first.is_found { ControlFlow::Continue(()) } else { outcome }
        };
        match Job::start(format!("{} look-ahead", B::KEY), self.wake.clone(), run) {
            Ok(job) => self.played.outlook.job = Some(job),
            Err(error) => self.notice = Some(error.to_string()),
        }
    }

    fn note_dead_end(&mut self) {
        let Outlook { has_solution, counts, .. } = &mut self.played.outlook;
        *has_solution = Some(false);
        if std::mem::take(counts) {
            self.change_challenge(|challenge| challenge.mistakes += 1);
        }
    }

    /// Notices what has happened in the game since the last call: a game that was started sets the clock to 0, and the first end of a game
    /// is its result. Undo and other lines of the same game change neither.
    fn note_game(&mut self) {
        let started = self.games_started();
        if self.played.started != started {
            self.played = Played { started, revision: self.played.revision + 1, result: self.played.result.take(), ..Played::default() };
        }
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
        if let Some(now) = now.as_ref().filter(|now| now.end.is_some() && !*is_counted) {
            *is_counted = true;
            *result = Some(now.clone().at(clock));
        }
        *seen = now;
    }
}

/// Reports the first solution of a search, and stops the search there.
struct First<'a> {
    observer: &'a mut dyn Observer<()>,
    is_found: bool,
}

impl<T> Observer<T> for First<'_> {
    fn found(&mut self, _: T) -> ControlFlow<()> {
        self.is_found = true;
        self.observer.found(())?;
        ControlFlow::Break(())
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}

#[cfg(test)]
mod tests;
