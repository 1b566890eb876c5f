//! The dialog that is open, and those that wait until it is closed.

use std::collections::VecDeque;

use crate::{
    dialogs::Dialog,
    gallery::GalleryPictures,
    request::{Question, Request},
};

/// The dialogs of the window.
#[derive(Default)]
pub(super) struct Dialogs {
    /// The one that is open.
    pub open: Option<Dialog>,
    /// Those that wait until it is closed.
    pub waiting: VecDeque<Dialog>,
    /// The pictures of the gallery that was shown last.
    pub pictures: GalleryPictures,
    /// The path that was typed last, if it could not be opened.
    pub typed_path: String,
}

impl Dialogs {
    /// Shows a dialog, in place of the one that is open.
    pub(super) fn show(&mut self, dialog: Dialog) {
        self.open = Some(dialog);
    }

    /// Asks this, in place of the dialog that is open.
    pub(super) fn ask(&mut self, question: Question) {
        self.show(Dialog::Question(question));
    }

    /// Shows a dialog, or once the one that is open is closed.
    pub(super) fn show_when_free(&mut self, dialog: Dialog) {
        match self.open {
            None => self.show(dialog),
            Some(_) => self.show_later(dialog),
        }
    }

    /// Shows a dialog once the one that is open, and those that wait, are closed.
    pub(super) fn show_later(&mut self, dialog: Dialog) {
        self.waiting.push_back(dialog);
    }

    /// Shows an error once the dialog that is open is closed. Errors that nobody has read yet are one list, since each of many files may
    /// have one.
    pub(super) fn show_error(&mut self, title: String, text: String) {
        log::error!("{title}: {text}");
        let last = self.waiting.back_mut().or(self.open.as_mut());
        if let Some(Dialog::Question(unread)) = last
            && unread.is_error()
        {
            if unread.entries.is_empty() {
                let first = std::mem::replace(&mut unread.title, "Several problems".to_owned());
                unread.entries.push(format!("{first}: {}", std::mem::take(&mut unread.text)));
            }
            unread.entries.push(format!("{title}: {text}"));
            return;
        }
        self.show_later(Dialog::Question(Question {
            title,
            text,
            buttons: vec![("OK", Request::StayOpen)],
            has_main_button: true,
            ..Question::default()
        }));
    }
}
