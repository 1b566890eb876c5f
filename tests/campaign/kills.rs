//! The window, killed at random moments while it edits, saves, exports and searches. Afterwards, a journal of what was done is compared
//! with what the disk has.

use std::{
    ffi::OsStr,
    fs,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use quincunx::{
    board::Board,
    for_every_puzzle,
    game::Game,
    puzzle::Puzzle,
    puzzles::{self, soma::Soma, virus_war::VirusWar},
    workbench::file::{self, SaveFile},
};

use super::{
    Run,
    case::Case,
    corpus,
    desk::{Display, Window, await_true, pause, recovery_files, require_tools},
    moments,
};

/// What a kill may lose of edits, which is when a recovery file is due after a change.
pub const MOST_LOST: Duration = Duration::from_secs(2);

/// What a kill may lose of a running search, which is the time from one checkpoint to the next. Each is written at once.
const MOST_REPEATED: Duration = Duration::from_secs(1);

/// How much later a key may arrive and a file may be written on a busy machine.
pub const SLACK: Duration = Duration::from_millis(1500);

/// A case of one puzzle.
type OfPuzzle = fn(&mut Case, &Display);

/// Starts a display.
pub fn prepare() -> Result<Run, String> {
    require_tools()?;
    let display = Display::start()?;
    macro_rules! cases {
        ($($puzzle:ty),* $(,)?) => {
            vec![$([edited::<$puzzle>, edited::<$puzzle>, moments::played::<$puzzle>, moments::closed::<$puzzle>, moments::started::<$puzzle>]),*]
        };
    }
    let cases: Vec<[OfPuzzle; 5]> = for_every_puzzle!(cases);
    let paused = corpus::paused::<Soma>(bedlam()?, Duration::from_millis(300)).ok_or("the search ended before it was paused")?;
    Ok(Box::new(move |case| {
        if case.one_in(5) {
            return searched(case, &display, &paused);
        }
        let of_puzzle = *case.pick(&cases);
        case.pick(&of_puzzle)(case, &display);
    }))
}

/// Returns a position with a long search.
fn bedlam() -> Result<&'static str, String> {
    let presets = Soma::presets();
    presets.iter().find(|preset| preset.key == "bedlam").map(|preset| preset.ron).ok_or_else(|| "no preset bedlam".to_owned())
}

/// Kills the process with this number after this long.
pub fn kill_after(window: &Window<'_>, after: Duration) -> std::thread::JoinHandle<Instant> {
    let id = window.process().id().to_string();
    std::thread::spawn(move || {
        pause(after);
        let now = Instant::now();
        let _ = Command::new("kill").args(["-9", &id]).status();
        now
    })
}

/// A position that the document has had, and since when.
pub struct Entry<S> {
    /// Since when.
    pub at: Instant,
    /// The position.
    pub state: S,
}

/// Edits, saves and exports a document until the window is killed. Then compares the disk with the journal, and restores the document.
fn edited<P: Board>(case: &mut Case, display: &Display) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let home = folder.path();
    let path = home.join("work.ron");
    let first = P::deal(case.random.below(1 << 32));
    if P::BOARD_EXTRAS.moves(&first) > 0 {
        // To paste would discard the moves of the game, so that opens another document.
        return case.count("skipped games");
    }
    fs::write(&path, puzzles::write::<P>(&SaveFile::untitled(first.clone()))).unwrap();
    let mut window = match Window::start(display, home, &[path.as_os_str()]) {
        Ok(window) => window,
        Err(why) => return case.fail(why),
    };
    case.begin(format!("{}, {:?}", P::KEY, home));
    let mut journal = vec![Entry { at: Instant::now(), state: first.clone() }];
    let mut undo = vec![first.clone()];
    let mut saves: Vec<Instant> = Vec::new();
    let killing = kill_after(&window, Duration::from_millis(300 + case.random.below(7_000)));
    while window.ended().is_none() {
        match case.below(20) {
            0..12 => {
                let text = P::write_text(&P::deal(case.random.below(1 << 32)));
                let Ok(state) = P::read_text(&text, &journal[journal.len() - 1].state) else { break };
                let at = Instant::now();
                if !window.paste(&text) {
                    break;
                }
                if state != journal[journal.len() - 1].state {
                    undo.push(state.clone());
                    journal.push(Entry { at, state });
                }
                case.count("edits");
            }
            12..14 if undo.len() > 1 => {
                undo.pop();
                let state = undo[undo.len() - 1].clone();
                journal.push(Entry { at: Instant::now(), state });
                window.press(&["ctrl+z"]);
                case.count("undone edits");
            }
            14..17 => {
                window.press(&["ctrl+s"]);
                saves.push(Instant::now());
                case.count("saves");
            }
            17 => {
                window.press(&["ctrl+e"]);
                // What to export is asked first, then the path, once the system has shown no dialog, and last whether to replace a picture
                // that exists. Each question suggests an answer.
                for _ in 0..3 {
                    pause(Duration::from_millis(450));
                    window.press(&["Return"]);
                }
                // A question that is still open would take the keys that follow, and the journal would have edits that nobody made.
                while window.ended().is_none() && window.leave_dialogs_within(1).is_none() {}
                case.count("exports");
            }
            18 => window.press(&["F5"]),
            _ => pause(Duration::from_millis(case.random.below(2_500))),
        }
    }
    let killed = killing.join().unwrap_or_else(|_| Instant::now());
    drop(window);
    case.count("kills");
    compare::<P>(case, home, &path, &journal, &saves, killed);
    check_pictures(case, home);
    restore::<P>(case, display, home);
}

