//! One search: its subject, its state and what it has found.

use std::time::Duration;

use super::{CaughtUp, LONG};
use crate::{
    job::{Job, News, PoolCheckpoint, Progress},
    solutions::{Places, Shelf, Solutions},
};
use base::{
    erased::{Erased, Kind, Problem, Solution, State, Summary},
    puzzle::Technique,
    text::counted,
};

/// At most this many solutions are taken in at once, so that the window doesn't stutter.
const SOLUTIONS_A_CALL: usize = 8 * 1024;

/// The state of a search.
#[derive(Default)]
pub enum Search<A> {
    /// No search was started for the position.
    #[default]
    Idle,
    /// It is running.
    Running(Job<A>),
    /// It has finished.
    Finished,
    /// It was stopped, and can only start over.
    Stopped,
    /// It was paused, and can be resumed.
    Paused,
    /// It failed for this reason, and can only start over.
    Failed(String),
}

/// What is searched, and how.
pub struct Subject {
    /// The position.
    pub state: State,
    /// The problem of the position.
    pub problem: Problem,
    /// The technique.
    pub technique: &'static Technique<Erased>,
}

/// What a search can be resumed from.
pub struct Checkpoint {
    /// A number that is unique in the document; later checkpoints have higher numbers.
    pub number: u64,
    /// The number of solutions found so far.
    pub count: u64,
    /// Their summary.
    pub summary: Summary,
    /// The remaining tasks and the work so far.
    pub pool: PoolCheckpoint,
}

/// All solutions of a problem.
pub struct CompleteList {
    /// The problem.
    pub problem: Problem,
    /// Its solutions.
    pub solutions: Shelf<Solution>,
}

impl Clone for CompleteList {
    fn clone(&self) -> Self {
        Self { problem: self.problem.clone(), solutions: self.solutions.clone() }
    }
}

/// One search.
pub(super) struct Run {
    pub kind: &'static Kind,
    /// What it searches, or `None` if no search was started.
    pub subject: Option<Subject>,
    pub search: Search<Solution>,
    pub solutions: Solutions<Solution>,
    pub summary: Summary,
    pub progress: Progress,
    /// The last checkpoint; `None` if the search can't be paused or hasn't made one yet.
    pub checkpoint: Option<Checkpoint>,
    /// Whether the user paused it or it comes from a file, so that it is worth keeping however short it was.
    pub must_keep: bool,
    /// Whether the user asked for it, so that the log says how it ends.
    pub is_requested: bool,
    /// The complete list that the solutions were filtered from, if they were.
    pub filtered_from: Option<CompleteList>,
    /// The solution that was shown when the search was set aside, by its index among those kept, and the number of its steps.
    pub place: Option<(usize, usize)>,
}

impl Run {
    /// No search.
    pub fn new(kind: &'static Kind) -> Self {
        Self {
            kind,
            subject: None,
            search: Search::Idle,
            solutions: Solutions::default(),
            summary: (kind.summary)(),
            progress: Progress::default(),
            checkpoint: None,
            must_keep: false,
            is_requested: false,
            filtered_from: None,
            place: None,
        }
    }

    pub fn can_pause(&self) -> bool {
        let has_tasks = self.filtered_from.is_none() && self.subject.as_ref().is_some_and(|subject| subject.technique.tasks.is_some());
        has_tasks && matches!(self.search, Search::Running(_))
    }

    /// Returns all solutions of its problem, if it has found and kept them all.
    pub fn complete_list(&self) -> Option<CompleteList> {
        let subject = self.subject.as_ref().filter(|_| self.filtered_from.is_none() && matches!(self.search, Search::Finished))?;
        Some(CompleteList { problem: subject.problem.clone(), solutions: self.solutions.all()? })
    }

    /// Returns whether both search the same position by the same technique.
    pub fn has_subject_of(&self, other: &Self) -> bool {
        let key = |subject: &Subject| subject.technique.key;
        self.subject.as_ref().zip(other.subject.as_ref()).is_some_and(|(one, other)| key(one) == key(other) && one.state == other.state)
    }

