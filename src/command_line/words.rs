//! What the commands print, in one place: error messages, headings, and lines with numbers. Help texts are the doc comments of the
//! arguments.
//!
//! An error message is one line. It begins with the file that it is about, or with `quincunx:`, and says what to do about it.

use std::{fmt::Display, path::Path};

use crate::text::{counted, grouped, listed};

// Every command

/// The arguments make no sense; the parser says why.
pub fn usage_error(explanation: &str) -> String {
    format!("quincunx: {explanation}")
}

/// Standard output can't be written.
pub fn output_unwritable(error: &impl Display) -> String {
    format!("quincunx: can't write the output: {error}")
}

/// Something failed that the user can do nothing about.
pub fn failed(error: &impl Display) -> String {
    format!("quincunx: {error}")
}

/// A file has an error that is at no particular line.
pub fn file_error(path: &Path, message: &str) -> String {
    format!("{}: {message}", path.display())
}

/// A file has an error at this line and column, in the form that editors understand.
pub fn file_error_at(path: &Path, line: usize, column: usize, message: &str) -> String {
    format!("{}:{line}:{column}: {message}", path.display())
}

/// The output file exists, and `--force` was not given.
pub fn file_exists(path: &Path) -> String {
    file_error(path, "already exists; use --force to replace it")
}

/// What `--time` and other times accept.
pub const EXPECTED_SECONDS: &str = "expected a number of seconds that isn't negative, such as 0.5";

/// What lengths accept.
pub fn expected_millimetres(least: f32) -> String {
    format!("expected a number of millimetres from {least} to 1000, such as 20")
}

/// The puzzle's title, with the title of the document if it has one.
pub fn heading(puzzle: &str, title: Option<&str>) -> String {
    title.map_or_else(|| puzzle.to_owned(), |title| format!("{puzzle}: {title}"))
}

/// There is no puzzle with this key.
pub fn unknown_puzzle(key: &str, known: &[&str]) -> String {
    format!("quincunx: unknown puzzle `{key}`: choose {}", quoted(known))
}

/// The puzzle has no technique with this key.
pub fn unknown_technique(key: &str, puzzle: &str, known: &[&str]) -> String {
    format!("quincunx: unknown technique `{key}` for {puzzle}: choose {}", quoted(known))
}

/// The puzzle has no preset with this key.
pub fn unknown_preset(key: &str, puzzle: &str, known: &[&str]) -> String {
    format!("quincunx: unknown preset `{key}` for {puzzle}: choose {}", quoted(known))
}

fn quoted(keys: &[&str]) -> String {
    listed(keys.iter().map(|key| format!("`{key}`")), "or")
}

// solve

/// `--contest` was given for a puzzle without a contest.
pub fn no_contest(puzzle: &str) -> String {
    format!("quincunx: --contest: {puzzle} has no contest output")
}

/// How many solutions a complete search found, how long it took, and which technique it used.
pub fn found(count: u64, elapsed: &str, technique: &str) -> String {
    format!("{} in {elapsed} ({technique})", counted(count, "solution"))
}

/// The same for a search that was stopped.
pub fn found_so_far(count: u64, elapsed: &str, technique: &str) -> String {
    format!("{} so far, stopped after {elapsed} ({technique})", counted(count, "solution"))
}

/// The work of a search, in the units of its technique.
pub fn work(explored: u64, explored_unit: &str, kept: u64, kept_unit: &str) -> String {
    format!("{} {explored_unit}, {} {kept_unit}", grouped(explored), grouped(kept))
}

/// The analysis found something wrong with the position.
pub fn warning(message: &str) -> String {
    format!("Warning: {message}")
}

/// The heading of facts that are incomplete. Without it, what the analysis counted would look like what the search found.
pub const KNOWN_SO_FAR: &str = "Known so far, from the search and the live analysis:";

/// A solution in the list. The detail may be empty.
pub fn solution(number: usize, title: &str, detail: &str) -> String {
    if detail.is_empty() { format!("{number}. {title}") } else { format!("{number}. {title}, {detail}") }
}

/// How many solutions are not listed.
pub fn unlisted(count: u64) -> String {
    format!("{} more; use --limit N to list up to N solutions", grouped(count))
}

// solve --threads, solve --resume

/// The technique's search can't be divided into tasks. `able` are the keys of the techniques whose search can.
pub fn no_tasks(key: &str, puzzle: &str, able: &[&str]) -> String {
    let remedy = if able.is_empty() { format!("no technique for {puzzle} can") } else { format!("choose {}", quoted(able)) };
    format!("quincunx: technique `{key}` can't use --threads or --resume: {remedy}")
}

/// The file named by `--resume` contains another position.
pub const OTHER_POSITION: &str = "contains a different position";

/// The file named by `--resume` contains a search by another technique.
pub fn other_technique(saved: &str, wanted: &str) -> String {
    format!("contains a search by technique `{saved}`, not `{wanted}`")
}

