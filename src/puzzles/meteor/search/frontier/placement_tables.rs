//! Which placements fit a board, found for all at once by looking up what rules them out.

use std::sync::LazyLock;

use crate::puzzles::meteor::model::{
    geometry::{CELLS, COLUMNS, Cell, Cells},
    pieces::{PIECES, Piece, Placement},
    problem::Problem,
};

/// Two rows further down the board is the same again, so that cells are alike in classes of so many.
const CLASSES: usize = 2 * COLUMNS;
/// Of each class the cell in these rows stands for the others: from here no placement leaves the board below, and there are rows above.
const ROWS_ABOVE: usize = 2;
/// A placement lies within so many cells from its lowest on. The lowest itself is free, so what is looked up begins behind it.
const WINDOW: usize = 23;
/// The cells behind the lowest, cut into parts that are looked up one by one: the nearest, where most placements fail, is the largest.
const NEAR: usize = 10;
const MIDDLE: usize = 6;
const FAR: usize = WINDOW - 1 - NEAR - MIDDLE;

/// The placements of a problem by their lowest cell, with what rules them out.
pub struct Fits {
    classes: &'static [Class],
    /// For each lowest cell the placements that the problem admits on an otherwise free board.
    admitted: [Set; CELLS],
}

/// A set of placements of one class, one bit each; no class has more.
type Set = u128;
/// So many bits are half of a set.
const HALF: usize = 64;

/// The placements whose lowest cell is of one class.
struct Class {
    /// By their bits, those of the lower half of a set first; the last of the class again and again where it has no more.
    shapes: [[Shape; HALF]; 2],
    /// For each set of covered cells in a part of the window, the placements that it rules out.
    near: Vec<Set>,
    middle: Vec<Set>,
    far: Vec<Set>,
}

/// A placement as seen from its lowest cell.
#[derive(Clone, Copy)]
pub struct Shape {
    /// The piece.
    pub piece: Piece,
    /// Its cells; bit 0 is the lowest.
    window: u32,
}

impl Shape {
    /// What it covers with its lowest cell here.
    #[inline]
    pub fn cells(self, lowest: Cell) -> Cells {
        Cells::on_board(u64::from(self.window) << lowest.index())
    }
}

static CLASSES_OF_CELLS: LazyLock<Vec<Class>> = LazyLock::new(|| (0..CLASSES).filter_map(representative).map(Class::new).collect());

/// For each lowest cell and piece the placements on the board.
static ON_BOARD: LazyLock<Vec<[Set; PIECES]>> = LazyLock::new(|| sets_of(|_| true));

/// Of these the ones after which, on the whole board, no region keeps a piece from filling it.
static LEAVING_FIVES: LazyLock<Vec<[Set; PIECES]>> = LazyLock::new(|| sets_of(|placement| (!placement.cells).regions_are_fives()));

impl Fits {
    /// The placements of the problem that may be part of a solution.
    ///
    /// A placement that cuts off a region of a size that is no multiple of five is part of none: other pieces lie wholly
    /// inside the region or wholly outside. This goes for pinned pieces, but not for blocked cells.
    pub fn new(problem: &Problem) -> Self {
        let by_piece = if problem.blocked().is_empty() { &*LEAVING_FIVES } else { &*ON_BOARD };
        let mut admitted = [0; CELLS];
        for (set, by_piece) in admitted.iter_mut().zip(by_piece) {
            *set = problem.left().iter().fold(0, |all, piece| all | by_piece[piece.index()]);
        }
        Self { classes: &CLASSES_OF_CELLS, admitted }
    }

    /// Visits the lowest free cell of the board, if it has any, with each shape that covers it and no covered cell. Left out
    /// are those that close off one or two cells nearby.
    #[inline]
    pub fn each(&self, covered: Cells, mut visit: impl FnMut(Cell, Shape)) {
        let Some(lowest) = (!covered).first() else { return };
        let class = &self.classes[lowest.index() % CLASSES];
        // What lies beyond the board counts as covered: the bits above it are set, and an arithmetic shift keeps setting them.
        let window = ((covered.bits() | !Cells::ALL.bits()).cast_signed() >> lowest.index()).cast_unsigned() as usize >> 1;
        let ruled_out = class.near[window % (1 << NEAR)]
            | class.middle[(window >> NEAR) % (1 << MIDDLE)]
            | class.far[(window >> (NEAR + MIDDLE)) % (1 << FAR)];
        let fitting = self.admitted[lowest.index()] & !ruled_out;
        // Half by half, since processors count zeros in 64 bits.
        for (shapes, half) in class.shapes.iter().zip([fitting as u64, (fitting >> HALF) as u64]) {
            let mut rest = half;
            while rest != 0 {
                visit(lowest, shapes[rest.trailing_zeros() as usize]);
                rest &= rest - 1;
            }
        }
    }
}

