//! A search trace shows the search itself: node by node, count by count, board by board.

use std::ops::Range;

use proptest::prelude::*;

use super::{dealt, read};
use crate::{
    VoltorbFlip,
    model::{
        problem::{Problem, Spot},
        rules::{Line, TILES, Value},
        solution::Solution,
    },
};
use base::{
    puzzle::{Puzzle, Technique},
    search::{Event, TraceStep},
    testing::{self, Recorded},
};

/// The nodes after which a comparison ends: backtracking without one of its checks may take forever.
const MAX_NODES: usize = 6_000;

type Step = TraceStep<Solution, Spot>;

/// Returns the steps in the range, and the number of all steps, or `None` if there are too many nodes.
fn trace(problem: &Problem, technique: &Technique<VoltorbFlip>, range: Range<u64>) -> (Recorded<Step>, Option<u64>) {
    let mut recorded = Recorded::up_to(MAX_NODES);
    let count = (technique.trace.unwrap())(problem, range, &mut recorded).continue_value();
    (recorded, count)
}

fn traceable() -> impl Iterator<Item = &'static Technique<VoltorbFlip>> {
    VoltorbFlip::techniques().iter().filter(|technique| technique.trace.is_ok())
}

/// Compares the trace of a technique with its search.
fn check(problem: &Problem, technique: &Technique<VoltorbFlip>) -> Result<(), TestCaseError> {
    let mut searched = Recorded::up_to(MAX_NODES);
    let is_complete = (technique.search)(problem, &mut searched).is_continue();
    let (traced, count) = trace(problem, technique, 0..u64::MAX);
    let key = technique.key;
    prop_assert_eq!(&traced.nodes, &searched.nodes, "{}: the nodes or their tallies differ", key);
    prop_assert_eq!(count, is_complete.then_some(traced.items.len() as u64), "{}", key);

    let found = traced.items.iter().filter(|step| step.event == Event::Found).map(|step| &step.partial);
    prop_assert!(found.eq(&searched.items), "{}", key);
    let (_, tally) = searched.nodes.last().unwrap();
    let of_kind = |event| traced.items.iter().filter(|step| step.event == event).count() as u64;
    // Listing a board is a step, but not a node.
    let listed = traced.items.iter().filter(|step| step.remark.ends_with("matches the clues")).count() as u64;
    prop_assert_eq!(of_kind(Event::Place) - listed, tally.kept, "{}: not everything that is kept is reported once", key);
    prop_assert!(traced.items.iter().all(|step| !step.remark.is_empty()));
    let start = if key == "filter" { problem.fresh() } else { *problem };
    check_order(&start, &traced.items, is_complete)
}

/// In the backtracking from this position, each partial board results from the one before by filling or emptying one tile.
fn check_order(start: &Problem, steps: &[Step], is_complete: bool) -> Result<(), TestCaseError> {
    let tiles_of = |solution: &Solution| -> Vec<_> { (0..TILES).map(|tile| solution.value(tile)).collect() };
    let backtracking = steps.iter().take_while(|step| !step.remark.starts_with("board 1 has"));
    let mut tiles = start.tiles.to_vec();
    for step in backtracking {
        let after = tiles_of(&step.partial);
        let Some(&Spot::Tile(tile)) = step.spots.first() else {
            prop_assert_eq!(&after, &tiles, "{}", &step.remark);
            continue;
        };
        tiles[tile] = after[tile];
        prop_assert_eq!(&after, &tiles, "{}", &step.remark);
        prop_assert_eq!(after[tile].is_none(), step.event == Event::Remove, "{}", &step.remark);
        if step.event == Event::DeadEnd {
            prop_assert!(matches!(step.spots[1], Spot::Sum(_) | Spot::Voltorbs(_)), "{}", &step.remark);
            tiles[tile] = None;
        }
    }
    prop_assert!(!is_complete || tiles == start.tiles, "tiles remain filled at the end");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn traces_match_their_searches(seed: u64, level in 1..=8_u8, face_up in 9..=20_u32, mistake in prop::option::weighted(0.2, 0..30_usize)) {
        let problem = dealt(seed, level, face_up, mistake);
        for technique in traceable() {
            check(&problem, technique)?;
        }
    }
}

#[test]
fn every_technique_of_the_article_has_a_trace() {
    let keys: Vec<_> = traceable().map(|technique| technique.key).collect();
    assert_eq!(
        keys,
        ["resume", "backtrack", "backtrack-voltorb-reach", "filter", "backtrack-sum-reach", "backtrack-voltorbs", "backtrack-sum"]
    );
}

