//! The Soma tab, driven through the window: analysis, traces, filters, custom pieces and exports.

use std::{
    fs,
    io::{Cursor, Write as _},
    path::{Path, PathBuf},
    sync::Arc,
};

use egui::{Key, Modifiers, Role, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use flate2::{Compression, write::GzEncoder};
use image::{AnimationDecoder, codecs::gif::GifDecoder};
use quincunx::gui::{app::Settings, sections};

use super::driven::{Window, save};

/// High enough that all tools are visible.
const HIGHEST: [f32; 2] = [1280.0, 2400.0];

fn open(file: &str) -> Window {
    let mut window = Window::open_with(&[&save("soma").join(file)], HIGHEST, Settings::default());
    window.wait_for("Options");
    window
}

fn press(window: &mut Window, key: Key) {
    window.press(Modifiers::NONE, key);
}

/// Clicks a button that creates a file, and returns what was written.
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
    window.click("Pick up piece V");
    window.wait_for("the piece in hand keeps");
    window.wait_for("the piece in hand is a dead end here");
    let kept = window.harness.get_all_by_label_contains("the piece in hand keeps").next().unwrap().rect().center();
    window.harness.hover_at(kept);
    window.pass();
    press(&mut window, Key::Escape);
    assert!(!window.shows("the piece in hand keeps"));
}

#[test]
fn a_dead_end_shows_immediately_and_the_hint_says_why() {
    let mut window = open("cube-dead-end.ron");
    window.wait_for("none");
    press(&mut window, Key::H);
    window.wait_for("Remove L (207 solutions remain)");
    let count = |window: &Window, piece: &str| window.count(&format!(", piece {piece}, pinned"));
    let before = [count(&window, "L"), count(&window, "V")];
    assert_eq!(before, [4, 3]);
    window.click("Do it");
    window.wait_for("207");
    assert_eq!([count(&window, "L"), count(&window, "V")], [0, 3], "the first piece that it names is removed");
    window.press(Modifiers::COMMAND, Key::Z);
    assert_eq!([count(&window, "L"), count(&window, "V")], before);
}

#[test]
fn a_search_trace_is_shown_step_by_step() {
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
    window.press(Modifiers::NONE, Key::Enter);
    window.wait_for("film.gif");
    let frames = GifDecoder::new(Cursor::new(fs::read(&target).unwrap())).unwrap().into_frames().count();
    assert_eq!(frames, 3, "a picture of each step up to the one shown");
}

#[test]
fn the_list_stays_in_place_while_solutions_are_counted() {
    let head = |window: &Window| window.harness.get_by_label("SOLUTIONS").rect();
    let counting = Window::open_long_search();
    let mut counted = open("cube.ron");
    counted.wait_for("Up to symmetry");
    assert!(!counting.shows("Up to symmetry") && !counting.shows("Up to rotation"), "it has two lines less");
    assert_eq!(head(&counting), head(&counted));
}

#[test]
fn a_low_window_shows_several_solutions() {
    let mut window = Window::open_with(&[&save("soma/cube.ron")], [800.0, 600.0], Settings::default());
    sections::fold_all(&window.harness.ctx);
    press(&mut window, Key::F5);
    window.wait_for("Finished: 240 solutions");
    let end = window.harness.get_by_label("Techniques").rect().top();
    let rows = window.harness.query_all_by_label_contains("stands for 48 solutions").map(|row| row.rect());
    assert!(2 <= rows.filter(|row| row.bottom() <= end).count());
}

#[test]
fn a_solution_is_taken_apart_move_by_move() {
    let mut window = open("cube-t-and-l.ron");
    assert!(window.shows("There are no solutions yet"));
    press(&mut window, Key::F5);
    window.wait_for("Finished: 36 solutions");
    window.click("Step through the moves that take the shown solution apart");
    const HEADING: &str = "Comes apart in 6 moves: level 1";
    window.wait_for(HEADING);
    let row = |window: &Window| window.harness.get_by_role_and_label(Role::Button, HEADING).rect();
    let first = row(&window);
    window.wait_for("Step 6: ");
    assert_eq!(row(&window), first, "nothing moves as the steps come");
    assert!(window.shows("6 steps") && !window.shows("Step 7: "), "the heading isn't a step");
    window.wait_for_place("Step", 0.0, 6.0);
    press(&mut window, Key::ArrowRight);
    window.wait_for_place("Step", 1.0, 6.0);
    assert_eq!(row(&window), first);
    window.click("Step 4: ");
    window.wait_for_place("Step", 4.0, 6.0);
    let copied = window.copied_by("Copy as text").unwrap();
    let (head, steps) = copied.split_once(&format!("\n\n{HEADING}.\n1. ")).unwrap();
    assert!(head.ends_with(": apart, solution 1 of 36\n\n/TLL/PBB/PPB\n/TTL/VAA/PAB\n/TZL/VZZ/VAZ"), "{copied}");
    assert_eq!(steps.lines().count(), 6, "{copied}");
    let pdf = made(&mut window, "Print…", "apart.pdf");
    assert!(pdf.starts_with(b"%PDF"));
    press(&mut window, Key::PageDown);
    window.wait_for("Comes apart in ");
    window.wait_for("Step 1: ");
    window.click("Step through the solutions");
    assert!(!window.shows("Copy as text"));
}

