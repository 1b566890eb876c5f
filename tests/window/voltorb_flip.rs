//! The Voltorb Flip tab, operated with keys alone and read by its labels: typing a board and following the advice to the end, playing a
//! game, and replaying a round.

use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
};

use egui::{Color32, ColorImage, Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use quincunx::gui::app::Settings;

use super::{
    driven::{HIGH, USUAL, Window, save},
    steady::places,
};

/// A window with the Voltorb Flip tab.
struct Tab(Window);

impl Deref for Tab {
    type Target = Window;

    fn deref(&self) -> &Window {
        &self.0
    }
}

impl DerefMut for Tab {
    fn deref_mut(&mut self) -> &mut Window {
        &mut self.0
    }
}

impl Tab {
    fn open(file: &str, settings: Settings) -> Self {
        let mut window = Window::open_with(&[&save("voltorb-flip").join(file)], HIGH, settings);
        window.wait_for("Next board  N");
        Self(window)
    }

    /// Returns all labels that contain these words.
    fn labels(&self, words: &str) -> Vec<String> {
        let nodes = self.harness.query_all_by_label_contains(words);
        nodes.filter_map(|node| node.accesskit_node().label().or_else(|| node.accesskit_node().value())).collect()
    }

    /// Returns the label of the focused node.
    fn focused(&self) -> String {
        Self::focused_in(&self.0)
    }

    /// Returns the label of the focused node of this window.
    fn focused_in(window: &Window) -> String {
        let nodes = window.harness.query_all_by_label_contains("");
        nodes.filter(|node| node.accesskit_node().is_focused()).find_map(|node| node.accesskit_node().label()).unwrap_or_default()
    }

    /// Types one key at a time, blanks with the space bar.
    fn type_keys(&mut self, keys: &str) {
        for key in keys.chars() {
            if key == ' ' {
                self.press(Modifiers::NONE, Key::Space);
            } else {
                self.type_text(&key.to_string());
            }
        }
    }

    /// Returns the row and the column, from 1, that the advice recommends.
    fn advised(&mut self) -> (usize, usize) {
        self.wait_for("Flip row ");
        self.wait_for("Exact.");
        let label = self.labels("Flip row ").remove(0);
        let numbers: Vec<usize> = label.split(|letter: char| !letter.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
        (numbers[0], numbers[1])
    }
}

/// A board that level 1 deals.
const BOARD: [&str; 5] = ["21V11", "21111", "1V1V1", "2VV11", "V1113"];

/// Returns the clues of the board as typed: rows from the top, then columns from the left.
fn clues_of(board: &[&str; 5]) -> Vec<String> {
    let value = |row: usize, column: usize| board[row].chars().nth(column).unwrap();
    let clue = |tiles: Vec<char>| {
        let sum: u32 = tiles.iter().filter_map(|tile| tile.to_digit(10)).sum();
        format!("{sum}{}", tiles.iter().filter(|&&tile| tile == 'V').count())
    };
    let rows = (0..5).map(|row| clue((0..5).map(|column| value(row, column)).collect()));
    let columns = (0..5).map(|column| clue((0..5).map(|row| value(row, column)).collect()));
    rows.chain(columns).collect()
}

#[test]
fn a_board_is_typed_and_played_by_the_advice_with_keys_alone() {
    let mut window = Tab::open("level-1.ron", Settings::default());
    window.press(Modifiers::COMMAND, Key::N);
    window.type_keys("c");
    for clue in clues_of(&BOARD) {
        window.type_keys(&clue);
    }
    assert!(window.focused().contains("level unknown"), "typing led to {:?}", window.focused());
    window.type_keys("1");
    let (row, column) = window.advised();
    let advised = format!("row {row}, column {column},");
    window
        .wait_until("the focus didn't move to the recommended tile", |window| Tab::focused_in(window).starts_with(&advised).then_some(()));
    let mut flips = 0;
    loop {
        window.wait_until("the advice never became exact", |window| {
            let ends = ["Exact.", "Board cleared", "Round lost"];
            ends.into_iter().any(|end| window.shows(end)).then_some(())
        });
        if !window.shows("Flip row ") {
            break;
        }
        let (row, column) = window.advised();
        window.type_keys("b");
        assert!(window.focused().starts_with(&format!("row {row}, column {column},")), "B led to {:?}", window.focused());
        let value = BOARD[row - 1].chars().nth(column - 1).unwrap().to_string();
        window.type_keys(&value);
        let said = if value == "V" { "Voltorb" } else { &value };
        window.wait_for(&format!("row {row}, column {column}, face up, {said}"));
        flips += 1;
        assert!(flips < 26, "the advice ends");
    }
    assert!(window.shows("Board cleared") || window.shows("Round lost"));
}

#[test]
fn rounds_follow_each_other_on_the_number_pad() {
    let mut window = Tab::open("level-1.ron", Settings::default());
    window.press(Modifiers::COMMAND, Key::N);
    window.wait_for("Type the clues");
    window.type_keys("c");
    window.type_keys(&clues_of(&BOARD).concat());
    window.press(Modifiers::NONE, Key::Backspace);
    assert!(window.focused().starts_with("column 5, Voltorbs missing"), "Backspace led to {:?}", window.focused());
    window.type_keys("0");
    assert!(window.focused().contains("level unknown"), "typing led to {:?}", window.focused());
    window.type_keys("1t2");
    window.wait_for("row 1, column 1, face up, 2");
    // The first tile that is face down, and the one beside it.
    window.type_keys("t");
    window.press(Modifiers::NONE, Key::ArrowRight);
    window.type_keys("0");
    window.wait_for("Round lost");
    window.type_keys("-");
    assert!(window.focused().starts_with("row 1, points missing"), "the next board starts at {:?}", window.focused());
    window.wait_for("Type the clues");
    window.wait_for("1 · lost");
    window.wait_for("Luck"); // The round was reviewed.
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("Round lost");
    window.wait_until("the round continues, but is listed", |window| (!window.shows("1 · lost")).then_some(()));
    assert_eq!(window.count("Next board  N"), 2, "beside the coins, and on the card that says that the round is lost");
    window.click_on(|window| {
        let buttons = window.harness.get_all_by_label("Next board  N").map(|button| button.rect());
        buttons.max_by(|one, other| one.top().total_cmp(&other.top())).expect("a button")
    });
    window.wait_for("Type the clues");
    assert!(window.focused().starts_with("row 1, points missing"), "the next board starts at {:?}", window.focused());
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("Round lost");
    window.press(Modifiers::COMMAND, Key::Z);
    window.click_exactly("Next board  N");
    assert!(window.focused().starts_with("row 1, points missing"), "the next board starts at {:?}", window.focused());
}

#[test]
fn a_small_window_shows_the_board_and_the_advice_alone() {
    let mut window = Tab::open("level-1.ron", Settings::default());
    window.wait_for("Safe: none of the 97 boards");
    window.press(Modifiers::SHIFT, Key::F11);
    window.wait_for("Full window");
    assert!(!window.shows("Next board  N") && window.shows("Safe: none of the 97 boards"));
    window.type_keys("t3");
    window.wait_for("row 1, column 1, face up, 3");
    window.wait_until("the advice didn't follow", |window| (!window.shows("97 boards")).then_some(()));
    window.click("Full window");
    window.wait_for("Next board  N");
}

#[test]
fn a_listed_board_replaces_the_odds_only_while_it_is_wanted() {
    let mut window = Tab::open("level-5-fresh.ron", Settings::default());
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("of 962");
    assert!(!window.shows("on the board shown") && window.shows("percent Voltorb"));
    window.press(Modifiers::COMMAND, Key::U);
    assert!(window.shows("No solution is shown"), "a board that nobody sees can't be used");
    window.press(Modifiers::NONE, Key::ArrowRight);
    assert!(window.shows("on the board shown"));
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("on the board shown") && window.shows("percent Voltorb"));
    window.press(Modifiers::NONE, Key::ArrowRight);
    assert!(window.shows("on the board shown"));
    window.type_keys("t");
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("on the board shown"), "it works from the board, too");
}

