//! An open document with everything that is known about it, without a screen.

mod saving;
mod drawing;
mod live;
mod listing;
mod stepping;
mod hinting;
mod searching;
mod comparing;
mod stage;
mod playing;
mod place;

use std::{path::PathBuf, time::Duration};

pub use comparing::Comparing;
pub use hinting::Hinting;
pub use place::{Listed, Place};
pub use playing::Played;
pub use saving::{Ticket, Version};
pub use searching::Work;
pub use stage::{GameStage, Step};
pub use stepping::{Frame, Go, Told, Track};

use drawing::Drawn;
use listing::Listing;
use live::Live;
use saving::About;
use searching::Renewal;
use stepping::Timeline;

pub use super::lifecycle::Search;
use super::{
    file::SaveFile,
    history::{Gesture, History},
    job::Wake,
    lifecycle::{Lifecycle, QUICK},
};
use base::{
    board::{Input, Order, Reply, Scene, TextError},
    erased::{Erased, Insight, Kind, Solution, Spot, State, View},
    game::{End, Game},
    look::Look,
    picture::{Picture, Shape, Sign, Stroke},
    puzzle::{Flaw, Technique},
    text::Noun,
};

/// The longest text that is read as a position, in bytes. No position comes close. Texts are read on the window's thread, so a longer one,
/// such as a book in the clipboard, would stop the window.
const MOST_TEXT_BYTES: usize = 16 << 10;

/// What the user does with a document. It follows from the [`GameStage`] of what is played there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// To search it: everything that is known is shown.
    Solve,
    /// To solve it by hand: what would spoil that is hidden.
    Play,
}

/// A change of a document: of its position, of the game that is played, of its file, or of what is shown.
pub enum Change {
    /// The position and the view become these, after an input on the board or a change of controls. One drag, or typing without a pause, is
    /// one step of undo.
    Made(State, View, Gesture),
    /// The position becomes this one.
    Position(State, Gesture),
    /// The view becomes this one.
    View(View),
    /// The last edit is reverted.
    Undo,
    /// The edit that was undone last is made again.
    Redo,
    /// The position becomes the saved one, or the initial one if there is no file. Can be undone.
    Restart,
    /// The newest search that is set aside and worth keeping is shown, with its position and technique. Can be undone.
    GoBackToSearch,
    /// The shown solution is put on the board, as if the user had entered it. A challenge is given up.
    Adopt,
    /// What is being done on the board is cancelled, such as a piece in hand put back.
    Cancel,
    /// The mode.
    Mode(Mode),
    /// The user plays on the position itself.
    PlayFreely,
    /// The game that the player has left is resumed.
    ResumeGame,
    /// The clock of the game is stopped, or runs again.
    Pause(bool),
    /// The challenge is given up: its solution is searched, to be shown from the given pieces on.
    GiveUp,
    /// The challenge is explained from the given pieces, step by step. Can be undone.
    Explain,
    /// A game that was started in this view, elsewhere, is played here from now on.
    Begin(View),
    /// The document has this title from now on, or none.
    Rename(Option<String>),
    /// The list of solutions is sorted by this order, or by the order found. The shown solution stays shown.
    Sort(Option<&'static Order<Erased>>),
    /// The document of this ticket was saved to this file.
    Saved(Ticket, PathBuf),
    /// The content of the file has changed.
    Reload(Box<SaveFile<State>>),
    /// Another document was saved to the file, so that this one is unsaved and has no file.
    LosePath,
    /// The document was restored from a recovery file, so that it is unsaved.
    Recovered,
}

/// Who has changed a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The user, by an edit or a move.
    User,
    /// Undo or redo.
    Undo,
    /// The timeline, which shows another position of the game.
    Timeline,
    /// The computer, by its turn.
    Computer,
    /// The file.
    File,
}

/// What has happened in a document.
pub enum Event {
    /// Another position is shown.
    Edited {
        /// Who has changed it.
        cause: Cause,
        /// The position that was shown before.
        before: State,
    },
    /// A game begins here, which was started elsewhere.
    Begun,
    /// A game was started in this view and position. It belongs in a document of its own, so nothing has changed here.
    Started(State, View),
    /// The change would lose moves of the game, so it belongs in a document of its own. Nothing has changed here.
    Branched(State, View, Gesture),
    /// A game has ended, with this result.
    Ended(Game),
}