#[test]
fn solutions_can_be_filtered_by_placements() {
    let mut window = open("cube.ron");
    press(&mut window, Key::F5);
    window.wait_for("Finished: 240 solutions");
    window.click("List only solutions with piece L here");
    window.wait_for("(240 found)");
    window.click("List only solutions with piece L here");
    window.wait_for("of 240");
    window.click("Can be assembled");
    window.wait_for("of 240"); // Every solution of the cube can.
}

/// A cube that is alone, at the end of a bent tunnel, in its middle, outside of it, in a cave, or in a notch of the same box turned over.
const MARBLE: &str = r#"Quincunx(version: 1, puzzle: "soma", title: "A marble in a box", state: (set: Custom, pieces: "AB",
    layers: [
        [".......", ".......", "......."],
        ["....+..", ".+..++.", "......."],
        [".......", ".......", "......."],
    ],
    shapes: [
        (name: 'A', layers: [
            ["XXXXXXX", "XXXXXXX", "XXXXXXX"],
            ["XXXX.XX", "X.XX..X", "XXXXXXX"],
            ["XXXXXXX", "XXXXXXX", "XXXXXXX"],
        ]),
        (name: 'B', layers: [["X"]]),
    ],
))"#;

#[test]
fn solutions_are_sorted_and_filtered_by_level() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("marble.ron");
    fs::write(&file, MARBLE).unwrap();
    let mut window = Window::open(&[&file]);
    press(&mut window, Key::F5);
    window.wait_for("Finished: 7 solutions");
    assert!(!window.shows("Never come apart"), "nothing was asked");
    window.choose("in order found", "highest level first");
    window.click("Show the filter of the list");
    window.wait_until("five of them come apart", |window| shows_fact(window, "Come apart", "5").then_some(()));
    assert!(shows_fact(&window, "Never come apart", "2") && !window.shows("Not known yet"));
    // The one that takes two moves is first: the marble is at the end of the tunnel.
    (0..7).for_each(|_| press(&mut window, Key::PageUp));
    window.wait_for("layer 2, row 2, column 6, piece B");
    window.click("List only solutions that never come apart");
    window.wait_for("(7 found)");
    assert_eq!(window.count("Solution "), 2);
    window.click("List only solutions of which no piece leaves before this many moves");
    window.wait_until("one has that level", |window| shows_fact(window, "Level at least 2", "1").then_some(()));
    assert_eq!(window.count("Solution "), 1);
}

#[test]
fn a_solution_is_taken_apart_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("marble.ron");
    // The marble is at the end of the tunnel.
    let pinned = MARBLE.replace("\".......\", \".......\", \".......\"", "\"AAAAAAA\", \"AAAAAAA\", \"AAAAAAA\"");
    let pinned = pinned.replace("\"....+..\", \".+..++.\", \".......\"", "\"AAAA+AA\", \"A+AA+BA\", \"AAAAAAA\"");
    fs::write(&file, pinned).unwrap();
    let mut window = Window::open_with(&[&file], HIGHEST, Settings::default());
    window.click("Play mode");
    window.click("Take it apart");
    window.wait_for("Taken apart: A marble in a box");
    let moves = |window: &mut Window, made: &str| window.wait_until("the moves", |window| shows_fact(window, "Moves", made).then_some(()));
    window.wait_until("the search knows its way", |window| shows_fact(window, "Fewest found", "2").then_some(()));
    // By buttons: only as far as nothing is in the way.
    window.click("Choose piece B");
    window.wait_for("layer 2, row 2, column 6, piece B, chosen");
    window.wait_for("Move the chosen pieces: right. Piece A is in the way.");
    window.click_exactly("Move the chosen pieces: left");
    moves(&mut window, "1");
    window.press(Modifiers::COMMAND, Key::Z);
    moves(&mut window, "0");
    window.press(Modifiers::COMMAND, Key::Y);
    moves(&mut window, "1");
    // The search says what is next.
    press(&mut window, Key::H);
    window.wait_for("B can move");
    press(&mut window, Key::H);
    window.wait_for("B leaves to the back");
    // The game is saved and continued.
    let saved = window.save_as();
    assert!(saved.contains("taken_apart: [") && saved.contains("kind: \"apart\""), "{saved}");
    // By keys.
    window.type_keys("Y");
    window.wait_for("Every piece is apart");
    moves(&mut window, "2");
    window.wait_for("Start again");
    assert!(!window.shows("Pause the clock"), "its clock has stopped");
    window.click("Start again");
    moves(&mut window, "0");
    window.wait_for("Pause the clock");
}

