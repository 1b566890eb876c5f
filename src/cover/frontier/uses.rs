//! How often each piece was used: every combination that may occur has a number.

use std::ops::{ControlFlow, Range};

use super::{Halt, KeepGoing, budget::Budget, profiles::Cells, workers::Workers};
use crate::{Copies, Problem};
use base::bits::Word;

/// All combinations of numbers of copies that fit in the cells, sorted by their numbers of cells.
///
/// If the cells can't hold more copies of a piece than may be used, they are only counted as far as the least number: the fewer numbers are
/// told apart, the more states are equal.
pub struct Uses {
    known: Vec<Known>,
    /// By piece and combination: the combination with one more copy of the piece, or `NONE`.
    next: Vec<Vec<u32>>,
    /// By piece and combination: the combination with one copy less of the piece, or `NONE`.
    previous: Vec<Vec<u32>>,
    /// By piece: whether one more copy never changes the order of combinations.
    are_in_order: Vec<bool>,
}

/// How the copies of a piece are counted.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    size: u32,
    /// The number of copies that is needed.
    least: u32,
    /// The number up to which copies are counted.
    pub counted: u32,
    /// Whether more can be used than are counted.
    is_unlimited: bool,
}

#[derive(Clone, Copy)]
struct Known {
    /// The number of cells of the copies that are still needed.
    least: u32,
    /// The number of cells of the copies that may still be used.
    most: u32,
    /// The least number of cells of the copies that were used.
    used_least: u32,
    /// The largest one.
    used_most: u32,
    /// Whether the part has it before the cut, and from there on.
    sides: [bool; 2],
}

/// There is no such combination.
pub const NONE: u32 = u32::MAX;

/// A part of all solutions: those that have used the first pieces this often where both halves of the graph meet.
#[derive(Clone, Debug)]
pub struct Part {
    /// How often each of the first pieces was used.
    pub copies: Vec<u32>,
    /// The least and the largest number of cells that all pieces can have had there.
    pub cells: [u32; 2],
}

impl Part {
    /// All solutions.
    pub const ALL: Self = Self { copies: Vec::new(), cells: [0, u32::MAX] };
}

/// More combinations than these aren't listed.
const MOST_COMBINATIONS: usize = 1 << 18;
/// The number of combinations between two calls of the callback: less than a millisecond.
const COMBINATIONS_PER_CALL: usize = 1 << 13;

/// How the copies of each piece are counted.
pub fn pieces<W: Word>(problem: &Problem<W>) -> Vec<Piece> {
    let cells = problem.cells().len();
    let piece = |(&size, copies): (&usize, &Copies)| {
        let fitting = cells / size.max(1);
        let is_unlimited = copies.most >= fitting;
        let counted = if is_unlimited { copies.least } else { copies.most };
        Piece { size: size as u32, least: copies.least as u32, counted: counted as u32, is_unlimited }
    };
    problem.sizes.iter().zip(&problem.copies).map(piece).collect()
}

/// Lists combinations as the digits of a number.
struct Listing<'a> {
    pieces: &'a [Piece],
    part: &'a Part,
    /// By piece: the place of its digit, in bits.
    places: Vec<u32>,
    /// By piece: the most cells of all copies of it and of the pieces after it that may be used.
    most: Vec<u32>,
    /// The number of cells of the board.
    cells: u32,
    found: Vec<Found>,
}

/// The number of cells of a combination, its digits, and whether a part has it before the cut, and from there on.
type Found = (u32, u128, [bool; 2]);

/// The first copies of a combination.
#[derive(Clone, Copy)]
struct Begun {
    /// The number of their cells.
    used: u32,
    /// The number of their cells, with all that are still needed.
    needed: u32,
    /// The least and the largest number of their cells at the cut.
    at_cut: [u32; 2],
    digits: u128,
    sides: [bool; 2],
}

impl Piece {
    /// The most cells of these copies, which may stand for more of them.
    fn most_cells(self, copies: u32) -> u32 {
        if self.is_unlimited && copies == self.counted { u32::MAX } else { self.size * copies }
    }
}

