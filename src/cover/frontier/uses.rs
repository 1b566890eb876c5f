//! How often each piece was used: every combination that occurs has a number.

use std::{collections::HashMap, ops::ControlFlow};

use super::{Halt, budget::Budget};
use crate::{Copies, Problem};
use base::bits::{Bits, Word};

/// All combinations of numbers of copies that were asked for.
///
/// If the cells can't hold more copies of a piece than may be used, they are only counted as far as the least number: the fewer numbers are
/// told apart, the more states are equal.
pub struct Uses {
    pieces: Vec<Piece>,
    numbers: HashMap<Vec<u16>, u32>,
    /// By combination and piece: the number of copies.
    used: Vec<u16>,
    /// By combination.
    known: Vec<Known>,
    /// By combination and piece: the combination with one more copy of the piece. `UNKNOWN` until it is asked for.
    next: Vec<u32>,
    has_volume: bool,
}

struct Piece {
    size: u32,
    /// The number of copies that is needed.
    least: u16,
    /// The number up to which copies are counted.
    counted: u16,
    /// Whether more can be used than are counted.
    is_unlimited: bool,
}

#[derive(Clone, Copy)]
struct Known {
    /// One bit for each piece that may still be used, or for several: bit 3 for the pieces 3, 67 and so on.
    available: u64,
    /// The number of cells of the copies that are still needed.
    least: u32,
    /// The number of cells of the copies that may still be used.
    most: u32,
}

/// No more copies of the piece may be used.
const NONE: u32 = u32::MAX;
const UNKNOWN: u32 = u32::MAX - 1;

/// About what a hash table takes for each entry beside its key, in bytes.
const ENTRY: usize = 64;

/// The bit that stands for a piece.
pub fn bit_of(piece: usize) -> u64 {
    1 << (piece % 64)
}

impl Uses {
    /// The combinations for a problem. None is known yet.
    pub fn new<W: Word>(problem: &Problem<W>) -> Self {
        let cells = problem.cells().len();
        let piece = |(&size, copies): (&usize, &Copies)| {
            let fitting = cells / size.max(1);
            let is_unlimited = copies.most >= fitting;
            let counted = if is_unlimited { copies.least } else { copies.most };
            Piece { size: size as u32, least: copies.least as u16, counted: counted as u16, is_unlimited }
        };
        Self {
            pieces: problem.sizes.iter().zip(&problem.copies).map(piece).collect(),
            numbers: HashMap::new(),
            used: Vec::new(),
            known: Vec::new(),
            next: Vec::new(),
            has_volume: problem.has_volume(),
        }
    }

    /// The combination without any copy; `None` if the numbers of cells allow no solution.
    pub fn none(&mut self, budget: &mut Budget) -> ControlFlow<Halt, Option<u32>> {
        if !self.has_volume {
            return ControlFlow::Continue(None);
        }
        self.number(vec![0; self.pieces.len()], budget).map_continue(Some)
    }

    /// The combination with one more copy of this piece; `None` if none may be used.
    #[inline]
    pub fn with(&mut self, used: u32, piece: usize, budget: &mut Budget) -> ControlFlow<Halt, Option<u32>> {
        match self.next[used as usize * self.pieces.len() + piece] {
            NONE => ControlFlow::Continue(None),
            UNKNOWN => self.find(used, piece, budget),
            known => ControlFlow::Continue(Some(known)),
        }
    }

    #[cold]
    fn find(&mut self, used: u32, piece: usize, budget: &mut Budget) -> ControlFlow<Halt, Option<u32>> {
        let place = used as usize * self.pieces.len();
        let mut copies = self.used[place..place + self.pieces.len()].to_vec();
        let Piece { counted, is_unlimited, .. } = self.pieces[piece];
        let is_counted = copies[piece] < counted;
        copies[piece] += u16::from(is_counted);
        let next = if is_counted || is_unlimited { Some(self.number(copies, budget)?) } else { None };
        self.next[place + piece] = next.unwrap_or(NONE);
        ControlFlow::Continue(next)
    }

    /// The number of a combination, which is a new one where it wasn't known.
    fn number(&mut self, copies: Vec<u16>, budget: &mut Budget) -> ControlFlow<Halt, u32> {
        if let Some(&number) = self.numbers.get(&copies) {
            return ControlFlow::Continue(number);
        }
        budget.take(copies.len() * (2 * size_of::<u16>() + size_of::<u32>()) + size_of::<Known>() + ENTRY)?;
        let mut known = Known { available: 0, least: 0, most: 0 };
        for (number, (piece, &used)) in self.pieces.iter().zip(&copies).enumerate() {
            if piece.is_unlimited || used < piece.counted {
                known.available |= bit_of(number);
            }
            known.least += piece.size * u32::from(piece.least.saturating_sub(used));
            let most = if piece.is_unlimited { u32::MAX } else { piece.size * u32::from(piece.counted - used) };
            known.most = known.most.saturating_add(most);
        }
        let number = self.known.len() as u32;
        self.known.push(known);
        self.used.extend(&copies);
        self.next.resize(self.next.len() + copies.len(), UNKNOWN);
        self.numbers.insert(copies, number);
        ControlFlow::Continue(number)
    }

    /// For each number of cells up to this one, in how many ways pieces can be used that have exactly this many cells, as far as they are
    /// told apart.
    pub fn combinations(&self, most: usize) -> Vec<f64> {
        let mut ways = vec![0.0; most + 1];
        ways[0] = 1.0;
        for piece in self.pieces.iter().filter(|piece| !piece.is_unlimited || piece.counted > 0) {
            for cells in (0..=most).rev() {
                let fewer = (1..=usize::from(piece.counted)).map_while(|copies| cells.checked_sub(copies * piece.size as usize));
                ways[cells] += fewer.map(|fewer| ways[fewer]).sum::<f64>();
            }
        }
        if self.pieces.iter().any(|piece| piece.is_unlimited) {
            // Any number of cells more can be covered by copies that aren't counted.
            for cells in 1..=most {
                ways[cells] += ways[cells - 1];
            }
        }
        ways
    }

    /// The pieces that may still be used, as [`bit_of`] numbers them.
    #[inline]
    pub fn available(&self, used: u32) -> u64 {
        self.known[used as usize].available
    }

    /// Whether each piece was used as often as it must be.
    pub fn suffice(&self, used: u32) -> bool {
        self.known[used as usize].least == 0
    }

    /// Whether the copies that may still be used are enough for these free cells, of which some are optional, and those that are needed not
    /// too many.
    #[inline]
    pub fn have_volume<W: Word>(&self, used: u32, free: Bits<W>, optional: Bits<W>) -> bool {
        let Known { least, most, .. } = self.known[used as usize];
        least as usize <= free.len() && (free - optional).len() <= most as usize
    }
}
