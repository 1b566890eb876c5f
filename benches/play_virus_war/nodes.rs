//! How much work the search does until it has looked this many turns ahead, in positions from the middle of random games.

use std::{
    ops::ControlFlow::{self, Break, Continue},
    time::Instant,
};

use quincunx::{
    puzzles::virus_war::{
        play::deal::deal,
        search::engine::{Engine, Ranking},
    },
    search::{Observer, Tally},
    text::grouped,
};

/// The number of positions.
const POSITIONS: u64 = 24;

/// Prints the work until each depth, in all positions together.
pub fn print(depth: u8) {
    println!("| turns ahead | turns looked at | positions | time |\n| --- | --- | --- | --- |");
    for depth in 2..=depth {
        let (mut total, began) = (Tally::default(), Instant::now());
        for seed in 0..POSITIONS {
            let mut until = Until { depth, tally: Tally::default() };
            // Proved or stopped at this depth.
            let _ended = Engine::default().search(&deal(seed).problem(), 1, &mut until);
            total += &until.tally;
        }
        println!("| {depth} | {} | {} | {:.2} s |", grouped(total.explored), grouped(total.kept), began.elapsed().as_secs_f64());
    }
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
