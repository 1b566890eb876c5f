//! One tab, whichever its puzzle: tools at the left, board in the middle, answers at the right, timeline and status below.

use std::{cell::OnceCell, path::PathBuf, time::Duration};

use egui::{CentralPanel, Frame, Key, Margin, Panel, ScrollArea, Ui, UiBuilder};

use super::{
    canvas::Canvas,
    command::{Command, Menu},
    exporting::{self, Drawing},
    notes::Merge,
    panels,
    tab::{Shell, Tab},
    theme::{self, space},
    tools::{Companion, Saving, Tools},
    widgets::{apart, follow_focus, named, primary_button, section},
};
use crate::{
    board::TextError,
    contact,
    puzzle::Preset,
    text::{counted, duration},
    workbench::{
        cursor::Move,
        file::{self, Document},
        file_error::FileError,
        history::Gesture,
        job::Wake,
        session::{Search, Session, Ticket, Unsaved},
    },
};

/// A tab for the puzzle `P`.
pub struct Bench<P: Tools> {
    session: Session<P>,
    /// The ready-made documents, read when they are first asked for.
    presets: OnceCell<Vec<Document<P::State>>>,
    canvas: Canvas<P::Spot>,
    companion: Box<dyn Companion<P>>,
    /// What was refused last, until the next input.
    refused: Option<String>,
    /// What is on its way to a file, by the number of its ticket.
    being_saved: Vec<(u64, Ticket<P::State>)>,
    tickets: u64,
}

impl<P: Tools> Bench<P> {
    /// A tab that shows the puzzle's first preset: a first look at what the program does.
    pub fn new(wake: Wake) -> Self {
        let mut session = Session::new(preset_document::<P>(&P::presets()[0]), wake.clone());
        if P::BEGINS_SOLVED {
            session.search();
        }
        Self {
            session,
            presets: OnceCell::new(),
            canvas: Canvas::default(),
            companion: P::companion(wake),
            refused: None,
            being_saved: Vec::new(),
            tickets: 0,
        }
    }

    fn board(&mut self, ui: &mut Ui) {
        let look = theme::look(ui.ctx());
        let room = ui.available_rect_before_wrap();
        let picture = self.session.picture(self.canvas.pointed(), &look);
        let session = &mut self.session;
        let mut was_asked = false;
        let mut board = room;
        if session.moment().is_some() || !session.remark().is_empty() {
            // What is said stands below the board, not on it.
            board.max.y -= panels::remark::HEIGHT;
        }
        let refused = ui.scope_builder(UiBuilder::new().max_rect(board), |ui| {
            self.canvas.ui(ui, &picture, &mut |spot, input, gesture| {
                was_asked = true;
                session.act(spot, input, gesture)
            })
        });
        let refused = refused.inner;
        if was_asked {
            self.refused = refused;
        }
        panels::remark::ui(ui, &self.session, room);
    }

    fn tools(&mut self, ui: &mut Ui, shell: &Shell<'_>) {
        if !self.is_playing() {
            self.primary(ui, shell);
        }
        section(ui, "Position");
        self.presets(ui);
        if !self.is_playing() {
            ui.add_space(space::M);
            apart(ui, |ui| panels::answers::facts(ui, &self.session));
        }
        let mut state = self.session.state().clone();
        let mut view = self.session.view.clone();
        apart(ui, |ui| P::tools_ui(ui, &self.session, &mut state, &mut view));
        apart(ui, |ui| self.companion.ui(ui, &self.session, &mut state));
        self.session.view = view;
        // What is dragged or typed in one go is undone in one go. In the frame in which something is let go, the board has still to
        // hear of it.
        let is_dragged = ui.ctx().dragged_id().or(ui.ctx().drag_stopped_id()).is_some();
        let is_entered = ui.input(|input| input.key_pressed(Key::Enter));
        let is_going = is_dragged || ui.ctx().text_edit_focused() && !is_entered;
        self.session.edit(state, if is_going { Gesture::Going } else { Gesture::Ended });
    }

