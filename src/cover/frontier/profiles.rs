//! The profiles: the sets of covered cells that lead from the empty board to a covered one, and the placements that lead from one to the
//! next. They ignore how often a piece was used.

use std::{
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

use super::{Halt, Progress, budget::Budget, candidates::Candidates};
use crate::{Copies, Problem, volumes};
use base::{
    bits::{Bits, Word},
    search::Tally,
};

/// A step from one profile to another, as the one that it belongs to sees it.
#[derive(Clone, Copy)]
pub struct Edge {
    /// The other profile.
    pub other: u32,
    /// The placement, or [`EMPTY`].
    pub placement: u32,
}

/// Stands for the placement where a cell stays empty.
pub const EMPTY: u32 = u32::MAX;

/// What the profile of a state says about its numbers of cells.
#[derive(Clone, Copy, Debug)]
pub struct Cells {
    /// The covered cells, with those that stay empty.
    pub covered: u16,
    /// Those of them that must be covered.
    pub covered_required: u16,
    /// The free cells.
    pub free: u16,
    /// Those of them that must be covered.
    pub free_required: u16,
}

/// All profiles on a way from the first to the last, sorted by their first free cell, and the steps between them.
///
/// Profiles with the same first free cell are a level. A step leads to a higher level.
pub struct Profiles {
    /// For each level, its first profile; at last the number of profiles. The last level has the profile without a free cell.
    pub starts: Vec<u32>,
    /// For each profile, its level.
    pub levels: Vec<u16>,
    /// For each profile, its numbers of cells.
    pub cells: Vec<Cells>,
    /// For each level, the lowest level from which a step leads there, and the highest one to which a step leads from there; itself if
    /// there is none.
    pub reaches: Vec<[u16; 2]>,
    /// The steps from each profile, in the order of their placements.
    out: Steps,
    /// The steps to each profile.
    into: Steps,
    /// The number of ways from the first profile to the last; `u128::MAX` stands for all numbers that are at least as large.
    pub ways: u128,
}

/// The steps of all profiles, profile by profile.
struct Steps {
    ends: Vec<u32>,
    edges: Vec<Edge>,
}

impl Steps {
    fn of(&self, profile: usize) -> &[Edge] {
        let start = profile.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.edges[start as usize..self.ends[profile] as usize]
    }
}

/// The number of free cells of which it is looked at once whether they can be covered. Of the profiles of pentominoes on 6 x 10 cells that
/// could be reached, 24 % lead to the last one. With four cells, 91 % of those that are kept do, and with one, 40 %.
const LOOKAHEAD: usize = 4;

/// The number of profiles between two calls of the callback: less than a millisecond.
const PROFILES_PER_CALL: usize = 256;

impl Profiles {
    /// Finds the profiles of a problem. Adds the steps and the profiles to the tally.
    pub fn new<W: Word>(problem: &Problem<W>, budget: &Budget, tally: &mut Tally, progress: Progress<'_>) -> ControlFlow<Halt, Self> {
        let candidates = Candidates::new(problem, &mut || progress(0.0, tally)).map_break(|()| Halt::Stopped)?;
        budget.take(candidates.bytes())?;
        let bytes = candidates.bytes();
        let mut search = Search::new(problem, candidates, budget)?;
        for cell in problem.cells() {
            search.leave(cell, budget, tally, progress)?;
        }
        search.keep_complete(budget);
        let profiles = search.numbered(problem, budget)?;
        budget.give(bytes);
        ControlFlow::Continue(profiles)
    }

    /// The number of profiles.
    pub fn len(&self) -> usize {
        self.levels.len()
    }

    /// The steps from a profile.
    #[inline]
    pub fn out(&self, profile: usize) -> &[Edge] {
        self.out.of(profile)
    }

    /// The steps to a profile.
    #[inline]
    pub fn into(&self, profile: usize) -> &[Edge] {
        self.into.of(profile)
    }

    /// The profiles of a level.
    pub fn of_level(&self, level: usize) -> std::ops::Range<usize> {
        self.starts[level] as usize..self.starts[level + 1] as usize
    }

    /// A level in the middle.
    pub fn middle(&self) -> usize {
        let last = self.starts.len() - 2;
        self.levels.first().map_or(last, |&first| (usize::from(first) + 1).min(last).midpoint(last))
    }

    /// The least and the largest number of cells that pieces cover where a step crosses this level.
    pub fn cells_at(&self, level: usize) -> [u32; 2] {
        let crosses = |&profile: &usize| self.into(profile).iter().any(|edge| edge.other < self.starts[level]);
        let crossed = (self.starts[level] as usize..self.len()).filter(crosses).map(|profile| self.cells[profile]);
        crossed.fold([u32::MAX, 0], |[least, most], cells| [least.min(cells.covered_required.into()), most.max(cells.covered.into())])
    }

    /// For each profile, the number of ways to get there from the first one. `u128::MAX` stands for all
    /// numbers that are at least as large.
    pub fn ways_to_each(&self) -> Vec<u128> {
        let mut ways = vec![0_u128; self.len()];
        if let Some(first) = ways.first_mut() {
            *first = 1;
        }
        for profile in 1..self.len() {
            ways[profile] = self.into(profile).iter().fold(0, |sum: u128, edge| sum.saturating_add(ways[edge.other as usize]));
        }
        ways
    }
}

/// The search for all profiles that can be reached.
struct Search<W: Word> {
    rules: Rules<W>,
    levels: Vec<Level<W>>,
}

/// What is known about all profiles.
struct Rules<W: Word> {
    cells: Bits<W>,
    optional: Bits<W>,
    candidates: Candidates<W>,
    /// For each number of cells, whether some copies have as many.
    volumes: Vec<bool>,
}

impl<W: Word> Rules<W> {
    /// Whether a profile may lead to the last one: the cells after the next one can be covered, and some pieces have as many cells as are
    /// covered.
    fn are_kept(&self, covered: Bits<W>) -> bool {
        let most = covered.len();
        let least = most - (covered & self.optional).len();
        let mut free = (self.cells - covered).iter().take(LOOKAHEAD).skip(1).filter(|&cell| !self.optional.contains(cell));
        self.volumes[least..=most].contains(&true) && free.all(|cell| self.candidates.can_cover(cell, covered))
    }
}

/// The profiles with one first free cell.
struct Level<W: Word> {
    profiles: Vec<Bits<W>>,
    /// A hash table: for each profile the upper half of its hash, above its index plus 1, with [`HOPELESS`] if it doesn't lead to the last
    /// one. 0 is vacant.
    slots: Vec<u64>,
    /// For each profile, where its steps end.
    ends: Vec<u32>,
    steps: Vec<Step>,
    /// For each profile, whether it may lead to the last one: later its number among those that do, plus 1, and 0 for the others.
    complete: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Step {
    placement: u32,
    profile: u32,
    level: u16,
}

impl<W: Word> Search<W> {
    fn new(problem: &Problem<W>, candidates: Candidates<W>, budget: &Budget) -> ControlFlow<Halt, Self> {
        let cells = problem.cells();
        let last = cells.iter().last().map_or(0, |last| last + 1);
        let mut levels: Vec<Level<W>> = (0..=last).map(|_| Level::default()).collect();
        levels[cells.first().unwrap_or(last)].number(Bits::NONE, &mut || true, budget)?;
        let copies: Vec<Copies> = problem.copies.iter().map(|copies| Copies::up_to(copies.most)).collect();
        let volumes = volumes(&problem.sizes, &copies, cells.len());
        ControlFlow::Continue(Self { rules: Rules { cells, optional: problem.optional, candidates, volumes }, levels })
    }

    /// Adds the steps from all profiles with this first free cell, and the profiles they lead to.
    fn leave(&mut self, cell: usize, budget: &Budget, tally: &mut Tally, progress: Progress<'_>) -> ControlFlow<Halt> {
        let Self { rules, levels } = self;
        let done = cell as f32 / levels.len() as f32;
        let (before, after) = levels.split_at_mut(cell + 1);
        let level = &mut before[cell];
        let full = cell + after.len();
        for number in 0..level.profiles.len() {
            if number % PROFILES_PER_CALL == 0 {
                progress(done, tally).map_break(|()| Halt::Stopped)?;
            }
            if level.complete[number] == 0 {
                budget.push(&mut level.ends, level.steps.len() as u32)?;
                continue;
            }
            let (covered, steps) = (level.profiles[number], level.steps.len());
            let mut step_to = |placement: u32, covered: Bits<W>| {
                let free = rules.cells - covered;
                let next = free.first().unwrap_or(full);
                if next != full && !rules.optional.contains(next) && !rules.candidates.can_cover(next, covered) {
                    return ControlFlow::Continue(());
                }
                let profile = after[next - cell - 1].number(covered, &mut || rules.are_kept(covered), budget)?;
                if let Some(profile) = profile {
                    budget.push(&mut level.steps, Step { placement, profile, level: next as u16 })?;
                }
                ControlFlow::Continue(())
            };
            if rules.optional.contains(cell) {
                step_to(EMPTY, covered.with(cell))?;
            }
            for candidate in rules.candidates.covering(cell, covered).filter(|candidate| !candidate.cells.meets(covered)) {
                step_to(candidate.placement, covered | candidate.cells)?;
            }
            budget.push(&mut level.ends, level.steps.len() as u32)?;
            tally.kept += 1;
            tally.explored += (level.steps.len() - steps) as u64;
        }
        budget.free(&mut level.slots);
        ControlFlow::Continue(())
    }

    /// Finds the profiles that lead to the last one, and drops the steps to all others.
    fn keep_complete(&mut self, budget: &Budget) {
        for level in (0..self.levels.len()).rev() {
            let (before, after) = self.levels.split_at_mut(level + 1);
            let own = &mut before[level];
            if after.is_empty() {
                continue;
            }
            let (mut start, mut kept) = (0, 0);
            for (end, complete) in own.ends.iter_mut().zip(&mut own.complete) {
                let first = kept;
                for number in start..*end as usize {
                    let step = own.steps[number];
                    if after[usize::from(step.level) - level - 1].complete[step.profile as usize] != 0 {
                        own.steps[kept] = step;
                        kept += 1;
                    }
                }
                *complete = u32::from(first < kept);
                start = std::mem::replace(end, kept as u32) as usize;
            }
            let capacity = own.steps.capacity();
            own.steps.truncate(kept);
            own.steps.shrink_to_fit();
            budget.give((capacity - own.steps.capacity()) * size_of::<Step>());
        }
    }

    /// Numbers the profiles that lead to the last one.
    fn numbered(mut self, problem: &Problem<W>, budget: &Budget) -> ControlFlow<Halt, Profiles> {
        let mut starts = Vec::with_capacity(self.levels.len() + 1);
        let mut count = 0;
        let mut steps = 0;
        for level in &mut self.levels {
            starts.push(count);
            for complete in level.complete.iter_mut().filter(|complete| **complete != 0) {
                count += 1;
                *complete = count;
            }
            steps += level.steps.len();
        }
        starts.push(count);
        let count = count as usize;
        let of_profile = size_of::<u16>() + size_of::<Cells>() + 2 * size_of::<u32>();
        budget.take(count * of_profile + 2 * steps * size_of::<Edge>())?;
        let mut profiles = Profiles {
            reaches: (0..self.levels.len() as u16).map(|level| [level; 2]).collect(),
            starts,
            levels: Vec::with_capacity(count),
            cells: Vec::with_capacity(count),
            out: Steps { ends: Vec::with_capacity(count), edges: Vec::with_capacity(steps) },
            into: Steps { ends: vec![0; count], edges: vec![Edge { other: 0, placement: EMPTY }; steps] },
            ways: 0,
        };
        for (level, own) in self.levels.iter().enumerate() {
            let mut start = 0;
            for (number, &complete) in own.complete.iter().enumerate() {
                // The last level has no steps.
                let end = own.ends.get(number).map_or(start, |&end| end as usize);
                if complete != 0 {
                    let covered = own.profiles[number];
                    let free = self.rules.cells - covered;
                    let [free_required, covered_required] = [free, covered].map(|cells| (cells & problem.required).len() as u16);
                    profiles.levels.push(level as u16);
                    profiles.cells.push(Cells { covered: covered.len() as u16, covered_required, free: free.len() as u16, free_required });
                    profiles.out.edges.extend(own.steps[start..end].iter().map(|step| Edge {
                        other: self.levels[usize::from(step.level)].complete[step.profile as usize] - 1,
                        placement: step.placement,
                    }));
                    profiles.out.ends.push(profiles.out.edges.len() as u32);
                }
                start = end;
            }
        }
        profiles.turn_around();
        profiles.ways = profiles.ways_to_each().last().copied().unwrap_or(0);
        for mut level in self.levels {
            budget.free(&mut level.profiles);
            budget.free(&mut level.complete);
            budget.free(&mut level.ends);
            budget.free(&mut level.steps);
        }
        ControlFlow::Continue(profiles)
    }
}

impl Profiles {
    /// Lists the steps to each profile.
    fn turn_around(&mut self) {
        let Steps { ends, edges } = &mut self.into;
        self.out.edges.iter().for_each(|edge| ends[edge.other as usize] += 1);
        let mut start = 0;
        for end in ends.iter_mut() {
            start += std::mem::replace(end, start);
        }
        // Each start is moved on to the end.
        for profile in 0..self.levels.len() {
            for edge in self.out.of(profile) {
                let place = &mut ends[edge.other as usize];
                edges[*place as usize] = Edge { other: profile as u32, placement: edge.placement };
                *place += 1;
                let [from, to] = [self.levels[profile], self.levels[edge.other as usize]];
                let farthest = &mut self.reaches[usize::from(from)][1];
                *farthest = to.max(*farthest);
                let nearest = &mut self.reaches[usize::from(to)][0];
                *nearest = from.min(*nearest);
            }
        }
    }
}

impl<W: Word> Default for Level<W> {
    fn default() -> Self {
        Self { profiles: Vec::new(), slots: Vec::new(), ends: Vec::new(), steps: Vec::new(), complete: Vec::new() }
    }
}

/// The least size of the hash table.
const LEAST_SLOTS: usize = 64;

impl<W: Word> Level<W> {
    /// The number of a profile, which is a new one where it wasn't known; `None` if it isn't promising.
    #[inline]
    fn number(&mut self, covered: Bits<W>, is_promising: &mut dyn FnMut() -> bool, budget: &Budget) -> ControlFlow<Halt, Option<u32>> {
        // At most half of the slots are taken, so few are looked at.
        if self.slots.len() <= 2 * self.profiles.len() {
            self.grow(budget)?;
        }
        let hash = hash(covered);
        let mut place = first_slot(hash, self.slots.len());
        while self.slots[place] != 0 {
            let slot = self.slots[place];
            let number = (slot as u32 & !HOPELESS) - 1;
            if slot >> 32 == hash >> 32 && self.profiles[number as usize] == covered {
                return ControlFlow::Continue((slot as u32 & HOPELESS == 0).then_some(number));
            }
            place = (place + 1) & (self.slots.len() - 1);
        }
        let number = self.profiles.len() as u32;
        if number == HOPELESS - 2 {
            return ControlFlow::Break(Halt::TooLarge);
        }
        let is_promising = is_promising();
        self.slots[place] = slot(hash, number, is_promising);
        budget.push(&mut self.profiles, covered)?;
        budget.push(&mut self.complete, u32::from(is_promising))?;
        ControlFlow::Continue(is_promising.then_some(number))
    }

    #[cold]
    fn grow(&mut self, budget: &Budget) -> ControlFlow<Halt> {
        let size = (2 * self.slots.len()).max(LEAST_SLOTS);
        budget.free(&mut self.slots);
        budget.take(size * size_of::<u64>())?;
        self.slots = vec![0; size];
        for (number, &covered) in self.profiles.iter().enumerate() {
            let hash = hash(covered);
            let mut place = first_slot(hash, size);
            while self.slots[place] != 0 {
                place = (place + 1) & (size - 1);
            }
            self.slots[place] = slot(hash, number as u32, self.complete[number] != 0);
        }
        ControlFlow::Continue(())
    }
}

/// The bit of a profile that doesn't lead to the last one.
const HOPELESS: u32 = 1 << 31;

fn slot(hash: u64, number: u32, is_promising: bool) -> u64 {
    hash >> 32 << 32 | u64::from((number + 1) | if is_promising { 0 } else { HOPELESS })
}

/// Where to look for a hash first. The upper half is compared, so this takes the lower one.
fn first_slot(hash: u64, slots: usize) -> usize {
    hash as usize & (slots - 1)
}

fn hash<W: Word>(covered: Bits<W>) -> u64 {
    let mut hasher = Folded(0);
    covered.hash(&mut hasher);
    hasher.finish()
}

/// Multiplies each word with a large odd number, and adds both halves of the product: so every bit of the word has an effect on many of the
/// hash. The standard hash, which withstands attacks, takes several times as long.
struct Folded(u64);

impl Hasher for Folded {
    #[inline]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0.rotate_left(29) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
