//! The searches against known positions and against the judge.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
};

use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{
    VirusWar,
    editing::{Mode, View},
    judge::{self, Grid},
    position::{Player, Site},
    state::{Problem, Rows, Rules, State},
    turn::{Summary, Turn},
};
use crate::{
    board::{Board, Input, Reply, Scene},
    look::Look,
    puzzle::Puzzle,
    search::{Found, Observer, Tally},
};

#[derive(Deserialize)]
struct Cases {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    rows: Vec<String>,
    to_move: Player,
    accessible: Vec<String>,
    reachable_cells: u32,
    sequences: u64,
    distinct_turns: u64,
    by_shape: [u64; 4],
    by_kills: Vec<u64>,
    side_to_move_loses: bool,
    turns: Option<Vec<String>>,
    turns_sha256: String,
}

fn cases() -> Vec<Case> {
    let cases: Cases = serde_json::from_str(include_str!("../../../tests/cases/virus-war.json")).unwrap();
    assert!(cases.cases.len() >= 9);
    cases.cases
}

fn problem(rows: &[String], to_move: Player, moves: u8) -> Problem {
    let rules = Rules { moves, opening: 1, passing: false };
    let state = State { board: Rows::from(rows.to_vec()), to_move, moves_left: moves, rules, record: vec![], triples: vec![] };
    VirusWar::check(&state).unwrap()
}

fn search(technique: &str, problem: &Problem) -> Found<Turn> {
    let mut found = Found::default();
    let technique = VirusWar::technique(technique).unwrap();
    assert!((technique.search)(problem, &mut found).is_continue());
    assert_eq!(found.tally.kept, found.items.len() as u64, "{}", technique.key);
    found
}

fn summary(turns: &[Turn]) -> Summary {
    let mut summary = Summary::default();
    turns.iter().for_each(|turn| VirusWar::sum_up(&mut summary, turn));
    summary
}

/// The turn as the cases write it: its cells sorted as texts.
fn sorted_names(turn: &Turn) -> Vec<String> {
    let mut names: Vec<String> = turn.cells().iter().map(ToString::to_string).collect();
    names.sort();
    names
}

#[test]
fn known_positions_have_their_known_turns() {
    for case in cases() {
        let problem = problem(&case.rows, case.to_move, 3);
        let turns = search("once", &problem).items;
        let mut lines: Vec<String> = turns.iter().map(|turn| sorted_names(turn).join(" ")).collect();
        lines.sort();
        let digest: String = Sha256::digest(lines.join("\n")).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digest, case.turns_sha256, "{}", case.id);
        assert!(case.turns.is_none_or(|turns| turns == lines), "{}", case.id);
        let expected =
            Summary { sequences: case.sequences, by_shape: case.by_shape, by_kills: case.by_kills, loses: case.side_to_move_loses };
        assert_eq!(summary(&turns), expected, "{}", case.id);
        assert_eq!(turns.len() as u64, case.distinct_turns);
    }
}

#[test]
fn known_positions_are_known_without_listing() {
    for case in cases() {
        let mut found = Found::default();
        assert!(VirusWar::analyze(&problem(&case.rows, case.to_move, 3), &mut found).is_continue());
        let [insight] = &found.items[..] else { panic!("{}: one insight is enough", case.id) };
        let accessible: BTreeSet<String> = insight.accessible.iter().map(|access| access.cell.to_string()).collect();
        assert_eq!(accessible, BTreeSet::from_iter(case.accessible), "{}", case.id);
        assert!(insight.accessible.iter().all(|access| !access.by.is_empty()));
        assert_eq!(insight.reachable_cells, case.reachable_cells, "{}", case.id);
        let counts = insight.counts.clone().unwrap();
        assert_eq!((counts.sequences, counts.distinct), (case.sequences, case.distinct_turns), "{}", case.id);
        assert_eq!((counts.by_shape, counts.by_kills), (case.by_shape, case.by_kills), "{}", case.id);
    }
}

#[test]
fn all_techniques_tell_the_same_turns() {
    for case in cases().iter().filter(|case| case.sequences < 2_000) {
        let problem = problem(&case.rows, case.to_move, 3);
        let told = |technique: &str| {
            let mut found = search(technique, &problem);
            found.items.sort_by(|a, b| a.rank().total_cmp(&b.rank()));
            found
        };
        let expected = told("once").items;
        for technique in &VirusWar::techniques()[1..] {
            let found = told(technique.key);
            assert_eq!(found.items, expected, "{}: {}", case.id, technique.key);
            assert_eq!(found.tally.explored, case.sequences, "{}: {}", case.id, technique.key);
        }
    }
}

