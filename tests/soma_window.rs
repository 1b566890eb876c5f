//! The tab of Soma, driven through the window by the names that its parts have: what is kept, watched, listed, drawn and printed.

#![allow(clippy::unwrap_used, reason = "what a test cannot have ends it")]
#![cfg(feature = "gui")]

use std::{
    fs,
    future::{Future, ready},
    path::{Path, PathBuf},
    pin::Pin,
    sync::{Arc, Mutex},
};

use egui::{Key, Modifiers};
use egui_kittest::{Harness, kittest::Queryable};
use quincunx::gui::{
    app::{App, Settings},
    files::{Ask, Dialog},
    theme,
};

/// A dialog that chooses the next of these paths.
#[derive(Clone, Default)]
struct Script(Arc<Mutex<Vec<PathBuf>>>);

impl Dialog for Script {
    fn show(&mut self, _ask: &Ask) -> Pin<Box<dyn Future<Output = Option<PathBuf>> + Send>> {
        Box::pin(ready(self.0.lock().unwrap().pop()))
    }
}

struct Window {
    harness: Harness<'static, Option<App>>,
    script: Script,
}

impl Window {
    /// A window with this position, so high that no tool is out of sight.
    fn open(save: &str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves/soma").join(save);
        let script = Script::default();
        let dialog = script.clone();
        let harness = Harness::builder().with_size(egui::vec2(1280.0, 1900.0)).with_context_setup(theme::install).build_ui_state(
            move |ui, app: &mut Option<App>| {
                let app = app.get_or_insert_with(|| App::new(ui.ctx(), Box::new(dialog.clone()), &Settings::default(), vec![path.clone()]));
                app.logic(ui.ctx());
                app.ui(ui);
            },
            None,
        );
        let mut window = Self { harness, script };
        window.wait_for("Placements");
        window
    }

    /// Frames pass until the window shows this label; what it waits for happens on other threads.
    #[track_caller]
    fn wait_for(&mut self, label: &str) {
        for _ in 0..20_000 {
            self.harness.run_steps(1);
            if self.shows(label) {
                return;
            }
            std::thread::yield_now();
        }
        panic!("the window never showed {label:?}");
    }

    fn shows(&self, label: &str) -> bool {
        self.harness.query_all_by_label_contains(label).next().is_some()
    }

    #[track_caller]
    fn click(&mut self, label: &str) {
        self.harness.get_all_by_label_contains(label).next().expect("it is there").click();
        self.harness.run_steps(3);
    }

    fn press(&mut self, key: Key) {
        self.harness.key_press_modifiers(Modifiers::NONE, key);
        self.harness.run_steps(2);
    }

    /// Clicks what makes a file, and returns what was written.
    #[track_caller]
    fn made(&mut self, button: &str, name: &str) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join(name);
        self.script.0.lock().unwrap().push(target.clone());
        self.click(button);
        for _ in 0..20_000 {
            self.harness.run_steps(1);
            if let Ok(bytes) = fs::read(&target) {
                return bytes;
            }
            std::thread::yield_now();
        }
        panic!("{name} was never written");
    }
}

#[test]
fn solutions_are_counted_after_every_edit_and_for_the_piece_in_hand() {
    let mut window = Window::open("cube-t-and-l.ron");
    window.wait_for("36");
    window.click("Take piece V");
    window.wait_for("the piece in hand keeps");
    assert!(window.shows("the piece in hand is a dead end here"));
    let kept = window.harness.get_all_by_label_contains("the piece in hand keeps").next().unwrap().rect().center();
    window.harness.hover_at(kept);
    window.harness.run_steps(2);
    window.press(Key::Escape);
    assert!(!window.shows("the piece in hand keeps"));
}

#[test]
fn a_dead_end_is_seen_at_once_and_the_hint_says_why() {
    let mut window = Window::open("cube-dead-end.ron");
    window.wait_for("none");
    window.press(Key::H);
    window.wait_for("It helps to take up");
}

#[test]
fn the_search_is_watched_moment_by_moment() {
    let mut window = Window::open("cube-t-and-l.ron");
    window.click("first cell");
    window.click("Watch how the search goes");
    window.wait_for("of ");
    for _ in 0..3 {
        window.press(Key::ArrowRight);
    }
    window.wait_for("laid on the lowest free cell");
}

#[test]
fn solutions_are_listed_by_where_pieces_lie() {
    let mut window = Window::open("cube.ron");
    window.press(Key::F5);
    window.wait_for("Finished: 240 solutions");
    window.click("List only solutions with piece L here");
    window.wait_for(" of 240");
    window.click("List only solutions with piece L here");
    window.wait_for("/ 240");
    window.click("Can be put together");
    assert!(window.shows("/ 240"), "every cube can");
}

#[test]
fn a_piece_of_ones_own_is_drawn() {
    let mut window = Window::open("cube.ron");
    window.click("Set");
    window.click("Of your own");
    window.click("New piece");
    assert!(window.shows("Draw piece C"), "A and B are taken");
    window.click("Cube in layer 1, row 1, column 2");
    window.click("Layer 2 of the piece");
    window.click("Cube in layer 2, row 1, column 1");
    // 27 cubes of the others, and three.
    window.wait_for("30");
    window.click("Take piece C");
    window.wait_for("the piece in hand");
    window.click("Remove");
    assert!(!window.shows("Draw piece C"));
}

#[test]
fn sheets_and_models_are_written() {
    let mut window = Window::open("cube.ron");
    window.press(Key::F5);
    window.wait_for("Finished: 240 solutions");
    let sheet = String::from_utf8(window.made("Sheet of layers", "sheet.svg")).unwrap();
    assert!(sheet.contains("PUT THEM IN IN THIS ORDER"));
    let assembled = window.made("Model", "cube.stl");
    assert_eq!((assembled.len() - 84) % 50, 0);
    window.click("Each piece by itself on the ground");
    assert_ne!(window.made("Model", "pieces.stl"), assembled);
}

#[test]
fn where_nothing_lies_there_is_no_model() {
    let mut window = Window::open("cube.ron");
    window.click("Model");
    window.wait_for("nothing to make");
}
