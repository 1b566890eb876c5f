//! Why a save file can't be read or written, in words that the user can act on.
//!
//! Each kind of failure is a variant of its own, because the window and the commands react differently. A message is a
//! sentence without its full stop and begins in lower case, since a place or a name stands before it.

use std::{
    fmt, io,
    path::{Path, PathBuf},
    str::Utf8Error,
};

use ron::error::{Error, SpannedError};

use super::{
    format::{MAX_BYTES, is_blank},
    locate::{Place, locate},
};
use base::{
    erased::Kinds,
    game::GameFlaw,
    puzzle::{Flaw, Key},
    save_file::{STRUCT_NAME, VERSION},
    text::{counted, invisible, listed, of_path, quoted, visible},
    xmpuzzle::{self, Wrong},
};

/// Why a save file can't be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileError {
    /// The system can't read the file.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        why: String,
    },
    /// The system can't write the file. An existing file is unchanged.
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        why: String,
    },
    /// The file is much larger than any position, so it wasn't parsed.
    TooLarge,
    /// It isn't a file but a link, in which this is wrong.
    WrongLink(String),
    /// The text isn't valid RON, or has an unknown field or an invalid value.
    Malformed {
        /// Where parsing stopped.
        place: Place,
        /// What is wrong and what is expected.
        message: String,
    },
    /// The text is a file of another program.
    OtherProgram {
        /// Where the name of this program is expected.
        place: Place,
        /// What is there instead, if the user can't see it.
        found: Option<String>,
    },
    /// The file has a version that this program can't read.
    OtherVersion {
        /// Where the version is.
        place: Place,
        /// That version.
        version: u32,
    },
    /// The puzzle doesn't exist.
    UnknownPuzzle {
        /// Where the name is.
        place: Place,
        /// The name.
        key: String,
        /// The names of those that exist.
        known: Vec<&'static str>,
    },
    /// The position belongs to another puzzle than the one expected.
    OtherPuzzle {
        /// Where the puzzle's name is.
        place: Place,
        /// The puzzle in the file.
        found: String,
        /// The puzzle expected.
        expected: &'static str,
    },
    /// The position breaks a rule of its puzzle.
    Flawed {
        /// Where it breaks the rule.
        place: Place,
        /// What is wrong and what is expected.
        message: String,
    },
}

impl FileError {
    /// Creates the error for a file that can't be read.
    pub fn unreadable(path: &Path, error: &io::Error) -> Self {
        Self::Unreadable { path: path.to_path_buf(), why: in_words(error) }
    }

    /// Creates the error for a file that can't be written.
    pub fn unwritable(path: &Path, error: &io::Error) -> Self {
        Self::Unwritable { path: path.to_path_buf(), why: in_words(error) }
    }

    /// Creates the error for a puzzle that doesn't exist.
    pub fn unknown_puzzle(kinds: Kinds, text: &str, key: &str) -> Self {
        Self::UnknownPuzzle { place: locate(text, &[Key::Field("puzzle")]), key: key.to_string(), known: kinds.keys() }
    }

    /// Creates the error for a position of another puzzle than the one expected.
    pub fn other_puzzle(text: &str, found: &str, expected: &'static str) -> Self {
        Self::OtherPuzzle { place: locate(text, &[Key::Field("puzzle")]), found: found.to_string(), expected }
    }

    /// Creates the error for a version that this program can't read.
    pub fn other_version(text: &str, version: u32) -> Self {
        Self::OtherVersion { place: locate(text, &[Key::Field("version")]), version }
    }

    /// Creates the error for a flaw of the position in the text.
    pub fn flawed<S>(text: &str, flaw: &Flaw<S>) -> Self {
        let path: Vec<Key> = [Key::Field("state")].into_iter().chain(flaw.path.iter().copied()).collect();
        // A file of BurrTools has no such path.
        let place = if xmpuzzle::is_xml(text) { Place::of_byte(text, text.find("<puzzle").unwrap_or(0)) } else { locate(text, &path) };
        Self::Flawed { place, message: flaw.message.clone() }
    }

