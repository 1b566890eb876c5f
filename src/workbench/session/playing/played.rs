//! What is known about the game that is played, whatever the puzzle: its clock, its mistakes, and whether it is counted.

use super::outlook::{Outlook, Verdict};
use crate::{
    job,
    session::{
        Mode,
        stage::{GameStage, Step},
    },
};
use base::{
    challenge::{self, Miss},
    erased::{Erased, Kind, Spot, State},
    game::{Clock, End, Game},
    puzzle::{Exercises, Flaw},
};

/// The most positions before mistakes that are kept.
const MOST_BEFORE: usize = 50;

/// What is known about the game that is played. A challenge lives here. The view has a game of the puzzle's own while that is on; it is
/// noted here as it was last seen, and kept here while it is away or set aside, in the form of its file.
#[derive(Default)]
pub struct Played {
    pub(in crate::session) stage: GameStage,
    pub(in crate::session) challenge: Option<Game>,
    /// The position of the challenge without what the player placed.
    pub(in crate::session) figure: Option<State>,
    /// The position that solved the challenge, here or before it was read from its file. So that isn't searched again.
    pub(in crate::session) solution: Option<State>,
    /// The positions whose dead ends were counted as mistakes. Each counts once, even if it is undone and redone.
    pub(in crate::session) mistakes: Vec<State>,
    /// The last position of the challenge that is known to have a solution, and those from which a placement led to a mistake, each with
    /// the position after it.
    pub(in crate::session) solvable: Option<State>,
    pub(in crate::session) before_mistakes: Vec<(State, State)>,
    /// The revision of the position on which hints were asked for last, and how many.
    pub(in crate::session) hinted: Option<(u64, usize)>,
    /// Why it does, if the challenge is an exercise that was judged here.
    pub(in crate::session) proof: Option<String>,
    /// Whether the position solves the challenge.
    pub(in crate::session) is_solved: bool,
    pub(in crate::session) clock: Clock,
    /// How many games the view had started when it was last looked at.
    pub(in crate::session) started: u64,
    /// The game when it was last looked at; none while its position is left.
    pub(in crate::session) seen: Option<Game>,
    /// A game of the puzzle's own that is away or set aside.
    pub(in crate::session) aside: Option<Game>,
    /// A game of the puzzle's own that the player has left before its end, and the revision of the position on which it can be resumed.
    pub(in crate::session) left: Option<(u64, Game)>,
    /// The revision of the position, and whether the game that is aside can continue there.
    pub(in crate::session) fits: (u64, bool),
    /// Counts the changes of the game.
    pub(in crate::session) revision: u64,
    /// Whether the game has ended before, whatever was undone since.
    pub(in crate::session) has_ended: bool,
    /// Whether the result of the game can't count any more.
    pub(in crate::session) is_counted: bool,
    /// Whether the challenge can still be solved from its position; none once it is over.
    pub(in crate::session) outlook: Option<Outlook>,
}

impl Played {
    /// Returns how far the document has come in what is played in it.
    pub fn stage(&self) -> GameStage {
        self.stage
    }

    /// Returns what the user does with the document.
    pub fn mode(&self) -> Mode {
        self.stage.mode()
    }

    /// Returns whether what is known about the position stays hidden, since the user solves it by hand. A game of the puzzle's own decides
    /// itself what it hides.
    pub fn hides_results(&self) -> bool {
        self.mode() == Mode::Play && !self.has_own_game()
    }

    /// Returns whether Play mode shows what can be played, in place of the board.
    pub fn is_offering(&self) -> bool {
        matches!(self.stage, GameStage::Offered | GameStage::Away)
    }

    /// Returns whether a game of the puzzle's own is on the board.
    pub fn has_own_game(&self) -> bool {
        self.stage.is_on() && self.challenge.is_none()
    }

    /// Returns whether the game is paused until the player resumes it, so that nothing of it may be shown.
    pub fn is_paused(&self) -> bool {
        self.stage == GameStage::Paused
    }

