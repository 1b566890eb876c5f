//! Recovery files: copies of documents with unsaved changes, in a folder of the program's own, so that neither quitting nor a crash loses
//! anything.
//!
//! Each running program has its own folder with a lock, which the system releases when the program ends, even in a crash. So an
//! unlocked folder found at the next start holds the unsaved documents of a program that has ended. One that ended normally has marked its
//! folder.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    process,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use workbench::{file, session::Version};

/// How long after an edit its recovery file is written. A checkpoint of a search is written at once, since there is one in a second at
/// most.
const WRITE_AFTER: Duration = Duration::from_secs(2);
/// How long after a failure the next attempt is made.
const RETRY_AFTER: Duration = Duration::from_secs(30);
/// The name of the lock in each folder.
const LOCK: &str = "lock";
/// The name of the mark in the folder of a program that ended normally.
const CLOSED: &str = "closed";
/// How old a folder without documents must be to be removed. A newer one may belong to a program that is starting and has no lock yet.
const STALE_AFTER: Duration = Duration::from_secs(60);

/// The recovery files of this program, and those left by earlier ones.
pub(super) struct Recovery {
    own: Folder,
    /// The folders of programs that have ended.
    left: Vec<Folder>,
    /// Files in these folders whose documents are open again.
    restored: Vec<PathBuf>,
    /// The documents whose recovery files have to be written before the restored ones may be removed; none if they must stay.
    pending_copies: Option<BTreeSet<DocumentId>>,
    documents: BTreeMap<DocumentId, CopyState>,
}

/// A document: the index of its tab, and its number.
pub(super) type DocumentId = (usize, u64);

/// A folder that is locked as long as this value lives.
struct Folder {
    path: PathBuf,
    /// Whether its program ended normally.
    was_closed: bool,
    _lock: File,
}

/// How far the recovery file of a document is up to date.
#[derive(Clone, Copy, Default)]
struct CopyState {
    /// The version that was written last; none if there is no file.
    version: Option<Version>,
    /// When a newer one is due.
    due_at: Option<Duration>,
    /// Not before this time, after a failure.
    retry_at: Duration,
    /// Whether the last attempt to write it failed. There may be a file all the same.
    has_failed: bool,
    /// Whether that version is still being written. A newer one waits, so that a blocked disk doesn't collect copies in memory.
    is_being_written: bool,
}

/// What to do with the recovery file of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    /// Nothing yet; look again after this time.
    In(Duration),
    /// Write it now.
    Write(DocumentId),
    /// Remove it.
    Remove(DocumentId),
}

