//! What can move in a position.
//!
//! From how far each piece alone can move until it meets each other one follows what must move together: see the source in [`super`].

use std::{
    collections::HashSet,
    hash::{BuildHasherDefault, Hasher},
    ops::ControlFlow,
};

use glam::IVec3;

use super::{
    DIRECTIONS,
    beside::{FOREVER, Shapes},
};
use base::bits::{Bits, Word};

/// How far each piece can move in each direction until it meets each other one. Reused from position to position to save memory.
#[derive(Debug)]
pub struct Analysis<W: Word> {
    count: usize,
    /// For each two pieces the number of the pair, if they are different.
    pairs: Vec<usize>,
    /// For each direction and piece, how far it can move until it meets each other one.
    far: [Vec<u16>; DIRECTIONS.len()],
    /// For each direction and piece, those that it meets sooner or later.
    met: [Vec<Bits<W>>; DIRECTIONS.len()],
    /// For distances from 1 on: for each piece, those that it meets before it has moved so far.
    met_within: Vec<Vec<Bits<W>>>,
    /// For the same distances, what was found to move together.
    found: Vec<Vec<Bits<W>>>,
    /// All that was found in a direction.
    known: HashSet<(Bits<W>, u16), BuildHasherDefault<Mixer>>,
}

/// A hash function for sets of pieces, which nobody chooses to collide.
#[derive(Debug, Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl<W: Word> Analysis<W> {
    /// Nothing is known yet about this number of pieces, given the number of the pair for each two of them.
    pub fn new(count: usize, pairs: Vec<usize>) -> Self {
        Self {
            count,
            pairs,
            far: [0; DIRECTIONS.len()].map(|_| vec![FOREVER; count * count]),
            met: [0; DIRECTIONS.len()].map(|_| vec![Bits::NONE; count]),
            met_within: Vec::new(),
            found: Vec::new(),
            known: HashSet::default(),
        }
    }

    /// Finds how far the pieces can move from these places.
    pub fn look_at(&mut self, shapes: &mut Shapes, places: &[IVec3]) {
        let count = self.count;
        for own in 0..count {
            for other in (0..count).filter(|&other| other != own) {
                let reach = shapes.reach(self.pairs[own * count + other], places[other] - places[own]);
                // What one piece can move to the right until it meets another, that one can move to the left.
                for (axis, reach) in reach.into_iter().enumerate() {
                    self.far[2 * axis][own * count + other] = reach;
                    self.far[2 * axis + 1][other * count + own] = reach;
                }
            }
        }
        for (met, far) in self.met.iter_mut().zip(&self.far) {
            fill(met, far, FOREVER);
        }
    }

    /// The pieces that leave the others at once, and in which direction; at most half of them, since otherwise the others leave.
    pub fn leaving(&self) -> Option<(Bits<W>, usize)> {
        let each = |most: usize| {
            let all = self.met.iter().enumerate().flat_map(|(direction, met)| (0..self.count).map(move |piece| (direction, met, piece)));
            all.into_iter().find_map(|(direction, met, piece)| Some((moved(met, piece, most)?, direction)))
        };
        each(1).or_else(|| each(self.count / 2))
    }

    /// Calls `each` with all moves: the pieces, the direction and the distance. Nothing may be able to leave.
    pub fn moves<B>(&mut self, mut each: impl FnMut(Bits<W>, usize, u16) -> ControlFlow<B>) -> ControlFlow<B> {
        for direction in 0..DIRECTIONS.len() {
            let mut distances = 0;
            self.known.clear();
            for piece in 0..self.count {
                for distance in 1..FOREVER {
                    let number = usize::from(distance) - 1;
                    if number == distances {
                        self.prepare(direction, distance);
                        distances += 1;
                    }
                    let Some(moved) = moved(&self.met_within[number], piece, self.count / 2) else { break };
                    if !self.known.insert((moved, distance)) {
                        continue;
                    }
                    each(moved, direction, distance)?;
                    // What moves by itself moves together with others as well.
                    let found = &mut self.found[number];
                    let earlier = found.len();
                    found.push(moved);
                    for other in 0..earlier {
                        let both = moved | found[other];
                        if both.len() < self.count && self.known.insert((both, distance)) {
                            each(both, direction, distance)?;
                            found.push(both);
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Finds for each piece what it meets before it has moved this far in this direction.
    fn prepare(&mut self, direction: usize, distance: u16) {
        let number = usize::from(distance) - 1;
        if self.met_within.len() == number {
            self.met_within.push(vec![Bits::NONE; self.count]);
            self.found.push(Vec::new());
        }
        fill(&mut self.met_within[number], &self.far[direction], distance);
        self.found[number].clear();
    }
}

/// Finds for each piece the others that it meets before it has moved this far.
fn fill<W: Word>(met: &mut [Bits<W>], far: &[u16], distance: u16) {
    let count = met.len();
    for (met, far) in met.iter_mut().zip(far.chunks_exact(count)) {
        let others = far.iter().enumerate().map(|(other, &far)| Bits::from(other).when(far < distance));
        *met = others.fold(Bits::NONE, |met, other| met | other);
    }
}

/// The pieces that move if this one does: those that it meets, those that they meet, and so on. None if these are too many.
fn moved<W: Word>(met: &[Bits<W>], piece: usize, most: usize) -> Option<Bits<W>> {
    let mut moved = Bits::from(piece);
    let mut waiting = moved;
    while let Some(piece) = waiting.first() {
        let more = met[piece] - moved;
        moved |= more;
        if most < moved.len() {
            return None;
        }
        waiting = waiting.without(piece) | more;
    }
    Some(moved)
}
