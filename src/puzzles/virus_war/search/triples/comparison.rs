//! Compares techniques on one list: measures them in turn, and checks that they keep the same triples.

use std::{
    ops::ControlFlow::{self, Break, Continue},
    time::{Duration, Instant},
};

use super::{TECHNIQUES, Technique, keep_first};
use crate::model::triples::{List, Triple};
use base::{
    search::{Observer, Tally},
    timing,
};

/// Techniques that take longer are stopped.
pub const TIME_LIMIT: Duration = Duration::from_secs(20);

/// Runs that take longer are not repeated.
const REPEATED_BELOW: Duration = Duration::from_millis(50);
/// The most calls between two checks of the clock.
const MAX_CALLS_PER_CHECK: u32 = 64;
/// If two checks are further apart than this, the next call checks again.
const CHECK_INTERVAL: Duration = Duration::from_micros(100);

/// The result of one technique.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The technique.
    pub technique: &'static Technique,
    /// How its run ended.
    pub outcome: Outcome,
}

/// How the run of a technique ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It finished.
    Complete(Measured),
    /// It was stopped at this time limit.
    Stopped(Duration),
}

/// What a technique kept, how long it took and how much memory it used.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The first triple of each set of three numbers, in order.
    pub kept: List,
    /// The median of the repeated runs, or the time of the only one.
    pub elapsed: Duration,
    /// In bytes, without the triples kept.
    pub memory: u64,
}

impl Entry {
    /// The measurement, if the technique finished.
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

/// How many times as fast as the article's first technique it was, if both finished.
pub fn factor(entries: &[Entry], entry: &Entry) -> Option<f64> {
    let is_first_technique = |entry: &&Entry| TECHNIQUES.last().is_some_and(|last| last.key == entry.technique.key);
    let reference = entries.iter().find(is_first_technique)?.measured()?;
    Some(timing::factor(entry.measured()?.elapsed, reference.elapsed))
}

/// The length of the entry's bar, from 0 to 1 on a logarithmic scale that covers all entries.
pub fn bar(entries: &[Entry], entry: &Entry) -> Option<f32> {
    timing::bar(entry.at_least(), entries.iter().map(Entry::at_least))
}

/// Whether all techniques that finished kept the same triples; none if fewer than two finished.
pub fn agree(entries: &[Entry]) -> Option<bool> {
    let mut measured = entries.iter().filter_map(Entry::measured);
    let first = measured.next()?;
    let mut others = measured.peekable();
    others.peek()?;
    Some(others.all(|other| other.kept == first.kept))
}

/// Runs the techniques on the list, each at most for the time limit, and reports each result.
pub fn run(techniques: &[&'static Technique], triples: &List, limit: Duration, observer: &mut dyn Observer<Entry>) -> ControlFlow<()> {
    let unit = 1.0 / techniques.len() as f32;
    for (index, &technique) in techniques.iter().enumerate() {
        let mut progress = |done: f32| observer.progress((index as f32 + 0.9 * done) * unit, &Tally::default());
        let outcome = measure(technique, triples, limit, &mut progress)?;
        observer.found(Entry { technique, outcome })?;
    }
    observer.progress(1.0, &Tally::default())
}

fn measure(
    technique: &Technique,
    triples: &[Triple],
    limit: Duration,
    progress: &mut dyn FnMut(f32) -> ControlFlow<()>,
) -> ControlFlow<(), Outcome> {
    let Some(first) = Run::new(limit, triples.len(), progress).of(technique, triples)? else {
        return Continue(Outcome::Stopped(limit));
    };
    if REPEATED_BELOW <= first.elapsed {
        return Continue(Outcome::Complete(first));
    }
    let again = timing::warm_times(None, || {
        // The first run reported all of the progress, which must never fall.
        let again = Run::new(limit, triples.len(), &mut |_| progress(1.0)).of(technique, triples)?;
        Continue(again.map(|measured| measured.elapsed))
    })?;
    Continue(Outcome::Complete(Measured { elapsed: again.map_or(first.elapsed, |times| times.median), ..first }))
}

/// One run of a technique.
struct Run<'a> {
    limit: Duration,
    began: Instant,
    /// When the clock was last checked.
    last_check: Instant,
    /// How many calls remain until the next check.
    calls_remaining: u32,
    /// How many calls there are between the last check and the next.
    calls_per_check: u32,
    kept: Vec<Triple>,
    memory: u64,
    is_out_of_time: bool,
    progress: &'a mut dyn FnMut(f32) -> ControlFlow<()>,
}

impl<'a> Run<'a> {
    fn new(limit: Duration, triples: usize, progress: &'a mut dyn FnMut(f32) -> ControlFlow<()>) -> Self {
        let (now, kept) = (Instant::now(), Vec::with_capacity(triples));
        Self {
            limit,
            began: now,
            last_check: now,
            calls_remaining: 1,
            calls_per_check: 1,
            kept,
            memory: 0,
            is_out_of_time: false,
            progress,
        }
    }

