//! Learning from mistakes: a whole path in each kind of puzzle, from the mistake to another try, the answer and the deck.

use std::{fs, path::Path};

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use quincunx::{
    board::Board,
    erased,
    gui::{app::Settings, now},
    packing::play::{challenge, mistakes},
    puzzle::Puzzle,
    puzzles::{self, meteor::Meteor},
    search::Found,
    workbench::file,
};

use super::driven::{HIGH, Window, save};

/// The label with these words.
fn label(window: &Window, words: &str) -> String {
    let node = window.harness.query_all_by_label_contains(words).next().unwrap();
    node.accesskit_node().label().or_else(|| node.accesskit_node().value()).unwrap()
}

/// Clicks the button that goes through the mistakes of the game, and returns how many there are.
fn go_through(window: &mut Window) -> usize {
    window.wait_for("Go through ");
    let number = label(window, "Go through ").split(' ').nth(2).unwrap().parse().unwrap();
    window.click("Go through ");
    window.wait_for("What would you do here?");
    assert!(window.shows(&format!("1 of {number}")));
    number
}

/// Lets each mistake that was stored in this folder come back today.
fn come_back(folder: &Path) {
    let stored = fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
    let file = stored.into_iter().find(|path| fs::read_to_string(path).unwrap().contains("due:")).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let mut parts = text.split("due:\"");
    let first = parts.next().unwrap().to_owned();
    let text = parts.fold(first, |text, part| format!("{text}due:\"1970-01-01{}", &part["1970-01-01".len()..]));
    fs::write(&file, text).unwrap();
}

#[test]
fn a_costly_flip_is_tried_again_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::open_with(&[&save("voltorb-flip/level-1.ron")], HIGH, Settings::default());
    window.store_settings_in(folder.path());
    window.wait_for("Next board  N");
    window.press(Modifiers::COMMAND, Key::N);
    window.wait_for("Type the clues");
    for key in "c51603242617132324170".chars() {
        window.type_text(&key.to_string());
    }
    for key in "1t2".chars() {
        window.type_text(&key.to_string());
    }
    window.wait_for("row 1, column 1, face up, 2");
    window.type_text("t");
    window.press(Modifiers::NONE, Key::ArrowRight);
    window.type_text("0");
    window.wait_for("Round lost");
    window.type_text("n");
    window.wait_for("1 · lost");

    let number = go_through(&mut window);
    assert!(window.shows("Clear the board: which tile do you flip?"));
    assert!(!window.shows("Best") && !window.shows("Par"), "nothing gives the answer away");
    let is_clue = |window: &Window| window.harness.query_all_by_label_contains("row 1, 5 points").any(|clue| clue.is_focused());
    assert!(!is_clue(&window), "clues aren't typed here");
    let mut answers = Vec::new();
    for _ in 0..number {
        assert!(window.shows("What would you do here?") && !window.shows(" %"), "no odds are shown");
        window.click_exactly("Show solution");
        window.wait_for("The solution");
        let answer = label(&window, "Best: row ");
        let (_, best) = answer.split_once("Best: ").unwrap();
        answers.push(best.split(", ").take(2).collect::<Vec<_>>().join(", "));
        assert!(answer.contains("so its tiles are safe") || answer.contains(" Voltorb"), "it says why: {answer}");
        window.click_exactly("Next");
    }
    window.wait_for(&format!("0 of {number} right at the first try"));
    window.click_exactly("Done");
    window.wait_for("Go through ");

    // A wrong flip is judged with its reason, which doesn't name the best, and the position is explained on demand.
    go_through(&mut window);
    window.click("row 1, column 2, face down");
    window.wait_for("Not this one");
    assert!(window.shows("It costs ") && window.shows("Voltorb; the best flip is safe.") && !window.shows("Best: "));
    window.click_exactly("Explain");
    window.wait_for("Step 1: ");
    window.press(Modifiers::COMMAND, Key::W);
    window.wait_for("Not this one");

    // A tile that was known can't be tried, which says what can.
    assert!(1 < number);
    window.click_exactly("Next");
    window.click("row 1, column 1, face up");
    window.wait_for("This tile was already face up: choose one that is face down");
    assert!(window.shows("What would you do here?"));
    window.click_exactly("Close");

    // What comes back is practised in Play mode.
    window.store();
    window.settle();
    come_back(folder.path());
    let mut window = Window::open_with(&[&save("voltorb-flip/level-5.ron")], HIGH, Settings::default());
    window.store_settings_in(folder.path());
    window.click("Play mode");
    window.wait_for(&format!("Practise mistakes: {number} due today"));
    window.click("Practise mistakes: ");
    for best in answers {
        window.wait_for("What would you do here?");
        window.click(&format!("{best}, face down"));
        window.wait_for("Right!");
        assert!(window.shows("Nothing is better."));
        window.click_exactly("Next");
    }
    window.wait_for(&format!("{number} of {number} right at the first try"));
    window.click_exactly("Done");
    window.wait_until("it is still due", |window| (!window.shows("due today")).then_some(()));
}

