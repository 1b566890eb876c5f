//! How far each piece moves when the figure is pulled apart: so that no two pieces ever run into one another.
//!
//! Along each axis the pieces are ordered: whatever lies beyond another in some line of cells must move at least as far.
//! Cubes that lie askew need this along one axis only. A piece's way is the number of pieces before it less the number
//! of pieces beyond it, which keeps the order and leaves the figure in the middle.

use glam::{IVec3, Vec3};

use crate::puzzles::soma::model::state::{Grid, OUTSIDE};

/// Which parts of a figure move, and how far at most.
#[derive(Clone, Debug, PartialEq)]
pub struct Explosion {
    parts: Vec<(char, Vec3)>,
}

/// How far a piece moves for each piece that it leaves behind, in cells.
const STEP: f32 = 0.3;

impl Explosion {
    /// The ways of all pieces of the figure; its free cells together move like a piece.
    pub fn of(grid: &Grid) -> Self {
        let mut names: Vec<char> = grid.marks.iter().copied().filter(|&mark| mark != OUTSIDE).collect();
        names.sort_unstable();
        names.dedup();
        let cells: Vec<Vec<IVec3>> = names.iter().map(|&name| grid.cells_of(name)).collect();
        let orders = orders(&cells);
        let way = |part: usize| Vec3::from_array([0, 1, 2].map(|axis| orders[axis].balance(part) as f32)) * STEP;
        Self { parts: names.iter().enumerate().map(|(part, &name)| (name, way(part))).collect() }
    }

    /// The way of a piece when all is pulled apart.
    pub fn way(&self, name: char) -> Vec3 {
        self.parts.iter().find(|&&(part, _)| part == name).map_or(Vec3::ZERO, |&(_, way)| way)
    }
}

/// The orders along the three axes.
fn orders(cells: &[Vec<IVec3>]) -> [Order; 3] {
    let mut orders = [(); 3].map(|()| Order::new(cells.len()));
    let gaps = gaps(cells);
    for &(beyond, before, gap) in &gaps {
        if let Some(axis) = only_axis(gap) {
            orders[axis].put(beyond, before);
        }
    }
    for &(beyond, before, gap) in &gaps {
        if only_axis(gap).is_none() {
            keep_askew_apart(&mut orders, beyond, before, gap);
        }
    }
    orders
}

/// For all pairs of cells of different parts, how the first lies from the second.
fn gaps(cells: &[Vec<IVec3>]) -> Vec<(usize, usize, IVec3)> {
    let mut gaps = Vec::new();
    for (first, some) in cells.iter().enumerate() {
        for (second, others) in cells[..first].iter().enumerate() {
            // Most of them say the same.
            let mut between: Vec<[i32; 3]> = some.iter().flat_map(|&a| others.iter().map(move |&b| (a - b).to_array())).collect();
            between.sort_unstable();
            between.dedup();
            gaps.extend(between.into_iter().map(|gap| (first, second, IVec3::from_array(gap))));
        }
    }
    gaps.into_iter()
        .flat_map(|(first, second, gap)| [(first, second, gap), (second, first, -gap)])
        .filter(|&(.., gap)| leads(gap))
        .collect()
}

/// Of a gap and its opposite, exactly one leads.
fn leads(gap: IVec3) -> bool {
    gap.to_array().into_iter().find(|&part| part != 0).is_some_and(|part| part > 0)
}

/// The axis, if the gap runs along one only.
fn only_axis(gap: IVec3) -> Option<usize> {
    let gap = gap.to_array();
    let mut axes = (0..3).filter(|&axis| gap[axis] != 0);
    axes.next().filter(|_| axes.next().is_none())
}

/// Makes sure that the two parts keep their order along one of the axes on which these cells are apart.
fn keep_askew_apart(orders: &mut [Order; 3], first: usize, second: usize, gap: IVec3) {
    let gap = gap.to_array();
    let wanted = |axis: usize| if gap[axis] > 0 { (first, second) } else { (second, first) };
    let is_apart = |&axis: &usize| gap[axis] != 0;
    if (0..3).filter(is_apart).any(|axis| orders[axis].has(wanted(axis).0, wanted(axis).1)) {
        return;
    }
    let mut axes: Vec<usize> = (0..3).filter(is_apart).collect();
    axes.sort_by_key(|&axis| -gap[axis].abs());
    let is_free = |axis: &&usize| !orders[**axis].has(wanted(**axis).1, wanted(**axis).0);
    // Against the order along all axes, the two must stay together along one.
    if let Some(&axis) = axes.iter().find(is_free).or(axes.first()) {
        let (beyond, before) = wanted(axis);
        orders[axis].put(beyond, before);
    }
}

/// Which part must move at least as far as which, always closed under "at least as far as what moves at least as far".
struct Order {
    /// For each part, as bits, the parts that it must not fall behind.
    behind: Vec<u64>,
}

impl Order {
    fn new(parts: usize) -> Self {
        Self { behind: vec![0; parts] }
    }

    fn has(&self, beyond: usize, before: usize) -> bool {
        self.behind[beyond] >> before & 1 == 1
    }

    fn put(&mut self, beyond: usize, before: usize) {
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

    /// How many parts lie strictly behind the part, less how many lie strictly beyond it.
    fn balance(&self, part: usize) -> i32 {
        let others = (0..self.behind.len()).filter(|&other| other != part);
        others.map(|other| i32::from(self.has(part, other)) - i32::from(self.has(other, part))).sum()
    }
}
