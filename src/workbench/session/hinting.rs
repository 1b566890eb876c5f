//! Hints, each more explicit than the one before.

use std::{ops::ControlFlow, sync::Arc};

use super::Session;
use crate::job::{self, Job};
use base::{
    board::{Input, Reply},
    erased::{Erased, Kind, Problem, Spot, State},
    puzzle::{Flaw, Hints},
    search::{Detail, Hint, Observer, Tally, first},
    text::counted,
};

/// The hints for a position. There are none until the user asks.
#[derive(Default)]
pub struct Hinting {
    job: Option<Job<Told>>,
    hints: Vec<Told>,
    /// How many of them the user has asked for.
    pub(super) asked: usize,
    /// How much the advice on the position gave away when the user asked; none if there was none.
    advised: Option<Detail>,
}

/// A hint, and the position with a solution that it says to go back to.
struct Told {
    hint: Hint<Spot>,
    back_to: Option<State>,
}

impl Hinting {
    /// Returns whether a search for hints is running, so that more may come.
    pub fn is_running(&self) -> bool {
        self.job.is_some()
    }

    /// Returns whether there is, or may soon be, a more explicit hint than the one that is shown.
    pub fn has_more(&self) -> bool {
        self.is_running() || self.asked < self.to_show().len()
    }

    /// Returns the most explicit hint found, up to the number asked for.
    pub fn shown(&self) -> Option<&Hint<Spot>> {
        self.told().map(|told| &told.hint)
    }

    fn told(&self) -> Option<&Told> {
        let hints = self.to_show();
        hints.get(hints.len().min(self.asked).checked_sub(1)?)
    }

    /// Returns the hints that may be shown, as far as they are known: those that say no less than the advice, which the user already sees.
    /// While none is found yet, a vaguer one stands in if it has something to show, so that each request is answered at once.
    fn to_show(&self) -> &[Told] {
        let says_enough = |told: &Told| self.advised.is_none_or(|advised| advised <= told.hint.detail());
        if let Some(first) = self.hints.iter().position(says_enough) {
            return self.hints.get(first..).unwrap_or_default();
        }
        let has_spots = |told: &&Told| matches!(&told.hint, Hint::Advice { spots, .. } if !spots.is_empty());
        // A mere number would hide the advice, which says more.
        let last = self.hints.last().filter(|_| !self.is_running());
        self.hints.iter().find(has_spots).or(last).map(std::slice::from_ref).unwrap_or_default()
    }
}

impl Hinting {
    /// Says what is wrong with a position, or what it lacks, before there can be hints: one flaw after another.
    fn of_flaws(flaws: Vec<Flaw<Spot>>, advised: Option<Detail>) -> Self {
        let count = flaws.len();
        let told = |(number, flaw): (usize, Flaw<Spot>)| {
            let reason = no_hint_yet(&flaw.message, number, count);
            Told { hint: Hint::DeadEnd { reason, spots: flaw.spots, removes: None }, back_to: None }
        };
        Self { job: None, hints: (1..).zip(flaws).map(told).collect(), asked: 1, advised }
    }
}

/// In place of a hint: the position has a flaw, the nth of several.
fn no_hint_yet(flaw: &str, number: usize, flaws: usize) -> String {
    if flaws == 1 { format!("no hint yet: {flaw}") } else { format!("no hint yet ({number} of {flaws}): {flaw}") }
}

impl Session {
    #[cfg(test)]
    pub(super) fn hint(&mut self) -> bool {
        self.hint_beyond(None)
    }

