//! Keyboards without Latin letters: keys for the board work by their place. Text boxes get what is typed.

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use quincunx::gui::app::Settings;

use crate::driven::{HIGH, Window, save};

fn open(file: &str) -> Window {
    Window::open_with(&[&save(file)], HIGH, Settings::default())
}

#[test]
fn a_soma_piece_is_placed_with_russian_keys() {
    let mut window = open("soma/cube.ron");
    window.type_at(Key::L, "д");
    window.press(Modifiers::NONE, Key::Enter);
    if !window.shows("piece L, pinned") {
        window.type_at(Key::X, "ч");
        window.press(Modifiers::NONE, Key::Enter);
    }
    window.wait_for("piece L, pinned");
}

#[test]
fn a_set_is_found_with_greek_keys() {
    let mut window = open("set/apl-16807.ron");
    for (place, typed) in [(Key::P, "π"), (Key::E, "ε"), (Key::A, "α"), (Key::D, "δ")] {
        window.type_at(place, typed);
    }
    window.wait_for("Correct.");
}

#[test]
fn a_meteor_piece_is_turned_and_flipped_with_russian_keys() {
    let placed_after = |typed: &[(Key, &str)]| {
        let mut window = open("meteor/contest.ron");
        window.type_text("0");
        typed.iter().for_each(|(place, typed)| window.type_at(*place, typed));
        window.click("row 5, column 3, ");
        let nodes = window.harness.query_all_by_label_contains(", pinned");
        nodes.filter_map(|node| node.accesskit_node().label()).collect::<Vec<_>>()
    };
    let turned = placed_after(&[(Key::R, "r")]);
    let flipped = placed_after(&[(Key::R, "r"), (Key::F, "f")]);
    assert!(turned.len() == 5 && flipped.len() == 5 && turned != flipped, "{turned:?} {flipped:?}");
    assert_eq!(placed_after(&[(Key::R, "к")]), turned);
    assert_eq!(placed_after(&[(Key::R, "к"), (Key::F, "а")]), flipped);
}

#[test]
fn a_voltorb_is_set_with_russian_keys() {
    let mut window = open("voltorb-flip/level-5-fresh.ron");
    assert!(!window.shows("face up, Voltorb"));
    for (place, typed) in [(Key::B, "и"), (Key::V, "м")] {
        window.type_at(place, typed);
    }
    window.wait_for("face up, Voltorb");
}

#[test]
fn text_boxes_get_what_is_typed() {
    let mut window = open("virus-war/opening.ron");
    window.wait_for("With cells");
    window.write("With cells", "");
    window.type_at(Key::R, "к");
    assert_eq!(window.text("With cells"), "к");
}
