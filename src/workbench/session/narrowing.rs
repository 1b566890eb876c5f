//! After an edit that only rules answers out, what is left of them is taken from the list; nothing is searched again.

use std::sync::Arc;

use super::{Search, Session};
use crate::{board::Board, puzzle::Puzzle, search::Observer, workbench::job::Job};

/// What a session knows of the list of all answers.
pub(super) struct Narrowing<P: Puzzle> {
    /// The problem that is searched, or was.
    searched: Option<P::Problem>,
    /// Where its answers are taken from, while they are.
    source: Option<Whole<P>>,
    /// Whether they come from a longer list, not from a search.
    is_narrowed: bool,
    /// How many steps of an answer were shown before it was narrowed, if not all.
    step: Option<usize>,
}

/// All answers to a problem.
pub(super) struct Whole<P: Puzzle> {
    problem: P::Problem,
    answers: Arc<Vec<P::Answer>>,
    /// How many steps of an answer are shown, if not all.
    step: Option<usize>,
}

impl<P: Puzzle> Default for Narrowing<P> {
    fn default() -> Self {
        Self { searched: None, source: None, is_narrowed: false, step: None }
    }
}

impl<P: Puzzle> Narrowing<P> {
    /// Notes which problem is searched from now on.
    pub(super) fn searches(&mut self, problem: &P::Problem) {
        *self = Self { searched: Some(problem.clone()), ..Self::default() };
    }

    /// Notes that the list is narrowed: the longer one is no longer needed.
    pub(super) fn is_done(&mut self) {
        self.source = None;
    }
}

impl<B: Board> Session<B> {
    /// Whether the answers come from the list of an earlier position, not from a search.
    pub fn is_narrowed(&self) -> bool {
        self.narrowing.is_narrowed
    }

    /// Shows no more of an answer than was shown before the list was narrowed: who looks at the bare board goes on doing so.
    pub(super) fn keep_step(&mut self) {
        if let (Some(step), Some(cursor), false) = (self.narrowing.step, &mut self.cursor, self.is_chosen) {
            cursor.step = cursor.step.min(step);
        }
    }

    /// Takes all answers away, if all of them are here; if they are still being taken from a longer list, that list.
    pub(super) fn take_whole(&mut self) -> Option<Whole<B>> {
        match self.search {
            Search::Running(_) => self.narrowing.source.take(),
            Search::Finished => {
                let problem = self.narrowing.searched.take()?;
                let step = self.shown_answer().filter(|&(answer, step)| step < B::steps(answer)).map(|(_, step)| step);
                let answers = std::mem::take(&mut self.answers).into_all()?;
                Some(Whole { problem, answers: Arc::new(answers), step })
            }
            _ => None,
        }
    }

    /// Lists what the position leaves of these answers, if that can be told without a search.
    pub(super) fn narrow(&mut self, whole: Whole<B>) {
        let (Search::Idle, Ok(problem)) = (&self.search, B::check(self.state())) else { return };
        let Some(narrow) = B::narrowing(&whole.problem, &problem) else { return };
        let (after, answers) = (problem.clone(), whole.answers.clone());
        let run = move |observer: &mut dyn Observer<B::Answer>| narrow(&after, &answers, observer);
        match Job::start(format!("{} narrowing", B::KEY), self.wake.clone(), run) {
            Ok(job) => {
                self.search = Search::Running(job);
                let step = whole.step;
                self.narrowing = Narrowing { searched: Some(problem), source: Some(whole), is_narrowed: true, step };
            }
            Err(error) => self.trouble = Some(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, thread};

    use crate::{
        puzzle::Puzzle,
        puzzles::sums::{State, Sums},
        workbench::{
            cursor::Move,
            file::Document,
            history::Gesture,
            session::{Search, Session},
        },
    };

    fn state(row: &str) -> State {
        State { target: Some(7), board: vec![row.to_owned()], marks: Vec::new() }
    }

    fn wait(session: &mut Session<Sums>) {
        while matches!(session.activity(), Search::Running(_)) {
            session.catch_up();
            thread::yield_now();
        }
    }

    fn solved(row: &str) -> Session<Sums> {
        let mut session = Session::new(Document { title: None, note: None, state: state(row), search: None }, Arc::new(|| ()));
        session.choose(Sums::technique("bounded").unwrap());
        session.search();
        wait(&mut session);
        session
    }

    #[test]
    fn an_edit_that_rules_answers_out_leaves_the_others() {
        let mut session = solved("12347");
        assert!(!session.is_narrowed());
        session.edit(state("92347"), Gesture::Ended);
        wait(&mut session);
        assert!(matches!(session.activity(), Search::Finished) && session.is_narrowed());
        assert_eq!(session.answers().kept(), solved("92347").answers().kept());
        assert_eq!(session.summary().fewest_cells, Some(1));
        assert_eq!(session.times.len(), 0, "no technique has searched this position");
        session.edit(state("92349"), Gesture::Ended);
        wait(&mut session);
        assert_eq!(session.answers().kept(), [vec![2, 3]], "a narrowed list is narrowed on");
        assert_eq!(session.shown(), Some((&vec![2, 3], 2)));
        session.search();
        wait(&mut session);
        assert!(!session.is_narrowed() && session.times.len() == 1);
        session.undo();
        assert!(matches!(session.activity(), Search::Idle), "what was ruled out is not in the list");
        assert_eq!(session.answers().count(), 0);
    }

    #[test]
    fn edits_that_come_at_once_lose_nothing() {
        let mut session = solved("12347");
        session.edit(state("92347"), Gesture::Ended);
        session.edit(state("92349"), Gesture::Ended);
        wait(&mut session);
        assert_eq!(session.answers().kept(), [vec![2, 3]]);
    }

    #[test]
    fn who_looks_at_the_bare_board_goes_on_doing_so() {
        let mut session = solved("12347");
        session.step(Move::First);
        for row in ["92347", "92349"] {
            session.edit(state(row), Gesture::Ended);
            wait(&mut session);
            assert_eq!(session.shown().map(|(_, step)| step), Some(0), "{row}");
        }
        session.step(Move::Last);
        session.search();
        wait(&mut session);
        assert_eq!(session.shown(), Some((&vec![2, 3], 2)), "a search shows what it finds");
    }

    #[test]
    fn a_list_that_is_not_whole_is_not_narrowed() {
        let mut session = solved("12347");
        session.choose(Sums::technique("endless").unwrap());
        session.search();
        session.edit(state("92347"), Gesture::Ended);
        assert!(matches!(session.activity(), Search::Idle) && !session.is_narrowed());
    }
}
