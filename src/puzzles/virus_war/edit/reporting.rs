//! The report of a game: which line it is about, what was found of it, and the mistake that the board marks.
//!
//! Nothing here runs. The owner runs each [`Task`] that is returned, and passes in what that finds.

use std::ops::ControlFlow;

use super::view::Mistake;
use crate::{
    model::{
        record::Game,
        state::{Rules, State},
    },
    play::{
        report::{self, Choice},
        review::{self, Judgement, MISTAKE},
    },
};
use base::search::Observer;

/// What the report shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Graph {
    /// Where the game was won and lost.
    Chances,
    /// How many turns there were to choose from.
    Choices,
}

impl Graph {
    /// Both, in the order of the switch.
    pub const ALL: [Self; 2] = [Self::Chances, Self::Choices];
}

/// One of the graphs.
#[derive(Debug)]
pub struct Part<T> {
    /// The line that it is about.
    pub line: Option<Game>,
    /// What was found, in the order of the game.
    pub found: Vec<T>,
    /// Why it isn't complete.
    pub failure: Option<String>,
    is_running: bool,
}

impl<T> Default for Part<T> {
    fn default() -> Self {
        Self { line: None, found: Vec::new(), failure: None, is_running: false }
    }
}

impl<T> Part<T> {
    /// Whether something is still to be found. If not, nothing that work still finds is wanted.
    pub fn is_running(&self) -> bool {
        self.is_running
    }

    /// How many points its line has.
    pub fn points(&self) -> usize {
        self.line.as_ref().map_or(0, |line| line.starts().len())
    }

    /// Begins again for another line; none ends it.
    fn begin(&mut self, line: Option<Game>) {
        *self = Self { is_running: line.is_some(), line, ..Self::default() };
    }

    /// Takes in what was found about a point of the game, which has this many turns before it.
    fn take_in(&mut self, point: T, turns_before: impl Fn(&T) -> usize) {
        let place = self.found.partition_point(|other| turns_before(other) < turns_before(&point));
        self.found.insert(place, point);
    }

    /// Notes that nothing more is found, and why if the work failed.
    pub fn finish(&mut self, failure: Option<String>) {
        (self.is_running, self.failure) = (false, failure);
    }

    fn stop(&mut self) {
        if std::mem::take(&mut self.is_running) {
            self.failure = Some("Stopped.".to_owned());
        }
    }

    /// Stops it like [`Self::stop`], but begins again when it is next shown.
    fn leave(&mut self) {
        if std::mem::take(&mut self.is_running) {
            self.line = None;
        }
    }
}

/// What must be found about a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Which of the graphs.
    pub graph: Graph,
    line: Game,
    rules: Rules,
}

impl Task {
    /// Judges the turns of the line.
    ///
    /// # Errors
    /// `Break`, if the observer stops it.
    pub fn judge(&self, observer: &mut dyn Observer<Judgement>) -> ControlFlow<()> {
        review::review(&self.line, self.rules, observer)
    }

    /// Counts the turns to choose from.
    ///
    /// # Errors
    /// `Break`, if the observer stops it.
    pub fn count(&self, observer: &mut dyn Observer<Choice>) -> ControlFlow<()> {
        report::report(&self.line, self.rules, observer)
    }
}

/// The report of a game.
#[derive(Debug)]
pub struct Report {
    is_open: bool,
    shows: Graph,
    /// The chances of winning before each turn.
    pub chances: Part<Judgement>,
    /// The turns to choose from.
    pub choices: Part<Choice>,
    /// The game that was followed last.
    seen: Option<State>,
}

impl Default for Report {
    /// A closed report.
    fn default() -> Self {
        Self { is_open: false, shows: Graph::Chances, chances: Part::default(), choices: Part::default(), seen: None }
    }
}

impl Report {
    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// What it shows.
    pub fn shows(&self) -> Graph {
        self.shows
    }

    /// Opens it.
    pub fn open(&mut self) {
        (self.is_open, self.seen) = (true, None);
    }

    /// Closes it. What was found is there when it is opened again.
    pub fn close(&mut self) {
        self.is_open = false;
        self.chances.leave();
        self.choices.leave();
    }

    /// Stops its work. What was found stays.
    pub fn stop(&mut self) {
        self.chances.stop();
        self.choices.stop();
    }

    /// While the report is open, begins again if a line is shown that isn't part of its own, unless it `waits`.
    pub fn follow(&mut self, state: &State, waits: bool) -> Option<Task> {
        if !self.is_open || waits || self.seen.as_ref() == Some(state) {
            return None;
        }
        self.seen = Some(state.clone());
        self.begin(state, false)
    }

    /// Shows this graph from now on.
    pub fn show(&mut self, graph: Graph, state: &State) -> Option<Task> {
        self.shows = graph;
        self.begin(state, false)
    }

    /// Begins the shown graph again.
    pub fn try_again(&mut self, state: &State) -> Option<Task> {
        self.begin(state, true)
    }

    /// Works on what is shown, if it is about another line or `again`.
    fn begin(&mut self, state: &State, again: bool) -> Option<Task> {
        let (graph, line) = (self.shows, state.line());
        let is_new = |known: &Option<Game>| !line.iter().zip(known).any(|(line, known)| is_part_of(line, known));
        match graph {
            Graph::Chances if again || is_new(&self.chances.line) => self.chances.begin(line.clone()),
            Graph::Choices if again || is_new(&self.choices.line) => self.choices.begin(line.clone()),
            _ => return None,
        }
        Some(Task { graph, line: line?, rules: state.rules })
    }

