//! Bounds the work of making and rating a challenge. Work is counted, not timed, so that the same seed gives the same challenge on every
//! machine.

use std::ops::ControlFlow;

use crate::KeepGoing;

/// Why work ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The caller stopped it.
    Stopped,
    /// It would be more than was allowed.
    TooMuch,
}

/// Options looked at between two calls of `keep_going`: well under a millisecond.
const OPTIONS_PER_CALL: usize = 1 << 14;

/// The work that may still be done, as a number of options to look at.
pub struct Effort<'a> {
    remaining: u64,
    since_call: usize,
    keep_going: KeepGoing<'a>,
}

impl<'a> Effort<'a> {
    /// Work on at most this many options. Calls `keep_going` at least once per millisecond.
    pub fn new(options: u64, keep_going: KeepGoing<'a>) -> Self {
        Self { remaining: options, since_call: 0, keep_going }
    }

    /// Whether more work is allowed.
    pub fn remains(&self) -> bool {
        self.remaining > 0
    }

    /// Accounts for work on this many options.
    pub fn spend(&mut self, options: usize) -> ControlFlow<Halt> {
        self.since_call += options;
        if self.since_call >= OPTIONS_PER_CALL {
            self.since_call = 0;
            if (self.keep_going)().is_break() {
                return ControlFlow::Break(Halt::Stopped);
            }
        }
        self.remaining = self.remaining.saturating_sub(options as u64);
        if self.remains() { ControlFlow::Continue(()) } else { ControlFlow::Break(Halt::TooMuch) }
    }

    /// Does a part of the work, on at most this many options.
    pub fn within<T>(&mut self, options: u64, work: impl FnOnce(&mut Self) -> ControlFlow<Halt, T>) -> ControlFlow<Halt, T> {
        let before = self.remaining;
        self.remaining = options.min(before);
        let done = work(self);
        self.remaining = before - (options.min(before) - self.remaining);
        done
    }
}

/// Does work on at most this many options. `None` if that isn't enough.
pub fn bounded<T>(
    options: u64,
    keep_going: KeepGoing<'_>,
    work: impl FnOnce(&mut Effort<'_>) -> ControlFlow<Halt, T>,
) -> ControlFlow<(), Option<T>> {
    match work(&mut Effort::new(options, keep_going)) {
        ControlFlow::Continue(done) => ControlFlow::Continue(Some(done)),
        ControlFlow::Break(Halt::TooMuch) => ControlFlow::Continue(None),
        ControlFlow::Break(Halt::Stopped) => ControlFlow::Break(()),
    }
}

/// Does work without a bound: only the caller ends it.
pub fn unbounded<T>(keep_going: KeepGoing<'_>, work: impl FnOnce(&mut Effort<'_>) -> ControlFlow<Halt, T>) -> ControlFlow<(), T> {
    // More options than could ever be looked at.
    work(&mut Effort::new(u64::MAX, keep_going)).map_break(|_| ())
}
