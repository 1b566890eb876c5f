//! The puzzle as something that is seen and edited: what can be pointed at, what a tab remembers, what is told.
//!
//! How it looks is in `drawing`, what an input does in [`super::input`].

use serde::{Deserialize, Serialize};

use crate::{
    board::{Board, Caption, Fact, Input, Reply, Scene, TextError},
    look::Look,
    picture::Picture,
    text::grouped,
};

use super::{
    Set,
    answer::{Answer, Insight, Odds, Summary},
    article,
    card::{Card, Feature},
    deal::Date,
    drawing, input,
    play::{Game, Outcome},
    round::Round,
    score::Score,
    state::{State, Variant},
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
    /// What came of the last guess.
    pub news: Option<News>,
    /// The last hint in words, until a card is chosen.
    pub hint: Option<String>,
    /// The cards that hints chose; who chooses them, too, does not take that back.
    pub hinted: Vec<usize>,
    /// What is known of the game beside it.
    pub round: Option<Round>,
    /// The games that were played to their end.
    pub scores: Vec<Score>,
    /// What the next deal is made from.
    pub order: Order,
}

/// What a deal is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// How many cards.
    pub cards: usize,
    /// The seed of a hand.
    pub seed: u64,
    /// The seed of a hand by the article's generator, from 1 to [`super::deal::APL_SEEDS`].
    pub apl_seed: u64,
    /// The seed of the deck of a timed run; 0 stands for any.
    pub deck: u64,
    /// The day of the daily puzzle; none stands for today.
    pub day: Option<Date>,
}

impl Default for Order {
    fn default() -> Self {
        Self { cards: Variant::Set.table(), seed: 1, apl_seed: 16_807, deck: 0, day: None }
    }
}

/// What came of a guess.
#[derive(Clone, Debug, PartialEq)]
pub struct News {
    /// The cards that were guessed; none if the guess was that there is nothing.
    pub cards: Vec<Card>,
    /// What the game said.
    pub outcome: Outcome,
    /// The same in words, a sentence without the full stop.
    pub words: String,
}

/// Colours for the symbols. With any of them each card tells its colour by a letter, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    /// The view of someone who begins this game; colours, scores and what is dealt stay.
    pub fn playing(&self, game: Game) -> Self {
        Self { game: Some(game), ..self.playing_nothing() }
    }

    /// The view of someone who neither plays nor has chosen anything.
    pub fn playing_nothing(&self) -> Self {
        Self { palette: self.palette, scores: self.scores.clone(), order: self.order, ..Self::default() }
    }

    /// The cards on the table: the game's, or else the state's.
    pub fn table<'a>(&'a self, state: &'a State) -> &'a [Card] {
        self.game.as_ref().map_or(&state.cards, |game| &game.table)
    }

    /// The chosen cards, if there are as many as make an answer.
    pub fn whole_choice(&self, state: &State) -> Option<Vec<Card>> {
        let table = self.table(state);
        let cards: Vec<Card> = self.chosen.iter().filter_map(|&at| table.get(at).copied()).collect();
        (cards.len() == self.variant(state).size()).then_some(cards)
    }

    /// What is looked for: by the game, or else in the state.
    pub fn variant(&self, state: &State) -> Variant {
        self.game.as_ref().map_or(state.variant, |game| game.variant)
    }

    /// What the cards of the table are called: letters in a game, else their places from 1; their code if they don't lie there.
    pub fn names(&self, state: &State, cards: &[Card]) -> Vec<String> {
        let place = |card: &Card| self.table(state).iter().position(|other| other == card);
        cards.iter().map(|card| place(card).and_then(|at| self.name(at)).unwrap_or_else(|| card.code().to_uppercase())).collect()
    }

    /// What the card at this position is called; in a game only the first 26 have a name.
    pub fn name(&self, at: usize) -> Option<String> {
        if self.game.is_some() { key_letter(at).map(String::from) } else { Some((at + 1).to_string()) }
    }

    /// The cards of the last guess, if it was wrong and no card was chosen since.
    pub fn wrong_guess(&self) -> Option<&[Card]> {
        let news = self.news.as_ref().filter(|_| self.chosen.is_empty() && self.hint.is_none())?;
        matches!(news.outcome, Outcome::Wrong(_)).then_some(&news.cards)
    }

    /// Chooses these cards and no others; none is changed any more.
    pub fn choose(&mut self, positions: Vec<usize>) {
        self.chosen = positions;
        self.editing = None;
        self.hint = None;
    }

    /// Chooses the card, or takes that back; a choice that was whole gives way to a new one.
    pub fn toggle(&mut self, state: &State, at: usize) {
        self.hint = None;
        if let Some(place) = self.chosen.iter().position(|&chosen| chosen == at) {
            self.chosen.remove(place);
            return;
        }
        let cards = self.table(state).len();
        self.chosen.retain(|&chosen| chosen < cards);
        if self.chosen.len() >= self.variant(state).size() {
            self.chosen.clear();
        }
        self.chosen.push(at);
    }
}

