//! How far each piece moves in the exploded view, so that no two pieces ever collide.
//!
//! Along each axis the pieces are ordered: a piece beyond another in some line of cells must move at least as far. Diagonal neighbours need
//! this along one axis only. A piece's offset is the number of pieces before it minus the number of pieces beyond it, which preserves the
//! order and keeps the figure centred.

use glam::{IVec3, Vec3};

use crate::model::state::{Grid, OUTSIDE};
use base::bits::Bits;

/// Which pieces move, and their largest offsets.
#[derive(Clone, Debug, PartialEq)]
pub struct Explosion {
    parts: Vec<(char, Vec3)>,
}

/// How far a piece moves for each piece that it leaves behind, in cells.
const STEP: f32 = 0.3;

impl Explosion {
    /// Computes the offsets of all pieces of the figure. Its free cells together move like a piece.
    pub fn of(grid: &Grid) -> Self {
        let mut names: Vec<char> = grid.marks.iter().copied().filter(|&mark| mark != OUTSIDE).collect();
        names.sort_unstable();
        names.dedup();
        let mut cells: Vec<Vec<IVec3>> = vec![Vec::new(); names.len()];
        for (cell, mark) in grid.extent.cells().zip(&grid.marks) {
            if let Ok(part) = names.binary_search(mark) {
                cells[part].push(cell);
            }
        }
        let orders = orders(cells.len(), &gaps(&cells));
        let offset = |part: usize| Vec3::from_array([0, 1, 2].map(|axis| orders[axis].balance(part) as f32)) * STEP;
        Self { parts: names.iter().enumerate().map(|(part, &name)| (name, offset(part))).collect() }
    }

    /// Returns the offset of a piece when fully exploded.
    pub fn offset(&self, name: char) -> Vec3 {
        self.parts.iter().find(|&&(part, _)| part == name).map_or(Vec3::ZERO, |&(_, offset)| offset)
    }
}

/// Returns the orders of this many pieces along the three axes.
fn orders(parts: usize, gaps: &[Gap]) -> [Order; 3] {
    let mut orders = [(); 3].map(|()| Order::new(parts));
    for gap in gaps {
        if let Some(axis) = only_axis(gap.vector()) {
            orders[axis].add(gap.beyond.into(), gap.before.into());
        }
    }
    for gap in gaps {
        if only_axis(gap.vector()).is_none() {
            keep_diagonal_order(&mut orders, gap.beyond.into(), gap.before.into(), gap.vector());
        }
    }
    orders
}

/// The positive vector from a cell of one piece to a cell of another. There are thousands of them, so it is small.
#[derive(Clone, Copy)]
struct Gap {
    beyond: u16,
    before: u16,
    vector: [i16; 3],
}

impl Gap {
    /// Returns the positive one of this vector and its opposite, between the cells of these pieces.
    fn new(first: usize, second: usize, vector: IVec3) -> Self {
        let (beyond, before, vector) = if is_positive(vector) { (first, second, vector) } else { (second, first, -vector) };
        // A figure has at most 512 cells.
        Self { beyond: beyond as u16, before: before as u16, vector: vector.to_array().map(|part| part as i16) }
    }

    fn vector(self) -> IVec3 {
        IVec3::from_array(self.vector.map(i32::from))
    }
}

/// The number of elements of one set.
const WORD: usize = 64;

/// For all pairs of cells of different pieces, returns the vector from the second cell to the first, if it is the positive one of the two
/// vectors between them. Of the vectors between the same pieces that point the same way along each axis, the least is in the list. The
/// others would change nothing: once a piece keeps its order along an axis, any other such vector asks for no more.
fn gaps(cells: &[Vec<IVec3>]) -> Vec<Gap> {
    let all = || cells.iter().flatten().copied();
    let (least, greatest) = (all().reduce(IVec3::min).unwrap_or_default(), all().reduce(IVec3::max).unwrap_or_default());
    let reach = greatest - least;
    let size = 2 * reach + 1;
    let number = |gap: IVec3| (gap.x * size.y + gap.y) * size.z + gap.z;
    // The number of a gap is the difference of these, and this makes it positive.
    let numbers: Vec<Vec<i32>> = cells.iter().map(|cells| cells.iter().map(|&cell| number(cell)).collect()).collect();
    let least_number = number(reach);
    let gap_of = |place: usize| {
        let place = place as i32;
        IVec3::new(place / (size.y * size.z), place / size.z % size.y, place % size.z) - reach
    };
    let count = (size.x * size.y * size.z) as usize;
    // Which way each vector points along the axes, as a number below 27.
    let ways: Vec<u8> = (0..count).map(|place| (gap_of(place).signum().dot(IVec3::new(9, 3, 1)) + 13) as u8).collect();
    // Mostly enough: few pairs of pieces are apart in more ways.
    let mut gaps = Vec::with_capacity(cells.len() * cells.len() * 3);
    // Most vectors occur many times, and this is faster than sorting them.
    let mut occurring = vec![Bits::<u64>::NONE; count / WORD + 1];
    for (first, some) in numbers.iter().enumerate() {
        for (second, others) in numbers[..first].iter().enumerate() {
            for &one in some {
                for &other in others {
                    let place = (one - other + least_number) as usize;
                    occurring[place / WORD] = occurring[place / WORD].with(place % WORD);
                }
            }
            let mut known = Bits::<u32>::NONE;
            for (index, word) in occurring.iter_mut().enumerate() {
                for place in std::mem::replace(word, Bits::NONE).iter().map(|bit| index * WORD + bit) {
                    let way = usize::from(ways[place]);
                    if known.contains(way) {
                        continue;
                    }
                    known = known.with(way);
                    gaps.push(Gap::new(first, second, gap_of(place)));
                }
            }
        }
    }
    gaps
}

