//! The board as a picture: a square for each cell.

use super::Sums;
use crate::{
    board::Scene,
    picture::{Picture, Shape, Stroke, Target, at, rectangle},
};

/// Draws the cells, with those of the shown solution filled.
pub fn draw(scene: &Scene<'_, Sums>) -> Picture<usize> {
    let width = scene.state.board.iter().map(|row| row.chars().count()).max().unwrap_or(1);
    let mut picture = Picture::new(at(0.0, 0.0), at(width as f32, scene.state.board.len().max(1) as f32), "digits & sums");
    let taken: &[usize] = scene.shown.map_or(&[], |(solution, steps)| &solution[..steps]);
    let cells = scene.state.board.iter().enumerate().flat_map(|(y, row)| row.chars().enumerate().map(move |(x, cell)| (x, y, cell)));
    for (spot, (x, y, cell)) in cells.enumerate() {
        let (min, max) = (at(x as f32, y as f32), at(x as f32 + 1.0, y as f32 + 1.0));
        let fill = if taken.contains(&spot) { scene.look.colors.accent } else { scene.look.colors.raised };
        picture.shapes.push(Shape::Rectangle { min, max, radius: 0.1, fill, stroke: Stroke::NONE });
        picture.text((min + max) / 2.0, 0.5, false, fill.ink(), cell);
        picture.targets.push(Target { spot, outline: rectangle(min, max), label: cell.to_string(), focusable: true });
    }
    picture
}
