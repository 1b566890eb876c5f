//! How much faster the analysis is on several threads, in positions from the middle of random games.

use std::{
    ops::ControlFlow::{self, Break, Continue},
    time::{Duration, Instant},
};

use quincunx::{
    puzzles::virus_war::{
        model::state::Problem,
        play::deal::deal,
        search::engine::{Engine, Ranking},
    },
    search::{Observer, Tally},
    text::grouped,
    workbench::threads::NamedThreads,
};

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
    let mut until = Until { depth, tally: Tally::default() };
    let began = Instant::now();
    // Proved or stopped at this depth.
    let _ended = Engine::default().search_on(&threads, problem, lines, &mut until);
    Run { time: began.elapsed(), explored: until.tally.explored }
}

struct Until {
    depth: u8,
    tally: Tally,
}

impl Observer<Ranking> for Until {
    fn found(&mut self, ranking: Ranking) -> ControlFlow<()> {
        if self.depth <= ranking.depth { Break(()) } else { Continue(()) }
    }

    fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
        self.tally.clone_from(tally);
        Continue(())
    }
}
