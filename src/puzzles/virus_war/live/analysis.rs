//! The analysis while the user looks: which position it searches, what it has found, and the line that is drawn on the board.
//!
//! Nothing here runs. The owner runs each [`Task`] that is returned, and passes in what that finds.

use std::{
    ops::ControlFlow,
    sync::{Arc, Mutex},
    time::Duration,
};

use crate::{
    model::{
        state::{Problem, State},
        turn::Turn,
    },
    search::engine::{
        Engine, Line, Outcome, Ranking,
        known::{self, Finder},
    },
    words::prospects::{PROVED_DRAW, proved},
};
use base::{
    search::{Observer, Tally, Threads},
    text::{bytes, counted, duration, grouped},
};

/// How many lines are found.
pub const LINES: usize = 5;

/// The analysis of the position on the board.
pub struct Analysis {
    /// Whether it is switched on.
    pub is_on: bool,
    is_searching: bool,
    /// The search with its tables, which it keeps from position to position of a game while it is on. A job that was dropped soon leaves
    /// it.
    engine: Option<Arc<Mutex<Engine>>>,
    /// The ranking of the position that reaches farthest, and what has found it; the report may have, before this search comes so far.
    ranking: Option<(Ranking, Finder)>,
    /// The work that the search took.
    work: (Duration, Tally),
    /// The position that is analysed.
    analysed: Option<State>,
    /// The turns of the line that is drawn on the board; none if no line is.
    drawn: Vec<Turn>,
    /// The number of threads that search.
    threads: usize,
    failure: Option<String>,
}

/// A position to be searched until someone stops it.
pub struct Task {
    problem: Problem,
    engine: Arc<Mutex<Engine>>,
    /// The number of threads to search on.
    pub threads: usize,
}

impl Task {
    /// Searches on these threads.
    ///
    /// # Errors
    /// `Break`, if the observer stops it.
    pub fn run(&self, threads: &dyn Threads, observer: &mut dyn Observer<Ranking>) -> ControlFlow<()> {
        // After a panic its tables may be wrong.
        let mut tables = self.engine.lock().unwrap_or_else(|poisoned| {
            let mut tables = poisoned.into_inner();
            *tables = Engine::default();
            self.engine.clear_poison();
            tables
        });
        tables.search_on(threads, &self.problem, LINES, observer)
    }
}

impl Default for Analysis {
    /// An analysis that is switched off.
    fn default() -> Self {
        Self {
            is_on: false,
            is_searching: false,
            engine: None,
            ranking: None,
            work: Default::default(),
            analysed: None,
            drawn: Vec::new(),
            threads: 1,
            failure: None,
        }
    }
}

impl Analysis {
    /// Whether it is searching. If it isn't, nothing that a search still finds is wanted.
    pub fn is_searching(&self) -> bool {
        self.is_searching
    }

    /// Switches it off if it is searching.
    pub fn stop(&mut self) {
        self.is_on &= !std::mem::take(&mut self.is_searching);
    }

    /// Follows the position on the board, and returns it if its search is to begin. While it `waits`, nothing is searched.
    pub fn follow(&mut self, state: &State, waits: bool) -> Option<Task> {
        if !self.is_on {
            self.engine = None;
        }
        let is_known = self.analysed.as_ref().is_some_and(|analysed| analysed.is_same_game(state));
        if !self.is_on || !is_known || waits {
            self.forget();
        }
        if !self.is_on || waits || self.analysed.is_some() {
            return None;
        }
        self.analysed = Some(state.clone());
        let problem = state.check().ok()?;
        self.ranking = known::recall(&problem);
        self.is_searching = true;
        Some(Task { problem, engine: self.engine.get_or_insert_default().clone(), threads: self.threads })
    }

    /// Searches on this many threads from now on: the tables keep what was found.
    pub fn use_threads(&mut self, threads: usize) {
        if threads != std::mem::replace(&mut self.threads, threads) {
            self.forget();
        }
    }

    fn forget(&mut self) {
        (self.is_searching, self.ranking, self.work, self.analysed) = (false, None, Default::default(), None);
        (self.drawn, self.failure) = (Vec::new(), None);
    }

