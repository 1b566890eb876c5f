//! Games as documents: saved in the middle, opened in another window, and played to the same end.

use std::{fs, path::PathBuf};

use egui::{Key, Modifiers, Rect, Role};
use egui_kittest::kittest::{NodeT, Queryable};
use glam::IVec3;
use quincunx::{
    board::Board,
    challenge::Grade,
    erased,
    gui::app::Settings,
    packing::{
        live::hints,
        model::{problem::check, saved::Saved, solution::Solution},
    },
    puzzle::Puzzle,
    puzzles::{
        self,
        meteor::{Hexagons, Meteor},
        soma::Soma,
    },
    search::Found,
    text::sentence,
    workbench::file,
};

use super::driven::{HIGH, USUAL, Window, save};

fn open(file: &str) -> Window {
    Window::open_with(&[&save(file)], HIGH, Settings::default())
}

/// Saves the document, and opens the file in another window.
fn reopened(window: &mut Window, folder: &tempfile::TempDir) -> (Window, PathBuf) {
    let path = folder.path().join("game.ron");
    fs::write(&path, window.save_as()).unwrap();
    (Window::open_with(&[&path], HIGH, Settings::default()), path)
}

#[test]
fn a_game_of_set_continues_where_it_was_saved() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open("set/apl-16807.ron");
    window.type_keys("p?");
    window.type_keys("qwe");
    window.type_keys("wdfead");
    window.wait_for("EAD: ");
    window.run(8);
    let (mut again, _) = reopened(&mut window, &folder);
    for window in [&mut window, &mut again] {
        assert!(window.shows("Leave game") && !window.shows("1SRU  1SBL  1SGH"));
        window.type_keys("szxdzv");
        window.wait_for("Done in 0:");
        assert!(window.shows("WDF: ") && window.shows("EAD: ") && window.shows("Games with hints have no time in the statistics."));
        assert!(window.copied_by("Share").unwrap().starts_with("Quincunx · SET · One table"));
    }
}

#[test]
fn a_run_continues_with_its_deck() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open("set/apl-16807.ron");
    window.click("Play mode");
    window.set("Deck", 1.0);
    window.click_exactly("Find 10");
    window.wait_for("0 of 10");
    window.type_keys("???");
    window.wait_for("Hints");
    let (again, path) = reopened(&mut window, &folder);
    assert!(again.shows("0 of 10") && again.shows("Deck"));
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("kind: \"run\"") && text.contains("seed: 1,") && text.contains("hints: 3,"), "{text}");
}

#[test]
fn a_game_of_voltorb_flip_continues_and_its_file_spoils_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open("voltorb-flip/level-5-fresh.ron");
    window.click("Play mode");
    window.set("Seed", 4.0);
    window.type_keys("p");
    window.wait_for("LEVEL 1 · ROUND 1");
    window.press(Modifiers::NONE, Key::Enter);
    let (mut again, path) = reopened(&mut window, &folder);
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches("?????").count(), 4, "{text}");
    for window in [&mut window, &mut again] {
        window.wait_for("LEVEL 1 · ROUND 1");
        assert!(!window.shows("percent Voltorb"));
        window.type_keys("q");
        // The card says it; the tools beside the board have no room for a sentence.
        window.wait_for("You keep the coins. Next: ");
        window.type_keys("n");
    }
    let [round, round_again] = [&mut window, &mut again].map(|window| {
        let text = window.save_as();
        text[text.find("state").unwrap()..text.find("elapsed_ms").unwrap()].to_owned()
    });
    assert_eq!(round, round_again, "the next round has the same board");
}

#[test]
fn a_game_that_was_changed_by_hand_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open("voltorb-flip/level-5-fresh.ron");
    window.type_keys("p");
    window.wait_for("LEVEL 1 · ROUND 1");
    let path = folder.path().join("changed.ron");
    let text = window.save_as();
    fs::write(&path, text.replace("\"round\": 1", "\"round\": 2")).unwrap();
    window.open_file(&path);
    window.wait_for("the game can't be continued: level, seed and round deal another board than the position shows");
}

