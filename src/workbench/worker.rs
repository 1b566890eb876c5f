//! One piece of work at a time for the tools of a puzzle: the puzzle says what there is to do, and takes in what was found.

use std::{fmt, ops::ControlFlow};

use super::job::{self, Job, NoThread, Progress, Wake};
use base::{search::Observer, text::sentence};

/// Does work on a thread with its name. The next work, and dropping the worker, stop the one before.
pub struct Worker<T> {
    name: &'static str,
    wake: Wake,
    job: Option<Job<T>>,
    failure: Option<Failure>,
}

/// Why work wasn't done. It is displayed as the reason alone.
#[derive(Debug)]
pub enum Failure {
    /// It couldn't begin.
    NoThread(NoThread),
    /// It panicked with this message.
    Panic(String),
}

impl Failure {
    /// A sentence without the full stop, in which `what` went wrong: "The simulation failed".
    pub fn in_words(&self, what: &str) -> String {
        match self {
            Self::NoThread(error) => sentence(&error.to_string()),
            Self::Panic(message) => format!("{what}: {message}"),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoThread(error) => error.fmt(f),
            Self::Panic(message) => f.write_str(message),
        }
    }
}

impl<T: Send + 'static> Worker<T> {
    /// A worker that has nothing to do. `wake` is called when it has found something, and when it is done.
    pub fn new(name: &'static str, wake: Wake) -> Self {
        Self { name, wake, job: None, failure: None }
    }

    /// The name of its thread.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Begins this work.
    pub fn start(&mut self, work: impl FnOnce(&mut dyn Observer<T>) -> ControlFlow<()> + Send + 'static) {
        self.reset();
        match Job::start(self.name.to_owned(), self.wake.clone(), work) {
            Ok(job) => self.job = Some(job),
            Err(error) => self.failure = Some(Failure::NoThread(error)),
        }
    }

    /// Takes in what was found.
    pub fn drain(&mut self, found: impl FnMut(T)) {
        if let Some(message) = job::drain(&mut self.job, found) {
            self.failure = Some(Failure::Panic(message));
        }
    }

    /// Stops the work. Nothing more is found.
    pub fn stop(&mut self) {
        self.job = None;
    }

    /// Stops the work, and forgets why it failed.
    pub fn reset(&mut self) {
        (self.job, self.failure) = (None, None);
    }

    /// Whether it works, or has found something that wasn't taken in.
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// How far the work is.
    pub fn progress(&self) -> Option<Progress> {
        self.job.as_ref().map(Job::progress)
    }

    /// Why the last work failed, if it did.
    pub fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, mpsc};

    use super::*;

    /// A worker that has done this, and what it found.
    fn done(work: impl FnOnce(&mut dyn Observer<u32>) -> ControlFlow<()> + Send + 'static) -> (Worker<u32>, Vec<u32>) {
        let (sender, woken) = mpsc::channel();
        let mut worker = Worker::new("work under test", Arc::new(move || _ = sender.send(())));
        let mut found = Vec::new();
        worker.start(work);
        while worker.is_busy() {
            woken.recv().unwrap();
            worker.drain(|item| found.push(item));
        }
        (worker, found)
    }

    #[test]
    fn it_finds_everything_and_is_done() {
        let (worker, found) = done(|observer| (1..=3).try_for_each(|item| observer.found(item)));
        assert_eq!(found, [1, 2, 3]);
        assert!(worker.failure().is_none());
    }

    #[test]
    fn a_failure_is_known_until_the_next_work() {
        let (mut worker, found) = done(|observer| {
            observer.found(1)?;
            panic!("on purpose")
        });
        let failure = worker.failure().unwrap();
        assert_eq!(
            (found, failure.to_string(), failure.in_words("It failed")),
            (vec![1], "on purpose".into(), "It failed: on purpose".into())
        );
        job::REFUSES_THREADS.set(true);
        worker.start(|_| ControlFlow::Continue(()));
        job::REFUSES_THREADS.set(false);
        assert!(!worker.is_busy());
        let failure = worker.failure().unwrap();
        assert!(failure.to_string().starts_with("couldn't start a thread"), "{failure}");
        assert!(failure.in_words("It failed").starts_with("Couldn't start a thread"));
        worker.start(|_| ControlFlow::Continue(()));
        assert!(worker.is_busy() && worker.failure().is_none());
    }

    #[test]
    fn what_was_stopped_finds_nothing_more() {
        let mut worker = Worker::new("work under test", Arc::new(|| ()));
        worker.start(|observer| (0_u32..).try_for_each(|item| observer.found(item)));
        worker.stop();
        worker.drain(|item| panic!("found {item}"));
        assert!(!worker.is_busy() && worker.failure().is_none());
    }
}
