//! Fits the weights that score positions of Virus War to games of the program with itself.
//!
//! It plays games with the weights that are stored now, fits new ones to their outcomes, and prints these in the form of the table in
//! `src/puzzles/virus_war/search/engine/evaluation.rs`. All random numbers come from one seed, and a turn is chosen after a fixed
//! number of turns was looked at, so the result is the same each time. Fitting again, with the new weights in the table, changes the games.
//!
//! The weights minimize the logistic loss by Newton's method. A fifth of the games is only used to measure it.

use std::ops::ControlFlow::{self, Break, Continue};

use quincunx::{
    chance::Random,
    puzzles::virus_war::{
        model::{
            position::{Player, Position},
            state::{Problem, Rules},
            turn::Turn,
        },
        play::opponent::{Level, choose},
        search::engine::{
            Engine, Ranking,
            evaluation::{Counts, TERMS, WEIGHTS, counts},
        },
    },
    search::{Found, Observer, Tally},
};

const SEED: u64 = 1;
const GAMES: u32 = 4_000;
/// How many turns are looked at before one is chosen.
const TURNS: u64 = 40_000;
/// The sides of the boards, some more often than others.
const SIDES: [u8; 6] = [7, 8, 8, 9, 10, 10];
const STEPS: usize = 12;
/// How strongly weights are drawn to zero.
const SHRINKAGE: f64 = 1.0;
/// Two weights for each count: its own, times the share of empty cells, and times the share of the others.
const WIDTH: usize = 2 * TERMS;

/// A position after a turn.
struct Example {
    features: [f64; WIDTH],
    /// Whether the player who made the turn won.
    is_won: bool,
}

fn main() {
    let mut random = Random::new(SEED);
    let (mut training, mut fresh) = (Vec::new(), Vec::new());
    for game in 0..GAMES {
        let examples = play(&mut random);
        if game % 5 == 0 { fresh.extend(examples) } else { training.extend(examples) }
    }
    let weights = fitted(&training);
    for (name, examples) in [("training", &training), ("fresh", &fresh)] {
        println!("{name:9} {:6} positions, loss {:.4}; with the stored weights {:.4}", examples.len(), loss(&weights, examples), {
            let stored: Vec<f64> = (0..WIDTH).map(|i| f64::from(WEIGHTS[i % TERMS].1[i / TERMS]) / 10_000.0).collect();
            loss(&stored, examples)
        });
    }
    for (i, (name, _)) in WEIGHTS.iter().enumerate() {
        println!("    ({name:?}, [{:.0}, {:.0}]),", weights[i] * 10_000.0, weights[TERMS + i] * 10_000.0);
    }
}

/// The positions of a game that begins with some random turns and has a few weak ones.
fn play(random: &mut Random) -> Vec<Example> {
    let (side, rules) = (SIDES[random.below(SIDES.len() as u64) as usize], Rules::default());
    let mut problem = Problem::new(Position::start(side), Player::O, rules.opening, rules);
    let mut begun = 1 + random.below(5);
    let mut engine = Engine::default();
    let mut positions: Vec<(Player, Counts)> = Vec::new();
    while !problem.is_lost() {
        let level = match begun {
            1.. => Some(Level::Random),
            0 if random.below(40) == 0 => Some(Level::Random),
            0 => (random.below(12) == 0).then_some(Level::OnePly),
        };
        let turn = match level {
            Some(level) => choose(level, &problem, u64::from(random.bits()), &mut Found::default()),
            None => best(&mut engine, &problem),
        };
        let Some(turn) = turn else { break };
        let mover = problem.mover;
        problem = problem.after(&turn);
        if begun == 0 && !problem.is_lost() {
            positions.push((mover, counts(&problem.position, mover)));
        }
        begun = begun.saturating_sub(1);
    }
    let winner = problem.mover.other();
    let cells = f64::from(side) * f64::from(side);
    positions.into_iter().map(|(mover, counts)| Example { features: features(&counts, cells), is_won: mover == winner }).collect()
}

fn features(counts: &Counts, cells: f64) -> [f64; WIDTH] {
    let empty = f64::from(counts[TERMS - 1]) / cells;
    std::array::from_fn(|i| f64::from(counts[i % TERMS]) * if i < TERMS { empty } else { 1.0 - empty })
}

fn best(engine: &mut Engine, problem: &Problem) -> Option<Turn> {
    let mut limited = Limited(None);
    // The limit stops it, unless the outcome is proved.
    let _ended = engine.search(problem, 1, &mut limited);
    limited.0
}

/// Keeps the best turn, and stops after [`TURNS`].
struct Limited(Option<Turn>);

impl Observer<Ranking> for Limited {
    fn found(&mut self, ranking: Ranking) -> ControlFlow<()> {
        self.0 = ranking.lines[0].turns.first().copied();
        Continue(())
    }

    fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
        if TURNS <= tally.explored { Break(()) } else { Continue(()) }
    }
}

/// The estimated chance of winning.
fn chance(weights: &[f64], features: &[f64; WIDTH]) -> f64 {
    1.0 / (1.0 + (-weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum::<f64>()).exp())
}

fn loss(weights: &[f64], examples: &[Example]) -> f64 {
    let one = |Example { features, is_won }: &Example| {
        let chance = chance(weights, features).clamp(1e-9, 1.0 - 1e-9);
        -(if *is_won { chance } else { 1.0 - chance }).ln()
    };
    examples.iter().map(one).sum::<f64>() / examples.len() as f64
}

fn fitted(examples: &[Example]) -> Vec<f64> {
    let mut weights = vec![0.0; WIDTH];
    for _ in 0..STEPS {
        let (mut gradient, mut curvature) = ([0.0; WIDTH], [[0.0; WIDTH]; WIDTH]);
        for i in 0..WIDTH {
            gradient[i] = SHRINKAGE * weights[i];
            curvature[i][i] = SHRINKAGE;
        }
        for Example { features, is_won } in examples {
            let chance = chance(&weights, features);
            for i in 0..WIDTH {
                gradient[i] += (chance - f64::from(u8::from(*is_won))) * features[i];
                for j in 0..WIDTH {
                    curvature[i][j] += chance * (1.0 - chance) * features[i] * features[j];
                }
            }
        }
        for (weight, step) in weights.iter_mut().zip(solved(curvature, gradient)) {
            *weight -= step;
        }
    }
    weights
}

/// The solution of a system of linear equations, by Gauss-Jordan elimination. The matrix is positive definite, so its diagonal never
/// vanishes.
fn solved(mut matrix: [[f64; WIDTH]; WIDTH], mut right: [f64; WIDTH]) -> [f64; WIDTH] {
    for pivot in 0..WIDTH {
        for row in (0..WIDTH).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let pivot_row = matrix[pivot];
            matrix[row].iter_mut().zip(pivot_row).for_each(|(cell, above)| *cell -= factor * above);
            right[row] -= factor * right[pivot];
        }
    }
    std::array::from_fn(|i| right[i] / matrix[i][i])
}
