//! The row list: exact cover with the fewest options first, on flat lists of the remaining placements.
//!
//! *The problem.* Filling a figure is an exact cover problem in Knuth's sense, with multiplicities (The Art of Computer Programming, volume
//! 4B, section 7.2.2.1). The items are cells and pieces, and the options are placements: a placement covers its cells and uses its piece.
//! Each required cell must be covered once, and each optional cell at most once. Each piece has a least and a largest number of copies.
//!
//! Two numbers of cells limit what can still be used. The *slack* is what remains if all copies that may be used were used: their cells,
//! less the required cells. A copy that is left out takes its cells from it, and a placement those of its cells that are optional. A piece
//! whose single copy has more cells than the slack must be used. The *room* is what remains if only the copies that must be used were used:
//! all free cells, less their cells. A copy beyond the least number takes its cells from it. Neither may fall below 0.
//!
//! *The search.* A node is the list of placements chosen so far. Its level lists the options compatible with all choices, piece by piece.
//! The search decides the item with the fewest options and tries each of them: the options of the level that share no cell with the chosen
//! one, and whose piece has copies left, are copied to the next level. This is Knuth's Algorithm X without links, so there is nothing to
//! undo. The options of each cell are counted for all cells at once, in bit planes.
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
//!   one of them. That is true of any required cell and of any piece with one copy that must be used, so the counts only matter for speed,
//!   and it does no harm that those of 32 or more may come out too low.
//! * Copies aren't told apart. While a piece has several, it is not decided, or a solution would be found once for each of them. So the
//!   decisions on the way to a solution depend only on the set of its placements, and it is reached once.
//! * Once every required cell is covered and no piece with one copy must be used, there may be no item to decide. If each piece is used as
//!   often as it must be, the choices are a solution, and those with more pieces are further ones. They are partitioned by their first
//!   option in the order of the level: the options before it are not copied to the next level.
//! * A node is dropped only if it cannot have a solution: some required cell has no option, a piece has fewer options than copies that must
//!   be used, or slack or room would fall below 0. A piece with fewer options than copies cannot use all of them, so the surplus copies are
//!   left out (`stranded`); one that the room is too small for is left out altogether, unless it must be used.
//!
//! When few pieces remain, each has one copy that must be used and no more options than a machine word has bits, and no cell may stay
//! empty, the search continues in `columns`, where the same nodes are bits.
//!
//! Since the options of a node partition its solutions, a stopped search is a list of paths of a few placements each, and each of them can
//! be searched later on its own.

mod planes;
mod columns;
mod outline;
#[cfg(test)]
mod tests;

use std::{
    ops::{ControlFlow, Range},
    sync::Arc,
};

use columns::Columns;
pub use outline::Part;
use planes::Planes;

use super::{
    Apart, Copies,
    share::Share,
    steps::{Chosen, Listener},
};
use base::{
    bits::{Bits, Word},
    search::Tally,
};

/// The placements of one piece that a search tries, or of some of its copies: then no placement is among those of the others.
#[derive(Clone, Debug)]
pub struct Supply<W: Word> {
    /// The number of the piece.
    pub piece: u16,
    /// How often these placements may be used together.
    pub copies: Copies,
    /// The placements. All have the same number of cells.
    pub masks: Vec<Bits<W>>,
}

/// A part of all solutions: those with these placements.
pub type Case<W> = Vec<Supply<W>>;

/// Progress is reported after this many words were copied since the last report, which takes a few microseconds.
const WORDS_PER_REPORT: usize = 8 * 1024;

/// The options of a node are weighed if at least this many placements remain; smaller nodes are done quickly.
const LEAST_WEIGHED: usize = 400;
/// They are not weighed if that would copy more words than this: the search can't be stopped meanwhile.
const MOST_WEIGHED: usize = 1 << 22;
/// Nor are they weighed from this depth on, or if the node's share of the whole is smaller than `FINEST_SHARE`.
const DEEPEST_WEIGHED: usize = 5;
const FINEST_SHARE: f64 = 1e-7;

/// The number of rows that are handled at once: in whole blocks, no loop has a remainder.
const BLOCK: usize = 16;

