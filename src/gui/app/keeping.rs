//! What was changed and not saved is kept in a folder of the program's own, so that it is there after a crash.
//!
//! Each running program has a folder for itself, with a lock that the system takes back when the program ends, however it ends. So the
//! next start finds folders that nobody holds: what lies in them was not saved.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    process,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// A change is kept after this time.
const AFTER: Duration = Duration::from_secs(2);
/// What could not be kept is tried again after this time.
const AGAIN: Duration = Duration::from_secs(30);
/// The name of the lock in each folder.
const LOCK: &str = "lock";
/// A folder without documents is removed when it is so old: a younger one may be of a program that starts just now and has no lock yet.
const OLD: Duration = Duration::from_secs(60);

/// Keeps what was changed, as long as the program runs. When it ends as it should, nothing of it is left.
pub(super) struct Keeper {
    own: Folder,
    /// What programs left that did not end as they should.
    left: Vec<Folder>,
    /// What of it is open again.
    opened: Vec<PathBuf>,
    /// So many copies have still to be written before it may go; none if it must not.
    awaited: Option<usize>,
    /// What of each document is kept, and what waits to be, by tab and number.
    documents: BTreeMap<Place, Kept>,
}

/// A document: the index of its tab, and its number there.
pub(super) type Place = (usize, u64);

/// A folder that is locked as long as we have it.
struct Folder {
    path: PathBuf,
    _lock: File,
}

#[derive(Clone, Copy, Default)]
struct Kept {
    /// The revision that was kept last; none if nothing of this document is kept.
    revision: Option<u64>,
    /// When a newer one is to be kept.
    waiting: Option<Duration>,
}

/// What is to be done with what is kept of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    /// Nothing before this time has passed.
    In(Duration),
    /// It is to be written now.
    Write(Place),
    /// It is to be removed.
    Remove(Place),
}

impl Keeper {
    /// A keeper with a folder of its own inside this one.
    ///
    /// # Errors
    /// When nothing can be written there.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        let left = abandoned(folder)?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
        let own = folder.join(format!("{since}-{}", process::id()));
        fs::create_dir_all(&own)?;
        let lock = File::create(own.join(LOCK))?;
        lock.lock()?;
        let own = Folder { path: own, _lock: lock };
        Ok(Self { own, left, opened: Vec::new(), awaited: None, documents: BTreeMap::new() })
    }

    /// The documents that were left, the oldest first.
    pub(super) fn left(&self) -> Vec<PathBuf> {
        self.left.iter().flat_map(|folder| folder.documents()).collect()
    }

    /// Forgets what was left, since nobody wants it.
    pub(super) fn forget_left(&mut self) {
        self.left.drain(..).for_each(|folder| folder.remove());
    }

    /// Notes that this document, which was left, is open again.
    pub(super) fn opened(&mut self, path: PathBuf) {
        self.opened.push(path);
    }

    /// What is open again may go as soon as so many copies are written.
    pub(super) fn await_copies(&mut self, copies: usize) {
        self.awaited = Some(copies);
        self.forget_opened();
    }

    /// Notes that a document was kept.
    pub(super) fn kept(&mut self) {
        self.awaited = self.awaited.map(|awaited| awaited.saturating_sub(1));
        self.forget_opened();
    }

    /// Notes that a document could not be kept. It is tried again, and what was left stays until the next start.
    pub(super) fn failed(&mut self, place: Place, now: Duration) {
        self.awaited = None;
        self.documents.insert(place, Kept { revision: None, waiting: Some(now.saturating_add(AGAIN)) });
    }

    fn forget_opened(&mut self) {
        if self.awaited == Some(0) {
            self.awaited = None;
            for path in self.opened.drain(..) {
                // What cannot be removed is offered once more, and no harm is done.
                let _ = fs::remove_file(path);
            }
            let (left, empty) = self.left.drain(..).partition(|folder| !folder.documents().is_empty());
            self.left = left;
            let empty: Vec<Folder> = empty;
            empty.iter().for_each(Folder::remove);
        }
    }

    /// Where the document of this number, of the puzzle with this key, is kept.
    pub(super) fn path(&self, key: &str, number: u64) -> PathBuf {
        self.own.path.join(format!("{key}-{number}.ron"))
    }

    /// What is to be done: these documents are not saved, each with the number of its last change.
    pub(super) fn due(&mut self, unsaved: &BTreeMap<Place, u64>, now: Duration) -> Vec<Due> {
        let mut due = Vec::new();
        self.documents.retain(|place, kept| {
            let stays = unsaved.contains_key(place);
            if !stays && kept.revision.is_some() {
                due.push(Due::Remove(*place));
            }
            stays
        });
        for (place, &revision) in unsaved {
            let kept = self.documents.entry(*place).or_default();
            if kept.revision == Some(revision) {
                continue;
            }
            // Whoever goes on editing is kept every now and then all the same.
            let when = *kept.waiting.get_or_insert(now.saturating_add(AFTER));
            if now < when {
                due.push(Due::In(when - now));
            } else {
                *kept = Kept { revision: Some(revision), waiting: None };
                due.push(Due::Write(*place));
            }
        }
        due
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.own.remove();
        }
    }
}

