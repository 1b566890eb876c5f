//! What the window does beside the tabs: the command palette, files at the start, recent files, stored settings, and recovery.

use std::{
    fs,
    path::{Path, PathBuf},
};

use egui::{Context, Event, Key, Modifiers, RawInput, Rect, Role, ViewportCommand, pos2};
use egui_kittest::kittest::{NodeT, Queryable};
use quincunx::{
    gui::{
        app::{App, Recent, Settings},
        sections, tab_settings,
    },
    puzzles,
};

use super::{
    driven::{HIGH, Script, USUAL, Window, save},
    steady::places,
};

/// The keys of the tabs.
const TABS: [Key; 6] = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6];

#[test]
fn the_palette_runs_a_command_by_its_title() {
    let mut window = Window::open(&[&save("meteor/unique.ron")]);
    window.wait_for_tab("Meteor");
    window.press(Modifiers::COMMAND, Key::K);
    window.type_text("pause");
    window.wait_for("No match"); // There is no search to pause.
    window.press(Modifiers::COMMAND, Key::A);
    window.type_text("previous tab");
    window.press(Modifiers::NONE, Key::Enter);
    assert!(window.is_shown("Voltorb Flip"));
    window.press(Modifiers::COMMAND, Key::K);
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("No match") && !window.shows("Quit"));
}

#[test]
fn the_palette_goes_to_tabs_examples_and_documents() {
    let mut window = Window::open(&[&save("meteor/unique.ron")]);
    let mut go = |typed: &str, title: &str| {
        window.press(Modifiers::COMMAND, Key::K);
        window.type_text(typed);
        window.press(Modifiers::NONE, Key::Enter);
        assert!(window.title.starts_with(title), "{typed}: {}", window.title);
    };
    go("set tab", "The APL hand of 16807 · SET");
    go("bedlam", "Bedlam cube · Soma");
    go("one solution open", "One solution · Meteor");
}

#[test]
fn the_palette_finds_controls_by_their_names_and_operates_them() {
    let mut window = Window::open(&[&save("virus-war/game.ron")]);
    let go = |window: &mut Window, typed: &str| {
        window.press(Modifiers::COMMAND, Key::K);
        window.type_text(typed);
        window.wait_for(typed);
        window.press(Modifiers::NONE, Key::Enter);
        window.settle();
    };
    window.wait_for("X to move, 3 moves left");
    go(&mut window, "Take back turn");
    window.wait_for("O to move, 3 moves left");
    go(&mut window, "Comment on this turn");
    window.type_text("here");
    assert_eq!(window.text("Comment on this turn"), "here");
    window.press(Modifiers::NONE, Key::Enter); // In a text box, Ctrl+K deletes to the end of the line.
    go(&mut window, "Game report");
    window.wait_for("Chances of winning");
    let report = window.harness.get_by_label("Chances of winning").rect();
    let cells = window.harness.query_all_by(|node| node.class_name() == Some("spot"));
    let board = cells.map(|cell| cell.rect()).reduce(Rect::union).unwrap();
    assert!(board.right() < report.left(), "the report covers the board: {board}, {report}");
    window.press(Modifiers::COMMAND, Key::K);
    window.type_text("empty, ");
    window.wait_for("No match"); // The board has keys of its own.
    window.press(Modifiers::COMMAND, Key::A);
    window.type_text("Board and rules");
    window.wait_for("section");
    window.press(Modifiers::NONE, Key::Enter);
    window.settle();
    let is_head = |window: &Window| {
        window
            .harness
            .query_all_by(|node| node.is_focused())
            .any(|node| node.accesskit_node().label().as_deref() == Some("Board and rules"))
    };
    assert!(is_head(&window) && window.shows("Moves per turn"), "an open section gets the focus and isn't folded");
    window.press(Modifiers::COMMAND, Key::K);
    window.type_text("Export picture");
    assert_eq!(window.count("Export picture…"), 1, "a command is listed once");
}

