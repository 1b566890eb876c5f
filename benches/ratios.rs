//! How many times as fast one search must be as another on the same position.
//!
//! `cargo bench --bench ratios` prints a table and fails if a ratio is below its least value in `ratios.ron`. Both searches of a ratio run
//! in turns, in one process, so that it depends little on the computer and on other programs; the times are medians of processor times.
//! What two threads gain is measured by the clock instead, and skipped where other programs use the processors. `-- soma` measures the
//! ratios whose positions begin like this.

#[path = "../tests/campaign/processor_time.rs"]
mod processor_time;

use std::{
    fs,
    hint::black_box,
    ops::ControlFlow,
    process::ExitCode,
    sync::atomic::AtomicBool,
    thread,
    time::{Duration, Instant},
};

use quincunx::{
    board::Board,
    command_line::Streams,
    cover::frontier::{self, Workers},
    for_every_puzzle,
    packing::{
        model::solution::Summary,
        search::{exact_cover::ExactCover, row_list},
    },
    puzzle::Puzzle,
    puzzles::{self, polyominoes::Polyominoes},
    search::{Observer, OneThread, Tally},
    testing, text,
};
use serde::Deserialize;

/// A ratio that must hold: a line of `ratios.ron`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ratio {
    /// The file of the position, in `saves` and without `.ron`.
    position: String,
    slow: String,
    quick: String,
    least: f64,
}

/// A way to find all solutions of a position.
struct Way {
    name: String,
    /// Finds them once, and returns how many there are.
    run: Box<dyn Fn() -> u64>,
}

/// What time is measured.
#[derive(Clone, Copy, PartialEq)]
enum Clock {
    /// For which this thread had the processor. Other programs hardly change it.
    Processor,
    /// By the clock, while other programs leave the processors free.
    Free,
}

