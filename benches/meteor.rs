//! Times the searches of the Meteor contest: all solutions, the first one, and every case with a known count.
//!
//! The techniques are measured in turn in one run, so that their factors hold even on a busy machine.

use std::{hint::black_box, ops::ControlFlow};

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use quincunx::{
    packing::{
        model::{
            lattice::HEXAGONS,
            pieces::Set,
            problem::check,
            solution::{Solution, Summary},
            state::State,
        },
        search::prepared::Prepared,
    },
    puzzle::Puzzle,
    puzzles::meteor::Meteor,
    search::{Found, Observer, Tally},
    testing,
};
use serde::Deserialize;

/// Stops a search at its first result.
struct First<T>(Option<T>);

impl<T> Default for First<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Observer<T> for First<T> {
    fn found(&mut self, item: T) -> ControlFlow<()> {
        self.0 = Some(item);
        ControlFlow::Break(())
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

#[derive(Deserialize)]
struct Cases {
    cases: Vec<Case>,
}

/// The part of a case that defines its position.
#[derive(Deserialize)]
struct Case {
    name: String,
    blocked: Vec<usize>,
    pins: Vec<Pin>,
    pieces: Vec<usize>,
    solutions: usize,
}

#[derive(Deserialize)]
struct Pin {
    piece: usize,
    cells: Vec<usize>,
}

impl Case {
    fn all() -> Vec<Self> {
        serde_json::from_str::<Cases>(include_str!("../tests/cases/meteor.json")).expect("the tests read the same cases").cases
    }

    fn problem(&self) -> Prepared {
        let digit = |piece: usize| char::from(b'0' + piece as u8);
        let mut grid = empty().grid();
        self.blocked.iter().for_each(|&cell| grid.marks[cell] = '#');
        for pin in &self.pins {
            pin.cells.iter().for_each(|&cell| grid.marks[cell] = digit(pin.piece));
        }
        checked(&State { pieces: self.pieces.iter().map(|&piece| digit(piece)).collect(), ..empty().with_grid(&grid) })
    }
}

fn empty() -> State {
    State::of_set(&HEXAGONS, Set::Contest)
}

fn checked(state: &State) -> Prepared {
    check(state).expect("cases have no flaws").into()
}

/// Lists all solutions with this technique.
fn list(problem: &Prepared, technique: &str) -> Vec<Solution> {
    let mut found = Found::default();
    let technique = testing::technique::<Meteor>(technique);
    assert!((technique.search)(black_box(problem), &mut found).is_continue());
    found.items
}

/// All 2098 solutions, in 1049 pairs, with every technique.
fn listing(criterion: &mut Criterion) {
    let problem = checked(&empty());
    let mut group = criterion.benchmark_group("meteor/list");
    for technique in Meteor::techniques() {
        assert_eq!(list(&problem, technique.key).len(), 2098);
        let is_slow = !["frontier", "row-list", "position", "regions"].contains(&technique.key);
        group.sample_size(if is_slow { 10 } else { 100 });
        group.bench_function(BenchmarkId::from_parameter(technique.key), |bencher| {
            bencher.iter_with_large_drop(|| list(&problem, technique.key));
        });
    }
    group.finish();
}

/// The first solution of each technique, and the time until it is known whether there are solutions and how many.
fn first(criterion: &mut Criterion) {
    let problem = checked(&empty());
    let mut group = criterion.benchmark_group("meteor/first");
    for technique in Meteor::techniques() {
        group.bench_function(BenchmarkId::from_parameter(technique.key), |bencher| {
            bencher.iter_batched_ref(
                First::<Solution>::default,
                |first| (technique.search)(black_box(&problem), first),
                BatchSize::SmallInput,
            );
        });
    }
    group.bench_function("whether solvable", |bencher| {
        bencher.iter_batched_ref(First::default, |first| Meteor::analyze(black_box(&problem), first), BatchSize::SmallInput);
    });
    group.finish();
}

/// Every case with a known count: listed, and counted by the live analysis.
fn cases(criterion: &mut Criterion) {
    for (name, search) in [("list", list_by_fastest as fn(&Prepared) -> usize), ("count", count)] {
        let mut group = criterion.benchmark_group(format!("meteor/{name} case"));
        for case in Case::all() {
            let problem = case.problem();
            assert_eq!(search(&problem), case.solutions, "{}", case.name);
            group.bench_function(&case.name, |bencher| bencher.iter(|| search(black_box(&problem))));
        }
        group.finish();
    }
}

fn list_by_fastest(problem: &Prepared) -> usize {
    let mut summary = Summary::default();
    list(problem, Meteor::techniques()[0].key).iter().for_each(|solution| summary.add(solution));
    summary.raw as usize
}

fn count(problem: &Prepared) -> usize {
    let mut found = Found::default();
    assert!(Meteor::analyze(problem, &mut found).is_continue());
    found.items.last().map_or(0, |insight| insight.counted.raw) as usize
}

criterion_group!(benches, listing, first, cases);
criterion_main!(benches);