#[test]
fn the_opening_has_three_choices() {
    for side in [5, 8, 10, 11] {
        let problem = VirusWar::check(&State::start(side, Rules::default())).unwrap();
        let turns: BTreeSet<String> = search("once", &problem).items.iter().map(ToString::to_string).collect();
        assert_eq!(turns, BTreeSet::from(["a2", "b1", "b2"].map(String::from)));
    }
}

/// Boards on which much is killed, so that chains matter.
fn boards() -> impl Strategy<Value = Rows> {
    let site = prop_oneof![3 => Just('.'), 1 => Just('O'), 1 => Just('X'), 2 => Just('o'), 2 => Just('x')];
    let full = prop_oneof![1 => Just('.'), 1 => Just('O'), 1 => Just('X'), 4 => Just('o'), 4 => Just('x')];
    let board = |side: usize, site: BoxedStrategy<char>| prop::collection::vec(prop::collection::vec(site, side), side);
    let (site, full) = (site.boxed(), full.boxed());
    prop_oneof![board(5, site.clone()), board(5, full.clone()), board(6, full), board(6, site)].prop_map(Rows)
}

fn check_against_judge(board: &Rows, mover: Player, moves: u8) {
    let problem = Problem { position: board.position(), mover, moves, rules: Rules { moves, ..Rules::default() } };
    let expected = Grid::new(board).turns(mover, usize::from(moves));
    let accessible = Grid::new(board).accessible(mover).into_iter().map(judge::name).collect::<BTreeSet<_>>();
    assert_eq!(problem.position.accessible(mover).into_iter().map(|cell| cell.to_string()).collect::<BTreeSet<_>>(), accessible);
    for technique in ["once", "orders", "orders-dedup-bitset"] {
        let turns = search(technique, &problem).items;
        let by_names: BTreeMap<Vec<String>, &Turn> = turns.iter().map(|turn| (sorted_names(turn), turn)).collect();
        assert_eq!(by_names.len(), turns.len(), "{technique} makes no duplicate");
        assert!(by_names.keys().eq(expected.keys()), "{technique}");
        for (turn, found) in by_names.values().zip(expected.values()) {
            assert_eq!((usize::from(turn.orders), usize::from(turn.kills)), (found.orders, found.kills), "{technique}: {turn}");
            assert!(turn.shape.is_none_or(|shape| (shape as usize).min(2) == 3 - found.at_once), "{technique}: {turn}");
            assert_eq!(found.boards.len(), 1, "the order does not matter to the board");
        }
    }
    check_counts(&problem, &expected);
}

fn check_counts(problem: &Problem, expected: &judge::Turns) {
    let mut found = Found::default();
    assert!(VirusWar::analyze(problem, &mut found).is_continue());
    let insight = found.items.pop().unwrap();
    let counts = insight.counts.unwrap();
    assert_eq!(counts.distinct, expected.len() as u64);
    assert_eq!(counts.sequences, expected.values().map(|found| found.orders as u64).sum::<u64>());
    let with_kills = |kills| expected.values().filter(|found| found.kills == kills).count() as u64;
    assert_eq!(counts.by_kills, (0..=usize::from(problem.moves)).map(with_kills).collect::<Vec<_>>());
    assert_eq!(insight.reachable_cells < u32::from(problem.moves), expected.is_empty(), "there are no dead ends");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn random_positions_agree_with_the_judge(board in boards(), mover in prop_oneof![Just(Player::O), Just(Player::X)], moves in 1..=3_u8) {
        check_against_judge(&board, mover, moves);
    }

    #[test]
    fn boards_are_read_as_they_are_written(board in boards()) {
        prop_assert_eq!(Rows::from(&board.position()), board);
    }
}

#[test]
fn long_turns_agree_with_the_judge() {
    let board = |rows: &str| Rows::from(rows.split('/').map(String::from).collect::<Vec<_>>());
    for (rows, moves) in [("OxO.X/xx.Xo/.Xooo/Ox.oo/xxXX.", 4), ("Oxxxx/.xx.X/x.x.x/oo.oX/OooX.", 5), ("Xoo../xo.xo/..oxo/xx.oo/OxxO.", 5)]
    {
        for mover in [Player::O, Player::X] {
            check_against_judge(&board(rows), mover, moves);
        }
    }
}

#[test]
fn a_turn_changes_the_board_as_its_moves_do() {
    let problem = problem(&cases()[1].rows, Player::X, 3);
    for turn in search("once", &problem).items {
        let one_by_one = turn.cells().iter().fold(problem.position, |position, &cell| {
            assert!(position.accessible(Player::X).contains(cell), "{turn} is in a legal order");
            position.after(Player::X, cell.into())
        });
        assert_eq!(problem.position.after(Player::X, turn.set()), one_by_one);
        let back = turn.cells().iter().rev().try_fold(one_by_one, |position, &cell| position.before(Player::X, cell));
        assert_eq!(back, Some(problem.position), "{turn} can be taken back");
    }
}

