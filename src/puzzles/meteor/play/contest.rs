//! The output that the Meteor contest asks for.

use packing::model::solution::{Extremes, Summary};

/// The number of solutions, the smallest and the largest.
pub fn output(summary: &Summary) -> String {
    let boards = |Extremes { smallest, largest, columns, .. }: &Extremes| board(smallest, *columns) + &board(largest, *columns);
    let boards = summary.extremes.as_deref().map(boards).unwrap_or_default();
    format!("{} solutions found\n\n{boards}", summary.raw)
}

/// Writes each cell with a blank after it. Odd rows are indented by one more, and there is an empty line below.
fn board(marks: &str, columns: usize) -> String {
    let marks: Vec<char> = marks.chars().collect();
    let row = |(row, indent): (&[char], &str)| indent.to_owned() + &row.iter().map(|mark| format!("{mark} ")).collect::<String>() + "\n";
    marks.chunks(columns).zip(["", " "].into_iter().cycle()).map(row).collect::<String>() + "\n"
}