#[test]
fn only_a_whole_figure_can_be_taken_apart() {
    for (file, can) in [("square-wall.ron", false), ("cube.ron", true)] {
        let mut window = open(file);
        press(&mut window, Key::F5);
        window.wait_for("Finished");
        window.click("Play mode");
        assert_eq!(window.harness.get_by_label("Take it apart").accesskit_node().is_disabled(), !can, "{file}");
    }
}

/// Whether this value stands at the end of the line of this fact.
fn shows_fact(window: &Window, label: &str, value: &str) -> bool {
    let Some(line) = window.harness.query_by_label(label).map(|node| node.rect()) else { return false };
    window
        .harness
        .query_all_by_label(value)
        .any(|node| line.y_range().contains(node.rect().center().y) && line.right() < node.rect().left())
}

#[test]
fn the_button_above_the_list_shows_its_filter() {
    let mut window = Window::open(&[&save("soma/cube.ron")]);
    press(&mut window, Key::F5);
    window.wait_for("Finished: 240 solutions");
    let place = |window: &Window, name: &str| window.harness.get_by_label(name).rect();
    for is_folded in [false, true] {
        if is_folded {
            sections::fold_all(&window.harness.ctx);
            window.pass();
        }
        window.click("Show the filter of the list");
        let (head, last) = (place(&window, "Filter solutions"), place(&window, "Can be assembled"));
        assert!(place(&window, "Examples…").bottom() < head.top(), "its head is out of view: {head}");
        assert!(last.bottom() < place(&window, "Speed").top(), "its end is out of view: {last}");
    }
}

#[test]
fn solutions_are_filtered_by_the_piece_on_marked_cells() {
    let mut window = open("cube.ron");
    press(&mut window, Key::F5);
    window.wait_for("Finished: 240 solutions");
    window.click("Mark cells for the filter");
    window.wait_for("Click cells to mark them");
    let edge = ["layer 3, row 1, column 1", "layer 3, row 1, column 2", "layer 3, row 1, column 3"];
    for cell in edge {
        window.click(cell);
    }
    window.wait_for("3 marked");
    assert_eq!(window.count(", marked for the filter"), 3);
    window.click("List only solutions in which piece T covers the 3 marked cells");
    window.wait_for("960 of 11,520 with rotations and reflections");
    assert!(window.shows("240") && !window.shows(", marked for the filter"));
    for cell in edge {
        assert!(window.shows(&format!("{cell}, piece T, piece T in all listed solutions")), "{cell}: the solution shown is turned");
    }
    // Pieces are required in the same form.
    window.click("List only solutions with piece L here");
    window.wait_for("(240 found)");
    window.click("List only solutions with piece L here");
    // The list is renewed and stays filtered: with piece T pinned, each solution counts.
    window.click(edge[1]);
    window.wait_for("piece T, pinned");
    window.wait_for("Finished: 480 solutions");
    assert!(window.shows("of 480") && window.shows("The list is filtered"));
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("960 of 11,520");
    window.click("Piece T covers 3 cells: list all again");
    window.wait_for("3 marked");
    assert!(!window.shows("of 11,520") && window.shows("Show the filter of the list"));
    // The solution shown says which piece it is.
    window.click("As in the solution shown");
    window.wait_for("of 11,520");
    window.click("Piece T covers 3 cells: list all again");
    press(&mut window, Key::Escape);
    window.wait_for("none marked");
}