impl Recovery {
    /// Creates this program's folder inside `folder`, and locks the folders that earlier programs left there.
    ///
    /// # Errors
    /// When nothing can be written there.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        let left = abandoned(folder)?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
        let own = folder.join(format!("{since}-{}", process::id()));
        file::create_folder(&own)?;
        let lock = File::create(own.join(LOCK))?;
        lock.lock()?;
        let own = Folder { path: own, was_closed: false, _lock: lock };
        Ok(Self { own, left, restored: Vec::new(), pending_copies: None, documents: BTreeMap::new() })
    }

    /// The recovery files of crashed programs, the oldest first.
    pub(super) fn unsaved_files(&self) -> Vec<PathBuf> {
        self.left.iter().filter(|folder| !folder.was_closed).flat_map(Folder::documents).collect()
    }

    /// The recovery files of programs that ended normally, the oldest first. They are about to be opened. If that fails, the next start
    /// asks about them as after a crash.
    pub(super) fn take_closed_files(&mut self) -> Vec<PathBuf> {
        let closed = self.left.iter().filter(|folder| folder.was_closed);
        closed
            .flat_map(|folder| {
                let _ = fs::remove_file(folder.path.join(CLOSED));
                folder.documents()
            })
            .collect()
    }

    /// Whether this recovery file is of a program that ended normally.
    pub(super) fn is_of_closed(&self, file: &Path) -> bool {
        self.left.iter().any(|folder| folder.was_closed && file.parent() == Some(&folder.path))
    }

    /// Leaves the folders of earlier programs to the next start.
    pub(super) fn leave_others(&mut self) {
        self.left.clear();
    }

    /// Removes the recovery files of crashed programs.
    pub(super) fn discard_unsaved(&mut self) {
        self.left.extract_if(.., |folder| !folder.was_closed).for_each(|folder| folder.remove());
    }

    /// Whether the document has a recovery file, so that the program can end without losing it.
    pub(super) fn has_copy(&self, document: DocumentId) -> bool {
        self.documents.get(&document).is_some_and(|copy| copy.version.is_some() && !copy.is_being_written)
    }

    /// Whether the recovery file of one of these documents is of an earlier version, and not because it couldn't be written.
    pub(super) fn is_behind(&self, unsaved: &BTreeMap<DocumentId, Version>) -> bool {
        unsaved.iter().any(|(document, version)| {
            self.documents.get(document).is_none_or(|copy| !copy.has_failed && copy.version.as_ref() != Some(version))
        })
    }

    /// Records that the document of this recovery file is open again.
    pub(super) fn mark_restored(&mut self, path: PathBuf) {
        self.restored.push(path);
    }

    /// Removes the files of restored documents as soon as all recovery files that are due are there.
    pub(super) fn remove_restored_once_written(&mut self) {
        let missing = self.documents.iter().filter(|(_, copy)| copy.is_being_written || copy.has_failed);
        self.pending_copies = Some(missing.map(|(document, _)| *document).collect());
        self.remove_restored();
    }

    /// Records that a recovery file was written.
    pub(super) fn copy_written(&mut self, document: DocumentId) {
        if let Some(copy) = self.documents.get_mut(&document) {
            copy.is_being_written = false;
        }
        if let Some(pending) = &mut self.pending_copies {
            pending.remove(&document);
        }
        self.remove_restored();
    }

    /// Records that a recovery file could not be written. It is tried again, and the files of earlier programs stay until it is there.
    pub(super) fn write_failed(&mut self, document: DocumentId, now: Duration) {
        let retry_at = now.saturating_add(RETRY_AFTER);
        self.documents.insert(document, CopyState { retry_at, has_failed: true, ..CopyState::default() });
    }

    /// Records that some work on files has failed without saying which: the recovery files that are being written are tried again.
    pub(super) fn any_write_failed(&mut self, now: Duration) {
        let being_written = self.documents.iter().filter(|(_, copy)| copy.is_being_written);
        for document in being_written.map(|(document, _)| *document).collect::<Vec<_>>() {
            self.write_failed(document, now);
        }
    }

    fn remove_restored(&mut self) {
        if self.pending_copies.as_ref().is_some_and(BTreeSet::is_empty) {
            self.pending_copies = None;
            for path in self.restored.drain(..) {
                // A file that can't be removed is offered again at the next start, as after a crash.
                let _ = fs::remove_file(path);
            }
            self.left.extract_if(.., |folder| folder.documents().is_empty()).for_each(|folder| folder.remove());
        }
    }

    /// The path of the recovery file for the document with this number, of the puzzle with this key.
    pub(super) fn path(&self, key: &str, number: u64) -> PathBuf {
        self.own.path.join(format!("{key}-{number}.ron"))
    }

    /// What to do now, given the documents with unsaved changes and the version of each.
    pub(super) fn due(&mut self, unsaved: &BTreeMap<DocumentId, Version>, now: Duration) -> Vec<Due> {
        let mut due = Vec::new();
        // What is saved by now needs no copy.
        if let Some(pending) = &mut self.pending_copies {
            pending.retain(|document| unsaved.contains_key(document));
            self.remove_restored();
        }
        self.documents.retain(|document, copy| {
            let is_unsaved = unsaved.contains_key(document);
            if !is_unsaved && (copy.version.is_some() || copy.has_failed) {
                due.push(Due::Remove(*document));
            }
            is_unsaved
        });
        for (document, &version) in unsaved {
            let copy = self.documents.entry(*document).or_default();
            if copy.version == Some(version) || copy.is_being_written {
                continue;
            }
            let is_checkpoint = copy.version.map_or(0, |written| written.checkpoint) < version.checkpoint;
            let due_at = now.saturating_add(if is_checkpoint { Duration::ZERO } else { WRITE_AFTER });
            // Further edits don't postpone it, so a user who never stops editing is protected, too.
            let due_at = copy.due_at.map_or(due_at, |earlier| earlier.min(due_at)).max(copy.retry_at);
            copy.due_at = Some(due_at);
            if now < due_at {
                due.push(Due::In(due_at - now));
            } else {
                *copy = CopyState { version: Some(version), is_being_written: true, ..CopyState::default() };
                due.push(Due::Write(*document));
            }
        }
        due
    }
}

