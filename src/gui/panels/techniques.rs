//! The techniques of the puzzle: which one is chosen, how each works, and the time and work each took on this position.

use egui::{Align, Id, Layout, Rect, RichText, TextWrapMode, Ui, vec2};

use super::comparison;
use crate::{
    radio,
    regions::Region,
    sections::Section,
    theme,
    threads::Threads,
    widgets::{apart, scrolling_up_to},
};
use base::{erased::Erased, puzzle::Technique, search::Stage, text::grouped};
use workbench::session::{Comparing, Session, Work};

/// The height of the row of one technique, and of one stage, in points.
const ROW: f32 = 22.0;
const STAGE: f32 = 18.0;
/// How many rows of techniques are seen below the stages in the lowest window.
const LEAST_ROWS: f32 = 3.0;
/// The share of the side's height reserved for the solutions above, and the least height in points, with the heads of both. The list below
/// scrolls.
const FOR_SOLUTIONS: f32 = 0.48;
const LEAST_FOR_SOLUTIONS: f32 = 290.0;

/// Shows the list of techniques, of which a click chooses one, and the work of the search. `side` is the height that it shares with the
/// solutions.
pub fn ui(ui: &mut Ui, session: &mut Session, side: f32) {
    let aside = comparison::aside(session);
    let is_comparing = session.comparing().and_then(Comparing::now).is_some();
    let key = format!("{}.techniques", session.kind().key);
    let section = Section::folded(&key, "Techniques").aside(&aside).entry(Region::Results).opening_when(is_comparing);
    let tallest = (side - (FOR_SOLUTIONS * side).max(LEAST_FOR_SOLUTIONS)).max(ROW);
    let top = ui.cursor().top();
    apart(ui, |ui| stages_section(ui, session, tallest / 2.0));
    let tallest = (tallest - (ui.cursor().top() - top)).max(LEAST_ROWS * ROW);
    section.show(ui, |ui| {
        comparison::button(ui, session);
        scrolling_up_to(ui, "techniques", tallest, |ui| content(ui, session));
    });
}

/// Shows the work of the search by stage, if it has stages. The section is above the techniques, which stay where they are.
fn stages_section(ui: &mut Ui, session: &Session, tallest: f32) {
    let stages = &session.searches().progress().tally.stages;
    if !stages.is_empty() {
        let key = format!("{}.stages", session.kind().key);
        Section::folded(&key, "Search stages").show(ui, |ui| scrolling_up_to(ui, "stages", tallest, |ui| stages_ui(ui, stages)));
    }
}

fn content(ui: &mut Ui, session: &mut Session) {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().interact_size.y = ROW;
        ui.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
        let place = comparison::place(ui, session);
        for technique in comparison::listed(session) {
            comparison::row(ui, session, technique, place, |ui, session| choice(ui, session, technique));
        }
    });
    comparison::verdict(ui, session);
    if session.kind().techniques.iter().any(|technique| technique.tasks.is_some()) {
        ui.add_enabled_ui(session.technique().tasks.is_some(), |ui| {
            Threads(session.kind().key).ui(ui, "Number of threads, used when you next start or resume a search")
        });
    }
}

fn choice(ui: &mut Ui, session: &mut Session, technique: &'static Technique<Erased>) {
    let is_chosen = technique.key == session.technique().key;
    let chosen = radio::button(ui, Id::unique((session.kind().key, "techniques")), is_chosen, technique.title).on_hover_ui(|ui| {
        ui.label(technique.idea);
        let muted = theme::color(theme::look(ui.ctx()).colors.muted);
        for line in std::iter::once(technique.source.to_owned()).chain(session.published(technique)) {
            ui.label(RichText::new(line).color(muted));
        }
    });
    if chosen.clicked() {
        session.work(Work::Technique(technique));
    }
}

/// Shows the work by stage as numbers: the stage, explored, kept. Bars behind them are logarithmic, since stages differ by powers of ten.
fn stages_ui(ui: &mut Ui, stages: &[Stage]) {
    let width = ui.available_width();
    let line = |ui: &mut Ui, cells: [String; 3], is_head: bool| {
        ui.allocate_ui(vec2(width, STAGE), |ui| {
            ui.horizontal(|ui| {
                for (cell, (share, layout)) in cells.into_iter().zip([(0.16, Align::Min), (0.44, Align::Max), (0.4, Align::Max)]) {
                    let text = if is_head { RichText::new(cell).weak() } else { RichText::new(cell) };
                    let layout =
                        if layout == Align::Min { Layout::left_to_right(Align::Center) } else { Layout::right_to_left(Align::Center) };
                    ui.allocate_ui_with_layout(vec2(width * share, STAGE), layout, |ui| ui.label(text));
                }
            });
        });
    };
    let most = stages.iter().map(|stage| stage.explored).max().unwrap_or(0);
    let share = |count: u64| (count as f32).ln_1p() / (most as f32).ln_1p().max(f32::EPSILON);
    let accent = theme::look(ui.ctx()).colors.accent;
    let bars = |ui: &Ui, stage: &Stage| {
        let corner = ui.cursor().min;
        for (count, strength) in [(stage.explored, 0.16), (stage.kept, 0.22)] {
            let bar = Rect::from_min_size(corner, vec2(width * share(count), STAGE - 1.0));
            ui.painter().rect_filled(bar, 2.0, theme::color(accent.fade(strength)));
        }
    };
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
        ui.spacing_mut().interact_size.y = STAGE;
        line(ui, ["", "explored", "kept"].map(str::to_owned), true);
        for (index, stage) in stages.iter().enumerate() {
            bars(ui, stage);
            line(ui, [(index + 1).to_string(), grouped(stage.explored), grouped(stage.kept)], false);
        }
    });
}
