//! The text form of a position: the rows of the board, the top rank first, then the player to move. The turns of a game may follow.

use super::game_text;
use crate::{
    model::{
        position::Player,
        state::{Rows, State},
        tree::Tree,
    },
    words::flaws,
};
use base::board::TextError;

/// Writes rows of `.OXox` and a line like "X to move, 3 moves left".
pub fn write(state: &State) -> String {
    let rows = Vec::from(state.board.clone()).join("\n");
    let plural = if state.moves_left == 1 { "" } else { "s" };
    format!("{rows}\n{} to move, {} move{plural} left\n", state.to_move, state.moves_left)
}

/// Writes the position before the first turn of the game, the rules, and all turns. A game that breaks the rules is written without its
/// turns.
pub fn write_game(state: &State) -> String {
    let start = state.at_start();
    format!("{}{}", write(&start), game_text::write(&start.rules, &start.tree))
}

/// Reads the rows and, if they are there, the line with the player to move and the game that begins there. Other turns are cleared.
///
/// # Errors
/// Where the text is wrong and what is expected there.
pub fn read(text: &str, state: &State) -> Result<State, TextError> {
    let mut read = State { board: Rows(Vec::new()), record: Vec::new(), tree: Tree::default(), goal: None, ..state.clone() };
    let (mut begins_turn, mut turns) = (false, None);
    for (line, content) in (1..).zip(text.lines()).filter(|(_, content)| !content.trim().is_empty()) {
        if content.trim_start().starts_with(|first: char| first.is_ascii_digit()) && !read.board.0.is_empty() {
            turns = Some(line);
            break;
        }
        if let Some(rules) = content.trim_start().strip_prefix(game_text::RULES) {
            read.rules = game_text::read_rules(rules).or_else(|message| error(line, 1, message))?;
            continue;
        }
        match content.split_once("to move") {
            Some((mover, rest)) => {
                read.to_move = read_mover(mover, line)?;
                let moves = read_moves(rest, line, content.chars().count() + 1)?;
                begins_turn = moves.is_none();
                read.moves_left = moves.unwrap_or(read.moves_left);
            }
            None => read.board.0.push(read_row(content, line)?),
        }
    }
    if read.board.0.is_empty() {
        return error(1, 1, "expected a row of the board, made of . O X o x");
    }
    if begins_turn {
        // The rules may have come after the mover.
        read.moves_left = read.rules.moves_in_turn(&read.position(), read.to_move);
    }
    match turns {
        Some(line) => {
            let turns: Vec<&str> = text.lines().skip(line - 1).collect();
            game_text::read_turns(&turns.join("\n"), line, &read)
        }
        None => Ok(read),
    }
}

fn read_row(content: &str, line: usize) -> Result<Vec<char>, TextError> {
    let mut row = Vec::new();
    for (column, character) in (1..).zip(content.chars()).filter(|(_, character)| !character.is_whitespace()) {
        match character {
            '.' | 'O' | 'X' | 'o' | 'x' => row.push(character),
            _ => return error(line, column, flaws::not_a_cell(character)),
        }
    }
    Ok(row)
}

fn read_mover(text: &str, line: usize) -> Result<Player, TextError> {
    match text.trim() {
        "O" => Ok(Player::O),
        "X" => Ok(Player::X),
        _ => error(line, 1, "expected O or X before \"to move\""),
    }
}

/// The number in ", 3 moves left"; none if the text is empty.
fn read_moves(text: &str, line: usize, end: usize) -> Result<Option<u8>, TextError> {
    let rest = text.trim().trim_start_matches(',').trim();
    if rest.is_empty() {
        return Ok(None);
    }
    let number = rest.strip_suffix("left").map(|rest| rest.trim_end().trim_end_matches("moves").trim_end_matches("move").trim());
    match number.and_then(|number| number.parse().ok()) {
        Some(moves) => Ok(Some(moves)),
        None => error(line, end - rest.chars().count(), "expected a number of moves, as in \"3 moves left\""),
    }
}

fn error<T>(line: usize, column: usize, message: impl Into<String>) -> Result<T, TextError> {
    Err(TextError { line, column, message: message.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_text_reads_back_the_same() {
        let mut state = State::default();
        for name in ["b2", "i9", "h8"] {
            assert_eq!(state.play(name.parse().unwrap()), Ok(()));
        }
        let text = write(&state);
        assert!(text.ends_with("\nX to move, 1 move left\n"), "{text}");
        let expected = State { record: Vec::new(), ..state };
        assert_eq!(read(&text, &State::default()), Ok(expected));
    }

    #[test]
    fn what_the_text_leaves_out_stays() {
        let state = State { triples: vec![[1, 2, 3]].into(), to_move: Player::X, moves_left: 2, ..State::default() };
        let read = read("O....\n.....\n\n. . x . .\n.....\n....X", &state).unwrap();
        assert_eq!((read.to_move, read.moves_left, read.triples), (Player::X, 2, vec![[1, 2, 3]].into()));
        assert_eq!(read.board.0.len(), 5);
    }

    #[test]
    fn a_turn_without_its_moves_is_a_whole_one_by_the_rules_of_the_text() {
        let rows = "....X\n.....\n.....\n.....\nO....\n";
        let left = |after: &str| read(&format!("{rows}{after}"), &State::default()).unwrap().moves_left;
        assert_eq!((left("X to move"), left("O to move"), left("X to move, 2 moves left")), (3, 1, 2));
        let rules = "Rules: 5 moves a turn, 4 in the first turn, no passing\n";
        assert_eq!((left(&format!("X to move\n{rules}")), left(&format!("{rules}O to move"))), (5, 4));
    }

    #[test]
    fn errors_give_line_and_column() {
        let cases = [
            ("", "line 1, column 1: expected a row of the board, made of . O X o x"),
            ("..O\n. # .", "line 2, column 3: # isn't a cell; use one of . O X o x"),
            ("...\nY to move", "line 2, column 1: expected O or X before \"to move\""),
            ("...\nX to move, many moves left", "line 2, column 12: expected a number of moves, as in \"3 moves left\""),
        ];
        for (text, message) in cases {
            assert_eq!(read(text, &State::default()).map_err(|error| error.to_string()), Err(message.to_string()), "{text:?}");
        }
    }
}
