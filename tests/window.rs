//! Every tab, driven through the window by the names that its parts have: open a file, edit, solve, step, save.

#![cfg(feature = "gui")]

use std::{
    fs,
    future::{Future, ready},
    path::{Path, PathBuf},
    pin::Pin,
    sync::{Arc, Mutex},
};

use egui::{Key, Modifiers};
use egui_kittest::{Harness, kittest::Queryable};
use quincunx::gui::{
    app::{App, Settings},
    files::{Ask, Dialog},
    theme,
};

/// A dialog that chooses the next of these paths.
#[derive(Clone, Default)]
struct Script(Arc<Mutex<Vec<PathBuf>>>);

impl Dialog for Script {
    fn show(&mut self, _ask: &Ask) -> Pin<Box<dyn Future<Output = Option<PathBuf>> + Send>> {
        Box::pin(ready(self.0.lock().unwrap().pop()))
    }
}

struct Window {
    harness: Harness<'static, Option<App>>,
    script: Script,
}

impl Window {
    fn open(paths: &[&Path]) -> Self {
        let script = Script::default();
        let (dialog, paths) = (script.clone(), paths.iter().map(|path| path.to_path_buf()).collect::<Vec<_>>());
        let harness = Harness::builder().with_size(egui::vec2(1280.0, 800.0)).with_context_setup(theme::install).build_ui_state(
            move |ui, app: &mut Option<App>| {
                let app = app.get_or_insert_with(|| App::new(ui.ctx(), Box::new(dialog.clone()), &Settings::default(), paths.clone()));
                app.logic(ui.ctx());
                app.ui(ui);
            },
            None,
        );
        Self { harness, script }
    }

    /// Frames pass until the window shows this label; what it waits for happens on other threads.
    #[track_caller]
    fn wait_for(&mut self, label: &str) {
        for _ in 0..20_000 {
            self.harness.run_steps(1);
            if self.shows(label) {
                return;
            }
            std::thread::yield_now();
        }
        panic!("the window never showed {label:?}");
    }

    fn shows(&self, label: &str) -> bool {
        self.harness.query_all_by_label_contains(label).next().is_some()
    }

    #[track_caller]
    fn press(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run_steps(2);
    }

    #[track_caller]
    fn click(&mut self, label: &str) {
        self.harness.get_by_label(label).click();
        self.harness.run_steps(3);
    }

    fn choose(&self, path: PathBuf) {
        self.script.0.lock().unwrap().push(path);
    }
}

fn save(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("saves").join(name)
}

#[test]
fn meteor_from_file_to_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::open(&[]);
    window.choose(save("meteor/two-pins.ron"));
    window.press(Modifiers::COMMAND, Key::O);
    window.wait_for("53");
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for("Finished: 53 solutions");
    for _ in 0..3 {
        window.press(Modifiers::NONE, Key::ArrowLeft);
    }
    assert!(window.shows("5 / 8"));
    let target = folder.path().join("copy.ron");
    window.choose(target.clone());
    window.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    window.wait_for("Saved");
    assert_eq!(fs::read_to_string(target).unwrap(), fs::read_to_string(save("meteor/two-pins.ron")).unwrap());
}
