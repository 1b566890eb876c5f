//! What tabs remember from one start to the next: one file for each tab, which all windows share.
//!
//! A window locks these files only while it writes one. It merges its own text with the file's current one, so it loses nothing that
//! another window has stored meanwhile.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use serde::{Serialize, de::DeserializeOwned};

use crate::workbench::{file, file_error::FileError};

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
    /// Text from eframe's settings that can't be read; it is moved to a file if this one doesn't exist yet.
    pub unreadable: Option<String>,
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
            let set_aside = self.unreadable.as_ref().map(|text| self.set_aside(folder, text.as_bytes())).transpose()?;
            if !self.ours.is_empty() {
                file::save(&path, self.ours.as_bytes())?;
            }
            return Ok(Stored { text: self.ours.clone(), set_aside });
        }
        let bytes = fs::read(&path).map_err(|error| FileError::unreadable(&path, &error))?;
        let theirs = str::from_utf8(&bytes).map_err(|error| error.to_string());
        let (text, set_aside) = match theirs.and_then(|theirs| (self.merge)(&self.base, &self.ours, theirs)) {
            Ok(text) => (text, None),
            Err(_) => (self.ours.clone(), Some(self.set_aside(folder, &bytes)?)),
        };
        if text.as_bytes() != bytes {
            file::save(&path, text.as_bytes())?;
        }
        Ok(Stored { text, set_aside })
    }

    /// Writes this to a new file beside the original.
    fn set_aside(&self, folder: &Path, bytes: &[u8]) -> Result<PathBuf, FileError> {
        let names = (1..).map(|number| folder.join(format!("{}.unreadable-{number}", self.key)));
        let path = names.into_iter().find(|path| !path.exists()).unwrap_or_else(|| folder.join("unreadable"));
        file::save(&path, bytes).map(|()| path)
    }
}

/// Reads the text; an empty one gives the default.
///
/// # Errors
/// Why the text can't be read.
pub fn parse<T: DeserializeOwned + Default>(text: &str) -> Result<T, String> {
    if text.is_empty() { Ok(T::default()) } else { ron::from_str(text).map_err(|error| error.to_string()) }
}

/// The text for [`parse`]; empty for the default.
pub fn write<T: Serialize + Default + PartialEq>(value: &T) -> String {
    if *value == T::default() { String::new() } else { ron::to_string(value).unwrap_or_default() }
}

/// `theirs` followed by what was added to `base` in `ours`. If that is more than `most` items, the oldest are dropped.
pub fn merge_lists<T: Clone + PartialEq>(base: &[T], ours: &[T], theirs: &[T], most: usize) -> Vec<T> {
    // The oldest of ours may have been dropped to make room for new ones, so `ours` starts with a suffix of `base`.
    let shared = (0..=base.len()).map(|dropped| &base[dropped..]).find(|shared| ours.starts_with(shared)).unwrap_or_default();
    let mut all = [theirs, &ours[shared.len()..]].concat();
    all.drain(..all.len().saturating_sub(most));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merge(base: &str, ours: &str, theirs: &str) -> Result<String, String> {
        let [base, ours, theirs] = [base, ours, theirs].map(parse::<Vec<u32>>);
        Ok(write(&merge_lists(&base?, &ours?, &theirs?, 5)))
    }

    fn update(base: &str, ours: &str) -> SettingsUpdate {
        SettingsUpdate { key: "sums".to_owned(), base: base.to_owned(), ours: ours.to_owned(), unreadable: None, merge }
    }

    #[track_caller]
    fn check(update: &SettingsUpdate, folder: &Path, text: &str) {
        assert_eq!(update.store(folder), Ok(Stored { text: text.to_owned(), set_aside: None }));
        assert_eq!(fs::read_to_string(update.path(folder)).unwrap(), text);
    }

    #[test]
    fn merging_keeps_what_two_windows_added_and_drops_the_oldest() {
        for (base, ours, theirs, all) in [
            ("", "[1]", "", "[1]"),
            ("", "[1]", "[2]", "[2,1]"),
            ("[1]", "[1,2]", "[1,3]", "[1,3,2]"),
            ("[1]", "[1]", "[1,1]", "[1,1]"),
            ("[1,2,3,4,5]", "[2,3,4,5,6]", "[3,4,5,7,8]", "[4,5,7,8,6]"),
            ("[1,2]", "", "[1,2,3]", "[1,2,3]"),
        ] {
            assert_eq!(merge(base, ours, theirs).as_deref(), Ok(all), "{base}, {ours}, {theirs}");
        }
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
        let mut all = parse::<Vec<u32>>(&fs::read_to_string(folder.join("sums.ron")).unwrap()).unwrap();
        all.sort_unstable();
        assert_eq!(all, [3, 10, 11, 12, 13]);
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
        fs::remove_file(path("sums.ron")).unwrap();
        let from_elsewhere = SettingsUpdate { unreadable: Some("?".to_owned()), ..update("", "") };
        assert_eq!(from_elsewhere.store(folder.path()).unwrap().set_aside, Some(path("sums.unreadable-3")));
        assert!(!path("sums.ron").exists());
    }
}