/// Compares the file and the recovery files with the journal.
pub fn compare<P: Board>(case: &mut Case, home: &Path, path: &Path, journal: &[Entry<P::State>], saves: &[Instant], killed: Instant) {
    let read = |path: &Path| file::load(path).and_then(|text| puzzles::read::<P>(&text)).map(|document| document.state);
    let mut found = Vec::new();
    match read(path) {
        Ok(state) => found.push(state),
        Err(error) => case.fail(format!("the file can't be read: {error}")),
    }
    let recovery = recovery_files(home);
    for path in &recovery {
        match read(path) {
            Ok(state) => found.push(state),
            Err(error) => case.fail(format!("{} can't be read: {error}", path.display())),
        }
    }
    // The newest entry of the journal that is on the disk, and how long it was out of date.
    let newest = journal.iter().rposition(|entry| found.contains(&entry.state));
    let lost = newest.map(|newest| journal.get(newest + 1).map_or(Duration::ZERO, |next| killed.saturating_duration_since(next.at)));
    let Some(lost) = lost else { return case.fail("nothing of the journal is on the disk") };
    let peak = case.counts.entry("most lost, in ms".to_owned()).or_default();
    *peak = (lost.as_millis() as u64).max(*peak);
    case.expect(lost <= MOST_LOST + SLACK, || {
        format!("lost {lost:?} of {} edits, {} recovery files, saves {:?} ago", journal.len(), recovery.len(), ages(saves, killed))
    });
    let left =
        fs::read_dir(home).into_iter().flatten().flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(".quincunx-"));
    case.expect(left.count() <= 1, || "several temporary files are left".to_owned());
}

fn ages(saves: &[Instant], killed: Instant) -> Vec<Duration> {
    saves.iter().map(|&save| killed.saturating_duration_since(save)).collect()
}

fn check_pictures(case: &mut Case, home: &Path) {
    let files = fs::read_dir(home).into_iter().flatten().flatten().map(|file| file.path());
    for picture in files.filter(|path| path.extension().is_some_and(|extension| extension == "svg")) {
        let svg = fs::read_to_string(&picture).unwrap_or_default();
        case.expect(svg.trim_end().ends_with("</svg>"), || format!("half a picture: {svg}"));
        case.count("pictures written");
    }
}

/// Starts the window again, restores what it offers, and compares that with the recovery file. Kills the window once more, after which
/// the document must still be there.
pub fn restore<P: Board>(case: &mut Case, display: &Display, home: &Path) {
    let files = recovery_files(home);
    let [file] = files.as_slice() else {
        case.expect(files.is_empty(), || format!("{} recovery files of one document", files.len()));
        return;
    };
    let Ok(expected) = file::load(file).and_then(|text| puzzles::read::<P>(&text)) else { return };
    let text = P::write_text(&expected.state);
    // The opponent of a problem replies by itself.
    let may_go_on = expected.game.is_some() && P::KEY == VirusWar::KEY;
    let whose_turn = |text: &str| text.lines().last().map(str::to_owned);
    let is_same = |copied: &str| copied == text || may_go_on && whose_turn(copied).is_some() && whose_turn(copied) != whose_turn(&text);
    for _ in 0..2 {
        // After a normal end, the documents are opened without a question.
        let is_asked = recovery_files(home).iter().all(|path| !path.with_file_name("closed").exists());
        let mut window = match Window::start(display, home, &[]) {
            Ok(window) => window,
            Err(why) => return case.fail(format!("after a kill: {why}")),
        };
        pause(Duration::from_millis(300));
        if is_asked {
            window.press(&["Return"]);
        }
        let is_back = await_true(Duration::from_secs(20), || is_same(&window.copy()));
        case.expect(is_back, || format!("restored {:?} instead of {text:?}", window.copy()));
        case.count("restored documents");
        pause(Duration::from_millis(case.random.below(3_000)));
        window.kill();
        case.count("kills");
        let files = recovery_files(home);
        let is_kept = |path: &std::path::PathBuf| {
            let has_all = |document: SaveFile<P::State>| {
                let has_moves = P::BOARD_EXTRAS.moves(&expected.state) <= P::BOARD_EXTRAS.moves(&document.state);
                (document.state == expected.state || may_go_on && has_moves) && continues(&document.game, &expected.game)
            };
            file::load(path).and_then(|text| puzzles::read::<P>(&text)).is_ok_and(has_all)
        };
        case.expect(files.iter().any(is_kept), || format!("a restored document, or the time of its game, is lost: {files:?}"));
    }
}

