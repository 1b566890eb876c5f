//! Asking for files and carrying bytes to and from them, all off the window's thread; solutions are fetched once a frame.

mod queue;

use std::{
    any::Any,
    collections::{BTreeMap, HashMap},
    fs,
    future::Future,
    io,
    panic::{self, AssertUnwindSafe},
    path::{self, Path, PathBuf},
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, Sender},
    },
    time::{Duration, Instant},
};

use super::{
    deferred::Deferred,
    exporting::Drawing,
    notes::{Note, Stored},
};
use crate::{
    board::Board,
    export::Format,
    puzzles::Visitor,
    text::counted,
    workbench::{
        file,
        file_error::FileError,
        job::{Wake, spawn},
    },
};
use queue::{Queue, Tell, Work};

/// A dialog that comes back without a file sooner than a person can press Cancel was never shown.
const TOO_SOON: Duration = Duration::from_millis(300);

/// Reading or writing that takes longer is told, and what was asked for after it no longer waits.
const PATIENCE: Duration = Duration::from_secs(1);

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
    /// This text; that of a large document takes long to write.
    Text(Deferred<String>),
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
    /// An unsaved document, to be restored after a crash.
    Kept {
        /// The index of its tab.
        tab: usize,
        /// Its number there.
        number: u64,
    },
}

/// A document that was read. A large one takes long to parse, so the window's thread doesn't.
#[derive(Debug)]
pub struct Loaded {
    /// The text of its file.
    pub text: String,
    /// The key of its puzzle.
    pub key: &'static str,
    /// The [`Document`](file::Document) of that puzzle.
    pub document: Box<dyn Any + Send>,
}

impl Loaded {
    fn read(text: String) -> Result<Self, FileError> {
        struct Read<'a>(&'a str);

        impl Visitor for Read<'_> {
            type Output = Result<(&'static str, Box<dyn Any + Send>), FileError>;

            fn visit<P: Board>(self) -> Self::Output {
                Ok((P::KEY, Box::new(file::read::<P>(self.0)?)))
            }
        }

        let (key, document) = file::visit_puzzle(&text, Read(&text))??;
        Ok(Self { text, key, document })
    }
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
    Loaded(PathBuf, Result<Loaded, FileError>),
    /// A file that was left after a crash was read, or not.
    Left(PathBuf, Result<Loaded, FileError>),
    /// What was left after a crash has been read.
    NoneLeft,
    /// This was not written there, since the file was changed after it was read or written here.
    Overtaken(Parcel, PathBuf),
    /// This was not written there, since there is a file already.
    InTheWay(Parcel, PathBuf),
    /// What was kept is no longer.
    Forgotten,
    /// A file was written, or not.
    Written(Content, PathBuf, Result<(), FileError>),
    /// What a tab remembers was stored, or not.
    Noted(Note, Result<Stored, FileError>),
    /// Something failed that never should.
    Failed(String),
}

/// What is done with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doing {
    /// Somebody waits for what is in it.
    Reading,
    /// Somebody wants to find it there.
    Writing,
    /// What tabs remember; nobody asked for it.
    Noting,
    /// Recovery files; when the program ends as it should, nobody needs them.
    Keeping,
}

/// Something that is under way.
struct Pending {
    doing: Doing,
    path: PathBuf,
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

/// Carries out what has to do with files. Documents are read and written one after the other, in the order asked for; so are pictures,
/// recovery files and notes, each kind on threads of its own.
pub struct Files {
    dialog: Box<dyn Dialog>,
    dialog_is_open: bool,
    seen: Seen,
    documents: Queue,
    pictures: Queue,
    recovery: Queue,
    notes: Queue,
    /// All that was asked for and not told of yet.
    pending: BTreeMap<u64, Pending>,
    /// How much was ever asked for.
    asked: u64,
    sender: Sender<(Option<u64>, News)>,
    news: Receiver<(Option<u64>, News)>,
    wake: Wake,
}

/// What was in each file when it was read or written last, as a hash.
#[derive(Clone, Default)]
struct Seen(Arc<Mutex<HashMap<PathBuf, u64>>>);

impl Seen {
    fn note(&self, path: &Path, hash: u64) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), hash);
    }

    fn get(&self, path: &Path) -> Option<u64> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(path).copied()
    }

    /// Whether there is something else in the file now. One that is gone can be written again, and nothing is lost.
    fn is_overtaken(&self, path: &Path) -> bool {
        self.get(path).is_some_and(|seen| path.exists() && file::load(path).map_or(true, |text| hash(text.as_bytes()) != seen))
    }
}

