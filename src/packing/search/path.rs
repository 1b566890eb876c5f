//! Paths of a search as text that later versions understand as well: pieces by their names, cells by their coordinates.
//!
//! `=TV -P L000.100.200.010 A110.111.210.220` is the search for all solutions in which L and A are on these cells (x, y, z), P covers one
//! corner fewer than it can, and T and V are restricted to representatives:
//!
//! * T has only its canonical placements: those that come before all their images under the symmetries of the figure, in the order of lists
//!   of cells. V has only those that come before all their images under the symmetries that fix T's one representative.
//! * Of solutions that are images of one another under the symmetries that fix the restricted pieces, the one is reported whose cover comes
//!   first: piece names compared cell by cell in reading order.
//!
//! The empty text is the whole search, for which the pieces to restrict are not chosen yet.

use glam::IVec3;

use crate::model::{placements::PlacementTable, problem::Problem};
use base::{
    bits::{Bits, Word},
    text::quoted,
};

/// Coordinates have one digit each; letters follow 9. In longer figures they are decimal numbers with commas, such as `30,0,2`.
const BASE: u32 = 36;

/// A part of a search.
#[derive(Debug)]
pub struct Path<W: Word> {
    /// The restricted pieces; `None` if they are not chosen yet.
    pub restricted: Option<Vec<usize>>,
    /// The piece that covers a corner fewer than it can.
    pub short: Option<usize>,
    /// The placed pieces, with their cells.
    pub choices: Vec<(u8, Bits<W>)>,
}

/// Writes a path as text.
pub fn write<W: Word>(
    problem: &Problem,
    restricted: &[usize],
    short: Option<usize>,
    choices: impl Iterator<Item = (u8, Bits<W>)>,
) -> String {
    let name = |piece: usize| problem.pieces[piece].name;
    let mut text = String::from("=");
    text.extend(restricted.iter().map(|&piece| name(piece)));
    if let Some(short) = short {
        text.extend([' ', '-', name(short)]);
    }
    for (piece, mask) in choices {
        text.extend([' ', name(piece.into())]);
        for (place, cell) in mask.iter().enumerate() {
            text.extend((place > 0).then_some('.'));
            text += &write_cell(problem.cells[cell]);
        }
    }
    text
}

/// Reads a path, or says what is wrong with it.
pub fn read<W: Word>(problem: &Problem, table: &PlacementTable<W>, text: &str) -> Result<Path<W>, String> {
    let mut path = Path { restricted: None, short: None, choices: Vec::new() };
    let mut covered = Bits::NONE;
    for word in text.split_whitespace() {
        let number = |name: char| (0..problem.pieces.len()).filter(move |&piece| problem.pieces[piece].name == name);
        let piece = |name: char| {
            number(name)
                .next()
                .ok_or_else(|| format!("\"{}\" needs piece {}, which isn't one of the remaining pieces", quoted(word), quoted(name)))
        };
        let mut characters = word.chars();
        match (characters.next(), characters.as_str()) {
            (Some('='), names) => path.restricted = Some(names.chars().map(piece).collect::<Result<_, _>>()?),
            (Some('-'), names) => path.short = names.chars().next().map(piece).transpose()?,
            (Some(name), cells) => {
                let first = piece(name)?;
                let is_unused = |piece: &usize| path.choices.iter().all(|&(other, _)| usize::from(other) != *piece);
                // Copies follow one another.
                let piece = number(name).find(is_unused).unwrap_or(first);
                let mask = read_cells(problem, cells).filter(|mask| table.pieces[piece].masks.contains(mask));
                let mask = mask.ok_or_else(|| format!("\"{}\" isn't a possible placement of piece {name}", quoted(word)))?;
                if covered.meets(mask) || !is_unused(&piece) {
                    return Err(format!("\"{}\" overlaps an earlier placement or repeats its piece", quoted(word)));
                }
                covered |= mask;
                path.choices.push((piece as u8, mask));
            }
            (None, _) => {}
        }
    }
    Ok(path)
}

fn write_cell(cell: IVec3) -> String {
    let coordinates = cell.to_array();
    let digits = coordinates.map(|coordinate| char::from_digit(coordinate as u32, BASE));
    digits.into_iter().collect::<Option<_>>().unwrap_or_else(|| coordinates.map(|coordinate| coordinate.to_string()).join(","))
}

/// Reads cells from their coordinates.
fn read_cells<W: Word>(problem: &Problem, text: &str) -> Option<Bits<W>> {
    text.split('.').try_fold(Bits::NONE, |cells, digits| {
        let coordinates: Option<Vec<i32>> = if digits.contains(',') {
            digits.split(',').map(|number| number.parse().ok()).collect()
        } else {
            digits.chars().map(|digit| digit.to_digit(BASE).map(|digit| digit as i32)).collect()
        };
        let cell = IVec3::from_array(coordinates?.try_into().ok()?);
        Some(cells.with(problem.cells.iter().position(|&other| other == cell)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{
        pieces::Set,
        problem::check,
        state::{CustomShape, State},
    };

    #[test]
    fn cells_of_long_figures_are_read_back() {
        let shapes = vec![CustomShape::new(',', vec![vec!["III".to_owned()]])];
        for length in [36, 37, 53] {
            let layers = vec![vec![".".repeat(length)]];
            let state = State { set: Set::Custom, pieces: ",".to_owned(), layers, shapes: shapes.clone(), ..State::default() };
            let problem = check(&state).expect("a valid position");
            let table = PlacementTable::<u64>::new(&problem);
            assert_eq!(table.pieces[0].masks.len(), length - 2);
            for &mask in &table.pieces[0].masks {
                let text = write(&problem, &[], None, [(0, mask)].into_iter());
                let path = read(&problem, &table, &text).expect("a path");
                assert_eq!(path.choices, [(0, mask)], "{text}");
            }
        }
    }
}
