//! Opening and saving, and what lies over the window.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::Duration,
};

use egui::{Context, ViewportCommand};

use super::{
    App, clock,
    closing::Closing,
    keeping::{Due, Keeper, Place},
    recovery_file::About,
};
use crate::{
    gui::{
        deferred::Deferred,
        dialogs::{self, Dialog, Reply},
        files::{self, Ask, Asked, Content, Data, Loaded, News, Parcel},
        theme,
    },
    text::ago,
    workbench::{file_error::FileError, session::Unsaved},
};

/// What was done to keep documents.
#[derive(Default)]
pub(super) struct Keeping {
    /// So many are being written.
    pub written: usize,
    /// When more will be due.
    pub again_in: Option<Duration>,
}

impl App {
    pub(super) fn save(&mut self, tab: usize) {
        self.show_tab(tab);
        match self.tabs[tab].label().path {
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
            name: files::suggested_name(&self.tabs[tab].label().name),
            data: Data::Text(text),
        }
    }

    /// The board as it is shown now, to be written; as one that moves, the shown solution from its first step up to the one shown.
    pub(super) fn picture(&self, ctx: &Context) -> Parcel {
        let tab = &self.tabs[self.active];
        let name = files::suggested_name_of_kind(&tab.label().name, ".svg");
        Parcel { content: Content::Picture, name, data: Data::Pictures(tab.export(ctx)) }
    }

