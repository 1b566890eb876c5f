//! Saving a session: the content of its file, and whether it has unsaved changes.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    path::PathBuf,
    time::Duration,
};

use super::{Mode, Search, Session};
use crate::{
    file::{SaveFile, SetAside},
    history::Gesture,
    lifecycle::{Checkpoint, Subject},
    paused::{self, MOST_LISTED, PausedSearch, Resumable},
};
use base::{
    erased::{Solution, State},
    game::Game,
};

/// After how many seconds on the clock of a game its recovery file is written again.
const CLOCK_SECONDS: u64 = 10;

/// The data of a document besides its position.
pub(super) struct About {
    pub path: Option<PathBuf>,
    pub title: Option<String>,
    note: Option<String>,
    /// The position that the note is about, if it came with a note and without a file, as examples do. The note in a file is the user's
    /// own, about whatever the position is.
    described: Option<State>,
    /// The position in the file, or the initial position if there is no file.
    pub saved: State,
    /// The game in the file.
    pub saved_game: Option<Game>,
    /// The numbers of the search checkpoints in the file.
    saved_checkpoints: Vec<u64>,
    /// Whether no file has it, whatever its position: it was restored from a recovery file, or another document was saved to its file.
    pub is_unsaved: bool,
    /// Whether the user has ever edited the position, and not only the computer.
    pub has_users_edits: bool,
}

impl About {
    /// Creates the data of a document with this initial position, which is also the one in its file.
    pub fn new(title: Option<String>, note: Option<String>, saved: State, path: Option<PathBuf>) -> Self {
        let described = (path.is_none() && note.is_some()).then(|| saved.clone());
        Self {
            path,
            title,
            note,
            described,
            saved,
            saved_game: None,
            saved_checkpoints: Vec::new(),
            is_unsaved: false,
            has_users_edits: false,
        }
    }

    /// Another document has its file now.
    pub fn lose_path(&mut self) {
        self.path = None;
        self.is_unsaved = true;
    }

    /// The document of this ticket is in this file.
    pub fn note_saved(&mut self, ticket: Ticket, path: PathBuf) {
        self.path = Some(path);
        self.saved = ticket.state;
        self.saved_game = ticket.game;
        self.saved_checkpoints = ticket.checkpoints;
        self.is_unsaved = false;
    }

    /// The note, if it is about this position.
    fn note_for(&self, state: &State) -> Option<&str> {
        self.note.as_deref().filter(|_| self.described.as_ref().is_none_or(|described| described == state))
    }
}

/// What of a document has changed. Equal versions mean that nothing has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Version {
    /// Changes with the position, the game and its clock.
    pub edits: u64,
    /// The number of the newest checkpoint of its searches, or 0. Later checkpoints have higher numbers.
    pub checkpoint: u64,
}

/// What was passed on to be written to a file, for [`Change::Saved`](super::Change::Saved).
#[derive(Clone, Debug)]
pub struct Ticket {
    state: State,
    game: Option<Game>,
    checkpoints: Vec<u64>,
}

impl Session {
    /// Returns the position of the document: in a game, the one after all moves.
    pub fn document_state(&self) -> &State {
        self.history.now()
    }

    /// Returns numbers that change with the position, and with the game that is played on it.
    pub fn revisions(&self) -> [u64; 2] {
        [self.revision, self.played.revision()]
    }

