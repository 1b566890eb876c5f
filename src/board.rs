//! The second socket: a puzzle as something that is seen, pointed at and edited. Still no screen, no window.

use std::cmp::Ordering;

use crate::{
    look::Look,
    mesh::{Making, Mesh},
    picture::Picture,
    puzzle::{Flaw, Puzzle},
};

/// How a puzzle looks and how it is edited.
pub trait Board: Puzzle {
    /// What lives as long as a tab and is neither undone nor saved: the piece in hand, the camera.
    type View: Clone + Default + PartialEq + Send + 'static;

    /// In how many steps an answer is put on the board; at step 0 nothing of it is there.
    fn steps(answer: &Self::Answer) -> usize;

    /// The answer in a few words, for lists.
    fn caption(answer: &Self::Answer) -> Caption;

    /// The board as a picture.
    fn draw(scene: &Scene<'_, Self>) -> Picture<Self::Spot>;

    /// The answer as a small picture for a list, readable at 64 points.
    fn thumbnail(state: &Self::State, view: &Self::View, answer: &Self::Answer, look: &Look) -> Picture<Self::Spot>;

    /// Does what the input asks for at the spot, if it asks for anything there; `None` is the ground beside all spots.
    ///
    /// The caller compares the state before and after: a change is an edit that can be undone.
    fn act(state: &mut Self::State, view: &mut Self::View, spot: Option<Self::Spot>, input: Input<Self::Spot>) -> Reply<Self::Spot>;

    /// What is known of the position, as lines to read.
    fn facts(state: &Self::State, insight: Option<&Self::Insight>, summary: &Self::Summary) -> Vec<Fact>;

    /// The state that shows this answer whole, as if the user had put it there; none where that means nothing.
    fn adopt(state: &Self::State, answer: &Self::Answer) -> Option<Self::State>;

    /// The position with these answers as one text, where the puzzle has a form of its own for that; else the answers are
    /// listed one by one.
    fn listing(_state: &Self::State, _answers: &[Self::Answer]) -> Option<String> {
        None
    }

    /// How many moves the position remembers, where the puzzle is a game that can be replayed.
    fn moves(_state: &Self::State) -> usize {
        0
    }

    /// The position as it was after so many of its moves.
    fn rewound(state: &Self::State, _moves: usize) -> Self::State {
        state.clone()
    }

    /// What happened in the move of this number, from 1: a sentence without the full stop.
    fn move_caption(_state: &Self::State, _number: usize) -> String {
        String::new()
    }

    /// The orders in which the list of answers can be read, besides the one in which they were found.
    fn orders() -> &'static [Order<Self>] {
        &[]
    }

    /// How to read the captions of answers, for those who wonder; may be empty.
    fn about_captions() -> &'static str {
        ""
    }

    /// Whether the tab lists some of the answers only.
    fn is_filtering(_view: &Self::View) -> bool {
        false
    }

    /// Whether this answer is listed, when the tab lists some of them only.
    fn is_listed(_state: &Self::State, _view: &Self::View, _answer: &Self::Answer) -> bool {
        true
    }

    /// What a contest for this puzzle asks a program to print of all answers, where there is such a contest.
    fn contest_output(_count: u64, _summary: &Self::Summary) -> Option<String> {
        None
    }

    /// Whether the same answers are listed with both: then the list is not made anew, as it would be with every turn of a camera.
    fn lists_alike(before: &Self::View, after: &Self::View) -> bool {
        before == after
    }

    /// A sheet to be printed on paper, of the answer or else of the position, where a puzzle has one.
    fn sheet(_state: &Self::State, _answer: Option<&Self::Answer>) -> Option<Picture<Self::Spot>> {
        None
    }

    /// A body to be printed in three dimensions, of the answer or else of the position, where a puzzle has one.
    ///
    /// # Errors
    /// Why there is nothing to make, as a sentence without the full stop.
    fn model(_state: &Self::State, _answer: Option<&Self::Answer>, _making: &Making) -> Option<Result<Mesh, String>> {
        None
    }

    /// The position in the puzzle's text form.
    fn write_text(state: &Self::State) -> String;

    /// Reads the puzzle's text form; what the text does not tell stays as it is in `state`.
    ///
    /// # Errors
    /// Where the text is wrong and what would be right.
    fn read_text(text: &str, state: &Self::State) -> Result<Self::State, TextError>;
}

