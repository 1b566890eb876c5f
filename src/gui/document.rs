//! One open document, whichever its puzzle: tools at the left, board in the middle, solutions at the right, timeline and status below.

use std::{cell::OnceCell, rc::Rc, time::Duration};

use egui::{CentralPanel, Frame, Key, Margin, Panel, ScrollArea, Ui, UiBuilder};

use super::{
    canvas::Canvas,
    command::{Command, DocumentCommand, Menu},
    exporting::{self, Drawing},
    panels,
    tab::Shell,
    theme::{self, space},
    tools::{Companion, Tools},
    widgets::{apart, follow_focus, named, primary_button, section},
};
use crate::{
    board::TextError,
    contact,
    puzzle::{Preset, Puzzle},
    text::{counted, duration},
    workbench::{
        cursor::Move,
        file::{self, Document},
        history::Gesture,
        job::Wake,
        session::{Search, Session},
    },
};

/// The ready-made documents of a puzzle, read when they are first asked for.
pub type Presets<P> = Rc<OnceCell<Vec<Document<<P as Puzzle>::State>>>>;

/// A document of the puzzle `P` as it is shown.
pub struct OpenDocument<P: Tools> {
    /// No other document of the tab has this number.
    pub number: u64,
    /// What is known of it.
    pub session: Session<P>,
    /// What goes along with it.
    pub companion: Box<dyn Companion<P>>,
    canvas: Canvas<P::Spot>,
    presets: Presets<P>,
    /// Whether it can be had again at any time: an example, or an empty board.
    pub is_example: bool,
    /// What is to be said of what was done last, until something else is done.
    notice: Option<String>,
    /// What is to be shown beside it.
    wanted: Option<NewDocument<P>>,
}

/// A document that is to be opened.
pub enum NewDocument<P: Tools> {
    /// One that can be had again at any time: an example, or an empty board.
    Example(Document<P::State>),
    /// One that nobody else has.
    Own(Document<P::State>),
    /// A game that begins with the position that was just shown: that was no edit of the document before it.
    Game,
    /// The document goes on in this position, in which it would forget moves; the moves stay in the document that is shown now.
    Variation(P::State, Gesture),
}

impl<P: Tools> OpenDocument<P> {
    /// An open document of this number.
    pub fn new(number: u64, session: Session<P>, presets: Presets<P>, wake: Wake) -> Self {
        let (canvas, companion) = (Canvas::default(), P::companion(wake));
        Self { number, session, companion, canvas, presets, is_example: false, notice: None, wanted: None }
    }

    /// What it asked to be opened since the last time.
    pub fn wanted(&mut self) -> Option<NewDocument<P>> {
        self.wanted.take()
    }

    /// Says this in the status line, until something else is done.
    pub fn tell(&mut self, notice: String) {
        self.notice = Some(notice);
    }

    /// Searches on as many threads as the other document does.
    pub fn threads_as(&mut self, other: &Self) {
        self.session.threads = other.session.threads;
    }

    /// Whether nobody would miss it.
    pub fn is_untouched_example(&self) -> bool {
        self.is_example && !self.is_playing() && !self.companion.is_busy() && self.session.is_untouched()
    }

    /// Is looked at as the other one was, and goes on with what went along with it. The other one begins afresh.
    pub fn takes_place_of(&mut self, other: &mut Self) {
        std::mem::swap(&mut self.canvas, &mut other.canvas);
        std::mem::swap(&mut self.companion, &mut other.companion);
    }

    /// Gives the keyboard to the board.
    pub fn take_focus(&mut self) {
        self.canvas.take_focus();
    }

    /// Makes this the position, or asks for a document of its own if the game would forget moves.
    pub fn edit(&mut self, state: P::State, gesture: Gesture) {
        if self.session.would_forget_moves(&state) {
            self.wanted = Some(NewDocument::Variation(state, gesture));
        } else {
            self.session.edit(state, gesture);
        }
    }

