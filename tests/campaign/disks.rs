//! Saving and opening where that is impossible: a full disk, a missing folder, a pipe, no rights. The window must keep the position, leave
//! what is there unchanged, and save once the obstacle is gone.

use std::{
    ffi::OsStr,
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use quincunx::{
    board::Board,
    puzzles::{self, meteor::Meteor, voltorb_flip::VoltorbFlip},
    workbench::file::{self, SaveFile},
};

use super::{
    Run,
    case::Case,
    desk::{Display, Window, await_true, pause, recovery_files, require_tools},
};

/// How long saving may take on a busy machine.
const WRITING: Duration = Duration::from_secs(10);

/// Starts a display.
pub fn prepare() -> Result<Run, String> {
    require_tools()?;
    let display = Display::start()?;
    Ok(Box::new(move |case| {
        let save = if case.one_in(2) { run::<Meteor> } else { run::<VoltorbFlip> };
        save(case, &display);
    }))
}

/// What keeps a file from being saved.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Obstacle {
    FullDisk,
    ReadOnlyDisk,
    NoRights,
    MissingFolder,
    FileForFolder,
    Folder,
    Pipe,
    DanglingLink,
    LinkToItself,
    ChangedMeanwhile,
    Vanished,
    HomeIsAFile,
    OpeningAFolder,
    OpeningAPipe,
    OpeningALargeFile,
    OpeningBytes,
    OpeningNothing,
}

const OBSTACLES: [Obstacle; 17] = [
    Obstacle::FullDisk,
    Obstacle::ReadOnlyDisk,
    Obstacle::NoRights,
    Obstacle::MissingFolder,
    Obstacle::FileForFolder,
    Obstacle::Folder,
    Obstacle::Pipe,
    Obstacle::DanglingLink,
    Obstacle::LinkToItself,
    Obstacle::ChangedMeanwhile,
    Obstacle::Vanished,
    Obstacle::HomeIsAFile,
    Obstacle::OpeningAFolder,
    Obstacle::OpeningAPipe,
    Obstacle::OpeningALargeFile,
    Obstacle::OpeningBytes,
    Obstacle::OpeningNothing,
];

fn run<P: Board>(case: &mut Case, display: &Display) {
    let obstacle = *case.pick(&OBSTACLES);
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let home = folder.path();
    case.begin(format!("{obstacle:?}, {}", P::KEY));
    let own = home.join("own.ron");
    let first = P::deal(case.random.below(1 << 32));
    fs::write(&own, puzzles::write::<P>(&SaveFile::untitled(first.clone()))).unwrap();
    let Some(target) = put(obstacle, home) else {
        return case.count(&format!("skipped, since this user can't prepare it: {obstacle:?}"));
    };
    save::<P>(case, display, obstacle, home, &own, &target, &first);
    // A mounted disk must be gone before its folder can be removed.
    let _ = Command::new("umount").arg("-l").arg(home.join("disk")).stderr(Stdio::null()).status();
    case.count(&format!("{obstacle:?}"));
}

