//! Opening, saving and recovering documents, and carrying out the replies to dialogs.

use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
    path::{self, Path, PathBuf},
    time::Duration,
};

use egui::Context;

use super::{
    App,
    closing::Closing,
    recovery::{Due, Recovery},
    recovery_file::About,
};
use crate::{
    gui::{
        deferred::Deferred,
        dialogs::{self, Dialog},
        exporting::{ExportOptions, Exported},
        files::{self, Content, Data, DialogState, Loaded, News, Parcel, PathRequest, PictureSource},
        request::{DocumentId, Question, Request},
        theme,
        words::{self, dialogs as texts, notices},
    },
    text::ago,
    workbench::{
        file_error::FileError,
        session::{Unsaved, Version},
    },
};

/// The time between two updates of the progress of an export.
const PROGRESS: Duration = Duration::from_millis(100);

impl App {
    pub(super) fn save(&mut self, tab: usize) {
        self.show_tab(tab);
        match self.tabs[tab].label().path {
            Some(path) => {
                let parcel = self.document_parcel(tab);
                self.files.save(parcel, path);
            }
            None => self.save_as(tab),
        }
    }

    pub(super) fn save_as(&mut self, tab: usize) {
        let parcel = self.document_parcel(tab);
        self.request_path(PathRequest::Write(parcel));
    }

    /// Asks for a path. While a file dialog is open, a box of our own asks, so that what was made to be written isn't lost.
    pub(super) fn request_path(&mut self, request: PathRequest) {
        if self.files.request_path(request.clone()) == DialogState::AlreadyOpen {
            self.path_box(request, Some("Another file dialog is open. Type the path instead.".to_owned()));
        }
    }

    /// The tab's document as it is now, ready to be written.
    pub(super) fn document_parcel(&mut self, tab: usize) -> Parcel {
        let (text, ticket) = self.tabs[tab].begin_save();
        Parcel {
            content: Content::Document { tab, ticket },
            name: files::suggested_name(&self.tabs[tab].label().name),
            data: Data::Text(text),
        }
    }

    /// The board or the list as it is shown now, ready to be written. An animation has the shown solution from its first step to the
    /// current one.
    fn picture_parcel(&self, ctx: &Context, exported: Exported, options: &ExportOptions) -> Option<Parcel> {
        let tab = &self.tabs[self.active];
        let (look, document) = (theme::look_in(ctx, options.theme), tab.label().name);
        let (name, pictures) = match exported {
            Exported::Board => (document, tab.export(&look, options)),
            Exported::Sheet => (format!("{document} sheet"), tab.export_sheet()?),
            Exported::List => (format!("{document} solutions"), tab.export_list(look, options)),
        };
        let name = files::suggested_name_of_kind(&name, options.format.ending());
        Some(Parcel { content: Content::Picture(exported), name, data: Data::Pictures(pictures) })
    }

    /// Asks how to export this, in a dialog that offers the board and the sheet to print in place of each other.
    pub(super) fn ask_about_export(&mut self, content: Exported) {
        let choices: &[Exported] = match content {
            Exported::Board | Exported::Sheet if self.tabs[self.active].has_sheets() => &[Exported::Board, Exported::Sheet],
            _ => &[],
        };
        self.dialog = Some(Dialog::Export { content, choices, options: self.export_options.for_content(content) });
    }

    /// The user chose no path.
    pub(super) fn leave_path(&mut self, request: &PathRequest) {
        self.stay_open();
        if let PathRequest::Write(Parcel { content: Content::Document { tab, ticket }, .. }) = request {
            self.tabs[*tab].finish_save(*ticket, None);
        }
    }

    pub(super) fn path_box(&mut self, request: PathRequest, notice: Option<String>) {
        let path = match &request {
            PathRequest::Open | PathRequest::Restore => self.typed_path.clone(),
            PathRequest::Write(Parcel { content: Content::Document { tab, ticket }, name, .. }) => {
                self.tabs[*tab].path_of(*ticket).map_or_else(|| name.clone(), |path| path.display().to_string())
            }
            PathRequest::Write(parcel) => parcel.name.clone(),
        };
        self.show_dialog(Dialog::Path { request, path, notice });
    }

