//! One open document of any puzzle: tools at the left, board in the middle, solutions at the right, timeline and status bar below.

use std::{sync::Weak, time::Duration};

use egui::{CentralPanel, Frame, InnerResponse, Key, Label, Margin, Panel, Rect, ScrollArea, Ui, UiBuilder};

use super::{
    canvas::Canvas,
    command::{Command, DocumentCommand, Menu, WindowCommand},
    controls,
    deferred::Deferred,
    exporting::{self, Drawing, ExportOptions},
    now::seed,
    paint,
    panels::{self, remark::Wish, thumbnails::Thumbnails},
    play::{self, ChallengeCard, Chosen, Play, Record},
    regions::{self, Region},
    tab::WindowInfo,
    theme::{self, space},
    threads::Threads,
    tools::{Companion, Tools},
    widgets::{apart, follow_focus, primary_button, switch},
    words::{self, unavailable},
};
use crate::{
    board::{Input, Reply, TextError},
    challenge::Grade,
    contact,
    date::Date,
    look::Look,
    text::duration,
    workbench::{
        cursor::Move,
        file::Document,
        history::Gesture,
        job::Wake,
        session::{Mode, Search, Session, Track},
    },
};

/// How wide the window is. The panels at the sides have a width for each, which the user can change where there is room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Room {
    Narrow,
    Usual,
    Wide,
}

impl Room {
    fn of(width: f32) -> Self {
        match width {
            ..1000.0 => Self::Narrow,
            1000.0..1600.0 => Self::Usual,
            _ => Self::Wide,
        }
    }

    /// Distinguishes the panels, so that each keeps its own width.
    fn name(self) -> &'static str {
        match self {
            Self::Narrow => "narrow",
            Self::Usual => "usual",
            Self::Wide => "wide",
        }
    }

    /// The panel with the first of these widths in a narrow window, the second in a usual and the third in a wide one, in points.
    fn panel(self, panel: Panel, [narrow, usual, wide]: [f32; 3]) -> Panel {
        match self {
            Self::Narrow => panel.exact_size(narrow).resizable(false),
            Self::Usual => panel.default_size(usual).size_range(usual - 30.0..=usual + 90.0).resizable(true),
            Self::Wide => panel.default_size(wide).size_range(usual - 30.0..=wide + 200.0).resizable(true),
        }
    }
}

/// How long the window can be without the keyboard's focus before the clock of a game is paused.
const AWAY: Duration = Duration::from_secs(60);