#[test]
fn a_report_is_saved_as_it_is_shown_and_names_no_files_of_the_settings() {
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("report.txt");
    let mut window = Window::open(&[&save("soma/cube-t-on-an-edge.ron")]);
    for has_document in [false, true] {
        window.press(Modifiers::COMMAND, Key::K);
        window.type_text("save a report");
        window.press(Modifiers::NONE, Key::Enter);
        window.wait_for("Add this document");
        if has_document {
            window.click("Add this document");
            window.wait_until("the document never came", |window| window.text("Report").contains("puzzle: ").then_some(()));
        }
        let shown = window.text("Report");
        fs::remove_file(&report).ok();
        window.will_choose(&report);
        window.click_exactly("Save…");
        window.wait_for("report.txt");
        let text = fs::read_to_string(&report).unwrap();
        assert_eq!(text, shown, "what is shown is saved");
        assert!(text.starts_with(concat!("Quincunx ", env!("CARGO_PKG_VERSION"))), "{text}");
        assert!(text.contains("Soma: 1 document, 0 unsaved, 0 searching"), "{text}");
        let settings = text.split("\nSettings\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap();
        assert!(settings.contains("tab:\"soma\"") && !settings.contains("cube-t-on"), "{settings}");
        assert_eq!(text.contains("puzzle: \"soma\""), has_document, "{text}");
    }
}

#[test]
fn escape_closes_a_menu_and_does_nothing_else() {
    let mut window = Window::open(&[&save("soma/cube.ron")]);
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("240 solutions");
    for menu in ["File", "Order of the list"] {
        window.click_exactly(menu);
        assert!(window.shows(if menu == "File" { "Open by path…" } else { "in order found" }));
        window.press(Modifiers::NONE, Key::Escape);
        assert!(!window.shows("Open by path…"));
        assert!(!window.shows("This is your position"), "Escape has left the solution behind the menu");
    }
    window.press(Modifiers::NONE, Key::Escape);
    window.wait_for("This is your position");
}

#[test]
fn the_palette_operates_controls_in_folded_sections() {
    let mut window = Window::open(&[&save("meteor/blocked-corners.ron")]);
    let choose = |window: &mut Window, name: &str| {
        sections::fold_all(&window.harness.ctx);
        window.pass();
        assert!(!window.shows(name), "{name} isn't folded away");
        window.press(Modifiers::COMMAND, Key::K);
        window.type_text(name);
        window.wait_for(name);
        window.press(Modifiers::NONE, Key::Enter);
    };
    assert!(window.shows(", outside the board"));
    choose(&mut window, "Fill box");
    window.wait_until("the cells are still outside", |window| (!window.shows(", outside the board")).then_some(()));
    // A section is scrolled into view.
    let mut window = Window::open_with(&[&save("soma/cube.ron")], [1280.0, 700.0], Settings::default());
    sections::fold_all(&window.harness.ctx);
    window.press(Modifiers::COMMAND, Key::K);
    window.type_text("Print");
    window.wait_for("section");
    window.press(Modifiers::NONE, Key::Enter);
    window.wait_until("the section never opened", |window| window.shows("Export sheet…").then_some(()));
    assert!(window.harness.get_by_label("Print").rect().bottom() < 700.0 - 88.0, "it is out of view");
    // A number is typed, so it only gets the focus.
    let mut window = Window::open(&[&save("soma/cube.ron")]);
    choose(&mut window, "Threads");
    window.wait_until("the number never got the focus", |window| {
        let focused = window.harness.query_all_by(|node| node.is_focused()).next()?;
        (focused.accesskit_node().role() == Role::SpinButton).then_some(())
    });
}

#[test]
fn the_palette_finds_no_controls_of_panes_of_solve_mode_in_play_mode() {
    let panes = [
        ("voltorb-flip/level-1.ron", "Simulate rounds…", "Play level 3"),
        ("virus-war/triples.ron", "Remove duplicates…", "List of triples"),
    ];
    for (file, button, control) in panes {
        let mut window = Window::open_with(&[&save(file)], HIGH, Settings::default());
        let finds = |window: &mut Window| {
            window.press(Modifiers::COMMAND, Key::K);
            window.type_text(control);
            window.settle();
            let is_found = !window.shows("No match");
            window.press(Modifiers::NONE, Key::Escape);
            is_found
        };
        window.wait_for(button);
        window.click_exactly(button);
        window.wait_for(control);
        assert!(finds(&mut window), "{control} isn't found while its pane is shown");
        window.click("Play mode");
        window.wait_until("it isn't in Play mode", |window| (!window.shows(button)).then_some(()));
        assert!(!finds(&mut window), "{control} was laid out in Play mode");
    }
}

#[test]
fn the_palette_operates_controls_of_solve_mode_in_play_mode() {
    let mut window = Window::open(&[&save("virus-war/game.ron")]);
    window.click("Play mode");
    window.wait_until("it isn't in Play mode", |window| (!window.shows("Game report")).then_some(()));
    window.press(Modifiers::COMMAND, Key::K);
    window.type_text("game report");
    window.wait_for("button, Solve mode");
    window.press(Modifiers::NONE, Key::Enter);
    window.wait_for("Chances of winning");
}

/// Opens the dialog for a book of challenges.
fn ask_for_book(window: &mut Window) {
    window.press(Modifiers::COMMAND, Key::K);
    window.type_text("Book of challenges");
    window.press(Modifiers::NONE, Key::Enter);
    window.wait_for("Make book");
}

#[test]
fn a_book_of_challenges_is_made_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("sofa.pdf");
    let mut window = Window::open(&[&save("soma/sofa.ron")]);
    ask_for_book(&mut window);
    window.click_exactly("Hardest: Easy");
    window.set("Challenges", 7.0);
    window.set("Seed", 3.0);
    window.click_exactly("Letter");
    window.click_exactly("Explain each solution");
    window.will_choose(&target);
    window.click("Make book");
    window.wait_for("sofa.pdf");
    let book = fs::read(&target).unwrap();
    let text = String::from_utf8_lossy(&book);
    assert!(text.starts_with("%PDF-") && text.contains("Soma: Sofa"));
    assert!(
        text.contains("/Count 5") && text.contains("/MediaBox [0 0 612 792]"),
        "a title, two pages, the solutions and how to find them"
    );
    ask_for_book(&mut window);
    let is_chosen =
        |window: &Window, name: &str| window.harness.get_by_label(name).accesskit_node().toggled() == Some(egui::accesskit::Toggled::True);
    assert!(is_chosen(&window, "Letter") && is_chosen(&window, "Hardest: Easy"), "what was chosen last");
}

