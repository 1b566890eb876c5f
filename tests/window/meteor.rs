//! The tab of Meteor, driven through the window: pieces are dragged onto the board, turned during the drag, and dragged off.

use egui::{Key, Modifiers, Pos2, Rect, Role, vec2};
use egui_kittest::kittest::{AccessKitNode, NodeT, Queryable};
use quincunx::gui::app::Settings;

use super::driven::{HIGH, Window, save};

fn open(file: &str) -> Window {
    let mut window = Window::open_with(&[&save("meteor").join(file)], HIGH, Settings::default());
    window.wait_for("row 10, column 5");
    window
}

#[track_caller]
fn middle(window: &Window, label: &str) -> Pos2 {
    window.harness.get_all_by_label_contains(label).next().expect("the label exists").rect().center()
}

fn undo(window: &mut Window) {
    window.press(Modifiers::COMMAND, Key::Z);
}

#[test]
fn pieces_can_be_dragged_onto_the_board_turned_and_dragged_off() {
    let mut window = open("contest.ron");
    let (chip, cell) = (middle(&window, "Pick up piece 0"), middle(&window, "row 5, column 5"));
    window.drag(chip, cell, "f");
    window.wait_for("row 5, column 5, piece 0, pinned");
    window.wait_for("row 5, column 2, piece 0, pinned");
    window.wait_for("row 6, column 1, piece 0, pinned"); // It is flipped.

    let to = middle(&window, "row 8, column 3");
    window.drag(cell, to, "rr");
    window.wait_for("row 8, column 3, piece 0, pinned");
    assert!(!window.shows("row 5, column 2, piece 0"));
    undo(&mut window);
    window.wait_for("row 5, column 2, piece 0, pinned"); // Picking up, turning and dropping is one step.

    let beside = middle(&window, "row 1, column 1,") - vec2(70.0, 0.0);
    window.drag(cell, beside, "");
    assert!(!window.shows("piece 0, pinned"));
    undo(&mut window);
    window.wait_for("row 5, column 2, piece 0, pinned");
}

#[test]
fn a_position_with_one_solution_is_explained_step_by_step() {
    const TRACK: &str = "Step through the solution as a person finds it";
    let mut window = open("unique.ron");
    window.click(TRACK);
    window.wait_for("Step 1: Piece ");
    let steps = window.copied_by("Copy as text").unwrap().lines().filter(|line| line.contains(". Piece ")).count();
    window.wait_for_place("Step", 1.0, steps as f64);
    window.press(Modifiers::NONE, Key::ArrowRight);
    window.wait_for_place("Step", 2.0, steps as f64);
    window.press(Modifiers::NONE, Key::End);
    window.wait_for_place("Step", steps as f64, steps as f64);
    window.press(Modifiers::NONE, Key::Home);
    window.wait_for_place("Step", 0.0, steps as f64);

    let mut window = open("contest.ron");
    window.click(TRACK);
    window.wait_for("Step 1: The position has several solutions");
}

#[test]
fn a_refused_drop_says_why_and_returns_the_piece() {
    let mut window = open("two-pins.ron");
    let pinned = |window: &Window| {
        let labels = (1..=10).flat_map(|row| (1..=5).map(move |column| format!("row {row}, column {column}, piece")));
        labels.filter(|label| window.shows(label)).collect::<Vec<_>>()
    };
    let before = pinned(&window);
    assert_eq!(before.len(), 10);
    let from = middle(&window, &before[0]);
    let corner = middle(&window, "row 10, column 5,");
    window.drag(from, corner, "");
    assert!(window.shows("would extend beyond the figure") || window.shows("is already here"));
    assert_eq!(pinned(&window), before);
}

#[test]
fn dead_ends_show_before_the_drop() {
    let mut window = open("two-pins.ron");
    window.wait_for("53");
    let free = (1..=10).flat_map(|row| (1..=5).map(move |column| format!("row {row}, column {column}, free")));
    let first = free.into_iter().find(|label| window.shows(label)).unwrap();
    let cell = middle(&window, &first);
    window.harness.hover_at(cell);
    window.pass();
    let in_hand = ('0'..='9').find(|digit| {
        window.type_text(&digit.to_string());
        window.shows("the piece in hand is a dead end here")
    });
    assert!(in_hand.is_some());
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("the piece in hand"));
}

