//! What the controls of a puzzle are, at the left side of its tab, and its own jobs.

use std::{marker::PhantomData, ops::Deref};

use egui::Ui;

use crate::{files::PictureSource, help::HelpPage, request::Requests, tab_settings::Merge, words::pieces};
use base::{
    board::Board,
    challenge::Grade,
    date::Date,
    erased::{Insight, State, View},
    game::Game,
    puzzle::{Flaw, Moment, Types},
    results::GameResult,
    search::Detail,
};
use workbench::{
    job::Wake,
    session::{Cause, Change, Event, Session},
};

/// The controls of a puzzle. They change a copy of the state; the tab turns the difference into one edit.
///
/// The type that implements this has no values: it belongs to the package with the controls of all puzzles.
pub trait Tools<P: Board> {
    /// The page that F1 opens, built in by `help_page!`.
    const HELP: HelpPage = HelpPage::NONE;

    /// Whether the first example is solved when the tab opens. Puzzles whose position already shows much set this to false.
    const BEGINS_SOLVED: bool = true;

    /// Whether positions can be read from pictures: [`Companion::open_picture`].
    const READS_PICTURES: bool = false;

    /// Whether the board and the advice are enough for a small window that stays above others.
    const HAS_SMALL_WINDOW: bool = false;

    /// The number of lines that the facts about the position have room for, if they come and go while the user types: then their room is
    /// fixed, and more of them scroll.
    const FACT_LINES: Option<u8> = None;

    /// For a puzzle that shows hints on its board itself: gives one in this view, or doesn't, and returns it or the reason.
    #[allow(clippy::type_complexity, reason = "an author reads the whole type of a function where it is declared")]
    const OWN_HINT: Option<fn(&P::State, &mut P::View) -> String> = None;

    /// The key of the section with the filter of the list, if there is one.
    const FILTER: Option<&'static str> = None;

    /// What the puzzle adds to playing.
    const PLAYING: Playing<P> = Playing::CHALLENGES;

    /// What is said about its challenges.
    const CHALLENGES: ChallengeTexts = ChallengeTexts::PIECES;

    /// What the tab remembers from one start to the next.
    const MEMORY: Memory<P> = Memory::NONE;

    /// What to do next in this position, which the card below the board says while it has nothing else to say.
    fn advice(_session: Of<'_, P>) -> Option<Advice> {
        None
    }

    /// Does what the controls do in every frame, where they aren't shown. Returns the spot to which the keyboard's focus goes.
    fn keep_up(_session: Of<'_, P>, _state: &P::State, _view: &mut P::View) -> Option<P::Spot> {
        None
    }

    /// Shows the controls.
    fn tools_ui(ui: &mut Ui, session: Of<'_, P>, state: &mut P::State, view: &mut P::View);

    /// Shows what another try at a mistake needs beside the board, such as pieces to place; nothing by default.
    fn try_ui(_ui: &mut Ui, _state: &mut P::State, _view: &mut P::View) {}

    /// Creates the puzzle's own jobs for one document; most puzzles have none. A job calls `wake` when it has a result.
    fn companion(_wake: Wake) -> Box<dyn Companion> {
        Box::new(())
    }
}

/// A session of a puzzle whose types are known: what it shows, with these types.
pub struct Of<'a, P> {
    session: &'a Session,
    puzzle: PhantomData<P>,
}

impl<P> Clone for Of<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Of<'_, P> {}

impl<P> Deref for Of<'_, P> {
    type Target = Session;

    fn deref(&self) -> &Session {
        self.session
    }
}

impl<'a, P: Board> Of<'a, P> {
    /// A session of this puzzle.
    pub fn new(session: &'a Session) -> Self {
        Self { session, puzzle: PhantomData }
    }

    /// The position that is shown.
    pub fn state(self) -> &'a P::State {
        self.session.state().get()
    }

    /// The position of the document.
    pub fn document_state(self) -> &'a P::State {
        self.session.document_state().get()
    }

    /// The view.
    pub fn view(self) -> &'a P::View {
        self.session.view().get()
    }

    /// What is wrong with the position.
    pub fn flaws(self) -> Vec<Flaw<P::Spot>> {
        self.session.flaws().iter().map(Flaw::of).collect()
    }

    /// The insight.
    pub fn insight(self) -> Option<&'a P::Insight> {
        self.session.insight().map(Insight::get)
    }

    /// What is shown on the board, with its number of steps.
    pub fn shown(self) -> Option<(&'a P::Solution, usize)> {
        self.session.shown().map(|(solution, step)| (solution.get(), step))
    }

    /// The summary of the solutions found so far.
    pub fn summary(self) -> &'a P::Summary {
        self.session.searches().summary().get()
    }
}

