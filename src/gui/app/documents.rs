//! Opening and saving documents, exporting pictures, and the dialogs about files.

use std::{
    path::{self, Path, PathBuf},
    time::Duration,
};

use egui::Context;

use super::{App, closing::Closing, recovery::Recovery};
use crate::{
    command::DocumentCommand,
    dialogs::{self, Dialog},
    exporting::{ExportOptions, Exported},
    files::{self, Content, Data, DialogState, Loaded, News, Parcel, PathRequest, PictureSource},
    request::{Question, Request},
    theme,
    words::{dialogs as texts, notices},
};
use base::{erased::State, text::of_path, xmpuzzle::Imported};
use workbench::{file_error::FileError, link};

/// The most problems of a file that are opened at once.
const MOST_PROBLEMS: usize = 20;

/// The time between two updates of the progress of an export.
const PROGRESS: Duration = Duration::from_millis(100);

impl App {
    /// Saves the document that is shown to its own file, or asks for one.
    pub(super) fn save(&mut self) {
        match self.documents.shown().document.about().path {
            Some(path) => {
                let parcel = self.document_parcel();
                self.files.save(parcel, path);
            }
            None => self.save_as(),
        }
    }

    pub(super) fn save_as(&mut self) {
        let parcel = self.document_parcel();
        self.request_path(PathRequest::Write(parcel));
    }

    /// Asks for a path. While a file dialog is open, a box of our own asks, so that what was made to be written isn't lost.
    pub(super) fn request_path(&mut self, request: PathRequest) {
        if self.files.request_path(request.clone()) == DialogState::AlreadyOpen {
            self.path_box(request, Some("Another file dialog is open. Type the path instead.".to_owned()));
        }
    }

    /// The document that is shown as it is now, ready to be written.
    pub(super) fn document_parcel(&mut self) -> Parcel {
        let name = files::suggested_name(&self.documents.shown().document.about().name);
        let (text, save) = self.documents.begin_save();
        Parcel { content: Content::Document { save }, name, data: Data::Text(text) }
    }

    /// The board or the list as it is shown now, ready to be written. An animation has the shown solution from its first step to the
    /// current one.
    fn picture_parcel(&self, ctx: &Context, exported: Exported, options: &ExportOptions) -> Option<Parcel> {
        let (document, look) = (&self.documents.shown().document, theme::look_in(ctx, options.theme));
        let (name, pictures) = (document.about().name, document.export(exported, &look, options)?);
        let name = match exported {
            Exported::Board => name,
            Exported::Sheet => format!("{name} sheet"),
            Exported::List => format!("{name} solutions"),
        };
        let name = files::suggested_name_of_kind(&name, options.format.ending());
        Some(Parcel { content: Content::Picture(exported), name, data: Data::Pictures(pictures) })
    }

    /// Asks how to export this, in a dialog that offers the board and the sheet to print in place of each other.
    pub(super) fn ask_how_to_export(&mut self, content: Exported) {
        let has_sheets = self.documents.shown().document.can(DocumentCommand::ExportSheet).is_ok();
        let choices: &[Exported] = match content {
            Exported::Board | Exported::Sheet if has_sheets => &[Exported::Board, Exported::Sheet],
            _ => &[],
        };
        self.dialogs.show(Dialog::Export { content, choices, options: self.exports.picture.for_content(content) });
    }

    /// The user chose no path.
    pub(super) fn leave_path(&mut self, request: &PathRequest) {
        self.stay_open();
        if let PathRequest::Write(Parcel { content: Content::Document { save }, .. }) = request {
            self.documents.finish_save(*save, None);
        }
    }

