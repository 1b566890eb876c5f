//! Lists solutions by walking through the graph. No step is a dead end, since it is known of each state whether it can be completed.

use std::ops::ControlFlow;

use super::{BUILDING, EMPTY, Graph, Halt, Progress, STATES_PER_CALL};
use crate::Problem;
use base::{bits::Word, search::Tally};

/// Receives what is listed. `Break` stops the work.
pub trait Lister {
    /// A solution, as the numbers of its placements.
    fn found(&mut self, placements: &[u32]) -> ControlFlow<()>;

    /// The share that is done, from 0 to 1, at least once per millisecond, with the work: the steps of the graph, and its states.
    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()>;
}

/// Lists all solutions, within this many bytes. Gives up before the first solution if they don't suffice. Returns the work.
pub fn list<W: Word>(problem: &Problem<W>, memory: usize, lister: &mut dyn Lister) -> ControlFlow<Halt, Tally> {
    let progress: Progress<'_> = &mut |done, tally| lister.progress(done * BUILDING, tally);
    let mut graph = Graph::new(problem, memory, true, progress)?;
    graph.build(progress)?;
    let can_be_completed = graph.can_be_completed(lister)?;
    graph.tally.memory = (memory - graph.budget.remaining()) as u64;
    let solutions = graph.solutions().max(1) as f32;
    let mut walk = Walk { graph: &graph, can_be_completed, lister, chosen: Vec::new(), found: 0, steps: 0, solutions };
    if let Some(first) = graph.first() {
        walk.from(first, 0).map_break(|()| Halt::Stopped)?;
    }
    ControlFlow::Continue(graph.tally)
}

impl<W: Word> Graph<W> {
    /// The level with the first state; none if no solution is possible.
    fn first(&self) -> Option<usize> {
        let last = self.levels.len() - 1;
        let is_there = |&level: &usize| !self.levels[level].ends.is_empty() || !self.levels[level].states.is_empty();
        self.cells.first().map_or(Some(last), Some).filter(is_there)
    }

    /// For each state of each level, whether it can be completed.
    fn can_be_completed(&mut self, lister: &mut dyn Lister) -> ControlFlow<Halt, Vec<Vec<bool>>> {
        let mut all: Vec<Vec<bool>> = self.levels.iter().map(|_| Vec::new()).collect();
        if let (Some(last), Some(can)) = (self.levels.last(), all.last_mut()) {
            can.extend(last.states.iter().map(|state| self.uses.suffice(state.used)));
        }
        for (number, level) in self.levels.iter().enumerate().rev().skip(1) {
            self.budget.take(level.ends.len())?;
            let mut own = Vec::with_capacity(level.ends.len());
            for state in 0..level.ends.len() {
                if state % STATES_PER_CALL == 0 {
                    lister.progress(BUILDING, &self.tally).map_break(|()| Halt::Stopped)?;
                }
                own.push(level.edges_from(state).iter().any(|edge| all[usize::from(edge.level)][edge.state as usize]));
            }
            all[number] = own;
        }
        ControlFlow::Continue(all)
    }
}

/// A walk through the graph.
struct Walk<'a, W: Word> {
    graph: &'a Graph<W>,
    can_be_completed: Vec<Vec<bool>>,
    lister: &'a mut dyn Lister,
    chosen: Vec<u32>,
    /// The number of solutions found.
    found: u64,
    /// The number of steps of the walk.
    steps: usize,
    /// The number of all solutions, at least 1.
    solutions: f32,
}

impl<W: Word> Walk<'_, W> {
    /// Lists all ways to complete a state.
    fn from(&mut self, level: usize, state: usize) -> ControlFlow<()> {
        if !self.can_be_completed[level][state] {
            return ControlFlow::Continue(());
        }
        self.steps += 1;
        if self.steps.is_multiple_of(STATES_PER_CALL) {
            let done = BUILDING + (1.0 - BUILDING) * self.found as f32 / self.solutions;
            self.lister.progress(done.min(1.0), &self.graph.tally)?;
        }
        if level + 1 == self.graph.levels.len() {
            self.found += 1;
            return self.lister.found(&self.chosen);
        }
        let graph = self.graph;
        for edge in graph.levels[level].edges_from(state) {
            if edge.placement == EMPTY {
                self.from(edge.level.into(), edge.state as usize)?;
            } else {
                self.chosen.push(edge.placement);
                self.from(edge.level.into(), edge.state as usize)?;
                self.chosen.pop();
            }
        }
        ControlFlow::Continue(())
    }
}
