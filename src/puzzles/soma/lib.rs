//! The Soma cube: seven polycubes that fill a figure, by default the 3 x 3 x 3 cube.
//!
//! Most of it is what all packing puzzles share. This folder has the techniques of the articles, and the examples.

mod presets;
mod reading;
pub mod search;

use base::{
    erased::{Kind, erase},
    puzzle::{BurrTools, Preset, Technique},
};
use packing::{
    Family, Packing,
    model::{
        lattice::{CUBES, Lattice},
        pieces::Set,
    },
    search::{listener::SolutionListener, row_list, search_plan::Arguments, techniques::NO_TRACE_OF_BITS, trace},
};
use search::{article, breadth_first};

/// The Soma cube as a puzzle.
pub type Soma = Packing<Cubes>;

/// The puzzle without its types. It is compiled here, once, for everything that uses it.
pub fn kind() -> Kind {
    erase::<Soma>()
}

/// Polycubes that fill a figure of cubes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cubes;

impl Family for Cubes {
    const KEY: &'static str = "soma";
    const TITLE: &'static str = "Soma";

    const LATTICE: &'static Lattice = &CUBES;
    const SETS: &'static [Set] = &[Set::Soma, Set::Pentominoes, Set::Bedlam, Set::Custom];

    const ONLY_COMPARED: &'static [&'static str] = &["sorted", "unsorted", "strings"];
    const BURR_TOOLS: Option<BurrTools<Soma>> = Some(BurrTools { read: &reading::read, write: &|document| reading::write(&document) });

    fn presets() -> &'static [Preset] {
        presets::PRESETS
    }

    fn techniques() -> &'static [Technique<Soma>] {
        &TECHNIQUES
    }
}

static TECHNIQUES: [Technique<Soma>; 6] = [
    Technique {
        key: "corners",
        title: "corners and row list",
        idea: "In total the pieces can cover only one corner more than the cube has, and the colours of a checkerboard must balance: \
               that rules out most placements. The others are searched with the row list, as are figures to which these arguments don't \
               apply.",
        source: "Corners: J. H. Conway and M. J. T. Guy, 1961; row list: this program",
        explored: "placements tried",
        kept: "nodes",
        search: &|prepared, observer| row_list::search_after(prepared, Arguments::Corners, observer),
        trace: Err(NO_TRACE_OF_BITS),
        tasks: Some(&Soma::CORNERS_TASKS),
        published: None,
    },
    Soma::ROW_LIST,
    Technique {
        key: "sorted",
        title: "fewest orientations first",
        idea: "Piece by piece, every partial solution is combined with every orientation of the next piece in every position; the pieces \
               with the fewest go first. In the empty cube, piece L is restricted to four placements; elsewhere all are tried. Of \
               solutions that are rotations or reflections of one another, only the smallest is kept.",
        source: "A Better Sort of Input, 12 November 2012",
        explored: "placements tried",
        kept: "partial solutions",
        search: &|prepared, observer| breadth_first::search_sorted(prepared, &mut SolutionListener::of(&prepared.problem, observer)),
        trace: Ok(&|prepared, range, observer| trace::record(prepared, range, observer, breadth_first::search_sorted)),
        tasks: None,
        published: Some(&|prepared| article::of_cube(&prepared.problem, article::SORTED)),
    },
    Soma::FIRST_CELL,
    Technique {
        key: "unsorted",
        title: "pieces as listed",
        idea: "Placements are 27-bit numbers, so one operation shows whether two overlap; the pieces are placed in the order P B A V T Z \
               L. In the empty cube L is restricted to four placements. In other figures a placement has one bit per cell.",
        source: "When Simpler Isn't Better, 7 November 2012",
        explored: "placements tried",
        kept: "partial solutions",
        search: &|prepared, observer| breadth_first::search_unsorted(prepared, &mut SolutionListener::of(&prepared.problem, observer)),
        trace: Ok(&|prepared, range, observer| trace::record(prepared, range, observer, breadth_first::search_unsorted)),
        tasks: None,
        published: Some(&|prepared| article::of_cube(&prepared.problem, article::UNSORTED)),
    },
    Technique {
        key: "strings",
        title: "orientations as text",
        idea: "Placements are texts with one character per cell: every partial solution is written over every placement of the next \
               piece, and dropped where two pieces overlap. The steps are the same as with numbers, but each takes longer.",
        source: "When Simpler Isn't Better, 7 November 2012",
        explored: "placements tried",
        kept: "partial solutions",
        search: &|prepared, observer| breadth_first::search_strings(prepared, &mut SolutionListener::of(&prepared.problem, observer)),
        trace: Ok(&|prepared, range, observer| trace::record(prepared, range, observer, breadth_first::search_strings)),
        tasks: None,
        published: Some(&|prepared| article::of_cube(&prepared.problem, article::STRINGS)),
    },
];
