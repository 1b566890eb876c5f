//! A report about a problem, for the developers. The user sees all of it before it is saved.

use std::{env, fs, sync::mpsc};

use egui::Context;

use super::{App, Settings};
use crate::{dialogs::Dialog, document::About, open_documents::Tab};
use base::{kept, text::counted};
use workbench::{job::spawn, logging};

/// A longer document is cut, in characters: the window lays all of them out.
const LONGEST_DOCUMENT: usize = 50_000;

impl App {
    /// Shows the report.
    pub(super) fn show_report(&mut self, ctx: &Context) {
        let text = self.report(ctx);
        self.exports.report = None;
        self.dialogs.show(Dialog::Report { without_document: text.len(), text, has_document: false });
    }

    /// Adds the document that is shown to the report, once it is written as text, or removes it.
    pub(super) fn add_document_to_report(&mut self, ctx: &Context, adds: bool) {
        let (document, ctx) = (adds.then(|| self.documents.shown().document.snapshot().text), ctx.clone());
        let Some(Dialog::Report { text, without_document, has_document }) = &mut self.dialogs.open else { return };
        text.truncate(*without_document);
        *has_document = adds;
        self.exports.report = document.and_then(|document| {
            let (sender, receiver) = mpsc::channel();
            let write = move || {
                let document: String = document.make().chars().take(LONGEST_DOCUMENT).collect();
                // If the dialog is closed, nobody waits for it.
                let _ = sender.send(document);
                ctx.request_repaint();
            };
            spawn("report".to_owned(), write).ok().map(|()| receiver)
        });
    }

    /// Adds the document to the report as soon as it is there.
    pub(super) fn catch_up_report(&mut self) {
        if let Some(Dialog::Report { text, .. }) = &mut self.dialogs.open
            && let Some(document) = self.exports.report.as_ref().and_then(|receiver| receiver.try_recv().ok())
        {
            text.push_str(&format!("\nDocument\n{document}\n"));
            self.exports.report = None;
        }
    }

    /// Everything but the document.
    fn report(&self, ctx: &Context) -> String {
        let window = ctx.content_rect().size();
        let parts = [
            format!("{}\nSystem: {}", logging::about_program(self.program.version), system().join(", ")),
            about_window(window.x, window.y, ctx.pixels_per_point(), ctx.theme() == egui::Theme::Dark),
            format!("Open documents\n{}", self.open_documents()),
            format!("Settings\n{}", self.settings_without_files()),
            format!("Last messages (times are UTC)\n{}", logging::latest().join("\n")),
        ];
        without_user(&parts.join("\n\n")) + "\n"
    }

    fn open_documents(&self) -> String {
        let line = |(index, tab): (usize, &Tab)| {
            let abouts: Vec<About> = self.documents.of_tab(index).map(|open| open.document.about()).collect();
            let count = |is: fn(&About) -> bool| abouts.iter().filter(|&about| is(about)).count();
            let (changed, searching) = (count(About::is_changed), count(|about| about.activity.is_searching));
            let documents = counted(abouts.len() as u64, "document");
            (!abouts.is_empty()).then(|| format!("{}: {documents}, {changed} unsaved, {searching} searching", tab.puzzle.kind.title))
        };
        self.documents.tabs().iter().enumerate().filter_map(line).collect::<Vec<_>>().join("\n")
    }

    /// The settings, without the names of files and folders and without the results of games.
    fn settings_without_files(&self) -> String {
        let settings = Settings { documents: Vec::new(), ..self.settings() };
        kept::to_text(&settings)
    }
}

/// The window's size in points, the number of pixels to a point, and whether it is dark.
fn about_window(width: f32, height: f32, pixels_per_point: f32, is_dark: bool) -> String {
    let theme = if is_dark { "dark" } else { "light" };
    format!("Window: {width:.0} x {height:.0} points at scale {pixels_per_point}, {theme}")
}

/// What is known about the system: its name, and its desktop.
fn system() -> Vec<String> {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME=")).map(|name| name.trim_matches('"').to_owned());
    let variable = |name: &str| Some(format!("{name}={}", env::var(name).ok()?));
    let variables = ["XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE"].into_iter().filter_map(variable);
    // Their values may name another computer.
    let displays =
        ["DISPLAY", "WAYLAND_DISPLAY"].into_iter().filter(|name| env::var_os(name).is_some()).map(|name| format!("{name} is set"));
    name.into_iter().chain(variables).chain(displays).collect()
}

/// Returns the text without the name of the user, as far as paths contain it.
fn without_user(text: &str) -> String {
    let home = directories::BaseDirs::new().map(|folders| folders.home_dir().display().to_string());
    home.map_or_else(|| text.to_owned(), |home| without(text, &home))
}

/// Returns the text with `~` in place of this home folder, and with `USER` in place of its last part in other paths.
fn without(text: &str, home: &str) -> String {
    let (mut text, user) = (text.to_owned(), home.rsplit(['/', '\\']).next().unwrap_or_default());
    // The home of a service may be / or nothing.
    if user.is_empty() {
        return text;
    }
    // In quotes, each backslash is written twice.
    for separator in ["/", r"\\", r"\"] {
        let written = home.replace('\\', separator);
        text = text.replace(&format!("{written}{separator}"), &format!("~{separator}"));
        text = text.replace(&format!("{separator}{user}{separator}"), &format!("{separator}USER{separator}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_the_user_is_left_out_of_paths() {
        for (text, home, expected) in [
            ("/home/al/a.ron and /home/al/b.ron", "/home/al", "~/a.ron and ~/b.ron"),
            ("/home/alice/a.ron", "/home/al", "/home/alice/a.ron"),
            ("/media/al/disk/a.ron, for all", "/home/al", "/media/USER/disk/a.ron, for all"),
            (r"C:\Users\Al\a.ron", r"C:\Users\Al", r"~\a.ron"),
            (r#""C:\\Users\\Al\\a.ron""#, r"C:\Users\Al", r#""~\\a.ron""#),
            ("/a.ron", "/", "/a.ron"),
            ("/a.ron", "", "/a.ron"),
        ] {
            assert_eq!(without(text, home), expected);
        }
    }
}
