//! Times of techniques in comparison: measuring a quick one, how many times as fast one is as another, and the lengths of their bars.
//!
//! It runs nothing itself and knows no puzzle: the caller decides what a run is and when to give up.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

/// A quick run is repeated at least this often, and at most [`MOST_REPETITIONS`] times while [`REPEAT_FOR`] lasts.
const LEAST_REPETITIONS: usize = 3;
const MOST_REPETITIONS: usize = 31;
const REPEAT_FOR: Duration = Duration::from_millis(100);

/// The times of repeated runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// The time in the middle, which a few disturbed runs don't change.
    pub median: Duration,
    /// The shortest time.
    pub shortest: Duration,
    /// The longest time.
    pub longest: Duration,
    /// The number of runs, at least 1.
    pub runs: usize,
}

impl Times {
    /// The time of a single run.
    pub fn single(time: Duration) -> Self {
        Self { median: time, shortest: time, longest: time, runs: 1 }
    }

    /// Summarises the times of runs; `None` if there are none.
    fn of(mut times: Vec<Duration>) -> Option<Self> {
        times.sort_unstable();
        Some(Self { median: *times.get(times.len() / 2)?, shortest: *times.first()?, longest: *times.last()?, runs: times.len() })
    }
}

/// Returns the times of repeated runs, for a technique that has run before, so that its tables and the processor are warm. Without a
/// number of runs, it repeats them for a tenth of a second: at least 3 and at most 31 times.
///
/// A run returns its time, or `None` if it didn't finish, which ends the runs; `Break` ends the measurement. Returns `None`
/// if the first run didn't finish.
pub fn warm_times(runs: Option<usize>, mut run: impl FnMut() -> ControlFlow<(), Option<Duration>>) -> ControlFlow<(), Option<Times>> {
    let (least, most) = runs.map_or((LEAST_REPETITIONS, MOST_REPETITIONS), |runs| (runs, runs));
    let (mut times, started) = (Vec::new(), Instant::now());
    while times.len() < least || times.len() < most && started.elapsed() < REPEAT_FOR {
        match run()? {
            Some(time) => times.push(time),
            None => break,
        }
    }
    ControlFlow::Continue(Times::of(times))
}

/// Returns how many times as fast as the reference something is.
pub fn factor(time: Duration, reference: Duration) -> f64 {
    seconds(reference) / seconds(time)
}

/// Returns the length of a time's bar, from 0 to 1 on a logarithmic scale of all times, which include this one. The longest time has length
/// 1, and the shortest keeps a visible bar. `None` if there are no times.
pub fn bar(time: Duration, all: impl Iterator<Item = Duration> + Clone) -> Option<f32> {
    let shortest = seconds(all.clone().min()?) / 2.0;
    let longest = seconds(all.max()?);
    Some(((seconds(time) / shortest).ln() / (longest / shortest).ln()) as f32)
}

/// The time in seconds, at least a nanosecond, since the clock can't measure less.
fn seconds(time: Duration) -> f64 {
    time.max(Duration::from_nanos(1)).as_secs_f64()
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow::{Break, Continue};

    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn bars_are_logarithmic() {
        let times = [100, 200, 800, 1_600].map(MS);
        for (time, expected) in times.into_iter().zip([0.2, 0.4, 0.8, 1.0]) {
            let bar = bar(time, times.into_iter()).unwrap();
            assert!((bar - expected).abs() < 1e-4, "{bar} is not {expected}");
        }
        assert_eq!(bar(MS(5), [MS(5)].into_iter()), Some(1.0), "a single time is the longest");
        assert_eq!(bar(MS(5), [].into_iter()), None);
        assert_eq!(bar(Duration::ZERO, [Duration::ZERO, MS(1)].into_iter()).map(|bar| 0.0 < bar), Some(true));
    }

    #[test]
    fn factors_are_against_the_reference() {
        assert_eq!(factor(MS(10), MS(40)), 4.0);
        assert_eq!(factor(Duration::ZERO, Duration::from_nanos(8)), 8.0, "at least a nanosecond");
    }

    #[test]
    fn times_are_of_the_runs_that_finished() {
        let of = |number: Option<usize>, runs: Vec<ControlFlow<(), Option<Duration>>>| {
            let mut runs = runs.into_iter();
            warm_times(number, || runs.next().unwrap_or(Continue(None)))
        };
        let run = |time| Continue(Some(MS(time)));
        let times = |median, shortest, longest, runs| {
            Continue(Some(Times { median: MS(median), shortest: MS(shortest), longest: MS(longest), runs }))
        };
        assert_eq!(of(None, vec![run(9), run(2), run(4), Continue(None), run(1)]), times(4, 2, 9, 3));
        assert_eq!(of(None, vec![Continue(None), run(1)]), Continue(None));
        assert_eq!(of(None, vec![run(1), Break(())]), Break(()));
        assert_eq!(of(None, (0..40).map(run).collect()), times(15, 0, 30, 31), "of 31 quick runs");
        assert_eq!(of(Some(2), (5..40).map(run).collect()), times(6, 5, 6, 2), "of two runs");
        assert_eq!(of(Some(1), vec![run(5)]), Continue(Some(Times::single(MS(5)))));
    }
}
