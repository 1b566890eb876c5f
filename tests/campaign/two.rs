//! Two windows on one file and one home folder: nobody's work is overwritten without a question, and both add to the recent files and to
//! the results of games.

use std::{collections::BTreeMap, ffi::OsStr, fs, path::Path, time::Duration};

use quincunx::{
    board::Board,
    date::Date,
    for_every_puzzle,
    game::{CHALLENGE, End, Game},
    gui::{app::Recent, play::Record, tab_settings},
    puzzles,
    results::GameResult,
    workbench::file::{self, SaveFile},
};

use super::{
    Run,
    case::Case,
    desk::{Display, Window, await_true, pause, require_tools},
};

/// How long a file may take to be written.
const WRITING: Duration = Duration::from_secs(10);

/// Starts two displays, so that both windows have the keyboard.
pub fn prepare() -> Result<Run, String> {
    require_tools()?;
    let displays = [Display::start()?, Display::start()?];
    macro_rules! cases {
        ($($puzzle:ty),* $(,)?) => { vec![$(one_file::<$puzzle>),*] };
    }
    let cases: Vec<fn(&mut Case, &[Display; 2])> = for_every_puzzle!(cases);
    Ok(Box::new(move |case| {
        let one_file = *case.pick(&cases);
        one_file(case, &displays);
    }))
}

fn one_file<P: Board>(case: &mut Case, displays: &[Display; 2]) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let home = folder.path();
    let shared = home.join("shared.ron");
    case.begin(format!("{}, {home:?}", P::KEY));
    let mut state = || P::deal(case.random.below(1 << 32));
    let (first, of_one, of_other) = (state(), state(), state());
    if P::BOARD_EXTRAS.moves(&first) > 0 {
        // To paste would discard the moves of the game, so that opens another document.
        return case.count("skipped games");
    }
    write::<P>(&shared, &first);
    let own: Vec<_> = (0..2).map(|number| home.join(format!("own-{number}.ron"))).collect();
    own.iter().for_each(|path| write::<P>(path, &first));
    let mut windows = Vec::new();
    for (display, own) in displays.iter().zip(&own) {
        // The shared file is opened last, so it is shown.
        let arguments: [&OsStr; 2] = [own.as_os_str(), shared.as_os_str()];
        match Window::start(display, home, &arguments) {
            Ok(window) => windows.push(window),
            Err(why) => return case.fail(why),
        }
    }
    let [one, other] = windows.as_mut_slice() else { return };
    let seeds = [one, other].map(|window| restore_results::<P>(case, window, home));
    let [one, other] = windows.as_mut_slice() else { return };
    let [text_of_one, text_of_other] = [&of_one, &of_other].map(P::write_text);
    let (Ok(of_one), Ok(of_other)) = (P::read_text(&text_of_one, &first), P::read_text(&text_of_other, &first)) else { return };
    one.paste(&text_of_one);
    one.press(&["ctrl+s"]);
    let is_saved = await_true(WRITING, || read::<P>(&shared).as_ref() == Some(&of_one));
    case.expect(is_saved, || format!("the first window doesn't save: {}", one.title()));
    other.paste(&text_of_other);
    let is_pasted = await_true(WRITING, || other.copy() == text_of_other);
    case.expect(is_pasted, || format!("nothing was pasted into the second window: {}", other.title()));
    other.press(&["ctrl+s"]);
    pause(Duration::from_millis(1_500));
    case.expect(read::<P>(&shared).as_ref() == Some(&of_one), || "the second window replaced the file without a question".to_owned());
    case.count("questions before replacing");
    // Cancel, then save under another name: nothing of either is lost.
    other.press(&["Escape"]);
    let elsewhere = home.join("elsewhere.ron");
    other.type_path("ctrl+alt+s", &elsewhere);
    let is_saved = await_true(WRITING, || read::<P>(&elsewhere).as_ref() == Some(&of_other));
    case.expect(is_saved, || "the second window doesn't save under another name".to_owned());
    // Close at nearly the same time.
    let delay = Duration::from_millis(case.random.below(300));
    one.press(&["ctrl+q"]);
    pause(delay);
    other.press(&["ctrl+q"]);
    for window in [one, other] {
        let status = window.quit(Duration::from_secs(30));
        case.expect(status.is_some_and(|status| status.success()), || format!("a window ended with {status:?}: {}", window.title()));
    }
    let recent = fs::read_to_string(home.join("quincunx/notes/recent.ron")).unwrap_or_default();
    let recent: Recent = tab_settings::parse(&recent).unwrap_or_default();
    for path in own.iter().chain([&shared, &elsewhere]) {
        case.expect(recent.paths().contains(path), || format!("{} isn't among the recent files: {:?}", path.display(), recent.paths()));
    }
    let scores = fs::read_to_string(home.join(format!("quincunx/notes/{}.games.ron", P::KEY))).unwrap_or_default();
    let lost: Vec<_> = seeds.as_flattened().iter().filter(|seed| !scores.contains(&seed.to_string())).collect();
    case.expect(lost.is_empty(), || format!("results are lost: {lost:?} of {seeds:?}: {scores}"));
    *case.counts.entry("results of games kept".to_owned()).or_default() += seeds.as_flattened().len() as u64;
    let left = super::desk::recovery_files(home);
    case.expect(left.is_empty(), || format!("recovery files are left: {left:?}"));
}

/// Restores a backup with results of games in this window, which adds them to its own. Returns the seeds of the games, by which they can
/// be found again.
fn restore_results<P: Board>(case: &mut Case, window: &Window<'_>, home: &Path) -> [u64; 2] {
    let seeds = [(); 2].map(|()| 1_000_000_000 + case.random.below(1_000_000_000));
    let mut record = Record::default();
    record.results = seeds
        .map(|seed| {
            let game = Game { seed, elapsed_ms: 60_000, end: Some(End::Solved), ..Game::new(CHALLENGE) };
            GameResult::new(Date::after_1970(20_000), game)
        })
        .to_vec()
        .into();
    let backup = BTreeMap::from([(format!("{}.games", P::KEY), record.remember())]);
    let path = home.join(format!("results-{}.backup.ron", seeds[0]));
    fs::write(&path, ron::to_string(&backup).expect("texts")).unwrap();
    window.type_path("ctrl+l", &path);
    pause(Duration::from_millis(500));
    seeds
}

fn write<P: Board>(path: &Path, state: &P::State) {
    fs::write(path, puzzles::write::<P>(&SaveFile::untitled(state.clone()))).unwrap();
}

fn read<P: Board>(path: &Path) -> Option<P::State> {
    file::load(path).and_then(|text| puzzles::read::<P>(&text)).ok().map(|document| document.state)
}
