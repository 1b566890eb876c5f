//! What is edited and saved: a figure as rows of text, with pinned pieces in it. It may have flaws, which `problem` finds.

use glam::IVec3;

use super::{
    geometry::{Extent, MOST_CELLS},
    isometry::{normalized, reading_order},
    lattice::{CUBES, Lattice},
    marks::{self, PLAIN},
    pieces::{MOST_PIECES, Piece, Set, parse_cells, polyforms},
};
use burr::{Group, Move};
use cover::Copies;

/// A cell of the figure that no pinned piece covers.
pub const FREE: char = '.';
/// In rows and solutions: a cell of the figure that no piece covers, and that may stay empty.
pub const EMPTY: char = '+';
/// A cell of the box outside the figure.
pub const OUTSIDE: char = '#';
/// In labels: a cell without one.
pub const UNLABELLED: &str = ".";

/// A figure, the pieces that may fill it, and the pieces pinned in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// What the cells are.
    pub lattice: &'static Lattice,
    /// The set that the pieces come from.
    pub set: Set,
    /// The names of the pieces that may be used.
    pub pieces: String,
    /// The layers from the bottom up, each as rows from the back to the front. Blanks are ignored. A flat board has one layer. Pieces are
    /// written by their marks.
    pub layers: Vec<Vec<String>>,
    /// The cells that may stay empty and that a pinned piece covers, in reading order. Those that none covers are marked in the layers.
    pub optional: Vec<IVec3>,
    /// The pieces of [`Set::Custom`].
    pub shapes: Vec<CustomShape>,
    /// The marks of the pinned pieces that are given by a challenge, so that they can't be moved.
    pub given: String,
    /// The colours of the cells, in the form of the layers; none if no cell has one.
    pub colors: Vec<Vec<String>>,
    /// Which colour of a piece may lie on which colour of the figure. If none are listed, each may lie on the same.
    pub color_pairs: Vec<(char, char)>,
    /// Whether pieces of one colour may not touch, on a flat board.
    pub apart: bool,
    /// The moves so far, if the pieces in the figure are being taken apart: see [`Parts`](super::parts::Parts). Another figure has none.
    pub moves: Option<Vec<Move>>,
    /// What is written on the cells of a flat board: rows of words, in which `.` stands for nothing. None if the set's board says it.
    pub labels: Vec<String>,
}

/// A custom piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomShape {
    /// One visible character that has no meaning of its own in a figure.
    pub name: char,
    /// Drawn like the figure: every character except `.` and blanks is a cell.
    pub layers: Vec<Vec<String>>,
    /// Whether it may be turned over, on a flat lattice.
    pub may_flip: bool,
    /// How often it is used. Where no shape of a position says so, each is used at most once.
    pub uses: Option<Copies>,
    /// The colours of its cells, in the form of its layers; none if no cell has one.
    pub colors: Vec<Vec<String>>,
    /// The groups of pieces that may stay together when an assembly is taken apart.
    pub groups: Vec<Group>,
}

impl CustomShape {
    /// The shape with these layers.
    pub fn new(name: char, layers: Vec<Vec<String>>) -> Self {
        Self { name, layers, may_flip: true, uses: None, colors: Vec::new(), groups: Vec::new() }
    }

    /// The shape of these cells, moved as close to the origin as possible.
    pub fn of(lattice: &'static Lattice, name: char, cells: &[IVec3]) -> Self {
        let cells = normalized(cells.to_vec()).into_iter().map(|cell| (cell, PLAIN));
        Self::new(name, Vec::new()).with_cells(lattice, cells.collect())
    }

    /// Returns the shape with another name.
    pub fn named(&self, lattice: &'static Lattice, name: char) -> Self {
        Self { name, ..self.clone() }.with_cells(lattice, self.colored_cells(lattice))
    }

