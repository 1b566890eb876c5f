//! Starting a game, its clock and its result. The rules of games are in the puzzle's folder.

use std::time::Duration;

use egui::{Event, Key, Modifiers, Role, Sense, Ui, WidgetInfo, vec2};

use super::{feedback_ui, mark, overlooked, words};
use base::{
    board::Input,
    text::{clock, counted},
};
use gui::{
    canvas::is_typed_by,
    now,
    paint::{self, Placement},
    theme::{self, space},
    tools::Of,
    typed::typed,
    widgets::{fact, keys_are_taken, muted, named, next_section, primary_button, seed_ui},
};
use set::{
    Set, drawing,
    edit::{input, view::View},
    live::facts::chance_of_none,
    model::{
        card::FEATURES,
        state::{State, Variant},
    },
    play::{
        game::{GOALS, Game, Kind},
        score::Contest,
    },
};

/// The most solutions found that are shown as small cards.
const MOST_FOUND: usize = 6;

/// Shows the games that can be started.
pub fn start_ui(ui: &mut Ui, state: &mut State, view: &mut View) {
    if state.variant != Variant::Set {
        muted(ui, &format!("With the variant of this position: {}", state.variant.name()));
    }
    if ui.button(Contest::Deck.name()).on_hover_text(format!("Find {}s until the deck is used up", state.variant.noun())).clicked() {
        view.start_run(None, state, now::short_seed());
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        ui.label("Find");
        for goal in GOALS {
            let button = ui
                .button(goal.to_string())
                .on_hover_text(format!("Find {} while the deck refills the table", counted(goal as u64, state.variant.noun())));
            button.widget_info(|| WidgetInfo::labeled(Role::Button, true, Contest::Run(goal).name()));
            if button.clicked() {
                view.start_run(Some(goal), state, now::short_seed());
            }
        }
    });
    if let Some(differing) = overlooked::drills_ui(ui, "Drill", 1..=FEATURES.len()) {
        view.start_drill(differing, state, now::short_seed());
    }
    let has_cards = !state.cards.is_empty();
    if ui.add_enabled(has_cards, egui::Button::new("Play this table  P")).on_hover_text("Find all SETs on this table").clicked() {
        view.start_game(Contest::Table, Game::on_table(state), state);
    }
    deck_ui(ui, view);
}

/// Shows the game in progress. Buttons are above the feedback, so that they don't move.
pub fn game_ui(ui: &mut Ui, session: Of<'_, Set>, state: &mut State, view: &mut View) {
    let (Some(game), Some(round)) = (&view.game, &view.round) else { return };
    let (is_finished, elapsed, hints) = (game.is_finished(), round.final_time.unwrap_or(session.played().clock().elapsed()), round.hints);
    next_section(ui, &round.title(game));
    ui.scope(|ui| {
        // In a low window, what comes below them must be in view, too.
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().interact_size.y = 20.0;
        fact(ui, "Found", &round.found(game), "");
        fact(ui, "Wrong guesses", &game.wrong.to_string(), "");
        fact(ui, "Hints", &hints.to_string(), "Games with hints have no time in the statistics");
        if game.cards_left().is_some() {
            let about = "How often you asked for more cards though there was a solution";
            fact(ui, "Of these, more cards", &game.times_asked().to_string(), about);
        }
        if let Kind::Run { seed, .. } = game.kind {
            fact(ui, words::DECK, &seed.to_string(), "Enter this number under \"Play against the clock\" to play the same deck again");
        }
    });
    ui.add_space(space::S);
    if is_finished {
        finished_ui(ui, state, view, elapsed);
        return;
    }
    if view.is_ending {
        ending_ui(ui, view);
    } else {
        moves_ui(ui, state, view);
    }
    ui.add_space(space::S);
    if let Some(game) = &view.game {
        let noun = game.variant.noun();
        let claim = match game.kind {
            Kind::Table => format!("The last {noun} ends the game; press 0 if there is none at all."),
            Kind::Run { goal: None, .. } if game.why_no_more().is_none() => {
                format!("Press 0 if there is no {noun}, 3 for 3 more cards: a hint if there is one.")
            }
            Kind::Run { .. } => format!("Press 0 if there is no {noun}."),
        };
        muted(ui, &format!("Type the letters of the cards or click them. {claim}"));
        if game.kind != Kind::Table
            && let Some((about, chance)) = chance_of_none(game.variant, game.table.len())
        {
            fact(ui, &about, &chance, "The share of all hands of this size that have none; it says nothing about the cards on the table");
        }
    }
    feedback_ui(ui, state, view);
    if let Some(game) = &view.game {
        found_ui(ui, state, view, game);
    }
}

/// Shows what else a player can do than find solutions.
fn moves_ui(ui: &mut Ui, state: &State, view: &mut View) {
    ui.horizontal_wrapped(|ui| {
        if ui.button(words::HINT).on_hover_text("Marks one more card; the game then has no time in the statistics").clicked() {
            input::take_hint(state, view);
        }
        if view.game.as_ref().is_some_and(|game| game.kind != Kind::Table) {
            view.is_ending = ui.button(words::END).on_hover_text(words::END_HINT).clicked();
        }
        if ui.button("Leave game").on_hover_text(words::LEAVE_HINT).clicked() {
            view.end_game();
        }
    });
}

/// Asks whether to end a run before its goal, and says what that does.
fn ending_ui(ui: &mut Ui, view: &mut View) {
    ui.label(words::END_HINT);
    ui.horizontal_wrapped(|ui| {
        if ui.button(words::END_NOW).clicked() {
            view.is_ending = false;
            input::end_early(view);
        }
        view.is_ending &= !ui.button("Play on").clicked();
    });
}

