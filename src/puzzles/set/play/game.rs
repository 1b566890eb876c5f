//! A game as plain data: the table, what was found, and what a guess does. Knows no clock, no window and no hints.

use super::deal::{Dealer, Purpose};
use crate::{
    model::{
        card::Card,
        hand::Hand,
        reason::{Reason, explain},
        solution::Solution,
        state::{State, Variant},
    },
    search::{completion, first::first_among},
};
use base::search::Found;

/// The goals of timed runs, in solutions to find.
pub const GOALS: [usize; 3] = [10, 20, 30];

/// The number of cards that a run adds when the table has no solution.
const EXTRA: usize = 3;

/// A game in progress or finished.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The variant.
    pub variant: Variant,
    /// The kind of game, with the data that only this kind needs.
    pub kind: Kind,
    /// The cards on the table.
    pub table: Vec<Card>,
    /// The solutions found so far, oldest first; the cards of each are in the order of their positions.
    pub found: Vec<Vec<Card>>,
    /// The number of wrong guesses.
    pub wrong: u32,
    /// In a run, how many solutions had been found when the player claimed, correctly, that none was left; oldest first.
    pub claims: Vec<usize>,
}

/// The kinds of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Find all solutions on one table.
    Table {
        /// Whether the player claimed, correctly, that no solution is left.
        claimed_none_left: bool,
    },
    /// Find a number of solutions while the deck refills the table.
    Run {
        /// The number of solutions to find.
        goal: usize,
        /// The remaining cards of the deck; the last one is dealt next.
        deck: Vec<Card>,
        /// The seed of the deck.
        seed: u64,
        /// How often a new deck was shuffled from the cards that are not on the table.
        reshuffles: u64,
    },
}

/// The outcome of a guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Correct, and the game continues.
    Right,
    /// Correct, and the game is finished.
    Finished,
    /// These cards were found before.
    AlreadyFound,
    /// Wrong, for this reason.
    Wrong(Reason),
    /// Wrong, since this many solutions are left.
    Overlooked(usize),
    /// Not a guess: too few or too many cards, a card twice, a card that isn't on the table, or a finished game.
    Invalid,
}

impl Game {
    /// Starts a game to find all solutions among the cards of the state.
    pub fn on_table(state: &State) -> Self {
        Self {
            variant: state.variant,
            kind: Kind::Table { claimed_none_left: false },
            table: state.cards.clone(),
            found: Vec::new(),
            wrong: 0,
            claims: Vec::new(),
        }
    }

    /// Starts a run with the deck of this seed. The caller measures the time.
    pub fn run(variant: Variant, goal: usize, seed: u64) -> Self {
        let mut deck = variant.deck();
        Dealer::new(seed, Purpose::Run).shuffle(&mut deck);
        let table = deck.split_off(deck.len() - variant.table_size());
        let kind = Kind::Run { goal, deck, seed, reshuffles: 0 };
        Self { variant, kind, table, found: Vec::new(), wrong: 0, claims: Vec::new() }
    }

    /// The solutions that remain to be found on the table. A run includes solutions that were found before and came back with a new deck.
    pub fn remaining(&self) -> Vec<Solution> {
        let mut solutions = find_all(&self.table, self.variant);
        if matches!(self.kind, Kind::Table { .. }) {
            solutions.retain(|solution| !self.found.iter().any(|cards| cards == solution.cards()));
        }
        solutions
    }

    /// The first of the solutions that remain which has the cards at these positions. Unlike with [`Self::remaining`], it takes no time to
    /// find among dozens of cards, so it can be asked for in every frame.
    pub fn first_remaining(&self, positions: &[usize]) -> Option<Solution> {
        let is_over =
            |solution: &Solution| matches!(self.kind, Kind::Table { .. }) && self.found.iter().any(|cards| cards == solution.cards());
        first_among(&self.table, self.variant, positions, &|solution| !is_over(solution))
    }

    /// Whether the game is finished.
    pub fn is_finished(&self) -> bool {
        match &self.kind {
            Kind::Table { claimed_none_left } => *claimed_none_left || !self.found.is_empty() && self.first_remaining(&[]).is_none(),
            Kind::Run { goal, .. } => *goal <= self.found.len(),
        }
    }

