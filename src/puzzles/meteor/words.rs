//! Every text of Meteor that people read, in one place, so that the wording can be reviewed and translated.
//!
//! Messages are sentences without the full stop; the window capitalizes their first letter.

use std::fmt::Display;

use crate::text::{counted, grouped};

// Names of things.

/// A piece, named by its digit.
pub fn piece(digit: char) -> String {
    format!("piece {digit}")
}

/// A cell, by its row and column from 0.
pub fn cell(row: usize, column: usize) -> String {
    format!("row {}, column {}", row + 1, column + 1)
}

// Facts: labels, values, and the hints on hover.

/// The number of solutions while they are being counted, or where counting was given up.
pub fn at_least(solutions: u64) -> String {
    format!("at least {}", grouped(solutions))
}

/// A number of free cells that pieces can fill.
pub fn fillable_cells(cells: usize, pieces_needed: usize) -> String {
    format!("{cells}, for {}", counted(pieces_needed as u64, "piece"))
}

/// A number of free cells that the remaining pieces are too few for.
pub fn cells_without_enough_pieces(cells: usize, pieces_needed: usize, remaining: usize) -> String {
    format!("{cells}, for {}; only {remaining} left", counted(pieces_needed as u64, "piece"))
}

/// A number of free cells that is not divisible by the size of a piece.
pub fn cells_not_divisible(cells: usize, piece_cells: usize) -> String {
    format!("{cells}, not a multiple of {piece_cells}")
}

// Captions of solutions, and the list.

/// The caption of a solution: the digits of its pieces in the order they are placed.
pub fn pieces_in_order(digits: &[String]) -> String {
    format!("Pieces {}", digits.join(" "))
}

// Refusals: why a piece can't be placed here.

/// The piece is switched off.
pub fn not_allowed(piece: impl Display) -> String {
    format!("{piece} isn't allowed: turn it on under Allowed pieces")
}

/// Part of the piece would be outside the board.
pub fn would_leave_the_board(piece: impl Display) -> String {
    format!("{piece} would extend beyond the board")
}

/// Another piece covers the cell.
pub fn already_here(piece: impl Display) -> String {
    format!("{piece} is already here")
}

/// The piece belongs to a challenge.
pub fn is_given(piece: impl Display) -> String {
    format!("{piece} is given")
}

/// More cells than a piece has can't be marked for the filter.
pub fn no_piece_covers_more(cells: usize) -> String {
    format!("no piece covers more than {cells} cells")
}

/// Completes the spoken name of a cell that a piece must cover in listed solutions.
pub fn and_filtered(piece: impl Display) -> String {
    format!(", {piece} in all listed solutions")
}

// The preview of the piece in hand.

/// Some solutions have the piece where it is held.
pub fn solutions_remaining(kept: u64, all: u64) -> String {
    let verb = if kept == 1 { "remains" } else { "remain" };
    format!("{} of {} {verb}", grouped(kept), counted(all, "solution"))
}

// Hints. Those that all packing puzzles share are in `crate::cover`.

/// Free cells that no pieces fill, and the first of them.
pub fn gap_at(cells: usize, piece_cells: usize, place: &str) -> String {
    format!("there is {} at {place}; every piece has {piece_cells}", gap(cells, piece_cells))
}

// Flaws of a position.

/// A pinned piece has too many or too few cells.
pub fn wrong_number_of_cells(piece: impl Display, cells: usize, piece_cells: usize) -> String {
    format!("{piece} has {} on the board instead of {piece_cells}", counted(cells as u64, "cell"))
}

/// A pinned piece has the right number of cells in the wrong shape.
pub fn wrong_shape(piece: impl Display) -> String {
    format!("these cells don't have the shape of {piece}")
}

/// A pinned piece is switched off.
pub fn pinned_but_not_allowed(piece: impl Display) -> String {
    format!("{piece} is pinned but isn't an allowed piece")
}

/// A given piece isn't on the board.
pub fn given_but_not_pinned(piece: impl Display) -> String {
    format!("{piece} is given but isn't on the board")
}

// Errors in the text form and in files.

/// The text has more rows than the board.
pub fn too_many_rows(rows: usize) -> String {
    format!("expected the end: the board has only {rows} rows")
}

/// The text has fewer rows than the board.
pub fn too_few_rows(rows: usize, found: usize) -> String {
    format!("expected {rows} rows, found {found}")
}

/// A file has another number of rows than the board.
pub fn wrong_number_of_rows(rows: usize, found: usize) -> String {
    format!("expected {rows} rows on the board, found {found}")
}

/// A row has more cells than the board.
pub fn too_many_cells(cells: usize) -> String {
    format!("expected the end of the row: it has only {cells} cells")
}

/// A row has fewer cells than the board.
pub fn too_few_cells(cells: usize, found: usize) -> String {
    format!("expected {cells} cells in this row, found {found}")
}

/// A character that stands for no cell.
pub fn unknown_cell(symbol: char) -> String {
    format!("'{symbol}' isn't a cell: use '.' for free, '#' for blocked, or the digit of a pinned piece")
}

/// An error in one row of a file.
pub fn in_row(row: usize, character: usize, message: &str) -> String {
    format!("row {row} of the board, character {character}: {message}")
}

/// A character that stands for no piece.
pub fn unknown_piece(symbol: char) -> String {
    format!("'{symbol}' isn't a piece: use digits from 0 to 9")
}

/// A piece that is listed twice.
pub fn piece_listed_twice(piece: impl Display) -> String {
    format!("{piece} is listed twice: there is only one of each")
}

// Search traces.