/// An open document: a position with its history, its file, its searches and solutions, and what is shown of them.
pub struct Session {
    kind: &'static Kind,
    history: History<State>,
    /// Counts the changes of the position.
    revision: u64,
    about: About,
    /// The piece in hand, the camera and so on, which are neither undone nor saved.
    view: View,
    /// Who makes the change that is under way.
    cause: Cause,
    /// What has happened since [`Session::apply`] or [`Session::catch_up`] returned it last.
    events: Vec<Event>,
    live: Live,
    /// The last error that isn't part of the search's state.
    notice: Option<String>,
    technique: &'static Technique<Erased>,
    /// The number of threads for searches that are divided into tasks.
    pub threads: usize,
    /// How long a search may take whose list is renewed after edits: [`QUICK`], except in tests, which run on busy machines.
    pub quick: Duration,
    /// Whether the player of a challenge is shown at once why a position has no solution.
    pub shows_mistakes: bool,
    /// How long each technique took on this position, by its key.
    times: Vec<(&'static str, Duration)>,
    search: Lifecycle,
    listing: Listing,
    renewal: Renewal,
    /// The list of the last time that the document was open, as long as it isn't there again.
    returning: Option<Listed>,
    timeline: Timeline,
    drawn: Option<Drawn>,
    hints: Hinting,
    comparing: Option<Comparing>,
    played: Played,
    wake: Wake,
}

impl Session {
    /// Creates a session of this kind of puzzle, with this document and its file, if it has one. `wake` is called when
    /// [`Session::catch_up`] has something to do.
    pub fn new(kind: &'static Kind, document: SaveFile<State>, path: Option<PathBuf>, wake: Wake) -> Self {
        let SaveFile { title, note, state, game, search, set_aside } = document;
        let mut session = Self {
            kind,
            history: History::new(state.clone()),
            revision: 0,
            about: About::new(title, note, state, path),
            view: (kind.view)(),
            cause: Cause::File,
            events: Vec::new(),
            live: Live::new(kind),
            notice: None,
            technique: &kind.techniques[0],
            threads: 1,
            quick: QUICK,
            shows_mistakes: false,
            times: Vec::new(),
            search: Lifecycle::new(kind, wake.clone()),
            listing: Listing::new(kind),
            renewal: Renewal::default(),
            returning: None,
            timeline: Timeline::default(),
            drawn: None,
            hints: Hinting::default(),
            comparing: None,
            played: Played::default(),
            wake,
        };
        session.start_over();
        session.restore(search, set_aside);
        session.resume_game(game);
        session.events.clear();
        session
    }

    // Editing.

    /// Makes a change, and returns what has happened. Nothing else changes the position, apart from the timeline, which shows others.
    pub fn apply(&mut self, change: Change, cause: Cause) -> Vec<Event> {
        self.cause = cause;
        match change {
            Change::Made(state, view, gesture) => self.make(state, view, gesture),
            Change::Position(state, gesture) => self.make(state, self.view.clone(), gesture),
            Change::View(view) => self.make(self.state().clone(), view, Gesture::Going),
            Change::Undo => self.change_history(History::undo),
            Change::Redo => self.change_history(History::redo),
            Change::Restart => {
                let saved = self.about.saved.clone();
                self.change_history(|history| history.edit(saved, Gesture::Ended));
            }
            Change::GoBackToSearch => self.go_back_to_search(),
            Change::Adopt => {
                if let Some(adopted) = self.adopted() {
                    self.end_challenge(End::GivenUp);
                    self.make(adopted, self.view.clone(), Gesture::Ended);
                }
            }
            Change::Cancel => {
                let (state, view, _) = self.after_input(None, Input::Cancel);
                self.make(state, view, Gesture::Ended);
            }
            Change::Mode(mode) => self.choose_mode(mode),
            Change::PlayFreely => self.take_step(Step::PlayFreely),
            Change::ResumeGame => self.resume_left_game(),
            Change::Pause(is_paused) => self.take_step(if is_paused { Step::Pause } else { Step::Resume }),
            Change::GiveUp => self.give_up(),
            Change::Explain => self.explain(),
            Change::Begin(view) => self.begin_game(view),
            Change::Rename(title) => self.about.title = title,
            Change::Sort(order) => self.sort(order),
            Change::Saved(ticket, path) => self.about.note_saved(ticket, path),
            Change::Reload(document) => self.reload(*document),
            Change::LosePath => self.about.lose_path(),
            Change::Recovered => self.about.is_unsaved = true,
        }
        self.follow_game();
        self.relist_if_view_changed();
        std::mem::take(&mut self.events)
    }

