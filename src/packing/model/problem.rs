//! A checked position: the figure to fill, the pieces to fill it with, and the symmetries.

use glam::IVec3;

use super::{
    geometry::{Extent, MOST_CELLS},
    lattice::Lattice,
    pieces::{MOST_PIECES, Piece, Set},
    spot::Spot,
    state::{FREE, Grid, OUTSIDE, State},
    symmetry::Symmetries,
};
use crate::{
    packing::words,
    puzzle::{Flaw, Key},
    text::{counted, quoted},
};

/// A figure to fill, and the pieces to fill it with.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The box with the pinned pieces.
    pub grid: Grid,
    /// The cells that no pinned piece covers, in reading order. Searches refer to cells by their index here.
    pub cells: Vec<IVec3>,
    /// The remaining pieces, ordered by name. Equal pieces are interchangeable: a pinned piece only says that its shape is there, so the
    /// remaining pieces of the same shape may go anywhere else.
    pub pieces: Vec<Piece>,
    /// The isometries that map solutions to solutions.
    pub symmetries: Symmetries,
    /// The position that it was made from.
    pub state: State,
}

impl Problem {
    /// Whether this is the empty cube with all seven pieces, the case that the articles are about.
    pub fn is_plain_cube(&self) -> bool {
        self.state.set == Set::Soma && self.pieces.len() == 7 && self.grid.extent == Extent::new(3, 3, 3) && self.cells.len() == 27
    }

    /// For each number up to that of the cells to cover, whether some of the remaining pieces have exactly this many cubes together.
    pub fn volumes(&self) -> Vec<bool> {
        let mut volumes = vec![false; self.cells.len() + 1];
        volumes[0] = true;
        for piece in &self.pieces {
            for volume in (piece.cells.len()..volumes.len()).rev() {
                volumes[volume] |= volumes[volume - piece.cells.len()];
            }
        }
        volumes
    }

    /// Why the remaining pieces can't fill the figure, if their cubes alone show it.
    pub fn wrong_volume(&self) -> Option<String> {
        let (cells, cubes): (usize, usize) = (self.cells.len(), self.pieces.iter().map(|piece| piece.cells.len()).sum());
        let (free, have) = (counted(cells as u64, "free cell"), counted(cubes as u64, self.state.lattice.cell));
        match self.volumes().last() {
            Some(true) => None,
            _ if cubes < cells => {
                let verb = if cells == 1 { "is" } else { "are" };
                Some(format!("there {verb} {free}, but the remaining pieces have only {have}"))
            }
            _ => Some(format!(
                "the pieces can't fill {free} exactly: together they have {have}, and no selection of them has as many as there are cells"
            )),
        }
    }

    /// For each cell to be covered, its index in the box.
    pub fn box_indices(&self) -> Vec<u16> {
        self.cells.iter().filter_map(|&cell| self.grid.extent.index(cell)).map(|place| place as u16).collect()
    }

    /// Returns the index of the piece with this name.
    pub fn piece(&self, name: char) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.name == name)
    }
}

/// Turns a position into a problem, or returns everything that is wrong with it.
pub fn check(state: &State) -> Result<Problem, Vec<Flaw<Spot>>> {
    let mut flaws = Vec::new();
    flaws.extend(flaws_of_rows(state.lattice, &state.layers));
    flaws.extend(flaws_of_shapes(state));
    let set_pieces = state.set_pieces();
    flaws.extend(flaws_of_names(&state.pieces, &set_pieces));
    let grid = state.grid();
    if flaws.is_empty() {
        flaws.extend(flaws_of_marks(&grid, &state.pieces, &set_pieces));
        flaws.extend(flaws_of_figure(&grid));
        flaws.extend(flaws_of_given(&state.given, &grid));
    }
    if flaws.is_empty() { Ok(prepare(state, grid, &set_pieces)) } else { Err(flaws) }
}

fn flaw(message: String, spots: Vec<Spot>, path: &[Key]) -> Flaw<Spot> {
    Flaw { message, spots, path: path.to_vec() }
}

/// Finds layers and rows that are empty or of unequal length, and boxes that are too large.
fn flaws_of_rows(lattice: &Lattice, layers: &[Vec<String>]) -> Vec<Flaw<Spot>> {
    let mut flaws = Vec::new();
    let mut expect = |found: usize, expected: usize, whole: &str, part: &str, path: Vec<Key>| {
        if found == 0 {
            flaws.push(flaw(format!("{whole} has no {part}s; it needs at least one"), Vec::new(), &path));
        } else if found != expected && expected > 0 {
            flaws.push(flaw(format!("{whole} has {}, but the first has {expected}", counted(found as u64, part)), Vec::new(), &path));
        }
    };
    let width = |row: &String| row.chars().filter(|mark| !mark.is_whitespace()).count();
    let rows = layers.first().map_or(0, Vec::len);
    let columns = layers.first().and_then(|layer| layer.first()).map_or(0, width);
    expect(layers.len(), layers.len(), "the box", "layer", vec![Key::Field("layers")]);
    for (z, layer) in layers.iter().enumerate() {
        let (whole, path) = match lattice.is_flat {
            true => ("the board", vec![Key::Field("board")]),
            false => ("this layer", vec![Key::Field("layers"), Key::Index(z)]),
        };
        expect(layer.len(), rows, whole, "row", path.clone());
        for (y, row) in layer.iter().enumerate() {
            expect(width(row), columns, "this row", "cell", [&path[..], &[Key::Index(y)]].concat());
        }
    }
    let volume = columns * rows * layers.len();
    if flaws.is_empty() && volume > MOST_CELLS {
        flaws.push(flaw(too_large(lattice, volume), Vec::new(), &[field_of(lattice)]));
    }
    flaws
}

