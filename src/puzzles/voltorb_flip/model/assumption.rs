//! What is assumed about the level while the player doesn't know it.

use serde::{Deserialize, Serialize};

use super::prior::{Level, LevelChances};

/// What is assumed about an unknown level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Assumption {
    /// It is one of the levels from the first number to the second, all equally likely before the clues are known.
    Levels(u8, u8),
    /// Nothing: all matching boards are equally likely. No level deals so, but it suits boards that aren't from the game.
    EqualBoards,
}

impl Assumption {
    /// Any level.
    pub const ANY_LEVEL: Self = Self::Levels(*Level::RANGE.start(), *Level::RANGE.end());

    /// Returns the probability of each level before the clues, or `None` if all boards are equally likely.
    ///
    /// # Errors
    /// The two numbers, if there are no levels from the first to the second.
    pub fn levels(self) -> Result<Option<LevelChances>, (u8, u8)> {
        match self {
            Self::EqualBoards => Ok(None),
            Self::Levels(first, last) if Level::new(first).is_some() && Level::new(last).is_some() && first <= last => {
                let chance = 1.0 / f64::from(last - first + 1);
                let of_level = |level: Level| if (first..=last).contains(&level.number()) { chance } else { 0.0 };
                Ok(Some(Level::ALL.map(of_level)))
            }
            Self::Levels(first, last) => Err((first, last)),
        }
    }
}

impl Default for Assumption {
    fn default() -> Self {
        Self::ANY_LEVEL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_of_a_range_are_equally_likely() {
        assert_eq!(Assumption::default().levels(), Ok(Some([0.125; 8])));
        assert_eq!(Assumption::Levels(3, 4).levels(), Ok(Some([0.0, 0.0, 0.5, 0.5, 0.0, 0.0, 0.0, 0.0])));
        assert_eq!(Assumption::Levels(8, 8).levels(), Ok(Some(Level::new(8).unwrap().alone())));
        assert_eq!(Assumption::EqualBoards.levels(), Ok(None));
        for (first, last) in [(0, 3), (3, 9), (5, 4)] {
            assert_eq!(Assumption::Levels(first, last).levels(), Err((first, last)));
        }
    }
}
