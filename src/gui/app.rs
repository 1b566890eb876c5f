//! The window: menu, tabs, dialogs, files. What a tab does is in [`super::bench`].

use std::{
    collections::{BTreeMap, VecDeque},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use egui::{CentralPanel, Context, Event, Frame, Key, KeyboardShortcut, Margin, MenuBar, Panel, Ui, ViewportCommand};
use serde::{Deserialize, Serialize};

use super::{
    bench::{Bench, Shell, Tab},
    command::{Command, Menu},
    dialogs::{self, Answer, Dialog},
    files::{self, Ask, Asked, Content, Files, News, Parcel},
    theme::{self, space},
    tools::Saving,
};
use crate::{
    for_every_puzzle,
    workbench::{file, file_error::FileError, job::Wake},
};

/// How long a word to the user stays in the status line.
const NOTICE: Duration = Duration::from_secs(6);

/// Everything behind the window.
pub struct App {
    tabs: Vec<Box<dyn Tab>>,
    active: usize,
    /// What the user chose; none follows the system.
    light: Option<bool>,
    files: Files,
    dialog: Option<Dialog>,
    /// What is still to be said.
    complaints: VecDeque<Dialog>,
    notice: Option<Notice>,
    closing: Closing,
    shows_frame_times: bool,
    frame_time: Option<Duration>,
    title: String,
}

struct Notice {
    text: String,
    until: Duration,
}

/// What is remembered from one start to the next.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Whether the window is light; none follows the system.
    pub light: Option<bool>,
    /// The key of the puzzle whose tab was open.
    pub tab: String,
    /// What each tab wants to be remembered, by the key of its puzzle.
    pub notes: BTreeMap<String, String>,
}

/// How far closing the window has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Closing {
    /// Nobody wants to.
    No,
    /// As soon as all is saved.
    OnceSaved,
    /// Now, whatever was changed.
    Now,
}

/// The key of the settings in eframe's storage.
pub const SETTINGS: &str = "settings";

impl App {
    /// A window with these files open, or with the first examples.
    pub fn new(ctx: &Context, dialog: Box<dyn files::Dialog>, settings: &Settings, paths: Vec<PathBuf>) -> Self {
        theme::install(ctx);
        if let Some(is_light) = settings.light {
            ctx.set_theme(if is_light { egui::Theme::Light } else { egui::Theme::Dark });
        }
        let wake: Wake = {
            let ctx = ctx.clone();
            Arc::new(move || ctx.request_repaint())
        };
        let mut tabs = tabs(&wake);
        for tab in &mut tabs {
            if let Some(note) = settings.notes.get(tab.key()) {
                tab.recall(note);
            }
        }
        let active = tabs.iter().position(|tab| tab.key() == settings.tab).unwrap_or(0);
        let app = Self {
            tabs,
            active,
            light: settings.light,
            files: Files::new(dialog, wake),
            dialog: None,
            complaints: VecDeque::new(),
            notice: None,
            closing: Closing::No,
            shows_frame_times: false,
            frame_time: None,
            title: String::new(),
        };
        for path in paths {
            app.files.load(path);
        }
        app
    }

    /// What is to be remembered.
    pub fn settings(&self) -> Settings {
        let notes = self.tabs.iter().map(|tab| (tab.key().to_owned(), tab.remember())).filter(|(_, note)| !note.is_empty());
        Settings { light: self.light, tab: self.tabs[self.active].key().to_owned(), notes: notes.collect() }
    }

    /// Notes how long the last frame took.
    pub fn took(&mut self, frame_time: Option<Duration>) {
        self.frame_time = frame_time;
    }

    /// What happens whether the window is seen or not.
    pub fn logic(&mut self, ctx: &Context) {
        let mut more = false;
        for tab in &mut self.tabs {
            more |= tab.catch_up();
        }
        if more {
            ctx.request_repaint();
        }
        let now = clock(ctx);
        while let Some(news) = self.files.news() {
            self.take_in(news, now);
        }
        if let Some(wait) = self.tabs[self.active].tick(now) {
            ctx.request_repaint_after(wait);
        }
        self.title(ctx);
        self.close_if_asked(ctx);
    }

