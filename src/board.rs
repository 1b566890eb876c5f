//! The second of the two traits that a puzzle implements: what can be seen, pointed at and edited. Still without a screen or a window.
//!
//! ```text
//! State, Solution --draw--> Picture with targets --click, key--> Input --act--> changed State, Reply
//! ```

use std::{cmp::Ordering, time::Duration};

use crate::{
    game::{Game, GameFlaw},
    look::Look,
    mesh::{Mesh, PrintSettings},
    picture::Picture,
    puzzle::{Flaw, Puzzle, Types},
};

/// How a puzzle looks and how it is edited.
///
/// All functions are called on the window's thread, most of them for every frame, so each must take well under 2 ms.
pub trait Board: Puzzle {
    /// Optional features, such as orders of the list and a game record. Override it with only those that the puzzle has:
    /// `BoardExtras { orders: &ORDERS, ..BoardExtras::NONE }`.
    const BOARD_EXTRAS: BoardExtras<Self> = BoardExtras::NONE;

    /// Returns the number of steps in which the timeline builds a solution up, for example its number of pieces. At step 0 nothing of
    /// it is on the board; at this step all of it is.
    fn steps(solution: &Self::Solution) -> usize;

    /// Describes a solution in a few words, for the list.
    fn caption(solution: &Self::Solution) -> Caption;

    /// Draws the board. Everything that can be clicked or focused is a target of the picture, with its spot and its spoken name.
    fn draw(scene: &Scene<'_, Self>) -> Picture<Self::Spot>;

    /// Draws a solution for the list, readable at a size of 64 points.
    fn thumbnail(state: &Self::State, view: &Self::View, solution: &Self::Solution, look: &Look) -> Picture<Self::Spot>;

    /// Responds to an input at a spot, or at the background if `spot` is `None`, by changing the state or the view.
    ///
    /// The caller compares the state before and after: a change becomes an edit that can be undone, and starts a new analysis. Return
    /// [`Reply::Ignored`] for an input that means nothing here, so that it can do something else: an ignored arrow key moves the focus.
    fn act(state: &mut Self::State, view: &mut Self::View, spot: Option<Self::Spot>, input: Input<Self::Spot>) -> Reply<Self::Spot>;

    /// Returns what is known about the position, as the lines of the facts panel. The insight is `None` until the analysis reports one.
    fn facts(state: &Self::State, insight: Option<&Self::Insight>, summary: &Self::Summary) -> Vec<Fact>;

    /// Writes the position in the puzzle's text form, for the clipboard and the command line.
    fn write_text(state: &Self::State) -> String;

    /// Reads the puzzle's text form. What the text leaves open is taken from `state`, the position that is open now.
    ///
    /// # Errors
    /// Where the text is wrong and what is expected there.
    fn read_text(text: &str, state: &Self::State) -> Result<Self::State, TextError>;
}

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
    pub contest_output: Option<&'static (dyn Fn(u64, &T::Summary) -> String + Sync)>,
    /// Draws a position as a small picture, readable at a height of 100 points; by default the board.
    pub portrait: Option<&'static (dyn Fn(&T::State, &Look) -> Picture<T::Spot> + Sync)>,
    /// Draws a sheet to print on paper, of the solution, or of the position if there is none.
    pub sheet: Option<&'static (dyn Fn(&T::State, Option<&T::Solution>, &Heading) -> Picture<T::Spot> + Sync)>,
    /// How challenges look in a printed book, if the puzzle makes challenges.
    pub printed: Option<Printed<T>>,
    /// Makes a solid to print in 3D, of the solution, or of the position if there is none.
    pub mesh: Option<MakeMesh<T>>,
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
    pub rules: &'static [&'static str],
    /// Draws a challenge, or its solution. All challenges in a figure have the same size.
    pub board: &'static (dyn Fn(&T::State, Option<&T::Solution>, &Look) -> Picture<T::Spot> + Sync),
    /// Draws each piece that is still to be placed, with its name on the board.
    pub pieces: &'static (dyn Fn(&T::State, &Look) -> Vec<(char, Picture<T::Spot>)> + Sync),
    /// Returns the figure of a challenge without the given pieces.
    pub emptied: &'static (dyn Fn(&T::State) -> T::State + Sync),
}