    /// Runs the technique; none if the time ran out. Breaks if the observer stops it.
    fn of(mut self, technique: &Technique, triples: &[Triple]) -> ControlFlow<(), Option<Measured>> {
        self.began = Instant::now();
        let ended = keep_first(technique, triples, &mut self);
        let elapsed = self.began.elapsed();
        match ended {
            Continue(()) => Continue(Some(Measured { kept: self.kept.into(), elapsed, memory: self.memory })),
            Break(()) if self.is_out_of_time => Continue(None),
            Break(()) => Break(()),
        }
    }

    /// Checks the clock: rarely where the check would take a share of the time, often where much happens between two calls.
    fn check_clock(&mut self, done: f32) -> ControlFlow<()> {
        let now = Instant::now();
        self.calls_per_check = if CHECK_INTERVAL < now - self.last_check { 1 } else { (2 * self.calls_per_check).min(MAX_CALLS_PER_CHECK) };
        (self.last_check, self.calls_remaining) = (now, self.calls_per_check);
        (self.progress)(done)?;
        self.is_out_of_time = self.limit <= now - self.began;
        if self.is_out_of_time { Break(()) } else { Continue(()) }
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
        self.calls_remaining -= 1;
        if self.calls_remaining == 0 { self.check_clock(done) } else { Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::deal;
    use base::search::Found;

    fn all() -> Vec<&'static Technique> {
        TECHNIQUES.iter().collect()
    }

    #[test]
    fn all_techniques_are_measured_and_agree() {
        let list = List::from(deal::triples(700, 1));
        let mut found = Found::default();
        assert!(run(&all(), &list, TIME_LIMIT, &mut found).is_continue());
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
        assert!(factor(&entries, &entries[0]).unwrap() > 1.0, "looking up a bit is faster than comparing hundreds of lists");
        assert_eq!(factor(&entries[..10], &entries[0]), None, "the article's first technique did not run");
    }

    #[test]
    fn a_technique_that_was_stopped_has_a_bar() {
        let entry = |technique: usize, outcome| Entry { technique: &TECHNIQUES[technique], outcome };
        let complete = |ms| Outcome::Complete(Measured { kept: List::default(), elapsed: Duration::from_millis(ms), memory: 0 });
        let entries = [entry(0, complete(100)), entry(1, Outcome::Stopped(Duration::from_millis(1_600)))];
        assert_eq!(entries.each_ref().map(|entry| bar(&entries, entry)), [Some(0.2), Some(1.0)]);
    }

    #[test]
    fn an_empty_list_stays_empty() {
        let mut found = Found::default();
        assert!(run(&all(), &List::default(), TIME_LIMIT, &mut found).is_continue());
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
    fn a_comparison_stops_when_its_observer_says_so() {
        /// Stops after this many calls.
        struct Impatient(u32);
        impl Observer<Entry> for Impatient {
            fn found(&mut self, _entry: Entry) -> ControlFlow<()> {
                Continue(())
            }
            fn progress(&mut self, done: f32, _tally: &Tally) -> ControlFlow<()> {
                assert!(done < 1.0 && 0 < self.0, "it continues although it was stopped");
                self.0 -= 1;
                if self.0 == 0 { Break(()) } else { Continue(()) }
            }
        }
        let list = List::from(deal::triples(5_000, 1));
        for calls in [1, 7, 100] {
            assert!(run(&all(), &list, TIME_LIMIT, &mut Impatient(calls)).is_break());
        }
    }
}
