//! The text form: the level if it is known, a line with the clues of the rows, one with those of the columns, and optionally five rows of
//! tiles.
//!
//! ```text
//! Level 1
//! 4/1 6/0 3/2 6/2 5/1
//! 5/1 4/2 6/1 6/0 3/2
//! ???2?
//! ```
//!
//! Clues are also read as digits (`41 60`) or as separate numbers (`4 1 6 0`), all ten in one line, or each in a line of its own.

use crate::{
    live::facts,
    model::{
        entry::{Entry, MISSING},
        prior::Level,
        rules::{MAX_POINTS, SIDE},
        solution::Solution,
        state::{State, Tiles, tile_from_letter},
    },
};
use base::{
    board::{Caption, TextError},
    text::quoted,
};

/// Before the number of the level.
const LEVEL: &str = "Level";

/// Writes level, clues and tiles as text, without the notes. An unknown level is left out.
pub fn write(state: &State) -> String {
    let level = state.level.map_or_else(String::new, |level| format!("{LEVEL} {level}\n"));
    let clues = |clues: [Entry; SIDE]| clues.map(|clue| clue.to_string()).join(" ");
    format!("{level}{}\n{}\n{}\n", clues(state.rows), clues(state.columns), state.tiles.rows().join("\n"))
}

/// Reads clues, and the level and the tiles if they are there, into the state. Empty lines and whitespace are ignored.
///
/// # Errors
/// The first error and its place.
pub fn read(text: &str, state: &State) -> Result<State, TextError> {
    let end = text.lines().count().max(1);
    let mut lines: Vec<NumberedLine<'_>> = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).collect();
    let mut read = *state;
    if let Some(place) = lines.iter().position(|(_, line)| after_level(line).is_some()) {
        read.level = read_level(lines.remove(place))?;
    }
    let mut lines = lines.into_iter();
    let clues = read_clues(&mut lines, end)?;
    read.rows.copy_from_slice(&clues[..SIDE]);
    read.columns.copy_from_slice(&clues[SIDE..]);
    let tiles: Vec<_> = lines.collect();
    if tiles.is_empty() { Ok(read) } else { Ok(read.with_tiles(read_tiles(&tiles, end)?)) }
}

/// A line of the text with its number, from 0.
type NumberedLine<'a> = (usize, &'a str);

fn error<T>(line: usize, column: usize, message: String) -> Result<T, TextError> {
    Err(TextError { line: line + 1, column: column + 1, message })
}

/// Returns what follows the word "level" at the beginning of the line.
fn after_level(line: &str) -> Option<&str> {
    let line = line.trim();
    let (word, number) = line.split_at_checked(LEVEL.len())?;
    word.eq_ignore_ascii_case(LEVEL).then(|| number.trim_start_matches([' ', '\t', ':', '=']))
}

fn read_level((number, line): NumberedLine<'_>) -> Result<Option<u8>, TextError> {
    match after_level(line).unwrap_or_default() {
        "?" => Ok(None),
        text => match text.parse().ok().and_then(Level::new) {
            Some(level) => Ok(Some(level.number())),
            None => {
                let (least, most) = Level::RANGE.into_inner();
                let message = format!("\"{}\" isn't a level: expected {least} to {most}, or ?", quoted(text));
                error(number, line.trim_end().chars().count() - text.chars().count(), message)
            }
        },
    }
}

/// Reads the ten clues, rows first. The first line says how they are divided among lines: one, five or all ten in each.
fn read_clues<'a>(lines: &mut impl Iterator<Item = NumberedLine<'a>>, end: usize) -> Result<Vec<Entry>, TextError> {
    let mut clues = Vec::new();
    let mut per_line = SIDE;
    while clues.len() < 2 * SIDE {
        let of = if clues.len() < SIDE { "rows" } else { "columns" };
        let Some((number, line)) = lines.next() else {
            return error(end, 0, format!("expected five clues for the {of}, like 4/1 (points/Voltorbs)"));
        };
        let found = clues_in(line).or_else(|(column, message)| error(number, column, message))?;
        if clues.is_empty() && [1, 2 * SIDE].contains(&found.len()) {
            per_line = found.len();
        }
        if found.len() < per_line {
            let message = format!("expected {per_line} clues for the {of}, found {}", found.len());
            return error(number, line.chars().count(), message);
        }
        if let Some(&(column, clue)) = found.get(per_line) {
            let why =
                if per_line == 1 { "the lines before have one clue each".to_owned() } else { format!("the {of} have {per_line} clues") };
            return error(number, column, format!("unexpected \"{}\": {why}", quoted(clue)));
        }
        clues.extend(found.into_iter().map(|(_, clue)| clue));
    }
    Ok(clues)
}

/// Splits a line at whitespace and commas into words with their columns, counted in characters from 0.
fn split(line: &str) -> Vec<(usize, &str)> {
    let is_gap = |letter: char| letter.is_whitespace() || letter == ',';
    let mut parts = Vec::new();
    let mut remaining = line;
    while let Some(start) = remaining.find(|letter| !is_gap(letter)) {
        remaining = &remaining[start..];
        let word = &remaining[..remaining.find(is_gap).unwrap_or(remaining.len())];
        parts.push((line[..line.len() - remaining.len()].chars().count(), word));
        remaining = &remaining[word.len()..];
    }
    parts
}