fn save<P: Board>(case: &mut Case, display: &Display, obstacle: Obstacle, home: &Path, own: &Path, target: &Path, first: &P::State) {
    let arguments: [&OsStr; 1] = [own.as_os_str()];
    let mut window = match Window::start(display, home, &arguments) {
        Ok(window) => window,
        Err(why) => return case.fail(why),
    };
    let text = P::write_text(&P::deal(case.random.below(1 << 32)));
    let Ok(expected) = P::read_text(&text, first) else { return };
    // One message says that nothing can be restored after a crash, and one that settings can't be stored. They may come between the keys.
    let attempts = if obstacle == Obstacle::HomeIsAFile { 3 } else { 1 };
    let is_pasted = (0..attempts).any(|_| {
        window.leave_dialogs();
        window.paste(&text);
        await_true(WRITING, || window.copy() == text)
    });
    case.expect(is_pasted, || format!("nothing was pasted: {}", window.title()));
    match obstacle {
        Obstacle::ChangedMeanwhile => {
            let other = puzzles::write::<P>(&SaveFile::untitled(P::State::default()));
            fs::write(own, &other).unwrap();
            window.press(&["ctrl+s"]);
            pause(Duration::from_millis(1_200));
            case.expect(fs::read_to_string(own).is_ok_and(|now| now == other), || "the file was replaced without a question".to_owned());
            window.press(&["Escape"]);
        }
        Obstacle::Vanished => {
            fs::remove_file(own).unwrap();
            window.press(&["ctrl+s"]);
            let is_saved = await_true(WRITING, || read::<P>(own).as_ref() == Some(&expected));
            case.expect(is_saved, || "a file that vanished isn't written again".to_owned());
        }
        Obstacle::HomeIsAFile => {}
        _ if format!("{obstacle:?}").starts_with("Opening") => {
            window.type_path("ctrl+l", target);
            pause(Duration::from_millis(1_200));
            // Closes the message.
            window.leave_dialogs();
        }
        _ => {
            let before = listing(target);
            window.type_path("ctrl+alt+s", target);
            pause(Duration::from_millis(1_500));
            case.expect(listing(target) == before, || "the target has changed".to_owned());
            // A question whether to replace the target is confirmed, then the message is closed. In a folder's case the question suggests a
            // file in it.
            if obstacle != Obstacle::Folder {
                window.press(&["Return"]);
                pause(Duration::from_millis(600));
                window.press(&["Return"]);
                pause(Duration::from_millis(300));
            }
            window.leave_dialogs();
            check_message(case, target);
        }
    }
    case.expect(window.ended().is_none(), || format!("the window ended: {:?}", window.ended()));
    let is_kept = await_true(WRITING, || window.copy() == text);
    case.expect(is_kept, || format!("the position was lost: {:?}", window.copy()));
    remove(obstacle, home, target);
    let again = if target == home { home.join("again.ron") } else { target.to_owned() };
    if format!("{obstacle:?}").starts_with("Opening") || obstacle == Obstacle::ChangedMeanwhile || obstacle == Obstacle::Vanished {
        let is_saved = save_as::<P>(&window, &home.join("again.ron"), &expected);
        case.expect(is_saved, || "nothing can be saved elsewhere".to_owned());
    } else {
        let is_saved = save_as::<P>(&window, &again, &expected);
        case.expect(is_saved, || format!("nothing is saved once the obstacle is gone: {:?}", window.title()));
    }
    let status = window.quit(Duration::from_secs(30));
    case.expect(status.is_some_and(|status| status.success()), || format!("the window ended with {status:?}: {}", window.title()));
    let left = recovery_files(home);
    case.expect(left.is_empty(), || format!("recovery files are left: {left:?}"));
}

/// Saves the position to this path, and returns whether it is there. Tries twice, since a message may appear late on a busy machine and
/// take the keys.
fn save_as<P: Board>(window: &Window<'_>, path: &Path, expected: &P::State) -> bool {
    (0..2).any(|_| {
        window.leave_dialogs();
        window.type_path("ctrl+alt+s", path);
        await_true(WRITING, || read::<P>(path).as_ref() == Some(expected))
    })
}

fn read<P: Board>(path: &Path) -> Option<P::State> {
    file::load(path).and_then(|text| puzzles::read::<P>(&text)).ok().map(|document| document.state)
}

/// The error that the window shows names the file and a reason without numbers.
fn check_message(case: &mut Case, target: &Path) {
    if let Err(error) = file::save(target, b"text") {
        let message = error.to_string();
        case.expect(message.contains(&target.display().to_string()), || format!("the file isn't named: {message}"));
        case.expect(!message.contains("os error"), || format!("a message with a number: {message}"));
    } else {
        case.fail("the obstacle is none");
    }
}

/// Returns what is in the target's place: its kind and what its folder has.
fn listing(target: &Path) -> Vec<String> {
    let kind = fs::symlink_metadata(target).map_or("nothing".to_owned(), |metadata| format!("{:?}", metadata.file_type()));
    let parent = target.parent().into_iter().flat_map(|parent| fs::read_dir(parent).into_iter().flatten().flatten());
    let is_listed = |name: &String| name != "log" && name != "quincunx";
    let mut names: Vec<String> = parent.map(|entry| entry.file_name().to_string_lossy().into_owned()).filter(is_listed).collect();
    names.sort();
    names.push(kind);
    names
}

