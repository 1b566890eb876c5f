//! A checked position, and the checks. Only numbers that no board could ever show are flaws here. Clues that merely contradict each other
//! are found by counting and explained in `live::diagnosis`.

use crate::{
    puzzle::{Flaw, Key},
    puzzles::voltorb_flip::words::flaws as words,
};

use super::{
    assumption::NoLevels,
    objective::{Goal, Objective},
    prior::{Level, LevelChances, Prior},
    rules::{Board, Clue, Clues, Line, MAX_POINTS, SIDE, TILES, Value, total},
    state::State,
};

/// A place on the board that can be pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// A tile, numbered row by row from 0.
    Tile(usize),
    /// The points in a line's clue.
    Sum(Line),
    /// The Voltorbs in a line's clue.
    Voltorbs(Line),
    /// The level, in the corner where the clues meet.
    Level,
}

impl Spot {
    /// Returns its place in a save file, from `state` inwards.
    pub fn path(self) -> Vec<Key> {
        let clue = |line, field| match line {
            Line::Row(row) => vec![Key::Field("rows"), Key::Index(row), Key::Field(field)],
            Line::Column(column) => vec![Key::Field("columns"), Key::Index(column), Key::Field(field)],
        };
        match self {
            Self::Tile(tile) => vec![Key::Field("tiles"), Key::Index(tile / SIDE), Key::Character(tile % SIDE)],
            Self::Sum(line) => clue(line, "sum"),
            Self::Voltorbs(line) => clue(line, "voltorbs"),
            Self::Level => vec![Key::Field("level")],
        }
    }

    /// Returns a flaw at this spot.
    pub fn flaw(self, message: String) -> Flaw<Self> {
        Flaw { message, spots: vec![self], path: self.path() }
    }
}

/// A checked position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Problem {
    /// The probability of each level before the clues are known, or `None` if all boards that match are equally likely.
    pub levels: Option<LevelChances>,
    /// Sums up to 15 and up to 5 Voltorbs; they may contradict each other.
    pub clues: Clues,
    /// The value of each face-up tile; `None` for face-down tiles.
    pub tiles: [Option<Value>; TILES],
    /// The goal of the round.
    pub objective: Objective,
}

impl Problem {
    /// Checks everything that can be checked without a search.
    ///
    /// # Errors
    /// A flaw for each number that no board can show.
    pub fn check(state: &State) -> Result<Self, Vec<Flaw<Spot>>> {
        let clues = Clues { rows: state.rows, columns: state.columns };
        let mut flaws: Vec<_> = Line::all().flat_map(|line| clue_flaws(line, clues.line(line))).collect();
        match levels(state) {
            Ok(levels) if flaws.is_empty() => return Ok(Self { levels, clues, tiles: state.tiles.0, objective: state.objective }),
            Ok(_) => {}
            Err(flaw) => flaws.push(flaw),
        }
        Err(flaws)
    }

    /// Returns the same levels and clues with all tiles face down.
    #[must_use]
    pub fn fresh(&self) -> Self {
        Self { tiles: [None; TILES], ..*self }
    }

    /// Returns the level, if the player knows it.
    pub fn level(&self) -> Option<Level> {
        self.levels.as_ref().and_then(Level::only_possible)
    }

    /// Returns what the objective requires, or `None` if that depends on a level that the player doesn't know.
    pub fn goal(&self) -> Option<Goal> {
        self.objective.goal(self.level())
    }

    /// Returns the number of flipped cards: face-up tiles other than Voltorbs.
    pub fn cards(&self) -> u8 {
        self.tiles.iter().flatten().filter(|&&value| value != Value::Voltorb).count() as u8
    }

    /// Returns the coins won by stopping now: the product of all face-up tiles, or 0 before the first flip.
    pub fn coins(&self) -> f64 {
        let product = || self.tiles.iter().flatten().map(|value| f64::from(value.points())).product();
        if self.tiles.iter().all(Option::is_none) { 0.0 } else { product() }
    }

