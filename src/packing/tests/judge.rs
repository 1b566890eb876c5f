//! The judge: a second solver that is as plain as possible, of sets of cells instead of bits. It knows copies by number, cells that may
//! stay empty, colours and symmetry on every lattice.

use std::{
    collections::{BTreeMap, BTreeSet},
    iter,
};

use glam::IVec3;

use cover::Copies;
use packing::model::{
    isometry::{Isometry, Kind as Isometric},
    lattice::CUBES,
    marks::PLAIN,
    pieces::Piece,
    solution::Summary,
    state::{EMPTY, FREE, Grid, State},
};

/// A cell as sortable coordinates.
pub(super) type Cell = [i32; 3];

/// The cells of a piece.
pub(super) type Cells = BTreeSet<Cell>;

/// A solution: the name of each piece, with its cells.
pub(super) type Filling = BTreeSet<(char, Cells)>;

/// A placement without its name: which piece it is, and its cells.
pub(super) type Placed = (usize, Cells);

/// Placements that fill a figure.
pub(super) type Packed = BTreeSet<Placed>;

/// Cells with their colours.
type Colored = BTreeSet<(Cell, char)>;

fn moved(cells: &Colored, isometry: Isometry) -> Colored {
    cells.iter().map(|&(cell, color)| (isometry.apply(IVec3::from_array(cell)).to_array(), color)).collect()
}

fn shifted(cells: &Colored, from: Cell, to: Cell) -> Colored {
    cells.iter().map(|&(cell, color)| ([0, 1, 2].map(|axis| cell[axis] - from[axis] + to[axis]), color)).collect()
}

fn lowest(cells: &Colored) -> Cell {
    [0, 1, 2].map(|axis| cells.iter().map(|(cell, _)| cell[axis]).min().unwrap_or(0))
}

/// The cells moved and then shifted to the origin.
fn turned(cells: &Colored, isometry: Isometry) -> Colored {
    let moved = moved(cells, isometry);
    shifted(&moved, lowest(&moved), [0; 3])
}

/// A piece with how often it is used, as the plain solver sees it.
struct PlainPiece {
    name: char,
    /// Its cells in each orientation, at the origin.
    orientations: BTreeSet<Colored>,
    may_flip: bool,
    copies: Copies,
}

impl PlainPiece {
    fn of(state: &State, piece: &Piece) -> Self {
        let colors = if piece.colors.is_empty() { vec![PLAIN; piece.cells.len()] } else { piece.colors.clone() };
        let cells: Colored = piece.cells.iter().map(IVec3::to_array).zip(colors).collect();
        let may_flip = state.lattice.is_flat && piece.may_flip;
        let isometries = state.lattice.isometries.iter().filter(|isometry| may_flip || isometry.kind() == Isometric::Rotation);
        Self {
            name: piece.name,
            orientations: isometries.map(|&isometry| turned(&cells, isometry)).collect(),
            may_flip,
            copies: if state.allows(piece) { state.uses(piece.name) } else { Copies::up_to(0) },
        }
    }

    fn colors(&self) -> BTreeSet<char> {
        self.orientations.iter().flatten().map(|&(_, color)| color).collect()
    }

    /// The colour that all its cells have.
    fn color(&self) -> Option<char> {
        let colors = self.colors();
        colors.first().copied().filter(|&color| colors.len() == 1 && color != PLAIN)
    }
}

/// A way to move a figure onto itself.
pub(super) struct Motion {
    isometry: Isometry,
    /// Where the lowest corner of the figure comes to, and where it was.
    from: Cell,
    to: Cell,
    /// What each piece becomes: itself or, in a mirror, its twin.
    twins: Vec<usize>,
}

/// A position as the plain solver sees it.
pub(super) struct Plain<'a> {
    state: &'a State,
    pub(super) grid: Grid,
    pieces: Vec<PlainPiece>,
    /// For each piece, the first one that equals it.
    pub(super) alike: Vec<usize>,
    /// The colours that the figure has for the pieces that may be used: none unless one of these is coloured.
    colors: BTreeMap<Cell, char>,
}

fn cells_of(grid: &Grid, mark: char) -> Cells {
    grid.cells_of(mark).iter().map(IVec3::to_array).collect()
}

/// The pieces in a grid without copies.
pub(super) fn filling(grid: &Grid) -> Filling {
    grid.pinned().map(|name| (name, cells_of(grid, name))).collect()
}

/// Returns all fillings of a position without copies. Exchanging equal pieces makes another one.
pub(super) fn fillings(state: &State) -> BTreeSet<Filling> {
    let plain = Plain::of(state);
    let named = |(piece, cells): &Placed| (plain.pieces[*piece].name, cells.clone());
    plain.told_apart().expect("few fillings").iter().map(|packed| packed.iter().map(named).collect()).collect()
}

