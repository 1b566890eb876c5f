use super::*;
use crate::testing;
use base::{erased::Solution, puzzle::Search};
use sums::Sums;

fn sums() -> &'static Kind {
    testing::of::<Sums>()
}

fn problem(row: &str) -> Problem {
    (sums().check)(&testing::state(row)).ok().unwrap()
}

const fn technique(key: &'static str, search: Search<Erased>) -> Technique<Erased> {
    Technique { key, title: key, idea: "", source: "", explored: "", kept: "", search, trace: Err(""), tasks: None, published: None }
}

/// Finds these solutions for any problem.
macro_rules! finds {
    ($key:literal, $solutions:expr) => {
        technique($key, &|_, observer| {
            $solutions.into_iter().try_for_each(|solution: Vec<usize>| observer.found(Solution::of(solution)))?;
            observer.progress(1.0, &Tally { explored: 5, kept: 3, ..Tally::default() })
        })
    };
}

fn compare(techniques: &'static [Technique<Erased>]) -> Comparison {
    let mut comparison = Comparison::of(sums(), techniques);
    assert!(run(sums(), techniques, &problem("12347"), Plan::default(), &mut comparison).is_continue());
    comparison
}

/// Compares the techniques of the test puzzle. Only the endless one has a short time limit, because the others might exceed it now and
/// then.
fn compare_all() -> Comparison {
    let mut comparison = Comparison::of(sums(), sums().techniques);
    for technique in sums().techniques.chunks(1) {
        let limit = if technique[0].key == "endless" { Duration::from_millis(20) } else { Plan::default().limit };
        assert!(run(sums(), technique, &problem("12347"), Plan { limit, ..Plan::default() }, &mut comparison).is_continue());
    }
    comparison
}

/// Returns whether each technique agrees with the last one that finished, in the order of the techniques.
fn agreement(techniques: &'static [Technique<Erased>]) -> Vec<Option<bool>> {
    let comparison = compare(techniques);
    comparison.entries().iter().map(|entry| comparison.agrees(entry)).collect()
}

#[test]
fn the_order_of_solutions_does_not_matter_and_everything_else_does() {
    const THOUSANDS: usize = 3000;
    const SAME: &[Technique<Erased>] = &[
        finds!("up", (0..THOUSANDS).map(|cell| vec![cell])),
        finds!("down", (0..THOUSANDS).rev().map(|cell| vec![cell])),
        finds!("odd first", (0..THOUSANDS).filter(|cell| cell % 2 == 1).chain((0..THOUSANDS).step_by(2)).map(|cell| vec![cell])),
    ];
    assert_eq!(agreement(SAME), [Some(true); 3]);
    assert_eq!(compare(SAME).verdict(), Verdict::Agree { techniques: 3, of: 3, solutions: 3000 });

    const DIFFERENT: &[Technique<Erased>] = &[
        finds!("exchanged", [vec![1, 4], vec![3, 2]]),
        finds!("joined", [vec![1, 2], vec![34]]),
        finds!("twice", [vec![1, 2], vec![1, 2]]),
        finds!("one too many", [vec![1, 2], vec![3, 4], vec![]]),
        finds!("too few", [vec![1, 2]]),
        finds!("none", Vec::new()),
        finds!("turned", [vec![3, 4], vec![1, 2]]),
        finds!("reference", [vec![1, 2], vec![3, 4]]),
    ];
    let [different @ .., turned, reference] = agreement(DIFFERENT).try_into().unwrap_or([None; 8]);
    assert_eq!((different, turned, reference), ([Some(false); 6], Some(true), Some(true)));
    assert_eq!(compare(DIFFERENT).verdict(), Verdict::Disagree);
}

