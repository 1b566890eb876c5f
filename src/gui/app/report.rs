//! A report about a problem, for whoever mends it. The user reads it before it is saved, and sends it.

use std::{collections::BTreeMap, env, fs};

use egui::Context;

use super::{App, Recent, Settings};
use crate::{
    gui::{
        deferred::Deferred,
        dialogs::Dialog,
        files::{Content, Data, Parcel, PathRequest},
        words::report as words,
    },
    logging,
};

/// The settings of a tab are cut after this many characters: some contain whole positions.
const LONGEST_SETTINGS: usize = 2000;

impl App {
    /// Shows the report.
    pub(super) fn show_report(&mut self, ctx: &Context) {
        self.dialog = Some(Dialog::Report { text: self.report(ctx), has_position: false });
    }

    /// Asks for a file for the report.
    pub(super) fn save_report(&mut self, text: String, has_position: bool) {
        let tab = &self.tabs[self.active];
        let position = tab.text(tab.label().number).filter(|_| has_position);
        let make = move || match &position {
            Some(position) => format!("{text}\n{}\n{}", words::POSITION, position.make()),
            None => text.clone(),
        };
        let (name, data) = (words::FILE.to_owned(), Data::Text(Deferred::new(make)));
        self.request_path(PathRequest::Write(Parcel { content: Content::Output, name, data }));
    }

    /// Everything but the position.
    fn report(&self, ctx: &Context) -> String {
        let window = ctx.content_rect().size();
        let parts = [
            format!("{}\n{}", logging::about_program(), words::system(&system())),
            words::window(window.x, window.y, ctx.pixels_per_point(), ctx.theme() == egui::Theme::Dark),
            format!("{}\n{}", words::DOCUMENTS, self.open_documents()),
            format!("{}\n{}", words::SETTINGS, self.settings_without_files()),
            format!("{}\n{}", words::MESSAGES, without_home(&logging::latest().join("\n"))),
        ];
        parts.join("\n\n") + "\n"
    }

    fn open_documents(&self) -> String {
        let lines = self.tabs.iter().map(|tab| (tab.title(), tab.documents())).filter(|(_, documents)| !documents.is_empty());
        let line = |(title, documents): (&str, Vec<_>)| {
            let count = |is: fn(&super::DocumentLabel) -> bool| documents.iter().filter(|&document| is(document)).count();
            words::documents(title, documents.len(), count(|document| document.is_changed), count(|document| document.is_searching))
        };
        lines.map(line).collect::<Vec<_>>().join("\n")
    }

    /// The settings, without the names of files and folders.
    fn settings_without_files(&self) -> String {
        let settings = Settings { documents: Vec::new(), recent: Recent::default(), tabs: BTreeMap::new(), ..self.settings() };
        let mut lines = vec![ron::to_string(&settings).unwrap_or_default()];
        for tab in &self.tabs {
            let text: String = tab.remember().chars().take(LONGEST_SETTINGS).collect();
            if !text.is_empty() {
                lines.push(format!("{}: {}", tab.key(), text.split_whitespace().collect::<Vec<_>>().join(" ")));
            }
        }
        lines.join("\n")
    }
}

/// What is known about the system: its name, and its desktop.
fn system() -> Vec<String> {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME=")).map(|name| name.trim_matches('"').to_owned());
    let variables = ["XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE", "DISPLAY", "WAYLAND_DISPLAY"];
    let variable = |name: &str| Some(format!("{name}={}", env::var(name).ok()?));
    name.into_iter().chain(variables.into_iter().filter_map(variable)).collect()
}

/// Returns the text with the path of the home folder, which contains the user's name, replaced by ~.
fn without_home(text: &str) -> String {
    let home = directories::BaseDirs::new().map(|folders| folders.home_dir().display().to_string());
    // In a service's home, / or nothing, there is no name to hide.
    home.filter(|home| 1 < home.len()).map_or_else(|| text.to_owned(), |home| text.replace(&home, "~"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_the_user_is_left_out() {
        let home = directories::BaseDirs::new().map(|folders| folders.home_dir().display().to_string()).unwrap_or_default();
        assert_eq!(without_home(&format!("{home}/a.ron and {home}/b.ron")), "~/a.ron and ~/b.ron");
    }
}
