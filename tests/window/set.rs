//! Tests of the SET tab through the window, by the labels of its parts: selecting, dealing, playing, simulating.

use std::path::Path;

use egui::{Event, Key, Modifiers, accesskit::Toggled};
use egui_kittest::kittest::{NodeT, Queryable};
use quincunx::{
    gui::app::Settings,
    puzzles::set::{
        edit::view::View,
        model::{
            card::Card,
            state::{State, Variant},
        },
        play::{
            game::Game,
            mistakes,
            overlooked::{Overlooked, Stay},
        },
    },
};

use super::driven::{HIGH, Window, save};

/// Opens a window with this hand.
fn open(file: &str, settings: Settings) -> Window {
    let mut window = Window::open_with(&[&save("set").join(file)], HIGH, settings);
    window.wait_for("All SETs on the table");
    window
}

/// The seconds on the clock, which shows less than a minute.
#[track_caller]
fn seconds(window: &Window) -> usize {
    (0..60).find(|seconds| window.shows(&format!("0:{seconds:02}"))).expect("a clock is shown")
}

/// The number of frames, of a quarter of a second each, until the clock changes.
#[track_caller]
fn frames_of_a_second(window: &mut Window) -> usize {
    let before = seconds(window);
    let frames = (1..100).find(|_| {
        window.run(1);
        seconds(window) != before
    });
    frames.expect("the clock runs")
}

#[test]
fn a_found_set_is_selected_and_explained() {
    let mut window = open("apl-16807.ron", Settings::default());
    window.wait_for("1SRU  1SBL  1SGH");
    window.click_exactly("1SRU  1SBL  1SGH");
    window.wait_for("OK: a SET");
    window.wait_for("red, green and blue");
    window.wait_for("7: 1 solid blue squiggle, selected"); // The board shows it as well.
    window.click_exactly("Remove");
    window.wait_for("9 of 81");
    assert!(!window.shows("1SRU  1SBL  1SGH"));
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("1SRU  1SBL  1SGH");
}

#[test]
fn hints_show_one_card_at_a_time() {
    let mut window = open("apl-16807.ron", Settings::default());
    window.click_exactly("Hint  ?");
    window.wait_for("Part of a SET: 1 outlined red squiggle.");
    window.click_exactly("Hint  ?");
    window.wait_for("The two need 1 shaded green squiggle.");
}

#[test]
fn a_hint_marks_cards_and_leaves_the_selection_to_the_player() {
    let mut window = open("apl-16807.ron", Settings::default());
    window.type_keys("p?");
    window.wait_for("W: 1 outlined red squiggle, marked by the hint");
    assert!(!window.shows(", selected"));
    // Another SET than the hint's, typed as if there were no hint.
    window.type_keys("ea");
    assert!(window.shows("W: 1 outlined red squiggle, marked by the hint"), "while cards are selected, it stays");
    window.type_keys("d");
    window.wait_for("EAD: ");
    assert!(!window.shows("marked by the hint"));
    window.type_keys("??");
    window.wait_for("D: 1 solid blue squiggle, marked by the hint");
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("marked by the hint") && window.shows("Leave game"));
    window.type_keys("wdf");
    window.wait_for("WDF: ");
}

#[test]
fn a_round_is_played_with_keys_against_the_clock_and_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open("apl-16807.ron", Settings::default());
    window.store_settings_in(folder.path());
    window.wait_for("1SRU  1SBL  1SGH");
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("4 SETs");
    window.type_keys("p");
    assert!(!window.shows("1SRU  1SBL  1SGH"), "the list would give the solutions away");
    assert_eq!(window.title, "One table: The APL hand of 16807 · SET — Quincunx", "so would the number of SETs");
    window.press(Modifiers::NONE, Key::F5);
    assert!(!window.shows("Finished"), "no search starts during a game");
    frames_of_a_second(&mut window); // The clock was already running.
    assert_eq!(frames_of_a_second(&mut window), 4);
    window.type_keys("qw");
    window.press(Modifiers::NONE, Key::Backspace);
    assert!(window.shows("Q: 3 outlined blue ovals, selected") && !window.shows("W: 1 outlined red squiggle, selected"));
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.shows(", selected") && window.shows("Leave game"));
    window.type_keys("qwe");
    window.wait_for("No: not a SET");
    window.wait_for("two ovals, one squiggle");
    window.wait_for("Each feature must be all alike or all different."); // The rule.
    window.wait_for("E: 2 solid blue ovals, part of the wrong guess"); // The cards of the guess.
    window.type_keys("wdfeadszx");
    assert!(
        window.shows("Correct.")
            && ["WDF: ", "EAD: ", "SZX: "].iter().all(|found| window.shows(found))
            && !window.shows("part of the wrong guess")
    );
    window.type_keys("dzv");
    window.wait_for("Done in 0:");
    window.press(Modifiers::NONE, Key::Enter);
    window.wait_for("One table");
    window.wait_for("1 of 1 solved");
    window.store();
    window.click("Solve mode");
    window.wait_for("1SRU  1SBL  1SGH");
    let mut window = open("apl-12345.ron", Settings::default());
    window.store_settings_in(folder.path());
    window.click("Play mode");
    window.wait_for("One table");
    window.wait_for("1 of 1 solved");
}

