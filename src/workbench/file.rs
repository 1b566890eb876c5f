//! Reading, checking and writing save files.
//!
//! The text is checked from the outside in: first the version, then the puzzle, then the state. A state that breaks a rule of its puzzle is
//! read as well, because unfinished work can be saved; [`problem`] checks the rules. Errors are described in [`super::file_error`].

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, de::DeserializeOwned};

use super::{file_error::FileError, format::MAX_BYTES};
use base::{
    challenge::{Grade, Step},
    date::Date,
    erased::{Erased, Kind, Kinds, Problem, State},
    game::{CHALLENGE, End, Game, GameFlaw},
    puzzle::Challenges,
    save_file::{Header, VERSION},
    text::sentence,
    xmpuzzle::{self, Imported},
};

pub use base::save_file::{SaveFile, SetAside};

/// The number of a challenge that says which version of the rules rated it.
const RATER: &str = "rater";

/// Creates a document with this challenge, to play. It may be the challenge of a day.
pub fn challenge(kind: &Kind, state: State, grade: Grade, seed: u64, day: Option<Date>) -> SaveFile<State> {
    let rater = kind.extras.challenges.as_ref().map(|challenges| (RATER.to_owned(), challenges.rater.into()));
    let game = Game { grade: Some(grade), seed, day, numbers: rater.into_iter().collect(), ..Game::new(CHALLENGE) };
    SaveFile { title: Some(challenge_title(grade, seed, day)), game: Some(game), ..SaveFile::untitled(state) }
}

/// Creates a document with this exercise, to play.
pub fn exercise(kind: &Kind, state: State, step: Step, seed: u64) -> SaveFile<State> {
    let challenge = challenge(kind, state, step.grade(), seed, None);
    let game = challenge.game.map(|game| Game { grade: None, step: Some(step), ..game });
    SaveFile { title: Some(format!("{} exercise {seed}", sentence(step.title()))), game, ..challenge }
}

fn challenge_title(grade: Grade, seed: u64, day: Option<Date>) -> String {
    match day {
        Some(day) => format!("Daily puzzle {day}, {}", grade.key()),
        None => format!("{} challenge {seed}", grade.title()),
    }
}

/// Reads a save file of this kind of puzzle.
///
/// # Errors
/// If the text isn't a save file, has another version or puzzle, or has a game that can't be continued.
pub fn read_of(kind: &Kind, text: &str) -> Result<SaveFile<State>, FileError> {
    if let Some(imported) = import(kind, text) {
        return Ok(imported?.swap_remove(0).document);
    }
    let read = (kind.read)(text);
    if !read.as_ref().is_ok_and(|(header, _)| header.version == VERSION && header.puzzle == kind.key) {
        // Another version or puzzle explains whatever else is wrong.
        let found = header_of(text)?.puzzle;
        if found != kind.key {
            return Err(FileError::other_puzzle(text, &found, kind.key));
        }
    }
    let (_, document) = read.map_err(|error| FileError::malformed(text, &error))?;
    if let Some(game) = &document.game {
        check_game(kind, &document.state, game).map_err(|flaw| FileError::flawed_game(text, &flaw))?;
    }
    Ok(document)
}

/// Reads all problems of a file of BurrTools, of which there is at least one; none if the text isn't one, or if those have no positions of
/// this kind of puzzle.
pub fn import(kind: &Kind, text: &str) -> Option<Result<Vec<Imported<State>>, FileError>> {
    let burr_tools = kind.extras.burr_tools.as_ref().filter(|_| xmpuzzle::is_xml(text))?;
    Some((burr_tools.read)(text).map_err(|wrong| FileError::wrong_import(text, &wrong)))
}

fn check_game(kind: &Kind, state: &State, game: &Game) -> Result<(), GameFlaw> {
    match (&kind.board_extras.games, &kind.extras.challenges) {
        (Some(games), _) if !is_challenge(kind, game) => (games.resume)(state, &mut (kind.view)(), game),
        (_, Some(challenges)) => check_challenge(kind, challenges, state, game),
        (_, None) => Err(GameFlaw::unknown_kind(&game.kind, &[])),
    }
}

/// Whether the game is a challenge, and not a game of the puzzle's own.
pub fn is_challenge(kind: &Kind, game: &Game) -> bool {
    kind.extras.challenges.is_some() && (kind.board_extras.games.is_none() || game.kind == CHALLENGE)
}

