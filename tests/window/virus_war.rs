//! Virus War's tab, driven through the window by the labels of its parts: play, take back, edit, let the computer play.

use std::path::{Path, PathBuf};

use egui::{Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, Rect, Role, TouchPhase, epaint, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use quincunx::gui::app::Settings;

use super::driven::{HIGH, Window, save};

/// Waits until the position is analysed.
#[track_caller]
fn settle(window: &mut Window) {
    window.wait_for("Orders per turn");
}

fn open(name: &str) -> Window {
    let mut window = open_file(save("virus-war").join(name).with_extension("ron"), PathBuf::new());
    window.wait_for("Within reach");
    window
}

/// A window with this file, in which the next file dialog chooses the other one.
fn open_file(path: PathBuf, chosen: PathBuf) -> Window {
    let mut window = Window::open_with(&[&path], HIGH, Settings::default());
    window.will_choose(&chosen);
    window.wait_for("Let the computer play");
    window
}

/// Starts a game between these players by way of Play mode.
fn start_game(window: &mut Window, opponent: &str) {
    window.click("New game…");
    window.wait_for(opponent);
    window.click(opponent);
    window.click_exactly("New game");
    window.wait_for("Leave game");
}

#[test]
fn turns_are_counted_listed_and_stepped() {
    let mut window = open("midgame");
    window.wait_for("6,687");
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 6,687 turns");
    window.wait_for("move 3 of the turn");
    window.press(Modifiers::NONE, Key::ArrowLeft);
    assert!(!window.shows("move 3 of the turn") && window.shows("move 2 of the turn"));
}

#[test]
fn a_saved_game_opens_with_its_turns_even_where_games_are_offered() {
    let mut window = open("opening");
    window.click("New game…");
    window.wait_for("Against a person");
    window.open_file(&save("virus-war/game.ron"));
    window.wait_for("Within reach");
    assert!(!window.shows("Against a person"), "games are offered, and the saved one can't be seen");
}

#[test]
fn moves_are_made_and_taken_back() {
    let mut window = open("opening");
    window.wait_for("3 moves left");
    window.click("X can move here");
    window.wait_for("2 moves left");
    window.wait_for("live X, move 1 of the turn");
    settle(&mut window);
    window.click("Take back");
    window.wait_for("3 moves left");
    assert!(!window.shows("move 1 of the turn"));
}

#[test]
fn cells_are_changed_by_hand() {
    let mut window = open("midgame");
    window.click("changes the cell");
    window.wait_for("a1, live O");
    window.click("a1, live O");
    window.wait_for("a1, live X");
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("a1, live O");
}

#[test]
fn the_computer_plays_when_asked_and_its_turn_can_be_undone() {
    let mut window = open("game");
    window.wait_for("X to move, 3 moves left");
    window.click("Let the computer play");
    window.wait_for("O to move, 3 moves left");
    window.wait_for(" ahead):"); // The expected line is shown.
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("X to move, 3 moves left");
}

#[test]
fn the_computer_replies_to_a_turn_but_not_to_an_undo() {
    let mut window = open("game");
    window.choose("When asked", "O by itself");
    for left in ["2 moves left", "1 move left"] {
        window.click("X can move here");
        window.wait_for(left);
    }
    window.click("X can move here");
    window.wait_for("X to move, 3 moves left");
    window.wait_for(" ahead):"); // The computer made O's turn.
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("Within reach");
    assert!(window.shows("O to move, 3 moves left") && !window.shows("Stop the computer"), "it waits after an undo");
}

#[test]
fn thinking_is_stopped_by_the_user_and_by_an_edit() {
    let mut window = open("midgame");
    window.choose("Two turns ahead", "As far as time allows");
    window.set("Time per turn", 60.0);
    let mover = if window.shows("X to move, 3 moves left") { "X" } else { "O" };
    let unmoved = format!("{mover} to move, 3 moves left");
    window.click("Let the computer play");
    window.wait_for("Stop the computer");
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("Stop the computer") && window.shows(&unmoved));
    window.wait_for("Let the computer play");
    window.click("Let the computer play");
    window.wait_for("Stop the computer");
    window.click("changes the cell");
    window.click("a1, live O");
    window.wait_for("Let the computer play");
    assert!(!window.shows("Stop the computer") && window.shows("a1, live X"));
}

#[test]
fn the_side_to_move_can_be_set_and_a_new_game_started() {
    let mut window = open("game");
    window.wait_for("X to move, 3 moves left");
    window.click("O is to move");
    window.wait_for("O to move, 3 moves left");
    start_game(&mut window, "Against a person");
    window.wait_for("O to move, 1 move left");
    window.wait_for("a1, live O");
    window.wait_for("h8, live X");
}

