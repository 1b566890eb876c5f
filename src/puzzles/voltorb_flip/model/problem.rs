//! A checked position, and the checks. Only numbers that no board could ever show are flaws here. Clues that merely contradict each other
//! are found by counting and explained in `live::diagnosis`.

use base::{
    puzzle::{Flaw, Key},
    text::counted,
};

use super::{
    assumption::NoLevels,
    entry::Entry,
    objective::{Goal, Objective},
    prior::{Level, LevelChances, Prior},
    rules::{Board, Clues, Line, MAX_POINTS, SIDE, TILES, Value, total},
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
        let mut flaws: Vec<_> = Line::all().flat_map(|line| clue_flaws(line, state.entry(line))).collect();
        let clue = |entry: Entry| entry.clue().unwrap_or_default();
        let clues = Clues { rows: state.rows.map(clue), columns: state.columns.map(clue) };
        flaws.extend(missing_clues(state));
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
            None => Err(Spot::Level.flaw(format!("level {number} doesn't exist: levels are {least} to {most}"))),
        },
        None => state.assume.levels().map_err(|wrong| {
            let message = match wrong {
                NoLevels::Range(first, last) => {
                    format!("there are no levels from {first} to {last}: choose two of {least} to {most}, the lower one first")
                }
                NoLevels::Chances => "the chances of all levels are 0: at least one must be above 0".to_owned(),
            };
            Flaw { path: vec![Key::Field("assume")], ..Spot::Level.flaw(message) }
        }),
    }
}

fn clue_flaws(line: Line, Entry { sum, voltorbs }: Entry) -> impl Iterator<Item = Flaw<Spot>> {
    let points = |sum| Spot::Sum(line).flaw(format!("{line} has {sum} points, but five tiles have at most {MAX_POINTS}"));
    let count = |voltorbs| Spot::Voltorbs(line).flaw(format!("{line} has {voltorbs} Voltorbs, but only {SIDE} tiles"));
    let points = sum.filter(|&sum| MAX_POINTS < sum).map(points);
    points.into_iter().chain(voltorbs.filter(|&voltorbs| SIDE < usize::from(voltorbs)).map(count))
}

/// Says which clues aren't complete yet. Nothing follows from half a clue. It isn't a mistake, so no spot is marked.
fn missing_clues(state: &State) -> Option<Flaw<Spot>> {
    /// If more clues are incomplete, only their number is given.
    const MOST_NAMED: usize = 3;
    let unfinished: Vec<Line> = Line::all().filter(|&line| state.entry(line).clue().is_none()).collect();
    let begun: Vec<Line> = unfinished.iter().copied().filter(|&line| state.entry(line) != Entry::BLANK).collect();
    let first = *begun.first().or(unfinished.first())?;
    let message = if (2..=MOST_NAMED).contains(&unfinished.len()) {
        let name = |&line: &Line| match state.entry(line) {
            Entry { sum: None, voltorbs: Some(_) } => format!("{line} (no points)"),
            Entry { sum: Some(_), voltorbs: None } => format!("{line} (no Voltorbs)"),
            _ => line.to_string(),
        };
        let names: Vec<String> = unfinished.iter().map(name).collect();
        format!("{} are incomplete: {}", counted(names.len() as u64, "clue"), names.join(", "))
    } else {
        let blank = unfinished.len() - begun.len();
        match state.entry(first) {
            Entry::BLANK if blank == 1 => format!("the clue for {first} is missing"),
            Entry::BLANK => format!("{blank} clues are missing"),
            Entry { sum: None, .. } => format!("the points of {first} are missing{}", other_clues(begun.len() - 1, blank)),
            _ => format!("the Voltorbs of {first} are missing{}", other_clues(begun.len() - 1, blank)),
        }
    };
    // A missing number has no place of its own in the file.
    let path = Spot::Sum(first).path()[..2].to_vec();
    Some(Flaw { message, spots: Vec::new(), path })
}

/// Counts the clues, beside the one that a message names, that lack one number or both.
fn other_clues(begun: usize, blank: usize) -> String {
    let others: Vec<String> = [
        (begun > 0).then(|| format!("{} half entered", counted(begun as u64, "other clue"))),
        (blank > 0).then(|| format!("{} missing", counted(blank as u64, "clue"))),
    ]
    .into_iter()
    .flatten()
    .collect();
    if others.is_empty() { String::new() } else { format!(" ({})", others.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{assumption::Assumption, rules::Clue};

    #[test]
    fn contradicting_clues_pass_but_numbers_out_of_range_do_not() {
        let clues = [Entry::from(Clue { sum: 9, voltorbs: 0 }); SIDE];
        let mut state = State { level: Some(8), rows: clues, columns: clues, ..State::default() };
        assert!(Problem::check(&state).is_ok(), "contradictions are left to the analysis");
        state.rows[2].sum = Some(16);
        state.columns[4].voltorbs = Some(6);
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
        let state = State { level: None, assume: Assumption::Levels(5, 3), rows: clues, columns: clues, ..State::default() };
        let flaws = Problem::check(&state).unwrap_err();
        assert_eq!(flaws[0].message, "there are no levels from 5 to 3: choose two of 1 to 8, the lower one first");
        assert_eq!((&flaws[0].path[..], &flaws[0].spots[..]), (&[Key::Field("assume")][..], &[Spot::Level][..]));
        assert!(Problem::check(&State { level: Some(1), ..state }).is_ok(), "a known level needs no assumption");
    }

    #[test]
    fn unfinished_clues_are_named() {
        /// A row, and which of its numbers are there.
        type Half = (usize, bool, bool);
        let row = |row: usize| Key::Index(row);
        let cases: [(&[Half], &str, Key); 8] = [
            (&[(2, false, false)], "the clue for row 3 is missing", row(2)),
            (&[(1, false, false), (2, false, false)], "2 clues are incomplete: row 2, row 3", row(1)),
            (&[(2, true, false)], "the Voltorbs of row 3 are missing", row(2)),
            (&[(2, false, true)], "the points of row 3 are missing", row(2)),
            (
                &[(0, false, false), (2, true, false), (3, false, false)],
                "3 clues are incomplete: row 1, row 3 (no Voltorbs), row 4",
                row(2),
            ),
            (
                &[(0, false, false), (2, true, false), (3, false, true)],
                "3 clues are incomplete: row 1, row 3 (no Voltorbs), row 4 (no points)",
                row(2),
            ),
            (&[(0, false, false), (1, false, false), (2, false, false), (3, false, false)], "4 clues are missing", row(0)),
            (
                &[(0, false, false), (1, true, false), (2, false, false), (3, true, false)],
                "the Voltorbs of row 2 are missing (1 other clue half entered, 2 clues missing)",
                row(1),
            ),
        ];
        // Without a Voltorb, each of these sums is a complete clue, so that a missing number taken as 0 would have boards.
        let clue = Clue { sum: 5, voltorbs: 0 };
        for (missing, message, at) in cases {
            let mut state = State { rows: [clue.into(); SIDE], columns: [clue.into(); SIDE], ..State::default() };
            assert!(Problem::check(&state).is_ok());
            for &(row, has_sum, has_voltorbs) in missing {
                let entry = &mut state.rows[row];
                (entry.sum, entry.voltorbs) = (entry.sum.filter(|_| has_sum), entry.voltorbs.filter(|_| has_voltorbs));
            }
            let flaws = Problem::check(&state).unwrap_err();
            assert_eq!(flaws, [Flaw { message: message.to_owned(), spots: Vec::new(), path: vec![Key::Field("rows"), at] }]);
        }
    }
}
