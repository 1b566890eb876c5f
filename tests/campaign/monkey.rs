//! Random keys, clicks, drags, turns of the wheel and sizes of the real window, with documents of all tabs.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use quincunx::{board::Board, for_every_puzzle};

use super::{
    Run,
    case::Case,
    desk::{Display, LOG, Window, await_true, pause, require_tools},
};

/// How many bursts of input a window gets, with about 15 inputs each.
const BURSTS: u64 = 60;

/// How long after the last input nothing moves any more: a notice goes after six seconds, and a caret stops blinking after ten.
const CALM: Duration = Duration::from_secs(12);

/// How long the processor time at rest is measured.
const REST: Duration = Duration::from_secs(2);

/// What the window may use beside a handful of documents, whatever was done with it.
pub const MEMORY: u64 = 1 << 30;

/// The number of tabs.
pub const TABS: usize = 5;

/// The most threads: searches of all tabs on all processors, with those of the window itself.
pub const THREADS: usize = 80;

/// Starts a display.
pub fn prepare() -> Result<Run, String> {
    require_tools()?;
    let display = Display::start()?;
    Ok(Box::new(move |case| run(case, &display)))
}

fn run(case: &mut Case, display: &Display) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let home = folder.path();
    let Some(mut window) = open(case, display, home) else { return };
    let process = window.process();
    for _ in 0..1 + case.random.below(BURSTS) {
        // A click on a button of the title bar minimizes it.
        window.bring_to_front();
        burst(case, display, &window, &KEYS, 0);
        if let Some(status) = window.ended() {
            // A press of Ctrl+Q in a window without changes.
            case.expect(status.success(), || format!("the window ended: {status}: {}", log(home)));
            return case.count("windows closed by the monkey");
        }
        let threads = process.threads().len();
        let peak = case.counts.entry("threads, most".to_owned()).or_default();
        *peak = (threads as u64).max(*peak);
        case.expect(threads <= THREADS, || format!("{threads} threads"));
        let memory = process.memory();
        let peak = case.counts.entry("memory of the window, peak in bytes".to_owned()).or_default();
        *peak = memory.max(*peak);
        case.expect(memory <= MEMORY, || format!("{} MiB of memory", memory >> 20));
    }
    let is_free = window.leave_dialogs().is_some();
    if let Some(status) = window.ended() {
        // The last burst closed it, and that took a moment.
        case.expect(status.success(), || format!("the window ended: {status}: {}", log(home)));
        return case.count("windows closed by the monkey");
    }
    if !is_free && !leave_dialogs(case, &window) {
        return;
    }
    undo_and_redo(case, &window);
    rest(case, &window, home);
    let status = window.quit(Duration::from_secs(60));
    let has_ended = status.is_some_and(|status| status.success());
    case.expect(has_ended, || {
        let picture = display.picture("monkey");
        format!("the window can't be closed: {status:?}: {}: {}: {picture}", window.title(), log(home))
    });
    let text = log(home);
    case.expect(!text.contains("panicked"), || format!("panics: {text}"));
}

/// Opens a window with a document of each puzzle.
pub fn open<'a>(case: &mut Case, display: &'a Display, home: &Path) -> Option<Window<'a>> {
    let files = documents(home);
    let arguments: Vec<&OsStr> = files.iter().map(|file| file.as_os_str()).collect();
    Window::start(display, home, &arguments).map_err(|why| case.fail(why)).ok()
}

/// Writes a file for each puzzle.
pub fn documents(home: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    macro_rules! write {
        ($($puzzle:ty),* $(,)?) => {
            $(files.push(write_preset::<$puzzle>(home));)*
        };
    }
    for_every_puzzle!(write);
    files
}

fn write_preset<P: Board>(home: &Path) -> PathBuf {
    let path = home.join(P::KEY).with_extension("ron");
    fs::write(&path, P::presets()[0].ron).unwrap();
    path
}

