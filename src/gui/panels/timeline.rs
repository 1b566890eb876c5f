//! The timeline: buttons to step and play, sliders for solution and step, and the speed.

use std::{ops::RangeInclusive, time::Duration};

use egui::{
    Align, Button, ComboBox, DragValue, FontId, Label, Layout, Response, RichText, Role, Slider, Stroke, Ui, WidgetInfo,
    style::HandleShape, vec2,
};

use crate::{
    command::{Command, DocumentCommand},
    icons::Icon,
    regions::{self, Region},
    theme::{self, space},
    widgets::{choice_if, icon_button, muted, named, play_button, text_width},
    words::{so_far, timeline as words, unavailable},
};
use base::{
    erased::Erased,
    puzzle::Technique,
    text::{grouped, sentence},
};
use workbench::{
    cursor::{Move, SPEEDS},
    session::{Frame, Go, Session, Track},
};

/// Shows the timeline. `now` is the window's clock.
pub fn ui(ui: &mut Ui, session: &mut Session, now: Duration) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        buttons(ui, session, now);
        ui.add_space(space::S);
        track_choice(ui, session);
        let room = vec2((ui.available_width() - SPEED).max(0.0), ui.available_height());
        ui.allocate_ui_with_layout(room, Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(room.x);
            match session.frame() {
                Some(frame) => frame_slider(ui, session, frame),
                None => sliders(ui, session),
            }
        });
        speed(ui, session);
    });
}

/// Shows the choice of a track, if the puzzle has at least two. What isn't there yet is disabled, so that nothing moves when it comes.
fn track_choice(ui: &mut Ui, session: &mut Session) {
    let tracks = tracks(session);
    if tracks.len() < 2 {
        return;
    }
    let shown = session.track();
    let width = |title: &str| text_width(ui, title, theme::bold(theme::BODY)) + 2.0 * space::S + ui.spacing().item_spacing.x;
    let all: f32 = tracks.iter().map(|(_, title, _)| width(title)).sum();
    let chosen =
        if ui.available_width() - all < LEAST_BESIDE_TRACKS { track_box(ui, shown, &tracks) } else { track_buttons(ui, shown, &tracks) };
    if let Some(track) = chosen.filter(|&track| track != shown) {
        session.go(Go::Track(track));
    }
    ui.add_space(space::S);
}

/// A track with its title, and what it shows, or why it isn't there.
type OfferedTrack = (Track, String, Result<String, String>);

/// Shows the tracks as buttons. Returns the one that was clicked.
fn track_buttons(ui: &mut Ui, shown: Track, tracks: &[OfferedTrack]) -> Option<Track> {
    let mut chosen = None;
    for (track, title, hint) in tracks {
        let (Ok(text) | Err(text)) = hint;
        if choice_if(ui, hint.is_ok(), title, *track == shown, text).clicked() {
            chosen = Some(*track);
        }
    }
    chosen
}

/// Shows the tracks in a box, where there is little room. Returns the one that was clicked.
fn track_box(ui: &mut Ui, shown: Track, tracks: &[OfferedTrack]) -> Option<Track> {
    let title = tracks.iter().find(|(track, ..)| *track == shown).map_or("", |(_, title, _)| title);
    let mut chosen = None;
    let shown_box = ComboBox::from_id_salt("track").width(TRACK_BOX).selected_text(title).truncate();
    let shown_box = shown_box.show_ui(ui, |ui| {
        for (track, title, hint) in tracks {
            let (Ok(text) | Err(text)) = hint;
            let offered = ui.add_enabled(hint.is_ok(), Button::selectable(*track == shown, title));
            if offered.on_hover_text(text).on_disabled_hover_text(text).clicked() {
                chosen = Some(*track);
            }
        }
    });
    named(shown_box.response, "Track").on_hover_text("What the timeline steps through");
    chosen
}

/// The tracks of the puzzle, each with its title and what it shows, or why that isn't there.
fn tracks(session: &Session) -> Vec<OfferedTrack> {
    // Named as in the usual variant of the puzzle, so that nothing moves when another is chosen.
    let title = (session.kind().extras.noun)(&(session.kind().empty)()).plural();
    let mut tracks = vec![(Track::Solutions, sentence(&title), Ok(format!("Step through the {}", session.noun().plural())))];
    let if_valid = |hint| if session.can_search() { hint } else { Err(unavailable::FLAWED_POSITION.to_owned()) };
    if session.kind().techniques.iter().any(|technique| technique.trace.is_ok()) {
        tracks.push((Track::Search, "Search".to_owned(), if_valid(trace_hint(session.technique()))));
    }
    if session.kind().board_extras.record.is_some() {
        let hint = "Step through the moves of the game; each position is analysed on its own";
        let hint = if session.has_track(Track::Game) { Ok(hint) } else { Err("No moves have been made yet") };
        tracks.push((Track::Game, "Game".to_owned(), hint.map(str::to_owned).map_err(str::to_owned)));
    }
    for (index, walkthrough) in session.kind().extras.walkthroughs.iter().enumerate() {
        let track = Track::Walkthrough(index);
        let hint = if session.has_track(track) { Ok(walkthrough.hint.to_owned()) } else { Err(unavailable::NO_SOLUTIONS.to_owned()) };
        tracks.push((track, walkthrough.title.to_owned(), if_valid(hint)));
    }
    tracks
}

