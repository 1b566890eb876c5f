//! The puzzles, one folder each, with the same furniture in each.

use crate::board::Board;

pub mod voltorb_flip;
pub mod meteor;
pub mod soma;
pub mod set;
pub mod virus_war;
#[cfg(test)]
pub mod sums;

/// The one list of puzzles, in the order of the tabs: calls the macro once with all of them, separated by commas.
///
/// Tabs, commands, presets and tests loop over this list; nothing else in the program names a puzzle.
#[macro_export]
macro_rules! for_every_puzzle {
    ($each:ident) => {
        $each! {
            $crate::puzzles::voltorb_flip::VoltorbFlip,
            $crate::puzzles::meteor::Meteor,
            $crate::puzzles::soma::Soma,
            $crate::puzzles::set::Set,
            $crate::puzzles::virus_war::VirusWar,
        }
    };
}

/// Something that is done for one puzzle, whichever it is: a function that is generic over puzzles.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it for this puzzle.
    fn visit<P: Board>(self) -> Self::Output;
}

/// Sends the visitor to the puzzle with this key, if there is one.
///
/// Tests of what is done with any puzzle may name the test puzzle, too, which is in no list.
pub fn visit<V: Visitor>(key: &str, visitor: V) -> Option<V::Output> {
    #[cfg(test)]
    if key == <sums::Sums as crate::puzzle::Puzzle>::KEY {
        return Some(visitor.visit::<sums::Sums>());
    }
    macro_rules! visit_the_one {
        ($($puzzle:ty),* $(,)?) => {
            match key {
                $(<$puzzle as $crate::puzzle::Puzzle>::KEY => Some(visitor.visit::<$puzzle>()),)*
                _ => None,
            }
        };
    }
    for_every_puzzle!(visit_the_one)
}

macro_rules! keys {
    ($($puzzle:ty),* $(,)?) => {
        &[$(<$puzzle as $crate::puzzle::Puzzle>::KEY),*]
    };
}

/// The keys of all puzzles, in the order of the tabs.
pub const KEYS: &[&str] = for_every_puzzle!(keys);
