//! The states: for each profile, how often the pieces may have been used, and in how many ways that is so.

use std::ops::{ControlFlow, Range, RangeInclusive};

use super::{
    Halt, KeepGoing,
    budget::Budget,
    profiles::{EMPTY, Edge, Profiles},
    uses::{NONE, Uses},
    workers::Workers,
};

/// A number of ways.
pub trait Number: Copy + PartialEq + Send + Sync + 'static {
    /// None.
    const ZERO: Self;
    /// One.
    const ONE: Self;

    /// The sum.
    #[must_use]
    fn plus(self, other: Self) -> Self;

    /// The product.
    #[must_use]
    fn times(self, other: Self) -> Self;

    /// The number itself; `u128::MAX` stands for all numbers that are at least as large.
    fn number(self) -> u128;
}

/// For problems of which it is known that no sum or product is larger.
impl Number for u64 {
    const ZERO: Self = 0;
    const ONE: Self = 1;

    #[inline]
    fn plus(self, other: Self) -> Self {
        self + other
    }

    #[inline]
    fn times(self, other: Self) -> Self {
        self * other
    }

    fn number(self) -> u128 {
        self.into()
    }
}

impl Number for u128 {
    const ZERO: Self = 0;
    const ONE: Self = 1;

    #[inline]
    fn plus(self, other: Self) -> Self {
        self.saturating_add(other)
    }

    #[inline]
    fn times(self, other: Self) -> Self {
        self.saturating_mul(other)
    }

    fn number(self) -> u128 {
        self
    }
}

/// For numbers that needn't be exact: no sum of others is 0.
impl Number for f32 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    #[inline]
    fn plus(self, other: Self) -> Self {
        self + other
    }

    #[inline]
    fn times(self, other: Self) -> Self {
        self * other
    }

    fn number(self) -> u128 {
        self as u128
    }
}

/// The states of the profiles of one level, profile by profile, each with a number of ways.
pub struct Level<N> {
    /// The first profile.
    first: usize,
    /// For each profile, where its states end.
    ends: Vec<u32>,
    /// The states, in parts that threads have found.
    parts: Vec<Part<N>>,
    /// The binary logarithm of how many profiles each part has, but for the last one.
    profiles_log2: u32,
}

/// The states of some profiles.
struct Part<N> {
    /// The number of states before them in the level.
    start: usize,
    /// How often the pieces were used, in ascending order for each profile.
    used: Vec<u32>,
    /// For each state, the number of ways.
    ways: Vec<N>,
}

impl<N> Level<N> {
    /// No states, of profiles from this one on.
    fn from(first: usize, profiles_log2: u32) -> Self {
        Self { first, ends: Vec::new(), parts: Vec::new(), profiles_log2 }
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.ends.last().map_or(0, |&end| end as usize)
    }

    /// The places of the states of a profile.
    #[inline]
    pub fn range(&self, profile: usize) -> Range<usize> {
        let number = profile - self.first;
        let Some(&end) = self.ends.get(number) else { return 0..0 };
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        start as usize..end as usize
    }

    /// The states of a profile.
    #[inline]
    pub fn of(&self, profile: usize) -> (&[u32], &[N]) {
        let Some(Part { start, used, ways }) = self.parts.get((profile - self.first) >> self.profiles_log2) else { return (&[], &[]) };
        let range = self.range(profile);
        let range = range.start - start..range.end - start;
        (&used[range.clone()], &ways[range])
    }

    /// How often the pieces may have been used at a profile.
    #[inline]
    pub fn used(&self, profile: usize) -> &[u32] {
        self.of(profile).0
    }

    /// The place of a state, if it is there.
    #[inline]
    pub fn place_of(&self, profile: usize, used: u32) -> Option<usize> {
        let number = self.used(profile).binary_search(&used).ok()?;
        Some(self.range(profile).start + number)
    }

    /// The number of ways of a state, if it is there.
    pub fn of_state(&self, profile: usize, used: u32) -> Option<&N> {
        let (all, ways) = self.of(profile);
        all.binary_search(&used).ok().map(|number| &ways[number])
    }

    /// Forgets all states.
    pub fn free(&mut self, budget: &Budget) {
        budget.free(&mut self.ends);
        self.parts.drain(..).for_each(|part| budget.give(part.bytes()));
    }
}

