//! Limits for an opponent's thinking: by a clock, or by the amount of work, which is the same on every machine.

use std::{
    ops::ControlFlow::{self, Break, Continue},
    time::{Duration, Instant},
};

use super::Line;
use base::search::{Observer, Tally};

/// When an opponent stops thinking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// After it has looked at this many turns.
    Turns(u64),
    /// After this time.
    Time(Duration),
}

/// A clock that starts now.
pub fn stopwatch() -> impl FnMut() -> Duration + Send {
    let began = Instant::now();
    move || began.elapsed()
}

/// An observer that stops the thinking at a limit, and remembers whether the inner observer stopped it first.
pub struct Limited<'a> {
    limit: Option<Limit>,
    /// The time since the thinking began.
    clock: &'a mut dyn FnMut() -> Duration,
    observer: &'a mut dyn Observer<Line>,
    /// Whether the inner observer stopped the thinking, rather than the limit.
    pub was_stopped: bool,
}

impl<'a> Limited<'a> {
    /// Passes everything to this observer, which can stop the thinking before the limit.
    pub fn new(limit: Option<Limit>, clock: &'a mut dyn FnMut() -> Duration, observer: &'a mut dyn Observer<Line>) -> Self {
        Self { limit, clock, observer, was_stopped: false }
    }

    fn noted(&mut self, reply: ControlFlow<()>) -> ControlFlow<()> {
        self.was_stopped |= reply.is_break();
        reply
    }
}

impl Observer<Line> for Limited<'_> {
    fn found(&mut self, line: Line) -> ControlFlow<()> {
        let reply = self.observer.found(line);
        self.noted(reply)
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        let reply = self.observer.progress(done, tally);
        self.noted(reply)?;
        let is_over = match self.limit {
            Some(Limit::Turns(turns)) => turns <= tally.explored,
            Some(Limit::Time(time)) => time <= (self.clock)(),
            None => false,
        };
        if is_over { Break(()) } else { Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        model::{
            position::Player,
            state::{Problem, Rows, Rules},
        },
        play::opponent::{Level, choose},
    };

    /// Counts calls and stops the thinking at call number `stop`.
    struct Listener {
        calls: u64,
        stop: u64,
        /// The most turns that were looked at between two calls.
        longest_silence: u64,
        explored: u64,
    }

    impl Listener {
        fn new(stop: u64) -> Self {
            Self { calls: 0, stop, longest_silence: 0, explored: 0 }
        }
    }

    impl Observer<Line> for Listener {
        fn found(&mut self, _line: Line) -> ControlFlow<()> {
            Continue(())
        }

        fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
            assert!(self.calls < self.stop, "it continues although it was stopped");
            self.calls += 1;
            self.longest_silence = self.longest_silence.max(tally.explored - self.explored);
            self.explored = tally.explored;
            if self.calls == self.stop { Break(()) } else { Continue(()) }
        }
    }

    fn crowded() -> Problem {
        let rows = "...XXX.X.X/...XxxxxX./...xX.XxOx/OOoO.xxXx./OOox.OXXxX/O.OoOOXX.x/.OOoOxX..X/..O.XOoXX./OOOOOoXXXX/OOOO.OOXX.";
        let position = Rows::from(rows.split('/').map(String::from).collect::<Vec<_>>()).position();
        Problem::new(position, Player::X, 3, Rules::default())
    }

    #[test]
    fn the_clock_is_not_checked_again_after_the_time_is_up() {
        let limit = Duration::from_millis(200);
        let (mut checks, mut late) = (0, 0);
        let mut clock = || {
            checks += 1;
            let now = Duration::from_millis(checks);
            late += u64::from(limit < now);
            now
        };
        let mut listener = Listener::new(u64::MAX);
        let mut limited = Limited::new(Some(Limit::Time(limit)), &mut clock, &mut listener);
        assert!(choose(Level::Deep, &crowded(), 1, &mut limited).is_some());
        assert!(!limited.was_stopped, "the limit stopped it");
        assert_eq!((checks, late), (200, 0));
        // So the limit is exceeded by the time between two checks at most. This many turns take microseconds.
        assert!(listener.longest_silence <= 256, "{}", listener.longest_silence);
    }

    #[test]
    fn every_level_stops_at_once_at_any_point() {
        for level in Level::ALL {
            for stop in [1, 2, 3, 5, 20, 100] {
                let mut listener = Listener::new(stop);
                let mut clock = || Duration::ZERO;
                let mut limited = Limited::new(None, &mut clock, &mut listener);
                assert!(choose(level, &crowded(), 1, &mut limited).is_some(), "{} still has a turn", level.key());
                assert!(limited.was_stopped || listener.calls < stop, "{}", level.key());
            }
        }
    }

    #[test]
    fn a_limit_of_turns_is_exceeded_by_less_than_one_report() {
        for level in Level::ALL.into_iter().filter(|level| level.needs_limit()) {
            let mut listener = Listener::new(u64::MAX);
            let mut clock = || panic!("this limit needs no clock");
            choose(level, &crowded(), 1, &mut Limited::new(Some(Limit::Turns(50_000)), &mut clock, &mut listener));
            assert!((50_000..50_256).contains(&listener.explored), "{}: {}", level.key(), listener.explored);
        }
    }
}
