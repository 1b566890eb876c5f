//! Polyominoes: pieces of squares fill a flat board.
//!
//! All of it is what packing puzzles share; this folder has the examples.

use base::{
    erased::{Kind, erase},
    puzzle::{Preset, Technique, presets},
};
use packing::{
    Family, Packing,
    model::{
        lattice::{Lattice, SQUARES},
        pieces::Set,
    },
};

/// Polyominoes as a puzzle.
pub type Polyominoes = Packing<Squares>;

/// The puzzle without its types. It is compiled here, once, for everything that uses it.
pub fn kind() -> Kind {
    erase::<Polyominoes>()
}

/// Polyominoes that fill a board of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squares;

impl Family for Squares {
    const KEY: &'static str = "polyominoes";
    const TITLE: &'static str = "Polyominoes";
    const LATTICE: &'static Lattice = &SQUARES;
    const SETS: &'static [Set] = &[
        Set::Pentominoes,
        Set::OneSidedPentominoes,
        Set::Tetrominoes,
        Set::Kanoodle,
        Set::GeniusSquare,
        Set::Calendar,
        Set::WeekdayCalendar,
        Set::Custom,
    ];

    fn presets() -> &'static [Preset] {
        presets![
            "polyominoes":
            "pentominoes-6x10",
            "pentominoes-5x12",
            "pentominoes-4x15",
            "pentominoes-3x20",
            "pentominoes-8x8",
            "pentominoes-8x8-corners",
            "y-5x10",
            "calendar",
            "weekday-calendar",
            "genius-square",
            "kanoodle",
            "katamino",
        ]
    }

    fn techniques() -> &'static [Technique<Polyominoes>] {
        &TECHNIQUES
    }
}

/// Fastest first.
static TECHNIQUES: [Technique<Polyominoes>; 4] =
    [Polyominoes::ROW_LIST, Polyominoes::FRONTIER_GRAPH, Polyominoes::DANCING_LINKS, Polyominoes::FIRST_CELL];
