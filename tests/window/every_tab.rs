//! Each tab in the window: open a file, edit, solve, step, save.

use std::{collections::BTreeMap, fs, path::Path};

use egui::{Key, Modifiers, Rect, Role};
use egui_kittest::kittest::{AccessKitNode, NodeT, Queryable};
use quincunx::gui::app::Settings;

use super::driven::{HIGH, Window, save};

#[test]
fn meteor_from_file_to_file() {
    let mut window = Window::open(&[]);
    window.open_file(&save("meteor/two-pins.ron"));
    window.wait_for("53");
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 53 solutions");
    for _ in 0..3 {
        window.press(Modifiers::NONE, Key::ArrowLeft);
    }
    window.wait_for_place("Step", 5.0, 8.0);
    window.press(Modifiers::NONE, Key::PageDown);
    window.wait_for_place("Solution", 2.0, 53.0);
    window.wait_for_place("Step", 5.0, 8.0); // The next solution starts at the same step.
    window.set("Jump to solution", 40.0);
    window.wait_for_place("Solution", 40.0, 53.0);
    window.wait_for_place("Step", 8.0, 8.0);
    assert_eq!(window.save_as(), fs::read_to_string(save("meteor/two-pins.ron")).unwrap());
}

#[test]
fn a_number_typed_in_the_timeline_is_no_key_for_the_board() {
    let mut window = Window::open(&[&save("meteor/contest.ron")]);
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 2,098 solutions");
    window.click("Jump to solution");
    window.press(Modifiers::COMMAND, Key::A);
    // The last digits and Enter come in one frame.
    window.type_text("1,2");
    window.harness.event(egui::Event::Text("04".to_owned()));
    window.press(Modifiers::NONE, Key::Enter);
    window.wait_for_place("Solution", 1204.0, 2098.0);
    assert!(!window.shows("Orientation "), "no piece is in hand");
}

#[test]
fn a_meteor_piece_is_placed_and_removed_by_undo() {
    let mut window = Window::open(&[&save("meteor/contest.ron")]);
    window.wait_for("2,098");
    window.click("Pick up piece 3");
    window.click("row 4, column 3, free");
    window.wait_for("row 4, column 3, piece 3, pinned");
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("2,098");
    window.wait_for("row 4, column 3, free");
    window.press(Modifiers::COMMAND, Key::Y);
    window.wait_for("row 4, column 3, piece 3, pinned");
    let saved = window.save_as();
    assert!(saved.contains('3') && saved != fs::read_to_string(save("meteor/contest.ron")).unwrap());
}

#[test]
fn voltorb_flip_is_edited_solved_and_saved() {
    let mut window = Window::open(&[&save("voltorb-flip/level-5-fresh.ron")]);
    window.wait_for("962");
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 962 boards");
    window.press(Modifiers::NONE, Key::Home);
    window.wait_for_place("Step", 0.0, 1.0);
    window.focus("row 2, column 3, face down");
    window.type_text("2");
    window.wait_for("402");
    window.wait_for("row 2, column 3, face up, 2");
    assert!(window.save_as().contains("??2??"));
}

#[test]
fn voltorb_flip_explains_impossible_clues() {
    let mut window = Window::open(&[&save("voltorb-flip/impossible.ron")]);
    window.wait_for("add up to");
}

#[test]
fn boards_that_no_level_deals_are_counted_equally_on_request() {
    let mut window = Window::open(&[&save("voltorb-flip/level-1.ron")]);
    window.paste("51 62 41 61 52 42 71 61 51 42");
    window.press(Modifiers::NONE, Key::Delete);
    window.wait_for("Not dealt at");
    window.click("Count equally");
    window.wait_for("All boards count equally here.");
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("Not dealt at");
}

#[test]
fn soma_is_solved_stepped_edited_and_saved() {
    let mut window = Window::open(&[&save("soma/cube-t-on-an-edge.ron")]);
    window.wait_for("T on an edge");
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 480 solutions");
    window.press(Modifiers::NONE, Key::ArrowLeft);
    window.wait_for_place("Step", 5.0, 6.0);
    window.click("Pick up piece V");
    window.click("layer 3, row 2, column 2, free");
    window.wait_for("piece V, pinned");
    assert!(window.save_as().contains('V'));
    window.press(Modifiers::COMMAND, Key::Z);
    assert!(!window.shows("piece V, pinned"));
}

