//! Random positions to solve: pins with exactly one solution, none of which could be removed without adding another.

use base::{chance::Random, search::Found};
use packing::{
    model::{problem::check, state::State},
    play::deal::leaving_one,
    search::row_list,
};

/// Returns the position for this seed.
///
/// Starts with a random solution of the contest's empty board, and removes its pieces in random order, as long as there is only one
/// solution.
pub fn deal(empty: State, seed: u64) -> State {
    let mut random = Random::new(seed);
    let mut found = Found::default();
    if let Ok(problem) = check(&empty) {
        let _never_stopped = row_list::search(&problem.into(), &mut found);
    }
    // Sorted, so that their order does not depend on the search.
    found.items.sort_unstable_by(|one, other| one.marks.cmp(&other.marks));
    let Some(solution) = random.choose(&found.items) else { return empty };
    let mut names: Vec<char> = empty.pieces.chars().collect();
    random.shuffle_by_digits(&mut names);
    leaving_one(empty.with_marks(solution.grid().marks), &names)
}
