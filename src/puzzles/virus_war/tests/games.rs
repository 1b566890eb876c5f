//! Games: their flaws, and how they are played, edited, saved, drawn and spoken.

use proptest::prelude::*;
use serde::{Deserialize, Serialize};

use super::{cases, search};
use crate::{
    VirusWar,
    edit::view::{Mode, View},
    model::{
        position::Player,
        record,
        state::{Rows, Rules, State},
        turn::{Summary, Turn},
    },
};
use base::{
    board::{Board, Input, Reply, Scene},
    look::Look,
    picture::Shape,
    puzzle::Puzzle,
};

#[derive(Serialize, Deserialize)]
#[serde(rename = "Quincunx", deny_unknown_fields)]
struct Save {
    version: u32,
    puzzle: String,
    title: String,
    note: String,
    state: State,
}

#[test]
fn presets_are_valid_and_written_as_they_are_read() {
    for preset in VirusWar::presets() {
        let save: Save = ron::from_str(preset.ron).unwrap();
        assert_eq!(save.puzzle, VirusWar::KEY);
        assert!(VirusWar::check(&save.state).is_ok(), "{}", preset.key);
        let layout = ron::ser::PrettyConfig::new().depth_limit(3).new_line("\n");
        assert_eq!(format!("Quincunx{}\n", ron::ser::to_string_pretty(&save, layout).unwrap()), preset.ron);
    }
}

/// The first flaw of a state in RON, with its path.
fn first_flaw(state: &str) -> String {
    let state: State = ron::from_str(state).unwrap();
    let flaws = VirusWar::check(&state).expect_err("the state has a flaw");
    format!("{:?}: {}", flaws[0].path, flaws[0].message)
}

