//! The files that were opened or saved last.

use std::path::{self, Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::tab_settings;

/// The greatest number of files that are remembered.
const MOST_FILES: usize = 10;

/// Paths of files, the latest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Recent(Vec<PathBuf>);

impl Recent {
    /// All of them, the latest first.
    pub fn paths(&self) -> &[PathBuf] {
        &self.0
    }

    /// Puts a file that was opened or saved at the front.
    pub fn add(&mut self, file: &Path) {
        // A relative path would mean another file when the program is started from another folder.
        let file = path::absolute(file).unwrap_or_else(|_| file.to_owned());
        self.0.retain(|other| *other != file);
        self.0.insert(0, file);
        self.0.truncate(MOST_FILES);
    }

    /// The list as text.
    pub(super) fn remember(&self) -> String {
        tab_settings::write(self)
    }

    /// Reads a text that [`Recent::remember`] returned.
    pub(super) fn recall(&mut self, text: &str) {
        *self = tab_settings::parse(text).unwrap_or_default();
    }

    /// A [`tab_settings::Merge`]: the files added to `ours` since `base`, then `theirs` without the files removed from `ours`.
    pub(super) fn merge(base: &str, ours: &str, theirs: &str) -> Result<String, String> {
        let [Self(base), Self(ours), Self(theirs)] = [tab_settings::parse(base)?, tab_settings::parse(ours)?, tab_settings::parse(theirs)?];
        // Files that were not added since keep their order.
        let is_as_before = |files: &[PathBuf]| {
            let mut before = base.iter();
            files.iter().all(|file| before.any(|other| other == file))
        };
        let added = (0..=ours.len()).find(|&added| is_as_before(&ours[added..])).unwrap_or(ours.len());
        let is_removed = |file: &PathBuf| base.contains(file) && !ours.contains(file);
        let (mut all, others) =
            (ours[..added].to_vec(), theirs.into_iter().filter(|file| !ours[..added].contains(file) && !is_removed(file)));
        all.extend(others);
        all.truncate(MOST_FILES);
        Ok(tab_settings::write(&Self(all)))
    }

    /// Removes a file that can't be opened.
    pub fn remove(&mut self, file: &Path) {
        self.0.retain(|other| other != file);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_comes_first_and_the_oldest_is_dropped() {
        let mut recent = Recent::default();
        let names: Vec<PathBuf> = (0..12).map(|number| path::absolute(format!("{number}.ron")).unwrap()).collect();
        names.iter().for_each(|name| recent.add(name));
        recent.add(&names[5]);
        let order = [5, 11, 10, 9, 8, 7, 6, 4, 3, 2].map(|number: usize| names[number].clone());
        assert_eq!(recent.paths(), order);
        recent.remove(&names[11]);
        assert!(!recent.paths().contains(&names[11]));
    }

    #[test]
    fn merging_keeps_what_two_windows_opened() {
        let text = |names: &str| tab_settings::write(&Recent(names.chars().map(|name| format!("/{name}").into()).collect()));
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
