//! Scores a position after a turn: a weighted sum of a few counts.
//!
//! A score is in hundredths of the logarithm of the odds that the player who has just made the turn wins, and [`chance`] turns it into a
//! chance. The weights are a logistic regression on the outcomes of 4,000 games of the program with itself, made by
//! `fit_virus_war` in the folder `lab`.

use crate::model::{
    cells::{CellSet, OnBoard},
    position::{Player, Position},
};

/// The number of terms.
pub const TERMS: usize = 12;

/// What is counted, with its weight on an empty and on a full board, in ten-thousandths of a unit of log odds. In between, the weights are
/// mixed by the share of empty cells. "Own" is the player who has just made a turn; the enemy is to move.
///
/// Reachable cells, live viruses, connectors and empty cells overlap, so a weight says little on its own.
pub const WEIGHTS: [(&str, [i32; 2]); TERMS] = [
    ("the turn", [-3_274, 22_365]),
    ("own accessible cells", [-372, 1_443]),
    ("the enemy's accessible cells", [289, -1_889]),
    ("own live viruses", [3_104, -9_644]),
    ("the enemy's live viruses", [5_022, 10_503]),
    ("own live viruses that the enemy's next move can kill", [-3_436, 1_145]),
    ("the enemy's live viruses that an own move could kill", [-3_614, -536]),
    ("own reachable cells", [-4_366, 3_656]),
    ("the enemy's reachable cells", [2_942, -3_568]),
    ("own linked connectors", [10_954, -1_022]),
    ("the enemy's linked connectors", [-2_166, 578]),
    ("empty cells", [1_446, -3_594]),
];

/// The counts of a position, in the order of [`WEIGHTS`].
pub type Counts = [i32; TERMS];

/// What one player can do in a position.
struct Side {
    live: CellSet,
    linked: CellSet,
    accessible: CellSet,
    reachable: CellSet,
}

impl Side {
    fn new(position: &Position, player: Player) -> Self {
        let (live, connectors, targets) = (position.live(player), position.connectors(player), position.targets(player));
        let linked = live.flooded(connectors);
        let accessible = position.accessible_from(player, linked);
        let reachable = (linked | accessible).flooded(targets | connectors) & targets;
        Self { live, linked, accessible, reachable }
    }
}

/// The counts of the position after the player's turn.
pub fn counts(position: &Position, player: Player) -> Counts {
    let (own, enemy) = (Side::new(position, player), Side::new(position, player.other()));
    let empty = position.targets(player) - enemy.live;
    let mut counts = [
        CellSet::NONE,
        own.accessible,
        enemy.accessible,
        own.live,
        enemy.live,
        own.live & enemy.accessible,
        enemy.live & own.accessible,
        own.reachable,
        enemy.reachable,
        own.linked - own.live,
        enemy.linked - enemy.live,
        empty,
    ]
    .map(|cells| cells.len() as i32);
    counts[0] = 1;
    counts
}

/// The score of the position after the player's turn.
pub fn score(position: &Position, player: Player) -> i32 {
    let counts = counts(position, player);
    let (cells, empty) = (position.board().len() as i32, counts[TERMS - 1]);
    let sum = |end: usize| counts.iter().zip(&WEIGHTS).map(|(&count, (_, weight))| count * weight[end]).sum::<i32>() / 100;
    (sum(0) * empty + sum(1) * (cells - empty)) / cells.max(1)
}

/// The chance of winning that a score stands for, from 0 to 1.
pub fn chance(score: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / 100.0).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_is_even_at_zero_and_symmetric() {
        assert_eq!(chance(0), 0.5);
        for score in [1, 100, 400, 500_000] {
            assert!(chance(score) > 0.5 && (chance(score) + chance(-score) - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn counts_are_those_of_the_position() {
        let rows = ["....X", "...x.", "..O..", ".o...", "O...."];
        let board = crate::model::state::Rows(rows.map(|row| row.chars().collect()).to_vec());
        let position = board.position();
        for player in [Player::O, Player::X] {
            let (own, enemy) = (player, player.other());
            let [_, accessible, theirs, live, their_live, threatened, threats, reachable, their_reachable, chain, their_chain, empty] =
                counts(&position, player);
            assert_eq!(accessible, position.accessible(own).len() as i32);
            assert_eq!(theirs, position.accessible(enemy).len() as i32);
            assert_eq!((live, their_live), (position.live(own).len() as i32, position.live(enemy).len() as i32));
            assert_eq!(threatened, (position.accessible(enemy) & position.live(own)).len() as i32);
            assert_eq!(threats, (position.accessible(own) & position.live(enemy)).len() as i32);
            assert_eq!((reachable, their_reachable), (position.reachable(own).len() as i32, position.reachable(enemy).len() as i32));
            assert_eq!((chain, their_chain), if own == Player::O { (1, 0) } else { (0, 1) });
            assert_eq!(empty, 20);
        }
    }
}
