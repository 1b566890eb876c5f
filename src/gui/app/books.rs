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
}

impl App {
    /// Asks what the book should contain, with what was chosen last if the figure has it.
    pub(super) fn ask_about_book(&mut self) {
        let grades = self.tabs[self.active].book_grades();
        let fresh = BookOptions::new(grades);
        let options = self.book_options.filter(|last| grades.contains(&last.easiest) && grades.contains(&last.hardest));
        let options = options.map_or(fresh, |last| BookOptions { seed: fresh.seed, ..last });
        self.dialog = Some(Dialog::Book(options, grades));
    }

    /// Begins to make the book.
    pub(super) fn make_book(&mut self, options: BookOptions) {
        self.book_options = Some(options);
        let tab = &self.tabs[self.active];
        let name = suggested_name_of_kind(&words::file_name(&tab.label().name), ".pdf");
        match tab.book(options) {
            Ok(job) => {
                self.book = Some(Making { job: Some(job), made: None, name });
                self.dialog = Some(Dialog::MakingBook { done: 0.0, count: options.count });
            }
            Err(error) => self.show_error(words::NOT_MADE.to_owned(), error.to_string()),
        }
    }

    /// Stops making it.
    pub(super) fn stop_book(&mut self) {
        self.book = None;
    }

    /// Takes in the book when it is made, and asks for its file.
    pub(super) fn catch_up_book(&mut self, ctx: &Context) {
        let Some(Making { job, made, .. }) = &mut self.book else { return };
        if let (Some(Dialog::MakingBook { done, .. }), Some(job)) = (&mut self.dialog, &job) {
            *done = job.progress().done;
        }
        let failure = job::drain(job, |book| *made = Some(book));
        if job.is_some() {
            return;
        }
        let Some(Making { made, name, .. }) = self.book.take() else { return };
        if matches!(self.dialog, Some(Dialog::MakingBook { .. })) {
            self.dialog = None;
        }
        match made.unwrap_or_else(|| Err(failure.unwrap_or_default())) {
            Ok(bytes) => self.request_path(PathRequest::Write(Parcel { content: Content::Output, name, data: Data::Bytes(bytes) })),
            Err(why) => self.show_error(words::NOT_MADE.to_owned(), why),
        }
        ctx.request_repaint();
    }
}
