//! The timeline of a session, which steps through solutions, a search trace, the moves of a game or a walkthrough.

use std::{
    ops::{ControlFlow, Range},
    sync::Arc,
    time::Duration,
};

use super::{Cause, Mode, Session};
use crate::{
    cursor::{Cursor, Move, Player, USUAL_SPEED},
    job::NoThread,
    step_list::{Source, StepList, TraceStepOf},
};
use base::{
    erased::{Erased, Solution, Spot, State},
    puzzle::{Steps, Walkthrough},
    search::{Event, Hint, Observer, StepCounter, Tally},
    text::grouped,
};

/// What the timeline steps through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Track {
    /// The steps of the solutions.
    Solutions,
    /// The steps of the search trace.
    Search,
    /// The moves of the game.
    Game,
    /// The steps of the puzzle's walkthrough with this index.
    Walkthrough(usize),
}

/// A move on the timeline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Go {
    /// To this track. A search trace starts at its beginning, and a walkthrough at its first step.
    Track(Track),
    /// By hand, which pauses the timeline.
    By(Move),
    /// To this solution of the list, at the current step, or to all of it if none was shown.
    Solution(usize),
    /// To this number of steps of the solution.
    Step(usize),
    /// To this place in the search trace, the game or the walkthrough.
    Frame(u64),
    /// On its own from now on, or not any more. From a finished solution, or at the very end of another track, it starts over.
    PlayOrPause(Duration),
    /// On its own at this speed, in steps per second, on the current track.
    Speed(f32),
}

/// The timeline's place in a search trace, a game or a walkthrough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The number of steps or moves up to this place.
    pub at: u64,
    /// The number of steps or moves known so far.
    pub known: u64,
    /// Whether there are no others.
    pub is_complete: bool,
}

/// A walkthrough with its steps, numbered from 1.
pub struct Told<'a> {
    /// What it is.
    pub walkthrough: &'static Walkthrough<Erased>,
    steps: &'a StepList,
    lead: u64,
}

impl<'a> Told<'a> {
    /// The sentence about all of the solution, once it is known; none if the walkthrough is about the position.
    pub fn heading(&self) -> Option<&'a TraceStepOf> {
        self.steps.step(self.lead).filter(|_| 0 < self.lead)
    }

    /// The step with this number, if it is kept.
    pub fn step(&self, number: u64) -> Option<&'a TraceStepOf> {
        self.steps.step(number + self.lead)
    }

    /// The number of the shown step; 0 before the first one.
    pub fn at(&self) -> u64 {
        self.steps.at().saturating_sub(self.lead)
    }

    /// The number of steps known so far.
    pub fn known(&self) -> u64 {
        self.steps.known().saturating_sub(self.lead)
    }

    /// Whether something is known already.
    pub fn has_begun(&self) -> bool {
        0 < self.steps.known()
    }

    /// Whether all steps are known.
    pub fn is_complete(&self) -> bool {
        self.steps.is_complete()
    }

    /// Whether steps are being worked out.
    pub fn is_running(&self) -> bool {
        self.steps.is_running()
    }
}

/// Where the timeline is, apart from the place in the solutions, and what moves it.
#[derive(Default)]
pub(super) struct Timeline {
    /// The track that the user chose.
    pub track: Option<Track>,
    /// The steps of the tracks that were worked out for the position.
    pub recorded: Vec<Recorded>,
    /// The number of moves that the position records, or those of the line that is shown.
    pub moves: usize,
    /// The number of moves and the position after them, while another position of the game is shown.
    pub rewound: Option<(usize, State)>,
    pub player: Player,
    /// The speed on each track that has another than the usual one.
    speeds: Vec<(Track, f32)>,
    /// For how many steps the timeline has rested on the finished solution that it shows.
    rested: u8,
}

/// The steps of a search trace or a walkthrough.
pub(super) struct Recorded {
    track: Track,
    /// The solution that the steps are about, or end in; none if they are about the position.
    of: Option<Solution>,
    pub steps: StepList,
}