    /// Takes in what controls or an input have made of the position and the view, unless that belongs in a document of its own.
    fn make(&mut self, state: State, view: View, gesture: Gesture) {
        if let Some(games) = self.kind.board_extras.games.as_ref().filter(|games| (games.is_on)(&view)) {
            let is_first = !(games.is_on)(&self.view);
            if is_first {
                self.view = view.clone();
                (games.leave)(&mut self.view);
                self.played.note_left(self.games_started());
            }
            if is_first || self.is_of_another_kind(games, &state, &view) {
                self.events.push(Event::Started(state, view));
                return;
            }
        }
        if self.cause == Cause::User && self.would_discard_moves(&state) {
            self.events.push(Event::Branched(state, view, gesture));
            return;
        }
        self.view = view;
        self.edit(state, gesture);
    }

    /// Returns the kind of puzzle.
    pub fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// Returns the position that is shown.
    pub fn state(&self) -> &State {
        self.timeline.rewound.as_ref().map_or(self.history.now(), |(_, state)| state)
    }

    /// Counts the changes of the document's position.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// What a solution of the position is called.
    pub fn noun(&self) -> Noun {
        (self.kind.extras.noun)(self.state())
    }

    /// Changes the position to `state`. If it differs, the search is set aside and the history to redo is cleared.
    ///
    /// While an earlier position of a game is shown, the edit continues from there and discards the later moves, unless the game has
    /// variations. If `state` is the next position of the game, the timeline advances instead, or goes to any other position of a game
    /// with variations.
    fn edit(&mut self, state: State, gesture: Gesture) {
        if self.timeline.rewound.is_some() && state == *self.state() {
            return;
        }
        if let Some(lines) = self.kind.board_extras.lines()
            && state != *self.state()
            && (lines.has_same_moves)(self.state(), &state)
        {
            self.timeline.player.pause();
            self.history.end_gesture();
            self.timeline.track = Some(Track::Game);
            return self.look(state);
        }
        if let Some(moves) = self.moves_to(&state) {
            return self.go(Go::Frame(moves));
        }
        self.change_history(|history| history.edit(state, gesture));
    }

    /// Returns whether changing the position to `state` would discard moves of a game.
    fn would_discard_moves(&self, state: &State) -> bool {
        if let Some(lines) = self.kind.board_extras.lines() {
            return 0 < self.timeline.moves && state != self.state() && !(lines.is_same_game)(self.state(), state);
        }
        match &self.timeline.rewound {
            Some((_, shown)) => state != shown && self.moves_to(state).is_none(),
            // Moves that are taken back can be restored by undo, and the earlier ones stay.
            None => {
                0 < self.timeline.moves
                    && self.kind.board_extras.moves(state) < self.timeline.moves
                    && *state != self.kind.board_extras.rewound(self.document_state(), self.kind.board_extras.moves(state))
                    && !self.continues_with(state)
            }
        }
    }

    /// Whether this is the next game of a session in a document that has neither a name nor a file, so that nobody expects the game before
    /// to stay in it. Undo returns to that.
    fn continues_with(&self, state: &State) -> bool {
        let is_next = self.kind.board_extras.record.as_ref().and_then(|record| record.is_next_game);
        let is_unnamed = self.about.title.is_none() && self.path().is_none();
        is_unnamed && is_next.is_some_and(|is_next| is_next(self.document_state(), state))
    }

