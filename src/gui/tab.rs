//! The interface between the window and a tab.

use std::{
    any::Any,
    path::{Path, PathBuf},
    sync::Weak,
    time::Duration,
};

use egui::Ui;

use super::{
    book::{BookOptions, Figure, Made},
    command::DocumentCommand,
    deferred::Deferred,
    exporting::{Drawing, ExportOptions},
    files::PictureSource,
    help::HelpPage,
    play::{ChallengeCard, Record},
    request::Requests,
    tab_settings::Merge,
};
use crate::{
    board::TextError,
    challenge::Grade,
    look::Look,
    workbench::{
        job::{Job, NoThread},
        session::{Mode, Place, Unsaved},
    },
};

/// A tab as the window sees it.
pub trait Tab {
    /// The puzzle's key in files.
    fn key(&self) -> &'static str;
    /// The puzzle's title.
    fn title(&self) -> &'static str;
    /// The puzzle's help page.
    fn help(&self) -> HelpPage;
    /// The document and the state of its search, for the window's title.
    fn caption(&self) -> String;
    /// Opens the first example if no document is open. Until then, only what the window does with all tabs may be called.
    fn ensure_document(&mut self);
    /// The titles and the notes of the examples.
    fn examples(&self) -> Vec<(String, String)>;
    /// The examples as SVGs that are as large as they fit this width and height, in pixels.
    fn example_drawings(&self, look: &Look, room: [f32; 2]) -> Vec<Deferred<String>>;
    /// Opens the example with this index.
    fn open_example(&mut self, index: usize);
    /// The challenges on the document's figure from which the user chooses by their pictures.
    fn challenges(&self) -> Vec<ChallengeCard>;
    /// The grade of the next challenge; none if the figure has no challenges.
    fn grade(&self) -> Option<Grade>;
    /// These challenges as SVGs of the same size, empty once nothing keeps `wanted` alive.
    fn challenge_drawings(&self, look: &Look, room: [f32; 2], wanted: &Weak<()>) -> Vec<Deferred<String>>;
    /// Begins to make a challenge on the document's figure, which is opened once it is made.
    fn open_challenge(&mut self, grade: Grade, seed: u64);
    /// The open documents in the order of the list; never empty after [`Tab::ensure_document`].
    fn documents(&self) -> Vec<DocumentLabel>;
    /// The index of the document that is shown; the methods below call it "the document".
    fn shown(&self) -> usize;
    /// Shows another document.
    fn show(&mut self, index: usize);
    /// Closes the document with this index, saved or not. An example replaces the last one.
    fn close(&mut self, index: usize);
    /// Whether any document differs from its file.
    fn is_changed(&self) -> bool;
    /// All documents with unsaved changes, each with its number, which never changes.
    fn unsaved(&self) -> Vec<(u64, Unsaved)>;
    /// Pauses searches that have run for a long time. Returns whether one still runs.
    fn pause_if_long(&mut self) -> bool;
    /// Resumes the searches that [`Tab::pause_if_long`] has paused.
    fn resume_paused(&mut self);
    /// The names of documents in which a search has run for long and can't be paused, each with its number.
    fn irreplaceable(&self) -> Vec<(u64, String)>;
    /// Takes in what searches found. Returns whether there is more to take in at once.
    fn catch_up(&mut self, requests: &Requests) -> bool;
    /// Whether more will be shown: the analysis, or a search for solutions, hints or the requested step of a search trace, is still
    /// running.
    fn is_settling(&self) -> bool;
    /// Whether a search, a comparison, a hint or one of the puzzle's own jobs runs.
    fn is_busy(&self) -> bool;
    /// Advances the timeline while it plays. Returns the time until its next step.
    fn tick(&mut self, now: Duration) -> Option<Duration>;
    /// Chooses the mode of the document.
    fn choose_mode(&mut self, mode: Mode);
    /// Whether the document can be shown in a small window, by its board and the advice alone.
    fn has_small_window(&self) -> bool;
    /// Shows the document in a small window.
    fn small_ui(&mut self, ui: &mut Ui);
    /// Shows the tab.
    fn ui(&mut self, ui: &mut Ui, window: &WindowInfo<'_>);
    /// Whether the document can run the command now; if not, why.
    fn can(&self, command: DocumentCommand) -> Result<(), &'static str>;
    /// Whether the list of solutions can be exported now; if not, why.
    fn can_export_list(&self) -> Result<(), &'static str>;
    /// Runs the command on the document.
    fn run(&mut self, command: DocumentCommand, now: Duration);
    /// Opens this [`Document`](crate::workbench::file::Document) of the puzzle and shows it. If its file is open already, the document is
    /// read again, unless it has unsaved changes. Returns whether the document was taken over.
    fn open(&mut self, document: Box<dyn Any + Send>, path: Option<PathBuf>) -> bool;
    /// Opens a document of the puzzle behind the others, without showing it, at the place where it was. Returns its number.
    fn open_again(&mut self, document: Box<dyn Any + Send>, again: OpenAgain) -> u64;
    /// Opens a document of the puzzle as unsaved, at the place where it was. `path` is its own file, if it has one.
    fn recover(&mut self, document: Box<dyn Any + Send>, path: Option<PathBuf>, place: Option<Place>);
    /// Changes with how the document with this number is shown. Cheap enough to be asked for in every frame.
    fn place_version(&self, number: u64) -> Option<u64>;
    /// How the document with this number is shown.
    fn place(&self, number: u64) -> Option<Place>;
    /// Whether another document may replace the one with this number, since it can be opened at any time.
    fn is_example(&self, number: u64) -> bool;
    /// The text of the document with this number, with the progress of its searches.
    fn text(&self, number: u64) -> Option<Deferred<String>>;
    /// The document's text for its file, and a ticket for [`Tab::finish_save`].
    fn begin_save(&mut self) -> (Deferred<String>, u64);
    /// The file of the document that this ticket is for, which need not be the one that is shown.
    fn path_of(&self, ticket: u64) -> Option<PathBuf>;
    /// Records that a document of another tab was saved to this path, so that the one here that had it is unsaved and has no file.
    fn lose_path(&mut self, path: &Path);
    /// Records that the save with this ticket was written to this path, or not written at all.
    fn finish_save(&mut self, ticket: u64, path: Option<PathBuf>);
    /// Whether the puzzle reads positions from pictures.
    fn reads_pictures(&self) -> bool;
    /// Reads a position from a picture.
    fn open_picture(&mut self, picture: PictureSource);
    /// The position as text.
    fn copy(&self) -> String;
    /// Reads a position from text.
    fn paste(&mut self, text: &str) -> Result<(), TextError>;
    /// The text that the tab remembers from one start to the next; empty if none.
    fn remember(&self) -> String;
    /// Reads a text that [`Tab::remember`] returned.
    ///
    /// # Errors
    /// Why the text can't be read; then nothing has changed.
    fn recall(&mut self, text: &str) -> Result<(), String>;
    /// Whether [`Tab::recall`] can read this text; if not, why.
    ///
    /// # Errors
    /// Why the text can't be read.
    fn can_recall(&self, text: &str) -> Result<(), String>;
    /// How the texts of two windows are merged.
    fn merge(&self) -> Merge;
    /// The results of its games.
    fn record(&self) -> &Record;
    /// The results of its games, to change them.
    fn record_mut(&mut self) -> &mut Record;
    /// The board at each step of the shown solution or search trace, up to the current step.
    fn export(&self, look: &Look, options: &ExportOptions) -> Drawing;
    /// Whether the puzzle has sheets to print.
    fn has_sheets(&self) -> bool;
    /// The sheet to print of what is shown; none if the puzzle has no sheets.
    fn export_sheet(&self) -> Option<Drawing>;
    /// All listed solutions as one picture.
    fn export_list(&self, look: Look, options: &ExportOptions) -> Drawing;
    /// The grades of challenges on the document's figure that can be printed, easiest first; empty if there are none.
    fn book_grades(&self) -> Result<&'static [Grade], &'static str>;
    /// The document's figure, as a book is about it.
    fn book_figure(&self) -> Figure;
    /// Begins to make a book of challenges on the document's figure.
    ///
    /// # Errors
    /// When the system refuses a thread.
    fn book(&self, options: BookOptions) -> Result<Job<Made>, NoThread>;
}

/// A document in the list of documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentLabel {
    /// A number that no other document of the tab has or had.
    pub number: u64,
    /// Its name.
    pub name: String,
    /// The path of its file, if it has one.
    pub path: Option<PathBuf>,
    /// Whether it differs from its file.
    pub is_changed: bool,
    /// Whether its position differs from the one in its file.
    pub is_edited: bool,
    /// Whether a search runs in it.
    pub is_searching: bool,
}

/// How a document is opened that was open when the program last ended.
pub struct OpenAgain {
    /// Its file, if it has one.
    pub path: Option<PathBuf>,
    /// Whether another document may replace it, since it can be opened at any time.
    pub is_example: bool,
    /// How it was shown.
    pub place: Place,
}

/// What the window passes to the tab that it shows.
pub struct WindowInfo<'a> {
    /// The window's clock.
    pub now: Duration,
    /// A notice for the status bar.
    pub notice: Option<&'a str>,
    /// How long the last frame took, and the longest recent one, if frame times are shown.
    pub frame_times: Option<(Duration, Duration)>,
}

impl dyn Tab + '_ {
    /// The document's entry in the list.
    pub fn label(&self) -> DocumentLabel {
        self.documents().swap_remove(self.shown())
    }
}