impl Drop for Recovery {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        // Files whose documents were saved or closed may be left, if the disk was slow.
        let is_needed = |path: &PathBuf| self.documents.keys().any(|(_, number)| Some(*number) == number_of(path));
        for path in self.own.documents().iter().filter(|path| !is_needed(path)) {
            let _ = fs::remove_file(path);
        }
        // The folder is removed only if it is empty.
        let _ = fs::remove_file(self.own.path.join(LOCK));
        if fs::remove_dir(&self.own.path).is_err() {
            // Without a lock, the next start doesn't see it, and without the mark, it asks before it opens the documents.
            let _ = File::create(self.own.path.join(LOCK));
            let _ = File::create(self.own.path.join(CLOSED));
        }
    }
}

/// The number of the document of this recovery file.
fn number_of(file: &Path) -> Option<u64> {
    file.file_stem()?.to_str()?.rsplit('-').next()?.parse().ok()
}

impl Folder {
    fn documents(&self) -> Vec<PathBuf> {
        let is_document = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "ron");
        let mut paths: Vec<PathBuf> =
            fs::read_dir(&self.path).into_iter().flatten().flatten().map(|entry| entry.path()).filter(is_document).collect();
        paths.sort();
        paths
    }

    fn is_stale(&self) -> bool {
        let since = fs::metadata(self.path.join(LOCK)).and_then(|lock| lock.modified());
        since.is_ok_and(|since| since.elapsed().is_ok_and(|elapsed| STALE_AFTER <= elapsed))
    }

    /// A folder that can't be removed is found again at the next start, which does no harm.
    fn remove(&self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// The unlocked folders in `folder` that hold documents, the oldest first. Removes stale empty ones.
fn abandoned(folder: &Path) -> io::Result<Vec<Folder>> {
    file::create_folder(folder)?;
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let unlocked = paths.into_iter().filter_map(|path| {
        let lock = File::open(path.join(LOCK)).ok()?;
        lock.try_lock().ok()?;
        let was_closed = path.join(CLOSED).exists();
        Some(Folder { path, was_closed, _lock: lock })
    });
    let (left, empty): (Vec<Folder>, Vec<Folder>) = unlocked.partition(|folder| !folder.documents().is_empty());
    empty.iter().filter(|folder| folder.is_stale()).for_each(Folder::remove);
    Ok(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn unsaved(documents: &[(DocumentId, u64)]) -> BTreeMap<DocumentId, Version> {
        documents.iter().map(|&(document, edits)| (document, Version { edits, checkpoint: 0 })).collect()
    }

    #[test]
    fn a_copy_is_written_two_seconds_after_a_change_and_removed_after_saving() {
        let folder = tempfile::tempdir().unwrap();
        let mut recovery = Recovery::new(folder.path()).unwrap();
        let document = (1, 0);
        let due = |recovery: &mut Recovery, edits: u64, now| recovery.due(&unsaved(&[(document, edits)]), now);
        assert_eq!(due(&mut recovery, 1, SECOND), [Due::In(2 * SECOND)]);
        assert_eq!(due(&mut recovery, 2, 2 * SECOND), [Due::In(SECOND)], "a further edit doesn't postpone it");
        assert_eq!(due(&mut recovery, 3, 3 * SECOND), [Due::Write(document)]);
        recovery.copy_written(document);
        assert_eq!(due(&mut recovery, 3, 9 * SECOND), []);
        assert_eq!(due(&mut recovery, 4, 9 * SECOND), [Due::In(2 * SECOND)]);
        assert_eq!(recovery.due(&unsaved(&[]), 10 * SECOND), [Due::Remove(document)]);
        assert_eq!(recovery.due(&unsaved(&[]), 11 * SECOND), []);
    }

    #[test]
    fn a_checkpoint_of_a_search_is_written_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let mut recovery = Recovery::new(folder.path()).unwrap();
        let document = (1, 0);
        let mut due = |checkpoint, edits, now, is_written| {
            let due = recovery.due(&BTreeMap::from([(document, Version { edits, checkpoint })]), now);
            if is_written {
                recovery.copy_written(document);
            }
            due
        };
        assert_eq!(due(1, 1, SECOND, true), [Due::Write(document)]);
        assert_eq!(due(2, 1, 2 * SECOND, true), [Due::Write(document)]);
        assert_eq!(due(2, 2, 2 * SECOND, false), [Due::In(2 * SECOND)], "an edit isn't urgent");
        assert_eq!(due(3, 3, 3 * SECOND, false), [Due::Write(document)]);
        assert_eq!(due(4, 4, 9 * SECOND, true), [], "the copy before isn't written yet");
        assert_eq!(due(4, 4, 9 * SECOND, true), [Due::Write(document)]);
    }

    #[test]
    fn each_document_of_a_tab_has_its_own_copy() {
        let folder = tempfile::tempdir().unwrap();
        let mut recovery = Recovery::new(folder.path()).unwrap();
        recovery.due(&unsaved(&[((0, 0), 1), ((0, 1), 2)]), SECOND);
        assert_eq!(recovery.due(&unsaved(&[((0, 0), 1), ((0, 1), 2)]), 3 * SECOND), [Due::Write((0, 0)), Due::Write((0, 1))]);
        assert_eq!(recovery.due(&unsaved(&[((0, 1), 2)]), 4 * SECOND), [Due::Remove((0, 0))]);
        assert!(recovery.path("sums", 0) != recovery.path("sums", 1));
    }

    #[test]
    fn a_failed_copy_is_tried_again() {
        let folder = tempfile::tempdir().unwrap();
        let mut recovery = Recovery::new(folder.path()).unwrap();
        let documents = unsaved(&[((0, 0), 1)]);
        assert_eq!(recovery.due(&documents, SECOND), [Due::In(2 * SECOND)]);
        assert_eq!(recovery.due(&documents, 3 * SECOND), [Due::Write((0, 0))]);
        recovery.write_failed((0, 0), 3 * SECOND);
        assert!(!recovery.has_copy((0, 0)) && !recovery.is_behind(&documents));
        assert_eq!(recovery.due(&documents, 4 * SECOND), [Due::In(29 * SECOND)]);
        assert_eq!(recovery.due(&documents, 33 * SECOND), [Due::Write((0, 0))]);
        recovery.any_write_failed(33 * SECOND);
        assert_eq!(recovery.due(&documents, 34 * SECOND), [Due::In(29 * SECOND)], "nobody said which copy failed");
        assert_eq!(recovery.due(&unsaved(&[]), 35 * SECOND), [Due::Remove((0, 0))], "it may have been written");
    }

    /// Creates the folder of a crashed program with these documents, unlocked.
    fn crashed(folder: &Path, name: &str, documents: &[&str]) -> Vec<PathBuf> {
        fs::create_dir(folder.join(name)).unwrap();
        fs::write(folder.join(name).join(LOCK), "").unwrap();
        let paths: Vec<PathBuf> = documents.iter().map(|document| folder.join(name).join(document)).collect();
        paths.iter().for_each(|path| fs::write(path, "unsaved").unwrap());
        paths
    }

    #[test]
    fn only_unlocked_folders_count_as_crashed() {
        let folder = tempfile::tempdir().unwrap();
        let mut first = Recovery::new(folder.path()).unwrap();
        let own = first.path("sums", 0);
        first.due(&unsaved(&[((0, 0), 1)]), Duration::MAX);
        fs::write(&own, "own").unwrap();
        assert!(Recovery::new(folder.path()).unwrap().unsaved_files().is_empty(), "the first still runs");
        let files = crashed(folder.path(), "0", &["sums-0.ron"]);
        let mut next = Recovery::new(folder.path()).unwrap();
        assert_eq!(next.unsaved_files(), files);
        assert!(Recovery::new(folder.path()).unwrap().unsaved_files().is_empty(), "only one window offers them");
        next.discard_unsaved();
        assert!(!files[0].exists() && own.exists());
        drop(first);
        let mut next = Recovery::new(folder.path()).unwrap();
        assert_eq!((next.unsaved_files(), next.take_closed_files()), (vec![], vec![own.clone()]), "a normal end isn't a crash");
        assert!(next.is_of_closed(&own) && !next.is_of_closed(&folder.path().join("meteor-1.ron")));
        // If opening them fails, it isn't tried again without a question.
        drop(next);
        let mut later = Recovery::new(folder.path()).unwrap();
        assert_eq!((later.unsaved_files(), later.take_closed_files()), (vec![own], vec![]));
    }

    #[test]
    fn a_normal_end_without_unsaved_documents_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut recovery = Recovery::new(folder.path()).unwrap();
        recovery.due(&unsaved(&[((0, 7), 1)]), Duration::MAX);
        // It was saved, but its recovery file couldn't be removed then.
        recovery.due(&unsaved(&[]), Duration::MAX);
        fs::write(recovery.path("sums", 7), "saved since").unwrap();
        drop(recovery);
        assert!(fs::read_dir(folder.path()).unwrap().next().is_none());
    }

    /// A crash has left these recovery files. The document of the first one is open again, and its new copy is being written.
    fn restored(folder: &Path, documents: &[&str]) -> (Recovery, Vec<PathBuf>) {
        let files = crashed(folder, "0", documents);
        let mut recovery = Recovery::new(folder).unwrap();
        recovery.mark_restored(files[0].clone());
        recovery.due(&unsaved(&[((0, 0), 1)]), Duration::MAX);
        recovery.remove_restored_once_written();
        (recovery, files)
    }

    #[test]
    fn a_restored_file_is_removed_once_its_copy_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let (mut recovery, files) = restored(folder.path(), &["sums-0.ron", "sums-1.ron"]);
        assert!(files[0].exists(), "its copy isn't written yet");
        recovery.copy_written((0, 1));
        assert!(files[0].exists(), "that was another document's");
        recovery.copy_written((0, 0));
        assert!(!files[0].exists() && files[1].exists(), "a file that could not be opened stays");
        assert_eq!(recovery.unsaved_files(), files[1..]);
    }

    #[test]
    fn a_restored_file_stays_until_its_copy_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let (mut recovery, files) = restored(folder.path(), &["sums-0.ron"]);
        recovery.write_failed((0, 0), SECOND);
        recovery.remove_restored_once_written();
        assert!(files[0].exists());
        assert_eq!(recovery.due(&unsaved(&[((0, 0), 1)]), 60 * SECOND), [Due::In(2 * SECOND)]);
        assert_eq!(recovery.due(&unsaved(&[((0, 0), 1)]), 62 * SECOND), [Due::Write((0, 0))]);
        recovery.copy_written((0, 0));
        assert!(!files[0].exists());
    }

    #[test]
    fn a_restored_file_is_removed_once_its_document_is_saved() {
        let folder = tempfile::tempdir().unwrap();
        let (mut recovery, files) = restored(folder.path(), &["sums-0.ron"]);
        recovery.write_failed((0, 0), SECOND);
        recovery.due(&unsaved(&[]), 2 * SECOND);
        assert!(!files[0].exists());
    }
}