#[test]
fn undo_brings_the_list_back() {
    let mut window = Tab::open("level-5-fresh.ron", Settings::default());
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("of 962");
    window.type_keys("t1");
    window.wait_until("the list wasn't filtered", |window| (!window.shows("of 962")).then_some(()));
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("of 962");
}

#[test]
fn a_picture_without_a_board_is_refused_and_changes_nothing() {
    let mut window = Tab::open("level-5-fresh.ron", Settings::default());
    window.wait_for("962");
    window.will_choose(&save("../assets/icon-256.png"));
    window.click_exactly("Read picture…");
    window.wait_for("Couldn't read icon-256.png: no Voltorb Flip board found");
    window.click_exactly("Close");
    assert!(!window.shows("Couldn't read") && window.shows("962"));
}

#[test]
fn a_picture_is_read_for_the_file_before_it() {
    let mut window = Window::open(&[&save("voltorb-flip/level-5-fresh.ron"), &save("../assets/icon-256.png")]);
    window.wait_for("Couldn't read icon-256.png: no Voltorb Flip board found");
    window.click_exactly("Close");
    window.wait_for("962");
}

#[test]
fn a_file_leaves_the_example_that_shows_a_picture() {
    let refused = "Couldn't read icon-256.png: no Voltorb Flip board found";
    let mut window = Window::open(&[&save("../assets/icon-256.png")]);
    window.wait_for(refused);
    window.open_file(&save("voltorb-flip/level-5-fresh.ron"));
    window.wait_for("962");
    window.press(Modifiers::COMMAND, Key::W);
    window.wait_for(refused);
}

