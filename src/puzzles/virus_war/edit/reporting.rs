//! The report of a game: which line it is about, what was found of it, and the mistake that the board marks.
//!
//! Nothing here runs. The owner runs each [`Task`] that is returned, and passes in what that finds.

use std::ops::ControlFlow;

use super::view::Mistake;
use crate::{
    model::{
        cells::Cell,
        game::length,
        record::{self, Game},
        state::{Rules, State},
        turn::Turn,
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
    /// What was found, in the order of the game.
    pub found: Vec<T>,
    /// Why it isn't complete.
    pub failure: Option<String>,
    has_begun: bool,
    is_running: bool,
}

impl<T> Default for Part<T> {
    fn default() -> Self {
        Self { found: Vec::new(), failure: None, has_begun: false, is_running: false }
    }
}

impl<T> Part<T> {
    /// Whether something is still to be found. If not, nothing that work still finds is wanted.
    pub fn is_running(&self) -> bool {
        self.is_running
    }

    /// Begins, if it has not or `again`. Returns whether there is work to do.
    fn begin(&mut self, again: bool) -> bool {
        let begins = again || !self.has_begun;
        if begins {
            *self = Self { has_begun: true, is_running: true, ..Self::default() };
        }
        begins
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
            self.has_begun = false;
        }
    }
}

/// Where the position on the board is, as the report sees it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Place {
    /// How many turns of the reported line come before the position, or before its variation. An unfinished one isn't counted.
    pub turns: usize,
    /// Whether the position is within the next turn.
    pub is_within_turn: bool,
    /// The turns from there on which the reported line doesn't have.
    pub variation: Vec<Vec<Cell>>,
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
///
/// It is about one line of the game, and stays while positions of that game are shown, variations as well, until it is asked for another.
/// So what it says of a position is the same wherever the user has been meanwhile.
#[derive(Debug)]
pub struct Report {
    is_open: bool,
    shows: Graph,
    /// The line that it is about.
    line: Option<Game>,
    /// The chances of winning before each turn.
    pub chances: Part<Judgement>,
    /// The turns to choose from.
    pub choices: Part<Choice>,
    /// The game that was followed last, and where its position is.
    seen: Option<State>,
    place: Place,
}

