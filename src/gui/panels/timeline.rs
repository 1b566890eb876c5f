//! First, back, play, forward, last; which solution, which step; how fast.

use std::time::Duration;

use egui::{ComboBox, DragValue, Role, Slider, Stroke, Ui, WidgetInfo, style::HandleShape};

use crate::{
    board::Board,
    gui::{
        command::{Command, DocumentCommand},
        icons::Icon,
        theme::{self, space},
        widgets::{choice, icon_button, muted, named, play_button},
    },
    puzzle::Technique,
    text::grouped,
    workbench::{
        cursor::{Move, SPEEDS},
        session::{Frame, Session, Track},
    },
};

/// Shows the timeline. `now` is the window's clock.
pub fn ui<B: Board>(ui: &mut Ui, session: &mut Session<B>, now: Duration) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        buttons(ui, session, now);
        ui.add_space(space::S);
        track_choice(ui, session);
        match session.frame() {
            Some(frame) => frame_slider(ui, session, frame),
            None => sliders(ui, session),
        }
    });
}

/// What the timeline goes through, where there is a choice.
fn track_choice<B: Board>(ui: &mut Ui, session: &mut Session<B>) {
    let trace_hint = trace_hint(session.technique());
    let all = [
        (Track::Solutions, "Solutions", Ok("Step through the solutions")),
        (Track::Search, "Search", trace_hint.as_deref().map_err(String::as_str)),
        (Track::Game, "Game", Ok("Look back at the moves of the game; each position is analysed by itself")),
    ];
    // Where any search can be watched, the others say why they can't.
    let is_present = |track| match track {
        Track::Search => session.can_search() && B::techniques().iter().any(|technique| technique.trace.is_ok()),
        Track::Solutions | Track::Game => session.has_track(track),
    };
    let present: Vec<_> = all.into_iter().filter(|(track, ..)| is_present(*track)).collect();
    if present.len() < 2 {
        return;
    }
    let shown = session.track();
    for (track, title, hint) in present {
        let (Ok(text) | Err(text)) = hint;
        let clicked = ui.add_enabled_ui(hint.is_ok(), |ui| choice(ui, title, track == shown, text).clicked()).inner;
        if clicked && track != shown {
            session.choose_track(track);
        }
    }
    ui.add_space(space::S);
}

/// What there is to see of the technique's search, or why it can't be watched.
fn trace_hint<B: Board>(technique: &Technique<B>) -> Result<String, String> {
    let title = technique.title;
    match technique.trace {
        Ok(_) => Ok(format!("Watch the search by \"{title}\": what it places, where it sees a dead end, and why")),
        Err(why) => Err(format!("The search by \"{title}\" can't be watched: {why}")),
    }
}

/// One slider through a search or a game, and a box to jump to any of its steps.
fn frame_slider<B: Board>(ui: &mut Ui, session: &mut Session<B>, frame: Frame) {
    const BOX_AND_FIGURES: f32 = 330.0;
    let Frame { at, known, is_whole } = frame;
    let name = if session.track() == Track::Game { "Move" } else { "Step" };
    let width = (ui.available_width() - BOX_AND_FIGURES).max(60.0);
    let mut wanted = at as usize;
    let was_moved = slider(ui, name, &mut wanted, 0..=known as usize, width);
    let typed = ui.add(DragValue::new(&mut wanted).range(0..=known as usize).speed(0.2)).on_hover_text("Type the step to jump to");
    typed.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, format!("{name} to jump to")));
    if was_moved || typed.changed() {
        session.show_frame(wanted as u64);
    }
    ui.label(format!("of {}{}", grouped(known), if is_whole { "" } else { " and more" }));
    ui.add_space(space::S);
    speed(ui, session);
}

fn buttons<B: Board>(ui: &mut Ui, session: &mut Session<B>, now: Duration) {
    step_button(ui, session, Icon::First, DocumentCommand::FirstStep, Move::First);
    step_button(ui, session, Icon::Back, DocumentCommand::StepBack, Move::Back);
    let (icon, name) = if session.player().is_playing() { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
    if play_button(ui, icon, name, session.can_step()).clicked() {
        session.play_or_pause(now);
    }
    step_button(ui, session, Icon::Forward, DocumentCommand::StepForward, Move::Forward);
    step_button(ui, session, Icon::Last, DocumentCommand::LastStep, Move::Last);
}

fn step_button<B: Board>(ui: &mut Ui, session: &mut Session<B>, icon: Icon, command: DocumentCommand, by: Move) {
    if icon_button(ui, icon, Command::from(command).title(), session.can_step()).clicked() {
        session.step(by);
    }
}

/// Room for the words and figures beside the sliders, in points.
const WORDS: f32 = 340.0;

fn sliders<B: Board>(ui: &mut Ui, session: &mut Session<B>) {
    let listed = session.listed();
    let steps = session.steps();
    let cursor = session.cursor();
    let room = (ui.available_width() - WORDS).max(80.0);

    let mut solution = cursor.map_or(0, |cursor| cursor.solution + 1);
    if slider(ui, "Solution", &mut solution, cursor.map_or(0, |_| 1)..=listed, room * 0.66) && solution > 0 {
        session.show_solution(solution - 1);
    }
    let total = session.solutions().count();
    let figures = if (listed as u64) < total {
        format!("{} / {} of {}", grouped(solution as u64), grouped(listed as u64), grouped(total))
    } else {
        format!("{} / {}", grouped(solution as u64), grouped(total))
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
    named(shown.response, "Speed").on_hover_text("How many steps a second it plays");
    if speed != session.player().speed {
        session.set_speed(speed);
    }
}
