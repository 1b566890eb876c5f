//! `simulate`: plays many rounds of Voltorb Flip, dealt as in the game, by one policy or by all of them.
//!
//! Like `triples`, this command is about one puzzle. It simulates levels rather than a position, so it reads no save file.

use std::{
    io,
    ops::{ControlFlow, Range},
    thread,
    time::Duration,
};

use clap::Args;
use serde::Serialize;

use base::{
    confidence::interval,
    puzzle::Puzzle,
    search::{Observer, Tally},
    text::{counted, grouped},
};
use command_line::{
    Failure, Status, Streams,
    gather::Deadline,
    values::{MAX_THREADS, seconds, whole},
    words,
};
use voltorb_flip::{
    VoltorbFlip,
    model::prior::Level,
    play::simulation::{Bin, MAX_DEALS, Policy, Sample, Simulation},
};
use workbench::{file_error::in_words, threads::processors};

/// Play many rounds dealt as in the game and print how often each policy wins
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quincunx simulate voltorb-flip --level 5 --policy safest-useful
  quincunx simulate voltorb-flip --deals 10000 --threads 4 --json")]
pub struct SimulateArguments {
    /// The puzzle: voltorb-flip
    pub puzzle: String,
    /// The level to deal, 1 to 8 [default: all levels]
    #[arg(long, value_name = "LEVEL", value_parser = |text: &str| whole(text, 1..=8_u8))]
    pub level: Option<u8>,
    /// The number of rounds for each level and policy
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = |text: &str| whole(text, 1..=MAX_DEALS))]
    pub deals: u64,
    #[arg(long, value_name = "KEY", help = format!("The policy that plays: {} [default: all of them]", Policy::KEYS.join(", ")))]
    pub policy: Option<String>,
    /// The seed of the deals; the same seed always deals the same boards
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| whole(text, 0..=u64::MAX))]
    pub seed: u64,
    /// Play on N threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1..=MAX_THREADS))]
    pub threads: Option<usize>,
    /// Stop after this time
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Plays the rounds and prints the results.
pub fn run(arguments: &SimulateArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let plan = Plan::of(arguments)?;
    let deadline = Deadline::after(arguments.time, streams.interrupt);
    let (mut results, mut all) = (Vec::new(), Sample::default());
    for simulation in plan.simulations() {
        let sample = play(&simulation, arguments.threads.unwrap_or_else(processors) as u64, deadline)?;
        if !arguments.json {
            write_line(streams, &simulation, &sample)?;
        }
        all.merge(&sample);
        results.push(LevelReport::of(&simulation, &sample));
    }
    let is_complete = results.iter().all(|result| result.complete);
    if arguments.json {
        let report = Report { puzzle: VoltorbFlip::KEY, seed: arguments.seed, complete: is_complete, results: &results };
        serde_json::to_writer(&mut *streams.output, &report).map_err(io::Error::from)?;
        writeln!(streams.output)?;
    } else {
        write_calibration(streams, &all)?;
    }
    Ok(deadline.status(is_complete))
}

struct Plan<'a> {
    arguments: &'a SimulateArguments,
    levels: Vec<Level>,
    policies: Vec<Policy>,
}

impl<'a> Plan<'a> {
    fn of(arguments: &'a SimulateArguments) -> Result<Self, Failure> {
        let fail = |message: String| Err(Failure::Complaint(message));
        if arguments.puzzle != VoltorbFlip::KEY {
            return fail(format!("quincunx: can't simulate `{}`: only {} can be simulated", arguments.puzzle, VoltorbFlip::KEY));
        }
        let levels = Level::all().filter(|level| arguments.level.is_none_or(|number| level.number() == number)).collect();
        let policies = match arguments.policy.as_deref() {
            None => Policy::ALL.to_vec(),
            Some(key) => match Policy::from_key(key) {
                Some(policy) => vec![policy],
                None => return fail(format!("quincunx: unknown policy `{key}`: choose {}", words::quoted(&Policy::KEYS))),
            },
        };
        Ok(Self { arguments, levels, policies })
    }

    fn simulations(&self) -> impl Iterator<Item = Simulation> + '_ {
        let SimulateArguments { deals, seed, .. } = *self.arguments;
        let all = self.levels.iter().flat_map(|&level| self.policies.iter().map(move |&policy| (level, policy)));
        all.map(move |(level, policy)| Simulation { level, policy, deals, seed })
    }
}

/// Plays the rounds, divided among the threads; the boards don't depend on the number of threads. The sample has fewer rounds if the
/// deadline passed.
fn play(simulation: &Simulation, threads: u64, deadline: Deadline) -> Result<Sample, Failure> {
    let part = |thread: u64| simulation.deals * thread / threads..simulation.deals * (thread + 1) / threads;
    let parts: Vec<Sample> = thread::scope(|scope| {
        let start = |thread| {
            let builder = thread::Builder::new().name(format!("{} simulation {thread}", VoltorbFlip::KEY));
            builder.spawn_scoped(scope, move || play_part(simulation, part(thread), deadline))
        };
        let running: Vec<_> = (0..threads).map(start).collect::<io::Result<_>>()?;
        let ended = running.into_iter().map(thread::ScopedJoinHandle::join);
        ended.collect::<Result<_, _>>().map_err(|_| io::Error::other("the simulation failed"))
    })
    .map_err(|error| Failure::Complaint(words::failed(&in_words(&error))))?;
    let mut whole = Sample::default();
    parts.iter().for_each(|part| whole.merge(part));
    Ok(whole)
}

