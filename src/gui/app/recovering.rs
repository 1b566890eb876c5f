//! Keeps the recovery files of unsaved documents up to date, and opens documents from those that earlier programs left: at once if the
//! program ended normally, and after a question if it crashed.

use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use super::{
    App, STARTUP_WAIT,
    recovery::{DocumentId, Due, Recovery},
    recovery_file::About,
};
use crate::{
    deferred::Deferred,
    document::Snapshot,
    files::{Content, Data, Loaded, News, Parcel},
    open_documents::{Open, OpenAgain, Recovered, Tab},
    request::{DocumentNumber, Question, Request},
    words::dialogs as texts,
};
use base::text::{ago, counted};
use workbench::{file_error::FileError, session::Version};

impl App {
    /// Writes recovery files of unsaved documents to this folder, opens those that were open when the program last ended, and offers to
    /// restore what crashed programs left there. If the window was started with files, both wait for the next start. Shows an error if
    /// nothing can be written there.
    pub fn enable_recovery(&mut self, folder: &Path) {
        match Recovery::new(folder) {
            Ok(mut recovery) => {
                if self.reopening.is_left_alone {
                    recovery.leave_others();
                }
                let (unsaved, closed) = (recovery.unsaved_files(), recovery.take_closed_files());
                if !unsaved.is_empty() {
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
                if !closed.is_empty() {
                    self.load_in_order(closed);
                }
                self.recovery = Some(recovery);
                self.await_recovery_files();
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
        self.load_in_order(unsaved);
    }

    /// Loads these recovery files in the order in which their documents are listed.
    fn load_in_order(&mut self, mut files: Vec<PathBuf>) {
        files.sort_by_key(|path| About::of_file(path).index);
        self.files.load_recovery_files(files);
    }

    /// Waits a moment for recovery files that are being loaded, so that the first frame shows their documents.
    fn await_recovery_files(&mut self) {
        let deadline = Instant::now() + STARTUP_WAIT;
        while self.files.is_recovering()
            && let Some(news) = self.files.news_until(deadline)
        {
            let are_loaded = matches!(news, News::RecoveryFilesLoaded);
            self.take_in(news, Duration::ZERO);
            if are_loaded {
                break;
            }
        }
    }

    /// Opens the document of this recovery file. After a crash, its tab is shown.
    pub(super) fn recover(&mut self, file: &Path, loaded: Loaded) -> Result<(), FileError> {
        let tab = self.tab_of(&loaded)?;
        let about = About::read(&loaded.text).unwrap_or_default();
        // A file that was saved since stays what it is: the copy of an earlier version is a document beside it.
        let known = about.path().and_then(|path| self.files.known_hash(&path));
        let is_older = known.is_some() && about.file_hash.is_some() && known != about.file_hash;
        let path = about.path().filter(|_| !is_older);
        let again = OpenAgain { path: path.clone(), place: about.place.clone(), is_example: false };
        self.documents.recover(tab, loaded.document, Recovered { again, index: about.index, is_behind: about.is_behind });
        // Then saving notices if the file was changed since.
        if let (Some(path), Some(hash)) = (path, about.file_hash) {
            self.files.set_known_hash(&path, hash);
        }
        if !self.recovery.as_ref().is_some_and(|recovery| recovery.is_of_closed(file)) {
            self.documents.show_tab(tab);
        }
        Ok(())
    }

    /// Describes the document in a recovery file for the question whether to restore it.
    pub(super) fn describe_recovery_file(&self, path: &Path) -> String {
        let about = About::of_file(path);
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let is_in = |tab: &&Tab| file.strip_prefix(tab.puzzle.kind.key).is_some_and(|rest| rest.starts_with('-'));
        let title = self.documents.tabs().iter().find(is_in).map(|tab| tab.puzzle.kind.title);
        recovered(&about.name, title, &ago(about.age()), about.path.as_deref())
    }

    /// The documents with unsaved changes, and the version of each.
    pub(super) fn unsaved(&self) -> BTreeMap<DocumentId, Version> {
        let version = |open: &Open| {
            let Version { edits, checkpoint } = open.document.about().unsaved?;
            // Where it is among the others is in its recovery file, too.
            let mut hasher = DefaultHasher::new();
            (edits, self.documents.spot(open)).hash(&mut hasher);
            Some(((open.tab, open.number), Version { edits: hasher.finish(), checkpoint }))
        };
        self.documents.all().iter().filter_map(version).collect()
    }

    /// Writes the recovery files that are due, and removes those of saved documents. Returns after which time the next one will be due.
    pub(super) fn update_recovery_files(&mut self, now: Duration) -> Option<Duration> {
        let unsaved = self.unsaved();
        let recovery = self.recovery.as_mut()?;
        let mut again_in = None;
        for due in recovery.due(&unsaved, now) {
            match due {
                Due::In(wait) => again_in = Some(again_in.map_or(wait, |next: Duration| next.min(wait))),
                Due::Write((tab, number)) => {
                    let Some(open) = self.documents.get(number) else { continue };
                    let (document, Snapshot { text, .. }) = (open.document.about(), open.document.snapshot());
                    let file_hash = document.path.as_ref().and_then(|path| self.files.known_hash(path));
                    let about = About::new(&document, file_hash, open.document.place(), self.documents.spot(open));
                    let data = Data::Text(Deferred::new(move || about.write(&text.make())));
                    let parcel = Parcel { content: Content::RecoveryFile { tab, number }, name: String::new(), data };
                    self.files.write(parcel, recovery.path(document.key, number));
                }
                Due::Remove((tab, number)) => {
                    self.files.remove_recovery_file(recovery.path(self.documents.tabs()[tab].puzzle.kind.key, number));
                }
            }
        }
        again_in
    }

    /// The documents that the next start can't open again as they are: their changes are neither saved nor in a recovery file.
    pub(super) fn without_copy(&self) -> Vec<DocumentNumber> {
        let has_copy = |document| self.recovery.as_ref().is_some_and(|recovery| recovery.has_copy(document));
        self.unsaved().into_keys().filter(|&document| !has_copy(document)).map(|(_, number)| number).collect()
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