#[test]
fn a_piece_can_be_placed_with_the_keyboard_alone() {
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
fn a_piece_is_dragged_into_a_layer_and_off_it() {
    let mut window = open("cube.ron");
    let middle = |window: &Window, label: &str| window.harness.get_all_by_label_contains(label).next().unwrap().rect().center();
    let (tile, corner) = (middle(&window, "Pick up piece V"), middle(&window, "layer 1, row 1, column 1, free"));
    window.drag(tile, corner, "");
    window.wait_for("layer 1, row 1, column 1, piece V, pinned");
    let beside = window.harness.get_by_label_contains("3D view").rect().min + vec2(10.0, 10.0);
    window.drag(corner, beside, "");
    assert!(!window.shows("piece V, pinned"));
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("layer 1, row 1, column 1, piece V, pinned");
}

#[test]
fn a_figure_is_drawn_by_dragging_and_by_layers() {
    let mut window = open("cube.ron");
    window.click_exactly("Empty box");
    window.wait_for("layer 1, row 1, column 1, outside the figure");
    let middle = |window: &Window, label: &str| window.harness.get_all_by_label_contains(label).next().unwrap().rect().center();
    let (from, to) = (middle(&window, "layer 1, row 1, column 1, outside"), middle(&window, "layer 1, row 1, column 3, outside"));
    window.drag(from, to, "");
    window.wait_for("layer 1, row 1, column 3, free");
    assert!(window.shows("layer 1, row 2, column 1, outside the figure"));
    window.click_exactly("Layer 2 of the figure");
    window.click_exactly("Fill layer");
    window.wait_for("layer 2, row 3, column 3, free");
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("layer 2, row 3, column 3, outside the figure");
}

#[test]
fn a_figure_of_the_wrong_size_is_explained() {
    let mut window = open("cube.ron");
    assert!(!window.shows("the remaining pieces have"));
    window.click_exactly("Allow piece V");
    window.wait_for("There are 27 free cells, but the remaining pieces have only 24 cubes");
}

#[test]
fn a_custom_piece_can_be_drawn() {
    let mut window = open("cube.ron");
    window.click("Set");
    window.wait_for("Custom");
    window.click("Custom");
    window.wait_for("Add piece");
    window.click("Add piece");
    // A and B are taken.
    window.wait_for("Draw piece C");
    window.click("Cube in layer 1, row 1, column 2");
    window.click("Layer 2 of the piece");
    window.click("Cube in layer 2, row 1, column 1");
    window.click("Cube in layer 2, row 4, column 4");
    window.wait_for("4 cubes in 2 parts that don't touch");
    window.click("Cube in layer 2, row 4, column 4");
    // 27 cubes of the others, and three.
    window.wait_for("30");
    window.click("Pick up piece C");
    window.wait_for("the piece in hand");
    window.click("Remove piece");
    assert!(!window.shows("Draw piece C"));
}

#[test]
fn solids_are_exported() {
    let mut window = open("cube.ron");
    press(&mut window, Key::F5);
    window.wait_for("Finished: 240 solutions");
    let assembled = made(&mut window, "Export STL", "cube.stl");
    assert_eq!((assembled.len() - 84) % 50, 0);
    window.click("Each piece separately, flat on the ground");
    assert_ne!(made(&mut window, "Export STL", "pieces.stl"), assembled);
}

#[test]
fn the_dialog_of_a_picture_offers_a_sheet_to_print() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open("cube.ron");
    press(&mut window, Key::F5);
    window.wait_for("Finished: 240 solutions");
    let from_tools = |window: &mut Window| window.click("Export sheet");
    let from_picture = |window: &mut Window| {
        window.press(Modifiers::COMMAND, Key::E);
        window.wait_for("Export the board");
        window.click("GIF: ");
        window.click("Sheet: ");
    };
    let from_menu = |window: &mut Window| {
        window.press(Modifiers::COMMAND, Key::K);
        window.type_text("sheet to print");
        window.press(Modifiers::NONE, Key::Enter);
    };
    for name in ["tools.svg", "picture.svg", "menu.svg"] {
        let path = folder.path().join(name);
        match name {
            "tools.svg" => from_tools(&mut window),
            "picture.svg" => from_picture(&mut window),
            _ => from_menu(&mut window),
        }
        window.wait_for("Export a sheet to print");
        assert!(!window.shows("GIF: "), "a sheet has no steps");
        window.will_choose(&path);
        window.click("Choose file…");
        window.wait_for(&format!("Saved {name} in {}", folder.path().display()));
        let sheet = fs::read_to_string(&path).unwrap();
        for text in ["The cube", "solution 1 of 240", "Assembly order", "front"] {
            assert!(sheet.contains(text), "{name}: {text}");
        }
    }
    from_menu(&mut window);
    window.wait_for("Export a sheet to print");
    window.click("PDF: ");
    let path = folder.path().join("page.pdf");
    window.will_choose(&path);
    window.click("Choose file…");
    window.wait_for("Saved page.pdf");
    assert!(fs::read(&path).unwrap().starts_with(b"%PDF"));
}

