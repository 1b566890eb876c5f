//! Closing a document, which asks about unsaved changes; and closing the window, which asks nothing, since the next start opens all
//! documents again: it pauses long searches, brings the recovery files up to date, and waits for files that are being written. Only a
//! document whose recovery file can't be written is asked about.

use std::time::Duration;

use egui::{Context, ViewportCommand};

use super::App;
use crate::{
    dialogs::Dialog,
    files::{Content, PathRequest},
    open_documents::Open,
    request::{DocumentNumber, Question, Request},
    words::{self, dialogs as texts},
};

/// How far closing the window has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closing {
    /// The window stays open.
    No,
    /// It closes as soon as no long search runs.
    OncePaused,
    /// It closes as soon as the recovery files are written.
    OnceCopied,
    /// They are written, but some had been begun before the last changes, so these are written once more.
    Behind,
    /// It closes as soon as these are written.
    OnceCopiedAgain,
    /// The recovery files are written, as far as they can be.
    Copied,
    /// It closes as soon as no file is being written.
    OnceWritten,
    /// It closes even while files are being written.
    Regardless,
    /// It closes as soon as all documents without recovery files are saved.
    OnceSaved,
    /// Not the window but the document with this number closes, as soon as the save with this ticket is done.
    Document { number: DocumentNumber, save: u64 },
    /// It closes now and discards unsaved changes.
    Now,
}

impl App {
    /// Asks where to save the next document without a recovery file, before the window closes.
    pub(super) fn save_next(&mut self) {
        if let Some(&number) = self.without_copy().first() {
            self.documents.show(number);
            self.save_as();
        }
    }

    /// Closes the current document; asks first if that would lose what the user made.
    pub(super) fn close_document(&mut self) {
        let Open { number: document, document: shown, .. } = self.documents.shown();
        let (document, about) = (*document, shown.about());
        if about.would_lose_work {
            let text = format!("\"{}\" has unsaved changes.", about.name);
            let (save, discard) = (Request::SaveAndClose(document), Request::Discard(document));
            let buttons = vec![(texts::SAVE, save), (texts::DISCARD, discard), (texts::CANCEL, Request::StayOpen)];
            self.dialogs.ask(Question { title: "Save changes?".to_owned(), text, buttons, has_main_button: true, ..Question::default() });
        } else if !self.asks_about_search(document) {
            self.documents.close(document);
        }
    }

    /// Closes the document and discards its changes. Asks first about a long search.
    pub(super) fn discard(&mut self, document: DocumentNumber) {
        // Changes may be discarded, but not a long search beside them.
        if !self.asks_about_search(document) {
            self.close_anyway(document);
        }
    }

    /// Closes the document, whatever is lost.
    pub(super) fn close_anyway(&mut self, document: DocumentNumber) {
        if self.documents.show(document) {
            self.documents.close(document);
        }
    }

    /// Closes the window, whatever is lost.
    pub(super) fn quit_anyway(&mut self, ctx: &Context) {
        self.closing = Closing::Now;
        ctx.send_viewport_cmd(ViewportCommand::Close);
    }

    /// Asks whether to stop the long search in this document, if it can't be paused. Returns whether there is one.
    fn asks_about_search(&mut self, document: DocumentNumber) -> bool {
        let running = self.documents.get(document).map(|open| open.document.about()).filter(|about| about.activity.is_irreplaceable);
        let Some(about) = running else { return false };
        self.dialogs.ask(Question {
            title: "Stop the search?".to_owned(),
            text: format!(
                "The search of \"{}\" has run for over a minute, and its technique can't be paused: what it found is lost.",
                about.name
            ),
            buttons: vec![(texts::CLOSE_ANYWAY, Request::CloseAnyway(document)), (texts::CANCEL, Request::StayOpen)],
            ..Question::default()
        });
        true
    }

    /// Saves the document, and closes it when it is saved.
    pub(super) fn save_and_close(&mut self, document: DocumentNumber) {
        if !self.documents.show(document) {
            return;
        }
        let parcel = self.document_parcel();
        if let Content::Document { save } = parcel.content {
            self.closing = Closing::Document { number: document, save };
        }
        match self.documents.shown().document.about().path {
            Some(path) => self.files.save(parcel, path),
            None => self.request_path(PathRequest::Write(parcel)),
        }
    }