/// The greatest share of the height below the head of the tools for the facts about the position, which scroll if they are more.
const FOR_FACTS: f32 = 0.3;

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
    /// What the user wants to do with the results of games.
    chosen: Option<Chosen>,
    /// The command of the window that the user has chosen.
    window_command: Option<WindowCommand>,
    /// The mode that the advice leads to.
    wanted_mode: Option<Mode>,
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
    /// A game that starts from this position, in the current view. Starting it doesn't count as an edit of the current document.
    Game {
        /// The position.
        state: P::State,
        /// Whether starting it has changed the position of the current document.
        was_edited: bool,
    },
    /// A copy of the document that continues from this position, in which the game would lose moves. The current document keeps them.
    Variation(P::State, Gesture),
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
            chosen: None,
            window_command: None,
            wanted_mode: None,
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

    /// Whether a challenge is being made for it.
    pub fn is_making(&self) -> bool {
        self.play.is_busy()
    }

    /// Returns the challenge that was made for it since the last call.
    pub fn take_challenge(&mut self) -> Option<Document<P::State>> {
        let made = self.play.catch_up()?;
        self.notice = made.as_ref().err().cloned();
        made.ok()
    }

    /// Returns what the user wants to do with the results of games since the last call.
    pub fn take_chosen(&mut self) -> Option<Chosen> {
        self.chosen.take()
    }

    /// The command of the window that the user has chosen since the last call.
    pub fn take_window_command(&mut self) -> Option<WindowCommand> {
        let sheet = self.companion.wants_sheet().then_some(WindowCommand::ExportSheet);
        self.window_command.take().or(sheet)
    }

    /// The challenges on the document's figure from which the user chooses by their pictures.
    pub fn challenges(&self) -> Vec<ChallengeCard> {
        play::cards::<P>(self.session.document_state())
    }

    /// The grade of the next challenge; none if the figure has no challenges.
    pub fn grade(&self) -> Option<Grade> {
        self.play.grade(self.session.document_state())
    }

    /// These challenges as SVGs that are as large as they fit this room, in pixels; empty once nothing keeps `wanted` alive.
    pub fn challenge_drawings(&self, look: &Look, room: [f32; 2], wanted: &Weak<()>) -> Vec<Deferred<String>> {
        let figure = self.session.document_state();
        let cards = self.challenges();
        let drawing = |card: &ChallengeCard| exporting::challenge::<P>(figure, card.grade, card.seed, *look, room, wanted.clone());
        cards.iter().map(drawing).collect()
    }

    /// Begins to make this challenge on the document's figure.
    pub fn make_challenge(&mut self, grade: Grade, seed: u64) {
        self.play.make_chosen(self.session.document_state().clone(), grade, seed);
        self.notice = self.play.notice();
    }

    /// Sets the next challenge and the mode to those of the other document.
    pub fn copy_settings(&mut self, other: &Self) {
        self.play.copy_settings(&other.play);
        // A document with a game of its own brings its mode.
        if self.session.game().is_none() && self.session.challenge().is_none() {
            self.session.mode = if other.is_playing() { Mode::Play } else { Mode::Solve };
        }
    }

    /// Whether it is an example without changes, games or searches, or a challenge that was solved, so that another document may replace it.
    pub fn is_untouched_example(&self) -> bool {
        let is_unused = self.is_example && !self.is_playing() && self.session.is_untouched();
        (is_unused || self.session.is_spent() && !self.session.is_changed()) && !self.companion.is_busy()
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

    /// Makes this the position, or requests a variation if the game would lose moves.
    pub fn edit(&mut self, state: P::State, gesture: Gesture) {
        if self.session.would_discard_moves(&state) {
            self.requested = Some(NewDocument::Variation(state, gesture));
        } else {
            self.session.edit(state, gesture);
        }
    }

    fn board_ui(&mut self, ui: &mut Ui, record: &Record) {
        if self.session.is_paused() {
            play::paused_ui(ui, &mut self.session);
            return;
        }
        if self.is_offering() {
            self.offer_ui(ui);
            return;
        }
        let look = paint::legible(theme::look(ui.ctx()), self.canvas.scale());
        let room = ui.available_rect_before_wrap();
        let picture = self.session.latest_picture(self.canvas.pointed(), &look);
        // Esc has something else to stop or to close.
        let must_pass_esc = self.is_working() || self.has_hint();
        let (session, requested) = (&mut self.session, &mut self.requested);
        let (mut had_input, mut left) = (false, None);
        let mut board = room;
        let (advice, has_card) = (P::advice(session), play::has_card(session, record));
        if has_card || panels::remark::has_room(session, advice.as_ref(), room.height()) {
            board.max.y -= panels::remark::HEIGHT;
        }
        let refused = ui.scope_builder(UiBuilder::new().max_rect(board), |ui| {
            self.canvas.ui(ui, &picture, &mut |spot, input, gesture| {
                let (state, reply) = session.after_input(spot, input);
                if (input, &reply) == (Input::Cancel, &Reply::Ignored) {
                    if must_pass_esc || !session.is_solution_shown() {
                        return reply;
                    }
                    left = Self::leave_solution(session);
                    had_input = true;
                    return Reply::Done;
                }
                had_input = true;
                if session.would_discard_moves(&state) {
                    *requested = Some(NewDocument::Variation(state, gesture));
                } else {
                    session.edit(state, gesture);
                }
                reply
            })
        });
        let refused = refused.inner;
        if had_input {
            self.notice = refused.or(left);
        }
        if has_card {
            self.chosen = self.chosen.or(play::card_ui(ui, &self.session, room));
        } else {
            match panels::remark::ui(ui, &mut self.session, advice.as_ref(), room) {
                Some(Wish::Follow(state)) => self.edit(state, Gesture::Ended),
                Some(Wish::TakeAdvice) => self.wanted_mode = self.companion.take_advice(&mut self.session),
                None => {}
            }
        }
    }

    /// Whether Play mode offers a game or a challenge in place of the board.
    fn is_offering(&self) -> bool {
        P::PLAYING.offers_game(&self.session) || self.play.is_offered(&self.session)
    }

    fn offer_ui(&mut self, ui: &mut Ui) {
        let Some(games) = &P::PLAYING.games else {
            self.chosen = self.chosen.or(self.play.offer_ui(ui, &self.session));
            return;
        };
        let (mut state, mut view) = (self.session.state().clone(), self.session.view.clone());
        self.chosen = self.chosen.or(self.play.games_ui(ui, games, &mut state, &mut view));
        self.take_in(view);
        if (games.is_on)(&self.session.view) {
            // The current document keeps its position, with the searches that belong to it.
            self.requested = Some(NewDocument::Game { state, was_edited: false });
        }
    }

    /// Shows what is always visible at the head of the tools: the mode, the main button and the examples. Returns the mode that was
    /// chosen.
    fn head_ui(&mut self, ui: &mut Ui, window: &WindowInfo<'_>, record: &Record) -> Option<Mode> {
        const MODES: [Mode; 2] = [Mode::Solve, Mode::Play];
        let chosen = switch(ui, &words::tools::MODES, usize::from(self.is_playing())).map(|index| MODES[index]);
        ui.add_space(space::XS);
        let has_hints = P::EXTRAS.hints.is_some() && (P::PLAYING.games.is_none() || self.session.challenge().is_some());
        if !self.is_playing() || self.session.mode == Mode::Play && has_hints && !self.is_offering() {
            self.primary_ui(ui, window);
        }
        self.examples_ui(ui);
        ui.add_space(space::S);
        play::clock_ui(ui, &mut self.session, record);
        chosen
    }

    /// Shows the facts about the position at the foot of the tools. There nothing moves when they get more or fewer.
    fn facts_ui(&self, ui: &mut Ui) {
        if self.is_playing() {
            return;
        }
        let most = FOR_FACTS * ui.available_height();
        let panel = Panel::bottom("facts").frame(Frame::new()).show_separator_line(false).resizable(false);
        panel.show(ui, |ui| panels::solutions::facts(ui, &self.session, most, P::FACT_LINES));
    }

    fn tools_ui(&mut self, ui: &mut Ui, record: &mut Record) {
        if self.session.is_paused() {
            return;
        }
        let is_choosing = self.session.mode == Mode::Play;
        let chooses_first = is_choosing && self.is_between_challenges();
        if chooses_first {
            apart(ui, |ui| self.chosen = self.chosen.or(self.play.next_ui(ui, &self.session, record)));
        }
        if is_choosing {
            apart(ui, |ui| self.chosen = self.chosen.or(self.play.challenge_ui(ui, &self.session, record)));
        }
        let mut state = self.session.state().clone();
        let mut view = self.session.view.clone();
        // A challenge is offered without the pieces that belong to it.
        if !self.play.is_offered(&self.session) {
            apart(ui, |ui| P::tools_ui(ui, &self.session, &mut state, &mut view));
            apart(ui, |ui| self.companion.ui(ui, &self.session, &mut state));
        }
        if is_choosing && !chooses_first {
            apart(ui, |ui| self.chosen = self.chosen.or(self.play.next_ui(ui, &self.session, record)));
        }
        if is_choosing {
            apart(ui, |ui| self.chosen = self.chosen.or(self.play.statistics_ui(ui, record)));
        }
        self.hidden_tools_ui(ui);
        self.take_in(view);
        // One drag, or typing without a pause, is one step of undo. In the frame in which a drag ends, the board still has to handle it.
        let is_dragged = ui.ctx().dragged_id().or(ui.ctx().drag_stopped_id()).is_some();
        let is_entered = ui.input(|input| input.key_pressed(Key::Enter));
        let is_going = is_dragged || ui.ctx().text_edit_focused() && !is_entered;
        self.edit(state, if is_going { Gesture::Going } else { Gesture::Ended });
    }

    /// In Play mode, lays out the puzzle's tools of Solve mode for the command palette, which finds them there.
    fn hidden_tools_ui(&mut self, ui: &mut Ui) {
        if !self.is_playing() || !controls::are_wanted(ui.ctx()) {
            return;
        }
        let (mode, view) = (std::mem::replace(&mut self.session.mode, Mode::Solve), self.session.view.clone());
        if let Some(games) = &P::PLAYING.games {
            (games.suspend)(&mut self.session.view);
        }
        controls::of_solve_mode(ui, |ui| {
            let (mut state, mut view) = (self.session.state().clone(), self.session.view.clone());
            P::tools_ui(ui, &self.session, &mut state, &mut view);
            self.companion.ui(ui, &self.session, &mut state);
        });
        (self.session.mode, self.session.view) = (mode, view);
    }

    /// Chooses Solve mode, as the switch does.
    pub fn choose_solve_mode(&mut self) {
        self.change_mode(Some(Mode::Solve), P::PLAYING.is_in_game(&self.session.view));
    }

    /// Takes in the view after the tools changed it.
    fn take_in(&mut self, mut view: P::View) {
        if let Some(spot) = P::wanted_focus(&mut view) {
            self.canvas.focus(spot);
        }
        self.session.view = view;
    }

    /// Whether the user plays, so that nothing may be shown that would spoil it.
    pub fn is_playing(&self) -> bool {
        self.session.mode == Mode::Play || P::PLAYING.is_in_game(&self.session.view)
    }

    /// Whether a challenge can be chosen and none is in progress.
    fn is_between_challenges(&self) -> bool {
        P::EXTRAS.challenges.is_some() && !self.session.is_in_progress()
    }

    fn primary_ui(&mut self, ui: &mut Ui, window: &WindowInfo<'_>) {
        let command = match self.session.mode {
            Mode::Play if self.is_between_challenges() => DocumentCommand::Challenge,
            Mode::Play => DocumentCommand::Hint,
            Mode::Solve if self.session.is_busy() => DocumentCommand::Stop,
            Mode::Solve => P::PRIMARY,
        };
        let shortcut = Command::from(command).shortcut_text(ui.ctx());
        let can = self.can(command);
        let resumes = command == DocumentCommand::Solve && self.session.can_resume();
        let title = if resumes { words::tools::RESUME } else { Command::from(command).title() };
        let response = primary_button(ui, title, &shortcut, can.is_ok());
        regions::note_entry(ui.ctx(), Region::Tools, response.id);
        if response.clicked() {
            self.run(command, window.now);
        }
        if let Err(reason) = can {
            response.on_hover_text(reason);
        }
    }

    /// The right side: solutions and techniques, or what the puzzle shows in their place.
    fn results_ui(&mut self, ui: &mut Ui, side: Frame, room: Room) {
        let panel = room.panel(Panel::right(("solutions", room.name())), [204.0, 280.0, 336.0]).frame(side);
        let shown = Self::fill(panel, ui, |ui| {
            if self.chooses_own_results(ui) {
                self.own_results_ui(ui);
                return;
            }
            let side = ui.available_height();
            let below = Frame::new().inner_margin(Margin { top: space::M as i8, ..Margin::ZERO });
            Panel::bottom("techniques")
                .frame(below)
                .show_separator_line(false)
                .show(ui, |ui| panels::techniques::ui(ui, &mut self.session, side));
            panels::solutions::list(ui, &mut self.session, &mut self.thumbnails);
        });
        regions::note_area(ui.ctx(), Region::Results, shown.response.rect);
    }

    /// Lets the user choose between the list and what the puzzle shows in its place, if there is something. Returns whether that is in front.
    fn chooses_own_results(&mut self, ui: &mut Ui) -> bool {
        let Some(own) = self.companion.results() else {
            self.shows_list = false;
            return false;
        };
        let (list, spoken) = (words::solutions::title(P::EXTRAS.noun), words::solutions::list(P::EXTRAS.noun));
        let own_spoken = words::solutions::in_place_of_list(own);
        let parts = [(&*list, &*spoken, &*spoken), (own, &*own_spoken, &*own_spoken)];
        if let Some(index) = switch(ui, &parts, usize::from(!self.shows_list)) {
            self.shows_list = index == 0;
        }
        ui.add_space(space::S);
        !self.shows_list
    }

    /// Shows what the puzzle has in place of solutions and techniques.
    fn own_results_ui(&mut self, ui: &mut Ui) {
        let mut state = self.session.state().clone();
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            self.companion.results_ui(ui, &self.session, &mut state);
            follow_focus(ui);
        });
        if state != *self.session.state() {
            self.edit(state, Gesture::Ended);
        }
    }

    /// Shows the button that opens the examples, and beside it the name of the document.
    fn examples_ui(&mut self, ui: &mut Ui) {
        let shortcut = Command::from(WindowCommand::Examples).shortcut_text(ui.ctx());
        ui.horizontal(|ui| {
            let button = ui.button(Command::from(WindowCommand::Examples).title());
            if button.on_hover_text(words::tools::examples_hint(&shortcut)).clicked() {
                self.window_command = Some(WindowCommand::Examples);
            }
            let name = self.session.name();
            let label = ui.add(Label::new(theme::strong(&name)).truncate());
            // The name may be cut.
            label.on_hover_text(self.session.note().map_or_else(|| name.clone(), |note| format!("{name}\n{note}")));
        });
    }

    /// Shows all parts. Returns the mode that was chosen.
    fn parts_ui(&mut self, ui: &mut Ui, window: &WindowInfo<'_>, record: &mut Record) -> Option<Mode> {
        // In a small window the panels are narrower, so that the board has room.
        let room = Room::of(ui.available_width());
        let is_narrow = room == Room::Narrow;
        let colors = theme::look(ui.ctx()).colors;
        let panel = Frame::new().fill(theme::color(colors.panel));
        let side = panel.inner_margin(if is_narrow { space::M } else { space::L } as i8);
        let row = panel.inner_margin(Margin::symmetric(space::L as i8, 0));

        Self::fill(Panel::bottom("status").exact_size(32.0).frame(row), ui, |ui| {
            let mut aside = self.marked_name();
            if let Some((last, longest)) = window.frame_times {
                aside = format!("{aside}   {}", words::status::frame_times(&duration(last), &duration(longest)));
            }
            let notice = window.notice.or(self.notice.as_deref());
            if self.is_playing() {
                panels::status::playing_ui(ui, notice, &aside);
            } else {
                panels::status::ui(ui, &mut self.session, notice, &aside);
            }
        });
        if !self.is_playing() {
            let timeline = Panel::bottom("timeline").exact_size(56.0).frame(row);
            let shown = Self::fill(timeline, ui, |ui| panels::timeline::ui(ui, &mut self.session, window.now));
            regions::note_area(ui.ctx(), Region::Timeline, shown.response.rect);
        }
        let tools = room.panel(Panel::left(("tools", room.name())), [196.0, 232.0, 288.0]).frame(side);
        let tools = Self::fill(tools, ui, |ui| {
            let chosen = self.head_ui(ui, window, record);
            self.facts_ui(ui);
            let tools = ScrollArea::vertical().auto_shrink([false, false]);
            let had_tools = std::mem::replace(&mut self.had_tools, true);
            let tools = if had_tools { tools } else { tools.vertical_scroll_offset(0.0) };
            tools.show(ui, |ui| {
                self.tools_ui(ui, record);
                follow_focus(ui);
            });
            chosen
        });
        regions::note_area(ui.ctx(), Region::Tools, tools.response.rect);
        if !self.is_playing() {
            self.results_ui(ui, side, room);
        }
        let board = self.middle_ui(ui, record);
        regions::note_area(ui.ctx(), Region::Board, board);
        tools.inner
    }

    /// Shows the board in the place that the panels leave. Returns that place.
    fn middle_ui(&mut self, ui: &mut Ui, record: &Record) -> Rect {
        let ground = Frame::new().fill(theme::color(theme::look(ui.ctx()).colors.window));
        let middle = CentralPanel::default().frame(ground);
        middle.show(ui, |ui| ui.push_id(P::KEY, |ui| self.board_ui(ui, record))).response.rect
    }

    /// Shows a panel. The tabs share its size, which no contents change, but neither scroll positions nor the keyboard's focus.
    fn fill<R>(panel: Panel, ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> InnerResponse<R> {
        panel.show(ui, |ui| {
            let room = ui.available_rect_before_wrap();
            ui.advance_cursor_after_rect(room);
            contents(&mut ui.new_child(UiBuilder::new().id_salt(P::KEY).max_rect(room)))
        })
    }

    /// Whether a small window can show it now.
    pub fn has_small_window(&self) -> bool {
        P::HAS_SMALL_WINDOW && !self.is_playing()
    }

    /// Shows only the board and what is said about it.
    pub fn small_ui(&mut self, ui: &mut Ui, record: &Record) {
        let before = self.before_game();
        let mut view = self.session.view.clone();
        P::keep_up(&self.session, self.session.state(), &mut view);
        self.take_in(view);
        self.middle_ui(ui, record);
        self.request_game(before);
    }

    /// Whether a game is in progress, and the revision of the position, for [`Self::request_game`].
    fn before_game(&self) -> (bool, u64) {
        (P::PLAYING.is_in_game(&self.session.view), self.session.revision())
    }

    /// Requests a document for the game that was started since [`Self::before_game`], if one was.
    fn request_game(&mut self, (was_in_game, revision): (bool, u64)) {
        if !was_in_game && P::PLAYING.is_in_game(&self.session.view) && self.requested.is_none() {
            let (state, was_edited) = (self.session.state().clone(), self.session.revision() != revision);
            self.requested = Some(NewDocument::Game { state, was_edited });
        }
    }

    /// The document's name, with an asterisk if it has unsaved changes.
    pub fn marked_name(&self) -> String {
        let mark = if self.session.is_changed() { " *" } else { "" };
        format!("{}{mark}", self.session.name())
    }
}

