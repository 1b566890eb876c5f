//! The ways to find all turns of a position, as the list of techniques names them.

use std::ops::ControlFlow::{self, Continue};

use super::{
    counts,
    graph::TurnGraph,
    once,
    orders::{self, Novelty, SeenTurns, Sequence},
    triples,
};
use crate::{
    puzzles::virus_war::model::{state::Problem, turn::Turn},
    search::{Observer, Tally},
};

/// How often a fast search tells its progress: far more often than once in a millisecond.
const TURNS_AT_ONCE: u64 = 64;

/// How often a slow one does: thousands of lists may be sorted for every sequence.
const SEQUENCES_AT_ONCE: u64 = 2;

/// Makes every turn exactly once.
pub fn once(problem: &Problem, observer: &mut dyn Observer<Turn>) -> ControlFlow<()> {
    let graph = graph(problem);
    let mut tally = Tally { memory: size_of::<TurnGraph>() as u64, ..Tally::default() };
    let total = counts::count(&graph, problem.moves, &mut || observer.progress(0.0, &Tally::default()))?.distinct as f32;
    once::each_turn(&graph, problem.moves, &mut |turn| {
        tally.explored += 1;
        tally.kept += 1;
        if tally.explored.is_multiple_of(TURNS_AT_ONCE) {
            observer.progress(tally.explored as f32 / total, &tally)?;
        }
        observer.found(turn)
    })?;
    observer.progress(1.0, &tally)
}

/// Makes every sequence, and keeps those that are their turn's first order.
pub fn orders(problem: &Problem, observer: &mut dyn Observer<Turn>) -> ControlFlow<()> {
    let mut report = Report::new(problem, observer);
    orders::each_sequence(&problem.position, problem.mover, problem.moves, &mut |sequence| {
        let novelty = if sequence.is_first_order() { Novelty::New } else { Novelty::Seen };
        report.take(sequence, novelty)
    })?;
    report.finish()
}

/// Makes every sequence, and keeps those that the technique for triples has not seen in another order.
pub fn orders_dedup<const TECHNIQUE: usize>(problem: &Problem, observer: &mut dyn Observer<Turn>) -> ControlFlow<()> {
    let mut seen = SeenTurns::by(&triples::TECHNIQUES[TECHNIQUE]);
    let mut report = Report::new(problem, observer);
    orders::each_new_sequence(&problem.position, problem.mover, problem.moves, &mut seen, &mut |sequence, novelty| {
        report.take(sequence, novelty)
    })?;
    report.tally.memory += seen.bytes() as u64;
    report.finish()
}

/// Tells an observer of sequences.
struct Report<'a> {
    graph: TurnGraph,
    tally: Tally,
    /// The greatest share told: shares are sums that rounding may make fall by a last digit.
    done: f32,
    observer: &'a mut dyn Observer<Turn>,
}

impl<'a> Report<'a> {
    fn new(problem: &Problem, observer: &'a mut dyn Observer<Turn>) -> Self {
        let tally = Tally { memory: size_of::<TurnGraph>() as u64, ..Tally::default() };
        Self { graph: graph(problem), tally, done: 0.0, observer }
    }

    fn take(&mut self, sequence: Sequence<'_>, novelty: Novelty) -> ControlFlow<()> {
        self.tally.explored += 1;
        if self.tally.explored.is_multiple_of(SEQUENCES_AT_ONCE) {
            self.done = self.done.max(sequence.done).min(1.0);
            self.observer.progress(self.done, &self.tally)?;
        }
        if novelty == Novelty::Seen {
            return Continue(());
        }
        self.tally.kept += 1;
        self.graph.turn_in_order(sequence.order).map_or(Continue(()), |turn| self.observer.found(turn))
    }

    fn finish(self) -> ControlFlow<()> {
        self.observer.progress(1.0, &self.tally)
    }
}

fn graph(problem: &Problem) -> TurnGraph {
    TurnGraph::new(&problem.position, problem.mover, problem.moves)
}
