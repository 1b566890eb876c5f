//! Closing the window: pauses long searches, waits for files that are being written, and asks about unsaved changes.

use egui::{Context, ViewportCommand};

use super::App;
use crate::gui::{
    any_document::About,
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
    /// It closes as soon as no file is being written.
    OnceWritten,
    /// It closes even while files are being written.
    Regardless,
    /// It closes as soon as all documents are saved.
    OnceSaved,
    /// Not the window but the document with this number closes, as soon as the save with this ticket is done.
    Document { number: DocumentNumber, save: u64 },
    /// It closes now and discards unsaved changes.
    Now,
}

impl App {
    /// Saves the next changed document before the window closes.
    pub(super) fn save_next(&mut self) {
        let tabs = 0..self.documents.tabs().len();
        let changed = |tab| self.documents.of_tab(tab).find(|open| open.document.about().is_changed()).map(|open| open.number);
        if let Some(number) = tabs.into_iter().find_map(changed) {
            self.documents.show(number);
            self.save();
        }
    }

    /// Closes the current document; asks first if it has unsaved changes.
    pub(super) fn close_document(&mut self) {
        let Open { number: document, document: shown, .. } = self.documents.shown();
        let (document, about) = (*document, shown.about());
        if about.is_changed() {
            let text = format!("\"{}\" has unsaved changes.", about.name);
            let buttons = save_or_discard(Request::SaveAndClose(document), Request::Discard(Some(document)));
            self.dialogs.ask(Question { title: "Save changes?".to_owned(), text, buttons, has_main_button: true, ..Question::default() });
        } else if !self.asks_about_searches(Some(document), Request::CloseAnyway(Some(document))) {
            self.documents.close(document);
        }
    }

    /// Closes the document, or the window, and discards changes. Asks first about long searches.
    pub(super) fn discard(&mut self, ctx: &Context, document: Option<DocumentNumber>) {
        // Changes may be discarded, but not a long search beside them.
        if !self.asks_about_searches(document, Request::CloseAnyway(document)) {
            self.close_anyway(ctx, document);
        }
    }

    /// Closes the document, or the window, whatever is lost.
    pub(super) fn close_anyway(&mut self, ctx: &Context, document: Option<DocumentNumber>) {
        match document {
            Some(document) => {
                if self.documents.show(document) {
                    self.documents.close(document);
                }
            }
            None => {
                self.closing = Closing::Now;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
        }
    }

    /// Asks whether to stop the long searches in this document, or in all, that can't be paused. If so, `closing` is requested. Returns
    /// whether there are any.
    pub(super) fn asks_about_searches(&mut self, document: Option<DocumentNumber>, closing: Request) -> bool {
        let mut names = Vec::new();
        for (index, tab) in self.documents.tabs().iter().enumerate() {
            let meant = self.documents.of_tab(index).filter(|open| document.is_none_or(|document| document == open.number));
            let running = meant.map(|open| open.document.about()).filter(|about| about.activity.is_irreplaceable);
            names.extend(running.map(|about| words::documents::with_puzzle(&about.name, tab.puzzle.title)));
        }
        if names.is_empty() {
            return false;
        }
        self.dialogs.ask(Question {
            title: "Stop these searches?".to_owned(),
            entries: names,
            note: "They have run for over a minute, and their techniques can't be paused: what they found is lost.".to_owned(),
            buttons: vec![(texts::CLOSE_ANYWAY, closing), (texts::CANCEL, Request::StayOpen)],
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
        if is_saved && !self.asks_about_searches(Some(number), Request::CloseAnyway(Some(number))) {
            self.documents.close(number);
        }
    }

    /// Leaves the window open: searches that were paused to close it continue.
    pub(super) fn stay_open(&mut self) {
        self.closing = Closing::No;
        self.documents.resume_paused();
    }

    pub(super) fn close_if_requested(&mut self, ctx: &Context) {
        if self.closing == Closing::OnceSaved && !self.documents.all().iter().any(|open| open.document.about().is_changed()) {
            self.closing = Closing::No;
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
        if self.closing == Closing::OncePaused && !self.documents.pause_long() {
            self.closing = Closing::No;
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
        if self.closing == Closing::OnceWritten && self.files.being_written().is_empty() {
            self.closing = Closing::No;
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
        if !ctx.input(|input| input.viewport().close_requested()) || self.closing == Closing::Now {
            return;
        }
        // A long search is paused first so that it can be saved, too.
        if self.documents.pause_long() {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.closing = Closing::OncePaused;
            return;
        }
        self.store_settings();
        let paths = self.files.being_written();
        if self.closing != Closing::Regardless && !paths.is_empty() {
            keep_open(ctx);
            self.closing = Closing::OnceWritten;
            self.dialogs.show(Dialog::Writing { paths });
            return;
        }
        let mut names = Vec::new();
        for (index, tab) in self.documents.tabs().iter().enumerate() {
            let changed = self.documents.of_tab(index).map(|open| open.document.about()).filter(About::is_changed);
            names.extend(changed.map(|about| words::documents::with_puzzle(&about.name, tab.puzzle.title)));
        }
        if !names.is_empty() {
            keep_open(ctx);
            self.dialogs.ask(Question {
                title: "Save changes?".to_owned(),
                entries: names,
                note: "Changes that you don't save are lost.".to_owned(),
                buttons: save_or_discard(Request::SaveAllAndClose, Request::Discard(None)),
                has_main_button: true,
                ..Question::default()
            });
            return;
        }
        if self.closing != Closing::Regardless && self.asks_about_searches(None, Request::CloseRegardless) {
            keep_open(ctx);
        }
    }
}

/// The buttons of a question about unsaved changes.
fn save_or_discard(save: Request, discard: Request) -> Vec<(&'static str, Request)> {
    vec![(texts::SAVE, save), (texts::DISCARD, discard), (texts::CANCEL, Request::StayOpen)]
}

/// Leaves the window open to ask something, and shows it if it is minimized.
fn keep_open(ctx: &Context) {
    ctx.send_viewport_cmd(ViewportCommand::CancelClose);
    if ctx.input(|input| input.viewport().minimized) == Some(true) {
        ctx.send_viewport_cmd(ViewportCommand::Minimized(false));
        ctx.send_viewport_cmd(ViewportCommand::Focus);
    }
}
