//! An open document as the window sees it, whatever its puzzle: four small traits by concern, and the data that goes through them.
//!
//! `OpenDocument` implements them once for all puzzles. A document acts on itself only: what it wants beyond that, such as a document
//! beside it, it requests from the window. What is about a puzzle and not about one document is in `any_puzzle`.

use std::{
    any::Any,
    path::PathBuf,
    sync::{Arc, Weak},
    time::Duration,
};

use egui::Ui;

use super::{
    command::DocumentCommand,
    deferred::Deferred,
    exporting::{Drawing, ExportOptions, Exported},
    files::PictureSource,
    play::record::Record,
};
use base::{
    board::TextError,
    challenge::Grade,
    date::Date,
    erased::{Spot, State},
    look::Look,
};
use workbench::{
    file::SaveFile,
    session::{Mode, Place, Ticket, Version},
};

/// An open document.
pub trait Document: Filed + Searched + Playable + Pictured + Any + Send {
    /// Shows the document. The results are of all games of its puzzle.
    fn ui(&mut self, ui: &mut Ui, window: &WindowInfo<'_>, results: &mut Record);
    /// Moves the keyboard's focus to this spot of the puzzle, or else to the board.
    fn focus(&mut self, spot: Option<Spot>);
    /// Shows a notice in the status bar until the next action.
    fn notify(&mut self, notice: String);
}

/// The content of a document: its file, its name, and what its tab remembers.
pub trait Filed {
    /// What the window shows of it beside the board. Cheap enough for every frame.
    fn about(&self) -> About;
    /// The document as it is now, to be written later.
    fn snapshot(&self) -> Snapshot;
    /// How it is shown, or was when the program last ended, until it is shown again.
    fn place(&self) -> Place;
    /// Takes in what has happened to its file.
    fn note_file(&mut self, news: FileNews);
    /// Gives it another title, or none.
    fn rename(&mut self, title: Option<String>);
    /// Reads a position from text.
    ///
    /// # Errors
    /// Where the text is wrong and what is expected there; then nothing has changed.
    fn paste(&mut self, text: &str) -> Result<(), TextError>;
    /// The text that its tab remembers from one start to the next; empty if none.
    fn remember(&self) -> String;
    /// Reads a text that [`Filed::remember`] returned.
    ///
    /// # Errors
    /// Why the text can't be read; then nothing has changed.
    fn recall(&mut self, text: &str) -> Result<(), String>;
    /// Comes to the front, and takes over what its tab remembers from the document of the same puzzle that was there before. One that
    /// continues that document takes over more of it.
    fn come_after(&mut self, before: &mut dyn Document);
}

/// The searches of a document, its timeline and its commands.
pub trait Searched {
    /// Takes in what searches and other jobs found. The results are of all games of its puzzle. Returns whether there is more to take in
    /// at once.
    fn catch_up(&mut self, results: &Record) -> bool;
    /// Advances the timeline while it plays. Returns the time until its next step.
    fn tick(&mut self, now: Duration) -> Option<Duration>;
    /// Pauses its timeline, and its search if that has run for a long time. Returns whether the search still runs.
    fn pause_if_long(&mut self) -> bool;
    /// Resumes the search that [`Searched::pause_if_long`] has paused.
    fn resume_paused(&mut self);
    /// Whether the command can run now; if not, why.
    fn can(&self, command: DocumentCommand) -> Result<(), &'static str>;
    /// Runs the command.
    fn run(&mut self, command: DocumentCommand, now: Duration);
}

/// The games of a document.
pub trait Playable {
    /// Chooses the mode, as the switch does.
    fn choose_mode(&mut self, mode: Mode);
    /// Begins what is played next, in a document beside this one.
    fn play(&mut self, next: Next, results: &mut Record);
}

/// A document and pictures.
pub trait Pictured {
    /// Reads a position from a picture, if its puzzle reads pictures.
    fn open_picture(&mut self, picture: PictureSource);
    /// Draws this of what is shown; none if the puzzle has no sheets to print.
    fn export(&self, exported: Exported, look: &Look, options: &ExportOptions) -> Option<Drawing>;
}

/// What the window shows of a document beside its board.
#[derive(Clone, Debug)]
pub struct About {
    /// The key of its puzzle.
    pub key: &'static str,
    /// Its name.
    pub name: String,
    /// Its title, if it has one: otherwise it is named after its file.
    pub title: Option<String>,
    /// Its name and the state of its search, for the window's title.
    pub caption: String,
    /// The path of its file, if it has one.
    pub path: Option<PathBuf>,
    /// Counts the changes of its position.
    pub revision: u64,
    /// What a recovery file of it would contain; none if it has no unsaved changes. Also changes with how it is shown.
    pub unsaved: Option<Version>,
    /// Whether closing it would lose what the user made.
    pub would_lose_work: bool,
    /// Whether its position differs from the one in its file.
    pub is_edited: bool,
    /// Whether it can be opened again at any time: an example, or an empty board.
    pub is_example: bool,
    /// Whether another document may replace it, since nothing would be lost.
    pub is_replaceable: bool,
    /// The day whose puzzle is being played in it.
    pub daily: Option<Date>,
    /// What runs for it on other threads.
    pub activity: Activity,
    /// Whether it can be shown in a small window, by its board and the advice alone.
    pub has_small_window: bool,
}

impl About {
    /// Whether it differs from its file.
    pub fn is_changed(&self) -> bool {
        self.unsaved.is_some()
    }
}

/// What runs for a document on other threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Activity {
    /// Whether a search for solutions runs.
    pub is_searching: bool,
    /// Whether a search has run for long and can't be paused.
    pub is_irreplaceable: bool,
    /// Whether more will be shown: the analysis, or a search for solutions, hints or the requested step of a search trace, is still
    /// running.
    pub is_settling: bool,
    /// Whether a search, a comparison, a hint or one of the puzzle's own jobs runs.
    pub is_busy: bool,
}

