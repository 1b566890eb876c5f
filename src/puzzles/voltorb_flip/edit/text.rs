//! The text form: a line with the clues of the rows, one with those of the columns, and optionally five rows of tiles.
//!
//! ```text
//! 4/1 6/0 3/2 6/2 5/1
//! 5/1 4/2 6/1 6/0 3/2
//! ???2?
//! ```

use crate::{
    board::{Caption, TextError},
    puzzles::voltorb_flip::{
        live::facts,
        model::{
            rules::{Clue, MAX_POINTS, SIDE},
            solution::Solution,
            state::{State, Tiles, tile_from_letter},
        },
        words::reading as words,
    },
};

/// Writes clues and tiles as text, without the level and the notes.
pub fn write(state: &State) -> String {
    let clues = |clues: [Clue; SIDE]| clues.map(|clue| clue.to_string()).join(" ");
    format!("{}\n{}\n{}\n", clues(state.rows), clues(state.columns), state.tiles.rows().join("\n"))
}

/// Reads clues, and tiles if there are any, into the state. Empty lines and whitespace are ignored.
///
/// # Errors
/// The first error and its place.
pub fn read(text: &str, state: &State) -> Result<State, TextError> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let end = text.lines().count().max(1);
    let rows = read_clues(lines.next(), end, "rows")?;
    let columns = read_clues(lines.next(), end, "columns")?;
    let tiles: Vec<_> = lines.collect();
    let read = State { rows, columns, ..*state };
    if tiles.is_empty() { Ok(read) } else { Ok(read.with_tiles(read_tiles(&tiles, end)?)) }
}

/// A line of the text with its number, from 0.
type NumberedLine<'a> = (usize, &'a str);

fn error<T>(line: usize, column: usize, message: String) -> Result<T, TextError> {
    Err(TextError { line: line + 1, column: column + 1, message })
}

fn read_clues(line: Option<NumberedLine<'_>>, end: usize, lines: &str) -> Result<[Clue; SIDE], TextError> {
    let Some((number, line)) = line else {
        return error(end, 0, words::no_clues(lines));
    };
    let parts = split(line);
    let mut clues = [Clue::default(); SIDE];
    for (index, clue) in clues.iter_mut().enumerate() {
        let Some(&(column, word)) = parts.get(index) else {
            return error(number, line.chars().count(), words::too_few_clues(lines, SIDE, parts.len()));
        };
        *clue = read_clue(word).or_else(|message| error(number, column, message))?;
    }
    match parts.get(SIDE) {
        Some(&(column, word)) => error(number, column, words::too_many_clues(lines, SIDE, word)),
        None => Ok(clues),
    }
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

fn read_clue(word: &str) -> Result<Clue, String> {
    let number = |text: &str| text.parse::<u8>().ok();
    let parts = word.split_once('/').and_then(|(sum, voltorbs)| Some((number(sum)?, number(voltorbs)?)));
    match parts {
        None => Err(words::not_a_clue(word)),
        Some((sum, _)) if MAX_POINTS < sum => Err(words::too_many_points(sum, MAX_POINTS)),
        Some((_, voltorbs)) if SIDE < usize::from(voltorbs) => Err(words::too_many_voltorbs(voltorbs, SIDE)),
        Some((sum, voltorbs)) => Ok(Clue { sum, voltorbs }),
    }
}

fn read_tiles(lines: &[NumberedLine<'_>], end: usize) -> Result<Tiles, TextError> {
    let mut tiles = Tiles::default();
    for row in 0..SIDE {
        let Some(&(number, line)) = lines.get(row) else {
            return error(end, 0, words::too_few_rows(SIDE, row));
        };
        let letters: Vec<_> = line.chars().enumerate().filter(|(_, letter)| !letter.is_whitespace()).collect();
        for column in 0..SIDE {
            let Some(&(place, letter)) = letters.get(column) else {
                return error(number, line.chars().count(), words::too_few_tiles(SIDE, column));
            };
            tiles.0[SIDE * row + column] = tile_from_letter(letter).map_or_else(|| error(number, place, words::not_a_tile(letter)), Ok)?;
        }
        if let Some(&(place, letter)) = letters.get(SIDE) {
            return error(number, place, words::too_many_tiles(letter, SIDE));
        }
    }
    match lines.get(SIDE) {
        Some(&(number, _)) => error(number, 0, words::too_many_rows(SIDE)),
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
    use crate::puzzles::voltorb_flip::model::rules::Value;

    const CLUES: &str = "4/1 6/0 3/2 6/2 5/1\n5/1 4/2 6/1 6/0 3/2\n";

    #[test]
    fn writing_and_reading_round_trips() {
        let mut state = read(CLUES, &State { level: Some(1), ..State::default() }).unwrap();
        assert_eq!(state.level, Some(1), "the text doesn't contain the level");
        assert_eq!(state.rows[2], Clue { sum: 3, voltorbs: 2 });
        state.tiles.0[8] = Some(Value::Two);
        state.tiles.0[24] = Some(Value::Voltorb);
        assert_eq!(write(&state), format!("{CLUES}?????\n???2?\n?????\n?????\n????V\n"));
        assert_eq!(read(&write(&state), &State { level: Some(1), ..State::default() }), Ok(state));
        assert_eq!(read(CLUES, &state), Ok(state), "tiles that aren't given stay");
    }

    #[test]
    fn whitespace_and_commas_separate() {
        let text = "\r\n 4/1, 6/0, 3/2,6/2 5/1 \n\n5/1 4/2 6/1 6/0 3/2\n? ? ? ? ?\n?????\n ?????\n?????\n????v";
        let state = read(text, &State::default()).unwrap();
        assert_eq!(state.tiles.0[24], Some(Value::Voltorb));
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
