//! Everything that one tab knows, except how it looks on a screen.

mod comparing;

use std::{ops::ControlFlow, path::PathBuf, time::Duration};

pub use comparing::Comparing;

use super::{
    answers::{Answers, Places},
    cursor::{Cursor, Move, Player},
    file::Document,
    history::{Gesture, History},
    job::{Job, News, Progress, Wake},
};
use crate::{
    board::{Board, Input, Reply, Scene},
    look::Look,
    puzzle::{Flaw, Technique},
};

/// How much of the waiting news is taken in at once, so that the window never waits: answers a call.
const ANSWERS_A_CALL: usize = 8 * 1024;

/// A position with its history, its search, what was found and what is shown.
pub struct Session<B: Board> {
    history: History<Snapshot<B::State>>,
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
    /// How long each technique took on this position, by its key.
    times: Vec<(&'static str, Duration)>,
    search: Search<B::Answer>,
    progress: Progress,
    answers: Answers<B::Answer>,
    summary: B::Summary,
    cursor: Option<Cursor>,
    player: Player,
    comparing: Option<Comparing<B>>,
    wake: Wake,
}

/// What the history keeps: the position, and which document it belongs to.
#[derive(Clone, Debug, PartialEq)]
struct Snapshot<S> {
    state: S,
    document: usize,
}

/// What is known of a document besides its position.
#[derive(Clone, Debug)]
struct OpenDocument<S> {
    path: Option<PathBuf>,
    title: Option<String>,
    note: Option<String>,
    /// The position as the file has it, or as it was when it was made.
    saved: S,
    /// The position as it was when the document was last shown.
    latest: S,
}

/// A position on its way to a file: which document it belongs to.
#[derive(Clone, Debug)]
pub struct Ticket<S> {
    document: usize,
    state: S,
}

/// What the search does.
#[derive(Default)]
pub enum Search<A> {
    /// Nothing was asked for since the position changed.
    #[default]
    Idle,
    /// It runs.
    Running(Job<A>),
    /// It came to its end.
    Finished,
    /// It was stopped before its end.
    Stopped,
    /// It failed, for this reason.
    Crashed(String),
}

fn name_of<S>(about: &OpenDocument<S>) -> String {
    let of_file = || about.path.as_ref()?.file_name().map(|name| name.to_string_lossy().into_owned());
    about.title.clone().or_else(of_file).unwrap_or_else(|| "untitled".to_owned())
}

impl<B: Board> Session<B> {
    /// A session that begins with this document; `wake` is called when [`Session::catch_up`] has something to do.
    pub fn new(document: Document<B::State>, wake: Wake) -> Self {
        let Document { title, note, state } = document;
        let mut session = Self {
            history: History::new(Snapshot { state: state.clone(), document: 0 }),
            documents: vec![OpenDocument { path: None, title, note, saved: state.clone(), latest: state }],
            view: B::View::default(),
            flaws: Vec::new(),
            analysis: None,
            insight: None,
            trouble: None,
            technique: &B::techniques()[0],
            times: Vec::new(),
            search: Search::Idle,
            progress: Progress::default(),
            answers: Answers::default(),
            summary: B::Summary::default(),
            cursor: None,
            player: Player::default(),
            comparing: None,
            wake,
        };
        session.start_over();
        session
    }

    // The document.

    /// The position.
    pub fn state(&self) -> &B::State {
        &self.history.now().state
    }

