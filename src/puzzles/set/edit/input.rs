//! What inputs do: they edit the cards on the table, or play the game in progress.

use crate::{
    live::hint::{self, Hint},
    model::{
        card::{Card, Feature},
        hand::Hand,
        reason::pair_needs,
        spot::Spot,
        state::{MOST_READ, State, Variant, too_many_cards},
    },
    play::{
        game::{Game, Move, Outcome},
        score::Contest,
    },
    search::first::first_among,
};
use base::{
    board::{Input, Reply},
    text::counted,
};

use super::{
    layout::Grid,
    view::{GivenHint, Guess, View},
};

/// The result of a game that was ended early.
const ENDED: &str = "you ended the game";
const CORRECT: &str = "correct";
const GAME_FINISHED: &str = "the game is finished";

/// Applies the input at the spot.
pub fn act(state: &mut State, view: &mut View, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
    if view.game.is_some() { play(state, view, spot, input) } else { edit(state, view, spot, input) }
}

/// The key that starts a game on this table; it changes no card.
const START: char = 'p';

/// Passes a typed character to the game in progress. Without a game, one character starts it. Returns whether it was taken.
pub fn take_key(state: &mut State, view: &mut View, character: char) -> bool {
    if view.game.is_some() {
        return act(state, view, None, Input::Character(character)) != Reply::Ignored;
    }
    let starts = character.eq_ignore_ascii_case(&START) && !state.cards.is_empty();
    if starts {
        view.start_game(Contest::Table, Game::on_table(state), state);
    }
    starts
}

/// Marks one more card of a solution and returns the reason. The selection stays as it is: what a player types next is theirs alone.
pub fn take_hint(state: &State, view: &mut View) -> String {
    let variant = view.variant(state);
    if let Some(reason) = why_no_hint(state, view) {
        return reason;
    }
    let first = |positions: &[usize]| match &view.game {
        Some(game) => game.first_remaining(positions),
        None => first_among(&state.cards, variant, positions, &|_| true),
    };
    let table = view.table(state);
    let (message, positions) = match hint::next(&first, &hint::begun(&first, &view.selected, view.hinted(state))) {
        Hint::NoSolution => (hint::no_solution(variant, table.len()), Vec::new()),
        Hint::Cards(cards) => (explain_hint(variant, table, &cards), cards),
    };
    let table = table.to_vec();
    // A hint that repeats the last one isn't counted.
    let is_new = view.hint.as_ref().is_none_or(|given| given.positions != positions || given.table != table);
    if let Some(round) = view.round.as_mut().filter(|_| is_new) {
        round.hints += 1;
    }
    view.last_guess = None;
    view.hint = Some(GivenHint { message: message.clone(), positions, table });
    message
}

/// Why there is no hint; no card is marked then.
fn why_no_hint(state: &State, view: &mut View) -> Option<String> {
    let (message, positions) = match &view.game {
        Some(game) if game.is_finished() => return Some(GAME_FINISHED.to_owned()),
        Some(_) => return None,
        None => match Hand::check(state) {
            Err(flaws) => {
                let flaw = flaws.into_iter().next()?;
                let card = |spot: &Spot| if let Spot::Card(at) = spot { Some(*at) } else { None };
                (format!("no hint yet: {}", flaw.message), flaw.spots.iter().filter_map(card).collect())
            }
            Ok(_) if state.cards.len() < state.variant.size() => {
                (too_few_for_hint(state.variant.noun_with_article(), state.variant.size(), state.cards.len()), Vec::new())
            }
            Ok(_) => return None,
        },
    };
    view.hint = Some(GivenHint { message: message.clone(), positions, table: state.cards.clone() });
    Some(message)
}

/// In place of a hint: the table is too small.
fn too_few_for_hint(noun_with_article: &str, size: usize, cards: usize) -> String {
    format!(
        "no hint yet: {noun_with_article} has {size} cards, and {} on the table",
        if cards == 1 { "1 is".to_owned() } else { format!("{cards} are") }
    )
}

fn explain_hint(variant: Variant, table: &[Card], shown: &[usize]) -> String {
    let Some((&last, before)) = shown.split_last() else { return String::new() };
    let card = table[last];
    let phrase = card.phrase();
    match (variant.size(), before) {
        (_, []) => format!("Part of {}: {phrase}", variant.noun_with_article()),
        (3, &[first]) => format!("Goes with it: {phrase}. The two need {}", table[first].third(card).phrase()),
        (3, &[first, second]) => pair_needs(&table[first].phrase(), &table[second].phrase(), &phrase),
        _ => format!("Goes with the marked cards: {phrase}"),
    }
}

