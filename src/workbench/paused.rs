//! A search that was paused, as a save file has it, and what is asked of it before it goes on.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::job::{FailedTask, Left};
use crate::{
    puzzle::{Counts, Puzzle, Tasks, Technique},
    search::{Tally, Task},
};

/// What is counted so far, and what is to be searched yet: the field `search` of a save file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PausedSearch {
    /// The key of the technique.
    pub technique: String,
    /// Which search it is, in the puzzle's words: what it may go on in.
    pub of: String,
    /// How many solutions were found. They are not listed.
    pub count: u64,
    /// What is told of them together.
    pub summary: Counts,
    /// The work so far.
    pub tally: Tally,
    /// How long it ran so far, in milliseconds.
    pub elapsed_ms: u64,
    /// What is left.
    pub tasks: Vec<Task>,
    /// What failed, and is tried again in the end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<FailedTask>,
}

/// A paused search that can go on.
pub struct Resumable<P: Puzzle> {
    /// How it searches.
    pub technique: &'static Technique<P>,
    /// The technique's tasks.
    pub tasks: &'static Tasks<P>,
    /// How many solutions were found.
    pub count: u64,
    /// What is told of them together.
    pub summary: P::Summary,
    /// What is left.
    pub left: Left,
}

impl PausedSearch {
    /// What is to be saved of a search.
    pub fn of<P: Puzzle>(resumable: &Resumable<P>, problem: &P::Problem) -> Self {
        let Resumable { technique, tasks, count, summary, left } = resumable;
        Self {
            technique: technique.key.to_owned(),
            of: (tasks.identify)(problem),
            count: *count,
            summary: (tasks.to_counts)(summary),
            tally: left.tally.clone(),
            elapsed_ms: left.elapsed.as_millis().try_into().unwrap_or(u64::MAX),
            tasks: left.tasks.clone(),
            failed: left.failed.clone(),
        }
    }

    /// What can go on in this problem. The tasks themselves are looked at when they are done, since they are many.
    ///
    /// # Errors
    /// Why nothing of it can: a sentence without the full stop.
    pub fn resume<P: Puzzle>(self, problem: &P::Problem) -> Result<Resumable<P>, String> {
        let technique = Technique::<P>::with_key(&self.technique).and_then(|technique| Some((technique, technique.tasks?)));
        let Some((technique, tasks)) = technique else {
            return Err(format!("the saved search is by \"{}\", which cannot go on with one", self.technique));
        };
        let here = (tasks.identify)(problem);
        if here != self.of {
            return Err(format!("the saved search is of another position: of {}, and here are {here}", self.of));
        }
        let elapsed = Duration::from_millis(self.elapsed_ms);
        let left = Left { tasks: self.tasks, failed: self.failed, tally: self.tally, elapsed };
        let shares: f64 = left.all_tasks().map(|task| task.share).sum();
        let is_share = |task: &Task| (0.0..=1.0).contains(&task.share);
        if !left.all_tasks().all(is_share) || shares > 1.001 {
            return Err(format!("the tasks of the saved search make {shares} of it, more than the whole"));
        }
        let Some(summary) = (tasks.from_counts)(&self.summary) else {
            return Err("the summary of the saved search is not whole".to_owned());
        };
        Ok(Resumable { technique, tasks, count: self.count, summary, left })
    }
}
