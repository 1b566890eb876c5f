//! The log: what the program does, and what goes wrong in it and in its libraries. The last messages are kept for a report about a problem,
//! and a file gets all of them if the user asks for one.

use std::{
    collections::VecDeque,
    fs::{self, OpenOptions},
    io::Write,
    panic,
    path::Path,
    sync::{
        Mutex, MutexGuard, OnceLock, PoisonError,
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use log::{Level, LevelFilter, Log, Metadata, Record};

use super::{file::require_regular, file_error::FileError, job, threads::processors};
use base::date::Date;

/// How many of the last messages are kept.
pub const KEPT: usize = 200;

/// A longer message is cut, in characters.
const LONGEST: usize = 1000;

/// The end of the program waits at most this long for the file.
const LAST_WAIT: Duration = Duration::from_millis(500);

/// Our packages that log: how targets of their messages begin.
const OWN: [&str; 2] = ["gui", "workbench"];

static LOGBOOK: Logbook = Logbook::new();

/// Receives the messages.
struct Logbook {
    lines: Mutex<Lines>,
    listener: OnceLock<Listener>,
}

struct Lines {
    /// The last messages, the latest last.
    kept: VecDeque<Kept>,
    /// Leads to the thread that writes the file.
    file: Option<Sender<Line>>,
}

/// What the thread that writes the file gets.
enum Line {
    /// A message to write.
    Message(String),
    /// Dropped once all messages before it are written, which its receiver waits for.
    Written(#[expect(dead_code, reason = "it is only dropped")] Sender<()>),
}

/// A message that is kept.
struct Kept {
    /// When it came first.
    time: String,
    text: String,
    /// How often it came in a row.
    times: u32,
}

/// Learns of each message of a library.
pub type Listener = fn(&Record<'_>);

/// Begins to keep messages, and panics of all threads with them. `listener` learns of each message of a library.
pub fn start(listener: Listener) {
    // The first listener stays: the program has only one.
    let _ = LOGBOOK.listener.set(listener);
    if log::set_logger(&LOGBOOK).is_err() {
        return;
    }
    log::set_max_level(LevelFilter::Info);
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        let thread = thread::current();
        log::error!("thread {:?}: {panic}", thread.name().unwrap_or_default());
        finish();
        usual(panic);
    }));
}

/// Writes all messages from now on to the end of this file, on a thread of its own: a slow disk delays nothing else. They follow a line
/// about this version of the program.
///
/// # Errors
/// When the file can't be written.
pub fn write_to(path: &Path, version: &str) -> Result<(), FileError> {
    LOGBOOK.write_to(path, version)?;
    log::set_max_level(LevelFilter::Debug);
    Ok(())
}

/// Waits until the file has all messages, but not for long.
pub fn finish() {
    LOGBOOK.finish();
}

/// Returns the last messages, the latest last.
pub fn latest() -> Vec<String> {
    LOGBOOK.latest()
}

/// The version of the program, which it hands over, and the system that it runs on, in a line.
pub fn about_program(version: &str) -> String {
    let system = format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH);
    format!("Quincunx {version}, {system} with {}", base::text::counted(processors() as u64, "processor"))
}

impl Logbook {
    const fn new() -> Self {
        Self { lines: Mutex::new(Lines { kept: VecDeque::new(), file: None }), listener: OnceLock::new() }
    }

    fn write_to(&self, path: &Path, version: &str) -> Result<(), FileError> {
        let refuse = |error| FileError::unwritable(path, &error);
        // Opening a pipe would wait.
        fs::metadata(path).map_or(Ok(()), |metadata| require_regular(&metadata)).map_err(refuse)?;
        let mut file = OpenOptions::new().append(true).create(true).open(path).map_err(refuse)?;
        let (days, _) = clock();
        writeln!(file, "\n{}, {} UTC", about_program(version), Date::after_1970(days)).map_err(refuse)?;
        let (sender, lines) = mpsc::channel();
        let spawned = job::spawn("log".to_owned(), move || write_lines(file, lines));
        spawned.map_err(|error| FileError::Unwritable { path: path.into(), why: error.to_string() })?;
        self.lines().file = Some(sender);
        Ok(())
    }

    fn finish(&self) {
        let (sender, written) = mpsc::channel();
        let is_asked = self.lines().file.as_ref().is_some_and(|file| file.send(Line::Written(sender)).is_ok());
        if is_asked {
            // Either the thread drops its end, or the disk is too slow.
            let _ = written.recv_timeout(LAST_WAIT);
        }
    }

