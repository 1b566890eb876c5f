//! The puzzles: one folder each, all with the same modules.

use std::sync::LazyLock;

use crate::{
    erased::{Erased, erase},
    kind::Kind,
    puzzle::Puzzle,
};

pub mod voltorb_flip;
pub mod meteor;
pub mod polyominoes;
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
            $crate::puzzles::polyominoes::Polyominoes,
        }
    };
}

/// What BurrTools does, for positions of the one puzzle that its files have.
pub mod burr_tools {
    use std::ops::ControlFlow;

    use super::soma::{Cubes, Soma, reading};
    pub use crate::packing::search::disassembly::Assembled;
    use crate::{
        erased::{Erased, State},
        kind::Kind,
        packing::{
            model::{problem, saved::Saved},
            search::disassembly,
        },
        puzzle::Puzzle,
        save_file::SaveFile,
        search::Observer,
        xmpuzzle::Wrong,
    };

    /// The key of that puzzle.
    pub const KEY: &str = Soma::KEY;

    /// A problem of a file as a document, and what the document doesn't have of it.
    #[derive(Clone, Debug)]
    pub struct Imported {
        /// The document.
        pub document: SaveFile<State>,
        /// What was left out, each as a part of a sentence.
        pub left_out: Vec<String>,
    }

    /// Reads all problems of a file. There is at least one.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn read(text: &str) -> Result<Vec<Imported>, Wrong> {
        let erased = |imported: reading::Imported| Imported { document: imported.document.map(State::of), left_out: imported.left_out };
        Ok(reading::read(text)?.into_iter().map(erased).collect())
    }

    /// Writes a document, and says what the file doesn't have; none if it belongs to another puzzle.
    pub fn write(kind: &Kind<Erased>, document: SaveFile<State>) -> Option<(String, Vec<String>)> {
        (kind.key == KEY).then(|| reading::write(&document.map(State::take)))
    }

    /// Finds the assemblies of a position without flaws: see [`disassembly::search`]. None if it belongs to another puzzle.
    pub fn assemblies(kind: &Kind<Erased>, state: &State, observer: &mut dyn Observer<Assembled>) -> Option<ControlFlow<()>> {
        let problem = (kind.key == KEY).then(|| problem::check(state.get::<Saved<Cubes>>()))?.ok()?;
        Some(disassembly::search(problem, observer))
    }
}

/// All puzzles, in the order of the tabs.
pub fn all() -> &'static [Kind<Erased>] {
    macro_rules! kinds {
        ($($puzzle:ty),* $(,)?) => {
            vec![$(erase::<$puzzle>()),*]
        };
    }
    static ALL: LazyLock<Vec<Kind<Erased>>> = LazyLock::new(|| for_every_puzzle!(kinds));
    &ALL
}

/// The puzzle with this key. In unit tests it also finds the test puzzle `sums`, which isn't in the list.
pub fn with_key(key: &str) -> Option<&'static Kind<Erased>> {
    #[cfg(test)]
    if key == <sums::Sums as Puzzle>::KEY {
        static SUMS: LazyLock<Kind<Erased>> = LazyLock::new(erase::<sums::Sums>);
        return Some(&SUMS);
    }
    all().iter().find(|kind| kind.key == key)
}

/// The puzzle with this type.
pub fn of<P: Puzzle>() -> &'static Kind<Erased> {
    with_key(P::KEY).expect("it is in the list")
}

macro_rules! keys {
    ($($puzzle:ty),* $(,)?) => {
        &[$(<$puzzle as $crate::puzzle::Puzzle>::KEY),*]
    };
}

/// The keys of all puzzles, in the order of the tabs.
pub const KEYS: &[&str] = for_every_puzzle!(keys);
