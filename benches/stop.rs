//! How long a search goes on after it was told to stop: every technique of every puzzle and its analysis, on each of its presets that
//! they cannot finish at once.

use std::{
    ops::ControlFlow,
    sync::{Arc, mpsc},
    thread,
    time::{Duration, Instant},
};

use criterion::{Criterion, criterion_group, criterion_main};
use quincunx::{
    board::Board,
    for_every_puzzle,
    search::Observer,
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
    let key = P::KEY;
    for preset in P::presets() {
        let Ok(document) = file::read::<P>(preset.ron) else { continue };
        let Ok(problem) = P::check(&document.state) else { continue };
        for technique in P::techniques() {
            let name = format!("{key}/{}/{}", preset.key, technique.key);
            bench(criterion, &name, &problem, technique.search);
        }
        bench(criterion, &format!("{key}/{}/analysis", preset.key), &problem, P::analyze);
    }
}

/// A search for something in a problem.
type Search<P, T> = fn(&P, &mut dyn Observer<T>) -> ControlFlow<()>;

fn bench<P: Clone + Send + 'static, T: Send + 'static>(criterion: &mut Criterion, name: &str, problem: &P, search: Search<P, T>) {
    // What ends within its head start needs no stopping.
    if stop_latency(problem, search).is_some() {
        let mut group = criterion.benchmark_group("stop");
        group.sample_size(20);
        group.bench_function(name, |bencher| {
            bencher.iter_custom(|times| (0..times).filter_map(|_| stop_latency(problem, search)).sum());
        });
        group.finish();
    }
}

/// From the word to the end of the search's thread; none if it ended by itself.
fn stop_latency<P: Clone + Send + 'static, T: Send + 'static>(problem: &P, search: Search<P, T>) -> Option<Duration> {
    let (sender, ended) = mpsc::channel();
    let problem = problem.clone();
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
