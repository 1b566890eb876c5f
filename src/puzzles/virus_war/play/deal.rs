//! Random games, dealt in the middle of the fight, and random lists for the duplicate tool.

use crate::model::{
    cells::{Cell, CellSet},
    position::Player,
    state::{Rules, State},
    triples::{NUMBER_LIMIT, Triple},
};
use base::chance::Random;

/// A game on a board of 8 to 10 after 8 to 13 turns, whose mover has a turn. The same seed always gives the same game.
pub fn deal(seed: u64) -> State {
    let mut random = Random::new(seed);
    let side = 8 + random.below(3) as u8;
    let turns = 8 + random.below(6) as usize;
    let mut state = State::start(side, Rules::default());
    while state.record.len() < turns {
        let before = state.clone();
        if play_turn(&mut state, &mut random).is_none() {
            return before;
        }
    }
    state
}

/// Plays a random turn; none if the mover can't make it, or if the other player then has lost.
fn play_turn(state: &mut State, random: &mut Random) -> Option<()> {
    let mover = state.to_move;
    while state.to_move == mover {
        let cell = random_advance(state.position().accessible(mover), mover, state.board.side(), random)?;
        state.play(cell).ok()?;
    }
    (!state.problem().is_lost()).then_some(())
}

/// The one of two random accessible cells that is nearer to the enemy's corner, so that the players soon meet.
fn random_advance(accessible: CellSet, mover: Player, side: u8, random: &mut Random) -> Option<Cell> {
    let count = accessible.len() as u64;
    let mut pick = || accessible.into_iter().nth(random.below(count.max(1)) as usize);
    let (one, other) = (pick()?, pick()?);
    let far = |cell: Cell| {
        let corner = if mover == Player::O { side - 1 } else { 0 };
        cell.column().abs_diff(corner).max(cell.rank().abs_diff(corner))
    };
    Some(if far(other) < far(one) { other } else { one })
}

/// A list of this many random triples. The same seed always gives the same list.
pub fn triples(count: usize, seed: u64) -> Vec<Triple> {
    let mut random = Random::new(seed);
    let mut number = || random.below(u64::from(NUMBER_LIMIT)) as u8;
    (0..count).map(|_| [number(), number(), number()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dealt_games_are_valid_and_have_a_turn() {
        for seed in 0..50 {
            let state = deal(seed);
            assert_eq!(state, deal(seed));
            let problem = state.check().unwrap();
            assert!(usize::from(problem.moves) <= problem.position.reachable(problem.mover).len());
            assert!(state.record.len() >= 4, "{state:?}");
        }
        assert_ne!(deal(0), deal(1));
    }

    #[test]
    fn lists_for_a_seed_never_change() {
        assert_eq!(triples(4, 1), [[40, 8, 59], [21, 28, 71], [46, 15, 87], [70, 48, 57]]);
        assert_eq!(triples(2, u64::MAX), [[68, 42, 38], [43, 65, 81]]);
    }

    #[test]
    fn random_lists_depend_on_the_seed_and_use_every_number() {
        assert_eq!(triples(3, 1), triples(4, 1)[..3]);
        assert_ne!(triples(3, 1), triples(3, 2));
        let list = triples(10_000, 1);
        assert!(list.iter().flatten().all(|&number| number < NUMBER_LIMIT));
        assert!((0..NUMBER_LIMIT).all(|number| list.iter().flatten().any(|&other| other == number)));
    }
}
