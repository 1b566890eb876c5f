//! What the window shows of a document beside its board: its name, whether closing it would lose something, and what runs for it.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    path::PathBuf,
};

use super::OpenDocument;
use crate::play::practice::Practice;
use base::date::Date;
use workbench::session::{Search, Version};

/// What the window shows of a document beside its board.
#[derive(Clone, Debug)]
pub struct About {
    /// The key of its puzzle.
    pub key: &'static str,
    /// Its name.
    pub name: String,
    /// Its title, if it has one: otherwise it is named after its file.
    pub title: Option<String>,
    /// Its name and the state of its search, for the window's title.
    pub caption: String,
    /// The path of its file, if it has one.
    pub path: Option<PathBuf>,
    /// Counts the changes of its position.
    pub revision: u64,
    /// What a recovery file of it would contain; none if it has no unsaved changes. Also changes with how it is shown.
    pub unsaved: Option<Version>,
    /// Whether closing it would lose what the user made.
    pub would_lose_work: bool,
    /// Whether its position differs from the one in its file.
    pub is_edited: bool,
    /// Whether it can be opened again at any time: an example, or an empty board.
    pub is_example: bool,
    /// Whether another document may replace it, since nothing would be lost.
    pub is_replaceable: bool,
    /// The day whose puzzle is being played in it.
    pub daily: Option<Date>,
    /// What runs for it on other threads.
    pub activity: Activity,
    /// Whether it can be shown in a small window, by its board and the advice alone.
    pub has_small_window: bool,
}

impl About {
    /// Whether it differs from its file.
    pub fn is_changed(&self) -> bool {
        self.unsaved.is_some()
    }
}

/// What runs for a document on other threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Activity {
    /// Whether a search for solutions runs.
    pub is_searching: bool,
    /// Whether a search has run for long and can't be paused.
    pub is_irreplaceable: bool,
    /// Whether more will be shown: the analysis, or a search for solutions, hints or the requested step of a search trace, is still
    /// running.
    pub is_settling: bool,
    /// Whether a search, a comparison, a hint or one of the puzzle's own jobs runs.
    pub is_busy: bool,
}

impl OpenDocument {
    /// What the window shows of it beside the board. Cheap enough for every frame.
    pub fn about(&self) -> About {
        let session = &self.session;
        let daily = session.game().filter(|game| game.end.is_none()).and_then(|game| game.day);
        let version = |Version { edits, checkpoint }| {
            // How a document is shown is in its recovery file, too. Until it is shown again, it is where it was.
            let place = if self.place.is_some() { 0 } else { session.place_version() };
            let mut hasher = DefaultHasher::new();
            (edits, place).hash(&mut hasher);
            Version { edits: hasher.finish(), checkpoint }
        };
        let unsaved = session.unsaved();
        About {
            key: self.puzzle.kind.key,
            name: session.name(),
            title: session.title().map(str::to_owned),
            caption: self.caption(),
            path: session.path().cloned(),
            revision: session.revision(),
            would_lose_work: session.would_lose_work(),
            is_edited: session.is_edited(),
            is_example: self.is_example,
            is_replaceable: unsaved.is_none() && self.is_replaceable(),
            unsaved: unsaved.map(version),
            daily,
            activity: self.activity(),
            has_small_window: self.puzzle.has_small_window && !self.is_playing(),
        }
    }

    /// What runs for it on other threads.
    fn activity(&self) -> Activity {
        let session = &self.session;
        let is_searching = session.searches().is_running();
        Activity {
            is_searching,
            is_irreplaceable: session.searches().is_irreplaceable(),
            is_settling: session.is_settling() || is_searching || session.hints().is_running(),
            is_busy: session.is_working()
                || self.companion.is_busy()
                || self.play.is_busy()
                || self.practice.as_ref().is_some_and(Practice::is_busy),
        }
    }

    /// Whether it is an example without changes, games or searches, or a game that is over and has no mistakes to go through, so that
    /// another document may replace it if it has no unsaved changes.
    fn is_replaceable(&self) -> bool {
        // The mistakes of a challenge are kept with the results.
        let has_mistakes = self.session.played().challenge().is_none() && !self.moments.known.is_empty();
        self.session.is_replaceable(self.is_example) && !self.companion.is_in_use() && self.practice.is_none() && !has_mistakes
    }

    /// The document's name, with an asterisk if it has unsaved changes.
    pub(super) fn marked_name(&self) -> String {
        let mark = if self.session.is_changed() { " *" } else { "" };
        format!("{}{mark}", self.session.name())
    }

    /// The document's name and the state of its search.
    fn caption(&self) -> String {
        let found = &self.session.noun().counted(self.session.searches().solutions().count());
        let search = match self.session.searches().activity() {
            // The number of solutions would spoil a game.
            _ if self.is_playing() => String::new(),
            Search::Idle => String::new(),
            Search::Running(_) => format!(" · searching, {found} so far"),
            Search::Finished => format!(" · {found}"),
            Search::Stopped => format!(" · stopped, {found} so far"),
            Search::Paused => format!(" · paused, {found} so far"),
            Search::Failed(_) => " · the search failed".to_owned(),
        };
        format!("{} · {}{search}", self.marked_name(), self.puzzle.kind.title)
    }
}
