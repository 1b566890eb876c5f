//! A game as plain data: the table, what was found, and what a guess does. Knows no clock, no window and no hints.

use super::deal::{Dealer, Purpose};
use crate::{
    live::insight::Odds,
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

/// The number of cards that a run adds when the table has no solution, and when the player asks for more.
pub const EXTRA: usize = 3;

/// A game in progress or finished.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The variant.
    pub variant: Variant,
    /// The kind of game, with the data that only this kind needs.
    pub kind: Kind,
    /// The cards on the table, and where each lies.
    pub table: Vec<Card>,
    /// The places of these cards, rising. They are 0, 1, 2... until cards leave and the deck has no others.
    pub places: Vec<usize>,
    /// The solutions found so far, oldest first; the cards of each are in the order of their positions.
    pub found: Vec<Vec<Card>>,
    /// What the player did, oldest first, but for wrong guesses.
    pub moves: Vec<Move>,
    /// The number of wrong guesses.
    pub wrong: u32,
    /// Whether the player claimed, correctly, that no solution is left, and no card could come.
    pub is_claimed_over: bool,
}

/// What a player does in a game, if it is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Finds a solution: the next one in the list of those found.
    Found,
    /// Claims that no solution is left.
    NoneLeft,
    /// Asks for more cards.
    MoreCards {
        /// Whether a solution lay on the table, so that the cards were a hint.
        is_hint: bool,
    },
    /// Ends a run before its goal. No move follows.
    End,
}

