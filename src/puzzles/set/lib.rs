//! SET: find three cards on the table that are all alike or all different in each of four features.
//!
//! This file assembles the puzzle. The deck is the four-dimensional space over three elements, SETs are its lines, and everything
//! follows from one operation, [`model::card::Card::third`]. SET is a trademark of its owner, with whom this program has no connection;
//! the program draws its own cards.

use std::ops::ControlFlow;

use base::{
    erased::{Kind, erase},
    puzzle::{Extras, Flaw, Preset, Puzzle, Steps, Technique, Types, Walkthrough, presets},
    search::Observer,
    text::Noun,
};

use self::{
    live::{
        insight::{self, Insight},
        systematic,
    },
    model::{
        hand::Hand,
        solution::{Solution, Summary},
        spot::Spot,
        state::State,
    },
    play::deal,
};

pub mod model;
pub mod search;
pub mod live;
pub mod play;
pub mod edit;
pub mod drawing;
mod board;

/// SET and its variants.
pub struct Set;

/// The puzzle without its types. It is compiled here, once, for everything that uses it.
pub fn kind() -> Kind {
    erase::<Set>()
}

impl Types for Set {
    type State = State;
    type Problem = Hand;
    type Solution = Solution;
    type Summary = Summary;
    type Insight = Insight;
    type Spot = Spot;
    type View = edit::view::View;
}

impl Puzzle for Set {
    const KEY: &'static str = "set";
    const TITLE: &'static str = "SET";

    // A rank is below 81^6, which the 53 bits of a float represent exactly.
    const EXTRAS: Extras<Self> = Extras {
        noun: &|state| Noun(state.variant.noun()),
        only_compared: &["sums", "lines", "precomputed"],
        rank: Some(&|solution| solution.rank() as f64),
        walkthroughs: &[Walkthrough {
            title: "Explanation",
            hint: "Step through a systematic way to find every SET by eye",
            steps: Steps::<Self>::OfPosition(&systematic::steps),
        }],
        mistakes: Some(play::mistakes::MISTAKES),
        ..Extras::NONE
    };

    fn presets() -> &'static [Preset] {
        presets!["set": "apl-16807", "apl-12345", "six-sets", "no-set", "fourteen-sets", "plane", "cap", "deck", "ultra", "ghost", "junior"]
    }

    fn techniques() -> &'static [Technique<Self>] {
        &search::TECHNIQUES
    }

    fn check(state: &State) -> Result<Hand, Vec<Flaw<Spot>>> {
        Hand::check(state)
    }

    fn add_to_summary(summary: &mut Summary, solution: &Solution) {
        summary.add(*solution);
    }

    fn analyze(hand: &Hand, observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
        insight::analyze(hand, observer)
    }

    fn deal(seed: u64) -> State {
        deal::solvable(seed)
    }
}

#[cfg(test)]
mod tests;
