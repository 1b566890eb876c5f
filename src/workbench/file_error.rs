//! Why a save file cannot be read or written, in words that its owner can act on.
//!
//! Each kind of failure is told apart, since the window and the commands react differently; the words are the same for both.

use std::{
    fmt, io,
    path::{Path, PathBuf},
    str::Utf8Error,
};

use ron::error::{Error, SpannedError};

use super::{
    format::{MAX_BYTES, STRUCT_NAME, VERSION},
    locate::{Place, locate},
};
use crate::{
    puzzle::{Flaw, Key, Puzzle},
    text::listed,
};

/// Why a save file cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileError {
    /// The system does not give us the file.
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// The system does not let us write the file; what was there before is still there.
    Unwritable {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// Longer than any position we know, so it was not even looked at.
    TooLarge,
    /// Not the notation, or a field or value that does not belong there.
    Malformed {
        /// Where reading stopped.
        place: Place,
        /// What is wrong and what would be right.
        message: String,
    },
    /// The notation is right, but another program wrote it.
    OtherProgram {
        /// Where the name of our program should stand.
        place: Place,
    },
    /// Written by a version of this program that we do not know.
    OtherVersion {
        /// Where the version stands.
        place: Place,
        /// That version.
        version: u32,
    },
    /// There is no puzzle of this name.
    UnknownPuzzle {
        /// Where the name stands.
        place: Place,
        /// The name.
        key: String,
    },
    /// A position of another puzzle than the one that was asked for.
    OtherPuzzle {
        /// Where the puzzle's name stands.
        place: Place,
        /// The puzzle in the file.
        found: String,
        /// The puzzle that was asked for.
        expected: &'static str,
    },
    /// A position that breaks a rule of its puzzle.
    Flawed {
        /// Where it breaks the rule.
        place: Place,
        /// What is wrong and what would be right.
        message: String,
    },
}

impl FileError {
    /// The file cannot be read.
    pub fn unreadable(path: &Path, error: &io::Error) -> Self {
        Self::Unreadable { path: path.to_path_buf(), why: in_words(error) }
    }

    /// The file cannot be written.
    pub fn unwritable(path: &Path, error: &io::Error) -> Self {
        Self::Unwritable { path: path.to_path_buf(), why: in_words(error) }
    }

    /// The list of puzzles has none with this key.
    pub fn unknown_puzzle(text: &str, key: &str) -> Self {
        Self::UnknownPuzzle { place: locate(text, &[Key::Field("puzzle")]), key: key.to_string() }
    }

    /// The text holds a position of another puzzle than `P`.
    pub fn other_puzzle<P: Puzzle>(text: &str, found: &str) -> Self {
        Self::OtherPuzzle { place: locate(text, &[Key::Field("puzzle")]), found: found.to_string(), expected: P::KEY }
    }

    /// The text was written by a version that we do not know.
    pub fn other_version(text: &str, version: u32) -> Self {
        Self::OtherVersion { place: locate(text, &[Key::Field("version")]), version }
    }

    /// The position in the text has this flaw.
    pub fn flawed<S>(text: &str, flaw: &Flaw<S>) -> Self {
        let path: Vec<Key> = [Key::Field("state")].into_iter().chain(flaw.path.iter().copied()).collect();
        Self::Flawed { place: locate(text, &path), message: flaw.message.clone() }
    }

    /// The bytes are no text.
    pub fn no_text(bytes: &[u8], error: Utf8Error) -> Self {
        let text = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        Self::Malformed { place: Place::of_byte(&text, text.len()), message: "this is no text in UTF-8".to_string() }
    }

    /// The text could not be parsed.
    pub fn malformed(text: &str, error: &SpannedError) -> Self {
        let place = place_of(text, error);
        if is_other_program(&error.code) {
            Self::OtherProgram { place }
        } else {
            Self::Malformed { place, message: parse_error(&error.code) }
        }
    }

    /// Where in the text the error lies; none where the text was not read.
    pub fn line_column(&self) -> Option<(usize, usize)> {
        match self {
            Self::Unreadable { .. } | Self::Unwritable { .. } | Self::TooLarge => None,
            Self::Malformed { place, .. }
            | Self::OtherProgram { place }
            | Self::OtherVersion { place, .. }
            | Self::UnknownPuzzle { place, .. }
            | Self::OtherPuzzle { place, .. }
            | Self::Flawed { place, .. } => Some((place.line, place.column)),
        }
    }