    /// Shows the dialog, or once the one that is open is closed.
    fn show_dialog(&mut self, dialog: Dialog) {
        match self.dialog {
            None => self.dialog = Some(dialog),
            Some(_) => self.next_dialogs.push_back(dialog),
        }
    }

    pub(super) fn take_in(&mut self, news: News, now: Duration) {
        match news {
            News::Chosen(request, path) => self.use_path(request, path),
            News::Cancelled(request) => self.leave_path(&request),
            News::NoDialog(request) => self.path_box(request, Some("The file dialog didn't open. Type the path instead.".to_owned())),
            News::Loaded(path, loaded) if self.reopening.contains(&path) => self.reopened(path, loaded, now),
            News::Loaded(path, loaded) => match loaded.and_then(|loaded| self.open(loaded, path.clone())) {
                Ok(()) => {
                    log::info!("{} is open", path.display());
                    self.typed_path.clear();
                    self.recent.add(&path);
                }
                Err(error) => {
                    self.recent.remove(&path);
                    self.show_error(notices::not_opened(&path), error.to_string());
                }
            },
            News::Picture(path) => {
                self.typed_path.clear();
                self.open_picture(PictureSource::File(path));
            }
            News::BackupLoaded(_, Ok(backup)) => {
                self.restoring = Some(backup);
                self.typed_path.clear();
            }
            News::BackupLoaded(path, Err(error)) => self.show_error(notices::not_opened(&path), error),
            News::RecoveryFileLoaded(path, loaded) => match loaded.and_then(|loaded| self.recover(loaded)) {
                Ok(()) => {
                    log::info!("{} is restored", path.display());
                    self.recovery.iter_mut().for_each(|recovery| recovery.mark_restored(path.clone()));
                }
                Err(error) => self.show_error(
                    notices::not_opened(&path),
                    format!("{error}\nYou can try to restore it again the next time Quincunx starts."),
                ),
            },
            News::RecoveryFilesLoaded => {
                self.update_recovery_files(Duration::MAX);
                self.recovery.iter_mut().for_each(Recovery::remove_restored_once_written);
            }
            News::ChangedOnDisk(parcel, path) => {
                let request = PathRequest::Write(parcel);
                self.next_dialogs.push_back(Dialog::Question(Question {
                    title: format!("\"{}\" has changed on disk. Replace it?", texts::file_name(&path)),
                    text: format!("Another program changed {} after it was opened or saved here.", full(&path)),
                    buttons: vec![
                        ("Save as…", Request::ChoosePath(request.clone())),
                        (texts::REPLACE, Request::UsePath(request.clone(), path)),
                        (texts::CANCEL, Request::LeavePath(request)),
                    ],
                    has_main_button: true,
                    ..Question::default()
                }));
            }
            News::AlreadyExists(parcel, path) => {
                let request = PathRequest::Write(parcel);
                self.next_dialogs.push_back(Dialog::Question(Question {
                    title: format!("\"{}\" already exists. Replace it?", texts::file_name(&path)),
                    note: full(&path),
                    buttons: vec![(texts::REPLACE, Request::UsePath(request.clone(), path)), (texts::CANCEL, Request::LeavePath(request))],
                    has_main_button: true,
                    ..Question::default()
                }));
            }
            News::IsFolder(parcel, folder) => {
                let name = Path::new(&parcel.name).file_name().unwrap_or_default();
                let path = folder.join(name).display().to_string();
                let notice = Some(format!("\"{}\" is a folder. Choose a name for the file in it.", words::dialogs::file_name(&folder)));
                self.show_dialog(Dialog::Path { request: PathRequest::Write(parcel), path, notice });
            }
            News::Removed => {}
            News::Stopped(path) => self.show_notice(format!("Stopped exporting {}", path.display()), now),
            News::SettingsStored(update, stored) => self.settings_stored(update, stored),
            News::Written(Content::RecoveryFile { tab, number }, _, Ok(())) => {
                self.recovery.iter_mut().for_each(|recovery| recovery.copy_written((tab, number)));
            }
            News::Written(content, path, Ok(())) => {
                self.show_notice(saved(&path), now);
                if let Content::Document { tab, ticket } = content {
                    self.recent.add(&path);
                    let others = self.tabs.iter_mut().enumerate().filter(|(other, _)| *other != tab);
                    others.for_each(|(_, other)| other.lose_path(&path));
                    self.tabs[tab].finish_save(ticket, Some(path));
                    match self.closing {
                        Closing::OnceSaved => self.save_next(),
                        Closing::Document { number, ticket: awaited } if awaited == ticket => self.close_saved(tab, number),
                        _ => {}
                    }
                }
            }
            News::Written(Content::RecoveryFile { tab, number }, _, Err(error)) => {
                self.recovery.iter_mut().for_each(|recovery| recovery.write_failed((tab, number), now));
                self.show_notice(format!("Couldn't write a recovery file: {error}"), now);
            }
            News::Written(content, path, Err(error)) => {
                self.stay_open();
                if let Content::Document { tab, ticket } = content {
                    self.tabs[tab].finish_save(ticket, None);
                }
                self.show_error(format!("Couldn't save {}", path.display()), error.to_string());
            }
            News::Failed(why) => {
                self.stay_open();
                self.store_settings_again();
                self.recovery.iter_mut().for_each(|recovery| recovery.any_write_failed(now));
                self.show_error("A file operation failed".to_owned(), why);
            }
        }
    }

