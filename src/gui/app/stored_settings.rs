//! Stores what tabs remember, and the list of recent files, in files that all windows share.

use std::{
    collections::BTreeMap,
    mem,
    path::{Path, PathBuf},
};

use super::{App, Recent, SETTINGS};
use crate::{
    files::Files,
    open_documents::Documents,
    play::Record,
    tab_settings::{self, Merge, SettingsUpdate, Stored},
};
use base::{game::Game, text::of_path};
use workbench::file_error::FileError;

/// The key of the list of recent files. It differs from the keys of all puzzles and from [`SETTINGS`].
const RECENT: &str = "recent";

/// What follows the key of a tab in the key of the results of its games. No key of a puzzle has this.
const GAMES: &str = ".games";

/// The key of the results of games of the tab with this key.
pub(super) fn key_of_games(key: &str) -> String {
    format!("{key}{GAMES}")
}

/// The keys of what all tabs and their games remember.
pub(super) fn keys_of_tabs(documents: &Documents) -> Vec<String> {
    documents.tabs().iter().flat_map(|tab| [tab.puzzle.kind.key.to_owned(), key_of_games(tab.puzzle.kind.key)]).collect()
}

/// The recent files, and how far everything that windows share is stored.
#[derive(Default)]
pub(super) struct SharedSettings {
    pub recent: Recent,
    /// None if nothing is stored there.
    folder: Option<PathBuf>,
    /// The state of each file by its key.
    entries: BTreeMap<String, Entry>,
    /// Whether the last text could not be stored, which the user knows.
    has_failed: bool,
}

#[derive(Default)]
struct Entry {
    /// The text in the file when it was last read or written.
    base: String,
    is_being_stored: bool,
    /// A text that could not be stored and isn't tried again.
    failed: Option<String>,
}

impl SharedSettings {
    /// Stores what tabs remember and the recent files in this folder, which other windows may share, and takes over what is there.
    pub(super) fn store_in(&mut self, folder: PathBuf, documents: &Documents, files: &mut Files) {
        let keys = keys_of_tabs(documents).into_iter().chain([RECENT.to_owned()]);
        self.entries = keys.map(|key| (key, Entry::default())).collect();
        self.folder = Some(folder);
        self.store_if(documents, files, |_, _| true);
    }

    /// Stores what has changed since the last call.
    pub(super) fn store(&mut self, documents: &Documents, files: &mut Files) {
        self.store_if(documents, files, |entry, ours| entry.base != ours && entry.failed.as_deref() != Some(ours));
    }

    fn store_if(&mut self, documents: &Documents, files: &mut Files, is_due: impl Fn(&Entry, &str) -> bool) {
        let Some(folder) = self.folder.clone() else { return };
        for key in self.entries.keys().cloned().collect::<Vec<_>>() {
            let (ours, merge) = (self.remembered(documents, &key), merge_of(documents, &key));
            let Some(entry) = self.entries.get_mut(&key) else { continue };
            if !entry.is_being_stored && is_due(entry, &ours) {
                entry.is_being_stored = true;
                files.store_settings(SettingsUpdate { base: entry.base.clone(), key, ours, merge }, folder.clone());
            }
        }
    }

    /// Allows everything to be stored again, after work on a file has failed without saying which.
    pub(super) fn allow_all_again(&mut self) {
        self.entries.values_mut().for_each(|entry| entry.is_being_stored = false);
    }

    /// The text that the tab or its games with this key remember.
    pub(super) fn remembered(&self, documents: &Documents, key: &str) -> String {
        if key == RECENT {
            return self.recent.remember();
        }
        match key.strip_suffix(GAMES) {
            Some(key) => documents.tab_with_key(key).map(|tab| documents.tabs()[tab].results.remember()),
            None => documents.tab_with_key(key).map(|tab| documents.remember(tab)),
        }
        .unwrap_or_default()
    }

    /// Restores a merged text. This program wrote it, so it can be read.
    fn recall(&mut self, documents: &mut Documents, key: &str, text: &str) {
        if key == RECENT {
            self.recent.recall(text);
        } else if let Some(tab) = key.strip_suffix(GAMES).and_then(|key| documents.tab_with_key(key)) {
            if let Ok(record) = tab_settings::parse(text) {
                documents.tabs_mut()[tab].results = record;
            }
        } else if let Some(tab) = documents.tab_with_key(key) {
            let _ = documents.recall(tab, text);
        }
    }
}

fn merge_of(documents: &Documents, key: &str) -> Merge {
    if key.ends_with(GAMES) {
        return Record::merge;
    }
    documents.tab_with_key(key).map_or(Recent::merge, |tab| documents.tabs()[tab].puzzle.memory.merge)
}

impl App {
    /// Stores what tabs remember and the recent files in this folder, which other windows may share, and takes over what is there.
    pub fn store_settings_in(&mut self, folder: PathBuf) {
        self.shared.store_in(folder, &self.documents, &mut self.files);
    }

    /// Moves the window's settings, which can't be read, to a file in this folder, and says so.
    pub fn set_settings_aside(&mut self, folder: &Path, text: &str) {
        let moved = tab_settings::set_aside(folder, SETTINGS, text.as_bytes());
        let text = moved.map_or_else(|error| error.to_string(), |path| moved_to(&path));
        self.dialogs.show_error("Couldn't read the settings".to_owned(), text);
    }

    /// Adds this result of a game of the puzzle with this key, and stores it, so that it doesn't depend on the end of the program.
    pub(super) fn add_result(&mut self, key: &str, game: Game) {
        self.documents.add_result(key, game);
        self.store_settings();
    }

    /// Stores what has changed since the last call.
    pub fn store_settings(&mut self) {
        self.shared.store(&self.documents, &mut self.files);
    }

    /// Takes in the text that is in the file after an update.
    pub(super) fn settings_stored(&mut self, update: SettingsUpdate, stored: Result<Stored, FileError>) {
        let (shared, documents) = (&mut self.shared, &mut self.documents);
        let ours = shared.remembered(documents, &update.key);
        let whose = match update.key.as_str() {
            RECENT => "the list of recent files".to_owned(),
            key => {
                let tab = documents.tab_with_key(key.strip_suffix(GAMES).unwrap_or(key));
                format!("the {} tab's data", tab.map_or("", |tab| documents.tabs()[tab].puzzle.kind.title))
            }
        };
        let mut entry = Entry { base: update.base, ..Entry::default() };
        match stored {
            Ok(Stored { text, set_aside }) => {
                if let Some(path) = set_aside {
                    self.dialogs.show_error(format!("Couldn't read {whose}"), moved_to(&path));
                }
                shared.recall(documents, &update.key, &text);
                entry.base = shared.remembered(documents, &update.key);
                shared.has_failed = false;
                // A game may have ended while this was written.
                if ours != update.ours
                    && let Ok(both) = (update.merge)(&update.ours, &ours, &entry.base)
                {
                    shared.recall(documents, &update.key, &both);
                }
            }
            Err(error) => {
                let title = format!("Couldn't store {whose}");
                // All texts are in one folder. What is wrong with it is said once, and not in a dozen dialogs.
                if mem::replace(&mut shared.has_failed, true) {
                    log::error!("{title}: {error}");
                } else {
                    self.dialogs.show_error(title, error.to_string());
                }
                entry.failed = Some(update.ours);
            }
        }
        let has_failed = entry.failed.is_some();
        shared.entries.insert(update.key, entry);
        if has_failed {
            self.stay_open();
        }
    }
}

fn moved_to(path: &Path) -> String {
    format!("The unreadable file was moved to {}, and a new one replaces it.", of_path(path))
}
