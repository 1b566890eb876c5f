//! The place of a document: how it is shown, which its file doesn't say. The window keeps it from one start to the next.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::{Deserialize, Serialize};

use super::{Go, Mode, Search, Session, Track, searching::MOST_COMPARED};
use crate::{cursor::Cursor, lifecycle::RENEWAL};

/// How a document is shown. A later version may add fields; what can't be restored is left as in a new document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Place {
    /// Whether the document is in Play mode.
    #[serde(skip_serializing_if = "is_default")]
    pub is_playing: bool,
    /// The key of the technique; empty for the first one.
    #[serde(skip_serializing_if = "is_default")]
    technique: String,
    /// The key of the order of the list; empty for the one that it has at first.
    #[serde(skip_serializing_if = "is_default")]
    order: String,
    /// The filter of the list, in the puzzle's own form; empty if there is none.
    #[serde(skip_serializing_if = "is_default")]
    filter: String,
    /// The number of moves after which the game is shown, if the timeline goes through a game.
    #[serde(skip_serializing_if = "is_default")]
    moves: Option<u64>,
    /// The list of solutions, if there was one.
    #[serde(skip_serializing_if = "is_default")]
    pub list: Option<Listed>,
}

/// The place in a list of solutions that isn't kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Listed {
    /// How many solutions were found.
    pub found: u64,
    /// Whether these are all of them.
    pub is_complete: bool,
    /// Whether finding them takes so little time that the list is made again without a request.
    is_quick: bool,
    /// The shown solution as JSON: it may be found at another place.
    solution: String,
    /// Its index among the solutions that were kept.
    index: usize,
    /// How many of its steps are shown.
    step: usize,
}

#[cfg(test)]
impl Place {
    /// Makes the list one that took long.
    pub fn make_slow(&mut self) {
        self.list.iter_mut().for_each(|list| list.is_quick = false);
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Session {
    /// Returns how the document is shown.
    pub fn place(&self) -> Place {
        let first = self.kind.techniques[0].key;
        Place {
            is_playing: self.played.mode() == Mode::Play,
            technique: Some(self.technique.key).filter(|key| *key != first).unwrap_or_default().to_owned(),
            order: self.order().map_or("", |order| order.key).to_owned(),
            filter: self.written_filter().unwrap_or_default(),
            moves: self.shown_moves(),
            // A search that isn't complete yet has less to return to.
            list: self.returning.clone().or_else(|| self.listed_now()),
        }
    }

    /// Changes with the place, but not with what a running search finds.
    pub fn place_version(&self) -> u64 {
        let cursor = self.cursor().map(|cursor| (cursor.solution, cursor.step));
        let frame = self.frame().filter(|_| self.track() == Track::Game).map(|frame| frame.at);
        let order = self.order().map(|order| order.key);
        let mut hasher = DefaultHasher::new();
        (self.played.mode() == Mode::Play, self.technique.key, order, self.written_filter(), cursor, frame).hash(&mut hasher);
        hasher.finish()
    }

    /// The filter as text, if one is on.
    fn written_filter(&self) -> Option<String> {
        let filter = self.kind.board_extras.filter.as_ref().filter(|filter| (filter.is_on)(&self.view))?;
        Some((filter.write)(&self.view))
    }

    /// The number of moves after which the game is shown, if the timeline goes through it and the position follows from them.
    fn shown_moves(&self) -> Option<u64> {
        let at = self.frame().filter(|_| self.track() == Track::Game)?.at;
        let is_there = self.kind.board_extras.rewound(self.document_state(), usize::try_from(at).ok()?) == *self.state();
        is_there.then_some(at)
    }

    fn listed_now(&self) -> Option<Listed> {
        let is_complete = match self.search.activity() {
            Search::Finished => true,
            Search::Running(_) | Search::Paused | Search::Stopped | Search::Failed(_) => false,
            Search::Idle => return None,
        };
        let Cursor { step, .. } = self.cursor().unwrap_or_default();
        let solution = self.shown_solution().and_then(|(solution, _)| self.kind.json(solution));
        Some(Listed {
            found: self.search.solutions().count(),
            is_complete,
            is_quick: is_complete && (self.search.is_filtered() || self.search.progress().elapsed <= RENEWAL),
            solution: solution.unwrap_or_default(),
            index: self.shown_place().unwrap_or_default(),
            step,
        })
    }

    /// Shows the document as at this place. Its list is made again if that is quick. Otherwise it is offered, and the next search returns
    /// to the solution that was shown.
    pub fn return_to(&mut self, place: Place) {
        let Place { is_playing, technique, order, filter, moves, list } = place;
        self.go_to_mode(if is_playing { Mode::Play } else { Mode::Solve });
        if let (Some(known), false) = (&self.kind.board_extras.filter, filter.is_empty()) {
            (known.read)(&mut self.view, &filter);
        }
        self.sort(self.kind.board_extras.orders.iter().find(|known| known.key == order));
        // A search that the file has brought its technique.
        if let (Search::Idle, Some(technique)) = (self.search.activity(), self.kind.techniques.iter().find(|known| known.key == technique))
        {
            self.choose(technique);
        }
        if let Some(moves) = moves.filter(|_| self.has_track(Track::Game)) {
            self.choose_track(Track::Game);
            self.go(Go::Frame(moves));
        }
        self.returning = list;
        // The file may have the search, and some of its solutions.
        if !matches!(self.search.activity(), Search::Idle) {
            if !self.search.solutions().kept().is_empty() {
                self.return_to_solution();
            }
            return;
        }
        if let Some(Listed { is_quick: true, .. }) = &self.returning {
            self.renew_after_start();
        }
    }

    /// Returns the list that was there when the document was last open, until it is there again.
    pub fn list_to_return_to(&self) -> Option<&Listed> {
        self.returning.as_ref().filter(|_| matches!(self.search.activity(), Search::Idle) && !self.search.is_renewing())
    }

    /// Shows the solution that was shown when the document was last open, now that the list is complete again, unless the user has chosen
    /// another.
    pub(super) fn return_to_solution(&mut self) {
        let Some(Listed { solution, index, step, .. }) = self.returning.take() else { return };
        if self.listing.is_chosen {
            return;
        }
        let Some(index) = self.index_of(&solution, index, MOST_COMPARED) else { return };
        self.listing.is_chosen = true;
        self.listing.cursor = Some(Cursor { solution: 0, step });
        self.relist(Some(index));
    }
}
