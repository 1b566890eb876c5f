//! The next step and its reason: the cell or piece with the fewest options, and the outcome of each option.

use std::ops::ControlFlow;

use super::{Item, Problem, Reason};
use base::bits::{Bits, Word};

/// What to do in a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Advice<W: Word> {
    /// Nothing: the position is a solution, though more pieces may fit on cells that may stay empty.
    Done,
    /// The position is a dead end, with the reason if it shows without a search.
    DeadEnd(Option<Reason<W>>),
    /// The next step.
    Next(Next<W>),
}

/// The next step.
#[derive(Clone, Debug, PartialEq)]
pub struct Next<W: Word> {
    /// The cell to cover, or the piece to place.
    pub item: Item,
    /// All placements that cover the cell or place the piece, with their outcomes.
    pub options: Vec<(usize, Outcome<W>)>,
    /// The placement to make, if one can be named: the only possible one, or the one that keeps the most solutions.
    pub placement: Option<usize>,
}

/// What a placement leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome<W: Word> {
    /// An obvious dead end, for this reason.
    DeadEnd(Reason<W>),
    /// This many solutions have it; with 0 it is a dead end, but not an obvious one.
    Keeps(u64),
    /// Nothing obvious rules it out, and its number of solutions is unknown.
    Unknown,
}

impl<W: Word> Outcome<W> {
    /// Whether a solution may have the placement.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Unknown | Self::Keeps(1..))
    }
}

impl<W: Word> Next<W> {
    /// The options that are not known to be dead ends.
    pub fn open(&self) -> impl Iterator<Item = usize> {
        self.options.iter().filter(|(_, outcome)| outcome.is_open()).map(|&(placement, _)| placement)
    }

    /// Whether only one option isn't a dead end.
    pub fn is_forced(&self) -> bool {
        self.open().count() == 1
    }

    /// Whether only one option isn't an obvious dead end, so that the step needs no counting of solutions.
    pub fn is_plainly_forced(&self) -> bool {
        self.options.iter().filter(|(_, outcome)| !matches!(outcome, Outcome::DeadEnd(_))).count() == 1
    }

    /// The number of solutions that have the placement, where it is known.
    pub fn kept(&self, placement: usize) -> Option<u64> {
        self.options.iter().find_map(|(option, outcome)| match outcome {
            Outcome::Keeps(kept) if *option == placement => Some(*kept),
            _ => None,
        })
    }
}

/// The numbers of solutions, where they are known.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// The number of all solutions.
    pub solutions: u64,
    /// For each placement of the problem, the number of solutions that have it.
    pub kept: &'a [u64],
}

/// A callback that is called regularly during long work: `Break` stops the work.
pub type KeepGoing<'a> = &'a mut dyn FnMut() -> ControlFlow<()>;

/// Finds the next step: one with only one option that isn't an obvious dead end, or else one with the fewest open options.
///
/// `hole` returns a region of these free cells that no pieces can fill, if there is one; cells that may stay empty are among them.
/// `keep_going` is called before each placement is examined, which takes some microseconds.
pub fn advise<W: Word>(
    problem: &Problem<W>,
    hole: &dyn Fn(Bits<W>) -> Option<Bits<W>>,
    known: Option<Known<'_>>,
    keep_going: KeepGoing<'_>,
) -> ControlFlow<(), Advice<W>> {
    if problem.is_done() {
        return ControlFlow::Continue(Advice::Done);
    }
    let options = OptionLists::new(problem, keep_going)?;
    let obvious = options.dead_end(problem, hole);
    if obvious.is_some() || !problem.has_volume() || known.is_some_and(|known| known.solutions == 0) {
        return ControlFlow::Continue(Advice::DeadEnd(obvious));
    }
    let mut outcomes_so_far = Outcomes { problem, hole, known, options, outcomes: vec![None; problem.placements.len()], keep_going };
    let Some(best) = outcomes_so_far.fewest_open()? else { return ControlFlow::Continue(Advice::DeadEnd(None)) };
    let is_named = best.is_forced() || known.is_some();
    let placement = if is_named { best.open().max_by_key(|&placement| best.kept(placement)) } else { None };
    ControlFlow::Continue(Advice::Next(Next { placement, ..best }))
}

/// Returns why the problem has no solution, if that shows without a search. `hole` and `keep_going` are as in [`advise`].
pub fn dead_end<W: Word>(
    problem: &Problem<W>,
    hole: &dyn Fn(Bits<W>) -> Option<Bits<W>>,
    keep_going: KeepGoing<'_>,
) -> ControlFlow<(), Option<Reason<W>>> {
    ControlFlow::Continue(OptionLists::new(problem, keep_going)?.dead_end(problem, hole))
}

/// The number of placements that are listed between two calls of `keep_going`.
const LISTED_PER_CALL: usize = 512;

/// The options of each cell and each piece.
struct OptionLists {
    /// By cell.
    cells: Vec<Vec<u32>>,
    /// By piece.
    pieces: Vec<Vec<u32>>,
    /// For each piece, how many copies every solution has at least.
    needed: Vec<usize>,
}

impl OptionLists {
    fn new<W: Word>(problem: &Problem<W>, keep_going: KeepGoing<'_>) -> ControlFlow<(), Self> {
        let cells = problem.cells().iter().last().map_or(0, |last| last + 1);
        let pieces = vec![Vec::new(); problem.sizes.len()];
        let mut options = Self { cells: vec![Vec::new(); cells], pieces, needed: problem.needed() };
        for (number, placement) in problem.placements.iter().enumerate() {
            if number % LISTED_PER_CALL == 0 {
                keep_going()?;
            }
            placement.cells.iter().for_each(|cell| options.cells[cell].push(number as u32));
            options.pieces[placement.piece].push(number as u32);
        }
        ControlFlow::Continue(options)
    }

