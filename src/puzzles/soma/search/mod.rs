//! The techniques of the articles about the cube, and what they say of them.

pub mod breadth_first;
pub mod article;
