//! The window: it owns the documents and everything around them, and gives each frame its order.
//!
//! Each field is one concern with its functions in a file of its own. What a click leads to is in `carrying_out`.

mod bars;
mod asking;
mod backup;
mod books;
mod carrying_out;
mod closing;
mod commands;
mod documents;
mod frames;
mod looks;
mod notices;
mod recovering;
mod recovery;
mod recovery_file;
mod reopening;
mod report;
mod stored_settings;
mod recent;
mod small_window;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use egui::{CentralPanel, Context, Event, Frame, Key, Modifiers, Popup, Ui, Vec2, ViewportCommand, vec2};
use serde::{Deserialize, Serialize};

use super::{
    any_puzzle::Puzzles,
    command::DocumentCommand,
    document::{Home, WindowInfo},
    files::{self, Files, PictureSource},
    handover::{self, Inbox},
    help::Help,
    open_documents::Documents,
    request::{Request, Requests},
    widgets::end_frame,
    writing,
};
use asking::Dialogs;
use bars::run_shortcuts;
use base::{look::Appearance, text::drawable};
use books::Exports;
use closing::Closing;
use frames::Frames;
use looks::Looks;
use notices::Notices;
pub use recent::Recent;
use recovery::Recovery;
pub use reopening::Reopened;
use reopening::Reopening;
use stored_settings::SharedSettings;
use workbench::{job::Wake, lifecycle::QUICK};

/// The least size of the window, in points.
pub const LEAST_SIZE: Vec2 = vec2(640.0, 480.0);

/// The first frame waits at most this long for the files named on the command line. Keys pressed early are meant for them, but a disk
/// that doesn't respond must not delay the window.
const STARTUP_WAIT: Duration = Duration::from_secs(1);

/// What the program hands to its window.
#[derive(Clone, Copy)]
pub struct Program {
    /// The version, with what it was built from.
    pub version: &'static str,
    /// The puzzles.
    pub puzzles: Puzzles,
}

/// The state of the window.
pub struct App {
    program: Program,
    documents: Documents,
    files: Files,
    /// What controls want from the window.
    requests: Requests,
    dialogs: Dialogs,
    help: Help,
    notices: Notices,
    frames: Frames,
    looks: Looks,
    exports: Exports,
    closing: Closing,
    /// What all windows share.
    shared: SharedSettings,
    /// None if recovery files can't be written.
    recovery: Option<Recovery>,
    /// What was open when the program last ended.
    reopening: Reopening,
    /// Files that other starts of the program send; none if they can't.
    inbox: Option<Inbox>,
    /// The size that the window had before it became a small one; none if it isn't.
    full_size: Option<Vec2>,
    /// The title that the system knows.
    title: String,
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
    /// [`Session::quick`](workbench::session::Session::quick).
    #[serde(skip)]
    pub quick: Option<Duration>,
}

/// The key of the settings in eframe's storage.
pub const SETTINGS: &str = "settings";

impl App {
    /// A window with these files open, or with the first examples. Files that take longer than a second to read are opened later.
    pub fn new(ctx: &Context, dialog: Box<dyn files::Dialog>, settings: &Settings, paths: Vec<PathBuf>, program: Program) -> Self {
        let wake: Wake = {
            let ctx = ctx.clone();
            Arc::new(move || ctx.request_repaint())
        };
        let requests = Requests::of(ctx);
        let quick = settings.quick.unwrap_or(QUICK);
        let home = Home { requests: requests.clone(), wake: wake.clone(), quick };
        let documents = Documents::new(program.puzzles, &settings.tab, home);
        let mut app = Self {
            program,
            help: Help::new(documents.tabs().iter().map(|tab| (tab.puzzle.kind.key, tab.puzzle.help))),
            documents,
            files: Files::new(dialog, Arc::new(move |text| program.puzzles.load(text)), wake),
            requests,
            dialogs: Dialogs::default(),
            notices: Notices::default(),
            frames: Frames::new(),
            looks: Looks::new(ctx, settings.light, settings.appearance),
            exports: Exports::default(),
            closing: Closing::No,
            shared: SharedSettings::default(),
            recovery: None,
            reopening: Reopening::default(),
            inbox: None,
            full_size: None,
            title: String::new(),
        };
        if paths.is_empty() {
            app.reopen(&settings.documents);
        } else {
            app.reopening.leave_alone(&settings.documents, &paths);
        }
        for path in paths {
            app.load(path);
        }
        let deadline = Instant::now() + STARTUP_WAIT;
        while let Some(news) = app.files.news_until(deadline) {
            app.take_in(news, clock(ctx));
        }
        app.documents.show_tab(app.documents.active());
        app
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
        let (tab, documents) = (self.documents.tab().puzzle.kind.key.to_owned(), self.reopened_next_time());
        Settings { light: self.looks.light, appearance: self.looks.appearance, tab, documents, quick: None }
    }

