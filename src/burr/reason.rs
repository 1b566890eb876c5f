//! Why an assembly never comes apart: the smallest set of pieces that hold each other.
//!
//! Whatever comes apart does so without some of its pieces as well, so every set that doesn't has a smallest one in it. In that one, no
//! piece can leave at once: in each direction it meets another piece of the set. So a set grows from a piece by one that a piece meets,
//! for a piece and a direction that have none in it, until there are none of these or it is as large as the best that is known.

use std::ops::ControlFlow;

use glam::IVec3;

use super::{Assembly, DIRECTIONS, Disassembler, Verdict, beside::FOREVER};
use cover::KeepGoing;

/// A search for the smallest set of pieces that hold each other.
struct Search<'a> {
    disassembler: &'a mut Disassembler,
    assembly: &'a Assembly,
    /// For each piece and direction, the pieces that it meets, in their order.
    met: Vec<[Vec<usize>; DIRECTIONS.len()]>,
    /// For each piece, whether the sets with it have been tried, or are tried elsewhere.
    is_out: Vec<bool>,
    /// Whether it is known for each set that was tried whether it comes apart.
    is_certain: bool,
}

/// Returns the smallest set of pieces that hold each other, given some that never come apart, and whether there is certainly none smaller.
pub fn smallest(
    disassembler: &mut Disassembler,
    assembly: &Assembly,
    stuck: &[usize],
    keep_going: KeepGoing<'_>,
) -> ControlFlow<(), (Vec<usize>, bool)> {
    let pieces = &assembly.pieces;
    let met = disassembler.met(pieces);
    let mut search = Search { disassembler, assembly, met, is_out: vec![false; pieces.len()], is_certain: true };
    for size in 2..stuck.len() {
        search.is_out.fill(false);
        for first in 0..pieces.len() {
            if let Some(held) = search.grow(&mut vec![first], size, keep_going)? {
                return ControlFlow::Continue((held, search.is_certain));
            }
            search.is_out[first] = true;
        }
    }
    ControlFlow::Continue((stuck.to_vec(), search.is_certain))
}

impl Search<'_> {
    /// Tries the sets of this size that have these pieces, and none that is out.
    fn grow(&mut self, chosen: &mut Vec<usize>, size: usize, keep_going: KeepGoing<'_>) -> ControlFlow<(), Option<Vec<usize>>> {
        keep_going()?;
        let free = |met: &&Vec<usize>| !met.iter().any(|other| chosen.contains(other));
        let Some(met) = chosen.iter().flat_map(|&piece| &self.met[piece]).find(free).cloned() else {
            return if chosen.len() == size { self.try_set(chosen, keep_going) } else { self.extend(chosen, size, keep_going) };
        };
        if chosen.len() == size {
            return ControlFlow::Continue(None);
        }
        self.each(met, chosen, size, keep_going)
    }

    /// Adds any piece, since those that are chosen are held but come apart.
    fn extend(&mut self, chosen: &mut Vec<usize>, size: usize, keep_going: KeepGoing<'_>) -> ControlFlow<(), Option<Vec<usize>>> {
        let others = (0..self.met.len()).filter(|piece| !chosen.contains(piece)).collect();
        self.each(others, chosen, size, keep_going)
    }

    /// Adds each of these pieces in turn.
    fn each(
        &mut self,
        candidates: Vec<usize>,
        chosen: &mut Vec<usize>,
        size: usize,
        keep_going: KeepGoing<'_>,
    ) -> ControlFlow<(), Option<Vec<usize>>> {
        let mut tried = Vec::new();
        let mut held = None;
        for piece in candidates {
            if self.is_out[piece] {
                continue;
            }
            chosen.push(piece);
            held = self.grow(chosen, size, keep_going)?;
            chosen.pop();
            if held.is_some() {
                break;
            }
            self.is_out[piece] = true;
            tried.push(piece);
        }
        tried.into_iter().for_each(|piece| self.is_out[piece] = false);
        ControlFlow::Continue(held)
    }

    /// Whether these pieces hold each other, and which of them.
    fn try_set(&mut self, chosen: &[usize], keep_going: KeepGoing<'_>) -> ControlFlow<(), Option<Vec<usize>>> {
        let mut set = chosen.to_vec();
        set.sort_unstable();
        ControlFlow::Continue(match self.disassembler.take_part(self.assembly, set, false, keep_going)? {
            Verdict::Never(held) => Some(held),
            Verdict::Apart(_) => None,
            Verdict::Unknown => {
                self.is_certain = false;
                None
            }
        })
    }
}

impl Disassembler {
    /// For each piece and direction, the pieces that it meets.
    fn met(&mut self, pieces: &[Vec<IVec3>]) -> Vec<[Vec<usize>; DIRECTIONS.len()]> {
        let placed: Vec<_> = pieces.iter().map(|cells| self.shapes.placed(cells)).collect();
        let mut met: Vec<[Vec<usize>; DIRECTIONS.len()]> = vec![Default::default(); pieces.len()];
        for (own, &(shape, place)) in placed.iter().enumerate() {
            for (other, &(other_shape, other_place)) in placed.iter().enumerate().filter(|&(other, _)| other != own) {
                let pair = self.shapes.pair(shape, other_shape);
                let reach = self.shapes.reach(pair, other_place - place);
                for axis in (0..3).filter(|&axis| reach[axis] != FOREVER) {
                    met[own][2 * axis].push(other);
                    met[other][2 * axis + 1].push(own);
                }
            }
        }
        met
    }
}