/// FNV-1a with 64 bits: recovery files keep it, so it must be the same in every version of the program.
fn hash(text: &[u8]) -> u64 {
    text.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

impl Files {
    /// Nothing is under way; `wake` is called when there is news.
    pub fn new(dialog: Box<dyn Dialog>, wake: Wake) -> Self {
        let (sender, news) = mpsc::channel();
        let tell: Tell = {
            let (sender, wake) = (sender.clone(), wake.clone());
            Arc::new(move |number, news| {
                // The window may have closed meanwhile, and then nobody minds.
                let _ = sender.send((Some(number), news));
                wake();
            })
        };
        let queue = |name| Queue::new(name, PATIENCE, tell.clone());
        Self {
            dialog,
            dialog_is_open: false,
            seen: Seen::default(),
            documents: queue("files"),
            pictures: queue("pictures"),
            recovery: queue("recovery files"),
            notes: queue("notes"),
            pending: BTreeMap::new(),
            asked: 0,
            sender,
            news,
            wake,
        }
    }

    /// Shows a dialog, unless one is open.
    pub fn ask(&mut self, ask: Ask) -> Asked {
        if self.dialog_is_open {
            return Asked::Busy;
        }
        self.dialog_is_open = true;
        let solution = self.dialog.show(&ask);
        let wait = move || match pollster::block_on(solution) {
            Outcome::Chosen(path) => News::Chosen(ask, path),
            Outcome::NotShown => News::NoDialog(ask),
            Outcome::Cancelled => News::Cancelled(ask),
        };
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        let shown = spawn("file dialog".to_owned(), move || {
            let news = panic::catch_unwind(AssertUnwindSafe(wait)).unwrap_or_else(|_| News::Failed("the file dialog failed".to_owned()));
            let _ = sender.send((None, news));
            wake();
        });
        if let Err(error) = shown {
            let _ = self.sender.send((None, News::Failed(error.to_string())));
            (self.wake)();
        }
        Asked::Yes
    }

    /// Reads the file.
    pub fn load(&mut self, path: PathBuf) {
        let seen = self.seen.clone();
        let work = self.work(Doing::Reading, &path.clone(), move || {
            let text = file::load(&path);
            if let Ok(text) = &text {
                seen.note(&path, hash(text.as_bytes()));
            }
            News::Loaded(path, text.and_then(Loaded::read))
        });
        self.documents.add(work);
    }

    /// Reads recovery files.
    pub fn load_left(&mut self, paths: Vec<PathBuf>) {
        let last = paths.last().cloned().unwrap_or_default();
        for path in paths {
            let work = self.work(Doing::Keeping, &path.clone(), move || {
                let text = file::load(&path);
                News::Left(path, text.and_then(Loaded::read))
            });
            self.recovery.add(work);
        }
        // On the same path as the last, so that it comes after that even where the system is slow.
        let work = self.work(Doing::Keeping, &last, || News::NoneLeft);
        self.recovery.add(work);
    }

    /// Writes the file, unless another program changed it after it was read or written here.
    pub fn save(&mut self, parcel: Parcel, path: PathBuf) {
        self.write_by(
            parcel,
            path,
            |parcel, path, seen| {
                if seen.is_overtaken(&path) { News::Overtaken(parcel, path) } else { written(parcel, path, seen) }
            },
        );
    }

    /// Writes the file, unless there is one already.
    pub fn create(&mut self, parcel: Parcel, path: PathBuf) {
        self.write_by(
            parcel,
            path,
            |parcel, path, seen| {
                if path.exists() { News::InTheWay(parcel, path) } else { written(parcel, path, seen) }
            },
        );
    }

    /// Writes the file, whole or not at all, whatever is there.
    pub fn write(&mut self, parcel: Parcel, path: PathBuf) {
        self.write_by(parcel, path, written);
    }

    fn write_by(&mut self, parcel: Parcel, path: PathBuf, write: impl FnOnce(Parcel, PathBuf, &Seen) -> News + Send + 'static) {
        let seen = self.seen.clone();
        let is_kept = matches!(parcel.content, Content::Kept { .. });
        let is_picture = matches!(parcel.data, Data::Pictures(_));
        let doing = if is_kept { Doing::Keeping } else { Doing::Writing };
        let work = self.work(doing, &path.clone(), move || write(parcel, path, &seen));
        let queue = match (is_kept, is_picture) {
            (true, _) => &self.recovery,
            (false, true) => &self.pictures,
            (false, false) => &self.documents,
        };
        queue.add(work);
    }

    /// Removes a recovery file. What is gone already, or can't be removed, is no loss.
    pub fn forget(&mut self, path: PathBuf) {
        let work = self.work(Doing::Keeping, &path.clone(), move || {
            let _ = fs::remove_file(&path);
            News::Forgotten
        });
        self.recovery.add(work);
    }

    /// Stores what a tab remembers, together with what other windows have stored there.
    pub fn note(&mut self, note: Note, folder: PathBuf) {
        let work = self.work(Doing::Noting, &note.path(&folder), move || {
            let stored = note.store(&folder);
            News::Noted(note, stored)
        });
        self.notes.add(work);
    }

    /// What was in the file when it was read or written last, as a number; none if it never was.
    pub fn seen(&self, path: &Path) -> Option<u64> {
        self.seen.get(path)
    }

    /// Notes what [`Files::seen`] said of the file before a crash.
    pub fn saw(&self, path: &Path, hash: u64) {
        self.seen.note(path, hash);
    }

    /// Whether a request is still to be answered by a piece of news: a dialog is open, or a file is read or written.
    pub fn is_busy(&self) -> bool {
        self.dialog_is_open || !self.pending.is_empty()
    }

    /// The next piece of news, if there is one.
    pub fn news(&mut self) -> Option<News> {
        let news = self.news.try_recv().ok()?;
        Some(self.answered(news))
    }

    /// The next solution to a request. Waits for it, but not longer than until `deadline`.
    pub fn news_until(&mut self, deadline: Instant) -> Option<News> {
        if !self.is_busy() {
            return None;
        }
        let news = self.news.recv_timeout(deadline.saturating_duration_since(Instant::now())).ok()?;
        Some(self.answered(news))
    }

    fn answered(&mut self, (number, news): (Option<u64>, News)) -> News {
        match number {
            Some(number) => drop(self.pending.remove(&number)),
            None => self.dialog_is_open = false,
        }
        news
    }

    /// Lets nothing wait behind what takes long. Returns after what time to call this again.
    pub fn attend(&self) -> Option<Duration> {
        self.queues().into_iter().filter_map(Queue::attend).min()
    }

    /// What takes long, in words.
    pub fn held_up(&self) -> Option<String> {
        let held_up: Vec<&Pending> =
            self.queues().into_iter().flat_map(Queue::held_up).filter_map(|number| self.pending.get(&number)).collect();
        let (first, others) = held_up.split_first()?;
        let doing = if first.doing == Doing::Reading { "reading" } else { "writing" };
        let others = if others.is_empty() { String::new() } else { format!(" and {}", counted(others.len() as u64, "other file")) };
        Some(format!("Still {doing} {}{others}", first.path.display()))
    }

    /// The files that are still being written: closing now would lose something.
    pub fn being_written(&self) -> Vec<PathBuf> {
        let writing = self.pending.values().filter(|pending| matches!(pending.doing, Doing::Writing | Doing::Noting));
        writing.map(|pending| pending.path.clone()).collect()
    }

    fn queues(&self) -> [&Queue; 4] {
        [&self.documents, &self.pictures, &self.recovery, &self.notes]
    }

    fn work(&mut self, doing: Doing, path: &Path, run: impl FnOnce() -> News + Send + 'static) -> Work {
        self.asked += 1;
        let number = self.asked;
        // Looks at no file, so it never waits.
        let path = path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.pending.insert(number, Pending { doing, path: path.clone() });
        Work { number, path, run: Box::new(run) }
    }
}

fn written(parcel: Parcel, path: PathBuf, seen: &Seen) -> News {
    let bytes = encode(parcel.data, &path);
    let written = bytes.and_then(|bytes| file::save(&path, &bytes).inspect(|()| seen.note(&path, hash(&bytes))));
    News::Written(parcel.content, path, written)
}

/// The bytes of the file; of pictures in the format that the file's name asks for.
fn encode(data: Data, path: &Path) -> Result<Vec<u8>, FileError> {
    let refuse = |why: String| FileError::unwritable(path, &io::Error::other(why));
    match data {
        Data::Bytes(bytes) => Ok(bytes),
        Data::Text(text) => Ok(text.make().into_bytes()),
        Data::Pictures(drawing) => {
            let format = Format::of(path).map_err(|error| refuse(error.to_string()))?;
            format.encode(drawing.make()).map_err(|error| refuse(error.to_string()))
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