    fn is_playing(&self) -> bool {
        P::is_playing(&self.session.view)
    }

    fn primary(&mut self, ui: &mut Ui, shell: &Shell<'_>) {
        let command = P::PRIMARY;
        let command = if self.session.is_busy() { Command::Stop } else { command };
        let shortcut = command.shortcut_text(ui.ctx());
        let can = self.can(command);
        let title = if command == Command::Solve && self.session.can_go_on() { "Go on" } else { command.title() };
        let response = primary_button(ui, title, &shortcut, can.is_ok());
        if response.clicked() {
            self.run(command, shell.now);
        }
        if let Err(reason) = can {
            response.on_hover_text(reason);
        }
        ui.add_space(space::S);
    }

    /// The right side: answers and techniques.
    fn found(&mut self, ui: &mut Ui, side: Frame, width: f32) {
        Panel::right("answers").exact_size(width).resizable(false).frame(side).show(ui, |ui| {
            let side = ui.available_height();
            let below = Frame::new().inner_margin(Margin { top: space::M as i8, ..Margin::ZERO });
            Panel::bottom("techniques")
                .frame(below)
                .show_separator_line(false)
                .show(ui, |ui| panels::techniques::ui(ui, &mut self.session, side));
            panels::answers::list(ui, &mut self.session);
        });
    }

    fn presets(&mut self, ui: &mut Ui) {
        let name = self.session.name();
        let shown = egui::ComboBox::from_id_salt("presets").width(ui.available_width()).selected_text(name).truncate().show_ui(ui, |ui| {
            let documents = self.presets.get_or_init(|| P::presets().iter().map(preset_document::<P>).collect());
            let is_clicked =
                |document: &&Document<_>| ui.selectable_label(false, document.title.as_deref().unwrap_or("untitled")).clicked();
            documents.iter().filter(is_clicked).last().cloned()
        });
        named(shown.response, "Ready-made positions").on_hover_text(self.session.note().unwrap_or("Ready-made positions"));
        if let Some(Some(document)) = shown.inner {
            self.session.open(document, None);
            self.canvas.fit();
        }
    }

    fn parts_ui(&mut self, ui: &mut Ui, shell: &Shell<'_>) {
        // In a small window the panels give the board room.
        let is_narrow = ui.available_width() < 1000.0;
        let (left, right) = if is_narrow { (196.0, 204.0) } else { (232.0, 280.0) };
        let colors = theme::look(ui.ctx()).colors;
        let panel = Frame::new().fill(theme::color(colors.panel));
        let side = panel.inner_margin(if is_narrow { space::M } else { space::L } as i8);
        let row = panel.inner_margin(Margin::symmetric(space::L as i8, 0));

        Panel::bottom("status").exact_size(32.0).frame(row).show(ui, |ui| {
            let mut aside = self.marked_name();
            if let Some((last, longest)) = shell.frame_times {
                aside = format!("{aside}   frame {}, longest {}", duration(last), duration(longest));
            }
            let notice = shell.notice.or(self.refused.as_deref());
            if self.is_playing() {
                panels::status::playing_ui(ui, notice, &aside);
            } else {
                panels::status::ui(ui, &mut self.session, notice, &aside);
            }
        });
        if !self.is_playing() {
            Panel::bottom("timeline").exact_size(56.0).frame(row).show(ui, |ui| panels::timeline::ui(ui, &mut self.session, shell.now));
        }
        Panel::left("tools").exact_size(left).resizable(false).frame(side).show(ui, |ui| {
            ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                self.tools(ui, shell);
                follow_focus(ui);
            });
        });
        if !self.is_playing() {
            self.found(ui, side, right);
        }
        let ground = Frame::new().fill(theme::color(colors.window));
        CentralPanel::default().frame(ground).show(ui, |ui| self.board(ui));
    }

    /// The document's name, with a mark if it has changed.
    fn marked_name(&self) -> String {
        let mark = if self.session.is_changed() { " *" } else { "" };
        format!("{}{mark}", self.session.name())
    }
}

