//! The timeline of a session: through answers, through a search moment by moment, or through the moves of a game.

use std::time::Duration;

use super::Session;
use crate::{
    board::Board,
    search::{Event, Hint},
    workbench::{
        cursor::{Cursor, Move, Player},
        film::{Film, MomentOf},
        job::NoThread,
    },
};

/// What the timeline goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reel {
    /// The answers, step by step.
    Answers,
    /// The search, moment by moment.
    Search,
    /// The moves that the position remembers.
    Game,
}

/// Where the timeline stands in a search or a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// How much of it has happened.
    pub at: u64,
    /// How much of it is known.
    pub known: u64,
    /// Whether that is all.
    pub is_whole: bool,
}

impl<B: Board> Session<B> {
    /// Whether there is something of this kind that the timeline can go through.
    pub fn has_reel(&self, reel: Reel) -> bool {
        match reel {
            Reel::Answers => true,
            Reel::Search => self.technique.watch.is_some() && self.can_search(),
            Reel::Game => self.moves > 0,
        }
    }

    /// What the timeline goes through: what was chosen, or else the answers, or else a game.
    pub fn reel(&self) -> Reel {
        let is_left_to_game = self.cursor.is_none() && self.has_reel(Reel::Game);
        self.reel.filter(|&reel| self.has_reel(reel)).unwrap_or(if is_left_to_game { Reel::Game } else { Reel::Answers })
    }

    /// Lets the timeline go through something else. A search is watched from its beginning.
    pub fn choose_reel(&mut self, reel: Reel) {
        self.player.pause();
        if reel != Reel::Game {
            self.rewind(u64::MAX);
        }
        self.reel = Some(reel);
        if reel != Reel::Search {
            self.film.iter_mut().for_each(Film::rest);
        }
        if let (Reel::Search, None, Some(watch), Ok(problem)) = (reel, &self.film, self.technique.watch, B::check(self.state())) {
            match Film::start(watch, problem, self.wake.clone()) {
                Ok(film) => self.film = Some(film),
                Err(error) => self.note_start(&Err(error)),
            }
        }
    }

    /// Where the timeline stands in a search or a game; none if it goes through answers.
    pub fn frame(&self) -> Option<Frame> {
        match self.reel() {
            Reel::Answers => None,
            Reel::Search => self.film.as_ref().map(|film| Frame { at: film.at(), known: film.known(), is_whole: film.is_whole() }),
            Reel::Game => {
                let known = self.moves as u64;
                let at = self.rewound.as_ref().map_or(known, |(moves, _)| *moves as u64);
                Some(Frame { at, known, is_whole: true })
            }
        }
    }

    /// The moment of the watched search that is shown.
    pub fn moment(&self) -> Option<&MomentOf<B>> {
        self.film.as_ref().filter(|_| self.reel() == Reel::Search)?.shown()
    }

    /// The moments of the watched search up to the one that is shown, at most so many; none if it is not shown.
    pub fn moments(&self, most: usize) -> impl Iterator<Item = &MomentOf<B>> {
        self.film.iter().filter(|_| self.reel() == Reel::Search).flat_map(move |film| film.up_to_shown(most))
    }

    /// What is to be said of what is shown: a hint, or what happens in a search or a game. Empty if there is nothing to say.
    pub fn remark(&self) -> String {
        match (self.shown_hint(), self.moment(), self.frame()) {
            (Some(Hint::Advice { message, .. } | Hint::Hopeless { reason: message }), ..) => message.clone(),
            (None, Some(moment), _) if moment.event == Event::DeadEnd => format!("Dead end: {}", moment.remark),
            (None, Some(moment), _) => moment.remark.clone(),
            (None, None, Some(Frame { at, known, .. })) if 0 < at && at < known && self.reel() == Reel::Game => {
                B::move_caption(self.document_state(), at as usize)
            }
            _ => String::new(),
        }
    }

    /// The places that a hint or a moment of a search is about.
    pub fn marks(&self) -> &[B::Spot] {
        match (self.shown_hint(), self.moment()) {
            (Some(Hint::Advice { spots, .. }), _) => spots,
            (None, Some(moment)) => &moment.spots,
            _ => &[],
        }
    }

    /// Whether the timeline has something to go through.
    pub fn can_step(&self) -> bool {
        self.cursor.is_some() || self.reel() != Reel::Answers
    }

    /// Where the timeline stands in the answers; none while there are no answers.
    pub fn cursor(&self) -> Option<Cursor> {
        self.cursor
    }

    /// What is shown on the board, and how many of its steps: an answer, or what a watched search has placed.
    pub fn shown(&self) -> Option<(&B::Answer, usize)> {
        match self.reel() {
            Reel::Answers => self.shown_answer(),
            Reel::Search => self.moment().map(|moment| (&moment.partial, B::steps(&moment.partial))),
            Reel::Game => None,
        }
    }

    pub(super) fn shown_answer(&self) -> Option<(&B::Answer, usize)> {
        let Cursor { answer, step } = self.cursor?;
        Some((self.listed_answer(answer)?, step))
    }

