//! A search that tells every moment: a piece is placed, nothing comes of it and why, it is taken back, a solution is there.
//!
//! It is made to be watched, so it does one thing after the other. Moments that nobody wants to see are only counted.

use std::ops::{ControlFlow, Range};

use super::{CellSet, Item, Pieces, Placement, Problem, Reason};
use crate::search::{Observer, Stage, Tally};

/// Which cell or piece is seen to next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The lowest free cell.
    LowestCell,
    /// The cell, or the piece where none can be spared, that the fewest placements fit; among equals a piece.
    FewestOptions,
}

/// What happens in a moment. Placements are told by their places in the problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<M> {
    /// This placement is made.
    Place(usize),
    /// What lies cannot become a solution.
    DeadEnd(Reason<M>),
    /// This placement is taken back: all was tried that could come of it.
    TakeBack(usize),
    /// What lies is a solution.
    Found,
}

/// A moment of a search.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a, M> {
    /// What happens.
    pub step: Step<M>,
    /// What lies after that, in the order in which it was placed.
    pub placed: &'a [usize],
    /// The work so far: boards visited, and of these the ones that something fits; by the number of pieces that lie.
    pub tally: &'a Tally,
}

/// A search that is watched.
#[derive(Clone, Copy)]
pub struct Watched<'a, M> {
    /// What is searched.
    pub problem: &'a Problem<M>,
    /// What is seen to next.
    pub choice: Choice,
    /// A hole among these free cells that pieces cannot fill, if there is one. Boards with a hole are not visited.
    pub hole: &'a dyn Fn(M) -> Option<M>,
}

/// For searches that look for no holes.
pub fn no_hole<M>(_free: M) -> Option<M> {
    None
}

impl<M: CellSet> Watched<'_, M> {
    /// Searches all and tells the observer each moment whose number is in the range, as what `translate` makes of it. Returns how
    /// many moments there are.
    pub fn tell<T>(
        &self,
        range: Range<u64>,
        observer: &mut dyn Observer<T>,
        translate: &mut dyn FnMut(&Moment<'_, M>) -> T,
    ) -> ControlFlow<(), u64> {
        let mut walk = Walk {
            plan: self,
            by_lowest_cell: by_lowest_cell(self.problem),
            range,
            moments: 0,
            placed: Vec::new(),
            tally: Tally::default(),
            done: 0.0,
            observer,
            translate,
        };
        let problem = self.problem;
        let all = (0..problem.placements.len()).collect();
        walk.visit(Node { free: problem.free, left: problem.pieces(), live: all }, 1.0)?;
        walk.observer.progress(1.0, &walk.tally)?;
        ControlFlow::Continue(walk.moments)
    }
}

/// For each cell the placements whose lowest it is.
fn by_lowest_cell<M: CellSet>(problem: &Problem<M>) -> Vec<Vec<usize>> {
    let lowest = |placement: &Placement<M>| placement.cells.first().unwrap_or(0);
    let cells = problem.placements.iter().map(lowest).max().map_or(0, |last| last + 1);
    let mut by_cell = vec![Vec::new(); cells];
    for (number, placement) in problem.placements.iter().enumerate() {
        by_cell[lowest(placement)].push(number);
    }
    by_cell
}

/// So many levels from the root tell how far the search is.
const LEVELS_OF_PROGRESS: usize = 2;

/// What is left to do below some placements.
struct Node<M> {
    free: M,
    left: Pieces,
    /// The placements that still fit, where options are counted; the lowest cell is asked for its own.
    live: Vec<usize>,
}

/// A search on its way.
struct Walk<'a, M, T> {
    plan: &'a Watched<'a, M>,
    by_lowest_cell: Vec<Vec<usize>>,
    range: Range<u64>,
    /// So many moments there were.
    moments: u64,
    placed: Vec<usize>,
    tally: Tally,
    done: f64,
    observer: &'a mut dyn Observer<T>,
    translate: &'a mut dyn FnMut(&Moment<'_, M>) -> T,
}

