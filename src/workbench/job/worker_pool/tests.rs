use std::{collections::BTreeSet, sync::atomic::AtomicU32};

use super::*;

/// How many numbers the searches in these tests find.
const NUMBERS: u32 = 60_000;

fn task(from: u32, to: u32) -> Task {
    Task { choices: format!("{from} {to}"), share: f64::from(to - from) / f64::from(NUMBERS) }
}

/// Returns the start and the end of a task's range; the end isn't part of it.
fn range_of(task: &Task) -> Option<(u32, u32)> {
    if task.choices.is_empty() {
        return Some((0, NUMBERS));
    }
    let (from, to) = task.choices.split_once(' ')?;
    Some((from.parse().ok()?, to.parse().ok()?))
}

fn split(tasks: Vec<Task>, at_least: usize, _may_continue: &mut dyn FnMut() -> bool) -> Result<Remaining, String> {
    let mut ranges: Vec<(u32, u32)> = tasks.iter().map(range_of).collect::<Option<_>>().ok_or("not a range")?;
    while ranges.len() < at_least && ranges.iter().any(|(from, to)| from + 1 < *to) {
        let halves =
            |(from, to): (u32, u32)| if from + 1 < to { vec![(from, (from + to) / 2), ((from + to) / 2, to)] } else { vec![(from, to)] };
        ranges = ranges.into_iter().flat_map(halves).collect();
    }
    Ok(Remaining { tasks: ranges.into_iter().map(|(from, to)| task(from, to)).collect(), tally: Tally::default() })
}

fn run(at: &Task, observer: &mut dyn Observer<u32>) -> ControlFlow<Remaining> {
    let (from, to) = range_of(at).expect("`split` has checked it");
    let mut tally = Tally::default();
    for number in from..to {
        let done = (number - from) as f32 / (to - from) as f32;
        if observer.progress(done, &tally).is_break() {
            return ControlFlow::Break(Remaining { tasks: vec![task(number, to)], tally });
        }
        tally.explored += 1;
        if observer.found(number).is_break() {
            let tasks = if number + 1 < to { vec![task(number + 1, to)] } else { vec![] };
            return ControlFlow::Break(Remaining { tasks, tally });
        }
    }
    match observer.progress(1.0, &tally) {
        ControlFlow::Continue(()) => ControlFlow::Continue(()),
        ControlFlow::Break(()) => ControlFlow::Break(Remaining { tasks: vec![], tally }),
    }
}

/// All numbers, as a search that is resumed, so that several threads begin at once.
fn halves() -> PoolCheckpoint {
    PoolCheckpoint { tasks: vec![task(0, NUMBERS / 2), task(NUMBERS / 2, NUMBERS)], ..PoolCheckpoint::default() }
}

fn start(
    checkpoint: PoolCheckpoint,
    threads: usize,
    run: impl Fn(&Task, &mut dyn Observer<u32>) -> ControlFlow<Remaining> + Clone + Send + 'static,
) -> Job<u32> {
    Job::start_pool("pool under test".to_owned(), Arc::new(|| ()), checkpoint, WorkerPool { threads, checkpoint_every: None, split, run })
        .unwrap()
}

/// Takes in everything, and stops the job once it has found this many.
fn drain(job: &Job<u32>, enough: usize) -> (Vec<u32>, News<u32>) {
    let (mut found, mut done) = (Vec::new(), 0.0);
    loop {
        let now = job.progress().done;
        assert!(done <= now, "{now} after {done}");
        done = now;
        match job.news() {
            Some(News::Found(numbers)) => found.extend(numbers),
            Some(end) => return (found, end),
            None => thread::yield_now(),
        }
        if enough <= found.len() {
            job.stop();
        }
    }
}

#[test]
fn any_number_of_threads_finds_each_solution_once() {
    for threads in 1..=4 {
        let job = start(halves(), threads, run);
        let (found, end) = drain(&job, usize::MAX);
        assert!(found.into_iter().eq(0..NUMBERS), "{threads} threads find them in their order");
        assert!(matches!(end, News::Finished(_)));
        let Progress { done, tally, .. } = job.progress();
        assert_eq!((done, tally.explored), (1.0, u64::from(NUMBERS)));
    }
}