    /// Returns the document to write to a file, and the ticket for [`Change::Saved`](super::Change::Saved). It contains the current search
    /// and those set aside that are worth keeping.
    pub fn to_save(&self) -> (SaveFile<State>, Ticket) {
        let state = self.document_state().clone();
        let (mut search, mut set_aside, mut checkpoints) = (None, Vec::new(), Vec::new());
        let mut room = MOST_LISTED;
        for (subject, checkpoint, solutions) in self.search.to_save() {
            // In a list by rank, those that were found after the checkpoint are among the others.
            let is_in_order = self.kind.extras.rank.is_none() || solutions.count() == checkpoint.count;
            let listed = if is_in_order { solutions.sample(checkpoint.count, room) } else { Vec::new() };
            let Some(paused) = paused(subject, checkpoint, listed) else { continue };
            room -= paused.solutions.len();
            checkpoints.push(checkpoint.number);
            if search.is_none() && subject.state == state {
                search = Some(paused);
            } else {
                set_aside.push(SetAside { state: subject.state.clone(), search: paused });
            }
        }
        let (title, note, game) = (self.about.title.clone(), self.about.note_for(&state).map(str::to_owned), self.game());
        let document = SaveFile { title, note, state: state.clone(), game: game.clone(), search, set_aside };
        (document, Ticket { state, game, checkpoints })
    }

    /// Returns the document's file, if it has been saved.
    pub fn path(&self) -> Option<&PathBuf> {
        self.about.path.as_ref()
    }

    /// Returns the document's title, if it has one.
    pub fn title(&self) -> Option<&str> {
        self.about.title.as_deref()
    }

    /// Returns the document's name: its title, or its file's name, or "untitled".
    pub fn name(&self) -> String {
        let of_file = || self.path()?.file_name().map(|name| name.to_string_lossy().into_owned());
        self.about.title.clone().or_else(of_file).unwrap_or_else(|| "untitled".to_owned())
    }

    /// Returns the note in the document, if it is about its position.
    pub fn note(&self) -> Option<&str> {
        self.about.note_for(self.document_state())
    }

    /// Returns whether the document has unsaved changes: another position, a game that has
    /// changed, or a search that is worth keeping.
    pub fn is_changed(&self) -> bool {
        !self.is_spent() && (self.is_edited() || self.has_unsaved_game()) || self.has_unsaved_search() || self.about.is_unsaved
    }

    /// Returns whether closing the document would lose what the user made: changes of a file, an edit or a move, a game in progress, or a
    /// search that is worth keeping.
    pub fn would_lose_work(&self) -> bool {
        let is_users = self.path().is_some() || self.about.is_unsaved || self.has_unsaved_search() || self.has_unsaved_game();
        self.is_changed() && (is_users || self.about.has_users_edits)
    }

    /// Returns whether the position differs from the saved one.
    pub fn is_edited(&self) -> bool {
        *self.document_state() != self.about.saved
    }

    /// Returns whether the document can be replaced without losing anything. An example can be, if it is unchanged since it was opened, has
    /// nothing to undo or redo, nothing is compared, and its searches, if any, take less than a second. So can a game that is over and was
    /// never saved.
    pub fn is_replaceable(&self, is_example: bool) -> bool {
        is_example && self.played.mode() == Mode::Solve && self.is_untouched() || self.is_spent()
    }

    fn is_untouched(&self) -> bool {
        let second = Duration::from_secs(1);
        let is_quick = match self.search.activity() {
            Search::Idle => true,
            Search::Running(_) | Search::Finished => self.search.progress().elapsed < second,
            _ => false,
        };
        let are_quick = is_quick && self.comparing.is_none() && self.times.iter().all(|(_, time)| *time < second);
        are_quick && !self.is_changed() && !self.history.can_undo() && !self.history.can_redo() && self.about.path.is_none()
    }

