//! What only some boards have. Each field of [`BoardExtras`] is a feature that a puzzle offers by filling it.

use std::{cmp::Ordering, time::Duration};

use super::Types;
use crate::{
    game::{Game, GameFlaw},
    look::Look,
    mesh::{Model, PrintSettings},
    picture::Picture,
};

/// Optional features of a board: `BoardExtras { orders: &ORDERS, ..BoardExtras::NONE }`.
#[allow(clippy::type_complexity, reason = "an author reads the whole type of a function where it is a field")]
pub struct BoardExtras<T: Types> {
    /// Returns the state with a solution on the board, just as if the user had entered it, or `None` if it can't be entered.
    pub adopt: Option<&'static (dyn Fn(&T::State, &T::Solution) -> Option<T::State> + Sync)>,
    /// Returns the state after the step that a hint names by its spots, such as a piece placed on exactly these cells, or `None` if they
    /// name no whole step.
    pub follow_hint: Option<&'static (dyn Fn(&T::State, &[T::Spot]) -> Option<T::State> + Sync)>,
    /// The moves that led to a position, if the puzzle is a game.
    pub record: Option<Record<T>>,
    /// Returns whether both states are the same problem with different notes, such as a comment on a turn: then searches, solutions and the
    /// analysis of one hold for the other.
    pub is_same_problem: Option<&'static (dyn Fn(&T::State, &T::State) -> bool + Sync)>,
    /// Games that a document holds, beside the moves of its position.
    pub games: Option<Games<T>>,
    /// Returns the position without what the player has placed, if a challenge can be solved on it.
    pub cleared: Option<&'static (dyn Fn(&T::State) -> T::State + Sync)>,
    /// Whether the board keeps showing the position when solutions have been found, since it says more than any one of them. A new list
    /// then begins at step 0, also after an edit.
    pub keeps_position: bool,
    /// The title of the order by [`rank`](crate::puzzle::Extras::rank), which the list has at first; empty if it is the order in which
    /// solutions are found.
    pub by_rank: &'static str,
    /// Further orders for the list of solutions.
    pub orders: &'static [Order<T>],
    /// The filter of the list, if the user can filter solutions.
    pub filter: Option<ListFilter<T>>,
    /// Explains the length of the list above it, given the number of solutions found and their summary; may be empty.
    pub about_list: Option<&'static (dyn Fn(u64, &T::Summary, &T::View) -> String + Sync)>,
    /// Explains the captions of solutions, as a tooltip; may be empty.
    pub about_captions: &'static str,
    /// Writes a position and its solutions as one text, if the puzzle has its own format for that. By default solutions are written one by
    /// one.
    pub listing: Option<&'static (dyn Fn(&T::State, &[T::Solution]) -> String + Sync)>,
    /// Writes the output that a programming contest for this puzzle asks for, given the number of solutions and their summary.
    pub contest_output: Option<&'static (dyn Fn(&T::Summary) -> String + Sync)>,
    /// Draws a position as a small picture, readable at a height of 100 points; by default the board.
    pub portrait: Option<&'static (dyn Fn(&T::State, &Look) -> Picture<T::Spot> + Sync)>,
    /// Draws a sheet to print on paper, of the solution, or of the position if there is none.
    pub sheet: Option<&'static (dyn Fn(&T::State, Option<&T::Solution>, &Heading) -> Picture<T::Spot> + Sync)>,
    /// How challenges look in a printed book, if the puzzle makes challenges.
    pub printed: Option<Printed<T>>,
    /// Makes models to print in 3D, of the solution, or of the position if there is none.
    pub models: Option<MakeModels<T>>,
}

/// What the head of a sheet says about where it comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// The name of the document; may be empty.
    pub name: String,
    /// The number of the solution, from 1, if there is one.
    pub solution: Option<u64>,
    /// How many solutions there are, if that is known.
    pub solutions: Option<u64>,
}

