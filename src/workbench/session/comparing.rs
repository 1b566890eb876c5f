//! A session's comparison of all techniques on its position, which runs beside the search.

use super::{Search, Session};
use crate::{
    compare::{self, Comparison, Entry, Plan},
    job::{Job, News, Progress},
};
use base::{erased::Erased, puzzle::Technique};

/// A comparison, running or ended.
pub struct Comparing {
    /// The results so far.
    pub comparison: Comparison,
    /// The state of the search that makes the comparison.
    pub activity: Search<Entry>,
}

impl Comparing {
    /// Returns the technique that the comparison is running and the progress of the comparison, or `None` if none is running.
    pub fn now(&self) -> Option<(&'static Technique<Erased>, Progress)> {
        let Search::Running(job) = &self.activity else { return None };
        Some((self.comparison.next()?, job.progress()))
    }
}

impl Session {
    /// Returns the comparison on this position, if one was started.
    pub fn comparing(&self) -> Option<&Comparing> {
        self.comparing.as_ref()
    }

    /// Describes the figures that the technique's article gives for this position, followed by ours if they have been compared.
    pub fn published(&self, technique: &'static Technique<Erased>) -> Vec<String> {
        if let Some(entry) = self.comparing().and_then(|comparing| comparing.comparison.entry(technique)) {
            return entry.published_words().collect();
        }
        let Ok(problem) = (self.kind.check)(self.state()) else { return Vec::new() };
        technique.published(&problem).iter().map(|published| published.words(technique, None)).collect()
    }

    pub(super) fn compare(&mut self) {
        let Ok(problem) = (self.kind.check)(self.state()) else { return };
        self.stop();
        let kind = self.kind;
        let run = move |observer: &mut dyn base::search::Observer<Entry>| {
            compare::run(kind, kind.techniques, &problem, Plan::default(), observer)
        };
        let activity = match Job::start(format!("{} comparison", self.kind.key), self.wake.clone(), run) {
            Ok(job) => Search::Running(job),
            Err(error) => Search::Failed(error.to_string()),
        };
        self.comparing = Some(Comparing { comparison: Comparison::of(kind, kind.techniques), activity });
    }

    /// Stops the comparison and keeps its results.
    pub(super) fn stop_comparing(&mut self) {
        if let Some(Comparing { activity: activity @ Search::Running(_), .. }) = &mut self.comparing {
            *activity = Search::Stopped;
        }
    }

    /// Takes in new results of the comparison.
    pub(super) fn catch_up_comparison(&mut self) {
        let Some(Comparing { comparison, activity }) = &mut self.comparing else { return };
        while let Search::Running(job) = activity
            && let Some(news) = job.news()
        {
            match news {
                News::Found(entries) => comparison.extend(entries),
                // Only worker pools make checkpoints.
                News::Checkpoint(_) => {}
                News::Finished(_) => *activity = Search::Finished,
                News::Stopped => *activity = Search::Stopped,
                News::Failed(message) => *activity = Search::Failed(message),
            }
        }
    }
}
