//! One open document of any puzzle: what it consists of, and what the tab asks of it.

mod layout;
mod board;
mod playing;
mod commands;

use std::time::Duration;

use egui::Ui;

use super::{
    canvas::Canvas,
    exporting::{self, Drawing, ExportOptions},
    panels::thumbnails::Thumbnails,
    play::{Play, Record},
    request::Requests,
    tab::WindowInfo,
    threads::Threads,
    tools::{Companion, Tools},
};
use crate::{
    board::TextError,
    game::Game,
    look::Look,
    workbench::{
        file::Document,
        history::Gesture,
        job::Wake,
        session::{Cause, Change, Event, Mode, Place, Search, Session, Stage},
    },
};

/// An open document of the puzzle `P`.
pub struct OpenDocument<P: Tools> {
    /// A number that no other document of the tab has.
    pub number: u64,
    /// The document with its history, searches and solutions.
    pub session: Session<P>,
    /// The puzzle's own jobs for this document.
    pub companion: Box<dyn Companion<P>>,
    canvas: Canvas<P::Spot>,
    thumbnails: Thumbnails<P>,
    /// Whether it can be opened again at any time: an example, or an empty board.
    pub is_example: bool,
    /// A notice about the last action, shown until the next one.
    notice: Option<String>,
    /// A document to open beside this one.
    requested: Option<NewDocument<P>>,
    /// Since when the window doesn't have the keyboard's focus.
    unfocused_since: Option<Duration>,
    /// What is played next.
    play: Play<P>,
    /// The games that have ended and aren't among the statistics yet.
    ended: Vec<Game>,
    /// How it was shown when the program last ended, until it is shown again.
    pub place: Option<Place>,
    /// Whether its tools were shown. They start at their top.
    had_tools: bool,
    /// Whether its search was paused since the window was about to close.
    was_searching: bool,
    /// Whether the list of solutions is in front of what the puzzle shows in its place, if it does.
    shows_list: bool,
}

/// A document to open.
pub enum NewDocument<P: Tools> {
    /// One that can be opened again at any time: an example, or an empty board.
    Example(Document<P::State>),
    /// One that exists nowhere else.
    Own(Document<P::State>),
    /// The daily puzzle of the chosen day, to be played.
    Daily,
    /// A game that starts from this position, in this view.
    Game(P::State, P::View),
    /// A copy of the document that continues from this position, in which the game would lose moves. The current document keeps them.
    Variation(P::State, P::View, Gesture),
}

impl<P: Tools> OpenDocument<P> {
    /// An open document with this number.
    pub fn new(number: u64, session: Session<P>, wake: Wake) -> Self {
        let (canvas, thumbnails, play, companion) = (Canvas::default(), Thumbnails::default(), Play::new(wake.clone()), P::companion(wake));
        Self {
            number,
            session,
            companion,
            canvas,
            thumbnails,
            is_example: false,
            notice: None,
            requested: None,
            unfocused_since: None,
            play,
            ended: Vec::new(),
            place: None,
            had_tools: false,
            was_searching: false,
            shows_list: false,
        }
    }

    /// Asks for a document to open beside this one.
    pub fn request(&mut self, document: NewDocument<P>) {
        self.requested = Some(document);
    }

    /// Returns the document that it has requested since the last call.
    pub fn take_requested(&mut self) -> Option<NewDocument<P>> {
        self.requested.take()
    }

    /// Shows a notice in the status bar until the next action.
    pub fn show_notice(&mut self, notice: String) {
        self.notice = Some(notice);
    }

    /// Sets the next challenge and the mode to those of the other document.
    pub fn copy_settings(&mut self, other: &Self) {
        self.play.copy_settings(&other.play);
        // A document with a game of its own brings its mode.
        if self.session.game().is_none() && self.session.challenge().is_none() {
            // Play mode without a game offers games in place of the board, which would hide the recorded moves.
            let has_moves = 0 < P::BOARD_EXTRAS.moves(self.session.state());
            if other.is_playing() && !has_moves {
                self.apply(Change::Mode(Mode::Play), Cause::User);
                if other.session.stage() == Stage::Free {
                    self.apply(Change::PlayFreely, Cause::User);
                }
            }
        }
    }

    /// Whether it is an example without changes, games or searches, or a challenge that was solved, so that another document may replace
    /// it.
    pub fn is_untouched_example(&self) -> bool {
        let is_unused = self.is_example && !self.is_playing() && self.session.is_untouched();
        (is_unused || self.session.is_spent() && !self.session.is_changed()) && !self.companion.is_in_use()
    }

    /// Takes over zoom and focus of the other document, which gets new ones.
    pub fn take_canvas_from(&mut self, other: &mut Self) {
        std::mem::swap(&mut self.canvas, &mut other.canvas);
    }

