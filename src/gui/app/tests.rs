//! The window without a screen, for tests that delay file work or read the window's requests to the system.

use std::{
    future::{Future, ready},
    pin::Pin,
    sync::{
        Arc,
        mpsc::{self, Sender},
    },
    time::Instant,
};

use egui::{ViewportEvent, ViewportId};
use egui_kittest::{Harness, kittest::Queryable};

use super::{backup::Backup, commands::about, *};
use crate::{
    book::BookOptions,
    dialogs::Dialog,
    exporting::{Drawing, Exported},
    files::{Content, Data, News, Outcome, Parcel, PathRequest},
    play::Record,
    system_errors, tab_settings,
    testing::program,
    theme,
};
use base::{
    book::Grades,
    challenge::Grade,
    date::Date,
    game::{End, Game},
    results::GameResult,
};
use workbench::logging;

/// After this time, what a test waits for never happens.
const LONGEST: Duration = Duration::from_secs(120);

struct NoDialog;

impl files::Dialog for NoDialog {
    fn show(&mut self, _request: &PathRequest) -> Pin<Box<dyn Future<Output = Outcome> + Send>> {
        Box::pin(ready(Outcome::Cancelled))
    }
}

/// A window that runs without a screen.
struct Window(Harness<'static, Option<App>>);

impl Window {
    fn open() -> Self {
        Self(Harness::builder().with_context_setup(theme::install).build_ui_state(
            |ui, app: &mut Option<App>| {
                let app = app.get_or_insert_with(|| App::new(ui.ctx(), Box::new(NoDialog), &Settings::default(), Vec::new(), program()));
                app.logic(ui.ctx());
                app.ui(ui);
            },
            None,
        ))
    }

    fn app(&mut self) -> &mut App {
        self.0.state_mut().as_mut().unwrap()
    }

    /// Runs one frame. Returns whether the window sent this command in it.
    fn sends(&mut self, command: &ViewportCommand) -> bool {
        self.0.step();
        self.0.output().viewport_output.values().any(|output| output.commands.contains(command))
    }

    fn events(&mut self) -> &mut Vec<ViewportEvent> {
        &mut self.0.input_mut().viewports.entry(ViewportId::ROOT).or_default().events
    }

    /// Asks the window to close. Returns whether it refused.
    fn refuses_to_close(&mut self) -> bool {
        self.events().push(ViewportEvent::Close);
        let refuses = self.sends(&ViewportCommand::CancelClose);
        self.events().clear();
        refuses
    }

    /// Whether any label contains this text.
    fn shows(&self, text: &str) -> bool {
        self.0.query_all_by_label_contains(text).next().is_some()
    }

    /// Runs frames until the window sends this command.
    #[track_caller]
    fn wait_for(&mut self, command: &ViewportCommand) {
        let began = Instant::now();
        while !self.sends(command) {
            assert!(began.elapsed() < LONGEST, "it is never sent");
            std::thread::yield_now();
        }
    }

    /// Runs frames until this holds.
    #[track_caller]
    fn wait_until(&mut self, holds: impl Fn(&mut Self) -> bool) {
        let began = Instant::now();
        while !holds(self) {
            assert!(began.elapsed() < LONGEST, "it never happens");
            self.0.step();
        }
    }

    /// Starts an export that ends when the sender is used.
    fn export(&mut self, path: &Path) -> Sender<()> {
        self.export_many(1, path)
    }

    /// Starts an export of this many pictures, each of which is done when the sender is used.
    fn export_many(&mut self, pictures: usize, path: &Path) -> Sender<()> {
        let (finish, wait) = mpsc::channel();
        let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>"#.to_owned();
        let drawing = Drawing::new(pictures, move |progress| {
            (0..pictures).try_for_each(|_| {
                let _ = wait.recv();
                progress.next()
            })?;
            Some(vec![svg.clone()])
        });
        let parcel = Parcel { content: Content::Picture(Exported::Board), name: String::new(), data: Data::Pictures(drawing) };
        self.app().use_path(PathRequest::Write(parcel), path.to_owned());
        finish
    }
}

#[test]
fn the_window_closes_once_an_export_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("picture.svg");
    let mut window = Window::open();
    window.0.step();
    let finish = window.export(&path);
    assert!(window.refuses_to_close());
    window.0.step();
    assert!(window.shows("Saving files…") && !path.exists());
    finish.send(()).unwrap();
    window.wait_for(&ViewportCommand::Close);
    assert!(path.exists() && !window.refuses_to_close());
}

#[test]
fn close_anyway_closes_the_window_during_an_export() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::open();
    window.0.step();
    let _finish = window.export(&folder.path().join("picture.svg"));
    assert!(window.refuses_to_close());
    window.0.step();
    window.0.get_by_label("Close anyway").click();
    window.wait_for(&ViewportCommand::Close);
    assert!(!window.refuses_to_close());
}

