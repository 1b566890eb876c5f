//! Finds an order in which the pieces of a solution can really be assembled: each moves in straight, past the pieces already there, and
//! comes to rest on something.

use std::collections::HashSet;

use glam::IVec3;

use crate::model::{
    solution::Solution,
    state::{FREE, Grid, OUTSIDE},
};

/// A piece being put in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Its name.
    pub piece: char,
    /// The direction from which it moves in along a straight line; `None` if it cannot.
    pub from: Option<IVec3>,
}

/// The sides from which a hand comes, the most natural first. Nothing comes from below.
const SIDES: [IVec3; 5] = [IVec3::Z, IVec3::Y, IVec3::X, IVec3::NEG_X, IVec3::NEG_Y];

/// Why there is no assembly order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoOrder {
    /// The pieces cannot be put in one by one.
    Impossible,
    /// The search gave up after trying many orders.
    GaveUp,
}

/// The most sets of pieces that are examined before giving up.
const MOST_SETS: usize = 10_000;

/// How a solution is assembled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assembly {
    /// The pieces that are not pinned, in the order of [`order`] or, if there is none, from the lowest layer upwards.
    pub moves: Vec<Move>,
    /// Why there is no order, if so.
    pub no_order: Option<NoOrder>,
}

/// Returns how the solution is assembled.
pub fn assembly(solution: &Solution) -> Assembly {
    let in_place = || solution.placed.chars().map(|piece| Move { piece, from: None }).collect();
    if solution.extent.lattice.is_flat {
        return Assembly { moves: in_place(), no_order: None };
    }
    match order(solution) {
        Ok(moves) => Assembly { moves, no_order: None },
        Err(reason) => Assembly { moves: in_place(), no_order: Some(reason) },
    }
}

/// Returns the pieces that are not pinned, in an order in which each moves in straight and rests on the floor or on a piece below.
///
/// # Errors
/// If there is no such order, or none was found.
pub fn order(solution: &Solution) -> Result<Vec<Move>, NoOrder> {
    let grid = solution.grid();
    let pieces: Vec<char> = solution.placed.chars().collect();
    if Parts::BITS as usize <= pieces.len() {
        return Err(NoOrder::GaveUp);
    }
    let parts = parts(&grid, &pieces);
    let mut removed = Vec::new();
    let mut dead_ends = HashSet::new();
    let everything = (1 << parts.len()) - 1;
    if disassemble(&parts, everything, &mut removed, &mut dead_ends) {
        Ok(removed.iter().rev().map(|&(part, from)| Move { piece: pieces[part], from: Some(from) }).collect())
    } else if dead_ends.len() < MOST_SETS {
        Err(NoOrder::Impossible)
    } else {
        Err(NoOrder::GaveUp)
    }
}

/// A set of placed pieces, as bits.
type Parts = u64;

/// How a piece relates to the others.
struct Part {
    /// For each side, the pieces in the way; `None` if a pinned piece blocks it for good.
    blocked_by: [Option<Parts>; SIDES.len()],
    /// The pieces that it can rest on.
    supported_by: Parts,
    /// Whether it also rests on the floor or on a pinned piece.
    on_ground: bool,
}

/// Returns how these pieces relate to each other.
fn parts(grid: &Grid, pieces: &[char]) -> Vec<Part> {
    let cover_of = |&mark: &char| match pieces.iter().position(|&piece| piece == mark) {
        Some(number) => Cover::Piece(number),
        None if mark == FREE || mark == OUTSIDE => Cover::Nothing,
        None => Cover::Pinned,
    };
    let covers: Vec<Cover> = grid.marks.iter().map(cover_of).collect();
    let (extent, floor) = (grid.extent, grid.lowest_layer());
    let mut cells = vec![Vec::new(); pieces.len()];
    for (cell, cover) in extent.cells().zip(&covers) {
        if let Cover::Piece(number) = cover {
            cells[*number].push(cell);
        }
    }
    let part =
        |(number, cells): (usize, &Vec<IVec3>)| Part::new(number, cells, floor, |cell| extent.index(cell).map(|place| covers[place]));
    cells.iter().enumerate().map(part).collect()
}

/// What covers a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cover {
    Nothing,
    Pinned,
    /// The piece with this number.
    Piece(usize),
}

impl Part {
    /// Creates the piece with this number, which covers these cells. `at` says what covers a cell of the box.
    fn new(number: usize, cells: &[IVec3], floor: i32, at: impl Fn(IVec3) -> Option<Cover>) -> Self {
        let is_other = |cover: &Cover| *cover != Cover::Nothing && *cover != Cover::Piece(number);
        let piece = |cover: Cover| if let Cover::Piece(number) = cover { Some(number) } else { None };
        let blocked_by = SIDES.map(|side| {
            let at = &at;
            let path = cells.iter().flat_map(|&cell| (1..).map_while(move |steps| at(cell + steps * side)));
            path.filter(is_other).try_fold(0, |bars, cover| Some(bars | 1 << piece(cover)?))
        });
        let below = || cells.iter().filter_map(|&cell| at(cell - IVec3::Z)).filter(is_other);
        Self {
            blocked_by,
            supported_by: below().filter_map(piece).fold(0, |on, number| on | 1 << number),
            on_ground: cells.iter().any(|cell| cell.z == floor) || below().any(|cover| cover == Cover::Pinned),
        }
    }