/// Returns the clues in a line with their columns, or the first error and its column.
fn clues_in(line: &str) -> Result<Vec<(usize, Entry)>, (usize, String)> {
    let words = split(line);
    // One digit isn't a clue, so then the two numbers of each clue are separate.
    let is_in_pairs = words.iter().any(|(_, word)| word.len() == 1);
    let clue = |column: usize, parts: Option<(&str, &str)>, word: &str| match read_clue(parts, word) {
        Ok(clue) => Ok((column, clue)),
        Err(message) => Err((column, message)),
    };
    if is_in_pairs {
        let pairs = words.chunks(2).map(|pair| match *pair {
            [(column, sum), (_, voltorbs)] => clue(column, Some((sum, voltorbs)), &format!("{sum} {voltorbs}")),
            _ => clue(pair[0].0, None, pair[0].1),
        });
        return pairs.collect();
    }
    let parts = |word: &'_ str| -> Option<(usize, usize)> {
        let slash = word.find('/').map(|slash| (slash, slash + 1));
        // The Voltorbs are the last digit.
        slash.or_else(|| word.len().checked_sub(1).filter(|&last| word.is_char_boundary(last)).map(|last| (last, last)))
    };
    words.iter().map(|&(column, word)| clue(column, parts(word).map(|(sum, voltorbs)| (&word[..sum], &word[voltorbs..])), word)).collect()
}

/// Reads a clue from its sum and its Voltorbs; `word` is what both were written as.
fn read_clue(parts: Option<(&str, &str)>, word: &str) -> Result<Entry, String> {
    let number = |text: &str| if text == MISSING { Some(None) } else { text.parse::<u8>().ok().map(Some) };
    match parts.and_then(|(sum, voltorbs)| Some((number(sum)?, number(voltorbs)?))) {
        None => Err(format!("\"{}\" isn't a clue: expected points/Voltorbs, like 4/1", quoted(word))),
        Some((Some(sum), _)) if MAX_POINTS < sum => Err(format!("{sum} points are too many: a line has at most {MAX_POINTS}")),
        Some((_, Some(voltorbs))) if SIDE < usize::from(voltorbs) => {
            Err(format!("{voltorbs} Voltorbs are too many: a line has {SIDE} tiles"))
        }
        Some((sum, voltorbs)) => Ok(Entry { sum, voltorbs }),
    }
}

