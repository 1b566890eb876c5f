//! Formats numbers for people, and makes text safe to print.

use std::{
    borrow::Cow,
    fmt::{self, Display, Formatter},
    path::Path,
    time::Duration,
};

/// Formats a number with its digits in groups of three: 3,096,168.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a duration with three significant digits and a unit: 3.10 ms.
pub fn duration(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    let (value, unit) = match seconds {
        ..1e-6 => (seconds * 1e9, "ns"),
        ..1e-3 => (seconds * 1e6, "µs"),
        ..1.0 => (seconds * 1e3, "ms"),
        _ => (seconds, "s"),
    };
    let decimals = match value {
        100.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    format!("{value:.decimals$} {unit}")
}

/// Formats the time of a game as minutes and seconds, or with hours: 1:05, 1:00:07.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds / 3_600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

/// Formats the share of a search that is done, from 0 to 1: "12 %".
pub fn share(done: f32) -> String {
    let percent = 100.0 * done;
    match percent {
        ..=0.0 => "0 %".to_owned(),
        ..0.01 => "under 0.01 %".to_owned(),
        ..1.0 => format!("{:.2} %", (100.0 * percent).floor() / 100.0),
        _ => format!("{:.0} %", percent.floor()),
    }
}

/// Says how long a search will still take at the speed so far: "about 3 hours left". It took this time to get from one share of its work to
/// another. None after a short time, or if nearly nothing was gained, where that isn't known.
pub fn time_left(elapsed: Duration, from: f32, to: f32) -> Option<String> {
    const SOON: Duration = Duration::from_secs(2);
    let seconds = elapsed.as_secs_f64() * f64::from(1.0 - to) / f64::from(to - from);
    if elapsed < SOON || to <= from || 1.0 <= to {
        return None;
    }
    let units = [(31_557_600.0, "year"), (86_400.0, "day"), (3_600.0, "hour"), (60.0, "minute"), (1.0, "second")];
    // 90 minutes say more than an hour or two.
    let (size, unit) = units.into_iter().find(|&(size, _)| 1.5 * size <= seconds).unwrap_or((1.0, "second"));
    let count = (seconds / size).round().max(1.0);
    Some(if count < 1_000_000.0 { format!("about {} left", counted(count as u64, unit)) } else { "over a million years left".to_owned() })
}

/// Formats how long ago something happened: "5 minutes ago".
pub fn ago(elapsed: Duration) -> String {
    match elapsed.as_secs() {
        0..60 => "less than a minute ago".to_owned(),
        seconds @ 60..3_600 => format!("{} ago", counted(seconds / 60, "minute")),
        seconds @ 3_600..172_800 => format!("{} ago", counted(seconds / 3_600, "hour")),
        seconds => format!("{} ago", counted(seconds / 86_400, "day")),
    }
}

/// Formats a number of bytes with three significant digits and a unit: 21.5 kB.
pub fn bytes(bytes: u64) -> String {
    let (value, unit) = match bytes {
        0..1_000 => return format!("{bytes} B"),
        1_000..1_000_000 => (bytes as f64 / 1e3, "kB"),
        _ => (bytes as f64 / 1e6, "MB"),
    };
    let decimals = match value {
        100.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    format!("{value:.decimals$} {unit}")
}

/// Formats a speed-up with at least two significant digits: 1.5 ×, 63 ×, 0.62 ×.
pub fn factor(factor: f64) -> String {
    match factor {
        10.0.. => format!("{} ×", grouped(factor.round() as u64)),
        1.0.. => format!("{factor:.1} ×"),
        _ => format!("{factor:.2} ×"),
    }
}

/// Formats a count with its noun: "1 solution", "2,098 solutions".
pub fn counted(count: u64, singular: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {singular}{plural}", grouped(count))
}

/// What can be counted, named by a word whose plural ends in s: "solution", "board", "SET".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noun(pub &'static str);

impl Noun {
    /// A count: "1 board", "402 boards".
    pub fn counted(self, count: u64) -> String {
        counted(count, self.0)
    }

    /// The plural: "boards".
    pub fn plural(self) -> String {
        format!("{}s", self.0)
    }
}

impl Display for Noun {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Lists words with a conjunction: "a", "a or b", "a, b or c".
pub fn listed(words: impl IntoIterator<Item: ToString>, conjunction: &str) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    match words.split_last() {
        Some((last, others @ [_, ..])) => format!("{} {conjunction} {last}", others.join(", ")),
        _ => words.concat(),
    }
}

/// Capitalizes the first letter.
pub fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}

/// Shortens text of more than `most` characters to `most`, the last of which is an ellipsis.
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        None => text.into(),
        Some(_) => text.chars().take(most.saturating_sub(1)).chain(['…']).collect::<String>().into(),
    }
}