fn play_part(simulation: &Simulation, rounds: Range<u64>, deadline: Deadline) -> Sample {
    let mut latest = Latest { sample: Sample::default(), deadline };
    // The number of rounds in the sample shows whether it was stopped.
    let _ended = simulation.run_part(rounds, &mut latest);
    latest.sample
}

struct Latest {
    sample: Sample,
    deadline: Deadline,
}

impl Observer<Sample> for Latest {
    fn found(&mut self, sample: Sample) -> ControlFlow<()> {
        self.sample = sample;
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        if self.deadline.has_passed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn write_line(streams: &mut Streams<'_>, simulation: &Simulation, sample: &Sample) -> Result<(), Failure> {
    let Simulation { level, policy, .. } = simulation;
    write!(streams.output, "level {}  {:<13}  ", level.number(), policy.key())?;
    if sample.deals == 0 {
        return Ok(writeln!(streams.output, "not played")?);
    }
    write!(streams.output, "{}", won(sample.rate(), interval(sample.won, sample.deals), sample.won, sample.deals))?;
    if sample.deals < simulation.deals {
        write!(streams.output, "  stopped after {} of {} rounds", grouped(sample.deals), grouped(simulation.deals))?;
    }
    if sample.inexact > 0 {
        write!(streams.output, "  {} not played exactly", counted(sample.inexact, "round"))?;
    }
    Ok(writeln!(streams.output)?)
}

/// How many rounds were won, with the 95 % confidence interval of the rate.
fn won(rate: f64, [low, high]: [f64; 2], won: u64, deals: u64) -> String {
    format!("won {rate:.4}, 95 % interval {low:.4} to {high:.4}  ({} of {})", grouped(won), grouped(deals))
}

/// Writes how often tiles were Voltorbs beside the chances that were predicted, for each tenth of the chance.
fn write_calibration(streams: &mut Streams<'_>, all: &Sample) -> Result<(), Failure> {
    for (index, bin) in all.bins.iter().enumerate().filter(|(_, bin)| 0 < bin.tiles) {
        let (from, to) = (10 * index, 10 * (index + 1));
        let line = calibration(from, to, bin.mean(), bin.observed(), bin.standard_error(), bin.tiles);
        writeln!(streams.output, "{line}")?;
    }
    Ok(())
}

/// How often tiles with a chance of a Voltorb in this range, in percent, were Voltorbs. `predicted`, `seen` and `error` are shares.
fn calibration(from: usize, to: usize, predicted: f64, seen: f64, error: f64, tiles: u64) -> String {
    let [predicted, seen, error] = [predicted, seen, error].map(|share| 100.0 * share);
    let tiles = counted(tiles, "tile");
    format!("Voltorb {from:>2} to {to:>3} %  predicted {predicted:5.1} %  seen {seen:5.1} % ± {error:.1}  ({tiles})")
}

/// The JSON report, a public format. The figures of levels that weren't played are null.
#[derive(Serialize)]
struct Report<'a> {
    puzzle: &'static str,
    seed: u64,
    complete: bool,
    results: &'a [LevelReport],
}

#[derive(Serialize)]
struct LevelReport {
    level: u8,
    policy: &'static str,
    complete: bool,
    deals: u64,
    won: Option<u64>,
    rate: Option<f64>,
    standard_error: Option<f64>,
    /// The ends of the 95 % confidence interval of the rate.
    interval: Option<[f64; 2]>,
    /// The number of rounds played with less than the exact optimum, for lack of memory.
    inexact: Option<u64>,
    calibration: Option<Vec<Calibration>>,
}

/// Face-down tiles with about the same chance of a Voltorb, and the share of them that were Voltorbs.
#[derive(Serialize)]
struct Calibration {
    tiles: u64,
    /// Null if there are no tiles, like the fields below.
    predicted: Option<f64>,
    seen: Option<f64>,
    standard_error: Option<f64>,
}

impl From<&Bin> for Calibration {
    fn from(bin: &Bin) -> Self {
        let of_tiles = |figure: fn(&Bin) -> f64| (0 < bin.tiles).then(|| figure(bin));
        Self {
            tiles: bin.tiles,
            predicted: of_tiles(Bin::mean),
            seen: of_tiles(Bin::observed),
            standard_error: of_tiles(Bin::standard_error),
        }
    }
}

impl LevelReport {
    fn of(simulation: &Simulation, sample: &Sample) -> Self {
        let played = (0 < sample.deals).then_some(sample);
        Self {
            level: simulation.level.number(),
            policy: simulation.policy.key(),
            complete: sample.deals == simulation.deals,
            deals: sample.deals,
            won: played.map(|sample| sample.won),
            rate: played.map(Sample::rate),
            standard_error: played.map(Sample::standard_error),
            interval: played.map(|sample| interval(sample.won, sample.deals)),
            inexact: played.map(|sample| sample.inexact),
            calibration: played.map(|sample| sample.bins.iter().map(Calibration::from).collect()),
        }
    }
}
