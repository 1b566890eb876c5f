//! The rater, version 1: solves a position as a person would, always by the easiest step that places a piece.
//!
//! Its rules are frozen: a challenge of a seed and the grade of a position must be the same in every version of the program. Better rules
//! would be a new version beside this one. So it doesn't use the advice of [`crate::advice`], which may get better at any time.
//!
//! *The steps*, in the order in which they are looked for:
//!
//! 1. Forced cell: a cell has only one option.
//! 2. Forced piece: a piece that every solution needs has only one option.
//! 3. Gap: all options are ruled out that leave a region which no selection of the remaining pieces fills, judging by numbers of cells
//!    alone: exactly, or without some of the cells that may stay empty. After that a cell or a piece has only one option.
//! 4. Trying: an option is ruled out if it leaves a cell, or a piece that is needed, without options. After that a cell or a piece has only
//!    one option.
//! 5. Deeper trying: of the cell or piece with the fewest options, each option is tried to the very end.
//!
//! Following the forced steps of a trial would make step 4 so strong that the cube had no challenge with step 5.
//!
//! Whatever is ruled out stays so. Options of a cell or piece that are images of each other under a symmetry of the position count as one:
//! it doesn't matter which of them is chosen.

use std::ops::ControlFlow;

use super::{
    effort::{Effort, Halt},
    figure::{Figure, Symmetry},
    position::Position,
};
use crate::{Copies, Item, Placement, volumes};
use base::{
    bits::{Bits, Word},
    challenge::{RatedSteps, Rating, Step},
};

/// The version of these rules.
pub const VERSION: u32 = 1;

/// What a step places, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken<W: Word> {
    /// The kind of step.
    pub step: Step,
    /// What it places.
    pub placement: Placement<W>,
    /// The cell or the piece that has no other option; `None` if nothing must be covered or placed any more.
    pub item: Option<Item>,
    /// All other options of the item; without one, those that were tried before.
    pub others: Vec<(Placement<W>, Against)>,
}

impl<W: Word> Taken<W> {
    /// Returns the image of the step under a symmetry of the position in which the steps begin.
    pub fn image(&self, symmetry: &Symmetry) -> Self {
        let item = self.item.map(|item| match item {
            Item::Cell(cell) => Item::Cell(usize::from(symmetry.cells[cell])),
            Item::Piece(piece) => Item::Piece(symmetry.pieces[piece]),
        });
        let others = self.others.iter().map(|&(option, against)| (symmetry.image(option), against)).collect();
        Self { step: self.step, placement: symmetry.image(self.placement), item, others }
    }
}

/// What speaks against an option, the plainest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Against {
    /// Nothing: it leads to an image of the same solution.
    Symmetry,
    /// It leaves a gap that no pieces can fill.
    Gap,
    /// It leaves a cell or a piece without options.
    Contradiction,
    /// It fails when it is tried to the end.
    Failure,
}

/// The rating that follows from the steps.
pub fn rating<W: Word>(steps: &[Taken<W>]) -> Rating {
    let count = |step: Step| steps.iter().filter(|taken| taken.step == step).count();
    let rated = Step::ALL.map(|step| RatedSteps { step, count: count(step) });
    let hardest = steps.iter().map(|taken| taken.step).max().unwrap_or(Step::ForcedCell);
    let steps = rated.into_iter().filter(|steps| steps.count > 0).collect();
    Rating { grade: hardest.grade(), rater: VERSION, steps, explanation: Vec::new() }
}

/// Solves a position by steps that are at most this hard. Returns the steps in order, or `None` if they don't suffice.
///
/// Without deeper trying, success proves that there is no other solution, up to the symmetries of the position. With it, that must be
/// known.
pub fn solve<W: Word>(
    figure: &Figure<W>,
    given: &[Placement<W>],
    hardest: Step,
    effort: &mut Effort<'_>,
) -> ControlFlow<Halt, Option<Vec<Taken<W>>>> {
    let mut solver = Solver::new(figure, given, hardest, effort)?;
    let mut steps = Vec::new();
    while !solver.position.is_complete() {
        let Some(taken) = solver.next(effort)? else { return ControlFlow::Continue(None) };
        solver.place(taken.placement);
        steps.push(taken);
    }
    // If another piece could be added, there would be another solution.
    ControlFlow::Continue(solver.position.options.is_empty().then_some(steps))
}

/// Returns the easiest step from these placements; `None` if there is no step, or none that is easy enough.
pub fn next_step<W: Word>(
    figure: &Figure<W>,
    placed: &[Placement<W>],
    hardest: Step,
    effort: &mut Effort<'_>,
) -> ControlFlow<Halt, Option<Taken<W>>> {
    Solver::new(figure, placed, hardest, effort)?.next(effort)
}