#[test]
fn a_book_says_which_figure_it_is_about() {
    for (file, name) in [("soma/cube-t-and-l.ron", "The cube"), ("soma/dog.ron", "Dog"), ("meteor/two-pins.ron", "Meteor contest")] {
        let mut window = Window::open(&[&save(file)]);
        ask_for_book(&mut window);
        window.wait_for(&format!("Book of challenges: {name}"));
    }
}

#[test]
fn a_book_can_be_stopped() {
    let mut window = Window::open_long_search();
    ask_for_book(&mut window);
    window.set("Challenges", 500.0);
    window.click("Make book");
    window.wait_for("of 500 challenges");
    window.click_exactly("Stop");
    assert!(!window.shows("of 500 challenges") && !window.shows("Make book"));
}

#[test]
fn puzzles_without_challenges_have_no_books() {
    let mut window = Window::open(&[&save("set/plane.ron")]);
    window.press(Modifiers::COMMAND, Key::K);
    window.type_text("Book of challenges");
    window.wait_for("No match");
}

/// The title of a window that starts with this file, when this key is pressed in its first frame.
fn first_title(path: &Path, key: Key) -> String {
    let ctx = Context::default();
    let mut app = App::new(&ctx, Box::new(Script::default()), &Settings::default(), vec![path.to_owned()], puzzles::program());
    let event = Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE };
    let mut title = String::new();
    // The title changes in the second frame.
    for events in [vec![event], vec![]] {
        let mut output = ctx.run_ui(RawInput { events, ..RawInput::default() }, |ui| {
            app.logic(ui.ctx());
            app.ui(ui);
        });
        output.textures_delta.clear(); // Nothing is painted.
        for command in output.viewport_output.values().flat_map(|viewport| &viewport.commands) {
            if let ViewportCommand::Title(text) = command {
                title.clone_from(text);
            }
        }
    }
    title
}

#[test]
fn the_first_key_goes_to_the_file_from_the_command_line() {
    let title = first_title(&save("soma/bedlam.ron"), Key::F5);
    assert!(title.starts_with("Bedlam cube · Soma · searching"), "{title}");
}

#[test]
fn sections_fold_away_and_open_again() {
    let mut window = Window::open_with(&[&save("meteor/contest.ron")], HIGH, Settings::default());
    window.wait_for("2,098");
    let has = |window: &Window| [window.shows("Copy contest output"), window.shows("Allow piece 3")];
    assert_eq!(has(&window), [true, true]);
    window.click_exactly("Contest");
    assert_eq!(has(&window), [false, true]);
    window.click_exactly("Contest");
    assert_eq!(has(&window), [true, true]);
    for (command, is_there) in [("Fold all sections", false), ("Open all sections", true)] {
        window.press(Modifiers::COMMAND, Key::K);
        window.type_text(command);
        window.press(Modifiers::NONE, Key::Enter);
        assert_eq!(has(&window), [is_there; 2], "{command}");
    }
}

/// The places of the panels at the sides: the buttons of the modes fill the one at the left, the heading of the facts the other.
fn inner_edges(window: &Window) -> [f32; 2] {
    let (tools, results) = (window.harness.get_by_label("Play mode").rect(), window.harness.get_by_label("About this position").rect());
    [tools.right().round(), results.left().round()]
}

