//! Compares all techniques of a puzzle on the same problem: whether they find the same solutions, and what each takes.
//!
//! The module `measure` measures a single technique. [`run`] starts no threads and reports to an observer, like any search.

mod measure;

use std::{num::NonZeroUsize, ops::ControlFlow, time::Duration};

pub use measure::Measured;

use base::{
    erased::{Erased, Kind, Problem},
    puzzle::{Published, Technique},
    search::{Observer, Tally},
    text::{Noun, duration},
    timing,
};

/// How each technique is run to be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The time limit for each run.
    pub limit: Duration,
    /// How often it runs before it is measured, at least once. By default once, but a search that takes longer than half a second is
    /// measured in its first run.
    pub warm_up: Option<NonZeroUsize>,
    /// How many runs are measured. By default as many as fit into a tenth of a second, from 3 to 31.
    pub runs: Option<NonZeroUsize>,
}

impl Default for Plan {
    fn default() -> Self {
        Self { limit: Duration::from_secs(60), warm_up: None, runs: None }
    }
}

/// The share of a technique's progress that is reserved for its repeated runs. It must be more than 0, so that the total stays below 1
/// until everything is done.
const REPETITIONS_SHARE: f32 = 0.05;

/// Runs the techniques in turn, all by the same plan, and reports the result of each.
pub fn run(
    kind: &'static Kind,
    techniques: &'static [Technique<Erased>],
    problem: &Problem,
    plan: Plan,
    observer: &mut dyn Observer<Entry>,
) -> ControlFlow<()> {
    let unit = 1.0 / techniques.len() as f32;
    for (index, technique) in techniques.iter().enumerate() {
        let mut report = |done: f32| {
            let done = index as f32 + done * (1.0 - REPETITIONS_SHARE);
            observer.progress(done * unit, &Tally::default())
        };
        let outcome = measure::measure(kind, technique, problem, plan, &mut report)?;
        observer.found(Entry { technique, outcome, published: technique.published(problem) })?;
    }
    observer.progress(1.0, &Tally::default())
}

/// The result of one technique.
pub struct Entry {
    /// The technique.
    pub technique: &'static Technique<Erased>,
    /// How its run ended.
    pub outcome: Outcome,
    /// The figures that its article gives for this problem.
    pub published: &'static [Published],
}

/// How the run of a technique ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It finished.
    Complete(Measured),
    /// It reached this time limit.
    Stopped(Duration),
    /// It failed for this reason.
    Failed(String),
}

impl Entry {
    /// Returns the measurement, if the technique finished.
    pub fn measured(&self) -> Option<&Measured> {
        match &self.outcome {
            Outcome::Complete(measured) => Some(measured),
            Outcome::Stopped(_) | Outcome::Failed(_) => None,
        }
    }

    /// Describes each figure of its article in one line, followed by ours.
    pub fn published_words(&self) -> impl Iterator<Item = String> + '_ {
        let ours = self.measured().map(|measured| (&measured.tally, measured.elapsed()));
        self.published.iter().map(move |published| published.words(self.technique, ours))
    }

    /// Returns the reason why there is no measurement, if there is none.
    pub fn reason(&self) -> Option<String> {
        match &self.outcome {
            Outcome::Complete(_) => None,
            Outcome::Stopped(limit) => Some(format!("stopped after {}", duration(*limit))),
            Outcome::Failed(message) => Some(format!("failed: {message}")),
        }
    }

    /// Returns how long it ran at least.
    fn at_least(&self) -> Option<Duration> {
        match &self.outcome {
            Outcome::Complete(measured) => Some(measured.elapsed()),
            Outcome::Stopped(limit) => Some(*limit),
            Outcome::Failed(_) => None,
        }
    }
}

/// The results of several techniques so far.
pub struct Comparison {
    kind: &'static Kind,
    techniques: &'static [Technique<Erased>],
    entries: Vec<Entry>,
}

