//! Shapes that are painted in the same way frame after frame: their triangles are kept.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use egui::{
    Mesh, Painter, Shape,
    cache::{ComputerMut, FrameCache},
    epaint::{TessellationOptions, Tessellator},
};

use super::{Placement, shape, theme};
use base::picture::{self, Color, Picture, Stroke};

/// This many shapes in a row are worth comparing with those of the last frame.
const WORTHWHILE: usize = 16;

/// Returns whether triangles of the shape can be kept: those of letters and small circles are parts of a texture, in which they can move.
pub fn can_be_kept(shape: &picture::Shape) -> bool {
    !matches!(shape, picture::Shape::Circle { .. } | picture::Shape::Text { .. })
}

/// Returns whether it is faster to keep the triangles of these shapes than to make them in each frame.
pub fn is_worth_keeping(shapes: &[picture::Shape]) -> bool {
    WORTHWHILE <= shapes.len() && shapes.iter().all(can_be_kept)
}

/// Returns the triangles of shapes that can be kept, those of the last frame if they are the same.
pub fn triangles(painter: &Painter, shapes: &[picture::Shape], placement: Placement) -> Shape {
    let painting = Painting { shapes, placement, pixels_per_point: painter.pixels_per_point() };
    let mesh = painter.ctx().memory_mut(|memory| memory.caches.cache::<FrameCache<Arc<Mesh>, Triangles>>().get(painting).clone());
    Shape::Mesh(mesh)
}

/// A picture that is kept from frame to frame, with its triangles where it was painted last.
#[derive(Debug)]
pub struct Kept<S> {
    picture: Picture<S>,
    painted: Option<Painted>,
}

#[derive(Debug)]
struct Painted {
    placement: Placement,
    pixels_per_point: f32,
    mesh: Arc<Mesh>,
}

impl<S> Kept<S> {
    /// Keeps this picture.
    pub fn new(picture: Picture<S>) -> Self {
        Self { picture, painted: None }
    }

    /// The picture.
    pub fn picture(&self) -> &Picture<S> {
        &self.picture
    }

    /// Paints all shapes of the picture.
    pub fn paint(&mut self, painter: &Painter, placement: Placement) {
        if !self.picture.shapes.iter().all(can_be_kept) {
            return super::picture(painter, &self.picture, placement);
        }
        let pixels_per_point = painter.pixels_per_point();
        let is_same = |painted: &Painted| painted.placement == placement && painted.pixels_per_point == pixels_per_point;
        if !self.painted.as_ref().is_some_and(is_same) {
            let mesh = Arc::new(cut(&self.picture.shapes, placement, pixels_per_point));
            self.painted = Some(Painted { placement, pixels_per_point, mesh });
        }
        painter.extend(self.painted.iter().map(|painted| Shape::Mesh(painted.mesh.clone())));
    }
}

/// All that triangles depend on. The cache compares only 64 bits of its hash: among a million pictures, two would hardly ever have the
/// same, and then part of a board would be wrong until it changes.
#[derive(Clone, Copy)]
struct Painting<'a> {
    shapes: &'a [picture::Shape],
    placement: Placement,
    pixels_per_point: f32,
}

/// Cuts pictures into triangles.
#[derive(Default)]
struct Triangles;

impl ComputerMut<Painting<'_>, Arc<Mesh>> for Triangles {
    fn compute(&mut self, Painting { shapes, placement, pixels_per_point }: Painting<'_>) -> Arc<Mesh> {
        Arc::new(cut(shapes, placement, pixels_per_point))
    }
}

/// Cuts shapes into triangles.
fn cut(shapes: &[picture::Shape], placement: Placement, pixels_per_point: f32) -> Mesh {
    // There are neither letters nor circles, so no texture is needed.
    let mut tessellator = Tessellator::new(pixels_per_point, TessellationOptions::default(), [1, 1], Vec::new());
    let mut mesh = Mesh::default();
    shapes.iter().filter_map(|one| shape(one, placement)).for_each(|one| tessellator.tessellate_shape(one, &mut mesh));
    mesh
}

impl Hash for Painting<'_> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Placement { origin, scale, min } = self.placement;
        add_numbers(&[origin.x, origin.y, scale, min.x, min.y, self.pixels_per_point], hasher);
        self.shapes.iter().for_each(|shape| add(shape, hasher));
    }
}

