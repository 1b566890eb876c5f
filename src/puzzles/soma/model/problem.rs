//! A state that holds together: what is to be filled, with which pieces, and what the symmetries are.

use glam::IVec3;

use super::{
    geometry::{Extent, LONGEST_SIDE, MOST_CELLS},
    pieces::{Piece, Set, drawn},
    spot::Spot,
    state::{FREE, Grid, OUTSIDE, State},
    symmetry::Symmetries,
};
use crate::puzzle::{Flaw, Key};

/// A figure to be filled and the pieces to do it with.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Where the pieces are from.
    pub set: Set,
    /// The box with the pinned pieces.
    pub grid: Grid,
    /// The cells that no pinned piece covers, in reading order; searches know them by their places here.
    pub cells: Vec<IVec3>,
    /// The pieces that are left to place, in the order of their names. Equal ones are exchanged at will: a pinned piece only says that its
    /// shape lies there, so its equals that are left are free to fill the rest.
    pub pieces: Vec<Piece>,
    /// What may be done to a solution so that it stays one.
    pub symmetries: Symmetries,
}

impl Problem {
    /// Whether this is the plain cube with all seven pieces, about which the articles are.
    pub fn is_plain_cube(&self) -> bool {
        self.set == Set::Soma && self.pieces.len() == 7 && self.grid.extent == Extent::new(3, 3, 3) && self.cells.len() == 27
    }

    /// For each cell that is to be covered, its place in the box.
    pub fn places(&self) -> Vec<u16> {
        self.cells.iter().filter_map(|&cell| self.grid.extent.index(cell)).map(|place| place as u16).collect()
    }

    /// The place of the piece with this name.
    pub fn piece(&self, name: char) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.name == name)
    }
}

/// Turns a state into a problem, or tells all that is wrong with it.
pub fn check(state: &State) -> Result<Problem, Vec<Flaw<Spot>>> {
    let mut flaws = Vec::new();
    flaws.extend(flaws_of_rows(&state.layers));
    flaws.extend(flaws_of_shapes(state));
    let set_pieces = state.set_pieces();
    flaws.extend(flaws_of_names(&state.pieces, &set_pieces));
    let grid = state.grid();
    if flaws.is_empty() {
        flaws.extend(flaws_of_marks(&grid, &state.pieces, &set_pieces));
        flaws.extend(flaws_of_figure(&grid));
    }
    if flaws.is_empty() { Ok(prepare(state, grid, &set_pieces)) } else { Err(flaws) }
}

fn flaw(message: String, spots: Vec<Spot>, path: &[Key]) -> Flaw<Spot> {
    Flaw { message, spots, path: path.to_vec() }
}

/// The box must be a box, and not too large.
fn flaws_of_rows(layers: &[Vec<String>]) -> Vec<Flaw<Spot>> {
    let mut flaws = Vec::new();
    let mut expect = |found: usize, expected: usize, what: &str, path: &[Key]| {
        let allowed = 1..=LONGEST_SIDE;
        if !allowed.contains(&found) {
            flaws.push(flaw(format!("there are {found} {what}; a box has 1 to {LONGEST_SIDE}"), Vec::new(), path));
        } else if found != expected && allowed.contains(&expected) {
            flaws.push(flaw(format!("there are {found} {what}, but {expected} in the first"), Vec::new(), path));
        }
    };
    let width = |row: &String| row.chars().filter(|mark| !mark.is_whitespace()).count();
    let rows = layers.first().map_or(0, Vec::len);
    let columns = layers.first().and_then(|layer| layer.first()).map_or(0, width);
    expect(layers.len(), layers.len(), "layers", &[Key::Field("layers")]);
    for (z, layer) in layers.iter().enumerate() {
        expect(layer.len(), rows, "rows in this layer", &[Key::Field("layers"), Key::Index(z)]);
        for (y, row) in layer.iter().enumerate() {
            expect(width(row), columns, "cells in this row", &[Key::Field("layers"), Key::Index(z), Key::Index(y)]);
        }
    }
    let volume = columns * rows * layers.len();
    if flaws.is_empty() && volume > MOST_CELLS {
        let message = format!("the box has {volume} cells; up to {MOST_CELLS} are possible");
        flaws.push(flaw(message, Vec::new(), &[Key::Field("layers")]));
    }
    flaws
}

