//! What the tests of several modules need: puzzles without controls, whose tabs remember nothing and refuse any text.

use base::{
    board::Board,
    erased::{Kinds, keep},
};
use egui::Ui;

use crate::{
    any_puzzle::{AnyPuzzle, Puzzles},
    app::Program,
    tools::{Memory, Of, Tools},
};

/// No controls.
enum Plain {}

impl<P: Board> Tools<P> for Plain {
    const MEMORY: Memory<P> = Memory { read: &|_, text| Err(format!("{text} is unknown")), ..Memory::NONE };

    fn tools_ui(_ui: &mut Ui, _session: Of<'_, P>, _state: &mut P::State, _view: &mut P::View) {}
}

/// A program with some puzzles.
pub fn program() -> Program {
    let kinds = Kinds(keep([meteor::kind(), set::kind(), sums::kind()]));
    let [meteor, set, sums] = [0, 1, 2].map(|place| &kinds.all()[place]);
    let all = keep([
        AnyPuzzle::of::<Plain, meteor::Meteor>(meteor),
        AnyPuzzle::of::<Plain, set::Set>(set),
        AnyPuzzle::of::<Plain, sums::Sums>(sums),
    ]);
    Program { version: "1", puzzles: Puzzles { all, kinds } }
}
