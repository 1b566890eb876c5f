//! Hints in positions that are unfinished or wrong: they say what is missing.

use std::fs;

use egui::{Key, Modifiers};
use quincunx::gui::app::Settings;

use super::driven::{HIGH, Window, save};

/// A window with this example, after these replacements in its file.
fn open_edited(file: &str, edits: &[(&str, &str)]) -> Window {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("edited.ron");
    let text = fs::read_to_string(save(file)).unwrap();
    let edited = edits.iter().fold(text, |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    });
    fs::write(&path, edited).unwrap();
    Window::open_with(&[&path], HIGH, Settings::default())
}

/// Asks for a hint, and checks that it says this.
#[track_caller]
fn check_hint(window: &mut Window, hint: &str) {
    window.press(Modifiers::NONE, Key::H);
    window.wait_for(hint);
}

#[test]
fn hints_name_the_clues_that_are_missing() {
    let mut window = open_edited("voltorb-flip/level-5-fresh.ron", &[("sum: 6, voltorbs: 2", "sum: 6"), ("sum: 7, voltorbs: 1", "")]);
    check_hint(&mut window, "No hint yet");
    assert!(window.shows("2 clues are incomplete: row 2 (no Voltorbs), column 3"));
    window.press(Modifiers::COMMAND, Key::N);
    check_hint(&mut window, "10 clues are missing");
}

#[test]
fn hints_say_what_is_wrong_with_pieces() {
    for (file, piece, flaw) in
        [("meteor/one-pin.ron", "Allow piece 3", "piece 3 isn't an allowed piece"), ("soma/cube-t-and-l.ron", "Allow piece T", "piece T")]
    {
        let mut window = Window::open_with(&[&save(file)], HIGH, Settings::default());
        window.click(piece);
        check_hint(&mut window, "No hint yet");
        assert!(window.shows(flaw), "{file}");
        window.press(Modifiers::COMMAND, Key::Z);
        assert!(!window.shows("No hint yet"));
        check_hint(&mut window, "More");
    }
    // Pieces that don't have as many cubes as the figure has cells aren't wrong, but there is no solution.
    let mut window = Window::open_with(&[&save("soma/cube.ron")], HIGH, Settings::default());
    window.click("Allow piece V");
    check_hint(&mut window, "27 cells");
}

#[test]
fn sets_hints_answer_the_command_too() {
    let mut window = Window::open_with(&[&save("set/apl-12345.ron")], HIGH, Settings::default());
    check_hint(&mut window, "marked by the hint");
    let mut window = open_edited("set/apl-12345.ron", &[("3 squiggle red outline", "1 oval green outline")]);
    check_hint(&mut window, "No hint yet: ");
    // Too few cards.
    window.press(Modifiers::COMMAND, Key::N);
    check_hint(&mut window, "No hint yet: a SET has 3 cards, and 0 are on the table");
}

#[test]
fn a_hint_that_only_the_player_can_follow_says_so() {
    let mut window = Window::open_with(&[&save("voltorb-flip/level-5.ron")], HIGH, Settings::default());
    window.press(Modifiers::SHIFT, Key::H);
    window.wait_for("No hint says what to do yet");
    check_hint(&mut window, "Flip row 1, column 4");
    window.press(Modifiers::SHIFT, Key::H);
    window.wait_for("Make the step of the hint on the board yourself");
}

#[test]
fn a_long_search_for_hints_is_mentioned_and_can_be_stopped() {
    let mut window = Window::open_long_search();
    assert!(!window.shows("Looking for a hint"));
    window.press(Modifiers::NONE, Key::H);
    window.wait_for("Looking for a hint");
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("Looking for a hint"));
}