#[test]
fn turns_are_filtered_and_sorted_and_stepped_through() {
    let mut window = open("opening");
    window.wait_for("56");
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 56 turns");
    window.wait_for_place("Turn", 1.0, 56.0);
    window.click("One opens two: 12 turns");
    window.wait_for("of 12 (56 found)");
    window.click("One opens two: 12 turns");
    window.wait_for("of 56");
    window.click("All at once: 1 turn");
    window.wait_for("of 1 (56 found)");
    window.wait_for("Turn 1: g7 g8 h7 all at once");
    window.click("All at once: 1 turn");
    window.write("With cells", "e5 g7");
    window.wait_for("Turn 1: g7 f6 e5");
    window.wait_for("of 1 (56 found)");
    window.write("With cells", "e55");
    window.wait_for("e55 isn't a cell");
    window.write("With cells", "");
    window.wait_for("of 56");
    window.press(Modifiers::NONE, Key::Escape);
    window.choose("in order found", "highest own mobility first");
    let first = window.text_of("Turn 1: ");
    window.press(Modifiers::NONE, Key::PageDown);
    window.wait_for("move 3 of the turn"); // The turns of the list are shown on the board.
    assert!(!first.starts_with("Turn 1: a"), "{first}");
}

#[test]
fn the_game_is_replayed_on_the_timeline_and_the_computer_waits() {
    let mut window = open("game");
    window.wait_for("X to move, 3 moves left");
    window.choose("When asked", "O by itself");
    window.click("First step");
    window.wait_for("O to move, 1 move left");
    for remark in ["Turn 1: O plays b2", "Turn 2, g7 f6 e5: X plays g7", ": X plays f6", "Turn 2: X plays g7 f6 e5"] {
        window.click("Step forward");
        window.wait_for(remark);
    }
    window.wait_for("O to move, 3 moves left");
    assert!(!window.shows("Stop the computer"), "stepping through the game is not playing");
    window.click("Last step");
    window.wait_for("X to move, 3 moves left");
    assert!(window.shows("Let the computer play") && !window.shows("Stop the computer"));
}

#[test]
fn two_people_play_by_clicks() {
    let mut window = open("game");
    start_game(&mut window, "Against a person");
    window.wait_for("Two players");
    for (mover, left) in [("O", "1 move left"), ("X", "3 moves left"), ("X", "2 moves left"), ("X", "1 move left"), ("O", "3 moves left")] {
        window.wait_for(&format!("{mover} to move, {left}"));
        window.click(&format!("{mover} can move here"));
    }
    window.wait_for("O to move, 2 moves left");
    for left in ["O to move, 3 moves left", "X to move, 1 move left", "X to move, 2 moves left", "X to move, 3 moves left"] {
        window.click("Take back");
        window.wait_for(left);
    }
}

#[test]
fn a_new_game_against_the_computer_is_a_document_of_its_own() {
    let mut window = open("game");
    let name = window.text_of("Documents, 1 of 1: ");
    window.click("Play mode");
    window.wait_for("Against the computer");
    assert!(!window.shows("can move here"), "nobody plays on the position of Solve mode");
    window.click("Play X");
    window.choose("One turn ahead", "Two turns ahead");
    window.click_exactly("New game");
    window.wait_for("Documents, 2 of 2: Computer, two turns ahead, seed ");
    window.wait_for("X to move, 3 moves left"); // The computer made O's first move.
    for left in ["2 moves left", "1 move left"] {
        window.click("X can move here");
        window.wait_for(left);
    }
    window.click("X can move here");
    window.wait_for("X, turn 2: ");
    window.wait_for("O, turn 3: ");
    window.wait_for("X to move, 3 moves left");
    let game = window.save_as();
    assert!(game.contains("kind: \"battle-two-ply\"") && game.contains("\"side\": 1"), "{game}");
    window.click("Take back turn");
    window.wait_for("X to move, 3 moves left");
    assert!(!window.shows("X, turn 2: "), "the computer's turn is taken back with the user's");
    window.press(Modifiers::COMMAND, Key::PageUp);
    assert_eq!(window.text_of("Documents, 1 of 2: "), name.replace("1 of 1", "1 of 2"), "the game it was started from hasn't changed");
}

#[test]
fn the_computer_plays_both_sides_of_a_game_until_it_is_stopped() {
    let mut window = open("game");
    window.click("New game…");
    window.wait_for("Watch the computer");
    window.click("Watch the computer");
    window.choose("Two turns ahead", "Random");
    window.click_exactly("New game");
    window.wait_for("The computer plays O: one turn ahead, and X: random.");
    assert!(window.harness.query_by_value("1 move / s").is_some(), "slow enough to follow");
    window.wait_for("X, turn 2: ");
    window.wait_for("Stop the computer");
    window.click("Stop the computer");
    window.wait_for("Play on");
    let stopped = time(&window);
    window.run(12);
    assert_eq!(time(&window), stopped, "nobody is to move");
    window.wait_for("Computer against itself, seed ");
    let game = window.save_as();
    assert!(game.contains("kind: \"computers-one-ply-random\"") && game.contains("\"side\": 1"), "{game}");
    window.click("Play on");
    window.wait_for("O, turn 5: ");
    window.wait_until("the clock never ran again", |window| (time(window) != stopped).then_some(()));
}

/// The time on the clock.
fn time(window: &Window) -> String {
    let labels = window.harness.query_all_by_label_contains(":").filter_map(|node| {
        let node = node.accesskit_node();
        node.label().or_else(|| node.value())
    });
    let mut times = labels.filter(|label| label.chars().all(|letter| letter == ':' || letter.is_ascii_digit()));
    times.next().expect("there is a clock")
}

