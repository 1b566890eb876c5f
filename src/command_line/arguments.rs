//! What may stand on the command line. Commands about one puzzle have their arguments with them.

use std::{path::PathBuf, time::Duration};

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::{
    simulate::SimulateArguments,
    tournament::TournamentArguments,
    triples::TriplesArguments,
    values::{millimetres, seconds},
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

/// Find all solutions and what is known of the position
#[derive(Debug, Args)]
pub struct SolveArguments {
    /// The save file; - is standard input
    pub file: PathBuf,
    /// How to search; the fastest way unless told otherwise
    #[arg(long, value_name = "KEY")]
    pub technique: Option<String>,
    /// Show at most so many solutions
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub limit: usize,
    /// Only count the solutions
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

/// Run every technique on the position: are the solutions the same, and what does each take?
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

/// Draw the position, or a solution on it, as a picture, a sheet or a body
#[derive(Debug, Args)]
pub struct DrawArguments {
    /// The save file; - is standard input
    pub file: PathBuf,
    /// The picture, a name that ends in .svg or .png, or in .gif for one that shows the solution step by step; or a body to be printed, a
    /// name that ends in .stl
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Replace the file if it already exists
    #[arg(long)]
    pub force: bool,
    /// Show this solution, counted from 1 as `solve` lists them
    #[arg(long, alias = "answer", value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub solution: Option<u32>,
    /// Show only so many steps of the solution
    #[arg(long, value_name = "S", requires = "solution")]
    pub step: Option<usize>,
    /// Draw all solutions, small and with their numbers, at most 5000
    #[arg(long, conflicts_with_all = ["solution", "sheet"])]
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
