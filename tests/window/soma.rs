//! The tab of Soma, driven through the window: what is kept, watched, listed, drawn and printed.

use std::{fs, io::Cursor};

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use image::{AnimationDecoder, codecs::gif::GifDecoder};
use quincunx::gui::app::Settings;

use super::driven::{Window, save};

/// So high that no tool is out of sight.
const HIGHEST: [f32; 2] = [1280.0, 1900.0];

fn open(file: &str) -> Window {
    let mut window = Window::open_with(&[&save("soma").join(file)], HIGHEST, Settings::default());
    window.wait_for("Placements");
    window
}

fn press(window: &mut Window, key: Key) {
    window.press(Modifiers::NONE, key);
}

/// Clicks what makes a file, and returns what was written.
#[track_caller]
fn made(window: &mut Window, button: &str, name: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join(name);
    window.will_choose(&target);
    window.click(button);
    window.wait_for(name);
    fs::read(&target).unwrap()
}

#[test]
fn solutions_are_counted_after_every_edit_and_for_the_piece_in_hand() {
    let mut window = open("cube-t-and-l.ron");
    window.wait_for("36");
    window.click("Take piece V");
    window.wait_for("the piece in hand keeps");
    window.wait_for("the piece in hand is a dead end here");
    let kept = window.harness.get_all_by_label_contains("the piece in hand keeps").next().unwrap().rect().center();
    window.harness.hover_at(kept);
    window.pass();
    press(&mut window, Key::Escape);
    assert!(!window.shows("the piece in hand keeps"));
}

#[test]
fn a_dead_end_is_seen_at_once_and_the_hint_says_why() {
    let mut window = open("cube-dead-end.ron");
    window.wait_for("none");
    press(&mut window, Key::H);
    window.wait_for("It helps to take up");
}

#[test]
fn the_search_is_watched_moment_by_moment() {
    let mut window = open("cube-t-and-l.ron");
    window.wait_for("\"corners and row list\" has no search trace: ");
    window.click("first cell");
    window.click("Step through the search trace of \"first cell\"");
    for _ in 0..3 {
        press(&mut window, Key::ArrowRight);
    }
    window.wait_for(" placed");
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("film.gif");
    window.will_choose(&target);
    window.press(Modifiers::COMMAND, Key::E);
    window.wait_for("film.gif");
    let frames = GifDecoder::new(Cursor::new(fs::read(&target).unwrap())).unwrap().into_frames().count();
    assert_eq!(frames, 3, "a picture of each moment up to the one shown");
}

#[test]
fn solutions_are_listed_by_where_pieces_lie() {
    let mut window = open("cube.ron");
    press(&mut window, Key::F5);
    window.wait_for("Finished: 240 solutions");
    window.click("List only solutions with piece L here");
    window.wait_for(" of 240");
    window.click("List only solutions with piece L here");
    window.wait_for("/ 240");
    window.click("Can be put together");
    window.wait_for("/ 240"); // Every cube can.
}

#[test]
fn a_piece_is_put_down_by_the_keyboard_alone() {
    let mut window = open("cube.ron");
    window.type_text("L");
    press(&mut window, Key::Enter);
    if !window.shows("piece L, pinned") {
        window.type_text("x");
        press(&mut window, Key::Enter);
    }
    window.wait_for("piece L, pinned");
    window.press(Modifiers::COMMAND, Key::Z);
    assert!(!window.shows("piece L, pinned"));
}

#[test]
fn a_piece_of_ones_own_is_drawn() {
    let mut window = open("cube.ron");
    window.click("Set");
    window.wait_for("Of your own");
    window.click("Of your own");
    window.wait_for("New piece");
    window.click("New piece");
    // A and B are taken.
    window.wait_for("Draw piece C");
    window.click("Cube in layer 1, row 1, column 2");
    window.click("Layer 2 of the piece");
    window.click("Cube in layer 2, row 1, column 1");
    // 27 cubes of the others, and three.
    window.wait_for("30");
    window.click("Take piece C");
    window.wait_for("the piece in hand");
    window.click("Remove");
    assert!(!window.shows("Draw piece C"));
}

#[test]
fn sheets_and_models_are_written() {
    let mut window = open("cube.ron");
    press(&mut window, Key::F5);
    window.wait_for("Finished: 240 solutions");
    let sheet = String::from_utf8(made(&mut window, "Sheet of layers", "sheet.svg")).unwrap();
    assert!(sheet.contains("PUT THEM IN IN THIS ORDER"));
    let assembled = made(&mut window, "Model", "cube.stl");
    assert_eq!((assembled.len() - 84) % 50, 0);
    window.click("Each piece by itself on the ground");
    assert_ne!(made(&mut window, "Model", "pieces.stl"), assembled);
}

#[test]
fn where_nothing_lies_there_is_no_model() {
    let mut window = open("cube.ron");
    window.click("Model");
    window.wait_for("nothing to make");
}
