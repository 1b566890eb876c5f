//! What an input does: to the cards on the table while they are edited, to the game while one is played.

use crate::{
    board::{Input, Reply},
    puzzles::set::{
        live::hint::{self, Hint},
        model::{
            card::{Card, Feature},
            spot::Spot,
            state::{State, Variant},
        },
        play::game::{Outcome, all_on},
    },
};

use super::view::{News, View, key_letter};

/// Does what the input asks for at the spot.
pub fn act(state: &mut State, view: &mut View, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
    if view.game.is_some() { play(state, view, spot, input) } else { edit(state, view, spot, input) }
}

/// Chooses one card more of something that can be found, and says why; the last card is only named, so that in a game the
/// player still takes it.
pub fn take_hint(state: &State, view: &mut View) -> String {
    let variant = view.variant(state);
    let solutions = view.game.as_ref().map_or_else(|| all_on(&state.cards, variant), |game| game.open());
    let table = view.table(state);
    let words = match hint::next(&solutions, &view.chosen) {
        Hint::Nothing => hint::nothing(variant, table.len()),
        Hint::Cards(cards) => {
            let words = hint_words(variant, table, &cards);
            if cards.len() < variant.size() {
                view.hinted.clone_from(&cards);
                view.chosen = cards;
            }
            words
        }
    };
    if let Some(round) = &mut view.round {
        round.hints += 1;
    }
    view.news = None;
    view.hint = Some(words.clone());
    words
}

fn hint_words(variant: Variant, table: &[Card], shown: &[usize]) -> String {
    let Some((&last, before)) = shown.split_last() else { return String::new() };
    let card = table[last];
    match (variant.size(), before) {
        (_, []) => format!("{card} is part of {}", variant.one()),
        (3, &[first]) => format!("{card} goes with it: the two need {}", table[first].third(card)),
        (3, &[first, second]) => format!("{} and {} need {card}", table[first], table[second]),
        _ => format!("{card} goes with the chosen ones"),
    }
}

fn edit(state: &mut State, view: &mut View, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
    match (spot, input) {
        (_, Input::Character('?')) => hinted(state, view),
        (None, Input::Press) | (_, Input::Cancel) => drop_choice(view),
        (Some(Spot::Add), Input::Press) => add(state, view),
        (Some(Spot::Choice(feature, value)), Input::Press) => match view.editing {
            Some(at) => change(state, at, feature, value),
            None => Reply::Ignored,
        },
        (Some(Spot::Card(at)), input) if at < state.cards.len() => edit_card(state, view, at, input),
        _ => Reply::Ignored,
    }
}

fn hinted(state: &State, view: &mut View) -> Reply<Spot> {
    take_hint(state, view);
    Reply::Done
}