    /// Shows the window.
    pub fn ui(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        let now = clock(&ctx);
        self.forget_notice(&ctx, now);
        let mut asked: Vec<Command> = self.menu_bar(ui).into_iter().collect();
        self.tab_bar(ui);
        let shell = Shell {
            now,
            notice: self.notice.as_ref().map(|notice| notice.text.as_str()),
            frame_time: self.frame_time.filter(|_| self.shows_frame_times),
        };
        let tab = &mut self.tabs[self.active];
        CentralPanel::default().frame(Frame::NONE).show(ui, |ui| tab.ui(ui, &shell));
        if self.dialog.is_none() {
            self.choose_tab(&ctx);
            asked.extend(pressed_shortcuts(&ctx));
            self.clipboard(&ctx, now);
        }
        self.dropped_files(&ctx);
        for command in asked {
            self.run(&ctx, command, now);
        }
        if let Some(Saving { name, text }) = self.tabs[self.active].saving() {
            self.ask(Ask::Write(Parcel { content: Content::Text, name, text }));
        }
        self.dialog_ui(&ctx);
    }

    // Menu and tabs.

    fn menu_bar(&self, ui: &mut Ui) -> Option<Command> {
        let mut asked = None;
        let frame = Frame::new().fill(ui.visuals().panel_fill).inner_margin(Margin::symmetric(space::S as i8, 2));
        Panel::top("menu").frame(frame).show_separator_line(false).show(ui, |ui| {
            MenuBar::new().ui(ui, |ui| {
                for menu in Menu::ALL {
                    ui.menu_button(menu.title(), |ui| {
                        ui.set_min_width(220.0);
                        for command in Command::ALL.into_iter().filter(|command| command.menu() == menu) {
                            if command.begins_group() {
                                ui.separator();
                            }
                            if self.menu_item(ui, command) {
                                asked = Some(command);
                                ui.close();
                            }
                        }
                    });
                }
            });
        });
        asked
    }

    fn menu_item(&self, ui: &mut Ui, command: Command) -> bool {
        let can = self.can(command);
        let button = egui::Button::new(command.title()).shortcut_text(command.shortcut_text(ui.ctx()));
        let response = ui.add_enabled(can.is_ok(), button);
        let clicked = response.clicked();
        if let Err(reason) = can {
            response.on_disabled_hover_text(reason);
        }
        clicked
    }

