//! Counts by meeting in the middle, in parts if need be.

use std::ops::ControlFlow;

use super::{
    Counts, Halt, Problem, Progress,
    budget::Budget,
    profiles::{EMPTY, Profiles},
    states::{Graph, Half, Lists, Number, STEPS_PER_CALL, Sums},
    uses::{self, NONE, Part, Piece, Uses},
};
use crate::{bits::Word, search::Tally};

/// What all parts share.
pub struct Search<'a, W: Word> {
    problem: &'a Problem<W>,
    memory: usize,
    /// The memory that the profiles leave, in bytes.
    remaining: usize,
    pub profiles: Profiles,
    pieces: Vec<Piece>,
    /// For each placement, its piece.
    piece_of: Vec<u16>,
}

/// The two halves of the graph, for one part of all solutions.
pub struct Halves<N> {
    pub before: Half<N>,
    pub after: Half<N>,
    /// The level where they meet: what is before it has been reached, and what isn't can be completed.
    pub cut: usize,
}

/// Finding the profiles takes this share of the time.
const PROFILES: f32 = 0.3;

impl<'a, W: Word> Search<'a, W> {
    pub fn new(problem: &'a Problem<W>, memory: usize, progress: Progress<'_>) -> ControlFlow<Halt, Self> {
        let mut budget = Budget::new(memory);
        let tally = Tally::default();
        let keep_going = &mut |done: f32| progress(done * PROFILES, &tally).map_break(|()| Halt::Stopped);
        let profiles = Profiles::new(problem, &mut budget, keep_going)?;
        let piece_of = problem.placements.iter().map(|placement| placement.piece as u16).collect();
        budget.take(problem.placements.len() * size_of::<u16>())?;
        ControlFlow::Continue(Self { problem, memory, remaining: budget.remaining(), profiles, pieces: uses::pieces(problem), piece_of })
    }

    pub fn count(&self, each: bool, progress: Progress<'_>) -> ControlFlow<Halt, Counts> {
        if u64::try_from(self.profiles.ways).is_ok() {
            self.count_parts::<u64>(each, progress)
        } else {
            self.count_parts::<u128>(each, progress)
        }
    }

    fn count_parts<N: Number>(&self, each: bool, progress: Progress<'_>) -> ControlFlow<Halt, Counts> {
        let mut counts = Counts { solutions: 0, having: vec![0; if each { self.problem.placements.len() } else { 0 }] };
        let mut budget = Budget::new(self.remaining);
        budget.take(counts.having.len() * size_of::<u128>())?;
        let remaining = budget.remaining();
        let mut tally = Tally::default();
        let mut cut = None;
        let mut parts: Vec<Part> = vec![Vec::new()];
        let mut share = 1.0;
        let mut depth = 0;
        let mut done = PROFILES;
        while let Some(part) = parts.pop() {
            let budget = &mut Budget::new(remaining);
            // hurry to the depth
            let end = if part.len() < depth { ControlFlow::Break(Halt::TooLarge) } else {
                self.count_part::<N>(&part, &mut cut, &mut counts, &mut tally, budget, &mut |tally| progress(done, tally))
            };
            match end {
                ControlFlow::Continue(()) => {}
                ControlFlow::Break(Halt::Stopped) => return ControlFlow::Break(Halt::Stopped),
                ControlFlow::Break(Halt::TooLarge) => {
                    let piece = part.len();
                    let Some(counted) = self.pieces.get(piece).map(|piece| piece.counted) else { return ControlFlow::Break(Halt::TooLarge) };
                    depth = depth.max(piece + 1);
                    parts.extend((0..=counted).rev().map(|copies| [&part[..], &[(piece, copies)]].concat()));
                    continue;
                }
            }
            let _ = (&mut share, &mut done);
        }
        ControlFlow::Continue(counts)
    }

    fn count_part<N: Number>(
        &self,
        part: &Part,
        cut: &mut Option<usize>,
        counts: &mut Counts,
        tally: &mut Tally,
        budget: &mut Budget,
        progress: &mut dyn FnMut(&Tally) -> ControlFlow<()>,
    ) -> ControlFlow<Halt> {
        let uses = Uses::new(self.problem, &self.pieces, part, budget)?;
        let graph = Graph { profiles: &self.profiles, uses: &uses, pieces: &self.piece_of };
        let each = !counts.having.is_empty();
        let mut sums = Sums::<N>::new(uses.len(), budget)?;
        let halves = graph.meet(cut, !each, &mut sums, budget, tally, progress)?;
        if each {
            graph.count_each(halves, counts, &mut sums, budget, &mut || progress(tally))
        } else {
            counts.solutions = counts.solutions.saturating_add(graph.count(&halves, &mut sums, &mut || progress(tally))?);
            ControlFlow::Continue(())
        }
    }
}

