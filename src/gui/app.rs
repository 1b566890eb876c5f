//! The window: menu, tabs, dialogs, files. What a tab does is in [`super::puzzle_tab`].

mod bars;
mod closing;
mod documents;
mod keeping;
mod recovery_file;
mod noting;
mod recent;

use std::{
    collections::{BTreeMap, VecDeque},
    io, mem,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use egui::{CentralPanel, Context, Event, Frame, Ui, ViewportCommand};
use serde::{Deserialize, Serialize};

use super::{
    clipboard,
    command::{Command, WindowCommand},
    dialogs::Dialog,
    files::{self, Ask, Files, Parcel},
    palette::Palette,
    puzzle_tab::PuzzleTab,
    tab::{Shell, Tab},
    theme,
    tools::Saving,
};
use crate::{for_every_puzzle, look::Appearance, workbench::job::Wake};
use bars::{Chosen, pressed_shortcuts};
use closing::Closing;
use keeping::Keeper;
use noting::Noting;
pub use recent::Recent;

/// How long a word to the user stays in the status line.
const NOTICE: Duration = Duration::from_secs(6);

/// The first frame waits at most this long for the files named at the start: what is pressed then is meant for them, but a disk that
/// doesn't answer must not keep the window away.
const START: Duration = Duration::from_secs(1);

/// Of so many frames the longest is told, where frame times are shown: two seconds of something that moves.
const FRAMES: usize = 120;

/// Everything behind the window.
pub struct App {
    tabs: Vec<Box<dyn Tab>>,
    active: usize,
    /// What the user chose; none follows the system.
    light: Option<bool>,
    appearance: Appearance,
    files: Files,
    dialog: Option<Dialog>,
    /// What is still to be said or asked.
    questions: VecDeque<Dialog>,
    notice: Option<Notice>,
    closing: Closing,
    recent: Recent,
    /// None where nothing can be kept.
    keeper: Option<Keeper>,
    /// None where nothing is remembered but in the settings.
    noting: Option<Noting>,
    /// What the settings remember of tabs and can't be read, by their keys.
    unreadable: BTreeMap<String, String>,
    /// Whether something was copied in the last frame: the system takes it when the frame ends.
    is_copying: bool,
    /// The path that was typed last and could not be opened.
    typed: String,
    /// How long the last frames took, the latest last, while that is shown.
    frame_times: Option<VecDeque<Duration>>,
    title: String,
    began_with_files: bool,
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
    /// What else was chosen of how things look.
    pub appearance: Appearance,
    /// The key of the puzzle whose tab was open.
    pub tab: String,
    /// The files that were opened or saved last. As the notes, these count only where nothing else was stored: see
    /// [`App::remember_in`].
    pub recent: Recent,
    /// What each tab wants to be remembered, by the key of its puzzle.
    pub notes: BTreeMap<String, String>,
}

/// The key of the settings in eframe's storage.
pub const SETTINGS: &str = "settings";

impl App {
    /// A window with these files open, or with the first examples. Files that take longer than a second to read open once they arrive.
    pub fn new(ctx: &Context, dialog: Box<dyn files::Dialog>, settings: &Settings, paths: Vec<PathBuf>) -> Self {
        theme::install(ctx);
        theme::set_appearance(ctx, settings.appearance);
        if let Some(is_light) = settings.light {
            ctx.set_theme(if is_light { egui::Theme::Light } else { egui::Theme::Dark });
        }
        let wake: Wake = {
            let ctx = ctx.clone();
            Arc::new(move || ctx.request_repaint())
        };
        let mut tabs = tabs(&wake);
        let mut unreadable = BTreeMap::new();
        for tab in &mut tabs {
            if let Some(note) = settings.notes.get(tab.key())
                && tab.recall(note).is_err()
            {
                unreadable.insert(tab.key().to_owned(), note.clone());
            }
        }
        let active = tabs.iter().position(|tab| tab.key() == settings.tab).unwrap_or(0);
        let mut app = Self {
            tabs,
            active,
            light: settings.light,
            appearance: settings.appearance,
            files: Files::new(dialog, wake),
            dialog: None,
            questions: VecDeque::new(),
            notice: None,
            closing: Closing::No,
            recent: settings.recent.clone(),
            keeper: None,
            noting: None,
            unreadable,
            is_copying: false,
            typed: String::new(),
            frame_times: None,
            title: String::new(),
            began_with_files: !paths.is_empty(),
        };
        for path in paths {
            app.files.load(path);
        }
        let deadline = Instant::now() + START;
        while let Some(news) = app.files.news_until(deadline) {
            app.take_in(news, clock(ctx));
        }
        app.show_tab(app.active);
        app
    }

    /// Keeps what is changed and not saved in this folder, and offers what was left there; to who came with files of his own, the next time.
    ///
    /// # Errors
    /// When nothing can be written there.
    pub fn keep_in(&mut self, folder: &Path) -> io::Result<()> {
        let keeper = Keeper::new(folder)?;
        let left = keeper.left();
        if !left.is_empty() && !self.began_with_files {
            self.dialog = Some(Dialog::Left { documents: left.iter().map(|path| self.name_of_left(path)).collect() });
        }
        self.keeper = Some(keeper);
        Ok(())
    }

    /// What is to be remembered.
    pub fn settings(&self) -> Settings {
        let notes = self.tabs.iter().map(|tab| (tab.key().to_owned(), tab.remember())).filter(|(_, note)| !note.is_empty());
        let tab = self.tabs[self.active].key().to_owned();
        Settings { light: self.light, appearance: self.appearance, tab, recent: self.recent.clone(), notes: notes.collect() }
    }

    /// Whether the window will soon show more of what it was asked for: a file is read or written, or the position is analysed.
    pub fn is_settling(&self) -> bool {
        self.files.is_busy() || self.tabs[self.active].is_settling()
    }

    /// Whether anything runs on another thread, in any tab.
    pub fn is_busy(&self) -> bool {
        self.is_settling() || self.tabs.iter().any(|tab| tab.is_settling() || tab.is_busy())
    }

    /// Notes how long the last frame took.
    pub fn took(&mut self, frame_time: Option<Duration>) {
        if let (Some(times), Some(last)) = (&mut self.frame_times, frame_time) {
            if times.len() == FRAMES {
                times.pop_front();
            }
            times.push_back(last);
        }
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
        self.tell_whether_copied(now);
        if let Some(wait) = self.tabs[self.active].tick(now) {
            ctx.request_repaint_after(wait);
        }
        if let Some(wait) = self.keep(now).again_in {
            ctx.request_repaint_after(wait);
        }
        if let Some(wait) = self.files.attend() {
            ctx.request_repaint_after(wait);
        }
        self.title(ctx);
        self.close_if_asked(ctx);
    }

    /// Shows the tab of this index.
    fn show_tab(&mut self, index: usize) {
        self.active = index;
        self.tabs[index].begin();
    }

    /// Shows the window.
    pub fn ui(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        let now = clock(&ctx);
        self.forget_notice(&ctx, now);
        let mut asked: Vec<Command> = Vec::new();
        match self.menu_bar(ui) {
            Some(Chosen::Command(command)) => asked.push(command),
            Some(Chosen::Recent(path)) => self.files.load(path),
            None => {}
        }
        asked.extend(self.tab_bar(ui));
        let held_up = self.files.held_up();
        let shell = Shell {
            now,
            notice: self.notice.as_ref().map(|notice| notice.text.as_str()).or(held_up.as_deref()),
            frame_times: self.frame_times.as_ref().and_then(|times| Some((*times.back()?, *times.iter().max()?))),
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
        if let Some(Saving { content, name, data }) = self.tabs[self.active].saving() {
            self.ask(Ask::Write(Parcel { content, name, data }));
        }
        self.dialog_ui(&ctx);
    }

    // Commands.

    fn can(&self, command: Command) -> Result<(), &'static str> {
        let tab = &self.tabs[self.active];
        match command {
            Command::Document(command) => tab.can(command),
            Command::Window(WindowCommand::ExportList) => tab.can_export_list(),
            Command::Window(WindowCommand::NextDocument | WindowCommand::PreviousDocument) if tab.documents().len() == 1 => {
                Err("No other document is open here")
            }
            Command::Window(_) => Ok(()),
        }
    }

    fn run(&mut self, ctx: &Context, command: Command, now: Duration) {
        if self.can(command).is_err() {
            return;
        }
        match command {
            Command::Document(command) => self.tabs[self.active].run(command, now),
            Command::Window(command) => self.run_here(ctx, command),
        }
    }

    fn run_here(&mut self, ctx: &Context, command: WindowCommand) {
        match command {
            WindowCommand::Open => self.ask(Ask::Open),
            WindowCommand::OpenPath => self.path_box(Ask::Open, None),
            WindowCommand::Save => self.save(self.active),
            WindowCommand::SaveAs => self.save_as(self.active),
            WindowCommand::SavePath => {
                let parcel = self.document(self.active);
                self.path_box(Ask::Write(parcel), None);
            }
            WindowCommand::ExportPicture => self.ask(Ask::Write(self.picture(ctx))),
            WindowCommand::ExportList => self.ask(Ask::Write(self.list(ctx))),
            WindowCommand::CloseDocument => self.close_document(),
            WindowCommand::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
            WindowCommand::CopyText => self.copy(ctx),
            WindowCommand::PasteText => ctx.send_viewport_cmd(ViewportCommand::RequestPaste),
            WindowCommand::SwitchTheme => {
                let is_dark = ctx.theme() == egui::Theme::Dark;
                self.light = Some(is_dark);
                ctx.set_theme(if is_dark { egui::Theme::Light } else { egui::Theme::Dark });
            }
            WindowCommand::Appearance => self.dialog = Some(Dialog::Appearance(self.appearance)),
            WindowCommand::FullScreen => {
                let is_full = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
                ctx.send_viewport_cmd(ViewportCommand::Fullscreen(!is_full));
            }
            WindowCommand::FrameTimes => self.frame_times = if self.frame_times.is_none() { Some(VecDeque::new()) } else { None },
            WindowCommand::NextDocument => self.show_next_document(1),
            WindowCommand::PreviousDocument => self.show_next_document(-1),
            WindowCommand::NextTab => self.show_tab((self.active + 1) % self.tabs.len()),
            WindowCommand::PreviousTab => self.show_tab((self.active + self.tabs.len() - 1) % self.tabs.len()),
            WindowCommand::Palette => self.dialog = Some(Dialog::Palette(Palette::default())),
            WindowCommand::Shortcuts => self.dialog = Some(Dialog::Shortcuts),
            WindowCommand::About => self.dialog = Some(Dialog::About),
        }
    }

    /// Shows the document this many places further down the tab's list, which goes around.
    fn show_next_document(&mut self, places: isize) {
        let tab = &mut self.tabs[self.active];
        let count = tab.documents().len() as isize;
        tab.show((tab.shown() as isize + places).rem_euclid(count) as usize);
    }

    fn clipboard(&mut self, ctx: &Context, now: Duration) {
        if ctx.text_edit_focused() {
            return;
        }
        let events = ctx.input(|input| input.events.clone());
        for event in events {
            match event {
                Event::Copy => self.copy(ctx),
                Event::Paste(text) => {
                    if let Err(error) = self.tabs[self.active].paste(&text) {
                        self.tell(format!("Couldn't read the pasted text: {error}"), now);
                    }
                }
                _ => {}
            }
        }
    }

    fn copy(&mut self, ctx: &Context) {
        // What failed before was something else.
        clipboard::trouble();
        ctx.copy_text(self.tabs[self.active].copy());
        self.is_copying = true;
        ctx.request_repaint();
    }

    fn tell_whether_copied(&mut self, now: Duration) {
        if !mem::take(&mut self.is_copying) {
            return;
        }
        match clipboard::trouble() {
            None => self.tell("Position copied as text".to_owned(), now),
            Some(why) => self.tell(format!("Couldn't copy the position: {why}"), now),
        }
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
            vec![$(Box::new(PuzzleTab::<$puzzle>::new(wake.clone()))),*]
        };
    }
    for_every_puzzle!(one_each)
}

fn clock(ctx: &Context) -> Duration {
    Duration::from_secs_f64(ctx.input(|input| input.time).max(0.0))
}

#[cfg(test)]
mod tests;
