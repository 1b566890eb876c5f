//! The ten pieces: their shapes, how they are turned and flipped, and every way they lie on the board.

use std::{fmt, sync::LazyLock};

use super::geometry::{Axial, Cell, Cells};
use crate::bits::{Bits, byte_element};

/// One of the ten pieces, each of five cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(u8);

/// How many pieces there are.
pub const PIECES: usize = 10;
/// How many cells a piece covers.
pub const PIECE_CELLS: usize = 5;

/// Each piece as a walk that visits its cells. Piece 4 forks, so its walk goes back one step.
const WALKS: [&[Axial]; PIECES] = {
    use Axial as Step;
    const E: Step = Step::EAST;
    const SE: Step = Step::SOUTH_EAST;
    const SW: Step = Step::SOUTH_WEST;
    const W: Step = Step::WEST;
    const NE: Step = Step::NORTH_EAST;
    [
        &[E, E, E, SE],
        &[SE, E, NE, E],
        &[E, E, SE, SW],
        &[E, E, SW, SE],
        &[SE, E, NE, SW, SE],
        &[E, E, SW, E],
        &[E, SE, SE, NE],
        &[E, SE, SE, W],
        &[E, SE, E, E],
        &[E, E, E, SW],
    ]
};

impl Piece {
    /// The piece with this number, if there is one.
    pub fn new(index: usize) -> Option<Self> {
        (index < PIECES).then_some(Self(index as u8))
    }

    /// The piece that this digit stands for.
    pub fn from_digit(digit: char) -> Option<Self> {
        digit.to_digit(10).map(|digit| Self(digit as u8))
    }

    /// All pieces in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..PIECES as u8).map(Self)
    }

    /// Its number, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The digit that stands for it.
    pub fn digit(self) -> char {
        char::from(b'0' + self.0)
    }

    /// Its cells when it is turned and flipped like this, as seen from the cell by which it is held.
    pub fn shape(self, orientation: Orientation) -> [Axial; PIECE_CELLS] {
        SHAPES[self.index()].map(|place| orientation.apply(place))
    }

    /// What it covers when it is held over this cell, or nothing if it would leave the board.
    pub fn cells(self, orientation: Orientation, held_over: Cell) -> Option<Cells> {
        self.shape(orientation).into_iter().map(|place| (held_over.axial() + place).cell()).collect()
    }

    /// How it lies if it covers exactly these cells, and the cell by which it is held.
    pub fn held(self, cells: Cells) -> Option<(Orientation, Cell)> {
        Placement { piece: self, cells }.number().map(|number| WAYS[number].1)
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "piece {}", self.0)
    }
}

/// The cells of each piece as its walk visits them, as seen from the cell by which it is held.
static SHAPES: LazyLock<[[Axial; PIECE_CELLS]; PIECES]> = LazyLock::new(|| WALKS.map(|walk| about_its_middle(visited(walk))));

/// The cells that a walk visits, each once.
fn visited(walk: &[Axial]) -> [Axial; PIECE_CELLS] {
    let mut places = [Axial::default(); PIECE_CELLS];
    let mut count = 1;
    let mut here = Axial::default();
    for &step in walk {
        here = here + step;
        if !places[..count].contains(&here) {
            places[count] = here;
            count += 1;
        }
    }
    places
}

/// The same cells as seen from the one that is nearest to all others: there a piece is held, and about it is turned.
fn about_its_middle(places: [Axial; PIECE_CELLS]) -> [Axial; PIECE_CELLS] {
    let steps_to_all = |from: &Axial| places.iter().map(|&to| (to - *from).length()).sum::<u32>();
    let middle = places.into_iter().min_by_key(steps_to_all).unwrap_or_default();
    places.map(|place| place - middle)
}

/// How a piece is turned and flipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Orientation {
    /// Sixths of a full turn, clockwise, made after the flip: 0 to 5.
    turns: u8,
    /// Whether it lies on its back, mirrored left to right.
    flipped: bool,
}

impl Orientation {
    /// All twelve.
    pub fn all() -> impl Iterator<Item = Self> {
        [false, true].into_iter().flat_map(|flipped| (0..6).map(move |turns| Self { turns, flipped }))
    }

    /// Turned on by so many sixths of a full turn, clockwise.
    #[must_use]
    pub fn turned(self, sixths: i32) -> Self {
        Self { turns: (i32::from(self.turns) + sixths.rem_euclid(6)).rem_euclid(6) as u8, ..self }
    }

