//! Save files: a position with its title and note, as text that people can read and write.
//!
//! The text is checked from the outside in: first the version, then the puzzle, then the state. A state that breaks a rule of its puzzle is
//! read as well, because unfinished work can be saved; [`problem`] checks the rules. Errors are described in [`super::file_error`].

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{
    file_error::FileError,
    format::{MAX_BYTES, STRUCT_NAME, VERSION},
    paused::PausedSearch,
    words,
};
use crate::{
    challenge::Grade,
    date::Date,
    game::{CHALLENGE, End, Game, GameFlaw},
    puzzle::{Challenges, Puzzle},
    puzzles::{self, Visitor},
};

/// The number of a challenge that says which version of the rules rated it.
const RATER: &str = "rater";

/// The content of a save file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document<S> {
    /// The position's name.
    pub title: Option<String>,
    /// A note by the user.
    pub note: Option<String>,
    /// The position, which may break the puzzle's rules.
    pub state: S,
    /// The game that is played on the position.
    pub game: Option<Game>,
    /// A paused search of the position. [`PausedSearch::resume`] checks whether it can be resumed.
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

impl<S> Document<S> {
    /// Creates a document with this position and nothing else.
    pub fn untitled(state: S) -> Self {
        Self { title: None, note: None, state, game: None, search: None, set_aside: Vec::new() }
    }
}

/// Creates a document with this challenge, to play. It may be the challenge of a day.
pub fn challenge<P: Puzzle>(state: P::State, grade: Grade, seed: u64, day: Option<Date>) -> Document<P::State> {
    let rater = P::EXTRAS.challenges.as_ref().map(|challenges| (RATER.to_owned(), challenges.rater.into()));
    let game = Game { grade: Some(grade), seed, day, numbers: rater.into_iter().collect(), ..Game::new(CHALLENGE) };
    Document { title: Some(words::challenge::title(grade, seed, day)), game: Some(game), ..Document::untitled(state) }
}

/// Reads a save file of this puzzle.
///
/// # Errors
/// If the text isn't a save file, has another version or puzzle, or has a game that can't be continued.
pub fn read<P: Puzzle>(text: &str) -> Result<Document<P::State>, FileError> {
    let envelope = parse::<Envelope<P::State>>(text);
    if !envelope.as_ref().is_ok_and(|envelope| envelope.version == VERSION && envelope.puzzle == P::KEY) {
        // Another version or puzzle explains whatever else is wrong.
        let found = peek(text)?;
        if found != P::KEY {
            return Err(FileError::other_puzzle::<P>(text, &found));
        }
    }
    let Envelope { title, note, state, game, search, set_aside, .. } = envelope?;
    if let Some(game) = &game {
        check_game::<P>(&state, game).map_err(|flaw| FileError::flawed_game(text, &flaw))?;
    }
    let present = |text: String| Some(text).filter(|text| !text.is_empty());
    Ok(Document { title: present(title), note: present(note), state, game, search, set_aside })
}

fn check_game<P: Puzzle>(state: &P::State, game: &Game) -> Result<(), GameFlaw> {
    match P::EXTRAS.check_game {
        Some(check) => check(state, game),
        None => match &P::EXTRAS.challenges {
            Some(challenges) => check_challenge(challenges, state, game),
            None => Err(GameFlaw::unknown_kind(&game.kind, &[])),
        },
    }
}

fn check_challenge<P: Puzzle>(challenges: &Challenges<P>, state: &P::State, game: &Game) -> Result<(), GameFlaw> {
    let require = |condition: bool, field, message: &str| if condition { Ok(()) } else { Err(GameFlaw::new(field, message)) };
    if game.kind != CHALLENGE {
        return Err(GameFlaw::unknown_kind(&game.kind, &[CHALLENGE]));
    }
    require(game.numbers.keys().all(|name| name == RATER), "numbers", words::challenge::OTHER_NUMBERS)?;
    require(game.moves.is_empty(), "moves", words::challenge::NO_MOVES)?;
    require(game.points == 0, "points", words::challenge::NO_POINTS)?;
    game.check_day()?;
    let is_solved = P::check(state).is_ok_and(|problem| (challenges.is_solved)(&problem));
    match game.end {
        None => require(!is_solved, "end", words::challenge::IS_SOLVED),
        Some(End::Solved) => require(is_solved, "end", words::challenge::IS_NOT_SOLVED),
        Some(End::GivenUp) => Ok(()),
        Some(End::Lost | End::Stopped) => Err(GameFlaw::new("end", words::challenge::OTHER_END)),
    }
}

