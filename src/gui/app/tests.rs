//! The window without a screen, where tests must hold something up or hear what nobody sees.

use std::{
    future::{Future, ready},
    pin::Pin,
    sync::mpsc::{self, Sender},
};

use egui::{ViewportEvent, ViewportId};
use egui_kittest::{Harness, kittest::Queryable};

use super::*;
use crate::gui::{
    exporting::Drawing,
    files::{Content, Data, Outcome},
};

struct NoDialog;

impl files::Dialog for NoDialog {
    fn show(&mut self, _ask: &Ask) -> Pin<Box<dyn Future<Output = Outcome> + Send>> {
        Box::pin(ready(Outcome::Cancelled))
    }
}

/// A window, and whether the last frame let it close.
struct Window(Harness<'static, Option<App>>);

impl Window {
    fn open() -> Self {
        Self(Harness::builder().with_context_setup(theme::install).build_ui_state(
            |ui, app: &mut Option<App>| {
                let app = app.get_or_insert_with(|| App::new(ui.ctx(), Box::new(NoDialog), &Settings::default(), Vec::new()));
                app.logic(ui.ctx());
                app.ui(ui);
            },
            None,
        ))
    }

    fn app(&mut self) -> &mut App {
        self.0.state_mut().as_mut().unwrap()
    }

    /// A frame passes. Says whether the window asked for the given command in it.
    fn asks(&mut self, wanted: &ViewportCommand) -> bool {
        self.0.step();
        self.0.output().viewport_output.values().any(|output| output.commands.contains(wanted))
    }

    fn events(&mut self) -> &mut Vec<ViewportEvent> {
        &mut self.0.input_mut().viewports.entry(ViewportId::ROOT).or_default().events
    }

    /// The window is to be closed. Says whether it refused.
    fn refuses_to_close(&mut self) -> bool {
        self.events().push(ViewportEvent::Close);
        let refuses = self.asks(&ViewportCommand::CancelClose);
        self.events().clear();
        refuses
    }

    /// Frames pass until the window asks for this.
    fn wait_for(&mut self, wanted: &ViewportCommand) {
        while !self.asks(wanted) {
            std::thread::yield_now();
        }
    }

    /// An export that takes until it is let go.
    fn export(&mut self, path: &Path) -> Sender<()> {
        let (let_go, wait) = mpsc::channel();
        let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>"#.to_owned();
        let drawing = Drawing::new(move || {
            let _ = wait.recv();
            vec![svg.clone()]
        });
        let parcel = Parcel { content: Content::Picture, name: String::new(), data: Data::Pictures(drawing) };
        self.app().path_given(Ask::Write(parcel), path.to_owned());
        let_go
    }
}

#[test]
fn the_window_closes_once_an_export_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("picture.svg");
    let mut window = Window::open();
    window.0.step();
    let let_go = window.export(&path);
    assert!(window.refuses_to_close());
    window.0.step();
    assert!(window.0.query_by_label_contains("Still writing").is_some() && !path.exists());
    let_go.send(()).unwrap();
    window.wait_for(&ViewportCommand::Close);
    assert!(path.exists() && !window.refuses_to_close());
}

#[test]
fn the_window_closes_at_once_if_nobody_wants_to_wait() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::open();
    window.0.step();
    let _let_go = window.export(&folder.path().join("picture.svg"));
    assert!(window.refuses_to_close());
    window.0.step();
    window.0.get_by_label("Close anyway").click();
    window.wait_for(&ViewportCommand::Close);
    assert!(!window.refuses_to_close());
}

#[test]
fn what_takes_long_is_named_and_lets_the_rest_pass() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::open();
    window.0.step();
    let _let_go = window.export(&folder.path().join("dead.svg"));
    let other = folder.path().join("alive.svg");
    window.export(&other).send(()).unwrap();
    while window.0.query_by_label_contains("Still writing").is_none() {
        window.0.step();
    }
    assert!(window.0.query_by_label_contains("dead.svg").is_some());
    while !other.exists() {
        window.0.step();
    }
}

#[test]
fn a_failed_export_keeps_the_window_open() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::open();
    window.0.step();
    let let_go = window.export(&folder.path().join("none").join("picture.svg"));
    assert!(window.refuses_to_close());
    let_go.send(()).unwrap();
    while window.0.query_by_label_contains("was not saved").is_none() {
        assert!(!window.asks(&ViewportCommand::Close));
    }
}

/// The system's clipboard tells of its trouble only in the log.
#[test]
fn nothing_is_called_copied_that_was_not() {
    clipboard::listen();
    let mut window = Window::open();
    window.0.step();
    window.0.event(Event::Copy);
    window.0.step();
    log::error!(target: "egui_winit::clipboard", "arboard copy/cut error: no display");
    window.0.run_steps(2);
    assert!(window.0.query_by_label_contains("Couldn't copy the position: arboard copy/cut error").is_some());
    window.0.event(Event::Copy);
    window.0.run_steps(3);
    assert!(window.0.query_by_label_contains("Position copied as text").is_some());
}