    /// Returns the shape with other cells: a box that starts at the origin, or further to the left by whole columns where cells lie there.
    fn with_cells(self, lattice: &'static Lattice, cells: Vec<(IVec3, char)>) -> Self {
        let left = cells.iter().map(|&(cell, _)| lattice.place(cell).x).min().unwrap_or(0).min(0);
        let cells: Vec<(IVec3, char)> = cells.into_iter().map(|(cell, color)| (cell.with_x(cell.x - left), color)).collect();
        let sides = cells.iter().map(|&(cell, _)| lattice.place(cell)).fold(IVec3::ZERO, IVec3::max) + IVec3::ONE;
        let mut grid = Grid::filled(Extent::on(lattice, sides.x as usize, sides.y as usize, sides.z as usize));
        for (cell, color) in cells {
            grid.set(cell, self.name);
            grid.set_color(cell, color);
        }
        Self { layers: grid.layers(), colors: grid.color_layers(), ..self }
    }

    /// Returns the shape with this cell added or, if it has it already, removed. The other cells keep their coordinates.
    pub fn toggled(&self, lattice: &'static Lattice, cell: IVec3) -> Self {
        let mut cells = self.colored_cells(lattice);
        let before = cells.len();
        cells.retain(|&(other, _)| other != cell);
        if cells.len() == before {
            cells.push((cell, PLAIN));
        }
        self.clone().with_cells(lattice, cells)
    }

    /// Returns the shape with this colour on one of its cells or, if it has it already, none.
    pub fn painted(&self, lattice: &'static Lattice, cell: IVec3, color: char) -> Self {
        let mut cells = self.colored_cells(lattice);
        let own = cells.iter_mut().find(|(other, _)| *other == cell);
        own.into_iter().for_each(|(_, own)| *own = if *own == color { PLAIN } else { color });
        self.clone().with_cells(lattice, cells)
    }

    /// Returns the cells at the coordinates at which they are drawn.
    pub fn cells(&self, lattice: &'static Lattice) -> Vec<IVec3> {
        parse_cells(lattice, &self.layers)
    }

    /// Returns the cells with their colours.
    pub fn colored_cells(&self, lattice: &'static Lattice) -> Vec<(IVec3, char)> {
        let colors = characters(&self.colors);
        let color = |cell: IVec3| character(&colors, lattice.place(cell)).unwrap_or(PLAIN);
        self.cells(lattice).into_iter().map(|cell| (cell, color(cell))).collect()
    }

    /// How often it may be used at most.
    pub fn most(&self) -> usize {
        self.uses.map_or(1, |uses| uses.most)
    }

    /// Returns the piece.
    pub fn piece(&self, lattice: &'static Lattice) -> Piece {
        let piece = Piece::colored(self.name, lattice, self.colored_cells(lattice));
        Piece { may_flip: piece.may_flip && self.may_flip, ..piece }
    }
}

/// The characters of rows, without blanks.
pub fn characters(layers: &[Vec<String>]) -> Vec<Vec<Vec<char>>> {
    let of_row = |row: &String| row.chars().filter(|mark| !mark.is_whitespace()).collect();
    layers.iter().map(|layer| layer.iter().map(of_row).collect()).collect()
}

/// The character in this column, row and layer.
fn character(rows: &[Vec<Vec<char>>], place: IVec3) -> Option<char> {
    rows.get(place.z as usize)?.get(place.y as usize)?.get(place.x as usize).copied()
}

/// The empty cube.
impl Default for State {
    fn default() -> Self {
        Self::of_set(&CUBES, Set::Soma)
    }
}

impl State {
    /// The best-known figure of a set, with all its pieces.
    pub fn of_set(lattice: &'static Lattice, set: Set) -> Self {
        Self { pieces: names(&set.pieces(lattice)), layers: set.figure(lattice), ..Self::empty(lattice, set) }
    }

    /// No figure, and no pieces that may be used.
    pub fn empty(lattice: &'static Lattice, set: Set) -> Self {
        Self {
            lattice,
            set,
            pieces: String::new(),
            layers: Vec::new(),
            optional: Vec::new(),
            shapes: Vec::new(),
            given: String::new(),
            colors: Vec::new(),
            color_pairs: Vec::new(),
            apart: false,
            moves: None,
            labels: Vec::new(),
        }
    }