/// For how many steps the timeline rests on a finished solution before it continues with the next.
const REST: u8 = 4;

impl Session {
    /// Returns whether this track is available. What would spoil a game is only there in Solve mode.
    pub fn has_track(&self, track: Track) -> bool {
        match track {
            Track::Solutions => true,
            Track::Search | Track::Walkthrough(_) if self.played.mode() == Mode::Play => false,
            Track::Search => self.technique.trace.is_ok() && self.can_search(),
            Track::Game => self.timeline.moves > 0,
            Track::Walkthrough(index) => match self.kind.extras.walkthroughs.get(index).map(|walkthrough| &walkthrough.steps) {
                _ if !self.can_search() => false,
                Some(Steps::OfPosition(_) | Steps::TowardsSolution(_)) => true,
                Some(Steps::OfSolution(_)) => self.listing.cursor.is_some(),
                None => false,
            },
        }
    }

    /// Returns the walkthrough whose track this is.
    pub fn walkthrough(&self, track: Track) -> Option<&'static Walkthrough<Erased>> {
        let Track::Walkthrough(index) = track else { return None };
        self.kind.extras.walkthroughs.get(index)
    }

    /// Returns the current track: the chosen one, or else a game if there are no solutions, or else the solutions.
    pub fn track(&self) -> Track {
        let is_only_game = self.listing.cursor.is_none() && self.has_track(Track::Game);
        self.timeline.track.filter(|&track| self.has_track(track)).unwrap_or(if is_only_game { Track::Game } else { Track::Solutions })
    }

    /// Moves on the timeline.
    pub fn go(&mut self, go: Go) {
        match go {
            Go::Track(track) => self.choose_track(track),
            Go::By(by) => self.step(by),
            Go::Solution(solution) => self.show_solution(solution),
            Go::Step(step) => self.show_step(step),
            Go::Frame(at) => {
                self.timeline.player.pause();
                self.go_to_frame(at);
            }
            Go::PlayOrPause(now) => self.play_or_pause(now),
            Go::Speed(speed) => {
                let track = self.track();
                self.timeline.speeds.retain(|(other, _)| *other != track);
                self.timeline.speeds.push((track, speed));
            }
        }
    }

    pub(super) fn choose_track(&mut self, track: Track) {
        self.timeline.player.pause();
        if track != Track::Game && self.kind.board_extras.lines().is_none() {
            self.rewind(u64::MAX);
        }
        self.set_track(track);
        let of = self.solution_of(track).cloned();
        let is_known = |recorded: &Recorded| recorded.track == track && recorded.of == of;
        if self.timeline.recorded.iter().any(is_known) {
            return;
        }
        let Some(source) = self.source(track) else { return };
        let wake = self.wake.clone();
        let started = match track {
            Track::Search => StepList::start(format!("{} trace", self.kind.key), source, wake),
            _ => StepList::start(format!("{} walkthrough", self.kind.key), source, wake).and_then(|mut steps| {
                // It has something to say at once.
                steps.go_to(1)?;
                Ok(steps)
            }),
        };
        match started {
            Ok(steps) => {
                self.timeline.recorded.retain(|recorded| recorded.track != track);
                self.timeline.recorded.push(Recorded { track, of, steps });
            }
            Err(error) => self.note_start(&Err(error)),
        }
    }

    /// The solution that the steps of this track are about, or end in.
    fn solution_of(&self, track: Track) -> Option<&Solution> {
        let depends = self.walkthrough(track).is_some_and(|walkthrough| !matches!(walkthrough.steps, Steps::OfPosition(_)));
        self.shown_solution().filter(|_| depends).map(|(solution, _)| solution)
    }

    /// What works out the steps of this track; none if it has no steps now, or they need no work.
    fn source(&self, track: Track) -> Option<Source> {
        if !self.has_track(track) {
            return None;
        }
        let problem = (self.kind.check)(self.state()).ok()?;
        if track == Track::Search {
            let trace = self.technique.trace.ok()?;
            return Some(Arc::new(move |range, observer| trace(&problem, range, observer)));
        }
        match self.walkthrough(track)?.steps {
            Steps::OfPosition(steps) => {
                Some(Arc::new(move |range, observer| numbered(range, observer, |observer| steps(&problem, observer))))
            }
            Steps::TowardsSolution(steps) => {
                let solution = self.solution_of(track).cloned();
                Some(Arc::new(move |range, observer| numbered(range, observer, |observer| steps(&problem, solution.as_ref(), observer))))
            }
            Steps::OfSolution(steps) => {
                let solution = self.solution_of(track)?.clone();
                Some(Arc::new(move |range, observer| numbered(range, observer, |observer| steps(&problem, &solution, observer))))
            }
        }
    }

    /// Changes the track, and nothing of what is shown on it.
    fn set_track(&mut self, track: Track) {
        self.timeline.track = Some(track);
        self.timeline.recorded.iter_mut().filter(|recorded| recorded.track != track).for_each(|recorded| recorded.steps.stop());
    }

    /// The steps of the search trace or the walkthrough on the current track.
    fn recorded(&self) -> Option<&StepList> {
        let track = self.track();
        self.timeline.recorded.iter().find(|recorded| recorded.track == track).map(|recorded| &recorded.steps)
    }

    /// Returns the steps of the walkthrough that is shown, with what it is.
    pub fn told(&self) -> Option<Told<'_>> {
        let (walkthrough, steps) = self.walkthrough(self.track()).zip(self.recorded())?;
        Some(Told { walkthrough, steps, lead: self.lead() })
    }

    /// Returns the solution that the walkthrough that is shown is about: what it is called, and the solution as text.
    pub fn told_solution(&self) -> Option<(String, String)> {
        let solution = self.recorded_solution()?;
        let number = self.cursor()?.solution as u64 + 1;
        let name = format!("{} {} of {}", self.noun().0, grouped(number), grouped(self.listed() as u64));
        Some((name, (self.kind.write_text)(&self.kind.board_extras.adopt(self.state(), solution)?)))
    }

    /// How many steps of the current track come before its first one: a walkthrough of a solution begins with a sentence about all of it.
    fn lead(&self) -> u64 {
        self.walkthrough(self.track()).map_or(0, |walkthrough| u64::from(!walkthrough.steps.explain_position()))
    }

    /// Returns the place in a search trace, a game or a walkthrough, or `None` if the track is the solutions.
    pub fn frame(&self) -> Option<Frame> {
        match self.track() {
            Track::Solutions => None,
            Track::Search | Track::Walkthrough(_) => {
                let without_lead = |steps: u64| steps.saturating_sub(self.lead());
                let frame = |steps: &StepList| Frame {
                    at: without_lead(steps.at()),
                    known: without_lead(steps.known()),
                    is_complete: steps.is_complete(),
                };
                self.recorded().map(frame)
            }
            Track::Game => {
                let known = self.timeline.moves as u64;
                let at = match self.kind.board_extras.lines() {
                    Some(lines) => (lines.place)(self.state()) as u64,
                    None => self.timeline.rewound.as_ref().map_or(known, |(moves, _)| *moves as u64),
                };
                Some(Frame { at, known, is_complete: true })
            }
        }
    }

    /// Returns the step of the search trace or the walkthrough that is shown.
    pub fn recorded_step(&self) -> Option<&TraceStepOf> {
        self.recorded()?.shown()
    }

    /// Returns up to `most` steps of the search trace or the walkthrough that end with the one that is shown; none if neither is shown.
    pub fn recorded_steps(&self, most: usize) -> impl Iterator<Item = &TraceStepOf> {
        self.recorded().into_iter().flat_map(move |steps| steps.up_to_shown(most))
    }

    /// Returns the remark on what is shown: a hint, or what happens in a search trace, a game or a walkthrough; may be empty.
    pub fn remark(&self) -> String {
        match (self.hints.shown(), self.recorded_step(), self.frame()) {
            (Some(Hint::Advice { message, .. } | Hint::DeadEnd { reason: message, .. }), ..) => message.clone(),
            (None, Some(step), _) if step.event == Event::DeadEnd && self.track() == Track::Search => format!("Dead end: {}", step.remark),
            (None, Some(step), _) => step.remark.clone(),
            (None, None, Some(Frame { at, known, .. })) if 0 < at && at < known && self.track() == Track::Game => {
                self.kind.board_extras.record.as_ref().map_or_else(String::new, |record| (record.caption)(self.line(), at as usize))
            }
            _ => String::new(),
        }
    }

    /// Returns the places that the remark is about.
    pub(super) fn marks(&self) -> &[Spot] {
        match (self.hints.shown(), self.recorded_step()) {
            (Some(Hint::Advice { spots, .. } | Hint::DeadEnd { spots, .. }), _) => spots,
            (None, Some(step)) => &step.spots,
            (None, None) => {
                let dead_end = || self.played.dead_end().filter(|_| self.shows_mistakes).map(|flaw| &flaw.spots[..]);
                self.played.miss().map(|miss| &miss.spots[..]).or_else(dead_end).unwrap_or_default()
            }
        }
    }

    /// Returns whether the timeline can go to the previous or the next solution.
    pub fn can_change_solution(&self) -> bool {
        self.cursor().is_some() && (self.track() == Track::Solutions || self.solution_of(self.track()).is_some())
    }

    /// Returns whether the timeline has any steps.
    pub fn can_step(&self) -> bool {
        self.listing.cursor.is_some() || self.track() != Track::Solutions
    }

    /// Returns the place in the solutions, or `None` if there are no solutions.
    pub fn cursor(&self) -> Option<Cursor> {
        self.listing.cursor
    }

    /// Returns what is shown on the board with its number of steps: a solution, or the partial one of a search trace or a
    /// walkthrough. A walkthrough begins with the solution that it is about.
    pub fn shown(&self) -> Option<(&Solution, usize)> {
        match self.track() {
            _ if self.played.hides_results() => None,
            Track::Solutions => self.shown_solution(),
            Track::Search | Track::Walkthrough(_) => match self.recorded_step() {
                Some(step) => Some((&step.partial, (self.kind.steps)(&step.partial))),
                None => self.recorded_solution().map(|solution| (solution, (self.kind.steps)(solution))),
            },
            Track::Game => None,
        }
    }

    /// The solution that the walkthrough that is shown is about.
    fn recorded_solution(&self) -> Option<&Solution> {
        let track = self.track();
        self.walkthrough(track).filter(|walkthrough| matches!(walkthrough.steps, Steps::OfSolution(_)))?;
        self.timeline.recorded.iter().find(|recorded| recorded.track == track)?.of.as_ref()
    }

    /// Returns whether steps of a solution are on the board.
    pub fn is_solution_shown(&self) -> bool {
        self.track() == Track::Solutions && self.listing.cursor.is_some_and(|cursor| 0 < cursor.step)
    }

    pub(super) fn shown_solution(&self) -> Option<(&Solution, usize)> {
        let Cursor { solution, step } = self.listing.cursor?;
        Some((self.listed_solution(solution)?, step))
    }

    /// Returns the number of steps of the shown solution.
    pub fn steps(&self) -> usize {
        self.shown_solution().map_or(0, |(solution, _)| (self.kind.steps)(solution))
    }

    pub(super) fn step(&mut self, by: Move) {
        self.timeline.player.pause();
        self.move_cursor(by);
    }

    pub(super) fn show_solution(&mut self, solution: usize) {
        if let Some(cursor) = self.listing.cursor
            && solution < self.listed()
        {
            self.listing.is_chosen = true;
            self.forget_wanted();
            if self.track() != Track::Solutions {
                // The list belongs to the position that is shown, which may be an earlier one of a game: so that stays.
                self.timeline.player.pause();
                self.set_track(Track::Solutions);
            }
            let steps = |index| self.listed_solution(index).map_or(0, self.kind.steps);
            self.listing.cursor = Some(match cursor.step {
                0 => Cursor { solution, step: steps(solution) },
                _ => cursor.at_solution(solution, steps),
            });
        }
    }

    pub(super) fn show_step(&mut self, step: usize) {
        self.timeline.player.pause();
        self.listing.is_chosen = true;
        let steps = self.steps();
        if let Some(cursor) = &mut self.listing.cursor {
            cursor.step = step.min(steps);
        }
    }

    /// Returns the player that moves the timeline.
    pub fn player(&self) -> &Player {
        &self.timeline.player
    }

    /// Returns the speed of the timeline on the current track, in steps per second.
    pub fn speed(&self) -> f32 {
        let track = self.track();
        self.timeline.speeds.iter().find(|(other, _)| *other == track).map_or(USUAL_SPEED, |(_, speed)| *speed)
    }

    /// Whether all steps of a solution are shown.
    fn is_solution_finished(&self) -> bool {
        self.track() == Track::Solutions && self.listing.cursor.is_some_and(|cursor| cursor.step == self.steps())
    }

    pub(super) fn play_or_pause(&mut self, now: Duration) {
        if self.timeline.player.is_playing() {
            self.timeline.player.pause();
        } else if self.can_step() {
            let is_at_end = match self.frame() {
                Some(frame) => frame.is_complete && frame.at == frame.known,
                None => self.is_solution_finished(),
            };
            if is_at_end {
                self.move_cursor(Move::First);
            }
            self.timeline.rested = 0;
            self.timeline.player.play(now);
        }
    }

    /// Moves the timeline by the steps that are due. Returns the time until its next step if it is playing.
    pub fn tick(&mut self, now: Duration) -> Option<Duration> {
        for _ in 0..self.timeline.player.steps_due(now, self.speed()) {
            // Playing doesn't run ahead of the search.
            if self.awaits_step() {
                break;
            }
            let is_last = self.listing.cursor.is_some_and(|cursor| cursor.solution + 1 == self.listed());
            if self.is_solution_finished() && !is_last && self.timeline.rested < REST {
                self.timeline.rested += 1;
                continue;
            }
            self.timeline.rested = 0;
            let before = (self.listing.cursor, self.frame());
            self.move_cursor(Move::Forward);
            if (self.listing.cursor, self.frame()) == before {
                // At the end of the known steps of a running search it waits for more.
                if before.1.is_none_or(|frame| frame.is_complete) {
                    self.timeline.player.pause();
                }
                break;
            }
        }
        self.timeline.player.until_next(now)
    }

    fn move_cursor(&mut self, by: Move) {
        let track = self.track();
        if matches!(by, Move::PreviousSolution | Move::NextSolution) && self.solution_of(track).is_some() {
            // The walkthrough of another solution.
            self.set_track(Track::Solutions);
            self.move_cursor(by);
            self.choose_track(track);
            return;
        }
        if let Some(Frame { at, known, .. }) = self.frame() {
            // Starts from the step that was asked for, even if it isn't known yet, so that no key press is lost.
            let at = self.recorded().map_or(at, |steps| steps.asked().saturating_sub(self.lead()));
            self.go_to_frame(match by {
                Move::First => 0,
                Move::Back => at.saturating_sub(1),
                Move::Forward => at + 1,
                Move::Last => known,
                Move::PreviousSolution | Move::NextSolution => at,
            });
        } else if let Some(cursor) = self.listing.cursor {
            self.listing.is_chosen = true;
            self.forget_wanted();
            let moved = cursor.moved(by, self.listed(), |index| self.listed_solution(index).map_or(0, self.kind.steps));
            if matches!(by, Move::PreviousSolution | Move::NextSolution) {
                // As a click in the list: also where only the position was shown before.
                self.show_solution(moved.solution);
            } else {
                self.listing.cursor = Some(moved);
            }
        }
    }

    fn go_to_frame(&mut self, at: u64) {
        match self.track() {
            Track::Solutions => {}
            track @ (Track::Search | Track::Walkthrough(_)) => {
                let at = at + self.lead();
                let recorded = self.timeline.recorded.iter_mut().find(|recorded| recorded.track == track);
                let outcome = recorded.map_or(Ok(()), |recorded| recorded.steps.go_to(at));
                self.note_start(&outcome);
            }
            Track::Game => self.rewind(at),
        }
    }

    /// Shows the position after this many moves.
    fn rewind(&mut self, moves: u64) {
        let moves = usize::try_from(moves).map_or(self.timeline.moves, |moves| moves.min(self.timeline.moves));
        self.look(self.kind.board_extras.rewound(self.line(), moves));
    }

    /// The position with all moves of the line that the timeline goes through.
    fn line(&self) -> &State {
        if self.kind.board_extras.lines().is_some() { self.state() } else { self.document_state() }
    }

    /// Shows this position of the game, which isn't an edit. The solutions belong to the position shown before, so they are set aside.
    pub(super) fn look(&mut self, state: State) {
        if state == *self.state() {
            return;
        }
        let (track, before) = (self.track(), self.state().clone());
        let is_document = state == *self.document_state();
        let lines = self.kind.board_extras.lines();
        let place = lines.map_or_else(|| self.kind.board_extras.moves(&state), |lines| (lines.place)(&state));
        self.timeline.rewound = (!is_document).then_some((place, state));
        if lines.is_some() {
            self.timeline.moves = self.kind.board_extras.moves(self.state());
        }
        self.reconsider();
        self.timeline.track = Some(track);
        self.events.push(super::Event::Edited { cause: Cause::Timeline, before });
    }

    pub(super) fn catch_up_steps(&mut self) {
        let failures: Vec<(Track, String)> =
            self.timeline.recorded.iter_mut().filter_map(|recorded| Some((recorded.track, recorded.steps.catch_up().err()?))).collect();
        for (track, message) in failures {
            let what = self.walkthrough(track).map_or("search trace".to_owned(), |walkthrough| walkthrough.title.to_lowercase());
            self.warn(format!("the {what} failed: {message}"));
        }
    }

    /// Returns whether the step of a search trace or a walkthrough that was asked for isn't there yet.
    pub(super) fn awaits_step(&self) -> bool {
        self.timeline.recorded.iter().any(|recorded| recorded.steps.is_awaited())
    }

    /// Returns whether steps are being worked out.
    pub(super) fn is_recording(&self) -> bool {
        self.timeline.recorded.iter().any(|recorded| recorded.steps.is_running())
    }

    /// Stops working out steps until another one is asked for.
    pub(super) fn stop_recording(&mut self) {
        self.timeline.recorded.iter_mut().for_each(|recorded| recorded.steps.stop());
    }

    fn note_start(&mut self, outcome: &Result<(), NoThread>) {
        if let Err(error) = outcome {
            self.warn(error.to_string());
        }
    }
}

/// Runs a walkthrough and passes on the steps whose numbers are in the range. Returns the number of all steps.
fn numbered(
    range: Range<u64>,
    observer: &mut dyn Observer<TraceStepOf>,
    steps: impl FnOnce(&mut dyn Observer<TraceStepOf>) -> ControlFlow<()>,
) -> ControlFlow<(), u64> {
    let mut numbered = Numbered { counter: StepCounter::new(range), observer };
    steps(&mut numbered)?;
    ControlFlow::Continue(numbered.counter.steps())
}

/// Counts steps, and passes some of them on.
struct Numbered<'a> {
    counter: StepCounter,
    observer: &'a mut dyn Observer<TraceStepOf>,
}

impl Observer<TraceStepOf> for Numbered<'_> {
    fn found(&mut self, step: TraceStepOf) -> ControlFlow<()> {
        if self.counter.count() { self.observer.found(step) } else { ControlFlow::Continue(()) }
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}
