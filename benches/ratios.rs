//! How many times as fast one search must be as another on the same position.
//!
//! `cargo bench --bench ratios` prints a table and fails if a ratio is below its least value. Both searches of a ratio run in turns, in one
//! process, so that it hardly depends on the computer or on other programs; the times are medians of processor times. What two threads gain
//! is measured by the clock instead, and skipped where other programs use the processors. `-- Soma` measures the ratios whose names begin
//! like this.

#[path = "../tests/campaign/processor_time.rs"]
mod processor_time;

use std::{
    ops::ControlFlow,
    process::ExitCode,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use quincunx::{
    board::Board,
    command_line::Streams,
    cover::frontier,
    kind::Kind,
    packing::{
        model::solution::{Solution, Summary},
        search::{exact_cover::ExactCover, prepared::Prepared, row_list},
    },
    puzzle::Puzzle,
    puzzles::{self, meteor::Meteor, polyominoes::Polyominoes, set::Set, soma::Soma, virus_war::VirusWar, voltorb_flip::VoltorbFlip},
    search::{Observer, Tally},
    text,
};

/// The ratios that must hold: 0.7 of what was measured, so that they also hold on a busy computer. The figures are in docs/performance.md.
fn ratios() -> Vec<Ratio> {
    vec![
        techniques::<Meteor>("contest", "plain", "frontier", 60.0),
        techniques::<Soma>("cube", "strings", "corners", 30_000.0),
        techniques::<Set>("apl-16807", "combinations", "completion", 12.0),
        techniques::<VirusWar>("midgame", "orders-dedup-sort", "once", 25_000.0),
        techniques::<VoltorbFlip>("level-5-fresh", "backtrack", "counting", 10.0),
        techniques::<Polyominoes>("pentominoes-8x8", "dancing-links", "row-list", 10.0),
        listing_and_counting("kanoodle", 40.0),
        two_threads("kanoodle", 1.8),
    ]
}

/// A ratio that must hold.
struct Ratio {
    position: String,
    slow: Way,
    quick: Way,
    least: f64,
    clock: Clock,
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

/// Two techniques that list all solutions.
fn techniques<P: Board>(preset: &str, slow: &str, quick: &str, least: f64) -> Ratio {
    let [slow, quick] = [slow, quick].map(|key| {
        let technique = Kind::<P>::OF.technique(key).expect("it is one of the puzzle's");
        let problem = problem::<P>(preset);
        let run = move || {
            let mut count = Count(0);
            assert!((technique.search)(&problem, &mut count).is_continue());
            count.0
        };
        Way { name: technique.title.to_owned(), run: Box::new(run) }
    });
    Ratio { position: format!("{}, {preset}", P::TITLE), slow, quick, least, clock: Clock::Processor }
}

/// Listing all solutions with the row list, and counting them with the frontier graph.
fn listing_and_counting(preset: &str, least: f64) -> Ratio {
    let (to_list, to_count) = (Prepared::from(problem::<Polyominoes>(preset)), Prepared::from(problem::<Polyominoes>(preset)));
    let list = move || {
        let mut listed = Listed::default();
        assert!(row_list::search(&to_list, &mut listed).is_continue());
        listed.0.raw
    };
    let count = move || {
        let go_on = &mut || ControlFlow::Continue(());
        let exact_cover = ExactCover::<u64>::new(&to_count, go_on).continue_value().expect("nothing stops it");
        let counted = frontier::count(&exact_cover.along_the_short_side(), 1 << 30, &mut |_, _| ControlFlow::Continue(()));
        counted.continue_value().expect("the graph fits") as u64
    };
    Ratio {
        position: format!("{}, {preset}", Polyominoes::TITLE),
        slow: Way { name: "listing by the row list".to_owned(), run: Box::new(list) },
        quick: Way { name: "counting by the frontier graph".to_owned(), run: Box::new(count) },
        least,
        clock: Clock::Processor,
    }
}

/// `quincunx solve --count` with the row list on one thread and on two.
fn two_threads(preset: &str, least: f64) -> Ratio {
    let file = format!("{}/saves/{}/{preset}.ron", env!("CARGO_MANIFEST_DIR"), Polyominoes::KEY);
    let [slow, quick] = [("one thread", "1"), ("two threads", "2")].map(|(name, threads)| {
        let arguments = ["quincunx", "solve", &file, "--count", "--json", "--threads", threads].map(Into::into);
        let run = move || {
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
            quincunx::run(arguments.clone(), streams);
            let result: serde_json::Value = serde_json::from_slice(&output).expect("it has solved the position");
            result["raw"].as_u64().expect("a number of solutions")
        };
        Way { name: name.to_owned(), run: Box::new(run) }
    });
    Ratio { position: format!("{}, {preset}", Polyominoes::TITLE), slow, quick, least, clock: Clock::Free }
}

fn problem<P: Puzzle>(preset: &str) -> P::Problem {
    let preset = P::presets().iter().find(|known| known.key == preset).expect("it is one of the puzzle's");
    P::check(&puzzles::read::<P>(preset.ron).expect("presets are valid").state).expect("presets are valid")
}

fn main() -> ExitCode {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let mut broken = Vec::new();
    println!("{:29} {:36} {:>9}  {:30} {:>9} {:>9} {:>9}", "position", "slow way", "time", "quick way", "time", "ratio", "at least");
    for Ratio { position, slow, quick, least, clock } in ratios().iter().filter(|ratio| ratio.position.starts_with(&wanted)) {
        match measure(slow, quick, *clock) {
            Ok([slow_time, quick_time]) => {
                let ratio = slow_time.as_secs_f64() / quick_time.as_secs_f64();
                let [slow_text, quick_text] = [slow_time, quick_time].map(text::duration);
                println!("{position:29} {:36} {slow_text:>9}  {:30} {quick_text:>9} {ratio:9.1} {least:9.1}", slow.name, quick.name);
                if ratio < *least {
                    let (slow, quick) = (&slow.name, &quick.name);
                    broken.push(format!("{position}: {quick} is {ratio:.2} times as fast as {slow}, and must be at least {least} times"));
                }
            }
            Err(reason) => println!("{position:29} {} and {}: skipped, since {reason}", slow.name, quick.name),
        }
    }
    broken.iter().for_each(|line| eprintln!("BROKEN: {line}"));
    if broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns the median times of both, or why they can't be measured.
fn measure(slow: &Way, quick: &Way, clock: Clock) -> Result<[Duration; 2], &'static str> {
    const LEAST: usize = 3;
    const LONG_ENOUGH: Duration = Duration::from_secs(1);
    /// How often it is tried to find the processors free.
    const ATTEMPTS: usize = 7;

    if clock == Clock::Free && std::thread::available_parallelism().map_or(1, usize::from) < 2 {
        return Err("there is only one processor");
    }
    let (mut times, began) = ([const { Vec::new() }; 2], Instant::now());
    let mut attempts = 0;
    while times[0].len() < LEAST || clock == Clock::Processor && began.elapsed() < LONG_ENOUGH {
        if clock == Clock::Free && ATTEMPTS <= attempts {
            return Err("other programs use the processors");
        }
        attempts += 1;
        let (others, start) = (time_of_others(), Instant::now());
        let [(slow_time, expected), (quick_time, found)] = [slow, quick].map(|way| sample(way, clock));
        assert_eq!(found, expected, "{} and {} find different numbers of solutions", slow.name, quick.name);
        if clock == Clock::Free {
            let (Some(before), Some(after)) = (others, time_of_others()) else {
                return Err("this system doesn't say who uses the processors");
            };
            if start.elapsed() / 20 < after.saturating_sub(before) {
                continue;
            }
        }
        times[0].push(slow_time);
        times[1].push(quick_time);
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
        let text = std::fs::read_to_string("/proc/stat").ok()?;
        let all: Vec<u64> = text.lines().next()?.split_whitespace().skip(1).filter_map(|number| number.parse().ok()).collect();
        let busy = [0, 1, 2, 5, 6, 7].into_iter().filter_map(|kind| all.get(kind)).sum::<u64>();
        let own = Duration::try_from(rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime)).ok()?;
        Some(Duration::from_millis(10 * busy).saturating_sub(own))
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// Counts what is found.
struct Count(u64);

impl<T> Observer<T> for Count {
    fn found(&mut self, item: T) -> ControlFlow<()> {
        std::hint::black_box(&item);
        self.0 += 1;
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Counts solutions with the images that each stands for.
#[derive(Default)]
struct Listed(Summary);

impl Observer<Solution> for Listed {
    fn found(&mut self, solution: Solution) -> ControlFlow<()> {
        self.0.add(&solution);
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
