//! What of a document is saved, and where.

use std::{path::PathBuf, time::Duration};

use super::{Search, Session};
use crate::{
    board::Board,
    puzzle::Puzzle,
    workbench::{
        file::{Document, SetAside},
        history::Gesture,
        lifecycle::{Checkpoint, Subject},
        paused::{PausedSearch, Resumable},
    },
};

/// What is known of a document besides its position.
pub(super) struct About<S> {
    pub path: Option<PathBuf>,
    pub title: Option<String>,
    pub note: Option<String>,
    /// The position as the file has it, or as it was when it was made.
    pub saved: S,
    /// The checkpoints of searches that the file has.
    saved_checkpoints: Vec<u64>,
    /// Whether it was restored after a crash and not saved since.
    is_recovered: bool,
}

impl<S> About<S> {
    /// A document that begins with this position, which is what its file has if it has one.
    pub fn new(title: Option<String>, note: Option<String>, saved: S, path: Option<PathBuf>) -> Self {
        Self { path, title, note, saved, saved_checkpoints: Vec::new(), is_recovered: false }
    }
}

/// A document that was changed and not saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsaved {
    /// Its name.
    pub name: String,
    /// Where it was saved before it was changed, if it was.
    pub path: Option<PathBuf>,
    /// The same number means the same position, with the same searches as far as they had come.
    pub revision: u64,
}

/// A document on its way to a file.
#[derive(Clone, Debug)]
pub struct Ticket<S> {
    state: S,
    checkpoints: Vec<u64>,
}

impl<B: Board> Session<B> {
    /// The position of the document, at the end of its moves.
    pub fn document_state(&self) -> &B::State {
        self.history.now()
    }

    /// The document as it is written to a file, and the ticket to tell [`Session::note_saved`] with. Of the searches it has those that
    /// are worth keeping, and what the one that is shown has come to.
    pub fn to_save(&self) -> (Document<B::State>, Ticket<B::State>) {
        let state = self.document_state().clone();
        let (mut search, mut set_aside, mut checkpoints) = (None, Vec::new(), Vec::new());
        for (subject, checkpoint) in self.search.to_save() {
            let Some(paused) = paused(subject, checkpoint) else { continue };
            checkpoints.push(checkpoint.number);
            if search.is_none() && subject.state == state {
                search = Some(paused);
            } else {
                set_aside.push(SetAside { state: subject.state.clone(), search: paused });
            }
        }
        let About { title, note, .. } = &self.about;
        let document = Document { title: title.clone(), note: note.clone(), state: state.clone(), search, set_aside };
        (document, Ticket { state, checkpoints })
    }

    /// Where the document is saved, if it is.
    pub fn path(&self) -> Option<&PathBuf> {
        self.about.path.as_ref()
    }

    /// The document's name: its title, or else its file's name, or else "untitled".
    pub fn name(&self) -> String {
        let of_file = || self.path()?.file_name().map(|name| name.to_string_lossy().into_owned());
        self.about.title.clone().or_else(of_file).unwrap_or_else(|| "untitled".to_owned())
    }

    /// What the document's author says of it.
    pub fn note(&self) -> Option<&str> {
        self.about.note.as_deref()
    }

    /// Whether the position differs from the one saved, or a search is worth keeping and is not saved.
    pub fn is_changed(&self) -> bool {
        self.is_edited() || self.has_unsaved_search() || self.about.is_recovered
    }

    /// Whether the position differs from the one saved.
    pub fn is_edited(&self) -> bool {
        *self.document_state() != self.about.saved
    }

    /// Whether nobody has done anything with it yet that would be missed: it is as it was opened, nothing leads back to another position,
    /// and what was searched can be had again in a second.
    pub fn is_untouched(&self) -> bool {
        let is_quick = match self.activity() {
            Search::Idle => true,
            Search::Finished => self.progress().elapsed < Duration::from_secs(1),
            _ => false,
        };
        is_quick && !self.is_changed() && !self.can_undo() && !self.can_redo() && self.about.path.is_none()
    }

    /// Takes the document as it is in its file now. What another program has changed in it is an edit that can be undone.
    pub fn reread(&mut self, document: Document<B::State>) {
        let Document { title, note, state, .. } = document;
        (self.about.title, self.about.note, self.about.saved) = (title, note, state.clone());
        self.edit(state, Gesture::Ended);
    }

    fn has_unsaved_search(&self) -> bool {
        let saved = &self.about.saved_checkpoints;
        self.search.worth_keeping().any(|(_, checkpoint)| !saved.contains(&checkpoint.number))
    }

    /// The document, if it was changed and not saved since.
    pub fn unsaved(&self) -> Option<Unsaved> {
        // Every checkpoint has a higher number than those before.
        let checkpoints = self.search.worth_keeping().map(|(_, checkpoint)| checkpoint.number).max().unwrap_or(0);
        let unsaved = || Unsaved { name: self.name(), path: self.path().cloned(), revision: self.revision << 32 | checkpoints };
        self.is_changed().then(unsaved)
    }

    /// The same number means the same position.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Notes that the document was restored after a crash and is still to be saved.
    pub fn note_recovered(&mut self) {
        self.about.is_recovered = true;
    }

    /// Notes that what the ticket was given out for was saved there.
    pub fn note_saved(&mut self, ticket: Ticket<B::State>, path: PathBuf) {
        self.about.path = Some(path);
        self.about.saved = ticket.state;
        self.about.saved_checkpoints = ticket.checkpoints;
        self.about.is_recovered = false;
    }

    /// Takes in the searches that the document has. What can't go on is left out with a word.
    pub(super) fn restore(&mut self, search: Option<PausedSearch>, set_aside: Vec<SetAside<B::State>>) {
        for SetAside { state, search } in set_aside.into_iter().rev() {
            if let Some((subject, resumable)) = self.resumable(state, search) {
                self.search.restore_aside(subject, resumable);
            }
        }
        if let Some((subject, resumable)) = search.and_then(|search| self.resumable(self.document_state().clone(), search)) {
            self.set_search_aside();
            self.technique = subject.technique;
            self.search.restore(subject, resumable);
        }
        self.about.saved_checkpoints = self.search.worth_keeping().map(|(_, checkpoint)| checkpoint.number).collect();
    }

    fn resumable(&mut self, state: B::State, search: PausedSearch) -> Option<(Subject<B>, Resumable<B>)> {
        // What is wrong with the position is told anyway.
        let problem = B::check(&state).ok()?;
        match search.resume::<B>(&problem) {
            Ok(resumable) => Some((Subject { state, problem, technique: resumable.technique }, resumable)),
            Err(why) => {
                self.trouble = Some(format!("{why}; it was left out"));
                None
            }
        }
    }
}

/// The search as it is saved.
fn paused<P: Puzzle>(subject: &Subject<P>, checkpoint: &Checkpoint<P>) -> Option<PausedSearch> {
    let tasks = subject.technique.tasks?;
    let Checkpoint { count, summary, left, .. } = checkpoint;
    let resumable = Resumable { technique: subject.technique, tasks, count: *count, summary: summary.clone(), left: left.clone() };
    Some(PausedSearch::of(&resumable, &subject.problem))
}
