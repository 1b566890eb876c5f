//! The position as it is edited and saved: clues, level, tiles, notes and the order of flips. It may be impossible; `problem` checks it.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use base::text::quoted;

use super::{
    assumption::Assumption,
    entry::{Entry, entries, five},
    flips::Flips,
    objective::Objective,
    rules::{Clues, Line, SIDE, TILES, Value, tile_name},
};

/// A position as it is edited, possible or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct State {
    /// 1 to 8, if the player knows it.
    pub level: Option<u8>,
    /// What is assumed about the level otherwise.
    #[serde(default, skip_serializing_if = "is_default")]
    pub assume: Assumption,
    /// The clues of the rows, from the top.
    #[serde(with = "five")]
    pub rows: [Entry; SIDE],
    /// The clues of the columns, from the left.
    #[serde(with = "five")]
    pub columns: [Entry; SIDE],
    /// The value of each face-up tile.
    pub tiles: Tiles,
    /// The player's notes.
    #[serde(default, skip_serializing_if = "Memos::is_empty")]
    pub memos: Memos,
    /// The order in which tiles were flipped. Face-up tiles that aren't listed were flipped before all others.
    #[serde(default, skip_serializing_if = "Flips::is_empty")]
    pub flips: Flips,
    /// The goal of the round.
    #[serde(default, skip_serializing_if = "is_default")]
    pub objective: Objective,
    /// What the earlier rounds of the session left.
    #[serde(default, skip_serializing_if = "is_default")]
    pub earlier: Earlier,
}

/// What the earlier rounds of a session left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Earlier {
    /// The coins won.
    pub coins: u32,
    /// The number of rounds just before this one that extend the streak to level 8.
    pub streak: u32,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl State {
    /// Returns a position with these clues.
    pub fn of(clues: &Clues) -> Self {
        Self { rows: entries(clues.rows), columns: entries(clues.columns), ..Self::default() }
    }

    /// Returns the clue of this line, as far as it was entered.
    pub fn entry(&self, line: Line) -> Entry {
        match line {
            Line::Row(row) => self.rows[row],
            Line::Column(column) => self.columns[column],
        }
    }

    /// Turns the tile face up with this value, or face down. As in the game, flipping a tile erases its notes.
    pub fn turn(&mut self, tile: usize, shown: Option<Value>) {
        self.tiles.0[tile] = shown;
        if shown.is_some() {
            self.memos.0[tile] = Marks::default();
            self.flips.add(tile);
        } else {
            self.flips = self.flips.filtered(|flipped| flipped != tile);
        }
    }

    /// Returns the same clues with all tiles face down and no notes.
    #[must_use]
    pub fn fresh(&self) -> Self {
        Self { tiles: Tiles::default(), memos: Memos::default(), flips: Flips::default(), ..*self }
    }

    /// Returns the position with these tiles. Notes and flips that still apply are kept.
    #[must_use]
    pub fn with_tiles(&self, tiles: Tiles) -> Self {
        let flips = self.flips.filtered(|tile| tiles.0[tile].is_some() && tiles.0[tile] == self.tiles.0[tile]);
        let mut state = Self { tiles, flips, ..*self };
        tiles.face_up().for_each(|(tile, _)| state.memos.0[tile] = Marks::default());
        state
    }

    /// Returns the position after this many of its flips.
    #[must_use]
    pub fn rewound(&self, flips: usize) -> Self {
        let mut before = *self;
        self.flips.iter().skip(flips).for_each(|tile| before.turn(tile, None));
        before
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for State {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let state = Self::deserialize(deserializer)?;
        match state.flips.iter().find(|&tile| state.tiles.0[tile].is_none()) {
            Some(tile) => Err(de::Error::custom(format!("{} is listed as flipped, but is face down", tile_name(tile)))),
            None => Ok(state),
        }
    }
}

/// The tiles row by row, `None` if face down. Serialized as five rows of `?`, `V`, `1`, `2` and `3`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tiles(pub [Option<Value>; TILES]);

impl Tiles {
    /// The face-up tiles with their values.
    pub fn face_up(&self) -> impl Iterator<Item = (usize, Value)> {
        self.0.iter().enumerate().filter_map(|(tile, value)| value.map(|value| (tile, value)))
    }

    /// The face-down tiles.
    pub fn face_down(&self) -> impl Iterator<Item = usize> {
        (0..TILES).filter(|&tile| self.0[tile].is_none())
    }

    /// The tile in which these differ, if it is only one.
    pub fn only_difference(&self, other: &Self) -> Option<usize> {
        let mut different = (0..TILES).filter(|&tile| self.0[tile] != other.0[tile]);
        different.next().filter(|_| different.next().is_none())
    }

    /// Returns the five rows as text.
    pub fn rows(&self) -> [String; SIDE] {
        std::array::from_fn(|row| self.0[SIDE * row..][..SIDE].iter().map(|&tile| letter_of(tile)).collect())
    }
}

/// Returns the letter for a tile.
pub fn letter_of(tile: Option<Value>) -> char {
    tile.map_or('?', Value::letter)
}

/// Returns the tile with this letter: a value, or `Some(None)` for a face-down tile. `None` if the letter is invalid.
pub fn tile_from_letter(letter: char) -> Option<Option<Value>> {
    if letter == '?' { Some(None) } else { Value::from_letter(letter).map(Some) }
}

impl Serialize for Tiles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.rows())
    }
}