#[test]
fn techniques_that_do_not_finish_give_a_reason_and_the_others_are_compared() {
    let comparison = compare_all();
    let reasons: Vec<_> = comparison.entries().iter().map(Entry::reason).collect();
    let expected = [None, None, Some("stopped after 20.0 ms"), Some("failed: crashed on purpose")];
    assert_eq!(reasons, expected.map(|reason| reason.map(str::to_owned)));
    assert_eq!(comparison.verdict(), Verdict::Agree { techniques: 2, of: 4, solutions: 3 });
    let bounded = comparison.entry(sums().technique("bounded").unwrap()).unwrap();
    assert_eq!(comparison.agrees(bounded), Some(true));
    assert_eq!(comparison.factor(bounded), None, "the reference failed");
    let endless = comparison.entry(sums().technique("endless").unwrap()).unwrap();
    assert_eq!((comparison.agrees(endless), comparison.bar(endless)), (None, Some(1.0)));
}

#[test]
fn tally_and_count_are_exact() {
    let comparison = compare_all();
    let figures = |key| {
        let measured = comparison.entry(sums().technique(key).unwrap()).unwrap().measured().unwrap();
        (measured.count, measured.tally.explored)
    };
    // The tree of choices has 2^6 - 1 nodes. The technique "bounded" skips nodes below a sum over 7.
    assert_eq!(figures("plain"), (3, 63));
    let (count, explored) = figures("bounded");
    assert!(count == 3 && explored < 63);
}

#[test]
fn factors_are_relative_to_the_last_technique_and_bars_are_ordered_by_time() {
    const PAIR: &[Technique<Erased>] = &[finds!("quick", [vec![1]]), technique("slow", &busy)];
    let comparison = compare(PAIR);
    let [quick, slow] = comparison.entries() else { panic!("two techniques have two entries") };
    assert_eq!(comparison.factor(slow), Some(1.0));
    let ratio = slow.measured().unwrap().elapsed().as_secs_f64() / quick.measured().unwrap().elapsed().as_secs_f64();
    assert!(1.0 < ratio && (comparison.factor(quick).unwrap() / ratio - 1.0).abs() < 1e-9);
    let (short, long) = (comparison.bar(quick).unwrap(), comparison.bar(slow).unwrap());
    assert!(0.0 < short && short < long && (long - 1.0).abs() < 1e-6, "{short} {long}");
}

/// Makes a hundred thousand calls, then finds the same as the quick technique.
fn busy(_: &Problem, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    (0..100_000).try_for_each(|_| observer.progress(0.5, &Tally::default()))?;
    observer.found(Solution::of(vec![1_usize]))?;
    observer.progress(1.0, &Tally::default())
}

#[test]
fn a_quick_technique_is_repeated_but_its_solutions_count_once() {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    static RUNS: AtomicU64 = AtomicU64::new(0);
    const COUNTED: &[Technique<Erased>] = &[technique("counted", &|_, observer| {
        RUNS.fetch_add(1, Relaxed);
        observer.found(Solution::of(vec![1_usize]))?;
        observer.progress(1.0, &Tally::default())
    })];
    let comparison = compare(COUNTED);
    assert!((4..=32).contains(&RUNS.load(Relaxed)), "{RUNS:?}");
    assert_eq!(comparison.entries()[0].measured().unwrap().count, 1);
    assert_eq!(comparison.verdict(), Verdict::Unknown, "a single technique has nothing to agree with");
}

/// Breaks after this many calls of progress, and keeps what was reported.
struct Impatient {
    patience: usize,
    entries: usize,
    done: Vec<f32>,
}

impl Observer<Entry> for Impatient {
    fn found(&mut self, _: Entry) -> ControlFlow<()> {
        self.entries += 1;
        ControlFlow::Continue(())
    }

    fn progress(&mut self, done: f32, _: &Tally) -> ControlFlow<()> {
        self.done.push(done);
        if self.done.len() < self.patience { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

#[test]
fn the_observer_can_stop_any_run_and_progress_never_falls() {
    for patience in [1, 2, 3, 5, 8, 100] {
        let mut observer = Impatient { patience, entries: 0, done: Vec::new() };
        let outcome = run(sums(), &sums().techniques[..3], &problem("12347"), Plan::default(), &mut observer);
        assert!(outcome.is_break() && observer.entries < 3);
        assert_eq!(observer.done.len(), patience, "there are no calls after the break");
        assert!(observer.done.is_sorted() && observer.done.iter().all(|&done| done < 1.0));
    }
}
