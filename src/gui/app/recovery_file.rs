//! A recovery file: a save file that starts with a comment about its document.
//!
//! Since that is a comment, everything that reads save files can read recovery files, too.

use std::{
    fs::File,
    io::{BufRead, BufReader, Read},
    path::{self, Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use serde::{Deserialize, Serialize};

use crate::document;
use base::kept;
use workbench::session::Place;

/// The start of the comment.
const BEGINNING: &str = "// Recovery";

/// The greatest length of the first line; this program writes no longer ones.
const MOST_BYTES: u64 = 1 << 16;

/// What the comment says about the document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct About {
    /// Its name.
    pub name: String,
    /// The path of its file; none if it was never saved, or if the path isn't Unicode.
    pub path: Option<String>,
    /// The hash of that file when it was last read or written: see [`Files::known_hash`](crate::files::Files::known_hash).
    #[serde(rename = "seen")]
    pub file_hash: Option<u64>,
    /// When the recovery file was written, in seconds since 1970.
    #[serde(rename = "kept_s")]
    pub written_s: u64,
    /// How it was shown.
    pub place: Option<Place>,
    /// Its index among the documents of its tab.
    pub index: usize,
    /// Whether its tab showed another one.
    pub is_behind: bool,
}

impl About {
    /// For a recovery file of this document that is written now.
    pub(super) fn new(document: &document::About, file_hash: Option<u64>, place: Place, (index, is_behind): (usize, bool)) -> Self {
        // A relative path would mean another file when the program is started from another folder.
        let path = document.path.as_ref().and_then(|path| path::absolute(path).ok()?.to_str().map(str::to_owned));
        Self { name: document.name.clone(), path, file_hash, written_s: seconds(SystemTime::now()), place: Some(place), index, is_behind }
    }

    /// Reads the comment from the text of a recovery file; none if there isn't one.
    pub(super) fn read(text: &str) -> Option<Self> {
        ron::from_str(text.lines().next()?.strip_prefix(BEGINNING)?).ok()
    }

    /// Reads the comment of this recovery file. Without a comment, the file itself gives name and time.
    pub(super) fn of_file(path: &Path) -> Self {
        let first_line = || {
            let mut line = String::new();
            BufReader::new(File::open(path).ok()?.take(MOST_BYTES)).read_line(&mut line).ok()?;
            Self::read(&line)
        };
        first_line().unwrap_or_else(|| {
            let modified = path.metadata().and_then(|metadata| metadata.modified()).unwrap_or(UNIX_EPOCH);
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            Self { name, written_s: seconds(modified), ..Self::default() }
        })
    }

    /// The text of a recovery file: this comment, and then the document's text.
    pub(super) fn write(&self, document: &str) -> String {
        let about = kept::to_text(self);
        format!("{BEGINNING}{about}\n{document}")
    }

    /// The path of the document's file.
    pub(super) fn path(&self) -> Option<PathBuf> {
        self.path.as_ref().map(PathBuf::from)
    }

    /// How long ago the recovery file was written.
    pub(super) fn age(&self) -> Duration {
        Duration::from_secs(seconds(SystemTime::now()).saturating_sub(self.written_s))
    }
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use base::erased::{State, keep};
    use workbench::file;

    const SEVEN: &str = include_str!("../../puzzles/sums/sums.ron");

    #[test]
    fn a_recovery_file_is_a_save_file_with_a_comment() {
        let path = Some("/a \"b\"\n\u{202e}/ü.ron".to_owned());
        let place: Option<Place> = ron::from_str("Some((is_playing: true, moves: Some(3)))").ok();
        let about = About {
            name: "Seven\n// x".to_owned(),
            path,
            file_hash: Some(u64::MAX),
            written_s: 1_700_000_000,
            place,
            index: 3,
            is_behind: true,
        };
        let text = about.write(SEVEN);
        assert_eq!(About::read(&text), Some(about));
        let read = |text: &str| file::read_of(keep(sums::kind()), text).map(|document| document.map(State::take::<sums::State>));
        assert_eq!(read(&text), read(SEVEN));
        assert_eq!(About::read(SEVEN), None);
        assert_eq!(About::read(&format!("{BEGINNING}(later: 1)")), Some(About::default()), "a later version may add fields");
    }

    #[test]
    fn a_recovery_file_without_comment_is_named_after_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sums-3.ron");
        fs::write(&path, SEVEN).unwrap();
        let about = About::of_file(&path);
        assert_eq!((about.name.as_str(), about.path()), ("sums-3", None));
        assert!(about.age() < Duration::from_secs(3600));
    }
}
