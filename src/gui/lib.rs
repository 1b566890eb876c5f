//! The window: the only package that uses egui, beside the controls of the puzzles.

pub mod app;
pub mod canvas;
pub mod command;
pub mod controls;
pub mod dialogs;
pub mod any_puzzle;
mod document;
mod open_documents;
mod handover;
mod links;
pub mod pasting;
pub mod typed;
pub mod help;
mod gallery;
pub mod palette;
pub mod panels;
pub mod regions;
pub mod request;
pub mod sections;
pub mod tools;
pub mod theme;
pub mod threads;
pub mod files;
pub mod tab_settings;
pub mod words;
mod system_errors;
pub mod deferred;
pub mod exporting;
mod book;
pub mod icons;
pub mod paint;
mod rendered;
pub mod radio;
pub mod play;
pub mod now;
pub mod widgets;
pub mod pane;
mod writing;
mod start;
#[cfg(test)]
mod testing;

use std::{path::PathBuf, time::Duration};

use egui::{Event, IconData, Key, Vec2, ViewportBuilder, ViewportCommand, vec2};

use app::{App, Program, SETTINGS};
use files::SystemDialog;
use workbench::logging;

/// The name under which the desktop knows the program: the stem of its desktop file.
const APP_ID: &str = "io.github.quincunx.Quincunx";

/// The size of a new window, in points.
const SIZE: Vec2 = vec2(1280.0, 800.0);
/// The sides of the largest texture, in pixels. epaint accepts no less than the first, and the largest picture that is read is as large.
const TEXTURE_SIDES: [f32; 2] = [1024.0, 16384.0];
/// The side of the largest picture in the help and in galleries, in points.
const PICTURE_SIDE: f32 = 512.0;
/// The height that a desktop needs beside a window, for its title and the desktop's own bar, in points.
const DESKTOP_BARS: f32 = 72.0;

/// The folder of the program's own files; none if the system names none.
fn folder() -> Option<PathBuf> {
    eframe::storage_dir("quincunx")
}

/// Shows the files in the window that is open already. Returns whether there is one and they have arrived there; without files, none is
/// asked.
pub fn hand_over(files: &[PathBuf]) -> bool {
    !files.is_empty() && folder().is_some_and(|folder| handover::hand_over(&folder, files))
}

/// Opens the window with these files and returns when it is closed.
///
/// # Errors
/// When no window opens: a sentence that says why.
pub fn run(paths: Vec<PathBuf>, program: Program) -> Result<(), String> {
    logging::start(system_errors::note);
    log::info!("{}", logging::about_program(program.version));
    let viewport = ViewportBuilder::default()
        .with_title("Quincunx")
        .with_app_id(APP_ID)
        .with_inner_size(SIZE)
        .with_min_inner_size(app::LEAST_SIZE)
        .with_clamp_size_to_monitor_size(true)
        .with_icon(icon());
    let options = eframe::NativeOptions { viewport, system_font_fallback: false, ..Default::default() };
    let create = |opened: Box<dyn FnOnce()>| -> eframe::AppCreator<'_> {
        Box::new(|creation| {
            opened();
            let text = creation.storage.and_then(|storage| storage.get_string(SETTINGS)).unwrap_or_default();
            let settings = tab_settings::parse(&text);
            let is_unreadable = settings.is_err();
            let mut app = App::new(&creation.egui_ctx, Box::new(SystemDialog), &settings.unwrap_or_default(), paths, program);
            if let Some(folder) = folder() {
                let notes = folder.join("notes");
                if is_unreadable {
                    app.set_settings_aside(&notes, &text);
                }
                app.store_settings_in(notes);
                app.enable_recovery(&folder.join("unsaved"));
                app.accept_files(&creation.egui_ctx, &folder);
            }
            // A later start has the size of the earlier window, which eframe stores under this name.
            let is_new = creation.storage.is_none_or(|storage| storage.get_string("window").is_none());
            Ok(Box::new(Window { app, must_fit: is_new, largest_texture: None, later: Vec::new() }))
        })
    };
    start::explained(|opened| eframe::run_native("quincunx", options, create(opened)))
}

/// Adapts the app to eframe.
struct Window {
    app: App,
    /// Whether the window has its first size, and the size of the screen isn't known yet.
    must_fit: bool,
    /// The largest side of a texture that the graphics driver allows, once it is known.
    largest_texture: Option<usize>,
    /// The input that the next frame begins with: see [`keep_for_later`].
    later: Vec<Event>,
}

impl Window {
    /// Maximizes the new window on a screen that is too small for it.
    fn fit(&mut self, ctx: &egui::Context) {
        if let Some(screen) = ctx.input(|input| input.viewport().monitor_size) {
            self.must_fit = false;
            if is_too_small(screen) {
                ctx.send_viewport_cmd(ViewportCommand::Maximized(true));
            }
        }
    }
}