    /// Whether the table turned out to have no solution, so that nothing was found in the game.
    pub fn is_without_solution(&self) -> bool {
        matches!(self.kind, Kind::Table { claimed_none_left: true }) && self.found.is_empty()
    }

    /// Guesses that the cards at these positions are a solution.
    pub fn guess(&mut self, positions: &[usize]) -> Outcome {
        let mut positions = positions.to_vec();
        positions.sort_unstable();
        positions.dedup();
        let cards: Vec<Card> = positions.iter().filter_map(|&at| self.table.get(at).copied()).collect();
        if cards.len() != self.variant.size() || self.is_finished() {
            return Outcome::Invalid;
        }
        let reason = explain(self.variant, &cards);
        if !reason.is_solution {
            self.wrong += 1;
            return Outcome::Wrong(reason);
        }
        if self.found.contains(&cards) && matches!(self.kind, Kind::Table { .. }) {
            return Outcome::AlreadyFound;
        }
        self.found.push(cards);
        self.replace_found(&positions);
        if self.is_finished() { Outcome::Finished } else { Outcome::Right }
    }

    /// Claims that no solution is left on the table. If that is correct, a run adds more cards.
    pub fn claim_none_left(&mut self) -> Outcome {
        if self.is_finished() {
            return Outcome::Invalid;
        }
        let remaining = self.remaining().len();
        if remaining > 0 {
            self.wrong += 1;
            return Outcome::Overlooked(remaining);
        }
        match &mut self.kind {
            Kind::Table { claimed_none_left } => {
                *claimed_none_left = true;
                Outcome::Finished
            }
            Kind::Run { .. } => {
                self.claims.push(self.found.len());
                self.deal_cards(EXTRA);
                Outcome::Right
            }
        }
    }

    /// In a run, replaces the found cards in their places: from the deck, or by the last cards while the table has more than at first.
    fn replace_found(&mut self, positions: &[usize]) {
        if matches!(self.kind, Kind::Table { .. }) {
            return;
        }
        for &at in positions.iter().rev() {
            if self.variant.table_size() < self.table.len() {
                self.table.swap_remove(at);
            } else if let Some(card) = self.draw() {
                self.table[at] = card;
            }
        }
    }

    /// In a run, adds this many cards to the table.
    fn deal_cards(&mut self, cards: usize) {
        for _ in 0..cards {
            let card = self.draw();
            self.table.extend(card);
        }
    }

    /// In a run, takes the next card of the deck. When the deck runs out, a new one is shuffled from the cards that are not on the table.
    fn draw(&mut self) -> Option<Card> {
        let Kind::Run { deck, seed, reshuffles, .. } = &mut self.kind else { return None };
        if deck.is_empty() {
            *reshuffles += 1;
            let table = State::new(self.table.clone(), self.variant);
            *deck = table.remaining();
            Dealer::new(seed.wrapping_add(*reshuffles), Purpose::Run).shuffle(deck);
        }
        deck.pop()
    }
}

