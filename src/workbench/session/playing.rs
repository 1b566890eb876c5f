//! The game on a document: its clock, its mistakes, whether it is saved, and its result.

mod outlook;

use std::time::Duration;

use outlook::{Outlook, Verdict, look_ahead, prove};

use super::{Gesture, Mode, Session};
use crate::{
    board::Board,
    challenge::Miss,
    game::{Clock, End, Game},
    search::Detail,
    workbench::{
        file::{Document, is_challenge},
        job, words,
    },
};

/// What is known about the game that is played. A challenge lives here. Games of a puzzle's own live in the view, and are noted here as
/// they were last seen.
pub(super) struct Played<S, T> {
    challenge: Option<Game>,
    /// The position of the challenge without what the player placed.
    figure: Option<S>,
    /// The position that solved the challenge, here or before it was read from its file. So that isn't searched again.
    solution: Option<S>,
    /// The positions whose dead ends were counted as mistakes. Each counts once, even if it is undone and redone.
    mistakes: Vec<S>,
    /// The revision of the position on which hints were asked for last, and how many.
    hinted: Option<(u64, usize)>,
    /// Whether the position solves the challenge.
    is_solved: bool,
    clock: Clock,
    /// How many games the view had started when it was last looked at.
    started: u64,
    /// The game when it was last looked at; none while its position is left.
    seen: Option<Game>,
    /// Counts the changes of the game.
    revision: u64,
    /// Whether the statistics have the result of the game, whatever is undone after its end.
    is_counted: bool,
    /// The result that is not yet among the statistics.
    result: Option<Game>,
    /// Whether the challenge can still be solved from its position; none once it is over.
    outlook: Option<Outlook<S, T>>,
}

impl<S, T> Default for Played<S, T> {
    fn default() -> Self {
        Self {
            challenge: None,
            figure: None,
            solution: None,
            mistakes: Vec::new(),
            hinted: None,
            is_solved: false,
            clock: Clock::default(),
            started: 0,
            seen: None,
            revision: 0,
            is_counted: false,
            result: None,
            outlook: None,
        }
    }
}