    /// Closes the document that was just saved, unless it was edited again. A search that still runs in it was saved with its progress, if
    /// it can be paused.
    pub(super) fn close_saved(&mut self, number: DocumentNumber) {
        self.closing = Closing::No;
        let is_saved = self.documents.get(number).is_some_and(|open| !open.document.about().is_edited);
        if is_saved && !self.asks_about_search(number) {
            self.documents.close(number);
        }
    }

    /// Leaves the window open: searches that were paused to close it continue.
    pub(super) fn stay_open(&mut self) {
        self.closing = Closing::No;
        self.documents.resume_paused();
    }

    pub(super) fn close_if_requested(&mut self, ctx: &Context) {
        if let Some(next) = self.after_waiting() {
            self.closing = next;
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
        if !ctx.input(|input| input.viewport().close_requested()) || self.closing == Closing::Now {
            return;
        }
        if !matches!(self.closing, Closing::Copied | Closing::Regardless) {
            // A long search is paused first so that its recovery file has all of it.
            if self.documents.pause_long() {
                ctx.send_viewport_cmd(ViewportCommand::CancelClose);
                self.closing = Closing::OncePaused;
                return;
            }
            self.store_settings();
            self.update_recovery_files(Duration::MAX);
            let is_behind = std::mem::replace(&mut self.closing, Closing::Copied) == Closing::Behind;
            if self.files.is_recovering() {
                ctx.send_viewport_cmd(ViewportCommand::CancelClose);
                // A search that moves what is shown must not keep the window open forever.
                self.closing = if is_behind { Closing::OnceCopiedAgain } else { Closing::OnceCopied };
                return;
            }
        }
        let paths = self.files.being_written();
        if self.closing != Closing::Regardless && !paths.is_empty() {
            keep_open(ctx);
            self.closing = Closing::OnceWritten;
            self.dialogs.show(Dialog::Writing { paths });
            return;
        }
        self.closing = Closing::No;
        let lost = self.without_copy();
        if !lost.is_empty() {
            keep_open(ctx);
            let name =
                |open: &Open| words::documents::with_puzzle(&open.document.about().name, self.documents.tabs()[open.tab].puzzle.kind.title);
            let entries = lost.into_iter().filter_map(|number| self.documents.get(number)).map(name).collect();
            self.dialogs.ask(Question {
                title: "Quit without saving?".to_owned(),
                text: "The next start can't open these documents again, since their recovery files couldn't be written:".to_owned(),
                entries,
                note: "Changes that you don't save are lost.".to_owned(),
                buttons: vec![
                    ("Save as…", Request::SaveAllAndQuit),
                    ("Quit anyway", Request::QuitAnyway),
                    (texts::CANCEL, Request::StayOpen),
                ],
                has_main_button: true,
            });
        }
    }

    /// How closing continues once what it waits for is done; none before, and if it doesn't wait.
    fn after_waiting(&mut self) -> Option<Closing> {
        match self.closing {
            Closing::OncePaused => (!self.documents.pause_long()).then_some(Closing::No),
            Closing::OnceCopied | Closing::OnceCopiedAgain if self.files.is_recovering() => None,
            // An earlier version was being written when it began to wait.
            Closing::OnceCopied if self.recovery.as_ref().is_some_and(|recovery| recovery.is_behind(&self.unsaved())) => {
                Some(Closing::Behind)
            }
            Closing::OnceCopied | Closing::OnceCopiedAgain => Some(Closing::Copied),
            // What was saved has no recovery file any more.
            Closing::OnceWritten => self.files.being_written().is_empty().then_some(Closing::No),
            Closing::OnceSaved => self.without_copy().is_empty().then_some(Closing::No),
            Closing::No | Closing::Copied | Closing::Behind | Closing::Regardless | Closing::Document { .. } | Closing::Now => None,
        }
    }
}

/// Leaves the window open to ask something, and shows it if it is minimized.
fn keep_open(ctx: &Context) {
    ctx.send_viewport_cmd(ViewportCommand::CancelClose);
    if ctx.input(|input| input.viewport().minimized) == Some(true) {
        ctx.send_viewport_cmd(ViewportCommand::Minimized(false));
        ctx.send_viewport_cmd(ViewportCommand::Focus);
    }
}
