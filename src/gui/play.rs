//! What every game shows: its clock, and that it is paused.

use egui::{Align, Layout, RichText, Ui, vec2};

use super::{
    icons::Icon,
    theme::{self, space},
    widgets::{icon_button, muted, primary_button},
    words::play as words,
};
use crate::{board::Board, text::clock, workbench::session::Session};

/// The font size of the clock.
const CLOCK: f32 = 24.0;
/// The size of the notice in place of a paused board.
const NOTICE: egui::Vec2 = vec2(280.0, 120.0);

/// Shows the clock of the game and the button that pauses it.
pub fn clock_ui<B: Board>(ui: &mut Ui, session: &mut Session<B>) {
    let Some(game) = session.game() else { return };
    let is_paused = session.clock().is_paused;
    ui.horizontal(|ui| {
        ui.label(RichText::new(clock(session.clock().elapsed())).font(theme::bold(CLOCK)));
        if game.end.is_none() {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let (icon, name) = if is_paused { (Icon::Play, words::RESUME) } else { (Icon::Pause, words::PAUSE) };
                if icon_button(ui, icon, name, true).clicked() {
                    session.pause_clock(!is_paused);
                }
            });
        }
    });
}

/// Shows in place of the board that the game is paused.
pub fn paused_ui<B: Board>(ui: &mut Ui, session: &mut Session<B>) {
    let room = egui::Rect::from_center_size(ui.max_rect().center(), NOTICE.min(ui.max_rect().size()));
    ui.scope_builder(egui::UiBuilder::new().max_rect(room).layout(Layout::top_down(Align::Center)), |ui| {
        ui.label(RichText::new(words::PAUSED).font(theme::bold(CLOCK)));
        muted(ui, words::PAUSED_HINT);
        ui.add_space(space::S);
        if primary_button(ui, words::RESUME, "", true).clicked() {
            session.pause_clock(false);
        }
    });
}
