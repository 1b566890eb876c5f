//! The usual notation for Soma figures: each line has one row of every layer, the top layer first, each after a slash.
//!
//! Rows go from back to front. A dot or a dash is air, a star is a cell to fill. Pieces are letters; in the Soma set the digits 1 to 7 work
//! as well. Titles such as `/SOMA001` and lines that start with a semicolon are skipped.

use super::drawn_pieces::{self, Drawn, NOTE};
use crate::model::{
    copies::{named, told_apart},
    geometry::{Extent, MOST_CELLS},
    pieces::Set,
    problem::{too_large, wrong_name},
    state::{EMPTY, FREE, Grid, OUTSIDE, State, names},
};
use base::{
    board::TextError,
    text::{counted, quoted},
};

/// A cell to fill.
const STAR: char = '*';
/// Air.
const DOT: char = '.';

/// Writes the figure of a position, and pieces of one's own below it. A flat board is written as in its file. What the text has no form for
/// is named above it.
pub fn write(state: &State) -> String {
    let has_colors = !state.colors.is_empty() || state.has_colored_shapes() || state.apart;
    let omitted = match (has_colors, !state.labels.is_empty()) {
        (false, false) => return figure(state) + &drawn_pieces::write(state),
        (true, false) => "colours",
        (false, true) => "labels",
        (true, true) => "colours and labels",
    };
    let note = format!("{NOTE} without {omitted}: a link and a file have everything\n");
    note + &figure(state) + &drawn_pieces::write(state)
}

fn figure(state: &State) -> String {
    let (grid, _) = named(state, &state.grid());
    if state.lattice.is_flat {
        return grid.layers().concat().iter().map(|row| format!("{row}\n")).collect();
    }
    let Extent { x, y, z, .. } = grid.extent;
    let written = |mark: char| match mark {
        FREE => STAR,
        OUTSIDE => DOT,
        piece => piece,
    };
    let mut text = String::new();
    for row in 0..y {
        for layer in (0..z).rev() {
            let start = x * (row + y * layer);
            text.push('/');
            text.extend(grid.marks[start..start + x].iter().map(|&mark| written(mark)));
        }
        text.push('\n');
    }
    text
}

/// Returns the position with the figure of the text, and with the pieces that are drawn below it or in it.
pub fn read(text: &str, state: &State) -> Result<State, TextError> {
    let Drawn { figure, shapes } = drawn_pieces::split(state.lattice, text)?;
    let with_shapes = if shapes.is_empty() { state.clone() } else { drawn_pieces::with_shapes(state, shapes) };
    let is_space = |mark: &char| mark.is_whitespace() || "/|".contains(*mark);
    let lines = figure.lines().filter(|line| !line.starts_with(NOTE) && !line.contains("SOMA"));
    let marks: Vec<char> = lines.flat_map(str::chars).filter(|mark| !is_space(mark)).collect();
    let known = names(&with_shapes.set_pieces());
    let is_name = |mark: char| wrong_name(mark).is_none() && !(mark.is_ascii_digit() && state.set == Set::Soma);
    let outside = if state.lattice.is_flat { OUTSIDE } else { DOT };
    let is_drawn = marks.iter().all(|&mark| mark == outside || is_name(mark)) && marks.iter().any(|&mark| mark != outside);
    if is_drawn && marks.iter().any(|&mark| mark != outside && !known.contains(mark)) {
        let drawn: String = marks.into_iter().filter(|&mark| mark != outside).collect();
        let any = State { set: Set::Custom, shapes: Vec::new(), ..with_shapes.clone() };
        if let Some(state) = read_figure(figure, &any, &drawn).ok().and_then(|state| drawn_pieces::of_figure(&state, &state.grid())) {
            return Ok(state);
        }
    }
    read_figure(figure, &with_shapes, &known)
}

/// Returns the position with the figure of the text, in which pieces have these names.
fn read_figure(text: &str, state: &State, known: &str) -> Result<State, TextError> {
    if state.lattice.is_flat {
        return read_flat(text, state, known);
    }
    let lines: Vec<Line> = text.lines().enumerate().filter_map(|(number, line)| Line::split(number + 1, line)).collect();
    let Some(first) = lines.first() else { return Err(error(1, 1, "expected a row such as /***/***/***")) };
    for line in &lines {
        for row in &line.rows {
            let wrong = row.marks.iter().enumerate().find(|&(_, &mark)| meaning(mark, state.set, known).is_none());
            wrong.map_or(Ok(()), |(x, &mark)| Err(unknown(line.number, row.column + x, mark, known)))?;
        }
    }
    let extent = Extent::new(first.rows.first().map_or(0, |row| row.marks.len()), lines.len(), first.rows.len());
    for (y, line) in lines.iter().enumerate() {
        line.check(extent, y)?;
    }
    let mut grid = Grid::outside(extent);
    for (y, line) in lines.iter().enumerate() {
        for (from_top, row) in line.rows.iter().enumerate() {
            let start = extent.x * (y + extent.y * (extent.z - 1 - from_top));
            for (x, &mark) in row.marks.iter().enumerate() {
                grid.marks[start + x] = meaning(mark, state.set, known).unwrap_or(OUTSIDE);
            }
        }
    }
    let grid = told_apart(state, grid, &[]).colored_like(&state.grid());
    Ok(state.with_grid(&grid))
}