#[test]
fn what_cannot_be_pasted_is_said_and_changes_no_tab() {
    let mut window = Window::open(&[&save("meteor/contest.ron")]);
    window.paste("no board");
    window.wait_for("Couldn't read the pasted text: ");
    let picture = Arc::new(ColorImage::filled([640, 480], Color32::BLUE));
    window.harness.event(Event::PasteImage(picture.clone()));
    window.wait_for("Meteor can't read pictures. To read a board of Voltorb Flip, paste the picture in that tab.");
    assert!(window.is_shown("Meteor") && !window.shows("Couldn't read the pasted text: "));
    window.paste("");
    window.wait_for("There is neither text nor a picture to paste");
    assert!(!window.shows("can't read pictures"));
    window.press(Modifiers::COMMAND, Key::Num1);
    window.harness.event(Event::PasteImage(picture));
    window.wait_for("Couldn't read the pasted picture: no Voltorb Flip board found");
}

#[test]
fn keys_typed_in_one_frame_all_arrive_at_the_right_spot() {
    let mut window = Tab::open("level-1.ron", Settings::default());
    window.press(Modifiers::COMMAND, Key::N);
    window.type_keys("c");
    for key in clues_of(&BOARD).join(" ").chars() {
        if key == ' ' {
            window.harness.key_press(Key::Space);
        } else {
            window.harness.event(Event::Text(key.to_string()));
        }
    }
    window.pass();
    assert!(window.focused().contains("level unknown"), "typing led to {:?}", window.focused());
    window.wait_for("column 5, 7 points");
    window.wait_for("row 4, 2 Voltorbs");
}

#[test]
fn shift_makes_notes_and_undo_reverts_flips() {
    let mut window = Tab::open("level-5-fresh.ron", Settings::default());
    window.type_keys("t");
    assert!(window.focused().contains("row 1, column 1, face down"));
    window.press(Modifiers::SHIFT, Key::V);
    window.press(Modifiers::SHIFT, Key::Num2);
    assert!(window.focused().contains("noted V2"), "{:?}", window.focused());
    window.type_keys("1");
    window.wait_for("row 1, column 1, face up, 1");
    window.press(Modifiers::COMMAND, Key::Z);
    let is_back = |label: &str| label.starts_with("row 1, column 1, face down") && label.contains("noted V2");
    window.wait_until("undo doesn't go back to the tile", |window| is_back(&Tab::focused_in(window)).then_some(()));
}

#[test]
fn tab_moves_through_the_clues_and_then_leaves_the_board() {
    let mut window = Tab::open("level-5-fresh.ron", Settings::default());
    window.type_keys("c");
    assert!(window.focused().starts_with("row 1, ") && window.focused().contains("point"));
    for _ in 0..9 {
        window.press(Modifiers::NONE, Key::Tab);
    }
    assert!(window.focused().starts_with("column 5, ") && window.focused().contains("point"), "{:?}", window.focused());
    window.press(Modifiers::SHIFT, Key::Tab);
    assert!(window.focused().starts_with("column 4, ") && window.focused().contains("point"), "{:?}", window.focused());
    window.press(Modifiers::NONE, Key::Tab);
    window.press(Modifiers::NONE, Key::Tab);
    assert!(!window.focused().contains("point"), "the focus leaves the board: {:?}", window.focused());
}

