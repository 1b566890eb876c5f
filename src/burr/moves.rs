//! What can move in a position.
//!
//! From how far each piece alone can move until it meets each other one follows what must move together: see the source in [`super`].

use std::{collections::HashSet, hash::BuildHasherDefault, ops::ControlFlow};

use glam::IVec3;

use super::{
    DIRECTIONS,
    beside::{FOREVER, Shapes},
    mixer::Mixer,
};
use base::bits::{Bits, Word};

/// How far each piece can move in each direction until it meets each other one. Reused from position to position, and from one set of
/// pieces to the next, since it takes longer to get its memory than to fill it.
#[derive(Debug)]
pub struct Analysis<W: Word> {
    count: usize,
    /// For each two pieces the number of the pair, if they are different.
    pairs: Vec<usize>,
    /// For each direction and piece, how far it can move until it meets each other one.
    far: Vec<u16>,
    /// For each direction and piece, those that it meets sooner or later.
    met: Vec<Bits<W>>,
    /// For distances from 1 on: for each piece, those that it meets before it has moved so far.
    met_within: Vec<Vec<Bits<W>>>,
    /// For the same distances, what was found to move together.
    found: Vec<Vec<Bits<W>>>,
    /// All that was found in a direction.
    known: HashSet<(Bits<W>, u16), BuildHasherDefault<Mixer>>,
}

impl<W: Word> Default for Analysis<W> {
    fn default() -> Self {
        let (pairs, far, met) = (Vec::new(), Vec::new(), Vec::new());
        Self { count: 0, pairs, far, met, met_within: Vec::new(), found: Vec::new(), known: HashSet::default() }
    }
}

impl<W: Word> Analysis<W> {
    /// Forgets everything, for another number of pieces, given the number of the pair for each two of them.
    pub fn start(&mut self, count: usize, pairs: impl Iterator<Item = usize>) {
        self.count = count;
        self.pairs.clear();
        self.pairs.extend(pairs);
        self.far.clear();
        self.far.resize(DIRECTIONS.len() * count * count, FOREVER);
        self.met.clear();
        self.met.resize(DIRECTIONS.len() * count, Bits::NONE);
    }

    /// Finds how far the pieces can move from these places.
    pub fn look_at(&mut self, shapes: &mut Shapes, places: &[IVec3]) {
        let count = self.count;
        for own in 0..count {
            for other in (0..count).filter(|&other| other != own) {
                let reach = shapes.reach(self.pairs[own * count + other], places[other] - places[own]);
                // What one piece can move to the right until it meets another, that one can move to the left.
                for (axis, reach) in reach.into_iter().enumerate() {
                    self.far[(2 * axis * count + own) * count + other] = reach;
                    self.far[((2 * axis + 1) * count + other) * count + own] = reach;
                }
            }
        }
        fill(&mut self.met, &self.far, count, FOREVER);
    }

    /// The pieces that leave the others at once, and in which direction; at most half of them, since otherwise the others leave.
    pub fn leaving(&self) -> Option<(Bits<W>, usize)> {
        let each = |most: usize| {
            let all = self.met.chunks_exact(self.count).enumerate();
            let all = all.flat_map(|(direction, met)| (0..self.count).map(move |piece| (direction, met, piece)));
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
            self.met_within.push(Vec::new());
            self.found.push(Vec::new());
        }
        let met = &mut self.met_within[number];
        met.resize(self.count, Bits::NONE);
        let far = &self.far[direction * self.count * self.count..(direction + 1) * self.count * self.count];
        fill(met, far, self.count, distance);
        self.found[number].clear();
    }
}

/// Finds for each piece the others that it meets before it has moved this far.
fn fill<W: Word>(met: &mut [Bits<W>], far: &[u16], count: usize, distance: u16) {
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
