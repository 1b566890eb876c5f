//! How long a search goes on after it was told to stop: every technique of every puzzle, on each of its presets that it cannot
//! finish at once.

use std::{
    sync::{Arc, mpsc},
    thread,
    time::{Duration, Instant},
};

use criterion::{Criterion, criterion_group, criterion_main};
use quincunx::{
    board::Board,
    for_every_puzzle,
    puzzle::Technique,
    workbench::{file, job::Job},
};

/// A search is let run this long before it is told to stop.
const HEAD_START: Duration = Duration::from_millis(20);

fn stop(criterion: &mut Criterion) {
    macro_rules! each {
        ($($puzzle:ty),* $(,)?) => { $(stop_puzzle::<$puzzle>(criterion);)* };
    }
    for_every_puzzle!(each);
}

fn stop_puzzle<P: Board>(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(format!("stop/{}", P::KEY));
    group.sample_size(20);
    for preset in P::presets() {
        let Ok(document) = file::read::<P>(preset.ron) else { continue };
        let Ok(problem) = P::check(&document.state) else { continue };
        for technique in P::techniques() {
            // What ends within its head start needs no stopping.
            if stop_latency::<P>(&problem, technique).is_some() {
                group.bench_function(format!("{}/{}", preset.key, technique.key), |bencher| {
                    bencher.iter_custom(|times| (0..times).filter_map(|_| stop_latency::<P>(&problem, technique)).sum());
                });
            }
        }
    }
    group.finish();
}

/// From the word to the end of the search's thread; none if it ended by itself.
fn stop_latency<P: Board>(problem: &P::Problem, technique: &'static Technique<P>) -> Option<Duration> {
    let (sender, ended) = mpsc::channel();
    let (problem, search) = (problem.clone(), technique.search);
    let job = Job::start("search to be stopped".to_owned(), Arc::new(|| ()), move |observer| {
        let outcome = search(&problem, observer);
        // The receiver is there until the end was told.
        let _ = sender.send(Instant::now());
        outcome
    });
    let job = job.ok()?;
    let until = Instant::now() + HEAD_START;
    while Instant::now() < until {
        // Findings are taken in, or the search would wait for that.
        while job.news().is_some_and(|news| matches!(news, quincunx::workbench::job::News::Found(_))) {}
        thread::yield_now();
    }
    let told = Instant::now();
    drop(job);
    let end = ended.recv().ok()?;
    (told < end).then(|| end - told)
}

criterion_group!(benches, stop);
criterion_main!(benches);
