//! The commands of the window: whether each can run now, and what it does. Commands of a document are in `document/commands.rs`.

use std::{path::PathBuf, time::Duration};

use egui::{Context, ViewportCommand};

use super::{App, looks::TEXT_STEP};
use crate::{
    command::{Command, DocumentCommand, WindowCommand},
    controls,
    dialogs::Dialog,
    files::PathRequest,
    gallery::{Gallery, Owner, card::Card},
    help::Topic,
    open_documents::{Open, Tab},
    palette::{Palette, Place},
    pasting, regions,
    request::{Question, Request},
    sections,
};

impl App {
    /// Whether the command can run now; if not, why.
    pub(super) fn can(&self, command: Command) -> Result<(), &'static str> {
        let document = &self.documents.shown().document;
        match command {
            Command::Document(DocumentCommand::Undo) if self.documents.can_bring_back() => Ok(()),
            Command::Document(command) => document.can(command),
            Command::Window(WindowCommand::NextDocument | WindowCommand::PreviousDocument)
                if self.documents.of_tab(self.documents.active()).count() == 1 =>
            {
                Err("No other document is open in this tab")
            }
            Command::Window(WindowCommand::SmallWindow) if self.full_size.is_none() && !document.about().has_small_window => {
                Err("Only for the odds of Voltorb Flip")
            }
            Command::Window(_) => Ok(()),
        }
    }

    /// Runs the command, or says why it can't run now.
    pub(super) fn run(&mut self, ctx: &Context, command: Command, now: Duration) {
        if let Err(why) = self.can(command) {
            // Esc often has nothing to stop.
            if command != DocumentCommand::Stop.into() {
                self.notices.show(why.to_owned(), now);
            }
            return;
        }
        match command {
            Command::Document(DocumentCommand::GiveUp) => self.ask_to_give_up(),
            Command::Document(DocumentCommand::Undo) if self.documents.shown().document.can(DocumentCommand::Undo).is_err() => {
                self.documents.bring_back();
            }
            Command::Document(command) => self.documents.shown_mut().0.run(command, now),
            Command::Window(command) => self.run_here(ctx, command),
        }
    }

    fn run_here(&mut self, ctx: &Context, command: WindowCommand) {
        match command {
            WindowCommand::Examples => {
                let name = self.documents.shown().document.about().name;
                self.dialogs.show(Dialog::Gallery(Gallery::examples(self.owner_of_gallery(), self.documents.tab().examples(), &name)));
            }
            WindowCommand::Open => self.request_path(PathRequest::Open),
            WindowCommand::OpenPath => self.path_box(PathRequest::Open, None),
            WindowCommand::Save => self.save(),
            WindowCommand::SaveAs => self.save_as(),
            WindowCommand::BackUp => self.back_up(),
            WindowCommand::RestoreBackup => self.request_path(PathRequest::Restore),
            WindowCommand::SavePath => {
                let parcel = self.document_parcel();
                self.path_box(PathRequest::Write(parcel), None);
            }
            WindowCommand::CloseDocument => self.close_document(),
            WindowCommand::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
            WindowCommand::PasteText => pasting::request(ctx),
            WindowCommand::SwitchTheme => self.looks.switch_theme(ctx),
            WindowCommand::LargerText => self.looks.enlarge(ctx, TEXT_STEP),
            WindowCommand::SmallerText => self.looks.enlarge(ctx, -TEXT_STEP),
            WindowCommand::OpenSections => sections::open_all(ctx),
            WindowCommand::FoldSections => sections::fold_all(ctx),
            WindowCommand::Appearance => self.dialogs.show(Dialog::Appearance(self.looks.appearance)),
            WindowCommand::FullScreen => {
                let is_full = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
                ctx.send_viewport_cmd(ViewportCommand::Fullscreen(!is_full));
            }
            WindowCommand::SmallWindow => self.switch_small_window(ctx),
            WindowCommand::FrameTimes => self.frames.switch_times(),
            WindowCommand::NextDocument => self.documents.show_next(1),
            WindowCommand::PreviousDocument => self.documents.show_next(-1),
            WindowCommand::NextTab => self.documents.show_next_tab(1),
            WindowCommand::PreviousTab => self.documents.show_next_tab(-1),
            WindowCommand::NextRegion => regions::move_focus(ctx, true),
            WindowCommand::PreviousRegion => regions::move_focus(ctx, false),
            WindowCommand::Help => self.help.toggle_puzzle(ctx, self.documents.tab().puzzle.kind.key),
            WindowCommand::HelpOnWindow => self.help.show_topic(ctx, Topic::Window),
            WindowCommand::HelpOnFiles => self.help.show_topic(ctx, Topic::Files),
            WindowCommand::HelpOnCommandLine => self.help.show_topic(ctx, Topic::CommandLine),
            WindowCommand::Glossary => self.help.show_topic(ctx, Topic::Glossary),
            WindowCommand::Palette => {
                self.dialogs.show(Dialog::Palette(Palette::new(ctx, self.places())));
                controls::request(ctx);
            }
            WindowCommand::Shortcuts => self.dialogs.show(Dialog::Shortcuts),
            WindowCommand::Report => self.show_report(ctx),
            WindowCommand::About => self.dialogs.ask(about()),
        }
    }

    /// Whose cards a gallery shows.
    pub(super) fn owner_of_gallery(&self) -> Owner {
        Owner { tab: self.documents.active(), puzzle: self.documents.tab().puzzle.kind.title, document: self.documents.shown().number }
    }

    /// What the command palette finds beside commands: tabs, open documents, examples, recent files and the puzzles' help pages.
    fn places(&self) -> Vec<Place> {
        let tabs = || self.documents.tabs().iter().enumerate();
        let tab = |(index, tab): (usize, &Tab)| Place {
            request: Request::ShowTab(index),
            title: tab.puzzle.kind.title.to_owned(),
            aside: "tab".to_owned(),
        };
        let mut places: Vec<Place> = tabs().map(tab).collect();
        for (index, tab) in tabs() {
            let aside = format!("{}, open document", tab.puzzle.kind.title);
            let place = |open: &Open| Place {
                request: Request::ShowDocument(open.number),
                title: open.document.about().name,
                aside: aside.clone(),
            };
            places.extend(self.documents.of_tab(index).map(place));
        }
        for (index, tab) in tabs() {
            let place = |(number, example): (usize, &Card)| Place {
                request: Request::OpenExample(index, number),
                title: example.title.clone(),
                aside: format!("{}, example", tab.puzzle.kind.title),
            };
            places.extend(tab.examples().iter().enumerate().map(place));
        }
        let recent = |path: &PathBuf| Place {
            request: Request::Open(path.clone()),
            title: path.display().to_string(),
            aside: "recent file".to_owned(),
        };
        places.extend(self.shared.recent.paths().iter().map(recent));
        let help = |(page, title): (usize, &str)| Place {
            request: Request::ShowHelp(page),
            title: format!("Help on {title}"),
            aside: "help page".to_owned(),
        };
        places.extend(self.help.of_puzzles().map(help));
        places
    }
}

/// Shows the version and the licence.
pub(super) fn about() -> Question {
    Question {
        title: "Quincunx".to_owned(),
        text: concat!(
            "Version ",
            env!("CARGO_PKG_VERSION"),
            ". A puzzle workbench: edit positions, find all solutions and step through them."
        )
        .to_owned(),
        note: "Licensed under MIT or Apache 2.0, at your option. The typeface is Inter, under the SIL Open Font License.".to_owned(),
        buttons: vec![("Close", Request::StayOpen)],
        has_main_button: true,
        ..Question::default()
    }
}