    fn of(&self, item: Item) -> &[u32] {
        match item {
            Item::Cell(cell) => &self.cells[cell],
            Item::Piece(piece) => &self.pieces[piece],
        }
    }

    /// A gap, or else an item without options, if there is one.
    fn dead_end<W: Word>(&self, problem: &Problem<W>, hole: &dyn Fn(Bits<W>) -> Option<Bits<W>>) -> Option<Reason<W>> {
        hole(problem.cells()).map(Reason::Gap).or_else(|| self.without_options(problem).map(Reason::NoOptions))
    }

    /// An item without options, if there is one; cells come before pieces.
    fn without_options<W: Word>(&self, problem: &Problem<W>) -> Option<Item> {
        let pieces = (0..problem.sizes.len()).filter(|&piece| self.needed[piece] > 0).map(Item::Piece);
        problem.required.iter().map(Item::Cell).chain(pieces).find(|&item| self.of(item).is_empty())
    }
}

/// The outcomes of placements, worked out when they are needed.
struct Outcomes<'a, W: Word> {
    problem: &'a Problem<W>,
    hole: &'a dyn Fn(Bits<W>) -> Option<Bits<W>>,
    known: Option<Known<'a>>,
    /// In each list, the first placement is the one that was last found compatible with another: it is usually compatible with the next
    /// one, too.
    options: OptionLists,
    /// By placement; `None` until it is needed.
    outcomes: Vec<Option<Outcome<W>>>,
    keep_going: KeepGoing<'a>,
}

impl<W: Word> Outcomes<'_, W> {
    /// Finds the item with the fewest open options. Ties go to an item that is plainly forced, then to the one with the fewest options in
    /// all, then to the first. `None` if no item has an open option.
    fn fewest_open(&mut self) -> ControlFlow<(), Option<Next<W>>> {
        let mut items: Vec<(usize, Item)> = self.problem.items().map(|item| (self.options.of(item).len(), item)).collect();
        // Items with few options come first, since few of those are open: so the search of most others ends early.
        items.sort_by_key(|&(options, _)| options);
        let rank = |next: &Next<W>| (next.open().count(), !next.is_plainly_forced(), next.options.len(), next.item);
        let mut best: Option<Next<W>> = None;
        for (_, item) in items {
            let limit = best.as_ref().map_or(usize::MAX, |best| best.open().count());
            let Some(next) = self.next(item, limit)? else { continue };
            if best.as_ref().is_none_or(|best| rank(&next) < rank(best)) {
                best = Some(next);
            }
        }
        ControlFlow::Continue(best.filter(|best| best.open().next().is_some()))
    }

    /// Returns the item with all its options; `None` if more than `most_open` of them are open.
    fn next(&mut self, item: Item, most_open: usize) -> ControlFlow<(), Option<Next<W>>> {
        let mut numbers = self.options.of(item).to_vec();
        numbers.sort_unstable();
        let mut next = Next { item, options: Vec::with_capacity(numbers.len()), placement: None };
        let mut open = 0;
        for number in numbers {
            let placement = number as usize;
            let outcome = self.outcome(placement)?;
            open += usize::from(outcome.is_open());
            if open > most_open {
                return ControlFlow::Continue(None);
            }
            next.options.push((placement, outcome));
        }
        ControlFlow::Continue(Some(next))
    }

    fn outcome(&mut self, placement: usize) -> ControlFlow<(), Outcome<W>> {
        if let Some(outcome) = self.outcomes[placement] {
            return ControlFlow::Continue(outcome);
        }
        (self.keep_going)()?;
        let kept = self.known.map(|known| known.kept[placement]);
        let outcome = match kept {
            Some(kept @ 1..) => Outcome::Keeps(kept),
            _ => {
                let free = self.problem.cells() - self.problem.placements[placement].cells;
                let reason = (self.hole)(free).map(Reason::Gap).or_else(|| self.without_options_after(placement).map(Reason::NoOptions));
                reason.map_or(kept.map_or(Outcome::Unknown, Outcome::Keeps), Outcome::DeadEnd)
            }
        };
        self.outcomes[placement] = Some(outcome);
        ControlFlow::Continue(outcome)
    }

    /// Returns an item that has no options once this placement is made, if there is one; cells come before pieces.
    fn without_options_after(&mut self, placement: usize) -> Option<Item> {
        let problem = self.problem;
        let made = problem.placements[placement];
        // Every solution with the placement has as many copies as are needed now, and this is one of them.
        let OptionLists { cells, pieces, needed } = &mut self.options;
        let is_needed = |&piece: &usize| needed[piece] > usize::from(piece == made.piece);
        let needed = (0..problem.sizes.len()).filter(is_needed).map(Item::Piece);
        let mut items = (problem.required - made.cells).iter().map(Item::Cell).chain(needed);
        items.find(|&item| {
            let list = match item {
                Item::Cell(cell) => &mut cells[cell],
                Item::Piece(piece) => &mut pieces[piece],
            };
            let possible = list.iter().position(|&other| problem.is_compatible(made, problem.placements[other as usize]));
            possible.inspect(|&possible| list.swap(0, possible)).is_none()
        })
    }
}