fn edit_card(state: &mut State, view: &mut View, at: usize, input: Input<Spot>) -> Reply<Spot> {
    match input {
        Input::Press => {
            view.toggle(state, at);
            Reply::Done
        }
        Input::SecondPress => {
            view.editing = if view.editing == Some(at) { None } else { Some(at) };
            Reply::Done
        }
        Input::Character('<') if at > 0 => swap(state, at, at - 1),
        Input::Character('>') if at + 1 < state.cards.len() => swap(state, at, at + 1),
        Input::Character(letter) => match Feature::of_letter(letter) {
            Some((feature, value)) => change(state, at, feature, value),
            None => Reply::Ignored,
        },
        Input::Delete => remove(state, view, at),
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

/// The focus goes with the card.
fn swap(state: &mut State, from: usize, to: usize) -> Reply<Spot> {
    state.cards.swap(from, to);
    Reply::Focus(Spot::Card(to))
}

fn drop_choice(view: &mut View) -> Reply<Spot> {
    if view.chosen.is_empty() && view.editing.is_none() {
        return Reply::Ignored;
    }
    view.hint = None;
    view.hinted.clear();
    view.chosen.clear();
    view.editing = None;
    Reply::Done
}

/// Adds the first card that is not on the table, ready to be changed.
fn add(state: &mut State, view: &mut View) -> Reply<Spot> {
    let Some(&card) = state.rest().first() else {
        return Reply::Refused(format!("all {} cards of the deck are on the table", state.variant.deck().len()));
    };
    state.cards.push(card);
    let at = state.cards.len() - 1;
    view.editing = Some(at);
    Reply::Focus(Spot::Card(at))
}

fn change(state: &mut State, at: usize, feature: Feature, value: u8) -> Reply<Spot> {
    let Some(card) = state.cards.get_mut(at) else { return Reply::Ignored };
    *card = card.with(feature, value);
    Reply::Done
}

/// Removes the card; the focus goes to the one that takes its place.
fn remove(state: &mut State, view: &mut View, at: usize) -> Reply<Spot> {
    state.cards.remove(at);
    view.chosen.clear();
    view.editing = None;
    match state.cards.len() {
        0 => Reply::Focus(Spot::Add),
        left => Reply::Focus(Spot::Card(at.min(left - 1))),
    }
}

fn play(state: &State, view: &mut View, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
    match (spot, input) {
        (None, Input::Press) | (_, Input::Cancel) => drop_choice(view),
        (_, Input::Delete) => {
            // The last card that was chosen goes back.
            view.hint = None;
            view.chosen.pop().map_or(Reply::Ignored, |_| Reply::Done)
        }
        (Some(Spot::Nothing), Input::Press) | (_, Input::Character('0')) => claim(view),
        (_, Input::Character('?')) if view.game.as_ref().is_some_and(|game| !game.is_over()) => hinted(state, view),
        (Some(Spot::Card(at)), Input::Press) => choose(state, view, at),
        (_, Input::Character(letter)) => match (0..26).find(|&at| key_letter(at) == Some(letter.to_ascii_uppercase())) {
            Some(at) => choose(state, view, at),
            None => Reply::Ignored,
        },
        _ => Reply::Ignored,
    }
}

/// Chooses a card, and guesses when the choice is whole.
fn choose(state: &State, view: &mut View, at: usize) -> Reply<Spot> {
    if view.table(state).len() <= at {
        return Reply::Ignored;
    }
    let is_given = view.hinted.contains(&at) && view.chosen.contains(&at);
    if is_given {
        return Reply::Done;
    }
    view.toggle(state, at);
    let Some(cards) = view.whole_choice(state) else { return Reply::Done };
    let positions = std::mem::take(&mut view.chosen);
    let Some(game) = &mut view.game else { return Reply::Ignored };
    let outcome = game.guess(&positions);
    tell(view, cards, outcome, "right".to_owned())
}

fn claim(view: &mut View) -> Reply<Spot> {
    let Some(game) = &mut view.game else { return Reply::Ignored };
    let right = format!("right, {}", hint::nothing(game.variant, game.table.len()));
    let outcome = game.claim_nothing();
    view.chosen.clear();
    tell(view, Vec::new(), outcome, right)
}

/// Remembers what came of a guess, and replies that.
fn tell(view: &mut View, cards: Vec<Card>, outcome: Outcome, right: String) -> Reply<Spot> {
    let words = match &outcome {
        Outcome::Right => right,
        Outcome::Over => format!("{right}; the game is over"),
        Outcome::Again => "this was found before".to_owned(),
        Outcome::Wrong(reason) => reason.sentence(),
        Outcome::Overlooked(1) => "one is still there".to_owned(),
        Outcome::Overlooked(open) => format!("{open} are still there"),
        Outcome::Void => "the game is over".to_owned(),
    };
    let reply = if matches!(outcome, Outcome::Right | Outcome::Over) { Reply::Done } else { Reply::Refused(words.clone()) };
    view.news = Some(News { cards, outcome, words });
    view.hint = None;
    view.hinted.clear();
    reply
}
