//! The game move by move, along the line that is shown.

use crate::model::{
    cells::Cell,
    game::length,
    notation::{self, Entry, Mark},
    record::{self, Game, Snapshot},
    state::State,
};
use base::text::listed;

/// The number of moves in the line, where a pass counts as one; 0 if the record breaks the rules.
pub fn moves(state: &State) -> usize {
    state.line().map_or(0, |line| line.turns.iter().map(|turn| length(turn)).sum())
}

/// The number of moves of the line that led to the position.
pub fn place(state: &State) -> usize {
    state.record.iter().map(|turn| length(&record::cells_of(turn))).sum()
}

/// The game after this many moves of the line, or after all of them if it doesn't have more.
pub fn rewound(state: &State, moves: usize) -> State {
    let Some(line) = state.line() else { return state.clone() };
    match locate(&line, moves) {
        Some((turn, made)) => state.at(&line, turn, made),
        None => state.at(&line, line.turns.len(), 0),
    }
}

/// What happened in this move of the line, counted from 1, with its whole turn and what someone wrote about that: sentences without the
/// last full stop. Empty if there is no such move.
pub fn caption(state: &State, number: usize) -> String {
    let locate = |line: &Game| locate(line, number.checked_sub(1)?);
    let Some(line) = state.line() else { return String::new() };
    let Some((turn, made)) = locate(&line) else { return String::new() };
    let (before, cells) = (&line.snapshots[turn], &line.turns[turn]);
    // The last move is shown with the whole turn.
    let is_last = made + 1 == length(cells) && line.starts().len() > turn + 1;
    let told = if is_last { &cells[..] } else { cells.get(made).map_or(&[][..], std::slice::from_ref) };
    let action = format!("{} {}", before.mover, moves_in_words(before, told));
    let tree = state.whole_tree();
    let entry = tree.shown_line().get(turn).map(|&index| tree.turns()[index].clone());
    let entry = entry.unwrap_or_else(|| Entry::new(turn + 1, line.turns[turn].clone()).into());
    let mark = entry.mark.map_or("", Mark::symbol);
    let (of, mark) = if is_last { (String::new(), mark) } else { (format!(", {}{mark}", entry.moves()), "") };
    let comment = match &entry.comment[..] {
        "" => String::new(),
        comment if mark.is_empty() => format!(". {comment}"),
        comment => format!(" {comment}"),
    };
    format!("turn {}{of}: {action}{mark}{comment}", turn + 1)
}

/// What these moves of a turn do: "plays c3 and kills d4 e5".
fn moves_in_words(before: &Snapshot, cells: &[Cell]) -> String {
    let enemy = before.position.live(before.mover.other());
    let parts = cells.chunk_by(|&one, &other| enemy.contains(one) == enemy.contains(other));
    let parts = parts.map(|part| format!("{} {}", if enemy.contains(part[0]) { "kills" } else { "plays" }, notation::moves(part)));
    if cells.is_empty() { "passes".to_owned() } else { listed(parts, "and") }
}

/// The turn that contains the move after this many, and how many moves of that turn come before it.
fn locate(line: &Game, moves: usize) -> Option<(usize, usize)> {
    let mut remaining = moves;
    for (turn, cells) in line.turns.iter().enumerate() {
        if remaining < length(cells) {
            return Some((turn, remaining));
        }
        remaining -= length(cells);
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        VirusWar,
        model::{notation::PASS, state::Rules},
    };
    use base::puzzle::Puzzle;

    /// The game before each of these moves and after the last one, made by playing it.
    fn played(rules: Rules, moves: &[&str]) -> Vec<State> {
        let mut states = vec![State::start(6, rules)];
        for name in moves {
            let mut next = states[states.len() - 1].clone();
            let done = if *name == PASS { next.pass() } else { next.play(name.parse().unwrap()) };
            assert_eq!(done, Ok(()), "{name}");
            states.push(next);
        }
        states
    }

    #[test]
    fn a_game_is_rewound_to_each_of_its_moves_and_described() {
        let rules = Rules { moves: 2, passing: true, ..Rules::default() };
        let states = played(rules, &["b2", "e5", "d4", "c3", "d4", "pass", "d3"]);
        let last = &states[states.len() - 1];
        assert_eq!(moves(last), 7);
        let captions: Vec<String> = (0..=8).map(|number| caption(last, number)).collect();
        let expected = [
            "",
            "turn 1: O plays b2",
            "turn 2, e5 d4: X plays e5",
            "turn 2: X plays e5 d4",
            "turn 3, c3 d4: O plays c3",
            "turn 3: O plays c3 and kills d4",
            "turn 4: X passes",
            "turn 5, d3: O plays d3",
            "",
        ];
        assert_eq!(captions, expected);
        let mut annotated = last.clone();
        annotated.annotate(0, Some(Mark::Good), "A fine start");
        annotated.annotate(1, None, "Too early");
        assert_eq!(caption(&annotated, 1), "turn 1: O plays b2! A fine start");
        assert_eq!(caption(&annotated, 3), "turn 2: X plays e5 d4. Too early");
        for (number, state) in states.iter().enumerate() {
            let shown = rewound(last, number);
            assert!(shown.is_same_game(state), "after {number} moves");
            assert_eq!((place(&shown), moves(&shown), shown.check().is_ok()), (number, 7, true));
            assert_eq!(rewound(&shown, 7), *last, "the later moves stay");
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
                prop_assert!(rewound(&state, number).is_same_game(&back));
                prop_assert!(back.check().is_ok());
            }
        }
    }
}