    /// Opens the document in the tab of its puzzle, and shows it.
    fn open(&mut self, loaded: Loaded, path: PathBuf) -> Result<(), FileError> {
        let index = self.open_in_tab(loaded, path)?;
        self.show_tab(index);
        Ok(())
    }

    /// Opens the document in the tab of its puzzle, and returns the index of that.
    pub(super) fn open_in_tab(&mut self, loaded: Loaded, path: PathBuf) -> Result<usize, FileError> {
        let index = self.tab_of(&loaded)?;
        if self.tabs[index].open(loaded.document, Some(path.clone())) {
            self.files.set_known_hash(&path, loaded.hash);
        }
        Ok(index)
    }

    pub(super) fn tab_of(&self, loaded: &Loaded) -> Result<usize, FileError> {
        let index = self.tabs.iter().position(|tab| tab.key() == loaded.key);
        index.ok_or_else(|| FileError::unknown_puzzle(&loaded.text, loaded.key))
    }

    /// Opens the document of a recovery file, and shows it.
    fn recover(&mut self, loaded: Loaded) -> Result<(), FileError> {
        let index = self.tab_of(&loaded)?;
        let about = About::read(&loaded.text).unwrap_or_default();
        self.tabs[index].recover(loaded.document, about.path(), about.place.clone());
        // Then saving notices if the file was changed since.
        if let (Some(path), Some(hash)) = (about.path(), about.file_hash) {
            self.files.set_known_hash(&path, hash);
        }
        self.show_tab(index);
        Ok(())
    }

    /// Describes the document in a recovery file for the question whether to restore it.
    pub(super) fn describe_recovery_file(&self, path: &Path) -> String {
        let about = About::of_file(path);
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let tab = self.tabs.iter().find(|tab| file.strip_prefix(tab.key()).is_some_and(|rest| rest.starts_with('-')));
        recovered(&about.name, tab.map(|tab| tab.title()), &ago(about.age()), about.path.as_deref())
    }

