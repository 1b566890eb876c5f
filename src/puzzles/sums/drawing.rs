//! The board as a picture: one square for each cell.

use super::Sums;
use base::{
    board::Scene,
    picture::{Picture, Shape, Stroke, Target, at, rectangle},
};

/// Draws the cells. Those of the solution shown are filled with the accent colour.
pub fn draw(scene: &Scene<'_, Sums>) -> Picture<usize> {
    let width = scene.state.cells().map(|(_, column, _)| column + 1).max().unwrap_or(1);
    let mut picture = Picture::new(at(0.0, 0.0), at(width as f32, scene.state.board.len().max(1) as f32), "digits & sums");
    let taken: &[usize] = scene.shown.map_or(&[], |(solution, steps)| &solution[..steps]);
    for (spot, (y, x, cell)) in scene.state.cells().enumerate() {
        let (min, max) = (at(x as f32, y as f32), at(x as f32 + 1.0, y as f32 + 1.0));
        let fill = if taken.contains(&spot) { scene.look.colors.accent } else { scene.look.colors.raised };
        picture.shapes.push(Shape::Rectangle { min, max, radius: 0.1, fill, stroke: Stroke::NONE });
        picture.text((min + max) / 2.0, 0.5, false, fill.ink(), cell);
        picture.targets.push(Target { spot, outline: rectangle(min, max), label: cell.to_string(), focusable: true });
    }
    for flaw in scene.flaws {
        picture.mark(&flaw.spots, Stroke { width: 0.06, color: scene.look.colors.bad });
    }
    picture
}
