//! Searches on several threads, which can save themselves while they run and be resumed.

use std::{
    path::Path,
    sync::{Arc, mpsc},
    time::Duration,
};

use super::{
    Failure,
    gather::{Deadline, Gathered, Gatherer},
    input::error_message,
    meter::{Meter, ShowProgress},
    words,
};
use crate::{
    erased::{Erased, Problem, Solution, State},
    kind::Kind,
    puzzle::{Tasks, Technique},
    search::Observer,
    workbench::{
        file::{self, SaveFile},
        file_error::FileError,
        job::{self, Job, News, PoolCheckpoint},
        paused::{PausedSearch, Resumable},
    },
};

/// How often the search is saved. If the process is killed, at most this much work is lost.
const SAVE_EVERY: Duration = Duration::from_secs(1);
/// How often the deadline is checked.
const CHECK_EVERY: Duration = Duration::from_millis(20);

/// A search on several threads, before it starts.
pub struct PooledSearch<'a> {
    /// The kind of puzzle.
    pub kind: &'static Kind<Erased>,
    /// The document with the position.
    pub document: &'a SaveFile<State>,
    /// The problem to search.
    pub problem: &'a Problem,
    /// The technique, whose search must be divisible into tasks.
    pub technique: &'static Technique<Erased>,
    /// The number of threads.
    pub threads: usize,
    /// The most solutions to keep.
    pub limit: usize,
    /// When to stop.
    pub deadline: Deadline,
    /// Shows its progress.
    pub progress: Option<ShowProgress>,
}

