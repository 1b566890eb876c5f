//! What is around the tabs: any command by its name, files named at the start or open before, and what is there after a crash.

use std::{
    fs,
    path::{Path, PathBuf},
};

use egui::{Context, Event, Key, Modifiers, RawInput, Role, ViewportCommand};
use egui_kittest::kittest::Queryable;
use quincunx::gui::app::{App, Settings};

use super::driven::{HIGH, Script, Window, save};

#[test]
fn any_command_is_given_by_its_name() {
    let mut window = Window::open(&[&save("meteor/unique.ron")]);
    window.wait_for_tab("Meteor");
    window.press(Modifiers::COMMAND, Key::K);
    window.type_text("pause");
    window.wait_for("No command that can be given now"); // Nothing is searched that could be paused.
    window.press(Modifiers::COMMAND, Key::A);
    window.type_text("tab");
    window.press(Modifiers::NONE, Key::ArrowDown);
    window.press(Modifiers::NONE, Key::Enter);
    assert!(window.is_shown("Voltorb Flip"), "the second is the tab before");
    window.press(Modifiers::COMMAND, Key::K);
    window.press(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("No command") && !window.shows("Quit"));
}

/// The title that the window has after its first frame, in which this key was pressed, when this file was named at the start.
fn first_title(path: &Path, key: Key) -> String {
    let ctx = Context::default();
    let mut app = App::new(&ctx, Box::new(Script::default()), &Settings::default(), vec![path.to_owned()]);
    let event = Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE };
    let mut title = String::new();
    // The title follows what was pressed in the frame after.
    for events in [vec![event], vec![]] {
        let mut output = ctx.run_ui(RawInput { events, ..RawInput::default() }, |ui| {
            app.logic(ui.ctx());
            app.ui(ui);
        });
        output.textures_delta.clear(); // Nothing is painted.
        for command in output.viewport_output.values().flat_map(|viewport| &viewport.commands) {
            if let ViewportCommand::Title(text) = command {
                title.clone_from(text);
            }
        }
    }
    title
}

#[test]
fn what_is_pressed_first_is_meant_for_the_file_that_was_named() {
    let title = first_title(&save("soma/bedlam.ron"), Key::F5);
    assert!(title.starts_with("Bedlam cube · Soma · searching"), "{title}");
}

#[cfg(unix)]
#[test]
fn a_file_that_never_comes_does_not_keep_the_window_away() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.ron");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // Nobody ever writes into the pipe.
    let title = first_title(&pipe, Key::F1);
    assert!(title.ends_with(" — Quincunx"), "{title}");
}

#[test]
fn files_are_opened_again_from_the_menu() {
    let mut window = Window::open(&[&save("soma/dog.ron")]);
    window.wait_for_tab("Soma");
    window.open_file(&save("meteor/unique.ron"));
    window.wait_for_tab("Meteor");
    let settings = window.settings();
    assert_eq!(settings.recent.paths(), [save("meteor/unique.ron"), save("soma/dog.ron")]);

    let mut next = Window::open_with(&[], [1280.0, 800.0], settings);
    next.click_exactly("File");
    next.click("Open recent");
    next.click_exactly("dog.ron");
    next.wait_for_tab("Soma");
}

/// The documents that are kept in this folder.
fn kept(folder: &Path) -> Vec<PathBuf> {
    let owned = fs::read_dir(folder).unwrap().flatten().flat_map(|own| fs::read_dir(own.path()).into_iter().flatten().flatten());
    let mut paths: Vec<PathBuf> = owned.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "ron")).collect();
    paths.sort();
    paths
}

