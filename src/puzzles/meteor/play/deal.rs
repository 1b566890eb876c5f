//! Random positions to solve: pins with exactly one solution, none of which could be removed without adding another.

use crate::{
    chance::Random,
    packing::model::{
        problem::check,
        state::{Grid, State},
    },
    puzzles::meteor::{
        model::{
            pieces::{Piece, Placement},
            problem::Problem,
            solution::Solution,
        },
        search,
    },
    search::Found,
};

/// Returns the position for this seed.
///
/// Starts with a random solution of the contest's empty board, and removes its pieces in random order, as long as there is only one
/// solution.
pub fn deal(empty: State, seed: u64) -> State {
    let mut random = Random::new(seed);
    let solutions = solutions(&empty);
    let Some(solution) = random.choose(&solutions) else { return empty };

    let mut pieces: Vec<Piece> = Piece::all().collect();
    random.shuffle_by_digits(&mut pieces);
    let mut pins: Vec<Placement> = pieces.iter().map(|&piece| Placement { piece, cells: solution.cells(piece) }).collect();
    for piece in pieces {
        let fewer: Vec<_> = pins.iter().copied().filter(|pin| pin.piece != piece).collect();
        if is_unique(&solutions, &fewer) {
            pins = fewer;
        }
    }
    pinned(&empty, &pins)
}

/// All solutions of the position, sorted, so that their order does not depend on the search.
fn solutions(state: &State) -> Vec<Solution> {
    let mut found = Found::default();
    if let Some(problem) = check(state).ok().and_then(|problem| Problem::of(&problem)) {
        let _never_stopped = search::find_all(&problem, &mut found);
    }
    found.items.sort_unstable();
    found.items
}

/// Whether only one of the solutions has all these pins.
fn is_unique(solutions: &[Solution], pins: &[Placement]) -> bool {
    solutions.iter().filter(|solution| pins.iter().all(|&pin| has(solution, pin))).nth(1).is_none()
}

fn has(solution: &Solution, pin: Placement) -> bool {
    pin.cells.iter().all(|cell| solution.piece(cell) == Some(pin.piece))
}

fn pinned(empty: &State, pins: &[Placement]) -> State {
    let mut grid: Grid = empty.grid();
    for pin in pins {
        pin.cells.iter().for_each(|cell| grid.set(cell.point(), pin.piece.digit()));
    }
    empty.with_grid(&grid)
}
