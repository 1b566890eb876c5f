//! SET: three cards that in each of four features are all alike or all different, to be found among those on a table.
//!
//! Here the puzzle is put together. The deck is the space of four dimensions over three elements, SETs are its lines, and
//! all else follows from the one operation [`card::Card::third`]. SET is a trademark of its owner, with whom this
//! program has no connection; all cards are drawn by the program.

use std::ops::ControlFlow;

use crate::{
    puzzle::{Flaw, Preset, Published, Puzzle, Technique},
    search::{Observer, Tally},
};

use self::{
    answer::{Answer, Insight, Odds, Summary},
    board::Spot,
    hand::Hand,
    state::State,
};

pub mod card;
pub mod state;
pub mod hand;
pub mod matrix;
pub mod reason;
pub mod answer;
pub mod search;
pub mod deal;
pub mod article;
pub mod text;
pub mod hint;
pub mod play;
pub mod score;
pub mod round;
pub mod counting;
pub mod counted;
pub mod distribution;
pub mod simulation;
pub mod board;
pub mod input;
mod drawing;

/// SET and its variants.
pub struct Set;

macro_rules! presets {
    ($($key:literal),* $(,)?) => {
        &[$(Preset { key: $key, ron: include_str!(concat!("../../../saves/set/", $key, ".ron")) }),*]
    };
}

impl Puzzle for Set {
    const KEY: &'static str = "set";
    const TITLE: &'static str = "SET";

    type State = State;
    type Problem = Hand;
    type Answer = Answer;
    type Summary = Summary;
    type Insight = Insight;
    type Spot = Spot;

    fn presets() -> &'static [Preset] {
        presets!["apl-16807", "apl-12345", "six-sets", "no-set", "fourteen-sets", "plane", "cap", "deck", "ultra", "ghost", "junior"]
    }

    fn techniques() -> &'static [Technique<Self>] {
        &search::TECHNIQUES
    }

    fn published(hand: &Hand, technique: &Technique<Self>) -> &'static [Published] {
        article::published(hand, technique.key)
    }

    fn check(state: &State) -> Result<Hand, Vec<Flaw<Spot>>> {
        Hand::check(state)
    }

    fn sum_up(summary: &mut Summary, answer: &Answer) {
        summary.take(*answer);
    }

    fn rank(answer: &Answer) -> f64 {
        // At most 81^6, which a float of 53 bits holds exactly.
        answer.rank() as f64
    }

    fn analyze(hand: &Hand, observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
        let insight = Insight { through: vec![0; hand.cards().len()], ..Insight::default() };
        let mut counting = Counting { insight, observer };
        search::completion::search(hand, &mut counting)?;
        let Counting { mut insight, observer } = counting;
        insight.odds = Odds::new(hand.variant(), hand.cards().len(), insight.sets);
        observer.found(insight)
    }

    fn deal(seed: u64) -> State {
        deal::solvable(seed)
    }
}

/// Takes the answers of a search into an insight, and hands its progress on.
struct Counting<'a> {
    insight: Insight,
    observer: &'a mut dyn Observer<Insight>,
}

impl Observer<Answer> for Counting<'_> {
    fn found(&mut self, answer: Answer) -> ControlFlow<()> {
        self.insight.sets += 1;
        for &at in answer.positions() {
            self.insight.through[usize::from(at)] += 1;
        }
        answer::keep(&mut self.insight.list, answer);
        ControlFlow::Continue(())
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}

#[cfg(test)]
mod tests;
