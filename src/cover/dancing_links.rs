//! Exact cover by linked lists: of all cells to cover and pieces to place, the one with the fewest options is decided next.
//!
//! Each item is a circular list of its options, and each option is linked into the lists of all its items. What a choice rules out is
//! unlinked, and linked again in reverse order when the choice is taken back, since a node that is unlinked still knows its neighbours
//! (D. E. Knuth, Dancing links, 2000; The Art of Computer Programming, section 7.2.2.1).
//!
//! A cell that may stay empty, or a piece that may stay out, is an item that needn't be decided. A piece with several copies isn't an item:
//! its copies are counted.

use std::{collections::BTreeSet, ops::ControlFlow};

use super::{
    Item, Placement, Problem,
    share::Share,
    steps::{Chosen, Listener, Step},
};
use base::{bits::Word, search::Tally};

/// Finds all solutions. Returns the work: placements tried, and nodes.
pub fn search<W: Word>(problem: &Problem<W>, listener: &mut dyn Listener<W>) -> ControlFlow<(), Tally> {
    let mut links = Links::new(problem, listener)?;
    links.decide(Share::WHOLE)?;
    ControlFlow::Continue(links.tally)
}

/// Stands before the first item that must be decided.
const ROOT: usize = 0;

/// The number of placements that are looked at between two questions whether to stop: some tens of microseconds.
const PLACEMENTS_PER_CALL: usize = 256;

/// A side between two cells that touch, which pieces of one colour can't have between them: the colour, and the cells. It is an item that
/// a placement of that colour covers if it has one of the cells and not the other.
type Side = (char, usize, usize);

fn sides_of<'a, W: Word>(problem: &'a Problem<W>, placement: &'a Placement<W>) -> impl Iterator<Item = Side> + 'a {
    let apart = problem.apart.as_ref().and_then(|apart| Some((apart, apart.colors[placement.piece]?)));
    apart.into_iter().flat_map(move |(apart, color)| {
        let beyond = move |cell: usize| {
            let others = apart.touching[cell] - placement.cells;
            others.iter().map(move |other| (color, cell.min(other), cell.max(other)))
        };
        placement.cells.iter().flat_map(beyond)
    })
}

/// A place in the lists.
#[derive(Clone, Copy)]
struct Node {
    /// The neighbours in the list of the item.
    up: usize,
    down: usize,
    /// The head of the item.
    head: usize,
    /// The placement; of a head, the number of options.
    value: usize,
}

struct Links<'a, W: Word> {
    problem: &'a Problem<W>,
    listener: &'a mut dyn Listener<W>,
    /// The heads, after the root, and then the options, each with the nodes of its items side by side.
    nodes: Vec<Node>,
    /// The neighbours of heads that must be decided.
    left: Vec<usize>,
    right: Vec<usize>,
    /// The items of the heads; none for the root, and for sides of cells that pieces of one colour can't have between them.
    items: Vec<Option<Item>>,
    /// For each placement, its first node, and at the end the number of nodes.
    starts: Vec<usize>,
    /// For each piece, how often it is used.
    used: Vec<usize>,
    chosen: Vec<Chosen<W>>,
    tally: Tally,
}

impl<'a, W: Word> Links<'a, W> {
    fn new(problem: &'a Problem<W>, listener: &'a mut dyn Listener<W>) -> ControlFlow<(), Self> {
        let needed = problem.needed();
        let single = |&piece: &usize| problem.copies[piece].most == 1;
        let pieces = || (0..problem.sizes.len()).filter(single);
        let must = problem.required.iter().map(Item::Cell).chain(pieces().filter(|&piece| needed[piece] > 0).map(Item::Piece));
        let may = problem.optional.iter().map(Item::Cell).chain(pieces().filter(|&piece| needed[piece] == 0).map(Item::Piece));
        let must: Vec<Item> = must.collect();
        let sides: BTreeSet<Side> = problem.placements.iter().flat_map(|placement| sides_of(problem, placement)).collect();
        let items = [None].into_iter().chain(must.iter().copied().chain(may).map(Some)).chain(sides.iter().map(|_| None));
        let items: Vec<Option<Item>> = items.collect();
        let heads = (0..items.len()).map(|head| Node { up: head, down: head, head, value: 0 }).collect();
        // Items that needn't be decided are in no row of heads.
        let row = |head: usize| head <= must.len();
        let left = (0..items.len()).map(|head| if row(head) { head.checked_sub(1).unwrap_or(must.len()) } else { head }).collect();
        let right = (0..items.len()).map(|head| if row(head) { (head + 1) % (must.len() + 1) } else { head }).collect();
        let (used, chosen) = (vec![0; problem.sizes.len()], Vec::new());
        let mut links =
            Self { problem, listener, nodes: heads, left, right, items, starts: Vec::new(), used, chosen, tally: Tally::default() };
        links.add_options(&sides.into_iter().collect::<Vec<_>>())?;
        ControlFlow::Continue(links)
    }

