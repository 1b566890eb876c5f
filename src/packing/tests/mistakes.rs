//! Another try at a mistake is judged as a second solver does that is as plain as possible.

use proptest::prelude::*;

use super::{
    check,
    judge::{Cells, Filling, fillings, placements},
    ranges::{parts_of_the_cube, small_boxes},
};
use base::{
    puzzle::{Puzzle, Verdict},
    search::Found,
};
use packing::{
    model::{
        spot::Spot,
        state::{FREE, State},
    },
    play::mistakes::{self, placed},
};
use soma::Soma;

fn judged(before: &State, after: Option<&State>) -> Verdict<Spot> {
    let mut found = Found::default();
    assert!(mistakes::judge(before, after, Soma::techniques()[0].search, &mut found).is_continue());
    found.items.pop().unwrap()
}

/// The cells of these spots, as sortable coordinates.
fn cells(state: &State, spots: &[Spot]) -> Cells {
    spots.iter().map(|spot| state.grid().extent.cell(spot.index().unwrap()).to_array()).collect()
}

/// The position after one of all placements of a piece, with the placement; none if there is none.
fn tried(before: &State, which: prop::sample::Index) -> Option<(State, char, Cells)> {
    let mut grid = before.grid();
    let all: Vec<_> = placements(before).into_iter().collect();
    let (mark, cells) = (!all.is_empty()).then(|| which.get(&all).clone())?;
    cells.iter().for_each(|&cell| grid.set(cell.into(), mark));
    Some((before.with_grid(&grid), mark, cells))
}

fn agrees(before: &State, which: prop::sample::Index) -> Result<(), TestCaseError> {
    let all = fillings(before);
    let shown = judged(before, None);
    let best = cells(before, &shown.best);
    let is_part = |filling: &Filling| filling.iter().any(|(_, cells)| *cells == best);
    let has_free = before.grid().marks.contains(&FREE);
    prop_assert_eq!(all.iter().any(is_part), has_free && !all.is_empty(), "{:?}", &shown);
    prop_assert!(!shown.is_good && shown.words.is_empty() == shown.best.is_empty());

    let Some((after, mark, at)) = tried(before, which) else { return Ok(()) };
    prop_assert_eq!(placed(before, &after), Some(vec![mark]));
    let verdict = judged(before, Some(&after));
    prop_assert_eq!(verdict.is_good, all.iter().any(|filling| filling.contains(&(mark, at.clone()))), "{:?}", &verdict);
    if verdict.is_good {
        prop_assert_eq!((cells(before, &verdict.best), verdict.against.len()), (at, 0));
    } else {
        // Nothing gives a solution away.
        prop_assert!(
            verdict.best.is_empty() && verdict.words.starts_with(&format!("With piece {mark} there, no solution is left: ")),
            "{:?}",
            &verdict
        );
        let free = cells(&after, &verdict.against).into_iter().all(|cell| after.grid().mark(cell.into()) == Some(FREE));
        prop_assert!(free, "{:?}", &verdict);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn figures_are_judged_as_by_the_plain_solver(before in parts_of_the_cube(), which: prop::sample::Index) {
        prop_assume!(check(&before).is_ok());
        agrees(&before, which)?;
    }

    #[test]
    fn boxes_are_judged_as_by_the_plain_solver(before in small_boxes(), which: prop::sample::Index) {
        agrees(&before, which)?;
    }
}