fn edit(state: &mut State, view: &mut View, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
    match (spot, input) {
        (_, Input::Character('?')) => show_hint(state, view),
        (None, Input::Press) | (_, Input::Cancel) => clear_selection(state, view),
        (Some(Spot::Add), Input::Press) => add(state, view),
        // The letters of a card may begin where it will be.
        (Some(Spot::Add), Input::Character(letter)) if let Some((feature, value)) = Feature::from_letter(letter) => {
            let reply = add(state, view);
            if let Reply::Focus(Spot::Card(at)) = reply {
                type_value(state, view, at, feature, value);
            }
            reply
        }
        (Some(Spot::Value(feature, value)), Input::Press) => match view.editing {
            Some(at) => set_value(state, at, feature, value),
            None => Reply::Ignored,
        },
        (Some(Spot::Card(at)), input) if at < state.cards.len() => edit_card(state, view, at, input),
        _ => Reply::Ignored,
    }
}

fn has_card_below(grid: Grid, cards: usize, at: usize) -> bool {
    let (row, column) = grid.place(at);
    (0..cards).any(|other| grid.place(other) == (row + 1, column))
}

fn show_hint(state: &State, view: &mut View) -> Reply<Spot> {
    take_hint(state, view);
    Reply::Done
}

fn edit_card(state: &mut State, view: &mut View, at: usize, input: Input<Spot>) -> Reply<Spot> {
    match input {
        Input::Press => {
            view.toggle(state, at);
            Reply::Done
        }
        Input::SecondaryPress => {
            view.editing = if view.editing == Some(at) { None } else { Some(at) };
            Reply::Done
        }
        Input::Character('<') if at > 0 => swap(state, at, at - 1),
        Input::Character('>') if at + 1 < state.cards.len() => swap(state, at, at + 1),
        Input::Character(letter) => match Feature::from_letter(letter) {
            Some((feature, value)) => type_value(state, view, at, feature, value),
            None => Reply::Ignored,
        },
        Input::Delete => remove(state, view, at),
        // The buttons with the values are below the last row, but the letters are quicker, and Down should not lead to them by chance.
        Input::Arrow(0, 1) if !has_card_below(view.grid(state), state.cards.len(), at) => Reply::Focus(Spot::Add),
        Input::Arrow(1, 0) if at + 1 == state.cards.len() => Reply::Focus(Spot::Add),
        Input::Drop { from: Spot::Card(from) } if from < state.cards.len() => {
            state.cards.swap(from, at);
            Reply::Done
        }
        Input::Shifted(_)
        | Input::Tab { .. }
        | Input::Drop { .. }
        | Input::Cancel
        | Input::Arrow(..)
        | Input::Drag { .. }
        | Input::Sweep { .. }
        | Input::Wheel(_) => Reply::Ignored,
    }
}

/// Swaps two cards; the focus follows the first one.
fn swap(state: &mut State, from: usize, to: usize) -> Reply<Spot> {
    state.cards.swap(from, to);
    Reply::Focus(Spot::Card(to))
}

fn clear_selection(state: &State, view: &mut View) -> Reply<Spot> {
    let has_hint = view.hint(state).is_some();
    view.hint = None;
    if view.selected.is_empty() && view.editing.is_none() && view.earlier.is_none() && !has_hint {
        return Reply::Ignored;
    }
    view.selected.clear();
    view.editing = None;
    view.earlier = None;
    Reply::Done
}

/// Adds the first card that is not on the table and opens it for editing.
fn add(state: &mut State, view: &mut View) -> Reply<Spot> {
    if MOST_READ <= state.cards.len() {
        return Reply::Refused(too_many_cards());
    }
    let Some(&card) = state.remaining().first() else {
        return Reply::Refused(format!("all {} cards of the deck are on the table", state.variant.deck().len()));
    };
    state.cards.push(card);
    let at = state.cards.len() - 1;
    (view.editing, view.typed) = (Some(at), Vec::new());
    Reply::Focus(Spot::Card(at))
}

/// Changes a feature of a card. Once all features of a card that was added are typed, the next card can be typed.
fn type_value(state: &mut State, view: &mut View, at: usize, feature: Feature, value: u8) -> Reply<Spot> {
    let reply = set_value(state, at, feature, value);
    if view.editing != Some(at) {
        return reply;
    }
    let is_new = !view.typed.contains(&feature);
    view.typed.push(feature);
    view.typed.sort_unstable();
    view.typed.dedup();
    if is_new && view.typed.len() == Feature::ALL.len() { Reply::Focus(Spot::Add) } else { reply }
}

fn set_value(state: &mut State, at: usize, feature: Feature, value: u8) -> Reply<Spot> {
    let Some(card) = state.cards.get_mut(at) else { return Reply::Ignored };
    *card = card.with(feature, value);
    Reply::Done
}

/// Removes the card; the focus moves to the card that takes its position.
fn remove(state: &mut State, view: &mut View, at: usize) -> Reply<Spot> {
    state.cards.remove(at);
    view.selected.clear();
    view.editing = None;
    match state.cards.len() {
        0 => Reply::Focus(Spot::Add),
        remaining => Reply::Focus(Spot::Card(at.min(remaining - 1))),
    }
}