/// What a puzzle adds to playing. By default it is played by challenges on the position itself.
pub struct Playing<T: Types> {
    /// Games of its own, which the view holds.
    pub games: Option<OwnGames<T>>,
    /// The daily puzzle, if it isn't a challenge.
    pub daily: Option<Daily<T>>,
    /// How results of games are compared.
    pub results: Results,
}

impl<T: Types> Playing<T> {
    /// Challenges, grouped by their grades.
    pub const CHALLENGES: Self = Self { games: None, daily: None, results: Results::BY_GRADE };
}

/// What is said about the challenges of a puzzle.
pub struct ChallengeTexts {
    /// What they are, in a sentence.
    pub about: &'static str,
    /// The same without the full stop, on the button that starts one.
    pub start: &'static str,
    /// What a challenge of a grade takes.
    pub grade: fn(Grade) -> &'static str,
    /// What counts as a mistake.
    pub mistakes: &'static str,
}

impl ChallengeTexts {
    /// Pieces that fill a figure.
    pub const PIECES: Self = Self {
        about: "Some pieces of this figure are given; the others fit in only one way.",
        start: "Some pieces are given; the others fit in only one way",
        grade: pieces::grade,
        mistakes: "Placements that left no solution. You see the number at the end, or at once if you turn that on below",
    };
}

/// What Play mode offers of the games that the view holds: [`Games`](base::board::Games).
#[allow(clippy::type_complexity, reason = "an author reads the whole type of a function where it is a field")]
pub struct OwnGames<T: Types> {
    /// What Play mode offers while no game is in progress, in one or two sentences.
    pub about: &'static (dyn Fn(&T::State) -> String + Sync),
    /// Shows what can be chosen about the next game, if there is anything, within the offer.
    pub choices: Option<&'static (dyn Fn(&mut Ui, &T::State, &mut T::View) + Sync)>,
    /// Whether a game is played on the position that is shown, or on one that is dealt for it, which its title doesn't name.
    pub is_on_position: fn(&Game) -> bool,
    /// The character that starts this game; empty if none does.
    pub key: &'static str,
    /// Starts it.
    pub start: &'static (dyn Fn(&mut T::State, &mut T::View) + Sync),
    /// Where the keyboard's focus goes then; none if it stays where it is.
    pub focus: Option<T::Spot>,
}

/// The daily puzzle.
pub struct Daily<T: Types> {
    /// What it is, in a few words.
    pub about: &'static (dyn Fn(Date) -> String + Sync),
    /// Returns the position, and the game that is played on it.
    pub begin: &'static (dyn Fn(Date) -> (T::State, Option<Game>) + Sync),
}

/// How results of games are compared.
pub struct Results {
    /// Whether the times of games can be compared.
    pub is_timed: bool,
    /// The name of a kind of game whose results are compared with one another.
    pub kind: fn(&Game) -> String,
    /// The place of that kind among all.
    pub rank: fn(&Game) -> u64,
    /// Whether it is a drill, in which one thing is practised: how well that goes is shown beside the games that can be started.
    pub is_drill: fn(&Game) -> bool,
    /// Shows figures of the puzzle's own about the results of one kind of game.
    pub ui: fn(&mut Ui, &[&GameResult]),
}

impl Results {
    /// By the grade of a challenge and by time.
    pub const BY_GRADE: Self = Self {
        is_timed: true,
        kind: |game| match game.step {
            Some(step) => pieces::exercise(step),
            None => game.grade.map_or("", Grade::title).to_owned(),
        },
        rank: |game| match game.step {
            Some(step) => Grade::ALL.len() as u64 + step as u64,
            None => game.grade.map_or(0, |grade| grade as u64),
        },
        is_drill: |_| false,
        ui: |_, _| {},
    };
}

