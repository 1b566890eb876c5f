//! The text form, and the position that shows a solution.

use super::model::State;

/// The position with only the cells of the solution.
pub fn adopt(state: &State, solution: &[usize]) -> State {
    let mut spot = 0..;
    let mut keep = |cell: char| match cell {
        _ if cell.is_whitespace() => cell,
        _ if spot.next().is_some_and(|spot| solution.contains(&spot)) => cell,
        _ => '.',
    };
    let board = state.board.iter().map(|row| row.chars().map(&mut keep).collect()).collect();
    State { board, ..state.clone() }
}

/// Writes the rows.
pub fn write_text(state: &State) -> String {
    state.board.join("\n")
}

/// Reads the rows; the target and the marks stay.
pub fn read_text(text: &str, state: &State) -> State {
    State { board: text.lines().map(str::to_string).collect(), ..state.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_in_a_row_are_no_cells() {
        let state = State { board: vec!["1 2".to_owned(), " 34".to_owned()], ..State::default() };
        assert_eq!(adopt(&state, &[1, 2]).board, [". 2", " 3."]);
    }
}
