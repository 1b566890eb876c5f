//! The strongest opponent: it plays what [`engine`](crate::search::engine) finds best, with some variety at first.

use std::ops::ControlFlow;

use super::{
    LIKELY, Progress,
    evaluation::{Ties, promising_turns},
};
use crate::{
    model::{state::Problem, turn::Turn},
    search::engine::{Engine, Line, Ranking},
};
use base::{
    chance::Random,
    search::{Observer, Tally},
};

/// In its first turns, with at most this many live viruses, it chooses among several turns, so that its games differ.
const OPENING: usize = 4;
/// The most turns that it chooses among.
const CHOICES: usize = 4;
/// How much worse than the best these can be, in hundredths of log odds.
const CONCESSION: i32 = 10;

pub fn choose(problem: &Problem, random: &mut Random, progress: &mut Progress<'_>) -> Option<Turn> {
    // The best turn by mobility, in case it is stopped before it has found a better one.
    let at_first = promising_turns(problem, 1, Ties::Random(random), progress);
    let first = at_first.turns.first()?.turn;
    if at_first.ended.is_break() {
        return Some(first);
    }
    let is_opening = problem.position.live(problem.mover).len() <= OPENING;
    let mut chooser = Chooser { pick: random.bits(), chosen: first, before: progress.tally.clone(), progress };
    // Stopped or not, `chosen` is the choice so far.
    let _ended = Engine::default().search(problem, if is_opening { CHOICES } else { 1 }, &mut chooser);
    Some(chooser.chosen)
}

/// Chooses among the best lines of each ranking, and reports the chosen one.
struct Chooser<'a, 'b> {
    pick: u32,
    chosen: Turn,
    /// The work before the search.
    before: Tally,
    progress: &'a mut Progress<'b>,
}

impl Observer<Ranking> for Chooser<'_, '_> {
    fn found(&mut self, ranking: Ranking) -> ControlFlow<()> {
        let best = ranking.lines[0].score;
        let is_open = best.abs() < LIKELY;
        let good = ranking.lines.iter().take_while(|line| best == line.score || is_open && best - CONCESSION <= line.score).count();
        // Where a draw is proved, the other turns may lose.
        let place = if ranking.lines[0].is_draw { 0 } else { self.pick as usize % good };
        let line = &ranking.lines[place];
        self.chosen = line.turns[0];
        let line = if ranking.outcome.is_some() { Line::clone(line) } else { line.as_best_so_far() };
        self.progress.emit(line)
    }

    fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
        self.progress.tally.clone_from(&self.before);
        self.progress.tally += tally;
        self.progress.add_turns(0)
    }
}