/// Returns all ways to place one more piece, whatever they leave.
pub(super) fn placements(state: &State) -> BTreeSet<(char, Cells)> {
    let plain = Plain::of(state);
    let (free, placed) = (plain.free(), filling(&plain.grid));
    let beside = plain.pieces.iter().filter(|piece| 0 < piece.copies.most && placed.iter().all(|(name, _)| *name != piece.name));
    let all = beside.flat_map(|piece| piece.orientations.iter().map(move |orientation| (piece.name, orientation)));
    let first = |cells: &Colored| cells.first().map_or([0; 3], |&(cell, _)| cell);
    let all = all.flat_map(|(name, cells)| free.iter().map(move |&to| (name, shifted(cells, first(cells), to))));
    let all = all.map(|(name, cells)| (name, cells.into_iter().map(|(cell, _)| cell).collect::<Cells>()));
    all.filter(|(_, cells)| cells.is_subset(&free)).collect()
}

/// The most packings that the plain solver lists. A random position with many copies of single cells can have millions, which take it many
/// minutes.
const MOST_PACKINGS: usize = 20_000;

impl<'a> Plain<'a> {
    pub(super) fn of(state: &'a State) -> Self {
        let grid = state.grid();
        let pieces: Vec<PlainPiece> = state.distinct_pieces().iter().map(|piece| PlainPiece::of(state, piece)).collect();
        let first = |piece: &PlainPiece| pieces.iter().position(|other| other.orientations == piece.orientations);
        let alike = pieces.iter().filter_map(first).collect();
        let is_colored = pieces.iter().any(|piece| 0 < piece.copies.most && piece.colors().iter().any(|&color| color != PLAIN));
        let color = |cell: IVec3| if is_colored { grid.color(cell) } else { PLAIN };
        let colors = grid.extent.cells().map(|cell| (cell.to_array(), color(cell))).collect();
        Self { state, grid, pieces, alike, colors }
    }

    /// Returns the number of a piece by what stands on its cells.
    pub(super) fn number(&self, mark: char) -> usize {
        let name = self.state.name_of(mark);
        self.pieces.iter().position(|piece| piece.name == name).expect("a piece of the set")
    }

    /// The pieces in a grid.
    pub(super) fn placed(&self, grid: &Grid) -> Packed {
        grid.pinned().map(|mark| (self.number(mark), cells_of(grid, mark))).collect()
    }

    /// Equal pieces aren't told apart.
    pub(super) fn merged(&self, packed: &Packed) -> Packed {
        packed.iter().map(|(piece, cells)| (self.alike[*piece], cells.clone())).collect()
    }

    /// Returns all ways to pack the free cells beside the pinned pieces. `None` if there are more than [`MOST_PACKINGS`].
    pub(super) fn packings(&self) -> Option<BTreeSet<Packed>> {
        Some(self.told_apart()?.iter().map(|packed| self.merged(packed)).collect())
    }

    /// The same, where exchanging equal pieces makes another one.
    fn told_apart(&self) -> Option<BTreeSet<Packed>> {
        let mut found = BTreeSet::new();
        self.pack(&self.free(), &self.placed(&self.grid), &mut found);
        Some(found).filter(|found| found.len() <= MOST_PACKINGS)
    }

    fn free(&self) -> Cells {
        cells_of(&self.grid, FREE)
    }

    /// The first free cell is covered or stays empty.
    fn pack(&self, free: &BTreeSet<Cell>, packed: &Packed, found: &mut BTreeSet<Packed>) {
        if MOST_PACKINGS < found.len() {
            return;
        }
        let used = |piece: usize| packed.iter().filter(|&&(other, _)| other == piece).count();
        let Some(&first) = free.first() else {
            if self.pieces.iter().enumerate().all(|(number, piece)| piece.copies.least <= used(number)) {
                found.insert(packed.clone());
            }
            return;
        };
        if self.grid.is_optional(IVec3::from_array(first)) {
            self.pack(&free.iter().copied().skip(1).collect(), packed, found);
        }
        for (number, piece) in self.pieces.iter().enumerate().filter(|&(number, piece)| used(number) < piece.copies.most) {
            for orientation in &piece.orientations {
                for &(own, _) in orientation {
                    let placed = shifted(orientation, own, first);
                    let cells: BTreeSet<Cell> = placed.iter().map(|&(cell, _)| cell).collect();
                    if cells.is_subset(free) && self.fits(&placed) && !self.touches(packed, number, &cells) {
                        let mut more = packed.clone();
                        more.insert((number, cells.clone()));
                        self.pack(&(free - &cells), &more, found);
                    }
                }
            }
        }
    }

    /// Whether each colour may lie where it does.
    fn fits(&self, placed: &Colored) -> bool {
        let pairs = &self.state.color_pairs;
        placed.iter().all(|&(cell, color)| match (color, self.colors[&cell]) {
            (PLAIN, _) | (_, PLAIN) => true,
            pair if pairs.is_empty() => pair.0 == pair.1,
            pair => pairs.contains(&pair),
        })
    }

