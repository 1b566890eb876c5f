//! An order in which the pieces of a solution can really be put in: straight, past what is there, and onto something.

use std::collections::HashSet;

use glam::IVec3;

use crate::puzzles::soma::model::{solution::Solution, state::Grid};

/// One piece goes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Its name.
    pub piece: char,
    /// The direction from which it comes in a straight line; none if it cannot.
    pub from: Option<IVec3>,
}

/// The sides from which a hand comes, the most natural first; from below nothing goes in.
const SIDES: [IVec3; 5] = [IVec3::Z, IVec3::Y, IVec3::X, IVec3::NEG_X, IVec3::NEG_Y];

/// Why there is no order to put the pieces in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoOrder {
    /// They cannot be put in one by one.
    Impossible,
    /// So many orders were tried in vain that it was given up.
    Unknown,
}

/// So many sets of pieces are looked at before it is given up.
const MOST_SETS: usize = 10_000;

/// How the pieces of a solution go in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assembly {
    /// The pieces that were not pinned, in the order of [`order`]; where there is none, from the lowest layer upwards.
    pub moves: Vec<Move>,
    /// Why there is no order.
    pub no_order: Option<NoOrder>,
}

/// How the pieces of the solution go in.
pub fn assembly(solution: &Solution) -> Assembly {
    match order(solution) {
        Ok(moves) => Assembly { moves, no_order: None },
        Err(reason) => {
            let moves = solution.placed.chars().map(|piece| Move { piece, from: None }).collect();
            Assembly { moves, no_order: Some(reason) }
        }
    }
}

/// The pieces of the solution that were not pinned, in an order in which each goes in straight and rests on the floor or on
/// a piece below.
///
/// # Errors
/// When there is no such order, or none was found.
pub fn order(solution: &Solution) -> Result<Vec<Move>, NoOrder> {
    let grid = solution.grid();
    let pieces: Vec<char> = solution.placed.chars().collect();
    let parts: Vec<Part> = pieces.iter().map(|&name| Part::new(&grid, name, &pieces)).collect();
    let mut taken_out = Vec::new();
    let mut hopeless = HashSet::new();
    let everything = (1 << parts.len()) - 1;
    if take_apart(&parts, everything, &mut taken_out, &mut hopeless) {
        Ok(taken_out.iter().rev().map(|&(part, from)| Move { piece: pieces[part], from: Some(from) }).collect())
    } else if hopeless.len() < MOST_SETS {
        Err(NoOrder::Impossible)
    } else {
        Err(NoOrder::Unknown)
    }
}

/// Sets of placed pieces as bits.
type Parts = u64;

/// What a piece has to do with the others.
struct Part {
    /// For each side, the pieces in the way; none where a pinned piece bars it for good.
    barred_by: [Option<Parts>; SIDES.len()],
    /// The pieces that it can rest on.
    on: Parts,
    /// Whether it also lies on the floor or on a pinned piece.
    on_ground: bool,
}

impl Part {
    fn new(grid: &Grid, name: char, pieces: &[char]) -> Self {
        let cells = grid.cells_of(name);
        let floor = grid.floor();
        let piece_at = |cell: IVec3| grid.mark(cell).and_then(|mark| pieces.iter().position(|&piece| piece == mark));
        let is_other = |cell: IVec3| grid.covered(cell) && grid.mark(cell) != Some(name);
        let barred_by = SIDES.map(|side| {
            let path =
                cells.iter().flat_map(|&cell| (1..).map(move |steps| cell + steps * side).take_while(|&cell| grid.extent.contains(cell)));
            path.filter(|&cell| is_other(cell)).try_fold(0, |bars, cell| Some(bars | 1 << piece_at(cell)?))
        });
        let below = || cells.iter().map(|&cell| cell - IVec3::Z).filter(|&cell| is_other(cell));
        Self {
            barred_by,
            on: below().filter_map(piece_at).fold(0, |on, piece| on | 1 << piece),
            on_ground: cells.iter().any(|cell| cell.z == floor) || below().any(|cell| piece_at(cell).is_none()),
        }
    }

    /// Whether it can have come from this side as the last one onto these others.
    fn can_come(&self, side: usize, others: Parts) -> bool {
        let rests = self.on_ground || self.on & others != 0;
        rests && self.barred_by[side].is_some_and(|bars| bars & others == 0)
    }
}