    /// Whether it rests on something while these others are in place.
    fn rests(&self, others: Parts) -> bool {
        self.on_ground || self.supported_by & others != 0
    }

    /// Whether it can have come last from this side, with these others in place.
    fn can_come_last(&self, side: usize, others: Parts) -> bool {
        self.rests(others) && self.blocked_by[side].is_some_and(|bars| bars & others == 0)
    }
}

/// Removes one piece after another until none remains. `dead_ends` are the sets for which that failed.
fn disassemble(parts: &[Part], remaining: Parts, removed: &mut Vec<(usize, IVec3)>, dead_ends: &mut HashSet<Parts>) -> bool {
    if remaining == 0 {
        return true;
    }
    if dead_ends.contains(&remaining) || MOST_SETS <= dead_ends.len() {
        return false;
    }
    // A piece that rests on nothing never will again, since pieces are only removed.
    let all_rest = |others: Parts| (0..parts.len()).all(|other| others >> other & 1 == 0 || parts[other].rests(others));
    let is_removable = |&part: &usize| remaining >> part & 1 == 1 && all_rest(remaining & !(1 << part));
    let removable: Vec<usize> = (0..parts.len()).rev().filter(is_removable).collect();
    for (side, &from) in SIDES.iter().enumerate() {
        for &part in &removable {
            let others = remaining & !(1 << part);
            if parts[part].can_come_last(side, others) {
                removed.push((part, from));
                if disassemble(parts, others, removed, dead_ends) {
                    return true;
                }
                removed.pop();
            }
        }
    }
    dead_ends.insert(remaining);
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        model::{geometry::Extent, pieces::Set, state::State},
        search::first_cell,
    };
    use base::search::Found;

    fn solutions(state: &State) -> Vec<Solution> {
        let prepared = crate::testing::problem(state);
        let mut found = Found::default();
        assert!(first_cell::search(&prepared, &mut found).is_continue());
        found.items
    }

    /// Assembles the pieces cube by cube, as a hand would.
    fn check(solution: &Solution) {
        let grid = solution.grid();
        let mut built = solution.grid();
        for name in solution.placed.chars() {
            built.clear(name);
        }
        for Move { piece, from } in assembly(solution).moves {
            let from = from.expect("the piece moves in straight");
            let cells = grid.cells_of(piece);
            for &cell in &cells {
                let path = (0..).map(|steps| cell + steps * from).take_while(|&cell| grid.extent.contains(cell));
                assert!(path.into_iter().all(|cell| !built.is_covered(cell)), "{piece} is blocked in {solution:?}");
            }
            assert!(cells.iter().any(|&cell| cell.z == 0 || built.is_covered(cell - IVec3::Z)), "{piece} rests on nothing in {solution:?}");
            for cell in cells {
                built.set(cell, piece);
            }
        }
        assert_eq!(built, grid);
    }

    #[test]
    fn every_cube_can_be_assembled() {
        let solutions = solutions(&State::default());
        assert_eq!(solutions.len(), 240);
        solutions.iter().for_each(check);
    }

    #[test]
    fn pinned_pieces_are_in_place_from_the_start() {
        let layers = [["TTT", ".T.", "..."], ["...", "...", "..."], ["...", "...", "..."]];
        let state = State { layers: layers.map(|layer| layer.map(String::from).to_vec()).to_vec(), ..State::default() };
        let solutions = solutions(&state);
        assert!(solutions.iter().all(|solution| !solution.placed.contains('T') && solution.placed.len() == 6));
        let possible = solutions.iter().filter(|solution| order(solution).is_ok());
        assert!(possible.map(check).count() > 0);
    }

    #[test]
    fn a_piece_under_a_pinned_roof_comes_from_the_side() {
        let solution = solution_of(Extent::new(2, 1, 2), "VVTT", "V");
        assert_eq!(assembly(&solution).moves, [Move { piece: 'V', from: Some(IVec3::Y) }]);
    }

    fn solution_of(extent: Extent, marks: &str, placed: &str) -> Solution {
        Solution::new(extent, Set::Soma, "".into(), marks.into(), placed.into())
    }

    #[test]
    fn interlocked_pieces_have_no_order() {
        // Two hooks seen from above: each blocks the other on every side, but both are free upwards.
        let hooks = ["AAAAA", "A...A", "A.BBB", "A.B.B", "AABAB"];
        let flat: String = hooks.concat().replace('.', "#");
        let flat_hooks = solution_of(Extent::new(5, 5, 1), &flat, "AB");
        assert!(order(&flat_hooks).is_ok(), "one goes in from above");
        let roof: String = flat.replace(['A', 'B'], "T");
        let under_a_roof = solution_of(Extent::new(5, 5, 2), &(flat + &roof), "AB");
        let Assembly { moves, no_order } = assembly(&under_a_roof);
        assert_eq!(no_order, Some(NoOrder::Impossible));
        assert_eq!(moves, ['A', 'B'].map(|piece| Move { piece, from: None }));
    }
}
