//! The row list: exact cover with the fewest options first, on flat lists of what is still possible.
//!
//! *The problem.* To fill a figure is exact cover in Knuth's sense. The items are cells and pieces, the options are placements: a
//! placement covers its cells and uses its piece. Each cell must be covered once. Each piece is used at most once; it must be used if the
//! others have too few cells without it, that is, if it has more cells than the *slack*, the number of cells of pieces that every
//! solution leaves out.
//!
//! *The search.* A node is what was chosen so far. Its level lists the options that go with all choices, piece by piece, and nothing
//! else. It decides the item with the fewest options and tries each of them: those options of the level that share no cell with the
//! chosen one, and aren't of its piece, are copied to the next level. This is Knuth's Algorithm X without links, so there is nothing to
//! undo; how many options each cell has is counted for all cells at once, in bit planes.
//!
//! *Example.* Dominoes A and B fill a row of cells 0 to 3. Both have the options 01, 12 and 23. Cells 0 and 3 have two options each,
//! cells 1 and 2 four, A and B three: cell 0 is decided, by A on 01 or B on 01. With A on 01 the next level has B on 23 only, which is a
//! solution. A on 12 isn't tried at all, as it leaves cell 0 free.
//!
//! *Why each step is exact*
//!
//! * The level has every option that a solution below the node can use, since those share no cell with a choice. (By induction: what is
//!   dropped for one choice goes with none of the nodes below.)
//! * The options of the decided item divide the solutions below the node: each solution covers the cell, or places the piece, by exactly
//!   one of them. That holds whatever item is decided, so counts matter for speed only, and may be too small for cells with many options.
//! * Equal pieces are one group with a number of pieces. While a group has several, it isn't decided, or a solution would come once for
//!   each of them. So what is decided on the way to a solution depends only on the set of its placements, which is therefore reached
//!   once; its equal pieces have their names in the order in which they were placed.
//! * A node is dropped only where it can't have a solution: no option covers some free cell, or more cells of pieces have to stay out
//!   than the slack allows. A group with fewer options than pieces can't use all of them, so the pieces that are too many stay out
//!   (`stranded`).
//! * Where no cell is free, the choices share no cell and cover all: a solution.
//!
//! Where a few pieces are left, none has more options than a word has bits, and all must be used, the search goes on in `columns`, where
//! the same nodes are bits.
//!
//! As the options of a node divide its solutions, a search that is stopped is a list of paths, each a few placements, and each can be
//! done later, by any search.

mod planes;
mod columns;
mod outline;

use std::ops::{ControlFlow, Range};

use columns::Columns;
pub use outline::Part;
use planes::Planes;

use super::{
    hold::{Held, Lists},
    opening::{Arguments, Case},
    path,
    prepared::{Prepared, with_layout},
    share::Share,
};
use crate::{
    puzzles::soma::model::{cells::Cells, equals::Equals, layout::Layout, problem::Problem, solution::Solution},
    search::{Observer, Tally, Task},
};

/// Tells the observer of all solutions.
pub fn search(prepared: &Prepared, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    search_after(prepared, Arguments::Symmetry, observer)
}

/// The same after more arguments.
pub fn search_after(prepared: &Prepared, arguments: Arguments, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    let problem = &prepared.problem;
    with_layout!(prepared, layout, decided => {
        let Some(opening) = decided.for_all(problem, layout, arguments) else {
            return observer.progress(1.0, &Tally::default());
        };
        let mut search = RowList::new(problem, layout, &opening.held, Share::WHOLE, observer);
        search.run_all(&opening.cases)?;
        search.finish()
    })
}

/// Progress is told when so many words were copied since the last time: a few microseconds.
const WORDS_PER_CALL: usize = 8 * 1024;

/// The work of a node's options is weighed where so many placements are left, or more: what is smaller is done soon.
const WEIGHED: usize = 400;
/// It is not weighed where that itself would take long: placements to be copied.
const TOO_MANY_TO_WEIGH: usize = 1 << 22;
/// Nor is it down from this depth, or where it is a smaller share of the whole than this.
const DEEPEST_WEIGHED: usize = 5;
const FINEST_SHARE: f64 = 1e-7;

/// A search that may be run on several cases, one after the other.
pub struct RowList<'a, C> {
    problem: &'a Problem,
    layout: &'a Layout<C>,
    held: &'a Held<C>,
    /// How much of the whole work it does.
    share: Share,
    observer: &'a mut dyn Observer<Solution>,
    /// The piece that falls short in this case.
    short: Option<usize>,
    levels: Vec<Level<C>>,
    /// For the lower part of the search.
    columns: Columns<C>,
    chosen: Vec<(u8, C)>,
    /// With this many pieces chosen, the search gives out a task instead of going on.
    give_out_at: Option<usize>,
    /// What was given out, or is left of a search that was stopped.
    pub tasks: Vec<Task>,
    /// The work so far.
    pub tally: Tally,
    /// Words copied since progress was told.
    copied: usize,
}

