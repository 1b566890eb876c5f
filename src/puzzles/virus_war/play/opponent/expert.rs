//! The strongest opponent: it plays what [`engine`](crate::puzzles::virus_war::search::engine) finds best, with some variety at first.

use std::ops::ControlFlow::{self, Break};

use super::{LIKELY, Progress};
use crate::{
    chance::Random,
    puzzles::virus_war::{
        model::{state::Problem, turn::Turn},
        search::{
            engine::{Engine, Line, Ranking},
            graph::TurnGraph,
            once,
        },
    },
    search::{Observer, Tally},
};

/// In its first turns, with at most this many live viruses, it chooses among several turns, so that its games differ.
const OPENING: usize = 4;
/// The most turns that it chooses among.
const CHOICES: usize = 4;
/// How much worse than the best these can be, in hundredths of log odds.
const CONCESSION: i32 = 10;

pub fn choose(problem: &Problem, random: &mut Random, progress: &mut Progress<'_>) -> Option<Turn> {
    let is_opening = problem.position.live(problem.mover).len() <= OPENING;
    let mut chooser = Chooser { pick: random.bits(), chosen: None, progress };
    // Stopped or not, `chosen` is the choice so far.
    let _ended = Engine::default().search(problem, if is_opening { CHOICES } else { 1 }, &mut chooser);
    chooser.chosen.or_else(|| any_turn(problem))
}

/// A turn without a search, for an opponent that was stopped before it had found anything.
fn any_turn(problem: &Problem) -> Option<Turn> {
    let mut found = None;
    let _ended = once::each_turn(&TurnGraph::new(&problem.position, problem.mover, problem.moves), problem.moves, &mut |turn| {
        found = Some(turn);
        Break(())
    });
    found
}

/// Chooses among the best lines of each ranking, and reports the chosen one.
struct Chooser<'a, 'b> {
    pick: u32,
    chosen: Option<Turn>,
    progress: &'a mut Progress<'b>,
}

impl Observer<Ranking> for Chooser<'_, '_> {
    fn found(&mut self, ranking: Ranking) -> ControlFlow<()> {
        let best = ranking.lines[0].score;
        let is_open = best.abs() < LIKELY;
        let good = ranking.lines.iter().take_while(|line| best == line.score || is_open && best - CONCESSION <= line.score).count();
        let line = &ranking.lines[self.pick as usize % good];
        self.chosen = Some(line.turns[0]);
        let line = if ranking.outcome.is_some() { Line::clone(line) } else { line.as_best_so_far() };
        self.progress.emit(line)
    }

    fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
        self.progress.tally.clone_from(tally);
        self.progress.add_turns(0)
    }
}
