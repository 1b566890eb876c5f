//! Where the parts of a document are in the window: what is set at the left, what was found at the right, timeline and status bar below.
//! Each side has one area that scrolls.

use std::time::Duration;

use egui::{CentralPanel, Frame, InnerResponse, Key, Label, Margin, Panel, Rect, ScrollArea, Ui, UiBuilder};

use super::OpenDocument;
use crate::{
    command::{Command, DocumentCommand, WindowCommand},
    controls, panels,
    play::{self, Record},
    regions::{self, Region},
    request::Request,
    theme::{self, space},
    widgets::{apart, follow_focus, primary_button, switch},
    words,
};
use base::{game::Game, text::duration};
use workbench::{
    history::Gesture,
    session::{Cause, Change, GameStage, Go, Mode, Search},
};

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

/// The greatest share of the height of the right side for the facts about the position, which scroll if they are more.
const FOR_FACTS: f32 = 0.45;
/// Below this height of a side, in points, all facts about the position would leave room for hardly one solution, and what is chosen once
/// for a challenge would leave room for few pieces.
const LOW: f32 = 480.0;
/// The height that is left for the list in a low window: two solutions with what is above and below them, in points.
const FOR_LIST: f32 = 300.0;

impl OpenDocument {
    /// Shows all parts.
    pub(super) fn parts_ui(&mut self, ui: &mut Ui, window: &WindowInfo<'_>, record: &mut Record) {
        // In a small window the panels are narrower, so that the board has room.
        let key = self.puzzle.kind.key;
        let room = Room::of(ui.available_width());
        let is_narrow = room == Room::Narrow;
        let colors = theme::look(ui.ctx()).colors;
        let panel = Frame::new().fill(theme::color(colors.panel));
        let side = panel.inner_margin(if is_narrow { space::M } else { space::L } as i8);
        let row = panel.inner_margin(Margin::symmetric(space::L as i8, 0));

        Self::fill(key, Panel::bottom("status").exact_size(32.0).frame(row), ui, |ui| {
            let mut aside = self.marked_name();
            if let Some((last, longest)) = window.frame_times {
                aside = format!("{aside}   frame {}, longest {}", duration(last), duration(longest));
            }
            let notice = window.notice.or(self.notice.as_deref());
            if self.is_playing() || self.practice.is_some() {
                panels::status::playing_ui(ui, notice, &aside);
            } else {
                panels::status::ui(ui, &mut self.session, notice, &aside);
            }
        });
        if !self.is_playing() && self.practice.is_none() {
            let timeline = Panel::bottom("timeline").exact_size(56.0).frame(row);
            let shown = Self::fill(key, timeline, ui, |ui| panels::timeline::ui(ui, &mut self.session, window.now));
            regions::note_area(ui.ctx(), Region::Timeline, shown.response.rect);
        }
        let tools = room.panel(Panel::left(("tools", room.name())), [196.0, 232.0, 288.0]).frame(side);
        let tools = Self::fill(key, tools, ui, |ui| {
            if let Some(practice) = &mut self.practice {
                let tools = ScrollArea::vertical().auto_shrink([false, false]);
                if tools.show(ui, |ui| practice.tools_ui(ui)).inner {
                    self.practice = None;
                }
                return;
            }
            self.head_ui(ui, record);
            let is_low = ui.available_height() < LOW;
            let tools = ScrollArea::vertical().auto_shrink([false, false]);
            let had_tools = std::mem::replace(&mut self.shown.had_tools, true);
            let tools = if had_tools { tools } else { tools.vertical_scroll_offset(0.0) };
            tools.show(ui, |ui| {
                self.tools_ui(ui, is_low, record);
                follow_focus(ui);
            });
        });
        regions::note_area(ui.ctx(), Region::Tools, tools.response.rect);
        // What was found would give the answers away.
        if self.practice.is_none() && (!self.is_playing() || !self.companion.results(&self.session).is_empty()) {
            self.results_ui(ui, side, room);
        }
        let board = self.middle_ui(ui, record);
        regions::note_area(ui.ctx(), Region::Board, board);
    }

