//! The list of puzzles.

use std::sync::LazyLock;

use base::{
    erased::{Kind, Kinds, State},
    puzzle::Puzzle,
    save_file::SaveFile,
};
use workbench::{file, file_error::FileError};

pub use meteor;
pub use polyominoes;
pub use set;
pub use soma;
pub use virus_war;
pub use voltorb_flip;

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
            $crate::puzzles::polyominoes::Polyominoes,
        }
    };
}

/// All puzzles, in the order of the tabs.
pub fn all() -> Kinds {
    macro_rules! kinds {
        ($($root:tt::puzzles::$module:ident::$puzzle:ident),* $(,)?) => {
            vec![$($module::kind()),*]
        };
    }
    static ALL: LazyLock<Vec<Kind>> = LazyLock::new(|| for_every_puzzle!(kinds));
    Kinds(&ALL)
}

/// The puzzle with this type.
pub fn of<P: Puzzle>() -> &'static Kind {
    all().with_key(P::KEY).expect("it is in the list")
}

/// Reads a save file of this puzzle.
///
/// # Errors
/// As for [`file::read_of`].
pub fn read<P: Puzzle>(text: &str) -> Result<SaveFile<P::State>, FileError> {
    Ok(file::read_of(of::<P>(), text)?.map(State::take))
}

/// Writes a save file of this puzzle.
pub fn write<P: Puzzle>(document: &SaveFile<P::State>) -> String {
    (of::<P>().write)(&document.clone().map(State::of))
}

/// All puzzles with their controls, and the version, for the window.
#[cfg(feature = "gui")]
pub fn program() -> gui::app::Program {
    use gui::any_puzzle::{AnyPuzzle, Puzzles};
    macro_rules! with_controls {
        ($($puzzle:ty),* $(,)?) => {
            vec![$(AnyPuzzle::of::<own::Controls, $puzzle>(of::<$puzzle>())),*]
        };
    }
    static ALL: LazyLock<Vec<AnyPuzzle>> = LazyLock::new(|| for_every_puzzle!(with_controls));
    gui::app::Program { version: crate::VERSION, puzzles: Puzzles { all: &ALL, kinds: all() } }
}