/// Whether this is the positive one of a gap and its opposite.
fn is_positive(gap: IVec3) -> bool {
    gap.to_array().into_iter().find(|&part| part != 0).is_some_and(|part| part > 0)
}

/// Returns the axis if the gap runs along a single one.
fn only_axis(gap: IVec3) -> Option<usize> {
    let gap = gap.to_array();
    let mut axes = (0..3).filter(|&axis| gap[axis] != 0);
    axes.next().filter(|_| axes.next().is_none())
}

/// Makes the two pieces keep their order along one of the axes on which these cells are apart.
fn keep_diagonal_order(orders: &mut [Order; 3], first: usize, second: usize, gap: IVec3) {
    let gap = gap.to_array();
    let required = |axis: usize| if gap[axis] > 0 { (first, second) } else { (second, first) };
    let is_apart = |&axis: &usize| gap[axis] != 0;
    if (0..3).filter(is_apart).any(|axis| orders[axis].has(required(axis).0, required(axis).1)) {
        return;
    }
    let mut axes: Vec<usize> = (0..3).filter(is_apart).collect();
    axes.sort_by_key(|&axis| -gap[axis].abs());
    let is_free = |axis: &&usize| !orders[**axis].has(required(**axis).1, required(**axis).0);
    // If that contradicts the order along every axis, the two must move together along one.
    if let Some(&axis) = axes.iter().find(is_free).or(axes.first()) {
        let (beyond, before) = required(axis);
        orders[axis].add(beyond, before);
    }
}

/// Which piece must move at least as far as which other; always transitively closed.
struct Order {
    /// For each piece, the pieces that it must not fall behind, as bits.
    behind: Vec<u64>,
}

impl Order {
    fn new(parts: usize) -> Self {
        Self { behind: vec![0; parts] }
    }

    fn has(&self, beyond: usize, before: usize) -> bool {
        self.behind[beyond] >> before & 1 == 1
    }

    fn add(&mut self, beyond: usize, before: usize) {
        if beyond == before || self.has(beyond, before) {
            return;
        }
        let added = self.behind[before] | 1 << before;
        for part in 0..self.behind.len() {
            if part == beyond || self.has(part, beyond) {
                self.behind[part] |= added;
            }
        }
    }

    /// Returns the number of pieces strictly behind the piece, minus the number strictly beyond it.
    fn balance(&self, part: usize) -> i32 {
        let others = (0..self.behind.len()).filter(|&other| other != part);
        others.map(|other| i32::from(self.has(part, other)) - i32::from(self.has(other, part))).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// All vectors between cells of different pieces, in the order of the list.
    fn all_gaps(cells: &[Vec<IVec3>]) -> Vec<Gap> {
        let mut gaps = Vec::new();
        for (first, some) in cells.iter().enumerate() {
            for (second, others) in cells[..first].iter().enumerate() {
                let between: BTreeSet<[i32; 3]> =
                    some.iter().flat_map(|&one| others.iter().map(move |&other| (one - other).to_array())).collect();
                gaps.extend(between.into_iter().map(|gap| Gap::new(first, second, IVec3::from_array(gap))));
            }
        }
        gaps
    }

    proptest! {
        #[test]
        fn the_gaps_left_out_change_nothing(marks in prop::collection::vec(0_usize..6, 48)) {
            let mut cells = vec![Vec::new(); 6];
            for (place, &mark) in (0..).zip(&marks) {
                cells[mark].push(IVec3::new(place % 4, place / 4 % 4, place / 16));
            }
            cells.retain(|cells| !cells.is_empty());
            let (few, all) = (gaps(&cells), all_gaps(&cells));
            prop_assert!(few.len() <= all.len());
            let behind = |gaps: &[Gap]| orders(cells.len(), gaps).map(|order| order.behind);
            prop_assert_eq!(behind(&few), behind(&all));
        }
    }
}
