use std::collections::BTreeSet;

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

fn split(tasks: Vec<Task>, at_least: usize, _go_on: &mut dyn FnMut() -> bool) -> Result<Rest, String> {
    let mut ranges: Vec<(u32, u32)> = tasks.iter().map(range_of).collect::<Option<_>>().ok_or("this is no range")?;
    while ranges.len() < at_least && ranges.iter().any(|(from, to)| from + 1 < *to) {
        let halves =
            |(from, to): (u32, u32)| if from + 1 < to { vec![(from, (from + to) / 2), ((from + to) / 2, to)] } else { vec![(from, to)] };
        ranges = ranges.into_iter().flat_map(halves).collect();
    }
    Ok(Rest { tasks: ranges.into_iter().map(|(from, to)| task(from, to)).collect(), tally: Tally::default() })
}

fn run(at: &Task, observer: &mut dyn Observer<u32>) -> ControlFlow<Rest> {
    let (from, to) = range_of(at).expect("`split` has looked at it");
    let mut tally = Tally::default();
    for number in from..to {
        let done = (number - from) as f32 / (to - from) as f32;
        if observer.progress(done, &tally).is_break() {
            return ControlFlow::Break(Rest { tasks: vec![task(number, to)], tally });
        }
        tally.explored += 1;
        if observer.found(number).is_break() {
            let tasks = if number + 1 < to { vec![task(number + 1, to)] } else { vec![] };
            return ControlFlow::Break(Rest { tasks, tally });
        }
    }
    match observer.progress(1.0, &tally) {
        ControlFlow::Continue(()) => ControlFlow::Continue(()),
        ControlFlow::Break(()) => ControlFlow::Break(Rest { tasks: vec![], tally }),
    }
}

fn start(
    left: Left,
    threads: usize,
    run: impl Fn(&Task, &mut dyn Observer<u32>) -> ControlFlow<Rest> + Clone + Send + 'static,
) -> Job<u32> {
    Job::start_crew("crew under test".to_owned(), Arc::new(|| ()), left, Crew { threads, split, run }).unwrap()
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
        let Rest { tasks, .. } = split(tasks, at_least, go_on)?;
        Ok(Rest { tasks, tally: Tally { explored: 7, kept: 3, ..Tally::default() } })
    };
    let crew = Crew { threads: 2, split, run };
    let job = Job::start_crew("crew under test".to_owned(), Arc::new(|| ()), Left::default(), crew).unwrap();
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
                News::Stopped => left = job.left().expect("a crew says what is left"),
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

#[test]
fn a_crew_that_was_stopped_at_once_has_lost_nothing() {
    let job = start(Left::default(), 2, run);
    job.stop();
    let (found, end) = take_in(&job, 0);
    assert_eq!(end, News::Stopped);
    let left = job.left().expect("a crew says what is left");
    let missing: u32 = left.tasks.iter().filter_map(range_of).map(|(from, to)| to - from).sum();
    assert_eq!(missing as usize + found.len(), NUMBERS as usize);
}

#[test]
fn a_panic_on_any_thread_ends_all() {
    for threads in 1..=3 {
        let run = |at: &Task, observer: &mut dyn Observer<u32>| {
            assert!(range_of(at).is_some_and(|(from, _)| from < NUMBERS / 2), "on purpose");
            run(at, observer)
        };
        let left = Left { tasks: vec![task(0, NUMBERS / 2), task(NUMBERS / 2, NUMBERS)], ..Left::default() };
        let (_, end) = take_in(&start(left, threads, run), usize::MAX);
        assert_eq!(end, News::Crashed("on purpose".to_owned()));
    }
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
    // Each thread lets go of its end of the channel when it is done, whether it had begun a task or not.
    let last = std::iter::repeat_with(|| end.recv_timeout(Duration::from_secs(5))).find_map(Result::err);
    assert_eq!(last, Some(mpsc::RecvTimeoutError::Disconnected));
}
