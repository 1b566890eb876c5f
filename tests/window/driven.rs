//! A window without a screen, and what a user does with it.

use std::{
    fs,
    future::{Future, ready},
    path::{Path, PathBuf},
    pin::Pin,
    sync::{
        Arc, Mutex,
        mpsc::{self, Receiver},
    },
    time::{Duration, Instant},
};

use egui::{Event, Key, Modifiers, OutputCommand, PointerButton, Rect, Role, ViewportCommand};
use egui_kittest::{
    Harness,
    kittest::{NodeT, Queryable},
};
use quincunx::gui::{
    app::{App, Settings},
    files::{PathRequest, Dialog, Outcome},
    theme,
};

/// As large as a window is at first.
pub const USUAL: [f32; 2] = [1280.0, 800.0];
/// So high that no tool is out of sight.
pub const HIGH: [f32; 2] = [1280.0, 1700.0];

/// A test gives up after this long in which the window did nothing on other threads. What is at rest stays as it is, so this only
/// allows for threads that the window doesn't tell of.
const PATIENCE: Duration = Duration::from_secs(20);
/// A test gives up after this long even if something still runs, as it does where a thread hangs. On a busy machine a search may take
/// many times as long as on a quiet one.
const LONGEST: Duration = Duration::from_secs(600);
/// A thread that has news wakes the window. In case one doesn't, the window is looked at this often.
const LOOK: Duration = Duration::from_millis(20);
/// A window that asks for more frames than this, one right after another, has something that moves: it never settles.
const MOST_FRAMES: usize = 8;

/// A dialog that chooses the last of these paths and takes it off the list; without one it is not shown.
#[derive(Clone, Default)]
pub struct Script(Arc<Mutex<Vec<PathBuf>>>);

impl Dialog for Script {
    fn show(&mut self, _request: &PathRequest) -> Pin<Box<dyn Future<Output = Outcome> + Send>> {
        Box::pin(ready(self.0.lock().unwrap().pop().map_or(Outcome::NotShown, Outcome::Chosen)))
    }
}

/// A window that is looked at frame by frame.
///
/// What happens on other threads reaches it between inputs only, and a test goes on when all of it that ends soon has arrived: so it
/// sees the same however the threads take turns.
pub struct Window {
    pub harness: Harness<'static, Option<App>>,
    script: Script,
    /// Gets a message whenever the window is asked for another frame.
    woken: Receiver<()>,
    /// The title that the window asked for last.
    pub title: String,
}

/// A file under `saves`.
pub fn save(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("saves").join(name)
}

impl Window {
    /// A window of the usual size with these files open, at rest.
    pub fn open(paths: &[&Path]) -> Self {
        Self::open_with(paths, USUAL, Settings::default())
    }

    pub fn open_with(paths: &[&Path], size: [f32; 2], settings: Settings) -> Self {
        let script = Script::default();
        let (dialog, paths) = (script.clone(), paths.iter().map(|path| path.to_path_buf()).collect::<Vec<_>>());
        let harness = Harness::builder().with_size(egui::Vec2::from(size)).with_context_setup(theme::install).build_ui_state(
            move |ui, app: &mut Option<App>| {
                let app = app.get_or_insert_with(|| App::new(ui.ctx(), Box::new(dialog.clone()), &settings, paths.clone()));
                // An input finds everything where the last frame showed it. What arrives from other threads might move what is clicked,
                // so it waits for the next frame.
                if ui.input(|input| input.events.is_empty()) {
                    app.logic(ui.ctx());
                }
                app.ui(ui);
            },
            None,
        );
        let (wake, woken) = mpsc::channel();
        // The test may be over, and then nobody minds.
        harness.ctx.set_request_repaint_callback(move |_| {
            let _ = wake.send(());
        });
        let mut window = Self { harness, script, woken, title: String::new() };
        window.settle();
        window
    }

    fn app(&self) -> &App {
        self.harness.state().as_ref().expect("the app is there after the first frame")
    }

    /// Frames pass until the window is at rest: all files that were asked for are read or written, the position is analysed, and the
    /// layout stays as it is. Searches and what plays by itself may go on.
    #[track_caller]
    pub fn settle(&mut self) {
        let began = Instant::now();
        for _ in 0..MOST_FRAMES {
            while self.app().is_settling() {
                assert!(began.elapsed() < LONGEST, "files or the analysis still run");
                self.await_news();
                self.run(1);
            }
            if self.harness.output().viewport_output.values().all(|output| !output.repaint_delay.is_zero()) {
                return;
            }
            self.run(1);
        }
    }

