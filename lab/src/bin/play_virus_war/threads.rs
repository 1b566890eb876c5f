//! How much faster the analysis is on several threads, in positions from the middle of random games.

use std::time::{Duration, Instant};

use quincunx::{
    puzzles::virus_war::{model::state::Problem, play::deal::deal},
    search::Tally,
    text::grouped,
    workbench::threads::NamedThreads,
};

use super::until;

/// The number of positions.
const POSITIONS: u64 = 10;

/// One search to the depth.
struct Run {
    time: Duration,
    explored: u64,
}

/// Prints the times to look this many turns ahead, on one thread and on several, in each position one right after the other.
pub fn print(depth: u8, lines: usize, count: usize) {
    println!("| position | 1 thread | turns looked at | {count} threads | turns looked at | times as fast |");
    println!("| --- | --- | --- | --- | --- | --- |");
    let mut totals = [Duration::ZERO; 2];
    for seed in 0..POSITIONS {
        let problem = deal(seed).problem();
        let runs = [1, count].map(|count| run(&problem, depth, lines, count));
        let [one, several] = &runs;
        println!("| {seed} | {} | {} |", in_words(one), in_words(several) + &ratio(one.time, several.time));
        totals.iter_mut().zip(&runs).for_each(|(total, run)| *total += run.time);
    }
    let [one, several] = totals;
    println!("| all | {:.2} s | | {:.2} s |{} |", one.as_secs_f64(), several.as_secs_f64(), ratio(one, several));
}

fn in_words(run: &Run) -> String {
    format!("{:.2} s | {}", run.time.as_secs_f64(), grouped(run.explored))
}

fn ratio(one: Duration, several: Duration) -> String {
    format!(" | {:.2}", one.as_secs_f64() / several.as_secs_f64())
}

fn run(problem: &Problem, depth: u8, lines: usize, count: usize) -> Run {
    let threads = NamedThreads { name: "analysis".to_owned(), count };
    let began = Instant::now();
    let Tally { explored, .. } = until::search(&threads, problem, lines, depth);
    Run { time: began.elapsed(), explored }
}
