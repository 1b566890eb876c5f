//! Copies of a piece in files: there all of them have the name of the piece, as people see it.

use glam::IVec3;

use super::{
    marks::{mark, shape_and_copy},
    pieces::connected,
    state::{Grid, State},
};

/// A placed copy: the name of its piece, and its cells.
pub type Placed = (char, Vec<IVec3>);

/// Returns the grid in which the copies of a piece have marks of their own, instead of the piece's name on all of their cells.
///
/// Copies that touch can't be told apart by names, so they are only known if they are among those that are `placed`. What can't be told
/// apart keeps the name.
pub fn told_apart(state: &State, mut grid: Grid, placed: &[Placed]) -> Grid {
    let lattice = grid.extent.lattice;
    for (number, shape) in state.shapes.iter().enumerate() {
        let piece = shape.piece(lattice);
        let mut cells = grid.cells_of(shape.name);
        let mut copies: Vec<Vec<IVec3>> = Vec::new();
        for (_, own) in placed.iter().filter(|(name, _)| *name == shape.name) {
            cells.retain(|cell| !own.contains(cell));
            copies.push(own.clone());
        }
        // A piece that can't be used twice is checked as a whole, whatever its cells are.
        if copies.is_empty() && shape.most() <= 1 && cells.len() <= piece.cells.len() {
            continue;
        }
        copies.extend(connected(lattice, cells));
        if copies.iter().all(|copy| piece.has_shape_of(copy)) {
            for (copy, cells) in copies.into_iter().enumerate() {
                cells.into_iter().for_each(|cell| grid.set(cell, mark(number, shape.name, copy)));
            }
        }
    }
    grid
}

/// Returns the grid with the names of pieces on all cells, and the copies that these don't tell apart. The given copies of a piece come
/// first.
pub fn named(state: &State, grid: &Grid) -> (Grid, Vec<Placed>) {
    let mut named = grid.clone();
    named.marks.iter_mut().for_each(|mark| *mark = state.name_of(*mark));
    let mut placed = Vec::new();
    for (number, shape) in state.shapes.iter().enumerate() {
        let is_copy = |mark: char| mark == shape.name || shape_and_copy(mark).is_some_and(|(of, _)| of == number);
        let (mut marks, others): (Vec<char>, Vec<char>) =
            grid.pinned().filter(|&mark| is_copy(mark)).partition(|&mark| state.is_given(mark));
        let all_alike = marks.is_empty() || others.is_empty();
        marks.extend(others);
        let copies: Vec<Vec<IVec3>> = marks.into_iter().map(|mark| grid.cells_of(mark)).collect();
        let parts = connected(grid.extent.lattice, named.cells_of(shape.name)).len();
        if copies.len() > 1 && !(all_alike && parts == copies.len()) {
            placed.extend(copies.into_iter().map(|cells| (shape.name, cells)));
        }
    }
    (named, placed)
}

/// Returns the marks of the copies that a file gives: its names, where a name that occurs twice stands for the first two copies.
pub fn marks_of_given(state: &State, names: &str) -> String {
    let mut given = String::new();
    for (place, name) in names.char_indices() {
        let copy = names[..place].chars().filter(|&other| other == name).count();
        let shape = state.shapes.iter().position(|shape| shape.name == name);
        given.push(shape.map_or(name, |shape| mark(shape, name, copy)));
    }
    given
}