    /// Creates the error for a file of BurrTools.
    pub fn wrong_import(text: &str, wrong: &Wrong) -> Self {
        let at = (0..=wrong.at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        Self::Malformed { place: Place::of_byte(text, at), message: wrong.message.clone() }
    }

    /// Creates the error for a compressed file that is damaged.
    pub fn damaged(message: String) -> Self {
        Self::Malformed { place: Place { line: 1, column: 1 }, message }
    }

    /// Creates the error for a game in the text that can't be continued.
    pub fn flawed_game(text: &str, flaw: &GameFlaw) -> Self {
        let place = locate(text, &[Key::Field("game"), Key::Field(flaw.field)]);
        Self::Flawed { place, message: format!("the game can't be continued: {}", flaw.message) }
    }

    /// Creates the error for bytes that aren't text.
    pub fn not_text(bytes: &[u8], error: Utf8Error) -> Self {
        let text = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        Self::Malformed { place: Place::of_byte(&text, text.len()), message: "not a text file: expected UTF-8".to_owned() }
    }

    /// Creates the error for text that couldn't be parsed.
    pub fn malformed(text: &str, error: &SpannedError) -> Self {
        if let Error::InvalidEscape(reason) = error.code {
            return Self::bad_escape(text, error, reason);
        }
        let place = place_of(text, error);
        let offset = place.byte_in(text).unwrap_or(text.len());
        // What the user can't see is named.
        let found = |offset: usize| text.get(offset..)?.chars().next().filter(|&c| !is_blank(c)).and_then(invisible);
        if error.code == Error::ExpectedAttribute {
            // No save file begins with `#`, at or behind which the parser is.
            let before = text.get(..=offset).unwrap_or(&text[..offset]);
            Self::OtherProgram { place: Place::of_byte(text, before.rfind('#').unwrap_or(0)), found: None }
        } else if is_other_program(&error.code) {
            Self::OtherProgram { place, found: found(offset) }
        } else {
            // A name ends before a character that isn't part of names.
            let name = match &error.code {
                Error::NoSuchStructField { found, .. } | Error::NoSuchEnumVariant { found, .. } => found.len(),
                _ => 0,
            };
            // Some messages quote what is found.
            let quotes = matches!(error.code, Error::UnexpectedChar(_) | Error::SuggestRawIdentifier(_));
            let found = found(offset + name).filter(|_| !quotes);
            // Whatever is expected in or behind the last word isn't there because the text was cut.
            let rest = text.get(offset..).unwrap_or_default().trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
            let is_cut = error.code != Error::ExpectedStringEnd && rest.chars().all(is_blank);
            let code = if is_cut { &Error::Eof } else { &error.code };
            Self::Malformed { place, message: with_found(parse_error(code), found.as_deref()) }
        }
    }

    /// Creates the error for a backslash in a text that doesn't begin an escape.
    fn bad_escape(text: &str, error: &SpannedError, reason: &str) -> Self {
        let end = Place { line: error.span.end.line, column: error.span.end.col }.byte_in(text).unwrap_or(text.len());
        let start = start_of_escape(&text[..end]);
        let written = |end: usize| quoted(&text[start..end]);
        let message = match text.as_bytes().get(start + 1) {
            Some(b'u') if reason.starts_with("Not a valid") => format!(
                "`{}` isn't a character; expected a code up to `\\u{{10ffff}}`, and none from `\\u{{d800}}` to `\\u{{dfff}}`",
                written(end_of_code(text, start))
            ),
            Some(b'u') => {
                format!("expected one to six hexadecimal digits in braces, like `\\u{{e9}}`, not `{}`", written(end_of_code(text, start)))
            }
            Some(b'x') if reason.starts_with("Not a valid") => {
                format!("`{}` isn't a character; from `\\x80` on, write the code in braces, like `\\u{{e9}}`", written(end))
            }
            Some(b'x') => format!("expected two hexadecimal digits, like `\\x41`, not `{}`", written(end)),
            _ => format!(
                "unknown escape `{}`; expected `n`, `r`, `t`, `0`, `x…`, `u{{…}}`, a quote or a backslash after the backslash",
                written(end)
            ),
        };
        Self::Malformed { place: Place::of_byte(text, start), message }
    }

    /// Returns the line and column of the error, from 1, or `None` if the text wasn't read.
    pub fn line_column(&self) -> Option<(usize, usize)> {
        match self {
            Self::Unreadable { .. } | Self::Unwritable { .. } | Self::TooLarge | Self::WrongLink(_) => None,
            Self::Malformed { place, .. }
            | Self::OtherProgram { place, .. }
            | Self::OtherVersion { place, .. }
            | Self::UnknownPuzzle { place, .. }
            | Self::OtherPuzzle { place, .. }
            | Self::Flawed { place, .. } => Some((place.line, place.column)),
        }
    }

    /// Returns what is wrong, without the file's name and the place in it: a sentence without the full stop.
    pub fn message(&self) -> String {
        match self {
            Self::Unreadable { why, .. } => format!("can't be read: {why}"),
            Self::Unwritable { why, .. } => format!("can't be written: {why}"),
            Self::WrongLink(why) => why.clone(),
            Self::TooLarge => format!("is larger than {} MiB, so it isn't a Quincunx file", MAX_BYTES >> 20),
            Self::OtherProgram { found, .. } => {
                with_found(format!("not a Quincunx file: expected `{STRUCT_NAME}(` at the start"), found.as_deref())
            }
            Self::OtherVersion { version, .. } if VERSION < *version => {
                format!("this file has version {version}, but this Quincunx only reads version {VERSION}; open it with a newer Quincunx")
            }
            Self::OtherVersion { version, .. } => format!("there is no version {version}; the newest is {VERSION}"),
            Self::UnknownPuzzle { key, known, .. } => {
                format!("unknown puzzle \"{}\"; {}", quoted(key), alternatives(known, "the puzzles are"))
            }
            Self::OtherPuzzle { found, expected, .. } => {
                format!("this position belongs to the puzzle \"{}\", not to \"{expected}\"", quoted(found))
            }
            Self::Malformed { message, .. } | Self::Flawed { message, .. } => message.clone(),
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { path, .. } | Self::Unwritable { path, .. } => write!(f, "{} ", of_path(path))?,
            Self::TooLarge => write!(f, "the file ")?,
            _ => {}
        }
        if let Some((line, column)) = self.line_column() {
            write!(f, "{}: ", Place { line, column })?;
        }
        f.write_str(&self.message())
    }
}

impl std::error::Error for FileError {}

/// Describes an error of the system without error numbers. All messages about files have these words.
pub fn in_words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it's a folder".to_owned(),
        io::ErrorKind::NotADirectory => "part of the path is a file, not a folder".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::QuotaExceeded => "your quota on the disk is used up".to_owned(),
        io::ErrorKind::InvalidFilename => "the name is too long, or has a character that names can't have here".to_owned(),
        io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_owned(),
        // The system's words, which the number of the error follows.
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().map_or_else(String::new, one_line)
        }
    }
}