    /// The heads of these sides of cells are the last ones.
    fn add_options(&mut self, sides: &[Side]) -> ControlFlow<()> {
        let first_side = self.items.len() - sides.len();
        let head_of = |item: Item| self.items.iter().position(|&other| other == Some(item));
        let cells: Vec<Option<usize>> = (0..W::BITS as usize).map(|cell| head_of(Item::Cell(cell))).collect();
        let pieces: Vec<Option<usize>> = (0..self.problem.sizes.len()).map(|piece| head_of(Item::Piece(piece))).collect();
        for (number, placement) in self.problem.placements.iter().enumerate() {
            if number % PLACEMENTS_PER_CALL == 0 {
                self.listener.progress(0.0, &self.tally)?;
            }
            self.starts.push(self.nodes.len());
            if self.problem.copies[placement.piece].most == 0 {
                continue;
            }
            let sides = sides_of(self.problem, placement).filter_map(|side| Some(first_side + sides.binary_search(&side).ok()?));
            for head in placement.cells.iter().filter_map(|cell| cells[cell]).chain(pieces[placement.piece]).chain(sides) {
                let (node, up) = (self.nodes.len(), self.nodes[head].up);
                self.nodes.push(Node { up, down: head, head, value: number });
                self.nodes[up].down = node;
                self.nodes[head].up = node;
                self.nodes[head].value += 1;
            }
        }
        self.starts.push(self.nodes.len());
        ControlFlow::Continue(())
    }

    /// Decides the item with the fewest options, and then all others.
    fn decide(&mut self, share: Share) -> ControlFlow<()> {
        self.listener.progress(share.from as f32, &self.tally)?;
        let Some(head) = self.tightest() else { return self.complete(share) };
        self.tally.kept += 1;
        let options = self.nodes[head].value;
        match self.items[head] {
            Some(Item::Cell(cell)) if options == 0 => return self.step(Step::Uncoverable(cell)),
            Some(Item::Piece(piece)) if options == 0 => return self.step(Step::FitsNowhere(piece)),
            _ => {}
        }
        self.unlink(head);
        let mut node = self.nodes[head].down;
        for option in 0..options {
            let placement = self.nodes[node].value;
            self.tally.explored += 1;
            if self.choose(placement, head)? {
                self.decide(share.nth(option, options))?;
                self.take_back(placement, head)?;
            }
            node = self.nodes[node].down;
        }
        self.relink(head);
        ControlFlow::Continue(())
    }

    /// The item with the fewest options among those that must be decided; of several, the first.
    fn tightest(&self) -> Option<usize> {
        let heads = std::iter::successors(Some(self.right[ROOT]), |&head| Some(self.right[head])).take_while(|&head| head != ROOT);
        heads.min_by_key(|&head| self.nodes[head].value)
    }

    /// Everything that must be decided is. What may stay empty can still be covered.
    fn complete(&mut self, share: Share) -> ControlFlow<()> {
        let further = if self.problem.optional.is_empty() { Vec::new() } else { self.further() };
        self.extend(&further, share)
    }

    /// The placements that lie on free cells, all of which may stay empty.
    fn further(&self) -> Vec<usize> {
        let Self { problem, chosen, .. } = self;
        let is_free = |&number: &usize| {
            let Placement { piece, cells } = problem.placements[number];
            let taken = |&(other, cells): &Chosen<W>| problem.taken(Placement { piece: other.into(), cells }, piece);
            !problem.required.meets(cells) && !chosen.iter().any(|other| taken(other).meets(cells))
        };
        (0..problem.placements.len()).filter(is_free).collect()
    }

