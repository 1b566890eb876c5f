//! The lower part of the search, where few placements are left: they are bits of a word for each piece, and nothing is copied.
//!
//! For each cell stands which placements cover it, piece by piece. What a choice rules out is what its cells have: a few words for each
//! piece that is left. Only to decide what is next are the placements written out and counted, as on the lists above.

use std::ops::ControlFlow;

use super::{Level, Remaining, RowList, planes::Planes};
use crate::puzzles::soma::{model::cells::Cells, search::share::Share};

/// A word has room for so many placements of a piece.
const ROWS: usize = u64::BITS as usize;
/// Columns are for so many pieces at most.
const MOST_PIECES: usize = 8;
/// And for more than these, which are not worth the trouble.
const LAST_PIECES: u32 = 3;

/// A bit for each placement, the placements of each piece in a word.
type Rows = [u64; MOST_PIECES];

/// The placements of a node, seen from the cells. Kept from one node to the next to spare memory.
pub struct Columns<C> {
    /// The piece that each word is about.
    pieces: [u8; MOST_PIECES],
    /// For each cell the placements that cover it.
    covering: Vec<Rows>,
    /// What each placement covers: word for word, bit for bit.
    masks: Vec<C>,
    /// The placements that are left at a node.
    listed: Vec<C>,
}

/// What is left at a node.
#[derive(Clone, Copy)]
pub(super) struct Node<C> {
    /// The placements of the pieces that are left.
    rows: Rows,
    /// These pieces, a bit for each word.
    left: u8,
    free: C,
}

impl<C: Cells> Columns<C> {
    /// With no placements.
    pub const EMPTY: Self = Self { pieces: [0; MOST_PIECES], covering: Vec::new(), masks: Vec::new(), listed: Vec::new() };

    /// Whether the level of a search for this many pieces fits in, and is worth it. Every piece must be needed, so that a solution has a
    /// placement of each, and they must differ. Of more pieces, as of pentominoes, the lists see earlier which cells are lost, and are as quick to the end.
    pub(super) fn suit(pieces: usize, level: &Level<C>, rest: Remaining<C>) -> bool {
        let is_in_number = pieces <= MOST_PIECES && level.groups.len() > LAST_PIECES as usize;
        rest.slack == 0 && is_in_number && level.groups.iter().all(|group| group.len() <= ROWS && group.count == 1)
    }

    /// Takes the placements of a level over.
    fn fill(&mut self, level: &Level<C>, rest: Remaining<C>) -> Node<C> {
        self.covering.clear();
        self.covering.resize(C::CAPACITY, Rows::default());
        self.masks.resize(MOST_PIECES * ROWS, C::EMPTY);
        self.listed.resize(MOST_PIECES * ROWS, C::EMPTY);
        let mut node = Node { rows: Rows::default(), left: 0, free: rest.free };
        for (word, group) in level.groups.iter().enumerate() {
            self.pieces[word] = group.piece;
            node.left |= 1 << word;
            for (number, &mask) in level.masks[group.rows()].iter().enumerate() {
                self.masks[word * ROWS + number] = mask;
                node.rows[word] |= 1 << number;
                mask.cells().for_each(|cell| self.covering[cell][word] |= 1 << number);
            }
        }
        node
    }

    /// The word and the number of a placement that is left at the node.
    fn find(&self, node: &Node<C>, (piece, mask): (u8, C)) -> Option<(usize, usize)> {
        let word = bits(node.left.into()).find(|&word| self.pieces[word] == piece)?;
        let number = bits(node.rows[word]).find(|&number| self.masks[word * ROWS + number] == mask)?;
        Some((word, number))
    }

    /// The piece and the cells of a placement.
    fn choice(&self, word: usize, number: usize) -> (u8, C) {
        (self.pieces[word % MOST_PIECES], self.masks[word * ROWS + number])
    }

    /// The placements of all pieces that share a cell with this one.
    fn ruled_out(&self, mask: C) -> Rows {
        let mut out = Rows::default();
        for cell in mask.cells() {
            for (out, &covering) in out.iter_mut().zip(&self.covering[cell]) {
                *out |= covering;
            }
        }
        out
    }