impl<P: Tools> OpenDocument<P> {
    /// The document's name and the state of its search.
    pub fn caption(&self) -> String {
        let found = &P::EXTRAS.noun.counted(self.session.solutions().count());
        let search = match self.session.activity() {
            // The number of solutions would spoil a game.
            _ if self.is_playing() => String::new(),
            Search::Idle => String::new(),
            Search::Running(_) => words::title::searching(found),
            Search::Finished => words::title::finished(found),
            Search::Stopped => words::title::stopped(found),
            Search::Paused => words::title::paused(found),
            Search::Failed(_) => words::title::FAILED.to_owned(),
        };
        format!("{} · {}{search}", self.marked_name(), P::TITLE)
    }

    /// Shows the document.
    pub fn ui(&mut self, ui: &mut Ui, window: &WindowInfo<'_>, record: &mut Record) {
        self.keep_time(ui, window.now);
        self.session.threads = Threads::one(P::KEY).number(ui.ctx());
        let before = self.before_game();
        let chosen = self.parts_ui(ui, window, record);
        let wanted = self.wanted_mode.take();
        self.change_mode(chosen.or(wanted), before.0);
        match self.chosen {
            Some(Chosen::Command(command)) => {
                self.chosen = None;
                self.run(command, window.now);
            }
            Some(Chosen::Window(command)) => {
                self.chosen = None;
                self.window_command = Some(command);
            }
            Some(Chosen::TryAgain) => {
                self.chosen = None;
                self.try_again();
            }
            Some(Chosen::ShowSolution) => {
                self.chosen = None;
                self.session.give_up();
            }
            _ => {}
        }
        self.request_game(before);
    }

