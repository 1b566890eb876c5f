//! One open document of any puzzle: what it consists of, what happens to it, and its file.
//!
//! It acts on itself only. What it wants beyond that, such as a document beside it, it requests from the window, which owns it. Its folder
//! has what is shown of it in `about`, `layout` and `board`, its games in `playing`, the documents that it makes in `beside`, and its
//! searches in `commands`. What is about a puzzle and not about one document is in `any_puzzle`.

mod about;
mod layout;
mod board;
mod playing;
mod beside;
mod commands;

use std::{path::PathBuf, time::Duration};

use egui::Ui;

use super::{
    any_puzzle::AnyPuzzle,
    canvas::Canvas,
    deferred::Deferred,
    exporting::{self, Drawing, ExportOptions, Exported},
    files::PictureSource,
    panels::thumbnails::Thumbnails,
    play::{Play, Record, played_before, practice::Practice},
    request::{Request, Requests},
    threads::Threads,
    tools::Companion,
};
pub use about::{About, Activity};
use base::{
    board::TextError,
    erased::{Spot, State, View},
    look::Look,
    puzzle::Moment,
};
use beside::Inheritance;
pub use beside::NewDocument;
pub use layout::WindowInfo;
pub use playing::Next;
use workbench::{
    file::SaveFile,
    history::Gesture,
    job::Wake,
    session::{Cause, Change, Event, GameStage, Place, Session, Ticket},
};

/// An open document.
pub struct OpenDocument {
    puzzle: &'static AnyPuzzle,
    /// The document with its history, searches and solutions.
    session: Session,
    /// The puzzle's own jobs for this document.
    companion: Box<dyn Companion>,
    shown: Shown,
    /// What is played next.
    play: Play,
    /// What is gone through in place of the board.
    practice: Option<Practice>,
    /// The moments of its game that cost something, as of the last change that they depend on.
    moments: Moments,
    /// How many mistakes of earlier games come back today, and whether the user wants to practise them.
    due: usize,
    practises: bool,
    /// Whether its game has just ended, so that what went wrong in a challenge must be kept.
    has_ended: bool,
    /// Whether it can be opened again at any time: an example, or an empty board.
    is_example: bool,
    /// A notice about the last action, shown until the next one.
    notice: Option<String>,
    /// How it was shown when the program last ended, until it is shown again.
    place: Option<Place>,
    /// Whether its search was paused since the window was about to close.
    was_searching: bool,
    /// The documents that it has made, until the window takes them.
    made: Vec<NewDocument>,
    home: Home,
}

/// How the parts of a document are shown, which is neither saved nor undone.
#[derive(Default)]
struct Shown {
    canvas: Canvas<Spot>,
    thumbnails: Thumbnails,
    /// Whether its tools were shown. They start at their top.
    had_tools: bool,
    /// What the puzzle shows in place of the list of solutions: its parts when they were last shown, and the one in front; none if that is
    /// the list.
    own_results: &'static [&'static str],
    in_front: Option<&'static str>,
    /// The last step of its explanation that is listed; none if all are.
    told_up_to: Option<u64>,
    /// Since when the window doesn't have the keyboard's focus.
    unfocused_since: Option<Duration>,
    /// What it gets once it is in front.
    inherits: Inheritance,
}

/// The moments of a document's game, and what they depend on beside the jobs of the puzzle: the revisions of position and game, how far
/// that has come, the view, and the parts that the puzzle shows.
#[derive(Default)]
struct Moments {
    known: Vec<Moment<State>>,
    of: Option<([u64; 2], GameStage, View, &'static [&'static str])>,
}

/// What a document is opened from.
pub struct Opening<'a> {
    /// Its content.
    pub content: SaveFile<State>,
    /// Its file, if it has one.
    pub path: Option<PathBuf>,
    /// How it was shown when the program last ended, if that is known.
    pub place: Option<Place>,
    /// Whether it can be opened again at any time.
    pub is_example: bool,
    /// The document that its tab shows, whose mode and choices for the next game it takes over.
    pub beside: Option<&'a OpenDocument>,
    /// The results of its puzzle's games.
    pub results: &'a Record,
    /// The window that it is opened in.
    pub home: &'a Home,
}

