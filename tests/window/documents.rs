//! Several documents in a tab: opening, switching, closing, and the games and searches in them.

use std::fs;

use egui::{Key, Modifiers, Rect, pos2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use quincunx::gui::app::Settings;

use crate::driven::{HIGH, Window, save};

#[test]
fn each_document_has_its_own_undo_and_its_own_solutions() {
    let mut window = Window::open(&[&save("meteor/one-pin.ron")]);
    window.wait_for("321");
    window.click("row 1, column 1, free");
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished");
    window.open_file(&save("meteor/unique.ron"));
    window.wait_for("One solution");
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("One solution");
    window.wait_for("Documents, 2 of 2: ");
    window.press(Modifiers::COMMAND, Key::PageUp);
    window.wait_for("Finished");
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("row 1, column 1, free");
    window.press(Modifiers::COMMAND, Key::PageDown);
    window.wait_for("One solution");
}

#[test]
fn a_new_document_replaces_an_example_but_not_a_changed_document() {
    let mut window = Window::open(&[]);
    window.wait_for("Meteor");
    window.press(Modifiers::COMMAND, Key::Num2);
    window.open_file(&save("meteor/unique.ron"));
    window.wait_for("One solution");
    assert!(window.shows("Documents, 1 of 1: "), "the untouched example was replaced");
    window.click(", free");
    window.wait_for("outside the board");
    window.press(Modifiers::COMMAND, Key::N);
    window.wait_for("Documents, 2 of 2: untitled");
    assert!(!window.shows("outside the board"));
    window.press(Modifiers::COMMAND, Key::W);
    window.wait_for("outside the board");
}

#[test]
fn closing_a_changed_document_asks_and_saves_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.ron");
    fs::copy(save("meteor/contest.ron"), &file).unwrap();
    let mut window = Window::open(&[&file]);
    window.wait_for("2,098");
    window.click("row 1, column 1, free");
    window.focus("row 1, column 1, outside the board");
    window.press(Modifiers::COMMAND, Key::W);
    window.wait_for("Save changes?");
    window.click_on(|_| Rect::from_min_size(pos2(2.0, 300.0), vec2(4.0, 4.0)));
    assert!(window.shows("Save changes?"), "a click beside a question decides nothing");
    window.press(Modifiers::NONE, Key::Tab);
    let focused = |window: &Window| {
        window.harness.query_all_by(|node| node.is_focused()).next().and_then(|node| node.accesskit_node().label()).unwrap_or_default()
    };
    assert_eq!(focused(&window), "Save", "the first Tab leads into the dialog");
    window.press(Modifiers::NONE, Key::Escape);
    window.wait_for("row 1, column 1, outside the board");
    assert!(
        focused(&window).starts_with("row 1, column 1, outside the board"),
        "what had the focus before has it again: {}",
        focused(&window)
    );
    window.press(Modifiers::COMMAND, Key::W);
    window.click_exactly("Save");
    window.wait_until("the document was not closed", |window| (!window.shows("mine.ron")).then_some(()));
    assert_ne!(fs::read_to_string(&file).unwrap(), fs::read_to_string(save("meteor/contest.ron")).unwrap());
    window.open_file(&file);
    window.wait_for("row 1, column 1, outside the board");
    window.click("row 1, column 1, outside the board");
    window.press(Modifiers::COMMAND, Key::W);
    window.click_exactly("Discard");
    window.open_file(&file);
    window.wait_for("row 1, column 1, outside the board");
}

#[test]
fn opening_an_open_file_shows_its_document() {
    let mut window = Window::open(&[&save("meteor/contest.ron")]);
    window.wait_for("2,098");
    window.click("row 1, column 1, free");
    window.open_file(&save("meteor/unique.ron"));
    window.wait_for("One solution");
    window.open_file(&save("meteor/contest.ron"));
    window.wait_for("row 1, column 1, outside the board");
    window.wait_for("1 of 2");
}

#[test]
fn an_edit_that_would_lose_the_moves_of_a_game_is_made_in_a_copy() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.ron");
    fs::copy(save("virus-war/game.ron"), &file).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let mut window = Window::open_with(&[&file], HIGH, Settings::default());
    let title = |window: &Window| window.title.clone();
    window.wait_for("Documents, 1 of 1: ");
    // Then the game begins with this position, so the moves so far would be lost.
    window.click("O is to move");
    window.wait_for("keeps all its moves");
    assert!(title(&window).contains("(variation)"), "{}", title(&window));
    window.press(Modifiers::COMMAND, Key::PageUp);
    window.wait_for("Documents, 1 of 2: ");
    assert!(!title(&window).contains("(variation)"), "{}", title(&window));
    window.press(Modifiers::COMMAND, Key::S);
    window.wait_for("Saved");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn a_search_continues_in_a_document_that_is_not_shown() {
    let mut window = Window::open_long_search();
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Searching:");
    window.open_file(&save("soma/dog.ron"));
    window.wait_for("Documents, 2 of 2: Dog");
    window.press(Modifiers::COMMAND, Key::PageUp);
    window.wait_for("Searching:");
}

#[test]
fn a_search_that_an_edit_interrupts_is_not_lost() {
    let mut window = Window::open_long_search();
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Searching:");
    window.press(Modifiers::NONE, Key::F7);
    window.wait_for("Paused:");
    window.click("first cell");
    window.wait_for("Ready");
    let saved = window.save_as();
    assert!(saved.contains("search: Some("), "{saved}");
    window.press(Modifiers::COMMAND, Key::K);
    window.type_text("return to the paused");
    window.press(Modifiers::NONE, Key::Enter);
    window.wait_for("Paused:");
}

#[test]
fn a_document_whose_file_another_one_was_saved_to_is_unsaved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.ron");
    fs::copy(save("meteor/one-pin.ron"), &file).unwrap();
    let mut window = Window::open(&[&file]);
    window.wait_for("321");
    window.open_file(&save("meteor/unique.ron"));
    window.wait_for("Documents, 2 of 2: ");
    window.will_choose(&file);
    window.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    window.wait_for("Saved");
    window.wait_for("Documents, 2 of 2: mine");
    assert!(fs::read_to_string(&file).unwrap().contains("title: \"mine\""), "it has the name that it was saved under");
    window.press(Modifiers::COMMAND, Key::PageUp);
    window.wait_for("Documents, 1 of 2: ");
    assert!(window.text_of("Documents, 1 of 2: ").ends_with(", changed"), "closing it would lose it");
}

#[test]
fn a_notice_is_dropped_once_it_is_not_true_any_more() {
    let mut window = Window::open(&[&save("meteor/unique.ron")]);
    window.wait_for("One solution");
    window.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    window.wait_for("Nothing to redo");
    window.open_file(&save("meteor/one-pin.ron"));
    window.wait_for("One pin");
    assert!(!window.shows("Nothing to redo"), "that was about another document");
}
