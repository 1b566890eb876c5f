//! A clue while it is entered: either of its numbers may still be missing.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::rules::{Clue, SIDE};

/// A clue, as far as it was entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The total points of its tiles.
    #[serde(default, with = "number", skip_serializing_if = "Option::is_none")]
    pub sum: Option<u8>,
    /// The number of Voltorbs.
    #[serde(default, with = "number", skip_serializing_if = "Option::is_none")]
    pub voltorbs: Option<u8>,
}

/// What is written in place of a missing number.
pub const MISSING: &str = "?";

impl Entry {
    /// A clue of which nothing was entered.
    pub const BLANK: Self = Self { sum: None, voltorbs: None };

    /// Returns the clue if both numbers were entered.
    pub fn clue(self) -> Option<Clue> {
        Some(Clue { sum: self.sum?, voltorbs: self.voltorbs? })
    }
}

impl From<Clue> for Entry {
    fn from(Clue { sum, voltorbs }: Clue) -> Self {
        Self { sum: Some(sum), voltorbs: Some(voltorbs) }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [sum, voltorbs] =
            [self.sum, self.voltorbs].map(|number| number.map_or_else(|| MISSING.to_owned(), |number| number.to_string()));
        write!(f, "{sum}/{voltorbs}")
    }
}

/// Returns the entries of complete clues.
pub fn entries(clues: [Clue; SIDE]) -> [Entry; SIDE] {
    clues.map(Entry::from)
}

/// Serializes a number that is there as the number alone. A missing one is left out.
mod number {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(number: &Option<u8>, serializer: S) -> Result<S::Ok, S::Error> {
        number.unwrap_or_default().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
        u8::deserialize(deserializer).map(Some)
    }
}

/// Serializes five entries as a list. Serde treats an array as a tuple, which RON would write in parentheses.
pub mod five {
    use serde::{Deserialize, Deserializer, Serializer, de};

    use super::Entry;
    use crate::model::rules::SIDE;

    /// Writes the list.
    pub fn serialize<S: Serializer>(entries: &[Entry; SIDE], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(entries)
    }

    /// Reads the list.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[Entry; SIDE], D::Error> {
        let entries = Vec::<Entry>::deserialize(deserializer)?;
        let wrong = |entries: Vec<Entry>| de::Error::custom(format!("expected {SIDE} clues, found {}", entries.len()));
        entries.try_into().map_err(wrong)
    }
}
