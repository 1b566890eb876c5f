//! Techniques on one list, one after another: what does each take, and do all keep the same?

use std::{
    ops::ControlFlow::{self, Break, Continue},
    time::{Duration, Instant},
};

use super::{TECHNIQUES, Technique, keep_first};
use crate::{
    puzzles::virus_war::model::triples::{List, Triple},
    search::{Observer, Tally},
    timing,
};

/// A technique that takes longer is stopped.
pub const LIMIT: Duration = Duration::from_secs(20);

/// A run that takes longer is not repeated.
const QUICK: Duration = Duration::from_millis(50);
/// A clock is looked at so seldom at most, in calls, and after so long.
const MOST_CALLS: u32 = 64;
const LOOK_AFTER: Duration = Duration::from_micros(100);

/// What came of a technique.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Which one.
    pub technique: &'static Technique,
    /// What came of it.
    pub outcome: Outcome,
}

/// How the run of a technique ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It came to its end.
    Complete(Measured),
    /// It was stopped after this limit.
    Stopped(Duration),
}

/// What a technique kept, and what that took.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The first triple of each set of three numbers, in order.
    pub kept: List,
    /// The median of the repeated runs, or the only one.
    pub elapsed: Duration,
    /// In bytes, without what was kept.
    pub memory: u64,
}

impl Entry {
    /// What was measured, if it came to its end.
    pub fn measured(&self) -> Option<&Measured> {
        match &self.outcome {
            Outcome::Complete(measured) => Some(measured),
            Outcome::Stopped(_) => None,
        }
    }

    fn at_least(&self) -> Duration {
        match &self.outcome {
            Outcome::Complete(measured) => measured.elapsed,
            Outcome::Stopped(limit) => *limit,
        }
    }
}

/// How many times as fast as the article's first method it was, if both came to their end.
pub fn factor(entries: &[Entry], entry: &Entry) -> Option<f64> {
    let is_first_method = |entry: &&Entry| TECHNIQUES.last().is_some_and(|last| last.key == entry.technique.key);
    let reference = entries.iter().find(is_first_method)?.measured()?;
    Some(timing::factor(entry.measured()?.elapsed, reference.elapsed))
}

/// The length of its bar among those of the entries, on a logarithmic scale from 0 to 1.
pub fn bar(entries: &[Entry], entry: &Entry) -> Option<f32> {
    timing::bar(entry.at_least(), entries.iter().map(Entry::at_least))
}

/// Whether all that came to their end kept the same; none while fewer than two did.
pub fn agree(entries: &[Entry]) -> Option<bool> {
    let mut measured = entries.iter().filter_map(Entry::measured);
    let first = measured.next()?;
    let mut others = measured.peekable();
    others.peek()?;
    Some(others.all(|other| other.kept == first.kept))
}

/// Runs the techniques on the list, each for so long at most, and tells what came of each.
pub fn run(techniques: &[&'static Technique], triples: &List, limit: Duration, observer: &mut dyn Observer<Entry>) -> ControlFlow<()> {
    let unit = 1.0 / techniques.len() as f32;
    for (index, &technique) in techniques.iter().enumerate() {
        let mut go_on = |done: f32| observer.progress((index as f32 + 0.9 * done) * unit, &Tally::default());
        let outcome = measure(technique, triples, limit, &mut go_on)?;
        observer.found(Entry { technique, outcome })?;
    }
    observer.progress(1.0, &Tally::default())
}

fn measure(
    technique: &Technique,
    triples: &[Triple],
    limit: Duration,
    go_on: &mut dyn FnMut(f32) -> ControlFlow<()>,
) -> ControlFlow<(), Outcome> {
    let Some(first) = Run::new(limit, triples.len(), go_on).of(technique, triples)? else {
        return Continue(Outcome::Stopped(limit));
    };
    if QUICK <= first.elapsed {
        return Continue(Outcome::Complete(first));
    }
    let again = timing::warm_median(|| {
        // The first run came to the end of the progress, and progress never falls.
        let again = Run::new(limit, triples.len(), &mut |_| go_on(1.0)).of(technique, triples)?;
        Continue(again.map(|measured| measured.elapsed))
    })?;
    Continue(Outcome::Complete(Measured { elapsed: again.unwrap_or(first.elapsed), ..first }))
}

/// One run of a technique.
struct Run<'a> {
    limit: Duration,
    began: Instant,
    /// When the clock was looked at last, and how many calls are left until the next time.
    looked: Instant,
    calls_left: u32,
    calls: u32,
    kept: Vec<Triple>,
    memory: u64,
    is_over: bool,
    go_on: &'a mut dyn FnMut(f32) -> ControlFlow<()>,
}

impl<'a> Run<'a> {
    fn new(limit: Duration, triples: usize, go_on: &'a mut dyn FnMut(f32) -> ControlFlow<()>) -> Self {
        let (now, kept) = (Instant::now(), Vec::with_capacity(triples));
        Self { limit, began: now, looked: now, calls_left: 1, calls: 1, kept, memory: 0, is_over: false, go_on }
    }

