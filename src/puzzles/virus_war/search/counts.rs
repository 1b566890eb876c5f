//! How many turns there are, with and without their order, without listing them.

use std::ops::ControlFlow::{self, Continue};

use serde::Serialize;

use super::{
    graph::TurnGraph,
    once::{self, Part},
};
use crate::puzzles::virus_war::model::{
    cells::CellSet,
    turn::{MOST_MOVES, Shape},
};

/// How many turns there are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Turns in each of their legal orders.
    pub sequences: u64,
    /// Turns as sets of cells.
    pub distinct: u64,
    /// Turns by their shape, as [`Shape::ALL`] has them; all 0 if turns do not have three moves.
    pub by_shape: [u64; 4],
    /// Turns by the number of their kills, from none to as many as a turn has moves.
    pub by_kills: Vec<u64>,
}

impl Counts {
    /// How many sequences come to one turn on average; none if there is no turn.
    pub fn ratio(&self) -> Option<f64> {
        (self.distinct > 0).then(|| self.sequences as f64 / self.distinct as f64)
    }
}

/// Counts the turns of so many moves; `still_wanted` is asked many times a millisecond.
///
/// Turns of three moves take about a microsecond; of others, all turns with one move fewer are listed.
pub fn count(graph: &TurnGraph, moves: u8, still_wanted: &mut impl FnMut() -> ControlFlow<()>) -> ControlFlow<(), Counts> {
    if moves == 3 { Continue(three_moves(graph)) } else { by_parts(graph, moves, still_wanted) }
}

/// Counts the turns of three moves in closed form: sums over their shapes of numbers of pairs and triples of cells.
pub fn three_moves(graph: &TurnGraph) -> Counts {
    let mut count = ByShape::default();
    count.all_at_once(graph);
    count.two_and_one(graph);
    count.one_opens_more(graph);
    let by_shape = count.kills.map(|kills| kills.iter().sum());
    let by_kills = (0..4).map(|kills| count.kills.iter().map(|shape| shape[kills]).sum()).collect();
    Counts { sequences: count.sequences, distinct: by_shape.iter().sum(), by_shape, by_kills }
}

/// Turns of three moves by shape and kills, and the sequences of all.
#[derive(Default)]
struct ByShape {
    kills: [[u64; 4]; 4],
    sequences: u64,
}

impl ByShape {
    fn all_at_once(&mut self, graph: &TurnGraph) {
        let Mix { fills, kills } = Mix::of(graph.first, graph);
        let by_kills = [triples(fills), pairs(fills) * kills, fills * pairs(kills), triples(kills)];
        self.add(Shape::AllAtOnce, 0, by_kills, 6);
    }

    fn two_and_one(&mut self, graph: &TurnGraph) {
        let first = Mix::of(graph.first, graph);
        for opened in graph.second() {
            let openers = Mix::of(graph.joined(opened) & graph.first, graph);
            let others = Mix { fills: first.fills - openers.fills, kills: first.kills - openers.kills };
            let kill = graph.kill(opened);
            self.add(Shape::TwoAndOne, kill, openers.pairs(), 4);
            self.add(Shape::TwoAndOne, kill, openers.pairs_with(&others), 3);
        }
    }

    fn one_opens_more(&mut self, graph: &TurnGraph) {
        for opener in graph.first {
            let opened = graph.joined(opener) - graph.first;
            let kill = graph.kill(opener);
            self.add(Shape::OneOpensTwo, kill, Mix::of(opened, graph).pairs(), 2);
            for second in opened {
                let third = Mix::of(graph.joined(second) - graph.first - opened, graph);
                self.add(Shape::OneByOne, kill + graph.kill(second), [third.fills, third.kills], 1);
            }
        }
    }

    /// Takes in turns by their kills beyond `kills`, each with so many orders.
    fn add<const N: usize>(&mut self, shape: Shape, kills: u8, turns: [u64; N], orders: u64) {
        for (more, turns) in turns.into_iter().enumerate() {
            if turns > 0 {
                self.kills[shape as usize][usize::from(kills) + more] += turns;
                self.sequences += turns * orders;
            }
        }
    }
}

/// How many cells of a set are filled and how many are killed on by a move there.
#[derive(Clone, Copy)]
struct Mix {
    fills: u64,
    kills: u64,
}

impl Mix {
    fn of(cells: CellSet, graph: &TurnGraph) -> Self {
        let kills = (cells & graph.enemy).len() as u64;
        Self { fills: cells.len() as u64 - kills, kills }
    }

    /// Pairs of cells by kills.
    fn pairs(&self) -> [u64; 3] {
        [pairs(self.fills), self.fills * self.kills, pairs(self.kills)]
    }

    /// Pairs of one cell here and one there, by kills.
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

/// Counts the turns of any number of moves by what all turns with one move fewer can go on with.
fn by_parts(graph: &TurnGraph, moves: u8, still_wanted: &mut impl FnMut() -> ControlFlow<()>) -> ControlFlow<(), Counts> {
    let mut counts = Counts::default();
    let mut by_kills = [0; MOST_MOVES + 1];
    once::each_part(graph, moves.saturating_sub(1), &mut |Part { cells, open, .. }| {
        still_wanted()?;
        let so_far = (cells & graph.enemy).len();
        let last = Mix::of(open, graph);
        by_kills[so_far] += last.fills;
        by_kills[(so_far + 1).min(MOST_MOVES)] += last.kills;
        counts.sequences += graph.orders(cells) * graph.mobility_after(cells) as u64;
        Continue(())
    })?;
    counts.distinct = by_kills.iter().sum();
    counts.by_kills = by_kills[..=usize::from(moves).min(MOST_MOVES)].to_vec();
    Continue(counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::virus_war::model::position::{Player, Position};

    #[test]
    fn both_ways_of_counting_agree_on_three_moves() {
        let mut position = Position::start(7);
        for (player, names) in [(Player::O, "b2 c2 c3"), (Player::X, "f6 e5 d4"), (Player::O, "d4 e5 d5")] {
            position = position.after(
                player,
                names.split(' ').map(|name| name.parse::<crate::puzzles::virus_war::model::cells::Cell>().unwrap()).collect(),
            );
        }
        for player in [Player::O, Player::X] {
            let graph = TurnGraph::new(&position, player, 3);
            let counts = three_moves(&graph);
            let Continue(parts) = by_parts(&graph, 3, &mut || Continue(())) else { panic!("nothing stops it") };
            assert_eq!(Counts { by_shape: counts.by_shape, ..parts }, counts);
            assert_ne!(counts.by_shape, [0; 4]);
        }
    }
}