    /// Mirrored left to right as it lies. Mirroring after a turn is turning back after mirroring.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self { turns: (6 - self.turns) % 6, flipped: !self.flipped }
    }

    /// A letter for it: `a` as it is listed, `b` to `f` turned by as many sixths, a capital when flipped.
    pub fn letter(self) -> char {
        let first = if self.flipped { b'A' } else { b'a' };
        char::from(first + self.turns)
    }

    /// Whether it is one of those six of which no two are half turns of each other.
    pub fn is_in_first_half(self) -> bool {
        self.turns < 3
    }

    fn apply(self, place: Axial) -> Axial {
        let place = if self.flipped { place.mirrored() } else { place };
        (0..self.turns).fold(place, |place, _| place.turned())
    }
}

/// A piece as it lies on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// Which piece.
    pub piece: Piece,
    /// The five cells it covers.
    pub cells: Cells,
}

impl Placement {
    /// All ways in which pieces lie on the empty board, in order of the piece and then of the cells.
    pub fn all() -> &'static [Self] {
        &PLACEMENTS
    }

    /// Whether the piece has this shape at all.
    pub fn is_possible(self) -> bool {
        self.number().is_some()
    }

    /// Its place in [`Self::all`].
    pub fn number(self) -> Option<usize> {
        Self::all().binary_search(&self).ok()
    }

    /// How the piece is turned and flipped.
    pub fn orientation(self) -> Option<Orientation> {
        self.piece.held(self.cells).map(|(orientation, _)| orientation)
    }
}

/// Every placement with the way to lay it. No piece has a symmetry, so that there is one way each.
static WAYS: LazyLock<Vec<(Placement, (Orientation, Cell))>> = LazyLock::new(|| {
    let mut all: Vec<_> = Piece::all().flat_map(ways_of).collect();
    all.sort_unstable_by_key(|&(placement, _)| placement);
    all
});

static PLACEMENTS: LazyLock<Vec<Placement>> = LazyLock::new(|| WAYS.iter().map(|&(placement, _)| placement).collect());

fn ways_of(piece: Piece) -> impl Iterator<Item = (Placement, (Orientation, Cell))> {
    let ways = Orientation::all().flat_map(|orientation| Cell::all().map(move |cell| (orientation, cell)));
    ways.filter_map(move |(orientation, cell)| Some((Placement { piece, cells: piece.cells(orientation, cell)? }, (orientation, cell))))
}

/// A set of pieces.
pub type PieceSet = Bits<u16, Piece>;

byte_element!(Piece);

impl PieceSet {
    /// All ten.
    pub const ALL: Self = Self::new((1 << PIECES) - 1);

    /// The set as a number from 0 to 1023: the sum of two to the power of each piece.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.bits())
    }

    /// Every set of pieces, in order of [`Self::index`].
    pub fn every() -> impl Iterator<Item = Self> {
        (0..=Self::ALL.bits()).map(Self::new)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_board_has_2596_placements() {
        let all: HashSet<Placement> = Placement::all().iter().copied().collect();
        assert_eq!(all.len(), 2596);
        assert_eq!(Placement::all().len(), 2596, "none comes twice");
        assert!(all.iter().all(|placement| placement.cells.len() == PIECE_CELLS));
    }

    #[test]
    fn of_these_2158_leave_regions_of_fives() {
        assert_eq!(Placement::all().iter().filter(|placement| (!placement.cells).regions_are_fives()).count(), 2158);
    }

    #[test]
    fn the_half_turn_of_a_placement_is_a_placement() {
        for placement in Placement::all() {
            assert!(Placement { cells: placement.cells.half_turn(), ..*placement }.is_possible());
        }
    }

    #[test]
    fn a_placement_is_recognised_by_its_cells() {
        for placement in Placement::all() {
            let (orientation, cell) = placement.piece.held(placement.cells).unwrap();
            assert_eq!(placement.piece.cells(orientation, cell), Some(placement.cells));
            assert!(placement.cells.contains(cell));
        }
    }

    #[test]
    fn flipping_mirrors_what_is_seen() {
        for piece in Piece::all() {
            for orientation in Orientation::all() {
                let mirrored = piece.shape(orientation).map(Axial::mirrored);
                assert_eq!(piece.shape(orientation.mirrored()), mirrored);
                assert_eq!(piece.shape(orientation.turned(1)), piece.shape(orientation).map(Axial::turned));
                assert_eq!(orientation.turned(-7), orientation.turned(5));
            }
        }
    }
}