impl<S: PartialEq, T: Send + 'static> Played<S, T> {
    /// Begins this game, or continues it from its file. One that ended elsewhere has no result here.
    fn begin(&mut self, game: &Game, started: u64) {
        let (clock, is_counted) = (Clock::showing(game.elapsed_ms), game.is_counted || game.end.is_some());
        *self = Self { clock, is_counted, started, ..Self::default() };
    }

    /// Begins or continues this challenge on a position that is this figure without what the player placed. It is the solution of a solved
    /// challenge.
    fn begin_challenge(&mut self, challenge: Game, position: S, figure: Option<S>) {
        self.begin(&challenge, 0);
        self.seen = Some(Game { is_counted: self.is_counted, ..challenge.clone() });
        self.solution = (challenge.end == Some(End::Solved)).then_some(position);
        (self.challenge, self.figure) = (Some(challenge), figure);
    }

    /// Returns the game at its time; none if it is a solved challenge in another position than its solution, which isn't part of it.
    fn game(&self, game: Option<Game>) -> Option<Game> {
        let challenge = || self.challenge.clone().filter(|challenge| challenge.end != Some(End::Solved) || self.is_solved);
        let game = game.or_else(challenge)?;
        Some(Game { is_counted: game.is_counted || self.is_counted, ..game.at(&self.clock) })
    }

    /// Changes the challenge, unless it is over. Returns whether it does.
    fn change_challenge(&mut self, change: impl FnOnce(&mut Game)) -> bool {
        let challenge = self.challenge.as_mut().filter(|challenge| challenge.end.is_none());
        challenge.map(change).is_some()
    }

    /// Follows the challenge to a position: notes whether that solves it. A change of its cells or its given pieces makes it another
    /// puzzle, so it counts as given up. Returns whether it is still to be solved.
    fn follow(&mut self, figure: Option<&S>, is_filled: bool) -> bool {
        let is_same_figure = figure == self.figure.as_ref();
        let Some(challenge) = &mut self.challenge else { return false };
        let solves = is_same_figure && is_filled;
        if challenge.end.is_none() {
            challenge.end = if solves {
                Some(End::Solved)
            } else if is_same_figure {
                None
            } else {
                Some(End::GivenUp)
            };
        }
        self.is_solved = solves && challenge.end == Some(End::Solved);
        challenge.end.is_none()
    }

    /// Notes that there is no way on. The first time it is a mistake.
    fn note_dead_end(&mut self) {
        let Some(outlook) = &mut self.outlook else { return };
        outlook.has_solution = Some(false);
        if let Some(position) = outlook.mistake.take() {
            self.mistakes.push(position);
            self.change_challenge(|challenge| challenge.mistakes += 1);
        }
    }

    /// Notes that this many hints on the position of this revision were asked for. Returns whether it is more than before: a hint that is
    /// closed and shown again counts once.
    fn note_hint(&mut self, revision: u64, asked: usize) -> bool {
        let before = self.hinted.filter(|(hinted, _)| *hinted == revision).map_or(0, |(_, asked)| asked);
        self.hinted = Some((revision, before.max(asked)));
        before < asked
    }

    /// Notes that the position is the solution.
    fn note_solution(&mut self) {
        self.outlook = None;
        self.change_challenge(|challenge| challenge.end = Some(End::Solved));
        self.is_solved = self.challenge.as_ref().is_some_and(|challenge| challenge.end == Some(End::Solved));
    }

    /// Takes in whether the challenge can still be solved. Returns the message if that search panicked.
    fn catch_up(&mut self) -> Option<String> {
        let outlook = self.outlook.as_mut()?;
        let mut found = None;
        let failure = job::drain(&mut outlook.job, |verdict| found = Some(verdict));
        match found {
            Some(Verdict::HasSolution(true)) => outlook.has_solution = Some(true),
            Some(Verdict::HasSolution(false)) => self.note_dead_end(),
            Some(Verdict::Misses(miss)) => {
                outlook.miss = Some(miss);
                self.note_dead_end();
            }
            Some(Verdict::Solves) => self.note_solution(),
            None => {}
        }
        failure
    }

    /// Notices a game that was started since the last call: its clock begins at 0.
    fn note_start(&mut self, started: u64) {
        if self.started != started {
            *self = Self { started, revision: self.revision + 1, result: self.result.take(), ..Self::default() };
        }
    }

    /// Notices what has happened in the game since the last call: the first end of a game is its result. Undo and other lines of the same
    /// game don't change that.
    fn note(&mut self, now: Option<Game>) {
        let is_same = match (&now, &self.seen) {
            (Some(now), Some(seen)) => now.is_as_far_as(seen),
            (now, seen) => now.is_none() && seen.is_none(),
        };
        if is_same {
            return;
        }
        self.revision += 1;
        if let Some(now) = now.as_ref().filter(|now| now.end.is_some() && !now.is_counted) {
            self.is_counted = true;
            self.result = Some(now.clone());
        }
        if now.as_ref().is_some_and(|now| now.end.is_some()) {
            // It keeps showing the time of the result.
            self.clock.stop();
        }
        self.seen = now;
    }

    /// Whether a game is played that isn't over.
    fn is_in_progress(&self) -> bool {
        self.seen.as_ref().is_some_and(|game| game.end.is_none())
    }

    /// Counts the changes of the game.
    pub(super) fn revision(&self) -> u64 {
        self.revision
    }

    /// Stops looking ahead. Until the next edit it isn't known whether there is a solution.
    pub(super) fn stop(&mut self) {
        if let Some(outlook) = &mut self.outlook {
            outlook.job = None;
        }
    }
}