#[test]
fn what_was_not_saved_is_there_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::open(&[&save("meteor/contest.ron")]);
    window.enable_recovery(folder.path());
    window.click("Take piece 3");
    window.click("row 4, column 3, free");
    // Another document of the same tab, changed, too.
    window.open_file(&save("meteor/unique.ron"));
    window.wait_for("One solution");
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 1 solution");
    window.press(Modifiers::COMMAND, Key::U);
    window.wait_until("two were to be kept", |_| (kept(folder.path()).len() == 2).then_some(()));

    // As a crash leaves it: nobody holds the lock any more. One of them cannot be read.
    let crashed = tempfile::tempdir().unwrap();
    let copy = crashed.path().join("1");
    fs::create_dir(&copy).unwrap();
    fs::write(copy.join("lock"), "").unwrap();
    for path in kept(folder.path()) {
        fs::copy(&path, copy.join(path.file_name().unwrap())).unwrap();
    }
    let unreadable = copy.join("meteor-9.ron");
    fs::write(&unreadable, "half a doc").unwrap();

    let mut next = Window::open(&[]);
    next.enable_recovery(crashed.path());
    next.wait_for("3 documents had unsaved changes");
    assert!(next.shows("(Meteor), less than a minute ago") && next.shows("saves/meteor/unique.ron"), "each says when and where");
    assert!(next.shows("meteor-9 (Meteor), less than a minute ago"));
    next.click_exactly("Restore");
    next.wait_for("It is offered again at the next start");
    next.press(Modifiers::NONE, Key::Escape);
    next.wait_for_tab("Meteor, changed");
    next.wait_until("what is open again was left behind", |_| (fs::read_dir(&copy).unwrap().count() == 2).then_some(()));
    assert!(unreadable.exists(), "what could not be opened is not thrown away");
    next.press(Modifiers::COMMAND, Key::PageUp);
    next.wait_for("row 4, column 3, piece 3, pinned");
    assert!(next.save_as().contains('3'));
    next.wait_until("what is saved was still kept", |_| (kept(crashed.path()).len() == 2).then_some(()));
}

/// A window that has restored the change that another one made to this file before it crashed.
fn restored(file: &Path) -> (Window, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::open(&[file]);
    window.enable_recovery(folder.path());
    window.click("row 1, column 1, free");
    window.wait_until("it was to be kept", |_| (kept(folder.path()).len() == 1).then_some(()));
    let crashed = tempfile::tempdir().unwrap();
    fs::create_dir(crashed.path().join("1")).unwrap();
    fs::write(crashed.path().join("1/lock"), "").unwrap();
    fs::copy(&kept(folder.path())[0], crashed.path().join("1/meteor-1.ron")).unwrap();

    let mut next = Window::open(&[]);
    next.enable_recovery(crashed.path());
    next.click_exactly("Restore");
    next.wait_for_tab("Meteor, changed");
    (next, crashed)
}

#[test]
fn a_restored_document_is_saved_where_it_belongs() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.ron");
    fs::copy(save("meteor/contest.ron"), &file).unwrap();
    let (mut window, _crashed) = restored(&file);
    window.press(Modifiers::COMMAND, Key::S);
    window.wait_for("Saved");
    assert_ne!(fs::read_to_string(&file).unwrap(), fs::read_to_string(save("meteor/contest.ron")).unwrap());
    window.wait_for_tab("Meteor");
}

#[test]
fn what_another_program_wrote_since_the_crash_is_not_replaced_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.ron");
    fs::copy(save("meteor/contest.ron"), &file).unwrap();
    let (mut window, _crashed) = restored(&file);
    fs::copy(save("meteor/unique.ron"), &file).unwrap();
    window.press(Modifiers::COMMAND, Key::S);
    window.wait_for("The file was changed meanwhile");
    assert_eq!(fs::read_to_string(&file).unwrap(), fs::read_to_string(save("meteor/unique.ron")).unwrap());
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_and_blocks_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.ron");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut window = Window::open(&[&pipe, &save("meteor/unique.ron")]);
    window.wait_for("it isn't a regular file");
    window.press(Modifiers::NONE, Key::Escape);
    window.wait_for_tab("Meteor");
    window.will_choose(&pipe);
    window.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    window.wait_for("pipe.ron was not saved");
}

