//! What is around the tabs: any command by its name, the files that were open before, and what is there after a crash.

use std::{fs, path::Path};

use egui::{Key, Modifiers};

use super::driven::{Window, save};

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

#[test]
fn what_was_not_saved_is_there_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::open(&[&save("meteor/contest.ron")]);
    window.keep_in(folder.path());
    window.click("Take piece 3");
    window.click("row 4, column 3, free");
    let kept = |folder: &Path| {
        let own = fs::read_dir(folder).unwrap().next()?.unwrap().path();
        own.join("meteor.ron").exists().then_some(own)
    };
    let own = window.wait_until("nothing was kept", |_| kept(folder.path()));
    // As a crash leaves it: nobody holds the lock any more.
    let crashed = tempfile::tempdir().unwrap();
    let copy = crashed.path().join("1");
    fs::create_dir(&copy).unwrap();
    for name in ["meteor.ron", "lock"] {
        fs::copy(own.join(name), copy.join(name)).unwrap();
    }

    let mut next = Window::open(&[]);
    next.keep_in(crashed.path());
    next.wait_for("1 document was changed and not saved");
    next.click_exactly("Open");
    next.wait_for_tab("Meteor, changed");
    next.wait_for("row 4, column 3, piece 3, pinned");
    next.wait_until("what is open again was left behind", |_| (!copy.exists()).then_some(()));
    let again = next.wait_until("nothing was kept again", |_| kept(crashed.path()));
    assert!(fs::read_to_string(again.join("meteor.ron")).unwrap().contains('3'), "it is not saved yet, so it is still kept");
    assert!(next.save_as().contains('3'));
    next.wait_until("what is saved was still kept", |_| (!again.join("meteor.ron").exists()).then_some(()));
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
