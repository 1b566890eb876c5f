//! What was found about positions before: the report, the analysis and the hints speak of the same judgement.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::Ranking;
use crate::puzzles::virus_war::model::state::Problem;

/// How many positions are remembered: more than a long game has.
const MOST: usize = 256;

/// The positions, the one that was found last at the end.
static KNOWN: Mutex<VecDeque<(Problem, Ranking)>> = Mutex::new(VecDeque::new());

/// Remembers the ranking, unless a deeper one is known.
pub fn remember(problem: &Problem, ranking: &Ranking) {
    let mut known = known();
    if let Some(place) = known.iter().position(|(other, _)| other == problem) {
        if reach(ranking) < reach(&known[place].1) {
            return;
        }
        known.remove(place);
    }
    if known.len() == MOST {
        known.pop_front();
    }
    known.push_back((problem.clone(), ranking.clone()));
}

/// Returns the deepest ranking that was found for this position.
pub fn recall(problem: &Problem) -> Option<Ranking> {
    known().iter().find(|(other, _)| other == problem).map(|(_, ranking)| ranking.clone())
}

/// How much the ranking is worth: a proof more than any depth.
fn reach(ranking: &Ranking) -> (bool, u8) {
    (ranking.outcome.is_some(), ranking.depth)
}

fn known() -> MutexGuard<'static, VecDeque<(Problem, Ranking)>> {
    // Each change is complete before anything can panic.
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::virus_war::model::{
        position::{Player, Position},
        state::Rules,
    };

    #[test]
    fn the_deepest_ranking_stays() {
        // No other test has turns of these many moves on this board.
        let problem = Problem { position: Position::start(11), mover: Player::X, moves: 2, rules: Rules::default() };
        let at = |depth| Ranking { lines: Vec::new(), depth, searched: 1, turns: 1, outcome: None };
        assert_eq!(recall(&problem), None);
        for (depth, expected) in [(3, 3), (2, 3), (5, 5)] {
            remember(&problem, &at(depth));
            assert_eq!(recall(&problem), Some(at(expected)));
        }
    }
}
