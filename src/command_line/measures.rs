//! Measures as they stand on the command line: seconds and millimetres.

use std::time::Duration;

/// A length of at least so many millimetres.
pub fn millimetres(text: &str, least: f32) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (least..=1000.0).contains(number));
    number.ok_or_else(|| format!("millimetres are a number from {least} to 1000, like 20"))
}

/// A time.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || "seconds are a number from 0, like 0.5".to_string();
    let seconds: f64 = text.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}
