//! The tab of a puzzle: the documents that are open in it, of which one is shown.

use std::{any::Any, cell::OnceCell, path::PathBuf, rc::Rc, time::Duration};

use egui::Ui;

use super::{
    command::DocumentCommand,
    deferred::Deferred,
    document::{NewDocument, OpenDocument, Presets, preset_document},
    exporting::Drawing,
    notes::Merge,
    tab::{DocumentLabel, Shell, Tab},
    tools::{Saving, Tools},
};
use crate::{
    board::TextError,
    workbench::{
        file::{self, Document},
        job::Wake,
        session::{Search, Session, Ticket, Unsaved},
    },
};

/// The document of a file that belongs in the tab of this puzzle.
fn own<P: Tools>(document: Box<dyn Any + Send>) -> Document<P::State> {
    *document.downcast().expect("the window gives a tab only documents of its puzzle")
}

/// A tab for the puzzle `P`.
pub struct PuzzleTab<P: Tools> {
    /// Empty until the tab is shown for the first time or a file is opened in it; never again then.
    documents: Vec<OpenDocument<P>>,
    shown: usize,
    /// What is remembered from one start to the next, until there is a document.
    remembered: String,
    /// How many documents were ever opened.
    opened: u64,
    presets: Presets<P>,
    /// What is on its way to a file, with the number of its ticket and that of its document.
    being_saved: Vec<(u64, u64, Ticket<P::State>)>,
    tickets: u64,
    wake: Wake,
}

impl<P: Tools> PuzzleTab<P> {
    /// A tab that has not begun to work.
    pub fn new(wake: Wake) -> Self {
        let presets = Rc::new(OnceCell::new());
        Self { documents: Vec::new(), shown: 0, remembered: String::new(), opened: 0, presets, being_saved: Vec::new(), tickets: 0, wake }
    }

    fn shown(&self) -> &OpenDocument<P> {
        &self.documents[self.shown]
    }

    fn shown_mut(&mut self) -> &mut OpenDocument<P> {
        &mut self.documents[self.shown]
    }

    fn numbered(&self, document: Document<P::State>, path: Option<PathBuf>) -> OpenDocument<P> {
        let session = Session::new(document, path, self.wake.clone());
        OpenDocument::new(self.opened, session, self.presets.clone(), self.wake.clone())
    }

    /// The first preset, as on the first start.
    fn example(&self) -> OpenDocument<P> {
        let mut document = self.numbered(preset_document::<P>(&P::presets()[0]), None);
        document.is_example = true;
        if P::BEGINS_SOLVED {
            document.session.search();
        }
        document
    }

    /// Shows a document after the one that is shown now, or in its place if that is an example that nobody has touched.
    fn add(&mut self, mut document: OpenDocument<P>) {
        self.opened += 1;
        if self.documents.is_empty() {
            // What was remembered was looked at before.
            let _ = P::recall(&mut document.session.view, &self.remembered);
            return self.documents.push(document);
        }
        document.threads_as(self.shown());
        let is_replaced = self.shown().is_untouched_example();
        let from = self.shown;
        if is_replaced {
            let before = std::mem::replace(&mut self.documents[from], document);
            hand_on(&before, &mut self.documents[from]);
        } else {
            self.documents.insert(from + 1, document);
            self.show(from + 1);
        }
    }

    /// Opens what the shown document has asked for.
    fn open_wanted(&mut self) {
        let Some(wanted) = self.shown_mut().wanted() else { return };
        match wanted {
            NewDocument::Example(document) => {
                let mut new = self.numbered(document, None);
                new.is_example = true;
                new.take_focus();
                self.add(new);
            }
            NewDocument::Own(document) => self.add(self.numbered(document, None)),
            NewDocument::Game => {
                let session = &mut self.shown_mut().session;
                let (state, view) = (session.state().clone(), std::mem::take(&mut session.view));
                session.retract();
                let mut game = self.numbered(Document { title: Some("A game".to_owned()), ..Document::untitled(state) }, None);
                game.session.view = view;
                hand_on(&game, self.shown_mut());
                game.takes_place_of(self.shown_mut());
                self.add(game);
            }
            NewDocument::Variation(state, gesture) => {
                let (session, name) = (&self.shown().session, self.shown().session.name());
                let begins_anew = self.shown().is_playing() && P::BOARD_EXTRAS.moves(&state) == 0;
                let title = if begins_anew { "A game".to_owned() } else { format!("{name} (variation)") };
                let first = if begins_anew { state.clone() } else { session.state().clone() };
                let view = session.view.clone();
                let mut variation = self.numbered(Document { title: Some(title), ..Document::untitled(first) }, None);
                variation.session.view = view;
                variation.session.edit(state, gesture);
                variation.takes_place_of(self.shown_mut());
                variation.tell(format!("All moves of \"{name}\" are kept in their own document"));
                self.add(variation);
            }
        }
    }

    fn place_of(&self, number: u64) -> Option<usize> {
        self.documents.iter().position(|document| document.number == number)
    }
}

/// Hands on what is remembered from one start to the next, which belongs to no document.
fn hand_on<P: Tools>(from: &OpenDocument<P>, to: &mut OpenDocument<P>) {
    // What was remembered just now can be read.
    let _ = P::recall(&mut to.session.view, &P::remember(&from.session.view));
}

