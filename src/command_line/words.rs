//! What the commands print, in one place: error messages, headings, and lines with numbers. Help texts are the doc comments of the
//! arguments.
//!
//! An error message is one line. It begins with the file that it is about, or with `quincunx:`, and says what to do about it.

use std::{
    fmt::Display,
    io::{self, ErrorKind},
    ops::RangeInclusive,
    path::Path,
};

use crate::{
    book::NoBook,
    text::{Noun, counted, grouped, listed},
};

// Every command

/// The arguments make no sense; the parser says why.
pub fn usage_error(explanation: &str) -> String {
    format!("quincunx: {explanation}")
}

/// A message of the argument parser, which repeats what was typed, with the most similar thing that exists.
pub fn did_you_mean(explanation: &str, similar: &str) -> String {
    format!("{explanation}: did you mean `{similar}`?")
}

/// The first argument isn't a command, and there is no file with this name.
pub fn unknown_command(word: &str, similar: Option<&str>) -> String {
    match similar {
        Some(similar) => usage_error(&did_you_mean(&format!("unknown command `{word}`"), similar)),
        None => usage_error(&format!("`{word}` is neither a command nor a file; run quincunx --help to list the commands")),
    }
}

/// The option is given, but nothing uses it.
pub fn no_effect(option: &str, on: &str) -> String {
    format!("quincunx: {option} has no effect on {on}")
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

/// A folder for results can't be created.
pub fn folder_not_created(path: &Path, error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::AlreadyExists => file_error(path, "already exists; choose a new folder"),
        _ => file_error(path, &format!("can't be created: {error}")),
    }
}

/// The title of a saved game of a tournament: who moved first, and who second.
pub fn game_title(number: u32, first: &str, second: &str) -> String {
    format!("Game {number}: {first} against {second}")
}

/// The note of a saved game.
pub fn game_note(winner: &str, turns: usize) -> String {
    format!("{winner} won in {}.", counted(turns as u64, "turn"))
}

/// What a whole number accepts. A range up to the largest number that the program can store has no upper end for people.
pub fn expected_whole_number<N: Display>(range: &RangeInclusive<N>) -> String {
    let (least, most) = (range.start().to_string(), range.end().to_string());
    match most.parse() {
        Ok(most) if most < u64::from(u32::MAX) => format!("expected a whole number from {least} to {}", grouped(most)),
        _ => format!("expected a whole number, {least} or more"),
    }
}

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

