//! Small pictures that seldom change, such as those of a list: their triangles are kept from frame to frame.

use std::{
    cell::RefCell,
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use egui::{
    Mesh, Painter, Pos2, Shape,
    epaint::{TessellationOptions, Tessellator},
};

use super::{Placement, shape};
use crate::picture::{self, Color, Picture, Stroke};

/// At most twice as many pictures are kept. One of an 8 x 8 x 8 figure takes about 150 kB.
const MOST: usize = 64;

thread_local! {
    static KEPT: RefCell<Kept> = RefCell::default();
}

/// Paints all shapes of the picture, just as [`super::picture`] does. Worth it for pictures that are painted in the same way again.
pub fn small_picture<S>(painter: &Painter, picture: &Picture<S>, placement: Placement) {
    let pixels_per_point = painter.pixels_per_point();
    let Some(key) = key(picture, placement.scale, pixels_per_point) else {
        return super::picture(painter, picture, placement);
    };
    let make = || {
        let at_home = Placement { origin: Pos2::ZERO, ..placement };
        let mut tessellator = Tessellator::new(pixels_per_point, TessellationOptions::default(), [1, 1], Vec::new());
        let mut mesh = Mesh::default();
        picture.shapes.iter().filter_map(|one| shape(one, at_home)).for_each(|one| tessellator.tessellate_shape(one, &mut mesh));
        mesh
    };
    painter.add(Shape::Mesh(KEPT.with(|kept| kept.borrow_mut().get(key, placement.origin, make))));
}

/// Triangles by their keys. When there are too many, those go that weren't painted since the last time that there were too many.
#[derive(Default)]
struct Kept {
    recent: HashMap<u64, Placed>,
    older: HashMap<u64, Placed>,
}

struct Placed {
    mesh: Arc<Mesh>,
    origin: Pos2,
}

impl Kept {
    fn get(&mut self, key: u64, origin: Pos2, make: impl FnOnce() -> Mesh) -> Arc<Mesh> {
        if MOST <= self.recent.len() && !self.recent.contains_key(&key) {
            self.older = std::mem::take(&mut self.recent);
        }
        let older = &mut self.older;
        let placed = self
            .recent
            .entry(key)
            .or_insert_with(|| older.remove(&key).unwrap_or_else(|| Placed { mesh: Arc::new(make()), origin: Pos2::ZERO }));
        let moved = origin - placed.origin;
        if moved != egui::Vec2::ZERO {
            Arc::make_mut(&mut placed.mesh).translate(moved);
            placed.origin = origin;
        }
        placed.mesh.clone()
    }
}

/// Returns what the triangles depend on, but for their place; `None` if they also depend on the letters that have been painted so far.
fn key<S>(picture: &Picture<S>, scale: f32, pixels_per_point: f32) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    let numbers = [scale, pixels_per_point, picture.min.x, picture.min.y];
    numbers.iter().for_each(|number| number.to_bits().hash(&mut hasher));
    picture.shapes.iter().try_for_each(|shape| add(shape, &mut hasher))?;
    Some(hasher.finish())
}

fn add(shape: &picture::Shape, hasher: &mut impl Hasher) -> Option<()> {
    match shape {
        picture::Shape::Polygon { points, fill, stroke } => {
            (0_u8, points.len()).hash(hasher);
            points.iter().for_each(|&point| add_point(point, hasher));
            add_color(*fill, hasher);
            add_stroke(*stroke, hasher);
        }
        picture::Shape::Line { points, stroke } => {
            (1_u8, points.len()).hash(hasher);
            points.iter().for_each(|&point| add_point(point, hasher));
            add_stroke(*stroke, hasher);
        }
        picture::Shape::Rectangle { min, max, radius, fill, stroke } => {
            (2_u8, radius.to_bits()).hash(hasher);
            add_point(*min, hasher);
            add_point(*max, hasher);
            add_color(*fill, hasher);
            add_stroke(*stroke, hasher);
        }
        // Letters and small circles are in a texture, in which they can move.
        picture::Shape::Circle { .. } | picture::Shape::Text { .. } => return None,
    }
    Some(())
}

fn add_point(point: picture::Vec2, hasher: &mut impl Hasher) {
    (u64::from(point.x.to_bits()) << 32 | u64::from(point.y.to_bits())).hash(hasher);
}

fn add_color(color: Color, hasher: &mut impl Hasher) {
    super::theme::color(color).to_array().hash(hasher);
}

fn add_stroke(stroke: Stroke, hasher: &mut impl Hasher) {
    stroke.width.to_bits().hash(hasher);
    add_color(stroke.color, hasher);
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;
    use crate::picture::at;

    fn triangle(color: Color) -> Picture<()> {
        let mut picture = Picture::new(at(0.0, 0.0), at(10.0, 10.0), "a triangle");
        let points = vec![at(0.0, 0.0), at(10.0, 0.0), at(0.0, 10.0)];
        picture.shapes.push(picture::Shape::Polygon { points, fill: color, stroke: Stroke::NONE });
        picture
    }

    #[test]
    fn the_same_picture_is_made_once_and_moved() {
        let mut kept = Kept::default();
        let mesh = || {
            let mut mesh = Mesh::default();
            mesh.add_rect_with_uv(egui::Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0)), egui::Rect::ZERO, egui::Color32::RED);
            mesh
        };
        assert_eq!(kept.get(1, pos2(5.0, 6.0), mesh).vertices[0].pos, pos2(5.0, 6.0));
        let moved = kept.get(1, pos2(7.0, 6.0), || unreachable!("it is kept"));
        assert_eq!(moved.vertices[0].pos, pos2(7.0, 6.0));
        for key in 2..=MOST as u64 {
            kept.get(key, Pos2::ZERO, mesh);
        }
        kept.get(1, Pos2::ZERO, || unreachable!("it is kept"));
        kept.get(MOST as u64 + 1, Pos2::ZERO, mesh);
        kept.get(1, Pos2::ZERO, || unreachable!("it was painted lately"));
        assert!(kept.recent.len() + kept.older.len() <= 2 * MOST);
    }

    #[test]
    fn all_that_is_painted_is_in_the_key() {
        let key_of = |picture: &Picture<()>| key(picture, 1.0, 1.0);
        let red = triangle(Color::rgb(0xFF0000));
        assert_eq!(key_of(&red), key_of(&red.clone()));
        assert_ne!(key_of(&red), key_of(&triangle(Color::rgb(0x00FF00))));
        assert_ne!(key_of(&red), key(&red, 2.0, 1.0));
        assert_ne!(key_of(&red), key(&red, 1.0, 2.0));
        let mut more = red.clone();
        more.shapes.push(more.shapes[0].clone());
        assert_ne!(key_of(&red), key_of(&more));
        more.text(at(0.0, 0.0), 8.0, false, Color::BLACK, "A");
        assert_eq!(key_of(&more), None);
    }
}
