//! A second, plain solver that shares nothing with the others but the position: it has its own neighbours (from rows and columns), its own
//! pieces (as walks turned step by step) and its own order (from the last cell up).

use std::collections::BTreeSet;

use packing::model::state::State;

/// The walks of the pieces, as steps numbered clockwise from the east.
const WALKS: [&[usize]; 10] = [
    &[0, 0, 0, 1],
    &[1, 0, 5, 0],
    &[0, 0, 1, 2],
    &[0, 0, 2, 1],
    &[1, 0, 5, 2, 1],
    &[0, 0, 2, 0],
    &[0, 1, 1, 5],
    &[0, 1, 1, 3],
    &[0, 1, 0, 0],
    &[0, 0, 0, 2],
];

type Shape = BTreeSet<usize>;

/// Returns the texts of all solutions, sorted.
pub fn solutions(state: &State) -> BTreeSet<String> {
    let mut board: Vec<char> = state.layers.iter().flatten().flat_map(|row| row.chars()).collect();
    let unpinned = state.pieces.chars().filter(|piece| !board.contains(piece));
    let pieces: Vec<usize> = unpinned.map(|piece| piece as usize - '0' as usize).collect();
    let mut solutions = BTreeSet::new();
    fill(&mut board, &pieces, &shapes(), &mut solutions);
    solutions
}

fn fill(board: &mut Vec<char>, pieces: &[usize], shapes: &[BTreeSet<Shape>], solutions: &mut BTreeSet<String>) {
    let Some(last) = board.iter().rposition(|&symbol| symbol == '.') else {
        solutions.insert(board.iter().collect());
        return;
    };
    for &piece in pieces {
        let others: Vec<usize> = pieces.iter().copied().filter(|&other| other != piece).collect();
        for shape in shapes[piece].iter().filter(|shape| shape.last() == Some(&last)) {
            if shape.iter().all(|&cell| board[cell] == '.') {
                shape.iter().for_each(|&cell| board[cell] = char::from(b'0' + piece as u8));
                fill(board, &others, shapes, solutions);
                shape.iter().for_each(|&cell| board[cell] = '.');
            }
        }
    }
}

/// All placements of each piece on the board.
fn shapes() -> Vec<BTreeSet<Shape>> {
    let ways = || (0..50).flat_map(|start| (0..6).flat_map(move |turn| [1, 5].map(|sense| (start, turn, sense))));
    WALKS.map(|walk| ways().filter_map(|(start, turn, sense)| walked(walk, start, turn, sense)).collect()).into()
}

/// The cells of a walk from a start, with all its steps turned, and taken clockwise (`sense` 1) or anticlockwise (5).
fn walked(walk: &[usize], start: usize, turn: usize, sense: usize) -> Option<Shape> {
    let mut cells = Shape::from([start]);
    let mut here = start;
    for step in walk {
        here = neighbour(here, (sense * step + turn) % 6)?;
        cells.insert(here);
    }
    Some(cells)
}

fn neighbour(cell: usize, step: usize) -> Option<usize> {
    let (row, column) = (cell / 5, cell % 5);
    let shift = row % 2;
    let (row, column) = match step {
        0 => (row, column + 1),
        1 => (row + 1, column + shift),
        2 => (row + 1, (column + shift).checked_sub(1)?),
        3 => (row, column.checked_sub(1)?),
        4 => (row.checked_sub(1)?, (column + shift).checked_sub(1)?),
        _ => (row.checked_sub(1)?, column + shift),
    };
    (row < 10 && column < 5).then_some(5 * row + column)
}
