//! How much work the search does until it has looked this many turns ahead, in positions from the middle of random games.

use std::time::Instant;

use quincunx::{
    puzzles::virus_war::play::deal::deal,
    search::{OneThread, Tally},
    text::grouped,
};

use super::until;

/// The number of positions.
const POSITIONS: u64 = 24;

/// Prints the work until each depth, in all positions together.
pub fn print(depth: u8) {
    println!("| turns ahead | turns looked at | positions | time |\n| --- | --- | --- | --- |");
    for depth in 2..=depth {
        let (mut total, began) = (Tally::default(), Instant::now());
        for seed in 0..POSITIONS {
            total += &until::search(&OneThread, &deal(seed).problem(), 1, depth);
        }
        println!("| {depth} | {} | {} | {:.2} s |", grouped(total.explored), grouped(total.kept), began.elapsed().as_secs_f64());
    }
}