/// Returns all placements that steps up to this kind prove from here, each with its easiest proof. Deeper trying could prove every one, so
/// it isn't among these steps.
///
/// The first one is the next step of [`solve`], which stops at the first piece that it can place. For the others, options are ruled out as
/// long as there are any, so that whatever the step could have found as well is among them.
pub fn proved<W: Word>(
    figure: &Figure<W>,
    placed: &[Placement<W>],
    hardest: Step,
    effort: &mut Effort<'_>,
) -> ControlFlow<Halt, Vec<Taken<W>>> {
    let next = next_step(figure, placed, hardest, effort)?;
    let mut proved: Vec<Taken<W>> = next.into_iter().filter(|taken| taken.step <= hardest).collect();
    let mut solver = Solver::new(figure, placed, hardest, effort)?;
    let mut add = |forced: Vec<Taken<W>>, ruled_out: Option<Step>| {
        for taken in forced.into_iter().map(|taken| Taken { step: ruled_out.unwrap_or(taken.step), ..taken }) {
            if taken.step <= hardest && proved.iter().all(|known| known.placement != taken.placement) {
                proved.push(taken);
            }
        }
    };
    add(solver.all_forced().collect(), None);
    if hardest >= Step::Gap && solver.rule_out_gaps(effort)? {
        add(solver.all_forced().collect(), Some(Step::Gap));
    }
    while hardest >= Step::Trying && solver.rule_out_contradictions(effort)? {
        add(solver.all_forced().collect(), Some(Step::Trying));
    }
    ControlFlow::Continue(proved)
}

struct Solver<'a, W: Word> {
    figure: &'a Figure<W>,
    position: Position<W>,
    /// The options that were ruled out and would still be possible, with the reason.
    ruled_out: Vec<(Placement<W>, Against)>,
    /// Whether the position had symmetries at first, and so perhaps several solutions, which are images of one another.
    is_symmetric: bool,
    /// The symmetries of the figure that map what is placed to itself.
    symmetries: Vec<&'a Symmetry>,
    hardest: Step,
}

impl<'a, W: Word> Solver<'a, W> {
    fn new(figure: &'a Figure<W>, placed: &[Placement<W>], hardest: Step, effort: &mut Effort<'_>) -> ControlFlow<Halt, Self> {
        effort.spend(figure.problem.placements.len())?;
        let position = Position::after(&figure.problem, placed);
        let symmetries = figure.symmetries_of(placed);
        let solver = Solver { figure, position, ruled_out: Vec::new(), is_symmetric: !symmetries.is_empty(), symmetries, hardest };
        ControlFlow::Continue(solver)
    }

    fn place(&mut self, placement: Placement<W>) {
        self.position = self.position.place(placement);
        self.ruled_out.retain(|&(option, _)| {
            let taken = self.figure.problem.taken(placement, option.piece);
            self.position.copies[option.piece].most > 0 && !option.cells.meets(taken)
        });
        self.symmetries.retain(|symmetry| symmetry.image(placement) == placement);
    }

    /// Returns the easiest step; `None` if there is no step, or none that is easy enough.
    fn next(&mut self, effort: &mut Effort<'_>) -> ControlFlow<Halt, Option<Taken<W>>> {
        effort.spend(self.position.options.len())?;
        if let Some(forced) = self.forced() {
            return ControlFlow::Continue(forced);
        }
        if self.hardest >= Step::Gap
            && self.rule_out_gaps(effort)?
            && let Some(forced) = self.forced()
        {
            return ControlFlow::Continue(forced.map(|taken| Taken { step: Step::Gap, ..taken }));
        }
        while self.hardest >= Step::Trying && self.rule_out_by_trying(effort)? {
            if let Some(forced) = self.forced() {
                return ControlFlow::Continue(forced.map(|taken| Taken { step: Step::Trying, ..taken }));
            }
        }
        if self.hardest >= Step::DeeperTrying { self.try_to_the_end(effort) } else { ControlFlow::Continue(None) }
    }

    /// Returns a forced cell or else a forced piece with its only option; `Some(None)` if a cell or a piece has no option. Of several that
    /// force the same in the same way, it is the one that is seen most easily: against whose other options the plainest reasons speak, or
    /// which has the fewest of them.
    fn forced(&self) -> Option<Option<Taken<W>>> {
        if self.items().iter().any(|&(options, _)| options == 0) {
            return Some(None);
        }
        let first = self.all_forced().next()?;
        let same = self.forced_among(|item| first.placement.is_of(item));
        let same = same.filter(|other| (other.step, other.placement) == (first.step, first.placement));
        let effort = |taken: &Taken<W>| (taken.others.iter().map(|&(_, against)| against).max(), taken.others.len());
        same.min_by_key(effort).map(Some)
    }