impl Folder {
    fn documents(&self) -> Vec<PathBuf> {
        let is_document = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "ron");
        let mut paths: Vec<PathBuf> =
            fs::read_dir(&self.path).into_iter().flatten().flatten().map(|entry| entry.path()).filter(is_document).collect();
        paths.sort();
        paths
    }

    fn is_old(&self) -> bool {
        let since = fs::metadata(self.path.join(LOCK)).and_then(|lock| lock.modified());
        since.is_ok_and(|since| since.elapsed().is_ok_and(|elapsed| OLD <= elapsed))
    }

    /// What cannot be removed is found again at the next start, and no harm is done.
    fn remove(&self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// The folders in this one that no running program holds and in which documents were left, the oldest first; old empty ones are removed.
fn abandoned(folder: &Path) -> io::Result<Vec<Folder>> {
    fs::create_dir_all(folder)?;
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let free = paths.into_iter().filter_map(|path| {
        let lock = File::open(path.join(LOCK)).ok()?;
        lock.try_lock().ok()?;
        Some(Folder { path, _lock: lock })
    });
    let (left, empty): (Vec<Folder>, Vec<Folder>) = free.partition(|folder| !folder.documents().is_empty());
    empty.iter().filter(|folder| folder.is_old()).for_each(Folder::remove);
    Ok(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn unsaved(documents: &[(Place, u64)]) -> BTreeMap<Place, u64> {
        documents.iter().copied().collect()
    }

    #[test]
    fn a_change_is_kept_after_a_while_and_goes_when_it_is_saved() {
        let folder = tempfile::tempdir().unwrap();
        let mut keeper = Keeper::new(folder.path()).unwrap();
        let place = (1, 0);
        let mut due = |revision: u64, now| keeper.due(&unsaved(&[(place, revision)]), now);
        assert_eq!(due(1, SECOND), [Due::In(2 * SECOND)]);
        assert_eq!(due(2, 2 * SECOND), [Due::In(SECOND)], "who goes on editing does not put it off");
        assert_eq!(due(3, 3 * SECOND), [Due::Write(place)]);
        assert_eq!(due(3, 9 * SECOND), []);
        assert_eq!(due(4, 9 * SECOND), [Due::In(2 * SECOND)]);
        assert_eq!(keeper.due(&unsaved(&[]), 10 * SECOND), [Due::Remove(place)]);
        assert_eq!(keeper.due(&unsaved(&[]), 11 * SECOND), []);
    }

    #[test]
    fn each_document_of_a_tab_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let mut keeper = Keeper::new(folder.path()).unwrap();
        keeper.due(&unsaved(&[((0, 0), 1), ((0, 1), 2)]), SECOND);
        assert_eq!(keeper.due(&unsaved(&[((0, 0), 1), ((0, 1), 2)]), 3 * SECOND), [Due::Write((0, 0)), Due::Write((0, 1))]);
        assert_eq!(keeper.due(&unsaved(&[((0, 1), 2)]), 4 * SECOND), [Due::Remove((0, 0))]);
        assert!(keeper.path("sums", 0) != keeper.path("sums", 1));
    }

    #[test]
    fn what_could_not_be_kept_is_tried_again() {
        let folder = tempfile::tempdir().unwrap();
        let mut keeper = Keeper::new(folder.path()).unwrap();
        let documents = unsaved(&[((0, 0), 1)]);
        assert_eq!(keeper.due(&documents, SECOND), [Due::In(2 * SECOND)]);
        assert_eq!(keeper.due(&documents, 3 * SECOND), [Due::Write((0, 0))]);
        keeper.failed((0, 0), 3 * SECOND);
        assert_eq!(keeper.due(&documents, 4 * SECOND), [Due::In(29 * SECOND)]);
        assert_eq!(keeper.due(&documents, 33 * SECOND), [Due::Write((0, 0))]);
    }

    /// A folder as a crash leaves it, with these documents: the lock is gone, the folder is not.
    fn crashed(folder: &Path, name: &str, documents: &[&str]) -> Vec<PathBuf> {
        fs::create_dir(folder.join(name)).unwrap();
        fs::write(folder.join(name).join(LOCK), "").unwrap();
        let paths: Vec<PathBuf> = documents.iter().map(|document| folder.join(name).join(document)).collect();
        paths.iter().for_each(|path| fs::write(path, "left").unwrap());
        paths
    }

    #[test]
    fn only_what_nobody_holds_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let first = Keeper::new(folder.path()).unwrap();
        let kept = first.path("sums", 0);
        fs::write(&kept, "kept").unwrap();
        assert!(Keeper::new(folder.path()).unwrap().left().is_empty(), "the first still runs");
        let left = crashed(folder.path(), "0", &["sums-0.ron"]);
        let mut next = Keeper::new(folder.path()).unwrap();
        assert_eq!(next.left(), left);
        assert!(Keeper::new(folder.path()).unwrap().left().is_empty(), "it is offered once");
        next.forget_left();
        assert!(!left[0].exists() && kept.exists());
        drop(first);
        assert!(!kept.exists(), "who ends as he should leaves nothing");
    }

    #[test]
    fn what_was_left_goes_when_it_is_open_and_kept_again() {
        let folder = tempfile::tempdir().unwrap();
        let left = crashed(folder.path(), "0", &["sums-0.ron", "sums-1.ron"]);
        let mut keeper = Keeper::new(folder.path()).unwrap();
        keeper.opened(left[0].clone());
        keeper.await_copies(1);
        assert!(left[0].exists(), "its copy is not yet written");
        keeper.kept();
        assert!(!left[0].exists() && left[1].exists(), "what could not be opened stays");
        assert_eq!(keeper.left(), left[1..]);
    }

    #[test]
    fn what_was_left_stays_if_it_could_not_be_kept_again() {
        let folder = tempfile::tempdir().unwrap();
        let left = crashed(folder.path(), "0", &["sums-0.ron"]);
        let mut keeper = Keeper::new(folder.path()).unwrap();
        keeper.opened(left[0].clone());
        keeper.await_copies(1);
        keeper.failed((0, 0), SECOND);
        keeper.kept();
        assert!(left[0].exists());
    }
}
