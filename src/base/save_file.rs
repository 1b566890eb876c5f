//! Save files: a position with its title and note, as text that people can read and write. Only their form is here; the workbench checks
//! what is in them.

use std::convert::Infallible;

use ron::{
    Deserializer, Options,
    error::{SpannedError, SpannedResult},
    ser::PrettyConfig,
    value::RawValue,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    game::Game,
    search::{Counts, FailedTask, Tally, Task},
};

/// The version of the format that is written. No older version was ever released.
pub const VERSION: u32 = 1;

/// The word at the start of every save file.
pub const STRUCT_NAME: &str = "Quincunx";

/// The content of a save file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SaveFile<S> {
    /// The position's name.
    pub title: Option<String>,
    /// A note by the user.
    pub note: Option<String>,
    /// The position, which may break the puzzle's rules.
    pub state: S,
    /// The game that is played on the position.
    pub game: Option<Game>,
    /// A paused search of the position. Resuming it checks whether that is possible.
    pub search: Option<PausedSearch>,
    /// Paused searches of other positions or by other techniques.
    pub set_aside: Vec<SetAside<S>>,
}

/// A paused search that isn't the document's current one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetAside<S> {
    /// The position it searches.
    pub state: S,
    /// The search.
    pub search: PausedSearch,
}

/// What has been counted so far and what remains: the field `search` of a save file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PausedSearch {
    /// The key of the technique.
    pub technique: String,
    /// Identifies the search, in the puzzle's notation: it can only be resumed in the same search.
    pub of: String,
    /// The number of solutions found.
    pub count: u64,
    /// These solutions in the puzzle's notation, or a sample of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub solutions: Vec<String>,
    /// The summary of the solutions found.
    pub summary: Counts,
    /// The work so far.
    pub tally: Tally,
    /// How long the search has run so far, in milliseconds.
    pub elapsed_ms: u64,
    /// The remaining tasks.
    pub tasks: Vec<Task>,
    /// The tasks that failed, which are retried last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<FailedTask>,
    /// Which part of a search this is, if it is one of several that need no contact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}

/// A part of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Its number, from 1.
    pub number: usize,
    /// The number of parts.
    pub of: usize,
    /// The version of the program, since another one could divide the search otherwise.
    pub version: String,
    /// The number of tasks of the whole search when it was divided.
    pub tasks: usize,
    /// A hash of the search in the file, to find out if it was damaged.
    pub digest: u64,
}

impl<S> SaveFile<S> {
    /// Returns the document with its positions in another form.
    pub fn map<R>(self, map: impl Fn(S) -> R) -> SaveFile<R> {
        let Ok(document) = self.try_map(|state| Ok::<R, Infallible>(map(state)));
        document
    }

    /// Returns the document with its positions in another form, or the first error.
    fn try_map<R, E>(self, map: impl Fn(S) -> Result<R, E>) -> Result<SaveFile<R>, E> {
        let Self { title, note, state, game, search, set_aside } = self;
        let state = map(state)?;
        let set_aside = set_aside.into_iter().map(|SetAside { state, search }| Ok(SetAside { state: map(state)?, search }));
        Ok(SaveFile { title, note, state, game, search, set_aside: set_aside.collect::<Result<_, E>>()? })
    }

    /// Creates a document with this position and nothing else.
    pub fn untitled(state: S) -> Self {
        Self { title: None, note: None, state, game: None, search: None, set_aside: Vec::new() }
    }
}

/// Reads a text that has positions of this type. Returns its header, too, which nobody has checked.
///
/// # Errors
/// Where the text has another form.
pub fn read<S: DeserializeOwned>(text: &str) -> SpannedResult<(Header, SaveFile<S>)> {
    let (options, header, document) = read_raw(text)?;
    let read = |state: &RawValue| options.from_str(state.get_ron()).map_err(|error| moved(error, text, state));
    Ok((header, document.try_map(read)?))
}

/// Reads all but the positions, whose text only has the right form.
///
/// Not generic: what isn't a position is compiled here, once, and not in the package of each puzzle.
fn read_raw(text: &str) -> SpannedResult<(Options, Header, SaveFile<&RawValue>)> {
    let extensions = Deserializer::from_str(text)?.extensions();
    let Envelope { version, puzzle, title, note, state, game, search, set_aside } = ron::from_str(text)?;
    let present = |text: String| Some(text).filter(|text| !text.is_empty());
    let document = SaveFile { title: present(title), note: present(note), state, game, search, set_aside };
    Ok((Options::default().with_default_extension(extensions), Header { version, puzzle }, document))
}

/// Returns an error in a part of a text with its place in the whole text.
fn moved(mut error: SpannedError, text: &str, part: &RawValue) -> SpannedError {
    let before = &text[..part.get_ron().as_ptr() as usize - text.as_ptr() as usize];
    let last_line = before.rsplit('\n').next().unwrap_or_default();
    for place in [&mut error.span.start, &mut error.span.end] {
        if place.line == 1 {
            place.col += last_line.chars().count();
        }
        place.line += before.matches('\n').count();
    }
    error
}