/// A search that can be run on several cases in turn.
pub struct RowList<'a, W: Word> {
    required: Bits<W>,
    optional: Bits<W>,
    /// Which pieces may not touch, if any.
    apart: Option<Arc<Apart<W>>>,
    /// Its share of the whole work.
    share: Share,
    listener: &'a mut dyn Listener<W>,
    /// The current case.
    case: usize,
    /// The largest number of placements in a solution.
    most: usize,
    levels: Vec<Level<W>>,
    /// For the lower part of the search.
    columns: Columns<W>,
    chosen: Vec<Chosen<W>>,
    /// The number of chosen pieces at which the search emits a part instead of continuing.
    emit_at: Option<usize>,
    /// The emitted parts, and those that remain of a search that was stopped. Their weights are shares of the whole.
    pub emitted: Vec<Part<W>>,
    /// The work so far.
    pub tally: Tally,
    /// The words copied since progress was last reported.
    copied: usize,
}

/// The placements that are possible at one depth.
#[derive(Clone)]
struct Level<W: Word> {
    /// Grouped by piece. After the last group there are empty rows, which no count notices, at least as many as fill its last block.
    /// Entries beyond these are meaningless.
    masks: Vec<Bits<W>>,
    groups: Vec<Group>,
    options: Vec<Choice>,
}

/// The placements of one supply within a level.
#[derive(Clone, Copy)]
struct Group {
    piece: u16,
    /// The number of copies that must still be used.
    least: u16,
    /// The number of copies that may still be used; at least 1 and at most the number of placements.
    most: u16,
    size: u32,
    start: u32,
    end: u32,
}

/// What remains to be covered, and how many cells the remaining copies may have.
#[derive(Clone, Copy)]
struct Remaining<W: Word> {
    /// The required cells that aren't covered.
    free: Bits<W>,
    /// The number of cells of the copies that may be used, less the required cells.
    slack: u32,
    /// The number of all free cells, less those of the copies that must be used.
    room: u32,
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
    /// Nothing: any option may come first, and only those after it come later.
    Any,
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

    /// Returns the group without one of its copies; `None` if that was the last.
    fn without_one(self) -> Option<Self> {
        (self.most > 1).then_some(Self { least: self.least.saturating_sub(1), most: self.most - 1, ..self })
    }

    /// Returns how many of its copies have no placement.
    fn stranded(self) -> u32 {
        u32::from(self.most).saturating_sub(self.end - self.start)
    }

    /// Whether its one copy must be used.
    fn must_be_used(self, slack: u32) -> bool {
        self.most == 1 && (self.least == 1 || self.size > slack)
    }
}

impl<'a, W: Word> RowList<'a, W> {
    /// Creates a search that has not started and does this share of the whole work. `most` is the largest number of placements in a
    /// solution.
    pub fn new(required: Bits<W>, optional: Bits<W>, most: usize, share: Share, listener: &'a mut dyn Listener<W>) -> Self {
        Self {
            required,
            optional,
            apart: None,
            share,
            listener,
            case: 0,
            most,
            levels: vec![Level::EMPTY; most + 1],
            columns: Columns::EMPTY,
            chosen: Vec::new(),
            emit_at: None,
            emitted: Vec::new(),
            tally: Tally::default(),
            copied: 0,
        }
    }

    /// Makes the search emit parts where this many pieces are chosen, or all required cells are covered.
    pub fn emitting_at(self, depth: Option<usize>) -> Self {
        Self { emit_at: depth, ..self }
    }

    /// Keeps these pieces apart.
    pub fn keeping(self, apart: Option<Arc<Apart<W>>>) -> Self {
        Self { apart, ..self }
    }

    /// Finds the solutions of all cases. If the search is stopped, `emitted` is what remains.
    pub fn run_all(&mut self, cases: &[Case<W>]) -> ControlFlow<()> {
        self.run_parts(cases, outline::of_cases(cases))
    }

    /// Makes these choices in a case and returns where they lead; `None` if they lead to no solution.
    ///
    /// The last choice is counted here and not where a part is emitted, so that all parts together count each choice once.
    fn begin(&mut self, case: &Case<W>, path: &[Chosen<W>]) -> Option<Node<W>> {
        self.chosen.clear();
        self.tally.explored += u64::from(!path.is_empty());
        let node = self.fill_first_level(case).and_then(|remaining| self.follow(path, remaining))?;
        self.tally.kept += u64::from(!path.is_empty());
        Some(node)
    }

    /// Reports that the search is complete.
    pub fn finish(&mut self) -> ControlFlow<()> {
        self.listener.progress(1.0, &self.tally)
    }