/// Takes one piece after the other out until none is left; `hopeless` are the sets with which that did not work.
fn take_apart(parts: &[Part], left: Parts, taken_out: &mut Vec<(usize, IVec3)>, hopeless: &mut HashSet<Parts>) -> bool {
    if left == 0 {
        return true;
    }
    if hopeless.contains(&left) || MOST_SETS <= hopeless.len() {
        return false;
    }
    for (side, &from) in SIDES.iter().enumerate() {
        for part in (0..parts.len()).rev().filter(|part| left >> part & 1 == 1) {
            let others = left & !(1 << part);
            if parts[part].can_come(side, others) {
                taken_out.push((part, from));
                if take_apart(parts, others, taken_out, hopeless) {
                    return true;
                }
                taken_out.pop();
            }
        }
    }
    hopeless.insert(left);
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        puzzles::soma::{
            Soma,
            model::{geometry::Extent, state::State},
            search::{first_cell, listener::Solutions},
        },
        search::Found,
    };

    fn solutions(state: &State) -> Vec<Solution> {
        let prepared = <Soma as crate::puzzle::Puzzle>::check(state).expect("a sound state");
        let mut found = Found::default();
        assert!(first_cell::search(&prepared, &mut Solutions::of(&prepared.problem, &mut found)).is_continue());
        found.items
    }

    /// Puts the pieces in cube by cube, as a hand would.
    fn check(solution: &Solution) {
        let grid = solution.grid();
        let mut built = solution.grid();
        for name in solution.placed.chars() {
            built.clear(name);
        }
        for Move { piece, from } in assembly(solution).moves {
            let from = from.expect("it goes in straight");
            let cells = grid.cells_of(piece);
            for &cell in &cells {
                let path = (0..).map(|steps| cell + steps * from).take_while(|&cell| grid.extent.contains(cell));
                assert!(path.into_iter().all(|cell| !built.covered(cell)), "{piece} has a free way in {solution:?}");
            }
            assert!(cells.iter().any(|&cell| cell.z == 0 || built.covered(cell - IVec3::Z)), "{piece} rests on something in {solution:?}");
            for cell in cells {
                built.set(cell, piece);
            }
        }
        assert_eq!(built, grid);
    }

    #[test]
    fn every_cube_can_be_put_together() {
        let solutions = solutions(&State::default());
        assert_eq!(solutions.len(), 240);
        solutions.iter().for_each(check);
    }

    #[test]
    fn pinned_pieces_are_there_from_the_start() {
        let layers = [["TTT", ".T.", "..."], ["...", "...", "..."], ["...", "...", "..."]];
        let state = State { layers: layers.map(|layer| layer.map(String::from).to_vec()).to_vec(), ..State::default() };
        let solutions = solutions(&state);
        assert!(solutions.iter().all(|solution| !solution.placed.contains('T') && solution.placed.len() == 6));
        let possible = solutions.iter().filter(|solution| order(solution).is_ok());
        assert!(possible.map(check).count() > 0);
    }

    #[test]
    fn what_hangs_under_a_pinned_roof_comes_from_the_side() {
        let solution = solution_of(Extent::new(2, 1, 2), "VVTT", "V");
        assert_eq!(assembly(&solution).moves, [Move { piece: 'V', from: Some(IVec3::Y) }]);
    }

    fn solution_of(extent: Extent, marks: &str, placed: &str) -> Solution {
        Solution { extent, marks: marks.into(), placed: placed.into(), orbit: None }
    }

    #[test]
    fn pieces_that_hold_one_another_have_no_order() {
        // Seen from above, two hooks: each bars the other's way to every side; upwards they are free.
        let hooks = ["AAAAA", "A...A", "A.BBB", "A.B.B", "AABAB"];
        let flat: String = hooks.concat().replace('.', "#");
        let lying = solution_of(Extent::new(5, 5, 1), &flat, "AB");
        assert!(order(&lying).is_ok(), "one goes in from above");
        let roof: String = flat.replace(['A', 'B'], "T");
        let under_a_roof = solution_of(Extent::new(5, 5, 2), &(flat + &roof), "AB");
        let Assembly { moves, no_order } = assembly(&under_a_roof);
        assert_eq!(no_order, Some(NoOrder::Impossible));
        assert_eq!(moves, ['A', 'B'].map(|piece| Move { piece, from: None }));
    }
}
