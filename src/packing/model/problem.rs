//! A checked position: the figure to fill, the pieces to fill it with, and the symmetries.

use std::{collections::BTreeSet, sync::Arc};

use glam::IVec3;

use super::{
    colors::ColorRules,
    equal_pieces::EqualPieces,
    geometry::{Extent, MOST_CELLS},
    lattice::Lattice,
    marks::{PLAIN, shape_and_copy},
    pieces::{MOST_PIECES, Piece, Set},
    spot::Spot,
    state::{EMPTY, FREE, Grid, OUTSIDE, State, characters},
    symmetry::Symmetries,
};
use crate::words;
use base::{
    puzzle::{Flaw, Key},
    text::{counted, invisible, quoted},
};
use cover::{Copies, volumes};

/// A figure to fill, and the pieces to fill it with.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The box with the pinned pieces.
    pub grid: Grid,
    /// The cells that no pinned piece covers, in reading order. Searches refer to cells by their index here.
    pub cells: Vec<IVec3>,
    /// For each of them, whether it may stay empty.
    pub optional: Vec<bool>,
    /// The remaining pieces, ordered by name. Equal pieces are interchangeable: a pinned piece only says that its shape is there, so the
    /// remaining pieces of the same shape may go anywhere else.
    pub pieces: Vec<Piece>,
    /// For the first piece of each shape, how many pieces of that shape must be used, and how many there are. For the others, none.
    pub copies: Vec<Copies>,
    /// The isometries that map solutions to solutions.
    pub symmetries: Symmetries,
    /// The names of the custom shapes, for the solutions.
    pub names: Arc<str>,
    /// The position that it was made from.
    pub state: State,
}

impl Problem {
    /// Whether this is the empty cube with all seven pieces, the case that the articles are about.
    pub fn is_plain_cube(&self) -> bool {
        self.state.set == Set::Soma && self.pieces.len() == 7 && self.grid.extent == Extent::new(3, 3, 3) && self.required() == 27
    }

    /// The number of cells that must be covered.
    pub fn required(&self) -> usize {
        self.optional.iter().filter(|&&is_optional| !is_optional).count()
    }

    /// Why the remaining pieces can't fill the figure, if their cubes alone show it.
    fn wrong_volume(&self) -> Option<String> {
        let sizes: Vec<usize> = self.pieces.iter().map(|piece| piece.cells.len()).collect();
        let (least, most) = (self.required(), self.cells.len());
        let used = |number: fn(&Copies) -> usize| self.copies.iter().zip(&sizes).map(|(copies, size)| number(copies) * size).sum::<usize>();
        let (must, can) = (used(|copies| copies.least), used(|copies| copies.most));
        let have = |cubes: usize| counted(cubes as u64, self.state.lattice.cell);
        let free = counted(most as u64, "free cell");
        let verb = |cells: usize| if cells == 1 { "is" } else { "are" };
        if volumes(&sizes, &self.copies, most)[least..].contains(&true) {
            None
        } else if can < least && least == most {
            Some(format!("there {} {free}, but the remaining pieces have only {}", verb(most), have(can)))
        } else if can < least {
            let to_cover = counted(least as u64, "cell");
            Some(format!("there {} {to_cover} to cover, but the remaining pieces have only {}", verb(least), have(can)))
        } else if most < must {
            Some(format!("the pieces that must be used have {}, but there {} only {free}", have(must), verb(most)))
        } else if least < most {
            Some(format!("the pieces can't fill {least} to {most} cells: no selection of them has as many {}s", self.state.lattice.cell))
        } else {
            let together = have(can);
            Some(format!(
                "the pieces can't fill {free} exactly: together they have {together}, and no selection of them has as many as there are cells"
            ))
        }
    }

    /// Why the remaining pieces can't fill the figure, if the numbers of cells or of their colours show it.
    pub fn wrong_numbers(&self) -> Option<Flaw<Spot>> {
        let volume = self.wrong_volume().map(|message| flaw(message, Vec::new(), &[Key::Field("pieces")]));
        volume.or_else(|| self.wrong_colors())
    }

