//! Texts can be read in the smallest windows.

use egui::{Event, Key, Modifiers, Rect, epaint, vec2};
use egui_kittest::kittest::Queryable;
use quincunx::gui::app::Settings;

use super::driven::{USUAL, Window, save};

/// The size of the smallest text that can be read, in points.
const SMALLEST: f32 = 11.0;
const SMALL: [f32; 2] = [800.0, 600.0];

/// All texts that are painted, each with the size of its smallest letters.
fn texts(window: &Window) -> Vec<(String, f32)> {
    fn collect(shape: &epaint::Shape, texts: &mut Vec<(String, f32)>) {
        match shape {
            epaint::Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, texts)),
            epaint::Shape::Text(text) if !text.galley.text().trim().is_empty() => {
                let sizes = text.galley.job.sections.iter().map(|section| section.format.font_id.size);
                texts.push((text.galley.text().to_owned(), sizes.fold(f32::INFINITY, f32::min)));
            }
            _ => {}
        }
    }
    let mut texts = Vec::new();
    window.harness.output().shapes.iter().for_each(|clipped| collect(&clipped.shape, &mut texts));
    texts
}

/// Checks that no text touches another one: half of the space between words stays free.
#[track_caller]
fn check_apart(window: &Window, what: &str) {
    fn collect(shape: &epaint::Shape, shown: Rect, texts: &mut Vec<(String, Rect)>) {
        match shape {
            epaint::Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, shown, texts)),
            epaint::Shape::Text(text) if !text.galley.text().trim().is_empty() => {
                let size = text.galley.job.sections.iter().map(|section| section.format.font_id.size).fold(0.0, f32::max);
                // The letters of most texts reach neither the top nor the bottom of their line.
                let letters = text.galley.mesh_bounds.translate(text.pos.to_vec2()).shrink2(vec2(0.0, 1.0)).expand2(vec2(0.06 * size, 0.0));
                let letters = letters.intersect(shown);
                if letters.is_positive() {
                    texts.push((text.galley.text().to_owned(), letters));
                }
            }
            _ => {}
        }
    }
    let mut texts = Vec::new();
    window.harness.output().shapes.iter().for_each(|clipped| collect(&clipped.shape, clipped.clip_rect, &mut texts));
    for (place, (text, room)) in texts.iter().enumerate() {
        for (other, other_room) in &texts[..place] {
            assert!(!room.intersects(*other_room), "{what}: {text:?} touches {other:?}: {room} {other_room}");
        }
    }
}

/// Checks that all texts can be read, and that these are among them.
#[track_caller]
fn check(window: &Window, what: &str, wanted: &[&str]) {
    let texts = texts(window);
    let small: Vec<_> = texts.iter().filter(|(_, size)| *size < SMALLEST).collect();
    assert!(small.is_empty(), "{what}: {small:?}");
    for wanted in wanted {
        // The caption of a layer says that it is at its front where there is room for that.
        let is_there = |text: &str| text.strip_prefix("front of ").unwrap_or(text) == *wanted;
        assert!(texts.iter().any(|(text, _)| is_there(text)), "{what}: {wanted:?} is left out of {texts:?}");
    }
}

#[test]
fn every_text_can_be_read_in_small_windows() {
    let boards: [(&str, &[&str]); 9] = [
        ("voltorb-flip/level-4-middle.ron", &["Level", "1", "2", "3"]),
        ("meteor/one-pin.ron", &["0"]),
        ("soma/cube-t-and-l.ron", &["layer 1", "layer 3", "front", "x"]),
        ("soma/crystal.ron", &["layer 1"]),
        ("set/apl-16807.ron", &["R", "+ card"]),
        ("set/ultra.ron", &["G"]),
        ("virus-war/game.ron", &["a", "8"]),
        ("virus-war/midgame.ron", &["a"]),
        ("virus-war/triples.ron", &[]),
    ];
    for (file, wanted) in boards {
        for size in [SMALL, USUAL] {
            let mut window = Window::open_with(&[&save(file)], size, Settings::default());
            check(&window, file, wanted);
            window.press(Modifiers::NONE, Key::F5);
            check(&window, &format!("{file}, solved"), &[]);
            window.click("Play mode");
            check(&window, &format!("{file}, Play mode"), &[]);
        }
    }
}