/// The cell that stands for a class.
fn representative(class: usize) -> Option<Cell> {
    Cell::new(ROWS_ABOVE * COLUMNS + class)
}

/// The placements with this lowest cell, in their order.
fn placements_from(lowest: Cell) -> impl Iterator<Item = &'static Placement> {
    Placement::all().iter().filter(move |placement| placement.cells.first() == Some(lowest))
}

/// For each lowest cell and piece the placements that lie on the board and are wanted.
fn sets_of(is_wanted: impl Fn(&Placement) -> bool) -> Vec<[Set; PIECES]> {
    let mut sets = vec![[0; PIECES]; CELLS];
    for (lowest, sets) in Cell::all().zip(&mut sets) {
        let class = &CLASSES_OF_CELLS[lowest.index() % CLASSES];
        for placement in placements_from(lowest).filter(|&placement| is_wanted(placement)) {
            let is_it = |shape: &Shape| shape.piece == placement.piece && shape.cells(lowest) == placement.cells;
            if let Some(bit) = class.shapes.as_flattened().iter().position(is_it) {
                sets[placement.piece.index()] |= 1 << bit;
            }
        }
    }
    sets
}

impl Class {
    /// The class of this cell.
    fn new(lowest: Cell) -> Self {
        let window = |placement: &Placement| (placement.cells.bits() >> lowest.index()) as u32;
        let shapes: Vec<Shape> =
            placements_from(lowest).map(|placement| Shape { piece: placement.piece, window: window(placement) }).collect();
        let covering: Vec<Set> = (0..WINDOW).map(|place| covering(&shapes, place)).collect();
        let pockets = pockets(lowest);
        let ruled_out = |first: usize, len: usize| {
            let parts = (0..1_u64 << len).map(|part| part << first);
            parts.map(|covered| collisions(covered, &covering)).collect::<Vec<Set>>()
        };
        let mut near = ruled_out(1, NEAR);
        for (covered, ruled_out) in (0..).zip(&mut near) {
            *ruled_out |= pockets.iter().fold(0, |all, pocket| all | pocket.closers(covered << 1, &covering));
        }
        let shape = |bit: usize| shapes[bit.min(shapes.len() - 1)];
        let shapes = [0, HALF].map(|first| std::array::from_fn(|bit| shape(first + bit)));
        Self { shapes, near, middle: ruled_out(1 + NEAR, MIDDLE), far: ruled_out(1 + NEAR + MIDDLE, FAR) }
    }
}

/// The shapes that cover this place of the window.
fn covering(shapes: &[Shape], place: usize) -> Set {
    let covers = |shape: &Shape| Set::from(shape.window >> place & 1);
    shapes.iter().enumerate().fold(0, |set, (bit, shape)| set | covers(shape) << bit)
}

/// The shapes that cover one of these places.
fn collisions(places: u64, covering: &[Set]) -> Set {
    Cells::on_board(places).iter().fold(0, |all, place| all | covering[place.index()])
}

/// One or two places of a window that touch each other, and all that they touch behind the lowest cell. What is before that
/// is covered anyway, and the lowest cell will be.
struct Pocket {
    places: u64,
    around: u64,
}

/// The pockets of the near part that placements can close.
fn pockets(lowest: Cell) -> Vec<Pocket> {
    let seen_from_lowest = |cells: Cells| cells.bits() >> lowest.index() & !1;
    let pocket = |cells: Cells| Pocket { places: seen_from_lowest(cells), around: seen_from_lowest(cells.neighbours() - cells) };
    let near = || (1..=NEAR).filter_map(|place| Cell::new(lowest.index() + place)).map(Cells::from);
    let pairs =
        near().flat_map(|one| near().filter(move |&other| one < other && one.neighbours().covers(other)).map(move |other| one | other));
    near().chain(pairs).map(pocket).filter(|pocket| pocket.around < 1 << WINDOW).collect()
}

impl Pocket {
    /// The shapes that close it off where these places are covered: they lie on all places around it that are not, and leave
    /// the pocket itself free. No piece fills it then.
    fn closers(&self, covered: u64, covering: &[Set]) -> Set {
        if covered & self.places != 0 {
            return 0;
        }
        let open = Cells::on_board(self.around & !covered);
        open.iter().fold(!collisions(self.places, covering), |closers, place| closers & covering[place.index()])
    }
}
