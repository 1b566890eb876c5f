//! Stores what tabs remember, and the list of recent files, in files that all windows share.

use std::{
    collections::BTreeMap,
    mem,
    path::{Path, PathBuf},
};

use super::{App, Recent, SETTINGS};
use crate::{
    gui::{
        play::Record,
        tab_settings::{self, Merge, SettingsUpdate, Stored},
    },
    workbench::file_error::FileError,
};

/// The key of the list of recent files. It differs from the keys of all puzzles and from [`SETTINGS`].
const RECENT: &str = "recent";

/// What follows the key of a tab in the key of the results of its games. No key of a puzzle has this.
const GAMES: &str = ".games";

/// The key of the results of games of the tab with this key.
pub(super) fn key_of_games(key: &str) -> String {
    format!("{key}{GAMES}")
}

/// The folder of these files, and the state of each by its key.
pub(super) struct SettingsStore {
    folder: PathBuf,
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

impl App {
    /// Stores what tabs remember and the recent files in this folder, which other windows may share, and takes over what is there.
    pub fn store_settings_in(&mut self, folder: PathBuf) {
        let keys = self.keys_of_tabs().into_iter().chain([RECENT.to_owned()]);
        let entries = keys.map(|key| (key, Entry::default())).collect();
        self.settings_store = Some(SettingsStore { folder, entries, has_failed: false });
        self.store_settings_if(|_, _| true);
    }

    /// Moves the window's settings, which can't be read, to a file in this folder, and says so.
    pub fn set_settings_aside(&mut self, folder: &Path, text: &str) {
        let moved = tab_settings::set_aside(folder, SETTINGS, text.as_bytes());
        self.show_error("Couldn't read the settings".to_owned(), moved.map_or_else(|error| error.to_string(), |path| moved_to(&path)));
    }

    /// Stores what has changed since the last call.
    pub fn store_settings(&mut self) {
        self.store_settings_if(|entry, ours| entry.base != ours && entry.failed.as_deref() != Some(ours));
    }

    fn store_settings_if(&mut self, is_due: impl Fn(&Entry, &str) -> bool) {
        let keys: Vec<String> = self.settings_store.iter().flat_map(|store| store.entries.keys().cloned()).collect();
        for key in keys {
            let (ours, merge) = (self.remembered(&key), self.merge_of(&key));
            let Some(store) = &mut self.settings_store else { return };
            let Some(entry) = store.entries.get_mut(&key) else { continue };
            if !entry.is_being_stored && is_due(entry, &ours) {
                entry.is_being_stored = true;
                let update = SettingsUpdate { base: entry.base.clone(), key, ours, merge };
                self.files.store_settings(update, store.folder.clone());
            }
        }
    }

    /// Allows everything to be stored again, after work on a file has failed without saying which.
    pub(super) fn store_settings_again(&mut self) {
        let entries = self.settings_store.iter_mut().flat_map(|store| store.entries.values_mut());
        entries.for_each(|entry| entry.is_being_stored = false);
    }

    /// Takes in the text that is in the file after an update.
    pub(super) fn settings_stored(&mut self, update: SettingsUpdate, stored: Result<Stored, FileError>) {
        let ours = self.remembered(&update.key);
        let whose = match update.key.as_str() {
            RECENT => "the list of recent files".to_owned(),
            key => {
                let tab = self.tab_with_key(key.strip_suffix(GAMES).unwrap_or(key));
                format!("the {} tab's data", tab.map_or("", |tab| self.tabs[tab].title()))
            }
        };
        let mut entry = Entry { base: update.base, ..Entry::default() };
        match stored {
            Ok(Stored { text, set_aside }) => {
                if let Some(path) = set_aside {
                    self.show_error(format!("Couldn't read {whose}"), moved_to(&path));
                }
                self.recall(&update.key, &text);
                entry.base = self.remembered(&update.key);
                self.settings_store.iter_mut().for_each(|store| store.has_failed = false);
                // A game may have ended while this was written.
                if ours != update.ours
                    && let Ok(both) = (update.merge)(&update.ours, &ours, &entry.base)
                {
                    self.recall(&update.key, &both);
                }
            }
            Err(error) => {
                self.stay_open();
                let title = format!("Couldn't store {whose}");
                // All texts are in one folder. What is wrong with it is said once, and not in a dozen dialogs.
                let store = self.settings_store.as_mut();
                if store.is_some_and(|store| mem::replace(&mut store.has_failed, true)) {
                    log::error!("{title}: {error}");
                } else {
                    self.show_error(title, error.to_string());
                }
                entry.failed = Some(update.ours);
            }
        }
        if let Some(store) = &mut self.settings_store {
            store.entries.insert(update.key, entry);
        }
    }

    /// The keys of what all tabs and their games remember.
    pub(super) fn keys_of_tabs(&self) -> Vec<String> {
        self.tabs.iter().flat_map(|tab| [tab.key().to_owned(), key_of_games(tab.key())]).collect()
    }

    fn tab_with_key(&self, key: &str) -> Option<usize> {
        self.tabs.iter().position(|tab| tab.key() == key)
    }

    /// The text that the tab or its games with this key remember.
    pub(super) fn remembered(&self, key: &str) -> String {
        if key == RECENT {
            return self.recent.remember();
        }
        match key.strip_suffix(GAMES) {
            Some(key) => self.tab_with_key(key).map(|tab| self.tabs[tab].record().remember()),
            None => self.tab_with_key(key).map(|tab| self.tabs[tab].remember()),
        }
        .unwrap_or_default()
    }

    fn merge_of(&self, key: &str) -> Merge {
        if key.ends_with(GAMES) {
            return Record::merge;
        }
        self.tab_with_key(key).map_or(Recent::merge, |tab| self.tabs[tab].merge())
    }

    /// Restores a merged text. This program wrote it, so it can be read.
    fn recall(&mut self, key: &str, text: &str) {
        if key == RECENT {
            self.recent.recall(text);
        } else if let Some(tab) = key.strip_suffix(GAMES).and_then(|key| self.tab_with_key(key)) {
            if let Ok(record) = tab_settings::parse(text) {
                *self.tabs[tab].record_mut() = record;
            }
        } else if let Some(tab) = self.tab_with_key(key) {
            let _ = self.tabs[tab].recall(text);
        }
    }
}

fn moved_to(path: &Path) -> String {
    format!("The unreadable file was moved to {}, and a new one replaces it.", path.display())
}
