//! Depth first: some placement must cover the lowest free cell, so each one that fits there is tried, and none if the cell may stay empty.
//!
//! The plain technique, with which others are compared.

use std::ops::ControlFlow;

use super::{
    Apart, Copies,
    row_list::{Case, Supply},
    share::Share,
    steps::{Chosen, Listener, Step},
};
use base::{
    bits::{Bits, Word},
    search::Tally,
};

/// Finds all solutions: those that cover all required cells, and some or none of the optional ones. Returns the work.
///
/// A piece may have several supplies, each with all its placements in an order of its own. They are used up one by one.
pub fn search<W: Word, L: Listener<W>>(
    required: Bits<W>,
    optional: Bits<W>,
    case: &Case<W>,
    apart: Option<&Apart<W>>,
    listener: &mut L,
) -> ControlFlow<(), Tally> {
    let before = |(number, supply): (usize, &Supply<W>)| case[..number].iter().rposition(|other| other.piece == supply.piece);
    let mut search = FirstCell {
        listener,
        optional,
        apart,
        by_cell: by_lowest_cell(required | optional, case),
        copies: case.iter().map(|supply| supply.copies).collect(),
        before: case.iter().enumerate().map(before).collect(),
        fitting: Vec::new(),
        chosen: Vec::new(),
        tally: Tally::default(),
    };
    search.descend(required | optional, Share::WHOLE)?;
    ControlFlow::Continue(search.tally)
}

/// A placement with the index of its supply.
type Candidate<W> = (usize, Chosen<W>);

struct FirstCell<'a, W: Word, L> {
    listener: &'a mut L,
    optional: Bits<W>,
    apart: Option<&'a Apart<W>>,
    /// For each cell, the placements whose lowest cell it is, supply by supply.
    by_cell: Vec<Vec<Candidate<W>>>,
    /// For each supply, how often it may still be used.
    copies: Vec<Copies>,
    /// For each supply, the one of the same piece that is used up first.
    before: Vec<Option<usize>>,
    /// The candidates of all nodes on the way down, as a stack.
    fitting: Vec<Candidate<W>>,
    chosen: Vec<Chosen<W>>,
    tally: Tally,
}

impl<W: Word, L: Listener<W>> FirstCell<'_, W, L> {
    fn descend(&mut self, free: Bits<W>, share: Share) -> ControlFlow<()> {
        let Some(cell) = free.first() else {
            let is_solution = self.copies.iter().all(|copies| copies.least == 0);
            return if is_solution { self.listener.found(&self.chosen, &self.tally) } else { ControlFlow::Continue(()) };
        };
        self.listener.progress(share.from as f32, &self.tally)?;
        let start = self.fitting.len();
        self.gather(cell, free);
        let end = self.fitting.len();
        let may_stay_empty = self.optional.contains(cell);
        let choices = end - start + usize::from(may_stay_empty);
        if choices == 0 {
            self.step(Step::Uncoverable(cell))?;
        }
        for i in start..end {
            let (supply, chosen) = self.fitting[i];
            let copies = self.copies[supply];
            self.copies[supply] = copies.without_one();
            self.chosen.push(chosen);
            self.step(Step::Place(chosen))?;
            self.descend(free - chosen.1, share.nth(i - start, choices))?;
            self.chosen.pop();
            self.copies[supply] = copies;
            self.step(Step::Remove(chosen))?;
        }
        self.fitting.truncate(start);
        if may_stay_empty {
            self.step(Step::LeaveEmpty(cell))?;
            self.descend(free.without(cell), share.nth(choices - 1, choices))?;
        }
        ControlFlow::Continue(())
    }

    fn step(&mut self, step: Step<W>) -> ControlFlow<()> {
        self.listener.step(step, &self.chosen, &self.tally)
    }

    /// Appends the placements that cover the lowest free cell. No lower cell is free, so it is also the lowest cell of each placement.
    fn gather(&mut self, cell: usize, free: Bits<W>) {
        let has_copies = |supply: usize| self.copies[supply].most > 0;
        let is_usable = |supply: usize| has_copies(supply) && !self.before[supply].is_some_and(has_copies);
        let is_apart = |(piece, cells): Chosen<W>| {
            let touches = |apart: &Apart<W>, &(other, placed): &Chosen<W>| apart.taken(other.into(), placed, piece.into()).meets(cells);
            self.apart.is_none_or(|apart| !self.chosen.iter().any(|placed| touches(apart, placed)))
        };
        let candidates = self.by_cell[cell].iter().filter(|&&(supply, _)| is_usable(supply));
        for &(supply, chosen) in candidates {
            self.tally.explored += 1;
            if free.covers(chosen.1) && is_apart(chosen) {
                self.tally.kept += 1;
                self.fitting.push((supply, chosen));
            }
        }
    }
}

fn by_lowest_cell<W: Word>(cells: Bits<W>, case: &Case<W>) -> Vec<Vec<Candidate<W>>> {
    let mut by_cell = vec![Vec::new(); cells.iter().last().map_or(0, |last| last + 1)];
    for (number, supply) in case.iter().enumerate() {
        for &mask in &supply.masks {
            if let Some(cell) = mask.first() {
                by_cell[cell].push((number, (supply.piece, mask)));
            }
        }
    }
    by_cell
}
