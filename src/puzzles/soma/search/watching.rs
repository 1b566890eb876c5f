//! The searches as they are watched: every piece laid, every dead end with its reason, every piece taken back.

use std::ops::{ControlFlow, Range};

use super::prepared::Prepared;
use crate::{
    cover::{CellSet, Choice, Step, Watched, watch::no_hole},
    puzzle::Watch,
    puzzles::soma::{
        Soma,
        live::packing::{Admitted, Packing},
        model::{answer::Answer, problem::Problem, spot::Spot},
    },
    search::{Event, Moment, Observer, Tally},
};

type Moments<'a> = &'a mut dyn Observer<Moment<Answer, Spot>>;

/// Technique `first-cell`, watched.
pub const FIRST_CELL: Watch<Soma> = |problem, range, observer| {
    let film = Film { admitted: Admitted::All, choice: Choice::LowestCell, laid: "is laid on the lowest free cell" };
    film.shoot_in_width(problem, range, observer)
};

/// Technique `row-list`, watched.
pub const ROW_LIST: Watch<Soma> = |problem, range, observer| {
    let film = Film { admitted: Admitted::OfRowList, choice: Choice::FewestOptions, laid: "is laid where the fewest options are left" };
    film.shoot_in_width(problem, range, observer)
};

/// A search as it is to be watched.
struct Film {
    admitted: Admitted,
    choice: Choice,
    /// What it says of a piece that is laid.
    laid: &'static str,
}

impl Film {
    fn shoot_in_width(&self, prepared: &Prepared, range: Range<u64>, observer: Moments<'_>) -> ControlFlow<(), u64> {
        match prepared.problem.cells.len() {
            0..=64 => self.shoot::<u64>(prepared, range, observer),
            _ => self.shoot::<[u64; 8]>(prepared, range, observer),
        }
    }

    fn shoot<M: CellSet>(&self, prepared: &Prepared, range: Range<u64>, observer: Moments<'_>) -> ControlFlow<(), u64> {
        let packing = Packing::<M>::new(prepared, self.admitted, &mut || observer.progress(0.0, &Tally::default()))?;
        let watched = Watched { problem: &packing.cover, choice: self.choice, hole: &no_hole };
        watched.tell(range, observer, &mut |moment| {
            let (event, remark, spots) = self.tell(&packing, moment.placed, moment.step);
            // The empty board is visited, too, but no placement led there.
            let (explored, kept) = (moment.tally.explored.saturating_sub(1), moment.tally.kept.saturating_sub(1));
            Moment { event, partial: packing.partial(moment.placed), remark, spots, explored, kept }
        })
    }

    fn tell<M: CellSet>(&self, packing: &Packing<'_, M>, placed: &[usize], step: Step<M>) -> (Event, String, Vec<Spot>) {
        // A placement that is just made is the last of those placed; one that was taken back was.
        let before = &placed[..placed.len() - usize::from(matches!(step, Step::Place(_)))];
        match step {
            Step::Place(number) => (Event::Place, format!("{} {}", packing.name(before, number), self.laid), packing.spots_of(number)),
            Step::TakeBack(number) => {
                (Event::TakeBack, format!("{} is taken back", packing.name(before, number)), packing.spots_of(number))
            }
            Step::Found => (Event::Found, found(packing.problem).to_owned(), Vec::new()),
            Step::DeadEnd(reason) => (Event::DeadEnd, packing.why(reason), packing.spots_of_reason(reason)),
        }
    }
}

fn found(problem: &Problem) -> &'static str {
    if problem.symmetries.all.len() > 1 {
        "every cell is covered: a solution; of its turned and mirrored images one is listed"
    } else {
        "every cell is covered: a solution"
    }
}