#[test]
fn a_restart_restores_a_variation_in_solve_mode_and_the_computer_waits() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.ron");
    let mut window = open("game");
    start_game(&mut window, "Against the computer");
    window.wait_for("O to move, 1 move left");
    window.click("O can move here");
    window.wait_for("O to move, 3 moves left"); // The computer has replied.
    window.click("Solve mode");
    window.wait_for("Analyse while I look");
    window.press(Modifiers::NONE, Key::Escape);
    window.press(Modifiers::NONE, Key::Home);
    window.wait_for("O to move, 1 move left");
    window.harness.get_all_by_label_contains("O can move here").last().unwrap().click();
    window.wait_for("X to move, 3 moves left");
    window.will_choose(&file);
    window.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    window.wait_for("Saved");
    let settings = window.settings();

    let mut next = Window::open_with(&[], HIGH, settings);
    next.wait_for("X to move, 3 moves left");
    next.wait_for("Analyse while I look");
    next.wait_for("Let the computer play");
    assert!(!next.shows(", changed"), "nothing was done");
    // The game continues only on request.
    next.click("Play mode");
    next.wait_for("Play on");
    next.run(5);
    assert!(next.shows("X to move, 3 moves left") && !next.shows(", changed"));
    next.click("Play on");
    next.wait_for("O to move, 3 moves left");
    next.wait_for(", changed");
}

#[test]
fn the_report_opens_from_the_end_of_a_game() {
    let mut window = open("game");
    window.set("Board size", 5.0);
    window.choose("the bottom left", "the top left");
    window.wait_for("a5, live O");
    window.click("New game…");
    window.wait_for("Watch the computer");
    window.click("Watch the computer");
    window.click_exactly("New game");
    window.wait_for("see in the report where it was won and lost");
    window.click_exactly("Game report");
    window.wait_for("Each player's chance of winning before each turn.");
    window.wait_for("Accuracy: ");
    window.wait_for("Analyse while I look");
    assert!(!window.shows("Go through"), "the mistakes were the computer's");
}

#[test]
fn a_game_is_left_and_the_next_one_offered() {
    let mut window = open("game");
    start_game(&mut window, "Against the computer");
    window.wait_for("You play O. The computer plays X: one turn ahead.");
    assert!(!window.shows("Analyse while I look"), "nothing helps the player");
    window.click("Leave game");
    window.wait_for("Against a person");
    window.click("Solve mode");
    window.wait_for("Analyse while I look");
}

#[test]
fn play_mode_returns_to_a_game_that_was_looked_at_in_solve_mode() {
    let mut window = open("game");
    start_game(&mut window, "Against the computer");
    window.wait_for("O to move, 1 move left");
    window.click("O can move here");
    window.wait_for("O to move, 3 moves left"); // The computer has replied.
    window.click("Solve mode");
    window.wait_for("Analyse while I look");
    let game = window.save_as();
    assert!(game.contains("kind: \"battle-one-ply\""), "{game}");
    window.click("Play mode");
    window.wait_for("You play O. The computer plays X: one turn ahead.");
    assert!(window.shows("O to move, 3 moves left"));
    window.click_exactly("Take back");
    window.wait_for("O to move, 1 move left");
    assert!(!window.shows("X, turn 2: "), "the reply is taken back with the move");
    window.click("O can move here");
    window.wait_for("O to move, 3 moves left");
}

#[test]
fn the_game_of_a_day_can_be_looked_at_from_its_start() {
    let mut window = open("game");
    window.press(Modifiers::COMMAND, Key::D);
    window.wait_for("Leave game");
    window.press(Modifiers::NONE, Key::Delete);
    window.press(Modifiers::NONE, Key::Home);
    window.settle();
    window.press(Modifiers::NONE, Key::End);
    window.wait_for("Leave game");
}

#[test]
fn turns_are_as_long_as_the_rules_say() {
    let mut window = open("game");
    for (moves, opening) in [(5, 4), (1, 1), (2, 2)] {
        window.set("Moves per turn", f64::from(moves));
        window.set("In the first turn", f64::from(opening));
        start_game(&mut window, "Against a person");
        let left = |moves: i32| if moves == 1 { "1 move left".to_owned() } else { format!("{moves} moves left") };
        for made in 0..opening {
            window.wait_for(&format!("O to move, {}", left(opening - made)));
            window.click("O can move here");
        }
        for made in 0..moves {
            window.wait_for(&format!("X to move, {}", left(moves - made)));
            window.click("X can move here");
        }
        window.wait_for(&format!("O to move, {}", left(moves)));
        window.click("Solve mode");
    }
}

#[test]
fn a_turn_is_passed_where_the_rules_allow_it() {
    let mut window = open("game");
    settle(&mut window);
    assert!(window.harness.get_by_label("Pass").accesskit_node().is_disabled(), "the rules forbid it");
    window.click("Allow passing");
    settle(&mut window);
    window.click_exactly("Pass");
    window.wait_for("O to move, 3 moves left");
    settle(&mut window);
    window.click("Take back");
    window.wait_for("X to move, 3 moves left");
    window.click("X can move here");
    window.wait_for("X to move, 2 moves left");
    assert!(window.harness.get_by_label("Pass").accesskit_node().is_disabled(), "the turn has begun");
    window.click("Take back");
    window.click_exactly("Pass");
    window.click_exactly("Pass");
    window.wait_for("both players have passed: a draw");
    assert!(window.harness.get_by_label("Pass").accesskit_node().is_disabled(), "the game is over");
}

