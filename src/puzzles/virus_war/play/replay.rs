//! The game move by move, as its record tells it.

use crate::puzzles::virus_war::model::{
    position::Position,
    record::{self, Game},
    state::{Rows, State},
};

/// How many moves the record has; a turn that was left out is one. None if the record breaks the rules.
pub fn moves(state: &State) -> usize {
    record::replay(state).map_or(0, |game| (0..game.turns.len()).map(|turn| length(&game, turn)).sum())
}

/// The game after so many of its moves; as it is if it has no more.
pub fn rewound(state: &State, moves: usize) -> State {
    let Ok(game) = record::replay(state) else { return state.clone() };
    let Some((turn, made)) = place(&game, moves) else { return state.clone() };
    let moment = &game.moments[turn];
    let cells = &game.turns[turn][..made];
    let position: Position = cells.iter().fold(moment.position, |position, &cell| position.after(moment.mover, cell.into()));
    let mut record = state.record[..turn].to_vec();
    if !cells.is_empty() {
        record.push(cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
    }
    let moves_left = moment.moves - made as u8;
    State { board: Rows::from(&position), to_move: moment.mover, moves_left, record, ..state.clone() }
}

/// What happened in the move of this number, from 1: a sentence without the full stop.
pub fn caption(state: &State, number: usize) -> String {
    let place = |game: &Game| place(game, number.checked_sub(1)?);
    let Ok(game) = record::replay(state) else { return String::new() };
    let Some((turn, made)) = place(&game) else { return String::new() };
    let moment = &game.moments[turn];
    let Some(&cell) = game.turns[turn].get(made) else { return format!("Turn {}: {} passes", turn + 1, moment.mover) };
    let does = if moment.position.live(moment.mover.other()).contains(cell) { "kills on" } else { "moves on" };
    format!("Turn {}: {} {does} {cell}", turn + 1, moment.mover)
}

/// The turn that the move after so many belongs to, and how many of its moves come before it.
fn place(game: &Game, moves: usize) -> Option<(usize, usize)> {
    let mut left = moves;
    for turn in 0..game.turns.len() {
        if left < length(game, turn) {
            return Some((turn, left));
        }
        left -= length(game, turn);
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

    /// The game before each of its moves, by playing it, and at last after all of them.
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
    fn a_game_is_rewound_to_each_of_its_moments_and_told() {
        let rules = Rules { moves: 2, opening: 1, passing: true };
        let states = played(rules, &["b2", "e5", "d4", "c3", "d4", "pass", "d3"]);
        let last = &states[states.len() - 1];
        assert_eq!(moves(last), 7);
        let captions: Vec<String> = (0..=8).map(|number| caption(last, number)).collect();
        let expected = [
            "",
            "Turn 1: O moves on b2",
            "Turn 2: X moves on e5",
            "Turn 2: X moves on d4",
            "Turn 3: O moves on c3",
            "Turn 3: O kills on d4",
            "Turn 4: X passes",
            "Turn 5: O moves on d3",
            "",
        ];
        assert_eq!(captions, expected);
        for (number, state) in states.iter().enumerate() {
            assert_eq!(rewound(last, number), *state, "after {number} moves");
        }
        assert_eq!(rewound(last, 8), *last);
    }

    #[test]
    fn what_breaks_the_rules_is_not_replayed() {
        let broken = State { record: vec!["z9".to_string()], ..State::default() };
        assert_eq!((moves(&broken), rewound(&broken, 0), caption(&broken, 1)), (0, broken.clone(), String::new()));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn dealt_games_are_rewound_as_they_are_taken_back(seed in any::<u64>()) {
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
