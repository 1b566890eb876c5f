//! Everything that one tab knows, except how it looks on a screen.

mod documents;
mod listing;
mod stepping;
mod hinting;
mod pausing;
mod searching;
mod narrowing;
mod comparing;

use std::time::Duration;

pub use comparing::Comparing;
pub use documents::{Ticket, Unsaved};
pub use searching::Search;
pub use stepping::{Frame, Reel};

use documents::{OpenDocument, Snapshot};
use hinting::Hinting;
use listing::Listing;
use narrowing::Narrowing;
use pausing::Pausing;

use super::{
    answers::Answers,
    cursor::{Cursor, Player},
    file::Document,
    film::Film,
    history::{Gesture, History},
    job::{self, Job, Progress, Wake},
};
use crate::{
    board::{Board, Input, Reply, Scene},
    look::Look,
    picture::{Picture, Stroke},
    puzzle::{Flaw, Technique},
};

/// A position with its history, its search, what was found and what is shown.
pub struct Session<B: Board> {
    history: History<Snapshot<B::State>>,
    /// How often the document changed.
    revision: u64,
    /// All documents of this session that the history can come back to.
    documents: Vec<OpenDocument<B::State>>,
    /// The tab's own data; not undone, not saved.
    pub view: B::View,
    flaws: Vec<Flaw<B::Spot>>,
    analysis: Option<Job<B::Insight>>,
    insight: Option<B::Insight>,
    /// What went wrong beside the search.
    trouble: Option<String>,
    technique: &'static Technique<B>,
    /// On how many threads it searches, if it can on several. Answers come in the same order each time only on one.
    pub threads: usize,
    /// How long each technique took on this position, by its key.
    times: Vec<(&'static str, Duration)>,
    search: Search<B::Answer>,
    pausing: Pausing<B>,
    narrowing: Narrowing<B>,
    progress: Progress,
    answers: Answers<B::Answer>,
    summary: B::Summary,
    listing: Listing<B>,
    cursor: Option<Cursor>,
    /// Whether the user chose what is shown; until then it is the first of the list.
    is_chosen: bool,
    /// What the timeline was told to go through.
    reel: Option<Reel>,
    film: Option<Film<B>>,
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
    /// A session that begins with this document; `wake` is called when [`Session::catch_up`] has something to do.
    pub fn new(document: Document<B::State>, wake: Wake) -> Self {
        let Document { title, note, state, search } = document;
        let mut session = Self {
            history: History::new(Snapshot { state: state.clone(), document: 0 }),
            revision: 0,
            documents: vec![OpenDocument::new(title, note, state, None, 0)],
            view: B::View::default(),
            flaws: Vec::new(),
            analysis: None,
            insight: None,
            trouble: None,
            technique: &B::techniques()[0],
            threads: 1,
            times: Vec::new(),
            search: Search::Idle,
            pausing: Pausing::default(),
            narrowing: Narrowing::default(),
            progress: Progress::default(),
            answers: Answers::default(),
            summary: B::Summary::default(),
            listing: Listing::default(),
            cursor: None,
            is_chosen: false,
            reel: None,
            film: None,
            moves: 0,
            rewound: None,
            player: Player::default(),
            hinting: None,
            comparing: None,
            wake,
        };
        session.start_over();
        session.take_up_saved(search);
        session
    }

    // Editing.

    /// The position that is shown.
    pub fn state(&self) -> &B::State {
        self.rewound.as_ref().map_or(self.document_state(), |(_, state)| state)
    }

    /// Makes `state` the position, unless it equals it; a change drops the search, what it found and what was undone.
    /// Where a game is looked back at, it goes on from there.
    pub fn edit(&mut self, state: B::State, gesture: Gesture) {
        if self.rewound.is_some() && state == *self.state() {
            return;
        }
        let document = self.history.now().document;
        self.change(Snapshot { state, document }, gesture);
    }

    /// Does what the input on the board asks for.
    pub fn act(&mut self, spot: Option<B::Spot>, input: Input<B::Spot>, gesture: Gesture) -> Reply<B::Spot> {
        let mut state = self.state().clone();
        let reply = B::act(&mut state, &mut self.view, spot, input);
        self.edit(state, gesture);
        reply
    }

    /// Back to the position of the file, or to the one the document began with. Can be undone.
    pub fn restart(&mut self) {
        self.edit(self.about().saved.clone(), Gesture::Ended);
    }

    /// Puts the shown answer on the board as if the user had done it, if the puzzle allows it. Says whether it did.
    pub fn adopt(&mut self) -> bool {
        let adopted = self.shown().and_then(|(answer, _)| B::adopt(self.state(), answer));
        let did = adopted.is_some();
        if let Some(state) = adopted {
            self.edit(state, Gesture::Ended);
        }
        did
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

    fn change(&mut self, next: Snapshot<B::State>, gesture: Gesture) {
        if self.history.edit(next, gesture) {
            self.start_over();
        }
    }

    fn start_over(&mut self) {
        self.note_change();
        let Snapshot { state, document } = self.history.now();
        self.moves = B::moves(state);
        self.documents[*document].latest = state.clone();
        self.rewound = None;
        self.reconsider();
    }

    /// What was found belongs to the position that was shown; what is shown now has nothing yet but its analysis, and what is left of
    /// the answers if it only rules some of them out.
    fn reconsider(&mut self) {
        let whole = self.take_whole();
        self.put_aside();
        self.forget_answers();
        self.hinting = None;
        self.times.clear();
        self.comparing = None;
        self.analysis = None;
        self.insight = None;
        self.trouble = None;
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
        self.take_up_again();
        if let Some(whole) = whole {
            self.narrow(whole);
        }
    }

    fn forget_answers(&mut self) {
        self.search = Search::Idle;
        self.narrowing = Narrowing::default();
        self.progress = Progress::default();
        self.answers = Answers::default();
        self.summary = B::Summary::default();
        self.is_chosen = false;
        self.relist(None);
        self.film = None;
        self.reel = self.reel.filter(|&reel| reel == Reel::Game);
        self.player.pause();
    }

    // Searching.

    /// What is wrong with the position, if anything is.
    pub fn flaws(&self) -> &[Flaw<B::Spot>] {
        if self.flaws.is_empty() { self.insight.as_ref().map_or(&[], B::objections) } else { &self.flaws }
    }

    /// What is known of the position, once it is known.
    pub fn insight(&self) -> Option<&B::Insight> {
        self.insight.as_ref()
    }

    /// What went wrong beside the search, if anything did.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// The way to search.
    pub fn technique(&self) -> &'static Technique<B> {
        self.technique
    }

    /// Chooses the way to search from now on; what another way found goes.
    pub fn choose(&mut self, technique: &'static Technique<B>) {
        if technique.key != self.technique.key {
            self.put_aside();
            self.technique = technique;
            self.forget_answers();
            self.take_up_again();
        }
    }

    /// How long this technique took on this position, if it came to its end on it.
    pub fn time_of(&self, technique: &Technique<B>) -> Option<Duration> {
        self.times.iter().find(|(key, _)| *key == technique.key).map(|&(_, elapsed)| elapsed)
    }

    /// What the search does.
    pub fn activity(&self) -> &Search<B::Answer> {
        &self.search
    }

    /// How far the search is, or was at its end.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// What the search found so far.
    pub fn answers(&self) -> &Answers<B::Answer> {
        &self.answers
    }

    /// What is told of all answers together.
    pub fn summary(&self) -> &B::Summary {
        &self.summary
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
        self.is_busy() || self.hinting.as_ref().is_some_and(Hinting::is_running) || self.film.as_ref().is_some_and(Film::is_running)
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

    /// The board at each step of the shown answer up to the one shown, which is the last; without an answer, only as it is.
    pub fn pictures<'a>(&'a self, look: &'a Look) -> impl Iterator<Item = Picture<B::Spot>> + 'a {
        let shown = self.shown();
        let before = shown.into_iter().flat_map(|(answer, step)| (0..step).map(move |step| (answer, step)));
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
