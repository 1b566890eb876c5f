//! The report of a game: how many turns its players could choose from.

use std::ops::ControlFlow::{self, Continue};

use crate::{
    model::{position::Player, record::Game, state::Rules},
    search::counts::{self, Counts},
};
use base::search::{Observer, Tally};

/// The choice before a turn of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// How many turns of the line were played before it.
    pub turns_before: usize,
    /// Who chooses.
    pub mover: Player,
    /// The numbers of turns, and of their sequences.
    pub counts: Counts,
}

/// Counts the turns before each turn of the line, and after the last one if it is finished, in order. The tally explores turns.
pub fn report(line: &Game, rules: Rules, observer: &mut dyn Observer<Choice>) -> ControlFlow<()> {
    let mut tally = Tally::default();
    let all = line.starts().len();
    for (turns_before, now) in line.starts().iter().enumerate() {
        let done = turns_before as f32 / all as f32;
        let counts = counts::of_position(&now.problem(rules), &mut || {
            tally.explored += 1;
            observer.progress(done, &tally)
        })?;
        observer.found(Choice { turns_before, mover: now.mover, counts })?;
        observer.progress(done, &tally)?;
    }
    observer.progress(1.0, &tally)?;
    Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{VirusWar, model::state::State, play::replay, tests::search};
    use base::{puzzle::Puzzle, search::Found};

    #[test]
    fn the_counts_are_those_of_the_searches_at_each_point() {
        let state = VirusWar::deal(1);
        let line = state.line().unwrap();
        let mut found = Found::default();
        assert!(report(&line, state.rules, &mut found).is_continue());
        assert_eq!(found.items.len(), state.record.len() + 1);
        let mut moves = 0;
        for (number, choice) in found.items.iter().enumerate() {
            let then: State = replay::rewound(&state, moves);
            assert_eq!((then.to_move, number), (choice.mover, choice.turns_before));
            let turns = search("once", &VirusWar::check(&then).unwrap()).items;
            let sequences: u64 = turns.iter().map(|turn| u64::from(turn.orders)).sum();
            assert_eq!((turns.len() as u64, sequences), (choice.counts.distinct, choice.counts.sequences), "before turn {number}");
            moves += line.turns.get(number).map_or(0, Vec::len);
        }
    }
}