#[test]
fn the_computer_plays_against_itself_to_the_end() {
    let mut window = open("game");
    window.set("Board size", 5.0);
    window.choose("the bottom left", "the top left");
    window.wait_for("a5, live O");
    window.choose("Two turns ahead", "One turn ahead");
    window.choose("When asked", "Both sides");
    window.wait_for(" wins");
    window.wait_for("Let the computer play");
    assert!(!window.shows("Stop the computer") && !window.shows("can move here"));
}

#[test]
fn the_reason_why_a_cell_is_accessible_is_spoken() {
    let mut window = open("late");
    // Its picture is tested with the drawing; screen readers get it from the cells' labels.
    window.wait_for("X can move here: next to");
    window.wait_for("through a chain of");
}

#[test]
fn the_deep_level_keeps_to_its_time_and_shows_its_work() {
    let mut window = open("midgame");
    window.choose("Two turns ahead", "As far as time allows");
    window.set("Time per turn", 0.3);
    window.click("Let the computer play");
    window.wait_for("O to move, 3 moves left");
    // The time itself is tested with the thinking.
    window.wait_for("Looked at");
    window.wait_for(" ahead):");
}

#[test]
fn a_position_is_analysed_while_the_switch_is_on() {
    let mut window = open("midgame");
    window.click("Analyse while I look");
    window.wait_for("ahead, best 80 of 6,687 turns");
    window.click(" %  ");
    window.wait_for("X is expected here in turn 1");
    window.wait_for("O is expected here in turn 2");
    window.click("X can move here");
    window.wait_for("X to move, 2 moves left");
    assert!(!window.shows("is expected here"), "these turns don't follow from this position");
    window.wait_for("ahead, best 80 of");
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("ahead, best 80 of"), "Esc switches it off");
    window.click("Analyse while I look");
    window.wait_for("ahead, best 80 of");
    window.click("Analyse while I look");
    assert!(!window.shows("ahead, best 80 of"));
}

#[test]
fn a_hint_names_the_turn_by_degrees() {
    let mut window = open("midgame");
    window.press(Modifiers::NONE, Key::H);
    window.wait_for("Look for a turn with");
    window.press(Modifiers::NONE, Key::H);
    window.wait_for("It's one of the turn's cells");
    window.press(Modifiers::NONE, Key::H);
    window.wait_for("X then wins with a chance of about");
}

#[test]
fn a_record_that_breaks_the_rules_is_refused_with_its_turn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cheat.ron");
    let game = include_str!("../../saves/virus-war/game.ron");
    std::fs::write(&path, game.replace("\"c3 d4 e5\"", "\"c3 e5 d4\"")).unwrap();
    let mut window = open_file(path, PathBuf::new());
    window.wait_for("Turn 3 of the record: O can't play e5: it isn't accessible after c3");
    assert!(window.harness.get_by_label("Let the computer play").accesskit_node().is_disabled());
}

#[test]
fn a_game_is_saved_with_its_record_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("played.ron");
    let mut window = open_file(Path::new(env!("CARGO_MANIFEST_DIR")).join("saves/virus-war/opening.ron"), path.clone());
    window.wait_for("X to move, 3 moves left");
    window.click("X can move here");
    window.wait_for("X to move, 2 moves left");
    window.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    window.wait_for("Saved");
    let mut again = open_file(path, PathBuf::new());
    again.wait_for("X to move, 2 moves left");
    again.wait_for("move 1 of the turn");
    settle(&mut again);
    again.click("Take back");
    again.wait_for("X to move, 3 moves left");
    settle(&mut again);
    again.click("Take back");
    again.wait_for("O to move, 1 move left");
}

// The turns of the game.

#[test]
fn a_turn_played_while_looking_back_becomes_a_variation_of_the_document() {
    let mut window = open("game");
    window.wait_for("X to move, 3 moves left");
    window.press(Modifiers::NONE, Key::Home);
    window.wait_for("O to move, 1 move left");
    window.click("a2, empty, O can move here");
    window.wait_for("O, turn 1: a2, in a variation");
    window.wait_for("O, turn 1: b2");
    window.wait_for("Documents, 1 of 1: ");
    window.click("O, turn 3: c3 d4 e5");
    window.wait_for("X to move, 3 moves left");
    window.wait_for_place("Move", 7.0, 31.0);
    window.click("O, turn 1: a2");
    window.wait_for_place("Move", 1.0, 1.0);
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for_place("Move", 31.0, 31.0);
    assert!(!window.shows("O, turn 1: a2"), "the edit was undone");
    window.press(Modifiers::COMMAND, Key::Y);
    window.wait_for("O, turn 1: a2");
    assert!(window.save_as().contains("\"* 1. a2\""));
}