    pub fn stop(&self) {
        if let Search::Running(job) = &self.search {
            job.stop();
        }
    }

    /// Returns whether it should be saved: what can be resumed, or the result of what took long.
    pub fn is_worth_keeping(&self) -> bool {
        self.checkpoint.as_ref().is_some_and(|checkpoint| self.must_keep || LONG <= checkpoint.pool.elapsed)
    }

    pub fn extend(&mut self, found: Vec<Solution>) -> Places {
        for solution in &found {
            (self.kind.add_to_summary)(&mut self.summary, solution);
        }
        self.solutions.extend(found, |solution| self.kind.extras.rank(solution))
    }

    /// Takes in news. `checkpoints` is the number of checkpoints of all searches.
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
            let remaining = job.checkpoint();
            caught.has_news = true;
            if let News::Found(batch) = news {
                taken += batch.len();
                found.extend(batch);
                continue;
            }
            // Later news depend on these solutions.
            caught.has_moved |= self.extend(std::mem::take(&mut found)) == Places::Changed;
            let end = end_of(&news);
            match news {
                News::Found(_) => {}
                News::Checkpoint(pool) => self.make_checkpoint(pool, checkpoints),
                News::Finished(elapsed) => caught.finished = self.finish(elapsed, checkpoints),
                News::Stopped => self.search = self.paused(remaining, checkpoints).unwrap_or(Search::Stopped),
                News::Failed(message) => {
                    // The other tasks are done, and those that failed can be retried.
                    self.must_keep = true;
                    let paused = self.paused(remaining, checkpoints);
                    caught.failed = paused.is_some().then(|| message.clone());
                    self.search = paused.unwrap_or(Search::Failed(message));
                }
            }
            end.filter(|_| self.is_requested).into_iter().for_each(|end| self.log(&end));
        }
        caught.has_moved |= self.extend(found) == Places::Changed;
        caught
    }

    /// Logs that the search has ended like this.
    fn log(&self, end: &str) {
        let (technique, found) = (self.subject.as_ref().map_or("", |subject| subject.technique.key), self.solutions.count());
        let elapsed = self.progress.elapsed.as_secs_f64();
        log::info!("{} search by {technique} {end} after {elapsed:.3} s with {}", self.kind.key, counted(found, "solution"));
    }

    fn finish(&mut self, elapsed: Duration, checkpoints: &mut u64) -> Option<Duration> {
        self.progress.elapsed = elapsed;
        self.checkpoint = None;
        // What took long is saved as a search in which nothing remains to be done.
        if self.can_pause() && (self.must_keep || LONG <= elapsed) {
            self.make_checkpoint(PoolCheckpoint::finished(self.progress.tally.clone(), elapsed), checkpoints);
        }
        self.search = Search::Finished;
        self.filtered_from.is_none().then_some(elapsed)
    }

    fn paused(&mut self, pool: Option<PoolCheckpoint>, checkpoints: &mut u64) -> Option<Search<Solution>> {
        let pool = pool?;
        self.progress = pool.progress();
        self.make_checkpoint(pool, checkpoints);
        Some(Search::Paused)
    }

    fn make_checkpoint(&mut self, pool: PoolCheckpoint, checkpoints: &mut u64) {
        *checkpoints += 1;
        let (number, count, summary) = (*checkpoints, self.solutions.count(), self.summary.clone());
        self.checkpoint = Some(Checkpoint { number, count, summary, pool });
    }
}

/// How a search ends by this news, if it does.
fn end_of<A>(news: &News<A>) -> Option<String> {
    match news {
        News::Finished(_) => Some("finished".to_owned()),
        News::Stopped => Some("stopped".to_owned()),
        News::Failed(message) => Some(format!("failed ({message})")),
        News::Found(_) | News::Checkpoint(_) => None,
    }
}
