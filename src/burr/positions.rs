//! The positions that a search has met, in a table that is bounded.

use std::hash::Hasher;

use glam::IVec3;

use super::{DIRECTIONS, MOST_MEMORY, mixer::Mixer};
use base::bits::{Bits, Word};

/// A slot of the hash table without a position.
const FREE: u32 = u32::MAX;
/// The number of slots at the start.
const FIRST_SLOTS: usize = 64;
/// How far pieces may be apart.
const FURTHEST: i32 = i16::MAX as i32 / 2;

/// Positions in the order in which they were met. A position is where the pieces are relative to the first one, which is the same wherever
/// all of them together are.
#[derive(Debug, Default)]
pub struct Positions {
    /// The number of pieces other than the first.
    others: usize,
    /// For each position, where each of them is.
    places: Vec<[i16; 3]>,
    /// The steps that led to the positions.
    steps: Vec<Step>,
    /// A hash table of their numbers.
    slots: Vec<u32>,
    /// The most positions.
    most: usize,
}

/// The move that led to a position.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The number of the position before it.
    pub after: u32,
    /// The number of its direction.
    pub direction: u8,
    /// Whether the first piece was moved.
    moves_first: bool,
    /// How many cells.
    pub distance: u16,
}

/// There are too many positions.
pub struct Full;

impl Positions {
    /// How many positions are kept at most for this number of pieces. Vectors may be twice as long as what is in them, and so may the hash
    /// table, of which a quarter to a half is used.
    pub fn most(pieces: usize) -> usize {
        let each = 2 * (size_of::<[i16; 3]>() * (pieces - 1) + size_of::<Step>()) + 4 * size_of::<u32>();
        MOST_MEMORY / each
    }

    /// Forgets all positions but this one.
    pub fn start(&mut self, places: &[IVec3]) {
        self.others = places.len() - 1;
        self.most = Self::most(places.len());
        self.places.clear();
        self.places.extend(places[1..].iter().map(|&place| (place - places[0]).as_i16vec3().to_array()));
        self.steps.clear();
        self.steps.push(Step { after: 0, direction: 0, moves_first: false, distance: 0 });
        self.slots.clear();
        self.slots.resize(FIRST_SLOTS, FREE);
        let slot = self.slot(0).unwrap_or(0);
        self.slots[slot] = 0;
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// The bytes that they take.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<[i16; 3]>()
            + self.steps.capacity() * size_of::<Step>()
            + self.slots.capacity() * size_of::<u32>()
    }

    /// Where the pieces are, the first one at the origin.
    pub fn places(&self, number: usize, places: &mut Vec<IVec3>) {
        places.clear();
        places.push(IVec3::ZERO);
        places.extend(self.others_of(number).iter().map(|&[x, y, z]| IVec3::new(x.into(), y.into(), z.into())));
    }

    fn others_of(&self, number: usize) -> &[[i16; 3]] {
        &self.places[number * self.others..(number + 1) * self.others]
    }

    /// Adds the position after a move, unless it is known.
    pub fn add<W: Word>(&mut self, after: usize, moved: Bits<W>, direction: usize, distance: u16) -> Result<(), Full> {
        let by = i32::from(distance) * DIRECTIONS[direction];
        let moves_first = moved.contains(0);
        let start = after * self.others;
        for piece in 1..=self.others {
            let [x, y, z] = self.places[start + piece - 1];
            let mut place = IVec3::new(x.into(), y.into(), z.into());
            match (moved.contains(piece), moves_first) {
                (true, false) => place += by,
                (false, true) => place -= by,
                _ => {}
            }
            if FURTHEST < place.abs().max_element() {
                self.places.truncate(self.len() * self.others);
                return Err(Full);
            }
            self.places.push(place.as_i16vec3().to_array());
        }
        let Some(slot) = self.slot(self.len()) else {
            self.places.truncate(self.len() * self.others);
            return Ok(());
        };
        if self.most <= self.len() {
            return Err(Full);
        }
        self.slots[slot] = self.len() as u32;
        self.steps.push(Step { after: after as u32, direction: direction as u8, moves_first, distance });
        if self.slots.len() < 2 * self.len() {
            self.enlarge();
        }
        Ok(())
    }

    /// The free slot for a position; `None` if it has one.
    fn slot(&self, number: usize) -> Option<usize> {
        let own = self.others_of(number);
        let mut mixer = Mixer::default();
        for &[x, y, z] in own {
            mixer.write_u64(u64::from(x as u16) | u64::from(y as u16) << 16 | u64::from(z as u16) << 32);
        }
        let mask = self.slots.len() - 1;
        let mut slot = mixer.finish() as usize & mask;
        while self.slots[slot] != FREE {
            if self.others_of(self.slots[slot] as usize) == own {
                return None;
            }
            slot = (slot + 1) & mask;
        }
        Some(slot)
    }

    fn enlarge(&mut self) {
        let slots = 2 * self.slots.len();
        self.slots.clear();
        self.slots.resize(slots, FREE);
        for number in 0..self.len() {
            if let Some(slot) = self.slot(number) {
                self.slots[slot] = number as u32;
            }
        }
    }

    /// The steps that lead to a position, with the pieces that each of them moves.
    pub fn path(&self, number: usize) -> Vec<(Step, Vec<usize>)> {
        let mut path = Vec::new();
        let mut number = number;
        while number > 0 {
            let step = self.steps[number];
            let before = self.others_of(step.after as usize);
            let differs = self.others_of(number).iter().zip(before).map(|(place, before)| place != before);
            // Relative to the first piece, those that move with it stay.
            let moves = [step.moves_first].into_iter().chain(differs.map(|differs| differs != step.moves_first));
            path.push((step, moves.enumerate().filter(|&(_, moves)| moves).map(|(piece, _)| piece).collect()));
            number = step.after as usize;
        }
        path.reverse();
        path
    }
}