    /// Waits until another thread has news, or not much longer.
    fn await_news(&self) {
        let _ = self.woken.recv_timeout(LOOK);
        // The next frame serves all who asked for one until now.
        self.woken.try_iter().for_each(drop);
    }

    /// This many frames pass, a quarter of a second each. While the window waits for files or the analysis, its clock stands still:
    /// a word to the user doesn't vanish because a thread is slow.
    pub fn run(&mut self, frames: usize) {
        for _ in 0..frames {
            let now = self.harness.ctx.input(|input| input.time);
            self.harness.input_mut().time = self.app().is_settling().then_some(now);
            self.harness.run_steps(1);
            let commands = self.harness.output().viewport_output.values().flat_map(|output| &output.commands);
            let mut titles = commands.filter_map(|command| if let ViewportCommand::Title(title) = command { Some(title) } else { None });
            if let Some(title) = titles.next_back() {
                self.title.clone_from(title);
            }
        }
    }

    /// Frames pass until the window shows this label; what it waits for may happen on other threads.
    #[track_caller]
    pub fn wait_for(&mut self, label: &str) {
        self.wait_until(&format!("the window never showed {label:?}"), |window| window.shows(label).then_some(()));
    }

    /// Frames pass until the tab of this name is shown.
    #[track_caller]
    pub fn wait_for_tab(&mut self, name: &str) {
        self.wait_until(&format!("the tab {name:?} was never shown"), |window| {
            (window.harness.query_by_role_and_label(Role::Tab, name).is_some() && window.is_shown(name)).then_some(())
        });
    }

    /// Frames pass until this is found, at least one, and then until the window is at rest; else the test ends with these words.
    #[track_caller]
    pub fn wait_until<T>(&mut self, otherwise: &str, mut found: impl FnMut(&Self) -> Option<T>) -> T {
        let began = Instant::now();
        let mut busy = began;
        loop {
            self.run(1);
            if let Some(found) = found(self) {
                self.settle();
                return found;
            }
            if self.app().is_busy() {
                assert!(began.elapsed() < LONGEST, "{otherwise}, and something still runs");
                busy = Instant::now();
                self.await_news();
            } else {
                assert!(busy.elapsed() < PATIENCE, "{otherwise}, and nothing runs any more");
            }
        }
    }

    /// What is not saved is kept in this folder.
    pub fn enable_recovery(&mut self, folder: &Path) {
        self.harness.state_mut().as_mut().expect("the app is there after the first frame").enable_recovery(folder).unwrap();
    }

    pub fn shows(&self, label: &str) -> bool {
        self.harness.query_all_by_label_contains(label).next().is_some()
    }

    /// How often the window shows this label.
    pub fn count(&self, label: &str) -> usize {
        self.harness.query_all_by_label_contains(label).count()
    }

    /// Whether this tab is the one that is shown.
    pub fn is_shown(&self, title: &str) -> bool {
        let mut tabs = self.harness.get_all_by_role_and_label(Role::Tab, title);
        tabs.any(|tab| tab.accesskit_node().toggled() == Some(egui::accesskit::Toggled::True))
    }

    /// What was put in happens, and all that follows from it soon. The frames are as many as keep two clicks from being a double click.
    #[track_caller]
    pub fn pass(&mut self) {
        self.run(3);
        self.settle();
    }

    #[track_caller]
    pub fn press(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.pass();
    }

    /// Clicks the first whose name has this in it, as soon as it is there.
    #[track_caller]
    pub fn click(&mut self, label: &str) {
        self.wait_for(label);
        self.click_on(|window| window.harness.get_all_by_label_contains(label).next().expect("it is there").rect());
    }

    /// Clicks the one of exactly this name, as soon as it is there.
    #[track_caller]
    pub fn click_exactly(&mut self, label: &str) {
        self.wait_until(&format!("{label:?} was never there"), |window| window.harness.query_by_label(label).map(|_| ()));
        self.click_on(|window| window.harness.get_by_label(label).rect());
    }

    /// Clicks what is here now.
    #[track_caller]
    pub fn click_on(&mut self, place: impl Fn(&Self) -> Rect) {
        self.point_and_press(place);
        self.pass();
    }