    /// What is wrong, without the file's name and the place in it: a sentence without the full stop.
    pub fn message(&self) -> String {
        match self {
            Self::Unreadable { why, .. } => format!("cannot be read: {why}"),
            Self::Unwritable { why, .. } => format!("cannot be written: {why}"),
            Self::TooLarge => format!("is larger than {} MiB, so it is no save file", MAX_BYTES >> 20),
            Self::OtherProgram { .. } => format!("this is no save file of Quincunx, which would begin with `{STRUCT_NAME}(`"),
            Self::OtherVersion { version, .. } if VERSION < *version => {
                format!("this file is of version {version}, and this program reads only up to version {VERSION}: a newer Quincunx opens it")
            }
            Self::OtherVersion { version, .. } => format!("there never was a version {version}; the newest is {VERSION}"),
            Self::UnknownPuzzle { key, .. } => {
                format!("there is no puzzle {key:?}; {}", alternatives(crate::puzzles::KEYS, "the puzzles are"))
            }
            Self::OtherPuzzle { found, expected, .. } => format!("this is a position of the puzzle {found:?}, not of {expected:?}"),
            Self::Malformed { message, .. } | Self::Flawed { message, .. } => message.clone(),
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { path, .. } | Self::Unwritable { path, .. } => write!(f, "{} ", path.display())?,
            Self::TooLarge => f.write_str("the file ")?,
            _ => {}
        }
        if let Some((line, column)) = self.line_column() {
            write!(f, "{}: ", Place { line, column })?;
        }
        f.write_str(&self.message())
    }
}

impl std::error::Error for FileError {}

/// What the system says, for those who never heard of error numbers.
fn in_words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_string(),
        io::ErrorKind::PermissionDenied => "the system does not permit it".to_string(),
        io::ErrorKind::IsADirectory => "it is a folder".to_string(),
        _ => error.to_string(),
    }
}

/// Where the parser's trouble begins: past the blanks that it had not skipped yet.
fn place_of(text: &str, error: &SpannedError) -> Place {
    let [start, end] = [&error.span.start, &error.span.end].map(|position| Place { line: position.line, column: position.col });
    // At the end of the text the parser takes back the last value before it asks for a comma.
    let start = if error.code == Error::ExpectedComma { end } else { start };
    let Some(offset) = start.byte_in(text) else { return start };
    let blanks = text[offset..].len() - text[offset..].trim_start().len();
    Place::of_byte(text, offset + blanks).min(end).max(start)
}

/// Whether the outermost value is not ours.
fn is_other_program(code: &Error) -> bool {
    matches!(code, Error::ExpectedDifferentStructName { expected, .. } | Error::ExpectedNamedStructLike(expected) if *expected == STRUCT_NAME)
}

/// What the parser has to say, in our words where a person may meet it.
fn parse_error(code: &Error) -> String {
    match code {
        Error::Eof => "the file ends in the middle; a closing bracket or quote is missing".to_string(),
        Error::ExpectedArray => "a list `[…]` belongs here".to_string(),
        Error::ExpectedArrayEnd => "a comma or the closing `]` of the list belongs here".to_string(),
        Error::ExpectedComma => "a comma or a closing bracket belongs here".to_string(),
        Error::ExpectedString => "a text in double quotes belongs here".to_string(),
        Error::ExpectedStringEnd => "the closing quote of this text is missing".to_string(),
        Error::ExpectedChar => "one character in single quotes belongs here".to_string(),
        Error::ExpectedBoolean => "`true` or `false` belongs here".to_string(),
        Error::ExpectedInteger => "a whole number belongs here".to_string(),
        Error::ExpectedFloat => "a number belongs here".to_string(),
        Error::ExpectedOption => "`None` or `Some(…)` belongs here".to_string(),
        Error::ExpectedMapColon => "a colon belongs after the name of a field".to_string(),
        Error::ExpectedIdentifier => "a name belongs here".to_string(),
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) => "an opening `(` belongs here".to_string(),
        Error::ExpectedStructLikeEnd | Error::ExpectedOptionEnd => "a closing `)` belongs here".to_string(),
        Error::IntegerOutOfBounds => "this number is out of range".to_string(),
        Error::UnclosedBlockComment => "the closing `*/` of this comment is missing".to_string(),
        Error::TrailingCharacters => "nothing more belongs after the last closing bracket".to_string(),
        Error::ExceededRecursionLimit => "the brackets are nested too deeply".to_string(),
        Error::NoSuchStructField { expected, found, .. } => {
            format!("there is no field `{found}`; {}", alternatives(expected, "the fields here are"))
        }
        Error::MissingStructField { field, .. } => format!("the field `{field}` is missing"),
        Error::DuplicateStructField { field, .. } => format!("the field `{field}` is here twice"),
        Error::NoSuchEnumVariant { expected, found, .. } => {
            format!("there is no `{found}`; {}", alternatives(expected, "it may be"))
        }
        Error::ExpectedDifferentStructName { found, .. } => format!("`{found}` does not belong before this bracket"),
        Error::ExpectedDifferentLength { expected, found } => format!("here are {found} elements instead of {expected}"),
        Error::InvalidEscape(_) => {
            "after a backslash in a text only `n`, `r`, `t`, `0`, `x…`, `u{…}`, a quote or a backslash is known".to_string()
        }
        Error::InvalidValueForType { expected, found } => format!("{expected} belongs here instead of {found}"),
        other => one_line(&other.to_string()),
    }
}

/// The beginning, then the names that there are: "the puzzles are `a`, `b` and `c`".
pub(crate) fn alternatives(names: &[&str], beginning: &str) -> String {
    if names.is_empty() {
        return "nothing is allowed here".to_owned();
    }
    format!("{beginning} {}", listed(names.iter().map(|name| format!("`{name}`")), "and"))
}

/// The words on one line, beginning in lower case as all our messages do.
fn one_line(words: &str) -> String {
    let joined = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut characters = joined.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}