#[test]
fn the_daily_puzzle_is_a_document_beside_the_game_in_progress() {
    for (file, keys) in [("set/apl-16807.ron", "p?qwe"), ("voltorb-flip/level-5-fresh.ron", "p")] {
        let mut window = open(file);
        window.type_keys(keys);
        window.wait_for("Leave game");
        let game = window.save_as();
        window.press(Modifiers::COMMAND, Key::D);
        window.wait_for(": Daily puzzle 20");
        assert!(window.shows("Leave game") && window.save_as().contains("day: Some(\""), "{file}");
        window.press(Modifiers::COMMAND, Key::PageUp);
        assert!(window.shows("Leave game"), "{file}");
        let without_time = |text: &str| text.lines().filter(|line| !line.contains("elapsed_ms")).collect::<Vec<_>>().join("\n");
        assert_eq!(without_time(&window.save_as()), without_time(&game), "{file}");
    }
}

/// Makes an easy Meteor challenge with this seed.
fn challenge(seed: f64) -> Window {
    let mut window = open("meteor/contest.ron");
    window.click("Play mode");
    window.click("Grade: Easy");
    window.set("Seed", seed);
    window.click_exactly("Start challenge");
    window.wait_for("Give up");
    window.wait_for(": Easy challenge");
    window
}

#[test]
fn a_challenge_is_made_paused_and_continued_from_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = challenge(7.0);
    assert!(!window.shows("1 solution") && !window.shows("About this position"), "counts are hidden");
    window.press(Modifiers::NONE, Key::H);
    window.wait_for("Close the hint");
    window.click_exactly("Pause the clock");
    window.wait_for("The board is hidden");
    assert!(!window.shows("row 1, column 1"));
    window.click_exactly("Continue");
    window.wait_for("row 1, column 1");
    let (again, path) = reopened(&mut window, &folder);
    let text = fs::read_to_string(&path).unwrap();
    for part in ["kind: \"challenge\"", "grade: Some(easy)", "seed: 7", "hints: 1", "given: \""] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(again.shows("Give up") && !again.shows("1 solution"));
}

#[test]
fn pasting_another_puzzle_leaves_the_challenge_as_it_is() {
    let mut window = challenge(7.0);
    window.paste("#....\n.....\n.....\n.....\n.....\n.....\n.....\n.....\n.....\n.....\n");
    window.wait_for("Documents, 3 of 3: untitled");
    window.wait_for("row 1, column 1, outside the board");
    window.press(Modifiers::COMMAND, Key::PageUp);
    window.wait_for("Give up");
    assert!(!window.save_as().contains("end: Some"));
}

/// The time on the clock.
fn time(window: &Window) -> String {
    let labels = window
        .harness
        .query_all_by_label_contains(":")
        .filter_map(|node| node.accesskit_node().label().or_else(|| node.accesskit_node().value()));
    let mut times = labels.filter(|label| label.chars().all(|letter| letter == ':' || letter.is_ascii_digit()));
    times.next().expect("there is a clock")
}

#[test]
fn the_clock_stands_still_while_a_question_is_open() {
    let mut window = challenge(8.0);
    let before = time(&window);
    window.run(8);
    assert_ne!(time(&window), before);
    window.click_exactly("Give up");
    window.wait_for("Give up?");
    let before = time(&window);
    window.run(40);
    assert_eq!(time(&window), before);
    window.click_exactly("Cancel");
    window.run(8);
    assert_ne!(time(&window), before);
}

#[test]
fn a_further_hint_says_that_it_counts() {
    let mut window = challenge(8.0);
    window.press(Modifiers::NONE, Key::H);
    window.wait_for("Close the hint");
    window.harness.get_by_label("More").hover();
    window.wait_for("It counts as another hint in the result");
}

#[test]
fn a_challenge_that_is_given_up_shows_its_solution() {
    let mut window = challenge(8.0);
    window.click_exactly("Give up");
    window.wait_for("Give up?");
    window.click_exactly("Cancel");
    assert!(window.shows("Pause the clock") && !window.shows("1 solution"));
    window.click_exactly("Give up");
    window.click_exactly("Give up and show solution");
    window.wait_for("1 solution");
    window.click("Play mode");
    window.wait_for("Given up");
    window.wait_for("0 of 1 solved");
    window.click_exactly("Next challenge");
    window.wait_for("Pause the clock");
}