impl<N> Part<N> {
    /// No states yet.
    fn none() -> Self {
        Self { start: 0, used: Vec::new(), ways: Vec::new() }
    }

    /// Adds a state.
    fn push(&mut self, used: u32, ways: N, budget: &Budget) -> ControlFlow<Halt> {
        budget.push(&mut self.used, used)?;
        budget.push(&mut self.ways, ways)
    }

    /// The memory that they take, in bytes.
    fn bytes(&self) -> usize {
        self.used.capacity() * size_of::<u32>() + self.ways.capacity() * size_of::<N>()
    }
}

/// Adds up numbers of ways by how often the pieces were used.
pub struct Sums<N> {
    ways: Vec<N>,
    /// A bit for each sum that isn't 0.
    present: Vec<u64>,
    /// The words of `present` that may not be 0.
    range: Range<usize>,
}

impl<N: Number> Sums<N> {
    /// Sums for this many combinations.
    pub fn new(combinations: usize) -> Self {
        Self { ways: vec![N::ZERO; combinations], present: vec![0; combinations.div_ceil(64)], range: 0..0 }
    }

    /// Says that sums from one of these to the other may be added to.
    #[inline]
    fn touch(&mut self, first: u32, last: u32) {
        let (start, end) = (first as usize / 64, last as usize / 64 + 1);
        self.range = if self.range.is_empty() { start..end } else { start.min(self.range.start)..end.max(self.range.end) };
    }

    /// Adds a number of ways, which isn't 0.
    #[inline]
    pub fn add(&mut self, used: u32, ways: N) {
        let sum = &mut self.ways[used as usize];
        *sum = sum.plus(ways);
        self.present[used as usize / 64] |= 1 << (used % 64);
    }

    /// Adds these numbers of ways as they are, for uses in this range.
    #[inline]
    fn add_all(&mut self, used: &[u32], ways: &[N], range: RangeInclusive<u32>) {
        self.touch(*range.start(), *range.end());
        used.iter().zip(ways).for_each(|(&used, &ways)| self.add(used, ways));
    }

    /// The number of ways for these uses.
    #[inline]
    pub fn of(&self, used: u32) -> N {
        self.ways[used as usize]
    }

    /// Sets the sums of these states.
    #[inline]
    pub fn set<'a>(&mut self, states: impl Iterator<Item = (&'a u32, &'a N)>) {
        states.for_each(|(&used, &ways)| self.ways[used as usize] = ways);
    }

    /// Sets the sums of these states to 0.
    #[inline]
    pub fn unset(&mut self, used: &[u32]) {
        used.iter().for_each(|&used| self.ways[used as usize] = N::ZERO);
    }

    /// Sets all sums to 0.
    #[inline]
    pub fn clear(&mut self) {
        self.take(|_, _| ());
    }

    /// Takes all sums away in order.
    #[inline]
    fn take(&mut self, mut take: impl FnMut(u32, N)) {
        let range = std::mem::take(&mut self.range);
        for (number, word) in range.clone().zip(&mut self.present[range]) {
            let mut bits = std::mem::take(word);
            while bits != 0 {
                let used = number as u32 * 64 + bits.trailing_zeros();
                bits &= bits - 1;
                take(used, std::mem::replace(&mut self.ways[used as usize], N::ZERO));
            }
        }
    }
}

/// The number of steps between two calls of the callback: less than a millisecond.
const STEPS_PER_CALL: u64 = 1 << 16;

/// Calls a callback once in a while.
pub struct Calls<'a> {
    keep_going: KeepGoing<'a>,
    since: u64,
}

impl<'a> Calls<'a> {
    /// Of this callback.
    pub fn new(keep_going: KeepGoing<'a>) -> Self {
        Self { keep_going, since: 0 }
    }

    /// Calls it if that many steps were taken since the last call, with these.
    #[inline]
    pub fn after(&mut self, steps: u64) -> ControlFlow<Halt> {
        self.since += steps;
        if self.since < STEPS_PER_CALL {
            return ControlFlow::Continue(());
        }
        self.since = 0;
        (self.keep_going)().map_break(|()| Halt::Stopped)
    }
}

