//! Comparing all techniques through the window: rows that fill, the verdict, stopping, and an edit that drops it all.

use egui::{Key, Modifiers};
use quincunx::gui::app::Settings;

use super::driven::{Window, save};

/// A window of this size with the save file open, whose name it shows.
#[track_caller]
fn open(file: &str, name: &str, size: [f32; 2]) -> Window {
    let mut window = Window::open_with(&[&save(file)], size, Settings::default());
    window.wait_for(name);
    window
}

#[test]
fn rows_fill_the_verdict_follows_and_an_edit_drops_it() {
    for size in [[1280.0, 800.0], [800.0, 600.0]] {
        let mut window = open("meteor/two-pins.ron", "Two pins", size);
        assert_eq!(window.count(" ×"), 0);
        window.click_exactly("Compare");
        window.wait_for("All 7 found the same 53 solutions");
        assert_eq!(window.count(" ×"), 6, "each has its factor but the one that all are measured against");
        assert_eq!(window.count("Comparing"), 0);
        window.click(", free");
        assert_eq!((window.count(" ×"), window.count("found the same")), (0, 0), "another position was not compared");
    }
}

#[test]
fn long_titles_leave_every_technique_its_time() {
    for size in [[1280.0, 800.0], [800.0, 600.0]] {
        let mut window = open("virus-war/opening.ron", "Within reach", size);
        window.click_exactly("Compare");
        window.wait_for("All 13 found the same 56 solutions");
        assert_eq!(window.count("s · "), 12, "a time and a factor each, but for the one that all are measured against");
    }
}

#[test]
fn escape_stops_it_and_says_where() {
    // A comparison that takes minutes can't end by itself before Esc is pressed.
    let mut window = open("soma/bedlam.ron", "Bedlam cube", [1280.0, 800.0]);
    window.press(Modifiers::NONE, Key::F6);
    window.wait_for("Comparing: ");
    window.press(Modifiers::NONE, Key::Escape);
    assert_eq!(window.count("▲ stopped"), 1, "the one that ran");
    assert_eq!(window.count("Comparing: "), 0);
    window.press(Modifiers::NONE, Key::F6);
    assert_eq!(window.count("▲ stopped"), 0, "it begins again");
}