    /// Fills the first level and returns what remains; `None` if it shows at once that there is no solution.
    fn fill_first_level(&mut self, case: &Case<W>) -> Option<Remaining<W>> {
        let Level { masks, groups, .. } = &mut self.levels[0];
        masks.clear();
        groups.clear();
        let mut order: Vec<&Supply<W>> = case.iter().collect();
        order.sort_by_key(|supply| supply.masks.len());
        let (mut least, mut most) = (0, 0);
        for &Supply { piece, copies, masks: ref of_piece } in order {
            let Copies { least: must, most: may } = copies;
            let may = may.min(of_piece.len());
            if must > may {
                return None;
            }
            if may > 0 {
                let (start, size) = (masks.len() as u32, of_piece[0].len() as u32);
                masks.extend_from_slice(of_piece);
                groups.push(Group { piece, least: must as u16, most: may as u16, size, start, end: masks.len() as u32 });
                least += must as u32 * size;
                most += may as u32 * size;
            }
        }
        masks.extend([Bits::NONE; BLOCK]);
        let slack = most.checked_sub(self.required.len() as u32)?;
        let room = ((self.required | self.optional).len() as u32).checked_sub(least)?;
        let covered = masks.iter().fold(Bits::NONE, |covered, &mask| covered | mask);
        covered.covers(self.required).then_some(Remaining { free: self.required, slack, room })
    }

    /// Makes these choices the way the search does; `None` if they lead to no solution.
    fn follow(&mut self, path: &[Chosen<W>], mut remaining: Remaining<W>) -> Option<Node<W>> {
        for (depth, &(piece, mask)) in path.iter().enumerate() {
            if self.suits_columns(depth, remaining) {
                return self.follow_in_columns(depth, &path[depth..], remaining).map(Node::InColumns);
            }
            let level = &self.levels[depth];
            let of_piece = level.groups.iter().enumerate().filter(|(_, group)| group.piece == piece);
            let rows = of_piece.flat_map(|(place, group)| group.rows().map(move |row| (place, row)));
            let (place, row) = rows.into_iter().find(|&(_, row)| level.masks[row] == mask)?;
            let first = self.first_row(&self.decide(depth, remaining), row);
            self.chosen.push((piece, mask));
            remaining = self.next_level(depth, place, row, first, remaining)?;
        }
        Some(Node::OnLists(remaining))
    }

    /// Whether the search continues in columns from this node.
    fn suits_columns(&self, depth: usize, remaining: Remaining<W>) -> bool {
        let is_plain = self.optional.is_empty() && self.apart.is_none();
        is_plain && !remaining.free.is_empty() && Columns::suit(self.most, &self.levels[depth], remaining)
    }

    fn enter(&mut self, depth: usize, remaining: Remaining<W>, share: Share) -> ControlFlow<()> {
        let is_covered = remaining.free.is_empty();
        if self.emit_at.is_some_and(|limit| limit <= depth || is_covered) {
            self.emit_here(share.size);
            ControlFlow::Continue(())
        } else if is_covered {
            self.enter_covered(depth, remaining, share)
        } else if self.suits_columns(depth, remaining) {
            self.descend_in_columns(depth, remaining, share)
        } else {
            self.descend(depth, remaining, share)
        }
    }

    /// Continues where all required cells are covered: this may be a solution, and others with more pieces may follow.
    fn enter_covered(&mut self, depth: usize, remaining: Remaining<W>, share: Share) -> ControlFlow<()> {
        let is_solution = self.levels[depth].groups.iter().all(|group| group.least == 0);
        let flow = if is_solution { self.listener.found(&self.chosen, &self.tally) } else { ControlFlow::Continue(()) };
        if self.levels[depth].groups.is_empty() {
            return flow;
        }
        if flow.is_break() {
            self.list_options(depth, remaining, share);
            self.emit_options_from(depth, 0);
            return flow;
        }
        self.descend(depth, remaining, share)
    }