    fn tab_bar(&mut self, ui: &mut Ui) {
        let frame = Frame::new().fill(ui.visuals().panel_fill).inner_margin(Margin { left: space::M as i8, ..Margin::ZERO });
        Panel::top("tabs").frame(frame).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                for index in 0..self.tabs.len() {
                    let is_active = index == self.active;
                    if tab_button(ui, self.tabs[index].title(), is_active, self.tabs[index].is_changed()).clicked() {
                        self.active = index;
                    }
                }
            });
        });
    }

    /// Ctrl and a digit show the tab of this number.
    fn choose_tab(&mut self, ctx: &Context) {
        const DIGITS: [Key; 9] = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
        for (index, key) in DIGITS.into_iter().enumerate().take(self.tabs.len()) {
            if ctx.input_mut(|input| input.consume_key(egui::Modifiers::COMMAND, key)) {
                self.active = index;
            }
        }
    }

    // Commands.

    fn can(&self, command: Command) -> Result<(), &'static str> {
        self.tabs[self.active].can(command)
    }

    fn run(&mut self, ctx: &Context, command: Command, now: Duration) {
        if self.can(command).is_err() {
            return;
        }
        let shown_before = self.tabs[self.active].document_name();
        if self.tabs[self.active].run(command, now) {
            let shown = self.tabs[self.active].document_name();
            // Undo and redo cross documents, and that should not go unnoticed.
            if matches!(command, Command::Undo | Command::Redo) && shown != shown_before {
                self.tell(format!("Back to {shown}"), now);
            }
            return;
        }
        match command {
            Command::Open => self.ask(Ask::Open),
            Command::OpenPath => self.path_box(Ask::Open, None),
            Command::Save => self.save(self.active),
            Command::SaveAs => self.save_as(self.active),
            Command::SavePath => {
                let parcel = self.document(self.active);
                self.path_box(Ask::Write(parcel), None);
            }
            Command::ExportPicture => self.ask(Ask::Write(self.picture(ctx))),
            Command::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
            Command::CopyText => self.copy(ctx, now),
            Command::PasteText => ctx.send_viewport_cmd(ViewportCommand::RequestPaste),
            Command::SwitchTheme => {
                let is_dark = ctx.theme() == egui::Theme::Dark;
                self.light = Some(is_dark);
                ctx.set_theme(if is_dark { egui::Theme::Light } else { egui::Theme::Dark });
            }
            Command::FullScreen => {
                let is_full = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
                ctx.send_viewport_cmd(ViewportCommand::Fullscreen(!is_full));
            }
            Command::FrameTimes => self.shows_frame_times = !self.shows_frame_times,
            Command::NextTab => self.active = (self.active + 1) % self.tabs.len(),
            Command::PreviousTab => self.active = (self.active + self.tabs.len() - 1) % self.tabs.len(),
            Command::Shortcuts => self.dialog = Some(Dialog::Shortcuts),
            Command::About => self.dialog = Some(Dialog::About),
            _ => {}
        }
    }

    fn clipboard(&mut self, ctx: &Context, now: Duration) {
        if ctx.text_edit_focused() {
            return;
        }
        let events = ctx.input(|input| input.events.clone());
        for event in events {
            match event {
                Event::Copy => self.copy(ctx, now),
                Event::Paste(text) => {
                    if let Err(error) = self.tabs[self.active].paste(&text) {
                        self.tell(format!("The text is no position: {error}"), now);
                    }
                }
                _ => {}
            }
        }
    }

    fn copy(&mut self, ctx: &Context, now: Duration) {
        ctx.copy_text(self.tabs[self.active].copy());
        self.tell("The position was copied as text".to_owned(), now);
    }

    fn tell(&mut self, text: String, now: Duration) {
        self.notice = Some(Notice { text, until: now + NOTICE });
    }

    fn forget_notice(&mut self, ctx: &Context, now: Duration) {
        let Some(notice) = &self.notice else { return };
        if notice.until <= now {
            self.notice = None;
        } else {
            ctx.request_repaint_after(notice.until - now);
        }
    }

    // Files.

    fn save(&mut self, tab: usize) {
        self.active = tab;
        match self.tabs[tab].path() {
            Some(path) => {
                let parcel = self.document(tab);
                self.files.write(parcel, path);
            }
            None => self.save_as(tab),
        }
    }

    fn save_as(&mut self, tab: usize) {
        let parcel = self.document(tab);
        self.ask(Ask::Write(parcel));
    }

    fn ask(&mut self, ask: Ask) {
        if self.files.ask(ask.clone()) == Asked::Busy {
            self.cancelled(&ask);
        }
    }

    /// The tab's document as it is now, to be written.
    fn document(&mut self, tab: usize) -> Parcel {
        let (text, ticket) = self.tabs[tab].write();
        Parcel { content: Content::Document { tab, ticket }, name: files::suggested_name(&self.tabs[tab].document_name()), text }
    }

    /// The board as it is shown now, to be written.
    fn picture(&self, ctx: &Context) -> Parcel {
        let tab = &self.tabs[self.active];
        let name = files::suggested_name(&tab.document_name()).replace(".puzzle.ron", ".svg");
        Parcel { content: Content::Picture, name, text: tab.export(ctx) }
    }

    /// Nothing comes of what was asked.
    fn cancelled(&mut self, ask: &Ask) {
        self.closing = Closing::No;
        if let Ask::Write(Parcel { content: Content::Document { tab, ticket }, .. }) = ask {
            self.tabs[*tab].written(*ticket, None);
        }
    }

    fn path_box(&mut self, ask: Ask, notice: Option<String>) {
        let path = match &ask {
            Ask::Open => String::new(),
            Ask::Write(Parcel { content: Content::Document { tab, .. }, name, .. }) => {
                self.tabs[*tab].path().map_or_else(|| name.clone(), |path| path.display().to_string())
            }
            Ask::Write(parcel) => parcel.name.clone(),
        };
        self.dialog = Some(Dialog::Path { ask, path, notice });
    }

    fn take_in(&mut self, news: News, now: Duration) {
        match news {
            News::Chosen(ask, path) => self.path_given(ask, path),
            News::Cancelled(ask) => self.cancelled(&ask),
            News::NoDialog(ask) => self.path_box(ask, Some("This desktop showed no file dialog. Type the path instead.".to_owned())),
            News::Loaded(path, text) => {
                if let Err(error) = text.and_then(|text: String| self.open(&text, path.clone())) {
                    self.complain(format!("{} was not opened", path.display()), error.to_string());
                }
            }
            News::Written(content, path, Ok(())) => {
                self.tell(format!("Saved {}", path.display()), now);
                if let Content::Document { tab, ticket } = content {
                    self.tabs[tab].written(ticket, Some(path));
                    if self.closing == Closing::OnceSaved {
                        self.save_next();
                    }
                }
            }
            News::Written(content, path, Err(error)) => {
                self.closing = Closing::No;
                if let Content::Document { tab, ticket } = content {
                    self.tabs[tab].written(ticket, None);
                }
                self.complain(format!("{} was not saved", path.display()), error.to_string());
            }
            News::Failed(why) => self.complain("Something went wrong with a file".to_owned(), why),
        }
    }

    /// Shows the document in the tab of its puzzle.
    fn open(&mut self, text: &str, path: PathBuf) -> Result<(), FileError> {
        let key = file::peek(text)?;
        let index = self.tabs.iter().position(|tab| tab.key() == key).ok_or_else(|| FileError::unknown_puzzle(text, &key))?;
        self.tabs[index].open(text, Some(path))?;
        self.active = index;
        Ok(())
    }

    /// Says what went wrong, once what lies over the window now is answered.
    fn complain(&mut self, title: String, text: String) {
        self.complaints.push_back(Dialog::Message { title, text });
    }

    fn dropped_files(&mut self, ctx: &Context) {
        let paths: Vec<PathBuf> = ctx.input(|input| input.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect());
        for path in paths {
            self.files.load(path);
        }
    }

    // Dialogs and closing.

    fn dialog_ui(&mut self, ctx: &Context) {
        if self.dialog.is_none() {
            self.dialog = self.complaints.pop_front();
        }
        let Some(mut dialog) = self.dialog.take() else { return };
        match dialogs::ui(ctx, &mut dialog) {
            None => self.dialog = Some(dialog),
            Some(answer) => self.answered(ctx, answer, dialog),
        }
    }

    fn answered(&mut self, ctx: &Context, answer: Answer, dialog: Dialog) {
        match answer {
            Answer::Path(ask, path) => {
                let file = files::expand_home(&path);
                if matches!(ask, Ask::Write(_)) && file.exists() && !self.is_own_file(&ask, &file) {
                    self.dialog = Some(Dialog::Replace { ask, path });
                } else {
                    self.path_given(ask, file);
                }
            }
            Answer::Replace(ask, path) => self.path_given(ask, files::expand_home(&path)),
            Answer::SaveAndClose => {
                self.closing = Closing::OnceSaved;
                self.save_next();
            }
            Answer::DiscardAndClose => {
                self.closing = Closing::Now;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
            Answer::Cancel => match dialog {
                Dialog::Path { ask, .. } | Dialog::Replace { ask, .. } => self.cancelled(&ask),
                _ => self.closing = Closing::No,
            },
        }
    }

    /// Whether the document is asked to be written to the file that it is from.
    fn is_own_file(&self, ask: &Ask, file: &Path) -> bool {
        let Ask::Write(Parcel { content: Content::Document { tab, .. }, .. }) = ask else { return false };
        self.tabs[*tab].path().is_some_and(|own| own == file)
    }

    fn path_given(&mut self, ask: Ask, path: PathBuf) {
        match ask {
            Ask::Open => self.files.load(path),
            Ask::Write(parcel) => self.files.write(parcel, path),
        }
    }

    /// Saves the next changed document on the way to closing the window.
    fn save_next(&mut self) {
        if let Some(index) = self.tabs.iter().position(|tab| tab.is_changed()) {
            self.save(index);
        }
    }

    fn close_if_asked(&mut self, ctx: &Context) {
        if self.closing == Closing::OnceSaved && !self.tabs.iter().any(|tab| tab.is_changed()) {
            // What is left, if anything, was replaced in its tab; the question comes again for it.
            self.closing = Closing::No;
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
        if !ctx.input(|input| input.viewport().close_requested()) || self.closing == Closing::Now {
            return;
        }
        let names: Vec<String> = self.tabs.iter().flat_map(|tab| tab.unsaved()).collect();
        if !names.is_empty() {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            let can_save = self.tabs.iter().any(|tab| tab.is_changed());
            self.dialog = Some(Dialog::Unsaved { names, can_save });
        }
    }

    fn title(&mut self, ctx: &Context) {
        let title = format!("{} — Quincunx", self.tabs[self.active].caption());
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }
}

/// A tab for each puzzle of the list.
fn tabs(wake: &Wake) -> Vec<Box<dyn Tab>> {
    macro_rules! one_each {
        ($($puzzle:ty),* $(,)?) => {
            vec![$(Box::new(Bench::<$puzzle>::new(wake.clone()))),*]
        };
    }
    for_every_puzzle!(one_each)
}

fn clock(ctx: &Context) -> Duration {
    Duration::from_secs_f64(ctx.input(|input| input.time).max(0.0))
}

/// The commands whose keys were pressed, as often as they were, unless they belong to what has the focus.
fn pressed_shortcuts(ctx: &Context) -> Vec<Command> {
    if egui::Popup::is_any_open(ctx) {
        return Vec::new();
    }
    let someone_has_focus = ctx.memory(|memory| memory.focused().is_some());
    let someone_types = ctx.text_edit_focused();
    let all = || Command::ALL.into_iter().flat_map(|command| command.shortcuts().map(move |shortcut| (command, shortcut)));
    // Ctrl+Shift+S also matches Ctrl+S, so those with more modifiers come first.
    let is_long = |shortcut: &KeyboardShortcut| shortcut.modifiers.shift || shortcut.modifiers.alt;
    let (long, short): (Vec<_>, Vec<_>) = all().partition(|(_, shortcut)| is_long(shortcut));
    let mut pressed = Vec::new();
    for (command, shortcut) in long.into_iter().chain(short) {
        let moves_focus = matches!(shortcut.logical_key, Key::Space | Key::ArrowLeft | Key::ArrowRight | Key::Home | Key::End);
        let belongs_to_focus = shortcut.modifiers.is_none() && (someone_types || someone_has_focus && moves_focus);
        if !belongs_to_focus {
            let times = ctx.input_mut(|input| input.count_and_consume_key(shortcut.modifiers, shortcut.logical_key));
            pressed.extend(std::iter::repeat_n(command, times));
        }
    }
    pressed
}

fn tab_button(ui: &mut Ui, title: &str, is_active: bool, is_changed: bool) -> egui::Response {
    let colors = theme::look(ui.ctx()).colors;
    let text_color = if is_active { colors.text } else { colors.muted };
    let galley = ui.painter().layout_no_wrap(title.to_owned(), egui::FontId::proportional(theme::BODY), theme::color(text_color));
    let size = egui::vec2(galley.size().x + 2.0 * space::L, 34.0);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    let name = if is_changed { format!("{title}, changed") } else { title.to_owned() };
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Tab, true, is_active, &name));
    if response.hovered() && !is_active {
        ui.painter().rect_filled(rect.shrink2(egui::vec2(2.0, 4.0)), theme::corner::BUTTON, theme::color(colors.raised));
    }
    let at = rect.center() - galley.size() / 2.0;
    ui.painter().galley(at, galley, egui::Color32::PLACEHOLDER);
    if is_changed {
        ui.painter().circle_filled(egui::pos2(rect.right() - 9.0, rect.center().y - 5.0), 2.5, theme::color(colors.warn));
    }
    if is_active {
        let line = egui::Rect::from_min_max(egui::pos2(rect.left(), rect.bottom() - 2.0), rect.max);
        ui.painter().rect_filled(line, 0.0, theme::color(colors.accent));
    }
    super::widgets::focus_ring(ui, &response, rect.shrink(4.0));
    response.on_hover_text(if is_changed { "Changed since it was saved" } else { title })
}
