//! Kills at other moments than those of [`super::kills`]: while a game is played, while the window closes, and while it starts.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use quincunx::{
    board::Board,
    game::Game,
    puzzles,
    workbench::file::{self, SaveFile},
};

use super::{
    case::Case,
    desk::{Display, Window, await_true, pause, recovery_files},
    kills::{Entry, MOST_LOST, SLACK, compare, kill_after, restore},
};

/// What moves something in a game of some tab. Tab isn't among them: it leads to the other tabs.
const MOVES: [&str; 15] =
    ["shift+h", "shift+h", "shift+h", "h", "Return", "space", "Left", "Right", "Up", "Down", "1", "a", "v", "z", "ctrl+z"];

/// Plays the daily puzzle until the window is killed. Afterwards the game must be on the disk as it was, with its moves and its clock.
pub fn played<P: Board>(case: &mut Case, display: &Display) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let home = folder.path();
    let path = home.join("work.ron");
    fs::write(&path, puzzles::write::<P>(&SaveFile::untitled(P::deal(0)))).unwrap();
    let mut window = match Window::start(display, home, &[path.as_os_str()]) {
        Ok(window) => window,
        Err(why) => return case.fail(why),
    };
    case.begin(format!("a game, {}, {home:?}", P::KEY));
    let asked = Instant::now();
    window.press(&["ctrl+d"]);
    // Making the puzzle may take a while. It is the document that is shown then.
    pause(Duration::from_secs(2));
    let document = |window: &Window<'_>| window.title().split(" · ").next().unwrap_or_default().trim_end_matches([' ', '*']).to_owned();
    let (Some(beginning), shown) = (window.copy_within(Duration::from_secs(10)), document(&window)) else {
        return case.fail("nothing is copied");
    };
    let killing = kill_after(&window, Duration::from_millis(1_000 + case.random.below(9_000)));
    // In a game with a record, these may look back at an earlier position, which is then what is copied.
    let looks_back = |key: &&str| matches!(*key, "Left" | "Right") && P::BOARD_EXTRAS.record.is_some();
    let moves: Vec<&str> = MOVES.into_iter().filter(|key| !looks_back(key)).collect();
    // Since when the window has shown a text: from before the keys that led to it.
    let mut journal: Vec<(Instant, String)> = vec![(Instant::now(), beginning.clone())];
    while window.ended().is_none() {
        let at = Instant::now();
        let keys: Vec<&str> = (0..1 + case.below(3)).map(|_| *case.pick(&moves)).collect();
        window.press(&keys);
        *case.counts.entry("keys in games".to_owned()).or_default() += keys.len() as u64;
        match window.copy_within(Duration::from_secs(3)) {
            // Some key leads to another document, of which nothing is in the journal.
            Some(_) if document(&window) != shown => break,
            Some(text) if journal.last().is_none_or(|(_, last)| *last != text) => journal.push((at, text)),
            Some(_) => {}
            None => break,
        }
    }
    let killed = killing.join().unwrap_or_else(|_| Instant::now());
    drop(window);
    case.count("kills");
    case.count("kills of games");
    let recovery = recovery_files(home);
    // The beginning of the daily puzzle can be had again, so it is nothing that could get lost.
    let mut texts = vec![beginning];
    for path in &recovery {
        match file::load(path).and_then(|text| puzzles::read::<P>(&text)) {
            Ok(document) => {
                let played = killed.saturating_duration_since(asked);
                let is_timed = |game: &Game| Duration::from_millis(game.elapsed_ms) <= played;
                let game = document.game.as_ref();
                case.expect(game.is_some_and(is_timed), || format!("{} has lost its game, or its time: {game:?}", path.display()));
                texts.push(P::write_text(&document.state));
            }
            Err(error) => case.fail(format!("{} can't be read: {error}", path.display())),
        }
    }
    if journal.len() == 1 {
        return case.count("killed games without moves");
    }
    let newest = journal.iter().rposition(|(_, text)| texts.contains(text)).unwrap_or(0);
    let lost = journal.get(newest + 1).map_or(Duration::ZERO, |(at, _)| killed.saturating_duration_since(*at));
    let peak = case.counts.entry("most lost of a game, in ms".to_owned()).or_default();
    *peak = (lost.as_millis() as u64).max(*peak);
    case.expect(lost <= MOST_LOST + SLACK, || format!("lost {lost:?} of a game: {journal:?}, but the disk has {texts:?}"));
    restore::<P>(case, display, home);
}