impl<'de> Deserialize<'de> for Tiles {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let rows = Vec::<String>::deserialize(deserializer)?;
        if rows.len() != SIDE {
            return Err(de::Error::custom(format!("expected {SIDE} rows of tiles, found {}", rows.len())));
        }
        let mut tiles = Self::default();
        for (row, text) in rows.iter().enumerate() {
            let letters: Vec<_> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
            if letters.len() != SIDE {
                let (number, text, found) = (row + 1, quoted(text), letters.len());
                return Err(de::Error::custom(format!("row {number} of the tiles, \"{text}\", has {found} tiles; expected {SIDE}")));
            }
            for (column, &letter) in letters.iter().enumerate() {
                let tile = SIDE * row + column;
                tiles.0[tile] = tile_from_letter(letter).ok_or_else(|| {
                    let place = tile_name(tile);
                    de::Error::custom(format!("the tile at {place} is '{}'; expected ? (face down), V, 1, 2 or 3", quoted(letter)))
                })?;
            }
        }
        Ok(tiles)
    }
}

/// The values noted on a tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks(u8);

impl Marks {
    /// Returns a note of this value alone.
    pub const fn only(value: Value) -> Self {
        Self(1 << value as u8)
    }

    /// Returns whether nothing is noted.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether this value is noted.
    pub const fn has(self, value: Value) -> bool {
        self.0 & 1 << value as u8 != 0
    }

    /// Returns the notes with this value added, or removed if it was there.
    #[must_use]
    pub const fn toggled(self, value: Value) -> Self {
        Self(self.0 ^ 1 << value as u8)
    }

    /// Returns the next notes when clicking through them: nothing, then each value alone.
    #[must_use]
    pub fn next(self) -> Self {
        match Value::ALL.into_iter().position(|value| self == Self::only(value)) {
            None if self.is_empty() => Self::only(Value::Voltorb),
            Some(index) if index + 1 < Value::ALL.len() => Self::only(Value::ALL[index + 1]),
            _ => Self::default(),
        }
    }
}

impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Value::ALL.into_iter().filter(|&value| self.has(value)).try_for_each(|value| write!(f, "{}", value.letter()))
    }
}

/// The notes on all tiles. Serialized as a list of the tiles with notes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memos(pub [Marks; TILES]);

impl Memos {
    /// Returns whether no tile has a note.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|marks| marks.is_empty())
    }
}

/// The notes on one tile, as serialized.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Memo {
    row: usize,
    column: usize,
    marks: String,
}

impl Serialize for Memos {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let noted = self.0.iter().enumerate().filter(|(_, marks)| !marks.is_empty());
        serializer.collect_seq(noted.map(|(tile, marks)| Memo { row: tile / SIDE, column: tile % SIDE, marks: marks.to_string() }))
    }
}

