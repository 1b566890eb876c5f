//! Asking for files and carrying bytes to and from them, all off the window's thread; answers are fetched once a frame.

use std::{
    cell::Cell,
    collections::HashMap,
    fs,
    future::Future,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, Sender},
    },
    time::{Duration, Instant},
};

use super::exporting::Drawing;
use crate::{
    export::Format,
    workbench::{
        file,
        file_error::FileError,
        job::{Wake, spawn},
    },
};

/// A dialog that comes back without a file sooner than a person can press Cancel was never shown.
const TOO_SOON: Duration = Duration::from_millis(300);

/// What is asked of a dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Which file to open.
    Open,
    /// Where to write this.
    Write(Parcel),
}

/// Something that is to be written: what it was when it was asked for, whatever happens until a place is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parcel {
    /// What it is.
    pub content: Content,
    /// The name of a file that is suggested.
    pub name: String,
    /// What is written.
    pub data: Data,
}

/// What is in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Data {
    /// This.
    Bytes(Vec<u8>),
    /// Pictures, one after another, in the format that the file's name asks for; of one that does not move, the last.
    Pictures(Drawing),
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// A document.
    Document {
        /// The index of its tab.
        tab: usize,
        /// What the tab gave out for it.
        ticket: u64,
    },
    /// A picture.
    Picture,
    /// What a puzzle's tool made, of the kind that its name ends in.
    Made,
    /// A document that is not saved, in case of a crash.
    Kept {
        /// The index of its tab.
        tab: usize,
        /// Its number there.
        number: usize,
    },
}

/// What became of it.
#[derive(Debug)]
pub enum News {
    /// The user chose this file.
    Chosen(Ask, PathBuf),
    /// The user chose none.
    Cancelled(Ask),
    /// The system showed no dialog.
    NoDialog(Ask),
    /// A file was read, or not.
    Loaded(PathBuf, Result<String, FileError>),
    /// A file that was left after a crash was read, or not.
    Left(PathBuf, Result<String, FileError>),
    /// What was left after a crash has been read.
    NoneLeft,
    /// This was not written there, since the file was changed after it was read or written here.
    Overtaken(Parcel, PathBuf),
    /// What was kept is no longer.
    Forgotten,
    /// A file was written, or not.
    Written(Content, PathBuf, Result<(), FileError>),
    /// Something failed that never should.
    Failed(String),
}

/// Whether a dialog is shown now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// It is.
    Yes,
    /// Another one is open already.
    Busy,
}

/// What came of a dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The user chose this file.
    Chosen(PathBuf),
    /// The user chose none.
    Cancelled,
    /// The system showed no dialog.
    NotShown,
}

/// The dialog that the system shows; a test shows none and answers itself.
pub trait Dialog {
    /// Shows the dialog. Called on the window's thread; what it returns is awaited on another one.
    fn show(&mut self, ask: &Ask) -> Pin<Box<dyn Future<Output = Outcome> + Send>>;
}

/// The system's own dialog, through the desktop's portal where there is one.
pub struct SystemDialog;

impl Dialog for SystemDialog {
    fn show(&mut self, ask: &Ask) -> Pin<Box<dyn Future<Output = Outcome> + Send>> {
        let dialog = rfd::AsyncFileDialog::new();
        let puzzles = |dialog: rfd::AsyncFileDialog| dialog.add_filter("Puzzles", &["ron"]).add_filter("All files", &["*"]);
        let chosen: Pin<Box<dyn Future<Output = Option<rfd::FileHandle>> + Send>> = match ask {
            Ask::Open => Box::pin(puzzles(dialog).set_title("Open a puzzle").pick_file()),
            Ask::Write(Parcel { content: Content::Document { .. }, name, .. }) => {
                Box::pin(puzzles(dialog).set_title("Save the puzzle").set_file_name(name).save_file())
            }
            Ask::Write(Parcel { content: Content::Picture, name, .. }) => {
                let dialog = dialog.add_filter("SVG", &["svg"]).add_filter("PNG", &["png"]).add_filter("GIF, step by step", &["gif"]);
                Box::pin(dialog.set_title("Export the picture").set_file_name(name).save_file())
            }
            Ask::Write(Parcel { content: Content::Made | Content::Kept { .. }, name, .. }) => {
                Box::pin(dialog.set_title("Save what was made").set_file_name(name).save_file())
            }
        };
        Box::pin(async move {
            let began = Instant::now();
            match chosen.await {
                Some(file) => Outcome::Chosen(file.path().to_owned()),
                None if began.elapsed() < TOO_SOON => Outcome::NotShown,
                None => Outcome::Cancelled,
            }
        })
    }
}

