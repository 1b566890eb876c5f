//! Pieces of one's own as text: below a figure, each is drawn with its name, or the figure itself is drawn with one letter for each piece.

use crate::model::{
    lattice::Lattice,
    pieces::Set,
    state::{CustomShape, EMPTY, FREE, Grid, OUTSIDE, State},
};
use base::board::TextError;
use cover::Copies;

/// Starts a line that is a note for people.
pub const NOTE: char = ';';
/// Says in a heading that a piece may not be turned over.
const ONE_SIDED: &str = "one-sided";

/// Draws the pieces of a custom set, those that have something to say under a heading such as `A 0-2 one-sided`: the name of the piece and
/// how often it is used.
pub fn write(state: &State) -> String {
    let mut text = String::new();
    // A figure that is filled shows all pieces that it needs.
    let is_filled = !state.grid().marks.contains(&FREE);
    for shape in state.shapes.iter().filter(|_| state.set == Set::Custom && !is_filled) {
        let times = shape.uses.map(|Copies { least, most }| if least == most { most.to_string() } else { format!("{least}-{most}") });
        let sides = (!shape.may_flip).then(|| ONE_SIDED.to_owned());
        let heading: Vec<String> = times.into_iter().chain(sides).collect();
        text.push('\n');
        if !heading.is_empty() {
            text += &format!("{} {}\n", shape.name, heading.join(" "));
        }
        let rows = shape.layers.iter().map(Vec::len).max().unwrap_or_default();
        for row in 0..rows {
            // As in a figure, the top layer comes first.
            for layer in shape.layers.iter().rev() {
                text += if state.lattice.is_flat { "" } else { "/" };
                let marks = layer.get(row).into_iter().flat_map(|row| row.chars()).filter(|mark| !mark.is_whitespace());
                text.extend(marks.map(|mark| if mark == FREE { FREE } else { shape.name }));
            }
            text.push('\n');
        }
    }
    text
}

/// A text with a figure, and the pieces that are drawn below it.
pub struct Drawn<'a> {
    /// The lines of the figure.
    pub figure: &'a str,
    /// The pieces.
    pub shapes: Vec<CustomShape>,
}

/// Splits a text into its figure and its pieces: each is a block of lines after an empty one, which has a heading or a single letter.
///
/// # Errors
/// Where a piece is drawn wrongly.
pub fn split<'a>(lattice: &Lattice, text: &'a str) -> Result<Drawn<'a>, TextError> {
    let mut blocks: Vec<Vec<(usize, usize, &str)>> = vec![Vec::new()];
    let mut start = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        match (line.trim(), blocks.last_mut()) {
            (note, _) if note.starts_with(NOTE) => {}
            ("", Some(block)) if !block.is_empty() => blocks.push(Vec::new()),
            (content, Some(block)) if !content.is_empty() => block.push((number + 1, start, content)),
            _ => {}
        }
        start += line.len();
    }
    // Without headings, rows below an empty line are pieces only if the figure has none.
    let has_pieces = blocks.first().is_some_and(|figure| letters(figure).next().is_some());
    let is_next = |block: &Vec<(usize, usize, &str)>| {
        is_piece(block) && (!has_pieces || block.first().is_some_and(|&(.., line)| heading(line).is_some()))
    };
    let first = blocks.iter().skip(1).position(is_next).map(|place| place + 1);
    let Some(first) = first else { return Ok(Drawn { figure: text, shapes: Vec::new() }) };
    let end = blocks[first].first().map_or(text.len(), |&(_, start, _)| start);
    let shapes = blocks[first..].iter().filter(|block| !block.is_empty()).map(|block| piece(lattice, block)).collect::<Result<_, _>>()?;
    Ok(Drawn { figure: &text[..end], shapes })
}

/// The letters of a drawn piece.
fn letters<'a>(block: &'a [(usize, usize, &str)]) -> impl Iterator<Item = char> + 'a {
    let marks = block.iter().flat_map(|(.., line)| line.chars());
    marks.filter(|mark| ![FREE, EMPTY, OUTSIDE, '-', '*', '/'].contains(mark) && !mark.is_whitespace())
}