    /// Takes in what the search has found.
    pub fn take_in(&mut self, ranking: Ranking) {
        // In the middle of a round, turns that were searched farther come first though others may have a higher score from before.
        if !ranking.lines.is_sorted_by(|one, other| other.score <= one.score) {
            return;
        }
        let Some(problem) = self.analysed.as_ref().map(State::problem) else { return };
        known::remember(&problem, &ranking, Finder::Analysis);
        // What is shown beside a report agrees with it, or has looked farther. A proof has all that there is to list.
        let is_proved = ranking.outcome.is_some();
        let Some((ranking, finder)) = known::recall(&problem).filter(|_| !is_proved).or(Some((ranking, Finder::Analysis))) else { return };
        // The line may be better known by now. If it isn't among the best any more, it stays on the board as it was.
        if let Some(line) = ranking.lines.iter().find(|line| line.turns.first() == self.drawn.first()) {
            self.drawn = line.turns.clone();
        }
        self.ranking = Some((ranking, finder));
    }

    /// Takes in how long the search has taken, and what it has looked at.
    pub fn note_work(&mut self, elapsed: Duration, tally: Tally) {
        self.work = (elapsed, tally);
    }

    /// Notes that the search has ended, and why if it failed.
    pub fn finish(&mut self, failure: Option<String>) {
        (self.is_searching, self.failure) = (false, failure);
    }

    /// The best lines, as far as they are known.
    pub fn lines(&self) -> &[Line] {
        self.ranking.as_ref().map_or(&[], |(ranking, _)| &ranking.lines)
    }

    /// The turns to draw on the board, those of the line that the user has chosen.
    pub fn drawn(&self) -> &[Turn] {
        &self.drawn
    }

    /// Whether this line is drawn.
    pub fn is_drawn(&self, line: &Line) -> bool {
        line.turns.first() == self.drawn.first()
    }

    /// Draws this line, or no longer.
    pub fn toggle(&mut self, line: &Line) {
        self.drawn = if self.is_drawn(line) { Vec::new() } else { line.turns.clone() };
    }

    /// How far the analysis of this position has come, or why there is none.
    pub fn standing(&self, state: &State, is_flawed: bool) -> String {
        if let Some(failure) = &self.failure {
            return format!("The analysis failed: {failure}");
        }
        match self.ranking.as_ref().map(|(ranking, finder)| (ranking, *finder)) {
            None if is_flawed => "Fix the position first (see the status bar)".to_owned(),
            None if state.problem().is_over() => "The game is over".to_owned(),
            None if !self.is_searching => "Waiting…".to_owned(),
            None => "Searching…".to_owned(),
            Some((Ranking { outcome: Some(Outcome::Win(turns)), .. }, _)) => proved(state.to_move, *turns),
            Some((Ranking { outcome: Some(Outcome::Loss(turns)), .. }, _)) => proved(state.to_move.other(), *turns),
            Some((Ranking { outcome: Some(Outcome::Draw), .. }, _)) => PROVED_DRAW.to_owned(),
            Some((Ranking { depth, .. }, Finder::Report)) => {
                let ahead = counted(u64::from(*depth), "turn");
                if self.is_searching {
                    format!("{ahead} ahead, as in the report. Searching farther…")
                } else {
                    format!("{ahead} ahead, as in the report")
                }
            }
            Some((Ranking { depth, searched, turns, .. }, Finder::Analysis)) => {
                format!("{} ahead, best {} of {}", counted(u64::from(*depth), "turn"), grouped(*searched), counted(*turns, "turn"))
            }
        }
    }

    /// The work that it has taken.
    pub fn work_in_words(&self) -> String {
        let (elapsed, tally) = &self.work;
        format!("Looked at {} in {}, with {} of memory", counted(tally.explored, "turn"), duration(*elapsed), bytes(tally.memory))
    }
}

