//! Times what is shown after every edit: the count and the heat map of a Meteor position, and queries of stored solutions.

use std::{collections::HashMap, hint::black_box};

use criterion::{Criterion, criterion_group, criterion_main};
use glam::IVec3;
use quincunx::{
    cover::SolutionIndex,
    packing::model::{saved::Saved, solution::Solution},
    puzzle::Puzzle,
    puzzles::{
        self,
        meteor::{Hexagons, Meteor},
    },
    search::Found,
};

fn live(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("meteor/live");
    for preset in Meteor::presets() {
        let Ok(document) = puzzles::read::<Meteor>(preset.ron) else { continue };
        let Ok(problem) = Meteor::check(&document.state) else { continue };
        group.bench_function(preset.key, |bencher| {
            bencher.iter(|| {
                let mut found = Found::default();
                assert!(Meteor::analyze(black_box(&problem), &mut found).is_continue());
                found
            });
        });
    }
    group.finish();
}

fn index(criterion: &mut Criterion) {
    let index = index_of_the_contest();
    let mut group = criterion.benchmark_group("meteor/index");
    let pins = index.solution(0)[..3].to_vec();
    for count in 0..=pins.len() {
        group.bench_function(format!("count with {count} pins"), |bencher| bencher.iter(|| index.count(black_box(&pins[..count]))));
        group.bench_function(format!("heat with {count} pins"), |bencher| bencher.iter(|| index.kept(black_box(&pins[..count]))));
    }
    group.finish();
}

fn index_of_the_contest() -> SolutionIndex {
    let mut found = Found::default();
    if let Ok(problem) = Meteor::check(&Saved::<Hexagons>::default()) {
        let _never_stopped = (Meteor::techniques()[0].search)(&problem, &mut found);
    }
    let mut numbers = HashMap::new();
    let mut number = |placement: (char, Vec<IVec3>)| {
        let next = numbers.len() as u32;
        *numbers.entry(placement).or_insert(next)
    };
    let placements =
        |solution: &Solution| solution.placed.chars().map(|piece| (piece, solution.grid().cells_of(piece))).collect::<Vec<_>>();
    let solutions: Vec<Vec<u32>> = found.items.iter().map(|solution| placements(solution).into_iter().map(&mut number).collect()).collect();
    SolutionIndex::new(numbers.len(), solutions)
}

criterion_group!(benches, live, index);
criterion_main!(benches);