/// The kinds of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Find all solutions on one table.
    Table,
    /// Find solutions while the deck refills the table.
    Run {
        /// The number of solutions to find; without it, all until the deck is used up.
        goal: Option<usize>,
        /// The remaining cards of the deck; the last one is dealt next.
        deck: Vec<Card>,
        /// The seed of the deck.
        seed: u64,
        /// How often a new deck was shuffled from the cards that are not on the table. It stays 0 without a goal.
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
        Self::new(state.variant, Kind::Table, state.cards.clone())
    }

    /// Starts a run with the deck of this seed: to find this many solutions, or to play the whole deck. The caller measures the time.
    pub fn run(variant: Variant, goal: Option<usize>, seed: u64) -> Self {
        let mut deck = variant.deck();
        Dealer::new(seed, Purpose::Run).shuffle(&mut deck);
        let table = deck.split_off(deck.len() - variant.table_size());
        Self::new(variant, Kind::Run { goal, deck, seed, reshuffles: 0 }, table)
    }

    fn new(variant: Variant, kind: Kind, table: Vec<Card>) -> Self {
        let places = (0..table.len()).collect();
        Self { variant, kind, table, places, found: Vec::new(), moves: Vec::new(), wrong: 0, is_claimed_over: false }
    }

    /// The number of cards in the deck, if this game plays it to its end.
    pub fn cards_left(&self) -> Option<usize> {
        match &self.kind {
            Kind::Run { goal: None, deck, .. } => Some(deck.len()),
            _ => None,
        }
    }

    /// How often the player has asked for more cards though there was a solution.
    pub fn times_asked(&self) -> usize {
        self.moves.iter().filter(|&&step| step == Move::MoreCards { is_hint: true }).count()
    }

    /// The solutions that remain to be found on the table. A run includes solutions that were found before and came back with a new deck.
    pub fn remaining(&self) -> Vec<Solution> {
        let mut solutions = find_all(&self.table, self.variant);
        if self.kind == Kind::Table {
            solutions.retain(|solution| !self.found.iter().any(|cards| cards == solution.cards()));
        }
        solutions
    }

    /// The first of the solutions that remain which has the cards at these positions. Unlike with [`Self::remaining`], it takes no time to
    /// find among dozens of cards, so it can be asked for in every frame.
    pub fn first_remaining(&self, positions: &[usize]) -> Option<Solution> {
        let is_over = |solution: &Solution| self.kind == Kind::Table && self.found.iter().any(|cards| cards == solution.cards());
        first_among(&self.table, self.variant, positions, &|solution| !is_over(solution))
    }

    /// Whether the game is finished.
    pub fn is_finished(&self) -> bool {
        if self.is_ended_early() {
            return true;
        }
        match &self.kind {
            Kind::Table => self.is_claimed_over || !self.found.is_empty() && self.first_remaining(&[]).is_none(),
            Kind::Run { goal: Some(goal), .. } => *goal <= self.found.len(),
            // With too few cards there is nothing to claim.
            Kind::Run { goal: None, deck, .. } => self.is_claimed_over || deck.is_empty() && self.table.len() < self.variant.size(),
        }
    }

    /// Whether the player has ended it before it was finished.
    pub fn is_ended_early(&self) -> bool {
        self.moves.last() == Some(&Move::End)
    }

    /// Ends a run here.
    pub fn end_early(&mut self) -> Outcome {
        if self.kind == Kind::Table || self.is_finished() {
            return Outcome::Invalid;
        }
        self.moves.push(Move::End);
        Outcome::Finished
    }

    /// Whether the table turned out to have no solution, so that nothing was found in the game.
    pub fn is_without_solution(&self) -> bool {
        self.kind == Kind::Table && self.is_claimed_over && self.found.is_empty()
    }

    /// The positions of these cards on the table, if all are there.
    pub fn positions_of(&self, cards: &[Card]) -> Option<Vec<usize>> {
        cards.iter().map(|card| self.table.iter().position(|other| other == card)).collect()
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
        if self.found.contains(&cards) && self.kind == Kind::Table {
            return Outcome::AlreadyFound;
        }
        self.found.push(cards);
        self.moves.push(Move::Found);
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
        self.moves.push(Move::NoneLeft);
        self.is_claimed_over = self.deal_cards(EXTRA) == 0;
        if self.is_claimed_over { Outcome::Finished } else { Outcome::Right }
    }

    /// Puts more cards on the table, whether there is a solution or not, if the whole deck is played and [`Self::why_no_more`] allows it.
    pub fn ask_for_more(&mut self) -> Outcome {
        if self.cards_left().is_none() || self.is_finished() || self.why_no_more().is_some() {
            return Outcome::Invalid;
        }
        self.moves.push(Move::MoreCards { is_hint: self.first_remaining(&[]).is_some() });
        self.deal_cards(EXTRA);
        Outcome::Right
    }

    /// Why the player can't have more cards, in a sentence without the full stop. It depends on the number of cards alone.
    pub fn why_no_more(&self) -> Option<String> {
        let cards = self.table.len();
        if self.cards_left() == Some(0) {
            return Some("the deck is used up".to_owned());
        }
        let is_certain = Odds::new(self.variant, cards, 0).chance_of_none == Some(0.0);
        is_certain.then(|| format!("no more cards: any {cards} have {}", self.variant.noun_with_article()))
    }

    /// In a run, replaces the found cards in their places: from the deck, or by the last cards while the table has more than at first. When
    /// the deck is used up, the places stay empty.
    fn replace_found(&mut self, positions: &[usize]) {
        if self.kind == Kind::Table {
            return;
        }
        for &at in positions.iter().rev() {
            if self.variant.table_size() < self.table.len() {
                self.table.swap_remove(at);
                self.places.pop();
            } else if let Some(card) = self.draw() {
                self.table[at] = card;
            } else {
                self.table.remove(at);
                self.places.remove(at);
            }
        }
    }

    /// In a run, adds this many cards to the table, or as many as there are. Returns how many these are.
    fn deal_cards(&mut self, cards: usize) -> usize {
        let before = self.table.len();
        while self.table.len() < before + cards
            && let Some(card) = self.draw()
        {
            // No place is empty while the deck has cards.
            self.places.push(self.table.len());
            self.table.push(card);
        }
        self.table.len() - before
    }

    /// In a run, takes the next card of the deck. When the deck runs out before a goal is reached, a new one is shuffled from the cards
    /// that are not on the table.
    fn draw(&mut self) -> Option<Card> {
        let Kind::Run { goal, deck, seed, reshuffles } = &mut self.kind else { return None };
        if deck.is_empty() && goal.is_some() {
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
        let mut game = Game::run(variant, Some(goal), seed);
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

    /// What a player of the whole deck may do.
    #[derive(Clone, Copy, Debug)]
    enum Try {
        /// Guess the nth solution, or the first cards if there is none.
        Guess(usize),
        Claim,
        Ask,
    }

    fn tries() -> impl Strategy<Value = Vec<Try>> {
        let one = prop_oneof![6 => (0..9_usize).prop_map(Try::Guess), 2 => Just(Try::Claim), 1 => Just(Try::Ask)];
        prop::collection::vec(one, 150)
    }

    /// Makes one try, and checks what happened to the cards and their places.
    fn make(game: &mut Game, attempt: Try) {
        let (before, solutions) = (game.clone(), game.remaining());
        let (is_finished, size) = (game.is_finished(), game.variant.table_size());
        let taken = match attempt {
            Try::Guess(number) if !solutions.is_empty() => positions(&solutions[number % solutions.len()]),
            Try::Guess(_) => (0..game.variant.size()).collect(),
            Try::Claim | Try::Ask => Vec::new(),
        };
        let outcome = match attempt {
            Try::Guess(_) => game.guess(&taken),
            Try::Claim => game.claim_none_left(),
            Try::Ask => game.ask_for_more(),
        };
        let is_right = matches!(outcome, Outcome::Right | Outcome::Finished);
        assert_eq!((outcome == Outcome::Finished, is_right), (!is_finished && game.is_finished(), before.moves != game.moves));
        match attempt {
            Try::Claim => assert_eq!(is_right, !is_finished && solutions.is_empty(), "{before:?}"),
            Try::Guess(_) => assert_eq!(is_right, !is_finished && !solutions.is_empty(), "{before:?}"),
            Try::Ask => assert_eq!(is_right, !is_finished && before.why_no_more().is_none(), "{before:?}"),
        }
        let dealt = before.cards_left().unwrap() - game.cards_left().unwrap();
        match attempt {
            _ if !is_right => assert_eq!((&before.table, dealt), (&game.table, 0)),
            Try::Claim | Try::Ask => {
                assert_eq!(game.table.len(), before.table.len() + dealt);
                assert_eq!(dealt, before.cards_left().unwrap().min(EXTRA));
            }
            Try::Guess(_) => {
                let empty = size.saturating_sub(before.table.len() - taken.len());
                assert_eq!(dealt, empty.min(before.cards_left().unwrap()), "the table is filled as far as the deck goes");
            }
        }
        // Cards that stay keep their places. Above the first size, the last ones fill those of taken cards.
        let place = |game: &Game, card: Card| game.positions_of(&[card]).map(|at| game.places[at[0]]);
        for (at, &card) in before.table.iter().enumerate().filter(|(at, _)| !(is_right && taken.contains(at))) {
            let is_filling = size <= at && taken.iter().any(|&taken| place(game, card) == Some(before.places[taken]));
            assert!(is_filling || place(game, card) == Some(before.places[at]), "{before:?} {attempt:?} {game:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn the_whole_deck_is_dealt_once(seed: u64, tries in tries(), variant in prop::sample::select(&[Variant::Set, Variant::Junior, Variant::Ultra][..])) {
            let mut game = Game::run(variant, None, seed);
            // At the end somebody finds everything.
            for attempt in tries.into_iter().chain([Try::Guess(0), Try::Claim].into_iter().cycle().take(120)) {
                make(&mut game, attempt);
                let Kind::Run { deck, reshuffles, .. } = &game.kind else { panic!("it is a run") };
                prop_assert_eq!(*reshuffles, 0);
                let mut cards: Vec<Card> = game.found.iter().flatten().chain(&game.table).chain(deck).copied().collect();
                cards.sort_unstable();
                prop_assert_eq!(cards, variant.deck(), "each card is in one place");
                prop_assert!(game.places.windows(2).all(|pair| pair[0] < pair[1]) && game.places.len() == game.table.len());
            }
            prop_assert!(game.is_finished() && game.remaining().is_empty());
            prop_assert_eq!(game.cards_left(), Some(0));
            prop_assert!(game.is_claimed_over || game.table.len() < variant.size());
        }
    }

    #[test]
    fn more_cards_come_only_while_there_may_be_no_set() {
        let mut game = Game::run(Variant::Set, None, 1);
        for cards in [15, 18, 21] {
            assert_eq!((game.ask_for_more(), game.table.len()), (Outcome::Right, cards));
        }
        assert_eq!((game.ask_for_more(), game.times_asked()), (Outcome::Invalid, 3));
        assert_eq!(game.why_no_more().as_deref(), Some("no more cards: any 21 have a SET"));
        assert_eq!(Game::run(Variant::Set, Some(10), 1).ask_for_more(), Outcome::Invalid, "runs have no such choice");
    }

    #[test]
    fn a_seed_gives_the_same_run_in_every_version() {
        let names = |cards: &[Card]| cards.iter().map(|card| card.code()).collect::<Vec<_>>().join(" ");
        assert_eq!(names(&Game::run(Variant::Set, Some(10), 1).table), "1sru 1sgh 2orh 3dru 2sbu 3sbh 3orh 3drl 1srh 2obl 1dgl 2ogu");
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
        let mut game = Game::run(Variant::Set, Some(30), 3);
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
            let mut game = Game::run(Variant::Set, Some(30), seed);
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
        let mut game = Game::run(Variant::Set, Some(10), 3);
        let solution = *game.remaining().first().unwrap();
        let before = game.table.clone();
        game.guess(&positions(&solution));
        for (at, (old, new)) in before.iter().zip(&game.table).enumerate() {
            assert_eq!(old != new, solution.index_of(at).is_some());
        }
    }
}