fn add(shape: &picture::Shape, hasher: &mut impl Hasher) {
    match shape {
        picture::Shape::Polygon { points, fill, stroke } => {
            (0_u8, points.len()).hash(hasher);
            points.iter().for_each(|point| add_numbers(&point.to_array(), hasher));
            add_color(*fill, hasher);
            add_stroke(*stroke, hasher);
        }
        picture::Shape::Line { points, stroke } => {
            (1_u8, points.len()).hash(hasher);
            points.iter().for_each(|point| add_numbers(&point.to_array(), hasher));
            add_stroke(*stroke, hasher);
        }
        picture::Shape::Rectangle { min, max, radius, fill, stroke } => {
            2_u8.hash(hasher);
            add_numbers(&[min.x, min.y, max.x, max.y, *radius], hasher);
            add_color(*fill, hasher);
            add_stroke(*stroke, hasher);
        }
        // Such pictures aren't kept.
        picture::Shape::Circle { .. } | picture::Shape::Text { .. } => {}
    }
}

fn add_numbers(numbers: &[f32], hasher: &mut impl Hasher) {
    numbers.iter().for_each(|number| hasher.write_u32(number.to_bits()));
}

fn add_color(color: Color, hasher: &mut impl Hasher) {
    theme::color(color).to_array().hash(hasher);
}

fn add_stroke(stroke: Stroke, hasher: &mut impl Hasher) {
    add_numbers(&[stroke.width], hasher);
    add_color(stroke.color, hasher);
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;
    use base::picture::{Shape, Vec2, at};

    #[test]
    fn all_that_is_painted_makes_a_difference() {
        const RED: Color = Color::rgb(0xFF0000);
        const BLUE: Color = Color::rgb(0x0000FF);
        let placement = Placement { origin: pos2(0.0, 0.0), scale: 1.0, min: at(0.0, 0.0) };
        let hash = |shapes: &[Shape], placement, pixels_per_point| egui::util::hash(Painting { shapes, placement, pixels_per_point });
        let corners = vec![at(0.0, 0.0), at(9.0, 0.0), at(0.0, 9.0)];
        let polygon = |points: &[Vec2], fill, stroke| Shape::Polygon { points: points.to_vec(), fill, stroke };
        let line = |points: &[Vec2], stroke| Shape::Line { points: points.to_vec(), stroke };
        let rectangle = |min, max, radius| Shape::Rectangle { min, max, radius, fill: RED, stroke: Stroke::NONE };
        let thin = Stroke::new(1.0, RED);
        let shapes = [
            vec![],
            vec![polygon(&corners, RED, Stroke::NONE)],
            vec![polygon(&corners, RED, Stroke::NONE); 2],
            vec![polygon(&corners[..2], RED, Stroke::NONE)],
            vec![polygon(&corners, BLUE, Stroke::NONE)],
            vec![polygon(&corners, RED, thin)],
            vec![polygon(&corners, RED, Stroke::new(2.0, RED))],
            vec![polygon(&corners, RED, Stroke::new(1.0, BLUE))],
            vec![line(&corners, thin)],
            vec![line(&corners[1..], thin)],
            vec![rectangle(at(0.0, 0.0), at(9.0, 9.0), 0.0)],
            vec![rectangle(at(1.0, 0.0), at(9.0, 9.0), 0.0)],
            vec![rectangle(at(0.0, 0.0), at(9.0, 8.0), 0.0)],
            vec![rectangle(at(0.0, 0.0), at(9.0, 9.0), 1.0)],
        ];
        let mut hashes: Vec<u64> = shapes.iter().map(|shapes| hash(shapes, placement, 1.0)).collect();
        let one = &shapes[1];
        let moved = Placement { origin: pos2(1.0, 0.0), ..placement };
        let cut = Placement { min: at(1.0, 0.0), ..placement };
        hashes.extend([hash(one, moved, 1.0), hash(one, cut, 1.0), hash(one, Placement { scale: 2.0, ..placement }, 1.0)]);
        hashes.push(hash(one, placement, 2.0));
        assert_eq!(hashes[1], hash(&one.clone(), placement, 1.0));
        let count = hashes.len();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), count);
    }
}