#[test]
fn arrow_keys_move_the_focus_on_the_board() {
    let mut window = Window::open(&[&save("meteor/contest.ron")]);
    window.wait_for("2,098");
    window.focus("row 1, column 1, free");
    window.press(Modifiers::NONE, Key::ArrowDown);
    window.press(Modifiers::NONE, Key::ArrowRight);
    window.press(Modifiers::NONE, Key::Enter);
    window.wait_for("row 2, column 2, outside the board"); // The focus moved down and right.
}

#[test]
fn the_tab_key_stops_once_on_the_board() {
    let mut window = Window::open(&[&save("meteor/contest.ron")]);
    window.wait_for("2,098");
    window.focus("row 3, column 3, free");
    window.press(Modifiers::NONE, Key::Tab);
    let on_board = window.harness.query_all_by_label_contains("row ").filter(|node| node.accesskit_node().is_focused()).count();
    assert_eq!(on_board, 0);
}

#[test]
fn typing_follows_the_focus_even_if_the_pointer_is_elsewhere() {
    let mut window = Window::open(&[&save("voltorb-flip/level-5-fresh.ron")]);
    window.wait_for("962");
    let clue = window
        .harness
        .get_all_by_label_contains("row 1")
        .find(|node| node.accesskit_node().label().is_some_and(|label| label.contains("point")))
        .expect("a clue");
    let middle = clue.rect().center();
    window.harness.hover_at(middle);
    window.pass();
    window.type_text("6");
    window.type_text("1");
    let saved = window.save_as();
    assert!(saved.contains("(sum: 6, voltorbs: 1)"), "{saved}");
}

#[test]
fn esc_stops_a_search() {
    // This search takes hours, so it can't end before Esc is pressed.
    let mut window = Window::open_long_search();
    window.click("first cell");
    window.press(Modifiers::NONE, Key::F5);
    window.press(Modifiers::NONE, Key::Escape);
    window.wait_for("Stopped");
}

#[test]
fn more_escs_than_needed_lose_nothing() {
    let cases = [
        ("meteor/two-pins.ron", "Finished: 53 solutions", "End shows solution 2 again"),
        ("soma/cube.ron", "Finished: 240 solutions", "End shows solution 2 again"),
        ("voltorb-flip/level-5-fresh.ron", "Finished: 962 boards", "End shows board 2 again"),
        ("virus-war/endgame.ron", "Finished", "End shows turn 2 again"),
        ("set/six-sets.ron", "Finished: 6 SETs", "End shows SET 2 again"),
    ];
    for (file, finished, notice) in cases {
        let mut window = Window::open_with(&[&save(file)], HIGH, Settings::default());
        window.press(Modifiers::NONE, Key::F5);
        window.wait_for(finished);
        window.press(Modifiers::NONE, Key::PageDown);
        window.press(Modifiers::NONE, Key::End);
        let step = |window: &Window| window.harness.get_by_role_and_label(Role::Slider, "Step").accesskit_node().numeric_value();
        let shown = step(&window);
        assert!(shown.is_some_and(|shown| 0.0 < shown), "{file}: {shown:?}");
        window.press(Modifiers::NONE, Key::Escape);
        window.wait_for(notice);
        for _ in 0..3 {
            window.press(Modifiers::NONE, Key::Escape);
        }
        assert!(window.shows(notice) && step(&window) == Some(0.0), "{file}");
        assert_eq!(window.save_as(), fs::read_to_string(save(file)).unwrap());
        window.press(Modifiers::NONE, Key::End);
        window.pass();
        assert_eq!(step(&window), shown, "{file}");
    }
}

#[test]
fn a_long_search_is_paused_saved_and_resumed() {
    let mut window = Window::open_long_search();
    window.press(Modifiers::NONE, Key::F5);
    window.press(Modifiers::NONE, Key::F7);
    window.wait_for("Paused:");
    let saved = window.save_as();
    assert!(saved.contains("search: Some("), "{saved}");
    window.click("Resume");
    window.wait_for("Searching:");
    window.press(Modifiers::NONE, Key::Escape);
    // Stopping a search that can be resumed pauses it.
    window.wait_for("Paused:");
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Searching:");

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("paused.ron");
    let (before, after) = saved.split_once("elapsed_ms: ").unwrap();
    let after = after.trim_start_matches(|c: char| c.is_ascii_digit());
    fs::write(&path, format!("{before}elapsed_ms: 3600000{after}")).unwrap();
    let mut window = Window::open_without_waiting(&path);
    window.wait_for("Paused:");
    window.close();
    assert!(window.has_closed(), "the paused search is in its file");
    window.press(Modifiers::NONE, Key::F7);
    window.wait_for("Searching:");
    window.close();
    // A search of an hour is paused first, and not lost without a question: no recovery files are written here.
    window.wait_for("Paused:");
    window.wait_for("Quit without saving?");
}