const ODDS: &str = "How many random hands with as many cards have this many. SETs were counted in all hands of up to 15 and from 66 of \
                    the 81 cards, and in all of the Junior deck; UltraSETs and GhostSETs were not.";

/// Stands for a figure that is not known yet.
const UNKNOWN: &str = "…";

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

    fn thumbnail(_state: &State, view: &View, answer: &Answer, look: &Look) -> Picture<Spot> {
        drawing::thumbnail(answer, view.palette, look)
    }

    fn act(state: &mut State, view: &mut View, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
        input::act(state, view, spot, input)
    }

    fn facts(state: &State, insight: Option<&Insight>, _summary: &Summary) -> Vec<Fact> {
        facts(state, insight)
    }

    /// An answer is part of the table already; to put it there means nothing.
    fn adopt(_state: &State, _answer: &Answer) -> Option<State> {
        None
    }

    fn listing(state: &State, answers: &[Answer]) -> Option<String> {
        let (hand, sets) = (article::hand(&state.cards), article::answers(answers));
        let parting = if sets.is_empty() { "" } else { "\n" };
        Some(format!("{hand}{parting}{sets}"))
    }

    fn write_text(state: &State) -> String {
        text::write(state)
    }

    fn read_text(text: &str, state: &State) -> Result<State, TextError> {
        text::read(text, state)
    }
}

/// The same lines whatever is known yet, so that nothing moves when more is.
fn facts(state: &State, insight: Option<&Insight>) -> Vec<Fact> {
    let fact = |label: &str, value: String, hint| Fact { label: label.to_owned(), value, hint };
    let (cards, deck) = (state.cards.len(), state.variant.deck().len());
    let mut facts = vec![fact("Cards", format!("{cards} of {deck}"), "Cards on the table and in the deck")];
    let sets = insight.map_or_else(|| UNKNOWN.to_owned(), |insight| grouped(insight.sets));
    facts.push(fact(&format!("{}s", state.variant.noun()), sets, "All that can be found on the table"));
    let odds = Odds::new(state.variant, cards, insight.map_or(0, |insight| insight.sets));
    if let Some(average) = odds.average.filter(|_| cards <= deck) {
        facts.push(fact("Average", format!("{average:.2}"), "The average number of SETs in random hands with as many cards"));
    }
    let told = |chance: Option<f64>| chance.map_or_else(|| "not counted".to_owned(), percent);
    let (count, chance) = match insight {
        Some(insight) => (grouped(insight.sets), told(odds.chance)),
        None => (UNKNOWN.to_owned(), UNKNOWN.to_owned()),
    };
    facts.push(fact(&format!("Chance of exactly {count}"), chance, ODDS));
    facts.push(fact("Chance of none", told(odds.chance_of_none), ODDS));
    facts
}

/// A chance with four figures that count, so that rare ones do not look impossible.
fn percent(chance: f64) -> String {
    let percent = 100.0 * chance;
    if percent == 0.0 || 0.01 <= percent { format!("{percent:.2} %") } else { format!("{percent:.1e} %") }
}