impl PooledSearch<'_> {
    /// Runs the search. With a file, resumes the search saved there, if there is one, and saves the search in it while it runs.
    pub fn search(&self, saved_in: Option<&Path>) -> Result<Gathered, Failure> {
        let Some(tasks) = self.technique.tasks else { return Err(no_tasks(self.kind, self.technique.key)) };
        let meter = Meter::new(self.progress.map(|show| (show, (self.kind.extras.noun)(&self.document.state))));
        let mut gatherer = Gatherer::new(self.kind, self.limit, self.deadline, meter);
        let (mut remaining, mut listed) = (PoolCheckpoint::default(), Vec::new());
        // Everything else in the file is preserved.
        let mut document = saved_in.map(|path| self.saved_document(path)).transpose()?.flatten().unwrap_or_else(|| self.document.clone());
        if let Some(path) = saved_in
            && let Some(saved) = document.search.take().map(|search| self.resumable(path, search)).transpose()?
        {
            (gatherer.count, gatherer.summary, remaining, listed) = (saved.count, saved.summary, saved.checkpoint, saved.solutions);
        }
        let (job, woken) = self.start(tasks, remaining, saved_in.is_some())?;
        let save = |gatherer: &Gatherer, remaining: PoolCheckpoint| {
            let Some(path) = saved_in else { return Ok(()) };
            // What is found here is printed here. What the window had listed stays in the file.
            let (technique, count, solutions, summary) = (self.technique, gatherer.count, listed.clone(), gatherer.summary.clone());
            let search = PausedSearch::of(&Resumable { technique, tasks, count, solutions, summary, checkpoint: remaining }, self.problem);
            let text = (self.kind.write)(&SaveFile { search: Some(search), ..document.clone() });
            file::save(path, text.as_bytes()).map_err(|error| located(path, &error))
        };
        let end = self.receive(&job, &woken, &mut gatherer, save)?;
        let remaining = match &end {
            News::Finished(elapsed) => {
                PoolCheckpoint { tasks: Vec::new(), failed: Vec::new(), tally: job.progress().tally, elapsed: *elapsed }
            }
            News::Failed(message) => job.checkpoint().ok_or_else(|| failed(message))?,
            News::Found(_) | News::Checkpoint(_) | News::Stopped => job.checkpoint().expect("a stopped pool returns its remaining work"),
        };
        save(&gatherer, remaining.clone())?;
        match &end {
            News::Failed(message) => Err(failed(message)),
            _ => Ok(gatherer.finish(remaining.is_complete(), remaining.tally, remaining.elapsed)),
        }
    }

    fn start(
        &self,
        tasks: &'static Tasks<Erased>,
        remaining: PoolCheckpoint,
        is_saved: bool,
    ) -> Result<(Job<Solution>, mpsc::Receiver<()>), Failure> {
        let (waker, woken) = mpsc::channel();
        // Sending fails once nothing waits for news any more, which is fine.
        let wake = Arc::new(move || {
            let _ = waker.send(());
        });
        let (at_split, at_run) = (self.problem.clone(), self.problem.clone());
        let pool = job::WorkerPool {
            threads: self.threads,
            checkpoint_every: is_saved.then_some(SAVE_EVERY),
            split: move |remaining, at_least, go_on: &mut dyn FnMut() -> bool| (tasks.split)(&at_split, remaining, at_least, go_on),
            run: move |task: &_, observer: &mut dyn Observer<Solution>| (tasks.run)(&at_run, task, observer),
        };
        let job = Job::start_pool(format!("{} search", self.kind.key), wake, remaining, pool);
        let job = job.map_err(|error| Failure::Complaint(words::failed(&error)))?;
        Ok((job, woken))
    }

    /// Receives solutions until the job ends, stops the job at the deadline, and saves each checkpoint.
    fn receive(
        &self,
        job: &Job<Solution>,
        woken: &mpsc::Receiver<()>,
        gatherer: &mut Gatherer,
        save: impl Fn(&Gatherer, PoolCheckpoint) -> Result<(), Failure>,
    ) -> Result<News<Solution>, Failure> {
        loop {
            if self.deadline.has_passed() {
                job.stop();
            }
            gatherer.show_progress(job.progress().done);
            match job.news() {
                Some(News::Found(solutions)) => {
                    for solution in solutions {
                        // A gatherer never stops a search.
                        let _ = gatherer.found(solution);
                    }
                }
                Some(News::Checkpoint(remaining)) => save(gatherer, remaining)?,
                Some(end) => return Ok(end),
                None => {
                    // There may be news whether this was woken or timed out.
                    let _ = woken.recv_timeout(CHECK_EVERY);
                }
            }
        }
    }

    /// Reads the document in the file, if the file exists.
    ///
    /// # Errors
    /// If the file can't be read or contains another position.
    fn saved_document(&self, path: &Path) -> Result<Option<SaveFile<State>>, Failure> {
        if !path.exists() {
            return Ok(None);
        }
        let document = file::load(path).and_then(|text| file::read_of(self.kind, &text)).map_err(|error| located(path, &error))?;
        if document.state != self.document.state {
            return Err(failure(path, "contains a different position"));
        }
        Ok(Some(document))
    }

    fn resumable(&self, path: &Path, search: PausedSearch) -> Result<Resumable, Failure> {
        let resumable = search.resume(self.kind, self.problem).map_err(|why| failure(path, &why))?;
        if resumable.technique.key != self.technique.key {
            let (saved, wanted) = (resumable.technique.key, self.technique.key);
            return Err(failure(path, &format!("contains a search by technique `{saved}`, not `{wanted}`")));
        }
        Ok(resumable)
    }
}

fn failure(path: &Path, message: &str) -> Failure {
    Failure::Complaint(words::file_error(path, message))
}

fn failed(message: &str) -> Failure {
    Failure::Complaint(format!("quincunx: the search failed: {message}"))
}

fn located(path: &Path, error: &FileError) -> Failure {
    Failure::Complaint(error_message(path, error))
}

/// The failure of a technique without tasks, which names the techniques that have them.
fn no_tasks(kind: &Kind<Erased>, key: &str) -> Failure {
    let able: Vec<&str> = kind.techniques().iter().filter(|technique| technique.tasks.is_some()).map(|technique| technique.key).collect();
    let remedy = if able.is_empty() { format!("no technique for {} can", kind.key) } else { format!("choose {}", words::quoted(&able)) };
    Failure::Complaint(format!("quincunx: technique `{key}` can't use --threads or --resume: {remedy}"))
}