/// A line with the mover's chance.
pub fn line_in_words(line: &Line) -> String {
    let turns: Vec<String> = line.turns.iter().map(Turn::to_string).collect();
    format!("{}  {}", line.prospect(), turns.join(" / "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{VirusWar, model::state::Rules};
    use base::{puzzle::Puzzle, search::OneThread};

    /// Stops a search as soon as it has looked this many turns ahead.
    struct Until {
        depth: u8,
        found: Vec<Ranking>,
    }

    impl Observer<Ranking> for Until {
        fn found(&mut self, ranking: Ranking) -> ControlFlow<()> {
            self.found.push(ranking);
            self.progress(0.0, &Tally::default())
        }

        fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
            if self.found.iter().any(|ranking| self.depth <= ranking.depth) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }

    #[test]
    fn it_waits_while_it_may_not_search() {
        let state = VirusWar::deal(1);
        let mut analysis = Analysis::default();
        assert!(analysis.follow(&state, false).is_none(), "it is off");
        analysis.is_on = true;
        for (waits, begins) in [(true, false), (false, true), (false, false), (true, false), (false, true)] {
            assert_eq!(analysis.follow(&state, waits).is_some(), begins);
            assert_eq!(analysis.is_searching(), !waits);
        }
        analysis.use_threads(2);
        assert!(!analysis.is_searching());
        assert_eq!(analysis.follow(&state, false).map(|task| task.threads), Some(2));
        let other = State::start(5, Rules::default());
        assert!(analysis.follow(&other, false).is_some(), "another position");
        analysis.finish(Some("no thread".to_owned()));
        assert_eq!(analysis.standing(&other, false), "The analysis failed: no thread");
        assert!(analysis.follow(&other, false).is_none(), "it doesn't try again by itself");
        analysis.stop();
        assert!(analysis.is_on, "there was nothing to stop");
    }

    #[test]
    fn what_the_report_says_stays_until_the_search_looks_farther() {
        // Another position than in other tests, since what is known is known to all.
        let state = State::start(7, Rules { moves: 2, ..Rules::default() });
        let mut until = Until { depth: 3, found: Vec::new() };
        let mut analysis = Analysis { is_on: true, ..Analysis::default() };
        assert!(analysis.follow(&state, false).unwrap().run(&OneThread, &mut until).is_break());
        let at = |depth| until.found.iter().rfind(|ranking| ranking.depth == depth).unwrap().clone();
        let reported = Ranking { lines: at(2).lines[1..2].to_vec(), ..at(2) };
        known::remember(&state.problem(), &reported, Finder::Report);
        analysis.forget();
        assert!(analysis.follow(&state, false).is_some());
        let as_reported = |analysis: &Analysis| {
            assert_eq!(analysis.lines(), reported.lines);
            assert_eq!(analysis.standing(&state, false), "2 turns ahead, as in the report. Searching farther…");
        };
        as_reported(&analysis);
        for depth in [1, 2] {
            analysis.take_in(at(depth));
            as_reported(&analysis);
        }
        analysis.take_in(at(3));
        assert_eq!(analysis.lines(), at(3).lines);
        assert!(analysis.standing(&state, false).starts_with("3 turns ahead, best "), "{}", analysis.standing(&state, false));
    }

    #[test]
    fn a_search_is_taken_in_and_one_of_its_lines_drawn() {
        let state = VirusWar::deal(1);
        let mut analysis = Analysis { is_on: true, ..Analysis::default() };
        let task = analysis.follow(&state, false).unwrap();
        assert_eq!(analysis.standing(&state, false), "Searching…");
        let mut until = Until { depth: 2, found: Vec::new() };
        assert!(task.run(&OneThread, &mut until).is_break());
        assert!(until.found.iter().all(|ranking| ranking.lines.len() == LINES && ranking.outcome.is_none()));
        for ranking in until.found {
            let mut unsorted = ranking.clone();
            unsorted.lines.reverse();
            analysis.take_in(ranking);
            let lines = analysis.lines().to_vec();
            assert!(lines.is_sorted_by(|one, other| other.score <= one.score), "{lines:?}");
            let are_equal = unsorted.lines[0].score == lines[0].score;
            analysis.take_in(unsorted);
            assert!(are_equal || analysis.lines() == lines, "what is shown stays until a round ends");
        }
        assert!(analysis.standing(&state, false).starts_with("2 turns ahead, best "), "{}", analysis.standing(&state, false));
        let line = analysis.lines()[1].clone();
        analysis.toggle(&line);
        assert!(analysis.is_drawn(&line) && analysis.drawn() == line.turns);
        analysis.toggle(&line);
        assert!(analysis.drawn().is_empty());
        analysis.stop();
        assert!(!analysis.is_on && !analysis.is_searching());
    }
}