#[test]
fn a_puzzle_without_sheets_offers_none() {
    let mut window = Window::open(&[&save("set/deck.ron")]);
    window.press(Modifiers::COMMAND, Key::E);
    window.wait_for("Export the board");
    assert!(!window.shows("Sheet: "));
    window.press(Modifiers::NONE, Key::Escape);
    window.press(Modifiers::COMMAND, Key::K);
    window.type_text("export");
    window.wait_for("Export picture…");
    assert!(!window.shows("Export sheet to print…"));
}

/// A file that is dropped on the window.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        fs::read(&self.0).map_err(|error| error.to_string())
    }
}

#[test]
fn files_of_burr_tools_are_opened_dropped_and_pasted() {
    let file = |name: &str, more: &str| {
        let problem = |name: &str| {
            format!(
                "<problem name=\"{name}\"><shapes><shape id=\"0\" count=\"3\" group=\"1\"/></shapes><result id=\"1\"/><bitmap/></problem>"
            )
        };
        let problems: String = [name, more].into_iter().filter(|name| !name.is_empty()).map(problem).collect();
        format!(
            "<?xml version=\"1.0\"?><puzzle version=\"2\"><gridType type=\"0\"/><colors/><shapes><voxel x=\"3\" y=\"1\" z=\"1\">###</voxel>\
             <voxel x=\"3\" y=\"3\" z=\"1\">#########</voxel></shapes><problems>{problems}</problems><comment/></puzzle>"
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let [opened, dropped] = ["opened.xmpuzzle", "dropped.xmpuzzle"].map(|name| folder.path().join(name));
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(file("Three bars", "The same again").as_bytes()).unwrap();
    fs::write(&opened, encoder.finish().unwrap()).unwrap();
    fs::write(&dropped, file("Bars that were dropped", "")).unwrap();
    let mut window = open("cube.ron");
    window.open_file(&opened);
    window.wait_for("Three bars");
    // Each problem is a document.
    window.press(Modifiers::COMMAND, Key::PageUp);
    window.wait_for("The same again");
    window.harness.input_mut().dropped_files.push(Arc::new(Dropped(dropped)));
    window.pass();
    window.wait_for("Bars that were dropped");
    window.paste(&file("Bars that were pasted", ""));
    window.wait_for("Bars that were pasted");
    // What is wrong with a file is said with its place.
    fs::write(&opened, file("Three bars", "").replace("<result id=\"1\"/>", "<result id=\"5\"/>")).unwrap();
    window.open_file(&opened);
    window.wait_for("there is no shape 5");
}

/// A file for each piece, beside the path that was chosen, none of which is replaced.
#[test]
fn each_piece_can_have_a_file_of_its_own() {
    let mut window = open("cube.ron");
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished");
    window.click("Solution 1: ");
    let folder = tempfile::tempdir().unwrap();
    window.click("Each piece in a file of its own");
    for _ in 0..2 {
        window.will_choose(&folder.path().join("cube.stl"));
        window.click("Export STL");
        window.pass();
    }
    window.wait_for("it already exists");
    let mut names: Vec<String> =
        fs::read_dir(folder.path()).unwrap().flatten().map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    assert_eq!((names.len(), &names[0][..13]), (7, "cube-piece-1-"), "{names:?}");
}

#[test]
fn an_empty_board_has_nothing_to_export() {
    let mut window = open("cube.ron");
    window.click("Export STL");
    window.wait_for("nothing to export");
}

#[test]
fn a_piece_in_hand_gives_way_to_a_chosen_solution_and_to_esc() {
    let mut window = Window::open(&[&save("soma/cube.ron")]);
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished");
    window.click("Pick up piece T");
    window.wait_for("Click a cell to place it.");
    window.click("Solution 1: ");
    window.wait_for("Drag a piece onto the board");
    window.wait_for_place("Step", 7.0, 7.0);
    window.click("Pick up piece T");
    window.wait_for("Click a cell to place it.");
    window.press(Modifiers::NONE, Key::Escape);
    window.wait_for("Drag a piece onto the board");
    window.wait_for_place("Step", 7.0, 7.0);
    window.press(Modifiers::NONE, Key::Escape);
    window.wait_for_place("Step", 0.0, 7.0);
}
