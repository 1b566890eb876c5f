//! Scores a turn by the position right after it.
//!
//! A turn's moves on empty cells don't change which cells the enemy can reach, since these cells are still targets of the enemy; only kills
//! do. The mover's own mobility follows from the graph of the turn. So a turn can be scored without making it.

use std::ops::ControlFlow;

use super::{Progress, WIN};
use crate::{
    chance::Random,
    puzzles::virus_war::{
        model::{
            cells::{CELL_COUNT, CellSet},
            position::{Player, Position},
            state::Problem,
            turn::Turn,
        },
        search::{graph::TurnGraph, once},
    },
};

/// One accessible cell less for the enemy is worth as much as this many more for the mover, who doesn't know yet which cells the enemy will
/// take away.
const ENEMY_MOBILITY_WEIGHT: i32 = 3;

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
    /// At most as many as asked for, best first; at least one if there is a turn.
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
    let mut beam = Beam::new(width);
    let mut ties = ties;
    let mut made = 0;
    let ended = once::each_turn(&graph, problem.moves, &mut |turn| {
        beam.offer(Candidate { turn, score: score(&graph, &mut enemy, &turn), tie: ties.next() });
        made += 1;
        if made % TURNS_PER_REPORT == 0 { progress.add_turns(TURNS_PER_REPORT) } else { ControlFlow::Continue(()) }
    });
    let ended = if ended.is_continue() { progress.add_turns(made % TURNS_PER_REPORT) } else { ended };
    let turns = beam.finish();
    PromisingTurns { is_complete: ended.is_continue() && made == turns.len() as u64, turns, ended }
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

/// The best of many candidates, of which there can be millions.
struct Beam {
    width: usize,
    kept: Vec<Candidate>,
    /// Candidates with a lower score are not among the best.
    lower_bound: i32,
}

impl Beam {
    fn new(width: usize) -> Self {
        Self { width, kept: Vec::new(), lower_bound: i32::MIN }
    }

    fn offer(&mut self, candidate: Candidate) {
        if candidate.score < self.lower_bound {
            return;
        }
        self.kept.push(candidate);
        if self.kept.len() >= 2 * self.width + 64 {
            self.prune();
        }
    }

    fn prune(&mut self) {
        if self.width < self.kept.len() {
            let (_, worst, _) = self.kept.select_nth_unstable_by_key(self.width - 1, Candidate::sort_key);
            self.lower_bound = worst.score;
            self.kept.truncate(self.width);
        }
    }

    fn finish(mut self) -> Vec<Candidate> {
        self.prune();
        self.kept.sort_by_key(Candidate::sort_key);
        self.kept
    }
}

impl Candidate {
    /// Lower is better. No two turns have the same key, so the order in which turns are offered makes no difference.
    fn sort_key(&self) -> (i64, u32, CellSet) {
        (-i64::from(self.score), self.tie, self.turn.set())
    }
}

fn score(graph: &TurnGraph, enemy: &mut EnemyMobility, turn: &Turn) -> i32 {
    let cells = turn.set();
    match enemy.after(if turn.kills == 0 { CellSet::NONE } else { cells & graph.enemy }) {
        Mobility::Lost => WIN,
        Mobility::Cells(theirs) => graph.mobility_after(cells) as i32 - ENEMY_MOBILITY_WEIGHT * theirs as i32,
    }
}

/// The enemy's freedom to move after a turn.
#[derive(Clone, Copy)]
enum Mobility {
    /// The enemy can't make a whole turn, and has lost.
    Lost,
    /// The enemy has a turn, whose first move can be on any of this many cells.
    Cells(u32),
}

/// Finds the enemy's mobility after some of its viruses are killed.
struct EnemyMobility {
    live: CellSet,
    connectors: CellSet,
    targets: CellSet,
    moves: u32,
    without_kills: Mobility,
    /// The mobility after a single kill, by its cell, once it was computed.
    after_one_kill: [Option<Mobility>; CELL_COUNT],
}

impl EnemyMobility {
    fn new(problem: &Problem) -> Self {
        let (position, enemy): (&Position, Player) = (&problem.position, problem.mover.other());
        let mut mobility = Self {
            live: position.live(enemy),
            connectors: position.connectors(enemy),
            targets: position.targets(enemy),
            moves: u32::from(problem.rules.moves),
            without_kills: Mobility::Lost,
            after_one_kill: [None; CELL_COUNT],
        };
        mobility.without_kills = mobility.compute(CellSet::NONE);
        mobility
    }

    fn after(&mut self, kills: CellSet) -> Mobility {
        let mut cells = kills.into_iter();
        match (cells.next(), cells.next()) {
            (None, _) => self.without_kills,
            (Some(only), None) => match self.after_one_kill[only.index()] {
                Some(mobility) => mobility,
                None => *self.after_one_kill[only.index()].insert(self.compute(kills)),
            },
            _ => self.compute(kills),
        }
    }

    fn compute(&self, kills: CellSet) -> Mobility {
        let live = self.live - kills;
        let accessible = (live.flooded(self.connectors).grown() & self.targets).len() as u32;
        // All accessible cells are reachable, so this many suffice.
        if self.moves <= accessible {
            return Mobility::Cells(accessible);
        }
        let reachable = live.flooded(self.targets | self.connectors) & self.targets;
        if (reachable.len() as u32) < self.moves { Mobility::Lost } else { Mobility::Cells(accessible) }
    }
}
