//! Learning from mistakes: the moments of a game that cost something, and how another try there is judged.

use std::ops::ControlFlow;

use super::Types;
use crate::search::Observer;

/// A position in which something went wrong, as the player knew it.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment<S> {
    /// When in the game it was: "Round of level 3, flip 5".
    pub title: String,
    /// What was done there, and what that cost: a sentence without the full stop. It doesn't say what would have been right.
    pub about: String,
    /// The position before. It has nothing that the player didn't know.
    pub state: S,
    /// The position after what was done, where that can be judged as a [`Try::Made`].
    pub played: Option<S>,
}

impl<S> Moment<S> {
    /// Puts its positions into another form.
    pub fn map<R>(self, map: impl Fn(S) -> R) -> Moment<R> {
        let Self { title, about, state, played } = self;
        Moment { title, about, state: map(state), played: played.map(map) }
    }
}

/// What the player tries in such a position.
pub enum Try<T: Types> {
    /// The spots that were pressed, oldest first; none for what the button of [`Mistakes::pass`] does.
    Pressed(Vec<T::Spot>),
    /// The position that was made of it.
    Made(T::State),
}

/// How good a try is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict<S> {
    /// Whether it is good enough.
    pub is_good: bool,
    /// What it is worth: sentences with full stops. If it is good, or without a try, also what is best; otherwise that is still to be
    /// found.
    pub words: String,
    /// Where the best is, on the board of the moment.
    pub best: Vec<S>,
    /// Where what speaks against the try is, on the board that it makes.
    pub against: Vec<S>,
}

/// Lets the player try again where something went wrong.
#[allow(clippy::type_complexity, reason = "an author reads the whole type of a function where it is a field")]
pub struct Mistakes<T: Types> {
    /// What to do: a sentence with its full stop.
    pub task: &'static (dyn Fn(&T::State) -> String + Sync),
    /// How many spots a try presses; 0 if it is made on the board, as in a game.
    pub presses: usize,
    /// Changes how the board is shown, whose presses mean something else here than in a game.
    pub prepare: &'static (dyn Fn(&mut T::View) + Sync),
    /// The title of the button that tries something without the board, if the position allows that.
    pub pass: &'static (dyn Fn(&T::State) -> Option<&'static str> + Sync),
    /// Returns whether this is a whole try in the position, good or bad. Called after each input, so it must be quick.
    pub is_whole: &'static (dyn Fn(&T::State, &Try<T>) -> bool + Sync),
    /// Reports how good the try in this position is; without one, what is best. Calls the observer as a search does.
    pub judge: JudgeTry<T>,
}

/// The type of [`Mistakes::judge`].
pub type JudgeTry<T> =
    &'static (dyn Fn(&<T as Types>::State, Option<&Try<T>>, &mut dyn Observer<Verdict<<T as Types>::Spot>>) -> ControlFlow<()> + Sync);
