//! Search traces: the steps of a search as pictures and words.

use std::{
    ops::{ControlFlow, Range},
    sync::Arc,
};

use super::{
    listener::{Listener, Step},
    prepared::Prepared,
};
use crate::{
    puzzles::soma::model::{cells::Cells, problem::Problem, solution::Solution, spot::Spot, symmetry::Symmetry},
    search::{Event, Found, Observer, Tally, TraceStep},
};

/// Why the row list, with the corners or without, can't be watched.
pub const ON_BITS: &str = "it handles many placements at once, as bits, so it has no single steps to show";

/// Runs the search and tells the observer the steps whose numbers are in the range; the others are only counted. Returns how many there
/// are.
pub fn watch<'a>(
    prepared: &'a Prepared,
    range: Range<u64>,
    observer: &'a mut dyn Observer<TraceStep<Solution, Spot>>,
    search: impl FnOnce(&Prepared, &mut Trace<'a>) -> ControlFlow<()>,
) -> ControlFlow<(), u64> {
    let problem = &prepared.problem;
    let mut trace = Trace { problem, places: problem.places(), range, steps: 0, observer };
    search(prepared, &mut trace)?;
    ControlFlow::Continue(trace.steps)
}

/// Hears the steps of a search.
pub struct Trace<'a> {
    problem: &'a Problem,
    /// For each cell, its place in the box.
    places: Vec<u16>,
    range: Range<u64>,
    /// How many steps there were.
    steps: u64,
    observer: &'a mut dyn Observer<TraceStep<Solution, Spot>>,
}

impl Trace<'_> {
    /// Counts one more step and says whether it is to be told.
    fn is_next_told(&mut self) -> bool {
        let number = self.steps;
        self.steps += 1;
        self.range.contains(&number)
    }

    fn tell<C: Cells>(&mut self, event: Event, remark: String, cells: C, chosen: &[(u8, C)], tally: &Tally) -> ControlFlow<()> {
        let spots = cells.cells().map(|cell| Spot::Cell(self.places[cell])).collect();
        let partial = self.partial(chosen);
        self.observer.found(TraceStep { event, partial, remark, spots, explored: tally.explored, kept: tally.kept })
    }

    /// The board with these placements.
    fn partial<C: Cells>(&self, chosen: &[(u8, C)]) -> Solution {
        let grid = &self.problem.grid;
        let mut marks = grid.marks.clone();
        for &(piece, mask) in chosen {
            for cell in mask.cells() {
                marks[usize::from(self.places[cell])] = self.name(piece);
            }
        }
        let placed = chosen.iter().map(|&(piece, _)| self.name(piece)).collect();
        Solution { extent: grid.extent, marks: marks.into_iter().collect(), placed, orbit: None }
    }

    fn name(&self, piece: u8) -> char {
        self.problem.pieces[usize::from(piece)].name
    }
}

impl Listener for Trace<'_> {
    fn step<C: Cells>(&mut self, step: Step<C>, chosen: impl FnOnce() -> Vec<(u8, C)>, tally: &Tally) -> ControlFlow<()> {
        if !self.is_next_told() {
            return ControlFlow::Continue(());
        }
        let chosen = chosen();
        let (event, remark, cells) = match step {
            Step::Place(piece, cells) => (Event::Place, format!("{} placed", self.name(piece)), cells),
            Step::TakeBack(piece, cells) => (Event::TakeBack, format!("{} removed", self.name(piece)), cells),
            Step::LeaveOut(piece) => (Event::Place, format!("{} stays out", self.name(piece)), C::EMPTY),
            Step::Uncovered(cell) => (Event::DeadEnd, "no remaining piece can cover this cell".to_owned(), C::EMPTY.with(cell)),
            Step::Stuck(piece) => (Event::DeadEnd, format!("{} fits nowhere", self.name(piece)), C::EMPTY),
            Step::TooFew => (Event::DeadEnd, "the pieces have fewer cells than there are to cover".to_owned(), C::EMPTY),
        };
        self.tell(event, remark, cells, &chosen, tally)
    }

    fn filled<C: Cells>(&mut self, chosen: &[(u8, C)], rivals: &[Arc<Symmetry>], tally: &Tally) -> ControlFlow<()> {
        if !self.is_next_told() {
            return ControlFlow::Continue(());
        }
        let mut listed = Found::default();
        self.problem.tell(chosen, rivals, &mut listed)?;
        let (event, remark) = if listed.items.is_empty() {
            (Event::DeadEnd, "every cell is covered, but another image of this solution is listed")
        } else {
            (Event::Found, "every cell is covered: a solution")
        };
        self.tell(event, remark.to_owned(), C::EMPTY, chosen, tally)
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}
