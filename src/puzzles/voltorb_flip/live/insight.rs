//! What is known of a position without listing its boards: how many fit, the odds of each tile, the chance to clear.

use serde::{Serialize, Serializer};

use crate::{
    puzzle::Flaw,
    puzzles::voltorb_flip::model::{
        objective::{Goal, Objective},
        problem::{Problem, Spot},
        rules::{SIDE, TILES, Value},
    },
};

/// What is known of a position. The names of its fields are those of the command line's JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Insight {
    /// How the position stands.
    pub kind: Kind,
    /// How many boards fit.
    pub boards: u64,
    /// How many of them the level deals; null without a level.
    pub dealable: Option<u64>,
    /// For each row and column the chances of Voltorb, 1, 2 and 3; null if no board fits or the level deals none.
    pub tiles: Option<Grid<[f64; 4]>>,
    /// The chance to flip every 2 and 3 under the best play; null while it is not known exactly.
    pub clear: Option<f64>,
    /// What that chance is certainly not under, and not over.
    pub bounds: [f64; 2],
    /// What the round is played for.
    #[serde(serialize_with = "as_key")]
    pub objective: Objective,
    /// What the objective is worth under the best play: a chance, or coins; null while it is not known exactly.
    pub worth: Option<f64>,
    /// What that is certainly not under, and not over; null if there are no odds, or the objective needs a level.
    pub worth_bounds: Option<[f64; 2]>,
    /// What the objective comes to if one stops now; null where stopping never helps.
    pub stop: Option<f64>,
    /// For each tile the worth of the objective if it is flipped next; null for tiles that are face up or not worked out.
    pub values: Option<Grid<Option<f64>>>,
    /// Rows and columns, from 0, of the tiles that are best flipped next; empty while they are not known, and where
    /// stopping is better than any flip.
    pub best: Vec<[usize; 2]>,
    /// Why no board fits.
    #[serde(skip)]
    pub flaws: Vec<Flaw<Spot>>,
}

/// Something for each tile, row by row.
pub type Grid<T> = [[T; SIDE]; SIDE];

/// How a position stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// There is something left to flip.
    Ok,
    /// All 2s and 3s are face up.
    Won,
    /// A Voltorb is face up.
    Lost,
    /// No board has these clues.
    Impossible,
    /// Boards have these clues, but none the face-up tiles, too.
    Contradiction,
    /// Boards fit, but the level deals none of them.
    NoBoardAtLevel,
}

impl Insight {
    /// What is known if there are no odds.
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

    /// Notes what is known of the worth of the goal, which is that of the objective: its bounds, and if these meet, itself.
    pub fn set_bounds(&mut self, goal: Goal, low: f64, high: f64) {
        self.worth = (low == high).then_some(low);
        self.worth_bounds = Some([low, high]);
        if goal == Goal::Clear {
            (self.clear, self.bounds) = (self.worth, [low, high]);
        }
    }

    /// The chances of the values of this tile.
    pub fn chances(&self, tile: usize) -> Option<[f64; 4]> {
        self.tiles.map(|tiles| tiles[tile / SIDE][tile % SIDE])
    }

    /// Whether this tile is among the best to flip.
    pub fn is_best(&self, tile: usize) -> bool {
        self.best.contains(&[tile / SIDE, tile % SIDE])
    }
}

fn as_key<S: Serializer>(objective: &Objective, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(objective.key())
}

/// Whether a tile with these chances may be a 2 or a 3.
pub fn is_useful(chances: [f64; 4]) -> bool {
    0.0 < chances[Value::Two as usize] + chances[Value::Three as usize]
}

/// The tiles as rows.
pub fn grid<T: Copy>(tiles: [T; TILES]) -> Grid<T> {
    std::array::from_fn(|row| std::array::from_fn(|column| tiles[SIDE * row + column]))
}
