//! Comparing all techniques through the window: rows that fill, the verdict, stopping, and an edit that drops it all.

#![cfg(feature = "gui")]

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

/// A dialog that is never asked.
struct NoDialog;

impl Dialog for NoDialog {
    fn show(&mut self, _ask: &Ask) -> Pin<Box<dyn Future<Output = Option<PathBuf>> + Send>> {
        Box::pin(ready(None))
    }
}

struct Window(Harness<'static, Option<App>>);

impl Window {
    /// A window of this size with the save file open, whose name it shows.
    #[track_caller]
    fn open(save: &str, name: &str, size: [f32; 2]) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves").join(save);
        let harness = Harness::builder().with_size(egui::Vec2::from(size)).with_context_setup(theme::install).build_ui_state(
            move |ui, app: &mut Option<App>| {
                let app = app.get_or_insert_with(|| App::new(ui.ctx(), Box::new(NoDialog), &Settings::default(), vec![path.clone()]));
                app.logic(ui.ctx());
                app.ui(ui);
            },
            None,
        );
        let mut window = Self(harness);
        window.wait_for(name);
        window
    }

    /// Frames pass until the window shows this label; what it waits for happens on other threads.
    #[track_caller]
    fn wait_for(&mut self, label: &str) {
        for _ in 0..50_000 {
            self.0.run_steps(1);
            if self.count(label) > 0 {
                return;
            }
            std::thread::yield_now();
        }
        panic!("the window never showed {label:?}");
    }

    fn count(&self, label: &str) -> usize {
        self.0.query_all_by_label_contains(label).count()
    }

    fn press(&mut self, modifiers: Modifiers, key: Key) {
        self.0.key_press_modifiers(modifiers, key);
        self.0.run_steps(2);
    }
}

#[test]
fn rows_fill_the_verdict_follows_and_undo_drops_it() {
    for size in [[1280.0, 800.0], [800.0, 600.0]] {
        let mut window = Window::open("meteor/two-pins.ron", "Two pins", size);
        assert_eq!(window.count(" ×"), 0);
        window.0.get_by_label("Compare").click();
        window.wait_for("All 7 found the same 53 answers");
        assert_eq!(window.count(" ×"), 6, "each has its factor but the one that all are measured against");
        assert_eq!(window.count("Comparing"), 0);
        window.press(Modifiers::COMMAND, Key::Z);
        assert_eq!((window.count(" ×"), window.count("found the same")), (0, 0), "another position was not compared");
    }
}

#[test]
fn escape_stops_it_and_says_where() {
    // In a build for tests, the last technique takes many times as long as a frame.
    let mut window = Window::open("meteor/contest.ron", "Meteor contest", [1280.0, 800.0]);
    window.press(Modifiers::NONE, Key::F6);
    window.wait_for("Comparing: ");
    window.press(Modifiers::NONE, Key::Escape);
    assert_eq!(window.count("▲ stopped"), 1, "the one that ran");
    assert_eq!(window.count("Comparing: "), 0);
    window.press(Modifiers::NONE, Key::F6);
    assert_eq!(window.count("▲ stopped"), 0, "it begins again");
}

#[test]
fn the_contest_gets_its_output_copied() {
    let mut window = Window::open("meteor/contest.ron", "Meteor contest", [1280.0, 800.0]);
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("2,098");
    for _ in 0..50_000 {
        window.0.get_by_label("Copy the output").click();
        window.0.run_steps(1);
        let commands = &window.0.output().platform_output.commands;
        let copied = commands.iter().find_map(|command| if let egui::OutputCommand::CopyText(text) = command { Some(text) } else { None });
        if let Some(copied) = copied {
            assert_eq!(copied, include_str!("cases/meteor-2098.txt"));
            return;
        }
        std::thread::yield_now();
    }
    panic!("nothing was copied");
}
