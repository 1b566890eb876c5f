//! A turn in words: its title in lists.

use crate::{board::Caption, puzzles::virus_war::model::turn::Turn, text::counted};

/// What a person reads of a turn in lists: its cells, and below them its kills, its shape and its orders.
pub fn caption(turn: &Turn) -> Caption {
    let mut parts = Vec::new();
    if turn.kills > 0 {
        parts.push(counted(u64::from(turn.kills), "kill"));
    }
    parts.extend(turn.shape().map(|shape| shape.title().to_string()));
    parts.push(counted(u64::from(turn.orders), "order"));
    Caption { title: turn.to_string(), detail: parts.join(" · ") }
}
