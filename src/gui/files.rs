//! Asking for files and carrying bytes to and from them, all off the window's thread; answers are fetched once a frame.

use std::{
    future::Future,
    path::{Path, PathBuf},
    pin::Pin,
    sync::mpsc::{self, Receiver, Sender},
    thread,
    time::{Duration, Instant},
};

use crate::workbench::{file, file_error::FileError, job::Wake};

/// A dialog that comes back without a file sooner than a person can press Cancel was never shown.
const TOO_SOON: Duration = Duration::from_millis(300);

/// What is asked of a dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Which files to open.
    Open,
    /// Where to save; this name is suggested.
    Save(String),
    /// Where to export a picture to; this name is suggested.
    Export(String),
}

/// What became of it.
#[derive(Debug)]
pub enum News {
    /// The user chose this file.
    Chosen(Ask, PathBuf),
    /// The user chose none.
    Cancelled,
    /// The system showed no dialog.
    NoDialog(Ask),
    /// A file was read, or not.
    Loaded(PathBuf, Result<String, FileError>),
    /// A file was written, or not.
    Written(Purpose, PathBuf, Result<(), FileError>),
}

/// What a file was written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The document of the tab with this index.
    Document(usize),
    /// A picture.
    Export,
}

/// The dialog that the system shows; a test shows none and answers itself.
pub trait Dialog {
    /// Shows the dialog. Called on the window's thread; what it returns is awaited on another one.
    fn show(&mut self, ask: &Ask) -> Pin<Box<dyn Future<Output = Option<PathBuf>> + Send>>;
}

/// The system's own dialog, through the desktop's portal where there is one.
pub struct SystemDialog;

impl Dialog for SystemDialog {
    fn show(&mut self, ask: &Ask) -> Pin<Box<dyn Future<Output = Option<PathBuf>> + Send>> {
        let dialog = rfd::AsyncFileDialog::new();
        let puzzles = |dialog: rfd::AsyncFileDialog| dialog.add_filter("Puzzles", &["ron"]).add_filter("All files", &["*"]);
        let chosen: Pin<Box<dyn Future<Output = Option<rfd::FileHandle>> + Send>> = match ask {
            Ask::Open => Box::pin(puzzles(dialog).set_title("Open a puzzle").pick_file()),
            Ask::Save(name) => Box::pin(puzzles(dialog).set_title("Save the puzzle").set_file_name(name).save_file()),
            Ask::Export(name) => {
                let dialog = dialog.add_filter("SVG", &["svg"]).add_filter("PNG", &["png"]);
                Box::pin(dialog.set_title("Export the picture").set_file_name(name).save_file())
            }
        };
        Box::pin(async move { chosen.await.map(|file| file.path().to_owned()) })
    }
}

/// Carries out what has to do with files, one thread for each request.
pub struct Files {
    dialog: Box<dyn Dialog>,
    dialog_is_open: bool,
    sender: Sender<News>,
    news: Receiver<News>,
    wake: Wake,
}

impl Files {
    /// Nothing is under way; `wake` is called when there is news.
    pub fn new(dialog: Box<dyn Dialog>, wake: Wake) -> Self {
        let (sender, news) = mpsc::channel();
        Self { dialog, dialog_is_open: false, sender, news, wake }
    }

    /// Shows a dialog, unless one is open.
    pub fn ask(&mut self, ask: Ask) {
        if self.dialog_is_open {
            return;
        }
        self.dialog_is_open = true;
        let answer = self.dialog.show(&ask);
        let began = Instant::now();
        self.run("file dialog", move || match pollster::block_on(answer) {
            Some(path) => News::Chosen(ask, path),
            None if began.elapsed() < TOO_SOON => News::NoDialog(ask),
            None => News::Cancelled,
        });
    }

    /// Reads the file.
    pub fn load(&mut self, path: PathBuf) {
        self.run("file reader", move || {
            let text = file::load(&path);
            News::Loaded(path, text)
        });
    }

    /// Writes the file, whole or not at all.
    pub fn write(&mut self, purpose: Purpose, path: PathBuf, bytes: impl FnOnce() -> Result<Vec<u8>, FileError> + Send + 'static) {
        self.run("file writer", move || {
            let written = bytes().and_then(|bytes| file::save(&path, &bytes));
            News::Written(purpose, path, written)
        });
    }

    /// The next piece of news, if there is one.
    pub fn news(&mut self) -> Option<News> {
        let news = self.news.try_recv().ok()?;
        if matches!(news, News::Chosen(..) | News::Cancelled | News::NoDialog(_)) {
            self.dialog_is_open = false;
        }
        Some(news)
    }

    fn run(&self, name: &str, work: impl FnOnce() -> News + Send + 'static) {
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        let work = move || {
            // The window may have closed meanwhile, and then nobody minds.
            let _ = sender.send(work());
            wake();
        };
        if thread::Builder::new().name(name.to_owned()).spawn(work).is_err() {
            log_no_thread(name);
        }
    }
}

fn log_no_thread(name: &str) {
    eprintln!("quincunx: no thread could be started for the {name}");
}

/// The name to suggest for a file: the desktop knows by `.puzzle.ron` that it belongs to this program.
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
