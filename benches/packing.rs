//! How long the searches of flat boards take: the puzzles that people have at home, pentominoes, and hexagons.
//!
//! `cargo bench --bench packing` prints a table of processor times in milliseconds, on one thread: to list all solutions with the row
//! list, to count them with the frontier graph, to count for each placement those that have it, and until the window has its live
//! counts. Each search starts from the position, so the times contain the placements of all pieces. Of boards that stand for many, the
//! slowest is measured and all in sum. What two threads gain is measured by the clock, so only where other programs leave two processors
//! free. `-- Kanoodle` measures the boards whose names begin like this.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use quincunx::{
    bits::{Wide, Word},
    cover::{
        self,
        frontier::{self, Workers},
    },
    date::Date,
    packing::{
        live::{
            analysis::analyze,
            insight::{Census, Insight},
        },
        model::{
            labels::open_on,
            lattice::{HEXAGONS, SQUARES},
            pieces::Set,
            problem::check,
            solution::{Solution, Summary},
            state::State,
        },
        play::dice::rolled,
        search::{exact_cover::ExactCover, prepared::Prepared, row_list},
    },
    search::{Observer, OneThread, Tally, Threads},
    workbench::threads::NamedThreads,
};

/// More memory than any of these graphs takes.
const MEMORY: usize = 1 << 30;

fn main() {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    println!("board                            solutions     list    count    each     live  by        bound of states    nodes  faster");
    for (name, states) in boards().into_iter().filter(|(name, _)| name.starts_with(&wanted)) {
        let rows: Vec<Row> = states.iter().map(Row::of).collect();
        let sum = rows.iter().fold(Duration::ZERO, |sum, row| sum + row.list);
        if let Some(slowest) = rows.iter().max_by_key(|row| row.list) {
            println!("{name:30} {slowest}");
        }
        if rows.len() > 1 {
            let of_all = |time: fn(&Row) -> Duration| milliseconds(rows.iter().map(time).sum());
            let raw: u64 = rows.iter().map(|row| row.raw).sum();
            let [list, count, each, live] = [milliseconds(sum), of_all(|row| row.count), of_all(|row| row.each), of_all(|row| row.live)];
            println!("  all {:<24} {raw:>11} {list:>8} {count:>8} {each:>7} {live:>8}", rows.len());
        }
    }
    for (width, height, classes) in ONE_SIDED {
        let name = format!("One-sided, {height} x {width}");
        if name.starts_with(&wanted) {
            let state = State { layers: vec![vec![".".repeat(width); height]], ..State::of_set(&SQUARES, Set::OneSidedPentominoes) };
            let count = |threads: &dyn Threads| {
                let prepared = Prepared::from(check(&state).expect("a valid position"));
                let workers = Workers::new(threads);
                let counted = frontier::count(&along::<Wide<2>>(&prepared), MEMORY, workers, &mut |_, _| ControlFlow::Continue(()));
                assert_eq!(counted.continue_value(), Some(4 * classes), "{name}");
            };
            let (time, ()) = timed(|| count(&OneThread));
            println!("{name:30} {:>11} {:>8} {:>8}", 4 * classes, "", milliseconds(time));
            let [one, two] = by_the_clock(&count);
            let ratio = one.as_secs_f64() / two.as_secs_f64();
            println!("  by the clock, one thread {}, two threads {}: {ratio:.2} times as fast", milliseconds(one), milliseconds(two));
        }
    }
}

/// Rectangles for all one-sided pentominoes, by width and height, with the published numbers of solutions up to turns and reflections (D.
/// Goodger, Polyform Puzzler). None is its own image, so each stands for four. They are only counted: to list them takes too long.
const ONE_SIDED: [(usize, usize, u128); 3] = [(30, 3, 46), (18, 5, 686_628), (15, 6, 2_567_183)];

/// The boards by name. Some names stand for many.
fn boards() -> Vec<(&'static str, Vec<State>)> {
    let rectangle = |width: usize, height: usize| {
        vec![State { layers: vec![vec![".".repeat(width); height]], ..State::of_set(&SQUARES, Set::Pentominoes) }]
    };
    let drawn = |state: State, rows: &[&str]| vec![State { layers: vec![rows.iter().map(|&row| row.to_owned()).collect()], ..state }];
    let eight = ["........", "........", "........", "...##...", "...##...", "........", "........", "........"];
    let twelve = State { pieces: "ABCDEFGHIJKL".to_owned(), ..State::of_set(&HEXAGONS, Set::Pentahexes) };
    vec![
        ("Kanoodle, 5 x 11", vec![State::of_set(&SQUARES, Set::Kanoodle)]),
        ("Calendar", days()),
        ("Genius Square", rolls()),
        ("Pentominoes, 6 x 10", rectangle(10, 6)),
        ("Pentominoes, 5 x 12", rectangle(12, 5)),
        ("Pentominoes, 8 x 8", drawn(State::of_set(&SQUARES, Set::Pentominoes), &eight)),
        ("Tetrahexes, 7 x 4", vec![State::of_set(&HEXAGONS, Set::Tetrahexes)]),
        ("Hexagon of side 5", drawn(twelve, &HEXAGON)),
    ]
}