    /// Returns whether a game is played that isn't over.
    pub fn is_in_progress(&self) -> bool {
        self.seen.as_ref().is_some_and(|game| game.end.is_none())
    }

    /// Returns the challenge that is played, in progress or finished.
    pub fn challenge(&self) -> Option<&Game> {
        self.challenge.as_ref()
    }

    /// Returns the exercise that is played, with the kind of its step.
    pub(in crate::session) fn exercise(&self, kind: &'static Kind) -> Option<(&'static Exercises<Erased>, challenge::Step)> {
        let challenge = self.challenge.as_ref().filter(|challenge| challenge.end.is_none())?;
        kind.extras.challenges.as_ref()?.exercises.as_ref().zip(challenge.step)
    }

    /// Returns whether a challenge is played that can't be solved any more from this position, as far as it is known.
    pub fn is_at_dead_end(&self) -> bool {
        self.is_in_progress() && self.outlook.as_ref().is_some_and(|outlook| outlook.has_solution == Some(false))
    }

    /// Returns why the challenge that is played can't be solved any more, if that is known.
    pub fn dead_end(&self) -> Option<&Flaw<Spot>> {
        self.outlook.as_ref().filter(|_| self.is_at_dead_end())?.dead_end.as_ref()
    }

    /// Returns why the position of the challenge that is played isn't its solution, if it is filled like one and that was searched.
    pub fn miss(&self) -> Option<&Miss<Spot>> {
        self.outlook.as_ref().filter(|_| self.is_in_progress())?.miss.as_ref()
    }

    /// Returns why the answer to the exercise that is played is right, if it was judged here.
    pub fn proof(&self) -> Option<&str> {
        self.proof.as_deref()
    }

    /// Returns whether a search is deciding if the position of the challenge that is played is its solution.
    pub fn is_being_decided(&self) -> bool {
        self.is_in_progress() && self.outlook.as_ref().is_some_and(|outlook| outlook.decides && outlook.job.is_some())
    }

    /// Returns the positions of the challenge that still had a solution before a mistake, in their order, each with the one after it.
    pub fn before_mistakes(&self) -> &[(State, State)] {
        &self.before_mistakes
    }

    /// Returns the clock of the game.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }
}

impl Played {
    /// Begins this game, or continues it from its file. One that ended elsewhere has no result here.
    pub(in crate::session) fn begin(&mut self, game: &Game, started: u64) {
        let (clock, has_ended) = (Clock::showing(game.elapsed_ms), game.has_ended || game.end.is_some());
        let stage = self.stage.after(Step::Start);
        *self = Self { stage, clock, has_ended, is_counted: game.is_counted || has_ended, started, ..Self::default() };
    }

    /// Begins or continues this challenge on a position that is this figure without what the player placed. It is the solution of a solved
    /// challenge.
    pub(in crate::session) fn begin_challenge(&mut self, challenge: Game, position: State, figure: Option<State>) {
        self.begin(&challenge, 0);
        self.seen = Some(Game { is_counted: self.is_counted, ..challenge.clone() });
        self.solution = (challenge.end == Some(End::Solved)).then_some(position);
        self.solvable.clone_from(&figure);
        (self.challenge, self.figure) = (Some(challenge), figure);
    }

    /// Returns the game at its time; none if it is a solved challenge in another position than its solution, which isn't part of it.
    pub(in crate::session) fn game(&self, game: Option<Game>) -> Option<Game> {
        let challenge = || self.challenge.clone().filter(|challenge| challenge.end != Some(End::Solved) || self.is_solved);
        let game = game.or_else(challenge)?;
        let (is_counted, has_ended) = (game.is_counted || self.is_counted, self.has_ended && game.end.is_none());
        Some(Game { is_counted, has_ended, ..game.at(&self.clock) })
    }

    /// Changes the challenge, unless it is over. Returns whether it does.
    pub(in crate::session) fn change_challenge(&mut self, change: impl FnOnce(&mut Game)) -> bool {
        let challenge = self.challenge.as_mut().filter(|challenge| challenge.end.is_none());
        challenge.map(change).is_some()
    }

