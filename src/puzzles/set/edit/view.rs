//! What a tab remembers outside the undo history: the selection, the game in progress, and the settings for the next deal.

use std::{sync::Arc, time::Duration};

use serde::{Deserialize, Serialize};

use super::{keys::Keyboard, layout::Grid};
use crate::{
    model::{
        card::{Card, Feature},
        state::{State, Variant},
    },
    play::{
        deal,
        game::{Game, Kind, Outcome},
        overlooked::{Overlooked, Stay, Table},
        round::Round,
        saved,
        score::Contest,
    },
};

/// What a tab remembers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// The positions of the selected cards, in the order of selection.
    pub selected: Vec<usize>,
    /// The position of the card that is being edited.
    pub editing: Option<usize>,
    /// The features of that card that were typed since it was added.
    pub typed: Vec<Feature>,
    /// The colours of the symbols.
    pub palette: Palette,
    /// The keyboard whose letters choose cards.
    pub keyboard: Keyboard,
    /// The game in progress. Then the board shows its table, and nothing can be edited.
    pub game: Option<Game>,
    /// How many games were started.
    pub started: u64,
    /// The last guess of the game.
    pub last_guess: Option<Guess>,
    /// The last hint, until a guess, a complete selection or a change of the table.
    pub hint: Option<GivenHint>,
    /// Whether the player is asked whether to end the game early.
    pub is_ending: bool,
    /// The contest and the hints of the game.
    pub round: Option<Round>,
    /// Which SETs lay on the tables of the finished game, if the deck refilled them.
    pub overlooked: Option<Arc<Overlooked>>,
    /// The earlier table of the finished game that the board shows.
    pub earlier: Option<Table>,
    /// The settings for the next deal.
    pub next_deal: DealSettings,
}

/// The settings for a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealSettings {
    /// The number of cards.
    pub cards: usize,
    /// The seed of a hand.
    pub seed: u64,
    /// The seed of a hand from the article's generator, from 1 to [`crate::play::deal::APL_SEEDS`].
    pub apl_seed: u64,
    /// The seed of the deck for a run; 0 means a random one.
    pub deck: u64,
}

impl Default for DealSettings {
    fn default() -> Self {
        Self { cards: Variant::Set.table_size(), seed: 1, apl_seed: 16_807, deck: 0 }
    }
}

/// A guess and its outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Guess {
    /// The guessed cards; empty for the claim that no solution is left.
    pub cards: Vec<Card>,
    /// The outcome.
    pub outcome: Outcome,
    /// The outcome as a sentence without the full stop.
    pub message: String,
}

/// A hint that a player got.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenHint {
    /// A sentence without the full stop.
    pub message: String,
    /// The positions of the cards that it and the hints before it name. They are marked, but selecting them is left to the player.
    pub positions: Vec<usize>,
    /// The cards on the table when it was given. It says nothing about another table.
    pub table: Vec<Card>,
}

/// Colours for the symbols. Each card also has a letter for its colour, whatever the palette.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Palette {
    /// Red, green and blue.
    #[default]
    Classic,
    /// After Okabe and Ito, distinguishable with common colour-vision deficiencies.
    Safe,
    /// The strongest contrast with the card.
    Contrast,
}

impl Palette {
    /// All palettes, in the order of the menu.
    pub const ALL: [Self; 3] = [Self::Classic, Self::Safe, Self::Contrast];
}

impl View {
    /// This view with a game; it keeps the palette, keyboard and deal settings.
    pub fn with_game(&self, game: Game) -> Self {
        Self { game: Some(game), ..self.without_game() }
    }

    /// This view without a game and without a selection.
    pub fn without_game(&self) -> Self {
        let (palette, keyboard, started, next_deal) = (self.palette, self.keyboard, self.started, self.next_deal);
        Self { palette, keyboard, started, next_deal, ..Self::default() }
    }

    /// Continues the game of a file on this position.
    pub fn resume_game(&mut self, game: Game, round: Round) {
        *self = Self { round: Some(round), ..self.with_game(game) };
    }

    /// The game in progress or finished as a file has it, unless the position has changed.
    pub fn saved_game(&self, position: &State) -> Option<base::game::Game> {
        let (game, round) = self.game.as_ref().zip(self.round.as_ref())?;
        (round.position == *position).then(|| saved::save(game, round))
    }

    /// Starts the game with this position in the tab.
    pub fn start_game(&mut self, contest: Contest, game: Game, position: &State) {
        *self = Self { round: Some(Round::new(contest, position)), started: self.started + 1, ..self.with_game(game) };
    }

    /// Starts a run to this goal, or through the whole deck, with the chosen deck, or else this one. Its first cards become the position,
    /// so that Solve mode shows them.
    pub fn start_run(&mut self, goal: Option<usize>, position: &mut State, random_seed: u64) {
        let seed = if self.next_deal.deck == 0 { random_seed } else { self.next_deal.deck };
        let run = Game::run(position.variant, goal, seed);
        position.cards.clone_from(&run.table);
        self.start_game(goal.map_or(Contest::Deck, Contest::Run), run, position);
    }

