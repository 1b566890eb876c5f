//! The card that says how a challenge ended, and what to do next.

use egui::{Align, Button, Label, Layout, Rect, RichText, Ui, accesskit::Live};

use super::{Chosen, words};
use crate::{
    challenge::Miss,
    game::{End, Game},
    gui::{
        command::DocumentCommand,
        panels::remark,
        theme::{self, space},
        tools::Tools,
        widgets::muted,
    },
    picture::Color,
};

/// Shows how the challenge ended. Returns what was chosen.
pub fn ui<P: Tools>(ui: &mut Ui, game: &Game, board: Rect) -> Option<Chosen> {
    let colors = theme::look(ui.ctx()).colors;
    let is_solved = game.end == Some(End::Solved);
    let (edge, headline) = if is_solved { (colors.good, words::SOLVED) } else { (colors.line, words::GIVEN_UP) };
    let mut chosen = None;
    remark::card(ui, board, edge, |ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            share_ui::<P>(ui, game);
            let next = ui.add(Button::new(theme::strong(words::NEXT))).on_hover_text(words::NEXT_HINT);
            if next.clicked() {
                chosen = Some(Chosen::Command(DocumentCommand::Challenge));
            }
            ui.with_layout(Layout::top_down(Align::Min), |ui| {
                head(ui, headline, &words::result(game), if is_solved { edge } else { colors.text })
            });
        });
    });
    chosen
}

/// Shows the button that copies the result as text.
pub fn share_ui<P: Tools>(ui: &mut Ui, game: &Game) {
    if ui.button(words::SHARE).on_hover_text(words::SHARE_HINT).clicked() {
        ui.ctx().copy_text(words::shared(P::TITLE, &(P::PLAYING.results.kind)(game), game));
    }
}

/// Shows that the challenge can't be solved any more, or why the attempt isn't the solution.
pub fn dead_end_ui<S>(ui: &mut Ui, miss: Option<&Miss<S>>, board: Rect) {
    let colors = theme::look(ui.ctx()).colors;
    let (headline, below) = match miss {
        Some(miss) => (words::WRONG, words::wrong(&miss.reason)),
        None => (words::DEAD_END, words::DEAD_END_HINT.to_owned()),
    };
    remark::card(ui, board, colors.warn, |ui| head(ui, headline, &below, colors.text));
}

/// A headline, and a line below it.
fn head(ui: &mut Ui, headline: &str, below: &str, color: Color) {
    let line = ui.add(Label::new(RichText::new(headline).font(theme::bold(theme::TITLE)).color(theme::color(color))).wrap());
    ui.ctx().accesskit_node_builder(line.id, |node| node.set_live(Live::Polite));
    muted(ui, below);
}
