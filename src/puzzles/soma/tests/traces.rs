//! A search trace is of the search itself: node by node, count by count, solution by solution.

use std::ops::{ControlFlow, Range};

use proptest::prelude::*;

use super::{
    equals::sets,
    judge::{small_boxes, torn_out_of_the_cube},
    problem,
    saves::state_of,
};
use crate::{
    puzzle::{Puzzle, Technique},
    puzzles::soma::{
        Soma,
        model::{solution::Solution, spot::Spot, state::State},
        search::prepared::Prepared,
    },
    search::{Event, Observer, Tally, TraceStep},
};

/// Everything that a search tells: what it finds, and how far it is at every node.
struct Told<T> {
    items: Vec<T>,
    nodes: Vec<(f32, Tally)>,
}

impl<T> Observer<T> for Told<T> {
    fn found(&mut self, item: T) -> ControlFlow<()> {
        self.items.push(item);
        ControlFlow::Continue(())
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.nodes.push((done, tally.clone()));
        ControlFlow::Continue(())
    }
}

fn search(prepared: &Prepared, technique: &Technique<Soma>) -> Told<Solution> {
    let mut told = Told { items: Vec::new(), nodes: Vec::new() };
    assert!((technique.search)(prepared, &mut told).is_continue());
    told
}

/// The steps in the range, and how many there are in all.
fn trace(prepared: &Prepared, technique: &Technique<Soma>, range: Range<u64>) -> (Told<TraceStep<Solution, Spot>>, u64) {
    let mut told = Told { items: Vec::new(), nodes: Vec::new() };
    let watch = technique.trace.expect("it can be watched");
    let ControlFlow::Continue(count) = watch(prepared, range, &mut told) else { panic!("nobody stops it") };
    (told, count)
}

fn watchable() -> impl Iterator<Item = &'static Technique<Soma>> {
    Soma::techniques().iter().filter(|technique| technique.trace.is_ok())
}

/// Compares the trace of each technique with its search.
fn check_traces(prepared: &Prepared) -> Result<(), TestCaseError> {
    for technique in watchable() {
        check(prepared, technique)?;
    }
    Ok(())
}

fn check(prepared: &Prepared, technique: &Technique<Soma>) -> Result<(), TestCaseError> {
    let (searched, (traced, count)) = (search(prepared, technique), trace(prepared, technique, 0..u64::MAX));
    let key = technique.key;
    prop_assert_eq!(&traced.nodes, &searched.nodes, "{}: both pass the same nodes with the same tallies", key);
    prop_assert_eq!(traced.items.len() as u64, count);

    let (_, tally) = searched.nodes.last().expect("the end is told");
    let of_kind = |event| traced.items.iter().filter(|step| step.event == event).count() as u64;
    prop_assert_eq!(of_kind(Event::Place), tally.kept, "{}: every partial solution is told once", key);
    let removed = if tally.stages.is_empty() { tally.kept } else { 0 };
    prop_assert_eq!(of_kind(Event::TakeBack), removed, "{}: only depth first is a piece removed", key);

    let found: Vec<&Solution> = traced.items.iter().filter(|step| step.event == Event::Found).map(|step| &step.partial).collect();
    prop_assert_eq!(found.len(), searched.items.len(), "{}", key);
    for (found, listed) in found.into_iter().zip(&searched.items) {
        let images = prepared.problem.symmetries.images(&prepared.problem.cover_of(found));
        prop_assert!(images.contains(&prepared.problem.cover_of(listed)), "{}: {:?} is listed as {:?}", key, found, listed);
    }
    if tally.stages.is_empty() { check_depth_first(&traced.items) } else { check_stages(&traced.items, tally) }
}

/// Each board comes from the one before it by placing or removing one piece.
fn check_depth_first(steps: &[TraceStep<Solution, Spot>]) -> Result<(), TestCaseError> {
    let mut placed: Vec<char> = Vec::new();
    for step in steps {
        match step.event {
            Event::Place => placed.extend(step.partial.placed.chars().next_back()),
            Event::TakeBack => drop(placed.pop()),
            Event::DeadEnd | Event::Found => {}
        }
        prop_assert_eq!(step.partial.placed.chars().collect::<Vec<_>>(), placed.clone());
    }
    prop_assert!(placed.is_empty(), "all is removed in the end");
    Ok(())
}

/// Where no piece stays out, the boards with k pieces are the partial solutions of stage k.
fn check_stages(steps: &[TraceStep<Solution, Spot>], tally: &Tally) -> Result<(), TestCaseError> {
    let are_all_used = steps.iter().all(|step| !step.remark.ends_with("stays out"));
    for (stage, counts) in (1..).zip(&tally.stages).filter(|_| are_all_used) {
        let with_pieces = steps.iter().filter(|step| step.event == Event::Place && step.partial.placed.len() == stage);
        prop_assert_eq!(with_pieces.count() as u64, counts.kept, "stage {}", stage);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn traces_are_of_the_searches_themselves(state in prop_oneof![torn_out_of_the_cube(), small_boxes(), sets()]) {
        check_traces(&problem(&state))?;
    }
}

fn preset(key: &str) -> State {
    let preset = Soma::presets().iter().find(|preset| preset.key == key).expect("a preset");
    state_of(preset.ron).0
}

#[test]
fn the_trace_of_the_whole_cube_has_the_49_816_partial_solutions_of_the_article() {
    let technique = Technique::<Soma>::with_key("sorted").expect("a technique");
    check(&problem(&State::default()), technique).expect("the trace is of the search");
    let (told, _) = trace(&problem(&State::default()), technique, 0..u64::MAX);
    let kept = told.items.iter().filter(|step| step.event == Event::Place).count();
    assert_eq!(kept, 49_816);
}

#[test]
fn any_stretch_of_a_trace_can_be_seen() {
    let prepared = problem(&preset("cube-t-and-l"));
    for technique in watchable() {
        let (all, count) = trace(&prepared, technique, 0..u64::MAX);
        for start in [0, 1, count / 2, count - 3, count] {
            let (stretch, same) = trace(&prepared, technique, start..start + 20);
            assert_eq!(same, count);
            let end = (start as usize + 20).min(all.items.len());
            assert_eq!(stretch.items, all.items[start as usize..end]);
        }
    }
}

#[test]
fn pieces_with_too_few_cells_are_a_dead_end_at_once() {
    let prepared = problem(&State { pieces: "VL".to_owned(), ..State::default() });
    for technique in watchable() {
        let (told, count) = trace(&prepared, technique, 0..u64::MAX);
        assert_eq!(count, 1, "{}", technique.key);
        assert!(told.items[0].event == Event::DeadEnd && told.items[0].remark.contains("fewer cells"), "{}", technique.key);
    }
}
