//! What was changed and not saved is kept in a folder of the program's own, so that it is there after a crash.
//!
//! Each running program has a folder for itself, with a lock that the system takes back when the program ends, however it ends. So the
//! next start finds folders that nobody holds: what lies in them was not saved.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    process,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// A change is kept after this time.
const AFTER: Duration = Duration::from_secs(2);
/// The name of the lock in each folder.
const LOCK: &str = "lock";

/// Keeps what was changed, as long as the program runs. When it ends as it should, nothing of it is left.
pub(super) struct Keeper {
    own: Folder,
    /// What programs left that did not end as they should.
    left: Vec<Folder>,
    /// For each tab what of it is kept, and what waits to be.
    tabs: Vec<Kept>,
}

/// A folder that is locked as long as we have it.
struct Folder {
    path: PathBuf,
    _lock: File,
}

#[derive(Clone, Copy, Default)]
struct Kept {
    /// The revision that was kept last; none if nothing of this tab is kept.
    revision: Option<u64>,
    /// A newer one, and when it is to be kept.
    waiting: Option<(u64, Duration)>,
}

/// What is to be done with what is kept of a tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    /// Nothing.
    Nothing,
    /// Nothing before this time has passed.
    In(Duration),
    /// It is to be written now.
    Write,
    /// It is to be removed.
    Remove,
}

impl Keeper {
    /// A keeper for so many tabs, in a folder of its own inside this one.
    ///
    /// # Errors
    /// When nothing can be written there.
    pub(super) fn new(folder: &Path, tabs: usize) -> io::Result<Self> {
        let left = abandoned(folder)?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
        let own = folder.join(format!("{since}-{}", process::id()));
        fs::create_dir_all(&own)?;
        let lock = File::create(own.join(LOCK))?;
        lock.lock()?;
        Ok(Self { own: Folder { path: own, _lock: lock }, left, tabs: vec![Kept::default(); tabs] })
    }

    /// The documents that were left, the oldest first.
    pub(super) fn left(&self) -> Vec<PathBuf> {
        self.left.iter().flat_map(|folder| folder.documents()).collect()
    }

    /// Forgets what was left; what of it is still wanted must have been kept by then.
    pub(super) fn forget_left(&mut self) {
        self.left.drain(..).for_each(|folder| folder.remove());
    }

    /// Where the document of the puzzle with this key is kept.
    pub(super) fn place(&self, key: &str) -> PathBuf {
        self.own.path.join(format!("{key}.ron"))
    }

    /// What is to be done for a tab: `changed` is the revision of a document that is not saved.
    pub(super) fn due(&mut self, tab: usize, changed: Option<u64>, now: Duration) -> Due {
        let kept = &mut self.tabs[tab];
        let Some(revision) = changed else {
            kept.waiting = None;
            return if kept.revision.take().is_some() { Due::Remove } else { Due::Nothing };
        };
        if kept.revision == Some(revision) {
            return Due::Nothing;
        }
        // Whoever goes on editing is kept every now and then all the same.
        let due = kept.waiting.map_or(now.saturating_add(AFTER), |(_, due)| due);
        kept.waiting = Some((revision, due));
        if now < due {
            return Due::In(due - now);
        }
        *kept = Kept { revision: Some(revision), waiting: None };
        Due::Write
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
        fs::read_dir(&self.path).into_iter().flatten().flatten().map(|entry| entry.path()).filter(is_document).collect()
    }

    /// What cannot be removed is found again at the next start, and no harm is done.
    fn remove(&self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// The folders in this one that no running program holds and in which documents were left, the oldest first; empty ones are removed.
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
    empty.iter().for_each(Folder::remove);
    Ok(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_change_is_kept_after_a_while_and_goes_when_it_is_saved() {
        let folder = tempfile::tempdir().unwrap();
        let mut keeper = Keeper::new(folder.path(), 2).unwrap();
        assert_eq!(keeper.due(1, None, SECOND), Due::Nothing);
        assert_eq!(keeper.due(1, Some(1), SECOND), Due::In(2 * SECOND));
        assert_eq!(keeper.due(1, Some(2), 2 * SECOND), Due::In(SECOND), "who goes on editing does not put it off");
        assert_eq!(keeper.due(1, Some(3), 3 * SECOND), Due::Write);
        assert_eq!(keeper.due(1, Some(3), 9 * SECOND), Due::Nothing);
        assert_eq!(keeper.due(1, Some(4), 9 * SECOND), Due::In(2 * SECOND));
        assert_eq!(keeper.due(1, None, 10 * SECOND), Due::Remove);
        assert_eq!(keeper.due(1, None, 11 * SECOND), Due::Nothing);
    }

    #[test]
    fn only_what_nobody_holds_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let first = Keeper::new(folder.path(), 1).unwrap();
        let kept = first.place("sums");
        fs::write(&kept, "kept").unwrap();
        assert!(Keeper::new(folder.path(), 1).unwrap().left().is_empty(), "the first still runs");
        // As after a crash: the lock is gone, the folder is not.
        fs::create_dir(folder.path().join("0")).unwrap();
        fs::write(folder.path().join("0").join(LOCK), "").unwrap();
        let crashed = folder.path().join("0").join("sums.ron");
        fs::write(&crashed, "left").unwrap();
        let mut next = Keeper::new(folder.path(), 1).unwrap();
        assert_eq!(next.left(), std::slice::from_ref(&crashed));
        assert!(Keeper::new(folder.path(), 1).unwrap().left().is_empty(), "it is offered once");
        next.forget_left();
        assert!(!crashed.exists() && kept.exists());
        drop(first);
        assert!(!kept.exists(), "who ends as he should leaves nothing");
    }
}
