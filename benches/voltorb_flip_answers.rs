//! How long Voltorb Flip takes for the exact worth: on fresh boards as each level deals them, and after each flip of the best play.
//!
//! `cargo bench --bench voltorb_flip_answers` prints a table of processor times in milliseconds, from the position to its worth and a best
//! tile, for 200 deals of each level. The transposition table is kept across flips and rounds, as in the window; the last column is its
//! memory at the end. Other programs don't change processor times much. `-- 8 50` measures 50 deals of level 8.
//!
//! `-- threads 8 50` analyses the fresh boards of these deals to the end on one and on two threads in turns, each three times with an empty
//! table, and prints the shortest times of those that take half a second or longer on one thread: by the clock, and how many times as fast
//! two threads are, also by the processor time of the search's own thread, which other programs change less.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use quincunx::{
    puzzles::voltorb_flip::{
        live::{
            analysis,
            insight::{Insight, Kind},
        },
        model::{
            objective::Objective,
            prior::Level,
            problem::Problem,
            rules::{Clues, SIDE, TILES, Value},
        },
        play::deal::Dealer,
        search::optimal::transposition_table::TranspositionTable,
    },
    search::{Observer, Tally},
    workbench::threads::{Lending, NamedThreads},
};

/// The seed of the deals.
const SEED: u64 = 1;

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse::<u64>().ok());
    let (only, deals) = (numbers.next(), numbers.next().unwrap_or(200));
    if std::env::args().any(|argument| argument == "threads") {
        return compare_threads(only, deals);
    }
    println!("       first worth: median    90 %   95 %   longest    later worths: median    90 %   95 %   longest   under 100 ms   table");
    for level in Level::all().filter(|level| only.is_none_or(|only| only == u64::from(level.number()))) {
        let (mut first, mut later) = (Times::default(), Times::default());
        let mut table = TranspositionTable::default();
        for number in 0..deals {
            play(level, number, &mut table, &mut first, &mut later);
        }
        let memory = table.bytes();
        let under = later.0.iter().filter(|&&time| time < Duration::from_millis(100)).count() as f64 / later.0.len().max(1) as f64;
        let level = level.number();
        println!("level {level} {first} {later} {:13.1} % {:4.0} MB", 100.0 * under, memory as f64 / 1e6);
    }
}

/// Measures the whole analysis of fresh boards on one and on two threads.
fn compare_threads(only: Option<u64>, deals: u64) {
    println!("                   one thread: worth      all      two threads: worth      all    times as fast   own processor time");
    for level in Level::all().filter(|level| only.is_none_or(|only| only == u64::from(level.number()))) {
        for number in 0..deals {
            let clues = Clues::of(Dealer::of_round(SEED, number).board(level));
            let problem = Problem { levels: Some(level.alone()), clues, tiles: [None; TILES], objective: Objective::Clear };
            if Whole::analysis(&problem, 1).all < LONG {
                continue;
            }
            let mut best = [Whole::LONGEST; 2];
            for _ in 0..3 {
                best = [1, 2].map(|threads| best[threads - 1].shortest(Whole::analysis(&problem, threads)));
            }
            let [one, two] = best;
            let times = |one: Duration, two: Duration| one.as_secs_f64() / two.as_secs_f64();
            println!(
                "level {} deal {number:4} {:17.0} {:9.0} {:22.0} {:8.0} {:8.2} {:7.2} {:20.2}",
                level.number(),
                one.worth.as_secs_f64() * 1e3,
                one.all.as_secs_f64() * 1e3,
                two.worth.as_secs_f64() * 1e3,
                two.all.as_secs_f64() * 1e3,
                times(one.worth, two.worth),
                times(one.all, two.all),
                times(one.own, two.own),
            );
        }
    }
}

/// Shorter analyses need no help.
const LONG: Duration = Duration::from_millis(500);

/// How long a whole analysis takes.
#[derive(Clone, Copy)]
struct Whole {
    /// To the worth, by the clock.
    worth: Duration,
    /// To the values of all flips, by the clock.
    all: Duration,
    /// The processor time of the thread that leads.
    own: Duration,
}

impl Whole {
    const LONGEST: Self = Self { worth: Duration::MAX, all: Duration::MAX, own: Duration::MAX };

    fn analysis(problem: &Problem, threads: usize) -> Self {
        let mut clock = Clock { start: Instant::now(), worth: None };
        let before = processor_time();
        let threads = || NamedThreads { name: "best play".to_owned(), count: threads };
        let mut lending = Lending { observer: &mut clock, threads };
        let flow = analysis::analyze(problem, &mut TranspositionTable::default(), &mut lending);
        assert!(flow.is_continue(), "nobody stops it");
        let all = clock.start.elapsed();
        Self { worth: clock.worth.unwrap_or(all), all, own: processor_time().saturating_sub(before) }
    }

    fn shortest(self, other: Self) -> Self {
        Self { worth: self.worth.min(other.worth), all: self.all.min(other.all), own: self.own.min(other.own) }
    }
}

/// Notes when the worth is exact.
struct Clock {
    start: Instant,
    worth: Option<Duration>,
}

impl Observer<Insight> for Clock {
    fn found(&mut self, insight: Insight) -> ControlFlow<()> {
        self.worth = self.worth.or_else(|| insight.worth.map(|_| self.start.elapsed()));
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Plays one round by the best flips, and times the answer for each position.
fn play(level: Level, number: u64, table: &mut TranspositionTable, first: &mut Times, later: &mut Times) {
    let board = Dealer::of_round(SEED, number).board(level);
    let clues = Clues::of(board);
    let mut problem = Problem { levels: Some(level.alone()), clues, tiles: [None; TILES], objective: Objective::Clear };
    let mut times = first;
    loop {
        let start = processor_time();
        let mut answer = Answer(None);
        // A break only means that the answer is known.
        let _ = analysis::analyze(&problem, table, &mut answer);
        times.0.push(processor_time().saturating_sub(start));
        times = &mut *later;
        let insight = answer.0.expect("the analysis finds something");
        let risk = |&[row, column]: &[usize; 2]| insight.chances(SIDE * row + column).map_or(1.0, |chances| chances[0]);
        let best = insight.best.iter().min_by(|one, other| risk(one).total_cmp(&risk(other)));
        // Without a best tile, what remains is a bet: every tile of it is as good.
        let Some(&[row, column]) = best.filter(|_| insight.kind == Kind::Ok) else { return };
        let shown = board.value(SIDE * row + column);
        if shown == Value::Voltorb {
            return;
        }
        problem.tiles[SIDE * row + column] = Some(shown);
    }
}

/// Stops the analysis once the worth is exact.
struct Answer(Option<Insight>);

impl Observer<Insight> for Answer {
    fn found(&mut self, insight: Insight) -> ControlFlow<()> {
        let is_exact = insight.worth.is_some();
        self.0 = Some(insight);
        if is_exact { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

#[derive(Default)]
struct Times(Vec<Duration>);

impl std::fmt::Display for Times {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let at = |share: usize| {
            1e3 * sorted.get((sorted.len() * share / 100).min(sorted.len().saturating_sub(1))).map_or(0.0, Duration::as_secs_f64)
        };
        write!(f, "{:20.2} {:6.1} {:6.1} {:9.1}", at(50), at(90), at(95), at(100))
    }
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
