//! A game: beginning one, its clock, what it came to. The rules of games are the puzzle's own.

use std::time::Duration;

use egui::{DragValue, Event, RichText, Ui};

use super::{dealing, mark, news_ui};
use crate::{
    board::{Board, Input, Reply},
    gui::{
        bench,
        theme::{self, space},
        widgets::{fact, muted, next_section, primary_button},
    },
    puzzles::set::{
        Set,
        board::View,
        deal, input,
        play::{GOALS, Game, Kind},
        score::{Contest, Statistics},
        state::{State, Variant},
    },
};

/// A seed that is drawn for a deck is below this, so that people can tell it to each other.
const DECKS: u64 = 1_000_000;

/// The size of the clock's figures.
const CLOCK: f32 = 24.0;

/// Tells the game the time, and the keys that were pressed wherever the focus is.
pub fn keep_time(ui: &Ui, state: &mut State, view: &mut View) {
    take_keys(ui, state, view);
    view.tick(state, now(ui));
}

/// Shows what can be played, and how well it went before.
pub fn begin_ui(ui: &mut Ui, state: &mut State, view: &mut View) {
    next_section(ui, "Play against the clock");
    let (variant, now) = (state.variant, now(ui));
    ui.horizontal_wrapped(|ui| {
        let can = !state.cards.is_empty();
        if ui.add_enabled(can, egui::Button::new("This table")).on_hover_text("Find all there is on this table").clicked() {
            view.begin(Contest::Table, Game::on_table(state), state, now);
        }
        let today = dealing::today();
        let hint = format!("Twelve cards with exactly six SETs, the same for everybody on {today}");
        if ui.button("Daily puzzle").on_hover_text(hint).clicked() {
            *state = deal::daily(today);
            view.begin(Contest::Daily, Game::on_table(state), state, now);
        }
    });
    ui.horizontal_wrapped(|ui| {
        let mut goal = None;
        for count in GOALS {
            let hint = format!("Find {count} from a deck that fills the table up again");
            if ui.button(format!("Find {count}")).on_hover_text(hint).clicked() {
                goal = Some(count);
            }
        }
        if let Some(goal) = goal {
            let seed = if view.order.deck == 0 { 1 + bench::seed() % DECKS } else { view.order.deck };
            view.begin(Contest::Run(goal), Game::run(variant, goal, seed), state, now);
        }
    });
    deck_ui(ui, view);
    statistics_ui(ui, view, variant);
}

/// Shows the game that is played.
pub fn game_ui(ui: &mut Ui, state: &State, view: &mut View) {
    let (Some(game), Some(round)) = (&view.game, &view.round) else { return };
    let (is_over, contest, elapsed) = (game.is_over(), round.contest, round.elapsed(now(ui)));
    next_section(ui, &title(contest, game));
    ui.label(RichText::new(clock(elapsed)).font(theme::bold(CLOCK)));
    fact(ui, "Found", &found(game), "");
    fact(ui, "Wrong guesses", &game.wrong.to_string(), "");
    if round.hints > 0 {
        fact(ui, "Hints", &round.hints.to_string(), "A game with hints is not counted");
    }
    if let Kind::Run { seed, .. } = game.kind {
        fact(ui, "Deck", &seed.to_string(), "Give it below \"Play against the clock\" to play the same deck again");
    }
    ui.add_space(space::S);
    news_ui(ui, view);
    if is_over {
        ui.label(mark(ui, true, &format!("Done in {}.", clock(elapsed))));
        statistics_ui(ui, view, state.variant);
    } else {
        until_next_second(ui, elapsed);
        muted(ui, "Type the letters of the cards, or click them; 0 says that nothing is there.");
        ui.horizontal_wrapped(|ui| {
            if ui.button("Hint  ?").on_hover_text("Chooses one card more; then the game is not counted").clicked() {
                input::take_hint(state, view);
            }
        });
    }
    ui.add_space(space::S);
    let words = if is_over { "Back to the table" } else { "Leave the game" };
    let leave = if is_over { primary_button(ui, words, "", true) } else { ui.button(words) };
    if leave.clicked() {
        view.leave();
    }
}