    fn wrong_colors(&self) -> Option<Flaw<Spot>> {
        let required = || self.cells.iter().zip(&self.optional).filter(|&(_, &is_optional)| !is_optional).map(|(&cell, _)| cell);
        let colors: BTreeSet<char> = required().map(|cell| self.grid.color(cell)).filter(|&color| color != PLAIN).collect();
        colors.into_iter().find_map(|color| {
            let fits = |own: &char| self.state.may_lie_on(*own, color);
            let apart = |piece: &Piece| piece.colors.iter().filter(|own| !fits(own)).count();
            let fitting = |piece: &Piece| piece.cells.len() - apart(piece);
            let have: usize = self.pieces.iter().zip(&self.copies).map(|(piece, copies)| copies.most * fitting(piece)).sum();
            let cells: Vec<IVec3> = required().filter(|&cell| self.grid.color(cell) == color).collect();
            let (first, lattice) = (*cells.first()?, self.state.lattice);
            let place = words::place(lattice.is_flat, lattice.place(first));
            let message = match (have, cells.len()) {
                (0, _) => format!("no remaining piece may lie on the cell at {place}, which has the colour {color}"),
                (have, free) if have < free => format!(
                    "{free} cells have the colour {color}, such as the one at {place}, but the remaining pieces have only {} that may lie on \
                     it",
                    counted(have as u64, lattice.cell)
                ),
                _ => return None,
            };
            Some(flaw(message, spots_of(self.grid.extent, &cells), &path_of(lattice, first)))
        })
    }

    /// Returns the problem in which pieces of one shape differ by their names, so that exchanging them makes another solution.
    pub fn telling_names_apart(mut self) -> Self {
        self.symmetries = self.symmetries.telling_names_apart(&self.pieces);
        let equal = &self.symmetries.equal_pieces;
        let copies = |piece: usize| {
            let name = self.pieces[piece].name;
            let pinned = self.grid.pinned().filter(|&mark| self.state.name_of(mark) == name).count();
            let least = self.state.uses(name).least.saturating_sub(pinned);
            if equal.first(piece) == piece { Copies { least, most: equal.count(piece) } } else { Copies::default() }
        };
        self.copies = (0..self.pieces.len()).map(copies).collect();
        let colors: Vec<char> = self.cells.iter().map(|&cell| color_for(&self.pieces, &self.grid, cell)).collect();
        self.symmetries = self.symmetries.keeping(&self.optional, &colors, &self.copies);
        self
    }

    /// Returns the problem with the same pieces in another order, of which every solution counts.
    pub fn with_pieces(self, pieces: Vec<Piece>) -> Self {
        let symmetries = Symmetries::none(self.cells.len(), &pieces);
        // Equal pieces have their numbers of copies at the first of them.
        let before = &self.symmetries.equal_pieces;
        let copies_of = |(place, piece): (usize, &Piece)| {
            let first = self.piece(piece.mark).map(|piece| before.first(piece)).filter(|_| symmetries.equal_pieces.first(place) == place);
            first.map_or(Copies::default(), |first| self.copies[first])
        };
        let copies = pieces.iter().enumerate().map(copies_of).collect();
        Self { pieces, copies, symmetries, ..self }
    }

    /// For each free cell, its index in the box.
    pub fn box_indices(&self) -> Vec<u16> {
        self.cells.iter().filter_map(|&cell| self.grid.extent.index(cell)).map(|place| place as u16).collect()
    }

    /// Returns the index of the piece with this mark.
    pub fn piece(&self, mark: char) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.mark == mark)
    }
}

