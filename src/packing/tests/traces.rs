//! A search trace shows the search itself: node by node, count by count, solution by solution.

use std::ops::{ControlFlow, Range};

use proptest::prelude::*;

use super::{
    equal_pieces::sets,
    preset, problem,
    ranges::{parts_of_the_cube, small_boxes},
};
use base::{
    puzzle::{Puzzle, Technique},
    search::{Event, Tally, TraceStep},
    testing::{self, Recorded},
};
use packing::{
    model::{solution::Solution, spot::Spot, state::State},
    search::prepared::Prepared,
};
use soma::Soma;

fn search(prepared: &Prepared, technique: &Technique<Soma>) -> Recorded<Solution> {
    let mut recorded = Recorded::up_to(usize::MAX);
    assert!((technique.search)(prepared, &mut recorded).is_continue());
    recorded
}

/// Returns the steps in the range, and the number of all steps.
fn trace(prepared: &Prepared, technique: &Technique<Soma>, range: Range<u64>) -> (Recorded<TraceStep<Solution, Spot>>, u64) {
    let mut recorded = Recorded::up_to(usize::MAX);
    let record = technique.trace.expect("it can be traced");
    let ControlFlow::Continue(count) = record(prepared, range, &mut recorded) else { panic!("the trace was stopped") };
    (recorded, count)
}

fn traceable() -> impl Iterator<Item = &'static Technique<Soma>> {
    Soma::techniques().iter().filter(|technique| technique.trace.is_ok())
}

/// Compares the trace of each technique with its search.
fn check_traces(prepared: &Prepared) -> Result<(), TestCaseError> {
    for technique in traceable() {
        check(prepared, technique)?;
    }
    Ok(())
}

fn check(prepared: &Prepared, technique: &Technique<Soma>) -> Result<(), TestCaseError> {
    let (searched, (traced, count)) = (search(prepared, technique), trace(prepared, technique, 0..u64::MAX));
    let key = technique.key;
    prop_assert_eq!(&traced.nodes, &searched.nodes, "{}: the nodes or their tallies differ", key);
    prop_assert_eq!(traced.items.len() as u64, count);

    let (_, tally) = searched.nodes.last().expect("the end is reported");
    let of_kind = |event| traced.items.iter().filter(|step| step.event == event).count() as u64;
    prop_assert_eq!(of_kind(Event::Place), tally.kept, "{}: not every partial solution is reported once", key);
    let removed = if tally.stages.is_empty() { tally.kept } else { 0 };
    prop_assert_eq!(of_kind(Event::Remove), removed, "{}: pieces are removed exactly by depth-first searches", key);

    let found: Vec<&Solution> = traced.items.iter().filter(|step| step.event == Event::Found).map(|step| &step.partial).collect();
    prop_assert_eq!(found.len(), searched.items.len(), "{}", key);
    for (found, listed) in found.into_iter().zip(&searched.items) {
        let images = prepared.problem.symmetries.images(&prepared.problem.cover_of(found));
        prop_assert!(images.contains(&prepared.problem.cover_of(listed)), "{}: {:?} is listed as {:?}", key, found, listed);
    }
    if tally.stages.is_empty() { check_depth_first(&traced.items) } else { check_stages(&traced.items, tally) }
}

/// Each board results from the previous one by placing or removing one piece.
fn check_depth_first(steps: &[TraceStep<Solution, Spot>]) -> Result<(), TestCaseError> {
    let mut placed: Vec<char> = Vec::new();
    for step in steps {
        match step.event {
            Event::Place => placed.extend(step.partial.placed.chars().next_back()),
            Event::Remove => drop(placed.pop()),
            Event::DeadEnd | Event::Found => {}
        }
        prop_assert_eq!(step.partial.placed.chars().collect::<Vec<_>>(), placed.clone());
    }
    prop_assert!(placed.is_empty(), "pieces remain at the end");
    Ok(())
}

/// If no piece is left out, the boards with k pieces are the partial solutions of stage k.
fn check_stages(steps: &[TraceStep<Solution, Spot>], tally: &Tally) -> Result<(), TestCaseError> {
    let are_all_used = steps.iter().all(|step| !step.remark.ends_with("left out"));
    for (stage, counts) in (1..).zip(&tally.stages).filter(|_| are_all_used) {
        let with_pieces = steps.iter().filter(|step| step.event == Event::Place && step.partial.placed.len() == stage);
        prop_assert_eq!(with_pieces.count() as u64, counts.kept, "stage {}", stage);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn traces_match_their_searches(state in prop_oneof![parts_of_the_cube(), small_boxes(), sets()]) {
        check_traces(&problem(&state))?;
    }
}

#[test]
fn the_trace_of_the_cube_has_the_articles_49_816_partial_solutions() {
    let technique = testing::technique::<Soma>("sorted");
    check(&problem(&State::default()), technique).expect("the trace matches the search");
    let (recorded, _) = trace(&problem(&State::default()), technique, 0..u64::MAX);
    let kept = recorded.items.iter().filter(|step| step.event == Event::Place).count();
    assert_eq!(kept, 49_816);
}

#[test]
fn any_range_of_a_trace_can_be_recorded() {
    let prepared = problem(&preset("cube-t-and-l"));
    for technique in traceable() {
        let (all, count) = trace(&prepared, technique, 0..u64::MAX);
        for start in [0, 1, count / 2, count - 3, count] {
            let (part, same) = trace(&prepared, technique, start..start + 20);
            assert_eq!(same, count);
            let end = (start as usize + 20).min(all.items.len());
            assert_eq!(part.items, all.items[start as usize..end]);
        }
    }
}

#[test]
fn pieces_with_too_few_cells_are_a_dead_end_immediately() {
    let prepared = problem(&State { pieces: "VL".to_owned(), ..State::default() });
    for technique in traceable() {
        let (recorded, count) = trace(&prepared, technique, 0..u64::MAX);
        assert_eq!(count, 1, "{}", technique.key);
        assert!(recorded.items[0].event == Event::DeadEnd && recorded.items[0].remark.contains("fewer cubes"), "{}", technique.key);
    }
}