/// Closes a window with an edit, which asks nothing, and kills it meanwhile. The edit must be in the file or in a recovery file, once it is
/// older than a kill may lose.
pub fn closed<P: Board>(case: &mut Case, display: &Display) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let home = folder.path();
    let Some((path, mut window, journal)) = edited_once::<P>(case, display, home) else { return };
    case.begin(format!("closing, {}, {home:?}", P::KEY));
    pause(Duration::from_millis(case.random.below(4_000)));
    let killing = kill_after(&window, Duration::from_millis(case.random.below(900)));
    window.press(&["ctrl+q"]);
    await_true(Duration::from_secs(5), || window.ended().is_some());
    let killed = killing.join().unwrap_or_else(|_| Instant::now());
    case.count(if window.ended().is_some_and(|status| status.success()) { "closed before the kill" } else { "kills" });
    case.count("kills while closing");
    drop(window);
    compare::<P>(case, home, &path, &journal, &[], killed);
    restore::<P>(case, display, home);
}

/// Starts the program several times after a crash and kills it at once. What it would have offered to restore must still be there.
pub fn started<P: Board>(case: &mut Case, display: &Display) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let home = folder.path();
    let Some((path, mut window, journal)) = edited_once::<P>(case, display, home) else { return };
    case.begin(format!("starting, {}, {home:?}", P::KEY));
    let Some(Entry { state, .. }) = journal.last() else { return };
    let is_kept = || {
        let read = |path: &Path| file::load(path).and_then(|text| puzzles::read::<P>(&text)).is_ok_and(|document| document.state == *state);
        recovery_files(home).iter().any(|path| read(path))
    };
    let is_written = await_true(MOST_LOST + SLACK, is_kept);
    case.expect(is_written, || "an edit has no recovery file in time".to_owned());
    window.kill();
    case.count("kills");
    for _ in 0..4 {
        let arguments: &[&OsStr] = if case.one_in(2) { &[] } else { &[path.as_os_str()] };
        match Window::spawn(display, home, arguments) {
            Ok(mut window) => {
                pause(Duration::from_millis(case.random.below(1_500)));
                window.kill();
            }
            Err(why) => return case.fail(why),
        }
        case.count("kills");
        case.count("kills while starting");
        case.expect(is_kept(), || "a kill while starting has lost a recovery file".to_owned());
    }
    restore::<P>(case, display, home);
}

/// A file, the window that shows it, and the journal of what was done there.
type Edited<'a, P> = (PathBuf, Window<'a>, Vec<Entry<<P as quincunx::puzzle::Types>::State>>);

/// Opens a file and pastes another position. Returns the file, the window and the journal; `None` if this deal is a game.
fn edited_once<'a, P: Board>(case: &mut Case, display: &'a Display, home: &Path) -> Option<Edited<'a, P>> {
    let path = home.join("work.ron");
    let first = P::deal(case.random.below(1 << 32));
    let text = P::write_text(&P::deal(case.random.below(1 << 32)));
    let state = P::read_text(&text, &first).ok()?;
    if P::BOARD_EXTRAS.moves(&first) > 0 || state == first {
        // To paste would discard the moves of the game, so that opens another document.
        case.count("skipped games");
        return None;
    }
    fs::write(&path, puzzles::write::<P>(&SaveFile::untitled(first.clone()))).unwrap();
    let window = match Window::start(display, home, &[path.as_os_str()]) {
        Ok(window) => window,
        Err(why) => {
            case.fail(why);
            return None;
        }
    };
    let mut journal = vec![Entry { at: Instant::now(), state: first }];
    let at = Instant::now();
    if !window.paste(&text) {
        case.fail("nothing is pasted");
        return None;
    }
    journal.push(Entry { at, state });
    case.count("edits");
    Some((path, window, journal))
}
