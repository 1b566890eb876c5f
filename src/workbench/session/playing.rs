//! What is played in a document: the stage of its game, the clock, and whether it is saved.

mod outlook;
mod played;

use std::time::Duration;

use outlook::{Outlook, judge, look_ahead, prove};
pub use played::Played;

use super::{
    Event, Go, Mode, Session, Track,
    stage::{GameStage, Step},
};
use crate::{
    file::{SaveFile, is_challenge},
    history::Gesture,
};
use base::{
    board::{Games, Input},
    erased::{Erased, Problem, State, View},
    game::{End, Game},
    search::Detail,
};

impl Session {
    /// Returns what is known about the game that is played.
    pub fn played(&self) -> &Played {
        &self.played
    }

    /// Returns the game that is played on the position, in progress or finished, with the time on its clock. A solved challenge ends with
    /// its solution: another position isn't part of it.
    pub fn game(&self) -> Option<Game> {
        let own = match self.played.stage() {
            GameStage::SetAside => self.played.aside.clone().filter(|_| self.played.fits.1),
            stage if stage.is_on() => {
                self.kind.board_extras.games.as_ref().and_then(|games| (games.saved)(self.document_state(), &self.view))
            }
            _ => None,
        };
        self.played.game(own)
    }

    /// Takes this step in the life of the game.
    pub(super) fn take_step(&mut self, step: Step) {
        self.played.stage = self.played.stage().after(step);
    }

    /// Changes to this mode, as the user does. Seeing in Solve mode what is known counts as a hint.
    pub(super) fn choose_mode(&mut self, mode: Mode) {
        let is_looked_up = mode == Mode::Solve && self.played.is_in_progress() && self.played.mode() == Mode::Play;
        self.go_to_mode(mode);
        if !is_looked_up {
            return;
        }
        match &mut self.played.aside {
            Some(aside) => aside.hints += 1,
            None => self.change_challenge(|challenge| challenge.hints += 1),
        }
    }

    /// Changes to this mode. Solve mode sets the game aside; Play mode returns to it, at its last position.
    pub(super) fn go_to_mode(&mut self, mode: Mode) {
        match mode {
            Mode::Solve => {
                if self.played.has_own_game() {
                    self.put_aside();
                }
                self.take_step(Step::ChooseSolve);
            }
            Mode::Play => {
                if self.played.stage() == GameStage::SetAside {
                    self.look(self.document_state().clone());
                }
                self.take_step(Step::ChoosePlay);
                if self.kind.extras.challenges.is_none() && self.kind.board_extras.games.is_none() {
                    self.take_step(Step::PlayFreely);
                }
                if self.played.challenge().is_some() {
                    self.take_step(Step::Return);
                    self.follow_end();
                }
            }
        }
    }

    /// Calls this with the session as it would be in Solve mode, which it isn't afterwards.
    pub fn as_in_solve_mode<R>(&mut self, look: impl FnOnce(&Self) -> R) -> R {
        let (stage, view) = (self.played.stage(), self.view.clone());
        self.played.stage = GameStage::Unplayed;
        if let Some(games) = &self.kind.board_extras.games {
            (games.leave)(&mut self.view);
        }
        let seen = look(self);
        (self.played.stage, self.view) = (stage, view);
        seen
    }

    /// Takes the puzzle's own game off the board, to be continued later.
    fn put_aside(&mut self) {
        let Some(games) = &self.kind.board_extras.games else { return };
        self.played.aside = self.played.seen.clone().map(|game| game.at(&self.played.clock));
        self.played.fits = (self.revision, true);
        (games.leave)(&mut self.view);
        self.played.started = self.games_started();
    }

    /// Continues the puzzle's own game that is away, if this is one of its positions.
    fn bring_game_back(&mut self, games: &Games<Erased>) {
        let Some(aside) = self.played.aside.clone() else { return };
        if (games.resume)(self.history.now(), &mut self.view, &aside).is_ok() {
            self.played.aside = None;
            self.played.started = self.games_started();
            self.take_step(Step::Return);
            self.played.seen = self.game();
            self.follow_end();
        }
    }

    /// Returns whether this view has a new game of another kind than the one that is over here, whose result stays.
    pub(super) fn is_of_another_kind(&self, games: &Games<Erased>, state: &State, view: &View) -> bool {
        let over = self.played.seen.as_ref().filter(|game| game.end.is_some());
        over.is_some_and(|over| {
            (games.started)(view) != self.games_started() && (games.saved)(state, view).is_some_and(|game| game.kind != over.kind)
        })
    }

    /// Returns whether the player has left a game here that can be resumed.
    pub(super) fn can_resume_left(&self) -> bool {
        self.played.is_offering() && self.played.left.as_ref().is_some_and(|(revision, _)| *revision == self.revision)
    }

    /// Resumes the game that the player has left.
    pub(super) fn resume_left_game(&mut self) {
        if let (Some(games), Some((_, game))) = (&self.kind.board_extras.games, self.played.left.take()) {
            self.continue_own_game(games, &game);
        }
    }