    /// Follows the challenge to a position: notes whether that solves it. A change of its cells or its given pieces makes it another
    /// puzzle, so it counts as given up. Returns whether it is still to be solved.
    pub(in crate::session) fn follow(&mut self, figure: Option<&State>, is_filled: bool) -> bool {
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
    pub(in crate::session) fn note_dead_end(&mut self) {
        let Some(outlook) = &mut self.outlook else { return };
        outlook.has_solution = Some(false);
        // What answers an exercise or has to be refuted isn't a placement that could still lead on.
        let decides = outlook.decides;
        if let Some(position) = outlook.mistake.take() {
            let is_new = |before: &&State| self.before_mistakes.iter().all(|(known, _)| known != *before);
            if let Some(before) = self.solvable.as_ref().filter(|_| !decides).filter(is_new)
                && self.before_mistakes.len() < MOST_BEFORE
            {
                self.before_mistakes.push((before.clone(), position.clone()));
            }
            self.mistakes.push(position);
            self.change_challenge(|challenge| challenge.mistakes += 1);
        }
    }

    /// Notes that this many hints on the position of this revision were asked for. Returns whether it is more than before: a hint that is
    /// closed and shown again counts once.
    pub(in crate::session) fn note_hint(&mut self, revision: u64, asked: usize) -> bool {
        let before = self.hinted.filter(|(hinted, _)| *hinted == revision).map_or(0, |(_, asked)| asked);
        self.hinted = Some((revision, before.max(asked)));
        before < asked
    }

    /// Notes that the position is the solution, and why if it answers an exercise.
    pub(in crate::session) fn note_solution(&mut self, proof: Option<String>) {
        (self.outlook, self.proof) = (None, proof);
        self.change_challenge(|challenge| challenge.end = Some(End::Solved));
        self.is_solved = self.challenge.as_ref().is_some_and(|challenge| challenge.end == Some(End::Solved));
    }

    /// Takes in whether the challenge can still be solved. Returns the message if that search panicked.
    pub(in crate::session) fn catch_up(&mut self) -> Option<String> {
        let outlook = self.outlook.as_mut()?;
        let mut found = None;
        let failure = job::drain(&mut outlook.job, |verdict| found = Some(verdict));
        match found {
            Some(Verdict::HasSolution) => outlook.has_solution = Some(true),
            Some(Verdict::DeadEnd(why)) => {
                outlook.dead_end = why;
                self.note_dead_end();
            }
            Some(Verdict::Misses(miss)) => {
                let is_mistake = miss.is_mistake;
                outlook.miss = Some(miss);
                if is_mistake {
                    self.note_dead_end();
                }
            }
            Some(Verdict::Solves(proof)) => self.note_solution(proof),
            None => {}
        }
        failure
    }

    /// Notices a game that was started since the last call: its clock begins at 0.
    pub(in crate::session) fn note_start(&mut self, started: u64) {
        if self.started != started {
            let stage = self.stage.after(Step::Start);
            *self = Self { stage, started, revision: self.revision + 1, ..Self::default() };
        }
    }

    /// Notes that the view has started this many games, the last of which was left for a document of its own.
    pub(in crate::session) fn note_left(&mut self, started: u64) {
        self.started = started;
    }

    /// Notices what has happened in the game since the last call. Returns the game if this is its first end, which is its result: undo
    /// and other lines of the same game don't change that. It says whether the result counts.
    pub(in crate::session) fn note(&mut self, now: Option<Game>) -> Option<Game> {
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

    /// Counts the changes of the game.
    pub(in crate::session) fn revision(&self) -> u64 {
        self.revision
    }

    /// Stops looking ahead. Until the next edit it isn't known whether there is a solution.
    pub(in crate::session) fn stop(&mut self) {
        if let Some(outlook) = &mut self.outlook {
            outlook.job = None;
        }
    }
}