fn check_challenge(kind: &Kind, challenges: &Challenges<Erased>, state: &State, game: &Game) -> Result<(), GameFlaw> {
    let require = |condition: bool, field, message: &str| if condition { Ok(()) } else { Err(GameFlaw::new(field, message)) };
    if game.kind != CHALLENGE {
        return Err(GameFlaw::unknown_kind(&game.kind, &[CHALLENGE]));
    }
    require(game.numbers.keys().all(|name| name == RATER), "numbers", "expected no number but \"rater\"")?;
    require(game.moves.is_empty(), "moves", "a challenge has no moves; the position says what was placed")?;
    require(game.points == 0, "points", "a challenge has no points")?;
    game.check_day()?;
    if let Some(step) = game.step {
        let exercises = challenges.exercises.as_ref().filter(|exercises| exercises.kinds.contains(&step));
        let Some(exercises) = exercises else { return Err(GameFlaw::new("step", "this puzzle has no exercises of this kind")) };
        require(game.grade.is_none() && game.day.is_none(), "step", "an exercise has no grade and no day")?;
        let is_answered = (kind.check)(state).is_ok_and(|problem| (exercises.is_answered)(&problem));
        return match game.end {
            Some(End::Solved) => require(is_answered, "end", "no piece is placed that solves the exercise"),
            None | Some(End::GivenUp) => Ok(()),
            Some(End::Lost | End::Drawn | End::Stopped) => Err(GameFlaw::new("end", ONLY_SOLVED_OR_GIVEN_UP)),
        };
    }
    let is_solved = (kind.check)(state).is_ok_and(|problem| (challenges.is_solved)(&problem));
    // One that was given up may have been changed in any way.
    require(game.end == Some(End::GivenUp) || (challenges.has_goal)(state), "kind", "a challenge needs a goal")?;
    match game.end {
        // What only a search can decide is decided when the challenge continues.
        None => require(!is_solved || challenges.refute.is_some(), "end", "the position solves the challenge: expected `Some(Solved)`"),
        Some(End::Solved) => require(is_solved, "end", "the position doesn't solve the challenge"),
        Some(End::GivenUp) => Ok(()),
        Some(End::Lost | End::Drawn | End::Stopped) => Err(GameFlaw::new("end", ONLY_SOLVED_OR_GIVEN_UP)),
    }
}

const ONLY_SOLVED_OR_GIVEN_UP: &str = "a challenge can only end as `Solved` or `GivenUp`";

/// Returns the header of a save file, whether or not the puzzle exists.
fn header_of(text: &str) -> Result<Header, FileError> {
    let header = parse::<Header>(text);
    if !header.as_ref().is_ok_and(|header| header.version == VERSION) {
        // In another version the puzzle may be written differently.
        let version = parse::<VersionProbe>(text)?.version;
        if version != VERSION {
            return Err(FileError::other_version(text, version));
        }
    }
    header
}

/// Returns the kind of puzzle of a save file, or of a file of BurrTools.
///
/// # Errors
/// If the text is neither, has another version, or names a puzzle that there isn't.
pub fn kind_of(kinds: Kinds, text: &str) -> Result<&'static Kind, FileError> {
    if xmpuzzle::is_xml(text)
        && let Some(kind) = kinds.of_burr_tools()
    {
        return Ok(kind);
    }
    let key = header_of(text)?.puzzle;
    kinds.with_key(&key).ok_or_else(|| FileError::unknown_puzzle(kinds, text, &key))
}

/// Returns the problem of a state that was read from the text.
///
/// # Errors
/// Everything that is wrong with the state, with its place in the text; never an empty list.
pub fn problem(kind: &Kind, text: &str, state: &State) -> Result<Problem, Vec<FileError>> {
    (kind.check)(state).map_err(|flaws| flaws.iter().map(|flaw| FileError::flawed(text, flaw)).collect())
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

/// Refuses folders, pipes and devices.
pub(super) fn require_regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        Ok(())
    } else if metadata.is_dir() {
        Err(io::ErrorKind::IsADirectory.into())
    } else {
        Err(io::Error::other("it isn't a regular file"))
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
    let bytes = xmpuzzle::decompressed(bytes, MAX_BYTES).map_err(FileError::damaged)?;
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

/// Creates a folder, and those that it is in, unless they exist.
///
/// # Errors
/// When the system refuses, or a file is in the way. Systems name that differently, so here it always is [`io::ErrorKind::NotADirectory`].
pub fn create_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
        _ => error,
    })
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

/// The part of the format that all versions share.
#[derive(Deserialize)]
#[serde(rename = "Quincunx")]
struct VersionProbe {
    version: u32,
}

#[cfg(test)]
mod tests;