/// Returns the place of a parser error, after any whitespace that the parser hadn't skipped yet.
fn place_of(text: &str, error: &SpannedError) -> Place {
    let [start, end] = [&error.span.start, &error.span.end].map(|position| Place { line: position.line, column: position.col });
    // At the end of the text the parser goes back before the last value when it expects a comma.
    let start = if error.code == Error::ExpectedComma { end } else { start };
    let Some(offset) = start.byte_in(text) else { return start };
    let blanks = text[offset..].len() - text[offset..].trim_start_matches(is_blank).len();
    Place::of_byte(text, offset + blanks).min(end).max(start)
}

/// Returns the message, and what is found at its place, if the user can't see that.
fn with_found(message: String, found: Option<&str>) -> String {
    match found {
        Some(found) => format!("{message}, found {found}"),
        None => message,
    }
}

/// Returns where the escape starts in which the parser has stopped at the end of this text.
fn start_of_escape(text: &str) -> usize {
    let mut start = text.rfind('\\').unwrap_or(text.len());
    // A backslash may stand where a digit of the escape before it belongs, and a character of several bytes has several escapes.
    let is_unfinished = |escape: &str| escape.len() < 2 || u8::from_str_radix(escape, 16).is_ok_and(|byte| !byte.is_ascii());
    let is_escape = |at: usize| text[..at].bytes().rev().take_while(|&byte| byte == b'\\').count().is_multiple_of(2);
    while let Some(before) =
        text[..start].rfind("\\x").filter(|&at| is_escape(at) && start <= at + 4 && is_unfinished(&text[at + 2..start]))
    {
        start = before;
    }
    start
}

