//! A search on several threads, which can be kept in a save file while it runs.

use std::{
    path::Path,
    sync::{Arc, mpsc},
    time::Duration,
};

use super::{
    Failure,
    gather::{Deadline, Gathered, Gatherer},
    input::complaint,
};
use crate::{
    puzzle::{Puzzle, Tasks, Technique},
    search::Observer,
    workbench::{
        file::{self, Document},
        file_error::{FileError, alternatives},
        job::{self, Job, News, PoolCheckpoint},
        paused::{PausedSearch, Resumable},
    },
};

/// The search is written so often; more work than that is not lost.
const KEEP_EVERY: Duration = Duration::from_secs(1);
/// The deadline is looked at so often.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// A search that is to be run on threads.
pub struct PooledSearch<'a, P: Puzzle> {
    /// The position, as its file has it.
    pub document: &'a Document<P::State>,
    /// What is searched.
    pub problem: &'a P::Problem,
    /// How.
    pub technique: &'static Technique<P>,
    /// On how many threads.
    pub threads: usize,
    /// How many solutions are kept.
    pub limit: usize,
    /// When it is to stop.
    pub deadline: Deadline,
}

impl<P: Puzzle> PooledSearch<'_, P> {
    /// Searches; with a file, goes on with the search that is kept there, and keeps it.
    pub fn search(&self, kept_in: Option<&Path>) -> Result<Gathered<P>, Failure> {
        let Some(tasks) = self.technique.tasks else { return Err(no_tasks::<P>(self.technique.key)) };
        let mut gatherer = Gatherer::new(self.limit, self.deadline);
        let mut left = PoolCheckpoint::default();
        // What else the file has stays in it.
        let mut document = kept_in.map(|path| self.kept_document(path)).transpose()?.flatten().unwrap_or_else(|| self.document.clone());
        if let Some(path) = kept_in
            && let Some(kept) = document.search.take().map(|search| self.resumable(path, search)).transpose()?
        {
            (gatherer.count, gatherer.summary, left) = (kept.count, kept.summary, kept.checkpoint);
        }
        let (job, woken) = self.start(tasks, left, kept_in.is_some())?;
        let keep = |gatherer: &Gatherer<P>, left: PoolCheckpoint| {
            let Some(path) = kept_in else { return Ok(()) };
            let (technique, count, summary) = (self.technique, gatherer.count, gatherer.summary.clone());
            let search = PausedSearch::of(&Resumable { technique, tasks, count, summary, checkpoint: left }, self.problem);
            let text = file::write::<P>(&Document { search: Some(search), ..document.clone() });
            file::save(path, text.as_bytes()).map_err(|error| blame(path, &error))
        };
        let end = self.take_in(&job, &woken, &mut gatherer, keep)?;
        let left = match &end {
            News::Finished(elapsed) => {
                PoolCheckpoint { tasks: Vec::new(), failed: Vec::new(), tally: job.progress().tally, elapsed: *elapsed }
            }
            News::Crashed(message) => job.checkpoint().ok_or_else(|| failed(message))?,
            News::Found(_) | News::Checkpoint(_) | News::Stopped => job.checkpoint().expect("a pool that stops says what is left"),
        };
        keep(&gatherer, left.clone())?;
        match &end {
            News::Crashed(message) => Err(failed(message)),
            _ => Ok(gatherer.end(left.is_complete(), left.tally, left.elapsed)),
        }
    }

    fn start(
        &self,
        tasks: &'static Tasks<P>,
        left: PoolCheckpoint,
        is_kept: bool,
    ) -> Result<(Job<P::Solution>, mpsc::Receiver<()>), Failure> {
        let (waker, woken) = mpsc::channel();
        // When nobody waits any more, nobody needs to be woken.
        let wake = Arc::new(move || {
            let _ = waker.send(());
        });
        let (at_split, at_run) = (self.problem.clone(), self.problem.clone());
        let pool = job::WorkerPool {
            threads: self.threads,
            checkpoint_every: is_kept.then_some(KEEP_EVERY),
            split: move |left, at_least, go_on: &mut dyn FnMut() -> bool| (tasks.split)(&at_split, left, at_least, go_on),
            run: move |task: &_, observer: &mut dyn Observer<P::Solution>| (tasks.run)(&at_run, task, observer),
        };
        let job = Job::start_pool(format!("{} search", P::KEY), wake, left, pool);
        let job = job.map_err(|error| Failure::Complaint(format!("quincunx: {error}")))?;
        Ok((job, woken))
    }

    /// Takes in what is found until the job ends or its time is over, and keeps each checkpoint.
    fn take_in(
        &self,
        job: &Job<P::Solution>,
        woken: &mpsc::Receiver<()>,
        gatherer: &mut Gatherer<P>,
        keep: impl Fn(&Gatherer<P>, PoolCheckpoint) -> Result<(), Failure>,
    ) -> Result<News<P::Solution>, Failure> {
        loop {
            if self.deadline.is_over() {
                job.stop();
            }
            match job.news() {
                Some(News::Found(solutions)) => {
                    for solution in solutions {
                        // A gatherer never has enough.
                        let _ = gatherer.found(solution);
                    }
                }
                Some(News::Checkpoint(left)) => keep(gatherer, left)?,
                Some(end) => return Ok(end),
                None => {
                    // Whether it was woken or not, there may be news.
                    let _ = woken.recv_timeout(LOOK_EVERY);
                }
            }
        }
    }

    /// The document that is in the file already; none if there is no such file.
    fn kept_document(&self, path: &Path) -> Result<Option<Document<P::State>>, Failure> {
        if !path.exists() {
            return Ok(None);
        }
        let document = file::load(path).and_then(|text| file::read::<P>(&text)).map_err(|error| blame(path, &error))?;
        if document.state != self.document.state {
            return Err(wrong(path, "this file has another position"));
        }
        Ok(Some(document))
    }

    fn resumable(&self, path: &Path, search: PausedSearch) -> Result<Resumable<P>, Failure> {
        let resumable = search.resume::<P>(self.problem).map_err(|why| wrong(path, &why))?;
        if resumable.technique.key != self.technique.key {
            let (saved, wanted) = (resumable.technique.key, self.technique.key);
            return Err(wrong(path, &format!("the saved search is by `{saved}`, not by `{wanted}`")));
        }
        Ok(resumable)
    }
}

fn wrong(path: &Path, why: &str) -> Failure {
    Failure::Complaint(format!("{}: {why}", path.display()))
}

fn failed(message: &str) -> Failure {
    Failure::Complaint(format!("quincunx: the search failed: {message}"))
}

fn blame(path: &Path, error: &FileError) -> Failure {
    Failure::Complaint(complaint(path, error))
}

/// Says which techniques could.
fn no_tasks<P: Puzzle>(key: &str) -> Failure {
    let able: Vec<&str> = P::techniques().iter().filter(|technique| technique.tasks.is_some()).map(|technique| technique.key).collect();
    let who = match &able[..] {
        [] => format!("no technique for {} can", P::KEY),
        able => alternatives(able, "those that can are"),
    };
    Failure::Complaint(format!("quincunx: `{key}` cannot search on several threads or go on with a search; {who}"))
}
