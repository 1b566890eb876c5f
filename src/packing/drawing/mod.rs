//! The board, thumbnails, printable sheets, and solids for a 3D printer.

mod shade;
pub mod badge;
pub mod shown;
pub mod explode;
mod latest;
pub mod solid;
pub mod flat;
pub mod plane;
pub mod board;
pub mod sheet;
pub mod printed;
pub mod mesh;
pub mod plates;
pub mod days;