/// Writes a save file. Equal documents give equal texts, with one row of a board per line.
pub fn write<P: Puzzle>(document: &Document<P::State>) -> String {
    let envelope = Envelope {
        version: VERSION,
        puzzle: P::KEY.to_string(),
        title: document.title.clone().unwrap_or_default(),
        note: document.note.clone().unwrap_or_default(),
        state: document.state.clone(),
        game: document.game.clone(),
        search: document.search.clone(),
        set_aside: document.set_aside.clone(),
    };
    let fields_and_rows = 3;
    let layout = PrettyConfig::new().depth_limit(fields_and_rows).new_line("\n");
    let fields =
        ron::ser::to_string_pretty(&envelope, layout).expect("a position is plain data: numbers, texts, lists and structs of them");
    format!("{STRUCT_NAME}{fields}\n")
}

/// Returns the puzzle's key in the text of a save file, whether or not such a puzzle exists.
///
/// # Errors
/// If the text isn't a save file, or has another version.
pub fn peek(text: &str) -> Result<String, FileError> {
    let header = parse::<Header>(text);
    if !header.as_ref().is_ok_and(|header| header.version == VERSION) {
        // In another version the puzzle may be written differently.
        let version = parse::<VersionProbe>(text)?.version;
        if version != VERSION {
            return Err(FileError::other_version(text, version));
        }
    }
    Ok(header?.puzzle)
}

/// Runs the visitor for the puzzle of a save file.
///
/// # Errors
/// If [`peek`] fails, or the puzzle doesn't exist.
pub fn visit_puzzle<V: Visitor>(text: &str, visitor: V) -> Result<V::Output, FileError> {
    let key = peek(text)?;
    puzzles::visit(&key, visitor).ok_or_else(|| FileError::unknown_puzzle(text, &key))
}

/// Returns the problem of a state that was read from the text.
///
/// # Errors
/// Everything that is wrong with the state, with its place in the text; never an empty list.
pub fn problem<P: Puzzle>(text: &str, state: &P::State) -> Result<P::Problem, Vec<FileError>> {
    P::check(state).map_err(|flaws| flaws.iter().map(|flaw| FileError::flawed(text, flaw)).collect())
}

/// Returns the text of a regular file, without a byte order mark.
///
/// # Errors
/// If the file can't be read, isn't a regular file, is too large, or isn't text.
pub fn load(path: &Path) -> Result<String, FileError> {
    let file = open_regular(path).map_err(|error| FileError::unreadable(path, &error))?;
    load_from(file, path)
}

/// Like [`load`], but also reads pipes and devices, and waits until something is written to them.
///
/// # Errors
/// If the file can't be read, is too large, or isn't text.
pub fn load_any(path: &Path) -> Result<String, FileError> {
    let file = File::open(path).map_err(|error| FileError::unreadable(path, &error))?;
    load_from(file, path)
}

/// Opens a regular file without waiting. Opening a pipe would wait until something is written to it.
fn open_regular(path: &Path) -> io::Result<File> {
    require_regular(&fs::metadata(path)?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, O_NONBLOCK);
    let file = options.open(path)?;
    // The path may lead to something else by now.
    require_regular(&file.metadata()?)?;
    Ok(file)
}

fn require_regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        Ok(())
    } else if metadata.is_dir() {
        Err(io::ErrorKind::IsADirectory.into())
    } else {
        Err(io::Error::other(words::NOT_A_REGULAR_FILE))
    }
}

/// The flag that makes opening a pipe return at once. Its value differs between systems. 0 sets no flag, and is safe on all others because
/// the file has been checked before.
#[cfg(unix)]
const O_NONBLOCK: i32 = if cfg!(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64"))) {
    0o4000
} else if cfg!(any(target_vendor = "apple", target_os = "freebsd", target_os = "netbsd", target_os = "openbsd")) {
    0o4
} else {
    0
};

