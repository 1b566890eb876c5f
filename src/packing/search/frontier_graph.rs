//! The frontier graph on the pieces of a problem. The search itself is [`cover::frontier`].

use std::ops::ControlFlow;

use super::{exact_cover::ExactCover, prepared::Prepared, row_list};
use crate::model::{problem::Problem, solution::Solution};
use base::{
    bits::{Bits, Wide, Word},
    search::{Observer, Tally},
};
use cover::{
    KeepGoing,
    frontier::{self, Halt, Lister, Workers},
    steps::Chosen,
};

/// The most memory of the graph, in bytes.
pub const MOST_MEMORY: usize = 1 << 28;

/// Says why the graph isn't for this problem and the row list is used, if so. A node doesn't know the pieces that a new one would touch.
pub fn unsuited(problem: &Problem) -> Option<&'static str> {
    let is_apart = problem.state.apart && problem.pieces.iter().any(|piece| piece.only_color().is_some());
    match problem.cells.len() {
        _ if is_apart => Some("row list: the frontier graph can't keep colours apart"),
        129.. => Some("row list: the frontier graph holds up to 128 cells"),
        _ => None,
    }
}

/// Finds all solutions. Where the graph would be too large, and the row list is likely to be as fast, or isn't suited, the row list does.
pub fn search(prepared: &Prepared, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    match prepared.problem.cells.len() {
        _ if unsuited(&prepared.problem).is_some() => row_list::search(prepared, observer),
        0..=64 => search_in::<u64>(prepared, MOST_MEMORY, observer),
        _ => search_in::<Wide<2>>(prepared, MOST_MEMORY, observer),
    }
}

fn search_in<W: Word>(prepared: &Prepared, memory: usize, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    let exact_cover = ExactCover::<W>::new(prepared, &mut || observer.progress(0.0, &Tally::default()))?;
    let along = exact_cover.along_the_short_side();
    let keep_going: KeepGoing<'_> = &mut || observer.progress(0.0, &Tally::default());
    let estimate = frontier::estimate(&along, keep_going)?;
    // Where it is listed in parts, these have states in common, and yet it may take much less time than the row list.
    if !estimate.fits(MOST_MEMORY) && !estimate.favours_graph(frontier::nodes(&along, keep_going)?) {
        return row_list::search(prepared, observer);
    }
    let threads = observer.threads();
    let mut named = Named { exact_cover: &exact_cover, observer, done: 0.0, tally: Tally::default() };
    match frontier::list(&along, memory, Workers::new(&*threads), &mut named) {
        ControlFlow::Continue(tally) => observer.progress(1.0, &tally),
        ControlFlow::Break(Halt::Stopped) => ControlFlow::Break(()),
        ControlFlow::Break(Halt::TooLarge) => {
            let Named { done, tally, .. } = named;
            row_list::search(prepared, &mut Later { done, tally, observer })
        }
    }
}

/// Gives copies their names, and reports solutions: see [`Problem::emit`](crate::model::problem::Problem::emit).
struct Named<'a, W: Word> {
    exact_cover: &'a ExactCover<'a, W>,
    observer: &'a mut dyn Observer<Solution>,
    /// What was reported last.
    done: f32,
    tally: Tally,
}

impl<W: Word> Lister for Named<'_, W> {
    fn found(&mut self, placements: &[u32]) -> ControlFlow<()> {
        let ExactCover { problem, cover, .. } = self.exact_cover;
        let chosen: Vec<Chosen<W>> = placements
            .iter()
            .map(|&placement| cover.placements[placement as usize])
            .map(|placement| (placement.piece as u16, placement.cells))
            .collect();
        let named: Vec<(u8, Bits<W>)> = row_list::named(problem, &chosen).collect();
        problem.emit(&named, &problem.symmetries.all, self.observer)
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.done = done;
        self.tally.clone_from(tally);
        self.observer.progress(done, tally)
    }
}

/// Reports what is done after a search that gave up without a solution, so that neither progress nor work falls back.
struct Later<'a> {
    done: f32,
    tally: Tally,
    observer: &'a mut dyn Observer<Solution>,
}

impl Observer<Solution> for Later<'_> {
    fn found(&mut self, solution: Solution) -> ControlFlow<()> {
        self.observer.found(solution)
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        let mut all = self.tally.clone();
        all += tally;
        self.observer.progress(self.done + (1.0 - self.done) * done, &all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{lattice::SQUARES, pieces::Set, problem::check, state::State};

    /// Counts solutions, and checks that progress and work only grow.
    #[derive(Default)]
    struct Growing {
        solutions: usize,
        done: f32,
        tally: Tally,
    }

    impl Observer<Solution> for Growing {
        fn found(&mut self, _solution: Solution) -> ControlFlow<()> {
            self.solutions += 1;
            ControlFlow::Continue(())
        }

        fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
            assert!(self.done <= done && done <= 1.0, "{done} after {}", self.done);
            assert!(self.tally.explored <= tally.explored && self.tally.kept <= tally.kept, "{tally:?} after {:?}", self.tally);
            (self.done, self.tally) = (done, tally.clone());
            ControlFlow::Continue(())
        }
    }

    #[test]
    fn what_was_done_counts_where_the_graph_turns_out_to_be_too_large() {
        let layers = vec![vec![".".repeat(15); 4]];
        let prepared = Prepared::from(check(&State { layers, ..State::of_set(&SQUARES, Set::Pentominoes) }).expect("a valid position"));
        let searched = |memory: usize| {
            let mut growing = Growing::default();
            assert!(search_in::<u64>(&prepared, memory, &mut growing).is_continue());
            assert_eq!((growing.solutions, growing.done), (368, 1.0));
            growing.tally
        };
        let by_graph = searched(MOST_MEMORY);
        let after_it = searched(by_graph.memory as usize / 2);
        let mut growing = Growing::default();
        assert!(row_list::search(&prepared, &mut growing).is_continue());
        assert!(growing.tally.explored < after_it.explored && after_it.explored <= growing.tally.explored + by_graph.explored);
    }
}
