//! Finds all placements that fit a board at once, by looking up which ones the covered cells rule out.

use std::{
    array, iter,
    ops::{BitAnd, BitOr},
    sync::LazyLock,
};

use crate::model::{
    geometry::{CELLS, COLUMNS, Cell, Cells, OnBoard},
    pieces::{PIECES, Piece, Placement},
    problem::Problem,
};
use base::bits::Bits;

/// The number of classes of cells: two rows further down, the board repeats itself.
const CLASSES: usize = 2 * COLUMNS;
/// The representative of each class is in these rows: from there no placement leaves the board at the bottom, and there are rows above.
const ROWS_ABOVE: usize = 2;
/// The number of cells from the first cell of a placement to the last possible one. The first is free, so lookups begin after it.
const WINDOW: usize = 23;
/// The cells after the first, in parts that are looked up separately: the near part, where most placements fail, is the largest.
const NEAR: usize = 10;
const MIDDLE: usize = 6;
/// The bits of the near part.
const NEAR_PLACES: usize = (1 << NEAR) - 1;
const FAR: usize = WINDOW - 1 - NEAR - MIDDLE;

/// The placements of a problem by their first cell, and the tables of what rules them out.
pub struct PlacementTables {
    classes: &'static [CellClass],
    /// For each first cell, the placements that the problem admits while all other cells are free.
    admitted: [Set; CELLS],
}

/// A set of placements of one class, one bit each. Every class has at most 128.
type Set = u128;
/// The number of bits in half a set.
const HALF: usize = 64;

/// The placements whose first cell belongs to one class.
struct CellClass {
    /// The shapes by their bits, in halves of a set; unused entries repeat the last shape.
    shapes: [[Shape; HALF]; 2],
    /// The number of shapes.
    count: usize,
    /// For each set of covered cells in a part of the window, the placements that it rules out.
    near: Vec<Set>,
    middle: Vec<Set>,
    far: Vec<Set>,
}

/// A placement relative to its first cell.
#[derive(Clone, Copy)]
pub struct Shape {
    /// The piece.
    pub piece: Piece,
    /// Its cells; bit 0 is the first.
    window: u32,
}

impl Shape {
    /// The cells it covers with its first cell here.
    #[inline]
    pub fn cells(self, first_cell: Cell) -> Cells {
        Cells::on_board(u64::from(self.window) << first_cell.index())
    }
}

static CELL_CLASSES: LazyLock<Vec<CellClass>> = LazyLock::new(|| (0..CLASSES).filter_map(representative).map(CellClass::new).collect());

/// For each first cell and piece, the placements on the board.
static ON_BOARD: LazyLock<Vec<[Set; PIECES]>> = LazyLock::new(|| sets_of(|_| true));

/// The same, for placements that leave only regions whose sizes are multiples of five on the otherwise empty board.
static LEAVING_MULTIPLES_OF_FIVE: LazyLock<Vec<[Set; PIECES]>> =
    LazyLock::new(|| sets_of(|cells| (!cells).regions_are_multiples_of_five()));

impl PlacementTables {
    /// Prepares the placements that may be part of a solution.
    ///
    /// A placement that cuts off a region whose size isn't a multiple of five is part of no solution: other pieces are entirely inside the
    /// region or entirely outside. This is also true for pinned pieces, but not for blocked cells.
    pub fn new(problem: &Problem) -> Self {
        let by_piece = if problem.blocked.is_empty() { &*LEAVING_MULTIPLES_OF_FIVE } else { &*ON_BOARD };
        let mut admitted = [0; CELLS];
        for (set, by_piece) in admitted.iter_mut().zip(by_piece) {
            *set = problem.remaining.iter().fold(0, |all, piece| all | by_piece[piece.index()]);
        }
        Self { classes: &CELL_CLASSES, admitted }
    }

    /// Calls `visit` with the first free cell of the board, if there is one, and each shape that covers it and no covered cell. Shapes that
    /// close off one or two cells nearby are left out.
    #[inline]
    pub fn for_each_fitting(&self, covered: Cells, mut visit: impl FnMut(Cell, Shape)) {
        let Some(first_cell) = (!covered).first() else { return };
        let class = &self.classes[first_cell.index() % CLASSES];
        // Cells beyond the board count as covered: the bits above it are set, and an arithmetic shift keeps setting them.
        let window = ((covered.bits() | !Cells::ALL.bits()).cast_signed() >> first_cell.index()).cast_unsigned() as usize >> 1;
        let ruled_out = class.near[window % (1 << NEAR)]
            | class.middle[(window >> NEAR) % (1 << MIDDLE)]
            | class.far[(window >> (NEAR + MIDDLE)) % (1 << FAR)];
        let fitting = self.admitted[first_cell.index()] & !ruled_out;
        // Half by half, since processors count zeros in 64 bits.
        for (shapes, half) in class.shapes.iter().zip([fitting as u64, (fitting >> HALF) as u64]) {
            let mut unvisited = half;
            while unvisited != 0 {
                visit(first_cell, shapes[unvisited.trailing_zeros() as usize]);
                unvisited &= unvisited - 1;
            }
        }
    }
}

