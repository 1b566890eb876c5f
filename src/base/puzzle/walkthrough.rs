//! A walkthrough: a position or a solution told step by step.

use std::ops::ControlFlow;

use super::Types;
use crate::search::{Observer, TraceStep};

/// Steps that explain a position or a solution one after another, each with a picture and a sentence. The timeline has a track for each
/// walkthrough, and the window lists its steps in words.
pub struct Walkthrough<T: Types> {
    /// The title of its track, in a word: "Explanation".
    pub title: &'static str,
    /// What it shows: what the user can do with it, as a tooltip, without the full stop.
    pub hint: &'static str,
    /// Reports the steps.
    pub steps: Steps<T>,
}

/// What a walkthrough is about, with the function that reports its steps. It is called on a background thread and calls the observer as a
/// search does. If there is nothing to tell, its one step says why.
#[allow(clippy::type_complexity, reason = "an author reads the whole type of a function where it is a field")]
pub enum Steps<T: Types> {
    /// The position.
    OfPosition(&'static (dyn Fn(&T::Problem, &mut dyn Observer<TraceStep<T::Solution, T::Spot>>) -> ControlFlow<()> + Sync)),
    /// The position, towards the solution that is shown, if there is one: of solutions that are images of each other, a person could find
    /// any.
    TowardsSolution(
        &'static (dyn Fn(&T::Problem, Option<&T::Solution>, &mut dyn Observer<TraceStep<T::Solution, T::Spot>>) -> ControlFlow<()> + Sync),
    ),
    /// The solution that is shown. The first step has the whole solution, with a sentence about it; the others are counted after it.
    OfSolution(&'static (dyn Fn(&T::Problem, &T::Solution, &mut dyn Observer<TraceStep<T::Solution, T::Spot>>) -> ControlFlow<()> + Sync)),
}

impl<T: Types> Steps<T> {
    /// Whether they explain the position, whatever solution is shown.
    pub fn explain_position(&self) -> bool {
        !matches!(self, Self::OfSolution(_))
    }
}
