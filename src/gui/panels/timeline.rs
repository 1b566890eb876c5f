//! First, back, play, forward, last; which answer, which step; how fast.

use std::time::Duration;

use egui::{ComboBox, Slider, Stroke, Ui, style::HandleShape};

use crate::{
    board::Board,
    gui::{
        command::Command,
        icons::Icon,
        theme::{self, space},
        widgets::{icon_button, muted, play_button},
    },
    text::grouped,
    workbench::{
        cursor::{Move, SPEEDS},
        session::Session,
    },
};

/// Shows the timeline. `now` is the window's clock.
pub fn ui<B: Board>(ui: &mut Ui, session: &mut Session<B>, now: Duration) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        buttons(ui, session, now);
        ui.add_space(space::S);
        sliders(ui, session);
    });
}

fn buttons<B: Board>(ui: &mut Ui, session: &mut Session<B>, now: Duration) {
    step_button(ui, session, Icon::First, Command::FirstStep, Move::First);
    step_button(ui, session, Icon::Back, Command::StepBack, Move::Back);
    let (icon, name) = if session.player().is_playing() { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
    if play_button(ui, icon, name, session.cursor().is_some()).clicked() {
        session.play_or_pause(now);
    }
    step_button(ui, session, Icon::Forward, Command::StepForward, Move::Forward);
    step_button(ui, session, Icon::Last, Command::LastStep, Move::Last);
}

fn step_button<B: Board>(ui: &mut Ui, session: &mut Session<B>, icon: Icon, command: Command, by: Move) {
    if icon_button(ui, icon, command.title(), session.cursor().is_some()).clicked() {
        session.step(by);
    }
}

/// Room for the words and figures beside the sliders, in points.
const WORDS: f32 = 340.0;

fn sliders<B: Board>(ui: &mut Ui, session: &mut Session<B>) {
    let kept = session.answers().kept().len();
    let steps = session.steps();
    let cursor = session.cursor();
    let room = (ui.available_width() - WORDS).max(80.0);

    let mut answer = cursor.map_or(0, |cursor| cursor.answer + 1);
    if slider(ui, "Solution", &mut answer, cursor.map_or(0, |_| 1)..=kept, room * 0.66) && answer > 0 {
        session.show_answer(answer - 1);
    }
    let total = session.answers().count();
    let figures = if session.answers().is_thinned() {
        format!("{} / {} of {}", grouped(answer as u64), grouped(kept as u64), grouped(total))
    } else {
        format!("{} / {}", grouped(answer as u64), grouped(total))
    };
    ui.label(figures);
    ui.add_space(space::M);

    let mut step = cursor.map_or(0, |cursor| cursor.step);
    if slider(ui, "Step", &mut step, 0..=steps, room * 0.34) {
        session.show_step(step);
    }
    ui.label(format!("{step} / {steps}"));
    ui.add_space(space::S);
    speed(ui, session);
}

/// A slider with its name before it. Says whether it was moved.
fn slider(ui: &mut Ui, name: &str, value: &mut usize, range: std::ops::RangeInclusive<usize>, width: f32) -> bool {
    let label = muted(ui, name);
    let is_of_use = range.start() < range.end();
    // With nothing to choose from, the handle rests at the left.
    let range = if is_of_use { range } else { *range.start()..=range.start() + 1 };
    ui.scope(|ui| {
        let accent = theme::color(theme::look(ui.ctx()).colors.accent);
        let visuals = ui.visuals_mut();
        visuals.selection.bg_fill = accent;
        for widget in [&mut visuals.widgets.inactive, &mut visuals.widgets.hovered, &mut visuals.widgets.active] {
            widget.fg_stroke = Stroke::new(2.0, accent);
        }
        ui.spacing_mut().interact_size.y = 18.0;
        ui.spacing_mut().slider_width = width;
        let slider = Slider::new(value, range).show_value(false).handle_shape(HandleShape::Circle);
        ui.add_enabled(is_of_use, slider).labelled_by(label.id).changed()
    })
    .inner
}

fn speed<B: Board>(ui: &mut Ui, session: &mut Session<B>) {
    let mut speed = session.player().speed;
    let text = |speed: f32| format!("{speed} / s");
    let shown = ComboBox::from_id_salt("speed").width(64.0).selected_text(text(speed)).show_ui(ui, |ui| {
        for choice in SPEEDS {
            ui.selectable_value(&mut speed, choice, text(choice));
        }
    });
    shown.response.on_hover_text("How many steps a second it plays");
    if speed != session.player().speed {
        session.set_speed(speed);
    }
}