/// A way to sort the list of answers.
pub struct Order<B: Board> {
    /// What comes first, in a few words: "most kills first".
    pub title: &'static str,
    /// What decides; equal ones stay in the order of finding.
    pub by: By<B>,
}

/// What decides which of two answers comes first.
pub enum By<B: Board> {
    /// A number, worked out once for each: the lower comes first.
    Number(fn(&B::State, &B::Answer) -> f64),
    /// The answers themselves.
    Comparing(fn(&B::Answer, &B::Answer) -> Ordering),
}

/// All that a board is drawn from.
pub struct Scene<'a, B: Board> {
    /// The position.
    pub state: &'a B::State,
    /// What is wrong with it.
    pub flaws: &'a [Flaw<B::Spot>],
    /// What is known of it.
    pub insight: Option<&'a B::Insight>,
    /// The answer that is shown on it, and how many of its steps.
    pub shown: Option<(&'a B::Answer, usize)>,
    /// The tab's own data.
    pub view: &'a B::View,
    /// The spot under the pointer, or else the one with the keyboard's focus: where a preview goes.
    pub pointed: Option<B::Spot>,
    /// Colours.
    pub look: &'a Look,
}

/// What the user did on the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Input<S> {
    /// A click, or Enter or Space on the focused spot.
    Press,
    /// A click with the second button, or Shift+Enter on the focused spot.
    SecondPress,
    /// A character typed while the spot is under the pointer or focused, or while there is none such; never a space.
    Character(char),
    /// The key of this small letter or digit, pressed together with Shift, whatever that types. If it is ignored, the character
    /// follows.
    Shifted(char),
    /// Delete or Backspace.
    Delete,
    /// The Tab key on the focused spot, or Shift+Tab. If it is ignored, the focus leaves the board.
    Tab {
        /// Whether it goes back.
        back: bool,
    },
    /// Escape: what is in hand is put away. If it is ignored, the focus leaves the board.
    Cancel,
    /// An arrow key on the focused spot: one of (±1, 0) and (0, ±1), downwards positive. If it is ignored, the focus moves.
    Arrow(i8, i8),
    /// The pointer, held down since `from`, was moved by so many points; comes once a frame.
    Drag {
        /// How far to the right.
        right: f32,
        /// How far down.
        down: f32,
    },
    /// The pointer, held down since `from`, came over this spot.
    Sweep {
        /// Where it went down.
        from: S,
    },
    /// The pointer, held down and moved since `from`, was let go over this spot, or over the ground.
    Drop {
        /// Where it went down.
        from: S,
    },
    /// The wheel was turned by so many notches over the spot; downwards positive. If it is ignored, the board is zoomed.
    Wheel(i32),
}

/// What came of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply<S> {
    /// It means nothing here.
    Ignored,
    /// It was done.
    Done,
    /// It was done, and the keyboard's focus goes on to this spot.
    Focus(S),
    /// It cannot be done, for this reason: a sentence without the full stop.
    Refused(String),
}

/// A few words on an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// What tells it from the others.
    pub title: String,
    /// More, or nothing.
    pub detail: String,
}

/// One line of what is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is about.
    pub label: String,
    /// The figure, with its unit.
    pub value: String,
    /// What the label means, for those who wonder; may be empty.
    pub hint: &'static str,
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong and what would be right.
    pub message: String,
}

impl std::fmt::Display for TextError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for TextError {}
