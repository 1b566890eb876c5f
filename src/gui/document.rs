//! One open document of any puzzle: what it consists of, and how it makes the documents beside it.
//!
//! It acts on itself only. The window owns it, as [`any_document::Document`](super::any_document::Document), and its folder implements the
//! traits of that: its file here, its searches in `commands`, its games in `playing`, what is shown of it in `layout` and `board`.

mod layout;
mod board;
mod playing;
mod commands;

use std::{
    any::Any,
    hash::{DefaultHasher, Hash, Hasher},
    mem,
    path::PathBuf,
    time::Duration,
};

use egui::Ui;

use super::{
    any_document::{About, Document, FileNews, Filed, NewDocument, Pictured, Snapshot, WindowInfo},
    any_puzzle::AnyPuzzle,
    canvas::Canvas,
    deferred::Deferred,
    exporting::{self, Drawing, ExportOptions, Exported},
    files::PictureSource,
    panels::thumbnails::Thumbnails,
    play::{Play, Record, played_before, practice::Practice},
    request::{Home, Request},
    threads::Threads,
    tools::Companion,
};
use base::{
    board::TextError,
    date::Date,
    erased::{Spot, State, View},
    look::Look,
    puzzle::Moment,
};
use workbench::{
    file::SaveFile,
    history::Gesture,
    session::{Cause, Change, Event, GameStage, Mode, Place, Search, Session, Version},
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

/// What a document that continues another one takes over from that, which gets new ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Inheritance {
    #[default]
    Nothing,
    /// Zoom and focus.
    Canvas,
    /// Zoom, focus and the puzzle's own jobs.
    CanvasAndCompanion,
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
    pub beside: Option<&'a dyn Document>,
    /// The results of its puzzle's games.
    pub results: &'a Record,
    /// The window that it is opened in.
    pub home: &'a Home,
}

