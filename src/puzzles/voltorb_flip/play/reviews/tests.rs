use super::*;
use crate::{
    model::{
        objective::Objective,
        prior::Level,
        rules::{Clues, Value},
        state::Earlier,
    },
    play::{
        deal::Dealer,
        game::{End, Game, next_board},
        review::Line,
    },
};
use base::search::Found;

/// Reviews, and the rounds of the tab.
#[derive(Default)]
struct Driven {
    reviews: Reviews,
    rounds: rounds::Shared,
}

/// A position of level 1 with one flip.
fn position(seed: u64) -> State {
    let board = Dealer::new(seed).board(Level::new(1).unwrap());
    let mut state = State { level: Some(1), ..State::of(&Clues::of(board)) };
    state.turn(seed as usize % TILES, Some(board.value(seed as usize % TILES)));
    state
}

impl Driven {
    /// Ends a round that is played elsewhere.
    fn add(&mut self, seed: u64) {
        let state = position(seed);
        self.reviews.edited(&state, &next_board(&state), &self.rounds, seed);
    }

    /// Runs this review.
    fn run(&mut self, task: &Task) {
        let mut found = Found::default();
        assert!(task.run(&mut found).is_continue());
        found.items.into_iter().for_each(|review| self.reviews.take_in(review, &self.rounds));
        self.reviews.finish(None);
    }

    /// Reviews until no round waits.
    fn finish(&mut self) {
        while let Some(task) = self.reviews.begin_next() {
            self.run(&task);
        }
    }

    fn assert_each_has_its_own_review(&self) {
        for ended in &self.reviews.ended {
            let first = &ended.review.as_ref().unwrap().played.decisions[0];
            assert_eq!(first.position, ended.state.rewound(0));
        }
    }
}

#[test]
fn a_round_that_is_tried_again_waits_for_the_review_that_runs() {
    let mut driven = Driven::default();
    driven.add(1);
    assert!(driven.reviews.begin_next().is_some());
    driven.reviews.stop();
    driven.add(2);
    let second = driven.reviews.begin_next().unwrap();
    driven.reviews.ended[0].review_again();
    assert!(driven.reviews.begin_next().is_none() && driven.reviews.is_reviewing());
    driven.run(&second);
    driven.finish();
    assert!(driven.reviews.ended.iter().all(|ended| ended.stage == Stage::Done));
    driven.assert_each_has_its_own_review();
    assert!(driven.rounds.get().iter().all(|round| round.verdict.is_some()));
}

#[test]
fn a_review_that_fails_says_why_and_leaves_what_is_known() {
    let mut driven = Driven::default();
    driven.add(3);
    driven.finish();
    let (known, round) = (driven.reviews.ended[0].review.clone(), driven.reviews.ended[0].round.clone());
    assert!(known.is_some() && round.verdict.is_some());
    driven.reviews.ended[0].review_again();
    assert!(driven.reviews.begin_next().is_some());
    driven.reviews.finish(Some("The review failed".to_owned()));
    let ended = &driven.reviews.ended[0];
    assert_eq!((ended.stage, &ended.review, &ended.round), (Stage::Stopped, &known, &round));
    assert_eq!(ended.failure.as_deref(), Some("The review failed"));
    assert!(driven.reviews.begin_next().is_none(), "it isn't tried again by itself");
    driven.reviews.ended[0].review_again();
    driven.finish();
    let ended = &driven.reviews.ended[0];
    assert_eq!((ended.stage, &ended.failure, &ended.round), (Stage::Done, &None, &round));
}

#[test]
fn a_review_that_begins_again_replaces_the_last_one_once_it_has_gone_as_far() {
    let mut driven = Driven::default();
    driven.add(4);
    driven.finish();
    let ended = &mut driven.reviews.ended[0];
    let (known, round) = (ended.review.clone().unwrap(), ended.round.clone());
    let line = || Line { decisions: Vec::new(), end: None, result: None };
    ended.take_in(Review { objective: Objective::Clear, level: None, played: line(), perfect: line() });
    assert_eq!((ended.review.as_ref(), &ended.round), (Some(&known), &round));
    let again = Review { level: None, ..Review::clone(&known) };
    ended.take_in(again.clone());
    assert_eq!(ended.review.as_deref(), Some(&again));
}

#[test]
fn the_reviews_of_the_latest_rounds_are_kept() {
    let mut driven = Driven::default();
    for seed in 0..REVIEWED as u64 + 2 {
        driven.add(seed);
        if seed == 0 {
            driven.finish();
            assert!(driven.reviews.ended[0].review.is_some());
        }
    }
    driven.finish();
    let has_review: Vec<_> = driven.reviews.ended.iter().map(|ended| ended.review.is_some()).collect();
    assert_eq!(has_review, [vec![false; 2], vec![true; REVIEWED]].concat());
    assert_eq!(driven.reviews.latest().len(), REVIEWED);
    assert!(driven.rounds.get()[0].verdict.is_some(), "the verdict stays");
}

