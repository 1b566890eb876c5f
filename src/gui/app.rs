//! The window: menu, tabs, dialogs and files. [`super::puzzle_tab`] has what a tab does.

mod bars;
mod backup;
mod books;
mod carrying_out;
mod closing;
mod documents;
mod recovery;
mod recovery_file;
mod reopening;
mod report;
mod stored_settings;
mod recent;
mod small_window;

use std::{
    collections::VecDeque,
    mem,
    path::{Path, PathBuf},
    sync::{Arc, mpsc},
    time::{Duration, Instant},
};

use egui::{CentralPanel, Context, Event, Frame, Key, Modifiers, OutputCommand, Popup, Ui, Vec2, ViewportCommand, vec2};
use serde::{Deserialize, Serialize};

use super::{
    book::BookOptions,
    command::{Command, DocumentCommand, WindowCommand},
    controls,
    dialogs::Dialog,
    exporting::{ExportOptions, Exported},
    files::{self, Files, PathRequest, PictureSource},
    gallery::{Gallery, GalleryPictures},
    handover::{self, Inbox},
    help::{Help, Topic},
    palette::{Palette, Place},
    puzzle_tab::PuzzleTab,
    regions,
    request::{Question, Request, Requests},
    sections, system_errors,
    tab::{DocumentLabel, Tab, WindowInfo},
    theme,
    widgets::end_frame,
    words::dialogs as texts,
};
use crate::{
    for_every_puzzle,
    look::Appearance,
    text::counted,
    workbench::{file_error::FileError, job::Wake, lifecycle::QUICK},
};
use backup::Backup;
use bars::run_shortcuts;
use closing::Closing;
pub use recent::Recent;
use recovery::Recovery;
pub use reopening::Reopened;
use reopening::Reopening;
use stored_settings::SettingsStore;

/// The least size of the window, in points.
pub const LEAST_SIZE: Vec2 = vec2(640.0, 480.0);

/// How long a notice stays in the status bar.
const NOTICE_TIME: Duration = Duration::from_secs(6);

/// How long the caret of a text box blinks after the last input. Each time it does costs a frame.
const BLINKING: Duration = Duration::from_secs(10);

/// The first frame waits at most this long for the files named on the command line. Keys pressed early are meant for them, but a disk
/// that doesn't respond must not delay the window.
const STARTUP_WAIT: Duration = Duration::from_secs(1);

/// How much one command changes the size of text, in percent of the usual size.
const TEXT_STEP: i16 = 10;

/// A frame that takes this long is worth a message in the log: people notice it.
const SLOW_FRAME: Duration = Duration::from_millis(100);

/// The least time between two such messages: on some computers all frames are slow.
const SLOW_FRAMES_EVERY: Duration = Duration::from_secs(10);

/// The number of recent frames of which the longest is shown: two seconds of an animation.
const TIMED_FRAMES: usize = 120;

/// The state of the window.
pub struct App {
    tabs: Vec<Box<dyn Tab>>,
    active: usize,
    /// Whether the user chose the light theme; none follows the system.
    light: Option<bool>,
    appearance: Appearance,
    files: Files,
    /// What controls want from the window.
    requests: Requests,
    dialog: Option<Dialog>,
    /// Dialogs that wait until the current one is closed.
    next_dialogs: VecDeque<Dialog>,
    /// The pictures of the gallery that was shown last.
    gallery_pictures: GalleryPictures,
    help: Help,
    notice: Option<Notice>,
    closing: Closing,
    recent: Recent,
    /// None if recovery files can't be written.
    recovery: Option<Recovery>,
    /// None if nothing is stored outside of eframe's settings.
    settings_store: Option<SettingsStore>,
    /// Whether something was copied in the last frame; the system takes it when the frame ends.
    is_copying: bool,
    /// The path that was typed last, if it could not be opened.
    typed_path: String,
    /// How the last picture was exported.
    export_options: ExportOptions,
    /// How the last book of challenges was made; none if there was none.
    book_options: Option<BookOptions>,
    /// The book that is being made.
    book: Option<books::Making>,
    /// How long the last frames took, the latest last; none unless this is shown.
    frame_times: Option<VecDeque<Duration>>,
    /// When there was input last.
    last_input: Duration,
    title: String,
    started_with_files: bool,
    /// Files of the last start that are still to be opened again.
    reopening: Reopening,
    /// Files that other starts of the program send; none if they can't.
    inbox: Option<Inbox>,
    /// A backup that was read, to be restored.
    restoring: Option<Backup>,
    /// The size that the window had before it became a small one; none if it isn't.
    full_size: Option<Vec2>,
    /// The time of the last frame that was shown, and when that was.
    shown_at: (Duration, Instant),
    /// How many results of games there were when the settings were stored last.
    stored_results: usize,
    /// When a slow frame was logged last.
    slow_frame_at: Option<Instant>,
    /// Leads to the thread that writes the document for a report.
    report_document: Option<mpsc::Receiver<String>>,
}

