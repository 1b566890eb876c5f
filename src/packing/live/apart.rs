//! How an assembly comes apart, in words.

use crate::{burr::Move, text::listed};

/// The names of pieces, by their index.
pub fn named(names: &[char], pieces: &[usize]) -> String {
    listed(pieces.iter().map(|&piece| names[piece]), "and")
}

/// A move, without the full stop.
pub fn in_words(names: &[char], step: &Move) -> String {
    let where_to = match step.direction.to_array() {
        [1, ..] => "to the right",
        [-1, ..] => "to the left",
        [_, 1, _] => "to the front",
        [_, -1, _] => "to the back",
        [.., 1] => "up",
        _ => "down",
    };
    let one = step.pieces.len() == 1;
    match step.distance {
        Some(distance) => format!("{} {} {distance} {where_to}", named(names, &step.pieces), if one { "moves" } else { "move" }),
        None => format!("{} {} {where_to}", named(names, &step.pieces), if one { "leaves" } else { "leave together" }),
    }
}

/// Which pieces hold each other, and whether certainly no fewer do.
pub fn held_in_words(names: &[char], held: &[usize], is_smallest: bool) -> String {
    let smaller = if is_smallest { "no fewer pieces do" } else { "there may be fewer that do" };
    format!("{} hold each other; {smaller}", named(names, held))
}