    /// Continues this game of the puzzle's own. Returns whether its position fits; otherwise that is said.
    fn continue_own_game(&mut self, games: &Games<Erased>, game: &Game) -> bool {
        if let Err(flaw) = (games.resume)(self.history.now(), &mut self.view, game) {
            self.warn(flaw.message);
            return false;
        }
        self.played.begin(game, self.games_started());
        self.played.seen = self.game();
        self.follow_end();
        true
    }

    /// Begins a game that was started in this view, elsewhere.
    pub(super) fn begin_game(&mut self, view: View) {
        self.view = view;
        let stage = self.played.stage().after(Step::Start);
        self.played = Played { stage, started: self.games_started(), revision: self.played.revision + 1, ..Played::default() };
        self.events.push(Event::Begun);
    }

    /// Continues the clock of another document, whose game this one continues. The game counts only once.
    pub fn continue_clock(&mut self, other: &Self) {
        let Played { clock, has_ended, is_counted, .. } = &other.played;
        (self.played.clock, self.played.has_ended, self.played.is_counted) = (*clock, *has_ended, *is_counted);
        self.played.started = self.games_started();
        self.played.seen = self.game();
    }

    /// Advances the clock of the game. It runs while the game is played, except while the player waits for the program to decide whether
    /// it is over, while a question covers the game, or while nobody is to move (`is_halted`). What is tried after its first end takes no
    /// time. Call it in each frame that shows the game.
    pub fn keep_time(&mut self, now: Duration, is_halted: bool) {
        let is_played = self.played.stage() == GameStage::Running && !self.played.has_ended;
        self.played.clock.tick(now, is_played && !is_halted && !self.played.is_being_decided());
    }

    /// Returns the position without what the player placed.
    fn figure(&self) -> Option<State> {
        self.kind.board_extras.cleared.map(|cleared| cleared(self.state()))
    }

    /// Returns whether this position belongs to another puzzle than the challenge that is played, so that an edit to it would give that up.
    pub fn would_give_up(&self, state: &State) -> bool {
        let is_played = self.played.challenge().is_some() && self.played.is_in_progress();
        is_played && self.kind.board_extras.cleared.map(|cleared| cleared(state)) != self.played.figure
    }

    /// How many games were started in the view.
    pub(super) fn games_started(&self) -> u64 {
        self.kind.board_extras.games.as_ref().map_or(0, |games| (games.started)(&self.view))
    }

    pub(super) fn take_hint(&mut self, advised: Option<Detail>) {
        if self.hint_beyond(advised) && self.played.note_hint(self.revision, self.hints.asked) {
            self.change_challenge(|challenge| challenge.hints += 1);
        }
    }

    /// Whether it is a game that is over and was never saved, so that nothing is lost with it: its result is among the statistics. A
    /// challenge is over in the position that solves it; a game whose record has variations is worth keeping.
    pub(super) fn is_spent(&self) -> bool {
        let is_own = self.played.has_own_game() && self.played.stage() == GameStage::Over && self.kind.board_extras.lines().is_none();
        (is_own || self.played.is_solved) && self.played.mode() == Mode::Play && self.path().is_none()
    }

    /// Gives up the challenge: its solution is searched, to be shown from the given pieces on. What an exercise asks for is the
    /// first step of the explanation.
    pub(super) fn give_up(&mut self) {
        self.end_challenge(End::GivenUp);
        if self.played.challenge().is_some_and(Game::is_exercise) {
            return self.explain();
        }
        self.return_to_given();
        self.search();
    }

    /// Explains the challenge from the given pieces.
    pub(super) fn explain(&mut self) {
        self.return_to_given();
        if let Some(index) = self.kind.explanation() {
            self.go(Go::Track(Track::Walkthrough(index)));
        }
    }

    /// Shows the position without what the player placed, in Solve mode.
    fn return_to_given(&mut self) {
        self.choose_mode(Mode::Solve);
        // A piece in hand would hide the solution.
        let _ = (self.kind.act)(&mut self.state().clone(), &mut self.view, None, Input::Cancel);
        if let Some(cleared) = self.kind.board_extras.cleared {
            self.edit(cleared(self.document_state()), Gesture::Ended);
        }
    }

