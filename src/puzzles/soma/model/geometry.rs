//! Cells of a box and the turns of space. Pieces and puzzles are unknown here.

use glam::IVec3;

/// No box has a longer side.
pub const LONGEST_SIDE: usize = 20;

/// No box has more cells: as many as the cube with sides of 8.
pub const MOST_CELLS: usize = 512;

/// The six directions in which cells touch.
pub const DIRECTIONS: [IVec3; 6] = [IVec3::X, IVec3::NEG_X, IVec3::Y, IVec3::NEG_Y, IVec3::Z, IVec3::NEG_Z];

/// The sides of a box, in cells.
///
/// x runs to the right, y towards the viewer and z upwards: a layer is read like a page on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Cells in a row.
    pub x: usize,
    /// Rows in a layer.
    pub y: usize,
    /// Layers.
    pub z: usize,
}

impl Extent {
    /// A box with these sides.
    pub const fn new(x: usize, y: usize, z: usize) -> Self {
        Self { x, y, z }
    }

    /// The number of its cells.
    pub const fn volume(self) -> usize {
        self.x * self.y * self.z
    }

    /// Its sides as a vector.
    pub fn sides(self) -> IVec3 {
        IVec3::new(self.x as i32, self.y as i32, self.z as i32)
    }

    /// Whether the cell lies in the box.
    pub fn contains(self, cell: IVec3) -> bool {
        cell.cmpge(IVec3::ZERO).all() && cell.cmplt(self.sides()).all()
    }

    /// The place of the cell in reading order: along x, then y, then z.
    pub fn index(self, cell: IVec3) -> Option<usize> {
        self.contains(cell).then(|| (cell.x as usize) + self.x * (cell.y as usize + self.y * cell.z as usize))
    }

    /// The cell at this place in reading order.
    pub fn cell(self, index: usize) -> IVec3 {
        let (row, x) = (index / self.x.max(1), index % self.x.max(1));
        IVec3::new(x as i32, (row % self.y.max(1)) as i32, (row / self.y.max(1)) as i32)
    }

    /// All cells in reading order.
    pub fn cells(self) -> impl Iterator<Item = IVec3> {
        (0..self.volume()).map(move |index| self.cell(index))
    }
}

/// What a turn does to left and right hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It can be done with a thing in the hand.
    Rotation,
    /// It needs a mirror.
    Reflection,
}

/// One of the 48 ways to lay the axes of space onto one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// From which axis each coordinate of the image comes.
    axes: [usize; 3],
    /// With which sign.
    signs: [i32; 3],
}

impl Turn {
    /// A quarter turn about the x axis, the y axis and the z axis.
    pub const QUARTERS: [Self; 3] = [
        Self { axes: [0, 2, 1], signs: [1, -1, 1] },
        Self { axes: [2, 1, 0], signs: [1, 1, -1] },
        Self { axes: [1, 0, 2], signs: [-1, 1, 1] },
    ];

    /// All 48, the one that changes nothing first.
    pub fn all() -> impl Iterator<Item = Self> {
        const AXES: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
        AXES.into_iter()
            .flat_map(|axes| (0..8).map(move |bits| Self { axes, signs: [0, 1, 2].map(|axis| if bits >> axis & 1 == 0 { 1 } else { -1 }) }))
    }

    /// The 24 that need no mirror.
    pub fn rotations() -> impl Iterator<Item = Self> {
        Self::all().filter(|turn| turn.kind() == Kind::Rotation)
    }

    /// The sign of its determinant tells.
    pub fn kind(self) -> Kind {
        let [a, b, c] = self.axes;
        let is_cycle = (a + 1) % 3 == b && (b + 1) % 3 == c;
        let orientation = if is_cycle { 1 } else { -1 };
        if orientation * self.signs.iter().product::<i32>() == 1 { Kind::Rotation } else { Kind::Reflection }
    }

    /// Where the cell goes, about the origin.
    pub fn apply(self, cell: IVec3) -> IVec3 {
        let from = cell.to_array();
        IVec3::from_array([0, 1, 2].map(|axis| self.signs[axis] * from[self.axes[axis]]))
    }

    /// Where the cells go, pushed back to the origin and in reading order.
    pub fn apply_all(self, cells: &[IVec3]) -> Vec<IVec3> {
        normalized(cells.iter().map(|&cell| self.apply(cell)).collect())
    }
}

/// The same shape with its least coordinates at 0, in reading order.
pub fn normalized(mut cells: Vec<IVec3>) -> Vec<IVec3> {
    let corner = lower_corner(&cells);
    for cell in &mut cells {
        *cell -= corner;
    }
    cells.sort_unstable_by_key(reading_order);
    cells
}

/// The least coordinates of the cells; the origin if there are none.
pub fn lower_corner(cells: &[IVec3]) -> IVec3 {
    cells.iter().copied().reduce(IVec3::min).unwrap_or(IVec3::ZERO)
}

/// Sorts cells along x, then y, then z.
pub fn reading_order(cell: &IVec3) -> [i32; 3] {
    [cell.z, cell.y, cell.x]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_turns_are_rotations_and_all_differ() {
        let turns: Vec<Turn> = Turn::all().collect();
        assert_eq!(turns.len(), 48);
        assert_eq!(Turn::rotations().count(), 24);
        let point = IVec3::new(1, 2, 3);
        assert_eq!(turns[0].apply(point), point);
        for (i, turn) in turns.iter().enumerate() {
            assert!(turns[..i].iter().all(|other| other.apply(point) != turn.apply(point)));
        }
    }

    #[test]
    fn rotations_keep_the_hand() {
        for turn in Turn::all() {
            let [x, y, z] = [IVec3::X, IVec3::Y, IVec3::Z].map(|axis| turn.apply(axis));
            let expected = if turn.kind() == Kind::Rotation { 1 } else { -1 };
            assert_eq!(x.cross(y).dot(z), expected, "{turn:?}");
        }
        assert!(Turn::QUARTERS.iter().all(|turn| turn.kind() == Kind::Rotation));
    }

    #[test]
    fn cells_and_places_agree() {
        let extent = Extent::new(4, 3, 2);
        for (index, cell) in extent.cells().enumerate() {
            assert_eq!(extent.index(cell), Some(index));
        }
        assert_eq!(extent.index(IVec3::new(4, 0, 0)), None);
        assert_eq!(extent.index(IVec3::new(0, -1, 0)), None);
    }
}
