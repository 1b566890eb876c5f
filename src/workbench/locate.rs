//! Finds the place of a value in the text of a save file, given the path to the value.
//!
//! A flaw only has a path, because a puzzle never sees the text that it was read from. So the text is scanned once more, token by token and
//! without recursion, so that no nesting is too deep. The text isn't validated: it normally has been read before, and for any other text
//! the result is just some place in it.

use std::{fmt, iter::Peekable, ops::Range};

use super::format::is_blank;
use base::puzzle::Key;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Place {
    /// Returns the place of the character that starts at this byte.
    pub fn of_byte(text: &str, offset: usize) -> Self {
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self { line: 1 + before.matches('\n').count(), column: 1 + before[line_start..].chars().count() }
    }

    /// Returns the byte at which the character at this place starts, or the end of the text; `None` if the place is outside its lines.
    pub fn byte_in(self, text: &str) -> Option<usize> {
        let line_start: usize = text.split_inclusive('\n').take(self.line - 1).map(str::len).sum();
        let line = text.get(line_start..)?;
        line.char_indices().map(|(offset, _)| offset).chain([line.len()]).nth(self.column - 1).map(|offset| line_start + offset)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Returns the place of the value at the end of the path. If the text lacks part of the path, this is the last value on it that exists.
///
/// `Some(…)` isn't a step of a path, which continues inside it.
pub fn locate(text: &str, path: &[Key]) -> Place {
    let mut tokens = Tokens { text, offset: 0 }.peekable();
    skip_attributes(&mut tokens);
    let mut offset = tokens.peek().map_or(text.len(), |token| token.range.start);
    for &key in path {
        match step(&mut tokens, key) {
            Some(inner) => offset = inner,
            None => break,
        }
    }
    Place::of_byte(text, offset)
}

/// Enters the next value and advances to the value inside it that the key names. Returns where that starts.
fn step(tokens: &mut Peekable<Tokens<'_>>, key: Key) -> Option<usize> {
    while tokens.next_if(|token| token.kind == Kind::Word && token.text == "Some").is_some() {
        tokens.next_if(|token| token.kind == Kind::Open)?;
    }
    match key {
        Key::Field(name) => go_to_field(tokens, name)?,
        Key::Index(index) => go_to_element(tokens, index)?,
        Key::Character(index) => return character(tokens.peek()?, index),
    }
    tokens.peek().filter(|token| token.kind != Kind::Close).map(|token| token.range.start)
}

fn go_to_field(tokens: &mut Peekable<Tokens<'_>>, name: &str) -> Option<()> {
    enter(tokens)?;
    loop {
        let is_name = tokens.next_if(|token| token.kind == Kind::Word && token.text.trim_start_matches("r#") == name).is_some();
        if is_name && tokens.next_if(|token| token.kind == Kind::Colon).is_some() {
            return Some(());
        }
        skip_element(tokens)?;
    }
}

fn go_to_element(tokens: &mut Peekable<Tokens<'_>>, index: usize) -> Option<()> {
    enter(tokens)?;
    (0..index).try_for_each(|_| skip_element(tokens))
}

/// Advances past the opening bracket of a value, and past the name before it if there is one.
fn enter(tokens: &mut Peekable<Tokens<'_>>) -> Option<()> {
    tokens.next_if(|token| token.kind == Kind::Word);
    tokens.next_if(|token| token.kind == Kind::Open).map(drop)
}

/// Advances past the next comma in the current brackets. Returns `None` if they close first.
fn skip_element(tokens: &mut Peekable<Tokens<'_>>) -> Option<()> {
    let mut depth = 0_usize;
    loop {
        match tokens.peek()?.kind {
            Kind::Close if depth == 0 => return None,
            Kind::Close => depth -= 1,
            Kind::Open => depth += 1,
            Kind::Comma if depth == 0 => return tokens.next().map(drop),
            _ => {}
        }
        tokens.next();
    }
}

/// Advances past `#![enable(…)]` before the outermost value.
fn skip_attributes(tokens: &mut Peekable<Tokens<'_>>) {
    while tokens.next_if(|token| token.kind == Kind::Word && token.text == "#!").is_some() {
        if enter(tokens).is_some() {
            while skip_element(tokens).is_some() {}
            tokens.next();
        }
    }
}

/// Returns where the nth character of a text token is, from 0 and not counting whitespace.
fn character(token: &Token<'_>, index: usize) -> Option<usize> {
    let Kind::Text { content, notation } = &token.kind else { return None };
    let start = token.range.start + content.start;
    let mut rest = &token.text[content.clone()];
    let mut seen = 0;
    while let Some((value, length)) = first_character(rest, *notation) {
        if !value.is_whitespace() {
            if seen == index {
                return Some(start + content.len() - rest.len());
            }
            seen += 1;
        }
        rest = &rest[length..];
    }
    None
}

/// Returns the first character of a text's content, and the number of bytes that represent it.
fn first_character(content: &str, notation: Notation) -> Option<(char, usize)> {
    let mut characters = content.chars();
    let first = characters.next()?;
    if first != '\\' || notation == Notation::Raw {
        return Some((first, first.len_utf8()));
    }
    let escape = characters.next()?;
    let after = &content[1 + escape.len_utf8()..];
    let (digits, closing) = match escape {
        'x' => (after.get(..2).unwrap_or(after), 0),
        'u' => (after.split('}').next().unwrap_or(after), usize::from(after.contains('}'))),
        _ => ("", 0),
    };
    let value = match escape {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        // An invalid code may stand for any character here, as long as it isn't whitespace.
        'x' | 'u' => u32::from_str_radix(digits.trim_start_matches('{'), 16).ok().and_then(char::from_u32).unwrap_or(escape),
        other => other,
    };
    Some((value, 1 + escape.len_utf8() + digits.len() + closing))
}

/// A word, bracket, sign or text, with the bytes that it covers.
struct Token<'a> {
    kind: Kind,
    text: &'a str,
    range: Range<usize>,
}

#[derive(PartialEq)]
enum Kind {
    Open,
    Close,
    Comma,
    Colon,
    /// A name, a number, or anything else without brackets.
    Word,
    /// A text in quotes, with the range of its content within the token.
    Text {
        content: Range<usize>,
        notation: Notation,
    },
}

/// How the characters of a text are written.
#[derive(Clone, Copy, PartialEq)]
enum Notation {
    /// A backslash starts an escape.
    Escaped,
    /// All characters represent themselves.
    Raw,
}

/// Splits a text into tokens, without whitespace and comments.
struct Tokens<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.offset += whitespace_length(&self.text[self.offset..]);
        let rest = &self.text[self.offset..];
        let (kind, length) = first_token(rest)?;
        let range = self.offset..self.offset + length;
        self.offset = range.end;
        Some(Token { kind, text: &rest[..length], range })
    }
}