impl<B: Board> Session<B> {
    /// Returns the game that is played on the position, in progress or finished, with the time on its clock. A solved challenge ends with
    /// its solution: another position isn't part of it.
    pub fn game(&self) -> Option<Game> {
        let game = B::BOARD_EXTRAS.games.as_ref().and_then(|games| (games.saved)(self.document_state(), &self.view));
        self.played.game(game)
    }

    /// Returns the challenge that is played, in progress or finished.
    pub fn challenge(&self) -> Option<&Game> {
        self.played.challenge.as_ref()
    }

    /// Returns whether a challenge is played that can't be solved any more from this position, as far as it is known.
    pub fn is_at_dead_end(&self) -> bool {
        self.is_in_progress() && self.played.outlook.as_ref().is_some_and(|outlook| outlook.has_solution == Some(false))
    }

    /// Returns why the position of the challenge that is played isn't its solution, if it is filled like one and that was searched.
    pub fn miss(&self) -> Option<&Miss<B::Spot>> {
        self.played.outlook.as_ref().filter(|_| self.is_in_progress())?.miss.as_ref()
    }

    /// Returns whether a search is deciding if the position of the challenge that is played is its solution.
    pub fn is_being_decided(&self) -> bool {
        let is_searched = self.played.outlook.as_ref().is_some_and(|outlook| outlook.job.is_some());
        is_searched && self.is_in_progress() && B::EXTRAS.challenges.as_ref().is_some_and(|challenges| challenges.refute.is_some())
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

    /// Whether the game is paused until the player resumes it, so that nothing of it may be shown.
    pub fn is_paused(&self) -> bool {
        let is_hidden = self.mode == Mode::Play || self.played.challenge.is_none();
        self.played.clock.is_paused && self.is_in_progress() && is_hidden
    }

    /// Whether a game is played that isn't over.
    pub fn is_in_progress(&self) -> bool {
        self.played.is_in_progress()
    }

    /// Advances the clock of the game. It runs while the game isn't over, except while the player waits for the program to decide whether
    /// it is. Call it in each frame that shows the game.
    pub fn keep_time(&mut self, now: Duration) {
        let runs = self.is_in_progress() && !self.is_being_decided();
        self.played.clock.tick(now, runs);
    }

    /// Advances the clock of the game to the present and stops it until [`Self::keep_time`] is called again. Call it in each frame in which
    /// a question covers the game.
    pub fn hold_time(&mut self, now: Duration) {
        self.played.clock.tick(now, false);
    }

    /// Returns the position without what the player placed.
    fn figure(&self) -> Option<B::State> {
        B::BOARD_EXTRAS.cleared.map(|cleared| cleared(self.state()))
    }

    /// Returns whether this position belongs to another puzzle than the challenge that is played, so that an edit to it would give that up.
    pub fn would_give_up(&self, state: &B::State) -> bool {
        let is_played = self.challenge().is_some() && self.is_in_progress();
        is_played && B::BOARD_EXTRAS.cleared.map(|cleared| cleared(state)) != self.played.figure
    }

    /// How many games were started in the view.
    fn games_started(&self) -> u64 {
        B::BOARD_EXTRAS.games.as_ref().map_or(0, |games| (games.started)(&self.view))
    }

    /// Asks for a hint that says no less than the advice, which the user sees; `advised` is how much it gives away, and none if there is
    /// none. In a challenge, hints are counted.
    pub fn take_hint(&mut self, advised: Option<Detail>) {
        if self.hint_beyond(advised) && self.played.note_hint(self.revision, self.hints_asked()) {
            self.change_challenge(|challenge| challenge.hints += 1);
        }
    }

    /// Shows everything that is known. In a challenge, that counts as a hint, unless it was shown already.
    pub fn look_at_solution(&mut self) {
        if std::mem::replace(&mut self.mode, Mode::Solve) == Mode::Play {
            self.change_challenge(|challenge| challenge.hints += 1);
        }
    }

    /// Whether it is a challenge that was solved and never saved, in the position that solves it, so that nothing is lost with it.
    pub fn is_spent(&self) -> bool {
        self.played.is_solved && self.mode == Mode::Play && self.path().is_none()
    }

    /// Gives up the challenge: its solution is searched, to be shown step by step from the given pieces.
    pub fn give_up(&mut self) {
        self.end_challenge(End::GivenUp);
        self.mode = Mode::Solve;
        // A piece in hand would hide the solution.
        let _ = self.cancelled();
        if let Some(cleared) = B::BOARD_EXTRAS.cleared {
            self.edit(cleared(self.document_state()), Gesture::Ended);
        }
        self.search();
    }

    /// Returns the challenge as it was at its beginning, to be played again. It doesn't count, since its solution can be known.
    pub fn challenge_again(&self) -> Option<Document<B::State>> {
        let (challenge, figure) = (self.challenge()?, self.played.figure.clone()?);
        let again = Game { elapsed_ms: 0, hints: 0, mistakes: 0, end: None, is_counted: true, ..challenge.clone() };
        Some(Document { title: Some(self.name()), game: Some(again), ..Document::untitled(figure) })
    }

    /// Ends the challenge, unless it is over.
    pub(super) fn end_challenge(&mut self, end: End) {
        self.change_challenge(|challenge| challenge.end = Some(end));
    }

    /// Changes the challenge that is played, unless it is over.
    fn change_challenge(&mut self, change: impl FnOnce(&mut Game)) {
        if self.played.change_challenge(change) {
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
            Some(games) if !is_challenge::<B>(&game) => match (games.resume)(self.history.now(), &mut self.view, &game) {
                Ok(()) => {
                    self.played.begin(&game, self.games_started());
                    self.played.seen = self.game();
                }
                Err(flaw) => self.warn(flaw.message),
            },
            _ => {
                self.played.begin_challenge(game, self.state().clone(), self.figure());
                self.mode = Mode::Play;
                let problem = B::check(self.state()).ok();
                self.follow_challenge(problem.as_ref());
            }
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

    /// Takes in what has happened in the game, and whether the challenge can still be solved.
    pub(super) fn catch_up_game(&mut self) {
        if let Some(message) = self.played.catch_up() {
            self.warn(words::analysis_failed(&message));
        }
        if self.played.is_solved && self.played.solution.is_none() {
            self.played.solution = Some(self.state().clone());
        }
        self.note_game();
    }

    /// Follows the challenge to a position whose problem this is, if it has no flaws, and looks ahead whether it can still be solved.
    pub(super) fn follow_challenge(&mut self, problem: Option<&B::Problem>) {
        let before = self.played.outlook.take();
        self.played.is_solved = false;
        let Some(challenges) = B::EXTRAS.challenges.as_ref().filter(|_| self.played.challenge.is_some()) else { return };
        let figure = self.figure();
        let is_filled = problem.is_some_and(challenges.is_solved);
        let is_decided = challenges.refute.is_none() || self.played.solution.as_ref() == Some(self.state());
        if !self.played.follow(figure.as_ref(), is_filled && is_decided) {
            self.note_game();
            return;
        }
        let counts = before.is_some_and(|outlook| outlook.has_solution != Some(false)) && !self.played.mistakes.contains(self.state());
        let mistake = counts.then(|| self.state().clone());
        let job = problem.and_then(|problem| match challenges.refute {
            None => Some(look_ahead::<B>(problem.clone(), self.wake.clone())),
            Some(refute) => is_filled.then(|| prove::<B>(problem.clone(), refute, self.wake.clone())),
        });
        let job = job.and_then(|job| job.map_err(|error| self.warn(error.to_string())).ok());
        self.played.outlook = Some(Outlook { job, has_solution: None, miss: None, mistake });
        if problem.is_none() {
            self.played.note_dead_end();
            self.note_game();
        }
    }

    /// Notices what has happened in the game since the last call.
    fn note_game(&mut self) {
        self.played.note_start(self.games_started());
        let now = self.game();
        self.played.note(now);
    }
}

#[cfg(test)]
mod tests;