impl Listing<'_> {
    /// Lists all combinations that begin with these copies of the first pieces. Before the cut there are at most as many copies as at the
    /// cut, and after it no fewer. What was used there must have as many cells as can be covered there.
    fn list(&mut self, piece: usize, begun: Begun, budget: &Budget, keep_going: KeepGoing<'_>) -> ControlFlow<Halt> {
        let Begun { used, needed, at_cut: [least_at_cut, most_at_cut], digits, sides } = begun;
        let Some(&own) = self.pieces.get(piece) else {
            if self.found.len() == MOST_COMBINATIONS {
                return ControlFlow::Break(Halt::TooLarge);
            }
            if self.found.len().is_multiple_of(COMBINATIONS_PER_CALL) {
                keep_going().map_break(|()| Halt::Stopped)?;
            }
            return budget.push(&mut self.found, (used, digits, sides));
        };
        let fixed = self.part.copies.get(piece).copied();
        for copies in 0..=own.counted {
            let copies_at_cut = fixed.unwrap_or(copies);
            let at_cut = [least_at_cut + own.size * copies_at_cut, most_at_cut.saturating_add(own.most_cells(copies_at_cut))];
            let most_at_cut = at_cut[1].saturating_add(self.most[piece + 1]);
            let [before, after] = sides;
            let sides = [
                before && copies <= copies_at_cut && at_cut[0] <= self.part.cells[1],
                after && copies_at_cut <= copies && self.part.cells[0] <= most_at_cut,
            ];
            let needed = needed + own.size * copies.saturating_sub(own.least);
            if sides != [false; 2] && needed <= self.cells {
                let digits = digits | u128::from(copies) << self.places[piece];
                self.list(piece + 1, Begun { used: used + own.size * copies, needed, at_cut, digits, sides }, budget, keep_going)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Uses {
    /// The combinations for a problem with these pieces, as far as a part needs them.
    pub fn new<W: Word>(
        problem: &Problem<W>,
        pieces: &[Piece],
        part: &Part,
        workers: Workers<'_>,
        budget: &Budget,
        keep_going: KeepGoing<'_>,
    ) -> ControlFlow<Halt, Self> {
        let mut places = Vec::new();
        let mut bits = 0;
        for piece in pieces {
            places.push(bits);
            bits += u32::BITS - piece.counted.leading_zeros();
        }
        if bits > u128::BITS {
            return ControlFlow::Break(Halt::TooLarge);
        }
        places.iter_mut().for_each(|place| *place = (*place).min(u128::BITS - 1));
        let mut most = vec![0_u32; pieces.len() + 1];
        for (number, piece) in pieces.iter().enumerate().rev() {
            let copies = part.copies.get(number).copied().unwrap_or(piece.counted);
            most[number] = most[number + 1].saturating_add(piece.most_cells(copies));
        }
        let needed = pieces.iter().map(|piece| piece.size * piece.least).sum();
        let mut listing = Listing { pieces, part, places, most, cells: problem.cells().len() as u32, found: Vec::new() };
        if needed <= listing.cells {
            listing.list(0, Begun { used: 0, needed, at_cut: [0; 2], digits: 0, sides: [true; 2] }, budget, keep_going)?;
        }
        let Listing { places, mut found, .. } = listing;
        found.sort_unstable();
        budget.take(found.len() * (size_of::<Known>() + 2 * pieces.len() * size_of::<u32>()))?;
        let copies = |digits: u128, piece: usize| {
            let width = u32::BITS - pieces[piece].counted.leading_zeros();
            (digits >> places[piece]) as u32 & ((1_u64 << width) - 1) as u32
        };
        let known_of = |&(used, digits, sides): &Found| {
            let mut known = Known { least: 0, most: 0, used_least: used, used_most: used, sides };
            for (number, piece) in pieces.iter().enumerate() {
                let copies = copies(digits, number);
                known.least += piece.size * piece.least.saturating_sub(copies);
                let most = if piece.is_unlimited { u32::MAX } else { piece.size * (piece.counted - copies) };
                known.most = known.most.saturating_add(most);
                if piece.is_unlimited && copies == piece.counted {
                    known.used_most = u32::MAX;
                }
            }
            known
        };
        let some = |(): &mut (), numbers: Range<usize>, _: KeepGoing<'_>| {
            ControlFlow::Continue(found[numbers].iter().map(known_of).collect::<Vec<_>>())
        };
        let mut known = Vec::with_capacity(found.len());
        workers.divide(0..found.len(), COMBINATIONS_PER_CALL, || (), some, keep_going, |some| known.extend(some))?;
        let steps = |(): &mut (), number: Range<usize>, _: KeepGoing<'_>| {
            let (number, piece) = (number.start, pieces[number.start]);
            let [mut next, mut previous] = [(); 2].map(|()| vec![NONE; found.len()]);
            // One more copy moves all combinations by the same distance, so both places only move on.
            let mut place = 0;
            for (from, &(used, digits, _)) in found.iter().enumerate() {
                if copies(digits, number) == piece.counted {
                    if piece.is_unlimited {
                        next[from] = from as u32;
                    }
                    continue;
                }
                let wanted = (used + piece.size, digits + (1 << places[number]));
                while found.get(place).is_some_and(|&(used, digits, _)| (used, digits) < wanted) {
                    place += 1;
                }
                if found.get(place).is_some_and(|&(used, digits, _)| (used, digits) == wanted) {
                    next[from] = place as u32;
                    previous[place] = from as u32;
                }
            }
            ControlFlow::Continue((next, previous))
        };
        let (mut next, mut previous) = (Vec::new(), Vec::new());
        workers.divide(
            0..pieces.len(),
            1,
            || (),
            steps,
            keep_going,
            |(of_next, of_previous)| {
                next.push(of_next);
                previous.push(of_previous);
            },
        )?;
        budget.free(&mut found);
        let are_in_order = pieces.iter().map(|piece| !piece.is_unlimited).collect();
        ControlFlow::Continue(Self { known, next, previous, are_in_order })
    }

    /// The number of combinations.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// For each combination, the one with one more copy of this piece, or [`NONE`].
    #[inline]
    pub fn next(&self, piece: usize) -> &[u32] {
        &self.next[piece]
    }

    /// For each combination, the one with one copy less of this piece, or [`NONE`].
    #[inline]
    pub fn previous(&self, piece: usize) -> &[u32] {
        &self.previous[piece]
    }

    /// Whether one more copy of this piece never changes the order of combinations: each copy is counted.
    #[inline]
    pub fn is_in_order(&self, piece: usize) -> bool {
        self.are_in_order[piece]
    }

    /// The combination without any copy, if the part has it. It is the first of all.
    pub fn none(&self) -> Option<u32> {
        (self.has(0, 0) && self.known[0].used_least == 0).then_some(0)
    }

    /// Whether the part has a combination before the cut, which is side 0, or from there on. At the cut it has both.
    #[inline]
    pub fn has(&self, used: u32, side: usize) -> bool {
        self.known.get(used as usize).is_some_and(|known| known.sides[side])
    }

    /// The combinations with which each piece was used as often as it must be.
    pub fn sufficient(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.known).filter(|(_, known)| known.least == 0).map(|(used, _)| used)
    }

    /// Whether the copies that may have been used have as many cells as are covered, and those that remain as many as are free.
    #[inline]
    pub fn have_volume(&self, used: u32, cells: Cells) -> bool {
        let Known { least, most, used_least, used_most, .. } = self.known[used as usize];
        least <= u32::from(cells.free)
            && u32::from(cells.free_required) <= most
            && used_least <= u32::from(cells.covered)
            && u32::from(cells.covered_required) <= used_most
    }
}

/// For each number of cells up to this one, in how many ways pieces can be used that have exactly this many cells, as far as they are told
/// apart.
pub fn combinations(pieces: &[Piece], most: usize) -> Vec<f64> {
    let mut ways = vec![0.0; most + 1];
    ways[0] = 1.0;
    for piece in pieces.iter().filter(|piece| !piece.is_unlimited || piece.counted > 0) {
        for cells in (0..=most).rev() {
            let fewer = (1..=piece.counted as usize).map_while(|copies| cells.checked_sub(copies * piece.size as usize));
            ways[cells] += fewer.map(|fewer| ways[fewer]).sum::<f64>();
        }
    }
    if pieces.iter().any(|piece| piece.is_unlimited) {
        // Any number of cells more can be covered by copies that aren't counted.
        for cells in 1..=most {
            ways[cells] += ways[cells - 1];
        }
    }
    ways
}