    /// Returns all pieces of the set, including those that may not be used. A piece that may be used several times occurs as often.
    pub fn set_pieces(&self) -> Vec<Piece> {
        if self.set != Set::Custom {
            return self.set.pieces(self.lattice);
        }
        let mut pieces = Vec::new();
        for (number, shape) in self.shapes.iter().enumerate() {
            let piece = shape.piece(self.lattice);
            // Further copies are left out where there are more than allowed. A piece that may not be used can still be drawn.
            let copies = shape.most().min(MOST_PIECES.saturating_sub(pieces.len())).max(1);
            pieces.extend((0..copies).map(|copy| Piece { mark: marks::mark(number, shape.name, copy), ..piece.clone() }));
        }
        pieces
    }

    /// Returns each piece of the set once, however often it may be used.
    pub fn distinct_pieces(&self) -> Vec<Piece> {
        self.set_pieces().into_iter().filter(|piece| piece.mark == piece.name).collect()
    }

    /// Returns the piece of the set with this mark.
    pub fn piece_marked(&self, mark: char) -> Option<Piece> {
        self.set_pieces().into_iter().find(|piece| piece.mark == mark)
    }

    /// Returns the names of the custom shapes.
    pub fn shape_names(&self) -> String {
        self.shapes.iter().map(|shape| shape.name).collect()
    }

    /// How often the pieces of this name may be used, and must be. Where no shape says how often it is used, pieces may be left over;
    /// otherwise a shape that doesn't say it is used once.
    pub fn uses(&self, name: char) -> Copies {
        let shape = self.shapes.iter().find(|shape| shape.name == name);
        let others = if self.shapes.iter().any(|shape| shape.uses.is_some()) { Copies { least: 1, most: 1 } } else { Copies::up_to(1) };
        shape.and_then(|shape| shape.uses).unwrap_or(others)
    }

    /// Whether a cell of a piece may lie on a cell of the figure, given their colours.
    pub fn may_lie_on(&self, piece: char, figure: char) -> bool {
        let is_pair = || if self.color_pairs.is_empty() { piece == figure } else { self.color_pairs.contains(&(piece, figure)) };
        piece == PLAIN || figure == PLAIN || is_pair()
    }

    /// Whether any custom shape has colours.
    pub fn has_colored_shapes(&self) -> bool {
        self.shapes.iter().any(|shape| !shape.colors.is_empty())
    }

    /// Whether this piece may be used.
    pub fn allows(&self, piece: &Piece) -> bool {
        self.pieces.contains(piece.name) && 0 < self.uses(piece.name).most
    }

    /// Returns the name that people see for the mark of a piece.
    pub fn name_of(&self, mark: char) -> char {
        let shape = marks::shape_and_copy(mark).and_then(|(shape, _)| self.shapes.get(shape));
        shape.map_or(mark, |shape| shape.name)
    }

    /// Returns the position with another set of pieces. A custom set starts with copies of the allowed pieces. The figure stays, without
    /// pieces in it, unless nobody has changed the figure of the current set: then the new set's figure replaces it.
    pub fn with_set(&self, set: Set) -> Self {
        if set != Set::Custom {
            let of_set = Self::of_set(self.lattice, set);
            let mut grid = self.grid();
            grid.clear_all(|_| true);
            let layers = grid.layers();
            return if layers == self.set.figure(self.lattice) { of_set } else { Self { layers, ..of_set } };
        }
        if self.set == set {
            return self.clone();
        }
        let shape = |piece: Piece| CustomShape {
            may_flip: piece.may_flip || !self.lattice.is_flat,
            ..CustomShape::of(self.lattice, piece.name, &piece.cells)
        };
        let shapes = self.set_pieces().into_iter().filter(|piece| self.allows(piece)).map(shape).collect();
        Self { set, shapes, ..self.clone() }
    }

    /// Returns the position with this custom shape added, replacing any shape of the same name. The piece is removed from the figure.
    pub fn with_shape(&self, shape: CustomShape) -> Self {
        let mut state = self.without_piece(shape.name);
        match state.shapes.iter_mut().find(|other| other.name == shape.name) {
            Some(other) => *other = shape,
            None => {
                state.pieces.push(shape.name);
                state.shapes.push(shape);
            }
        }
        state
    }

