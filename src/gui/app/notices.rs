//! The notice of the window in the status bar, and whether the system has taken what was copied.
//!
//! A notice is about what is shown. Once another document or another position is shown, it may not be true any more.

use std::time::Duration;

use egui::{Context, OutputCommand};

use crate::{request::DocumentNumber, system_errors};
use workbench::link;

/// How long a notice stays in the status bar.
const NOTICE_TIME: Duration = Duration::from_secs(6);

/// What notices are about: the document that is shown, and how often its position has changed.
pub(super) type Subject = (DocumentNumber, u64);

/// The notice that is shown.
#[derive(Default)]
pub(super) struct Notices {
    /// Its text, and until when it is shown.
    shown: Option<(String, Duration)>,
    /// What it is about; none until it is first shown.
    about: Option<Subject>,
    /// What to say of what was copied in the last frame, if anything was; the system takes it when the frame ends.
    copying: Option<&'static str>,
}

impl Notices {
    /// Shows this notice.
    pub(super) fn show(&mut self, text: String, now: Duration) {
        log::info!("{text}");
        (self.shown, self.about) = (Some((text, now + NOTICE_TIME)), None);
    }

    /// Drops the notice.
    pub(super) fn clear(&mut self) {
        self.shown = None;
    }

    /// The notice that is shown.
    pub(super) fn text(&self) -> Option<&str> {
        self.shown.as_ref().map(|(text, _)| text.as_str())
    }

    /// Drops the notice when its time is over, or something else is shown.
    pub(super) fn expire(&mut self, ctx: &Context, now: Duration, shown: Subject) {
        let is_same = *self.about.get_or_insert(shown) == shown;
        match self.shown {
            Some((_, until)) if until <= now || !is_same => self.shown = None,
            Some((_, until)) => ctx.request_repaint_after(until - now),
            None => {}
        }
    }

    /// Notes that something was copied in this frame, so that the next one says whether the system took it.
    pub(super) fn note_copying(&mut self, ctx: &Context) {
        let copied = |command: &OutputCommand| if let OutputCommand::CopyText(text) = command { Some(link::is_link(text)) } else { None };
        if let Some(is_link) = ctx.output(|output| output.commands.iter().find_map(copied)) {
            // Drops errors of earlier attempts.
            system_errors::take_clipboard_error();
            self.copying = Some(if is_link { "Copied as a link" } else { "Copied as text" });
            ctx.request_repaint();
        }
    }

    /// Says whether the system has taken what was copied in the last frame.
    pub(super) fn report_copying(&mut self, now: Duration) {
        let Some(copied) = self.copying.take() else { return };
        match system_errors::take_clipboard_error() {
            None => self.show(copied.to_owned(), now),
            Some(why) => self.show(format!("Couldn't copy the text: {why}"), now),
        }
    }
}
