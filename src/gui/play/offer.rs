//! What Play mode shows in place of the board while no game is in progress: nobody plays on the position that Solve mode shows.

use egui::{Align, Button, Event, Layout, Rect, RichText, Ui, UiBuilder, Vec2, vec2};

use super::{Chosen, words};
use crate::gui::{
    command::{Command, DocumentCommand},
    regions::{self, Region},
    theme::{self, space},
    tools::{OwnGames, Tools},
    widgets::{keys_are_taken, muted, primary_button},
};

/// The size of the offer, without what can be chosen about the game.
const SIZE: Vec2 = vec2(320.0, 220.0);
/// The height of what can be chosen.
const CHOICES: f32 = 164.0;
/// Their width.
const CHOICES_WIDTH: f32 = 264.0;
/// The width of its buttons.
const BUTTON: f32 = 200.0;

/// Shows what can be played. Returns what was chosen; a new game is started at once.
pub fn ui<P: Tools>(ui: &mut Ui, games: &OwnGames<P>, state: &mut P::State, view: &mut P::View) -> Option<Chosen> {
    let mut chosen = None;
    let board = ui.available_rect_before_wrap();
    let size = SIZE + vec2(0.0, games.choices.map_or(0.0, |_| CHOICES));
    let room = Rect::from_center_size(board.center(), size.min(board.size()));
    ui.scope_builder(UiBuilder::new().max_rect(room).layout(Layout::top_down(Align::Center)), |ui| {
        ui.label(RichText::new(words::play(P::TITLE)).font(theme::bold(theme::TITLE)));
        muted(ui, &(games.about)(state));
        ui.add_space(space::M);
        if let Some(choices) = games.choices {
            // The room is reserved, so that the buttons below stay where they are.
            let room = vec2(CHOICES_WIDTH.min(ui.available_width()), CHOICES);
            ui.allocate_ui_with_layout(room, Layout::top_down(Align::Min), |ui| {
                ui.set_min_size(room);
                choices(ui, view);
            });
        }
        let start = ui.allocate_ui(vec2(BUTTON, 36.0), |ui| primary_button(ui, words::NEW_GAME, games.key, true)).inner;
        regions::note_entry(ui.ctx(), Region::Board, start.id);
        let is_key = |event: &Event| matches!(event, Event::Text(text) if text.eq_ignore_ascii_case(games.key));
        let is_typed = !keys_are_taken(ui.ctx()) && ui.input(|input| input.events.iter().any(is_key));
        if start.clicked() || is_typed {
            (games.start)(state, view);
        }
        ui.add_space(space::XS);
        let shortcut = Command::from(DocumentCommand::Daily).shortcut_text(ui.ctx());
        let daily = ui.add(Button::new(words::DAILY).min_size(vec2(BUTTON, 32.0))).on_hover_text(words::todays_hint(&shortcut));
        if daily.clicked() {
            chosen = Some(Chosen::Command(DocumentCommand::Daily));
        }
    });
    chosen
}
