//! What the puzzle is: the position with its flaws, the problem, and what solutions have in common.

use serde::{Deserialize, Serialize};

use crate::puzzle::{Flaw, Key};

/// A board of digits, and what is to be reached.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// What the cells are to make.
    pub target: Option<u32>,
    /// Rows of digits.
    pub board: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    /// A list that most files don't have.
    pub marks: Vec<Mark>,
}

/// A remark on a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// From 0.
    pub row: usize,
    /// From 0.
    pub column: usize,
}

/// All digits in a row, and their target.
#[derive(Clone)]
pub struct Problem {
    /// What each cell adds.
    pub digits: Vec<u32>,
    /// What the cells of a solution add up to.
    pub target: u32,
}

/// How many cells the solutions take.
#[derive(Clone, Default, Serialize)]
pub struct Summary {
    /// Cells of the shortest solution.
    pub fewest_cells: Option<usize>,
}

/// Turns a position into a problem.
///
/// # Errors
/// Every cell that holds no digit, and a missing target.
pub fn check(state: &State) -> Result<Problem, Vec<Flaw<usize>>> {
    let rows = state.board.iter().map(|row| row.chars().filter(|character| !character.is_whitespace()));
    let cells = rows.enumerate().flat_map(|(row, cells)| cells.enumerate().map(move |(column, cell)| (row, column, cell)));
    let (mut digits, mut flaws) = (Vec::new(), Vec::new());
    for (spot, (row, column, cell)) in cells.enumerate() {
        match cell.to_digit(10) {
            Some(digit) => digits.push(digit),
            None => flaws.push(Flaw {
                message: format!("{cell:?} is no digit"),
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
