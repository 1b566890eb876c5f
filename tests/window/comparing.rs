//! Comparing all techniques in the window: the rows, the verdict, stopping, and an edit that discards the comparison.

use egui::{Key, Modifiers};
use quincunx::gui::app::Settings;

use super::driven::{Window, save};

/// A window of this size in which the file is open and its name is shown.
#[track_caller]
fn open(file: &str, name: &str, size: [f32; 2]) -> Window {
    let mut window = Window::open_with(&[&save(file)], size, Settings::default());
    window.wait_for(name);
    window
}

#[test]
fn a_comparison_shows_rows_and_a_verdict_until_an_edit() {
    for size in [[1280.0, 800.0], [800.0, 600.0]] {
        let mut window = open("meteor/two-pins.ron", "Two pins", size);
        assert_eq!(window.count(" ×"), 0);
        window.click_exactly("Compare");
        window.wait_for("All 8 found the same 53 solutions");
        assert_eq!(window.count(" ×"), 7, "each technique has a factor except the reference");
        assert_eq!(window.count("Comparing"), 0);
        window.click(", free");
        assert_eq!((window.count(" ×"), window.count("found the same")), (0, 0), "the new position has no comparison");
    }
}

#[test]
fn techniques_that_are_only_compared_are_listed_in_a_comparison() {
    // So high that the list needs no scrolling even where the times are so long that they stand below the titles.
    let mut window = open("meteor/two-pins.ron", "Two pins", [1280.0, 1100.0]);
    assert!(window.shows("row list") && window.shows("half turn by position"));
    assert!(!window.shows("free regions") && !window.shows("half turn by a set"));
    window.click_exactly("Compare");
    window.wait_for("All 8 found the same 53 solutions");
    assert!(window.shows("half turn by a set"));
    window.click_exactly("free regions");
    window.click(", free");
    assert!(!window.shows("half turn by a set"), "the comparison is over");
    window.wait_for("free regions");
}

#[test]
fn long_titles_leave_room_for_times() {
    for size in [[1280.0, 800.0], [800.0, 600.0]] {
        let mut window = open("virus-war/opening.ron", "Within reach", size);
        window.click_exactly("List of turns");
        window.click_exactly("Compare");
        window.wait_for("All 13 found the same 56 turns");
        assert_eq!(window.count("s · "), 12, "each technique has a time and a factor except the reference");
    }
}

#[test]
fn escape_stops_a_comparison_and_marks_the_running_technique() {
    // This comparison takes minutes, so it can't end before Esc is pressed.
    let mut window = Window::open_long_search();
    window.press(Modifiers::NONE, Key::F8);
    window.wait_for("Comparing: ");
    window.press(Modifiers::NONE, Key::Escape);
    assert_eq!(window.count("▲ stopped"), 1, "the running technique");
    assert_eq!(window.count("Comparing: "), 0);
    window.press(Modifiers::NONE, Key::F8);
    assert_eq!(window.count("▲ stopped"), 0, "the comparison starts again");
}
