//! The timeline of a session: through solutions, through a search step by step, or through the moves of a game.

use std::time::Duration;

use super::Session;
use crate::{
    board::Board,
    search::{Event, Hint},
    workbench::{
        cursor::{Cursor, Move, Player},
        job::NoThread,
        search_trace::{SearchTrace, TraceStepOf},
    },
};

/// What the timeline goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Track {
    /// The solutions, step by step.
    Solutions,
    /// The search, step by step.
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
    pub fn has_track(&self, track: Track) -> bool {
        match track {
            Track::Solutions => true,
            Track::Search => self.technique.trace.is_ok() && self.can_search(),
            Track::Game => self.moves > 0,
        }
    }

    /// What the timeline goes through: what was chosen, or else the solutions, or else a game.
    pub fn track(&self) -> Track {
        let is_left_to_game = self.cursor.is_none() && self.has_track(Track::Game);
        self.track.filter(|&track| self.has_track(track)).unwrap_or(if is_left_to_game { Track::Game } else { Track::Solutions })
    }

    /// Lets the timeline go through something else. A search is watched from its beginning.
    pub fn choose_track(&mut self, track: Track) {
        self.player.pause();
        if track != Track::Game {
            self.rewind(u64::MAX);
        }
        self.track = Some(track);
        if track != Track::Search {
            self.search_trace.iter_mut().for_each(SearchTrace::rest);
        }
        if let (Track::Search, None, Ok(trace), Ok(problem)) = (track, &self.search_trace, self.technique.trace, B::check(self.state())) {
            match SearchTrace::start(trace, problem, self.wake.clone()) {
                Ok(trace) => self.search_trace = Some(trace),
                Err(error) => self.note_start(&Err(error)),
            }
        }
    }

    /// Where the timeline stands in a search or a game; none if it goes through solutions.
    pub fn frame(&self) -> Option<Frame> {
        match self.track() {
            Track::Solutions => None,
            Track::Search => {
                self.search_trace.as_ref().map(|trace| Frame { at: trace.at(), known: trace.known(), is_whole: trace.is_whole() })
            }
            Track::Game => {
                let known = self.moves as u64;
                let at = self.rewound.as_ref().map_or(known, |(moves, _)| *moves as u64);
                Some(Frame { at, known, is_whole: true })
            }
        }
    }

    /// The step of the watched search that is shown.
    pub fn trace_step(&self) -> Option<&TraceStepOf<B>> {
        self.search_trace.as_ref().filter(|_| self.track() == Track::Search)?.shown()
    }

    /// The steps of the watched search up to the one that is shown, at most so many; none if it is not shown.
    pub fn trace_steps(&self, most: usize) -> impl Iterator<Item = &TraceStepOf<B>> {
        self.search_trace.iter().filter(|_| self.track() == Track::Search).flat_map(move |trace| trace.up_to_shown(most))
    }

    /// What is to be said of what is shown: a hint, or what happens in a search or a game. Empty if there is nothing to say.
    pub fn remark(&self) -> String {
        match (self.shown_hint(), self.trace_step(), self.frame()) {
            (Some(Hint::Advice { message, .. } | Hint::Hopeless { reason: message }), ..) => message.clone(),
            (None, Some(step), _) if step.event == Event::DeadEnd => format!("Dead end: {}", step.remark),
            (None, Some(step), _) => step.remark.clone(),
            (None, None, Some(Frame { at, known, .. })) if 0 < at && at < known && self.track() == Track::Game => {
                B::BOARD_EXTRAS.record.map_or_else(String::new, |record| (record.caption)(self.document_state(), at as usize))
            }
            _ => String::new(),
        }
    }

    /// The places that a hint or a step of a search is about.
    pub fn marks(&self) -> &[B::Spot] {
        match (self.shown_hint(), self.trace_step()) {
            (Some(Hint::Advice { spots, .. }), _) => spots,
            (None, Some(step)) => &step.spots,
            _ => &[],
        }
    }

    /// Whether the timeline has something to go through.
    pub fn can_step(&self) -> bool {
        self.cursor.is_some() || self.track() != Track::Solutions
    }

    /// Where the timeline stands in the solutions; none while there are no solutions.
    pub fn cursor(&self) -> Option<Cursor> {
        self.cursor
    }

    /// What is shown on the board, and how many of its steps: a solution, or what a watched search has placed.
    pub fn shown(&self) -> Option<(&B::Solution, usize)> {
        match self.track() {
            Track::Solutions => self.shown_solution(),
            Track::Search => self.trace_step().map(|step| (&step.partial, B::steps(&step.partial))),
            Track::Game => None,
        }
    }

    pub(super) fn shown_solution(&self) -> Option<(&B::Solution, usize)> {
        let Cursor { solution, step } = self.cursor?;
        Some((self.listed_solution(solution)?, step))
    }

    /// In how many steps the shown solution is put on the board.
    pub fn steps(&self) -> usize {
        self.shown_solution().map_or(0, |(solution, _)| B::steps(solution))
    }

    /// Moves on the timeline by hand: what was playing stands still.
    pub fn step(&mut self, by: Move) {
        self.player.pause();
        self.move_cursor(by);
    }

    /// Shows this solution of the list at the step that is shown now.
    pub fn show_solution(&mut self, solution: usize) {
        if let Some(cursor) = self.cursor
            && solution < self.listed()
        {
            self.is_chosen = true;
            self.forget_wanted();
            if self.track() != Track::Solutions {
                self.choose_track(Track::Solutions);
            }
            self.cursor = Some(cursor.at_solution(solution, |index| self.listed_solution(index).map_or(0, B::steps)));
        }
    }

    /// Shows so many steps of the solution.
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
                (None, Some(cursor)) => cursor.solution + 1 == self.listed() && cursor.step == self.steps(),
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
            // A step goes on from the step that was asked for, even if it isn't known yet: no key is lost.
            let watched = self.search_trace.as_ref().filter(|_| self.track() == Track::Search);
            let at = watched.map_or(at, SearchTrace::asked);
            self.go_to_frame(match by {
                Move::First => 0,
                Move::Back => at.saturating_sub(1),
                Move::Forward => at + 1,
                Move::Last => known,
                Move::PreviousSolution | Move::NextSolution => at,
            });
        } else if let Some(cursor) = self.cursor {
            self.is_chosen = true;
            self.forget_wanted();
            self.cursor = Some(cursor.moved(by, self.listed(), |index| self.listed_solution(index).map_or(0, B::steps)));
        }
    }

    fn go_to_frame(&mut self, at: u64) {
        match self.track() {
            Track::Solutions => {}
            Track::Search => {
                let went = self.search_trace.as_mut().map_or(Ok(()), |trace| trace.go_to(at));
                self.note_start(&went);
            }
            Track::Game => self.rewind(at),
        }
    }

    /// Shows the position after so many of its moves; what was found belongs to the position that was shown before.
    fn rewind(&mut self, moves: u64) {
        let state = self.document_state();
        let to = usize::try_from(moves).ok().filter(|&moves| moves < self.moves);
        if to != self.rewound.as_ref().map(|(moves, _)| *moves) {
            self.rewound = to.map(|moves| (moves, B::BOARD_EXTRAS.rewound(state, moves)));
            let track = self.track();
            self.reconsider();
            self.track = Some(track);
        }
    }

    pub(super) fn catch_up_film(&mut self) {
        if let Some(Err(message)) = self.search_trace.as_mut().map(SearchTrace::catch_up) {
            self.trouble = Some(format!("the search that is watched failed: {message}"));
        }
    }

    /// Whether the step of the watched search that was asked for is on its way.
    pub(super) fn awaits_moment(&self) -> bool {
        self.search_trace.as_ref().is_some_and(SearchTrace::is_awaited)
    }

    fn note_start(&mut self, outcome: &Result<(), NoThread>) {
        if let Err(error) = outcome {
            self.trouble = Some(error.to_string());
        }
    }
}