/// Turns a position into a problem, or returns everything that is wrong with it.
pub fn check(state: &State) -> Result<Problem, Vec<Flaw<Spot>>> {
    let mut flaws = Vec::new();
    let unseen = flaws_of_unseen_marks(state.lattice, &state.layers);
    let uneven = flaws_of_rows(state.lattice, &state.layers);
    // A mark that nobody sees makes its row longer than the others, but is what is wrong.
    flaws.extend(if unseen.is_empty() || uneven.is_empty() { uneven } else { unseen });
    flaws.extend(flaws_of_shapes(state));
    if flaws.is_empty() {
        flaws.extend(flaws_of_colors(state));
    }
    let set_pieces = state.set_pieces();
    flaws.extend(flaws_of_names(&state.pieces, &set_pieces));
    let grid = state.grid();
    if flaws.is_empty() {
        flaws.extend(flaws_of_marks(&grid, state, &set_pieces));
        flaws.extend(flaws_of_figure(&grid));
        flaws.extend(flaws_of_given(state, &grid));
    }
    if flaws.is_empty() { Ok(prepare(state, grid, &set_pieces)) } else { Err(flaws) }
}

fn flaw(message: String, spots: Vec<Spot>, path: &[Key]) -> Flaw<Spot> {
    Flaw { message, spots, path: path.to_vec() }
}

