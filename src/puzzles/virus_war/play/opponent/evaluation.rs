//! The most promising turns of a position, by their rough scores.

use std::ops::ControlFlow;

use super::{Progress, WIN};
use crate::{
    model::{cells::CellSet, state::Problem, turn::Turn},
    search::{
        graph::TurnGraph,
        once,
        rough_score::{Best, EnemyMobility, Scored, rough_score},
    },
};
use base::chance::Random;

/// A turn and its score.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The turn.
    pub turn: Turn,
    /// The score for the player who makes the turn.
    pub score: i32,
    /// Decides between equal scores: lower is better.
    tie: u32,
}

/// The most promising turns of a position.
#[derive(Clone)]
pub struct PromisingTurns {
    /// At most as many as asked for and the pass, best first; at least one if there is a turn.
    pub turns: Vec<Candidate>,
    /// Whether these are all turns of the position.
    pub is_complete: bool,
    /// `Break` if the search was stopped. Then these are the best turns found until then.
    pub ended: ControlFlow<()>,
}

impl PromisingTurns {
    /// Moves this turn to the front.
    pub fn put_first(&mut self, candidate: Candidate) {
        self.turns.retain(|other| other.turn != candidate.turn);
        self.turns.insert(0, candidate);
    }
}

/// The `width` most promising turns of the position.
pub fn promising_turns(problem: &Problem, width: usize, ties: Ties<'_>, progress: &mut Progress<'_>) -> PromisingTurns {
    // The graph covers one move more than the turn has, since the turn's last cells open cells for the next turn.
    let graph = TurnGraph::new(&problem.position, problem.mover, problem.moves + 1);
    let mut enemy = EnemyMobility::new(problem);
    let mut best = Best::new(width);
    let mut ties = ties;
    // However a pass is scored, it is among the turns: it can be the only one that doesn't lose.
    let pass = problem.may_pass().then(|| candidate(Turn::PASS, problem, &graph, &mut enemy, &mut ties));
    let mut made = u64::from(pass.is_some());
    let ended = once::each_turn(&graph, problem.moves, &mut |turn| {
        best.offer(candidate(turn, problem, &graph, &mut enemy, &mut ties));
        made += 1;
        if made % TURNS_PER_REPORT == 0 { progress.add_turns(TURNS_PER_REPORT) } else { ControlFlow::Continue(()) }
    });
    let ended = if ended.is_continue() { progress.add_turns(made % TURNS_PER_REPORT) } else { ended };
    let mut turns = best.finish();
    turns.extend(pass);
    turns.sort_by_key(Candidate::sort_key);
    PromisingTurns { is_complete: ended.is_continue() && made == turns.len() as u64, turns, ended }
}

/// The best of these turns, with its score; of equal ones the last. The graph covers one move more than a turn has.
pub fn best_of(graph: &TurnGraph, problem: &Problem, turns: &[Turn]) -> Option<(Turn, i32)> {
    let mut enemy = EnemyMobility::new(problem);
    turns.iter().map(|turn| (*turn, score(problem, graph, &mut enemy, turn))).max_by_key(|&(_, score)| score)
}

/// How many turns are made between two reports of progress: far less than a millisecond's work.
const TURNS_PER_REPORT: u64 = 256;

/// What decides between turns with the same score.
pub enum Ties<'a> {
    /// The order of their cells.
    InOrder,
    /// A random number.
    Random(&'a mut Random),
}

impl Ties<'_> {
    fn next(&mut self) -> u32 {
        match self {
            Self::InOrder => 0,
            Self::Random(random) => random.bits(),
        }
    }
}

impl Scored for Candidate {
    type Key = (i64, u32, CellSet);

    fn score(&self) -> i32 {
        self.score
    }

    fn sort_key(&self) -> Self::Key {
        (-i64::from(self.score), self.tie, self.turn.set())
    }
}

fn candidate(turn: Turn, problem: &Problem, graph: &TurnGraph, enemy: &mut EnemyMobility, ties: &mut Ties<'_>) -> Candidate {
    Candidate { turn, score: score(problem, graph, enemy, &turn), tie: ties.next() }
}

fn score(problem: &Problem, graph: &TurnGraph, enemy: &mut EnemyMobility, turn: &Turn) -> i32 {
    let cells = turn.set();
    let kills = if turn.kills == 0 { CellSet::NONE } else { cells & graph.enemy };
    let (own, theirs) = (graph.mobility_after(cells), enemy.after(kills));
    let is_draw = turn.is_pass() && problem.after(turn).is_drawn();
    // A draw is worth as much as equal mobility.
    let own = theirs.filter(|_| is_draw).map_or(own, |theirs| theirs as usize);
    rough_score(own, theirs).unwrap_or(WIN)
}
