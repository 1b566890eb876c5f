//! How long a search takes to stop: every technique of every puzzle, its analysis, its hints, the judge of mistakes and the making of a
//! challenge of the hardest grade, on each preset that they don't finish at once. Techniques with tasks are also measured on two threads,
//! until these have reported what remains. Analyses, and the best turns of Virus War, are searched on one thread and on two.

use std::{
    cell::Cell,
    ops::ControlFlow,
    sync::{Arc, mpsc},
    thread,
    time::{Duration, Instant},
};

use criterion::{Criterion, criterion_group, criterion_main};
use quincunx::{
    board::Board,
    for_every_puzzle,
    puzzle::{Puzzle, Technique, Verdict},
    puzzles::{
        self,
        virus_war::{
            VirusWar,
            model::state::Problem,
            search::engine::{Engine, Ranking},
        },
    },
    search::{Hint, Observer, Task},
    workbench::{
        job::{Job, News, PoolCheckpoint, WorkerPool},
        threads::{Lending, NamedThreads},
    },
};

/// How long a search runs before it is stopped.
const HEAD_START: Duration = Duration::from_millis(20);

fn stop(criterion: &mut Criterion) {
    macro_rules! each {
        ($($puzzle:ty),* $(,)?) => { $(stop_puzzle::<$puzzle>(criterion);)* };
    }
    for_every_puzzle!(each);
    stop_best_turns(criterion);
}

fn stop_best_turns(criterion: &mut Criterion) {
    for preset in VirusWar::presets() {
        let Ok(document) = puzzles::read::<VirusWar>(preset.ron) else { continue };
        let Ok(problem) = VirusWar::check(&document.state) else { continue };
        for count in [1, 2] {
            bench(criterion, &format!("{}/{}/best turns, threads: {count}", VirusWar::KEY, preset.key), &|| {
                let threads = NamedThreads { name: "best turns".to_owned(), count };
                stop_latency(&problem, move |problem: &Problem, observer: &mut dyn Observer<Ranking>| {
                    Engine::default().search_on(&threads, problem, 5, observer)
                })
            });
        }
    }
}

fn stop_puzzle<P: Board>(criterion: &mut Criterion) {
    let key = P::KEY;
    for preset in P::presets() {
        let Ok(document) = puzzles::read::<P>(preset.ron) else { continue };
        let Ok(problem) = P::check(&document.state) else { continue };
        for technique in P::techniques() {
            let name = format!("{key}/{}/{}", preset.key, technique.key);
            bench(criterion, &name, &|| stop_latency(&problem, technique.search));
            bench(criterion, &format!("{name}, two threads"), &|| pool_latency::<P>(&problem, technique));
        }
        for count in [1, 2] {
            bench(criterion, &format!("{key}/{}/analysis, threads: {count}", preset.key), &|| {
                let threads = move || NamedThreads { name: "analysis".to_owned(), count };
                stop_latency(&problem, move |problem: &P::Problem, observer: &mut dyn Observer<P::Insight>| {
                    P::analyze(problem, &mut Lending { observer, threads })
                })
            });
        }
        if let Some(hints) = P::EXTRAS.hints {
            bench(criterion, &format!("{key}/{}/hints", preset.key), &|| {
                stop_latency(&problem, move |problem: &P::Problem, observer: &mut dyn Observer<Hint<P::Spot>>| {
                    hints(problem, None, observer)
                })
            });
        }
        if let Some(mistakes) = &P::EXTRAS.mistakes {
            let judge = mistakes.judge;
            bench(criterion, &format!("{key}/{}/mistake", preset.key), &|| {
                stop_latency(&document.state, move |state: &P::State, observer: &mut dyn Observer<Verdict<P::Spot>>| {
                    judge(state, None, observer)
                })
            });
        }
        if let Some(challenges) = &P::EXTRAS.challenges
            && let Some(&hardest) = (challenges.grades)(&document.state).last()
        {
            // Other seeds take longer or shorter, so each measurement takes another one.
            let seeds = Cell::new(0);
            let make = challenges.make;
            bench(criterion, &format!("{key}/{}/challenge", preset.key), &|| {
                let seed = seeds.replace(seeds.get() + 1);
                stop_latency(&document.state, move |figure: &P::State, observer: &mut dyn Observer<P::State>| {
                    make(figure, hardest, seed, observer)
                })
            });
        }
    }
}

fn bench(criterion: &mut Criterion, name: &str, latency: &dyn Fn() -> Option<Duration>) {
    // A search that ends within its head start can't be stopped. Others with the same name may not.
    if (0..5).any(|_| latency().is_some()) {
        let mut group = criterion.benchmark_group("stop");
        group.sample_size(20);
        group.bench_function(name, |bencher| bencher.iter_custom(|times| total(times, latency)));
        group.finish();
    }
}

/// Returns the time that this many stops take, without those of searches that ended by themselves.
fn total(times: u64, latency: &dyn Fn() -> Option<Duration>) -> Duration {
    let measured: Vec<Duration> = (0..20 * times).filter_map(|_| latency()).take(times as usize).collect();
    measured.iter().sum::<Duration>() * times as u32 / (measured.len() as u32).max(1)
}

/// Returns the time from the request to stop until the search has ended, or `None` if it ended by itself.
fn stop_latency<P, T, S>(problem: &P, search: S) -> Option<Duration>
where
    P: Clone + Send + 'static,
    T: Send + 'static,
    S: FnOnce(&P, &mut dyn Observer<T>) -> ControlFlow<()> + Send + 'static,
{
    let (sender, ended) = mpsc::channel();
    let problem = problem.clone();
    let job = Job::start("search to be stopped".to_owned(), Arc::new(|| ()), move |observer| {
        let outcome = search(&problem, observer);
        // The receiver lives until this is received.
        let _ = sender.send(Instant::now());
        outcome
    });
    let job = job.ok()?;
    head_start(&job)?;
    let stopped = Instant::now();
    drop(job);
    let end = ended.recv().ok()?;
    (stopped < end).then(|| end - stopped)
}

/// The same for two threads, until both have reported what remains.
fn pool_latency<P: Board>(problem: &P::Problem, technique: &'static Technique<P>) -> Option<Duration> {
    let tasks = technique.tasks?;
    let (to_split, to_run) = (problem.clone(), problem.clone());
    let pool = WorkerPool {
        threads: 2,
        checkpoint_every: None,
        split: move |from: Vec<Task>, at_least: usize, may_continue: &mut dyn FnMut() -> bool| {
            (tasks.split)(&to_split, from, at_least, may_continue)
        },
        run: move |task: &Task, observer: &mut dyn Observer<P::Solution>| (tasks.run)(&to_run, task, observer),
    };
    let job = Job::start_pool("search to be stopped".to_owned(), Arc::new(|| ()), PoolCheckpoint::default(), pool).ok()?;
    head_start(&job)?;
    let stopped = Instant::now();
    job.stop();
    loop {
        match job.news() {
            Some(News::Stopped) => return Some(stopped.elapsed()),
            Some(News::Finished(_) | News::Failed(_)) => return None,
            Some(News::Found(_) | News::Checkpoint(_)) | None => thread::yield_now(),
        }
    }
}

/// Lets the job run for a while. Returns `None` if it ends meanwhile.
fn head_start<T: Send + 'static>(job: &Job<T>) -> Option<()> {
    let until = Instant::now() + HEAD_START;
    while Instant::now() < until {
        // Solutions must be taken in, or the search would wait for that.
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