/// Returns what a message puts in quotes to quote a user's text: not more than 60 characters, which all can be seen.
pub fn quoted(text: impl Display) -> String {
    visible(&shortened(&text.to_string(), 60)).into_owned()
}

/// Names the characters that can't be seen or that look like a blank: "3obu<U+200B zero-width space>".
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| kind_of_invisible(c).is_none()) {
        return text.into();
    }
    let mut before = None;
    let mut named = String::new();
    for c in text.chars() {
        match kind_of_invisible(c) {
            Some(kind) if !belongs_to(kind, before) => named += &name(c, kind),
            kind => {
                named.push(c);
                before = if kind.is_none() { Some(c) } else { before };
            }
        }
    }
    named.into()
}

/// A path as messages show it.
pub fn of_path(path: impl AsRef<Path>) -> String {
    visible(&path.as_ref().to_string_lossy()).into_owned()
}

/// The name of a character that can't be seen or looks like a blank; none for any other.
pub fn invisible(c: char) -> Option<String> {
    kind_of_invisible(c).map(|kind| name(c, kind))
}

fn name(c: char, kind: &str) -> String {
    format!("<U+{:04X} {kind}>", u32::from(c))
}

/// Whether a character of this kind can be part of the visible character before it: an accent of its letter, or what joins emoji, or
/// letters of alphabets that need it.
fn belongs_to(kind: &str, before: Option<char>) -> bool {
    before.is_some_and(|before| match kind {
        MARK => before.is_alphabetic() || !before.is_ascii(),
        JOINER | NON_JOINER | SELECTOR => !before.is_ascii(),
        _ => false,
    })
}

const MARK: &str = "combining mark";
const JOINER: &str = "zero-width joiner";
const NON_JOINER: &str = "zero-width non-joiner";
const SELECTOR: &str = "variation selector";

fn kind_of_invisible(c: char) -> Option<&'static str> {
    Some(match c {
        ' ' => return None,
        '\t' => "tab",
        '\n' => "line break",
        '\u{a0}' => "no-break space",
        '\u{ad}' => "soft hyphen",
        '\u{200b}' => "zero-width space",
        '\u{200c}' => NON_JOINER,
        '\u{200d}' => JOINER,
        '\u{202f}' => "narrow no-break space",
        '\u{2028}' | '\u{2029}' => "line separator",
        '\u{2060}' => "word joiner",
        '\u{2061}'..='\u{2064}' => "invisible operator",
        '\u{feff}' => "byte order mark",
        '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' => "filler",
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => SELECTOR,
        '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' => MARK,
        _ if changes_direction(c) => "change of direction",
        _ if c.is_control() => "control character",
        _ if c.is_whitespace() => "space",
        _ => return None,
    })
}

/// Escapes characters that a terminal would act on instead of showing them: control characters other than line breaks and tabs, and
/// characters that change the direction of writing.
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_command(c) && c != '\n' && c != '\t')
}

/// Like [`printable`], but for text of one line: also escapes line breaks and tabs.
pub fn printable_line(text: &str) -> Cow<'_, str> {
    escaped(text, is_command)
}

/// Returns the text as one line that can be drawn: line breaks and tabs become spaces, and other control characters are left out.
pub fn drawable(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|c| if matches!(c, '\n' | '\t') { ' ' } else { c }).filter(|c| !c.is_control()).collect())
}

fn is_command(c: char) -> bool {
    let breaks_line = matches!(c, '\u{2028}' | '\u{2029}');
    c.is_control() || changes_direction(c) || breaks_line
}

