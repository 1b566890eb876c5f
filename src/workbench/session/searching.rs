//! The session's search: choosing a technique, starting, pausing and stopping, and taking in solutions.

use std::time::Duration;

use super::{Comparing, Hinting, Session, Track};
use crate::{
    cursor::Cursor,
    history::Gesture,
    lifecycle::{CaughtUp, CompleteList, Lifecycle, RENEWAL, Search, SetAside, Subject},
};
use base::{
    erased::{Erased, Solution},
    puzzle::Technique,
    search::Detail,
    text::{duration, sentence},
};

/// The number of solutions among which the one that was shown before is looked for. Each is written as JSON, in some microseconds.
pub(super) const MOST_COMPARED: usize = 500;

/// What threads work out for a document.
pub enum Work {
    /// From now on searches use this technique. The search by another technique is set aside.
    Technique(&'static Technique<Erased>),
    /// The search starts from the beginning, unless the position is flawed.
    Search,
    /// The paused search is resumed with the number of threads that is chosen now.
    Resume,
    /// The search is paused, if it can be. Its solutions stay, and it can be saved and resumed.
    Pause,
    /// The search, the comparison and the search for hints are stopped. What they have found stays.
    Stop,
    /// The techniques are compared from the beginning, unless the position is flawed. A running search, which would slow that down, stops.
    Compare,
    /// A hint is shown that says no less than the advice, which the user sees, or else a more explicit one than before. Contains how much
    /// the advice gives away; none if there is none. In a challenge, hints are counted.
    Hint(Option<Detail>),
    /// The hints are forgotten. The next request starts with the first one.
    DismissHints,
}

/// What the list takes from the one before an edit.
#[derive(Default)]
pub(super) struct Renewal {
    /// How long a search may take that renews the list after an edit; `None` if it isn't renewed, since it wasn't complete before, or not
    /// quickly so.
    pub within: Option<Duration>,
    /// The solution that was shown before, as JSON, and the number of its steps.
    pub shown: Option<(String, usize)>,
    /// The number of steps shown before the list was filtered, if the solution wasn't shown completely.
    pub step: Option<usize>,
}

impl Session {
    /// Returns whether the position can be searched.
    pub fn can_search(&self) -> bool {
        self.live.flaws().is_empty()
    }

    /// Returns the technique.
    pub fn technique(&self) -> &'static Technique<Erased> {
        self.technique
    }

    /// Has this worked out.
    pub fn work(&mut self, work: Work) {
        match work {
            Work::Technique(technique) => self.choose(technique),
            Work::Search => self.search(),
            Work::Resume => self.resume(),
            Work::Pause => self.search.pause(),
            Work::Stop => self.stop(),
            Work::Compare => self.compare(),
            Work::Hint(advised) => self.take_hint(advised),
            Work::DismissHints => self.hints = Hinting::default(),
        }
    }

    pub(super) fn choose(&mut self, technique: &'static Technique<Erased>) {
        if technique.key != self.technique.key {
            let is_tracing = self.timeline.track == Some(Track::Search);
            self.set_search_aside();
            self.technique = technique;
            self.bring_search_back();
            // The next trace begins, to be compared with this one. A technique may have none.
            if is_tracing && self.has_track(Track::Search) {
                self.choose_track(Track::Search);
            } else if is_tracing {
                self.timeline.track = Some(Track::Search);
            }
        }
    }

    /// Returns how long this technique took on this position, if it finished.
    pub fn time_of(&self, technique: &Technique<Erased>) -> Option<Duration> {
        self.times.iter().find(|(key, _)| *key == technique.key).map(|&(_, elapsed)| elapsed)
    }

    /// Returns the searches, whose solutions may be read at any time.
    pub fn searches(&self) -> &Lifecycle {
        &self.search
    }

    pub(super) fn search(&mut self) {
        let Some(subject) = self.subject() else { return };
        self.stop_comparing();
        match self.search.start(subject, self.threads) {
            Ok(()) => {
                self.notice = None;
                self.show_from_the_beginning();
                self.timeline.track = None;
            }
            Err(error) => self.warn(error.to_string()),
        }
    }

    pub(super) fn resume(&mut self) {
        self.stop_comparing();
        self.notice = None;
        if let Err(error) = self.search.resume(self.threads) {
            self.warn(error.to_string());
        }
    }