#[test]
fn the_panels_at_the_sides_have_one_width_for_all_tabs() {
    let mut window = Window::open(&[]);
    let usual = inner_edges(&window);
    let check = |window: &mut Window, edges: [f32; 2]| {
        for key in TABS {
            window.press(Modifiers::COMMAND, key);
            assert_eq!(inner_edges(window), edges, "{key:?}");
        }
    };
    check(&mut window, usual);
    window.drag(pos2(232.0, 600.0), pos2(272.0, 600.0), "");
    window.drag(pos2(1000.0, 600.0), pos2(980.0, 600.0), "");
    let dragged = inner_edges(&window);
    assert!(usual[0] < dragged[0] && dragged[1] < usual[1], "{usual:?} {dragged:?}");
    check(&mut window, dragged);
}

#[test]
fn what_was_found_is_at_the_right_of_the_board() {
    for size in [[1280.0, 800.0], [800.0, 600.0]] {
        let mut window = Window::open_with(&[], size, Settings::default());
        for key in TABS {
            window.press(Modifiers::COMMAND, key);
            let board = window.harness.get_by_role(Role::Canvas).rect();
            let facts = window.harness.get_by_label(if size == [800.0, 600.0] { "Position" } else { "About this position" }).rect();
            assert!(board.right() <= facts.left(), "{size:?} {key:?}: {board} {facts}");
        }
        window.press(Modifiers::COMMAND, Key::Num5);
        let board = window.harness.get_by_role(Role::Canvas).rect();
        let turns = window.harness.get_by_label("TURNS OF THE GAME").rect();
        assert!(board.right() <= turns.left(), "{size:?}: {board} {turns}");
    }
}

#[test]
fn several_files_that_cannot_be_read_are_one_list() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["a", "b", "c"].map(|name| folder.path().join(name).with_extension("ron"));
    paths.iter().for_each(|path| fs::write(path, "Quincunx(version: 1, puzz").unwrap());
    let mut window = Window::open(&paths.each_ref().map(|path| path.as_path()));
    window.wait_for("Several problems");
    for path in &paths {
        window.wait_for(&format!("Couldn't open {}: line 1", path.display()));
    }
    window.click_exactly("OK");
    assert!(!window.shows("Couldn't open"));
}

#[test]
fn the_tools_fit_into_their_panel_in_a_small_window() {
    let mut window = Window::open_with(&[], [800.0, 2200.0], Settings::default());
    for key in TABS {
        window.press(Modifiers::COMMAND, key);
        let [right, _] = inner_edges(&window);
        for (name, place) in places(&window) {
            let is_tool = place.left() < right && 100.0 < place.top() && place.bottom() < 2100.0;
            // The buttons of the modes end two points within the panel.
            assert!(!is_tool || place.right() <= right + 2.5, "{name} ends at {} behind {right}", place.right());
        }
    }
}

#[test]
fn a_comparison_opens_the_list_of_techniques() {
    let mut window = Window::open(&[&save("meteor/two-pins.ron")]);
    window.click_exactly("Techniques");
    let button = |window: &Window| window.harness.query_by_label("Compare").map(|_| ());
    assert_eq!(button(&window), None);
    window.press(Modifiers::NONE, Key::F8);
    window.wait_until("the list never opened", button);
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_read_does_not_delay_the_window() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.ron");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // Nothing is ever written to the pipe.
    let title = first_title(&pipe, Key::F1);
    assert!(title.ends_with(" — Quincunx"), "{title}");
}

#[test]
fn recent_files_are_opened_from_the_menu() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::open(&[&save("soma/dog.ron")]);
    window.wait_for_tab("Soma");
    window.open_file(&save("meteor/unique.ron"));
    window.wait_for_tab("Meteor");
    window.store_settings_in(folder.path());
    window.settle();
    let recent: Recent = tab_settings::parse(&fs::read_to_string(folder.path().join("recent.ron")).unwrap()).unwrap();
    assert_eq!(recent.paths(), [save("meteor/unique.ron"), save("soma/dog.ron")]);

    let mut next = Window::open(&[]);
    next.store_settings_in(folder.path());
    next.settle();
    next.click_exactly("File");
    next.click("Open recent");
    next.click_exactly("dog.ron");
    next.wait_for_tab("Soma");
}

/// The recovery files in this folder.
fn recovery_files(folder: &Path) -> Vec<PathBuf> {
    let owned = fs::read_dir(folder).unwrap().flatten().flat_map(|own| fs::read_dir(own.path()).into_iter().flatten().flatten());
    let mut paths: Vec<PathBuf> = owned.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "ron")).collect();
    paths.sort();
    paths
}

