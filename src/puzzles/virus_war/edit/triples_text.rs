//! Lists of triples as text: Lisp's `((1 2 3) (1 3 4))`, RON's `[(1, 2, 3), (1, 3, 4)]`, or plain numbers.

use crate::model::triples::{NUMBER_LIMIT, Triple};
use base::{board::TextError, text::quoted};

/// Reads a list of triples of numbers from 0 to 99.
///
/// Brackets may be round or square; commas count as blanks. A comment runs from `;` or `//` to the end of the line. Without brackets, every
/// three numbers are a triple.
///
/// # Errors
/// Where the text is wrong and what is expected there.
pub fn read(text: &str) -> Result<Vec<Triple>, TextError> {
    let tokens = tokens(text)?;
    let is_open = |index: usize| tokens.get(index).is_some_and(|token| matches!(token.kind, Kind::Open(_)));
    if is_open(0) { Bracketed { tokens: &tokens, next: 0 }.list() } else { plain(&tokens) }
}

/// Writes the list in Lisp's form.
pub fn write(triples: &[Triple]) -> String {
    let triples: Vec<String> = triples.iter().map(|[a, b, c]| format!("({a} {b} {c})")).collect();
    format!("({})", triples.join(" "))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// An opening bracket, with the character that closes it.
    Open(char),
    Close(char),
    Number(u8),
    End,
}

#[derive(Clone, Copy, Debug)]
struct Token {
    kind: Kind,
    line: usize,
    column: usize,
}

impl Token {
    fn error<T>(self, message: impl Into<String>) -> Result<T, TextError> {
        Err(TextError { line: self.line, column: self.column, message: message.into() })
    }

    fn name(self) -> String {
        match self.kind {
            Kind::Open(')') => "(".to_string(),
            Kind::Open(_) => "[".to_string(),
            Kind::Close(character) => character.to_string(),
            Kind::Number(number) => number.to_string(),
            Kind::End => "the end of the text".to_string(),
        }
    }
}

/// The tokens of the text, followed by [`Kind::End`].
fn tokens(text: &str) -> Result<Vec<Token>, TextError> {
    let mut tokens = Vec::new();
    let mut end = Token { kind: Kind::End, line: 1, column: 1 };
    for (line, content) in text.lines().enumerate() {
        end = Token { kind: Kind::End, line: line + 1, column: content.chars().count() + 1 };
        line_tokens(content, line + 1, &mut tokens)?;
    }
    tokens.push(end);
    Ok(tokens)
}

fn line_tokens(content: &str, line: usize, tokens: &mut Vec<Token>) -> Result<(), TextError> {
    let mut characters = (1..).zip(content.chars()).peekable();
    while let Some((column, character)) = characters.next() {
        let token = |kind| Token { kind, line, column };
        match character {
            ';' => return Ok(()),
            '/' if characters.peek().is_some_and(|&(_, next)| next == '/') => return Ok(()),
            '(' => tokens.push(token(Kind::Open(')'))),
            '[' => tokens.push(token(Kind::Open(']'))),
            ')' | ']' => tokens.push(token(Kind::Close(character))),
            // Lisp puts ' before a list that is data.
            ',' | '\'' => {}
            _ if character.is_whitespace() => {}
            _ => {
                let mut word = character.to_string();
                while let Some((_, next)) = characters.next_if(|&(_, next)| is_in_word(next)) {
                    word.push(next);
                }
                match number(&word) {
                    Some(number) => tokens.push(token(Kind::Number(number))),
                    None => return token(Kind::End).error(format!("{} isn't a number from 0 to {}", quoted(&word), NUMBER_LIMIT - 1)),
                }
            }
        }
    }
    Ok(())
}

fn is_in_word(character: char) -> bool {
    !character.is_whitespace() && !"()[],;'".contains(character)
}

fn number(word: &str) -> Option<u8> {
    let is_plain = word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|&number| is_plain && number < NUMBER_LIMIT)
}

fn plain(tokens: &[Token]) -> Result<Vec<Triple>, TextError> {
    let mut triples = Vec::new();
    for three in tokens.chunks(3) {
        match three.iter().map(|token| token.kind).collect::<Vec<_>>()[..] {
            [Kind::Number(a), Kind::Number(b), Kind::Number(c)] => triples.push([a, b, c]),
            [Kind::End] => {}
            _ => return broken(three),
        }
    }
    Ok(triples)
}

/// The error for three tokens of a plain list that aren't three numbers.
fn broken<T>(three: &[Token]) -> Result<T, TextError> {
    match three.iter().find(|token| !matches!(token.kind, Kind::Number(_))) {
        Some(token) if token.kind != Kind::End => {
            token.error(format!("unexpected {} in a list that starts without brackets; put all triples in brackets or none", token.name()))
        }
        _ => three[0].error("the last triple has fewer than three numbers"),
    }
}

