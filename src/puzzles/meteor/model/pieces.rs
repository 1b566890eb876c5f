//! The ten pieces: their shapes, how they turn and flip, and all their placements.

use std::{fmt, sync::LazyLock};

use super::geometry::{Axial, Cell, Cells};
use crate::bits::{Bits, byte_element};

/// One of the ten pieces, each of five cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(u8);

/// The number of pieces.
pub const PIECES: usize = 10;
/// The number of cells in a piece.
pub const PIECE_CELLS: usize = 5;

/// Each piece as a walk along its cells. Piece 4 forks, so its walk goes back one step.
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
    /// The piece with this number; `None` if it isn't below [`PIECES`].
    pub fn new(index: usize) -> Option<Self> {
        (index < PIECES).then_some(Self(index as u8))
    }

    /// The piece with this digit.
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

    /// Its number as a digit.
    pub fn digit(self) -> char {
        char::from(b'0' + self.0)
    }

    /// Its cells in this orientation, relative to its handle: the cell about which it turns.
    pub fn shape(self, orientation: Orientation) -> [Axial; PIECE_CELLS] {
        SHAPES[self.index()].map(|place| orientation.apply(place))
    }

    /// The cells it covers with its handle on this cell; `None` if it would leave the board.
    pub fn cells(self, orientation: Orientation, handle: Cell) -> Option<Cells> {
        self.shape(orientation).into_iter().map(|place| (handle.axial() + place).cell()).collect()
    }

    /// The orientation in which it covers exactly these cells, and its handle; `None` if the cells don't have its shape.
    pub fn pose(self, cells: Cells) -> Option<(Orientation, Cell)> {
        Placement { piece: self, cells }.number().map(|number| POSES[number].1)
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "piece {}", self.digit())
    }
}

/// The cells of each piece, in the order of its walk, relative to its handle.
static SHAPES: LazyLock<[[Axial; PIECE_CELLS]; PIECES]> = LazyLock::new(|| WALKS.map(|walk| relative_to_handle(visited(walk))));

/// Returns the distinct cells of a walk.
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

/// Makes the cells relative to the one with the shortest total distance to the others: the handle.
fn relative_to_handle(places: [Axial; PIECE_CELLS]) -> [Axial; PIECE_CELLS] {
    let total_distance = |from: &Axial| places.iter().map(|&to| (to - *from).length()).sum::<u32>();
    let handle = places.into_iter().min_by_key(total_distance).unwrap_or_default();
    places.map(|place| place - handle)
}

/// The way a piece is turned and flipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Orientation {
    /// Turns of 60 degrees, clockwise, made after the flip: 0 to 5.
    turns: u8,
    /// Whether it is mirrored left to right.
    flipped: bool,
}

impl Orientation {
    /// All twelve orientations.
    pub fn all() -> impl Iterator<Item = Self> {
        [false, true].into_iter().flat_map(|flipped| (0..6).map(move |turns| Self { turns, flipped }))
    }

    /// Turns it further by this many sixths of a full turn, clockwise.
    #[must_use]
    pub fn turned(self, sixths: i32) -> Self {
        Self { turns: (i32::from(self.turns) + sixths.rem_euclid(6)).rem_euclid(6) as u8, ..self }
    }

    /// Mirrors it left to right as it is now. Turning and then mirroring is the same as mirroring and then turning back.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self { turns: (6 - self.turns) % 6, flipped: !self.flipped }
    }

    /// Its letter: `a` to `f` by the number of turns, in upper case if flipped.
    pub fn letter(self) -> char {
        let first = if self.flipped { b'A' } else { b'a' };
        char::from(first + self.turns)
    }

    /// Whether it belongs to a half of the orientations that contains one of each pair of half turns.
    pub fn is_in_first_half(self) -> bool {
        self.turns < 3
    }

    fn apply(self, place: Axial) -> Axial {
        let place = if self.flipped { place.mirrored() } else { place };
        (0..self.turns).fold(place, |place, _| place.turned())
    }
}

/// A piece at a place on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// The piece.
    pub piece: Piece,
    /// The five cells that it covers.
    pub cells: Cells,
}

impl Placement {
    /// All placements on the empty board, sorted by piece and then by cells.
    pub fn all() -> &'static [Self] {
        &PLACEMENTS
    }

    /// Whether the cells have the shape of the piece.
    pub fn is_possible(self) -> bool {
        self.number().is_some()
    }

    /// Its index in [`Self::all`].
    pub fn number(self) -> Option<usize> {
        Self::all().binary_search(&self).ok()
    }

    /// The orientation of the piece.
    pub fn orientation(self) -> Option<Orientation> {
        self.piece.pose(self.cells).map(|(orientation, _)| orientation)
    }
}

/// All placements with their orientations and handles. No piece is symmetric, so each placement has exactly one orientation.
static POSES: LazyLock<Vec<(Placement, (Orientation, Cell))>> = LazyLock::new(|| {
    let mut all: Vec<_> = Piece::all().flat_map(poses_of).collect();
    all.sort_unstable_by_key(|&(placement, _)| placement);
    all
});

static PLACEMENTS: LazyLock<Vec<Placement>> = LazyLock::new(|| POSES.iter().map(|&(placement, _)| placement).collect());

fn poses_of(piece: Piece) -> impl Iterator<Item = (Placement, (Orientation, Cell))> {
    let poses = Orientation::all().flat_map(|orientation| Cell::all().map(move |cell| (orientation, cell)));
    poses.filter_map(move |(orientation, cell)| Some((Placement { piece, cells: piece.cells(orientation, cell)? }, (orientation, cell))))
}

/// A set of pieces.
pub type PieceSet = Bits<u16, Piece>;

byte_element!(Piece);

impl PieceSet {
    /// All ten pieces.
    pub const ALL: Self = Self::new((1 << PIECES) - 1);

    /// The set as a number from 0 to 1023: the sum of 2 to the power of each piece.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.bits())
    }

    /// All 1024 sets of pieces, in order of [`Self::index`].
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
        assert_eq!(Placement::all().len(), 2596, "all are distinct");
        assert!(all.iter().all(|placement| placement.cells.len() == PIECE_CELLS));
    }

    #[test]
    fn of_all_placements_2158_leave_only_multiples_of_five() {
        assert_eq!(Placement::all().iter().filter(|placement| (!placement.cells).regions_are_multiples_of_five()).count(), 2158);
    }

    #[test]
    fn the_half_turn_of_a_placement_is_a_placement() {
        for placement in Placement::all() {
            assert!(Placement { cells: placement.cells.half_turn(), ..*placement }.is_possible());
        }
    }

    #[test]
    fn a_placement_has_one_pose() {
        for placement in Placement::all() {
            let (orientation, cell) = placement.piece.pose(placement.cells).unwrap();
            assert_eq!(placement.piece.cells(orientation, cell), Some(placement.cells));
            assert!(placement.cells.contains(cell));
        }
    }

    #[test]
    fn flips_and_turns_apply_to_the_current_orientation() {
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
