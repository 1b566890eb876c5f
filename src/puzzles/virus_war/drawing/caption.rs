//! The caption of a turn in lists.

use crate::{
    board::Caption,
    puzzles::virus_war::{
        model::turn::{Shape, Turn},
        words::listing as words,
    },
};

/// The cells of a turn, with its kills, its shape and its number of orders below.
pub fn caption(turn: &Turn) -> Caption {
    Caption { title: turn.to_string(), detail: words::detail(turn.kills, turn.shape().map(Shape::title), turn.orders) }
}