/// What is possible when so many pieces are placed.
#[derive(Clone)]
struct Level<C> {
    /// Piece after piece; what lies beyond the last group means nothing.
    masks: Vec<C>,
    groups: Vec<Group>,
    options: Vec<Choice>,
}

/// The placements of one piece within a level, or of several equal ones.
#[derive(Clone, Copy)]
struct Group {
    /// The piece; of equal ones the first that is left.
    piece: u8,
    /// How many such pieces are left. No more than there are placements.
    count: u8,
    size: u32,
    start: u32,
    end: u32,
}

/// What is yet to be covered, and with what.
#[derive(Clone, Copy)]
struct Remaining<C> {
    free: C,
    /// How many cells of pieces may be left out.
    slack: u32,
}

/// Where some choices lead.
enum Node<C> {
    /// To the level of as many choices, with this to do.
    OnLists(Remaining<C>),
    /// Into the columns.
    InColumns(columns::Node<C>),
}

/// What every solution must decide, with the fewest ways to do it.
enum Decision<C> {
    /// Where the piece of this group lies.
    Piece(usize),
    /// What covers this cell.
    Cell(C),
}

/// One of the ways to decide it.
#[derive(Clone, Copy)]
struct Choice {
    group: u32,
    row: u32,
    share: Share,
}

impl<C> Level<C> {
    const EMPTY: Self = Self { masks: Vec::new(), groups: Vec::new(), options: Vec::new() };

    /// Where the last group ends.
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

    /// What is left of it when one of its pieces is placed.
    fn without_one(self, equals: &Equals) -> Option<Self> {
        let next = equals.next(self.piece.into()).filter(|_| self.count > 1)?;
        Some(Self { piece: next as u8, count: self.count - 1, ..self })
    }

    /// How many of its pieces have no placement left for them.
    fn stranded(self) -> u32 {
        u32::from(self.count).saturating_sub(self.end - self.start)
    }

    /// The group without its stranded pieces; none if nothing is left of it.
    fn afloat(self) -> Option<Self> {
        let count = self.count - self.stranded() as u8;
        (count > 0).then_some(Self { count, ..self })
    }
}

impl<'a, C: Cells> RowList<'a, C> {
    /// A search that has not begun and does this share of the whole work.
    pub fn new(
        problem: &'a Problem,
        layout: &'a Layout<C>,
        held: &'a Held<C>,
        share: Share,
        observer: &'a mut dyn Observer<Solution>,
    ) -> Self {
        Self {
            problem,
            layout,
            held,
            share,
            observer,
            short: None,
            levels: vec![Level::EMPTY; layout.pieces.len() + 1],
            columns: Columns::EMPTY,
            chosen: Vec::new(),
            give_out_at: None,
            tasks: Vec::new(),
            tally: Tally::default(),
            copied: 0,
        }
    }

    /// The same search, but where this many pieces are chosen, or all cells are covered, it gives out tasks.
    pub fn giving_out_at(self, depth: Option<usize>) -> Self {
        Self { give_out_at: depth, ..self }
    }

    /// Finds the solutions of all cases. If it is stopped, its tasks are what is left.
    pub fn run_all(&mut self, cases: &[Case<C>]) -> ControlFlow<()> {
        self.run_parts(cases, outline::of_cases(cases))
    }

    /// Makes these choices in a case, and tells where that leads; none if there is no solution with them.
    ///
    /// The last of them is counted here: where a task is given out, it is not. So all tasks together count each choice once.
    fn begin(&mut self, case: &Case<C>, path: &[(u8, C)]) -> Option<Node<C>> {
        self.short = case.short;
        self.chosen.clear();
        self.tally.explored += u64::from(!path.is_empty());
        let node = self.first_rest(&case.lists).and_then(|rest| self.follow(path, rest))?;
        self.tally.kept += u64::from(!path.is_empty());
        Some(node)
    }

    /// Tells that all is done.
    pub fn finish(&mut self) -> ControlFlow<()> {
        self.observer.progress(1.0, &self.tally)
    }

