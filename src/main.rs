//! The program: a window, or one command.
fn main() {}
