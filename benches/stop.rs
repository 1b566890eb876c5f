//! How long a search goes on after it was told to stop: every technique of every puzzle, its analysis and its hints, on each of its
//! presets that they cannot finish at once; and on two threads, where the search comes in tasks, until all that is left of it is told.

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
    puzzle::Technique,
    search::{Observer, Task},
    workbench::{
        file,
        job::{Job, Left, News, WorkerPool},
    },
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
            bench(criterion, &name, &|| stop_latency(&problem, technique.search));
            bench(criterion, &format!("{name}, two threads"), &|| crew_latency::<P>(&problem, technique));
        }
        bench(criterion, &format!("{key}/{}/analysis", preset.key), &|| stop_latency(&problem, P::analyze));
        if let Some(hints) = P::EXTRAS.hints {
            bench(criterion, &format!("{key}/{}/hints", preset.key), &|| stop_latency(&problem, hints));
        }
    }
}

/// A search for something in a problem.
type Search<P, T> = fn(&P, &mut dyn Observer<T>) -> ControlFlow<()>;

fn bench(criterion: &mut Criterion, name: &str, latency: &dyn Fn() -> Option<Duration>) {
    // What ends within its head start needs no stopping.
    if latency().is_some() {
        let mut group = criterion.benchmark_group("stop");
        group.sample_size(20);
        group.bench_function(name, |bencher| bencher.iter_custom(|times| (0..times).filter_map(|_| latency()).sum()));
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
    head_start(&job)?;
    let told = Instant::now();
    drop(job);
    let end = ended.recv().ok()?;
    (told < end).then(|| end - told)
}

/// The same for two threads, until both have told what they leave.
fn crew_latency<P: Board>(problem: &P::Problem, technique: &'static Technique<P>) -> Option<Duration> {
    let tasks = technique.tasks?;
    let (to_split, to_run) = (problem.clone(), problem.clone());
    let pool = WorkerPool {
        threads: 2,
        checkpoint_every: None,
        split: move |from: Vec<Task>, at_least: usize, go_on: &mut dyn FnMut() -> bool| (tasks.split)(&to_split, from, at_least, go_on),
        run: move |task: &Task, observer: &mut dyn Observer<P::Solution>| (tasks.run)(&to_run, task, observer),
    };
    let job = Job::start_pool("search to be stopped".to_owned(), Arc::new(|| ()), Left::default(), pool).ok()?;
    head_start(&job)?;
    let told = Instant::now();
    job.stop();
    loop {
        match job.news() {
            Some(News::Stopped) => return Some(told.elapsed()),
            Some(News::Finished(_) | News::Crashed(_)) => return None,
            Some(News::Found(_) | News::Checkpoint(_)) | None => thread::yield_now(),
        }
    }
}

/// Lets the job run; none if it ends meanwhile.
fn head_start<T: Send + 'static>(job: &Job<T>) -> Option<()> {
    let until = Instant::now() + HEAD_START;
    while Instant::now() < until {
        // Findings are taken in, or the search would wait for that.
        match job.news() {
            Some(News::Found(_) | News::Checkpoint(_)) => {}
            Some(_) => return None,
            None => thread::yield_now(),
        }
    }
    Some(())
}

criterion_group!(benches, stop);
criterion_main!(benches);