#[test]
fn the_position_before_a_fatal_piece_is_tried_again() {
    type Position = <Meteor as quincunx::puzzle::Types>::State;
    let mut made = Found::default();
    let grade = quincunx::challenge::Grade::Easy;
    assert!(challenge::make(&Position::default(), grade, 1, &mut made).is_continue());
    let state: Position = made.items.remove(0).into();
    // All placements of a piece, those that leave a solution and those that don't.
    let prepared = Meteor::check(&state).unwrap();
    let std::ops::ControlFlow::Continue(figure) = challenge::figure::<quincunx::bits::Wide<8>, ()>(&prepared, &mut Found::default()) else {
        unreachable!()
    };
    let (mut right, mut wrong) = (Vec::new(), Vec::new());
    for placement in &figure.problem.placements {
        let mut grid = state.grid();
        placement.cells.iter().for_each(|cell| grid.set(prepared.problem.cells[cell], prepared.problem.pieces[placement.piece].mark));
        let after: Position = state.with_grid(&grid).into();
        let mut judged = Found::default();
        assert!(mistakes::judge(&state, Some(&after), Meteor::techniques()[0].search, &mut judged).is_continue());
        let list = if judged.items[0].is_good { &mut right } else { &mut wrong };
        list.push(Meteor::write_text(&after));
    }
    assert!(!right.is_empty() && right.len() < wrong.len());

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("challenge.ron");
    let puzzle = puzzles::of::<Meteor>();
    fs::write(&path, (puzzle.write)(&file::challenge(puzzle, erased::State::of(state), grade, 1, None))).unwrap();
    let mut window = Window::open_with(&[&path], HIGH, Settings::default());
    window.wait_for("Give up");
    window.settle();
    window.paste(&wrong[0]);
    window.settle();
    assert!(!window.shows("Go through"), "not while the challenge is on");
    window.click_exactly("Give up");
    window.click_exactly("Give up and show solution");
    window.wait_for("Given up");
    assert_eq!(window.harness.query_all_by_label("Mistakes").count(), 2, "Solve mode offers what Play mode does");
    window.click_exactly("Explain");
    window.wait_for("Step 1: Piece ");
    assert_eq!(go_through(&mut window), 1);
    assert!(!window.shows("A piece that you placed here"), "before a try, nothing is said of what was done");

    // With the mouse alone. What was tried stays on the board, with its reason, and what is right is still to be found.
    window.click_exactly("Pick up piece 0");
    window.click_exactly("row 9, column 1, free");
    window.wait_for("Not this one");
    let why = "With piece 0 there, no solution is left: there is a gap of 1 cell that no pieces can fill, at row 10, column 5.";
    assert!(window.shows(why) && window.shows("row 9, column 1, piece 0"));
    assert!(!window.shows("on the marked cells"), "that is shown on demand");
    assert!(!window.shows("Pick up piece"), "they are there for the next try");
    // The explanation is about this position, and lists no step before the user goes to it.
    window.click_exactly("Explain");
    window.wait_for("Step 1: Piece ");
    window.wait_for("Later steps are hidden until you go to them.");
    assert!(!window.shows("Step 2: "));
    window.press(Modifiers::NONE, Key::ArrowRight);
    window.wait_for("Step 2: ");
    assert!(!window.shows("Step 3: "));
    window.press(Modifiers::COMMAND, Key::W);
    window.wait_for("Not this one");

    // What was done in the game.
    assert!(window.shows("A piece that you placed here left no solution."));
    window.click_exactly("Show what you did");
    window.wait_for("What you did");
    assert!(window.shows("no solution is left: ") && !window.shows("on the marked cells"));

    window.click_exactly("Show solution");
    window.wait_for("is on the marked cells.");
    assert!(window.shows("row 9, column 1, free"), "on the board before the mistake");
    window.click_exactly("Try again");
    window.wait_for("What would you do here?");
    assert!(window.shows("row 9, column 1, free"));
    window.paste(&right[0]);
    window.wait_for("Right!");
    assert!(window.shows("A solution is left.") && !window.shows("Try again"));
    window.click_exactly("Next");
    window.wait_for("0 of 1 right at the first try");
    window.click_exactly("Done");

    // It comes back tomorrow, known by then in three days, and in a week after that.
    let wait = |window: &mut Window, days: u32, is_due: bool| {
        now::pass_days(days);
        window.run(2);
        assert_eq!(window.shows("Practise mistakes: 1 due today"), is_due);
    };
    window.click_exactly("Play mode");
    wait(&mut window, 0, false);
    for days in [1, 3] {
        wait(&mut window, days - 1, false);
        wait(&mut window, 1, true);
        window.click("Practise mistakes: ");
        window.wait_for("What would you do here?");
        window.paste(&right[0]);
        window.wait_for("Right!");
        window.click_exactly("Next");
        window.click_exactly("Done");
    }
    wait(&mut window, 6, false);
    wait(&mut window, 1, true);
}

#[test]
fn a_turn_that_lost_much_is_played_again() {
    let mut window = Window::open_with(&[&save("virus-war/game.ron")], HIGH, Settings::default());
    window.wait_for("Game report");
    assert!(!window.shows("Go through"));
    window.click("Game report");
    go_through(&mut window);
    assert!(!window.shows("Accuracy") && !window.shows("Better: "), "the report would give the answers away");
    while !window.shows("Turn 2 (X)") {
        window.click_exactly("Show solution");
        window.wait_for("The solution");
        window.click_exactly("Next");
    }
    for cell in ["g7", "f7", "f8"] {
        window.click(&format!("{cell}, empty, X can move here"));
    }
    window.wait_for("Right!");
    assert!(window.shows("No better turn was found.") && window.shows("X played g7 f6 e5, which lost "));
    window.click_exactly("Close");
    window.wait_for("Accuracy: O ");
}
