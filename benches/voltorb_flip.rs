//! The time to compute the odds, compared with listing all boards by rows, and to find the best play.

use std::{hint::black_box, ops::ControlFlow};

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use quincunx::{
    board::Board as _,
    puzzle::Puzzle,
    puzzles::voltorb_flip::{
        VoltorbFlip,
        live::{analysis, insight::Insight},
        model::{
            objective::Objective,
            prior::Level,
            problem::Problem,
            rules::{Clues, TILES, Value},
            solution::Solution,
            state::State,
        },
        play::deal::Dealer,
    },
    search::{Observer, Tally},
    testing,
};

const ALL_ALIKE: &str = "5/2 5/2 5/2 5/2 5/2\n5/2 5/2 5/2 5/2 5/2";
const HARD: &str = "10/1 4/2 6/2 3/3 5/2\n6/2 4/3 7/1 4/3 7/1";
const USUAL: &str = "5/2 6/2 4/1 5/3 5/2\n6/1 1/4 7/1 7/1 4/3";

fn problem(text: &str, level: u8, objective: Objective) -> Problem {
    let state = State { level: Some(level), objective, ..State::default() };
    VoltorbFlip::read_text(text, &state).ok().and_then(|state| VoltorbFlip::check(&state).ok()).expect("the text is a position")
}

/// Adds up the chances of all boards: the odds from a search that lists them.
#[derive(Default)]
struct AddUp([[f64; 4]; TILES]);

impl Observer<Solution> for AddUp {
    fn found(&mut self, solution: Solution) -> ControlFlow<()> {
        for (chances, value) in self.0.iter_mut().zip(solution.board.values()) {
            chances[value as usize] += solution.chance;
        }
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

fn odds(criterion: &mut Criterion) {
    let rows = testing::technique::<VoltorbFlip>("rows");
    for (name, text, level) in [("usual level 5", USUAL, 5), ("all 5/2 level 5", ALL_ALIKE, 5), ("hard level 8", HARD, 8)] {
        let problem = problem(text, level, Objective::Clear);
        let mut group = criterion.benchmark_group(format!("voltorb_flip/odds/{name}"));
        group.sample_size(20);
        group.bench_function("counting", |bencher| bencher.iter(|| analysis::odds(black_box(&problem))));
        group.bench_function("rows", |bencher| {
            bencher.iter(|| {
                let mut odds = AddUp::default();
                let whole = (rows.search)(black_box(&problem), &mut odds);
                (whole, odds.0)
            });
        });
        group.finish();
    }
}

/// All techniques except the one that takes too long, on a position with some tiles face up. Confirms their order in the list.
fn listing(criterion: &mut Criterion) {
    let mut problem = problem(USUAL, 5, Objective::Clear);
    problem.tiles[7] = Some(Value::Two);
    problem.tiles[18] = Some(Value::One);
    let mut group = criterion.benchmark_group("voltorb_flip/listing/usual level 5");
    group.sample_size(10);
    for technique in VoltorbFlip::techniques().iter().filter(|technique| technique.key != "backtrack-sum") {
        group.bench_function(BenchmarkId::from_parameter(technique.key), |bencher| {
            bencher.iter(|| (technique.search)(black_box(&problem), &mut AddUp::default()));
        });
    }
    group.finish();
}

/// Stops the analysis once the worth is exact, without the values of all other flips.
struct UntilExact;

impl Observer<Insight> for UntilExact {
    fn found(&mut self, insight: Insight) -> ControlFlow<()> {
        if insight.worth.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

fn optimum(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("voltorb_flip/optimum");
    group.sample_size(10);
    let mut bench = |name: &str, problem: &Problem| {
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| VoltorbFlip::analyze(black_box(problem), &mut UntilExact));
        });
    };
    for (name, text, level) in [("usual level 5", USUAL, 5), ("all 5/2 level 5", ALL_ALIKE, 5), ("hard level 8", HARD, 8)] {
        bench(name, &problem(text, level, Objective::Clear));
    }
    for objective in [Objective::KeepLevel, Objective::EightCards, Objective::Coins] {
        bench(&format!("usual level 5, {objective}"), &problem(USUAL, 5, objective));
    }
    let level = Level::new(5).expect("there is a level 5");
    for seed in 1..=10 {
        let clues = Clues::of(Dealer::new(seed).board(level));
        bench(&format!("fresh level 5, seed {seed}"), &Problem { clues, ..problem(USUAL, 5, Objective::Clear) });
    }
    group.finish();
}

criterion_group!(benches, odds, listing, optimum);
criterion_main!(benches);
