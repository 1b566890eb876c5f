//! Carries out what controls request: the one place where it is decided what a request means.

use egui::{Context, ViewportCommand};

use super::{App, clock, closing::Closing};
use crate::{command::DocumentCommand, controls, dialogs::Dialog, document::Next, gallery::Gallery, request::Request, sections};
use base::{save_file::STRUCT_NAME, xmpuzzle};
use workbench::{link, session::Mode};

impl App {
    /// Carries out all requests in their order, with those that follow from them.
    pub(super) fn carry_out_all(&mut self, ctx: &Context) {
        while let Some(request) = self.requests.next() {
            self.carry_out(ctx, request);
            ctx.request_repaint();
        }
    }

    fn carry_out(&mut self, ctx: &Context, request: Request) {
        match request {
            Request::Run(command) => self.run(ctx, command, clock(ctx)),
            Request::Operate(control) => {
                if control.is_in_solve_mode {
                    self.documents.shown_mut().0.choose_mode(Mode::Solve);
                }
                if let Some(section) = &control.section {
                    sections::open(ctx, section);
                }
                controls::operate(ctx, &control);
            }
            Request::ChooseMode(mode) => self.documents.shown_mut().0.choose_mode(mode),
            Request::Focus(spot) => self.documents.shown_mut().0.focus(Some(spot)),
            Request::Copy(text) => ctx.copy_text(text),
            Request::Paste(text) => {
                if text.is_empty() {
                    self.notices.show("There is neither text nor a picture to paste".to_owned(), clock(ctx));
                } else {
                    let is_document = link::is_link(&text) || text.trim_start().starts_with(STRUCT_NAME) || xmpuzzle::is_xml(&text);
                    let pasted = if is_document {
                        self.open_text(&text)
                    } else {
                        self.documents.shown_mut().0.paste(&text).map_err(|error| error.to_string())
                    };
                    match pasted {
                        Ok(()) => self.notices.clear(),
                        Err(error) => self.notices.show(format!("Couldn't read the pasted text: {error}"), clock(ctx)),
                    }
                }
            }
            Request::OpenPicture(picture) => self.open_picture(picture, clock(ctx)),

            Request::ShowTab(tab) => self.documents.show_tab(tab),
            Request::ShowDocument(number) => _ = self.documents.show(number),
            Request::ShowHelp(page) => self.help.show(ctx, page),
            Request::OpenExample(tab, index) => self.documents.open_example(tab, index),
            Request::OpenBeside => self.documents.open_beside(),
            Request::MakeChallenge(tab, grade, seed) => self.documents.play(tab, Next::Challenge(grade, seed)),
            Request::PlayDaily(key, day) => {
                if let Some(tab) = self.documents.tab_with_key(key)
                    && !self.documents.show_daily(tab, day)
                {
                    self.documents.play(tab, Next::Daily(day));
                }
            }

            Request::Open(path) => self.load(path),
            Request::ChoosePath(request) => self.request_path(request),
            Request::UseTypedPath(request, path) => self.use_typed_path(request, path),
            Request::UsePath(request, path) => self.use_path(request, path),
            Request::LeavePath(request) => self.leave_path(&request),
            Request::Export(exported, options) => self.export(ctx, exported, options),
            Request::MakeBook(offer, options) => self.make_book(&offer, options),
            Request::StopBook => self.stop_book(),
            Request::RestoreBackup(backup) => match self.restore_backup(ctx, &backup) {
                Ok(notice) => self.notices.show(notice, clock(ctx)),
                Err(error) => self.dialogs.show_error("Couldn't restore the settings".to_owned(), error),
            },
            Request::AddResult(key, game) => self.add_result(key, game),

            Request::Ask(question) => self.dialogs.ask(question),
            Request::AskHowToExport(content) => self.ask_how_to_export(content),
            Request::AskAboutBook(offer) => self.ask_about_book(offer),
            Request::ShowChallenges(challenges, grade) => {
                self.dialogs.show(Dialog::Gallery(Gallery::challenges(self.owner_of_gallery(), challenges, grade)));
            }
            Request::GiveUp(number) => {
                if self.documents.show(number) && self.can(DocumentCommand::GiveUp.into()).is_ok() {
                    self.documents.shown_mut().0.run(DocumentCommand::GiveUp, clock(ctx));
                }
            }
            Request::EraseResults(key) => {
                let tabs = self.documents.tabs_mut().iter_mut();
                tabs.filter(|tab| tab.puzzle.kind.key == key).for_each(|tab| tab.results.reset());
            }
            Request::SaveAllAndQuit => {
                self.closing = Closing::OnceSaved;
                self.save_next();
            }
            Request::QuitAnyway => self.quit_anyway(ctx),
            Request::SaveAndClose(document) => self.save_and_close(document),
            Request::Discard(document) => self.discard(document),
            Request::CloseAnyway(document) => self.close_anyway(document),
            Request::CloseRegardless => {
                self.closing = Closing::Regardless;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
            Request::StayOpen => self.stay_open(),
            Request::Restore => self.restore_unsaved(),
            Request::DiscardUnsaved => self.discard_unsaved(),

            Request::ChangeAppearance(appearance) => self.looks.change(ctx, appearance),
            Request::ShowTheme(theme) => self.looks.show_theme(ctx, theme),
            Request::AddDocumentToReport(adds) => self.add_document_to_report(ctx, adds),
        }
    }
}
