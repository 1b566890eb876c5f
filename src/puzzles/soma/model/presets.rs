//! The save files that are compiled into the program.

use crate::puzzle::{Preset, presets};

/// The cube first, then positions in it, then other figures, then figures for other sets of pieces.
pub static PRESETS: &[Preset] = presets![
    "soma":
    "cube",
    "cube-t-on-an-edge",
    "cube-t-and-l",
    "cube-dead-end",
    "crystal",
    "sofa",
    "bathtub",
    "dog",
    "tunnel",
    "castle",
    "steps",
    "long-wall",
    "high-wall",
    "cornerstone",
    "skew",
    "w-wall",
    "square-wall",
    "bedlam",
    "pentominoes-3x4x5",
    "pentominoes-2x5x6",
    "pentominoes-2x3x10",
    "pentominoes-6x10",
    "pentominoes-5x12",
    "pentominoes-4x15",
    "pentominoes-3x20",
];