/// On several threads, splitting may be most of the work of a small search.
#[test]
fn the_work_of_splitting_counts() {
    let split = |tasks: Vec<Task>, at_least: usize, may_continue: &mut dyn FnMut() -> bool| {
        let Remaining { tasks, .. } = split(tasks, at_least, may_continue)?;
        Ok(Remaining { tasks, tally: Tally { explored: 7, kept: 3, ..Tally::default() } })
    };
    let pool = WorkerPool { threads: 2, checkpoint_every: None, split, run };
    let job = Job::start_pool("pool under test".to_owned(), Arc::new(|| ()), halves(), pool).unwrap();
    assert!(matches!(drain(&job, usize::MAX).1, News::Finished(_)));
    let Tally { explored, kept, .. } = job.progress().tally;
    assert_eq!((explored, kept), (u64::from(NUMBERS) + 7, 3));
}

/// The first task waits for the second one, and what begins alone never ends by itself.
#[test]
fn a_search_that_takes_long_gets_other_threads() {
    let both = Arc::new(std::sync::Barrier::new(2));
    let job = start(PoolCheckpoint::default(), 2, move |at, observer| {
        let (from, to) = range_of(at).expect("`split` has checked it");
        if (from, to) == (0, NUMBERS) {
            while observer.progress(0.0, &Tally::default()).is_continue() {}
            return ControlFlow::Break(Remaining { tasks: vec![task(from, to)], tally: Tally::default() });
        }
        // The first two of 512 tasks.
        if to <= 2 * NUMBERS / 512 + 1 {
            both.wait();
        }
        observer.found(from).map_break(|()| Remaining::default())
    });
    let (found, end) = drain(&job, usize::MAX);
    assert!(matches!(end, News::Finished(_)), "{end:?}");
    assert!(300 <= found.len() && found.is_sorted(), "{found:?}");
}

#[test]
fn a_stopped_search_can_be_resumed_on_any_number_of_threads() {
    for threads in 1..=3 {
        let (mut checkpoint, mut all, mut parts) = (PoolCheckpoint::default(), BTreeSet::new(), 0);
        loop {
            let before = checkpoint.progress();
            let job = start(checkpoint, threads, run);
            assert!(before.done <= job.progress().done);
            let (found, end) = drain(&job, 9000);
            parts += 1;
            for number in found {
                assert!(all.insert(number), "{number} was found twice");
            }
            match end {
                News::Stopped => checkpoint = job.checkpoint().expect("a stopped pool has a checkpoint"),
                News::Finished(elapsed) => {
                    assert!(before.elapsed < elapsed, "the time includes earlier runs");
                    assert_eq!(job.progress().tally.explored, u64::from(NUMBERS));
                    break;
                }
                other => panic!("{other:?}"),
            }
            assert_eq!(checkpoint.tally.explored, all.len() as u64);
            assert!((checkpoint.progress().done - all.len() as f32 / NUMBERS as f32).abs() < 0.001);
        }
        assert!(all.into_iter().eq(0..NUMBERS));
        assert!(1 < parts, "it was never stopped");
    }
}

/// A search whose tasks each use 100 bytes plus their first number, and wait until this many run at the same time.
fn using_memory(at_once: usize) -> impl Fn(&Task, &mut dyn Observer<u32>) -> ControlFlow<Remaining> + Clone + Send + 'static {
    let all_hold = Arc::new(std::sync::Barrier::new(at_once));
    move |at, observer| {
        let (from, _) = range_of(at).expect("`split` has checked it");
        let tally = Tally { explored: 1, memory: 100 + u64::from(from), ..Tally::default() };
        assert!(observer.progress(1.0, &tally).is_continue());
        all_hold.wait();
        ControlFlow::Continue(())
    }
}

#[test]
fn memory_is_the_maximum_of_sequential_tasks_and_the_sum_of_concurrent_ones() {
    for (threads, expected) in [(1, 102), (3, 303)] {
        let checkpoint = PoolCheckpoint { tasks: (0..3).map(|number| task(number, number + 1)).collect(), ..PoolCheckpoint::default() };
        let job = start(checkpoint, threads, using_memory(threads));
        drain(&job, usize::MAX);
        assert_eq!(job.progress().tally, Tally { explored: 3, kept: 0, stages: vec![], memory: expected }, "{threads} threads");
    }
}