struct Notice {
    text: String,
    until: Duration,
}

/// What is stored from one start to the next, beside what all windows share: see [`App::store_settings_in`].
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Whether the window is light; none follows the system.
    pub light: Option<bool>,
    /// How else the window looks.
    pub appearance: Appearance,
    /// The key of the puzzle whose tab was shown.
    pub tab: String,
    /// The files of all open documents.
    pub documents: Vec<Reopened>,
    /// How long a search may take whose list is renewed after edits, if not the usual time: see
    /// [`Session::quick`](crate::workbench::session::Session::quick).
    #[serde(skip)]
    pub quick: Option<Duration>,
}

/// The key of the settings in eframe's storage.
pub const SETTINGS: &str = "settings";

impl App {
    /// A window with these files open, or with the first examples. Files that take longer than a second to read are opened later.
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
        let tabs = tabs(&wake, settings.quick.unwrap_or(QUICK));
        let help = Help::new(tabs.iter().map(|tab| (tab.key(), tab.help())));
        let active = tabs.iter().position(|tab| tab.key() == settings.tab).unwrap_or(0);
        let mut app = Self {
            tabs,
            active,
            light: settings.light,
            appearance: settings.appearance,
            files: Files::new(dialog, wake),
            requests: Requests::of(ctx),
            dialog: None,
            next_dialogs: VecDeque::new(),
            gallery_pictures: GalleryPictures::default(),
            help,
            notice: None,
            closing: Closing::No,
            recent: Recent::default(),
            recovery: None,
            settings_store: None,
            is_copying: false,
            typed_path: String::new(),
            export_options: ExportOptions::default(),
            book_options: None,
            book: None,
            frame_times: None,
            last_input: Duration::ZERO,
            title: String::new(),
            started_with_files: !paths.is_empty(),
            reopening: Reopening::default(),
            inbox: None,
            restoring: None,
            full_size: None,
            shown_at: (Duration::ZERO, Instant::now()),
            stored_results: 0,
            slow_frame_at: None,
            report_document: None,
        };
        if paths.is_empty() {
            app.reopen(&settings.documents);
        }
        for path in paths {
            app.load(path);
        }
        let deadline = Instant::now() + STARTUP_WAIT;
        while let Some(news) = app.files.news_until(deadline) {
            app.take_in(news, clock(ctx));
        }
        app.show_tab(app.active);
        app
    }

    /// Writes recovery files of unsaved documents to this folder, and offers to restore what crashed programs left there. If the window
    /// was started with files, that offer waits for the next start. Shows an error if nothing can be written there.
    pub fn enable_recovery(&mut self, folder: &Path) {
        match Recovery::new(folder) {
            Ok(recovery) => {
                let unsaved = recovery.unsaved_files();
                if !unsaved.is_empty() && !self.started_with_files {
                    self.ask(Question {
                        title: "Restore unsaved work?".to_owned(),
                        text: format!("Quincunx closed unexpectedly. {} had unsaved changes:", counted(unsaved.len() as u64, "document")),
                        entries: unsaved.iter().map(|path| self.describe_recovery_file(path)).collect(),
                        buttons: vec![
                            ("Restore", Request::Restore),
                            (texts::DISCARD, Request::DiscardUnsaved),
                            ("Not now", Request::StayOpen),
                        ],
                        has_main_button: true,
                        ..Question::default()
                    });
                }
                self.recovery = Some(recovery);
            }
            Err(error) => {
                let error = FileError::unwritable(folder, &error).to_string();
                self.show_error("Unsaved changes can't be restored after a crash".to_owned(), error);
            }
        }
    }

    /// Opens the files that other starts of the program hand over through this folder.
    pub fn accept_files(&mut self, ctx: &Context, folder: &Path) {
        let ctx = ctx.clone();
        self.inbox = handover::listen(folder, Arc::new(move || ctx.request_repaint()));
    }

    fn take_handed_over(&mut self, ctx: &Context) {
        while let Some(files) = self.inbox.as_ref().and_then(Inbox::take) {
            files.into_iter().for_each(|path| self.load(path));
            ctx.send_viewport_cmd(ViewportCommand::Minimized(false));
            ctx.send_viewport_cmd(ViewportCommand::Focus);
        }
    }

    /// The settings to store for the next start.
    pub fn settings(&self) -> Settings {
        let (tab, documents) = (self.tabs[self.active].key().to_owned(), self.reopened_next_time());
        Settings { light: self.light, appearance: self.appearance, tab, documents, quick: None }
    }

    /// Whether the outcome of an action is still to come: a file is being read or written, a document is added to a report, or the active
    /// tab analyses its position or searches it for solutions or hints.
    pub fn is_settling(&self) -> bool {
        self.is_reading_or_writing() || self.report_document.is_some() || self.tabs[self.active].is_settling()
    }

    /// Whether a file is being read or written.
    pub fn is_reading_or_writing(&self) -> bool {
        self.files.is_busy()
    }

    /// Whether anything runs on another thread for any tab.
    pub fn is_busy(&self) -> bool {
        self.is_settling() || self.tabs.iter().any(|tab| tab.is_settling() || tab.is_busy())
    }

    /// Records how long the last frame took.
    pub fn record_frame_time(&mut self, frame_time: Option<Duration>) {
        let was_logged = |at: Instant| at.elapsed() < SLOW_FRAMES_EVERY;
        if let Some(time) = frame_time.filter(|&time| SLOW_FRAME <= time && !self.slow_frame_at.is_some_and(was_logged)) {
            self.slow_frame_at = Some(Instant::now());
            log::warn!("a frame took {} ms", time.as_millis());
        }
        if let (Some(times), Some(last)) = (&mut self.frame_times, frame_time) {
            if times.len() == TIMED_FRAMES {
                times.pop_front();
            }
            times.push_back(last);
        }
    }

    /// Does what doesn't depend on whether the window is visible: takes in results of other threads, keeps recovery files up to date and
    /// closes the window.
    pub fn logic(&mut self, ctx: &Context) {
        self.note_frame(ctx);
        let mut more = false;
        for tab in &mut self.tabs {
            more |= tab.catch_up(&self.requests);
        }
        if more {
            ctx.request_repaint();
        }
        let now = self.now(ctx);
        while let Some(news) = self.files.news() {
            self.take_in(news, now);
        }
        self.take_handed_over(ctx);
        if let Some(backup) = self.restoring.take() {
            match self.restore_backup(ctx, &backup) {
                Ok(notice) => self.show_notice(notice, now),
                Err(error) => self.show_error("Couldn't restore the settings".to_owned(), error),
            }
        }
        self.catch_up_book(ctx);
        self.report_copy_result(now);
        self.carry_out_all(ctx);
        if let Some(wait) = self.tabs[self.active].tick(now) {
            ctx.request_repaint_after(wait);
        }
        self.store_results();
        if let Some(wait) = self.update_recovery_files(now) {
            ctx.request_repaint_after(wait);
        }
        if let Some(wait) = self.files.replace_stalled() {
            ctx.request_repaint_after(wait);
        }
        self.update_title(ctx);
        self.close_if_requested(ctx);
    }

    /// The present. The clock of frames stands still while the window is hidden, but recovery files are due then, too.
    fn now(&mut self, ctx: &Context) -> Duration {
        let shown = clock(ctx);
        if self.shown_at.0 != shown {
            self.shown_at = (shown, Instant::now());
        }
        shown + self.shown_at.1.elapsed()
    }

    /// Stores the result of a game that has just ended, so that it doesn't depend on the end of the program.
    fn store_results(&mut self) {
        let results = self.tabs.iter().map(|tab| tab.record().results.len()).sum();
        if mem::replace(&mut self.stored_results, results) < results {
            self.store_settings();
        }
    }

    /// Shows the tab with this index.
    fn show_tab(&mut self, index: usize) {
        self.active = index;
        self.tabs[index].ensure_document();
    }

    /// Shows the window.
    pub fn ui(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        let now = clock(&ctx);
        // Otherwise Esc would also act on what is behind the menu: stop a search, or leave a solution.
        if Popup::is_any_open(&ctx) && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            Popup::close_all(&ctx);
        }
        self.expire_notice(&ctx, now);
        if self.full_size.is_some() && !self.tabs[self.active].has_small_window() {
            self.switch_small_window(&ctx);
        }
        let is_small = self.full_size.is_some();
        if is_small {
            small_window::bar(ui);
        } else {
            self.menu_bar(ui);
            self.tab_bar(ui);
        }
        let still_busy = self.files.still_busy();
        let window = WindowInfo {
            now,
            notice: self.notice.as_ref().map(|notice| notice.text.as_str()).or(still_busy.as_deref()),
            frame_times: self.frame_times.as_ref().and_then(|times| Some((*times.back()?, *times.iter().max()?))),
        };
        let tab = &mut self.tabs[self.active];
        if is_small {
            tab.small_ui(ui);
        } else if !self.help.ui(ui) {
            CentralPanel::default().frame(Frame::NONE).show(ui, |ui| tab.ui(ui, &window));
        }
        if self.dialog.is_none() {
            self.choose_tab(&ctx);
            run_shortcuts(&ctx);
            clipboard(&ctx);
        }
        self.dropped_files(&ctx);
        self.carry_out_all(&ctx);
        self.dialog_ui(&ctx);
        self.carry_out_all(&ctx);
        self.note_copying(&ctx);
        end_frame(&ctx);
    }

    // Commands.

    fn can(&self, command: Command) -> Result<(), &'static str> {
        let tab = &self.tabs[self.active];
        match command {
            Command::Document(command) => tab.can(command),
            Command::Window(WindowCommand::Challenges) => tab.can(DocumentCommand::Challenge),
            Command::Window(WindowCommand::ExportSheet) if !tab.has_sheets() => Err("This puzzle has no sheet to print"),
            Command::Window(WindowCommand::ExportList) => tab.can_export_list(),
            Command::Window(WindowCommand::Book) => tab.book_grades().map(drop),
            Command::Window(WindowCommand::NextDocument | WindowCommand::PreviousDocument) if tab.documents().len() == 1 => {
                Err("No other document is open in this tab")
            }
            Command::Window(WindowCommand::SmallWindow) if self.full_size.is_none() && !tab.has_small_window() => {
                Err("Only for the odds of Voltorb Flip")
            }
            Command::Window(_) => Ok(()),
        }
    }

    fn run(&mut self, ctx: &Context, command: Command, now: Duration) {
        if let Err(why) = self.can(command) {
            // Esc often has nothing to stop.
            if command != DocumentCommand::Stop.into() {
                self.show_notice(why.to_owned(), now);
            }
            return;
        }
        match command {
            Command::Document(DocumentCommand::GiveUp) => self.ask_to_give_up(),
            Command::Document(command) => self.tabs[self.active].run(command, now),
            Command::Window(command) => self.run_here(ctx, command),
        }
    }

    fn run_here(&mut self, ctx: &Context, command: WindowCommand) {
        match command {
            WindowCommand::Examples => {
                let tab = self.tabs[self.active].as_ref();
                self.dialog = Some(Dialog::Gallery(Gallery::examples(self.active, tab, &tab.label().name)));
            }
            WindowCommand::Challenges => {
                self.dialog = Some(Dialog::Gallery(Gallery::challenges(self.active, self.tabs[self.active].as_ref())));
            }
            WindowCommand::Open => self.request_path(PathRequest::Open),
            WindowCommand::OpenPath => self.path_box(PathRequest::Open, None),
            WindowCommand::Save => self.save(self.active),
            WindowCommand::SaveAs => self.save_as(self.active),
            WindowCommand::BackUp => self.back_up(),
            WindowCommand::RestoreBackup => self.request_path(PathRequest::Restore),
            WindowCommand::SavePath => {
                let parcel = self.document_parcel(self.active);
                self.path_box(PathRequest::Write(parcel), None);
            }
            WindowCommand::ExportPicture => self.ask_about_export(Exported::Board),
            WindowCommand::ExportSheet => self.ask_about_export(Exported::Sheet),
            WindowCommand::ExportList => self.ask_about_export(Exported::List),
            WindowCommand::Book => self.ask_about_book(),
            WindowCommand::CloseDocument => self.close_document(),
            WindowCommand::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
            WindowCommand::CopyText => self.copy(ctx),
            WindowCommand::PasteText => ctx.send_viewport_cmd(ViewportCommand::RequestPaste),
            WindowCommand::SwitchTheme => {
                let is_dark = ctx.theme() == egui::Theme::Dark;
                self.show_theme(ctx, if is_dark { egui::Theme::Light } else { egui::Theme::Dark });
            }
            WindowCommand::LargerText => self.enlarge(ctx, TEXT_STEP),
            WindowCommand::SmallerText => self.enlarge(ctx, -TEXT_STEP),
            WindowCommand::OpenSections => sections::open_all(ctx),
            WindowCommand::FoldSections => sections::fold_all(ctx),
            WindowCommand::Appearance => self.dialog = Some(Dialog::Appearance(self.appearance)),
            WindowCommand::FullScreen => {
                let is_full = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
                ctx.send_viewport_cmd(ViewportCommand::Fullscreen(!is_full));
            }
            WindowCommand::SmallWindow => self.switch_small_window(ctx),
            WindowCommand::FrameTimes => self.frame_times = if self.frame_times.is_none() { Some(VecDeque::new()) } else { None },
            WindowCommand::NextDocument => self.show_next_document(1),
            WindowCommand::PreviousDocument => self.show_next_document(-1),
            WindowCommand::NextTab => self.show_tab((self.active + 1) % self.tabs.len()),
            WindowCommand::PreviousTab => self.show_tab((self.active + self.tabs.len() - 1) % self.tabs.len()),
            WindowCommand::NextRegion => regions::move_focus(ctx, true),
            WindowCommand::PreviousRegion => regions::move_focus(ctx, false),
            WindowCommand::Help => self.help.toggle_puzzle(ctx, self.tabs[self.active].key()),
            WindowCommand::HelpOnWindow => self.help.show_topic(ctx, Topic::Window),
            WindowCommand::HelpOnFiles => self.help.show_topic(ctx, Topic::Files),
            WindowCommand::HelpOnCommandLine => self.help.show_topic(ctx, Topic::CommandLine),
            WindowCommand::Glossary => self.help.show_topic(ctx, Topic::Glossary),
            WindowCommand::Palette => {
                self.dialog = Some(Dialog::Palette(Palette::new(self.places())));
                controls::request(ctx);
            }
            WindowCommand::Shortcuts => self.dialog = Some(Dialog::Shortcuts),
            WindowCommand::Report => self.show_report(ctx),
            WindowCommand::About => self.ask(about()),
        }
    }

    /// What the command palette finds beside commands: tabs, open documents, examples, recent files and the puzzles' help pages.
    fn places(&self) -> Vec<Place> {
        let tabs = || self.tabs.iter().map(Box::as_ref).enumerate();
        let tab = |(index, tab): (usize, &dyn Tab)| Place {
            request: Request::ShowTab(index),
            title: tab.title().to_owned(),
            aside: "tab".to_owned(),
        };
        let mut places: Vec<Place> = tabs().map(tab).collect();
        for (index, tab) in tabs() {
            let aside = format!("{}, open document", tab.title());
            let place = |document: DocumentLabel| Place {
                request: Request::ShowDocument((index, document.number)),
                title: document.name,
                aside: aside.clone(),
            };
            places.extend(tab.documents().into_iter().map(place));
        }
        for (index, tab) in tabs() {
            let place = |(number, (title, _))| Place {
                request: Request::OpenExample(index, number),
                title,
                aside: format!("{}, example", tab.title()),
            };
            places.extend(tab.examples().into_iter().enumerate().map(place));
        }
        let recent = |path: &PathBuf| Place {
            request: Request::Open(path.clone()),
            title: path.display().to_string(),
            aside: "recent file".to_owned(),
        };
        places.extend(self.recent.paths().iter().map(recent));
        let help = |(page, title): (usize, &str)| Place {
            request: Request::ShowHelp(page),
            title: format!("Help on {title}"),
            aside: "help page".to_owned(),
        };
        places.extend(self.help.of_puzzles().map(help));
        places
    }

    /// Makes text and controls larger by this many percent of their usual size, within limits.
    fn enlarge(&mut self, ctx: &Context, percent: i16) {
        let enlarged_by = (self.appearance.enlarged_by + percent).clamp(*theme::ENLARGED_BY.start(), *theme::ENLARGED_BY.end());
        self.change_appearance(ctx, Appearance { enlarged_by, ..self.appearance });
    }

    fn show_theme(&mut self, ctx: &Context, theme: egui::Theme) {
        self.light = Some(theme == egui::Theme::Light);
        ctx.set_theme(theme);
    }

    fn change_appearance(&mut self, ctx: &Context, appearance: Appearance) {
        self.appearance = appearance;
        theme::set_appearance(ctx, appearance);
    }

    /// Shows the document this many places further down the tab's list, which wraps around.
    fn show_next_document(&mut self, places: isize) {
        let tab = &mut self.tabs[self.active];
        let count = tab.documents().len() as isize;
        tab.show((tab.shown() as isize + places).rem_euclid(count) as usize);
    }

    fn paste(&mut self, text: &str, now: Duration) {
        if let Err(error) = self.tabs[self.active].paste(text) {
            self.show_notice(format!("Couldn't read the pasted text: {error}"), now);
        }
    }

    /// Says in the log's file why there is a frame that no input asked for: a window at rest has none. So the caret of a text box stops
    /// blinking once nothing was typed for a while.
    fn note_frame(&mut self, ctx: &Context) {
        let now = self.now(ctx);
        if !ctx.input(|input| input.events.is_empty()) {
            self.last_input = now;
        } else if log::log_enabled!(log::Level::Debug) {
            let causes: Vec<String> = ctx.repaint_causes().iter().map(ToString::to_string).collect();
            log::debug!("a frame without input, because of {}", causes.join(", "));
        }
        theme::set_blinking(ctx, now < self.last_input + BLINKING);
    }

    fn copy(&mut self, ctx: &Context) {
        ctx.copy_text(self.tabs[self.active].copy());
    }

    /// Notes that something was copied in this frame, so that the next one says whether the system took it.
    fn note_copying(&mut self, ctx: &Context) {
        if ctx.output(|output| output.commands.iter().any(|command| matches!(command, OutputCommand::CopyText(_)))) {
            // Drops errors of earlier attempts.
            system_errors::take_clipboard_error();
            self.is_copying = true;
            ctx.request_repaint();
        }
    }

    fn report_copy_result(&mut self, now: Duration) {
        if !mem::take(&mut self.is_copying) {
            return;
        }
        match system_errors::take_clipboard_error() {
            None => self.show_notice("Copied as text".to_owned(), now),
            Some(why) => self.show_notice(format!("Couldn't copy the text: {why}"), now),
        }
    }

    fn show_notice(&mut self, text: String, now: Duration) {
        log::info!("{text}");
        self.notice = Some(Notice { text, until: now + NOTICE_TIME });
    }

    fn expire_notice(&mut self, ctx: &Context, now: Duration) {
        let Some(notice) = &self.notice else { return };
        if notice.until <= now {
            self.notice = None;
        } else {
            ctx.request_repaint_after(notice.until - now);
        }
    }

    fn update_title(&mut self, ctx: &Context) {
        let title = format!("{} — Quincunx", self.tabs[self.active].caption());
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }
}