    /// Fills the first level, and tells what is to do; none if a cell or a piece has no placement.
    fn first_rest(&mut self, lists: &Lists<C>) -> Option<Remaining<C>> {
        let mut rest = Remaining { free: self.layout.all, slack: self.layout.slack()? };
        let Level { masks, groups, .. } = &mut self.levels[0];
        masks.clear();
        groups.clear();
        let mut order: Vec<usize> = (0..lists.len()).collect();
        order.sort_by_key(|&piece| lists[piece].len());
        for piece in order {
            let equals = &self.problem.symmetries.equals;
            // The one that falls short has placements of its own.
            let is_alike =
                |group: &&mut Group| equals.first(group.piece.into()) == equals.first(piece) && self.short != Some(group.piece.into());
            match groups.iter_mut().find(is_alike).filter(|_| self.short != Some(piece)) {
                Some(group) => group.count += 1,
                None => {
                    let (start, size) = (masks.len() as u32, self.layout.pieces[piece].size);
                    masks.extend_from_slice(&lists[piece]);
                    groups.push(Group { piece: piece as u8, count: 1, size, start, end: masks.len() as u32 });
                }
            }
        }
        let stranded: u32 = groups.iter().map(|group| group.stranded() * group.size).sum();
        rest.slack = rest.slack.checked_sub(stranded)?;
        *groups = groups.iter().filter_map(|group| group.afloat()).collect();
        let covered = masks.iter().fold(C::EMPTY, |covered, &mask| covered | mask);
        (covered == rest.free).then_some(rest)
    }

    /// Makes these choices, on the way that the search takes; none if there is no solution with them.
    fn follow(&mut self, path: &[(u8, C)], mut rest: Remaining<C>) -> Option<Node<C>> {
        for (depth, &(piece, mask)) in path.iter().enumerate() {
            if self.suits_columns(depth, rest) {
                return self.follow_in_columns(depth, &path[depth..], rest).map(Node::InColumns);
            }
            let level = &self.levels[depth];
            let place = level.groups.iter().position(|group| group.piece == piece)?;
            if !level.masks[level.groups[place].rows()].contains(&mask) {
                return None;
            }
            self.chosen.push((piece, mask));
            rest = self.next_level(depth, place, mask, rest)?;
        }
        Some(Node::OnLists(rest))
    }

    /// Whether the search goes on in columns from this node.
    fn suits_columns(&self, depth: usize, rest: Remaining<C>) -> bool {
        !rest.free.is_empty() && Columns::suit(self.layout.pieces.len(), &self.levels[depth], rest)
    }

    fn enter(&mut self, depth: usize, rest: Remaining<C>, share: Share) -> ControlFlow<()> {
        let is_solved = rest.free.is_empty();
        if self.give_out_at.is_some_and(|limit| limit <= depth || is_solved) {
            self.give_out_here(share.size);
            ControlFlow::Continue(())
        } else if is_solved {
            self.problem.tell(&self.chosen, self.held.keeping(&self.chosen), self.observer)
        } else if self.suits_columns(depth, rest) {
            self.descend_in_columns(depth, rest, share)
        } else {
            self.descend(depth, rest, share)
        }
    }

