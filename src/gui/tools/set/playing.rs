//! A game: beginning one, its clock, what it came to. The rules of games are the puzzle's own.

use std::time::Duration;

use egui::{DragValue, Event, Key, Margin, Modifiers, RichText, Role, TextEdit, Ui, WidgetInfo};

use super::{dealing, mark, news_ui};
use crate::{
    board::{Board, Input, Reply},
    gui::{
        document,
        icons::Icon,
        theme::{self, space},
        widgets::{fact, icon_button, keys_are_taken, muted, next_section, primary_button},
    },
    puzzles::set::{
        Set,
        edit::{input, view::View},
        model::state::{State, Variant},
        play::{
            deal::{self, Date},
            game::{GOALS, Game, Kind},
            score::{Contest, Statistics},
        },
    },
    text::sentence,
};

/// A seed that is drawn for a deck is below this, so that people can tell it to each other.
const DECKS: u64 = 1_000_000;

/// The key that begins a game on this table; it means nothing on a card.
const BEGIN: char = 'p';

/// The width of the field for a day.
const DAY: f32 = 96.0;

/// Room for what was found, so that nothing below it moves.
const FOUND: f32 = 36.0;

/// The size of the clock's figures.
const CLOCK: f32 = 24.0;

/// Tells the game the time, and the keys that were pressed wherever the focus is. Says whether it came to its end just now.
pub fn keep_time(ui: &Ui, state: &mut State, view: &mut View) -> bool {
    let is_timed = |view: &View| view.round.as_ref().is_some_and(|round| round.took.is_some());
    take_keys(ui, state, view);
    let before = is_timed(view);
    view.tick(state, now(ui));
    !before && is_timed(view)
}

/// Shows what can be played.
pub fn begin_ui(ui: &mut Ui, state: &mut State, view: &mut View) {
    next_section(ui, "Play against the clock");
    let now = now(ui);
    let day = view.order.day.unwrap_or_else(dealing::today);
    let id = ui.scope_id().with("typed day");
    let mut typed: String = ui.data(|data| data.get_temp(id)).unwrap_or_else(|| day.to_string());
    ui.horizontal_wrapped(|ui| {
        let can = !state.cards.is_empty();
        if ui.add_enabled(can, egui::Button::new("This table  P")).on_hover_text("Find all there is on this table").clicked() {
            view.begin(Contest::Table, Game::on_table(state), state, now);
        }
        let hint = format!("Twelve cards with exactly six SETs, the same for everybody on {day}");
        let is_day = typed.parse::<Date>().is_ok();
        let daily = ui.add_enabled(is_day, egui::Button::new("Daily")).on_hover_text(hint);
        if daily.on_disabled_hover_text("The line below is no day").clicked() {
            begin_daily(state, view, day, now);
        }
    });
    let asked = day_ui(ui, view, day, &mut typed);
    ui.data_mut(|data| data.insert_temp(id, typed));
    if let Some(day) = asked {
        begin_daily(state, view, day, now);
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        ui.label("Find");
        for goal in GOALS {
            let button = ui.button(goal.to_string()).on_hover_text(format!("Find {goal} from a deck that fills the table up again"));
            button.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Find {goal}")));
            if button.clicked() {
                let seed = if view.order.deck == 0 { 1 + document::seed() % DECKS } else { view.order.deck };
                view.begin(Contest::Run(goal), Game::run(state.variant, goal, seed), state, now);
            }
        }
    });
    deck_ui(ui, view);
}

fn begin_daily(state: &mut State, view: &mut View, day: Date, now: Duration) {
    *state = deal::daily(day);
    view.order.day = Some(day);
    view.begin(Contest::Daily, Game::on_table(state), state, now);
}

/// Which day's puzzle: the day before, one that is typed, the day after. Says the day when Enter asks to play it.
fn day_ui(ui: &mut Ui, view: &mut View, day: Date, typed: &mut String) -> Option<Date> {
    let mut chosen = None;
    let mut asked = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        if icon_button(ui, Icon::Back, "The day before", day.previous().is_some()).clicked() {
            chosen = day.previous();
        }
        let line = ui
            .add(TextEdit::singleline(typed).desired_width(DAY).margin(Margin::symmetric(8, 4)))
            .on_hover_text("The day of the daily puzzle; Enter plays it");
        line.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Day of the daily puzzle"));
        if line.changed() {
            view.order.day = typed.parse().ok().or(view.order.day);
        }
        if line.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
            asked = typed.parse().ok();
        }
        if icon_button(ui, Icon::Forward, "The day after", day.next().is_some()).clicked() {
            chosen = day.next();
        }
    });
    if let Some(chosen) = chosen {
        view.order.day = Some(chosen);
        *typed = chosen.to_string();
    }
    match typed.parse::<Date>() {
        Ok(_) => {
            muted(ui, "12 cards with exactly 6 SETs");
        }
        Err(error) => {
            ui.label(mark(ui, false, &format!("{}.", sentence(&error))));
        }
    }
    asked
}

