//! A tour of all tabs, with the processor time that each frame takes on the window's thread: laying out, drawing the board, taking in news,
//! and turning shapes into triangles. It prints a table; the graphics driver's work is not in it. Where the system doesn't say how long a
//! thread has had the processor, it is the time that passes: there, run it on an idle machine. `cargo bench --bench tour -- largest` runs
//! one part.
//!
//! Not a criterion bench, since what matters is the slowest frame and not the average one.

#![allow(clippy::unwrap_used, reason = "a tour that fails stops")]

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../tests/window/driven.rs"]
mod driven;
#[path = "../tests/campaign/processor_time.rs"]
mod processor_time;

use std::{
    env,
    fmt::Write,
    fs,
    hint::black_box,
    mem,
    path::Path,
    sync::{Arc, LazyLock, Mutex},
    thread,
    time::{Duration, Instant},
};

use driven::{HIGH, USUAL, Window, save};
use egui::{Context, Event, Key, Modifiers, PointerButton, Pos2, pos2};
use egui_kittest::kittest::{NodeT, Queryable};
use processor_time::processor_time;
use quincunx::{
    board::{Board, Order},
    gui::app::Settings,
    puzzles::{soma::Soma, voltorb_flip::VoltorbFlip},
    workbench::{lifecycle::QUICK, solutions::CAPACITY},
};

// The program's.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What each frame may take.
const BUDGET: Duration = Duration::from_millis(4);

/// How many solutions of a large figure are listed.
const LISTED: usize = CAPACITY * 9 / 10;

/// A tour that waits longer for something has failed.
const LONGEST: Duration = Duration::from_secs(180);

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let large = folder.path().join("large.ron");
    fs::write(&large, planks()).unwrap();
    println!("{:<52} {:>6} {:>8} {:>8} {:>8}", "stage", "frames", "median", "99 %", "longest");
    let parts: [(&str, &dyn Fn()); 8] = [
        ("start", &start),
        ("meteor", &meteor),
        ("soma", &soma),
        ("voltorb-flip", &voltorb_flip),
        ("set", &set),
        ("virus-war", &virus_war),
        ("triples", &|| many_triples(folder.path())),
        ("largest", &|| largest(&large)),
    ];
    let wanted: Vec<String> = env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let is_known = |wanted: &String| parts.iter().any(|(name, _)| wanted == name);
    assert!(wanted.iter().all(is_known), "the parts are {}", parts.map(|(name, _)| name).join(", "));
    for (name, part) in parts {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            part();
        }
    }
}

/// The settings of a new window.
fn usual() -> Settings {
    Settings { quick: Some(QUICK), ..Settings::default() }
}

fn start() {
    let files = ["voltorb-flip/level-5.ron", "meteor/contest.ron", "soma/cube.ron", "set/apl-16807.ron", "virus-war/midgame.ron"].map(save);
    let files: Vec<&Path> = files.iter().map(AsRef::as_ref).collect();
    let mut tour = Tour::of(Window::open_with(&files, USUAL, usual()));
    tour.stage("all tabs, one after another", |tour| {
        for _ in 0..10 {
            tour.key(Modifiers::COMMAND, Key::Tab);
            tour.frames(5);
        }
    });
    tour.stage("keyboard shortcuts, palette, help", |tour| {
        for (modifiers, key) in [(Modifiers::COMMAND, Key::Questionmark), (Modifiers::COMMAND, Key::K), (Modifiers::NONE, Key::F1)] {
            tour.key(modifiers, key);
            tour.frames(10);
            tour.key(Modifiers::NONE, Key::Escape);
        }
    });
}

fn meteor() {
    let mut tour = Tour::open(&save("meteor/contest.ron"));
    tour.stage("Meteor: solve", |tour| {
        tour.key(Modifiers::NONE, Key::F5);
        tour.until("2,098 solutions");
        tour.frames(20);
    });
    tour.stage("Meteor: another solution in each frame", |tour| {
        for shown in (0..100).map(|step| (step * 37) % 2098 + 1) {
            tour.window.harness.get_by_label("Solution").set_value_accesskit(f64::from(shown));
            tour.frames(1);
        }
    });
    tour.stage("Meteor: a piece over the board", |tour| {
        tour.text("0");
        tour.sweep(pos2(300.0, 150.0), pos2(900.0, 500.0), 200);
        tour.text("r");
        tour.sweep(pos2(300.0, 150.0), pos2(900.0, 500.0), 200);
        tour.key(Modifiers::NONE, Key::Escape);
    });
    tour.stage("Meteor: the list scrolls", |tour| tour.scroll(pos2(1150.0, 300.0), 100));
}

