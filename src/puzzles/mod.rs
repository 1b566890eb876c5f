//! The puzzles, one folder each, with the same furniture in each.

pub mod set;

/// The one list of puzzles, in the order of the tabs: calls the macro with all of them.
///
/// Tabs, commands, presets and tests loop over this list; nothing else in the program names a puzzle.
#[macro_export]
macro_rules! for_every_puzzle {
    ($each:ident) => {
        $each!();
    };
}
