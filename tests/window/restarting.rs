//! Closing the window and starting it again: each document returns to its place.

use std::{fs, path::Path};

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT, Queryable};
use quincunx::gui::app::Settings;

use crate::driven::{HIGH, USUAL, Window, save};

/// The settings as the next start reads them.
fn stored(window: &Window) -> Settings {
    ron::from_str(&ron::to_string(&window.settings()).unwrap()).unwrap()
}

/// The labels of the cells of a Meteor board.
fn cells(window: &Window) -> Vec<String> {
    let nodes = window.harness.query_all_by_label_contains(", column ");
    nodes.filter_map(|node| node.accesskit_node().label()).filter(|label| label.starts_with("row ")).collect()
}

#[test]
fn each_document_opens_again_at_its_place() {
    let files = [save("meteor/contest.ron"), save("meteor/one-pin.ron"), save("soma/dog.ron")];
    let mut window = Window::open_with(&[&files[0], &files[1], &files[2]], HIGH, Settings::default());
    window.wait_for_tab("Soma");
    window.click("Play mode");
    window.press(Modifiers::COMMAND, Key::Num2);
    window.press(Modifiers::COMMAND, Key::PageUp);
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 2,098 solutions");
    window.choose("in order found", "alphabetical, cell by cell");
    window.click("List only solutions with piece 3 here");
    window.wait_for(" of 2,098");
    let slider = window.harness.get_by_role_and_label(Role::Slider, "Solution").accesskit_node();
    let end = slider.max_numeric_value().unwrap();
    assert!(3.0 < end && end < 2098.0, "{end}");
    window.set("Jump to solution", 3.0);
    window.press(Modifiers::NONE, Key::ArrowLeft);
    window.press(Modifiers::NONE, Key::ArrowLeft);
    window.wait_for_place("Solution", 3.0, end);
    window.wait_for_place("Step", 8.0, 10.0);
    let before = cells(&window);
    window.press(Modifiers::COMMAND, Key::Num3);

    let mut next = Window::open_with(&[], HIGH, stored(&window));
    assert!(next.is_shown("Soma") && next.shows("Play mode: solutions are hidden"), "{}", next.title);
    next.press(Modifiers::COMMAND, Key::Num2);
    next.wait_for(" of 2,098");
    next.wait_for_place("Solution", 3.0, end);
    next.wait_for_place("Step", 8.0, 10.0);
    assert_eq!(cells(&next), before);
    assert!(next.shows("Documents, 1 of 2: "), "{:?}", next.title);
    // What is shown there for the first time returns to its place, too.
    next.press(Modifiers::COMMAND, Key::PageDown);
    next.wait_for("Documents, 2 of 2: One pin");
    assert!(next.shows("Press Solve to list the solutions here"), "it was never searched");
}

#[test]
fn a_document_without_a_file_opens_again() {
    let mut window = Window::open(&[]);
    window.press(Modifiers::COMMAND, Key::Num2);
    window.wait_for("Finished: 2,098 solutions");
    window.set("Jump to solution", 5.0);
    window.press(Modifiers::COMMAND, Key::Num3);
    window.press(Modifiers::COMMAND, Key::N);
    window.wait_for("Documents, 1 of 1: untitled");

    let mut next = Window::open_with(&[], USUAL, stored(&window));
    assert!(next.is_shown("Soma") && next.shows("Documents, 1 of 1: untitled"), "{}", next.title);
    next.press(Modifiers::COMMAND, Key::Num2);
    next.wait_for("Documents, 1 of 1: Meteor contest");
    next.wait_for_place("Solution", 5.0, 2098.0);
    // Another document still replaces it, as it does with an example.
    next.open_file(&save("soma/dog.ron"));
    next.wait_for("Documents, 1 of 1: Dog");
}

#[test]
fn a_long_list_is_offered_again() {
    let mut window = Window::open_long_search();
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Searching:");
    window.press(Modifiers::NONE, Key::Escape);
    window.wait_for("Paused:");
    assert!(window.shows(" so far"));
    let mut settings = stored(&window);
    settings.documents.retain(|document| document.path == save("soma/bedlam.ron"));
    assert_eq!(settings.documents.len(), 1);

    let before = settings.documents.clone();
    let mut next = Window::reopen_without_waiting(settings);
    next.wait_for("The list wasn't kept: ");
    assert!(next.shows("so far. Press Solve to search again."));
    // Nothing was lost by starting twice.
    let again = stored(&next);
    let same: Vec<_> = again.documents.iter().filter(|document| document.path == save("soma/bedlam.ron")).collect();
    assert_eq!(same, before.iter().collect::<Vec<_>>());
    assert!(same[0].place.list.is_some());
    next.press(Modifiers::NONE, Key::F5);
    next.wait_for("Searching:");
    assert!(!next.shows("wasn't kept"));
}