    fn descend(&mut self, depth: usize, rest: Remaining<C>, share: Share) -> ControlFlow<()> {
        self.list_options(depth, rest, share);
        for place in 0..self.levels[depth].options.len() {
            let option = self.levels[depth].options[place];
            if self.go_on(option.share.from).is_break() {
                self.leave(depth, place);
                return ControlFlow::Break(());
            }
            if self.place(depth, option, rest).is_break() {
                self.leave(depth, place + 1);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Tells how far the search is, if there was enough work since the last time.
    fn go_on(&mut self, done: f64) -> ControlFlow<()> {
        if self.copied < WORDS_PER_CALL {
            return ControlFlow::Continue(());
        }
        self.tell_progress(done)
    }

    fn tell_progress(&mut self, done: f64) -> ControlFlow<()> {
        self.copied = 0;
        let done = if self.share.size > 0.0 { (done - self.share.from) / self.share.size } else { 0.0 };
        self.observer.progress(done.clamp(0.0, 1.0) as f32, &self.tally)
    }

    fn place(&mut self, depth: usize, option: Choice, rest: Remaining<C>) -> ControlFlow<()> {
        let Choice { group, row, share } = option;
        let level = &self.levels[depth];
        let (piece, mask) = (level.groups[group as usize].piece, level.masks[row as usize]);
        self.tally.explored += 1;
        let Some(rest) = self.next_level(depth, group as usize, mask, rest) else { return ControlFlow::Continue(()) };
        self.tally.kept += 1;
        self.chosen.push((piece, mask));
        let flow = self.enter(depth + 1, rest, share);
        self.chosen.pop();
        flow
    }

    /// Copies what the mask leaves possible, and tells what is left to do; none if a cell or a piece has no placement left.
    fn next_level(&mut self, depth: usize, chosen: usize, mask: C, mut rest: Remaining<C>) -> Option<Remaining<C>> {
        rest.free = rest.free & !mask;
        let (before, after) = self.levels.split_at_mut(depth + 1);
        let (level, next) = (&before[depth], &mut after[0]);
        next.groups.clear();
        if rest.free.is_empty() {
            return Some(rest);
        }
        let most = level.end();
        self.copied += most * (C::CAPACITY / 64);
        if next.masks.len() < most {
            next.masks.resize(most, C::EMPTY);
        }
        let copies = &mut next.masks[..most];
        let (mut end, mut covered) = (0, C::EMPTY);
        for (place, group) in level.groups.iter().enumerate() {
            let left = if place == chosen { group.without_one(&self.problem.symmetries.equals) } else { Some(*group) };
            let Some(group) = left else { continue };
            let start = end;
            for &row in &level.masks[group.rows()] {
                // Written in any case and kept by counting it: no branch to mispredict.
                copies[end] = row;
                let stays = !row.meets(mask);
                end += usize::from(stays);
                covered = covered | row.when(stays);
            }
            let group = Group { start: start as u32, end: end as u32, ..group };
            rest.slack = rest.slack.checked_sub(group.stranded() * group.size)?;
            next.groups.extend(group.afloat());
        }
        (covered == rest.free).then_some(rest)
    }

    /// Decides what to decide at this node, and lists the ways with their shares of its work.
    fn list_options(&mut self, depth: usize, rest: Remaining<C>, share: Share) {
        let mut options = std::mem::take(&mut self.levels[depth].options);
        options.clear();
        let level = &self.levels[depth];
        let option = |group: usize, row: usize| Choice { group: group as u32, row: row as u32, share: Share::default() };
        match self.decide(depth, rest) {
            Decision::Piece(place) => options.extend(level.groups[place].rows().map(|row| option(place, row))),
            Decision::Cell(cell) => {
                for (place, group) in level.groups.iter().enumerate() {
                    let covering = group.rows().filter(|&row| level.masks[row].meets(cell));
                    options.extend(covering.map(|row| option(place, row)));
                }
            }
        }
        self.share_out(depth, rest, share, &mut options);
        self.levels[depth].options = options;
    }

    /// The cell or the piece with the fewest placements; if they have as many, the piece.
    ///
    /// Where one of several equal pieces lies is never decided: its options would have solutions in common.
    fn decide(&self, depth: usize, rest: Remaining<C>) -> Decision<C> {
        let level = &self.levels[depth];
        let must = level.groups.iter().enumerate().filter(|(_, group)| group.size > rest.slack && group.count == 1);
        let piece = must.min_by_key(|(_, group)| group.len()).map(|(place, group)| (place, group.len()));
        if let Some((place, 1)) = piece {
            // No cell can have fewer.
            return Decision::Piece(place);
        }
        let (cells, fewest) = Planes::count(&level.masks[..level.end()]).rarest(rest.free);
        match piece {
            Some((place, length)) if length <= fewest => Decision::Piece(place),
            _ => Decision::Cell(cells.only_lowest()),
        }
    }

    /// Shares the work of a node out to its options: by what each leaves possible where that is worth the trouble, else equally.
    fn share_out(&mut self, depth: usize, rest: Remaining<C>, share: Share, options: &mut Vec<Choice>) {
        let rows = self.levels[depth].end();
        let is_weighed = depth < DEEPEST_WEIGHED && rows >= WEIGHED && share.size >= FINEST_SHARE && options.len() > 1;
        if is_weighed && rows * options.len() <= TOO_MANY_TO_WEIGH {
            let weights: Vec<Option<f64>> = options.iter().map(|&option| self.weigh(depth, option, rest)).collect();
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

    /// How much work an option is likely to be; none if it is a dead end.
    fn weigh(&mut self, depth: usize, option: Choice, rest: Remaining<C>) -> Option<f64> {
        let mask = self.levels[depth].masks[option.row as usize];
        self.next_level(depth, option.group as usize, mask, rest)?;
        Some(weight(self.levels[depth + 1].end()))
    }

    /// Leaves the options of the node from this one on.
    fn leave(&mut self, depth: usize, first: usize) {
        for place in first..self.levels[depth].options.len() {
            let Choice { group, row, share } = self.levels[depth].options[place];
            let level = &self.levels[depth];
            let choice = (level.groups[group as usize].piece, level.masks[row as usize]);
            self.give_out(Some(choice), share.size);
        }
    }

    /// Makes a task of the choices so far, which counts the last of them itself.
    fn give_out_here(&mut self, share: f64) {
        let counted = u64::from(!self.chosen.is_empty());
        self.tally.explored -= counted;
        self.tally.kept -= counted;
        self.give_out(None, share);
    }

    /// Makes a task of the choices so far, and perhaps one more.
    fn give_out(&mut self, choice: Option<(u8, C)>, share: f64) {
        let choices = self.chosen.iter().copied().chain(choice);
        self.tasks.push(Task { choices: path::write(self.problem, &self.held.pieces, self.short, choices), share });
    }
}

/// How much work is likely to be left with so many placements.
fn weight(rows: usize) -> f64 {
    (rows.max(1) as f64).powi(4)
}