/// Parses a list of triples in brackets, itself in brackets or not.
struct Bracketed<'a> {
    tokens: &'a [Token],
    next: usize,
}

impl Bracketed<'_> {
    fn list(mut self) -> Result<Vec<Triple>, TextError> {
        let is_triple = matches!(self.tokens.get(1), Some(Token { kind: Kind::Number(_), .. }));
        let outer = if is_triple { None } else { Some(self.take()) };
        let mut triples = Vec::new();
        loop {
            let token = self.take();
            match (token.kind, outer) {
                (Kind::Open(close), _) => triples.push(self.triple(close)?),
                (Kind::Close(close), Some(open)) if open.kind == Kind::Open(close) => break,
                (Kind::End, None) => return Ok(triples),
                (Kind::End, Some(open)) => return open.error(format!("this {} is never closed", open.name())),
                _ => return token.error(format!("expected a triple like (1 2 3), not {}", token.name())),
            }
        }
        match self.take() {
            Token { kind: Kind::End, .. } => Ok(triples),
            token => token.error(format!("unexpected {} after the end of the list", token.name())),
        }
    }

    fn triple(&mut self, close: char) -> Result<Triple, TextError> {
        let triple = [self.number("first")?, self.number("second")?, self.number("third")?];
        let token = self.take();
        if token.kind == Kind::Close(close) {
            return Ok(triple);
        }
        token.error(format!("expected {close} after three numbers, not {}", token.name()))
    }

    fn number(&mut self, which: &str) -> Result<u8, TextError> {
        let token = self.take();
        match token.kind {
            Kind::Number(number) => Ok(number),
            _ => token.error(format!("expected the {which} of three numbers, not {}", token.name())),
        }
    }

    /// The next token. The last one is repeated without end.
    fn take(&mut self) -> Token {
        let token = self.tokens[self.next.min(self.tokens.len() - 1)];
        self.next += 1;
        token
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_forms_are_read() {
        let texts = [
            "((1 2 3) (1 3 4))",
            "'((1 2 3)\n (1 3 4)) ; quoted",
            "[(1, 2, 3), (1, 3, 4)]",
            "[\n    (1, 2, 3), // RON\n    (1, 3, 4),\n]",
            "[[1,2,3],[1,3,4]]",
            "(1 2 3) (1 3 4)",
            "1 2 3\n1 3 4\n",
            "1,2,3\r\n1,3,4",
            "1 2 3 1 3 4",
        ];
        for text in texts {
            assert_eq!(read(text), Ok(vec![[1, 2, 3], [1, 3, 4]]), "{text:?}");
        }
        for text in ["", " \n", "()", "[]", "; none"] {
            assert_eq!(read(text), Ok(vec![]), "{text:?}");
        }
    }

    #[test]
    fn written_text_reads_back_the_same() {
        let triples = crate::play::deal::triples(50, 7);
        assert_eq!(read(&write(&triples)), Ok(triples));
        assert_eq!(write(&[[1, 2, 3], [1, 3, 4]]), "((1 2 3) (1 3 4))");
    }

    #[test]
    fn errors_give_line_and_column() {
        let cases = [
            ("((1 2 3)\n (1 2))", "line 2, column 6: expected the third of three numbers, not )"),
            ("((1 2 3 4))", "line 1, column 9: expected ) after three numbers, not 4"),
            ("((1 2 3]", "line 1, column 8: expected ) after three numbers, not ]"),
            ("((1 2 3)", "line 1, column 1: this ( is never closed"),
            ("((1 2 3) 4", "line 1, column 10: expected a triple like (1 2 3), not 4"),
            ("((1 2 3)) 4", "line 1, column 11: unexpected 4 after the end of the list"),
            ("((1 2", "line 1, column 6: expected the third of three numbers, not the end of the text"),
            ("1 2 3\n4 100 6", "line 2, column 3: 100 isn't a number from 0 to 99"),
            ("1 2 -3", "line 1, column 5: -3 isn't a number from 0 to 99"),
            ("1 2 3 4 5", "line 1, column 7: the last triple has fewer than three numbers"),
            ("1 2 3 (4 5 6)", "line 1, column 7: unexpected ( in a list that starts without brackets; put all triples in brackets or none"),
            ("1 2 x", "line 1, column 5: x isn't a number from 0 to 99"),
        ];
        for (text, message) in cases {
            assert_eq!(read(text).map_err(|error| error.to_string()), Err(message.to_string()), "{text:?}");
        }
    }
}
