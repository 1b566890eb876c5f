//! What may stand on the command line.

use std::{path::PathBuf, time::Duration};

use clap::{Args, Parser, Subcommand, ValueEnum, builder::PossibleValuesParser};

use super::{
    simulate::POLICY_KEYS,
    tournament::{LEVEL_KEYS, MOVES, SIDES},
    triples::TECHNIQUE_KEYS,
};
use crate::{export::png::MAX_SIDE, look::Theme, mesh::Making, puzzles::KEYS};

/// A workbench for puzzles that are searched.
///
/// Without a command it opens its window. A file that is named like a command is opened as ./NAME.
#[derive(Debug, Parser)]
#[command(name = "quincunx", version, args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Save files to open in the window
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Solve(SolveArguments),
    Compare(CompareArguments),
    Draw(DrawArguments),
    Check(CheckArguments),
    New(NewArguments),
    Triples(TriplesArguments),
    Tournament(TournamentArguments),
    Simulate(SimulateArguments),
}

/// Find all answers and what is known of the position
#[derive(Debug, Args)]
pub struct SolveArguments {
    /// The save file; - is standard input
    pub file: PathBuf,
    /// How to search; the fastest way unless told otherwise
    #[arg(long, value_name = "KEY")]
    pub technique: Option<String>,
    /// Show at most so many answers
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub limit: usize,
    /// Only count the answers
    #[arg(long)]
    pub count: bool,
    /// Search on so many threads, if the technique can
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Keep the search in this save file while it runs, and go on with it if it is there: also after the process was killed
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Stop after this time; 0 stops at once. What was found so far is shown, and the exit status is 3
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print exactly what a contest for this puzzle asks for
    #[arg(long, conflicts_with_all = ["limit", "count", "threads", "resume", "time", "json"])]
    pub contest: bool,
}

/// Run every technique on the position: are the answers the same, and what does each take?
#[derive(Debug, Args)]
pub struct CompareArguments {
    /// The save file; - is standard input
    pub file: PathBuf,
    /// Stop each technique after so long; a minute unless told otherwise
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Draw the position, or an answer on it, as a picture, a sheet or a body
#[derive(Debug, Args)]
pub struct DrawArguments {
    /// The save file; - is standard input
    pub file: PathBuf,
    /// The picture, a name that ends in .svg or .png, or in .gif for one that shows the answer step by step; or a body to be printed, a
    /// name that ends in .stl
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Replace the file if it already exists
    #[arg(long)]
    pub force: bool,
    /// Show this answer, counted from 1 as `solve` lists them
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub answer: Option<u32>,
    /// Show only so many steps of the answer
    #[arg(long, value_name = "S", requires = "answer")]
    pub step: Option<usize>,
    /// Draw all answers, small and with their numbers, at most 5000
    #[arg(long, conflicts_with_all = ["answer", "sheet"])]
    pub all: bool,
    /// Draw the sheet to be printed, where the puzzle has one: Soma's layers with numbered pieces
    #[arg(long)]
    pub sheet: bool,
    /// In a body, the side of a cell in millimetres
    #[arg(long, value_name = "MM", default_value_t = Making::default().cell_mm, value_parser = |text: &str| millimetres(text, 0.1))]
    pub cell: f32,
    /// In a body, how far apart pieces are, in millimetres
    #[arg(long, value_name = "MM", default_value_t = Making::default().gap_mm, value_parser = |text: &str| millimetres(text, 0.0))]
    pub gap: f32,
    /// In a body, lay the pieces out one beside the other
    #[arg(long)]
    pub apart: bool,
    /// The longer side, in pixels
    #[arg(long, value_name = "PX", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_SIDE)))]
    pub size: u32,
    /// Dark text on light ground, or light on dark
    #[arg(long, value_enum, default_value_t = ThemeName::Dark)]
    pub theme: ThemeName,
}

/// Say what is wrong with files, with line and column
#[derive(Debug, Args)]
pub struct CheckArguments {
    /// The save files; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// Write a save file: an empty board, a preset, or a random one
#[derive(Debug, Args)]
pub struct NewArguments {
    #[arg(help = format!("Which puzzle: {}", KEYS.join(", ")))]
    pub puzzle: String,
    /// A ready-made one of this name
    #[arg(long, value_name = "NAME", conflicts_with = "seed")]
    pub preset: Option<String>,
    /// A random one; the same number always gives the same
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Where it goes; standard output unless told otherwise
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the file if it already exists
    #[arg(long, requires = "output")]
    pub force: bool,
}

/// Remove triples that are permutations of earlier ones
#[derive(Debug, Args)]
pub struct TriplesArguments {
    /// A list like ((1 2 3) (1 3 4)), [(1, 2, 3), (1, 3, 4)] or plain numbers; - is standard input
    #[arg(default_value = "-")]
    pub file: PathBuf,
    #[arg(long, value_name = "KEY", help = format!("How: {}", TECHNIQUE_KEYS.join(", ")))]
    pub technique: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Let two levels of Virus War's computer play one another with sides changed
#[derive(Debug, Args)]
pub struct TournamentArguments {
    /// Begins the first game, and then every other one
    #[arg(value_parser = PossibleValuesParser::new(LEVEL_KEYS))]
    pub first: String,
    /// Begins the games between
    #[arg(value_parser = PossibleValuesParser::new(LEVEL_KEYS))]
    pub second: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// The side of the board
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(SIDES))]
    pub side: u8,
    /// The moves of a turn
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(MOVES))]
    pub moves: u8,
    /// The games differ by it; the same number gives the same games, unless a time limits them
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How long the deep level may think about a turn
    #[arg(long, value_name = "SECONDS", default_value = "0.1", value_parser = seconds)]
    pub time: Duration,
    /// Or how many turns it may look at
    #[arg(long, value_name = "N", conflicts_with = "time")]
    pub turns: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

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
    #[arg(long, value_name = "KEY", help = format!("How it is played: {}; in all ways unless told otherwise", POLICY_KEYS.join(", ")))]
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

/// A theme as it is named on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ThemeName {
    Light,
    Dark,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Self {
        match name {
            ThemeName::Light => Self::Light,
            ThemeName::Dark => Self::Dark,
        }
    }
}

fn millimetres(text: &str, least: f32) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (least..=1000.0).contains(number));
    number.ok_or_else(|| format!("millimetres are a number from {least} to 1000, like 20"))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || "seconds are a number from 0, like 0.5".to_string();
    let seconds: f64 = text.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}
