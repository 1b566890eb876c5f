//! How long Voltorb Flip takes for the exact worth: on fresh boards as each level deals them, and after each flip of the best play.
//!
//! `cargo bench --bench voltorb_flip_answers` prints a table of processor times in milliseconds, from the position to its worth and a best
//! tile, for 200 deals of each level. The transposition table is kept across flips and rounds, as in the window; the last column is its
//! memory at the end. Other programs don't change processor times much. `-- 8 50` measures 50 deals of level 8.

use std::{ops::ControlFlow, time::Duration};

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
};

/// The seed of the deals.
const SEED: u64 = 1;

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse::<u64>().ok());
    let (only, deals) = (numbers.next(), numbers.next().unwrap_or(200));
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
