//! Turns, as all techniques find and count them.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
};

use proptest::prelude::*;
use sha2::{Digest, Sha256};

use super::{
    cases,
    judge::{self, Grid},
    problem, search,
};
use crate::{
    VirusWar,
    model::{
        position::{Corner, Player, Position, Site},
        state::{Problem, Rows, Rules, State},
        turn::{Summary, Turn},
    },
};
use base::{
    puzzle::Puzzle,
    search::{Found, Observer, Tally},
};

fn summary(turns: &[Turn]) -> Summary {
    let mut summary = Summary::default();
    turns.iter().for_each(|turn| VirusWar::add_to_summary(&mut summary, turn));
    summary
}

/// The names of the turn's cells, sorted as text like in the cases.
fn sorted_names(turn: &Turn) -> Vec<String> {
    let mut names: Vec<String> = turn.cells().iter().map(ToString::to_string).collect();
    names.sort();
    names
}

#[test]
fn known_positions_have_the_known_turns() {
    for case in cases() {
        let problem = problem(&case.rows, case.to_move, 3);
        let turns = search("once", &problem).items;
        let mut lines: Vec<String> = turns.iter().map(|turn| sorted_names(turn).join(" ")).collect();
        lines.sort();
        let digest: String = Sha256::digest(lines.join("\n")).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digest, case.turns_sha256, "{}", case.id);
        assert!(case.turns.is_none_or(|turns| turns == lines), "{}", case.id);
        let expected = Summary { sequences: case.sequences, by_shape: case.by_shape, by_kills: case.by_kills };
        assert_eq!(summary(&turns), expected, "{}", case.id);
        assert_eq!(turns.len() as u64, case.distinct_turns);
    }
}

#[test]
fn the_analysis_of_known_positions_is_right() {
    for case in cases() {
        let mut found = Found::default();
        assert!(VirusWar::analyze(&problem(&case.rows, case.to_move, 3), &mut found).is_continue());
        let [insight] = &found.items[..] else { panic!("{}: the analysis reports once", case.id) };
        let accessible: BTreeSet<String> = insight.accessible.iter().map(|access| access.cell.to_string()).collect();
        assert_eq!(accessible, BTreeSet::from_iter(case.accessible), "{}", case.id);
        assert!(insight.accessible.iter().all(|access| !access.by.is_empty()));
        assert_eq!((insight.reachable_cells, insight.loses), (case.reachable_cells, case.side_to_move_loses), "{}", case.id);
        let counts = insight.counts.clone().unwrap();
        assert_eq!((counts.sequences, counts.distinct), (case.sequences, case.distinct_turns), "{}", case.id);
        assert_eq!((counts.by_shape, counts.by_kills), (case.by_shape, case.by_kills), "{}", case.id);
    }
}

#[test]
fn all_techniques_find_the_same_turns() {
    for case in cases().iter().filter(|case| case.sequences < 2_000) {
        let problem = problem(&case.rows, case.to_move, 3);
        let sorted = |technique: &str| {
            let mut found = search(technique, &problem);
            found.items.sort_by(|a, b| a.rank().total_cmp(&b.rank()));
            found
        };
        let expected = sorted("once").items;
        for technique in &VirusWar::techniques()[1..] {
            let found = sorted(technique.key);
            assert_eq!(found.items, expected, "{}: {}", case.id, technique.key);
            assert_eq!(found.tally.explored, case.sequences, "{}: {}", case.id, technique.key);
        }
    }
}

#[test]
fn the_first_turn_has_three_choices() {
    for side in [5, 8, 10, 11] {
        let problem = VirusWar::check(&State::start(side, Rules::default())).unwrap();
        let turns: BTreeSet<String> = search("once", &problem).items.iter().map(ToString::to_string).collect();
        assert_eq!(turns, BTreeSet::from(["a2", "b1", "b2"].map(String::from)));
    }
}