    /// All forced cells, and after them all forced pieces.
    fn all_forced(&self) -> impl Iterator<Item = Taken<W>> {
        self.forced_among(|_| true)
    }

    /// Those of them that are among these cells and pieces.
    fn forced_among(&self, is_wanted: impl Fn(Item) -> bool) -> impl Iterator<Item = Taken<W>> {
        // As many options as there are symmetries can be images of each other.
        let few = self.items().into_iter().filter(move |&(options, item)| options <= 1 + self.symmetries.len() && is_wanted(item));
        few.filter_map(|(_, item)| {
            let step = if matches!(item, Item::Cell(_)) { Step::ForcedCell } else { Step::ForcedPiece };
            Some(self.taken(step, item, self.only(self.position.options_of(item))?))
        })
    }

    /// Returns the step that places the only option of an item, with the reasons against all others.
    fn taken(&self, step: Step, item: Item, placement: Placement<W>) -> Taken<W> {
        let others = |option: &Placement<W>| *option != placement && option.is_of(item);
        let images = self.position.options.iter().filter(|option| others(option)).map(|&option| (option, Against::Symmetry));
        Taken { step, placement, item: Some(item), others: images.chain(self.ruled_out_of(item)).collect() }
    }

    /// The options of an item that were ruled out, with the reason.
    fn ruled_out_of(&self, item: Item) -> impl Iterator<Item = (Placement<W>, Against)> {
        self.ruled_out.iter().filter(move |(option, _)| option.is_of(item)).copied()
    }

    fn items(&self) -> Vec<(usize, Item)> {
        self.position.items(&self.figure.problem.sizes)
    }

    /// Returns the first of these options if the others are images of it; `None` if there is a choice, or no option at all.
    fn only(&self, mut options: impl Iterator<Item = Placement<W>>) -> Option<Placement<W>> {
        let first = options.next()?;
        let is_image = |other: Placement<W>| self.symmetries.iter().any(|symmetry| symmetry.image(first) == other);
        options.all(is_image).then_some(first)
    }

    /// Rules out all options that leave a gap. Returns whether there were any.
    fn rule_out_gaps(&mut self, effort: &mut Effort<'_>) -> ControlFlow<Halt, bool> {
        let fillable = Fillable::after_one_more(self.figure, &self.position);
        let mut leaves_gap = Vec::with_capacity(self.position.options.len());
        for &option in &self.position.options {
            effort.spend(LOOKED_AT_PER_GAP)?;
            leaves_gap.push(fillable.leaves_gap(&self.position, option));
        }
        ControlFlow::Continue(self.rule_out(&leaves_gap, Against::Gap))
    }

    /// Rules out options that contradict, item by item, those with the fewest options first, until an item has only one option. Returns
    /// whether there were any.
    fn rule_out_by_trying(&mut self, effort: &mut Effort<'_>) -> ControlFlow<Halt, bool> {
        let mut items = self.items();
        items.sort_unstable();
        let mut contradicts: Vec<Option<bool>> = vec![None; self.position.options.len()];
        for (_, item) in items {
            let mut open = Vec::new();
            for (number, &option) in self.position.options.iter().enumerate().filter(|(_, option)| option.is_of(item)) {
                let contradiction = match contradicts[number] {
                    Some(known) => known,
                    None => self.contradicts(option, effort)?,
                };
                contradicts[number] = Some(contradiction);
                if !contradiction {
                    open.push(option);
                }
            }
            if open.is_empty() || self.only(open.into_iter()).is_some() {
                break;
            }
        }
        let contradicts: Vec<bool> = contradicts.into_iter().map(|contradiction| contradiction == Some(true)).collect();
        ControlFlow::Continue(self.rule_out(&contradicts, Against::Contradiction))
    }

    /// Rules out all options that contradict. Returns whether there were any.
    fn rule_out_contradictions(&mut self, effort: &mut Effort<'_>) -> ControlFlow<Halt, bool> {
        let mut contradicts = Vec::with_capacity(self.position.options.len());
        for &option in &self.position.options {
            contradicts.push(self.contradicts(option, effort)?);
        }
        ControlFlow::Continue(self.rule_out(&contradicts, Against::Contradiction))
    }