fn is_piece(block: &[(usize, usize, &str)]) -> bool {
    let Some(&(.., line)) = block.first() else { return false };
    let mut names = letters(block);
    let first = names.next();
    heading(line).is_some() || (first.is_some() && names.all(|name| Some(name) == first))
}

/// Reads a heading: the name of a piece, how often it is used if it says so, and whether it may be turned over.
fn heading(line: &str) -> Option<(char, Option<Copies>, bool)> {
    let (name, rest) = line.split_once(char::is_whitespace)?;
    let mut characters = name.chars();
    let (name, None) = (characters.next()?, characters.next()) else { return None };
    let mut words = rest.split_whitespace().peekable();
    let times = words.next_if(|word| *word != ONE_SIDED);
    let uses = times.map(|times| {
        let (least, most) = times.split_once('-').unwrap_or((times, times));
        Some(Copies { least: least.parse().ok()?, most: most.parse().ok()? })
    });
    let is_one_sided = words.next().is_some_and(|word| word == ONE_SIDED);
    let is_heading = words.next().is_none() && uses != Some(None) && (uses.is_some() || is_one_sided);
    is_heading.then_some((name, uses.flatten(), !is_one_sided))
}

fn piece(lattice: &Lattice, block: &[(usize, usize, &str)]) -> Result<CustomShape, TextError> {
    let wrong = |line: usize, message: String| TextError { line, column: 1, message };
    let (&(number, _, first), rest) = block.split_first().ok_or_else(|| wrong(1, "expected a piece".to_owned()))?;
    let (named, rows) = heading(first).map_or((None, block), |named| (Some(named), rest));
    let drawn = letters(rows).next();
    let (name, uses, may_flip) = match (named, drawn) {
        (Some((name, uses, may_flip)), _) => (name, uses, may_flip),
        (None, Some(name)) => (name, None, true),
        (None, None) => return Err(wrong(number, "expected a piece drawn with its letter".to_owned())),
    };
    if let Some(other) = letters(rows).find(|&letter| letter != name) {
        return Err(wrong(number, format!("piece {name} is drawn with {other} as well; draw each piece with its own letter")));
    }
    let layers: Vec<Vec<String>> = if lattice.is_flat {
        vec![rows.iter().map(|(.., line)| line.split_whitespace().collect()).collect()]
    } else {
        let split =
            |line: &str| -> Vec<String> { line.trim_start_matches('/').rsplit('/').map(|row| row.replace(['*', '-'], ".")).collect() };
        let lines: Vec<Vec<String>> = rows.iter().map(|(.., line)| split(line)).collect();
        let layers = lines.first().map_or(0, Vec::len);
        (0..layers).map(|layer| lines.iter().filter_map(|line| line.get(layer).cloned()).collect()).collect()
    };
    Ok(CustomShape { uses, may_flip, ..CustomShape::new(name, layers) })
}

/// Returns the position with the pieces of a figure that is drawn with one letter for each: none of them is placed. `None` if these rather
/// are words: if the cells of a letter don't touch, or most letters occur once.
pub fn of_figure(state: &State, grid: &Grid) -> Option<State> {
    let lattice = grid.extent.lattice;
    let shapes: Vec<CustomShape> = grid.pinned().map(|name| CustomShape::of(lattice, name, &grid.cells_of(name))).collect();
    let cells = grid.pinned().map(|name| grid.cells_of(name).len()).sum::<usize>();
    if cells < 2 * shapes.len() || shapes.iter().any(|shape| 1 < shape.piece(lattice).parts()) {
        return None;
    }
    let mut empty = grid.clone();
    empty.clear_all(|_| true);
    Some(with_shapes(state, shapes).with_grid(&empty))
}

/// Returns the position with these pieces as its custom set.
pub fn with_shapes(state: &State, shapes: Vec<CustomShape>) -> State {
    let pieces = shapes.iter().map(|shape| shape.name).collect();
    State { set: Set::Custom, pieces, shapes, given: String::new(), ..state.clone() }
}