/// Returns the position with the board of the text: a line for each row. Blanks and empty lines are skipped.
fn read_flat(text: &str, state: &State, known: &str) -> Result<State, TextError> {
    let mut rows: Vec<String> = Vec::new();
    let is_row = |line: &str| !line.trim().is_empty() && !line.starts_with(NOTE);
    for (number, line) in text.lines().enumerate().filter(|(_, line)| is_row(line)) {
        let marks = line.chars().enumerate().filter(|(_, mark)| !mark.is_whitespace());
        for (column, mark) in marks.clone() {
            if ![FREE, EMPTY, OUTSIDE].contains(&mark) && !known.contains(mark) {
                let message = format!(
                    "'{}' isn't a cell; use {FREE} for a free cell, {EMPTY} for one that may stay empty, {OUTSIDE} for a cell outside the \
                     board, or a piece: {known}",
                    quoted(mark)
                );
                return Err(error(number + 1, column + 1, &message));
            }
        }
        let row: String = marks.map(|(_, mark)| mark).collect();
        let columns = rows.first().map_or(row.chars().count(), |first| first.chars().count());
        if row.chars().count() != columns {
            let found = counted(row.chars().count() as u64, "cell");
            return Err(error(number + 1, 1, &format!("this row has {found}; expected {columns}, as in the first row")));
        }
        rows.push(row);
        if MOST_CELLS < columns * rows.len() {
            return Err(error(number + 1, 1, &too_large(state.lattice, columns * rows.len())));
        }
    }
    if rows.is_empty() {
        return Err(error(1, 1, "expected a row such as ..#..#"));
    }
    let grid = told_apart(state, Grid::read(state.lattice, &[rows]), &[]).colored_like(&state.grid());
    Ok(state.with_grid(&grid))
}

/// One line: a row of each layer.
struct Line {
    number: usize,
    rows: Vec<Row>,
}

struct Row {
    /// Where it starts, in characters from 1.
    column: usize,
    marks: Vec<char>,
}

impl Line {
    /// Splits a line into rows; `None` for lines without rows.
    fn split(number: usize, text: &str) -> Option<Self> {
        let trimmed = text.trim_end();
        let indent = trimmed.chars().take_while(|mark| mark.is_whitespace()).count();
        let content = trimmed.trim_start();
        let bare = content.strip_prefix(['/', '|']);
        if content.is_empty() || content.starts_with(NOTE) || bare.unwrap_or(content).starts_with("SOMA") {
            return None;
        }
        let mut column = indent + 1 + usize::from(bare.is_some());
        let mut rows = Vec::new();
        for part in bare.unwrap_or(content).split('/') {
            let marks: Vec<char> = part.chars().collect();
            let next = column + marks.len() + 1;
            rows.push(Row { column, marks });
            column = next;
        }
        Some(Self { number, rows })
    }

    /// Checks that the line has the same number of layers and cells as the first, and that the box isn't too large.
    fn check(&self, extent: Extent, y: usize) -> Result<(), TextError> {
        if MOST_CELLS < extent.x * (y + 1) * extent.z {
            return Err(error(self.number, 1, &too_large(extent.lattice, extent.volume())));
        }
        for row in &self.rows {
            let count = row.marks.len();
            if count != extent.x || count == 0 {
                let message = format!("this row has {}; expected {}", counted(count as u64, "cell"), extent.x.max(1));
                return Err(error(self.number, row.column, &message));
            }
        }
        if self.rows.len() == extent.z {
            return Ok(());
        }
        let column = self.rows.last().map_or(1, |row| row.column);
        Err(error(
            self.number,
            column,
            &format!("this line has {}, but the first has {}", counted(self.rows.len() as u64, "layer"), extent.z),
        ))
    }
}

fn meaning(mark: char, set: Set, known: &str) -> Option<char> {
    let numbered = || {
        let place = mark.to_digit(10)?.checked_sub(1)? as usize;
        known.chars().nth(place).filter(|_| set == Set::Soma)
    };
    match mark {
        STAR => Some(FREE),
        DOT | '-' => Some(OUTSIDE),
        piece if known.contains(piece) => Some(piece),
        _ => numbered(),
    }
}

fn unknown(line: usize, column: usize, mark: char, known: &str) -> TextError {
    error(
        line,
        column,
        &format!("'{}' isn't a cell; use {STAR} for a free cell, {DOT} for a cell outside the figure, or a piece: {known}", quoted(mark)),
    )
}

