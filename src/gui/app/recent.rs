//! The files that were opened or saved last.

use std::path::{self, Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::gui::notes;

/// So many files are remembered.
const REMEMBERED: usize = 10;

/// Paths of files, the latest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Recent(Vec<PathBuf>);

impl Recent {
    /// All of them, the latest first.
    pub fn paths(&self) -> &[PathBuf] {
        &self.0
    }

    /// Notes that the file was opened or saved.
    pub fn note(&mut self, file: &Path) {
        // From where the program was started is not known the next time.
        let file = path::absolute(file).unwrap_or_else(|_| file.to_owned());
        self.0.retain(|other| *other != file);
        self.0.insert(0, file);
        self.0.truncate(REMEMBERED);
    }

    /// All of them as text.
    pub(super) fn remember(&self) -> String {
        notes::write(self)
    }

    /// Takes in what [`Recent::remember`] said.
    pub(super) fn recall(&mut self, text: &str) {
        *self = notes::parse(text).unwrap_or_default();
    }

    /// A [`notes::Merge`]: `theirs` after the files that were noted in `ours` since `base`, and without those that were forgotten.
    pub(super) fn merge(base: &str, ours: &str, theirs: &str) -> Result<String, String> {
        let [Self(base), Self(ours), Self(theirs)] = [notes::parse(base)?, notes::parse(ours)?, notes::parse(theirs)?];
        // What was not noted since is there as it was: in the same order.
        let is_as_before = |files: &[PathBuf]| {
            let mut before = base.iter();
            files.iter().all(|file| before.any(|other| other == file))
        };
        let noted = (0..=ours.len()).find(|&noted| is_as_before(&ours[noted..])).unwrap_or(ours.len());
        let is_forgotten = |file: &PathBuf| base.contains(file) && !ours.contains(file);
        let (mut all, rest) =
            (ours[..noted].to_vec(), theirs.into_iter().filter(|file| !ours[..noted].contains(file) && !is_forgotten(file)));
        all.extend(rest);
        all.truncate(REMEMBERED);
        Ok(notes::write(&Self(all)))
    }

    /// Forgets a file that cannot be opened.
    pub fn forget(&mut self, file: &Path) {
        self.0.retain(|other| other != file);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_comes_first_and_the_oldest_goes() {
        let mut recent = Recent::default();
        let names: Vec<PathBuf> = (0..12).map(|number| PathBuf::from(format!("/{number}.ron"))).collect();
        names.iter().for_each(|name| recent.note(name));
        recent.note(&names[5]);
        let order = [5, 11, 10, 9, 8, 7, 6, 4, 3, 2].map(|number: usize| names[number].clone());
        assert_eq!(recent.paths(), order);
        recent.forget(&names[11]);
        assert!(!recent.paths().contains(&names[11]));
    }

    #[test]
    fn what_two_windows_opened_is_there() {
        let text = |names: &str| notes::write(&Recent(names.chars().map(|name| format!("/{name}").into()).collect()));
        for (base, ours, theirs, all) in [
            ("", "a", "b", "ab"),
            ("abc", "abc", "xabc", "xabc"),
            ("abc", "yabc", "xabc", "yxabc"),
            ("abc", "cab", "xabc", "cxab"),
            ("abc", "ac", "xabc", "xac"),
            ("abc", "ba", "abc", "ba"),
        ] {
            assert_eq!(Recent::merge(&text(base), &text(ours), &text(theirs)), Ok(text(all)), "{base}, {ours}, {theirs}");
        }
    }
}
