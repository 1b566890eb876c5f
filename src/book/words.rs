//! What is printed in a book of challenges, beside the pictures.

use std::fmt::Display;

use super::Source;
use crate::text::counted;

/// The name of a book. Some figures are named after their puzzle.
pub fn title(puzzle: &str, figure: Option<&str>) -> String {
    match figure {
        None => puzzle.to_owned(),
        Some(figure) if figure.starts_with(puzzle) => figure.to_owned(),
        Some(figure) => format!("{puzzle}: {figure}"),
    }
}

/// One grade or several.
pub fn grades(easiest: &str, hardest: &str) -> String {
    if easiest == hardest { easiest.to_owned() } else { format!("{easiest} to {hardest}") }
}

/// What is in a book.
pub fn contents(count: usize, grades: &str) -> String {
    format!("{}, {grades}", counted(count as u64, "challenge"))
}

/// The foot of a page.
pub fn footer(title: &str, grades: &str) -> String {
    format!("{title}, {grades}")
}

/// Where the solutions begin.
pub fn solutions_from(page: usize) -> String {
    format!("Solutions from page {page}")
}

/// How hard a challenge is, and how to find it again.
pub fn grade_and_seed(grade: &str, seed: u64) -> String {
    format!("{grade}, seed {seed}")
}

/// The command that makes a book.
pub fn command(puzzle: &str, figure: Option<&str>, grades: impl Display, count: usize, seed: u64, paper: &str) -> String {
    let figure = figure.map(|figure| format!(" {figure}")).unwrap_or_default();
    format!("quincunx book {puzzle}{figure} --difficulty {grades} --count {count} --seed {seed} --paper {paper} -o book.pdf")
}

/// The option that names a figure: a preset.
pub fn preset_option(key: &str) -> String {
    format!("--preset {key}")
}

/// The option that names a figure: a file, in quotes if a shell needs them.
pub fn figure_option(path: &str) -> String {
    let is_plain = path.chars().all(|character| character.is_alphanumeric() || "-_./\\:".contains(character));
    if is_plain { format!("--figure {path}") } else { format!("--figure \"{path}\"") }
}

/// What makes the same book again.
pub fn imprint(version: &str, rater: u32, source: &Source) -> String {
    let how = match source {
        Source::Default | Source::Option(_) => "This command makes the same book:",
        Source::Unsaved => "If you save the figure, this command makes the same book from its file:",
    };
    format!("Made by Quincunx {version} with rating rules {rater}. {how}")
}