fn error(line: usize, column: usize, message: &str) -> TextError {
    TextError { line, column, message: message.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{
        lattice::{CUBES, SQUARES},
        state::CustomShape,
    };
    use cover::Copies;

    #[test]
    fn a_published_solution_is_read() {
        let text = "/SOMA001\n;cube\n/452/755/776\n/412/465/766\n/112/432/333\n";
        let state = read(text, &State::default()).expect("well formed");
        assert_eq!(state.layers[0], ["PPB", "PBB", "TTT"]);
        let problem = crate::model::problem::check(&state).expect("whole pieces, with A and B not confused");
        assert!(problem.cells.is_empty());
    }

    #[test]
    fn the_text_form_round_trips() {
        let layers = [["VV#", "V..", "###"], ["#..", "LLL", "L.."]];
        let state = State { layers: layers.map(|layer| layer.map(String::from).to_vec()).to_vec(), ..State::default() };
        let text = write(&state);
        assert_eq!(text, "/.**/VV.\n/LLL/V**\n/L**/...\n");
        assert_eq!(read(&text, &State::default()), Ok(state));
    }

    #[test]
    fn what_is_left_out_is_said() {
        let rows = |rows: [&str; 2]| vec![rows.map(String::from).to_vec()];
        let plain = State { layers: rows(["...", "..."]), pieces: "AB".into(), ..State::empty(&SQUARES, Set::Custom) };
        let shapes = ["AA", "BB"].map(|row| CustomShape::new(row.chars().next().expect("a name"), vec![vec![row.to_owned()]]));
        let plain = State { shapes: shapes.to_vec(), ..plain };
        let state = State { colors: rows(["r..", "..."]), labels: vec!["a b c".into(), "d e f".into()], ..plain.clone() };
        let text = write(&state);
        let note = "; without colours and labels: a link and a file have everything\n";
        assert_eq!(text, note.to_owned() + &write(&plain));
        let start = State::of_set(&SQUARES, Set::Pentominoes);
        assert_eq!(read(&text, &start), read(&write(&plain), &start));
        assert_eq!(read(&text, &start).expect("well formed").layers, plain.layers);
    }

    #[test]
    fn pieces_of_ones_own_are_drawn_below_the_figure() {
        let start = State::of_set(&SQUARES, Set::Pentominoes);
        let text = "..+\n...\n\nA 0-2\nAA\nA.\n\nB 1 one-sided\nBBB\n";
        let state = read(text, &start).expect("well formed");
        assert_eq!(
            (state.set, state.pieces.as_str(), state.layers[0].as_slice()),
            (Set::Custom, "AB", &["..+", "..."].map(String::from)[..])
        );
        assert_eq!(state.shapes[0].uses, Some(Copies { least: 0, most: 2 }));
        assert!(state.shapes[0].may_flip && !state.shapes[1].may_flip);
        assert_eq!(write(&state), text);
        assert_eq!(read(&write(&state), &start), Ok(state));
        // Without headings, as others draw them.
        let plain = read("...\n...\n\nAA\nA.\n\nBBB\n", &start).expect("well formed");
        assert_eq!((plain.pieces.as_str(), plain.shapes[0].uses), ("AB", None));
        let wrong = read("...\n...\n\nA 2\nAB\n", &start).expect_err("two letters");
        assert_eq!((wrong.line, wrong.message.as_str()), (4, "piece A is drawn with B as well; draw each piece with its own letter"));

        let cubes = "/**/**\n/**/**\n\nA 2\n/A./AA\n/../A.\n";
        let state = read(cubes, &State::default()).expect("well formed");
        assert_eq!((state.layers.len(), state.shapes[0].cells(&CUBES).len()), (2, 4));
        assert_eq!(write(&state), cubes);
    }

    #[test]
    fn a_figure_is_drawn_with_a_letter_for_each_piece() {
        let start = State::of_set(&SQUARES, Set::Kanoodle);
        let state = read("#aab\naabb\n", &start).expect("well formed");
        assert_eq!((state.pieces.as_str(), state.layers[0].as_slice()), ("ab", &["#...", "...."].map(String::from)[..]));
        assert_eq!(state.shapes[0].cells(&SQUARES).len(), 4);
        assert!(read("#aab\n.abb\n", &start).is_err(), "with a free cell it is a position of the set");
        for words in ["not a board", "level", "abc"] {
            assert!(read(words, &start).is_err(), "{words}");
        }
        let solved = read("/112\n/122\n", &State { set: Set::Custom, ..State::default() }).expect("well formed");
        assert_eq!((solved.pieces.as_str(), solved.layers[0].as_slice()), ("12", &["...", "..."].map(String::from)[..]));
    }

    #[test]
    fn errors_have_a_position() {
        let (row, lines, layers) = (format!("/{}", "*".repeat(513)), "/**\n".repeat(257), "/*".repeat(513));
        let cases = [
            ("", 1, 1),
            ("/***/***\n/***/*!*", 2, 7),
            ("/***/***\n  /***/**", 2, 8),
            ("/***/***\n/***/***\u{200b}", 2, 9),
            ("/***/***\n/***", 2, 2),
            (row.as_str(), 1, 1),
            (lines.trim_end(), 257, 1),
            (layers.as_str(), 1, 1),
            ("/", 1, 2),
            ("/8", 1, 2),
        ];
        for (text, line, column) in cases {
            let found = read(text, &State::default()).expect_err(text);
            assert_eq!((found.line, found.column), (line, column), "{text:?}: {found}");
        }
    }
}
