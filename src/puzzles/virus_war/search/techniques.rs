//! The searches of the techniques in the puzzle's list.

use std::ops::ControlFlow::{self, Continue};

use super::{
    counts,
    engine::goals::Judge,
    graph::TurnGraph,
    once,
    orders::{self, Novelty, SeenTurns, Sequence},
    triples,
};
use crate::model::{
    goal::{Aim, Goal, Stage},
    state::Problem,
    turn::Turn,
};
use base::search::{Observer, Tally};

/// How many turns a fast search finds between two reports of its progress: far less than a millisecond's work.
const TURNS_PER_REPORT: u64 = 64;

/// How many sequences a slow search tries between two reports. For each it may have to sort thousands of lists.
const SEQUENCES_PER_REPORT: u64 = 2;

/// Finds every turn exactly once.
pub fn once(problem: &Problem, observer: &mut dyn Observer<Turn>) -> ControlFlow<()> {
    let observer = &mut Aiming::new(problem, observer);
    let graph = graph(problem);
    let mut tally = Tally { memory: size_of::<TurnGraph>() as u64, ..Tally::default() };
    let total = counts::of_position(problem, &mut || observer.progress(0.0, &Tally::default()))?.distinct as f32;
    once::each_turn_of(problem, &graph, &mut |turn| {
        tally.explored += 1;
        tally.kept += 1;
        if tally.explored.is_multiple_of(TURNS_PER_REPORT) {
            observer.progress(tally.explored as f32 / total, &tally)?;
        }
        observer.found(turn)
    })?;
    observer.progress(1.0, &tally)
}

/// Tries every sequence and keeps those that are their turn's first legal order.
pub fn orders(problem: &Problem, observer: &mut dyn Observer<Turn>) -> ControlFlow<()> {
    let mut aiming = Aiming::new(problem, observer);
    let mut reporter = Reporter::new(problem, &mut aiming);
    reporter.pass(problem)?;
    if !problem.is_drawn() {
        orders::each_sequence(&problem.position, problem.mover, problem.moves, &mut |sequence| {
            let novelty = if sequence.is_first_order() { Novelty::New } else { Novelty::Seen };
            reporter.add(sequence, novelty)
        })?;
    }
    reporter.finish()
}

/// Tries every sequence and keeps those that the technique for triples hasn't seen in another order.
pub fn orders_dedup<const TECHNIQUE: usize>(problem: &Problem, observer: &mut dyn Observer<Turn>) -> ControlFlow<()> {
    let mut seen = SeenTurns::with_technique(&triples::TECHNIQUES[TECHNIQUE]);
    let mut aiming = Aiming::new(problem, observer);
    let mut reporter = Reporter::new(problem, &mut aiming);
    reporter.pass(problem)?;
    if !problem.is_drawn() {
        orders::each_new_sequence(&problem.position, problem.mover, problem.moves, &mut seen, &mut |sequence, novelty| {
            reporter.add(sequence, novelty)
        })?;
    }
    reporter.tally.memory += seen.bytes() as u64;
    reporter.finish()
}

/// Reports sequences to an observer.
struct Reporter<'a> {
    graph: TurnGraph,
    tally: Tally,
    /// The largest share reported. Shares are sums, in which rounding might cause a slight fall.
    done: f32,
    observer: &'a mut dyn Observer<Turn>,
}

impl<'a> Reporter<'a> {
    fn new(problem: &Problem, observer: &'a mut dyn Observer<Turn>) -> Self {
        let tally = Tally { memory: size_of::<TurnGraph>() as u64, ..Tally::default() };
        Self { graph: graph(problem), tally, done: 0.0, observer }
    }

    /// Reports the pass, which is a turn without a sequence of moves, if the mover may pass.
    fn pass(&mut self, problem: &Problem) -> ControlFlow<()> {
        if !problem.may_pass() {
            return Continue(());
        }
        self.tally.explored += 1;
        self.tally.kept += 1;
        self.observer.found(Turn::PASS)
    }

    fn add(&mut self, sequence: Sequence<'_>, novelty: Novelty) -> ControlFlow<()> {
        self.tally.explored += 1;
        if self.tally.explored.is_multiple_of(SEQUENCES_PER_REPORT) {
            self.done = self.done.max(sequence.done).min(1.0);
            self.observer.progress(self.done, &self.tally)?;
        }
        if novelty == Novelty::Seen {
            return Continue(());
        }
        self.tally.kept += 1;
        self.observer.found(self.graph.turn_in_order(sequence.order))
    }

    fn finish(self) -> ControlFlow<()> {
        self.observer.progress(1.0, &self.tally)
    }
}

fn graph(problem: &Problem) -> TurnGraph {
    TurnGraph::new(&problem.position, problem.mover, problem.moves)
}

/// Passes on all turns, or in a problem only those that reach its goal.
struct Aiming<'a> {
    problem: &'a Problem,
    /// The goal, and the kills of the turn so far.
    goal: Option<(Goal, u8)>,
    judge: Judge,
    done: f32,
    tally: Tally,
    observer: &'a mut dyn Observer<Turn>,
}

impl<'a> Aiming<'a> {
    fn new(problem: &'a Problem, observer: &'a mut dyn Observer<Turn>) -> Self {
        let goal = match problem.aim {
            Some(Aim { goal, stage: Stage::Making(killed) }) => Some((goal, killed)),
            _ => None,
        };
        Self { problem, goal, judge: Judge::default(), done: 0.0, tally: Tally::default(), observer }
    }
}

impl Observer<Turn> for Aiming<'_> {
    fn found(&mut self, turn: Turn) -> ControlFlow<()> {
        if let Some((goal, killed)) = self.goal {
            let (done, tally, observer) = (self.done, &self.tally, &mut *self.observer);
            if !self.judge.reaches(self.problem, goal, killed, &turn, &mut || observer.progress(done, tally))? {
                return Continue(());
            }
        }
        self.observer.found(turn)
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        if self.goal.is_some() {
            (self.done, self.tally) = (done, tally.clone());
        }
        self.observer.progress(done, tally)
    }
}