    /// Reports this solution, and those with some of these further placements.
    fn extend(&mut self, further: &[usize], share: Share) -> ControlFlow<()> {
        self.listener.progress(share.from as f32, &self.tally)?;
        let is_enough = self.problem.copies.iter().zip(&self.used).all(|(copies, &used)| copies.least <= used);
        if is_enough {
            self.listener.found(&self.chosen, &self.tally)?;
        }
        for (number, &placement) in further.iter().enumerate() {
            let placements = &self.problem.placements;
            self.tally.explored += 1;
            if self.place(placement)? {
                let taken = |other: usize| self.problem.taken(placements[placement], placements[other].piece);
                let fits = |&&other: &&usize| !taken(other).meets(placements[other].cells);
                let others: Vec<usize> = further[number + 1..].iter().filter(fits).copied().collect();
                self.extend(&others, share.nth(number, further.len()))?;
                self.remove(placement)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Chooses an option of an item that is unlinked already. Returns whether a copy of its piece is left.
    fn choose(&mut self, placement: usize, decided: usize) -> ControlFlow<(), bool> {
        if !self.place(placement)? {
            return ControlFlow::Continue(false);
        }
        for node in self.starts[placement]..self.starts[placement + 1] {
            if self.nodes[node].head != decided {
                self.unlink(self.nodes[node].head);
            }
        }
        ControlFlow::Continue(true)
    }

    fn take_back(&mut self, placement: usize, decided: usize) -> ControlFlow<()> {
        for node in (self.starts[placement]..self.starts[placement + 1]).rev() {
            if self.nodes[node].head != decided {
                self.relink(self.nodes[node].head);
            }
        }
        self.remove(placement)
    }

    /// Places a piece, if there is a copy of it left. Returns whether there is.
    fn place(&mut self, placement: usize) -> ControlFlow<(), bool> {
        let placement = self.problem.placements[placement];
        if self.used[placement.piece] == self.problem.copies[placement.piece].most {
            return ControlFlow::Continue(false);
        }
        self.used[placement.piece] += 1;
        let chosen = (placement.piece as u16, placement.cells);
        self.chosen.push(chosen);
        self.step(Step::Place(chosen))?;
        ControlFlow::Continue(true)
    }

    fn remove(&mut self, placement: usize) -> ControlFlow<()> {
        let placement = self.problem.placements[placement];
        self.used[placement.piece] -= 1;
        self.chosen.pop();
        self.step(Step::Remove((placement.piece as u16, placement.cells)))
    }

    fn step(&mut self, step: Step<W>) -> ControlFlow<()> {
        self.listener.step(step, &self.chosen, &self.tally)
    }

    /// Unlinks an item, and its options from the lists of all their other items.
    fn unlink(&mut self, head: usize) {
        let (left, right) = (self.left[head], self.right[head]);
        self.right[left] = right;
        self.left[right] = left;
        let mut option = self.nodes[head].down;
        while option != head {
            for node in self.others(option) {
                let Node { up, down, head, .. } = self.nodes[node];
                self.nodes[up].down = down;
                self.nodes[down].up = up;
                self.nodes[head].value -= 1;
            }
            option = self.nodes[option].down;
        }
    }

    /// Links an item again, in reverse order.
    fn relink(&mut self, head: usize) {
        let mut option = self.nodes[head].up;
        while option != head {
            for node in self.others(option).rev() {
                let Node { up, down, head, .. } = self.nodes[node];
                self.nodes[up].down = node;
                self.nodes[down].up = node;
                self.nodes[head].value += 1;
            }
            option = self.nodes[option].up;
        }
        let (left, right) = (self.left[head], self.right[head]);
        self.right[left] = head;
        self.left[right] = head;
    }

    /// The nodes of the same option in other lists.
    fn others(&self, node: usize) -> impl DoubleEndedIterator<Item = usize> + use<W> {
        let placement = self.nodes[node].value;
        (self.starts[placement]..self.starts[placement + 1]).filter(move |&other| other != node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Copies, steps::Step};
    use base::bits::{Bits, Wide};

    /// Stops at one of the calls, and notes whether there was a step before.
    struct Patient {
        calls: usize,
        patience: usize,
        has_begun: bool,
    }

    impl<W: Word> Listener<W> for Patient {
        fn step(&mut self, _step: Step<W>, _chosen: &[Chosen<W>], _tally: &Tally) -> ControlFlow<()> {
            self.has_begun = true;
            ControlFlow::Continue(())
        }

        fn found(&mut self, _solution: &[Chosen<W>], _tally: &Tally) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }

        fn progress(&mut self, done: f32, _tally: &Tally) -> ControlFlow<()> {
            assert!((0.0..=1.0).contains(&done));
            self.calls += 1;
            if self.calls < self.patience { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
    }

    /// Many pieces on the largest box: the links alone take far longer than a search may take to stop.
    #[test]
    fn it_stops_while_links_are_made() {
        const PIECES: usize = 60;
        let beside = |cell: usize| [1, 8, 64].into_iter().filter(move |step| cell / step % 8 < 7).map(move |step| [cell, cell + step]);
        let dominoes: Vec<Bits<Wide<8>>> = (0..512).flat_map(beside).map(|cells| cells.into_iter().collect()).collect();
        let placements = (0..PIECES).flat_map(|piece| dominoes.iter().map(move |&cells| Placement { piece, cells }));
        let problem = Problem {
            required: (0..512).collect(),
            optional: Bits::NONE,
            sizes: vec![2; PIECES],
            copies: vec![Copies::up_to(8); PIECES],
            placements: placements.collect(),
            apart: None,
        };
        let calls = problem.placements.len().div_ceil(PLACEMENTS_PER_CALL);
        for patience in [1, 2, calls, calls + 3] {
            let mut listener = Patient { calls: 0, patience, has_begun: false };
            assert!(search(&problem, &mut listener).is_break());
            assert_eq!((listener.calls, listener.has_begun), (patience, patience > calls), "{calls} calls while links are made");
        }
    }
}