/// The field of a file that has the figure.
fn field_of(lattice: &Lattice) -> Key {
    Key::Field(if lattice.is_flat { "board" } else { "layers" })
}

/// Says that a box of this many cells is too large.
pub fn too_large(lattice: &Lattice, cells: usize) -> String {
    format!(
        "the {} has {}; at most {MOST_CELLS} are allowed, since searches store a set of cells in as many bits",
        if lattice.is_flat { "board" } else { "box" },
        counted(cells as u64, "cell")
    )
}

/// Finds custom shapes with invalid or duplicate names, without cubes, or too large, and too many of them.
fn flaws_of_shapes(state: &State) -> Vec<Flaw<Spot>> {
    let mut flaws = Vec::new();
    if state.set != Set::Custom && !state.shapes.is_empty() {
        flaws.push(flaw(
            format!("the {:?} set can't define its own shapes; use the Custom set", state.set),
            Vec::new(),
            &[Key::Field("shapes")],
        ));
    }
    if state.shapes.len() > MOST_PIECES {
        let message = format!(
            "there are {} shapes; at most {MOST_PIECES} are allowed, since searches store a set of pieces in one word",
            state.shapes.len()
        );
        flaws.push(flaw(message, Vec::new(), &[Key::Field("shapes"), Key::Index(MOST_PIECES)]));
    }
    for (i, shape) in state.shapes.iter().enumerate() {
        let path = [Key::Field("shapes"), Key::Index(i)];
        if let Some(message) = wrong_name(shape.name) {
            flaws.push(flaw(message, Vec::new(), &path));
        }
        if state.shapes[..i].iter().any(|other| other.name == shape.name) {
            flaws.push(flaw(format!("two shapes are named {}; rename one of them", quoted(shape.name)), Vec::new(), &path));
        }
        let width = |row: &String| row.chars().filter(|mark| !mark.is_whitespace()).count();
        let columns = shape.layers.iter().flatten().map(width).max().unwrap_or(0);
        let volume = columns * shape.layers.iter().map(Vec::len).max().unwrap_or(0) * shape.layers.len();
        if volume > MOST_CELLS {
            let message = format!("shape {} can't be in a figure: {}", quoted(shape.name), too_large(state.lattice, volume));
            flaws.push(flaw(message, Vec::new(), &path));
        }
        if shape.piece(state.lattice).cells.is_empty() {
            flaws.push(flaw(format!("shape {} has no {}s; add at least one", quoted(shape.name), state.lattice.cell), Vec::new(), &path));
        }
    }
    flaws
}

/// The marks of figures in files and texts, and of saved searches, which can't be names.
const MARKS: &str = ".#+*-/|;=";

/// Says why this can't be the name of a piece, if it can't.
pub fn wrong_name(name: char) -> Option<String> {
    // What isn't visible, or combines with the character before it, is written as an escape.
    let is_visible = !name.is_whitespace() && (name.is_ascii_punctuation() || name.escape_debug().len() == 1);
    if !is_visible {
        Some(format!("'{}' can't be the name of a piece; use one visible character", quoted(name)))
    } else if MARKS.contains(name) {
        Some(format!("{name} can't be the name of a piece, since it has another meaning in figures; so have the others of {MARKS}"))
    } else {
        None
    }
}

/// Finds names of available pieces that are not in the set, or that occur twice.
fn flaws_of_names(names: &str, set_pieces: &[Piece]) -> Vec<Flaw<Spot>> {
    let names: Vec<char> = names.chars().filter(|name| !name.is_whitespace()).collect();
    let mut flaws = Vec::new();
    for (i, &name) in names.iter().enumerate() {
        let path = [Key::Field("pieces"), Key::Character(i)];
        if set_pieces.iter().all(|piece| piece.name != name) {
            flaws.push(flaw(
                format!("{} isn't a piece of this set; its pieces are {}", quoted(name), super::state::names(set_pieces)),
                Vec::new(),
                &path,
            ));
        } else if names[..i].contains(&name) {
            flaws.push(flaw(format!("piece {name} is listed twice"), Vec::new(), &path));
        }
    }
    flaws
}

