//! A game: beginning one, how it stands, what it came to. The rules of games are the puzzle's own.

use egui::{DragValue, RichText, Ui, vec2};

use super::key_ui;
use crate::{
    gui::{
        document,
        theme::{self, space},
        widgets::{choice, fact, muted, next_section, primary_button},
    },
    puzzles::voltorb_flip::{
        VoltorbFlip,
        edit::view::View,
        model::{prior::Level, state::State},
        play::game::{End, Game, Score, Statistics, cards_flipped, coins_on},
    },
    text::{counted, grouped},
    workbench::session::Session,
};

/// A seed that is drawn is below this, so that people can tell it to each other.
const SEEDS: u64 = 1_000_000;

/// Tells the game how the board looks, and draws a seed for the next game.
pub fn keep_up(session: &Session<VoltorbFlip>, state: &State, view: &mut View) {
    if view.new_game.random_seed == 0 {
        view.new_game.random_seed = 1 + document::seed() % SEEDS;
    }
    view.follow(state);
    if let Some(game) = view.game.as_mut().filter(|game| game.end.is_none() && session.shown_hint().is_some()) {
        game.had_help = true;
    }
}

/// Shows what can be played, and how well it went before.
pub fn begin_ui(ui: &mut Ui, state: &mut State, view: &mut View) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for level in Level::all() {
            let number = level.number();
            if choice(ui, &number.to_string(), view.new_game.level == level, &format!("Begin at level {number}")).clicked() {
                view.new_game.level = level;
            }
        }
    });
    ui.horizontal(|ui| {
        if ui.button("Play  P").on_hover_text("Deals a board as the game does; odds are hidden until you ask for them").clicked() {
            view.begin(state);
        }
        seed_ui(ui, view);
    });
    statistics_ui(ui, &view.scores);
}

fn seed_ui(ui: &mut Ui, view: &mut View) {
    let any = |seed: f64, _| if seed == 0.0 { "any".to_owned() } else { format!("{seed:.0}") };
    let parse = |text: &str| if text.trim() == "any" { Some(0.0) } else { text.trim().parse().ok() };
    let label = ui.label("Seed");
    let field = DragValue::new(&mut view.new_game.seed).range(0..=SEEDS).custom_formatter(any).custom_parser(parse);
    ui.add(field).labelled_by(label.id).on_hover_text("The same number deals the same boards; 0 stands for any");
}

/// Shows the game that is played.
pub fn game_ui(ui: &mut Ui, state: &mut State, view: &mut View) {
    let Some(game) = &view.game else { return };
    let (end, over) = (game.end, game.end.map(|end| outcome(game, state, end)));
    next_section(ui, &format!("Level {} · round {}", game.level.number(), game.round));
    ui.label(RichText::new(counted(u64::from(coins_on(state)), "coin")).font(theme::bold(24.0)));
    ui.scope(|ui| {
        close_lines(ui);
        fact(ui, "Coins in all", &grouped(u64::from(game.total_coins(state))), "With those of this round; the case holds 50,000");
        fact(ui, "Cards flipped", &cards_flipped(state).to_string(), "Voltorbs are not counted. Who flips few falls to a lower level");
        fact(ui, "Seed", &game.seed.to_string(), "Give it below \"Play\" to play the same boards again");
    });
    ui.add_space(space::S);
    if let (Some(end), Some((headline, words))) = (end, over) {
        let colors = theme::look(ui.ctx()).colors;
        let color = if end == End::Lost { colors.bad } else { colors.good };
        let line = ui.label(theme::strong(headline).color(theme::color(color)));
        ui.ctx().accesskit_node_builder(line.id, |node| node.set_live(egui::accesskit::Live::Polite));
        muted(ui, &words);
        if primary_button(ui, "Next round", "N", true).clicked() {
            // It is over, so there is a next one.
            let _dealt = view.next_round(state);
        }
    } else {
        running_ui(ui, state, view);
    }
    let hint = "Shows the exact chances and the best flip. A round in which they were seen counts as one with help";
    ui.checkbox(&mut view.shows_odds, "Odds and advice  O").on_hover_text(hint);
}

fn running_ui(ui: &mut Ui, state: &State, view: &mut View) {
    key_ui(ui, "Arrows, Enter", "flip a tile, as a click does");
    key_ui(ui, "V 1 2 3", "make a note");
    key_ui(ui, "H", "a hint");
    let kept = counted(u64::from(coins_on(state)), "coin");
    let hint = "Ends the round; its coins are yours";
    if ui.button(format!("Stop with {kept}  Q")).on_hover_text(hint).clicked()
        && let Some(game) = &mut view.game
    {
        // It was not over a moment ago, so it can be stopped.
        let _stopped = game.stop();
    }
}

/// What the round came to, and what follows.
fn outcome(game: &Game, state: &State, end: End) -> (&'static str, String) {
    let next = game.next_level(state).number();
    let level = match next.cmp(&game.level.number()) {
        std::cmp::Ordering::Less => format!("down to level {next}"),
        std::cmp::Ordering::Equal => format!("level {next} again"),
        std::cmp::Ordering::Greater => format!("up to level {next}"),
    };
    match end {
        End::Cleared => ("The board is clear", format!("Every 2 and 3 is found. Next: {level}.")),
        End::Lost => {
            ("A Voltorb", format!("The coins of the round are gone. Next: {level}. Ctrl+Z takes the flip back; the statistics keep it."))
        }
        End::Stopped => ("Stopped", format!("The coins are yours. Next: {level}.")),
    }
}

/// Shows how to get out of the game.
pub fn leave_ui(ui: &mut Ui, view: &mut View) {
    ui.add_space(space::S);
    if ui.button("Leave the game").on_hover_text("The board stays; the round is not counted unless it is over").clicked() {
        view.leave();
    }
    if !view.scores.is_empty() {
        next_section(ui, "Statistics");
        statistics_ui(ui, &view.scores);
    }
}

/// Figures stand closer than buttons.
fn close_lines(ui: &mut Ui) {
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.spacing_mut().interact_size.y = 22.0;
}

/// How the rounds of each level went, those with help apart.
fn statistics_ui(ui: &mut Ui, scores: &[Score]) {
    ui.scope(|ui| {
        close_lines(ui);
        by_level_ui(ui, scores);
    });
}

fn by_level_ui(ui: &mut Ui, scores: &[Score]) {
    for helped in [false, true] {
        let by_level = (1..=8).filter_map(|level| Some((level, Statistics::of(scores, level, helped)?)));
        for (number, (level, statistics)) in by_level.enumerate() {
            if helped && number == 0 {
                muted(ui, "With help");
            }
            let Statistics { rounds, cleared, lost, coins } = statistics;
            let label = format!("Level {level} · {}", counted(rounds as u64, "round"));
            let hint = "Rounds cleared, rounds lost, and the mean coins of a round";
            fact(ui, &label, &format!("{cleared} clear, {lost} lost"), hint);
            fact(ui, "coins a round", &format!("{coins:.1}"), hint);
        }
    }
}