#[test]
fn a_challenge_that_was_given_up_can_be_tried_again_but_does_not_count() {
    let mut window = challenge(8.0);
    window.click_exactly("Give up");
    window.click_exactly("Give up and show solution");
    window.wait_for("1 solution");
    assert!(!window.shows("Show solution"), "it is shown");
    window.click("Play mode");
    window.click_exactly("Show solution");
    window.wait_for("1 solution");
    window.click_exactly("Try again");
    window.wait_for("You have given this challenge up before");
    window.wait_for("Pause the clock");
    let again = window.save_as();
    assert!(again.contains("seed: 8") && again.contains("is_counted: true") && !again.contains("end: Some"), "{again}");
    window.click_exactly("Give up");
    window.click_exactly("Give up and show solution");
    window.click("Play mode");
    window.wait_for("Given up");
    window.wait_for("0 of 1 solved");
}

/// The challenge with a piece where its solution hasn't it. There is one solution, so that is a mistake.
fn mistaken(state: &Saved<Hexagons>, solution: &Solution) -> Saved<Hexagons> {
    let problem = check(state).unwrap();
    let piece = &problem.pieces[0];
    let moved = |orientation: &Vec<IVec3>, to: IVec3| orientation.iter().map(|&cell| cell - orientation[0] + to).collect::<Vec<_>>();
    let orientations = piece.orientations();
    let mut placements = orientations.iter().flat_map(|orientation| problem.cells.iter().map(|&to| moved(orientation, to)));
    let is_wrong =
        |cells: &Vec<IVec3>| cells.iter().all(|cell| problem.cells.contains(cell)) && *cells != solution.grid().cells_of(piece.name);
    let mut grid = state.grid();
    placements.find(is_wrong).unwrap().into_iter().for_each(|cell| grid.set(cell, piece.name));
    state.with_grid(&grid).into()
}

#[test]
fn a_wrong_attempt_can_be_taken_back_whole() {
    let mut window = challenge(9.0);
    let before = window.save_as();
    let state = puzzles::read::<Meteor>(&before).unwrap().state;
    let mut found = Found::default();
    // `Found` never stops the search.
    let _whole = (Meteor::techniques()[0].search)(&Meteor::check(&state).unwrap(), &mut found);
    let mistaken = mistaken(&state, &found.items[0]);
    window.click_exactly("Show mistakes at once");
    window.paste(&Meteor::write_text(&mistaken));
    window.wait_for("No solution from here");
    let why = hints::dead_end(&Meteor::check(&mistaken).unwrap()).map(|flaw| sentence(&flaw.message));
    window.wait_for(&why.unwrap_or("A piece is in the wrong place".to_owned()));
    window.click_exactly("Try again");
    assert!(!window.shows("No solution from here") && window.shows("Pause the clock"));
    assert_eq!(puzzles::read::<Meteor>(&window.save_as()).unwrap().state, state);
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("No solution from here");
    window.click_exactly("Show solution");
    window.wait_for("Give up?");
}

#[test]
fn a_solved_challenge_says_so_and_a_mistake_is_counted() {
    let mut window = challenge(9.0);
    let state = puzzles::read::<Meteor>(&window.save_as()).unwrap().state;
    let mut found = Found::default();
    // `Found` never stops the search.
    let _whole = (Meteor::techniques()[0].search)(&Meteor::check(&state).unwrap(), &mut found);
    let solved = Meteor::BOARD_EXTRAS.adopt(&state, &found.items[0]).unwrap();
    window.click_exactly("Show mistakes at once");
    let mistaken = mistaken(&state, &found.items[0]);
    window.paste(&Meteor::write_text(&mistaken));
    window.wait_for("No solution from here");
    window.paste(&Meteor::write_text(&solved));
    window.wait_for("Solved!");
    window.wait_for("easy · no hints · 1 mistake");
    window.wait_for("1 of 1 solved");
    let shared = window.copied_by("Share").unwrap();
    assert!(
        shared.starts_with("Quincunx · Meteor · Easy · seed 9\nsolved in 0:0") && shared.ends_with("no hints · 1 mistake\n"),
        "{shared}"
    );
    window.wait_for("Copied as text");
    let place = |part: &str| window.harness.get_all_by_label_contains(part).next().unwrap().rect();
    let last_row = window.harness.get_all_by_label_contains("row 10, column ").map(|spot| spot.rect().bottom()).fold(0.0, f32::max);
    assert!(last_row <= place("easy · no hints").top(), "the card covers nothing");
    window.click_exactly("Explain");
    window.wait_for("Step 1: Piece ");
    window.wait_for("nothing else can cover the cell at row ");
    let explained = window.copied_by("Copy as text").unwrap();
    assert!(explained.contains(": explanation\n\n1. Piece ") && explained.contains(" (forced cell): "), "{explained}");
    window.click("Step 2: ");
    window.wait_for_place("Step", 2.0, explained.lines().count() as f64 - 2.0);
    window.press(Modifiers::COMMAND, Key::Z);
    window.press(Modifiers::COMMAND, Key::W);
    assert!(window.shows("Save changes?"), "its file has the challenge as it was before");
}

