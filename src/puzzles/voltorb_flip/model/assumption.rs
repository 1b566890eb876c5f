//! What is assumed about the level while the player doesn't know it.

use serde::{Deserialize, Serialize};

use super::prior::{LEVELS, Level, LevelChances};

/// What is assumed about an unknown level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Assumption {
    /// It is one of the levels from the first number to the second, all equally likely before the clues are known.
    Levels(u8, u8),
    /// The chance of each level from 1 to 8, in parts of a common whole: what follows from the round before.
    Chances([u32; LEVELS]),
    /// Nothing: all matching boards are equally likely. No level deals so, but it suits boards that aren't from the game.
    EqualBoards,
}

impl Assumption {
    /// Any level.
    pub const ANY_LEVEL: Self = Self::Levels(*Level::RANGE.start(), *Level::RANGE.end());

    /// Returns the probability of each level before the clues, or `None` if all boards are equally likely.
    ///
    /// # Errors
    /// What is wrong with the range or the chances.
    pub fn levels(self) -> Result<Option<LevelChances>, NoLevels> {
        match self {
            Self::EqualBoards => Ok(None),
            Self::Levels(first, last) if Level::new(first).is_some() && Level::new(last).is_some() && first <= last => {
                let chance = 1.0 / f64::from(last - first + 1);
                let of_level = |level: Level| if (first..=last).contains(&level.number()) { chance } else { 0.0 };
                Ok(Some(Level::ALL.map(of_level)))
            }
            Self::Levels(first, last) => Err(NoLevels::Range(first, last)),
            Self::Chances(chances) => {
                let total: f64 = chances.into_iter().map(f64::from).sum();
                if 0.0 < total { Ok(Some(chances.map(|chance| f64::from(chance) / total))) } else { Err(NoLevels::Chances) }
            }
        }
    }

    /// Returns the assumption that the levels have these chances, to a billionth.
    pub fn of_chances(chances: LevelChances) -> Self {
        Self::Chances(chances.map(|chance| (1e9 * chance).round() as u32))
    }

    /// Returns the lowest and the highest possible level, unless all boards count equally or the assumption is invalid.
    pub fn range(self) -> Option<(u8, u8)> {
        let chances = self.levels().ok()??;
        let possible = || (0..LEVELS).filter(|&index| 0.0 < chances[index]).map(|index| index as u8 + 1);
        possible().next().zip(possible().next_back())
    }
}

/// An assumption that no level meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoLevels {
    /// There are no levels from the first number to the second.
    Range(u8, u8),
    /// The chances are all 0.
    Chances,
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
            assert_eq!(Assumption::Levels(first, last).levels(), Err(NoLevels::Range(first, last)));
        }
    }

    #[test]
    fn chances_are_relative() {
        let chances = Assumption::Chances([0, 3, 0, 1, 0, 0, 0, 0]);
        assert_eq!(chances.levels(), Ok(Some([0.0, 0.75, 0.0, 0.25, 0.0, 0.0, 0.0, 0.0])));
        assert_eq!((chances.range(), Assumption::ANY_LEVEL.range(), Assumption::EqualBoards.range()), (Some((2, 4)), Some((1, 8)), None));
        assert_eq!(Assumption::Chances([0; LEVELS]).levels(), Err(NoLevels::Chances));
        let halves = [0.0, 0.5, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0];
        assert_eq!(Assumption::of_chances(halves).levels(), Ok(Some(halves)));
    }
}