    fn board(&mut self, ui: &mut Ui) {
        let look = theme::look(ui.ctx());
        let room = ui.available_rect_before_wrap();
        let picture = self.session.picture(self.canvas.pointed(), &look);
        let (session, wanted) = (&mut self.session, &mut self.wanted);
        let mut was_asked = false;
        let mut board = room;
        if session.trace_step().is_some() || !session.remark().is_empty() {
            // What is said stands below the board, not on it.
            board.max.y -= panels::remark::HEIGHT;
        }
        let refused = ui.scope_builder(UiBuilder::new().max_rect(board), |ui| {
            self.canvas.ui(ui, &picture, &mut |spot, input, gesture| {
                was_asked = true;
                let (state, reply) = session.acted(spot, input);
                if session.would_forget_moves(&state) {
                    *wanted = Some(NewDocument::Variation(state, gesture));
                } else {
                    session.edit(state, gesture);
                }
                reply
            })
        });
        let refused = refused.inner;
        if was_asked {
            self.notice = refused;
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
            apart(ui, |ui| panels::solutions::facts(ui, &self.session));
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
        self.edit(state, if is_going { Gesture::Going } else { Gesture::Ended });
    }

    /// Whether a game is played.
    pub fn is_playing(&self) -> bool {
        P::is_playing(&self.session.view)
    }

    fn primary(&mut self, ui: &mut Ui, shell: &Shell<'_>) {
        let command = P::PRIMARY;
        let command = if self.session.is_busy() { DocumentCommand::Stop } else { command };
        let shortcut = Command::from(command).shortcut_text(ui.ctx());
        let can = self.can(command);
        let title = if command == DocumentCommand::Solve && self.session.can_go_on() { "Resume" } else { Command::from(command).title() };
        let response = primary_button(ui, title, &shortcut, can.is_ok());
        if response.clicked() {
            self.run(command, shell.now);
        }
        if let Err(reason) = can {
            response.on_hover_text(reason);
        }
        ui.add_space(space::S);
    }

    /// The right side: solutions and techniques.
    fn found(&mut self, ui: &mut Ui, side: Frame, width: f32) {
        Panel::right("solutions").exact_size(width).resizable(false).frame(side).show(ui, |ui| {
            let side = ui.available_height();
            let below = Frame::new().inner_margin(Margin { top: space::M as i8, ..Margin::ZERO });
            Panel::bottom("techniques")
                .frame(below)
                .show_separator_line(false)
                .show(ui, |ui| panels::techniques::ui(ui, &mut self.session, side));
            panels::solutions::list(ui, &mut self.session);
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
            self.wanted = Some(NewDocument::Example(document));
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
            let notice = shell.notice.or(self.notice.as_deref());
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
    pub fn marked_name(&self) -> String {
        let mark = if self.session.is_changed() { " *" } else { "" };
        format!("{}{mark}", self.session.name())
    }
}

/// The preset as a document. A test reads all presets, so none is ever missing; an empty board would stand for it.
pub fn preset_document<P: Tools>(preset: &Preset) -> Document<P::State> {
    file::read::<P>(preset.ron).unwrap_or_default()
}

impl<P: Tools> OpenDocument<P> {
    /// The document's name, and how its search stands.
    pub fn caption(&self) -> String {
        let found = counted(self.session.solutions().count(), "solution");
        let search = match self.session.activity() {
            // How many there are would spoil a game.
            _ if self.is_playing() => String::new(),
            Search::Idle => String::new(),
            Search::Running(_) => format!(" · searching, {found}"),
            Search::Finished => format!(" · {found}"),
            Search::Stopped => format!(" · stopped, {found}"),
            Search::Paused => format!(" · paused, {found}"),
            Search::Crashed(_) => " · the search failed".to_owned(),
        };
        format!("{} · {}{search}", self.marked_name(), P::TITLE)
    }

    /// Shows it.
    pub fn ui(&mut self, ui: &mut Ui, shell: &Shell<'_>) {
        let (was_playing, before) = (self.is_playing(), self.session.revision());
        // Tabs share neither scroll positions nor the keyboard's focus.
        ui.push_id(P::KEY, |ui| self.parts_ui(ui, shell));
        if !was_playing && self.is_playing() && self.session.revision() != before {
            self.wanted = Some(NewDocument::Game);
        }
    }

    /// Whether the command can be carried out now, and if not, why.
    pub fn can(&self, command: DocumentCommand) -> Result<(), &'static str> {
        let session = &self.session;
        let require = |condition: bool, reason| if condition { Ok(()) } else { Err(reason) };
        if self.is_playing() && Command::from(command).menu() == Menu::Solve && command != DocumentCommand::Hint {
            return Err("A game is played; leave it first");
        }
        match command {
            DocumentCommand::Undo => require(session.can_undo(), "Nothing was changed yet"),
            DocumentCommand::Redo => require(session.can_redo(), "Nothing was undone"),
            DocumentCommand::Restart => require(session.is_edited(), "The position is as it was"),
            DocumentCommand::Solve if matches!(session.activity(), Search::Running(_)) && !session.is_filtered() => {
                Err("This is being searched; Esc stops it")
            }
            DocumentCommand::Solve | DocumentCommand::Compare => {
                require(session.can_search(), "The position has a mistake; the line below says which")
            }
            DocumentCommand::SolveAnew => require(session.can_go_on(), "No search is paused"),
            DocumentCommand::BackToSearch => require(session.searches_aside().next().is_some(), "No search was set aside"),
            DocumentCommand::Hint if P::EXTRAS.hints.is_none() => Err("This puzzle has no hints"),
            DocumentCommand::Hint => require(session.can_search(), "The position has a mistake; the line below says which"),
            DocumentCommand::Pause => require(session.can_pause() || session.can_go_on(), "Nothing is searched that could be paused"),
            DocumentCommand::Stop => require(self.companion.is_busy() || session.is_busy() || session.is_hinting(), "Nothing is searched"),
            DocumentCommand::UseSolution => require(session.shown().is_some(), "No solution is shown"),
            DocumentCommand::PreviousSolution
            | DocumentCommand::NextSolution
            | DocumentCommand::FirstStep
            | DocumentCommand::StepBack
            | DocumentCommand::Play
            | DocumentCommand::StepForward
            | DocumentCommand::LastStep => require(session.can_step(), "There are no solutions yet"),
            DocumentCommand::New
            | DocumentCommand::Deal
            | DocumentCommand::ZoomIn
            | DocumentCommand::ZoomOut
            | DocumentCommand::ZoomFit => Ok(()),
        }
    }

    /// Whether the list of solutions can be exported now, and if not, why.
    pub fn can_export_list(&self) -> Result<(), &'static str> {
        match self.session.listed() {
            _ if self.is_playing() => Err("A game is being played"),
            0 => Err("No solutions are listed"),
            1..=contact::MOST => Ok(()),
            _ => Err("Too many solutions for one sheet; filter the list first"),
        }
    }

    /// Carries out the command.
    pub fn run(&mut self, command: DocumentCommand, now: Duration) {
        let session = &mut self.session;
        match command {
            DocumentCommand::New => self.wanted = Some(NewDocument::Example(Document::default())),
            DocumentCommand::Deal => self.wanted = Some(NewDocument::Own(Document::untitled(P::deal(seed())))),
            DocumentCommand::Undo => session.undo(),
            DocumentCommand::Redo => session.redo(),
            DocumentCommand::Restart => session.restart(),
            DocumentCommand::Solve if session.can_go_on() => session.go_on(),
            DocumentCommand::Solve | DocumentCommand::SolveAnew => session.search(),
            DocumentCommand::BackToSearch => session.go_back_to_search(),
            DocumentCommand::Hint => session.hint(),
            DocumentCommand::Compare => session.compare(),
            DocumentCommand::Pause if session.can_go_on() => session.go_on(),
            DocumentCommand::Pause => session.pause(),
            DocumentCommand::Stop => {
                self.companion.stop();
                session.stop();
            }
            DocumentCommand::UseSolution => {
                if let Some(state) = session.adopted() {
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
        self.notice = None;
    }

    /// Takes a position from text.
    ///
    /// # Errors
    /// Where the text is wrong and what would be right; then nothing has changed.
    pub fn paste(&mut self, text: &str) -> Result<(), TextError> {
        let state = P::read_text(text, self.session.state())?;
        self.edit(state, Gesture::Ended);
        Ok(())
    }

    /// The board at each step of the shown solution, or each step of the watched search, up to the one shown.
    pub fn export(&self, ctx: &egui::Context) -> Drawing {
        exporting::shown(&self.session, &theme::look(ctx))
    }

    /// All solutions of the list on one sheet.
    pub fn export_list(&self, ctx: &egui::Context) -> Drawing {
        exporting::listed(&self.session, theme::look(ctx))
    }
}

/// A seed that differs from one call to the next.
pub fn seed() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64)
}