#[test]
fn a_pool_that_is_stopped_at_once_loses_nothing() {
    let job = start(halves(), 2, run);
    job.stop();
    let (found, end) = drain(&job, 0);
    assert_eq!(end, News::Stopped);
    let checkpoint = job.checkpoint().expect("a stopped pool has a checkpoint");
    let missing: u32 = checkpoint.tasks.iter().filter_map(range_of).map(|(from, to)| to - from).sum();
    assert_eq!(missing as usize + found.len(), NUMBERS as usize);
}

/// Panics when this number is found.
struct Failing<'a> {
    at: u32,
    observer: &'a mut dyn Observer<u32>,
}

impl Observer<u32> for Failing<'_> {
    fn found(&mut self, number: u32) -> ControlFlow<()> {
        assert!(number != self.at, "on purpose");
        self.observer.found(number)
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}

/// A number in the middle of one of ten tasks.
const BAD: u32 = NUMBERS / 2 + 7;

fn ten_tasks() -> PoolCheckpoint {
    PoolCheckpoint {
        tasks: (0..10).map(|part| task(part * NUMBERS / 10, (part + 1) * NUMBERS / 10)).collect(),
        ..PoolCheckpoint::default()
    }
}

fn start_failing(threads: usize) -> Job<u32> {
    start(ten_tasks(), threads, |at, observer| run(at, &mut Failing { at: BAD, observer }))
}

#[test]
fn a_panic_ends_only_its_own_task() {
    for threads in 1..=3 {
        let job = start_failing(threads);
        let (found, end) = drain(&job, usize::MAX);
        assert_eq!(end, News::Failed("on purpose".to_owned()), "{threads} threads");
        let checkpoint = job.checkpoint().expect("the failed task remains");
        let [FailedTask { task: failed, found: before }] = &checkpoint.failed[..] else { panic!("{checkpoint:?}") };
        let (from, to) = range_of(failed).unwrap();
        assert!(checkpoint.tasks.is_empty() && (from..to).contains(&BAD) && *before == u64::from(BAD - from), "{checkpoint:?}");
        assert!(found.into_iter().eq((0..BAD).chain(to..NUMBERS)), "{threads} threads");
        let done = checkpoint.progress().done;
        assert!(0.85 < done && done < 1.0, "{done}");
    }
}

#[test]
fn a_failed_task_is_retried_and_reports_only_new_solutions() {
    for threads in 1..=3 {
        let job = start_failing(threads);
        let (mut all, _) = drain(&job, usize::MAX);
        let job = start(job.checkpoint().expect("the failed task remains"), threads, run);
        let (found, end) = drain(&job, usize::MAX);
        assert!(matches!(end, News::Finished(_)), "{end:?}");
        assert_eq!(job.progress().tally.explored, u64::from(NUMBERS), "the work of the failed attempt isn't counted");
        all.extend(found);
        all.sort_unstable();
        assert!(all.into_iter().eq(0..NUMBERS), "{threads} threads: each number once");
    }
}

#[test]
fn a_failed_task_stays_as_it_was_if_it_is_stopped_before_new_solutions() {
    let job = start_failing(2);
    drain(&job, usize::MAX);
    let checkpoint = job.checkpoint().expect("the failed task remains");
    let job = start(checkpoint.clone(), 2, |at, observer| {
        // This solution is known, so it isn't reported.
        let _ = observer.found(0);
        while observer.progress(0.0, &Tally { explored: 1, ..Tally::default() }).is_continue() {}
        ControlFlow::Break(Remaining { tasks: vec![at.clone()], tally: Tally { explored: 1, ..Tally::default() } })
    });
    let (found, end) = drain(&job, 0);
    assert_eq!((found, end), (vec![], News::Stopped));
    let after = job.checkpoint().expect("the failed task remains");
    assert_eq!((after.tasks, after.failed, after.tally), (checkpoint.tasks, checkpoint.failed, checkpoint.tally));
}

#[test]
fn a_panic_while_splitting_loses_no_tasks() {
    let split = |_: Vec<Task>, _: usize, _: &mut dyn FnMut() -> bool| -> Result<Remaining, String> { panic!("on purpose") };
    let job = Job::start_pool(
        "pool under test".to_owned(),
        Arc::new(|| ()),
        ten_tasks(),
        WorkerPool { threads: 2, checkpoint_every: None, split, run },
    )
    .unwrap();
    let (found, end) = drain(&job, usize::MAX);
    assert_eq!((found, end), (vec![], News::Failed("on purpose".to_owned())));
    assert_eq!(job.checkpoint().map(|checkpoint| checkpoint.tasks), Some(ten_tasks().tasks));
}