impl OpenDocument {
    /// Opens a document.
    pub fn open(puzzle: &'static AnyPuzzle, opening: Opening<'_>) -> Self {
        let Opening { content, path, place, is_example, beside, results, home } = opening;
        let mut document = Self::counted_once(puzzle, content, path, results, home);
        (document.place, document.is_example) = (place, is_example);
        if let Some(beside) = beside.and_then(|beside| (beside as &dyn Any).downcast_ref::<Self>()) {
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

    /// Makes a document to be opened beside this one.
    fn sibling(&self, content: SaveFile<State>) -> Self {
        Self::new(self.puzzle, content, None, &self.home)
    }

    /// Makes a document to be opened beside this one, whose game may be a daily puzzle.
    fn sibling_counted_once(&self, content: SaveFile<State>, results: &Record) -> Self {
        Self::counted_once(self.puzzle, content, None, results, &self.home)
    }

    /// Opens this document beside this one, and moves the keyboard's focus to its board.
    fn open_with_focus(&self, mut document: Self) {
        document.take_settings_from(self);
        document.shown.canvas.take_focus();
        self.open_beside(document, false, None);
    }

    /// Opens this document beside this one, with a number in its name if another document has the same one.
    fn open_named_apart(&self, mut document: Self) {
        document.take_settings_from(self);
        self.open_beside(document, true, None);
    }

    /// Opens this document beside this one. Unless a game is played in it, it shows the position that was pasted.
    fn open_pasted(&self, mut document: Self, is_named_apart: bool) {
        document.take_settings_from(self);
        if document.session.game().is_none() {
            document.apply(Change::Mode(Mode::Solve), Cause::User);
        }
        self.open_beside(document, is_named_apart, None);
    }

    fn open_beside(&self, document: Self, is_named_apart: bool, daily: Option<Date>) {
        self.request(Request::OpenBeside(NewDocument { document: Box::new(document), is_named_apart, daily }));
    }

    fn request(&self, request: Request) {
        self.home.requests.send(request);
    }

    /// Sets the next challenge and the mode to those of the other document.
    fn take_settings_from(&mut self, other: &Self) {
        self.play.copy_settings(&other.play);
        // A document with a game of its own brings its mode.
        if self.session.game().is_none() && self.session.played().challenge().is_none() {
            // Play mode without a game offers games in place of the board, which would hide the recorded moves.
            let has_moves = 0 < self.puzzle.kind.board_extras.moves(self.session.state());
            if other.is_playing() && !has_moves {
                self.apply(Change::Mode(Mode::Play), Cause::User);
                if other.session.played().stage() == GameStage::Free {
                    self.apply(Change::PlayFreely, Cause::User);
                }
            }
        }
    }

    /// Whether it is an example without changes, games or searches, or a game that is over and has no mistakes to go through, so that
    /// another document may replace it if it has no unsaved changes.
    fn is_replaceable(&self) -> bool {
        // The mistakes of a challenge are kept with the results.
        let has_mistakes = self.session.played().challenge().is_none() && !self.moments.known.is_empty();
        self.session.is_replaceable(self.is_example) && !self.companion.is_in_use() && self.practice.is_none() && !has_mistakes
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

    /// The document's name, with an asterisk if it has unsaved changes.
    fn marked_name(&self) -> String {
        let mark = if self.session.is_changed() { " *" } else { "" };
        format!("{}{mark}", self.session.name())
    }

    /// The document's name and the state of its search.
    fn caption(&self) -> String {
        let found = &self.session.noun().counted(self.session.searches().solutions().count());
        let search = match self.session.searches().activity() {
            // The number of solutions would spoil a game.
            _ if self.is_playing() => String::new(),
            Search::Idle => String::new(),
            Search::Running(_) => format!(" · searching, {found} so far"),
            Search::Finished => format!(" · {found}"),
            Search::Stopped => format!(" · stopped, {found} so far"),
            Search::Paused => format!(" · paused, {found} so far"),
            Search::Failed(_) => " · the search failed".to_owned(),
        };
        format!("{} · {}{search}", self.marked_name(), self.puzzle.kind.title)
    }
}

impl Document for OpenDocument {
    fn ui(&mut self, ui: &mut Ui, window: &WindowInfo<'_>, results: &mut Record) {
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

    fn focus(&mut self, spot: Option<Spot>) {
        match spot {
            Some(spot) => self.shown.canvas.focus(spot),
            None => self.shown.canvas.take_focus(),
        }
    }

    fn notify(&mut self, notice: String) {
        self.notice = Some(notice);
    }
}

impl Filed for OpenDocument {
    fn about(&self) -> About {
        let session = &self.session;
        let daily = session.game().filter(|game| game.end.is_none()).and_then(|game| game.day);
        let version = |Version { edits, checkpoint }| {
            // How a document is shown is in its recovery file, too. Until it is shown again, it is where it was.
            let place = if self.place.is_some() { 0 } else { session.place_version() };
            let mut hasher = DefaultHasher::new();
            (edits, place).hash(&mut hasher);
            Version { edits: hasher.finish(), checkpoint }
        };
        let unsaved = session.unsaved();
        About {
            key: self.puzzle.kind.key,
            name: session.name(),
            title: session.title().map(str::to_owned),
            caption: self.caption(),
            path: session.path().cloned(),
            revision: session.revision(),
            would_lose_work: session.would_lose_work(),
            is_edited: session.is_edited(),
            is_example: self.is_example,
            is_replaceable: unsaved.is_none() && self.is_replaceable(),
            unsaved: unsaved.map(version),
            daily,
            activity: self.activity(),
            has_small_window: self.puzzle.has_small_window && !self.is_playing(),
        }
    }

    fn snapshot(&self) -> Snapshot {
        let (document, ticket) = self.session.to_save();
        let write = self.puzzle.kind.write;
        Snapshot { text: Deferred::new(move || write(&document)), ticket }
    }

    fn place(&self) -> Place {
        self.place.clone().unwrap_or_else(|| self.session.place())
    }

    fn note_file(&mut self, news: FileNews) {
        match news {
            FileNews::Saved(ticket, path) => self.apply(Change::Saved(ticket, path), Cause::File),
            FileNews::Read(content) => self.apply(Change::Reload(content), Cause::File),
            FileNews::Taken => self.apply(Change::LosePath, Cause::File),
            FileNews::Recovered => self.apply(Change::Recovered, Cause::File),
        }
    }

    fn rename(&mut self, title: Option<String>) {
        self.apply(Change::Rename(title), Cause::User);
    }

    fn paste(&mut self, text: &str) -> Result<(), TextError> {
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

    fn remember(&self) -> String {
        (self.puzzle.memory.write)(self.session.view())
    }

    fn recall(&mut self, text: &str) -> Result<(), String> {
        (self.puzzle.memory.read)(self.session.view_mut(), text)
    }

    fn come_after(&mut self, before: &mut dyn Document) {
        let Some(before) = (before as &mut dyn Any).downcast_mut::<Self>().filter(|before| before.puzzle.kind.key == self.puzzle.kind.key)
        else {
            return;
        };
        (self.puzzle.memory.share)(before.session.view(), self.session.view_mut());
        before.session.drop_kept();
        before.notice = None;
        let inherits = mem::take(&mut self.shown.inherits);
        if inherits != Inheritance::Nothing {
            mem::swap(&mut self.shown.canvas, &mut before.shown.canvas);
        }
        if inherits == Inheritance::CanvasAndCompanion {
            mem::swap(&mut self.companion, &mut before.companion);
        }
    }
}

impl Pictured for OpenDocument {
    fn open_picture(&mut self, picture: PictureSource) {
        self.companion.open_picture(picture);
    }

    fn export(&self, exported: Exported, look: &Look, options: &ExportOptions) -> Option<Drawing> {
        match exported {
            Exported::Board => Some(exporting::shown(&self.session, look, options)),
            Exported::Sheet => exporting::sheet(&self.session),
            Exported::List => Some(exporting::listed(&self.session, *look, options)),
        }
    }
}
