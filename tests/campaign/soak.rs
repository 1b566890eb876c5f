//! One window under random input for as long as the run: does its memory grow?

use std::{
    path::Path,
    time::{Duration, Instant},
};

use super::{
    Run,
    case::Case,
    desk::{Display, Window, await_true, pause, require_tools},
    monkey::{KEYS, MEMORY, TABS, THREADS, burst, documents, leave_dialogs, log, open, rest},
};

/// The longest run of one window.
const LONGEST_SOAK: Duration = Duration::from_secs(90 * 60);

/// The shortest run in which the memory is compared. Before that, the window sees much for the first time.
const SHORTEST: Duration = Duration::from_secs(30 * 60);

/// The C library, whose memory the graphics driver uses, keeps up to 64 MB of freed memory for reuse, the more the longer a program runs.
/// With these variables it returns it.
const RETURNING: &[(&str, &str)] = &[("MALLOC_TRIM_THRESHOLD_", "131072"), ("MALLOC_MMAP_THRESHOLD_", "131072")];

/// How many bursts lie between two measurements of the memory.
const BETWEEN: usize = 40;

/// The height of the title bar, whose buttons close and minimize the window.
const TITLE_BAR: usize = 24;

/// How many steps lead from the usual size of the text to the largest one. The smallest one is nearer.
const ENLARGEMENTS: usize = 15;

/// By how much the least memory may grow in an hour.
const GROWTH: u64 = 1 << 20;

/// By how much it may differ beside that: the system gives memory in pages, and the window keeps glyphs that it has drawn.
const DIFFERENCE: u64 = 4 << 20;

/// Starts a display for one window.
pub fn prepare() -> Result<Run, String> {
    require_tools()?;
    let display = Display::start()?.with_variables(RETURNING);
    Ok(Box::new(move |case| soak(case, &display)))
}

/// Gives one window random input until the time is up. From time to time it closes all documents, so that what is open is the same each
/// time, and measures the memory and the threads. What grows then leaks.
fn soak(case: &mut Case, display: &Display) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let home = folder.path();
    let Some(mut window) = open(case, display, home) else { return };
    let keys: Vec<&str> = KEYS.into_iter().filter(|&key| key != "ctrl+q").collect();
    let (began, limit) = (Instant::now(), case.limit.min(LONGEST_SOAK));
    let mut sizes: Vec<(Duration, u64)> = Vec::new();
    let mut most_threads = 0;
    while began.elapsed() < limit {
        for _ in 0..BETWEEN {
            window.bring_to_front();
            burst(case, display, &window, &keys, TITLE_BAR);
            if let Some(status) = window.ended() {
                // By the menu, without changes.
                case.expect(status.success(), || format!("the window ended: {status}: {}", log(home)));
                return case.count("windows closed by the monkey");
            }
            let (threads, memory) = (window.process().threads().len(), window.process().memory());
            most_threads = threads.max(most_threads);
            case.expect(threads <= THREADS, || format!("{threads} threads"));
            case.expect(memory <= MEMORY, || format!("{} MiB of memory", memory >> 20));
        }
        if !leave_dialogs(case, &window) {
            return;
        }
        if !close_documents(&window) {
            case.count("measurements without all documents closed");
            continue;
        }
        // The picture of the window takes memory by its size, and its glyphs by the size of the text. Those that aren't drawn any more are
        // kept until the text is so large that it needs another texture.
        display.xdotool(["windowsize", window.id(), "1280", "780"]);
        window.press(&["ctrl+alt+plus"; 2 * ENLARGEMENTS]);
        pause(Duration::from_secs(2));
        window.press(&["ctrl+alt+minus"; ENLARGEMENTS]);
        window.press(&["ctrl+0", "ctrl+1"]);
        if !await_true(Duration::from_secs(20), || window.process().jobs().is_empty()) {
            case.fail(format!("jobs without documents: {:?}", window.process().jobs()));
        }
        let process = window.process();
        let memory = process.own_memory();
        let [own, all] = [memory, process.memory()].map(|memory| memory as f64 / f64::from(1 << 20));
        println!("{:6.0} s  {own:7.1} MiB, with files {all:7.1} MiB  {} threads", began.elapsed().as_secs_f64(), process.threads().len());
        sizes.push((began.elapsed(), memory));
        open_documents(&window, home);
    }
    case.counts.insert("threads, most".to_owned(), most_threads as u64);
    case.counts.insert("measurements".to_owned(), sizes.len() as u64);
    compare_sizes(case, &sizes, limit);
    case.counts.insert("seconds of one window".to_owned(), began.elapsed().as_secs());
    rest(case, &window, home);
    let status = window.quit(Duration::from_secs(60));
    case.expect(status.is_some_and(|status| status.success()), || format!("the window can't be closed: {status:?}: {}", window.title()));
    let text = log(home);
    case.expect(!text.contains("panicked"), || format!("panics: {text}"));
}

/// Compares the least memory in the second quarter of the time with that in the last one.
fn compare_sizes(case: &mut Case, sizes: &[(Duration, u64)], limit: Duration) {
    let least = |quarter: u32| {
        let all = sizes.iter().filter(|(at, _)| (limit * (quarter - 1) / 4..limit * quarter / 4).contains(at));
        all.map(|&(_, memory)| memory).min()
    };
    for quarter in 1..=4 {
        let what = format!("least memory in quarter {quarter}, in bytes");
        case.counts.extend(least(quarter).map(|memory| (what, memory)));
    }
    let (Some(early), Some(late)) = (least(2), least(4)) else { return case.count("runs too short to compare the memory") };
    if limit < SHORTEST {
        return case.count("runs too short to compare the memory");
    }
    let allowed = (GROWTH as f64 * (limit / 2).as_secs_f64() / 3600.0) as u64 + DIFFERENCE;
    case.expect(late <= early + allowed, || format!("the window grew by {} KiB", late.saturating_sub(early) >> 10));
}

/// Closes all documents of all tabs, without saving them. Each tab then shows its first example. Returns whether that worked.
fn close_documents(window: &Window<'_>) -> bool {
    (1..=TABS).all(|tab| {
        window.press(&[&format!("ctrl+{tab}")]);
        // After the last document closing one changes nothing any more.
        let mut titles: Vec<String> = Vec::new();
        for attempt in 0..100 {
            window.press(&["ctrl+w"]);
            if window.copy_within(Duration::from_millis(500)).is_none() {
                // The question has the buttons Save, Discard and Cancel.
                window.press(&["Tab"; 3][..2 + attempt / 5 % 2]);
                window.press(&["Return"]);
                if window.leave_dialogs().is_none() {
                    return false;
                }
            }
            titles.push(window.title());
            if titles.len() >= 3 && titles[titles.len() - 3..].iter().all(|title| *title == titles[titles.len() - 1]) {
                return true;
            }
        }
        false
    })
}

/// Opens a file of each puzzle.
fn open_documents(window: &Window<'_>, home: &Path) {
    for file in documents(home) {
        window.type_path("ctrl+l", &file);
        pause(Duration::from_millis(200));
    }
}
