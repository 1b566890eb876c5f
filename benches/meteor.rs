//! Times the searches of the Meteor contest: all solutions, the first one, and every case with a known count.
//!
//! The techniques are measured in turn in one run, so that their factors hold even on a busy machine.

use std::{hint::black_box, ops::ControlFlow};

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use quincunx::{
    kind::Kind,
    puzzle::Puzzle,
    puzzles::meteor::{
        Meteor,
        model::{
            geometry::Cell,
            pieces::Piece,
            problem::Problem,
            solution::Solution,
            state::{Square, State},
        },
    },
    search::{Found, Observer, Tally},
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

    fn problem(&self) -> Problem {
        let cells = |indices: &[usize]| indices.iter().filter_map(|&index| Cell::new(index)).collect();
        let mut state = State { pieces: self.pieces.iter().filter_map(|&piece| Piece::new(piece)).collect(), ..State::default() };
        state.board.fill(cells(&self.blocked), Square::Blocked);
        for pin in &self.pins {
            let piece = Piece::new(pin.piece).expect("cases name only existing pieces");
            state.board.fill(cells(&pin.cells), Square::Pinned(piece));
        }
        checked(&state)
    }
}

fn checked(state: &State) -> Problem {
    Meteor::check(state).expect("cases have no flaws")
}

/// Lists all solutions with this technique.
fn list(problem: &Problem, technique: &str) -> Vec<Solution> {
    let mut found = Found::default();
    let technique = Kind::<Meteor>::OF.technique(technique).expect("only existing techniques are measured");
    assert!((technique.search)(black_box(problem), &mut found).is_continue());
    found.items
}

/// All 2098 solutions with every technique.
fn listing(criterion: &mut Criterion) {
    let problem = checked(&State::default());
    let mut group = criterion.benchmark_group("meteor/list");
    for technique in Meteor::techniques() {
        assert_eq!(list(&problem, technique.key).len(), 2098);
        let is_slow = !["frontier", "position", "regions"].contains(&technique.key);
        group.sample_size(if is_slow { 10 } else { 100 });
        group.bench_function(BenchmarkId::from_parameter(technique.key), |bencher| {
            bencher.iter_with_large_drop(|| list(&problem, technique.key));
        });
    }
    group.finish();
}

/// The first solution of each technique, and the time until it is known whether there are solutions and how many.
fn first(criterion: &mut Criterion) {
    let problem = checked(&State::default());
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
    for (name, search) in [("list", list_by_fastest as fn(&Problem) -> usize), ("count", count)] {
        let mut group = criterion.benchmark_group(format!("meteor/{name} case"));
        for case in Case::all() {
            let problem = case.problem();
            assert_eq!(search(&problem), case.solutions, "{}", case.name);
            group.bench_function(&case.name, |bencher| bencher.iter(|| search(black_box(&problem))));
        }
        group.finish();
    }
}

fn list_by_fastest(problem: &Problem) -> usize {
    list(problem, Meteor::techniques()[0].key).len()
}

fn count(problem: &Problem) -> usize {
    let mut found = Found::default();
    assert!(Meteor::analyze(problem, &mut found).is_continue());
    found.items.last().and_then(|insight| insight.solutions).unwrap_or(0) as usize
}

criterion_group!(benches, listing, first, cases);
criterion_main!(benches);
