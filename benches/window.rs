//! The processor time for frames of the window: layout, drawing the board, and tessellation. The work of the graphics driver is not
//! included.

#![allow(clippy::unwrap_used, reason = "a bench that can't continue has failed")]

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../tests/window/driven.rs"]
mod driven;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use driven::{USUAL, Window, save};
use egui::{Event, Key, Modifiers, PointerButton, Pos2, pos2};
use egui_kittest::kittest::Queryable;
use quincunx::{gui::app::Settings, workbench::lifecycle::QUICK};

fn open(file: &str) -> Window {
    Window::open_with(&[&save(file)], USUAL, Settings { quick: Some(QUICK), ..Settings::default() })
}

fn solved(file: &str, solutions: &str) -> Window {
    let mut window = open(file);
    window.wait_for("About this position");
    window.press(Modifiers::NONE, Key::F5);
    window.wait_for(&format!("Finished: {solutions} solutions"));
    window.run(20);
    window
}

/// Runs one frame with these events.
fn frame(window: &mut Window, events: impl IntoIterator<Item = Event>) {
    window.harness.input_mut().events.extend(events);
    window.harness.run_steps(1);
    let output = window.harness.output();
    black_box(window.harness.ctx.tessellate(output.shapes.clone(), output.pixels_per_point));
}

/// Shows another of 2,098 solutions in each frame, as when the slider is dragged.
fn sliding(criterion: &mut Criterion) {
    let mut window = solved("meteor/contest.ron", "2,098");
    let mut shown = 1;
    criterion.bench_function("window/meteor, another solution", |bencher| {
        bencher.iter(|| {
            shown = (shown + 37) % 2098 + 1;
            window.harness.get_by_label("Solution").set_value_accesskit(f64::from(shown));
            frame(&mut window, []);
        });
    });
}

/// The exploded 3D view rotates a little in every frame.
fn turning(criterion: &mut Criterion) {
    let mut window = solved("soma/cube.ron", "240");
    window.set("Exploded view", 0.7);
    let (begin, mut moved) = (pos2(300.0, 150.0), 0);
    frame(&mut window, [Event::PointerMoved(begin), button(begin, true)]);
    criterion.bench_function("window/soma, exploded and rotating", |bencher| {
        bencher.iter(|| {
            moved = (moved + 1) % 200;
            frame(&mut window, [Event::PointerMoved(begin + egui::vec2(moved as f32, 10.0))]);
        });
    });
}

fn button(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
}

/// Types a key on a tile and waits until the window shows the new odds, and back.
fn odds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("window/voltorb-flip, key to odds and back");
    for (file, [before, after]) in
        [("level-5-fresh", ["962", "526"]), ("level-8-hard", ["12,980", "528"]), ("all-alike", ["161,640", "45,648"])]
    {
        let mut window = open(&format!("voltorb-flip/{file}.ron"));
        window.wait_for(before);
        window.focus("row 1, column 1, face down");
        let mut frames = (0_u64, 0_u64);
        group.bench_function(file, |bencher| {
            bencher.iter(|| {
                for (key, boards) in [("1", after), ("?", before)] {
                    frame(&mut window, [Event::Text(key.to_owned())]);
                    frames = (frames.0 + 1, frames.1 + 1);
                    while !window.shows(boards) {
                        frame(&mut window, []);
                        frames.1 += 1;
                    }
                }
            });
        });
        println!("{file}: {:.2} frames a key", frames.1 as f64 / frames.0 as f64);
    }
    group.finish();
}

/// Fonts of the system have been read: egui drops all letters and lays out all texts again.
fn fonts(criterion: &mut Criterion) {
    let mut window = solved("meteor/contest.ron", "2,098");
    criterion.bench_function("window/meteor, nothing new", |bencher| bencher.iter(|| frame(&mut window, [])));
    criterion.bench_function("window/meteor, fonts arrive", |bencher| {
        bencher.iter(|| {
            window.harness.ctx.set_font_providers(Vec::new());
            frame(&mut window, []);
        });
    });
}

criterion_group!(benches, sliding, turning, odds, fonts);
criterion_main!(benches);