impl Comparison {
    /// Creates a comparison of these techniques without results.
    pub fn of(kind: &'static Kind, techniques: &'static [Technique<Erased>]) -> Self {
        Self { kind, techniques, entries: Vec::new() }
    }

    /// Returns the results so far, in the order of the techniques.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the result of this technique, if there is one yet.
    pub fn entry(&self, technique: &Technique<Erased>) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.technique.key == technique.key)
    }

    /// Adds the results of the next techniques.
    pub fn extend(&mut self, entries: impl IntoIterator<Item = Entry>) {
        self.entries.extend(entries);
    }

    /// Returns the technique that is running or comes next.
    pub fn next(&self) -> Option<&'static Technique<Erased>> {
        self.techniques.get(self.entries.len())
    }

    /// Returns the technique that the others are measured against: the puzzle's reference if it is among them, otherwise the last.
    pub fn reference(&self) -> Option<&'static Technique<Erased>> {
        let own = self.kind.reference().and_then(|own| self.techniques.iter().find(|technique| technique.key == own.key));
        own.or(self.techniques.last())
    }

    /// Returns how many times as fast as the reference a technique is, if both finished.
    pub fn factor(&self, entry: &Entry) -> Option<f64> {
        let reference = self.entry(self.reference()?)?.measured()?;
        Some(timing::factor(entry.measured()?.elapsed(), reference.elapsed()))
    }

    /// Returns whether a technique found the same solutions as the last one that finished; `None` if it didn't finish itself.
    pub fn agrees(&self, entry: &Entry) -> Option<bool> {
        let standard = self.entries.iter().rev().find_map(Entry::measured)?;
        Some(entry.measured()?.found_the_same(standard))
    }

    /// Returns the length of a technique's bar on a logarithmic scale, from 0 to 1. The slowest has length 1, and the fastest keeps a
    /// visible bar.
    pub fn bar(&self, entry: &Entry) -> Option<f32> {
        timing::bar(entry.at_least()?, self.entries.iter().filter_map(Entry::at_least))
    }

    /// Returns whether the techniques that finished agree.
    pub fn verdict(&self) -> Verdict {
        let mut complete = self.entries.iter().filter_map(Entry::measured);
        let Some(first) = complete.next() else { return Verdict::Unknown };
        let others = complete.clone().count();
        match (complete.all(|other| other.found_the_same(first)), others) {
            (false, _) => Verdict::Disagree,
            (true, 0) => Verdict::Unknown,
            (true, _) => Verdict::Agree { techniques: others + 1, of: self.techniques.len(), solutions: first.count },
        }
    }
}

impl Observer<Entry> for Comparison {
    fn found(&mut self, entry: Entry) -> ControlFlow<()> {
        self.entries.push(entry);
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Whether the techniques that finished agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Fewer than two have finished.
    Unknown,
    /// At least two have finished, and they found the same solutions.
    Agree {
        /// The number of techniques that finished.
        techniques: usize,
        /// The number of all techniques.
        of: usize,
        /// The number of solutions that each of them found.
        solutions: u64,
    },
    /// Two have finished with different solutions, so at least one is wrong.
    Disagree,
}

impl Verdict {
    /// Describes the verdict in a sentence without the full stop; `None` while it is unknown. The noun is what a solution is called.
    pub fn words(self, noun: Noun) -> Option<String> {
        match self {
            Self::Unknown => None,
            Self::Disagree => Some("The techniques disagree: at least one is wrong".to_owned()),
            Self::Agree { techniques, of, solutions } => Some(techniques_agree(techniques, of, &noun.counted(solutions))),
        }
    }
}

/// Techniques found the same number of the same solutions.
fn techniques_agree(techniques: usize, of: usize, solutions: &str) -> String {
    let who = if techniques == of { format!("All {of}") } else { format!("{techniques} of {of}") };
    format!("{who} found the same {solutions}")
}

#[cfg(test)]
mod tests;
