//! What is special to a puzzle's tab: the controls of its editor, at the left.

mod voltorb_flip;
mod meteor;
mod soma;

use egui::Ui;

use crate::{board::Board, gui::command::Command, workbench::session::Session};

/// A puzzle's own controls. They change a copy of the state; the tab compares and makes one edit of it.
pub trait Tools: Board {
    /// What the one button that draws the eye does: search, or deal for a puzzle that is played.
    const PRIMARY: Command = Command::Solve;

    /// Whether the first example is shown solved: not where the position alone has much to show.
    const BEGINS_SOLVED: bool = true;

    /// Shows the controls.
    fn tools_ui(ui: &mut Ui, session: &Session<Self>, state: &mut Self::State, view: &mut Self::View);
}
