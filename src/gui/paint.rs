//! Paints a [`Picture`] with egui.

mod kept;
mod tiles;

pub use kept::Kept;
pub use tiles::Tiles;

use egui::{
    Color32, CornerRadius, FontId, Mesh, Painter, Pos2, Rect, Shape, Stroke, StrokeKind,
    epaint::{CircleShape, PathShape, RectShape},
    pos2, vec2,
};

use super::theme;
use base::{
    fonts,
    look::Look,
    picture::{self, Picture},
};

/// Maps a picture to the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// The position of the picture's upper left corner on the screen.
    pub origin: Pos2,
    /// The number of points on the screen for one unit of the picture.
    pub scale: f32,
    /// The picture's upper left corner, in its own units.
    pub min: picture::Vec2,
}

impl Placement {
    /// Centres the picture in the rectangle, as large as it fits.
    pub fn fit<S>(picture: &Picture<S>, rect: Rect) -> Self {
        let size = vec2(picture.size().x.max(f32::EPSILON), picture.size().y.max(f32::EPSILON));
        let scale = (rect.width() / size.x).min(rect.height() / size.y).max(0.0);
        Self { origin: rect.center() - size * scale / 2.0, scale, min: picture.min }
    }

    /// Converts a point of the picture to the screen.
    pub fn to_screen(self, point: picture::Vec2) -> Pos2 {
        let from_corner = point - self.min;
        self.origin + vec2(from_corner.x, from_corner.y) * self.scale
    }

    /// Converts a point of the screen to the picture.
    pub fn to_picture(self, point: Pos2) -> picture::Vec2 {
        let from_corner = (point - self.origin) / self.scale;
        self.min + picture::at(from_corner.x, from_corner.y)
    }
}

/// Paints all shapes of the picture. Long runs of shapes without letters are kept for the next frame, which mostly paints the same.
pub fn picture<S>(painter: &Painter, picture: &Picture<S>, placement: Placement) {
    let mut shapes = Vec::with_capacity(picture.shapes.len());
    for run in picture.shapes.chunk_by(|one, next| kept::can_be_kept(one) == kept::can_be_kept(next)) {
        if kept::is_worth_keeping(run) {
            shapes.push(kept::triangles(painter, run, placement));
        } else {
            shapes.extend(run.iter().filter_map(|one| shape(one, placement).or_else(|| text(painter, one, placement))));
        }
    }
    painter.extend(shapes);
}

/// Converts a shape, unless it is text.
fn shape(shape: &picture::Shape, placement: Placement) -> Option<Shape> {
    let scale = placement.scale;
    let to_screen = |points: &[picture::Vec2]| -> Vec<Pos2> { points.iter().map(|&point| placement.to_screen(point)).collect() };
    Some(match shape {
        picture::Shape::Polygon { points, fill, stroke } if has_sharp_corner(points) => {
            sharp_polygon(&to_screen(points), theme::color(*fill), to_stroke(*stroke, scale))
        }
        picture::Shape::Polygon { points, fill, stroke } => {
            PathShape::convex_polygon(to_screen(points), theme::color(*fill), to_stroke(*stroke, scale)).into()
        }
        picture::Shape::Rectangle { min, max, radius, fill, stroke } => {
            let rect = Rect::from_min_max(placement.to_screen(*min), placement.to_screen(*max));
            let radius = CornerRadius::same((radius * scale).round().clamp(0.0, 255.0) as u8);
            RectShape::new(rect, radius, theme::color(*fill), to_stroke(*stroke, scale), StrokeKind::Middle).into()
        }
        picture::Shape::Circle { center, radius, fill, stroke } => CircleShape {
            center: placement.to_screen(*center),
            radius: radius * scale,
            fill: theme::color(*fill),
            stroke: to_stroke(*stroke, scale),
        }
        .into(),
        picture::Shape::Line { points, stroke } => Shape::line(to_screen(points), to_stroke(*stroke, scale)),
        picture::Shape::Text { .. } => return None,
    })
}

/// The sine of the angle below which a corner is sharp. egui makes edges smooth by a rim that sticks out of a corner as far as its sides
/// would meet: in spikes of a sharp one.
const SHARP: f32 = 0.5;