    /// Whether a piece touches another one of its colour, where that isn't allowed.
    fn touches(&self, packed: &Packed, piece: usize, cells: &BTreeSet<Cell>) -> bool {
        let steps = self.state.lattice.steps;
        let is_beside = |cell: Cell, other: Cell| steps.contains(&(IVec3::from_array(cell) - IVec3::from_array(other)));
        let color = |piece: usize| self.pieces[piece].color();
        let alike = packed.iter().filter(|&&(other, _)| color(piece).is_some() && color(other) == color(piece));
        self.state.apart && alike.flat_map(|(_, others)| others).any(|&other| cells.iter().any(|&cell| is_beside(cell, other)))
    }

    /// Returns the ways to move the figure onto itself that make solutions of solutions: none with pinned pieces, which stay where they
    /// are.
    pub(super) fn motions(&self) -> Vec<Motion> {
        if self.grid.pinned().next().is_some() {
            return Vec::new();
        }
        // A cell that may stay empty counts as one of another colour.
        let kind = |cell: &IVec3| match self.colors[&cell.to_array()] {
            PLAIN if self.grid.is_optional(*cell) => EMPTY,
            color if self.grid.is_optional(*cell) => color.to_ascii_uppercase(),
            color => color,
        };
        let figure: Colored = self.grid.cells_of(FREE).iter().map(|cell| (cell.to_array(), kind(cell))).collect();
        let to = lowest(&figure);
        let motion = |&isometry: &Isometry| {
            let moved = moved(&figure, isometry);
            let from = lowest(&moved);
            let twins: Option<Vec<usize>> = (0..self.pieces.len()).map(|piece| self.twin(piece, isometry)).collect();
            (shifted(&moved, from, to) == figure).then_some(Motion { isometry, from, to, twins: twins? })
        };
        self.state.lattice.isometries.iter().filter_map(motion).collect()
    }

    /// What a piece becomes: itself or, in a mirror, one that is used equally often.
    fn twin(&self, piece: usize, isometry: Isometry) -> Option<usize> {
        let same = self.alike[piece];
        let PlainPiece { orientations, may_flip, copies, .. } = &self.pieces[piece];
        if isometry.kind() == Isometric::Rotation || copies.most == 0 {
            return Some(same);
        }
        if self.state.lattice.is_flat {
            return may_flip.then_some(same);
        }
        let mirrored = turned(orientations.first()?, isometry);
        let twin = self.pieces.iter().position(|other| other.orientations.contains(&mirrored))?;
        let total = |piece: usize| {
            let group = self.pieces.iter().zip(&self.alike).filter(|&(_, &alike)| alike == piece).map(|(other, _)| other.copies);
            group.fold((0, 0), |(least, most), copies| (least + copies.least, most + copies.most))
        };
        (total(twin) == total(same)).then_some(twin)
    }

    /// Returns a packing and what the motions make of it.
    pub(super) fn images<'m>(&self, packed: &Packed, motions: impl IntoIterator<Item = &'m Motion>) -> BTreeSet<Packed> {
        let image = |&Motion { isometry, from, to, ref twins }: &Motion| -> Packed {
            let back = |cells: &BTreeSet<Cell>| {
                let plain = cells.iter().map(|&cell| (cell, PLAIN)).collect();
                shifted(&moved(&plain, isometry), from, to).into_iter().map(|(cell, _)| cell).collect()
            };
            packed.iter().map(|(piece, cells)| (twins[*piece], back(cells))).collect()
        };
        iter::once(packed.clone()).chain(motions.into_iter().map(image)).collect()
    }

    /// Counts by moving every packing in all possible ways and looking which others it becomes.
    pub(super) fn count(&self, packings: &BTreeSet<Packed>) -> Summary {
        let raw = packings.len() as u64;
        if raw != 0 && self.grid.pinned().next().is_some() {
            return Summary { raw, rotations: None, classes: None, ..Summary::default() };
        }
        let all = self.motions();
        let classes = |motions: &[&Motion]| {
            let smallest = |packed: &Packed| self.images(packed, motions.iter().copied()).pop_first();
            packings.iter().map(smallest).collect::<BTreeSet<_>>().len() as u64
        };
        let rotations: Vec<&Motion> = all.iter().filter(|motion| motion.isometry.kind() == Isometric::Rotation).collect();
        Summary { raw, rotations: Some(classes(&rotations)), classes: Some(classes(&all.iter().collect::<Vec<_>>())), ..Summary::default() }
    }
}

/// The judge takes rotations from what it judges, so these have a judge of their own.
#[test]
fn rotations_of_cubes_are_what_two_quarter_turns_generate() {
    let axes: [Cell; 3] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    let quarter_turns: [fn(Cell) -> Cell; 2] = [|[x, y, z]| [-y, x, z], |[x, y, z]| [x, -z, y]];
    let mut generated = BTreeSet::new();
    let mut new = vec![axes];
    while let Some(turned) = new.pop() {
        if generated.insert(turned) {
            new.extend(quarter_turns.map(|turn| turned.map(turn)));
        }
    }
    let rotations = CUBES.isometries.iter().filter(|isometry| isometry.kind() == Isometric::Rotation);
    let rotations = rotations.map(|isometry| axes.map(|axis| isometry.apply(IVec3::from_array(axis)).to_array()));
    assert_eq!((generated.len(), rotations.collect::<BTreeSet<_>>()), (24, generated));
}
