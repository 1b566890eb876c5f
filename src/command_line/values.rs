//! Argument values: whole numbers and numbers with a unit. What they accept is said in plain words, not in those of Rust.

use std::{fmt::Display, ops::RangeInclusive, str::FromStr, time::Duration};

use base::text::grouped;

/// The most threads that a command uses. More threads than the processor has cores make no search faster.
pub const MAX_THREADS: usize = 256;

/// Parses a whole number in this range.
///
/// # Errors
/// The values that are accepted, if `text` isn't one of them.
pub fn whole<N: Display + FromStr + PartialOrd>(text: &str, range: RangeInclusive<N>) -> Result<N, String> {
    text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| expected_whole_number(&range))
}

/// What a whole number accepts. A range up to the largest number that the program can store has no upper end for people.
fn expected_whole_number<N: Display>(range: &RangeInclusive<N>) -> String {
    let (least, most) = (range.start().to_string(), range.end().to_string());
    match most.parse() {
        Ok(most) if most < u64::from(u32::MAX) => format!("expected a whole number from {least} to {}", grouped(most)),
        _ => format!("expected a whole number, {least} or more"),
    }
}

/// The most parts of a search.
const MOST_PARTS: usize = 10_000;

/// Parses the number of a part and the number of parts.
///
/// # Errors
/// The values that are accepted, if `text` isn't one of them.
pub fn part(text: &str) -> Result<[usize; 2], String> {
    let numbers = text.split_once('/').and_then(|(number, of)| Some([number.parse().ok()?, of.parse().ok()?]));
    numbers
        .filter(is_part)
        .ok_or_else(|| format!("expected a part and the number of parts, at most {}, such as 3/10", grouped(MOST_PARTS as u64)))
}

/// Whether these are the number of a part and the number of parts.
pub fn is_part(&[number, of]: &[usize; 2]) -> bool {
    (1..=of).contains(&number) && of <= MOST_PARTS
}

/// Parses a length from `least` to 1000 millimetres.
///
/// # Errors
/// The values that are accepted, if `text` isn't one of them.
pub fn millimetres(text: &str, least: f32) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (least..=1000.0).contains(number));
    number.ok_or_else(|| format!("expected a number of millimetres from {least} to 1000, such as 20"))
}

/// Parses the width and the depth of a printer's bed, in millimetres.
///
/// # Errors
/// The values that are accepted, if `text` isn't one of them.
pub fn bed(text: &str) -> Result<[f32; 2], String> {
    let (width, depth) = text.split_once('x').ok_or("expected a width and a depth in millimetres, such as 220x220")?;
    Ok([millimetres(width, 1.0)?, millimetres(depth, 1.0)?])
}

/// Parses a number of seconds, 0 or more.
///
/// # Errors
/// The values that are accepted, if `text` isn't one of them.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let expected = || "expected a number of seconds that isn't negative, such as 0.5".to_owned();
    let seconds: f64 = text.parse().map_err(|_| expected())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| expected())
}
