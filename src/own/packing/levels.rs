//! The jobs of figures of cubes: printing, and how the listed solutions come apart.

use egui::Ui;

use super::printing::Printing;
use base::{erased, search::Tally};
use gui::{
    request::Requests,
    tools::{Companion, Of},
};
use packing::{
    edit::{filter, view::View},
    live::levels::{self, Levels},
    model::{problem, solution::Solution},
    search::prepared::Prepared,
};
use soma::Soma;
use workbench::{
    job::Wake,
    session::{Cause, Change, Mode, Session},
    threads::{NamedThreads, processors},
    worker::Worker,
};

/// The number of solutions that are taken apart before the list is sorted and filtered for the first time. Then it is as many as are known.
const FIRST: usize = 64;

/// The jobs of a document with cubes.
pub struct CubesJobs {
    printing: Printing,
    /// Works out how solutions come apart, while the list is sorted or filtered by that.
    levels: Worker<()>,
    /// Whether that was stopped, until it is asked for again.
    is_stopped: bool,
}

impl CubesJobs {
    /// Nothing runs yet. `wake` is called when a job has done something.
    pub fn new(wake: Wake) -> Self {
        Self { printing: Printing::new(wake.clone()), levels: Worker::new("soma levels", wake), is_stopped: false }
    }

    /// Works out more levels if these are wanted and the list is there. Returns the view that knows about them.
    fn catch_up_levels(&mut self, session: Of<'_, Soma>) -> Option<View> {
        self.levels.drain(|()| ());
        let view = session.view();
        let is_sorted = session.order().is_some_and(|order| order.key == filter::BY_LEVEL);
        let is_wanted = session.played().mode() == Mode::Solve && (is_sorted || view.filter.fate.is_some());
        if !is_wanted || session.searches().is_running() {
            self.levels.reset();
            self.is_stopped &= is_wanted;
            return None;
        }
        if self.levels.is_busy() {
            return None;
        }
        // Only between jobs, and only while the list is sorted or filtered by it.
        let kept = session.searches().solutions().kept();
        let now = Levels::of(kept.iter().map(erased::Solution::get));
        if 0 < now.remaining && !self.is_stopped && self.levels.failure().is_none() {
            let is_open = |solution: &&erased::Solution| solution.get::<Solution>().fate.get().is_none();
            let next: Vec<erased::Solution> = kept.iter().filter(is_open).take(now.known().max(FIRST)).cloned().collect();
            let state = session.state().clone();
            let threads = NamedThreads { name: self.levels.name().to_owned(), count: processors() };
            self.levels.start(move |observer| {
                let Ok(prepared) = problem::check(&state).map(Prepared::from) else { return observer.progress(1.0, &Tally::default()) };
                let next: Vec<&Solution> = next.iter().map(erased::Solution::get).collect();
                levels::learn(&prepared, &next, &threads, &mut || observer.progress(0.0, &Tally::default()))?;
                observer.progress(1.0, &Tally::default())
            });
        }
        (now != view.levels).then(|| View { levels: now, ..view.clone() })
    }
}

impl Companion for CubesJobs {
    fn ui(&mut self, ui: &mut Ui, session: &Session, state: &mut erased::State) {
        self.printing.ui(ui, session, state);
    }

    fn catch_up(&mut self, session: &Session, requests: &Requests) -> Option<(Change, Cause)> {
        self.printing.catch_up(requests);
        let view = self.catch_up_levels(Of::new(session))?;
        Some((Change::View(erased::View::of(view)), Cause::Computer))
    }

    fn is_busy(&self) -> bool {
        self.printing.is_busy() || self.levels.is_busy()
    }

    fn stop(&mut self) {
        self.printing.stop();
        self.is_stopped |= self.levels.is_busy();
        self.levels.stop();
    }
}