    /// Whether the outcome of an action is still to come: a file is being read or written, a document is added to a report, or the active
    /// tab analyses its position or searches it for solutions or hints.
    pub fn is_settling(&self) -> bool {
        self.is_reading_or_writing() || self.exports.report.is_some() || self.documents.is_settling()
    }

    /// Whether a file is being read or written.
    pub fn is_reading_or_writing(&self) -> bool {
        self.files.is_busy()
    }

    /// Whether anything runs on another thread for any tab.
    pub fn is_busy(&self) -> bool {
        self.is_settling() || self.documents.are_busy()
    }

    /// Records how long the last frame took.
    pub fn record_frame_time(&mut self, frame_time: Option<Duration>) {
        self.frames.record_time(frame_time);
    }

    /// Does what doesn't depend on whether the window is visible: takes in results of other threads, keeps recovery files up to date and
    /// closes the window.
    pub fn logic(&mut self, ctx: &Context) {
        self.frames.note(ctx);
        if self.documents.catch_up() {
            ctx.request_repaint();
        }
        let now = self.frames.now(ctx);
        while let Some(news) = self.files.news() {
            self.take_in(news, now);
        }
        self.take_handed_over(ctx);
        self.catch_up_book(ctx);
        self.notices.report_copying(now);
        if let Some(complaint) = writing::complaint(ctx) {
            self.notices.show(complaint, now);
        }
        self.carry_out_all(ctx);
        let step = self.documents.shown_mut().0.tick(now);
        let waits = [step, self.update_recovery_files(now), self.files.replace_stalled()];
        waits.into_iter().flatten().for_each(|wait| ctx.request_repaint_after(wait));
        self.update_title(ctx);
        self.close_if_requested(ctx);
    }

    /// Shows the window.
    pub fn ui(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        let now = clock(&ctx);
        // Otherwise Esc would also act on what is behind the menu: stop a search, or leave a solution.
        if Popup::is_any_open(&ctx) && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            Popup::close_all(&ctx);
        }
        let shown = self.documents.shown();
        self.notices.expire(&ctx, now, (shown.number, shown.document.about().revision));
        if self.full_size.is_some() && !self.documents.shown().document.about().has_small_window {
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
        let notice = self.notices.text().or(still_busy.as_deref());
        let window = WindowInfo { now, is_small, notice, frame_times: self.frames.times() };
        let (document, results) = self.documents.shown_mut();
        if is_small {
            document.ui(ui, &window, results);
        } else if !self.help.ui(ui) {
            CentralPanel::default().frame(Frame::NONE).show(ui, |ui| document.ui(ui, &window, results));
        }
        if self.dialogs.open.is_none() {
            self.choose_tab(&ctx);
            run_shortcuts(&ctx);
            clipboard(&ctx);
        }
        dropped_files(&ctx);
        self.carry_out_all(&ctx);
        self.dialog_ui(&ctx);
        self.carry_out_all(&ctx);
        self.notices.note_copying(&ctx);
        end_frame(&ctx);
    }

    fn update_title(&mut self, ctx: &Context) {
        // X ends the program if a title has the character NUL.
        let title = drawable(&format!("{} — Quincunx", self.documents.shown().document.about().caption)).into_owned();
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
            Event::Copy => Request::Run(DocumentCommand::CopyText.into()),
            Event::Paste(text) => Request::Paste(text),
            Event::PasteImage(picture) => Request::OpenPicture(PictureSource::Clipboard(picture)),
            _ => continue,
        };
        request.send(ctx);
    }
}

fn dropped_files(ctx: &Context) {
    let paths: Vec<PathBuf> = ctx.input(|input| input.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect());
    paths.into_iter().for_each(|path| Request::Open(path).send(ctx));
}

fn clock(ctx: &Context) -> Duration {
    Duration::from_secs_f64(ctx.input(|input| input.time).max(0.0))
}

#[cfg(test)]
mod tests;