    /// Takes in a judgement.
    pub fn judged(&mut self, judgement: Judgement) {
        self.chances.take_in(judgement, |judgement| judgement.turns_before);
    }

    /// Takes in a number of turns.
    pub fn counted(&mut self, choice: Choice) {
        self.choices.take_in(choice, |choice| choice.turns_before);
    }

    /// The mistake that the board marks in this position, unless the report isn't shown: the turn of the line that lost much, if it begins
    /// in this position, or else if it led to it.
    pub fn mistake(&self, state: &State, waits: bool) -> Option<Mistake> {
        if !self.is_open || waits || self.shows != Graph::Chances {
            return None;
        }
        let Part { found, line, .. } = &self.chances;
        let is_within_turn = state.turn_is_unfinished();
        let next = state.record.len() - usize::from(is_within_turn);
        let last = next.checked_sub(1).filter(|_| !is_within_turn);
        [Some(next), last].into_iter().flatten().find_map(|turns_before| {
            let place = found.binary_search_by_key(&turns_before, |judgement| judgement.turns_before).ok()?;
            let judgement = found.get(place).filter(|judgement| judgement.loss() >= MISTAKE)?;
            let (better, _) = judgement.played.as_ref()?.better.as_ref()?;
            let played = line.as_ref()?.turns.get(turns_before)?.clone();
            Some(Mistake { played, better: better.cells().to_vec(), loss: judgement.loss() })
        })
    }
}

/// Whether a line is the beginning of another one, which may have been taken back to it: then what is known of that serves it.
fn is_part_of(line: &Game, other: &Game) -> bool {
    // The last turn may be unfinished. One without moves is a pass.
    let is_part = |(turn, of): (&Vec<_>, &Vec<_>)| of.starts_with(turn) && of.is_empty() == turn.is_empty();
    let is_shorter = line.turns.len() <= other.turns.len();
    is_shorter && line.snapshots.first() == other.snapshots.first() && line.turns.iter().zip(&other.turns).all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::VirusWar;
    use base::{puzzle::Puzzle, search::Found};

    #[test]
    fn it_begins_to_work_only_while_it_may() {
        let state = VirusWar::deal(1);
        let mut report = Report::default();
        assert!(report.follow(&state, false).is_none(), "it is closed");
        report.open();
        assert!(report.follow(&state, true).is_none() && report.chances.line.is_none());
        let task = report.follow(&state, false).unwrap();
        assert_eq!((task.graph, &report.chances.line), (Graph::Chances, &state.line()));
        assert!(report.chances.is_running() && report.follow(&state, false).is_none(), "nothing has changed");
    }

    #[test]
    fn what_was_stopped_is_tried_again_when_asked_and_what_was_left_when_it_is_opened() {
        let state = VirusWar::deal(1);
        let mut report = Report::default();
        report.open();
        assert!(report.follow(&state, false).is_some());
        report.stop();
        assert_eq!((report.chances.is_running(), report.chances.failure.as_deref()), (false, Some("Stopped.")));
        assert!(report.show(Graph::Chances, &state).is_none());
        assert!(report.try_again(&state).is_some() && report.chances.failure.is_none());
        report.close();
        assert!(!report.chances.is_running() && report.mistake(&state, false).is_none());
        report.open();
        assert!(report.follow(&state, false).is_some());
    }

    #[test]
    fn what_was_taken_back_is_still_a_part_of_the_report() {
        let mut state = VirusWar::deal(1);
        for _ in 0..2 * usize::from(state.rules.moves) {
            let cell = state.position().accessible(state.to_move).into_iter().next().unwrap();
            state.play(cell).unwrap();
        }
        let mut report = Report::default();
        report.open();
        let whole = report.follow(&state, false).map(|task| task.line);
        assert!(whole.is_some() && whole == state.line());
        let mut shorter = state.clone();
        for _ in 0..2 {
            shorter.take_back().unwrap();
            assert!(report.follow(&shorter, false).is_none(), "a move was taken back");
        }
        let other = shorter.position().accessible(shorter.to_move).into_iter().last().unwrap();
        shorter.play(other).unwrap();
        assert!(report.follow(&shorter, false).is_some(), "another move was made");
    }

    #[test]
    fn points_are_in_the_order_of_the_game() {
        let state = VirusWar::deal(1);
        let mut report = Report::default();
        report.open();
        let task = report.show(Graph::Choices, &state).unwrap();
        let mut found = Found::default();
        assert!(task.count(&mut found).is_continue());
        assert_eq!(found.items.len(), report.choices.points());
        found.items.iter().rev().for_each(|choice| report.counted(choice.clone()));
        report.choices.finish(None);
        assert_eq!((&report.choices.found, report.choices.is_running()), (&found.items, false));
        assert!(report.show(Graph::Choices, &state).is_none(), "everything is known");
        report.chances.finish(Some("no thread".to_owned()));
        assert_eq!(report.chances.failure.as_deref(), Some("no thread"));
    }
}
