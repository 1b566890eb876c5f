//! Hints, from vague to explicit: where to look, which options there are, and what to place, each with its reason.

use std::ops::ControlFlow;

use super::{analysis, insight::Insight, packing::Packing};
use crate::{
    bits::Bits,
    cover::{self, Advice, Item, Known, NO_SIMPLE_REASON, Names, Reason, Removal, advise},
    puzzle::Flaw,
    puzzles::meteor::{
        model::{
            geometry::{Cell, Cells},
            pieces::PIECE_CELLS,
            problem::{Problem, flaw},
        },
        search::reasons,
        words,
    },
    search::{Hint, Latest, Observer, Tally},
};

/// Reports hints on the next step, or that there is no solution and which pieces to remove.
pub fn hints(problem: &Problem, known: Option<&Insight>, observer: &mut dyn Observer<Hint<Cell>>) -> ControlFlow<()> {
    let packing = Packing::new(problem);
    let insight = known.cloned().map_or_else(|| insight(problem, observer), ControlFlow::Continue)?;
    let counts: Vec<u64> =
        packing.placements.iter().map(|&placement| insight.placement_counts.as_ref().map_or(0, |counts| counts.of(placement))).collect();
    let known = insight.solutions.map(|solutions| Known { solutions, kept: &counts });
    match advise(&packing.cover, &hole, known, &mut || observer.progress(0.0, &Tally::default()))? {
        Advice::Done => observer.found(Hint::step("every cell is covered: this is a solution".to_owned(), Vec::new()))?,
        Advice::DeadEnd(reason) => {
            let removals = removals(problem, observer)?;
            let (why, spots) = explain_dead_end(problem, reason).unwrap_or((NO_SIMPLE_REASON.to_owned(), Cells::NONE));
            let (then, removes) = cover::removals(removals);
            observer.found(Hint::DeadEnd { reason: why + &then, spots: spots.iter().collect(), removes })?;
        }
        Advice::Next(next) => {
            let names = Names {
                piece: &|piece| piece.to_string(),
                place: &|cell| Cell::new(cell).map(place).unwrap_or_default(),
                gap: "a gap that pieces of five can't fill",
            };
            let hint = next.in_words(&packing.cover, &names, insight.solutions);
            let spots = spots_of(next.item);
            observer.found(Hint::vague(hint.place, spots.clone()))?;
            observer.found(Hint::vague(hint.options, spots))?;
            if let Some((placement, message)) = hint.placement {
                observer.found(Hint::step(message, packing.placements[placement].cells.iter().collect()))?;
            }
        }
    }
    observer.progress(1.0, &Tally::default())
}

/// Returns why the problem has no solution, if that shows without a search.
pub fn dead_end(problem: &Problem) -> Option<Flaw<Cell>> {
    let reason = cover::dead_end(&Packing::new(problem).cover, &hole, &mut || ControlFlow::Continue(()));
    let (message, cells) = explain_dead_end(problem, reason.continue_value().flatten())?;
    Some(flaw(message, cells))
}

/// A region of these free cells that no pieces can fill.
fn hole(free: Bits<u64>) -> Option<Bits<u64>> {
    Cells::on_board(free.bits()).unfillable_region().map(|gap| Bits::new(gap.bits()))
}

fn place(cell: Cell) -> String {
    words::cell(cell.row(), cell.column())
}

/// Why there is no solution, if that shows without a search, and the cells that show it.
fn explain_dead_end(problem: &Problem, reason: Option<Reason<u64>>) -> Option<(String, Cells)> {
    let gap = match reason {
        Some(Reason::Gap(cells)) => Some(Cells::on_board(cells.bits())),
        _ => None,
    };
    match (gap, reason) {
        // A gap is easier to see than a number of cells, unless it is all of them.
        (Some(gap), _) if gap != problem.free() => Some((
            format!(
                "there is {} at {}; every piece has {PIECE_CELLS}",
                words::gap(gap.len(), PIECE_CELLS),
                gap.first().map(place).unwrap_or_default()
            ),
            gap,
        )),
        _ if problem.pieces_needed().is_none() => Some((reasons::wrong_cell_count(problem), Cells::NONE)),
        (_, Some(Reason::NoOptions(Item::Cell(cell)))) => {
            let cell = Cell::new(cell)?;
            Some((format!("no remaining piece can cover the cell at {}", place(cell)), cell.into()))
        }
        (_, Some(Reason::NoOptions(Item::Piece(piece)))) => Some((format!("piece {piece} fits nowhere"), Cells::NONE)),
        (_, Some(Reason::Gap(_)) | None) => None,
    }
}

/// The cell of an item, if it is one.
fn spots_of(item: Item) -> Vec<Cell> {
    match item {
        Item::Cell(cell) => Cell::new(cell).into_iter().collect(),
        Item::Piece(_) => Vec::new(),
    }
}

/// Finds the pinned pieces that can each be removed to get a solution.
fn removals(problem: &Problem, observer: &mut dyn Observer<Hint<Cell>>) -> ControlFlow<(), Vec<Removal<Cell>>> {
    let mut removals = Vec::new();
    for pin in problem.removable() {
        let found = insight(&problem.without_pin(pin), observer)?;
        let may_have_more = found.solutions.is_none();
        if let (Some(solutions @ 1..), Some(spot)) = (found.solutions.or(found.at_least), pin.cells.first()) {
            removals.push(Removal { piece: pin.piece.to_string(), spot, solutions, may_have_more });
        }
    }
    ControlFlow::Continue(removals)
}

/// Runs the analysis to its end.
fn insight(problem: &Problem, observer: &mut dyn Observer<Hint<Cell>>) -> ControlFlow<(), Insight> {
    let mut latest = Latest::new(observer);
    analysis::analyze(problem, &mut latest)?;
    ControlFlow::Continue(latest.found.unwrap_or_default())
}
