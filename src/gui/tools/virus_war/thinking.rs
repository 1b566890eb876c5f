//! An opponent that thinks on its own thread for a limited time.

use std::{ops::ControlFlow, time::Duration};

use crate::{
    puzzles::virus_war::{
        model::{state::Problem, turn::Turn},
        play::opponent::{
            self, Level, Line,
            limit::{Limit, Limited, stopwatch},
        },
    },
    search::{Observer, Tally},
    workbench::job::{Job, NoThread, Wake},
};

/// A report of a thinking opponent.
#[derive(Clone, Debug, PartialEq)]
pub enum Thought {
    /// It has found a better line.
    BetterLine(Line),
    /// It has chosen a turn. Nothing follows.
    Chosen {
        /// The turn; none if there is no turn.
        turn: Option<Turn>,
        /// How long the thinking took.
        took: Duration,
        /// How many turns it has looked at.
        explored: u64,
    },
}

/// Starts to think about the problem. [`Thought::Chosen`] comes when everything was searched or the time is up.
///
/// # Errors
/// If the system can't start another thread.
pub fn begin(level: Level, problem: Problem, time: Duration, seed: u64, wake: Wake) -> Result<Job<Thought>, NoThread> {
    by_clock(level, problem, time, stopwatch(), seed, wake)
}

fn by_clock(
    level: Level,
    problem: Problem,
    time: Duration,
    mut clock: impl FnMut() -> Duration + Send + 'static,
    seed: u64,
    wake: Wake,
) -> Result<Job<Thought>, NoThread> {
    Job::start("virus-war opponent".to_owned(), wake, move |observer| {
        let mut lines = Lines { observer, explored: 0 };
        let mut limited = Limited::new(Some(Limit::Time(time)), &mut clock, &mut lines);
        let turn = opponent::choose(level, &problem, seed, &mut limited);
        if limited.was_stopped {
            // The caller stopped it and doesn't want a turn.
            return ControlFlow::Break(());
        }
        let explored = lines.explored;
        observer.found(Thought::Chosen { turn, took: clock(), explored })
    })
}

/// Passes lines on as thoughts, and remembers how many turns were looked at.
struct Lines<'a> {
    observer: &'a mut dyn Observer<Thought>,
    explored: u64,
}

impl Observer<Line> for Lines<'_> {
    fn found(&mut self, line: Line) -> ControlFlow<()> {
        self.observer.found(Thought::BetterLine(line))
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.explored = tally.explored;
        self.observer.progress(done, tally)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicU64, Ordering::SeqCst},
    };

    use super::*;
    use crate::{
        puzzle::Puzzle,
        puzzles::virus_war::VirusWar,
        workbench::{file, job::News},
    };

    fn midgame() -> Problem {
        let document = file::read::<VirusWar>(VirusWar::presets()[0].ron).unwrap();
        VirusWar::check(&document.state).unwrap()
    }

    /// All thoughts, and how the job ended.
    fn all_news(job: &Job<Thought>) -> (Vec<Thought>, News<Thought>) {
        let mut thoughts = Vec::new();
        loop {
            match job.news() {
                Some(News::Found(more)) => thoughts.extend(more),
                Some(end) => return (thoughts, end),
                None => std::thread::yield_now(),
            }
        }
    }

    /// A clock that goes forward by a millisecond with each check, and the number of checks.
    fn clock_of_checks() -> (Arc<AtomicU64>, impl FnMut() -> Duration + Send) {
        let checks = Arc::<AtomicU64>::default();
        let counter = checks.clone();
        (checks, move || Duration::from_millis(counter.fetch_add(1, SeqCst) + 1))
    }

    #[test]
    fn the_deep_level_chooses_at_the_first_check_after_its_time() {
        let (checks, clock) = clock_of_checks();
        let limit = Duration::from_millis(300);
        let job = by_clock(Level::Deep, midgame(), limit, clock, 1, Arc::new(|| ())).unwrap();
        let (thoughts, end) = all_news(&job);
        assert!(matches!(end, News::Finished(_)), "{end:?}");
        let Some(Thought::Chosen { turn: Some(turn), took, explored }) = thoughts.last() else { panic!("{thoughts:?}") };
        assert!(limit <= *took && *took <= limit + Duration::from_millis(50), "{took:?}");
        assert_eq!(checks.load(SeqCst), 301, "the last check measures the time it took");
        assert!(0 < *explored && *explored <= 301 * 256, "at most 256 turns between two checks: {explored}");
        let best = thoughts.iter().rev().find_map(|thought| if let Thought::BetterLine(line) = thought { Some(line) } else { None });
        assert_eq!(best.map(|line| line.turns[0]), Some(*turn), "it plays the best line that it reported");
    }

    #[test]
    fn it_stops_at_once_and_makes_no_turn() {
        let job = begin(Level::Deep, midgame(), Duration::MAX, 1, Arc::new(|| ())).unwrap();
        job.stop();
        let (thoughts, end) = all_news(&job);
        assert_eq!(end, News::Stopped);
        assert!(!thoughts.iter().any(|thought| matches!(thought, Thought::Chosen { .. })), "{thoughts:?}");
    }
}