/// Shows the result of a finished game.
fn finished_ui(ui: &mut Ui, state: &mut State, view: &mut View, elapsed: Duration) {
    let just_finished = view.round.as_mut().is_some_and(|round| std::mem::take(&mut round.is_result_new));
    // After a drill comes the next one.
    let next = match view.round.as_ref().map(|round| round.contest) {
        Some(Contest::Drill(differing)) => Some((differing, primary_button(ui, "Next table", "Enter", true))),
        _ => None,
    };
    let close = "Close the result";
    let back = if next.is_some() { ui.button(close) } else { primary_button(ui, close, "Enter", true) };
    // Enter works for players who use the keyboard, wherever the focus was, also after another tab was shown.
    let (is_unfocused, is_asked) = ui.memory(|memory| (memory.focused().is_none(), memory.top_modal_layer().is_some()));
    if just_finished || is_unfocused && !is_asked {
        next.as_ref().map_or(&back, |(_, next)| next).request_focus();
    }
    ui.add_space(space::S);
    // The board says it, too.
    if view.overlooked.is_none() {
        feedback_ui(ui, state, view);
    }
    let is_ended_early = view.game.as_ref().is_some_and(Game::is_ended_early);
    let done = if is_ended_early { "Ended after" } else { "Done in" };
    let done = format!("{done} {}.", clock(elapsed));
    ui.label(if is_ended_early { theme::strong(done) } else { mark(ui, true, &done) });
    if next.is_some()
        && let Some(game) = &view.game
        && let Ok(found) = u32::try_from(game.found.len())
        && 0 < found
    {
        muted(ui, &format!("{}, {:.1} s each.", counted(found.into(), game.variant.noun()), (elapsed / found).as_secs_f64()));
    }
    if view.round.as_ref().is_some_and(|round| round.hints > 0) && !is_ended_early {
        muted(ui, "Games with hints have no time in the statistics.");
    }
    if let Some(game) = view.game.as_ref().filter(|game| game.is_without_solution()) {
        muted(ui, &format!("Tables without {} don't count.", game.variant.noun_with_article()));
    }
    let drill = next.filter(|(_, next)| next.clicked()).map(|(differing, _)| differing);
    if let Some(game) = view.game.as_ref().filter(|_| view.overlooked.is_none()) {
        found_ui(ui, state, view, game);
    }
    if let Some(differing) = drill {
        view.start_drill(differing, state, now::short_seed());
    }
    if back.clicked() {
        view.end_game();
    }
}

/// Shows the solutions found last as rows of small cards.
fn found_ui(ui: &mut Ui, state: &State, view: &View, game: &Game) {
    let look = theme::look(ui.ctx());
    let first = game.found.len().saturating_sub(MOST_FOUND);
    ui.spacing_mut().item_spacing.y = space::XS;
    for cards in &game.found[first..] {
        let picture = drawing::row(cards, view.palette, &look);
        let width = ui.available_width();
        let (room, response) = ui.allocate_exact_size(vec2(width, width * picture.size().y / picture.size().x), Sense::hover());
        paint::picture(&ui.painter_at(room), &picture, Placement::fit(&picture, room));
        // In a run, the cards have left the table.
        let letters = if game.kind == Kind::Table { view.labels(state, cards).concat() } else { String::new() };
        let name = if letters.is_empty() { picture.label.to_owned() } else { format!("{letters}: {}", picture.label) };
        named(response, &name).on_hover_text(name);
    }
}

/// Passes all typed letters to the game in progress, unless a field has the focus. Without a game, one letter starts it.
pub fn take_keys(ui: &Ui, state: &mut State, view: &mut View) {
    if keys_are_taken(ui.ctx()) {
        return;
    }
    deselect(ui, state, view);
    let mut taken = Vec::new();
    for typed in typed(ui) {
        if typed.meanings().any(|meaning| input::take_key(state, view, meaning)) {
            taken.push(typed.character);
        }
    }
    if taken.is_empty() {
        return;
    }
    // Keys that the game took must reach neither the board nor a shortcut: H may be the letter of a card.
    ui.input_mut(|input| {
        input.events.retain(|event| match event {
            Event::Text(text) => !text.chars().all(|character| taken.contains(&character)),
            Event::Key { key, modifiers, .. } => !(modifiers.is_none() && is_typed_by(*key)),
            _ => true,
        });
    });
}

/// In a game, Escape deselects all cards and closes the hint or an earlier table, and Backspace or Undo deselects the last card.
fn deselect(ui: &Ui, state: &mut State, view: &mut View) {
    if view.game.is_none() || view.selected.is_empty() && view.earlier.is_none() && view.hint(state).is_none() {
        return;
    }
    let is_selecting = !view.selected.is_empty();
    let keys = [
        (Modifiers::NONE, Key::Escape, Input::Cancel),
        (Modifiers::NONE, Key::Backspace, Input::Delete),
        (Modifiers::COMMAND, Key::Z, Input::Delete),
    ];
    for (modifiers, key, deselecting) in keys.into_iter().filter(|(_, key, _)| is_selecting || *key == Key::Escape) {
        if ui.input_mut(|events| events.consume_key(modifiers, key)) {
            input::act(state, view, None, deselecting);
        }
    }
}

fn deck_ui(ui: &mut Ui, view: &mut View) {
    ui.horizontal(|ui| seed_ui(ui, &mut view.next_deal.deck, words::DECK, "The same number gives the same deck; 0 gives a random one"));
}