#[test]
fn a_piece_is_dragged_to_another_place() {
    let mut window = Window::open(&[&save("meteor/one-pin.ron")]);
    window.wait_for("321");
    let center = |window: &Window, label: &str| window.harness.get_all_by_label_contains(label).next().expect("a cell").rect().center();
    let (from, to) = (center(&window, "piece 3, pinned"), center(&window, "row 6, column 5, free"));
    window.harness.drag_at(from);
    window.run(1);
    for share in [0.3, 0.6, 1.0] {
        window.harness.hover_at(from + (to - from) * share);
        window.run(1);
    }
    window.harness.drop_at(to);
    window.pass();
    assert!(window.shows("row 6, column 5, piece 3, pinned") && !window.shows("row 10, column 5, piece 3"), "the piece moved");
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("row 10, column 5, piece 3, pinned");
}

#[test]
fn a_bad_file_is_refused_with_a_reason_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let bad = folder.path().join("bad.ron");
    fs::write(&bad, fs::read_to_string(save("meteor/two-pins.ron")).unwrap().replace("pieces:", "peices:")).unwrap();
    let mut window = Window::open(&[&save("meteor/two-pins.ron")]);
    window.wait_for("53");
    window.open_file(&bad);
    window.wait_for("Couldn't open");
    window.wait_for("peices"); // The message names the error.
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("Couldn't open"));
    assert_eq!(window.save_as(), fs::read_to_string(save("meteor/two-pins.ron")).unwrap());
}

#[test]
fn a_path_box_opens_if_the_system_shows_no_dialog() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("by-path.ron");
    let mut window = Window::open(&[&save("meteor/unique.ron")]);
    window.wait_for("Free cells");
    // The dialog returns without a path at once.
    window.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    window.wait_for("Type the path instead");
    window.press(Modifiers::COMMAND, Key::A);
    window.type_text(target.to_str().unwrap());
    window.press(Modifiers::NONE, Key::Enter);
    window.wait_for("Saved");
    assert!(target.exists());
}

#[test]
fn a_position_is_pasted_and_other_text_is_refused() {
    let mut window = Window::open(&[&save("meteor/contest.ron")]);
    window.wait_for("2,098");
    window.paste("not a board");
    window.wait_for("Couldn't read the pasted text");
    window.wait_for("2,098");
    let rows = fs::read_to_string(save("meteor/one-pin.ron")).unwrap();
    let board: Vec<&str> = rows.lines().filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("\",")).collect();
    window.paste(&board.join("\n"));
    window.wait_for("321");
    assert!(!window.shows("Couldn't read the pasted text"), "the next text was read");
}

/// A link and the text of a file are pasted in any tab, and open in their own.
#[test]
fn a_copied_link_and_the_text_of_a_file_open_again() {
    let mut window = Window::open(&[&save("polyominoes/kanoodle.ron")]);
    window.press(Modifiers::COMMAND, Key::K);
    window.type_text("copy link");
    window.wait_for("Copy link");
    let link = window.copied_by("Copy link").expect("it is copied");
    assert!(link.starts_with("quincunx:polyominoes/") && link.len() <= 200, "{link}");
    let mut window = Window::open(&[&save("voltorb-flip/a-round.ron")]);
    window.paste(&link[..link.len() - 3]);
    window.wait_for("was cut short or altered");
    window.paste(&format!("  {link}\n"));
    window.wait_for("371,020");
    window.paste(&fs::read_to_string(save("meteor/one-pin.ron")).unwrap());
    window.wait_for("321");
    window.paste("Quincunx(version: 1, puzzle: \"chess\")");
    window.wait_for("unknown puzzle");
}

