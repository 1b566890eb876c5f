//! What tabs remember from one start to the next: a file for each, which all windows share.
//!
//! Nobody holds such a file for longer than it takes to write it. Whoever writes brings together what the file has now with what he has
//! himself; so no window loses what another has stored meanwhile.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use serde::{Serialize, de::DeserializeOwned};

use crate::workbench::{file, file_error::FileError};

/// The name of the lock in the folder.
const LOCK: &str = "lock";

/// Brings together what this window remembers with what others have stored; both began with `base`. An empty text remembers nothing.
///
/// # Errors
/// Why a text can't be read.
pub type Merge = fn(base: &str, ours: &str, theirs: &str) -> Result<String, String>;

/// What a tab remembers, on its way to its file.
#[derive(Clone, Debug)]
pub struct Note {
    /// The name of the file without its ending.
    pub key: String,
    /// What the file had when it was read last.
    pub base: String,
    /// What this window remembers.
    pub ours: String,
    /// What was found elsewhere for a file that isn't there yet, and can't be read.
    pub unreadable: Option<String>,
    /// How both are brought together.
    pub merge: Merge,
}

/// What is in the file now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// All that all windows have stored.
    pub text: String,
    /// Where what can't be read was put, if there was such.
    pub set_aside: Option<PathBuf>,
}

impl Note {
    /// The path of its file in the folder.
    pub fn path(&self, folder: &Path) -> PathBuf {
        folder.join(format!("{}.ron", self.key))
    }

    /// Brings it together with what is in its file, and writes that.
    ///
    /// # Errors
    /// When nothing can be read or written there.
    pub fn store(&self, folder: &Path) -> Result<Stored, FileError> {
        let path = self.path(folder);
        let refuse = |error: io::Error| FileError::unwritable(&path, &error);
        fs::create_dir_all(folder).map_err(refuse)?;
        let lock = File::create(folder.join(LOCK)).map_err(refuse)?;
        // Given back when `lock` goes, also if the program ends before.
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

    /// Writes this beside the file, under a name that nothing has yet.
    fn set_aside(&self, folder: &Path, bytes: &[u8]) -> Result<PathBuf, FileError> {
        let names = (1..).map(|number| folder.join(format!("{}.unreadable-{number}", self.key)));
        let path = names.into_iter().find(|path| !path.exists()).unwrap_or_else(|| folder.join("unreadable"));
        file::save(&path, bytes).map(|()| path)
    }
}

/// What the text remembers; nothing if it is empty.
///
/// # Errors
/// Why it can't be read.
pub fn parse<T: DeserializeOwned + Default>(text: &str) -> Result<T, String> {
    if text.is_empty() { Ok(T::default()) } else { ron::from_str(text).map_err(|error| error.to_string()) }
}

/// The text for [`parse`]; empty for what remembers nothing.
pub fn write<T: Serialize + Default + PartialEq>(value: &T) -> String {
    if *value == T::default() { String::new() } else { ron::to_string(value).unwrap_or_default() }
}

/// `theirs` followed by what was added to `base` in `ours`, without the oldest where that is more than `most`.
pub fn merge_lists<T: Clone + PartialEq>(base: &[T], ours: &[T], theirs: &[T], most: usize) -> Vec<T> {
    // The oldest of ours may have been dropped to make room for new ones: what is left of the base comes first in ours.
    let kept = (0..=base.len()).map(|dropped| &base[dropped..]).find(|kept| ours.starts_with(kept)).unwrap_or_default();
    let mut all = [theirs, &ours[kept.len()..]].concat();
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

    fn note(base: &str, ours: &str) -> Note {
        Note { key: "sums".to_owned(), base: base.to_owned(), ours: ours.to_owned(), unreadable: None, merge }
    }

    #[track_caller]
    fn check(note: &Note, folder: &Path, text: &str) {
        assert_eq!(note.store(folder), Ok(Stored { text: text.to_owned(), set_aside: None }));
        assert_eq!(fs::read_to_string(note.path(folder)).unwrap(), text);
    }

    #[test]
    fn what_two_windows_add_is_there_and_the_oldest_go() {
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
    fn each_window_stores_what_it_has_and_the_others_have() {
        let around = tempfile::tempdir().unwrap();
        let folder = around.path().join("notes");
        check(&note("", "[1]"), &folder, "[1]");
        check(&note("", "[2]"), &folder, "[1,2]");
        check(&note("[1]", "[1,3]"), &folder, "[1,2,3]");
        let ready: Vec<_> = (10..14).map(|new| note("", &format!("[{new}]"))).collect();
        std::thread::scope(|scope| ready.iter().for_each(|note| drop(scope.spawn(|| note.store(&folder).unwrap()))));
        let mut all = parse::<Vec<u32>>(&fs::read_to_string(folder.join("sums.ron")).unwrap()).unwrap();
        all.sort_unstable();
        assert_eq!(all, [3, 10, 11, 12, 13]);
    }

    #[test]
    fn what_cannot_be_read_is_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for (number, foreign) in [(1, &b"from the future"[..]), (2, b"\xff\xfe")] {
            fs::write(path("sums.ron"), foreign).unwrap();
            let aside = path(&format!("sums.unreadable-{number}"));
            assert_eq!(note("", "[1]").store(folder.path()), Ok(Stored { text: "[1]".to_owned(), set_aside: Some(aside.clone()) }));
            assert_eq!(fs::read(aside).unwrap(), foreign);
            assert_eq!(fs::read_to_string(path("sums.ron")).unwrap(), "[1]");
        }
        fs::remove_file(path("sums.ron")).unwrap();
        let from_elsewhere = Note { unreadable: Some("?".to_owned()), ..note("", "") };
        assert_eq!(from_elsewhere.store(folder.path()).unwrap().set_aside, Some(path("sums.unreadable-3")));
        assert!(!path("sums.ron").exists());
    }
}
