//! The window's logic, started with changed settings, tab settings and recovery files.

use std::{
    fs, future,
    pin::Pin,
    thread,
    time::{Duration, Instant},
};

use egui::Context;
use quincunx::{
    gui::{
        app::{App, Recent, Settings},
        files, tab_settings,
    },
    puzzles,
};

use super::{case::Case, tree::mangle};

/// Starts the window's logic on a thread with the usual stack, which is the one of the program's first thread.
pub fn run(case: &mut Case) {
    thread::scope(|scope| scope.spawn(|| settings_case(case)).join().expect("no panic"));
}

/// No dialog of the system appears.
struct NoDialog;

impl files::Dialog for NoDialog {
    fn show(&mut self, _request: &files::PathRequest) -> Pin<Box<dyn Future<Output = files::Outcome> + Send>> {
        Box::pin(future::ready(files::Outcome::NotShown))
    }
}

/// Starts the window's logic with changed settings, tab settings and recovery files.
fn settings_case(case: &mut Case) {
    const SETTINGS: &str = "(light: Some(true), appearance: (high_contrast: true, reduce_motion: false, pieces: None), tab: \"set\", \
                            documents: [(path: \"/a.ron\", is_shown: true, place: (is_playing: true, moves: Some(3)))])";
    let mut text = SETTINGS.to_owned();
    for _ in 0..case.below(4) {
        text = mangle(&text, SETTINGS, &mut case.random);
    }
    case.doing = format!("settings {text}");
    let settings: Settings = tab_settings::parse(&text).unwrap_or_default();
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let crashed = folder.path().join("unsaved/1-1");
    let notes = folder.path().join("notes");
    fs::create_dir_all(&crashed).unwrap();
    fs::create_dir_all(&notes).unwrap();
    fs::write(crashed.join("lock"), "").unwrap();
    let recovery = "// Recovery(name:\"a\",path:Some(\"/tmp/a\"),seen:Some(18446744073709551615),kept_s:18446744073709551615)\n";
    let recovery = mangle(recovery, recovery, &mut case.random);
    fs::write(crashed.join("soma-0.ron"), format!("{recovery}Quincunx(")).unwrap();
    fs::write(notes.join("set.ron"), mangle("(palette:Safe,keyboard:Azerty)", SETTINGS, &mut case.random)).unwrap();
    fs::write(notes.join("recent.ron"), mangle("[\"/a\",\"/b\"]", SETTINGS, &mut case.random)).unwrap();
    let context = Context::default();
    let mut app = App::new(&context, Box::new(NoDialog), &settings, Vec::new(), puzzles::program());
    app.store_settings_in(notes.clone());
    app.enable_recovery(&folder.path().join("unsaved"));
    let began = Instant::now();
    while app.is_reading_or_writing() && began.elapsed() < Duration::from_secs(20) {
        let mut output = context.run_ui(egui::RawInput::default(), |ui| {
            app.logic(ui.ctx());
            app.ui(ui);
        });
        output.textures_delta.clear();
    }
    case.expect(!app.is_reading_or_writing(), || "settings that are never stored".to_owned());
    for file in ["set.ron", "recent.ron"] {
        let text = fs::read_to_string(notes.join(file)).unwrap_or_default();
        let is_readable = if file == "set.ron" { true } else { tab_settings::parse::<Recent>(&text).is_ok() };
        case.expect(is_readable, || format!("{file} is left unreadable: {text:?}"));
    }
    case.count("starts with changed settings");
}
