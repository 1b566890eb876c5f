//! Opens the documents again that were open when the program last quit.

use std::{
    path::{self, Path, PathBuf},
    time::Duration,
};

use serde::{Deserialize, Serialize};

use super::App;
use crate::{
    gui::{files::Loaded, words::notices},
    workbench::file_error::FileError,
};

/// A file that was open when the program quit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reopened {
    /// Its path.
    pub path: PathBuf,
    /// Whether its tab showed it.
    #[serde(default)]
    pub is_shown: bool,
}

/// The files that are still to be read, and those that their tabs show in the end.
#[derive(Debug, Default)]
pub(super) struct Reopening {
    waiting: Vec<PathBuf>,
    shown: Vec<PathBuf>,
}

impl Reopening {
    pub(super) fn contains(&self, path: &Path) -> bool {
        self.waiting.iter().any(|waiting| waiting == path)
    }
}

impl App {
    /// The files of all open documents in the order of the tabs, and those that are still to be read.
    pub(super) fn reopened_next_time(&self) -> Vec<Reopened> {
        let of_tab = |tab: &dyn super::Tab| {
            let shown = tab.shown();
            let documents = tab.documents().into_iter().enumerate();
            let reopened = |(index, path): (usize, PathBuf)| {
                let path = path::absolute(&path).unwrap_or(path);
                Reopened { path, is_shown: index == shown }
            };
            documents.filter_map(|(index, document)| Some((index, document.path?))).map(reopened).collect::<Vec<_>>()
        };
        let Reopening { waiting, shown } = &self.reopening;
        let unread = waiting.iter().map(|path| Reopened { path: path.clone(), is_shown: shown.contains(path) });
        self.tabs.iter().map(Box::as_ref).flat_map(of_tab).chain(unread).collect()
    }

    /// Reads these files, to open each in the tab of its puzzle.
    pub(super) fn reopen(&mut self, files: &[Reopened]) {
        for Reopened { path, is_shown } in files {
            self.reopening.waiting.push(path.clone());
            if *is_shown {
                self.reopening.shown.push(path.clone());
            }
            self.files.load(path.clone());
        }
    }

    /// Opens a file again, without changing the tab. A file that can't be read is mentioned only.
    pub(super) fn reopened(&mut self, path: PathBuf, loaded: Result<Loaded, FileError>, now: Duration) {
        self.reopening.waiting.retain(|waiting| *waiting != path);
        let opened = loaded.and_then(|loaded| self.open_in_tab(loaded, path.clone()));
        match opened {
            Ok(_) => log::info!("{} is open again", path.display()),
            Err(error) => {
                log::error!("{error}");
                self.show_notice(notices::not_opened_again(&path), now);
            }
        }
        if self.reopening.waiting.is_empty() {
            for shown in std::mem::take(&mut self.reopening.shown) {
                for tab in &mut self.tabs {
                    if let Some(index) = tab.documents().iter().position(|document| document.path.as_ref() == Some(&shown)) {
                        tab.show(index);
                    }
                }
            }
        }
    }
}
