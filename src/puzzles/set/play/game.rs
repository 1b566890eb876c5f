//! A game as plain data: what is on the table, what was found, what a guess does. Knows no clock, no window, no hints.

use super::deal::{Dealer, Purpose};
use crate::{
    puzzles::set::{
        model::{
            card::Card,
            hand::Hand,
            reason::{Reason, explain},
            solution::Solution,
            state::{State, Variant},
        },
        search::completion,
    },
    search::Found,
};

/// How many SETs a timed run asks for.
pub const GOALS: [usize; 3] = [10, 20, 30];

/// How many cards are put on the table when nothing is there.
const EXTRA: usize = 3;

/// A game that is being played, or is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// What is looked for.
    pub variant: Variant,
    /// What kind of game it is, with what only that needs.
    pub kind: Kind,
    /// The cards on the table.
    pub table: Vec<Card>,
    /// What was found, oldest first; the cards rise by position.
    pub found: Vec<Vec<Card>>,
    /// How many guesses were wrong.
    pub wrong: u32,
}

/// The kinds of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Find all there is on one table.
    Table {
        /// Whether the player said, rightly, that nothing is there.
        closed: bool,
    },
    /// Find so many, from a deck that fills the table up again.
    Run {
        /// How many are to be found.
        goal: usize,
        /// What is left of the deck; the next card is the last.
        deck: Vec<Card>,
        /// Where the deck came from.
        seed: u64,
        /// How often the found cards were shuffled into a new deck.
        reshuffles: u64,
    },
}

/// What came of a guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was right, and something is left to find.
    Right,
    /// It was right, and the game is over.
    Over,
    /// It was found before.
    Again,
    /// It was wrong, for this reason.
    Wrong(Reason),
    /// It was said that nothing is there, but so many are.
    Overlooked(usize),
    /// The guess makes no sense: it names too few or too many cards, cards twice or cards that aren't there, or the game
    /// is over.
    Void,
}

impl Game {
    /// The game to find all there is among the cards of the state.
    pub fn on_table(state: &State) -> Self {
        Self { variant: state.variant, kind: Kind::Table { closed: false }, table: state.cards.clone(), found: Vec::new(), wrong: 0 }
    }

    /// A timed run with the deck of this seed; who measures the time is no matter of the game.
    pub fn run(variant: Variant, goal: usize, seed: u64) -> Self {
        let mut deck = variant.deck();
        Dealer::new(seed, Purpose::Run).shuffle(&mut deck);
        let table = deck.split_off(deck.len() - variant.table());
        let kind = Kind::Run { goal, deck, seed, reshuffles: 0 };
        Self { variant, kind, table, found: Vec::new(), wrong: 0 }
    }

    /// All that can be found on the table now. On one table that is what was not found before; in a run, cards that come back from a new
    /// deck can be found again.
    pub fn open(&self) -> Vec<Solution> {
        let mut solutions = all_on(&self.table, self.variant);
        if matches!(self.kind, Kind::Table { .. }) {
            solutions.retain(|solution| !self.found.iter().any(|cards| cards == solution.cards()));
        }
        solutions
    }

    /// Whether nothing is left to do.
    pub fn is_over(&self) -> bool {
        match &self.kind {
            Kind::Table { closed } => *closed || !self.found.is_empty() && self.open().is_empty(),
            Kind::Run { goal, .. } => *goal <= self.found.len(),
        }
    }

    /// Guesses that the cards at these positions are what is looked for.
    pub fn guess(&mut self, positions: &[usize]) -> Outcome {
        let mut positions = positions.to_vec();
        positions.sort_unstable();
        positions.dedup();
        let cards: Vec<Card> = positions.iter().filter_map(|&at| self.table.get(at).copied()).collect();
        if cards.len() != self.variant.size() || self.is_over() {
            return Outcome::Void;
        }
        let reason = explain(self.variant, &cards);
        if !reason.holds {
            self.wrong += 1;
            return Outcome::Wrong(reason);
        }
        if self.found.contains(&cards) && matches!(self.kind, Kind::Table { .. }) {
            return Outcome::Again;
        }
        self.found.push(cards);
        self.take_away(&positions);
        if self.is_over() { Outcome::Over } else { Outcome::Right }
    }

    /// Says that nothing is left to find on the table. If that is right, a run goes on with more cards.
    pub fn claim_nothing(&mut self) -> Outcome {
        if self.is_over() {
            return Outcome::Void;
        }
        let open = self.open().len();
        if open > 0 {
            self.wrong += 1;
            return Outcome::Overlooked(open);
        }
        match &mut self.kind {
            Kind::Table { closed } => {
                *closed = true;
                Outcome::Over
            }
            Kind::Run { .. } => {
                self.deal(EXTRA);
                Outcome::Right
            }
        }
    }

    /// In a run: fills the places of the found cards from the deck, as long as the table has no more cards than at first.
    fn take_away(&mut self, positions: &[usize]) {
        let Kind::Run { deck, .. } = &mut self.kind else { return };
        for &at in positions.iter().rev() {
            let is_crowded = self.variant.table() < self.table.len();
            match if is_crowded { None } else { deck.pop() } {
                Some(card) => self.table[at] = card,
                None => {
                    self.table.remove(at);
                }
            }
        }
        let missing = self.variant.table().saturating_sub(self.table.len());
        self.deal(missing);
    }