    /// The placements of one piece that share no cell with the mask.
    fn beside(&self, mask: C, word: usize, rows: u64) -> u64 {
        rows & !mask.cells().fold(0, |out, cell| out | self.covering[cell][word % MOST_PIECES])
    }

    /// What a placement of this piece leaves; none if a piece has no placement left.
    fn after(&self, node: &Node<C>, word: usize, mask: C) -> Option<Node<C>> {
        let out = self.ruled_out(mask);
        let left = node.left & !(1 << word);
        let mut rows = Rows::default();
        let mut with_rows = 0_u8;
        for (place, rows) in rows.iter_mut().enumerate() {
            *rows = node.rows[place] & !out[place];
            with_rows |= u8::from(*rows != 0) << place;
        }
        (left & !with_rows == 0).then_some(Node { rows, left, free: node.free & !mask })
    }

    /// The options of what has the fewest: of the piece, or else of the cell, and how many placements were counted for that.
    fn options(&mut self, node: &Node<C>) -> (Rows, usize) {
        let fewest = bits(node.left.into()).map(|word| (node.rows[word].count_ones(), word)).min();
        let Some((fewest, word)) = fewest else { return (Rows::default(), 0) };
        let mut counted = 0;
        if fewest > 1 {
            for word in bits(node.left.into()) {
                for number in bits(node.rows[word]) {
                    self.listed[counted] = self.masks[word * ROWS + number];
                    counted += 1;
                }
            }
            let (cells, count) = Planes::count(&self.listed[..counted]).rarest(node.free);
            if let Some(cell) = cells.lowest().filter(|_| count < fewest as usize) {
                let covering = &self.covering[cell];
                return (std::array::from_fn(|word| covering[word] & node.rows[word] & all_if(node.left >> word & 1 == 1)), counted);
            }
        }
        let mut options = Rows::default();
        options[word] = node.rows[word];
        (options, counted)
    }
}

