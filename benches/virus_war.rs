//! Measures turns made exactly once against turns made in every order, and the techniques of the duplicate tool.
//!
//! Watch the ratios: each turn once is at least 40 times as fast as all orders with a hash set, and 12 times as fast as all orders with
//! the bitset. The bitset takes less than 6 ns per triple.

use std::{
    hint::black_box,
    ops::ControlFlow::{self, Break, Continue},
};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use quincunx::{
    puzzles::virus_war::{
        model::{
            position::{Player, Position},
            state::{Problem, Rows, Rules},
            triples::NUMBER_LIMIT,
            turn::Turn,
        },
        play::deal,
        search::{
            counts,
            engine::{Engine, Ranking},
            graph::TurnGraph,
            once,
            orders::{self, Novelty, SeenTurns},
            triples,
        },
    },
    search::{Found, Observer, Tally},
};

/// The players meet on the diagonal of a 10 x 10 board: 6,687 turns for X.
const MIDGAME: [&str; 10] = [
    ".........X",
    ".......XX.",
    ".......X.X",
    "......xX..",
    ".....ox.X.",
    "..O.ooxX..",
    ".O.oooxX..",
    "..OOOoo...",
    ".O.OOo....",
    "OO........",
];
const TURNS: usize = 6_687;

fn midgame() -> Position {
    Rows::from(MIDGAME.map(String::from).to_vec()).position()
}

/// Lists each turn once.
fn list_once(position: &Position, turns: &mut Vec<Turn>) {
    turns.clear();
    let graph = TurnGraph::new(position, Player::X, 3);
    let finished = once::each_turn(&graph, 3, &mut |turn| {
        turns.push(turn);
        Continue(())
    });
    assert!(finished.is_continue() && turns.len() == TURNS);
}

/// Lists the first sequence of each turn, removing duplicates by this technique.
fn list_orders(position: &Position, technique: &triples::Technique, turns: &mut Vec<[u8; 3]>) {
    turns.clear();
    let mut seen = SeenTurns::with_technique(technique);
    let finished = orders::each_new_sequence(position, Player::X, 3, &mut seen, &mut |sequence, novelty| {
        match (novelty, sequence.order) {
            (Novelty::New, &[a, b, c]) => turns.push([a.number(), b.number(), c.number()]),
            (Novelty::Seen, _) => {}
            _ => return Break(()),
        }
        Continue(())
    });
    assert!(finished.is_continue() && turns.len() == TURNS);
}

fn turns(c: &mut Criterion) {
    let position = midgame();
    let mut group = c.benchmark_group("turns");
    group.throughput(Throughput::Elements(TURNS as u64));
    let mut list = Vec::new();
    group.bench_function("once", |b| b.iter(|| list_once(black_box(&position), &mut list)));
    let mut list = Vec::new();
    group.bench_function("orders", |b| {
        b.iter(|| {
            list.clear();
            let finished = orders::each_sequence(black_box(&position), Player::X, 3, &mut |sequence| {
                if sequence.is_first_order() {
                    list.push(sequence.set());
                }
                Continue(())
            });
            assert!(finished.is_continue() && list.len() == TURNS);
        });
    });
    let mut list = Vec::new();
    for technique in triples::TECHNIQUES.iter().filter(|technique| technique.key == "bitset" || technique.key.ends_with("-hash")) {
        group.bench_with_input(BenchmarkId::new("orders-dedup", technique.key), technique, |b, technique| {
            b.iter(|| list_orders(black_box(&position), technique, &mut list));
        });
    }
    group.finish();
}

fn both_counts(c: &mut Criterion) {
    let position = midgame();
    c.bench_function("counts", |b| {
        b.iter(|| counts::three_moves(&TurnGraph::new(black_box(&position), Player::X, 3)));
    });
}

fn duplicates(c: &mut Criterion) {
    let list = deal::triples(10_000, 1);
    let mut group = c.benchmark_group("triples");
    group.throughput(Throughput::Elements(list.len() as u64));
    group.sample_size(10);
    for technique in &triples::TECHNIQUES {
        group.bench_with_input(BenchmarkId::new("memory", technique.key), technique, |b, technique| {
            let mut kept = Vec::with_capacity(list.len());
            b.iter(|| {
                kept.clear();
                (technique.new_seen)(NUMBER_LIMIT).keep_new(black_box(&list), &mut kept);
            });
        });
    }
    group.bench_function("tool/bitset", |b| {
        b.iter(|| {
            let mut found = Found { items: Vec::with_capacity(list.len()), ..Found::default() };
            triples::keep_first(&triples::TECHNIQUES[0], black_box(&list), &mut found)
        });
    });
    group.finish();
}

/// Searches until this many turns were looked at.
struct UpTo(u64);

impl Observer<Ranking> for UpTo {
    fn found(&mut self, _ranking: Ranking) -> ControlFlow<()> {
        Continue(())
    }

    fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
        if self.0 <= tally.explored { Break(()) } else { Continue(()) }
    }
}

/// The speed of the search for the best turn, in turns looked at.
fn best_turn(c: &mut Criterion) {
    const LOOKED_AT: u64 = 1_000_000;
    let problem = Problem::new(midgame(), Player::X, 3, Rules::default());
    let mut group = c.benchmark_group("engine");
    group.throughput(Throughput::Elements(LOOKED_AT));
    group.sample_size(10);
    group.bench_function("search", |b| b.iter(|| Engine::default().search(black_box(&problem), 1, &mut UpTo(LOOKED_AT))));
    group.finish();
}

criterion_group!(benches, turns, both_counts, duplicates, best_turn);
criterion_main!(benches);
