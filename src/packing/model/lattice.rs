//! The lattices: which cells there are, which of them touch, how they can be turned, and how rows of text stand for them.
//!
//! A cell is a vector of whole numbers, so that shapes move by adding vectors and isometries are matrices. Another lattice is added here.

use glam::{IVec3, Vec2, ivec3, vec2};

use super::isometry::{Isometry, Kind};

/// A lattice of cells.
#[derive(Debug)]
pub struct Lattice {
    /// What a cell is called, in the singular: "hexagon".
    pub cell: &'static str,
    /// The steps to the cells that a cell touches.
    pub steps: &'static [IVec3],
    /// The isometries that map the lattice to itself, the identity first.
    pub isometries: &'static [Isometry],
    /// Small turns of a piece in hand, each about another axis.
    pub turns: &'static [Isometry],
    /// Turns a piece over, or shows it in a mirror.
    pub mirror: Isometry,
    /// Where steps along x and y lead on a flat drawing.
    pub drawn: [Vec2; 2],
    /// The corners of a cell on a flat drawing, around its centre. The side after a corner faces the step of the same number.
    pub corners: &'static [Vec2],
    /// Whether its boards have one layer, so that pieces can be turned over but not tilted.
    pub is_flat: bool,
    /// Whether each odd row lies half a cell to the right of the row above it.
    pub is_staggered: bool,
    /// Whether solutions that are images of one another are listed one by one, as the Meteor contest does.
    pub lists_images: bool,
}

/// Each is only equal to itself.
impl PartialEq for Lattice {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Lattice {}

impl Lattice {
    /// Where a cell is drawn: its column, its row and its layer, from 0.
    ///
    /// In staggered rows, x is an axial coordinate: a step along y leads down to the right, so every second row is one column further.
    pub fn place(&self, cell: IVec3) -> IVec3 {
        if self.is_staggered { cell.with_x(cell.x + cell.y.div_euclid(2)) } else { cell }
    }

    /// The cell in this column, row and layer.
    pub fn cell(&self, place: IVec3) -> IVec3 {
        if self.is_staggered { place.with_x(place.x - place.y.div_euclid(2)) } else { place }
    }