    /// The search keeps running until it notices the signal.
    pub(super) fn stop(&mut self) {
        self.stop_comparing();
        self.stop_hinting();
        self.played.stop();
        self.stop_recording();
        self.search.stop();
    }

    /// Returns whether there is something to stop.
    pub fn is_busy(&self) -> bool {
        self.search.is_running() || self.comparing.as_ref().and_then(Comparing::now).is_some()
    }

    /// Pauses the timeline, and the search if it has run long enough to be worth keeping. Returns whether it is still about to pause.
    pub fn pause_if_long(&mut self) -> bool {
        self.timeline.player.pause();
        self.search.pause_long()
    }

    /// Shows the newest search set aside that is worth keeping, with its position and technique. Can be undone.
    pub(super) fn go_back_to_search(&mut self) {
        let Some((state, technique)) = self.search.go_back() else { return };
        self.show_from_the_beginning();
        self.technique = technique;
        if state == *self.state() {
            self.bring_search_back();
        } else {
            self.edit(state, Gesture::Ended);
        }
    }

    /// Returns what a search would search now, or `None` if the position is flawed.
    pub(super) fn subject(&self) -> Option<Subject> {
        let problem = (self.kind.check)(self.state()).ok()?;
        Some(Subject { state: self.state().clone(), problem, technique: self.technique })
    }

    /// Sets the search aside, to be shown again with its position and technique.
    pub(super) fn set_search_aside(&mut self) {
        let technique = self.technique;
        self.search.note_place(self.shown_place().zip(self.listing.cursor.map(|cursor| cursor.step)));
        let title = sentence(technique.title);
        match self.search.set_aside() {
            SetAside::Kept => {}
            SetAside::Paused(elapsed) => {
                let elapsed = duration(elapsed);
                self.warn(format!("{title} was paused after {elapsed}; it comes back with its technique and position"));
            }
            SetAside::Stopped(elapsed) => {
                let elapsed = duration(elapsed);
                self.warn(format!("{title} can't be paused, so it was stopped after {elapsed}; undo to see its solutions again"));
            }
        }
        self.show_from_the_beginning();
    }

    /// Shows the search that was set aside for the current position and technique, if there is one. Returns whether there is.
    pub(super) fn bring_search_back(&mut self) -> bool {
        let state = self.state().clone();
        // The notes may have changed since then.
        let is_same = self.kind.board_extras.is_same_problem.unwrap_or(&PartialEq::eq);
        let is_back = self.search.bring_back(&state, self.technique, is_same);
        if is_back {
            let place = self.search.place();
            self.listing.cursor = place.map(|(_, step)| Cursor { solution: 0, step });
            self.relist(place.map(|(place, _)| place));
        }
        is_back
    }

    /// Notes what is needed to renew the list after an edit.
    pub(super) fn note_before_renewal(&mut self) {
        let renewed = self.renewal.within.filter(|_| !self.search.is_requested());
        self.renewal.within = match self.search.activity() {
            // How long a search takes isn't known of a list that was filtered.
            Search::Finished if self.search.is_filtered() => Some(self.quick),
            Search::Finished if self.search.progress().elapsed <= self.quick => Some(RENEWAL),
            // A renewed list is renewed again, even if that took longer than before: the machine may have been busy.
            Search::Finished => renewed,
            Search::Running(_) if self.search.is_filtered() => self.renewal.within,
            Search::Idle if self.search.is_renewing() => self.renewal.within,
            // It took too long for this position, and may for others.
            Search::Idle => self.renewal.within.map(|_| self.quick),
            Search::Running(_) | Search::Stopped | Search::Paused | Search::Failed(_) => None,
        };
        let shown = self.shown_solution().and_then(|(solution, step)| Some((self.kind.json(solution)?, step)));
        // If the list is still being renewed, nothing is shown.
        self.renewal.shown = shown.or(self.renewal.shown.take().filter(|_| self.search.is_renewing()));
    }

    /// Renews the list, if that was quick for the position before.
    pub(super) fn renew_list(&mut self) {
        if let Some(within) = self.renewal.within
            && let Some(subject) = self.subject()
            && let Err(error) = self.search.renew(subject, within)
        {
            self.warn(error.to_string());
        }
    }

