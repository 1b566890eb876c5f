//! Polyominoes: pieces of squares fill a flat board.
//!
//! All of it is what packing puzzles share; this folder has the examples.

use crate::{
    packing::{
        Family, Packing,
        model::{
            lattice::{Lattice, SQUARES},
            pieces::Set,
        },
        search::{dancing_links, first_cell, frontier_graph, listener::SolutionListener, row_list, trace},
    },
    puzzle::{Preset, Technique, presets},
};

/// Polyominoes as a puzzle.
pub type Polyominoes = Packing<Squares>;

/// Polyominoes that fill a board of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squares;

impl Family for Squares {
    const KEY: &'static str = "polyominoes";
    const TITLE: &'static str = "Polyominoes";
    const LATTICE: &'static Lattice = &SQUARES;
    const SETS: &'static [Set] = &[
        Set::Pentominoes,
        Set::OneSidedPentominoes,
        Set::Tetrominoes,
        Set::Kanoodle,
        Set::GeniusSquare,
        Set::Calendar,
        Set::WeekdayCalendar,
        Set::Custom,
    ];

    fn presets() -> &'static [Preset] {
        presets![
            "polyominoes":
            "pentominoes-6x10",
            "pentominoes-5x12",
            "pentominoes-4x15",
            "pentominoes-3x20",
            "pentominoes-8x8",
            "pentominoes-8x8-corners",
            "calendar",
            "weekday-calendar",
            "genius-square",
            "kanoodle",
        ]
    }

    fn techniques() -> &'static [Technique<Polyominoes>] {
        &TECHNIQUES
    }
}

static TECHNIQUES: [Technique<Polyominoes>; 4] = [
    Technique {
        key: "row-list",
        title: "row list",
        idea: "Each node has one flat list of all placements that are still possible, and branches on the cell or piece with the fewest \
               options. A choice copies the placements that don't overlap it, so nothing is linked and nothing has to be undone.",
        source: "this program",
        explored: "placements tried",
        kept: "nodes",
        search: &row_list::search,
        trace: Err("it handles many placements at once, as bits, so it has no single steps to show"),
        tasks: Some(&Polyominoes::ROW_LIST),
        published: None,
    },
    Technique {
        key: "frontier",
        title: "frontier graph",
        idea: "Cells are covered in order, along the short side of the board. Partial solutions that cover the same cells with the same \
               pieces are completed alike, so they are one node of a graph, and each path through it is a solution. From the end back, it \
               is marked which nodes can be completed, so no step of the list is a dead end. Where the graph would take more than \
               256 MiB, the row list is used.",
        source: "transfer matrices; D. E. Knuth, The Art of Computer Programming, section 7.1.4",
        explored: "steps of the graph",
        kept: "distinct nodes",
        search: &frontier_graph::search,
        trace: Err("its graph is built level by level, without a single position to show"),
        tasks: None,
        published: None,
    },
    Technique {
        key: "dancing-links",
        title: "dancing links",
        idea: "Each free cell, and each piece that is needed, is a linked list of the placements that settle it, and the one with the \
               fewest is decided next. What a choice rules out is unlinked, and linked again in reverse order when it is taken back. Of \
               solutions that are rotations or reflections of one another, only the smallest is kept.",
        source: "D. E. Knuth, Dancing links, 2000",
        explored: "placements tried",
        kept: "nodes",
        search: &|prepared, observer| dancing_links::search(prepared, &mut SolutionListener::of(&prepared.problem, observer)),
        trace: Ok(&|prepared, range, observer| trace::record(prepared, range, observer, dancing_links::search)),
        tasks: None,
        published: None,
    },
    Technique {
        key: "first-cell",
        title: "first cell",
        idea: "Some piece must cover the first free cell: try each one that fits there, then do the same with the remaining pieces. Of \
               solutions that are rotations or reflections of one another, only the smallest is kept.",
        source: "S. W. Golomb and L. D. Baumert, Backtrack Programming, 1965",
        explored: "placements tried",
        kept: "placements that fit",
        search: &|prepared, observer| first_cell::search(prepared, &mut SolutionListener::of(&prepared.problem, observer)),
        trace: Ok(&|prepared, range, observer| trace::record(prepared, range, observer, first_cell::search)),
        tasks: None,
        published: None,
    },
];
