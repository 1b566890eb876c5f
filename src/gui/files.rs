//! File dialogs, reading and writing, all off the window's thread. The window fetches the results once a frame.

mod queue;

use std::{
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

use egui::ColorImage;

use super::{
    deferred::Deferred,
    exporting::{Drawing, Exported, Progress},
    system_errors,
    tab_settings::{SettingsUpdate, Stored},
    words::dialogs as words,
};
use base::{
    erased::State,
    mesh::Model,
    text::{counted, of_path},
    xmpuzzle::Imported,
};
use export::{Format, png::PngError};
use queue::{Queue, Report, Work};
use workbench::{
    file,
    file_error::FileError,
    job::{Wake, spawn},
};

/// The shortest time in which a person can cancel a dialog. One that returns without a file sooner was never shown.
const TOO_SOON: Duration = Duration::from_millis(300);

/// Reading or writing that takes longer is reported to the user, and later work no longer waits for it.
const PATIENCE: Duration = Duration::from_secs(1);

/// The extensions of pictures from which a position can be read.
const PICTURES: [&str; 5] = ["png", "jpg", "jpeg", "webp", "gif"];

/// Whether the file is a picture, by its name.
pub fn is_picture(path: &Path) -> bool {
    path.extension().is_some_and(|extension| PICTURES.iter().any(|picture| extension.eq_ignore_ascii_case(picture)))
}

/// The end of the name of a backup.
pub const BACKUP: &str = ".backup.ron";

/// Whether the text is a backup of settings: texts by name in braces. A document is in parentheses, whatever its file is called.
fn is_backup(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// Where a picture comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum PictureSource {
    /// A file.
    File(PathBuf),
    /// The clipboard.
    Clipboard(Arc<ColorImage>),
}

/// What a path is needed for.
#[derive(Clone, Debug)]
pub enum PathRequest {
    /// To open this file.
    Open,
    /// To restore the settings in it.
    Restore,
    /// To write this.
    Write(Parcel),
}

/// Something to write to a file. It is copied when the user asks for it, so later edits don't change it while a path is chosen.
#[derive(Clone, Debug)]
pub struct Parcel {
    /// What kind of thing it is.
    pub content: Content,
    /// The suggested file name.
    pub name: String,
    /// The data.
    pub data: Data,
}

impl Parcel {
    /// A text file from a tool, with this name.
    pub fn text(name: &str, text: String) -> Self {
        Self { content: Content::Output, name: name.to_owned(), data: Data::Bytes(text.into_bytes()) }
    }
}

/// The data of a file.
#[derive(Clone, Debug)]
pub enum Data {
    /// These bytes.
    Bytes(Vec<u8>),
    /// Several models, each as its name and the bytes of its file: see [`Model::path`].
    Models(Vec<(String, Vec<u8>)>),
    /// This text. Writing that of a large document takes long, so the thread that writes the file does it.
    Text(Deferred<String>),
    /// These bytes, which take long to make.
    Made(Deferred<Vec<u8>>),
    /// A series of pictures, in the format that the file's name asks for. A format without animation gets the last one.
    Pictures(Drawing),
}

/// The kind of thing that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// A document.
    Document {
        /// The number of this save.
        save: u64,
    },
    /// A picture of this.
    Picture(Exported),
    /// The output of a puzzle's tool. The suggested file name has the extension for its format.
    Output,
    /// A copy of an unsaved document, to restore after a crash.
    RecoveryFile {
        /// The index of its tab.
        tab: usize,
        /// Its number.
        number: u64,
    },
}

/// A document that was read. Parsing a large file takes long, so the window's thread doesn't.
#[derive(Debug)]
pub struct Loaded {
    /// The text of its file.
    pub text: String,
    /// The hash of that text, for [`Files::set_known_hash`] once the document is open.
    pub hash: u64,
    /// The key of its puzzle.
    pub key: &'static str,
    /// Its content.
    pub document: file::SaveFile<State>,
    /// All problems, if it is a file of BurrTools.
    pub problems: Vec<Imported<State>>,
}

/// Reads the text of a save file.
pub type Load = Arc<dyn Fn(String) -> Result<Loaded, FileError> + Send + Sync>;