/// Returns the text that the reader gives. The path is only used in errors.
///
/// # Errors
/// As for [`load`].
pub fn load_from(reader: impl Read, path: &Path) -> Result<String, FileError> {
    let mut bytes = Vec::new();
    reader.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|error| FileError::unreadable(path, &error))?;
    if MAX_BYTES < bytes.len() as u64 {
        return Err(FileError::TooLarge);
    }
    let text = str::from_utf8(&bytes).map_err(|error| FileError::not_text(&bytes, error))?;
    Ok(text.strip_prefix('\u{FEFF}').unwrap_or(text).to_string())
}

/// Writes a regular file completely or not at all, and leaves nothing beside it.
///
/// # Errors
/// If the path isn't a regular file, or the system refuses. The file is then unchanged.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let target = real_path(path).map_err(|error| FileError::unwritable(path, &error))?;
    let allowed = fs::metadata(&target).map_or(Ok(()), |metadata| require_regular(&metadata));
    allowed.and_then(|()| replace(&target, bytes)).map_err(|error| FileError::unwritable(path, &error))
}

/// Like [`save`], but also writes to pipes and devices, and waits until something reads from them.
///
/// # Errors
/// If the system refuses. A regular file is then unchanged.
pub fn save_any(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let is_stream = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir());
    if !is_stream {
        return save(path, bytes);
    }
    let written = OpenOptions::new().write(true).open(path).and_then(|mut stream| stream.write_all(bytes));
    written.map_err(|error| FileError::unwritable(path, &error))
}

/// Returns the path to write to: a link keeps pointing to its file, even to one that doesn't exist yet.
fn real_path(path: &Path) -> io::Result<PathBuf> {
    match (path.canonicalize(), fs::read_link(path)) {
        (Ok(real), _) => Ok(real),
        // A chain of links has another error if it never ends.
        (Err(error), Ok(target)) if error.kind() == io::ErrorKind::NotFound => {
            real_path(&path.parent().unwrap_or(Path::new("")).join(target))
        }
        (Err(error), Ok(_)) => Err(error),
        (Err(_), Err(_)) => Ok(path.to_path_buf()),
    }
}

