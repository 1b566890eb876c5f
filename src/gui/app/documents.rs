//! Opening and saving, what lies over the window, and how it closes.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use egui::{Context, ViewportCommand};

use super::{
    App, clock,
    keeping::{Due, Keeper},
};
use crate::{
    gui::{
        dialogs::{self, Answer, Dialog},
        files::{self, Ask, Asked, Content, Data, News, Parcel},
        theme,
    },
    workbench::{file, file_error::FileError},
};

/// How far closing the window has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closing {
    /// Nobody wants to.
    No,
    /// As soon as all is saved.
    OnceSaved,
    /// Now, whatever was changed.
    Now,
}

impl App {
    pub(super) fn save(&mut self, tab: usize) {
        self.active = tab;
        match self.tabs[tab].path() {
            Some(path) => {
                let parcel = self.document(tab);
                self.files.save(parcel, path);
            }
            None => self.save_as(tab),
        }
    }

    pub(super) fn save_as(&mut self, tab: usize) {
        let parcel = self.document(tab);
        self.ask(Ask::Write(parcel));
    }

    pub(super) fn ask(&mut self, ask: Ask) {
        if self.files.ask(ask.clone()) == Asked::Busy {
            self.cancelled(&ask);
        }
    }

    /// The tab's document as it is now, to be written.
    pub(super) fn document(&mut self, tab: usize) -> Parcel {
        let (text, ticket) = self.tabs[tab].write();
        Parcel {
            content: Content::Document { tab, ticket },
            name: files::suggested_name(&self.tabs[tab].document_name()),
            data: Data::Bytes(text.into_bytes()),
        }
    }

    /// The board as it is shown now, to be written; as one that moves, the shown answer from its first step up to the one shown.
    pub(super) fn picture(&self, ctx: &Context) -> Parcel {
        let tab = &self.tabs[self.active];
        let name = files::suggested_name(&tab.document_name()).replace(".puzzle.ron", ".svg");
        Parcel { content: Content::Picture, name, data: Data::Pictures(tab.export(ctx)) }
    }

    /// What is listed now, to be written.
    pub(super) fn list(&self, ctx: &Context) -> Parcel {
        let tab = &self.tabs[self.active];
        let name = files::suggested_name(&format!("{} answers", tab.document_name())).replace(".puzzle.ron", ".svg");
        Parcel { content: Content::Picture, name, data: Data::Pictures(tab.export_list(ctx)) }
    }

    /// Nothing comes of what was asked.
    fn cancelled(&mut self, ask: &Ask) {
        self.closing = Closing::No;
        if let Ask::Write(Parcel { content: Content::Document { tab, ticket }, .. }) = ask {
            self.tabs[*tab].written(*ticket, None);
        }
    }

    pub(super) fn path_box(&mut self, ask: Ask, notice: Option<String>) {
        let path = match &ask {
            Ask::Open => self.typed.clone(),
            Ask::Write(Parcel { content: Content::Document { tab, .. }, name, .. }) => {
                self.tabs[*tab].path().map_or_else(|| name.clone(), |path| path.display().to_string())
            }
            Ask::Write(parcel) => parcel.name.clone(),
        };
        self.dialog = Some(Dialog::Path { ask, path, notice });
    }

    pub(super) fn take_in(&mut self, news: News, now: Duration) {
        match news {
            News::Chosen(ask, path) => self.path_given(ask, path),
            News::Cancelled(ask) => self.cancelled(&ask),
            News::NoDialog(ask) => self.path_box(ask, Some("This desktop showed no file dialog. Type the path instead.".to_owned())),
            News::Loaded(path, text) => match text.and_then(|text: String| self.open(&text, path.clone())) {
                Ok(()) => {
                    self.typed.clear();
                    self.recent.note(&path);
                }
                Err(error) => {
                    self.recent.forget(&path);
                    self.complain(format!("{} was not opened", path.display()), error.to_string());
                }
            },
            News::Left(path, text) => {
                if let Err(error) = text.and_then(|text| self.recover(&text)) {
                    self.complain(format!("{} was not opened", path.display()), error.to_string());
                }
            }
            News::NoneLeft => {
                self.keep(Duration::MAX);
                self.forget_left();
            }
            News::Overtaken(parcel, path) => {
                self.questions.push_back(Dialog::Overtaken { ask: Ask::Write(parcel), path: path.display().to_string() });
            }
            News::Written(Content::Kept, _, Ok(())) => {}
            News::Written(content, path, Ok(())) => {
                self.tell(format!("Saved {}", path.display()), now);
                if let Content::Document { tab, ticket } = content {
                    self.recent.note(&path);
                    self.tabs[tab].written(ticket, Some(path));
                    if self.closing == Closing::OnceSaved {
                        self.save_next();
                    }
                }
            }
            News::Written(Content::Kept, _, Err(error)) => self.tell(format!("What is not saved cannot be kept for a crash: {error}"), now),
            News::Written(content, path, Err(error)) => {
                self.closing = Closing::No;
                if let Content::Document { tab, ticket } = content {
                    self.tabs[tab].written(ticket, None);
                }
                self.complain(format!("{} was not saved", path.display()), error.to_string());
            }
            News::Failed(why) => self.complain("Something went wrong with a file".to_owned(), why),
        }
    }