fn soma() {
    let mut tour = Tour::open(&save("soma/cube.ron"));
    tour.stage("Soma: solve", |tour| {
        tour.key(Modifiers::NONE, Key::F5);
        tour.until("240 solutions");
        tour.frames(20);
    });
    tour.window.set("Exploded view", 0.7);
    tour.stage("Soma: the cube turns, pulled apart", |tour| tour.drag(pos2(300.0, 150.0), 200));
    tour.stage("Soma: the list scrolls", |tour| tour.scroll(pos2(1150.0, 300.0), 100));
}

fn voltorb_flip() {
    let mut tour = Tour::open(&save("voltorb-flip/all-alike.ron"));
    tour.window.focus("row 1, column 1, face down");
    tour.stage("Voltorb Flip: 161,640 boards, tiles set and unset", |tour| {
        for _ in 0..3 {
            tour.text("1");
            tour.until("45,648");
            tour.text("?");
            tour.until("161,640");
        }
    });
    tour.stage("Voltorb Flip: 100,000 boards listed and sorted", |tour| {
        tour.key(Modifiers::NONE, Key::F5);
        tour.until("161,640 boards");
        tour.frames(100);
        tour.sort(VoltorbFlip::BOARD_EXTRAS.orders, 100);
    });
    tour.stage("Voltorb Flip: the list scrolls", |tour| tour.scroll(pos2(1150.0, 300.0), 100));
}

fn set() {
    let mut tour = Tour::open(&save("set/deck.ron"));
    tour.stage("SET: the whole deck solved", |tour| {
        tour.key(Modifiers::NONE, Key::F5);
        tour.until("1,080 SETs");
        tour.frames(20);
        tour.sweep(pos2(300.0, 150.0), pos2(900.0, 500.0), 100);
    });
}

fn virus_war() {
    let mut tour = Tour::open(&save("virus-war/midgame.ron"));
    tour.stage("Virus War: solve, and the list scrolls", |tour| {
        tour.key(Modifiers::NONE, Key::F5);
        tour.until("Finished");
        tour.frames(20);
        tour.scroll(pos2(1150.0, 300.0), 100);
        tour.sweep(pos2(300.0, 150.0), pos2(900.0, 500.0), 100);
    });
    // High enough for the tools to show the switch.
    let mut tour = Tour::of(Window::open_with(&[save("virus-war/midgame.ron").as_ref()], HIGH, usual()));
    tour.window.click("Analyse while I look");
    tour.stage("Virus War: the analysis runs", |tour| {
        tour.until("turns ahead, best");
        tour.sweep(pos2(300.0, 150.0), pos2(900.0, 500.0), 300);
    });
}

/// A position with 100,000 triples for the duplicate tool.
fn many_triples(folder: &Path) {
    let text = fs::read_to_string(save("virus-war/midgame.ron")).unwrap();
    let triples: Vec<String> = (0..100_000).map(|n| format!("({}, {}, {})", n % 89, n % 97, n % 101)).collect();
    let (before, after) = text.split_once("state: (").unwrap();
    let large = folder.join("triples.ron");
    fs::write(&large, format!("{before}state: (triples: [{}],{after}", triples.join(", "))).unwrap();
    let mut tour = Tour::open(&save("virus-war/midgame.ron"));
    tour.window.enable_recovery(&folder.join("unsaved"));
    tour.stage("Virus War: a file with 100,000 triples is opened", |tour| {
        tour.window.will_choose(&large);
        tour.key(Modifiers::COMMAND, Key::O);
        tour.until("Documents, 2 of 2");
    });
    tour.stage("Virus War: 100,000 triples, edits and undo, autosaved", |tour| {
        for _ in 0..3 {
            tour.window.focus("can move here");
            tour.key(Modifiers::NONE, Key::Enter);
            tour.frames(20);
            tour.key(Modifiers::COMMAND, Key::Z);
            tour.frames(20);
        }
    });
}

