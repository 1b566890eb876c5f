//! Carries out what controls request: the one place where it is decided what a request means.

use egui::{Context, ViewportCommand};

use super::{App, clock, closing::Closing};
use crate::gui::{command::DocumentCommand, controls, dialogs::Dialog, request::Request, sections};
use crate::workbench::session::Mode;

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
                    self.tabs[self.active].choose_mode(Mode::Solve);
                }
                if let Some(section) = &control.section {
                    sections::open(ctx, section);
                }
                controls::operate(ctx, &control);
            }
            Request::ChooseMode(mode) => self.tabs[self.active].choose_mode(mode),
            Request::Paste(text) => self.paste(&text, clock(ctx)),

            Request::ShowTab(tab) => self.show_tab(tab),
            Request::ShowDocument(document) => _ = self.show_document(document),
            Request::OpenExample(tab, index) => {
                self.show_tab(tab);
                self.tabs[tab].open_example(index);
            }
            Request::MakeChallenge(tab, grade, seed) => self.tabs[tab].open_challenge(grade, seed),
            Request::ShowHelp(page) => self.help.show(ctx, page),

            Request::Open(path) => self.load(path),
            Request::OpenPicture(picture) => self.open_picture(picture),
            Request::ChoosePath(request) => self.request_path(request),
            Request::UseTypedPath(request, path) => self.use_typed_path(request, path),
            Request::UsePath(request, path) => self.use_path(request, path),
            Request::LeavePath(request) => self.leave_path(&request),
            Request::Export(exported, options) => self.export(ctx, exported, options),
            Request::MakeBook(document, options) => {
                if self.show_document(document).is_some() {
                    self.make_book(options);
                }
            }
            Request::StopBook => self.stop_book(),

            Request::Ask(question) => self.dialog = Some(Dialog::Question(question)),
            Request::GiveUp(document) => {
                if self.show_document(document).is_some() && self.can(DocumentCommand::GiveUp.into()).is_ok() {
                    self.tabs[document.0].run(DocumentCommand::GiveUp, clock(ctx));
                }
            }
            Request::EraseResults(key) => {
                self.tabs.iter_mut().filter(|tab| tab.key() == key).for_each(|tab| tab.record_mut().reset());
            }
            Request::SaveAllAndClose => {
                self.closing = Closing::OnceSaved;
                self.save_next();
            }
            Request::SaveAndClose(document) => self.save_and_close(document),
            Request::Discard(document) => self.discard(ctx, document),
            Request::CloseAnyway(document) => self.close_anyway(ctx, document),
            Request::CloseRegardless => {
                self.closing = Closing::Regardless;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
            Request::StayOpen => self.stay_open(),
            Request::Restore => self.restore_unsaved(),
            Request::DiscardUnsaved => self.discard_unsaved(),

            Request::ChangeAppearance(appearance) => self.change_appearance(ctx, appearance),
            Request::ShowTheme(theme) => self.show_theme(ctx, theme),
            Request::AddDocumentToReport(adds) => self.add_document_to_report(ctx, adds),
        }
    }
}