#[test]
fn variations_become_the_main_line_and_are_deleted() {
    let mut window = open("game");
    window.press(Modifiers::NONE, Key::Home);
    window.click("a2, empty, O can move here");
    window.wait_for("O, turn 1: a2, in a variation");
    window.click("Make main line");
    window.wait_for("O, turn 1: b2, in a variation");
    assert!(window.harness.get_by_label("Delete variation").accesskit_node().is_disabled(), "this is the main line");
    window.click("X, turn 2: g7 f6 e5, in a variation");
    window.click("Delete variation");
    window.wait_for_place("Move", 0.0, 1.0);
    assert!(!window.shows("turn 2: g7"));
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("X, turn 2: g7 f6 e5, in a variation");
}

#[test]
fn turns_are_marked_and_commented() {
    let mut window = open("game");
    window.press(Modifiers::NONE, Key::Home); // The list shows the turns around the one that is shown.
    window.click("X, turn 2: g7 f6 e5");
    window.write("Comment on this turn", "straight ahead");
    window.wait_for("X, turn 2: g7 f6 e5, comment: straight ahead");
    window.click_on(|window| window.harness.get_by_value("–").rect());
    window.wait_for("?? Blunder");
    assert!(90.0 < window.harness.get_by_label("?? Blunder").rect().width(), "the menu has room for what a mark means");
    window.click("!? Interesting");
    window.wait_for("X, turn 2: g7 f6 e5, interesting, comment: straight ahead");
    window.wait_for("Turn 2: X plays g7 f6 e5!? straight ahead");
    assert!(window.save_as().contains("\"2. g7 f6 e5!? {straight ahead}\""));
}

#[test]
fn a_mark_leaves_the_list_of_turns_as_it_is() {
    let mut window = open("game");
    settle(&mut window);
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 46 turns");
    window.click("Game in place of the list");
    window.choose("–", "! Good");
    window.wait_for("O, turn 11: e3 f4 g5, good");
    assert!(window.shows("Finished: 46 turns") && window.shows("Orders per turn"), "it is the same position");
    window.press(Modifiers::COMMAND, Key::Z);
    assert!(!window.shows("O, turn 11: e3 f4 g5, good") && window.shows("Finished: 46 turns"));
}

#[test]
fn a_comment_is_written_to_its_turn_when_its_box_is_left() {
    let mut window = open("game");
    window.press(Modifiers::NONE, Key::Home);
    window.click("X, turn 2: g7 f6 e5");
    window.write("Comment on this turn", "straight");
    assert_eq!(window.text("Comment on this turn"), "straight");
    assert!(!window.shows("comment: straight"), "the user is still typing");
    window.press(Modifiers::NONE, Key::Enter);
    window.wait_for("X, turn 2: g7 f6 e5, comment: straight");
    window.write("Comment on this turn", "ahead");
    window.click("O, turn 1: b2");
    window.wait_for("X, turn 2: g7 f6 e5, comment: ahead");
    assert_eq!(window.text("Comment on this turn"), "", "each turn has a box of its own");
    window.type_text("lost");
    assert!(!window.shows("lost"), "the box of the other turn doesn't have the focus");
    window.click("X, turn 2: g7 f6 e5");
    window.write("Comment on this turn", "pause");
    window.wait_for("X, turn 2: g7 f6 e5, comment: pause");
}

#[test]
fn a_game_is_copied_and_pasted() {
    let mut window = open("game");
    window.press(Modifiers::NONE, Key::Home);
    window.click("a2, empty, O can move here");
    window.wait_for("O, turn 1: a2, in a variation");
    let text = window.copied_by("Copy game").unwrap();
    assert!(text.contains("\n1. b2\n  (1. a2)\n2. g7 f6 e5\n"), "{text}");
    window.pass();
    window.press(Modifiers::COMMAND, Key::Z);
    window.paste(&text.replace("(1. a2)", "(1. a2??)"));
    window.wait_for_place("Move", 31.0, 31.0);
    window.press(Modifiers::NONE, Key::Home);
    window.wait_for("O, turn 1: a2, blunder, in a variation");
    window.paste(&text.replace("(1. a2)", "(1. a3)"));
    window.wait_for("line 13, column 4: O can't play a3: it isn't accessible");
}

#[test]
fn a_game_starts_from_another_corner() {
    let mut window = open("game");
    window.choose("the bottom left", "the top left");
    window.wait_for("a8, live O");
    window.wait_for("h1, live X");
    window.wait_for("O to move, 1 move left");
    window.click("O can move here");
    window.wait_for("X to move, 3 moves left");
    start_game(&mut window, "Against a person");
    window.wait_for("a8, live O");
}

#[test]
fn the_report_counts_the_turns_at_each_point_and_goes_there() {
    let mut window = open("game");
    window.click("Game report");
    window.click("Turns to choose from");
    window.wait_for("before turn 2 (X): 56 turns, 105 sequences");
    window.wait_for("before turn 12 (X): ");
    window.click("before turn 2 (X)");
    window.wait_for_place("Move", 1.0, 31.0);
    window.wait_for("Before turn 2 (X): 56 turns, 105 sequences");
    window.click("Step forward");
    window.wait_for_place("Move", 2.0, 31.0);
    window.wait_for("Before turn 2 (X): 56 turns, 105 sequences"); // This turn isn't finished.
    window.press(Modifiers::COMMAND, Key::Questionmark);
    window.press(Modifiers::NONE, Key::Escape);
    assert!(window.shows("before turn 2 (X)"), "Esc closes the dialog over it");
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("before turn 2 (X)"), "Esc closes the report");
}

