//! Making a book of challenges: the dialog, the job, and the file.

use std::sync::mpsc;

use egui::Context;

use super::App;
use crate::{
    book::{BookOffer, BookOptions, Made},
    dialogs::Dialog,
    exporting::ExportOptions,
    files::{Content, Data, Parcel, PathRequest, suggested_name_of_kind},
    words::book as words,
};
use workbench::job::{self, Job};

/// What is exported, and how it was exported last.
#[derive(Default)]
pub(super) struct Exports {
    /// How the last picture was exported.
    pub picture: ExportOptions,
    /// How the last book of challenges was made; none if there was none.
    pub book: Option<BookOptions>,
    /// The book that is being made.
    making: Option<Making>,
    /// Leads to the thread that writes the document for a report.
    pub report: Option<mpsc::Receiver<String>>,
}

/// A book that is being made.
struct Making {
    job: Option<Job<Made>>,
    made: Option<Made>,
    /// The suggested name of its file.
    name: String,
    /// How many challenges it will have.
    count: usize,
}

impl App {
    /// Asks what the book should contain, with what was chosen last if the figure has it.
    pub(super) fn ask_about_book(&mut self, offer: BookOffer) {
        let grades = offer.grades;
        let last = self.exports.book.filter(|last| last.grades.iter().all(|grade| grades.contains(&grade)));
        let options = last.unwrap_or_else(|| BookOptions::new(grades));
        self.dialogs.show(Dialog::Book { offer, options });
    }

    /// Begins to make the book.
    pub(super) fn make_book(&mut self, offer: &BookOffer, options: BookOptions) {
        self.exports.book = Some(options);
        let name = suggested_name_of_kind(&format!("{} book", offer.name), ".pdf");
        match (offer.start)(options) {
            Ok(job) => {
                self.exports.making = Some(Making { job: Some(job), made: None, name, count: options.count });
                self.dialogs.open = self.book_dialog();
            }
            Err(error) => self.dialogs.show_error(words::NOT_MADE.to_owned(), error.to_string()),
        }
    }

    /// The dialog that shows how far the book is, while one is made.
    pub(super) fn book_dialog(&self) -> Option<Dialog> {
        let Making { job, count, .. } = self.exports.making.as_ref()?;
        Some(Dialog::MakingBook { done: job.as_ref().map_or(1.0, |job| job.progress().done), count: *count })
    }

    /// Whether it is there or being made.
    #[cfg(test)]
    pub(super) fn has_book(&self) -> bool {
        self.exports.making.is_some()
    }

    /// Whether it is still being made, and not only waiting for its file.
    #[cfg(test)]
    pub(super) fn book_is_running(&self) -> bool {
        self.exports.making.as_ref().is_some_and(|making| making.job.is_some())
    }

    /// Stops making it.
    pub(super) fn stop_book(&mut self) {
        self.exports.making = None;
    }

    /// Takes in the book when it is made, and asks for its file, once no other dialog is open.
    pub(super) fn catch_up_book(&mut self, ctx: &Context) {
        if matches!(self.dialogs.open, Some(Dialog::MakingBook { .. })) {
            self.dialogs.open = self.book_dialog();
        }
        let Some(Making { job, made, .. }) = &mut self.exports.making else { return };
        if let Some(failure) = job::drain(job, |book| *made = Some(book)) {
            *made = Some(Err(failure));
        }
        let is_asked = !matches!(self.dialogs.open, None | Some(Dialog::MakingBook { .. }));
        if job.is_some() || is_asked {
            return;
        }
        let Some(Making { made, name, .. }) = self.exports.making.take() else { return };
        if matches!(self.dialogs.open, Some(Dialog::MakingBook { .. })) {
            self.dialogs.open = None;
        }
        match made.unwrap_or_else(|| Err(String::new())) {
            Ok(bytes) => {
                let request = PathRequest::Write(Parcel { content: Content::Output, name, data: Data::Bytes(bytes) });
                self.request_path(request);
            }
            Err(why) => self.dialogs.show_error(words::NOT_MADE.to_owned(), why),
        }
        ctx.request_repaint();
    }
}
