//! The puzzle as something that is seen and edited: what can be pointed at, what a tab remembers, what an input does.
//!
//! How it looks is in `drawing`, the rules of a game in [`super::play`].

use crate::{
    board::{Board, Caption, Fact, Input, Reply, Scene, TextError},
    look::Look,
    picture::Picture,
};

use super::{
    Set,
    answer::{Answer, Insight, Summary},
    card::{Card, Feature},
    distribution::{self, Distribution},
    drawing,
    play::{Game, Outcome},
    state::State,
    text,
};

/// A place that can be pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// The card at this position, from 0.
    Card(usize),
    /// The place for one more card.
    Add,
    /// A value, below 3, for the card that is being changed.
    Choice(Feature, u8),
    /// The claim that nothing is to be found.
    Nothing,
}

/// What a tab remembers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// The chosen cards by position, in the order of choosing.
    pub chosen: Vec<usize>,
    /// The card that is being changed.
    pub editing: Option<usize>,
    /// The colours of the symbols.
    pub palette: Palette,
    /// The game that is played; then the table is the game's, and nothing is edited.
    pub game: Option<Game>,
    /// What came of the last guess, with its cards.
    pub news: Option<(Vec<Card>, Outcome)>,
}

/// Colours for the symbols. With any of them each card tells its colour by a letter, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Palette {
    /// Red, green and blue.
    #[default]
    Classic,
    /// After Okabe and Ito, told apart with the common colour-vision deficiencies, too.
    Safe,
    /// As far from the ground as can be.
    Contrast,
}

impl Palette {
    /// All palettes in the order of menus.
    pub const ALL: [Self; 3] = [Self::Classic, Self::Safe, Self::Contrast];
}

impl View {
    /// The view of someone who begins this game; colours stay.
    pub fn playing(&self, game: Game) -> Self {
        Self { game: Some(game), palette: self.palette, ..Self::default() }
    }

    /// The cards on the table: the game's, or else the state's.
    pub fn table<'a>(&'a self, state: &'a State) -> &'a [Card] {
        self.game.as_ref().map_or(&state.cards, |game| &game.table)
    }

    /// The chosen cards, if there are as many as make an answer.
    pub fn whole_choice(&self, state: &State) -> Option<Vec<Card>> {
        let table = self.table(state);
        let cards: Vec<Card> = self.chosen.iter().filter_map(|&at| table.get(at).copied()).collect();
        (cards.len() == self.size(state)).then_some(cards)
    }

    fn size(&self, state: &State) -> usize {
        self.game.as_ref().map_or(state.variant, |game| game.variant).size()
    }

    /// Chooses the card, or takes that back; a choice that was whole gives way to a new one.
    fn toggle(&mut self, state: &State, at: usize) {
        if let Some(place) = self.chosen.iter().position(|&chosen| chosen == at) {
            self.chosen.remove(place);
            return;
        }
        let cards = self.table(state).len();
        self.chosen.retain(|&chosen| chosen < cards);
        if self.chosen.len() >= self.size(state) {
            self.chosen.clear();
        }
        self.chosen.push(at);
    }
}

/// The letter that chooses the card at this position in a game; only the first 26 have one.
pub fn key_letter(at: usize) -> Option<char> {
    u8::try_from(at).ok().filter(|&at| at < 26).map(|at| char::from(b'A' + at))
}

impl Board for Set {
    type View = View;

    fn steps(answer: &Answer) -> usize {
        answer.cards().len()
    }

    fn caption(answer: &Answer) -> Caption {
        let numbers: Vec<String> = answer.positions().iter().map(|at| (at + 1).to_string()).collect();
        let names: Vec<String> = answer.cards().iter().map(Card::to_string).collect();
        Caption { title: numbers.join(", "), detail: names.join(", ") }
    }

    fn draw(scene: &Scene<'_, Self>) -> Picture<Spot> {
        drawing::draw(scene)
    }

    fn thumbnail(_state: &State, answer: &Answer, look: &Look) -> Picture<Spot> {
        drawing::thumbnail(answer, look)
    }

    fn act(state: &mut State, view: &mut View, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
        if view.game.is_some() { play(state, view, spot, input) } else { edit(state, view, spot, input) }
    }

    fn facts(state: &State, insight: Option<&Insight>, _summary: &Summary) -> Vec<Fact> {
        facts(state, insight)
    }

    /// An answer is part of the table already; to put it there means nothing.
    fn adopt(_state: &State, _answer: &Answer) -> Option<State> {
        None
    }

