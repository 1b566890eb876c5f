//! Boards of hexagons to start from, by the length of their sides.

use glam::{IVec3, ivec3};

use crate::model::{
    geometry::Extent,
    state::{FREE, Grid, State},
};

/// A regular board of hexagons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outline {
    /// Six sides of this many cells.
    Hexagon,
    /// Three sides of this many cells.
    Triangle,
    /// Four sides of this many cells.
    Parallelogram,
    /// A hexagon without its middle, two cells wide; with sides of two cells one cell wide.
    Ring,
}

/// The shortest and the longest side. A longer hexagon would not fit into the largest box.
pub const SIDES: std::ops::RangeInclusive<usize> = 2..=11;

impl Outline {
    /// All of them, each with its name and what choosing it does.
    pub const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::Hexagon, "Hexagon", "Starts with an empty board that has six equal sides"),
        (Self::Triangle, "Triangle", "Starts with an empty board that has three equal sides"),
        (Self::Parallelogram, "Parallelogram", "Starts with an empty board that has four equal sides"),
        (Self::Ring, "Ring", "Starts with an empty hexagon without its middle, two cells wide"),
    ];

    /// The cells of the board, somewhere.
    fn cells(self, side: usize) -> Vec<IVec3> {
        let last = side as i32 - 1;
        let square = |from: i32| (from..=last).flat_map(move |y| (from..=last).map(move |x| ivec3(x, y, 0)));
        // The number of steps from the middle, one of which may change both coordinates, in opposite directions.
        let steps = |cell: &IVec3| cell.x.abs().max(cell.y.abs()).max((cell.x + cell.y).abs());
        match self {
            Self::Hexagon => square(-last).filter(|cell| steps(cell) <= last).collect(),
            Self::Ring => square(-last).filter(|cell| ((last - 1).max(1)..=last).contains(&steps(cell))).collect(),
            Self::Triangle => square(-last).filter(|cell| 0 <= cell.y && -cell.y <= cell.x && cell.x <= 0).collect(),
            Self::Parallelogram => square(0).collect(),
        }
    }

    /// Returns the position with this board, on which no piece lies.
    pub fn on(self, state: &State, side: usize) -> State {
        let cells = self.cells(side);
        let top = cells.iter().map(|cell| cell.y).min().unwrap_or(0);
        let cells: Vec<IVec3> = cells.into_iter().map(|cell| cell - ivec3(0, top, 0)).collect();
        // Whole columns don't change how the rows lie.
        let left = cells.iter().map(|&cell| state.lattice.place(cell).x).min().unwrap_or(0);
        let cells: Vec<IVec3> = cells.into_iter().map(|cell| cell - ivec3(left, 0, 0)).collect();
        let most = cells.iter().map(|&cell| state.lattice.place(cell)).fold(IVec3::ZERO, IVec3::max);
        let mut grid = Grid::outside(Extent::on(state.lattice, most.x as usize + 1, most.y as usize + 1, 1));
        cells.into_iter().for_each(|cell| grid.set(cell, FREE));
        State { layers: grid.layers(), optional: Vec::new(), given: String::new(), ..state.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{lattice::HEXAGONS, pieces::Set, problem::check};

    #[test]
    fn boards_have_these_sides() {
        let state = State { given: "A".into(), ..State::of_set(&HEXAGONS, Set::Pentahexes) };
        let board = |outline: Outline, side| outline.on(&state, side).layers.concat();
        assert_eq!(board(Outline::Hexagon, 3), ["#...#", "....#", ".....", "....#", "#...#"]);
        assert_eq!(board(Outline::Hexagon, 2), ["#..", "...", "#.."]);
        assert_eq!(board(Outline::Triangle, 3), ["#.#", "..#", "..."]);
        assert_eq!(board(Outline::Parallelogram, 3), ["...#", "...#", "#..."]);
        assert_eq!(board(Outline::Ring, 3), ["#...#", "....#", "..#..", "....#", "#...#"]);
        for side in SIDES {
            let cells = |outline: Outline| {
                let state = outline.on(&state, side);
                assert!(check(&state).is_ok(), "{outline:?} {side}");
                state.grid().cells_of(FREE).len()
            };
            assert_eq!(cells(Outline::Hexagon), 3 * side * (side - 1) + 1);
            assert_eq!(cells(Outline::Triangle), side * (side + 1) / 2);
            assert_eq!(cells(Outline::Parallelogram), side * side);
            assert_eq!(cells(Outline::Ring), 12 * side - 18);
        }
    }
}