/// The representative of a class.
fn representative(class: usize) -> Option<Cell> {
    Cell::new(ROWS_ABOVE * COLUMNS + class)
}

/// The placements with this first cell, in order.
fn placements_from(first_cell: Cell) -> impl Iterator<Item = &'static Placement> {
    Placement::all().iter().filter(move |placement| placement.cells.first() == Some(first_cell))
}

/// For each first cell and piece, the placements on the board that are wanted.
fn sets_of(is_wanted: impl Fn(Cells) -> bool) -> Vec<[Set; PIECES]> {
    let mut sets = vec![[0; PIECES]; CELLS];
    for (class, of_class) in CELL_CLASSES.iter().enumerate() {
        for (bit, shape) in of_class.shapes.as_flattened()[..of_class.count].iter().enumerate() {
            // From the first two rows, no placement leaves the board at the bottom.
            let at_top = Cell::new(class).map(|first_cell| shape.cells(first_cell));
            let down = iter::successors(at_top, |cells| cells.two_rows_down());
            for (_, sets) in down.zip(sets.iter_mut().skip(class).step_by(CLASSES)).filter(|&(cells, _)| is_wanted(cells)) {
                sets[shape.piece.index()] |= 1 << bit;
            }
        }
    }
    sets
}

impl CellClass {
    /// Builds the class of this cell.
    fn new(first_cell: Cell) -> Self {
        let window = |placement: &Placement| (placement.cells.bits() >> first_cell.index()) as u32;
        let shapes: Vec<Shape> =
            placements_from(first_cell).map(|placement| Shape { piece: placement.piece, window: window(placement) }).collect();
        let covering: Vec<Set> = (0..WINDOW).map(|place| covering(&shapes, place)).collect();
        let (near, beyond) = covering[1..].split_at(NEAR);
        let (middle, far) = beyond.split_at(MIDDLE);
        let [colliding, middle, far] = [near, middle, far].map(|places| of_subsets(places, 0, BitOr::bitor));
        let covering_all = of_subsets(near, Set::MAX, BitAnd::bitand);
        let mut near = colliding.clone();
        for Pocket { places, around } in pockets(first_cell) {
            let around_beyond = Bits::<u64>::new((around >> NEAR) as u64).iter();
            let closing = around_beyond.fold(!colliding[places], |closing, place| closing & beyond[place]);
            // All sets of covered cells that leave the pocket free, in order: adding 1 carries across its places.
            let mut covered = 0;
            while covered <= NEAR_PLACES {
                near[covered] |= closing & covering_all[around & !covered & NEAR_PLACES];
                covered = ((covered | places) + 1) & !places;
            }
        }
        let (shape, count) = (|bit: usize| shapes[bit.min(shapes.len() - 1)], shapes.len());
        let shapes = [0, HALF].map(|first| array::from_fn(|bit| shape(first + bit)));
        Self { shapes, count, near, middle, far }
    }
}

/// The shapes that cover this bit of the window.
fn covering(shapes: &[Shape], place: usize) -> Set {
    let covers = |shape: &Shape| Set::from(shape.window >> place & 1);
    shapes.iter().enumerate().fold(0, |set, (bit, shape)| set | covers(shape) << bit)
}

/// What all members of each subset make together, where the bits of its index are the members.
fn of_subsets(sets: &[Set], of_none: Set, combined: fn(Set, Set) -> Set) -> Vec<Set> {
    let mut all = vec![of_none];
    for &set in sets {
        all.extend_from_within(..);
        let with_set = all.len() / 2..;
        all[with_set].iter_mut().for_each(|subset| *subset = combined(*subset, set));
    }
    all
}

/// One or two adjacent cells in the near part, and all their neighbours after the first cell, by the bits of the window after the first.
/// The cells before the first are covered already, and it will be.
///
/// A placement closes the pocket off if it covers all free cells around it and leaves the pocket itself free. Then no piece fills it.
struct Pocket {
    places: usize,
    around: usize,
}

/// The pockets in the near part that a placement can close off.
fn pockets(first_cell: Cell) -> Vec<Pocket> {
    let relative = |cells: Cells| (cells.bits() >> (first_cell.index() + 1)) as usize;
    let pocket = |cells: Cells| Pocket { places: relative(cells), around: relative(cells.neighbours() - cells) };
    let near = || (1..=NEAR).filter_map(|place| Cell::new(first_cell.index() + place)).map(Cells::from);
    let pairs =
        near().flat_map(|one| near().filter(move |&other| one < other && one.neighbours().covers(other)).map(move |other| one | other));
    near().chain(pairs).map(pocket).filter(|pocket| pocket.around < 1 << (WINDOW - 1)).collect()
}