    /// Starts a drill with the table of this seed, which becomes the position.
    pub fn start_drill(&mut self, differing: usize, position: &mut State, seed: u64) {
        *position = deal::drill(differing, seed);
        self.start_game(Contest::Drill(differing), Game::on_table(position), position);
    }

    /// Leaves the game, finished or not.
    pub fn end_game(&mut self) {
        *self = self.without_game();
    }

    /// Notes that the last moves were made, and that the game is finished if it is, after this time.
    pub fn note_time(&mut self, elapsed: Duration) {
        let (Some(game), Some(round)) = (&self.game, &mut self.round) else { return };
        round.times.resize(game.moves.len(), Some(elapsed));
        if !game.is_finished() {
            return;
        }
        if round.final_time.is_none() {
            (round.final_time, round.is_result_new) = (Some(elapsed), true);
        }
        if self.overlooked.is_none() {
            self.overlooked = Overlooked::of(game, &round.times, round.final_time).map(Arc::new);
        }
    }

    /// The cards on the table: those of the earlier table that is shown, or of the game, or else of the state.
    pub fn table<'a>(&'a self, state: &'a State) -> &'a [Card] {
        match (&self.earlier, &self.game) {
            (Some(earlier), _) => &earlier.cards,
            (None, Some(game)) => &game.table,
            (None, None) => &state.cards,
        }
    }

    /// The place of the card at this position of the table.
    pub fn place(&self, at: usize) -> usize {
        let places = match (&self.earlier, &self.game) {
            (Some(earlier), _) => &earlier.places,
            (None, Some(game)) => &game.places,
            (None, None) => return at,
        };
        places.get(at).copied().unwrap_or(at)
    }

    /// Shows the last table of the finished game on which this SET lay, with the SET selected, or else the table at the end again.
    pub fn look_back(&mut self, stay: Option<&Stay>) {
        self.select(stay.map(Stay::positions).unwrap_or_default());
        self.earlier = stay.map(|stay| stay.table.clone());
    }

    /// Whether the board shows this SET on an earlier table.
    pub fn shows_earlier(&self, stay: &Stay) -> bool {
        self.earlier.as_ref() == Some(&stay.table) && self.selected == stay.positions()
    }

    /// The selected cards, if there are enough for a solution.
    pub fn complete_selection(&self, state: &State) -> Option<Vec<Card>> {
        let table = self.table(state);
        let cards: Vec<Card> = self.selected.iter().filter_map(|&at| table.get(at).copied()).collect();
        (cards.len() == self.variant(state).size()).then_some(cards)
    }

    /// What to do before enough cards are selected.
    pub fn what_to_select(&self, state: &State) -> String {
        let remaining = state.variant.size().saturating_sub(self.selected.len());
        let more = if self.selected.is_empty() { "" } else { " more" };
        let cards = if remaining == 1 { "card" } else { "cards" };
        let solution = state.variant.noun_with_article();
        format!("Click {remaining}{more} {cards} to see whether they are {solution}, and why.")
    }

    /// The variant of the game, or else of the state.
    pub fn variant(&self, state: &State) -> Variant {
        self.game.as_ref().map_or(state.variant, |game| game.variant)
    }

    /// The places of the cards. A run, which adds cards, keeps those on the table where they are.
    pub fn grid(&self, state: &State) -> Grid {
        let cards = self.table(state).len();
        match &self.game {
            Some(game) if matches!(game.kind, Kind::Run { .. }) => Grid::growing(game.variant.table_size(), cards),
            _ => Grid::fitting(cards),
        }
    }

    /// The labels of the cards, or the codes of those that are not on the table.
    pub fn labels(&self, state: &State, cards: &[Card]) -> Vec<String> {
        let position = |card: &Card| self.table(state).iter().position(|other| other == card);
        cards.iter().map(|card| position(card).and_then(|at| self.label(state, at)).unwrap_or_else(|| card.code().to_uppercase())).collect()
    }

    /// The label of the card at this position: its number from 1, or in a game its key, if it has one.
    pub fn label(&self, state: &State, at: usize) -> Option<String> {
        if self.game.is_some() { self.key(state, at).map(String::from) } else { Some((at + 1).to_string()) }
    }

    /// The key that selects the card at this position in a game.
    pub fn key(&self, state: &State, at: usize) -> Option<char> {
        self.keyboard.letter(self.grid(state), self.place(at))
    }

    /// The last hint, if it is about this table.
    pub fn hint(&self, state: &State) -> Option<&GivenHint> {
        self.hint.as_ref().filter(|hint| hint.table == self.table(state))
    }

    /// The positions of the cards that hints have named.
    pub fn hinted(&self, state: &State) -> &[usize] {
        self.hint(state).map_or(&[], |hint| &hint.positions)
    }

