//! Help pages: beside the board, with the keyboard, and from page to page.

use egui::{Key, Modifiers, Rect, Role};
use egui_kittest::kittest::Queryable;
use quincunx::gui::app::Settings;

use super::driven::{Window, save};

fn open_meteor() -> Window {
    let mut window = Window::open(&[&save("meteor/unique.ron")]);
    window.wait_for_tab("Meteor");
    window
}

/// Where the heading with this text is.
#[track_caller]
fn heading(window: &Window, text: &str) -> Rect {
    window.harness.get_by_role_and_label(Role::Heading, text).rect()
}

/// Runs frames until the page is laid out, so that headings stay where they are.
#[track_caller]
fn wait_for_page(window: &mut Window, title: &str) {
    window.wait_for(&format!("Help: {title}"));
    let mut before = None;
    window.wait_until("the page was never laid out", |window| {
        let headings: Vec<Rect> = window.harness.get_all_by_role(Role::Heading).map(|node| node.rect()).collect();
        let same = before.as_ref() == Some(&headings);
        before = Some(headings);
        same.then_some(())
    });
}

/// Whether the text of the page has the focus.
fn is_focused(window: &Window) -> bool {
    window.harness.query_by_role(Role::Document).is_some_and(|text| text.is_focused())
}

#[test]
fn f1_opens_the_page_of_the_tab_beside_the_board() {
    let mut window = open_meteor();
    window.press(Modifiers::NONE, Key::F1);
    wait_for_page(&mut window, "Meteor");
    assert!(is_focused(&window));
    assert!(window.shows("Pick up piece 3"), "the tools are still there");
    window.press(Modifiers::NONE, Key::F1);
    assert!(!window.shows("Help: Meteor"), "the same key closes it");
    window.press(Modifiers::COMMAND, Key::Tab);
    window.press(Modifiers::NONE, Key::F1);
    wait_for_page(&mut window, "Soma");
}

#[test]
fn a_page_stays_open_while_one_plays() {
    let mut window = Window::open(&[&save("meteor/contest.ron")]);
    window.wait_for("2,098");
    window.press(Modifiers::NONE, Key::F1);
    wait_for_page(&mut window, "Meteor");
    window.click("row 1, column 1, free");
    window.wait_for("row 1, column 1, outside the board");
    assert!(!is_focused(&window), "the click was for the board");
    assert!(window.shows("Help: Meteor"));
    window.press(Modifiers::NONE, Key::Escape);
    assert!(window.shows("Help: Meteor"), "Esc was for the board");
    window.press(Modifiers::NONE, Key::F1);
    assert!(is_focused(&window), "F1 returns to the page");
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("Help: Meteor"));
}

#[test]
fn keys_scroll_the_page() {
    let mut window = open_meteor();
    window.press(Modifiers::NONE, Key::F1);
    wait_for_page(&mut window, "Meteor");
    let top = heading(&window, "Meteor").min.y;
    for (key, back) in [(Key::ArrowDown, Key::ArrowUp), (Key::PageDown, Key::PageUp), (Key::End, Key::Home)] {
        window.press(Modifiers::NONE, key);
        assert!(heading(&window, "Meteor").min.y < top, "{key:?}");
        window.press(Modifiers::NONE, back);
        assert_eq!(heading(&window, "Meteor").min.y, top, "{back:?}");
    }
    window.press(Modifiers::NONE, Key::Space);
    assert!(heading(&window, "Meteor").min.y < top);
    assert!(window.shows("Help: Meteor") && is_focused(&window));
}

#[test]
fn sections_are_a_list_of_contents() {
    let mut window = open_meteor();
    window.press(Modifiers::NONE, Key::F1);
    wait_for_page(&mut window, "Meteor");
    let top = heading(&window, "Meteor").min.y;
    window.click_on(|window| window.harness.get_by_role_and_label(Role::Button, "How it is searched").rect());
    let now = heading(&window, "How it is searched").min.y;
    assert!((now - top).abs() < 40.0, "{now} {top}");
}

#[test]
fn links_lead_from_page_to_page_and_back() {
    let mut window = open_meteor();
    window.press(Modifiers::COMMAND, Key::K);
    window.type_text("help on the window");
    window.press(Modifiers::NONE, Key::Enter);
    wait_for_page(&mut window, "Using Quincunx");
    window.click_on(|window| window.harness.get_by_role_and_label(Role::Link, "glossary").rect());
    wait_for_page(&mut window, "Glossary");
    window.press(Modifiers::COMMAND, Key::K);
    window.type_text("virus war help");
    window.press(Modifiers::NONE, Key::Enter);
    wait_for_page(&mut window, "Virus War");
    window.press(Modifiers::ALT, Key::ArrowLeft);
    wait_for_page(&mut window, "Glossary");
    window.press(Modifiers::ALT, Key::ArrowLeft);
    wait_for_page(&mut window, "Using Quincunx");
    window.choose("Using Quincunx", "Files");
    wait_for_page(&mut window, "Files");
}

#[test]
fn a_narrow_window_shows_help_in_place_of_the_board() {
    let mut window = Window::open_with(&[&save("meteor/unique.ron")], [800.0, 600.0], Settings::default());
    window.wait_for_tab("Meteor");
    window.focus("row 1, column 1");
    window.press(Modifiers::NONE, Key::F1);
    wait_for_page(&mut window, "Meteor");
    assert!(!window.shows("Pick up piece 3"));
    window.press(Modifiers::NONE, Key::Escape);
    assert!(window.shows("Pick up piece 3") && !window.shows("Help: Meteor"));
    let board_is_focused = window.harness.query_all_by_label_contains("row 1, column 1").any(|cell| cell.is_focused());
    assert!(board_is_focused, "the focus returns to the board");
}
