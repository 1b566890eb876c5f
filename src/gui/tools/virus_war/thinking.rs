//! An opponent that thinks on a thread of its own, for a limited time.

use std::{
    io,
    ops::ControlFlow::{self, Break},
    time::{Duration, Instant},
};

use crate::{
    puzzles::virus_war::{
        opponent::{self, Level, Line},
        state::Problem,
        turn::Turn,
    },
    search::{Observer, Tally},
    workbench::job::{Job, Wake},
};

/// What comes of thinking.
#[derive(Clone, Debug)]
pub enum Thought {
    /// A better line than before.
    Better(Line),
    /// The last word: the turn, or none if there is no turn.
    Chosen(Option<Turn>),
}

/// Begins to think about the problem. The last thought comes when all was seen or the time is up.
///
/// # Errors
/// When the system refuses another thread.
pub fn begin(level: Level, problem: Problem, time: Duration, seed: u64, wake: Wake) -> io::Result<Job<Thought>> {
    Job::start("virus-war opponent".to_owned(), wake, move |observer| {
        let began = Instant::now();
        let chosen = opponent::choose(level, &problem, seed, &mut Limited { observer, began, time });
        observer.found(Thought::Chosen(chosen))
    })
}

/// Tells the observer of lines, and ends the search when the time is up.
struct Limited<'a> {
    observer: &'a mut dyn Observer<Thought>,
    began: Instant,
    time: Duration,
}

impl Observer<Line> for Limited<'_> {
    fn found(&mut self, line: Line) -> ControlFlow<()> {
        self.observer.found(Thought::Better(line))
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)?;
        if self.time <= self.began.elapsed() { Break(()) } else { ControlFlow::Continue(()) }
    }
}
