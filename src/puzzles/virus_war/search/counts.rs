//! Counts turns, with and without their order, without listing them.

use std::ops::ControlFlow::{self, Continue};

use serde::Serialize;

use super::{
    graph::TurnGraph,
    once::{self, PartialTurn},
};
use crate::model::{
    cells::CellSet,
    state::Problem,
    turn::{MAX_MOVES, Shape},
};

/// The numbers of turns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Legal orders of all turns.
    pub sequences: u64,
    /// Turns, as sets of cells.
    pub distinct: u64,
    /// Turns by their shape, in the order of [`Shape::ALL`]; all 0 unless turns have three moves.
    pub by_shape: [u64; 4],
    /// Turns by their number of kills, from none to all moves.
    pub by_kills: Vec<u64>,
}

impl Counts {
    /// Sequences per turn, on average; none if there is no turn.
    pub fn ratio(&self) -> Option<f64> {
        (self.distinct > 0).then(|| self.sequences as f64 / self.distinct as f64)
    }
}

/// Counts the turns of the position, of which a pass is one. Calls `progress` like [`count`].
pub fn of_position(problem: &Problem, progress: &mut impl FnMut() -> ControlFlow<()>) -> ControlFlow<(), Counts> {
    if problem.is_drawn() {
        return Continue(Counts::default());
    }
    let graph = TurnGraph::new(&problem.position, problem.mover, problem.moves);
    let mut counts = count(&graph, problem.moves, progress)?;
    if problem.may_pass() {
        counts.sequences += 1;
        counts.distinct += 1;
        counts.by_kills[0] += 1;
    }
    Continue(counts)
}

/// Counts the turns of this many moves. Calls `progress` many times a millisecond; `Break` stops the counting.
///
/// For three moves this takes about a microsecond. For other numbers it lists all turns of one move fewer.
pub fn count(graph: &TurnGraph, moves: u8, progress: &mut impl FnMut() -> ControlFlow<()>) -> ControlFlow<(), Counts> {
    if moves == 3 { Continue(three_moves(graph)) } else { by_partial_turns(graph, moves, progress) }
}

/// Counts the turns of three moves in closed form: for each shape, it sums up numbers of pairs and triples of cells.
pub fn three_moves(graph: &TurnGraph) -> Counts {
    let mut count = ByShape::default();
    count.all_at_once(graph);
    count.two_and_one(graph);
    count.one_opens_more(graph);
    let by_shape = count.kills.map(|kills| kills.iter().sum());
    let by_kills = (0..4).map(|kills| count.kills.iter().map(|shape| shape[kills]).sum()).collect();
    Counts { sequences: count.sequences, distinct: by_shape.iter().sum(), by_shape, by_kills }
}

/// Turns of three moves by shape and kills, and their sequences in total.
#[derive(Default)]
struct ByShape {
    kills: [[u64; 4]; 4],
    sequences: u64,
}

impl ByShape {
    fn all_at_once(&mut self, graph: &TurnGraph) {
        let Targets { fills, kills } = Targets::of(graph.accessible, graph);
        let by_kills = [triples(fills), pairs(fills) * kills, fills * pairs(kills), triples(kills)];
        self.add(Shape::AllAtOnce, 0, by_kills, 6);
    }

    fn two_and_one(&mut self, graph: &TurnGraph) {
        let first = Targets::of(graph.accessible, graph);
        for opened in graph.opened_by_one_move() {
            let openers = Targets::of(graph.joined(opened) & graph.accessible, graph);
            let others = Targets { fills: first.fills - openers.fills, kills: first.kills - openers.kills };
            let kill = graph.kill(opened);
            self.add(Shape::TwoAndOne, kill, openers.pairs(), 4);
            self.add(Shape::TwoAndOne, kill, openers.pairs_with(&others), 3);
        }
    }