impl Graph<'_> {
    /// Finds both halves. Forgets what isn't needed to count the solutions, if `forgets`. On `TooLarge`, `cut` is where they would have met.
    pub fn meet<N: Number>(
        &self,
        cut: &mut Option<usize>,
        forgets: bool,
        sums: &mut Sums<N>,
        budget: &mut Budget,
        tally: &mut Tally,
        progress: &mut dyn FnMut(&Tally) -> ControlFlow<()>,
    ) -> ControlFlow<Halt, Halves<N>> {
        let [mut before, mut after] = [self.beginning::<N>(budget)?, self.end::<N>(budget)?];
        // The levels that are known.
        let [mut low, mut high] = [1, self.levels() - 1];
        let mut known = tally.clone();
        while low < high {
            let forward = cut.map_or(before.steps <= after.steps, |cut| low < cut);
            let (half, level) = if forward { (&mut before, low) } else { (&mut after, high - 1) };
            let end = self.extend(half, level, forward, sums, budget, &mut || progress(&known));
            if end == ControlFlow::Break(Halt::TooLarge) && cut.is_none() {
                *cut = Some((low + high) / 2);
            }
            end?;
            if forward { low += 1 } else { high -= 1 }
            if forgets {
                let half = if forward { &mut before } else { &mut after };
                self.forget(half, [low, high], forward, budget);
            }
            known.explored = tally.explored + before.steps + after.steps;
            known.kept = tally.kept + before.states + after.states;
        }
        *tally = known;
        cut.get_or_insert(low);
        ControlFlow::Continue(Halves { before, after, cut: low })
    }

    fn forget<N: Number>(&self, half: &mut Half<N>, [low, high]: [usize; 2], forward: bool, budget: &mut Budget) {
        let _ = (half, low, high, forward, budget);
    }

    fn count<N: Number>(&self, halves: &Halves<N>, sums: &mut Sums<N>, keep_going: &mut dyn FnMut() -> ControlFlow<()>) -> ControlFlow<Halt, u128> {
        let Halves { before, after, cut } = halves;
        let mut total = N::ZERO;
        let mut steps = 0;
        for level in *cut..self.levels() {
            let lists = &after.levels[level];
            for profile in self.profiles.of_level(level) {
                let (used, ways) = lists.of(profile);
                if used.is_empty() { continue }
                let own = self.sum_before(profile, *cut, &before.levels, sums);
                if own == 0 { continue }
                for (&used, &ways) in used.iter().zip(ways) {
                    total = total.plus(sums.of(used).times(ways));
                }
                sums.clear();
                steps += own;
                if STEPS_PER_CALL < steps {
                    keep_going().map_break(|()| Halt::Stopped)?;
                    steps = 0;
                }
            }
        }
        // One level: the first state is the last.
        ControlFlow::Continue(total.number())
    }

    fn count_each<N: Number>(
        &self,
        halves: Halves<N>,
        counts: &mut Counts,
        sums: &mut Sums<N>,
        budget: &mut Budget,
        keep_going: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<Halt> {
        let Halves { before, after, cut } = halves;
        let mut keep_going = {
            let mut since_call = 0;
            move |steps: usize| {
                since_call += steps as u64;
                if since_call < STEPS_PER_CALL { return ControlFlow::Continue(()) }
                since_call = 0;
                keep_going().map_break(|()| Halt::Stopped)
            }
        };
        // completions of what has been reached
        let completions = self.completions(&before, &after, cut, sums, budget, &mut |placement, ways: u128| {
            counts.having[placement as usize] = counts.having[placement as usize].saturating_add(ways);
        }, &mut keep_going)?;
        let first = completions.iter().find_map(|level| level.first().copied());
        counts.solutions = counts.solutions.saturating_add(first.map_or(0, Number::number));
        self.ways_to(&before, &after, cut, sums, budget, &mut |placement, ways: u128| {
            counts.having[placement as usize] = counts.having[placement as usize].saturating_add(ways);
        }, &mut keep_going)
    }

    /// For each state that has been reached, the number of ways to complete it. Calls `having` for placements before the cut.
    pub fn completions<N: Number>(
        &self,
        before: &Half<N>,
        after: &Half<N>,
        cut: usize,
        sums: &mut Sums<N>,
        budget: &mut Budget,
        having: &mut dyn FnMut(u32, u128),
        keep_going: &mut dyn FnMut(usize) -> ControlFlow<Halt>,
    ) -> ControlFlow<Halt, Vec<Vec<N>>> {
        budget.take(before.levels[..cut].iter().map(Lists::len).sum::<usize>() * size_of::<N>())?;
        let mut completions: Vec<Vec<N>> = before.levels[..cut].iter().map(|lists| vec![N::ZERO; lists.len()]).collect();
        for level in (0..self.levels()).rev() {
            for profile in self.profiles.of_level(level) {
                let (reached, rest) = completions.split_at_mut(level.min(cut));
                let (used, ways) = if level < cut { (before.levels[level].used(profile), &rest[0][before.levels[level].range(profile)]) } else { after.levels[level].of(profile) };
                if used.is_empty() { continue }
                sums.set(used, ways);
                for edge in self.profiles.into(profile) {
                    let from = self.level_of(edge);
                    if cut <= from { continue }
                    let lists = &before.levels[from];
                    let range = lists.range(edge.other as usize);
                    let (sources, ways) = lists.of(edge.other as usize);
                    let own = &mut reached[from][range];
                    if edge.placement == EMPTY {
                        for (&used, own) in sources.iter().zip(own) { *own = own.plus(sums.of(used)); }
                    } else {
                        let next = self.uses.next(self.pieces[edge.placement as usize].into());
                        let mut sum = N::ZERO;
                        for ((&used, own), &ways) in sources.iter().zip(own).zip(ways) {
                            let next = next[used as usize];
                            if next != NONE {
                                let completions = sums.of(next);
                                *own = own.plus(completions);
                                sum = sum.plus(ways.times(completions));
                            }
                        }
                        having(edge.placement, sum.number());
                    }
                    keep_going(sources.len())?;
                }
                sums.unset(used);
            }
        }
        ControlFlow::Continue(completions)
    }

    /// Counts the ways to what can be completed. Calls `having` for placements after the cut.
    fn ways_to<N: Number>(
        &self,
        before: &Half<N>,
        after: &Half<N>,
        cut: usize,
        sums: &mut Sums<N>,
        budget: &mut Budget,
        having: &mut dyn FnMut(u32, u128),
        keep_going: &mut dyn FnMut(usize) -> ControlFlow<Halt>,
    ) -> ControlFlow<Halt> {
        budget.take(after.levels[cut..].iter().map(Lists::len).sum::<usize>() * size_of::<N>())?;
        let mut reached: Vec<Vec<N>> = after.levels[cut..].iter().map(|lists| vec![N::ZERO; lists.len()]).collect();
        for level in 0..self.levels() {
            for profile in self.profiles.of_level(level) {
                let (first, rest) = reached.split_at_mut((level + 1).saturating_sub(cut));
                let (used, ways) = if level < cut { before.levels[level].of(profile) } else {
                    (after.levels[level].used(profile), &first[level - cut][after.levels[level].range(profile)])
                };
                if used.is_empty() { continue }
                sums.set(used, ways);
                for edge in self.profiles.out(profile) {
                    let to = self.level_of(edge);
                    if to < cut { continue }
                    let lists = &after.levels[to];
                    let (targets, completions) = lists.of(edge.other as usize);
                    let own = &mut rest[to - cut - first.len()][lists.range(edge.other as usize)];
                    if edge.placement == EMPTY {
                        for (&used, own) in targets.iter().zip(own) { *own = own.plus(sums.of(used)); }
                    } else {
                        let piece = self.pieces[edge.placement as usize].into();
                        let [previous, next] = [self.uses.previous(piece), self.uses.next(piece)];
                        let mut sum = N::ZERO;
                        for ((&used, own), &completions) in targets.iter().zip(own).zip(completions) {
                            let mut ways = N::ZERO;
                            let previous = previous[used as usize];
                            if previous != NONE { ways = sums.of(previous); }
                            if next[used as usize] == used { ways = ways.plus(sums.of(used)); }
                            *own = own.plus(ways);
                            sum = sum.plus(ways.times(completions));
                        }
                        if cut <= level { having(edge.placement, sum.number()); }
                    }
                    keep_going(targets.len())?;
                }
                sums.unset(used);
            }
        }
        ControlFlow::Continue(())
    }
}
