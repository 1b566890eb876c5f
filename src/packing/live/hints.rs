//! Hints, from vague to plain: where to look, what the options are, and what to place, each with its reason.

use std::ops::ControlFlow;

use super::{analysis, apart, insight::Insight};
use crate::search::exact_cover::{ExactCover, with_word};
use crate::{
    model::{
        marks::PLAIN,
        parts::Parts,
        pieces::Piece,
        problem::{Problem, check, path_of},
        spot::Spot,
        state::Grid,
    },
    search::prepared::Prepared,
    words,
};
use base::{
    bits::{Bits, Word},
    puzzle::{Flaw, Key},
    search::{Hint, Latest, Observer, Tally},
    text::counted,
};
use cover::{Advice, Item, Known, NO_SIMPLE_REASON, Names, Reason, Removal, advise};

/// Reports hints for the next step, or that there is no solution and which piece prevents one.
pub fn hints(prepared: &Prepared, known: Option<&Insight>, observer: &mut dyn Observer<Hint<Spot>>) -> ControlFlow<()> {
    with_word!(prepared, W => hints_in::<W>(prepared, known, observer))
}

fn hints_in<W: Word>(prepared: &Prepared, known: Option<&Insight>, observer: &mut dyn Observer<Hint<Spot>>) -> ControlFlow<()> {
    let problem = &prepared.problem;
    if let Some(parts) = Parts::of(&problem.state) {
        return apart::hints(problem, &parts, observer);
    }
    let packing = ExactCover::<W>::new(prepared, &mut || observer.progress(0.0, &Tally::default()))?;
    let insight = known.cloned().map_or_else(|| insight(prepared, observer), |known| ControlFlow::Continue(Some(known)))?;
    let mut kept = Vec::new();
    let counts = insight.as_ref().and_then(|insight| insight.kept.as_ref());
    if let Some(counts) = counts {
        for placement in &packing.cover.placements {
            observer.progress(0.0, &Tally::default())?;
            let cells: Vec<_> = placement.cells.iter().map(|cell| problem.cells[cell]).collect();
            kept.push(counts.solutions_with(problem.pieces[placement.piece].mark, &cells));
        }
    }
    let solutions = insight.as_ref().filter(|_| counts.is_some()).map(|insight| insight.counted.raw);
    let known = solutions.map(|solutions| Known { solutions, kept: &kept });
    match advise(&packing.cover, &|free| packing.gap(free), known, &mut || observer.progress(0.0, &Tally::default()))? {
        Advice::Done => observer.found(Hint::step(done(problem).to_owned(), Vec::new()))?,
        Advice::DeadEnd(reason) => {
            let removals = removals(problem, observer)?;
            let (why, spots) = explain_dead_end(&packing, reason).unwrap_or((NO_SIMPLE_REASON.to_owned(), Vec::new()));
            let (then, removes) = cover::removals(removals);
            observer.found(Hint::DeadEnd { reason: why + &then, spots, removes })?;
        }
        Advice::Next(next) => {
            let names = Names { piece: &|piece| problem.pieces[piece].name.to_string(), place: &|cell| packing.place_of(cell) };
            let wording = next.in_words(&packing.cover, &names, solutions);
            let spots = packing.spots_of_reason(Reason::NoOptions(next.item));
            observer.found(Hint::vague(wording.place, spots.clone()))?;
            observer.found(Hint::vague(wording.options, spots))?;
            if let Some((placement, message)) = wording.placement {
                observer.found(Hint::step(message, packing.spots_of(placement)))?;
            }
        }
    }
    observer.progress(1.0, &Tally::default())
}

/// What to say when nothing has to be placed.
fn done(problem: &Problem) -> &'static str {
    if problem.cells.is_empty() {
        "every cell is covered: this is a solution"
    } else {
        "every cell that must be covered is: this is a solution"
    }
}

/// Returns why the problem has no solution, if that shows without a search.
pub fn dead_end(prepared: &Prepared) -> Option<Flaw<Spot>> {
    with_word!(prepared, W => dead_end_in::<W>(prepared))
}