/// Requests what the keys of the clipboard ask for, unless they belong to a text box.
fn clipboard(ctx: &Context) {
    if ctx.text_edit_focused() {
        return;
    }
    for event in ctx.input(|input| input.events.clone()) {
        let request = match event {
            Event::Copy => Request::Run(WindowCommand::CopyText.into()),
            Event::Paste(text) => Request::Paste(text),
            Event::PasteImage(picture) => Request::OpenPicture(PictureSource::Clipboard(picture)),
            _ => continue,
        };
        request.send(ctx);
    }
}

/// Shows the version and the licence.
fn about() -> Question {
    Question {
        title: "Quincunx".to_owned(),
        text: format!(
            "Version {}. A puzzle workbench: edit positions, find all solutions and step through them.",
            env!("CARGO_PKG_VERSION")
        ),
        note: "Licensed under MIT or Apache 2.0, at your option. The typeface is Inter, under the SIL Open Font License.".to_owned(),
        buttons: vec![("Close", Request::StayOpen)],
        has_main_button: true,
        ..Question::default()
    }
}

/// One tab for each puzzle of the list.
fn tabs(wake: &Wake, quick: Duration) -> Vec<Box<dyn Tab>> {
    macro_rules! one_each {
        ($($puzzle:ty),* $(,)?) => {
            vec![$(Box::new(PuzzleTab::<$puzzle>::new(wake.clone(), quick))),*]
        };
    }
    for_every_puzzle!(one_each)
}

fn clock(ctx: &Context) -> Duration {
    Duration::from_secs_f64(ctx.input(|input| input.time).max(0.0))
}

#[cfg(test)]
mod tests;
