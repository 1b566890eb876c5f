//! What follows the first position in the text form of a whole game: the rules, then the turns with their variations in brackets.

use crate::{
    model::{
        game::WrongTurn,
        notation::{self, Entry, NotationError, Token},
        position::Corner,
        state::{Rules, State},
        tree::{MOST_TURNS, Tree},
    },
    words::game_text as words,
};
use base::{board::TextError, text::grouped};

/// What begins the line with the rules.
pub const RULES: &str = "Rules:";

/// Writes the rules and the turns of a game, as they follow its first position.
pub fn write(rules: &Rules, tree: &Tree) -> String {
    let Rules { moves, opening, passing, empty_start } = *rules;
    let passing = if passing { words::PASSING } else { words::NO_PASSING };
    let start = empty_start.map_or_else(String::new, |corner| format!(", {} {}", words::EMPTY_START, corner.name()));
    format!("{RULES} {moves} {}, {opening} {}, {passing}{start}\n\n{}\n", words::MOVES, words::OPENING, write_turns(tree))
}

/// Writes the turns: each on its own line, with variations moved to the right.
fn write_turns(tree: &Tree) -> String {
    let listed = tree.listed();
    let mut lines: Vec<String> = Vec::with_capacity(listed.len());
    // The depths of the variations that are open.
    let mut open: Vec<usize> = Vec::new();
    for turn in &listed {
        let begins = tree.begins_variation(turn.index);
        while open.last().is_some_and(|&depth| turn.depth < depth || begins && turn.depth == depth) {
            open.pop();
            close(&mut lines);
        }
        let bracket = if begins { "(" } else { "" };
        if begins {
            open.push(turn.depth);
        }
        lines.push(format!("{}{bracket}{}", "  ".repeat(turn.depth), tree.turns()[turn.index]));
    }
    open.iter().for_each(|_| close(&mut lines));
    lines.join("\n")
}

fn close(lines: &mut [String]) {
    if let Some(line) = lines.last_mut() {
        line.push(')');
    }
}

/// Reads the line with the rules, without what begins it.
///
/// # Errors
/// What is expected.
pub fn read_rules(text: &str) -> Result<Rules, &'static str> {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let number = |part: &str, unit: &str| part.strip_suffix(unit)?.trim().parse().ok();
    let (moves, opening, passing, empty_start) = match parts[..] {
        [moves, opening, passing] => (moves, opening, passing, None),
        [moves, opening, passing, start] => (moves, opening, passing, Some(read_start(start).ok_or(words::RULES)?)),
        _ => return Err(words::RULES),
    };
    let passing = match passing {
        words::PASSING => true,
        words::NO_PASSING => false,
        _ => return Err(words::RULES),
    };
    match (number(moves, words::MOVES), number(opening, words::OPENING)) {
        (Some(moves), Some(opening)) => Ok(Rules { moves, opening, passing, empty_start }),
        _ => Err(words::RULES),
    }
}

/// Reads in which corner O begins on an empty board.
fn read_start(text: &str) -> Option<Corner> {
    let name = text.strip_prefix(words::EMPTY_START)?.trim();
    Corner::ALL.into_iter().find(|&corner| name == corner.name())
}

/// Reads the turns of a game that begins with this position and goes to the end of its main line. `first` is the line of the text where
/// they begin.
///
/// # Errors
/// Where the text is wrong and what is expected there. The first turn that breaks the rules is an error, too.
pub fn read_turns(text: &str, first: usize, start: &State) -> Result<State, TextError> {
    let error = |NotationError { at, message }| {
        let before: Vec<&str> = text.split('\n').collect();
        let mut remaining = at;
        for (line, content) in (first..).zip(before) {
            let length = content.chars().count();
            if remaining <= length {
                return TextError { line, column: remaining + 1, message };
            }
            remaining -= length + 1;
        }
        TextError { line: first, column: 1, message }
    };
    let (tree, places) = parse(text).map_err(error)?;
    let game = State { record: Vec::new(), tree, ..start.clone() };
    // A flaw of the position is shown with the position.
    if start.check().is_ok()
        && let Some(root) = game.root()
        && let Err(WrongTurn { index, message, .. }) = game.tree.check_turns(&root, &game.rules)
    {
        return Err(error(NotationError { at: places[index], message }));
    }
    Ok(game.line().map_or(game.clone(), |line| game.at(&line, line.turns.len(), 0)))
}

/// A turn as it was read: the one that it follows, its place in the text, and the turn.
type Read = (Option<usize>, usize, Entry);

/// Reads the turns, and where in the text each of them is.
fn parse(text: &str) -> Result<(Tree, Vec<usize>), NotationError> {
    let fail = |at: usize, message: String| Err(NotationError { at, message });
    let mut turns: Vec<Read> = Vec::new();
    let mut last: Option<usize> = None;
    // For each open bracket its place, and the turn before it.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut is_after_bracket = false;
    for (at, token) in notation::read(text)? {
        let opens = token == Token::Open;
        match token {
            Token::Turn(turn) => {
                let expected = last.map_or(0, |last| turns[last].2.number) + 1;
                if turn.number != expected {
                    return fail(at, format!("expected turn {expected}, not turn {}", turn.number));
                }
                if turns.len() == MOST_TURNS {
                    return fail(at, format!("a game can have at most {} turns, variations included", grouped(MOST_TURNS as u64)));
                }
                turns.push((last, at, turn));
                last = Some(turns.len() - 1);
            }
            Token::Open => {
                let Some(before) = last.filter(|_| !is_after_bracket) else {
                    return fail(at, "a variation comes after the turn that it replaces".to_owned());
                };
                open.push((at, before));
                last = turns[before].0;
            }
            Token::Close if is_after_bracket => return fail(at, "this variation has no turns".to_owned()),
            Token::Close => match open.pop() {
                Some((_, before)) => last = Some(before),
                None => return fail(at, "this ) was never opened; remove it".to_owned()),
            },
            Token::Star => return fail(at, "expected a turn, not *".to_owned()),
        }
        is_after_bracket = opens;
    }
    if let Some(&(at, _)) = open.first() {
        return fail(at, "this ( is never closed; add )".to_owned());
    }
    let (turns, places) = in_order(turns).into_iter().unzip();
    let tree = Tree::of(turns).unwrap_or_default();
    Ok((tree, places))
}

/// The turns in the order of the tree, each with its place.
fn in_order(turns: Vec<Read>) -> Vec<(Entry, usize)> {
    let mut following = vec![Vec::new(); turns.len() + 1];
    for (index, (parent, ..)) in turns.iter().enumerate() {
        following[parent.map_or(0, |parent| parent + 1)].push(index);
    }
    let mut pending: Vec<usize> = following[0].iter().rev().copied().collect();
    let mut ordered = Vec::with_capacity(turns.len());
    while let Some(index) = pending.pop() {
        pending.extend(following[index + 1].iter().rev());
        ordered.push((turns[index].2.clone(), turns[index].1));
    }
    ordered
}
