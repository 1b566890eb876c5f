//! What to do next, and why: the cell or piece that the fewest placements fit, and what becomes of each of them.

use std::ops::ControlFlow;

use super::{CellSet, Item, Problem, Reason};

/// What there is to say of a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Advice<M> {
    /// Every cell is covered.
    Done,
    /// There is no solution; with the reason, if it can be seen without a search.
    Hopeless(Option<Reason<M>>),
    /// Here it goes on.
    Next(Next<M>),
}

/// Where to go on, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Next<M> {
    /// The cell or piece to look at.
    pub item: Item,
    /// Every placement that fits it, with what becomes of it.
    pub options: Vec<(usize, Fate<M>)>,
    /// The placement to make, if one can be named: the only one that is left, or the one that keeps the most solutions.
    pub placement: Option<usize>,
}

/// What becomes of a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate<M> {
    /// It leads nowhere, as can be seen at once.
    Dead(Reason<M>),
    /// It is part of so many solutions; of none, though nothing shows it at once.
    Keeps(u64),
    /// Nothing speaks against it, and how many solutions it keeps is not known.
    Open,
}

impl<M> Fate<M> {
    /// Whether the placement may be part of a solution.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Open | Self::Keeps(1..))
    }
}

impl<M> Next<M> {
    /// The placements that may be part of a solution.
    pub fn open(&self) -> impl Iterator<Item = usize> {
        self.options.iter().filter(|(_, fate)| fate.is_open()).map(|&(placement, _)| placement)
    }

    /// Whether only one placement can come here.
    pub fn is_forced(&self) -> bool {
        self.open().count() == 1
    }

    /// Whether one can see without counting solutions that only one placement can come here.
    pub fn is_plainly_forced(&self) -> bool {
        self.options.iter().filter(|(_, fate)| !matches!(fate, Fate::Dead(_))).count() == 1
    }

    /// How many solutions have the placement, where that is known.
    pub fn kept(&self, placement: usize) -> Option<u64> {
        self.options.iter().find_map(|(option, fate)| match fate {
            Fate::Keeps(kept) if *option == placement => Some(*kept),
            _ => None,
        })
    }
}

/// How many solutions there are, where that is known.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// All solutions.
    pub solutions: u64,
    /// Of these, for each placement of the problem those that have it.
    pub kept: &'a [u64],
}

/// Asked again and again during long work: `Break` means stop now.
pub type GoOn<'a> = &'a mut dyn FnMut() -> ControlFlow<()>;

/// Says where to go on: best where only one placement can come, and one can see that; else where the fewest can.
///
/// `hole` finds a hole among these free cells that pieces can't fill, if there is one. `go_on` is asked before each placement is looked
/// at: some microseconds of work.
pub fn advise<M: CellSet>(
    problem: &Problem<M>,
    hole: &dyn Fn(M) -> Option<M>,
    known: Option<Known<'_>>,
    go_on: GoOn<'_>,
) -> ControlFlow<(), Advice<M>> {
    if problem.free.is_empty() {
        return ControlFlow::Continue(Advice::Done);
    }
    let fitting = Fitting::new(problem, go_on)?;
    let seen = hole(problem.free).map(Reason::Hole).or_else(|| fitting.starved(problem).map(Reason::Starved));
    if seen.is_some() || problem.slack().is_none() || known.is_some_and(|known| known.solutions == 0) {
        return ControlFlow::Continue(Advice::Hopeless(seen));
    }
    let mut outlook = Outlook { problem, hole, known, fitting, fates: vec![None; problem.placements.len()], go_on };
    let Some(best) = outlook.fewest_open()? else { return ControlFlow::Continue(Advice::Hopeless(None)) };
    let is_named = best.is_forced() || known.is_some();
    let placement = if is_named { best.open().max_by_key(|&placement| best.kept(placement)) } else { None };
    ControlFlow::Continue(Advice::Next(Next { placement, ..best }))
}

/// `go_on` is asked after this many placements that are only listed.
const LISTED_AT_ONCE: usize = 512;

/// The placements that fit each cell and each piece.
struct Fitting {
    /// By cell; cells that need not be covered have none.
    cells: Vec<Vec<u32>>,
    /// By piece.
    pieces: Vec<Vec<u32>>,
}

impl Fitting {
    fn new<M: CellSet>(problem: &Problem<M>, go_on: GoOn<'_>) -> ControlFlow<(), Self> {
        let cells = problem.free.iter().last().map_or(0, |last| last + 1);
        let mut fitting = Self { cells: vec![Vec::new(); cells], pieces: vec![Vec::new(); problem.sizes.len()] };
        for (number, placement) in problem.placements.iter().enumerate() {
            if number % LISTED_AT_ONCE == 0 {
                go_on()?;
            }
            placement.cells.iter().for_each(|cell| fitting.cells[cell].push(number as u32));
            fitting.pieces[placement.piece].push(number as u32);
        }
        ControlFlow::Continue(fitting)
    }