/// The search found a solution.
pub const FOUND: &str = "every cell is covered: a solution";
/// The search found two solutions at once.
pub const FOUND_WITH_TWIN: &str = "every cell is covered: a solution, and its half turn is another";

/// The search placed a piece.
pub fn placed(piece: impl Display) -> String {
    format!("{piece} placed on the first free cell")
}

/// The search removed the piece that it placed last.
pub fn removed(piece: impl Display) -> String {
    format!("{piece} removed")
}

/// The free cells have a region that no pieces fill.
pub fn leaves_gap(cells: usize, piece_cells: usize) -> String {
    format!("leaves {}; every piece has {piece_cells}", gap(cells, piece_cells))
}

/// The number of free cells is not divisible by the size of a piece.
pub fn wrong_number_of_free_cells(cells: usize, piece_cells: usize) -> String {
    format!("{} can't be filled: every piece has {piece_cells}", counted(cells as u64, "free cell"))
}

/// There are more free cells than the remaining pieces have.
pub fn too_many_free_cells(cells: usize, remaining: usize) -> String {
    format!("{} are too many for {}", counted(cells as u64, "free cell"), counted(remaining as u64, "remaining piece"))
}

fn gap(cells: usize, piece_cells: usize) -> String {
    let what = if cells < piece_cells { "gap" } else { "region" };
    format!("a {what} of {}", counted(cells as u64, "cell"))
}

// Spoken by screen readers.

/// The whole board.
pub fn board(placed: usize, pieces: usize, free: usize) -> String {
    format!("Meteor board: {placed} of {pieces} pieces, {}", counted(free as u64, "free cell"))
}

/// The whole board, once it is solved.
pub fn solved(board: &str) -> String {
    format!("{board}, solved")
}

/// A cell of a piece that a challenge gives.
pub fn given(piece: impl Display) -> String {
    format!("{piece}, given")
}

/// A cell of a pinned piece.
pub fn pinned(piece: impl Display) -> String {
    format!("{piece}, pinned")
}

/// How many solutions remain after letting go of the piece in hand over this cell.
pub fn hand_keeps(solutions: u64) -> String {
    format!(", the piece in hand keeps {} here", counted(solutions, "solution"))
}

/// What is wrong with a cell.
pub fn wrong(message: &str) -> String {
    format!(", error: {message}")
}

// Techniques.

/// What people read about a technique.
pub struct TechniqueWords {
    /// Its name, in lower case.
    pub title: &'static str,
    /// Its idea, in a few sentences.
    pub idea: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

/// The unit of work of a depth-first search.
pub const NODES: &str = "nodes";
/// The nodes of a depth-first search that are not dead ends.
pub const NODES_WITH_OPTIONS: &str = "nodes with options";

const ARTICLE: &str = "the article \"Meteor Contest Part 3 - reducing combinations\" (2012)";

/// The technique `frontier`.
pub const FRONTIER: TechniqueWords = TechniqueWords {
    title: "frontier graph",
    idea: "Ignores which piece is where, so that many partial solutions share one board, and builds the graph of those boards once. \
           Then, from the full board back, it works out which sets of pieces complete each board, and walks to the solutions \
           without a single dead end. The search trace shows that walk.",
    source: "counting by frontiers, or transfer matrices; here with sets of pieces as bits",
};

/// The technique `position`.
pub const POSITION: TechniqueWords = TechniqueWords {
    title: "half turn by position",
    idea: "Prunes by regions, and finds only one of each pair of solutions that are half turns of each other: \
           the one with piece 5 in the lower half of the board.",
    source: "the cell numbers of a placement and of its half turn add up to 245, which is odd, so exactly one of the two has a sum of \
             at least 123",
};

/// The technique `regions`.
pub const REGIONS: TechniqueWords = TechniqueWords {
    title: "free regions",
    idea: "Backtracks as soon as the size of a free region isn't a multiple of five.",
    source: "the region test that programs for the Meteor contest share",
};

/// The technique `half-turn-piece`.
pub const HALF_TURN_PIECE: TechniqueWords = TechniqueWords {
    title: "half turn by one piece",
    idea: "Drops placements that cut off a gap at an edge, and tries piece 5 in only half of its orientations: \
           the solutions with the other half are half turns of those found.",
    source: ARTICLE,
};

/// The technique `half-turn-set`.
pub const HALF_TURN_SET: TechniqueWords = TechniqueWords {
    title: "half turn by a set",
    idea: "Drops placements that cut off a gap at an edge, adds the half turn of every solution, \
           and stops at the 2,098 solutions that the empty board is known to have. For other positions the number isn't known in advance, \
           so it searches to the end, like edge islands.",
    source: ARTICLE,
};

/// The technique `edge-islands`.
pub const EDGE_ISLANDS: TechniqueWords = TechniqueWords {
    title: "edge islands",
    idea: "Drops placements that cut off a gap at an edge or a corner of the empty board, then searches like plain.",
    source: ARTICLE,
};

/// The technique `plain`.
pub const PLAIN: TechniqueWords = TechniqueWords {
    title: "plain",
    idea: "Takes the first free cell and tries every placement of every remaining piece that has this cell as its first.",
    source: ARTICLE,
};

// The article's figures.

/// What the article measured on; it does not name the machine.
pub const ARTICLE_SYSTEM: &str = "Smalltalk with its profiler running, 2012";
/// About the article's times.
pub const ARTICLE_ROUNDED: &str = "The article says slightly less than this, for the whole program";

// Printed books.

/// What to do, on the first page.
pub const PRINTED_RULES: &[&str] = &[
    "Cover every empty cell with the pieces beside the board. You may rotate and flip them.",
    "Use none of them twice. Each challenge has exactly one solution.",
];
