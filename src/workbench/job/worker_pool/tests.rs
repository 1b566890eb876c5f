use std::{collections::BTreeSet, sync::atomic::AtomicU32};

use super::*;

/// How many numbers the searches under test find.
const NUMBERS: u32 = 60_000;

fn task(from: u32, to: u32) -> Task {
    Task { choices: format!("{from} {to}"), share: f64::from(to - from) / f64::from(NUMBERS) }
}

/// The numbers from the first to before the second.
fn range_of(task: &Task) -> Option<(u32, u32)> {
    if task.choices.is_empty() {
        return Some((0, NUMBERS));
    }
    let (from, to) = task.choices.split_once(' ')?;
    Some((from.parse().ok()?, to.parse().ok()?))
}

fn split(tasks: Vec<Task>, at_least: usize, _go_on: &mut dyn FnMut() -> bool) -> Result<Remaining, String> {
    let mut ranges: Vec<(u32, u32)> = tasks.iter().map(range_of).collect::<Option<_>>().ok_or("this is no range")?;
    while ranges.len() < at_least && ranges.iter().any(|(from, to)| from + 1 < *to) {
        let halves =
            |(from, to): (u32, u32)| if from + 1 < to { vec![(from, (from + to) / 2), ((from + to) / 2, to)] } else { vec![(from, to)] };
        ranges = ranges.into_iter().flat_map(halves).collect();
    }
    Ok(Remaining { tasks: ranges.into_iter().map(|(from, to)| task(from, to)).collect(), tally: Tally::default() })
}

