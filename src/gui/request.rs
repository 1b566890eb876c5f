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
    collections::{BTreeMap, VecDeque},
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use egui::{Context, Id, Theme};

use super::{
    book::{BookOffer, BookOptions},
    command::Command,
    controls::Control,
    exporting::{ExportOptions, Exported},
    files::{PathRequest, PictureSource},
    gallery::card::ChallengeCard,
};
use base::{
    challenge::Grade,
    date::Date,
    erased::{Place, Spot},
    game::Game,
    look::Appearance,
};
use workbench::session::Mode;

/// The number of an open document, which no other one ever has.
pub type DocumentNumber = u64;

/// Something that the window is to do.
pub enum Request {
    /// Run this command, if it can run now.
    Run(Command),
    /// Click this control, or give it the focus.
    Operate(Control),
    /// Choose this mode for the document that is shown.
    ChooseMode(Mode),
    /// Move the keyboard's focus to this spot of the document that is shown.
    Focus(Spot),
    /// Copy this text to the clipboard.
    Copy(String),
    /// Read a position for the document that is shown from this text.
    Paste(String),
    /// Read a position from this picture.
    OpenPicture(PictureSource),

    /// Show the tab with this index.
    ShowTab(usize),
    /// Show this document, and its tab.
    ShowDocument(DocumentNumber),
    /// Show the help page with this index.
    ShowHelp(usize),
    /// Open an example of a tab, given the indices of both.
    OpenExample(usize, usize),
    /// Open the documents that others have made, each after the one that its tab shows, or in its place if nothing is lost.
    OpenBeside,
    /// Make the challenge of this grade and seed on the figure of the document in the tab with this index.
    MakeChallenge(usize, Grade, u64),
    /// Play the puzzle of this day in the tab of the puzzle with this key.
    PlayDaily(&'static str, Date),

    /// Read this file.
    Open(PathBuf),
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
    /// Make this book of challenges.
    MakeBook(BookOffer, BookOptions),
    /// Stop making the book.
    StopBook,
    /// Take over the settings and the results of games in this backup: the texts by their names.
    RestoreBackup(BTreeMap<String, String>),
    /// Add this result of a game of the puzzle with this key.
    AddResult(&'static str, Game),

    /// Ask this.
    Ask(Question),
    /// Ask how to export this.
    AskHowToExport(Exported),
    /// Ask what this book should contain.
    AskAboutBook(BookOffer),
    /// Show challenges on the figure of the document that is shown, to choose one. One of this grade is selected.
    ShowChallenges(Vec<ChallengeCard>, Option<Grade>),
    /// Give up the challenge of this document.
    GiveUp(DocumentNumber),
    /// Erase the results of games of the puzzle with this key.
    EraseResults(&'static str),
    /// Save all documents without recovery files, then close the window.
    SaveAllAndQuit,
    /// Close the window, whatever is lost.
    QuitAnyway,
    /// Save this document, then close it.
    SaveAndClose(DocumentNumber),
    /// Discard the changes of this document and close it. Asks first about a long search.
    Discard(DocumentNumber),
    /// Close this document, whatever is lost.
    CloseAnyway(DocumentNumber),
    /// Close the window though files are being written.
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
    /// Moves the keyboard's focus to this spot of the puzzle that is shown.
    pub fn focus(spot: impl Place) -> Self {
        Self::Focus(Spot::of(spot))
    }

    /// Puts this in the queue of the window with this context.
    pub fn send(self, ctx: &Context) {
        Requests::of(ctx).send(self);
    }
}

/// A question, or a message, for a dialog of text and buttons.
#[derive(Default)]
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

impl Question {
    /// Whether it only says that something has failed.
    pub fn is_error(&self) -> bool {
        matches!(self.buttons[..], [(_, Request::StayOpen)])
    }
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

    /// Takes the oldest request from the queue.
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
        assert!(matches!(requests.next(), Some(Request::ShowTab(1))));
        assert!(matches!(requests.next(), Some(Request::StayOpen)));
        assert!(matches!(Requests::of(&ctx).next(), Some(Request::ShowTab(2))));
        assert!(requests.next().is_none());
    }
}