/// The preset as a document. A test reads all presets, so none is ever missing; an empty board would stand for it.
fn preset_document<P: Tools>(preset: &Preset) -> Document<P::State> {
    let empty = Document { title: None, note: None, state: P::State::default(), search: None };
    file::read::<P>(preset.ron).unwrap_or(empty)
}

impl<P: Tools> Tab for Bench<P> {
    fn key(&self) -> &'static str {
        P::KEY
    }

    fn title(&self) -> &'static str {
        P::TITLE
    }

    fn caption(&self) -> String {
        let found = counted(self.session.answers().count(), "solution");
        let search = match self.session.activity() {
            // How many there are would spoil a game.
            _ if self.is_playing() => String::new(),
            Search::Idle => String::new(),
            Search::Running(_) => format!(" · searching, {found}"),
            Search::Finished => format!(" · {found}"),
            Search::Stopped => format!(" · stopped, {found}"),
            Search::Paused(_) => format!(" · paused, {found}"),
            Search::Crashed(_) => " · the search failed".to_owned(),
        };
        format!("{} · {}{search}", self.marked_name(), P::TITLE)
    }

    fn document_name(&self) -> String {
        self.session.name()
    }

    fn unsaved(&self) -> Vec<Unsaved> {
        self.session.unsaved()
    }

    fn pause_if_long(&mut self) -> bool {
        self.session.pause_if_long()
    }

    fn is_changed(&self) -> bool {
        self.session.is_changed()
    }

    fn path(&self) -> Option<PathBuf> {
        self.session.path().cloned()
    }

    fn catch_up(&mut self) -> bool {
        self.companion.catch_up(&mut self.session);
        self.session.catch_up()
    }

    fn is_settling(&self) -> bool {
        self.session.is_settling()
    }

    fn is_busy(&self) -> bool {
        self.session.is_at_work() || self.companion.is_busy()
    }

    fn tick(&mut self, now: Duration) -> Option<Duration> {
        self.session.tick(now)
    }

    fn ui(&mut self, ui: &mut Ui, shell: &Shell<'_>) {
        let (was_playing, before) = (self.is_playing(), self.session.revision());
        // Tabs share neither scroll positions nor the keyboard's focus.
        ui.push_id(P::KEY, |ui| self.parts_ui(ui, shell));
        // A game that begins with a position of its own leaves the document as it is.
        if !was_playing && self.is_playing() && self.session.revision() != before {
            self.session.set_apart("A game");
        }
    }

    fn can(&self, command: Command) -> Result<(), &'static str> {
        let session = &self.session;
        let require = |condition: bool, reason| if condition { Ok(()) } else { Err(reason) };
        if self.is_playing() && command.menu() == Menu::Solve && command != Command::Hint {
            return Err("A game is played; leave it first");
        }
        match command {
            Command::Undo => require(session.can_undo(), "Nothing was changed yet"),
            Command::Redo => require(session.can_redo(), "Nothing was undone"),
            Command::Restart => require(session.is_edited(), "The position is as it was"),
            Command::Solve | Command::Compare => require(session.can_search(), "The position has a mistake; the line below says which"),
            Command::SolveAnew => require(session.can_go_on(), "No search is paused"),
            Command::Hint if P::hints().is_none() => Err("This puzzle has no hints"),
            Command::Hint => require(session.can_search(), "The position has a mistake; the line below says which"),
            Command::Pause => require(session.can_pause() || session.can_go_on(), "Nothing is searched that could be paused"),
            Command::Stop => require(self.companion.is_busy() || session.is_busy() || session.is_hinting(), "Nothing is searched"),
            Command::ExportList if self.is_playing() => Err("A game is played"),
            Command::ExportList => require(
                (1..=contact::MOST).contains(&session.listed()),
                if session.listed() == 0 { "No solutions are listed" } else { "So many do not fit on a sheet; list fewer" },
            ),
            Command::UseAnswer => require(session.shown().is_some(), "No solution is shown"),
            Command::PreviousAnswer
            | Command::NextAnswer
            | Command::FirstStep
            | Command::StepBack
            | Command::Play
            | Command::StepForward
            | Command::LastStep => require(session.can_step(), "There are no solutions yet"),
            _ => Ok(()),
        }
    }

    fn run(&mut self, command: Command, now: Duration) -> bool {
        let session = &mut self.session;
        match command {
            Command::New => {
                session.open(Document { title: None, note: None, state: P::State::default(), search: None }, None);
                self.canvas.take_focus();
            }
            Command::Deal => session.open(Document { title: None, note: None, state: P::deal(seed()), search: None }, None),
            Command::Undo => session.undo(),
            Command::Redo => session.redo(),
            Command::Restart => session.restart(),
            Command::Solve if session.can_go_on() => session.go_on(),
            Command::Solve | Command::SolveAnew => session.search(),
            Command::Hint => session.hint(),
            Command::Compare => session.compare(),
            Command::Pause if session.can_go_on() => session.go_on(),
            Command::Pause => session.pause(),
            Command::Stop => {
                self.companion.stop();
                session.stop();
            }
            Command::UseAnswer => {
                session.adopt();
            }
            Command::PreviousAnswer => session.step(Move::PreviousAnswer),
            Command::NextAnswer => session.step(Move::NextAnswer),
            Command::FirstStep => session.step(Move::First),
            Command::StepBack => session.step(Move::Back),
            Command::StepForward => session.step(Move::Forward),
            Command::LastStep => session.step(Move::Last),
            Command::Play => session.play_or_pause(now),
            Command::ZoomIn => self.canvas.zoom_by(1),
            Command::ZoomOut => self.canvas.zoom_by(-1),
            Command::ZoomFit => self.canvas.fit(),
            _ => return false,
        }
        self.refused = None;
        true
    }

    fn open(&mut self, text: &str, path: Option<PathBuf>) -> Result<(), FileError> {
        let document = file::read::<P>(text)?;
        self.session.open(document, path);
        self.canvas.fit();
        Ok(())
    }

    fn recover(&mut self, text: &str, path: Option<PathBuf>) -> Result<(), FileError> {
        let document = file::read::<P>(text)?;
        self.session.recover(document, path);
        self.canvas.fit();
        Ok(())
    }

    fn text(&self, number: usize) -> Option<String> {
        self.session.latest(number).map(|document| file::write::<P>(&document))
    }

    fn write(&mut self) -> (String, u64) {
        let (document, ticket) = self.session.to_save();
        self.tickets += 1;
        self.being_saved.push((self.tickets, ticket));
        (file::write::<P>(&document), self.tickets)
    }

    fn written(&mut self, ticket: u64, path: Option<PathBuf>) {
        let Some(index) = self.being_saved.iter().position(|(number, _)| *number == ticket) else { return };
        let (_, ticket) = self.being_saved.remove(index);
        if let Some(path) = path {
            self.session.note_saved(ticket, path);
        }
    }

    fn saving(&mut self) -> Option<Saving> {
        self.companion.saving()
    }

    fn copy(&self) -> String {
        P::write_text(self.session.state())
    }

    fn paste(&mut self, text: &str) -> Result<(), TextError> {
        let state = P::read_text(text, self.session.state())?;
        self.session.edit(state, Gesture::Ended);
        Ok(())
    }

    fn remember(&self) -> String {
        P::remember(&self.session.view)
    }

    fn recall(&mut self, text: &str) -> Result<(), String> {
        P::recall(&mut self.session.view, text)
    }

    fn merge(&self) -> Merge {
        P::merge
    }

    fn export(&self, ctx: &egui::Context) -> Drawing {
        exporting::shown(&self.session, &theme::look(ctx))
    }

    fn export_list(&self, ctx: &egui::Context) -> Drawing {
        exporting::listed(&self.session, theme::look(ctx))
    }
}

/// A seed that differs from one call to the next.
pub(super) fn seed() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64)
}