#[test]
fn undo_takes_back_the_round_that_is_being_reviewed() {
    let mut driven = Driven::default();
    driven.add(5);
    let task = driven.reviews.begin_next().unwrap();
    let (state, other) = (position(5), State { level: Some(2), ..position(5) });
    driven.reviews.edited(&next_board(&state), &other, &driven.rounds, 6);
    assert!(driven.reviews.is_reviewing(), "another edit changes nothing");
    driven.reviews.edited(&next_board(&state), &state, &driven.rounds, 6);
    assert!(!driven.reviews.is_reviewing() && driven.rounds.get().is_empty() && driven.reviews.latest().is_empty());
    driven.run(&task);
    assert!(driven.rounds.get().is_empty(), "what its review still finds is for nobody");
}

#[test]
fn the_end_of_a_game_counts_once() {
    let mut driven = Driven::default();
    let mut game = Game::new(Level::LOWEST, 3);
    let mut state = game.fresh(&State::default());
    driven.reviews.game_ended(&game, &state, &driven.rounds, 1);
    assert!(driven.reviews.latest().is_empty(), "it isn't over");
    let mut stopped = game.clone();
    stopped.stop().unwrap();
    let useful = stopped.deal().iter().position(|value| *value == Some(Value::Two)).unwrap();
    game.flip(&mut state, useful).unwrap();
    game.stop().unwrap();
    driven.reviews.game_ended(&game, &state, &driven.rounds, 2);
    assert_eq!(driven.rounds.get().iter().map(|round| round.end).collect::<Vec<_>>(), [End::Stopped]);
    // The board stays when the game is left. Neither the next board nor undoing it counts the round again or takes it back.
    driven.reviews.edited(&state, &next_board(&state), &driven.rounds, 3);
    driven.reviews.edited(&next_board(&state), &state, &driven.rounds, 4);
    assert_eq!(driven.rounds.get().len(), 1);
}

#[test]
fn a_document_that_opens_again_reviews_the_round_that_it_was_about() {
    /// The flips of the round that is reviewed again in this position.
    fn reviewed(rounds: &rounds::Shared, state: &State, game: Option<&Game>) -> Option<usize> {
        let mut reviews = Reviews::default();
        reviews.reopen(state, game, &rounds.get());
        let mut found = Found::default();
        assert!(reviews.begin_next()?.run(&mut found).is_continue());
        Some(found.items.last().unwrap().played.decisions.iter().filter(|decision| decision.choice.tile().is_some()).count())
    }
    let mut driven = Driven::default();
    let mut game = Game::new(Level::LOWEST, 3);
    let fresh = game.fresh(&State::default());
    let mut state = fresh;
    while game.end.is_none() {
        let tile = state.tiles.face_down().next().unwrap();
        game.flip(&mut state, tile).unwrap();
    }
    driven.reviews.game_ended(&game, &state, &driven.rounds, 1);
    let rounds = &driven.rounds;
    let flips = Some(state.flips.len());
    assert_eq!(reviewed(rounds, &state, Some(&game)), flips);
    assert_eq!(reviewed(rounds, &state, None), flips, "the game is set aside");
    let next = game.next(&state).unwrap();
    assert_eq!(reviewed(rounds, &next.fresh(&state), Some(&next)), flips, "the game has continued");
    let again = Game::new(Level::LOWEST, 3);
    assert_eq!(reviewed(rounds, &fresh, Some(&again)), None, "the same board once more");
    assert_eq!(reviewed(rounds, &fresh, None), None);

    // A session that is played elsewhere: the next board follows, which may have some clues.
    driven.add(2);
    let next = State { earlier: Earlier { coins: 7, streak: 1 }, ..next_board(&position(2)) };
    assert_eq!(reviewed(&driven.rounds, &next_board(&position(2)), None), Some(1));
    assert_eq!(reviewed(&driven.rounds, &next, None), None, "another session");
    assert_eq!(reviewed(&driven.rounds, &position(5).fresh(), None), None, "an example");

    // The last position is kept with the latest rounds.
    for seed in 0..30 {
        driven.add(seed);
    }
    let rounds = driven.rounds.get();
    assert!(
        rounds.iter().rev().take(20).all(|round| round.last.is_some()) && rounds.iter().rev().skip(20).all(|round| round.last.is_none())
    );
    assert_eq!(ron::from_str::<Vec<Round>>(&ron::to_string(&*rounds).unwrap()).unwrap(), *rounds);
}