/// A hexagon of 61 cells, of which twelve pentahexes leave the one in the middle open. Each other row lies half a cell to the right.
const HEXAGON: [&str; 9] =
    ["##.....##", "#......##", "#.......#", "........#", "....#....", "........#", "#.......#", "#......##", "##.....##"];

/// All days of a leap year.
fn days() -> Vec<State> {
    let calendar = State::of_set(&SQUARES, Set::Calendar);
    let first = Date { year: 2024, month: 1, day: 1 }.days_after_1970();
    (first..first + 366).filter_map(|day| open_on(&calendar, Date::after_1970(day))).collect()
}

/// A hundred rolls of the dice.
fn rolls() -> Vec<State> {
    let empty = State::of_set(&SQUARES, Set::GeniusSquare);
    (0..100).filter_map(|seed| rolled(&empty, seed)).collect()
}

/// What was measured on one board.
struct Row {
    raw: u64,
    list: Duration,
    count: Duration,
    each: Duration,
    live: Duration,
    /// Whether the live counts were complete, and had the row list's classes.
    by: &'static str,
    states: f64,
    nodes: f64,
    is_graph_faster: bool,
}

impl Row {
    fn of(state: &State) -> Self {
        let prepare = || Prepared::from(check(state).expect("a valid position"));
        let (list, summary) = timed(|| {
            let mut listed = Listed::default();
            assert!(row_list::search(&prepare(), &mut listed).is_continue());
            listed.0
        });
        let (count, counted) = timed(|| {
            let prepared = prepare();
            frontier::count(&along::<u64>(&prepared), MEMORY, Workers::new(&OneThread), &mut |_, _| ControlFlow::Continue(()))
                .continue_value()
                .expect("it fits")
        });
        let (each, counts) = timed(|| {
            let prepared = prepare();
            frontier::count_each(&along::<u64>(&prepared), MEMORY, Workers::new(&OneThread), &mut |_, _| ControlFlow::Continue(()))
                .continue_value()
                .expect("it fits")
        });
        let (live, insight) = timed(|| {
            let mut last = Last::default();
            assert!(analyze(&prepare(), &mut last).is_continue());
            last.0.expect("an analysis reports something")
        });
        let by = match (insight.census, insight.counted.classes) {
            (Census::Complete, Some(_)) => "row list",
            (Census::Complete, None) => "graph",
            _ => "nothing",
        };
        assert!(summary.raw == counted as u64 && counts.solutions == counted && (by == "nothing" || insight.counted.raw == summary.raw));
        let prepared = prepare();
        let go_on = &mut || ControlFlow::Continue(());
        let estimate = frontier::estimate(&along::<u64>(&prepared), go_on).continue_value().expect("nothing stops it");
        let nodes = frontier::nodes(&along::<u64>(&prepared), go_on).continue_value().expect("nothing stops it");
        let states = estimate.states.unwrap_or(f64::INFINITY);
        Self { raw: summary.raw, list, count, each, live, by, states, nodes, is_graph_faster: estimate.favours_graph(nodes) }
    }
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [list, count, each, live] = [self.list, self.count, self.each, self.live].map(milliseconds);
        let Self { raw, by, states, nodes, is_graph_faster, .. } = self;
        write!(f, "{raw:>11} {list:>8} {count:>8} {each:>7} {live:>8}  {by:8} {states:>16.0} {nodes:>8.0}  {is_graph_faster}")
    }
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2}", 1e3 * time.as_secs_f64())
}

/// The problem as the graph sees it.
fn along<W: Word>(prepared: &Prepared) -> cover::Problem<W> {
    let exact_cover = ExactCover::<W>::new(prepared, &mut || ControlFlow::Continue(())).continue_value();
    exact_cover.expect("nothing stops it").along_the_short_side()
}

/// Counts what is listed.
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

/// Keeps the last report.
#[derive(Default)]
struct Last(Option<Insight>);

impl Observer<Insight> for Last {
    fn found(&mut self, insight: Insight) -> ControlFlow<()> {
        self.0 = Some(insight);
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The shortest time of three, and the result.
fn timed<T>(mut run: impl FnMut() -> T) -> (Duration, T) {
    let mut once = || {
        let start = processor_time();
        let result = run();
        (processor_time() - start, result)
    };
    let first = once();
    [once(), once()].into_iter().fold(first, |best, next| if next.0 < best.0 { next } else { best })
}

/// The median times by the clock on one thread and on two, in turns.
fn by_the_clock(run: &dyn Fn(&dyn Threads)) -> [Duration; 2] {
    const PAIRS: usize = 7;
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..PAIRS {
        for (times, count) in times.iter_mut().zip(1..) {
            let start = Instant::now();
            run(&NamedThreads { name: "count".to_owned(), count });
            times.push(start.elapsed());
        }
    }
    times.map(|mut times| {
        times.sort_unstable();
        times[PAIRS / 2]
    })
}

/// Returns the time for which this thread has had the processor; on other systems than Linux, the time of a clock.
fn processor_time() -> Duration {
    #[cfg(target_os = "linux")]
    return Duration::try_from(rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime)).expect("it isn't negative");
    #[cfg(not(target_os = "linux"))]
    {
        static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        START.get_or_init(std::time::Instant::now).elapsed()
    }
}
