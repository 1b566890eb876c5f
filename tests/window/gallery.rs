//! The galleries of examples and of challenges.

use egui::{Key, Modifiers, Role, accesskit::Live};
use egui_kittest::kittest::{NodeT, Queryable};

use super::driven::{Window, save};

/// The label of the selected card, which screen readers announce.
fn selected(window: &Window) -> String {
    let mut cards = window.harness.query_all_by_role(Role::Button);
    let selected = cards.find(|card| card.accesskit_node().live() == Live::Polite);
    selected.and_then(|card| card.accesskit_node().label()).unwrap_or_default()
}

#[test]
fn an_example_is_chosen_by_mouse_and_by_keyboard() {
    let mut window = Window::open(&[&save("soma/cube.ron")]);
    window.wait_for_tab("Soma");
    window.click_exactly("Examples…");
    window.wait_for("Soma examples");
    window.click("Dog: 10 solutions");
    assert!(window.title.starts_with("Dog · Soma"), "{}", window.title);

    window.press(Modifiers::COMMAND, Key::G);
    assert!(selected(&window).starts_with("Dog: "), "{}", selected(&window));
    window.press(Modifiers::NONE, Key::ArrowRight);
    window.press(Modifiers::NONE, Key::ArrowDown);
    window.press(Modifiers::NONE, Key::ArrowUp);
    assert!(selected(&window).starts_with("Tunnel: "), "{}", selected(&window));
    window.press(Modifiers::NONE, Key::Enter);
    assert!(window.title.starts_with("Tunnel · Soma"), "{}", window.title);
}

#[test]
fn typing_filters_the_examples() {
    let mut window = Window::open(&[&save("soma/cube.ron")]);
    window.wait_for_tab("Soma");
    window.press(Modifiers::COMMAND, Key::G);
    window.type_text("arch 188");
    assert!(selected(&window).starts_with("Triumphal arch: ") && !window.shows("Dog: "), "{}", selected(&window));
    window.press(Modifiers::COMMAND, Key::A);
    window.type_text("arrch");
    window.wait_for("No example matches");
    window.press(Modifiers::NONE, Key::Enter);
    assert!(window.shows("No example matches"));
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("Soma examples"));
    window.press(Modifiers::COMMAND, Key::G);
    window.type_text("chest");
    window.press(Modifiers::NONE, Key::Enter);
    assert!(window.title.starts_with("Treasure chest · Soma"), "{}", window.title);
}

#[test]
fn a_challenge_is_chosen_by_its_picture() {
    let mut window = Window::open(&[&save("soma/dog.ron")]);
    window.wait_for_tab("Soma");
    window.click("Play mode");
    window.click_exactly("Choose challenge…");
    window.wait_for("Soma challenges");
    assert!(selected(&window).starts_with("Easy 1: "), "{}", selected(&window));
    assert!(!window.shows("Expert 1: "), "the dog has no challenge for experts");
    window.type_text("hard 7");
    window.press(Modifiers::NONE, Key::Enter);
    window.wait_for(": Hard challenge");
    let saved = window.save_as();
    assert!(saved.contains("seed: 7,") && saved.contains("grade: Some(hard)"), "{saved}");

    window.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::G);
    assert!(selected(&window).starts_with("Hard 1: "), "{}", selected(&window));
    window.type_text("no such");
    window.wait_for("No challenge matches");
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("Soma challenges"));
}

#[test]
fn a_puzzle_without_challenges_says_so() {
    let mut window = Window::open(&[&save("set/plane.ron")]);
    window.wait_for_tab("SET");
    window.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::G);
    assert!(!window.shows("SET challenges") && window.shows("This puzzle has no challenges"));
}

#[test]
fn every_tab_shows_its_examples() {
    let mut window = Window::open(&[]);
    for tab in ["Voltorb Flip", "Meteor", "Soma", "SET", "Virus War", "Polyominoes"] {
        window.wait_for_tab(tab);
        window.press(Modifiers::COMMAND, Key::G);
        window.wait_for(&format!("{tab} examples"));
        let first = selected(&window);
        window.press(Modifiers::NONE, Key::ArrowRight);
        let second = selected(&window);
        assert!(!first.is_empty() && first != second, "{tab}: {first}, {second}");
        window.press(Modifiers::NONE, Key::PageDown);
        window.press(Modifiers::NONE, Key::PageUp);
        window.press(Modifiers::NONE, Key::ArrowLeft);
        assert_eq!(selected(&window), first, "{tab}");
        window.press(Modifiers::NONE, Key::Escape);
        window.press(Modifiers::COMMAND, Key::Tab);
    }
}

#[test]
fn undo_returns_from_an_example_to_what_it_has_replaced() {
    let mut window = Window::open(&[]);
    window.press(Modifiers::COMMAND, Key::Num3);
    window.wait_for("Documents, 1 of 1: ");
    let before = window.text_of("Documents, 1 of 1: ");
    window.press(Modifiers::COMMAND, Key::K);
    window.type_text("soma castle");
    window.press(Modifiers::NONE, Key::Enter);
    window.wait_for("Documents, 1 of 1: Castle");
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for(&before);
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("Nothing to undo");
}