/// The search panicked.
pub fn search_failed(message: &str) -> String {
    format!("quincunx: the search failed: {message}")
}

// compare

/// The headings of the columns.
pub const COLUMNS: [&str; 7] = ["technique", "solutions", "explored", "kept", "memory", "time", "factor"];

/// A technique found other solutions than the one that it is compared with.
pub const OTHER_SOLUTIONS: &str = "different solutions";

// draw

/// The name of the output file has none of the known endings.
pub fn unknown_file_type(path: &Path) -> String {
    file_error(path, "unknown file type; use .svg or .png for a picture, .gif for an animation, .stl for a 3D model")
}

/// `--sheet` was given for a puzzle without one.
pub fn no_sheet(puzzle: &str) -> String {
    format!("quincunx: --sheet: {puzzle} has no printable sheet")
}

/// A 3D model was asked for, and the puzzle has none.
pub fn no_model(puzzle: &str) -> String {
    format!("quincunx: {puzzle} has no 3D model; choose .svg, .png or .gif")
}

/// An option that makes a picture was given together with the name of a 3D model.
pub fn needs_a_picture(option: &str) -> String {
    format!("quincunx: {option}: a 3D model can't show this; choose .svg or .png")
}

/// `--all` was given for a position with more solutions than fit.
pub fn too_many_solutions(most: u64) -> String {
    format!("quincunx: --all: the position has more than {} solutions, too many for one picture", grouped(most))
}

/// `--solution` was given a number above the count.
pub fn no_such_solution(number: u32, count: u64) -> String {
    format!("quincunx: --solution {number}: the position has {}", at_most(count, "solution"))
}

/// `--step` was given a number above the number of steps.
pub fn no_such_step(step: usize, solution: u32, steps: u64) -> String {
    format!("quincunx: --step {step}: solution {solution} has {}", at_most(steps, "step"))
}

fn at_most(count: u64, noun: &str) -> String {
    if count == 0 { format!("no {noun}s") } else { format!("only {}", counted(count, noun)) }
}

// check

/// Nothing is wrong with the file.
pub const FILE_IS_OK: &str = "ok";

// simulate

/// Another puzzle than the one that can be simulated.
pub fn not_simulated(puzzle: &str, only: &str) -> String {
    format!("quincunx: can't simulate `{puzzle}`: only {only} can be simulated")
}

/// `--deals` is out of range.
pub fn deals_out_of_range(deals: u64, most: u64) -> String {
    format!("quincunx: --deals {deals}: choose 1 to {}", grouped(most))
}

/// `--level` is out of range.
pub fn level_out_of_range(level: u8) -> String {
    format!("quincunx: --level {level}: choose 1 to 8")
}

/// There is no policy with this key.
pub fn unknown_policy(key: &str, known: &[&str]) -> String {
    format!("quincunx: unknown policy `{key}`: choose {}", quoted(known))
}

/// A thread of the simulation panicked.
pub const SIMULATION_FAILED: &str = "the simulation failed";

/// The beginning of a line of results.
pub fn level_and_policy(level: u8, policy: &str) -> String {
    format!("level {level}  {policy:<13}  ")
}

/// The time was up before the first round.
pub const NOT_PLAYED: &str = "not played";

/// How many rounds were won, with the standard error of the rate.
pub fn won(rate: f64, error: f64, won: u64, deals: u64) -> String {
    format!("won {rate:.4} ± {error:.4}  ({} of {})", grouped(won), grouped(deals))
}

/// The time was up before all rounds were played.
pub fn stopped_after(played: u64, wanted: u64) -> String {
    format!("  stopped after {} of {} rounds", grouped(played), grouped(wanted))
}

/// How many rounds were played with less than the exact optimum, for lack of memory.
pub fn not_exact(rounds: u64) -> String {
    format!("  {} not played exactly", counted(rounds, "round"))
}

/// How often tiles with a chance of a Voltorb in this range, in percent, were Voltorbs. `predicted`, `seen` and `error` are shares.
pub fn calibration(from: usize, to: usize, predicted: f64, seen: f64, error: f64, tiles: u64) -> String {
    let [predicted, seen, error] = [predicted, seen, error].map(|share| 100.0 * share);
    let tiles = counted(tiles, "tile");
    format!("Voltorb {from:>2} to {to:>3} %  predicted {predicted:5.1} %  seen {seen:5.1} % ± {error:.1}  ({tiles})")
}

// read

/// A clue looks like something that contradicts the rest of the board.
pub fn clue_corrected(line: &str, seen: &str, value: &str) -> String {
    format!("Corrected: {line} looks like {seen}, but only {value} agrees with the rest\n")
}

/// Something in a picture is unclear. `confidence` is a share.
pub fn read_in_doubt(what: &str, value: &str, confidence: f32) -> String {
    format!("Check {what}: {value} ({:.0} % certain)\n", 100.0 * confidence)
}
