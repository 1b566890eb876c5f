//! The files that were opened or saved last.

use std::path::{self, Path, PathBuf};

use serde::{Deserialize, Serialize};

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
}
