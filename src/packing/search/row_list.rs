//! The row list: exact cover with the fewest options first, on flat lists of the remaining placements.
//!
//! *The problem.* Filling a figure is an exact cover problem in Knuth's sense. The items are cells and pieces, and the options are
//! placements: a placement covers its cells and uses its piece. Each cell must be covered once. Each piece is used at most once, and must
//! be used if the others have too few cells without it, that is, if it has more cells than the *slack*: the total size of the pieces left
//! out, which is the same in every solution.
//!
//! *The search.* A node is the list of placements chosen so far. Its level lists the options compatible with all choices, piece by piece.
//! The search decides the item with the fewest options and tries each of them: the options of the level that share no cell with the chosen
//! one and belong to another piece are copied to the next level. This is Knuth's Algorithm X without links, so there is nothing to undo.
//! The options of each cell are counted for all cells at once, in bit planes.
//!
//! *Example.* Dominoes A and B fill a row of cells 0 to 3. Both have the options 01, 12 and 23. Cells 0 and 3 have two options each, cells
//! 1 and 2 four, A and B three. Cell 0 is decided, by A on 01 or B on 01. With A on 01 the next level has only B on 23, which gives a
//! solution. A on 12 is not tried at all, as it leaves cell 0 free.
//!
//! *Why each step is exact*
//!
//! * The level has every option that a solution below the node can use, since those share no cell with a choice. (By induction: what is
//!   dropped for one choice is compatible with no node below.)
//! * The options of the decided item partition the solutions below the node: each solution covers the cell, or places the piece, by exactly
//!   one of them. That is true of any item, so the counts only matter for speed, and it does no harm that those of 32 or more may come out
//!   too low.
//! * Equal pieces form one group with a number of pieces. While a group has several, it is not decided, or a solution would be found once
//!   for each of them. So the decisions on the way to a solution depend only on the set of its placements, and it is reached once; its
//!   equal pieces are named in the order in which they were placed.
//! * A node is dropped only if it cannot have a solution: some free cell has no option, or pieces with more cells than the slack have to
//!   stay out. A group with fewer options than pieces cannot use all of them, so the surplus pieces stay out (`stranded`).
//! * If no cell is free, the choices are disjoint and cover everything: a solution.
//!
//! When few pieces remain, none has more options than a machine word has bits, and all must be used, the search continues in `columns`,
//! where the same nodes are bits.
//!
//! Since the options of a node partition its solutions, a stopped search is a list of paths of a few placements each, and each of them can
//! be searched later on its own.

mod planes;
mod columns;
mod outline;

use std::ops::{ControlFlow, Range};

use columns::Columns;
pub use outline::Part;
use planes::Planes;

use super::{
    path,
    prepared::{Prepared, with_table},
    representatives::{Lists, Representatives},
    search_plan::{Arguments, Case},
    share::Share,
};
use crate::{
    bits::{Bits, Word},
    packing::model::{equal_pieces::EqualPieces, placements::PlacementTable, problem::Problem, solution::Solution},
    search::{Observer, Tally, Task},
};

/// Finds all solutions.
pub fn search(prepared: &Prepared, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    search_after(prepared, Arguments::Symmetry, observer)
}

/// Finds all solutions after applying these arguments.
pub fn search_after(prepared: &Prepared, arguments: Arguments, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    let problem = &prepared.problem;
    with_table!(prepared, table, plans => {
        let Some(plan) = plans.for_whole_search(problem, table, arguments) else {
            return observer.progress(1.0, &Tally::default());
        };
        let mut search = RowList::new(problem, table, &plan.representatives, Share::WHOLE, observer);
        search.run_all(&plan.cases)?;
        search.finish()
    })
}

/// Progress is reported after this many words were copied since the last report, which takes a few microseconds.
const WORDS_PER_REPORT: usize = 8 * 1024;

/// The options of a node are weighed if at least this many placements remain; smaller nodes are done quickly.
const LEAST_WEIGHED: usize = 400;
/// They are not weighed if that would copy more words than this: the search can't be stopped meanwhile.
const MOST_WEIGHED: usize = 1 << 22;
/// Nor are they weighed from this depth on, or if the node's share of the whole is smaller than `FINEST_SHARE`.
const DEEPEST_WEIGHED: usize = 5;
const FINEST_SHARE: f64 = 1e-7;