/// An 8 x 8 x 8 figure with millions of solutions, of which a full list is kept.
fn largest(file: &Path) {
    let mut tour = Tour::open(file);
    tour.stage("8 x 8 x 8: solutions fill the list", |tour| {
        tour.key(Modifiers::NONE, Key::F5);
        // A full list is thinned again and again, so it has between half and all of what it can hold.
        tour.until_listed(LISTED);
        tour.key(Modifiers::NONE, Key::Escape);
        tour.frames(50);
    });
    tour.stage("8 x 8 x 8: sorted in each order", |tour| {
        tour.sort(Soma::BOARD_EXTRAS.orders, 150);
    });
    // A sorted list is complete only after some frames, and until then it shows no solution that it doesn't have yet.
    tour.choose("Order of the list", "in order found");
    tour.stage("8 x 8 x 8: another solution in each frame", |tour| {
        for shown in (0..100).map(|step| (step * 997) % (LISTED / 2) + 1) {
            tour.window.harness.get_by_label("Solution").set_value_accesskit(shown as f64);
            tour.frames(1);
        }
    });
    tour.stage("8 x 8 x 8: the list scrolls", |tour| tour.scroll(pos2(1150.0, 300.0), 100));
    tour.stage("8 x 8 x 8: turns, assembled", |tour| tour.drag(pos2(300.0, 150.0), 200));
    tour.window.set("Exploded view", 0.7);
    tour.stage("8 x 8 x 8: turns, pulled apart", |tour| tour.drag(pos2(300.0, 150.0), 200));
    tour.stage("8 x 8 x 8: pulled apart, another solution in each frame", |tour| {
        for shown in (0..100).map(|step| (step * 991) % (LISTED / 2) + 1) {
            tour.window.harness.get_by_label("Solution").set_value_accesskit(shown as f64);
            tour.frames(1);
        }
    });
    tour.stage("8 x 8 x 8: opened again beside itself", |tour| {
        tour.window.open_file(file);
        tour.frames(20);
    });
}

/// A figure of 512 cells, and 32 planks of 1 x 2 x 8 to fill it.
fn planks() -> String {
    let names: String = ('A'..='Z').chain('a'..='f').collect();
    let mut text = format!("Quincunx(version: 1, puzzle: \"soma\", state: (set: Custom, pieces: \"{names}\", layers: [\n");
    for _ in 0..8 {
        writeln!(text, "[{}],", ["\"........\""; 8].join(", ")).unwrap();
    }
    text += "], shapes: [\n";
    for name in names.chars() {
        let row = format!("\"{}\"", name.to_string().repeat(8));
        writeln!(text, "(name: '{name}', layers: [[{row}, {row}]]),").unwrap();
    }
    text + "]))\n"
}

/// Returns the processor time of this thread or, where the system doesn't say, the time since the first call.
fn clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    processor_time().unwrap_or_else(|| START.elapsed())
}

/// What the frames of a window take. Without a screen reader, nobody reads the tree of nodes as the harness does after each frame, so that
/// is not in it.
#[derive(Clone, Default)]
struct Passes(Arc<Mutex<Pass>>);

#[derive(Default)]
struct Pass {
    began: Duration,
    taken: Duration,
}

impl Passes {
    fn of(ctx: &Context) -> Self {
        let passes = Self::default();
        let (at_begin, at_end) = (passes.clone(), passes.clone());
        ctx.on_begin_pass("tour", Arc::new(move |_| at_begin.0.lock().unwrap().began = clock()));
        ctx.on_end_pass("tour", Arc::new(move |_| at_end.0.lock().unwrap().end()));
        passes
    }

    /// Returns what the passes since the last call took.
    fn taken(&self) -> Duration {
        mem::take(&mut self.0.lock().unwrap().taken)
    }
}

impl Pass {
    fn end(&mut self) {
        self.taken += clock().saturating_sub(self.began);
    }
}

struct Tour {
    window: Window,
    passes: Passes,
    times: Vec<Duration>,
}

impl Tour {
    fn open(file: &Path) -> Self {
        Self::of(Window::open_with(&[file], USUAL, usual()))
    }

    fn of(mut window: Window) -> Self {
        window.run(20);
        let passes = Passes::of(&window.harness.ctx);
        Self { window, passes, times: Vec::new() }
    }

