//! Virus War: two players spread over a board, three moves a turn. A search finds the turns of a position.
//!
//! The article "Removing duplicates from sets of three integers" (2020) makes every turn in every order and then removes the
//! permutations. Here it is also done without duplicates: each turn comes up exactly once. The rules are from papg.com.

mod words;
pub mod model;
pub mod search;
pub mod live;
pub mod play;
pub mod edit;
pub mod drawing;
mod board;
#[cfg(test)]
mod tests;

pub use words::{goals, prospects, report::percent};

use std::ops::ControlFlow;

use self::{
    model::{
        cells::Cell,
        state::{Problem, State},
        turn::{Summary, Turn},
    },
    search::{techniques, triples},
    words::techniques::*,
};
use base::{
    erased::{Kind, erase},
    puzzle::{Extras, Flaw, Preset, Puzzle, Technique, Types, presets},
    search::Observer,
    text::Noun,
};

/// The puzzle.
pub struct VirusWar;

/// The puzzle without its types. It is compiled here, once, for everything that uses it.
pub fn kind() -> Kind {
    erase::<VirusWar>()
}

impl Types for VirusWar {
    type State = State;
    type Problem = Problem;
    type Solution = Turn;
    type Summary = Summary;
    type Insight = live::insight::Insight;
    type Spot = Cell;
    type View = edit::view::View;
}

impl Puzzle for VirusWar {
    const KEY: &'static str = "virus-war";
    const TITLE: &'static str = "Virus War";

    const EXTRAS: Extras<Self> = Extras {
        noun: &|_| Noun("turn"),
        only_compared: &[
            "orders-dedup-bitset",
            "orders-dedup-composite2-hash",
            "orders-dedup-primes-hash",
            "orders-dedup-composite-hash",
            "orders-dedup-sort3-hash",
            "orders-dedup-sort-hash",
            "orders-dedup-primes",
            "orders-dedup-composite2",
            "orders-dedup-composite",
            "orders-dedup-sort3",
            "orders-dedup-sort",
        ],
        rank: Some(&Turn::rank),
        hints: Some(&live::hints::hints),
        challenges: Some(play::challenge::CHALLENGES),
        mistakes: Some(play::mistakes::MISTAKES),
        ..Extras::NONE
    };

    fn presets() -> &'static [Preset] {
        PRESETS
    }

    fn techniques() -> &'static [Technique<Self>] {
        &TECHNIQUES
    }

    fn check(state: &State) -> Result<Problem, Vec<Flaw<Cell>>> {
        state.check()
    }

    fn add_to_summary(summary: &mut Summary, turn: &Turn) {
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

static TECHNIQUES: [Technique<VirusWar>; 13] = [
    Technique {
        key: "once",
        title: "each turn once",
        idea: "Two cells are joined if a move on one makes the other accessible. Turns are built by shape: which of their three cells \
               are accessible before the turn, and which are joined. So none comes up twice.",
        source: SOURCE,
        explored: "turns tried",
        kept: TURNS_KEPT,
        search: &techniques::once,
        trace: Err(UNTRACED),
        tasks: None,
        published: None,
    },
    Technique {
        key: "orders",
        title: "all orders, first kept",
        idea: "Tries every sequence of moves. Of the sequences that make the same turn, it keeps the first: the one that always plays \
               the first of the turn's remaining cells that is accessible.",
        source: SOURCE,
        explored: SEQUENCES_TRIED,
        kept: TURNS_KEPT,
        search: &techniques::orders,
        trace: Err(UNTRACED),
        tasks: None,
        published: None,
    },
    dedup::<0>("orders-dedup-bitset", "orders, bitset"),
    dedup::<1>("orders-dedup-composite2-hash", "orders, composite 2 hashed"),
    dedup::<2>("orders-dedup-primes-hash", "orders, primes hashed"),
    dedup::<3>("orders-dedup-composite-hash", "orders, composite hashed"),
    dedup::<4>("orders-dedup-sort3-hash", "orders, sort 3 hashed"),
    dedup::<5>("orders-dedup-sort-hash", "orders, sort hashed"),
    dedup::<6>("orders-dedup-primes", "orders, primes"),
    dedup::<7>("orders-dedup-composite2", "orders, composite 2"),
    dedup::<8>("orders-dedup-composite", "orders, composite"),
    dedup::<9>("orders-dedup-sort3", "orders, sort 3"),
    dedup::<10>("orders-dedup-sort", "orders, sort"),
];

/// All orders, with duplicates removed by the technique for triples at this index.
const fn dedup<const TECHNIQUE: usize>(key: &'static str, title: &'static str) -> Technique<VirusWar> {
    let technique = &triples::TECHNIQUES[TECHNIQUE];
    Technique {
        key,
        title,
        idea: technique.idea,
        source: technique.source,
        explored: SEQUENCES_TRIED,
        kept: TURNS_KEPT,
        search: &techniques::orders_dedup::<TECHNIQUE>,
        trace: Err(UNTRACED),
        tasks: None,
        published: None,
    }
}