    /// Rules out the options for which this is true. Returns whether there were any.
    fn rule_out(&mut self, is_ruled_out: &[bool], against: Against) -> bool {
        let ruled_out = self.position.options.iter().zip(is_ruled_out).filter(|(_, is_ruled_out)| **is_ruled_out);
        self.ruled_out.extend(ruled_out.map(|(&option, _)| (option, against)));
        let mut numbers = is_ruled_out.iter();
        self.position.options.retain(|_| numbers.next() == Some(&false));
        is_ruled_out.contains(&true)
    }

    /// Whether this option leaves a cell or a piece without options.
    fn contradicts(&self, option: Placement<W>, effort: &mut Effort<'_>) -> ControlFlow<Halt, bool> {
        effort.spend(self.position.options.len())?;
        let next = self.position.place(option).tightest(&self.figure.problem.sizes);
        ControlFlow::Continue(matches!(next, Some((0, _))))
    }

    /// Places the first option of the item with the fewest options that leads to a solution; of all options, if there is no item.
    fn try_to_the_end(&self, effort: &mut Effort<'_>) -> ControlFlow<Halt, Option<Taken<W>>> {
        let sizes = &self.figure.problem.sizes;
        let item = self.position.tightest(sizes).map(|(_, item)| item);
        let mut others = Vec::new();
        let mut placement = None;
        for &option in self.position.options.iter().filter(|option| item.is_none_or(|item| option.is_of(item))) {
            // Without symmetry there is one solution, and so no other option of the item leads to one. Without an item, others may.
            let is_decided = placement.is_some() && (item.is_none() || !self.is_symmetric);
            let leads_to_solution = !is_decided && {
                effort.spend(self.position.options.len())?;
                !self.position.place(option).solutions(sizes, 1, effort)?.is_empty()
            };
            match (leads_to_solution, placement) {
                (true, None) => placement = Some(option),
                (true, Some(_)) => others.push((option, Against::Symmetry)),
                (false, Some(_)) if item.is_none() => break,
                (false, _) => others.push((option, Against::Failure)),
            }
        }
        others.extend(item.into_iter().flat_map(|item| self.ruled_out_of(item)));
        ControlFlow::Continue(placement.map(|placement| Taken { step: Step::DeeperTrying, placement, item, others }))
    }
}

/// Looking for a gap takes about as long as looking at this many options.
const LOOKED_AT_PER_GAP: usize = 16;

/// What the remaining pieces can fill, judging by numbers of cells alone.
pub struct Fillable<'a, W: Word> {
    figure: &'a Figure<W>,
    /// For each piece, whether some selection of the others has exactly this many cells.
    sums: Vec<Vec<bool>>,
}

impl<'a, W: Word> Fillable<'a, W> {
    /// What can be filled after one more placement.
    pub fn after_one_more(figure: &'a Figure<W>, position: &Position<W>) -> Self {
        let without = |piece: usize| {
            let mut copies: Vec<Copies> = position.copies.iter().map(|copies| Copies::up_to(copies.most)).collect();
            copies[piece].most = copies[piece].most.saturating_sub(1);
            volumes(&figure.problem.sizes, &copies, (position.required | position.optional).len())
        };
        Self { figure, sums: (0..position.copies.len()).map(without).collect() }
    }

    /// Whether the option leaves a region beside it that can't be filled. Other regions are as they were before.
    fn leaves_gap(&self, position: &Position<W>, option: Placement<W>) -> bool {
        let touching = option.cells.iter().fold(Bits::NONE, |all, cell| all | self.figure.neighbours[cell]);
        self.gap_at(position, option, touching).is_some()
    }

    /// The first region that can't be filled after an option. It may not touch the option any more, if what lay between them was placed
    /// since it was ruled out.
    pub fn gap(&self, position: &Position<W>, option: Placement<W>) -> Option<Bits<W>> {
        self.gap_at(position, option, position.required | position.optional)
    }

    /// The first region with some of these cells that can't be filled after an option.
    fn gap_at(&self, position: &Position<W>, option: Placement<W>, cells: Bits<W>) -> Option<Bits<W>> {
        let free = (position.required | position.optional) - option.cells;
        let mut unseen = cells & free;
        while let Some(first) = unseen.first() {
            let region = self.region(free, first);
            let least = (region & position.required).len();
            if !self.sums[option.piece][least..=region.len()].contains(&true) {
                return Some(region);
            }
            unseen -= region;
        }
        None
    }

    fn region(&self, free: Bits<W>, start: usize) -> Bits<W> {
        let mut region = Bits::from(start);
        let mut edge = region;
        while let Some(cell) = edge.first() {
            let new = (self.figure.neighbours[cell] & free) - region;
            region |= new;
            edge = (edge | new).without(cell);
        }
        region
    }
}