/// Finds all solutions among the cards, in the order of their positions.
pub fn find_all(cards: &[Card], variant: Variant) -> Vec<Solution> {
    let mut found = Found::default();
    if let Ok(hand) = Hand::check(&State::new(cards.to_vec(), variant)) {
        // `Found` never stops the search, so it finds everything.
        let _whole = completion::search(&hand, &mut found);
    }
    found.items.sort_by_key(Solution::rank);
    found.items
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::play::deal;

    use super::*;

    fn positions(solution: &Solution) -> Vec<usize> {
        solution.positions().iter().map(|&at| usize::from(at)).collect()
    }

    /// Plays a run to its end, always with the first solution, and checks the table before each guess.
    fn play_through(variant: Variant, goal: usize, seed: u64) -> Game {
        let mut game = Game::run(variant, goal, seed);
        loop {
            let table = State::new(game.table.clone(), variant);
            assert!(Hand::check(&table).is_ok(), "no card is on the table twice");
            assert!(game.table.len() >= variant.table_size(), "the table stays full");
            let outcome = match game.remaining().first() {
                Some(solution) => game.guess(&positions(solution)),
                None => game.claim_none_left(),
            };
            match outcome {
                Outcome::Finished => return game,
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
    fn a_seed_gives_the_same_run_in_every_version() {
        let names = |cards: &[Card]| cards.iter().map(|card| card.code()).collect::<Vec<_>>().join(" ");
        assert_eq!(names(&Game::run(Variant::Set, 10, 1).table), "1sru 1sgh 2orh 3dru 2sbu 3sbh 3orh 3drl 1srh 2obl 1dgl 2ogu");
        // The deck of 27 is used up after 9 SETs, so a run to 30 needs reshuffled decks.
        let run = play_through(Variant::Junior, 30, 2);
        assert_eq!(names(run.found.last().unwrap()), "3sgl 1orl 2dbl");
    }

    #[test]
    fn a_table_is_finished_when_all_is_found() {
        let mut game = Game::on_table(&deal::apl(12345, 12).unwrap());
        assert_eq!(game.guess(&[7, 0, 6]), Outcome::Right);
        assert_eq!(game.guess(&[0, 6, 7]), Outcome::AlreadyFound);
        assert_eq!(game.claim_none_left(), Outcome::Overlooked(1));
        let Outcome::Wrong(reason) = game.guess(&[0, 1, 2]) else { panic!("these aren't a SET") };
        assert_eq!(reason.sentence(), "not a SET: number and colour break the rule");
        assert_eq!(
            (game.guess(&[5, 7]), game.guess(&[5, 7, 7]), game.guess(&[5, 7, 12])),
            (Outcome::Invalid, Outcome::Invalid, Outcome::Invalid)
        );
        assert_eq!(game.guess(&[9, 7, 5]), Outcome::Finished);
        assert_eq!((game.wrong, game.found.len(), game.table.len()), (2, 2, 12));
        assert_eq!((game.guess(&[0, 1, 2]), game.claim_none_left()), (Outcome::Invalid, Outcome::Invalid));
    }

    #[test]
    fn a_table_without_sets_is_finished_when_that_is_claimed() {
        let cards = ["1drl", "1dru", "1drh"].map(|code| code.parse().unwrap());
        let mut game = Game::on_table(&State::new(cards[..2].to_vec(), Variant::Set));
        assert!(!game.is_finished());
        assert_eq!(game.claim_none_left(), Outcome::Finished);
        assert!(game.is_finished());
    }

    #[test]
    fn a_set_that_comes_back_in_a_run_can_be_found_again() {
        let mut game = Game::run(Variant::Set, 30, 3);
        let solutions = find_all(&game.table, Variant::Set);
        game.found = solutions.iter().map(|solution| solution.cards().to_vec()).collect();
        assert_eq!(game.claim_none_left(), Outcome::Overlooked(solutions.len()));
        assert_eq!((game.remaining(), game.guess(&positions(&solutions[0]))), (solutions, Outcome::Right));
    }

    #[test]
    fn the_other_cards_stay_in_their_places_when_there_are_more_than_at_first() {
        let size = Variant::Set.table_size();
        // Some deck needs three more cards, and one six more.
        let mut seen = [false; 2];
        for seed in 0..2_000 {
            let mut game = Game::run(Variant::Set, 30, seed);
            while !game.is_finished() {
                let Some(solution) = game.remaining().first().copied() else {
                    game.claim_none_left();
                    continue;
                };
                let before = game.table.clone();
                game.guess(&positions(&solution));
                let moved = (0..size).filter(|&at| before[at] != game.table[at] && solution.index_of(at).is_none()).count();
                assert_eq!(moved, 0, "{seed}: {} cards before", before.len());
                for (cards, seen) in [15, 18].into_iter().zip(&mut seen) {
                    *seen |= before.len() == cards;
                }
            }
            if seen == [true; 2] {
                return;
            }
        }
        panic!("no table grew: {seen:?}");
    }

    #[test]
    fn found_cards_are_replaced_in_their_positions() {
        let mut game = Game::run(Variant::Set, 10, 3);
        let solution = *game.remaining().first().unwrap();
        let before = game.table.clone();
        game.guess(&positions(&solution));
        for (at, (old, new)) in before.iter().zip(&game.table).enumerate() {
            assert_eq!(old != new, solution.index_of(at).is_some());
        }
    }
}