#[test]
fn the_daily_puzzle_of_another_day_can_be_played() {
    let mut window = open("apl-16807.ron", Settings::default());
    window.click("Play mode");
    let day = |window: &mut Window, typed: &str| {
        let field = window.harness.get_by_label("Date of the daily puzzle");
        field.focus();
        window.pass();
        window.press(Modifiers::COMMAND, Key::A);
        window.type_keys(typed);
    };
    day(&mut window, "2026-02-30");
    window.wait_for("2026-02 has 28 days.");
    window.click_exactly("Play daily puzzle");
    assert!(!window.shows("Leave game"), "there is no such day");
    window.press(Modifiers::NONE, Key::Enter);
    assert!(!window.shows("Leave game"), "there is no such day");
    day(&mut window, "2026-11-20");
    window.press(Modifiers::NONE, Key::Enter);
    window.wait_for("DAILY PUZZLE 2026-11-20");
    window.wait_for("0 of 6");
    let first = Card::new(74).unwrap().phrase();
    window.wait_for(&format!("Q: {first}")); // The hand of that day.
    window.click_exactly("Leave game");
    window.click_exactly("Previous day");
    window.click_exactly("Play daily puzzle");
    window.wait_for("DAILY PUZZLE 2026-11-19");
    assert!(!window.shows(&format!("Q: {first}")));
}

#[test]
fn every_pair_proves_that_there_is_no_set() {
    let mut window = open("no-set.ron", Settings::default());
    window.wait_for("No SETs on the table.");
    window.wait_for("1 and 2 need ");
    window.type_keys("p0");
    window.wait_for("none of the 66 pairs has its third card on the table");
    window.wait_for("Done in 0:");
}

#[test]
fn ghost_and_junior_are_explained_and_played_like_the_others() {
    for (file, noun, cards) in [("ultra.ron", "UltraSET", 4), ("ghost.ron", "GhostSET", 6), ("junior.ron", "SET", 3)] {
        let mut window = open_variant(file, noun);
        window.press(Modifiers::NONE, Key::F5);
        window.wait_for("of the shown solution");
        window.type_keys("p");
        window.wait_for("Leave game");
        // Each hint marks one more card of a solution.
        for _ in 0..cards {
            window.type_keys("?");
        }
        assert_eq!((window.count(", marked by the hint"), window.count(", selected")), (cards, 0), "{file}");
        window.press(Modifiers::NONE, Key::Escape);
        window.type_keys(&"QWEASD"[..cards]);
        assert!(window.shows("No: not a") || window.shows("Correct."), "{file}");
    }
}

/// Opens a window whose settings are in this folder.
fn open_again(file: &str, folder: &Path) -> Window {
    let mut window = open(file, Settings::default());
    window.store_settings_in(folder);
    window.settle();
    window
}

/// Opens a window with a hand of another variant.
fn open_variant(file: &str, noun: &str) -> Window {
    let mut window = Window::open_with(&[&save("set").join(file)], HIGH, Settings::default());
    window.wait_for(&format!("All {noun}s on the table"));
    window
}

#[test]
fn the_keyboard_is_chosen_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_again("apl-16807.ron", folder.path());
    window.click_exactly("AZERTY");
    window.store();
    window.settle();
    let mut window = open_again("apl-16807.ron", folder.path());
    window.type_keys("p");
    window.wait_for("A: 3 outlined blue ovals");
    window.type_keys("zdf");
    window.wait_for("ZDF: 1 outlined red squiggle");
}