/// Opens a window of this size with an easy challenge, whose state it returns.
fn challenge_in<B: Board>(size: [f32; 2], folder: &tempfile::TempDir) -> (Window, B::State) {
    let figure = puzzles::read::<B>(B::presets()[0].ron).unwrap_or_default().state;
    let mut made = Found::default();
    assert!((B::EXTRAS.challenges.unwrap().make)(&figure, Grade::Easy, 2, &mut made).is_continue());
    let state: B::State = made.items.pop().unwrap();
    let path = folder.path().join("challenge.ron");
    let kind = puzzles::of::<B>();
    fs::write(&path, (kind.write)(&file::challenge(kind, erased::State::of(state.clone()), Grade::Easy, 2, None))).unwrap();
    let window = Window::open_with(&[&path], size, Settings::default());
    assert!(window.shows("Give up"));
    (window, state)
}

/// The places of all spots of the board.
fn spots(window: &Window) -> Vec<Rect> {
    window.harness.query_all_by(|node| node.class_name() == Some("spot")).map(|node| node.rect()).collect()
}

/// From the smallest window to the usual one.
const SIZES: [[f32; 2]; 3] = [[640.0, 480.0], [800.0, 600.0], USUAL];

#[test]
fn the_board_of_a_challenge_stays_in_place_while_it_is_played() {
    for size in SIZES {
        let folder = tempfile::tempdir().unwrap();
        let (mut window, state) = challenge_in::<Meteor>(size, &folder);
        let before = spots(&window);
        // In a low window the pieces come before it.
        window.focus("Show mistakes at once");
        window.press(Modifiers::NONE, Key::Space);
        let mut found = Found::default();
        // `Found` never stops the search.
        let _whole = (Meteor::techniques()[0].search)(&Meteor::check(&state).unwrap(), &mut found);
        let mistaken = mistaken(&state, &found.items[0]);
        window.paste(&Meteor::write_text(&mistaken));
        window.wait_for("No solution from here");
        assert_eq!(spots(&window), before, "{size:?}, after the first placement");
        window.press(Modifiers::NONE, Key::H);
        window.wait_for("Close the hint");
        assert_eq!(spots(&window), before, "{size:?}, with a hint");
        window.press(Modifiers::SHIFT, Key::H);
        assert!(!window.shows("Close the hint"));
        assert_eq!(spots(&window), before, "{size:?}, after that was done");
        window.paste(&Meteor::write_text(&Meteor::BOARD_EXTRAS.adopt(&state, &found.items[0]).unwrap()));
        window.wait_for("Solved!");
        assert_eq!(spots(&window), before, "{size:?}, solved");
    }
}

#[test]
fn the_figure_of_a_challenge_stays_in_place_while_it_is_played() {
    for size in SIZES {
        let folder = tempfile::tempdir().unwrap();
        let (mut window, _) = challenge_in::<Soma>(size, &folder);
        let layers = |window: &Window| -> Vec<Rect> {
            let cells =
                window.harness.query_all_by_label_contains("layer ").filter(|node| node.accesskit_node().class_name() == Some("spot"));
            cells.map(|node| node.rect()).collect()
        };
        let before = layers(&window);
        assert_eq!(before.len(), 27);
        for _ in 0..3 {
            window.press(Modifiers::NONE, Key::H);
            window.wait_for("Close the hint");
            assert_eq!(layers(&window), before, "{size:?}, with a hint");
        }
        window.press(Modifiers::SHIFT, Key::H);
        assert!(!window.shows("Close the hint"));
        assert_eq!(layers(&window), before, "{size:?}, after the first placement");
    }
}

