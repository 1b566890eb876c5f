//! When an opponent is to stop thinking: by a clock, or by its own work, which no machine's speed changes.

use std::{
    ops::ControlFlow::{self, Break, Continue},
    time::{Duration, Instant},
};

use super::Line;
use crate::search::{Observer, Tally};

/// When thinking ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// After so many turns were looked at.
    Turns(u64),
    /// After so long.
    Time(Duration),
}

/// A clock that begins now.
pub fn stopwatch() -> impl FnMut() -> Duration + Send {
    let began = Instant::now();
    move || began.elapsed()
}

/// An observer that ends the thinking at a limit; whether it was the limit or somebody else can be told.
pub struct Limited<'a> {
    limit: Option<Limit>,
    /// How long the thinking lasts.
    clock: &'a mut dyn FnMut() -> Duration,
    observer: &'a mut dyn Observer<Line>,
    /// Whether the observer stopped it, and not the limit.
    pub was_stopped: bool,
}

impl<'a> Limited<'a> {
    /// Tells the observer all, and asks it first whether to go on.
    pub fn new(limit: Option<Limit>, clock: &'a mut dyn FnMut() -> Duration, observer: &'a mut dyn Observer<Line>) -> Self {
        Self { limit, clock, observer, was_stopped: false }
    }

    fn asked(&mut self, reply: ControlFlow<()>) -> ControlFlow<()> {
        self.was_stopped |= reply.is_break();
        reply
    }
}

impl Observer<Line> for Limited<'_> {
    fn found(&mut self, line: Line) -> ControlFlow<()> {
        let reply = self.observer.found(line);
        self.asked(reply)
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        let reply = self.observer.progress(done, tally);
        self.asked(reply)?;
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
    use crate::puzzles::virus_war::{
        model::{
            position::Player,
            state::{Problem, Rows, Rules},
        },
        play::opponent::{Level, choose},
    };

    /// Counts what it hears, and stops the thinking at its `stop`th call.
    struct Listener {
        calls: u64,
        stop: u64,
        /// The most turns that were looked at from one call to the next.
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
            assert!(self.calls < self.stop, "it goes on although it was stopped");
            self.calls += 1;
            self.longest_silence = self.longest_silence.max(tally.explored - self.explored);
            self.explored = tally.explored;
            if self.calls == self.stop { Break(()) } else { Continue(()) }
        }
    }

    fn crowded() -> Problem {
        let rows = "...XXX.X.X/...XxxxxX./...xX.XxOx/OOoO.xxXx./OOox.OXXxX/O.OoOOXX.x/.OOoOxX..X/..O.XOoXX./OOOOOoXXXX/OOOO.OOXX.";
        let position = Rows::from(rows.split('/').map(String::from).collect::<Vec<_>>()).position();
        Problem { position, mover: Player::X, moves: 3, rules: Rules::default() }
    }

    #[test]
    fn no_look_at_the_clock_comes_after_the_time_is_up() {
        let limit = Duration::from_millis(200);
        let (mut looks, mut late) = (0, 0);
        let mut clock = || {
            looks += 1;
            let now = Duration::from_millis(looks);
            late += u64::from(limit < now);
            now
        };
        let mut listener = Listener::new(u64::MAX);
        let mut limited = Limited::new(Some(Limit::Time(limit)), &mut clock, &mut listener);
        assert!(choose(Level::Deep, &crowded(), 1, &mut limited).is_some());
        assert!(!limited.was_stopped, "it was the limit");
        assert_eq!((looks, late), (200, 0));
        // So the time between two looks is all that the limit can be passed by: that of so few turns is microseconds.
        assert!(listener.longest_silence <= 256, "{}", listener.longest_silence);
    }

    #[test]
    fn every_level_stops_at_once_wherever_it_is() {
        for level in Level::ALL {
            for stop in [1, 2, 3, 5, 20, 100] {
                let mut listener = Listener::new(stop);
                let mut clock = || Duration::ZERO;
                let mut limited = Limited::new(None, &mut clock, &mut listener);
                assert!(choose(level, &crowded(), 1, &mut limited).is_some(), "{} has a turn even so", level.key());
                assert!(limited.was_stopped || listener.calls < stop, "{}", level.key());
            }
        }
    }

    #[test]
    fn a_limit_of_turns_is_kept_to_the_next_look() {
        let mut listener = Listener::new(u64::MAX);
        let mut clock = || panic!("no clock is needed");
        choose(Level::Deep, &crowded(), 1, &mut Limited::new(Some(Limit::Turns(50_000)), &mut clock, &mut listener));
        assert!((50_000..50_256).contains(&listener.explored), "{}", listener.explored);
    }
}
