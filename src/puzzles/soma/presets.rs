//! The save files that are compiled into the program.

use crate::puzzle::Preset;

macro_rules! presets {
    ($($key:literal),* $(,)?) => {
        &[$(Preset { key: $key, ron: include_str!(concat!("../../../saves/soma/", $key, ".ron")) }),*]
    };
}

/// The cube first, then positions of it, then other figures.
pub static PRESETS: &[Preset] = presets![
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
];