/// Shapes of one's own need names that can be told apart, and cubes.
fn flaws_of_shapes(state: &State) -> Vec<Flaw<Spot>> {
    let mut flaws = Vec::new();
    if state.set != Set::Custom && !state.shapes.is_empty() {
        flaws.push(flaw(
            format!("the set {:?} has its own shapes; only Custom takes others", state.set),
            Vec::new(),
            &[Key::Field("shapes")],
        ));
    }
    for (i, shape) in state.shapes.iter().enumerate() {
        let path = [Key::Field("shapes"), Key::Index(i)];
        if !shape.name.is_ascii_alphanumeric() {
            flaws.push(flaw(format!("a piece is named by a letter or a digit, not by {:?}", shape.name), Vec::new(), &path));
        }
        if state.shapes[..i].iter().any(|other| other.name == shape.name) {
            flaws.push(flaw(format!("two shapes are named {}", shape.name), Vec::new(), &path));
        }
        let extent = Grid::read(&shape.layers).extent;
        let is_too_long = shape.layers.len() > extent.z
            || shape.layers.iter().any(|layer| {
                layer.len() > extent.y || layer.iter().any(|row| row.split_whitespace().collect::<String>().chars().count() > extent.x)
            });
        if is_too_long {
            flaws.push(flaw(format!("the shape {} is longer than {LONGEST_SIDE}", shape.name), Vec::new(), &path));
        }
        if drawn(shape.name, &shape.layers).cells.is_empty() {
            flaws.push(flaw(format!("the shape {} has no cube", shape.name), Vec::new(), &path));
        }
    }
    flaws
}

/// The pieces that may be used are pieces of the set, each named once.
fn flaws_of_names(names: &str, set_pieces: &[Piece]) -> Vec<Flaw<Spot>> {
    let names: Vec<char> = names.chars().filter(|name| !name.is_whitespace()).collect();
    let mut flaws = Vec::new();
    for (i, &name) in names.iter().enumerate() {
        let path = [Key::Field("pieces"), Key::Character(i)];
        if set_pieces.iter().all(|piece| piece.name != name) {
            flaws.push(flaw(format!("{name} is no piece of the set; {} are", super::state::names(set_pieces)), Vec::new(), &path));
        } else if names[..i].contains(&name) {
            flaws.push(flaw(format!("the piece {name} is named twice"), Vec::new(), &path));
        }
    }
    flaws
}

/// Letters in the figure must be whole pieces that may be used.
fn flaws_of_marks(grid: &Grid, names: &str, set_pieces: &[Piece]) -> Vec<Flaw<Spot>> {
    let wrong = |name: char| {
        let cells = grid.cells_of(name);
        let message = match set_pieces.iter().find(|piece| piece.name == name) {
            None => format!("{name} is neither a piece of the set nor {FREE} nor {OUTSIDE}"),
            Some(_) if !names.contains(name) => format!("the piece {name} is not among the pieces that may be used"),
            Some(piece) if piece.cells.len() != cells.len() => {
                format!("the piece {name} covers {} cells here; it has {}", cells.len(), piece.cells.len())
            }
            Some(piece) if !piece.is_formed_by(&cells) => {
                format!("these cells are not the shape of the piece {name}, however it is turned")
            }
            Some(_) => return None,
        };
        let path = cells.first().map(|&cell| path_of(cell)).unwrap_or_default();
        Some(flaw(message, spots_of(grid.extent, &cells), &path))
    };
    grid.pinned().filter_map(wrong).collect()
}

/// The figure has cells.
fn flaws_of_figure(grid: &Grid) -> Option<Flaw<Spot>> {
    let is_empty = grid.marks.iter().all(|&mark| mark == OUTSIDE);
    is_empty.then(|| flaw("the figure has no cells".to_owned(), Vec::new(), &[Key::Field("layers")]))
}

fn path_of(cell: IVec3) -> Vec<Key> {
    vec![Key::Field("layers"), Key::Index(cell.z as usize), Key::Index(cell.y as usize), Key::Character(cell.x as usize)]
}

fn spots_of(extent: Extent, cells: &[IVec3]) -> Vec<Spot> {
    cells.iter().filter_map(|&cell| extent.index(cell)).map(|index| Spot::Cell(index as u16)).collect()
}

fn prepare(state: &State, grid: Grid, set_pieces: &[Piece]) -> Problem {
    let cells = grid.cells_of(FREE);
    let pinned: Vec<char> = grid.pinned().collect();
    let is_left = |piece: &&Piece| state.pieces.contains(piece.name) && !pinned.contains(&piece.name);
    let mut pieces: Vec<Piece> = set_pieces.iter().filter(is_left).cloned().collect();
    pieces.sort_by_key(|piece| piece.name);
    let symmetries = if pinned.is_empty() { Symmetries::of(grid.extent, &cells, &pieces) } else { Symmetries::none(cells.len(), &pieces) };
    Problem { set: state.set, grid, cells, pieces, symmetries }
}
