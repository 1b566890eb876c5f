//! Hints, one after the other, each plainer than the one before.

use std::ops::ControlFlow;

use super::Session;
use crate::{
    board::Board,
    puzzle::{Hints, Puzzle},
    search::{Hint, Observer, Tally},
    text::grouped,
    workbench::job::{self, Job},
};

/// The hints on a position.
pub(super) struct Hinting<S> {
    job: Option<Job<Hint<S>>>,
    hints: Vec<Hint<S>>,
    /// How many of them were asked for.
    asked: usize,
}

impl<S: Send + 'static> Hinting<S> {
    /// Whether more hints may come.
    pub(super) fn is_running(&self) -> bool {
        self.job.is_some()
    }
}

impl<B: Board> Session<B> {
    /// Asks for a hint, or for a plainer one.
    pub fn hint(&mut self) {
        if let Some(hinting) = &mut self.hinting {
            let is_known = hinting.asked <= hinting.hints.len();
            hinting.asked += usize::from(is_known && (hinting.job.is_some() || hinting.asked < hinting.hints.len()));
            return;
        }
        let (Some(hints), Ok(problem)) = (B::EXTRAS.hints, B::check(self.state())) else { return };
        let earlier: Vec<B::State> = self.history.before().cloned().collect();
        let run = move |observer: &mut dyn Observer<Hint<B::Spot>>| {
            let mut listener = Listener { observer, hopeless: None };
            hints(&problem, &mut listener)?;
            match listener.hopeless {
                None => ControlFlow::Continue(()),
                Some(reason) => {
                    let way_back = if earlier.is_empty() { String::new() } else { way_back(hopeful::<B>(hints, &earlier, observer)?) };
                    observer.found(Hint::Hopeless { reason: format!("{reason}{way_back}") })
                }
            }
        };
        match Job::start(format!("{} hints", B::KEY), self.wake.clone(), run) {
            Ok(job) => self.hinting = Some(Hinting { job: Some(job), hints: Vec::new(), asked: 1 }),
            Err(error) => self.trouble = Some(error.to_string()),
        }
    }

    /// Whether a hint is worked out.
    pub fn is_hinting(&self) -> bool {
        self.hinting.as_ref().is_some_and(|hinting| hinting.job.is_some())
    }

    /// Ends the work on hints. Those that are known stay; if there are none, the next call asks anew.
    pub(super) fn stop_hinting(&mut self) {
        self.hinting = self.hinting.take().filter(|hinting| !hinting.hints.is_empty());
        if let Some(hinting) = &mut self.hinting {
            hinting.job = None;
        }
    }

    /// The plainest hint of those asked for that are known.
    pub fn shown_hint(&self) -> Option<&Hint<B::Spot>> {
        let Hinting { hints, asked, .. } = self.hinting.as_ref()?;
        hints.get(hints.len().min(*asked).checked_sub(1)?)
    }

    /// Takes in the hints found since the last time.
    pub(super) fn catch_up_hints(&mut self) {
        let Some(hinting) = &mut self.hinting else { return };
        if let Some(message) = job::take_in(&mut hinting.job, |hint| hinting.hints.push(hint)) {
            self.trouble = Some(format!("the hint failed: {message}"));
        }
    }
}

/// Hands hints on, but keeps back that there is no hope.
struct Listener<'a, S> {
    observer: &'a mut dyn Observer<Hint<S>>,
    hopeless: Option<String>,
}

impl<S> Observer<Hint<S>> for Listener<'_, S> {
    fn found(&mut self, hint: Hint<S>) -> ControlFlow<()> {
        match hint {
            Hint::Hopeless { reason } => {
                self.hopeless = Some(reason);
                ControlFlow::Continue(())
            }
            Hint::Advice { .. } => self.observer.found(hint),
        }
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}

/// How many edits ago there was still a solution; none if there was none before any of them.
fn hopeful<B: Board>(hints: Hints<B>, earlier: &[B::State], observer: &mut dyn Observer<Hint<B::Spot>>) -> ControlFlow<(), Option<usize>> {
    for (index, state) in earlier.iter().enumerate() {
        let Ok(problem) = B::check(state) else { continue };
        if is_hopeful::<B>(hints, &problem, observer)? {
            return ControlFlow::Continue(Some(index + 1));
        }
    }
    ControlFlow::Continue(None)
}

fn is_hopeful<B: Puzzle>(hints: Hints<B>, problem: &B::Problem, observer: &mut dyn Observer<Hint<B::Spot>>) -> ControlFlow<(), bool> {
    let mut probe = Probe { observer, first: None };
    let end = hints(problem, &mut probe);
    match probe.first {
        Some(is_hopeful) => ControlFlow::Continue(is_hopeful),
        // It was stopped, or told nothing, which is no reason to give up.
        None => end.map_continue(|()| true),
    }
}

/// Looks at the first hint only.
struct Probe<'a, S> {
    observer: &'a mut dyn Observer<Hint<S>>,
    first: Option<bool>,
}

impl<S> Observer<Hint<S>> for Probe<'_, S> {
    fn found(&mut self, hint: Hint<S>) -> ControlFlow<()> {
        self.first = Some(matches!(hint, Hint::Advice { .. }));
        ControlFlow::Break(())
    }

    fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(0.0, tally)
    }
}

/// A sentence to follow the reason, with the full stop before it.
fn way_back(since: Option<usize>) -> String {
    match since {
        Some(1) => ". Undo once to get back to a solvable position".to_owned(),
        Some(edits) => format!(". Undo {} times to get back to a solvable position", grouped(edits as u64)),
        None => ". No earlier position had a solution either".to_owned(),
    }
}