    /// Asks for a hint, or for a more explicit one. If it is the first, the hints that say less than the advice are left out. Hints are
    /// about the position, so a solution on the board makes way for it. Returns whether there is, or may soon be, one that wasn't asked for
    /// before.
    pub(super) fn hint_beyond(&mut self, advised: Option<Detail>) -> bool {
        if self.is_solution_shown() {
            self.show_step(0);
        }
        if 0 < self.hints.asked {
            let known = self.hints.to_show().len();
            let is_further = self.hints.asked <= known && (self.hints.is_running() || self.hints.asked < known);
            self.hints.asked += usize::from(is_further);
            return is_further;
        }
        let Some(hints) = self.kind.extras.hints else { return false };
        let problem = match (self.kind.check)(self.state()) {
            Ok(problem) => problem,
            Err(flaws) => {
                self.hints = Hinting::of_flaws(flaws, advised);
                return true;
            }
        };
        let insight = self.live.insight().filter(|_| !self.live.is_running()).cloned();
        let (kind, way_back) = (self.kind, self.way_back());
        let exercise = self.played.exercise(kind).filter(|(exercises, _)| !(exercises.is_answered)(&problem));
        let run = move |observer: &mut dyn Observer<Told>| {
            let mut listener = Listener { observer, no_solution: None };
            match exercise {
                Some((exercises, step)) => (exercises.hints)(&problem, step, &mut listener)?,
                None => hints(&problem, insight.as_ref(), &mut listener)?,
            }
            match listener.no_solution {
                None => ControlFlow::Continue(()),
                Some(DeadEnd { reason, spots, removes }) => {
                    let (way_back, back_to) = way_back.find(kind, hints, observer)?;
                    observer.found(Told { hint: Hint::DeadEnd { reason: format!("{reason}{way_back}"), spots, removes }, back_to })
                }
            }
        };
        match Job::start(format!("{} hints", self.kind.key), self.wake.clone(), run) {
            Ok(job) => self.hints = Hinting { job: Some(job), hints: Vec::new(), asked: 1, advised },
            Err(error) => self.warn(error.to_string()),
        }
        0 < self.hints.asked
    }

    /// Returns the ways to earlier positions: in a game with variations, its moves can be taken back, and elsewhere edits are undone.
    fn way_back(&self) -> WayBack {
        let moves = self.kind.board_extras.lines().map_or(0, |lines| (lines.place)(self.state()));
        if 0 < moves { WayBack::Moves(self.state().clone(), moves) } else { WayBack::Edits(self.history.before().cloned().collect()) }
    }

    /// Returns the hints.
    pub fn hints(&self) -> &Hinting {
        &self.hints
    }

    /// Returns the position after what the shown hint says to do, for [`Change::Position`](super::Change::Position): its step is made, or
    /// on a dead end a piece is removed, or else edits or moves are taken back. `None` if it isn't the most specific one or says nothing to
    /// do.
    pub fn after_hint(&self) -> Option<State> {
        let told = self.hints.told().filter(|_| !self.hints.has_more())?;
        match &told.hint {
            Hint::Advice { spots, .. } => self.kind.board_extras.follow_hint.and_then(|follow| follow(self.state(), spots)),
            Hint::DeadEnd { removes: Some(spot), .. } => {
                let mut state = self.state().clone();
                // A view of its own, since Delete would put away a piece in hand instead.
                let reply = (self.kind.act)(&mut state, &mut (self.kind.view)(), Some(*spot), Input::Delete);
                (reply == Reply::Done).then_some(state)
            }
            Hint::DeadEnd { removes: None, .. } => told.back_to.clone(),
        }
    }

    /// Stops the search for hints and keeps those found. If there are none, the next request starts over.
    pub(super) fn stop_hinting(&mut self) {
        self.hints.job = None;
        if self.hints.hints.is_empty() {
            self.hints = Hinting::default();
        }
    }

    /// Takes in new hints.
    pub(super) fn catch_up_hints(&mut self) {
        let Hinting { job, hints, .. } = &mut self.hints;
        if let Some(message) = job::drain(job, |hint| hints.push(hint)) {
            self.warn(format!("the hint failed: {message}"));
        }
    }
}

/// That there is no solution, as [`Hint::DeadEnd`] says it.
struct DeadEnd {
    reason: String,
    spots: Vec<Spot>,
    removes: Option<Spot>,
}

/// Passes advice on, but keeps the message that there is no solution.
struct Listener<'a> {
    observer: &'a mut dyn Observer<Told>,
    no_solution: Option<DeadEnd>,
}

impl Observer<Hint<Spot>> for Listener<'_> {
    fn found(&mut self, hint: Hint<Spot>) -> ControlFlow<()> {
        match hint {
            Hint::DeadEnd { reason, spots, removes } => {
                self.no_solution = Some(DeadEnd { reason, spots, removes });
                ControlFlow::Continue(())
            }
            Hint::Advice { .. } => self.observer.found(Told { hint, back_to: None }),
        }
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}