impl Default for Report {
    /// A closed report.
    fn default() -> Self {
        Self {
            is_open: false,
            shows: Graph::Chances,
            line: None,
            chances: Part::default(),
            choices: Part::default(),
            seen: None,
            place: Place::default(),
        }
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

    /// The line that it is about.
    pub fn line(&self) -> Option<&Game> {
        self.line.as_ref()
    }

    /// How many points its line has.
    pub fn points(&self) -> usize {
        self.line.as_ref().map_or(0, |line| line.starts().len())
    }

    /// Where the position is that was followed last.
    pub fn place(&self) -> &Place {
        &self.place
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

    /// While the report is open, begins again if another game is shown or its line has got more turns, unless it `waits`.
    pub fn follow(&mut self, state: &State, waits: bool) -> Option<Task> {
        if !self.is_open || waits || self.seen.as_ref() == Some(state) {
            return None;
        }
        let line = state.line();
        if !line.iter().zip(&self.line).any(|(line, known)| is_same_game(line, known) && !has_grown(line, known)) {
            return self.begin_on(state);
        }
        self.see(state);
        self.begin(state, false)
    }

    /// Judges the line that is shown in place of its own.
    pub fn begin_on(&mut self, state: &State) -> Option<Task> {
        self.line = state.line();
        (self.chances, self.choices) = (Part::default(), Part::default());
        self.see(state);
        self.begin(state, false)
    }

    fn see(&mut self, state: &State) {
        self.seen = Some(state.clone());
        self.place = self.line.as_ref().map_or_else(Place::default, |line| place(state, line));
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

    /// Works on what is shown, if that has not begun or `again`.
    fn begin(&mut self, state: &State, again: bool) -> Option<Task> {
        let (graph, line) = (self.shows, self.line.clone()?);
        let begins = match graph {
            Graph::Chances => self.chances.begin(again),
            Graph::Choices => self.choices.begin(again),
        };
        begins.then_some(Task { graph, line, rules: state.rules })
    }

    /// Takes in a judgement.
    pub fn judged(&mut self, judgement: Judgement) {
        self.chances.take_in(judgement, |judgement| judgement.turns_before);
    }

    /// Takes in a number of turns.
    pub fn counted(&mut self, choice: Choice) {
        self.choices.take_in(choice, |choice| choice.turns_before);
    }

    /// The judgement of the point with this many turns before it.
    pub fn judgement(&self, turns_before: usize) -> Option<&Judgement> {
        let found = &self.chances.found;
        found.binary_search_by_key(&turns_before, |judgement| judgement.turns_before).ok().map(|place| &found[place])
    }

    /// The better turn of the report that the position was reached with, or is within, in place of the one that was played.
    pub fn better_shown(&self) -> Option<(&Judgement, &Turn)> {
        let [cells] = &self.place.variation[..] else { return None };
        let judgement = self.judgement(self.place.turns)?;
        let (better, _) = judgement.played.as_ref()?.better.as_ref()?;
        cells.iter().all(|&cell| better.set().contains(cell)).then_some((judgement, better))
    }

    /// The game after this many turns of the reported line, which is then shown; none if it no longer has them.
    pub fn at_point(&self, state: &State, turns: usize) -> Option<State> {
        let line = self.line.as_ref()?;
        let tree = state.whole_tree();
        let end = (1..=line.turns.len()).rev().find_map(|end| tree.find(&line.turns[..end]));
        let state = match end {
            Some(end) => state.at_turn(end)?,
            None => state.at_start(),
        };
        let line = state.line()?;
        (turns <= line.turns.len()).then(|| state.at(&line, turns, 0))
    }

    /// The mistake that the board marks in this position, unless the report isn't shown: the turn of the line that lost much, if it begins
    /// in this position, or else if it led to it.
    pub fn mistake(&self, waits: bool) -> Option<Mistake> {
        if !self.is_open || waits || self.shows != Graph::Chances || !self.place.variation.is_empty() {
            return None;
        }
        let next = self.place.turns;
        let last = next.checked_sub(1).filter(|_| !self.place.is_within_turn);
        [Some(next), last].into_iter().flatten().find_map(|turns_before| {
            let judgement = self.judgement(turns_before).filter(|judgement| judgement.loss() >= MISTAKE)?;
            let (better, _) = judgement.played.as_ref()?.better.as_ref()?;
            let played = self.line.as_ref()?.turns.get(turns_before)?.clone();
            Some(Mistake { played, better: better.cells().to_vec(), loss: judgement.loss() })
        })
    }
}

/// Whether both lines begin in the same position.
fn is_same_game(line: &Game, other: &Game) -> bool {
    line.snapshots.first() == other.snapshots.first()
}

/// Whether a line is another one with more moves at its end.
fn has_grown(line: &Game, other: &Game) -> bool {
    other.turns.len() <= line.turns.len()
        && other.turns.iter().zip(&line.turns).all(|(turn, of)| is_part_of(turn, of))
        && moves(other) < moves(line)
}

/// How many moves a line has.
fn moves(line: &Game) -> usize {
    line.turns.iter().map(|turn| length(turn)).sum()
}

/// Whether a turn is another one or a part of it, which is then unfinished. The order of the moves makes no difference; a turn without
/// moves is a pass.
fn is_part_of(turn: &[Cell], other: &[Cell]) -> bool {
    turn.is_empty() == other.is_empty() && turn.iter().all(|cell| other.contains(cell))
}

/// Where the position is in the line of its game.
fn place(state: &State, line: &Game) -> Place {
    let mut path: Vec<Vec<Cell>> = state.record.iter().map(|turn| record::cells_of(turn)).collect();
    let shared = path.iter().zip(&line.turns).take_while(|(turn, of)| is_part_of(turn, of)).count();
    let variation = path.split_off(shared);
    let is_within_turn = variation.is_empty() && state.turn_is_unfinished();
    Place { turns: shared - usize::from(is_within_turn), is_within_turn, variation }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{VirusWar, play::review::Played, search::engine::Prospect};
    use base::{puzzle::Puzzle, search::Found};

    #[test]
    fn it_begins_to_work_only_while_it_may() {
        let state = VirusWar::deal(1);
        let mut report = Report::default();
        assert!(report.follow(&state, false).is_none(), "it is closed");
        report.open();
        assert!(report.follow(&state, true).is_none() && report.line().is_none());
        let task = report.follow(&state, false).unwrap();
        assert_eq!((task.graph, report.line()), (Graph::Chances, state.line().as_ref()));
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
        assert!(!report.chances.is_running() && report.mistake(false).is_none());
        report.open();
        assert!(report.follow(&state, false).is_some());
    }

    /// Makes a whole turn with the first or the last cells that are accessible.
    fn play(state: &mut State, is_first: bool) {
        for _ in 0..state.moves_left {
            let cells: Vec<Cell> = state.position().accessible(state.to_move).into_iter().collect();
            state.play(if is_first { cells[0] } else { cells[cells.len() - 1] }).unwrap();
        }
    }

    /// A game of some turns with its report, of which nothing was found.
    fn reported() -> (State, Report) {
        let mut state = VirusWar::deal(1);
        play(&mut state, true);
        play(&mut state, true);
        let mut report = Report::default();
        report.open();
        let whole = report.follow(&state, false).map(|task| task.line);
        assert!(whole.is_some() && whole == state.line());
        (state, report)
    }

    #[test]
    fn it_stays_while_its_game_is_shown_and_judges_another_line_when_asked() {
        let (state, mut report) = reported();
        let (line, turns) = (state.line(), state.record.len());
        let mut shorter = state.clone();
        for made in 0..2 {
            assert_eq!((report.place().turns, report.place().is_within_turn), (turns - usize::from(made > 0), made > 0));
            shorter.take_back().unwrap();
            assert!(report.follow(&shorter, false).is_none(), "a move was taken back");
        }
        let mut variation = state.at(line.as_ref().unwrap(), turns - 1, 0);
        for own in 1..=2 {
            play(&mut variation, false);
            assert!(report.follow(&variation, false).is_none() && report.show(Graph::Chances, &variation).is_none(), "in a variation");
            assert_eq!((report.line(), report.place().turns, report.place().variation.len()), (line.as_ref(), turns - 1, own));
        }
        assert!(report.show(Graph::Choices, &variation).is_some_and(|task| Some(task.line) == line), "the other graph is about the same");
        let back = report.at_point(&variation, turns).unwrap();
        assert!(back.is_same_game(&state) && back.line() == line, "and its points lead back");
        assert_eq!(report.begin_on(&variation).map(|task| task.line), variation.line());
        assert!(report.place().variation.is_empty() && report.follow(&state, false).is_none());
        // The game continues, or is another one.
        play(&mut variation, true);
        assert_eq!(report.follow(&variation, false).map(|task| task.line), variation.line());
        assert!(report.follow(&VirusWar::deal(2), false).is_some());
    }

    #[test]
    fn a_better_turn_is_known_by_its_cells_in_any_order() {
        let (state, mut report) = reported();
        let (line, turns) = (state.line().unwrap(), state.record.len());
        let before = state.at(&line, turns - 1, 0);
        let mut other = before.clone();
        play(&mut other, false);
        let cells = record::cells_of(other.record.last().unwrap());
        let &[one, two, three] = &cells[..] else { panic!("{cells:?}") };
        let better = Some((Turn::new([three, one, two], 0, 1), Vec::new()));
        let [most, least] = [0.75, 0.25].map(Prospect::Chance);
        let played = Some(Played { prospect: least, better, reply: None });
        report.judged(Judgement { turns_before: turns - 1, mover: before.to_move, prospect: most, depth: 3, played });
        let marks = |report: &Report| report.mistake(false).map(|mistake| mistake.loss);
        assert_eq!((marks(&report), report.better_shown()), (Some(0.5), None), "the turn that was played");
        assert!(report.follow(&before, false).is_none());
        assert_eq!((marks(&report), report.better_shown()), (Some(0.5), None));
        let mut variation = before;
        cells.iter().for_each(|&cell| variation.play(cell).unwrap());
        assert!(report.follow(&variation, false).is_none());
        assert_eq!(report.better_shown().map(|(judgement, _)| judgement.prospect), Some(most));
        assert_eq!(marks(&report), None, "nothing is marked that was not played");
        play(&mut variation, true);
        assert!(report.follow(&variation, false).is_none() && report.better_shown().is_none(), "its continuation isn't judged");
    }

    #[test]
    fn points_are_in_the_order_of_the_game() {
        let state = VirusWar::deal(1);
        let mut report = Report::default();
        report.open();
        assert!(report.show(Graph::Choices, &state).is_none(), "it doesn't follow yet");
        let task = report.follow(&state, false).unwrap();
        let mut found = Found::default();
        assert!(task.count(&mut found).is_continue());
        assert_eq!(found.items.len(), report.points());
        found.items.iter().rev().for_each(|choice| report.counted(choice.clone()));
        report.choices.finish(None);
        assert_eq!((&report.choices.found, report.choices.is_running()), (&found.items, false));
        assert!(report.show(Graph::Choices, &state).is_none(), "everything is known");
        report.chances.finish(Some("no thread".to_owned()));
        assert_eq!(report.chances.failure.as_deref(), Some("no thread"));
    }
}
