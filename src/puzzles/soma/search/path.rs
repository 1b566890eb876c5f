//! Paths of a search as text, which a later version understands, too: pieces by their names and cells by their coordinates.
//!
//! `=TV -P L000.100.200.010 A110.111.210.220` is the search for all solutions in which L and A lie on these cells (x, y, z), P covers one
//! corner less than it could, and T and V are held by symmetry:
//!
//! * T has only the placements that come before all their images under the symmetries of the figure, in the order of lists of cells; V
//!   those that come before all their images under the symmetries that keep T, whose only placement of that kind they leave alone.
//! * Of solutions that are images of one another under the symmetries that keep the held pieces where they are, the one counts whose
//!   pieces come first by their names, from cell to cell in reading order.
//!
//! The empty text is the whole search, for which the pieces to hold are yet to be chosen.

use crate::puzzles::soma::model::{cells::Cells, layout::Layout, problem::Problem};

/// Coordinates have one digit: after 9 come letters.
const BASE: u32 = 36;

/// A part of a search.
pub struct Path<C> {
    /// The pieces that are held; none if they are yet to be chosen.
    pub held: Option<Vec<usize>>,
    /// The piece that covers a corner less than it could.
    pub short: Option<usize>,
    /// The pieces that are placed, with their cells.
    pub choices: Vec<(u8, C)>,
}

/// The path as text.
pub fn write<C: Cells>(problem: &Problem, held: &[usize], short: Option<usize>, choices: impl Iterator<Item = (u8, C)>) -> String {
    let name = |piece: usize| problem.pieces[piece].name;
    let mut text = String::from("=");
    text.extend(held.iter().map(|&piece| name(piece)));
    if let Some(short) = short {
        text.extend([' ', '-', name(short)]);
    }
    for (piece, mask) in choices {
        text.extend([' ', name(piece.into())]);
        for (place, cell) in mask.cells().enumerate() {
            let digits = problem.cells[cell].to_array().map(|coordinate| char::from_digit(coordinate as u32, BASE).unwrap_or('?'));
            text.extend((place > 0).then_some('.').into_iter().chain(digits));
        }
    }
    text
}

/// The path that the text tells, or what is wrong with it.
pub fn read<C: Cells>(problem: &Problem, layout: &Layout<C>, text: &str) -> Result<Path<C>, String> {
    let mut path = Path { held: None, short: None, choices: Vec::new() };
    let mut covered = C::EMPTY;
    for word in text.split_whitespace() {
        let piece = |name: char| problem.piece(name).ok_or_else(|| format!("there is no piece {name} to place, as \"{word}\" has it"));
        let mut characters = word.chars();
        match (characters.next(), characters.as_str()) {
            (Some('='), names) => path.held = Some(names.chars().map(piece).collect::<Result<_, _>>()?),
            (Some('-'), names) => path.short = names.chars().next().map(piece).transpose()?,
            (Some(name), cells) => {
                let piece = piece(name)?;
                let mask = read_cells(problem, cells).filter(|mask| layout.pieces[piece].masks.contains(mask));
                let mask = mask.ok_or_else(|| format!("the piece {name} cannot lie where \"{word}\" has it"))?;
                if covered.meets(mask) || path.choices.iter().any(|&(other, _)| usize::from(other) == piece) {
                    return Err(format!("\"{word}\" runs into what is placed before it"));
                }
                covered = covered | mask;
                path.choices.push((piece as u8, mask));
            }
            (None, _) => {}
        }
    }
    Ok(path)
}

/// The cells that are named by their coordinates.
fn read_cells<C: Cells>(problem: &Problem, text: &str) -> Option<C> {
    text.split('.').try_fold(C::EMPTY, |cells, digits| {
        let coordinates: Vec<i32> = digits.chars().map(|digit| digit.to_digit(BASE).map(|digit| digit as i32)).collect::<Option<_>>()?;
        let cell = glam::IVec3::from_array(coordinates.try_into().ok()?);
        Some(cells.with(problem.cells.iter().position(|&other| other == cell)?))
    })
}
