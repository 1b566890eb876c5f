//! The marks of pieces in a figure. Each copy of a piece has a mark of its own, so that it is known which cells belong together.

/// Stands for no colour of a cell. A colour is any character that may be the name of a piece.
pub const PLAIN: char = '.';

/// The first mark of a copy: a character for private use, which no name is, since it can't be seen.
const FIRST_MARK: u32 = 0xF_0000;
/// The number of marks for each shape: as many as a figure may have cells.
const MARKS_OF_A_SHAPE: u32 = 512;

/// The mark of a copy of the shape with this number: for the first copy, its name.
pub fn mark(shape: usize, name: char, copy: usize) -> char {
    let further = FIRST_MARK + shape as u32 * MARKS_OF_A_SHAPE + copy as u32;
    if copy == 0 { name } else { char::from_u32(further).unwrap_or(name) }
}

/// The number of the shape that this is a further copy of, and the number of the copy; none if the mark is a name.
pub fn shape_and_copy(mark: char) -> Option<(usize, usize)> {
    let further = u32::from(mark).checked_sub(FIRST_MARK)?;
    Some(((further / MARKS_OF_A_SHAPE) as usize, (further % MARKS_OF_A_SHAPE) as usize))
}

/// The name that people see for a mark, given the names of all shapes.
pub fn name_of(mark: char, names: &str) -> char {
    shape_and_copy(mark).and_then(|(shape, _)| names.chars().nth(shape)).unwrap_or(mark)
}