/// A search that can be run on several cases in turn.
pub struct RowList<'a, W: Word> {
    problem: &'a Problem,
    table: &'a PlacementTable<W>,
    representatives: &'a Representatives<W>,
    /// Its share of the whole work.
    share: Share,
    observer: &'a mut dyn Observer<Solution>,
    /// The piece that falls short in the current case: it covers a corner fewer than it can. See `corners`.
    short: Option<usize>,
    levels: Vec<Level<W>>,
    /// For the lower part of the search.
    columns: Columns<W>,
    chosen: Vec<(u8, Bits<W>)>,
    /// The number of chosen pieces at which the search emits a task instead of continuing.
    emit_tasks_at: Option<usize>,
    /// The emitted tasks, and those that remain of a search that was stopped.
    pub tasks: Vec<Task>,
    /// The work so far.
    pub tally: Tally,
    /// The words copied since progress was last reported.
    copied: usize,
}

/// The placements that are possible at one depth.
#[derive(Clone)]
struct Level<W: Word> {
    /// Grouped by piece. Entries beyond the last group are meaningless.
    masks: Vec<Bits<W>>,
    groups: Vec<Group>,
    options: Vec<Choice>,
}

/// The placements of one piece, or of several equal ones, within a level.
#[derive(Clone, Copy)]
struct Group {
    /// The piece; among equal ones, the first remaining one.
    piece: u8,
    /// The number of remaining pieces of this kind; at most the number of placements.
    count: u8,
    size: u32,
    start: u32,
    end: u32,
}

/// What remains to be covered, and how many cells of pieces may stay out.
#[derive(Clone, Copy)]
struct Remaining<W: Word> {
    free: Bits<W>,
    /// The total number of cells of pieces that may still be left out.
    slack: u32,
}

/// Where a list of choices leads.
enum Node<W: Word> {
    /// To the level at this depth, with this much remaining.
    OnLists(Remaining<W>),
    /// Into the columns.
    InColumns(columns::Node<W>),
}

/// The item to decide, which has the fewest options.
enum Decision<W: Word> {
    /// Where to place the piece of this group.
    Piece(usize),
    /// What to cover this cell with.
    Cell(Bits<W>),
}

/// An option of the decided item: its group, and its row, which is the index of its placement in the masks of the level.
#[derive(Clone, Copy)]
struct Choice {
    group: u32,
    row: u32,
    share: Share,
}

impl<W: Word> Level<W> {
    const EMPTY: Self = Self { masks: Vec::new(), groups: Vec::new(), options: Vec::new() };

    /// The index at which the last group ends.
    fn end(&self) -> usize {
        self.groups.last().map_or(0, |group| group.end as usize)
    }
}

impl Group {
    fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    fn rows(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns the group without one of its pieces; `None` if that was the last.
    fn without_one(self, equal_pieces: &EqualPieces) -> Option<Self> {
        let next = equal_pieces.next(self.piece.into()).filter(|_| self.count > 1)?;
        Some(Self { piece: next as u8, count: self.count - 1, ..self })
    }

    /// Returns how many of its pieces have no placement.
    fn stranded(self) -> u32 {
        u32::from(self.count).saturating_sub(self.end - self.start)
    }

    /// Returns the group without its stranded pieces; `None` if no piece remains.
    fn without_stranded(self) -> Option<Self> {
        let count = self.count - self.stranded() as u8;
        (count > 0).then_some(Self { count, ..self })
    }
}

impl<'a, W: Word> RowList<'a, W> {
    /// Creates a search that has not started and does this share of the whole work.
    pub fn new(
        problem: &'a Problem,
        table: &'a PlacementTable<W>,
        representatives: &'a Representatives<W>,
        share: Share,
        observer: &'a mut dyn Observer<Solution>,
    ) -> Self {
        Self {
            problem,
            table,
            representatives,
            share,
            observer,
            short: None,
            levels: vec![Level::EMPTY; table.pieces.len() + 1],
            columns: Columns::EMPTY,
            chosen: Vec::new(),
            emit_tasks_at: None,
            tasks: Vec::new(),
            tally: Tally::default(),
            copied: 0,
        }
    }