#[test]
fn a_challenge_opens_even_if_another_document_is_shown_by_then() {
    let mut window = open("meteor/contest.ron");
    // In one frame, so that the other document is shown before the challenge is made.
    window.harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::N);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::N);
    window.pass();
    window.wait_for(": Easy challenge");
    window.wait_for("Give up");
}

#[test]
fn the_next_challenge_comes_first_while_none_is_played() {
    let mut window = open("soma/w-wall.ron");
    window.click("Play mode");
    window.wait_for("This figure has no challenges");
    window.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::N);
    assert!(window.shows("Documents, 1 of 1") && !window.shows("Give up"));
    let mut window = open("soma/w-wall.ron");
    window.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::N);
    window.wait_for("This figure has no challenges");
    let window = challenge(7.0);
    assert!(window.shows("Show hint"));
}

#[test]
fn play_mode_offers_a_game_and_hides_the_example() {
    for file in ["voltorb-flip/level-5-fresh.ron", "set/apl-16807.ron"] {
        let mut window = open(file);
        let has_board = |window: &Window| window.harness.query_by_role(Role::Canvas).is_some();
        window.click("Play mode");
        assert!(!has_board(&window), "{file}: nobody plays on the example");
        window.click_exactly("New game");
        window.wait_for("Leave game");
        assert!(has_board(&window), "{file}");
        window.click_exactly("Leave game");
        window.wait_for("New game");
        assert!(!has_board(&window), "{file}");
    }
}

#[test]
fn play_mode_offers_a_challenge_and_hides_the_example() {
    for file in ["meteor/two-pins.ron", "soma/cube-t-and-l.ron"] {
        let mut window = open(file);
        let has_board = |window: &Window| window.harness.query_by_role(Role::Canvas).is_some();
        window.click("Play mode");
        assert!(!has_board(&window), "{file}: nobody plays on the example");
        window.press(Modifiers::NONE, Key::H);
        assert!(!window.shows("Close the hint"), "{file}: a hint would have no place");
        window.press(Modifiers::NONE, Key::F6);
        let focused = window.harness.query_all_by(|node| node.is_focused()).next().and_then(|node| node.accesskit_node().label());
        assert_eq!(focused.as_deref(), Some("Start challenge"), "{file}");
        assert!(window.shows("No game in progress"), "{file}");
        window.click_exactly("Play this position");
        assert!(has_board(&window), "{file}");
        assert!(window.shows("Free play") && !window.shows("No game in progress"), "{file}: a position is played");
        assert_eq!(window.count("Start challenge"), 1, "{file}: one button for one thing");
        window.click("Solve mode");
        window.click("Play mode");
        assert!(!has_board(&window), "{file}: Play mode begins with the offer");
        window.click("Grade: Easy");
        window.set("Seed", 7.0);
        window.click_exactly("Start challenge");
        window.wait_for("Give up");
        window.wait_for(": Easy challenge");
        assert!(has_board(&window), "{file}");
        assert!(window.save_as().contains("seed: 7,"), "{file}");
    }
}

#[test]
fn a_document_of_a_game_is_named_after_it() {
    let mut window = open("set/apl-16807.ron");
    window.click("Play mode");
    window.set("Deck", 7.0);
    window.click_exactly("New game");
    window.wait_for(": Whole deck, seed 7");
    let mut window = open("set/apl-16807.ron");
    window.type_keys("p");
    window.wait_for(": One table: ");
}

#[test]
fn a_new_game_is_no_variation() {
    let mut window = open("voltorb-flip/level-5-fresh.ron");
    window.type_keys("t1");
    window.type_keys("p");
    window.wait_for("Leave game");
    assert!(!window.shows("variation"));
}

