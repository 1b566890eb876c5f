//! All techniques of a puzzle on the same problem, one after another: do they find the same solutions, and what does each take?
//!
//! How one of them is measured is in its module `measure`. Threads are left to whoever asks: [`run`] tells an observer, as any search does.

mod measure;

use std::{ops::ControlFlow, time::Duration};

pub use measure::Measured;

use crate::{
    puzzle::{Published, Puzzle, Technique},
    search::{Observer, Tally},
    text::{counted, duration, sentence},
    timing,
};

/// A technique that takes longer is stopped.
pub const LIMIT: Duration = Duration::from_secs(60);

/// The share of a technique's part of the progress that is left for its repeated runs. That it is not nothing keeps the whole
/// below its end until it is there.
const REPETITIONS_SHARE: f32 = 0.05;

/// Runs the techniques one after another and tells what came of each; each may take so long.
pub fn run<P: Puzzle>(
    techniques: &'static [Technique<P>],
    problem: &P::Problem,
    limit: Duration,
    observer: &mut dyn Observer<Entry<P>>,
) -> ControlFlow<()> {
    let unit = 1.0 / techniques.len() as f32;
    for (index, technique) in techniques.iter().enumerate() {
        let mut go_on = |done: f32| {
            let done = index as f32 + done * (1.0 - REPETITIONS_SHARE);
            observer.progress(done * unit, &Tally::default())
        };
        let outcome = measure::measure(technique, problem, limit, &mut go_on)?;
        observer.found(Entry { technique, outcome, published: technique.published(problem) })?;
    }
    observer.progress(1.0, &Tally::default())
}

/// What came of one technique.
pub struct Entry<P: Puzzle> {
    /// Which one it is.
    pub technique: &'static Technique<P>,
    /// What came of it.
    pub outcome: Outcome,
    /// The figures that its article gives for this problem.
    pub published: &'static [Published],
}

/// How the run of a technique ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It came to its end.
    Complete(Measured),
    /// It was stopped after this limit.
    Stopped(Duration),
    /// It failed, for this reason.
    Failed(String),
}

impl<P: Puzzle> Entry<P> {
    /// What was measured, if it came to its end.
    pub fn measured(&self) -> Option<&Measured> {
        match &self.outcome {
            Outcome::Complete(measured) => Some(measured),
            Outcome::Stopped(_) | Outcome::Failed(_) => None,
        }
    }

    /// The figures of its article in words, a line for each, with ours behind them.
    pub fn published_words(&self) -> impl Iterator<Item = String> + '_ {
        let ours = self.measured().map(|measured| (&measured.tally, measured.elapsed));
        self.published.iter().map(move |published| published.words(self.technique, ours))
    }

    /// Why nothing was measured, in words, unless it was.
    pub fn reason(&self) -> Option<String> {
        match &self.outcome {
            Outcome::Complete(_) => None,
            Outcome::Stopped(limit) => Some(format!("stopped after {}", duration(*limit))),
            Outcome::Failed(message) => Some(format!("failed: {message}")),
        }
    }

    /// How long it ran at least.
    fn at_least(&self) -> Option<Duration> {
        match &self.outcome {
            Outcome::Complete(measured) => Some(measured.elapsed),
            Outcome::Stopped(limit) => Some(*limit),
            Outcome::Failed(_) => None,
        }
    }
}

/// What is known of the techniques so far, side by side.
pub struct Comparison<P: Puzzle> {
    techniques: &'static [Technique<P>],
    entries: Vec<Entry<P>>,
}

impl<P: Puzzle> Default for Comparison<P> {
    fn default() -> Self {
        Self::of(P::techniques())
    }
}

impl<P: Puzzle> Comparison<P> {
    /// A comparison of these techniques of which nothing is known yet.
    pub fn of(techniques: &'static [Technique<P>]) -> Self {
        Self { techniques, entries: Vec::new() }
    }

    /// What is known so far, in the order of the techniques.
    pub fn entries(&self) -> &[Entry<P>] {
        &self.entries
    }

    /// What is known of this technique.
    pub fn entry(&self, technique: &Technique<P>) -> Option<&Entry<P>> {
        self.entries.iter().find(|entry| entry.technique.key == technique.key)
    }

    /// Takes in what came of the next techniques.
    pub fn extend(&mut self, entries: impl IntoIterator<Item = Entry<P>>) {
        self.entries.extend(entries);
    }

    /// The technique that comes next, or runs.
    pub fn next(&self) -> Option<&'static Technique<P>> {
        self.techniques.get(self.entries.len())
    }

    /// The one that the others are compared with: the puzzle's own if it is among them, or else the last.
    pub fn reference(&self) -> Option<&'static Technique<P>> {
        let own = Technique::<P>::reference().and_then(|own| self.techniques.iter().find(|technique| technique.key == own.key));
        own.or(self.techniques.last())
    }

    /// How many times as fast as the reference this one is, if both came to their end.
    pub fn factor(&self, entry: &Entry<P>) -> Option<f64> {
        let reference = self.entry(self.reference()?)?.measured()?;
        Some(timing::factor(entry.measured()?.elapsed, reference.elapsed))
    }

    /// Whether it found the solutions that the last of those found that came to their end; none if it did not come to its own.
    pub fn agrees(&self, entry: &Entry<P>) -> Option<bool> {
        let standard = self.entries.iter().rev().find_map(Entry::measured)?;
        Some(entry.measured()?.found_the_same(standard))
    }

    /// The length of its bar on a logarithmic scale, from 0 to 1: the slowest has 1, and something is left for the fastest.
    pub fn bar(&self, entry: &Entry<P>) -> Option<f32> {
        timing::bar(entry.at_least()?, self.entries.iter().filter_map(Entry::at_least))
    }

    /// Whether those that came to their end agree.
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

impl<P: Puzzle> Observer<Entry<P>> for Comparison<P> {
    fn found(&mut self, entry: Entry<P>) -> ControlFlow<()> {
        self.entries.push(entry);
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Whether the techniques that came to their end agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Fewer than two came to their end.
    Unknown,
    /// So many of so many came to their end, and they found the same solutions.
    Agree {
        /// How many came to their end.
        techniques: usize,
        /// How many there are.
        of: usize,
        /// How many solutions each of them found.
        solutions: u64,
    },
    /// Two came to their ends with different solutions: one of them is wrong.
    Disagree,
}

impl Verdict {
    /// The verdict in a sentence without the full stop; nothing while it is unknown.
    pub fn words(self) -> Option<String> {
        match self {
            Self::Unknown => None,
            Self::Disagree => Some("The techniques disagree: one of them is wrong".to_owned()),
            Self::Agree { techniques, of, solutions } => {
                let who = if techniques == of { format!("all {of}") } else { format!("{techniques} of {of}") };
                Some(sentence(&format!("{who} found the same {}", counted(solutions, "solution"))))
            }
        }
    }
}

#[cfg(test)]
mod tests;