    fn write_text(state: &State) -> String {
        text::write(state)
    }

    fn read_text(text: &str, state: &State) -> Result<State, TextError> {
        text::read(text, state)
    }
}

fn edit(state: &mut State, view: &mut View, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
    match (spot, input) {
        (None, Input::Press) => drop_choice(view),
        (Some(Spot::Add), Input::Press) => add(state, view),
        (Some(Spot::Choice(feature, value)), Input::Press) => match view.editing {
            Some(at) => change(state, at, feature, value),
            None => Reply::Ignored,
        },
        (Some(Spot::Card(at)), input) if at < state.cards.len() => edit_card(state, view, at, input),
        _ => Reply::Ignored,
    }
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
        Input::Character(letter) => match Feature::of_letter(letter) {
            Some((feature, value)) => change(state, at, feature, value),
            None => Reply::Ignored,
        },
        Input::Delete => remove(state, view, at),
        Input::Drop { from: Spot::Card(from) } if from < state.cards.len() => {
            state.cards.swap(from, at);
            Reply::Done
        }
        Input::Drop { .. } | Input::Arrow(..) | Input::Drag { .. } | Input::Sweep { .. } | Input::Wheel(_) => Reply::Ignored,
    }
}

fn drop_choice(view: &mut View) -> Reply<Spot> {
    if view.chosen.is_empty() && view.editing.is_none() {
        return Reply::Ignored;
    }
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
        (None, Input::Press) => drop_choice(view),
        (Some(Spot::Nothing), Input::Press) | (_, Input::Character('0')) => claim(view),
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
    view.toggle(state, at);
    let Some(cards) = view.whole_choice(state) else { return Reply::Done };
    let positions = std::mem::take(&mut view.chosen);
    let Some(game) = &mut view.game else { return Reply::Ignored };
    let outcome = game.guess(&positions);
    tell(view, cards, outcome)
}

fn claim(view: &mut View) -> Reply<Spot> {
    let Some(game) = &mut view.game else { return Reply::Ignored };
    let outcome = game.claim_nothing();
    view.chosen.clear();
    tell(view, Vec::new(), outcome)
}

/// Remembers what came of a guess, and replies that.
fn tell(view: &mut View, cards: Vec<Card>, outcome: Outcome) -> Reply<Spot> {
    let reply = match &outcome {
        Outcome::Right | Outcome::Over => Reply::Done,
        Outcome::Again => Reply::Refused("this was found before".to_owned()),
        Outcome::Wrong(reason) => Reply::Refused(reason.verdict.clone()),
        Outcome::Overlooked(1) => Reply::Refused("one is still there".to_owned()),
        Outcome::Overlooked(open) => Reply::Refused(format!("{open} are still there")),
        Outcome::Void => Reply::Refused("the game is over".to_owned()),
    };
    view.news = Some((cards, outcome));
    reply
}

fn facts(state: &State, insight: Option<&Insight>) -> Vec<Fact> {
    let fact = |label: &str, value: String, hint| Fact { label: label.to_owned(), value, hint };
    let (cards, deck) = (state.cards.len(), state.variant.deck().len());
    let mut facts = vec![fact("Cards", format!("{cards} of {deck}"), "Cards on the table and in the deck")];
    let Some(insight) = insight else { return facts };
    facts.push(fact(&format!("{}s", state.variant.noun()), insight.sets.to_string(), "All that can be found on the table"));
    if state.variant.size() == 3 && cards <= deck {
        facts.push(fact("Mean", format!("{:.2}", distribution::mean(deck, cards)), "The mean number of SETs in as many random cards"));
    }
    let exact = Distribution::exact(deck, cards).filter(|_| state.variant.size() == 3);
    if let Some(exact) = exact {
        let chance = usize::try_from(insight.sets).map_or(0.0, |sets| exact.chance(sets));
        let hint = "How often as many random cards hold exactly so many SETs";
        facts.push(fact("Chance of so many", percent(chance), hint));
        facts.push(fact("Chance of none", percent(exact.chance(0)), "How often as many random cards hold no SET"));
    }
    facts
}

/// A chance with four figures that count, so that rare ones do not look impossible.
fn percent(chance: f64) -> String {
    let percent = 100.0 * chance;
    if percent == 0.0 || 0.01 <= percent { format!("{percent:.2} %") } else { format!("{percent:.1e} %") }
}