/// Copies the recovery files in this folder as a crash leaves them, with a lock that nobody holds.
fn crash(folder: &Path) -> tempfile::TempDir {
    let crashed = tempfile::tempdir().unwrap();
    let copy = crashed.path().join("1");
    fs::create_dir(&copy).unwrap();
    fs::write(copy.join("lock"), "").unwrap();
    for path in recovery_files(folder) {
        fs::copy(&path, copy.join(path.file_name().unwrap())).unwrap();
    }
    crashed
}

fn recovery_files(folder: &Path) -> Vec<std::path::PathBuf> {
    let owned = fs::read_dir(folder).unwrap().flatten().flat_map(|own| fs::read_dir(own.path()).into_iter().flatten().flatten());
    owned.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "ron")).collect()
}

#[test]
fn an_unsaved_document_returns_to_its_place_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::open(&[&save("meteor/contest.ron")]);
    window.enable_recovery(folder.path());
    window.wait_for("Meteor");
    window.wait_for("2,098");
    window.click("Pick up piece 3");
    window.click("row 4, column 3, free");
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished:");
    let found = window.text_of("Finished:");
    window.press(Modifiers::NONE, Key::PageDown);
    window.press(Modifiers::NONE, Key::ArrowLeft);
    let before = cells(&window);
    let step = window.harness.get_by_role_and_label(Role::Slider, "Step").accesskit_node().numeric_value().unwrap();
    // It is written again after each step.
    window.wait_until("the recovery file never had the place", |_| {
        let text = fs::read_to_string(recovery_files(folder.path()).first()?).ok()?;
        text.lines().next()?.contains(&format!("step:{step})")).then_some(())
    });

    let crashed = crash(folder.path());
    let mut next = Window::open(&[]);
    next.enable_recovery(crashed.path());
    next.click_exactly("Restore");
    next.wait_for_tab("Meteor, changed");
    next.wait_until("the list was never there again", |window| window.shows(&found).then_some(()));
    next.wait_until("the solution was never shown again", |window| (cells(window) == before).then_some(()));
}

#[test]
fn quitting_asks_nothing_and_every_document_comes_back_as_it_was() {
    let (folder, files) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let named = files.path().join("mine.ron");
    fs::copy(save("meteor/contest.ron"), &named).unwrap();
    let before = fs::read_to_string(&named).unwrap();
    let mut window = Window::open(&[]);
    window.enable_recovery(folder.path());
    window.press(Modifiers::COMMAND, Key::Num2);
    window.press(Modifiers::NONE, Key::Escape);
    // An example that was edited, a file that was edited, and one that wasn't.
    window.click("row 2, column 2, free");
    window.open_file(&named);
    window.wait_for("Documents, 2 of 2: ");
    window.press(Modifiers::NONE, Key::Escape);
    window.click("row 1, column 1, free");
    window.open_file(&save("meteor/unique.ron"));
    window.wait_for("Documents, 3 of 3: ");
    window.press(Modifiers::COMMAND, Key::PageUp);
    window.wait_for("Documents, 2 of 3: ");
    let shown = cells(&window);
    window.close();
    window.wait_until("the window never closed", |window| window.has_closed().then_some(()));

    let settings = stored(&window);
    drop(window);
    let mut next = Window::open_with(&[], USUAL, settings);
    next.enable_recovery(folder.path());
    next.wait_for("Documents, 2 of 3: ");
    assert!(next.text_of("Documents, 2 of 3: ").ends_with(", changed") && !next.shows("Restore unsaved work?"));
    assert_eq!(cells(&next), shown);
    next.press(Modifiers::COMMAND, Key::PageUp);
    next.wait_for("Documents, 1 of 3: Meteor contest, changed");
    assert!(next.shows("row 2, column 2, outside the board"));
    next.press(Modifiers::COMMAND, Key::PageUp);
    next.wait_for("Documents, 3 of 3: One solution");
    assert!(!next.shows("One solution, changed") && fs::read_to_string(&named).unwrap() == before);
    // What was opened again isn't opened twice.
    next.close();
    next.wait_until("the window never closed", |window| window.has_closed().then_some(()));
    assert_eq!(recovery_files(folder.path()).len(), 2);
}

