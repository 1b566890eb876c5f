//! The transposition table that is kept from one analysis to the next. After the first flip of a round, most of what its analysis needs is
//! known already, and so is much of the next round of the level.
//!
//! The program keeps one table. An analysis takes it and returns it at its end, however it ends. Another one that runs at the same time
//! starts with an empty table; of two returned tables, the one with more entries is kept. [`release_after`] gives its memory back.

use std::{
    ops::ControlFlow,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use crate::puzzles::voltorb_flip::search::optimal::transposition_table::TranspositionTable;

/// The table, if it is not in use.
static KEPT: Mutex<Kept> = Mutex::new(Kept { table: None, returned: None, in_use: 0 });
/// Signalled when a table is returned.
static RETURNED: Condvar = Condvar::new();

/// How long to wait for a table in use. After an edit, the analysis of the position before is about to stop and return it.
const WAITS: u32 = 20;
const WAIT: Duration = Duration::from_millis(1);

struct Kept {
    table: Option<Box<TranspositionTable>>,
    /// When a table was returned last.
    returned: Option<Instant>,
    in_use: usize,
}

/// A table in use, returned when dropped.
#[derive(Debug)]
pub struct TakenTable(Option<Box<TranspositionTable>>);

impl TakenTable {
    /// Returns the table.
    pub fn table(&mut self) -> &mut TranspositionTable {
        self.0.get_or_insert_default()
    }
}

impl Drop for TakenTable {
    fn drop(&mut self) {
        let mut kept = kept();
        kept.in_use -= 1;
        kept.returned = Some(Instant::now());
        let entries = |table: &Option<Box<TranspositionTable>>| table.as_ref().map_or(0, |table| table.entries());
        if entries(&kept.table) < entries(&self.0) {
            std::mem::swap(&mut kept.table, &mut self.0);
        }
        drop(kept);
        RETURNED.notify_all();
    }
}

/// Takes the kept table, or an empty one. `keep_going` is called while it waits and may stop it.
///
/// # Errors
/// `Break` if it was stopped.
pub fn take(keep_going: &mut dyn FnMut() -> ControlFlow<()>) -> ControlFlow<(), TakenTable> {
    let mut kept = kept();
    for _ in 0..WAITS {
        if kept.table.is_some() || kept.in_use == 0 {
            break;
        }
        kept = RETURNED.wait_timeout(kept, WAIT).unwrap_or_else(PoisonError::into_inner).0;
        keep_going()?;
    }
    kept.in_use += 1;
    ControlFlow::Continue(TakenTable(kept.table.take()))
}

/// Returns in which time the kept table will have rested this long; none if no table is kept, or if it is in use.
pub fn remaining(rest: Duration) -> Option<Duration> {
    kept().remaining(rest)
}

/// Returns the kept table if it has rested this long. The next analysis then doesn't find it. Dropping it takes milliseconds.
pub fn release_after(rest: Duration) -> Option<Box<TranspositionTable>> {
    kept().release_after(rest)
}

impl Kept {
    fn remaining(&self, rest: Duration) -> Option<Duration> {
        let returned = self.returned.filter(|_| self.table.is_some())?;
        Some(rest.saturating_sub(returned.elapsed()))
    }

    fn release_after(&mut self, rest: Duration) -> Option<Box<TranspositionTable>> {
        if self.remaining(rest)?.is_zero() { self.table.take() } else { None }
    }
}

fn kept() -> MutexGuard<'static, Kept> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_released_once_it_has_rested() {
        let mut kept = Kept { table: Some(Box::default()), returned: Some(Instant::now()), in_use: 0 };
        let hour = Duration::from_secs(3600);
        assert!(kept.remaining(hour).is_some_and(|remaining| Duration::ZERO < remaining));
        assert!(kept.release_after(hour).is_none());
        assert!(kept.release_after(Duration::ZERO).is_some());
        assert!(kept.remaining(hour).is_none() && kept.release_after(Duration::ZERO).is_none());
    }
}