    fn latest(&self) -> Vec<String> {
        let line = |Kept { time, text, times }: &Kept| match times {
            1 => format!("{time} {text}"),
            _ => format!("{time} {text} ({times} times)"),
        };
        self.lines().kept.iter().map(line).collect()
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Log for Logbook {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        // Libraries say a lot that only their authors understand. What only a file gets is checked in `log`.
        metadata.level() <= if is_own(metadata.target()) { Level::Debug } else { Level::Warn }
    }

    fn log(&self, record: &Record<'_>) {
        if !self.enabled(record.metadata()) {
            return;
        }
        if !is_own(record.target())
            && let Some(listener) = self.listener.get()
        {
            listener(record);
        }
        let (time, text) = (time_of_day(), text(record));
        let mut lines = self.lines();
        if lines.file.as_ref().is_some_and(|file| file.send(Line::Message(format!("{time} {text}"))).is_err()) {
            lines.file = None;
        }
        if record.level() == Level::Debug {
            return;
        }
        // What is said again and again must not push out everything else.
        if let Some(latest) = lines.kept.back_mut().filter(|latest| latest.text == text) {
            latest.times += 1;
            return;
        }
        if KEPT <= lines.kept.len() {
            lines.kept.pop_front();
        }
        lines.kept.push_back(Kept { time, text, times: 1 });
    }

    fn flush(&self) {
        self.finish();
    }
}

/// Writes what arrives. Ends when the disk is full, which it will stay.
fn write_lines(mut file: impl Write, lines: Receiver<Line>) {
    for line in lines {
        if let Line::Message(message) = line
            && writeln!(file, "{message}").is_err()
        {
            return;
        }
    }
}

fn is_own(target: &str) -> bool {
    OWN.contains(&target.split("::").next().unwrap_or(target))
}

/// The time of the day in UTC, in milliseconds.
fn time_of_day() -> String {
    let (_, time) = clock();
    let (seconds, part) = (time.as_secs(), time.subsec_millis());
    format!("{:02}:{:02}:{:02}.{part:03}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Returns the message in a line, with its level and where it comes from.
fn text(record: &Record<'_>) -> String {
    let level = match record.level() {
        Level::Error => "error",
        Level::Warn => "warning",
        Level::Debug => "detail",
        _ => "info",
    };
    let message = record.args().to_string();
    let message: String = message.split_whitespace().collect::<Vec<_>>().join(" ");
    let (end, dots) = message.char_indices().nth(LONGEST).map_or((message.len(), ""), |(end, _)| (end, "…"));
    format!("{level} {}: {}{dots}", record.target(), &message[..end])
}

/// The days since 1970, and the time of the day, in UTC.
fn clock() -> (u32, Duration) {
    const DAY: u64 = 24 * 60 * 60;
    // A clock that was never set may say that it is before 1970.
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (u32::try_from(now.as_secs() / DAY).unwrap_or_default(), Duration::new(now.as_secs() % DAY, now.subsec_nanos()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(book: &Logbook, target: &str, level: Level, text: &str) {
        book.log(&Record::builder().target(target).level(level).args(format_args!("{text}")).build());
    }

    #[test]
    fn own_messages_and_warnings_of_libraries_are_kept() {
        let book = Logbook::new();
        write(&book, "gui::app", Level::Info, "kept: two\nlines");
        write(&book, "guise", Level::Info, "not kept: another crate");
        write(&book, "winit", Level::Warn, "kept: a library");
        write(&book, "winit", Level::Warn, "kept: a library");
        write(&book, "winit", Level::Info, "not kept: chatter");
        write(&book, "workbench", Level::Error, &format!("kept: {}", "ä".repeat(2 * LONGEST)));
        let kept: Vec<String> = book.latest().into_iter().filter(|line| line.contains("kept: ")).collect();
        assert!(kept[0].ends_with(" info gui::app: kept: two lines"), "{kept:?}");
        assert!(kept[1].ends_with(" warning winit: kept: a library (2 times)"), "{kept:?}");
        assert!(kept[2].ends_with("ä…") && kept[2].chars().count() < LONGEST + 50, "{kept:?}");
        assert_eq!(kept.len(), 3);
    }

    #[test]
    fn a_file_gets_all_messages_after_what_it_had() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log.txt");
        fs::write(&path, "mine\n").expect("a file");
        let book = Logbook::new();
        book.write_to(&path, "1").expect("a log");
        (0..500).for_each(|number| write(&book, "workbench", Level::Info, &format!("message {number}")));
        write(&book, "workbench", Level::Debug, "only for the file");
        book.finish();
        let text = fs::read_to_string(&path).expect("the log");
        assert!(text.ends_with(" detail workbench: only for the file\n"), "{text}");
        assert!(!book.latest().iter().any(|line| line.contains("only for the file")));
        assert!(text.starts_with("mine\n\nQuincunx "), "{text}");
        assert!((0..500).all(|number| text.contains(&format!("workbench: message {number}\n"))), "{text}");
        assert_eq!(book.latest().len(), KEPT);
    }

    #[test]
    fn a_folder_cannot_be_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let error = Logbook::new().write_to(folder.path(), "1").expect_err("a folder");
        assert!(error.to_string().contains("folder"), "{error}");
    }
}
