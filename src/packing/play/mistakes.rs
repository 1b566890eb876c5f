//! Learning from mistakes: in the position before a placement that left no solution, any placement that leaves one is right.

use std::ops::ControlFlow;

use super::challenge::emptied;
use crate::{
    live::hints,
    model::{
        problem::check,
        solution::Solution,
        spot::Spot,
        state::{FREE, State},
    },
    search::prepared::Prepared,
};
use base::{
    puzzle::Verdict,
    search::{Observer, first},
};

/// What is asked.
pub const TASK: &str = "Place a piece so that a solution is left.";

/// A search that reports solutions.
pub type Search<'a> = &'a dyn Fn(&Prepared, &mut dyn Observer<Solution>) -> ControlFlow<()>;

/// The pieces that the second position has more, if it has all of the first and differs in nothing else.
pub fn placed(before: &State, after: &State) -> Option<Vec<char>> {
    let (old, new) = (before.grid(), after.grid());
    let stay = old.marks.iter().zip(&new.marks).all(|(old, new)| *old == FREE || old == new);
    let placed: Vec<char> = new.pinned().filter(|&mark| !old.marks.contains(&mark)).collect();
    (old.marks.len() == new.marks.len() && stay && !placed.is_empty() && emptied(before) == emptied(after)).then_some(placed)
}

/// Judges what was placed; without that, shows a piece of a solution.
pub fn judge(before: &State, after: Option<&State>, search: Search<'_>, observer: &mut dyn Observer<Verdict<Spot>>) -> ControlFlow<()> {
    let mut solution = |state: &State| match check(state) {
        Ok(problem) => {
            let prepared = Prepared::from(problem);
            first(|first| search(&prepared, first), |done, tally| observer.progress(done, tally))
        }
        Err(_) => ControlFlow::Continue(None),
    };
    let (marks, is_good) = match after {
        Some(after) => (placed(before, after).unwrap_or_default(), solution(after)?.is_some()),
        None => (Vec::new(), false),
    };
    let best = match after.filter(|_| is_good) {
        Some(after) => Some(after.grid().marks),
        None => solution(before)?.map(|solution| solution.marks.chars().collect()),
    };
    let free = before.grid().marks;
    let new = |best: &[char], wanted: &dyn Fn(char) -> bool| -> Vec<usize> {
        let cells = free.iter().zip(best).enumerate();
        cells.filter(|&(_, (&before, &mark))| before == FREE && mark != FREE && wanted(mark)).map(|(cell, _)| cell).collect()
    };
    let (mut shown, mut name) = (Vec::new(), None);
    if let Some(best) = &best {
        // Where the piece belongs that was tried, or else the one on the first free cell.
        let tried = new(best, &|mark| marks.contains(&mark));
        name = tried.first().or(new(best, &|_| true).first()).map(|&cell| best[cell]);
        shown = if is_good { tried } else { new(best, &|mark| Some(mark) == name) };
    }
    let name = name.map(String::from).unwrap_or_default();
    let words = match after {
        Some(_) if is_good => "A solution is left.".to_owned(),
        Some(after) => {
            let dead_end = check(after).ok().and_then(|problem| hints::dead_end(&Prepared::from(problem)));
            let why = dead_end.map_or_else(String::new, |flaw| format!(": {}", flaw.message));
            format!("No solution is left{why}. In a solution, piece {name} is on the marked cells.")
        }
        None => format!("In a solution, piece {name} is on the marked cells."),
    };
    let best = shown.into_iter().map(|cell| Spot::Cell(cell as u16)).collect();
    observer.found(Verdict { is_good, words, best })?;
    observer.progress(1.0, &base::search::Tally::default())
}