/// The ways from a position without a solution to earlier ones.
enum WayBack {
    /// Undoing edits leads to these positions, one after another.
    Edits(Vec<Arc<State>>),
    /// This position is reached by this many moves, which can be taken back.
    Moves(State, usize),
}

impl WayBack {
    /// Says how far to go back to get to a position with a solution, and returns that position; says nothing if there is no earlier one.
    fn find(&self, kind: &Kind, hints: Hints<Erased>, observer: &mut dyn Observer<Told>) -> ControlFlow<(), (String, Option<State>)> {
        let steps = match self {
            Self::Edits(earlier) => earlier.len(),
            Self::Moves(_, moves) => *moves,
        };
        for back in 1..=steps {
            let state = self.position(kind, back);
            let Ok(problem) = (kind.check)(&state) else { continue };
            if is_solvable(hints, &problem, observer)? {
                let way_back = match self {
                    Self::Edits(_) => undo_to_solvable(back),
                    Self::Moves(..) => format!(". Take back {} to get to a solvable position", counted(back as u64, "move")),
                };
                return ControlFlow::Continue((way_back, Some(Arc::unwrap_or_clone(state))));
            }
        }
        ControlFlow::Continue((if steps == 0 { String::new() } else { ". No earlier position had a solution either".to_owned() }, None))
    }

    /// The position this far back.
    fn position(&self, kind: &Kind, back: usize) -> Arc<State> {
        match self {
            Self::Edits(earlier) => earlier[back - 1].clone(),
            Self::Moves(state, moves) => Arc::new(kind.board_extras.rewound(state, moves - back)),
        }
    }
}

/// This many edits lead back to a solvable position.
fn undo_to_solvable(edits: usize) -> String {
    let often = if edits == 1 { "once".to_owned() } else { counted(edits as u64, "time") };
    format!(". Undo {often} to get back to a solvable position")
}

fn is_solvable(hints: Hints<Erased>, problem: &Problem, observer: &mut dyn Observer<Told>) -> ControlFlow<(), bool> {
    let hint = first(|first| hints(problem, None, first), |_, tally| observer.progress(0.0, tally))?;
    // Without a hint the position isn't known to be unsolvable.
    ControlFlow::Continue(hint.is_none_or(|hint| matches!(hint, Hint::Advice { .. })))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(advised: Option<Detail>, hints: &[Hint<Spot>]) -> Vec<&str> {
        let hinting =
            Hinting { job: None, hints: hints.iter().cloned().map(|hint| Told { hint, back_to: None }).collect(), asked: 1, advised };
        let index = |shown: &Hint<Spot>| hints.iter().position(|hint| hint == shown).unwrap();
        let words = |told: &Told| match &hints[index(&told.hint)] {
            Hint::Advice { message, .. } | Hint::DeadEnd { reason: message, .. } => message.as_str(),
        };
        hinting.to_show().iter().map(words).collect()
    }

    #[test]
    fn hints_that_say_less_than_the_advice_are_left_out_whatever_their_words() {
        let count = Hint::vague("2 tiles are safe".to_owned(), Vec::new());
        let line = Hint::vague("row 2 is safe".to_owned(), [5_u8, 6].map(Spot::of).to_vec());
        let other = Hint::vague("row 3 is safe".to_owned(), vec![Spot::of(10_u8)]);
        let step = Hint::step("flip row 2, column 1".to_owned(), vec![Spot::of(5_u8)]);
        let odds = Hint::step("row 2, column 1: 40 %".to_owned(), vec![Spot::of(5_u8)]);
        let all = [count.clone(), line.clone(), other.clone(), step, odds];
        assert_eq!(shown(None, &all).len(), 5);
        assert_eq!(shown(Some(Detail::Vague), &all).len(), 5);
        assert_eq!(shown(Some(Detail::Step), &all), ["flip row 2, column 1", "row 2, column 1: 40 %"]);
        // Before the step is known, and if there is none, the first hint with a place answers.
        assert_eq!(shown(Some(Detail::Step), &[count.clone(), line, other]), ["row 2 is safe"]);
        assert_eq!(shown(Some(Detail::Step), &[count]), ["2 tiles are safe"]);
        assert_eq!(shown(Some(Detail::Step), &[]), [""; 0]);
        assert_eq!(shown(Some(Detail::Step), &[Hint::dead_end("lost".to_owned())]), ["lost"]);
    }
}
