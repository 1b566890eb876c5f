//! The lower part of the search, where few placements remain: they are bits of one word per piece, and nothing is copied.
//!
//! For each cell, the table has the placements that cover it, piece by piece. A choice rules out the placements at its cells: a few words
//! per remaining piece. Only to choose the next item are placements listed and counted, as on the lists above.

use std::ops::ControlFlow;

use super::{BLOCK, Level, Remaining, RowList, blocks, planes::Planes};
use crate::{share::Share, steps::Chosen};
use base::bits::{Bits, Word};

/// The number of placements of a piece that fit in a word.
const ROWS: usize = u64::BITS as usize;
/// The most pieces that columns are used for.
const MOST_PIECES: usize = 8;
/// With this many pieces or fewer, columns are not worthwhile.
const LAST_PIECES: u32 = 3;

/// A bit for each placement, in one word per piece.
type Rows = [u64; MOST_PIECES];

/// The placements of a node, indexed by cell. Reused from node to node to save memory.
pub struct Columns<W: Word> {
    /// The piece of each word.
    pieces: [u16; MOST_PIECES],
    /// For each cell, the placements that cover it.
    covering: Vec<Rows>,
    /// The cells of each placement: word by word, bit by bit.
    masks: Vec<Bits<W>>,
    /// The remaining placements of a node, and a block of empty ones.
    listed: Vec<Bits<W>>,
}

/// What remains at a node.
#[derive(Clone, Copy)]
pub(super) struct Node<W: Word> {
    /// The remaining placements of the unplaced pieces.
    rows: Rows,
    /// The unplaced pieces, one bit per word.
    unplaced: u8,
    free: Bits<W>,
}

impl<W: Word> Columns<W> {
    /// Columns without placements.
    pub const EMPTY: Self = Self { pieces: [0; MOST_PIECES], covering: Vec::new(), masks: Vec::new(), listed: Vec::new() };

    /// Whether a level of a search that places up to this many pieces fits into columns and is worth it. Every piece must be needed, so
    /// that a solution has a placement of each, and none may have several copies. With more pieces, such as pentominoes, the lists detect
    /// uncoverable cells earlier and are just as fast overall.
    pub(super) fn suit(pieces: usize, level: &Level<W>, remaining: Remaining<W>) -> bool {
        let is_in_number = pieces <= MOST_PIECES && level.groups.len() > LAST_PIECES as usize;
        remaining.slack == 0 && is_in_number && level.groups.iter().all(|group| group.len() <= ROWS && group.most == 1)
    }

    /// Loads the placements of a level.
    fn fill(&mut self, level: &Level<W>, remaining: Remaining<W>) -> Node<W> {
        self.covering.clear();
        self.covering.resize(W::BITS as usize, Rows::default());
        self.masks.resize(MOST_PIECES * ROWS, Bits::NONE);
        self.listed.resize(MOST_PIECES * ROWS + BLOCK, Bits::NONE);
        let mut node = Node { rows: Rows::default(), unplaced: 0, free: remaining.free };
        for (word, group) in level.groups.iter().enumerate() {
            self.pieces[word] = group.piece;
            node.unplaced |= 1 << word;
            for (number, &mask) in level.masks[group.rows()].iter().enumerate() {
                self.masks[word * ROWS + number] = mask;
                node.rows[word] |= 1 << number;
                mask.iter().for_each(|cell| self.covering[cell][word] |= 1 << number);
            }
        }
        node
    }

    /// Returns the word and the bit of a placement that remains at the node.
    fn find(&self, node: &Node<W>, (piece, mask): Chosen<W>) -> Option<(usize, usize)> {
        // Several words may be of one piece, each with placements of its own.
        let mut words = bits(node.unplaced.into()).filter(|&word| self.pieces[word] == piece);
        words.find_map(|word| {
            let number = bits(node.rows[word]).find(|&number| self.masks[word * ROWS + number] == mask)?;
            Some((word, number))
        })
    }

    /// Returns the piece and the cells of a placement.
    fn choice(&self, word: usize, number: usize) -> Chosen<W> {
        (self.pieces[word % MOST_PIECES], self.masks[word * ROWS + number])
    }

    /// Returns the placements of all pieces that share a cell with the mask.
    fn ruled_out(&self, mask: Bits<W>) -> Rows {
        let mut out = Rows::default();
        for cell in mask.iter() {
            for (out, &covering) in out.iter_mut().zip(&self.covering[cell]) {
                *out |= covering;
            }
        }
        out
    }

    /// Returns the placements of one piece that share no cell with the mask.
    fn beside(&self, mask: Bits<W>, word: usize, rows: u64) -> u64 {
        rows & !mask.iter().fold(0, |out, cell| out | self.covering[cell][word % MOST_PIECES])
    }

    /// Returns the node after this placement; `None` if a piece has no placement left.
    fn after(&self, node: &Node<W>, word: usize, mask: Bits<W>) -> Option<Node<W>> {
        let out = self.ruled_out(mask);
        let unplaced = node.unplaced & !(1 << word);
        let mut rows = Rows::default();
        let mut with_rows = 0_u8;
        for (place, rows) in rows.iter_mut().enumerate() {
            *rows = node.rows[place] & !out[place];
            with_rows |= u8::from(*rows != 0) << place;
        }
        (unplaced & !with_rows == 0).then_some(Node { rows, unplaced, free: node.free - mask })
    }

