//! Gives back the memory of the analysis once a tab has rested.

use std::time::{Duration, Instant};

use egui::Context;

use crate::{puzzles::voltorb_flip::live::kept_table, workbench::job};

/// How long a tab rests before its tables are dropped.
const REST: Duration = Duration::from_secs(60);

/// Knows when the last analysis of a document ended.
#[derive(Debug, Default)]
pub struct Resting {
    /// The end of the last analysis, until the tables are dropped.
    since: Option<Instant>,
    was_settling: bool,
}

impl Resting {
    /// Takes in whether the analysis runs, and drops the tables after a long rest.
    pub fn catch_up(&mut self, is_settling: bool) {
        if std::mem::replace(&mut self.was_settling, is_settling) && !is_settling {
            self.since = Some(Instant::now());
        }
        if self.remaining() == Some(Duration::ZERO) {
            self.since = None;
            if let Some(table) = kept_table::release() {
                // This takes milliseconds. Without a thread, the window waits for them.
                let _refused = job::spawn("voltorb-flip tables".to_owned(), move || drop(table));
            }
        }
    }

    /// Makes sure that the window notices the end of the rest.
    pub fn ask_for_frame(&self, ctx: &Context) {
        if let Some(remaining) = self.remaining() {
            ctx.request_repaint_after(remaining);
        }
    }

    fn remaining(&self) -> Option<Duration> {
        self.since.map(|since| REST.saturating_sub(since.elapsed()))
    }
}