fn read_tiles(lines: &[NumberedLine<'_>], end: usize) -> Result<Tiles, TextError> {
    let mut tiles = Tiles::default();
    for row in 0..SIDE {
        let Some(&(number, line)) = lines.get(row) else {
            return error(end, 0, format!("expected {SIDE} rows of tiles, found {row}"));
        };
        let letters: Vec<_> = line.chars().enumerate().filter(|(_, letter)| !letter.is_whitespace()).collect();
        for column in 0..SIDE {
            let Some(&(place, letter)) = letters.get(column) else {
                return error(number, line.chars().count(), format!("expected {SIDE} tiles, found {column}"));
            };
            let wrong = || error(number, place, format!("'{}' isn't a tile: expected ?, V, 1, 2 or 3", quoted(letter)));
            tiles.0[SIDE * row + column] = tile_from_letter(letter).map_or_else(wrong, Ok)?;
        }
        if let Some(&(place, letter)) = letters.get(SIDE) {
            return error(number, place, format!("unexpected '{}': a row has {SIDE} tiles", quoted(letter)));
        }
    }
    match lines.get(SIDE) {
        Some(&(number, _)) => error(number, 0, format!("unexpected line: there are {SIDE} rows of tiles")),
        None => Ok(tiles),
    }
}

/// Lists boards with their probabilities, as `solve` prints them.
pub fn listing(_state: &State, boards: &[Solution]) -> String {
    let board = |(number, board): (usize, &Solution)| {
        let Caption { title, detail } = facts::caption(board);
        format!("{number}. {title}, {detail}\n{}\n", board.board.rows().join("\n"))
    };
    (1..).zip(boards).map(board).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::rules::Value;

    const CLUES: &str = "4/1 6/0 3/2 6/2 5/1\n5/1 4/2 6/1 6/0 3/2\n";

    #[test]
    fn writing_and_reading_round_trips() {
        let mut state = read(CLUES, &State { level: Some(1), ..State::default() }).unwrap();
        assert_eq!(state.level, Some(1), "a level that isn't given stays");
        assert_eq!(state.rows[2].to_string(), "3/2");
        state.tiles.0[8] = Some(Value::Two);
        state.tiles.0[24] = Some(Value::Voltorb);
        assert_eq!(write(&state), format!("Level 1\n{CLUES}?????\n???2?\n?????\n?????\n????V\n"));
        assert_eq!(read(&write(&state), &State { level: Some(5), ..State::default() }), Ok(state));
        assert!(!write(&State { level: None, ..state }).contains("Level"));
        assert_eq!(read(CLUES, &state), Ok(state), "tiles that aren't given stay");
    }

    #[test]
    fn whitespace_and_commas_separate() {
        let text = "\r\n 4/1, 6/0, 3/2,6/2 5/1 \n\n5/1 4/2 6/1 6/0 3/2\n? ? ? ? ?\n?????\n ?????\n?????\n????v";
        let state = read(text, &State::default()).unwrap();
        assert_eq!(state.tiles.0[24], Some(Value::Voltorb));
    }

    #[test]
    fn clues_are_read_however_they_are_divided() {
        let state = read(CLUES, &State::default()).unwrap();
        let texts = [
            "41 60 32 62 51\n51 42 61 60 32",
            "4 1 6 0 3 2 6 2 5 1\n5 1 4 2 6 1 6 0 3 2",
            "4/1 6/0 3/2 6/2 5/1 5/1 4/2 6/1 6/0 3/2",
            "4 1 6 0 3 2 6 2 5 1 5 1 4 2 6 1 6 0 3 2",
            "41, 60, 32, 62, 51, 51, 42, 61, 60, 32",
            "41\n60\n32\n62\n51\n51\n42\n61\n60\n32",
            "4 1\n6 0\n3 2\n6 2\n5 1\n5 1\n4 2\n6 1\n6 0\n3 2",
        ];
        for text in texts {
            assert_eq!(read(text, &State::default()), Ok(state), "{text}");
            assert_eq!(read(&format!("{text}\n\nlevel: 7"), &State::default()), Ok(State { level: Some(7), ..state }), "{text}");
        }
        let two_digits = read("101 42 62 33 52\n6 2 4 3 7 1 14 0 7 1", &State::default()).unwrap();
        assert_eq!([two_digits.rows[0], two_digits.columns[3]].map(|clue| clue.to_string()), ["10/1", "14/0"]);
        assert_eq!(read(&format!("LEVEL ?\n{CLUES}"), &State { level: Some(3), ..state }), Ok(state));
    }

    #[test]
    fn missing_numbers_are_question_marks() {
        for clues in ["4/1 6/? 3/2 6/2 5/1\n?/? ?/2 6/1 6/0 3/2", "?/? ?/? ?/? ?/? ?/?\n?/? ?/? ?/? ?/? ?/?"] {
            let state = read(clues, &State::default()).unwrap();
            assert!(write(&state).starts_with(clues), "{}", write(&state));
            assert_eq!(read(&write(&state), &State::default()), Ok(state));
        }
        let separate = read("4 1 6 ? 3 2 6 2 5 1\n0 0 ? ? 6 1 6 0 3 2", &State::default()).unwrap();
        let clues = [separate.rows[1], separate.columns[0], separate.columns[1]];
        assert_eq!(clues.map(|entry| entry.to_string()), ["6/?", "0/0", "?/?"]);
    }

    #[test]
    fn errors_name_their_place() {
        let cases = [
            (String::new(), 2, 1, "expected five clues for the rows, like 4/1 (points/Voltorbs)"),
            ("4/1 6/0 3/2 6/2 5/1\n".into(), 2, 1, "expected five clues for the columns, like 4/1 (points/Voltorbs)"),
            ("4/1 6/0  3-2 6/2 5/1".into(), 1, 10, "\"3-2\" isn't a clue: expected points/Voltorbs, like 4/1"),
            ("4/1 6/0 3/2 6/2".into(), 1, 16, "expected 5 clues for the rows, found 4"),
            ("4/1 6/0 3/2 6/2 5/1 7/1".into(), 1, 21, "unexpected \"7/1\": the rows have 5 clues"),
            ("4/1 16/0 3/2 6/2 5/1".into(), 1, 5, "16 points are too many: a line has at most 15"),
            ("4/6 6/0 3/2 6/2 5/1".into(), 1, 1, "6 Voltorbs are too many: a line has 5 tiles"),
            ("4 1 6 0 3".into(), 1, 9, "\"3\" isn't a clue: expected points/Voltorbs, like 4/1"),
            ("4/1 6/0 3/2 6/2 5/1 5/1 4/2 6/1 6/0 3/2 1/4".into(), 1, 21, "unexpected \"5/1\": the rows have 5 clues"),
            (format!("Level 9\n{CLUES}"), 1, 7, "\"9\" isn't a level: expected 1 to 8, or ?"),
            (format!("{CLUES}?????\n??? x?"), 4, 5, "'x' isn't a tile: expected ?, V, 1, 2 or 3"),
            (format!("{CLUES}????"), 3, 5, "expected 5 tiles, found 4"),
            (format!("{CLUES}??????"), 3, 6, "unexpected '?': a row has 5 tiles"),
            (format!("{CLUES}?????\n?????"), 5, 1, "expected 5 rows of tiles, found 2"),
            (format!("{CLUES}{}", "?????\n".repeat(6)), 8, 1, "unexpected line: there are 5 rows of tiles"),
        ];
        for (text, line, column, message) in cases {
            assert_eq!(read(&text, &State::default()), Err(TextError { line, column, message: message.to_owned() }), "{text}");
        }
    }
}
