//! Search traces: the steps of a search as pictures and remarks.

use std::{
    ops::{ControlFlow, Range},
    sync::Arc,
};

use super::{
    listener::{Listener, Step},
    prepared::Prepared,
};
use crate::{
    model::{pieces::Piece, problem::Problem, solution::Solution, spot::Spot, symmetry::Symmetry},
    words,
};
use base::{
    bits::{Bits, Word},
    search::{Event, Found, Observer, StepCounter, Tally, TraceStep},
};

/// Runs the search and emits the steps whose numbers are in the range; the others are only counted. Returns the number of steps.
pub fn record<'a>(
    prepared: &'a Prepared,
    range: Range<u64>,
    observer: &'a mut dyn Observer<TraceStep<Solution, Spot>>,
    search: impl FnOnce(&Prepared, &mut Trace<'a>) -> ControlFlow<()>,
) -> ControlFlow<(), u64> {
    let problem = &prepared.problem;
    let mut trace = Trace { problem, box_indices: problem.box_indices(), counter: StepCounter::new(range), observer };
    search(prepared, &mut trace)?;
    ControlFlow::Continue(trace.counter.steps())
}

/// Records the steps of a search.
pub struct Trace<'a> {
    problem: &'a Problem,
    /// For each cell, its index in the box.
    box_indices: Vec<u16>,
    counter: StepCounter,
    observer: &'a mut dyn Observer<TraceStep<Solution, Spot>>,
}

impl Trace<'_> {
    fn emit_step<W: Word>(
        &mut self,
        event: Event,
        remark: String,
        cells: Bits<W>,
        chosen: &[(u8, Bits<W>)],
        tally: &Tally,
    ) -> ControlFlow<()> {
        let spots = cells.iter().map(|cell| Spot::Cell(self.box_indices[cell])).collect();
        let partial = self.partial(chosen);
        self.observer.found(TraceStep { event, partial, remark, spots, explored: tally.explored, kept: tally.kept })
    }

    /// The board with these placements.
    fn partial<W: Word>(&self, chosen: &[(u8, Bits<W>)]) -> Solution {
        let cells = |mask: Bits<W>| mask.iter().map(|cell| usize::from(self.box_indices[cell])).collect::<Vec<_>>();
        self.problem.partial(chosen.iter().map(|&(piece, mask)| (self.piece(piece).mark, cells(mask))))
    }

    fn piece(&self, number: u8) -> &Piece {
        &self.problem.pieces[usize::from(number)]
    }
}

impl Listener for Trace<'_> {
    fn step<W: Word>(&mut self, step: Step<W>, chosen: impl FnOnce() -> Vec<(u8, Bits<W>)>, tally: &Tally) -> ControlFlow<()> {
        if !self.counter.count() {
            return ControlFlow::Continue(());
        }
        let chosen = chosen();
        let (event, remark, cells) = match step {
            Step::Place(piece, cells) => (Event::Place, format!("piece {} placed", self.piece(piece).name), cells),
            Step::Remove(piece, cells) => (Event::Remove, format!("piece {} removed", self.piece(piece).name), cells),
            Step::LeaveOut(piece) => (Event::Place, format!("piece {} left out", self.piece(piece).name), Bits::NONE),
            Step::LeaveEmpty(cell) => (Event::Place, "this cell stays empty".to_owned(), Bits::from(cell)),
            Step::Uncoverable(cell) => (Event::DeadEnd, "no remaining piece can cover this cell".to_owned(), Bits::from(cell)),
            Step::FitsNowhere(piece) => (Event::DeadEnd, words::fits_nowhere(self.piece(piece).name), Bits::NONE),
            Step::TooFewCells => {
                let remark = format!("the pieces have fewer {}s than the figure has cells", self.problem.state.lattice.cell);
                (Event::DeadEnd, remark, Bits::NONE)
            }
        };
        self.emit_step(event, remark, cells, &chosen, tally)
    }

    fn filled<W: Word>(&mut self, chosen: &[(u8, Bits<W>)], rivals: &[Arc<Symmetry>], tally: &Tally) -> ControlFlow<()> {
        if !self.counter.count() {
            return ControlFlow::Continue(());
        }
        let mut listed = Found::default();
        self.problem.emit(chosen, rivals, &mut listed)?;
        let (event, remark) = if listed.items.is_empty() {
            (Event::DeadEnd, "every cell is covered, but a rotation or reflection of this solution is listed instead")
        } else {
            (Event::Found, "every cell is covered: a solution")
        };
        self.emit_step(event, remark.to_owned(), Bits::NONE, chosen, tally)
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}
