//! What was found about positions before, so that the report, the analysis and the hints speak of the same judgement.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::Ranking;
use crate::model::state::Problem;

/// How many positions are remembered: more than a long game has.
const MOST: usize = 256;

/// What this run of the program has found.
static KNOWN: Mutex<Known> = Mutex::new(Known::NOTHING);

/// What has found a ranking. Of two that reach equally far, the report's counts: it stays in view, while the analysis continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Finder {
    /// The analysis while the user looks.
    Analysis,
    /// The report of the game.
    Report,
}

/// Remembers the ranking in place of the one that the same finder had. Only a new report makes one shallower.
pub fn remember(problem: &Problem, ranking: &Ranking, finder: Finder) {
    known().remember(problem, ranking, finder);
}

/// Returns the deepest ranking that was found for this position, and what has found it.
pub fn recall(problem: &Problem) -> Option<(Ranking, Finder)> {
    known().recall(problem).map(|(ranking, finder)| (ranking.clone(), finder))
}

/// Returns the ranking that the report has of this position, whatever else has found since.
pub fn reported(problem: &Problem) -> Option<Ranking> {
    known().of(problem).find(|(_, finder)| *finder == Finder::Report).map(|(ranking, _)| ranking.clone())
}

/// How far the ranking reaches: a proof farther than any depth.
pub fn reach(ranking: &Ranking) -> (bool, u8) {
    (ranking.outcome.is_some(), ranking.depth)
}

fn known() -> MutexGuard<'static, Known> {
    // Each change is complete before anything can panic.
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A ranking of each finder for some positions, the one that was found last at the end.
struct Known(VecDeque<(Problem, Ranking, Finder)>);

impl Known {
    const NOTHING: Self = Self(VecDeque::new());

    fn remember(&mut self, problem: &Problem, ranking: &Ranking, finder: Finder) {
        if let Some(place) = self.0.iter().position(|(other, _, its_finder)| *its_finder == finder && other == problem) {
            // A search reports better turns before it reaches farther, so its own last ranking counts. What the report shows counts always.
            if finder == Finder::Analysis && reach(ranking) < reach(&self.0[place].1) {
                return;
            }
            self.0.remove(place);
        }
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.push_back((problem.clone(), ranking.clone(), finder));
    }

    fn of(&self, problem: &Problem) -> impl Iterator<Item = (&Ranking, Finder)> {
        self.0.iter().filter(move |(other, ..)| other == problem).map(|(_, ranking, finder)| (ranking, *finder))
    }

    fn recall(&self, problem: &Problem) -> Option<(&Ranking, Finder)> {
        self.of(problem).max_by_key(|(ranking, finder)| (reach(ranking), *finder))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        model::{
            position::{Player, Position},
            state::Rules,
            turn::Turn,
        },
        search::engine::Line,
    };

    fn problem(side: u8) -> Problem {
        Problem::new(Position::start(side), Player::X, 1, Rules::default())
    }

    fn ranking(depth: u8, score: i32) -> Ranking {
        let turns = vec![Turn::new(["d4".parse().unwrap()], 0, 1)];
        Ranking { lines: vec![Line::new(turns, score, depth)], depth, searched: 1, turns: 1, outcome: None }
    }

    #[test]
    fn the_deepest_ranking_stays_and_of_equal_ones_the_reports() {
        use Finder::{Analysis, Report};
        let mut known = Known::NOTHING;
        assert_eq!(known.recall(&problem(5)), None);
        let cases =
            [(3, Analysis, true), (2, Report, false), (3, Analysis, true), (3, Report, true), (3, Analysis, false), (5, Analysis, true)];
        let mut report = None;
        let mut best = None;
        for (score, (depth, finder, is_best)) in (0..).zip(cases) {
            let found = ranking(depth, score);
            known.remember(&problem(5), &found, finder);
            report = if finder == Report { Some(found.clone()) } else { report };
            best = if is_best { Some((found, finder)) } else { best };
            assert_eq!(known.recall(&problem(5)), best.as_ref().map(|(found, finder)| (found, *finder)), "after ranking {score}");
            let reported = known.of(&problem(5)).find(|(_, finder)| *finder == Report).map(|(found, _)| found);
            assert_eq!(reported, report.as_ref(), "nothing takes the place of the report's");
        }
        // Another report.
        known.remember(&problem(5), &ranking(2, 9), Report);
        assert!(known.of(&problem(5)).any(|found| found == (&ranking(2, 9), Report)));
        assert_eq!(known.recall(&problem(6)), None);
    }

    #[test]
    fn only_the_last_positions_are_remembered() {
        let mut known = Known::NOTHING;
        // Positions that differ in two numbers.
        let at = |index: usize| Problem {
            moves: (index % 16) as u8,
            rules: Rules { moves: (index / 16) as u8, ..Rules::default() },
            ..problem(5)
        };
        (0..=MOST).for_each(|index| known.remember(&at(index), &ranking(1, 0), Finder::Report));
        assert_eq!((known.0.len(), known.recall(&at(0)).is_none(), known.recall(&at(MOST)).is_some()), (MOST, true, true));
    }
}