/// Returns the number of bytes of whitespace and comments at the start of the text.
fn whitespace_length(text: &str) -> usize {
    let mut rest = text.trim_start_matches(is_blank);
    loop {
        let comment = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment_length(rest)
        } else {
            return text.len() - rest.len();
        };
        rest = rest[comment..].trim_start_matches(is_blank);
    }
}

/// Returns the length in bytes of the block comment at the start of the text. Block comments can be nested.
fn block_comment_length(text: &str) -> usize {
    let (mut depth, mut length) = (0_usize, 0);
    loop {
        let rest = &text[length..];
        if rest.starts_with("/*") {
            depth += 1;
            length += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            length += 2;
            if depth == 0 {
                return length;
            }
        } else {
            let Some(character) = rest.chars().next() else { return length };
            length += character.len_utf8();
        }
    }
}

/// Returns the token at the start of the text, and its length in bytes.
fn first_token(text: &str) -> Option<(Kind, usize)> {
    let sign = match text.chars().next()? {
        '(' | '[' | '{' => Some(Kind::Open),
        ')' | ']' | '}' => Some(Kind::Close),
        ',' => Some(Kind::Comma),
        ':' => Some(Kind::Colon),
        _ => None,
    };
    match sign {
        Some(kind) => Some((kind, 1)),
        None => Some(quoted(text).unwrap_or_else(|| (Kind::Word, word_length(text)))),
    }
}

