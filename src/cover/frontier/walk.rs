//! Lists solutions by walking through the graph. No step is a dead end, since it is known of each state whether it can be completed.
//!
//! Where the graph doesn't fit into the memory, its parts are walked through one after another. If even the smallest part doesn't fit, the
//! walk only knows the profiles, and has dead ends.

use std::ops::ControlFlow;

use super::{
    Halt,
    budget::Budget,
    halves::{Halves, STATES, Search, zeros},
    profiles::EMPTY,
    states::{Calls, Graph, Sums, scratch},
    uses::{NONE, Part},
    workers::Workers,
};
use crate::{Problem, share::Share};
use base::{bits::Word, search::Tally};

/// Receives what is listed. `Break` stops the work.
pub trait Lister {
    /// A solution, as the numbers of its placements.
    fn found(&mut self, placements: &[u32]) -> ControlFlow<()>;

    /// The share that is done, from 0 to 1, at least once per millisecond, with the work: the steps of the graph, and its states.
    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()>;
}

/// Building the graph of a part takes about this share of its time.
const BUILDING: f32 = 0.33;
/// The number of steps of the walk between two calls of the lister: less than a millisecond.
const WALKED_PER_CALL: usize = 256;

/// Lists all solutions, within this many bytes. Gives up before the first solution if they don't suffice. Returns the work. The workers
/// only build the graph.
pub fn list<W: Word>(problem: &Problem<W>, memory: usize, workers: Workers<'_>, lister: &mut dyn Lister) -> ControlFlow<Halt, Tally> {
    let search = Search::new(problem, memory, workers, &mut |done, tally| lister.progress(done, tally))?;
    let mut tally = search.tally.clone();
    // The combinations of a part are among those of all parts, so that later they fit, too.
    search.uses(&Part::ALL, &Budget::new(search.remaining), &mut || lister.progress(STATES.at(0.0), &tally))?;
    let mut listing = Listing { search: &search, memory, lister, tally: &mut tally, reported: STATES.at(0.0) };
    search.in_parts(&mut |part, cut, share| listing.list(part, cut, share))?;
    ControlFlow::Continue(tally)
}

/// Lists one part after another.
struct Listing<'a, W: Word> {
    search: &'a Search<'a, W>,
    memory: usize,
    lister: &'a mut dyn Lister,
    tally: &'a mut Tally,
    /// The share that was reported last.
    reported: f32,
}

/// What is known about the states of a part: the halves, and for each state before the cut about how many ways there are to complete it.
struct Known {
    halves: Halves<f32>,
    completions: Vec<Vec<f32>>,
}

impl<W: Word> Listing<'_, W> {
    /// Reports that this much of a part is done.
    fn report(&mut self, share: Share, done: f32) -> ControlFlow<Halt> {
        self.reported = self.reported.max(share.at(done)).min(1.0);
        self.lister.progress(self.reported, self.tally).map_break(|()| Halt::Stopped)
    }

    /// Lists a part. Gives up before the first solution, unless there are no smaller parts.
    fn list(&mut self, part: &Part, cut: &mut Option<usize>, share: Share) -> ControlFlow<Halt> {
        let search = self.search;
        let budget = Budget::new(search.remaining);
        let uses = search.uses(part, &budget, &mut || self.lister.progress(self.reported, self.tally))?;
        let graph = search.graph(&uses);
        let known = match self.know(&graph, cut, &budget, share) {
            ControlFlow::Continue(known) => Some(known),
            ControlFlow::Break(Halt::TooLarge) if !search.is_divisible(part) => None,
            ControlFlow::Break(halt) => return ControlFlow::Break(halt),
        };
        // If it doesn't fit, when that showed depends on the threads.
        let free = if known.is_some() { search.aside + budget.least() } else { 0 };
        self.tally.memory = self.tally.memory.max((self.memory - free) as u64);
        self.walk(&graph, cut.unwrap_or(search.profiles.middle()), known, share)
    }

    /// Walks through the graph of a part.
    fn walk(&mut self, graph: &Graph<'_>, cut: usize, known: Option<Known>, share: Share) -> ControlFlow<Halt> {
        let Graph { profiles, uses, .. } = *graph;
        let solutions = known.as_ref().map(|Known { halves, completions }| graph.first_completions(halves, completions));
        let first = uses.none().filter(|&none| profiles.cells.first().is_some_and(|&cells| uses.have_volume(none, cells)));
        let Some(first) = first.filter(|_| solutions != Some(0.0)) else { return ControlFlow::Continue(()) };
        let mut walk = Walk { graph, cut, known, listing: self, share, chosen: Vec::new(), found: 0, steps: 0, solutions };
        walk.from(0, first)
    }

    /// Builds the graph of a part.
    fn know(&mut self, graph: &Graph<'_>, cut: &mut Option<usize>, budget: &Budget, share: Share) -> ControlFlow<Halt, Known> {
        budget.take(scratch::<f32>(graph.uses.len()))?;
        let Self { lister, tally, reported, .. } = self;
        let halves: Halves<f32> = graph.meet(cut, false, budget, tally, &mut |done, tally| {
            *reported = reported.max(share.at(BUILDING * done)).min(1.0);
            lister.progress(*reported, tally)
        })?;
        let zeros = zeros(&halves.before.levels[..halves.cut], budget)?;
        let keep_going = &mut || self.report(share, BUILDING).map_break(|_| ());
        let completions = graph.completions(&halves, zeros, &mut Sums::new(graph.uses.len()), None, &mut Calls::new(keep_going))?;
        ControlFlow::Continue(Known { halves, completions })
    }
}