/// Whether any corner of the polygon is sharp, as those of a face are that is seen from its side.
fn has_sharp_corner(points: &[picture::Vec2]) -> bool {
    let count = points.len();
    (0..count).any(|corner| {
        let [before, here, after] = [corner + count - 1, corner, corner + 1].map(|index| points[index % count]);
        let (one, other) = (before - here, after - here);
        one.perp_dot(other).abs() < SHARP * one.length() * other.length()
    })
}

/// Paints a convex polygon without a rim.
fn sharp_polygon(points: &[Pos2], fill: Color32, stroke: Stroke) -> Shape {
    let mut mesh = Mesh::default();
    points.iter().for_each(|&point| mesh.colored_vertex(point, fill));
    (2..points.len() as u32).for_each(|corner| mesh.add_triangle(0, corner - 1, corner));
    let mut shapes = vec![Shape::mesh(mesh)];
    if !stroke.is_empty() {
        let ends = points.iter().zip(points.iter().cycle().skip(1));
        shapes.extend(ends.map(|(&from, &to)| Shape::line_segment([from, to], stroke)));
    }
    Shape::Vec(shapes)
}

/// Font sizes are rounded to this fraction of a point, which is too little to see. egui draws each letter once for each size, which is
/// slow, and in a turning view nearly every letter would have its own size.
const SIZES_A_POINT: f32 = 4.0;

/// Smaller text can't be read and is left out, in points.
const SMALLEST_TEXT: f32 = 11.0;
/// A board that is drawn this small has no room for text. The next frame may draw what was made for it much larger.
const LEAST_SCALE: f32 = 0.1;

/// The look for a picture at this scale, with texts that can be read.
pub fn legible(look: Look, scale: f32) -> Look {
    Look { least_text: SMALLEST_TEXT / scale.max(LEAST_SCALE), ..look }
}

/// Lays a text out. Returns nothing for other shapes, and for text that is too small.
fn text(painter: &Painter, shape: &picture::Shape, placement: Placement) -> Option<Shape> {
    let picture::Shape::Text { at, anchor, size, bold, color, text } = shape else { return None };
    let size = (size * placement.scale * SIZES_A_POINT).round() / SIZES_A_POINT;
    if size < SMALLEST_TEXT {
        return None;
    }
    let font = if *bold { theme::bold(size) } else { FontId::proportional(size) };
    let (at, color) = (placement.to_screen(*at), theme::color(*color));
    let galley = painter.layout_no_wrap(text.clone(), font, color);
    let row = galley.rows.first()?;
    let baseline = row.pos.y + row.row.glyphs.first().map_or(0.0, |glyph| glyph.pos.y);
    let left = anchor.share() * galley.size().x;
    let top = at.y + fonts::CAP_HEIGHT * size / 2.0 - baseline;
    Some(Shape::galley(pos2(at.x - left, top), galley, color))
}

fn to_stroke(stroke: picture::Stroke, scale: f32) -> Stroke {
    if stroke.width <= 0.0 { Stroke::NONE } else { Stroke::new(stroke.width * scale, theme::color(stroke.color)) }
}

#[cfg(test)]
mod tests {
    use egui::epaint::{TessellationOptions, Tessellator};

    use super::*;
    use base::picture::at;

    #[test]
    fn nothing_sticks_out_of_a_face_that_is_seen_from_its_side() {
        let (red, line) = (picture::Color::rgb(0xFF0000), picture::Stroke::new(1.0, picture::Color::BLACK));
        let placement = Placement { origin: pos2(0.0, 0.0), scale: 1.0, min: at(0.0, 0.0) };
        for (thin, stroke) in
            [0.0, 0.01, 0.3, 1.0, 3.0, 10.0, 40.0].into_iter().flat_map(|thin| [(thin, picture::Stroke::NONE), (thin, line)])
        {
            let points = vec![at(0.0, 0.0), at(thin, 30.0), at(thin, 100.0), at(0.0, 70.0)];
            let polygon = picture::Shape::Polygon { points, fill: red, stroke };
            let mut tessellator = Tessellator::new(1.0, TessellationOptions::default(), [1, 1], Vec::new());
            let mut mesh = Mesh::default();
            shape(&polygon, placement).into_iter().for_each(|shape| tessellator.tessellate_shape(shape, &mut mesh));
            let room = Rect::from_min_max(pos2(0.0, 0.0), pos2(thin, 100.0)).expand(5.0);
            assert!(!mesh.vertices.is_empty() && room.contains_rect(mesh.calc_bounds()), "{thin}: {:?}", mesh.calc_bounds());
        }
    }
}
