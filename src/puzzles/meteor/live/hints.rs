//! Hints, from vague to plain: where to look, what can come there, and what to lay, each with its reason.

use std::ops::ControlFlow;

use super::{analysis, insight::Insight, packing::Packing};
use crate::{
    cover::{self, Advice, Item, Known, Names, Reason, advise},
    puzzles::meteor::{
        model::{
            geometry::{Cell, Cells},
            problem::Problem,
        },
        search::reasons,
    },
    search::{Hint, Latest, Observer, Tally},
    text::counted,
};

/// Tells hints on the next step, or that there is no solution and which piece is to blame.
pub fn hints(problem: &Problem, observer: &mut dyn Observer<Hint<Cell>>) -> ControlFlow<()> {
    let packing = Packing::new(problem);
    let insight = insight(problem, observer)?;
    let kept: Vec<u64> = packing.placements.iter().map(|&placement| insight.kept.as_ref().map_or(0, |kept| kept.by(placement))).collect();
    let known = insight.solutions.map(|solutions| Known { solutions, kept: &kept });
    match advise(&packing.cover, &|free| Cells::on_board(free).hole().map(Cells::bits), known, &mut || {
        observer.progress(0.0, &Tally::default())
    })? {
        Advice::Done => tell(observer, "every cell is covered: this is a solution".to_owned(), Vec::new())?,
        Advice::Hopeless(reason) => {
            let blame = blame(problem, observer)?;
            observer.found(Hint::Hopeless { reason: hopeless(problem, reason) + &blame })?;
        }
        Advice::Next(next) => {
            let names = Names {
                piece: &|piece| piece.to_string(),
                place: &|cell| Cell::new(cell).map(place).unwrap_or_default(),
                hole: "a hole that pieces of five cannot fill",
            };
            let told = next.told(&packing.cover, &names, insight.solutions);
            let spots = spots_of(next.item);
            tell(observer, told.place, spots.clone())?;
            tell(observer, told.options, spots)?;
            if let Some((placement, message)) = told.placement {
                tell(observer, message, packing.placements[placement].cells.iter().collect())?;
            }
        }
    }
    observer.progress(1.0, &Tally::default())
}

fn tell(observer: &mut dyn Observer<Hint<Cell>>, message: String, spots: Vec<Cell>) -> ControlFlow<()> {
    observer.found(Hint::Advice { message, spots })
}

fn place(cell: Cell) -> String {
    format!("row {}, column {}", cell.row() + 1, cell.column() + 1)
}

/// Why there is no solution, as far as it can be seen.
fn hopeless(problem: &Problem, reason: Option<Reason<u64>>) -> String {
    let place = |cells: Cells| cells.first().map(place).unwrap_or_default();
    match reason {
        _ if problem.needed().is_none() => reasons::wrong_number(problem),
        Some(Reason::Hole(cells)) => format!("there is {}, at {}", reasons::hole(Cells::on_board(cells)), place(Cells::on_board(cells))),
        Some(Reason::Starved(Item::Cell(cell))) => {
            format!("no piece that is left fits the cell at {}", place(Cell::new(cell).into_iter().collect()))
        }
        Some(Reason::Starved(Item::Piece(piece))) => format!("piece {piece} fits nowhere any more"),
        None => "there is no solution, though nothing shows it at once".to_owned(),
    }
}

/// The cell that an item is about, if it is one.
fn spots_of(item: Item) -> Vec<Cell> {
    match item {
        Item::Cell(cell) => Cell::new(cell).into_iter().collect(),
        Item::Piece(_) => Vec::new(),
    }
}

/// Which of the pinned pieces alone would have to go for a solution.
fn blame(problem: &Problem, observer: &mut dyn Observer<Hint<Cell>>) -> ControlFlow<(), String> {
    let mut helpful = Vec::new();
    for pin in problem.pinned() {
        let found = insight(&problem.lifting(pin), observer)?;
        match (found.solutions, found.at_least) {
            (Some(count @ 1..), _) => helpful.push(format!("{} ({})", pin.piece, counted(count, "solution"))),
            (None, Some(count @ 1..)) => helpful.push(format!("{} (at least {})", pin.piece, counted(count, "solution"))),
            _ => {}
        }
    }
    ControlFlow::Continue(cover::blame(&helpful))
}

/// All that the analysis finds out.
fn insight(problem: &Problem, observer: &mut dyn Observer<Hint<Cell>>) -> ControlFlow<(), Insight> {
    let mut latest = Latest::new(observer);
    analysis::analyze(problem, &mut latest)?;
    ControlFlow::Continue(latest.found.unwrap_or_default())
}