    /// What is listed now, to be written.
    pub(super) fn list(&self, ctx: &Context) -> Parcel {
        let tab = &self.tabs[self.active];
        let name = files::suggested_name_of_kind(&format!("{} solutions", tab.label().name), ".svg");
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
                self.tabs[*tab].label().path.map_or_else(|| name.clone(), |path| path.display().to_string())
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
            News::Loaded(path, loaded) => match loaded.and_then(|loaded| self.open(loaded, path.clone())) {
                Ok(()) => {
                    self.typed.clear();
                    self.recent.note(&path);
                }
                Err(error) => {
                    self.recent.forget(&path);
                    self.complain(format!("{} was not opened", path.display()), error.to_string());
                }
            },
            News::Left(path, loaded) => match loaded.and_then(|loaded| self.recover(loaded)) {
                Ok(()) => self.keeper.iter_mut().for_each(|keeper| keeper.opened(path.clone())),
                Err(error) => {
                    let stays = "It is offered again at the next start.";
                    self.complain(format!("{} was not opened", path.display()), format!("{error}\n{stays}"));
                }
            },
            News::NoneLeft => {
                let copies = self.keep(Duration::MAX).written;
                self.keeper.iter_mut().for_each(|keeper| keeper.await_copies(copies));
            }
            News::Overtaken(parcel, path) => {
                self.questions.push_back(Dialog::Overtaken { ask: Ask::Write(parcel), path: path.display().to_string() });
            }
            News::InTheWay(parcel, path) => {
                self.questions.push_back(Dialog::Replace { ask: Ask::Write(parcel), path: path.display().to_string() });
            }
            News::Forgotten => {}
            News::Noted(note, stored) => self.noted(note, stored),
            News::Written(Content::Kept { .. }, _, Ok(())) => self.keeper.iter_mut().for_each(Keeper::kept),
            News::Written(content, path, Ok(())) => {
                self.tell(format!("Saved {}", path.display()), now);
                if let Content::Document { tab, ticket } = content {
                    self.recent.note(&path);
                    self.tabs[tab].written(ticket, Some(path));
                    match self.closing {
                        Closing::OnceSaved => self.save_next(),
                        Closing::Document { number, ticket: awaited } if awaited == ticket => self.close_saved(tab, number),
                        _ => {}
                    }
                }
            }
            News::Written(Content::Kept { tab, number }, _, Err(error)) => {
                self.keeper.iter_mut().for_each(|keeper| keeper.failed((tab, number), now));
                self.tell(format!("What is not saved cannot be kept for a crash: {error}"), now);
            }
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
    fn open(&mut self, loaded: Loaded, path: PathBuf) -> Result<(), FileError> {
        let index = self.tab_of(&loaded)?;
        self.tabs[index].open(loaded.document, Some(path));
        self.show_tab(index);
        Ok(())
    }

    fn tab_of(&self, loaded: &Loaded) -> Result<usize, FileError> {
        let index = self.tabs.iter().position(|tab| tab.key() == loaded.key);
        index.ok_or_else(|| FileError::unknown_puzzle(&loaded.text, loaded.key))
    }

    /// Shows the document of a recovery file.
    fn recover(&mut self, loaded: Loaded) -> Result<(), FileError> {
        let index = self.tab_of(&loaded)?;
        let about = About::read(&loaded.text).unwrap_or_default();
        self.tabs[index].recover(loaded.document, about.path());
        // So that a change that was made to the file since is noticed when the document is saved.
        if let (Some(path), Some(seen)) = (about.path(), about.seen) {
            self.files.saw(&path, seen);
        }
        self.show_tab(index);
        Ok(())
    }

    /// How the document in a recovery file is called in a question.
    pub(super) fn name_of_left(&self, path: &Path) -> String {
        let about = About::of_file(path);
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let tab = self.tabs.iter().find(|tab| file.strip_prefix(tab.key()).is_some_and(|rest| rest.starts_with('-')));
        let puzzle = tab.map_or(String::new(), |tab| format!(" ({})", tab.title()));
        let place = about.path.as_ref().map_or(String::new(), |path| format!(", {path}"));
        format!("{}{puzzle}, {}{place}", about.name, ago(about.age()))
    }

    /// Keeps what is not saved in case of a crash, as far as it is due.
    pub(super) fn keep(&mut self, now: Duration) -> Keeping {
        let mut keeping = Keeping::default();
        let Some(keeper) = &mut self.keeper else { return keeping };
        let tabs = self.tabs.iter().enumerate();
        let unsaved: BTreeMap<Place, Unsaved> =
            tabs.flat_map(|(index, tab)| tab.unsaved().into_iter().map(move |(number, about)| ((index, number), about))).collect();
        let revisions = unsaved.iter().map(|(&place, about)| (place, about.revision)).collect();
        for due in keeper.due(&revisions, now) {
            match due {
                Due::In(wait) => keeping.again_in = Some(keeping.again_in.map_or(wait, |next| next.min(wait))),
                Due::Write((tab, number)) => {
                    let Some((text, unsaved)) = self.tabs[tab].text(number).zip(unsaved.get(&(tab, number))) else { continue };
                    let seen = unsaved.path.as_ref().and_then(|path| self.files.seen(path));
                    let about = About::new(unsaved, seen);
                    let data = Data::Text(Deferred::new(move || about.write(&text.make())));
                    let parcel = Parcel { content: Content::Kept { tab, number }, name: String::new(), data };
                    self.files.write(parcel, keeper.path(self.tabs[tab].key(), number));
                    keeping.written += 1;
                }
                Due::Remove((tab, number)) => self.files.forget(keeper.path(self.tabs[tab].key(), number)),
            }
        }
        keeping
    }

    fn forget_left(&mut self) {
        if let Some(keeper) = &mut self.keeper {
            keeper.forget_left();
        }
    }

    /// Says what went wrong, once what lies over the window now is answered.
    pub(super) fn complain(&mut self, title: String, text: String) {
        self.questions.push_back(Dialog::Message { title, text });
    }

    pub(super) fn dropped_files(&mut self, ctx: &Context) {
        let paths: Vec<PathBuf> = ctx.input(|input| input.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect());
        for path in paths {
            self.files.load(path);
        }
    }

    pub(super) fn dialog_ui(&mut self, ctx: &Context) {
        if let Some(Dialog::Writing { paths }) = &mut self.dialog {
            *paths = self.files.being_written();
            if self.closing != Closing::OnceWritten || paths.is_empty() {
                self.dialog = None;
            }
        }
        if self.dialog.is_none() {
            self.dialog = self.questions.pop_front();
        }
        let Some(mut dialog) = self.dialog.take() else { return };
        match dialogs::ui(ctx, &mut dialog, &|command| self.can(command)) {
            None => self.dialog = Some(dialog),
            Some(reply) => self.replied(ctx, reply, dialog),
        }
    }

    fn replied(&mut self, ctx: &Context, reply: Reply, dialog: Dialog) {
        match reply {
            Reply::Path(ask, path) => {
                self.typed = if ask == Ask::Open { path.clone() } else { String::new() };
                let file = files::expand_home(&path);
                match ask {
                    Ask::Write(parcel) if !self.is_own_file(&parcel, &file) => self.files.create(parcel, file),
                    ask => self.path_given(ask, file),
                }
            }
            Reply::Replace(ask, path) => self.path_given(ask, files::expand_home(&path)),
            Reply::Elsewhere(ask) => self.ask(ask),
            Reply::SaveAndClose => {
                self.closing = Closing::OnceSaved;
                self.save_next();
            }
            Reply::DiscardAndClose => {
                self.closing = Closing::Now;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
            Reply::SaveAndCloseDocument(tab, number) => self.save_and_close_document(tab, number),
            Reply::DiscardDocument(tab, number) => self.discard_document(tab, number),
            Reply::CloseRegardless => {
                self.closing = Closing::Regardless;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
            Reply::OpenLeft => {
                let left = self.keeper.as_ref().map(Keeper::left).unwrap_or_default();
                self.files.load_left(left);
            }
            Reply::DiscardLeft => self.forget_left(),
            Reply::Appearance(appearance) => {
                self.appearance = appearance;
                theme::set_appearance(ctx, appearance);
                self.dialog = Some(dialog);
            }
            Reply::Run(command) => self.run(ctx, command, clock(ctx)),
            Reply::Cancel => match dialog {
                Dialog::Path { ask, .. } | Dialog::Replace { ask, .. } | Dialog::Overtaken { ask, .. } => self.cancelled(&ask),
                _ => self.closing = Closing::No,
            },
        }
    }

    /// Whether the document is asked to be written to the file that it is from.
    fn is_own_file(&self, parcel: &Parcel, file: &Path) -> bool {
        let Content::Document { tab, .. } = parcel.content else { return false };
        self.tabs[tab].label().path.is_some_and(|own| own == file)
    }

    pub(super) fn path_given(&mut self, ask: Ask, path: PathBuf) {
        match ask {
            Ask::Open => self.files.load(path),
            Ask::Write(parcel) => self.files.write(parcel, path),
        }
    }
}
