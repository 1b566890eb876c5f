//! What is known about the game that is played, whatever the puzzle: its clock, its mistakes, and whether it is counted.

use super::outlook::{Outlook, Verdict};
use crate::workbench::session::stage::{Stage, Step};
use crate::{
    game::{Clock, End, Game},
    workbench::job,
};

/// What is known about the game that is played. A challenge lives here. The view has a game of the puzzle's own while that is on; it is
/// noted here as it was last seen, and kept here while it is away or set aside, in the form of its file.
pub struct Played<S, T> {
    pub stage: Stage,
    pub challenge: Option<Game>,
    /// The position of the challenge without what the player placed.
    pub figure: Option<S>,
    /// The position that solved the challenge, here or before it was read from its file. So that isn't searched again.
    pub solution: Option<S>,
    /// The positions whose dead ends were counted as mistakes. Each counts once, even if it is undone and redone.
    pub mistakes: Vec<S>,
    /// The revision of the position on which hints were asked for last, and how many.
    pub hinted: Option<(u64, usize)>,
    /// Whether the position solves the challenge.
    pub is_solved: bool,
    pub clock: Clock,
    /// How many games the view had started when it was last looked at.
    pub started: u64,
    /// The game when it was last looked at; none while its position is left.
    pub seen: Option<Game>,
    /// A game of the puzzle's own that is away or set aside.
    pub aside: Option<Game>,
    /// The revision of the position, and whether the game that is aside can continue there.
    pub fits: (u64, bool),
    /// Counts the changes of the game.
    pub revision: u64,
    /// Whether the game has ended before, whatever was undone since.
    pub has_ended: bool,
    /// Whether the result of the game can't count any more.
    pub is_counted: bool,
    /// Whether the challenge can still be solved from its position; none once it is over.
    pub outlook: Option<Outlook<S, T>>,
}

impl<S, T> Default for Played<S, T> {
    fn default() -> Self {
        Self {
            stage: Stage::Unplayed,
            challenge: None,
            figure: None,
            solution: None,
            mistakes: Vec::new(),
            hinted: None,
            is_solved: false,
            clock: Clock::default(),
            started: 0,
            seen: None,
            aside: None,
            fits: (0, false),
            revision: 0,
            has_ended: false,
            is_counted: false,
            outlook: None,
        }
    }
}

impl<S: PartialEq, T: Send + 'static> Played<S, T> {
    /// Begins this game, or continues it from its file. One that ended elsewhere has no result here.
    pub fn begin(&mut self, game: &Game, started: u64) {
        let (clock, has_ended) = (Clock::showing(game.elapsed_ms), game.end.is_some());
        *self = Self { stage: Stage::Running, clock, has_ended, is_counted: game.is_counted || has_ended, started, ..Self::default() };
    }

    /// Begins or continues this challenge on a position that is this figure without what the player placed. It is the solution of a solved
    /// challenge.
    pub fn begin_challenge(&mut self, challenge: Game, position: S, figure: Option<S>) {
        self.begin(&challenge, 0);
        self.seen = Some(Game { is_counted: self.is_counted, ..challenge.clone() });
        self.solution = (challenge.end == Some(End::Solved)).then_some(position);
        (self.challenge, self.figure) = (Some(challenge), figure);
    }

    /// Returns the game at its time; none if it is a solved challenge in another position than its solution, which isn't part of it.
    pub fn game(&self, game: Option<Game>) -> Option<Game> {
        let challenge = || self.challenge.clone().filter(|challenge| challenge.end != Some(End::Solved) || self.is_solved);
        let game = game.or_else(challenge)?;
        Some(Game { is_counted: game.is_counted || self.is_counted, ..game.at(&self.clock) })
    }

    /// Changes the challenge, unless it is over. Returns whether it does.
    pub fn change_challenge(&mut self, change: impl FnOnce(&mut Game)) -> bool {
        let challenge = self.challenge.as_mut().filter(|challenge| challenge.end.is_none());
        challenge.map(change).is_some()
    }

    /// Follows the challenge to a position: notes whether that solves it. A change of its cells or its given pieces makes it another
    /// puzzle, so it counts as given up. Returns whether it is still to be solved.
    pub fn follow(&mut self, figure: Option<&S>, is_filled: bool) -> bool {
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
    pub fn note_dead_end(&mut self) {
        let Some(outlook) = &mut self.outlook else { return };
        outlook.has_solution = Some(false);
        if let Some(position) = outlook.mistake.take() {
            self.mistakes.push(position);
            self.change_challenge(|challenge| challenge.mistakes += 1);
        }
    }

    /// Notes that this many hints on the position of this revision were asked for. Returns whether it is more than before: a hint that is
    /// closed and shown again counts once.
    pub fn note_hint(&mut self, revision: u64, asked: usize) -> bool {
        let before = self.hinted.filter(|(hinted, _)| *hinted == revision).map_or(0, |(_, asked)| asked);
        self.hinted = Some((revision, before.max(asked)));
        before < asked
    }

    /// Notes that the position is the solution.
    pub fn note_solution(&mut self) {
        self.outlook = None;
        self.change_challenge(|challenge| challenge.end = Some(End::Solved));
        self.is_solved = self.challenge.as_ref().is_some_and(|challenge| challenge.end == Some(End::Solved));
    }

    /// Takes in whether the challenge can still be solved. Returns the message if that search panicked.
    pub fn catch_up(&mut self) -> Option<String> {
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
    pub fn note_start(&mut self, started: u64) {
        if self.started != started {
            *self = Self { stage: Stage::Running, started, revision: self.revision + 1, ..Self::default() };
        }
    }

    /// Notes that the view has started this many games, the last of which was left for a document of its own.
    pub fn note_left(&mut self, started: u64) {
        self.started = started;
    }

    /// Notices what has happened in the game since the last call. Returns the game if this is its first end, which is its result: undo
    /// and other lines of the same game don't change that. It says whether the result counts.
    pub fn note(&mut self, now: Option<Game>) -> Option<Game> {
        let is_same = match (&now, &self.seen) {
            (Some(now), Some(seen)) => now.is_as_far_as(seen),
            (now, seen) => now.is_none() && seen.is_none(),
        };
        if is_same {
            return None;
        }
        self.revision += 1;
        let is_over = now.as_ref().is_some_and(|now| now.end.is_some());
        if is_over {
            // It keeps showing the time of the result.
            self.clock.stop();
        }
        if now.is_some() {
            self.stage = self.stage.after(if is_over { Step::End } else { Step::Reopen });
        }
        let result = now.clone().filter(|_| is_over && !self.has_ended);
        self.has_ended |= is_over;
        self.is_counted |= is_over;
        self.seen = now;
        result
    }

    /// Whether a game is played that isn't over.
    pub fn is_in_progress(&self) -> bool {
        self.seen.as_ref().is_some_and(|game| game.end.is_none())
    }

    /// Counts the changes of the game.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Stops looking ahead. Until the next edit it isn't known whether there is a solution.
    pub fn stop(&mut self) {
        if let Some(outlook) = &mut self.outlook {
            outlook.job = None;
        }
    }
}
