//! Stored solutions: how many have these pins, and how many of those have each placement.
//!
//! The solutions of the rarest pin are looked through for the other pins. There are a hundred of them among the 11,520 solutions of a cube,
//! which takes less than a microsecond, and a list of them takes a third of the memory of a set of bits.

/// The stored solutions of one problem, indexed by their placements. Placements are numbers from 0.
#[derive(Clone, Debug)]
pub struct SolutionIndex {
    /// The placements of all solutions.
    placed: Lists,
    /// For each placement, the solutions that have it, in ascending order.
    having: Lists,
}

impl SolutionIndex {
    /// Builds an index of solutions, each given as a list of its placements, which are numbers below `placements`.
    pub fn new<S: AsRef<[u32]>>(placements: usize, solutions: impl IntoIterator<Item = S>) -> Self {
        let mut placed = Lists::default();
        for solution in solutions {
            placed.push(solution.as_ref());
        }
        placed.items.shrink_to_fit();
        let mut having = vec![Vec::new(); placements];
        for solution in 0..placed.len() {
            for &placement in placed.get(solution) {
                having[placement as usize].push(solution as u32);
            }
        }
        let mut index = Self { placed, having: Lists::default() };
        having.iter().for_each(|solutions| index.having.push(solutions));
        index.having.items.shrink_to_fit();
        index
    }

    /// The number of stored solutions.
    pub fn len(&self) -> usize {
        self.placed.len()
    }

    /// Whether there are no solutions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The placements of a solution, in the order they were given.
    pub fn solution(&self, number: usize) -> &[u32] {
        self.placed.get(number)
    }

    /// Returns the number of solutions that have all these placements.
    pub fn count(&self, pins: &[u32]) -> u64 {
        match *pins {
            [] => self.len() as u64,
            [pin] => self.having.get(pin as usize).len() as u64,
            _ => self.having_all(pins).count() as u64,
        }
    }

    /// Returns the numbers of the solutions that have all these placements, in ascending order.
    pub fn with(&self, pins: &[u32]) -> Vec<usize> {
        if pins.is_empty() { (0..self.len()).collect() } else { self.having_all(pins).collect() }
    }

    /// The heat map: for every placement, the number of solutions that have it and all these pins.
    pub fn kept(&self, pins: &[u32]) -> Vec<u32> {
        let mut kept = vec![0; self.having.len()];
        for solution in self.with(pins) {
            for &placement in self.solution(solution) {
                kept[placement as usize] += 1;
            }
        }
        kept
    }

    /// The solutions that have all these placements, of which there is at least one.
    fn having_all(&self, pins: &[u32]) -> impl Iterator<Item = usize> {
        let solutions = pins.iter().map(|&pin| self.having.get(pin as usize));
        let fewest = solutions.min_by_key(|solutions| solutions.len()).unwrap_or_default();
        let all = fewest.iter().map(|&solution| solution as usize);
        all.filter(|&solution| pins.iter().all(|pin| self.solution(solution).contains(pin)))
    }
}

/// Lists of numbers in one vector.
#[derive(Clone, Debug, Default)]
struct Lists {
    items: Vec<u32>,
    /// The end of each list in `items`, which is the start of the next.
    ends: Vec<u32>,
}

impl Lists {
    fn push(&mut self, list: &[u32]) {
        self.items.extend_from_slice(list);
        self.ends.push(self.items.len() as u32);
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    fn get(&self, number: usize) -> &[u32] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.items[start as usize..self.ends[number] as usize]
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*, sample::subsequence};

    use super::*;

    const PLACEMENTS: usize = 12;

    fn solutions() -> impl Strategy<Value = Vec<Vec<u32>>> {
        vec(subsequence((0..PLACEMENTS as u32).collect::<Vec<_>>(), 0..=5), 0..200)
    }

    proptest! {
        #[test]
        fn the_index_agrees_with_plain_counting(solutions in solutions(), pins in subsequence((0..PLACEMENTS as u32).collect::<Vec<_>>(), 0..=3)) {
            let index = SolutionIndex::new(PLACEMENTS, &solutions);
            let has = |number: &usize, placement: &u32| solutions[*number].contains(placement);
            let with: Vec<usize> = (0..solutions.len()).filter(|number| pins.iter().all(|pin| has(number, pin))).collect();
            prop_assert_eq!(index.count(&pins), with.len() as u64);
            let kept = (0..PLACEMENTS as u32).map(|placement| with.iter().filter(|number| has(number, &placement)).count() as u32);
            prop_assert_eq!(index.kept(&pins), kept.collect::<Vec<_>>());
            prop_assert_eq!(index.with(&pins), with);
            prop_assert!((0..solutions.len()).all(|number| index.solution(number) == solutions[number]));
        }
    }
}
