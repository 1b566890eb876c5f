//! Times what is shown after every edit: the count and the heat map of a Meteor position.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use quincunx::{
    puzzle::Puzzle,
    puzzles::{self, meteor::Meteor},
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

criterion_group!(benches, live);
criterion_main!(benches);
