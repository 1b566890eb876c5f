//! What tabs remember from one start to the next: one file for each tab, which all windows share.
//!
//! A window locks these files only while it writes one. It merges its own text with the file's current one, so it loses nothing that
//! another window has stored meanwhile.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

pub use base::kept::{parse, write};
use workbench::{file, file_error::FileError};

/// The name of the lock in the folder.
const LOCK: &str = "lock";

/// Merges the text of this window with what others have stored; both started from `base`. An empty text stands for nothing stored.
///
/// # Errors
/// Why a text can't be read.
pub type Merge = fn(base: &str, ours: &str, theirs: &str) -> Result<String, String>;

/// What a tab remembers, to be merged into its file.
#[derive(Clone, Debug)]
pub struct SettingsUpdate {
    /// The name of the file without its extension.
    pub key: String,
    /// The text in the file when it was last read.
    pub base: String,
    /// The text of this window.
    pub ours: String,
    /// How the texts are merged.
    pub merge: Merge,
}

/// The outcome of [`SettingsUpdate::store`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The text in the file now, from all windows.
    pub text: String,
    /// The path to which unreadable text was moved, if there was any.
    pub set_aside: Option<PathBuf>,
}

impl SettingsUpdate {
    /// The path of its file in the folder.
    pub fn path(&self, folder: &Path) -> PathBuf {
        folder.join(format!("{}.ron", self.key))
    }

    /// Merges this with what is in the file, and writes the result. Moves a file that can't be read to another name first.
    ///
    /// # Errors
    /// When nothing can be read or written there.
    pub fn store(&self, folder: &Path) -> Result<Stored, FileError> {
        let path = self.path(folder);
        let refuse = |error: io::Error| FileError::unwritable(&path, &error);
        file::create_folder(folder).map_err(refuse)?;
        let lock = File::create(folder.join(LOCK)).map_err(refuse)?;
        // Released when `lock` is dropped or the program ends.
        lock.lock().map_err(refuse)?;
        if !path.exists() {
            if !self.ours.is_empty() {
                file::save(&path, self.ours.as_bytes())?;
            }
            return Ok(Stored { text: self.ours.clone(), set_aside: None });
        }
        let bytes = fs::read(&path).map_err(|error| FileError::unreadable(&path, &error))?;
        let theirs = str::from_utf8(&bytes).map_err(|error| error.to_string());
        let (text, set_aside) = match theirs.and_then(|theirs| (self.merge)(&self.base, &self.ours, theirs)) {
            Ok(text) => (text, None),
            Err(_) => (self.ours.clone(), Some(set_aside(folder, &self.key, &bytes)?)),
        };
        if text.as_bytes() != bytes {
            file::save(&path, text.as_bytes())?;
        }
        Ok(Stored { text, set_aside })
    }
}

/// Writes what can't be read to a new file beside the one with this key. Returns its path.
///
/// # Errors
/// When it can't be written.
pub fn set_aside(folder: &Path, key: &str, bytes: &[u8]) -> Result<PathBuf, FileError> {
    let mut names = (1..).map(|number| folder.join(format!("{key}.unreadable-{number}")));
    let path = names.find(|path| !path.exists()).unwrap_or_else(|| folder.join("unreadable"));
    file::create_folder(folder).map_err(|error| FileError::unwritable(&path, &error))?;
    file::save(&path, bytes).map(|()| path)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn merge(base: &str, ours: &str, theirs: &str) -> Result<String, String> {
        let [base, ours, theirs] = [base, ours, theirs].map(parse::<BTreeSet<u32>>);
        let (base, ours, theirs) = (base?, ours?, theirs?);
        Ok(write(&(&theirs | &(&ours - &base))))
    }

    fn update(base: &str, ours: &str) -> SettingsUpdate {
        SettingsUpdate { key: "sums".to_owned(), base: base.to_owned(), ours: ours.to_owned(), merge }
    }

    #[track_caller]
    fn check(update: &SettingsUpdate, folder: &Path, text: &str) {
        assert_eq!(update.store(folder), Ok(Stored { text: text.to_owned(), set_aside: None }));
        assert_eq!(fs::read_to_string(update.path(folder)).unwrap(), text);
    }

    #[test]
    fn windows_lose_nothing_that_others_store() {
        let around = tempfile::tempdir().unwrap();
        let folder = around.path().join("notes");
        check(&update("", "[1]"), &folder, "[1]");
        check(&update("", "[2]"), &folder, "[1,2]");
        check(&update("[1]", "[1,3]"), &folder, "[1,2,3]");
        let ready: Vec<_> = (10..14).map(|new| update("", &format!("[{new}]"))).collect();
        std::thread::scope(|scope| ready.iter().for_each(|update| drop(scope.spawn(|| update.store(&folder).unwrap()))));
        check(&update("", "[1]"), &folder, "[1,2,3,10,11,12,13]");
    }

    #[test]
    fn unreadable_text_is_moved_to_another_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for (number, foreign) in [(1, &b"from the future"[..]), (2, b"\xff\xfe")] {
            fs::write(path("sums.ron"), foreign).unwrap();
            let aside = path(&format!("sums.unreadable-{number}"));
            assert_eq!(update("", "[1]").store(folder.path()), Ok(Stored { text: "[1]".to_owned(), set_aside: Some(aside.clone()) }));
            assert_eq!(fs::read(aside).unwrap(), foreign);
            assert_eq!(fs::read_to_string(path("sums.ron")).unwrap(), "[1]");
        }
        assert_eq!(set_aside(&path("new"), "sums", b"?"), Ok(path("new").join("sums.unreadable-1")));
    }
}
