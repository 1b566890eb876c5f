//! What the window and a tab know of each other.

use std::{any::Any, path::PathBuf, time::Duration};

use egui::Ui;

use super::{command::DocumentCommand, deferred::Deferred, exporting::Drawing, notes::Merge, tools::Saving};
use crate::{board::TextError, workbench::session::Unsaved};

/// What the window knows of a tab.
pub trait Tab {
    /// The puzzle's name in files.
    fn key(&self) -> &'static str;
    /// The puzzle's name for people.
    fn title(&self) -> &'static str;
    /// The document, and how its search stands, for the window's title.
    fn caption(&self) -> String;
    /// Opens the first example, if nothing is open. Until then the tab does nothing, and only what is asked of all tabs may be asked of it.
    fn begin(&mut self);
    /// The documents that are open, in the order of the list; never empty once the tab has begun.
    fn documents(&self) -> Vec<DocumentLabel>;
    /// Which of them is shown; "the document" is that one.
    fn shown(&self) -> usize;
    /// Shows another one.
    fn show(&mut self, index: usize);
    /// Closes the document of this index, saved or not. An example takes the place of the last one.
    fn close(&mut self, index: usize);
    /// Whether a document differs from its file.
    fn is_changed(&self) -> bool;
    /// All documents that were changed and not saved, each with a number that it keeps.
    fn unsaved(&self) -> Vec<(u64, Unsaved)>;
    /// Pauses searches that have run for long. Says whether one still runs.
    fn pause_if_long(&mut self) -> bool;
    /// Takes in what the search found. Says whether there is more at once.
    fn catch_up(&mut self) -> bool;
    /// Whether more of what is shown will be known soon: the analysis of the position, or the moment of a search that was asked for.
    fn is_settling(&self) -> bool;
    /// Whether a search, a comparison, a hint or something of the puzzle's own runs.
    fn is_busy(&self) -> bool;
    /// Moves the timeline as far as it is due. Says when it moves again.
    fn tick(&mut self, now: Duration) -> Option<Duration>;
    /// Shows the tab.
    fn ui(&mut self, ui: &mut Ui, shell: &Shell<'_>);
    /// Whether the document can carry out the command now, and if not, why.
    fn can(&self, command: DocumentCommand) -> Result<(), &'static str>;
    /// Whether the list of solutions can be exported now, and if not, why.
    fn can_export_list(&self) -> Result<(), &'static str>;
    /// Lets the document carry out the command.
    fn run(&mut self, command: DocumentCommand, now: Duration);
    /// Opens this document, a [`Document`](crate::workbench::file::Document) of the puzzle, and shows it. One that is open already takes what changed in its file, unless it was changed here.
    fn open(&mut self, document: Box<dyn Any + Send>, path: Option<PathBuf>);
    /// Opens this document in the same way, which is still to be saved: there, if it was ever saved.
    fn recover(&mut self, document: Box<dyn Any + Send>, path: Option<PathBuf>);
    /// The text of the document of this number, with its searches as far as they have come.
    fn text(&self, number: u64) -> Option<Deferred<String>>;
    /// The document's text, as it is to be written to a file, and the ticket to tell [`Tab::written`] with.
    fn write(&mut self) -> (Deferred<String>, u64);
    /// Notes that what the ticket was given out for was written there, or that it was not written.
    fn written(&mut self, ticket: u64, path: Option<PathBuf>);
    /// What the user asked to save since the last time.
    fn saving(&mut self) -> Option<Saving>;
    /// The position as text.
    fn copy(&self) -> String;
    /// Takes a position from text.
    fn paste(&mut self, text: &str) -> Result<(), TextError>;
    /// What the tab wants to be remembered from one start to the next; empty if nothing.
    fn remember(&self) -> String;
    /// Takes in what was remembered.
    ///
    /// # Errors
    /// Why the text can't be read; then nothing has changed.
    fn recall(&mut self, text: &str) -> Result<(), String>;
    /// How what two windows remember is brought together.
    fn merge(&self) -> Merge;
    /// The board at each step of the shown solution, or each moment of the watched search, up to the one shown.
    fn export(&self, ctx: &egui::Context) -> Drawing;
    /// All solutions of the list on one sheet.
    fn export_list(&self, ctx: &egui::Context) -> Drawing;
}

/// What the list of documents says of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentLabel {
    /// No other document of the tab has or had this number.
    pub number: u64,
    /// Its name.
    pub name: String,
    /// Where it is saved, if it is.
    pub path: Option<PathBuf>,
    /// Whether it differs from its file.
    pub is_changed: bool,
    /// Whether its position does.
    pub is_edited: bool,
    /// Whether a search runs in it.
    pub is_searching: bool,
}

/// What the window tells a tab that it shows.
pub struct Shell<'a> {
    /// The window's clock.
    pub now: Duration,
    /// A word to the user.
    pub notice: Option<&'a str>,
    /// How long the last frame took, and the longest of the last ones, if that is to be shown.
    pub frame_times: Option<(Duration, Duration)>,
}

impl dyn Tab {
    /// What the list says of the document.
    pub fn label(&self) -> DocumentLabel {
        self.documents().swap_remove(self.shown())
    }
}
