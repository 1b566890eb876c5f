//! Counts by meeting in the middle, in parts if need be.

use std::ops::{ControlFlow, Range};

use super::{
    Counts, Halt, KeepGoing, Problem, Progress,
    budget::Budget,
    profiles::{EMPTY, Edge, Profiles},
    states::{Calls, Graph, Half, Lists, Number, Places, Sums, scratch},
    uses::{self, Part, Piece, Uses},
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

/// About the share of the time that it takes to find the profiles.
const PROFILES: f64 = 0.3;

/// The share of the memory that is set aside.
const ASIDE: usize = 16;
/// What remains for the states.
const STATES: Share = Share { from: PROFILES, size: 1.0 - PROFILES };

/// Called with a part, the level where both halves meet, which it sets if it isn't known yet, and the share of the part of the whole.
pub type Work<'a> = &'a mut dyn FnMut(&Part, &mut Option<usize>, Share) -> ControlFlow<Halt>;

impl<'a, W: Word> Search<'a, W> {
    /// Finds the profiles.
    pub fn new(problem: &'a Problem<W>, memory: usize, workers: Workers<'a>, progress: Progress<'_>) -> ControlFlow<Halt, Self> {
        let budget = Budget::new(memory);
        let mut tally = Tally::default();
        let profiles = Profiles::new(problem, &budget, &mut tally, &mut |done, tally| progress(done * PROFILES as f32, tally))?;
        let piece_of = problem.placements.iter().map(|placement| placement.piece as u16).collect();
        budget.take(problem.placements.len() * size_of::<u16>())?;
        tally.memory = (memory - budget.least()) as u64;
        let aside = budget.remaining() / ASIDE;
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
    pub fn uses(&self, part: &Part, budget: &Budget, keep_going: &mut dyn FnMut() -> ControlFlow<()>) -> ControlFlow<Halt, Uses> {
        Uses::new(self.problem, &self.pieces, part, budget, &mut || keep_going().map_break(|()| Halt::Stopped))
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
        self.in_parts(STATES, &mut |part, cut, share| {
            let mut progress = |done: f32, tally: &Tally| {
                reported = reported.max(share.at(done)).min(1.0);
                progress(reported, tally)
            };
            self.count_part::<N>(part, cut, &mut counts, &mut tally, &Budget::new(budget.remaining()), &mut progress)
        })?;
        ControlFlow::Continue(counts)
    }

    /// Calls `work` with all solutions and, where that says that they are too large, with parts of them. `all` is their share of the search.
    pub fn in_parts(&self, all: Share, work: Work<'_>) -> ControlFlow<Halt> {
        let mut cut = None;
        // Where a part was too large, the next ones of its depth would be, too.
        let mut depth = 0;
        let mut parts = vec![(Part::ALL, all)];
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
        let graph = graph.after(tally.explored);
        let keep_going: KeepGoing<'_> = &mut || progress(MEETING, tally);
        let solutions = if forgets {
            graph.count(&halves, keep_going)?
        } else {
            let mut own = vec![0_u128; counts.having.len()];
            let having: Having<'_> = &mut |placement, solutions| {
                own[placement as usize] = own[placement as usize].saturating_add(solutions);
            };
            let mut numbers = vec![Vec::new(); graph.levels()];
            for level in (0..halves.cut).rev().chain(halves.cut..graph.levels()) {
                numbers[level] = graph.number(&halves, level, &numbers, Some(&mut *having), budget, keep_going)?;
            }
            counts.having.iter_mut().zip(own).for_each(|(all, own)| *all = all.saturating_add(own));
            graph.first_completions(&halves, &numbers)
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
            let end = self.after(tally.explored).extend(half, level, forward, budget, &mut || progress(done, tally));
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
        self.workers.share(profiles, || Sums::new(self.uses.len()), work, keep_going, |solutions| all = all.plus(solutions))?;
        ControlFlow::Continue(all)
    }

    /// For each state of a level, the number of ways to complete it if it is before the cut, or else the number of ways to get there. These
    /// `numbers` must be known of the levels between it and the cut. Calls `having` for the placements of steps that begin there or, after
    /// the cut, end there, but for those across the cut.
    pub fn number<N: Number>(
        &self,
        halves: &Halves<N>,
        level: usize,
        numbers: &[Vec<N>],
        having: Option<Having<'_>>,
        budget: &Budget,
        keep_going: KeepGoing<'_>,
    ) -> ControlFlow<Halt, Vec<N>> {
        let lists = halves.lists(level);
        let is_before = level < halves.cut;
        let edges = |profile: usize| if is_before { self.profiles.out(profile) } else { self.profiles.into(profile) };
        let edges_of = |profiles: Range<usize>| profiles.map(|profile| edges(profile).len()).sum::<usize>();
        let profiles = self.profiles.of_level(level);
        let has_products = having.is_some();
        let products = if has_products { edges_of(profiles.clone()) * size_of::<(u32, N)>() } else { 0 };
        // At the end, there are both the parts and the whole.
        let bytes = lists.len() * size_of::<N>();
        budget.take(2 * bytes + products)?;
        let work = |places: &mut Places, profiles: Range<usize>, keep_going: KeepGoing<'_>| {
            let mut own = Vec::with_capacity(lists.of_all(profiles.clone()).len());
            let mut products = Vec::with_capacity(if has_products { edges_of(profiles.clone()) } else { 0 });
            let mut calls = Calls::new(keep_going);
            for profile in profiles {
                let (used, beside) = lists.of(profile);
                if used.is_empty() {
                    continue;
                }
                let start = own.len();
                own.resize(start + used.len(), N::ZERO);
                places.set(used);
                let mut adding = Adding { places, own: &mut own[start..], beside: has_products.then_some(beside) };
                for edge in edges(profile) {
                    let (others, product) = self.add_up(halves, level, edge, numbers, &mut adding);
                    if product != N::ZERO {
                        products.push((edge.placement, product));
                    }
                    calls.after(others as u64)?;
                }
                places.unset(used);
            }
            ControlFlow::Continue((own, products))
        };
        let mut all = Vec::with_capacity(lists.len());
        let mut ignore = |_, _| ();
        let having = having.unwrap_or(&mut ignore);
        self.workers.share(
            profiles,
            || Places::new(self.uses.len()),
            work,
            keep_going,
            |(own, products)| {
                all.extend_from_slice(&own);
                products.into_iter().for_each(|(placement, product)| having(placement, product.number()));
            },
        )?;
        budget.give(bytes + products);
        ControlFlow::Continue(all)
    }

    /// Adds up the numbers at the other end of a step, for states of this level. Returns how many there are, and the number of solutions
    /// that have the step's placement, if that is wanted and this is the level that counts it.
    #[inline]
    fn add_up<N: Number>(
        &self,
        halves: &Halves<N>,
        level: usize,
        edge: &Edge,
        numbers: &[Vec<N>],
        adding: &mut Adding<'_, N>,
    ) -> (usize, N) {
        let (other_level, other) = (self.level_of(edge), edge.other as usize);
        let lists = halves.lists(other_level);
        let [is_before, is_other_before] = [level, other_level].map(|level| level < halves.cut);
        let is_across = is_before != is_other_before;
        let (used, numbers) = if is_across { lists.of(other) } else { (lists.used(other), &numbers[other_level][lists.range(other)]) };
        // Across the cut, only what the part has on both sides counts.
        let counts = |after: u32| !is_across || self.uses.has(after, 0);
        let others = used.iter().zip(numbers);
        let mut product = N::ZERO;
        if edge.placement == EMPTY {
            others.filter(|&(&used, _)| counts(used)).for_each(|(&used, &number)| _ = adding.add(used, number));
            return (used.len(), product);
        }
        let piece = self.pieces[edge.placement as usize].into();
        let [previous, next] = [self.uses.previous(piece), self.uses.next(piece)];
        if is_before {
            for (&used, &number) in others.filter(|&(&used, _)| counts(used)) {
                product = product.plus(adding.add(previous[used as usize], number));
                // A copy that isn't counted changes nothing.
                if next[used as usize] == used {
                    product = product.plus(adding.add(used, number));
                }
            }
        } else {
            for (&used, &number) in others {
                let next = next[used as usize];
                if counts(next) {
                    product = product.plus(adding.add(next, number));
                }
            }
        }
        (used.len(), if is_across && !is_before { N::ZERO } else { product })
    }
}

/// What the states of one profile add up.
struct Adding<'a, N> {
    places: &'a Places,
    own: &'a mut [N],
    /// Other numbers of the same states, to multiply with.
    beside: Option<&'a [N]>,
}

impl<N: Number> Adding<'_, N> {
    /// Adds to the state with these uses, if there is one. Returns the product with its other number, if there is one.
    #[inline]
    fn add(&mut self, used: u32, number: N) -> N {
        let place = self.places.of(used);
        let Some(own) = self.own.get_mut(place) else { return N::ZERO };
        *own = own.plus(number);
        self.beside.map_or(N::ZERO, |beside| beside[place].times(number))
    }
}

impl<N> Halves<N> {
    /// The states of a level, which is before the cut or after it.
    fn lists(&self, level: usize) -> &Lists<N> {
        if level < self.cut { &self.before.levels[level] } else { &self.after.levels[level] }
    }
}
