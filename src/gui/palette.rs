//! The command palette, which finds commands by words of their titles.

use egui::{Button, Key, Modifiers, ScrollArea, TextEdit, Ui, vec2};

use super::{
    command::{Command, WindowCommand},
    theme::space,
    widgets::muted,
    words::palette as words,
};

/// The height of the line of one command, and of the list.
const ROW: f32 = 26.0;
const LIST: f32 = 11.0 * ROW;

/// The typed text, and the index of the selected match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Palette {
    typed: String,
    chosen: usize,
}

impl Palette {
    /// Shows the palette. Returns the command once the user has chosen one; `can` decides which are available.
    pub fn ui(&mut self, ui: &mut Ui, can: &dyn Fn(Command) -> Result<(), &'static str>) -> Option<Command> {
        let pressed = |ui: &mut Ui, key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let (up, down, enter) = (pressed(ui, Key::ArrowUp), pressed(ui, Key::ArrowDown), pressed(ui, Key::Enter));
        let box_ = TextEdit::singleline(&mut self.typed).hint_text(words::HINT).desired_width(f32::INFINITY);
        let edit = ui.add(box_.margin(vec2(space::S, space::S)));
        edit.request_focus();
        if edit.changed() {
            self.chosen = 0;
        }
        let found: Vec<Command> = found(&self.typed).filter(|command| can(*command).is_ok()).collect();
        self.chosen = (self.chosen + usize::from(down)).saturating_sub(usize::from(up)).min(found.len().saturating_sub(1));
        let clicked = self.list_ui(ui, &found, up || down);
        clicked.or_else(|| found.get(self.chosen).copied().filter(|_| enter))
    }

    fn list_ui(&self, ui: &mut Ui, found: &[Command], follows: bool) -> Option<Command> {
        let mut clicked = None;
        ScrollArea::vertical().max_height(LIST).min_scrolled_height(LIST).auto_shrink([false, false]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            if found.is_empty() {
                muted(ui, words::NO_MATCH);
            }
            for (index, command) in found.iter().enumerate() {
                let button = Button::selectable(index == self.chosen, command.title()).shortcut_text(command.shortcut_text(ui.ctx()));
                let row = ui.add_sized(vec2(ui.available_width(), ROW), button);
                if index == self.chosen {
                    // The focus stays in the text box, so screen readers announce what Enter would run.
                    ui.ctx().accesskit_node_builder(row.id, |node| node.set_live(egui::accesskit::Live::Polite));
                    if follows {
                        row.scroll_to_me(None);
                    }
                }
                if row.clicked() {
                    clicked = Some(*command);
                }
            }
        });
        clicked
    }
}

/// The commands whose titles contain all typed words. Those that start with the text come first.
fn found(typed: &str) -> impl Iterator<Item = Command> {
    let typed = typed.to_lowercase();
    let fits = |command: &Command| typed.split_whitespace().all(|word| command.title().to_lowercase().contains(word));
    let mut found: Vec<Command> =
        Command::ALL.into_iter().filter(|command| *command != WindowCommand::Palette.into()).filter(fits).collect();
    found.sort_by_key(|command| !command.title().to_lowercase().starts_with(typed.trim()));
    found.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::command::DocumentCommand;

    #[test]
    fn commands_are_found_by_their_words() {
        let first = |typed| found(typed).next();
        assert_eq!(first("solve"), Some(DocumentCommand::Solve.into()));
        assert_eq!(first("path save"), Some(WindowCommand::SavePath.into()));
        assert_eq!(first("ZOOM"), Some(DocumentCommand::ZoomIn.into()));
        assert_eq!(first("no such command"), None);
        assert_eq!(found("").count(), Command::ALL.len() - 1);
    }
}