    /// Clicks the one of exactly this name, and returns the text that it copied.
    #[track_caller]
    pub fn copied_by(&mut self, label: &str) -> Option<String> {
        self.point_and_press(|window| window.harness.get_by_label(label).rect());
        (0..10).find_map(|_| {
            self.run(1);
            let commands = &self.harness.output().platform_output.commands;
            commands.iter().find_map(|command| if let OutputCommand::CopyText(text) = command { Some(text.clone()) } else { None })
        })
    }

    /// Moved, pressed and released are one frame: with a frame for each, what arrives from another thread might move away what is to be
    /// clicked.
    #[track_caller]
    fn point_and_press(&mut self, place: impl Fn(&Self) -> Rect) {
        let pos = place(self).center();
        let button = |pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        self.harness.input_mut().events.extend([Event::PointerMoved(pos), button(true), button(false)]);
    }

    /// Chooses this from the list that shows the other.
    #[track_caller]
    pub fn choose(&mut self, shown: &str, wanted: &str) {
        self.click_on(|window| window.harness.get_by_value(shown).rect());
        self.wait_for(wanted);
        self.click(wanted);
    }

    /// Sets the number of this name, as those do who cannot see it.
    #[track_caller]
    pub fn set(&mut self, name: &str, value: f64) {
        self.harness.get_by_label(name).set_value_accesskit(value);
        self.pass();
    }

    /// Moves the keyboard's focus to the first whose name has this in it.
    #[track_caller]
    pub fn focus(&mut self, label: &str) {
        self.harness.get_all_by_label_contains(label).next().expect("it is there").focus();
        self.pass();
    }

    pub fn type_text(&mut self, text: &str) {
        self.harness.event(Event::Text(text.to_owned()));
        self.pass();
    }

    /// Types one key after the other.
    pub fn type_keys(&mut self, keys: &str) {
        keys.chars().for_each(|key| self.type_text(&key.to_string()));
    }

    /// Types this into the box of this name, in place of what stood there.
    #[track_caller]
    pub fn write(&mut self, name: &str, text: &str) {
        self.harness.get_by_label(name).focus();
        self.pass();
        self.press(Modifiers::COMMAND, Key::A);
        self.type_text(text);
    }

    /// What stands in the box of this name.
    #[track_caller]
    pub fn text(&self, name: &str) -> String {
        self.harness.get_by_label(name).value().unwrap_or_default()
    }

    /// The whole name of the one whose name has this in it.
    #[track_caller]
    pub fn text_of(&self, part: &str) -> String {
        self.harness.get_by_label_contains(part).accesskit_node().label().unwrap_or_default()
    }

    pub fn paste(&mut self, text: &str) {
        self.harness.event(Event::Paste(text.to_owned()));
        self.pass();
    }

    /// What the window wants to be remembered.
    pub fn settings(&self) -> Settings {
        self.harness.state().as_ref().map(App::settings).unwrap()
    }

    /// The user closes the window.
    pub fn close(&mut self) {
        let viewport = self.harness.input_mut().viewports.entry(egui::ViewportId::ROOT).or_default();
        viewport.events.push(egui::ViewportEvent::Close);
        self.run(1);
        if let Some(viewport) = self.harness.input_mut().viewports.get_mut(&egui::ViewportId::ROOT) {
            viewport.events.clear();
        }
        self.pass();
    }

    /// The next dialog chooses this path.
    pub fn will_choose(&mut self, path: &Path) {
        self.script.0.lock().unwrap().push(path.to_owned());
    }

    pub fn open_file(&mut self, path: &Path) {
        self.will_choose(path);
        self.press(Modifiers::COMMAND, Key::O);
    }

    /// Saves under another name and returns what was written.
    #[track_caller]
    pub fn save_as(&mut self) -> String {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("copy.ron");
        self.will_choose(&target);
        self.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
        self.wait_for("copy.ron");
        fs::read_to_string(target).unwrap()
    }

    /// What is remembered is stored in this folder, together with other windows.
    pub fn store_settings_in(&mut self, folder: &Path) {
        self.run(1);
        self.harness.state_mut().as_mut().expect("the app is there after a frame").store_settings_in(folder.to_owned());
    }

    /// Stores what is to be remembered, as the window does every now and then.
    pub fn store(&mut self) {
        self.harness.state_mut().as_mut().expect("the app is there after a frame").store_settings();
    }
}