#[test]
fn the_list_of_turns_is_reached_while_the_report_is_open() {
    let mut window = open("game");
    window.click("Game report");
    window.wait_for("Accuracy: O ");
    window.click("before turn 2 (X)");
    window.wait_for_place("Move", 1.0, 31.0);
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 56 turns");
    assert!(window.shows("Order of the list") && !window.shows("Accuracy: O "), "solving brings the list to the front");
    window.click("Report in place of the list");
    assert!(window.shows("Accuracy: O ") && !window.shows("Order of the list"));
    window.click("List of turns");
    assert!(window.shows("Order of the list"));
    window.click("Game report");
    assert!(!window.shows("Report in place") && window.shows("Order of the list"), "a closed report isn't among the parts");
}

#[test]
fn the_report_judges_each_turn_and_says_what_was_better() {
    let mut window = open("game");
    window.click("Game report");
    window.wait_for("Accuracy: O ");
    // The judgement begins with the end of the game.
    window.wait_for("before turn 1 (O): ");
    window.wait_for("Better: g7 f7 f8, which gives X 8 cells to move to (3 before)");
    window.click("Turn 2 (X): g7 f6 e5 lost ");
    window.wait_for_place("Move", 1.0, 31.0);
    window.wait_for("g7, empty, part of the mistake, part of the better turn");
    window.wait_for("f6, empty, part of the mistake");
    window.wait_for("f7, empty, part of the better turn");
    for _ in 0..3 {
        window.press(Modifiers::NONE, Key::H);
    }
    window.wait_for("Play g7 f7 f8"); // The hint agrees with the report.
    window.press(Modifiers::NONE, Key::Escape);
    window.press(Modifiers::NONE, Key::Escape);
    window.wait_for("g7, empty, X can move here");
    assert!(!window.shows("part of the better turn"), "the report is closed");
}

#[test]
fn a_better_turn_is_played_as_a_variation() {
    let mut window = open("game");
    window.click("Game report");
    window.wait_for("Better: g7 f7 f8, which gives X 8 cells");
    window.click("Better: g7 f7 f8, which gives X 8 cells");
    // One move of O and three of X.
    window.wait_for_place("Move", 4.0, 4.0);
    for cell in ["g7", "f7", "f8"] {
        window.wait_for(&format!("{cell}, live X"));
    }
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for_place("Move", 31.0, 31.0);
}

#[test]
fn the_report_stays_while_its_better_turn_is_looked_at() {
    let text = |window: &Window, part: &str| {
        let node = window.harness.query_all_by_label_contains(part).next().unwrap().accesskit_node();
        node.label().or_else(|| node.value()).unwrap()
    };
    let mut window = open("game");
    window.click("Game report");
    window.wait_for("Accuracy: O ");
    let accuracy = text(&window, "Accuracy: O ");
    window.click("before turn 2 (X): ");
    window.wait_for("Before turn 2 (X): ");
    let said = text(&window, "Before turn 2 (X): ");
    let (chance, _) = said.split_once("Before turn 2 (X): ").unwrap().1.split_once("; the turn lost ").unwrap();
    assert!(chance.contains(" % to win, ") && chance.ends_with(" turns ahead"), "{said}");
    window.click("Better: g7 f7 f8");
    window.wait_for_place("Move", 4.0, 4.0);
    // The same position after the same turn has the same chance, and nothing is judged again.
    assert!(window.shows(&format!("With g7 f7 f8 in turn 2 (X): {chance}")) && text(&window, "Accuracy: O ") == accuracy);
    assert!(window.count("before turn 12 (X): ") == 1 && !window.shows("part of the better turn"));
    // The analysis begins with what the report expects, and the mover's chance is the rest.
    window.click("Game in place of the list");
    window.click("Analyse while I look");
    window.wait_for(" ahead, as in the report");
    let rest = 100 - chance.split_once(" %").unwrap().0.parse::<i32>().unwrap();
    let shows = |chance: i32| window.harness.query_all_by_label_contains(&format!("{chance} %  ")).next().is_some();
    assert!((rest - 1..=rest + 1).any(shows), "{rest} %");
    window.click("Analyse while I look");
    window.click("Report in place of the list");
    // Another turn is not judged unless that is asked for.
    window.click("Take back turn");
    window.wait_for_place("Move", 1.0, 31.0);
    window.wait_for(&said);
    for _ in 0..3 {
        window.click("X can move here");
    }
    window.wait_for("A variation in place of turn 2, which this report doesn't judge.");
    assert_eq!(text(&window, "Accuracy: O "), accuracy);
    window.click("before turn 12 (X): ");
    window.wait_for_place("Move", 31.0, 31.0);
    window.press(Modifiers::COMMAND, Key::Z);
    window.click_exactly("Report on this line");
    window.wait_until("the line was never judged", |window| {
        (window.shows("Accuracy: ") && !window.shows("before turn 12 (X)")).then_some(())
    });
}