    /// Does this, and prints what its frames took.
    fn stage(&mut self, name: &str, act: impl FnOnce(&mut Self)) {
        self.times.clear();
        act(self);
        let slowest = (0..self.times.len()).max_by_key(|&frame| self.times[frame]).map_or(0, |frame| frame + 1);
        self.times.sort_unstable();
        let at = |share: f64| self.times[((self.times.len() - 1) as f64 * share) as usize];
        let milliseconds = |time: Duration| format!("{:.2}", time.as_secs_f64() * 1e3);
        let [median, most, longest] = [0.5, 0.99, 1.0].map(|share| milliseconds(at(share)));
        let over = self.times.iter().filter(|&&time| BUDGET < time).count();
        let remark = if over > 0 { format!("   {over} over {} ms, slowest: frame {slowest}", BUDGET.as_millis()) } else { String::new() };
        println!("{name:<52} {:>6} {median:>8} {most:>8} {longest:>8}{remark}", self.times.len());
    }

    /// A frame in which this happens.
    fn frame(&mut self, events: impl IntoIterator<Item = Event>) {
        let harness = &mut self.window.harness;
        harness.input_mut().events.extend(events);
        self.passes.taken();
        harness.run_steps(1);
        let output = harness.output();
        let (shapes, pixels_per_point) = (output.shapes.clone(), output.pixels_per_point);
        let began = clock();
        black_box(harness.ctx.tessellate(shapes, pixels_per_point));
        self.times.push(self.passes.taken() + clock().saturating_sub(began));
    }

    fn frames(&mut self, count: usize) {
        for _ in 0..count {
            self.frame([]);
        }
    }

    fn key(&mut self, modifiers: Modifiers, key: Key) {
        for pressed in [true, false] {
            self.frame([Event::Key { key, physical_key: None, pressed, repeat: false, modifiers }]);
        }
    }

    fn text(&mut self, text: &str) {
        self.frame([Event::Text(text.to_owned())]);
    }

    /// Frames pass until the window shows this.
    fn until(&mut self, label: &str) {
        let began = Instant::now();
        while !self.window.shows(label) {
            assert!(began.elapsed() < LONGEST, "the window never showed {label:?}");
            self.frame([]);
            // Others need the processor, too.
            thread::yield_now();
        }
    }

    fn until_listed(&mut self, count: usize) {
        let listed = |tour: &Self| {
            let slider = ["Solution", "Board"].into_iter().find_map(|label| tour.window.harness.query_by_label(label));
            slider.and_then(|slider| slider.accesskit_node().max_numeric_value()).unwrap_or(0.0)
        };
        let began = Instant::now();
        while listed(self) < count as f64 {
            assert!(began.elapsed() < LONGEST, "the window lists only {} solutions", listed(self));
            self.frames(10);
        }
    }

    /// Lists the solutions in each of these orders, for this many frames each.
    fn sort<B: Board>(&mut self, orders: &[Order<B>], frames: usize) {
        for order in orders {
            self.choose("Order of the list", order.title);
            self.frames(frames);
        }
    }

    /// Opens this list of choices, and clicks one of them.
    fn choose(&mut self, list: &str, choice: &str) {
        self.click(list);
        self.click(choice);
    }

    fn click(&mut self, label: &str) {
        let at = self.window.harness.get_by_label(label).rect().center();
        let button = |pressed| Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        self.frame([Event::PointerMoved(at), button(true), button(false)]);
        self.frames(2);
    }

    fn sweep(&mut self, from: Pos2, to: Pos2, steps: usize) {
        for step in 0..steps {
            self.frame([Event::PointerMoved(from.lerp(to, step as f32 / steps as f32))]);
        }
    }

    fn drag(&mut self, from: Pos2, steps: usize) {
        let button = |pos, pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        self.frame([Event::PointerMoved(from), button(from, true)]);
        let mut at = from;
        for _ in 0..steps {
            at.x += 1.0;
            self.frame([Event::PointerMoved(at)]);
        }
        self.frame([button(at, false)]);
    }

    fn scroll(&mut self, at: Pos2, steps: usize) {
        self.frame([Event::PointerMoved(at)]);
        for _ in 0..steps {
            let delta = egui::vec2(0.0, -90.0);
            let (unit, phase, source) = (egui::MouseWheelUnit::Point, egui::TouchPhase::Move, egui::MouseWheelSource::Unknown);
            self.frame([Event::MouseWheel { unit, delta, phase, source, modifiers: Modifiers::NONE }]);
        }
    }
}
