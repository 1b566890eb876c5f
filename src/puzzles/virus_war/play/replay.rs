//! The game move by move, as its record has it.

use crate::puzzles::virus_war::{
    model::{
        position::Position,
        record::{self, Game},
        state::{Rows, State},
    },
    words::timeline as words,
};

/// The number of moves in the record, where a pass counts as one; 0 if the record breaks the rules.
pub fn moves(state: &State) -> usize {
    record::replay(state).map_or(0, |game| (0..game.turns.len()).map(|turn| length(&game, turn)).sum())
}

/// The game after this many of its moves; unchanged if it doesn't have more.
pub fn rewound(state: &State, moves: usize) -> State {
    let Ok(game) = record::replay(state) else { return state.clone() };
    let Some((turn, made)) = locate(&game, moves) else { return state.clone() };
    let before = &game.snapshots[turn];
    let cells = &game.turns[turn][..made];
    let position: Position = cells.iter().fold(before.position, |position, &cell| position.after(before.mover, cell.into()));
    let mut record = state.record[..turn].to_vec();
    if !cells.is_empty() {
        record.push(cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
    }
    let moves_left = before.moves - made as u8;
    State { board: Rows::from(&position), to_move: before.mover, moves_left, record, ..state.clone() }
}

/// What happened in this move, counted from 1: a sentence without the full stop. Empty if there is no such move.
pub fn caption(state: &State, number: usize) -> String {
    let locate = |game: &Game| locate(game, number.checked_sub(1)?);
    let Ok(game) = record::replay(state) else { return String::new() };
    let Some((turn, made)) = locate(&game) else { return String::new() };
    let before = &game.snapshots[turn];
    match game.turns[turn].get(made) {
        None => words::passes(turn + 1, before.mover),
        Some(&cell) if before.position.live(before.mover.other()).contains(cell) => words::kills(turn + 1, before.mover, cell),
        Some(cell) => words::plays(turn + 1, before.mover, cell),
    }
}

/// The turn that contains the move after this many, and how many moves of that turn come before it.
fn locate(game: &Game, moves: usize) -> Option<(usize, usize)> {
    let mut remaining = moves;
    for turn in 0..game.turns.len() {
        if remaining < length(game, turn) {
            return Some((turn, remaining));
        }
        remaining -= length(game, turn);
    }
    None
}

fn length(game: &Game, turn: usize) -> usize {
    game.turns[turn].len().max(1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        puzzle::Puzzle,
        puzzles::virus_war::{VirusWar, model::state::Rules},
    };

    /// The game before each of these moves and after the last one, made by playing it.
    fn played(rules: Rules, moves: &[&str]) -> Vec<State> {
        let mut states = vec![State::start(6, rules)];
        for name in moves {
            let mut next = states[states.len() - 1].clone();
            let done = if *name == record::PASS { next.pass() } else { next.play(name.parse().unwrap()) };
            assert_eq!(done, Ok(()), "{name}");
            states.push(next);
        }
        states
    }

    #[test]
    fn a_game_is_rewound_to_each_of_its_moves_and_described() {
        let rules = Rules { moves: 2, opening: 1, passing: true };
        let states = played(rules, &["b2", "e5", "d4", "c3", "d4", "pass", "d3"]);
        let last = &states[states.len() - 1];
        assert_eq!(moves(last), 7);
        let captions: Vec<String> = (0..=8).map(|number| caption(last, number)).collect();
        let expected = [
            "",
            "Turn 1: O plays b2",
            "Turn 2: X plays e5",
            "Turn 2: X plays d4",
            "Turn 3: O plays c3",
            "Turn 3: O kills d4",
            "Turn 4: X passes",
            "Turn 5: O plays d3",
            "",
        ];
        assert_eq!(captions, expected);
        for (number, state) in states.iter().enumerate() {
            assert_eq!(rewound(last, number), *state, "after {number} moves");
        }
        assert_eq!(rewound(last, 8), *last);
    }

    #[test]
    fn a_record_that_breaks_the_rules_is_not_replayed() {
        let broken = State { record: vec!["z9".to_string()], ..State::default() };
        assert_eq!((moves(&broken), rewound(&broken, 0), caption(&broken, 1)), (0, broken.clone(), String::new()));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn rewinding_a_dealt_game_equals_taking_its_moves_back(seed in any::<u64>()) {
            let state = VirusWar::deal(seed);
            let mut back = state.clone();
            for number in (0..moves(&state)).rev() {
                prop_assert_eq!(back.take_back(), Ok(()));
                prop_assert_eq!(&rewound(&state, number), &back);
                prop_assert!(back.check().is_ok());
            }
        }
    }
}
