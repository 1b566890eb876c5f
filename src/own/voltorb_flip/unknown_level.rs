//! The control for what is assumed about a level that the player doesn't know.

use egui::{DragValue, Ui};

use super::words::unknown_level as words;
use gui::widgets::{apart, muted};
use voltorb_flip::model::{assumption::Assumption, prior::Level, state::State};

/// Chooses the possible levels, or to count all boards equally.
pub fn ui(ui: &mut Ui, state: &mut State) {
    let mut is_equal = state.assume == Assumption::EqualBoards;
    apart(ui, |ui| {
        // Without a range to choose from, it shows all levels, so that nothing below moves.
        let mut all = Level::RANGE.into_inner();
        let (first, last) = match &mut state.assume {
            Assumption::Levels(first, last) => (first, last),
            Assumption::EqualBoards => (&mut all.0, &mut all.1),
            Assumption::Chances(_) => return,
        };
        ui.add_enabled_ui(!is_equal, |ui| {
            ui.horizontal_wrapped(|ui| {
                if number(ui, "About level", first) {
                    *last = (*last).max(*first);
                }
                if number(ui, "to", last) {
                    *first = (*first).min(*last);
                }
            });
        });
    });
    if matches!(state.assume, Assumption::Chances(_)) {
        muted(ui, "The chances follow from the last round, by the rules of rising and falling.");
        if ui.button("Any level").clicked() {
            state.assume = Assumption::ANY_LEVEL;
        }
    }
    if ui.checkbox(&mut is_equal, "Count all boards equally").on_hover_text(words::EQUAL_BOARDS_HINT).changed() {
        state.assume = if is_equal { Assumption::EqualBoards } else { Assumption::ANY_LEVEL };
    }
}

/// Shows the number of a level with its label, and returns whether it was changed.
fn number(ui: &mut Ui, label: &str, number: &mut u8) -> bool {
    let label = ui.label(label);
    // A file may have other numbers; these stay until they are changed.
    let field = DragValue::new(number).range(Level::RANGE).clamp_existing_to_range(false).speed(0.05);
    ui.add(field)
        .labelled_by(label.id)
        .on_hover_text("These levels are equally likely before the clues are known; the clues then rule out most of them")
        .changed()
}