    /// Shows a panel. The tabs share its size, which no contents change, but neither scroll positions nor the keyboard's focus.
    fn fill<R>(key: &str, panel: Panel, ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> InnerResponse<R> {
        panel.show(ui, |ui| {
            let room = ui.available_rect_before_wrap();
            ui.advance_cursor_after_rect(room);
            contents(&mut ui.new_child(UiBuilder::new().id_salt(key).max_rect(room)))
        })
    }

    /// Shows what is always visible at the head of the tools: the mode, the main button and the examples.
    fn head_ui(&mut self, ui: &mut Ui, record: &Record) {
        const MODES: [Mode; 2] = [Mode::Solve, Mode::Play];
        let mut modes = words::tools::MODES;
        if self.is_playing() && self.session.played().is_in_progress() {
            modes[0].2 = words::tools::LOOK_UP;
        }
        if let Some(index) = switch(ui, &modes, usize::from(self.is_playing())) {
            Request::ChooseMode(MODES[index]).send(ui.ctx());
        }
        ui.add_space(space::XS);
        let has_hints =
            self.puzzle.kind.extras.hints.is_some() && (self.puzzle.playing.games.is_none() || self.session.played().challenge().is_some());
        if !self.is_playing() || has_hints && !self.session.played().is_offering() {
            self.primary_ui(ui);
        }
        self.examples_ui(ui);
        ui.add_space(space::S);
        if play::clock_ui(ui, self.puzzle, &self.session, record) {
            self.apply(Change::Pause(!self.session.played().is_paused()), Cause::User);
        }
    }

    fn primary_ui(&self, ui: &mut Ui) {
        let command = match self.session.played().mode() {
            Mode::Play if self.session.played().stage() == GameStage::Over => {
                let is_exercise = self.session.played().challenge().is_some_and(Game::is_exercise);
                if is_exercise { DocumentCommand::Exercise } else { DocumentCommand::Challenge }
            }
            Mode::Play => DocumentCommand::Hint,
            Mode::Solve if self.session.is_busy() => DocumentCommand::Stop,
            Mode::Solve => DocumentCommand::Solve,
        };
        let shortcut = Command::from(command).shortcut_text(ui.ctx());
        let can = self.can(command);
        let resumes = command == DocumentCommand::Solve && self.session.searches().can_resume();
        let title = if resumes { "Resume" } else { Command::from(command).title() };
        let response = primary_button(ui, title, &shortcut, can.is_ok());
        regions::note_entry(ui.ctx(), Region::Tools, response.id);
        if response.clicked() {
            Request::Run(command.into()).send(ui.ctx());
        }
        if let Err(reason) = can {
            response.on_hover_text(reason);
        }
    }

    /// Shows the button that opens the examples, and beside it the name of the document.
    fn examples_ui(&mut self, ui: &mut Ui) {
        let shortcut = Command::from(WindowCommand::Examples).shortcut_text(ui.ctx());
        ui.horizontal(|ui| {
            let button = ui.button(Command::from(WindowCommand::Examples).title());
            if button.on_hover_text(format!("Choose an example from pictures ({shortcut})")).clicked() {
                Request::Run(WindowCommand::Examples.into()).send(ui.ctx());
            }
            let name = self.session.name();
            let label = ui.add(Label::new(theme::strong(&name)).truncate());
            // The name may be cut.
            label.on_hover_text(self.session.note().map_or_else(|| name.clone(), |note| format!("{name}\n{note}")));
        });
    }

    fn tools_ui(&mut self, ui: &mut Ui, is_low: bool, record: &mut Record) {
        if self.session.played().is_paused() {
            return;
        }
        apart(ui, |ui| self.mistakes_ui(ui));
        let is_choosing = self.session.played().hides_results();
        let chooses_first = is_choosing && self.is_between_challenges();
        if chooses_first {
            apart(ui, |ui| self.play.next_ui(ui, &self.session, record));
        }
        if is_choosing {
            apart(ui, |ui| self.play.challenge_ui(ui, &self.session, record));
            // Where there is little room, the puzzle's own controls come first, which are needed at every move.
            if !is_low {
                apart(ui, |ui| self.play.choices_ui(ui, &self.session, record));
            }
        }
        let mut state = self.session.state().clone();
        let mut view = self.session.view().clone();
        // A challenge is offered without the pieces that belong to it.
        if !self.session.played().is_offering() || self.puzzle.kind.board_extras.games.is_some() {
            apart(ui, |ui| self.companion.first_ui(ui, &self.session, &mut state));
            apart(ui, |ui| (self.puzzle.tools_ui)(ui, &self.session, &mut state, &mut view));
            apart(ui, |ui| self.companion.ui(ui, &self.session, &mut state));
        }
        if is_choosing && is_low {
            apart(ui, |ui| self.play.choices_ui(ui, &self.session, record));
        }
        if is_choosing && !chooses_first {
            apart(ui, |ui| self.play.next_ui(ui, &self.session, record));
        }
        if is_choosing {
            apart(ui, |ui| self.play.statistics_ui(ui, record));
        }
        self.hidden_tools_ui(ui);
        self.take_in(state, view, gesture(ui));
    }

    /// In Play mode, lays out the puzzle's tools of Solve mode for the command palette, which finds them there.
    fn hidden_tools_ui(&mut self, ui: &mut Ui) {
        if !self.is_playing() || !controls::are_wanted(ui.ctx()) {
            return;
        }
        let companion = &mut self.companion;
        self.session.as_in_solve_mode(|session| {
            controls::of_solve_mode(ui, |ui| {
                let (mut state, mut view) = (session.state().clone(), session.view().clone());
                companion.first_ui(ui, session, &mut state);
                (self.puzzle.tools_ui)(ui, session, &mut state, &mut view);
                companion.ui(ui, session, &mut state);
            });
        });
    }

    /// The right side, where everything is that was found: the facts about the position, then the list of solutions, or in its place the
    /// steps of a walkthrough, or what the puzzle shows there. In Play mode there is only the latter.
    fn results_ui(&mut self, ui: &mut Ui, side: Frame, room: Room) {
        let panel = room.panel(Panel::right(("solutions", room.name())), [204.0, 280.0, 336.0]).frame(side);
        let shown = Self::fill(self.puzzle.kind.key, panel, ui, |ui| {
            if !self.is_playing() {
                let height = ui.available_height();
                let most = panels::solutions::whole_facts((FOR_FACTS * height).min(height - FOR_LIST));
                apart(ui, |ui| panels::solutions::facts(ui, &self.session, most, self.puzzle.fact_lines, height < LOW));
                ui.add_space(space::S);
            }
            if panels::steps::ui(ui, &mut self.session, &mut self.shown.told_up_to) {
                return;
            }
            match self.part_in_front(ui) {
                Some(part) => self.own_results_ui(ui, part),
                None => self.list_ui(ui),
            }
        });
        regions::note_area(ui.ctx(), Region::Results, shown.response.rect);
    }

    /// The list of solutions, and the techniques below it.
    fn list_ui(&mut self, ui: &mut Ui) {
        let side = ui.available_height();
        let below = Frame::new().inner_margin(Margin { top: space::M as i8, ..Margin::ZERO });
        Panel::bottom("techniques")
            .frame(below)
            .show_separator_line(false)
            .show(ui, |ui| panels::techniques::ui(ui, &mut self.session, side));
        if let Some(index) = panels::solutions::list(ui, &mut self.session, &mut self.shown.thumbnails, self.puzzle.filter) {
            // A piece in hand would hide the solution.
            if self.session.can(&Change::Cancel) {
                self.apply(Change::Cancel, Cause::User);
            }
            self.session.go(Go::Solution(index));
        }
    }

    /// Lets the user choose between the list and what the puzzle shows in its place, if there is something. Returns the name of what is in
    /// front; none for the list. What wasn't there before comes to the front, unless the list has something and is shown again, too.
    fn part_in_front(&mut self, ui: &mut Ui) -> Option<&'static str> {
        let own = self.companion.results(&self.session);
        let before = std::mem::replace(&mut self.shown.own_results, own);
        let has_list = before.is_empty() && !matches!(self.session.searches().activity(), Search::Idle);
        if let Some(new) = own.iter().find(|part| !before.contains(part)).filter(|_| !has_list) {
            self.shown.in_front = Some(new);
        }
        let list = (!self.is_playing()).then(|| words::solutions::title(self.session.noun()));
        self.shown.in_front = self.shown.in_front.filter(|part| own.contains(part));
        if list.is_none() {
            self.shown.in_front = self.shown.in_front.or(own.first().copied());
        }
        let spoken_list = format!("List of {}", self.session.noun().plural());
        let spoken: Vec<String> = own.iter().map(|part| format!("{part} in place of the list")).collect();
        let list = list.as_ref().map(|title| (None, (&**title, &*spoken_list, &*spoken_list)));
        let own = own.iter().zip(&spoken).map(|(&part, spoken)| (Some(part), (part, &**spoken, &**spoken)));
        let (parts, texts): (Vec<_>, Vec<_>) = list.into_iter().chain(own).unzip();
        if texts.len() > 1 {
            let chosen = parts.iter().position(|&part| part == self.shown.in_front);
            if let Some(index) = switch(ui, &texts, chosen.unwrap_or_default()) {
                self.shown.in_front = parts[index];
            }
            ui.add_space(space::S);
        }
        self.shown.in_front
    }