/// What the technique's search trace shows, or why there is none.
fn trace_hint(technique: &Technique<Erased>) -> Result<String, String> {
    match technique.trace {
        Ok(_) => Ok(format!("Step through the search trace of \"{}\": what it places, where it hits a dead end, and why", technique.title)),
        Err(why) => Err(format!("\"{}\" has no search trace: {why}", technique.title)),
    }
}

/// Shows the slider through a search trace or a game, and a box to jump to any of its steps.
fn frame_slider(ui: &mut Ui, session: &mut Session, frame: Frame) {
    let Frame { at, known, is_complete } = frame;
    let name = if session.track() == Track::Game { "Move" } else { words::STEP };
    let Widths { of, sliders, has_names } = widths(ui, LABELS, &[(name, known as usize, USUAL)]);
    let mut step = at as usize;
    let all = words::of_steps(known, is_complete);
    if position(ui, (name, has_names), &mut step, 0..=known as usize, (&all, of, USUAL), sliders).is_some() {
        session.go(Go::Frame(step as u64));
    }
}

fn buttons(ui: &mut Ui, session: &mut Session, now: Duration) {
    let has_ends = LEAST_FOR_ENDS <= ui.available_width();
    if has_ends {
        step_button(ui, session, Icon::First, DocumentCommand::FirstStep, Move::First);
    }
    step_button(ui, session, Icon::Back, DocumentCommand::StepBack, Move::Back);
    let (icon, name) = if session.player().is_playing() { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
    let play = play_button(ui, icon, name, session.can_step());
    if session.can_step() {
        regions::note_entry(ui.ctx(), Region::Timeline, play.id);
    }
    if play.clicked() {
        session.go(Go::PlayOrPause(now));
    }
    step_button(ui, session, Icon::Forward, DocumentCommand::StepForward, Move::Forward);
    if has_ends {
        step_button(ui, session, Icon::Last, DocumentCommand::LastStep, Move::Last);
    }
}

fn step_button(ui: &mut Ui, session: &mut Session, icon: Icon, command: DocumentCommand, by: Move) {
    if icon_button(ui, icon, Command::from(command).title(), session.can_step()).clicked() {
        session.go(Go::By(by));
    }
}

/// Room for a name, a box and the space around a slider, in points.
const LABELS: f32 = 160.0;
/// Room for what a number is out of: the number of steps of a solution, and any larger number. What is longer is shortened.
const OF_FEW: f32 = 48.0;
const OF_MANY: f32 = 132.0;
/// Where there are no sliders, larger numbers are shortened to this width.
const OF_NARROW: f32 = 72.0;
const OF_FEW_NARROW: f32 = 36.0;
/// Room for the speed.
const SPEED: f32 = 84.0;
/// With less room beside buttons for the tracks, these are in a box of this width.
const LEAST_BESIDE_TRACKS: f32 = 340.0;
const TRACK_BOX: f32 = 92.0;
/// The least width of a timeline with buttons to the first and the last step, which have keys, too.
const LEAST_FOR_ENDS: f32 = 680.0;
/// The least room for all sliders, in points. With less, they would be handles without tracks.
const LEAST_FOR_SLIDERS: f32 = 120.0;

fn sliders(ui: &mut Ui, session: &mut Session) {
    let listed = session.listed();
    let steps = session.steps();
    let cursor = session.cursor();
    // Named as in the usual variant of the puzzle, so that nothing moves when another is chosen.
    let noun = (session.kind().extras.noun)(&(session.kind().empty)());
    let (name, of) = (sentence(noun.0), of_listed(listed as u64, session.searches().solutions().count(), session.searches().may_be_more()));
    let Widths { of: of_width, sliders: room, has_names } =
        widths(ui, 2.0 * LABELS + OF_FEW, &[(&name, listed, USUAL), (words::STEP, steps, USUAL_STEPS)]);
    let few = if room.is_some() { OF_FEW } else { OF_FEW_NARROW };

    let mut solution = cursor.map_or(0, |cursor| cursor.solution + 1);
    let moved = position(
        ui,
        (&name, has_names),
        &mut solution,
        cursor.map_or(0, |_| 1)..=listed,
        (&of, of_width, USUAL),
        room.map(|room| room * 0.66),
    );
    if moved.is_some() && solution > 0 {
        session.go(Go::Solution(solution - 1));
        if moved == Some(Moved::Typed) {
            session.go(Go::Step(session.steps()));
        }
    }
    let mut step = cursor.map_or(0, |cursor| cursor.step);
    if position(
        ui,
        (words::STEP, has_names),
        &mut step,
        0..=steps,
        (&words::of_steps(steps as u64, true), of_width.min(few), USUAL_STEPS),
        room.map(|room| room * 0.34),
    )
    .is_some()
    {
        session.go(Go::Step(step));
    }
}

/// The number of listed solutions, and the number of all found if it differs. There may be more.
fn of_listed(listed: u64, found: u64, may_be_more: bool) -> String {
    let so_far = so_far(may_be_more);
    if listed < found {
        format!("of {} ({} found{so_far})", grouped(listed), grouped(found))
    } else {
        format!("of {}{so_far}", grouped(found))
    }
}

/// The largest number that is usual, for the width of boxes.
const USUAL: u64 = 99_999;
/// The same for the steps of a solution, which are few.
const USUAL_STEPS: u64 = 999;

/// The room for what is beside the boxes of the numbers.
struct Widths {
    /// The width for what a large number is out of; 0 if it isn't shown.
    of: f32,
    /// The width of all sliders, if there are any.
    sliders: Option<f32>,
    /// Whether the names of the numbers are shown.
    has_names: bool,
}

/// The room beside the boxes of numbers that have these names and these ends, and are usually at most this large. `labels` is the width of
/// labels beside sliders.
fn widths(ui: &Ui, labels: f32, numbers: &[(&str, usize, u64)]) -> Widths {
    let room = ui.available_width();
    let for_sliders = room - labels - OF_MANY;
    if LEAST_FOR_SLIDERS <= for_sliders {
        return Widths { of: OF_MANY, sliders: Some(for_sliders), has_names: true };
    }
    let name = |name: &str| text_width(ui, name, FontId::proportional(theme::BODY));
    let needed =
        |&(text, end, usual): &(&str, usize, u64)| name(text) + field_width(ui, end, usual) + 3.0 * ui.spacing().item_spacing.x + space::S;
    let remaining = room - numbers.iter().map(needed).sum::<f32>();
    // The second number counts steps, which are few.
    let for_steps = if numbers.len() > 1 { OF_FEW_NARROW } else { 0.0 };
    Widths { of: (remaining - for_steps).clamp(0.0, OF_NARROW), sliders: None, has_names: 0.0 <= remaining }
}

/// The width of the box for a number up to this one. It has room for the largest number that is usual, so that nothing moves when the
/// number changes.
fn field_width(ui: &Ui, end: usize, usual: u64) -> f32 {
    let widest = text_width(ui, &grouped((end as u64).max(usual)), FontId::proportional(theme::BODY));
    (widest + 2.0 * ui.spacing().button_padding.x).max(ui.spacing().interact_size.x)
}

/// How a number of the timeline was changed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moved {
    Typed,
    Slid,
}