    /// Makes the search emit tasks where this many pieces are chosen, or all cells are covered.
    pub fn emitting_tasks_at(self, depth: Option<usize>) -> Self {
        Self { emit_tasks_at: depth, ..self }
    }

    /// Finds the solutions of all cases. If the search is stopped, `tasks` is what remains.
    pub fn run_all(&mut self, cases: &[Case<W>]) -> ControlFlow<()> {
        self.run_parts(cases, outline::of_cases(cases))
    }

    /// Makes these choices in a case and returns where they lead; `None` if they lead to no solution.
    ///
    /// The last choice is counted here and not where a task is emitted, so that all tasks together count each choice once.
    fn begin(&mut self, case: &Case<W>, path: &[(u8, Bits<W>)]) -> Option<Node<W>> {
        self.short = case.short;
        self.chosen.clear();
        self.tally.explored += u64::from(!path.is_empty());
        let node = self.fill_first_level(&case.lists).and_then(|remaining| self.follow(path, remaining))?;
        self.tally.kept += u64::from(!path.is_empty());
        Some(node)
    }

    /// Reports that the search is complete.
    pub fn finish(&mut self) -> ControlFlow<()> {
        self.observer.progress(1.0, &self.tally)
    }

    /// Fills the first level and returns what remains; `None` if a cell or a piece has no placement.
    fn fill_first_level(&mut self, lists: &Lists<W>) -> Option<Remaining<W>> {
        let mut remaining = Remaining { free: self.table.all, slack: self.table.slack()? };
        let Level { masks, groups, .. } = &mut self.levels[0];
        masks.clear();
        groups.clear();
        let mut order: Vec<usize> = (0..lists.len()).collect();
        order.sort_by_key(|&piece| lists[piece].len());
        for piece in order {
            let equal_pieces = &self.problem.symmetries.equal_pieces;
            // The piece that falls short has other placements than its equals, so it gets a group of its own.
            let is_alike = |group: &&mut Group| {
                equal_pieces.first(group.piece.into()) == equal_pieces.first(piece) && self.short != Some(group.piece.into())
            };
            match groups.iter_mut().find(is_alike).filter(|_| self.short != Some(piece)) {
                Some(group) => group.count += 1,
                None => {
                    let (start, size) = (masks.len() as u32, self.table.pieces[piece].size);
                    masks.extend_from_slice(&lists[piece]);
                    groups.push(Group { piece: piece as u8, count: 1, size, start, end: masks.len() as u32 });
                }
            }
        }
        let stranded: u32 = groups.iter().map(|group| group.stranded() * group.size).sum();
        remaining.slack = remaining.slack.checked_sub(stranded)?;
        *groups = groups.iter().filter_map(|group| group.without_stranded()).collect();
        let covered = masks.iter().fold(Bits::NONE, |covered, &mask| covered | mask);
        (covered == remaining.free).then_some(remaining)
    }

    /// Makes these choices the way the search does; `None` if they lead to no solution.
    fn follow(&mut self, path: &[(u8, Bits<W>)], mut remaining: Remaining<W>) -> Option<Node<W>> {
        for (depth, &(piece, mask)) in path.iter().enumerate() {
            if self.suits_columns(depth, remaining) {
                return self.follow_in_columns(depth, &path[depth..], remaining).map(Node::InColumns);
            }
            let level = &self.levels[depth];
            let place = level.groups.iter().position(|group| group.piece == piece)?;
            if !level.masks[level.groups[place].rows()].contains(&mask) {
                return None;
            }
            self.chosen.push((piece, mask));
            remaining = self.next_level(depth, place, mask, remaining)?;
        }
        Some(Node::OnLists(remaining))
    }

    /// Whether the search continues in columns from this node.
    fn suits_columns(&self, depth: usize, remaining: Remaining<W>) -> bool {
        !remaining.free.is_empty() && Columns::suit(self.table.pieces.len(), &self.levels[depth], remaining)
    }