    /// Returns the position without the pieces of this name in the figure.
    fn without_piece(&self, name: char) -> Self {
        let mut grid = self.grid();
        grid.clear_all(|mark| self.name_of(mark) == name);
        self.with_grid(&grid)
    }

    /// Returns the position with another number of copies of this custom shape. Copies in the figure that it no longer has are removed.
    pub fn with_uses(&self, name: char, uses: Copies) -> Self {
        let mut grid = self.grid();
        let number = self.shapes.iter().position(|shape| shape.name == name).unwrap_or_default();
        let (given, others): (Vec<char>, Vec<char>) =
            grid.pinned().filter(|&mark| self.name_of(mark) == name).partition(|&mark| self.is_given(mark));
        let copies: Vec<char> = given.into_iter().chain(others).collect();
        // Given copies stay first, and the others get the next marks.
        let renamed = |mark: char| match copies.iter().position(|&copy| copy == mark) {
            Some(copy) if copy < uses.most.max(1) => marks::mark(number, name, copy),
            Some(_) => FREE,
            None => mark,
        };
        grid.marks.iter_mut().for_each(|mark| *mark = renamed(*mark));
        let given = self.given.chars().map(renamed).filter(|&mark| mark != FREE).collect();
        let mut state = Self { given, ..Self { given: String::new(), ..self.clone() }.with_grid(&grid) };
        for shape in &mut state.shapes {
            // The others stay as they are, though now one says how often it is used.
            shape.uses = Some(if shape.name == name { uses } else { self.uses(shape.name) });
        }
        state
    }

    /// Returns the position with another name for this custom shape.
    pub fn with_name(&self, shape: char, name: char) -> Self {
        let renamed = |other: char| if other == shape { name } else { other };
        let mut grid = self.grid();
        grid.marks.iter_mut().for_each(|mark| *mark = renamed(*mark));
        Self {
            pieces: self.pieces.chars().map(renamed).collect(),
            given: self.given.chars().map(renamed).collect(),
            layers: grid.layers(),
            shapes: self.shapes.iter().map(|shape| shape.named(self.lattice, renamed(shape.name))).collect(),
            ..self.clone()
        }
    }

    /// Returns the position with all pieces of this many cells as its custom shapes; `None` if there are too many.
    pub fn with_all_of(&self, cells: usize, may_flip: bool) -> Option<Self> {
        let all = polyforms(self.lattice, cells, may_flip, MOST_PIECES)?;
        let mut state = Self { set: Set::Custom, pieces: String::new(), shapes: Vec::new(), ..self.clone() };
        let mut grid = self.grid();
        grid.clear_all(|_| true);
        state = state.with_grid(&grid);
        for cells in all {
            let shape = CustomShape::of(self.lattice, state.free_name()?, &cells);
            state.pieces.push(shape.name);
            state.shapes.push(CustomShape { may_flip: may_flip || !self.lattice.is_flat, ..shape });
        }
        Some(state)
    }

    /// Returns the first name that no custom shape has.
    pub fn free_name(&self) -> Option<char> {
        all_names().find(|&name| !self.shapes.iter().any(|shape| shape.name == name))
    }

    /// Allows a piece of the set, or no longer.
    pub fn toggle_piece(&mut self, name: char) {
        let is_allowed = |other: &char| self.pieces.contains(*other) != (*other == name);
        self.pieces = names(&self.set_pieces()).chars().filter(is_allowed).collect();
    }

    /// Returns the position without this custom shape.
    pub fn without_shape(&self, name: char) -> Self {
        let mut state = self.without_piece(name);
        let removed = self.shapes.iter().position(|shape| shape.name == name);
        // The marks of copies have the numbers of their shapes, of which those behind it move up.
        let moved_up = |mark: char| match marks::shape_and_copy(mark) {
            Some((shape, copy)) if removed < Some(shape) => marks::mark(shape - 1, mark, copy),
            _ => mark,
        };
        let mut grid = state.grid();
        grid.marks.iter_mut().for_each(|mark| *mark = moved_up(*mark));
        state.layers = grid.layers();
        state.given = state.given.chars().map(moved_up).collect();
        state.pieces.retain(|other| other != name);
        state.shapes.retain(|other| other.name != name);
        state
    }