/// A walk through the graph of a part.
struct Walk<'a, 'b, W: Word> {
    graph: &'a Graph<'a>,
    cut: usize,
    /// Nothing, if that takes too much memory.
    known: Option<Known>,
    listing: &'a mut Listing<'b, W>,
    share: Share,
    chosen: Vec<u32>,
    /// The number of solutions found.
    found: u64,
    /// The number of steps of the walk.
    steps: usize,
    /// About the number of all solutions of the part, if that is known.
    solutions: Option<f32>,
}

impl<W: Word> Walk<'_, '_, W> {
    /// Lists all ways to complete a state.
    fn from(&mut self, profile: usize, used: u32) -> ControlFlow<Halt> {
        self.steps += 1;
        if self.steps.is_multiple_of(WALKED_PER_CALL) {
            let done = self.solutions.map_or(0.0, |solutions| (self.found as f32 / solutions).min(1.0));
            self.listing.report(self.share, BUILDING + (1.0 - BUILDING) * done)?;
        }
        let Graph { profiles, uses, pieces, .. } = *self.graph;
        if profile + 1 == profiles.len() {
            self.found += 1;
            return self.listing.lister.found(&self.chosen).map_break(|()| Halt::Stopped);
        }
        for edge in profiles.out(profile) {
            let is_empty = edge.placement == EMPTY;
            let next = if is_empty { used } else { uses.next(pieces[edge.placement as usize].into())[used as usize] };
            if next == NONE || !self.can_be_completed(profile, edge.other as usize, next) {
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

    /// Whether the state after a step from a profile belongs to the part, and can be completed as far as that is known.
    fn can_be_completed(&self, from: usize, profile: usize, used: u32) -> bool {
        let Graph { profiles, uses, .. } = *self.graph;
        let [before, level] = [from, profile].map(|profile| usize::from(profiles.levels[profile]));
        if before < self.cut && self.cut <= level && !uses.has(used, 0) {
            return false;
        }
        let Some(Known { halves, completions }) = &self.known else {
            return uses.has(used, usize::from(self.cut <= level)) && uses.have_volume(used, profiles.cells[profile]);
        };
        if level < self.cut {
            let state = halves.before.levels[level].place_of(profile, used);
            state.is_some_and(|state| completions[level][state] != 0.0)
        } else {
            halves.after.levels[level].place_of(profile, used).is_some()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use base::search::OneThread;
    use proptest::prelude::*;

    use super::{super::tests::Listed, *};
    use crate::tests::{expected, problems};

    proptest! {
        #[test]
        fn the_smallest_parts_share_no_solution_and_need_no_states(problem in problems()) {
            const MEMORY: usize = 1 << 24;
            let (mut listed, mut tally) = (Listed::default(), Tally::default());
            let workers = Workers::new(&OneThread);
            let search = Search::new(&problem, MEMORY, workers, &mut |_, _| ControlFlow::Continue(())).continue_value().expect("it fits");
            let mut listing = Listing { search: &search, memory: MEMORY, lister: &mut listed, tally: &mut tally, reported: 0.0 };
            let end = search.in_parts(&mut |part, cut, share| {
                if search.is_divisible(part) {
                    return ControlFlow::Break(Halt::TooLarge);
                }
                let uses = search.uses(part, &Budget::new(MEMORY), &mut || ControlFlow::Continue(()))?;
                listing.walk(&search.graph(&uses), cut.unwrap_or(search.profiles.middle()), None, share)
            });
            prop_assert_eq!(end, ControlFlow::Continue(()));
            let all: BTreeSet<BTreeSet<usize>> =
                listed.solutions.iter().map(|solution| solution.iter().map(|&placement| placement as usize).collect()).collect();
            prop_assert_eq!(all, expected(&problem));
        }
    }
}
