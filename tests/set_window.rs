//! The tab of SET, driven through the window by the names that its parts have: choose, deal, play, simulate.

#![cfg(feature = "gui")]

use std::{
    future::{Future, ready},
    path::{Path, PathBuf},
    pin::Pin,
};

use egui::{Event, Key, Modifiers};
use egui_kittest::{Harness, kittest::Queryable};
use quincunx::gui::{
    app::{App, Settings},
    files::{Ask, Dialog},
    theme,
};

/// A dialog that chooses nothing.
struct Closed;

impl Dialog for Closed {
    fn show(&mut self, _ask: &Ask) -> Pin<Box<dyn Future<Output = Option<PathBuf>> + Send>> {
        Box::pin(ready(None))
    }
}

struct Window {
    harness: Harness<'static, Option<App>>,
}

impl Window {
    /// A window with this hand, so high that no tool is out of sight.
    fn open(save: &str, settings: Settings) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves/set").join(save);
        let harness = Harness::builder().with_size(egui::vec2(1280.0, 1700.0)).with_context_setup(theme::install).build_ui_state(
            move |ui, app: &mut Option<App>| {
                let app = app.get_or_insert_with(|| App::new(ui.ctx(), Box::new(Closed), &settings, vec![path.clone()]));
                app.logic(ui.ctx());
                app.ui(ui);
            },
            None,
        );
        let mut window = Self { harness };
        window.wait_for("All SETs on the table".to_uppercase().as_str());
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
        self.harness.get_by_label(label).click();
        self.harness.run_steps(3);
    }

    fn type_keys(&mut self, keys: &str) {
        for key in keys.chars() {
            self.harness.event(Event::Text(key.to_string()));
            self.harness.run_steps(2);
        }
    }

    /// How many frames of a quarter of a second were enough for the clock to show this.
    #[track_caller]
    fn frames_until(&mut self, clock: &str) -> u32 {
        let frames = (0..100).find(|_| {
            self.harness.run_steps(1);
            self.shows(clock)
        });
        frames.unwrap_or_else(|| panic!("the clock never showed {clock}"))
    }
}

#[test]
fn a_found_set_is_chosen_and_explained() {
    let mut window = Window::open("apl-16807.ron", Settings::default());
    window.wait_for("1SRU  1SBL  1SGH");
    window.click("1SRU  1SBL  1SGH");
    assert!(window.shows("OK: a SET") && window.shows("red, green and blue"));
    assert!(window.shows("7: 1 squiggle blue solid, chosen"), "the board shows it, too");
    window.click("Take away");
    window.wait_for("9 of 81");
    assert!(!window.shows("1SRU  1SBL  1SGH"));
    // By a key, since what is known of the new hand may still move the buttons.
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.wait_for("1SRU  1SBL  1SGH");
}

#[test]
fn hints_come_a_card_at_a_time() {
    let mut window = Window::open("apl-16807.ron", Settings::default());
    window.click("Hint  ?");
    assert!(window.shows("1 squiggle red outline is part of a SET."));
    window.click("Hint  ?");
    assert!(window.shows("the two need 1 squiggle green shaded."));
}

#[test]
fn a_round_is_played_with_keys_against_the_clock_and_remembered() {
    let mut window = Window::open("apl-16807.ron", Settings::default());
    window.wait_for("1SRU  1SBL  1SGH");
    window.click("This table");
    assert!(!window.shows("1SRU  1SBL  1SGH"), "nothing is given away");
    window.harness.key_press_modifiers(Modifiers::NONE, Key::F5);
    window.harness.run_steps(2);
    assert!(!window.shows("Finished"), "nor searched");
    window.frames_until("0:02");
    assert!(window.frames_until("0:04") >= 6, "a second of the clock is four frames");
    window.type_keys("abc");
    assert!(window.shows("No: not a SET") && window.shows("shape:"));
    window.type_keys("bghcegfij");
    assert!(window.shows("Right."));
    window.type_keys("gil");
    assert!(window.shows("Done in 0:"));
    let settings = window.harness.state().as_ref().map(App::settings).unwrap();
    window.click("Back to the table");
    assert!(window.shows("1SRU  1SBL  1SGH") && window.shows("One table · 1"));
    let window = Window::open("apl-12345.ron", settings);
    assert!(window.shows("One table · 1") && window.shows("1.0"), "one guess was wrong");
}

#[test]
fn another_position_ends_the_game() {
    let mut window = Window::open("apl-16807.ron", Settings::default());
    window.click("Find 10");
    assert!(window.shows("0 of 10"));
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::R);
    window.harness.run_steps(4);
    assert!(!window.shows("0 of 10") && window.shows("This table"));
}

#[test]
fn random_hands_are_held_against_the_exact_distribution() {
    let mut window = Window::open("apl-16807.ron", Settings::default());
    window.click("Random hands…");
    window.click("100,000");
    window.click("Deal them");
    window.wait_for("100,000 of 100,000");
    assert!(window.shows("degrees of freedom"));
}