    /// Returns the figure as a grid; missing cells are outside.
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::read(self.lattice, &self.layers);
        self.optional.iter().for_each(|&cell| grid.set_optional(cell, true));
        let colors = characters(&self.colors);
        for cell in grid.extent.cells() {
            character(&colors, self.lattice.place(cell)).into_iter().for_each(|color| grid.set_color(cell, color));
        }
        grid
    }

    /// Returns the position with these marks on its cells.
    pub fn with_marks(&self, marks: Vec<char>) -> Self {
        self.with_grid(&Grid { marks, ..self.grid() })
    }

    /// Returns the position with another figure. Pieces that are no longer where they were given aren't given any more.
    pub fn with_grid(&self, grid: &Grid) -> Self {
        let mut given = self.given.clone();
        if !given.is_empty() {
            let before = self.grid();
            given.retain(|name| before.cells_of(name) == grid.cells_of(name));
        }
        let covered = grid.optional.iter().filter(|&&cell| grid.is_covered(cell));
        let labels = if self.labels.is_empty() || self.grid().extent == grid.extent { self.labels.clone() } else { Vec::new() };
        let layers = grid.layers();
        let moves = self.moves.clone().filter(|_| layers == self.layers);
        Self { layers, optional: covered.copied().collect(), given, colors: grid.color_layers(), moves, labels, ..self.clone() }
    }

    /// Whether the piece is given by a challenge, so that it can't be moved.
    pub fn is_given(&self, piece: char) -> bool {
        self.given.contains(piece)
    }

    /// Returns the position without the pieces that aren't given.
    pub fn without_pieces(&self) -> Self {
        let mut grid = self.grid();
        grid.clear_all(|name| !self.is_given(name));
        self.with_grid(&grid)
    }

    /// Returns the position in a box of another size. What does not fit is cut off, new cells are free, and cut pieces are removed.
    pub fn resized(&self, extent: Extent) -> Self {
        let before = self.grid();
        let mut after = Grid::filled(extent);
        for cell in extent.cells() {
            if let Some(mark) = before.mark(cell) {
                after.set(cell, mark);
                after.set_optional(cell, before.is_optional(cell));
                after.set_color(cell, before.color(cell));
            }
        }
        for name in before.pinned().filter(|&name| !before.cells_of(name).iter().all(|&cell| extent.contains(cell))) {
            after.clear(name);
        }
        let row = |y: usize| {
            let words = self.labels.get(y).map_or("", String::as_str).split_whitespace().chain(std::iter::repeat(UNLABELLED));
            words.take(extent.x).collect::<Vec<_>>().join(" ")
        };
        let labels = if self.labels.is_empty() { Vec::new() } else { (0..extent.y).map(row).collect() };
        State { labels, ..self.with_grid(&after) }
    }
}

/// Names for custom shapes, in the order in which they are given. There are enough for all pieces that a position may have.
pub fn all_names() -> impl Iterator<Item = char> {
    let further = ('\u{c0}'..='\u{24f}').filter(|name| name.is_alphabetic());
    ('A'..='Z').chain('0'..='9').chain('a'..='z').chain(further)
}

/// Returns the names of the pieces, in their order. Copies occur once.
pub fn names(pieces: &[Piece]) -> String {
    pieces.iter().filter(|piece| piece.mark == piece.name).map(|piece| piece.name).collect()
}

/// Whether this mark stands for a piece.
pub fn is_piece(mark: char) -> bool {
    mark != FREE && mark != OUTSIDE
}

