//! Starting and stopping the search, and taking in what it finds.

use std::{ops::ControlFlow, time::Duration};

use super::Session;
use crate::{
    board::Board,
    search::Observer,
    workbench::{
        answers::Places,
        film::Film,
        job::{Job, Left, News},
    },
};

/// How much of the waiting news is taken in at once, so that the window never waits: answers a call.
const ANSWERS_A_CALL: usize = 8 * 1024;

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
    /// It was paused before its end, and this is left.
    Paused(Left),
    /// It failed, for this reason.
    Crashed(String),
}

impl<B: Board> Session<B> {
    /// Whether there is something that can be searched.
    pub fn can_search(&self) -> bool {
        self.flaws.is_empty()
    }

    /// Starts the search from the beginning, unless the position is flawed.
    pub fn search(&mut self) {
        self.forget_answers();
        self.reel = None;
        self.stop_comparing();
        self.forget_aside();
        self.trouble = None;
        if let Some(tasks) = B::tasks(self.technique) {
            if let Err(error) = self.search_in_tasks(tasks, Left::default()) {
                self.search = Search::Crashed(error.to_string());
            }
            return;
        }
        let Ok(problem) = B::check(self.state()) else { return };
        self.narrowing.searches(&problem);
        let search = self.technique.search;
        let run = move |observer: &mut dyn Observer<B::Answer>| -> ControlFlow<()> { search(&problem, observer) };
        self.search = match Job::start(format!("{} search", B::KEY), self.wake.clone(), run) {
            Ok(job) => Search::Running(job),
            Err(error) => Search::Crashed(error.to_string()),
        };
    }

    /// Stops the search, the comparison and the work on hints; what they found stays. The search goes on until it has heard of it.
    pub fn stop(&mut self) {
        self.stop_comparing();
        self.stop_hinting();
        self.film.iter_mut().for_each(Film::rest);
        if let Search::Running(job) = &self.search {
            job.stop();
        }
    }

    /// Whether there is something that can be stopped.
    pub fn is_busy(&self) -> bool {
        matches!(self.search, Search::Running(_)) || self.compared_now().is_some()
    }

    pub(super) fn catch_up_search(&mut self) -> bool {
        let (mut found, mut has_news) = (Vec::new(), false);
        while let Search::Running(job) = &self.search {
            if found.len() >= ANSWERS_A_CALL {
                break;
            }
            let news = job.news();
            self.progress = job.progress();
            match news {
                None => break,
                Some(News::Found(batch)) => found.extend(batch),
                Some(News::Checkpoint(_)) => {}
                Some(News::Finished(elapsed)) => self.finish(elapsed),
                Some(News::Stopped) => {
                    let left = job.left();
                    self.search = self.stopped(left);
                }
                Some(News::Crashed(message)) => {
                    let left = job.left();
                    self.search = self.failed(message, left);
                }
            }
            has_news = true;
        }
        let may_be_more = found.len() >= ANSWERS_A_CALL;
        if has_news {
            self.take_in(found);
        }
        may_be_more
    }

    fn finish(&mut self, elapsed: Duration) {
        self.progress.elapsed = elapsed;
        self.search = Search::Finished;
        if self.is_narrowed() {
            return self.narrowing.is_done();
        }
        self.times.retain(|(key, _)| *key != self.technique.key);
        self.times.push((self.technique.key, elapsed));
    }

    /// Takes answers into the list. The answer that is shown stays shown, wherever it goes; if it must go, its neighbour is.
    pub(super) fn take_in(&mut self, found: Vec<B::Answer>) {
        for answer in &found {
            B::sum_up(&mut self.summary, answer);
        }
        if !self.is_chosen {
            self.cursor = None;
        }
        let shown = self.shown_answer().map(|(answer, _)| answer.clone());
        let before = self.shown_place();
        let places = self.answers.extend(found, B::rank);
        let place = match shown {
            Some(shown) if places == Places::Changed => self.answers.kept().iter().position(|answer| *answer == shown),
            _ => before,
        };
        if places == Places::Kept && matches!(self.search, Search::Running(_)) {
            self.list_more();
        } else {
            self.relist(place);
        }
        self.keep_step();
    }
}