/// Returns where the code in braces of this escape ends, or the text if it isn't closed.
fn end_of_code(text: &str, escape: usize) -> usize {
    let code = &text[escape..];
    let end = code.find(['}', '"', '\n']).unwrap_or(code.len());
    escape + end + usize::from(code[end..].starts_with('}'))
}

/// Returns whether the outermost value belongs to another program.
fn is_other_program(code: &Error) -> bool {
    matches!(code, Error::ExpectedDifferentStructName { expected, .. } | Error::ExpectedNamedStructLike(expected) if *expected == STRUCT_NAME)
}

fn expected(what: &str) -> String {
    format!("expected {what}")
}

/// The introduction, then the names that are possible: "the puzzles are `a`, `b` and `c`".
pub fn alternatives(names: &[&str], introduction: &str) -> String {
    if names.is_empty() {
        return "nothing is allowed here".to_owned();
    }
    format!("{introduction} {}", listed(names.iter().map(|name| format!("`{name}`")), "and"))
}

/// Describes a parser error. Errors that a user is unlikely to meet keep the parser's words.
fn parse_error(code: &Error) -> String {
    match code {
        Error::Eof => "unexpected end of the file; a closing bracket or quote is missing".to_owned(),
        Error::ExpectedArray => expected("a list `[…]`"),
        Error::ExpectedArrayEnd => expected("a comma or `]`"),
        Error::ExpectedComma => expected("a comma or a closing bracket"),
        Error::ExpectedString => expected("text in double quotes"),
        Error::ExpectedStringEnd => "this text has no closing quote".to_owned(),
        Error::ExpectedChar => expected("a character in single quotes"),
        Error::ExpectedBoolean => expected("`true` or `false`"),
        Error::ExpectedInteger => expected("a whole number"),
        Error::ExpectedFloat => expected("a number"),
        Error::ExpectedOption => expected("`None` or `Some(…)`"),
        Error::ExpectedMapColon => expected("a colon after the field name"),
        Error::ExpectedIdentifier => expected("a name"),
        Error::SuggestRawIdentifier(found) => format!("expected a name, not `{}`", quoted(found)),
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) => expected("`(`"),
        Error::ExpectedStructLikeEnd | Error::ExpectedOptionEnd => expected("`)`"),
        Error::IntegerOutOfBounds => "this number is out of range".to_owned(),
        Error::UnclosedBlockComment => "this comment has no closing `*/`".to_owned(),
        Error::TrailingCharacters => "unexpected text after the last closing bracket".to_owned(),
        Error::ExceededRecursionLimit => "the brackets are nested too deeply".to_owned(),
        Error::NoSuchStructField { expected, found, .. } => {
            format!("unknown field `{}`; {}", quoted(found), alternatives(expected, "the fields here are"))
        }
        Error::MissingStructField { field, .. } => format!("the field `{field}` is missing"),
        Error::DuplicateStructField { field, .. } => format!("the field `{field}` appears twice"),
        Error::NoSuchEnumVariant { expected, found, .. } => {
            format!("unknown value `{}`; {}", quoted(found), alternatives(expected, "the values here are"))
        }
        Error::ExpectedDifferentStructName { found, .. } => format!("unexpected `{}` before this bracket", quoted(found)),
        Error::ExpectedDifferentLength { expected, found } => format!("expected {expected}, not {}", counted((*found) as u64, "element")),
        // The parser speaks of bits, such as a 32-bit unsigned integer.
        Error::InvalidValueForType { expected, found } if expected.contains("-bit") => {
            format!("expected a whole number, not {}", quoted(found))
        }
        Error::InvalidValueForType { expected, found } => format!("expected {expected}, not {}", quoted(found)),
        Error::UnexpectedChar(found) => format!("unexpected '{}'", quoted(found)),
        other => visible(&one_line(&other.to_string())).into_owned(),
    }
}

/// Joins lines, and begins in lower case like all messages.
fn one_line(text: &str) -> String {
    let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut characters = joined.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}
