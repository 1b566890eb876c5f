//! How turns are written: `12. g7 f6 e5!? {a comment}`. The save file has one turn in each string; the text form of a game also has
//! brackets around variations.

use std::{fmt, iter::Peekable, str::Chars};

use super::{cells::Cell, position::Player};
use base::text::{grouped, quoted};

/// The word for a turn that was passed.
pub const PASS: &str = "pass";

/// The most characters in the comment on a turn.
pub const MOST_COMMENT: usize = 1_000;

/// What someone thinks of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// `!!`
    Brilliant,
    /// `!`
    Good,
    /// `!?`
    Interesting,
    /// `?!`
    Dubious,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// All marks, best first.
    pub const ALL: [Self; 6] = [Self::Brilliant, Self::Good, Self::Interesting, Self::Dubious, Self::Mistake, Self::Blunder];

    /// The mark as it is written after a turn.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Brilliant => "!!",
            Self::Good => "!",
            Self::Interesting => "!?",
            Self::Dubious => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// What the mark means, in a word or two, in lower case.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Brilliant => "brilliant",
            Self::Good => "good",
            Self::Interesting => "interesting",
            Self::Dubious => "dubious",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    fn from_symbol(symbol: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mark| mark.symbol() == symbol)
    }
}

/// A turn of a game with what someone wrote about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The number of the turn in its line, from 1.
    pub number: usize,
    /// The cells in the order of the moves; none if the turn was passed.
    pub cells: Vec<Cell>,
    /// What someone thinks of the turn.
    pub mark: Option<Mark>,
    /// A comment; may be empty.
    pub comment: String,
}

impl Entry {
    /// A turn without mark and comment.
    pub fn new(number: usize, cells: Vec<Cell>) -> Self {
        Self { number, cells, ..Self::default() }
    }

    /// The moves as the record has them: the cells with blanks between them, or "pass".
    pub fn moves(&self) -> String {
        moves(&self.cells)
    }

    /// The turn of this player as spoken, in a variation if it has a depth: "X, turn 2: g7 f6 e5, good, in a variation, comment: wins a
    /// virus".
    pub fn spoken(&self, player: Player, depth: usize) -> String {
        let mark = self.mark.map_or_else(String::new, |mark| format!(", {}", mark.title()));
        let variation = if depth == 0 { "" } else { ", in a variation" };
        let comment = if self.comment.is_empty() { String::new() } else { format!(", comment: {}", self.comment) };
        format!("{player}, turn {}: {}{mark}{variation}{comment}", self.number, self.moves())
    }

    /// Whether nobody wrote anything about the turn.
    pub fn is_plain(&self) -> bool {
        self.mark.is_none() && self.comment.is_empty()
    }
}

/// These moves of a turn as the record has them.
pub fn moves(cells: &[Cell]) -> String {
    if cells.is_empty() { PASS.to_owned() } else { cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ") }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}. {}{}", self.number, self.moves(), self.mark.map_or("", Mark::symbol))?;
        if self.comment.is_empty() {
            return Ok(());
        }
        // In a comment, a backslash stands before a closing brace and before another backslash.
        write!(f, " {{{}}}", self.comment.replace('\\', "\\\\").replace('}', "\\}"))
    }
}

/// Why turns can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// How many characters of the text come before the place.
    pub at: usize,
    /// What is wrong and what is expected.
    pub message: String,
}

/// A part of a text with turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A turn.
    Turn(Entry),
    /// A bracket before a variation.
    Open,
    /// A bracket after a variation.
    Close,
    /// An asterisk, which marks the end of the line that is shown.
    Star,
}

/// Splits a text into tokens, each with the number of characters before it.
///
/// # Errors
/// What isn't a part of a turn, a bracket or an asterisk.
pub fn read(text: &str) -> Result<Vec<(usize, Token)>, NotationError> {
    let mut reader = Reader { characters: text.chars().peekable(), at: 0 };
    let mut tokens = Vec::new();
    while let Some(first) = reader.next_visible() {
        let at = reader.at;
        let token = match first {
            '(' => Token::Open,
            ')' => Token::Close,
            '*' => Token::Star,
            '0'..='9' => {
                tokens.push((at, Token::Turn(reader.turn()?)));
                continue;
            }
            _ => {
                return Err(NotationError {
                    at,
                    message: format!("expected the number of a turn, as in \"2. g7 f6 e5\", not {}", quoted(first)),
                });
            }
        };
        reader.take();
        tokens.push((at, token));
    }
    Ok(tokens)
}

struct Reader<'a> {
    characters: Peekable<Chars<'a>>,
    /// How many characters were taken.
    at: usize,
}

