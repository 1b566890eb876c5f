//! Virus War: two players spread over a board, three moves a turn. What is searched is the turns of a position.
//!
//! The article behind it, "Removing duplicates from sets of three integers" (2020), makes turns in every order and then
//! removes those that are permutations of others; here they are also made exactly once. The
//! rules are those of papg.com.

pub mod model;
pub mod search;
pub mod live;
pub mod play;
pub mod edit;
mod drawing;
mod board;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use self::{
    model::{
        cells::Cell,
        state::{Problem, State},
        turn::{Summary, Turn},
    },
    search::{techniques, triples},
};
use crate::{
    puzzle::{Extras, Flaw, Preset, Puzzle, Technique, presets},
    search::Observer,
};

/// The puzzle.
pub struct VirusWar;

impl Puzzle for VirusWar {
    const KEY: &'static str = "virus-war";
    const TITLE: &'static str = "Virus War";

    type State = State;
    type Problem = Problem;
    type Solution = Turn;
    type Summary = Summary;
    type Insight = live::insight::Insight;
    type Spot = Cell;

    const EXTRAS: Extras<Self> = Extras { rank: Some(Turn::rank), ..Extras::NONE };

    fn presets() -> &'static [Preset] {
        PRESETS
    }

    fn techniques() -> &'static [Technique<Self>] {
        &TECHNIQUES
    }

    fn check(state: &State) -> Result<Problem, Vec<Flaw<Cell>>> {
        state.check()
    }

    fn sum_up(summary: &mut Summary, turn: &Turn) {
        summary.add(turn);
    }

    fn analyze(problem: &Problem, observer: &mut dyn Observer<Self::Insight>) -> ControlFlow<()> {
        live::insight::analyze(problem, observer)
    }

    fn deal(seed: u64) -> State {
        play::deal::deal(seed)
    }
}

static PRESETS: &[Preset] = presets!["virus-war": "midgame", "game", "opening", "late", "endgame", "chain", "one-turn", "lost", "triples"];

const UNTRACED: &str = "no search of Virus War records a trace";

static TECHNIQUES: [Technique<VirusWar>; 13] = [
    Technique {
        key: "once",
        title: "each turn once",
        idea: "Cells are joined if a move on one opens the other. Turns are made by the shapes that three joined cells can have, so none is made twice.",
        source: "Quincunx",
        explored: "turns made",
        kept: "turns",
        search: techniques::once,
        trace: Err(UNTRACED),
        tasks: None,
        published: None,
    },
    Technique {
        key: "orders",
        title: "all orders, the first kept",
        idea: "Every sequence of moves is made. Only the one in which no move was passed over for a later one is its turn's first, and is kept.",
        source: "Quincunx",
        explored: "sequences made",
        kept: "turns",
        search: techniques::orders,
        trace: Err(UNTRACED),
        tasks: None,
        published: None,
    },
    dedup("orders-dedup-bitset", "orders, bitset", techniques::orders_dedup::<0>, &triples::TECHNIQUES[0]),
    dedup("orders-dedup-composite2-hash", "orders, composite 2 hashed", techniques::orders_dedup::<1>, &triples::TECHNIQUES[1]),
    dedup("orders-dedup-primes-hash", "orders, primes hashed", techniques::orders_dedup::<2>, &triples::TECHNIQUES[2]),
    dedup("orders-dedup-composite-hash", "orders, composite hashed", techniques::orders_dedup::<3>, &triples::TECHNIQUES[3]),
    dedup("orders-dedup-sort3-hash", "orders, sort 3 hashed", techniques::orders_dedup::<4>, &triples::TECHNIQUES[4]),
    dedup("orders-dedup-sort-hash", "orders, sort hashed", techniques::orders_dedup::<5>, &triples::TECHNIQUES[5]),
    dedup("orders-dedup-primes", "orders, primes", techniques::orders_dedup::<6>, &triples::TECHNIQUES[6]),
    dedup("orders-dedup-composite2", "orders, composite 2", techniques::orders_dedup::<7>, &triples::TECHNIQUES[7]),
    dedup("orders-dedup-composite", "orders, composite", techniques::orders_dedup::<8>, &triples::TECHNIQUES[8]),
    dedup("orders-dedup-sort3", "orders, sort 3", techniques::orders_dedup::<9>, &triples::TECHNIQUES[9]),
    dedup("orders-dedup-sort", "orders, sort", techniques::orders_dedup::<10>, &triples::TECHNIQUES[10]),
];

const fn dedup(
    key: &'static str,
    title: &'static str,
    search: fn(&Problem, &mut dyn Observer<Turn>) -> ControlFlow<()>,
    technique: &triples::Technique,
) -> Technique<VirusWar> {
    Technique {
        key,
        title,
        idea: technique.idea,
        source: technique.source,
        explored: "sequences made",
        kept: "turns",
        search,
        trace: Err(UNTRACED),
        tasks: None,
        published: None,
    }
}
