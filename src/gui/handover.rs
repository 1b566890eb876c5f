//! Hands files to a window that is already open, so that a second start of the program opens them there.
//!
//! The window listens on a socket in the program's folder, which only the user can connect to. The other start sends the paths as one line
//! of JSON and waits for the answer that they have arrived. Without an answer it opens a window of its own. Other systems than Unix have no
//! such sockets in the standard library; there every start opens a window.

#[cfg(unix)]
use std::time::Duration;

/// How long both sides wait for each other.
#[cfg(unix)]
const PATIENCE: Duration = Duration::from_secs(2);

#[cfg(unix)]
pub use unix::{Inbox, hand_over, listen};

#[cfg(not(unix))]
pub use other::{Inbox, hand_over, listen};

#[cfg(unix)]
mod unix {
    use std::{
        fs::{self, File},
        io::{self, BufRead, BufReader, Read, Write},
        os::unix::net::{UnixListener, UnixStream},
        path::{self, Path, PathBuf},
        sync::mpsc::{Receiver, Sender, channel},
        thread,
    };

    use super::PATIENCE;
    use workbench::job::Wake;

    /// The longest list of paths that is read, in bytes.
    const MOST_BYTES: u64 = 1 << 16;
    /// The answer that the files have arrived. Then the window opens them, sooner or later.
    const TAKEN: &[u8] = b"taken\n";

    /// Files that other starts have sent.
    pub struct Inbox {
        parcels: Receiver<Vec<PathBuf>>,
        socket: PathBuf,
        /// Locked as long as this window listens, so that no other one does.
        _lock: File,
    }

    impl Inbox {
        /// The files of the next start that has sent any; they must be opened.
        pub fn take(&self) -> Option<Vec<PathBuf>> {
            self.parcels.try_recv().ok()
        }
    }

    impl Drop for Inbox {
        fn drop(&mut self) {
            // If that fails, the next window replaces it.
            let _ = fs::remove_file(&self.socket);
        }
    }

    fn socket(folder: &Path) -> PathBuf {
        folder.join("window.socket")
    }

    /// Hands the files to the window that listens in this folder. Returns whether they have arrived.
    pub fn hand_over(folder: &Path, files: &[PathBuf]) -> bool {
        send(&socket(folder), files).unwrap_or(false)
    }

    fn send(socket: &Path, files: &[PathBuf]) -> io::Result<bool> {
        let mut stream = UnixStream::connect(socket)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let files: Vec<PathBuf> = files.iter().map(path::absolute).collect::<io::Result<_>>()?;
        let mut line = serde_json::to_vec(&files)?;
        line.push(b'\n');
        stream.write_all(&line)?;
        let mut answer = [0; TAKEN.len()];
        stream.read_exact(&mut answer)?;
        Ok(answer == TAKEN)
    }

    /// Listens for other starts; none if another window does so already, or if that isn't possible here. `wake` is called when files have
    /// arrived.
    pub fn listen(folder: &Path, wake: Wake) -> Option<Inbox> {
        let socket = socket(folder);
        fs::create_dir_all(folder).ok()?;
        let lock = File::create(folder.join("window.lock")).ok()?;
        lock.try_lock().ok()?;
        // A window that was killed leaves its socket behind.
        let _ = fs::remove_file(&socket);
        let listener = UnixListener::bind(&socket).ok()?;
        let (sender, parcels) = channel();
        let serve = move || {
            // An error would come again at once, so the window then stops listening.
            for stream in listener.incoming().map_while(Result::ok) {
                let (sender, wake) = (sender.clone(), wake.clone());
                // A start that sends nothing must not keep others waiting.
                let _unserved = thread::Builder::new().name("handover".to_owned()).spawn(move || receive(stream, &sender, &wake));
            }
        };
        thread::Builder::new().name("handover".to_owned()).spawn(serve).ok()?;
        Some(Inbox { parcels, socket, _lock: lock })
    }

    /// Receives the files of one start, and answers.
    fn receive(mut stream: UnixStream, sender: &Sender<Vec<PathBuf>>, wake: &Wake) -> io::Result<()> {
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let mut line = String::new();
        BufReader::new((&stream).take(MOST_BYTES)).read_line(&mut line)?;
        let files = serde_json::from_str(&line)?;
        if sender.send(files).is_ok() {
            wake();
            stream.write_all(TAKEN)?;
        }
        Ok(())
    }

    #[cfg(test)]
    mod tests {
        use std::sync::Arc;

        use super::*;

        #[test]
        fn files_go_to_the_window_that_listens() {
            let folder = tempfile::tempdir().unwrap();
            let files = vec![PathBuf::from("/tmp/one.ron"), PathBuf::from("two.ron")];
            assert!(!hand_over(folder.path(), &files), "no window is open");
            let (sender, woken) = channel();
            let wake: Wake = Arc::new(move || sender.send(()).unwrap());
            let inbox = listen(folder.path(), wake.clone()).expect("it listens");
            assert!(listen(folder.path(), wake.clone()).is_none(), "a window listens already");
            assert!(hand_over(folder.path(), &files));
            woken.recv().unwrap();
            assert_eq!(inbox.take(), Some(vec![files[0].clone(), path::absolute("two.ron").unwrap()]));
            assert_eq!(inbox.take(), None);
            drop(inbox);
            assert!(!hand_over(folder.path(), &files), "the window is closed");
            fs::write(socket(folder.path()), "left behind").unwrap();
            let other = listen(folder.path(), wake);
            assert!(other.is_some() && hand_over(folder.path(), &files));
        }
    }
}

#[cfg(not(unix))]
mod other {
    use std::path::{Path, PathBuf};

    use workbench::job::Wake;

    /// Files that other starts have sent: none.
    pub struct Inbox;

    impl Inbox {
        /// Nothing arrives.
        pub fn take(&self) -> Option<Vec<PathBuf>> {
            None
        }
    }

    /// No window listens.
    pub fn hand_over(_folder: &Path, _files: &[PathBuf]) -> bool {
        false
    }

    /// Doesn't listen.
    pub fn listen(_folder: &Path, _wake: Wake) -> Option<Inbox> {
        None
    }
}
