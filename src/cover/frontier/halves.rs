//! Counts by meeting in the middle, in parts if need be.

use std::{
    ops::{ControlFlow, Range},
    sync::{Mutex, PoisonError},
};

use super::{
    Counts, Halt, KeepGoing, Problem, Progress,
    budget::Budget,
    profiles::{EMPTY, Profiles},
    states::{Calls, Graph, Half, Level, Number, Sums, scratch},
    uses::{self, NONE, Part, Piece, Uses},
    workers::Workers,
};
use crate::share::Share;
use base::{bits::Word, search::Tally};

/// What all parts share.
pub struct Search<'a, W: Word> {
    problem: &'a Problem<W>,
    /// The memory that the profiles leave for a part, in bytes.
    pub remaining: usize,
    /// The memory that is set aside for what all threads but the first work with. It is there even if there are none, so that the same
    /// parts fit whatever their number is.
    pub aside: usize,
    /// The work and the memory that it took to find the profiles.
    pub tally: Tally,
    /// The profiles.
    pub profiles: Profiles,
    pieces: Vec<Piece>,
    /// For each placement, its piece.
    piece_of: Vec<u16>,
    workers: Workers<'a>,
}

/// Both halves of the graph, for one part of all solutions.
pub struct Halves<N> {
    /// What can be reached, before the cut.
    pub before: Half<N>,
    /// What can be completed, from the cut on.
    pub after: Half<N>,
    /// The level where they meet.
    pub cut: usize,
}

/// About the share of the time that the states take, once the profiles are found.
pub const STATES: Share = Share { from: 0.3, size: 0.7 };

/// How much of the memory that the profiles leave is set aside for what threads work with.
pub fn aside(memory: usize) -> usize {
    memory / 16
}

/// Called with a part, the level where both halves meet, which it sets if it isn't known yet, and the share of the part of the whole.
pub type Work<'a> = &'a mut dyn FnMut(&Part, &mut Option<usize>, Share) -> ControlFlow<Halt>;

impl<'a, W: Word> Search<'a, W> {
    /// Finds the profiles.
    pub fn new(problem: &'a Problem<W>, memory: usize, workers: Workers<'a>, progress: Progress<'_>) -> ControlFlow<Halt, Self> {
        let budget = Budget::new(memory);
        let mut tally = Tally::default();
        let profiles = Profiles::new(problem, &budget, &mut tally, &mut |done, tally| progress(done * STATES.at(0.0), tally))?;
        let piece_of = problem.placements.iter().map(|placement| placement.piece as u16).collect();
        budget.take(problem.placements.len() * size_of::<u16>())?;
        tally.memory = (memory - budget.least()) as u64;
        let aside = aside(budget.remaining());
        let (remaining, pieces) = (budget.remaining() - aside, uses::pieces(problem));
        ControlFlow::Continue(Self { problem, remaining, aside, tally, profiles, pieces, piece_of, workers })
    }

    /// The graph of a part with these combinations.
    pub fn graph<'b>(&'b self, uses: &'b Uses) -> Graph<'b> {
        let most = self.aside / scratch::<u128>(uses.len()).max(1);
        Graph { profiles: &self.profiles, uses, pieces: &self.piece_of, workers: Workers { most, ..self.workers } }
    }

    /// Whether numbers of ways fit in 64 bits. None is larger than the number of ways through the profiles.
    pub fn are_ways_few(&self) -> bool {
        u64::try_from(self.profiles.ways).is_ok()
    }

    /// The combinations of copies, as far as a part needs them.
    pub fn uses(&self, part: &Part, budget: &Budget, keep_going: KeepGoing<'_>) -> ControlFlow<Halt, Uses> {
        Uses::new(self.problem, &self.pieces, part, self.workers, budget, keep_going)
    }

    /// Counts all solutions, and those that have each placement if `each`.
    pub fn count(&self, each: bool, progress: Progress<'_>) -> ControlFlow<Halt, Counts> {
        if self.are_ways_few() { self.count_parts::<u64>(each, progress) } else { self.count_parts::<u128>(each, progress) }
    }

    fn count_parts<N: Number>(&self, each: bool, progress: Progress<'_>) -> ControlFlow<Halt, Counts> {
        let mut counts = Counts { solutions: 0, having: vec![0; if each { self.problem.placements.len() } else { 0 }] };
        let budget = Budget::new(self.remaining);
        budget.take(counts.having.len() * size_of::<u128>())?;
        let mut tally = self.tally.clone();
        let mut reported = 0.0_f32;
        self.in_parts(&mut |part, cut, share| {
            let mut progress = |done: f32, tally: &Tally| {
                reported = reported.max(share.at(done)).min(1.0);
                progress(reported, tally)
            };
            self.count_part::<N>(part, cut, &mut counts, &mut tally, &Budget::new(budget.remaining()), &mut progress)
        })?;
        ControlFlow::Continue(counts)
    }