#[test]
fn what_is_said_about_a_drop_covers_no_cell() {
    for size in [[1280.0, 800.0], [800.0, 600.0], [640.0, 480.0]] {
        let mut window = Window::open_with(&[&save("meteor/two-pins.ron")], size, Settings::default());
        let rects = |window: &Window, is_meant: fn(&AccessKitNode<'_>) -> bool| -> Vec<Rect> {
            window.harness.query_all_by(is_meant).map(|node| node.rect()).collect()
        };
        let cells = |window: &Window| rects(window, |node| node.class_name() == Some("spot"));
        let before = cells(&window);
        let board = window.harness.get_by_role(Role::Canvas).rect();
        window.type_text("0");
        let mut said = 0;
        for over in before.iter().step_by(7) {
            window.harness.hover_at(over.center());
            window.pass();
            for remark in rects(&window, |node| node.role() == Role::Label).into_iter().filter(|label| board.contains(label.center())) {
                said += 1;
                assert!(before.iter().all(|cell| !cell.shrink(0.5).intersects(remark)), "{size:?}: {remark}");
            }
        }
        assert!(5 < said, "{size:?}: {said}");
        assert_eq!(cells(&window), before, "{size:?}: the board stays in place");
    }
}

#[test]
fn a_click_pins_a_piece_of_a_solution() {
    let mut window = open("contest.ron");
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 2,098 solutions");
    let cell = middle(&window, "row 1, column 1,");
    window.drag(cell, cell, "");
    window.wait_for("row 1, column 1, piece");
    window.wait_for("pinned");
}

#[test]
fn the_list_is_renewed_after_a_pin_and_an_undo() {
    let mut window = open("contest.ron");
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 2,098 solutions");
    let cell = middle(&window, "row 1, column 1,");
    window.drag(cell, cell, "");
    window.wait_for("row 1, column 1, piece");
    window.wait_for("pinned");
    window.wait_for("Finished: ");
    assert!(!window.shows("2,098 solutions"), "only some have this pin");
    assert!(!window.shows(", free"), "the solution that was shown stays shown");
    undo(&mut window);
    window.wait_for("Finished: 2,098 solutions");
}

#[test]
fn a_board_that_is_covered_by_hand_is_solved() {
    let mut window = open("contest.ron");
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 2,098 solutions");
    assert!(!window.shows(", solved"));
    window.press(Modifiers::COMMAND, Key::U);
    window.wait_for("10 pieces placed, 0 free cells, solved");
}

#[test]
fn the_card_of_a_hint_moves_nothing_and_shows_more_and_closes() {
    let mut window = Window::open(&[&save("meteor/two-pins.ron")]);
    window.wait_for("53");
    let cell = |window: &Window| window.harness.get_by_label("row 1, column 1, free").rect();
    let before = cell(&window);
    window.press(Modifiers::NONE, Key::H);
    window.wait_for("Look ");
    window.click_exactly("More");
    assert!(!window.shows("Look "), "a more specific hint replaces it");
    assert_eq!(cell(&window), before);
    assert!(window.harness.get_by_label("Do it").accesskit_node().is_disabled(), "it names no whole step");
    window.click("Close the hint");
    assert!(!window.shows("Close the hint"));
    for _ in 0..3 {
        window.press(Modifiers::NONE, Key::H);
        window.wait_for("Close the hint");
    }
    window.wait_for("Place ");
    window.click("Do it");
    window.wait_for("3 pieces placed");
    assert!(!window.shows("Close the hint"), "the next hint is another one");
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("2 pieces placed");
    window.press(Modifiers::NONE, Key::H);
    window.wait_for("Look ");
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("Close the hint"));
}

#[test]
fn a_board_can_start_with_a_regular_outline() {
    let mut window = open("contest.ron");
    window.set("Sides of", 3.0);
    for (outline, cells) in [("Hexagon", 19), ("Triangle", 6), ("Parallelogram", 9), ("Ring", 18)] {
        window.click_exactly(outline);
        assert_eq!(window.count(", free"), cells, "{outline}");
    }
    undo(&mut window);
    assert_eq!(window.count(", free"), 9);
}

#[test]
fn the_list_follows_the_shown_solution_when_a_filter_is_set_and_taken_back() {
    let mut window = open("contest.ron");
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 2,098 solutions");
    assert!(window.shows("Counted by"), "the facts are open");
    let is_shown = |window: &Window, solution: &str| {
        let mut rows = window.harness.query_all_by_label_contains(solution).map(|row| row.accesskit_node().toggled());
        rows.any(|toggled| toggled == Some(egui::accesskit::Toggled::True))
    };
    window.set("Jump to solution", 1500.0);
    assert!(is_shown(&window, "Solution 1,500: "));
    for _ in 0..2 {
        window.click("List only solutions with piece 0 here");
        assert!(!window.shows("Solution 1,500: "), "few of them have piece 0 there");
        window.click("List only solutions with piece 0 here");
        assert!(is_shown(&window, "Solution 1,500: "), "it is in view again");
    }
    assert!(window.harness.get_by_label("Clear filter").accesskit_node().is_disabled());
    window.click("List only solutions with piece 0 here");
    assert_eq!(window.count("Clear filter"), 2, "beside the list and in its section");
    window.click_on(|window| window.harness.get_all_by_label("Clear filter").last().unwrap().rect());
    assert!(is_shown(&window, "Solution 1,500: ") && window.shows("Show the filter of the list"));
}
