//! The text form, and what becomes of the position when a solution is adopted.

use super::model::State;

/// The position with the cells of a solution only.
pub fn adopt(state: &State, solution: &[usize]) -> State {
    let mut spot = 0..;
    let mut keep = |cell: char| if spot.next().is_some_and(|spot| solution.contains(&spot)) { cell } else { '.' };
    let board = state.board.iter().map(|row| row.chars().map(&mut keep).collect()).collect();
    State { board, ..state.clone() }
}

/// The rows.
pub fn write_text(state: &State) -> String {
    state.board.join("\n")
}

/// The position with these rows.
pub fn read_text(text: &str, state: &State) -> State {
    State { board: text.lines().map(str::to_string).collect(), ..state.clone() }
}
