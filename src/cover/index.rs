//! Stored solutions: how many have these pins, and how many of those have each placement.
//!
//! The solutions that have a placement are a set of bits. Pins are combined by intersecting such sets, which takes some tens of
//! nanoseconds.

/// The stored solutions of one problem, indexed by their placements. Placements are numbers from 0.
#[derive(Clone, Debug)]
pub struct SolutionIndex {
    /// The placements of all solutions, concatenated.
    placed: Vec<u32>,
    /// The end of each solution in `placed`, which is the start of the next.
    ends: Vec<usize>,
    /// For each placement, the solutions that have it, one bit each.
    having: Vec<u64>,
    /// The number of words in a set of solutions.
    words: usize,
    placements: usize,
}

impl SolutionIndex {
    /// Builds an index of solutions, each given as a list of its placements, which are numbers below `placements`.
    pub fn new<S: AsRef<[u32]>>(placements: usize, solutions: impl IntoIterator<Item = S>) -> Self {
        let (mut placed, mut ends) = (Vec::new(), Vec::new());
        for solution in solutions {
            placed.extend_from_slice(solution.as_ref());
            ends.push(placed.len());
        }
        let words = ends.len().div_ceil(u64::BITS as usize);
        let mut index = Self { placed, ends, having: vec![0; placements * words], words, placements };
        for solution in 0..index.len() {
            for place in index.range(solution) {
                let first_word = index.placed[place] as usize * words;
                index.having[first_word + solution / 64] |= 1 << (solution % 64);
            }
        }
        index
    }

    /// The number of stored solutions.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no solutions.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The placements of a solution, in the order they were given.
    pub fn solution(&self, number: usize) -> &[u32] {
        &self.placed[self.range(number)]
    }

    /// Returns the number of solutions that have all these placements.
    pub fn count(&self, pins: &[u32]) -> u64 {
        match pins {
            [] => self.len() as u64,
            [first, others @ ..] => self.words_with(*first, others).map(|word| u64::from(word.count_ones())).sum(),
        }
    }

    /// Returns the numbers of the solutions that have all these placements, in ascending order.
    pub fn with(&self, pins: &[u32]) -> Vec<usize> {
        let [first, others @ ..] = pins else { return (0..self.len()).collect() };
        let words = self.words_with(*first, others).enumerate();
        words.flat_map(|(place, word)| super::CellSet::iter(word).map(move |bit| 64 * place + bit)).collect()
    }

    /// The heat map: for every placement, the number of solutions that have it and all these pins.
    ///
    /// Adds up the placements of each such solution, which is less work than intersecting a set for every placement.
    pub fn kept(&self, pins: &[u32]) -> Vec<u32> {
        let mut kept = vec![0; self.placements];
        for solution in self.with(pins) {
            for &placement in self.solution(solution) {
                kept[placement as usize] += 1;
            }
        }
        kept
    }

    fn range(&self, solution: usize) -> std::ops::Range<usize> {
        let start = solution.checked_sub(1).map_or(0, |before| self.ends[before]);
        start..self.ends[solution]
    }

    fn having(&self, placement: u32) -> &[u64] {
        let first_word = placement as usize * self.words;
        &self.having[first_word..first_word + self.words]
    }

    fn words_with<'a>(&'a self, first: u32, others: &'a [u32]) -> impl Iterator<Item = u64> + 'a {
        let first = self.having(first).iter().enumerate();
        first.map(|(place, &word)| others.iter().fold(word, |word, &pin| word & self.having[pin as usize * self.words + place]))
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
