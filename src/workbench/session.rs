//! Everything that is known of one document, except how it looks on a screen.

mod saving;
mod listing;
mod stepping;
mod hinting;
mod searching;
mod comparing;

use std::{path::PathBuf, time::Duration};

pub use comparing::Comparing;
pub use saving::{Ticket, Unsaved};
pub use stepping::{Frame, Track};

use hinting::Hinting;
use listing::Listing;
use saving::About;

pub use super::lifecycle::Search;
use super::{
    cursor::{Cursor, Player},
    file::Document,
    history::{Gesture, History},
    job::{self, Job, Wake},
    lifecycle::Lifecycle,
    search_trace::SearchTrace,
};
use crate::{
    board::{Board, Input, Reply, Scene},
    look::Look,
    picture::{Picture, Stroke},
    puzzle::{Flaw, Technique},
};

/// A document: a position with its history, its place on disk, its searches, what was found and what is shown.
pub struct Session<B: Board> {
    history: History<B::State>,
    /// How often the position changed.
    revision: u64,
    about: About<B::State>,
    /// The tab's own data; not undone, not saved.
    pub view: B::View,
    flaws: Vec<Flaw<B::Spot>>,
    analysis: Option<Job<B::Insight>>,
    insight: Option<B::Insight>,
    /// What went wrong beside the search.
    trouble: Option<String>,
    technique: &'static Technique<B>,
    /// On how many threads it searches, if it can on several. Solutions come in the same order each time only on one.
    pub threads: usize,
    /// How long each technique took on this position, by its key.
    times: Vec<(&'static str, Duration)>,
    search: Lifecycle<B>,
    listing: Listing<B>,
    cursor: Option<Cursor>,
    /// Whether the user chose what is shown; until then it is the first of the list.
    is_chosen: bool,
    /// How many steps of a solution were shown before the list was filtered, if not all.
    filtered_step: Option<usize>,
    /// What the timeline was told to go through.
    track: Option<Track>,
    search_trace: Option<SearchTrace<B>>,
    /// How many moves the position remembers.
    moves: usize,
    /// The position after fewer moves than it remembers, while one of these is shown.
    rewound: Option<(usize, B::State)>,
    player: Player,
    hinting: Option<Hinting<B::Spot>>,
    comparing: Option<Comparing<B>>,
    wake: Wake,
}

impl<B: Board> Session<B> {
    /// A session with this document, which is saved there, if it is. `wake` is called when [`Session::catch_up`] has something to do.
    pub fn new(document: Document<B::State>, path: Option<PathBuf>, wake: Wake) -> Self {
        let Document { title, note, state, search, set_aside } = document;
        let mut session = Self {
            history: History::new(state.clone()),
            revision: 0,
            about: About::new(title, note, state, path),
            view: B::View::default(),
            flaws: Vec::new(),
            analysis: None,
            insight: None,
            trouble: None,
            technique: &B::techniques()[0],
            threads: 1,
            times: Vec::new(),
            search: Lifecycle::new(wake.clone()),
            listing: Listing::default(),
            cursor: None,
            is_chosen: false,
            filtered_step: None,
            track: None,
            search_trace: None,
            moves: 0,
            rewound: None,
            player: Player::default(),
            hinting: None,
            comparing: None,
            wake,
        };
        session.start_over();
        session.restore(search, set_aside);
        session
    }

    // Editing.

    /// The position that is shown.
    pub fn state(&self) -> &B::State {
        self.rewound.as_ref().map_or(self.history.now(), |(_, state)| state)
    }

    /// Makes `state` the position, unless it equals it; a change sets the search aside, and forgets what was undone.
    /// Where a game is looked back at, it goes on from there, and the moves after it are forgotten, unless `state` is what they led to.
    pub fn edit(&mut self, state: B::State, gesture: Gesture) {
        if self.rewound.is_some() && state == *self.state() {
            return;
        }
        if let Some(moves) = self.moves_to(&state) {
            return self.show_frame(moves);
        }
        if self.history.edit(state, gesture) {
            self.start_over();
        }
    }

    /// Whether a game would forget moves if this became the position.
    pub fn would_forget_moves(&self, state: &B::State) -> bool {
        match &self.rewound {
            Some((_, shown)) => state != shown && self.moves_to(state).is_none(),
            // Taking moves back leaves those before as they were; undo brings the others back.
            None => {
                0 < self.moves
                    && B::BOARD_EXTRAS.moves(state) < self.moves
                    && *state != B::BOARD_EXTRAS.rewound(self.document_state(), B::BOARD_EXTRAS.moves(state))
            }
        }
    }

    /// After how many moves the game comes to this position, if it is the next one after a position that is looked back at.
    fn moves_to(&self, state: &B::State) -> Option<u64> {
        let (moves, _) = self.rewound.as_ref()?;
        (B::BOARD_EXTRAS.rewound(self.document_state(), moves + 1) == *state).then_some(*moves as u64 + 1)
    }

    /// What the input on the board makes of the position, to be given to [`Session::edit`]. The tab's own data changes at once.
    pub fn acted(&mut self, spot: Option<B::Spot>, input: Input<B::Spot>) -> (B::State, Reply<B::Spot>) {
        let mut state = self.state().clone();
        let reply = B::act(&mut state, &mut self.view, spot, input);
        (state, reply)
    }

