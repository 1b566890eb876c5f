//! What the tab remembers from one start to the next: the rounds that were finished in it.

use serde::{Deserialize, Serialize};

use crate::{
    gui::tab_settings,
    puzzles::voltorb_flip::play::{
        game::Score,
        rounds::{self, Round},
    },
};

/// The text of this version. Earlier ones stored a list of scores, whose results are taken over elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Kept {
    rounds: Vec<Round>,
}

/// Returns the text for these rounds.
pub fn write(rounds: &[Round]) -> String {
    tab_settings::write(&Kept { rounds: rounds.to_vec() })
}

/// Reads the text of this version or an earlier one.
///
/// # Errors
/// Why it can't be read.
pub fn read(text: &str) -> Result<Vec<Round>, String> {
    let kept = tab_settings::parse::<Kept>(text).map(|kept| kept.rounds);
    kept.or_else(|error| tab_settings::parse::<Vec<Score>>(text).map(|_| Vec::new()).map_err(|_| error))
}

/// Merges the texts of two windows. Scores of an earlier version stay while there is nothing else to store.
///
/// # Errors
/// Why a text can't be read.
pub fn merge(base: &str, ours: &str, theirs: &str) -> Result<String, String> {
    let merged = rounds::merge(&read(base)?, &read(ours)?, &read(theirs)?);
    let is_earlier = tab_settings::parse::<Kept>(theirs).is_err();
    Ok(if merged.is_empty() && is_earlier { theirs.to_owned() } else { write(&merged) })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCORES: &str = "[(level:3,end:Lost,flips:2,coins:0,helped:false)]";

    #[test]
    fn scores_of_earlier_versions_are_read_and_stay_until_there_are_rounds() {
        let rounds = vec![Round { id: 1, ..Round::ended(1, &Default::default(), None) }];
        assert_eq!(read(SCORES), Ok(Vec::new()));
        assert_eq!(merge(SCORES, "", SCORES).as_deref(), Ok(SCORES));
        assert_eq!(merge("", &write(&rounds), SCORES).and_then(|text| read(&text)), Ok(rounds.clone()));
        assert_eq!(read(&write(&rounds)), Ok(rounds));
        assert_eq!(write(&[]), "");
        assert_eq!(read("()"), Ok(Vec::new()), "what a version doesn't know yet may be missing");
        assert!(read("half a").is_err());
    }
}
