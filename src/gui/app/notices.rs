//! The notice of the window in the status bar, and whether the system has taken what was copied.

use std::{mem, time::Duration};

use egui::{Context, OutputCommand};

use crate::gui::system_errors;

/// How long a notice stays in the status bar.
const NOTICE_TIME: Duration = Duration::from_secs(6);

/// The notice that is shown.
#[derive(Default)]
pub(super) struct Notices {
    /// Its text, and until when it is shown.
    shown: Option<(String, Duration)>,
    /// Whether something was copied in the last frame; the system takes it when the frame ends.
    is_copying: bool,
}

impl Notices {
    /// Shows this notice.
    pub(super) fn show(&mut self, text: String, now: Duration) {
        log::info!("{text}");
        self.shown = Some((text, now + NOTICE_TIME));
    }

    /// The notice that is shown.
    pub(super) fn text(&self) -> Option<&str> {
        self.shown.as_ref().map(|(text, _)| text.as_str())
    }

    /// Drops the notice when its time is over.
    pub(super) fn expire(&mut self, ctx: &Context, now: Duration) {
        match self.shown {
            Some((_, until)) if until <= now => self.shown = None,
            Some((_, until)) => ctx.request_repaint_after(until - now),
            None => {}
        }
    }

    /// Notes that something was copied in this frame, so that the next one says whether the system took it.
    pub(super) fn note_copying(&mut self, ctx: &Context) {
        if ctx.output(|output| output.commands.iter().any(|command| matches!(command, OutputCommand::CopyText(_)))) {
            // Drops errors of earlier attempts.
            system_errors::take_clipboard_error();
            self.is_copying = true;
            ctx.request_repaint();
        }
    }

    /// Says whether the system has taken what was copied in the last frame.
    pub(super) fn report_copying(&mut self, now: Duration) {
        if !mem::take(&mut self.is_copying) {
            return;
        }
        match system_errors::take_clipboard_error() {
            None => self.show("Copied as text".to_owned(), now),
            Some(why) => self.show(format!("Couldn't copy the text: {why}"), now),
        }
    }
}
