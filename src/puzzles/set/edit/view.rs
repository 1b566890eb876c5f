//! What a tab remembers and nothing undoes: what is chosen, the game that is played, how games went, what is dealt next.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::puzzles::set::{
    model::{
        card::Card,
        state::{State, Variant},
    },
    play::{
        deal::Date,
        game::{Game, Outcome},
        round::Round,
        score::{Contest, Score},
    },
};

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
    /// The seed of a hand by the article's generator, from 1 to [`crate::puzzles::set::play::deal::APL_SEEDS`].
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

    /// Begins the game now, while this is the position.
    pub fn begin(&mut self, contest: Contest, game: Game, position: &State, now: Duration) {
        let round = Round { contest, position: position.clone(), began: now, took: None, hints: 0 };
        *self = Self { round: Some(round), ..self.playing(game) };
    }

    /// Leaves the game, whether it is over or not.
    pub fn leave(&mut self) {
        *self = self.playing_nothing();
    }

    /// Notes the time: a game that came to its end is counted, one whose position was changed is left.
    pub fn tick(&mut self, position: &State, now: Duration) {
        let (Some(game), Some(round)) = (&self.game, &mut self.round) else { return };
        if round.position != *position {
            self.leave();
        } else if game.is_over() && round.took.is_none() {
            let took = round.elapsed(now);
            round.took = Some(took);
            // With hints it is no achievement, and without anything to find none either.
            if round.hints == 0 && !game.found.is_empty() {
                let elapsed_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
                let score = Score { variant: game.variant, contest: round.contest, found: game.found.len(), wrong: game.wrong, elapsed_ms };
                Score::keep(&mut self.scores, score);
            }
        }
    }

    /// The cards on the table: the game's, or else the state's.
    pub fn table<'a>(&'a self, state: &'a State) -> &'a [Card] {
        self.game.as_ref().map_or(&state.cards, |game| &game.table)
    }

    /// The chosen cards, if there are as many as make a solution.
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

/// The letter that chooses the card at this position in a game; only the first 26 have one.
pub fn key_letter(at: usize) -> Option<char> {
    u8::try_from(at).ok().filter(|&at| at < 26).map(|at| char::from(b'A' + at))
}

#[cfg(test)]
mod tests {
    use crate::{
        board::{Board, Input},
        puzzles::set::{
            Set,
            model::state::Variant,
            play::{deal, score::Statistics},
        },
    };

    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    /// Plays both SETs of 12345 and says the view at the end.
    fn played(keys: &str) -> View {
        let mut state = deal::apl(12345, 12).unwrap();
        let mut view = View::default();
        view.begin(Contest::Table, Game::on_table(&state), &state, seconds(10));
        for (second, key) in (11..).zip(keys.chars()) {
            Set::act(&mut state, &mut view, None, Input::Character(key));
            view.tick(&state, seconds(second));
        }
        view.tick(&state, seconds(99));
        view
    }

    #[test]
    fn the_clock_stops_with_the_last_set() {
        let view = played("ahgfhj");
        assert_eq!(view.round.map(|round| round.elapsed(seconds(1000))), Some(seconds(6)));
        let statistics = Statistics::of(&view.scores, Variant::Set, Contest::Table);
        assert_eq!(statistics, Some(Statistics { games: 1, best_ms: 6_000, mean_ms: 6_000.0, wrong: 0.0 }));
    }

    #[test]
    fn the_clock_goes_on_before_that() {
        let view = played("ahgabc");
        assert_eq!(view.round.map(|round| round.elapsed(seconds(99))), Some(seconds(89)));
        assert_eq!(view.scores, []);
    }

    #[test]
    fn a_game_with_hints_does_not_count() {
        let view = played("?ghfhj");
        assert_eq!(view.round.as_ref().and_then(|round| round.took), Some(seconds(6)));
        assert_eq!(view.scores, []);
    }

    #[test]
    fn a_changed_position_ends_the_game_and_keeps_the_scores() {
        let mut view = played("ahgfhj");
        view.tick(&deal::apl(16807, 12).unwrap(), seconds(100));
        assert_eq!((view.game, view.round, view.scores.len()), (None, None, 1));
    }
}