fn run(at: &Task, observer: &mut dyn Observer<u32>) -> ControlFlow<Remaining> {
    let (from, to) = range_of(at).expect("`split` has looked at it");
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

fn start(
    left: Left,
    threads: usize,
    run: impl Fn(&Task, &mut dyn Observer<u32>) -> ControlFlow<Remaining> + Clone + Send + 'static,
) -> Job<u32> {
    Job::start_pool("pool under test".to_owned(), Arc::new(|| ()), left, WorkerPool { threads, checkpoint_every: None, split, run })
        .unwrap()
}

/// Takes everything in; stops the job once so many were found.
fn take_in(job: &Job<u32>, enough: usize) -> (Vec<u32>, News<u32>) {
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
fn every_number_of_threads_finds_all_once() {
    for threads in 1..=4 {
        let job = start(Left::default(), threads, run);
        let (mut found, end) = take_in(&job, usize::MAX);
        found.sort_unstable();
        assert!(found.into_iter().eq(0..NUMBERS), "{threads} threads");
        assert!(matches!(end, News::Finished(_)));
        let Progress { done, tally, .. } = job.progress();
        assert_eq!((done, tally.explored), (1.0, u64::from(NUMBERS)));
    }
}

/// On several threads most of a small search may be done by cutting it.
#[test]
fn the_work_of_cutting_is_counted_too() {
    let split = |tasks: Vec<Task>, at_least: usize, go_on: &mut dyn FnMut() -> bool| {
        let Remaining { tasks, .. } = split(tasks, at_least, go_on)?;
        Ok(Remaining { tasks, tally: Tally { explored: 7, kept: 3, ..Tally::default() } })
    };
    let pool = WorkerPool { threads: 2, checkpoint_every: None, split, run };
    let job = Job::start_pool("pool under test".to_owned(), Arc::new(|| ()), Left::default(), pool).unwrap();
    assert!(matches!(take_in(&job, usize::MAX).1, News::Finished(_)));
    let Tally { explored, kept, .. } = job.progress().tally;
    assert_eq!((explored, kept), (u64::from(NUMBERS) + 7, 3));
}

#[test]
fn what_is_left_can_be_done_later_on_any_number_of_threads() {
    for threads in 1..=3 {
        let (mut left, mut all, mut parts) = (Left::default(), BTreeSet::new(), 0);
        loop {
            let before = left.progress();
            let job = start(left, threads, run);
            assert!(before.done <= job.progress().done);
            let (found, end) = take_in(&job, 9000);
            parts += 1;
            for number in found {
                assert!(all.insert(number), "{number} comes twice");
            }
            match end {
                News::Stopped => left = job.left().expect("a pool says what is left"),
                News::Finished(elapsed) => {
                    assert!(before.elapsed < elapsed, "the time before counts, too");
                    assert_eq!(job.progress().tally.explored, u64::from(NUMBERS));
                    break;
                }
                other => panic!("{other:?}"),
            }
            assert_eq!(left.tally.explored, all.len() as u64);
            assert!((left.progress().done - all.len() as f32 / NUMBERS as f32).abs() < 0.001);
        }
        assert!(all.into_iter().eq(0..NUMBERS));
        assert!(1 < parts, "it was stopped in the middle");
    }
}

/// Each task holds 100 bytes and its first number more, and waits until so many tasks hold theirs.
fn holding(at_once: usize) -> impl Fn(&Task, &mut dyn Observer<u32>) -> ControlFlow<Remaining> + Clone + Send + 'static {
    let all_hold = Arc::new(std::sync::Barrier::new(at_once));
    move |at, observer| {
        let (from, _) = range_of(at).expect("`split` has looked at it");
        let tally = Tally { explored: 1, memory: 100 + u64::from(from), ..Tally::default() };
        assert!(observer.progress(1.0, &tally).is_continue());
        all_hold.wait();
        ControlFlow::Continue(())
    }
}

#[test]
fn tasks_share_memory_in_turn_and_hold_it_together_at_once() {
    for (threads, expected) in [(1, 102), (3, 303)] {
        let left = Left { tasks: (0..3).map(|number| task(number, number + 1)).collect(), ..Left::default() };
        let job = start(left, threads, holding(threads));
        take_in(&job, usize::MAX);
        assert_eq!(job.progress().tally, Tally { explored: 3, kept: 0, stages: vec![], memory: expected }, "{threads} threads");
    }
}

#[test]
fn a_crew_that_was_stopped_at_once_has_lost_nothing() {
    let job = start(Left::default(), 2, run);
    job.stop();
    let (found, end) = take_in(&job, 0);
    assert_eq!(end, News::Stopped);
    let left = job.left().expect("a pool says what is left");
    let missing: u32 = left.tasks.iter().filter_map(range_of).map(|(from, to)| to - from).sum();
    assert_eq!(missing as usize + found.len(), NUMBERS as usize);
}

/// Panics where this number would be found.
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

/// In the middle of one of ten tasks.
const BAD: u32 = NUMBERS / 2 + 7;

fn ten_tasks() -> Left {
    Left { tasks: (0..10).map(|part| task(part * NUMBERS / 10, (part + 1) * NUMBERS / 10)).collect(), ..Left::default() }
}

fn start_failing(threads: usize) -> Job<u32> {
    start(ten_tasks(), threads, |at, observer| run(at, &mut Failing { at: BAD, observer }))
}

#[test]
fn a_panic_in_one_task_takes_no_other_with_it() {
    for threads in 1..=3 {
        let job = start_failing(threads);
        let (mut found, end) = take_in(&job, usize::MAX);
        assert_eq!(end, News::Crashed("on purpose".to_owned()), "{threads} threads");
        let left = job.left().expect("what failed is left");
        let [FailedTask { task: failed, found: before }] = &left.failed[..] else { panic!("{left:?}") };
        let (from, to) = range_of(failed).unwrap();
        assert!(left.tasks.is_empty() && (from..to).contains(&BAD) && *before == u64::from(BAD - from), "{left:?}");
        found.sort_unstable();
        assert!(found.into_iter().eq((0..BAD).chain(to..NUMBERS)), "{threads} threads");
        let done = left.progress().done;
        assert!(0.85 < done && done < 1.0, "{done}");
    }
}

#[test]
fn what_failed_is_tried_again_and_finds_only_what_is_new() {
    for threads in 1..=3 {
        let job = start_failing(threads);
        let (mut all, _) = take_in(&job, usize::MAX);
        let job = start(job.left().expect("what failed is left"), threads, run);
        let (found, end) = take_in(&job, usize::MAX);
        assert!(matches!(end, News::Finished(_)), "{end:?}");
        assert_eq!(job.progress().tally.explored, u64::from(NUMBERS), "the work of what failed counts once");
        all.extend(found);
        all.sort_unstable();
        assert!(all.into_iter().eq(0..NUMBERS), "{threads} threads: each once");
    }
}

#[test]
fn what_failed_is_left_as_it_was_if_it_is_stopped_before_anything_new() {
    let job = start_failing(2);
    take_in(&job, usize::MAX);
    let left = job.left().expect("what failed is left");
    let job = start(left.clone(), 2, |at, observer| {
        // This one is known, so nobody hears of it.
        let _ = observer.found(0);
        while observer.progress(0.0, &Tally { explored: 1, ..Tally::default() }).is_continue() {}
        ControlFlow::Break(Remaining { tasks: vec![at.clone()], tally: Tally { explored: 1, ..Tally::default() } })
    });
    let (found, end) = take_in(&job, 0);
    assert_eq!((found, end), (vec![], News::Stopped));
    let after = job.left().expect("what failed is left");
    assert_eq!((after.tasks, after.failed, after.tally), (left.tasks, left.failed, left.tally));
}

#[test]
fn a_panic_while_tasks_are_cut_loses_none() {
    let split = |_: Vec<Task>, _: usize, _: &mut dyn FnMut() -> bool| -> Result<Remaining, String> { panic!("on purpose") };
    let job = Job::start_pool(
        "pool under test".to_owned(),
        Arc::new(|| ()),
        ten_tasks(),
        WorkerPool { threads: 2, checkpoint_every: None, split, run },
    )
    .unwrap();
    let (found, end) = take_in(&job, usize::MAX);
    assert_eq!((found, end), (vec![], News::Crashed("on purpose".to_owned())));
    assert_eq!(job.left().map(|left| left.tasks), Some(ten_tasks().tasks));
}

#[test]
fn tasks_that_make_no_sense_are_refused() {
    let left = Left { tasks: vec![Task { choices: "one two".to_owned(), share: 1.0 }], ..Left::default() };
    let (found, end) = take_in(&start(left, 2, run), usize::MAX);
    assert_eq!((found, end), (vec![], News::Crashed("this is no range".to_owned())));
}

#[test]
fn dropping_the_job_ends_all_threads() {
    let (ended, end) = mpsc::channel();
    let run = move |at: &Task, observer: &mut dyn Observer<u32>| {
        let flow = loop {
            if let ControlFlow::Break(rest) = run(at, observer) {
                break ControlFlow::Break(rest);
            }
        };
        ended.send(()).unwrap();
        flow
    };
    let job = start(Left::default(), 2, run);
    while job.news().is_none() {
        thread::yield_now();
    }
    drop(job);
    // Each thread lets go of its end of the channel when it is done, whether it had begun a task or not. Should one never end, neither
    // does this.
    end.iter().for_each(drop);
}

#[test]
fn a_checkpoint_has_all_that_is_not_found_by_then() {
    for threads in 1..=3 {
        let seen = Arc::new(AtomicU32::new(0));
        let counter = seen.clone();
        // Every so often it waits for one more checkpoint.
        let run = move |at: &Task, observer: &mut dyn Observer<u32>| {
            let (from, to) = range_of(at).expect("`split` has looked at it");
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
        let job = Job::start_pool("pool under test".to_owned(), Arc::new(|| ()), Left::default(), pool).unwrap();
        let mut found = BTreeSet::new();
        loop {
            match job.news() {
                Some(News::Found(numbers)) => found.extend(numbers),
                Some(News::Checkpoint(left)) => {
                    let ranges = left.all_tasks().map(|task| range_of(task).unwrap());
                    let mut all: Vec<u32> = ranges.flat_map(|(from, to)| from..to).chain(found.iter().copied()).collect();
                    all.sort_unstable();
                    assert!(all.into_iter().eq(0..NUMBERS), "each is either found or left, on {threads} threads");
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
fn threads_that_gather_for_a_checkpoint_can_be_stopped() {
    let never = |at: &Task, observer: &mut dyn Observer<u32>| loop {
        if observer.progress(0.0, &Tally::default()).is_break() {
            return ControlFlow::Break(Remaining { tasks: vec![at.clone()], tally: Tally::default() });
        }
    };
    for _ in 0..20 {
        let pool = WorkerPool { threads: 3, checkpoint_every: Some(Duration::ZERO), split, run: never };
        let job = Job::start_pool("pool under test".to_owned(), Arc::new(|| ()), Left::default(), pool).unwrap();
        let end = loop {
            job.stop();
            match job.news() {
                Some(News::Checkpoint(_)) | None => thread::yield_now(),
                Some(end) => break end,
            }
        };
        assert_eq!(end, News::Stopped);
        let shares: f64 = job.left().unwrap().all_tasks().map(|task| task.share).sum();
        assert!((shares - 1.0).abs() < 1e-9);
    }
}