    /// Returns the number of moves up to this position, if it follows the earlier position of the game that is shown.
    fn moves_to(&self, state: &State) -> Option<u64> {
        let (moves, _) = self.timeline.rewound.as_ref().filter(|_| self.kind.board_extras.lines().is_none())?;
        (self.kind.board_extras.rewound(self.document_state(), moves + 1) == *state).then_some(*moves as u64 + 1)
    }

    /// Returns the position that a text describes. What the text leaves open is taken from the current position.
    ///
    /// # Errors
    /// Where the text is wrong and what is expected there, or that it is too long.
    pub fn read_text(&self, text: &str) -> Result<State, TextError> {
        if MOST_TEXT_BYTES < text.len() {
            return Err(TextError {
                line: 1,
                column: 1,
                message: format!("the text is longer than {} KiB, so it isn't a position", MOST_TEXT_BYTES >> 10),
            });
        }
        (self.kind.read_text)(text, self.state())
    }

    /// Returns the view: the piece in hand, the camera and so on.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Returns the view, to take over what documents share.
    pub fn view_mut(&mut self) -> &mut View {
        &mut self.view
    }

    /// Returns the position and the view after an input on the board, for [`Change::Made`], and the reply.
    pub fn after_input(&self, spot: Option<Spot>, input: Input<Spot>) -> (State, View, Reply<Spot>) {
        let (mut state, mut view) = (self.state().clone(), self.view.clone());
        let reply = (self.kind.act)(&mut state, &mut view, spot, input);
        (state, view, reply)
    }

    /// Returns whether this change can be made now. Those that can't do nothing.
    pub fn can(&self, change: &Change) -> bool {
        match change {
            Change::Undo => self.history.can_undo(),
            Change::Redo => self.history.can_redo(),
            Change::GoBackToSearch => self.search.aside().next().is_some(),
            Change::Adopt => self.adopted().is_some(),
            Change::ResumeGame => self.can_resume_left(),
            Change::Cancel => self.after_input(None, Input::Cancel).2 != Reply::Ignored,
            _ => true,
        }
    }

    fn adopted(&self) -> Option<State> {
        self.kind.board_extras.adopt(self.state(), self.on_board()?)
    }

    /// Returns the solution, or the partial one of a search trace or a walkthrough, of which at least one step is on the board.
    pub fn on_board(&self) -> Option<&Solution> {
        self.shown().and_then(|(solution, step)| (0 < step).then_some(solution))
    }

    /// Changes the position, which is now the last one of the history. The callback returns whether it has changed anything.
    fn change_history(&mut self, change: impl FnOnce(&mut History<State>) -> bool) {
        let before = self.state().clone();
        if !change(&mut self.history) {
            return;
        }
        self.about.has_users_edits |= self.cause != Cause::Computer;
        if self.kind.board_extras.is_same_problem.is_some_and(|is_same| is_same(&before, self.history.now())) {
            self.go_to_last();
            // A hint may be about what has changed, such as the next move.
            self.hints = Hinting::default();
            self.search.note_state(self.history.now());
        } else {
            self.start_over();
        }
        self.events.push(Event::Edited { cause: self.cause, before });
    }

    /// Shows the last position of the history.
    fn go_to_last(&mut self) {
        self.revision += 1;
        self.timeline.moves = self.kind.board_extras.moves(self.history.now());
        self.timeline.rewound = None;
    }

    fn start_over(&mut self) {
        self.go_to_last();
        self.reconsider();
    }

    /// Updates everything that depends on the shown position. The search of the earlier position is set aside. If there is one for the
    /// new position, it is shown again; otherwise a complete list of solutions is filtered if the new position only rules some of them
    /// out, or renewed if that is quick. The analysis starts over.
    fn reconsider(&mut self) {
        self.notice = None;
        let list = self.search.complete_list();
        let step = self
            .renewal
            .step
            .or_else(|| self.shown_solution().filter(|&(solution, step)| step < (self.kind.steps)(solution)).map(|(_, step)| step));
        self.note_before_renewal();
        self.set_search_aside();
        self.hints = Hinting::default();
        self.returning = None;
        self.times.clear();
        self.comparing = None;
        let checked = (self.kind.check)(self.state());
        self.follow_challenge(checked.as_ref().ok());
        if let Err(error) = self.live.begin(checked, self.wake.clone()) {
            self.warn(error.to_string());
        }
        if !self.bring_search_back() && !self.filter_list(list, step) {
            self.renew_list();
        }
    }

