//! What is known of a board before its numbers are read: how often tiles have each value, and which totals the game deals.
//!
//! A line's clue follows from its tiles. Given the totals of the board, rows say little about columns, so the chance of ten clues is taken
//! as the chance of the totals times the chances of the rows and of the columns given these totals.

use std::sync::LazyLock;

use super::{
    agreement::{Chances, SUMS, TOTALS, VOLTORBS, added, index_of_total, no_lines},
    tiles::FACES,
};
use crate::model::{
    prior::{Level, board_types},
    rules::{SIDE, TILES},
};

/// The number of values: Voltorb, 1, 2 and 3, which are also their points.
const VALUES: usize = FACES - 1;

/// The chance that the game itself dealt the board. Some remakes deal others. Nothing in a picture distinguishes them, so both are alike.
const DEALT: f64 = 0.5;

/// The chances of the values of a tile, on average over all levels.
static USUAL: LazyLock<[f64; VALUES]> = LazyLock::new(|| {
    let mut tiles = [0.0; VALUES];
    let mut boards = 0.0;
    for composition in Level::all().flat_map(board_types).map(|board_type| board_type.composition) {
        let [voltorbs, twos, threes] = [composition.voltorbs, composition.twos, composition.threes].map(f64::from);
        let ones = TILES as f64 - voltorbs - twos - threes;
        tiles.iter_mut().zip([voltorbs, ones, twos, threes]).for_each(|(sum, count)| *sum += count);
        boards += 1.0;
    }
    tiles.map(|sum| sum / (boards * TILES as f64))
});

/// How much likelier totals are than they would be if each tile were drawn by itself.
static LIKELIER: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let by_itself = totals(&[line(&[*USUAL; SIDE]); SIDE]);
    let mut dealt = vec![0.0; TOTALS];
    let types: Vec<_> = Level::all().flat_map(board_types).map(|board_type| board_type.composition).collect();
    for composition in &types {
        dealt[index_of_total(composition.points(), composition.voltorbs)] += 1.0 / types.len() as f64;
    }
    let ratio = |dealt: f64, by_itself: f64| if by_itself == 0.0 { 0.0 } else { dealt / by_itself };
    dealt.iter().zip(by_itself).map(|(&dealt, by_itself)| 1.0 - DEALT + DEALT * ratio(dealt, by_itself)).collect()
});

/// Returns the chances of the values of a tile that shows each face with these chances. A covered tile may have any value.
pub fn tile(faces: &[f64; FACES]) -> [f64; VALUES] {
    std::array::from_fn(|value| USUAL[value] * (faces[0] + VALUES as f64 * faces[value + 1]))
}

/// Returns the chances that a tile has this value and is covered, and that it has it and is open.
pub fn parts(faces: &[f64; FACES], value: usize) -> [f64; 2] {
    [USUAL[value] * faces[0], USUAL[value] * VALUES as f64 * faces[value + 1]]
}

/// Returns the chances of a line's clue, from those of its tiles.
pub fn line(tiles: &[[f64; VALUES]]) -> Chances {
    let mut chances = [0.0; SUMS * VOLTORBS];
    chances[0] = 1.0;
    for tile in tiles {
        let before = chances;
        chances = [0.0; SUMS * VOLTORBS];
        for (index, chance) in before.into_iter().enumerate().filter(|&(_, chance)| 0.0 < chance) {
            for (value, share) in tile.iter().enumerate().filter(|(value, _)| index + step(*value) < SUMS * VOLTORBS) {
                chances[index + step(value)] += chance * share;
            }
        }
    }
    chances
}

/// Returns how much each value of a tile agrees with its line: with the other tiles, and with this weight of each clue.
pub fn agreeing(others: &[[f64; VALUES]], clues: &Chances) -> [f64; VALUES] {
    let others = line(others);
    std::array::from_fn(|value| {
        let clues = clues.get(step(value)..).unwrap_or_default();
        others.iter().zip(clues).map(|(others, clue)| others * clue).sum()
    })
}

/// Returns how far a value moves the index of a clue.
const fn step(value: usize) -> usize {
    if value == 0 { 1 } else { value * VOLTORBS }
}

/// Returns the weight of each total, for the chances of the rows' clues.
pub fn weights_of_totals(rows: &[Chances]) -> Vec<f64> {
    totals(rows).iter().zip(&*LIKELIER).map(|(&chance, likelier)| if chance == 0.0 { 0.0 } else { likelier / chance }).collect()
}

fn totals(lines: &[Chances]) -> Vec<f64> {
    lines.iter().fold(no_lines(), |totals, line| added(&totals, line, |old, new| old + new))
}