/// Returns the text or character in quotes at the start of the text, if there is one.
fn quoted(text: &str) -> Option<(Kind, usize)> {
    let unmarked = text.strip_prefix('b').unwrap_or(text);
    if let Some(hashed) = unmarked.strip_prefix('r')
        && let Some(inner) = hashed.trim_start_matches('#').strip_prefix('"')
    {
        let start = text.len() - inner.len();
        let end_mark = format!("\"{}", "#".repeat(hashed.len() - inner.len() - 1));
        return Some(text_token(start, inner.find(&end_mark), end_mark.len(), text.len(), Notation::Raw));
    }
    let quote = unmarked.chars().next().filter(|first| matches!(first, '"' | '\''))?;
    let start = text.len() - unmarked.len() + 1;
    let (kind, length) = text_token(start, unescaped(&text[start..], quote), 1, text.len(), Notation::Escaped);
    Some((if quote == '"' { kind } else { Kind::Word }, length))
}

/// Creates a text token whose content starts at `start`. A text that isn't closed extends to the end of everything.
fn text_token(start: usize, content_length: Option<usize>, mark_length: usize, all: usize, notation: Notation) -> (Kind, usize) {
    let content = start..content_length.map_or(all, |length| start + length);
    let length = content_length.map_or(all, |length| start + length + mark_length);
    (Kind::Text { content, notation }, length)
}

/// Returns the position of the first quote that isn't escaped.
///
/// `'''` is the apostrophe as a character, so the first character never closes the quotes.
fn unescaped(text: &str, quote: char) -> Option<usize> {
    let mut is_escaped = quote == '\'';
    for (offset, character) in text.char_indices() {
        match character {
            '\\' if !is_escaped || offset == 0 => is_escaped = true,
            _ if character == quote && !is_escaped => return Some(offset),
            _ => is_escaped = false,
        }
    }
    None
}