#[test]
fn a_slow_export_is_named_and_does_not_block_others() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::open();
    window.0.step();
    let _finish = window.export(&folder.path().join("dead.svg"));
    let other = folder.path().join("alive.svg");
    window.export(&other).send(()).unwrap();
    window.wait_until(|window| window.shows("Still writing"));
    assert!(window.shows("dead.svg"));
    window.wait_until(|_| other.exists());
}

#[test]
fn an_export_of_many_pictures_shows_how_far_it_is_and_can_be_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::open();
    window.0.step();
    let few = window.export_many(99, &folder.path().join("few.svg"));
    window.0.run_steps(2);
    assert!(window.app().files.long_exports().next().is_none());
    drop(few);
    let path = folder.path().join("many.svg");
    let next = window.export_many(2_000, &path);
    (0..5).for_each(|_| next.send(()).unwrap());
    window.wait_until(|window| window.shows("5 of 2,000 pictures"));
    assert!(window.shows("many.svg"));
    window.0.get_by_label("Stop").click();
    window.0.run_steps(2);
    assert!(!window.shows("of 2,000 pictures"), "the dialog doesn't wait for the thread");
    drop(next);
    window.wait_until(|window| window.shows("Stopped exporting"));
    assert!(!path.exists());
}

#[test]
fn an_export_continues_in_the_background() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.svg");
    let mut window = Window::open();
    window.0.step();
    let next = window.export_many(100, &path);
    window.wait_until(|window| window.shows("0 of 100 pictures"));
    window.0.get_by_label("Continue in the background").click();
    window.0.run_steps(2);
    assert!(!window.shows("of 100 pictures"));
    drop(next);
    window.wait_until(|_| path.exists());
}

/// A book that is finished while another dialog is open.
#[test]
fn a_finished_book_waits_until_another_dialog_is_closed() {
    let mut window = Window::open();
    window.0.step();
    window.app().documents.shown_mut().0.run(DocumentCommand::Book, Duration::ZERO);
    let Some(Request::AskAboutBook(offer)) = window.app().requests.next() else { panic!("a book was offered") };
    let options = BookOptions { count: 1, grades: Grades::ALL.up_to(Grade::Easy), ..BookOptions::new(&Grade::ALL) };
    window.app().make_book(&offer, options);
    window.app().dialogs.ask(about());
    window.wait_until(|window| !window.app().book_is_running());
    window.0.run_steps(3);
    assert!(matches!(window.app().dialogs.open, Some(Dialog::Question(_))));
    window.app().files.request_path(PathRequest::Open);
    window.app().dialogs.open = None;
    window.0.step();
    assert!(!window.app().has_book());
}

#[test]
fn a_path_that_no_dialog_asks_for_waits_until_another_dialog_is_closed() {
    let mut window = Window::open();
    window.0.step();
    window.app().dialogs.ask(about());
    window.app().take_in(News::NoDialog(PathRequest::Open), Duration::ZERO);
    window.0.step();
    assert!(matches!(window.app().dialogs.open, Some(Dialog::Question(_))));
    window.app().dialogs.open = None;
    window.0.step();
    assert!(matches!(window.app().dialogs.open, Some(Dialog::Path { .. })));
}

#[test]
fn a_typed_name_replaces_the_suggested_one_and_keeps_its_extension() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::open();
    window.0.step();
    let name = folder.path().join("suggested.txt").display().to_string();
    let parcel = Parcel { content: Content::Output, name, data: Data::Bytes(b"output".to_vec()) };
    for (typed, written) in [("one", "one.txt"), ("two.csv", "two.csv.txt")] {
        window.app().take_in(News::NoDialog(PathRequest::Write(parcel.clone())), Duration::ZERO);
        window.0.run_steps(3);
        window.0.event(Event::Text(typed.to_owned()));
        window.0.step();
        window.0.key_press(Key::Enter);
        window.wait_until(|_| folder.path().join(written).exists());
    }
    // Without an extension, it gets that of the suggested name.
    window.app().take_in(News::NoDialog(PathRequest::Write(parcel)), Duration::ZERO);
    window.0.run_steps(3);
    window.0.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.0.event(Event::Text(folder.path().join("three").display().to_string()));
    window.0.step();
    window.0.key_press(Key::Enter);
    window.wait_until(|_| folder.path().join("three.txt").exists());
}

