//! Opens the documents again that were open when the program last ended, each at its place.

use std::{
    path::{self, PathBuf},
    time::Duration,
};

use serde::{Deserialize, Serialize};

use super::App;
use crate::{
    gui::{
        files::Loaded,
        tab::{OpenAgain, Tab},
    },
    workbench::{file_error::FileError, session::Place},
};

/// A document that was open when the program ended. Those with unsaved changes have recovery files instead, which also say their places.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reopened {
    /// The path of its file; empty if it has none.
    pub path: PathBuf,
    /// The whole document as text, if it has no file.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Whether another document may replace it, since it can be opened at any time.
    #[serde(skip_serializing_if = "is_false")]
    pub is_example: bool,
    /// Whether its tab showed it.
    pub is_shown: bool,
    /// How it was shown.
    pub place: Place,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// The files that are still to be read, and the documents that their tabs show in the end: the index of the tab and the number of each.
#[derive(Debug, Default)]
pub(super) struct Reopening {
    waiting: Vec<Reopened>,
    shown: Vec<(usize, u64)>,
}

impl Reopening {
    pub(super) fn contains(&self, path: &path::Path) -> bool {
        self.waiting.iter().any(|waiting| waiting.path == path)
    }
}

impl App {
    /// All open documents that have a file or no changes, in the order of the tabs, and those that are still to be read.
    pub(super) fn reopened_next_time(&self) -> Vec<Reopened> {
        let of_tab = |tab: &dyn Tab| {
            let documents = tab.documents();
            let shown = documents.get(tab.shown()).map(|document| document.number);
            let reopened = |document: super::DocumentLabel| {
                let number = document.number;
                let mut place = tab.place(number)?;
                if document.is_edited {
                    // The list belongs to the position that isn't in the file.
                    place.list = None;
                }
                let (path, text) = match document.path {
                    Some(path) => (path::absolute(&path).unwrap_or(path), String::new()),
                    None if document.is_changed => return None,
                    None => (PathBuf::new(), tab.text(number)?.make()),
                };
                Some(Reopened { path, text, is_example: tab.is_example(number), is_shown: shown == Some(number), place })
            };
            documents.into_iter().filter_map(reopened).collect::<Vec<_>>()
        };
        self.tabs.iter().map(Box::as_ref).flat_map(of_tab).chain(self.reopening.waiting.iter().cloned()).collect()
    }

    /// Opens these documents, each in the tab of its puzzle. Files are read first, which takes a moment.
    pub(super) fn reopen(&mut self, documents: &[Reopened]) {
        for document in documents {
            if document.text.is_empty() {
                self.reopening.waiting.push(document.clone());
                self.files.load(document.path.clone());
            } else if let Err(error) = Loaded::read(document.text.clone()).and_then(|loaded| self.open_again(loaded, document.clone())) {
                log::error!("a document without a file can't be opened again: {error}");
            }
        }
        self.show_reopened();
    }

    /// Opens a file again, without changing the tab. A file that can't be read is mentioned only.
    pub(super) fn reopened(&mut self, path: PathBuf, loaded: Result<Loaded, FileError>, now: Duration) {
        let Some(index) = self.reopening.waiting.iter().position(|waiting| waiting.path == path) else { return };
        let document = self.reopening.waiting.remove(index);
        match loaded.and_then(|loaded| self.open_again(loaded, document)) {
            Ok(()) => log::info!("{} is open again", path.display()),
            Err(error) => {
                log::error!("{error}");
                self.show_notice(format!("Couldn't open {} again", path.display()), now);
            }
        }
        self.show_reopened();
    }

    fn open_again(&mut self, loaded: Loaded, document: Reopened) -> Result<(), FileError> {
        let index = self.tab_of(&loaded)?;
        let Reopened { path, is_example, is_shown, place, .. } = document;
        let path = Some(path).filter(|path| !path.as_os_str().is_empty());
        let opened = self.tabs[index].open_again(loaded.document, OpenAgain { path: path.clone(), is_example, place });
        if is_shown {
            self.reopening.shown.push((index, opened));
        }
        if let Some(path) = path {
            self.files.set_known_hash(&path, loaded.hash);
        }
        Ok(())
    }

    /// Shows the documents that were shown, once all are open.
    fn show_reopened(&mut self) {
        if !self.reopening.waiting.is_empty() {
            return;
        }
        for (tab, number) in std::mem::take(&mut self.reopening.shown) {
            if let Some(index) = self.tabs[tab].documents().iter().position(|document| document.number == number) {
                self.tabs[tab].show(index);
            }
        }
    }
}
