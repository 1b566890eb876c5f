//! The command palette, which finds commands and places by words of their titles.

use egui::{Button, Key, Modifiers, ScrollArea, TextEdit, Ui, vec2};

use super::{
    command::{Command, WindowCommand},
    controls::{self, Control},
    request::Request,
    theme::space,
    widgets::muted,
};
/// The height of the line of one command, and of the list.
const ROW: f32 = 26.0;
const LIST: f32 = 11.0 * ROW;

/// Something to go to: how it is requested, its title, and the text beside that.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Opens or runs it.
    pub request: Request,
    /// Its title.
    pub title: String,
    /// What kind of place it is.
    pub aside: String,
}

/// The typed text, the index of the selected match, and the places that it finds beside the commands.
#[derive(Clone, Debug, PartialEq)]
pub struct Palette {
    typed: String,
    chosen: usize,
    places: Vec<Place>,
}

impl Palette {
    /// A palette that finds these places and all commands.
    pub fn new(places: Vec<Place>) -> Self {
        Self { typed: String::new(), chosen: 0, places }
    }

    /// Shows the palette. Returns what the user has chosen; `can` decides which commands are available.
    pub fn ui(&mut self, ui: &mut Ui, can: &dyn Fn(Command) -> Result<(), &'static str>) -> Option<Request> {
        if let Some(controls) = controls::take(ui.ctx()) {
            self.add_controls(controls);
        }
        let pressed = |ui: &mut Ui, key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let (up, down, enter) = (pressed(ui, Key::ArrowUp), pressed(ui, Key::ArrowDown), pressed(ui, Key::Enter));
        let box_ = TextEdit::singleline(&mut self.typed)
            .hint_text("Type to find a command, a control, a tab, an example or a document")
            .desired_width(f32::INFINITY);
        let edit = ui.add(box_.margin(vec2(space::S, space::S)));
        edit.request_focus();
        if edit.changed() {
            self.chosen = 0;
        }
        let can_run = |place: &Place| !matches!(place.request, Request::Run(command) if can(command).is_err());
        let commands = commands(ui.ctx());
        let found: Vec<&Place> =
            found(&self.typed, commands.iter().chain(&self.places)).into_iter().filter(|place| can_run(place)).collect();
        self.chosen = (self.chosen + usize::from(down)).saturating_sub(usize::from(up)).min(found.len().saturating_sub(1));
        let clicked = self.list_ui(ui, &found, up || down);
        clicked.or_else(|| found.get(self.chosen).copied().filter(|_| enter)).map(|place| place.request.clone())
    }

    /// Adds the controls that no command or place has the name of.
    fn add_controls(&mut self, controls: Vec<Control>) {
        for control in controls {
            let is_known = Command::ALL.iter().any(|command| command.title() == control.name)
                || self.places.iter().any(|place| place.title == control.name);
            if !is_known {
                let aside = if control.is_in_solve_mode { format!("{}, Solve mode", control.kind) } else { control.kind.to_owned() };
                self.places.push(Place { title: control.name.clone(), aside, request: Request::Operate(control) });
            }
        }
    }

    fn list_ui<'a>(&self, ui: &mut Ui, found: &[&'a Place], follows: bool) -> Option<&'a Place> {
        let mut clicked = None;
        ScrollArea::vertical().max_height(LIST).min_scrolled_height(LIST).auto_shrink([false, false]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            if found.is_empty() {
                muted(ui, "No match");
            }
            for (index, place) in found.iter().enumerate() {
                let button = Button::selectable(index == self.chosen, &place.title).shortcut_text(&place.aside);
                let row = ui.add_sized(vec2(ui.available_width(), ROW), button);
                if index == self.chosen {
                    // The focus stays in the text box, so screen readers announce what Enter would run.
                    ui.ctx().accesskit_node_builder(row.id, |node| node.set_live(egui::accesskit::Live::Polite));
                    if follows {
                        row.scroll_to_me(None);
                    }
                }
                if row.clicked() {
                    clicked = Some(*place);
                }
            }
        });
        clicked
    }
}

/// All commands but the one that opens the palette, with their shortcuts.
fn commands(ctx: &egui::Context) -> Vec<Place> {
    let commands = Command::ALL.iter().copied().filter(|command| *command != WindowCommand::Palette.into());
    let place =
        |command: Command| Place { request: Request::Run(command), title: command.title().to_owned(), aside: command.shortcut_text(ctx) };
    commands.map(place).collect()
}

/// The places whose title and aside contain all typed words. Those whose titles start with the text come first.
pub fn found<'a>(typed: &str, places: impl Iterator<Item = &'a Place>) -> Vec<&'a Place> {
    let typed = typed.to_lowercase();
    let fits = |place: &&Place| {
        let text = format!("{} {}", place.title, place.aside).to_lowercase();
        typed.split_whitespace().all(|word| text.contains(word))
    };
    let mut found: Vec<&Place> = places.filter(fits).collect();
    found.sort_by_key(|place| !place.title.to_lowercase().starts_with(typed.trim()));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::command::DocumentCommand;

    #[test]
    fn commands_and_places_are_found_by_their_words() {
        let mut places = commands(&egui::Context::default());
        places.push(Place { request: Request::OpenExample(2, 5), title: "The dog".to_owned(), aside: "Soma, example".to_owned() });
        let first = |typed: &str| found(typed, places.iter()).first().map(|place| place.request.clone());
        assert_eq!(first("solve"), Some(Request::Run(DocumentCommand::Solve.into())));
        assert_eq!(first("path save"), Some(Request::Run(WindowCommand::SavePath.into())));
        assert_eq!(first("ZOOM"), Some(Request::Run(DocumentCommand::ZoomIn.into())));
        assert_eq!(first("dog"), Some(Request::OpenExample(2, 5)));
        assert_eq!(first("soma dog"), Some(Request::OpenExample(2, 5)));
        assert_eq!(first("no such command"), None);
        assert_eq!(found("", places.iter()).len(), Command::ALL.len());
    }
}