#[test]
fn unsaved_documents_are_restored_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::open(&[&save("meteor/contest.ron")]);
    window.enable_recovery(folder.path());
    window.click("Pick up piece 3");
    window.click("row 4, column 3, free");
    // Changes another document of the same tab, too.
    window.open_file(&save("meteor/unique.ron"));
    window.wait_for("One solution");
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 1 solution");
    window.press(Modifiers::COMMAND, Key::U);
    window.wait_until("two recovery files were expected", |_| (recovery_files(folder.path()).len() == 2).then_some(()));

    // Copies the folder as a crash leaves it, with a lock that nobody holds, and adds a file that can't be read.
    let crashed = tempfile::tempdir().unwrap();
    let copy = crashed.path().join("1");
    fs::create_dir(&copy).unwrap();
    fs::write(copy.join("lock"), "").unwrap();
    for path in recovery_files(folder.path()) {
        fs::copy(&path, copy.join(path.file_name().unwrap())).unwrap();
    }
    let unreadable = copy.join("meteor-9.ron");
    fs::write(&unreadable, "half a doc").unwrap();

    let mut next = Window::open(&[]);
    next.enable_recovery(crashed.path());
    next.wait_for("3 documents had unsaved changes");
    assert!(
        next.shows("(Meteor), less than a minute ago") && next.shows(&save("meteor/unique.ron").display().to_string()),
        "each entry has an age, and a path if it was saved"
    );
    assert!(next.shows("meteor-9 (Meteor), less than a minute ago"));
    next.click_exactly("Restore");
    next.wait_for("You can try to restore it again the next time Quincunx starts");
    next.press(Modifiers::NONE, Key::Escape);
    next.wait_for_tab("Meteor, changed");
    next.wait_until("restored files were not removed", |_| (fs::read_dir(&copy).unwrap().count() == 2).then_some(()));
    assert!(unreadable.exists(), "a file that could not be opened stays");
    next.press(Modifiers::COMMAND, Key::PageUp);
    next.wait_for("row 4, column 3, piece 3, pinned");
    assert!(next.save_as().contains('3'));
    next.wait_until("a saved document still had a recovery file", |_| (recovery_files(crashed.path()).len() == 2).then_some(()));
}

/// A window that has restored an unsaved change to this file from a crashed one.
fn restored(file: &Path) -> (Window, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::open(&[file]);
    window.enable_recovery(folder.path());
    window.click("row 1, column 1, free");
    window.wait_until("a recovery file was expected", |_| (recovery_files(folder.path()).len() == 1).then_some(()));
    let crashed = tempfile::tempdir().unwrap();
    fs::create_dir(crashed.path().join("1")).unwrap();
    fs::write(crashed.path().join("1/lock"), "").unwrap();
    fs::copy(&recovery_files(folder.path())[0], crashed.path().join("1/meteor-1.ron")).unwrap();

    let mut next = Window::open(&[]);
    next.enable_recovery(crashed.path());
    next.click_exactly("Restore");
    next.wait_for_tab("Meteor, changed");
    (next, crashed)
}

#[test]
fn a_restored_document_is_saved_to_its_own_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.ron");
    fs::copy(save("meteor/contest.ron"), &file).unwrap();
    let (mut window, _crashed) = restored(&file);
    window.press(Modifiers::COMMAND, Key::S);
    window.wait_for("Saved");
    assert_ne!(fs::read_to_string(&file).unwrap(), fs::read_to_string(save("meteor/contest.ron")).unwrap());
    window.wait_for_tab("Meteor");
}

#[test]
fn saving_asks_if_another_program_changed_the_file_since_the_crash() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.ron");
    fs::copy(save("meteor/contest.ron"), &file).unwrap();
    let (mut window, _crashed) = restored(&file);
    fs::copy(save("meteor/unique.ron"), &file).unwrap();
    window.press(Modifiers::COMMAND, Key::S);
    window.wait_for("\"mine.ron\" has changed on disk. Replace it?");
    assert_eq!(fs::read_to_string(&file).unwrap(), fs::read_to_string(save("meteor/unique.ron")).unwrap());
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_and_blocks_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.ron");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut window = Window::open(&[&pipe, &save("meteor/unique.ron")]);
    window.wait_for("it isn't a regular file");
    window.press(Modifiers::NONE, Key::Escape);
    window.wait_for_tab("Meteor");
    window.will_choose(&pipe);
    window.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    window.wait_for("Couldn't save");
}