#[test]
fn the_daily_puzzle_counts_once() {
    let folder = tempfile::tempdir().unwrap();
    let result = |(day, end)| format!("(on: \"{day}\", game: (kind: \"daily\", day: Some(\"{day}\"), elapsed_ms: 5000, end: Some({end})))");
    let results = [("2026-11-17", "Solved"), ("2026-11-18", "GivenUp"), ("2026-11-20", "Solved")].map(result).join(", ");
    fs::write(folder.path().join("set.games.ron"), format!("(results: [{results}])")).unwrap();
    let mut window = open("set/apl-16807.ron");
    window.store_settings_in(folder.path());
    window.settle();
    window.click("Play mode");
    window.write("Date of the daily puzzle", "2026-11-19");
    window.click_exactly("Play daily puzzle");
    window.wait_for("DAILY PUZZLE 2026-11-19");
    window.click_exactly("Leave game");
    for (day, standing) in [("17", ", solved"), ("18", ", not solved"), ("19", ", begun"), ("20", ", solved"), ("16", "")] {
        window.wait_until(&format!("{day} isn't marked"), |window| {
            window.harness.query_by_label(&format!("2026-11-{day}{standing}")).map(|_| ())
        });
    }
    window.click_exactly("2026-11-18, not solved");
    window.wait_for("doesn't count again");
    window.click_exactly("Play daily puzzle");
    window.wait_for("You have played the daily puzzle of 2026-11-18 before");
    assert!(window.save_as().contains("is_counted: true"));
}

#[test]
fn the_daily_puzzle_is_opened_once_while_it_is_played() {
    for (file, playing) in [("set/apl-16807.ron", "Leave game"), ("meteor/contest.ron", "Give up")] {
        let mut window = open(file);
        window.press(Modifiers::COMMAND, Key::D);
        window.wait_for(playing);
        let count = window.text_of("Documents, ");
        window.press(Modifiers::COMMAND, Key::D);
        window.wait_for("You are playing this daily puzzle here");
        assert_eq!(window.text_of("Documents, "), count, "{file}");
        // From another document, too.
        window.press(Modifiers::COMMAND, Key::N);
        window.press(Modifiers::COMMAND, Key::D);
        window.wait_for("You are playing this daily puzzle here");
        assert!(window.shows(playing), "{file}");
    }
}

#[test]
fn a_second_game_of_a_day_says_that_it_does_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open("voltorb-flip/level-5-fresh.ron");
    window.press(Modifiers::COMMAND, Key::D);
    window.wait_for("Leave game");
    let path = folder.path().join("same-day.ron");
    fs::write(&path, window.save_as()).unwrap();
    window.open_file(&path);
    window.wait_for("Documents, 3 of 3");
    assert!(!window.shows("doesn't count again"));
    window.type_keys("q");
    window.wait_for("Stopped");
    window.press(Modifiers::COMMAND, Key::PageUp);
    window.wait_for("doesn't count again");
    window.type_keys("q");
    window.wait_for("Only its first game counts");
    window.click_exactly("Leave game");
    window.wait_for("0 of 1 won");
}

#[test]
fn a_document_can_have_the_name_of_a_backup() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("soma.backup.ron");
    fs::copy(save("soma/dog.ron"), &path).unwrap();
    let mut window = open("meteor/contest.ron");
    window.open_file(&path);
    window.wait_for_tab("Soma");
}

#[test]
fn erased_results_stay_erased() {
    let folder = tempfile::tempdir().unwrap();
    let result = r#"(on: "2026-11-17", game: (kind: "round", numbers: {"level": 1}, points: 10, elapsed_ms: 5000, end: Some(Solved)))"#;
    fs::write(folder.path().join("voltorb-flip.games.ron"), format!("(results: [{result}])")).unwrap();
    let started = || {
        let mut window = open("voltorb-flip/level-5-fresh.ron");
        window.store_settings_in(folder.path());
        window.settle();
        window.click("Play mode");
        window
    };
    let mut window = started();
    window.wait_for("1 of 1 won");
    window.click_exactly("Reset…");
    window.click_exactly("Erase");
    window.wait_for("The results of your games appear here.");
    window.store();
    window.settle();
    assert!(started().shows("The results of your games appear here."));
}

#[test]
fn the_grade_of_the_next_challenge_is_the_same_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let chosen = |window: &Window| {
        let grade = window.harness.get_all_by_label_contains("Grade: Hard").next().unwrap();
        grade.accesskit_node().toggled() == Some(egui::accesskit::Toggled::True)
    };
    for is_first in [true, false] {
        let mut window = Window::open(&[&save("meteor/contest.ron")]);
        window.store_settings_in(folder.path());
        window.click("Play mode");
        window.wait_for("Grade: Hard");
        assert_eq!(chosen(&window), !is_first);
        window.click("Grade: Hard");
        window.store();
        window.wait_until("the grade wasn't chosen", |window| chosen(window).then_some(()));
    }
}
