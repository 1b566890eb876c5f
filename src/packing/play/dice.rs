//! The dice of Genius Square: each says which of its cells gets a blocker.

use crate::model::{labels::with_open, pieces::Set, state::State};
use base::chance::Random;

/// The faces of the seven dice. Together they have every cell of the board, each on one die only.
pub const DICE: [[&str; 6]; 7] = [
    ["A1", "C1", "D1", "D2", "E2", "F3"],
    ["A2", "B2", "C2", "A3", "B1", "B3"],
    ["C3", "D3", "E3", "B4", "C4", "D4"],
    ["E1", "F2", "F2", "B6", "A5", "A5"],
    ["A4", "B5", "C6", "C5", "D6", "F6"],
    ["E4", "F4", "E5", "F5", "D5", "E6"],
    ["F1", "F1", "F1", "A6", "A6", "A6"],
];

/// Returns the position after the roll of this seed: an empty board with a blocker on the cell that each die shows. None if the set isn't
/// Genius Square's.
pub fn rolled(state: &State, seed: u64) -> Option<State> {
    let mut random = Random::new(seed);
    let roll = DICE.map(|die| random.choose(&die).copied().unwrap_or_default());
    with_blockers(state, &roll)
}

/// Returns the empty board with blockers on these cells.
fn with_blockers(state: &State, cells: &[&str]) -> Option<State> {
    if state.set == Set::GeniusSquare { with_open(state, |label| cells.contains(&label)) } else { None }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::{
        model::{
            labels::open_labels,
            lattice::SQUARES,
            placements::PlacementTable,
            problem::check,
            solution::Solution,
            state::{FREE, OUTSIDE},
        },
        search::{prepared::Prepared, row_list},
    };
    use base::search::{Observer, Tally};

    /// The different rolls, each with a cell for each die.
    fn rolls() -> Vec<Vec<&'static str>> {
        DICE.iter().fold(vec![Vec::new()], |rolls, die| {
            let mut faces = die.to_vec();
            faces.sort_unstable();
            faces.dedup();
            rolls.iter().flat_map(|roll| faces.iter().map(|&face| [&roll[..], &[face]].concat()).collect::<Vec<_>>()).collect()
        })
    }

    #[test]
    fn each_cell_is_on_one_die() {
        let mut cells: Vec<&str> = rolls().concat();
        cells.sort_unstable();
        cells.dedup();
        assert_eq!((cells.len(), rolls().len()), (36, 62_208));
        let on = |cell: &str| DICE.iter().filter(|die| die.contains(&cell)).count();
        assert!(cells.into_iter().all(|cell| on(cell) == 1));
    }

    #[test]
    fn a_seed_always_rolls_the_same() {
        let state = State::of_set(&SQUARES, Set::GeniusSquare);
        let roll = |seed| rolled(&state, seed).map(|rolled| open_labels(&rolled).join(" ")).unwrap_or_default();
        assert_eq!([roll(1), roll(2)], ["B5 C2 D2 D4 E1 F1 F5", "A4 B3 B4 B6 C1 D5 F1"]);
        assert_eq!(rolled(&State::of_set(&SQUARES, Set::Kanoodle), 1), None);
        // Cells that a die has on three faces come up as often as all others of that die together.
        let with_f1 = (0..2_000).filter(|&seed| roll(seed).contains("F1")).count();
        assert!((900..1_100).contains(&with_f1), "{with_f1}");
    }

    /// Covers the first free cell by each remaining piece, until all cells are covered.
    fn is_solvable(free: u64, pieces: &[Vec<Vec<u64>>], used: usize) -> bool {
        if free == 0 {
            return true;
        }
        let cell = free.trailing_zeros() as usize;
        (0..pieces.len()).filter(|piece| used >> piece & 1 == 0).any(|piece| {
            let fitting = pieces[piece][cell].iter().filter(|&&mask| mask & !free == 0);
            fitting.into_iter().any(|mask| is_solvable(free & !mask, pieces, used | 1 << piece))
        })
    }

    /// What the makers of the game say, shown by a plain search on bits.
    #[test]
    fn every_roll_has_a_solution() {
        let whole = with_blockers(&State::of_set(&SQUARES, Set::GeniusSquare), &[]).expect("the set");
        let table: PlacementTable<u64> = PlacementTable::new(&check(&whole).expect("a valid position"));
        // For each piece and each cell, the placements that have it as their first cell.
        let by_cell =
            |masks: Vec<u64>| (0..36).map(|cell| masks.iter().copied().filter(|mask| mask.trailing_zeros() == cell).collect()).collect();
        let mut pieces: Vec<Vec<Vec<u64>>> = Vec::new();
        for piece in &table.pieces {
            pieces.push(by_cell(piece.masks.iter().map(|mask| mask.iter().map(|cell| 1 << cell).sum()).collect()));
        }
        // The larger pieces are tried first.
        pieces.sort_by_key(|by_cell| std::cmp::Reverse(by_cell.concat().first().map_or(0, |mask: &u64| mask.count_ones())));
        let cell = |label: &str| -> u64 {
            let [row, column] = [label.as_bytes()[0] - b'A', label.as_bytes()[1] - b'1'];
            1 << (6 * row + column)
        };
        for roll in rolls() {
            let blockers: u64 = roll.iter().map(|label| cell(label)).sum();
            assert!(is_solvable(((1 << 36) - 1) & !blockers, &pieces, 0), "{roll:?}");
        }
    }

    /// Stops at the first solution.
    #[derive(Default)]
    struct First(bool);

    impl Observer<Solution> for First {
        fn found(&mut self, _solution: Solution) -> ControlFlow<()> {
            self.0 = true;
            ControlFlow::Break(())
        }

        fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }

    #[test]
    fn rolls_are_boards_with_seven_blockers_and_a_solution() {
        let state = State::of_set(&SQUARES, Set::GeniusSquare);
        for seed in 0..100 {
            let rolled = rolled(&state, seed).expect("the set");
            let marks = rolled.grid().marks;
            assert_eq!(marks.iter().filter(|&&mark| mark == OUTSIDE).count(), 7, "{seed}");
            assert_eq!(marks.iter().filter(|&&mark| mark == FREE).count(), 29, "{seed}");
            let mut first = First::default();
            let _stopped = row_list::search(&Prepared::from(check(&rolled).expect("a valid position")), &mut first);
            assert!(first.0, "{seed}");
        }
    }
}