#[test]
fn a_dialog_has_its_heading_as_its_name() {
    let mut window = Window::open(&[&save("meteor/contest.ron")]);
    window.press(Modifiers::COMMAND, Key::E);
    assert!(window.harness.query_by_role_and_label(Role::Dialog, "Export the board").is_some());
}

#[test]
fn a_dialog_keeps_keys_from_the_board() {
    let mut window = Window::open(&[&save("set/apl-16807.ron")]);
    window.wait_for("All SETs on the table");
    window.press(Modifiers::COMMAND, Key::Questionmark);
    window.type_text("p");
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("Leave game"), "no game started while the dialog was open");
    window.type_text("p");
    window.wait_for("Leave game");
}

#[test]
fn the_focused_widget_is_visible() {
    let mut window = Window::open_with(&[&save("meteor/two-pins.ron")], [800.0, 600.0], Settings::default());
    window.wait_for("53");
    let mut seen = 0;
    for _ in 0..60 {
        window.press(Modifiers::NONE, Key::Tab);
        window.run(30);
        let nodes: Vec<_> = window.harness.query_all_by(|node| node.is_focused() && node.role() != Role::Window).collect();
        for node in nodes {
            let (name, rect) = (node.accesskit_node().label(), node.rect());
            assert!(0.0 <= rect.min.y && rect.max.y <= 600.0, "{name:?} at {rect}");
            seen += 1;
        }
    }
    assert!(seen > 30, "{seen}");
}

#[test]
fn a_long_name_does_not_widen_the_tools() {
    let folder = tempfile::tempdir().unwrap();
    let long = folder.path().join("a-figure-with-quite-a-long-name-and-then-some-more-of-it.ron");
    let text = fs::read_to_string(save("meteor/two-pins.ron")).unwrap();
    fs::write(&long, text.replace("Two pins", "A figure with quite a long name, and then some more of it")).unwrap();
    for size in [[800.0, 600.0], [1280.0, 800.0]] {
        let place = |file: &Path| {
            let mut window = Window::open_with(&[file], size, Settings::default());
            window.run(4);
            window.harness.get_by_role(Role::Canvas).rect()
        };
        assert_eq!(place(&long), place(&save("meteor/two-pins.ron")), "{size:?}");
    }
}

#[test]
fn the_timeline_fits_the_smallest_window() {
    // These tabs have two tracks, and more than have room, which are in a box.
    for (file, tracks) in [("meteor/two-pins.ron", 0), ("virus-war/late.ron", 2), ("voltorb-flip/level-5.ron", 0)] {
        let mut window = Window::open_with(&[&save(file)], [800.0, 600.0], Settings::default());
        window.press(Modifiers::NONE, Key::F5);
        window.wait_for("Finished: ");
        let places = |window: &Window| -> Vec<Rect> {
            let radios = window.harness.query_all_by_role(Role::RadioButton);
            radios
                .map(|node| node.rect())
                .filter(|rect| (200.0..590.0).contains(&rect.left()) && (512.0..568.0).contains(&rect.center().y))
                .collect()
        };
        assert_eq!(places(&window).len(), tracks, "{file}");
        assert_eq!(window.harness.query_by_label("Track").is_some(), tracks == 0, "{file}");
        assert!(window.harness.get_by_label("Speed").rect().right() <= 784.0, "{file}");
        for track in 0..tracks {
            window.click_on(|window| places(window)[track]);
            let speed = window.harness.get_by_label("Speed").rect();
            assert!(speed.right() <= 784.0, "{file}, track {track}: {speed}");
        }
    }
}

#[test]
fn a_hint_does_not_move_the_board_in_the_smallest_window() {
    for file in ["meteor/two-pins.ron", "soma/cube.ron", "virus-war/late.ron"] {
        let mut window = Window::open_with(&[&save(file)], [800.0, 600.0], Settings::default());
        let spots = |window: &Window| -> Vec<Rect> {
            let spots = window.harness.query_all_by(|node| node.class_name() == Some("spot"));
            spots.map(|node| node.rect()).collect()
        };
        window.settle();
        let before = spots(&window);
        assert!(!before.is_empty(), "{file}");
        window.press(Modifiers::NONE, Key::H);
        window.wait_for("Close the hint");
        assert_eq!(spots(&window), before, "{file}");
    }
}