fn play(state: &State, view: &mut View, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
    let is_finished = view.game.as_ref().is_some_and(Game::is_finished);
    match (spot, input) {
        (None | Some(Spot::Result), Input::Press) | (_, Input::Cancel) => clear_selection(state, view),
        (_, Input::Delete) => {
            // Deselects the card that was selected last.
            view.selected.pop().map_or(Reply::Ignored, |_| Reply::Done)
        }
        // The result stays on the board.
        (Some(Spot::NoneLeft | Spot::MoreCards), Input::Press) | (_, Input::Character('0')) if is_finished => {
            Reply::Refused(GAME_FINISHED.to_owned())
        }
        (Some(Spot::NoneLeft), Input::Press) | (_, Input::Character('0')) => claim_none_left(view),
        (Some(Spot::MoreCards), Input::Press) | (_, Input::Character('3')) => ask_for_more(view),
        (_, Input::Character('?')) if !is_finished => show_hint(state, view),
        (Some(Spot::Card(at)), Input::Press) => select(state, view, at),
        (_, Input::Character(letter)) => {
            let key = Some(letter.to_ascii_uppercase());
            match (0..view.table(state).len()).find(|&at| view.key(state, at) == key) {
                Some(at) => select(state, view, at),
                None => Reply::Ignored,
            }
        }
        _ => Reply::Ignored,
    }
}

/// Selects a card, and guesses when enough are selected.
fn select(state: &State, view: &mut View, at: usize) -> Reply<Spot> {
    if view.table(state).len() <= at {
        return Reply::Ignored;
    }
    if view.game.as_ref().is_some_and(Game::is_finished) {
        return Reply::Refused(GAME_FINISHED.to_owned());
    }
    view.toggle(state, at);
    let Some(cards) = view.complete_selection(state) else { return Reply::Done };
    let positions = std::mem::take(&mut view.selected);
    let Some(game) = &mut view.game else { return Reply::Ignored };
    let outcome = game.guess(&positions);
    record_guess(view, cards, outcome, CORRECT.to_owned())
}

fn claim_none_left(view: &mut View) -> Reply<Spot> {
    let Some(game) = &mut view.game else { return Reply::Ignored };
    let correct = format!("{CORRECT}, {}", hint::no_solution(game.variant, game.table.len()));
    let outcome = game.claim_none_left();
    view.selected.clear();
    record_guess(view, Vec::new(), outcome, correct)
}

/// Puts more cards on the table of the whole deck. That is a hint if there was a solution.
fn ask_for_more(view: &mut View) -> Reply<Spot> {
    let (Some(game), Some(round)) = (&mut view.game, &mut view.round) else { return Reply::Ignored };
    if game.cards_left().is_none() {
        return Reply::Ignored;
    }
    if let Some(why) = game.why_no_more() {
        return Reply::Refused(why);
    }
    let before = game.table.len();
    if game.ask_for_more() == Outcome::Invalid {
        return Reply::Refused(GAME_FINISHED.to_owned());
    }
    let dealt = format!("{} dealt", counted((game.table.len() - before) as u64, "card"));
    let noun = game.variant.noun_with_article();
    let message = match game.moves.last() {
        Some(Move::MoreCards { is_hint: true }) => {
            round.hints += 1;
            format!("{dealt}, though there was {noun}: that is a hint")
        }
        _ => format!("{dealt}: there wasn't {noun}"),
    };
    (view.hint, view.last_guess) = (None, Some(Guess { cards: Vec::new(), outcome: Outcome::Right, message }));
    view.selected.clear();
    Reply::Done
}

/// Ends a run before its goal: its result is shown, with what was overlooked.
pub fn end_early(view: &mut View) {
    let Some(game) = &mut view.game else { return };
    if game.end_early() == Outcome::Finished {
        let left = game.cards_left().map_or_else(String::new, |left| format!(" with {} in the deck", counted(left as u64, "card")));
        let guess =
            Guess { cards: Vec::new(), outcome: Outcome::Finished, message: format!("{ENDED}{left}; it doesn't count in the statistics") };
        (view.hint, view.last_guess) = (None, Some(guess));
        view.selected.clear();
    }
}

/// Remembers a guess with its outcome, and replies with the message; `correct` is the message for a right guess.
fn record_guess(view: &mut View, cards: Vec<Card>, outcome: Outcome, correct: String) -> Reply<Spot> {
    let noun = view.game.as_ref().map_or("a SET", |game| game.variant.noun_with_article());
    let message = match &outcome {
        Outcome::Right => correct,
        Outcome::Finished => format!("{correct}; {GAME_FINISHED}"),
        Outcome::AlreadyFound => "you already found this one".to_owned(),
        Outcome::Wrong(reason) => reason.sentence(),
        // How many there are would help with the next.
        Outcome::Overlooked(_) => format!("not yet: there is {noun}"),
        Outcome::Invalid => GAME_FINISHED.to_owned(),
    };
    let reply = if matches!(outcome, Outcome::Right | Outcome::Finished) { Reply::Done } else { Reply::Refused(message.clone()) };
    view.last_guess = Some(Guess { cards, outcome, message });
    view.hint = None;
    reply
}
