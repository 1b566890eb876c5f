//! What is printed in a book of challenges, beside the pictures.

use std::fmt::Display;

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
