//! The arguments of the command line. A command about one puzzle declares its arguments in its own file.

use std::{fmt, num::NonZeroUsize, path::PathBuf, time::Duration};

use clap::{
    Args, Parser, Subcommand, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};

use super::{
    OwnCommands,
    book::BookArguments,
    input::ChosenProblem,
    values::{MAX_THREADS, bed, millimetres, part, seconds, whole},
};
use base::{challenge::Grade, look::Theme, mesh::PrintSettings};
use export::png::MAX_SIDE;

/// A workbench for combinatorial puzzles: edit a position, find its solutions, and see how they were found.
///
/// Without a command, Quincunx opens its window. To open a file whose name is also a command, write ./NAME.
#[derive(Debug, Parser)]
#[command(
    name = "quincunx",
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  quincunx cube.puzzle.ron
  quincunx list
  quincunx new meteor --seed 7 -o meteor.puzzle.ron
  quincunx solve meteor.puzzle.ron
  quincunx help solve"
)]
pub struct Arguments<Own: OwnCommands> {
    #[command(subcommand)]
    pub command: Option<Command<Own>>,
    /// Save files to show in the window that is open already, or else in a new one
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Open a window even if one is open already
    #[arg(long)]
    pub new_window: bool,
    /// Open a new window, and add what happens in it to the end of this file
    #[arg(long, value_name = "LOG")]
    pub log: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum Command<Own: OwnCommands> {
    Solve(SolveArguments),
    Merge(MergeArguments),
    Compare(CompareArguments),
    Draw(DrawArguments),
    Check(CheckArguments),
    Convert(ConvertArguments),
    New(NewArguments),
    Book(BookArguments),
    Rate(RateArguments),
    List(ListArguments),
    #[command(flatten)]
    Own(Own),
    #[command(hide = true)]
    Generate(GenerateArguments),
}

/// Find the solutions of a position and print what is known about it
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quincunx solve cube.puzzle.ron
  quincunx solve cube.puzzle.ron --technique sorted --limit 3
  quincunx new soma --preset bedlam | quincunx solve - --count --threads 2 --resume search.ron
  quincunx solve meteor.puzzle.ron --time 0.5 --json")]
pub struct SolveArguments {
    /// The save file, or - for standard input
    pub file: PathBuf,
    #[command(flatten)]
    pub chosen: ChosenProblem,
    /// The search technique [default: the puzzle's fastest]
    #[arg(long, value_name = "KEY")]
    pub technique: Option<String>,
    /// List at most N solutions
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = |text: &str| whole(text, 0..=usize::MAX))]
    pub limit: usize,
    /// Only count the solutions
    #[arg(long, conflicts_with = "limit")]
    pub count: bool,
    /// Search on N threads, if the technique can [default: one for each processor; one with --shard]
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1..=MAX_THREADS))]
    pub threads: Option<usize>,
    /// Save the search in this file every second, and resume it from there if the file exists
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Search only part K of N, which need no contact, and save its result with -o; `merge` puts all parts together
    #[arg(long, value_name = "K/N", requires_all = ["count", "output"], conflicts_with = "resume", value_parser = part)]
    pub shard: Option<[usize; 2]>,
    /// The file for the part, from which it is resumed if the file exists
    #[arg(short, long, value_name = "PART", requires = "shard")]
    pub output: Option<PathBuf>,
    /// Stop after this time, print what was found so far, and exit with status 3
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print exactly the output that the puzzle's contest requires
    #[arg(long, conflicts_with_all = ["limit", "count", "threads", "resume", "shard", "time", "json"])]
    pub contest: bool,
}

/// Put the parts of a search together, which `solve --shard` has made
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quincunx merge part-*.ron
  quincunx merge part-1.ron part-2.ron --json")]
pub struct MergeArguments {
    /// The files of all parts
    #[arg(required = true, value_name = "PART")]
    pub parts: Vec<PathBuf>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Run every technique on a position and compare their solutions, work and time
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quincunx compare cube.puzzle.ron
  quincunx new meteor --preset two-pins | quincunx compare - --warmup 3 --runs 20 --json")]
pub struct CompareArguments {
    /// The save file, or - for standard input
    pub file: PathBuf,
    #[command(flatten)]
    pub chosen: ChosenProblem,
    /// Stop each run of a technique after this time [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Run each technique N times before it is measured [default: 1, and 0 if it takes longer than 0.5 s]
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, NonZeroUsize::MIN..=NonZeroUsize::MAX))]
    pub warmup: Option<NonZeroUsize>,
    /// Measure N runs of each technique [default: 3 to 31 in 0.1 s, and 1 if it takes longer than 0.5 s]
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, NonZeroUsize::MIN..=NonZeroUsize::MAX))]
    pub runs: Option<NonZeroUsize>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Draw a position or a solution as a picture, an animation, a printable sheet or a 3D model
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quincunx draw cube.puzzle.ron -o cube.svg --solution 1
  quincunx draw cube.puzzle.ron -o cube.gif --solution 1 --size 400
  quincunx draw cube.puzzle.ron -o cube.stl --solution 1 --apart
  quincunx new set --seed 1 | quincunx draw - -o - --format png --theme light")]
