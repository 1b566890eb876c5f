//! What is known of a position without listing its boards: their number, the odds of each tile, the worth of the goal.

use serde::{Serialize, Serializer};

use crate::model::{
    objective::{Goal, Objective},
    prior::{Level, LevelChances},
    problem::{Problem, Spot},
    rules::{SIDE, TILES, Value},
};
use base::puzzle::Flaw;

/// What is known of a position. The field names appear in the command line's JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Insight {
    /// The state of the round.
    pub kind: Kind,
    /// The number of consistent boards.
    pub boards: u64,
    /// The number of these that some level in question deals; null if all boards count equally.
    pub dealable: Option<u64>,
    /// The probability of each level, from 1 to 8; null without odds, or if all boards count equally.
    pub levels: Option<LevelChances>,
    /// For each row and column, the chances of Voltorb, 1, 2 and 3; null if no board is consistent or no level deals any.
    pub tiles: Option<Grid<[f64; 4]>>,
    /// The chance to clear the board under the best play; null until it is known exactly.
    pub clear: Option<f64>,
    /// Lower and upper bound on that chance.
    pub bounds: [f64; 2],
    /// The goal of the round.
    #[serde(serialize_with = "as_key")]
    pub objective: Objective,
    /// The worth of the objective under the best play, a chance or coins; null until it is known exactly.
    pub worth: Option<f64>,
    /// Lower and upper bound on that worth; null without odds, or if the objective depends on the level and several are possible.
    pub worth_bounds: Option<[f64; 2]>,
    /// The worth of stopping now; null where stopping never helps.
    pub stop: Option<f64>,
    /// The worth of the best flip, to compare with `stop`; null until it is known, and where stopping never helps.
    pub continuing: Option<f64>,
    /// For each tile, the worth of flipping it next; null for face-up tiles and until it is computed.
    pub values: Option<Grid<Option<f64>>>,
    /// Rows and columns, from 0, of the best tiles to flip next; empty until they are known, and if stopping is better than any flip.
    pub best: Vec<[usize; 2]>,
    /// Why no board is consistent.
    #[serde(skip)]
    pub flaws: Vec<Flaw<Spot>>,
}

/// A value for each tile, row by row.
pub type Grid<T> = [[T; SIDE]; SIDE];

/// The state of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Something is left to flip.
    Ok,
    /// All 2s and 3s are face up.
    Won,
    /// A Voltorb is face up.
    Lost,
    /// No board has these clues.
    Impossible,
    /// Boards have these clues, but none of them has the face-up tiles.
    Contradiction,
    /// Boards are consistent, but no level in question deals any of them.
    NoBoardAtLevel,
}

impl Insight {
    /// Returns the insight into a position without odds.
    pub(super) fn without_odds(problem: &Problem, kind: Kind, flaws: Vec<Flaw<Spot>>) -> Self {
        Self {
            kind,
            boards: 0,
            dealable: None,
            levels: None,
            tiles: None,
            clear: None,
            bounds: [0.0, 1.0],
            objective: problem.objective,
            worth: None,
            worth_bounds: None,
            stop: None,
            continuing: None,
            values: None,
            best: Vec::new(),
            flaws,
        }
    }

    /// Sets the bounds on the worth of the goal, which must be that of the objective; if they meet, the worth is known.
    pub fn set_bounds(&mut self, goal: Goal, low: f64, high: f64) {
        self.worth = (low == high).then_some(low);
        self.worth_bounds = Some([low, high]);
        if goal == Goal::Clear {
            (self.clear, self.bounds) = (self.worth, [low, high]);
        }
    }

    /// Returns the level if only one is possible.
    pub fn level(&self) -> Option<Level> {
        self.levels.as_ref().and_then(Level::only_possible)
    }

    /// The levels that are possible; none if nothing is known of the level.
    pub fn possible_levels(&self) -> impl Iterator<Item = Level> {
        Level::all().filter(|level| self.levels.is_some_and(|chances| 0.0 < chances[level.index()]))
    }

    /// Returns what the objective requires, or `None` if that depends on the level and several are possible.
    pub fn goal(&self) -> Option<Goal> {
        self.objective.goal(self.level())
    }

    /// Returns whether the odds count all boards equally.
    pub const fn counts_boards_equally(&self) -> bool {
        self.tiles.is_some() && self.levels.is_none()
    }

    /// Returns the chances of this tile's values.
    pub fn chances(&self, tile: usize) -> Option<[f64; 4]> {
        self.tiles.map(|tiles| tiles[tile / SIDE][tile % SIDE])
    }

    /// Returns whether stopping now and the best flip are worth the same.
    pub fn is_stopping_equal(&self) -> bool {
        matches!((self.stop, self.continuing), (Some(stop), Some(continuing)) if are_equal(stop, continuing))
    }

    /// Returns whether this tile is among the best to flip.
    pub fn is_best(&self, tile: usize) -> bool {
        self.best.contains(&[tile / SIDE, tile % SIDE])
    }
}

/// Worths that differ by less count as equal, in numbers of about 1: sums in another order may differ by rounding.
pub(super) const TOLERANCE: f64 = 1e-9;

/// Returns whether two worths differ by no more than rounding.
pub fn are_equal(one: f64, other: f64) -> bool {
    (one - other).abs() <= TOLERANCE * one.max(other).max(1.0)
}

fn as_key<S: Serializer>(objective: &Objective, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(objective.key())
}

/// Returns whether a tile with these chances may be a 2 or 3.
pub fn is_useful(chances: [f64; 4]) -> bool {
    0.0 < chances[Value::Two as usize] + chances[Value::Three as usize]
}

/// Arranges the tiles in rows.
pub fn grid<T: Copy>(tiles: [T; TILES]) -> Grid<T> {
    std::array::from_fn(|row| std::array::from_fn(|column| tiles[SIDE * row + column]))
}
