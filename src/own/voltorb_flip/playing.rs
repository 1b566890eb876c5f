//! The controls of a game: starting one, its coins and cards, its result. The rules are in the puzzle.

use egui::{RichText, Ui, vec2};

use super::{
    key_ui,
    words::{game as words, sections},
};
use base::{game, results::GameResult, text::grouped};
use gui::{
    request::Request,
    theme::{self, space},
    widgets::{choice, fact, next_section, primary_button, seed_ui},
};
use voltorb_flip::{
    edit::{playing::MIDDLE, view::View},
    model::{prior::Level, state::State},
    play::{
        game::{End, cards_flipped, coins_on},
        outcome,
    },
};

/// Shows the settings for a new game.
pub fn new_game_ui(ui: &mut Ui, state: &mut State, view: &mut View) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for level in Level::all() {
            let number = level.number();
            if choice(ui, &number.to_string(), view.new_game.level == level, &format!("Start at level {number}")).clicked() {
                view.new_game.level = level;
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        if ui.button("Play  P").on_hover_text("Deals a board as the game does. The odds stay hidden until you ask for them").clicked() {
            view.start_game(state);
            Request::focus(MIDDLE).send(ui.ctx());
        }
        seed_ui(ui, &mut view.new_game.seed, words::SEED, "The same seed deals the same boards; 0 picks a random seed");
    });
}

/// Shows the game in progress.
pub fn game_ui(ui: &mut Ui, state: &mut State, view: &mut View) {
    let Some(game) = &view.game else { return };
    let (is_lost, over) = (game.end == Some(End::Lost), outcome::result(game, state, &view.rounds.get()));
    next_section(ui, &sections::round(game.level.number(), game.round));
    ui.label(RichText::new(words::coins(coins_on(state))).font(theme::bold(24.0)));
    ui.scope(|ui| {
        close_lines(ui);
        fact(ui, "Total coins", &grouped(u64::from(game.total_coins(state))), "Including this round; the coin case holds 50,000");
        fact(
            ui,
            "Tiles flipped",
            &cards_flipped(state).to_string(),
            "Voltorbs don't count. If you flip too few tiles, you may drop to a lower level",
        );
        fact(ui, words::SEED, &game.seed.to_string(), "Enter it next to Play to play the same boards again");
    });
    ui.add_space(space::S);
    if let Some((headline, _)) = over {
        let colors = theme::look(ui.ctx()).colors;
        let color = if is_lost { colors.bad } else { colors.good };
        let line = ui.label(theme::strong(headline).color(theme::color(color)));
        ui.ctx().accesskit_node_builder(line.id, |node| node.set_live(egui::accesskit::Live::Polite));
        if primary_button(ui, "Next round", "N", true).clicked() {
            // The round is over, so there is a next one.
            let _dealt = view.next_round(state);
        }
    } else {
        running_ui(ui, state, view);
    }
    ui.checkbox(&mut view.shows_odds, "Show odds and advice  O")
        .on_hover_text("Shows the exact chances and the best flip. The round then counts as played with help");
}

fn running_ui(ui: &mut Ui, state: &State, view: &mut View) {
    for (key, meaning) in [("Arrows, Enter", "flip a tile (or click it)"), ("V, 1, 2, 3", "make a note"), ("H", "get a hint")] {
        key_ui(ui, key, meaning);
    }
    if ui.button(format!("Stop with {}  Q", words::coins(coins_on(state)))).on_hover_text("Ends the round; you keep its coins").clicked()
        && let Some(game) = &mut view.game
    {
        // The round isn't over, so it can be stopped.
        let _stopped = game.stop();
    }
}

/// Shows the button to leave the game.
pub fn leave_ui(ui: &mut Ui, view: &mut View) {
    ui.add_space(space::S);
    if ui.button("Leave game").on_hover_text("The board stays. An unfinished round isn't counted").clicked() {
        view.leave_game();
    }
}

/// Moves lines closer together than buttons.
fn close_lines(ui: &mut Ui) {
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.spacing_mut().interact_size.y = 22.0;
}

/// Shows how rounds of one level were lost, and the average coins.
pub fn results_ui(ui: &mut Ui, results: &[&GameResult]) {
    let lost = results.iter().filter(|result| result.game.end == Some(game::End::Lost)).count();
    let coins = results.iter().map(|result| result.game.points as f64).sum::<f64>() / results.len().max(1) as f64;
    fact(ui, "Lost", &lost.to_string(), "");
    fact(ui, "Coins per round", &format!("{coins:.1}"), "The average of all rounds at this level");
}
