//! The position and its flaws, the problem, and the summary of solutions.

use serde::{Deserialize, Serialize};

use crate::puzzle::{Flaw, Key};

/// A board of digits and the target.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The sum that the cells of a solution must have.
    pub target: Option<u32>,
    /// Rows of digits.
    pub board: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    /// A list that is absent from most files.
    pub marks: Vec<Mark>,
}

/// A marked cell. The marks are the moves of the "game".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// From 0.
    pub row: usize,
    /// From 0.
    pub column: usize,
}

/// The digits of all cells, and the target.
#[derive(Clone)]
pub struct Problem {
    /// The digit of each cell.
    pub digits: Vec<u32>,
    /// The sum of a solution's cells.
    pub target: u32,
}

/// Statistics over all solutions.
#[derive(Clone, Default, Serialize)]
pub struct Summary {
    /// The number of cells of the shortest solution.
    pub fewest_cells: Option<usize>,
}

/// Turns a position into a problem.
///
/// # Errors
/// Every cell without a digit, and a missing target.
pub fn check(state: &State) -> Result<Problem, Vec<Flaw<usize>>> {
    let rows = state.board.iter().map(|row| row.chars().filter(|character| !character.is_whitespace()));
    let cells = rows.enumerate().flat_map(|(row, cells)| cells.enumerate().map(move |(column, cell)| (row, column, cell)));
    let (mut digits, mut flaws) = (Vec::new(), Vec::new());
    for (spot, (row, column, cell)) in cells.enumerate() {
        match cell.to_digit(10) {
            Some(digit) => digits.push(digit),
            None => flaws.push(Flaw {
                message: format!("{cell:?} isn't a digit"),
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