fn changes_direction(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let escape = |c: char| if is_escaped(c) { c.escape_default().to_string() } else { c.to_string() };
    Cow::Owned(text.chars().map(escape).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_show_minutes_and_seconds() {
        for (milliseconds, text) in [(0, "0:00"), (59_999, "0:59"), (65_000, "1:05"), (3_600_000, "1:00:00")] {
            assert_eq!(clock(Duration::from_millis(milliseconds)), text);
        }
    }

    #[test]
    fn terminal_commands_are_escaped() {
        for (text, safe, line) in [
            ("é \\ 👩‍🚀", "é \\ 👩‍🚀", "é \\ 👩‍🚀"),
            ("a\nb\tc", "a\nb\tc", "a\\nb\\tc"),
            ("\x1b[31m\r\x07\u{9b}2J", "\\u{1b}[31m\\r\\u{7}\\u{9b}2J", "\\u{1b}[31m\\r\\u{7}\\u{9b}2J"),
            ("a\u{202e}b\u{2066}", "a\\u{202e}b\\u{2066}", "a\\u{202e}b\\u{2066}"),
        ] {
            assert_eq!((printable(text).as_ref(), printable_line(text).as_ref()), (safe, line));
        }
    }

    #[test]
    fn invisible_characters_are_named() {
        for (text, named) in [
            ("3obu", "3obu"),
            ("a b", "a b"),
            ("3obu\u{200b}", "3obu<U+200B zero-width space>"),
            ("\u{feff}x", "<U+FEFF byte order mark>x"),
            ("so\u{ad}ma", "so<U+00AD soft hyphen>ma"),
            ("4\u{a0}/1", "4<U+00A0 no-break space>/1"),
            ("4\u{2009}/1", "4<U+2009 space>/1"),
            ("\u{301}", "<U+0301 combining mark>"),
            ("1\u{338}", "1<U+0338 combining mark>"),
            ("e\u{301}", "e\u{301}"),
            ("3\u{200d}b", "3<U+200D zero-width joiner>b"),
            ("👩\u{200d}🚀", "👩\u{200d}🚀"),
            ("❤\u{fe0f}\u{200d}🔥", "❤\u{fe0f}\u{200d}🔥"),
            ("\u{1b}[31m\n", "<U+001B control character>[31m<U+000A line break>"),
            ("a\u{202e}b", "a<U+202E change of direction>b"),
        ] {
            assert_eq!(quoted(text), named);
        }
        assert_eq!(quoted("\u{200b}".repeat(100)).matches("U+200B").count(), 59);
    }

    #[test]
    fn control_characters_are_not_drawn() {
        for (text, drawn) in [("é 👩‍🚀", "é 👩‍🚀"), ("a\nb\tc", "a b c"), ("\0a\x1b[1m\r\u{9b}b\x7f", "a[1mb")] {
            assert_eq!(drawable(text), drawn);
        }
    }

    #[test]
    fn digits_are_grouped() {
        for (number, text) in
            [(0, "0"), (999, "999"), (1_000, "1,000"), (3_096_168, "3,096,168"), (70_724_320_184_700, "70,724,320,184,700")]
        {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn words_are_listed_with_a_conjunction() {
        for (words, text) in [(&[][..], ""), (&["a"], "a"), (&["a", "b"], "a or b"), (&["a", "b", "c"], "a, b or c")] {
            assert_eq!(listed(words, "or"), text);
        }
    }

    #[test]
    fn factors_have_at_least_two_digits() {
        for (number, text) in [(0.621, "0.62 ×"), (1.0, "1.0 ×"), (1.54, "1.5 ×"), (62.7, "63 ×"), (11_234.0, "11,234 ×")] {
            assert_eq!(factor(number), text);
        }
    }

    #[test]
    fn elapsed_times_are_rounded_down() {
        for (seconds, text) in [
            (59, "less than a minute ago"),
            (60, "1 minute ago"),
            (3_599, "59 minutes ago"),
            (3_600, "1 hour ago"),
            (172_799, "47 hours ago"),
            (172_800, "2 days ago"),
        ] {
            assert_eq!(ago(Duration::from_secs(seconds)), text);
        }
    }

    #[test]
    fn bytes_have_three_digits() {
        for (number, text) in [(0, "0 B"), (999, "999 B"), (21_464, "21.5 kB"), (100_400, "100 kB"), (2_345_678, "2.35 MB")] {
            assert_eq!(bytes(number), text);
        }
    }

    #[test]
    fn shares_are_whole_percent_and_small_ones_have_decimals() {
        for (done, text) in [(0.0, "0 %"), (1e-6, "under 0.01 %"), (0.00129, "0.12 %"), (0.1299, "12 %"), (0.9999, "99 %"), (1.0, "100 %")]
        {
            assert_eq!(share(done), text);
        }
    }

    #[test]
    fn the_time_left_follows_from_the_time_so_far() {
        let left = |seconds, from, to| time_left(Duration::from_secs(seconds), from, to);
        for (seconds, from, to, text) in [
            (30, 0.0, 0.5, "about 30 seconds left"),
            (10, 0.0, 0.05, "about 3 minutes left"),
            (10, 0.25, 0.5, "about 20 seconds left"),
            (60, 0.0, 0.01, "about 2 hours left"),
            (10, 0.0, 1e-4, "about 28 hours left"),
            (10, 0.0, 1e-9, "about 317 years left"),
            (10, 0.0, 1e-30, "over a million years left"),
        ] {
            assert_eq!(left(seconds, from, to).as_deref(), Some(text));
        }
        assert_eq!(left(1, 0.0, 0.5), None, "too soon");
        assert_eq!(left(10, 0.5, 0.5), None, "nothing gained");
        assert_eq!(left(10, 0.0, 1.0), None, "done");
    }

    #[test]
    fn durations_have_three_digits() {
        for (nanoseconds, text) in
            [(12, "12.0 ns"), (163_000, "163 µs"), (3_100_000, "3.10 ms"), (10_200_000, "10.2 ms"), (61_000_000_000, "61.0 s")]
        {
            assert_eq!(duration(Duration::from_nanos(nanoseconds)), text);
        }
    }
}
