//! `analyse`: finds the best turns of a Virus War position, looking further and further ahead, and prints them with the expected replies.
//!
//! Like `tournament`, a command about a single puzzle.

use std::{
    fmt::Display,
    io,
    ops::ControlFlow::{self, Break, Continue},
    path::PathBuf,
    time::{Duration, Instant},
};

use clap::Args;
use serde::Serialize;

use base::{
    puzzle::Puzzle,
    search::{Observer, Tally},
    text::{counted, duration, grouped, sentence},
};
use command_line::{
    Failure, Status, Streams,
    gather::Deadline,
    input::Input,
    values::{MAX_THREADS, seconds, whole},
};
use virus_war::{
    VirusWar,
    model::{position::Player, standing::End, state::Problem, turn::Turn},
    prospects,
    search::engine::{Engine, Line, Outcome, Prospect, Ranking},
};
use workbench::threads::{NamedThreads, processors};

/// How long it searches, unless `--time` or `--turns` is given.
const SEARCH_TIME: Duration = Duration::from_secs(5);

/// Find the best turns of a Virus War position, with their chances and the expected replies
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quincunx analyse game.ron --time 10 --threads 4
  quincunx analyse game.ron --turns 2000000 --lines 3 --json")]
pub struct AnalyseArguments {
    /// The save file, or - for standard input
    pub file: PathBuf,
    /// Search for this time, or until the outcome is proved [default: 5]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Look at this many turns instead, which on one thread gives the same result each time
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = |text: &str| whole(text, 0..=u64::MAX))]
    pub turns: Option<u64>,
    /// Search on N threads [default: one for each processor; one with --turns]
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1..=MAX_THREADS))]
    pub threads: Option<usize>,
    /// Print at most N lines
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = |text: &str| whole(text, 1..=40_usize))]
    pub lines: usize,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Analyses the position and prints the result.
pub fn run(arguments: &AnalyseArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let input = Input::require(&arguments.file, streams)?;
    let kind = &virus_war::kind();
    let document = input.document(kind)?;
    let problem = input.problem(kind, &document.state)?;
    let problem: &Problem = problem.get();
    let end = End::of(problem);
    let time = if arguments.turns.is_some() { None } else { Some(arguments.time.unwrap_or(SEARCH_TIME)) };
    let (deadline, began) = (Deadline::after(time, streams.interrupt), Instant::now());
    let mut latest = Latest { ranking: None, tally: Tally::default(), turns: arguments.turns.unwrap_or(u64::MAX), deadline };
    // On several threads, it depends on their timing at which turns they look.
    let count = arguments.threads.unwrap_or_else(|| if arguments.turns.is_some() { 1 } else { processors() });
    let threads = NamedThreads { name: format!("{} analysis", VirusWar::KEY), count };
    let flow = Engine::default().search_on(&threads, problem, arguments.lines, &mut latest);
    let elapsed = began.elapsed();
    let Latest { ranking, tally, .. } = latest;
    let is_proved = end.is_some() || ranking.as_ref().is_some_and(|ranking| ranking.outcome.is_some());
    let report = Report::new(problem.mover, is_proved, ranking.as_ref(), &tally, elapsed);
    if arguments.json {
        serde_json::to_writer(&mut *streams.output, &report).map_err(io::Error::from)?;
        writeln!(streams.output)?;
    } else if let Some(end) = end {
        writeln!(streams.output, "{}", sentence(&end.to_string()))?;
    } else {
        report.write_text(streams)?;
    }
    // Searching until the time is up is what the user asked for.
    let status = deadline.status(flow.is_continue());
    Ok(if status == Status::TimeUp { Status::Done } else { status })
}

/// Keeps the last ranking, until the limit or until Ctrl+C is pressed.
struct Latest {
    ranking: Option<Ranking>,
    tally: Tally,
    /// It stops after this many turns.
    turns: u64,
    deadline: Deadline,
}

impl Observer<Ranking> for Latest {
    fn found(&mut self, ranking: Ranking) -> ControlFlow<()> {
        self.ranking = Some(ranking);
        Continue(())
    }

    fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
        self.tally.clone_from(tally);
        if self.turns <= tally.explored || self.deadline.has_passed() { Break(()) } else { Continue(()) }
    }
}