    // Searching.

    /// Returns the flaws of the position, which may come from the analysis.
    pub fn flaws(&self) -> &[Flaw<Spot>] {
        match self.live.flaws() {
            [] => self.insight().map_or(&[], |_| self.live.analysis_flaws()),
            flaws => flaws,
        }
    }

    /// Returns the insight into the position, once the analysis has reported one and unless it would spoil a game.
    pub fn insight(&self) -> Option<&Insight> {
        self.live.insight().filter(|_| !self.played.hides_results())
    }

    /// Returns the last error that isn't part of the search's state.
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// Says that something went wrong.
    fn warn(&mut self, notice: String) {
        log::warn!("{notice}");
        self.notice = Some(notice);
    }

    /// Takes in new results of the search, the analysis and the comparison, up to a limit. Returns what has happened since the last call,
    /// and whether there are more results to take in at once.
    pub fn catch_up(&mut self) -> (Vec<Event>, bool) {
        self.catch_up_analysis();
        self.catch_up_comparison();
        self.catch_up_hints();
        self.catch_up_steps();
        self.catch_up_game();
        let is_more_to_find = self.catch_up_search();
        let is_more = self.list_more() || is_more_to_find;
        (std::mem::take(&mut self.events), is_more)
    }

    /// Returns whether more of what is shown is about to arrive: the insight, the renewed list, or the step of a search trace
    /// or a walkthrough that was asked for.
    pub fn is_settling(&self) -> bool {
        self.live.is_running() || self.awaits_step() || self.search.is_renewing()
    }

    /// Returns whether work that the user asked for is running: a search, a comparison, a search for hints, a search trace or a
    /// walkthrough.
    pub fn is_working(&self) -> bool {
        self.is_busy() || self.hints.is_running() || self.is_recording()
    }

    /// Drops what the analysis keeps for the next position, which may be large: only the documents that are shown keep it.
    pub fn drop_kept(&mut self) {
        self.live.drop_kept();
    }

    fn catch_up_analysis(&mut self) {
        if let Some(message) = self.live.catch_up() {
            self.warn(format!("the analysis failed: {message}"));
        }
    }

    // Showing.

    /// Returns everything that the board is drawn from.
    fn scene<'a>(&'a self, pointed: Option<Spot>, look: &'a Look) -> Scene<'a, Erased> {
        Scene {
            state: self.state(),
            flaws: self.flaws(),
            insight: self.insight(),
            shown: self.shown(),
            view: &self.view,
            pointed,
            marks: self.marks(),
            look,
        }
    }
}

/// What an outline around a place says. Right and wrong have a sign, too, for eyes that see no difference between their colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A remark is about it.
    Here,
    /// The player has chosen it.
    Chosen,
    /// It is the best.
    Best,
    /// It is a mistake, or speaks against one.
    Wrong,
}

/// Outlines these places.
pub fn marked<S: PartialEq>(mut picture: Picture<S>, spots: &[S], mark: Mark, look: &Look) -> Picture<S> {
    let (width, colors) = (picture.size().max_element() / 160.0, look.colors);
    let (color, sign) = match mark {
        Mark::Here => (colors.warn, None),
        Mark::Chosen => (colors.text, None),
        Mark::Best => (colors.accent, Some((Sign::Tick, colors.good))),
        Mark::Wrong => (colors.bad, Some((Sign::Cross, colors.bad))),
    };
    picture.mark(spots, Stroke::new(width, color));
    if let Some((sign, fill)) = sign
        && let Some(corner) = spots.first().and_then(|spot| picture.corner_of(spot))
    {
        let radius = 3.0 * width;
        picture.shapes.push(Shape::Circle { center: corner, radius, fill, stroke: Stroke::new(0.22 * radius, colors.window) });
        picture.sign(corner, radius, sign, fill.ink());
    }
    picture
}

#[cfg(test)]
mod tests;
