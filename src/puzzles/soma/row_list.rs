//! Fewest options first on flat lists: at every node stand all placements that are still possible, and nothing else.
//!
//! A placement is chosen by copying those that do not touch it into the list of the next level; so there is nothing to
//! undo. How many placements cover each cell is counted for all cells at once, in bit planes.

use std::ops::ControlFlow;

use super::{
    answer::{Among, Answer},
    hold::{Held, Lists, hold},
    problem::{Mask, Problem},
    share::Share,
};
use crate::search::{Observer, Tally};

/// Tells the observer of all solutions.
pub fn search(problem: &Problem, observer: &mut dyn Observer<Answer>) -> ControlFlow<()> {
    let mut lists: Lists = problem.pieces.iter().map(|piece| piece.masks.clone()).collect();
    let held = hold(problem, &mut lists);
    let mut search = RowList::new(problem, held, observer);
    search.run(&lists, Share::WHOLE)?;
    search.finish()
}

/// A search that may be run on several sets of lists, one after the other.
pub struct RowList<'a> {
    problem: &'a Problem,
    held: Option<Held>,
    observer: &'a mut dyn Observer<Answer>,
    levels: Vec<Level>,
    chosen: Vec<(u8, Mask)>,
    tally: Tally,
}

/// What is possible when so many pieces are placed.
#[derive(Clone, Default)]
struct Level {
    /// Piece after piece; what lies beyond the last group means nothing.
    masks: Vec<Mask>,
    groups: Vec<Group>,
}

/// The placements of one piece within a level.
#[derive(Clone, Copy)]
struct Group {
    piece: u8,
    size: u32,
    start: usize,
    end: usize,
}

impl Group {
    fn len(self) -> usize {
        self.end - self.start
    }
}

/// What is yet to be covered, and with what.
#[derive(Clone, Copy)]
struct Rest {
    free: Mask,
    /// How many cells of pieces may be left out.
    slack: u32,
}

/// What every solution must decide, with the fewest ways to do it.
enum Choice {
    /// Where the piece of this group lies.
    Piece(usize),
    /// What covers this cell.
    Cell(Mask),
}

impl<'a> RowList<'a> {
    /// A search that has not begun.
    pub fn new(problem: &'a Problem, held: Option<Held>, observer: &'a mut dyn Observer<Answer>) -> Self {
        let levels = vec![Level::default(); problem.pieces.len() + 1];
        Self { problem, held, observer, levels, chosen: Vec::new(), tally: Tally::default() }
    }

    /// Finds all solutions with placements from the lists.
    pub fn run(&mut self, lists: &Lists, share: Share) -> ControlFlow<()> {
        let Some(slack) = self.problem.slack() else { return ControlFlow::Continue(()) };
        let most: usize = lists.iter().map(Vec::len).sum();
        for level in &mut self.levels {
            level.masks.resize(most, 0);
        }
        self.fill_first_level(lists);
        let rest = Rest { free: self.problem.free, slack };
        let covered = lists.iter().flatten().fold(0, |cells, mask| cells | mask);
        let is_dead =
            covered != rest.free || lists.iter().zip(&self.problem.pieces).any(|(list, piece)| list.is_empty() && piece.size > slack);
        if is_dead { ControlFlow::Continue(()) } else { self.descend(0, rest, share) }
    }

    /// Tells that all is done.
    pub fn finish(self) -> ControlFlow<()> {
        self.observer.progress(1.0, &self.tally)
    }

    fn fill_first_level(&mut self, lists: &Lists) {
        let Level { masks, groups } = &mut self.levels[0];
        groups.clear();
        let mut start = 0;
        for (piece, list) in lists.iter().enumerate() {
            let end = start + list.len();
            masks[start..end].copy_from_slice(list);
            groups.push(Group { piece: piece as u8, size: self.problem.pieces[piece].size, start, end });
            start = end;
        }
        groups.sort_by_key(|group| group.len());
    }

