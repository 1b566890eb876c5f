//! What only the system's clock knows: today's date, and seeds that nobody has chosen.

use std::{
    cell::Cell,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use base::date::Date;

/// The largest seed that people choose or pass on.
pub const MOST_SEED: u64 = 1_000_000;

/// Returns a new seed at each call that is short enough to pass on, from 1 to [`MOST_SEED`].
pub fn short_seed() -> u64 {
    1 + seed() % MOST_SEED
}

/// Returns a new seed at each call: the time in nanoseconds.
pub fn seed() -> u64 {
    since_1970().as_nanos() as u64
}

/// Returns today's date in UTC, so that everyone gets the same daily puzzle.
pub fn today() -> Date {
    const SECONDS_A_DAY: u64 = 24 * 60 * 60;
    Date::after_1970(u32::try_from(since_1970().as_secs() / SECONDS_A_DAY).unwrap_or(0) + DAYS_PASSED.get())
}

thread_local! {
    static DAYS_PASSED: Cell<u32> = const { Cell::new(0) };
}

/// Lets this many days pass for the windows of this thread, since a test can't wait for them.
pub fn pass_days(days: u32) {
    DAYS_PASSED.set(DAYS_PASSED.get() + days);
}

fn since_1970() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}
