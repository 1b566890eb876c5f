//! What the tests of several modules need: a list of all puzzles, and sessions of the test puzzle.

use std::{sync::LazyLock, thread};

use base::{
    erased::{Erased, Kind, Kinds, State},
    puzzle::{Puzzle, Technique},
};
use sums::Sums;

use crate::{
    file::{self, SaveFile},
    file_error::FileError,
    session::Session,
};

/// The puzzle without its types.
pub fn of<P: Puzzle>() -> &'static Kind {
    list().with_key(P::KEY).expect("it is in the list")
}

/// All puzzles as a list, and the test puzzle.
pub fn list() -> Kinds {
    static ALL: LazyLock<[Kind; 7]> = LazyLock::new(|| {
        [voltorb_flip::kind(), meteor::kind(), soma::kind(), set::kind(), polyominoes::kind(), virus_war::kind(), sums::kind()]
    });
    Kinds(&*ALL)
}

/// Reads a save file of this puzzle.
pub fn read<P: Puzzle>(text: &str) -> Result<SaveFile<P::State>, FileError> {
    Ok(file::read_of(of::<P>(), text)?.map(State::take))
}

/// Writes a save file of this puzzle.
pub fn write<P: Puzzle>(document: &SaveFile<P::State>) -> String {
    (of::<P>().write)(&document.clone().map(State::of))
}

/// A position of the test puzzle: this row, and 7 as the target.
pub fn typed(row: &str) -> sums::State {
    sums::State { target: Some(7), board: vec![row.to_owned()], marks: Vec::new() }
}

/// The same without its type.
pub fn state(row: &str) -> State {
    State::of(typed(row))
}

/// The technique of the test puzzle with this key.
pub fn technique(key: &str) -> &'static Technique<Erased> {
    of::<Sums>().technique(key).unwrap()
}

/// The solutions of the test puzzle that are kept.
pub fn kept(session: &Session) -> Vec<Vec<usize>> {
    session.searches().solutions().kept().iter().map(|solution| solution.get::<Vec<usize>>().clone()).collect()
}

/// The solution of the test puzzle that is shown, and its step.
pub fn shown(session: &Session) -> Option<(Vec<usize>, usize)> {
    session.shown().map(|(solution, step)| (solution.get::<Vec<usize>>().clone(), step))
}

/// Waits until the session meets the condition.
pub fn wait_until(session: &mut Session, condition: impl Fn(&Session) -> bool) {
    while !condition(session) {
        session.catch_up();
        thread::yield_now();
    }
}

/// Waits until no search for solutions runs.
pub fn wait_for_end(session: &mut Session) {
    wait_until(session, |session| !session.searches().is_running());
}
