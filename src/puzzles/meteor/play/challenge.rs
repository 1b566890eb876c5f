//! Challenges on the board: given pieces that leave one solution, and how hard a position is.

use std::ops::ControlFlow;

use crate::{
    bits::Bits,
    challenge::{Grade, Rating},
    cover::challenges::{self, Figure, Symmetry},
    puzzle::Challenges,
    puzzles::meteor::{
        Meteor,
        live::packing::Packing,
        model::{
            geometry::{Cell, Cells},
            pieces::{PIECES, Piece},
            problem::Problem,
            state::{Square, Squares, State},
        },
    },
    search::{Observer, Tally},
};

/// How Meteor makes and rates challenges.
pub const CHALLENGES: Challenges<Meteor> = Challenges {
    rater: challenges::VERSION,
    grades: &grades,
    make: &make,
    images: &images,
    rate: &rate,
    has_goal: &has_goal,
    is_solved: &is_solved,
    refute: None,
};

fn grades(state: &State) -> &'static [Grade] {
    let can_be_filled = Problem::new(&emptied(state)).is_ok_and(|problem| problem.pieces_needed().is_some_and(|pieces| pieces > 0));
    if can_be_filled { &Grade::ALL } else { &[] }
}

fn make(state: &State, grade: Grade, seed: u64, observer: &mut dyn Observer<State>) -> ControlFlow<()> {
    let mut challenge = emptied(state);
    if let Ok(problem) = Problem::new(&challenge) {
        let figure = figure(&problem, observer)?;
        let given = challenges::make(&figure, grade, seed, &mut || observer.progress(0.0, &Tally::default()))?;
        if let Some(given) = given {
            for (piece, placement) in given.iter().filter_map(|placement| Some((Piece::new(placement.piece)?, placement))) {
                challenge.board.fill(Cells::on_board(placement.cells.bits()), Square::Pinned(piece));
                challenge.given = challenge.given.with(piece);
            }
            observer.found(challenge)?;
        }
    }
    observer.progress(1.0, &Tally::default())
}

/// The half turn is the only symmetry of the board.
fn images(state: &State) -> Vec<State> {
    let is_symmetric = Problem::new(&emptied(state)).is_ok_and(|problem| problem.is_symmetric());
    let mut board = Squares::default();
    Cell::all().for_each(|cell| board[cell.half_turn()] = state.board[cell]);
    is_symmetric.then(|| State { board, ..state.clone() }).into_iter().collect()
}

fn rate(problem: &Problem, observer: &mut dyn Observer<Rating>) -> ControlFlow<()> {
    let figure = figure(problem, observer)?;
    if let Some(rating) = challenges::rate(&figure, &mut || observer.progress(0.0, &Tally::default()))? {
        observer.found(rating)?;
    }
    observer.progress(1.0, &Tally::default())
}

/// The goal is always to place all pieces.
fn has_goal(_state: &State) -> bool {
    true
}

fn is_solved(problem: &Problem) -> bool {
    problem.free().is_empty()
}

/// The same board without pieces.
pub fn emptied(state: &State) -> State {
    let mut board = Squares::default();
    board.fill(state.board.cells(Square::Blocked), Square::Blocked);
    State { board, pieces: state.pieces, ..State::default() }
}

/// The free cells of a problem, and the pieces that may fill them.
///
/// The half turn maps no piece to itself, since pieces have an odd number of cells and the turn leaves no cell in place. So it is a
/// symmetry only without pinned pieces.
fn figure<T>(problem: &Problem, observer: &mut dyn Observer<T>) -> ControlFlow<(), Figure<u64>> {
    let is_symmetric = problem.is_symmetric() && problem.pinned().next().is_none();
    let half_turn = || Symmetry { cells: Cell::all().map(|cell| cell.half_turn().index() as u16).collect(), pieces: (0..PIECES).collect() };
    let neighbours = Cell::all().map(|cell| Bits::new(Cells::from(cell).neighbours().bits())).collect();
    let symmetries = is_symmetric.then(half_turn).into_iter().collect();
    Figure { problem: Packing::new(problem).cover, neighbours, symmetries }.sorted(&mut || observer.progress(0.0, &Tally::default()))
}