/// Returns the number of bytes before the next sign, quote, whitespace or comment; at least one character.
fn word_length(text: &str) -> usize {
    let ends = |(offset, character): &(usize, char)| {
        is_blank(*character) || "()[]{},:\"'".contains(*character) || text[*offset..].starts_with("//") || text[*offset..].starts_with("/*")
    };
    text.char_indices().skip(1).find(ends).map_or(text.len(), |(offset, _)| offset)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use Key::{Character, Field, Index};

    /// Checks that the path leads to the mark `@` in the text.
    #[track_caller]
    fn check(marked: &str, path: &[Key]) {
        let offset = marked.find('@').expect("the text has a mark");
        let text = marked.replacen('@', "", 1);
        assert_eq!(locate(&text, path), Place::of_byte(&text, offset), "{path:?} in {text:?}");
    }

    #[test]
    fn values_are_found() {
        check("@(a: 1)", &[]);
        check(" /* so */ @Quincunx(a: 1)", &[]);
        check("#![enable(implicit_some, unwrap_newtypes)]\n#![enable()]@(a: 1)", &[]);
        check("(a: @1)", &[Field("a")]);
        check("(b: (a: 1), a: @2, a: 3)", &[Field("a")]);
        check("(\r\n\tb: \"a: 9, (\",\r\n\ta : @[1],\r\n)", &[Field("a")]);
        check("(r#a: @1)", &[Field("a")]);
        check("S(a: T(x: [3, 4], b: @-1.5e3))", &[Field("a"), Field("b")]);
        check("(a: [10, [20], @(30)])", &[Field("a"), Index(2)]);
        check("(a: Custom(1, @2))", &[Field("a"), Index(1)]);
        check("(a: @Some([1, 2]))", &[Field("a")]);
        check("(a: Some([1, @2]))", &[Field("a"), Index(1)]);
        check("Some(Some((a: @Some(1))))", &[Field("a")]);
    }

    #[test]
    fn signs_in_comments_and_quotes_are_ignored() {
        check("(b: 1, // a: 2\n a: @3)", &[Field("a")]);
        check("(b: 1, /* a: 2, /* } */ a: 4 */ a: @3)", &[Field("a")]);
        check("[0/*,*/,1//,\n,@2]", &[Index(2)]);
        check(r#"["a\"b,", @"c"]"#, &[Index(1)]);
        check(r#"["\\", @"c"]"#, &[Index(1)]);
        check(r##"[r#"a",\"#, br"b,\", b"c,", @1]"##, &[Index(3)]);
        check(r"[',', '\'', ''', '\\', '(', b'[', '\u{2C}', @1]", &[Index(7)]);
    }

    #[test]
    fn characters_are_counted_without_whitespace() {
        check(r#"[". @5 .", "x"]"#, &[Index(0), Character(1)]);
        check(r#""a\t@b""#, &[Character(1)]);
        check(r#""a\u{20}\x20\n@b""#, &[Character(1)]);
        check(r#""a\u{41}\x41\"@b""#, &[Character(4)]);
        check(r##"r#" a\@n""#"##, &[Character(2)]);
        check("\"é @ß\"", &[Character(1)]);
        check("Some(\"a@b\")", &[Character(1)]);
        check("\"a\n  @b\"", &[Character(1)]);
    }

    #[test]
    fn an_incomplete_path_leads_to_the_last_value_on_it() {
        check("(a: @(b: 1))", &[Field("a"), Field("c")]);
        check("(a: @(b: 1))", &[Field("a"), Index(1)]);
        check("(a: @[1, 2,])", &[Field("a"), Index(2)]);
        check("(a: @[])", &[Field("a"), Index(0), Index(0)]);
        check("(a: @\"xy\")", &[Field("a"), Character(2)]);
        check("(a: @7)", &[Field("a"), Character(0)]);
        check("(a: @Some)", &[Field("a"), Index(0)]);
        check("(a: @(b))", &[Field("a"), Field("b")]);
        check("@", &[Field("a")]);
        check(" @", &[]);
    }

    /// A value as text, and the path to each value inside it with that value's text.
    fn written() -> impl Strategy<Value = Vec<(Vec<Key>, String)>> {
        let leaf = prop_oneof![
            "[0-9]{1,3}".prop_map(|number| vec![(vec![], number)]),
            "[ a-z,()\\[\\]:/*'#]{0,6}".prop_map(|text| vec![(vec![], format!("\"{text}\""))]),
        ];
        leaf.prop_recursive(4, 24, 4, |inner| {
            (any::<bool>(), "( |\n|/\\*[(,]\\*/|//[)\"]\n){0,2}", prop::collection::vec(inner, 0..4))
                .prop_map(|(named, space, parts)| join(named, &space, &parts))
        })
    }

    /// Puts values into brackets, and keeps the text of each value by its path.
    fn join(named: bool, space: &str, parts: &[Vec<(Vec<Key>, String)>]) -> Vec<(Vec<Key>, String)> {
        const NAMES: [&str; 4] = ["a", "b", "c", "d"];
        let keys: Vec<Key> = (0..parts.len()).map(|i| if named { Field(NAMES[i]) } else { Index(i) }).collect();
        let name = |i: usize| if named { format!("{}:{space}", NAMES[i]) } else { String::new() };
        let elements: String = parts.iter().enumerate().map(|(i, part)| format!("{space}{}{},", name(i), part[0].1)).collect();
        let whole = if named { format!("({elements}{space})") } else { format!("[{elements}{space}]") };
        let inner = keys
            .iter()
            .zip(parts)
            .flat_map(|(&key, part)| part.iter().map(move |(path, text)| ([&[key], path.as_slice()].concat(), text.clone())));
        [(vec![], whole)].into_iter().chain(inner).collect()
    }

    proptest! {
        #[test]
        fn every_written_value_is_found(values in written()) {
            let whole = &values[0].1;
            for (path, text) in &values {
                let offset = locate(whole, path).byte_in(whole).expect("a place in the text");
                prop_assert!(whole[offset..].starts_with(text), "{path:?} in {whole:?}");
            }
        }

        #[test]
        fn any_text_has_a_place(text in "([ab:,#r\"'\\\\(){}\\[\\]/*\n xu]|Some|é){0,40}") {
            for path in [&[][..], &[Field("a"), Index(1)], &[Index(0), Field("b")], &[Index(1), Character(1)], &[Character(2)]] {
                let place = locate(&text, path);
                prop_assert!(place.line <= 1 + text.matches('\n').count());
            }
        }
    }
}
