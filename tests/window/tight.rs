//! The window with less room than it was made for: long names, and a zoom at which little fits.

use std::fs;

use egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::Queryable;
use quincunx::gui::app::Settings;

use super::driven::{USUAL, Window, save};

/// A file of each tab.
const FILES: [&str; 6] = [
    "voltorb-flip/level-5-fresh.ron",
    "meteor/two-pins.ron",
    "polyominoes/calendar.ron",
    "soma/cube-t-and-l.ron",
    "set/apl-12345.ron",
    "virus-war/late.ron",
];

#[test]
fn a_long_name_leaves_half_of_the_status_bar() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two-pins.ron");
    let file = fs::read_to_string(save("meteor/two-pins.ron")).unwrap();
    let (before, after) = file.split_once("title: \"").unwrap();
    let (_, after) = after.split_once('"').unwrap();
    fs::write(&path, format!("{before}title: \"{}\"{after}", "long ".repeat(45).trim_end())).unwrap();
    let mut window = Window::open(&[&path]);
    window.press(Modifiers::NONE, Key::F5);
    for size in [USUAL, [800.0, 600.0]] {
        window.harness.set_size(size.into());
        window.pass();
        let state = window.harness.get_all_by_label_contains("Finished: 53").next().expect("the state of the search").rect();
        assert!(state.width() > 100.0 && state.right() <= size[0] / 2.0, "{state:?} at {size:?}");
        let name = |node: &egui_kittest::Node<'_>| state.y_range().contains(node.rect().center().y) && node.rect().left() > state.right();
        let names: Vec<_> = window.harness.query_all_by_label_contains("long long").filter(name).map(|node| node.rect()).collect();
        assert!(!names.is_empty() && names.iter().all(|name| name.right() <= size[0]), "{names:?} at {size:?}");
    }
}

#[test]
fn nothing_fails_where_nothing_fits() {
    for file in FILES {
        let mut window = Window::open_with(&[&save(file)], USUAL, Settings::default());
        window.press(Modifiers::NONE, Key::F5);
        for mode in ["Play", "Solve"] {
            window.harness.set_size(USUAL.into());
            window.pass();
            window.click(mode);
            // The least window, zoomed more and more.
            for zoom in [1.0, 2.0, 3.0, 5.0] {
                window.harness.set_size(vec2(640.0, 480.0) / zoom);
                window.pass();
                for key in [Key::K, Key::E, Key::Slash] {
                    window.press(Modifiers::COMMAND, key);
                    window.press(Modifiers::NONE, Key::Escape);
                    window.press(Modifiers::NONE, Key::Escape);
                }
                for key in [Key::F1, Key::F1, Key::F6, Key::F11] {
                    window.press(Modifiers::NONE, key);
                }
            }
        }
    }
}

#[test]
fn the_speed_of_the_timeline_is_in_the_smallest_window_with_its_list() {
    const LEAST: [f32; 2] = [640.0, 480.0];
    for file in FILES {
        let mut window = Window::open_with(&[&save(file)], LEAST, Settings::default());
        for is_solved in [false, true] {
            if is_solved {
                window.press(Modifiers::NONE, Key::F5);
            }
            let speed = window.harness.get_by_label("Speed").rect();
            assert!(speed.right() <= LEAST[0], "{file}: {speed}");
            window.click_exactly("Speed");
            for entry in ["1 / s", "60 / s", "1000 / s"] {
                let entries: Vec<_> = window.harness.query_all_by_label(entry).map(|node| node.rect()).collect();
                let window = egui::Rect::from_min_size(egui::Pos2::ZERO, LEAST.into());
                assert!(!entries.is_empty() && entries.iter().all(|entry| window.contains_rect(*entry)), "{file}: {entry} at {entries:?}");
            }
            window.press(Modifiers::NONE, Key::Escape);
        }
    }
}

#[test]
fn advice_is_whole_in_a_small_window() {
    let window = Window::open_with(&[&save("voltorb-flip/level-5.ron")], [800.0, 600.0], Settings::default());
    let why = window.harness.get_by_label_contains("exactly as good").rect();
    let timeline = window.harness.get_by_label("Step back").rect().top() - 12.0;
    assert!(why.bottom() <= timeline - 8.0, "{why}, {timeline}");
}