impl<'de> Deserialize<'de> for Memos {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut memos = Self::default();
        for Memo { row, column, marks } in Vec::<Memo>::deserialize(deserializer)? {
            if SIDE <= row || SIDE <= column {
                let message = "is outside the board; rows and columns count from 0 to 4";
                return Err(de::Error::custom(format!("the note at row {row}, column {column} {message}")));
            }
            let noted = &mut memos.0[SIDE * row + column];
            for letter in marks.chars().filter(|letter| !letter.is_whitespace()) {
                let value = Value::from_letter(letter).ok_or_else(|| {
                    de::Error::custom(format!("the note \"{}\" contains '{}'; expected V, 1, 2 or 3", quoted(&marks), quoted(letter)))
                })?;
                if !noted.has(value) {
                    *noted = noted.toggled(value);
                }
            }
        }
        Ok(memos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str =
        "rows: [(sum: 5, voltorbs: 2), (sum: 6, voltorbs: 2), (sum: 4, voltorbs: 1), (sum: 5, voltorbs: 3), (sum: 5, voltorbs: 2)]";
    const COLUMNS: &str =
        "columns: [(sum: 6, voltorbs: 1), (sum: 1, voltorbs: 4), (sum: 7, voltorbs: 1), (sum: 7, voltorbs: 1), (sum: 4, voltorbs: 3)]";

    fn read(tail: &str) -> Result<State, String> {
        ron::from_str(&format!("(level: Some(5), {ROWS}, {COLUMNS}, {tail})")).map_err(|error| error.code.to_string())
    }

    #[test]
    fn whitespace_is_ignored() {
        let spaced = read(r#"tiles: [" ? ? ? ? ?", "??2??", "? ????", "?v???", "?????"]"#).unwrap();
        assert_eq!(spaced.tiles.rows(), ["?????", "??2??", "?????", "?V???", "?????"]);
        assert!(spaced.memos.is_empty());
        assert_eq!(spaced.columns[1].to_string(), "1/4");
    }

    #[test]
    fn unfinished_clues_are_read_and_written() {
        let mut state = read(r#"tiles: ["?????", "?????", "?????", "?????", "?????"]"#).unwrap();
        let half = |sum, voltorbs| Entry { sum, voltorbs };
        let cases = [
            (half(Some(5), None), "(sum:5)"),
            (half(None, Some(0)), "(voltorbs:0)"),
            (half(None, None), "()"),
            (half(Some(5), Some(0)), "(sum:5,voltorbs:0)"),
            // No line has this clue, but it was entered.
            (half(Some(0), Some(0)), "(sum:0,voltorbs:0)"),
        ];
        for (entry, text) in cases {
            state.rows[0] = entry;
            let written = ron::to_string(&state).unwrap();
            assert!(written.contains(&format!("rows:[{text},(")), "{written}");
            assert_eq!(ron::from_str(&written), Ok(state));
            let json = serde_json::to_string(&state).unwrap();
            assert_eq!(serde_json::from_str::<State>(&json).unwrap(), state, "{json}");
        }
    }

    #[test]
    fn memos_are_read_and_written() {
        let text = r#"tiles: ["?????", "?????", "?????", "?????", "?????"], memos: [(row: 0, column: 3, marks: "1V")]"#;
        let state = read(text).unwrap();
        assert_eq!(state.memos.0[3].to_string(), "V1");
        let written = ron::to_string(&state).unwrap();
        assert!(written.contains(r#"memos:[(row:0,column:3,marks:"V1")]"#), "{written}");
        assert_eq!(ron::from_str(&written), Ok(state));
    }

    #[test]
    fn flips_are_read_written_and_rewound() {
        let state = read(r#"tiles: ["1????", "?2???", "?????", "????3", "?????"], flips: [(3, 4), (1, 1)]"#).unwrap();
        let written = ron::to_string(&state).unwrap();
        assert!(written.contains("flips:[(3,4),(1,1)]"), "{written}");
        assert_eq!(ron::from_str(&written), Ok(state));
        let shown = |flips| state.rewound(flips).tiles.rows().join(" ");
        assert_eq!(shown(0), "1???? ????? ????? ????? ?????", "unlisted tiles were flipped before all others");
        assert_eq!(shown(1), "1???? ????? ????? ????3 ?????");
        assert_eq!((state.rewound(2), state.rewound(9)), (state, state));
        assert_eq!(state.rewound(1).flips.len(), 1);
    }

    #[test]
    fn flips_follow_the_tiles() {
        let mut state = State::default();
        for (tile, shown) in [(3, Some(Value::One)), (9, Some(Value::Two)), (3, None), (9, Some(Value::Three)), (3, Some(Value::Two))] {
            state.turn(tile, shown);
        }
        assert!(state.flips.iter().eq([9, 3]), "changing a face-up tile keeps its place in the order");
        let mut tiles = state.tiles;
        (tiles.0[3], tiles.0[4]) = (Some(Value::One), Some(Value::One));
        assert!(state.with_tiles(tiles).flips.iter().eq([9]));
        assert_eq!(state.fresh(), State::default());
    }

    #[test]
    fn only_other_than_default_objectives_are_written() {
        let tiles = r#"tiles: ["?????", "?????", "?????", "?????", "?????"]"#;
        assert_eq!(read(tiles).unwrap().objective, Objective::Clear);
        for objective in Objective::ALL {
            let state = State { objective, ..read(tiles).unwrap() };
            let written = ron::to_string(&state).unwrap();
            assert_eq!(written.contains(&format!("objective:{objective:?}")), objective != Objective::Clear, "{written}");
            assert_eq!(ron::from_str(&written), Ok(state));
        }
        assert!(read(&format!("{tiles}, objective: Fame")).unwrap_err().contains("Fame"));
    }

    #[test]
    fn what_earlier_rounds_left_is_written_if_there_is_any() {
        let tiles = r#"tiles: ["?????", "?????", "?????", "?????", "?????"]"#;
        let state = State { earlier: Earlier { coins: 2408, streak: 3 }, ..read(tiles).unwrap() };
        let written = ron::to_string(&state).unwrap();
        assert!(written.ends_with("earlier:(coins:2408,streak:3))"), "{written}");
        assert_eq!(ron::from_str(&written), Ok(state));
        assert!(!ron::to_string(&read(tiles).unwrap()).unwrap().contains("earlier"));
    }

    #[test]
    fn only_other_than_default_assumptions_are_written() {
        let tiles = r#"tiles: ["?????", "?????", "?????", "?????", "?????"]"#;
        assert_eq!(read(tiles).unwrap().assume, Assumption::ANY_LEVEL);
        let cases = [
            (Assumption::ANY_LEVEL, ""),
            (Assumption::Levels(3, 5), "assume:Levels(3,5),"),
            (Assumption::EqualBoards, "assume:EqualBoards,"),
        ];
        for (assume, text) in cases {
            let state = State { level: None, assume, ..read(tiles).unwrap() };
            let written = ron::to_string(&state).unwrap();
            assert!(written.starts_with(&format!("(level:None,{text}rows:[")), "{written}");
            assert_eq!(ron::from_str(&written), Ok(state));
        }
        assert!(read(&format!("{tiles}, assume: Anything")).unwrap_err().contains("Anything"));
    }

    #[test]
    fn invalid_values_are_reported() {
        let cases = [
            (r#"tiles: ["?????"]"#, "expected 5 rows of tiles, found 1"),
            (r#"tiles: ["?????", "????", "?????", "?????", "?????"]"#, "row 2 of the tiles, \"????\", has 4 tiles; expected 5"),
            (
                r#"tiles: ["?????", "???4?", "?????", "?????", "?????"]"#,
                "the tile at row 2, column 4 is '4'; expected ? (face down), V, 1, 2 or 3",
            ),
            (
                r#"tiles: ["?????", "?????", "?????", "?????", "?????"], memos: [(row: 5, column: 0, marks: "V")]"#,
                "the note at row 5, column 0 is outside the board; rows and columns count from 0 to 4",
            ),
            (
                r#"tiles: ["?????", "?????", "?????", "?????", "?????"], memos: [(row: 0, column: 0, marks: "Vx")]"#,
                "the note \"Vx\" contains 'x'; expected V, 1, 2 or 3",
            ),
            (
                r#"tiles: ["?????", "?????", "?????", "?????", "?????"], flips: [(2, 1)]"#,
                "row 3, column 2 is listed as flipped, but is face down",
            ),
        ];
        for (tail, message) in cases {
            assert_eq!(read(tail), Err(message.to_owned()));
        }
        let four = format!("(level: None, rows: [], {COLUMNS}, tiles: [])");
        assert!(ron::from_str::<State>(&four).unwrap_err().to_string().contains("expected 5 clues, found 0"));
        assert!(read("tiles: [], colour: 3").is_err(), "unknown fields are rejected");
    }

    #[test]
    fn marks_are_cycled_through() {
        let cycle: Vec<_> =
            std::iter::successors(Some(Marks::default()), |marks| Some(marks.next())).take(6).map(|marks| marks.to_string()).collect();
        assert_eq!(cycle, ["", "V", "1", "2", "3", ""]);
        assert!(Marks::only(Value::One).toggled(Value::Two).next().is_empty());
    }
}
