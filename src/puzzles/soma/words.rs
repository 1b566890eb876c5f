//! What people read about the Soma cube: techniques, facts, hints, flaws, errors, remarks, captions and spoken names.
//!
//! Most texts start with a lower-case letter, since the window and the command line continue a sentence with them or capitalize them.

use crate::{
    board::Heading,
    text::{counted, grouped, quoted},
};

// Techniques.

pub const UNSORTED_SOURCE: &str = "When Simpler Isn't Better, 7 November 2012";

pub const PLACEMENTS_TRIED: &str = "placements tried";
pub const NODES: &str = "nodes";
pub const PARTIAL_SOLUTIONS: &str = "partial solutions";

/// Why a technique has no search trace.
pub const NO_TRACE_OF_BITS: &str = "it handles many placements at once, as bits, so it has no single steps to show";

// What the articles measured. They do not name the machine.

pub const HASKELL: &str = "Haskell (ghc -O2), 2012";
pub const WHOLE_PROGRAM: &str = "The time of the whole program, including its output";

// Facts.

pub const SOLUTION_COUNT: &str = "Solutions";
/// The tooltip of both.
pub const ENOUGH_CUBES_HINT: &str = "Pieces may stay unused, but together they must have enough cubes to fill the figure";

/// The number of solutions counted so far.
pub fn at_least(solutions: u64) -> String {
    format!("at least {}", grouped(solutions))
}

/// The number of solutions counted before the analysis gave up.
pub fn or_more(solutions: u64) -> String {
    format!("at least {}", grouped(solutions))
}

// The list of solutions.

/// How many of all solutions pass the filter.
pub fn passing(solutions: u64, all: u64) -> String {
    format!("{} of {} with rotations and reflections", grouped(solutions), grouped(all))
}

pub fn stands_for(solutions: u32) -> String {
    format!("stands for {}", counted(solutions.into(), "solution"))
}

// Hints, and why a position is a dead end.

/// A dead end, at a marked cell.
pub const UNCOVERABLE_CELL: &str = "no remaining piece can cover this cell";

pub fn too_few_cubes(free_cells: usize, cubes: usize) -> String {
    let verb = if free_cells == 1 { "is" } else { "are" };
    format!(
        "there {verb} {}, but the remaining pieces have only {}",
        counted(free_cells as u64, "free cell"),
        counted(cubes as u64, "cube")
    )
}

pub fn no_such_volume(free_cells: usize, cubes: usize) -> String {
    let (cells, cubes) = (counted(free_cells as u64, "free cell"), counted(cubes as u64, "cube"));
    format!("the pieces can't fill {cells} exactly: together they have {cubes}, and no selection of them has as many as there are cells")
}

/// The coordinates of a cell, counted from 1.
pub fn position(layer: i32, row: i32, column: i32) -> String {
    format!("layer {layer}, row {row}, column {column}")
}

// Flaws of a position.

/// What a box consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A layer of the box.
    Layer,
    /// A row of a layer.
    Row,
    /// A cell of a row.
    Cell,
}

impl Unit {
    const fn whole(self) -> &'static str {
        match self {
            Self::Layer => "the box",
            Self::Row => "this layer",
            Self::Cell => "this row",
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Layer => "layer",
            Self::Row => "row",
            Self::Cell => "cell",
        }
    }
}

/// A flaw: a box, layer or row without anything in it.
pub fn nothing_in(unit: Unit) -> String {
    format!("{} has no {}s; it needs at least one", unit.whole(), unit.name())
}

/// A flaw: a layer or row that is longer or shorter than the first.
pub fn unequal_number(found: usize, unit: Unit, expected: usize) -> String {
    format!("{} has {}, but the first has {expected}", unit.whole(), counted(found as u64, unit.name()))
}

pub fn shapes_of_fixed_set(set: &str) -> String {
    format!("the {set} set can't define its own shapes; use the Custom set")
}

pub fn two_shapes_named(name: char) -> String {
    format!("two shapes are named {name}; rename one of them")
}

pub fn too_many_pieces(most: usize) -> String {
    format!("a position can't have more than {most} pieces")
}

pub fn rows_too_long(most: usize) -> String {
    format!("the rows of the figure and of the shapes are longer than {} KiB", most >> 10)
}

pub fn shape_without_cubes(name: char) -> String {
    format!("shape {name} has no cubes; add at least one")
}

pub fn not_in_set(name: char, pieces: &str) -> String {
    format!("{name} isn't a piece of this set; its pieces are {pieces}")
}

pub fn piece_named_twice(name: char) -> String {
    format!("piece {name} is listed twice")
}

pub fn unknown_mark(mark: char, free: char, outside: char) -> String {
    format!("{mark} isn't a piece of this set; use {free} for a free cell or {outside} for a cell outside the figure")
}

/// A flaw, and why a piece cannot be taken.
pub fn piece_not_available(piece: char) -> String {
    format!("piece {piece} isn't an allowed piece")
}

pub fn wrong_piece_size(piece: char, found: usize, size: usize) -> String {
    format!("piece {piece} covers {} here, but has {}", counted(found as u64, "cell"), counted(size as u64, "cube"))
}

pub fn wrong_piece_shape(piece: char) -> String {
    format!("these cells don't have the shape of piece {piece} in any orientation")
}