    /// The isometries that need no mirror, and don't turn anything over.
    pub fn rotations(&self) -> impl Iterator<Item = Isometry> {
        self.isometries.iter().copied().filter(|isometry| isometry.kind() == Kind::Rotation)
    }
}

/// Hexagons in rows. Coordinates are axial: x steps to the east and y steps to the south-east.
pub static HEXAGONS: Lattice = Lattice {
    cell: "hexagon",
    steps: &[ivec3(1, 0, 0), ivec3(0, 1, 0), ivec3(-1, 1, 0), ivec3(-1, 0, 0), ivec3(0, -1, 0), ivec3(1, -1, 0)],
    isometries: &in_the_plane::<6, 12>(SIXTH_TURN, HEXAGONS_MIRRORED),
    turns: &[SIXTH_TURN],
    mirror: HEXAGONS_MIRRORED,
    drawn: [Vec2::X, vec2(0.5, 3.0 * SIXTH)],
    corners: &[vec2(0.5, -SIXTH), vec2(0.5, SIXTH), vec2(0.0, 2.0 * SIXTH), vec2(-0.5, SIXTH), vec2(-0.5, -SIXTH), vec2(0.0, -2.0 * SIXTH)],
    is_flat: true,
    is_staggered: true,
    lists_images: true,
};

/// Squares. x steps to the right and y steps down.
pub static SQUARES: Lattice = Lattice {
    cell: "square",
    steps: &[IVec3::X, IVec3::Y, IVec3::NEG_X, IVec3::NEG_Y],
    isometries: &in_the_plane::<4, 8>(QUARTER_TURNS[2], MIRRORED),
    turns: &[QUARTER_TURNS[2]],
    mirror: MIRRORED,
    drawn: [Vec2::X, Vec2::Y],
    corners: &[vec2(0.5, -0.5), vec2(0.5, 0.5), vec2(-0.5, 0.5), vec2(-0.5, -0.5)],
    is_flat: true,
    is_staggered: false,
    lists_images: false,
};

/// Cubes. x steps to the right, y towards the viewer and z up.
pub static CUBES: Lattice = Lattice {
    cell: "cube",
    steps: &DIRECTIONS,
    isometries: &OF_CUBES,
    turns: &QUARTER_TURNS,
    mirror: MIRRORED,
    drawn: [Vec2::X, Vec2::Y],
    corners: &[],
    is_flat: false,
    is_staggered: false,
    lists_images: false,
};

/// The six directions in which cubes touch.
pub const DIRECTIONS: [IVec3; 6] = [IVec3::X, IVec3::NEG_X, IVec3::Y, IVec3::NEG_Y, IVec3::Z, IVec3::NEG_Z];

/// Half a side of a hexagon, whose width is 1: a sixth of the square root of 3.
const SIXTH: f32 = 0.288_675_13;

/// By 60 degrees clockwise.
const SIXTH_TURN: Isometry = Isometry { axes: [IVec3::Y, ivec3(-1, 1, 0), IVec3::Z] };

/// Left to right.
const HEXAGONS_MIRRORED: Isometry = Isometry { axes: [IVec3::NEG_X, ivec3(-1, 1, 0), IVec3::Z] };

/// Left to right.
const MIRRORED: Isometry = Isometry { axes: [IVec3::NEG_X, IVec3::Y, IVec3::Z] };

/// A quarter turn about each of the x, y and z axes.
const QUARTER_TURNS: [Isometry; 3] = [
    Isometry { axes: [IVec3::X, IVec3::Z, IVec3::NEG_Y] },
    Isometry { axes: [IVec3::NEG_Z, IVec3::Y, IVec3::X] },
    Isometry { axes: [IVec3::Y, IVec3::NEG_X, IVec3::Z] },
];

/// The isometries of space that map the axes onto one another.
static OF_CUBES: [Isometry; 48] = {
    // The axis that each coordinate of the image comes from.
    const FROM: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
    let mut all = [Isometry { axes: [IVec3::X, IVec3::Y, IVec3::Z] }; 48];
    let mut number = 0;
    while number < 48 {
        let (from, signs) = (FROM[number / 8], number % 8);
        let mut images = [[0; 3]; 3];
        let mut coordinate = 0;
        while coordinate < 3 {
            images[from[coordinate]][coordinate] = if signs >> coordinate & 1 == 0 { 1 } else { -1 };
            coordinate += 1;
        }
        all[number] = Isometry { axes: [IVec3::from_array(images[0]), IVec3::from_array(images[1]), IVec3::from_array(images[2])] };
        number += 1;
    }
    all
};

/// The powers of a turn of the plane, and these after a reflection.
const fn in_the_plane<const TURNS: usize, const ALL: usize>(turn: Isometry, mirror: Isometry) -> [Isometry; ALL] {
    let mut all = [Isometry { axes: [IVec3::X, IVec3::Y, IVec3::Z] }; ALL];
    all[TURNS] = mirror;
    let mut number = 1;
    while number < TURNS {
        all[number] = after(all[number - 1], turn);
        all[TURNS + number] = after(all[TURNS + number - 1], turn);
        number += 1;
    }
    all
}

/// Applies one isometry of the plane and then another.
const fn after(first: Isometry, then: Isometry) -> Isometry {
    let [x, y, z] = first.axes;
    Isometry { axes: [image(x, then), image(y, then), z] }
}

/// The image of a cell of the plane.
const fn image(cell: IVec3, isometry: Isometry) -> IVec3 {
    let [x, y, _] = isometry.axes;
    ivec3(cell.x * x.x + cell.y * y.x, cell.x * x.y + cell.y * y.y, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_all_isometries_are_rotations_and_all_differ() {
        for (lattice, count) in [(&HEXAGONS, 12), (&SQUARES, 8), (&CUBES, 48)] {
            let isometries = lattice.isometries;
            assert_eq!((isometries.len(), lattice.rotations().count()), (count, count / 2), "{}", lattice.cell);
            let point = IVec3::new(1, 3, 7);
            assert_eq!(isometries[0].apply(point), point);
            for (i, isometry) in isometries.iter().enumerate() {
                assert!(isometries[..i].iter().all(|other| other.apply(point) != isometry.apply(point)), "{}", lattice.cell);
            }
        }
    }

    #[test]
    fn isometries_are_a_group_and_keep_neighbours() {
        for lattice in [&HEXAGONS, &SQUARES, &CUBES] {
            for one in lattice.isometries {
                assert!(lattice.steps.iter().all(|&step| lattice.steps.contains(&one.apply(step))), "{one:?}");
                for other in lattice.isometries {
                    let both = Isometry { axes: one.axes.map(|axis| other.apply(axis)) };
                    assert!(lattice.isometries.contains(&both), "{one:?} and {other:?}");
                }
            }
            assert!(lattice.turns.iter().all(|turn| turn.kind() == Kind::Rotation && lattice.isometries.contains(turn)));
            assert!(lattice.mirror.kind() == Kind::Reflection && lattice.isometries.contains(&lattice.mirror));
        }
    }

    #[test]
    fn sides_face_the_cells_that_touch_there() {
        for lattice in [&HEXAGONS, &SQUARES] {
            let [x, y] = lattice.drawn;
            for (number, step) in lattice.steps.iter().enumerate() {
                let middle = lattice.corners[number].midpoint(lattice.corners[(number + 1) % lattice.corners.len()]);
                let there = step.x as f32 * x + step.y as f32 * y;
                assert!((2.0 * middle).distance(there) < 1e-6 && (there.length() - 1.0).abs() < 1e-6, "{step}");
            }
        }
    }

    #[test]
    fn hexagons_of_odd_rows_lie_to_the_right() {
        // The cell in the second column of the third row, and the cells around it as a drawing shows them.
        let cell = HEXAGONS.cell(ivec3(1, 2, 0));
        let mut around: Vec<[i32; 2]> =
            HEXAGONS.steps.iter().map(|&step| HEXAGONS.place(cell + step)).map(|place| [place.y, place.x]).collect();
        around.sort_unstable();
        assert_eq!(around, [[1, 0], [1, 1], [2, 0], [2, 2], [3, 0], [3, 1]]);
    }
}