    /// Returns the options of the item with the fewest, preferring the piece, and how many placements were counted to find it.
    fn options(&mut self, node: &Node<W>) -> (Rows, usize) {
        let fewest = bits(node.unplaced.into()).map(|word| (node.rows[word].count_ones(), word)).min();
        let Some((fewest, word)) = fewest else { return (Rows::default(), 0) };
        let mut counted = 0;
        if fewest > 1 {
            for word in bits(node.unplaced.into()) {
                for number in bits(node.rows[word]) {
                    self.listed[counted] = self.masks[word * ROWS + number];
                    counted += 1;
                }
            }
            self.listed[counted..counted + BLOCK].fill(Bits::NONE);
            let (cells, count) = Planes::count(blocks(&self.listed, counted)).rarest(node.free);
            if let Some(cell) = cells.first().filter(|_| count < fewest as usize) {
                let covering = &self.covering[cell];
                return (std::array::from_fn(|word| covering[word] & node.rows[word] & all_if(node.unplaced >> word & 1 == 1)), counted);
            }
        }
        let mut options = Rows::default();
        options[word] = node.rows[word];
        (options, counted)
    }
}

impl<W: Word> RowList<'_, W> {
    /// Continues the search from a suitable level.
    pub(super) fn descend_in_columns(&mut self, depth: usize, remaining: Remaining<W>, share: Share) -> ControlFlow<()> {
        let node = self.columns.fill(&self.levels[depth], remaining);
        self.descend_from(&node, share)
    }

    /// Makes these choices from a suitable level; `None` if they lead to no solution.
    pub(super) fn follow_in_columns(&mut self, depth: usize, path: &[Chosen<W>], remaining: Remaining<W>) -> Option<Node<W>> {
        let mut node = self.columns.fill(&self.levels[depth], remaining);
        for &choice in path {
            let (word, _) = self.columns.find(&node, choice)?;
            node = self.columns.after(&node, word, choice.1)?;
            self.chosen.push(choice);
        }
        Some(node)
    }

    /// Continues from a node. Emits parts where requested, but not for the last pieces, which take no time.
    pub(super) fn descend_from(&mut self, node: &Node<W>, share: Share) -> ControlFlow<()> {
        let unplaced = node.unplaced.count_ones();
        if self.emit_at.is_some_and(|limit| limit <= self.chosen.len() || unplaced <= LAST_PIECES) {
            self.emit_here(share.size);
            return ControlFlow::Continue(());
        }
        match unplaced {
            // Only a part starts with one or two of the last pieces.
            0 => return self.listener.found(&self.chosen, &self.tally),
            LAST_PIECES => return self.finish_from(node, share),
            _ => {}
        }
        let (mut options, counted) = self.columns.options(node);
        let count = options.iter().map(|rows| rows.count_ones() as usize).sum();
        self.copied += counted + MOST_PIECES * count;
        let mut done = 0;
        for word in 0..MOST_PIECES {
            while let Some(number) = take_lowest(&mut options[word]) {
                let share = share.nth(done, count);
                if self.report_if_due(share.from).is_break() {
                    options[word] |= 1 << number;
                    self.emit_options(&options, share.size);
                    return ControlFlow::Break(());
                }
                if self.place_row(node, word, number, share).is_break() {
                    self.emit_options(&options, share.size);
                    return ControlFlow::Break(());
                }
                done += 1;
            }
        }
        ControlFlow::Continue(())
    }

    fn place_row(&mut self, node: &Node<W>, word: usize, number: usize, share: Share) -> ControlFlow<()> {
        let (piece, mask) = self.columns.choice(word, number);
        self.tally.explored += 1;
        let Some(next) = self.columns.after(node, word, mask) else { return ControlFlow::Continue(()) };
        self.tally.kept += 1;
        self.chosen.push((piece, mask));
        let flow = self.descend_from(&next, share);
        self.chosen.pop();
        flow
    }

    /// Tries the last three pieces in turn. There is nothing to decide: once all are placed without overlap, no cell is free.
    fn finish_from(&mut self, node: &Node<W>, share: Share) -> ControlFlow<()> {
        let mut words = bits(node.unplaced.into());
        let mut last = [0; LAST_PIECES as usize].map(|_: usize| words.next().unwrap_or_default());
        last.sort_by_key(|&word| node.rows[word].count_ones());
        let [first, second, third] = last;
        let mut options = node.rows[first];
        let count = options.count_ones() as usize;
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
            let share = share.nth(0, count);
            let flow = self.finish_pair([(second, seconds), (third, thirds)], share);
            self.chosen.pop();
            if flow.is_break() {
                self.emit_options_of(first, options, share.size);
                return flow;
            }
        }
        ControlFlow::Continue(())
    }

    fn finish_pair(&mut self, [(first, mut options), (second, seconds)]: [(usize, u64); 2], share: Share) -> ControlFlow<()> {
        let share = share.nth(0, options.count_ones() as usize);
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
                self.emit_options_of(first, options, share.size);
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
            let flow = self.listener.found(&self.chosen, &self.tally);
            self.chosen.pop();
            if flow.is_break() {
                self.emit_options_of(word, options, share.size);
                return flow;
            }
        }
        ControlFlow::Continue(())
    }

    /// Emits these options of a node as parts.
    fn emit_options(&mut self, options: &Rows, share: f64) {
        for (word, &rows) in options.iter().enumerate() {
            self.emit_options_of(word, rows, share);
        }
    }

    fn emit_options_of(&mut self, word: usize, rows: u64, share: f64) {
        for number in bits(rows) {
            self.emit(Some(self.columns.choice(word, number)), share);
        }
    }
}

/// Removes the lowest bit and returns its number.
fn take_lowest(rows: &mut u64) -> Option<usize> {
    let lowest = rows.lowest()?;
    *rows = rows.without_lowest();
    Some(lowest as usize)
}

/// Iterates over the numbers of the set bits.
fn bits(rows: u64) -> impl Iterator<Item = usize> {
    Bits::<u64>::new(rows).iter()
}

/// All bits, or none.
fn all_if(condition: bool) -> u64 {
    u64::MAX.when(condition)
}