#[test]
fn a_game_is_played_with_keys_and_scored() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Tab::open("level-5-fresh.ron", Settings::default());
    window.store_settings_in(folder.path());
    window.type_keys("p");
    window.wait_for("LEVEL 1 · ROUND 1");
    assert!(window.focused().starts_with("row 3, column 3, face down"), "{:?}", window.focused());
    for _ in 0..200 {
        window.run(1);
        assert!(!window.shows("percent Voltorb") && !window.shows("Flip row") && !window.shows("Matching boards"), "nothing is given away");
    }
    window.type_keys("n");
    window.wait_for("The round isn't over yet");
    // Move to the corner, then along the rows until the round is over.
    for key in [Key::ArrowUp, Key::ArrowUp, Key::ArrowLeft, Key::ArrowLeft] {
        window.press(Modifiers::NONE, key);
    }
    for number in 0..25 {
        if window.shows("Next round") {
            break;
        }
        if number > 0 && number % 5 == 0 {
            window.press(Modifiers::NONE, Key::ArrowDown);
            for _ in 0..4 {
                window.press(Modifiers::NONE, Key::ArrowLeft);
            }
        } else if number > 0 {
            window.press(Modifiers::NONE, Key::ArrowRight);
        }
        window.press(Modifiers::NONE, Key::Enter);
    }
    window.wait_for(", was a"); // Hidden values are shown now.
    window.type_keys("n");
    assert!(window.shows("ROUND 2") && !window.shows(", was a"));
    window.type_keys("o");
    window.wait_for("Flip row ");
    assert!(window.shows("percent Voltorb") || window.shows(", safe"));
    window.type_keys("q");
    window.wait_for("Stopped");
    window.click_exactly("Explain");
    window.wait_for("Step 1: ");
    window.store();
    let mut window = Tab::open("level-1.ron", Settings::default());
    window.store_settings_in(folder.path());
    window.click("Play mode");
    window.wait_for("Coins per round"); // Rounds are kept from one start to the next.
    window.wait_for(" of 2 won");
}

#[test]
fn finished_rounds_are_not_among_the_documents() {
    let mut window = Tab::open("level-5-fresh.ron", Settings::default());
    window.type_keys("p");
    for round in 1..=3 {
        window.wait_for(&format!("LEVEL 1 · ROUND {round}"));
        window.wait_for("Documents, 2 of 2: ");
        window.type_keys("q");
        window.wait_for("Next round");
        if round < 3 {
            window.type_keys("n");
        }
    }
    assert!(!window.text_of("Documents, 2 of 2: ").contains("(2)"));
    window.press(Modifiers::COMMAND, Key::W);
    window.wait_for("Documents, 1 of 1: ");
    assert!(!window.shows("Save changes?"));
}

#[test]
fn a_round_is_replayed_flip_by_flip() {
    let mut window = Tab::open("level-5-fresh.ron", Settings::default());
    window.wait_for("962");
    window.type_keys("t1t1");
    // Without focus on the board, arrow keys step through the flips.
    window.press(Modifiers::NONE, Key::Escape);
    window.press(Modifiers::NONE, Key::Home);
    window.wait_for("962");
    window.wait_for("row 1, column 1, face down");
    window.press(Modifiers::NONE, Key::ArrowRight);
    window.wait_for("row 1, column 1, face up, 1");
    window.wait_for("row 1, column 2, face down");
    window.wait_for("Flip 1: row 1, column 1 shows a 1");
    window.press(Modifiers::NONE, Key::End);
    window.wait_for("row 1, column 2, face up, 1");
}