    /// Takes the last edit back for good, as if it had never been.
    pub fn retract(&mut self) {
        if self.history.retract() {
            self.start_over();
        }
    }

    /// Back to the position of the file, or to the one the document began with. Can be undone.
    pub fn restart(&mut self) {
        self.edit(self.about.saved.clone(), Gesture::Ended);
    }

    /// The position with the shown solution on the board as if the user had put it there, if the puzzle allows it.
    pub fn adopted(&self) -> Option<B::State> {
        self.shown().and_then(|(solution, _)| B::BOARD_EXTRAS.adopt(self.state(), solution))
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        self.history.can_undo()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        self.history.can_redo()
    }

    /// Takes the last edit back.
    pub fn undo(&mut self) {
        if self.history.undo() {
            self.start_over();
        }
    }

    /// Does again what was undone last.
    pub fn redo(&mut self) {
        if self.history.redo() {
            self.start_over();
        }
    }

    fn start_over(&mut self) {
        self.revision += 1;
        self.moves = B::BOARD_EXTRAS.moves(self.history.now());
        self.rewound = None;
        self.reconsider();
    }

    /// What was found belongs to the position that was shown, and waits there. What is shown now has what was found on it before, or
    /// what is left of another list if it only rules some of that out, and its analysis.
    fn reconsider(&mut self) {
        self.trouble = None;
        let list = self.search.whole();
        let step = self
            .filtered_step
            .or_else(|| self.shown_solution().filter(|&(solution, step)| step < B::steps(solution)).map(|(_, step)| step));
        self.set_search_aside();
        self.hinting = None;
        self.times.clear();
        self.comparing = None;
        self.analysis = None;
        self.insight = None;
        match B::check(self.state()) {
            Ok(problem) => {
                self.flaws.clear();
                let run = move |observer: &mut dyn crate::search::Observer<B::Insight>| B::analyze(&problem, observer);
                match Job::start(format!("{} analysis", B::KEY), self.wake.clone(), run) {
                    Ok(job) => self.analysis = Some(job),
                    Err(error) => self.trouble = Some(error.to_string()),
                }
            }
            Err(flaws) => self.flaws = flaws,
        }
        if !self.take_search_back() {
            self.filter_list(list, step);
        }
    }

    // Searching.

    /// What is wrong with the position, if anything is.
    pub fn flaws(&self) -> &[Flaw<B::Spot>] {
        if self.flaws.is_empty() { self.insight.as_ref().map_or(&[], |insight| B::EXTRAS.objections(insight)) } else { &self.flaws }
    }

    /// What is known of the position, once it is known.
    pub fn insight(&self) -> Option<&B::Insight> {
        self.insight.as_ref()
    }

    /// What went wrong beside the search, if anything did.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Takes in what search, analysis and comparison found since the last time, up to a bound. Says whether there is more at once.
    pub fn catch_up(&mut self) -> bool {
        self.catch_up_analysis();
        self.catch_up_comparison();
        self.catch_up_hints();
        self.catch_up_film();
        self.relist_if_view_changed();
        let is_more_to_find = self.catch_up_search();
        self.list_more() || is_more_to_find
    }

    /// Whether [`Session::catch_up`] will soon bring more of what is shown: the analysis, or the moment of a search that was asked for.
    pub fn is_settling(&self) -> bool {
        self.analysis.is_some() || self.awaits_moment()
    }

    /// Whether anything runs that was asked for: what can be stopped, a hint, or a search that is watched.
    pub fn is_at_work(&self) -> bool {
        self.is_busy()
            || self.hinting.as_ref().is_some_and(Hinting::is_running)
            || self.search_trace.as_ref().is_some_and(SearchTrace::is_running)
    }

    fn catch_up_analysis(&mut self) {
        if let Some(message) = job::take_in(&mut self.analysis, |insight| self.insight = Some(insight)) {
            self.trouble = Some(format!("the analysis failed: {message}"));
        }
    }

    // Showing.

    /// The board, with a line around what a hint or a moment of a search is about.
    pub fn picture(&self, pointed: Option<B::Spot>, look: &Look) -> Picture<B::Spot> {
        marked(B::draw(&self.scene(pointed, look)), self.marks(), look)
    }

    /// The board at each step of the shown solution up to the one shown, which is the last; without a solution, only as it is.
    pub fn pictures<'a>(&'a self, look: &'a Look) -> impl Iterator<Item = Picture<B::Spot>> + 'a {
        let shown = self.shown();
        let before = shown.into_iter().flat_map(|(solution, step)| (0..step).map(move |step| (solution, step)));
        let before = before.map(|shown| B::draw(&Scene { shown: Some(shown), ..self.scene(None, look) }));
        before.chain(std::iter::once_with(|| self.picture(None, look)))
    }

    /// All that the board is drawn from.
    pub fn scene<'a>(&'a self, pointed: Option<B::Spot>, look: &'a Look) -> Scene<'a, B> {
        Scene { state: self.state(), flaws: self.flaws(), insight: self.insight(), shown: self.shown(), view: &self.view, pointed, look }
    }
}

/// The picture with a line around what a hint or a moment of a search is about.
pub fn marked<S: PartialEq>(mut picture: Picture<S>, spots: &[S], look: &Look) -> Picture<S> {
    let width = picture.size().max_element() / 160.0;
    picture.mark(spots, Stroke::new(width, look.colors.warn));
    picture
}

#[cfg(test)]
mod tests;