    /// Shows the document in the tab of its puzzle.
    fn open(&mut self, text: &str, path: PathBuf) -> Result<(), FileError> {
        let key = file::peek(text)?;
        let index = self.tabs.iter().position(|tab| tab.key() == key).ok_or_else(|| FileError::unknown_puzzle(text, &key))?;
        self.tabs[index].open(text, Some(path))?;
        self.active = index;
        Ok(())
    }

    fn recover(&mut self, text: &str) -> Result<(), FileError> {
        let key = file::peek(text)?;
        let index = self.tabs.iter().position(|tab| tab.key() == key).ok_or_else(|| FileError::unknown_puzzle(text, &key))?;
        self.tabs[index].recover(text)?;
        self.active = index;
        Ok(())
    }

    /// Keeps in mind what is not saved, as far as it is due. Says when more will be.
    pub(super) fn keep(&mut self, now: Duration) -> Option<Duration> {
        let keeper = self.keeper.as_mut()?;
        let mut next = None;
        for (index, tab) in self.tabs.iter().enumerate() {
            match keeper.due(index, tab.changed_revision(), now) {
                Due::Nothing => {}
                Due::In(wait) => next = Some(next.map_or(wait, |next: Duration| next.min(wait))),
                Due::Write => {
                    let parcel = Parcel { content: Content::Kept, name: String::new(), data: Data::Bytes(tab.text().into_bytes()) };
                    self.files.write(parcel, keeper.place(tab.key()));
                }
                Due::Remove => self.files.forget(keeper.place(tab.key())),
            }
        }
        next
    }

    fn forget_left(&mut self) {
        if let Some(keeper) = &mut self.keeper {
            keeper.forget_left();
        }
    }

    /// Says what went wrong, once what lies over the window now is answered.
    fn complain(&mut self, title: String, text: String) {
        self.questions.push_back(Dialog::Message { title, text });
    }

    pub(super) fn dropped_files(&mut self, ctx: &Context) {
        let paths: Vec<PathBuf> = ctx.input(|input| input.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect());
        for path in paths {
            self.files.load(path);
        }
    }

    pub(super) fn dialog_ui(&mut self, ctx: &Context) {
        if self.dialog.is_none() {
            self.dialog = self.questions.pop_front();
        }
        let Some(mut dialog) = self.dialog.take() else { return };
        let tab = &self.tabs[self.active];
        match dialogs::ui(ctx, &mut dialog, &|command| tab.can(command)) {
            None => self.dialog = Some(dialog),
            Some(answer) => self.answered(ctx, answer, dialog),
        }
    }

    fn answered(&mut self, ctx: &Context, answer: Answer, dialog: Dialog) {
        match answer {
            Answer::Path(ask, path) => {
                self.typed = if ask == Ask::Open { path.clone() } else { String::new() };
                let file = files::expand_home(&path);
                if matches!(ask, Ask::Write(_)) && file.exists() && !self.is_own_file(&ask, &file) {
                    self.dialog = Some(Dialog::Replace { ask, path });
                } else {
                    self.path_given(ask, file);
                }
            }
            Answer::Replace(ask, path) => self.path_given(ask, files::expand_home(&path)),
            Answer::Elsewhere(ask) => self.ask(ask),
            Answer::SaveAndClose => {
                self.closing = Closing::OnceSaved;
                self.save_next();
            }
            Answer::DiscardAndClose => {
                self.closing = Closing::Now;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
            Answer::OpenLeft => {
                let left = self.keeper.as_ref().map(Keeper::left).unwrap_or_default();
                self.files.load_left(left);
            }
            Answer::DiscardLeft => self.forget_left(),
            Answer::Appearance(appearance) => {
                self.appearance = appearance;
                theme::set_appearance(ctx, appearance);
                self.dialog = Some(dialog);
            }
            Answer::Run(command) => self.run(ctx, command, clock(ctx)),
            Answer::Cancel => match dialog {
                Dialog::Path { ask, .. } | Dialog::Replace { ask, .. } | Dialog::Overtaken { ask, .. } => self.cancelled(&ask),
                _ => self.closing = Closing::No,
            },
        }
    }

    /// Whether the document is asked to be written to the file that it is from.
    fn is_own_file(&self, ask: &Ask, file: &Path) -> bool {
        let Ask::Write(Parcel { content: Content::Document { tab, .. }, .. }) = ask else { return false };
        self.tabs[*tab].path().is_some_and(|own| own == file)
    }

    fn path_given(&mut self, ask: Ask, path: PathBuf) {
        match ask {
            Ask::Open => self.files.load(path),
            Ask::Write(parcel) => self.files.write(parcel, path),
        }
    }

    /// Saves the next changed document on the way to closing the window.
    fn save_next(&mut self) {
        if let Some(index) = self.tabs.iter().position(|tab| tab.is_changed()) {
            self.save(index);
        }
    }

    pub(super) fn close_if_asked(&mut self, ctx: &Context) {
        if self.closing == Closing::OnceSaved && !self.tabs.iter().any(|tab| tab.is_changed()) {
            // What is left, if anything, was replaced in its tab; the question comes again for it.
            self.closing = Closing::No;
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
        if !ctx.input(|input| input.viewport().close_requested()) || self.closing == Closing::Now {
            return;
        }
        let names: Vec<String> = self.tabs.iter().flat_map(|tab| tab.unsaved()).collect();
        if !names.is_empty() {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            let can_save = self.tabs.iter().any(|tab| tab.is_changed());
            self.dialog = Some(Dialog::Unsaved { names, can_save });
        }
    }
}