#[test]
fn a_finished_round_is_shown_flip_by_flip_beside_perfect_play() {
    let mut window = Tab::open("level-1.ron", Settings::default());
    window.press(Modifiers::COMMAND, Key::N);
    window.type_keys("c");
    window.type_keys(&clues_of(&BOARD).concat());
    // A safe tile of row 2, which is one of the best, and then a Voltorb, although there are safe tiles.
    window.type_keys("t");
    window.press(Modifiers::NONE, Key::ArrowDown);
    window.type_keys("2t");
    window.press(Modifiers::NONE, Key::ArrowRight);
    window.press(Modifiers::NONE, Key::ArrowRight);
    window.type_keys("0");
    window.wait_for("Round lost");
    window.type_keys("-");
    window.wait_for("1 · lost"); // Only level 1 deals it, which wasn't typed.
    window.wait_for("Luck");
    window.click_exactly("Flip by flip…");
    window.wait_for("Level 1, lost");
    window.wait_for("You, flip 1: 2, 1; ");
    window.wait_for("You, flip 2: 1, 3; ");
    assert!(window.labels("You, flip 1").iter().all(|row| row.contains("best")), "{:?}", window.labels("You, flip"));
    assert!(window.labels("You, flip 2").iter().all(|row| row.contains("V; 0 %")), "{:?}", window.labels("You, flip"));
    window.wait_for("A perfect player, flip 1: as you");
    window.wait_for("A perfect player, flip 2: ");
    // The first mistake is selected.
    window.wait_for("Before flip 2");
    window.wait_for("Your choice: row 1, column 3, ");
    window.wait_for("Best: row ");
    window.click("You, flip 1: ");
    window.wait_for("Before flip 1");
    assert!(!window.shows("Your choice: "), "the flip was one of the best");
    window.click("A perfect player, flip 2: ");
    window.wait_for("Before the perfect player's flip 2");
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("A perfect player"), "{:?}", window.labels("A perfect player"));
    // Who stops where more could be flipped makes a mistake.
    window.type_keys("c");
    window.type_keys(&clues_of(&BOARD).concat());
    window.type_keys("t");
    window.press(Modifiers::NONE, Key::ArrowDown);
    window.type_keys("2");
    window.wait_for("row 2, column 1, face up, 2");
    window.type_keys("-");
    window.wait_for("1 · stopped");
    window.click_exactly("Flip by flip…");
    window.wait_for("You, flip 1: 2, 1; ");
    window.wait_for("You, stop: ");
    window.wait_for("Before stopping");
    window.wait_for("Your choice: stop, ");
    window.click("Earlier round");
    window.wait_for("Before flip 2");
}

#[test]
fn a_mistyped_clue_is_explained_at_once() {
    let mut window = Tab::open("level-1.ron", Settings::default());
    window.wait_for("Safe: none of the 97 boards");
    window.type_keys("c5");
    window.wait_for("The clues don't agree");
    assert!(window.shows("The rows add up to 25 points, the columns to 24"), "{:?}", window.labels("add up"));
}

#[test]
fn a_simulation_is_run_and_plotted() {
    let mut window = Tab::open("level-1.ron", Settings::default());
    window.click_exactly("Simulate rounds…");
    for level in 2..=8 {
        window.click_exactly(&format!("Play level {level}"));
    }
    window.click_exactly("Simulate");
    window.wait_for("within two standard errors");
    window.wait_for("Level 1, safest useful tile");
    window.wait_for("of 200");
}

#[test]
fn hints_say_no_less_than_the_card_does_already() {
    let mut window = Tab::open("level-1.ron", Settings::default());
    let (row, column) = window.advised();
    window.press(Modifiers::NONE, Key::H);
    window.wait_for("Close the hint");
    assert!(window.shows(&format!("Flip row {row}, column {column}")) && window.shows("Safe: none of the 97 boards"));
    window.press(Modifiers::NONE, Key::H);
    window.wait_for("Voltorb 0 %, 1: ");
    assert!(window.shows(&format!("Row {row}, column {column}")) && window.shows("to clear"));
}

#[test]
fn hints_begin_vague_in_a_game_without_odds() {
    let mut window = Tab::open("level-1.ron", Settings::default());
    window.type_keys("p");
    window.wait_for("LEVEL 1 · ROUND 1");
    window.press(Modifiers::NONE, Key::H);
    window.wait_for("Close the hint");
    assert!(!window.shows("Flip row ") && window.shows("tile"), "{:?}", window.labels("tile"));
}