#[test]
fn a_game_does_not_change_the_file() {
    let folder = tempfile::tempdir().unwrap();
    for (from, key) in [("voltorb-flip/level-5.ron", "P"), ("set/apl-12345.ron", "")] {
        let file = folder.path().join("mine.ron");
        fs::copy(save(from), &file).unwrap();
        let before = fs::read_to_string(&file).unwrap();
        let mut window = Window::open_with(&[&file], HIGH, Settings::default());
        if key.is_empty() {
            window.click("Play mode");
            window.click_exactly("Play daily puzzle")
        } else {
            window.type_text(key)
        }
        window.wait_for("Leave game");
        window.press(Modifiers::COMMAND, Key::S);
        assert_eq!(fs::read_to_string(&file).unwrap(), before, "{from}");
    }
}

#[test]
fn a_text_box_has_its_own_undo() {
    let mut window = Window::open_with(&[&save("virus-war/opening.ron")], HIGH, Settings::default());
    window.wait_for("3 moves left");
    window.click("X can move here");
    window.wait_for("2 moves left");
    window.wait_for("With cells");
    window.write("With cells", "a1");
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("2 moves left");
    window.press(Modifiers::NONE, Key::Escape);
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("3 moves left"); // Outside of the text box, undo takes back the move.
}

#[test]
fn all_listed_solutions_are_exported_as_one_picture() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = folder.path().join("sheet.svg");
    let mut window = Window::open(&[&save("meteor/two-pins.ron")]);
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 53 solutions");
    window.will_choose(&sheet);
    window.press(Modifiers::COMMAND, Key::K);
    window.type_text("export listed");
    window.press(Modifiers::NONE, Key::Enter);
    window.click("Light: ");
    window.press(Modifiers::NONE, Key::Enter);
    window.wait_for("Saved");
    let svg = fs::read_to_string(&sheet).unwrap();
    assert!(svg.contains("Meteor: 53 solutions") && svg.contains("aria-label=\"53\"") && !svg.contains("aria-label=\"54\""));
}

#[test]
fn widgets_keep_their_ids_when_solutions_arrive() {
    let names = |window: &Window| {
        let is_control = |node: &AccessKitNode<'_>| matches!(node.role(), Role::Button | Role::CheckBox | Role::RadioButton);
        let mut named = BTreeMap::<_, Vec<_>>::new();
        for node in window.harness.query_all_by(is_control) {
            named.entry(node.accesskit_node().label()).or_default().push(node.accesskit_node().id());
        }
        named.retain(|_, nodes| nodes.len() == 1);
        named
    };
    for file in
        ["voltorb-flip/level-5-fresh.ron", "meteor/two-pins.ron", "soma/cube-t-and-l.ron", "set/apl-12345.ron", "virus-war/late.ron"]
    {
        let mut window = Window::open_with(&[&save(file)], HIGH, Settings::default());
        let before = names(&window);
        window.press(Modifiers::NONE, Key::F5);
        window.wait_for("Finished");
        let after = names(&window);
        let still: Vec<_> = before.keys().filter(|&name| after.contains_key(name)).collect();
        assert!(still.len() > 10, "{still:?}");
        for name in still {
            assert_eq!(after[name], before[name], "{name:?} of {file} had another id before");
        }
    }
}

#[test]
fn every_tab_opens_in_both_themes_and_in_a_small_window() {
    let mut window = Window::open(&[]);
    for size in [egui::vec2(1280.0, 800.0), egui::vec2(800.0, 600.0)] {
        window.harness.set_size(size);
        for _ in 0..2 {
            window.press(Modifiers::COMMAND, Key::T);
            for title in TITLES {
                window.click_on(|window| window.tab(title).expect("each puzzle has a tab").0);
                assert!(window.is_shown(title), "{title}");
                window.wait_for(if size.y < 700.0 { "Position" } else { "About this position" });
            }
        }
    }
}

macro_rules! titles {
    ($($puzzle:ty),* $(,)?) => { &[$(<$puzzle as quincunx::puzzle::Puzzle>::TITLE),*] };
}
const TITLES: &[&str] = quincunx::for_every_puzzle!(titles);

#[test]
fn the_contest_output_is_copied() {
    let mut window = Window::open_with(&[&save("meteor/contest.ron")], HIGH, Settings::default());
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 2,098 solutions");
    let copied = window.copied_by("Copy contest output");
    assert_eq!(copied.as_deref(), Some(include_str!("../cases/meteor-2098.txt")));
}