#[test]
fn a_whole_turn_is_taken_back() {
    let mut window = open("game");
    window.click("Take back turn");
    window.wait_for("O to move, 3 moves left");
    window.wait_for_place("Move", 28.0, 28.0);
    window.press(Modifiers::NONE, Key::Home);
    window.wait_for("O to move, 1 move left");
    window.press(Modifiers::NONE, Key::ArrowRight);
    window.press(Modifiers::NONE, Key::ArrowRight);
    window.wait_for("X to move, 2 moves left");
    window.click("Take back turn");
    window.wait_for_place("Move", 1.0, 28.0); // What others follow stays.
}

// The duplicate tool.

const ARTICLE: &str = "((1 2 3) (1 3 4) (3 1 2) (4 1 3) (2 3 4) (3 2 1))";

/// The window with the article's list in the duplicate tool, which is open.
fn open_tool(chosen: PathBuf) -> Window {
    let mut window = open_file(Path::new(env!("CARGO_MANIFEST_DIR")).join("saves/virus-war/triples.ron"), chosen);
    window.wait_for("Within reach");
    window.click("Remove duplicates…");
    window.wait_for("6 triples");
    window
}

#[test]
fn duplicates_are_removed_by_all_techniques_and_copied_saved_kept() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("result.lisp");
    let mut window = open_tool(saved.clone());
    assert_eq!(window.text("List of triples"), ARTICLE);
    window.click("Compare all");
    window.wait_for("All 11 keep the same 3 triples");
    let result = "((1 2 3) (1 3 4) (2 3 4))";
    assert_eq!(window.text("Triples without duplicates"), result);
    assert_eq!(window.copied_by("Copy").as_deref(), Some(result));
    window.click("Save…");
    window.wait_for("Saved");
    assert_eq!(std::fs::read_to_string(saved).unwrap(), format!("{result}\n"));
    window.click("Keep only these");
    window.wait_for("3 triples");
    assert_eq!(window.text("List of triples"), result);
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("6 triples");
    assert_eq!(window.text("List of triples"), ARTICLE, "it can be undone");
}

#[test]
fn the_computer_still_replies_after_the_list_has_changed() {
    let mut window = open_tool(PathBuf::new());
    window.choose("When asked", "O by itself");
    window.click_exactly("Remove duplicates");
    window.wait_for("3 of 6 triples");
    window.click("Keep only these");
    window.wait_for("3 triples");
    window.press(Modifiers::NONE, Key::Escape); // Closes the duplicate tool.
    for left in ["2 moves left", "1 move left"] {
        window.click("X can move here");
        window.wait_for(left);
    }
    window.click("X can move here");
    window.wait_for(" ahead):"); // The computer made O's turn.
    window.wait_for("X to move, 3 moves left");
}

#[test]
fn the_article_s_times_are_in_the_last_column() {
    let window = open_tool(PathBuf::new());
    let right_edge = |label: &str| window.harness.get_by_label(label).rect().right();
    for time in ["23.8 s", "13.8 s", "18.0 ms", "17.0 ms", "5.00 ms"] {
        assert_eq!(right_edge(time), right_edge("article"), "{time} is in its column");
    }
    assert!(window.shows("The article's own times, from 2020, are for 10,000 random triples on its author's computer"));
}

#[test]
fn a_single_technique_can_be_run() {
    let mut window = open_tool(PathBuf::new());
    window.click("sort 3, hashed");
    window.click_exactly("Remove duplicates");
    window.wait_for("3 of 6 triples");
    assert!(!window.shows("keep the same"));
}

#[test]
fn typing_errors_are_shown_with_their_place_and_lose_nothing() {
    let mut window = open_tool(PathBuf::new());
    window.write("List of triples", "1 2 3\n4 100 6");
    window.wait_for("line 2, column 3: 100 isn't a number from 0 to 99");
    assert_eq!(window.text("List of triples"), "1 2 3\n4 100 6", "the text stays");
    window.click_exactly("Remove duplicates");
    window.wait_for("3 of 6 triples");
    window.write("List of triples", "[(7, 7, 1), (1, 7, 7)]");
    window.wait_for("2 triples");
    assert!(!window.shows("isn't a number"));
    window.click_exactly("Remove duplicates");
    window.wait_for("1 of 2 triples");
}

#[test]
fn a_long_list_is_pasted_and_its_comparison_stopped() {
    let mut window = open_tool(PathBuf::new());
    window.click("Paste");
    window.harness.event(Event::Paste("1 2 3 ".repeat(20_000) + "4 5"));
    window.wait_for("line 1, column 120001: the last triple has fewer than three numbers");
    assert_eq!(window.text("List of triples"), ARTICLE, "the list stays");
    window.click("Paste");
    window.harness.event(Event::Paste("1 2 3 ".repeat(100_001)));
    window.wait_for("The list has 100,001 triples; this tool takes at most 100,000");
    window.set("seed", 7.0);
    window.set("Random triples", 50_000.0);
    window.click("Generate");
    window.wait_for("50,000 triples; too long to edit here");
    window.click("Compare all");
    window.wait_for("Stop");
    window.press(Modifiers::NONE, Key::Escape);
    window.wait_for("Compare all");
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("6 triples");
    window.wait_for("X to move, 3 moves left"); // The game hasn't changed.
}

