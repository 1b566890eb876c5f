//! The caption of a turn in lists.

use crate::model::turn::Turn;
use base::{board::Caption, text::counted};

/// The cells of a turn, with its kills, its shape and its number of orders below, or that it is a pass.
pub fn caption(turn: &Turn) -> Caption {
    if turn.is_pass() {
        return Caption { title: turn.to_string(), detail: "no moves".to_owned() };
    }
    // "1 kill · two, then one · 4 orders"
    let kills = (turn.kills > 0).then(|| counted(turn.kills.into(), "kill"));
    let parts = kills.into_iter().chain(turn.shape().map(|shape| shape.title().to_owned())).chain([counted(turn.orders.into(), "order")]);
    Caption { title: turn.to_string(), detail: parts.collect::<Vec<_>>().join(" · ") }
}
