//! The numbers of turns of ten positions, one and two turns ahead: listed once each and counted without listing, and on the positions with
//! few turns also by making every order of moves.

use std::{collections::HashSet, ops::ControlFlow::Continue};

use quincunx::{
    puzzle::Puzzle,
    puzzles::{
        self,
        virus_war::{
            VirusWar,
            model::{
                cells::{Cell, CellSet},
                position::{Player, Position},
                state::{Problem, Rules},
            },
            search::{counts, graph::TurnGraph, once, orders},
        },
    },
    text::grouped,
};

/// The presets among the positions.
const PRESETS: [&str; 6] = ["opening", "chain", "midgame", "late", "endgame", "one-turn"];
/// The sides of the boards of which the position after O's first move b2 is one of the positions.
const SIDES: [u8; 4] = [5, 6, 8, 10];
/// Every order is made if two turns have at most this many sequences.
const MOST_SEQUENCES: u64 = 30_000_000;

/// What two turns come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Totals {
    turns: u64,
    pairs: u64,
    sequences: u64,
    pair_sequences: u64,
}

/// Prints a row for each position.
pub fn print() {
    println!("| position | turns | sequences | two turns | their sequences | every order made |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for (name, problem) in positions() {
        let totals = by_listing(&problem);
        assert_eq!(totals, by_counting(&problem), "{name}: listed and counted");
        let made = if totals.pair_sequences <= MOST_SEQUENCES {
            assert_eq!(totals, by_orders(&problem), "{name}: listed and made in every order");
            "the same"
        } else {
            ""
        };
        let [turns, sequences, pairs, pair_sequences] = [totals.turns, totals.sequences, totals.pairs, totals.pair_sequences].map(grouped);
        println!("| {name} | {turns} | {sequences} | {pairs} | {pair_sequences} | {made} |");
    }
}

fn positions() -> Vec<(String, Problem)> {
    let after_b2 = |side: u8| {
        let position = Position::start(side).after(Player::O, "b2".parse::<Cell>().expect("a cell").into());
        let problem = Problem::new(position, Player::X, 3, Rules::default());
        (format!("{side} x {side} after b2"), problem)
    };
    let preset = |key: &str| {
        let preset = VirusWar::presets().iter().find(|preset| preset.key == key).expect("the preset is there");
        let document = puzzles::read::<VirusWar>(preset.ron).unwrap_or_else(|_| panic!("{key} can be read"));
        (key.to_owned(), document.state.problem())
    };
    SIDES.into_iter().map(after_b2).chain(PRESETS.into_iter().map(preset)).collect()
}

/// Each turn once, and each reply to it.
fn by_listing(problem: &Problem) -> Totals {
    let mut totals = Totals::default();
    let list = |problem: &Problem, visit: &mut dyn FnMut(CellSet, u64)| {
        let graph = TurnGraph::new(&problem.position, problem.mover, problem.moves);
        let listed = once::each_turn(&graph, problem.moves, &mut |turn| {
            visit(turn.set(), u64::from(turn.orders));
            Continue(())
        });
        assert!(listed.is_continue(), "nothing stops it");
    };
    list(problem, &mut |cells, orders| {
        totals.turns += 1;
        totals.sequences += orders;
        list(&problem.after_cells(cells), &mut |_, more| {
            totals.pairs += 1;
            totals.pair_sequences += orders * more;
        });
    });
    totals
}

/// The replies to each turn counted instead.
fn by_counting(problem: &Problem) -> Totals {
    let count = |problem: &Problem| {
        let graph = TurnGraph::new(&problem.position, problem.mover, problem.moves);
        match counts::count(&graph, problem.moves, &mut || Continue(())) {
            Continue(counts) => counts,
            _ => unreachable!("nothing stops it"),
        }
    };
    let first = count(problem);
    let mut totals = Totals { turns: first.distinct, sequences: first.sequences, ..Totals::default() };
    let graph = TurnGraph::new(&problem.position, problem.mover, problem.moves);
    let listed = once::each_turn(&graph, problem.moves, &mut |turn| {
        let replies = count(&problem.after(&turn));
        totals.pairs += replies.distinct;
        totals.pair_sequences += replies.sequences * u64::from(turn.orders);
        Continue(())
    });
    assert!(listed.is_continue(), "nothing stops it");
    totals
}

/// Every sequence of moves made one by one. Turns are the different boards after them.
fn by_orders(problem: &Problem) -> Totals {
    let made = |problem: &Problem, boards: &mut HashSet<Position>| {
        let mut sequences = 0;
        let ended = orders::each_sequence(&problem.position, problem.mover, problem.moves, &mut |sequence| {
            sequences += 1;
            boards.insert(problem.position.after(problem.mover, sequence.set()));
            Continue(())
        });
        assert!(ended.is_continue(), "nothing stops it");
        sequences
    };
    let mut boards = HashSet::new();
    let mut totals = Totals { sequences: made(problem, &mut boards), turns: boards.len() as u64, ..Totals::default() };
    let ended = orders::each_sequence(&problem.position, problem.mover, problem.moves, &mut |sequence| {
        let after = problem.after_cells(sequence.set());
        let mut replies = HashSet::new();
        totals.pair_sequences += made(&after, &mut replies);
        if sequence.is_first_order() {
            totals.pairs += replies.len() as u64;
        }
        Continue(())
    });
    assert!(ended.is_continue(), "nothing stops it");
    totals
}