    fn of(&self, item: Item) -> &[u32] {
        match item {
            Item::Cell(cell) => &self.cells[cell],
            Item::Piece(piece) => &self.pieces[piece],
        }
    }

    /// What nothing fits, if there is such a thing; a cell rather than a piece.
    fn starved<M: CellSet>(&self, problem: &Problem<M>) -> Option<Item> {
        let pieces = (0..problem.sizes.len()).filter(|&piece| problem.is_needed(piece)).map(Item::Piece);
        problem.free.iter().map(Item::Cell).chain(pieces).find(|&item| self.of(item).is_empty())
    }
}

/// What becomes of the placements, found out when it is asked for.
struct Outlook<'a, M> {
    problem: &'a Problem<M>,
    hole: &'a dyn Fn(M) -> Option<M>,
    known: Option<Known<'a>>,
    /// In each list, the placement that last turned out to be possible beside another comes first: mostly it is so beside the next, too.
    fitting: Fitting,
    /// By placement; none until it is asked for.
    fates: Vec<Option<Fate<M>>>,
    go_on: GoOn<'a>,
}

impl<M: CellSet> Outlook<'_, M> {
    /// The item with the fewest open placements; of those with as many one that is plainly forced, then the one with the fewest
    /// placements, then the first. None if nothing is open.
    fn fewest_open(&mut self) -> ControlFlow<(), Option<Next<M>>> {
        let mut items: Vec<(usize, Item)> = self.problem.items().map(|item| (self.fitting.of(item).len(), item)).collect();
        // Where few placements fit, few are open: so the others are given up early.
        items.sort_by_key(|&(fitting, _)| fitting);
        let rank = |next: &Next<M>| (next.open().count(), !next.is_plainly_forced(), next.options.len(), next.item);
        let mut best: Option<Next<M>> = None;
        for (_, item) in items {
            let limit = best.as_ref().map_or(usize::MAX, |best| best.open().count());
            let Some(next) = self.next(item, limit)? else { continue };
            if best.as_ref().is_none_or(|best| rank(&next) < rank(best)) {
                best = Some(next);
            }
        }
        ControlFlow::Continue(best.filter(|best| best.open().next().is_some()))
    }

    /// The item with all that fits it; none if more than this many placements are open.
    fn next(&mut self, item: Item, most_open: usize) -> ControlFlow<(), Option<Next<M>>> {
        let mut numbers = self.fitting.of(item).to_vec();
        numbers.sort_unstable();
        let mut next = Next { item, options: Vec::with_capacity(numbers.len()), placement: None };
        let mut open = 0;
        for number in numbers {
            let placement = number as usize;
            let fate = self.fate(placement)?;
            open += usize::from(fate.is_open());
            if open > most_open {
                return ControlFlow::Continue(None);
            }
            next.options.push((placement, fate));
        }
        ControlFlow::Continue(Some(next))
    }

    fn fate(&mut self, placement: usize) -> ControlFlow<(), Fate<M>> {
        if let Some(fate) = self.fates[placement] {
            return ControlFlow::Continue(fate);
        }
        (self.go_on)()?;
        let kept = self.known.map(|known| known.kept[placement]);
        let fate = match kept {
            Some(kept @ 1..) => Fate::Keeps(kept),
            _ => {
                let free = self.problem.free.without(self.problem.placements[placement].cells);
                let reason = (self.hole)(free).map(Reason::Hole).or_else(|| self.starved_after(placement).map(Reason::Starved));
                reason.map_or(kept.map_or(Fate::Open, Fate::Keeps), Fate::Dead)
            }
        };
        self.fates[placement] = Some(fate);
        ControlFlow::Continue(fate)
    }

    /// What nothing fits any more when this placement is made; a cell rather than a piece.
    fn starved_after(&mut self, placement: usize) -> Option<Item> {
        let problem = self.problem;
        let made = problem.placements[placement];
        // All copies that are left are as needed as before: what is placed takes as many cells from the pieces as from the board.
        let remaining = |piece: usize| problem.copies[piece] - usize::from(piece == made.piece);
        let pieces = (0..problem.sizes.len()).filter(|&piece| remaining(piece) > 0 && problem.is_needed(piece)).map(Item::Piece);
        let mut items = problem.free.without(made.cells).iter().map(Item::Cell).chain(pieces);
        items.find(|&item| {
            let list = match item {
                Item::Cell(cell) => &mut self.fitting.cells[cell],
                Item::Piece(piece) => &mut self.fitting.pieces[piece],
            };
            let possible = list.iter().position(|&other| problem.goes_with(made, problem.placements[other as usize]));
            possible.inspect(|&possible| list.swap(0, possible)).is_none()
        })
    }
}