/// The outcome of a request.
#[derive(Debug)]
pub enum News {
    /// The user chose this file.
    Chosen(PathRequest, PathBuf),
    /// The user cancelled the dialog.
    Cancelled(PathRequest),
    /// The system showed no dialog.
    NoDialog(PathRequest),
    /// A file was read, or could not be.
    Loaded(PathBuf, Result<Loaded, FileError>),
    /// It is this picture's turn: the files requested before it are read, or take long.
    Picture(PathBuf),
    /// A backup was read, or could not be, for this reason.
    BackupLoaded(PathBuf, Result<BTreeMap<String, String>, String>),
    /// A recovery file was read, or could not be.
    RecoveryFileLoaded(PathBuf, Result<Loaded, FileError>),
    /// All requested recovery files were read.
    RecoveryFilesLoaded,
    /// The parcel was not written, since the file has changed after it was last read or written here.
    ChangedOnDisk(Parcel, PathBuf),
    /// The parcel was not written, since the file already exists.
    AlreadyExists(Parcel, PathBuf),
    /// The parcel was not written, since this is a folder.
    IsFolder(Parcel, PathBuf),
    /// A recovery file was removed.
    Removed,
    /// A file was written, or could not be.
    Written(Content, PathBuf, Result<(), FileError>),
    /// The file was not written, since the user stopped that.
    Stopped(PathBuf),
    /// The settings of a tab were stored, or could not be.
    SettingsStored(SettingsUpdate, Result<Stored, FileError>),
    /// An internal error.
    Failed(String),
}

/// What is done with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doing {
    /// Reading a file for the user.
    Reading,
    /// Writing a file for the user.
    Writing,
    /// Storing the settings of a tab.
    StoringSettings,
    /// Reading, writing or removing a recovery file.
    Recovering,
}

/// A request that is under way.
struct Pending {
    doing: Doing,
    path: PathBuf,
    /// How far it is, if it exports pictures.
    progress: Option<Progress>,
}

/// The outcome of [`Files::request_path`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DialogState {
    /// The dialog is shown.
    Shown,
    /// Another dialog is open, so this one is not shown.
    AlreadyOpen,
}

/// The outcome of a dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The user chose this file.
    Chosen(PathBuf),
    /// The user cancelled the dialog.
    Cancelled,
    /// The system showed no dialog.
    NotShown,
}

/// A file dialog: the system's, or a test's that returns at once.
pub trait Dialog {
    /// Shows the dialog. Called on the window's thread; the future is awaited on another one.
    fn show(&mut self, request: &PathRequest) -> Pin<Box<dyn Future<Output = Outcome> + Send>>;
}

/// The system's own dialog, through the desktop's portal where there is one.
pub struct SystemDialog;

impl Dialog for SystemDialog {
    fn show(&mut self, request: &PathRequest) -> Pin<Box<dyn Future<Output = Outcome> + Send>> {
        let dialog = rfd::AsyncFileDialog::new();
        let puzzles = |dialog: rfd::AsyncFileDialog| {
            dialog.add_filter("Quincunx files", &["ron"]).add_filter("BurrTools files", &["xmpuzzle"]).add_filter(words::ALL_FILES, &["*"])
        };
        let chosen: Pin<Box<dyn Future<Output = Option<rfd::FileHandle>> + Send>> = match request {
            PathRequest::Open => {
                let dialog = puzzles(dialog).add_filter("Pictures", &PICTURES);
                Box::pin(dialog.set_title("Open position").pick_file())
            }
            PathRequest::Restore => Box::pin(puzzles(dialog).set_title(words::RESTORE_SETTINGS).pick_file()),
            PathRequest::Write(Parcel { content: Content::Document { .. }, name, .. }) => {
                Box::pin(puzzles(dialog).set_title("Save position").set_file_name(name).save_file())
            }
            PathRequest::Write(Parcel { content: Content::Picture(exported), name, .. }) => {
                let formats = [("SVG", Format::Svg), ("PNG", Format::Png), ("Animated GIF", Format::Gif), ("PDF", Format::Pdf)];
                let possible = formats.into_iter().filter(|&(_, format)| exported.can_be(format));
                let dialog = possible.fold(dialog, |dialog, (name, format)| dialog.add_filter(name, &[&format.ending()[1..]]));
                Box::pin(dialog.set_title(export_title(*exported)).set_file_name(name).save_file())
            }
            PathRequest::Write(Parcel { content: Content::Output | Content::RecoveryFile { .. }, name, .. }) => {
                Box::pin(dialog.set_title("Save file").set_file_name(name).save_file())
            }
        };
        Box::pin(async move {
            let began = Instant::now();
            system_errors::take_dialog_error();
            match chosen.await {
                Some(file) => Outcome::Chosen(file.path().to_owned()),
                // Not every failure is reported, but a person can't cancel a dialog at once.
                None if system_errors::take_dialog_error().is_some() || began.elapsed() < TOO_SOON => Outcome::NotShown,
                None => Outcome::Cancelled,
            }
        })
    }
}