#[test]
fn two_windows_share_scores_and_recent_files() {
    let folder = tempfile::tempdir().unwrap();
    let files = [save("set/apl-16807.ron"), save("set/apl-12345.ron")];
    let mut windows = [(); 2].map(|()| Window::open_with(&[], [800.0, 2200.0], Settings::default()));
    for (window, file) in windows.iter_mut().zip(&files) {
        window.store_settings_in(folder.path());
        window.open_file(file);
        window.wait_for_tab("SET");
    }
    let [first, second] = &mut windows;
    // The four SETs of the table.
    let game = "pwdfeadszxdzv";
    let stored = |name: &str, text: &str| fs::read_to_string(folder.path().join(name)).is_ok_and(|stored| stored.contains(text));
    let scores =
        |count: usize| fs::read_to_string(folder.path().join("set.games.ron")).is_ok_and(|set| set.matches("elapsed_ms").count() == count);
    // A result is stored as soon as the game ends.
    first.type_keys(game);
    first.wait_for("Done in 0:");
    first.wait_until("the first stored no score", |_| scores(1).then_some(()));
    second.open_file(&files[0]);
    second.type_keys(game);
    second.wait_for("Done in 0:");
    second.store();
    second.wait_until("the second stored no score beside the first", |_| (scores(2) && stored("recent.ron", "apl-12345")).then_some(()));

    let mut next = Window::open_with(&[], [800.0, 2200.0], Settings { tab: "set".to_owned(), ..Settings::default() });
    next.store_settings_in(folder.path());
    next.click("Play mode");
    next.wait_for("One table");
    next.wait_for("2 of 2 solved");
    next.press(Modifiers::COMMAND, Key::K);
    next.type_text("recent file");
    assert!(files.iter().all(|file| next.shows(&file.display().to_string())));
}

#[test]
fn unreadable_settings_are_moved_to_another_file_and_reported() {
    let folder = tempfile::tempdir().unwrap();
    let texts = [
        ("the settings", "settings", "(light: maybe)"),
        ("the SET tab's data", "set", "from the future"),
        ("the Voltorb Flip tab's data", "voltorb-flip", "half a"),
    ];
    let mut window = Window::open_with(&[], [800.0, 2200.0], Settings::default());
    window.set_settings_aside(folder.path(), texts[0].2);
    for (_, file, text) in &texts[1..] {
        fs::write(folder.path().join(format!("{file}.ron")), text).unwrap();
    }
    window.store_settings_in(folder.path());
    // The messages are one list.
    for (whose, file, text) in texts {
        window.wait_for(&format!("Couldn't read {whose}"));
        assert_eq!(fs::read_to_string(folder.path().join(format!("{file}.unreadable-1"))).unwrap(), text);
    }
}

/// A window in which the first cell of this file is blocked but not saved, while another program has changed the file. Also its text then.
fn changed_meanwhile(folder: &tempfile::TempDir) -> (Window, PathBuf, String) {
    let file = folder.path().join("mine.ron");
    fs::copy(save("meteor/contest.ron"), &file).unwrap();
    let mut window = Window::open(&[&file]);
    window.click("row 1, column 1, free");
    window.wait_for("row 1, column 1, outside the board");
    let theirs = fs::read_to_string(save("meteor/unique.ron")).unwrap();
    fs::write(&file, &theirs).unwrap();
    (window, file, theirs)
}

#[test]
fn opening_the_file_again_does_not_allow_replacing_what_another_program_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, file, theirs) = changed_meanwhile(&folder);
    window.open_file(&file);
    window.wait_for("already open and has unsaved changes");
    window.press(Modifiers::COMMAND, Key::S);
    window.wait_for("\"mine.ron\" has changed on disk. Replace it?");
    assert_eq!(fs::read_to_string(&file).unwrap(), theirs);
}

#[test]
fn saving_by_path_to_the_own_file_asks_if_another_program_changed_it() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, file, theirs) = changed_meanwhile(&folder);
    window.press(Modifiers::COMMAND | Modifiers::ALT, Key::S);
    window.click_exactly("Save");
    window.wait_for("\"mine.ron\" has changed on disk. Replace it?");
    assert_eq!(fs::read_to_string(&file).unwrap(), theirs);
}

#[test]
fn a_document_whose_file_is_saved_over_in_another_tab_is_unsaved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.ron");
    fs::copy(save("soma/cube.ron"), &file).unwrap();
    let mut window = Window::open(&[&file, &save("meteor/unique.ron")]);
    window.wait_for("One solution");
    window.will_choose(&file);
    window.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    window.wait_for("Saved");
    let meteor = fs::read_to_string(&file).unwrap();
    window.press(Modifiers::COMMAND, Key::Num3);
    window.wait_for_tab("Soma, changed");
    window.press(Modifiers::COMMAND, Key::S);
    window.wait_for("The file dialog didn't open. Type the path instead.");
    assert_eq!(fs::read_to_string(&file).unwrap(), meteor);
}

