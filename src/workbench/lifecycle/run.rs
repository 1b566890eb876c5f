//! One search: what it is of, what it has found, and what it does.

use std::time::Duration;

use super::{CaughtUp, LONG, Shared};
use crate::{
    puzzle::{Puzzle, Technique},
    workbench::{
        job::{Job, Left, News, Progress},
        solutions::{Places, Solutions},
    },
};

/// At most this many solutions are taken in at once, so that the window never waits.
const SOLUTIONS_A_CALL: usize = 8 * 1024;

/// What a search does.
#[derive(Default)]
pub enum Search<A> {
    /// Nothing was asked for since the position changed.
    #[default]
    Idle,
    /// It runs.
    Running(Job<A>),
    /// It came to its end.
    Finished,
    /// It was stopped before its end, and can only begin again.
    Stopped,
    /// It was stopped before its end, and can go on.
    Paused,
    /// It failed, for this reason, and can only begin again.
    Crashed(String),
}

/// What is searched, and how.
pub struct Subject<P: Puzzle> {
    /// The position.
    pub state: P::State,
    /// The problem that it poses.
    pub problem: P::Problem,
    /// The way to search.
    pub technique: &'static Technique<P>,
}

/// Where a search can go on from.
pub struct Checkpoint<P: Puzzle> {
    /// No other checkpoint of the document has this number.
    pub number: u64,
    /// How many solutions were found until then.
    pub count: u64,
    /// What can be said of all of them.
    pub summary: P::Summary,
    /// What was left.
    pub left: Left,
}

/// All solutions of a problem.
pub struct Whole<P: Puzzle> {
    /// The problem.
    pub problem: P::Problem,
    /// Its solutions.
    pub solutions: Shared<P::Solution>,
}

impl<P: Puzzle> Clone for Whole<P> {
    fn clone(&self) -> Self {
        Self { problem: self.problem.clone(), solutions: self.solutions.clone() }
    }
}

/// One search.
pub(super) struct Run<P: Puzzle> {
    /// None while nothing was asked for.
    pub of: Option<Subject<P>>,
    pub search: Search<P::Solution>,
    pub solutions: Solutions<P::Solution>,
    pub summary: P::Summary,
    pub progress: Progress,
    /// None for a search that can't be paused, or has not come to its first.
    pub checkpoint: Option<Checkpoint<P>>,
    /// Whether somebody asked for a pause, or it comes from a file.
    pub is_wanted: bool,
    /// The longer list that the solutions are taken from, if they are.
    pub whole: Option<Whole<P>>,
}

impl<P: Puzzle> Default for Run<P> {
    fn default() -> Self {
        Self {
            of: None,
            search: Search::Idle,
            solutions: Solutions::default(),
            summary: P::Summary::default(),
            progress: Progress::default(),
            checkpoint: None,
            is_wanted: false,
            whole: None,
        }
    }
}

impl<P: Puzzle> Run<P> {
    pub fn can_pause(&self) -> bool {
        let has_tasks = self.whole.is_none() && self.of.as_ref().is_some_and(|of| of.technique.tasks.is_some());
        has_tasks && matches!(self.search, Search::Running(_))
    }

    /// All solutions of its problem, if it has found all and they are here.
    pub fn whole_found(&self) -> Option<Whole<P>> {
        let of = self.of.as_ref().filter(|_| self.whole.is_none() && matches!(self.search, Search::Finished))?;
        Some(Whole { problem: of.problem.clone(), solutions: self.solutions.all()? })
    }

    pub fn stop(&self) {
        if let Search::Running(job) = &self.search {
            job.stop();
        }
    }

    /// Whether it can go on, and its owner would miss it.
    pub fn is_worth_keeping(&self) -> bool {
        self.checkpoint.as_ref().is_some_and(|checkpoint| self.is_wanted || LONG <= checkpoint.left.elapsed)
    }

    pub fn extend(&mut self, found: Vec<P::Solution>) -> Places {
        for solution in &found {
            P::sum_up(&mut self.summary, solution);
        }
        self.solutions.extend(found, |solution| P::EXTRAS.rank(solution))
    }

    /// Takes in news; `checkpoints` counts those of all searches.
    pub fn catch_up(&mut self, checkpoints: &mut u64) -> CaughtUp {
        let (mut caught, mut found, mut taken) = (CaughtUp::default(), Vec::new(), 0);
        while let Search::Running(job) = &self.search {
            if SOLUTIONS_A_CALL <= taken {
                caught.may_be_more = true;
                break;
            }
            let news = job.news();
            self.progress = job.progress();
            let Some(news) = news else { break };
            let left = job.left();
            caught.has_news = true;
            if let News::Found(batch) = news {
                taken += batch.len();
                found.extend(batch);
                continue;
            }
            // All that comes after these solutions counts on them.
            caught.has_moved |= self.extend(std::mem::take(&mut found)) == Places::Changed;
            match news {
                News::Found(_) => {}
                News::Checkpoint(left) => self.make_checkpoint(left, checkpoints),
                News::Finished(elapsed) => caught.finished = self.finish(elapsed),
                News::Stopped => self.search = self.paused(left, checkpoints).unwrap_or(Search::Stopped),
                News::Crashed(message) => {
                    // What didn't fail is done; what did can be tried again.
                    self.is_wanted = true;
                    let paused = self.paused(left, checkpoints);
                    caught.failed = paused.is_some().then(|| message.clone());
                    self.search = paused.unwrap_or(Search::Crashed(message));
                }
            }
        }
        caught.has_moved |= self.extend(found) == Places::Changed;
        caught
    }

    fn finish(&mut self, elapsed: Duration) -> Option<Duration> {
        self.progress.elapsed = elapsed;
        self.search = Search::Finished;
        self.checkpoint = None;
        self.whole.is_none().then_some(elapsed)
    }

    fn paused(&mut self, left: Option<Left>, checkpoints: &mut u64) -> Option<Search<P::Solution>> {
        let left = left?;
        self.progress = left.progress();
        self.make_checkpoint(left, checkpoints);
        Some(Search::Paused)
    }

    fn make_checkpoint(&mut self, left: Left, checkpoints: &mut u64) {
        *checkpoints += 1;
        let (number, count, summary) = (*checkpoints, self.solutions.count(), self.summary.clone());
        self.checkpoint = Some(Checkpoint { number, count, summary, left });
    }
}