    /// Calls `work` with all solutions, and with parts of them where it says that they are too large.
    pub fn in_parts(&self, work: Work<'_>) -> ControlFlow<Halt> {
        let mut cut = None;
        // Where a part was too large, the next ones of its depth would be, too.
        let mut depth = 0;
        let mut parts = vec![(Part::ALL, STATES)];
        while let Some((part, share)) = parts.pop() {
            let end = if part.copies.len() < depth { ControlFlow::Break(Halt::TooLarge) } else { work(&part, &mut cut, share) };
            if end == ControlFlow::Break(Halt::TooLarge) && self.is_divisible(&part) {
                let cells = self.profiles.cells_at(*cut.get_or_insert(self.profiles.middle()));
                let counted = self.pieces[part.copies.len()].counted;
                depth = depth.max(part.copies.len() + 1);
                parts.extend((0..=counted).rev().map(|copies| {
                    let share = share.nth(copies as usize, counted as usize + 1);
                    (Part { copies: [&part.copies[..], &[copies]].concat(), cells }, share)
                }));
            } else {
                end?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether there are smaller parts.
    pub fn is_divisible(&self, part: &Part) -> bool {
        part.copies.len() < self.pieces.len() && 1 < self.profiles.len()
    }

    fn count_part<N: Number>(
        &self,
        part: &Part,
        cut: &mut Option<usize>,
        counts: &mut Counts,
        tally: &mut Tally,
        budget: &Budget,
        progress: Progress<'_>,
    ) -> ControlFlow<Halt> {
        let uses = self.uses(part, budget, &mut || progress(0.0, tally))?;
        let graph = self.graph(&uses);
        budget.take(scratch::<N>(uses.len()))?;
        let forgets = counts.having.is_empty();
        let halves: Halves<N> = graph.meet(cut, forgets, budget, tally, progress)?;
        let keep_going: KeepGoing<'_> = &mut || progress(MEETING, tally);
        let solutions = if forgets {
            graph.count(&halves, keep_going)?
        } else {
            let (solutions, having) = graph.count_each(&halves, counts.having.len(), budget, keep_going)?;
            counts.having.iter_mut().zip(having).for_each(|(all, own)| *all = all.saturating_add(own));
            solutions
        };
        counts.solutions = counts.solutions.saturating_add(solutions.number());
        progress(1.0, tally).map_break(|()| Halt::Stopped)
    }
}

/// Called with placements that aren't `EMPTY`, each with a number of solutions that have it.
pub type Having<'a> = &'a mut dyn FnMut(u32, u128);

/// About the share of a part's time until both halves are known.
const MEETING: f32 = 0.8;

impl Graph<'_> {
    /// Finds both halves. Forgets what isn't needed to count the solutions, if `forgets`. They meet at `cut`; if it isn't known yet, where
    /// both take about as long, which sets it. It is also set if they would be too large.
    pub fn meet<N: Number>(
        &self,
        cut: &mut Option<usize>,
        forgets: bool,
        budget: &Budget,
        tally: &mut Tally,
        progress: Progress<'_>,
    ) -> ControlFlow<Halt, Halves<N>> {
        let [mut before, mut after] = [self.beginning::<N>(budget)?, self.end::<N>(budget)?];
        let last = self.levels() - 1;
        let mut low = (self.first_level() + 1).min(last);
        let mut high = last;
        let levels = (high - low).max(1) as f32;
        while low < high {
            let done = MEETING * (1.0 - (high - low) as f32 / levels);
            progress(done, tally).map_break(|()| Halt::Stopped)?;
            let forward = cut.map_or(before.steps <= after.steps, |cut| low < cut);
            let (half, level) = if forward { (&mut before, low) } else { (&mut after, high - 1) };
            let [steps, states] = [half.steps, half.states];
            let end = self.extend(half, level, forward, budget, &mut || progress(done, tally));
            tally.explored += half.steps - steps;
            tally.kept += half.states - states;
            if end == ControlFlow::Break(Halt::TooLarge) {
                cut.get_or_insert(low.midpoint(high));
            }
            end?;
            if forward {
                low += 1;
            } else {
                high -= 1;
            }
            if forgets {
                self.forget(&mut before, &mut after, [low, high], budget);
            }
        }
        cut.get_or_insert(low);
        ControlFlow::Continue(Halves { before, after, cut: low })
    }

    /// Forgets the levels from which all steps lead to known levels before the cut, and those to which all steps come from known levels
    /// after it.
    fn forget<N: Number>(&self, before: &mut Half<N>, after: &mut Half<N>, [low, high]: [usize; 2], budget: &Budget) {
        for (level, &[nearest, farthest]) in self.profiles.reaches.iter().enumerate() {
            if usize::from(farthest) < low {
                before.levels[level].free(budget);
            }
            if high <= usize::from(nearest) {
                after.levels[level].free(budget);
            }
        }
    }

    /// The level of the first profile.
    fn first_level(&self) -> usize {
        self.profiles.levels.first().map_or(0, |&level| level.into())
    }

    /// The number of solutions: of ways to complete the first state.
    pub fn first_completions<N: Number>(&self, halves: &Halves<N>, completions: &[Vec<N>]) -> N {
        let level = self.first_level();
        let own = if level < halves.cut {
            completions[level].first()
        } else {
            // Then there is no cell, and the first state is the last.
            halves.after.levels[level].of_state(0, 0)
        };
        own.copied().unwrap_or(N::ZERO)
    }

    fn count<N: Number>(&self, halves: &Halves<N>, keep_going: KeepGoing<'_>) -> ControlFlow<Halt, N> {
        let Halves { before, after, cut } = halves;
        if *cut <= self.first_level() {
            return ControlFlow::Continue(self.first_completions(halves, &[]));
        }
        let work = |sums: &mut Sums<N>, profiles: Range<usize>, keep_going: KeepGoing<'_>| {
            let mut solutions = N::ZERO;
            let mut calls = Calls::new(keep_going);
            for profile in profiles {
                let (used, ways) = after.levels[usize::from(self.profiles.levels[profile])].of(profile);
                if used.is_empty() {
                    continue;
                }
                let tried = self.sum_before(profile, *cut, &before.levels, sums);
                if 0 < tried {
                    let at_cut = used.iter().zip(ways).filter(|&(&used, _)| self.uses.has(used, 0));
                    solutions = at_cut.fold(solutions, |sum, (&used, &ways)| sum.plus(sums.of(used).times(ways)));
                    sums.clear();
                    calls.after(tried)?;
                }
            }
            ControlFlow::Continue(solutions)
        };
        let mut all = N::ZERO;
        let profiles = self.profiles.starts[*cut] as usize..self.profiles.len();
        let take_in = |solutions| all = all.plus(solutions);
        self.workers.divide(profiles, self.profiles_at_once(), || Sums::new(self.uses.len()), work, keep_going, take_in)?;
        ControlFlow::Continue(all)
    }

    /// Counts all solutions, and for each placement those that have it. What is before the cut and what is after it are worked out beside
    /// each other.
    fn count_each<N: Number>(
        &self,
        halves: &Halves<N>,
        placements: usize,
        budget: &Budget,
        keep_going: KeepGoing<'_>,
    ) -> ControlFlow<Halt, (N, Vec<u128>)> {
        let Halves { before, after, cut } = halves;
        let zeros = [zeros(&before.levels[..*cut], budget)?, zeros(&after.levels[*cut..], budget)?];
        let zeros = zeros.map(|zeros| Mutex::new(Some(zeros)));
        // Those of both sides, and their sum.
        budget.take(3 * placements * size_of::<u128>())?;
        let work = |sums: &mut Sums<N>, side: Range<usize>, keep_going: KeepGoing<'_>| {
            let mut all = vec![0_u128; placements];
            let having: Having<'_> = &mut |placement, solutions| {
                all[placement as usize] = all[placement as usize].saturating_add(solutions);
            };
            let zeros = zeros[side.start].lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default();
            let calls = &mut Calls::new(keep_going);
            let solutions = if side.start == 0 {
                let completions = self.completions(halves, zeros, sums, Some(having), calls)?;
                Some(self.first_completions(halves, &completions))
            } else {
                self.count_after(halves, zeros, sums, having, calls)?;
                None
            };
            ControlFlow::Continue((solutions, all))
        };
        let mut counted = (N::ZERO, vec![0; placements]);
        self.workers.divide(
            0..2,
            1,
            || Sums::new(self.uses.len()),
            work,
            keep_going,
            |(solutions, having)| {
                counted.0 = solutions.unwrap_or(counted.0);
                counted.1.iter_mut().zip(having).for_each(|(all, own): (&mut u128, u128)| *all = all.saturating_add(own));
            },
        )?;
        ControlFlow::Continue(counted)
    }

    /// For each state before the cut, the number of ways to complete it, which takes the place of the 0 that is there. Calls `having` for
    /// the placements of steps from there.
    pub fn completions<N: Number>(
        &self,
        halves: &Halves<N>,
        mut completions: Vec<Vec<N>>,
        sums: &mut Sums<N>,
        mut having: Option<Having<'_>>,
        calls: &mut Calls<'_>,
    ) -> ControlFlow<Halt, Vec<Vec<N>>> {
        let Halves { before, after, cut } = halves;
        for level in (0..self.levels()).rev() {
            for profile in self.profiles.of_level(level) {
                let (earlier, own) = completions.split_at_mut(level.min(*cut));
                let (used, ways) = match own.first() {
                    Some(own) => (before.levels[level].used(profile), &own[before.levels[level].range(profile)]),
                    None => after.levels[level].of(profile),
                };
                if used.is_empty() {
                    continue;
                }
                // From the cut on, only what the part has on both sides counts.
                sums.set(used.iter().zip(ways).filter(|&(&used, _)| level < *cut || self.uses.has(used, 0)));
                for edge in self.profiles.into(profile) {
                    let (from, source) = (self.level_of(edge), edge.other as usize);
                    let Some(sources) = earlier.get_mut(from) else { continue };
                    let lists = &before.levels[from];
                    let (used, ways) = lists.of(source);
                    calls.after(used.len() as u64)?;
                    let own = &mut sources[lists.range(source)];
                    if edge.placement == EMPTY {
                        used.iter().zip(own).for_each(|(&used, own)| *own = own.plus(sums.of(used)));
                        continue;
                    }
                    let next = self.uses.next(self.pieces[edge.placement as usize].into());
                    let Some(having) = &mut having else {
                        let known = used.iter().map(|&used| next[used as usize]).zip(own).filter(|&(next, _)| next != NONE);
                        known.for_each(|(next, own)| *own = own.plus(sums.of(next)));
                        continue;
                    };
                    let mut solutions = N::ZERO;
                    for ((&used, &ways), own) in used.iter().zip(ways).zip(own) {
                        let next = next[used as usize];
                        if next != NONE {
                            let completions = sums.of(next);
                            *own = own.plus(completions);
                            solutions = solutions.plus(ways.times(completions));
                        }
                    }
                    having(edge.placement, solutions.number());
                }
                sums.unset(used);
            }
        }
        ControlFlow::Continue(completions)
    }

    /// Calls `having` for the placements of steps from the cut on. `ways_there` has a 0 for each state from there on, which the number of
    /// ways to it replaces.
    fn count_after<N: Number>(
        &self,
        halves: &Halves<N>,
        mut ways_there: Vec<Vec<N>>,
        sums: &mut Sums<N>,
        having: Having<'_>,
        calls: &mut Calls<'_>,
    ) -> ControlFlow<Halt> {
        let Halves { before, after, cut } = halves;
        for level in 0..self.levels() {
            for profile in self.profiles.of_level(level) {
                let (own, later) = ways_there.split_at_mut((level + 1).saturating_sub(*cut));
                let (used, ways) = match own.last() {
                    Some(own) => (after.levels[level].used(profile), &own[after.levels[level].range(profile)]),
                    None => before.levels[level].of(profile),
                };
                if used.is_empty() {
                    continue;
                }
                sums.set(used.iter().zip(ways));
                let is_kept = |used: u32| *cut <= level || self.uses.has(used, 0);
                for edge in self.profiles.out(profile) {
                    let (to, target) = (self.level_of(edge), edge.other as usize);
                    let Some(number) = to.checked_sub(cut + own.len()) else { continue };
                    let lists = &after.levels[to];
                    let (used, completions) = lists.of(target);
                    calls.after(used.len() as u64)?;
                    let targets = &mut later[number][lists.range(target)];
                    if edge.placement == EMPTY {
                        let at_cut = used.iter().zip(targets).filter(|&(&used, _)| is_kept(used));
                        at_cut.for_each(|(&used, own)| *own = own.plus(sums.of(used)));
                        continue;
                    }
                    let piece = self.pieces[edge.placement as usize].into();
                    let [previous, next] = [self.uses.previous(piece), self.uses.next(piece)];
                    let mut solutions = N::ZERO;
                    for ((&used, &completions), own) in used.iter().zip(completions).zip(targets) {
                        if !is_kept(used) {
                            continue;
                        }
                        let previous = previous[used as usize];
                        let mut ways = if previous == NONE { N::ZERO } else { sums.of(previous) };
                        if next[used as usize] == used {
                            ways = ways.plus(sums.of(used));
                        }
                        *own = own.plus(ways);
                        solutions = solutions.plus(ways.times(completions));
                    }
                    if *cut <= level {
                        having(edge.placement, solutions.number());
                    }
                }
                sums.unset(used);
            }
        }
        ControlFlow::Continue(())
    }
}

/// A number for each state of each level, which is 0.
pub fn zeros<N: Number>(levels: &[Level<N>], budget: &Budget) -> ControlFlow<Halt, Vec<Vec<N>>> {
    budget.take(levels.iter().map(Level::len).sum::<usize>() * size_of::<N>())?;
    ControlFlow::Continue(levels.iter().map(|lists| vec![N::ZERO; lists.len()]).collect())
}
