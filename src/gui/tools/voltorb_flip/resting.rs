//! Gives back the memory of the analysis once it has rested. The program keeps one table for all documents, so each of them looks whether
//! it is time, even if the one that used it last is closed.

use std::time::Duration;

use crate::{puzzles::voltorb_flip::live::kept_table, workbench::job};

/// How long a table rests before it is dropped.
const REST: Duration = Duration::from_secs(60);

/// Drops the table after a long rest.
pub fn catch_up() {
    if let Some(table) = kept_table::release_after(REST) {
        // This takes milliseconds. Without a thread, the window waits for them.
        let _refused = job::spawn("voltorb-flip tables".to_owned(), move || drop(table));
    }
}

/// The time until then.
pub fn remaining() -> Option<Duration> {
    kept_table::remaining(REST)
}
