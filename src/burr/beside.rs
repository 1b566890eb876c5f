//! How far shapes can move beside one another.

use std::{collections::HashMap, hash::BuildHasherDefault};

use glam::IVec3;

use super::mixer::Mixer;

/// How far a shape can move that nothing stops.
pub const FOREVER: u16 = u16::MAX;
/// Stands for a reach that hasn't been computed.
const UNKNOWN: u16 = u16::MAX - 1;
/// The most reaches and cells that are remembered, at most 10 bytes each.
const MOST_REMEMBERED: usize = 1 << 22;

/// Along x, y and z, how far a shape can move until it meets another one.
pub type Reach = [u16; 3];

/// The shapes met so far, and what is known about how far they can move beside one another.
#[derive(Debug, Default)]
pub struct Shapes {
    /// The cells of each shape, moved to the origin and sorted, with its number.
    numbers: HashMap<Vec<[i32; 3]>, u16, BuildHasherDefault<Mixer>>,
    shapes: Vec<Shape>,
    /// For two shapes, the number of the pair.
    pairs: HashMap<(u16, u16), usize, BuildHasherDefault<Mixer>>,
    known: Vec<Pair>,
    /// How much is remembered.
    remembered: usize,
}

/// A shape as rows of cells along each axis.
#[derive(Debug)]
struct Shape {
    sides: IVec3,
    /// Along x, y and z: for each row, its cells. Rows are numbered by the next axis, then the one after it, in the order x, y, z, x.
    rows: [Vec<Vec<i32>>; 3],
}

/// A shape that moves, and one that it may meet.
#[derive(Debug)]
struct Pair {
    shape: u16,
    other: u16,
    /// The distances of the other one at which they could touch, and one beyond: further away nothing changes but the way to go.
    low: IVec3,
    high: IVec3,
    /// For each of these distances; none if that is too much to remember.
    reaches: Vec<Reach>,
}

impl Shape {
    fn new(cells: &[[i32; 3]]) -> Self {
        let sides = cells.iter().map(|&cell| IVec3::from_array(cell) + IVec3::ONE).fold(IVec3::ONE, IVec3::max);
        let rows = [0, 1, 2].map(|axis| {
            let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
            let mut rows = vec![Vec::new(); (sides[next] * sides[last]) as usize];
            for cell in cells {
                rows[(cell[next] + sides[next] * cell[last]) as usize].push(cell[axis]);
            }
            rows
        });
        Self { sides, rows }
    }

    /// How far it can move along an axis until it meets another one at this distance.
    fn reach(&self, other: &Self, distance: IVec3, axis: usize) -> u16 {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        // The rows that both have.
        let common = |axis: usize| 0.max(distance[axis])..self.sides[axis].min(other.sides[axis] + distance[axis]);
        let mut reach = FOREVER;
        for (b, a) in common(last).flat_map(|b| common(next).map(move |a| (b, a))) {
            let own = &self.rows[axis][(a + self.sides[next] * b) as usize];
            let others = &other.rows[axis][(a - distance[next] + other.sides[next] * (b - distance[last])) as usize];
            for (cell, there) in own.iter().flat_map(|cell| others.iter().map(move |there| (cell, there + distance[axis]))) {
                if *cell < there {
                    reach = reach.min((there - cell) as u16 - 1);
                }
            }
        }
        reach
    }
}

impl Shapes {
    /// Forgets everything if it became too much. Numbers of shapes and pairs are only valid until then.
    pub fn make_room(&mut self) {
        if MOST_REMEMBERED < self.remembered || usize::from(u16::MAX / 2) < self.shapes.len() {
            *self = Self::default();
        }
    }

    /// The number of the shape of these cells, and where it is.
    pub fn placed(&mut self, cells: &[IVec3]) -> (u16, IVec3) {
        let corner = cells.iter().copied().reduce(IVec3::min).unwrap_or_default();
        let mut shape: Vec<[i32; 3]> = cells.iter().map(|&cell| (cell - corner).to_array()).collect();
        shape.sort_unstable();
        if let Some(&number) = self.numbers.get(&shape) {
            return (number, corner);
        }
        let number = self.shapes.len() as u16;
        self.remembered += 2 * shape.len();
        self.shapes.push(Shape::new(&shape));
        self.numbers.insert(shape, number);
        (number, corner)
    }

    /// The number of a pair of shapes.
    pub fn pair(&mut self, shape: u16, other: u16) -> usize {
        *self.pairs.entry((shape, other)).or_insert_with(|| {
            let [own, others] = [shape, other].map(|number| self.shapes[usize::from(number)].sides);
            let (low, high) = (-others, own);
            let volume = (high - low + IVec3::ONE).element_product() as usize;
            let reaches = if self.remembered + volume <= MOST_REMEMBERED { vec![[UNKNOWN; 3]; volume] } else { Vec::new() };
            self.remembered += volume;
            self.known.push(Pair { shape, other, low, high, reaches });
            self.known.len() - 1
        })
    }

    /// How far the first of two shapes can move until it meets the other one at this distance.
    pub fn reach(&mut self, pair: usize, distance: IVec3) -> Reach {
        let Pair { shape, other, low, high, reaches } = &mut self.known[pair];
        let near = distance.clamp(*low, *high);
        let (place, sides) = (near - *low, *high - *low + IVec3::ONE);
        let slot = reaches.get_mut((place.x + sides.x * (place.y + sides.y * place.z)) as usize);
        let mut reach = match slot {
            Some(reach) if reach[0] != UNKNOWN => *reach,
            slot => {
                let [own, others] = [*shape, *other].map(|number| &self.shapes[usize::from(number)]);
                let reach = [0, 1, 2].map(|axis| own.reach(others, near, axis));
                slot.into_iter().for_each(|slot| *slot = reach);
                reach
            }
        };
        if near != distance {
            let beyond = (distance - near).to_array();
            for (reach, beyond) in reach.iter_mut().zip(beyond).filter(|(reach, _)| **reach != FOREVER) {
                *reach += beyond as u16;
            }
        }
        reach
    }
}
