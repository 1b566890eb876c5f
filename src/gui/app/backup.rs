//! A backup of all settings and results of games as one file, and restoring it.

use std::collections::BTreeMap;

use egui::Context;

use super::{
    App, SETTINGS, Settings,
    stored_settings::{key_of_games, keys_of_tabs},
};
use crate::{
    files::{BACKUP, Content, Data, Parcel, PathRequest},
    open_documents::Tab,
    play::Record,
    tab_settings,
};
use base::{kept, text::counted};

/// The texts of a backup: the window's settings, and what each tab and its games remember, by key.
pub type Backup = BTreeMap<String, String>;

impl App {
    /// Asks for a file to write the backup to.
    pub(super) fn back_up(&mut self) {
        // The names of files are of no use on another computer.
        let settings = Settings { documents: Vec::new(), ..self.settings() };
        let mut backup = Backup::from([(SETTINGS.to_owned(), kept::to_text(&settings))]);
        for key in keys_of_tabs(&self.documents) {
            backup.insert(key.clone(), self.shared.remembered(&self.documents, &key));
        }
        backup.retain(|_, text| !text.is_empty());
        let text = ron::ser::to_string_pretty(&backup, ron::ser::PrettyConfig::new().new_line("\n")).unwrap_or_default();
        let name = format!("quincunx{BACKUP}");
        self.request_path(PathRequest::Write(Parcel { content: Content::Output, name, data: Data::Bytes(text.into_bytes()) }));
    }

    /// Takes over the settings of a backup, and adds its results of games to those that are here. Returns what it did, or why it can't be
    /// read.
    pub(super) fn restore_backup(&mut self, ctx: &Context, backup: &Backup) -> Result<String, String> {
        let settings: Settings = tab_settings::parse(backup.get(SETTINGS).map_or("", String::as_str))?;
        let mut records = Vec::new();
        let mut texts = Vec::new();
        for (tab, Tab { puzzle, .. }) in self.documents.tabs().iter().enumerate() {
            let key = puzzle.kind.key;
            if let Some(text) = backup.get(&key_of_games(key)) {
                records.push((tab, tab_settings::parse::<Record>(text)?));
            }
            if let Some(text) = backup.get(key) {
                puzzle.rewritten(text)?;
                texts.push((tab, text));
            }
        }
        // From here on nothing can fail, so a backup is restored as a whole or not at all.
        for (tab, text) in texts {
            self.documents.recall(tab, text)?;
        }
        let mut added = 0;
        for (tab, Record { shows_mistakes, results, .. }) in records {
            let record = &mut self.documents.tabs_mut()[tab].results;
            record.shows_mistakes = shows_mistakes;
            added += record.add_missing(&results);
        }
        self.store_settings();
        self.looks.take_over(ctx, settings.light, settings.appearance);
        Ok(format!("Settings restored, {} added", counted(added as u64, "result")))
    }
}