#[test]
fn flaws_say_where_they_are() {
    let rows = r#"["....X", ".....", ".....", ".....", "O...."]"#;
    let field = |fields: &str| format!("(board: {rows}, {fields})");
    let cases = [
        (field("to_move: O, moves_left: 4"), r#"[Field("moves_left")]: there can't be 4 moves left; a turn has 3"#),
        (field("to_move: O, moves_left: 3"), r#"[Field("moves_left")]: O can't have 3 moves left at the start; the first turn has 1"#),
        (field("to_move: X, moves_left: 0"), r#"[Field("moves_left")]: there can't be 0 moves left; a turn has 3"#),
        (
            field("to_move: O, moves_left: 1, rules: (moves: 6)"),
            r#"[Field("rules"), Field("moves")]: a turn can't have 6 moves; it has 1 to 5"#,
        ),
        (
            field("to_move: O, moves_left: 1, rules: (opening: 4)"),
            r#"[Field("rules"), Field("opening")]: the first turn can't have 4 moves; it has 1 to 3"#,
        ),
        (
            field("to_move: O, moves_left: 1, triples: [(1, 2, 3), (4, 100, 6)]"),
            r#"[Field("triples"), Index(1), Index(1)]: 100 is too large for the duplicate tool; its numbers are 0 to 99"#,
        ),
        (
            r#"(board: ["....", "....", "....", "...."], to_move: O, moves_left: 1)"#.to_string(),
            r#"[Field("board")]: the board has 4 rows; it needs 5 to 11"#,
        ),
        (
            r#"(board: [". . . . X", ".....", "..Q..", ".....", "O...."], to_move: O, moves_left: 1)"#.to_string(),
            r#"[Field("board"), Index(2), Character(2)]: Q isn't a cell; use one of . O X o x"#,
        ),
        (
            r#"(board: ["....X", ".....", "......", ".....", "O...."], to_move: O, moves_left: 1)"#.to_string(),
            r#"[Field("board"), Index(2)]: row 3 has 6 cells; on this board it needs 5"#,
        ),
    ];
    for (state, expected) in cases {
        assert_eq!(first_flaw(&state), expected);
    }
}

#[test]
fn the_last_turn_is_the_last_finished_one() {
    let mut state = State::start(5, Rules::default());
    let mut after = |cell: &str| {
        state.play(cell.parse().unwrap()).unwrap();
        record::last_turn(&state).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(after("b2"), "b2");
    assert_eq!(after("d4"), "b2");
    assert_eq!(after("c4"), "b2");
    assert_eq!(after("b4"), "d4 c4 b4");
    assert_eq!(after("a2"), "d4 c4 b4");
}

#[test]
fn a_record_that_breaks_the_rules_is_refused_with_its_turn() {
    // After b2 and d4 c3 b2, where b2 is a kill, comes a kill on c3.
    let rows = r#"["....X", "...X.", "..x..", ".o...", "O...."]"#;
    let game = |fields: &str| format!("(board: {rows}, {fields})");
    let right = game(r#"to_move: O, moves_left: 3, record: ["b2", "d4 c3 b2"]"#).replace("..x..", "..X..");
    assert!(VirusWar::check(&ron::from_str(&right).unwrap()).is_ok());
    assert!(VirusWar::check(&ron::from_str(&right.replace("d4 c3 b2", "D4 C3 B2")).unwrap()).is_ok());
    let cases = [
        (r#"to_move: X, moves_left: 3, record: ["b2", "d4 c3 b2", "c3"]"#, "turn 3 of the record: O made 1 move, but this turn has 3"),
        (r#"to_move: O, moves_left: 2, record: ["b2", "d4 c3 b2", "c3"]"#, "turn 3 of the record: O can't play c3: it isn't accessible"),
        (
            r#"to_move: O, moves_left: 3, record: ["b2", "d4 c3 b2"]"#,
            "turn 2 of the record: X plays c3, but the board has x there afterwards",
        ),
        (
            r#"to_move: O, moves_left: 2, record: ["b2", "d4 b2 c3", "c3"]"#,
            "turn 2 of the record: X can't play b2: it isn't accessible after d4",
        ),
        (
            r#"to_move: O, moves_left: 2, record: ["b2", "d4 z9", "c3"]"#,
            "turn 2 of the record: X plays z9, which isn't a cell of this board",
        ),
        (
            "to_move: O, moves_left: 2, record: [\"b2\", \"d4 b2\u{200b}\", \"c3\"]",
            "turn 2 of the record: X plays b2<U+200B zero-width space>, which isn't a cell of this board",
        ),
        (r#"to_move: O, moves_left: 2, record: ["b2", "", "c3"]"#, "turn 2 of the record: X has no moves"),
        (
            r#"to_move: O, moves_left: 2, record: ["b2", "pass", "c3"]"#,
            "turn 1 of the record: O plays b2, but the board has o there afterwards",
        ),
        (r#"to_move: O, moves_left: 2, record: ["pass"]"#, "turn 1 of the record: O can't pass within a turn"),
        (r#"to_move: O, moves_left: 3, record: ["pass"]"#, "turn 1 of the record: X can't pass: the rules don't allow it"),
    ];
    for (fields, expected) in cases {
        let flaw = first_flaw(&game(fields));
        assert!(flaw.contains(expected), "{flaw}");
    }
}

#[test]
fn a_game_is_played_and_taken_back_move_by_move() {
    let mut state = State::start(5, Rules { passing: true, ..Rules::default() });
    let mut view = View::default();
    let mut press = |state: &mut State, name: &str| VirusWar::act(state, &mut view, name.parse().ok(), Input::Press);
    let start = state.clone();
    assert!(matches!(press(&mut state, "c3"), Reply::Refused(_)), "c3 is too far");
    assert_eq!(press(&mut state, "b2"), Reply::Done);
    assert_eq!((state.to_move, state.moves_left), (Player::X, 3));
    let opened = state.clone();
    for name in ["d4", "c3"] {
        assert_eq!(press(&mut state, name), Reply::Done);
    }
    assert_eq!(state.record, ["b2", "d4 c3"]);
    assert_eq!(state.pass(), Err("you can only pass a whole turn, and this one has begun".to_string()));
    assert_eq!(press(&mut state, "d4"), Reply::Done, "the move and all later ones are taken back");
    assert_eq!(state, opened);
    assert_eq!(state.pass(), Ok(()));
    assert_eq!(state.record, ["b2", "pass"]);
    assert!(VirusWar::check(&state).is_ok());
    assert_eq!(state.take_back(), Ok(()));
    assert_eq!(state, opened);
    assert_eq!(state.take_back(), Ok(()));
    assert_eq!(state, start);
    assert!(state.take_back().is_err(), "there is nothing to take back");
}

#[test]
fn only_a_whole_turn_can_be_passed_even_without_a_record() {
    let rules = Rules { opening: 2, passing: true, ..Rules::default() };
    let begun = State { to_move: Player::X, moves_left: 2, ..State::start(5, rules) };
    assert_eq!(begun.may_pass(), Err("you can only pass a whole turn, and this one has begun".to_string()));
    assert_eq!(State { moves_left: 3, ..begun.clone() }.may_pass(), Ok(()));
    let strict = State { rules: Rules { passing: false, ..rules }, ..State { moves_left: 3, ..begun } };
    assert_eq!(strict.may_pass(), Err("the rules of this game don't allow passing".to_string()));
}

#[test]
fn the_first_turn_can_be_passed() {
    let mut state = State::start(5, Rules { opening: 2, passing: true, ..Rules::default() });
    let start = state.clone();
    assert_eq!(state.pass(), Ok(()));
    assert_eq!((state.to_move, state.moves_left), (Player::X, 3));
    assert!(VirusWar::check(&state).is_ok());
    assert_eq!(state.play("d4".parse().unwrap()), Ok(()));
    assert_eq!((VirusWar::BOARD_EXTRAS.moves(&state), record::unfinished_turn(&state).len()), (2, 1));
    assert_eq!((state.take_back(), state.take_back()), (Ok(()), Ok(())));
    assert_eq!(state, start);
}

/// The texts on the board, its label and the labels of its cells.
fn drawn(state: &State, shown: Option<(&Turn, usize)>) -> (Vec<String>, String, Vec<String>) {
    let (view, look) = (View::default(), Look::default());
    let scene = Scene { state, flaws: &[], insight: None, shown, view: &view, pointed: None, marks: &[], look: &look };
    let picture = VirusWar::draw(&scene);
    let texts = picture.shapes.into_iter().filter_map(|shape| if let Shape::Text { text, .. } = shape { Some(text) } else { None });
    (texts.collect(), picture.label, picture.targets.into_iter().map(|target| target.label).collect())
}

#[test]
fn the_end_of_a_game_is_announced_and_no_move_is_offered() {
    // X can reach two cells, but must make three moves.
    let rows = ["xxX..", "xxxxx", ".....", ".....", "O...."].map(String::from).to_vec();
    let cases = [
        (Rules::default(), 3, "X can't make three moves"),
        (Rules { passing: true, ..Rules::default() }, 3, "X can't make three moves"),
        (Rules { moves: 4, ..Rules::default() }, 3, "X can't make three more moves"),
    ];
    for (rules, moves_left, reason) in cases {
        let state = State { board: Rows::from(rows.clone()), to_move: Player::X, moves_left, rules, ..State::default() };
        let (texts, label, cells) = drawn(&state, None);
        assert!(texts.contains(&"O wins".to_string()) && texts.contains(&reason.to_string()), "{texts:?}");
        assert_eq!(label, format!("Virus War on a 5 by 5 board, {reason}: O wins"));
        assert!(!cells.iter().any(|cell| cell.contains("can move here")), "{cells:?}");
        assert!(!texts.iter().any(|text| text.contains("to move")), "{texts:?}");
        let facts = VirusWar::facts(&state, None, &Summary::default());
        assert_eq!(facts.iter().map(|fact| (&*fact.label, &*fact.value)).collect::<Vec<_>>(), [("Outcome", "O wins")]);
        assert_eq!(state.clone().play("d5".parse().unwrap()), Err(format!("the game is over ({reason}: O wins)")));
    }
    let dead = State {
        board: Rows::from(["....x", ".....", ".....", ".....", "O...."].map(String::from).to_vec()),
        to_move: Player::X,
        moves_left: 3,
        ..State::default()
    };
    assert_eq!(drawn(&dead, None).1, "Virus War on a 5 by 5 board, X has no live viruses left: O wins");
}

#[test]
fn a_turn_that_ends_the_game_shows_the_end() {
    let rows = ["....O", ".....", ".....", "...X.", "X...."].map(String::from).to_vec();
    let state = State { board: Rows::from(rows), to_move: Player::X, moves_left: 3, ..State::default() };
    let turns = search("once", &VirusWar::check(&state).unwrap()).items;
    let winning = turns.iter().find(|turn| turn.to_string() == "d3 d4 e5").expect("O's only virus can be killed");
    assert!(drawn(&state, Some((winning, 2))).1.ends_with("X to move, 1 move left"));
    assert!(drawn(&state, Some((winning, 3))).1.ends_with("O has no live viruses left: X wins"));
}

#[test]
fn cells_are_edited_by_hand() {
    let cell = "c3".parse().unwrap();
    let mut state = State::start(5, Rules::default());
    assert_eq!(state.play("b2".parse().unwrap()), Ok(()));
    let mut view = View { mode: Mode::Edit, ..View::default() };
    let mut act = |state: &mut State, input| {
        assert_eq!(VirusWar::act(state, &mut view, Some(cell), input), Reply::Done);
        state.board.symbol(cell).unwrap()
    };
    for symbol in ['O', 'X', 'o', 'x', '.'] {
        assert_eq!(act(&mut state, Input::Press), symbol);
    }
    assert!(state.record.is_empty(), "the record does not lead to an edited board");
    for symbol in ['x', 'o'] {
        assert_eq!(act(&mut state, Input::SecondaryPress), symbol);
        assert_eq!(act(&mut state, Input::Character(symbol)), symbol);
    }
    assert_eq!(act(&mut state, Input::Delete), '.');
    assert_eq!(act(&mut state, Input::Sweep { from: "b2".parse().unwrap() }), 'O');
    assert_eq!(VirusWar::act(&mut state, &mut View::default(), Some(cell), Input::Character('#')), Reply::Ignored);
}

#[test]
fn pointing_at_a_cell_shows_what_makes_it_accessible() {
    let late = "...XXX.X.X/...XxxxxX./...xX.XxOx/OOoO.xxXx./OOox.OXXxX/O.OoOOXX.x/.OOoOxX..X/..O.XOoXX./OOOOOoXXXX/OOOO.OOXX.";
    let rows = Rows::from(late.split('/').map(String::from).collect::<Vec<_>>());
    let state = State { board: rows, to_move: Player::X, moves_left: 3, ..State::default() };
    let (view, look) = (View::default(), Look::default());
    let texts = |pointed: &str| -> Vec<String> {
        let pointed = pointed.parse().ok();
        let scene = Scene { state: &state, flaws: &[], insight: None, shown: None, view: &view, pointed, marks: &[], look: &look };
        let shapes = VirusWar::draw(&scene).shapes;
        shapes.into_iter().filter_map(|shape| if let Shape::Text { text, .. } = shape { Some(text) } else { None }).collect()
    };
    for (cell, words) in
        [("b5", "through a chain of 4"), ("j7", "next to 1 of X's live viruses"), ("h4", "next to 5 of X's live viruses and a chain of 2")]
    {
        assert!(texts(cell).contains(&format!("{cell}: {words}")), "{:?}", texts(cell));
    }
    assert!(!texts("a1").iter().any(|text| text.starts_with("a1")), "X can't move there");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn dealt_games_survive_saving_adopting_and_taking_back(seed in any::<u64>()) {
        let state = VirusWar::deal(seed);
        let text = ron::to_string(&state).unwrap();
        prop_assert_eq!(&ron::from_str::<State>(&text).unwrap(), &state);
        let turns = search("once", &VirusWar::check(&state).unwrap()).items;
        let mut adopted = VirusWar::BOARD_EXTRAS.adopt(&state, &turns[seed as usize % turns.len()]).unwrap();
        prop_assert!(VirusWar::check(&adopted).is_ok());
        prop_assert_eq!(adopted.record.len(), state.record.len() + 1);
        for _ in 0..3 {
            prop_assert_eq!(adopted.take_back(), Ok(()));
        }
        prop_assert_eq!(&adopted, &state);
        while adopted.take_back().is_ok() {}
        prop_assert_eq!(adopted, State::start(state.board.side(), Rules::default()));
    }
}

#[test]
fn every_cell_is_drawn_and_spoken() {
    let state = State { board: Rows::from(cases()[2].rows.clone()), to_move: Player::X, moves_left: 3, ..State::default() };
    let turn = search("once", &VirusWar::check(&state).unwrap()).items[0];
    for steps in 0..=VirusWar::steps(&turn) {
        let scene = Scene {
            state: &state,
            flaws: &[],
            insight: None,
            shown: Some((&turn, steps)),
            view: &View::default(),
            pointed: Some(turn.cells()[0]),
            marks: &[],
            look: &Look::default(),
        };
        let picture = VirusWar::draw(&scene);
        assert_eq!(picture.targets.len(), 100);
        let numbered = picture.targets.iter().filter(|target| target.label.contains("of the turn")).count();
        assert_eq!(numbered, steps);
        for target in &picture.targets {
            assert_eq!(picture.target_at((target.outline[0] + target.outline[2]) / 2.0), Some(target));
        }
    }
    let labels: Vec<String> = VirusWar::draw(&Scene {
        state: &state,
        flaws: &[],
        insight: None,
        shown: None,
        view: &View::default(),
        pointed: None,
        marks: &[],
        look: &Look::default(),
    })
    .targets
    .into_iter()
    .map(|target| target.label)
    .collect();
    for expected in ["j10, live X", "f4, O killed by X, linked", "a1, live O", "e3, live O, X can move here: through a chain of 9"] {
        assert!(labels.iter().any(|label| label.starts_with(expected)), "{expected}: {labels:#?}");
    }
}
