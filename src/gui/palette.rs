//! The command palette, which finds commands and places by words of their titles.

use egui::{Button, Key, Modifiers, ScrollArea, TextEdit, Ui, vec2};

use super::{
    command::{Command, WindowCommand},
    controls::{self, Control},
    request::Request,
    theme::space,
    widgets::{muted, with_shortcut},
};
/// The height of the line of one command, and of the list.
const ROW: f32 = 26.0;
const LIST: f32 = 11.0 * ROW;

/// Something to go to: how it is requested, its title, and the text beside that.
pub struct Place {
    /// Opens or runs it.
    pub request: Request,
    /// Its title.
    pub title: String,
    /// What kind of place it is.
    pub aside: String,
}

/// The typed text, the index of the selected match, and what it can find: commands first, then places.
pub struct Palette {
    typed: String,
    chosen: usize,
    places: Vec<Place>,
}

impl Palette {
    /// A palette that finds all commands and these places.
    pub fn new(ctx: &egui::Context, places: Vec<Place>) -> Self {
        Self { typed: String::new(), chosen: 0, places: commands(ctx).chain(places).collect() }
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
        let found: Vec<usize> = found(&self.typed, &self.places).into_iter().filter(|&place| can_run(&self.places[place])).collect();
        self.chosen = (self.chosen + usize::from(down)).saturating_sub(usize::from(up)).min(found.len().saturating_sub(1));
        let clicked = self.list_ui(ui, &found, up || down);
        let chosen = clicked.or_else(|| found.get(self.chosen).copied().filter(|_| enter))?;
        Some(self.places.swap_remove(chosen).request)
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

    fn list_ui(&self, ui: &mut Ui, found: &[usize], follows: bool) -> Option<usize> {
        let mut clicked = None;
        ScrollArea::vertical().max_height(LIST).min_scrolled_height(LIST).auto_shrink([false, false]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            if found.is_empty() {
                muted(ui, "No match");
            }
            for (index, &number) in found.iter().enumerate() {
                let place = &self.places[number];
                let button = with_shortcut(Button::selectable(index == self.chosen, &place.title), place.aside.clone());
                let row = ui.add_sized(vec2(ui.available_width(), ROW), button);
                if index == self.chosen {
                    // The focus stays in the text box, so screen readers announce what Enter would run.
                    ui.ctx().accesskit_node_builder(row.id, |node| node.set_live(egui::accesskit::Live::Polite));
                    if follows {
                        row.scroll_to_me(None);
                    }
                }
                if row.clicked() {
                    clicked = Some(number);
                }
            }
        });
        clicked
    }
}

/// All commands but the one that opens the palette, with their shortcuts.
fn commands(ctx: &egui::Context) -> impl Iterator<Item = Place> {
    let commands = Command::ALL.iter().copied().filter(|command| *command != WindowCommand::Palette.into());
    let place =
        |command: Command| Place { request: Request::Run(command), title: command.title().to_owned(), aside: command.shortcut_text(ctx) };
    commands.map(place)
}

/// The indices of the places whose title and aside contain all typed words. Where a word of the title begins with each of them, commands
/// and controls come first, then other places; behind them those that merely contain the words.
pub fn found(typed: &str, places: &[Place]) -> Vec<usize> {
    let typed = typed.to_lowercase();
    let words = || typed.split_whitespace();
    let rank = |place: &Place| {
        let title = place.title.to_lowercase();
        let text = format!("{title} {}", place.aside.to_lowercase());
        let begins = words().all(|word| title.split(|c: char| !c.is_alphanumeric()).any(|other| other.starts_with(word)));
        let runs = matches!(place.request, Request::Run(_) | Request::Operate(_));
        words().all(|word| text.contains(word)).then_some((!begins, !runs, !title.starts_with(typed.trim())))
    };
    let mut found: Vec<_> = places.iter().enumerate().filter_map(|(index, place)| Some((rank(place)?, index))).collect();
    found.sort_unstable();
    found.into_iter().map(|(_, index)| index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::DocumentCommand;

    #[test]
    fn commands_and_places_are_found_by_their_words() {
        let mut places: Vec<Place> = commands(&egui::Context::default()).collect();
        places.push(Place { request: Request::OpenExample(2, 5), title: "The dog".to_owned(), aside: "Soma, example".to_owned() });
        let first = |typed: &str| found(typed, &places).first().map(|&place| &places[place].request);
        let runs = |typed: &str, command: Command| matches!(first(typed), Some(Request::Run(found)) if *found == command);
        assert!(runs("solve", DocumentCommand::Solve.into()));
        assert!(runs("path save", WindowCommand::SavePath.into()));
        assert!(runs("ZOOM", DocumentCommand::ZoomIn.into()));
        assert!(matches!(first("dog"), Some(Request::OpenExample(2, 5))));
        assert!(matches!(first("soma dog"), Some(Request::OpenExample(2, 5))));
        for example in ["Castle", "Lighthouse", "Exported house"] {
            places.insert(0, Place { request: Request::OpenExample(2, 6), title: example.to_owned(), aside: "Soma, example".to_owned() });
        }
        places.push(Place { request: Request::Run(DocumentCommand::New.into()), title: "Export STL…".to_owned(), aside: String::new() });
        let first = |typed: &str| found(typed, &places).first().map(|&place| places[place].title.as_str());
        assert_eq!(first("stl"), Some("Export STL…"), "a castle merely contains it");
        assert_eq!((first("light"), first("export")), (Some("Switch light / dark theme"), Some("Export picture…")), "commands come first");
        assert_eq!((first("lighth"), first("cast")), (Some("Lighthouse"), Some("Castle")));
    }
}