#[test]
fn pieces_in_hand_and_their_counts_can_be_read_in_small_windows() {
    let mut window = Window::open_with(&[&save("meteor/contest.ron")], SMALL, Settings::default());
    window.click("Pick up piece 3");
    window.focus("row 4, column 3, free");
    check(&window, "Meteor", &["3"]);
    assert!(
        texts(&window).iter().any(|(text, _)| text.starts_with("keeps ") || text.ends_with("no solution has it here")),
        "{:?}",
        texts(&window)
    );
    let mut window = Window::open_with(&[&save("soma/cube-t-and-l.ron")], SMALL, Settings::default());
    window.click("Pick up piece V");
    window.focus("layer 2, row 2, column 2, free");
    check(&window, "Soma", &["V"]);
}

#[test]
fn the_proof_of_a_set_and_the_keys_of_a_game_can_be_read_in_small_windows() {
    let mut window = Window::open_with(&[&save("set/apl-16807.ron")], SMALL, Settings::default());
    window.press(Modifiers::NONE, Key::F5);
    window.press(Modifiers::NONE, Key::End);
    check(&window, "a proof", &["OK: a SET", "max", "sum"]);
    let proves = |text: &str| texts(&window).iter().any(|(other, _)| other.ends_with(text));
    assert!(["all have 1", "all squiggles", "red, green and blue"].into_iter().all(proves), "{:?}", texts(&window));
    check_apart(&window, "a proof");
    window.type_keys("p");
    check(&window, "a game", &["Q", "W", "E"]);
}

#[test]
fn the_texts_of_tiles_and_below_them_touch_no_other_ones_in_small_windows() {
    let mut window = Window::open_with(&[&save("voltorb-flip/level-4-middle.ron")], SMALL, Settings::default());
    check_apart(&window, "Voltorb Flip");
    let risks = texts(&window).into_iter().filter(|(text, _)| text.ends_with('%') && text.len() <= 4);
    assert_eq!(risks.count(), 22, "of each face-down tile");
    for tile in ["row 1, column 1, face down", "row 2, column 3, face down", "row 1, column 3, face up", "level 4"] {
        window.focus(tile);
        check_apart(&window, tile);
        assert!(texts(&window).iter().any(|(text, _)| text.starts_with("Click: ")), "{tile}: {:?}", texts(&window));
    }
    let digits = |window: &Window| texts(window).into_iter().filter(|(text, _)| matches!(text.as_str(), "1" | "2" | "3")).count();
    let before = digits(&window);
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 47 boards");
    assert!(before + 10 < digits(&window), "those of the boards in the list");
}

/// Before its first frame nobody knows how large a board will be.
#[test]
fn the_first_frame_of_a_board_has_no_giant_texts() {
    let mut window = Window::open(&[&save("voltorb-flip/level-5.ron")]);
    window.settle();
    let (mut largest, mut frames) = (0.0_f32, 0);
    let key = |pressed| Event::Key { key: Key::Num4, physical_key: None, pressed, repeat: false, modifiers: Modifiers::COMMAND };
    window.harness.input_mut().events.extend([true, false].map(key));
    for _ in 0..100 {
        window.harness.step();
        largest = texts(&window).into_iter().map(|(_, size)| size).fold(largest, f32::max);
        frames += usize::from(window.is_shown("SET"));
    }
    assert!(5 <= frames, "SET was never shown");
    assert!(largest < 60.0, "a text was {largest} points high");
}

#[test]
fn a_finished_round_can_be_read_in_small_windows() {
    // High enough for the table of rounds.
    let mut window = Window::open_with(&[&save("voltorb-flip/level-1.ron")], [800.0, 800.0], Settings::default());
    window.press(Modifiers::COMMAND, Key::N);
    window.wait_for("Type the clues");
    // Clues and level, and a Voltorb.
    window.type_keys("c516032426171323241701t0");
    window.wait_for("Round lost");
    window.type_keys("n");
    window.wait_for("Go through ");
    check(&window, "rounds", &["Coins", "Mistakes"]);
    check_apart(&window, "rounds");
    window.harness.set_size(SMALL.into());
    window.pass();
    window.click_exactly("Flip by flip…");
    window.wait_for("You, flip 1: ");
    check(&window, "flip by flip", &["You", "A perfect player", "9%", "1 or V", "Your choice: row 1, column 1, 90.9 % to clear"]);
    let pane = window.harness.query_all_by_label_contains("Before flip 1").last().unwrap().rect();
    assert!(300.0 < pane.width(), "the board is large enough: {pane}");
}
