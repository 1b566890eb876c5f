//! A position of a reviewed round, with the flip that was chosen and the best one.

use crate::{
    edit::view::View,
    model::problem::Spot,
    play::review::{Choice, Decision},
};
use base::{
    board::Scene,
    look::Look,
    picture::{Picture, at},
};

use super::{
    SIZE, draw_board, extent,
    shapes::{arrow_badge, cross_badge, ring, tick_badge},
};

/// Draws the position before a decision with its odds. A chosen tile that isn't the best has a ring, and a cross if it is a mistake; the
/// best tile has the ring and the badge that it has on the board.
pub fn draw(decision: &Decision, look: &Look) -> Picture<Spot> {
    let Decision { position, insight, choice, best, .. } = decision;
    let view = View::default();
    let scene =
        Scene { state: position, flaws: &[], insight: Some(insight.as_ref()), shown: None, view: &view, pointed: None, marks: &[], look };
    let mut picture = draw_board(&scene);
    if let Choice::Flip(tile) = *choice
        && *best != Some(*choice)
    {
        let (min, max) = extent(Spot::Tile(tile));
        let is_mistake = decision.is_mistake();
        ring(&mut picture, (min, max), 3.0, if is_mistake { look.colors.bad } else { look.colors.text });
        if is_mistake {
            cross_badge(&mut picture, at(min.x + SIZE - 2.0, min.y + 2.0), look);
        }
    }
    if let Some(Choice::Flip(tile)) = *best {
        let (min, max) = extent(Spot::Tile(tile));
        let is_safe = insight.chances(tile).is_some_and(|chances| chances[0] == 0.0);
        let badge = if is_safe { tick_badge } else { arrow_badge };
        ring(&mut picture, (min, max), 3.0, look.colors.accent);
        badge(&mut picture, at(min.x + SIZE - 2.0, min.y + 2.0), look);
    }
    picture
}