#[test]
fn two_windows_lose_nothing_that_the_other_remembers() {
    let folder = tempfile::tempdir().unwrap();
    let files = [save("set/apl-16807.ron"), save("set/apl-12345.ron")];
    let mut windows = [(); 2].map(|()| Window::open_with(&[], HIGH, Settings::default()));
    for (window, file) in windows.iter_mut().zip(&files) {
        window.store_settings_in(folder.path());
        window.open_file(file);
        window.wait_for_tab("SET");
    }
    let [first, second] = &mut windows;
    // All four SETs of the table.
    let game = "pbghcegfijgil";
    first.type_keys(game);
    first.wait_for("Done in 0:");
    second.open_file(&files[0]);
    second.type_keys(game);
    second.wait_for("Done in 0:");
    let stored = |name: &str, text: &str| fs::read_to_string(folder.path().join(name)).is_ok_and(|stored| stored.contains(text));
    let scores =
        |count: usize| fs::read_to_string(folder.path().join("set.ron")).is_ok_and(|set| set.matches("elapsed_ms").count() == count);
    first.store();
    first.wait_until("the first stored no score", |_| scores(1).then_some(()));
    second.store();
    second.wait_until("the second stored no score beside the first", |_| (scores(2) && stored("recent.ron", "apl-12345")).then_some(()));

    let mut next = Window::open_with(&[], HIGH, Settings { tab: "set".to_owned(), ..Settings::default() });
    next.store_settings_in(folder.path());
    next.wait_for("One table · 2");
    assert_eq!(next.settings().recent.paths(), files);
}

#[test]
fn what_cannot_be_remembered_is_put_aside_and_told() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("set.ron"), "from the future").unwrap();
    let notes = [("voltorb-flip".to_owned(), "half a".to_owned())];
    let mut window = Window::open_with(&[], HIGH, Settings { notes: notes.into(), ..Settings::default() });
    window.store_settings_in(folder.path());
    // In the order of their keys.
    for (title, file, text) in [("SET", "set", "from the future"), ("Voltorb Flip", "voltorb-flip", "half a")] {
        window.wait_for(&format!("Couldn't read what was remembered of {title}"));
        window.press(Modifiers::NONE, Key::Escape);
        assert_eq!(fs::read_to_string(folder.path().join(format!("{file}.unreadable-1"))).unwrap(), text);
    }
}

#[test]
fn what_another_program_wrote_is_not_replaced_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.ron");
    fs::copy(save("meteor/contest.ron"), &file).unwrap();
    let mut window = Window::open(&[&file]);
    window.click("row 1, column 1, free");
    window.press(Modifiers::COMMAND, Key::S);
    window.wait_for("Saved");
    let saved = fs::read_to_string(&file).unwrap();

    let theirs = fs::read_to_string(save("meteor/unique.ron")).unwrap();
    fs::write(&file, &theirs).unwrap();
    window.click("row 1, column 1, blocked");
    window.press(Modifiers::COMMAND, Key::S);
    window.wait_for("The file was changed meanwhile");
    window.press(Modifiers::NONE, Key::Escape);
    assert_eq!(fs::read_to_string(&file).unwrap(), theirs);
    window.wait_for_tab("Meteor, changed");

    window.press(Modifiers::COMMAND, Key::S);
    window.click_exactly("Replace it");
    window.wait_for("Saved");
    let ours = fs::read_to_string(&file).unwrap();
    assert!(ours != theirs && ours != saved);
    window.wait_for_tab("Meteor");
}

#[test]
fn what_is_chosen_of_the_appearance_is_kept() {
    let mut window = Window::open(&[&save("meteor/unique.ron")]);
    window.wait_for_tab("Meteor");
    window.press(Modifiers::COMMAND, Key::K);
    window.type_text("appearance");
    window.press(Modifiers::NONE, Key::Enter);
    window.click_exactly("High contrast");
    window.click_exactly("No motion");
    window.click_exactly("Colour of piece 3");
    window.wait_until("no slider came", |window| window.harness.query_by_role_and_label(Role::Slider, "green").map(|_| ()));
    window.harness.get_by_role_and_label(Role::Slider, "green").set_value_accesskit(7.0);
    window.pass();
    window.press(Modifiers::NONE, Key::Escape);
    let appearance = window.settings().appearance;
    assert!(appearance.high_contrast && appearance.reduce_motion);
    assert_eq!(appearance.pieces.map(|pieces| pieces[3].g), Some(7));
    let next = Window::open_with(&[], [1280.0, 800.0], window.settings());
    assert_eq!(next.settings().appearance, appearance);
}
