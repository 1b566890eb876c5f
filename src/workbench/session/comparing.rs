//! A session's comparison of all techniques on its position: kept beside the search, by the same rules.

use super::{Job, Search, Session};
use crate::{
    board::Board,
    puzzle::{Puzzle, Technique},
    workbench::{
        compare::{self, Comparison, Entry},
        job::{News, Progress},
    },
};

/// A comparison that runs or ran.
pub struct Comparing<P: Puzzle> {
    /// What is known so far.
    pub comparison: Comparison<P>,
    /// What goes on.
    pub activity: Search<Entry<P>>,
}

impl<B: Board> Session<B> {
    /// The comparison on this position, if one was asked for.
    pub fn comparing(&self) -> Option<&Comparing<B>> {
        self.comparing.as_ref()
    }

    /// The technique that the comparison runs now, and how far the comparison is; none while none runs.
    pub fn compared_now(&self) -> Option<(&'static Technique<B>, Progress)> {
        let Comparing { comparison, activity: Search::Running(job) } = self.comparing.as_ref()? else { return None };
        Some((comparison.next()?, job.progress()))
    }

    /// The figures that the technique's article gives for this position, in words, with ours behind them once they were compared.
    pub fn published(&self, technique: &'static Technique<B>) -> Vec<String> {
        if let Some(entry) = self.comparing().and_then(|comparing| comparing.comparison.entry(technique)) {
            return entry.published_words().collect();
        }
        let Ok(problem) = B::check(self.state()) else { return Vec::new() };
        technique.published(&problem).iter().map(|published| published.words(technique, None)).collect()
    }

    /// Starts comparing from the beginning, unless the position is flawed. A running search stops: it would take the comparison's time.
    pub fn compare(&mut self) {
        let Ok(problem) = B::check(self.state()) else { return };
        self.stop();
        let run =
            move |observer: &mut dyn crate::search::Observer<Entry<B>>| compare::run(B::techniques(), &problem, compare::LIMIT, observer);
        let activity = match Job::start(format!("{} comparison", B::KEY), self.wake.clone(), run) {
            Ok(job) => Search::Running(job),
            Err(error) => Search::Crashed(error.to_string()),
        };
        self.comparing = Some(Comparing { comparison: Comparison::default(), activity });
    }

    /// Stops comparing; what is known stays.
    pub(super) fn stop_comparing(&mut self) {
        if let Some(Comparing { activity: activity @ Search::Running(_), .. }) = &mut self.comparing {
            *activity = Search::Stopped;
        }
    }

    /// Takes in what the comparison found since the last time.
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
                News::Crashed(message) => *activity = Search::Crashed(message),
            }
        }
    }
}