/// Writes a save file of the puzzle with this key. Equal documents give equal texts, with one row of a board per line.
pub fn write<S: Serialize>(puzzle: &str, document: SaveFile<S>) -> String {
    write_erased(puzzle, document.map(|state| Box::new(state) as Box<dyn erased_serde::Serialize + '_>))
}

/// Not generic: the library that writes files is compiled here, once, and not in the package of each puzzle.
fn write_erased(puzzle: &str, document: SaveFile<Box<dyn erased_serde::Serialize + '_>>) -> String {
    let SaveFile { title, note, state, game, search, set_aside } = document;
    let (title, note) = (title.unwrap_or_default(), note.unwrap_or_default());
    let envelope = Envelope { version: VERSION, puzzle: puzzle.to_owned(), title, note, state, game, search, set_aside };
    let fields_and_rows = 3;
    let layout = PrettyConfig::new().depth_limit(fields_and_rows).new_line("\n");
    let fields =
        ron::ser::to_string_pretty(&envelope, layout).expect("a position is plain data: numbers, texts, lists and structs of them");
    format!("{STRUCT_NAME}{fields}\n")
}

/// The fields that say how to read the others.
#[derive(Deserialize)]
#[serde(rename = "Quincunx")]
pub struct Header {
    /// The version of the format.
    pub version: u32,
    /// The key of the puzzle.
    pub puzzle: String,
}

/// The fields of a save file. An absent title or note is empty.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Quincunx", deny_unknown_fields)]
#[serde(bound(serialize = "S: Serialize", deserialize = "S: Deserialize<'de>"))]
struct Envelope<S> {
    version: u32,
    puzzle: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    note: String,
    state: S,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<Game>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    search: Option<PausedSearch>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    set_aside: Vec<SetAside<S>>,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Position {
        rows: Vec<String>,
        number: u8,
        best: Option<char>,
    }

    const TEXT: &str = r##"#![enable(implicit_some)]
// Above.
Quincunx(version: 1, puzzle: "a", title: "Tïtle", note: "b\nc", state: (rows: [
        "é1", // 🧩
        r#"2"3"#,
    ], number: 7, best: 'x'),
    /* between */ set_aside: [(state: (rows: [], number: 0x1F, best: 'z'), search: SEARCH), (search: SEARCH,
        state: (rows: ["4"], number: 8, best: 'y'))])
"##;

    fn text() -> String {
        let search = PausedSearch {
            technique: "t".to_owned(),
            of: String::new(),
            count: 1,
            solutions: vec!["s".to_owned()],
            summary: Counts::default(),
            tally: Tally::default(),
            elapsed_ms: 2,
            tasks: Vec::new(),
            failed: Vec::new(),
            shard: None,
        };
        TEXT.replace("SEARCH", &ron::to_string(&search).expect("plain data"))
    }

    /// Reads all at once, for positions of one type.
    fn read_typed(text: &str) -> SpannedResult<Envelope<Position>> {
        ron::from_str(text)
    }

    #[test]
    fn positions_are_read_as_part_of_the_whole() {
        let text = text();
        let document = read::<Position>(&text).expect("well formed").1;
        let typed = read_typed(&text).expect("well formed");
        assert_eq!(document.state, typed.state);
        assert_eq!((document.state.number, document.state.best), (7, Some('x')));
        let states = |set_aside: Vec<SetAside<Position>>| set_aside.into_iter().map(|SetAside { state, .. }| state).collect::<Vec<_>>();
        let set_aside = states(document.set_aside);
        assert_eq!(set_aside.len(), 2);
        assert_eq!(set_aside, states(typed.set_aside));
    }

    proptest! {
        /// Where the form of the text is right: otherwise its header can't be read either, and readers say what is wrong there.
        #[test]
        fn errors_are_those_of_the_whole(at in any::<prop::sample::Index>(), removed in 0_usize..3, added in "[0-9a-z(){}\\[\\],:\"' ]{0,2}") {
            let mut letters: Vec<char> = text().chars().collect();
            let start = at.index(letters.len());
            let end = letters.len().min(start + removed);
            letters.splice(start..end, added.chars());
            let text = String::from_iter(letters);
            if ron::from_str::<Header>(&text).is_err() {
                prop_assert!(read::<Position>(&text).is_err());
                return Ok(());
            }
            match (read::<Position>(&text), read_typed(&text)) {
                (Ok((_, document)), Ok(typed)) => prop_assert_eq!(document.state, typed.state),
                (Err(error), Err(typed)) => prop_assert_eq!(error, typed, "{}", text),
                (ours, typed) => prop_assert!(false, "{:?} but {:?} for {}", ours.err(), typed.err(), text),
            }
        }
    }
}