/// Puts the obstacle there. Returns the path to save to, or `None` if this user can't.
fn put(obstacle: Obstacle, home: &Path) -> Option<PathBuf> {
    let target = home.join("target.ron");
    let disk = home.join("disk");
    let is_done = match obstacle {
        Obstacle::FullDisk => {
            fs::create_dir(&disk).ok()?;
            let is_mounted = run_quietly(
                "mount",
                &["-t".as_ref(), "tmpfs".as_ref(), "-o".as_ref(), "size=64k".as_ref(), "tmpfs".as_ref(), disk.as_os_str()],
            );
            let _ = fs::write(disk.join("filler"), vec![0; 1 << 20]);
            return is_mounted.then(|| disk.join("target.ron"));
        }
        Obstacle::ReadOnlyDisk => {
            fs::create_dir(&disk).ok()?;
            let options = ["-t".as_ref(), "tmpfs".as_ref(), "-o".as_ref(), "ro".as_ref(), "tmpfs".as_ref(), disk.as_os_str()];
            return run_quietly("mount", &options).then(|| disk.join("target.ron"));
        }
        Obstacle::NoRights => {
            // Also stops an administrator.
            fs::write(&target, "").ok()?;
            fs::create_dir(&disk).ok()?;
            fs::rename(&target, disk.join("target.ron")).ok()?;
            return run_quietly("chattr", &["+i".as_ref(), disk.as_os_str()]).then(|| disk.join("new.ron"));
        }
        Obstacle::MissingFolder => return Some(home.join("missing/target.ron")),
        Obstacle::FileForFolder => {
            fs::write(home.join("missing"), "").ok()?;
            return Some(home.join("missing/target.ron"));
        }
        Obstacle::Folder | Obstacle::OpeningAFolder => fs::create_dir(&target).is_ok(),
        Obstacle::Pipe | Obstacle::OpeningAPipe => run_quietly("mkfifo", &[target.as_os_str()]),
        Obstacle::DanglingLink => symlink(home.join("missing/file.ron"), &target).is_ok(),
        Obstacle::LinkToItself => symlink(&target, &target).is_ok(),
        Obstacle::HomeIsAFile => {
            fs::write(home.join("quincunx"), "not a folder").ok()?;
            true
        }
        Obstacle::OpeningALargeFile => fs::write(&target, vec![b' '; 9 << 20]).is_ok(),
        Obstacle::OpeningBytes => fs::write(&target, [0xFF, 0xFE, 0, 1]).is_ok(),
        Obstacle::ChangedMeanwhile | Obstacle::Vanished | Obstacle::OpeningNothing => true,
    };
    is_done.then_some(target)
}

/// Removes the obstacle.
fn remove(obstacle: Obstacle, home: &Path, target: &Path) {
    let disk = home.join("disk");
    match obstacle {
        Obstacle::FullDisk => drop(fs::remove_file(disk.join("filler"))),
        Obstacle::ReadOnlyDisk => drop(run_quietly("mount", &["-o".as_ref(), "remount,rw".as_ref(), disk.as_os_str()])),
        Obstacle::NoRights => drop(run_quietly("chattr", &["-i".as_ref(), disk.as_os_str()])),
        Obstacle::MissingFolder | Obstacle::DanglingLink => drop(fs::create_dir(home.join("missing"))),
        Obstacle::FileForFolder => {
            let _ = fs::remove_file(home.join("missing"));
            let _ = fs::create_dir(home.join("missing"));
        }
        Obstacle::Folder => drop(fs::remove_dir(target)),
        Obstacle::Pipe | Obstacle::LinkToItself => drop(fs::remove_file(target)),
        _ => {}
    }
}

fn run_quietly(program: &str, arguments: &[&OsStr]) -> bool {
    Command::new(program).args(arguments).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}