#[test]
fn invalid_tasks_are_refused() {
    let checkpoint = PoolCheckpoint { tasks: vec![Task { choices: "one two".to_owned(), share: 1.0 }], ..PoolCheckpoint::default() };
    let (found, end) = drain(&start(checkpoint, 2, run), usize::MAX);
    assert_eq!((found, end), (vec![], News::Failed("not a range".to_owned())));
}

#[test]
fn dropping_the_job_stops_all_threads() {
    let (ended, end) = mpsc::channel();
    let run = move |at: &Task, observer: &mut dyn Observer<u32>| {
        let flow = loop {
            if let ControlFlow::Break(remaining) = run(at, observer) {
                break ControlFlow::Break(remaining);
            }
        };
        ended.send(()).unwrap();
        flow
    };
    let job = start(halves(), 2, run);
    while job.news().is_none() {
        thread::yield_now();
    }
    drop(job);
    // Each thread drops its sender when it ends, whether it has started a task or not. If one never ended, this would wait forever.
    end.iter().for_each(drop);
}

#[test]
fn a_checkpoint_covers_all_solutions_not_found_by_then() {
    for threads in 1..=3 {
        let seen = Arc::new(AtomicU32::new(0));
        let counter = seen.clone();
        // Waits for another checkpoint at regular intervals.
        let run = move |at: &Task, observer: &mut dyn Observer<u32>| {
            let (from, to) = range_of(at).expect("`split` has checked it");
            for number in from..to {
                while counter.load(Relaxed) < number / 12_000 {
                    if observer.progress(0.0, &Tally::default()).is_break() {
                        return ControlFlow::Break(Remaining { tasks: vec![task(number, to)], tally: Tally::default() });
                    }
                }
                if observer.found(number).is_break() {
                    let tasks = if number + 1 < to { vec![task(number + 1, to)] } else { vec![] };
                    return ControlFlow::Break(Remaining { tasks, tally: Tally::default() });
                }
            }
            ControlFlow::Continue(())
        };
        let pool = WorkerPool { threads, checkpoint_every: Some(Duration::ZERO), split, run };
        let job = Job::start_pool("pool under test".to_owned(), Arc::new(|| ()), halves(), pool).unwrap();
        let mut found = BTreeSet::new();
        loop {
            match job.news() {
                Some(News::Found(numbers)) => found.extend(numbers),
                Some(News::Checkpoint(checkpoint)) => {
                    let ranges = checkpoint.all_tasks().map(|task| range_of(task).unwrap());
                    let mut all: Vec<u32> = ranges.flat_map(|(from, to)| from..to).chain(found.iter().copied()).collect();
                    all.sort_unstable();
                    assert!(all.into_iter().eq(0..NUMBERS), "each number is either found or remains, on {threads} threads");
                    seen.fetch_add(1, Relaxed);
                }
                Some(end) => break assert!(matches!(end, News::Finished(_)), "{end:?}"),
                None => thread::yield_now(),
            }
        }
        assert!(found.into_iter().eq(0..NUMBERS) && 4 <= seen.load(Relaxed));
    }
}

#[test]
fn threads_gathering_for_a_checkpoint_can_be_stopped() {
    let never = |at: &Task, observer: &mut dyn Observer<u32>| loop {
        if observer.progress(0.0, &Tally::default()).is_break() {
            return ControlFlow::Break(Remaining { tasks: vec![at.clone()], tally: Tally::default() });
        }
    };
    for _ in 0..20 {
        let pool = WorkerPool { threads: 3, checkpoint_every: Some(Duration::ZERO), split, run: never };
        let job = Job::start_pool("pool under test".to_owned(), Arc::new(|| ()), halves(), pool).unwrap();
        let end = loop {
            job.stop();
            match job.news() {
                Some(News::Checkpoint(_)) | None => thread::yield_now(),
                Some(end) => break end,
            }
        };
        assert_eq!(end, News::Stopped);
        let shares: f64 = job.checkpoint().unwrap().all_tasks().map(|task| task.share).sum();
        assert!((shares - 1.0).abs() < 1e-9);
    }
}