    /// Takes back what was placed in the challenge. One that is over is opened again beside this document.
    fn try_again(&mut self) {
        if !self.session.is_in_progress() {
            self.requested = self.session.challenge_again().map(NewDocument::Own);
        } else if let Some(cleared) = P::BOARD_EXTRAS.cleared {
            self.edit(cleared(self.session.document_state()), Gesture::Ended);
        }
    }

    /// Advances the clock of the game. It is paused once the user has worked elsewhere for a while.
    fn keep_time(&mut self, ui: &Ui, now: Duration) {
        let (is_focused, is_hidden) = ui.input(|input| {
            let viewport = input.viewport();
            (viewport.focused != Some(false), viewport.minimized == Some(true) || viewport.occluded == Some(true))
        });
        self.unfocused_since = self.unfocused_since.or(Some(now)).filter(|_| !is_focused);
        let is_away = self.unfocused_since.is_some_and(|since| since + AWAY <= now);
        if is_hidden || is_away {
            self.session.pause_clock(true);
            // Where the system never says that the window has the focus, the game can be resumed for another while.
            self.unfocused_since = self.unfocused_since.map(|_| now);
        }
        // Nobody plays while a question or another dialog is open over the game.
        if ui.memory(|memory| memory.top_modal_layer().is_some()) {
            self.session.hold_time(now);
        } else {
            self.session.keep_time(now);
        }
        if let Some(wait) = self.session.clock().until_next_second() {
            ui.ctx().request_repaint_after(wait);
        }
    }

