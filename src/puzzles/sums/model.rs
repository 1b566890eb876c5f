//! What the puzzle is: the position and what can be wrong with it, the problem, and the summary of all solutions.

use serde::{Deserialize, Serialize};

use base::{
    puzzle::{Flaw, Key},
    text::quoted,
};

/// The position: a board of digits and the target.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The sum that the cells of a solution must have.
    pub target: Option<u32>,
    /// The rows of digits.
    pub board: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    /// An optional list, which most files leave out. As a record of moves, it makes the puzzle a game.
    pub marks: Vec<Mark>,
}

impl State {
    /// The cells with their rows and columns, from 0. Spaces in the rows mean nothing.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize, char)> {
        let rows = self.board.iter().map(|row| row.chars().filter(|character| !character.is_whitespace()));
        rows.enumerate().flat_map(|(row, cells)| cells.enumerate().map(move |(column, cell)| (row, column, cell)))
    }
}

/// A mark on a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// The row, from 0.
    pub row: usize,
    /// The column, from 0.
    pub column: usize,
}

/// A position that passed the check.
#[derive(Clone)]
pub struct Problem {
    /// The digit of each cell, row by row.
    pub digits: Vec<u32>,
    /// The sum that the cells of a solution must have.
    pub target: u32,
}

/// What the solutions have in common.
#[derive(Clone, Default, Serialize)]
pub struct Summary {
    /// The number of cells in the shortest solution.
    pub fewest_cells: Option<usize>,
}

/// Turns a position into a problem.
///
/// # Errors
/// Every cell that isn't a digit, and a missing target.
pub fn check(state: &State) -> Result<Problem, Vec<Flaw<usize>>> {
    let (mut digits, mut flaws) = (Vec::new(), Vec::new());
    for (spot, (row, column, cell)) in state.cells().enumerate() {
        match cell.to_digit(10) {
            Some(digit) => digits.push(digit),
            None => flaws.push(Flaw {
                message: format!("'{}' isn't a digit", quoted(cell)),
                spots: vec![spot],
                path: vec![Key::Field("board"), Key::Index(row), Key::Character(column)],
            }),
        }
    }
    match state.target {
        Some(target) if flaws.is_empty() => Ok(Problem { digits, target }),
        Some(_) => Err(flaws),
        None => {
            flaws.push(Flaw { message: "a target is missing".to_string(), spots: vec![], path: vec![Key::Field("target")] });
            Err(flaws)
        }
    }
}
