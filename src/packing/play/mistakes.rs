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
    search::{Observer, Tally, first},
    text::listed,
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

/// Judges what was placed; without that, shows a piece of a solution. What is wrong gives no solution away.
pub fn judge(before: &State, after: Option<&State>, search: Search<'_>, observer: &mut dyn Observer<Verdict<Spot>>) -> ControlFlow<()> {
    let mut solution = |state: &State| match check(state) {
        Ok(problem) => {
            let prepared = Prepared::from(problem);
            first(|first| search(&prepared, first), |done, tally| observer.progress(done, tally))
        }
        Err(_) => ControlFlow::Continue(None),
    };
    let free = before.grid().marks;
    let new = |marks: &[char], name: Option<char>| -> Vec<Spot> {
        let cells = free.iter().zip(marks).enumerate();
        let new = cells.filter(|&(_, (&before, &mark))| before == FREE && mark != FREE && name.is_none_or(|name| name == mark));
        new.map(|(cell, _)| Spot::Cell(cell as u16)).collect()
    };
    let verdict = match after {
        Some(after) if solution(after)?.is_some() => {
            let best = new(&after.grid().marks, None);
            Verdict { is_good: true, words: "A solution is left.".to_owned(), best, against: Vec::new() }
        }
        Some(after) => wrong(before, after),
        None => {
            let marks: Vec<char> = solution(before)?.map(|solution| solution.marks.chars().collect()).unwrap_or_default();
            let first = new(&marks, None).first().and_then(|spot| Some(marks[spot.index()?]));
            let words = first.map(|mark| format!("In a solution, piece {} is on the marked cells.", before.name_of(mark)));
            Verdict { is_good: false, words: words.unwrap_or_default(), best: new(&marks, first), against: Vec::new() }
        }
    };
    observer.found(verdict)?;
    observer.progress(1.0, &Tally::default())
}

/// Says why what was placed leaves no solution, and shows where.
fn wrong(before: &State, after: &State) -> Verdict<Spot> {
    let flaw = match check(after) {
        Ok(problem) => hints::dead_end(&Prepared::from(problem)),
        Err(flaws) => flaws.into_iter().next(),
    };
    let why = flaw.as_ref().map_or("that shows only further on", |flaw| &flaw.message);
    let words = format!("{} no solution is left: {why}.", with_placed(after, &placed(before, after).unwrap_or_default()));
    Verdict { is_good: false, words, best: Vec::new(), against: flaw.map(|flaw| flaw.spots).unwrap_or_default() }
}

/// Names what was placed, as the beginning of a sentence.
fn with_placed(after: &State, marks: &[char]) -> String {
    let names: Vec<String> = marks.iter().map(|&mark| format!("piece {}", after.name_of(mark))).collect();
    if names.is_empty() { "Here".to_owned() } else { format!("With {} there,", listed(names, "and")) }
}