/// Finds characters in rows that can't be seen.
fn flaws_of_unseen_marks(lattice: &Lattice, layers: &[Vec<String>]) -> Vec<Flaw<Spot>> {
    let rows = layers.iter().enumerate().flat_map(|(z, layer)| layer.iter().enumerate().map(move |(y, row)| (y, z, row)));
    let unseen = rows.filter_map(|(y, z, row)| {
        let (x, mark) = marks_of(row).enumerate().find(|&(_, mark)| invisible(mark).is_some())?;
        Some(flaw(no_piece(mark), Vec::new(), &path_of(lattice, lattice.cell(IVec3::new(x as i32, y as i32, z as i32)))))
    });
    unseen.collect()
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
    let width = |row: &String| marks_of(row).count();
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

fn marks_of(row: &str) -> impl Iterator<Item = char> {
    row.chars().filter(|mark| !mark.is_whitespace())
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
    let mut pieces = 0;
    for (i, shape) in state.shapes.iter().enumerate() {
        let before = pieces;
        pieces = shape.most().saturating_add(pieces);
        if before <= MOST_PIECES && MOST_PIECES < pieces {
            let message =
                format!("there are more than {MOST_PIECES} pieces, with all copies; a solution has the number of a piece in one byte");
            flaws.push(flaw(message, Vec::new(), &[Key::Field("shapes"), Key::Index(i)]));
        }
        if let Some(Copies { least, most }) = shape.uses.filter(|uses| uses.most < uses.least) {
            let message = format!("shape {} is used at least {least} times, but at most {most} times", quoted(shape.name));
            flaws.push(flaw(message, Vec::new(), &[Key::Field("shapes"), Key::Index(i), Key::Field("least")]));
        }
    }
    for (i, shape) in state.shapes.iter().enumerate() {
        let path = [Key::Field("shapes"), Key::Index(i)];
        if let Some(message) = wrong_name(shape.name) {
            flaws.push(flaw(message, Vec::new(), &path));
        }
        if state.shapes[..i].iter().any(|other| other.name == shape.name) {
            flaws.push(flaw(format!("two shapes are named {}; rename one of them", quoted(shape.name)), Vec::new(), &path));
        }
        let columns = shape.layers.iter().flatten().map(|row| marks_of(row).count()).max().unwrap_or(0);
        let volume = columns * shape.layers.iter().map(Vec::len).max().unwrap_or(0) * shape.layers.len();
        if volume > MOST_CELLS {
            let message = format!("shape {} can't be in a figure: {}", quoted(shape.name), too_large(state.lattice, volume));
            flaws.push(flaw(message, Vec::new(), &path));
        }
        if let Some(mark) = shape.layers.iter().flatten().flat_map(|row| marks_of(row)).find(|&mark| invisible(mark).is_some()) {
            let message = format!("shape {} has {}; use one visible character for each cell", quoted(shape.name), quoted(mark));
            flaws.push(flaw(message, Vec::new(), &path));
        }
        if shape.piece(state.lattice).cells.is_empty() {
            flaws.push(flaw(format!("shape {} has no {}s; add at least one", quoted(shape.name), state.lattice.cell), Vec::new(), &path));
        }
    }
    flaws
}

/// Finds colours and labels of cells that don't exist, and rules about colours that can't hold.
fn flaws_of_colors(state: &State) -> Vec<Flaw<Spot>> {
    let whole = if state.lattice.is_flat { "the board" } else { "the box" };
    let mut flaws = flaws_of_overlay(state.lattice, &state.colors, &state.layers, OUTSIDE, whole, &[Key::Field("colours")]);
    for (i, shape) in state.shapes.iter().enumerate() {
        let path = [Key::Field("shapes"), Key::Index(i), Key::Field("colours")];
        let whole = format!("shape {}", quoted(shape.name));
        flaws.extend(flaws_of_overlay(state.lattice, &shape.colors, &shape.layers, FREE, &whole, &path));
    }
    for (i, &(piece, figure)) in state.color_pairs.iter().enumerate() {
        if let Some(wrong) = [piece, figure].into_iter().find_map(wrong_color) {
            flaws.push(flaw(wrong, Vec::new(), &[Key::Field("colour_pairs"), Key::Index(i)]));
        }
    }
    let rows = state.layers.first().map_or(&[][..], Vec::as_slice);
    let lengths: Vec<usize> = rows.iter().map(|row| marks_of(row).count()).collect();
    let words = |row: &String| row.split_whitespace().count();
    if !state.labels.is_empty() && state.labels.iter().map(words).collect::<Vec<_>>() != lengths {
        let message = "the rows of labels aren't as many and as long as those of the board".to_owned();
        flaws.push(flaw(message, Vec::new(), &[Key::Field("labels")]));
    } else if let Some((y, mark)) =
        state.labels.iter().enumerate().find_map(|(y, row)| Some((y, row.chars().find(|&mark| mark != ' ' && invisible(mark).is_some())?)))
    {
        let message = format!("a label has '{}', which can't be seen", quoted(mark));
        flaws.push(flaw(message, Vec::new(), &[Key::Field("labels"), Key::Index(y)]));
    }
    if state.apart && !state.lattice.is_flat {
        let message = "pieces of one colour can only be kept apart on a flat board".to_owned();
        flaws.push(flaw(message, Vec::new(), &[Key::Field("apart")]));
    }
    flaws
}

/// Finds colours that aren't one for each cell of these layers, or that lie where there is no cell but this mark.
fn flaws_of_overlay(
    lattice: &Lattice,
    colors: &[Vec<String>],
    layers: &[Vec<String>],
    outside: char,
    whole: &str,
    path: &[Key],
) -> Vec<Flaw<Spot>> {
    let mut flaws = Vec::new();
    let (colors, cells) = (characters(colors), characters(layers));
    let sizes = |rows: &[Vec<Vec<char>>]| -> Vec<Vec<usize>> { rows.iter().map(|layer| layer.iter().map(Vec::len).collect()).collect() };
    if !colors.is_empty() && sizes(&colors) != sizes(&cells) {
        return vec![flaw(format!("the rows of colours aren't as many and as long as those of {whole}"), Vec::new(), path)];
    }
    let at = |z: usize, y: usize, x: usize| {
        let layer = (!lattice.is_flat).then_some(Key::Index(z));
        path.iter().copied().chain(layer).chain([Key::Index(y), Key::Character(x)]).collect::<Vec<Key>>()
    };
    for (z, layer) in colors.iter().enumerate() {
        for (y, row) in layer.iter().enumerate() {
            for (x, &color) in row.iter().enumerate().filter(|&(_, &color)| color != PLAIN && color != OUTSIDE) {
                let place = words::place(lattice.is_flat, IVec3::new(x as i32, y as i32, z as i32));
                if let Some(wrong) = wrong_color(color) {
                    flaws.push(flaw(wrong, Vec::new(), &at(z, y, x)));
                } else if cells[z][y][x] == outside {
                    flaws.push(flaw(format!("there is a colour at {place}, but {whole} has no cell there"), Vec::new(), &at(z, y, x)));
                }
            }
        }
    }
    flaws
}

/// Says why this can't be a colour, if it can't.
pub fn wrong_color(color: char) -> Option<String> {
    let message = || format!("'{}' can't be a colour; use one visible character, but none of {MARKS}", quoted(color));
    wrong_name(color).map(|_| message())
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
fn flaws_of_marks(grid: &Grid, state: &State, set_pieces: &[Piece]) -> Vec<Flaw<Spot>> {
    let rules = ColorRules::of(state, grid, set_pieces);
    let wrong = |mark: char| {
        let cells = grid.cells_of(mark);
        let name = state.name_of(mark);
        let message = match set_pieces.iter().find(|piece| piece.mark == mark) {
            None if shape_and_copy(mark).is_some() => {
                let most = counted(state.uses(name).most as u64, "time");
                format!("piece {name} is here once more than it may be used: {most} at most")
            }
            None => no_piece(name),
            Some(piece) if !state.allows(piece) => words::piece_not_available(name),
            Some(piece) if 1 < state.uses(name).most && piece.cells.len() < cells.len() => format!(
                "which of these cells belong to one piece {name} isn't clear: each has {}, and pieces that touch are told apart by `placed`",
                counted(piece.cells.len() as u64, piece.lattice.cell)
            ),
            Some(piece) if piece.cells.len() != cells.len() => format!(
                "piece {name} covers {} here, but has {}",
                counted(cells.len() as u64, "cell"),
                counted(piece.cells.len() as u64, piece.lattice.cell)
            ),
            Some(piece) if !piece.has_shape_of(&cells) => format!("these cells don't have the shape of piece {name} in any orientation"),
            Some(piece) => rules.forbid(piece, &piece.colorings(&cells), &cells)?,
        };
        let path = cells.first().map(|&cell| path_of(grid.extent.lattice, cell)).unwrap_or_default();
        Some(flaw(message, spots_of(grid.extent, &cells), &path))
    };
    grid.pinned().filter_map(wrong).collect()
}

fn no_piece(mark: char) -> String {
    format!(
        "{} isn't a piece of this set; use {FREE} for a free cell, {EMPTY} for one that may stay empty, or {OUTSIDE} for a cell outside \
         the figure",
        quoted(mark)
    )
}

/// Finds given pieces that are not in the figure, or that are listed twice.
fn flaws_of_given(state: &State, grid: &Grid) -> Vec<Flaw<Spot>> {
    let given: Vec<char> = state.given.chars().filter(|name| !name.is_whitespace()).collect();
    let wrong = |(place, &name): (usize, &char)| {
        let message = if given[..place].contains(&name) {
            format!("piece {} is listed twice", state.name_of(name))
        } else if grid.pinned().any(|pinned| pinned == name) {
            return None;
        } else {
            format!("piece {} is given but isn't in the figure", state.name_of(name))
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

/// Returns the spots of these cells.
pub fn spots_of<'a>(extent: Extent, cells: impl IntoIterator<Item = &'a IVec3>) -> Vec<Spot> {
    cells.into_iter().filter_map(|&cell| extent.index(cell)).map(|index| Spot::Cell(index as u16)).collect()
}

fn prepare(state: &State, grid: Grid, set_pieces: &[Piece]) -> Problem {
    let cells = grid.cells_of(FREE);
    let optional: Vec<bool> = cells.iter().map(|&cell| grid.is_optional(cell)).collect();
    let pinned: Vec<char> = grid.pinned().collect();
    let is_remaining = |piece: &&Piece| state.allows(piece) && !pinned.contains(&piece.mark);
    let mut pieces: Vec<Piece> = set_pieces.iter().filter(is_remaining).cloned().collect();
    pieces.sort_by_key(|piece| (piece.name, piece.mark));
    // More copies than fit into the free cells can't be used.
    let earlier = |number: usize| pieces[..number].iter().filter(|other| other.name == pieces[number].name).count();
    let has_room =
        |&number: &usize| (1 + earlier(number)) * pieces[number].cells.len() <= cells.len() || pieces[number].mark == pieces[number].name;
    let pieces: Vec<Piece> = (0..pieces.len()).filter(has_room).map(|number| pieces[number].clone()).collect();
    let symmetries = if pinned.is_empty() { Symmetries::of(grid.extent, &cells, &pieces) } else { Symmetries::none(cells.len(), &pieces) };
    let copies = copies_of(state, &pieces, &symmetries.equal_pieces, set_pieces, &pinned);
    let colors: Vec<char> = cells.iter().map(|&cell| color_for(&pieces, &grid, cell)).collect();
    let symmetries = symmetries.keeping(&optional, &colors, &copies);
    let names = state.shape_names().into();
    Problem { grid, cells, optional, pieces, copies, symmetries, names, state: state.clone() }
}

/// The colour of a cell, as far as these pieces are concerned: pieces without colours may lie everywhere.
pub fn color_for(pieces: &[Piece], grid: &Grid, cell: IVec3) -> char {
    if pieces.iter().any(|piece| !piece.colors.is_empty()) { grid.color(cell) } else { PLAIN }
}

/// For the first of equal pieces, how many of them must be used beside the pinned ones, and how many there are.
fn copies_of(state: &State, pieces: &[Piece], equal_pieces: &EqualPieces, set_pieces: &[Piece], pinned: &[char]) -> Vec<Copies> {
    let most = |piece: usize| if equal_pieces.first(piece) == piece { equal_pieces.count(piece) } else { 0 };
    let mut copies: Vec<Copies> = (0..pieces.len()).map(|piece| Copies::up_to(most(piece))).collect();
    if state.shapes.iter().all(|shape| shape.uses.is_none()) {
        return copies;
    }
    let allowed: Vec<Piece> = set_pieces.iter().filter(|piece| state.allows(piece)).cloned().collect();
    let equal = EqualPieces::of(&allowed);
    for piece in equal_pieces.firsts() {
        let Some(place) = allowed.iter().position(|other| other.mark == pieces[piece].mark) else { continue };
        let alike = || (0..allowed.len()).filter(|&other| equal.first(other) == equal.first(place)).map(|other| &allowed[other]);
        let least: usize = alike().filter(|piece| piece.mark == piece.name).map(|piece| state.uses(piece.name).least).sum();
        let pinned = alike().filter(|piece| pinned.contains(&piece.mark)).count();
        copies[piece].least = least.saturating_sub(pinned);
    }
    copies
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{lattice::SQUARES, state::CustomShape};

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
    fn colours_that_no_piece_fits_are_named() {
        let rows = |row: &str| vec![vec![row.to_owned()]];
        let wrong = |figure: &str, piece: &str| {
            let shape = CustomShape { colors: rows(piece), ..CustomShape::new('A', rows("AAA")) };
            let empty = State { layers: rows("..."), colors: rows(figure), ..State::empty(&SQUARES, Set::Custom) };
            check(&empty.with_shape(shape)).expect("a valid position").wrong_numbers().map(|flaw| (flaw.message, flaw.spots))
        };
        let message = "no remaining piece may lie on the cell at row 1, column 2, which has the colour r";
        assert_eq!(wrong(".r.", "bbb"), Some((message.to_owned(), vec![Spot::Cell(1)])));
        let message = "2 cells have the colour r, such as the one at row 1, column 1, but the remaining pieces have only 1 square that may \
                       lie on it";
        assert_eq!(wrong("r.r", "bbr"), Some((message.to_owned(), vec![Spot::Cell(0), Spot::Cell(2)])));
        for (figure, piece) in [("r.r", "r.b"), ("...", "rrr"), ("r..", "...")] {
            assert_eq!(wrong(figure, piece), None, "{figure} {piece}");
        }
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
