use std::{
    sync::{
        Arc,
        mpsc::{self, Receiver},
    },
    time::Duration,
};

use super::*;
use crate::puzzles::voltorb_flip::{
    model::{objective::Objective, prior::Level, rules::Clues},
    play::{deal::Dealer, review::Line},
};

/// Rounds, their list, and what wakes the window.
struct Driven {
    rounds: Rounds,
    shared: rounds::Shared,
    woken: Receiver<()>,
}

impl Driven {
    fn new() -> Self {
        let (sender, woken) = mpsc::channel();
        Self { rounds: Rounds::new(Arc::new(move || _ = sender.send(()))), shared: rounds::Shared::default(), woken }
    }

    /// Adds a round of level 1 with one flip.
    fn add(&mut self, seed: u64) {
        let board = Dealer::new(seed).board(Level::new(1).unwrap());
        let mut state = State { level: Some(1), ..State::of(&Clues::of(board)) };
        state.turn(seed as usize % TILES, Some(board.value(seed as usize % TILES)));
        self.rounds.add(state, None, [None; TILES], &self.shared);
    }

    fn review(&mut self) {
        self.rounds.review(&self.shared);
    }

    /// Reviews until no round waits.
    fn finish(&mut self) {
        self.review();
        while self.rounds.is_busy() || self.rounds.ended.iter().rev().take(REVIEWED).any(|ended| ended.stage == Stage::Running) {
            if self.rounds.is_busy() {
                self.woken.recv_timeout(Duration::from_secs(60)).unwrap();
            }
            self.review();
        }
    }

    fn assert_each_has_its_own_review(&self) {
        for ended in &self.rounds.ended {
            let first = &ended.review.as_ref().unwrap().played.decisions[0];
            assert_eq!(first.position, ended.state.rewound(0));
        }
    }
}

#[test]
fn a_round_that_is_tried_again_waits_for_the_review_that_runs() {
    let mut driven = Driven::new();
    driven.add(1);
    driven.review();
    driven.rounds.stop();
    driven.add(2);
    driven.review();
    // The second one may be done by now, if this thread had to wait for a processor.
    assert!(driven.rounds.is_busy() || driven.rounds.ended[1].stage == Stage::Done);
    driven.rounds.ended[0].review_again();
    driven.finish();
    assert!(driven.rounds.ended.iter().all(|ended| ended.stage == Stage::Done));
    driven.assert_each_has_its_own_review();
    assert!(driven.shared.get().iter().all(|round| round.verdict.is_some()));
}

#[test]
fn a_review_that_fails_says_why_and_leaves_what_is_known() {
    let mut driven = Driven::new();
    driven.add(3);
    driven.finish();
    let (known, round) = (driven.rounds.ended[0].review.clone(), driven.rounds.ended[0].round.clone());
    assert!(known.is_some() && round.verdict.is_some());
    driven.rounds.ended[0].review_again();
    job::REFUSES_THREADS.set(true);
    driven.review();
    job::REFUSES_THREADS.set(false);
    let ended = &driven.rounds.ended[0];
    assert_eq!((ended.stage, &ended.review, &ended.round), (Stage::Stopped, &known, &round));
    assert!(ended.failure.as_ref().unwrap().contains("thread"), "{:?}", ended.failure);
    driven.rounds.ended[0].review_again();
    driven.finish();
    let ended = &driven.rounds.ended[0];
    assert_eq!((ended.stage, &ended.failure, &ended.round), (Stage::Done, &None, &round));
}

#[test]
fn a_review_that_begins_again_replaces_the_last_one_once_it_has_gone_as_far() {
    let mut driven = Driven::new();
    driven.add(4);
    driven.finish();
    let ended = &mut driven.rounds.ended[0];
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
    let mut driven = Driven::new();
    for seed in 0..REVIEWED as u64 + 2 {
        driven.add(seed);
        if seed == 0 {
            driven.finish();
            assert!(driven.rounds.ended[0].review.is_some());
        }
    }
    driven.finish();
    let has_review: Vec<_> = driven.rounds.ended.iter().map(|ended| ended.review.is_some()).collect();
    assert_eq!(has_review, [vec![false; 2], vec![true; REVIEWED]].concat());
    assert!(driven.shared.get()[0].verdict.is_some(), "the verdict stays");
}
