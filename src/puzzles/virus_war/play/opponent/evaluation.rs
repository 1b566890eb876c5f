//! How good a turn looks right after it.
//!
//! A turn's moves on empty cells do not change what the enemy can move on, since it still holds targets of his; only
//! kills do. And the mover's own room after a turn is told by the turn's graph. So no turn need be made to be judged.

use std::ops::ControlFlow;

use super::{WIN, Watch};
use crate::{
    chance::Random,
    puzzles::virus_war::{
        model::{
            cells::{CELLS, CellSet},
            position::{Player, Position},
            state::Problem,
            turn::Turn,
        },
        search::{graph::TurnGraph, once},
    },
};

/// An accessible cell fewer for the enemy weighs as much as so many more for the mover, who does not know yet which of
/// his the enemy will leave him.
const ENEMY_WEIGHT: i32 = 3;

/// A turn and how good it looks.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The turn.
    pub turn: Turn,
    /// For the player who makes it.
    pub score: i32,
    /// Decides between equals.
    tie: u32,
}

/// The most promising turns of a position.
#[derive(Clone)]
pub struct Promising {
    /// At most as many as were asked for, best first; at least one if there is a turn.
    pub turns: Vec<Candidate>,
    /// Whether the position has no other turns.
    pub are_all: bool,
    /// Whether the search was stopped meanwhile: then the turns are the best of those made until then.
    pub ended: ControlFlow<()>,
}

impl Promising {
    /// Puts this turn before the others.
    pub fn put_first(&mut self, candidate: Candidate) {
        self.turns.retain(|other| other.turn != candidate.turn);
        self.turns.insert(0, candidate);
    }
}

/// The `width` most promising turns of the position.
pub fn promising(problem: &Problem, width: usize, ties: Ties<'_>, watch: &mut Watch<'_>) -> Promising {
    // One more than the turn has moves: its last cells open cells for the turn after it.
    let graph = TurnGraph::new(&problem.position, problem.mover, problem.moves + 1);
    let mut enemy = EnemyRoom::new(problem);
    let mut beam = Beam::new(width);
    let mut ties = ties;
    let mut made = 0;
    let ended = once::each_turn(&graph, problem.moves, &mut |turn| {
        beam.offer(Candidate { turn, score: score(&graph, &mut enemy, &turn), tie: ties.next() });
        made += 1;
        if made % TURNS_AT_ONCE == 0 { watch.count(TURNS_AT_ONCE) } else { ControlFlow::Continue(()) }
    });
    let ended = if ended.is_continue() { watch.count(made % TURNS_AT_ONCE) } else { ended };
    let turns = beam.finish();
    Promising { are_all: ended.is_continue() && made == turns.len() as u64, turns, ended }
}

/// How often the search tells its progress: far more often than once in a millisecond.
const TURNS_AT_ONCE: u64 = 256;

/// What decides between turns that look equally good.
pub enum Ties<'a> {
    /// The earlier one is the better.
    InOrder,
    /// Chance.
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

/// The best of many candidates, of which there may be millions.
struct Beam {
    width: usize,
    kept: Vec<Candidate>,
    /// Candidates below are not among the best.
    floor: i32,
}

impl Beam {
    fn new(width: usize) -> Self {
        Self { width, kept: Vec::new(), floor: i32::MIN }
    }

    fn offer(&mut self, candidate: Candidate) {
        if candidate.score < self.floor {
            return;
        }
        self.kept.push(candidate);
        if self.kept.len() >= 2 * self.width + 64 {
            self.prune();
        }
    }

    fn prune(&mut self) {
        if self.width < self.kept.len() {
            let (_, worst, _) = self.kept.select_nth_unstable_by_key(self.width - 1, Candidate::promise);
            self.floor = worst.score;
            self.kept.truncate(self.width);
        }
    }

    fn finish(mut self) -> Vec<Candidate> {
        self.prune();
        self.kept.sort_by_key(Candidate::promise);
        self.kept
    }
}

impl Candidate {
    /// Lower is better; no two turns are equal, so that the same ones are kept in every order of making them.
    fn promise(&self) -> (i64, u32, CellSet) {
        (-i64::from(self.score), self.tie, self.turn.set())
    }
}

fn score(graph: &TurnGraph, enemy: &mut EnemyRoom, turn: &Turn) -> i32 {
    let cells = turn.set();
    match enemy.after(if turn.kills == 0 { CellSet::NONE } else { cells & graph.enemy }) {
        Room::Lost => WIN,
        Room::Accessible(theirs) => graph.mobility_after(cells) as i32 - ENEMY_WEIGHT * theirs as i32,
    }
}

/// What the enemy can do after a turn.
#[derive(Clone, Copy)]
enum Room {
    /// Not all moves of a turn: he has lost.
    Lost,
    /// A turn, beginning on one of so many cells.
    Accessible(u32),
}

/// What the enemy can do after some of his viruses are killed.
struct EnemyRoom {
    live: CellSet,
    connectors: CellSet,
    targets: CellSet,
    moves: u32,
    untouched: Room,
    /// After one kill; by its cell, once it was asked for.
    after_one: [Option<Room>; CELLS],
}

impl EnemyRoom {
    fn new(problem: &Problem) -> Self {
        let (position, enemy): (&Position, Player) = (&problem.position, problem.mover.other());
        let mut room = Self {
            live: position.live(enemy),
            connectors: position.connectors(enemy),
            targets: position.targets(enemy),
            moves: u32::from(problem.rules.moves),
            untouched: Room::Lost,
            after_one: [None; CELLS],
        };
        room.untouched = room.without(CellSet::NONE);
        room
    }

    fn after(&mut self, kills: CellSet) -> Room {
        let mut cells = kills.into_iter();
        match (cells.next(), cells.next()) {
            (None, _) => self.untouched,
            (Some(only), None) => match self.after_one[only.index()] {
                Some(room) => room,
                None => *self.after_one[only.index()].insert(self.without(kills)),
            },
            _ => self.without(kills),
        }
    }

    fn without(&self, kills: CellSet) -> Room {
        let live = self.live - kills;
        let accessible = (live.flooded(self.connectors).grown() & self.targets).len() as u32;
        // Where many cells are accessible at once, there are all the more in the end.
        if self.moves <= accessible {
            return Room::Accessible(accessible);
        }
        let reachable = live.flooded(self.targets | self.connectors) & self.targets;
        if (reachable.len() as u32) < self.moves { Room::Lost } else { Room::Accessible(accessible) }
    }
}
