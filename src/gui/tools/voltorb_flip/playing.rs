//! The controls of a game: starting one, its coins and cards, its result. The rules are in the puzzle.

use egui::{RichText, Ui, vec2};

use super::{
    key_ui,
    words::{game as words, sections, statistics},
};
use crate::{
    game,
    gui::{
        now,
        theme::{self, space},
        widgets::{choice, fact, next_section, primary_button, seed_ui},
    },
    puzzles::voltorb_flip::{
        VoltorbFlip,
        edit::{playing::MIDDLE, view::View},
        model::{prior::Level, state::State},
        play::game::{End, cards_flipped, coins_on},
    },
    results::GameResult,
    text::grouped,
    workbench::session::Session,
};

/// Brings the game up to date with the board, and picks a random seed for the next game.
pub fn update(session: &Session<VoltorbFlip>, state: &State, view: &mut View) {
    if view.new_game.random_seed == 0 {
        view.new_game.random_seed = now::short_seed();
    }
    view.update(state);
    if let Some(game) = view.game.as_mut().filter(|game| game.end.is_none() && session.shown_hint().is_some()) {
        game.had_help = true;
    }
}

/// Starts a game and moves the focus to its board.
pub fn start(state: &mut State, view: &mut View) {
    view.start_game(state);
    view.wanted_focus = Some(MIDDLE);
}

/// Shows the settings for a new game.
pub fn new_game_ui(ui: &mut Ui, state: &mut State, view: &mut View) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for level in Level::all() {
            let number = level.number();
            if choice(ui, &number.to_string(), view.new_game.level == level, &words::start_at(number)).clicked() {
                view.new_game.level = level;
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        if ui.button(words::PLAY).on_hover_text(words::PLAY_HINT).clicked() {
            start(state, view);
        }
        seed_ui(ui, &mut view.new_game.seed, words::SEED, words::SEED_HINT);
    });
}

/// Shows the game in progress.
pub fn game_ui(ui: &mut Ui, state: &mut State, view: &mut View) {
    let Some(game) = &view.game else { return };
    let (is_lost, over) = (game.end == Some(End::Lost), end(state, view));
    next_section(ui, &sections::round(game.level.number(), game.round));
    ui.label(RichText::new(words::coins(coins_on(state))).font(theme::bold(24.0)));
    ui.scope(|ui| {
        close_lines(ui);
        fact(ui, words::TOTAL_COINS, &grouped(u64::from(game.total_coins(state))), words::TOTAL_COINS_HINT);
        fact(ui, words::CARDS, &cards_flipped(state).to_string(), words::CARDS_HINT);
        fact(ui, words::SEED, &game.seed.to_string(), words::SEED_IN_GAME_HINT);
    });
    ui.add_space(space::S);
    if let Some((headline, _)) = over {
        let colors = theme::look(ui.ctx()).colors;
        let color = if is_lost { colors.bad } else { colors.good };
        let line = ui.label(theme::strong(headline).color(theme::color(color)));
        ui.ctx().accesskit_node_builder(line.id, |node| node.set_live(egui::accesskit::Live::Polite));
        if primary_button(ui, words::NEXT_ROUND, "N", true).clicked() {
            // The round is over, so there is a next one.
            let _dealt = view.next_round(state);
        }
    } else {
        running_ui(ui, state, view);
    }
    ui.checkbox(&mut view.shows_odds, words::SHOW_ODDS).on_hover_text(words::SHOW_ODDS_HINT);
}

fn running_ui(ui: &mut Ui, state: &State, view: &mut View) {
    for (key, meaning) in words::KEYS {
        key_ui(ui, key, meaning);
    }
    if ui.button(words::stop_with(coins_on(state))).on_hover_text(words::STOP_HINT).clicked()
        && let Some(game) = &mut view.game
    {
        // The round isn't over, so it can be stopped.
        let _stopped = game.stop();
    }
}

/// Returns a headline and a description of the result, once the round is over.
pub fn end(state: &State, view: &View) -> Option<(&'static str, String)> {
    let game = view.game.as_ref()?;
    let end = game.end?;
    let next = game.next_level(state).number();
    let level = match next.cmp(&game.level.number()) {
        std::cmp::Ordering::Less => words::down_to(next),
        std::cmp::Ordering::Equal => words::again(next),
        std::cmp::Ordering::Greater => words::up_to(next),
    };
    Some(match end {
        End::Cleared => (words::CLEARED, words::cleared(&level)),
        End::Lost => (words::LOST, words::lost(&level)),
        End::Stopped => (words::STOPPED, words::stopped(&level)),
    })
}

/// Shows the button to leave the game.
pub fn leave_ui(ui: &mut Ui, view: &mut View) {
    ui.add_space(space::S);
    if ui.button(words::LEAVE).on_hover_text(words::LEAVE_HINT).clicked() {
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
    fact(ui, statistics::LOST, &lost.to_string(), "");
    fact(ui, statistics::COINS, &format!("{coins:.1}"), statistics::HINT);
}
