//! Measures how long each technique takes for a hand, and other work with a target time.

use std::{hint::black_box, ops::ControlFlow};

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use quincunx::{
    date::Date,
    puzzle::Puzzle,
    puzzles::set::{
        Set,
        model::{hand::Hand, solution::Solution, state::Variant},
        play::deal,
        search::{completion, lines},
    },
    search::{Observer, Tally},
};

/// Counts solutions without keeping them.
#[derive(Default)]
struct Count(u64);

impl Observer<Solution> for Count {
    fn found(&mut self, solution: Solution) -> ControlFlow<()> {
        black_box(&solution);
        self.0 += 1;
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Many different hands, so that the processor can't learn the branches of one.
fn hands(variant: Variant, cards: usize) -> Vec<Hand> {
    (0..1024).filter_map(|seed| Set::check(&deal::hand(variant, cards, seed)).ok()).collect()
}

fn techniques(criterion: &mut Criterion) {
    for (variant, cards) in [(Variant::Set, 12), (Variant::Set, 81), (Variant::Ultra, 12), (Variant::Ghost, 12)] {
        let hands = hands(variant, cards);
        let mut group = criterion.benchmark_group(format!("set/{variant:?}/{cards} cards"));
        for technique in Set::techniques() {
            let mut next = hands.iter().cycle();
            group.bench_function(BenchmarkId::from_parameter(technique.key), |bencher| {
                bencher.iter(|| {
                    let mut count = Count::default();
                    let hand = next.next().expect("a cycle of hands never ends");
                    let flow = (technique.search)(black_box(hand), &mut count);
                    (flow, count.0)
                });
            });
        }
        group.finish();
    }
}

fn kernels(criterion: &mut Criterion) {
    let deck = hands(Variant::Set, 81)[0].bits();
    let mut numbers = [0; lines::LINES];
    assert_eq!(lines::lines_within(deck, &mut numbers), lines::LINES);
    // Finds all 1,080 SETs as line numbers; `lines` above turns them into solutions and reports each one.
    criterion.bench_function("set/numbers of the lines within 81 cards", |bencher| {
        bencher.iter(|| lines::lines_within(black_box(deck), black_box(&mut numbers)));
    });
    let hands = hands(Variant::Set, 12);
    let mut next = hands.iter().cycle();
    criterion.bench_function("set/count in 12 cards", |bencher| {
        bencher.iter(|| completion::count(next.next().expect("a cycle of hands never ends").cards()));
    });
    let mut day = 0;
    criterion.bench_function("set/daily puzzle", |bencher| {
        bencher.iter(|| {
            day += 1;
            deal::daily(Date { year: day, month: 1, day: 1 })
        });
    });
}

criterion_group!(benches, techniques, kernels);
criterion_main!(benches);
