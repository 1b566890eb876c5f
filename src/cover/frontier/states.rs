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
pub struct Lists<N> {
    /// The first profile.
    first: usize,
    /// For each profile, where its states end.
    ends: Vec<u32>,
    /// How often the pieces were used, in ascending order for each profile.
    used: Vec<u32>,
    /// For each state, the number of ways.
    ways: Vec<N>,
}

impl<N: Number> Lists<N> {
    /// No states, of profiles from this one on.
    pub fn from(first: usize) -> Self {
        Self { first, ends: Vec::new(), used: Vec::new(), ways: Vec::new() }
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.used.len()
    }

    /// The places of the states of a profile.
    #[inline]
    pub fn range(&self, profile: usize) -> Range<usize> {
        let number = profile - self.first;
        let Some(&end) = self.ends.get(number) else { return 0..0 };
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        start as usize..end as usize
    }

    /// How often the pieces may have been used at a profile.
    #[inline]
    pub fn used(&self, profile: usize) -> &[u32] {
        &self.used[self.range(profile)]
    }

    /// The states of a profile.
    #[inline]
    pub fn of(&self, profile: usize) -> (&[u32], &[N]) {
        let range = self.range(profile);
        (&self.used[range.clone()], &self.ways[range])
    }

    /// The place of a state, if it is there.
    #[inline]
    pub fn place_of(&self, profile: usize, used: u32) -> Option<usize> {
        let range = self.range(profile);
        self.used[range.clone()].binary_search(&used).ok().map(|number| range.start + number)
    }

    /// The number of ways of a state, if it is there.
    pub fn of_state(&self, profile: usize, used: u32) -> Option<&N> {
        self.place_of(profile, used).map(|place| &self.ways[place])
    }

    /// The memory that they take, in bytes.
    fn bytes(&self) -> usize {
        let Self { ends, used, ways, .. } = self;
        ends.capacity() * size_of::<u32>() + used.capacity() * size_of::<u32>() + ways.capacity() * size_of::<N>()
    }

    /// Those of parts of a level, one after another, without memory to spare.
    fn joined(first: usize, parts: &[Self]) -> Self {
        let sum = |len: fn(&Self) -> usize| parts.iter().map(len).sum();
        let mut all = Self {
            first,
            ends: Vec::with_capacity(sum(|part| part.ends.len())),
            used: Vec::with_capacity(sum(Self::len)),
            ways: Vec::with_capacity(sum(Self::len)),
        };
        for part in parts {
            let start = all.used.len() as u32;
            all.ends.extend(part.ends.iter().map(|end| start + end));
            all.used.extend_from_slice(&part.used);
            all.ways.extend_from_slice(&part.ways);
        }
        all
    }

    /// Forgets all states.
    pub fn free(&mut self, budget: &Budget) {
        budget.free(&mut self.ends);
        budget.free(&mut self.used);
        budget.free(&mut self.ways);
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
#[derive(Clone, Copy)]
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
    pub levels: Vec<Lists<N>>,
    /// The steps so far.
    pub steps: u64,
    /// The states so far.
    pub states: u64,
}

impl Graph<'_> {
    /// The graph with the threads that work after this many steps.
    #[must_use]
    pub fn after(self, steps: u64) -> Self {
        Self { workers: self.workers.after(steps), ..self }
    }

    /// The number of levels.
    pub fn levels(&self) -> usize {
        self.profiles.starts.len() - 1
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
        Half { levels: (0..self.levels()).map(|level| Lists::from(self.profiles.starts[level] as usize)).collect(), steps: 0, states: 0 }
    }

    fn put<N: Number>(&self, used: impl Iterator<Item = u32>, lists: &mut Lists<N>, budget: &Budget) -> ControlFlow<Halt> {
        for used in used {
            budget.push(&mut lists.used, used)?;
            budget.push(&mut lists.ways, N::ONE)?;
        }
        budget.push(&mut lists.ends, lists.used.len() as u32)
    }

    /// Adds up the ways that lead to a profile from those before `cut`. Returns the number of steps.
    #[inline]
    pub fn sum_before<N: Number>(&self, profile: usize, cut: usize, before: &[Lists<N>], sums: &mut Sums<N>) -> u64 {
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
    fn sum_after<N: Number>(&self, profile: usize, after: &[Lists<N>], sums: &mut Sums<N>) -> u64 {
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
    /// At the end, they take the memory of both the parts and the whole. That is more than all parts take while they grow, in whatever
    /// order. So whether the memory suffices doesn't depend on it.
    pub fn extend<N: Number>(
        &self,
        half: &mut Half<N>,
        level: usize,
        forward: bool,
        budget: &Budget,
        keep_going: KeepGoing<'_>,
    ) -> ControlFlow<Halt> {
        let profiles = self.profiles.of_level(level);
        let (first, mut parts, mut steps) = (profiles.start, Vec::new(), 0);
        let levels = &half.levels;
        let work = |sums: &mut Sums<N>, profiles: Range<usize>, keep_going: KeepGoing<'_>| {
            let mut lists = Lists::from(profiles.start);
            let (mut steps, mut calls) = (0, Calls::new(keep_going));
            for profile in profiles {
                let more = if forward { self.sum_before(profile, level, levels, sums) } else { self.sum_after(profile, levels, sums) };
                steps += more;
                calls.after(more)?;
                self.take_sums(profile, usize::from(!forward), sums, &mut lists, budget)?;
            }
            ControlFlow::Continue((lists, steps))
        };
        self.workers.share(
            profiles,
            || Sums::new(self.uses.len()),
            work,
            keep_going,
            |(lists, more)| {
                parts.push(lists);
                steps += more;
            },
        )?;
        let bytes = parts.iter().map(Lists::bytes).sum();
        budget.take(bytes)?;
        let lists = Lists::joined(first, &parts);
        drop(parts);
        budget.give(2 * bytes - lists.bytes());
        half.steps += steps;
        half.states += lists.len() as u64;
        half.levels[level] = lists;
        ControlFlow::Continue(())
    }

    /// Takes away the sums of a profile, and lists those that belong to states.
    fn take_sums<N: Number>(
        &self,
        profile: usize,
        side: usize,
        sums: &mut Sums<N>,
        lists: &mut Lists<N>,
        budget: &Budget,
    ) -> ControlFlow<Halt> {
        let cells = self.profiles.cells[profile];
        let mut fits = ControlFlow::Continue(());
        sums.take(|used, ways| {
            if fits.is_continue() && self.uses.has(used, side) && self.uses.have_volume(used, cells) {
                fits = budget.push(&mut lists.used, used);
                if fits.is_continue() {
                    fits = budget.push(&mut lists.ways, ways);
                }
            }
        });
        fits?;
        budget.push(&mut lists.ends, lists.used.len() as u32)
    }
}