pub fn given_but_not_pinned(piece: char) -> String {
    format!("piece {piece} is given but isn't in the figure")
}

// Why an input is refused.

pub fn is_given(piece: char) -> String {
    format!("piece {piece} is given")
}

pub fn outside_figure(free: char) -> String {
    format!("this cell is outside the figure; type {free} to add it")
}

pub fn remove_piece_first(piece: char) -> String {
    format!("piece {piece} is here; remove it first")
}

pub fn would_stick_out(piece: char) -> String {
    format!("piece {piece} would extend beyond the figure")
}

pub fn already_there(piece: char) -> String {
    format!("piece {piece} is already here")
}

// Errors in the text form.

pub fn wrong_number_of_layers(layers: usize, expected: usize) -> String {
    format!("this line has {}, but the first has {expected}", counted(layers as u64, "layer"))
}

pub fn unknown_character(mark: char, free: char, outside: char, pieces: &str) -> String {
    format!("{mark:?} isn't a cell; use {free} for a free cell, {outside} for a cell outside the figure, or a piece: {pieces}")
}

// Errors in saved searches.

pub fn task_without_piece(piece: char, word: &str) -> String {
    format!("\"{}\" needs piece {piece}, which isn't one of the remaining pieces", quoted(word))
}

pub fn task_with_impossible_placement(piece: char, word: &str) -> String {
    format!("\"{}\" isn't a possible placement of piece {piece}", quoted(word))
}

pub fn task_with_overlap(word: &str) -> String {
    format!("\"{}\" overlaps an earlier placement or repeats its piece", quoted(word))
}

pub fn task_of_another_search(choices: &str) -> String {
    format!("\"{}\" isn't part of a search of this position", quoted(choices))
}

// Remarks on the steps of a search trace.

pub fn placed(piece: char) -> String {
    format!("piece {piece} placed")
}

pub fn removed(piece: char) -> String {
    format!("piece {piece} removed")
}

pub fn left_out(piece: char) -> String {
    format!("piece {piece} left out")
}

pub fn fits_nowhere(piece: char) -> String {
    format!("piece {piece} fits nowhere")
}

// The board: captions and spoken names.

/// The side of the figure that y points to.
pub const FRONT: &str = "front";

/// A cell that a piece must cover in listed solutions.
pub fn and_filtered(piece: char) -> String {
    format!(", piece {piece} in all listed solutions")
}

/// The name of the board.
pub fn figure(cells: usize, [x, y, z]: [usize; 3], placed: usize, is_solved: bool) -> String {
    let (cells, placed) = (counted(cells as u64, "cell"), counted(placed as u64, "piece"));
    let solved = if is_solved { ", solved" } else { "" };
    format!("a figure of {cells} in a box of {x} by {y} by {z}, {placed} placed{solved}")
}

pub fn piece(name: char) -> String {
    format!("piece {name}")
}

pub fn layer(number: usize) -> String {
    format!("layer {number}")
}

/// The caption of a layer, which stands at its front.
pub fn front_of_layer(number: usize) -> String {
    format!("front of layer {number}")
}

/// The caption of the piece in hand over a cell: how many of all solutions placing it there keeps.
pub fn kept_by_placing(kept: u64, all: u64) -> String {
    match kept {
        0 => "dead end: no solution has it here".to_owned(),
        kept if kept == all => format!("keeps all {}", counted(all, "solution")),
        kept => format!("keeps {} of {}", grouped(kept), counted(all, "solution")),
    }
}

/// The same as part of the spoken name of a cell.
pub fn spoken_kept(kept: u64) -> String {
    match kept {
        0 => ", the piece in hand is a dead end here".to_owned(),
        kept => format!(", the piece in hand keeps {} here", counted(kept, "solution")),
    }
}

// The printed sheet, and solids.

pub const SOMA: &str = "Soma";

/// The line below the name of a sheet: the puzzle, the solution if there is one, and the figure.
pub fn about_sheet(heading: &Heading, cells: usize, [x, y, z]: [usize; 3]) -> String {
    let of = heading.solutions.map_or_else(String::new, |solutions| format!(" of {}", grouped(solutions)));
    let solution = heading.solution.map_or_else(String::new, |number| format!("solution {}{of} · ", grouped(number)));
    format!("{SOMA} · {solution}{} in a box of {x} × {y} × {z}", counted(cells as u64, "cell"))
}

pub fn layer_heading(number: usize) -> String {
    format!("Layer {number}")
}

pub fn highest_layer(number: usize) -> String {
    format!("Layer {number} (top)")
}

/// A line of the legend: the number of a piece, its name and how it goes in.
pub fn numbered_piece(number: usize, piece: char, how: Option<&str>) -> String {
    how.map_or_else(|| format!("{number}  {piece}"), |how| format!("{number}  {piece}, {how}"))
}

// Printed books.

/// What to do, on the first page.
pub const PRINTED_RULES: &[&str] = &[
    "Build the given pieces as they are drawn, and complete the figure with the others.",
    "You may rotate the pieces. Use none of them twice.",
    "The layers are seen from above, with the front at the bottom.",
    "Each challenge has exactly one solution, apart from rotations and reflections.",
];