#[test]
fn saving_asks_if_another_program_changed_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.ron");
    fs::copy(save("meteor/contest.ron"), &file).unwrap();
    let mut window = Window::open(&[&file]);
    window.click("row 1, column 1, free");
    window.press(Modifiers::COMMAND, Key::S);
    window.wait_for("Saved");
    let saved = fs::read_to_string(&file).unwrap();

    let theirs = fs::read_to_string(save("meteor/unique.ron")).unwrap();
    fs::write(&file, &theirs).unwrap();
    window.click("row 1, column 1, outside the board");
    window.press(Modifiers::COMMAND, Key::S);
    window.wait_for("\"mine.ron\" has changed on disk. Replace it?");
    window.press(Modifiers::NONE, Key::Escape);
    assert_eq!(fs::read_to_string(&file).unwrap(), theirs);
    window.wait_for_tab("Meteor, changed");

    window.press(Modifiers::COMMAND, Key::S);
    window.click_exactly("Replace");
    window.wait_for("Saved");
    let ours = fs::read_to_string(&file).unwrap();
    assert!(ours != theirs && ours != saved);
    window.wait_for_tab("Meteor");
}

#[test]
fn the_appearance_is_stored() {
    let mut window = Window::open(&[&save("meteor/unique.ron")]);
    window.wait_for_tab("Meteor");
    window.press(Modifiers::COMMAND, Key::K);
    window.type_text("appearance");
    window.press(Modifiers::NONE, Key::Enter);
    window.click_exactly("High contrast");
    window.click_exactly("Turn off animations");
    window.set("Size of text and controls", 130.0);
    window.click_exactly("Colour of piece 3");
    window.wait_until("the sliders were not shown", |window| window.harness.query_by_role_and_label(Role::Slider, "green").map(|_| ()));
    window.harness.get_by_role_and_label(Role::Slider, "green").set_value_accesskit(7.0);
    window.pass();
    window.press(Modifiers::NONE, Key::Escape);
    let appearance = window.settings().appearance;
    assert!(appearance.high_contrast && appearance.reduce_motion && appearance.enlarged_by == 30);
    assert_eq!(appearance.pieces.map(|pieces| pieces[3].g), Some(7));
    let next = Window::open_with(&[], [1280.0, 800.0], window.settings());
    assert_eq!(next.settings().appearance, appearance);
    assert_eq!(next.harness.ctx.zoom_factor(), 1.3);
}

#[test]
fn a_menu_scrolls_where_the_window_is_low() {
    let mut window = Window::open_with(&[&save("meteor/two-pins.ron")], [800.0, 480.0], Settings::default());
    let last = "Previous part of the window";
    window.click_exactly("View");
    window.focus(last);
    let entry = window.harness.get_all_by_label_contains(last).next().unwrap().rect();
    assert!(entry.bottom() < 480.0, "{entry}");
    window.press(Modifiers::NONE, Key::Enter);
    assert!(!window.shows(last));
}

#[test]
fn play_mode_hides_what_would_spoil_a_puzzle() {
    let mut window = Window::open(&[&save("meteor/two-pins.ron")]);
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 53 solutions");
    window.click("Play mode");
    assert!(!window.shows("53") && !window.shows("About this position") && !window.shows("Techniques"));
    assert_eq!(window.title, "Two pins · Meteor — Quincunx");
    window.click_exactly("Play this position");
    assert!(!window.shows("53") && !window.shows("About this position") && !window.shows("Techniques"));
    window.press(Modifiers::NONE, Key::H);
    window.wait_for("More"); // A hint may be asked for.
    window.press(Modifiers::NONE, Key::Escape);
    window.press(Modifiers::NONE, Key::F5);
    assert!(!window.shows("Finished"), "nothing is searched while it is played");
    window.click("Solve mode");
    window.wait_for("Finished: 53 solutions");
    window.wait_for("About this position");
}