pub fn log(home: &Path) -> String {
    let text = fs::read_to_string(home.join("log")).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    match lines.iter().rposition(|line| line.contains("panicked")) {
        // What it says, and where in this program it was.
        Some(panic) => {
            let is_own = |line: &&&str| line.contains("/src/") && !line.contains("/.cargo/") && !line.contains("/rustc/");
            let (message, frames) = lines[panic..].split_at(3.min(lines.len() - panic));
            message.iter().chain(frames.iter().filter(is_own).take(20)).copied().collect::<Vec<_>>().join(" | ")
        }
        None => lines.iter().rev().take(10).copied().collect::<Vec<_>>().join(" | "),
    }
}

pub const KEYS: [&str; 62] = [
    "Tab",
    "Tab",
    "shift+Tab",
    "Return",
    "Return",
    "space",
    "Escape",
    "Left",
    "Right",
    "Up",
    "Down",
    "Page_Up",
    "Page_Down",
    "Home",
    "End",
    "Delete",
    "BackSpace",
    "F1",
    "F5",
    "F5",
    "shift+F5",
    "F6",
    "F7",
    "F11",
    "h",
    "ctrl+n",
    "ctrl+r",
    "ctrl+z",
    "ctrl+z",
    "ctrl+shift+z",
    "ctrl+y",
    "ctrl+c",
    "ctrl+v",
    "ctrl+e",
    "ctrl+l",
    "ctrl+alt+s",
    "ctrl+s",
    "ctrl+w",
    "ctrl+t",
    "ctrl+u",
    "ctrl+plus",
    "ctrl+minus",
    "ctrl+0",
    "ctrl+Tab",
    "ctrl+Tab",
    "ctrl+shift+Tab",
    "ctrl+Page_Up",
    "ctrl+Page_Down",
    "ctrl+k",
    "0",
    "1",
    "2",
    "3",
    "v",
    "x",
    "o",
    "a",
    "z",
    "period",
    "numbersign",
    "shift+1",
    "ctrl+q",
];

/// Sends a few inputs at once, with some of these keys, and with the pointer at least this far below the top of the screen.
pub fn burst(case: &mut Case, display: &Display, window: &Window<'_>, keys: &[&str], top: usize) {
    let mut words: Vec<String> = Vec::new();
    let mut add = |text: &str| words.extend(text.split(' ').map(str::to_owned));
    for _ in 0..10 + case.below(10) {
        let (x, y) = (case.below(1280), top + case.below(800 - top));
        match case.below(40) {
            0..14 => add(&format!("key {}", case.pick(keys))),
            14..28 => add(&format!("mousemove {x} {y} click {}", case.pick(&["1", "1", "1", "1", "3"]))),
            28..31 => add(&format!("mousemove {x} {y} click --repeat {} {}", 1 + case.below(6), 4 + case.below(2))),
            31..35 => {
                let (to_x, to_y) = (case.below(1280), top + case.below(800 - top));
                add(&format!(
                    "mousemove {x} {y} mousedown 1 mousemove {} {} mousemove {to_x} {to_y} mouseup 1",
                    (x + to_x) / 2,
                    (y + to_y) / 2
                ));
            }
            35 => add(&format!("windowsize {} {} {}", window.id(), 640 + case.below(640), 480 + case.below(320))),
            36 => add(&format!("sleep 0.{}", case.below(9))),
            _ => add(&format!("key ctrl+{}", 1 + case.below(5))),
        }
        case.count("inputs");
    }
    display.xdotool(&words);
}

/// Presses Escape until the board has the keys again. Records a failure if it doesn't get them.
pub fn leave_dialogs(case: &mut Case, window: &Window<'_>) -> bool {
    window.bring_to_front();
    display_away(window);
    let is_free = window.leave_dialogs().is_some();
    case.expect(is_free, || format!("a dialog can't be left: {}: {}", window.title(), window.display().picture("dialog")));
    case.count("windows in which all dialogs were left");
    is_free
}

