//! What is known about the shown position without its solutions: its flaws, or else what the analysis on a thread of its own reports.

use std::sync::mpsc::{self, Receiver};

use crate::{
    job::{self, Job, NoThread, Wake},
    threads::{Lending, NamedThreads, processors},
};
use base::{
    erased::{Erased, Insight, Kind, Problem, Spot},
    puzzle::{Analysis, Flaw},
    search::Observer,
};

/// What is known about the shown position.
pub(super) struct Live {
    kind: &'static Kind,
    flaws: Vec<Flaw<Spot>>,
    /// The flaws that the insight has.
    analysis_flaws: Vec<Flaw<Spot>>,
    analysis: Option<Job<Insight>>,
    /// The analysis with what it keeps for the next position, once it has ended.
    returned: Option<Receiver<Analysis<Erased>>>,
    insight: Option<Insight>,
    /// How many insights were reported, those into the positions before included.
    reports: u64,
}

impl Live {
    /// Nothing is known yet.
    pub(super) fn new(kind: &'static Kind) -> Self {
        Self { kind, flaws: Vec::new(), analysis_flaws: Vec::new(), analysis: None, returned: None, insight: None, reports: 0 }
    }

    /// Forgets the position before, and analyses the one that this is the check of, unless it has flaws.
    ///
    /// # Errors
    /// When the system refuses a thread.
    pub(super) fn begin(&mut self, checked: Result<Problem, Vec<Flaw<Spot>>>, wake: Wake) -> Result<(), NoThread> {
        let before = self.returned.take();
        *self = Self { reports: self.reports, ..Self::new(self.kind) };
        match checked {
            Ok(problem) => {
                let (kind, (give_back, returned)) = (self.kind, mpsc::channel());
                let threads = || NamedThreads { name: format!("{} analysis", kind.key), count: processors() };
                let run = move |observer: &mut dyn Observer<Insight>| {
                    let observer = &mut Lending { observer, threads };
                    let Some(begin) = kind.extras.analysis else { return (kind.analyze)(&problem, observer) };
                    // The one before is about to stop. If it panicked, or if another document was shown since, what it kept is gone.
                    let mut analysis = before.and_then(|before| before.recv().ok()).unwrap_or_else(begin);
                    let flow = analysis(&problem, observer);
                    // Nobody waits for it if the document was closed or is hidden.
                    let _dropped = give_back.send(analysis);
                    flow
                };
                self.returned = Some(returned);
                self.analysis = Some(Job::start(format!("{} analysis", self.kind.key), wake, run)?);
            }
            Err(flaws) => {
                self.flaws = flaws;
                self.returned = before;
            }
        }
        Ok(())
    }

    /// Drops what the analysis keeps for the next position, at once or when it ends.
    pub(super) fn drop_kept(&mut self) {
        self.returned = None;
    }

    /// Takes in what the analysis reports. Returns the message if it panicked.
    pub(super) fn catch_up(&mut self) -> Option<String> {
        job::drain(&mut self.analysis, |insight| {
            self.analysis_flaws = self.kind.extras.analysis_flaws(&insight);
            self.insight = Some(insight);
            self.reports += 1;
        })
    }

    /// The flaws that the check found.
    pub(super) fn flaws(&self) -> &[Flaw<Spot>] {
        &self.flaws
    }

    /// The flaws that the analysis found.
    pub(super) fn analysis_flaws(&self) -> &[Flaw<Spot>] {
        &self.analysis_flaws
    }

    /// The insight, once the analysis has reported one.
    pub(super) fn insight(&self) -> Option<&Insight> {
        self.insight.as_ref()
    }

    /// The number of insights until now. It differs whenever the insight does.
    pub(super) fn reports(&self) -> u64 {
        self.reports
    }

    /// Whether more may be reported.
    pub(super) fn is_running(&self) -> bool {
        self.analysis.is_some()
    }
}

#[cfg(test)]
mod tests;
