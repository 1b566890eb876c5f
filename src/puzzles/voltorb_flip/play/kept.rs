//! What the tab remembers from one start to the next: the rounds that were finished in it.

use serde::{Deserialize, Serialize};

use super::rounds::{self, Round};
use base::kept;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Kept {
    rounds: Vec<Round>,
}

/// Returns the text for these rounds.
pub fn write(rounds: &[Round]) -> String {
    kept::write(&Kept { rounds: rounds.to_vec() })
}

/// Reads a text of [`write()`].
///
/// # Errors
/// Why it can't be read.
pub fn read(text: &str) -> Result<Vec<Round>, String> {
    kept::parse::<Kept>(text).map(|kept| kept.rounds)
}

/// Merges the texts of two windows.
///
/// # Errors
/// Why a text can't be read.
pub fn merge(base: &str, ours: &str, theirs: &str) -> Result<String, String> {
    Ok(write(&rounds::merge(&read(base)?, &read(ours)?, &read(theirs)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_read_back_as_written() {
        let rounds = vec![Round { id: 1, ..Round::ended(1, &Default::default(), None) }];
        assert_eq!(read(&write(&rounds)), Ok(rounds));
        assert_eq!(write(&[]), "");
        assert_eq!(read("()"), Ok(Vec::new()), "what a version doesn't know yet may be missing");
        assert!(read("half a").is_err());
    }
}