/// What a document gets from the window that it is in.
#[derive(Clone)]
pub struct Home {
    /// The queue for its requests, also while nothing shows it.
    pub requests: Requests,
    /// Asks for another frame, from any thread.
    pub wake: Wake,
    /// How long a search may take whose list is renewed after edits.
    pub quick: Duration,
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

impl OpenDocument {
    /// Opens a document.
    pub fn open(puzzle: &'static AnyPuzzle, opening: Opening<'_>) -> Self {
        let Opening { content, path, place, is_example, beside, results, home } = opening;
        let mut document = Self::counted_once(puzzle, content, path, results, home);
        (document.place, document.is_example) = (place, is_example);
        if let Some(beside) = beside {
            document.take_settings_from(beside);
        }
        document
    }

    fn new(puzzle: &'static AnyPuzzle, content: SaveFile<State>, path: Option<PathBuf>, home: &Home) -> Self {
        let mut session = Session::new(puzzle.kind, content, path, home.wake.clone());
        session.quick = home.quick;
        let (play, companion) = (Play::new(puzzle, home.wake.clone()), (puzzle.companion)(home.wake.clone()));
        let home = home.clone();
        Self {
            puzzle,
            session,
            companion,
            shown: Shown::default(),
            play,
            practice: None,
            moments: Moments::default(),
            due: 0,
            practises: false,
            has_ended: false,
            is_example: false,
            notice: None,
            place: None,
            was_searching: false,
            made: Vec::new(),
            home,
        }
    }

    /// Makes a document whose game may be a daily puzzle, which counts only once.
    fn counted_once(
        puzzle: &'static AnyPuzzle,
        mut content: SaveFile<State>,
        path: Option<PathBuf>,
        results: &Record,
        home: &Home,
    ) -> Self {
        let game = content.game.as_mut().filter(|game| game.end.is_none());
        let again = game.and_then(|game| {
            let day = game.day.filter(|day| results.has_result(*day))?;
            game.is_counted = true;
            Some(day)
        });
        let mut document = Self::new(puzzle, content, path, home);
        document.notice = again.map(played_before);
        document
    }

    fn request(&self, request: Request) {
        self.home.requests.send(request);
    }

    /// Makes a change, and does what follows from it.
    fn apply(&mut self, change: Change, cause: Cause) {
        let events = self.session.apply(change, cause);
        self.note(events);
    }

    /// Does what follows from these events.
    fn note(&mut self, events: Vec<Event>) {
        let mut next = None;
        for event in events {
            self.companion.note(&event, &self.session);
            match event {
                // What was said about the position before isn't true any more.
                Event::Edited { .. } => self.notice = None,
                Event::Begun => {}
                // Of several in one frame, the last one counts.
                Event::Started(..) | Event::Branched(..) => next = Some(event),
                Event::Ended(game) => {
                    self.has_ended = true;
                    if !game.is_counted {
                        self.request(Request::AddResult(self.puzzle.kind.key, game));
                    }
                }
            }
        }
        match next {
            Some(Event::Started(state, view)) => self.open_game(state, view),
            Some(Event::Branched(state, view, gesture)) => {
                let variation = self.variation(state, view, gesture);
                self.open_named_apart(variation);
            }
            _ => {}
        }
    }

    /// Takes in the position and the view after controls have changed them.
    fn take_in(&mut self, state: State, view: View, gesture: Gesture) {
        self.apply(Change::Made(state, view, gesture), Cause::User);
    }

