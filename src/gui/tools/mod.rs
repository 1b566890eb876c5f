//! The controls that a puzzle adds to the left side of its tab, and its own jobs.

mod voltorb_flip;
mod meteor;
mod soma;
mod set;
mod virus_war;

use std::path::PathBuf;

use egui::Ui;

use crate::{
    board::Board,
    challenge::Grade,
    date::Date,
    game::Game,
    gui::{
        command::DocumentCommand,
        files::{Content, Data},
        help::HelpPage,
    },
    results::GameResult,
    workbench::{job::Wake, session::Session},
};

/// A puzzle's own controls. They change a copy of the state; the tab turns the difference into one edit.
pub trait Tools: Board {
    /// The command of the main button: to search, or to deal in a puzzle that is played.
    const PRIMARY: DocumentCommand = DocumentCommand::Solve;

    /// The page that F1 opens, built in by `help_page!`.
    const HELP: HelpPage = HelpPage::NONE;

    /// Whether the first example is solved when the tab opens. Puzzles whose position already shows much set this to false.
    const BEGINS_SOLVED: bool = true;

    /// The game that Play mode offers while none is in progress, if the puzzle has games of its own. Others are played on the position
    /// itself.
    const NEW_GAME: Option<NewGame<Self>> = None;

    /// Whether the times of its games can be compared.
    const IS_TIMED: bool = true;

    /// Whether positions can be read from pictures: [`Companion::open_picture`].
    const READS_PICTURES: bool = false;

    /// Whether a game is in progress: then the tab shows nothing that would spoil it and searches nothing.
    fn is_playing(_view: &Self::View) -> bool {
        false
    }

    /// Ends the game that is in progress, if the puzzle has games of its own.
    fn leave_game(_view: &mut Self::View) {}

    /// What the puzzle of this day is, in a few words, if it isn't a challenge.
    fn about_daily(_day: Date) -> String {
        String::new()
    }

    /// Returns the position of this day and the game that is played on it, if the puzzle has no challenges.
    fn daily(day: Date) -> (Self::State, Option<Game>) {
        (Self::deal(day.seed()), None)
    }

    /// The name of a kind of game whose results are compared with one another.
    fn contest(game: &Game) -> String {
        game.grade.map_or("", Grade::title).to_owned()
    }

    /// The place of that kind among all.
    fn contest_rank(game: &Game) -> u64 {
        game.grade.map_or(0, |grade| grade as u64)
    }

    /// Shows figures of the puzzle's own about the results of one kind of game.
    fn results_ui(_ui: &mut Ui, _results: &[&GameResult]) {}

    /// The text to remember from one start to the next; empty if none.
    fn remember(_view: &Self::View) -> String {
        String::new()
    }

    /// Reads a text that [`Tools::remember`] returned.
    ///
    /// # Errors
    /// Why the text can't be read; then nothing has changed.
    fn recall(_view: &mut Self::View, _text: &str) -> Result<(), String> {
        Ok(())
    }

    /// The results of games in a text that an earlier version remembered, when results were part of it.
    fn earlier_results(_text: &str) -> Vec<Game> {
        Vec::new()
    }

    /// Merges the texts of two windows: a [`Merge`](super::tab_settings::Merge).
    ///
    /// # Errors
    /// Why a text can't be read.
    fn merge(_base: &str, ours: &str, _theirs: &str) -> Result<String, String> {
        Ok(ours.to_owned())
    }

    /// What to do next in this position, which the card below the board says while it has nothing else to say.
    fn advice(_session: &Session<Self>) -> Option<Advice> {
        None
    }

    /// The spot that a control or the advice has asked to focus since the last call.
    fn wanted_focus(_view: &mut Self::View) -> Option<Self::Spot> {
        None
    }

    /// Whether the board and the advice are enough for a small window that stays above others.
    const HAS_SMALL_WINDOW: bool = false;

    /// Does what the controls do in every frame, where they aren't shown.
    fn keep_up(_session: &Session<Self>, _state: &Self::State, _view: &mut Self::View) {}

    /// Shows the controls.
    fn tools_ui(ui: &mut Ui, session: &Session<Self>, state: &mut Self::State, view: &mut Self::View);

    /// Creates the puzzle's own jobs for one document; most puzzles have none. A job calls `wake` when it has a result.
    fn companion(_wake: Wake) -> Box<dyn Companion<Self>> {
        Box::new(())
    }
}

/// A game that can be started.
pub struct NewGame<P: Board> {
    /// What is played, in one or two sentences.
    pub about: &'static str,
    /// The character that starts it; empty if none does.
    pub key: &'static str,
    /// Starts it.
    pub start: fn(&mut P::State, &mut P::View),
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
}

/// A puzzle's own jobs and windows for an open document, beside the searches of its session.
pub trait Companion<P: Board> {
    /// Shows its controls, below the puzzle's other ones. Like those, it changes a copy of the state.
    fn ui(&mut self, ui: &mut Ui, session: &Session<P>, state: &mut P::State);

    /// Takes in the results of its jobs. Called in every frame, even while the tab is hidden.
    fn catch_up(&mut self, session: &mut Session<P>);

    /// Whether a job runs that can be stopped.
    fn is_busy(&self) -> bool;

    /// Stops its jobs.
    fn stop(&mut self);

    /// Whether the user has asked to choose a file to open since the last call.
    fn wants_file(&mut self) -> bool {
        false
    }

    /// Reads a position from a picture, if [`Tools::READS_PICTURES`].
    fn open_picture(&mut self, _path: PathBuf) {}

    /// What the user has asked to save since the last call.
    fn saving(&mut self) -> Option<Saving> {
        None
    }
}

/// Something to save to a file that the user chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saving {
    /// What kind of thing it is.
    pub content: Content,
    /// The suggested file name.
    pub name: String,
    /// The data.
    pub data: Data,
}

impl Saving {
    /// A text file.
    pub fn text(name: &str, text: String) -> Self {
        Self { content: Content::Output, name: name.to_owned(), data: Data::Bytes(text.into_bytes()) }
    }
}

/// No jobs and no windows.
impl<P: Board> Companion<P> for () {
    fn ui(&mut self, _ui: &mut Ui, _session: &Session<P>, _state: &mut P::State) {}

    fn catch_up(&mut self, _session: &mut Session<P>) {}

    fn is_busy(&self) -> bool {
        false
    }

    fn stop(&mut self) {}
}