    /// Takes over zoom, focus and companion of the other document, which gets new ones.
    pub fn take_over_from(&mut self, other: &mut Self) {
        self.take_canvas_from(other);
        std::mem::swap(&mut self.companion, &mut other.companion);
    }

    /// Pauses its search if that has run for a long time. Returns whether it still runs.
    pub fn pause_if_long(&mut self) -> bool {
        let was_searching = self.session.is_searching();
        let still_runs = self.session.pause_if_long();
        self.was_searching |= was_searching && still_runs;
        still_runs
    }

    /// Resumes the search that [`Self::pause_if_long`] has paused.
    pub fn resume_paused(&mut self) {
        if std::mem::take(&mut self.was_searching) && self.session.can_resume() {
            self.session.resume();
        }
    }

    /// Moves the keyboard's focus to the board.
    pub fn take_focus(&mut self) {
        self.canvas.take_focus();
    }

    /// Makes a change, and does what follows from it.
    pub fn apply(&mut self, change: Change<P>, cause: Cause) {
        let events = self.session.apply(change, cause);
        self.note(events);
    }

    /// Does what follows from these events.
    fn note(&mut self, events: Vec<Event<P>>) {
        for event in events {
            self.companion.note(&event, &self.session);
            match event {
                Event::Edited { .. } => {}
                Event::Started(state, view) => self.requested = Some(NewDocument::Game(state, view)),
                Event::Branched(state, view, gesture) => self.requested = Some(NewDocument::Variation(state, view, gesture)),
                Event::Ended(game) => self.ended.push(game),
            }
        }
    }

    /// Takes in what jobs have found. Returns whether there is more to take in at once.
    pub fn catch_up(&mut self, requests: &Requests) -> bool {
        if let Some((change, cause)) = self.companion.catch_up(&self.session, requests) {
            self.apply(change, cause);
        }
        let (events, is_more) = self.session.catch_up();
        self.note(events);
        is_more
    }

    /// The games that have ended since the last call.
    pub fn take_ended(&mut self) -> Vec<Game> {
        std::mem::take(&mut self.ended)
    }

    /// Takes in the position and the view after controls have changed them.
    fn take_in(&mut self, state: P::State, mut view: P::View, gesture: Gesture) {
        if let Some(spot) = P::wanted_focus(&mut view) {
            self.canvas.focus(spot);
        }
        self.apply(Change::Made(state, view, gesture), Cause::User);
    }

    /// The document's name, with an asterisk if it has unsaved changes.
    pub fn marked_name(&self) -> String {
        let mark = if self.session.is_changed() { " *" } else { "" };
        format!("{}{mark}", self.session.name())
    }

    /// The document's name and the state of its search.
    pub fn caption(&self) -> String {
        let found = &self.session.noun().counted(self.session.solutions().count());
        let search = match self.session.activity() {
            // The number of solutions would spoil a game.
            _ if self.is_playing() => String::new(),
            Search::Idle => String::new(),
            Search::Running(_) => format!(" · searching, {found} so far"),
            Search::Finished => format!(" · {found}"),
            Search::Stopped => format!(" · stopped, {found} so far"),
            Search::Paused => format!(" · paused, {found} so far"),
            Search::Failed(_) => " · the search failed".to_owned(),
        };
        format!("{} · {}{search}", self.marked_name(), P::TITLE)
    }

    /// How it is shown, or was when the program last ended.
    pub fn place(&self) -> Place {
        self.place.clone().unwrap_or_else(|| self.session.place())
    }

    /// Shows the document.
    pub fn ui(&mut self, ui: &mut Ui, window: &WindowInfo<'_>, record: &mut Record) {
        if let Some(place) = self.place.take() {
            self.session.return_to(place);
        }
        self.keep_time(ui, window.now);
        self.session.threads = Threads::one(P::KEY).number(ui.ctx());
        self.parts_ui(ui, window, record);
    }

    /// Reads a position from text.
    ///
    /// # Errors
    /// Where the text is wrong and what is expected there; then nothing has changed.
    pub fn paste(&mut self, text: &str) -> Result<(), TextError> {
        let state = self.session.read_text(text)?;
        if self.session.would_give_up(&state) {
            self.requested = Some(NewDocument::Own(Document::untitled(state)));
        } else {
            self.apply(Change::Position(state, Gesture::Ended), Cause::User);
        }
        Ok(())
    }

    /// The board at each step of the shown solution or search trace, up to the current step.
    pub fn export(&self, look: &Look, options: &ExportOptions) -> Drawing {
        exporting::shown(&self.session, look, options)
    }

    /// A sheet to print; none if the puzzle has no sheets.
    pub fn export_sheet(&self) -> Option<Drawing> {
        exporting::sheet(&self.session)
    }

    /// All listed solutions as one picture.
    pub fn export_list(&self, look: Look, options: &ExportOptions) -> Drawing {
        exporting::listed(&self.session, look, options)
    }
}