impl<M: CellSet, T> Walk<'_, M, T> {
    /// Looks for all solutions below this node; that is this share of the whole search.
    fn visit(&mut self, node: Node<M>, share: f64) -> ControlFlow<()> {
        self.count(|stage| &mut stage.explored, |tally| &mut tally.explored);
        self.observer.progress(self.done as f32, &self.tally)?;
        // Boards with a hole are not visited, but nobody looked at the first one.
        if self.placed.is_empty()
            && let Some(hole) = (self.plan.hole)(node.free)
        {
            self.tell(Step::DeadEnd(Reason::Hole(hole)))?;
        } else if node.free.is_empty() {
            self.count(|stage| &mut stage.kept, |tally| &mut tally.kept);
            self.tell(Step::Found)?;
        } else {
            let (item, options) = self.choose(&node);
            if options.is_empty() {
                self.tell(Step::DeadEnd(Reason::Starved(item)))?;
            } else if self.placed.len() < LEVELS_OF_PROGRESS {
                // The children add up to this share, so that nothing is left to be added here.
                return self.try_all(&node, &options, share / options.len() as f64);
            } else {
                self.try_all(&node, &options, 0.0)?;
            }
        }
        self.done += share;
        ControlFlow::Continue(())
    }

    fn try_all(&mut self, node: &Node<M>, options: &[usize], share: f64) -> ControlFlow<()> {
        let mut fits = false;
        for &option in options {
            let Placement { piece, cells } = self.plan.problem.placements[option];
            let free = node.free.without(cells);
            let hole = (self.plan.hole)(free);
            if hole.is_none() && !fits {
                fits = true;
                self.count(|stage| &mut stage.kept, |tally| &mut tally.kept);
            }
            self.placed.push(option);
            self.tell(Step::Place(option))?;
            match hole {
                Some(hole) => {
                    self.tell(Step::DeadEnd(Reason::Hole(hole)))?;
                    self.done += share;
                }
                None => {
                    let is_used_up = self.remaining(piece) == 0;
                    let left = if is_used_up { node.left.without(piece) } else { node.left };
                    self.visit(Node { free, left, live: self.live_after(node, option, is_used_up) }, share)?;
                }
            }
            self.placed.pop();
            self.tell(Step::TakeBack(option))?;
        }
        ControlFlow::Continue(())
    }

    /// What is seen to next, and the placements that fit it.
    fn choose(&self, node: &Node<M>) -> (Item, Vec<usize>) {
        let problem = self.plan.problem;
        match self.plan.choice {
            Choice::LowestCell => {
                let cell = node.free.first().unwrap_or(0);
                let fits = |&&number: &&usize| {
                    let Placement { piece, cells } = problem.placements[number];
                    node.left.contains(piece) && node.free.covers(cells)
                };
                (
                    Item::Cell(cell),
                    self.by_lowest_cell.get(cell).map_or(Vec::new(), |options| options.iter().filter(fits).copied().collect()),
                )
            }
            Choice::FewestOptions => {
                let item = self.scarcest(node);
                (item, node.live.iter().copied().filter(|&number| problem.has(number, item)).collect())
            }
        }
    }

    /// How many copies of the piece are not placed.
    fn remaining(&self, piece: usize) -> usize {
        let placed = self.placed.iter().filter(|&&placement| self.plan.problem.placements[placement].piece == piece);
        self.plan.problem.copies[piece] - placed.count()
    }

    /// The free cell, or the needed piece with one copy left, that the fewest placements fit; or a needed piece that fits nowhere.
    fn scarcest(&self, node: &Node<M>) -> Item {
        let problem = self.plan.problem;
        let mut cells = vec![0; node.free.iter().last().map_or(0, |last| last + 1)];
        let mut pieces = vec![0; problem.sizes.len()];
        for &number in &node.live {
            let placement = problem.placements[number];
            pieces[placement.piece] += 1;
            placement.cells.iter().for_each(|cell| cells[cell] += 1);
        }
        let pieces = (0..pieces.len())
            .filter(|&piece| node.left.contains(piece) && problem.is_needed(piece) && (pieces[piece] == 0 || self.remaining(piece) == 1))
            .map(|piece| (pieces[piece], Item::Piece(piece)));
        let cells = node.free.iter().map(|cell| (cells[cell], Item::Cell(cell)));
        let scarcest = pieces.chain(cells).min_by_key(|&(options, _): &(u32, Item)| options);
        scarcest.map_or(Item::Cell(0), |(_, item)| item)
    }

    fn live_after(&self, node: &Node<M>, option: usize, is_used_up: bool) -> Vec<usize> {
        if self.plan.choice == Choice::LowestCell {
            return Vec::new();
        }
        let placements = &self.plan.problem.placements;
        let Placement { piece, cells } = placements[option];
        let is_left = |other: usize| other != piece || !is_used_up;
        let goes_with = |&number: &usize| is_left(placements[number].piece) && !placements[number].cells.meets(cells);
        node.live.iter().copied().filter(goes_with).collect()
    }

    fn tell(&mut self, step: Step<M>) -> ControlFlow<()> {
        let number = self.moments;
        self.moments += 1;
        if !self.range.contains(&number) {
            return ControlFlow::Continue(());
        }
        let moment = (self.translate)(&Moment { step, placed: &self.placed, tally: &self.tally });
        self.observer.found(moment)
    }

    fn count(&mut self, of_stage: fn(&mut Stage) -> &mut u64, of_tally: fn(&mut Tally) -> &mut u64) {
        let depth = self.placed.len();
        if self.tally.stages.len() <= depth {
            self.tally.stages.resize(depth + 1, Stage::default());
        }
        *of_stage(&mut self.tally.stages[depth]) += 1;
        *of_tally(&mut self.tally) += 1;
    }
}