/// The cells of a box with their marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The box.
    pub extent: Extent,
    /// `.`, `#` or the mark of a piece, in reading order.
    pub marks: Vec<char>,
    /// The cells that may stay empty, in reading order.
    pub optional: Vec<IVec3>,
    /// The colours of the cells, in reading order.
    pub colors: Vec<char>,
}

impl Grid {
    /// A box in which every cell belongs to the figure.
    pub fn filled(extent: Extent) -> Self {
        Self { extent, marks: vec![FREE; extent.volume()], optional: Vec::new(), colors: vec![PLAIN; extent.volume()] }
    }

    /// A box without a figure.
    pub fn outside(extent: Extent) -> Self {
        Self { marks: vec![OUTSIDE; extent.volume()], ..Self::filled(extent) }
    }

    /// Reads rows, up to the largest box allowed.
    pub fn read(lattice: &'static Lattice, layers: &[Vec<String>]) -> Self {
        let rows = characters(layers);
        let x = rows.iter().flatten().map(Vec::len).max().unwrap_or(0).min(MOST_CELLS);
        let y = rows.iter().map(Vec::len).max().unwrap_or(0).min(MOST_CELLS / x.max(1));
        let z = rows.len().min(MOST_CELLS / (x * y).max(1));
        let extent = Extent::on(lattice, x, y, z);
        let places = extent.cells().map(|cell| lattice.place(cell));
        Self::of_marks(extent, places.map(|place| character(&rows, place).unwrap_or(OUTSIDE)))
    }

    /// The grid with these marks, in which cells that may stay empty have a mark of their own.
    pub fn of_marks(extent: Extent, marks: impl Iterator<Item = char>) -> Self {
        let (mut optional, mut read) = (Vec::new(), Vec::with_capacity(extent.volume()));
        for mark in marks {
            optional.extend((mark == EMPTY).then(|| extent.cell(read.len())));
            read.push(if mark == EMPTY { FREE } else { mark });
        }
        Self { marks: read, optional, ..Self::filled(extent) }
    }

    /// Returns the grid as rows.
    pub fn layers(&self) -> Vec<Vec<String>> {
        let mut marks = self.marks.clone();
        for place in self.optional.iter().filter_map(|&cell| self.extent.index(cell)) {
            if marks[place] == FREE {
                marks[place] = EMPTY;
            }
        }
        self.rows(&marks)
    }

    /// Returns the colours as rows; none if no cell has one.
    pub fn color_layers(&self) -> Vec<Vec<String>> {
        if self.colors.iter().all(|&color| color == PLAIN) { Vec::new() } else { self.rows(&self.colors) }
    }

    fn rows(&self, marks: &[char]) -> Vec<Vec<String>> {
        let row = |z: usize, y: usize| (0..self.extent.x).map(|x| marks[x + self.extent.x * (y + self.extent.y * z)]).collect();
        (0..self.extent.z).map(|z| (0..self.extent.y).map(|y| row(z, y)).collect()).collect()
    }

    /// Returns the colour of a cell.
    pub fn color(&self, cell: IVec3) -> char {
        self.extent.index(cell).and_then(|index| self.colors.get(index).copied()).unwrap_or(PLAIN)
    }

    /// The grid with the colours of another one, if that is as large.
    pub fn colored_like(mut self, other: &Self) -> Self {
        if self.extent == other.extent {
            let is_inside = |place: usize| self.marks[place] != OUTSIDE;
            self.colors = (0..self.marks.len()).map(|place| if is_inside(place) { other.colors[place] } else { PLAIN }).collect();
        }
        self
    }

    /// Colours a cell. Does nothing beyond the box.
    pub fn set_color(&mut self, cell: IVec3, color: char) {
        if let Some(slot) = self.extent.index(cell).and_then(|index| self.colors.get_mut(index)) {
            *slot = color;
        }
    }

    /// Returns the mark of a cell; `None` beyond the box.
    pub fn mark(&self, cell: IVec3) -> Option<char> {
        self.extent.index(cell).and_then(|index| self.marks.get(index).copied())
    }

