//! What is special to a puzzle's tab: the controls of its editor, at the left.

mod voltorb_flip;
mod meteor;
mod soma;
mod set;
mod virus_war;

use egui::Ui;

use crate::{
    board::Board,
    gui::{
        command::DocumentCommand,
        files::{Content, Data},
    },
    workbench::{job::Wake, session::Session},
};

/// A puzzle's own controls. They change a copy of the state; the tab compares and makes one edit of it.
pub trait Tools: Board {
    /// What the one button that draws the eye does: search, or deal for a puzzle that is played.
    const PRIMARY: DocumentCommand = DocumentCommand::Solve;

    /// Whether the first example is shown solved: not where the position alone has much to show.
    const BEGINS_SOLVED: bool = true;

    /// Whether a game is played: then nothing that would spoil it is shown, and nothing is searched.
    fn is_playing(_view: &Self::View) -> bool {
        false
    }

    /// What is to be remembered from one start to the next, as text; empty if nothing is.
    fn remember(_view: &Self::View) -> String {
        String::new()
    }

    /// Takes in what [`Tools::remember`] said before.
    ///
    /// # Errors
    /// Why the text can't be read; then nothing has changed.
    fn recall(_view: &mut Self::View, _text: &str) -> Result<(), String> {
        Ok(())
    }

    /// Brings together what two windows remember: a [`Merge`](super::tab_settings::Merge).
    ///
    /// # Errors
    /// Why a text can't be read.
    fn merge(_base: &str, ours: &str, _theirs: &str) -> Result<String, String> {
        Ok(ours.to_owned())
    }

    /// Shows the controls.
    fn tools_ui(ui: &mut Ui, session: &Session<Self>, state: &mut Self::State, view: &mut Self::View);

    /// What goes along with the tab; nothing for most. `wake` is called when it has something to take in.
    fn companion(_wake: Wake) -> Box<dyn Companion<Self>> {
        Box::new(())
    }
}

/// What goes along with a tab as long as it lives and is no search of its session: jobs and windows of the puzzle's own.
pub trait Companion<P: Board> {
    /// Shows its controls, below the puzzle's other ones. As those, it changes a copy of the state.
    fn ui(&mut self, ui: &mut Ui, session: &Session<P>, state: &mut P::State);

    /// Takes in what its jobs found; called in every frame, also while the tab is hidden.
    fn catch_up(&mut self, session: &mut Session<P>);

    /// Whether it does something that can be stopped.
    fn is_busy(&self) -> bool;

    /// Stops what it does.
    fn stop(&mut self);

    /// What the user asked to save since the last time.
    fn saving(&mut self) -> Option<Saving> {
        None
    }
}

/// What is to be saved to a file of the user's choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saving {
    /// A picture, or what is written as it is.
    pub content: Content,
    /// The name of a file that is suggested.
    pub name: String,
    /// What is written.
    pub data: Data,
}

impl Saving {
    /// A text.
    pub fn text(name: &str, text: String) -> Self {
        Self { content: Content::Made, name: name.to_owned(), data: Data::Bytes(text.into_bytes()) }
    }
}

/// No companion.
impl<P: Board> Companion<P> for () {
    fn ui(&mut self, _ui: &mut Ui, _session: &Session<P>, _state: &mut P::State) {}

    fn catch_up(&mut self, _session: &mut Session<P>) {}

    fn is_busy(&self) -> bool {
        false
    }

    fn stop(&mut self) {}
}