    /// Changes to the chosen mode. After a game the document stays in the mode in which games are chosen.
    fn change_mode(&mut self, chosen: Option<Mode>, was_in_game: bool) {
        let in_game = P::PLAYING.is_in_game(&self.session.view);
        let session = &mut self.session;
        match chosen {
            Some(Mode::Solve) => {
                if let Some(games) = &P::PLAYING.games {
                    (games.suspend)(&mut session.view);
                }
                session.look_at_solution();
                self.play.leave();
            }
            // The game itself decides what it hides.
            _ if in_game => session.mode = Mode::Solve,
            Some(Mode::Play) => session.mode = Mode::Play,
            None if was_in_game => session.mode = Mode::Play,
            None => {}
        }
    }

    /// Whether something runs that can be stopped, apart from the search for hints.
    fn is_working(&self) -> bool {
        self.companion.is_busy() || self.play.is_busy() || self.session.is_busy()
    }

    /// Whether a hint is shown or searched for.
    fn has_hint(&self) -> bool {
        self.session.shown_hint().is_some() || self.session.is_hinting()
    }

    /// Whether the command can run now; if not, why.
    pub fn can(&self, command: DocumentCommand) -> Result<(), &'static str> {
        let session = &self.session;
        let require = |condition: bool, reason| if condition { Ok(()) } else { Err(reason) };
        let is_for_games = match command {
            DocumentCommand::Hint | DocumentCommand::FollowHint | DocumentCommand::GiveUp | DocumentCommand::Stop => true,
            DocumentCommand::Pause => session.is_in_progress(),
            _ => false,
        };
        if self.is_playing() && Command::from(command).menu() == Menu::Solve && !is_for_games {
            return Err(unavailable::PLAYING);
        }
        match command {
            DocumentCommand::Undo => require(session.can_undo(), unavailable::NOTHING_TO_UNDO),
            DocumentCommand::Redo => require(session.can_redo(), unavailable::NOTHING_TO_REDO),
            DocumentCommand::Restart => require(session.is_edited(), unavailable::NOT_CHANGED),
            DocumentCommand::Challenge if self.play.is_busy() => Err(unavailable::MAKING),
            DocumentCommand::Challenge if P::EXTRAS.challenges.is_none() => Err(unavailable::NO_CHALLENGES),
            DocumentCommand::Challenge => require(Play::<P>::can_make(session.document_state()), unavailable::NO_GRADES),
            DocumentCommand::Daily if self.play.is_busy() => Err(unavailable::MAKING),
            DocumentCommand::Daily => Ok(()),
            DocumentCommand::GiveUp => require(session.is_in_progress() && session.challenge().is_some(), unavailable::NO_CHALLENGE),
            DocumentCommand::Solve if matches!(session.activity(), Search::Running(_)) && !session.is_filtered() => {
                Err(unavailable::SEARCHING)
            }
            DocumentCommand::Solve | DocumentCommand::Compare => require(session.can_search(), unavailable::FLAWED_POSITION),
            DocumentCommand::SolveFromStart => require(session.can_resume(), unavailable::NO_PAUSED_SEARCH),
            DocumentCommand::ReturnToSearch => require(session.searches_aside().next().is_some(), unavailable::NO_PAUSED_SEARCH),
            DocumentCommand::Hint if P::EXTRAS.hints.is_none() => Err(unavailable::NO_HINTS),
            DocumentCommand::Hint if self.is_offering() => Err(unavailable::NOTHING_PLAYED),
            DocumentCommand::Hint => require(session.can_search(), unavailable::FLAWED_POSITION),
            DocumentCommand::FollowHint => require(session.after_hint().is_some(), unavailable::NO_STEP_IN_HINT),
            DocumentCommand::Pause if self.is_playing() => Ok(()),
            DocumentCommand::Pause => require(session.can_pause() || session.can_resume(), unavailable::NOTHING_TO_PAUSE),
            DocumentCommand::Stop => {
                let can_close = || self.has_hint() || session.is_solution_shown() || session.can_cancel();
                require(self.is_working() || can_close(), unavailable::NOTHING_TO_STOP)
            }
            DocumentCommand::UseSolution if session.on_board().is_none() => Err(unavailable::NO_SOLUTION_SHOWN),
            DocumentCommand::UseSolution => require(session.can_adopt(), unavailable::NOT_ADOPTED),
            DocumentCommand::PreviousSolution | DocumentCommand::NextSolution => {
                require(session.cursor().is_some() && session.track() == Track::Solutions, unavailable::NO_SOLUTIONS)
            }
            DocumentCommand::FirstStep
            | DocumentCommand::StepBack
            | DocumentCommand::Play
            | DocumentCommand::StepForward
            | DocumentCommand::LastStep => require(session.can_step(), unavailable::NO_SOLUTIONS),
            DocumentCommand::New
            | DocumentCommand::Deal
            | DocumentCommand::ZoomIn
            | DocumentCommand::ZoomOut
            | DocumentCommand::ZoomFit => Ok(()),
        }
    }

    /// Whether the list of solutions can be exported now; if not, why.
    pub fn can_export_list(&self) -> Result<(), &'static str> {
        match self.session.listed() {
            _ if self.is_playing() => Err(unavailable::PLAYING),
            0 => Err(unavailable::NOTHING_LISTED),
            1..=contact::MAX_PICTURES => Ok(()),
            _ => Err(unavailable::TOO_MANY_LISTED),
        }
    }

    /// Runs the command.
    pub fn run(&mut self, command: DocumentCommand, now: Duration) {
        let (is_working, has_hint, was_playing) = (self.is_working(), self.has_hint(), self.is_playing());
        let session = &mut self.session;
        let mut notice = None;
        match command {
            DocumentCommand::New => self.requested = Some(NewDocument::Example(Document::default())),
            DocumentCommand::Deal => self.requested = Some(NewDocument::Own(Document::untitled(P::deal(seed())))),
            DocumentCommand::Undo => session.undo(),
            DocumentCommand::Redo => session.redo(),
            DocumentCommand::Restart => session.restart(),
            DocumentCommand::Solve | DocumentCommand::SolveFromStart => {
                let resumes = command == DocumentCommand::Solve && session.can_resume();
                self.shows_list = true;
                if resumes { session.resume() } else { session.search() }
            }
            DocumentCommand::ReturnToSearch => session.go_back_to_search(),
            DocumentCommand::Challenge => self.play.make(session.document_state().clone()),
            DocumentCommand::Daily => self.requested = Some(NewDocument::Daily),
            DocumentCommand::GiveUp => session.give_up(),
            DocumentCommand::Hint => {
                let advised = P::advice(session).and_then(|advice| advice.detail);
                session.take_hint(advised);
            }
            DocumentCommand::FollowHint => {
                if let Some(state) = session.after_hint() {
                    self.edit(state, Gesture::Ended);
                }
            }
            DocumentCommand::Compare => session.compare(),
            DocumentCommand::Pause if was_playing => session.pause_clock(!session.is_paused()),
            DocumentCommand::Pause if session.can_resume() => session.resume(),
            DocumentCommand::Pause => session.pause(),
            // The same key closes a hint, puts a piece back, or returns from a solution to the position.
            DocumentCommand::Stop if !is_working && has_hint => session.dismiss_hints(),
            DocumentCommand::Stop if !is_working => match session.cancelled() {
                Some(state) => self.edit(state, Gesture::Ended),
                None => notice = Self::leave_solution(session),
            },
            DocumentCommand::Stop => {
                self.companion.stop();
                self.play.stop();
                session.stop();
            }
            DocumentCommand::UseSolution => {
                if let Some(state) = session.adopt() {
                    self.edit(state, Gesture::Ended);
                }
            }
            DocumentCommand::PreviousSolution => session.step(Move::PreviousSolution),
            DocumentCommand::NextSolution => session.step(Move::NextSolution),
            DocumentCommand::FirstStep => session.step(Move::First),
            DocumentCommand::StepBack => session.step(Move::Back),
            DocumentCommand::StepForward => session.step(Move::Forward),
            DocumentCommand::LastStep => session.step(Move::Last),
            DocumentCommand::Play => session.play_or_pause(now),
            DocumentCommand::ZoomIn => self.canvas.zoom_by(1),
            DocumentCommand::ZoomOut => self.canvas.zoom_by(-1),
            DocumentCommand::ZoomFit => self.canvas.fit(),
        }
        self.notice = self.play.notice().or(notice);
    }

    /// Shows the position in place of a solution. Says how to get back, since an empty position looks as if something was lost.
    fn leave_solution(session: &mut Session<P>) -> Option<String> {
        let place = session.cursor().filter(|_| session.is_solution_shown());
        session.show_step(0);
        let place = place?;
        let key = Command::from(DocumentCommand::LastStep).shortcuts().next()?.logical_key.name();
        Some(words::notices::solution_left(P::EXTRAS.noun, place.solution + 1, key))
    }

    /// The day whose puzzle is played next.
    pub fn day(&self) -> Date {
        self.play.day()
    }

    /// Opens the daily puzzle of the chosen day as a new document: a challenge, a game of the puzzle's own, or a position.
    pub fn play_daily(&mut self) {
        let day = self.play.day();
        if play::daily_is_challenge::<P>() {
            self.play.make_daily();
            self.notice = self.play.notice();
        } else {
            let title = Some(words::documents::daily(&day.to_string()));
            let (state, game) = P::PLAYING.daily.map_or_else(|| (P::deal(day.seed()), None), |daily| (daily.begin)(day));
            self.requested = Some(NewDocument::Own(Document { title, game, ..Document::untitled(state) }));
        }
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
            self.edit(state, Gesture::Ended);
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