    /// Shows the document. The results are of all games of its puzzle.
    pub fn ui(&mut self, ui: &mut Ui, window: &WindowInfo<'_>, results: &mut Record) {
        if window.is_small {
            return self.small_ui(ui, results);
        }
        if let Some(place) = self.place.take() {
            self.session.return_to(place);
        }
        self.keep_time(ui, window.now);
        self.session.threads = Threads(self.puzzle.kind.key).number(ui.ctx());
        (self.play.wanted_grade, self.play.wanted_step) = (results.grade, results.step);
        self.practise(results);
        self.parts_ui(ui, window, results);
        (results.grade, results.step) = (self.play.wanted_grade, self.play.wanted_step);
    }

    /// Moves the keyboard's focus to this spot of the puzzle, or else to the board.
    pub fn focus(&mut self, spot: Option<Spot>) {
        match spot {
            Some(spot) => self.shown.canvas.focus(spot),
            None => self.shown.canvas.take_focus(),
        }
    }

    /// Shows a notice in the status bar until the next action.
    pub fn notify(&mut self, notice: String) {
        self.notice = Some(notice);
    }

    /// The document as it is now, to be written later.
    pub fn snapshot(&self) -> Snapshot {
        let (document, ticket) = self.session.to_save();
        let write = self.puzzle.kind.write;
        Snapshot { text: Deferred::new(move || write(&document)), ticket }
    }

    /// How it is shown, or was when the program last ended, until it is shown again.
    pub fn place(&self) -> Place {
        self.place.clone().unwrap_or_else(|| self.session.place())
    }

    /// Takes in what has happened to its file.
    pub fn note_file(&mut self, news: FileNews) {
        match news {
            FileNews::Saved(ticket, path) => self.apply(Change::Saved(ticket, path), Cause::File),
            FileNews::Read(content) => self.apply(Change::Reload(content), Cause::File),
            FileNews::Taken => self.apply(Change::LosePath, Cause::File),
            FileNews::Recovered => self.apply(Change::Recovered, Cause::File),
        }
    }

    /// Gives it another title, or none.
    pub fn rename(&mut self, title: Option<String>) {
        self.apply(Change::Rename(title), Cause::User);
    }

    /// Reads a position from text.
    ///
    /// # Errors
    /// Where the text is wrong and what is expected there; then nothing has changed.
    pub fn paste(&mut self, text: &str) -> Result<(), TextError> {
        if let Some(practice) = &mut self.practice {
            return practice.paste(text);
        }
        let state = self.session.read_text(text)?;
        if self.session.would_give_up(&state) {
            let mut pasted = self.sibling(SaveFile::untitled(state));
            pasted.shown.canvas.take_focus();
            self.open_pasted(pasted, false);
            return Ok(());
        }
        let events = self.session.apply(Change::Position(state, Gesture::Ended), Cause::User);
        let (branched, others) = events.into_iter().partition(|event| matches!(event, Event::Branched(..)));
        self.note(others);
        for event in branched {
            if let Event::Branched(state, view, gesture) = event {
                let pasted = self.variation(state, view, gesture);
                self.open_pasted(pasted, true);
            }
        }
        Ok(())
    }

    /// The text that its tab remembers from one start to the next; empty if none.
    pub fn remember(&self) -> String {
        (self.puzzle.memory.write)(self.session.view())
    }

    /// Reads a text that [`Self::remember`] returned.
    ///
    /// # Errors
    /// Why the text can't be read; then nothing has changed.
    pub fn recall(&mut self, text: &str) -> Result<(), String> {
        (self.puzzle.memory.read)(self.session.view_mut(), text)
    }

    /// Reads a position from a picture, if its puzzle reads pictures.
    pub fn open_picture(&mut self, picture: PictureSource) {
        self.companion.open_picture(picture);
    }

    /// Draws this of what is shown; none if the puzzle has no sheets to print.
    pub fn export(&self, exported: Exported, look: &Look, options: &ExportOptions) -> Option<Drawing> {
        match exported {
            Exported::Board => Some(exporting::shown(&self.session, look, options)),
            Exported::Sheet => exporting::sheet(&self.session),
            Exported::List => Some(exporting::listed(&self.session, *look, options)),
        }
    }
}