/// The computer has no level with this key.
pub fn unknown_level(key: &str) -> String {
    format!("quincunx: unknown level `{key}`")
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

/// How far a running search is, and how many solutions it has found.
pub fn progress(done: f32, found: &str) -> String {
    format!("{:.0} % searched, {found}", (100.0 * done).floor())
}

/// How many solutions a complete search found, how long it took, and which technique it used.
pub fn found(solutions: &str, elapsed: &str, technique: &str) -> String {
    format!("{solutions} in {elapsed} ({technique})")
}

/// The same for a search that was stopped.
pub fn found_so_far(solutions: &str, elapsed: &str, technique: &str) -> String {
    format!("{solutions} so far, stopped after {elapsed} ({technique})")
}

/// The work of a search, in the units of its technique.
pub fn work(explored: u64, explored_unit: &str, kept: u64, kept_unit: &str) -> String {
    format!("{} {explored_unit}, {} {kept_unit}", grouped(explored), grouped(kept))
}

/// The analysis found something wrong with the position.
pub fn warning(message: &str) -> String {
    format!("Warning: {message}")
}

/// A solution in the list. The detail may be empty.
pub fn solution(number: usize, title: &str, detail: &str) -> String {
    if detail.is_empty() { format!("{number}. {title}") } else { format!("{number}. {title}, {detail}") }
}

/// How many solutions are not listed.
pub fn unlisted(count: u64, noun: Noun) -> String {
    format!("{} more; use --limit N to list up to N {}", grouped(count), noun.plural())
}

// new --difficulty

/// `--difficulty` was given for a puzzle that makes no challenges.
pub fn no_challenges(puzzle: &str) -> String {
    format!("quincunx: --difficulty: {puzzle} has no challenges")
}

/// The figure has no challenge of this grade.
pub fn no_such_challenge(puzzle: &str, preset: Option<&str>, grade: &str) -> String {
    let figure = preset.map_or_else(|| puzzle.to_owned(), |preset| format!("{puzzle} `{preset}`"));
    format!("quincunx: --difficulty: {figure} has no {grade} challenge")
}

// book

/// The puzzle has no challenges to print. `able` are the keys of the puzzles that have some.
pub fn no_books(puzzle: &str, able: &str) -> String {
    format!("quincunx: {puzzle} has no challenges to print; puzzles that have: {able}")
}

/// Why a book can't be made. `figure` is the option that names the figure.
pub fn no_book(why: &NoBook, puzzle: &str, figure: Option<&str>) -> String {
    let figure = figure.map_or_else(|| puzzle.to_owned(), |figure| format!("{puzzle} {figure}"));
    match why {
        NoBook::NoChallenges => no_challenges(puzzle),
        NoBook::NoneOf(grade) => format!("quincunx: --difficulty: {figure} has no {} challenge", grade.key()),
        NoBook::Only(count, grade) => {
            let challenges = counted(*count as u64, &format!("{} challenge", grade.key()));
            format!("quincunx: --count: {figure} has only {challenges} for this seed; ask for fewer")
        }
    }
}

// rate

/// The puzzle rates no positions.
pub fn not_rated(puzzle: &str) -> String {
    format!("quincunx: positions of {puzzle} can't be rated")
}

/// The position has this many solutions, or no fewer if not all are counted.
pub fn not_one_solution(path: &Path, solutions: u64, is_complete: bool) -> String {
    let found = match (solutions, is_complete) {
        (0, _) => "no solution".to_owned(),
        (_, true) => counted(solutions, "solution"),
        (_, false) => format!("at least {}", counted(solutions, "solution")),
    };
    file_error(path, &format!("the position has {found}; only a position with exactly one can be rated"))
}

/// No goal has exactly one turn that reaches it.
pub fn no_only_turn(path: &Path) -> String {
    file_error(path, "no goal has exactly one turn that reaches it, as far as could be decided")
}

/// The grade of a position, and the rater that found it.
pub fn grade(grade: &str, rater: u32) -> String {
    format!("{grade} (rater {rater})")
}

/// How many pieces are placed, or turns made, by steps of one kind.
pub fn rated_steps(count: usize, noun: &str) -> String {
    counted(count as u64, noun)
}

// solve --threads, solve --resume

/// The technique's search can't be divided into tasks. `able` are the keys of the techniques whose search can.
pub fn no_tasks(key: &str, puzzle: &str, able: &[&str]) -> String {
    let remedy = if able.is_empty() { format!("no technique for {puzzle} can") } else { format!("choose {}", quoted(able)) };
    format!("quincunx: technique `{key}` can't use --threads or --resume: {remedy}")
}

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
pub const COLUMNS: [&str; 9] = ["technique", "solutions", "explored", "kept", "memory", "time", "range", "runs", "factor"];

/// The shortest and the longest of several runs.
pub fn range(shortest: &str, longest: &str) -> String {
    format!("{shortest} to {longest}")
}

// draw

/// The name of the output file has none of the known endings.
pub fn unknown_file_type(path: &Path) -> String {
    file_error(path, "unknown file type; use .svg or .png for a picture, .gif for an animation, .stl for a 3D model, or --format")
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
pub fn too_many_solutions(most: u64, noun: Noun) -> String {
    format!("quincunx: --all: the position has more than {}, too many for one picture", noun.counted(most))
}

/// `--solution` was given a number above the count.
pub fn no_such_solution(number: u32, count: u64, noun: Noun) -> String {
    format!("quincunx: --solution {number}: the position has {}", at_most(count, noun))
}

/// `--step` was given a number above the number of steps.
pub fn no_such_step(step: usize, solution: u32, steps: u64) -> String {
    format!("quincunx: --step {step}: solution {solution} has {}", at_most(steps, Noun("step")))
}

fn at_most(count: u64, noun: Noun) -> String {
    if count == 0 { format!("no {}", noun.plural()) } else { format!("only {}", noun.counted(count)) }
}

// list

/// The heading of a puzzle.
pub fn listed_puzzle(key: &str, title: &str) -> String {
    format!("{key}: {title}")
}

// tournament

/// `analyse`
pub mod analyse {
    use std::{fmt::Display, time::Duration};

    use crate::text::{counted, duration, grouped};

    /// How far the search has come.
    pub fn reach(mover: impl Display, depth: u8, searched: u64, turns: u64) -> String {
        let (depth, turns) = (counted(u64::from(depth), "turn"), counted(turns, "turn"));
        format!("{mover} to move: the best {} of {turns} searched, {depth} ahead", grouped(searched))
    }

    pub fn work(turns: u64, time: Duration) -> String {
        format!("Looked at {} in {}", counted(turns, "turn"), duration(time))
    }
}

/// Ctrl+C was pressed before all games were played.
pub fn stopped_after_games(played: u32, wanted: u32) -> String {
    format!("Stopped after {} of {} games", grouped(u64::from(played)), grouped(u64::from(wanted)))
}

/// A player's share of the wins with its 95 % confidence interval, after their number.
pub fn share(share: f64, [low, high]: [f64; 2]) -> String {
    let [share, low, high] = [share, low, high].map(|share| 100.0 * share);
    format!("  {share:5.1} %, 95 % interval {low:.1} to {high:.1} %")
}

// simulate

/// Another puzzle than the one that can be simulated.
pub fn not_simulated(puzzle: &str, only: &str) -> String {
    format!("quincunx: can't simulate `{puzzle}`: only {only} can be simulated")
}

/// There is no policy with this key.
pub fn unknown_policy(key: &str, known: &[&str]) -> String {
    format!("quincunx: unknown policy `{key}`: choose {}", quoted(known))
}

/// The beginning of a line of results.
pub fn level_and_policy(level: u8, policy: &str) -> String {
    format!("level {level}  {policy:<13}  ")
}

/// How many rounds were won, with the 95 % confidence interval of the rate.
pub fn won(rate: f64, [low, high]: [f64; 2], won: u64, deals: u64) -> String {
    format!("won {rate:.4}, 95 % interval {low:.4} to {high:.4}  ({} of {})", grouped(won), grouped(deals))
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

/// A clue or a tile looks like something that contradicts the rest of the board.
pub fn corrected(what: &str, seen: &str, value: &str) -> String {
    format!("Corrected: {what} looks like {seen}, but only {value} agrees with the rest\n")
}

/// Something in a picture is unclear. `confidence` is a share.
pub fn read_in_doubt(what: &str, value: &str, confidence: f32) -> String {
    format!("Check {what}: {value} ({:.0} % certain)\n", 100.0 * confidence)
}