impl Way {
    /// Finds a way by its name in `ratios.ron`.
    fn named(name: &str, position: &str) -> Self {
        let file = format!("{}/saves/{position}.ron", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        match name {
            "list all" => Self { name: "listing by the row list".to_owned(), run: list(&text) },
            "count all" => Self { name: "counting by the frontier graph".to_owned(), run: count(&text) },
            "one thread" => Self { name: name.to_owned(), run: solve(file, "1") },
            "two threads" => Self { name: name.to_owned(), run: solve(file, "2") },
            key => {
                macro_rules! each {
                    ($($puzzle:ty),* $(,)?) => {
                        $(if position.starts_with(&format!("{}/", <$puzzle>::KEY)) {
                            return Self::technique::<$puzzle>(key, &text);
                        })*
                    };
                }
                for_every_puzzle!(each);
                panic!("{position}: there is no such puzzle")
            }
        }
    }

    fn technique<P: Board>(key: &str, text: &str) -> Self {
        let technique = testing::technique::<P>(key);
        let problem = problem::<P>(text);
        let run = move || {
            let mut count = 0;
            let mut observer = Each(|solution: P::Solution| {
                black_box(&solution);
                count += 1;
            });
            assert!((technique.search)(&problem, &mut observer).is_continue());
            count
        };
        Self { name: technique.title.to_owned(), run: Box::new(run) }
    }
}

fn problem<P: Puzzle>(text: &str) -> P::Problem {
    P::check(&puzzles::read::<P>(text).expect("a save file of this puzzle").state).expect("a position without flaws")
}

/// Lists all solutions of Polyominoes with the row list.
fn list(text: &str) -> Box<dyn Fn() -> u64> {
    let prepared = problem::<Polyominoes>(text);
    Box::new(move || {
        let mut summary = Summary::default();
        assert!(row_list::search(&prepared, &mut Each(|solution| summary.add(&solution))).is_continue());
        summary.raw
    })
}

/// Counts all solutions of Polyominoes with the frontier graph.
fn count(text: &str) -> Box<dyn Fn() -> u64> {
    const MEMORY: usize = 1 << 30;
    let prepared = problem::<Polyominoes>(text);
    Box::new(move || {
        let exact_cover = ExactCover::<u64>::new(&prepared, &mut || ControlFlow::Continue(())).continue_value().expect("nothing stops it");
        let counted =
            frontier::count(&exact_cover.along_the_short_side(), MEMORY, Workers::new(&OneThread), &mut |_, _| ControlFlow::Continue(()));
        counted.continue_value().expect("the graph fits") as u64
    })
}

/// Counts all solutions with `quincunx solve` on this number of threads.
fn solve(file: String, threads: &'static str) -> Box<dyn Fn() -> u64> {
    Box::new(move || {
        static INTERRUPTED: AtomicBool = AtomicBool::new(false);
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let streams = Streams {
            input: &mut std::io::empty(),
            output: &mut output,
            errors: &mut errors,
            interrupt: || &INTERRUPTED,
            progress: None,
            version: quincunx::VERSION,
            kinds: puzzles::all(),
        };
        quincunx::run(["quincunx", "solve", &file, "--count", "--json", "--threads", threads].map(Into::into), streams);
        let result: serde_json::Value = serde_json::from_slice(&output).expect("it has solved the position");
        result["raw"].as_u64().expect("a number of solutions")
    })
}

fn main() -> ExitCode {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/ratios.ron");
    let ratios: Vec<Ratio> = ron::from_str(&fs::read_to_string(kept).expect("it is in the repository")).expect("a list of ratios");
    let mut broken = Vec::new();
    println!("{:27} {:25} {:>8}  {:30} {:>8} {:>9} {:>9}", "position", "slow way", "time", "quick way", "time", "ratio", "at least");
    for Ratio { position, slow, quick, least } in ratios.iter().filter(|ratio| ratio.position.starts_with(&wanted)) {
        let clock = if quick.ends_with("threads") { Clock::Free } else { Clock::Processor };
        let [slow, quick] = [slow, quick].map(|name| Way::named(name, position));
        match measure(&slow, &quick, clock) {
            Ok([slow_time, quick_time]) => {
                let ratio = slow_time.as_secs_f64() / quick_time.as_secs_f64();
                let [slow_text, quick_text] = [slow_time, quick_time].map(text::duration);
                println!("{position:27} {:25} {slow_text:>8}  {:30} {quick_text:>8} {ratio:9.1} {least:9.1}", slow.name, quick.name);
                if ratio < *least {
                    let (slow, quick) = (&slow.name, &quick.name);
                    broken.push(format!("{position}: {quick} is {ratio:.2} times as fast as {slow}, and must be at least {least} times"));
                }
            }
            Err(reason) => println!("{position:27} {} and {}: skipped, since {reason}", slow.name, quick.name),
        }
    }
    broken.iter().for_each(|line| eprintln!("BROKEN: {line}"));
    if broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns the median times of both, or why they can't be measured.
fn measure(slow: &Way, quick: &Way, clock: Clock) -> Result<[Duration; 2], &'static str> {
    const LEAST: usize = 3;
    /// Measurements are repeated for this long.
    const LONG_ENOUGH: Duration = Duration::from_secs(1);
    /// After this time, a single measurement is enough, since it is a long one.
    const TOO_LONG: Duration = Duration::from_secs(5);
    /// How often the processors are looked for free.
    const ATTEMPTS: usize = 5;

    if clock == Clock::Free && thread::available_parallelism().map_or(1, usize::from) < 2 {
        return Err("there is only one processor");
    }
    let (mut times, began) = ([Vec::new(), Vec::new()], Instant::now());
    let is_enough = |measured: usize| match clock {
        Clock::Processor => 0 < measured && TOO_LONG < began.elapsed() || LEAST <= measured && LONG_ENOUGH < began.elapsed(),
        Clock::Free => LEAST <= measured,
    };
    let mut attempts = 0;
    while !is_enough(times[0].len()) {
        if clock == Clock::Free && ATTEMPTS <= attempts {
            return Err("other programs use the processors");
        }
        attempts += 1;
        let (others, start) = (time_of_others(), Instant::now());
        let was_disturbed = || match others.zip(time_of_others()) {
            Some((before, after)) => Ok(clock == Clock::Free && start.elapsed() / 20 < after.saturating_sub(before)),
            None if clock == Clock::Free => Err("this system doesn't say how busy the processors are"),
            None => Ok(false),
        };
        let (slow_time, expected) = sample(slow, clock);
        if was_disturbed()? {
            continue;
        }
        let (quick_time, found) = sample(quick, clock);
        assert_eq!(found, expected, "{} and {} find different numbers of solutions", slow.name, quick.name);
        if !was_disturbed()? {
            times[0].push(slow_time);
            times[1].push(quick_time);
        }
    }
    Ok(times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2]
    }))
}

/// Runs it as often as is needed to measure the time of one run, and returns that with the number of solutions.
fn sample(way: &Way, clock: Clock) -> (Duration, u64) {
    const MEASURABLE: Duration = Duration::from_millis(10);
    let began = Instant::now();
    let now = || match clock {
        Clock::Processor => processor_time::processor_time().unwrap_or_else(|| began.elapsed()),
        Clock::Free => began.elapsed(),
    };
    let mut runs = 1;
    loop {
        let start = now();
        let found = (0..runs).map(|_| (way.run)()).fold(0, |_, found| found);
        let time = now() - start;
        if MEASURABLE <= time {
            return (time / runs, found);
        }
        runs *= 4;
    }
}

/// Returns the time for which other programs had the processors since the system started, if the system says.
fn time_of_others() -> Option<Duration> {
    #[cfg(target_os = "linux")]
    {
        // In hundredths of a second: user, nice, system, idle, waiting for disks, two kinds of interrupts, and taken by other machines.
        let text = fs::read_to_string("/proc/stat").ok()?;
        let all: Vec<u64> = text.lines().next()?.split_whitespace().skip(1).filter_map(|number| number.parse().ok()).collect();
        let busy = [0, 1, 2, 5, 6, 7].into_iter().filter_map(|kind| all.get(kind)).sum::<u64>();
        let own = Duration::try_from(rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime)).ok()?;
        Some(Duration::from_millis(10 * busy).saturating_sub(own))
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// Calls a function with each solution.
struct Each<F>(F);

impl<T, F: FnMut(T)> Observer<T> for Each<F> {
    fn found(&mut self, solution: T) -> ControlFlow<()> {
        (self.0)(solution);
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
