//! The second of the two traits that a puzzle implements: what can be seen, pointed at and edited. Still without a screen or a window.
//!
//! ```text
//! State, Solution --draw--> Picture with targets --click, key--> Input --act--> changed State, Reply
//! ```

use super::{Flaw, Puzzle, Types};
use crate::{look::Look, picture::Picture};

pub use super::board_extras::{BoardExtras, By, Form, Forms, Games, Heading, Lines, ListFilter, MakeModels, Order, Printed, Record};

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