    /// In a run: puts so many cards on the table; when the deck runs out, from all that are not on the table.
    fn deal(&mut self, cards: usize) {
        for _ in 0..cards {
            let Kind::Run { deck, seed, reshuffles, .. } = &mut self.kind else { return };
            if deck.is_empty() {
                *reshuffles += 1;
                let table = State::new(self.table.clone(), self.variant);
                *deck = table.rest();
                Dealer::new(seed.wrapping_add(*reshuffles), Purpose::Run).shuffle(deck);
            }
            self.table.extend(deck.pop());
        }
    }
}

/// All that is looked for among the cards, in the order of their positions.
pub fn all_on(cards: &[Card], variant: Variant) -> Vec<Solution> {
    let mut found = Found::default();
    if let Ok(hand) = Hand::check(&State::new(cards.to_vec(), variant)) {
        // `Found` never says stop, so nothing is left out.
        let _whole = completion::search(&hand, &mut found);
    }
    found.items.sort_by_key(Solution::rank);
    found.items
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::puzzles::set::play::deal;

    use super::*;

    fn positions(solution: &Solution) -> Vec<usize> {
        solution.positions().iter().map(|&at| usize::from(at)).collect()
    }

    /// Plays a run to its end, always with the first solution, and checks the table on the way.
    fn play_through(variant: Variant, goal: usize, seed: u64) -> Game {
        let mut game = Game::run(variant, goal, seed);
        loop {
            let table = State::new(game.table.clone(), variant);
            assert!(Hand::check(&table).is_ok(), "no card lies twice");
            assert!(game.table.len() >= variant.table(), "the table stays full");
            let outcome = match game.open().first() {
                Some(solution) => game.guess(&positions(solution)),
                None => game.claim_nothing(),
            };
            match outcome {
                Outcome::Over => return game,
                outcome => assert_eq!(outcome, Outcome::Right),
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn runs_end_at_their_goal(seed: u64, goal in prop::sample::select(&GOALS[..]), variant in prop::sample::select(&Variant::ALL[..])) {
            let game = play_through(variant, goal, seed);
            prop_assert_eq!((game.found.len(), game.wrong), (goal, 0));
            prop_assert_eq!(game, play_through(variant, goal, seed), "the same seed gives the same run");
        }
    }

    #[test]
    fn a_seed_is_this_run_for_ever() {
        let names = |cards: &[Card]| cards.iter().map(|card| card.code()).collect::<Vec<_>>().join(" ");
        assert_eq!(names(&Game::run(Variant::Set, 10, 1).table), "1sru 1sgh 2orh 3dru 2sbu 3sbh 3orh 3drl 1srh 2obl 1dgl 2ogu");
        // The deck of 27 is used up after 9 SETs, so that one of 30 needs the decks that are shuffled from what was found.
        let run = play_through(Variant::Junior, 30, 2);
        assert_eq!(names(run.found.last().unwrap()), "3dbl 2dgl 1drl");
    }

    #[test]
    fn a_table_is_over_when_all_is_found() {
        let mut game = Game::on_table(&deal::apl(12345, 12).unwrap());
        assert_eq!(game.guess(&[7, 0, 6]), Outcome::Right);
        assert_eq!(game.guess(&[0, 6, 7]), Outcome::Again);
        assert_eq!(game.claim_nothing(), Outcome::Overlooked(1));
        let Outcome::Wrong(reason) = game.guess(&[0, 1, 2]) else { panic!("these are no SET") };
        assert_eq!(reason.sentence(), "not a SET: number and colour spoil it");
        assert_eq!((game.guess(&[5, 7]), game.guess(&[5, 7, 7]), game.guess(&[5, 7, 12])), (Outcome::Void, Outcome::Void, Outcome::Void));
        assert_eq!(game.guess(&[9, 7, 5]), Outcome::Over);
        assert_eq!((game.wrong, game.found.len(), game.table.len()), (2, 2, 12));
        assert_eq!((game.guess(&[0, 1, 2]), game.claim_nothing()), (Outcome::Void, Outcome::Void));
    }

    #[test]
    fn a_table_without_sets_is_over_when_that_is_said() {
        let cards = ["1drl", "1dru", "1drh"].map(|code| code.parse().unwrap());
        let mut game = Game::on_table(&State::new(cards[..2].to_vec(), Variant::Set));
        assert!(!game.is_over());
        assert_eq!(game.claim_nothing(), Outcome::Over);
        assert!(game.is_over());
    }

    #[test]
    fn what_comes_back_in_a_run_can_be_found_again() {
        let mut game = Game::run(Variant::Set, 30, 3);
        let solutions = all_on(&game.table, Variant::Set);
        game.found = solutions.iter().map(|solution| solution.cards().to_vec()).collect();
        assert_eq!(game.claim_nothing(), Outcome::Overlooked(solutions.len()));
        assert_eq!((game.open(), game.guess(&positions(&solutions[0]))), (solutions, Outcome::Right));
    }

    #[test]
    fn found_cards_are_replaced_where_they_lay() {
        let mut game = Game::run(Variant::Set, 10, 3);
        let solution = *game.open().first().unwrap();
        let before = game.table.clone();
        game.guess(&positions(&solution));
        for (at, (old, new)) in before.iter().zip(&game.table).enumerate() {
            assert_eq!(old != new, solution.place(at).is_some());
        }
    }
}