    /// None if the time was up; breaks if nobody wants to know any more.
    fn of(mut self, technique: &Technique, triples: &[Triple]) -> ControlFlow<(), Option<Measured>> {
        self.began = Instant::now();
        let ended = keep_first(technique, triples, &mut self);
        let elapsed = self.began.elapsed();
        match ended {
            Continue(()) => Continue(Some(Measured { kept: self.kept.into(), elapsed, memory: self.memory })),
            Break(()) if self.is_over => Continue(None),
            Break(()) => Break(()),
        }
    }

    /// Looks at the clock; seldom where that would take its share of the time, often where much happens between two calls.
    fn look(&mut self, done: f32) -> ControlFlow<()> {
        let now = Instant::now();
        self.calls = if LOOK_AFTER < now - self.looked { 1 } else { (2 * self.calls).min(MOST_CALLS) };
        (self.looked, self.calls_left) = (now, self.calls);
        (self.go_on)(done)?;
        self.is_over = self.limit <= now - self.began;
        if self.is_over { Break(()) } else { Continue(()) }
    }
}

impl Observer<Triple> for Run<'_> {
    fn found(&mut self, triple: Triple) -> ControlFlow<()> {
        self.kept.push(triple);
        Continue(())
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        if 1.0 <= done {
            self.memory = tally.memory;
            return Continue(());
        }
        self.calls_left -= 1;
        if self.calls_left == 0 { self.look(done) } else { Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{puzzles::virus_war::play::deal, search::Found};

    fn all() -> Vec<&'static Technique> {
        TECHNIQUES.iter().collect()
    }

    #[test]
    fn all_techniques_are_measured_and_agree() {
        let list = List::from(deal::triples(700, 1));
        let mut found = Found::default();
        assert!(run(&all(), &list, LIMIT, &mut found).is_continue());
        let entries = found.items;
        assert!(entries.iter().map(|entry| entry.technique.key).eq(TECHNIQUES.iter().map(|technique| technique.key)));
        assert_eq!(agree(&entries), Some(true));
        assert_eq!((agree(&entries[..1]), agree(&[])), (None, None));
        for entry in &entries {
            let measured = entry.measured().unwrap();
            assert!(!measured.elapsed.is_zero() && 0 < measured.memory && measured.kept.len() <= 700, "{}", entry.technique.key);
            assert!(bar(&entries, entry).is_some_and(|bar| (0.0..=1.0).contains(&bar)));
        }
        assert_eq!(factor(&entries, &entries[10]), Some(1.0));
        assert!(factor(&entries, &entries[0]).unwrap() > 1.0, "a bit is found sooner than a list among hundreds");
        assert_eq!(factor(&entries[..10], &entries[0]), None, "the article's first method did not run");
    }

    #[test]
    fn a_technique_that_was_stopped_has_a_bar() {
        let entry = |technique: usize, outcome| Entry { technique: &TECHNIQUES[technique], outcome };
        let complete = |ms| Outcome::Complete(Measured { kept: List::default(), elapsed: Duration::from_millis(ms), memory: 0 });
        let entries = [entry(0, complete(100)), entry(1, Outcome::Stopped(Duration::from_millis(1_600)))];
        assert_eq!(entries.each_ref().map(|entry| bar(&entries, entry)), [Some(0.2), Some(1.0)]);
    }

    #[test]
    fn a_list_of_nothing_is_kept() {
        let mut found = Found::default();
        assert!(run(&all(), &List::default(), LIMIT, &mut found).is_continue());
        assert_eq!(agree(&found.items), Some(true));
        assert!(found.items.iter().all(|entry| entry.measured().is_some_and(|measured| measured.kept.is_empty())));
    }

    #[test]
    fn a_technique_is_stopped_after_its_limit() {
        let list = List::from(deal::triples(20_000, 1));
        let mut found = Found::default();
        assert!(run(&all()[9..], &list, Duration::ZERO, &mut found).is_continue());
        let outcomes: Vec<&Outcome> = found.items.iter().map(|entry| &entry.outcome).collect();
        assert_eq!(outcomes, [&Outcome::Stopped(Duration::ZERO); 2]);
    }

    #[test]
    fn it_stops_when_it_is_told_to() {
        /// Wants no more after so many calls.
        struct Impatient(u32);
        impl Observer<Entry> for Impatient {
            fn found(&mut self, _entry: Entry) -> ControlFlow<()> {
                Continue(())
            }
            fn progress(&mut self, done: f32, _tally: &Tally) -> ControlFlow<()> {
                assert!(done < 1.0 && 0 < self.0, "it goes on although it was stopped");
                self.0 -= 1;
                if self.0 == 0 { Break(()) } else { Continue(()) }
            }
        }
        let list = List::from(deal::triples(5_000, 1));
        for calls in [1, 7, 100] {
            assert!(run(&all(), &list, LIMIT, &mut Impatient(calls)).is_break());
        }
    }
}