    /// In how many steps the shown answer is put on the board.
    pub fn steps(&self) -> usize {
        self.shown_answer().map_or(0, |(answer, _)| B::steps(answer))
    }

    /// Moves on the timeline by hand: what was playing stands still.
    pub fn step(&mut self, by: Move) {
        self.player.pause();
        self.move_cursor(by);
    }

    /// Shows this answer of the list at the step that is shown now.
    pub fn show_answer(&mut self, answer: usize) {
        if let Some(cursor) = self.cursor
            && answer < self.listed()
        {
            self.is_chosen = true;
            self.forget_wanted();
            if self.reel() != Reel::Answers {
                self.choose_reel(Reel::Answers);
            }
            self.cursor = Some(cursor.at_answer(answer, |index| self.listed_answer(index).map_or(0, B::steps)));
        }
    }

    /// Shows so many steps of the answer.
    pub fn show_step(&mut self, step: usize) {
        self.player.pause();
        self.is_chosen = true;
        let steps = self.steps();
        if let Some(cursor) = &mut self.cursor {
            cursor.step = step.min(steps);
        }
    }

    /// Shows so much of the search or the game.
    pub fn show_frame(&mut self, at: u64) {
        self.player.pause();
        self.go_to_frame(at);
    }

    /// The timeline's own movement.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// Sets the steps a second.
    pub fn set_speed(&mut self, speed: f32) {
        self.player.speed = speed;
    }

    /// Lets the timeline move by itself, or stops it; from the very end it begins again.
    pub fn play_or_pause(&mut self, now: Duration) {
        if self.player.is_playing() {
            self.player.pause();
        } else if self.can_step() {
            let is_at_end = match (self.frame(), self.cursor) {
                (Some(frame), _) => frame.is_whole && frame.at == frame.known,
                (None, Some(cursor)) => cursor.answer + 1 == self.listed() && cursor.step == self.steps(),
                (None, None) => false,
            };
            if is_at_end {
                self.move_cursor(Move::First);
            }
            self.player.play(now);
        }
    }

    /// Moves the timeline as far as it is due. Says how long until it moves again, if it plays.
    pub fn tick(&mut self, now: Duration) -> Option<Duration> {
        for _ in 0..self.player.steps_due(now) {
            // By itself it doesn't run ahead of the search.
            if self.awaits_moment() {
                break;
            }
            let before = (self.cursor, self.frame());
            self.move_cursor(Move::Forward);
            if (self.cursor, self.frame()) == before {
                // A search of which more will be known goes on then.
                if before.1.is_none_or(|frame| frame.is_whole) {
                    self.player.pause();
                }
                break;
            }
        }
        self.player.until_next(now)
    }

    fn move_cursor(&mut self, by: Move) {
        if let Some(Frame { at, known, .. }) = self.frame() {
            // A step goes on from the moment that was asked for, even if it isn't known yet: no key is lost.
            let watched = self.film.as_ref().filter(|_| self.reel() == Reel::Search);
            let at = watched.map_or(at, Film::asked);
            self.go_to_frame(match by {
                Move::First => 0,
                Move::Back => at.saturating_sub(1),
                Move::Forward => at + 1,
                Move::Last => known,
                Move::PreviousAnswer | Move::NextAnswer => at,
            });
        } else if let Some(cursor) = self.cursor {
            self.is_chosen = true;
            self.forget_wanted();
            self.cursor = Some(cursor.moved(by, self.listed(), |index| self.listed_answer(index).map_or(0, B::steps)));
        }
    }

    fn go_to_frame(&mut self, at: u64) {
        match self.reel() {
            Reel::Answers => {}
            Reel::Search => {
                let went = self.film.as_mut().map_or(Ok(()), |film| film.go_to(at));
                self.note_start(&went);
            }
            Reel::Game => self.rewind(at),
        }
    }

    /// Shows the position after so many of its moves; what was found belongs to the position that was shown before.
    fn rewind(&mut self, moves: u64) {
        let state = self.document_state();
        let to = usize::try_from(moves).ok().filter(|&moves| moves < self.moves);
        if to != self.rewound.as_ref().map(|(moves, _)| *moves) {
            self.rewound = to.map(|moves| (moves, B::rewound(state, moves)));
            let reel = self.reel();
            self.reconsider();
            self.reel = Some(reel);
        }
    }

    pub(super) fn catch_up_film(&mut self) {
        if let Some(Err(message)) = self.film.as_mut().map(Film::catch_up) {
            self.trouble = Some(format!("the search that is watched failed: {message}"));
        }
    }

    /// Whether the moment of the watched search that was asked for is on its way.
    pub(super) fn awaits_moment(&self) -> bool {
        self.film.as_ref().is_some_and(Film::is_awaited)
    }

    fn note_start(&mut self, outcome: &Result<(), NoThread>) {
        if let Err(error) = outcome {
            self.trouble = Some(error.to_string());
        }
    }
}