/// Finds letters in the figure that are not whole pieces, or that belong to pieces which may not be used.
fn flaws_of_marks(grid: &Grid, names: &str, set_pieces: &[Piece]) -> Vec<Flaw<Spot>> {
    let wrong = |name: char| {
        let cells = grid.cells_of(name);
        let message = match set_pieces.iter().find(|piece| piece.name == name) {
            None => {
                format!("{} isn't a piece of this set; use {FREE} for a free cell or {OUTSIDE} for a cell outside the figure", quoted(name))
            }
            Some(_) if !names.contains(name) => words::piece_not_available(name),
            Some(piece) if piece.cells.len() != cells.len() => format!(
                "piece {name} covers {} here, but has {}",
                counted(cells.len() as u64, "cell"),
                counted(piece.cells.len() as u64, piece.lattice.cell)
            ),
            Some(piece) if !piece.has_shape_of(&cells) => format!("these cells don't have the shape of piece {name} in any orientation"),
            Some(_) => return None,
        };
        let path = cells.first().map(|&cell| path_of(grid.extent.lattice, cell)).unwrap_or_default();
        Some(flaw(message, spots_of(grid.extent, &cells), &path))
    };
    grid.pinned().filter_map(wrong).collect()
}

/// Finds given pieces that are not in the figure, or that are listed twice.
fn flaws_of_given(given: &str, grid: &Grid) -> Vec<Flaw<Spot>> {
    let given: Vec<char> = given.chars().filter(|name| !name.is_whitespace()).collect();
    let wrong = |(place, &name): (usize, &char)| {
        let message = if given[..place].contains(&name) {
            format!("piece {name} is listed twice")
        } else if grid.pinned().any(|pinned| pinned == name) {
            return None;
        } else {
            format!("piece {name} is given but isn't in the figure")
        };
        Some(flaw(message, Vec::new(), &[Key::Field("given"), Key::Character(place)]))
    };
    given.iter().enumerate().filter_map(wrong).collect()
}

/// Finds a figure without cells.
fn flaws_of_figure(grid: &Grid) -> Option<Flaw<Spot>> {
    let is_empty = grid.marks.iter().all(|&mark| mark == OUTSIDE);
    let whole = if grid.extent.lattice.is_flat { "board" } else { "figure" };
    is_empty.then(|| flaw(format!("the {whole} has no cells; add at least one"), Vec::new(), &[field_of(grid.extent.lattice)]))
}

/// Returns where a cell is in a file.
pub fn path_of(lattice: &Lattice, cell: IVec3) -> Vec<Key> {
    let IVec3 { x, y, z } = lattice.place(cell);
    let layer = (!lattice.is_flat).then_some(Key::Index(z as usize));
    [field_of(lattice)].into_iter().chain(layer).chain([Key::Index(y as usize), Key::Character(x as usize)]).collect()
}

fn spots_of(extent: Extent, cells: &[IVec3]) -> Vec<Spot> {
    cells.iter().filter_map(|&cell| extent.index(cell)).map(|index| Spot::Cell(index as u16)).collect()
}

fn prepare(state: &State, grid: Grid, set_pieces: &[Piece]) -> Problem {
    let cells = grid.cells_of(FREE);
    let pinned: Vec<char> = grid.pinned().collect();
    let is_remaining = |piece: &&Piece| state.pieces.contains(piece.name) && !pinned.contains(&piece.name);
    let mut pieces: Vec<Piece> = set_pieces.iter().filter(is_remaining).cloned().collect();
    pieces.sort_by_key(|piece| piece.name);
    let symmetries = if pinned.is_empty() { Symmetries::of(grid.extent, &cells, &pieces) } else { Symmetries::none(cells.len(), &pieces) };
    Problem { grid, cells, pieces, symmetries, state: state.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn given_pieces_must_be_in_the_figure() {
        let layers = vec![vec!["VV.".to_owned(), "V..".to_owned()]];
        let flaws = |given: &str| {
            let state = State { layers: layers.clone(), given: given.to_owned(), ..State::default() };
            check(&state).err().unwrap_or_default()
        };
        assert_eq!(flaws("V"), []);
        assert_eq!(flaws("VL")[0].message, "piece L is given but isn't in the figure");
        assert_eq!(flaws("VV")[0].message, "piece V is listed twice");
        assert_eq!(flaws("V L")[0].path, [Key::Field("given"), Key::Character(1)]);
    }

    #[test]
    fn a_figure_needs_exactly_as_many_cells_as_some_pieces_have_cubes() {
        let row = |cells: usize| State { pieces: "VLT".to_owned(), layers: vec![vec![".".repeat(cells)]], ..State::default() };
        let fits = |cells: &usize| check(&row(*cells)).expect("a valid position").wrong_volume().is_none();
        assert_eq!((1..=12).filter(fits).collect::<Vec<_>>(), [3, 4, 7, 8, 11]);
        let wrong = |cells: usize| check(&row(cells)).ok().and_then(|problem| problem.wrong_volume()).unwrap_or_default();
        assert_eq!(wrong(12), "there are 12 free cells, but the remaining pieces have only 11 cubes");
        assert!(wrong(10).starts_with("the pieces can't fill 10 free cells exactly: together they have 11 cubes"), "{}", wrong(10));
    }
}
