//! What controls want from the window, and the one queue in which their wishes wait.
//!
//! A control that wants something from the window, such as a file, a question or a command, sends a [`Request`]. The window carries out
//! all requests in their order, in one `match`: `App::carry_out`. So this enum says what can come out of a click, and no control knows the
//! window.
//!
//! The queue is in egui's context, beside egui's own requests such as `copy_text`. Every function that shows something has that context, so
//! none has to pass a queue on, and a test reads the queue of its own context. What runs without a screen gets [`Requests`] as an argument.
//!
//! What a control can do by itself has no place here, nor has what happened: a request always asks for something.

use std::{
    collections::VecDeque,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use egui::{Context, Id, Theme};

use super::{
    book::BookOptions,
    command::Command,
    controls::Control,
    exporting::{ExportOptions, Exported},
    files::{PathRequest, PictureSource},
};
use crate::{challenge::Grade, look::Appearance, workbench::session::Mode};

/// A document: the index of its tab, and its number there.
pub type DocumentId = (usize, u64);

/// Something that the window is to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Run this command, if it can run now.
    Run(Command),
    /// Click this control, or give it the focus.
    Operate(Control),
    /// Choose this mode for the document that is shown.
    ChooseMode(Mode),
    /// Read a position for the document that is shown from this text.
    Paste(String),

    /// Show the tab with this index.
    ShowTab(usize),
    /// Show this document.
    ShowDocument(DocumentId),
    /// Open an example of a tab, given the indices of both.
    OpenExample(usize, usize),
    /// Make the challenge of this grade and seed on the figure of the document in the tab with this index.
    MakeChallenge(usize, Grade, u64),
    /// Show the help page with this index.
    ShowHelp(usize),

    /// Read this file.
    Open(PathBuf),
    /// Read a position from this picture.
    OpenPicture(PictureSource),
    /// Let the user choose a path for this.
    ChoosePath(PathRequest),
    /// Do this with a path as the user typed it, and ask before a file is replaced.
    UseTypedPath(PathRequest, String),
    /// Do this with the path, and replace the file if there is one.
    UsePath(PathRequest, PathBuf),
    /// Give up what no path was chosen for.
    LeavePath(PathRequest),
    /// Export this from the document that is shown.
    Export(Exported, ExportOptions),
    /// Make this book of challenges on the figure of a document.
    MakeBook(DocumentId, BookOptions),
    /// Stop making the book.
    StopBook,

    /// Ask this.
    Ask(Question),
    /// Give up the challenge of this document.
    GiveUp(DocumentId),
    /// Erase the results of games of the puzzle with this key.
    EraseResults(&'static str),
    /// Save all changed documents, then close the window.
    SaveAllAndClose,
    /// Save this document, then close it.
    SaveAndClose(DocumentId),
    /// Discard the changes of this document, or of all, and close it, or the window. Asks first about long searches.
    Discard(Option<DocumentId>),
    /// Close this document, or the window, whatever is lost.
    CloseAnyway(Option<DocumentId>),
    /// Close the window though files are being written, or long searches run.
    CloseRegardless,
    /// Leave the window open, if it was about to close.
    StayOpen,
    /// Open the documents that were unsaved when the program crashed.
    Restore,
    /// Discard them.
    DiscardUnsaved,

    /// Change how the window looks.
    ChangeAppearance(Appearance),
    /// Show the window in this theme.
    ShowTheme(Theme),
    /// Add the document that is shown to the report that is shown, or remove it.
    AddDocumentToReport(bool),
}

impl Request {
    /// Puts this in the queue of the window with this context.
    pub fn send(self, ctx: &Context) {
        Requests::of(ctx).send(self);
    }
}

/// A question, or a message, for a dialog of text and buttons.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Question {
    /// Its heading.
    pub title: String,
    /// What it is about; may be empty.
    pub text: String,
    /// The documents in question, as a list below that.
    pub entries: Vec<String>,
    /// What follows from the answer, in muted type; may be empty.
    pub note: String,
    /// The buttons in reading order, with what each requests. Escape presses the last one, which changes nothing.
    pub buttons: Vec<(&'static str, Request)>,
    /// Whether the first button is the main one, which Enter presses. Otherwise Enter must not lose anything.
    pub has_main_button: bool,
}

/// The queue of requests. Copies of it are the same queue.
#[derive(Clone, Default)]
pub struct Requests(Arc<Mutex<VecDeque<Request>>>);

impl Requests {
    /// The queue of the window with this context.
    pub fn of(ctx: &Context) -> Self {
        ctx.data_mut(|data| data.get_temp_mut_or_default::<Self>(Id::unique("requests to the window")).clone())
    }

    /// Adds a request.
    pub fn send(&self, request: Request) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push_back(request);
    }

    /// Takes the oldest request out of the queue.
    pub fn next(&self) -> Option<Request> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_taken_in_the_order_in_which_they_were_sent() {
        let ctx = Context::default();
        Request::ShowTab(1).send(&ctx);
        Request::StayOpen.send(&ctx);
        let requests = Requests::of(&ctx);
        requests.send(Request::ShowTab(2));
        let taken: Vec<Request> = std::iter::from_fn(|| requests.next()).collect();
        assert_eq!(taken, [Request::ShowTab(1), Request::StayOpen, Request::ShowTab(2)]);
        assert_eq!(Requests::of(&ctx).next(), None);
    }
}