/// While a game is played every typed letter is for it, unless it is typed into a field.
fn take_keys(ui: &Ui, state: &mut State, view: &mut View) {
    if view.game.is_none() || ui.ctx().text_edit_focused() || egui::Popup::is_any_open(ui.ctx()) {
        return;
    }
    let mut taken = Vec::new();
    let typed: Vec<String> = ui.input(|input| {
        let texts = input.events.iter().filter_map(|event| if let Event::Text(text) = event { Some(text.clone()) } else { None });
        texts.collect()
    });
    for character in typed.iter().flat_map(|text| text.chars()).filter(|character| !character.is_whitespace()) {
        if Set::act(state, view, None, Input::Character(character)) != Reply::Ignored {
            taken.push(character);
        }
    }
    // What was taken must not reach the board a second time.
    ui.input_mut(|input| input.events.retain(|event| !matches!(event, Event::Text(text) if text.chars().all(|c| taken.contains(&c)))));
}

fn deck_ui(ui: &mut Ui, view: &mut View) {
    let any = |deck: f64, _| if deck == 0.0 { "any".to_owned() } else { format!("{deck:.0}") };
    let parse = |text: &str| if text.trim() == "any" { Some(0.0) } else { text.trim().parse().ok() };
    ui.horizontal(|ui| {
        let label = ui.label("Deck");
        let field = DragValue::new(&mut view.order.deck).range(0..=DECKS).custom_formatter(any).custom_parser(parse);
        ui.add(field).labelled_by(label.id).on_hover_text("The same number gives the same deck; 0 stands for any");
    });
}

/// Best and mean of each kind of game that was played.
fn statistics_ui(ui: &mut Ui, view: &View, variant: Variant) {
    let kinds = [Contest::Table, Contest::Daily].into_iter().chain(GOALS.map(Contest::Run));
    for contest in kinds {
        let Some(statistics) = Statistics::of(&view.scores, variant, contest) else { continue };
        let Statistics { games, best_ms, mean_ms, wrong } = statistics;
        let label = format!("{} · {games}", name(contest));
        let mean = Duration::from_secs_f64(mean_ms / 1000.0);
        let value = format!("{} / {}", clock(Duration::from_millis(best_ms)), clock(mean));
        ui.scope(|ui| {
            ui.spacing_mut().interact_size.y = 22.0;
            fact(ui, &label, &value, "Games played; best and mean time");
            fact(ui, "wrong guesses a game", &format!("{wrong:.1}"), "");
        });
    }
}

fn title(contest: Contest, game: &Game) -> String {
    match contest {
        Contest::Table => format!("Find all {}s", game.variant.noun()),
        Contest::Daily => "Daily puzzle".to_owned(),
        Contest::Run(goal) => format!("Find {goal} {}s", game.variant.noun()),
    }
}

fn name(contest: Contest) -> String {
    match contest {
        Contest::Table => "One table".to_owned(),
        Contest::Daily => "Daily".to_owned(),
        Contest::Run(goal) => format!("Find {goal}"),
    }
}

fn found(game: &Game) -> String {
    match &game.kind {
        Kind::Table { .. } => game.found.len().to_string(),
        Kind::Run { goal, .. } => format!("{} of {goal}", game.found.len()),
    }
}

/// Minutes and seconds: 1:05.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// The window sleeps until the clock shows something else.
fn until_next_second(ui: &Ui, elapsed: Duration) {
    let rest = Duration::from_secs(elapsed.as_secs() + 1).saturating_sub(elapsed);
    ui.ctx().request_repaint_after(rest);
}

fn now(ui: &Ui) -> Duration {
    Duration::from_secs_f64(ui.input(|input| input.time).max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_show_minutes_and_seconds() {
        for (milliseconds, text) in [(0, "0:00"), (59_999, "0:59"), (65_000, "1:05"), (3_600_000, "60:00")] {
            assert_eq!(clock(Duration::from_millis(milliseconds)), text);
        }
    }
}
