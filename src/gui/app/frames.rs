//! The frames of the window: how long they take, why there is one, and what time it is.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use egui::Context;

use super::clock;
use crate::theme;

/// How long the caret of a text box blinks after the last input. Each time it does costs a frame.
const BLINKING: Duration = Duration::from_secs(10);

/// A frame that takes this long is worth a message in the log: people notice it.
const SLOW_FRAME: Duration = Duration::from_millis(100);

/// The least time between two such messages: on some computers all frames are slow.
const SLOW_FRAMES_EVERY: Duration = Duration::from_secs(10);

/// The number of recent frames of which the longest is shown: two seconds of an animation.
const TIMED_FRAMES: usize = 120;

/// What is known about the last frames.
pub(super) struct Frames {
    /// How long the last ones took, the latest last; none unless this is shown.
    times: Option<VecDeque<Duration>>,
    /// When a slow one was logged last.
    slow_at: Option<Instant>,
    /// When there was input last.
    last_input: Duration,
    /// The time of the last frame that was shown, and when that was.
    shown_at: (Duration, Instant),
}

impl Frames {
    /// No frame yet.
    pub(super) fn new() -> Self {
        Self { times: None, slow_at: None, last_input: Duration::ZERO, shown_at: (Duration::ZERO, Instant::now()) }
    }

    /// Records how long the last frame took.
    pub(super) fn record_time(&mut self, frame_time: Option<Duration>) {
        let was_logged = |at: Instant| at.elapsed() < SLOW_FRAMES_EVERY;
        if let Some(time) = frame_time.filter(|&time| SLOW_FRAME <= time && !self.slow_at.is_some_and(was_logged)) {
            self.slow_at = Some(Instant::now());
            log::warn!("a frame took {} ms", time.as_millis());
        }
        if let (Some(times), Some(last)) = (&mut self.times, frame_time) {
            if times.len() == TIMED_FRAMES {
                times.pop_front();
            }
            times.push_back(last);
        }
    }

    /// Shows how long frames take, or hides this again.
    pub(super) fn switch_times(&mut self) {
        self.times = if self.times.is_none() { Some(VecDeque::new()) } else { None };
    }

    /// How long the last frame took, and the longest recent one, if this is shown.
    pub(super) fn times(&self) -> Option<(Duration, Duration)> {
        let times = self.times.as_ref()?;
        Some((*times.back()?, *times.iter().max()?))
    }

    /// The present. The clock of frames stands still while the window is hidden, but recovery files are due then, too.
    pub(super) fn now(&mut self, ctx: &Context) -> Duration {
        let shown = clock(ctx);
        if self.shown_at.0 != shown {
            self.shown_at = (shown, Instant::now());
        }
        shown + self.shown_at.1.elapsed()
    }

    /// Says in the log's file why there is a frame that no input asked for: a window at rest has none. So the caret of a text box stops
    /// blinking once nothing was typed for a while.
    pub(super) fn note(&mut self, ctx: &Context) {
        let now = self.now(ctx);
        if !ctx.input(|input| input.events.is_empty()) {
            self.last_input = now;
        } else if log::log_enabled!(log::Level::Debug) {
            let causes: Vec<String> = ctx.repaint_causes().iter().map(ToString::to_string).collect();
            log::debug!("a frame without input, because of {}", causes.join(", "));
        }
        theme::set_blinking(ctx, now < self.last_input + BLINKING);
    }
}