#[test]
fn a_typed_folder_is_opened_and_gets_no_extension() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("mine.d")).unwrap();
    let mut window = Window::open();
    window.0.step();
    for (typed, name) in [("mine.d", "one.txt"), ("mine.d/", "two.txt")] {
        let suggested = folder.path().join(name).display().to_string();
        let parcel = Parcel { content: Content::Output, name: suggested, data: Data::Bytes(b"output".to_vec()) };
        window.app().take_in(News::NoDialog(PathRequest::Write(parcel)), Duration::ZERO);
        window.0.run_steps(3);
        window.0.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.0.event(Event::Text(folder.path().join(typed).display().to_string()));
        window.0.step();
        window.0.key_press(Key::Enter);
        window.wait_until(|window| window.shows("is a folder"));
        window.0.run_steps(3);
        window.0.key_press(Key::Enter);
        window.wait_until(|_| folder.path().join("mine.d").join(name).exists());
    }
}

#[test]
fn a_failed_export_keeps_the_window_open() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::open();
    window.0.step();
    let finish = window.export(&folder.path().join("none").join("picture.svg"));
    assert!(window.refuses_to_close());
    finish.send(()).unwrap();
    while !window.shows("Couldn't save") {
        assert!(!window.sends(&ViewportCommand::Close));
    }
}

/// The backend reports the clipboard's errors only in the log.
#[test]
fn a_failed_copy_is_reported() {
    logging::start(system_errors::note);
    let mut window = Window::open();
    window.0.step();
    window.0.event(Event::Copy);
    window.0.step();
    log::error!(target: "egui_winit::clipboard", "arboard copy/cut error: no display");
    window.0.run_steps(2);
    assert!(window.0.query_by_label_contains("Couldn't copy the text: arboard copy/cut error").is_some());
    window.0.event(Event::Copy);
    window.0.run_steps(3);
    assert!(window.0.query_by_label_contains("Copied as text").is_some());
}

/// A second window finds the list of the first, and adds the file that it was started with.
#[test]
fn a_file_named_at_the_start_is_added_to_the_recent_files_of_other_windows() {
    let around = tempfile::tempdir().unwrap();
    let folder = around.path().join("notes");
    let recent = |of: &Path| {
        tab_settings::write(&{
            let mut recent = Recent::default();
            recent.add(of);
            recent
        })
    };
    std::fs::create_dir(&folder).unwrap();
    let other = std::path::absolute("other.ron").unwrap();
    std::fs::write(folder.join("recent.ron"), recent(&other)).unwrap();
    let save = around.path().join("named.ron");
    std::fs::write(&save, include_str!("../../../saves/meteor/contest.ron")).unwrap();

    let mut app = App::new(&Context::default(), Box::new(NoDialog), &Settings::default(), vec![save.clone()], program());
    app.store_settings_in(folder);
    let deadline = Instant::now() + Duration::from_secs(60);
    while let Some(news) = app.files.news_until(deadline) {
        app.take_in(news, Duration::ZERO);
    }
    assert_eq!(app.shared.recent.paths(), [save, other]);
}

#[test]
fn a_folder_for_recovery_files_that_can_not_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let mut window = Window::open();
    window.0.step();
    window.app().enable_recovery(&file.join("unsaved"));
    // Not until it is at rest: the analysis of the example may wake it at any time.
    window.0.run_steps(2);
    assert!(window.shows("Unsaved changes can't be restored after a crash"));
    let reason = format!("{} can't be written: part of the path is a file, not a folder", file.join("unsaved").display());
    window.0.get_by_label(&reason);
}

#[test]
fn settings_that_cannot_be_stored_are_reported_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let mut app = App::new(&Context::default(), Box::new(NoDialog), &Settings::default(), Vec::new(), program());
    app.store_settings_in(file.join("notes"));
    let deadline = Instant::now() + Duration::from_secs(60);
    while let Some(news) = app.files.news_until(deadline) {
        app.take_in(news, Duration::ZERO);
    }
    assert_eq!(app.dialogs.waiting.len(), 1, "the folder can't be written, whatever must be stored there");
}

#[test]
fn a_backup_is_restored_as_a_whole_or_not_at_all() {
    let mut window = Window::open();
    window.0.step();
    let ctx = window.0.ctx.clone();
    let mut record = Record::default();
    Arc::make_mut(&mut record.results).push(GameResult::new(Date::FIRST, Game { end: Some(End::Solved), ..Game::new("game") }));
    let mut backup = Backup::from([("meteor.games".to_owned(), record.remember()), ("set".to_owned(), "half a".to_owned())]);
    assert!(window.app().restore_backup(&ctx, &backup).is_err());
    assert_eq!(window.app().documents.tabs()[0].results.results[..], []);
    backup.remove("set");
    assert_eq!(window.app().restore_backup(&ctx, &backup), Ok("Settings restored, 1 result added".to_owned()));
    assert_eq!(window.app().documents.tabs()[0].results.results.len(), 1);
}