#[test]
fn a_letter_of_a_card_is_no_shortcut_in_a_game() {
    let mut window = open("apl-16807.ron", Settings::default());
    window.click_exactly("A to Z");
    window.type_keys("p");
    window.wait_for("H: ");
    // The system sends a key and its text in the same frame.
    let key = Event::Key { key: Key::H, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE };
    window.harness.input_mut().events.extend([key, Event::Text("h".to_owned())]);
    window.pass();
    assert_eq!((window.count(", selected"), window.count("marked by the hint")), (1, 0), "the card is selected, and no hint is taken");
}

#[test]
fn the_palette_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_again("apl-16807.ron", folder.path());
    window.click_exactly("Colour-blind safe");
    window.store();
    window.settle();
    let window = open_again("apl-16807.ron", folder.path());
    assert_eq!(window.harness.get_by_label("Colour-blind safe").accesskit_node().toggled(), Some(Toggled::True));
}

/// Types the letters of this SET.
fn take(window: &mut Window, game: &mut Game, set: &[usize]) {
    let view = View::default().with_game(game.clone());
    let letters: String = set.iter().filter_map(|&at| view.key(&State::default(), at)).collect();
    window.type_keys(&letters.to_lowercase());
    game.guess(set);
}

#[test]
fn the_whole_deck_is_played_looked_back_on_and_drilled() {
    let mut window = open("apl-16807.ron", Settings::default());
    window.click("Play mode");
    window.set("Deck", 5.0);
    window.click_exactly("New game");
    window.wait_for("WHOLE DECK");
    window.wait_for("No SET in 12 random cards");
    window.wait_for("3.23 %");
    let mut game = Game::run(Variant::Set, None, 5);
    window.type_keys("0");
    game.claim_none_left();
    window.wait_for("Not yet: there is a SET");
    window.type_keys("3");
    game.ask_for_more();
    window.wait_for("No SET in 15 random cards");
    window.wait_for("Of these, more cards");
    while !game.is_finished() {
        match game.remaining().first() {
            Some(set) => take(&mut window, &mut game, &set.positions().iter().map(|&at| usize::from(at)).collect::<Vec<_>>()),
            None => {
                assert!(!window.shows("Close the result"));
                window.type_keys("0");
                game.claim_none_left();
            }
        }
    }
    window.wait_for("Done in ");
    let file = window.save_as();
    assert!(["kind: \"deck\"", "seed: 5", "more cards at ", "none left at "].iter().all(|part| file.contains(part)), "{file}");
    let overlooked = Overlooked::of(&game, &[], None).unwrap();
    let code = |stay: &Stay| stay.cards.iter().map(|card| card.code().to_uppercase()).collect::<Vec<_>>().join(" ");
    let stay = overlooked.missed.iter().find(|stay| window.shows(&code(stay))).expect("one of them is listed");
    window.click(&code(stay));
    assert_eq!(window.count(", selected"), 3);
    assert!(stay.cards.iter().all(|card| window.shows(&format!(": {}, selected", card.phrase()))));
    window.press(Modifiers::NONE, Key::Escape);
    let end = game.table.first().map_or_else(String::new, |card| format!(": {}", card.phrase()));
    assert!(window.count(", selected") == 0 && window.shows(&end), "the table at the end is back");
    let tables = mistakes::moments(&overlooked, Variant::Set);
    window.click("Go through ");
    window.wait_for(&tables[0].title);
    assert!(!window.shows("Not found, the one that lay longest first"), "the list would give the answer away");
    for card in &overlooked.missed[0].cards {
        window.click(&format!(": {}", card.phrase()));
    }
    window.wait_for("Right!");
    assert!(window.shows("That is a SET.") && window.shows(&tables[0].about));
    window.click_exactly("Next");
    window.wait_for(&tables[1].title);
    window.click_exactly("Show solution");
    window.wait_for("The marked cards are a SET.");
    window.press(Modifiers::NONE, Key::Escape);
    window.click_exactly("Drill tables where 3 features differ");
    window.wait_for("DRILL: 3 FEATURES DIFFER");
    // The cards are in the file; their names stand in quotes.
    let file = window.save_as();
    let cards = file.split('"').filter_map(|name| name.parse().ok()).take(12).collect();
    let table = State::new(cards, Variant::Set);
    let mut drill = Game::on_table(&table);
    for set in drill.remaining() {
        assert!(!window.shows("Next table"));
        take(&mut window, &mut drill, &set.positions().iter().map(|&at| usize::from(at)).collect::<Vec<_>>());
    }
    window.wait_for(" s each.");
    assert!(!window.shows("features differ: "), "the table before it isn't in its name");
    window.click_exactly("Next table");
    window.wait_for("DRILL: 3 FEATURES DIFFER");
    window.click_exactly("Leave game");
    window.wait_for("Your drills");
    window.wait_for("1 of 1 at the first try");
    window.click_exactly("Drill tables where 2 features differ");
    window.wait_for("DRILL: 2 FEATURES DIFFER");
    // One move, so that there is something to resume.
    window.type_keys("0");
    window.wait_for("Not yet: there is a SET");
    window.click_exactly("Leave game");
    window.click_exactly("Resume game");
    window.wait_for("DRILL: 2 FEATURES DIFFER");
    window.wait_for("Leave game");
}

