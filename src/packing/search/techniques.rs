//! The techniques that serve every family, to be listed in its order of speed.

use super::{dancing_links, first_cell, frontier_graph, row_list};
use crate::{Family, Packing};
use base::puzzle::Technique;

/// Why a technique has no search trace.
pub const NO_TRACE_OF_BITS: &str = "it handles many placements at once, as bits, so it has no single steps to show";

impl<F: Family> Packing<F> {
    /// See [`row_list`].
    pub const ROW_LIST: Technique<Self> = Technique {
        key: "row-list",
        title: "row list",
        idea: "Each node has one flat list of all placements that are still possible, and branches on the cell or piece with the fewest \
               options. A choice copies the placements that don't overlap it, so nothing is linked and nothing has to be undone; with \
               few pieces the list is one word of bits per piece.",
        source: "this program",
        explored: "placements tried",
        kept: "nodes",
        search: &row_list::search,
        trace: Err(NO_TRACE_OF_BITS),
        tasks: Some(&Self::ROW_LIST_TASKS),
        published: None,
    };

    /// See [`frontier_graph`].
    pub const FRONTIER_GRAPH: Technique<Self> = Technique {
        key: "frontier",
        title: "frontier graph",
        idea: "Cells are covered in order, along the short side of the board: partial solutions that cover the same cells with the same \
               pieces are completed alike, so they are one node of a graph, whose paths to the full board are the solutions. It is built \
               once, without dead ends, or in parts where it takes more than 256 MiB. Where the row list is likely to be as fast \
               then, or pieces of one colour may not touch, the row list is used.",
        source: "transfer matrices; D. E. Knuth, The Art of Computer Programming, section 7.1.4",
        explored: "steps of the graph",
        kept: "distinct nodes",
        search: &frontier_graph::search,
        trace: Err("its graph is built level by level, without a single position to show"),
        tasks: None,
        published: None,
    };

    /// See [`dancing_links`].
    pub const DANCING_LINKS: Technique<Self> = Technique {
        key: "dancing-links",
        title: "dancing links",
        idea: "Each free cell, and each piece that is needed, is a linked list of the placements that settle it, and the one with the \
               fewest is decided next. What a choice rules out is unlinked, and linked again in reverse order after everything was tried with it.",
        source: "D. E. Knuth, Dancing links, 2000",
        explored: "placements tried",
        kept: "nodes",
        search: &dancing_links::search,
        trace: Ok(&dancing_links::trace),
        tasks: None,
        published: None,
    };

    /// See [`first_cell`].
    pub const FIRST_CELL: Technique<Self> = Technique {
        key: "first-cell",
        title: "first cell",
        idea: "Some piece must cover the first free cell: try each one that fits there, then do the same with the remaining pieces. Of \
               solutions that are rotations or reflections of one another, only the smallest is kept.",
        source: "S. W. Golomb and L. D. Baumert, Backtrack Programming, 1965",
        explored: "placements tried",
        kept: "placements that fit",
        search: &first_cell::search,
        trace: Ok(&first_cell::trace),
        tasks: None,
        published: None,
    };
}
