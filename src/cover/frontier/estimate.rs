//! Estimates the work of counting by the graph, and of listing the solutions one by one, so that the faster way can be chosen.

use std::ops::ControlFlow;

use super::{
    Halt, KeepGoing,
    budget::Budget,
    halves::aside,
    profiles::{Cells, Profiles},
    uses::{combinations, pieces},
};
use crate::{Problem, challenges::Position};
use base::{bits::Word, chance::Random, search::Tally};

/// How large the graph would be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// An upper bound of the number of states of the graph: there were a fifth to a fortieth as many. `None` if that would take too much
    /// memory itself.
    pub states: Option<f64>,
}

/// What the graph takes at most for each state of the bound, in bytes: it took 1 to 5 on boards of pentominoes and of other pieces.
pub const BYTES: f64 = 10.0;
/// Listing is preferred, which tells classes of solutions, unless it is likely to take several times as long: for each node it took as long
/// as the graph for 20 to 60 states of the bound.
const STATES_PER_NODE: f64 = 2.0;

impl Estimate {
    /// Whether the graph is likely to fit into this many bytes, some of which are set aside for threads.
    pub fn fits(&self, memory: usize) -> bool {
        self.states.is_some_and(|states| states * BYTES <= (memory - aside(memory)) as f64)
    }

    /// Whether the graph is likely to take less time than a search with this many [`nodes`], which lists the solutions.
    pub fn favours_graph(&self, nodes: f64) -> bool {
        self.states.is_some_and(|states| states < nodes * STATES_PER_NODE)
    }
}

/// The most memory that the estimate takes itself, in bytes.
const MEMORY: usize = 1 << 24;
/// The number of random paths to a dead end or a solution.
const PATHS: usize = 100;

/// Estimates the size of the graph, in some tens of milliseconds.
pub fn estimate<W: Word>(problem: &Problem<W>, keep_going: KeepGoing<'_>) -> ControlFlow<(), Estimate> {
    match states(problem, keep_going) {
        ControlFlow::Continue(states) => ControlFlow::Continue(Estimate { states: Some(states) }),
        ControlFlow::Break(Halt::TooLarge) => ControlFlow::Continue(Estimate { states: None }),
        ControlFlow::Break(Halt::Stopped) => ControlFlow::Break(()),
    }
}

/// An upper bound of the number of states: for each profile the number of ways to use pieces with as many cells as are covered, or the
/// number of ways to get there, if that is smaller.
fn states<W: Word>(problem: &Problem<W>, keep_going: KeepGoing<'_>) -> ControlFlow<Halt, f64> {
    let profiles = Profiles::new(problem, &Budget::new(MEMORY), &mut Tally::default(), &mut |_, _| keep_going())?;
    let combinations = combinations(&pieces(problem), problem.cells().len());
    let of_profile = |(cells, &ways): (&Cells, &u128)| {
        // Cells that stay empty count as covered.
        let combinations: f64 = combinations[cells.covered_required.into()..=cells.covered.into()].iter().sum();
        combinations.min(ways as f64)
    };
    ControlFlow::Continue(profiles.cells.iter().zip(&profiles.ways_to_each()).map(of_profile).sum())
}

/// Estimates the number of nodes of a search that decides the item with the fewest options, by random paths: each has as many brothers at
/// every depth as there were options (D. E. Knuth, Estimating the efficiency of backtrack programs, 1975).
pub fn nodes<W: Word>(problem: &Problem<W>, keep_going: KeepGoing<'_>) -> ControlFlow<(), f64> {
    let mut random = Random::numbered(0, 0);
    let whole = Position::after(problem, &[]);
    let mut sum = 0.0;
    for _ in 0..PATHS {
        let (mut position, mut brothers) = (whole.clone(), 1.0);
        loop {
            keep_going()?;
            let item = position.tightest(&problem.sizes).map(|(_, item)| item);
            let options: Vec<_> = match item {
                Some(item) => position.options_of(item).collect(),
                None => position.options.clone(),
            };
            let Some(&option) = random.choose(&options) else { break };
            brothers *= options.len() as f64;
            sum += brothers;
            position = position.place(option);
        }
    }
    ControlFlow::Continue(sum / PATHS as f64)
}
