//! The cube by each of the faster techniques, and boxes of pentominoes by the row list: in process, warm, on one thread.
//!
//! Read the ratios: `corners` finds all 240 solutions in under 0.3 ms and `row-list` in under 1 ms, however long `sorted` takes; 6 x 10
//! takes under 0.35 s and 3 x 4 x 5 under 4 s. Bedlam's cube takes minutes here, so it is a command instead: `quincunx solve
//! saves/soma/bedlam.ron --count`.

use std::{hint::black_box, ops::ControlFlow, time::Duration};

use criterion::{Criterion, criterion_group, criterion_main};
use quincunx::{
    packing::search::prepared::Prepared,
    puzzle::{Puzzle, Types},
    puzzles::{self, soma::Soma},
    search::Found,
    testing,
};

fn state(key: &str) -> <Soma as Types>::State {
    let preset = Soma::presets().iter().find(|preset| preset.key == key).expect("a preset");
    puzzles::read::<Soma>(preset.ron).expect("presets are valid").state
}

fn problem(state: &<Soma as Types>::State) -> Prepared {
    Soma::check(state).expect("presets are valid")
}

/// Returns the number of solutions that the technique finds.
fn count(problem: &Prepared, technique: &str) -> usize {
    let mut found = Found::default();
    let technique = testing::technique::<Soma>(technique);
    assert_eq!((technique.search)(problem, &mut found), ControlFlow::Continue(()));
    found.items.len()
}

fn cube(criterion: &mut Criterion) {
    let state = state("cube");
    let mut group = criterion.benchmark_group("soma/cube");
    for technique in ["corners", "row-list", "sorted", "first-cell"] {
        let problem = problem(&state);
        assert_eq!(count(&problem, technique), 240);
        group.bench_function(technique, |bencher| bencher.iter(|| count(black_box(&problem), technique)));
    }
    // Includes everything that is prepared before a search: cells, placements, symmetries.
    group.bench_function("corners, from the state", |bencher| bencher.iter(|| count(&problem(black_box(&state)), "corners")));
    group.finish();
}

fn boxes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("soma/pentominoes");
    group.sample_size(10).measurement_time(Duration::from_secs(2));
    for (key, solutions) in [("6x10", 2339), ("2x5x6", 264), ("3x4x5", 3940)] {
        let problem = problem(&state(&format!("pentominoes-{key}")));
        assert_eq!(count(&problem, "row-list"), solutions);
        group.bench_function(key, |bencher| bencher.iter(|| count(black_box(&problem), "row-list")));
    }
    group.finish();
}

criterion_group!(benches, cube, boxes);
criterion_main!(benches);