    /// Writes the recovery files that are due, and removes those of saved documents. Returns after which time the next one will be due.
    pub(super) fn update_recovery_files(&mut self, now: Duration) -> Option<Duration> {
        let recovery = self.recovery.as_mut()?;
        let mut again_in = None;
        let tabs = self.tabs.iter().enumerate();
        let unsaved: BTreeMap<DocumentId, Unsaved> =
            tabs.flat_map(|(index, tab)| tab.unsaved().into_iter().map(move |(number, about)| ((index, number), about))).collect();
        // How a document is shown is in its recovery file, too.
        let version = |(&(tab, number), about): (&DocumentId, &Unsaved)| {
            let mut hasher = DefaultHasher::new();
            (about.version.edits, self.tabs[tab].place_version(number)).hash(&mut hasher);
            ((tab, number), Version { edits: hasher.finish(), ..about.version })
        };
        let versions = unsaved.iter().map(version).collect();
        for due in recovery.due(&versions, now) {
            match due {
                Due::In(wait) => again_in = Some(again_in.map_or(wait, |next: Duration| next.min(wait))),
                Due::Write((tab, number)) => {
                    let Some((text, unsaved)) = self.tabs[tab].text(number).zip(unsaved.get(&(tab, number))) else { continue };
                    let file_hash = unsaved.path.as_ref().and_then(|path| self.files.known_hash(path));
                    let about = About::new(unsaved, file_hash, self.tabs[tab].place(number));
                    let data = Data::Text(Deferred::new(move || about.write(&text.make())));
                    let parcel = Parcel { content: Content::RecoveryFile { tab, number }, name: String::new(), data };
                    self.files.write(parcel, recovery.path(self.tabs[tab].key(), number));
                }
                Due::Remove((tab, number)) => self.files.remove_recovery_file(recovery.path(self.tabs[tab].key(), number)),
            }
        }
        again_in
    }

    pub(super) fn discard_unsaved(&mut self) {
        if let Some(recovery) = &mut self.recovery {
            recovery.discard_unsaved();
        }
    }

    /// Shows an error once the current dialog is closed.
    pub(super) fn show_error(&mut self, title: String, text: String) {
        log::error!("{title}: {text}");
        self.next_dialogs.push_back(Dialog::Question(Question {
            title,
            text,
            buttons: vec![("OK", Request::StayOpen)],
            has_main_button: true,
            ..Question::default()
        }));
    }

    /// Asks this, in place of the dialog that is open.
    pub(super) fn ask(&mut self, question: Question) {
        self.dialog = Some(Dialog::Question(question));
    }

    /// Reads a document, a backup of settings, results of games, or a picture in the first tab that can read pictures.
    pub(super) fn load(&mut self, path: PathBuf) {
        if files::is_picture(&path) && self.picture_reader().is_some() {
            self.files.load_picture(path);
        } else {
            self.files.load(path);
        }
    }

    /// Reads a picture in the first tab that can read pictures.
    pub(super) fn open_picture(&mut self, picture: PictureSource) {
        if let Some(tab) = self.picture_reader() {
            self.show_tab(tab);
            self.tabs[tab].open_picture(picture);
        }
    }

    fn picture_reader(&self) -> Option<usize> {
        self.tabs.iter().position(|tab| tab.reads_pictures())
    }

    pub(super) fn dropped_files(&self, ctx: &Context) {
        let paths: Vec<PathBuf> = ctx.input(|input| input.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect());
        paths.into_iter().for_each(|path| Request::Open(path).send(ctx));
    }