    pub(super) fn path_box(&mut self, request: PathRequest, notice: Option<String>) {
        let path = match &request {
            PathRequest::Open | PathRequest::Restore => self.dialogs.typed_path.clone(),
            PathRequest::Write(Parcel { content: Content::Document { save }, name, .. }) => {
                self.documents.path_of_save(*save).map_or_else(|| name.clone(), |path| path.display().to_string())
            }
            PathRequest::Write(parcel) => parcel.name.clone(),
        };
        self.dialogs.show_when_free(Dialog::Path { request, path, notice });
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
                    self.dialogs.typed_path.clear();
                    self.shared.recent.add(&path);
                }
                Err(error) => {
                    self.shared.recent.remove(&path);
                    self.dialogs.show_error(notices::not_opened(&path), error.to_string());
                }
            },
            News::Picture(path) => {
                self.dialogs.typed_path.clear();
                self.open_picture(PictureSource::File(path), now);
            }
            News::BackupLoaded(_, Ok(backup)) => {
                self.requests.send(Request::RestoreBackup(backup));
                self.dialogs.typed_path.clear();
            }
            News::BackupLoaded(path, Err(error)) => self.dialogs.show_error(notices::not_opened(&path), error),
            News::RecoveryFileLoaded(path, loaded) => match loaded.and_then(|loaded| self.recover(&path, loaded)) {
                Ok(()) => {
                    log::info!("{} is restored", path.display());
                    self.recovery.iter_mut().for_each(|recovery| recovery.mark_restored(path.clone()));
                }
                Err(error) => self.dialogs.show_error(
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
                self.dialogs.show_later(Dialog::Question(Question {
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
                self.dialogs.show_later(Dialog::Question(Question {
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
                let notice = Some(format!("\"{}\" is a folder. Choose a name for the file in it.", texts::file_name(&folder)));
                self.dialogs.show_when_free(Dialog::Path { request: PathRequest::Write(parcel), path, notice });
            }
            News::Removed => {}
            News::Stopped(path) => self.notices.show(format!("Stopped exporting {}", of_path(path)), now),
            News::SettingsStored(update, stored) => self.settings_stored(update, stored),
            News::Written(Content::RecoveryFile { tab, number }, _, Ok(())) => {
                self.recovery.iter_mut().for_each(|recovery| recovery.copy_written((tab, number)));
            }
            News::Written(content, path, Ok(())) => {
                self.notices.show(saved(&path), now);
                if let Content::Document { save } = content {
                    self.shared.recent.add(&path);
                    self.documents.finish_save(save, Some(path));
                    match self.closing {
                        Closing::OnceSaved => self.save_next(),
                        Closing::Document { number, save: awaited } if awaited == save => self.close_saved(number),
                        _ => {}
                    }
                }
            }
            News::Written(Content::RecoveryFile { tab, number }, _, Err(error)) => {
                self.recovery.iter_mut().for_each(|recovery| recovery.write_failed((tab, number), now));
                self.notices.show(format!("Couldn't write a recovery file: {error}"), now);
            }
            News::Written(content, path, Err(error)) => {
                self.stay_open();
                if let Content::Document { save } = content {
                    self.documents.finish_save(save, None);
                }
                self.dialogs.show_error(format!("Couldn't save {}", of_path(&path)), error.to_string());
            }
            News::Failed(why) => {
                self.stay_open();
                self.shared.allow_all_again();
                self.recovery.iter_mut().for_each(|recovery| recovery.any_write_failed(now));
                self.dialogs.show_error("A file operation failed".to_owned(), why);
            }
        }
    }

    /// Opens the document in the tab of its puzzle, and shows it.
    fn open(&mut self, loaded: Loaded, path: PathBuf) -> Result<(), FileError> {
        let tab = self.tab_of(&loaded)?;
        if !loaded.problems.is_empty() {
            self.open_problems(tab, loaded.problems, path.file_stem().map(|name| name.to_string_lossy().into_owned()));
            return Ok(());
        }
        let place = self.reopening.take_place(&path);
        if self.documents.open(tab, loaded.document, path.clone(), place) {
            self.files.set_known_hash(&path, loaded.hash);
        }
        self.documents.show_tab(tab);
        Ok(())
    }

    /// Opens each problem of a file of BurrTools as a document without a file, since saving it there would lose what wasn't read.
    fn open_problems(&mut self, tab: usize, problems: Vec<Imported<State>>, name: Option<String>) {
        let (count, mut left_out) = (problems.len(), Vec::new());
        // So that the first is in front.
        for (number, Imported { mut document, left_out: of_this }) in problems.into_iter().enumerate().take(MOST_PROBLEMS).rev() {
            let numbered = |name: &String| if count == 1 { name.clone() } else { format!("{name}, problem {}", number + 1) };
            document.title = document.title.or_else(|| name.as_ref().map(numbered));
            self.documents.open_content(tab, document);
            left_out.extend(of_this);
        }
        self.documents.show_tab(tab);
        left_out.sort_unstable();
        left_out.dedup();
        if MOST_PROBLEMS < count {
            left_out.push(format!("the problems after the first {MOST_PROBLEMS} of {count}"));
        }
        if !left_out.is_empty() {
            let all: String = left_out.iter().map(|left_out| format!("\n{left_out}")).collect();
            self.dialogs.show_error("Parts of the BurrTools file weren't read".to_owned(), format!("The document doesn't have:{all}"));
        }
    }

    pub(super) fn tab_of(&self, loaded: &Loaded) -> Result<usize, FileError> {
        self.documents
            .tab_with_key(loaded.key)
            .ok_or_else(|| FileError::unknown_puzzle(self.program.puzzles.kinds, &loaded.text, loaded.key))
    }

    /// Opens a document that has no file yet from a link, or from the text of a file.
    pub(super) fn open_text(&mut self, text: &str) -> Result<(), String> {
        let text = match text {
            link if link::is_link(link) => link::read(link)?,
            // It is read on the window's thread.
            long if link::LONGEST < long.len() => {
                return Err(format!("it is longer than {} KiB; save it as a file, and open that", link::LONGEST >> 10));
            }
            text => text.to_owned(),
        };
        let loaded = self.program.puzzles.load(text).map_err(|error| error.to_string())?;
        let tab = self.tab_of(&loaded).map_err(|error| error.to_string())?;
        if !loaded.problems.is_empty() {
            self.open_problems(tab, loaded.problems, None);
            return Ok(());
        }
        self.documents.open_content(tab, loaded.document);
        self.documents.show_tab(tab);
        Ok(())
    }

    /// Reads a document, a backup of settings, results of games, or a picture in the first tab that can read pictures. A link may stand in
    /// place of the path.
    pub(super) fn load(&mut self, path: PathBuf) {
        if let Some(link) = link::in_path(&path) {
            match self.open_text(link) {
                Ok(()) => self.dialogs.typed_path.clear(),
                Err(error) => self.dialogs.show_error("Couldn't open the link".to_owned(), error),
            }
        } else if files::is_picture(&path) && self.picture_reader().is_some() {
            self.files.load_picture(path);
        } else {
            self.files.load(path);
        }
    }

    /// Reads a picture in the first tab that can read pictures. A file opens in its tab, like every file, but what is pasted is meant for
    /// the tab that is shown.
    pub(super) fn open_picture(&mut self, picture: PictureSource, now: Duration) {
        let Some(reader) = self.picture_reader() else { return };
        let tabs = self.documents.tabs();
        let shown = &tabs[self.documents.active()].puzzle;
        if matches!(picture, PictureSource::Clipboard(_)) && !shown.reads_pictures {
            let (shown, reader) = (shown.kind.title, tabs[reader].puzzle.kind.title);
            let notice = format!("{shown} can't read pictures. To read a board of {reader}, paste the picture in that tab.");
            return self.notices.show(notice, now);
        }
        self.documents.show_tab(reader);
        self.documents.shown_mut().0.open_picture(picture);
    }

    fn picture_reader(&self) -> Option<usize> {
        self.documents.tabs().iter().position(|tab| tab.puzzle.reads_pictures)
    }

    pub(super) fn dialog_ui(&mut self, ctx: &Context) {
        if let Some(Dialog::Writing { paths }) = &mut self.dialogs.open {
            *paths = self.files.being_written();
            if self.closing != Closing::OnceWritten || paths.is_empty() {
                self.dialogs.open = None;
            }
        }
        let export = || {
            let (path, progress) = self.files.long_exports().find(|(_, progress)| progress.is_slow())?;
            Some(Dialog::Exporting { path: path.to_owned(), progress: progress.clone() })
        };
        if matches!(self.dialogs.open, Some(Dialog::Exporting { .. })) {
            self.dialogs.open = export();
        }
        if self.dialogs.open.is_none() {
            self.dialogs.open = self.dialogs.waiting.pop_front().or_else(|| self.book_dialog()).or_else(export);
        }
        if self.files.long_exports().next().is_some() {
            ctx.request_repaint_after(PROGRESS);
        }
        self.catch_up_report();
        let Some(mut dialog) = self.dialogs.open.take() else { return dialogs::return_focus(ctx) };
        if let Dialog::Gallery(gallery) = &dialog {
            self.dialogs.pictures.update(ctx, gallery);
        }
        if dialogs::ui(ctx, &mut dialog, &|command| self.can(command), &self.dialogs.pictures) {
            self.dialogs.show(dialog);
        } else {
            self.dialogs.pictures.close();
        }
    }

    /// Does this with a path as it was typed. Asks before a file is replaced.
    pub(super) fn use_typed_path(&mut self, request: PathRequest, path: String) {
        let typed = files::expand_home(&path);
        match request {
            PathRequest::Write(parcel) => {
                self.dialogs.typed_path.clear();
                let file = files::expand_home(&files::with_usual_ending(&path, &parcel.name));
                let parcel = self.named_after(parcel, &file);
                if self.is_own_file(&parcel, &file) {
                    self.files.save(parcel, file);
                } else {
                    self.files.create(parcel, file, typed);
                }
            }
            request => {
                self.dialogs.typed_path = path;
                self.use_path(request, typed);
            }
        }
    }

    /// Exports this, once a file is chosen.
    pub(super) fn export(&mut self, ctx: &Context, exported: Exported, options: ExportOptions) {
        self.exports.picture = options;
        if let Some(parcel) = self.picture_parcel(ctx, exported, &options) {
            self.request_path(PathRequest::Write(parcel));
        }
    }

    /// Asks whether to give up the challenge of the document that is shown.
    pub(super) fn ask_to_give_up(&mut self) {
        let document = self.documents.shown().number;
        self.dialogs.ask(Question {
            title: "Give up?".to_owned(),
            text: "The solution is shown, and this counts as not solved.".to_owned(),
            buttons: vec![("Give up and show solution", Request::GiveUp(document)), (texts::CANCEL, Request::StayOpen)],
            ..Question::default()
        });
    }

    /// Whether this file is the document's own one.
    fn is_own_file(&self, parcel: &Parcel, file: &Path) -> bool {
        let Content::Document { save } = parcel.content else { return false };
        self.documents.path_of_save(save).is_some_and(|own| own == file)
    }

    pub(super) fn use_path(&mut self, request: PathRequest, path: PathBuf) {
        match request {
            PathRequest::Open | PathRequest::Restore => self.load(path),
            PathRequest::Write(parcel) => {
                let parcel = self.named_after(parcel, &path);
                self.files.write(parcel, path);
            }
        }
    }

    /// A document takes the name of the file that it is saved to.
    fn named_after(&mut self, parcel: Parcel, path: &Path) -> Parcel {
        let Content::Document { save } = parcel.content else { return parcel };
        match self.documents.name_after_file(save, path) {
            Some(text) => Parcel { data: Data::Text(text), ..parcel },
            None => parcel,
        }
    }
}

/// A file is written.
fn saved(path: &Path) -> String {
    let full = path::absolute(path);
    let path = full.as_deref().unwrap_or(path);
    match (path.file_name(), path.parent()) {
        (Some(name), Some(folder)) => format!("Saved {} in {}", of_path(name), of_path(folder)),
        _ => format!("Saved {}", of_path(path)),
    }
}

/// The path with its folder.
fn full(path: &Path) -> String {
    path::absolute(path).as_deref().unwrap_or(path).display().to_string()
}
