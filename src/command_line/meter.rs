//! The line that shows on a terminal how far a search is.

use std::time::{Duration, Instant};

use base::text::{self, Noun};

/// Shows this text in place of the text before. Empty text removes it.
pub type ShowProgress = fn(&str);

/// A search that ends sooner shows no progress, since nobody could read it.
const FIRST_AFTER: Duration = Duration::from_millis(500);
/// How long a text stays at least.
const SHOW_EVERY: Duration = Duration::from_millis(100);
/// The clock is checked once in this many calls. Searches call it at every node, and the worker pool at least every 20 ms.
const CALLS_PER_CHECK: u32 = 16;

/// Shows the progress of a search now and then, and removes it at the end.
pub struct Meter {
    /// Also what is found; none if nobody looks, such as when standard error is a file.
    show: Option<(ShowProgress, Noun)>,
    calls: u32,
    started: Instant,
    /// The share that was done at first: a resumed search does not begin with nothing.
    done_before: Option<f32>,
    next: Instant,
    is_shown: bool,
}

impl Meter {
    /// Starts the time. The noun is what is found.
    pub fn new(show: Option<(ShowProgress, Noun)>) -> Self {
        let started = Instant::now();
        Self { show, calls: 0, started, done_before: None, next: started + FIRST_AFTER, is_shown: false }
    }

    /// Shows the share of the search that is done, from 0 to 1, what it has found, and how long it will take, if it is time.
    pub fn update(&mut self, done: f32, found: u64) {
        let Some((show, noun)) = self.show else { return };
        let before = *self.done_before.get_or_insert(done);
        self.calls = self.calls.wrapping_add(1);
        if self.calls.is_multiple_of(CALLS_PER_CHECK) {
            let now = Instant::now();
            if self.next <= now {
                let left = text::time_left(now - self.started, before, done).map_or_else(String::new, |left| format!(", {left}"));
                show(&format!("{} searched, {}{left}", text::share(done), noun.counted(found)));
                (self.next, self.is_shown) = (now + SHOW_EVERY, true);
            }
        }
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        if let Some((show, _)) = self.show.filter(|_| self.is_shown) {
            show("");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn progress_is_shown_now_and_then_and_removed_at_the_end() {
        static SHOWN: Mutex<Vec<String>> = Mutex::new(Vec::new());
        let mut meter = Meter::new(Some((|text| SHOWN.lock().unwrap().push(text.to_owned()), Noun("board"))));
        assert!(Instant::now() < meter.next);
        meter.next += Duration::from_secs(3_600);
        (0..160).for_each(|_| meter.update(0.1, 0));
        assert_eq!(*SHOWN.lock().unwrap(), [""; 0], "too soon");
        meter.next = Instant::now();
        (0..160).for_each(|_| meter.update(0.125, 1_234));
        // As if it had begun a minute earlier.
        meter.started = Instant::now().checked_sub(Duration::from_secs(60)).unwrap();
        meter.done_before = Some(0.0);
        meter.next = Instant::now();
        (0..16).for_each(|_| meter.update(0.25, 2_000));
        drop(meter);
        assert_eq!(*SHOWN.lock().unwrap(), ["12 % searched, 1,234 boards", "25 % searched, 2,000 boards, about 3 minutes left", ""]);
        let mut unseen = Meter::new(None);
        unseen.next = Instant::now();
        (0..160).for_each(|_| unseen.update(0.5, 0));
        assert!(!unseen.is_shown);
    }
}
