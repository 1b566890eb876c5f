//! Nothing moves under the pointer: a click changes the place of no control, unless it is meant to open, to fold or to replace something.

use std::collections::BTreeMap;

use egui::{Rect, Role, accesskit::Toggled};
use egui_kittest::kittest::{NodeT, Queryable};
use quincunx::gui::app::Settings;

use super::driven::{HIGH, Window, save};

/// The beginnings of the names of controls that open, fold or replace parts of the window, or begin a game.
const OPENERS: [&str; 19] = [
    "All days",
    "Solve mode",
    "Play mode",
    "Compare",
    "Documents",
    "Order",
    "Examples",
    "Step through",
    "Start challenge",
    "Start exercise",
    "Drill tables",
    "Play",
    "New game",
    "Whole deck",
    "Daily puzzle",
    "Find ",
    "Analyse while I look",
    "Game report",
    "Simulate",
];

/// The places of all controls beside the board whose names are there once, without the entries of lists.
pub fn places(window: &Window) -> BTreeMap<String, Rect> {
    let mut places = BTreeMap::<_, Vec<_>>::new();
    let board = window.harness.query_by_role(Role::Canvas).map_or(Rect::NOTHING, |board| board.rect());
    let is_control =
        |role| matches!(role, Role::Button | Role::CheckBox | Role::RadioButton | Role::Slider | Role::SpinButton | Role::ComboBox);
    for node in window.harness.query_all_by(|node| is_control(node.role())) {
        let inner = node.accesskit_node();
        let is_entry = inner.role() == Role::Button && matches!(inner.toggled(), Some(Toggled::True | Toggled::False));
        if board.contains(node.rect().center()) || inner.data().is_expanded().is_some() || is_entry {
            continue;
        }
        places.entry(inner.label().unwrap_or_default()).or_default().push(node.rect());
    }
    places.into_iter().filter(|(name, rects)| !name.is_empty() && rects.len() == 1).map(|(name, rects)| (name, rects[0])).collect()
}

/// Clicks each control of the tab once, after a click on each of these. Returns what moved.
fn moved(file: &str, mode: &[&str]) -> Vec<String> {
    let mut window = Window::open_with(&[&save(file)], HIGH, Settings::default());
    for name in mode {
        window.click(name);
    }
    let mut moved = Vec::new();
    let names: Vec<String> = places(&window).into_keys().collect();
    assert!(5 < names.len(), "{names:?}");
    for name in names {
        let before = places(&window);
        let Some(&place) = before.get(&name) else { continue };
        if OPENERS.iter().any(|opener| name.starts_with(opener)) {
            continue;
        }
        window.click_on(|_| place);
        let after = places(&window);
        for (other, place) in &before {
            if let Some(now) = after.get(other).filter(|now| now.min.distance(place.min) > 0.5) {
                moved.push(format!("{file}, {mode:?}: {name:?} moved {other:?} from {} to {}", place.min, now.min));
            }
        }
    }
    moved
}

#[track_caller]
fn check(file: &str) {
    check_modes(file, &[&["Solve mode"], &["Play mode"]]);
}

#[track_caller]
fn check_with_challenges(file: &str) {
    check_modes(file, &[&["Solve mode"], &["Play mode"], &["Play mode", "Play this position"]]);
}

#[track_caller]
fn check_modes(file: &str, modes: &[&[&str]]) {
    let all: Vec<String> = modes.iter().flat_map(|mode| moved(file, mode)).collect();
    assert!(all.is_empty(), "{}", all.join("\n"));
}

// A test for each tab, since they run at the same time.

#[test]
fn no_click_moves_another_control_of_voltorb_flip() {
    check("voltorb-flip/level-5-fresh.ron");
}

#[test]
fn no_click_moves_another_control_of_meteor() {
    check_with_challenges("meteor/two-pins.ron");
}

#[test]
fn no_click_moves_another_control_of_polyominoes() {
    check_with_challenges("polyominoes/calendar.ron");
    check_modes("polyominoes/genius-square.ron", &[&["Solve mode"]]);
}

#[test]
fn no_click_moves_another_control_of_soma() {
    check_with_challenges("soma/cube-t-and-l.ron");
}

#[test]
fn no_click_moves_another_control_of_set() {
    check("set/apl-12345.ron");
}

#[test]
fn no_click_moves_another_control_of_virus_war() {
    check("virus-war/late.ron");
}