#[test]
fn a_game_of_the_whole_deck_is_ended_early_with_its_result() {
    let mut window = open("apl-16807.ron", Settings::default());
    window.click("Play mode");
    window.set("Deck", 5.0);
    window.click_exactly("New game");
    window.wait_for("WHOLE DECK");
    window.click_exactly("End game…");
    window.wait_for("Ends the game here and shows its result, such as the SETs that you overlooked.");
    window.click_exactly("Play on");
    assert!(!window.shows("Ends the game here"));
    window.click_exactly("End game…");
    window.click_exactly("End and show the result");
    window.wait_for("Ended after 0:");
    window.wait_for("Not found, the one that lay longest first");
    let file = window.save_as();
    assert!(["ended at ", "end: Some(Stopped)"].iter().all(|part| file.contains(part)), "{file}");
    // The way back from a table can be seen.
    let overlooked = Overlooked::of(&Game::run(Variant::Set, None, 5), &[], None).unwrap();
    let codes: Vec<String> = overlooked.missed[0].cards.iter().map(|card| card.code().to_uppercase()).collect();
    window.click_exactly(&codes.join(" "));
    assert_eq!(window.count(", selected"), 3);
    window.click_exactly("Back to the result");
    assert!(window.count(", selected") == 0 && !window.shows("Back to the result"));
    window.click_exactly("Close the result");
    window.wait_for("Play against the clock");
    assert!(!window.shows("of 1 solved"), "it doesn't count");
}

#[test]
fn the_ordinary_game_comes_first_whatever_the_variant() {
    let mut window = open_variant("ultra.ron", "UltraSET");
    window.click("Play mode");
    window.wait_for("With the variant of this position: Ultra");
    window.click_exactly("New game");
    window.wait_for("No SET in 12 random cards");
}

#[test]
fn another_position_ends_the_game() {
    let mut window = open("apl-16807.ron", Settings::default());
    window.click("Play mode");
    window.click_exactly("Find 10");
    window.wait_for("0 of 10");
    window.press(Modifiers::COMMAND, Key::R);
    assert!(!window.shows("0 of 10") && window.shows("Play this table"));
}

#[test]
fn simulated_hands_are_compared_with_the_exact_distribution() {
    let mut window = open("apl-16807.ron", Settings::default());
    window.click_exactly("Simulate hands…");
    window.click_exactly("100,000");
    window.click_exactly("Run simulation");
    window.wait_for("100,000 of 100,000");
    window.wait_for("degrees of freedom");
    window.click_exactly("100 million");
    window.click_exactly("Run simulation");
    window.wait_for("of 100,000,000");
    window.press(Modifiers::NONE, Key::Escape);
    window.wait_for("Run simulation"); // Escape stops it.
}

#[test]
fn an_unknown_distribution_is_not_compared() {
    let mut window = open("apl-16807.ron", Settings::default());
    window.click_exactly("Simulate hands…");
    window.wait_for("Exact distributions are known for ");
    window.set("Cards per hand", 16.0);
    window.click_exactly("100,000");
    window.click_exactly("Run simulation");
    window.wait_for("The exact distribution for 16 cards is unknown.");
    window.wait_for("100,000 of 100,000");
    assert!(!window.shows("degrees of freedom"));
    window.set("Cards per hand", 66.0); // The bars begin at the fewest SETs.
    window.click_exactly("Run simulation");
    window.wait_for("degrees of freedom");
    assert_eq!(window.count(" SETs: "), 24);
}
