//! What the tests of several modules need: puzzles without a list.

use base::{
    board::Board,
    erased::{Kind, Kinds, State, erase, keep},
    save_file,
};

use crate::{
    file::{self, SaveFile},
    file_error::FileError,
};

/// The puzzle without its types.
pub fn of<P: Board>() -> &'static Kind {
    keep(erase::<P>())
}

/// All puzzles as a list, and the test puzzle.
pub fn list() -> Kinds {
    Kinds(keep([
        erase::<voltorb_flip::VoltorbFlip>(),
        erase::<meteor::Meteor>(),
        erase::<soma::Soma>(),
        erase::<set::Set>(),
        erase::<polyominoes::Polyominoes>(),
        erase::<virus_war::VirusWar>(),
        erase::<sums::Sums>(),
    ]))
}

/// Reads a save file of this puzzle.
pub fn read<P: Board>(text: &str) -> Result<SaveFile<P::State>, FileError> {
    Ok(file::read_of(of::<P>(), text)?.map(State::take))
}

/// Writes a save file of this puzzle.
pub fn write<P: Board>(document: &SaveFile<P::State>) -> String {
    save_file::write(P::KEY, document.clone())
}