pub struct DrawArguments {
    /// The save file, or - for standard input
    pub file: PathBuf,
    /// The file to write: .svg or .png for a picture, .gif for a solution step by step, .stl for a 3D model, .pdf for a sheet; or -
    /// for standard output
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    #[command(flatten)]
    pub chosen: ChosenProblem,
    /// The format to write [default: by the name of the file]
    #[arg(long, value_enum)]
    pub format: Option<FormatName>,
    /// Replace the output file if it exists
    #[arg(long)]
    pub force: bool,
    /// Show solution K, counted from 1 in the order in which `solve` lists them
    #[arg(long, alias = "answer", value_name = "K", value_parser = |text: &str| whole(text, 1..=u32::MAX))]
    pub solution: Option<u32>,
    /// Show only the first S steps of the solution
    #[arg(long, value_name = "S", requires = "solution", value_parser = |text: &str| whole(text, 0..=usize::MAX))]
    pub step: Option<usize>,
    /// Draw all solutions on one numbered sheet (at most 5,000)
    #[arg(long, conflicts_with_all = ["solution", "sheet"])]
    pub all: bool,
    /// Draw the printable sheet, for puzzles that have one (Soma: its layers, with numbered pieces; flat boards: with the pieces below)
    #[arg(long)]
    pub sheet: bool,
    #[arg(long, value_name = "MM", help = millimetres_help("The size of a cell of the 3D model", PrintSettings::default().cell_mm), value_parser = |text: &str| millimetres(text, 0.1))]
    pub cell: Option<f32>,
    #[arg(long, value_name = "MM", help = millimetres_help("The gap between the pieces of the 3D model", PrintSettings::default().gap_mm), value_parser = |text: &str| millimetres(text, 0.0))]
    pub gap: Option<f32>,
    /// Place the pieces of the 3D model side by side
    #[arg(long)]
    pub apart: bool,
    /// Lay the pieces on printer beds of this size in millimetres, such as 220x220: one file, or OUT-plate-1.stl, OUT-plate-2.stl …
    #[arg(long, value_name = "WxD", conflicts_with = "apart", value_parser = bed)]
    pub bed: Option<[f32; 2]>,
    /// Write a 3D model of each piece to a file of its own: OUT-piece-1-A.stl, and so on
    #[arg(long, conflicts_with_all = ["apart", "bed"])]
    pub pieces: bool,
    #[arg(long, value_name = "PX", help = format!("The longer side of the picture, in pixels [default: {DEFAULT_SIZE}]"), value_parser = |text: &str| whole(text, 1..=MAX_SIDE))]
    pub size: Option<u32>,
    /// The colours of the picture [default: dark]
    #[arg(long, value_enum)]
    pub theme: Option<ThemeName>,
}

/// The longer side of a picture, unless `--size` is given.
pub const DEFAULT_SIZE: u32 = 1024;

fn millimetres_help(what: &str, default: f32) -> String {
    format!("{what}, in millimetres [default: {default}]")
}

/// Check save files and report every error with its line and column
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quincunx check cube.puzzle.ron meteor.puzzle.ron
  quincunx new soma | quincunx check -")]
pub struct CheckArguments {
    /// The save files, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// Convert between save files and BurrTools' .xmpuzzle files
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quincunx convert burr.xmpuzzle -o burr.puzzle.ron
  quincunx convert burr.xmpuzzle --problem 2 -o - | quincunx solve -
  quincunx convert cube.puzzle.ron -o cube.xmpuzzle")]
pub struct ConvertArguments {
    /// The file to read, or - for standard input
    pub file: PathBuf,
    /// The file to write: .xmpuzzle for BurrTools, any other name for a save file; or - for standard output, in the other form
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    #[command(flatten)]
    pub chosen: ChosenProblem,
    /// Replace the output file if it exists
    #[arg(long)]
    pub force: bool,
}

/// Write a new save file: an empty board, a preset, a random position or a challenge
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quincunx new soma --preset cube -o cube.puzzle.ron
  quincunx new meteor --seed 7
  quincunx new soma --preset sofa --difficulty hard --seed 7 -o challenge.puzzle.ron")]
pub struct NewArguments {
    /// The puzzle
    pub puzzle: String,
    /// Start from this preset
    #[arg(long, value_name = "NAME")]
    pub preset: Option<String>,
    /// Deal a random position; the same seed always deals the same position
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 0..=u64::MAX))]
    pub seed: Option<u64>,
    /// Make a challenge of this grade, with the figure and the pieces of the preset or the save file
    #[arg(long, value_name = "GRADE", requires = "seed", value_parser = grade())]
    pub difficulty: Option<Grade>,
    /// Take the figure and the pieces of this save file, or of standard input if it is -
    #[arg(long, value_name = "FILE", conflicts_with = "preset", requires = "difficulty")]
    pub figure: Option<PathBuf>,
    /// The file to write, or - for standard output [default: -]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the output file if it exists
    #[arg(long, requires = "output")]
    pub force: bool,
}

fn grade() -> impl TypedValueParser<Value = Grade> {
    PossibleValuesParser::new(Grade::ALL.map(Grade::key)).try_map(|key| {
        let grade = Grade::ALL.into_iter().find(|grade| grade.key() == key);
        grade.ok_or(fmt::Error)
    })
}

/// Rate how hard a position is for a person, and list the steps that solve it
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quincunx rate challenge.puzzle.ron
  quincunx new meteor --difficulty expert --seed 7 | quincunx rate - --json")]
pub struct RateArguments {
    /// The save file, or - for standard input
    pub file: PathBuf,
    #[command(flatten)]
    pub chosen: ChosenProblem,
    /// Explain each step: which piece it places where, and why
    #[arg(long)]
    pub steps: bool,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// List the keys of puzzles, techniques and presets
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quincunx list
  quincunx list soma --json")]
pub struct ListArguments {
    /// Only this puzzle
    pub puzzle: Option<String>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Write the manual pages and the shell completions, for packages
#[derive(Debug, Args)]
pub struct GenerateArguments {
    /// The folder to write them to
    pub folder: PathBuf,
}

/// The name of an output format on the command line, which is the usual ending of its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    Svg,
    Png,
    Gif,
    Stl,
    Pdf,
}

/// The name of a theme on the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ThemeName {
    Light,
    #[default]
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