    fn descend(&mut self, depth: usize, remaining: Remaining<W>, share: Share) -> ControlFlow<()> {
        let decision = self.list_options(depth, remaining, share);
        for place in 0..self.levels[depth].options.len() {
            let option = self.levels[depth].options[place];
            if self.report_if_due(option.share.from).is_break() {
                self.emit_options_from(depth, place);
                return ControlFlow::Break(());
            }
            let first = self.first_row(&decision, option.row as usize);
            if self.place(depth, option, first, remaining).is_break() {
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
        self.listener.progress(done.clamp(0.0, 1.0) as f32, &self.tally)
    }

    fn place(&mut self, depth: usize, option: Choice, first: usize, remaining: Remaining<W>) -> ControlFlow<()> {
        let Choice { group, row, share } = option;
        let level = &self.levels[depth];
        let chosen = (level.groups[group as usize].piece, level.masks[row as usize]);
        self.tally.explored += 1;
        let next = self.next_level(depth, group as usize, row as usize, first, remaining);
        let Some(remaining) = next else { return ControlFlow::Continue(()) };
        self.tally.kept += 1;
        self.chosen.push(chosen);
        let flow = self.enter(depth + 1, remaining, share);
        self.chosen.pop();
        flow
    }

    /// Copies the placements from row `first` on that the chosen one leaves possible, and returns what remains; `None` if it shows at once
    /// that there is no solution.
    fn next_level(&mut self, depth: usize, chosen: usize, row: usize, first: usize, mut remaining: Remaining<W>) -> Option<Remaining<W>> {
        let (before, after) = self.levels.split_at_mut(depth + 1);
        let (level, next) = (&before[depth], &mut after[0]);
        next.groups.clear();
        let (mask, used) = (level.masks[row], level.groups[chosen]);
        if !self.optional.is_empty() {
            remaining.slack = remaining.slack.checked_sub((mask - remaining.free).len() as u32)?;
        }
        if used.least == 0 {
            remaining.room = remaining.room.checked_sub(used.size)?;
        }
        remaining.free -= mask;
        if remaining.free.is_empty() && self.optional.is_empty() {
            // No cell is left, and so no copy that must be used: the room is 0.
            return Some(remaining);
        }
        let most = level.end();
        self.copied += most * (W::BITS as usize / 64);
        // Most choices leave a cell that nothing else covers. That is found before anything is copied, although placements of the same
        // piece, and of those that the room is too small for, still count here. At the end, they don't.
        if !covered_beside(blocks(&level.masks, most), mask).covers(remaining.free) {
            return None;
        }
        if next.masks.len() < most + BLOCK {
            next.masks.resize(most + BLOCK, Bits::NONE);
        }
        let (copies, mut end) = (&mut next.masks[..most + BLOCK], 0);
        for (place, group) in level.groups.iter().enumerate() {
            let kept = if place == chosen { group.without_one() } else { Some(*group) };
            let Some(mut group) = kept else { continue };
            let start = end;
            let taken = self.apart.as_ref().map_or(mask, |apart| apart.taken(used.piece.into(), mask, group.piece.into()));
            if group.least > 0 || group.size <= remaining.room {
                for &row in &level.masks[first.max(group.start as usize).min(group.end as usize)..group.end as usize] {
                    // Written in any case and kept by advancing `end`, so that there is no branch to mispredict.
                    copies[end] = row;
                    end += usize::from(!row.meets(taken));
                }
            }
            (group.start, group.end) = (start as u32, end as u32);
            let stranded = group.stranded();
            remaining.slack = remaining.slack.checked_sub(stranded * group.size)?;
            group.most -= stranded as u16;
            if group.most < group.least {
                return None;
            }
            if group.most > 0 {
                next.groups.push(group);
            }
        }
        copies[end..end + BLOCK].fill(Bits::NONE);
        covered_beside(blocks(copies, end), Bits::NONE).covers(remaining.free).then_some(remaining)
    }

    /// Lists the options of the item to decide at this node, with their shares of its work. Returns what is decided.
    fn list_options(&mut self, depth: usize, remaining: Remaining<W>, share: Share) -> Decision<W> {
        let mut options = std::mem::take(&mut self.levels[depth].options);
        options.clear();
        let level = &self.levels[depth];
        let option = |group: usize, row: usize| Choice { group: group as u32, row: row as u32, share: Share::default() };
        let decision = self.decide(depth, remaining);
        let of_group = |place: usize| level.groups[place].rows().map(move |row| option(place, row));
        match decision {
            Decision::Piece(place) => options.extend(of_group(place)),
            Decision::Cell(cell) => {
                // Few blocks have rows that cover it.
                let mut place = 0;
                for (first, block) in (0..).step_by(BLOCK).zip(blocks(&level.masks, level.end())) {
                    if !block.iter().fold(Bits::NONE, |all, &row| all | row).meets(cell) {
                        continue;
                    }
                    // Each is written and kept by advancing `count`, as when rows are copied.
                    let (mut found, mut count) = ([0; BLOCK], 0);
                    for (row, mask) in (first..).zip(block) {
                        found[count % BLOCK] = row;
                        count += usize::from(mask.meets(cell));
                    }
                    for &row in &found[..count] {
                        while level.groups[place].end as usize <= row {
                            place += 1;
                        }
                        options.push(option(place, row));
                    }
                }
            }
            Decision::Any => options.extend((0..level.groups.len()).flat_map(of_group)),
        }
        self.share_out(depth, remaining, share, &decision, &mut options);
        self.levels[depth].options = options;
        decision
    }

    /// The first row that is copied to the next level after this one was chosen.
    fn first_row(&self, decision: &Decision<W>, row: usize) -> usize {
        if matches!(decision, Decision::Any) { row } else { 0 }
    }

    /// Chooses the cell or the piece with the fewest placements; the piece if both have the same number.
    ///
    /// Where one of several copies goes is never decided, as its options would have solutions in common.
    fn decide(&self, depth: usize, remaining: Remaining<W>) -> Decision<W> {
        let level = &self.levels[depth];
        let must = level.groups.iter().enumerate().filter(|(_, group)| group.must_be_used(remaining.slack));
        let piece = must.min_by_key(|(_, group)| group.len()).map(|(place, group)| (place, group.len()));
        match piece {
            // No cell can have fewer options than one.
            Some((place, 1)) => return Decision::Piece(place),
            Some((place, _)) if remaining.free.is_empty() => return Decision::Piece(place),
            None if remaining.free.is_empty() => return Decision::Any,
            _ => {}
        }
        let (cells, fewest) = Planes::count(blocks(&level.masks, level.end())).rarest(remaining.free);
        match piece {
            Some((place, length)) if length <= fewest => Decision::Piece(place),
            _ => Decision::Cell(cells.lowest()),
        }
    }

    /// Divides the work of a node among its options: by estimated work if that is worth computing, else equally.
    fn share_out(&mut self, depth: usize, remaining: Remaining<W>, share: Share, decision: &Decision<W>, options: &mut Vec<Choice>) {
        let (rows, words) = (self.levels[depth].end(), W::BITS as usize / 64);
        let is_weighed = depth < DEEPEST_WEIGHED && rows >= LEAST_WEIGHED && share.size >= FINEST_SHARE && options.len() > 1;
        if is_weighed && rows * options.len() * words <= MOST_WEIGHED {
            let weights: Vec<Option<f64>> = options.iter().map(|&option| self.weigh(depth, option, decision, remaining)).collect();
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
    fn weigh(&mut self, depth: usize, option: Choice, decision: &Decision<W>, remaining: Remaining<W>) -> Option<f64> {
        let row = option.row as usize;
        self.next_level(depth, option.group as usize, row, self.first_row(decision, row), remaining)?;
        Some(weight(self.levels[depth + 1].end()))
    }

    /// Emits the options of the node from this index on as parts.
    fn emit_options_from(&mut self, depth: usize, first: usize) {
        for place in first..self.levels[depth].options.len() {
            let Choice { group, row, share } = self.levels[depth].options[place];
            let level = &self.levels[depth];
            let choice = (level.groups[group as usize].piece, level.masks[row as usize]);
            self.emit(Some(choice), share.size);
        }
    }

    /// Emits the choices so far as a part. The part counts the last of them itself.
    fn emit_here(&mut self, share: f64) {
        let counted = u64::from(!self.chosen.is_empty());
        self.tally.explored -= counted;
        self.tally.kept -= counted;
        self.emit(None, share);
    }

    /// Emits the choices so far, and optionally one more, as a part.
    fn emit(&mut self, choice: Option<Chosen<W>>, share: f64) {
        let path = self.chosen.iter().copied().chain(choice).collect();
        self.emitted.push(Part { case: self.case, path, weight: share, is_closed: false });
    }
}

/// Returns the rows before this end as blocks. Those that fill the last block are empty.
#[inline]
fn blocks<W: Word>(masks: &[Bits<W>], end: usize) -> &[[Bits<W>; BLOCK]] {
    masks[..end.next_multiple_of(BLOCK)].as_chunks().0
}

/// Returns all cells of the rows that share none with the mask.
#[inline]
fn covered_beside<W: Word>(blocks: &[[Bits<W>; BLOCK]], mask: Bits<W>) -> Bits<W> {
    blocks.as_flattened().iter().fold(Bits::NONE, |covered, &row| covered | row.when(!row.meets(mask)))
}

/// Estimates the work of a node with this many placements.
fn weight(rows: usize) -> f64 {
    (rows.max(1) as f64).powi(4)
}