    /// Shows what the puzzle has in place of solutions and techniques.
    fn own_results_ui(&mut self, ui: &mut Ui, part: &'static str) {
        let (mut state, mut view) = (self.session.state().clone(), self.session.view().clone());
        ui.push_id(part, |ui| self.companion.results_ui(ui, part, &self.session, &mut state, &mut view));
        self.take_in(state, view, gesture(ui));
    }

    /// Shows the board in the place that the panels leave. Returns that place.
    fn middle_ui(&mut self, ui: &mut Ui, record: &Record) -> Rect {
        let ground = Frame::new().fill(theme::color(theme::look(ui.ctx()).colors.window));
        let middle = CentralPanel::default().frame(ground);
        middle.show(ui, |ui| ui.push_id(self.puzzle.kind.key, |ui| self.board_ui(ui, record))).response.rect
    }

    /// Shows only the board and what is said about it.
    pub(super) fn small_ui(&mut self, ui: &mut Ui, record: &Record) {
        let mut view = self.session.view().clone();
        if let Some(spot) = (self.puzzle.keep_up)(&self.session, &mut view) {
            self.shown.canvas.focus(spot);
        }
        self.take_in(self.session.state().clone(), view, Gesture::Going);
        self.middle_ui(ui, record);
    }
}

/// Whether what controls change is still going on: one drag, or typing without a pause, is one step of undo. In the frame in which a drag
/// ends, the board still has to handle it.
fn gesture(ui: &Ui) -> Gesture {
    let is_dragged = ui.ctx().dragged_id().or(ui.ctx().drag_stopped_id()).is_some();
    let is_entered = ui.input(|input| input.key_pressed(Key::Enter));
    let is_going = is_dragged || ui.ctx().text_edit_focused() && !is_entered;
    if is_going { Gesture::Going } else { Gesture::Ended }
}
