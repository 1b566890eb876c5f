//! Threads for searches that divide their work themselves. Searches with tasks have a worker pool: see [`super::job`].

use std::thread;

use crate::search::Threads;

/// Several threads with names.
#[derive(Clone, Debug)]
pub struct NamedThreads {
    /// The name of the search. Its first thread is the one that runs it; the others have this name and a number from 2.
    pub name: String,
    /// How many threads there are, with the first one.
    pub count: usize,
}

impl Threads for NamedThreads {
    fn beside(&self, help: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
        thread::scope(|scope| {
            for number in 2..=self.count {
                // A thread that the system refuses is one that doesn't help.
                let _refused = thread::Builder::new().name(format!("{} {number}", self.name)).spawn_scoped(scope, help);
            }
            own();
        });
    }
}

#[cfg(test)]
mod tests;
