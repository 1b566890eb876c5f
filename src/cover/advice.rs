//! What to do next, and why: the cell or piece that the fewest placements fit, and what becomes of each of them.

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

/// Says where to go on: best where only one placement can come, and one can see that; else where the fewest can.
///
/// `hole` finds a hole that pieces cannot fill, as in [`super::Watched::hole`].
pub fn advise<M: CellSet>(problem: &Problem<M>, hole: &dyn Fn(M) -> Option<M>, known: Option<Known<'_>>) -> Advice<M> {
    if problem.free.is_empty() {
        return Advice::Done;
    }
    let seen = hole(problem.free).map(Reason::Hole).or_else(|| problem.starved().map(Reason::Starved));
    if seen.is_some() || problem.slack().is_none() || known.is_some_and(|known| known.solutions == 0) {
        return Advice::Hopeless(seen);
    }
    let fates: Vec<Fate<M>> = (0..problem.placements.len()).map(|placement| fate(problem, placement, hole, known)).collect();
    let next = |item| {
        let options = (0..fates.len()).filter(|&placement| problem.has(placement, item)).map(|placement| (placement, fates[placement]));
        Next { item, options: options.collect(), placement: None }
    };
    let best = problem.items().map(next).min_by_key(|next| (next.open().count(), !next.is_plainly_forced(), next.options.len()));
    match best {
        Some(next) if next.open().next().is_some() => {
            let placement =
                if next.is_forced() || known.is_some() { next.open().max_by_key(|&placement| next.kept(placement)) } else { None };
            Advice::Next(Next { placement, ..next })
        }
        _ => Advice::Hopeless(None),
    }
}

fn fate<M: CellSet>(problem: &Problem<M>, placement: usize, hole: &dyn Fn(M) -> Option<M>, known: Option<Known<'_>>) -> Fate<M> {
    let kept = known.map(|known| known.kept[placement]);
    if let Some(kept @ 1..) = kept {
        return Fate::Keeps(kept);
    }
    let after = problem.after(placement);
    let reason = hole(after.free).map(Reason::Hole).or_else(|| after.starved().map(Reason::Starved));
    reason.map_or(kept.map_or(Fate::Open, Fate::Keeps), Fate::Dead)
}