    /// Returns the prior of the boards with its totals, or `None` if all are equally likely.
    pub fn prior(&self) -> Option<Prior> {
        self.levels.map(|levels| Prior::new(&levels, total(&self.clues.rows)))
    }

    /// Returns whether this board matches the clues and the face-up tiles.
    pub fn is_consistent(&self, board: Board) -> bool {
        Clues::of(board) == self.clues && self.matches_tiles(board)
    }

    /// Returns whether this board matches the face-up tiles.
    pub fn matches_tiles(&self, board: Board) -> bool {
        board.values().zip(self.tiles).all(|(value, tile)| tile.is_none_or(|shown| shown == value))
    }

    /// Returns whether every board consistent with this position is also consistent with the other one, with the same weight. The
    /// objectives may differ.
    pub fn is_stricter_than(&self, other: &Self) -> bool {
        let alike = self.clues == other.clues && self.levels == other.levels;
        alike && other.tiles.iter().zip(&self.tiles).all(|(other, tile)| other.is_none() || other == tile)
    }

    /// The face-down tiles.
    pub fn face_down(&self) -> impl Iterator<Item = usize> {
        (0..TILES).filter(|&tile| self.tiles[tile].is_none())
    }
}

/// Returns the probability of each level before the clues, as the state says.
fn levels(state: &State) -> Result<Option<LevelChances>, Flaw<Spot>> {
    let (least, most) = Level::RANGE.into_inner();
    match state.level {
        Some(number) => match Level::new(number) {
            Some(level) => Ok(Some(level.alone())),
            None => Err(Spot::Level.flaw(words::no_such_level(number, least, most))),
        },
        None => state.assume.levels().map_err(|wrong| {
            let message = match wrong {
                NoLevels::Range(first, last) => words::no_such_levels(first, last, least, most),
                NoLevels::Chances => words::NO_LEVEL_CHANCES.to_owned(),
            };
            Flaw { path: vec![Key::Field("assume")], ..Spot::Level.flaw(message) }
        }),
    }
}

fn clue_flaws(line: Line, clue: Clue) -> impl Iterator<Item = Flaw<Spot>> {
    let sum = (clue.sum > MAX_POINTS).then(|| Spot::Sum(line).flaw(words::too_many_points(line, clue.sum, MAX_POINTS)));
    let voltorbs =
        (usize::from(clue.voltorbs) > SIDE).then(|| Spot::Voltorbs(line).flaw(words::too_many_voltorbs(line, clue.voltorbs, SIDE)));
    sum.into_iter().chain(voltorbs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::voltorb_flip::model::assumption::Assumption;

    #[test]
    fn contradicting_clues_pass_but_numbers_out_of_range_do_not() {
        let mut state = State { level: Some(8), ..State::default() };
        assert!(Problem::check(&state).is_ok(), "empty clues are left to the analysis");
        state.rows[2].sum = 16;
        state.columns[4].voltorbs = 6;
        state.level = Some(9);
        let flaws = Problem::check(&state).unwrap_err();
        let messages: Vec<_> = flaws.iter().map(|flaw| (flaw.message.as_str(), flaw.spots[0])).collect();
        assert_eq!(
            messages,
            [
                ("row 3 has 16 points, but five tiles have at most 15", Spot::Sum(Line::Row(2))),
                ("column 5 has 6 Voltorbs, but only 5 tiles", Spot::Voltorbs(Line::Column(4))),
                ("level 9 doesn't exist: levels are 1 to 8", Spot::Level),
            ]
        );
        assert_eq!(flaws[1].path, [Key::Field("columns"), Key::Index(4), Key::Field("voltorbs")]);
        let state = State { assume: Assumption::Levels(5, 3), ..State::default() };
        let flaws = Problem::check(&state).unwrap_err();
        assert_eq!(flaws[0].message, "there are no levels from 5 to 3: choose two of 1 to 8, the lower one first");
        assert_eq!((&flaws[0].path[..], &flaws[0].spots[..]), (&[Key::Field("assume")][..], &[Spot::Level][..]));
        assert!(Problem::check(&State { level: Some(1), ..state }).is_ok(), "a known level needs no assumption");
    }
}