/// Whether the game is the earlier one, with all that had been done and with no less time on its clock.
fn continues(game: &Option<Game>, earlier: &Option<Game>) -> bool {
    match (game, earlier) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(game), Some(earlier)) => {
            game.kind == earlier.kind && game.moves.starts_with(&earlier.moves) && earlier.elapsed_ms <= game.elapsed_ms
        }
    }
}

/// Resumes a search from a file, and kills the window. At most a second of the search may be repeated, however long it ran. What the disk
/// has is the newest recovery file, or the file itself as long as there is none.
fn searched(case: &mut Case, display: &Display, paused: &str) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let home = folder.path();
    let path = home.join("search.ron");
    fs::write(&path, paused).unwrap();
    let arguments: [&OsStr; 1] = [path.as_os_str()];
    let mut window = match Window::start(display, home, &arguments) {
        Ok(window) => window,
        Err(why) => return case.fail(why),
    };
    case.begin(format!("a search, {home:?}"));
    let before = elapsed(paused).unwrap_or(0);
    window.press(&["F7"]);
    let began = Instant::now();
    pause(Duration::from_millis(case.random.below(9_000)));
    window.kill();
    let ran = began.elapsed();
    case.count("kills");
    case.count("kills of running searches");
    let files = recovery_files(home);
    let mut saved = before;
    for path in &files {
        match elapsed(&fs::read_to_string(path).unwrap_or_default()) {
            Some(elapsed) => saved = saved.max(elapsed),
            None => case.fail(format!("{} has no search that can be read", path.display())),
        }
    }
    let repeated = ran.saturating_sub(Duration::from_millis(saved - before));
    let peak = case.counts.entry("most of a search repeated, in ms".to_owned()).or_default();
    *peak = (repeated.as_millis() as u64).max(*peak);
    case.expect(repeated <= MOST_REPEATED + SLACK, || {
        format!("{repeated:?} of a search that ran {ran:?} are lost, {} recovery files", files.len())
    });
    resumed(case, display, home, saved, &path);
}

/// Starts the window again, and restores and resumes the search. What had been saved of it must not be lost by that.
fn resumed(case: &mut Case, display: &Display, home: &Path, saved: u64, path: &Path) {
    let is_restored = !recovery_files(home).is_empty();
    let arguments: &[&OsStr] = if is_restored { &[] } else { &[path.as_os_str()] };
    let mut window = match Window::start(display, home, arguments) {
        Ok(window) => window,
        Err(why) => return case.fail(format!("after a kill: {why}")),
    };
    pause(Duration::from_millis(300));
    if is_restored {
        // Confirms that unsaved work is restored.
        window.press(&["Return"]);
    }
    let newest = || recovery_files(home).iter().filter_map(|path| elapsed(&fs::read_to_string(path).ok()?)).max();
    // A search that has come further than before was resumed from there. The key may come before the document.
    let has_continued = await_true(Duration::from_secs(20), || {
        if newest().is_none_or(|newest| newest <= saved) {
            window.press(&["F7"]);
            await_true(Duration::from_secs(3), || newest().is_some_and(|newest| saved < newest))
        } else {
            true
        }
    });
    case.expect(has_continued, || format!("the search isn't resumed: {saved} ms before, {:?} after", newest()));
    case.count("searches resumed after a kill");
    window.kill();
    case.count("kills");
}

/// Returns how long the search in a file has run, in milliseconds.
fn elapsed(text: &str) -> Option<u64> {
    puzzles::read::<Soma>(text).ok()?.search.map(|search| search.elapsed_ms)
}