    fn descend(&mut self, depth: usize, rest: Rest, share: Share) -> ControlFlow<()> {
        if rest.free == 0 {
            return self.tell();
        }
        self.observer.progress(share.from as f32, &self.tally)?;
        match self.choose(depth, rest) {
            Choice::Piece(place) => {
                let Group { start, end, .. } = self.levels[depth].groups[place];
                for row in start..end {
                    self.place(depth, place, row, rest, share.piece(row - start, end - start))?;
                }
            }
            Choice::Cell(cell) => {
                let groups = self.levels[depth].groups.len();
                for place in 0..groups {
                    let Group { start, end, .. } = self.levels[depth].groups[place];
                    let share = share.piece(place, groups);
                    for row in start..end {
                        if self.levels[depth].masks[row] & cell != 0 {
                            self.place(depth, place, row, rest, share.piece(row - start, end - start))?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The cell or the piece with the fewest placements; of equal ones the piece.
    fn choose(&self, depth: usize, rest: Rest) -> Choice {
        let Level { masks, groups } = &self.levels[depth];
        let end = groups.iter().map(|group| group.end).max().unwrap_or(0);
        let (cells, fewest) = rarest(rest.free, &count_planes(&masks[..end]));
        let must = groups.iter().enumerate().filter(|(_, group)| group.size > rest.slack);
        match must.min_by_key(|(_, group)| group.len()) {
            Some((place, group)) if group.len() <= fewest => Choice::Piece(place),
            _ => Choice::Cell(cells & cells.wrapping_neg()),
        }
    }

    fn place(&mut self, depth: usize, group: usize, row: usize, rest: Rest, share: Share) -> ControlFlow<()> {
        let mask = self.levels[depth].masks[row];
        let piece = self.levels[depth].groups[group].piece;
        self.tally.explored += 1;
        let rest = Rest { free: rest.free & !mask, ..rest };
        if let Some(rest) = self.next_level(depth, group, mask, rest) {
            self.tally.kept += 1;
            self.chosen.push((piece, mask));
            self.descend(depth + 1, rest, share)?;
            self.chosen.pop();
        }
        ControlFlow::Continue(())
    }

    /// Copies what the mask leaves possible, and tells what is left to do; none if a cell or a piece has no placement left.
    fn next_level(&mut self, depth: usize, chosen: usize, mask: Mask, mut rest: Rest) -> Option<Rest> {
        let (before, after) = self.levels.split_at_mut(depth + 1);
        let (level, next) = (&before[depth], &mut after[0]);
        next.groups.clear();
        if rest.free == 0 {
            return Some(rest);
        }
        let (mut end, mut covered) = (0, 0);
        let others = level.groups.iter().enumerate().filter(|&(place, _)| place != chosen);
        for (_, group) in others {
            let start = end;
            for &row in &level.masks[group.start..group.end] {
                // Written in any case and kept by counting it: no branch to mispredict.
                next.masks[end] = row;
                let stays = row & mask == 0;
                end += usize::from(stays);
                covered |= if stays { row } else { 0 };
            }
            if end == start {
                rest.slack = rest.slack.checked_sub(group.size)?;
            } else {
                next.groups.push(Group { start, end, ..*group });
            }
        }
        (covered == rest.free).then_some(rest)
    }

    fn tell(&mut self) -> ControlFlow<()> {
        let among = self.held.as_ref().map_or(Among::AllImages, |held| Among::ImagesUnder(held.keeping(&self.chosen)));
        self.problem.tell(&self.chosen, among, self.observer)
    }
}

/// In so many planes counts stop at 63, which is enough to compare small ones.
const PLANES: usize = 6;

/// How many masks have each bit: bit i of plane k is bit k of the count of bit i.
fn count_planes(masks: &[Mask]) -> [Mask; PLANES] {
    let mut planes = [0; PLANES];
    let mut fours = masks.chunks_exact(4);
    for four in &mut fours {
        // Three full adders turn four ones and the ones so far into ones, and carries into twos.
        let (sum, first) = full_add(planes[0], four[0], four[1]);
        let (ones, second) = full_add(sum, four[2], four[3]);
        let (twos, fourth) = full_add(planes[1], first, second);
        (planes[0], planes[1]) = (ones, twos);
        carry_into(&mut planes, 2, fourth);
    }
    for &mask in fours.remainder() {
        carry_into(&mut planes, 0, mask);
    }
    planes
}

/// Adds three bits in every place: the sum's bit and the carry.
fn full_add(a: Mask, b: Mask, c: Mask) -> (Mask, Mask) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}

/// Adds bits worth two to the plane's power; counts that would overflow stay at the most.
fn carry_into(planes: &mut [Mask; PLANES], plane: usize, mut carry: Mask) {
    for counts in &mut planes[plane..] {
        let carried = *counts & carry;
        *counts ^= carry;
        carry = carried;
    }
    for counts in planes {
        *counts |= carry;
    }
}

/// Of the free cells those with the smallest count, and that count, from the highest plane down.
fn rarest(free: Mask, planes: &[Mask; PLANES]) -> (Mask, usize) {
    let (mut cells, mut count) = (free, 0);
    for (plane, counts) in planes.iter().enumerate().rev() {
        let with_zero = cells & !counts;
        if with_zero == 0 {
            count |= 1 << plane;
        } else {
            cells = with_zero;
        }
    }
    (cells, count)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn planes_count_like_fingers(masks in prop::collection::vec(any::<Mask>(), 0..200), free in 1..=Mask::MAX) {
            let counted = |cell: usize| masks.iter().filter(|&mask| mask >> cell & 1 == 1).count().min(63);
            let planes = count_planes(&masks);
            for cell in 0..64 {
                let count = planes.iter().enumerate().map(|(k, plane)| ((plane >> cell & 1) as usize) << k).sum::<usize>();
                // Once full, a count is no longer exact but stays large.
                prop_assert!(count == counted(cell) || masks.len() > 63 && count > 31, "cell {cell}: {count}");
            }
            let (cells, count) = rarest(free, &planes);
            prop_assert!(cells != 0 && cells & !free == 0);
            if masks.len() <= 63 {
                let least = (0..64).filter(|&cell| free >> cell & 1 == 1).map(counted).min();
                prop_assert_eq!(Some(count), least);
                prop_assert!((0..64).filter(|&cell| cells >> cell & 1 == 1).all(|cell| Some(counted(cell)) == least));
            }
        }
    }
}