    /// The position with its title and note, as it is written to a file, and the ticket to tell [`Session::note_saved`] with.
    pub fn to_save(&self) -> (Document<B::State>, Ticket<B::State>) {
        let (about, state) = (self.about(), self.state());
        let document = Document { title: about.title.clone(), note: about.note.clone(), state: state.clone() };
        (document, Ticket { document: self.history.now().document, state: state.clone() })
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

    /// Whether the position differs from the one saved.
    pub fn is_changed(&self) -> bool {
        *self.state() != self.about().saved
    }

    /// The names of all documents of this session that were changed and not saved since, also of those that others have replaced.
    pub fn unsaved(&self) -> Vec<String> {
        let within_reach = |index: usize| self.history.all().iter().any(|snapshot| snapshot.document == index);
        let all = self.documents.iter().enumerate();
        let unsaved = all.filter(|(index, about)| about.latest != about.saved && within_reach(*index));
        unsaved.map(|(_, about)| name_of(about)).collect()
    }

    /// Shows another document. This is an edit: undo comes back to the document before.
    pub fn open(&mut self, document: Document<B::State>, path: Option<PathBuf>) {
        let Document { title, note, state } = document;
        self.documents.push(OpenDocument { path, title, note, saved: state.clone(), latest: state.clone() });
        self.history.end_gesture();
        self.change(Snapshot { state, document: self.documents.len() - 1 }, Gesture::Ended);
    }

    /// Notes that the position of the ticket was saved there.
    pub fn note_saved(&mut self, ticket: Ticket<B::State>, path: PathBuf) {
        let about = &mut self.documents[ticket.document];
        about.path = Some(path);
        about.saved = ticket.state;
    }

    fn about(&self) -> &OpenDocument<B::State> {
        &self.documents[self.history.now().document]
    }

    // Editing.

    /// Makes `state` the position, unless it equals it; a change drops the search, what it found and what was undone.
    pub fn edit(&mut self, state: B::State, gesture: Gesture) {
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

    /// What was found belongs to one position; a new one has nothing yet but its analysis.
    fn start_over(&mut self) {
        let Snapshot { state, document } = self.history.now();
        self.documents[*document].latest = state.clone();
        self.forget_answers();
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
                    Err(error) => self.trouble = Some(format!("no thread could be started: {error}")),
                }
            }
            Err(flaws) => self.flaws = flaws,
        }
    }