/// What both directions share.
pub struct Graph<'a> {
    /// The profiles.
    pub profiles: &'a Profiles,
    /// The combinations of copies.
    pub uses: &'a Uses,
    /// For each placement, its piece.
    pub pieces: &'a [u16],
    /// The threads that add up ways.
    pub workers: Workers<'a>,
}

/// The memory of the sums with which one thread works, in bytes.
pub fn scratch<N>(combinations: usize) -> usize {
    combinations * (size_of::<N>() + 1)
}

/// One half of the graph: the states that can be reached from the first one, or those that can be completed.
pub struct Half<N> {
    /// By level. Those that aren't known or no longer needed are empty.
    pub levels: Vec<Level<N>>,
    /// The steps so far.
    pub steps: u64,
    /// The states so far.
    pub states: u64,
}

impl Graph<'_> {
    /// The number of levels.
    pub fn levels(&self) -> usize {
        self.profiles.starts.len() - 1
    }

    /// The number of profiles that a thread takes at a time.
    pub fn profiles_at_once(&self) -> usize {
        1 << self.workers.profiles_log2
    }

    /// The level of the other profile of a step.
    #[inline]
    pub fn level_of(&self, edge: &Edge) -> usize {
        self.profiles.levels[edge.other as usize].into()
    }

    /// Nothing but the first state, which is on this level.
    pub fn beginning<N: Number>(&self, budget: &Budget) -> ControlFlow<Halt, Half<N>> {
        let mut half = self.nothing();
        if self.profiles.len() > 0 {
            let first = &mut half.levels[usize::from(self.profiles.levels[0])];
            self.put(self.uses.none().into_iter(), first, budget)?;
            half.states = first.len() as u64;
        }
        ControlFlow::Continue(half)
    }

    /// Nothing but the last states.
    pub fn end<N: Number>(&self, budget: &Budget) -> ControlFlow<Halt, Half<N>> {
        let mut half = self.nothing();
        if self.profiles.len() > 0 {
            let last = &mut half.levels[self.levels() - 1];
            let cells = self.profiles.cells[self.profiles.len() - 1];
            let used = self.uses.sufficient().filter(|&used| self.uses.has(used, 1) && self.uses.have_volume(used, cells));
            self.put(used, last, budget)?;
            half.states = last.len() as u64;
        }
        ControlFlow::Continue(half)
    }

    fn nothing<N: Number>(&self) -> Half<N> {
        Half {
            levels: (0..self.levels()).map(|level| Level::from(self.profiles.starts[level] as usize, self.workers.profiles_log2)).collect(),
            steps: 0,
            states: 0,
        }
    }

    /// The states of a level that has one profile.
    fn put<N: Number>(&self, all: impl Iterator<Item = u32>, level: &mut Level<N>, budget: &Budget) -> ControlFlow<Halt> {
        let mut part = Part::none();
        for used in all {
            part.push(used, N::ONE, budget)?;
        }
        budget.push(&mut level.ends, part.used.len() as u32)?;
        level.parts.push(part);
        ControlFlow::Continue(())
    }

    /// Adds up the ways that lead to a profile from those before `cut`. Returns the number of steps.
    #[inline]
    pub fn sum_before<N: Number>(&self, profile: usize, cut: usize, before: &[Level<N>], sums: &mut Sums<N>) -> u64 {
        let mut steps = 0;
        for edge in self.profiles.into(profile) {
            let level = self.level_of(edge);
            if cut <= level {
                continue;
            }
            let (used, ways) = before[level].of(edge.other as usize);
            steps += used.len() as u64;
            let [Some(&first), Some(&last)] = [used.first(), used.last()] else { continue };
            if edge.placement == EMPTY {
                sums.add_all(used, ways, first..=last);
                continue;
            }
            let piece = self.pieces[edge.placement as usize].into();
            let next = self.uses.next(piece);
            if self.uses.is_in_order(piece) {
                // One more copy doesn't change their order.
                let mut known = used.iter().map(|&used| next[used as usize]).filter(|&next| next != NONE);
                let Some(first) = known.next() else { continue };
                sums.touch(first, known.next_back().unwrap_or(first));
            } else {
                sums.touch(0, next.len() as u32 - 1);
            }
            for (&used, &ways) in used.iter().zip(ways) {
                let next = next[used as usize];
                if next != NONE {
                    sums.add(next, ways);
                }
            }
        }
        steps
    }

    /// Adds up the ways that complete a profile. Returns the number of steps.
    #[inline]
    fn sum_after<N: Number>(&self, profile: usize, after: &[Level<N>], sums: &mut Sums<N>) -> u64 {
        let mut steps = 0;
        for edge in self.profiles.out(profile) {
            let (used, ways) = after[self.level_of(edge)].of(edge.other as usize);
            steps += used.len() as u64;
            let [Some(&first), Some(&last)] = [used.first(), used.last()] else { continue };
            if edge.placement == EMPTY {
                sums.add_all(used, ways, first..=last);
                continue;
            }
            let piece = self.pieces[edge.placement as usize].into();
            let [previous, next] = [self.uses.previous(piece), self.uses.next(piece)];
            // The combination with one copy less has a lower number.
            let known = used.iter().map(|&used| previous[used as usize]).find(|&previous| previous != NONE);
            sums.touch(if self.uses.is_in_order(piece) { known.unwrap_or(first) } else { 0 }, last);
            for (&used, &ways) in used.iter().zip(ways) {
                let previous = previous[used as usize];
                if previous != NONE {
                    sums.add(previous, ways);
                }
                // A copy that isn't counted changes nothing.
                if next[used as usize] == used {
                    sums.add(used, ways);
                }
            }
        }
        steps
    }

    /// Finds the states of one more level, from those before or after it.
    ///
    /// In the end, there must have been memory for twice as much as its parts took when they were found. While they grow, they take no more
    /// than that, in whatever order. So whether the memory suffices doesn't depend on the order.
    pub fn extend<N: Number>(
        &self,
        half: &mut Half<N>,
        level: usize,
        forward: bool,
        budget: &Budget,
        keep_going: KeepGoing<'_>,
    ) -> ControlFlow<Halt> {
        let known = &half.levels;
        let work = |sums: &mut Sums<N>, profiles: Range<usize>, keep_going: KeepGoing<'_>| {
            let (mut part, mut steps, mut calls) = (Part::none(), 0, Calls::new(keep_going));
            let mut ends = Vec::with_capacity(profiles.len());
            for profile in profiles {
                let more = if forward { self.sum_before(profile, level, known, sums) } else { self.sum_after(profile, known, sums) };
                steps += more;
                calls.after(more)?;
                self.take_sums(profile, usize::from(!forward), sums, &mut part, budget)?;
                ends.push(part.used.len() as u32);
            }
            let bytes = part.bytes();
            part.used.shrink_to_fit();
            part.ways.shrink_to_fit();
            budget.give(bytes - part.bytes());
            ControlFlow::Continue((part, ends, steps, bytes))
        };
        let profiles = self.profiles.of_level(level);
        // The ends of the parts, and those of all.
        let of_ends = profiles.len() * size_of::<u32>();
        budget.take(2 * of_ends)?;
        let mut found = Level { ends: Vec::with_capacity(profiles.len()), ..Level::from(profiles.start, self.workers.profiles_log2) };
        let (mut steps, mut needed) = (0, 0);
        self.workers.divide(
            profiles,
            self.profiles_at_once(),
            || Sums::new(self.uses.len()),
            work,
            keep_going,
            |(mut part, ends, more, bytes)| {
                part.start = found.len();
                found.ends.extend(ends.into_iter().map(|end| part.start as u32 + end));
                steps += more;
                needed += 2 * bytes - part.bytes();
                found.parts.push(part);
            },
        )?;
        budget.take(needed)?;
        budget.give(needed + of_ends);
        half.steps += steps;
        half.states += found.len() as u64;
        half.levels[level] = found;
        ControlFlow::Continue(())
    }

    /// Takes away the sums of a profile, and adds those that belong to states.
    fn take_sums<N: Number>(
        &self,
        profile: usize,
        side: usize,
        sums: &mut Sums<N>,
        part: &mut Part<N>,
        budget: &Budget,
    ) -> ControlFlow<Halt> {
        let cells = self.profiles.cells[profile];
        let mut fits = ControlFlow::Continue(());
        sums.take(|used, ways| {
            if fits.is_continue() && self.uses.has(used, side) && self.uses.have_volume(used, cells) {
                fits = part.push(used, ways, budget);
            }
        });
        fits
    }
}