#[test]
fn typing_a_board_moves_no_control() {
    for size in [USUAL, HIGH, [800.0, 600.0]] {
        let mut window = Tab(Window::open_with(&[&save("voltorb-flip/level-1.ron")], size, Settings::default()));
        window.press(Modifiers::COMMAND, Key::N);
        window.wait_for("Type the clues");
        let title = if size[1] < 700.0 { "Position" } else { "About this position" };
        let head = |window: &Tab| window.harness.get_by_label(title).rect();
        let (mut before, head_before) = (places(&window), head(&window));
        // The switcher of the documents says that this one is changed, and is then wider.
        before.retain(|name, _| !name.starts_with("Documents, "));
        // Until all clues are there, this stands in an empty place.
        before.remove("Fix the position first; press H to see what's wrong");
        window.type_keys("c");
        // In a narrow window the timeline of the round has other parts once a tile is face up.
        let flips: &[&str] = if size == USUAL || size == HIGH { &["t2", "?", "1"] } else { &[] };
        for keys in clues_of(&BOARD).iter().map(String::as_str).chain(["1"]).chain(flips.iter().copied()) {
            window.type_keys(keys);
            let after = places(&window);
            for (name, place) in &before {
                let Some(now) = after.get(name) else {
                    // Once a tile is face up, the timeline steps through flips, and its parts have other names in the same places.
                    assert!(flips.contains(&keys), "{size:?}: typing {keys} removed {name:?}");
                    continue;
                };
                assert!(now.min.distance(place.min) <= 0.5, "{size:?}: typing {keys} moved {name:?} from {place} to {now}");
            }
            assert_eq!(head(&window), head_before, "{size:?}: typing {keys}");
        }
    }
}

#[test]
fn the_list_says_which_of_its_boards_the_odds_count() {
    let mut window = Tab::open("only-one-deal.ron", Settings::default());
    window.wait_for("Matching boards");
    assert!(window.shows("1 of "), "{:?}", window.labels(" of "));
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("boards match. The game deals 1 of them");
    window.click_exactly("Hide boards that are never dealt");
    window.wait_for("of them are never dealt and hidden here");
}

#[test]
fn the_rounds_of_a_new_session_share_a_document() {
    let mut window = Tab::open("level-1.ron", Settings::default());
    window.press(Modifiers::COMMAND, Key::N);
    window.wait_for("Type the clues");
    let documents = window.text_of("Documents, ");
    for _ in 0..2 {
        window.type_keys("c");
        window.type_keys(&clues_of(&BOARD).concat());
        window.type_keys("t2");
        window.wait_for("row 1, column 1, face up, 2");
        window.type_keys("n");
        window.wait_for("Type the clues");
    }
    assert_eq!(window.text_of("Documents, "), format!("{documents}, changed"));
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_for("row 1, column 1, face up, 2");
}

#[test]
fn finished_rounds_are_kept_from_one_start_to_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Tab::open("level-1.ron", Settings::default());
    window.store_settings_in(folder.path());
    window.press(Modifiers::COMMAND, Key::N);
    window.wait_for("Type the clues");
    window.type_keys("c");
    window.type_keys(&clues_of(&BOARD).concat());
    window.type_keys("1t2");
    window.wait_for("row 1, column 1, face up, 2");
    // The first tile that is face down, and the one beside it.
    window.type_keys("t");
    window.press(Modifiers::NONE, Key::ArrowRight);
    window.type_keys("0n");
    window.wait_for("1 · lost");
    window.wait_for("Luck");
    // A round of a game counts, too.
    window.type_keys("p");
    window.wait_for("ROUND 1");
    window.type_keys("q");
    window.wait_for("1 · stopped");
    window.wait_for("Last round, stopped");
    window.wait_for("Luck");
    window.store();
    window.settle();
    let mut window = Tab::open("level-5.ron", Settings::default());
    window.store_settings_in(folder.path());
    window.wait_for("1 · lost");
    assert!(window.shows("1 · stopped") && !window.shows("Last round"));
    assert_eq!(window.count("–"), 0, "both were reviewed");
}

#[test]
fn a_click_beside_the_board_leaves_the_keyboard_with_the_board() {
    let mut window = Tab::open("level-1.ron", Settings::default());
    window.press(Modifiers::COMMAND, Key::N);
    window.click_exactly("Level 1");
    for clue in clues_of(&BOARD) {
        window.type_keys(&clue);
    }
    let (row, column) = window.advised();
    let advised = format!("row {row}, column {column},");
    window.wait_until("the digits didn't reach the clues", |window| Tab::focused_in(window).starts_with(&advised).then_some(()));
}

