//! `simulate`: many rounds of Voltorb Flip as the game deals them, played in one way or in all of them.
//!
//! Like `triples`, this is about one puzzle: what is simulated is no position, and needs no save file.

use std::{
    io,
    ops::{ControlFlow, Range},
    thread,
    time::Duration,
};

use clap::Args;
use serde::Serialize;

use super::{Failure, Status, Streams, gather::Deadline, values::seconds};
use crate::{
    puzzle::Puzzle,
    puzzles::voltorb_flip::{
        VoltorbFlip,
        model::prior::Level,
        play::simulation::{Bin, MAX_DEALS, Policy, Sample, Simulation},
    },
    search::{Observer, Tally},
    text::grouped,
    workbench::file_error::alternatives,
};

/// Play many rounds as the game deals them: how often are they won?
#[derive(Debug, Args)]
pub struct SimulateArguments {
    /// What is played: voltorb-flip
    pub puzzle: String,
    /// The level that is dealt, 1 to 8; all of them unless told otherwise
    #[arg(long, value_name = "LEVEL")]
    pub level: Option<u8>,
    /// How many rounds of each level
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub deals: u64,
    #[arg(long, value_name = "KEY", help = format!("How it is played: {}; in all ways unless told otherwise", Policy::KEYS.join(", ")))]
    pub policy: Option<String>,
    /// Which rounds are dealt; the same number always deals the same
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many rounds are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    pub threads: u64,
    /// Stop after so long
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Plays the rounds and prints how often they were won.
pub fn run(arguments: &SimulateArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let plan = Plan::of(arguments)?;
    let (mut results, mut all) = (Vec::new(), Sample::default());
    for simulation in plan.simulations() {
        let sample = play(&simulation, arguments.threads, plan.deadline)?;
        if !arguments.json {
            write_line(streams, &simulation, &sample)?;
        }
        all.merge(&sample);
        results.push(Report::of(&simulation, &sample));
    }
    let is_complete = results.iter().all(|result| result.complete);
    if arguments.json {
        let whole = Whole { puzzle: VoltorbFlip::KEY, seed: arguments.seed, complete: is_complete, results: &results };
        serde_json::to_writer(&mut *streams.output, &whole).map_err(io::Error::from)?;
        writeln!(streams.output)?;
    } else {
        write_calibration(streams, &all)?;
    }
    Ok(if is_complete { Status::Done } else { Status::TimeUp })
}

struct Plan<'a> {
    arguments: &'a SimulateArguments,
    levels: Vec<Level>,
    policies: Vec<Policy>,
    deadline: Deadline,
}

impl<'a> Plan<'a> {
    fn of(arguments: &'a SimulateArguments) -> Result<Self, Failure> {
        let complain = |complaint: String| Err(Failure::Complaint(format!("quincunx: {complaint}")));
        if arguments.puzzle != VoltorbFlip::KEY {
            return complain(format!("`{}` cannot be simulated; only {} can", arguments.puzzle, VoltorbFlip::KEY));
        }
        if !(1..=MAX_DEALS).contains(&arguments.deals) {
            let what = if arguments.deals == 0 { "plays nothing" } else { "is too many rounds" };
            return complain(format!("--deals {} {what}: play 1 to {}", arguments.deals, grouped(MAX_DEALS)));
        }
        let levels = match arguments.level {
            None => Level::all().collect(),
            Some(number) => match Level::new(number) {
                Some(level) => vec![level],
                None => return complain(format!("there is no level {number}: levels are 1 to 8")),
            },
        };
        let policies = match arguments.policy.as_deref() {
            None => Policy::ALL.to_vec(),
            Some(key) => match Policy::from_key(key) {
                Some(policy) => vec![policy],
                None => return complain(format!("there is no policy `{key}`; {}", alternatives(&Policy::KEYS, "policies are"))),
            },
        };
        Ok(Self { arguments, levels, policies, deadline: Deadline::after(arguments.time) })
    }

    fn simulations(&self) -> impl Iterator<Item = Simulation> + '_ {
        let SimulateArguments { deals, seed, .. } = *self.arguments;
        let all = self.levels.iter().flat_map(|&level| self.policies.iter().map(move |&policy| (level, policy)));
        all.map(move |(level, policy)| Simulation { level, policy, deals, seed })
    }
}