/// The title of the system's dialog for pictures.
fn export_title(exported: Exported) -> &'static str {
    match exported {
        Exported::Board => "Export picture",
        Exported::Sheet => "Export sheet to print",
        Exported::List => "Export listed solutions",
    }
}

/// Carries out all work on files. Documents, pictures, recovery files and tab settings have separate threads; within each kind, work is
/// done in the order of the requests.
pub struct Files {
    dialog: Box<dyn Dialog>,
    load: Load,
    dialog_is_open: bool,
    known_hashes: KnownHashes,
    documents: Queue,
    pictures: Queue,
    recovery: Queue,
    settings: Queue,
    /// The requests without an outcome yet, by their numbers.
    pending: BTreeMap<u64, Pending>,
    /// The number of requests so far.
    requests: u64,
    sender: Sender<(Option<u64>, News)>,
    news: Receiver<(Option<u64>, News)>,
    wake: Wake,
}

/// The hash of each file when it was last read or written here.
#[derive(Clone, Default)]
struct KnownHashes(Arc<Mutex<HashMap<PathBuf, u64>>>);

impl KnownHashes {
    fn set(&self, path: &Path, hash: u64) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), hash);
    }

    fn get(&self, path: &Path) -> Option<u64> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(path).copied()
    }

    /// Whether the file has other contents now. A file that is gone doesn't count, since writing it again loses nothing.
    fn is_changed_on_disk(&self, path: &Path) -> bool {
        self.get(path).is_some_and(|known| path.exists() && file::load(path).map_or(true, |text| hash(text.as_bytes()) != known))
    }
}