impl<P: Tools> Tab for PuzzleTab<P> {
    fn key(&self) -> &'static str {
        P::KEY
    }

    fn title(&self) -> &'static str {
        P::TITLE
    }

    fn begin(&mut self) {
        if self.documents.is_empty() {
            self.add(self.example());
        }
    }

    fn caption(&self) -> String {
        self.shown().caption()
    }

    fn documents(&self) -> Vec<DocumentLabel> {
        let label = |document: &OpenDocument<P>| {
            let session = &document.session;
            let is_searching = matches!(session.activity(), Search::Running(_));
            let (name, path) = (session.name(), session.path().cloned());
            let (is_changed, is_edited) = (session.is_changed(), session.is_edited());
            DocumentLabel { number: document.number, name, path, is_changed, is_edited, is_searching }
        };
        self.documents.iter().map(label).collect()
    }

    fn shown(&self) -> usize {
        self.shown
    }

    fn show(&mut self, index: usize) {
        if index != self.shown && index < self.documents.len() {
            let [from, to] = self.documents.get_disjoint_mut([self.shown, index]).expect("these are two of them");
            hand_on(from, to);
            self.shown = index;
        }
    }

    fn close(&mut self, index: usize) {
        if self.documents.len() <= index {
            return;
        }
        let was_shown = index == self.shown;
        let closed = self.documents.remove(index);
        self.shown -= usize::from(index < self.shown || self.shown == self.documents.len() && 0 < self.shown);
        self.begin();
        if was_shown {
            hand_on(&closed, self.shown_mut());
        }
    }

    fn is_changed(&self) -> bool {
        self.documents.iter().any(|document| document.session.is_changed())
    }

    fn unsaved(&self) -> Vec<(u64, Unsaved)> {
        self.documents.iter().filter_map(|document| Some((document.number, document.session.unsaved()?))).collect()
    }

    fn pause_if_long(&mut self) -> bool {
        let running = self.documents.iter_mut().filter_map(|document| document.session.pause_if_long().then_some(()));
        running.count() > 0
    }

    fn catch_up(&mut self) -> bool {
        let more = self.documents.iter_mut().filter_map(|document| {
            document.companion.catch_up(&mut document.session);
            document.session.catch_up().then_some(())
        });
        more.count() > 0
    }

    fn is_settling(&self) -> bool {
        self.documents.get(self.shown).is_some_and(|document| document.session.is_settling())
    }

    fn is_busy(&self) -> bool {
        self.documents.iter().any(|document| document.session.is_at_work() || document.companion.is_busy())
    }

    fn tick(&mut self, now: Duration) -> Option<Duration> {
        self.shown_mut().session.tick(now)
    }

    fn ui(&mut self, ui: &mut Ui, shell: &Shell<'_>) {
        self.shown_mut().ui(ui, shell);
        self.open_wanted();
    }

    fn can(&self, command: DocumentCommand) -> Result<(), &'static str> {
        self.shown().can(command)
    }

    fn can_export_list(&self) -> Result<(), &'static str> {
        self.shown().can_export_list()
    }

    fn run(&mut self, command: DocumentCommand, now: Duration) {
        self.shown_mut().run(command, now);
        self.open_wanted();
    }

    fn open(&mut self, document: Box<dyn Any + Send>, path: Option<PathBuf>) {
        let document = own::<P>(document);
        let is_open = |open: &OpenDocument<P>| path.is_some() && open.session.path() == path.as_ref();
        match self.documents.iter().position(is_open) {
            // It is shown as it was changed here; the file would bring back what it was.
            Some(index) if self.documents[index].session.is_changed() => {
                self.show(index);
                self.shown_mut().tell("This file is open already, with changes that are not saved".to_owned());
            }
            Some(index) => {
                self.show(index);
                self.shown_mut().session.reread(document);
            }
            None => self.add(self.numbered(document, path)),
        }
    }

    fn recover(&mut self, document: Box<dyn Any + Send>, path: Option<PathBuf>) {
        let mut recovered = self.numbered(own::<P>(document), path);
        recovered.session.note_recovered();
        self.add(recovered);
    }

    fn text(&self, number: u64) -> Option<Deferred<String>> {
        let (document, _) = self.documents[self.place_of(number)?].session.to_save();
        Some(Deferred::new(move || file::write::<P>(&document)))
    }

    fn write(&mut self) -> (Deferred<String>, u64) {
        let (document, ticket) = self.shown().session.to_save();
        self.tickets += 1;
        let number = self.shown().number;
        self.being_saved.push((self.tickets, number, ticket));
        (Deferred::new(move || file::write::<P>(&document)), self.tickets)
    }

    fn written(&mut self, ticket: u64, path: Option<PathBuf>) {
        let Some(index) = self.being_saved.iter().position(|(number, ..)| *number == ticket) else { return };
        let (_, number, ticket) = self.being_saved.remove(index);
        // It may have been closed meanwhile.
        if let (Some(path), Some(place)) = (path, self.place_of(number)) {
            self.documents[place].session.note_saved(ticket, path);
        }
    }

    fn saving(&mut self) -> Option<Saving> {
        self.documents.iter_mut().find_map(|document| document.companion.saving())
    }

    fn copy(&self) -> String {
        P::write_text(self.shown().session.state())
    }

    fn paste(&mut self, text: &str) -> Result<(), TextError> {
        let outcome = self.shown_mut().paste(text);
        self.open_wanted();
        outcome
    }

    fn remember(&self) -> String {
        self.documents.get(self.shown).map_or_else(|| self.remembered.clone(), |document| P::remember(&document.session.view))
    }

    fn recall(&mut self, text: &str) -> Result<(), String> {
        if let Some(document) = self.documents.get_mut(self.shown) {
            return P::recall(&mut document.session.view, text);
        }
        let mut view = P::View::default();
        P::recall(&mut view, text)?;
        self.remembered = P::remember(&view);
        Ok(())
    }

    fn merge(&self) -> Merge {
        P::merge
    }

    fn export(&self, ctx: &egui::Context) -> Drawing {
        self.shown().export(ctx)
    }

    fn export_list(&self, ctx: &egui::Context) -> Drawing {
        self.shown().export_list(ctx)
    }
}