/// How challenges look in a printed book: see [`crate::book`].
#[allow(clippy::type_complexity, reason = "an author reads the whole type of a function where it is a field")]
pub struct Printed<T: Types> {
    /// What to do, for people who have only the paper: lines of at most 90 letters.
    pub rules: &'static (dyn Fn(&T::State) -> Vec<&'static str> + Sync),
    /// Draws a challenge, or its solution. All challenges in a figure have the same size.
    pub board: &'static (dyn Fn(&T::State, Option<&T::Solution>, &Look) -> Picture<T::Spot> + Sync),
    /// Draws each piece that is still to be placed, with its name on the board.
    pub pieces: &'static (dyn Fn(&T::State, &Look) -> Vec<(char, Picture<T::Spot>)> + Sync),
    /// Returns the figure of a challenge without the given pieces.
    pub emptied: &'static (dyn Fn(&T::State) -> T::State + Sync),
}

/// Makes models, or returns the reason why there is nothing to make, as a sentence without the full stop.
pub type MakeModels<T> =
    &'static (dyn Fn(&<T as Types>::State, Option<&<T as Types>::Solution>, &PrintSettings) -> Result<Vec<Model>, String> + Sync);

impl<T: Types> BoardExtras<T> {
    /// No optional features.
    pub const NONE: Self = Self {
        adopt: None,
        follow_hint: None,
        record: None,
        is_same_problem: None,
        games: None,
        cleared: None,
        keeps_position: false,
        by_rank: "",
        orders: &[],
        filter: None,
        about_list: None,
        about_captions: "",
        listing: None,
        contest_output: None,
        portrait: None,
        sheet: None,
        printed: None,
        models: None,
    };

    /// Returns the state with the solution on the board, if it can be entered there.
    pub fn adopt(&self, state: &T::State, solution: &T::Solution) -> Option<T::State> {
        self.adopt.and_then(|adopt| adopt(state, solution))
    }

    /// Returns the number of moves that the position records; 0 if the puzzle isn't a game.
    pub fn moves(&self, state: &T::State) -> usize {
        self.record.as_ref().map_or(0, |record| (record.moves)(state))
    }

    /// Returns the position after the first `moves` of its moves.
    pub fn rewound(&self, state: &T::State, moves: usize) -> T::State {
        self.record.as_ref().map_or_else(|| state.clone(), |record| (record.rewound)(state, moves))
    }

    /// Returns the lines of the game, if it has any.
    pub fn lines(&self) -> Option<&Lines<T>> {
        self.record.as_ref()?.lines.as_ref()
    }

    /// Returns whether the view hides any solutions by its filter.
    pub fn is_filtering(&self, view: &T::View) -> bool {
        self.filter.as_ref().is_some_and(|filter| (filter.is_on)(view))
    }
}

/// Access to the moves that led to a position of a game, for replaying it on the timeline.
#[allow(clippy::type_complexity, reason = "an author reads the whole type of a function where it is a field")]
pub struct Record<T: Types> {
    /// Returns the number of moves that a position records.
    pub moves: &'static (dyn Fn(&T::State) -> usize + Sync),
    /// Returns a position after the first n of its moves.
    pub rewound: &'static (dyn Fn(&T::State, usize) -> T::State + Sync),
    /// Describes the nth move, from 1: a sentence without the full stop.
    pub caption: &'static (dyn Fn(&T::State, usize) -> String + Sync),
    /// Returns whether the second position begins the game after the one of the first, in a session of several games.
    pub is_next_game: Option<&'static (dyn Fn(&T::State, &T::State) -> bool + Sync)>,
    /// Variations, if each position knows all moves of its game: those before it, those after it, and those of other lines.
    pub lines: Option<Lines<T>>,
}

/// Access to the lines of a game. The moves of a [`Record`] are then those of one line, and a position is anywhere in it.
pub struct Lines<T: Types> {
    /// Returns the number of moves before a position.
    pub place: &'static (dyn Fn(&T::State) -> usize + Sync),
    /// Returns whether both positions are of the same game and differ by nothing else than their line and place.
    pub has_same_moves: &'static (dyn Fn(&T::State, &T::State) -> bool + Sync),
    /// Returns whether both games began alike, so that an edit from one position to the other is deliberate and loses nothing unnoticed.
    pub is_same_game: &'static (dyn Fn(&T::State, &T::State) -> bool + Sync),
}

