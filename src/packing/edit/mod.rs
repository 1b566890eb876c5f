//! What inputs do, what each tab keeps for itself, which solutions are listed, and the text form.

pub mod camera;
mod required;
pub mod filter;
pub mod view;
pub mod figure;
pub mod outline;
pub mod moving;
pub mod input;
pub mod heat;
pub mod instructions;
pub mod drawn_pieces;
pub mod notation;
