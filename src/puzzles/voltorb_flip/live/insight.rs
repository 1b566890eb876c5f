//! What is known of a position without listing its boards: their number, the odds of each tile, the worth of the goal.

use serde::{Serialize, Serializer};

use crate::{
    puzzle::Flaw,
    puzzles::voltorb_flip::model::{
        objective::{Goal, Objective},
        problem::{Problem, Spot},
        rules::{SIDE, TILES, Value},
    },
};

/// What is known of a position. The field names appear in the command line's JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Insight {
    /// The state of the round.
    pub kind: Kind,
    /// The number of consistent boards.
    pub boards: u64,
    /// The number of these that the level deals; null without a level.
    pub dealable: Option<u64>,
    /// For each row and column, the chances of Voltorb, 1, 2 and 3; null if no board is consistent or the level deals none.
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
    /// Lower and upper bound on that worth; null without odds, or if the objective needs a level.
    pub worth_bounds: Option<[f64; 2]>,
    /// The worth of stopping now; null where stopping never helps.
    pub stop: Option<f64>,
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
    /// Boards are consistent, but the level deals none of them.
    NoBoardAtLevel,
}

impl Insight {
    /// Returns the insight into a position without odds.
    pub(super) fn without_odds(problem: &Problem, kind: Kind, flaws: Vec<Flaw<Spot>>) -> Self {
        Self {
            kind,
            boards: 0,
            dealable: None,
            tiles: None,
            clear: None,
            bounds: [0.0, 1.0],
            objective: problem.objective,
            worth: None,
            worth_bounds: None,
            stop: None,
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

    /// Returns the chances of this tile's values.
    pub fn chances(&self, tile: usize) -> Option<[f64; 4]> {
        self.tiles.map(|tiles| tiles[tile / SIDE][tile % SIDE])
    }

    /// Returns whether this tile is among the best to flip.
    pub fn is_best(&self, tile: usize) -> bool {
        self.best.contains(&[tile / SIDE, tile % SIDE])
    }
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