/// Shows the game that is played. What is pressed stands above what is told, so that it does not move.
pub fn game_ui(ui: &mut Ui, state: &State, view: &mut View, ended: bool) {
    let (Some(game), Some(round)) = (&view.game, &view.round) else { return };
    let (is_over, elapsed, hints) = (game.is_over(), round.elapsed(now(ui)), round.hints);
    next_section(ui, &title(round.contest, game, view.order.day));
    ui.label(RichText::new(clock(elapsed)).font(theme::bold(CLOCK)));
    fact(ui, "Found", &found(game), "");
    fact(ui, "Wrong guesses", &game.wrong.to_string(), "");
    fact(ui, "Hints", &hints.to_string(), "A game with hints is not counted");
    if let Kind::Run { seed, .. } = game.kind {
        fact(ui, "Deck", &seed.to_string(), "Give it below \"Play against the clock\" to play the same deck again");
    }
    ui.add_space(space::S);
    if is_over {
        over_ui(ui, state, view, elapsed, ended);
        return;
    }
    until_next_second(ui, elapsed);
    ui.horizontal_wrapped(|ui| {
        if ui.button("Hint  ?").on_hover_text("Chooses one card more; then the game is not counted").clicked() {
            input::take_hint(state, view);
        }
        if ui.button("Leave the game").clicked() {
            view.leave();
        }
    });
    ui.add_space(space::S);
    if let Some(game) = &view.game {
        muted(ui, &format!("Type the letters of the cards, or click them; 0 says that no {} is there.", game.variant.noun()));
        found_ui(ui, state, view, game);
    }
    news_ui(ui, state, view);
}

/// What a game came to.
fn over_ui(ui: &mut Ui, state: &State, view: &mut View, elapsed: Duration, ended: bool) {
    let back = primary_button(ui, "Back to the table", "Enter", true);
    // Whoever played by keys goes on by keys, wherever the focus was.
    if ended {
        back.request_focus();
    }
    ui.add_space(space::S);
    news_ui(ui, state, view);
    ui.label(mark(ui, true, &format!("Done in {}.", clock(elapsed))));
    if view.round.as_ref().is_some_and(|round| round.hints > 0) {
        muted(ui, "A game with hints is not counted.");
    }
    if let Some(game) = &view.game {
        found_ui(ui, state, view, game);
    }
    statistics_ui(ui, view, state.variant);
    if back.clicked() {
        view.leave();
    }
}

/// What was found on a table that stays: the letters of its cards.
fn found_ui(ui: &mut Ui, state: &State, view: &View, game: &Game) {
    if matches!(game.kind, Kind::Run { .. }) {
        return;
    }
    let letters: Vec<String> = game.found.iter().map(|cards| view.names(state, cards).concat()).collect();
    ui.scope(|ui| {
        ui.set_min_height(FOUND);
        ui.label(letters.join("  ")).on_hover_text("What was found, by the letters of the cards");
    });
}

/// While a game is played every typed letter is for it, unless it is typed into a field; before, one begins it.
fn take_keys(ui: &Ui, state: &mut State, view: &mut View) {
    if keys_are_taken(ui.ctx()) {
        return;
    }
    take_back(ui, state, view);
    let mut taken = Vec::new();
    let typed: Vec<String> = ui.input(|input| {
        let texts = input.events.iter().filter_map(|event| if let Event::Text(text) = event { Some(text.clone()) } else { None });
        texts.collect()
    });
    for character in typed.iter().flat_map(|text| text.chars()).filter(|character| !character.is_whitespace()) {
        if view.game.is_some() {
            if Set::act(state, view, None, Input::Character(character)) != Reply::Ignored {
                taken.push(character);
            }
        } else if character.eq_ignore_ascii_case(&BEGIN) && !state.cards.is_empty() {
            view.begin(Contest::Table, Game::on_table(state), state, now(ui));
            taken.push(character);
        }
    }
    // What was taken must not reach the board a second time.
    ui.input_mut(|input| input.events.retain(|event| !matches!(event, Event::Text(text) if text.chars().all(|c| taken.contains(&c)))));
}

/// Escape puts the chosen cards of a game back, Backspace the last of them.
fn take_back(ui: &Ui, state: &mut State, view: &mut View) {
    if view.game.is_none() || view.chosen.is_empty() {
        return;
    }
    let keys = [
        (Modifiers::NONE, Key::Escape, Input::Cancel),
        (Modifiers::NONE, Key::Backspace, Input::Delete),
        (Modifiers::COMMAND, Key::Z, Input::Delete),
    ];
    for (modifiers, key, input) in keys {
        if ui.input_mut(|events| events.consume_key(modifiers, key)) {
            Set::act(state, view, None, input);
        }
    }
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
pub fn statistics_ui(ui: &mut Ui, view: &View, variant: Variant) {
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

fn title(contest: Contest, game: &Game, day: Option<Date>) -> String {
    match contest {
        Contest::Table => format!("Find all {}s", game.variant.noun()),
        Contest::Daily => day.map_or_else(|| "Daily puzzle".to_owned(), |day| format!("Daily puzzle {day}")),
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
