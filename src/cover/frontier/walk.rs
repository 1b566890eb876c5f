//! Lists solutions by walking through the graph. No step is a dead end, since it is known of each state whether it can be completed.

use std::ops::ControlFlow;

use super::{
    Halt,
    budget::Budget,
    halves::{Halves, Search},
    profiles::EMPTY,
    states::{Graph, Number, STEPS_PER_CALL, Sums},
    uses::{NONE, Part},
};
use crate::Problem;
use base::{bits::Word, search::Tally};

/// Receives what is listed. `Break` stops the work.
pub trait Lister {
    /// A solution, as the numbers of its placements.
    fn found(&mut self, placements: &[u32]) -> ControlFlow<()>;

    /// The share that is done, from 0 to 1, at least once per millisecond, with the work: the steps of the graph, and its states.
    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()>;
}

/// Building the graph takes about this share of the time.
const BUILDING: f32 = 0.5;
/// The number of steps of the walk between two calls of the lister: less than a millisecond.
const WALKED_PER_CALL: usize = 256;

/// Lists all solutions, within this many bytes. Gives up before the first solution if they don't suffice. Returns the work.
pub fn list<W: Word>(problem: &Problem<W>, memory: usize, lister: &mut dyn Lister) -> ControlFlow<Halt, Tally> {
    let search = Search::new(problem, memory, &mut |done, tally| lister.progress(done * BUILDING, tally))?;
    if search.are_ways_few() { list_by::<W, u64>(&search, memory, lister) } else { list_by::<W, u128>(&search, memory, lister) }
}

fn list_by<W: Word, N: Number>(search: &Search<'_, W>, memory: usize, lister: &mut dyn Lister) -> ControlFlow<Halt, Tally> {
    let mut budget = Budget::new(search.remaining);
    let mut tally = search.tally.clone();
    let uses = search.uses(&Part::ALL, &mut budget, &mut || lister.progress(0.5 * BUILDING, &tally))?;
    let graph = Graph { profiles: &search.profiles, uses: &uses, pieces: &search.piece_of };
    let mut sums = Sums::<N>::new(uses.len(), &mut budget)?;
    let mut last = 0.0_f32;
    let halves = graph.meet(&mut None, false, &mut sums, &mut budget, &mut tally, &mut |done, tally| {
        last = last.max(done);
        lister.progress(BUILDING * (0.5 + 0.5 * last), tally)
    })?;
    let mut since_call = 0;
    let completions = graph.completions(&halves, &mut sums, &mut budget, &mut |_, _| (), &mut |steps| {
        since_call += steps as u64;
        if since_call < STEPS_PER_CALL {
            return ControlFlow::Continue(());
        }
        since_call = 0;
        lister.progress(BUILDING, &tally).map_break(|()| Halt::Stopped)
    })?;
    tally.memory = tally.memory.max((memory - budget.least()) as u64);
    let solutions = graph.first_completions(&halves, &completions).number();
    if 0 < solutions {
        let solutions = solutions as f32;
        let mut walk =
            Walk { graph: &graph, halves: &halves, completions, lister, tally: &tally, chosen: Vec::new(), found: 0, steps: 0, solutions };
        walk.from(0, 0).map_break(|()| Halt::Stopped)?;
    }
    ControlFlow::Continue(tally)
}

/// A walk through the graph.
struct Walk<'a, N: Number> {
    graph: &'a Graph<'a>,
    halves: &'a Halves<N>,
    /// For each state before the cut, the number of ways to complete it.
    completions: Vec<Vec<N>>,
    lister: &'a mut dyn Lister,
    tally: &'a Tally,
    chosen: Vec<u32>,
    /// The number of solutions found.
    found: u64,
    /// The number of steps of the walk.
    steps: usize,
    /// The number of all solutions.
    solutions: f32,
}

impl<N: Number> Walk<'_, N> {
    /// Lists all ways to complete a state that can be completed.
    fn from(&mut self, profile: usize, used: u32) -> ControlFlow<()> {
        self.steps += 1;
        if self.steps.is_multiple_of(WALKED_PER_CALL) {
            let done = BUILDING + (1.0 - BUILDING) * self.found as f32 / self.solutions;
            self.lister.progress(done.min(1.0), self.tally)?;
        }
        let Graph { profiles, uses, pieces } = *self.graph;
        if profile + 1 == profiles.len() {
            self.found += 1;
            return self.lister.found(&self.chosen);
        }
        for edge in profiles.out(profile) {
            let is_empty = edge.placement == EMPTY;
            let next = if is_empty { used } else { uses.next(pieces[edge.placement as usize].into())[used as usize] };
            if next == NONE || !self.can_be_completed(edge.other as usize, next) {
                continue;
            }
            if !is_empty {
                self.chosen.push(edge.placement);
            }
            self.from(edge.other as usize, next)?;
            if !is_empty {
                self.chosen.pop();
            }
        }
        ControlFlow::Continue(())
    }

    fn can_be_completed(&self, profile: usize, used: u32) -> bool {
        let Halves { before, after, cut } = self.halves;
        let level = usize::from(self.graph.profiles.levels[profile]);
        if level < *cut {
            let state = before.levels[level].place_of(profile, used);
            state.is_some_and(|state| self.completions[level][state] != N::ZERO)
        } else {
            after.levels[level].place_of(profile, used).is_some()
        }
    }
}