    /// Updates the document with its file's current content. If another program has changed the position, that is an edit that can be
    /// undone. Paused searches are taken over, unless there is a search for the position here.
    pub(super) fn reload(&mut self, document: SaveFile<State>) {
        let SaveFile { title, note, state, game, search, set_aside, .. } = document;
        let shown = search.iter().map(|search| (&state, search));
        let in_file = shown.chain(set_aside.iter().map(|aside| (&aside.state, &aside.search)));
        let in_file: Vec<(State, String)> = in_file.map(|(state, search)| (state.clone(), search.technique.clone())).collect();
        (self.about.title, self.about.note, self.about.described, self.about.saved) = (title, note, None, state.clone());
        self.edit(state, Gesture::Ended);
        self.resume_game(game);
        let saved_before = std::mem::take(&mut self.about.saved_checkpoints);
        let all_before = self.checkpoints();
        if matches!(self.search.activity(), Search::Idle) {
            self.restore(search, set_aside);
        }
        // Searches that the file doesn't have any more are unsaved.
        let is_saved = |subject: &Subject, checkpoint: &Checkpoint| {
            let is_in_file = in_file.iter().any(|(state, technique)| technique == subject.technique.key && *state == subject.state);
            is_in_file && (saved_before.contains(&checkpoint.number) || !all_before.contains(&checkpoint.number))
        };
        let saved = self.search.worth_keeping().filter(|(subject, checkpoint)| is_saved(subject, checkpoint));
        self.about.saved_checkpoints = saved.map(|(_, checkpoint)| checkpoint.number).collect();
    }

    /// The numbers of the checkpoints of all searches that are worth keeping.
    fn checkpoints(&self) -> Vec<u64> {
        self.search.worth_keeping().map(|(_, checkpoint)| checkpoint.number).collect()
    }

    fn has_unsaved_search(&self) -> bool {
        let saved = &self.about.saved_checkpoints;
        self.search.worth_keeping().any(|(_, checkpoint)| !saved.contains(&checkpoint.number))
    }

    /// Returns what a copy of the document contains if it has unsaved changes.
    pub fn unsaved(&self) -> Option<Version> {
        let checkpoint = self.checkpoints().into_iter().max().unwrap_or(0);
        let mut hasher = DefaultHasher::new();
        (self.revision, self.played.revision(), self.played.clock().elapsed().as_secs() / CLOCK_SECONDS).hash(&mut hasher);
        let version = Version { edits: hasher.finish(), checkpoint };
        self.is_changed().then_some(version)
    }

    /// Restores the paused searches of the document. Skips those that are here already, and those that can't be resumed, and notes why.
    pub(super) fn restore(&mut self, search: Option<PausedSearch>, set_aside: Vec<SetAside<State>>) {
        for SetAside { state, search } in set_aside.into_iter().rev() {
            if !self.search.has(&state, &search.technique)
                && let Some((subject, resumable)) = self.resumable(state, search)
            {
                self.search.restore_aside(subject, resumable);
            }
        }
        let search = search.filter(|search| !self.search.has(self.document_state(), &search.technique));
        if let Some((subject, resumable)) = search.and_then(|search| self.resumable(self.document_state().clone(), search)) {
            self.set_search_aside();
            self.technique = subject.technique;
            self.search.restore(subject, resumable);
            self.relist(None);
        }
        self.about.saved_checkpoints = self.checkpoints();
    }

    fn resumable(&mut self, state: State, search: PausedSearch) -> Option<(Subject, Resumable)> {
        // Flaws of the position are shown anyway.
        let problem = (self.kind.check)(&state).ok()?;
        let was_listed = !search.solutions.is_empty();
        match paused::resume(search, self.kind, &problem) {
            Ok(resumable) => {
                if was_listed && resumable.solutions.is_empty() {
                    self.warn("the list of the paused search isn't its own, so only what it finds from now on is listed".to_owned());
                }
                Some((Subject { state, problem, technique: resumable.technique }, resumable))
            }
            Err(why) => {
                self.warn(format!("{why}; the search wasn't restored"));
                None
            }
        }
    }
}

/// Returns the search in its saved form, with these solutions.
fn paused(subject: &Subject, checkpoint: &Checkpoint, solutions: Vec<Solution>) -> Option<PausedSearch> {
    let (technique, tasks) = (subject.technique, subject.technique.tasks?);
    let Checkpoint { count, summary, pool, .. } = checkpoint;
    let resumable = Resumable { technique, tasks, count: *count, solutions, summary: summary.clone(), checkpoint: pool.clone() };
    Some(resumable.saved(&subject.problem))
}