#[test]
fn any_range_of_a_trace_can_be_recorded() {
    let problem = dealt(3, 2, 18, None);
    for technique in traceable() {
        let (all, count) = trace(&problem, technique, 0..u64::MAX);
        let Some(count) = count else { continue };
        for start in [0, 1, count / 2, count - 3, count] {
            let (part, same) = trace(&problem, technique, start..start + 20);
            assert_eq!(same, Some(count));
            let end = (start as usize + 20).min(all.items.len());
            assert_eq!(part.items, all.items[start as usize..end]);
        }
    }
}

/// Returns the first step of this technique whose remark contains these words.
fn first_step(problem: &Problem, key: &str, words: &str) -> Step {
    let technique = testing::technique::<VoltorbFlip>(key);
    let mut recorded = Recorded::up_to(usize::MAX);
    assert!((technique.trace.unwrap())(problem, 0..u64::MAX, &mut recorded).is_continue());
    let found = recorded.items.into_iter().find(|step| step.remark.contains(words));
    found.unwrap_or_else(|| panic!("{key} never says {words:?}"))
}

#[test]
fn steps_name_the_check_and_its_numbers() {
    let preset = |key: &str| {
        let preset = VoltorbFlip::presets().iter().find(|preset| preset.key == key).unwrap();
        VoltorbFlip::check(&read(preset).state).unwrap()
    };
    let (mut level_1, mut level_5) = (preset("level-1"), preset("level-5"));
    let filled = "looked at 1 tile to find the next empty one; Voltorb at row 1, column 1: row 1 has 0 of 4 points and 1 of 1 Voltorb, \
                  4 tiles still empty; column 1 has 0 of 5 points and 1 of 1 Voltorb, 4 tiles still empty";
    let (sum, voltorbs) = (|line| vec![Spot::Sum(line)], |line| vec![Spot::Voltorbs(line)]);
    let cases = [
        ("Voltorb at row 1, column 1", filled, vec![]),
        ("uses", "Voltorb at row 1, column 2: row 1 uses 2 Voltorbs, but its clue is 1", voltorbs(Line::Row(0))),
        ("but its clue is 4", "3 at row 5, column 2: column 2 reaches 5 points, but its clue is 4", sum(Line::Column(1))),
        (
            "so it reaches at most",
            "1 at row 2, column 5: row 2 has 5 points and 0 tiles still empty, so it reaches at most 5 of its 6",
            sum(Line::Row(1)),
        ),
        ("all boards with the Voltorb at row 5", "back: all boards with the Voltorb at row 5, column 3 are done", vec![]),
    ];
    let check = |problem: &Problem, key: &str, (words, expected, clue): (&str, &str, Vec<Spot>)| {
        let step = first_step(problem, key, words);
        assert!(step.remark.ends_with(expected), "{}", step.remark);
        assert_eq!(step.spots.get(1..).unwrap_or_default(), clue, "{expected}");
    };
    cases.into_iter().for_each(|case| check(&level_1, "backtrack", case));
    // Face-up tiles that contradict a clue leave no room for its Voltorbs. Otherwise, another check fails first.
    (level_5.tiles[6], level_5.tiles[8], level_5.tiles[9]) = (Some(Value::One), Some(Value::One), Some(Value::Two));
    let expected = "Voltorb at row 2, column 1: row 2 still needs 1 Voltorb, but has 0 tiles left";
    check(&level_5, "backtrack", ("still needs", expected, voltorbs(Line::Row(1))));
    // After flips, the article's first search looks at all tiles again, and the second doesn't.
    (level_1.tiles[0], level_1.tiles[1]) = (Some(Value::One), Some(Value::One));
    for (key, looks) in [("backtrack", "looked at 4 tiles to"), ("resume", "looked at 1 tile to")] {
        assert!(first_step(&level_1, key, "row 1, column 4").remark.starts_with(looks), "{key}");
    }
    for (words, expected) in [
        (
            "swapped",
            "board 1 has a Voltorb at row 1, column 1, not the 1 shown: swapped with the last one and removed; 96 boards in the list",
        ),
        ("stays", "so it stays"),
    ] {
        let step = first_step(&level_1, "filter", words);
        assert!(step.remark.ends_with(expected), "{}", step.remark);
        assert_eq!(step.spots, [Spot::Tile(0)]);
    }
}
