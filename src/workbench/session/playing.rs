//! The game on the position: its clock, its mistakes, whether it is saved, and its result.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

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

/// The longest search for a solution that a challenge still has. After that it isn't known whether there is one.
const LONGEST_LOOK_AHEAD: Duration = Duration::from_secs(10);

/// What a session knows about the game that is played.
#[derive(Default)]
pub(super) struct Played<S> {
    /// The challenge, in puzzles without games of their own.
    challenge: Option<Game>,
    /// The position of the challenge without what the player placed.
    figure: Option<S>,
    /// Whether the position solves the challenge.
    is_solved: bool,
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
    /// Whether the challenge can still be solved from its position; none once it is over.
    outlook: Option<Outlook>,
}

/// Whether a challenge can still be solved, as far as it is known.
struct Outlook {
    /// The search for a solution, which reports whether there is one.
    job: Option<Job<bool>>,
    has_solution: Option<bool>,
    /// Whether a dead end counts as a mistake. It doesn't if it was there before, or at once after reading a file.
    counts: bool,
}

impl<B: Board> Session<B> {
    /// Returns the game that is played on the position, in progress or finished, with the time on its clock. A solved challenge ends with
    /// its solution: another position isn't part of it.
    pub fn game(&self) -> Option<Game> {
        let game = match &B::BOARD_EXTRAS.games {
            Some(games) => (games.saved)(self.document_state(), &self.view),
            None => self.challenge().filter(|challenge| challenge.end != Some(End::Solved) || self.played.is_solved).cloned(),
        };
        game.map(|game| Game { is_counted: game.is_counted || self.played.is_counted, ..game.at(&self.played.clock) })
    }

    /// Returns the challenge that is played, in progress or finished.
    pub fn challenge(&self) -> Option<&Game> {
        self.played.challenge.as_ref()
    }

    /// Returns whether a challenge is played that can't be solved any more from this position, as far as it is known.
    pub fn is_at_dead_end(&self) -> bool {
        self.is_in_progress() && self.played.outlook.as_ref().is_some_and(|outlook| outlook.has_solution == Some(false))
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
        self.played.figure = self.figure();
        self.played.seen = self.game();
        self.mode = Mode::Play;
        let problem = B::check(self.state()).ok();
        self.follow_challenge(problem.as_ref());
    }

    /// Returns the position without what the player placed.
    fn figure(&self) -> Option<B::State> {
        B::BOARD_EXTRAS.cleared.map(|cleared| cleared(self.state()))
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

    /// Whether it is a challenge that was solved and never saved, in the position that solves it, so that nothing is lost with it.
    pub fn is_spent(&self) -> bool {
        self.played.is_solved && self.mode == Mode::Play && self.path().is_none()
    }

    /// Gives up the challenge: its solution is searched, to be shown step by step from the given pieces.
    pub fn give_up(&mut self) {
        self.end_challenge(End::GivenUp);
        self.mode = Mode::Solve;
        if let Some(cleared) = B::BOARD_EXTRAS.cleared {
            self.edit(cleared(self.document_state()), Gesture::Ended);
        }
        self.search();
    }

    /// Ends the challenge, unless it is over.
    pub(super) fn end_challenge(&mut self, end: End) {
        self.change_challenge(|challenge| challenge.end = Some(end));
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

    /// Takes in what has happened in the game, and whether the challenge can still be solved.
    pub(super) fn catch_up_game(&mut self) {
        self.catch_up_outlook();
        self.note_game();
    }

    /// Notes whether the challenge is solved after each change of its position, and begins to look ahead if it isn't. A change of its cells
    /// or its given pieces makes it another puzzle, so it counts as given up. A position with flaws has no problem.
    pub(super) fn follow_challenge(&mut self, problem: Option<&B::Problem>) {
        let before = self.played.outlook.take();
        self.played.is_solved = false;
        let (Some(challenges), Some(challenge)) = (&B::EXTRAS.challenges, &self.played.challenge) else { return };
        let is_same_figure = self.figure() == self.played.figure;
        let is_filled = is_same_figure && problem.is_some_and(challenges.is_solved);
        match challenge.end {
            Some(end) => self.played.is_solved = is_filled && end == End::Solved,
            None if !is_same_figure => self.end_challenge(End::GivenUp),
            None if is_filled => {
                self.played.is_solved = true;
                self.end_challenge(End::Solved);
            }
            None => self.begin_to_look_ahead(problem, before),
        }
    }

    fn begin_to_look_ahead(&mut self, problem: Option<&B::Problem>, before: Option<Outlook>) {
        let counts = before.is_some_and(|outlook| outlook.has_solution != Some(false));
        let job = problem.and_then(|problem| self.look_ahead(problem.clone()));
        self.played.outlook = Some(Outlook { job, has_solution: None, counts });
        if problem.is_none() {
            self.note_dead_end();
        }
    }

    /// Searches a solution, on a thread.
    fn look_ahead(&mut self, problem: B::Problem) -> Option<Job<bool>> {
        let run = move |observer: &mut dyn Observer<bool>| find_first::<B>(&problem, Instant::now() + LONGEST_LOOK_AHEAD, observer);
        let job = Job::start(format!("{} look-ahead", B::KEY), self.wake.clone(), run);
        job.map_err(|error| self.notice = Some(error.to_string())).ok()
    }

    /// Stops looking ahead. Until the next edit it isn't known whether there is a solution.
    pub(super) fn stop_looking_ahead(&mut self) {
        if let Some(outlook) = &mut self.played.outlook {
            outlook.job = None;
        }
    }

    fn catch_up_outlook(&mut self) {
        let Some(outlook) = &mut self.played.outlook else { return };
        let mut found = None;
        if let Some(message) = job::drain(&mut outlook.job, |has_solution| found = Some(has_solution)) {
            self.notice = Some(words::analysis_failed(&message));
        }
        match found {
            Some(true) => outlook.has_solution = Some(true),
            Some(false) => self.note_dead_end(),
            None => {}
        }
    }

    fn note_dead_end(&mut self) {
        let Some(outlook) = &mut self.played.outlook else { return };
        outlook.has_solution = Some(false);
        if std::mem::take(&mut outlook.counts) {
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
        if let Some(now) = now.as_ref().filter(|now| now.end.is_some() && !now.is_counted) {
            *is_counted = true;
            *result = Some(now.clone().at(clock));
        }
        *seen = now;
    }
}

/// Reports whether the problem has a solution, or nothing if that isn't known by then.
fn find_first<B: Board>(problem: &B::Problem, until: Instant, observer: &mut dyn Observer<bool>) -> ControlFlow<()> {
    let mut first = First { observer: &mut *observer, until, is_found: false };
    let outcome = (B::techniques()[0].search)(problem, &mut first);
    let is_found = first.is_found;
    if is_found || outcome.is_continue() { observer.found(is_found) } else { ControlFlow::Continue(()) }
}

/// Stops a search at its first solution, and at this time.
struct First<'a> {
    observer: &'a mut dyn Observer<bool>,
    until: Instant,
    is_found: bool,
}

impl<T> Observer<T> for First<'_> {
    fn found(&mut self, _: T) -> ControlFlow<()> {
        self.is_found = true;
        ControlFlow::Break(())
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        if self.until <= Instant::now() { ControlFlow::Break(()) } else { self.observer.progress(done, tally) }
    }
}

#[cfg(test)]
mod tests;
