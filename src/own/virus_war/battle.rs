//! Starting a game: the players and their sides.

use egui::{ComboBox, DragValue, Ui};

use super::{
    opponent::{levels_ui, time_field},
    words::{computer, game as words},
};
use base::text::sentence;
use gui::widgets::{named, switch};
use virus_war::{
    edit::view::{PACES, View},
    model::{
        cells::LARGEST_SIDE,
        state::{SMALLEST_SIDE, State},
    },
    play::opponent::Level,
};

/// The room for the names of the choices, in points.
const NAMES: f32 = 96.0;
/// The height of a choice.
const LINE: f32 = 30.0;

/// Shows the players of the next game, to be chosen.
pub fn choices_ui(ui: &mut Ui, state: &State, view: &mut View) {
    let next = &mut view.next;
    // Five lines have room in a low window.
    ui.spacing_mut().item_spacing.y = 2.0;
    choice_ui(ui, words::BOARD, |ui| {
        let mut side = next.side.unwrap_or(state.board.side());
        let field = DragValue::new(&mut side).range(SMALLEST_SIDE..=LARGEST_SIDE).speed(0.05);
        let field = ui.add(field.custom_formatter(|side, _| format!("{side} × {side}")));
        if named(field, words::BOARD).on_hover_text(words::BOARD_HINT).changed() {
            next.side = Some(side);
        }
    });
    choice_ui(ui, "Opponent", |ui| {
        let chosen = if next.is_watched { 2 } else { usize::from(!next.is_against_computer) };
        if let Some(index) = switch(ui, &words::OPPONENTS, chosen) {
            (next.is_against_computer, next.is_watched) = (index != 1, index == 2);
        }
    });
    ui.add_enabled_ui(next.is_against_computer, |ui| {
        if next.is_watched {
            // O moves first.
            level_ui(ui, "Level of O", &mut next.level);
            level_ui(ui, "Level of X", &mut next.rival);
        } else {
            choice_ui(ui, "You play", |ui| {
                if let Some(index) = switch(ui, &words::SIDES, usize::from(!next.is_first)) {
                    next.is_first = index == 0;
                }
            });
            level_ui(ui, computer::LEVEL, &mut next.level);
        }
        ui.add_enabled_ui(next.needs_limit(), |ui| {
            choice_ui(ui, computer::TIME_PER_TURN, |ui| {
                let mut seconds = next.time_ms as f64 / 1e3;
                let field = ui.add(time_field(&mut seconds));
                named(field, computer::TIME_PER_TURN).on_disabled_hover_text("This level needs no limit");
                next.time_ms = (seconds * 1e3).round() as u64;
            });
        });
    });
}

/// Chooses how fast a game is played that is watched.
pub fn pace_ui(ui: &mut Ui, view: &mut View) {
    let pace = &mut view.next.pace;
    ui.horizontal(|ui| {
        ui.label(words::PACE);
        let shown = ComboBox::from_id_salt("pace").width(96.0).selected_text(words::pace(*pace)).show_ui(ui, |ui| {
            for choice in PACES {
                ui.selectable_value(pace, choice, words::pace(choice));
            }
        });
        named(shown.response, words::PACE).on_hover_text("Moves per second, unless the computer needs longer");
    });
}

/// A line to choose a level.
fn level_ui(ui: &mut Ui, name: &str, level: &mut Level) {
    choice_ui(ui, name, |ui| {
        let levels = ComboBox::from_id_salt(name).width(ui.available_width()).selected_text(sentence(level.title())).truncate();
        let shown = levels.show_ui(ui, |ui| levels_ui(ui, level));
        named(shown.response, name);
    });
}

/// A line with a name on its left.
fn choice_ui(ui: &mut Ui, name: &str, choice: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.set_height(LINE);
        ui.scope(|ui| {
            ui.set_width(NAMES);
            ui.label(name);
        });
        choice(ui);
    });
}