/// Carries out what has to do with files. Reading and writing go one after the other, in the order asked for.
pub struct Files {
    dialog: Box<dyn Dialog>,
    dialog_is_open: bool,
    /// How many requests have not been answered by a piece of news; each is answered by one.
    unanswered: Cell<usize>,
    seen: Seen,
    queue: Sender<Work>,
    sender: Sender<News>,
    news: Receiver<News>,
    wake: Wake,
}

type Work = Box<dyn FnOnce() -> News + Send>;

/// What was in each file when it was read or written last, as a hash.
#[derive(Clone, Default)]
struct Seen(Arc<Mutex<HashMap<PathBuf, u64>>>);

impl Seen {
    fn note(&self, path: &Path, text: &[u8]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), hash(text));
    }

    /// Whether there is something else in the file now. One that is gone can be written again, and nothing is lost.
    fn is_overtaken(&self, path: &Path) -> bool {
        let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(path).copied();
        seen.is_some_and(|seen| path.exists() && file::load(path).map_or(true, |text| hash(text.as_bytes()) != seen))
    }
}

fn hash(text: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

impl Files {
    /// Nothing is under way; `wake` is called when there is news.
    pub fn new(dialog: Box<dyn Dialog>, wake: Wake) -> Self {
        let (sender, news) = mpsc::channel();
        let (queue, waiting) = mpsc::channel::<Work>();
        let files = Self { dialog, dialog_is_open: false, unanswered: Cell::new(0), seen: Seen::default(), queue, sender, news, wake };
        files.start("files", move |tell| waiting.into_iter().for_each(tell));
        files
    }

    /// Shows a dialog, unless one is open.
    pub fn ask(&mut self, ask: Ask) -> Asked {
        if self.dialog_is_open {
            return Asked::Busy;
        }
        self.dialog_is_open = true;
        self.unanswered.update(|requests| requests + 1);
        let answer = self.dialog.show(&ask);
        self.start("file dialog", move |tell| {
            tell(Box::new(move || match pollster::block_on(answer) {
                Outcome::Chosen(path) => News::Chosen(ask, path),
                Outcome::NotShown => News::NoDialog(ask),
                Outcome::Cancelled => News::Cancelled(ask),
            }));
        });
        Asked::Yes
    }

    /// Reads the file.
    pub fn load(&self, path: PathBuf) {
        let seen = self.seen.clone();
        self.enqueue(move || {
            let text = file::load(&path);
            if let Ok(text) = &text {
                seen.note(&path, text.as_bytes());
            }
            News::Loaded(path, text)
        });
    }

    /// Reads documents that were left after a crash.
    pub fn load_left(&self, paths: Vec<PathBuf>) {
        for path in paths {
            self.enqueue(move || {
                let text = file::load(&path);
                News::Left(path, text)
            });
        }
        self.enqueue(|| News::NoneLeft);
    }

    /// Writes the file, unless another program changed it after it was read or written here.
    pub fn save(&self, parcel: Parcel, path: PathBuf) {
        let seen = self.seen.clone();
        self.enqueue(move || if seen.is_overtaken(&path) { News::Overtaken(parcel, path) } else { written(parcel, path, &seen) });
    }

    /// Writes the file, whole or not at all, whatever is there.
    pub fn write(&self, parcel: Parcel, path: PathBuf) {
        let seen = self.seen.clone();
        self.enqueue(move || written(parcel, path, &seen));
    }

    /// Removes a document that was kept in case of a crash. What is gone already, or cannot be removed, is no loss.
    pub fn forget(&self, path: PathBuf) {
        self.enqueue(move || {
            let _ = fs::remove_file(&path);
            News::Forgotten
        });
    }

    /// Whether a request is still to be answered by a piece of news: a dialog is open, or a file is read or written.
    pub fn is_busy(&self) -> bool {
        self.unanswered.get() > 0
    }

    /// The next piece of news, if there is one.
    pub fn news(&mut self) -> Option<News> {
        let news = self.news.try_recv().ok()?;
        Some(self.answered(news))
    }

    /// The next answer to a request. Waits for it, but not longer than until `deadline`.
    pub fn news_until(&mut self, deadline: Instant) -> Option<News> {
        if !self.is_busy() {
            return None;
        }
        let news = self.news.recv_timeout(deadline.saturating_duration_since(Instant::now())).ok()?;
        Some(self.answered(news))
    }

    fn answered(&mut self, news: News) -> News {
        // That no thread could be started answers no request.
        self.unanswered.update(|requests| requests.saturating_sub(1));
        if matches!(news, News::Chosen(..) | News::Cancelled(_) | News::NoDialog(_) | News::Failed(_)) {
            self.dialog_is_open = false;
        }
        news
    }

    fn enqueue(&self, work: impl FnOnce() -> News + Send + 'static) {
        self.unanswered.update(|requests| requests + 1);
        if self.queue.send(Box::new(work)).is_err() {
            self.fail("files cannot be read or written any more");
        }
    }

    /// Starts a thread that does work and tells what became of it, even if it panics.
    fn start(&self, name: &str, work: impl FnOnce(&dyn Fn(Work)) + Send + 'static) {
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        let tell = move |work: Work| {
            let news = panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| News::Failed("reading or writing failed".to_owned()));
            // The window may have closed meanwhile, and then nobody minds.
            let _ = sender.send(news);
            wake();
        };
        if let Err(error) = spawn(name.to_owned(), move || work(&tell)) {
            self.fail(&error.to_string());
        }
    }

    fn fail(&self, why: &str) {
        // We hold the receiver ourselves.
        let _ = self.sender.send(News::Failed(why.to_owned()));
        (self.wake)();
    }
}

