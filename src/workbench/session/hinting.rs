//! Hints, each more explicit than the one before.

use std::ops::ControlFlow;

use super::Session;
use crate::{
    board::Board,
    puzzle::{Hints, Puzzle},
    search::{Hint, Observer, Tally, first},
    workbench::{
        job::{self, Job},
        words,
    },
};

/// The hints for a position.
pub(super) struct Hinting<S> {
    job: Option<Job<Hint<S>>>,
    hints: Vec<Hint<S>>,
    /// How many of them the user has asked for.
    asked: usize,
    /// What the advice on the position said when the user asked: hints that say less aren't shown.
    advised: String,
}

impl<S> Hinting<S> {
    /// Returns the index of the first hint to show, the first that says what the advice says. If none does, that is the first of all; while
    /// there may still be one, it isn't known.
    fn first(&self) -> Option<usize> {
        let advised = self.advised.to_lowercase();
        let says = |hint: &Hint<S>| {
            let (Hint::Advice { message, .. } | Hint::DeadEnd { reason: message }) = hint;
            message.to_lowercase().contains(&advised)
        };
        self.hints.iter().position(says).or(if self.job.is_none() { Some(0) } else { None })
    }

    /// Returns the hints that may be shown, as far as they are known.
    fn to_show(&self) -> &[Hint<S>] {
        self.first().and_then(|first| self.hints.get(first..)).unwrap_or_default()
    }
}

impl<S: Send + 'static> Hinting<S> {
    /// Returns whether more hints may come.
    pub(super) fn is_running(&self) -> bool {
        self.job.is_some()
    }
}

impl<B: Board> Session<B> {
    /// Asks for a hint, or for a more explicit one. Returns whether there is, or may soon be, one that wasn't asked for before.
    pub fn hint(&mut self) -> bool {
        if let Some(hinting) = &mut self.hinting {
            let known = hinting.to_show().len();
            let is_further = hinting.asked <= known && (hinting.job.is_some() || hinting.asked < known);
            hinting.asked += usize::from(is_further);
            return is_further;
        }
        let (Some(hints), Ok(problem)) = (B::EXTRAS.hints, B::check(self.state())) else { return false };
        let earlier: Vec<B::State> = self.history.before().cloned().collect();
        let run = move |observer: &mut dyn Observer<Hint<B::Spot>>| {
            let mut listener = Listener { observer, no_solution: None };
            hints(&problem, &mut listener)?;
            match listener.no_solution {
                None => ControlFlow::Continue(()),
                Some(reason) => {
                    let way_back = if earlier.is_empty() {
                        String::new()
                    } else {
                        words::way_back(undos_to_solvable::<B>(hints, &earlier, observer)?)
                    };
                    observer.found(Hint::DeadEnd { reason: format!("{reason}{way_back}") })
                }
            }
        };
        match Job::start(format!("{} hints", B::KEY), self.wake.clone(), run) {
            Ok(job) => self.hinting = Some(Hinting { job: Some(job), hints: Vec::new(), asked: 1, advised: String::new() }),
            Err(error) => self.notice = Some(error.to_string()),
        }
        self.hinting.is_some()
    }

    /// Leaves out the hints that say less than the advice, which the user already sees. For the first hint, just after asking for it.
    pub(super) fn skip_vaguer_hints(&mut self, advised: &str) {
        if let Some(hinting) = &mut self.hinting
            && hinting.hints.is_empty()
        {
            advised.clone_into(&mut hinting.advised);
        }
    }

    /// Returns whether there is, or may soon be, a more explicit hint than the one that is shown.
    pub fn has_more_hints(&self) -> bool {
        self.hinting.as_ref().is_some_and(|hinting| hinting.job.is_some() || hinting.asked < hinting.to_show().len())
    }

    /// Returns the position after the step that the shown hint names, for [`Session::edit`]; `None` if it isn't the most specific one or
    /// names no whole step.
    pub fn after_hint(&self) -> Option<B::State> {
        let (Some(follow), Some(Hint::Advice { spots, .. })) = (B::BOARD_EXTRAS.follow_hint, self.shown_hint()) else { return None };
        if self.has_more_hints() { None } else { follow(self.state(), spots) }
    }

    /// Forgets the hints. The next request starts with the first one.
    pub fn dismiss_hints(&mut self) {
        self.hinting = None;
    }

    /// Returns whether a search for hints is running.
    pub fn is_hinting(&self) -> bool {
        self.hinting.as_ref().is_some_and(|hinting| hinting.job.is_some())
    }

    /// Stops the search for hints and keeps those found. If there are none, the next request starts over.
    pub(super) fn stop_hinting(&mut self) {
        self.hinting = self.hinting.take().filter(|hinting| !hinting.hints.is_empty());
        if let Some(hinting) = &mut self.hinting {
            hinting.job = None;
        }
    }

    /// Returns the most explicit hint found, up to the number asked for.
    pub fn shown_hint(&self) -> Option<&Hint<B::Spot>> {
        let hinting = self.hinting.as_ref()?;
        let hints = hinting.to_show();
        hints.get(hints.len().min(hinting.asked).checked_sub(1)?)
    }

    /// Takes in new hints.
    pub(super) fn catch_up_hints(&mut self) {
        let Some(hinting) = &mut self.hinting else { return };
        if let Some(message) = job::drain(&mut hinting.job, |hint| hinting.hints.push(hint)) {
            self.notice = Some(words::hint_failed(&message));
        }
    }
}

/// Passes advice on, but keeps the message that there is no solution.
struct Listener<'a, S> {
    observer: &'a mut dyn Observer<Hint<S>>,
    no_solution: Option<String>,
}

impl<S> Observer<Hint<S>> for Listener<'_, S> {
    fn found(&mut self, hint: Hint<S>) -> ControlFlow<()> {
        match hint {
            Hint::DeadEnd { reason } => {
                self.no_solution = Some(reason);
                ControlFlow::Continue(())
            }
            Hint::Advice { .. } => self.observer.found(hint),
        }
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}

/// Returns the number of edits to undo to get to a position with a solution, or `None` if there is no such position.
fn undos_to_solvable<B: Board>(
    hints: Hints<B>,
    earlier: &[B::State],
    observer: &mut dyn Observer<Hint<B::Spot>>,
) -> ControlFlow<(), Option<usize>> {
    for (index, state) in earlier.iter().enumerate() {
        let Ok(problem) = B::check(state) else { continue };
        if is_solvable::<B>(hints, &problem, observer)? {
            return ControlFlow::Continue(Some(index + 1));
        }
    }
    ControlFlow::Continue(None)
}

fn is_solvable<B: Puzzle>(hints: Hints<B>, problem: &B::Problem, observer: &mut dyn Observer<Hint<B::Spot>>) -> ControlFlow<(), bool> {
    let hint = first(|first| hints(problem, first), |_, tally| observer.progress(0.0, tally))?;
    // Without a hint the position isn't known to be unsolvable.
    ControlFlow::Continue(hint.is_none_or(|hint| matches!(hint, Hint::Advice { .. })))
}
