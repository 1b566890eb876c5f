//! Keeps the recovery files of unsaved documents up to date, and restores documents from those that crashed programs left.

use std::{collections::BTreeMap, path::Path, time::Duration};

use super::{
    App,
    recovery::{DocumentId, Due, Recovery},
    recovery_file::About,
};
use crate::{
    gui::{
        any_document::Snapshot,
        deferred::Deferred,
        files::{Content, Data, Loaded, Parcel},
        open_documents::{Open, Tab},
        request::{Question, Request},
        words::dialogs as texts,
    },
    text::{ago, counted},
    workbench::{file_error::FileError, session::Version},
};

impl App {
    /// Writes recovery files of unsaved documents to this folder, and offers to restore what crashed programs left there. If the window
    /// was started with files, that offer waits for the next start. Shows an error if nothing can be written there.
    pub fn enable_recovery(&mut self, folder: &Path) {
        match Recovery::new(folder) {
            Ok(recovery) => {
                let unsaved = recovery.unsaved_files();
                if !unsaved.is_empty() && !self.reopening.is_left_alone {
                    self.dialogs.ask(Question {
                        title: "Restore unsaved work?".to_owned(),
                        text: format!("Quincunx closed unexpectedly. {} had unsaved changes:", counted(unsaved.len() as u64, "document")),
                        entries: unsaved.iter().map(|path| self.describe_recovery_file(path)).collect(),
                        buttons: vec![
                            ("Restore", Request::Restore),
                            (texts::DISCARD, Request::DiscardUnsaved),
                            ("Not now", Request::StayOpen),
                        ],
                        has_main_button: true,
                        ..Question::default()
                    });
                }
                self.recovery = Some(recovery);
            }
            Err(error) => {
                let error = FileError::unwritable(folder, &error).to_string();
                self.dialogs.show_error("Unsaved changes can't be restored after a crash".to_owned(), error);
            }
        }
    }

    /// Opens the documents that were unsaved when the program crashed.
    pub(super) fn restore_unsaved(&mut self) {
        let unsaved = self.recovery.as_ref().map(Recovery::unsaved_files).unwrap_or_default();
        self.files.load_recovery_files(unsaved);
    }

    /// Opens the document of a recovery file, and shows it.
    pub(super) fn recover(&mut self, loaded: Loaded) -> Result<(), FileError> {
        let tab = self.tab_of(&loaded)?;
        let about = About::read(&loaded.text).unwrap_or_default();
        self.documents.recover(tab, loaded.document, about.path(), about.place.clone());
        // Then saving notices if the file was changed since.
        if let (Some(path), Some(hash)) = (about.path(), about.file_hash) {
            self.files.set_known_hash(&path, hash);
        }
        self.documents.show_tab(tab);
        Ok(())
    }

    /// Describes the document in a recovery file for the question whether to restore it.
    pub(super) fn describe_recovery_file(&self, path: &Path) -> String {
        let about = About::of_file(path);
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let is_in = |tab: &&Tab| file.strip_prefix(tab.puzzle.key).is_some_and(|rest| rest.starts_with('-'));
        let title = self.documents.tabs().iter().find(is_in).map(|tab| tab.puzzle.title);
        recovered(&about.name, title, &ago(about.age()), about.path.as_deref())
    }

    /// Writes the recovery files that are due, and removes those of saved documents. Returns after which time the next one will be due.
    pub(super) fn update_recovery_files(&mut self, now: Duration) -> Option<Duration> {
        let recovery = self.recovery.as_mut()?;
        let mut again_in = None;
        let version = |open: &Open| Some(((open.tab, open.number), open.document.about().unsaved?));
        let unsaved: BTreeMap<DocumentId, Version> = self.documents.all().iter().filter_map(version).collect();
        for due in recovery.due(&unsaved, now) {
            match due {
                Due::In(wait) => again_in = Some(again_in.map_or(wait, |next: Duration| next.min(wait))),
                Due::Write((tab, number)) => {
                    let Some(open) = self.documents.get(number) else { continue };
                    let (document, Snapshot { text, .. }) = (open.document.about(), open.document.snapshot());
                    let file_hash = document.path.as_ref().and_then(|path| self.files.known_hash(path));
                    let about = About::new(&document, file_hash, open.document.place());
                    let data = Data::Text(Deferred::new(move || about.write(&text.make())));
                    let parcel = Parcel { content: Content::RecoveryFile { tab, number }, name: String::new(), data };
                    self.files.write(parcel, recovery.path(document.key, number));
                }
                Due::Remove((tab, number)) => {
                    self.files.remove_recovery_file(recovery.path(self.documents.tabs()[tab].puzzle.key, number));
                }
            }
        }
        again_in
    }

    pub(super) fn discard_unsaved(&mut self) {
        if let Some(recovery) = &mut self.recovery {
            recovery.discard_unsaved();
        }
    }
}

/// An unsaved document after a crash: its name, its puzzle if known, its age and its file if it has one.
fn recovered(name: &str, puzzle: Option<&str>, age: &str, path: Option<&str>) -> String {
    let puzzle = puzzle.map_or(String::new(), |puzzle| format!(" ({puzzle})"));
    let path = path.map_or(String::new(), |path| format!(", {path}"));
    format!("{name}{puzzle}, {age}{path}")
}