/// How long copying may take on a busy machine.
const COPYING: Duration = Duration::from_secs(20);

/// How many edits are undone and redone.
const UNDONE: usize = 8;

/// Redoes everything, undoes some edits, and redoes them: the same positions must come again. Then everything is as it was.
fn undo_and_redo(case: &mut Case, window: &Window<'_>) {
    // Where a game is looked back at, the first of these returns to its last move.
    window.press(&["ctrl+z"]);
    window.press(&["ctrl+shift+z"; 40]);
    let Some(last) = window.copy_within(COPYING) else { return case.fail("nothing is copied") };
    let step = |key: &str| {
        window.press(&[key]);
        window.copy_within(COPYING).unwrap_or_else(|| "nothing copied".to_owned())
    };
    let mut undone = vec![last.clone()];
    undone.extend((0..UNDONE).map(|_| step("ctrl+z")));
    let mut redone = vec![undone[UNDONE].clone()];
    redone.extend((0..UNDONE).map(|_| step("ctrl+shift+z")));
    redone.reverse();
    // At the beginning, and where an edit changes only a note, the text stays the same.
    undone.dedup();
    redone.dedup();
    case.expect(undone == redone, || format!("undone {undone:?}, but redone {redone:?}: {}", window.display().picture("undo")));
    *case.counts.entry("positions undone and redone".to_owned()).or_default() += undone.len() as u64 - 1;
}

/// Waits until no job runs, and checks that the window then uses no processor time.
pub fn rest(case: &mut Case, window: &Window<'_>, home: &Path) {
    let process = window.process();
    leave_dialogs(case, window);
    if !await_true(Duration::from_secs(20), || process.jobs().is_empty()) {
        return case.count("windows that still searched at the end");
    }
    pause(CALM);
    let (before, of_threads) = (process.processor_time(), process.times_of_threads());
    pause(REST);
    let used = process.processor_time() - before;
    let causes = causes(home);
    // The clock of a game that is in progress moves once a second.
    if !causes.is_empty() && causes.iter().all(|cause| cause.contains("document/playing.rs")) {
        case.count("windows at rest in which a clock ran");
        return case.took("a clock runs, processor time in 2 s", used, Duration::from_millis(200));
    }
    let after = process.times_of_threads();
    let since = |name: &String| of_threads.iter().find(|(other, _)| name == other).map_or(Duration::ZERO, |(_, time)| *time);
    let busy: Vec<_> =
        after.iter().map(|(name, time)| (name, time.saturating_sub(since(name)))).filter(|(_, time)| !time.is_zero()).collect();
    case.doing = format!("frames: {causes:?}; threads: {busy:?}; {}", window.title());
    case.took("idle, processor time in 2 s", used, Duration::from_millis(40));
}

/// Returns why the window painted frames without input in the last seconds, by its log.
fn causes(home: &Path) -> Vec<String> {
    let log = fs::read_to_string(home.join(LOG)).unwrap_or_default();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() % (24 * 60 * 60 * 1000);
    let since = now.saturating_sub(REST.as_millis());
    // Each line begins with the time of the day in UTC.
    let time = |line: &str| {
        let mut numbers = line.split(' ').next()?.split([':', '.']).map(|number| number.parse::<u128>().ok());
        let [hours, minutes, seconds, part] = [numbers.next()??, numbers.next()??, numbers.next()??, numbers.next()??];
        Some(((hours * 60 + minutes) * 60 + seconds) * 1000 + part)
    };
    let recent = log.lines().rev().take_while(|line| time(line).is_some_and(|time| since <= time));
    recent.filter(|line| line.contains("without input")).map(str::to_owned).collect()
}

/// Moves the pointer away from everything that could be under it.
fn display_away(window: &Window<'_>) {
    window.display().xdotool(["mousemove", "1279", "799"]);
}
