//! Polyhexes: pieces of hexagons fill a board, by default those of the Meteor contest.
//!
//! Most of it is what all packing puzzles share. This folder has the examples, the techniques of the article about the contest with the
//! model that they work on, and the contest's output.

pub mod model;
pub mod search;
mod play;
#[cfg(test)]
mod tests;

use base::{
    erased::{Kind, erase},
    puzzle::{Preset, Technique, presets},
};
use packing::{
    ContestOutput, Family, Packing,
    model::{
        lattice::{HEXAGONS, Lattice},
        pieces::Set,
        state::State,
    },
};
use play::{contest, deal};
use search::{
    article,
    contest_board::{Elsewhere, search},
    techniques, trace,
};

/// The puzzle of the Meteor contest.
pub type Meteor = Packing<Hexagons>;

/// The puzzle without its types. It is compiled here, once, for everything that uses it.
pub fn kind() -> Kind {
    erase::<Meteor>()
}

/// Polyhexes that fill a board of hexagons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hexagons;

impl Family for Hexagons {
    const KEY: &'static str = "meteor";
    const TITLE: &'static str = "Meteor";
    const LATTICE: &'static Lattice = &HEXAGONS;
    const SETS: &'static [Set] = &[Set::Contest, Set::Trihexes, Set::Tetrahexes, Set::Pentahexes, Set::Custom];
    const ONLY_COMPARED: &'static [&'static str] = &["regions", "half-turn-piece", "half-turn-set", "edge-islands", "plain"];
    const CONTEST_OUTPUT: Option<ContestOutput> = Some(&contest::output);

    fn presets() -> &'static [Preset] {
        presets!["meteor": "contest", "one-pin", "two-pins", "unique", "blocked-corners", "eight-pieces", "dead-end"]
    }

    fn techniques() -> &'static [Technique<Meteor>] {
        &TECHNIQUES
    }

    fn deal(seed: u64) -> State {
        deal::deal(State::of_set(&HEXAGONS, Set::Contest), seed)
    }
}

const ARTICLE: &str = "the article \"Meteor Contest Part 3 - reducing combinations\" (2012)";

/// All techniques, fastest first.
static TECHNIQUES: [Technique<Meteor>; 8] = [
    Technique {
        key: "frontier",
        title: "frontier graph",
        idea: "Ignores which piece is where, so that many partial solutions share one board, and builds the graph of those boards \
               once. Then, from the full board back, it works out which sets of pieces complete each board, and walks to the \
               solutions without a single dead end. The search trace shows that walk. With other pieces or on a larger board, the \
               row list searches, and first cell is traced.",
        source: "counting by frontiers, or transfer matrices; here with sets of pieces as bits",
        explored: "moves",
        kept: "distinct boards",
        search: &|prepared, observer| search(techniques::frontier, Elsewhere::RowList, prepared, observer),
        trace: Ok(trace::FRONTIER),
        tasks: None,
        published: None,
    },
    Technique {
        key: "position",
        title: "half turn by position",
        idea: "Prunes by regions, and finds only one of each pair of solutions that are half turns of each other: the one with \
               piece 5 in the lower half of the board. With other pieces or on a larger board, it is first cell.",
        source: "the cell numbers of a placement and of its half turn add up to 245, which is odd, so exactly one of the two has a sum of \
             at least 123",
        explored: "nodes",
        kept: "nodes with options",
        search: &|prepared, observer| search(techniques::position, Elsewhere::FirstCell, prepared, observer),
        trace: Ok(trace::POSITION),
        tasks: None,
        published: None,
    },
    Technique {
        key: "regions",
        title: "free regions",
        idea: "Backtracks as soon as the size of a free region isn't a multiple of five. With other pieces or on a larger board, it \
               is first cell.",
        source: "the region test that programs for the Meteor contest share",
        explored: "nodes",
        kept: "nodes with options",
        search: &|prepared, observer| search(techniques::regions, Elsewhere::FirstCell, prepared, observer),
        trace: Ok(trace::REGIONS),
        tasks: None,
        published: None,
    },
    Technique {
        key: "half-turn-piece",
        title: "half turn by one piece",
        idea: "Drops placements that cut off a gap at an edge, and tries piece 5 in only half of its orientations: the solutions \
               with the other half are half turns of those found. With other pieces or on a larger board, it is first cell.",
        source: ARTICLE,
        explored: "nodes",
        kept: "nodes with options",
        search: &|prepared, observer| search(techniques::half_turn_piece, Elsewhere::FirstCell, prepared, observer),
        trace: Ok(trace::HALF_TURN_PIECE),
        tasks: None,
        published: Some(&|prepared| article::only_for_contest(prepared, article::HALF_TURN_PIECE)),
    },
    Meteor::ROW_LIST,
    Technique {
        key: "half-turn-set",
        title: "half turn by a set",
        idea: "Drops placements that cut off a gap at an edge, adds the half turn of every solution, and stops at the 2,098 \
               solutions that the empty board is known to have. For other positions the number isn't known in advance, so it \
               searches to the end, like edge islands; with other pieces or on a larger board, it is first cell.",
        source: ARTICLE,
        explored: "nodes",
        kept: "nodes with options",
        search: &|prepared, observer| search(techniques::half_turn_set, Elsewhere::FirstCell, prepared, observer),
        trace: Ok(trace::HALF_TURN_SET),
        tasks: None,
        published: Some(&|prepared| article::only_for_contest(prepared, article::HALF_TURN_SET)),
    },
    Technique {
        key: "edge-islands",
        title: "edge islands",
        idea: "Drops placements that cut off a gap at an edge or a corner of the empty board, then searches like plain. With other \
               pieces or on a larger board, it is first cell.",
        source: ARTICLE,
        explored: "nodes",
        kept: "nodes with options",
        search: &|prepared, observer| search(techniques::edge_islands, Elsewhere::FirstCell, prepared, observer),
        trace: Ok(trace::EDGE_ISLANDS),
        tasks: None,
        published: Some(&|prepared| article::only_for_contest(prepared, article::EDGE_ISLANDS)),
    },
    Technique {
        key: "plain",
        title: "plain",
        idea: "Takes the first free cell and tries every placement of every remaining piece that has this cell as its first. With \
               other pieces or on a larger board, it is first cell.",
        source: ARTICLE,
        explored: "nodes",
        kept: "nodes with options",
        search: &|prepared, observer| search(techniques::plain, Elsewhere::FirstCell, prepared, observer),
        trace: Ok(trace::PLAIN),
        tasks: None,
        published: Some(&|prepared| article::only_for_contest(prepared, article::PLAIN)),
    },
];
