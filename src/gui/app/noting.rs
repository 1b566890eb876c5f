//! What tabs remember, and which files were open: stored in files that all windows share.

use std::{collections::BTreeMap, path::PathBuf};

use super::{App, Closing, Recent, SETTINGS};
use crate::{
    gui::notes::{Merge, Note, Stored},
    workbench::file_error::FileError,
};

/// The key under which the files are remembered that were opened or saved last. No puzzle has it, nor that of the settings, under which
/// nothing is stored.
const RECENT: &str = "recent";

/// What is known of the files.
pub(super) struct Noting {
    folder: PathBuf,
    entries: BTreeMap<String, Entry>,
}

#[derive(Default)]
struct Entry {
    /// What was in the file when it was read or written last.
    base: String,
    is_on_its_way: bool,
    /// What couldn't be stored, and isn't tried again.
    refused: Option<String>,
}

impl App {
    /// Remembers in this folder, together with other windows. What is there comes before what the settings had.
    pub fn remember_in(&mut self, folder: PathBuf) {
        let keys = self.tabs.iter().map(|tab| tab.key().to_owned()).chain([RECENT.to_owned(), SETTINGS.to_owned()]);
        // As if it came from the file: if there is one, nothing is to be added to it.
        let entries = keys.map(|key| (key.clone(), Entry { base: self.remembered(&key), ..Entry::default() })).collect();
        self.noting = Some(Noting { folder, entries });
        self.store_notes(|_, _| true);
    }

    /// Notes that this was in the settings and can't be read: it is put aside in the folder of [`App::remember_in`].
    pub fn could_not_read(&mut self, settings: String) {
        self.unreadable.insert(SETTINGS.to_owned(), settings);
    }

    /// Stores what has changed since the last time.
    pub fn note(&mut self) {
        self.store_notes(|entry, ours| entry.base != ours && entry.refused.as_deref() != Some(ours));
    }

    fn store_notes(&mut self, is_due: impl Fn(&Entry, &str) -> bool) {
        let keys: Vec<String> = self.noting.iter().flat_map(|noting| noting.entries.keys().cloned()).collect();
        for key in keys {
            let (ours, merge, unreadable) = (self.remembered(&key), self.merge_of(&key), self.unreadable.remove(&key));
            let Some(noting) = &mut self.noting else { return };
            let Some(entry) = noting.entries.get_mut(&key) else { continue };
            if !entry.is_on_its_way && is_due(entry, &ours) {
                entry.is_on_its_way = true;
                let note = Note { base: entry.base.clone(), key, ours, unreadable, merge };
                self.files.note(note, noting.folder.clone());
            }
        }
    }

    /// Takes in what is in the file now.
    pub(super) fn noted(&mut self, note: Note, stored: Result<Stored, FileError>) {
        let ours = self.remembered(&note.key);
        let about = match note.key.as_str() {
            SETTINGS => "the settings",
            RECENT => "the files opened last",
            key => self.tabs.iter().find(|tab| tab.key() == key).map_or("", |tab| tab.title()),
        };
        let mut entry = Entry { base: note.base, ..Entry::default() };
        match stored {
            Ok(Stored { text, set_aside }) => {
                if let Some(path) = set_aside {
                    let text = format!("What was there is now in {}. New ones are remembered from here on.", path.display());
                    self.complain(format!("Couldn't read what was remembered of {about}"), text);
                }
                self.recall(&note.key, &text);
                entry.base = self.remembered(&note.key);
                // A game may have ended while this was written.
                if ours != note.ours
                    && let Ok(both) = (note.merge)(&note.ours, &ours, &entry.base)
                {
                    self.recall(&note.key, &both);
                }
            }
            Err(error) => {
                self.closing = Closing::No;
                self.complain(format!("Couldn't store what is remembered of {about}"), error.to_string());
                entry.refused = Some(note.ours);
            }
        }
        if let Some(noting) = &mut self.noting {
            noting.entries.insert(note.key, entry);
        }
    }

    fn remembered(&self, key: &str) -> String {
        if key == RECENT {
            return self.recent.remember();
        }
        self.tabs.iter().find(|tab| tab.key() == key).map(|tab| tab.remember()).unwrap_or_default()
    }

    fn merge_of(&self, key: &str) -> Merge {
        self.tabs.iter().find(|tab| tab.key() == key).map_or(Recent::merge, |tab| tab.merge())
    }

    /// What was merged is of our own making, so it can be read.
    fn recall(&mut self, key: &str, text: &str) {
        if key == RECENT {
            self.recent.recall(text);
        } else if let Some(tab) = self.tabs.iter_mut().find(|tab| tab.key() == key) {
            let _ = tab.recall(text);
        }
    }
}