/// Plays the rounds, each thread its part of them; which rounds these are does not depend on the threads. What it returns has fewer
/// rounds if the time was up.
fn play(simulation: &Simulation, threads: u64, deadline: Deadline) -> Result<Sample, Failure> {
    let part = |thread: u64| simulation.deals * thread / threads..simulation.deals * (thread + 1) / threads;
    let parts: Vec<Sample> = thread::scope(|scope| {
        let start = |thread| {
            let builder = thread::Builder::new().name(format!("{} simulation {thread}", VoltorbFlip::KEY));
            builder.spawn_scoped(scope, move || play_part(simulation, part(thread), deadline))
        };
        let running: Vec<_> = (0..threads).map(start).collect::<io::Result<_>>()?;
        let ended = running.into_iter().map(thread::ScopedJoinHandle::join);
        ended.collect::<Result<_, _>>().map_err(|_| io::Error::other("a simulation failed"))
    })
    .map_err(|error| Failure::Complaint(format!("quincunx: {error}")))?;
    let mut whole = Sample::default();
    parts.iter().for_each(|part| whole.merge(part));
    Ok(whole)
}

fn play_part(simulation: &Simulation, rounds: Range<u64>, deadline: Deadline) -> Sample {
    let mut latest = Latest { sample: Sample::default(), deadline };
    // That it was stopped shows in the number of its rounds.
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
        if self.deadline.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn write_line(streams: &mut Streams<'_>, simulation: &Simulation, sample: &Sample) -> Result<(), Failure> {
    let Simulation { level, policy, .. } = simulation;
    write!(streams.output, "level {}  {:<13}  ", level.number(), policy.key())?;
    if sample.deals == 0 {
        return Ok(writeln!(streams.output, "not played")?);
    }
    let (won, deals) = (grouped(sample.won), grouped(sample.deals));
    let (rate, error) = (sample.rate(), sample.standard_error());
    write!(streams.output, "won {rate:.4} ± {error:.4}  ({won} of {deals})")?;
    if sample.deals < simulation.deals {
        write!(streams.output, "  stopped after {deals} of {} rounds", grouped(simulation.deals))?;
    }
    if sample.inexact > 0 {
        write!(streams.output, "  {} not played exactly", sample.inexact)?;
    }
    Ok(writeln!(streams.output)?)
}

/// Whether Voltorbs lay as often as the odds said, by what they said.
fn write_calibration(streams: &mut Streams<'_>, all: &Sample) -> Result<(), Failure> {
    let percent = |share: f64| format!("{:5.1} %", 100.0 * share);
    for (index, bin) in all.bins.iter().enumerate().filter(|(_, bin)| 0 < bin.tiles) {
        let (from, to) = (10 * index, 10 * (index + 1));
        let (mean, seen, error) = (percent(bin.mean()), percent(bin.observed()), 100.0 * bin.standard_error());
        let tiles = grouped(bin.tiles);
        writeln!(streams.output, "Voltorb {from:>2} to {to:>3} %  by the odds {mean}  seen {seen} ± {error:.1}  ({tiles} tiles)")?;
    }
    Ok(())
}

/// What programs may rely on. Of what was not played there is nothing to tell but that: it is null.
#[derive(Serialize)]
struct Whole<'a> {
    puzzle: &'static str,
    seed: u64,
    complete: bool,
    results: &'a [Report],
}

#[derive(Serialize)]
struct Report {
    level: u8,
    policy: &'static str,
    complete: bool,
    deals: u64,
    won: Option<u64>,
    rate: Option<f64>,
    standard_error: Option<f64>,
    /// Rounds that were not played quite as well as can be, for want of room.
    inexact: Option<u64>,
    calibration: Option<Vec<Calibration>>,
}

/// Face-down tiles with about the same chance of a Voltorb, and how many of them were one.
#[derive(Serialize)]
struct Calibration {
    tiles: u64,
    /// Null without tiles, as what follows.
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

impl Report {
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
            inexact: played.map(|sample| sample.inexact),
            calibration: played.map(|sample| sample.bins.iter().map(Calibration::from).collect()),
        }
    }
}