    /// Makes a list again that was quick when the document was last open, and from then on after each edit.
    pub(super) fn renew_after_start(&mut self) {
        self.renewal.within = Some(RENEWAL);
        self.renew_list();
    }

    /// Shows the renewed list. The solution that was shown before stays shown; if it is none of them, the position is shown without one.
    fn show_renewed(&mut self) {
        let before = self.renewal.shown.take();
        let place = before.as_ref().and_then(|(shown, _)| self.index_of(shown, 0, MOST_COMPARED));
        let step = before.as_ref().filter(|_| place.is_some()).map_or(0, |(_, step)| *step);
        self.listing.cursor = Some(Cursor { solution: 0, step });
        self.relist(place);
    }

    /// Returns the index among those kept of the solution with this JSON. It is looked for at the index where it may be, and among the
    /// first `most`.
    pub(super) fn index_of(&self, json: &str, likely: usize, most: usize) -> Option<usize> {
        let kept = self.search.solutions().kept();
        let is_there = |index: usize| kept.get(index).and_then(|solution| self.kind.json(solution)).is_some_and(|text| text == json);
        if is_there(likely) { Some(likely) } else { (0..kept.len().min(most)).find(|&index| is_there(index)) }
    }

    /// Filters the solutions of this complete list, or of one that was set aside, if they include those of the current position. Returns
    /// whether it does.
    pub(super) fn filter_list(&mut self, list: Option<CompleteList>, step: Option<usize>) -> bool {
        if self.kind.extras.filtering.is_none() {
            return false;
        }
        let lists: Vec<CompleteList> = list.into_iter().chain(self.search.complete_lists_aside()).collect();
        for list in lists {
            let Some(subject) = self.subject() else { return false };
            match self.search.filter_list(subject, list) {
                Ok(false) => {}
                Ok(true) => {
                    self.renewal.step = step;
                    return true;
                }
                Err(error) => self.warn(error.to_string()),
            }
        }
        false
    }

    /// Shows nothing of the earlier solutions, and follows the search from its first solution on.
    fn show_from_the_beginning(&mut self) {
        self.listing.is_chosen = false;
        self.renewal.step = None;
        self.relist(None);
        self.timeline.recorded.clear();
        self.timeline.track = self.timeline.track.filter(|&track| track == Track::Game);
        self.timeline.player.pause();
    }

    /// Takes in what the search found. The shown solution stays shown, even if its index changes. If it is dropped, its neighbour is
    /// shown.
    pub(super) fn catch_up_search(&mut self) -> bool {
        let shown = self.chosen_solution();
        let CaughtUp { has_news, has_moved, is_renewed, may_be_more, finished, failed } = self.search.catch_up();
        if let Some(elapsed) = finished {
            let key = self.technique.key;
            self.times.retain(|(other, _)| *other != key);
            self.times.push((key, elapsed));
        }
        if let Some(message) = failed {
            self.warn(format!("the search failed: {message}"));
        }
        if is_renewed {
            self.show_renewed();
        } else if has_news {
            self.show_more(shown, has_moved);
        }
        if matches!(self.search.activity(), Search::Finished) {
            self.return_to_solution();
        }
        may_be_more
    }

    /// Returns the solution that the user chose, and its index among those kept.
    pub(super) fn chosen_solution(&self) -> Option<(usize, Solution)> {
        let place = self.shown_place().filter(|_| self.listing.is_chosen)?;
        Some((place, self.search.solutions().kept().get(place)?.clone()))
    }

    /// Lists the new solutions. The solution that the user chose stays shown.
    pub(super) fn show_more(&mut self, chosen: Option<(usize, Solution)>, has_moved: bool) {
        if !self.listing.is_chosen {
            self.listing.cursor = None;
        }
        let place = match chosen {
            Some((_, solution)) if has_moved => self.search.solutions().kept().iter().position(|other| *other == solution),
            chosen => chosen.map(|(place, _)| place),
        };
        if !has_moved && matches!(self.search.activity(), Search::Running(_)) {
            self.list_more();
        } else {
            self.relist(place);
        }
        self.keep_step();
    }

    /// Shows no more steps of a solution than before the list was filtered, so that a bare board stays bare.
    fn keep_step(&mut self) {
        if let (Some(step), Some(cursor), false) = (self.renewal.step, &mut self.listing.cursor, self.listing.is_chosen) {
            cursor.step = cursor.step.min(step);
        }
    }
}