impl Reader<'_> {
    fn take(&mut self) -> Option<char> {
        let character = self.characters.next()?;
        self.at += 1;
        Some(character)
    }

    /// The next character that isn't a blank, without taking it.
    fn next_visible(&mut self) -> Option<char> {
        while self.characters.next_if(|character| character.is_whitespace()).is_some() {
            self.at += 1;
        }
        self.characters.peek().copied()
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(character) = self.characters.next_if(|&character| belongs(character)) {
            taken.push(character);
            self.at += 1;
        }
        taken
    }

    fn error<T>(&self, at: usize, message: impl Into<String>) -> Result<T, NotationError> {
        Err(NotationError { at, message: message.into() })
    }

    /// Takes a turn, which begins with its number.
    fn turn(&mut self) -> Result<Entry, NotationError> {
        let at = self.at;
        let digits = self.take_while(|character| character.is_ascii_digit());
        let number = match digits.parse() {
            Ok(number) if self.characters.next_if_eq(&'.').is_some() => number,
            _ => {
                let digits = quoted(digits);
                return self.error(at, format!("{digits} isn't the number of a turn; write it with a dot, as in \"2. g7 f6 e5\""));
            }
        };
        self.at += 1;
        let cells = self.moves()?;
        let mark = self.mark()?;
        let comment = self.comment()?;
        Ok(Entry { number, cells, mark, comment })
    }

    fn moves(&mut self) -> Result<Vec<Cell>, NotationError> {
        let mut cells = Vec::new();
        loop {
            let next = self.next_visible();
            let at = self.at;
            if !next.is_some_and(char::is_alphabetic) {
                return if cells.is_empty() { self.error(at, "expected the cells of the turn, or \"pass\"") } else { Ok(cells) };
            }
            let word = self.take_while(char::is_alphanumeric);
            match word.parse() {
                _ if word == PASS && cells.is_empty() => return Ok(cells),
                Ok(cell) => cells.push(cell),
                Err(_) => {
                    return self
                        .error(at, format!("{} isn't a cell; use a letter from a to k and a number from 1 to 11, like e5", quoted(word)));
                }
            }
        }
    }

    fn mark(&mut self) -> Result<Option<Mark>, NotationError> {
        self.next_visible();
        let at = self.at;
        let symbol = self.take_while(|character| matches!(character, '!' | '?'));
        match Mark::from_symbol(&symbol) {
            None if !symbol.is_empty() => self.error(at, format!("{} isn't a mark; use one of !! ! !? ?! ? ??", quoted(symbol))),
            mark => Ok(mark),
        }
    }

    fn comment(&mut self) -> Result<String, NotationError> {
        let mut comment = String::new();
        if self.next_visible() != Some('{') {
            return Ok(comment);
        }
        let start = self.at;
        self.take();
        loop {
            match self.take() {
                None => return self.error(start, "this comment is never closed; write } after it"),
                Some('}') if comment.chars().count() > MOST_COMMENT => {
                    return self.error(start, format!("this comment has more than {} characters", grouped(MOST_COMMENT as u64)));
                }
                Some('}') => return Ok(comment),
                Some('\\') => comment.extend(self.take()),
                Some(character) => comment.push(character),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let written = match read(text) {
            Ok(tokens) => tokens.iter().map(|(at, token)| format!("{at} {token:?}")).collect::<Vec<_>>().join("; "),
            Err(error) => format!("at {}: {}", error.at, error.message),
        };
        assert_eq!(written, expected, "{text:?}");
    }

    #[test]
    fn turns_are_read_with_marks_and_comments() {
        for text in ["1. b2", "2. g7 f6 e5!?", "12. pass?? {no \\} choice \\\\}", "3. a1 {two\nlines}"] {
            let [(0, Token::Turn(entry))] = &read(text).unwrap()[..] else { panic!("{text} is a turn") };
            assert_eq!(entry.to_string(), text);
        }
        assert_eq!(read(" 2.g7   f6 e5 !? {}").unwrap(), [(1, read("2. g7 f6 e5!?").unwrap().remove(0).1)], "blanks mean nothing");
        assert_eq!(read("2. G7 f6 E5").unwrap(), read("2. g7 f6 e5").unwrap(), "nor do capitals");
    }

    #[test]
    fn errors_have_a_place() {
        check("b2", "at 0: expected the number of a turn, as in \"2. g7 f6 e5\", not b");
        check("1. b2 2 g7", "at 6: 2 isn't the number of a turn; write it with a dot, as in \"2. g7 f6 e5\"");
        check("1.", "at 2: expected the cells of the turn, or \"pass\"");
        check("1. b2 z9", "at 6: z9 isn't a cell; use a letter from a to k and a number from 1 to 11, like e5");
        check("1. b2!!!", "at 5: !!! isn't a mark; use one of !! ! !? ?! ? ??");
        check("1. b2 {good", "at 6: this comment is never closed; write } after it");
        check(&format!("1. b2 {{{}}}", "é".repeat(1_001)), "at 6: this comment has more than 1,000 characters");
    }
}
