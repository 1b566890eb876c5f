//! A recovery file: a save file, with a comment before it that says what document it is.
//!
//! Since it is a comment, whatever reads save files reads a recovery file, too.

use std::{
    fs::File,
    io::{BufRead, BufReader, Read},
    path::{self, Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use serde::{Deserialize, Serialize};

use crate::workbench::session::Unsaved;

/// What the comment begins with.
const BEGINNING: &str = "// Recovery";

/// A longer comment is none of ours.
const MOST_BYTES: u64 = 1 << 16;

/// What document it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct About {
    /// Its name.
    pub name: String,
    /// Where it is saved; none if it never was, or if the path isn't Unicode.
    pub path: Option<String>,
    /// What was in that file when it was read or written last: see [`Files::seen`](crate::gui::files::Files::seen).
    pub seen: Option<u64>,
    /// When this was kept, in seconds since 1970.
    pub kept_s: u64,
}

impl About {
    /// This document, kept now.
    pub(super) fn new(unsaved: &Unsaved, seen: Option<u64>) -> Self {
        // From where the program was started is not known the next time.
        let path = unsaved.path.as_ref().and_then(|path| path::absolute(path).ok()?.to_str().map(str::to_owned));
        Self { name: unsaved.name.clone(), path, seen, kept_s: seconds(SystemTime::now()) }
    }

    /// What the text of a recovery file says; none if it says nothing.
    pub(super) fn read(text: &str) -> Option<Self> {
        ron::from_str(text.lines().next()?.strip_prefix(BEGINNING)?).ok()
    }

    /// What the recovery file says; of one that says nothing, its own name and how old it is.
    pub(super) fn of_file(path: &Path) -> Self {
        let first_line = || {
            let mut line = String::new();
            BufReader::new(File::open(path).ok()?.take(MOST_BYTES)).read_line(&mut line).ok()?;
            Self::read(&line)
        };
        first_line().unwrap_or_else(|| {
            let modified = path.metadata().and_then(|metadata| metadata.modified()).unwrap_or(UNIX_EPOCH);
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            Self { name, kept_s: seconds(modified), ..Self::default() }
        })
    }

    /// The text of a recovery file.
    pub(super) fn write(&self, document: &str) -> String {
        let about = ron::to_string(self).unwrap_or_default();
        format!("{BEGINNING}{about}\n{document}")
    }

    /// Where the document is saved.
    pub(super) fn path(&self) -> Option<PathBuf> {
        self.path.as_ref().map(PathBuf::from)
    }

    /// How long ago it was kept.
    pub(super) fn age(&self) -> Duration {
        Duration::from_secs(seconds(SystemTime::now()).saturating_sub(self.kept_s))
    }
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{puzzles::sums::Sums, workbench::file};

    const SEVEN: &str = include_str!("../../puzzles/sums/sums.ron");

    #[test]
    fn a_recovery_file_is_a_save_file_that_says_more() {
        let path = Some("/a \"b\"\n\u{202e}/ü.ron".to_owned());
        let about = About { name: "Seven\n// x".to_owned(), path, seen: Some(u64::MAX), kept_s: 1_700_000_000 };
        let text = about.write(SEVEN);
        assert_eq!(About::read(&text), Some(about));
        assert_eq!(file::read::<Sums>(&text), file::read::<Sums>(SEVEN));
        assert_eq!(About::read(SEVEN), None);
        assert_eq!(About::read(&format!("{BEGINNING}(later: 1)")), Some(About::default()), "a later version may say more");
    }

    #[test]
    fn one_that_says_nothing_is_named_after_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sums-3.ron");
        fs::write(&path, SEVEN).unwrap();
        let about = About::of_file(&path);
        assert_eq!((about.name.as_str(), about.path()), ("sums-3", None));
        assert!(about.age() < Duration::from_secs(3600));
    }
}