    /// Marks a cell. Does nothing beyond the box.
    pub fn set(&mut self, cell: IVec3, mark: char) {
        if let Some(slot) = self.extent.index(cell).and_then(|index| self.marks.get_mut(index)) {
            *slot = mark;
            if mark == OUTSIDE {
                self.set_optional(cell, false);
                self.set_color(cell, PLAIN);
            }
        }
    }

    /// Makes a cell part of the figure or not, as in rows: it must be covered, may stay empty, or lies outside.
    pub fn paint(&mut self, cell: IVec3, mark: char) {
        self.set(cell, if mark == EMPTY { FREE } else { mark });
        self.set_optional(cell, mark == EMPTY);
    }

    /// What [`Self::paint`] would have to paint to make the cell as it is.
    pub fn painted(&self, cell: IVec3) -> char {
        match self.mark(cell) {
            None | Some(OUTSIDE) => OUTSIDE,
            Some(_) if self.is_optional(cell) => EMPTY,
            Some(_) => FREE,
        }
    }

    /// Whether the cell may stay empty.
    pub fn is_optional(&self, cell: IVec3) -> bool {
        self.optional.contains(&cell)
    }

    /// Says whether a cell of the figure may stay empty.
    pub fn set_optional(&mut self, cell: IVec3, is_optional: bool) {
        self.optional.retain(|&other| other != cell);
        if is_optional && self.mark(cell).is_some_and(|mark| mark != OUTSIDE) {
            self.optional.push(cell);
            self.optional.sort_unstable_by_key(reading_order);
        }
    }

    /// Returns the cells with this mark.
    pub fn cells_of(&self, mark: char) -> Vec<IVec3> {
        self.extent.cells().zip(&self.marks).filter(|&(_, &found)| found == mark).map(|(cell, _)| cell).collect()
    }

    /// The free cells that must be covered.
    pub fn to_cover(&self) -> impl Iterator<Item = IVec3> {
        let free = self.extent.cells().zip(&self.marks).filter(|&(_, &mark)| mark == FREE);
        free.map(|(cell, _)| cell).filter(|&cell| !self.is_optional(cell))
    }

    /// Whether a piece covers the cell.
    pub fn is_covered(&self, cell: IVec3) -> bool {
        self.mark(cell).is_some_and(is_piece)
    }

    /// Returns the lowest layer with a cell of the figure; 0 if there is none.
    pub fn lowest_layer(&self) -> i32 {
        let lowest = self.marks.iter().position(|&mark| mark != OUTSIDE);
        lowest.map_or(0, |index| self.extent.cell(index).z)
    }

    /// Frees all cells of a piece.
    pub fn clear(&mut self, name: char) {
        self.clear_all(|mark| mark == name);
    }

    /// Frees all cells of these pieces.
    pub fn clear_all(&mut self, is_cleared: impl Fn(char) -> bool) {
        for mark in self.marks.iter_mut().filter(|mark| is_piece(**mark) && is_cleared(**mark)) {
            *mark = FREE;
        }
    }