/// Leaves a Tab that follows typed text for the next frame, with what comes after it, and begins with what was left for this one. egui
/// moves the focus before the box that has it reads its text. Returns whether something is left.
fn keep_for_later(events: &mut Vec<Event>, later: &mut Vec<Event>) -> bool {
    events.splice(0..0, later.drain(..));
    let typed = events.iter().position(|event| matches!(event, Event::Text(_) | Event::Paste(_))).unwrap_or(events.len());
    let is_tab = |event: &Event| matches!(event, Event::Key { key: Key::Tab, pressed: true, .. });
    if let Some(tab) = events[typed..].iter().position(is_tab) {
        *later = events.split_off(typed + tab);
    }
    !later.is_empty()
}

/// Whether a screen of this size, in points, has no room for a new window beside the desktop's own bars.
fn is_too_small(screen: Vec2) -> bool {
    screen.x < SIZE.x || screen.y < SIZE.y + DESKTOP_BARS
}

/// The side of the largest texture for a window of this size, in points, where a point has this many pixels.
///
/// egui makes its texture of glyphs as wide as a texture can be, keeps each glyph in each size that was drawn, and starts again only when
/// four fifths of the largest texture are full, which takes that memory twice. Graphics drivers allow 1 GB and more. Half of the window's
/// pixels are enough: all five tabs together fill a sixth of the texture, in a window of the usual size and in one of 3,800 x 2,100 pixels.
/// The side is a power of two, since every change of it draws all glyphs again.
fn texture_side(window: Vec2, pixels_per_point: f32) -> usize {
    let half = (window.x * window.y / 2.0).sqrt() * pixels_per_point;
    let [least, most] = TEXTURE_SIDES;
    (half.max(PICTURE_SIDE * pixels_per_point).clamp(least, most).ceil() as usize).next_power_of_two()
}

impl eframe::App for Window {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        if self.must_fit {
            self.fit(ctx);
        }
        self.app.logic(ctx);
    }

    fn raw_input_hook(&mut self, ctx: &egui::Context, input: &mut egui::RawInput) {
        pasting::note_missing(ctx, input);
        if keep_for_later(&mut input.events, &mut self.later) {
            ctx.request_repaint();
        }
        // Only the first frame says it.
        self.largest_texture = input.max_texture_side.or(self.largest_texture);
        // The context has the scale of the frame before.
        let pixels_per_point = ctx.zoom_factor() * input.viewport().native_pixels_per_point.unwrap_or(1.0);
        if let (Some(largest), Some(window)) = (self.largest_texture, input.screen_rect) {
            input.max_texture_side = Some(largest.min(texture_side(window.size(), pixels_per_point)));
        }
    }

    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        self.app.record_frame_time(frame.info().cpu_usage.map(Duration::from_secs_f32));
        self.app.ui(ui);
        links::open_requested(ui.ctx());
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        self.app.store_settings();
        eframe::set_value(storage, SETTINGS, &self.app.settings());
    }
}

/// The icon in the title bar and the task list.
fn icon() -> IconData {
    eframe::icon_data::from_png_bytes(include_bytes!("../../assets/icon-256.png")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_texture_grows_with_the_pixels_of_the_window() {
        let sides = [(1280.0, 800.0, 1.0), (1920.0, 1080.0, 1.0), (2560.0, 1440.0, 1.0), (3840.0, 2160.0, 1.0), (1920.0, 1080.0, 2.0)]
            .map(|(width, height, scale)| texture_side(vec2(width, height), scale));
        assert_eq!(sides, [1024, 1024, 2048, 2048, 2048]);
        assert_eq!(texture_side(vec2(300.0, 200.0), 2.5), 2048, "a picture of the help is 1,280 pixels wide");
    }

    #[test]
    fn what_is_typed_before_a_tab_is_read_before_the_focus_moves() {
        let key = |key| Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: egui::Modifiers::NONE };
        let (text, tab) = (|text: &str| Event::Text(text.to_owned()), || key(Key::Tab));
        let mut later = Vec::new();
        let mut events = vec![tab(), text("1"), text("2"), tab(), text("3")];
        assert!(keep_for_later(&mut events, &mut later));
        assert_eq!(events, [tab(), text("1"), text("2")]);
        let mut events = vec![key(Key::Enter)];
        assert!(!keep_for_later(&mut events, &mut later));
        assert_eq!((events, later), (vec![tab(), text("3"), key(Key::Enter)], Vec::new()));
    }

    #[test]
    fn a_new_window_fits_its_screen() {
        let screens = [(1366.0, 768.0), (1280.0, 800.0), (1536.0, 864.0), (1440.0, 900.0), (1280.0, 1024.0), (1920.0, 1080.0)];
        let maximized = screens.map(|(width, height)| is_too_small(vec2(width, height)));
        assert_eq!(maximized, [true, true, true, false, false, false]);
    }
}