fn written(parcel: Parcel, path: PathBuf, seen: &Seen) -> News {
    let bytes = encode(parcel.data, &path);
    let written = bytes.and_then(|bytes| file::save(&path, &bytes).inspect(|()| seen.note(&path, &bytes)));
    News::Written(parcel.content, path, written)
}

/// The bytes of the file; of pictures in the format that the file's name asks for.
fn encode(data: Data, path: &Path) -> Result<Vec<u8>, FileError> {
    let refuse = |why: String| FileError::unwritable(path, &io::Error::other(why));
    match data {
        Data::Bytes(bytes) => Ok(bytes),
        Data::Pictures(drawing) => {
            let format = Format::of(path).map_err(|error| refuse(error.to_string()))?;
            format.encode(drawing.draw()).map_err(|error| refuse(error.to_string()))
        }
    }
}

/// The name to suggest for a file that is no document, with this ending.
pub fn suggested_name_of_kind(name: &str, ending: &str) -> String {
    suggested_name(name).replace(".puzzle.ron", ending)
}

/// The name to suggest for a document's file: the desktop knows by `.puzzle.ron` that it belongs to this program.
pub fn suggested_name(name: &str) -> String {
    let stem: String = name.chars().map(|c| if c.is_alphanumeric() || "-_ ".contains(c) { c } else { ' ' }).collect();
    let words: Vec<&str> = stem.split_whitespace().collect();
    format!("{}.puzzle.ron", words.join("-").to_lowercase())
}

/// The path with the user's home folder for a leading `~`.
pub fn expand_home(text: &str) -> PathBuf {
    let home = || directories::UserDirs::new().map(|dirs| dirs.home_dir().to_owned());
    match text.strip_prefix("~/") {
        Some(rest) => home().map_or_else(|| PathBuf::from(text), |home| home.join(rest)),
        None => Path::new(text).to_owned(),
    }
}
