//! The documents of a session: which one is shown, where each is saved, and what of them is not.

use std::path::PathBuf;

use super::Session;
use crate::{
    board::Board,
    workbench::{file::Document, history::Gesture, paused::PausedSearch},
};

/// What the history keeps: the position, and which document it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Snapshot<S> {
    pub state: S,
    pub document: usize,
}

/// What is known of a document besides its position.
#[derive(Clone, Debug)]
pub(super) struct OpenDocument<S> {
    pub path: Option<PathBuf>,
    pub title: Option<String>,
    pub note: Option<String>,
    /// The position as the file has it, or as it was when it was made.
    pub saved: S,
    /// The position as it was when the document was last shown.
    pub latest: S,
    /// The number of its last change, among all of the session.
    pub revision: u64,
    /// The pause of the search that the file has.
    pub saved_pause: Option<u64>,
    /// Whether it was restored after a crash and not saved since.
    pub is_recovered: bool,
}

impl<S: Clone> OpenDocument<S> {
    /// A document that begins with this position, which is what its file has if it has one.
    pub fn new(title: Option<String>, note: Option<String>, state: S, path: Option<PathBuf>, revision: u64) -> Self {
        Self { path, title, note, saved: state.clone(), latest: state, revision, saved_pause: None, is_recovered: false }
    }
}

/// A document that was changed and not saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsaved {
    /// Which one of the session's.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// Where it was saved before it was changed, if it was.
    pub path: Option<PathBuf>,
    /// The same number means the same document, with the same search paused.
    pub revision: u64,
}

/// A position on its way to a file: which document it belongs to.
#[derive(Clone, Debug)]
pub struct Ticket<S> {
    document: usize,
    state: S,
    pause: Option<u64>,
}

fn name_of<S>(about: &OpenDocument<S>) -> String {
    let of_file = || about.path.as_ref()?.file_name().map(|name| name.to_string_lossy().into_owned());
    about.title.clone().or_else(of_file).unwrap_or_else(|| "untitled".to_owned())
}

impl<B: Board> Session<B> {
    /// The position of the document, at the end of its moves.
    pub fn document_state(&self) -> &B::State {
        &self.history.now().state
    }

    /// The position with its title, its note and a paused search, as it is written to a file, and the ticket to tell [`Session::note_saved`] with.
    pub fn to_save(&self) -> (Document<B::State>, Ticket<B::State>) {
        let (about, state) = (self.about(), self.document_state());
        let document =
            Document { title: about.title.clone(), note: about.note.clone(), state: state.clone(), search: self.paused_search() };
        (document, Ticket { document: self.history.now().document, state: state.clone(), pause: self.pause_now() })
    }

    /// Where the document is saved, if it is.
    pub fn path(&self) -> Option<&PathBuf> {
        self.about().path.as_ref()
    }

    /// The document's name: its title, or else its file's name, or else "untitled".
    pub fn name(&self) -> String {
        name_of(self.about())
    }

    /// What the document's author says of it.
    pub fn note(&self) -> Option<&str> {
        self.about().note.as_deref()
    }

    /// Whether the position differs from the one saved, or a search was paused and that is not saved.
    pub fn is_changed(&self) -> bool {
        self.is_edited() || self.has_unsaved_pause() || self.about().is_recovered
    }

    /// Whether the position differs from the one saved.
    pub fn is_edited(&self) -> bool {
        *self.document_state() != self.about().saved
    }

    fn has_unsaved_pause(&self) -> bool {
        self.pause_now().is_some_and(|pause| self.about().saved_pause != Some(pause))
    }

    /// All documents of this session that were changed and not saved since, also those that others have replaced.
    pub fn unsaved(&self) -> Vec<Unsaved> {
        let within_reach = |index: usize| self.history.all().iter().any(|snapshot| snapshot.document == index);
        let all = self.documents.iter().enumerate();
        let has_unsaved_pause = |index: usize| index == self.history.now().document && self.has_unsaved_pause();
        let is_edited = |about: &OpenDocument<_>| about.latest != about.saved || about.is_recovered;
        let unsaved = all.filter(|(index, about)| is_edited(about) && within_reach(*index) || has_unsaved_pause(*index));
        let unsaved_of = |(number, about): (usize, &OpenDocument<_>)| {
            let (name, path) = (name_of(about), about.path.clone());
            Unsaved { number, name, path, revision: about.revision }
        };
        unsaved.map(unsaved_of).collect()
    }

    /// The document of this number as it was when it was last shown.
    pub fn latest(&self, number: usize) -> Option<Document<B::State>> {
        if number == self.history.now().document {
            return Some(self.to_save().0);
        }
        let about = self.documents.get(number)?;
        Some(Document { title: about.title.clone(), note: about.note.clone(), state: about.latest.clone(), search: None })
    }

    /// The same number means the same document, with the same search paused.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The shown document is another than before, or has another paused search.
    pub(super) fn note_change(&mut self) {
        self.revision += 1;
        self.documents[self.history.now().document].revision = self.revision;
    }

    /// Shows another document. This is an edit: undo comes back to the document before.
    pub fn open(&mut self, document: Document<B::State>, path: Option<PathBuf>) {
        let Document { title, note, state, search } = document;
        self.documents.push(OpenDocument::new(title, note, state.clone(), path, self.revision));
        self.history.end_gesture();
        self.change(Snapshot { state, document: self.documents.len() - 1 }, Gesture::Ended);
        self.take_up_saved(search);
    }

    /// Shows a document that was restored after a crash and is still to be saved: there, if it was ever saved.
    pub fn recover(&mut self, document: Document<B::State>, path: Option<PathBuf>) {
        self.open(document, path);
        let document = self.history.now().document;
        self.documents[document].is_recovered = true;
    }

    /// Makes what the last edit made a document of its own, so that nobody saves it in the place of the one before.
    pub fn set_apart(&mut self, title: &str) {
        let Snapshot { state, document: before } = self.history.now().clone();
        let document = self.documents.len();
        self.documents.push(OpenDocument::new(Some(title.to_owned()), None, state, None, self.revision));
        self.history.amend(|now| now.document = document);
        let last = self.history.before().find(|snapshot| snapshot.document == before).map(|snapshot| snapshot.state.clone());
        if let Some(last) = last {
            self.documents[before].latest = last;
        }
    }

    /// Notes that the position of the ticket was saved there.
    pub fn note_saved(&mut self, ticket: Ticket<B::State>, path: PathBuf) {
        let about = &mut self.documents[ticket.document];
        about.path = Some(path);
        about.saved = ticket.state;
        about.saved_pause = ticket.pause;
        about.is_recovered = false;
    }

    /// Takes up the search that the document that was opened just now has.
    pub(super) fn take_up_saved(&mut self, search: Option<PausedSearch>) {
        if let Some(search) = search {
            self.take_up(search);
            let document = self.history.now().document;
            self.documents[document].saved_pause = self.pause_now();
        }
    }

    pub(super) fn about(&self) -> &OpenDocument<B::State> {
        &self.documents[self.history.now().document]
    }
}