#[test]
fn every_site_has_its_symbol() {
    for site in Site::ALL {
        assert_eq!(Site::from_symbol(site.symbol()), Some(site));
    }
    assert_eq!(Site::from_symbol('#'), None);
}

/// A save file as far as this puzzle's tests need it.
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
fn presets_are_right_and_written_as_they_are_read() {
    for preset in VirusWar::presets() {
        let save: Save = ron::from_str(preset.ron).unwrap();
        assert_eq!(save.puzzle, VirusWar::KEY);
        assert!(VirusWar::check(&save.state).is_ok(), "{}", preset.key);
        let layout = ron::ser::PrettyConfig::new().depth_limit(3).new_line("\n");
        assert_eq!(format!("Quincunx{}\n", ron::ser::to_string_pretty(&save, layout).unwrap()), preset.ron);
    }
}

/// The first flaw of a state in RON, with where it lies.
fn first_flaw(state: &str) -> String {
    let state: State = ron::from_str(state).unwrap();
    let flaws = VirusWar::check(&state).expect_err("something is wrong with it");
    format!("{:?}: {}", flaws[0].path, flaws[0].message)
}

#[test]
fn flaws_say_where_they_are() {
    let rows = r#"["....X", ".....", ".....", ".....", "O...."]"#;
    let field = |fields: &str| format!("(board: {rows}, {fields})");
    let cases = [
        (field("to_move: O, moves_left: 4"), r#"[Field("moves_left")]: There cannot be 4 moves left; a turn has 3"#),
        (field("to_move: O, moves_left: 3"), r#"[Field("moves_left")]: O cannot have 3 moves left at the start; the first turn has 1"#),
        (field("to_move: X, moves_left: 0"), r#"[Field("moves_left")]: There cannot be 0 moves left; a turn has 3"#),
        (
            field("to_move: O, moves_left: 1, rules: (moves: 6)"),
            r#"[Field("rules"), Field("moves")]: A turn cannot have 6 moves; it has 1 to 5"#,
        ),
        (
            field("to_move: O, moves_left: 1, rules: (opening: 4)"),
            r#"[Field("rules"), Field("opening")]: The first turn cannot have 4 moves; it has 1 to 3"#,
        ),
        (
            field("to_move: O, moves_left: 1, triples: [(1, 2, 3), (4, 100, 6)]"),
            r#"[Field("triples"), Index(1), Index(1)]: 100 is too large for the duplicate tool; its numbers are 0 to 99"#,
        ),
        (
            r#"(board: ["....", "....", "....", "...."], to_move: O, moves_left: 1)"#.to_string(),
            r#"[Field("board")]: The board has 4 rows; a board has 5 to 11"#,
        ),
        (
            r#"(board: [". . . . X", ".....", "..Q..", ".....", "O...."], to_move: O, moves_left: 1)"#.to_string(),
            r#"[Field("board"), Index(2), Character(2)]: Q means nothing; a cell is one of . O X o x"#,
        ),
        (
            r#"(board: ["....X", ".....", "......", ".....", "O...."], to_move: O, moves_left: 1)"#.to_string(),
            r#"[Field("board"), Index(2)]: Rank 3 has 6 cells; on this board a rank has 5"#,
        ),
    ];
    for (state, expected) in cases {
        assert_eq!(first_flaw(&state), expected);
    }
}

#[test]
fn a_record_that_breaks_the_rules_is_refused_with_its_turn() {
    // After b2, then d4 c3 b2 killing there, then c3 killed.
    let rows = r#"["....X", "...X.", "..x..", ".o...", "O...."]"#;
    let game = |fields: &str| format!("(board: {rows}, {fields})");
    let right = game(r#"to_move: O, moves_left: 3, record: ["b2", "d4 c3 b2"]"#).replace("..x..", "..X..");
    assert!(VirusWar::check(&ron::from_str(&right).unwrap()).is_ok());
    let cases = [
        (r#"to_move: X, moves_left: 3, record: ["b2", "d4 c3 b2", "c3"]"#, "Turn 3 of the record: O has made 1 move, where a turn has 3"),
        (
            r#"to_move: O, moves_left: 2, record: ["b2", "d4 c3 b2", "c3"]"#,
            "Turn 3 of the record: O cannot move on c3, which is not accessible",
        ),
        (r#"to_move: O, moves_left: 3, record: ["b2", "d4 c3 b2"]"#, "Turn 2 of the record: X moves on c3, but the board then has x there"),
        (
            r#"to_move: O, moves_left: 2, record: ["b2", "d4 b2 c3", "c3"]"#,
            "Turn 2 of the record: X cannot move on b2, which is not accessible after d4",
        ),
        (
            r#"to_move: O, moves_left: 2, record: ["b2", "d4 z9", "c3"]"#,
            "Turn 2 of the record: X moves on z9, which is not a cell of this board",
        ),
        (r#"to_move: O, moves_left: 2, record: ["b2", "", "c3"]"#, "Turn 2 of the record: X has no moves"),
        (
            r#"to_move: O, moves_left: 2, record: ["b2", "pass", "c3"]"#,
            "Turn 1 of the record: O moves on b2, but the board then has o there",
        ),
        (r#"to_move: O, moves_left: 2, record: ["pass"]"#, "Turn 1 of the record: O cannot pass within a turn"),
        (r#"to_move: O, moves_left: 3, record: ["pass"]"#, "Turn 1 of the record: X cannot pass by the rules of this game"),
    ];
    for (fields, expected) in cases {
        let flaw = first_flaw(&game(fields));
        assert!(flaw.contains(expected), "{flaw}");
    }
}

#[test]
fn a_game_is_played_and_taken_back_move_by_move() {
    let mut state = State::start(5, Rules { moves: 3, opening: 1, passing: true });
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
    assert!(state.pass().is_err(), "a turn that was begun is made whole");
    assert_eq!(press(&mut state, "d4"), Reply::Done, "the move and all later ones are taken back");
    assert_eq!(state, opened);
    assert_eq!(state.pass(), Ok(()));
    assert_eq!(state.record, ["b2", "pass"]);
    assert!(VirusWar::check(&state).is_ok());
    assert_eq!(state.take_back(), Ok(()));
    assert_eq!(state, opened);
    assert_eq!(state.take_back(), Ok(()));
    assert_eq!(state, start);
    assert!(state.take_back().is_err(), "nothing is left");
}

#[test]
fn cells_are_set_by_hand() {
    let cell = "c3".parse().unwrap();
    let mut state = State::start(5, Rules::default());
    assert_eq!(state.play("b2".parse().unwrap()), Ok(()));
    let mut view = View { mode: Mode::Edit };
    let mut act = |state: &mut State, input| {
        assert_eq!(VirusWar::act(state, &mut view, Some(cell), input), Reply::Done);
        state.board.symbol(cell).unwrap()
    };
    for symbol in ['O', 'X', 'o', 'x', '.'] {
        assert_eq!(act(&mut state, Input::Press), symbol);
    }
    assert!(state.record.is_empty(), "no record leads to a board that was set by hand");
    for symbol in ['x', 'o'] {
        assert_eq!(act(&mut state, Input::SecondPress), symbol);
        assert_eq!(act(&mut state, Input::Character(symbol)), symbol);
    }
    assert_eq!(act(&mut state, Input::Delete), '.');
    assert_eq!(act(&mut state, Input::Sweep { from: "b2".parse().unwrap() }), 'O');
    assert_eq!(VirusWar::act(&mut state, &mut View::default(), Some(cell), Input::Character('#')), Reply::Ignored);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn dealt_games_are_saved_replayed_adopted_and_taken_back(seed in any::<u64>()) {
        let state = VirusWar::deal(seed);
        let text = ron::to_string(&state).unwrap();
        prop_assert_eq!(&ron::from_str::<State>(&text).unwrap(), &state);
        let turns = search("once", &VirusWar::check(&state).unwrap()).items;
        let mut adopted = VirusWar::adopt(&state, &turns[seed as usize % turns.len()]).unwrap();
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
fn searches_stop_when_they_are_told_to() {
    /// Stops at the first progress after so many turns.
    struct Impatient(usize);
    impl Observer<Turn> for Impatient {
        fn found(&mut self, _turn: Turn) -> ControlFlow<()> {
            self.0 = self.0.saturating_sub(1);
            ControlFlow::Continue(())
        }
        fn progress(&mut self, done: f32, _tally: &Tally) -> ControlFlow<()> {
            assert!((0.0..1.0).contains(&done), "it was stopped before its end");
            if self.0 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }
    let problem = problem(&cases()[2].rows, Player::X, 3);
    for technique in VirusWar::techniques() {
        assert!((technique.search)(&problem, &mut Impatient(100)).is_break(), "{}", technique.key);
    }
}

#[test]
fn every_cell_is_seen_and_spoken() {
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
        look: &Look::default(),
    })
    .targets
    .into_iter()
    .map(|target| target.label)
    .collect();
    for expected in ["j10, live X", "f4, O killed by X, linked", "a1, live O", "e3, live O, X can move here through a chain of 9"] {
        assert!(labels.iter().any(|label| label.starts_with(expected)), "{expected}: {labels:#?}");
    }
}