    pub(super) fn dialog_ui(&mut self, ctx: &Context) {
        if let Some(Dialog::Writing { paths }) = &mut self.dialog {
            *paths = self.files.being_written();
            if self.closing != Closing::OnceWritten || paths.is_empty() {
                self.dialog = None;
            }
        }
        let export = || {
            let (path, progress) = self.files.long_exports().find(|(_, progress)| progress.is_slow())?;
            Some(Dialog::Exporting { path: path.to_owned(), progress: progress.clone() })
        };
        if matches!(self.dialog, Some(Dialog::Exporting { .. })) {
            self.dialog = export();
        }
        if self.dialog.is_none() {
            self.dialog = self.next_dialogs.pop_front().or_else(|| self.book_dialog()).or_else(export);
        }
        if self.files.long_exports().next().is_some() {
            ctx.request_repaint_after(PROGRESS);
        }
        self.catch_up_report();
        let Some(mut dialog) = self.dialog.take() else { return dialogs::return_focus(ctx) };
        if let Dialog::Gallery(gallery) = &dialog {
            self.gallery_pictures.update(ctx, gallery, self.tabs[gallery.tab].as_ref());
        }
        if dialogs::ui(ctx, &mut dialog, &|command| self.can(command), &self.gallery_pictures) {
            self.dialog = Some(dialog);
        } else {
            self.gallery_pictures.close();
        }
    }

    /// Does this with a path as it was typed. Asks before a file is replaced.
    pub(super) fn use_typed_path(&mut self, request: PathRequest, path: String) {
        let typed = files::expand_home(&path);
        match request {
            PathRequest::Write(parcel) => {
                self.typed_path.clear();
                let file = files::expand_home(&files::with_usual_ending(&path, &parcel.name));
                if self.is_own_file(&parcel, &file) {
                    self.files.save(parcel, file);
                } else {
                    self.files.create(parcel, file, typed);
                }
            }
            request => {
                self.typed_path = path;
                self.use_path(request, typed);
            }
        }
    }

    /// Exports this, once a file is chosen.
    pub(super) fn export(&mut self, ctx: &Context, exported: Exported, options: ExportOptions) {
        self.export_options = options;
        if let Some(parcel) = self.picture_parcel(ctx, exported, &options) {
            self.request_path(PathRequest::Write(parcel));
        }
    }

    /// Opens the documents that were unsaved when the program crashed.
    pub(super) fn restore_unsaved(&mut self) {
        let unsaved = self.recovery.as_ref().map(Recovery::unsaved_files).unwrap_or_default();
        self.files.load_recovery_files(unsaved);
    }

    /// Asks whether to give up the challenge of the document that is shown.
    pub(super) fn ask_to_give_up(&mut self) {
        let document = (self.active, self.tabs[self.active].label().number);
        self.ask(Question {
            title: "Give up this challenge?".to_owned(),
            text: "Its solution is shown, and the challenge counts as not solved.".to_owned(),
            buttons: vec![("Give up and show solution", Request::GiveUp(document)), (texts::CANCEL, Request::StayOpen)],
            ..Question::default()
        });
    }

    /// Whether this file is the document's own one.
    fn is_own_file(&self, parcel: &Parcel, file: &Path) -> bool {
        let Content::Document { tab, ticket } = parcel.content else { return false };
        self.tabs[tab].path_of(ticket).is_some_and(|own| own == file)
    }

    pub(super) fn use_path(&mut self, request: PathRequest, path: PathBuf) {
        match request {
            PathRequest::Open | PathRequest::Restore => self.load(path),
            PathRequest::Write(parcel) => self.files.write(parcel, path),
        }
    }
}

/// An unsaved document after a crash: its name, its puzzle if known, its age and its file if it has one.
fn recovered(name: &str, puzzle: Option<&str>, age: &str, path: Option<&str>) -> String {
    let puzzle = puzzle.map_or(String::new(), |puzzle| format!(" ({puzzle})"));
    let path = path.map_or(String::new(), |path| format!(", {path}"));
    format!("{name}{puzzle}, {age}{path}")
}

/// A file is written.
fn saved(path: &Path) -> String {
    let full = path::absolute(path);
    let path = full.as_deref().unwrap_or(path);
    match (path.file_name(), path.parent()) {
        (Some(name), Some(folder)) => format!("Saved {} in {}", name.display(), folder.display()),
        _ => format!("Saved {}", path.display()),
    }
}

/// The path with its folder.
fn full(path: &Path) -> String {
    path::absolute(path).as_deref().unwrap_or(path).display().to_string()
}