/// The content of a document when it was asked for.
pub struct Snapshot {
    /// The text of its file, with the progress of its searches.
    pub text: Deferred<String>,
    /// What only the document understands, for [`FileNews::Saved`].
    pub ticket: Ticket,
}

/// What has happened to the file of a document.
pub enum FileNews {
    /// The content of this ticket was written there.
    Saved(Ticket, PathBuf),
    /// It was read again, with this content.
    Read(Box<SaveFile<State>>),
    /// Another document was saved to it, so this one has no file and is unsaved.
    Taken,
    /// This document comes from a recovery file, so it is unsaved, whatever its own file contains.
    Recovered,
}

/// What is played next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The challenge of this grade and seed on the figure of the document.
    Challenge(Grade, u64),
    /// The puzzle of this day.
    Daily(Date),
}

/// A document that another one has made, to be opened beside it.
pub struct NewDocument {
    /// The document, which has neither a file nor a place among the others.
    pub document: Box<dyn Document>,
    /// Whether it gets a number in its name if another document has the same one.
    pub is_named_apart: bool,
    /// The day whose puzzle it is: if that is being played already, the document in which it is played is shown instead.
    pub daily: Option<Date>,
}

/// An example or a challenge, to be chosen by its picture.
#[derive(Clone)]
pub struct Card {
    /// Its title.
    pub title: String,
    /// What it is; may be empty.
    pub note: String,
    /// Draws it.
    pub portrait: Portrait,
}

/// Draws a position as an SVG that is as large as it fits a width and height, in pixels. It is empty if there is none, or once nothing
/// keeps the last argument alive.
pub type Portrait = Arc<dyn Fn(&Look, [f32; 2], &Weak<()>) -> String + Send + Sync>;

/// A challenge on the figure of a document.
#[derive(Clone)]
pub struct ChallengeCard {
    /// Its grade.
    pub grade: Grade,
    /// Its seed.
    pub seed: u64,
    /// How it is shown.
    pub card: Card,
}

/// What the window passes to the document that it shows.
pub struct WindowInfo<'a> {
    /// The window's clock.
    pub now: Duration,
    /// Whether the window is small, so that only the board is shown and what is said about it.
    pub is_small: bool,
    /// A notice for the status bar.
    pub notice: Option<&'a str>,
    /// How long the last frame took, and the longest recent one, if frame times are shown.
    pub frame_times: Option<(Duration, Duration)>,
}
