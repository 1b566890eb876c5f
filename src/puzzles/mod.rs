//! The puzzles: one folder each, all with the same modules.

use crate::board::Board;

pub mod voltorb_flip;
pub mod meteor;
pub mod soma;
pub mod set;
pub mod virus_war;
#[cfg(test)]
pub mod sums;

/// The list of puzzles, in the order of the tabs: calls the given macro once with all of them, separated by commas.
///
/// Tabs, commands, presets and tests are generated from this list. A new puzzle is added here.
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

/// A function that is generic over puzzles, to be called for a puzzle that is only known by its key: see [`visit`].
pub trait Visitor {
    /// What it returns.
    type Output;

    /// Runs for this puzzle.
    fn visit<P: Board>(self) -> Self::Output;
}

/// Runs the visitor for the puzzle with this key. Returns `None` if there isn't one.
///
/// In unit tests it also finds the test puzzle `sums`, which isn't in the list.
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