/// Writes a temporary file beside the target and renames it. The temporary file is removed in any case.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut beside = tempfile::Builder::new();
    beside.prefix(".quincunx-");
    #[cfg(unix)]
    beside.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut beside = beside.tempfile_in(folder)?;
    beside.write_all(bytes)?;
    if let Ok(before) = fs::metadata(path) {
        keep_owner(beside.as_file(), &before);
        beside.as_file().set_permissions(before.permissions())?;
    }
    beside.as_file().sync_all()?;
    beside.persist(path)?;
    // The file is written. This only makes sure that a power failure doesn't bring the old one back.
    #[cfg(unix)]
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Gives the file the owner of the one it replaces. Only an administrator may do that; otherwise it belongs to the user.
#[cfg(unix)]
fn keep_owner(file: &File, before: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let _ = fchown(file, Some(before.uid()), Some(before.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_file: &File, _before: &Metadata) {}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, FileError> {
    ron::from_str(text).map_err(|error| FileError::malformed(text, &error))
}

/// The fields of a save file. An absent title or note is empty.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Quincunx", deny_unknown_fields)]
#[serde(bound(serialize = "S: Serialize", deserialize = "S: DeserializeOwned"))]
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

/// The part of the format that all versions share.
#[derive(Deserialize)]
#[serde(rename = "Quincunx")]
struct VersionProbe {
    version: u32,
}

/// The fields that say how to read the others.
#[derive(Deserialize)]
#[serde(rename = "Quincunx")]
struct Header {
    version: u32,
    puzzle: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::{
        meteor::Meteor,
        sums::{Mark, State, Sums},
    };

    const SEVEN: &str = include_str!("../puzzles/sums/sums.ron");

    fn seven() -> Document<State> {
        let board = vec!["123".to_string(), "456".to_string()];
        Document { title: Some("Seven".to_string()), ..Document::untitled(State { target: Some(7), board, marks: vec![] }) }
    }

    #[test]
    fn written_documents_can_be_read() {
        assert_eq!(read::<Sums>(SEVEN), Ok(seven()));
        assert_eq!(write::<Sums>(&seven()), SEVEN);

        let marks = vec![Mark { row: 0, column: 1 }, Mark { row: 1, column: 2 }];
        let full = Document { note: Some("\"a\"\n\tb é".to_string()), ..Document::untitled(State { marks, ..seven().state }) };
        let text = write::<Sums>(&full);
        assert_eq!(read::<Sums>(&text), Ok(full));
        assert!(text.contains("        marks: [\n            (row: 0, column: 1),\n"), "one element per line: {text}");
    }

    #[test]
    fn a_challenge_that_contradicts_its_position_or_itself_is_refused() {
        let begun = Game { seed: 7, ..Game::new(CHALLENGE) };
        let check = |change: fn(&mut Game), expected: Option<(&'static str, &str)>| {
            let mut game = begun.clone();
            change(&mut game);
            let document = Document { game: Some(game.clone()), ..Document::default() };
            let flaw = check_game::<Meteor>(&document.state, &game).err();
            assert_eq!(flaw.as_ref().map(|flaw| (flaw.field, flaw.message.as_str())), expected);
            assert_eq!(read::<Meteor>(&write::<Meteor>(&document)).is_err(), expected.is_some());
        };
        check(|_| (), None);
        check(|game| game.end = Some(End::GivenUp), None);
        check(|game| (game.day, game.seed) = (Some(Date::FIRST), Date::FIRST.seed()), None);
        check(|game| game.kind = "run".to_owned(), Some(("kind", "unknown game \"run\"; expected \"challenge\"")));
        check(|game| _ = game.numbers.insert(RATER.to_owned(), 1), None);
        check(|game| _ = game.numbers.insert("a,b".to_owned(), 1), Some(("numbers", words::challenge::OTHER_NUMBERS)));
        check(|game| game.moves.push("1".to_owned()), Some(("moves", words::challenge::NO_MOVES)));
        check(|game| game.points = 1, Some(("points", words::challenge::NO_POINTS)));
        check(|game| game.day = Some(Date::FIRST), Some(("day", "the seed isn't that of this day")));
        check(|game| game.end = Some(End::Solved), Some(("end", words::challenge::IS_NOT_SOLVED)));
        check(|game| game.end = Some(End::Lost), Some(("end", words::challenge::OTHER_END)));
        check(|game| game.end = Some(End::Stopped), Some(("end", words::challenge::OTHER_END)));
    }

    #[test]
    fn layout_and_field_order_do_not_matter() {
        let text = "// Written by hand.\r\n(state:(board:[\"123\",\r\n\"456\"],target:Some(7)),title:\"Seven\",note:\"\",puzzle:\"sums\",version:1)";
        assert_eq!(read::<Sums>(text), Ok(seven()));
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let error = match visit_puzzle(text, Read(text)) {
            Err(error) | Ok(Err(error)) => error,
            Ok(Ok(())) => panic!("{text:?} was accepted"),
        };
        assert_eq!(error.to_string(), expected, "{text:?}: {error:?}");
    }

    struct Read<'a>(&'a str);

    impl Visitor for Read<'_> {
        type Output = Result<(), FileError>;

        fn visit<P: crate::board::Board>(self) -> Self::Output {
            let document = read::<P>(self.0)?;
            problem::<P>(self.0, &document.state).map(drop).map_err(|mut errors| errors.remove(0))
        }
    }

    /// Checks a save file with this text from the state on.
    #[track_caller]
    fn check_state(rest: &str, expected: &str) {
        check(&format!("Quincunx(version: 1,\n title: \"é\", puzzle: \"sums\",\n state: {rest}"), expected);
    }

    #[test]
    fn invalid_envelopes() {
        let foreign = "line 1, column 1: not a Quincunx file: expected `Quincunx(` at the start";
        for text in ["", "hello", "{\"version\": 1}", "Chess(version: 1)", "[1, 2]"] {
            check(text, foreign);
        }
        check("// mine\n Chess(version: 1)", &foreign.replace("line 1, column 1", "line 2, column 2"));
        check("Quincunx(version: 1", "line 1, column 20: expected a comma or a closing bracket");
        check("Quincunx()", "line 1, column 10: the field `version` is missing");
        check("Quincunx(version: \"1\")", "line 1, column 19: expected a whole number");
        check("Quincunx(version: 99999999999)", "line 1, column 19: this number is out of range");
        check("Quincunx(version: 0)", "line 1, column 19: there is no version 0; the newest is 1");
        check(
            "Quincunx(hint: {1: A()}, version: 2, puzzle: 7)",
            "line 1, column 35: this file has version 2, but this Quincunx only reads version 1; open it with a newer Quincunx",
        );
        check("Quincunx(version: 1, state: ())", "line 1, column 31: the field `puzzle` is missing");
        check("Quincunx(version: 1, puzzle: sums)", "line 1, column 30: expected text in double quotes");
        check("Quincunx(version: 1, puzzle: \"sums\")", "line 1, column 36: the field `state` is missing");
        check(
            "Quincunx(version: 1, puzzle: \"sums\", name: \"x\", state: ())",
            "line 1, column 38: unknown field `name`; the fields here are `version`, `puzzle`, `title`, `note`, `state`, `game`, `search` and `set_aside`",
        );
        check(&SEVEN.replace("\"Seven\"", "7"), "line 4, column 12: expected text in double quotes");
        check(&format!("{SEVEN})"), "line 13, column 1: unexpected text after the last closing bracket");
        check(&SEVEN.replace("state", "/* state"), "line 5, column 8: this comment has no closing `*/`");
    }

    #[test]
    fn other_puzzles() {
        let text = SEVEN.replace("sums", "chess");
        let error = visit_puzzle(&text, Read(&text)).unwrap_err();
        assert_eq!(error.line_column(), Some((3, 13)));
        assert!(error.message().starts_with("unknown puzzle \"chess\"; "), "{error}");
        let error = read::<Sums>(&text).unwrap_err();
        assert_eq!(error.to_string(), "line 3, column 13: this position belongs to the puzzle \"chess\", not to \"sums\"");
    }

    #[test]
    fn invalid_states() {
        check_state("(target: Some(7)))", "line 3, column 25: the field `board` is missing");
        check_state(
            "(target: Some(7), color: 3, board: []))",
            "line 3, column 27: unknown field `color`; the fields here are `target`, `board` and `marks`",
        );
        check_state("(board: [],\n target: None, target: None))", "line 4, column 16: the field `target` appears twice");
        check_state("(board: [], target: 7))", "line 3, column 29: expected `None` or `Some(…)`");
        check_state("(board: [], target: Some(-7)))", "line 3, column 35: this number is out of range");
        check_state("(target: None, board: [\"12\", 34]))", "line 3, column 38: expected text in double quotes");
        check_state("(target: None, board: \"12\"))", "line 3, column 31: expected a list `[…]`");
        check_state("(target: None, board: [\"12\" \"34\"]))", "line 3, column 37: expected a comma or a closing bracket");
        check_state("(target: None, board: [\"12\", \"34]))", "line 3, column 38: this text has no closing quote");
        check_state("(target: None, board: [\"12\"]", "line 3, column 37: expected a comma or a closing bracket");
        check_state("Sum(target: None, board: []))", "line 3, column 9: unexpected `Sum` before this bracket");
        check_state(
            "(target: None, board: [\"1\\q\"]))",
            "line 3, column 33: unknown escape; expected `n`, `r`, `t`, `0`, `x…`, `u{…}`, a quote or a backslash after the backslash",
        );
        check_state("(target: None, board: [], marks: [(row: 1)]))", "line 3, column 50: the field `column` is missing");
        check_state("[[]])", "line 3, column 9: expected `(`");
    }

    #[test]
    fn deep_nesting_is_refused() {
        let text = format!("Quincunx(version: 1, puzzle: \"sums\", state: {}", "[".repeat(100_000));
        assert!(peek(&text).unwrap_err().to_string().ends_with("the brackets are nested too deeply"));
    }

    #[test]
    fn broken_rules_have_a_place() {
        check_state("(target: Some(7),\n board: [\"12\", \" 3 x\"]))", "line 4, column 20: 'x' isn't a digit");
        check_state("(board: [\"12\"], target: None))", "line 3, column 33: a target is missing");
    }

    #[test]
    fn saved_files_can_be_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a b.ron");
        for text in [SEVEN, "shorter"] {
            save(&path, text.as_bytes()).unwrap();
            assert_eq!(load(&path).as_deref(), Ok(text));
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file remains");
        fs::write(&path, format!("\u{FEFF}{SEVEN}")).unwrap();
        assert_eq!(load(&path).as_deref(), Ok(SEVEN), "the byte order mark isn't part of the text");
    }

    #[cfg(unix)]
    #[test]
    fn saving_to_a_link_keeps_the_link() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        save(&link, b"new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert!(link.is_symlink());
    }

    #[test]
    fn a_failed_save_leaves_no_files() {
        let around = tempfile::tempdir().unwrap();
        let folder = around.path().join("folder");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("inside"), "").unwrap();
        assert!(save(&folder, b"x").unwrap_err().to_string().ends_with("can't be written: it's a folder"));
        assert!(save_any(&folder, b"x").is_err());
        // The case that the path only turns out to be a folder when the file is renamed.
        assert!(replace(&folder, b"x").is_err());
        let names = |folder: &Path| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>();
        assert_eq!((names(around.path()), names(&folder)), (vec!["folder".into()], vec!["inside".into()]));
    }

    #[cfg(unix)]
    #[test]
    fn a_saved_file_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        save(&path, b"new").unwrap();
        let usual = folder.path().join("usual");
        fs::write(&usual, "").unwrap();
        assert_eq!(mode(), fs::metadata(&usual).unwrap().permissions().mode() & 0o777);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        save(&path, b"newer").unwrap();
        assert_eq!(mode(), 0o640);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_file_that_does_not_exist_yet_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link, other] = ["file", "link", "other"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("file", &link).unwrap();
        std::os::unix::fs::symlink(&link, &other).unwrap();
        save(&other, b"new").unwrap();
        assert!(link.is_symlink() && other.is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
    }

    /// What the system says about a path is shown without its number, and without the temporary file beside it.
    #[cfg(unix)]
    #[test]
    fn errors_of_the_system_have_no_number() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&link, &link).unwrap();
        let long = folder.path().join("x".repeat(300));
        for path in [link, long] {
            for error in [load(&path).unwrap_err(), save(&path, b"x").unwrap_err()] {
                let text = error.to_string();
                assert!(
                    text.starts_with(&path.display().to_string()) && !text.contains("os error") && !text.contains(".quincunx"),
                    "{text}"
                );
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn only_regular_files_are_read_and_written_by_default() {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        for path in [socket.as_path(), Path::new("/dev/null")] {
            let name = path.display();
            assert_eq!(load(path).unwrap_err().to_string(), format!("{name} can't be read: it isn't a regular file"));
            assert_eq!(save(path, b"x").unwrap_err().to_string(), format!("{name} can't be written: it isn't a regular file"));
        }
        assert_eq!(load_any(Path::new("/dev/null")).as_deref(), Ok(""));
        assert_eq!(save_any(Path::new("/dev/null"), b"x"), Ok(()));
    }

    /// Nothing reads from this pipe or writes to it, so opening it like a file would wait forever.
    #[cfg(unix)]
    #[test]
    fn a_pipe_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert!(matches!(load(&pipe), Err(FileError::Unreadable { .. })));
        assert!(matches!(save(&pipe, b"x"), Err(FileError::Unwritable { .. })));
    }

    #[test]
    fn unreadable_and_unwritable_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("none").join("x.ron");
        let name = path.display();
        let why = "no such file or folder";
        assert_eq!(load(&path).unwrap_err().to_string(), format!("{name} can't be read: {why}"));
        assert_eq!(save(&path, b"x").unwrap_err().to_string(), format!("{name} can't be written: {why}"));
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        for below in [file.join("x.ron"), file.join("none").join("x.ron")] {
            let expected = format!("{} can't be written: part of the path is a file, not a folder", below.display());
            assert_eq!(save(&below, b"x").unwrap_err().to_string(), expected);
        }
        assert!(matches!(load(folder.path()), Err(FileError::Unreadable { .. })), "a folder");
        assert!(matches!(save(folder.path(), b"x"), Err(FileError::Unwritable { .. })), "a folder");

        let long = vec![b' '; MAX_BYTES as usize + 1];
        assert_eq!(load_from(&long[..], &path), Err(FileError::TooLarge));
        assert_eq!(load_from(&long[1..], &path).map(|text| text.len()), Ok(long.len() - 1));
        assert_eq!(FileError::TooLarge.to_string(), "the file is larger than 4 MiB, so it isn't a Quincunx file");
        let error = load_from(&b"\n\xC3\xA9\xFF"[..], &path).unwrap_err();
        assert_eq!(error.to_string(), "line 2, column 2: not a text file: expected UTF-8");
    }
}