    fn forget_answers(&mut self) {
        self.search = Search::Idle;
        self.progress = Progress::default();
        self.answers = Answers::default();
        self.summary = B::Summary::default();
        self.cursor = None;
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
            self.technique = technique;
            self.forget_answers();
        }
    }

    /// How long this technique took on this position, if it came to its end on it.
    pub fn time_of(&self, technique: &Technique<B>) -> Option<Duration> {
        self.times.iter().find(|(key, _)| *key == technique.key).map(|&(_, elapsed)| elapsed)
    }

    /// Whether there is something that can be searched.
    pub fn can_search(&self) -> bool {
        self.flaws.is_empty()
    }

    /// Starts the search from the beginning, unless the position is flawed.
    pub fn search(&mut self) {
        self.forget_answers();
        self.stop_comparing();
        let Ok(problem) = B::check(self.state()) else { return };
        let search = self.technique.search;
        let run = move |observer: &mut dyn crate::search::Observer<B::Answer>| -> ControlFlow<()> { search(&problem, observer) };
        self.search = match Job::start(format!("{} search", B::KEY), self.wake.clone(), run) {
            Ok(job) => Search::Running(job),
            Err(error) => Search::Crashed(format!("no thread could be started: {error}")),
        };
    }

    /// Stops the search and the comparison; what they found stays. The search goes on until it has heard of it.
    pub fn stop(&mut self) {
        self.stop_comparing();
        if let Search::Running(job) = &self.search {
            job.stop();
        }
    }

    /// Whether there is something that can be stopped.
    pub fn is_busy(&self) -> bool {
        matches!(self.search, Search::Running(_)) || self.compared_now().is_some()
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
        self.catch_up_search()
    }

    fn catch_up_analysis(&mut self) {
        while let Some(news) = self.analysis.as_ref().and_then(Job::news) {
            match news {
                News::Found(mut insights) => self.insight = insights.pop(),
                News::Finished(_) | News::Stopped => self.analysis = None,
                News::Crashed(message) => {
                    self.analysis = None;
                    self.trouble = Some(format!("the analysis failed: {message}"));
                }
            }
        }
    }

    fn catch_up_search(&mut self) -> bool {
        let mut found = Vec::new();
        while let Search::Running(job) = &self.search {
            if found.len() >= ANSWERS_A_CALL {
                break;
            }
            let news = job.news();
            self.progress = job.progress();
            match news {
                None => break,
                Some(News::Found(batch)) => found.extend(batch),
                Some(News::Finished(elapsed)) => self.finish(elapsed),
                Some(News::Stopped) => self.search = Search::Stopped,
                Some(News::Crashed(message)) => self.search = Search::Crashed(message),
            }
        }
        let may_be_more = found.len() >= ANSWERS_A_CALL;
        self.take_in(found);
        may_be_more
    }

    fn finish(&mut self, elapsed: Duration) {
        self.progress.elapsed = elapsed;
        self.times.retain(|(key, _)| *key != self.technique.key);
        self.times.push((self.technique.key, elapsed));
        self.search = Search::Finished;
    }

    /// Takes answers into the list. The answer that is shown stays shown, wherever it goes; if it must go, its neighbour is.
    fn take_in(&mut self, found: Vec<B::Answer>) {
        for answer in &found {
            B::sum_up(&mut self.summary, answer);
        }
        let shown = self.shown().map(|(answer, _)| answer.clone());
        let places = self.answers.extend(found, B::rank);
        let kept = self.answers.kept();
        match (&mut self.cursor, shown) {
            (Some(cursor), Some(shown)) if places == Places::Changed => {
                let moved = kept.iter().position(|answer| *answer == shown);
                cursor.answer = moved.unwrap_or(cursor.answer.min(kept.len() - 1));
                cursor.step = cursor.step.min(B::steps(&kept[cursor.answer]));
            }
            (None, _) => self.cursor = kept.first().map(|first| Cursor { answer: 0, step: B::steps(first) }),
            _ => {}
        }
    }

    // Stepping.

    /// Where the timeline stands; none while there are no answers.
    pub fn cursor(&self) -> Option<Cursor> {
        self.cursor
    }

    /// The answer that is shown, and how many of its steps.
    pub fn shown(&self) -> Option<(&B::Answer, usize)> {
        let Cursor { answer, step } = self.cursor?;
        Some((self.answers.kept().get(answer)?, step))
    }

    /// In how many steps the shown answer is put on the board.
    pub fn steps(&self) -> usize {
        self.shown().map_or(0, |(answer, _)| B::steps(answer))
    }

    /// Moves on the timeline by hand: what was playing stands still.
    pub fn step(&mut self, by: Move) {
        self.player.pause();
        self.move_cursor(by);
    }

    /// Shows this answer at the step that is shown now.
    pub fn show_answer(&mut self, answer: usize) {
        let kept = self.answers.kept();
        if let Some(cursor) = self.cursor
            && answer < kept.len()
        {
            self.cursor = Some(cursor.at_answer(answer, |index| B::steps(&kept[index])));
        }
    }

    /// Shows so many steps of the answer.
    pub fn show_step(&mut self, step: usize) {
        self.player.pause();
        let steps = self.steps();
        if let Some(cursor) = &mut self.cursor {
            cursor.step = step.min(steps);
        }
    }

    /// The timeline's own movement.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// Sets the steps a second.
    pub fn set_speed(&mut self, speed: f32) {
        self.player.speed = speed;
    }

    /// Lets the timeline move by itself, or stops it; from the very end it begins the answer again.
    pub fn play_or_pause(&mut self, now: Duration) {
        if self.player.is_playing() {
            self.player.pause();
        } else if let Some(cursor) = self.cursor {
            let is_at_end = cursor.answer + 1 == self.answers.kept().len() && cursor.step == self.steps();
            if is_at_end {
                self.move_cursor(Move::First);
            }
            self.player.play(now);
        }
    }

    /// Moves the timeline as far as it is due. Says how long until it moves again, if it plays.
    pub fn tick(&mut self, now: Duration) -> Option<Duration> {
        for _ in 0..self.player.steps_due(now) {
            let before = self.cursor;
            self.move_cursor(Move::Forward);
            if self.cursor == before {
                self.player.pause();
                break;
            }
        }
        self.player.until_next(now)
    }

    fn move_cursor(&mut self, by: Move) {
        let kept = self.answers.kept();
        self.cursor = self.cursor.map(|cursor| cursor.moved(by, kept.len(), |index| B::steps(&kept[index])));
    }

    // Showing.

    /// All that the board is drawn from.
    pub fn scene<'a>(&'a self, pointed: Option<B::Spot>, look: &'a Look) -> Scene<'a, B> {
        Scene { state: self.state(), flaws: self.flaws(), insight: self.insight(), shown: self.shown(), view: &self.view, pointed, look }
    }
}

#[cfg(test)]
mod tests;
