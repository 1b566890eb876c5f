//! Virus War's tab, driven through the window by the names that its parts have: play, take back, edit, let the computer play.

#![cfg(feature = "gui")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{
    future::{Future, ready},
    path::{Path, PathBuf},
    pin::Pin,
};

use egui::{Key, Modifiers};
use egui_kittest::{Harness, kittest::Queryable};
use quincunx::gui::{
    app::{App, Settings},
    files::{Ask, Dialog},
    theme,
};

/// A dialog in which nothing is chosen.
#[derive(Clone)]
struct Nothing;

impl Dialog for Nothing {
    fn show(&mut self, _ask: &Ask) -> Pin<Box<dyn Future<Output = Option<PathBuf>> + Send>> {
        Box::pin(ready(None))
    }
}

struct Window(Harness<'static, Option<App>>);

impl Window {
    fn open(save: &str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves/virus-war").join(save).with_extension("ron");
        let size = egui::vec2(1280.0, 1400.0);
        let harness = Harness::builder().with_size(size).with_context_setup(theme::install).build_ui_state(
            move |ui, app: &mut Option<App>| {
                let open = || App::new(ui.ctx(), Box::new(Nothing), &Settings::default(), vec![path.clone()]);
                let app = app.get_or_insert_with(open);
                app.logic(ui.ctx());
                app.ui(ui);
            },
            None,
        );
        let mut window = Self(harness);
        window.wait_for("Let the computer play");
        window.wait_for("Within reach");
        window
    }

    /// Frames pass until the window shows this label; what it waits for happens on other threads.
    #[track_caller]
    fn wait_for(&mut self, label: &str) {
        for _ in 0..20_000 {
            self.0.run_steps(1);
            if self.shows(label) {
                return;
            }
            std::thread::yield_now();
        }
        panic!("the window never showed {label:?}");
    }

    fn shows(&self, label: &str) -> bool {
        self.0.query_all_by_label_contains(label).next().is_some()
    }

    #[track_caller]
    fn click(&mut self, label: &str) {
        self.0.get_all_by_label_contains(label).next().expect("it is there").click();
        self.0.run_steps(3);
    }

    #[track_caller]
    fn choose(&mut self, shown: &str, wanted: &str) {
        self.0.get_by_value(shown).click();
        self.0.run_steps(3);
        self.click(wanted);
    }

    fn press(&mut self, modifiers: Modifiers, key: Key) {
        self.0.key_press_modifiers(modifiers, key);
        self.0.run_steps(2);
    }
}

#[test]
fn turns_are_counted_listed_and_stepped() {
    let mut window = Window::open("midgame");
    window.wait_for("6,687");
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 6,687 solutions");
    assert!(window.shows("move 3 of the turn"));
    window.press(Modifiers::NONE, Key::ArrowLeft);
    assert!(!window.shows("move 3 of the turn") && window.shows("move 2 of the turn"));
}

#[test]
fn moves_are_made_and_taken_back() {
    let mut window = Window::open("opening");
    window.wait_for("3 moves left");
    window.click("X can move here");
    window.wait_for("2 moves left");
    assert!(window.shows("live X, move 1 of the turn"));
    window.click("Take back");
    window.wait_for("3 moves left");
    assert!(!window.shows("move 1 of the turn"));
}

#[test]
fn cells_are_changed_by_hand() {
    let mut window = Window::open("midgame");
    window.click("changes the cell");
    assert!(window.shows("a1, live O"));
    window.click("a1, live O");
    assert!(window.shows("a1, live X"));
    window.press(Modifiers::COMMAND, Key::Z);
    assert!(window.shows("a1, live O"));
}

#[test]
fn the_computer_plays_when_it_is_asked_and_the_turn_can_be_undone() {
    let mut window = Window::open("game");
    window.wait_for("X to move, 3 moves left");
    window.click("Let the computer play");
    window.wait_for("O to move, 3 moves left");
    assert!(window.shows("ahead:"), "what it expects is shown");
    window.press(Modifiers::COMMAND, Key::Z);
    assert!(window.shows("X to move, 3 moves left"));
}

#[test]
fn the_computer_answers_a_turn_but_not_an_undo() {
    let mut window = Window::open("game");
    window.choose("when asked", "O by itself");
    for left in ["2 moves left", "1 move left"] {
        window.click("X can move here");
        window.wait_for(left);
    }
    window.click("X can move here");
    window.wait_for("X to move, 3 moves left");
    assert!(window.shows("ahead:"), "the computer made O's turn");
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("Within reach");
    assert!(window.shows("O to move, 3 moves left") && !window.shows("Stop the computer"), "it waits while the user looks back");
}

#[test]
fn thinking_is_stopped_and_dropped_by_an_edit() {
    let mut window = Window::open("midgame");
    window.choose("Two turns ahead", "As far as it can see");
    let mover = if window.shows("X to move, 3 moves left") { "X" } else { "O" };
    let unmoved = format!("{mover} to move, 3 moves left");
    window.click("Let the computer play");
    assert!(window.shows("Stop the computer"));
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("Stop the computer") && window.shows(&unmoved));
    window.wait_for("Let the computer play");
    window.click("Let the computer play");
    assert!(window.shows("Stop the computer"));
    window.click("changes the cell");
    window.click("a1, live O");
    window.wait_for("Let the computer play");
    assert!(!window.shows("Stop the computer") && window.shows("a1, live X"));
}

#[test]
fn the_board_has_the_size_and_the_side_to_move_that_are_set() {
    let mut window = Window::open("game");
    window.wait_for("X to move, 3 moves left");
    window.click("O is to move");
    window.wait_for("O to move, 3 moves left");
    window.click("New game");
    window.wait_for("O to move, 1 move left");
    assert!(window.shows("a1, live O") && window.shows("h8, live X"));
}