    /// Iterates over the names of the pieces in the grid, each once, ordered by their lowest cells.
    pub fn pinned(&self) -> impl Iterator<Item = char> {
        let mut names: Vec<char> = Vec::new();
        self.marks.iter().copied().filter(move |&mark| {
            let is_new = is_piece(mark) && !names.contains(&mark);
            if is_new {
                names.push(mark);
            }
            is_new
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_allowed_in_the_order_of_the_set() {
        let mut state = State::default();
        let all = state.pieces.clone();
        state.toggle_piece('T');
        assert!(!state.pieces.contains('T') && state.pieces.len() + 1 == all.len());
        state.toggle_piece('T');
        assert_eq!(state.pieces, all);
    }

    #[test]
    fn a_new_custom_piece_has_a_name_of_its_own() {
        let mut state = State::default();
        for name in ['A', 'B'] {
            assert_eq!(state.free_name(), Some(name));
            state = state.with_shape(CustomShape::of(&CUBES, name, &[IVec3::ZERO]));
        }
        let names: Vec<char> = all_names().filter(|&name| crate::model::problem::wrong_name(name).is_none()).collect();
        assert!(all_names().eq(names.iter().copied()) && MOST_PIECES <= names.len());
    }

    #[test]
    fn rows_round_trip() {
        let layers = vec![vec!["V V .".to_owned(), "V##".to_owned()], vec!["..".to_owned()]];
        let grid = Grid::read(&CUBES, &layers);
        assert_eq!(grid.extent, Extent::new(3, 2, 2));
        assert_eq!(grid.layers(), [["VV.", "V##"], ["..#", "###"]]);
        assert_eq!(grid.pinned().collect::<String>(), "V");
        assert_eq!(grid.cells_of('V').len(), 3);
    }

    #[test]
    fn shapes_are_drawn_cell_by_cell() {
        let one = CustomShape::new('Q', Vec::new()).toggled(&CUBES, IVec3::new(1, 0, 0));
        assert_eq!(one.layers, [[".Q"]]);
        let two = one.toggled(&CUBES, IVec3::new(1, 1, 1));
        assert_eq!(two.layers, [[".Q", ".."], ["..", ".Q"]]);
        assert_eq!(two.toggled(&CUBES, IVec3::new(1, 1, 1)), one);
        assert!(one.toggled(&CUBES, IVec3::new(1, 0, 0)).cells(&CUBES).is_empty());
    }

    #[test]
    fn changing_the_set_changes_its_figure_and_pieces() {
        use crate::model::problem::check;
        let own = State::default().with_set(Set::Custom);
        assert_eq!((own.shapes.len(), own.pieces.as_str()), (7, "VLTZABP"));
        let few = State { pieces: "VT".into(), ..State::default() }.with_set(Set::Custom);
        assert_eq!((few.shape_names(), few.pieces), ("VT".to_owned(), "VT".to_owned()), "only what was allowed");
        let drawn = State { layers: vec![vec!["VV.".into(), "V..".into()]], ..State::default() }.with_set(Set::Bedlam);
        assert_eq!((drawn.layers, drawn.pieces.len()), (vec![vec!["...".to_owned(); 2]], 13), "a figure that was drawn stays");
        for set in [Set::Pentominoes, Set::Bedlam, Set::Soma] {
            let problem = check(&State::default().with_set(set)).expect("a valid position");
            let cells: usize = problem.pieces.iter().map(|piece| piece.cells.len()).sum();
            assert_eq!(problem.cells.len(), cells, "{set:?} fills its box");
        }
        let more = own.with_shape(CustomShape::of(&CUBES, 'I', &[IVec3::ZERO, IVec3::X]));
        assert_eq!((more.pieces.as_str(), check(&more).is_ok()), ("VLTZABPI", true));
        assert_eq!(more.without_shape('I'), own);
    }

    #[test]
    fn custom_pieces_can_be_renamed_and_made_by_their_size() {
        let own = State::default().with_set(Set::Custom);
        let state = State { layers: vec![vec!["VV.".into(), "V..".into()]], given: "V".into(), ..own };
        let renamed = state.with_name('V', 'é');
        assert_eq!((renamed.pieces.as_str(), renamed.given.as_str(), renamed.layers[0][0].as_str()), ("éLTZABP", "é", "éé."));
        assert_eq!(renamed.shapes[0].layers, [["éé", "é."]]);
        assert_eq!(renamed.with_name('é', 'V'), state);

        let tetracubes = state.with_all_of(4, false).expect("few pieces");
        assert_eq!((tetracubes.pieces.as_str(), tetracubes.given.as_str()), ("ABCDEFGH", ""));
        assert_eq!(tetracubes.layers, [["...", "..."]]);
        assert_eq!(state.with_all_of(7, false), None, "there are 1,023");
    }

    #[test]
    fn a_smaller_box_removes_cut_pieces() {
        let state = State { layers: vec![vec!["VVT".into(), "V.T".into(), "..T".into()]], ..State::default() };
        assert_eq!(state.resized(Extent::new(3, 2, 1)).layers, [["VV.", "V.."]]);
        assert_eq!(state.resized(Extent::new(3, 3, 2)).layers[1], ["...", "...", "..."]);
    }
}
