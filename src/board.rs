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

    /// What the board offers beyond the rest of this trait.
    const BOARD_EXTRAS: BoardExtras<Self> = BoardExtras::NONE;

    /// In how many steps a solution is put on the board; at step 0 nothing of it is there.
    fn steps(solution: &Self::Solution) -> usize;

    /// The solution in a few words, for lists.
    fn caption(solution: &Self::Solution) -> Caption;

    /// The board as a picture.
    fn draw(scene: &Scene<'_, Self>) -> Picture<Self::Spot>;

    /// The solution as a small picture for a list, readable at 64 points.
    fn thumbnail(state: &Self::State, view: &Self::View, solution: &Self::Solution, look: &Look) -> Picture<Self::Spot>;

    /// Does what the input asks for at the spot, if it asks for anything there; `None` is the ground beside all spots.
    ///
    /// The caller compares the state before and after: a change is an edit that can be undone.
    fn act(state: &mut Self::State, view: &mut Self::View, spot: Option<Self::Spot>, input: Input<Self::Spot>) -> Reply<Self::Spot>;

    /// What is known of the position, as lines to read.
    fn facts(state: &Self::State, insight: Option<&Self::Insight>, summary: &Self::Summary) -> Vec<Fact>;

    /// The position in the puzzle's text form.
    fn write_text(state: &Self::State) -> String;

    /// Reads the puzzle's text form; what the text does not tell stays as it is in `state`.
    ///
    /// # Errors
    /// Where the text is wrong and what would be right.
    fn read_text(text: &str, state: &Self::State) -> Result<Self::State, TextError>;
}

/// What a board may offer beyond what every board has: `BoardExtras { orders: &ORDERS, ..BoardExtras::NONE }`.
pub struct BoardExtras<B: Board> {
    /// The state that shows a solution whole, as if the user had put it there; none where this solution can't be put there.
    pub adopt: Option<fn(&B::State, &B::Solution) -> Option<B::State>>,
    /// The moves that lead to a position, where the puzzle is a game.
    pub record: Option<Record<B>>,
    /// The orders in which the list of solutions can be read, besides the one in which they were found.
    pub orders: &'static [Order<B>],
    /// Which solutions are listed, where the user can choose.
    pub filter: Option<ListFilter<B>>,
    /// How to read the captions of solutions; may be empty.
    pub about_captions: &'static str,
    /// The position with these solutions as one text, where the puzzle has a form of its own for that. Without it they are listed one by
    /// one.
    pub listing: Option<fn(&B::State, &[B::Solution]) -> String>,
    /// What a contest for this puzzle asks a program to print, of the number of solutions and their summary.
    pub contest_output: Option<fn(u64, &B::Summary) -> String>,
    /// A sheet to be printed on paper, of the solution or else of the position.
    pub sheet: Option<fn(&B::State, Option<&B::Solution>) -> Picture<B::Spot>>,
    /// A body to be printed in three dimensions, of the solution or else of the position.
    pub mesh: Option<MakeMesh<B>>,
}

/// Makes a body, or says why there is nothing to make, as a sentence without the full stop.
pub type MakeMesh<B> = fn(&<B as Puzzle>::State, Option<&<B as Puzzle>::Solution>, &Making) -> Result<Mesh, String>;

impl<B: Board> BoardExtras<B> {
    /// Nothing beyond what every board has.
    pub const NONE: Self = Self {
        adopt: None,
        record: None,
        orders: &[],
        filter: None,
        about_captions: "",
        listing: None,
        contest_output: None,
        sheet: None,
        mesh: None,
    };

    /// The state that shows the solution whole, where that can be.
    pub fn adopt(&self, state: &B::State, solution: &B::Solution) -> Option<B::State> {
        self.adopt.and_then(|adopt| adopt(state, solution))
    }

    /// How many moves the position remembers; 0 where the puzzle is no game.
    pub fn moves(&self, state: &B::State) -> usize {
        self.record.as_ref().map_or(0, |record| (record.moves)(state))
    }

    /// The position after the first `moves` of its moves.
    pub fn rewound(&self, state: &B::State, moves: usize) -> B::State {
        self.record.as_ref().map_or_else(|| state.clone(), |record| (record.rewound)(state, moves))
    }

    /// Whether the view lists only some of the solutions.
    pub fn is_filtering(&self, view: &B::View) -> bool {
        self.filter.as_ref().is_some_and(|filter| (filter.is_on)(view))
    }
}

/// The moves that lead to a position of a game, so that it can be replayed.
pub struct Record<B: Board> {
    /// How many moves the position remembers.
    pub moves: fn(&B::State) -> usize,
    /// The position after the first n of its moves.
    pub rewound: fn(&B::State, usize) -> B::State,
    /// What happened in the move of this number, from 1: a sentence without the full stop.
    pub caption: fn(&B::State, usize) -> String,
}

/// Which solutions a tab lists.
pub struct ListFilter<B: Board> {
    /// Whether the view lists only some of the solutions.
    pub is_on: fn(&B::View) -> bool,
    /// Whether this solution is listed.
    pub passes: fn(&B::State, &B::View, &B::Solution) -> bool,
    /// Whether both views list the same solutions: then the list is kept, however the camera turned.
    pub is_same: fn(&B::View, &B::View) -> bool,
}

/// A way to sort the list of solutions.
pub struct Order<B: Board> {
    /// What comes first, in a few words: "most kills first".
    pub title: &'static str,
    /// What decides; equal ones stay in the order of finding.
    pub by: By<B>,
}

/// What decides which of two solutions comes first.
pub enum By<B: Board> {
    /// A number, worked out once for each: the lower comes first.
    Number(fn(&B::State, &B::Solution) -> f64),
    /// The solutions themselves.
    Comparing(fn(&B::Solution, &B::Solution) -> Ordering),
}

/// All that a board is drawn from.
pub struct Scene<'a, B: Board> {
    /// The position.
    pub state: &'a B::State,
    /// What is wrong with it.
    pub flaws: &'a [Flaw<B::Spot>],
    /// What is known of it.
    pub insight: Option<&'a B::Insight>,
    /// The solution that is shown on it, and how many of its steps.
    pub shown: Option<(&'a B::Solution, usize)>,
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

/// A few words on a solution.
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
