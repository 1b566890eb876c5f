//! The Soma cube: seven polycubes fill a figure, at first the cube of 3 x 3 x 3.
//!
//! Here are its techniques, presets and checks; what can be seen and done is listed in `board`. Each room uses only those before it.

pub mod model;
pub mod search;
pub mod live;
pub mod play;
pub mod edit;
pub mod drawing;
mod board;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use crate::{
    puzzle::{Extras, Flaw, Preset, Puzzle, Technique},
    search::Observer,
};
use live::{analysis, hints, insight::Insight};
use model::{
    presets, problem,
    solution::{Solution, Summary},
    spot::Spot,
    state::State,
};
use play::deal;
use search::{article, breadth_first, first_cell, listener::Solutions, opening::Arguments, prepared::Prepared, row_list, tasks, trace};

/// The puzzle of the Soma cube.
#[derive(Clone, Copy, Debug)]
pub struct Soma;

impl Puzzle for Soma {
    const KEY: &'static str = "soma";
    const TITLE: &'static str = "Soma";

    type State = State;
    type Problem = Prepared;
    type Solution = Solution;
    type Summary = Summary;
    type Insight = Insight;
    type Spot = Spot;

    const EXTRAS: Extras<Self> = Extras { hints: Some(hints::hints), ..Extras::NONE };

    fn presets() -> &'static [Preset] {
        presets::PRESETS
    }

    fn techniques() -> &'static [Technique<Self>] {
        &TECHNIQUES
    }

    fn check(state: &State) -> Result<Prepared, Vec<Flaw<Spot>>> {
        problem::check(state).map(Prepared::from)
    }

    fn sum_up(summary: &mut Summary, solution: &Solution) {
        summary.add(solution);
    }

    fn analyze(prepared: &Prepared, observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
        analysis::analyze(prepared, observer)
    }

    fn deal(seed: u64) -> State {
        deal::deal(seed)
    }
}

static TECHNIQUES: [Technique<Soma>; 6] = [
    Technique {
        key: "corners",
        title: "corners and row list",
        idea: "The pieces can cover just one corner of the cube more than it has, and a checkerboard must come out even: that rules out most placements. \
               What is left is searched as a row list; so are figures of which these arguments say nothing.",
        source: "Corners: J. H. Conway and M. J. T. Guy, 1961; row list: this program",
        explored: "placements tried",
        kept: "nodes",
        search: |prepared, observer| row_list::search_after(prepared, Arguments::Corners, observer),
        trace: Err(trace::ON_BITS),
        tasks: Some(&tasks::CORNERS),
        published: None,
    },
    Technique {
        key: "row-list",
        title: "row list",
        idea: "Each node holds one flat list of all placements that are still possible and decides what has the fewest options, a cell or a piece. \
               A choice copies the placements that do not touch it, so nothing is linked and nothing undone; with few pieces \
               the list is a word of bits for each piece.",
        source: "this program",
        explored: "placements tried",
        kept: "nodes",
        search: row_list::search,
        trace: Err(trace::ON_BITS),
        tasks: Some(&tasks::ROW_LIST),
        published: None,
    },
    Technique {
        key: "sorted",
        title: "fewest forms first",
        idea: "Piece by piece, every partial solution is joined with every form of the next piece; pieces with the fewest forms go first. \
               In the plain cube L is held to four forms, elsewhere all forms are tried and of solutions that are images of one another the smallest is kept.",
        source: "A Better Sort of Input, 12 November 2012",
        explored: "forms tried",
        kept: "partial solutions",
        search: |prepared, observer| breadth_first::search_sorted(prepared, &mut Solutions::of(&prepared.problem, observer)),
        trace: Ok(|prepared, range, observer| trace::watch(prepared, range, observer, breadth_first::search_sorted)),
        tasks: None,
        published: Some(|prepared| article::of_cube(&prepared.problem, article::SORTED)),
    },
    Technique {
        key: "first-cell",
        title: "first cell",
        idea: "Some piece must cover the lowest free cell: try each that fits there, and go on with what is left. \
               Of solutions that are images of one another the smallest is kept.",
        source: "S. W. Golomb and L. D. Baumert, Backtrack Programming, 1965",
        explored: "placements tried",
        kept: "placements that fit",
        search: |prepared, observer| first_cell::search(prepared, &mut Solutions::of(&prepared.problem, observer)),
        trace: Ok(|prepared, range, observer| trace::watch(prepared, range, observer, first_cell::search)),
        tasks: None,
        published: None,
    },
    Technique {
        key: "unsorted",
        title: "pieces as listed",
        idea: "Forms are 27-bit numbers, so that one operation tells whether they overlap; the pieces go in in the order P B A V T Z L. \
               In the plain cube L is held to four forms; in larger figures a form has as many bits as the figure has cells.",
        source: "When Simpler Isn't Better, 7 November 2012",
        explored: "forms tried",
        kept: "partial solutions",
        search: |prepared, observer| breadth_first::search_unsorted(prepared, &mut Solutions::of(&prepared.problem, observer)),
        trace: Ok(|prepared, range, observer| trace::watch(prepared, range, observer, breadth_first::search_unsorted)),
        tasks: None,
        published: Some(|prepared| article::of_cube(&prepared.problem, article::UNSORTED)),
    },
    Technique {
        key: "strings",
        title: "forms as characters",
        idea: "Forms are texts with a character for each cell: every partial solution is written over every form of the next piece, and \
               dropped where two pieces meet. The work is the same as with numbers, but each step takes longer.",
        source: "When Simpler Isn't Better, 7 November 2012",
        explored: "forms tried",
        kept: "partial solutions",
        search: |prepared, observer| breadth_first::search_strings(prepared, &mut Solutions::of(&prepared.problem, observer)),
        trace: Ok(|prepared, range, observer| trace::watch(prepared, range, observer, breadth_first::search_strings)),
        tasks: None,
        published: Some(|prepared| article::of_cube(&prepared.problem, article::STRINGS)),
    },
];
