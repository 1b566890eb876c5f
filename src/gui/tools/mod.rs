//! What is special to a puzzle's tab: the controls of its editor, at the left.

mod voltorb_flip;
mod meteor;
mod soma;
mod set;

use egui::Ui;

use crate::{board::Board, gui::command::Command, workbench::session::Session};

/// A puzzle's own controls. They change a copy of the state; the tab compares and makes one edit of it.
pub trait Tools: Board {
    /// What the one button that draws the eye does: search, or deal for a puzzle that is played.
    const PRIMARY: Command = Command::Solve;

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

    /// Takes in what [`Tools::remember`] said before; a text that means nothing any more is passed over.
    fn recall(_view: &mut Self::View, _text: &str) {}

    /// Shows the controls.
    fn tools_ui(ui: &mut Ui, session: &Session<Self>, state: &mut Self::State, view: &mut Self::View);
}