    /// The cards of the last guess, if it was wrong and no card has been selected since.
    pub fn wrong_guess(&self) -> Option<&[Card]> {
        let guess = self.last_guess.as_ref().filter(|_| self.selected.is_empty() && self.hint.is_none())?;
        matches!(guess.outcome, Outcome::Wrong(_)).then_some(&guess.cards)
    }

    /// Selects exactly the cards at these positions, and closes the card that is being edited.
    pub fn select(&mut self, positions: Vec<usize>) {
        self.selected = positions;
        self.editing = None;
        self.hint = None;
    }

    /// Selects or deselects a card. A card added to a complete selection starts a new one. A selection that becomes complete is explained,
    /// so it ends the hint.
    pub fn toggle(&mut self, state: &State, at: usize) {
        if let Some(index) = self.selected.iter().position(|&selected| selected == at) {
            self.selected.remove(index);
            return;
        }
        let cards = self.table(state).len();
        self.selected.retain(|&selected| selected < cards);
        if self.selected.len() >= self.variant(state).size() {
            self.selected.clear();
        }
        self.selected.push(at);
        if self.complete_selection(state).is_some() {
            self.hint = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Set, model::spot::Spot, play::deal};
    use base::board::{Board, Input, Reply};

    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    /// Types these keys in a game with the hand of 12345, one a second, and returns the view at the end.
    fn played(keys: &str) -> View {
        let mut state = deal::apl(12345, 12).unwrap();
        let mut view = View::default();
        view.start_game(Contest::Table, Game::on_table(&state), &state);
        for (second, key) in (1..).zip(keys.chars()) {
            Set::act(&mut state, &mut view, None, Input::Character(key));
            view.note_time(seconds(second));
        }
        view.note_time(seconds(89));
        view
    }

    #[test]
    fn the_last_set_decides_the_time() {
        let final_time = |view: View| view.round.and_then(|round| round.final_time);
        assert_eq!(final_time(played("qfdsfx")), Some(seconds(6)));
        assert_eq!(final_time(played("?qfdsfx")), Some(seconds(7)), "with a hint");
        assert_eq!(final_time(played("qfdqwe")), None);
    }

    #[test]
    fn a_run_has_the_chosen_deck_or_a_random_one() {
        let mut view = View::default();
        for (chosen, seed) in [(0, 9), (7, 7)] {
            view.next_deal.deck = chosen;
            let mut state = State::default();
            view.start_run(Some(10), &mut state, 9);
            assert_eq!(state.cards, view.game.as_ref().unwrap().table);
            assert!(matches!(view.game.as_ref().unwrap().kind, Kind::Run { goal: Some(10), seed: of_deck, .. } if of_deck == seed));
        }
        assert_eq!(view.started, 2);
    }

    #[test]
    fn asking_for_more_cards_is_a_hint_and_only_for_the_whole_deck() {
        let (mut state, mut view) = (State::default(), View::default());
        let ask = |state: &mut State, view: &mut View| Set::act(state, view, Some(Spot::MoreCards), Input::Press);
        view.start_run(Some(10), &mut state, 5);
        assert_eq!((ask(&mut state, &mut view), view.round.as_ref().unwrap().hints), (Reply::Ignored, 0));
        view.start_run(None, &mut state, 5);
        let mut hints = 0;
        for _ in 0..3 {
            view.selected = vec![0];
            let has_set = !view.game.as_ref().unwrap().remaining().is_empty();
            hints += u32::from(has_set);
            assert_eq!(ask(&mut state, &mut view), Reply::Done);
            assert_eq!((view.round.as_ref().unwrap().hints, &view.selected), (hints, &Vec::new()));
            let why = if has_set { ", though there was a SET: that is a hint" } else { ": there wasn't a SET" };
            assert_eq!(view.last_guess.as_ref().unwrap().message, format!("3 cards dealt{why}"));
        }
        let refused = Reply::Refused("no more cards: any 21 have a SET".to_owned());
        assert_eq!((ask(&mut state, &mut view), view.round.as_ref().unwrap().hints), (refused, hints));
        assert!(0 < hints);
        let key = |view: &View, at| view.key(&state, at);
        assert_eq!([0, 11, 12, 20].map(|at| key(&view, at)), ['Q', 'V', 'T', 'M'].map(Some));
        // At the end of the deck, a card keeps its key though others leave.
        let game = view.game.as_mut().unwrap();
        (game.table, game.places) = (game.table[..2].to_vec(), vec![3, 9]);
        assert_eq!([0, 1, 2].map(|at| key(&view, at)), [Some('R'), Some('X'), Some('E')]);
    }

    #[test]
    fn it_says_how_many_cards_to_select() {
        let state = deal::apl(12345, 12).unwrap();
        let says = |selected: &[usize]| View { selected: selected.to_vec(), ..View::default() }.what_to_select(&state);
        assert_eq!(says(&[]), "Click 3 cards to see whether they are a SET, and why.");
        assert_eq!(says(&[4, 2]), "Click 1 more card to see whether they are a SET, and why.");
    }
}
