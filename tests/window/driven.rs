//! A window without a screen, and what a user can do with it.

use std::{
    fs,
    future::{Future, ready},
    mem,
    path::{self, Path, PathBuf},
    pin::Pin,
    sync::{
        Arc, Mutex,
        mpsc::{self, Receiver},
    },
    time::{Duration, Instant},
};

use egui::{Event, Key, Modifiers, OutputCommand, PointerButton, Pos2, Rect, Role, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::{
    Harness,
    kittest::{NodeT, Queryable},
};
use quincunx::{
    gui::{
        app::{App, Settings},
        files::{Dialog, Outcome, PathRequest},
        sections, theme,
    },
    puzzles,
    workbench::lifecycle::RENEWAL,
};

/// The size of a new window.
pub const USUAL: [f32; 2] = [1280.0, 800.0];
/// A size that is high enough to show all tools.
pub const HIGH: [f32; 2] = [1280.0, 2200.0];

/// A test fails after waiting this long without work on other threads. An idle window doesn't change, so this only allows for threads
/// that the window doesn't report.
const PATIENCE: Duration = Duration::from_secs(20);
/// A test fails after waiting this long even if work is still running, in case a thread hangs. On a busy machine a search may take many
/// times as long as on an idle one.
const LONGEST: Duration = Duration::from_secs(600);
/// How often the window is checked for news, in case a thread doesn't wake it.
const LOOK: Duration = Duration::from_millis(20);
/// A window that requests more frames than this in a row shows an animation and doesn't settle.
const MOST_FRAMES: usize = 8;

/// A file dialog that chooses the last of these paths and removes it from the list, in a folder the suggested name; without a path it isn't
/// shown.
#[derive(Clone, Default)]
pub struct Script(Arc<Mutex<Vec<PathBuf>>>);

impl Dialog for Script {
    fn show(&mut self, request: &PathRequest) -> Pin<Box<dyn Future<Output = Outcome> + Send>> {
        let chosen = self.0.lock().unwrap().pop().map(|path| match request {
            PathRequest::Write(parcel) if path.is_dir() => path.join(&parcel.name),
            _ => path,
        });
        Box::pin(ready(chosen.map_or(Outcome::NotShown, Outcome::Chosen)))
    }
}

/// A window that runs frame by frame.
///
/// It takes in the results of other threads only between inputs, and each step of a test waits for those that arrive soon. So the order in
/// which threads run doesn't matter.
pub struct Window {
    pub harness: Harness<'static, Option<App>>,
    script: Script,
    /// Gets a message at each request for another frame.
    woken: Receiver<()>,
    /// Whether each step waits for the analysis and the search, too.
    awaits_searches: bool,
    /// Whether the next frame asks the window to close, and whether it did without refusing.
    closes: bool,
    has_closed: bool,
    /// The current title.
    pub title: String,
}

/// A file under `saves`, as the window names it.
pub fn save(name: &str) -> PathBuf {
    path::absolute(Path::new(env!("CARGO_MANIFEST_DIR")).join("saves").join(name)).unwrap()
}

impl Window {
    /// A window of the usual size with these files open, at rest.
    pub fn open(paths: &[&Path]) -> Self {
        Self::open_with(paths, USUAL, Settings::default())
    }

    pub fn open_with(paths: &[&Path], size: [f32; 2], settings: Settings) -> Self {
        let mut window = Self::start(paths, size, settings);
        window.settle();
        window
    }

    /// A window with a position that takes hours to search, and seconds to analyse. No step waits for either.
    #[track_caller]
    pub fn open_long_search() -> Self {
        let mut window = Self::open_without_waiting(&save("soma/bedlam.ron"));
        window.wait_for("Bedlam cube");
        window
    }

    /// A window with this file open, in which no step waits for an analysis or a search.
    pub fn open_without_waiting(path: &Path) -> Self {
        let mut window = Self::start(&[path], USUAL, Settings::default());
        window.awaits_searches = false;
        window.settle();
        window
    }

    /// A window with the documents of these settings, in which no step waits for an analysis or a search.
    pub fn reopen_without_waiting(settings: Settings) -> Self {
        let mut window = Self::start(&[], USUAL, settings);
        window.awaits_searches = false;
        window.settle();
        window
    }

    fn start(paths: &[&Path], size: [f32; 2], settings: Settings) -> Self {
        // On a busy machine, quick searches take many times as long. Benches give the usual time.
        let settings = Settings { quick: settings.quick.or(Some(RENEWAL)), ..settings };
        let script = Script::default();
        let (dialog, paths) = (script.clone(), paths.iter().map(|path| path.to_path_buf()).collect::<Vec<_>>());
        let harness = Harness::builder().with_size(egui::Vec2::from(size)).with_context_setup(theme::install).build_ui_state(
            move |ui, app: &mut Option<App>| {
                let app =
                    app.get_or_insert_with(|| App::new(ui.ctx(), Box::new(dialog.clone()), &settings, paths.clone(), puzzles::program()));
                // A result from another thread might move the widget that is clicked, so it waits for a frame without input.
                if ui.input(|input| input.events.is_empty()) {
                    app.logic(ui.ctx());
                }
                app.ui(ui);
            },
            None,
        );
        let (wake, woken) = mpsc::channel();
        // Sending fails once the test is over, which does no harm.
        harness.ctx.set_request_repaint_callback(move |_| {
            let _ = wake.send(());
        });
        // Tests use controls of all sections.
        sections::open_all(&harness.ctx);
        Self { harness, script, woken, awaits_searches: true, closes: false, has_closed: false, title: String::new() }
    }

    fn app(&self) -> &App {
        self.harness.state().as_ref().expect("the app is there after the first frame")
    }

    /// Runs frames until all files are read or written, the position is analysed, its searches for solutions and for hints have ended and
    /// the layout is stable. So no key that follows can reach a search that a slow machine hasn't finished. Other jobs and a playing
    /// timeline may still run.
    #[track_caller]
    pub fn settle(&mut self) {
        let began = Instant::now();
        for _ in 0..MOST_FRAMES {
            while self.is_settling() {
                assert!(began.elapsed() < LONGEST, "files, the analysis or the search still run");
                self.await_news();
                self.run(1);
            }
            if self.harness.output().viewport_output.values().all(|output| !output.repaint_delay.is_zero()) {
                return;
            }
            self.run(1);
        }
    }

    fn is_settling(&self) -> bool {
        if self.awaits_searches { self.app().is_settling() } else { self.app().is_reading_or_writing() }
    }

    /// Waits until another thread has news, at most for [`LOOK`].
    fn await_news(&self) {
        let _ = self.woken.recv_timeout(LOOK);
        // The next frame serves all requests up to now.
        self.woken.try_iter().for_each(drop);
    }

    /// Runs this many frames of a quarter of a second each. While a step would wait, the window's clock stands still, so that a notice
    /// doesn't vanish because a thread is slow.
    pub fn run(&mut self, frames: usize) {
        for _ in 0..frames {
            let now = self.harness.ctx.input(|input| input.time);
            self.harness.input_mut().time = self.is_settling().then_some(now);
            let closes = mem::take(&mut self.closes);
            let viewport = self.harness.input_mut().viewports.entry(ViewportId::ROOT).or_default();
            viewport.events = if closes { vec![ViewportEvent::Close] } else { Vec::new() };
            self.harness.run_steps(1);
            let sends = |window: &Self, command| {
                let mut outputs = window.harness.output().viewport_output.values();
                outputs.any(|output| output.commands.contains(&command))
            };
            // The system asks again if the window closes itself.
            self.closes = sends(self, ViewportCommand::Close);
            self.has_closed |= closes && !sends(self, ViewportCommand::CancelClose);
            let commands = self.harness.output().viewport_output.values().flat_map(|output| &output.commands);
            let mut titles = commands.filter_map(|command| if let ViewportCommand::Title(title) = command { Some(title) } else { None });
            if let Some(title) = titles.next_back() {
                self.title.clone_from(title);
            }
        }
    }

    /// Runs frames until a label contains this text.
    #[track_caller]
    pub fn wait_for(&mut self, label: &str) {
        self.wait_until(&format!("the window never showed {label:?}"), |window| window.shows(label).then_some(()));
    }

    /// Runs frames until the tab with this name is shown.
    #[track_caller]
    pub fn wait_for_tab(&mut self, name: &str) {
        self.wait_until(&format!("the tab {name:?} was never shown"), |window| window.is_shown(name).then_some(()));
    }

    /// Runs at least one frame, until `found` returns something, and then until the window settles. The test fails with this message if
    /// that never happens.
    #[track_caller]
    pub fn wait_until<T>(&mut self, failure: &str, mut found: impl FnMut(&Self) -> Option<T>) -> T {
        let began = Instant::now();
        let mut busy = began;
        loop {
            self.run(1);
            if let Some(found) = found(self) {
                self.settle();
                return found;
            }
            if self.app().is_busy() {
                assert!(began.elapsed() < LONGEST, "{failure}, and something still runs");
                busy = Instant::now();
                self.await_news();
            } else {
                assert!(busy.elapsed() < PATIENCE, "{failure}, and nothing runs");
            }
        }
    }

    /// Writes recovery files to this folder.
    pub fn enable_recovery(&mut self, folder: &Path) {
        self.harness.state_mut().as_mut().expect("the app is there after the first frame").enable_recovery(folder);
    }

    /// Whether any label contains this text.
    pub fn shows(&self, label: &str) -> bool {
        self.harness.query_all_by_label_contains(label).next().is_some()
    }

    /// The number of labels that contain this text.
    pub fn count(&self, label: &str) -> usize {
        self.harness.query_all_by_label_contains(label).count()
    }

    /// The place of this tab, and whether it is shown. Its label is longer if it has unsaved changes, such as a search of over a
    /// minute.
    pub fn tab(&self, title: &str) -> Option<(Rect, bool)> {
        let tabs = self.harness.query_all_by_role(Role::Tab).map(|tab| (tab.rect(), tab.accesskit_node()));
        let mut tabs = tabs.filter(|(_, node)| node.label().is_some_and(|label| label.starts_with(title)));
        tabs.next().map(|(rect, node)| (rect, node.toggled() == Some(egui::accesskit::Toggled::True)))
    }

    /// Whether this tab is shown.
    pub fn is_shown(&self, title: &str) -> bool {
        self.tab(title).is_some_and(|(_, is_shown)| is_shown)
    }

    /// Handles the pending input and its consequences. The number of frames keeps two clicks from becoming a double click.
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

    /// Clicks the first widget whose label contains this text, as soon as it is there.
    #[track_caller]
    pub fn click(&mut self, label: &str) {
        self.wait_for(label);
        self.click_on(|window| window.harness.get_all_by_label_contains(label).next().expect("it is there").rect());
    }

    /// Clicks the widget with exactly this label, as soon as it is there.
    #[track_caller]
    pub fn click_exactly(&mut self, label: &str) {
        self.wait_until(&format!("{label:?} was never there"), |window| window.harness.query_by_label(label).map(|_| ()));
        self.click_on(|window| window.harness.get_by_label(label).rect());
    }

    /// Clicks the centre of this place.
    #[track_caller]
    pub fn click_on(&mut self, place: impl Fn(&Self) -> Rect) {
        self.point_and_press(place);
        self.pass();
    }

    /// Clicks the widget with exactly this label, and returns the text that it copied.
    #[track_caller]
    pub fn copied_by(&mut self, label: &str) -> Option<String> {
        self.point_and_press(|window| window.harness.get_by_label(label).rect());
        (0..10).find_map(|_| {
            self.run(1);
            let commands = &self.harness.output().platform_output.commands;
            commands.iter().find_map(|command| if let OutputCommand::CopyText(text) = command { Some(text.clone()) } else { None })
        })
    }

    /// Moves, presses and releases in one frame, so that a result from another thread can't move the widget in between.
    #[track_caller]
    fn point_and_press(&mut self, place: impl Fn(&Self) -> Rect) {
        let pos = place(self).center();
        let button = |pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        self.harness.input_mut().events.extend([Event::PointerMoved(pos), button(true), button(false)]);
    }

    /// Drags from one place to another, typing these characters on the way.
    #[track_caller]
    pub fn drag(&mut self, from: Pos2, to: Pos2, typed: &str) {
        self.harness.hover_at(from);
        self.run(1);
        self.harness.drag_at(from);
        self.run(1);
        for share in [0.2, 0.5, 0.8, 1.0] {
            self.harness.hover_at(from + (to - from) * share);
            self.run(1);
        }
        self.type_keys(typed);
        self.harness.drop_at(to);
        self.pass();
    }

    /// Opens the combo box that shows this value, and chooses the other value from it.
    #[track_caller]
    pub fn choose(&mut self, shown: &str, chosen: &str) {
        self.click_on(|window| window.harness.get_by_value(shown).rect());
        self.wait_for(chosen);
        self.click(chosen);
    }

    /// Waits until the timeline's slider with this label has this value, and this one at its end.
    #[track_caller]
    pub fn wait_for_place(&mut self, label: &str, place: f64, end: f64) {
        self.wait_until(&format!("{label} was never at {place} of {end}"), |window| {
            let slider = window.harness.query_by_role_and_label(Role::Slider, label)?.accesskit_node();
            (slider.numeric_value() == Some(place) && slider.max_numeric_value() == Some(end)).then_some(())
        });
    }

    /// Sets the number in the box with this label, as a screen reader does.
    #[track_caller]
    pub fn set(&mut self, name: &str, value: f64) {
        self.harness.get_by_label(name).set_value_accesskit(value);
        self.pass();
    }

    /// Moves the keyboard's focus to the first widget whose label contains this text.
    #[track_caller]
    pub fn focus(&mut self, label: &str) {
        self.harness.get_all_by_label_contains(label).next().expect("it is there").focus();
        self.pass();
    }

    pub fn type_text(&mut self, text: &str) {
        self.harness.event(Event::Text(text.to_owned()));
        self.pass();
    }

    /// Types these characters one by one.
    pub fn type_keys(&mut self, keys: &str) {
        keys.chars().for_each(|key| self.type_text(&key.to_string()));
    }

    /// Presses the key at this place of an English keyboard, which types this character.
    pub fn type_at(&mut self, place: Key, typed: &str) {
        // egui names keys without a Latin letter by their place.
        let key = |pressed| Event::Key { key: place, physical_key: Some(place), pressed, repeat: false, modifiers: Modifiers::NONE };
        // A key and its text belong to one frame.
        self.harness.input_mut().events.extend([key(true), Event::Text(typed.to_owned()), key(false)]);
        self.pass();
    }

    /// Replaces the text in the box with this label.
    #[track_caller]
    pub fn write(&mut self, name: &str, text: &str) {
        self.harness.get_by_label(name).focus();
        self.pass();
        self.press(Modifiers::COMMAND, Key::A);
        self.type_text(text);
    }

    /// The text in the box with this label.
    #[track_caller]
    pub fn text(&self, name: &str) -> String {
        self.harness.get_by_label(name).value().unwrap_or_default()
    }

    /// The whole label of the widget whose label contains this text.
    #[track_caller]
    pub fn text_of(&self, part: &str) -> String {
        self.harness.get_by_label_contains(part).accesskit_node().label().unwrap_or_default()
    }

    pub fn paste(&mut self, text: &str) {
        self.harness.event(Event::Paste(text.to_owned()));
        self.pass();
    }

    /// The settings that the window would store.
    pub fn settings(&self) -> Settings {
        self.harness.state().as_ref().map(App::settings).unwrap()
    }

    /// Closes the window as the user would, unless it asks something first.
    pub fn close(&mut self) {
        self.closes = true;
        self.pass();
    }

    /// Whether the window has closed.
    pub fn has_closed(&self) -> bool {
        self.has_closed
    }

    /// Makes the next file dialog choose this path.
    pub fn will_choose(&mut self, path: &Path) {
        self.script.0.lock().unwrap().push(path.to_owned());
    }

    pub fn open_file(&mut self, path: &Path) {
        self.will_choose(path);
        self.press(Modifiers::COMMAND, Key::O);
    }

    /// Saves in another folder, under the suggested name, and returns what was written.
    #[track_caller]
    pub fn save_as(&mut self) -> String {
        let folder = tempfile::tempdir().unwrap();
        self.will_choose(folder.path());
        self.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
        let saved = |_: &Self| {
            let files = fs::read_dir(folder.path()).unwrap().flatten().map(|entry| entry.path());
            files.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "ron"))
        };
        let saved = self.wait_until("nothing was saved", saved);
        fs::read_to_string(saved).unwrap()
    }

    /// Moves the window's settings, which can't be read, to a file in this folder.
    pub fn set_settings_aside(&mut self, folder: &Path, text: &str) {
        self.run(1);
        self.harness.state_mut().as_mut().expect("the app is there after a frame").set_settings_aside(folder, text);
    }

    /// Stores settings in this folder, which other windows may share.
    pub fn store_settings_in(&mut self, folder: &Path) {
        self.run(1);
        self.harness.state_mut().as_mut().expect("the app is there after a frame").store_settings_in(folder.to_owned());
    }

    /// Stores changed settings, as the window does from time to time.
    pub fn store(&mut self) {
        self.harness.state_mut().as_mut().expect("the app is there after a frame").store_settings();
    }
}
