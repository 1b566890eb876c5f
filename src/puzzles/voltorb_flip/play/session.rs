//! A session that is played elsewhere, such as on a handheld: the next round by the rules of the game, even if the level isn't known.

use super::game::{End, cards_flipped, end_on, next_board, next_level};
use crate::model::{
    assumption::Assumption,
    prior::{LEVELS, Level, LevelChances},
    state::State,
};

/// Returns an empty board for the next round. If the player doesn't know the level, the chances of the next one follow from those of this
/// one, `levels`, by the rules of rising and falling.
pub fn next_round(state: &State, levels: Option<LevelChances>) -> State {
    let next = next_board(state);
    let Some(levels) = levels.filter(|_| state.level.is_none()) else { return next };
    let (cards, is_cleared) = (cards_flipped(state), end_on(state) == End::Cleared);
    let mut chances = [0.0; LEVELS];
    for level in Level::all() {
        chances[next_level(level, cards, is_cleared, next.earlier.streak).index()] += levels[level.index()];
    }
    match Level::only_possible(&chances) {
        Some(level) => State { level: Some(level.number()), ..next },
        None => State { assume: Assumption::of_chances(chances), ..next },
    }
}

/// Returns whether the second position is an empty board for the round after the first.
pub fn is_next_round(before: &State, state: &State) -> bool {
    let next = next_board(before);
    next != *before && State { level: next.level, assume: next.assume, ..*state } == next
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::VoltorbFlip;
    use crate::{model::rules::Value, tests::read};
    use base::puzzle::Puzzle;

    #[test]
    fn the_next_level_follows_from_the_chances_of_this_one() {
        let preset = VoltorbFlip::presets().iter().find(|preset| preset.key == "level-5-fresh").unwrap();
        let mut state = State { level: None, ..read(preset).state };
        for tile in 0..3 {
            state.turn(tile, Some(Value::One));
        }
        // Three cards, not cleared: from level 3 on, the next level is 3.
        let half = |one: usize, other: usize| {
            let mut chances = [0.0; LEVELS];
            (chances[one - 1], chances[other - 1]) = (0.25, 0.75);
            chances
        };
        assert_eq!(next_round(&state, Some(half(4, 5))).level, Some(3));
        let next = next_round(&state, Some(half(2, 5)));
        assert_eq!((next.level, next.assume.range()), (None, Some((2, 3))));
        assert_eq!(next.assume.levels(), Ok(Some(half(2, 3))));
        assert_eq!(next_round(&State { level: Some(7), ..state }, Some(half(2, 5))).level, Some(3), "the player knows better");
        assert_eq!(next_round(&state, None), next_board(&state));
    }
}