/// The JSON output, whose fields are stable.
#[derive(Serialize)]
struct Report {
    /// Whether it is proved who wins, or that nobody does.
    complete: bool,
    mover: Player,
    outcome: Option<ReportedOutcome>,
    /// How many turns ahead all searched turns were searched.
    depth: u8,
    /// How many turns of the position were searched further than one turn ahead.
    searched: u64,
    /// The number of all turns of the position; null if the search was stopped before it knew.
    turns: Option<u64>,
    lines: Vec<ReportedLine>,
    explored: u64,
    memory: u64,
    elapsed_ns: u128,
}

/// How the game ends if nobody errs. Both are null for a draw.
#[derive(Serialize)]
struct ReportedOutcome {
    /// Whether the mover wins.
    wins: Option<bool>,
    /// After how many turns of both players at the latest.
    turns: Option<u8>,
}

impl From<Outcome> for ReportedOutcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(turns) => Self { wins: Some(true), turns: Some(turns) },
            Outcome::Loss(turns) => Self { wins: Some(false), turns: Some(turns) },
            Outcome::Draw => Self { wins: None, turns: None },
        }
    }
}

#[derive(Serialize)]
struct ReportedLine {
    #[serde(skip)]
    prospect: Prospect,
    turns: Vec<Turn>,
    depth: u8,
    /// The mover's chance of winning; null if an end was seen.
    chance: Option<f64>,
    /// The end that was seen, for the mover.
    end: Option<SeenEnd>,
    /// After how many turns of both players at the latest; null without a proof.
    end_in: Option<u8>,
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
enum SeenEnd {
    Win,
    LikelyWin,
    Draw,
    LikelyLoss,
    Loss,
}

impl ReportedLine {
    fn new(line: &Line) -> Self {
        let prospect = line.prospect();
        let (chance, end, end_in) = match prospect {
            Prospect::Proved(Outcome::Win(turns)) => (None, Some(SeenEnd::Win), Some(turns)),
            Prospect::Proved(Outcome::Loss(turns)) => (None, Some(SeenEnd::Loss), Some(turns)),
            Prospect::Proved(Outcome::Draw) => (None, Some(SeenEnd::Draw), None),
            Prospect::LikelyWin => (None, Some(SeenEnd::LikelyWin), None),
            Prospect::LikelyLoss => (None, Some(SeenEnd::LikelyLoss), None),
            Prospect::Chance(chance) => (Some(chance), None, None),
        };
        Self { prospect, turns: line.turns.clone(), depth: line.depth, chance, end, end_in }
    }
}

impl Report {
    fn new(mover: Player, complete: bool, ranking: Option<&Ranking>, tally: &Tally, elapsed: Duration) -> Self {
        let (depth, searched) = ranking.map_or((0, 0), |ranking| (ranking.depth, ranking.searched));
        Self {
            complete,
            mover,
            outcome: ranking.and_then(|ranking| ranking.outcome).map(ReportedOutcome::from),
            depth,
            searched,
            turns: ranking.map(|ranking| ranking.turns).or_else(|| complete.then_some(0)),
            lines: ranking.map_or(Vec::new(), |ranking| ranking.lines.iter().map(ReportedLine::new).collect()),
            explored: tally.explored,
            memory: tally.memory,
            elapsed_ns: elapsed.as_nanos(),
        }
    }

    fn write_text(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let Some(turns) = self.turns else {
            writeln!(streams.output, "Stopped before anything was found")?;
            return Ok(());
        };
        match &self.outcome {
            Some(ReportedOutcome { wins: Some(wins), turns: Some(turns) }) => {
                let winner = if *wins { self.mover } else { self.mover.other() };
                writeln!(streams.output, "{}", prospects::proved(winner, *turns))?;
            }
            Some(_) => writeln!(streams.output, "{}", prospects::PROVED_DRAW)?,
            None => writeln!(streams.output, "{}", reach(self.mover, self.depth, self.searched, turns))?,
        }
        for (i, line) in self.lines.iter().enumerate() {
            let turns: Vec<String> = line.turns.iter().map(Turn::to_string).collect();
            writeln!(streams.output, "{:3}. {:>11}  {}", i + 1, line.prospect.to_string(), turns.join(" / "))?;
        }
        writeln!(
            streams.output,
            "Looked at {} in {}",
            counted(self.explored, "turn"),
            duration(Duration::from_nanos(self.elapsed_ns as u64))
        )?;
        Ok(())
    }
}

/// How far the search has come.
fn reach(mover: impl Display, depth: u8, searched: u64, turns: u64) -> String {
    let (depth, turns) = (counted(u64::from(depth), "turn"), counted(turns, "turn"));
    format!("{mover} to move: the best {} of {turns} searched, {depth} ahead", grouped(searched))
}
