//! Hints, from vague to plain: where to look, what can come there, and what to lay, each with its reason.

use std::ops::ControlFlow;

use super::{analysis, insight::Insight, packing::Packing};
use crate::{
    cover::{self, Advice, CellSet, Item, Known, Names, Reason, advise},
    puzzles::soma::{
        model::{
            pieces::Set,
            problem::{Problem, check},
            spot::Spot,
            state::{CustomShape, Grid, State},
        },
        search::prepared::Prepared,
    },
    search::{Hint, Latest, Observer, Tally},
    text::counted,
};

/// Tells hints on the next step, or that there is no solution and which piece is to blame.
pub fn hints(prepared: &Prepared, observer: &mut dyn Observer<Hint<Spot>>) -> ControlFlow<()> {
    match prepared.problem.cells.len() {
        0..=64 => hints_in::<u64>(prepared, observer),
        _ => hints_in::<[u64; 8]>(prepared, observer),
    }
}

fn hints_in<M: CellSet>(prepared: &Prepared, observer: &mut dyn Observer<Hint<Spot>>) -> ControlFlow<()> {
    let problem = &prepared.problem;
    let packing = Packing::<M>::new(prepared, &mut || observer.progress(0.0, &Tally::default()))?;
    let insight = insight(prepared, observer)?;
    let mut kept = Vec::new();
    let counts = insight.as_ref().and_then(|insight| insight.kept.as_ref());
    if let Some(counts) = counts {
        for placement in &packing.cover.placements {
            observer.progress(0.0, &Tally::default())?;
            let cells: Vec<_> = placement.cells.iter().map(|cell| problem.cells[cell]).collect();
            kept.push(counts.by(problem.pieces[placement.piece].name, &cells));
        }
    }
    let solutions = insight.as_ref().filter(|_| counts.is_some()).map(|insight| insight.counted.raw);
    let known = solutions.map(|solutions| Known { solutions, kept: &kept });
    match advise(&packing.cover, &|free| packing.hole(free), known, &mut || observer.progress(0.0, &Tally::default()))? {
        Advice::Done => tell(observer, "every cell is covered: this is a solution".to_owned(), Vec::new())?,
        Advice::Hopeless(reason) => {
            let blame = blame(problem, observer)?;
            observer.found(Hint::Hopeless { reason: hopeless(&packing, reason) + &blame })?;
        }
        Advice::Next(next) => {
            let names = Names {
                piece: &|piece| problem.pieces[piece].name.to_string(),
                place: &|cell| packing.place_of(cell),
                hole: "a hole that no pieces fill",
            };
            let told = next.told(&packing.cover, &names, solutions);
            let spots = packing.spots_of_reason(Reason::Starved(next.item));
            tell(observer, told.place, spots.clone())?;
            tell(observer, told.options, spots)?;
            if let Some((placement, message)) = told.placement {
                tell(observer, message, packing.spots_of(placement))?;
            }
        }
    }
    observer.progress(1.0, &Tally::default())
}

fn tell(observer: &mut dyn Observer<Hint<Spot>>, message: String, spots: Vec<Spot>) -> ControlFlow<()> {
    observer.found(Hint::Advice { message, spots })
}

/// Why there is no solution, as far as it can be seen.
fn hopeless<M: CellSet>(packing: &Packing<'_, M>, reason: Option<Reason<M>>) -> String {
    let place = |cells: M| cells.first().map(|cell| packing.place_of(cell)).unwrap_or_default();
    match reason {
        _ if packing.cover.slack().is_none() => {
            let left = packing.cover.volume();
            let (cells, cubes) = (counted(packing.cover.free.len() as u64, "free cell"), counted(left as u64, "cube"));
            format!("there are {cells}, more than the {cubes} of the pieces left")
        }
        Some(hole @ Reason::Hole(cells)) => format!("there is {}, at {}", packing.why(hole), place(cells)),
        Some(Reason::Starved(Item::Cell(cell))) => format!("no piece that is left fits the cell at {}", packing.place_of(cell)),
        Some(starved) => packing.why(starved),
        None => "there is no solution, though nothing shows it at once".to_owned(),
    }
}

/// Which of the pinned pieces alone would have to go for a solution.
fn blame(problem: &Problem, observer: &mut dyn Observer<Hint<Spot>>) -> ControlFlow<(), String> {
    let mut helpful = Vec::new();
    for pin in problem.grid.pinned() {
        let Some(lifted) = lifting(problem, pin) else { continue };
        let found = insight(&lifted, observer)?.filter(|insight| insight.solvable == Some(true));
        let Some(Insight { counted: found, kept, .. }) = found else { continue };
        let more = if kept.is_some() { "" } else { " at least" };
        helpful.push(format!("{pin} ({}{more})", counted(found.raw, "solution")));
    }
    ControlFlow::Continue(cover::blame(&helpful))
}

/// The same problem without this pinned piece.
fn lifting(problem: &Problem, pin: char) -> Option<Prepared> {
    let grid = &problem.grid;
    let is_left = |name: &char| problem.pieces.iter().any(|piece| piece.name == *name);
    let names: String = match problem.set {
        Set::Custom => grid.pinned().chain(problem.pieces.iter().map(|piece| piece.name)).collect(),
        set => set.pieces().iter().map(|piece| piece.name).filter(|name| is_left(name) || grid.marks.contains(name)).collect(),
    };
    let mut lifted: Grid = grid.clone();
    lifted.clear(pin);
    let shapes = if problem.set == Set::Custom {
        let left = problem.pieces.iter().map(|piece| CustomShape::of(piece.name, &piece.cells));
        left.chain(grid.pinned().map(|name| CustomShape::of(name, &grid.cells_of(name)))).collect()
    } else {
        Vec::new()
    };
    check(&State { set: problem.set, pieces: names, layers: lifted.layers(), shapes }).ok().map(Prepared::from)
}

/// All that the analysis finds out; none if it finds nothing.
fn insight(prepared: &Prepared, observer: &mut dyn Observer<Hint<Spot>>) -> ControlFlow<(), Option<Insight>> {
    let mut latest = Latest::new(observer);
    analysis::analyze(prepared, &mut latest)?;
    ControlFlow::Continue(latest.found)
}
