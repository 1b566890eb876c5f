//! Making a book of challenges: the dialog, the job, and the file.

use egui::Context;

use super::App;
use crate::{
    gui::{
        book::{BookOptions, Made},
        dialogs::Dialog,
        files::{Content, Data, Parcel, PathRequest, suggested_name_of_kind},
        words::book as words,
    },
    workbench::job::{self, Job},
};

/// A book that is being made.
pub(super) struct Making {
    job: Option<Job<Made>>,
    made: Option<Made>,
    /// The suggested name of its file.
    name: String,
    /// How many challenges it will have.
    count: usize,
}

impl App {
    /// Asks what the book should contain, with what was chosen last if the figure has it.
    pub(super) fn ask_about_book(&mut self) {
        let tab = &self.tabs[self.active];
        let Ok(grades) = tab.book_grades() else { return };
        let last = self.book_options.filter(|last| last.grades.iter().all(|grade| grades.contains(&grade)));
        let options = last.unwrap_or_else(|| BookOptions::new(grades));
        let figure = tab.book_figure().title;
        self.dialog = Some(Dialog::Book { document: (self.active, tab.label().number), options, grades, figure });
    }

    /// Begins to make the book.
    pub(super) fn make_book(&mut self, options: BookOptions) {
        self.book_options = Some(options);
        let tab = &self.tabs[self.active];
        let name = suggested_name_of_kind(&format!("{} book", tab.label().name), ".pdf");
        match tab.book(options) {
            Ok(job) => {
                self.book = Some(Making { job: Some(job), made: None, name, count: options.count });
                self.dialog = self.book_dialog();
            }
            Err(error) => self.show_error(words::NOT_MADE.to_owned(), error.to_string()),
        }
    }

    /// The dialog that shows how far the book is, while one is made.
    pub(super) fn book_dialog(&self) -> Option<Dialog> {
        let Making { job, count, .. } = self.book.as_ref()?;
        Some(Dialog::MakingBook { done: job.as_ref().map_or(1.0, |job| job.progress().done), count: *count })
    }

    /// Whether it is still being made, and not only waiting for its file.
    #[cfg(test)]
    pub(super) fn book_is_running(&self) -> bool {
        self.book.as_ref().is_some_and(|making| making.job.is_some())
    }

    /// Stops making it.
    pub(super) fn stop_book(&mut self) {
        self.book = None;
    }

    /// Takes in the book when it is made, and asks for its file, once no other dialog is open.
    pub(super) fn catch_up_book(&mut self, ctx: &Context) {
        if matches!(self.dialog, Some(Dialog::MakingBook { .. })) {
            self.dialog = self.book_dialog();
        }
        let Some(Making { job, made, .. }) = &mut self.book else { return };
        if let Some(failure) = job::drain(job, |book| *made = Some(book)) {
            *made = Some(Err(failure));
        }
        let is_asked = !matches!(self.dialog, None | Some(Dialog::MakingBook { .. }));
        if job.is_some() || is_asked {
            return;
        }
        let Some(Making { made, name, .. }) = self.book.take() else { return };
        if matches!(self.dialog, Some(Dialog::MakingBook { .. })) {
            self.dialog = None;
        }
        match made.unwrap_or_else(|| Err(String::new())) {
            Ok(bytes) => {
                let request = PathRequest::Write(Parcel { content: Content::Output, name, data: Data::Bytes(bytes) });
                self.request_path(request);
            }
            Err(why) => self.show_error(words::NOT_MADE.to_owned(), why),
        }
        ctx.request_repaint();
    }
}