#[test]
fn a_list_stays_in_the_document_into_which_it_was_pasted() {
    let mut window = open_tool(PathBuf::new());
    window.click("Paste");
    window.harness.event(Event::Paste("1 2 3 ".repeat(50_000)));
    window.open_file(&save("virus-war/midgame.ron"));
    window.wait_for("Documents, 2 of 2: ");
    window.wait_for("Within reach");
    assert!(!window.shows("50,000 triples"));
    window.press(Modifiers::COMMAND, Key::PageUp);
    window.wait_for("50,000 triples; too long to edit here");
}

/// The clip rectangle of each text that is painted.
fn clips(window: &Window) -> Vec<(String, Rect)> {
    fn collect(shape: &epaint::Shape, clip: Rect, texts: &mut Vec<(String, Rect)>) {
        match shape {
            epaint::Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, clip, texts)),
            epaint::Shape::Text(text) => texts.push((text.galley.text().to_owned(), clip)),
            _ => {}
        }
    }
    let mut texts = Vec::new();
    window.harness.output().shapes.iter().for_each(|clipped| collect(&clipped.shape, clipped.clip_rect, &mut texts));
    texts
}

/// Checks that the offer of a game shows all its buttons whole, and that it doesn't scroll.
#[track_caller]
fn check_offer(window: &mut Window, what: &str, buttons: &[&str]) {
    let places = |window: &Window| buttons.iter().map(|name| place_of(window, name)).collect::<Vec<_>>();
    let before = places(window);
    let clips = clips(window);
    for (name, place) in buttons.iter().zip(&before) {
        // A main button's text has its keys beside it.
        let (_, clip) = clips.iter().find(|(text, clip)| text.starts_with(name) && clip.intersects(*place)).unwrap();
        assert!(clip.contains_rect(*place), "{what}: {name:?} is cut off: {place} in {clip}");
    }
    let pos = before[0].center();
    let wheel = Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, -50.0),
        phase: TouchPhase::Move,
        modifiers: Modifiers::NONE,
        source: MouseWheelSource::Unknown,
    };
    window.harness.input_mut().events.extend([Event::PointerMoved(pos), wheel]);
    window.pass();
    assert_eq!(places(window), before, "{what}: it scrolls");
}

/// The place of the lowest of the widgets with this label, since the tools may have one, too.
#[track_caller]
fn place_of(window: &Window, name: &str) -> Rect {
    let places = window.harness.query_all_by_label(name).map(|node| node.rect()).filter(|place| 196.0 < place.left());
    places.max_by(|one, other| one.top().total_cmp(&other.top())).unwrap_or_else(|| panic!("{name:?} is missing"))
}

#[test]
fn the_offers_of_games_show_all_buttons_in_a_small_window() {
    const CHALLENGES: [&str; 4] = ["Start challenge", "Choose challenge…", "Daily puzzle", "Play this position"];
    let offers: [(&str, &[&str]); 6] = [
        ("voltorb-flip/level-4-middle.ron", &["New game", "Daily puzzle"]),
        ("meteor/contest.ron", &CHALLENGES),
        ("soma/cube.ron", &CHALLENGES),
        ("set/apl-16807.ron", &["New game", "Daily puzzle"]),
        ("set/ultra.ron", &["New game", "Daily puzzle"]),
        ("virus-war/game.ron", &["New game", "Daily puzzle", "Start challenge", "Choose challenge…"]),
    ];
    for (file, buttons) in offers {
        let mut window = Window::open_with(&[&save(file)], [800.0, 600.0], Settings::default());
        window.click("Play mode");
        check_offer(&mut window, file, buttons);
        if file.starts_with("virus-war") {
            for opponent in ["Against a person", "Watch the computer"] {
                window.click(opponent);
                check_offer(&mut window, opponent, buttons);
            }
        }
    }
}

#[test]
fn the_offer_of_a_game_has_room_in_a_small_window() {
    // Points that remain above and below it.
    for (height, room) in [(600.0, 20.0), (800.0, 100.0)] {
        let mut window = Window::open_with(&[&save("virus-war/game.ron")], [800.0, height], Settings::default());
        window.click("Play mode");
        let place = |name: &str| window.harness.get_by_label(name).rect();
        let tabs = window.harness.get_by_role_and_label(Role::Tab, "Virus War").rect();
        let above = place("Play Virus War").top() - tabs.bottom();
        let below = height - 32.0 - place("Choose challenge…").bottom();
        assert!(room <= above && room <= below, "{height}: {above} {below}");
    }
    let mut window = Window::open_with(&[&save("virus-war/game.ron")], [640.0, 480.0], Settings::default());
    window.click("Play mode");
    window.focus("Choose challenge…");
    window.pass();
    assert!(window.harness.get_by_label("Choose challenge…").rect().bottom() <= 480.0 - 32.0, "it scrolls");
}