/// What each document of the tab shows of its mode and its game, beginning with the one that is shown, which is shown again in the end.
fn standing(window: &mut Window) -> Vec<(String, Vec<&'static str>)> {
    let labels = ["Press Solve to list", "Play mode: ", "Leave game", "Close the result", "Play against the clock"];
    let documents = (1..).find(|number| window.shows(&format!(" of {number}: "))).unwrap();
    let mut standing = Vec::new();
    for _ in 0..documents {
        let name = window.text_of(&format!(" of {documents}: "));
        standing.push((name, labels.into_iter().filter(|label| window.shows(label)).collect()));
        window.press(Modifiers::COMMAND, Key::PageDown);
        window.settle();
    }
    standing
}

#[test]
fn each_set_document_comes_back_in_its_mode() {
    let cases: [&[&str]; 6] = [
        &["Play mode", "Solve mode"],
        &["Play mode", "Play this table", "Solve mode"],
        &["Play mode", "Play this table", "Leave game"],
        &["Play mode", "New game"],
        &["Play mode", "New game", "Solve mode"],
        &["Play mode", "New game", "End game…", "End and show the result", "Solve mode"],
    ];
    for (number, clicks) in cases.into_iter().enumerate() {
        let is_in_front = number % 2 == 0;
        let folder = tempfile::tempdir().unwrap();
        let mut window = Window::open(&[]);
        window.enable_recovery(folder.path());
        window.press(Modifiers::COMMAND, Key::Num4);
        window.wait_for_tab("SET");
        for click in clicks {
            window.click(click);
            window.settle();
        }
        let before = standing(&mut window);
        if !is_in_front {
            window.press(Modifiers::COMMAND, Key::Num1);
        }
        // Twice, of which the first may not show it.
        for start in 1..=2 {
            window.close();
            window.wait_until("the window never closed", |window| window.has_closed().then_some(()));
            let settings = stored(&window);
            drop(window);
            window = Window::open_with(&[], USUAL, settings);
            window.enable_recovery(folder.path());
            window.settle();
            if !is_in_front && start == 2 {
                window.press(Modifiers::COMMAND, Key::Num4);
            }
            window.settle();
        }
        assert_eq!(standing(&mut window), before, "{clicks:?}");
    }
}

#[test]
fn a_file_that_the_window_is_started_with_is_shown_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.ron");
    let mut window = Window::open_with(&[&save("set/apl-16807.ron")], USUAL, Settings::default());
    window.wait_for_tab("SET");
    window.type_keys("p");
    window.wait_for("Leave game");
    window.type_keys("0");
    window.click("Solve mode");
    window.will_choose(&file);
    window.press(Modifiers::COMMAND, Key::S);
    let is_there = |_: &Window| fs::read_to_string(&file).ok()?.contains("mistakes: 1").then_some(());
    window.wait_until("the game was never in the file", is_there);
    window.settle();
    let mut next = Window::open_with(&[&file], USUAL, stored(&window));
    next.wait_for("Press Solve to list");
    next.click("Play mode");
    next.wait_for("Leave game");
    let mut next = Window::open_with(&[&file], USUAL, stored(&next));
    next.wait_for("Leave game");
    // A file that was not open then is shown by its game.
    let mut next = Window::open_with(&[&file], USUAL, Settings::default());
    next.wait_for("Leave game");
}

#[test]
fn the_window_closes_while_a_solution_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::open(&[]);
    window.enable_recovery(folder.path());
    window.press(Modifiers::COMMAND, Key::Num2);
    window.press(Modifiers::NONE, Key::Escape);
    for column in 1..=5 {
        window.click(&format!("row 1, column {column}, free"));
    }
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 3,120 solutions");
    window.click_exactly("Speed");
    window.click_exactly("1000 / s");
    window.click_exactly("Play");
    window.wait_until("nothing is played", |window| window.harness.query_by_label("Pause").map(drop));
    window.close();
    window.wait_until("the window never closed", |window| window.has_closed().then_some(()));
    assert_eq!(recovery_files(folder.path()).len(), 1);
}

#[test]
fn only_a_document_whose_recovery_file_cannot_be_written_is_asked_about() {
    let (folder, files) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut window = Window::open(&[]);
    window.enable_recovery(folder.path());
    window.press(Modifiers::COMMAND, Key::Num2);
    window.press(Modifiers::NONE, Key::Escape);
    for own in fs::read_dir(folder.path()).unwrap().flatten() {
        fs::remove_dir_all(own.path()).unwrap();
    }
    window.click("row 2, column 2, free");
    window.close();
    window.wait_for("Quit without saving?");
    window.wait_for("Meteor contest");
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.has_closed() && window.shows("row 2, column 2, outside the board"));
    window.close();
    let saved = files.path().join("saved.ron");
    window.will_choose(&saved);
    window.click_exactly("Save as…");
    window.wait_until("the window never closed", |window| window.has_closed().then_some(()));
    assert!(saved.exists());
}
