//! The tab of polyominoes, driven through the window: dates, the table of all days, dice and starts.

use std::fs;

use egui::{Key, Modifiers};

use super::driven::{Window, save};

/// A window in which no step waits for a search: some of these boards take long to count.
fn open(file: &str) -> Window {
    Window::open_without_waiting(&save("polyominoes").join(file))
}

fn undo(window: &mut Window) {
    window.press(Modifiers::COMMAND, Key::Z);
}

#[test]
fn arrows_step_through_the_days() {
    let mut window = open("calendar.ron");
    window.wait_for("29 Feb");
    window.click("Next day");
    window.wait_for("1 Mar");
    assert!(window.shows("row 1, column 3, Mar, outside the board") && window.shows("row 3, column 1, 1, outside the board"));
    assert!(window.shows("row 1, column 2, Feb, free"));
    for day in ["29 Feb", "28 Feb"] {
        window.click("Previous day");
        window.wait_for(day);
    }
    undo(&mut window);
    window.wait_for("29 Feb");

    let mut window = open("weekday-calendar.ron");
    window.wait_for("Sun 1 Nov ");
    window.click("Next day");
    window.wait_for("Mon 2 Nov ");
    for day in ["Sun 1 Nov ", "Sat 31 Oct "] {
        window.click("Previous day");
        window.wait_for(day);
    }
    assert!(window.shows("Sat, outside the board") && window.shows("Oct, outside the board"));
    // Without a date there is none to step from.
    window.click("Sat, outside the board");
    window.wait_for("no date is open");
    window.click("Next day");
    assert!(window.shows("no date is open"));
    window.click("Today");
    assert!(!window.shows("no date is open"));
}

#[test]
fn the_solutions_of_each_day_are_counted() {
    let mut window = open("calendar.ron");
    window.click_exactly("All days…");
    window.wait_for("1 Jan: 64 solutions");
    window.click_exactly("Stop");
    window.wait_for("31 Dec: not counted yet");
    window.click("1 Jan: 64 solutions");
    window.wait_for("row 1, column 1, Jan, outside the board");
    window.focus("1 Jan: 64 solutions");
    window.press(Modifiers::NONE, Key::ArrowDown);
    window.wait_for("row 3, column 2, 2, outside the board");

    let folder = tempfile::tempdir().unwrap();
    window.will_choose(folder.path());
    window.click("Export table…");
    window.wait_for("all-days.csv");
    let table = fs::read_to_string(folder.path().join("all-days.csv")).unwrap();
    assert!(table.starts_with("month,day,solutions\n1,1,64\n"), "{table}");

    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("1 Jan: 64 solutions"));
    window.click_exactly("All days…");
    assert!(window.shows("1 Jan: 64 solutions"), "what was counted stays");
}

#[test]
fn dice_are_rolled() {
    let mut window = open("genius-square.ron");
    window.wait_for("A2 C3 D5 E1 E6 F3 F5");
    assert!(window.shows("row 3, column 3, C3, outside the board"));
    window.set("Seed", 1.0);
    window.click_exactly("Roll");
    window.wait_for("B5 C2 D2 D4 E1 F1 F5");
    assert_eq!(window.count(", outside the board"), 7);
    window.click_exactly("Roll");
    assert!(window.shows("B5 C2 D2 D4 E1 F1 F5"), "a seed always rolls the same");
    undo(&mut window);
    window.wait_for("A2 C3 D5 E1 E6 F3 F5");
}

#[test]
fn pieces_are_thrown_into_the_tray() {
    let mut window = open("kanoodle.ron");
    window.wait_for("Nothing is dealt yet");
    window.set("Throw in", 9.0);
    window.set("Seed", 1.0);
    window.click_exactly("Deal");
    window.wait_for("9 pieces and 1 solution, seed 1");
    let free = window.count(", free");
    assert!(8 < free && window.count(", given") + free == 55, "{free}");
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 1 solution");
    undo(&mut window);
    assert_eq!(window.count(", free"), 55);
}

#[test]
fn pieces_are_chosen_for_the_columns() {
    let mut window = open("katamino.ron");
    window.wait_for("5 pieces for as many columns");
    window.set("Width", 6.0);
    window.wait_for("1 piece to choose");
    window.set("Seed", 1.0);
    window.click_exactly("Add 1 piece");
    window.wait_for("6 pieces and 1 solution, seed 1");
    window.wait_for("6 pieces for as many columns");
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 1 solution");
    window.set("Width", 3.0);
    window.wait_for("6 pieces, of which 3 are needed");
    window.click_exactly("Deal");
    window.wait_for("3 pieces for as many columns");
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 1 solution");
    undo(&mut window);
    window.wait_for("6 pieces, of which 3 are needed");
    // There are 1,010 solutions with all pieces.
    window.set("Width", 12.0);
    window.click_exactly("Deal");
    window.wait_for("No choice has 12 pieces and 1 solution");
}

#[test]
fn another_day_is_solved_like_the_one_before() {
    let mut window = open("calendar.ron");
    window.wait_for("29 Feb");
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("row 1, column 1, Jan, piece");
    for day in ["1 Mar", "2 Mar"] {
        window.click("Next day");
        window.wait_for(day);
        window.wait_for("row 1, column 1, Jan, piece");
    }
}

/// Colours of cells and of pieces are named, and so is what is written on cells.
#[test]
fn colours_and_labels_are_shown() {
    let mut window = open("pentominoes-6x10.ron");
    window.paste(
        r#"Quincunx(version: 1, puzzle: "polyominoes", state: (board: ["..A", "..."], set: Custom, pieces: "AB", colours: ["r..", "..."],
        labels: ["Day . .", ". . ."], apart: true, shapes: [(name: 'A', cells: ["A"], colours: ["w"]), (name: 'B', cells: ["BB"])]))"#,
    );
    window.wait_for("row 1, column 1, Day, free, colour r");
    window.wait_for("row 1, column 3, piece A, pinned, colour w");
}
