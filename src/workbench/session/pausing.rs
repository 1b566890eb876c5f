//! Searches in tasks: on several threads, paused, saved with the document, and gone on with.

use std::time::Duration;

use super::{Answers, Job, Progress, Search, Session};
use crate::{
    board::Board,
    puzzle::{Puzzle, Tasks, Technique},
    search::Observer,
    workbench::{
        job::{Crew, Left, NoThread},
        paused::{PausedSearch, Resumable},
    },
};

/// A search that ran for so long is worth keeping, though nobody asked for a pause.
const LONG: Duration = Duration::from_secs(60);

/// What a session knows of pauses.
pub(super) struct Pausing<P: Puzzle> {
    /// Whether the pause was asked for; else the search was only stopped.
    is_wanted: bool,
    /// How many pauses there were: so the last one is told from those that were saved.
    pauses: u64,
    /// The position of the last.
    position: Option<P::State>,
    /// A paused search that an edit or another technique put aside: it is there again when the position and the technique are.
    aside: Option<Aside<P>>,
}

/// A paused search with what it found.
struct Aside<P: Puzzle> {
    position: Option<P::State>,
    technique: &'static Technique<P>,
    left: Left,
    answers: Answers<P::Answer>,
    summary: P::Summary,
    progress: Progress,
}

impl<P: Puzzle> Default for Pausing<P> {
    fn default() -> Self {
        Self { is_wanted: false, pauses: 0, position: None, aside: None }
    }
}

impl<B: Board> Session<B> {
    /// Whether the search that runs can be paused.
    pub fn can_pause(&self) -> bool {
        matches!(self.search, Search::Running(_)) && B::tasks(self.technique).is_some()
    }

    /// Whether there is a paused search.
    pub fn can_go_on(&self) -> bool {
        matches!(self.search, Search::Paused(_))
    }

    /// Pauses the search, if it can be; what it found stays, and it can be saved and gone on with.
    pub fn pause(&mut self) {
        if self.can_pause()
            && let Search::Running(job) = &self.search
        {
            self.pausing.is_wanted = true;
            job.stop();
        }
    }

    /// Goes on with the paused search, on as many threads as are chosen now.
    pub fn go_on(&mut self) {
        let Some(tasks) = B::tasks(self.technique) else { return };
        if let Search::Paused(left) = &self.search {
            let left = left.clone();
            self.stop_comparing();
            // Without a thread it stays paused.
            self.trouble = self.search_in_tasks(tasks, left).err().map(|error| error.to_string());
        }
    }

    /// Does what is left of a search.
    pub(super) fn search_in_tasks(&mut self, tasks: &'static Tasks<B>, left: Left) -> Result<(), NoThread> {
        let Ok(problem) = B::check(self.state()) else { return Ok(()) };
        let (searched, other) = (problem.clone(), problem.clone());
        let crew = Crew {
            threads: self.threads,
            checkpoint_every: None,
            split: move |left, at_least, go_on: &mut dyn FnMut() -> bool| (tasks.split)(&other, left, at_least, go_on),
            run: move |task: &_, observer: &mut dyn Observer<B::Answer>| (tasks.run)(&problem, task, observer),
        };
        self.search = Search::Running(Job::start_crew(format!("{} search", B::KEY), self.wake.clone(), left, crew)?);
        self.pausing.is_wanted = false;
        self.narrowing.searches(&searched);
        Ok(())
    }

    /// What the search does when it has stopped and this is left: what can go on is not thrown away.
    pub(super) fn stopped(&mut self, left: Option<Left>) -> Search<B::Answer> {
        left.map_or(Search::Stopped, |left| self.paused(left))
    }

    /// What the search does when it has failed and this is left: what didn't fail is done, and what did can be tried again.
    pub(super) fn failed(&mut self, message: String, left: Option<Left>) -> Search<B::Answer> {
        let Some(left) = left else { return Search::Crashed(message) };
        self.trouble = Some(format!("the search failed: {message}"));
        self.pausing.is_wanted = true;
        self.paused(left)
    }

    /// Pauses the search if it has run for so long that it would be a pity to lose it. Says whether it is still on its way to that.
    pub fn pause_if_long(&mut self) -> bool {
        let is_long = self.can_pause() && LONG <= self.progress.elapsed;
        if is_long {
            self.pause();
        }
        is_long
    }

    fn paused(&mut self, left: Left) -> Search<B::Answer> {
        self.pausing.pauses += 1;
        self.note_change();
        self.pausing.position = Some(self.state().clone());
        self.progress = left.progress();
        Search::Paused(left)
    }

    /// Which pause is now; none if the search is not paused, or was only stopped soon after it began.
    pub(super) fn pause_now(&self) -> Option<u64> {
        let Search::Paused(left) = &self.search else { return None };
        (self.pausing.is_wanted || LONG <= left.elapsed).then_some(self.pausing.pauses)
    }

    /// The paused search as it is saved.
    pub(super) fn paused_search(&self) -> Option<PausedSearch> {
        let (Search::Paused(left), Some(tasks)) = (&self.search, B::tasks(self.technique)) else { return None };
        let problem = B::check(self.state()).ok()?;
        let (count, summary) = (self.answers.count(), self.summary.clone());
        let resumable = Resumable { technique: self.technique, tasks, count, summary, left: left.clone() };
        Some(PausedSearch::of(&resumable, &problem))
    }

    /// Takes up a search that was saved with the position; if it cannot go on, says why in a word and leaves it out.
    pub(super) fn take_up(&mut self, saved: PausedSearch) {
        // What is wrong with the position is told anyway.
        let Ok(problem) = B::check(self.state()) else { return };
        match saved.resume::<B>(&problem) {
            Ok(Resumable { technique, count, summary, left, .. }) => {
                self.technique = technique;
                self.forget_answers();
                self.answers = Answers::counted(count);
                self.summary = summary;
                self.pausing.is_wanted = true;
                self.search = self.paused(left);
            }
            Err(why) => self.trouble = Some(format!("{why}; it was left out")),
        }
    }

    /// Puts a paused search aside.
    pub(super) fn put_aside(&mut self) {
        if let Search::Paused(left) = &mut self.search {
            self.pausing.aside = Some(Aside {
                position: self.pausing.position.take(),
                technique: self.technique,
                left: std::mem::take(left),
                answers: std::mem::take(&mut self.answers),
                summary: std::mem::take(&mut self.summary),
                progress: std::mem::take(&mut self.progress),
            });
        }
    }

    /// Takes the search up again that was put aside, if it is of what is shown now.
    pub(super) fn take_up_again(&mut self) {
        let state = self.state().clone();
        let belongs = |aside: &mut Aside<B>| aside.technique.key == self.technique.key && aside.position.as_ref() == Some(&state);
        if let Some(aside) = self.pausing.aside.take_if(belongs) {
            let Aside { position, left, answers, summary, progress, .. } = aside;
            self.pausing.position = position;
            (self.answers, self.summary, self.progress) = (answers, summary, progress);
            self.search = Search::Paused(left);
            self.relist(None);
        }
    }

    /// Forgets the search that was put aside, as one begins anew.
    pub(super) fn forget_aside(&mut self) {
        self.pausing.aside = None;
    }
}