fn dead_end_in<W: Word>(prepared: &Prepared) -> Option<Flaw<Spot>> {
    let mut keep_going = || ControlFlow::Continue(());
    let packing = ExactCover::<W>::new(prepared, &mut keep_going).continue_value()?;
    let reason = cover::dead_end(&packing.cover, &|free| packing.gap(free), &mut keep_going).continue_value()?;
    let (message, spots) = explain_dead_end(&packing, reason)?;
    let cell = spots.first().and_then(|spot| spot.index()).map(|place| prepared.problem.grid.extent.cell(place));
    Some(Flaw { message, path: cell.map_or(vec![Key::Field("pieces")], |cell| path_of(prepared.problem.state.lattice, cell)), spots })
}

/// Says why there is no solution, if a simple reason is known, and which cells show it.
fn explain_dead_end<W: Word>(packing: &ExactCover<'_, W>, reason: Option<Reason<W>>) -> Option<(String, Vec<Spot>)> {
    let place = |cells: Bits<W>| cells.first().map(|cell| packing.place_of(cell)).unwrap_or_default();
    let is_part = |cells: Bits<W>| cells.len() < packing.cover.cells().len();
    let problem = packing.problem;
    let colored = |cell: usize| match problem.grid.color(problem.cells[cell]) {
        PLAIN => String::new(),
        color => format!(", which has the colour {color}"),
    };
    let message = match (reason, problem.wrong_numbers()) {
        // A gap is easier to see than a number of cells, unless it is all of them.
        (Some(Reason::Gap(gap)), wrong) if is_part(gap) || wrong.is_none() => {
            format!("there is a gap of {} that no pieces can fill, at {}", counted(gap.len() as u64, "cell"), place(gap))
        }
        (_, Some(wrong)) => return Some((wrong.message, wrong.spots)),
        (Some(Reason::NoOptions(Item::Cell(cell))), None) => {
            format!("no remaining piece can cover the cell at {}{}", packing.place_of(cell), colored(cell))
        }
        (Some(Reason::NoOptions(Item::Piece(piece))), None) => {
            let Piece { name, colors, .. } = &problem.pieces[piece];
            words::fits_nowhere(*name) + if colors.is_empty() { "" } else { " with its colours" }
        }
        (Some(Reason::Gap(_)) | None, None) => return None,
    };
    Some((message, reason.map(|reason| packing.spots_of_reason(reason)).unwrap_or_default()))
}

/// Finds the pinned pieces that can each be removed to get a solution.
fn removals(problem: &Problem, observer: &mut dyn Observer<Hint<Spot>>) -> ControlFlow<(), Vec<Removal<Spot>>> {
    let mut removals = Vec::new();
    let grid = &problem.grid;
    for pin in grid.pinned().filter(|&pin| !problem.state.is_given(pin)) {
        let spot = grid.marks.iter().position(|&mark| mark == pin).map(|place| Spot::Cell(place as u16));
        let (Some(without), Some(spot)) = (without_pin(problem, pin), spot) else { continue };
        let found = insight(&without, observer)?.filter(|insight| insight.solvable == Some(true));
        let Some(Insight { counted: found, kept, .. }) = found else { continue };
        removals.push(Removal { piece: problem.state.name_of(pin).to_string(), spot, solutions: found.raw, may_have_more: kept.is_none() });
    }
    ControlFlow::Continue(removals)
}

/// Returns the same problem without this pinned piece.
fn without_pin(problem: &Problem, pin: char) -> Option<Prepared> {
    let mut without: Grid = problem.grid.clone();
    without.clear(pin);
    check(&problem.state.with_grid(&without)).ok().map(Prepared::from)
}

/// Returns the final result of the analysis; `None` if it reports nothing.
fn insight(prepared: &Prepared, observer: &mut dyn Observer<Hint<Spot>>) -> ControlFlow<(), Option<Insight>> {
    let mut latest = Latest::new(observer);
    analysis::analyze(prepared, &mut latest)?;
    ControlFlow::Continue(latest.found)
}
