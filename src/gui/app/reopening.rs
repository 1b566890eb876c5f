//! Opens the documents again that were open when the program last ended, each at its place.

use std::{
    path::{self, PathBuf},
    time::Duration,
};

use serde::{Deserialize, Serialize};

use super::App;
use crate::{
    files::Loaded,
    open_documents::{Open, OpenAgain},
    request::DocumentNumber,
};
use base::text::of_path;
use workbench::{file_error::FileError, session::Place};

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

/// The files that are still to be read, and the documents that their tabs show in the end.
#[derive(Debug, Default)]
pub(super) struct Reopening {
    /// Whether the window was started with files, so that nothing of last time is opened, and recovery files wait for the next start.
    pub is_left_alone: bool,
    /// Where these files were when the program last ended.
    places: Vec<(PathBuf, Place)>,
    waiting: Vec<Reopened>,
    shown: Vec<DocumentNumber>,
}

impl Reopening {
    /// Opens nothing of last time but these files, which are shown as they were then.
    pub(super) fn leave_alone(&mut self, last_time: &[Reopened], paths: &[PathBuf]) {
        self.is_left_alone = true;
        let place = |path: &PathBuf| {
            let same = path::absolute(path).ok()?;
            Some((path.clone(), last_time.iter().find(|document| document.path == same)?.place.clone()))
        };
        self.places = paths.iter().filter_map(place).collect();
    }

    /// Where this file was when the program last ended, if the window was started with it and it was not opened since.
    pub(super) fn take_place(&mut self, path: &path::Path) -> Option<Place> {
        let index = self.places.iter().position(|(of, _)| of == path)?;
        Some(self.places.swap_remove(index).1)
    }

    pub(super) fn contains(&self, path: &path::Path) -> bool {
        self.waiting.iter().any(|waiting| waiting.path == path)
    }
}

impl App {
    /// All open documents that have a file or no changes, in the order of the tabs, and those that are still to be read.
    pub(super) fn reopened_next_time(&self) -> Vec<Reopened> {
        let of_tab = |tab: usize| self.documents.of_tab(tab).filter_map(move |open| self.reopened_document(tab, open));
        (0..self.documents.tabs().len()).flat_map(of_tab).chain(self.reopening.waiting.iter().cloned()).collect()
    }

    fn reopened_document(&self, tab: usize, Open { number, document, .. }: &Open) -> Option<Reopened> {
        let about = document.about();
        if about.path.is_none() && about.is_changed() {
            return None;
        }
        let mut place = document.place();
        if about.is_edited {
            // The list belongs to the position that isn't in the file.
            place.list = None;
        }
        let (path, text) = match about.path {
            Some(path) => (path::absolute(&path).unwrap_or(path), String::new()),
            None => (PathBuf::new(), document.snapshot().text.make()),
        };
        let is_shown = self.documents.shown_in(tab).is_some_and(|shown| shown.number == *number);
        Some(Reopened { path, text, is_example: about.is_example, is_shown, place })
    }

    /// Opens these documents, each in the tab of its puzzle. Files are read first, which takes a moment.
    pub(super) fn reopen(&mut self, documents: &[Reopened]) {
        for document in documents {
            if document.text.is_empty() {
                self.reopening.waiting.push(document.clone());
                self.files.load(document.path.clone());
            } else if let Err(error) =
                self.program.puzzles.load(document.text.clone()).and_then(|loaded| self.open_again(loaded, document.clone()))
            {
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
                self.notices.show(format!("Couldn't open {} again", of_path(&path)), now);
            }
        }
        self.show_reopened();
    }

    fn open_again(&mut self, loaded: Loaded, document: Reopened) -> Result<(), FileError> {
        let tab = self.tab_of(&loaded)?;
        let Reopened { path, is_example, is_shown, place, .. } = document;
        let path = Some(path).filter(|path| !path.as_os_str().is_empty());
        let was_open = path.as_deref().is_some_and(|path| self.documents.with_path(tab, path).is_some());
        let opened = self.documents.open_again(tab, loaded.document, OpenAgain { path: path.clone(), is_example, place: Some(place) });
        if is_shown {
            self.reopening.shown.push(opened);
        }
        // One that is open already may come from a recovery file, which knows what was in the file.
        if let Some(path) = path.filter(|_| !was_open) {
            self.files.set_known_hash(&path, loaded.hash);
        }
        Ok(())
    }

    /// Shows the documents that were shown, once all are open.
    fn show_reopened(&mut self) {
        if !self.reopening.waiting.is_empty() {
            return;
        }
        for number in std::mem::take(&mut self.reopening.shown) {
            self.documents.bring_to_front(number);
        }
    }
}