/// FNV-1a with 64 bits. Recovery files store this hash, so it must be the same in every version of the program.
pub fn hash(text: &[u8]) -> u64 {
    text.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

impl Files {
    /// No request is under way. Save files are read by `load`; `wake` is called when there is news.
    pub fn new(dialog: Box<dyn Dialog>, load: Load, wake: Wake) -> Self {
        let (sender, news) = mpsc::channel();
        let report: Report = {
            let (sender, wake) = (sender.clone(), wake.clone());
            Arc::new(move |number, news| {
                // If the window has closed meanwhile, nobody needs the news.
                let _ = sender.send((Some(number), news));
                wake();
            })
        };
        let queue = |name| Queue::new(name, PATIENCE, report.clone());
        Self {
            dialog,
            load,
            dialog_is_open: false,
            known_hashes: KnownHashes::default(),
            documents: queue("files"),
            pictures: queue("pictures"),
            recovery: queue("recovery files"),
            settings: queue("tab settings"),
            pending: BTreeMap::new(),
            requests: 0,
            sender,
            news,
            wake,
        }
    }

    /// Shows a dialog, unless one is open.
    pub fn request_path(&mut self, request: PathRequest) -> DialogState {
        if self.dialog_is_open {
            return DialogState::AlreadyOpen;
        }
        self.dialog_is_open = true;
        let outcome = self.dialog.show(&request);
        let wait = move || match pollster::block_on(outcome) {
            Outcome::Chosen(path) => News::Chosen(request, path),
            Outcome::NotShown => News::NoDialog(request),
            Outcome::Cancelled => News::Cancelled(request),
        };
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        let shown = spawn("file dialog".to_owned(), move || {
            let news = panic::catch_unwind(AssertUnwindSafe(wait))
                .unwrap_or_else(|_| News::Failed("The file dialog stopped because of an internal error.".to_owned()));
            let _ = sender.send((None, news));
            wake();
        });
        if let Err(error) = shown {
            let _ = self.sender.send((None, News::Failed(error.to_string())));
            (self.wake)();
        }
        DialogState::Shown
    }

    /// Reads a document or a backup of settings.
    pub fn load(&mut self, path: PathBuf) {
        let load = self.load.clone();
        let work = self.work(Doing::Reading, &path.clone(), move || match file::load(&path) {
            Ok(text) if is_backup(&text) => {
                News::BackupLoaded(path, ron::from_str(&text).map_err(|error| FileError::malformed(&text, &error).to_string()))
            }
            text => News::Loaded(path, text.and_then(|text| load(text))),
        });
        self.documents.add(work);
    }

    /// Passes this picture on in its turn, so that files and pictures open in the order of the requests, unless a file takes long.
    pub fn load_picture(&mut self, path: PathBuf) {
        let work = self.work(Doing::Reading, &path.clone(), || News::Picture(path));
        self.documents.add(work);
    }

    /// Reads recovery files.
    pub fn load_recovery_files(&mut self, paths: Vec<PathBuf>) {
        let last = paths.last().cloned().unwrap_or_default();
        for path in paths {
            let load = self.load.clone();
            let work = self.work(Doing::Recovering, &path.clone(), move || {
                let text = file::load(&path);
                News::RecoveryFileLoaded(path, text.and_then(|text| load(text)))
            });
            self.recovery.add(work);
        }
        // Has the same path as the last file, so that it is done after that one even if the system is slow.
        let work = self.work(Doing::Recovering, &last, || News::RecoveryFilesLoaded);
        self.recovery.add(work);
    }

    /// Writes the file, unless another program has changed it after it was last read or written here.
    pub fn save(&mut self, parcel: Parcel, path: PathBuf) {
        self.write_by(parcel, path, |parcel, path, known| {
            if known.is_changed_on_disk(&path) { News::ChangedOnDisk(parcel, path) } else { written(parcel, path, known) }
        });
    }

    /// Writes the file, unless it already exists, or the path as it was typed, before it got its ending, is a folder.
    pub fn create(&mut self, parcel: Parcel, path: PathBuf, typed: PathBuf) {
        self.write_by(parcel, path, move |parcel, path, known| {
            if typed.is_dir() {
                News::IsFolder(parcel, typed)
            } else if path.exists() {
                News::AlreadyExists(parcel, path)
            } else {
                written(parcel, path, known)
            }
        });
    }

    /// Writes the file atomically, and replaces one that exists.
    pub fn write(&mut self, parcel: Parcel, path: PathBuf) {
        self.write_by(parcel, path, written);
    }

    fn write_by(&mut self, parcel: Parcel, path: PathBuf, write: impl FnOnce(Parcel, PathBuf, &KnownHashes) -> News + Send + 'static) {
        let known = self.known_hashes.clone();
        let is_recovery = matches!(parcel.content, Content::RecoveryFile { .. });
        let progress = if let Data::Pictures(drawing) = &parcel.data { Some(drawing.progress.clone()) } else { None };
        let is_picture = progress.is_some();
        let doing = if is_recovery { Doing::Recovering } else { Doing::Writing };
        let work = self.work(doing, &path.clone(), move || write(parcel, path, &known));
        if let Some(pending) = self.pending.get_mut(&work.number) {
            pending.progress = progress;
        }
        let queue = match (is_recovery, is_picture) {
            (true, _) => &self.recovery,
            (false, true) => &self.pictures,
            (false, false) => &self.documents,
        };
        queue.add(work);
    }

    /// Removes a recovery file. A failure does no harm and is ignored.
    pub fn remove_recovery_file(&mut self, path: PathBuf) {
        let work = self.work(Doing::Recovering, &path.clone(), move || {
            let _ = fs::remove_file(&path);
            News::Removed
        });
        self.recovery.add(work);
    }

    /// Merges the settings of a tab into its file in this folder.
    pub fn store_settings(&mut self, update: SettingsUpdate, folder: PathBuf) {
        let work = self.work(Doing::StoringSettings, &update.path(&folder), move || {
            let stored = update.store(&folder);
            News::SettingsStored(update, stored)
        });
        self.settings.add(work);
    }

    /// The hash of the file when it was last read or written here; none if it never was.
    pub fn known_hash(&self, path: &Path) -> Option<u64> {
        self.known_hashes.get(path)
    }

    /// Sets the hash of the file as it was when its document was opened, perhaps before a crash. If it has another one when the document is
    /// saved, another program has changed it.
    pub fn set_known_hash(&self, path: &Path, hash: u64) {
        self.known_hashes.set(path, hash);
    }

    /// Whether a request has no outcome yet: a dialog is open, or a file is being read or written.
    pub fn is_busy(&self) -> bool {
        self.dialog_is_open || !self.pending.is_empty()
    }

    /// The next piece of news, if there is one.
    pub fn news(&mut self) -> Option<News> {
        let news = self.news.try_recv().ok()?;
        Some(self.finished(news))
    }

    /// The outcome of the next request. Waits for it until `deadline`.
    pub fn news_until(&mut self, deadline: Instant) -> Option<News> {
        if !self.is_busy() {
            return None;
        }
        let news = self.news.recv_timeout(deadline.saturating_duration_since(Instant::now())).ok()?;
        Some(self.finished(news))
    }

    fn finished(&mut self, (number, news): (Option<u64>, News)) -> News {
        match number {
            Some(number) => drop(self.pending.remove(&number)),
            None => self.dialog_is_open = false,
        }
        news
    }

    /// Starts new threads in place of stalled ones. Returns the time after which to call this again.
    pub fn replace_stalled(&self) -> Option<Duration> {
        self.queues().into_iter().filter_map(Queue::replace_stalled).min()
    }

    /// A notice about files that have kept a thread busy for a long time.
    pub fn still_busy(&self) -> Option<String> {
        let stalled: Vec<&Pending> =
            self.queues().into_iter().flat_map(Queue::stalled).filter_map(|number| self.pending.get(&number)).collect();
        let (first, others) = stalled.split_first()?;
        Some(still_busy(first.doing == Doing::Reading, &first.path, others.len()))
    }

    /// The files that are being written for the user: closing the program now would lose them.
    pub fn being_written(&self) -> Vec<PathBuf> {
        let writing = self.pending.values().filter(|pending| matches!(pending.doing, Doing::Writing | Doing::StoringSettings));
        writing.map(|pending| pending.path.clone()).collect()
    }

    /// Whether a recovery file is being read, written or removed, and the disk responds.
    pub fn is_recovering(&self) -> bool {
        self.pending.values().any(|pending| pending.doing == Doing::Recovering) && self.recovery.stalled().is_empty()
    }

    /// The exports that will be shown if they take long, and their files.
    pub fn long_exports(&self) -> impl Iterator<Item = (&Path, &Progress)> {
        let exports = self.pending.values().filter_map(|pending| Some((pending.path.as_path(), pending.progress.as_ref()?)));
        exports.filter(|(_, progress)| progress.may_be_shown())
    }

    fn queues(&self) -> [&Queue; 4] {
        [&self.documents, &self.pictures, &self.recovery, &self.settings]
    }

    fn work(&mut self, doing: Doing, path: &Path, run: impl FnOnce() -> News + Send + 'static) -> Work {
        self.requests += 1;
        let number = self.requests;
        // Doesn't access the file system, so it never blocks.
        let path = path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.pending.insert(number, Pending { doing, path: path.clone(), progress: None });
        Work { number, path, run: Box::new(run) }
    }
}

/// A file keeps its thread busy for a long time.
fn still_busy(is_reading: bool, path: &Path, others: usize) -> String {
    let doing = if is_reading { "reading" } else { "writing" };
    let others = if others == 0 { String::new() } else { format!(" and {}", counted(others as u64, "other file")) };
    format!("Still {doing} {}{others}", of_path(path))
}

fn written(parcel: Parcel, path: PathBuf, known: &KnownHashes) -> News {
    let written = match encode(parcel.data, &path) {
        Ok(Some(files)) => save_all(&files, &path, known),
        Ok(None) => return News::Stopped(path),
        Err(error) => Err(error),
    };
    News::Written(parcel.content, path, written)
}

/// Files with their bytes.
type NewFiles = Vec<(PathBuf, Vec<u8>)>;

/// Writes the files. Of several, none is replaced, since the user was only asked about the path for all of them.
fn save_all(files: &[(PathBuf, Vec<u8>)], path: &Path, known: &KnownHashes) -> Result<(), FileError> {
    let existing = files.iter().map(|(own, _)| own).find(|own| *own != path && own.exists());
    if let Some(existing) = existing {
        return Err(FileError::unwritable(existing, &io::Error::other("it already exists; choose another name")));
    }
    files.iter().try_for_each(|(path, bytes)| file::save(path, bytes).inspect(|()| known.set(path, hash(bytes))))
}

/// The files with their bytes; none if the user stopped making them. Pictures are encoded in the format that the file's name asks for.
fn encode(data: Data, path: &Path) -> Result<Option<NewFiles>, FileError> {
    let refuse = |why: String| FileError::unwritable(path, &io::Error::other(why));
    let one = |bytes: Vec<u8>| Some(vec![(path.to_owned(), bytes)]);
    match data {
        Data::Bytes(bytes) => Ok(one(bytes)),
        Data::Models(models) => Ok(Some(models.into_iter().map(|(name, bytes)| (Model::path(&name, path), bytes)).collect())),
        Data::Text(text) => Ok(one(text.make().into_bytes())),
        Data::Made(bytes) => Ok(one(bytes.make())),
        Data::Pictures(drawing) => {
            let format = Format::of(path).map_err(|error| refuse(error.to_string()))?;
            if let Some(page) = drawing.page().filter(|_| format == Format::Pdf) {
                return Ok(one(page));
            }
            let progress = &drawing.progress;
            if format == Format::Gif {
                progress.note_animation();
            }
            let Some(svgs) = drawing.make() else { return Ok(None) };
            match format.encode_unless_stopped(svgs, || progress.next()) {
                Ok(bytes) => Ok(one(bytes).filter(|_| !progress.is_stopped())),
                Err(PngError::Stopped) => Ok(None),
                Err(error) => Err(refuse(error.to_string())),
            }
        }
    }
}

/// Returns the path of a file as it was typed, with the ending of the suggested name if it has none. A path that ends like that of a folder
/// stays as it is.
pub fn with_usual_ending(path: &str, suggested: &str) -> String {
    let ending = &suggested[stem(suggested)[1]..];
    let has_name = stem(path)[0] < path.len();
    if has_name && stem(path)[1] == path.len() { format!("{path}{ending}") } else { path.to_owned() }
}

/// Returns where the file name without its endings starts and ends in a path, in bytes.
pub fn stem(path: &str) -> [usize; 2] {
    let start = path.rfind(path::is_separator).map_or(0, |separator| separator + 1);
    let end = path[start..].char_indices().skip(1).find(|&(_, character)| character == '.').map_or(path.len(), |(dot, _)| start + dot);
    [start, end]
}

/// The name to suggest for a file other than a document, with this ending.
pub fn suggested_name_of_kind(name: &str, ending: &str) -> String {
    suggested_name(name).replace(".puzzle.ron", ending)
}

/// The name to suggest for a document's file. By its ending `.puzzle.ron`, the desktop opens it with this program.
pub fn suggested_name(name: &str) -> String {
    let stem: String = name.chars().map(|c| if c.is_alphanumeric() || "-_ ".contains(c) { c } else { ' ' }).collect();
    let words: Vec<&str> = stem.split_whitespace().collect();
    format!("{}.puzzle.ron", words.join("-").to_lowercase())
}

/// The path, with the user's home folder in place of a leading `~`.
pub fn expand_home(text: &str) -> PathBuf {
    let home = || directories::UserDirs::new().map(|dirs| dirs.home_dir().to_owned());
    match text.strip_prefix("~/") {
        Some(rest) => home().map_or_else(|| PathBuf::from(text), |home| home.join(rest)),
        None => Path::new(text).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typed_name_gets_the_usual_ending_unless_it_has_one() {
        for (typed, expected) in [
            ("/tmp/three", "/tmp/three.puzzle.ron"),
            ("größe.d/three", "größe.d/three.puzzle.ron"),
            (".hidden", ".hidden.puzzle.ron"),
            ("three.ron", "three.ron"),
            ("folder/", "folder/"),
            ("", ""),
        ] {
            assert_eq!(with_usual_ending(typed, "two-pins.puzzle.ron"), expected);
        }
        assert_eq!(stem("größe/two.pins.ron"), [8, 11]);
    }
}