    fn one_opens_more(&mut self, graph: &TurnGraph) {
        for opener in graph.accessible {
            let opened = graph.joined(opener) - graph.accessible;
            let kill = graph.kill(opener);
            self.add(Shape::OneOpensTwo, kill, Targets::of(opened, graph).pairs(), 2);
            for second in opened {
                let third = Targets::of(graph.joined(second) - graph.accessible - opened, graph);
                self.add(Shape::OneByOne, kill + graph.kill(second), [third.fills, third.kills], 1);
            }
        }
    }

    /// Adds turns with `kills`, `kills + 1` … kills, each of which has this many orders.
    fn add<const N: usize>(&mut self, shape: Shape, kills: u8, turns: [u64; N], orders: u64) {
        for (more_kills, turns) in turns.into_iter().enumerate() {
            if turns > 0 {
                self.kills[shape as usize][usize::from(kills) + more_kills] += turns;
                self.sequences += turns * orders;
            }
        }
    }
}

/// How many cells of a set are empty, so that a move fills them, and how many have a live enemy, so that a move kills.
#[derive(Clone, Copy)]
struct Targets {
    fills: u64,
    kills: u64,
}

impl Targets {
    fn of(cells: CellSet, graph: &TurnGraph) -> Self {
        let kills = (cells & graph.enemy).len() as u64;
        Self { fills: cells.len() as u64 - kills, kills }
    }

    /// The numbers of pairs with 0, 1 and 2 kills.
    fn pairs(&self) -> [u64; 3] {
        [pairs(self.fills), self.fills * self.kills, pairs(self.kills)]
    }

    /// The numbers of pairs of a cell here and a cell there, with 0, 1 and 2 kills.
    fn pairs_with(&self, other: &Self) -> [u64; 3] {
        [self.fills * other.fills, self.fills * other.kills + self.kills * other.fills, self.kills * other.kills]
    }
}

fn pairs(n: u64) -> u64 {
    n * n.saturating_sub(1) / 2
}

fn triples(n: u64) -> u64 {
    pairs(n) * n.saturating_sub(2) / 3
}

/// Counts turns by the possible last moves after all turns of one move fewer.
fn by_partial_turns(graph: &TurnGraph, moves: u8, progress: &mut impl FnMut() -> ControlFlow<()>) -> ControlFlow<(), Counts> {
    let mut counts = Counts::default();
    let mut by_kills = [0; MAX_MOVES + 1];
    once::each_partial_turn(graph, moves.saturating_sub(1), &mut |PartialTurn { cells, open, .. }| {
        progress()?;
        let kills = (cells & graph.enemy).len();
        let last = Targets::of(open, graph);
        by_kills[kills] += last.fills;
        by_kills[(kills + 1).min(MAX_MOVES)] += last.kills;
        counts.sequences += graph.orders(cells) * graph.mobility_after(cells) as u64;
        Continue(())
    })?;
    counts.distinct = by_kills.iter().sum();
    counts.by_kills = by_kills[..=usize::from(moves).min(MAX_MOVES)].to_vec();
    Continue(counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::position::{Player, Position};

    #[test]
    fn both_methods_agree_on_turns_of_three_moves() {
        let mut position = Position::start(7);
        for (player, names) in [(Player::O, "b2 c2 c3"), (Player::X, "f6 e5 d4"), (Player::O, "d4 e5 d5")] {
            position = position.after(player, names.split(' ').map(|name| name.parse::<crate::model::cells::Cell>().unwrap()).collect());
        }
        for player in [Player::O, Player::X] {
            let graph = TurnGraph::new(&position, player, 3);
            let counts = three_moves(&graph);
            let Continue(by_parts) = by_partial_turns(&graph, 3, &mut || Continue(())) else { panic!("nothing stops it") };
            assert_eq!(Counts { by_shape: counts.by_shape, ..by_parts }, counts);
            assert_ne!(counts.by_shape, [0; 4]);
        }
    }
}
