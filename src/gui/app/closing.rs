//! Closing the window: pauses long searches, waits for files that are being written, and asks about unsaved changes.

use egui::{Context, ViewportCommand};

use super::App;
use crate::gui::{
    dialogs::Dialog,
    files::{Content, PathRequest},
    request::{DocumentId, Question, Request},
    tab::DocumentLabel,
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
    Document { number: u64, ticket: u64 },
    /// It closes now and discards unsaved changes.
    Now,
}

impl App {
    /// Saves the next changed document before the window closes.
    pub(super) fn save_next(&mut self) {
        if let Some(index) = self.tabs.iter().position(|tab| tab.is_changed()) {
            let tab = &mut self.tabs[index];
            if let Some(changed) = tab.documents().iter().position(|document| document.is_changed) {
                tab.show(changed);
            }
            self.save(index);
        }
    }

    /// Closes the current document; asks first if it has unsaved changes.
    pub(super) fn close_document(&mut self) {
        let tab = &mut self.tabs[self.active];
        let DocumentLabel { name, number, is_changed, .. } = tab.label();
        let document = (self.active, number);
        if is_changed {
            let text = format!("\"{name}\" has unsaved changes.");
            let buttons = save_or_discard(Request::SaveAndClose(document), Request::Discard(Some(document)));
            self.ask(Question { title: "Save changes?".to_owned(), text, buttons, has_main_button: true, ..Question::default() });
        } else if !self.asks_about_searches(Some(document), Request::CloseAnyway(Some(document))) {
            self.close(document);
        }
    }

    /// Closes the document, or the window, and discards changes. Asks first about long searches.
    pub(super) fn discard(&mut self, ctx: &Context, document: Option<DocumentId>) {
        // Changes may be discarded, but not a long search beside them.
        if !self.asks_about_searches(document, Request::CloseAnyway(document)) {
            self.close_anyway(ctx, document);
        }
    }

    /// Closes the document, or the window, whatever is lost.
    pub(super) fn close_anyway(&mut self, ctx: &Context, document: Option<DocumentId>) {
        match document {
            Some(document) => self.close(document),
            None => {
                self.closing = Closing::Now;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
        }
    }

    /// Asks whether to stop the long searches in this document, or in all, that can't be paused. If so, `closing` is requested. Returns
    /// whether there are any.
    pub(super) fn asks_about_searches(&mut self, document: Option<DocumentId>, closing: Request) -> bool {
        let mut names = Vec::new();
        for (index, tab) in self.tabs.iter().enumerate() {
            let is_meant = |number| document.is_none_or(|document| document == (index, number));
            let of_tab = tab.irreplaceable().into_iter().filter(|(number, _)| is_meant(*number));
            names.extend(of_tab.map(|(_, name)| words::documents::with_puzzle(&name, tab.title())));
        }
        if names.is_empty() {
            return false;
        }
        self.ask(Question {
            title: "Stop these searches?".to_owned(),
            entries: names,
            note: "They have run for over a minute, and their techniques can't be paused: what they found is lost.".to_owned(),
            buttons: vec![(texts::CLOSE_ANYWAY, closing), (texts::CANCEL, Request::StayOpen)],
            ..Question::default()
        });
        true
    }

    /// Shows the document with this number, since a file read meanwhile may have replaced it on the screen. Returns its index in the tab.
    pub(super) fn show_document(&mut self, (tab, number): DocumentId) -> Option<usize> {
        let index = self.tabs[tab].documents().iter().position(|document| document.number == number)?;
        self.show_tab(tab);
        self.tabs[tab].show(index);
        Some(index)
    }

    /// Closes the document and discards its changes.
    fn close(&mut self, document: DocumentId) {
        if let Some(index) = self.show_document(document) {
            self.tabs[document.0].close(index);
        }
    }

    /// Saves the document, and closes it when it is saved.
    pub(super) fn save_and_close(&mut self, document: DocumentId) {
        if self.show_document(document).is_none() {
            return;
        }
        let parcel = self.document_parcel(self.active);
        if let Content::Document { ticket, .. } = parcel.content {
            self.closing = Closing::Document { number: document.1, ticket };
        }
        match self.tabs[self.active].label().path {
            Some(path) => self.files.save(parcel, path),
            None => self.request_path(PathRequest::Write(parcel)),
        }
    }

    /// Closes the document that was just saved, unless it was edited again. A search that still runs in it was saved with its progress, if
    /// it can be paused.
    pub(super) fn close_saved(&mut self, tab: usize, number: u64) {
        self.closing = Closing::No;
        let is_saved = |document: &DocumentLabel| document.number == number && !document.is_edited;
        if let Some(index) = self.tabs[tab].documents().iter().position(is_saved)
            && !self.asks_about_searches(Some((tab, number)), Request::CloseAnyway(Some((tab, number))))
        {
            self.tabs[tab].close(index);
        }
    }

    /// Leaves the window open: searches that were paused to close it continue.
    pub(super) fn stay_open(&mut self) {
        self.closing = Closing::No;
        self.tabs.iter_mut().for_each(|tab| tab.resume_paused());
    }

    /// Pauses every search that has run for a long time. Returns whether any still runs.
    fn pause_long(&mut self) -> bool {
        let running = self.tabs.iter_mut().filter_map(|tab| tab.pause_if_long().then_some(()));
        running.count() > 0
    }

    pub(super) fn close_if_requested(&mut self, ctx: &Context) {
        if self.closing == Closing::OnceSaved && !self.tabs.iter().any(|tab| tab.is_changed()) {
            self.closing = Closing::No;
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
        if self.closing == Closing::OncePaused && !self.pause_long() {
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
        if self.pause_long() {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.closing = Closing::OncePaused;
            return;
        }
        self.store_settings();
        let paths = self.files.being_written();
        if self.closing != Closing::Regardless && !paths.is_empty() {
            keep_open(ctx);
            self.closing = Closing::OnceWritten;
            self.dialog = Some(Dialog::Writing { paths });
            return;
        }
        let mut names = Vec::new();
        for tab in &self.tabs {
            names.extend(tab.unsaved().into_iter().map(|(_, about)| words::documents::with_puzzle(&about.name, tab.title())));
        }
        if !names.is_empty() {
            keep_open(ctx);
            self.ask(Question {
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
