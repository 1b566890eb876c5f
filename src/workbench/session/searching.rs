//! The search of what is shown: choosing a technique, starting, pausing and stopping, and taking in what it finds.

use std::time::Duration;

use super::{Session, Track};
use crate::{
    board::Board,
    puzzle::Technique,
    text::{duration, sentence},
    workbench::{
        history::Gesture,
        job::Progress,
        lifecycle::{CaughtUp, Search, SetAside, Subject, Whole},
        search_trace::SearchTrace,
        solutions::Solutions,
    },
};

impl<B: Board> Session<B> {
    /// Whether there is something that can be searched.
    pub fn can_search(&self) -> bool {
        self.flaws.is_empty()
    }

    /// The way to search.
    pub fn technique(&self) -> &'static Technique<B> {
        self.technique
    }

    /// Chooses the way to search from now on. What another way has found, or is about to find, is set aside.
    pub fn choose(&mut self, technique: &'static Technique<B>) {
        if technique.key != self.technique.key {
            self.set_search_aside();
            self.technique = technique;
            self.take_search_back();
        }
    }

    /// How long this technique took on this position, if it came to its end on it.
    pub fn time_of(&self, technique: &Technique<B>) -> Option<Duration> {
        self.times.iter().find(|(key, _)| *key == technique.key).map(|&(_, elapsed)| elapsed)
    }

    /// What the search does.
    pub fn activity(&self) -> &Search<B::Solution> {
        self.search.activity()
    }

    /// How far the search is, or was at its end.
    pub fn progress(&self) -> &Progress {
        self.search.progress()
    }

    /// What the search found so far.
    pub fn solutions(&self) -> &Solutions<B::Solution> {
        self.search.solutions()
    }

    /// What is told of all solutions together.
    pub fn summary(&self) -> &B::Summary {
        self.search.summary()
    }

    /// Whether the solutions come from the list of an earlier position, not from a search.
    pub fn is_filtered(&self) -> bool {
        self.search.is_filtered()
    }

    /// Whether the search that runs can be paused.
    pub fn can_pause(&self) -> bool {
        self.search.can_pause()
    }

    /// Whether there is a paused search.
    pub fn can_go_on(&self) -> bool {
        self.search.can_resume()
    }

    /// Starts the search from the beginning, unless the position is flawed.
    pub fn search(&mut self) {
        let Some(subject) = self.subject() else { return };
        self.stop_comparing();
        match self.search.start(subject, self.threads) {
            Ok(()) => {
                self.trouble = None;
                self.show_from_the_beginning();
                self.track = None;
            }
            Err(error) => self.trouble = Some(error.to_string()),
        }
    }

    /// Pauses the search, if it can be; what it found stays, and it can be saved and gone on with.
    pub fn pause(&mut self) {
        self.search.pause();
    }

    /// Goes on with the paused search, on as many threads as are chosen now.
    pub fn go_on(&mut self) {
        self.stop_comparing();
        self.trouble = self.search.resume(self.threads).err().map(|error| error.to_string());
    }

    /// Stops the search, the comparison and the work on hints; what they found stays. The search goes on until it has heard of it.
    pub fn stop(&mut self) {
        self.stop_comparing();
        self.stop_hinting();
        self.search_trace.iter_mut().for_each(SearchTrace::rest);
        self.search.stop();
    }

    /// Whether there is something that can be stopped.
    pub fn is_busy(&self) -> bool {
        matches!(self.activity(), Search::Running(_)) || self.compared_now().is_some()
    }

    /// Pauses a search that has run for so long that it would be a pity to lose it. Says whether it is still on its way to that.
    pub fn pause_if_long(&mut self) -> bool {
        self.search.pause_long()
    }

    /// The searches of other positions or by other techniques that were set aside and are worth keeping, the newest first: by which
    /// technique, and how far each is.
    pub fn searches_aside(&self) -> impl Iterator<Item = (&'static Technique<B>, &Progress)> {
        self.search.aside().map(|(subject, progress)| (subject.technique, progress))
    }

    /// Shows the newest search that was set aside and is worth keeping, with its position and its technique. Can be undone.
    pub fn go_back_to_search(&mut self) {
        let Some((state, technique)) = self.search.go_back() else { return };
        self.show_from_the_beginning();
        self.technique = technique;
        if state == *self.state() {
            self.take_search_back();
        } else {
            self.edit(state, Gesture::Ended);
        }
    }

    /// What would be searched now; none if the position is flawed.
    fn subject(&self) -> Option<Subject<B>> {
        let problem = B::check(self.state()).ok()?;
        Some(Subject { state: self.state().clone(), problem, technique: self.technique })
    }

    /// Makes room for another search: this one comes back with its position and its technique.
    pub(super) fn set_search_aside(&mut self) {
        let technique = self.technique;
        if let SetAside::Stopped(elapsed) = self.search.set_aside() {
            let title = sentence(technique.title);
            self.trouble =
                Some(format!("{title} was stopped after {}, since it can't be paused; undo brings back what it found", duration(elapsed)));
        }
        self.show_from_the_beginning();
    }

    /// Shows the search again that was set aside, if it is of what is shown now.
    pub(super) fn take_search_back(&mut self) -> bool {
        let state = self.state().clone();
        let is_back = self.search.take_back(&state, self.technique);
        if is_back {
            self.relist(None);
        }
        is_back
    }

    /// Lists what the position leaves of this list, or else of one that was set aside, if that can be told without a search.
    pub(super) fn filter_list(&mut self, list: Option<Whole<B>>, step: Option<usize>) {
        let lists: Vec<Whole<B>> = list.into_iter().chain(self.search.wholes_aside()).collect();
        for whole in lists {
            let Some(subject) = self.subject() else { return };
            match self.search.filter_list(subject, whole) {
                Ok(false) => {}
                Ok(true) => return self.filtered_step = step,
                Err(error) => return self.trouble = Some(error.to_string()),
            }
        }
    }

    /// Shows what a search finds from its beginning on, and nothing of what was found before.
    fn show_from_the_beginning(&mut self) {
        self.is_chosen = false;
        self.filtered_step = None;
        self.relist(None);
        self.search_trace = None;
        self.track = self.track.filter(|&track| track == Track::Game);
        self.player.pause();
    }

    /// Takes in what the search found. The solution that is shown stays shown, wherever it goes; if it must go, its neighbour is.
    pub(super) fn catch_up_search(&mut self) -> bool {
        let shown = self.chosen_solution();
        let CaughtUp { has_news, has_moved, may_be_more, finished, failed } = self.search.catch_up();
        if let Some(elapsed) = finished {
            let key = self.technique.key;
            self.times.retain(|(other, _)| *other != key);
            self.times.push((key, elapsed));
        }
        if let Some(message) = failed {
            self.trouble = Some(format!("the search failed: {message}"));
        }
        if has_news {
            self.show_more(shown, has_moved);
        }
        may_be_more
    }

    /// The solution that was chosen to be shown, and its place among those kept.
    pub(super) fn chosen_solution(&self) -> Option<(usize, B::Solution)> {
        let place = self.shown_place().filter(|_| self.is_chosen)?;
        Some((place, self.solutions().kept().get(place)?.clone()))
    }

    /// Lists what was found since. The solution that was chosen stays shown.
    pub(super) fn show_more(&mut self, chosen: Option<(usize, B::Solution)>, has_moved: bool) {
        if !self.is_chosen {
            self.cursor = None;
        }
        let place = match chosen {
            Some((_, solution)) if has_moved => self.solutions().kept().iter().position(|other| *other == solution),
            chosen => chosen.map(|(place, _)| place),
        };
        if !has_moved && matches!(self.activity(), Search::Running(_)) {
            self.list_more();
        } else {
            self.relist(place);
        }
        self.keep_step();
    }

    /// Shows no more of a solution than was shown before the list was filtered: who looks at the bare board goes on doing so.
    fn keep_step(&mut self) {
        if let (Some(step), Some(cursor), false) = (self.filtered_step, &mut self.cursor, self.is_chosen) {
            cursor.step = cursor.step.min(step);
        }
    }
}
