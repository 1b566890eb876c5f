//! What is special to a puzzle's tab: the controls of its editor, at the left.

mod meteor;

use egui::Ui;

use crate::{board::Board, workbench::session::Session};

/// A puzzle's own controls. They change a copy of the state; the tab compares and makes one edit of it.
pub trait Tools: Board {
    /// What the one button that draws the eye does: search, or deal for a puzzle that is played.
    const PRIMARY: crate::gui::command::Command = crate::gui::command::Command::Solve;

    /// Shows the controls.
    fn tools_ui(ui: &mut Ui, session: &Session<Self>, state: &mut Self::State, view: &mut Self::View);
}