/// Shows a number with its name, if there is room for that, as a box to type it, the number that it is out of in room of a fixed width, and
/// a slider.
fn position(
    ui: &mut Ui,
    (name, has_name): (&str, bool),
    value: &mut usize,
    range: RangeInclusive<usize>,
    (of, width_of, usual): (&str, f32, u64),
    slider_width: Option<f32>,
) -> Option<Moved> {
    let label = has_name.then(|| muted(ui, name));
    // Numbers are shown with commas, so they may be typed with them.
    let digits = |text: &str| text.chars().filter(|character| !matches!(character, ',' | ' ')).collect::<String>().parse().ok();
    let field = DragValue::new(value).range(range.clone()).speed(0.2);
    let field = field.custom_formatter(|number, _| grouped(number as u64)).custom_parser(digits);
    let size = vec2(field_width(ui, *range.end(), usual), ui.spacing().interact_size.y);
    let is_useful = range.start() < range.end();
    let typed = ui.add_enabled_ui(is_useful, |ui| ui.add_sized(size, field)).inner.on_hover_text("Type a number to jump there");
    typed.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, format!("Jump to {}", name.to_lowercase())));
    if 0.0 < width_of {
        ui.allocate_ui_with_layout(vec2(width_of, size.y), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(width_of);
            let muted = theme::color(theme::look(ui.ctx()).colors.muted);
            ui.add(Label::new(RichText::new(of).color(muted)).truncate());
        });
    }
    let was_moved = label.zip(slider_width).is_some_and(|(label, width)| slider(ui, &label, value, range, width));
    ui.add_space(space::S);
    match (typed.changed(), was_moved) {
        (true, _) => Some(Moved::Typed),
        (false, true) => Some(Moved::Slid),
        (false, false) => None,
    }
}

fn slider(ui: &mut Ui, label: &Response, value: &mut usize, range: RangeInclusive<usize>, width: f32) -> bool {
    let has_choice = range.start() < range.end();
    // If there is only one value, the handle is at the left.
    let range = if has_choice { range } else { *range.start()..=range.start() + 1 };
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
        ui.add_enabled(has_choice, slider).labelled_by(label.id).changed()
    })
    .inner
}

fn speed(ui: &mut Ui, session: &mut Session) {
    let mut speed = session.speed();
    let shown = ComboBox::from_id_salt("speed").width(64.0).selected_text(words::speed(speed)).show_ui(ui, |ui| {
        for choice in SPEEDS {
            ui.selectable_value(&mut speed, choice, words::speed(choice));
        }
    });
    named(shown.response, "Speed").on_hover_text("Playback speed in steps per second");
    if speed != session.speed() {
        session.go(Go::Speed(speed));
    }
}
