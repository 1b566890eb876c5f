//! What is known of a position without listing its boards: how many fit, the odds of each tile, the chance to clear.

use std::ops::ControlFlow;

use serde::{Serialize, Serializer};

use crate::{
    puzzle::Flaw,
    search::{Observer, Tally},
};

use super::{
    counting::Counting,
    diagnosis,
    memory::Room,
    objective::{Goal, Objective},
    problem::{Problem, Spot},
    refining,
    rules::{SIDE, TILES, Value},
    worth,
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

/// Tells the odds, and then ever better what is known of the chance to clear.
pub fn analyze(problem: &Problem, observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
    observer.progress(0.0, &Tally::default())?;
    let insight = odds(problem);
    observer.found(insight.clone())?;
    match problem.goal() {
        Some(goal) if insight.kind == Kind::Ok && insight.worth.is_none() => {
            refining::refine(problem, goal, insight, Room::USUAL, observer)
        }
        _ => observer.progress(1.0, &Tally::default()),
    }
}

/// All that counting tells.
pub fn odds(problem: &Problem) -> Insight {
    let Some(fitting) = Counting::new(problem, None) else { return no_board(problem) };
    let boards = fitting.boards();
    let (weighed, dealable) = match problem.prior() {
        None => (Some(fitting), None),
        Some(prior) => {
            let dealt = Counting::new(problem, Some(prior));
            let dealable = dealt.as_ref().map_or(0, Counting::boards);
            (dealt, Some(dealable))
        }
    };
    let Some(chances) = weighed.map(|counting| counting.odds().chances()) else {
        let flaws = problem.level.map_or_else(Vec::new, |level| diagnosis::never_dealt(level, problem));
        return Insight { boards, dealable, ..Insight::nothing(problem, Kind::NoBoardAtLevel, flaws) };
    };
    let kind = kind(problem, &chances);
    let told = |goal| match worth::settled(problem, goal, kind) {
        Some(worth) => (Some(worth), [worth, worth]),
        None => (None, [worth::of_stopping(problem, goal).unwrap_or(0.0), worth::ceiling(problem, goal, &chances)]),
    };
    let goal = problem.goal();
    let (clear, bounds) = told(Goal::Clear);
    let (worth, worth_bounds) = goal.map(told).map_or((None, None), |(worth, bounds)| (worth, Some(bounds)));
    let stop = goal.filter(|_| kind == Kind::Ok).and_then(|goal| worth::of_stopping(problem, goal));
    let tiles = Some(grid(chances));
    Insight { boards, dealable, tiles, clear, bounds, worth, worth_bounds, stop, ..Insight::nothing(problem, kind, Vec::new()) }
}

impl Insight {
    /// What is known if there are no odds.
    fn nothing(problem: &Problem, kind: Kind, flaws: Vec<Flaw<Spot>>) -> Self {
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
    pub fn bound(&mut self, goal: Goal, low: f64, high: f64) {
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

fn no_board(problem: &Problem) -> Insight {
    let dealable = problem.level.map(|_| 0);
    if Counting::new(&problem.fresh(), None).is_some() {
        Insight { dealable, ..Insight::nothing(problem, Kind::Contradiction, diagnosis::contradicting_flips(problem)) }
    } else {
        Insight { dealable, ..Insight::nothing(problem, Kind::Impossible, diagnosis::impossible_clues(problem)) }
    }
}

fn kind(problem: &Problem, chances: &[[f64; 4]; TILES]) -> Kind {
    if problem.tiles.contains(&Some(Value::Voltorb)) {
        Kind::Lost
    } else if problem.face_down().any(|tile| is_useful(chances[tile])) {
        Kind::Ok
    } else {
        Kind::Won
    }
}

/// Whether a tile with these chances may be a 2 or a 3.
pub fn is_useful(chances: [f64; 4]) -> bool {
    0.0 < chances[Value::Two as usize] + chances[Value::Three as usize]
}

/// The tiles as rows.
pub fn grid<T: Copy>(tiles: [T; TILES]) -> Grid<T> {
    std::array::from_fn(|row| std::array::from_fn(|column| tiles[SIDE * row + column]))
}
