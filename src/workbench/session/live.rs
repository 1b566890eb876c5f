//! What is known about the shown position without its solutions: its flaws, or else what the analysis on a thread of its own reports.

use crate::{
    board::Board,
    puzzle::Flaw,
    search::Observer,
    workbench::job::{self, Job, NoThread, Wake},
};

/// What is known about the shown position.
pub(super) struct Live<B: Board> {
    flaws: Vec<Flaw<B::Spot>>,
    analysis: Option<Job<B::Insight>>,
    insight: Option<B::Insight>,
    /// How many insights were reported, those into the positions before included.
    reports: u64,
}

impl<B: Board> Live<B> {
    /// Nothing is known yet.
    pub(super) fn new() -> Self {
        Self { flaws: Vec::new(), analysis: None, insight: None, reports: 0 }
    }

    /// Forgets the position before, and analyses the one that this is the check of, unless it has flaws.
    ///
    /// # Errors
    /// When the system refuses a thread.
    pub(super) fn begin(&mut self, checked: Result<B::Problem, Vec<Flaw<B::Spot>>>, wake: Wake) -> Result<(), NoThread> {
        *self = Self { reports: self.reports, ..Self::new() };
        match checked {
            Ok(problem) => {
                let run = move |observer: &mut dyn Observer<B::Insight>| B::analyze(&problem, observer);
                self.analysis = Some(Job::start(format!("{} analysis", B::KEY), wake, run)?);
            }
            Err(flaws) => self.flaws = flaws,
        }
        Ok(())
    }

    /// Takes in what the analysis reports. Returns the message if it panicked.
    pub(super) fn catch_up(&mut self) -> Option<String> {
        job::drain(&mut self.analysis, |insight| {
            self.insight = Some(insight);
            self.reports += 1;
        })
    }

    /// The flaws that the check found.
    pub(super) fn flaws(&self) -> &[Flaw<B::Spot>] {
        &self.flaws
    }

    /// The insight, once the analysis has reported one.
    pub(super) fn insight(&self) -> Option<&B::Insight> {
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