    /// Returns the challenge as it was at its beginning, to be played again. It doesn't count, since its solution can be known.
    pub fn challenge_again(&self) -> Option<SaveFile<State>> {
        let (challenge, figure) = (self.played.challenge()?, self.played.figure.clone()?);
        let again = Game { elapsed_ms: 0, hints: 0, mistakes: 0, end: None, is_counted: true, ..challenge.clone() };
        Some(SaveFile { title: Some(self.name()), game: Some(again), ..SaveFile::untitled(figure) })
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

    /// Continues the game of a file, or leaves the game if the file has none.
    pub(super) fn resume_game(&mut self, game: Option<Game>) {
        self.about.saved_game.clone_from(&game);
        let Some(game) = game else {
            if self.played.challenge().is_some() {
                let stage = self.played.stage().after(Step::Forget);
                self.played = Played { stage, revision: self.played.revision + 1, ..Played::default() };
            }
            return;
        };
        match &self.kind.board_extras.games {
            Some(games) if !is_challenge(self.kind, &game) => {
                if self.continue_own_game(games, &game) {
                    // A puzzle needn't tell two hints from one.
                    self.about.saved_game.clone_from(&self.played.seen);
                }
            }
            _ => {
                self.played.begin_challenge(game, self.state().clone(), self.figure());
                self.follow_end();
                let problem = (self.kind.check)(self.state()).ok();
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

    /// A game that is over is shown with its result.
    fn follow_end(&mut self) {
        if self.played.seen.as_ref().is_some_and(|game| game.end.is_some()) {
            self.take_step(Step::End);
        }
    }

    /// Takes in whether the challenge can still be solved.
    pub(super) fn catch_up_game(&mut self) {
        if let Some(message) = self.played.catch_up() {
            self.warn(format!("the analysis failed: {message}"));
        }
        if self.played.outlook.as_ref().is_some_and(|outlook| outlook.has_solution == Some(true)) {
            self.played.solvable = Some(self.state().clone());
        }
        if self.played.is_solved && self.played.solution.is_none() {
            self.played.solution = Some(self.state().clone());
        }
        self.follow_game();
    }

    /// Follows the game after any change of the position or the view.
    pub(super) fn follow_game(&mut self) {
        if let Some(games) = self.kind.board_extras.games.as_ref().filter(|_| self.played.challenge().is_none()) {
            self.follow_own_game(games);
        }
        self.note_game();
    }

    fn follow_own_game(&mut self, games: &Games<Erased>) {
        let is_on = (games.is_on)(&self.view);
        if is_on {
            (games.follow)(self.history.now(), &mut self.view, self.played.clock.elapsed());
        }
        match self.played.stage() {
            stage if stage.is_on() && !is_on => {
                self.played.aside = None;
                let left = self.played.seen.take().filter(|game| game.end.is_none() && game.has_begun());
                self.played.left = left.map(|game| (self.revision, game.at(&self.played.clock)));
                self.take_step(Step::Quit);
            }
            stage if stage.is_on() && (games.saved)(self.history.now(), &self.view).is_none() => {
                self.put_aside();
                self.played.fits.1 = false;
                self.take_step(Step::LeavePosition);
            }
            GameStage::Away => self.bring_game_back(games),
            GameStage::SetAside if self.played.fits.0 != self.revision => {
                let fits = |game: &Game| (games.resume)(self.history.now(), &mut self.view.clone(), game).is_ok();
                self.played.fits = (self.revision, self.played.aside.as_ref().is_some_and(fits));
            }
            _ => {}
        }
    }

    /// Follows the challenge to a position whose problem this is, if it has no flaws, and looks ahead whether it can still be solved.
    pub(super) fn follow_challenge(&mut self, problem: Option<&Problem>) {
        let before = self.played.outlook.take();
        self.played.is_solved = false;
        let (Some(challenges), Some(challenge)) = (&self.kind.extras.challenges, &self.played.challenge) else { return };
        let figure = self.figure();
        let exercise = challenges.exercises.as_ref().zip(challenge.step);
        let is_filled = problem.is_some_and(exercise.map_or(challenges.is_solved, |(exercises, _)| exercises.is_answered));
        let decides = exercise.is_some() || challenges.refute.is_some();
        let is_decided = !decides || self.played.solution.as_ref() == Some(self.state());
        if !self.played.follow(figure.as_ref(), is_filled && is_decided) {
            self.note_game();
            return;
        }
        let counts = before.is_some_and(|outlook| outlook.has_solution != Some(false)) && !self.played.mistakes.contains(self.state());
        let mistake = counts.then(|| self.state().clone());
        let job = problem.and_then(|problem| match (exercise, challenges.refute) {
            (Some((exercises, step)), _) => {
                is_filled.then(|| judge(self.kind, problem.clone(), (exercises.judge, step), self.wake.clone()))
            }
            (None, Some(refute)) => is_filled.then(|| prove(self.kind, problem.clone(), refute, self.wake.clone())),
            (None, None) => Some(look_ahead(self.kind, problem.clone(), self.wake.clone())),
        });
        let job = job.and_then(|job| job.map_err(|error| self.warn(error.to_string())).ok());
        self.played.outlook = Some(Outlook { job, decides, has_solution: None, dead_end: None, miss: None, mistake });
        if problem.is_none() {
            self.played.note_dead_end();
            self.note_game();
        }
    }

    /// Notices what has happened in the game since the last call.
    fn note_game(&mut self) {
        self.played.note_start(self.games_started());
        let now = self.game();
        if let Some(result) = self.played.note(now) {
            self.events.push(Event::Ended(result));
        }
    }
}

#[cfg(test)]
mod tests;