impl<C: Cells> RowList<'_, C> {
    /// Goes on from a level that suits.
    pub(super) fn descend_in_columns(&mut self, depth: usize, rest: Remaining<C>, share: Share) -> ControlFlow<()> {
        let node = self.columns.fill(&self.levels[depth], rest);
        self.descend_from(&node, share)
    }

    /// Makes these choices from a level that suits; none if there is no solution with them.
    pub(super) fn follow_in_columns(&mut self, depth: usize, path: &[(u8, C)], rest: Remaining<C>) -> Option<Node<C>> {
        let mut node = self.columns.fill(&self.levels[depth], rest);
        for &choice in path {
            let (word, _) = self.columns.find(&node, choice)?;
            node = self.columns.after(&node, word, choice.1)?;
            self.chosen.push(choice);
        }
        Some(node)
    }

    /// Goes on from a node. Tasks are given out where they are wanted, but not of the last pieces, which take no time.
    pub(super) fn descend_from(&mut self, node: &Node<C>, share: Share) -> ControlFlow<()> {
        let left = node.left.count_ones();
        if self.give_out_at.is_some_and(|limit| limit <= self.chosen.len() || left <= LAST_PIECES) {
            self.give_out_here(share.size);
            return ControlFlow::Continue(());
        }
        match left {
            // Only a task begins with one or two of the last pieces.
            0 => return self.problem.tell(&self.chosen, self.held.keeping(&self.chosen), self.observer),
            LAST_PIECES => return self.finish_from(node, share),
            _ => {}
        }
        let (mut options, counted) = self.columns.options(node);
        let of = options.iter().map(|rows| rows.count_ones() as usize).sum();
        self.copied += counted + MOST_PIECES * of;
        let mut done = 0;
        for word in 0..MOST_PIECES {
            while let Some(number) = take_lowest(&mut options[word]) {
                let share = share.piece(done, of);
                if self.go_on(share.from).is_break() {
                    options[word] |= 1 << number;
                    self.leave_rows(&options, share.size);
                    return ControlFlow::Break(());
                }
                if self.place_row(node, word, number, share).is_break() {
                    self.leave_rows(&options, share.size);
                    return ControlFlow::Break(());
                }
                done += 1;
            }
        }
        ControlFlow::Continue(())
    }

    fn place_row(&mut self, node: &Node<C>, word: usize, number: usize, share: Share) -> ControlFlow<()> {
        let (piece, mask) = self.columns.choice(word, number);
        self.tally.explored += 1;
        let Some(next) = self.columns.after(node, word, mask) else { return ControlFlow::Continue(()) };
        self.tally.kept += 1;
        self.chosen.push((piece, mask));
        let flow = self.descend_from(&next, share);
        self.chosen.pop();
        flow
    }

    /// Tries the last pieces one after the other. Nothing need be decided: when all are placed without touching, no cell is free.
    fn finish_from(&mut self, node: &Node<C>, share: Share) -> ControlFlow<()> {
        let mut words = bits(node.left.into());
        let mut last = [0; LAST_PIECES as usize].map(|_: usize| words.next().unwrap_or_default());
        last.sort_by_key(|&word| node.rows[word].count_ones());
        let [first, second, third] = last;
        let mut options = node.rows[first];
        let of = options.count_ones() as usize;
        while let Some(number) = take_lowest(&mut options) {
            let (piece, mask) = self.columns.choice(first, number);
            self.tally.explored += 1;
            let seconds = self.columns.beside(mask, second, node.rows[second]);
            let thirds = self.columns.beside(mask, third, node.rows[third]);
            if seconds == 0 || thirds == 0 {
                continue;
            }
            self.tally.kept += 1;
            self.chosen.push((piece, mask));
            let share = share.piece(0, of);
            let flow = self.finish_pair([(second, seconds), (third, thirds)], share);
            self.chosen.pop();
            if flow.is_break() {
                self.leave_word(first, options, share.size);
                return flow;
            }
        }
        ControlFlow::Continue(())
    }

    fn finish_pair(&mut self, [(first, mut options), (second, seconds)]: [(usize, u64); 2], share: Share) -> ControlFlow<()> {
        let share = share.piece(0, options.count_ones() as usize);
        while let Some(number) = take_lowest(&mut options) {
            let (piece, mask) = self.columns.choice(first, number);
            self.tally.explored += 1;
            let fitting = self.columns.beside(mask, second, seconds);
            if fitting == 0 {
                continue;
            }
            self.tally.kept += 1;
            self.chosen.push((piece, mask));
            let flow = self.finish_last(second, fitting, share);
            self.chosen.pop();
            if flow.is_break() {
                self.leave_word(first, options, share.size);
                return flow;
            }
        }
        ControlFlow::Continue(())
    }

    fn finish_last(&mut self, word: usize, mut options: u64, share: Share) -> ControlFlow<()> {
        while let Some(number) = take_lowest(&mut options) {
            self.tally.explored += 1;
            self.tally.kept += 1;
            self.chosen.push(self.columns.choice(word, number));
            let flow = self.problem.tell(&self.chosen, self.held.keeping(&self.chosen), self.observer);
            self.chosen.pop();
            if flow.is_break() {
                self.leave_word(word, options, share.size);
                return flow;
            }
        }
        ControlFlow::Continue(())
    }

    /// Leaves these options of a node.
    fn leave_rows(&mut self, options: &Rows, share: f64) {
        for (word, &rows) in options.iter().enumerate() {
            self.leave_word(word, rows, share);
        }
    }

    fn leave_word(&mut self, word: usize, rows: u64, share: f64) {
        for number in bits(rows) {
            self.give_out(Some(self.columns.choice(word, number)), share);
        }
    }
}

/// Takes the lowest bit out and tells its number.
fn take_lowest(rows: &mut u64) -> Option<usize> {
    let lowest = rows.lowest()?;
    *rows &= *rows - 1;
    Some(lowest)
}

/// The numbers of the bits that are set.
fn bits(rows: u64) -> impl Iterator<Item = usize> {
    rows.cells()
}

/// All bits, or none.
fn all_if(condition: bool) -> u64 {
    u64::MAX.when(condition)
}