#[test]
fn a_digit_that_nothing_takes_is_mentioned() {
    let mut window = Tab::open("level-1.ron", Settings::default());
    // Esc leaves the board on purpose.
    window.press(Modifiers::COMMAND, Key::N);
    window.press(Modifiers::NONE, Key::Escape);
    window.type_keys("7");
    window.wait_for("Nothing here takes 7: click the place on the board that it is for");
}

#[test]
fn values_are_typed_one_after_the_other_each_on_the_tile_that_is_best_then() {
    let mut window = Tab::open("level-1.ron", Settings::default());
    window.press(Modifiers::COMMAND, Key::N);
    window.type_keys("c");
    // All in one frame: each value waits for the tile that it is for.
    let clues: String = clues_of(&BOARD).concat();
    window.type_text(&format!("{clues}1"));
    let (row, column) = window.advised();
    let advised = format!("row {row}, column {column},");
    window.wait_until("the focus isn't on the best tile", |window| Tab::focused_in(window).starts_with(&advised).then_some(()));
    let value = |row: usize, column: usize| BOARD[row - 1].chars().nth(column - 1).unwrap();
    let first = value(row, column);
    window.type_keys(&first.to_string());
    window.wait_until("the focus stays on a known tile", |window| {
        let focused = Tab::focused_in(window);
        (focused.starts_with("row ") && !focused.starts_with(&advised)).then_some(())
    });
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_until("undo doesn't go back to the tile", |window| Tab::focused_in(window).starts_with(&advised).then_some(()));
}

/// A window in which the first round of the game with this seed is played until a Voltorb is flipped.
fn lost_round(seed: f64) -> Tab {
    let mut window = Tab::open("level-5-fresh.ron", Settings::default());
    window.click("Play mode");
    window.set("Seed", seed);
    window.type_keys("p");
    window.wait_for("LEVEL 1 · ROUND 1");
    lose(&mut window);
    window
}

/// Flips face-down tiles until one is a Voltorb.
fn lose(window: &mut Tab) {
    for _ in 0..25 {
        if window.shows("You hit a Voltorb") {
            return;
        }
        window.click(", face down");
    }
    window.wait_for("You hit a Voltorb");
}

#[test]
fn a_lost_round_continues_from_its_card_and_its_first_end_counts() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = lost_round(3.0);
    window.store_settings_in(folder.path());
    window.wait_for("Take the flip back to continue; this end counts.");
    window.wait_for("Last round, lost");
    window.wait_for("1 · lost");
    window.click_exactly("Take back the flip");
    assert!(!window.shows("You hit a Voltorb"));
    // The same Voltorb and no other tile is next.
    lose(&mut window);
    assert!(!window.shows("The first end counts"), "it is the same end");
    window.click_exactly("Take back the flip");
    // Another tile, and then the Voltorb.
    let last = window.harness.query_all_by_label_contains(", face down").last().unwrap().accesskit_node().label().unwrap();
    window.click(&last);
    lose(&mut window);
    window.wait_for("The first end counts and was reviewed.");
    window.wait_for("This is the first end of the round, which counts.");
    assert_eq!(window.labels("1 · lost").len(), 1, "one round");
}

#[test]
fn the_review_of_a_round_is_there_again_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let recovery = tempfile::tempdir().unwrap();
    let mut window = lost_round(3.0);
    window.store_settings_in(folder.path());
    window.enable_recovery(recovery.path());
    window.wait_for("Go through ");
    let learn = window.labels("Go through ").pop();
    let cost = window.labels(" cost ");
    window.settle();
    window.store();
    window.close();
    window.wait_until("the window never closed", |window| window.has_closed().then_some(()));
    let settings = ron::from_str(&ron::to_string(&window.settings()).unwrap()).unwrap();
    drop(window);
    let mut window = Window::open_with(&[], HIGH, settings);
    window.store_settings_in(folder.path());
    window.enable_recovery(recovery.path());
    let mut window = Tab(window);
    window.wait_for("Last round, lost");
    window.wait_for("Go through ");
    assert_eq!((window.labels("Go through ").pop(), window.labels(" cost ")), (learn, cost));
    assert_eq!(window.labels("1 · lost").len(), 1, "it isn't counted twice");
    window.click_exactly("Flip by flip…");
    window.wait_for("You, flip 1: ");
}
