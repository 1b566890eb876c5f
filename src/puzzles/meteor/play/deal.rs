//! Random positions worth solving: pins with exactly one answer, none of which could be spared.

use crate::{
    chance::Random,
    puzzles::meteor::{
        model::{
            answer::Answer,
            pieces::{Piece, Placement},
            problem::Problem,
            state::{Square, State},
        },
        search,
    },
    search::Found,
};

/// A position for this seed.
///
/// Starts from a random answer of the empty board and takes its pieces away in random order, each that can go without
/// letting a second answer in.
pub fn deal(seed: u64) -> State {
    let mut random = Random::new(seed);
    let empty = State::default();
    let answers = answers(&empty);
    let Some(answer) = random.choose(&answers) else { return empty };

    let mut pieces: Vec<Piece> = Piece::all().collect();
    random.shuffle_by_digits(&mut pieces);
    let mut pins: Vec<Placement> = pieces.iter().map(|&piece| Placement { piece, cells: answer.cells(piece) }).collect();
    for piece in pieces {
        let fewer: Vec<_> = pins.iter().copied().filter(|pin| pin.piece != piece).collect();
        if is_alone(&answers, &fewer) {
            pins = fewer;
        }
    }
    pinned(empty, &pins)
}

/// All answers of the position, in an order that no search decides.
fn answers(state: &State) -> Vec<Answer> {
    let mut found = Found::default();
    if let Ok(problem) = Problem::new(state) {
        let _never_stopped = search::find_all(&problem, &mut found);
    }
    found.items.sort_unstable();
    found.items
}

/// Whether exactly one of the answers has all these pins.
fn is_alone(answers: &[Answer], pins: &[Placement]) -> bool {
    answers.iter().filter(|answer| pins.iter().all(|&pin| has(answer, pin))).nth(1).is_none()
}

fn has(answer: &Answer, pin: Placement) -> bool {
    pin.cells.iter().all(|cell| answer.piece(cell) == Some(pin.piece))
}

fn pinned(mut state: State, pins: &[Placement]) -> State {
    for pin in pins {
        state.board.fill(pin.cells, Square::Pinned(pin.piece));
    }
    state
}