/// Access to the game in a view, for saving it with the document.
#[allow(clippy::type_complexity, reason = "an author reads the whole type of a function where it is a field")]
pub struct Games<T: Types> {
    /// Returns the game in progress or finished, but not its clock.
    pub saved: &'static (dyn Fn(&T::State, &T::View) -> Option<Game> + Sync),
    /// Returns how many games, or rounds of games, were started in this view. Another number means that the clock starts at 0.
    pub started: &'static (dyn Fn(&T::View) -> u64 + Sync),
    /// Continues a saved game in this position, or returns why it can't be continued; then the view is unchanged.
    pub resume: &'static (dyn Fn(&T::State, &mut T::View, &Game) -> Result<(), GameFlaw> + Sync),
    /// Returns whether a game is on the board.
    pub is_on: &'static (dyn Fn(&T::View) -> bool + Sync),
    /// Takes the game off the board.
    pub leave: &'static (dyn Fn(&mut T::View) + Sync),
    /// Brings the game up to date with this position after any change, at this time on its clock.
    pub follow: &'static (dyn Fn(&T::State, &mut T::View, Duration) + Sync),
}

/// The filter of the list of solutions. Its settings are part of the view.
#[allow(clippy::type_complexity, reason = "an author reads the whole type of a function where it is a field")]
pub struct ListFilter<T: Types> {
    /// Returns whether the filter is in use.
    pub is_on: &'static (dyn Fn(&T::View) -> bool + Sync),
    /// Returns whether a solution is listed.
    pub passes: &'static (dyn Fn(&T::State, &T::View, &T::Solution) -> bool + Sync),
    /// Returns whether both views have the same filter settings, and know the same about the solutions, so that the list is only rebuilt
    /// when that changes, and not when the camera turns.
    pub is_same: &'static (dyn Fn(&T::View, &T::View) -> bool + Sync),
    /// Turns the filter off, so that all solutions are listed.
    pub clear: &'static (dyn Fn(&mut T::View) + Sync),
    /// Writes the filter as text, for the next start of the program.
    pub write: &'static (dyn Fn(&T::View) -> String + Sync),
    /// Restores the filter from a text that `write` returned. What can't be read changes nothing.
    pub read: &'static (dyn Fn(&mut T::View, &str) + Sync),
    /// For a puzzle in which one solution stands for several, such as its rotations: the filter looks at all of them.
    pub forms: Option<Forms<T>>,
}

/// How solutions that stand for several are filtered: one passes if any of those passes.
#[allow(clippy::type_complexity, reason = "an author reads the whole type of a function where it is a field")]
pub struct Forms<T: Types> {
    /// Returns what to list for a solution that passes.
    pub of: &'static (dyn Fn(&T::State, &T::View, &T::Solution) -> Form<T::Solution> + Sync),
    /// Says how many of all solutions pass, given that number; may be empty.
    pub about: &'static (dyn Fn(u64, &T::Summary, &T::View) -> String + Sync),
}

/// What is listed for a solution that stands for several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form<S> {
    /// One that passes, if the solution itself doesn't.
    pub listed: Option<S>,
    /// How many of those that it stands for pass.
    pub passing: u64,
}

/// An order for the list of solutions.
pub struct Order<T: Types> {
    /// The name by which the window remembers it: "most-kills". It must never change.
    pub key: &'static str,
    /// What comes first, in a few words: "most kills first".
    pub title: &'static str,
    /// The sort key. Equal solutions stay in the order found.
    pub by: By<T>,
}

/// The sort key of an [`Order`].
pub enum By<T: Types> {
    /// A number, computed once for each solution: lower ones come first.
    Number(&'static (dyn Fn(&T::State, &T::Solution) -> f64 + Sync)),
    /// A comparison of two solutions.
    Comparison(&'static (dyn Fn(&T::Solution, &T::Solution) -> Ordering + Sync)),
}