/// Makes a solid, or returns the reason why there is nothing to make, as a sentence without the full stop.
pub type MakeMesh<T> =
    &'static (dyn Fn(&<T as Types>::State, Option<&<T as Types>::Solution>, &PrintSettings) -> Result<Mesh, String> + Sync);

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
        mesh: None,
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
    /// Returns whether both views have the same filter settings, so that the list is only rebuilt when these change, and not when the
    /// camera turns.
    pub is_same: &'static (dyn Fn(&T::View, &T::View) -> bool + Sync),
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

/// Everything that a board is drawn from.
pub struct Scene<'a, T: Types> {
    /// The position.
    pub state: &'a T::State,
    /// What is wrong with it.
    pub flaws: &'a [Flaw<T::Spot>],
    /// What is known about it, once the analysis has reported it.
    pub insight: Option<&'a T::Insight>,
    /// The solution on the board, with the number of its steps to draw: from 0 to [`Board::steps`]. While a search trace is shown, it is
    /// a partial solution.
    pub shown: Option<(&'a T::Solution, usize)>,
    /// The piece in hand, the camera and so on.
    pub view: &'a T::View,
    /// The spot under the pointer, or else the spot with the keyboard focus. Previews are drawn here.
    pub pointed: Option<T::Spot>,
    /// The spots that a hint or another remark is about. The caller outlines their targets and [`Picture::outlines`]: a board that adds
    /// such outlines needs only these.
    pub marks: &'a [T::Spot],
    /// The colours.
    pub look: &'a Look,
}

/// What the user did on the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Input<S> {
    /// A click, or Enter or Space on the focused spot.
    Press,
    /// A click with the secondary button, or Shift+Enter on the focused spot.
    SecondaryPress,
    /// A character typed while a spot is under the pointer or focused, or on the background if there is none. Never a space.
    Character(char),
    /// The key of this lower-case letter or digit pressed with Shift, whatever character that types. If it is ignored, that character
    /// follows as [`Input::Character`].
    Shifted(char),
    /// Delete or Backspace.
    Delete,
    /// The Tab key on the focused spot, or Shift+Tab. If it is ignored, the focus leaves the board.
    Tab {
        /// Whether it was Shift+Tab, which moves backwards.
        back: bool,
    },
    /// The Escape key: puts away the piece in hand. If it is ignored, the focus leaves the board.
    Cancel,
    /// An arrow key on the focused spot: right is (1, 0), down is (0, 1). If it is ignored, the focus moves.
    Arrow(i8, i8),
    /// The pointer moved while its button was down. The spot is the one where the button went down. Comes at most once per frame.
    Drag {
        /// Distance to the right, in points.
        right: f32,
        /// Distance down, in points.
        down: f32,
    },
    /// The pointer entered this spot while its button was down.
    Sweep {
        /// The spot where the button went down.
        from: S,
    },
    /// The button was released over this spot, or over the background, after the pointer had moved.
    Drop {
        /// The spot where the button went down.
        from: S,
    },
    /// The wheel turned over the spot by this many notches, positive for down. If it is ignored, the board is zoomed.
    Wheel(i32),
}

/// What an input did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply<S> {
    /// Nothing: the input has no meaning here.
    Ignored,
    /// It was carried out.
    Done,
    /// It was carried out, and the keyboard focus moves to this spot.
    Focus(S),
    /// It can't be carried out, for this reason: a sentence without the full stop, which the status line shows.
    Refused(String),
    /// It depends on something that is still being worked out, such as the best tile: send it again once that is known.
    Later,
}

/// A solution in a few words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// What distinguishes it from the others.
    pub title: String,
    /// Further details; may be empty.
    pub detail: String,
}

/// One line of the facts panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is about.
    pub label: String,
    /// The value, with its unit.
    pub value: String,
    /// What the label means, as a tooltip; may be empty.
    pub tooltip: &'static str,
}

/// Why a text couldn't be read as a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong and what is expected.
    pub message: String,
}

impl std::fmt::Display for TextError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for TextError {}
