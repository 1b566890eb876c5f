//! Random keys, clicks, drags, turns of the wheel and sizes of the real window, with documents of all tabs.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use quincunx::{board::Board, for_every_puzzle};

use super::{
    Run,
    case::Case,
    desk::{Display, Window, await_true, pause, require_tools},
};

/// How many bursts of input a window gets, with about 15 inputs each.
const BURSTS: u64 = 60;

/// What the window may use beside a handful of documents, whatever was done with it.
const MEMORY: u64 = 1 << 30;

/// The most threads: searches of all tabs on all processors, with those of the window itself.
const THREADS: usize = 80;

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
    rest(case, &window);
    let status = window.quit(Duration::from_secs(60));
    let has_ended = status.is_some_and(|status| status.success());
    case.expect(has_ended, || {
        let picture = display.picture("monkey");
        format!("the window can't be closed: {status:?}: {}: {}: {picture}", window.title(), log(home))
    });
    let text = log(home);
    case.expect(!text.contains("panicked"), || format!("panics: {text}"));
}

/// The longest run of one window.
const LONGEST_SOAK: Duration = Duration::from_secs(90 * 60);

/// How many bursts lie between two measurements of the memory.
const BETWEEN: usize = 20;

/// The height of the title bar, whose buttons close and minimize the window.
const TITLE_BAR: usize = 24;

/// By how much the least memory may grow from the second quarter of a run to the last one. What is open differs from time to time.
const GROWTH: u64 = 16 << 20;

/// Starts a display for one window.
pub fn prepare_soak() -> Result<Run, String> {
    require_tools()?;
    let display = Display::start()?;
    Ok(Box::new(move |case| soak(case, &display)))
}

/// Gives one window random input until the time is up. Compares the least memory early and late: what is open at the moment comes and goes,
/// but what leaks stays.
fn soak(case: &mut Case, display: &Display) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let home = folder.path();
    let Some(mut window) = open(case, display, home) else { return };
    let keys: Vec<&str> = KEYS.into_iter().filter(|&key| key != "ctrl+q").collect();
    let (began, limit) = (Instant::now(), case.limit.min(LONGEST_SOAK));
    let mut sizes: Vec<(Duration, u64)> = Vec::new();
    while began.elapsed() < limit {
        for _ in 0..BETWEEN {
            window.bring_to_front();
            burst(case, display, &window, &keys, TITLE_BAR);
            if let Some(status) = window.ended() {
                // By the menu, without changes.
                case.expect(status.success(), || format!("the window ended: {status}: {}", log(home)));
                return case.count("windows closed by the monkey");
            }
        }
        window.press(&["Escape", "Escape", "Escape"]);
        pause(Duration::from_secs(1));
        let (threads, memory) = (window.process().threads().len(), window.process().memory());
        sizes.push((began.elapsed(), memory));
        case.expect(threads <= THREADS, || format!("{threads} threads"));
        case.expect(memory <= MEMORY, || format!("{} MiB of memory", memory >> 20));
    }
    let least = |quarter: u32| {
        let all = sizes.iter().filter(|(at, _)| (limit * (quarter - 1) / 4..limit * quarter / 4).contains(at));
        all.map(|&(_, memory)| memory).min()
    };
    for quarter in 1..=4 {
        let what = format!("least memory in quarter {quarter}, in bytes");
        case.counts.extend(least(quarter).map(|memory| (what, memory)));
    }
    match (least(2), least(4)) {
        (Some(early), Some(late)) => {
            case.expect(late <= early + GROWTH, || format!("the window grew by {} MiB", late.saturating_sub(early) >> 20));
        }
        _ => case.count("runs too short to compare the memory"),
    }
    case.counts.insert("seconds of one window".to_owned(), began.elapsed().as_secs());
    rest(case, &window);
    let status = window.quit(Duration::from_secs(60));
    case.expect(status.is_some_and(|status| status.success()), || format!("the window can't be closed: {status:?}: {}", window.title()));
    let text = log(home);
    case.expect(!text.contains("panicked"), || format!("panics: {text}"));
}

/// Opens a window with a document of each puzzle.
fn open<'a>(case: &mut Case, display: &'a Display, home: &Path) -> Option<Window<'a>> {
    let files = documents(home);
    let arguments: Vec<&OsStr> = files.iter().map(|file| file.as_os_str()).collect();
    Window::start(display, home, &arguments).map_err(|why| case.fail(why)).ok()
}

/// Writes a file for each puzzle.
fn documents(home: &Path) -> Vec<PathBuf> {
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

fn log(home: &Path) -> String {
    let text = fs::read_to_string(home.join("log")).unwrap_or_default();
    text.lines().rev().take(10).collect::<Vec<_>>().join(" | ")
}

const KEYS: [&str; 62] = [
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
fn burst(case: &mut Case, display: &Display, window: &Window<'_>, keys: &[&str], top: usize) {
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

/// Waits until no job runs, and checks that the window then uses no processor time.
fn rest(case: &mut Case, window: &Window<'_>) {
    let process = window.process();
    window.bring_to_front();
    window.press(&["Escape", "Escape", "Escape"]);
    display_away(window);
    let is_idle = || {
        !process
            .threads()
            .iter()
            .any(|thread| ["search", "analysis", "hints", "trace", "compar", "simulat", "oppon"].iter().any(|job| thread.contains(job)))
    };
    if !await_true(Duration::from_secs(20), is_idle) {
        return case.count("windows that still searched at the end");
    }
    // An animation or a notice may last a few seconds more.
    pause(Duration::from_secs(7));
    let before = process.processor_time();
    pause(Duration::from_secs(2));
    let used = process.processor_time() - before;
    case.took("idle, processor time in 2 s", used, Duration::from_millis(40));
}

/// Moves the pointer away from everything that could be under it.
fn display_away(window: &Window<'_>) {
    window.display().xdotool(["mousemove", "1279", "799"]);
}
