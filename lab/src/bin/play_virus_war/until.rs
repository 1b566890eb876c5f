//! A search that ends once it has looked this many turns ahead.

use std::ops::ControlFlow::{self, Break, Continue};

use quincunx::{
    puzzles::virus_war::{
        model::state::Problem,
        search::engine::{Engine, Ranking},
    },
    search::{Observer, Tally, Threads},
};

/// Searches for this many of the best turns until it has looked this many turns ahead, or until it is proved who wins. Returns its work.
pub fn search(threads: &dyn Threads, problem: &Problem, lines: usize, depth: u8) -> Tally {
    let mut until = Until { depth, tally: Tally::default() };
    // Proved or stopped at this depth.
    let _ended = Engine::default().search_on(threads, problem, lines, &mut until);
    until.tally
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