/// Boards with many killed viruses, so that chains matter.
pub fn boards() -> impl Strategy<Value = Rows> {
    let site = prop_oneof![3 => Just('.'), 1 => Just('O'), 1 => Just('X'), 2 => Just('o'), 2 => Just('x')];
    let full = prop_oneof![1 => Just('.'), 1 => Just('O'), 1 => Just('X'), 4 => Just('o'), 4 => Just('x')];
    let board = |side: usize, site: BoxedStrategy<char>| prop::collection::vec(prop::collection::vec(site, side), side);
    let (site, full) = (site.boxed(), full.boxed());
    prop_oneof![board(5, site.clone()), board(5, full.clone()), board(6, full), board(6, site)].prop_map(Rows)
}

fn check_against_judge(board: &Rows, mover: Player, moves: u8) {
    check_grid_against_judge(&Grid::new(board), board.position(), mover, moves, None);
}

/// Checks all techniques and counts in this position of a game by these rules.
pub fn check_grid_against_judge(grid: &Grid, position: Position, mover: Player, moves: u8, empty_start: Option<Corner>) {
    let problem = Problem::new(position, mover, moves, Rules { moves, empty_start, ..Rules::default() });
    let expected = grid.turns(mover, usize::from(moves));
    let accessible = grid.accessible(mover).into_iter().map(judge::name).collect::<BTreeSet<_>>();
    assert_eq!(problem.position.accessible(mover).into_iter().map(|cell| cell.to_string()).collect::<BTreeSet<_>>(), accessible);
    for technique in ["once", "orders", "orders-dedup-bitset"] {
        let turns = search(technique, &problem).items;
        let by_names: BTreeMap<Vec<String>, &Turn> = turns.iter().map(|turn| (sorted_names(turn), turn)).collect();
        assert_eq!(by_names.len(), turns.len(), "{technique} makes no duplicate");
        assert!(by_names.keys().eq(expected.keys()), "{technique}");
        for (turn, found) in by_names.values().zip(expected.values()) {
            assert_eq!((usize::from(turn.orders), usize::from(turn.kills)), (found.orders, found.kills), "{technique}: {turn}");
            assert!(turn.shape().is_none_or(|shape| (shape as usize).min(2) == 3 - found.at_once), "{technique}: {turn}");
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
    assert_eq!(insight.reachable_cells < u32::from(problem.moves), expected.is_empty(), "a turn exists if and only if enough is reachable");
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
fn turns_of_four_and_five_moves_agree_with_the_judge() {
    let board = |rows: &str| Rows::from(rows.split('/').map(String::from).collect::<Vec<_>>());
    for (rows, moves) in [("OxO.X/xx.Xo/.Xooo/Ox.oo/xxXX.", 4), ("Oxxxx/.xx.X/x.x.x/oo.oX/OooX.", 5), ("Xoo../xo.xo/..oxo/xx.oo/OxxO.", 5)]
    {
        for mover in [Player::O, Player::X] {
            check_against_judge(&board(rows), mover, moves);
        }
    }
}

#[test]
fn a_turn_has_the_same_effect_as_its_moves() {
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
fn symbols_are_read_as_they_are_written() {
    for site in Site::ALL {
        assert_eq!(Site::from_symbol(site.symbol()), Some(site));
    }
    assert_eq!(Site::from_symbol('#'), None);
}

#[test]
fn techniques_report_their_memory() {
    let problem = problem(&cases()[0].rows, Player::X, 3);
    let memory = |technique: &str| search(technique, &problem).tally.memory;
    let graph = memory("once");
    assert_eq!(memory("orders"), graph, "it stores nothing else");
    // One bit for each set of three of 121 numbers.
    assert_eq!(memory("orders-dedup-bitset") - graph, (121 * 122 * 123 / 6_u64).div_ceil(64) * 8);
    // There are 56 turns: a list of three bytes each that has grown to 64 turns; a table of 64 places of a key and one byte each.
    assert_eq!(memory("orders-dedup-composite") - graph, 64 * 3);
    assert_eq!(memory("orders-dedup-composite-hash") - graph, 64 * 5);
}

#[test]
fn searches_stop_when_the_observer_says_so() {
    /// Stops at the first progress after this many turns.
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