/// What a tab remembers from one start to the next, as a text.
#[allow(clippy::type_complexity, reason = "an author reads the whole type of a function where it is a field")]
pub struct Memory<T: Types> {
    /// Returns the text; empty if there is nothing to remember.
    pub write: &'static (dyn Fn(&T::View) -> String + Sync),
    /// Reads the text, or returns why it can't be read; then nothing has changed.
    pub read: &'static (dyn Fn(&mut T::View, &str) -> Result<(), String> + Sync),
    /// Lets a document that comes to the front have what the one before it remembers, without a text.
    pub share: &'static (dyn Fn(&T::View, &mut T::View) + Sync),
    /// Merges the texts of two windows.
    pub merge: Merge,
}

impl<T: Types> Memory<T> {
    /// Nothing.
    pub const NONE: Self =
        Self { write: &|_| String::new(), read: &|_, _| Ok(()), share: &|_, _| {}, merge: |_, ours, _| Ok(ours.to_owned()) };
}

/// A puzzle's advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// What to do, in a few words.
    pub what: String,
    /// Why, in one or two sentences; may be empty.
    pub why: String,
    /// How certain it is, with an explanation.
    pub aside: Option<(&'static str, &'static str)>,
    /// How much it gives away, so that hints say no less; none if it recommends nothing.
    pub detail: Option<Detail>,
    /// The buttons that call [`Companion::take_advice`], each with its tooltip; the first one is the rightmost.
    pub buttons: Vec<(&'static str, &'static str)>,
}

impl Advice {
    /// The advice for a position that needs nothing more.
    pub fn only(what: &str) -> Self {
        Self { what: what.to_owned(), why: String::new(), aside: None, detail: None, buttons: Vec::new() }
    }
}

/// A puzzle's own jobs and windows for an open document, beside the searches of its session.
pub trait Companion: Send {
    /// Shows its controls, below the puzzle's other ones. Like those, it changes a copy of the state. May run without being shown
    /// (`controls::are_of_solve_mode`): then it must take nothing in.
    fn ui(&mut self, ui: &mut Ui, session: &Session, state: &mut State);

    /// Shows controls that come before the puzzle's other ones, like [`Companion::ui`].
    fn first_ui(&mut self, _ui: &mut Ui, _session: &Session, _state: &mut State) {}

    /// The names of the parts that it shows at the right, in place of the list of solutions, as far as there is something in them. In Play
    /// mode they have the place to themselves.
    fn results(&self, _session: &Session) -> &'static [&'static str] {
        &[]
    }

    /// Shows one of these parts in all the room that there is. Like the controls, it changes copies of state and view.
    fn results_ui(&mut self, _ui: &mut Ui, _part: &str, _session: &Session, _state: &mut State, _view: &mut View) {}

    /// Follows what has happened in the document.
    fn note(&mut self, _event: &Event, _session: &Session) {}

    /// Takes in the results of its jobs, and returns what they change. Called in every frame, even while the tab is hidden.
    fn catch_up(&mut self, session: &Session, requests: &Requests) -> Option<(Change, Cause)>;

    /// Does what this button of the advice says, and returns what that changes.
    fn take_advice(&mut self, _ui: &Ui, _session: &Session, _button: &str) -> Option<Change> {
        None
    }

    /// Whether the game waits until the user lets the computer move, so that its clock stands still.
    fn is_halted(&self, _session: &Session) -> bool {
        false
    }

    /// The moments of the game that cost something, as far as they are known. Called in every frame, so it must be quick.
    fn moments(&self, _session: &Session) -> Vec<Moment<State>> {
        Vec::new()
    }

    /// Whether a job runs that can be stopped.
    fn is_busy(&self) -> bool;

    /// Whether no other document may take the place of this one, though it has no changes: a job runs, or what is shown would be lost.
    fn is_in_use(&self) -> bool {
        self.is_busy()
    }

    /// Stops its jobs.
    fn stop(&mut self);

    /// Reads a position from a picture, if [`Tools::READS_PICTURES`].
    fn open_picture(&mut self, _picture: PictureSource) {}
}

/// No jobs and no windows.
impl Companion for () {
    fn ui(&mut self, _ui: &mut Ui, _session: &Session, _state: &mut State) {}

    fn catch_up(&mut self, _session: &Session, _requests: &Requests) -> Option<(Change, Cause)> {
        None
    }

    fn is_busy(&self) -> bool {
        false
    }

    fn stop(&mut self) {}
}