    fn enter(&mut self, depth: usize, remaining: Remaining<W>, share: Share) -> ControlFlow<()> {
        let is_solved = remaining.free.is_empty();
        if self.emit_tasks_at.is_some_and(|limit| limit <= depth || is_solved) {
            self.emit_task_here(share.size);
            ControlFlow::Continue(())
        } else if is_solved {
            self.problem.emit(&self.chosen, self.representatives.stabilizer(&self.chosen), self.observer)
        } else if self.suits_columns(depth, remaining) {
            self.descend_in_columns(depth, remaining, share)
        } else {
            self.descend(depth, remaining, share)
        }
    }

    fn descend(&mut self, depth: usize, remaining: Remaining<W>, share: Share) -> ControlFlow<()> {
        self.list_options(depth, remaining, share);
        for place in 0..self.levels[depth].options.len() {
            let option = self.levels[depth].options[place];
            if self.report_if_due(option.share.from).is_break() {
                self.emit_options_from(depth, place);
                return ControlFlow::Break(());
            }
            if self.place(depth, option, remaining).is_break() {
                self.emit_options_from(depth, place + 1);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports progress if there was enough work since the last report.
    fn report_if_due(&mut self, done: f64) -> ControlFlow<()> {
        if self.copied < WORDS_PER_REPORT {
            return ControlFlow::Continue(());
        }
        self.report_progress(done)
    }

    fn report_progress(&mut self, done: f64) -> ControlFlow<()> {
        self.copied = 0;
        let done = if self.share.size > 0.0 { (done - self.share.from) / self.share.size } else { 0.0 };
        self.observer.progress(done.clamp(0.0, 1.0) as f32, &self.tally)
    }

    fn place(&mut self, depth: usize, option: Choice, remaining: Remaining<W>) -> ControlFlow<()> {
        let Choice { group, row, share } = option;
        let level = &self.levels[depth];
        let (piece, mask) = (level.groups[group as usize].piece, level.masks[row as usize]);
        self.tally.explored += 1;
        let Some(remaining) = self.next_level(depth, group as usize, mask, remaining) else { return ControlFlow::Continue(()) };
        self.tally.kept += 1;
        self.chosen.push((piece, mask));
        let flow = self.enter(depth + 1, remaining, share);
        self.chosen.pop();
        flow
    }

    /// Copies the placements that the mask leaves possible and returns what remains; `None` if a cell or a piece has no placement.
    fn next_level(&mut self, depth: usize, chosen: usize, mask: Bits<W>, mut remaining: Remaining<W>) -> Option<Remaining<W>> {
        remaining.free -= mask;
        let (before, after) = self.levels.split_at_mut(depth + 1);
        let (level, next) = (&before[depth], &mut after[0]);
        next.groups.clear();
        if remaining.free.is_empty() {
            return Some(remaining);
        }
        let most = level.end();
        self.copied += most * (W::BITS as usize / 64);
        if next.masks.len() < most {
            next.masks.resize(most, Bits::NONE);
        }
        let copies = &mut next.masks[..most];
        let (mut end, mut covered) = (0, Bits::NONE);
        for (place, group) in level.groups.iter().enumerate() {
            let kept = if place == chosen { group.without_one(&self.problem.symmetries.equal_pieces) } else { Some(*group) };
            let Some(group) = kept else { continue };
            let start = end;
            for &row in &level.masks[group.rows()] {
                // Written in any case and kept by advancing `end`, so that there is no branch to mispredict.
                copies[end] = row;
                let is_kept = !row.meets(mask);
                end += usize::from(is_kept);
                covered |= row.when(is_kept);
            }
            let group = Group { start: start as u32, end: end as u32, ..group };
            remaining.slack = remaining.slack.checked_sub(group.stranded() * group.size)?;
            next.groups.extend(group.without_stranded());
        }
        (covered == remaining.free).then_some(remaining)
    }

    /// Lists the options of the item to decide at this node, with their shares of its work.
    fn list_options(&mut self, depth: usize, remaining: Remaining<W>, share: Share) {
        let mut options = std::mem::take(&mut self.levels[depth].options);
        options.clear();
        let level = &self.levels[depth];
        let option = |group: usize, row: usize| Choice { group: group as u32, row: row as u32, share: Share::default() };
        match self.decide(depth, remaining) {
            Decision::Piece(place) => options.extend(level.groups[place].rows().map(|row| option(place, row))),
            Decision::Cell(cell) => {
                for (place, group) in level.groups.iter().enumerate() {
                    let covering = group.rows().filter(|&row| level.masks[row].meets(cell));
                    options.extend(covering.map(|row| option(place, row)));
                }
            }
        }
        self.share_out(depth, remaining, share, &mut options);
        self.levels[depth].options = options;
    }

    /// Chooses the cell or the piece with the fewest placements; the piece if both have the same number.
    ///
    /// Where one of several equal pieces goes is never decided, as its options would have solutions in common.
    fn decide(&self, depth: usize, remaining: Remaining<W>) -> Decision<W> {
        let level = &self.levels[depth];
        let must = level.groups.iter().enumerate().filter(|(_, group)| group.size > remaining.slack && group.count == 1);
        let piece = must.min_by_key(|(_, group)| group.len()).map(|(place, group)| (place, group.len()));
        if let Some((place, 1)) = piece {
            // No cell can have fewer options than one.
            return Decision::Piece(place);
        }
        let (cells, fewest) = Planes::count(&level.masks[..level.end()]).rarest(remaining.free);
        match piece {
            Some((place, length)) if length <= fewest => Decision::Piece(place),
            _ => Decision::Cell(cells.lowest()),
        }
    }

    /// Divides the work of a node among its options: by estimated work if that is worth computing, else equally.
    fn share_out(&mut self, depth: usize, remaining: Remaining<W>, share: Share, options: &mut Vec<Choice>) {
        let (rows, words) = (self.levels[depth].end(), W::BITS as usize / 64);
        let is_weighed = depth < DEEPEST_WEIGHED && rows >= LEAST_WEIGHED && share.size >= FINEST_SHARE && options.len() > 1;
        if is_weighed && rows * options.len() * words <= MOST_WEIGHED {
            let weights: Vec<Option<f64>> = options.iter().map(|&option| self.weigh(depth, option, remaining)).collect();
            self.tally.explored += weights.iter().filter(|weight| weight.is_none()).count() as u64;
            let mut place = 0..;
            options.retain(|_| place.next().is_some_and(|place: usize| weights[place].is_some()));
            let weights: Vec<f64> = weights.into_iter().flatten().collect();
            for (option, share) in options.iter_mut().zip(share.cut(weights.into_iter())) {
                option.share = share;
            }
        } else {
            let size = if share.size < FINEST_SHARE { 0.0 } else { share.size / options.len() as f64 };
            for (place, option) in options.iter_mut().enumerate() {
                option.share = Share { from: share.from + size * place as f64, size };
            }
        }
    }

    /// Estimates the work of an option; `None` if it is a dead end.
    fn weigh(&mut self, depth: usize, option: Choice, remaining: Remaining<W>) -> Option<f64> {
        let mask = self.levels[depth].masks[option.row as usize];
        self.next_level(depth, option.group as usize, mask, remaining)?;
        Some(weight(self.levels[depth + 1].end()))
    }

    /// Emits the options of the node from this index on as tasks.
    fn emit_options_from(&mut self, depth: usize, first: usize) {
        for place in first..self.levels[depth].options.len() {
            let Choice { group, row, share } = self.levels[depth].options[place];
            let level = &self.levels[depth];
            let choice = (level.groups[group as usize].piece, level.masks[row as usize]);
            self.emit_task(Some(choice), share.size);
        }
    }

    /// Emits the choices so far as a task. The task counts the last of them itself.
    fn emit_task_here(&mut self, share: f64) {
        let counted = u64::from(!self.chosen.is_empty());
        self.tally.explored -= counted;
        self.tally.kept -= counted;
        self.emit_task(None, share);
    }

    /// Emits the choices so far, and optionally one more, as a task.
    fn emit_task(&mut self, choice: Option<(u8, Bits<W>)>, share: f64) {
        let choices = self.chosen.iter().copied().chain(choice);
        self.tasks.push(Task { choices: path::write(self.problem, &self.representatives.pieces, self.short, choices), share });
    }
}

/// Estimates the work of a node with this many placements.
fn weight(rows: usize) -> f64 {
    (rows.max(1) as f64).powi(4)
}
