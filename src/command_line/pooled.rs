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
use base::{
    erased::{Erased, Kind, Problem, Solution, State},
    puzzle::{Tasks, Technique},
    search::{Observer, Tally, Task},
    text::quoted,
};
use workbench::{
    file::{self, SaveFile},
    file_error::FileError,
    job::{self, Job, News, PoolCheckpoint},
    paused::{self, PausedSearch, Resumable, Shard},
};

/// How often the search is saved. If the process is killed, at most this much work is lost.
const SAVE_EVERY: Duration = Duration::from_secs(1);
/// The least number of tasks into which a search is divided, and how many each part has on average at least, so that all are equally
/// heavy.
const LEAST_TASKS: usize = 300;
const TASKS_OF_PART: usize = 4;
/// What is wrong with a part whose hash isn't that of its search.
pub const DAMAGED: &str = "is damaged: its search was changed after it was written";
/// How often the deadline is checked.
const CHECK_EVERY: Duration = Duration::from_millis(20);

/// A search on several threads, before it starts.
pub struct PooledSearch<'a> {
    /// The kind of puzzle.
    pub kind: &'static Kind,
    /// The document with the position.
    pub document: &'a SaveFile<State>,
    /// The problem to search.
    pub problem: &'a Problem,
    /// The technique, whose search must be divisible into tasks.
    pub technique: &'static Technique<Erased>,
    /// The number of threads.
    pub threads: usize,
    /// The number of the part to search and the number of parts, unless it is the whole search.
    pub part: Option<[usize; 2]>,
    /// The most solutions to keep.
    pub limit: usize,
    /// When to stop.
    pub deadline: Deadline,
    /// The program's version, with which all parts of a search must be made.
    pub version: &'static str,
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
        let mut shard = None;
        if let Some(path) = saved_in
            && let Some(search) = document.search.take()
        {
            self.check_part(path, &search)?;
            shard = search.shard.clone();
            let saved = self.resumable(path, search)?;
            (gatherer.count, gatherer.summary, remaining, listed) = (saved.count, saved.summary, saved.checkpoint, saved.solutions);
        } else if let Some(part) = self.part {
            let (checkpoint, own) = self.divide(tasks, part)?;
            (remaining, shard) = (checkpoint, Some(own));
        }
        let save = |gatherer: &Gatherer, remaining: PoolCheckpoint| {
            let Some(path) = saved_in else { return Ok(()) };
            // What is found here is printed here. What the window had listed stays in the file.
            let (technique, count, solutions, summary) = (self.technique, gatherer.count, listed.clone(), gatherer.summary.clone());
            let search = Resumable { technique, tasks, count, solutions, summary, checkpoint: remaining }.saved(self.problem);
            let search = if let Some(shard) = &shard { paused::sealed(search, shard.clone()) } else { search };
            let text = (self.kind.write)(&SaveFile { search: Some(search), ..document.clone() });
            file::save(path, text.as_bytes()).map_err(|error| located(path, &error))
        };
        if self.deadline.has_passed() {
            save(&gatherer, remaining.clone())?;
            return Ok(gatherer.finish(remaining.is_complete(), remaining.tally, remaining.elapsed));
        }
        let (job, woken) = self.start(tasks, remaining, saved_in.is_some())?;
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

    /// Divides the whole search, and returns the tasks of one part. Neighbours are equally heavy, so each belongs to another part.
    fn divide(&self, tasks: &'static Tasks<Erased>, [number, of]: [usize; 2]) -> Result<(PoolCheckpoint, Shard), Failure> {
        let at_least = LEAST_TASKS.max(TASKS_OF_PART * of);
        let whole = (tasks.split)(self.problem, vec![Task::whole()], at_least, &mut || true).map_err(|why| failed(&why))?;
        let shard = Shard { number, of, version: self.version.to_owned(), tasks: whole.tasks.len(), digest: 0 };
        let mut own: Vec<Task> = whole.tasks.into_iter().skip(number - 1).step_by(of).collect();
        // For the progress, the part is a whole.
        let share: f64 = own.iter().map(|task| task.share).sum();
        own.iter_mut().filter(|_| 0.0 < share).for_each(|task| task.share /= share);
        // The first part counts the work to divide the search, so that all together count it once.
        let tally = if number == 1 { whole.tally } else { Tally::default() };
        Ok((PoolCheckpoint { tasks: own, tally, ..PoolCheckpoint::default() }, shard))
    }

    /// Checks that the search in the file is the part that is wanted.
    fn check_part(&self, path: &Path, search: &PausedSearch) -> Result<(), Failure> {
        let in_words = |[number, of]: [usize; 2]| format!("part {number} of {of}");
        let found = search.shard.as_ref().map(|shard| [shard.number, shard.of]);
        let wrong = match (found, self.part) {
            (found, wanted) if found == wanted => None,
            (Some(found), Some(wanted)) => Some(format!("contains {} of a search, not {}", in_words(found), in_words(wanted))),
            (Some(found), None) => Some(format!("contains {} of a search; use --shard", in_words(found))),
            (None, _) => Some("contains a whole search, not a part".to_owned()),
        };
        let wrong = wrong.or_else(|| (!paused::is_whole(search)).then(|| DAMAGED.to_owned()));
        let version = search.shard.as_ref().map(|shard| shard.version.as_str()).filter(|version| *version != self.version);
        let wrong = wrong.or_else(|| version.map(|version| format!("was made by version {}; resume it with that one", quoted(version))));
        wrong.map_or(Ok(()), |wrong| Err(failure(path, &wrong)))
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
        let resumable = paused::resume(search, self.kind, self.problem).map_err(|why| failure(path, &why))?;
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
fn no_tasks(kind: &Kind, key: &str) -> Failure {
    let able: Vec<&str> = kind.techniques.iter().filter(|technique| technique.tasks.is_some()).map(|technique| technique.key).collect();
    let remedy = if able.is_empty() { format!("no technique for {} can", kind.key) } else { format!("choose {}", words::quoted(&able)) };
    Failure::Complaint(format!("quincunx: technique `{key}` can't use --threads or --resume: {remedy}"))
}
