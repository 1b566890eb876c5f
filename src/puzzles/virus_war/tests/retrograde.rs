//! A second solver, as plain as possible: makes all positions that can follow, move by move and in every order, and judges them from the
//! ends of games back to the first position.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::{
    model::{
        position::{Player, Position},
        state::Problem,
    },
    search::engine::Outcome,
};

/// A position, its mover, the moves of the turn, and how many turns before it were passed.
type Key = (Position, Player, u8, u8);

/// How endless passing ends.
#[derive(Clone, Copy, PartialEq)]
pub enum Passing {
    /// The second of two passes in a row makes the game a draw.
    TwoPassesDraw,
    /// Not at all: a player who passes forever doesn't lose.
    NeverEnds,
}

/// The outcomes of all positions that can follow one; without those that are draws.
pub struct Retrograde(HashMap<Key, Outcome>);

/// What is known of a position before it is judged.
#[derive(Default)]
struct Node {
    /// The positions before it.
    before: Vec<Key>,
    /// How many of the positions after it aren't known to be won by the enemy.
    hopes: usize,
}

impl Retrograde {
    /// Solves the position.
    pub fn of(problem: &Problem, passing: Passing) -> Self {
        let mut nodes = HashMap::from([(key(problem), Node::default())]);
        let (mut lost, mut pending) = (Vec::new(), vec![problem.clone()]);
        while let Some(problem) = pending.pop() {
            let here = key(&problem);
            let mut after = problems_after(&problem);
            if passing == Passing::NeverEnds {
                after.iter_mut().for_each(|next| next.passes = 0);
            }
            if after.is_empty() && problem.passes < 2 {
                lost.push(here);
            }
            nodes.entry(here).or_default().hopes = after.len();
            for next in after {
                let there = key(&next);
                if !nodes.contains_key(&there) {
                    pending.push(next);
                }
                nodes.entry(there).or_default().before.push(here);
            }
        }
        Self(judged(nodes, lost))
    }

    /// The outcome of the solved position, or of one that follows.
    pub fn outcome(&self, problem: &Problem) -> Outcome {
        self.0.get(&key(problem)).copied().unwrap_or(Outcome::Draw)
    }
}

fn key(problem: &Problem) -> Key {
    (problem.position, problem.mover, problem.moves, problem.passes)
}

/// All outcomes but draws, by their lengths: what is judged later is farther from the end. The mover wins as soon as it can, and loses as
/// late as it can.
fn judged(mut nodes: HashMap<Key, Node>, lost: Vec<Key>) -> HashMap<Key, Outcome> {
    let mut outcomes: HashMap<Key, Outcome> = lost.iter().map(|&key| (key, Outcome::Loss(0))).collect();
    let mut pending = VecDeque::from(lost);
    while let Some(here) = pending.pop_front() {
        let outcome = outcomes[&here];
        for before in std::mem::take(&mut nodes.get_mut(&here).unwrap().before) {
            let node = nodes.get_mut(&before).unwrap();
            let found = match outcome {
                Outcome::Loss(turns) => Some(Outcome::Win(turns + 1)),
                Outcome::Win(turns) => {
                    node.hopes -= 1;
                    (node.hopes == 0).then_some(Outcome::Loss(turns + 1))
                }
                Outcome::Draw => None,
            };
            if let Some(found) = found.filter(|_| !outcomes.contains_key(&before)) {
                outcomes.insert(before, found);
                pending.push_back(before);
            }
        }
    }
    outcomes
}

/// All boards after this many moves of the player, made move by move.
pub fn boards_after(position: &Position, mover: Player, moves: u8) -> HashSet<Position> {
    (0..moves).fold(HashSet::from([*position]), |boards, _| {
        let next = |board: &Position| board.accessible(mover).into_iter().map(|cell| board.after(mover, cell.into())).collect::<Vec<_>>();
        boards.iter().flat_map(next).collect()
    })
}

/// The enemy's problem on each board after the mover's turn, and after a pass if the rules allow it.
pub fn problems_after(problem: &Problem) -> Vec<Problem> {
    if problem.passes == 2 {
        return Vec::new();
    }
    let mover = problem.mover.other();
    let begun = |position| Problem::new(position, mover, problem.rules.moves_in_turn(&position, mover), problem.rules);
    let mut after: Vec<Problem> = boards_after(&problem.position, problem.mover, problem.moves).into_iter().map(begun).collect();
    let is_whole = problem.moves == problem.rules.moves_in_turn(&problem.position, problem.mover);
    if problem.rules.passing && is_whole && !after.is_empty() {
        after.push(Problem { passes: problem.passes + 1, ..begun(problem.position) });
    }
    after
}