#[test]
fn a_key_moves_the_focus_from_one_part_of_the_window_to_the_next() {
    let mut window = Window::open(&[&save("meteor/two-pins.ron")]);
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 53 solutions");
    let focused = |window: &Window| {
        let node = window.harness.query_all_by(|node| node.is_focused()).next();
        node.and_then(|node| node.accesskit_node().label()).unwrap_or_default()
    };
    let parts = ["row 1, column 1", "Solution 1", "Play", "Meteor", "Solve", "row 1, column 1"];
    for part in parts {
        window.press(Modifiers::NONE, Key::F6);
        assert!(focused(&window).to_lowercase().starts_with(&part.to_lowercase()), "{part}: {:?}", focused(&window));
    }
    for part in parts.iter().rev().skip(1) {
        window.press(Modifiers::SHIFT, Key::F6);
        assert!(focused(&window).to_lowercase().starts_with(&part.to_lowercase()), "{part}: {:?}", focused(&window));
    }
}

#[test]
fn a_key_opens_the_menus() {
    let mut window = Window::open(&[&save("meteor/contest.ron")]);
    window.press(Modifiers::NONE, Key::F10);
    assert!(window.shows("Open by path…"));
    window.press(Modifiers::NONE, Key::ArrowDown);
    window.press(Modifiers::NONE, Key::Enter);
    assert!(!window.shows("Open by path…") && window.shows("Documents, 2 of 2: untitled"), "the first entry is New");
    window.press(Modifiers::NONE, Key::F10);
    window.press(Modifiers::NONE, Key::F10);
    assert!(!window.shows("Open by path…"));
}

#[test]
fn a_group_of_choices_is_one_stop_of_the_tab_key() {
    let focused = |window: &Window| {
        let node = window.harness.query_all_by(|node| node.is_focused()).next();
        node.and_then(|node| node.accesskit_node().label()).unwrap_or_default()
    };
    let mut window = Window::open(&[&save("meteor/contest.ron")]);
    window.focus("Solve mode");
    assert_eq!(focused(&window), "Solve mode");
    window.press(Modifiers::NONE, Key::Tab);
    assert_eq!(focused(&window), "Solve", "the other mode isn't a stop");
    window.press(Modifiers::SHIFT, Key::Tab);
    assert_eq!(focused(&window), "Solve mode");
    window.press(Modifiers::NONE, Key::ArrowRight);
    assert_eq!(focused(&window), "Play mode");
    assert!(window.shows("Play mode: solutions are hidden"), "the arrow keys choose");
    // They go round.
    window.press(Modifiers::NONE, Key::ArrowRight);
    assert_eq!(focused(&window), "Solve mode");
    assert!(!window.shows("Play mode: solutions are hidden"));
    // Radio buttons are one stop, too.
    let mut window = Window::open(&[&save("voltorb-flip/level-5.ron")]);
    window.focus("flip it");
    window.press(Modifiers::NONE, Key::ArrowRight);
    assert_eq!(focused(&window), "make a note");
    let is_on = window.harness.get_by_label("make a note").accesskit_node().toggled();
    assert_eq!(is_on, Some(egui::accesskit::Toggled::True), "the arrow keys choose");
    window.press(Modifiers::NONE, Key::ArrowRight);
    assert_eq!(focused(&window), "flip it", "after the last comes the first");
    window.press(Modifiers::NONE, Key::ArrowLeft);
    window.press(Modifiers::NONE, Key::Tab);
    window.press(Modifiers::SHIFT, Key::Tab);
    assert_eq!(focused(&window), "make a note", "the other button isn't a stop");
}

#[test]
fn open_documents_are_opened_again_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let gone = folder.path().join("gone.ron");
    fs::copy(save("soma/dog.ron"), &gone).unwrap();
    let files = [save("meteor/unique.ron"), save("meteor/two-pins.ron"), save("set/apl-12345.ron")];
    let mut window = Window::open(&[&files[0], &files[1], &gone, &files[2]]);
    window.wait_for_tab("SET");
    window.press(Modifiers::COMMAND, Key::Num2);
    window.press(Modifiers::COMMAND, Key::PageUp);
    assert!(window.title.starts_with("One solution · Meteor"), "{}", window.title);
    let settings = window.settings();
    drop(window);
    fs::remove_file(&gone).unwrap();

    let mut window = Window::open_with(&[], USUAL, settings);
    assert!(window.is_shown("Meteor") && window.shows("Documents, 1 of 2: One solution"));
    assert!(window.shows("gone.ron again"), "a file that is gone is only mentioned");
    window.press(Modifiers::COMMAND, Key::PageDown);
    assert!(window.title.starts_with("Two pins · Meteor"), "{}", window.title);
    window.press(Modifiers::COMMAND, Key::Num4);
    assert!(window.title.starts_with("The APL hand of 12345"), "{}", window.title);

    // A file on the command line is opened alone.
    let settings = window.settings();
    let window = Window::open_with(&[&files[1]], USUAL, settings);
    assert!(window.shows("Documents, 1 of 1: Two pins"));
}
