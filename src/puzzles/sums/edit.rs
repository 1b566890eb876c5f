//! The text form, and adopting a solution.

use super::model::State;

/// Returns the position with only the cells of a solution.
pub fn adopt(state: &State, solution: &[usize]) -> State {
    let mut spot = 0..;
    let mut keep = |cell: char| if spot.next().is_some_and(|spot| solution.contains(&spot)) { cell } else { '.' };
    let board = state.board.iter().map(|row| row.chars().map(&mut keep).collect()).collect();
    State { board, ..state.clone() }
}

/// Writes the rows.
pub fn write_text(state: &State) -> String {
    state.board.join("\n")
}

/// Returns the position with these rows.
pub fn read_text(text: &str, state: &State) -> State {
    State { board: text.lines().map(str::to_string).collect(), ..state.clone() }
}
