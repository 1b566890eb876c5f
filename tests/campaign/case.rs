//! A case: its random numbers, its failures, and what it measures.

use std::{
    collections::BTreeMap,
    fs,
    time::{Duration, Instant},
};

use quincunx::chance::Random;

use super::processor_time::processor_time;

/// What a function on the window's thread may take. Programs that aren't optimised are allowed more.
pub const FRAME: Duration = Duration::from_millis(if cfg!(debug_assertions) { 4 } else { 2 });

/// How often a call over its budget is repeated before it counts. The repetitions are measured in processor time, because another program
/// may have had the processor.
const ATTEMPTS: u32 = 4;

/// A case of a part.
pub struct Case {
    /// Everything random in this case.
    pub random: Random,
    /// What went wrong.
    pub failures: Vec<String>,
    /// What is going on, for the message of a panic.
    pub doing: String,
    /// How often something was done.
    pub counts: BTreeMap<String, u64>,
    /// The longest time of each action, and its budget.
    pub times: BTreeMap<String, (Duration, Duration)>,
    /// What is left of the time of the run; a case that is as long as its run ends then.
    #[cfg_attr(not(feature = "gui"), allow(dead_code, reason = "only a case of a window is that long"))]
    pub limit: Duration,
}

impl Case {
    /// Creates the case of this number.
    pub fn new(seed: u64, number: u64, limit: Duration) -> Self {
        let random = Random::numbered(seed, number);
        Self { random, failures: Vec::new(), doing: String::new(), counts: BTreeMap::new(), times: BTreeMap::new(), limit }
    }

    /// Records what is going on, for the message of a panic or a hang.
    pub fn begin(&mut self, doing: String) {
        println!("doing {}", doing.split_whitespace().collect::<Vec<_>>().join(" "));
        self.doing = doing;
    }

    /// Returns a random number below the limit.
    pub fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit as u64) as usize
    }

    /// Returns true in one of this many cases.
    pub fn one_in(&mut self, cases: u64) -> bool {
        self.random.below(cases) == 0
    }

    /// Returns one of the items.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        self.random.choose(items).expect("a list with items")
    }

    /// Records a failure.
    pub fn fail(&mut self, what: impl Into<String>) {
        let what = what.into();
        if self.failures.len() < 20 {
            self.failures.push(what);
        }
    }

    /// Records a failure unless this is true.
    pub fn expect(&mut self, is_fine: bool, what: impl FnOnce() -> String) {
        if !is_fine {
            self.fail(what());
        }
    }

    /// Counts something that was done.
    pub fn count(&mut self, what: &str) {
        *self.counts.entry(what.to_owned()).or_default() += 1;
    }

    /// Records that an action took this long, and fails if that is more than its budget. Of several such
    /// failures, the first is recorded. All calls of one name have the same budget.
    pub fn took(&mut self, what: &str, elapsed: Duration, budget: Duration) {
        let (longest, _) = self.times.entry(what.to_owned()).or_insert((Duration::ZERO, budget));
        let is_first = *longest <= budget;
        *longest = elapsed.max(*longest);
        self.count(what);
        if budget < elapsed && is_first {
            self.fail(format!("{what} took {elapsed:?}, more than {budget:?}; {}", self.doing));
        }
    }

    /// Measures a call against its budget. A call that takes longer is repeated, and the shortest time counts.
    pub fn timed<T>(&mut self, what: &str, budget: Duration, mut call: impl FnMut() -> T) -> T {
        let mut shortest = Duration::MAX;
        let mut attempt = 1;
        loop {
            let processor = (attempt > 1).then(processor_time).flatten();
            let began = Instant::now();
            let result = call();
            shortest = shortest.min(began.elapsed());
            if let Some(before) = processor {
                shortest = processor_time().map_or(shortest, |after| shortest.min(after.saturating_sub(before)));
            }
            if shortest <= budget || attempt == ATTEMPTS {
                self.took(what, shortest, budget);
                return result;
            }
            attempt += 1;
        }
    }

    /// Runs something and records by how much it raises the memory of the process at its peak, in bytes.
    pub fn memory<T>(&mut self, what: &str, most: u64, call: impl FnOnce(&mut Self) -> T) -> T {
        // Sets the peak to the current size: proc_pid_clear_refs(5).
        let is_measured = fs::write("/proc/self/clear_refs", "5").is_ok();
        let before = status("VmRSS:");
        let result = call(self);
        if let (true, Some(before), Some(peak)) = (is_measured, before, status("VmHWM:")) {
            let used = peak.saturating_sub(before);
            let entry = self.counts.entry(format!("{what}, peak memory in bytes")).or_default();
            *entry = used.max(*entry);
            let doing = self.doing.clone();
            self.expect(used <= most, || format!("{what} took {} MiB of memory, more than {} MiB; {doing}", used >> 20, most >> 20));
        }
        result
    }
}

/// Returns a size in bytes from the status of this process.
fn status(field: &str) -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(field))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kibibytes| kibibytes << 10)
}
